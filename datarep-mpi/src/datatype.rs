//! The library's datatypes as typemaps of the runtime, and back. Each is decoded once, and kept as an attribute of the library's
//! datatype, under a key of ours.

mod decode;
pub(crate) mod emit;

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use datarep::ErrorClass;
use datarep::datatype::{Committed, Typemap};

use crate::abi::Word;
use crate::failure::{Failure, check};
use crate::guard;
use crate::library::Library;
use crate::table::Table;

pub(crate) use emit::emit_copies;

/// A decoded datatype of the library.
#[derive(Debug)]
pub(crate) struct Datatype {
    /// The datatype as it lies in memory, with the bounds that the library computes.
    pub(crate) memory: Committed,
    /// The constructor calls, which are repeated for a file.
    pub(crate) calls: Typemap,
}

// Requirement: R-CONV-7.
/// The datatype of a handle. It is decoded once, kept as an attribute of the library's datatype, and freed with it.
pub(crate) fn find_datatype(library: &'static Library, handle: Word) -> Result<Arc<Datatype>, Failure> {
    if library.abi.leaf(handle).is_some() {
        static PREDEFINED: Mutex<Option<Table<Arc<Datatype>>>> = Mutex::new(None);
        let key = library.abi.key(handle);
        let cached_datatype = PREDEFINED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert_default()
            .get(&key)
            .cloned();
        if let Some(cached_datatype) = cached_datatype {
            return Ok(cached_datatype);
        }
        let new = Arc::new(decode_datatype(library, handle)?);
        let mut table = PREDEFINED.lock().unwrap_or_else(PoisonError::into_inner);
        return Ok(Arc::clone(table.get_or_insert_default().entry(key).or_insert(new)));
    }
    // The library would report it to the handler of a communicator, which ends the program.
    if library.abi.key(handle) == library.abi.key(library.abi.datatype_null) {
        let message = "the datatype is MPI_DATATYPE_NULL, which is none";
        return Err(Failure::new(ErrorClass::Type, message));
    }
    guard::in_library(|| {
        let key = find_keyval(library)?;
        if let Some(cached_datatype) = read_cached(library, handle, key)? {
            return Ok(cached_datatype);
        }
        let new = Arc::new(decode_datatype(library, handle)?);
        cache_datatype(library, handle, key, &new)?;
        Ok(new)
    })
}

fn decode_datatype(library: &'static Library, handle: Word) -> Result<Datatype, Failure> {
    let calls = decode::decode(library, handle, decode::Bounds::OfCalls)?;
    let memory = decode::decode(library, handle, decode::Bounds::OfLibrary)?.commit()?;
    Ok(Datatype { memory, calls })
}

/// The key of the attribute under which datatypes keep their decoded form.
#[allow(unsafe_code, reason = "functions that the library calls")]
fn find_keyval(library: &'static Library) -> Result<c_int, Failure> {
    unsafe extern "C" fn never(
        _: Word,
        _: c_int,
        _: *mut c_void,
        _: *mut c_void,
        _: *mut c_void,
        flag: *mut c_int,
    ) -> c_int {
        // SAFETY: MPI passes a place for the flag. The owner of a copy may change it, so copies are decoded again.
        // Test: `matrix.c::view_of`.
        unsafe { flag.write(0) };
        0
    }
    unsafe extern "C" fn free(_: Word, _: c_int, value: *mut c_void, _: *mut c_void) -> c_int {
        // SAFETY: `cache_datatype` has made the value by `Arc::into_raw`, and MPI deletes an attribute once. Test:
        // `matrix.c::main`.
        drop(unsafe { Arc::from_raw(value.cast_const().cast::<Datatype>()) });
        0
    }
    let existing_key = KEY.load(Ordering::Acquire);
    if existing_key != NO_KEY {
        return Ok(existing_key);
    }
    let mut key = 0;
    // SAFETY: `key` is a place for the key, and both functions have the types and effects that MPI requires. They need
    // no state. Test: `matrix.c::main`.
    check(unsafe { (library.functions.type_create_keyval)(never, free, &raw mut key, ptr::null_mut()) })?;
    match KEY.compare_exchange(NO_KEY, key, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => Ok(key),
        // Another thread was faster.
        Err(existing_key) => {
            free_key(library, key);
            Ok(existing_key)
        }
    }
}

/// The key, which the library has until it is finalized.
static KEY: AtomicI32 = AtomicI32::new(NO_KEY);

/// No library has this key: it is the null key of none, and keys are handles or small numbers.
const NO_KEY: c_int = c_int::MIN;

/// Frees the key, and forgets it. Datatypes that still have the attribute keep it.
pub(crate) fn forget_key(library: &'static Library) {
    let key = KEY.swap(NO_KEY, Ordering::AcqRel);
    if key != NO_KEY {
        free_key(library, key);
    }
}

#[allow(unsafe_code, reason = "a call of the MPI library")]
fn free_key(library: &'static Library, mut key: c_int) {
    // SAFETY: the key was made by `find_keyval`, and nobody uses it any more. Test: `sessions.c::main`.
    guard::in_library(|| unsafe { (library.functions.type_free_keyval)(&raw mut key) });
}

#[allow(unsafe_code, reason = "an attribute is a pointer")]
fn read_cached(
    library: &'static Library,
    handle: Word,
    key: c_int,
) -> Result<Option<Arc<Datatype>>, Failure> {
    let (mut value, mut flag) = (ptr::null_mut::<c_void>(), 0);
    // SAFETY: `value` and `flag` are places for the value and the flag, and the datatype is the program's. Test:
    // `matrix.c::main`.
    check(unsafe { (library.functions.type_get_attr)(handle, key, (&raw mut value).cast(), &raw mut flag) })?;
    if flag == 0 || value.is_null() {
        return Ok(None);
    }
    let value = value.cast_const().cast::<Datatype>();
    // SAFETY: `cache_datatype` has made the value by `Arc::into_raw`. The program uses the datatype now, so it is not freed
    // meanwhile, and its attribute still holds a count. Test: `matrix.c::main`.
    unsafe { Arc::increment_strong_count(value) };
    // SAFETY: the count that was added above is the one of this `Arc`. Test: `matrix.c::main`.
    Ok(Some(unsafe { Arc::from_raw(value) }))
}

#[allow(unsafe_code, reason = "an attribute is a pointer")]
fn cache_datatype(
    library: &'static Library,
    handle: Word,
    key: c_int,
    datatype: &Arc<Datatype>,
) -> Result<(), Failure> {
    let value = Arc::into_raw(Arc::clone(datatype));
    // SAFETY: the datatype is the program's, the key is the one of `find_keyval`, and the value is a pointer whose count the
    // delete function takes back. Test: `matrix.c::main`.
    let code = unsafe { (library.functions.type_set_attr)(handle, key, value.cast_mut().cast()) };
    if code != 0 {
        // SAFETY: the pointer was made above. The library has not kept it, so the delete function does not get it. Test:
        // `calls.c::accesses`.
        drop(unsafe { Arc::from_raw(value) });
    }
    check(code)
}
