! Reads the numbers of a Cray, 64 bits each, in parallel, and prints their mean.
!
!     mpif90 cray.f90 -o cray
!     LD_PRELOAD=libdatarep_mpi.so mpiexec -n 4 ./cray FILE
program cray
  use mpi
  implicit none
  integer :: rank, ranks, file, status(MPI_STATUS_SIZE), error
  integer(MPI_OFFSET_KIND) :: bytes, all, first, behind
  integer(MPI_OFFSET_KIND), parameter :: begin = 0
  double precision, allocatable :: numbers(:)
  double precision :: total
  character(len=1024) :: path

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call get_command_argument(1, path)
  call MPI_File_open(MPI_COMM_WORLD, trim(path), MPI_MODE_RDONLY, MPI_INFO_NULL, file, error)
  call check(error)
  call MPI_File_get_size(file, bytes, error)
  call check(error)
  call MPI_File_set_view(file, begin, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, 'cray', MPI_INFO_NULL, error)
  call check(error)
  all = bytes / 8
  first = all * rank / ranks
  behind = all * (rank + 1) / ranks
  allocate (numbers(behind - first))
  call MPI_File_read_at_all(file, first, numbers, size(numbers), MPI_DOUBLE_PRECISION, status, error)
  call check(error)
  call MPI_Reduce(sum(numbers), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
  if (rank == 0) print '(i0, a, g0.6)', all, ' numbers, mean ', total / all
  call MPI_File_close(file, error)
  call MPI_Finalize(error)

contains

  ! Accesses to files report errors by their code.
  subroutine check(code)
    integer, intent(in) :: code
    character(len=MPI_MAX_ERROR_STRING) :: text
    integer :: length, ignored
    if (code == MPI_SUCCESS) return
    call MPI_Error_string(code, text, length, ignored)
    print '(a)', text(1:length)
    call MPI_Abort(MPI_COMM_WORLD, 1, ignored)
  end subroutine
end program
