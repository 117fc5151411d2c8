//! Registering from Fortran.
#![allow(unsafe_code, reason = "procedures of Fortran by their names")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::transmute;

use crate::abi::Family;
use crate::guard;
use crate::library::{Function, find, library};

// Requirement: R-REG-1.
/// `MPI_REGISTER_DATAREP` of Fortran, by the names of its three bindings.
///
/// MPICH passes the program's procedures unchanged to the function of C, so a flag records that they are Fortran's.
/// Open MPI passes functions of C that call them.
macro_rules! fortran {
    ($($name:ident $symbol:literal;)*) => { $(
        /// Registers a representation: the comment on this macro says how.
        ///
        /// # Safety
        ///
        /// As MPI says.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $name(
            name: *const c_char,
            read: *mut c_void,
            write: *mut c_void,
            extent: *mut c_void,
            state: *mut c_void,
            code: *mut c_int,
            length: usize,
        ) {
            let Some(function) = find($symbol) else { return };
            // SAFETY: Fortran's binding of this name has these arguments by reference, and the hidden length of the
            // name at the end. Tests: `handles.F90`, `typed.F90`.
            let function = unsafe { transmute::<Function, RegisterProcedure>(function) };
            let (read, write) = (replace_typed_null(read), replace_typed_null(write));
            guard::in_fortran(|| {
                // SAFETY: the arguments are those of the program, for which MPI has the same requirements. A conversion
                // function was replaced at most by the null procedure that the library recognizes. Tests:
                // `handles.F90`, `typed.F90`.
                unsafe { function(name, read, write, extent, state, code, length) }
            });
        }
    )* };
}

// Requirement: R-REG-6.
/// Replaces the null procedure by the one that Open MPI recognizes. That of `mpi_f08` is a different procedure, which
/// Open MPI treats as the program's own.
fn replace_typed_null(procedure: *mut c_void) -> *mut c_void {
    /// The names that gfortran, Intel's compilers and LLVM give it.
    const TYPED: [&CStr; 3] = [
        c"__mpi_f08_callbacks_MOD_mpi_conversion_fn_null",
        c"mpi_f08_callbacks_mp_mpi_conversion_fn_null_",
        c"_QMmpi_f08_callbacksPmpi_conversion_fn_null",
    ];
    let is_open_mpi = library().is_ok_and(|library| library.abi.family == Family::OpenMpi);
    if !is_open_mpi || !TYPED.into_iter().filter_map(find).any(|null| null == procedure.cast_const()) {
        return procedure;
    }
    find(c"mpi_conversion_fn_null_").map_or(procedure, <*const c_void>::cast_mut)
}

type RegisterProcedure = unsafe extern "C" fn(
    *const c_char,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_void,
    *mut c_int,
    usize,
);

fortran! {
    mpi_register_datarep_ c"mpi_register_datarep_";
    mpi_register_datarep_f08_ c"mpi_register_datarep_f08_";
    pmpi_register_datarep_ c"pmpi_register_datarep_";
    pmpir_register_datarep_f08_ c"pmpir_register_datarep_f08_";
}
