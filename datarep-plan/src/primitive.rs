//! The primitives: what the runtime computes in one call.
//!
//! Each is a row: its name in `datarep::codegen`, the types of its arguments and that of its result. What is known when a
//! plan is made, such as the rounding, is part of the primitive; its arguments are the values of a step.

use datarep_dsl::model::{Charset, DigitSet, Native, Overflow, Plus, Policy, Rounding};

use crate::types::{Record, Type};

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
        /// The numbers; the second are those of negative values where they begin elsewhere.
        targets: (Target, Option<Target>),
        /// Which neighbor is taken.
        rounding: Rounding,
    },
    /// The native float nearest to `significand × 2^exponent`, its sign apart.
    Make {
        /// The float.
        native: Native,
        /// Bits of the words: 64 or 128.
        width: u32,
        /// Which neighbor is taken.
        rounding: Rounding,
        /// What a value beyond the largest number becomes.
        beyond: Beyond,
        /// What is below the smallest normal number becomes zero.
        flush: bool,
    },
    /// Rounds `significand × 2^exponent` to a whole number.
    Whole {
        /// Bits of the words: 64 or 128.
        width: u32,
        /// Which neighbor is taken.
        rounding: Rounding,
    },
    /// Zeros above the highest bit that is set, of a word of 64 or 128 bits.
    LeadingZeros(u32),
    /// Whether an 80-bit extended float is none to the processor.
    IsInvalid,
    /// The sum of two floats of so many bits, exactly, from their words.
    Sum(u32),
    /// The float of so many bits nearest to a value, and the one nearest to what is left.
    Split {
        /// 32 or 64.
        part: u32,
        /// Which neighbor is taken of what is left.
        rounding: Rounding,
    },
    /// An integer of at most 24 bits as a float.
    Single,
    /// The same with a sign, and any number of zeros below its bits.
    SignedSingle,
    /// An integer below 2^52 as a float.
    Double,
    /// A signed integer from -2^51 on and below 2^51 as a float.
    SignedDouble,
    /// The float nearest to an integer, and whether it is another number.
    NearestDouble,
    /// The float nearest to a signed integer above -2^62 and below 2^62, and whether it is another number.
    NearestSignedDouble,
    /// The float beside an integer whose last bit is set, unless it is the integer itself.
    OddDouble,
    /// The hexadecimal significand nearest to a number of 24 bits at a place in its first digit.
    NearestHexadecimal,
    /// The character of a code of a set.
    FromSet(Charset),
    /// The code of a character in a set.
    ToSet(Charset),
    /// The native character of a character of Unicode.
    Narrow,
    /// The character of Unicode of a native one.
    Widen,
    /// A native truth value.
    FromBool(Native),
    /// Whether a native truth value is true.
    ToBool(Native),
    /// The number of decimal digits in bytes.
    ReadDigits(Digits),
    /// The bytes of decimal digits.
    WriteDigits(Digits),
    /// `number × 10^-scale` as a significand and a power of two, of so many bits at least.
    ToBinary {
        /// Digits after the point.
        scale: i32,
        /// Bits that count.
        precision: u32,
    },
    /// `significand × 2^exponent` rounded to so many digits after the point.
    ToDecimal {
        /// Digits after the point.
        scale: i32,
        /// Which neighbor is taken.
        rounding: Rounding,
    },
    /// `number × 10^-scale` as a native decimal.
    ToNativeDecimal {
        /// Digits after the point.
        scale: i32,
        /// Which neighbor is taken.
        rounding: Rounding,
    },
    /// A native decimal rounded to so many digits after the point.
    FromNativeDecimal {
        /// Digits after the point.
        scale: i32,
        /// Which neighbor is taken.
        rounding: Rounding,
    },
    /// The number of so many declets, each three digits in ten bits.
    FromDeclets(u32),
    /// So many declets of a number.
    ToDeclets(u32),
    /// The decimal digits of a number, so many, each in half a byte.
    ToHalves(u32),
    /// The digits to a hundred of a number, so many, each in a byte.
    ToCentesimals(u32),
    /// `number × 10^exponent` as a significand and a power of two.
    TenToTwo,
    /// `significand × 2^exponent` rounded to a decimal float.
    TwoToTen {
        /// Its numbers.
        target: DecimalTarget,
        /// Which neighbor is taken.
        rounding: Rounding,
    },
    /// `number × 10^exponent` rounded to a decimal float.
    TenToTen {
        /// Its numbers.
        target: DecimalTarget,
        /// Which neighbor is taken.
        rounding: Rounding,
    },
    /// `number × 10^exponent` as a native decimal.
    TenToNative {
        /// Which neighbor is taken.
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
    /// The step of the power zero.
    pub bias: i64,
    /// The largest step.
    pub steps: i64,
    /// Powers of ten in a step: one or two.
    pub tens: u32,
    /// A number has as many digits as there can be; else its power is as near to zero as it can be.
    pub normalized: bool,
}

/// The numbers of a target: `M × 2^(smallest + radix_bits × step)`, with `M < 2^precision`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Bits of the significand, the hidden one included.
    pub precision: u32,
    /// Bits of a digit of the radix.
    pub radix_bits: u32,
    /// The power of two that a unit of the significand weighs at the smallest exponent.
    pub smallest: i64,
    /// Exponents above the smallest.
    pub steps: i64,
    /// Negative significands reach down to minus 2^precision.
    pub negative_one: bool,
}

