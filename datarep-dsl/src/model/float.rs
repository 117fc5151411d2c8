//! The meaning of a floating-point word.

use super::bits::BitRange;
use super::word::mask;
use crate::source::Origin;

/// A floating-point format: `value = (-1)^negative * significand * 2^-fraction_bits * radix^exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Float {
    /// How a negative number is written.
    pub negation: Negation,
    /// The sign bit. In [`Negation::TwosWord`] the bits below it are never all zero in a word that is a number.
    pub sign: Option<u32>,
    /// The exponent's bits, most significant range first. Empty for a format without one.
    pub exponent: Vec<BitRange>,
    /// How the exponent field stands for a number.
    pub code: ExponentCode,
    /// The number that is subtracted from the field's number to give the exponent.
    pub bias: i64,
    /// The significand's stored bits without the sign and the leading bit, most significant range first.
    pub significand: Vec<BitRange>,
    /// The bit above the significand's stored bits.
    pub leading: LeadingBit,
    /// The number of significand bits right of the radix point.
    pub fraction_bits: i32,
    /// A power of two, up to 65536.
    pub radix: u32,
    /// Encodings that do not follow the formula, in the order of their precedence.
    pub specials: Vec<SpecialEncoding>,
    /// How quiet and signaling NaNs are distinguished.
    pub quiet: QuietBit,
    /// The sign and exponent of a second word that continues the significand.
    pub low: Option<LowPart>,
}

/// Sign and exponent of the low one of two words that make up one number. They are written, and ignored when read.
///
/// If the number is neither zero nor a special encoding, they give the value that the low word has on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LowPart {
    /// The low word's sign bit, which equals that of the high word.
    pub sign: u32,
    /// The low word's exponent field.
    pub exponent: Vec<BitRange>,
    /// The number by which the low exponent is smaller than the high one, modulo the range of the field.
    pub less: i64,
}

/// Two floats of the same IEEE format whose values are added, the larger first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairSum {
    /// The format of both floats.
    pub part: Float,
    /// Bits of one of the two words.
    pub part_bits: u32,
}

/// How a negative number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Negation {
    /// There are no negative numbers.
    None,
    /// A sign bit beside the magnitude.
    SignMagnitude,
    /// The two's complement of the whole word.
    TwosWord,
    /// The one's complement of the whole word.
    OnesWord,
    /// Sign bit and significand are one two's-complement number.
    TwosSignificand,
    /// Sign bit and significand are one one's-complement number: these bits are inverted, and the exponent is not.
    OnesSignificand,
    /// As [`Negation::TwosSignificand`], with an implied bit after the sign that is its complement.
    ImpliedComplement,
}

impl Negation {
    /// Whether the word of a negative number is a complement, in all or some of its bits, of the word of its magnitude.
    pub fn is_complement(self) -> bool {
        match self {
            Negation::TwosWord | Negation::OnesWord | Negation::OnesSignificand => true,
            Negation::None
            | Negation::SignMagnitude
            | Negation::TwosSignificand
            | Negation::ImpliedComplement => false,
        }
    }

    /// Whether zero can have two words, one with a sign and one without.
    pub fn has_two_zeros(self) -> bool {
        match self {
            Negation::SignMagnitude | Negation::OnesWord | Negation::OnesSignificand => true,
            Negation::None | Negation::TwosWord | Negation::TwosSignificand | Negation::ImpliedComplement => {
                false
            }
        }
    }
}

/// How an exponent field stands for a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExponentCode {
    /// As an unsigned number (the formula subtracts the bias).
    Excess,
    /// As a two's-complement number.
    Twos,
    /// A sign bit (the field's top bit), then the magnitude.
    SignMagnitude,
    /// Unsigned, with negative exponents one less than in [`ExponentCode::Excess`] (CDC).
    ExcessOnes,
    /// As a one's-complement number.
    Ones,
    /// Two's complement, rotated left by one so that its sign is the lowest bit (HP 2100).
    Rotated,
}

/// The bit above the significand's stored bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeadingBit {
    /// The stored bits are the whole significand.
    None,
    /// A one that is not stored.
    Hidden,
    /// Stored in this bit of the word.
    Explicit(u32),
}

/// How quiet and signaling NaNs are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuietBit {
    /// The significand's top stored bit set means quiet.
    Set,
    /// The significand's top stored bit clear means quiet.
    Clear,
}

