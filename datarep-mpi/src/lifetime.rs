//! How long MPI lasts in this process: until the world is finalized and no session is left.
//!
//! A program may begin sessions after that. The library then gives the same numbers again, to keys of attributes and
//! codes of errors, as to files. So whatever has such numbers here is forgotten before the last finalization, while the
//! library may still be called. The names that a program has registered end with MPI, too.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::library::Library;
use crate::{datatype, failure, files, guard, losses, representation};

/// The sessions that have begun and not ended.
static SESSIONS: AtomicUsize = AtomicUsize::new(0);

/// Notes that a session has begun.
pub(crate) fn begin_session() {
    SESSIONS.fetch_add(1, Ordering::AcqRel);
}

/// Notes that a session is about to end.
pub(crate) fn end_session(library: &'static Library) {
    let before =
        SESSIONS.fetch_update(Ordering::AcqRel, Ordering::Acquire, |sessions| sessions.checked_sub(1));
    if before.unwrap_or(1) == 1 && !is_world_there(library) {
        forget_all_state(library);
    }
}

/// Notes that the world is about to be finalized.
pub(crate) fn end_world(library: &'static Library) {
    if SESSIONS.load(Ordering::Acquire) == 0 {
        forget_all_state(library);
    }
}

fn is_world_there(library: &'static Library) -> bool {
    let (mut initialized, mut finalized) = (0, 0);
    let functions = &library.functions;
    // SAFETY: `initialized` is a place for the flag, and the function may be called at any time. Test:
    // `sessions.c::main`.
    guard::in_library(|| unsafe { (functions.initialized)(&raw mut initialized) });
    // SAFETY: `finalized` is a place for the flag, and the function may be called at any time. Test: `sessions.c::main`.
    guard::in_library(|| unsafe { (functions.finalized)(&raw mut finalized) });
    initialized != 0 && finalized == 0
}

fn forget_all_state(library: &'static Library) {
    files::forget_all_files();
    losses::forget_all_losses();
    representation::forget_registered();
    failure::forget_codes();
    datatype::forget_key(library);
}
