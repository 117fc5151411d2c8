//! The types of values: words with and without sign, the processor's floats, sets of events, and records of a few of these; and
//! the masks of words.

pub use datarep_dsl::model::word::mask;
use datarep_dsl::model::{Native, NativeKind};

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// True or false.
    Bool,
    /// A word of 8, 16, 32, 64 or 128 bits, an unsigned number.
    Unsigned(u32),
    /// A word of 8, 16, 32, 64 or 128 bits, a signed number in two's complement.
    Signed(u32),
    /// The processor's float of 32 bits.
    Single,
    /// The processor's float of 64 bits.
    Double,
    /// A character of Unicode.
    Character,
    /// Any other native type: a word that only primitives interpret.
    Native(Native),
    /// The given number of bytes of a file.
    Bytes(u32),
    /// A set of events.
    Events,
    /// Several values that a primitive returns together.
    Record(ResultPair),
}

impl Type {
    /// The smallest word of at least `bits` bits.
    pub fn word(bits: u32) -> Type {
        Type::Unsigned(container(bits))
    }

    /// The type of a native type's items.
    pub fn from_native(native: Native) -> Type {
        match (native, native.kind()) {
            (Native::F32, _) => Type::Single,
            (Native::F64, _) => Type::Double,
            (Native::Bool, _) => Type::Bool,
            (_, NativeKind::Integer { signed: true, bits }) => Type::Signed(bits),
            (_, NativeKind::Integer { signed: false, bits }) => Type::Unsigned(bits),
            (_, NativeKind::WideCharacter) => Type::Character,
            (
                _,
                NativeKind::Float(_)
                | NativeKind::Logical { .. }
                | NativeKind::Character
                | NativeKind::Decimal,
            ) => Type::Native(native),
        }
    }

    /// The bits of an integer.
    pub fn integer_bits(self) -> Option<u32> {
        match self {
            Type::Unsigned(bits) | Type::Signed(bits) => Some(bits),
            Type::Bool
            | Type::Single
            | Type::Double
            | Type::Character
            | Type::Native(_)
            | Type::Bytes(_)
            | Type::Events
            | Type::Record(_) => None,
        }
    }

    /// Whether the type is an integer, so that numeric facts hold for all its values.
    pub fn is_integer(self) -> bool {
        self.integer_bits().is_some()
    }

    /// Whether the type is a float for computations.
    pub fn is_float(self) -> bool {
        matches!(self, Type::Single | Type::Double)
    }

    /// The word that a float is made of, or a native float is stored as.
    pub fn float_word(self) -> Option<Type> {
        match self {
            Type::Single => Some(Type::Unsigned(32)),
            Type::Double => Some(Type::Unsigned(64)),
            Type::Native(native) => native.float().map(|float| Type::word(float.bits)),
            Type::Bool
            | Type::Unsigned(_)
            | Type::Signed(_)
            | Type::Character
            | Type::Bytes(_)
            | Type::Events
            | Type::Record(_) => None,
        }
    }
}

/// Bits of the smallest word with at least `bits` bits.
pub fn container(bits: u32) -> u32 {
    bits.max(8).next_power_of_two()
}

/// Several values that a primitive returns together. The number is the width of their words in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultPair {
    /// A native float taken apart.
    Unpacked(u32),
    /// A value rounded to the numbers of a format.
    Rounded(u32),
    /// An unfinished word, and its events so far.
    Made(u32),
    /// A value rounded to a whole number.
    Integral(u32),
    /// Decimal digits as a number.
    Digits(u32),
    /// A value rounded to whole decimal digits.
    Whole,
    /// A float, and whether its number differs from the original one.
    Nearest,
    /// A significand of hexadecimal digits, and whether it was rounded.
    NearestDigits,
    /// The words of a pair of floats, and whether the value is below the normal numbers.
    Split,
    /// A character, and whether there is one.
    Known,
    /// A word of a character set, and whether there is one.
    Mapped,
    /// A native character, and whether there is one.
    Narrowed,
    /// A significand and a power of two.
    Scaled,
    /// A native decimal, and what was lost.
    Decimal,
    /// The sign of a native decimal, and its digits.
    DecimalDigits,
    /// The sign of a native decimal, its number, and the power of ten that its last digit weighs.
    DecimalParts,
}

/// A value of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultPart {
    /// The sign.
    Negative,
    /// The significand as an integer.
    Significand,
    /// The power of two that a unit of the significand weighs.
    Exponent,
    /// An infinity.
    Infinite,
    /// A NaN.
    Nan,
    /// Exponents above the smallest.
    Step,
    /// The value is not exactly the one given.
    Inexact,
    /// Whether the value is beyond the largest exponent.
    Overflow,
    /// Whether the value is below the normal numbers.
    Tiny,
    /// The word.
    Word,
    /// The events.
    Kinds,
    /// The number without its sign.
    Magnitude,
    /// Whether the number does not fit in the integer.
    Beyond,
    /// The number.
    Number,
    /// Whether the digits or the sign are invalid.
    Invalid,
    /// The word and its events.
    Made,
    /// The character.
    Character,
    /// Whether there is a character or word.
    Known,
    /// The whole number.
    Whole,
    /// The native value.
    Native,
}

