//! The meaning of a word, and the losses of its conversion.

/// The losses of a conversion: a set of events, as bits.
pub type Events = u32;

/// The value was rounded.
pub const INEXACT: Events = 1 << 0;
/// A finite value was beyond the target's range.
pub const OVERFLOW: Events = 1 << 1;
/// A nonzero value was below the target's smallest normal number after rounding, and the target has no such number or
/// must not write it.
pub const UNDERFLOW: Events = 1 << 2;
/// An infinity did not stay an infinity.
pub const INFINITY: Events = 1 << 3;
/// A NaN did not stay a NaN, or lost bits of its payload.
pub const NAN: Events = 1 << 4;
/// The word is a reserved operand or an invalid encoding.
pub const RESERVED: Events = 1 << 5;
/// A negative zero became positive.
pub const NEGATIVE_ZERO: Events = 1 << 6;
/// Digits or the sign of a decimal are invalid.
pub const INVALID: Events = 1 << 8;
/// A missing value did not stay missing.
pub const MISSING: Events = 1 << 9;

/// The word was read exactly, but writing its number would produce another encoding.
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
    /// Not a number. The significand is the payload, including the quiet bit.
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
    /// The weight of the significand's unit, as a power of two.
    pub exponent: i32,
}
