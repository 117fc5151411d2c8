//! A run of bytes, kept or reversed.

/// Bytes that lie one after another on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move {
    /// Where the bytes begin, relative to the start of the row.
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) bytes: usize,
    /// How many bytes are reversed together: 2, 4, 8 or 16, or 1 if the bytes keep their order.
    pub(crate) unit: usize,
}

/// For units of 1, 2, 4, 8 and 16 bytes: the byte that takes the place of each byte of a vector if units are reversed.
/// Shorter vectors have the first ones; a shuffle of 32 bytes looks at the low four bits.
#[cfg(target_arch = "x86_64")]
static REVERSALS: [[u8; 64]; 5] = {
    let mut all = [[0; 64]; 5];
    let mut at = 0;
    while at < 5 * 64 {
        let (unit, byte) = (at / 64, at % 64);
        // For a unit of 4, `byte ^ 3` takes 0, 1, 2, 3 to 3, 2, 1, 0.
        all[unit][byte] = (byte ^ ((1 << unit) - 1)).to_le_bytes()[0];
        at += 1;
    }
    all
};

/// The permutation that reverses the bytes of each unit, for a vector of `VECTOR` bytes. It is read, as a single run is not
/// worth computing it.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn find_reversal<const VECTOR: usize>(unit: usize) -> &'static [u8; VECTOR] {
    REVERSALS[unit.trailing_zeros() as usize].first_chunk().expect("a vector has at most 64 bytes")
}

/// Copies one run of bytes, which is as long on both sides.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the level of its caller")]
pub(super) fn copy_run(from: &[u8], to: &mut [u8], unit: usize) {
    match unit {
        2 => reverse::<2>(from, to),
        4 => reverse::<4>(from, to),
        8 => reverse::<8>(from, to),
        16 => reverse::<16>(from, to),
        _ => to.copy_from_slice(from),
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the level of its caller")]
fn reverse<const N: usize>(from: &[u8], to: &mut [u8]) {
    for (from, to) in from.as_chunks::<N>().0.iter().zip(to.as_chunks_mut::<N>().0) {
        let mut bytes = *from;
        bytes.reverse();
        *to = bytes;
    }
}
