//! The meaning of a word, and the losses of its conversion.

/// The losses of a conversion: a set of events, as bits.
pub type Events = u32;

/// The value was rounded.
pub const INEXACT: Events = 1 << 0;
/// A finite value beyond the target's range.
pub const OVERFLOW: Events = 1 << 1;
/// A nonzero value that is below the target's smallest normal number after rounding, and that the target does not
/// have or may not have as a number.
pub const UNDERFLOW: Events = 1 << 2;
/// An infinity that did not stay an infinity.
pub const INFINITY: Events = 1 << 3;
/// A NaN that did not stay a NaN, or lost bits of its payload.
pub const NAN: Events = 1 << 4;
/// A reserved operand, or an invalid encoding.
pub const RESERVED: Events = 1 << 5;
/// A negative zero that became positive.
pub const NEGATIVE_ZERO: Events = 1 << 6;
/// A missing value that did not stay one.
pub const MISSING: Events = 1 << 9;

/// A number that is read exactly, in an encoding that writing would not produce.
pub const NONCANONICAL: Events = 1 << 10;

/// The meaning of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `significand × 2^exponent`, not zero.
    Finite,
    /// Zero.
    Zero,
    /// Infinity.
    Infinity,
    /// Not a number. The significand is the payload with its quiet bit.
    Nan,
    /// A reserved operand, or an encoding that the machine refuses.
    Reserved,
    /// A missing value. The significand is the word's first byte.
    Missing,
    /// An exponent above the machine's range.
    Overflow,
    /// An exponent below the machine's range.
    Underflow,
}

/// A decoded word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoded<W> {
    /// The meaning of the word.
    pub kind: Kind,
    /// Whether the word has a minus sign. A zero has one only if the format has two zeros.
    pub negative: bool,
    /// The magnitude as an integer.
    pub significand: W,
    /// The exponent of the power of two that is the weight of the significand's unit.
    pub exponent: i32,
}
