! The procedures of `libdatarep_mpi.so` in addition to MPI's own, for `mpif.h`, `use mpi` and `use mpi_f08`.
!
! A program needs none of them: the library is preloaded, and MPI's procedures work as the standard says. A program that
! uses this module is compiled with it, and linked with the library before the MPI library, which `mpif90` puts last. It
! needs no preloading then:
!
!     mpif90 include/datarep.f90 program.f90 -o program -L target/release -Wl,-rpath,$PWD/target/release -Wl,--no-as-needed -ldatarep_mpi
!
! Handles are integers: with `mpi_f08` a program passes `file%MPI_VAL` and `datatype%MPI_VAL`. Subroutines return MPI_SUCCESS
! or a code of MPI in `ierror`, and call no error handler. `include/datarep.h` describes each of them.

module datarep
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: datarep_counts, datarep_version, datarep_last_error, datarep_name, datarep_extent, datarep_losses

  ! How many items could not be kept unchanged, by event.
  type, bind(c) :: datarep_counts
    integer(c_int64_t) :: inexact = 0
    integer(c_int64_t) :: overflow = 0
    integer(c_int64_t) :: underflow = 0
    integer(c_int64_t) :: infinity = 0
    integer(c_int64_t) :: nan = 0
    integer(c_int64_t) :: reserved = 0
    integer(c_int64_t) :: negative_zero = 0
    integer(c_int64_t) :: unmapped = 0
    integer(c_int64_t) :: invalid = 0
    integer(c_int64_t) :: missing = 0
    integer(c_int64_t) :: noncanonical = 0
    integer(c_int64_t) :: later(5) = 0
  end type

  interface
    function version_of() bind(c, name='datarep_version')
      import :: c_ptr
      type(c_ptr) :: version_of
    end function
    function error_of() bind(c, name='datarep_last_error')
      import :: c_ptr
      type(c_ptr) :: error_of
    end function
    function name_of(index) bind(c, name='datarep_name')
      import :: c_ptr, c_int
      integer(c_int), value :: index
      type(c_ptr) :: name_of
    end function
    function extent_of(name, datatype, extent) bind(c, name='datarep_extent_f')
      import :: c_char, c_int, c_int64_t
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: datatype
      integer(c_int64_t), intent(out) :: extent
      integer(c_int) :: extent_of
    end function
    function losses_of(file, losses) bind(c, name='datarep_losses_f')
      import :: c_int, datarep_counts
      integer(c_int), value :: file
      type(datarep_counts), intent(out) :: losses
      integer(c_int) :: losses_of
    end function
  end interface

contains

  ! The version of the library: '0.1.0'.
  function datarep_version() result(version)
    character(len=:), allocatable :: version
    version = text(version_of())
  end function

  ! Why a call of this thread last failed. Empty if no call has failed.
  function datarep_last_error() result(message)
    character(len=:), allocatable :: message
    message = text(error_of())
  end function

  ! The name of a representation that this library provides for views, counted from 1. Empty after the last one.
  function datarep_name(index) result(name)
    integer, intent(in) :: index
    character(len=:), allocatable :: name
    name = text(name_of(int(index - 1, c_int)))
  end function

  ! The extent of a datatype, in bytes, in files of a representation.
  subroutine datarep_extent(name, datatype, extent, ierror)
    character(len=*), intent(in) :: name
    integer, intent(in) :: datatype
    integer(c_int64_t), intent(out) :: extent
    integer, intent(out) :: ierror
    extent = 0
    ierror = extent_of(trim(name) // c_null_char, int(datatype, c_int), extent)
  end subroutine

  ! The losses of this process in a file since it was opened, or in all files if it is MPI_FILE_NULL.
  subroutine datarep_losses(file, losses, ierror)
    integer, intent(in) :: file
    type(datarep_counts), intent(out) :: losses
    integer, intent(out) :: ierror
    ierror = losses_of(int(file, c_int), losses)
  end subroutine

  ! A text of C, which ends with a zero. Empty if the address is null.
  function text(address)
    type(c_ptr), intent(in) :: address
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: characters(:)
    integer :: length, i
    text = ''
    if (.not. c_associated(address)) return
    call c_f_pointer(address, characters, [huge(0)])
    length = 0
    do while (characters(length + 1) /= c_null_char)
      length = length + 1
    end do
    deallocate (text)
    allocate (character(len=length) :: text)
    do i = 1, length
      text(i:i) = characters(i)
    end do
  end function
end module
