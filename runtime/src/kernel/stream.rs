//! Stores past the caches, from a stage that stays in the nearest cache.
//!
//! Items are converted to a [`Stage`] of a page, and copied from there by non-temporal stores, which go to memory
//! without a place in a cache. Three things decide the speed, measured on an AMD EPYC of family 25 with 256 MiB, in
//! GB/s, where a copy by `memcpy` has 12:
//!
//! | stage | its address | stores | swap of `f64` | IBM floats to `f32`, AVX2 |
//! |---|---|---|---|---|
//! | 1 KiB | any multiple of 16 | 16 bytes | 6 to 10, by chance | |
//! | 1 KiB | any multiple of 16 | 64 bytes | 13, in one start of nine 6 | |
//! | 1 KiB | a multiple of 64 | 64 bytes | 13 to 15 | 8 to 11 |
//! | 512 bytes | a multiple of 64 | 64 bytes | 6 to 7 | 9 to 10 |
//! | 4 KiB | a multiple of 64 | 64 bytes | 13 to 15 | 14 |
//! | 16 KiB | a multiple of 64 | 64 bytes | 11 | 10 |
//!
//! A load of 64 bytes that crosses lines waits for the stores of both. A short stage is loaded while its stores still
//! wait to be written to the cache.

#![allow(unsafe_code, reason = "stores past the caches are intrinsics; natives are seen as bytes")]

use std::mem::MaybeUninit;

use super::dense::{self, Dense};
use super::large::{Way, is_large, is_large_whole, way};

/// The size in bytes of a [`Stage`].
pub(crate) const STAGE: usize = 4096;

/// The size in bytes of a cache line.
const LINE: usize = 64;

/// A buffer for items on their way past the caches. It begins where a cache line begins.
#[repr(align(64))]
pub(crate) struct Stage([MaybeUninit<u8>; STAGE]);

impl Stage {
    /// A stage without items.
    pub(crate) const fn new() -> Self {
        Self([MaybeUninit::uninit(); STAGE])
    }

    /// The stage as `count` items, each of which is `item`.
    ///
    /// # Panics
    ///
    /// If the stage is too small for so many items.
    pub(crate) fn fill<T: Dense>(&mut self, item: T, count: usize) -> &mut [T] {
        const { assert!(align_of::<T>() <= LINE, "items begin where lines begin") };
        assert!(
            count.checked_mul(size_of::<T>()).is_some_and(|bytes| bytes <= STAGE),
            "the stage is too small"
        );
        let begin = self.0.as_mut_ptr().cast::<MaybeUninit<T>>();
        // SAFETY: the stage has as many bytes, as was just checked. It begins at a multiple of a line, which is one of the
        // items' alignment. Items that may be uninitialized are any bytes. The stage is borrowed exclusively for as
        // long as the items are. If not, `stages_hold_items_of_any_type` would fail under Miri.
        let places = unsafe { std::slice::from_raw_parts_mut(begin, count) };
        for place in &mut *places {
            place.write(item);
        }
        // SAFETY: each place was just written to. The same test would fail under Miri.
        unsafe { &mut *(std::ptr::from_mut(places) as *mut [T]) }
    }
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

fn copy_bytes(from: &[u8], to: &mut [u8]) {
    // A store past the caches faults at an address that is no multiple of its size. `align_offset` may be beyond a
    // short slice.
    let head = to.as_ptr().align_offset(LINE).min(to.len());
    let (from_head, from) = from.split_at(head);
    let (to_head, to) = to.split_at_mut(head);
    to_head.copy_from_slice(from_head);
    let (from_lines, from_rest) = from.as_chunks::<LINE>();
    let (to_lines, to_rest) = to.as_chunks_mut::<LINE>();
    copy_lines(from_lines, to_lines);
    to_rest.copy_from_slice(from_rest);
}

/// Copies lines to places that begin where a cache line begins, by the widest stores that the processor has.
#[cfg(target_arch = "x86_64")]
fn copy_lines(from: &[[u8; LINE]], to: &mut [[u8; LINE]]) {
    use super::{Level, level};
    match level() {
        // SAFETY: every x86-64 processor has SSE2.
        Level::Baseline => unsafe { lines::copy_by_16(from, to) },
        // SAFETY: the level is that of the processor, or below it: see `kernel::run`.
        Level::Avx2 => unsafe { lines::copy_by_32(from, to) },
        // SAFETY: as above.
        Level::Avx512 => unsafe { lines::copy_by_64(from, to) },
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn copy_lines(from: &[[u8; LINE]], to: &mut [[u8; LINE]]) {
    to.copy_from_slice(from);
}

/// The same loop for each width of stores.
#[cfg(target_arch = "x86_64")]
mod lines {
    use std::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_loadu_si128, _mm_stream_si128, _mm256_loadu_si256,
        _mm256_stream_si256, _mm512_loadu_si512, _mm512_stream_si512,
    };

    use super::LINE;

    macro_rules! copy_lines {
        ($name:ident, $features:literal, $vector:ty, $load:ident, $stream:ident) => {
            #[target_feature(enable = $features)]
            #[expect(
                clippy::cast_ptr_alignment,
                reason = "one load is for any alignment, the store is aligned"
            )]
            pub(super) fn $name(from: &[[u8; LINE]], to: &mut [[u8; LINE]]) {
                for (from, to) in from.iter().zip(to) {
                    for part in (0..LINE).step_by(size_of::<$vector>()) {
                        let (from, to) = (from[part..].as_ptr(), to[part..].as_mut_ptr());
                        // SAFETY: the bytes of a vector in a line that is borrowed, at any alignment. If they were not,
                        // `items_are_copied_at_any_place` would fail under the address sanitizer.
                        let value = unsafe { $load(from.cast::<$vector>()) };
                        // SAFETY: the bytes of a vector in a line that is borrowed to be written. The line begins at a
                        // multiple of 64, and the vector at one of its size. If it did not, the same test would end
                        // with a fault of the processor.
                        unsafe { $stream(to.cast::<$vector>(), value) };
                    }
                }
            }
        };
    }

