//! Collective routines on communicators, which may not be called inside a conversion function either.
//!
//! Each calls the next routine of the same name, as if this one did not exist, so that tools that count calls still see
//! it. With the checks disabled that costs a look at one flag and a call. Routines with large counts, neighborhoods and
//! persistent requests are not checked.
#![allow(unsafe_code, reason = "functions of C by their names")]

use std::ffi::{CStr, c_int};
use std::mem::transmute;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use super::report::{is_on, refuse_inside_function};
use crate::abi::Word;
use crate::failure::{self, Failure};
use crate::guard;
use crate::library::{self, Library, library};

/// The routine behind one of these. Its address is found at the first call.
struct Next {
    name: &'static CStr,
    address: OnceLock<Option<usize>>,
}

impl Next {
    fn address(&self) -> Option<*const std::ffi::c_void> {
        let address = self.address.get_or_init(|| library::find(self.name).map(<*const _>::addr));
        address.map(std::ptr::without_provenance)
    }
}

/// A text as a C string.
const fn name(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(name) => name,
        Err(_) => c"",
    }
}

/// The code of a refused call, after calling the communicator's error handler, or 0 if it is not refused. No panic
/// reaches C.
fn report_refusal(call: &str, communicator: Word) -> c_int {
    if guard::is_in_library() || !is_on() {
        return 0;
    }
    let Ok(library) = library() else { return 0 };
    let refusal_code = || match refuse_inside_function(call, || library.rank(communicator)) {
        Ok(()) => 0,
        Err(failure) => raise(library, communicator, failure),
    };
    catch_unwind(AssertUnwindSafe(refusal_code)).unwrap_or(library.abi.constants.err_intern)
}

fn raise(library: &'static Library, communicator: Word, failure: Failure) -> c_int {
    let code = failure::make_code(library, failure);
    // SAFETY: the communicator is the program's, and the function only takes a code besides. The handler is the
    // program's: routines that it calls are calls of the program, so they must not pass through. Test:
    // `check.c::inside`.
    unsafe { (library.functions.comm_call_errhandler)(communicator, code) };
    code
}

/// Routines under both of their names. Words are passed where the library takes an `int`, which is the low half of a
/// register.
macro_rules! collectives {
    ($($name:ident $profiled:ident ($($before:ident),*) communicator ($($behind:ident),*);)*) => { $(
        collectives!(@ $name, ($($before),*), ($($behind),*));
        collectives!(@ $profiled, ($($before),*), ($($behind),*));
    )* };
    (@ $name:ident, ($($before:ident),*), ($($behind:ident),*)) => {
        #[doc = concat!("`", stringify!($name), "`")]
        ///
        /// # Safety
        ///
        /// As MPI says.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $name($($before: Word,)* communicator: Word $(, $behind: Word)*) -> c_int {
            static NEXT: Next = Next {
                name: name(concat!(stringify!($name), "\0")),
                address: OnceLock::new(),
            };
            if guard::is_in_function() {
                let code = report_refusal(stringify!($name), communicator);
                if code != 0 {
                    return code;
                }
            }
            let Some(next) = NEXT.address() else {
                return crate::absent(concat!("no library has `", stringify!($name), "`"));
            };
            // SAFETY: the routine of this name takes this number of arguments, each of which takes a register or a word
            // of the stack. Test: mpi4py's `test_cco_buf.py`.
            let next = unsafe {
                transmute::<*const std::ffi::c_void, unsafe extern "C" fn($(collectives!(@word $before),)* Word $(, collectives!(@word $behind))*) -> c_int>(next)
            };
            // SAFETY: the routine behind this one has the same requirements, and the arguments are those of the caller.
            // Test: mpi4py's `test_cco_buf.py`.
            unsafe { next($($before,)* communicator $(, $behind)*) }
        }
    };
    (@word $argument:ident) => { Word };
}

collectives! {
    MPI_Barrier PMPI_Barrier () communicator ();
    MPI_Bcast PMPI_Bcast (a, b, c, d) communicator ();
    MPI_Gather PMPI_Gather (a, b, c, d, e, f, g) communicator ();
    MPI_Gatherv PMPI_Gatherv (a, b, c, d, e, f, g, h) communicator ();
    MPI_Scatter PMPI_Scatter (a, b, c, d, e, f, g) communicator ();
    MPI_Scatterv PMPI_Scatterv (a, b, c, d, e, f, g, h) communicator ();
    MPI_Allgather PMPI_Allgather (a, b, c, d, e, f) communicator ();
    MPI_Allgatherv PMPI_Allgatherv (a, b, c, d, e, f, g) communicator ();
    MPI_Alltoall PMPI_Alltoall (a, b, c, d, e, f) communicator ();
    MPI_Alltoallv PMPI_Alltoallv (a, b, c, d, e, f, g, h) communicator ();
    MPI_Alltoallw PMPI_Alltoallw (a, b, c, d, e, f, g, h) communicator ();
    MPI_Reduce PMPI_Reduce (a, b, c, d, e, f) communicator ();
    MPI_Allreduce PMPI_Allreduce (a, b, c, d, e) communicator ();
    MPI_Reduce_scatter PMPI_Reduce_scatter (a, b, c, d, e) communicator ();
    MPI_Reduce_scatter_block PMPI_Reduce_scatter_block (a, b, c, d, e) communicator ();
    MPI_Scan PMPI_Scan (a, b, c, d, e) communicator ();
    MPI_Exscan PMPI_Exscan (a, b, c, d, e) communicator ();
    MPI_Ibarrier PMPI_Ibarrier () communicator (request);
    MPI_Ibcast PMPI_Ibcast (a, b, c, d) communicator (request);
    MPI_Igather PMPI_Igather (a, b, c, d, e, f, g) communicator (request);
    MPI_Igatherv PMPI_Igatherv (a, b, c, d, e, f, g, h) communicator (request);
    MPI_Iscatter PMPI_Iscatter (a, b, c, d, e, f, g) communicator (request);
    MPI_Iscatterv PMPI_Iscatterv (a, b, c, d, e, f, g, h) communicator (request);
    MPI_Iallgather PMPI_Iallgather (a, b, c, d, e, f) communicator (request);
    MPI_Iallgatherv PMPI_Iallgatherv (a, b, c, d, e, f, g) communicator (request);
    MPI_Ialltoall PMPI_Ialltoall (a, b, c, d, e, f) communicator (request);
    MPI_Ialltoallv PMPI_Ialltoallv (a, b, c, d, e, f, g, h) communicator (request);
    MPI_Ialltoallw PMPI_Ialltoallw (a, b, c, d, e, f, g, h) communicator (request);
    MPI_Ireduce PMPI_Ireduce (a, b, c, d, e, f) communicator (request);
    MPI_Iallreduce PMPI_Iallreduce (a, b, c, d, e) communicator (request);
    MPI_Ireduce_scatter PMPI_Ireduce_scatter (a, b, c, d, e) communicator (request);
    MPI_Ireduce_scatter_block PMPI_Ireduce_scatter_block (a, b, c, d, e) communicator (request);
    MPI_Iscan PMPI_Iscan (a, b, c, d, e) communicator (request);
    MPI_Iexscan PMPI_Iexscan (a, b, c, d, e) communicator (request);
    MPI_Comm_dup PMPI_Comm_dup () communicator (new);
    MPI_Comm_split PMPI_Comm_split () communicator (color, key, new);
    MPI_Comm_create PMPI_Comm_create () communicator (group, new);
    MPI_Comm_split_type PMPI_Comm_split_type () communicator (kind, key, info, new);
}
