//! The rules for values that the target cannot hold.

/// From file to native, or from native to file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleDirection {
    /// From file to native: `on read`.
    Read,
    /// From native to file: `on write`.
    Write,
}

impl RuleDirection {
    /// The word after `on` for this direction.
    pub fn word(self) -> &'static str {
        match self {
            RuleDirection::Read => "read",
            RuleDirection::Write => "write",
        }
    }
}

/// The action, in one direction, for each kind of value that the target cannot hold.
///
/// The rule for an event that cannot happen in a mapping has its default value here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Policy {
    /// A finite value beyond the target's range.
    pub overflow: OverflowRule,
    /// A nonzero value below the target's smallest normal number.
    pub underflow: UnderflowRule,
    /// The neighbor that a value between two of the target's becomes.
    pub rounding: Rounding,
    /// Whether a value between two of the target's is an error.
    pub inexact_error: bool,
    /// An infinity.
    pub infinity: SpecialRule,
    /// A NaN.
    pub nan: SpecialRule,
    /// A reserved operand or an invalid encoding.
    pub reserved: SpecialRule,
    /// A negative zero.
    pub negative_zero: ZeroRule,
    /// A character or logical that has no place in the target.
    pub unmapped: UnmappedRule,
    /// Invalid digits or an invalid sign of a decimal number.
    pub invalid: InvalidRule,
    /// A missing value. When writing, only [`MissingRule::Payload`] has an effect.
    pub missing: MissingRule,
    /// When reading, an encoding that writing would not produce.
    pub noncanonical: NoncanonicalRule,
}

impl Policy {
    /// The rules that apply by default, if nothing can be lost.
    pub const DEFAULT: Policy = Policy {
        overflow: OverflowRule::Error,
        underflow: UnderflowRule::Subnormal,
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
pub enum OverflowRule {
    /// The access fails.
    Error,
    /// The largest finite number of that sign.
    Saturate,
    /// Infinity of that sign.
    Infinity,
    /// NaN.
    Nan,
    /// The low bits (integers only).
    Wrap,
}

/// A nonzero value below the target's smallest normal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnderflowRule {
    /// Gradual: the target's subnormal (or unnormalized) numbers, rounded. The same as [`UnderflowRule::Zero`] if the
    /// target has none.
    Subnormal,
    /// Zero.
    Zero,
    /// The access fails, for every value that [`UnderflowRule::Zero`] would turn into zero.
    Error,
}

impl UnderflowRule {
    /// Whether no value below the smallest normal number is kept.
    pub fn discards_subnormals(self) -> bool {
        self != UnderflowRule::Subnormal
    }
}

/// The neighbor that a value between two of the target's becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The nearer one; in a tie the one with an even significand.
    NearestEven,
    /// The one nearer to zero.
    TowardZero,
    /// The nearer one; in a tie the one farther from zero.
    NearestAway,
    /// The larger one.
    Up,
    /// The smaller one.
    Down,
}

/// The rule for an infinity, a NaN or a reserved operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpecialRule {
    /// The value is kept. Only allowed if the target has it.
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

/// The rule for a negative zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ZeroRule {
    /// It stays negative. Only allowed if the target has a negative zero.
    Keep,
    /// Positive zero.
    Zero,
    /// The access fails.
    Error,
}

/// The rule for a character or logical that has no place in the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnmappedRule {
    /// The access fails.
    Error,
    /// The character of this Unicode code point, which the target's set has. For logicals 0 is false and 1 is true.
    Substitute(u32),
}

/// The rule for a missing value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MissingRule {
    /// The access fails.
    Error,
    /// NaN.
    Nan,
    /// Zero.
    Zero,
    /// When reading, a quiet NaN whose eight lowest bits are the word's first byte. When writing, the reverse.
    Payload,
}

/// The rule for an encoding that writing would not produce, although it is exactly a native value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoncanonicalRule {
    /// Read like any other encoding, and not counted.
    Ignore,
    /// Read like any other encoding, and counted.
    Keep,
    /// The access fails.
    Error,
}

/// The rule for invalid digits or an invalid sign of a decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvalidRule {
    /// The access fails.
    Error,
    /// Zero.
    Zero,
}
