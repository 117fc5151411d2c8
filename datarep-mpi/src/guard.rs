//! Whether this thread is inside a call of the MPI library, or inside a conversion function of the program.
//!
//! Libraries call some of their own routines by the names that are interposed. Such a call concerns the bytes that the
//! engine has requested, and passes through.

use std::cell::Cell;

thread_local! {
    static LIBRARY: Cell<bool> = const { Cell::new(false) };
    static FUNCTION: Cell<bool> = const { Cell::new(false) };
    static FORTRAN: Cell<bool> = const { Cell::new(false) };
}

/// Restores a flag, even if the code panics.
struct FlagReset {
    flag: &'static std::thread::LocalKey<Cell<bool>>,
    before: bool,
}

impl Drop for FlagReset {
    fn drop(&mut self) {
        self.flag.set(self.before);
    }
}

#[inline]
fn run_with_flag<R>(
    flag: &'static std::thread::LocalKey<Cell<bool>>,
    value: bool,
    run: impl FnOnce() -> R,
) -> R {
    let _reset = FlagReset { flag, before: flag.replace(value) };
    run()
}

/// Runs a call of the MPI library. Routines that the library calls in turn pass through.
#[inline]
pub(crate) fn in_library<R>(call: impl FnOnce() -> R) -> R {
    run_with_flag(&LIBRARY, true, call)
}

/// Whether this thread runs a call of the MPI library.
pub(crate) fn is_in_library() -> bool {
    LIBRARY.get()
}

/// Runs a function of the program. Routines that the function calls are calls of the program.
pub(crate) fn in_function<R>(function: impl FnOnce() -> R) -> R {
    run_with_flag(&FUNCTION, true, || run_with_flag(&LIBRARY, false, function))
}

/// Whether this thread runs a conversion function of the program.
pub(crate) fn is_in_function() -> bool {
    FUNCTION.get()
}

/// Runs a routine of Fortran's bindings.
pub(crate) fn in_fortran<R>(routine: impl FnOnce() -> R) -> R {
    run_with_flag(&FORTRAN, true, routine)
}

/// Whether this thread runs a routine of Fortran's bindings, out of those that call `in_fortran`.
pub(crate) fn is_in_fortran() -> bool {
    FORTRAN.get()
}
