//! What this thread is in: a call of the MPI library, or a conversion function of the program.
//!
//! Libraries call some of their own routines by the names that are interposed. Such a call is about the bytes that
//! the engine has asked for, and passes through.

use std::cell::Cell;

thread_local! {
    static LIBRARY: Cell<bool> = const { Cell::new(false) };
    static FUNCTION: Cell<bool> = const { Cell::new(false) };
    static FORTRAN: Cell<bool> = const { Cell::new(false) };
}

/// Takes a flag back, also where the code ends in a panic.
struct Flag(&'static std::thread::LocalKey<Cell<bool>>, bool);

impl Drop for Flag {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

fn set<R>(flag: &'static std::thread::LocalKey<Cell<bool>>, value: bool, run: impl FnOnce() -> R) -> R {
    let _before = Flag(flag, flag.replace(value));
    run()
}

/// Runs a call of the MPI library: what it calls in turn passes through.
pub(crate) fn in_library<R>(call: impl FnOnce() -> R) -> R {
    set(&LIBRARY, true, call)
}

/// Whether a call of the MPI library runs in this thread.
pub(crate) fn is_in_library() -> bool {
    LIBRARY.get()
}

/// Runs a function of the program: what it calls is the program's own.
pub(crate) fn in_function<R>(function: impl FnOnce() -> R) -> R {
    set(&FUNCTION, true, || set(&LIBRARY, false, function))
}

/// Whether a conversion function of the program runs in this thread.
pub(crate) fn is_in_function() -> bool {
    FUNCTION.get()
}

/// Runs a routine of Fortran's bindings.
pub(crate) fn in_fortran<R>(routine: impl FnOnce() -> R) -> R {
    set(&FORTRAN, true, routine)
}

/// Whether a routine of Fortran's bindings runs in this thread, of those that ask for it.
pub(crate) fn is_in_fortran() -> bool {
    FORTRAN.get()
}
