//! Requests of nonblocking accesses: generalized requests of the library.
//!
//! An independent access has run already, so its request is complete. A nonblocking collective has a request of the
//! library's own behind the program's request. The routines of the Wait and Test family look at it first. When it is
//! done, they convert its items and complete the program's request. As long as there is no such request, these routines
//! only read one number.
//!
//! The program does not get the library's own request, because libraries share one handle among requests that are
//! complete at once, and MPICH 4.0 makes no progress in `MPI_Request_get_status`.
#![allow(unsafe_code, reason = "calls of the MPI library, and arrays of the program")]

pub(crate) mod get_status;

use std::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use datarep::error::Direction;

use crate::abi::{Status, Word};
use crate::buffer::Buffer;
use crate::failure::{self, Failure, check, raise};
use crate::files::HeldDatatype;
use crate::guard;
use crate::library::{Functions, Library};
use crate::prepared::{PreparedAccess, read_moved_bytes, set_moved_bytes};
use crate::representation::native_size;
use crate::table::Table;

/// How a routine completes requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Completion {
    /// It waits until they are done.
    Wait,
    /// It looks whether they are done.
    Test,
}

/// A nonblocking collective that has begun.
pub(crate) struct PendingCollective {
    pub(crate) file: Word,
    pub(crate) prepared: PreparedAccess,
    /// The datatype of `prepared`, if it is needed again.
    pub(crate) datatype: Option<HeldDatatype>,
    pub(crate) buffer: Buffer,
    pub(crate) bytes: usize,
    /// The library's own request.
    pub(crate) real: Word,
    /// How many bytes of memory it has moved, for the status of the program's request.
    pub(crate) native: Arc<AtomicI64>,
}

impl PendingCollective {
    /// Whether the library is done, with its status.
    pub(crate) fn is_done(
        &mut self,
        library: &'static Library,
        completion: Completion,
        status: &mut Status,
    ) -> Result<bool, Failure> {
        let request = (&raw mut self.real).cast();
        if completion == Completion::Wait {
            // SAFETY: `request` is the place of a request that the library has started, and `status` is a place for a
            // status. The buffer of the request lives in `self`. Tests: `matrix.c::complete`, and `files::layouts::all`
            // under the address sanitizer.
            check(guard::in_library(|| unsafe { (library.functions.wait)(request, status.as_mut_ptr()) }))?;
            return Ok(true);
        }
        let mut flag = 0;
        // SAFETY: `request` is the place of a request that the library has started, `status` is a place for a status,
        // and `flag` one for the flag. The buffer of the request lives in `self`. Tests: `matrix.c::complete`, and
        // `files::layouts::all` under the address sanitizer.
        check(guard::in_library(|| unsafe {
            (library.functions.test)(request, &raw mut flag, status.as_mut_ptr())
        }))?;
        Ok(flag != 0)
    }

    /// Converts the items when the library is done. Returns how many items were moved.
    pub(crate) fn convert(&mut self, library: &'static Library, status: &mut Status) -> Result<i64, Failure> {
        let moved_bytes = read_moved_bytes(library, status.as_mut_ptr())?;
        let (prepared, file) = (&self.prepared, &mut self.buffer[..self.bytes]);
        let whole = match prepared.direction {
            Direction::Read => prepared.convert_read(0, prepared.count, file, moved_bytes)?,
            Direction::Write => {
                let datarep = prepared.file.representation.datarep();
                datarep.items_within(&prepared.items.datatype.memory, 0, moved_bytes)?.min(prepared.count)
            }
        };
        self.native.store(native_size(&prepared.items, whole)?, Ordering::Release);
        Ok(whole)
    }

    /// Waits until the library no longer uses the buffer. The result is of no use, because the call has failed.
    pub(crate) fn wait_and_discard(mut self, library: &'static Library) {
        let mut status = Status::EMPTY;
        // The failure of the call matters more than one of this.
        let _ = self.is_done(library, Completion::Wait, &mut status);
        self.end_access();
    }

