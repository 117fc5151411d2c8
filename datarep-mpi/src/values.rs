//! Rust values as the source or target of an access.
//!
//! The engine only knows a pointer to them, because an access may go on after the call that has begun it.
#![allow(unsafe_code, reason = "a pointer to values whose type is known where they are taken")]

use std::ffi::c_void;
use std::ptr::NonNull;

use datarep::file::{Sink, Source};
use datarep::{Datarep, Error, Loss};

use crate::representation::ItemRange;

/// Converts some items, in the direction of the access.
type ConvertFunction = unsafe fn(*mut c_void, &Datarep, ItemRange, &mut [u8]) -> Result<Loss, Error>;

/// Values that belong to a `PinnedBuffer`: see [`PinnedBuffer::values`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Values {
    contents: *mut c_void,
    convert: ConvertFunction,
}

impl Values {
    /// Converts some items: file to native if the access reads, otherwise native to file.
    pub(crate) fn convert(
        &self,
        datarep: &Datarep,
        range: ItemRange,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        // SAFETY: `contents` must point to the `BufferAndOutcome<B>` that the function is for, and nobody else may use
        // it during the call. `PinnedBuffer::values` has paired the pointer with the function, and its caller has
        // promised that the `PinnedBuffer` still lives. An access converts its items one part after the other, and the
        // `PinnedBuffer` is not used meanwhile. Test: `files::layouts::all`, under the address sanitizer.
        unsafe { (self.convert)(self.contents, datarep, range, file) }
    }
}

/// The buffer of an access, and its results.
#[derive(Debug)]
pub(crate) struct BufferAndOutcome<B> {
    pub(crate) buffer: B,
    pub(crate) loss: Loss,
    /// The number of items that are known to be moved.
    pub(crate) done_items: i64,
}

/// A `BufferAndOutcome` at a fixed address.
#[derive(Debug)]
pub(crate) struct PinnedBuffer<B> {
    contents: NonNull<BufferAndOutcome<B>>,
    convert: ConvertFunction,
}

impl<B> PinnedBuffer<B> {
    fn new(buffer: B, convert: ConvertFunction) -> PinnedBuffer<B> {
        let contents = Box::new(BufferAndOutcome { buffer, loss: Loss::default(), done_items: 0 });
        PinnedBuffer { contents: NonNull::from(Box::leak(contents)), convert }
    }

    /// Values for an access that writes.
    pub(crate) fn from_source(buffer: B) -> PinnedBuffer<B>
    where
        B: Source,
    {
        PinnedBuffer::new(buffer, write_held::<B>)
    }

    /// Values for an access that reads.
    pub(crate) fn from_sink(buffer: B) -> PinnedBuffer<B>
    where
        B: Sink,
    {
        PinnedBuffer::new(buffer, read::<B>)
    }

    /// The values for an access.
    ///
    /// # Safety
    ///
    /// They are not used after `self` is taken or dropped.
    pub(crate) unsafe fn values(&self) -> Values {
        Values { contents: self.contents.as_ptr().cast(), convert: self.convert }
    }

    /// Takes the buffer and the results when the access is done.
    pub(crate) fn take(self) -> BufferAndOutcome<B> {
        let contents = self.contents.as_ptr();
        std::mem::forget(self);
        // SAFETY: `PinnedBuffer::new` has made `contents` from a box, and `forget` keeps it from being dropped again.
        // Test: `files::layouts::all`, under the address sanitizer.
        *unsafe { Box::from_raw(contents) }
    }
}

impl<B> Drop for PinnedBuffer<B> {
    fn drop(&mut self) {
        // SAFETY: `PinnedBuffer::new` has made `contents` from a box, and it is dropped once: `take` forgets what it
        // has taken. Test: `files::errors::pending`, under the address sanitizer.
        drop(unsafe { Box::from_raw(self.contents.as_ptr()) });
    }
}

/// Native to file.
///
/// # Safety
///
/// `contents` is a [`BufferAndOutcome<B>`] that nobody else uses now.
unsafe fn write_held<B: Source>(
    contents: *mut c_void,
    datarep: &Datarep,
    range: ItemRange,
    file: &mut [u8],
) -> Result<Loss, Error> {
    // SAFETY: `contents` points to a `BufferAndOutcome<B>` that nobody else uses now, as the caller has promised. Test:
    // `files::layouts::all`, under the address sanitizer.
    let contents = unsafe { &mut *contents.cast::<BufferAndOutcome<B>>() };
    // An item is converted when those before it are written.
    contents.done_items = range.position;
    let loss = contents.buffer.convert(datarep, range.count, range.position, file)?;
    contents.loss += loss;
    Ok(loss)
}

/// File to native.
///
/// # Safety
///
/// `contents` is a [`BufferAndOutcome<B>`] that nobody else uses now.
unsafe fn read<B: Sink>(
    contents: *mut c_void,
    datarep: &Datarep,
    range: ItemRange,
    file: &mut [u8],
) -> Result<Loss, Error> {
    // SAFETY: `contents` points to a `BufferAndOutcome<B>` that nobody else uses now, as the caller has promised. Test:
    // `files::layouts::all`, under the address sanitizer.
    let contents = unsafe { &mut *contents.cast::<BufferAndOutcome<B>>() };
    let loss = contents.buffer.target().convert(datarep, range.count, range.position, file)?;
    contents.loss += loss;
    contents.done_items = range.position + range.count;
    Ok(loss)
}
