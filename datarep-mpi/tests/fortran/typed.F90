! Functions of Fortran as a representation, by `use mpi_f08`.
!
! The last line is "R right, W wrong".

module functions
  use mpi_f08
  use iso_c_binding
  implicit none
contains
  ! In the file a number is the native one with 1000 added.
  subroutine on_read(userbuf, datatype, count, filebuf, position, extra_state, ierror)
    type(c_ptr), value :: userbuf, filebuf
    type(MPI_Datatype) :: datatype
    integer :: count, ierror
    integer(kind=MPI_OFFSET_KIND) :: position
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    integer, pointer :: native(:), file(:)
    call c_f_pointer(userbuf, native, [position + count])
    call c_f_pointer(filebuf, file, [count])
    native(position + 1:position + count) = file - int(extra_state)
    ierror = MPI_SUCCESS
    if (datatype /= MPI_INTEGER) ierror = MPI_ERR_TYPE
  end subroutine

  subroutine on_write(userbuf, datatype, count, filebuf, position, extra_state, ierror)
    type(c_ptr), value :: userbuf, filebuf
    type(MPI_Datatype) :: datatype
    integer :: count, ierror
    integer(kind=MPI_OFFSET_KIND) :: position
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    integer, pointer :: native(:), file(:)
    call c_f_pointer(userbuf, native, [position + count])
    call c_f_pointer(filebuf, file, [count])
    file = native(position + 1:position + count) + int(extra_state)
    ierror = MPI_SUCCESS
    if (datatype /= MPI_INTEGER) ierror = MPI_ERR_TYPE
  end subroutine

  subroutine on_extent(datatype, extent, extra_state, ierror)
    type(MPI_Datatype) :: datatype
    integer(kind=MPI_ADDRESS_KIND) :: extent, extra_state
    integer :: ierror
    extent = 4
    ierror = MPI_SUCCESS
    if (datatype /= MPI_INTEGER .or. extra_state /= 1000) ierror = MPI_ERR_TYPE
  end subroutine
end module

program typed
  use mpi_f08
  use functions
  implicit none
  type(MPI_File) :: file
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  integer :: code, items, right = 0, wrong = 0
  integer :: numbers(4) = [1, 2, 3, 4]
  integer, asynchronous :: back(4)
  integer(kind=MPI_OFFSET_KIND) :: offset = 0
  integer(kind=MPI_ADDRESS_KIND) :: extra = 1000
  character(len=256) :: path
  call get_command_argument(1, path)
  call MPI_Init()
  call MPI_Register_datarep('shifted', on_read, on_write, on_extent, extra, code)
  call expect(code == MPI_SUCCESS, 'registering')
  call MPI_File_open(MPI_COMM_WORLD, trim(path), MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, code)
  call MPI_File_set_view(file, offset, MPI_INTEGER, MPI_INTEGER, 'shifted', MPI_INFO_NULL, code)
  call expect(code == MPI_SUCCESS, 'set_view')
  call MPI_File_write_at(file, offset, numbers, 4, MPI_INTEGER, status, code)
  call MPI_Get_count(status, MPI_INTEGER, items)
  call expect(code == MPI_SUCCESS .and. items == 4, 'writing')
  call MPI_File_set_view(file, offset, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL)
  call MPI_File_read_at(file, offset, back, 4, MPI_INTEGER, status)
  call expect(all(back == numbers + 1000), 'the file')
  call MPI_File_set_view(file, offset, MPI_INTEGER, MPI_INTEGER, 'shifted', MPI_INFO_NULL)
  back = 0
  call MPI_File_iread_at_all(file, offset, back, 4, MPI_INTEGER, request)
  call MPI_Wait(request, status)
  call expect(all(back == numbers), 'reading')
  ! Without functions data is native.
  call MPI_Register_datarep('null', MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, on_extent, extra, code)
  call expect(code == MPI_SUCCESS, 'registering no functions')
  call MPI_File_set_view(file, offset, MPI_INTEGER, MPI_INTEGER, 'null', MPI_INFO_NULL)
  call MPI_File_write_at(file, offset, numbers, 4, MPI_INTEGER, status)
  back = 0
  call MPI_File_read_at(file, offset, back, 4, MPI_INTEGER, status)
  call expect(all(back == numbers), 'reading without a function')
  call MPI_File_set_view(file, offset, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL)
  back = 0
  call MPI_File_read_at(file, offset, back, 4, MPI_INTEGER, status)
  call expect(all(back == numbers), 'writing without a function')
  call MPI_File_close(file)
  print '(I0, A, I0, A)', right, ' right, ', wrong, ' wrong'
  call MPI_Finalize()
contains
  subroutine expect(good, what)
    logical, intent(in) :: good
    character(len=*), intent(in) :: what
    if (good) then
      right = right + 1
    else
      wrong = wrong + 1
      print '(A, A)', what, ' is wrong'
    end if
  end subroutine
end program
