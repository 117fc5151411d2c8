//! Conversion functions in MPI's C signature: those of C callers made ours, and ours for C callers.
//!
//! All `unsafe` of the contract with C is here. The handle of a datatype is a pointer to a [`Committed`]; counts
//! are those of the large-count forms.
//!
//! Source: MPI 4.1, "User-Defined Data Representations".
#![allow(unsafe_code, reason = "the border to C: pointers come in and go out")]

use std::cell::RefCell;
use std::ffi::{c_int, c_void};
use std::panic::catch_unwind;
use std::slice;

use crate::datatype::{Committed, Items, Memory, Typemap, narrow};
use crate::error::{Error, ErrorKind};
use crate::functions::{ConversionFunctions, FunctionError};
use crate::num::index;
use crate::representation::Datarep;

/// `MPI_Datarep_conversion_function_c`: user buffer, datatype, count, file buffer, position, extra state.
///
/// Displacement zero of the first copy of the datatype is at the user buffer. Anything but zero is a failure.
pub type ConversionFunction =
    unsafe extern "C" fn(*mut c_void, *const Committed, i64, *mut c_void, i64, *mut c_void) -> c_int;

/// `MPI_Datarep_extent_function_c`: a predefined datatype, where the extent goes, extra state.
pub type ExtentFunction = unsafe extern "C" fn(*const Committed, *mut i64, *mut c_void) -> c_int;

/// The state of C functions.
#[derive(Clone, Copy)]
struct State(*mut c_void);

// SAFETY: who makes `functions` of it has promised that it may be used from any thread.
unsafe impl Send for State {}
// SAFETY: as above, at the same time.
unsafe impl Sync for State {}

impl State {
    fn get(self) -> *mut c_void {
        self.0
    }
}

// Requirement: R-REG-9.
/// A representation by functions of C, as `MPI_Register_datarep_c` takes them. A null function moves native data.
///
/// # Safety
///
/// For the rest of the process, from any thread and at the same time, each function may be called
///
/// - with `extra_state`, and a datatype that it does not keep;
/// - for conversion: with a user buffer in which the items lie, which the write function does not change, and a file
///   buffer of as many bytes as the items take;
/// - for an extent: with a place for it.
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
    let state = State(extra_state);
    let mut functions = ConversionFunctions::new(name, move |predefined| {
        let datatype = Typemap::from(predefined).commit()?;
        let mut bytes = 0;
        // SAFETY: the arguments are those that the caller was promised.
        let code = unsafe { extent(&raw const datatype, &raw mut bytes, state.get()) };
        success(code).map(|()| bytes)
    });
    if let Some(read) = read {
        functions = functions.on_read(move |call| {
            let userbuf = call.native.bytes.as_mut_ptr().wrapping_add(call.native.origin).cast();
            let (filebuf, Items { datatype, count, position }) = (call.file.as_mut_ptr().cast(), call.items);
            // SAFETY: the items were checked to lie in the buffers.
            success(unsafe { read(userbuf, datatype, count, filebuf, position, state.get()) })
        });
    }
    if let Some(write) = write {
        functions = functions.on_write(move |call| {
            let userbuf = call.native.bytes.as_ptr().wrapping_add(call.native.origin).cast_mut().cast();
            let (filebuf, Items { datatype, count, position }) = (call.file.as_mut_ptr().cast(), call.items);
            // SAFETY: the items were checked to lie in the buffers, and it does not change the user's.
            success(unsafe { write(userbuf, datatype, count, filebuf, position, state.get()) })
        });
    }
    functions
}

fn success(code: c_int) -> Result<(), FunctionError> {
    if code == 0 { Ok(()) } else { Err(format!("it returned {code}").into()) }
}

