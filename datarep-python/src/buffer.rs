//! Two kinds of memory: that of NumPy arrays, whose items Python shares with others, wherever they lie; and that of
//! results, which nobody else has yet.
//!
//! While an array is converted without the interpreter's lock, other threads may change its items, and nothing here
//! could prevent that. So no reference to such memory is ever made, except as atomics. Items are copied to buffers of
//! our own, and from them, by atomic accesses of bytes or words. What is converted, counted and refused is the copy.
//!
//! Every block below is sound for these reasons:
//!
//! - *Alive.* A [`Place`] holds a reference to the array. NumPy frees items with their array. It also frees them in
//!   `ndarray.resize` if the check of references is switched off, but by its documentation the caller then promises
//!   that nobody else uses the memory. A `bytearray` or an `mmap` does not move while an array of its memory exists.
//! - *In bounds.* Address, shape and strides are read together, under the lock, from NumPy's object in C, and not from
//!   attributes of a Python object. NumPy keeps the items of an array within its memory. A later assignment to the
//!   array's shape does not matter, because the copy here is used.
//! - *Races.* Every access is atomic and relaxed, of a type that has a value for all bits, and at its alignment. The
//!   only others are those of an instruction that copies byte by byte, each of which the processor reads and writes as
//!   a whole. What others write meanwhile is seen or not, byte by byte, as with NumPy's own loops. Nothing is concluded
//!   from a byte that is read twice.
//! - *No pointers.* Arrays of Python objects are refused, so that no pointer is ever overwritten.
//!
//! A [`Fresh`] object is another case: the call that fills it has made it, and nobody else can find it. Its memory has
//! no value yet, because clearing it would take as long as converting. So it is given out as bytes that may have no
//! value, in [`Part`]s that do not overlap. A part that is taken to be filled is first cleared, in the nearest cache,
//! unless it is overwritten at once. The object is given away when all bytes have been taken.
#![allow(unsafe_code, reason = "the memory of NumPy's arrays is reached by its address")]

use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr;
use std::slice;
use std::sync::atomic::AtomicUsize;

