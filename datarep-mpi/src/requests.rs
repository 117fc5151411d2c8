//! Requests: those of nonblocking collectives, converted when they are completed, and those that are complete at once.
//!
//! A nonblocking collective is the library's own request, so that it progresses as any other. Its items are converted by
//! the routine that completes it. While there is none, the routines of the Wait and Test family pay one look at a number.
#![allow(unsafe_code, reason = "calls of the MPI library, and arrays of the program")]

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::abi::{Status, Word};
use crate::access::{Direction, Prepared, elements, moved, set_elements};
use crate::failure::{Failure, check, raise};
use crate::guard;
use crate::library::Library;
use crate::representation::native_size;

/// A nonblocking collective that has begun.
pub(crate) struct Pending {
    file: Word,
    prepared: Prepared,
    buffer: Vec<u8>,
    bytes: usize,
    /// What it has moved, where `MPI_Request_get_status` has told so already.
    told: Option<i64>,
}

impl Pending {
    pub(crate) fn new(file: Word, prepared: Prepared, buffer: Vec<u8>, bytes: usize) -> Pending {
        Pending { file, prepared, buffer, bytes, told: None }
    }

    /// The access is done: its items are converted, and the status is in bytes of memory.
    fn complete(&mut self, library: &'static Library, status: *mut c_void) -> Result<(), Failure> {
        if self.told.is_none() {
            let got = elements(library, status)?;
            let (prepared, file) = (&self.prepared, &mut self.buffer[..self.bytes]);
            let whole = match prepared.direction {
                Direction::Read => prepared.store(0, prepared.count, file, got)?,
                Direction::Write => {
                    let datarep = prepared.file.representation.datarep();
                    datarep.items_within(&prepared.items.datatype.memory, 0, got)?.min(prepared.count)
                }
            };
            self.told = Some(native_size(&prepared.items, whole)?);
            moved(library, self.file, prepared)?;
        }
        set_elements(library, status, self.told.unwrap_or(0))
    }

    fn end(mut self, library: &'static Library, status: *mut c_void) -> c_int {
        let result = self.complete(library, status);
        let Pending { file, prepared, buffer, .. } = self;
        prepared.file.give_back(buffer);
        match result {
            Ok(()) => 0,
            Err(failure) => raise(library, file, failure),
        }
    }
}

/// How many there are.
static COUNT: AtomicUsize = AtomicUsize::new(0);

static PENDING: Mutex<Option<HashMap<Word, Pending>>> = Mutex::new(None);

fn with<R>(run: impl FnOnce(&mut HashMap<Word, Pending>) -> R) -> R {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    let pending = pending.get_or_insert_default();
    let result = run(pending);
    COUNT.store(pending.len(), Ordering::Release);
    result
}

/// Whether the routines of the Wait and Test family may go straight to the library.
pub(crate) fn is_idle() -> bool {
    COUNT.load(Ordering::Acquire) == 0 || guard::is_in_library()
}

fn take(request: Word) -> Option<Pending> {
    with(|pending| pending.remove(&request))
}

fn is_pending(request: Word) -> bool {
    with(|pending| pending.contains_key(&request))
}

/// Keeps what is to be done when the request at this place is completed.
///
/// Libraries share one handle among requests that are complete at once. Such a one is not kept: it is replaced.
pub(crate) fn keep(library: &'static Library, place: *mut c_void, pending: Pending) -> Result<(), Failure> {
    let (mut flag, mut status) = (0, Status::EMPTY);
    // SAFETY: the library has stored a request there.
    check(guard::in_library(|| unsafe { (library.functions.test)(place, &raw mut flag, status.place()) }))?;
    if flag == 0 {
        // SAFETY: as above.
        let request = unsafe { library.abi.load(place, 0) };
        with(|all| all.insert(library.abi.key(request), pending));
        return Ok(());
    }
    let mut pending = pending;
    let result = pending.complete(library, status.place());
    let native = pending.told.unwrap_or(0);
    pending.prepared.file.give_back(pending.buffer);
    result?;
    completed(library, native, place)
}

/// Joins a nonblocking collective with no bytes, and waits for it.
pub(crate) fn joined(library: &'static Library, start: impl FnOnce(*mut c_void) -> Result<(), Failure>) {
    let (mut request, mut status) = (library.abi.request_null, Status::EMPTY);
    let place = (&raw mut request).cast();
    if start(place).is_ok() {
        // SAFETY: the library has stored a request there. What it fails with is less than what this process has failed with.
        guard::in_library(|| unsafe { (library.functions.wait)(place, status.place()) });
    }
}

