//! The border to C: conversion functions in MPI's signature, from C to Rust and from Rust to C, buffers of C, and
//! representations from other shared libraries.
//!
//! All `unsafe` code of the contract with C is in this module. The handle of a datatype is a pointer to a
//! [`Committed`]. Counts are those of the large-count forms.
//!
//! Source: MPI 4.1, "User-Defined Data Representations".
#![allow(unsafe_code, reason = "the border to C: pointers come in and go out")]

mod import;
mod leak;
mod table;
mod text;

use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use std::panic::catch_unwind;
use std::ptr::NonNull;
use std::slice;

use crate::datatype::{Committed, Items, Memory, Typemap, narrow};
use crate::error::{Error, ErrorKind};
use crate::functions::{ConversionFunctions, FunctionError};
use crate::kernel::moves::place::{Readable, Writable};
use crate::loss::Loss;
use crate::num::index;
use crate::representation::Datarep;

#[doc(inline)]
pub use crate::__export_datareps as export;
pub use import::import;
pub use leak::leak_plugin;
pub use table::{
    PLUGIN_SYMBOL, PLUGIN_VERSION, Plugin, PluginDatarep, PluginDatareps, PluginOutcome, PluginText,
    PluginType, PluginTypes, ReadRun, WriteRun,
};
pub use text::{READ_TEXT_SYMBOL, ReadText, answer_text, import_text};

/// `MPI_Datarep_conversion_function_c`: user buffer, datatype, count, file buffer, position, extra state.
///
/// Displacement zero of the first copy of the datatype is at the user buffer. Any return value except zero is a
/// failure.
pub type ConversionFunction =
    unsafe extern "C" fn(*mut c_void, *const Committed, i64, *mut c_void, i64, *mut c_void) -> c_int;

/// `MPI_Datarep_extent_function_c`: a predefined datatype, the place for the extent, extra state.
pub type ExtentFunction = unsafe extern "C" fn(*const Committed, *mut i64, *mut c_void) -> c_int;

/// The state of C functions.
#[derive(Clone, Copy)]
struct FunctionState(*mut c_void);

// SAFETY: the pointer is only passed on to the functions of the program, and the caller of `functions` has promised
// that they may be called with it from any thread. Test: `raw::tests::functions_serve_many_threads`, under the thread
// sanitizer.
unsafe impl Send for FunctionState {}
// SAFETY: the caller of `functions` has promised that the functions may also be called with it by several threads at
// the same time. The same test checks it.
unsafe impl Sync for FunctionState {}

impl FunctionState {
    fn get(self) -> *mut c_void {
        self.0
    }
}

