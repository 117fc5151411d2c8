//! What a word stands for, and what a conversion could not keep of it.

/// What a conversion could not keep: a set of events, as bits.
pub type Events = u32;

/// Rounded.
pub const INEXACT: Events = 1 << 0;
/// A finite value beyond the target's range.
pub const OVERFLOW: Events = 1 << 1;
/// A nonzero value that is below the target's smallest normal number once it is rounded, and is not one of its numbers or may not be.
pub const UNDERFLOW: Events = 1 << 2;
/// An infinity that is none any more.
pub const INFINITY: Events = 1 << 3;
/// A NaN that is none any more, or lost bits of its payload.
pub const NAN: Events = 1 << 4;
/// A reserved operand, or an invalid encoding.
pub const RESERVED: Events = 1 << 5;
/// A negative zero that became positive.
pub const NEGATIVE_ZERO: Events = 1 << 6;
/// A missing value that did not stay one.
pub const MISSING: Events = 1 << 9;

/// Exactly a number, in an encoding that writing would not give.
pub const NONCANONICAL: Events = 1 << 10;

/// What a word stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `significand × 2^exponent`, not zero.
    Finite,
    /// Zero.
    Zero,
    /// Infinity.
    Infinity,
    /// Not a number; the significand is the payload with its quiet bit.
    Nan,
    /// A reserved operand, or an encoding that the machine refuses.
    Reserved,
    /// A missing value; the significand is the word's first byte.
    Missing,
    /// An exponent above the machine's range.
    Overflow,
    /// An exponent below the machine's range.
    Underflow,
}

/// A word taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decoded<W> {
    /// What it is.
    pub kind: Kind,
    /// It has a minus sign; of zeros only where the format has two.
    pub negative: bool,
    /// The magnitude as an integer.
    pub significand: W,
    /// The power of two that a unit of the significand weighs.
    pub exponent: i32,
}