/// Numbers in a status, so many bytes from its begin.
fn numbers<T>(status: *mut c_void, at: usize) -> *mut T {
    status.cast::<u8>().wrapping_add(at).cast()
}

/// A request that is complete, and has moved so many bytes of memory.
pub(crate) fn completed(library: &'static Library, native: i64, place: *mut c_void) -> Result<(), Failure> {
    unsafe extern "C" fn query(native: *mut c_void, status: *mut c_void) -> c_int {
        let Ok(library) = crate::library::library() else { return 0 };
        let abi = &library.abi;
        // SAFETY: MPI hands over the place of a status. Open MPI's may have anything in it.
        unsafe { status.cast::<u8>().write_bytes(0, abi.family.status_bytes()) };
        let source = numbers::<[c_int; 2]>(status, abi.source_in_status());
        // SAFETY: source and tag lie in the status.
        unsafe { source.write_unaligned([abi.constants.undefined; 2]) };
        // SAFETY: the state is the number that `completed` has made.
        let native = unsafe { *native.cast::<i64>() };
        if set_elements(library, status, native).is_err() {
            return library.abi.constants.err_intern;
        }
        // SAFETY: the place of a status.
        guard::in_library(|| unsafe { (library.functions.status_set_cancelled)(status, 0) })
    }
    unsafe extern "C" fn free(native: *mut c_void) -> c_int {
        // SAFETY: the state is the number that `completed` has made, and is freed once.
        drop(unsafe { Box::from_raw(native.cast::<i64>()) });
        0
    }
    unsafe extern "C" fn cancel(_: *mut c_void, _: c_int) -> c_int {
        0
    }
    let state = Box::into_raw(Box::new(native)).cast();
    guard::in_library(|| {
        // SAFETY: the functions do as MPI asks, and the place is one for a request.
        let code = unsafe { (library.functions.grequest_start)(query, free, cancel, state, place) };
        if code != 0 {
            // SAFETY: made above, and not kept.
            drop(unsafe { Box::from_raw(state.cast::<i64>()) });
        }
        check(code)?;
        // SAFETY: the library has stored a request there.
        let request = unsafe { library.abi.load(place, 0) };
        // SAFETY: the request is the one that was started.
        check(unsafe { (library.functions.grequest_complete)(request) })
    })
}

/// The requests of a call, as they were before it: completed ones are replaced by the null request.
struct Before {
    library: &'static Library,
    requests: Vec<Word>,
}

impl Before {
    /// Nothing where none of them is ours.
    ///
    /// # Safety
    ///
    /// `array` has so many requests.
    unsafe fn of(library: &'static Library, array: *const c_void, count: usize) -> Option<Before> {
        // SAFETY: the array has them.
        let request = |index| library.abi.key(unsafe { library.abi.load(array, index) });
        let requests: Vec<Word> = (0..count).map(request).collect();
        requests.iter().any(|&request| is_pending(request)).then_some(Before { library, requests })
    }

    /// The request with this index is complete: zero, or the code of what failed.
    fn complete(&self, index: usize, status: *mut c_void) -> c_int {
        match self.requests.get(index).and_then(|&request| take(request)) {
            Some(pending) => pending.end(self.library, status),
            None => 0,
        }
    }

    /// Several are complete, each with its status; those with an error of their own say so in it.
    fn complete_all(&self, code: c_int, done: impl Iterator<Item = (usize, *mut c_void)>) -> c_int {
        let constants = self.library.abi.constants;
        let in_status = code == constants.err_in_status;
        if code != 0 && !in_status {
            return code;
        }
        let (mut failed, mut all) = (false, Vec::new());
        for (index, status) in done {
            let before = if in_status { self.error(status) } else { 0 };
            let code = if before == 0 { self.complete(index, status) } else { before };
            failed |= code != 0;
            all.push((status, code));
        }
        if !failed {
            return code;
        }
        for (status, code) in all {
            // SAFETY: the error lies in the status, behind source and tag.
            unsafe { self.error_place(status).write_unaligned(code) };
        }
        constants.err_in_status
    }

    fn error_place(&self, status: *mut c_void) -> *mut c_int {
        numbers(status, self.library.abi.source_in_status() + 8)
    }

    fn error(&self, status: *mut c_void) -> c_int {
        // SAFETY: the error lies in the status, behind source and tag.
        unsafe { self.error_place(status).read_unaligned() }
    }
}

/// The statuses of a call: the program's, or ours where it wants none.
struct Statuses {
    place: *mut c_void,
    bytes: usize,
    _own: Vec<Status>,
}

