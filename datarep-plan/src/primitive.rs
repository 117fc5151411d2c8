//! The primitives: computations that the runtime does in one call.
//!
//! A primitive has a name in `datarep::codegen`, the types of its arguments, and the type of its result. Facts that are
//! known when a plan is made, such as the rounding, are part of the primitive. Its arguments are values of a body.

use datarep_dsl::model::{Charset, DigitSet, Native, OverflowRule, Plus, Policy, PrintedPicture, Rounding};

use crate::types::{ResultPair, Type};

/// A computation of the runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Primitive {
    /// Takes a native float apart, to words of `width` bits.
    Unpack {
        /// The float.
        native: Native,
        /// 64 or 128.
        width: u32,
    },
    /// Rounds `significand × 2^exponent` to the numbers of a format.
    Round {
        /// Bits of the words: 64 or 128.
        width: u32,
        /// The numbers of the format. The second target, if any, is for negative values, whose numbers begin elsewhere.
        targets: (RoundingTarget, Option<RoundingTarget>),
        /// The direction of rounding.
        rounding: Rounding,
    },
    /// The native float nearest to `significand × 2^exponent`, without its sign.
    Make {
        /// The float.
        native: Native,
        /// Bits of the words: 64 or 128.
        width: u32,
        /// The direction of rounding.
        rounding: Rounding,
        /// The result for a value beyond the largest number.
        beyond: Beyond,
        /// Whether values below the smallest normal number become zero.
        flush: bool,
    },
    /// Rounds `significand × 2^exponent` to a whole number.
    Whole {
        /// Bits of the words: 64 or 128.
        width: u32,
        /// The direction of rounding.
        rounding: Rounding,
    },
    /// The number of zeros above the highest bit that is set, in a word of 64 or 128 bits.
    LeadingZeros(u32),
    /// Whether the processor treats an 80-bit extended float as invalid.
    IsInvalid,
    /// The sum of two floats of the given number of bits, from their words. Any later rounding of it is exact.
    Sum(u32),
    /// The float of `part` bits nearest to a value, and the float nearest to the rest.
    Split {
        /// 32 or 64.
        part: u32,
        /// The direction in which the rest is rounded.
        rounding: Rounding,
    },
    /// Converts an integer of at most 24 bits to a float.
    Single,
    /// Converts a signed integer of at most 24 bits, with any number of zeros below them, to a float.
    SignedSingle,
    /// Converts an integer below 2^52 to a float.
    Double,
    /// Converts a signed integer of at least -2^51 and less than 2^51 to a float.
    SignedDouble,
    /// The float nearest to an integer, and whether it differs from the integer.
    NearestDouble,
    /// The float nearest to a signed integer above -2^62 and below 2^62, and whether it differs from the integer.
    NearestSignedDouble,
    /// The float of an integer if that is exact, otherwise its neighbor whose last bit is set.
    OddDouble,
    /// The hexadecimal significand nearest to a number of 24 bits, whose leading one is at a given place in the first
    /// digit.
    NearestHexadecimal,
    /// The character for a code of a character set.
    FromSet(Charset),
    /// The code of a character in a character set.
    ToSet(Charset),
    /// The native character for a Unicode character.
    Narrow,
    /// The Unicode character for a native one.
    Widen,
    /// A native truth value.
    FromBool(Native),
    /// Whether a native truth value is true.
    ToBool(Native),
    /// The number that decimal digits in bytes stand for.
    ReadDigits(DigitArrangement),
    /// The bytes of decimal digits.
    WriteDigits(DigitArrangement),
    /// A significand and a power of two that round to `number × 10^-scale` in any float of at most `precision` bits.
    ToBinary {
        /// The number of digits after the point.
        scale: i32,
        /// Bits of the longest significand to which the result may be rounded.
        precision: u32,
    },
    /// `significand × 2^exponent` rounded to `scale` digits after the point.
    ToDecimal {
        /// The number of digits after the point.
        scale: i32,
        /// The direction of rounding.
        rounding: Rounding,
    },
    /// `number × 10^-scale` as a native decimal.
    ToNativeDecimal {
        /// The number of digits after the point.
        scale: i32,
        /// The direction of rounding.
        rounding: Rounding,
    },
    /// A native decimal rounded to `scale` digits after the point.
    FromNativeDecimal {
        /// The number of digits after the point.
        scale: i32,
        /// The direction of rounding.
        rounding: Rounding,
    },
    /// The number that the given count of declets stands for. A declet is three digits in ten bits.
    FromDeclets(u32),
    /// The given count of declets of a number.
    ToDeclets(u32),
    /// The given count of decimal digits of a number, each in half a byte.
    ToHalves(u32),
    /// The given count of centesimal digits of a number, each in a byte.
    ToCentesimals(u32),
    /// `number × 10^exponent` as a significand and a power of two.
    TenToTwo,
    /// `significand × 2^exponent` rounded to a decimal float.
    TwoToTen {
        /// Its numbers.
        target: DecimalTarget,
        /// The direction of rounding.
        rounding: Rounding,
    },
    /// `number × 10^exponent` rounded to a decimal float.
    TenToTen {
        /// Its numbers.
        target: DecimalTarget,
        /// The direction of rounding.
        rounding: Rounding,
    },
    /// `number × 10^exponent` as a native decimal.
    TenToNative {
        /// The direction of rounding.
        rounding: Rounding,
    },
    /// A native decimal as a number and a power of ten.
    NativeToTen,
}

