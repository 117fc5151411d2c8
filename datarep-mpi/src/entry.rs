//! The routines that programs call, each under both of its names, `MPI_X` and `PMPI_X`.
//!
//! A call that is not ours goes to the next function of its name, as if this library did not exist: see [`Called`].
//! Handles and counts come in whole registers. The bits above an `int` are undefined, and ignored. No panic reaches C.
#![allow(unsafe_code, reason = "functions of C by their names, and places of the program")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use datarep::ErrorClass;
use datarep::error::Direction;

use crate::abi::{self, Word};
use crate::access::run_routine_call;
use crate::check;
use crate::doctor;
use crate::failure::{Failure, raise};
use crate::files::{self, SetViewArguments};
use crate::guard;
use crate::library::{self, Called, Library, any_library};
use crate::lifetime;
use crate::num::count_from_register;
use crate::pointer;
use crate::representation::{self, CallingConvention, ProgramFunctions};
use crate::requests::{self, Completion, CompletionCall};
use crate::routine::{self, Call, FunctionLinks, Place, Routine, Way};
use crate::views::{self, GetViewResults};

/// Runs a routine. A panic becomes an error of the class `MPI_ERR_INTERN`.
fn run_routine(run: impl FnOnce(&'static Library) -> c_int) -> c_int {
    let library = match any_library() {
        Ok(library) => library,
        Err(message) => return crate::absent(message),
    };
    catch_unwind(AssertUnwindSafe(|| run(library))).unwrap_or(library.abi.constants.err_intern)
}

/// The code of a routine on a file.
fn outcome(library: &'static Library, file: Word, result: Result<(), Failure>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(failure) => raise(library, file, failure),
    }
}

/// The functions to which a call is passed that is not ours.
fn behind(called: Called) -> Result<&'static library::Functions, &'static str> {
    any_library().map(|library| library.behind(called))
}

/// A function under both of its names. `$called`: the name by which it was called.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident / $profiled:ident ($($argument:ident: $type:ty),*), $called:ident => $run:expr) => {
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// As MPI says.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $profiled($($argument: $type),*) -> c_int {
            let $called = Called::ByTool;
            $run
        }

        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// As MPI says.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $name($($argument: $type),*) -> c_int {
            let $called = Called::ByProgram;
            $run
        }
    };
}