    copy_lines!(copy_by_16, "sse2", __m128i, _mm_loadu_si128, _mm_stream_si128);
    copy_lines!(copy_by_32, "avx2", __m256i, _mm256_loadu_si256, _mm256_stream_si256);
    copy_lines!(copy_by_64, "avx512f", __m512i, _mm512_loadu_si512, _mm512_stream_si512);
}

/// Copies bytes that need no conversion.
///
/// The system's own copy stores a large output past the caches, but does not know the output that this is a part of.
pub(crate) fn copy_as_is(from: &[u8], to: &mut [u8]) {
    // A part of a large output that is not large by itself: only for these `memcpy` would go through the caches.
    if is_large(to.len()) && !is_large_whole(to.len()) && way() == Way::Past {
        copy_bytes(from, to);
        finish();
    } else {
        to.copy_from_slice(from);
    }
}

/// Orders all stores past the caches before later stores, as other threads see them.
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
    use crate::kernel::{force_level, levels};

    /// From any place to any other, of any length, by stores of each width; no byte beside the copy is written.
    #[test]
    fn items_are_copied_at_any_place() {
        let from: Vec<u8> = (0..400_u32).map(|byte| byte.to_le_bytes()[0] ^ 0x5A).collect();
        for level in levels() {
            force_level(level);
            for begin in [0, 1, 3, 16, 33, 63] {
                for place in [0, 1, 8, 31, 63, 64] {
                    for bytes in [0, 1, 15, 63, 64, 65, 128, 200] {
                        let mut to = vec![0xA5; 400];
                        copy(&from[begin..begin + bytes], &mut to[place..place + bytes]);
                        finish();
                        assert_eq!(to[place..place + bytes], from[begin..begin + bytes], "{level}");
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

    #[test]
    fn stages_hold_items_of_any_type() {
        let mut stage = Stage::new();
        assert_eq!(stage.fill(7_u8, STAGE), [7; STAGE]);
        assert_eq!(stage.fill(-1.5_f64, 512), [-1.5; 512]);
        assert_eq!(stage.fill([1_u8, 2, 3], 1365), [[1, 2, 3]; 1365]);
        assert_eq!(stage.fill(true, 3), [true; 3]);
        let filled = stage.fill(u128::MAX, 256);
        filled[255] = 1;
        assert_eq!((filled[254], filled[255]), (u128::MAX, 1));
    }

    #[test]
    #[should_panic(expected = "the stage is too small")]
    fn stages_refuse_more_items_than_they_hold() {
        Stage::new().fill(0_u64, 513);
    }
}