/// The numbers of a decimal float: `C × 10^(tens × step - bias)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecimalTarget {
    /// Decimal digits of `C`.
    pub digits: u32,
    /// The number that is subtracted from `tens × step` to obtain the power of ten.
    pub bias: i64,
    /// The largest step.
    pub steps: i64,
    /// Powers of ten in a step: one, or two if the radix is a hundred.
    pub tens: u32,
    /// If set, a number has as many digits as possible. If not, its power is as near to zero as possible.
    pub normalized: bool,
}

/// The numbers of a target: `M × 2^(smallest + radix_bits × step)`, with `M < 2^precision`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundingTarget {
    /// Bits of the significand, including a hidden one.
    pub precision: u32,
    /// Bits of a digit of the radix.
    pub radix_bits: u32,
    /// The power of two that a unit of the significand stands for at the smallest exponent.
    pub smallest: i64,
    /// The number of exponents above the smallest.
    pub steps: i64,
    /// Whether negative significands reach down to minus 2^precision.
    pub negative_one: bool,
}

/// The result for a finite value beyond the range of a native float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beyond {
    /// The largest finite number.
    Saturate,
    /// Infinity.
    Infinity,
    /// NaN.
    Nan,
}

impl Beyond {
    /// The result that the rule for overflows demands. An error also needs a value, which is not used.
    pub fn from_overflow(overflow: OverflowRule) -> Beyond {
        match overflow {
            OverflowRule::Saturate => Beyond::Saturate,
            OverflowRule::Nan => Beyond::Nan,
            OverflowRule::Infinity | OverflowRule::Error | OverflowRule::Wrap => Beyond::Infinity,
        }
    }
}

/// The arrangement of decimal digits in bytes, in the order in which a person writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigitArrangement {
    /// Bits of the integer that holds the number: 32, 64 or 128.
    pub width: u32,
    /// The number of bytes, including those of a sign and a point.
    pub bytes: u32,
    /// The number of digits.
    pub count: u32,
    /// The form of a digit.
    pub form: DigitForm,
}

/// The form of a decimal digit, and the place of the sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitForm {
    /// Two in a byte.
    Packed(PackedSign),
    /// One in a byte, as a character. The number, if any, is the count of digits before a point.
    Zoned(DigitSet, ZonedSign, Option<i64>),
    /// As a picture prints them.
    Printed(PrintedPicture),
}

/// The place of the sign of packed digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackedSign {
    /// There is no sign.
    None,
    /// In the last half byte.
    Last(Plus),
    /// Before the first digit, wherever that is.
    Floating,
    /// In the top bit of a byte above the digits.
    TopByte,
}

/// The place of the sign of digits in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZonedSign {
    /// With the first digit.
    First(Plus),
    /// With the last digit.
    Last(Plus),
    /// In a byte before the digits.
    Before,
    /// In a byte after the digits.
    Behind,
}

impl Primitive {
    /// [`Primitive::Make`] with the rules of a conversion.
    pub fn make_with_rules(native: Native, width: u32, policy: &Policy) -> Primitive {
        Primitive::Make {
            native,
            width,
            rounding: policy.rounding,
            beyond: Beyond::from_overflow(policy.overflow),
            flush: policy.underflow.discards_subnormals(),
        }
    }