impl Statuses {
    fn new(library: &'static Library, theirs: Option<*mut c_void>, count: usize) -> Statuses {
        let bytes = library.abi.family.status_bytes();
        let mut own = if theirs.is_some() { Vec::new() } else { vec![Status::EMPTY; count.max(1)] };
        let place = theirs.unwrap_or(own.as_mut_ptr().cast());
        Statuses { place, bytes, _own: own }
    }

    fn at(&self, index: usize) -> *mut c_void {
        self.place.cast::<u8>().wrapping_add(index * self.bytes).cast()
    }
}

/// What a routine of the family is given.
#[derive(Clone, Copy)]
pub(crate) struct Family {
    pub(crate) library: &'static Library,
    pub(crate) count: c_int,
    pub(crate) requests: *mut c_void,
    pub(crate) statuses: *mut c_void,
}

impl Family {
    fn len(&self) -> usize {
        usize::try_from(self.count).unwrap_or(0)
    }

    fn before(&self) -> Option<Before> {
        if is_idle() {
            return None;
        }
        // SAFETY: the program gives so many requests.
        unsafe { Before::of(self.library, self.requests, self.len()) }
    }

    fn one(&self) -> Statuses {
        Statuses::new(self.library, self.library.abi.status(self.statuses), 1)
    }

    fn each(&self) -> Statuses {
        Statuses::new(self.library, self.library.abi.statuses(self.statuses), self.len())
    }
}

/// `MPI_Wait`.
pub(crate) fn wait(call: Family) -> c_int {
    let functions = &call.library.functions;
    let Some(before) = call.before() else {
        // SAFETY: the arguments are the program's.
        return guard::in_library(|| unsafe { (functions.wait)(call.requests, call.statuses) });
    };
    let status = call.one();
    // SAFETY: the arguments are the program's, or as good.
    let code = guard::in_library(|| unsafe { (functions.wait)(call.requests, status.place) });
    if code == 0 { before.complete(0, status.place) } else { code }
}

/// `MPI_Test`.
pub(crate) fn test(call: Family, flag: *mut c_int) -> c_int {
    let functions = &call.library.functions;
    let Some(before) = call.before() else {
        // SAFETY: the arguments are the program's.
        return guard::in_library(|| unsafe { (functions.test)(call.requests, flag, call.statuses) });
    };
    let status = call.one();
    // SAFETY: the arguments are the program's, or as good.
    let code = guard::in_library(|| unsafe { (functions.test)(call.requests, flag, status.place) });
    // SAFETY: the program gives a place for the flag, which the library has filled in.
    if code == 0 && unsafe { flag.read() } != 0 { before.complete(0, status.place) } else { code }
}

/// `MPI_Waitall`.
pub(crate) fn wait_all(call: Family) -> c_int {
    let functions = &call.library.functions;
    let Some(before) = call.before() else {
        // SAFETY: the arguments are the program's.
        return guard::in_library(|| unsafe {
            (functions.waitall)(call.count, call.requests, call.statuses)
        });
    };
    let statuses = call.each();
    // SAFETY: the arguments are the program's, or as good.
    let code =
        guard::in_library(|| unsafe { (functions.waitall)(call.count, call.requests, statuses.place) });
    before.complete_all(code, (0..call.len()).map(|index| (index, statuses.at(index))))
}

/// `MPI_Testall`.
pub(crate) fn test_all(call: Family, flag: *mut c_int) -> c_int {
    let functions = &call.library.functions;
    let Some(before) = call.before() else {
        // SAFETY: the arguments are the program's.
        return guard::in_library(|| unsafe {
            (functions.testall)(call.count, call.requests, flag, call.statuses)
        });
    };
    let statuses = call.each();
    // SAFETY: the arguments are the program's, or as good.
    let code =
        guard::in_library(|| unsafe { (functions.testall)(call.count, call.requests, flag, statuses.place) });
    // SAFETY: the program gives a place for the flag, which the library has filled in where there is no error.
    if code == 0 && unsafe { flag.read() } == 0 {
        return code;
    }
    before.complete_all(code, (0..call.len()).map(|index| (index, statuses.at(index))))
}