/// Routines that do something before or after the call of the library.
macro_rules! exported {
    ($($(#[$doc:meta])* $name:ident / $profiled:ident ($($argument:ident: $type:ty),*) = $library:ident, $called:ident => $body:expr;)*) => { $(
        named! { $(#[$doc])* $name / $profiled ($($argument: $type),*), $called => {
            fn run($called: Called, $($argument: $type),*) -> c_int {
                run_routine(|$library| $body)
            }
            run($called, $($argument),*)
        } }
    )* };
}

/// Routines on a file. `$function`: where the call goes if the file has no view of ours. `$known`: the file.
macro_rules! on_file {
    ($($(#[$doc:meta])* $name:ident / $profiled:ident ($file:ident: Word $(, $argument:ident: $type:ty)*), $function:ident = $library:ident, $known:ident => $body:expr;)*) => { $(
        named! { $(#[$doc])* $name / $profiled ($file: Word $(, $argument: $type)*), called => {
            fn run(called: Called, $file: Word $(, $argument: $type)*) -> c_int {
                match files::find_for_program($file) {
                    Some($known) => run_routine(|$library| outcome($library, $file, $body)),
                    None => match behind(called) {
                        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Tests:
                        // `handle.c::main` in a native view, `counted.c::main`.
                        Ok(behind) => unsafe { (behind.$function)($file $(, $argument)*) },
                        Err(message) => crate::absent(message),
                    },
                }
            }
            run(called, $file $(, $argument)*)
        } }
    )* };
}

/// Forgets the size of a file of ours, which may have changed.
fn forget_size(file: Word) {
    if let Some(viewed_file) = files::find(file) {
        viewed_file.size.forget();
    }
}

/// Routines on requests. `$function`: where the call goes if there are no requests of ours.
macro_rules! on_requests {
    ($($(#[$doc:meta])* $name:ident / $profiled:ident ($($argument:ident: $type:ty),*), $function:ident = $library:ident, $behind:ident => $body:expr;)*) => { $(
        named! { $(#[$doc])* $name / $profiled ($($argument: $type),*), called => {
            fn run(called: Called, $($argument: $type),*) -> c_int {
                if requests::is_idle() {
                    return match behind(called) {
                        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Tests:
                        // `stranger.c::messages`, `counted.c::main`.
                        Ok(behind) => unsafe { (behind.$function)($($argument),*) },
                        Err(message) => crate::absent(message),
                    };
                }
                run_routine(|$library| {
                    let $behind = $library.behind(called);
                    $body
                })
            }
            run(called, $($argument),*)
        } }
    )* };
}

/// Calls a routine of data access.
#[inline]
fn enter(routine: &'static Routine, call: &Call, form: routine::Form) -> c_int {
    match routine.find_pass_through(call.file, form) {
        Some(function) => routine.call_function(function, call),
        None => enter_ours(routine, call, form),
    }
}

/// Calls a routine of a file that may be ours.
#[inline(never)]
fn enter_ours(routine: &'static Routine, call: &Call, form: routine::Form) -> c_int {
    let count = if form.large { call.count } else { count_from_register(call.count) };
    run_routine(|_| run_routine_call(routine, &Call { count, ..*call }, form))
}

/// A routine of data access with its four names. `$call`: maps the arguments to a `Call`.
macro_rules! access_routine {
    (
        $routine:ident, $name:literal, $place:ident, $direction:ident, $collective:literal, $way:expr,
        [$plain:ident $plain_profiled:ident $plain_symbol:literal],
        [$large:ident $large_profiled:ident $large_symbol:literal],
        ($($argument:ident: $type:ty),*), $call:expr
    ) => {
        pub(crate) static $routine: Routine = Routine {
            name: $name,
            place: Place::$place,
            direction: Direction::$direction,
            collective: $collective,
            way: $way,
            symbols: [$plain_symbol, $large_symbol],
            links: { static LINKS: FunctionLinks = FunctionLinks::new(); &LINKS },
        };

        named! {
            #[doc = concat!("`", $name, "`")]
            $plain / $plain_profiled ($($argument: $type),*), called =>
                enter(&$routine, &$call, routine::Form { large: false, called })
        }
        named! {
            #[doc = concat!("`", $name, "_c`")]
            $large / $large_profiled ($($argument: $type),*), called =>
                enter(&$routine, &$call, routine::Form { large: true, called })
        }
    };
}

/// The shapes of routines: where the access begins, and how it ends.
macro_rules! at {
    ($($tokens:tt)*) => {
        access_routine! { $($tokens)*,
            (file: Word, offset: i64, buffer: *mut c_void, count: i64, datatype: Word, out: *mut c_void),
            Call { file, offset, buffer, count, datatype, out } }
    };
}
macro_rules! at_begin {
    ($($tokens:tt)*) => {
        access_routine! { $($tokens)*,
            (file: Word, offset: i64, buffer: *mut c_void, count: i64, datatype: Word),
            Call { file, offset, buffer, count, datatype, out: ptr::null_mut() } }
    };
}
macro_rules! pointer {
    ($($tokens:tt)*) => {
        access_routine! { $($tokens)*,
            (file: Word, buffer: *mut c_void, count: i64, datatype: Word, out: *mut c_void),
            Call { file, offset: 0, buffer, count, datatype, out } }
    };
}
macro_rules! pointer_begin {
    ($($tokens:tt)*) => {
        access_routine! { $($tokens)*,
            (file: Word, buffer: *mut c_void, count: i64, datatype: Word),
            Call { file, offset: 0, buffer, count, datatype, out: ptr::null_mut() } }
    };
}
/// The end of a split collective, which has no form with large counts.
macro_rules! end {
    ($routine:ident, $label:literal, $place:ident, $direction:ident, [$name:ident $profiled:ident $symbol:literal]) => {
        static $routine: Routine = Routine {
            name: $label,
            place: Place::$place,
            direction: Direction::$direction,
            collective: true,
            way: Way::End,
            symbols: [$symbol, c"PMPI_without_large_counts"],
            links: {
                static LINKS: FunctionLinks = FunctionLinks::new();
                &LINKS
            },
        };

        named! {
            #[doc = concat!("`", $label, "`")]
            $name / $profiled (file: Word, buffer: *mut c_void, status: *mut c_void), called => {
                let call = Call { file, offset: 0, buffer, count: 0, datatype: 0, out: status };
                enter(&$routine, &call, routine::Form { large: false, called })
            }
        }
    };
}

at! { READ_AT, "MPI_File_read_at", Offset, Read, false, Way::Blocking,
[MPI_File_read_at PMPI_File_read_at c"PMPI_File_read_at"], [MPI_File_read_at_c PMPI_File_read_at_c c"PMPI_File_read_at_c"] }
at! { IREAD_AT, "MPI_File_iread_at", Offset, Read, false, Way::Nonblocking(&READ_AT),
[MPI_File_iread_at PMPI_File_iread_at c"PMPI_File_iread_at"], [MPI_File_iread_at_c PMPI_File_iread_at_c c"PMPI_File_iread_at_c"] }
at! { READ_AT_ALL, "MPI_File_read_at_all", Offset, Read, true, Way::Blocking,
[MPI_File_read_at_all PMPI_File_read_at_all c"PMPI_File_read_at_all"], [MPI_File_read_at_all_c PMPI_File_read_at_all_c c"PMPI_File_read_at_all_c"] }
at! { IREAD_AT_ALL, "MPI_File_iread_at_all", Offset, Read, true, Way::Nonblocking(&IREAD_AT_ALL),
[MPI_File_iread_at_all PMPI_File_iread_at_all c"PMPI_File_iread_at_all"], [MPI_File_iread_at_all_c PMPI_File_iread_at_all_c c"PMPI_File_iread_at_all_c"] }
at_begin! { READ_AT_ALL_BEGIN, "MPI_File_read_at_all_begin", Offset, Read, true, Way::Begin(&READ_AT_ALL),
[MPI_File_read_at_all_begin PMPI_File_read_at_all_begin c"PMPI_File_read_at_all_begin"], [MPI_File_read_at_all_begin_c PMPI_File_read_at_all_begin_c c"PMPI_File_read_at_all_begin_c"] }
end! { READ_AT_ALL_END, "MPI_File_read_at_all_end", Offset, Read, [MPI_File_read_at_all_end PMPI_File_read_at_all_end c"PMPI_File_read_at_all_end"] }
pointer! { READ, "MPI_File_read", Individual, Read, false, Way::AtOffset(&READ_AT),
[MPI_File_read PMPI_File_read c"PMPI_File_read"], [MPI_File_read_c PMPI_File_read_c c"PMPI_File_read_c"] }
pointer! { IREAD, "MPI_File_iread", Individual, Read, false, Way::Nonblocking(&READ),
[MPI_File_iread PMPI_File_iread c"PMPI_File_iread"], [MPI_File_iread_c PMPI_File_iread_c c"PMPI_File_iread_c"] }
pointer! { READ_ALL, "MPI_File_read_all", Individual, Read, true, Way::AtOffset(&READ_AT_ALL),
[MPI_File_read_all PMPI_File_read_all c"PMPI_File_read_all"], [MPI_File_read_all_c PMPI_File_read_all_c c"PMPI_File_read_all_c"] }
pointer! { IREAD_ALL, "MPI_File_iread_all", Individual, Read, true, Way::Nonblocking(&IREAD_AT_ALL),
[MPI_File_iread_all PMPI_File_iread_all c"PMPI_File_iread_all"], [MPI_File_iread_all_c PMPI_File_iread_all_c c"PMPI_File_iread_all_c"] }
pointer_begin! { READ_ALL_BEGIN, "MPI_File_read_all_begin", Individual, Read, true, Way::Begin(&READ_ALL),
[MPI_File_read_all_begin PMPI_File_read_all_begin c"PMPI_File_read_all_begin"], [MPI_File_read_all_begin_c PMPI_File_read_all_begin_c c"PMPI_File_read_all_begin_c"] }
end! { READ_ALL_END, "MPI_File_read_all_end", Individual, Read, [MPI_File_read_all_end PMPI_File_read_all_end c"PMPI_File_read_all_end"] }
pointer! { READ_SHARED, "MPI_File_read_shared", Shared, Read, false, Way::Blocking,
[MPI_File_read_shared PMPI_File_read_shared c"PMPI_File_read_shared"], [MPI_File_read_shared_c PMPI_File_read_shared_c c"PMPI_File_read_shared_c"] }
pointer! { IREAD_SHARED, "MPI_File_iread_shared", Shared, Read, false, Way::Nonblocking(&READ_SHARED),
[MPI_File_iread_shared PMPI_File_iread_shared c"PMPI_File_iread_shared"], [MPI_File_iread_shared_c PMPI_File_iread_shared_c c"PMPI_File_iread_shared_c"] }
pointer! { READ_ORDERED, "MPI_File_read_ordered", Shared, Read, true, Way::Blocking,
[MPI_File_read_ordered PMPI_File_read_ordered c"PMPI_File_read_ordered"], [MPI_File_read_ordered_c PMPI_File_read_ordered_c c"PMPI_File_read_ordered_c"] }
pointer_begin! { READ_ORDERED_BEGIN, "MPI_File_read_ordered_begin", Shared, Read, true, Way::Begin(&READ_ORDERED),
[MPI_File_read_ordered_begin PMPI_File_read_ordered_begin c"PMPI_File_read_ordered_begin"], [MPI_File_read_ordered_begin_c PMPI_File_read_ordered_begin_c c"PMPI_File_read_ordered_begin_c"] }
end! { READ_ORDERED_END, "MPI_File_read_ordered_end", Shared, Read, [MPI_File_read_ordered_end PMPI_File_read_ordered_end c"PMPI_File_read_ordered_end"] }
at! { WRITE_AT, "MPI_File_write_at", Offset, Write, false, Way::Blocking,
[MPI_File_write_at PMPI_File_write_at c"PMPI_File_write_at"], [MPI_File_write_at_c PMPI_File_write_at_c c"PMPI_File_write_at_c"] }
at! { IWRITE_AT, "MPI_File_iwrite_at", Offset, Write, false, Way::Nonblocking(&WRITE_AT),
[MPI_File_iwrite_at PMPI_File_iwrite_at c"PMPI_File_iwrite_at"], [MPI_File_iwrite_at_c PMPI_File_iwrite_at_c c"PMPI_File_iwrite_at_c"] }
at! { WRITE_AT_ALL, "MPI_File_write_at_all", Offset, Write, true, Way::Blocking,
[MPI_File_write_at_all PMPI_File_write_at_all c"PMPI_File_write_at_all"], [MPI_File_write_at_all_c PMPI_File_write_at_all_c c"PMPI_File_write_at_all_c"] }
at! { IWRITE_AT_ALL, "MPI_File_iwrite_at_all", Offset, Write, true, Way::Nonblocking(&IWRITE_AT_ALL),
[MPI_File_iwrite_at_all PMPI_File_iwrite_at_all c"PMPI_File_iwrite_at_all"], [MPI_File_iwrite_at_all_c PMPI_File_iwrite_at_all_c c"PMPI_File_iwrite_at_all_c"] }
at_begin! { WRITE_AT_ALL_BEGIN, "MPI_File_write_at_all_begin", Offset, Write, true, Way::Begin(&WRITE_AT_ALL),
[MPI_File_write_at_all_begin PMPI_File_write_at_all_begin c"PMPI_File_write_at_all_begin"], [MPI_File_write_at_all_begin_c PMPI_File_write_at_all_begin_c c"PMPI_File_write_at_all_begin_c"] }
end! { WRITE_AT_ALL_END, "MPI_File_write_at_all_end", Offset, Write, [MPI_File_write_at_all_end PMPI_File_write_at_all_end c"PMPI_File_write_at_all_end"] }
pointer! { WRITE, "MPI_File_write", Individual, Write, false, Way::AtOffset(&WRITE_AT),
[MPI_File_write PMPI_File_write c"PMPI_File_write"], [MPI_File_write_c PMPI_File_write_c c"PMPI_File_write_c"] }
pointer! { IWRITE, "MPI_File_iwrite", Individual, Write, false, Way::Nonblocking(&WRITE),
[MPI_File_iwrite PMPI_File_iwrite c"PMPI_File_iwrite"], [MPI_File_iwrite_c PMPI_File_iwrite_c c"PMPI_File_iwrite_c"] }
pointer! { WRITE_ALL, "MPI_File_write_all", Individual, Write, true, Way::AtOffset(&WRITE_AT_ALL),
[MPI_File_write_all PMPI_File_write_all c"PMPI_File_write_all"], [MPI_File_write_all_c PMPI_File_write_all_c c"PMPI_File_write_all_c"] }
pointer! { IWRITE_ALL, "MPI_File_iwrite_all", Individual, Write, true, Way::Nonblocking(&IWRITE_AT_ALL),
[MPI_File_iwrite_all PMPI_File_iwrite_all c"PMPI_File_iwrite_all"], [MPI_File_iwrite_all_c PMPI_File_iwrite_all_c c"PMPI_File_iwrite_all_c"] }
pointer_begin! { WRITE_ALL_BEGIN, "MPI_File_write_all_begin", Individual, Write, true, Way::Begin(&WRITE_ALL),
[MPI_File_write_all_begin PMPI_File_write_all_begin c"PMPI_File_write_all_begin"], [MPI_File_write_all_begin_c PMPI_File_write_all_begin_c c"PMPI_File_write_all_begin_c"] }
end! { WRITE_ALL_END, "MPI_File_write_all_end", Individual, Write, [MPI_File_write_all_end PMPI_File_write_all_end c"PMPI_File_write_all_end"] }
pointer! { WRITE_SHARED, "MPI_File_write_shared", Shared, Write, false, Way::Blocking,
[MPI_File_write_shared PMPI_File_write_shared c"PMPI_File_write_shared"], [MPI_File_write_shared_c PMPI_File_write_shared_c c"PMPI_File_write_shared_c"] }
pointer! { IWRITE_SHARED, "MPI_File_iwrite_shared", Shared, Write, false, Way::Nonblocking(&WRITE_SHARED),
[MPI_File_iwrite_shared PMPI_File_iwrite_shared c"PMPI_File_iwrite_shared"], [MPI_File_iwrite_shared_c PMPI_File_iwrite_shared_c c"PMPI_File_iwrite_shared_c"] }
pointer! { WRITE_ORDERED, "MPI_File_write_ordered", Shared, Write, true, Way::Blocking,
[MPI_File_write_ordered PMPI_File_write_ordered c"PMPI_File_write_ordered"], [MPI_File_write_ordered_c PMPI_File_write_ordered_c c"PMPI_File_write_ordered_c"] }
pointer_begin! { WRITE_ORDERED_BEGIN, "MPI_File_write_ordered_begin", Shared, Write, true, Way::Begin(&WRITE_ORDERED),
[MPI_File_write_ordered_begin PMPI_File_write_ordered_begin c"PMPI_File_write_ordered_begin"], [MPI_File_write_ordered_begin_c PMPI_File_write_ordered_begin_c c"PMPI_File_write_ordered_begin_c"] }
end! { WRITE_ORDERED_END, "MPI_File_write_ordered_end", Shared, Write, [MPI_File_write_ordered_end PMPI_File_write_ordered_end c"PMPI_File_write_ordered_end"] }

exported! {
    /// `MPI_Init`
    MPI_Init / PMPI_Init (count: *mut c_int, words: *mut c_void) = library, called => {
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test: `doctor.c`.
        let code = unsafe { (library.behind(called).init)(count, words) };
        doctor::report_and_exit(library, code)
    };
    /// `MPI_Init_thread`
    MPI_Init_thread / PMPI_Init_thread
        (count: *mut c_int, words: *mut c_void, required: c_int, provided: *mut c_int) = library, called => {
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test: `doctor.c`.
        let code = unsafe { (library.behind(called).init_thread)(count, words, required, provided) };
        doctor::report_and_exit(library, code)
    };
    /// `MPI_Finalize`
    MPI_Finalize / PMPI_Finalize () = library, called => {
        lifetime::end_world(library);
        // SAFETY: it takes nothing, and the program calls it where MPI allows it. Test: `sessions.c::main`.
        unsafe { (library.behind(called).finalize)() }
    };
    /// `MPI_Session_init`
    MPI_Session_init / PMPI_Session_init (info: Word, handler: Word, session: *mut c_void) = library, called => {
        let Some(function) = library.behind(called).session_init else {
            return crate::absent("the MPI library has no `MPI_Session_init`");
        };
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
        // `sessions.c::main`.
        let code = unsafe { function(info, handler, session) };
        if code == 0 {
            lifetime::begin_session();
        }
        code
    };
    /// `MPI_Session_finalize`
    MPI_Session_finalize / PMPI_Session_finalize (session: *mut c_void) = library, called => {
        let Some(function) = library.behind(called).session_finalize else {
            return crate::absent("the MPI library has no `MPI_Session_finalize`");
        };
        lifetime::end_session(library);
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
        // `sessions.c::main`.
        unsafe { function(session) }
    };
    /// `MPI_File_open`
    MPI_File_open / PMPI_File_open
        (communicator: Word, path: *const c_char, mode: c_int, info: Word, file: *mut Word) = library, called => {
        let inside = guard::is_in_library();
        let checked = match check::files::check_open(library, communicator) {
            Ok(checked) => checked,
            Err(failure) => return raise(library, library.abi.file_null, failure),
        };
        let function = library.behind(called).file_open;
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
        // `matrix.c::main`.
        let code = guard::in_library(|| unsafe { function(communicator, path, mode, info, file) });
        if let Err(failure) = check::files::check_opened_file(library, checked, code, file) {
            return raise(library, library.abi.file_null, failure);
        }
        if inside {
            return code;
        }
        // SAFETY: the program passes a place for a handle, and the library has succeeded, so it has stored one there.
        // Test: `matrix.c::main`.
        let file = unsafe { file.read() };
        outcome(library, file, views::force_first_view(library, file))
    };
    /// `MPI_File_close`
    MPI_File_close / PMPI_File_close (file: *mut Word) = library, called => {
        views::close(library, library.behind(called), file)
    };
    /// `MPI_File_set_view`
    MPI_File_set_view / PMPI_File_set_view
        (file: Word, displacement: i64, etype: Word, filetype: Word, name: *const c_char, info: Word) = library, called => {
        let behind = library.behind(called);
        if guard::is_in_library() {
            // SAFETY: the arguments are those of a caller in the library, for which MPI has the same requirements.
            // Test: `calls.c::passed`.
            return unsafe { (behind.file_set_view)(file, displacement, etype, filetype, name, info) };
        }
        let arguments = SetViewArguments { file, displacement, etype, filetype, name, info };
        outcome(library, file, views::set_view(library, behind, &arguments))
    };
    /// `MPI_File_set_size`
    MPI_File_set_size / PMPI_File_set_size (file: Word, size: i64) = library, called => {
        let function = library.behind(called).file_set_size;
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test: `sizes.c::main`.
        let code = guard::in_library(|| unsafe { function(file, size) });
        forget_size(file);
        code
    };
    /// `MPI_File_sync`
    MPI_File_sync / PMPI_File_sync (file: Word) = library, called => {
        let function = library.behind(called).file_sync;
        // SAFETY: the argument is that of the program, for which MPI has the same requirements. Test: `sizes.c::main`.
        let code = guard::in_library(|| unsafe { function(file) });
        forget_size(file);
        code
    };
    /// `MPI_File_set_atomicity`
    MPI_File_set_atomicity / PMPI_File_set_atomicity (file: Word, flag: c_int) = library, called => {
        let function = library.behind(called).file_set_atomicity;
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test: `sizes.c::main`.
        let code = guard::in_library(|| unsafe { function(file, flag) });
        if let Some(known) = files::find(file) && code == 0 {
            known.size.set_atomic(flag != 0);
        }
        code
    };
    /// `MPI_File_get_type_extent_c`
    MPI_File_get_type_extent_c / PMPI_File_get_type_extent_c
        (file: Word, datatype: Word, extent: *mut i64) = library, called => {
        let Some(known) = files::find_for_program(file) else {
            let behind = library.behind(called);
            // Both have 64 bits.
            let function = behind.file_get_type_extent_c.unwrap_or(behind.file_get_type_extent);
            // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Both functions
            // have the same parameters, because `MPI_Aint` and `MPI_Count` have 64 bits. Test: `calls.c::passed`.
            return guard::in_library(|| unsafe { function(file, datatype, extent) });
        };
        outcome(library, file, views::get_type_extent(&known, datatype, extent))
    };
    /// `MPI_Register_datarep`
    MPI_Register_datarep / PMPI_Register_datarep
        (name: *const c_char, read: *mut c_void, write: *mut c_void, extent: *mut c_void, state: *mut c_void) = library, called => {
        registered(library, library.behind(called), name, ProgramFunctions { form: CallingConvention::Int, read, write, extent, state })
    };
    /// `MPI_Register_datarep_c`
    MPI_Register_datarep_c / PMPI_Register_datarep_c
        (name: *const c_char, read: *mut c_void, write: *mut c_void, extent: *mut c_void, state: *mut c_void) = library, called => {
        registered(library, library.behind(called), name, ProgramFunctions { form: CallingConvention::Large, read, write, extent, state })
    };
    /// `MPI_Request_get_status_all`
    MPI_Request_get_status_all / PMPI_Request_get_status_all
        (count: c_int, requests: *mut c_void, flag: *mut c_int, statuses: *mut c_void) = library, called => {
        requests::get_status::get_status_all(CompletionCall { library, behind: library.behind(called), count, requests, statuses }, flag)
    };
    /// `MPI_Request_get_status_any`
    MPI_Request_get_status_any / PMPI_Request_get_status_any
        (count: c_int, requests: *mut c_void, index: *mut c_int, flag: *mut c_int, status: *mut c_void) = library, called => {
        requests::get_status::get_status_any(CompletionCall { library, behind: library.behind(called), count, requests, statuses: status }, index, flag)
    };
    /// `MPI_Request_get_status_some`
    MPI_Request_get_status_some / PMPI_Request_get_status_some
        (count: c_int, requests: *mut c_void, outcount: *mut c_int, indices: *mut c_int, statuses: *mut c_void) = library, called => {
        requests::get_status::get_status_some(CompletionCall { library, behind: library.behind(called), count, requests, statuses }, outcount, indices)
    };
}

on_file! {
    /// `MPI_File_get_view`
    MPI_File_get_view / PMPI_File_get_view
        (file: Word, displacement: *mut i64, etype: *mut c_void, filetype: *mut c_void, name: *mut c_char),
        file_get_view = _library, known => {
        views::get_view(&known, &GetViewResults { displacement, etype, filetype, name })
    };
    /// `MPI_File_get_type_extent`
    MPI_File_get_type_extent / PMPI_File_get_type_extent (file: Word, datatype: Word, extent: *mut i64),
        file_get_type_extent = _library, known => views::get_type_extent(&known, datatype, extent);
    /// `MPI_File_seek`
    MPI_File_seek / PMPI_File_seek (file: Word, offset: i64, whence: c_int),
        file_seek = _library, known => pointer::seek(&known, file, offset, whence);
    /// `MPI_File_get_position`
    MPI_File_get_position / PMPI_File_get_position (file: Word, position: *mut i64),
        file_get_position = library, known => known.pointer.position(library, file).map(|found| {
            // SAFETY: the program passes a place for the position. Test: `handle.c::check_pointer`.
            unsafe { position.write(found) };
        });
}

on_requests! {
    /// `MPI_Wait`
    MPI_Wait / PMPI_Wait (request: *mut c_void, status: *mut c_void), wait = library, behind => {
        requests::wait(CompletionCall { library, behind, count: 1, requests: request, statuses: status })
    };
    /// `MPI_Test`
    MPI_Test / PMPI_Test (request: *mut c_void, flag: *mut c_int, status: *mut c_void), test = library, behind => {
        requests::test(CompletionCall { library, behind, count: 1, requests: request, statuses: status }, flag)
    };
    /// `MPI_Waitall`
    MPI_Waitall / PMPI_Waitall (count: c_int, requests: *mut c_void, statuses: *mut c_void), waitall = library, behind => {
        requests::wait_all(CompletionCall { library, behind, count, requests, statuses })
    };
    /// `MPI_Testall`
    MPI_Testall / PMPI_Testall (count: c_int, requests: *mut c_void, flag: *mut c_int, statuses: *mut c_void), testall = library, behind => {
        requests::test_all(CompletionCall { library, behind, count, requests, statuses }, flag)
    };
    /// `MPI_Waitany`
    MPI_Waitany / PMPI_Waitany (count: c_int, requests: *mut c_void, index: *mut c_int, status: *mut c_void), waitany = library, behind => {
        requests::wait_any(CompletionCall { library, behind, count, requests, statuses: status }, index)
    };
    /// `MPI_Testany`
    MPI_Testany / PMPI_Testany (count: c_int, requests: *mut c_void, index: *mut c_int, flag: *mut c_int, status: *mut c_void), testany = library, behind => {
        requests::test_any(CompletionCall { library, behind, count, requests, statuses: status }, index, flag)
    };
    /// `MPI_Waitsome`
    MPI_Waitsome / PMPI_Waitsome (count: c_int, requests: *mut c_void, outcount: *mut c_int, indices: *mut c_int, statuses: *mut c_void), waitsome = library, behind => {
        requests::complete_some(CompletionCall { library, behind, count, requests, statuses }, Completion::Wait, outcount, indices)
    };
    /// `MPI_Testsome`
    MPI_Testsome / PMPI_Testsome (count: c_int, requests: *mut c_void, outcount: *mut c_int, indices: *mut c_int, statuses: *mut c_void), testsome = library, behind => {
        requests::complete_some(CompletionCall { library, behind, count, requests, statuses }, Completion::Test, outcount, indices)
    };
    /// `MPI_Request_get_status`
    MPI_Request_get_status / PMPI_Request_get_status (request: Word, flag: *mut c_int, status: *mut c_void), request_get_status = library, behind => {
        requests::get_status(library, behind, request, flag, status)
    };
    /// `MPI_Request_free`
    MPI_Request_free / PMPI_Request_free (request: *mut c_void), request_free = library, behind => {
        requests::free(library, behind, request)
    };
}

/// Lets the library register functions of a program. It has the form with large counts if the program has found it there.
fn pass_registration(behind: &library::Functions, name: *const c_char, functions: ProgramFunctions) -> c_int {
    let ProgramFunctions { form, read, write, extent, state } = functions;
    let register = match form {
        CallingConvention::Large => behind.register_datarep_c,
        CallingConvention::Int | CallingConvention::Fortran => Some(behind.register_datarep),
    };
    let Some(function) = register else {
        return crate::absent("the MPI library has no `MPI_Register_datarep_c`");
    };
    // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test: `stranger.c::main`.
    guard::in_library(|| unsafe { function(name, read, write, extent, state) })
}

/// Registers functions of a program.
fn registered(
    library: &'static Library,
    behind: &library::Functions,
    name: *const c_char,
    functions: ProgramFunctions,
) -> c_int {
    if library.unknown_family_reason().is_some() {
        return pass_registration(behind, name, functions);
    }
    let name = if name.is_null() {
        c""
    } else {
        // SAFETY: the name is not null, and the program passes a text that ends with a zero. Test: `matrix.c::main`.
        unsafe { CStr::from_ptr(name) }
    };
    let by_reference = guard::is_in_fortran() && library.abi.family == abi::Family::Mpich;
    let form = if by_reference { CallingConvention::Fortran } else { functions.form };
    let functions = ProgramFunctions { form, ..functions };
    let result = if let Ok(name) = name.to_str() {
        representation::register(library, name, functions)
    } else {
        let message = format!("`{}`: the name of a datarep is UTF-8", name.to_string_lossy());
        Err(Failure::new(ErrorClass::Arg, message))
    };
    outcome(library, library.abi.file_null, result)
}
