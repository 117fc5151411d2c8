//! The routines of MPI 4.1 that report on several requests and complete none. If the library lacks them, they are
//! implemented by `MPI_Request_get_status`, because programs that look for them find ours.
#![allow(unsafe_code, reason = "calls of the MPI library, and arrays of the program")]

use std::ffi::{c_int, c_void};

use super::{Completion, CompletionCall, is_idle, progress_request, status_numbers};
use crate::abi::{Status, Word};
use crate::guard;

impl CompletionCall {
    fn len(&self) -> usize {
        usize::try_from(self.count).unwrap_or(0)
    }

    /// The code of a routine that the library lacks and that cannot be implemented here, because its handles are unknown.
    fn absent_code(&self) -> Option<c_int> {
        self.library.unknown_family_reason().map(crate::absent)
    }

    fn request(&self, index: usize) -> Word {
        // SAFETY: the program passes `count` requests, and all callers pass an index that is less than that. Test:
        // `requests.c::main`.
        unsafe { self.library.abi.load(self.requests, index) }
    }

    fn is_null(&self, index: usize) -> bool {
        let abi = &self.library.abi;
        abi.key(self.request(index)) == abi.key(abi.request_null)
    }

    /// Continues the requests that are ours. Returns the first code with which one cannot be completed.
    fn progress_ours(&self) -> c_int {
        if is_idle() {
            return 0;
        }
        let look = |index| {
            progress_request(self.library, self.library.abi.key(self.request(index)), Completion::Test)
        };
        (0..self.len()).map(look).fold(0, |first, code| if first == 0 { code } else { first })
    }

    /// Stores the status of the request with this index in the program's status with index `to`. Returns whether the
    /// request is complete.
    fn store_status(&self, index: usize, to: usize) -> Result<bool, c_int> {
        let (mut own, mut flag) = (Status::EMPTY, 0);
        let status = self.status(to).unwrap_or_else(|| own.as_mut_ptr());
        let request = self.request(index);
        // SAFETY: `flag` is a place for the flag, and `status` is the program's place for a status or our own. Test:
        // `requests.c::main`.
        let code = guard::in_library(|| unsafe {
            (self.library.functions.request_get_status)(request, &raw mut flag, status)
        });
        if code == 0 && self.is_null(index) {
            self.clear_error(status);
        }
        if code == 0 { Ok(flag != 0) } else { Err(code) }
    }

    /// Sets the error of an empty status: MPI says that there is none, and Open MPI leaves the number that is there.
    fn clear_error(&self, status: *mut c_void) {
        let error = status_numbers::<c_int>(status, self.library.abi.family.error_in_status());
        // SAFETY: the error is a number in the status, after source and tag. Test: `requests.c::main`.
        unsafe { error.write_unaligned(0) };
    }
}

/// Stores a number in a place of the program.
fn store_int(place: *mut c_int, value: c_int) {
    // SAFETY: the program passes a place for the number. Test: `requests.c::main`.
    unsafe { place.write(value) };
}

/// An index as an `int`. It counts requests, whose number is an `int`.
fn index_to_int(index: usize) -> c_int {
    c_int::try_from(index).unwrap_or(c_int::MAX)
}

/// `MPI_Request_get_status_all`.
pub(crate) fn get_status_all(call: CompletionCall, flag: *mut c_int) -> c_int {
    let refusal_code = call.progress_ours();
    if refusal_code != 0 {
        return refusal_code;
    }
    if let Some(function) = call.behind.request_get_status_all {
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
        // `requests.c::main`.
        return guard::in_library(|| unsafe { function(call.count, call.requests, flag, call.statuses) });
    }
    if let Some(code) = call.absent_code() {
        return code;
    }
    let mut all_done = true;
    for index in 0..call.len() {
        match call.store_status(index, index) {
            Ok(is_done) => all_done &= is_done,
            Err(code) => return code,
        }
    }
    store_int(flag, c_int::from(all_done));
    0
}

/// `MPI_Request_get_status_any`.
pub(crate) fn get_status_any(call: CompletionCall, index_place: *mut c_int, flag: *mut c_int) -> c_int {
    let refusal_code = call.progress_ours();
    if refusal_code != 0 {
        return refusal_code;
    }
    if let Some(function) = call.behind.request_get_status_any {
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
        // `requests.c::main`.
        return guard::in_library(|| unsafe {
            function(call.count, call.requests, index_place, flag, call.statuses)
        });
    }
    if let Some(code) = call.absent_code() {
        return code;
    }
    let mut active = (0..call.len()).filter(|&index| !call.is_null(index)).peekable();
    if active.peek().is_none() {
        store_int(index_place, call.library.abi.constants.undefined);
        store_int(flag, 1);
        return store_null_status(&call);
    }
    for index in active {
        match call.store_status(index, 0) {
            Ok(true) => {
                store_int(index_place, index_to_int(index));
                store_int(flag, 1);
                return 0;
            }
            Ok(false) => {}
            Err(code) => return code,
        }
    }
    store_int(index_place, call.library.abi.constants.undefined);
    store_int(flag, 0);
    0
}

/// Stores the status of the null request.
fn store_null_status(call: &CompletionCall) -> c_int {
    let (mut own, mut flag) = (Status::EMPTY, 0);
    let status: *mut c_void = call.status(0).unwrap_or_else(|| own.as_mut_ptr());
    let null = call.library.abi.request_null;
    // SAFETY: `flag` is a place for the flag, and `status` is the program's place for a status or our own. Test:
    // `requests.c::main`.
    let code = guard::in_library(|| unsafe {
        (call.library.functions.request_get_status)(null, &raw mut flag, status)
    });
    if code == 0 {
        call.clear_error(status);
    }
    code
}

/// `MPI_Request_get_status_some`.
pub(crate) fn get_status_some(call: CompletionCall, outcount: *mut c_int, indices: *mut c_int) -> c_int {
    let refusal_code = call.progress_ours();
    if refusal_code != 0 {
        return refusal_code;
    }
    if let Some(function) = call.behind.request_get_status_some {
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
        // `requests.c::main`.
        return guard::in_library(|| unsafe {
            function(call.count, call.requests, outcount, indices, call.statuses)
        });
    }
    if let Some(code) = call.absent_code() {
        return code;
    }
    let (mut done_count, mut active) = (0, 0);
    for index in (0..call.len()).filter(|&index| !call.is_null(index)) {
        active += 1;
        match call.store_status(index, done_count) {
            Ok(true) => {
                store_int(indices.wrapping_add(done_count), index_to_int(index));
                done_count += 1;
            }
            Ok(false) => {}
            Err(code) => return code,
        }
    }
    store_int(
        outcount,
        if active == 0 { call.library.abi.constants.undefined } else { index_to_int(done_count) },
    );
    0
}