/// `MPI_Waitany`.
pub(crate) fn wait_any(call: Family, which: *mut c_int) -> c_int {
    let functions = &call.library.functions;
    let Some(before) = call.before() else {
        // SAFETY: the arguments are the program's.
        return guard::in_library(|| unsafe {
            (functions.waitany)(call.count, call.requests, which, call.statuses)
        });
    };
    let status = call.one();
    // SAFETY: the arguments are the program's, or as good.
    let code =
        guard::in_library(|| unsafe { (functions.waitany)(call.count, call.requests, which, status.place) });
    // SAFETY: the program gives a place for the index, which the library has filled in.
    completed_any(&before, code, unsafe { which.read() }, &status)
}

/// `MPI_Testany`.
pub(crate) fn test_any(call: Family, which: *mut c_int, flag: *mut c_int) -> c_int {
    let functions = &call.library.functions;
    let Some(before) = call.before() else {
        // SAFETY: the arguments are the program's.
        return guard::in_library(|| unsafe {
            (functions.testany)(call.count, call.requests, which, flag, call.statuses)
        });
    };
    let status = call.one();
    // SAFETY: the arguments are the program's, or as good.
    let code = guard::in_library(|| unsafe {
        (functions.testany)(call.count, call.requests, which, flag, status.place)
    });
    // SAFETY: the program gives a place for the flag, which the library has filled in where there is no error.
    if code != 0 || unsafe { flag.read() } == 0 {
        return code;
    }
    // SAFETY: the program gives a place for the index, which the library has filled in.
    completed_any(&before, code, unsafe { which.read() }, &status)
}

/// The index is negative where no request is active.
fn completed_any(before: &Before, code: c_int, which: c_int, status: &Statuses) -> c_int {
    match usize::try_from(which) {
        Ok(which) if code == 0 => before.complete(which, status.place),
        _ => code,
    }
}

/// `MPI_Waitsome` and `MPI_Testsome`.
pub(crate) fn some(call: Family, waits: bool, outcount: *mut c_int, indices: *mut c_int) -> c_int {
    let functions = &call.library.functions;
    let function = if waits { functions.waitsome } else { functions.testsome };
    let Some(before) = call.before() else {
        // SAFETY: the arguments are the program's.
        return guard::in_library(|| unsafe {
            function(call.count, call.requests, outcount, indices, call.statuses)
        });
    };
    let statuses = call.each();
    // SAFETY: the arguments are the program's, or as good.
    let code = guard::in_library(|| unsafe {
        function(call.count, call.requests, outcount, indices, statuses.place)
    });
    // SAFETY: the program gives a place for the number, which the library has filled in. It is negative where no request is active.
    let done = usize::try_from(unsafe { outcount.read() }).unwrap_or(0);
    let each = (0..done).filter_map(|order| {
        // SAFETY: the library has stored so many indices.
        let which = unsafe { indices.wrapping_add(order).read() };
        Some((usize::try_from(which).ok()?, statuses.at(order)))
    });
    before.complete_all(code, each)
}

/// `MPI_Request_get_status`: what is complete stays a request, its items converted.
pub(crate) fn get_status(
    library: &'static Library,
    request: Word,
    flag: *mut c_int,
    status: *mut c_void,
) -> c_int {
    let functions = &library.functions;
    let key = library.abi.key(request);
    if is_idle() || !is_pending(key) {
        // SAFETY: the arguments are the program's.
        return guard::in_library(|| unsafe { (functions.request_get_status)(request, flag, status) });
    }
    let statuses = Statuses::new(library, library.abi.status(status), 1);
    let place = statuses.place;
    // SAFETY: the arguments are the program's, or as good.
    let code = guard::in_library(|| unsafe { (functions.request_get_status)(request, flag, place) });
    // SAFETY: the program gives a place for the flag, which the library has filled in.
    if code != 0 || unsafe { flag.read() } == 0 {
        return code;
    }
    let Some(mut pending) = take(key) else { return code };
    let result = pending.complete(library, place);
    let file = pending.file;
    with(|all| all.insert(key, pending));
    match result {
        Ok(()) => 0,
        Err(failure) => raise(library, file, failure),
    }
}

/// `MPI_Request_free`. What is read or written lies in a buffer of ours: it is waited for.
pub(crate) fn free(library: &'static Library, request: *mut c_void) -> c_int {
    let call = Family { library, count: 1, requests: request, statuses: std::ptr::null_mut() };
    let Some(before) = call.before() else {
        // SAFETY: the argument is the program's.
        return guard::in_library(|| unsafe { (library.functions.request_free)(request) });
    };
    let mut status = Status::EMPTY;
    // SAFETY: the request is the program's.
    let code = guard::in_library(|| unsafe { (library.functions.wait)(request, status.place()) });
    if code == 0 { before.complete(0, status.place()) } else { code }
}