thread_local! {
    static LAST: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// What [`read_conversion`] or [`write_conversion`] last failed with in this thread; it is told once.
pub fn last_error() -> Option<Error> {
    LAST.take()
}

/// Zero, or one where it failed.
fn code(result: std::thread::Result<Result<(), Error>>) -> c_int {
    let panicked = || ErrorKind::Argument { routine: "conversion", reason: "it panicked".to_owned() }.into();
    match result.unwrap_or_else(|_| Err(panicked())) {
        Ok(()) => 0,
        Err(error) => {
            LAST.set(Some(error));
            1
        }
    }
}

/// The bytes that the items touch around the user buffer: where they begin, and how many they are.
fn touched(items: Items<'_>) -> Result<(i64, usize), Error> {
    let Items { datatype, count, position } = items;
    if count == 0 {
        return Ok((0, 0));
    }
    datatype.span(position, count)?;
    let (low, high) = datatype.exact_span(position, count);
    let (below, above) = (narrow(-low.min(0), "buffer")?, high.max(0));
    Ok((-below, index(narrow(above + i128::from(below), "buffer")?)))
}

/// The extra state of [`read_conversion`], [`write_conversion`] and [`type_extent`]: a pointer to the representation, as
/// long as it lives.
pub fn extra_state(datarep: &Datarep) -> *mut c_void {
    std::ptr::from_ref(datarep).cast_mut().cast()
}

/// The read function of a representation as a C function: its extra state is [`extra_state`].
///
/// Returns zero, or one where it fails: then [`last_error`] says why.
///
/// # Safety
///
/// - `datatype` and `extra_state` point to a [`Committed`] and a [`Datarep`];
/// - `userbuf` is that of all items, and of all bytes from displacement zero to them, which nobody else uses;
/// - `filebuf` has as many bytes as the items take, which nobody else uses.
pub unsafe extern "C" fn read_conversion(
    userbuf: *mut c_void,
    datatype: *const Committed,
    count: i64,
    filebuf: *mut c_void,
    position: i64,
    extra_state: *mut c_void,
) -> c_int {
    code(catch_unwind(|| {
        // SAFETY: it points to one.
        let datatype = unsafe { &*datatype };
        // SAFETY: it points to one.
        let datarep = unsafe { &*extra_state.cast_const().cast::<Datarep>() };
        let items = Items { datatype, count, position };
        let bytes = index(datarep.file_size(items)?);
        let (low, touched) = touched(items)?;
        let begin = userbuf.cast::<u8>().wrapping_sub(index(-low));
        // SAFETY: the bytes from the lowest to the highest item, and displacement zero, are the caller's.
        let native = unsafe { bytes_mut(begin, touched) };
        // SAFETY: the file buffer has as many bytes as the items take.
        let file = unsafe { bytes_mut(filebuf.cast(), bytes) };
        datarep.read_items_mut(items, Memory::at(native, index(-low)), file).map(|_| ())
    }))
}

/// The write function of a representation as a C function: the mirror of [`read_conversion`].
///
/// # Safety
///
/// As [`read_conversion`]; the user buffer is only read.
pub unsafe extern "C" fn write_conversion(
    userbuf: *mut c_void,
    datatype: *const Committed,
    count: i64,
    filebuf: *mut c_void,
    position: i64,
    extra_state: *mut c_void,
) -> c_int {
    code(catch_unwind(|| {
        // SAFETY: it points to one.
        let datatype = unsafe { &*datatype };
        // SAFETY: it points to one.
        let datarep = unsafe { &*extra_state.cast_const().cast::<Datarep>() };
        let items = Items { datatype, count, position };
        let bytes = index(datarep.file_size(items)?);
        let (low, touched) = touched(items)?;
        let begin = userbuf.cast::<u8>().cast_const().wrapping_sub(index(-low));
        let native = if touched == 0 {
            &[]
        } else {
            // SAFETY: the bytes from the lowest to the highest item, and displacement zero, are the caller's.
            unsafe { slice::from_raw_parts(begin, touched) }
        };
        // SAFETY: the file buffer has as many bytes as the items take.
        let file = unsafe { bytes_mut(filebuf.cast(), bytes) };
        datarep.write_items(items, Memory::at(native, index(-low)), file).map(|_| ())
    }))
}

/// The extent function of a representation as a C function: its extra state is [`extra_state`].
///
/// # Safety
///
/// `datatype` and `extra_state` are as those of [`read_conversion`]; `extent` is a place for the extent.
pub unsafe extern "C" fn type_extent(
    datatype: *const Committed,
    extent: *mut i64,
    extra_state: *mut c_void,
) -> c_int {
    code(catch_unwind(|| {
        // SAFETY: it points to one.
        let datatype = unsafe { &*datatype };
        // SAFETY: it points to one.
        let datarep = unsafe { &*extra_state.cast_const().cast::<Datarep>() };
        let known = datarep.type_extent(datatype.typemap())?.ok_or(ErrorKind::TooLarge { what: "extent" })?;
        // SAFETY: it is a place for it.
        unsafe { extent.write(known) };
        Ok(())
    }))
}

/// A slice of bytes; a null pointer is one of none.
///
/// # Safety
///
/// Where `count` is not zero: that many bytes, which nobody else uses for as long.
unsafe fn bytes_mut<'a>(begin: *mut u8, count: usize) -> &'a mut [u8] {
    if count == 0 {
        return &mut [];
    }
    // SAFETY: as the caller has promised.
    unsafe { slice::from_raw_parts_mut(begin, count) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::ibm370;
    use crate::{ErrorClass, Predefined};

    /// R-REG-9, R-CONV-1, R-CONV-2, R-REG-7: functions of C, with 64-bit counts and their state, convert as the closures that they are made of do; here
    /// they are our own, so that both directions of the border are crossed.
    #[test]
    fn functions_of_c_convert() {
        let state = extra_state(ibm370::DATAREP);
        // SAFETY: the functions are those above, the state is what they ask for and outlives the use below.
        let theirs =
            unsafe { functions("of C", Some(read_conversion), Some(write_conversion), type_extent, state) };
        let theirs = Datarep::from(theirs);
        let backwards = Typemap::vector(3, 1, -2, &Predefined::Float.into()).expect("small");
        let datatype = backwards.commit().expect("small");
        let native: Vec<u8> = (0..20_u8).map(|byte| 0x3F + byte % 3).collect();
        let items = Items { datatype: &datatype, count: 2, position: 1 };
        let (mut one, mut other) = ([0; 8], [0; 8]);
        ibm370::DATAREP.write_items(items, Memory::at(&native, 16), &mut one).expect("small");
        theirs.write_items(items, Memory::at(&native, 16), &mut other).expect("small");
        assert_eq!(one, other);
        let mut back = vec![0; 20];
        theirs.read_items(items, Memory::at(&mut back, 16), &other).expect("small");
        assert_eq!((&back[8..12], &back[..4], back[16]), (&native[8..12], &native[..4], 0));
        assert!(last_error().is_none());
    }

    /// R-CONV-11: a code that is not zero is an error of the class conversion; what was behind it is told.
    #[test]
    fn codes_of_c_are_errors() {
        let state = extra_state(ibm370::DATAREP);
        // SAFETY: as above.
        let theirs = unsafe { functions("of C", None, Some(write_conversion), type_extent, state) };
        let double = Typemap::from(Predefined::Double).commit().expect("one item");
        let mut large = [0; 8];
        crate::datatype::Layout::store(&f64::MAX, &mut large);
        let error = Datarep::from(theirs)
            .write_items(Items { datatype: &double, count: 1, position: 0 }, Memory::new(&large), &mut [0; 8])
            .expect_err("too large");
        assert_eq!(error.class(), ErrorClass::Conversion);
        assert_eq!(error.to_string(), "item 0 of datarep `of C`: its write function: it returned 1");
        let behind = last_error().expect("it failed");
        assert!(behind.to_string().contains("does not fit in `hfp64`"), "{behind}");
        let mut extent = 0;
        // SAFETY: the arguments are as is asked.
        let code = unsafe { type_extent(&raw const double, &raw mut extent, state) };
        assert_eq!((code, extent), (0, 8));
    }
}
