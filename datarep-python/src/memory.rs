//! Bytes that others may change meanwhile, and bytes that have no value yet.
//!
//! No reference to bytes of the first kind is made, except as atomics: a run of them is copied to a buffer, or from one.
//! Bytes of the second kind are given a value before they are read.
//!
//! Nothing here knows of Python, so that `tests/memory.rs` runs all but the instruction of `copy_rep_movsb` under Miri.
#![allow(unsafe_code, reason = "the memory of NumPy's arrays is reached by its address")]
#![expect(
    clippy::host_endian_bytes,
    reason = "words only carry bytes, in the order of memory, so the host's byte order has no effect"
)]

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::slice;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A run of bytes that others may change.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shared<'m> {
    start: *mut u8,
    bytes: usize,
    _memory: PhantomData<&'m [AtomicU8]>,
}

impl<'m> Shared<'m> {
    /// The run of `bytes` bytes from an address on.
    ///
    /// # Safety
    ///
    /// - The bytes can be read as long as `'m` lasts; and written, if [`store`] gets the run.
    /// - Meanwhile no reference to them exists, except to atomics.
    /// - Others access them byte by byte, or by atomics, if at all.
    pub(crate) unsafe fn new(start: *mut u8, bytes: usize) -> Shared<'m> {
        Shared { start, bytes, _memory: PhantomData }
    }

    /// Whether the run consists of whole words of the given number of bytes, at their alignment.
    fn is_words_of(&self, bytes: usize) -> bool {
        // `align_offset`, not the address modulo `bytes`: Miri relies only on the alignment with which the memory was
        // allocated.
        self.start.align_offset(bytes) == 0 && self.bytes.is_multiple_of(bytes)
    }

    /// The run as bytes.
    fn bytes(&self) -> &[AtomicU8] {
        // SAFETY: `new` was promised that the bytes live as long as the run, and that nobody has another reference to
        // them. A byte has no alignment, and any bits are a value of it. Test: `tests/memory.rs::runs_at_any_address`.
        unsafe { slice::from_raw_parts(self.start.cast(), self.bytes) }
    }

    /// The run as words of four bytes.
    fn halves(&self) -> &[AtomicU32] {
        assert!(self.is_words_of(4), "words of the run");
        // SAFETY: `new` was promised that the bytes live as long as the run, and that nobody has another reference to
        // them. The run begins at the alignment of a word and is whole words, as the assertion says, and any bits are
        // a value of a word. Test: `tests/memory.rs::runs_at_any_address`.
        unsafe { slice::from_raw_parts(self.start.cast(), self.bytes / 4) }
    }

    /// The run as words of eight bytes.
    fn words(&self) -> &[AtomicU64] {
        assert!(self.is_words_of(8), "words of the run");
        // SAFETY: `new` was promised that the bytes live as long as the run, and that nobody has another reference to
        // them. The run begins at the alignment of a word and is whole words, as the assertion says, and any bits are
        // a value of a word. Test: `tests/memory.rs::runs_at_any_address`.
        unsafe { slice::from_raw_parts(self.start.cast(), self.bytes / 8) }
    }

    /// The first bytes, and the rest.
    fn split_at(self, bytes: usize) -> (Self, Self) {
        assert!(bytes <= self.bytes, "bytes of the run");
        // SAFETY: the run has at least `bytes` bytes, as the assertion says, so the address is in it or at its end.
        // Test: `tests/memory.rs::runs_at_any_address`.
        let behind = unsafe { self.start.add(bytes) };
        (Shared { bytes, ..self }, Shared { start: behind, bytes: self.bytes - bytes, ..self })
    }

    /// The bytes before the first whole word, the whole words, and the bytes after them.
    fn at_words(self) -> [Self; 3] {
        let (before, rest) = self.split_at(self.start.align_offset(8).min(self.bytes));
        let (words, behind) = rest.split_at(rest.bytes / 8 * 8);
        [before, words, behind]
    }
}

/// The fewest bytes of a run that one instruction copies.
const LEAST_REP_MOVSB: usize = 1 << 9;

/// Copies bytes by one instruction, which moves more of them at once than an atomic access in Rust can.
///
/// As far as others can observe, it copies byte by byte. Each access is atomic, and not ordered with any other.
///
/// # Safety
///
/// `bytes` bytes can be read at `from` and written at `to`, and the two do not overlap. Others may meanwhile read and
/// write those of the bytes that are memory of an array. Nobody else accesses the rest.
#[cfg(target_arch = "x86_64")]
unsafe fn copy_rep_movsb(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: the caller has promised that the bytes can be read and written, and that they do not overlap. The
    // direction is upwards, because Rust keeps its flag clear. The instruction changes no flags and does not use the
    // stack. Test: `tests/memory.rs::runs_at_any_address`.
    unsafe {
        std::arch::asm!(
            "rep movsb",
            inout("rcx") bytes => _,
            inout("rsi") from => _,
            inout("rdi") to => _,
            options(nostack, preserves_flags),
        );
    }
}