/// What becomes of a finite value beyond the range of a native float.
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
    /// By the rule for overflows. An error, too, has a value, which no one sees.
    pub fn of(overflow: Overflow) -> Beyond {
        match overflow {
            Overflow::Saturate => Beyond::Saturate,
            Overflow::Nan => Beyond::Nan,
            Overflow::Infinity | Overflow::Error | Overflow::Wrap => Beyond::Infinity,
        }
    }
}

/// How decimal digits lie in bytes, in the order in which a person writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits {
    /// Bits of the integer that holds their number: 32, 64 or 128.
    pub width: u32,
    /// Bytes, digits and signs and points together.
    pub bytes: u32,
    /// How many digits.
    pub count: u32,
    /// How a digit is written.
    pub form: DigitForm,
}

/// How a decimal digit is written, and where the sign is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitForm {
    /// Two in a byte.
    Packed(PackedSign),
    /// One in a byte, as a character; a point after so many digits.
    Zoned(DigitSet, ZonedSign, Option<i64>),
}

/// Where packed digits have their sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackedSign {
    /// Nowhere.
    None,
    /// In the last half of a byte.
    Last(Plus),
    /// Before the first digit, wherever that is.
    Floating,
    /// The top bit of a byte above the digits.
    TopByte,
}

/// Where digits in characters have their sign.
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
    /// [`Primitive::Make`] with the rules of a mapping.
    pub fn make(native: Native, width: u32, policy: &Policy) -> Primitive {
        Primitive::Make {
            native,
            width,
            rounding: policy.rounding,
            beyond: Beyond::of(policy.overflow),
            flush: policy.underflow.vanishes(),
        }
    }

    /// The types of its arguments, and that of its result.
    pub fn signature(self) -> (Vec<Type>, Type) {
        use Type::{Bool, Signed, Unsigned};
        let value = |width| vec![Bool, Unsigned(width), Signed(32)];
        match self {
            Primitive::Unpack { native, width } => {
                (vec![Type::of(native)], Type::Record(Record::Unpacked(width)))
            }
            Primitive::Round { width, .. } => (value(width), Type::Record(Record::Rounded(width))),
            Primitive::Make { width, .. } => (value(width), Type::Record(Record::Made(width))),
            Primitive::Whole { width, .. } => (value(width), Type::Record(Record::Integral(width))),
            Primitive::LeadingZeros(width) => (vec![Unsigned(width)], Unsigned(32)),
            Primitive::IsInvalid => (vec![Type::Native(Native::LongDouble)], Bool),
            Primitive::Sum(part) => (vec![Unsigned(part); 2], Type::Record(Record::Unpacked(128))),
            Primitive::Split { .. } => {
                (vec![Type::Record(Record::Unpacked(128))], Type::Record(Record::Split))
            }
            Primitive::Single => (vec![Unsigned(32)], Type::Single),
            Primitive::SignedSingle => (vec![Signed(32)], Type::Single),
            Primitive::Double | Primitive::OddDouble => (vec![Unsigned(64)], Type::Double),
            Primitive::SignedDouble => (vec![Signed(64)], Type::Double),
            Primitive::NearestDouble => (vec![Unsigned(64)], Type::Record(Record::Nearest)),
            Primitive::NearestSignedDouble => (vec![Signed(64)], Type::Record(Record::Nearest)),
            Primitive::NearestHexadecimal => (vec![Unsigned(32)], Type::Record(Record::NearestDigits)),
            Primitive::FromSet(_) => (vec![Unsigned(32)], Type::Record(Record::Known)),
            Primitive::ToSet(_) => (vec![Type::Character], Type::Record(Record::Mapped)),
            Primitive::Narrow => (vec![Type::Character], Type::Record(Record::Narrowed)),
            Primitive::Widen => (vec![Type::Native(Native::Character)], Type::Character),
            Primitive::FromBool(native) => (vec![Bool], Type::of(native)),
            Primitive::ToBool(native) => (vec![Type::of(native)], Bool),
            Primitive::ReadDigits(Digits { width, bytes, .. }) => {
                (vec![Type::Bytes(bytes)], Type::Record(Record::Digits(width)))
            }
            Primitive::WriteDigits(Digits { width, bytes, .. }) => {
                (vec![Bool, Unsigned(width)], Type::Bytes(bytes))
            }
            Primitive::ToBinary { .. } => (vec![Unsigned(128)], Type::Record(Record::Scaled)),
            Primitive::ToDecimal { .. } => (value(128), Type::Record(Record::Whole)),
            Primitive::ToNativeDecimal { .. } => (vec![Bool, Unsigned(128)], Type::Record(Record::Decimal)),
            Primitive::FromNativeDecimal { .. } => {
                (vec![Type::Native(Native::Decimal)], Type::Record(Record::DecimalDigits))
            }
            Primitive::FromDeclets(_)
            | Primitive::ToDeclets(_)
            | Primitive::ToHalves(_)
            | Primitive::ToCentesimals(_) => (vec![Unsigned(128)], Unsigned(128)),
            Primitive::TenToTwo => (vec![Unsigned(128), Signed(32)], Type::Record(Record::Scaled)),
            Primitive::TwoToTen { .. } | Primitive::TenToTen { .. } => {
                (value(128), Type::Record(Record::Rounded(128)))
            }
            Primitive::TenToNative { .. } => (value(128), Type::Record(Record::Decimal)),
            Primitive::NativeToTen => {
                (vec![Type::Native(Native::Decimal)], Type::Record(Record::DecimalParts))
            }
        }
    }
}