    /// Ends the access, frees its datatype, and gives its buffer back to the file. If the library has not freed its request, because waiting
    /// for it failed, it may still use the buffer, which is then never freed.
    pub(crate) fn end_access(self) {
        let abi = &self.prepared.file.library.abi;
        if abi.key(self.real) == abi.key(abi.request_null) {
            self.prepared.file.keep_buffer(self.buffer);
        } else {
            std::mem::forget(self.buffer);
        }
        drop(self.datatype);
    }
}

/// The state of a request of the program.
enum ProgramRequest {
    Running(PendingCollective),
    /// It has ended with this code, and the library has refused to complete it, which is tried again.
    Ended(c_int),
    /// It is complete and has failed with this code, which is returned when the program completes it.
    Failed(c_int),
}

/// How many entries the table has.
static COUNT: AtomicUsize = AtomicUsize::new(0);

static TABLE: Mutex<Option<Table<ProgramRequest>>> = Mutex::new(None);

fn with_table<R>(run: impl FnOnce(&mut Table<ProgramRequest>) -> R) -> R {
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    let table = table.get_or_insert_default();
    let result = run(table);
    COUNT.store(table.len(), Ordering::Release);
    result
}

/// Whether the routines of the Wait and Test family may call the library directly.
#[inline]
pub(crate) fn is_idle() -> bool {
    COUNT.load(Ordering::Acquire) == 0 || guard::is_in_library()
}

fn is_known(request: Word) -> bool {
    with_table(|table| table.contains_key(&request))
}

/// Gives the program a request for a collective that has begun.
pub(crate) fn make_request(
    library: &'static Library,
    place: *mut c_void,
    pending: PendingCollective,
) -> Result<(), Failure> {
    if let Err(failure) = start_generalized_request(library, &pending.native, place) {
        pending.wait_and_discard(library);
        return Err(failure);
    }
    // SAFETY: the library has succeeded, so it has stored a request there. Test: `matrix.c::complete`.
    let request = unsafe { library.abi.load(place, 0) };
    with_table(|table| table.insert(library.abi.key(request), ProgramRequest::Running(pending)));
    Ok(())
}

/// Looks at a request of the program, and completes it if the library is done.
///
/// Returns the code with which the library refuses to complete it, or zero. Waiting for such a request would never end.
fn progress_request(library: &'static Library, request: Word, completion: Completion) -> c_int {
    // The table is not locked, because functions of the program are called. Nobody else may use this request meanwhile.
    let Some(entry) = with_table(|table| table.remove(&request)) else { return 0 };
    let code = match entry {
        ProgramRequest::Running(pending) => match end_collective(library, pending, completion) {
            Ok(code) => code,
            Err(pending) => {
                with_table(|table| table.insert(request, ProgramRequest::Running(*pending)));
                return 0;
            }
        },
        ProgramRequest::Ended(code) => code,
        ProgramRequest::Failed(_) => {
            with_table(|table| table.insert(request, entry));
            return 0;
        }
    };
    // SAFETY: `make_request` has started the request, and no call has completed it: the table had it as one that runs, or as
    // one that was refused. The routine that waits for it returns its error. Tests: `matrix.c::complete`,
    // `calls.c::requests`.
    let completion_code = guard::in_library(|| unsafe { (library.functions.grequest_complete)(request) });
    if completion_code != 0 {
        with_table(|table| table.insert(request, ProgramRequest::Ended(code)));
    } else if code != 0 {
        with_table(|table| table.insert(request, ProgramRequest::Failed(code)));
    }
    completion_code
}