use numpy::npyffi::{_PyArray_GET_ITEM_DATA, NPY_ARRAY_WRITEABLE, NpyTypes, PY_ARRAY_API, get_type_object};
use numpy::{PyArrayDescr, PyArrayDescrMethods as _, PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::layout::Layout;
use crate::memory::{Part, Shared, load, store};

/// The items of an array, which are loaded and stored in the order of C.
///
/// What is known of the array is read once, when the place is made. Code of Python that runs later, such as the method
/// `read` of a file object, may assign the array another shape or type: the items are then still those of before.
#[derive(Debug)]
pub(crate) struct ArrayItems {
    start: *mut u8,
    layout: Layout,
    is_writable: bool,
    _array: Py<PyUntypedArray>,
}

// SAFETY: the address is that of memory that lives as long as the reference to its array, in whichever thread that is
// dropped. No reference to the memory is made except to atomics. Test:
// `test_buffers.py::test_many_threads_convert_at_once`.
unsafe impl Send for ArrayItems {}

// SAFETY: a `Place` does not change after it is made, and threads share its memory only by atomic accesses, or by those
// of `copy_rep_movsb`. Test: `test_buffers.py::test_a_buffer_that_changes_while_it_is_read`.
unsafe impl Sync for ArrayItems {}

impl ArrayItems {
    /// The items of an array.
    pub(crate) fn from_array(array: &Bound<'_, PyUntypedArray>) -> PyResult<ArrayItems> {
        let dtype = array.dtype();
        if dtype.has_object() {
            return Err(PyTypeError::new_err(format!("an array of {dtype} has objects, not numbers")));
        }
        // SAFETY: `array` is an array of NumPy, and the lock is held, so nobody changes its header meanwhile. Test:
        // `test_buffers.py::test_any_alignment`.
        let header = unsafe { _PyArray_GET_ITEM_DATA(array.as_array_ptr()) };
        // SAFETY: the header lives as long as the array, and nobody changes it while the lock is held. Test:
        // `test_buffers.py::test_any_alignment`.
        let start = unsafe { (*header).data };
        // SAFETY: the header lives as long as the array, and nobody changes it while the lock is held. Test:
        // `test_buffers.py::test_any_alignment`.
        let flags = unsafe { (*header).flags };
        Ok(ArrayItems {
            start: start.cast(),
            layout: Layout::new(array.shape(), array.strides(), dtype.itemsize()),
            is_writable: flags & NPY_ARRAY_WRITEABLE != 0,
            _array: array.clone().unbind(),
        })
    }

    /// The items of an array, which may be changed. Fails if the array is read-only.
    pub(crate) fn from_writable_array(array: &Bound<'_, PyUntypedArray>) -> PyResult<ArrayItems> {
        let place = ArrayItems::from_array(array)?;
        if place.is_writable {
            Ok(place)
        } else {
            Err(PyValueError::new_err("out is read-only, and cannot be filled"))
        }
    }

    /// Bytes of all items.
    pub(crate) fn bytes(&self) -> usize {
        self.layout.bytes()
    }

    /// Bytes of an item.
    pub(crate) fn item(&self) -> usize {
        self.layout.item()
    }

    /// The number of items.
    pub(crate) fn items(&self) -> usize {
        self.layout.items()
    }

    /// Whether bytes of the two may be the same. Both are taken to reach from their first byte to their last.
    pub(crate) fn may_overlap(&self, other: &ArrayItems) -> bool {
        let (own, others) = (self.address_range(), other.address_range());
        own.start < others.end && others.start < own.end
    }

    /// The addresses from the first byte to the last.
    fn address_range(&self) -> Range<usize> {
        let reach = self.layout.reach();
        let address = |offset| self.start.addr().wrapping_add_signed(offset);
        address(reach.start)..address(reach.end)
    }

    /// A copy of all bytes, in the order of C.
    pub(crate) fn copy(&self) -> PyResult<Vec<u8>> {
        let mut copy = Vec::new();
        let bytes = self.bytes();
        copy.try_reserve_exact(bytes)
            .map_err(|_| PyMemoryError::new_err(format!("no memory for a copy of {bytes} bytes")))?;
        copy.resize(bytes, 0);
        self.load(0, &mut copy);
        Ok(copy)
    }

    /// Copies the bytes from byte `first` on, counted through the items in the order of C. They must be whole items.
    pub(crate) fn load(&self, first: usize, to: &mut [u8]) {
        let mut rest = to;
        self.layout.for_each_run(first, rest.len(), |offset, bytes| {
            let (part, others) = std::mem::take(&mut rest).split_at_mut(bytes);
            load(self.bytes_at(offset, bytes), part);
            rest = others;
        });
    }

    /// Stores the bytes from byte `first` on, counted through the items in the order of C. They must be whole items.
    pub(crate) fn store(&self, first: usize, from: &[u8]) {
        debug_assert!(self.is_writable);
        let mut rest = from;
        self.layout.for_each_run(first, rest.len(), |offset, bytes| {
            let (part, others) = rest.split_at(bytes);
            store(self.bytes_at(offset, bytes), part);
            rest = others;
        });
    }

    /// The bytes of the array at an offset that its layout gives.
    fn bytes_at(&self, offset: isize, bytes: usize) -> Shared<'_> {
        // SAFETY: the offset must lead to a byte of the same memory. A layout only yields offsets of items, and NumPy
        // keeps the items of an array within its memory. The bytes of a memory are at most `isize::MAX`. Test:
        // `test_read.py::test_any_strides`.
        let start = unsafe { self.start.offset(offset) };
        // SAFETY: the bytes are those of an item or of items side by side, in the memory of the array, which is alive
        // while the place is. `from_writable_array` has asked whether they can be written. Nobody in this package makes a reference
        // to the memory of an array that Python code has, and what others do is said above. Test:
        // `test_buffers.py::test_a_buffer_that_changes_while_it_is_read`.
        unsafe { Shared::new(start, bytes) }
    }
}

/// An object that was made for a result and that nobody else has. Its bytes have no value yet.
#[derive(Debug)]
pub(crate) struct UnfilledObject<'py, T> {
    object: Bound<'py, T>,
    start: *mut MaybeUninit<u8>,
    bytes: usize,
    /// The number of bytes that have been taken to be filled.
    taken_bytes: AtomicUsize,
}

