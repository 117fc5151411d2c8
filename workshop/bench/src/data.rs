//! Numbers to convert.

#[cfg(feature = "bench")]
use zerocopy::{Immutable, IntoBytes};

use super::place::{PageOffset, PlacedSlice};

/// Numbers with magnitudes from an eighth to eight, with all their digits.
pub(super) fn make_numbers<T: Clone>(count: usize, of: impl Fn(u32) -> T) -> PlacedSlice<T> {
    let mut state = 0x9E37_79B9_u32;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        // The sign, an exponent field from 124 to 129, and a fraction.
        of((state & 0x807F_FFFF) | (124 + (state >> 23 & 0xFF) % 6) << 23)
    };
    let numbers: Vec<T> = (0..count).map(next).collect();
    PlacedSlice::from_slice(PageOffset::INPUT, &numbers)
}

/// A number with a magnitude from an eighth to eight, with digits down to the last bit.
pub(super) fn double_from_bits(bits: u32) -> f64 {
    // The digits that an `f32` does not have.
    let low = bits.wrapping_mul(0x9E37_79B1) >> 3;
    f64::from_bits(f64::from(f32::from_bits(bits)).to_bits() | u64::from(low))
}

/// The low half of the bits.
pub(super) fn low_half_as_i16(bits: u32) -> i16 {
    let [low, high, ..] = bits.to_le_bytes();
    i16::from_le_bytes([low, high])
}

/// The bytes of numbers as they are in memory.
#[cfg(feature = "bench")]
pub(super) fn view_as_bytes<T: IntoBytes + Immutable>(numbers: &[T]) -> &[u8] {
    numbers.as_bytes()
}