impl ResultPart {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ResultPart::Negative => "negative",
            ResultPart::Significand => "significand",
            ResultPart::Exponent => "exponent",
            ResultPart::Infinite => "infinite",
            ResultPart::Nan => "nan",
            ResultPart::Step => "step",
            ResultPart::Inexact => "inexact",
            ResultPart::Overflow => "overflow",
            ResultPart::Tiny => "tiny",
            ResultPart::Word => "word",
            ResultPart::Kinds => "kinds",
            ResultPart::Magnitude => "magnitude",
            ResultPart::Beyond => "beyond",
            ResultPart::Number => "number",
            ResultPart::Invalid => "invalid",
            ResultPart::Made => "made",
            ResultPart::Character => "character",
            ResultPart::Known => "known",
            ResultPart::Whole => "whole",
            ResultPart::Native => "native",
        }
    }
}

impl ResultPair {
    /// Its values in their order.
    pub fn parts(self) -> Vec<(ResultPart, Type)> {
        use ResultPart::{
            Beyond, Character, Exponent, Inexact, Infinite, Invalid, Kinds, Known, Made, Magnitude, Nan,
            Native as Item, Negative, Number, Overflow, Significand, Step, Tiny, Whole, Word,
        };
        use Type::{Bool, Signed, Unsigned};
        match self {
            ResultPair::Unpacked(bits) => vec![
                (Negative, Bool),
                (Significand, Unsigned(bits)),
                (Exponent, Signed(32)),
                (Infinite, Bool),
                (Nan, Bool),
            ],
            ResultPair::Rounded(bits) => vec![
                (Significand, Unsigned(bits)),
                (Step, Signed(32)),
                (Inexact, Bool),
                (Overflow, Bool),
                (Tiny, Bool),
            ],
            ResultPair::Made(bits) => vec![(Word, Unsigned(bits)), (Kinds, Type::Events)],
            ResultPair::Integral(bits) => vec![(Magnitude, Unsigned(bits)), (Inexact, Bool), (Beyond, Bool)],
            ResultPair::Digits(bits) => vec![(Negative, Bool), (Number, Unsigned(bits)), (Invalid, Bool)],
            ResultPair::Whole => vec![(Number, Unsigned(128)), (Inexact, Bool), (Beyond, Bool)],
            ResultPair::Nearest => vec![(Number, Type::Double), (Inexact, Bool)],
            ResultPair::NearestDigits => vec![(Significand, Unsigned(32)), (Inexact, Bool)],
            ResultPair::Split => vec![(Made, Type::Record(ResultPair::Made(128))), (Tiny, Bool)],
            ResultPair::Known => vec![(Character, Type::Character), (Known, Bool)],
            ResultPair::Mapped => vec![(Word, Unsigned(32)), (Known, Bool)],
            ResultPair::Narrowed => vec![(Item, Type::Native(Native::Character)), (Known, Bool)],
            ResultPair::Scaled => vec![(Significand, Unsigned(128)), (Exponent, Signed(32))],
            ResultPair::Decimal => vec![(Item, Type::Native(Native::Decimal)), (Kinds, Type::Events)],
            ResultPair::DecimalDigits => vec![(Negative, Bool), (Whole, Type::Record(ResultPair::Whole))],
            ResultPair::DecimalParts => {
                vec![(Negative, Bool), (Number, Unsigned(128)), (Exponent, Signed(32))]
            }
        }
    }

    /// The type of one of its values; `None` where it has none of that name.
    pub fn part(self, part: ResultPart) -> Option<Type> {
        self.parts().into_iter().find_map(|(name, ty)| (name == part).then_some(ty))
    }

    /// Whether its values go by their order, and not by their names.
    pub fn is_tuple(self) -> bool {
        match self {
            ResultPair::Unpacked(_)
            | ResultPair::Rounded(_)
            | ResultPair::Made(_)
            | ResultPair::Integral(_)
            | ResultPair::Digits(_)
            | ResultPair::Whole => false,
            ResultPair::Nearest
            | ResultPair::NearestDigits
            | ResultPair::Split
            | ResultPair::Known
            | ResultPair::Mapped
            | ResultPair::Narrowed
            | ResultPair::Scaled
            | ResultPair::Decimal
            | ResultPair::DecimalDigits
            | ResultPair::DecimalParts => true,
        }
    }
}