// Requirement: R-REG-9.
/// Makes a representation of C functions, as `MPI_Register_datarep_c` takes them. If a function is null, native data is
/// moved.
///
/// # Safety
///
/// For the rest of the process, from any thread and at the same time, each function may be called
///
/// - with `extra_state`, and a datatype that it does not keep;
/// - for conversion: with a user buffer in which the items lie, which the write function does not change, and a file
///   buffer of as many bytes as the items take;
/// - for an extent: with a place to store it.
///
/// ```
/// use std::ffi::{c_int, c_void};
/// use datarep::{datatype::{Committed, Typemap}, raw, Datarep, Predefined};
///
/// unsafe extern "C" fn extent(_: *const Committed, extent: *mut i64, _: *mut c_void) -> c_int {
///     // SAFETY: a place for it is promised.
///     unsafe { *extent = 1 };
///     0
/// }
/// // SAFETY: the function does as is asked.
/// let functions = unsafe { raw::functions("small", None, None, extent, std::ptr::null_mut()) };
/// assert_eq!(Datarep::from(functions).type_extent(&Predefined::Byte.into())?, Some(1));
/// # Ok::<(), datarep::Error>(())
/// ```
pub unsafe fn functions(
    name: impl Into<String>,
    read: Option<ConversionFunction>,
    write: Option<ConversionFunction>,
    extent: ExtentFunction,
    extra_state: *mut c_void,
) -> ConversionFunctions {
    let state = FunctionState(extra_state);
    let mut functions = ConversionFunctions::new(name, move |predefined| {
        let datatype = Typemap::from(predefined).commit()?;
        let mut bytes = 0;
        // SAFETY: the caller of `functions` has promised that the function may be called with a datatype, a place for
        // the extent and the state. The datatype and the place live during the call. Test:
        // `raw::tests::functions_of_c_convert`, under Miri.
        let code = unsafe { extent(&raw const datatype, &raw mut bytes, state.get()) };
        check_code(code).map(|()| bytes)
    });
    if let Some(read) = read {
        functions = functions.on_read(move |call| {
            // `wrapping_add`: displacement zero may lie outside of the buffer, where the pointer is not used.
            let userbuf = call.native.bytes.as_mut_ptr().wrapping_add(call.native.origin).cast();
            let (filebuf, Items { datatype, count, position }) = (call.file.as_mut_ptr().cast(), call.items);
            // SAFETY: the caller of `functions` has promised that the function may be called with buffers that hold the
            // items. The items were checked to lie in `native`, and `file` was checked to have as many bytes as they
            // take. Both are borrowed mutably during the call. Tests:
            // `transfer::tests::functions::functions_get_checked_buffers`, and `raw::tests::functions_of_c_convert`
            // under Miri.
            check_code(unsafe { read(userbuf, datatype, count, filebuf, position, state.get()) })
        });
    }
    if let Some(write) = write {
        functions = functions.on_write(move |call| {
            let userbuf = call.native.bytes.as_ptr().wrapping_add(call.native.origin).cast_mut().cast();
            let (filebuf, Items { datatype, count, position }) = (call.file.as_mut_ptr().cast(), call.items);
            // SAFETY: the same checks precede this call. `native` is only borrowed for reading, and the caller of
            // `functions` has promised that the write function does not change it. Test:
            // `raw::tests::functions_of_c_convert`, under Miri.
            check_code(unsafe { write(userbuf, datatype, count, filebuf, position, state.get()) })
        });
    }
    functions
}

fn check_code(code: c_int) -> Result<(), FunctionError> {
    if code == 0 { Ok(()) } else { Err(format!("it returned {code}").into()) }
}