/// Whether one instruction copies a run of this length.
fn uses_rep_movsb(bytes: usize) -> bool {
    // Miri interprets no instructions of a processor.
    cfg!(all(target_arch = "x86_64", not(miri))) && bytes >= LEAST_REP_MOVSB
}

/// Copies a run to a buffer.
pub(crate) fn load(from: Shared<'_>, to: &mut [u8]) {
    assert_eq!(from.bytes, to.len(), "as many bytes there as here");
    if uses_rep_movsb(from.bytes) {
        // SAFETY: `new` was promised that the bytes can be read, and that no reference to them exists. `to` is a slice
        // that is borrowed mutably, so the two do not overlap. It has as many bytes, as the assertion says. Test:
        // `tests/memory.rs::runs_at_any_address`.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            copy_rep_movsb(from.start, to.as_mut_ptr(), to.len());
        }
    } else if from.is_words_of(8) {
        for (from, to) in from.words().iter().zip(to.as_chunks_mut::<8>().0) {
            *to = from.load(Relaxed).to_ne_bytes();
        }
    } else if from.bytes == 4 && from.is_words_of(4) {
        to.copy_from_slice(&from.halves()[0].load(Relaxed).to_ne_bytes());
    } else if from.bytes < 16 {
        for (from, to) in from.bytes().iter().zip(to) {
            *to = from.load(Relaxed);
        }
    } else {
        // Each part is whole words, or fewer than eight bytes, so that the calls below go no deeper.
        let mut rest = to;
        for part in from.at_words() {
            let (to, others) = rest.split_at_mut(part.bytes);
            load(part, to);
            rest = others;
        }
    }
}

/// Copies a buffer to a run.
pub(crate) fn store(to: Shared<'_>, from: &[u8]) {
    assert_eq!(to.bytes, from.len(), "as many bytes there as here");
    if uses_rep_movsb(to.bytes) {
        // SAFETY: `new` was promised that the bytes can be written, and that no reference to them exists. `from` is a
        // slice, so the two do not overlap. It has as many bytes, as the assertion says. Test:
        // `tests/memory.rs::runs_at_any_address`.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            copy_rep_movsb(from.as_ptr(), to.start, from.len());
        }
    } else if to.is_words_of(8) {
        for (from, to) in from.as_chunks::<8>().0.iter().zip(to.words()) {
            to.store(u64::from_ne_bytes(*from), Relaxed);
        }
    } else if let (4, true, Ok(from)) = (to.bytes, to.is_words_of(4), from.try_into()) {
        to.halves()[0].store(u32::from_ne_bytes(from), Relaxed);
    } else if to.bytes < 16 {
        for (from, to) in from.iter().zip(to.bytes()) {
            to.store(*from, Relaxed);
        }
    } else {
        // As in `load`.
        let mut rest = from;
        for part in to.at_words() {
            let (from, others) = rest.split_at(part.bytes);
            store(part, from);
            rest = others;
        }
    }
}

/// Some bytes of an object that nobody else has. They have no value yet.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    memory: &'a mut [MaybeUninit<u8>],
    taken_bytes: &'a AtomicUsize,
}

impl<'a> Part<'a> {
    /// All bytes of an object. `taken_bytes` counts those that have a value.
    pub(crate) fn new(memory: &'a mut [MaybeUninit<u8>], taken_bytes: &'a AtomicUsize) -> Part<'a> {
        Part { memory, taken_bytes }
    }

    /// The number of bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.len()
    }

    /// The first bytes, and the others.
    pub(crate) fn split_at(self, bytes: usize) -> (Part<'a>, Part<'a>) {
        let (first, others) = self.memory.split_at_mut(bytes);
        (
            Part { memory: first, taken_bytes: self.taken_bytes },
            Part { memory: others, taken_bytes: self.taken_bytes },
        )
    }

    /// Fills the bytes with a copy of `from`.
    pub(crate) fn fill_from(self, from: &[u8]) {
        self.taken_bytes.fetch_add(self.memory.len(), Relaxed);
        self.memory.write_copy_of_slice(from);
    }

    /// The bytes to fill, which are zeros until then.
    pub(crate) fn zeroed_bytes(self) -> &'a mut [u8] {
        self.taken_bytes.fetch_add(self.memory.len(), Relaxed);
        for byte in &mut *self.memory {
            byte.write(0);
        }
        // SAFETY: the loop has given each byte a value. Test: `tests/memory.rs::parts_are_filled`.
        unsafe { self.memory.assume_init_mut() }
    }
}
