! What the module `datarep` offers, in a program that is linked with the library: nothing is preloaded. By `use mpi`, or by `use mpi_f08` where
! TYPED is defined.
!
! The last line is "R right, W wrong".

#ifdef TYPED
#define BINDING mpi_f08
#define VALUE(handle) handle%MPI_VAL
#define FILE_TYPE type(MPI_File)
#define STATUS_TYPE type(MPI_Status)
#else
#define BINDING mpi
#define VALUE(handle) handle
#define FILE_TYPE integer
#define STATUS_TYPE integer, dimension(MPI_STATUS_SIZE)
#endif

program linked
  use BINDING
  use datarep
  use, intrinsic :: iso_c_binding, only: c_int64_t
  implicit none
  FILE_TYPE :: file
  STATUS_TYPE :: status
  type(datarep_counts) :: losses
  integer :: code, class, index, right, wrong
  integer(c_int64_t) :: extent
  integer(kind=MPI_OFFSET_KIND) :: offset
  double precision :: numbers(3), back(3)
  logical :: found
  character(len=256) :: path
  right = 0
  wrong = 0
  call get_command_argument(1, path)
  call MPI_INIT(code)
  call expect(scan(datarep_version(), '.') > 0, 'the version')
  call expect(len(datarep_last_error()) == 0, 'no error')
  found = .false.
  index = 1
  do while (len(datarep_name(index)) > 0)
    if (datarep_name(index) == 'vax_d') found = .true.
    index = index + 1
  end do
  call expect(found, 'the names')
  call datarep_extent('cray', VALUE(MPI_INTEGER), extent, code)
  call expect(code == MPI_SUCCESS .and. extent == 8, 'an extent')
  call datarep_extent('nobody', VALUE(MPI_INTEGER), extent, code)
  call MPI_ERROR_CLASS(code, class, index)
  call expect(class == MPI_ERR_UNSUPPORTED_DATAREP, 'the extent of an unknown name')
  call expect(datarep_last_error() == 'no representation is named `nobody`', 'the text of an error')
  call MPI_FILE_OPEN(MPI_COMM_WORLD, trim(path), MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, code)
  offset = 0
  call MPI_FILE_SET_VIEW(file, offset, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, 'cray', MPI_INFO_NULL, code)
  numbers = (/ 0.1d0, 1.5d0, 0.3d0 /)
  call MPI_FILE_WRITE_AT(file, offset, numbers, 3, MPI_DOUBLE_PRECISION, status, code)
  call MPI_FILE_READ_AT_ALL(file, offset, back, 3, MPI_DOUBLE_PRECISION, status, code)
  call expect(back(2) == 1.5d0 .and. abs(back(1) - 0.1d0) < 1d-13, 'the numbers')
  call datarep_losses(VALUE(file), losses, code)
  call expect(code == MPI_SUCCESS .and. losses%inexact == 2, 'the losses')
  call MPI_FILE_CLOSE(file, code)
  call datarep_losses(VALUE(MPI_FILE_NULL), losses, code)
  call expect(losses%inexact == 2 .and. losses%overflow == 0, 'the losses of all files')
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
