//! Buffers that items are moved from and to: slices, or pointers between whose items nothing is touched.
//!
//! MPI lets a program use the gaps of a datatype while its items are being moved: another thread may write there, or
//! there may be no memory at all, as with absolute addresses. A slice over such a buffer would claim the gaps as well,
//! even if nobody looked at them. So moves take the buffers of this module. They touch nothing but items, for these
//! reasons:
//!
//! - A transfer accesses only the bytes that a visit of the typemap yields, and these are its items.
//! - [`Readable::run`] and [`Writable::run`] make slices of one run each, so that no slice contains a gap. The slices
//!   of a buffer that is stored to exist one after the other.
//! - Rows of runs are moved by vectors under masks. A masked load or store does not access the bytes that its mask
//!   leaves out, and causes no fault where there is no memory. Whole vectors are stored only to rows without gaps, up
//!   to the end of the last one.
//! - Whole vectors are loaded, and runs are loaded beyond their ends, only from a buffer that was made from a slice.
//!   That is faster.
//! - Prefetches are hints, not accesses.

#![allow(unsafe_code, reason = "slices of items are made from pointers")]

use std::marker::PhantomData;
use std::slice;

/// A buffer that items are loaded from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Readable<'a> {
    begin: *const u8,
    bytes: usize,
    /// The buffer is a slice: the bytes between the items may be loaded, too.
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
    /// A buffer of `bytes` bytes from a pointer on, of which only items are touched.
    ///
    /// # Safety
    ///
    /// As long as this value is used, the bytes of each [`Readable::run`] and each move are in memory, and nobody
    /// writes to them. The other bytes may be anything.
    pub(crate) unsafe fn from_pointer(begin: *const u8, bytes: usize) -> Readable<'a> {
        Readable {
            begin,
            bytes,
            #[cfg(target_arch = "x86_64")]
            whole: false,
            of: PhantomData,
        }
    }

    /// All bytes, if the buffer is a slice.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) fn as_slice(self) -> Option<&'a [u8]> {
        if !self.whole {
            return None;
        }
        // SAFETY: the buffer was made from a slice, which is borrowed for as long.
        Some(unsafe { slice::from_raw_parts(self.begin, self.bytes) })
    }

    /// The bytes of items that lie without gaps.
    ///
    /// # Panics
    ///
    /// If they do not lie in the buffer.
    #[inline]
    pub(crate) fn run(self, at: usize, bytes: usize) -> &'a [u8] {
        check_bounds(self.bytes, at, bytes);
        // SAFETY: the bytes lie in a slice, or are items that nobody writes to, and they are in the buffer. If they
        // were not, `what_is_out_of_a_buffer_is_refused` and `items_lie_anywhere` would fail under Miri.
        unsafe { slice::from_raw_parts(self.begin.wrapping_add(at), bytes) }
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.bytes
    }

    #[inline]
    pub(crate) fn as_ptr(self) -> *const u8 {
        self.begin
    }
}

impl Writable<'_> {
    /// A buffer of `bytes` bytes from a pointer on, of which only items are touched.
    ///
    /// # Safety
    ///
    /// As long as this value is used, the bytes of each [`Writable::run`] and each move are in memory, and nobody else
    /// uses them. The other bytes may be anything.
    pub(crate) unsafe fn from_pointer(begin: *mut u8, bytes: usize) -> Self {
        Writable { begin, bytes, of: PhantomData }
    }

    /// Borrows the buffer.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> Writable<'_> {
        Writable { begin: self.begin, bytes: self.bytes, of: PhantomData }
    }

    /// The bytes of items that lie without gaps.
    ///
    /// # Panics
    ///
    /// If they do not lie in the buffer.
    #[inline]
    pub(crate) fn run(&mut self, at: usize, bytes: usize) -> &mut [u8] {
        check_bounds(self.bytes, at, bytes);
        // SAFETY: the bytes lie in a slice that is borrowed exclusively, or are items that nobody else uses, and `self`
        // is borrowed meanwhile. The same tests check it, and `gaps_are_for_other_threads` under the thread sanitizer.
        unsafe { slice::from_raw_parts_mut(self.begin.wrapping_add(at), bytes) }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.bytes
    }

    #[inline]
    pub(crate) fn as_mut_ptr(&self) -> *mut u8 {
        self.begin
    }
}

#[inline]
fn check_bounds(all: usize, at: usize, bytes: usize) {
    // `at + bytes` could wrap, and is not computed.
    if at > all || bytes > all - at {
        panic_out_of_bounds(all, at, bytes);
    }
}

#[cold]
#[inline(never)]
fn panic_out_of_bounds(all: usize, at: usize, bytes: usize) -> ! {
    panic!("{bytes} bytes from {at} on do not lie in {all}");
}
