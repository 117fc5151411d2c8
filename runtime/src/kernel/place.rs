//! Buffers that items are moved from and to: slices, or pointers between whose items nothing is touched.
//!
//! MPI lets a program use the gaps of a datatype while its items are on their way: another thread may write there, or
//! there may be no memory at all, as with absolute addresses. A slice over such a buffer would say otherwise, even if nobody
//! looked at the gaps. So moves take one of these. That nothing but items is touched follows from this:
//!
//! - A transfer asks for what a visit of the typemap hands out, and these are its items.
//! - [`Readable::run`] and [`Writable::run`] make slices of one run each, so that no slice has a gap in it, and the slices of a buffer that
//!   is stored to are there one after the other.
//! - Rows of runs go by vectors under masks. A masked load or store does not access what its mask leaves out; there is no fault
//!   where that is no memory. Whole vectors are stored only to rows that have no gaps, up to the end of the last one.
//! - Whole vectors are loaded, and runs loaded beyond their ends, only from what begins as a slice, which is faster.
//! - Lines that are fetched ahead are hints, and no accesses.

#![allow(unsafe_code, reason = "slices of items are made from pointers")]

use std::marker::PhantomData;
use std::slice;

/// A buffer that items are loaded from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Readable<'a> {
    begin: *const u8,
    bytes: usize,
    /// It is a slice: what lies between the items may be loaded, too.
    #[cfg(target_arch = "x86_64")]
    whole: bool,
    of: PhantomData<&'a [u8]>,
}

/// A buffer that items are stored to.
#[derive(Debug)]
pub(crate) struct Writable<'a> {
    begin: *mut u8,
    bytes: usize,
    of: PhantomData<&'a mut [u8]>,
}

impl<'a> From<&'a [u8]> for Readable<'a> {
    #[inline]
    fn from(bytes: &'a [u8]) -> Readable<'a> {
        Readable {
            begin: bytes.as_ptr(),
            bytes: bytes.len(),
            #[cfg(target_arch = "x86_64")]
            whole: true,
            of: PhantomData,
        }
    }
}

impl<'a> From<&'a mut [u8]> for Readable<'a> {
    #[inline]
    fn from(bytes: &'a mut [u8]) -> Readable<'a> {
        Readable::from(&*bytes)
    }
}

impl<'a> From<&'a mut [u8]> for Writable<'a> {
    #[inline]
    fn from(bytes: &'a mut [u8]) -> Writable<'a> {
        Writable { begin: bytes.as_mut_ptr(), bytes: bytes.len(), of: PhantomData }
    }
}

impl<'a> Readable<'a> {
    /// So many bytes from a pointer on, of which only items are touched.
    ///
    /// # Safety
    ///
    /// For as long as this is used, the bytes that [`Readable::run`] and moves are asked for lie in memory, and nobody writes to
    /// them. Nothing is asked of the others.
    pub(crate) unsafe fn items(begin: *const u8, bytes: usize) -> Readable<'a> {
        Readable {
            begin,
            bytes,
            #[cfg(target_arch = "x86_64")]
            whole: false,
            of: PhantomData,
        }
    }

    /// All bytes, where it is a slice.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) fn whole(self) -> Option<&'a [u8]> {
        if !self.whole {
            return None;
        }
        // SAFETY: it was made of a slice that is borrowed for as long.
        Some(unsafe { slice::from_raw_parts(self.begin, self.bytes) })
    }

    /// Bytes of items that lie without gaps.
    ///
    /// # Panics
    ///
    /// Where they do not lie in the buffer.
    #[inline]
    pub(crate) fn run(self, at: usize, bytes: usize) -> &'a [u8] {
        check(self.bytes, at, bytes);
        // SAFETY: they lie in a slice, or are items that nobody writes to; the place is one in the buffer. Where it is not,
        // `what_is_out_of_a_buffer_is_refused` and `items_lie_anywhere` fail under Miri.
        unsafe { slice::from_raw_parts(self.begin.wrapping_add(at), bytes) }
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.bytes
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) fn as_ptr(self) -> *const u8 {
        self.begin
    }
}

impl Writable<'_> {
    /// So many bytes from a pointer on, of which only items are touched.
    ///
    /// # Safety
    ///
    /// For as long as this is used, the bytes that [`Writable::run`] and moves are asked for lie in memory, and nobody else uses
    /// them. Nothing is asked of the others.
    pub(crate) unsafe fn items(begin: *mut u8, bytes: usize) -> Self {
        Writable { begin, bytes, of: PhantomData }
    }

    /// The same for a while.
    #[inline]
    pub(crate) fn borrow(&mut self) -> Writable<'_> {
        Writable { begin: self.begin, bytes: self.bytes, of: PhantomData }
    }

    /// Bytes of items that lie without gaps.
    ///
    /// # Panics
    ///
    /// Where they do not lie in the buffer.
    #[inline]
    pub(crate) fn run(&mut self, at: usize, bytes: usize) -> &mut [u8] {
        check(self.bytes, at, bytes);
        // SAFETY: they lie in a slice that is borrowed alone, or are items that nobody else uses; this is borrowed meanwhile. The same
        // tests ask, and `gaps_are_for_other_threads` under the thread sanitizer.
        unsafe { slice::from_raw_parts_mut(self.begin.wrapping_add(at), bytes) }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.bytes
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) fn as_mut_ptr(&self) -> *mut u8 {
        self.begin
    }
}

#[inline]
fn check(all: usize, at: usize, bytes: usize) {
    if at > all || bytes > all - at {
        outside(all, at, bytes);
    }
}

#[cold]
#[inline(never)]
fn outside(all: usize, at: usize, bytes: usize) -> ! {
    panic!("{bytes} bytes from {at} on do not lie in {all}");
}