/// Ends a collective, and returns the code with which it has ended, or gives it back if the library is not done.
fn end_collective(
    library: &'static Library,
    mut pending: PendingCollective,
    completion: Completion,
) -> Result<c_int, Box<PendingCollective>> {
    let mut status = Status::EMPTY;
    let result = match pending.is_done(library, completion, &mut status) {
        Ok(false) => return Err(Box::new(pending)),
        Ok(true) => pending.convert(library, &mut status),
        Err(failure) => Err(failure),
    };
    let file = pending.file;
    pending.end_access();
    Ok(result.map_or_else(|failure| raise(library, file, failure), |_| 0))
}

/// Makes a completed request that has moved `native` bytes of memory.
pub(crate) fn make_completed_request(
    library: &'static Library,
    native: i64,
    place: *mut c_void,
) -> Result<(), Failure> {
    start_generalized_request(library, &Arc::new(AtomicI64::new(native)), place)?;
    // SAFETY: the library has succeeded, so it has stored a request there. Test: `matrix.c::complete`.
    let request = unsafe { library.abi.load(place, 0) };
    // SAFETY: the request was started above, and nobody else has completed it. Test: `matrix.c::complete`.
    check(guard::in_library(|| unsafe { (library.functions.grequest_complete)(request) }))
}

/// The address of numbers in a status, `at` bytes from its start.
fn status_numbers<T>(status: *mut c_void, at: usize) -> *mut T {
    status.cast::<u8>().wrapping_add(at).cast()
}

/// Starts a request of the program, whose status reports `native` bytes.
fn start_generalized_request(
    library: &'static Library,
    native: &Arc<AtomicI64>,
    place: *mut c_void,
) -> Result<(), Failure> {
    unsafe extern "C" fn query(native: *mut c_void, status: *mut c_void) -> c_int {
        let Ok(library) = crate::library::library() else { return 0 };
        let abi = &library.abi;
        // SAFETY: MPI passes the place of a status, which has this number of bytes in this family. That of Open MPI may
        // be uninitialized, and so it is only written to. Test: `matrix.c::complete`.
        unsafe { status.cast::<u8>().write_bytes(0, abi.family.status_bytes()) };
        let source = status_numbers::<[c_int; 2]>(status, abi.family.source_in_status());
        // SAFETY: source and tag are two numbers in the status, at this offset in this family. Test:
        // `matrix.c::complete`.
        unsafe { source.write_unaligned([abi.constants.undefined; 2]) };
        // SAFETY: `start_generalized_request` has passed this pointer to a number, and the request holds a count of it
        // until `free` is called. Test: `matrix.c::complete`.
        let native = unsafe { &*native.cast::<AtomicI64>() }.load(Ordering::Acquire);
        if let Err(failure) = set_moved_bytes(library, status, native) {
            return failure::make_code(library, failure);
        }
        // SAFETY: the status is the one that MPI has passed. Test: `matrix.c::complete`.
        guard::in_library(|| unsafe { (library.functions.status_set_cancelled)(status, 0) })
    }
    unsafe extern "C" fn free(native: *mut c_void) -> c_int {
        // SAFETY: `start_generalized_request` has passed this pointer with a count of its own, and MPI frees a request
        // once. Test: `matrix.c::complete`.
        drop(unsafe { Arc::from_raw(native.cast_const().cast::<AtomicI64>()) });
        0
    }
    unsafe extern "C" fn cancel(_: *mut c_void, _: c_int) -> c_int {
        0
    }
    let state = Arc::into_raw(Arc::clone(native));
    let state_pointer = state.cast_mut().cast();
    // SAFETY: the functions have the types and effects that MPI requires, and the state lives until `free` is called.
    // `place` is a place for a request. Test: `matrix.c::complete`.
    let code = guard::in_library(|| unsafe {
        (library.functions.grequest_start)(query, free, cancel, state_pointer, place)
    });
    if code != 0 {
        // SAFETY: the pointer was made above. The library has not started the request, so it does not call `free`.
        // Test: `calls.c::requests`.
        drop(unsafe { Arc::from_raw(state) });
    }
    check(code)
}

