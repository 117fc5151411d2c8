//! The rules: what happens to values that cannot be kept.

/// What happens, in one direction, to what the target cannot hold.
///
/// A rule for an event that cannot happen in a mapping has its default here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Policy {
    /// A finite value beyond the target's range.
    pub overflow: Overflow,
    /// A nonzero value below the target's smallest normal number.
    pub underflow: Underflow,
    /// Which neighbor a value between two becomes.
    pub rounding: Rounding,
    /// A value between two is an error.
    pub inexact_error: bool,
    /// An infinity.
    pub infinity: SpecialRule,
    /// A NaN.
    pub nan: SpecialRule,
    /// A reserved operand, an invalid encoding.
    pub reserved: SpecialRule,
    /// A negative zero.
    pub negative_zero: ZeroRule,
    /// A character or logical that the target has no place for.
    pub unmapped: UnmappedRule,
    /// Digits or a sign of a decimal number that are none.
    pub invalid: InvalidRule,
    /// A missing value. When writing, only [`MissingRule::Payload`] is of effect.
    pub missing: MissingRule,
    /// When reading, an encoding that writing would not give.
    pub noncanonical: NoncanonicalRule,
}

impl Policy {
    /// The rules where nothing is said and nothing can be lost.
    pub const DEFAULT: Policy = Policy {
        overflow: Overflow::Error,
        underflow: Underflow::Subnormal,
        rounding: Rounding::NearestEven,
        inexact_error: false,
        infinity: SpecialRule::Keep,
        nan: SpecialRule::Keep,
        reserved: SpecialRule::Error,
        negative_zero: ZeroRule::Keep,
        unmapped: UnmappedRule::Error,
        invalid: InvalidRule::Error,
        missing: MissingRule::Error,
        noncanonical: NoncanonicalRule::Ignore,
    };
}

/// A finite value beyond the target's range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// The access fails.
    Error,
    /// The largest finite number of that sign.
    Saturate,
    /// Infinity of that sign.
    Infinity,
    /// NaN.
    Nan,
    /// The low bits (integers).
    Wrap,
}

/// A nonzero value below the target's smallest normal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Underflow {
    /// Gradual: the target's subnormal (or unnormalized) numbers, rounded. Where it has none, as [`Underflow::Zero`].
    Subnormal,
    /// Zero.
    Zero,
    /// The access fails, at every value that [`Underflow::Zero`] would make zero.
    Error,
}

impl Underflow {
    /// Whether no value below the smallest normal number is kept.
    pub fn vanishes(self) -> bool {
        self != Underflow::Subnormal
    }
}

/// Which neighbor a value between two becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The nearer; of two the one with an even significand.
    NearestEven,
    /// The one nearer to zero.
    TowardZero,
    /// The nearer; of two the one farther from zero.
    NearestAway,
    /// The larger.
    Up,
    /// The smaller.
    Down,
}

/// An infinity, a NaN or a reserved operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpecialRule {
    /// Stays what it is. Only where the target has it.
    Keep,
    /// The access fails.
    Error,
    /// Zero.
    Zero,
    /// NaN.
    Nan,
    /// Infinity of that sign.
    Infinity,
    /// The largest finite number of that sign.
    Saturate,
    /// The target's reserved operand.
    Reserved,
    /// The first of the target's missing values.
    Missing,
}

/// A negative zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZeroRule {
    /// Stays negative. Only where the target has it.
    Keep,
    /// Positive zero.
    Zero,
    /// The access fails.
    Error,
}

/// A character or logical that the target has no place for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnmappedRule {
    /// The access fails.
    Error,
    /// This character, by its Unicode code point, which the target's set has; for logicals 0 is false and 1 is true.
    Substitute(u32),
}

/// A missing value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MissingRule {
    /// The access fails.
    Error,
    /// NaN.
    Nan,
    /// Zero.
    Zero,
    /// A quiet NaN whose eight lowest bits are the word's first byte; and back when written.
    Payload,
}

/// An encoding that writing would not give, though it is exactly a native value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoncanonicalRule {
    /// Read like any other, and not counted.
    Ignore,
    /// Read like any other, and counted.
    Keep,
    /// The access fails.
    Error,
}

/// Digits or a sign of a decimal number that are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvalidRule {
    /// The access fails.
    Error,
    /// Zero.
    Zero,
}
