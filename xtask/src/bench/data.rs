//! Numbers to convert.

use zerocopy::{Immutable, IntoBytes};

/// Numbers between an eighth and eight in magnitude, of all digits.
pub(super) fn numbers<T>(count: usize, of: impl Fn(u32) -> T) -> Vec<T> {
    let mut state = 0x9E37_79B9_u32;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        // The sign, an exponent field from 124 to 129, and a fraction.
        of((state & 0x807F_FFFF) | (124 + (state >> 23 & 0xFF) % 6) << 23)
    };
    (0..count).map(next).collect()
}

/// The low half of the bits.
pub(super) fn half(bits: u32) -> i16 {
    let [low, high, ..] = bits.to_le_bytes();
    i16::from_le_bytes([low, high])
}

/// The octets of numbers, as they lie in memory.
pub(super) fn octets<T: IntoBytes + Immutable>(numbers: &[T]) -> &[u8] {
    numbers.as_bytes()
}
