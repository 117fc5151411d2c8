! Functions of Fortran as a representation, by `mpif.h`, or by `use mpi` where MODULE is defined.
!
! The last line is "R right, W wrong".

#ifdef MODULE
#define BINDING use mpi
#define HEADER
#else
#define BINDING
#define HEADER include 'mpif.h'
#endif

! In the file a number is the native one with 1000 added.
subroutine on_read(userbuf, datatype, count, filebuf, position, extra, code)
  BINDING
  implicit none
  HEADER
  integer :: userbuf(*), filebuf(*)
  integer :: datatype, count, code, item
  integer(kind=MPI_OFFSET_KIND) :: position
  integer(kind=MPI_ADDRESS_KIND) :: extra
  do item = 1, count
    userbuf(position + item) = filebuf(item) - int(extra)
  end do
  code = MPI_SUCCESS
  if (datatype /= MPI_INTEGER) code = MPI_ERR_TYPE
end subroutine

subroutine on_write(userbuf, datatype, count, filebuf, position, extra, code)
  BINDING
  implicit none
  HEADER
  integer :: userbuf(*), filebuf(*)
  integer :: datatype, count, code, item
  integer(kind=MPI_OFFSET_KIND) :: position
  integer(kind=MPI_ADDRESS_KIND) :: extra
  do item = 1, count
    filebuf(item) = userbuf(position + item) + int(extra)
  end do
  code = MPI_SUCCESS
  if (datatype /= MPI_INTEGER) code = MPI_ERR_TYPE
end subroutine

subroutine on_extent(datatype, extent, extra, code)
  BINDING
  implicit none
  HEADER
  integer :: datatype, code
  integer(kind=MPI_ADDRESS_KIND) :: extent, extra
  extent = 4
  code = MPI_SUCCESS
  if (datatype /= MPI_INTEGER .or. extra /= 1000) code = MPI_ERR_TYPE
end subroutine

! MPICH has no MPI_CONVERSION_FN_NULL in its module.
subroutine register_null(on_extent, extra, code)
  implicit none
  include 'mpif.h'
  external :: on_extent
  integer(kind=MPI_ADDRESS_KIND) :: extra
  integer :: code
  call MPI_REGISTER_DATAREP('null', MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, on_extent, extra, code)
end subroutine

program handles
  BINDING
  implicit none
  HEADER
  external :: on_read, on_write, on_extent, register_null
  integer :: code, file, request, items, right, wrong
  integer :: status(MPI_STATUS_SIZE)
  integer :: numbers(4), back(4)
  double precision :: reals(3), reals_back(3)
  integer(kind=MPI_OFFSET_KIND) :: offset
  integer(kind=MPI_ADDRESS_KIND), save :: extra
  character(len=256) :: path
  right = 0
  wrong = 0
  extra = 1000
  call get_command_argument(1, path)
  call MPI_INIT(code)
  call MPI_REGISTER_DATAREP('shifted', on_read, on_write, on_extent, extra, code)
  call expect(code == MPI_SUCCESS, 'registering')
  call MPI_FILE_OPEN(MPI_COMM_WORLD, trim(path), MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, code)
  call expect(code == MPI_SUCCESS, 'opening')
  offset = 0
  call MPI_FILE_SET_VIEW(file, offset, MPI_INTEGER, MPI_INTEGER, 'shifted', MPI_INFO_NULL, code)
  call expect(code == MPI_SUCCESS, 'set_view')
  numbers = (/ 1, 2, 3, 4 /)
  call MPI_FILE_WRITE_AT(file, offset, numbers, 4, MPI_INTEGER, status, code)
  call MPI_GET_COUNT(status, MPI_INTEGER, items, code)
  call expect(items == 4, 'writing')
  call MPI_FILE_SET_VIEW(file, offset, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, code)
  call MPI_FILE_READ_AT(file, offset, back, 4, MPI_INTEGER, status, code)
  call expect(all(back == numbers + 1000), 'the file')
  call MPI_FILE_SET_VIEW(file, offset, MPI_INTEGER, MPI_INTEGER, 'shifted', MPI_INFO_NULL, code)
  back = 0
  call MPI_FILE_IREAD_AT_ALL(file, offset, back, 4, MPI_INTEGER, request, code)
  call MPI_WAIT(request, status, code)
  call expect(all(back == numbers), 'reading')
  call MPI_FILE_SET_VIEW(file, offset, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, 'ibm370', MPI_INFO_NULL, code)
  reals = (/ 1d0, -118.625d0, 3d0 /)
  call MPI_FILE_WRITE_ALL(file, reals, 3, MPI_DOUBLE_PRECISION, status, code)
  reals_back = 0
  call MPI_FILE_READ_AT_ALL(file, offset, reals_back, 3, MPI_DOUBLE_PRECISION, status, code)
  call expect(all(reals_back == reals), 'ibm370')
  call MPI_FILE_SET_VIEW(file, offset, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, code)
  call MPI_FILE_READ_AT(file, offset, back, 1, MPI_INTEGER, status, code)
  ! 41 10 00 00
  call expect(back(1) == 4161, 'the bytes of ibm370')
  ! Without functions data is native.
  call register_null(on_extent, extra, code)
  call expect(code == MPI_SUCCESS, 'registering no functions')
  call MPI_FILE_SET_VIEW(file, offset, MPI_INTEGER, MPI_INTEGER, 'null', MPI_INFO_NULL, code)
  call MPI_FILE_WRITE_AT(file, offset, numbers, 4, MPI_INTEGER, status, code)
  back = 0
  call MPI_FILE_READ_AT(file, offset, back, 4, MPI_INTEGER, status, code)
  call expect(all(back == numbers), 'reading without a function')
  call MPI_FILE_SET_VIEW(file, offset, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, code)
  back = 0
  call MPI_FILE_READ_AT(file, offset, back, 4, MPI_INTEGER, status, code)
  call expect(all(back == numbers), 'writing without a function')
  call MPI_FILE_CLOSE(file, code)
  print '(I0, A, I0, A)', right, ' right, ', wrong, ' wrong'
  call MPI_FINALIZE(code)
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