thread_local! {
    static LAST: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Returns the last error of [`read_conversion`], [`write_conversion`] or [`type_extent`] in this thread, and clears
/// it.
pub fn last_error() -> Option<Error> {
    LAST.take()
}

/// Zero, or one on failure.
fn return_code(result: std::thread::Result<Result<(), Error>>) -> c_int {
    let panicked = || ErrorKind::Argument { routine: "conversion", reason: "it panicked".to_owned() }.into();
    match result.unwrap_or_else(|_| Err(panicked())) {
        Ok(()) => 0,
        Err(error) => {
            // C gets a number alone. The error waits here until the thread asks for it.
            LAST.set(Some(error));
            1
        }
    }
}

/// The bytes from the lowest item to the highest: where they begin, and how many they are.
fn find_touched_bytes(items: Items<'_>) -> Result<(isize, usize), Error> {
    let Items { datatype, count, position } = items;
    if count <= 0 {
        return Ok((0, 0));
    }
    // `exact_span` relies on this check.
    datatype.span(position, count)?;
    let (low, high) = datatype.exact_span(position, count);
    let (low, high) = (narrow(low, "buffer")?, narrow(high, "buffer")?);
    let far = |_| ErrorKind::TooLarge { what: "buffer" }.into();
    isize::try_from(low).map(|begin| (begin, index(high - low))).map_err(far)
}

/// The offset of displacement zero in bytes that begin at `low`. It may lie before them: sums with the offset wrap, and
/// end in the bytes.
fn origin_from_low(low: isize) -> usize {
    low.wrapping_neg().cast_unsigned()
}

/// [`Datarep::read_items`] to a buffer of C. Displacement zero of the first copy is at `native`, which need not be the
/// address of a byte: with `MPI_BOTTOM` it is null.
///
/// Bytes between the items are not touched: another thread may write there meanwhile, or there may be no memory. A
/// program's read function may overwrite `file`. The function takes a slice, so it gets a separate buffer, from which
/// the items are stored.
///
/// ```
/// use datarep::datatype::{Items, Typemap};
/// use datarep::{Predefined, raw, standard::ibm370};
/// let column = Typemap::vector(2, 1, 2, &Predefined::Float.into())?.commit()?;
/// let items = Items { datatype: &column, count: 2, position: 0 };
/// let mut native = [0.0_f32; 3];
/// let mut file = [0x41, 0x10, 0, 0, 0xC2, 0x76, 0xA0, 0];
/// // SAFETY: the items are the first and the last number of `native`.
/// let loss = unsafe { raw::read_items(ibm370::DATAREP, items, native.as_mut_ptr().cast(), &mut file) }?;
/// assert_eq!(native, [1.0, 0.0, -118.625]);
/// assert!(loss.is_none());
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Datarep::read_items`], except errors about bounds, which are unknown here.
///
/// # Safety
///
/// The bytes of the items are in memory, and nobody else uses them during the call.
pub unsafe fn read_items(
    datarep: &Datarep,
    items: Items<'_>,
    native: *mut c_void,
    file: &mut [u8],
) -> Result<Loss, Error> {
    let (low, bytes) = find_touched_bytes(items)?;
    // No byte is touched, and null is no pointer of a slice, not even of an empty one.
    let begin =
        if bytes == 0 { NonNull::dangling().as_ptr() } else { native.cast::<u8>().wrapping_offset(low) };
    // SAFETY: the bytes of each run and each move must be in memory, and nobody else may use them. A transfer only
    // accesses the bytes of items, and for these the caller has promised both. Tests:
    // `raw::tests::gaps::gaps_need_not_be_memory`, which ends with a fault, and
    // `raw::tests::gaps::gaps_are_for_other_threads`, under the thread sanitizer.
    let native = unsafe { Writable::from_pointer(begin, bytes) };
    datarep.read_items_in_bounds(items, Memory::at(native, origin_from_low(low)), file)
}

/// The mirror of [`read_items`]: native to file.
///
/// # Errors
///
/// Those of [`Datarep::write_items`], except errors about bounds, which are unknown here.
///
/// # Safety
///
/// The bytes of the items are in memory, and nobody writes to them during the call.
pub unsafe fn write_items(
    datarep: &Datarep,
    items: Items<'_>,
    native: *const c_void,
    file: &mut [u8],
) -> Result<Loss, Error> {
    let (low, bytes) = find_touched_bytes(items)?;
    let begin = if bytes == 0 {
        NonNull::<u8>::dangling().as_ptr().cast_const()
    } else {
        native.cast::<u8>().wrapping_offset(low)
    };
    // SAFETY: the bytes of each run and each move must be in memory, and nobody may write to them. A transfer only
    // accesses the bytes of items, and for these the caller has promised both. Tests:
    // `raw::tests::gaps::gaps_need_not_be_memory`, which ends with a fault, and
    // `raw::tests::gaps::gaps_are_for_other_threads`, under the thread sanitizer.
    let native = unsafe { Readable::from_pointer(begin, bytes) };
    datarep.write_items_in_bounds(items, Memory::at(native, origin_from_low(low)), file)
}

/// The extra state of [`read_conversion`], [`write_conversion`] and [`type_extent`]: a pointer to the representation.
/// It is valid as long as the representation lives.
pub fn extra_state(datarep: &Datarep) -> *mut c_void {
    std::ptr::from_ref(datarep).cast_mut().cast()
}

/// The read function of a representation as a C function. Its extra state is [`extra_state`].
///
/// Returns zero, or one on failure: then [`last_error`] says why. The signature has no place for losses; [`read_items`]
/// returns them.
///
/// # Safety
///
/// - `datatype` and `extra_state` point to a [`Committed`] and a [`Datarep`];
/// - `userbuf` is the buffer in which all items lie, whose bytes nobody else uses;
/// - `filebuf` has as many bytes as the items take, which nobody else uses.
pub unsafe extern "C" fn read_conversion(
    userbuf: *mut c_void,
    datatype: *const Committed,
    count: i64,
    filebuf: *mut c_void,
    position: i64,
    extra_state: *mut c_void,
) -> c_int {
    return_code(catch_unwind(|| {
        // SAFETY: `datatype` points to a `Committed` that lives during the call, as the caller has promised. Test:
        // `raw::tests::functions_of_c_convert`, under Miri.
        let datatype = unsafe { &*datatype };
        // SAFETY: `extra_state` points to a `Datarep` that lives during the call, as the caller has promised. Test:
        // `raw::tests::functions_of_c_convert`, under Miri.
        let datarep = unsafe { &*extra_state.cast_const().cast::<Datarep>() };
        let items = Items { datatype, count, position };
        let bytes = index(datarep.file_size(items)?);
        // SAFETY: the caller has promised that the file buffer has as many bytes as the items take, and that nobody
        // else uses them during the call. Test: `raw::tests::functions_of_c_convert`, under Miri.
        let file = unsafe { slice_from_pointer(filebuf.cast(), bytes) };
        // SAFETY: the caller has promised that the items lie in the user buffer, and that nobody else uses their bytes
        // during the call. Test: `raw::tests::functions_of_c_convert`, under Miri.
        unsafe { read_items(datarep, items, userbuf, file) }.map(|_| ())
    }))
}

/// The write function of a representation as a C function: the mirror of [`read_conversion`].
///
/// # Safety
///
/// See [`read_conversion`]. The items in the user buffer are only read.
pub unsafe extern "C" fn write_conversion(
    userbuf: *mut c_void,
    datatype: *const Committed,
    count: i64,
    filebuf: *mut c_void,
    position: i64,
    extra_state: *mut c_void,
) -> c_int {
    return_code(catch_unwind(|| {
        // SAFETY: `datatype` points to a `Committed` that lives during the call, as the caller has promised. Test:
        // `raw::tests::functions_of_c_convert`, under Miri.
        let datatype = unsafe { &*datatype };
        // SAFETY: `extra_state` points to a `Datarep` that lives during the call, as the caller has promised. Test:
        // `raw::tests::functions_of_c_convert`, under Miri.
        let datarep = unsafe { &*extra_state.cast_const().cast::<Datarep>() };
        let items = Items { datatype, count, position };
        let bytes = index(datarep.file_size(items)?);
        // SAFETY: the caller has promised that the file buffer has as many bytes as the items take, and that nobody
        // else uses them during the call. Test: `raw::tests::functions_of_c_convert`, under Miri.
        let file = unsafe { slice_from_pointer(filebuf.cast(), bytes) };
        // SAFETY: the caller has promised that the items lie in the user buffer, and that nobody writes to their bytes
        // during the call. Test: `raw::tests::functions_of_c_convert`, under Miri.
        unsafe { write_items(datarep, items, userbuf, file) }.map(|_| ())
    }))
}

/// The extent function of a representation as a C function. Its extra state is [`extra_state`].
///
/// # Safety
///
/// `datatype` and `extra_state` are as for [`read_conversion`]. `extent` is a place for the extent.
pub unsafe extern "C" fn type_extent(
    datatype: *const Committed,
    extent: *mut i64,
    extra_state: *mut c_void,
) -> c_int {
    return_code(catch_unwind(|| {
        // SAFETY: `datatype` points to a `Committed` that lives during the call, as the caller has promised. Test:
        // `raw::tests::functions_of_c_convert`, under Miri.
        let datatype = unsafe { &*datatype };
        // SAFETY: `extra_state` points to a `Datarep` that lives during the call, as the caller has promised. Test:
        // `raw::tests::functions_of_c_convert`, under Miri.
        let datarep = unsafe { &*extra_state.cast_const().cast::<Datarep>() };
        // C has no `None`, so an extent that does not fit is a failure.
        let known = datarep.type_extent(datatype.typemap())?.ok_or(ErrorKind::TooLarge { what: "extent" })?;
        // SAFETY: `extent` is a place for an `i64`, as the caller has promised. Tests:
        // `raw::tests::functions_of_c_convert` and `raw::tests::codes_of_c_are_errors`, under Miri.
        unsafe { extent.write(known) };
        Ok(())
    }))
}

/// A slice of `count` bytes. The pointer may be null if `count` is zero.
///
/// # Safety
///
/// Unless `count` is zero, there are `count` bytes, which nobody else uses as long as the slice lives.
unsafe fn slice_from_pointer<'a>(begin: *mut u8, count: usize) -> &'a mut [u8] {
    if count == 0 {
        return &mut [];
    }
    // SAFETY: the caller has promised `count` bytes, which nobody else uses as long as the slice lives. `count` is not
    // zero, so the pointer is not null. Test: `raw::tests::functions_of_c_convert`, under Miri.
    unsafe { slice::from_raw_parts_mut(begin, count) }
}

#[cfg(test)]
mod tests;
