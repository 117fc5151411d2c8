//! Ranges of bits.

/// A range of bits of the canonical word, both ends included, `high >= low`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitRange {
    /// Most significant bit.
    pub high: u32,
    /// Least significant bit.
    pub low: u32,
}

impl BitRange {
    /// Number of bits in the range.
    pub fn width(self) -> u32 {
        self.high - self.low + 1
    }
}
