! A field in pencils, written and read as 2DECOMP&FFT does it: one file of all processes, a subarray for each of them, and
! a displacement that moves on from one variable to the next.
!
!     mpiexec -n 4 pencils FILE REPRESENTATION
program pencils
  use mpi
  implicit none
  integer, parameter :: sizes(3) = [8, 12, 10]
  integer :: rank, ranks, error, file, rows, columns, wrong, all
  integer :: subsizes(3), starts(3), steps(1), back_steps(1)
  integer(MPI_OFFSET_KIND) :: displacement, length
  double precision, allocatable :: velocity(:, :, :), back(:, :, :)
  real, allocatable :: pressure(:, :, :), back_pressure(:, :, :)
  character(len=256) :: path
  character(len=64) :: representation

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call get_command_argument(1, path)
  call get_command_argument(2, representation)
  call split_domain()
  allocate (velocity(subsizes(1), subsizes(2), subsizes(3)), back(subsizes(1), subsizes(2), subsizes(3)))
  allocate (pressure(subsizes(1), subsizes(2), subsizes(3)), back_pressure(subsizes(1), subsizes(2), subsizes(3)))
  call fill_fields()

  call MPI_File_open(MPI_COMM_WORLD, path, ior(MPI_MODE_CREATE, MPI_MODE_WRONLY), MPI_INFO_NULL, file, error)
  call MPI_File_set_size(file, 0_MPI_OFFSET_KIND, error)
  displacement = 0
  steps = 1234
  call set_pencil(MPI_DOUBLE_PRECISION)
  call MPI_File_write_all(file, velocity, size(velocity), MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE, error)
  call go_on(MPI_DOUBLE_PRECISION, product(sizes))
  call set_pencil(MPI_REAL)
  call MPI_File_write_all(file, pressure, size(pressure), MPI_REAL, MPI_STATUS_IGNORE, error)
  call go_on(MPI_REAL, product(sizes))
  ! One process has the scalar. The others take part without an item.
  call set_view(MPI_INTEGER, MPI_INTEGER)
  call MPI_File_write_all(file, steps, merge(1, 0, rank == 0), MPI_INTEGER, MPI_STATUS_IGNORE, error)
  call MPI_File_close(file, error)

  call MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, file, error)
  displacement = 0
  call set_pencil(MPI_DOUBLE_PRECISION)
  call MPI_File_read_all(file, back, size(back), MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE, error)
  call go_on(MPI_DOUBLE_PRECISION, product(sizes))
  call set_pencil(MPI_REAL)
  call MPI_File_read_all(file, back_pressure, size(back_pressure), MPI_REAL, MPI_STATUS_IGNORE, error)
  call go_on(MPI_REAL, product(sizes))
  call set_view(MPI_INTEGER, MPI_INTEGER)
  call MPI_File_read_all(file, back_steps, 1, MPI_INTEGER, MPI_STATUS_IGNORE, error)
  call MPI_File_get_size(file, length, error)
  call MPI_File_close(file, error)

  wrong = count(back /= velocity) + count(back_pressure /= pressure) + count(back_steps /= steps)
  call MPI_Reduce(wrong, all, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, error)
  if (rank == 0) print '(a, a, i0, a, i0, a)', trim(representation), ': ', length, ' bytes, ', all, ' values differ'
  call MPI_Finalize(error)

contains

  ! Each process has whole lines in the first direction: an x-pencil.
  subroutine split_domain()
    rows = merge(2, 1, mod(ranks, 2) == 0)
    columns = ranks / rows
    subsizes = [sizes(1), sizes(2) / columns, sizes(3) / rows]
    starts = [0, mod(rank, columns) * subsizes(2), rank / columns * subsizes(3)]
  end subroutine

  ! Numbers that every representation of the page has: whole ones, and halves.
  subroutine fill_fields()
    integer :: i, j, k
    do k = 1, subsizes(3)
      do j = 1, subsizes(2)
        do i = 1, subsizes(1)
          velocity(i, j, k) = (starts(3) + k) * 10000 + (starts(2) + j) * 100 + i + 0.5d0
          pressure(i, j, k) = real(velocity(i, j, k)) - 50000
        end do
      end do
    end do
  end subroutine

  subroutine set_view(etype, filetype)
    integer, intent(in) :: etype, filetype
    call MPI_File_set_view(file, displacement, etype, filetype, trim(representation), MPI_INFO_NULL, error)
    if (error == MPI_SUCCESS) return
    print '(a)', 'the view is refused: '//trim(representation)
    call MPI_Abort(MPI_COMM_WORLD, 1, error)
  end subroutine

  subroutine set_pencil(etype)
    integer, intent(in) :: etype
    integer :: filetype
    call MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_FORTRAN, etype, filetype, error)
    call MPI_Type_commit(filetype, error)
    call set_view(etype, filetype)
    call MPI_Type_free(filetype, error)
  end subroutine

  ! The bytes of an item are those in the file. MPI_Type_size tells those in memory.
  subroutine go_on(etype, items)
    integer, intent(in) :: etype, items
    integer(MPI_ADDRESS_KIND) :: bytes
    call MPI_File_get_type_extent(file, etype, bytes, error)
    displacement = displacement + items * bytes
  end subroutine

end program