/// A copy of the requests of a call, made before the call, which replaces completed ones by the
/// null request.
struct RequestsBefore {
    library: &'static Library,
    requests: Vec<Word>,
}

impl RequestsBefore {
    /// Looks at each request, and completes those for which the library is done. Returns the first code with which one cannot be completed.
    fn progress_requests(&self, completion: Completion) -> c_int {
        let codes = self.requests.iter().map(|&request| progress_request(self.library, request, completion));
        codes.fold(0, |first, code| if first == 0 { code } else { first })
    }

    /// The code that the completed request with this index has failed with, or zero.
    fn failure_code(&self, index: usize) -> c_int {
        let Some(&request) = self.requests.get(index) else { return 0 };
        with_table(|table| match table.get(&request) {
            Some(&ProgramRequest::Failed(code)) => {
                table.remove(&request);
                code
            }
            Some(ProgramRequest::Running(_) | ProgramRequest::Ended(_)) | None => 0,
        })
    }

    /// The code of a call that has succeeded and completes one request. `index` is negative if none is active.
    fn find_code_of_one(&self, index: c_int) -> c_int {
        usize::try_from(index).map_or(0, |index| self.failure_code(index))
    }

    /// The code of a call that completes several requests, each with its status. The statuses of failed ones get their
    /// codes.
    fn find_code_of_several(
        &self,
        code: c_int,
        completed: impl Iterator<Item = (usize, Option<*mut c_void>)>,
    ) -> c_int {
        let in_status = self.library.abi.constants.err_in_status;
        if code != 0 && code != in_status {
            return code;
        }
        let completed: Vec<_> = completed.map(|(index, status)| (self.failure_code(index), status)).collect();
        if completed.iter().all(|(error_code, _)| *error_code == 0) {
            return code;
        }
        for (error_code, status) in completed {
            if let Some(status) = status
                && (error_code != 0 || code == 0)
            {
                let error = status_numbers::<c_int>(status, self.library.abi.family.error_in_status());
                // SAFETY: the error is a number in the status, after source and tag. Test:
                // `faults.c::called_with_others`.
                unsafe { error.write_unaligned(error_code) };
            }
        }
        in_status
    }
}

/// The arguments of a routine of the Wait and Test family.
#[derive(Clone, Copy)]
pub(crate) struct CompletionCall {
    pub(crate) library: &'static Library,
    /// Where the program's own call goes.
    pub(crate) behind: &'static Functions,
    pub(crate) count: c_int,
    pub(crate) requests: *mut c_void,
    pub(crate) statuses: *mut c_void,
}

impl CompletionCall {
    /// The requests, or `None` if none of them is one of ours.
    fn copy_requests(&self) -> Option<RequestsBefore> {
        if is_idle() {
            return None;
        }
        let abi = &self.library.abi;
        // SAFETY: the program passes `count` requests, and `index` is less than that. Test: `matrix.c::complete`.
        let request = |index| abi.key(unsafe { abi.load(self.requests, index) });
        let requests: Vec<Word> = (0..usize::try_from(self.count).unwrap_or(0)).map(request).collect();
        let any = requests.iter().any(|&request| is_known(request));
        any.then_some(RequestsBefore { library: self.library, requests })
    }

    /// Returns the requests after it has looked at each of them, or waited for it. The error is the
    /// code with which a request cannot be completed.
    fn progress_requests_before(&self, completion: Completion) -> Result<Option<RequestsBefore>, c_int> {
        let before = self.copy_requests();
        match before.as_ref().map_or(0, |before| before.progress_requests(completion)) {
            0 => Ok(before),
            refusal_code => Err(refusal_code),
        }
    }

    /// The program's status with this index.
    fn status(&self, index: usize) -> Option<*mut c_void> {
        let bytes = self.library.abi.family.status_bytes();
        let first = self.library.abi.wanted_statuses(self.statuses)?;
        Some(first.cast::<u8>().wrapping_add(index * bytes).cast())
    }

