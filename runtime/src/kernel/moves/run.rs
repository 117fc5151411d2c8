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
