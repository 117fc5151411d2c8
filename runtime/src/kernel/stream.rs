//! Output larger than the processor's caches, stored past them, so that memory is not read before it is written.
//!
//! A loop that converts from one buffer to another reads each line of its output into a cache before the first byte of
//! the line is stored. For buffers larger than the caches that is a third of all traffic. Here the items are converted
//! to a buffer of a few KiB, which stays in the nearest cache, and copied from there by stores that go directly to
//! memory.

#![allow(unsafe_code, reason = "stores past the caches are intrinsics; natives are seen as bytes")]

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::dense::{self, Dense};

/// The size in bytes from which on output is streamed, or 0 before the processor's caches are known.
static THRESHOLD: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The size in bytes of the output of which this thread produces parts.
    static WHOLE: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work`, which produces parts of an output of `bytes` bytes: the parts are stored as the whole would be.
#[cfg(any(feature = "file", feature = "parallel"))]
pub(crate) fn in_parts_of<R>(bytes: usize, work: impl FnOnce() -> R) -> R {
    let before = WHOLE.replace(bytes);
    let result = work();
    WHOLE.set(before);
    result
}

/// The size in bytes of the smallest part that is stored past the caches.
const PART: usize = 1 << 16;

/// Whether an output of `bytes` bytes is stored past the caches.
#[inline]
pub(crate) fn is_worth(bytes: usize) -> bool {
    bytes >= PART && is_worth_whole(bytes.max(WHOLE.get()))
}

fn is_worth_whole(bytes: usize) -> bool {
    bytes >= 1 << 20 && bytes > threshold()
}

/// The size in bytes of the largest cache beside which a core of Intel's stores past the caches without waiting.
///
/// The servers with larger caches have long ways to memory, and a core has few such stores under way. Measured on a
/// Xeon with 480 MiB: swaps of 256 MiB and more 4 to 6 GB/s past the caches, and 7 to 8 GB/s through them.
const LARGEST: usize = 64 << 20;

fn threshold() -> usize {
    let known = THRESHOLD.load(Ordering::Relaxed);
    if known != 0 {
        return known;
    }
    // Input and output share the cache.
    let threshold = match last_level_cache() {
        0 => usize::MAX,
        cache if cache > LARGEST && !is_amd() => usize::MAX,
        cache => cache / 2,
    };
    THRESHOLD.store(threshold, Ordering::Relaxed);
    threshold
}

/// What the processor says of itself.
#[cfg(target_arch = "x86_64")]
fn cpuid(leaf: u32, index: u32) -> std::arch::x86_64::CpuidResult {
    #[allow(unused_unsafe, reason = "the instruction is unsafe in older compilers")]
    // SAFETY: every processor of this architecture has the instruction, and it changes nothing but its results.
    unsafe {
        std::arch::x86_64::__cpuid_count(leaf, index)
    }
}

/// Whether the processor is one of AMD's or Hygon's.
fn is_amd() -> bool {
    #[cfg(target_arch = "x86_64")]
    let is_amd = matches!(cpuid(0, 0).ebx, 0x6874_7541 | 0x6f67_7948);
    #[cfg(not(target_arch = "x86_64"))]
    let is_amd = false;
    is_amd
}

/// The size in bytes of the largest cache that the processor reports, or 0 if it reports none.
#[cfg(target_arch = "x86_64")]
fn last_level_cache() -> usize {
    // Intel and Zhaoxin describe each cache in leaf 4, AMD and Hygon in the same form in 0x8000_001D.
    let (leaf, first) = if is_amd() { (0x8000_001D, 0x8000_0000) } else { (4, 0) };
    let highest = cpuid(first, 0).eax;
    if highest < leaf {
        return 0;
    }
    let caches = (0..16).map(|index| cpuid(leaf, index)).take_while(|cache| cache.eax & 0x1F != 0);
    let data = caches.filter(|cache| cache.eax & 0x1F != 2);
    let bytes = data.map(|cache| {
        let ways = (cache.ebx >> 22) as usize + 1;
        let partitions = (cache.ebx >> 12 & 0x3FF) as usize + 1;
        let line = (cache.ebx & 0xFFF) as usize + 1;
        ways * partitions * line * (cache.ecx as usize + 1)
    });
    bytes.max().unwrap_or(0)
}

#[cfg(not(target_arch = "x86_64"))]
fn last_level_cache() -> usize {
    0
}

/// Copies the items past the caches. [`finish`] must follow the last call.
///
/// # Panics
///
/// If the two slices differ in length.
#[inline]
pub(crate) fn copy<T: Dense>(from: &[T], to: &mut [T]) {
    assert_eq!(from.len(), to.len(), "as many items there as here");
    // SAFETY: items without padding, viewed as bytes for as long as they are borrowed. Whole items are stored. If
    // bytes beyond them were, `items_are_copied_at_any_place` would fail under the address sanitizer.
    let to = unsafe { std::slice::from_raw_parts_mut(to.as_mut_ptr().cast::<u8>(), size_of_val(to)) };
    copy_bytes(dense::bytes(from), to);
}

#[cfg(target_arch = "x86_64")]
#[expect(clippy::cast_ptr_alignment, reason = "one load is for any alignment, the store is aligned")]
fn copy_bytes(from: &[u8], to: &mut [u8]) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
    const LINE: usize = 64;
    let head = to.as_ptr().align_offset(LINE).min(to.len());
    let (from_head, from) = from.split_at(head);
    let (to_head, to) = to.split_at_mut(head);
    to_head.copy_from_slice(from_head);
    let (from_lines, from_rest) = from.as_chunks::<LINE>();
    let (to_lines, to_rest) = to.as_chunks_mut::<LINE>();
    for (from, to) in from_lines.iter().zip(to_lines) {
        for part in 0..LINE / 16 {
            let (from, to) = (from[part * 16..].as_ptr(), to[part * 16..].as_mut_ptr());
            // SAFETY: 16 bytes of a line that is borrowed, at any alignment. If they were not,
            // `items_are_copied_at_any_place` would fail under the address sanitizer.
            let value = unsafe { _mm_loadu_si128(from.cast::<__m128i>()) };
            // SAFETY: 16 bytes of a line that is borrowed to be written and begins at a multiple of 64. If it did not,
            // the same test would end with a fault of the processor.
            unsafe { _mm_stream_si128(to.cast::<__m128i>(), value) };
        }
    }
    to_rest.copy_from_slice(from_rest);
}

#[cfg(not(target_arch = "x86_64"))]
fn copy_bytes(from: &[u8], to: &mut [u8]) {
    to.copy_from_slice(from);
}

/// Copies bytes that need no conversion.
///
/// The system's own copy stores a large output past the caches, but does not know the output that this is a part of.
pub(crate) fn copy_as_is(from: &[u8], to: &mut [u8]) {
    if is_worth(to.len()) && !is_worth_whole(to.len()) {
        copy_bytes(from, to);
        finish();
    } else {
        to.copy_from_slice(from);
    }
}

/// Orders all streamed stores before later stores, as other threads see them.
#[inline]
pub(crate) fn finish() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From any place to any other, of any length; no byte beside the copy is written.
    #[test]
    fn items_are_copied_at_any_place() {
        let from: Vec<u8> = (0..400_u32).map(|byte| byte.to_le_bytes()[0] ^ 0x5A).collect();
        for begin in [0, 1, 3, 16, 33, 63] {
            for place in [0, 1, 8, 31, 63, 64] {
                for bytes in [0, 1, 15, 63, 64, 65, 128, 200] {
                    let mut to = vec![0xA5; 400];
                    copy(&from[begin..begin + bytes], &mut to[place..place + bytes]);
                    finish();
                    assert_eq!(to[place..place + bytes], from[begin..begin + bytes]);
                    assert!(to[..place].iter().chain(&to[place + bytes..]).all(|byte| *byte == 0xA5));
                }
            }
        }
        // Up to the very end of the buffer.
        let mut end = vec![0_u64; 25].into_boxed_slice();
        copy(&[7_u64; 25], &mut end);
        finish();
        assert!(end.iter().all(|item| *item == 7));
    }
}