    fn each_status(&self, count: usize) -> impl Iterator<Item = (usize, Option<*mut c_void>)> {
        (0..count).map(|index| (index, self.status(index)))
    }
}

/// `MPI_Wait`.
pub(crate) fn wait(call: CompletionCall) -> c_int {
    let before = match call.progress_requests_before(Completion::Wait) {
        Ok(before) => before,
        Err(refusal_code) => return refusal_code,
    };
    // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
    // `matrix.c::complete`.
    let code = guard::in_library(|| unsafe { (call.behind.wait)(call.requests, call.statuses) });
    if code == 0 { before.map_or(0, |before| before.find_code_of_one(0)) } else { code }
}

/// `MPI_Test`.
pub(crate) fn test(call: CompletionCall, flag: *mut c_int) -> c_int {
    let before = match call.progress_requests_before(Completion::Test) {
        Ok(before) => before,
        Err(refusal_code) => return refusal_code,
    };
    // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
    // `matrix.c::complete`.
    let code = guard::in_library(|| unsafe { (call.behind.test)(call.requests, flag, call.statuses) });
    match before {
        // SAFETY: the program passes a place for the flag, and the library has succeeded, so it has filled it in. Test:
        // `matrix.c::complete`.
        Some(before) if code == 0 && unsafe { flag.read() } != 0 => before.find_code_of_one(0),
        _ => code,
    }
}

/// `MPI_Waitall`.
pub(crate) fn wait_all(call: CompletionCall) -> c_int {
    let before = match call.progress_requests_before(Completion::Wait) {
        Ok(before) => before,
        Err(refusal_code) => return refusal_code,
    };
    let function = call.behind.waitall;
    // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
    // `matrix.c::complete`.
    let code = guard::in_library(|| unsafe { function(call.count, call.requests, call.statuses) });
    before.map_or(code, |before| before.find_code_of_several(code, call.each_status(before.requests.len())))
}

/// `MPI_Testall`.
pub(crate) fn test_all(call: CompletionCall, flag: *mut c_int) -> c_int {
    let before = match call.progress_requests_before(Completion::Test) {
        Ok(before) => before,
        Err(refusal_code) => return refusal_code,
    };
    let function = call.behind.testall;
    // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
    // `matrix.c::complete`.
    let code = guard::in_library(|| unsafe { function(call.count, call.requests, flag, call.statuses) });
    match before {
        // SAFETY: the program passes a place for the flag, and the library has succeeded, so it has filled it in. Test:
        // `matrix.c::complete`.
        Some(before) if code != 0 || unsafe { flag.read() } != 0 => {
            before.find_code_of_several(code, call.each_status(before.requests.len()))
        }
        _ => code,
    }
}

/// `MPI_Waitany`.
pub(crate) fn wait_any(call: CompletionCall, index_place: *mut c_int) -> c_int {
    let functions = &call.library.functions;
    let Some(before) = call.copy_requests() else {
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
        // `matrix.c::complete`.
        return guard::in_library(|| unsafe {
            (call.behind.waitany)(call.count, call.requests, index_place, call.statuses)
        });
    };
    loop {
        let refusal_code = before.progress_requests(Completion::Test);
        if refusal_code != 0 {
            return refusal_code;
        }
        let mut flag = 0;
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements, and `flag` is a
        // place for the flag. Test: `matrix.c::complete`.
        let code = guard::in_library(|| unsafe {
            (functions.testany)(call.count, call.requests, index_place, &raw mut flag, call.statuses)
        });
        if code != 0 {
            return code;
        }
        if flag != 0 {
            // SAFETY: the program passes a place for the index, which the library fills in when a request is done.
            // Test: `matrix.c::complete`.
            return before.find_code_of_one(unsafe { index_place.read() });
        }
        std::thread::yield_now();
    }
}