/// A class of encodings that does not follow the formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecialEncoding {
    /// The meaning of such a word.
    pub class: Class,
    /// Which words belong to it.
    pub condition: Condition,
    /// The word that is written for this class; `None` if it is never written. Its sign bit is clear unless the
    /// condition requires it, as for VAX's reserved operand.
    pub written: Option<u128>,
    /// Whether the text names that word.
    pub named: bool,
    /// Where it was written.
    pub origin: Origin,
}

impl SpecialEncoding {
    /// A class for which no word is written, as long as none is found.
    pub(crate) fn new(class: Class, condition: Condition, origin: Origin) -> SpecialEncoding {
        SpecialEncoding { class, condition, written: None, named: false, origin }
    }
}

impl Float {
    /// Whether zero has only one sign: the text names its word, which is also written for a negative zero.
    pub fn has_one_zero(&self) -> bool {
        self.specials.iter().find(|special| special.class == Class::Zero).is_some_and(|zero| zero.named)
    }

    /// Bits of the significand, including its leading one, whether that is stored or not. The sign of a two's
    /// complement does not count.
    pub fn precision(&self) -> u32 {
        // In `S!S.F` the bit after the sign is implied as the complement of the sign, and belongs to the precision.
        let leads = self.leading != LeadingBit::None || self.negation == Negation::ImpliedComplement;
        self.significand.iter().map(|range| range.width()).sum::<u32>() + u32::from(leads)
    }

    /// Whether the numbers are all multiples of one unit, starting at zero: there is no exponent, and no hidden bit
    /// that would leave some out. There are no numbers below the normal ones then.
    pub fn is_fixed_point(&self) -> bool {
        // A hidden bit makes the smallest significand one half of the largest, so that numbers are missing around
        // zero.
        self.exponent.is_empty()
            && self.leading != LeadingBit::Hidden
            && self.negation != Negation::ImpliedComplement
    }

    /// The bits of a word of `bits` bits that are in no field. They are zero when written, and not part of a
    /// complement.
    pub fn unused_bits(&self, bits: u32) -> u128 {
        let leading = match self.leading {
            LeadingBit::Explicit(bit) => Some(bit),
            LeadingBit::None | LeadingBit::Hidden => None,
        };
        let low = self.low.as_ref();
        let single = [self.sign, leading, low.map(|low| low.sign)].into_iter().flatten();
        let single = single.map(|bit| BitRange { high: bit, low: bit });
        let low = low.into_iter().flat_map(|low| low.exponent.iter().copied());
        let ranges = self.exponent.iter().chain(&self.significand).copied().chain(single).chain(low);
        ranges.fold(mask(bits), |unused, range| unused & !(mask(range.width()) << range.low))
    }
}

/// What a special encoding means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Zero. Its sign is that of the sign bit if the condition does not fix that bit.
    Zero,
    /// A number without its hidden bit, at the smallest exponent.
    Subnormal,
    /// Infinity.
    Infinity,
    /// Not a number.
    Nan,
    /// A reserved operand.
    Reserved,
    /// An encoding that the machine refuses.
    Invalid,
    /// An exponent above the machine's range: read as overflow.
    Overflow,
    /// An exponent below the machine's range: read as underflow.
    Underflow,
    /// A missing value. The first byte of the word distinguishes several of them (SAS).
    Missing,
}

impl Class {
    /// Every class.
    pub const ALL: [Class; 9] = [
        Class::Zero,
        Class::Subnormal,
        Class::Infinity,
        Class::Nan,
        Class::Reserved,
        Class::Invalid,
        Class::Overflow,
        Class::Underflow,
        Class::Missing,
    ];

    /// The word of the language for this class.
    pub fn word(self) -> &'static str {
        match self {
            Class::Zero => "zero",
            Class::Subnormal => "subnormal",
            Class::Infinity => "infinity",
            Class::Nan => "nan",
            Class::Reserved => "reserved",
            Class::Invalid => "invalid",
            Class::Overflow => "overflow",
            Class::Underflow => "underflow",
            Class::Missing => "missing",
        }
    }
}

/// A condition on the fields of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// A field compared with a number. `E` is the field's number under its exponent code.
    Compare(Field, Comparison, i128),
    /// Both hold.
    And(Box<Condition>, Box<Condition>),
    /// At least one holds.
    Or(Box<Condition>, Box<Condition>),
}

/// A field that a condition can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// `S`
    Sign,
    /// `E`
    Exponent,
    /// `F`: the stored significand without leading bit.
    Significand,
    /// `I`: the explicit leading bit.
    Leading,
}

/// How a condition compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}