    /// The types of its arguments, and that of its result.
    pub fn signature(self) -> (Vec<Type>, Type) {
        use Type::{Bool, Signed, Unsigned};
        let value = |width| vec![Bool, Unsigned(width), Signed(32)];
        match self {
            Primitive::Unpack { native, width } => {
                (vec![Type::from_native(native)], Type::Record(ResultPair::Unpacked(width)))
            }
            Primitive::Round { width, .. } => (value(width), Type::Record(ResultPair::Rounded(width))),
            Primitive::Make { width, .. } => (value(width), Type::Record(ResultPair::Made(width))),
            Primitive::Whole { width, .. } => (value(width), Type::Record(ResultPair::Integral(width))),
            Primitive::LeadingZeros(width) => (vec![Unsigned(width)], Unsigned(32)),
            Primitive::IsInvalid => (vec![Type::Native(Native::LongDouble)], Bool),
            Primitive::Sum(part) => (vec![Unsigned(part); 2], Type::Record(ResultPair::Unpacked(128))),
            Primitive::Split { .. } => {
                (vec![Type::Record(ResultPair::Unpacked(128))], Type::Record(ResultPair::Split))
            }
            Primitive::Single => (vec![Unsigned(32)], Type::Single),
            Primitive::SignedSingle => (vec![Signed(32)], Type::Single),
            Primitive::Double | Primitive::OddDouble => (vec![Unsigned(64)], Type::Double),
            Primitive::SignedDouble => (vec![Signed(64)], Type::Double),
            Primitive::NearestDouble => (vec![Unsigned(64)], Type::Record(ResultPair::Nearest)),
            Primitive::NearestSignedDouble => (vec![Signed(64)], Type::Record(ResultPair::Nearest)),
            Primitive::NearestHexadecimal => (vec![Unsigned(32)], Type::Record(ResultPair::NearestDigits)),
            Primitive::FromSet(_) => (vec![Unsigned(32)], Type::Record(ResultPair::Known)),
            Primitive::ToSet(_) => (vec![Type::Character], Type::Record(ResultPair::Mapped)),
            Primitive::Narrow => (vec![Type::Character], Type::Record(ResultPair::Narrowed)),
            Primitive::Widen => (vec![Type::Native(Native::Character)], Type::Character),
            Primitive::FromBool(native) => (vec![Bool], Type::from_native(native)),
            Primitive::ToBool(native) => (vec![Type::from_native(native)], Bool),
            Primitive::ReadDigits(DigitArrangement { width, bytes, .. }) => {
                (vec![Type::Bytes(bytes)], Type::Record(ResultPair::Digits(width)))
            }
            Primitive::WriteDigits(DigitArrangement { width, bytes, .. }) => {
                (vec![Bool, Unsigned(width)], Type::Bytes(bytes))
            }
            Primitive::ToBinary { .. } => (vec![Unsigned(128)], Type::Record(ResultPair::Scaled)),
            Primitive::ToDecimal { .. } => (value(128), Type::Record(ResultPair::Whole)),
            Primitive::ToNativeDecimal { .. } => {
                (vec![Bool, Unsigned(128)], Type::Record(ResultPair::Decimal))
            }
            Primitive::FromNativeDecimal { .. } => {
                (vec![Type::Native(Native::Decimal)], Type::Record(ResultPair::DecimalDigits))
            }
            Primitive::FromDeclets(_)
            | Primitive::ToDeclets(_)
            | Primitive::ToHalves(_)
            | Primitive::ToCentesimals(_) => (vec![Unsigned(128)], Unsigned(128)),
            Primitive::TenToTwo => (vec![Unsigned(128), Signed(32)], Type::Record(ResultPair::Scaled)),
            Primitive::TwoToTen { .. } | Primitive::TenToTen { .. } => {
                (value(128), Type::Record(ResultPair::Rounded(128)))
            }
            Primitive::TenToNative { .. } => (value(128), Type::Record(ResultPair::Decimal)),
            Primitive::NativeToTen => {
                (vec![Type::Native(Native::Decimal)], Type::Record(ResultPair::DecimalParts))
            }
        }
    }
}