/// `MPI_Testany`.
pub(crate) fn test_any(call: CompletionCall, index_place: *mut c_int, flag: *mut c_int) -> c_int {
    let before = match call.progress_requests_before(Completion::Test) {
        Ok(before) => before,
        Err(refusal_code) => return refusal_code,
    };
    let function = call.behind.testany;
    // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
    // `matrix.c::complete`.
    let code = guard::in_library(|| unsafe {
        function(call.count, call.requests, index_place, flag, call.statuses)
    });
    match before {
        // SAFETY: the program passes a place for the flag, and the library has succeeded, so it has filled it in. Test:
        // `matrix.c::complete`.
        Some(before) if code == 0 && unsafe { flag.read() } != 0 => {
            // SAFETY: the program passes a place for the index, and the library has succeeded, so it has filled it in.
            // Test: `matrix.c::complete`.
            before.find_code_of_one(unsafe { index_place.read() })
        }
        _ => code,
    }
}

/// `MPI_Waitsome` and `MPI_Testsome`.
pub(crate) fn complete_some(
    call: CompletionCall,
    completion: Completion,
    outcount: *mut c_int,
    indices: *mut c_int,
) -> c_int {
    let before = call.copy_requests();
    // The library's `MPI_Waitsome` would not notice when one of our requests is done.
    let function = match (completion, &before) {
        (Completion::Wait, None) => call.behind.waitsome,
        (Completion::Wait, Some(_)) => call.library.functions.testsome,
        (Completion::Test, _) => call.behind.testsome,
    };
    loop {
        let refusal_code = before.as_ref().map_or(0, |before| before.progress_requests(Completion::Test));
        if refusal_code != 0 {
            return refusal_code;
        }
        // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
        // `matrix.c::complete`.
        let code = guard::in_library(|| unsafe {
            function(call.count, call.requests, outcount, indices, call.statuses)
        });
        let Some(before) = &before else { return code };
        let in_status = call.library.abi.constants.err_in_status;
        if code != 0 && code != in_status {
            return code;
        }
        // SAFETY: the program passes a place for the number. The library fills it in if it succeeds or if requests have
        // failed. Test: `matrix.c::complete`.
        let done_count = unsafe { outcount.read() };
        if code != 0 || done_count != 0 || completion == Completion::Test {
            // The number is negative if no request is active.
            let completed = (0..usize::try_from(done_count).unwrap_or(0)).filter_map(|order| {
                // SAFETY: the library has stored `done_count` indices, and `order` is less than that. Test:
                // `matrix.c::complete`.
                let index = unsafe { indices.wrapping_add(order).read() };
                Some((usize::try_from(index).ok()?, call.status(order)))
            });
            return before.find_code_of_several(code, completed);
        }
        std::thread::yield_now();
    }
}

/// `MPI_Request_get_status`.
pub(crate) fn get_status(
    library: &'static Library,
    behind: &Functions,
    request: Word,
    flag: *mut c_int,
    status: *mut c_void,
) -> c_int {
    let refusal_code =
        if is_idle() { 0 } else { progress_request(library, library.abi.key(request), Completion::Test) };
    if refusal_code != 0 {
        return refusal_code;
    }
    // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
    // `matrix.c::complete`.
    guard::in_library(|| unsafe { (behind.request_get_status)(request, flag, status) })
}

/// `MPI_Request_free`. Waits for the request, because its data lies in a buffer of ours.
pub(crate) fn free(library: &'static Library, behind: &'static Functions, place: *mut c_void) -> c_int {
    let call = CompletionCall { library, behind, count: 1, requests: place, statuses: std::ptr::null_mut() };
    let before = match call.progress_requests_before(Completion::Wait) {
        Ok(before) => before,
        Err(refusal_code) => return refusal_code,
    };
    // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test: `requests.c::main`.
    let code = guard::in_library(|| unsafe { (behind.request_free)(place) });
    if code == 0 { before.map_or(0, |before| before.find_code_of_one(0)) } else { code }
}