impl<'py> UnfilledObject<'py, PyUntypedArray> {
    /// A new array of `items` items of a type, side by side.
    pub(crate) fn array(dtype: Bound<'py, PyArrayDescr>, items: usize) -> PyResult<Self> {
        let too_many = || PyValueError::new_err(format!("{items} items are too many"));
        let bytes = items.checked_mul(dtype.itemsize()).ok_or_else(too_many)?;
        let mut side = isize::try_from(items).map_err(|_| too_many())?;
        if dtype.has_object() || dtype.itemsize() == 0 {
            return Err(PyTypeError::new_err(format!("no numbers are read as {dtype}")));
        }
        let py = dtype.py();
        // SAFETY: the interpreter is attached, as `py` shows. Test: `test_read.py::test_types`.
        let kind = unsafe { get_type_object(py, NpyTypes::PyArray_Type) };
        let (null, descr) = (ptr::null_mut(), dtype.into_dtype_ptr());
        // SAFETY: there is one side, whose length lives during the call. There are no strides and there is no memory,
        // so NumPy makes its own. The call takes over the reference to the type. Test: `test_read.py::test_types`.
        let array = unsafe {
            PY_ARRAY_API.PyArray_NewFromDescr(
                py,
                kind,
                descr,
                1,
                &raw mut side,
                null,
                null.cast(),
                0,
                null.cast(),
            )
        };
        // SAFETY: NumPy has returned a new reference, or null and an exception. Test: `test_read.py::test_types`.
        let object = unsafe { Bound::from_owned_ptr_or_err(py, array) }?.cast_into::<PyUntypedArray>()?;
        // SAFETY: the object is an array of NumPy, and the lock is held. Test: `test_read.py::test_types`.
        let header = unsafe { _PyArray_GET_ITEM_DATA(object.as_array_ptr()) };
        // SAFETY: the header lives as long as the array, and nobody else has the array. Test:
        // `test_read.py::test_types`.
        let start = unsafe { (*header).data };
        Ok(UnfilledObject { object, start: start.cast(), bytes, taken_bytes: AtomicUsize::new(0) })
    }
}

impl<'py> UnfilledObject<'py, PyBytes> {
    /// A new `bytes` object of the given length.
    pub(crate) fn bytes(py: Python<'py>, bytes: usize) -> PyResult<Self> {
        let size = ffi::Py_ssize_t::try_from(bytes)
            .map_err(|_| PyValueError::new_err(format!("{bytes} bytes are too many")))?;
        // SAFETY: the size is not negative. Without a source the bytes have no value, and they get one before anybody
        // else gets the object. Test: `test_buffers.py::test_any_alignment`.
        let pointer = unsafe { ffi::PyBytes_FromStringAndSize(ptr::null(), size) };
        // SAFETY: Python has returned a new reference, or null and an exception. Test:
        // `test_buffers.py::test_any_alignment`.
        let object = unsafe { Bound::from_owned_ptr_or_err(py, pointer) }?.cast_into::<PyBytes>()?;
        // SAFETY: the object is of the type `bytes`. Test: `test_buffers.py::test_any_alignment`.
        let start = unsafe { ffi::PyBytes_AsString(object.as_ptr()) };
        Ok(UnfilledObject { object, start: start.cast(), bytes, taken_bytes: AtomicUsize::new(0) })
    }
}

impl<'py, T> UnfilledObject<'py, T> {
    /// All of its memory.
    pub(crate) fn unfilled_part(&mut self) -> Part<'_> {
        self.taken_bytes = AtomicUsize::new(0);
        // SAFETY: the object has this number of bytes, which live as long as it. Nobody else knows of them: the object
        // is new, or it is the shared one without bytes. `self` is borrowed mutably as long as the slice lives. Test:
        // `test_buffers.py::test_any_alignment`.
        let memory = unsafe { slice::from_raw_parts_mut(self.start, self.bytes) };
        Part::new(memory, &self.taken_bytes)
    }

    /// The object, all of whose bytes have been filled.
    ///
    /// # Panics
    ///
    /// Panics if some bytes have not been taken, because they have no value. That is a fault of this module's callers.
    pub(crate) fn into_filled(self) -> Bound<'py, T> {
        assert_eq!(self.taken_bytes.into_inner(), self.bytes, "all bytes have a value");
        self.object
    }
}
