//! The native types: the kind of value of each, and its width.

/// The kind of value of a native type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NativeKind {
    /// An integer, in two's complement if it is signed.
    Integer {
        /// Whether there are negative numbers.
        signed: bool,
        /// Bits of an integer.
        bits: u32,
    },
    /// A floating-point number.
    Float(NativeFloat),
    /// A truth value: every word except zero is true.
    Logical {
        /// Bits of a truth value.
        bits: u32,
    },
    /// A character of eight bits.
    Character,
    /// A character of Unicode.
    WideCharacter,
    /// A decimal number with a scale of its own.
    Decimal,
}

/// A native float: one of IEEE's interchange formats, or one that differs from them only in that its leading bit is
/// stored.
///
/// ```
/// use datarep_dsl::model::Native;
/// let double = Native::F64.float().expect("a float");
/// assert_eq!((double.bits, double.fraction, double.bias()), (64, 52, 1023));
/// assert_eq!(double.infinity_word(), f64::INFINITY.to_bits().into());
/// assert_eq!(double.largest_word(), f64::MAX.to_bits().into());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NativeFloat {
    /// Bits of a word.
    pub bits: u32,
    /// Stored bits right of the leading one.
    pub fraction: u32,
    /// Whether the leading one is stored.
    pub leads: bool,
}

impl NativeFloat {
    /// Bits of the significand, including its leading one.
    pub fn precision(self) -> u32 {
        self.fraction + 1
    }

    /// The exponent field of infinities and NaNs.
    pub fn largest_exponent_field(self) -> i64 {
        // The exponent has what is left beside the sign, the fraction and the leading bit, if that is stored.
        (1 << (self.bits - 1 - self.fraction - u32::from(self.leads))) - 1
    }

    /// The amount by which the exponent field exceeds the exponent.
    pub fn bias(self) -> i64 {
        self.largest_exponent_field() / 2
    }

    /// The word of infinity.
    pub fn infinity_word(self) -> u128 {
        let top = u128::from(self.largest_exponent_field().unsigned_abs());
        // x87's infinity has its leading bit set. The same word without it is refused by the processor.
        if self.leads { (top << 1 | 1) << self.fraction } else { top << self.fraction }
    }

    /// The word of the largest number.
    pub fn largest_word(self) -> u128 {
        let below = self.infinity_word() - 1;
        // The subtraction borrowed from the leading one. This sets it again.
        if self.leads { below - (1 << self.fraction) } else { below }
    }

    /// The word of the quiet NaN without payload.
    pub fn quiet_nan_word(self) -> u128 {
        // The highest bit of the fraction says that a NaN is quiet, by IEEE 754.
        self.infinity_word() | 1 << (self.fraction - 1)
    }
}

macro_rules! natives {
    ($($(#[$doc:meta])* $variant:ident $word:literal: $kind:expr;)*) => {
        /// A native scalar type.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Native {
            $($(#[$doc])* $variant,)*
        }

        impl Native {
            /// Every native type.
            pub const ALL: &'static [Native] = &[$(Native::$variant),*];

            /// Its name among the native types: `I8`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Native::$variant => stringify!($variant),)*
                }
            }

            /// Its usual name: `long double`.
            pub fn word(self) -> &'static str {
                match self {
                    $(Native::$variant => $word,)*
                }
            }

            /// The kind of its values.
            pub fn kind(self) -> NativeKind {
                match self {
                    $(Native::$variant => $kind,)*
                }
            }
        }
    };
}

const fn signed(bits: u32) -> NativeKind {
    NativeKind::Integer { signed: true, bits }
}

const fn unsigned(bits: u32) -> NativeKind {
    NativeKind::Integer { signed: false, bits }
}

const fn float(bits: u32, fraction: u32) -> NativeKind {
    NativeKind::Float(NativeFloat { bits, fraction, leads: false })
}

const fn logical(bits: u32) -> NativeKind {
    NativeKind::Logical { bits }
}

natives! {
    /// `i8`
    I8 "i8": signed(8);
    /// `i16`
    I16 "i16": signed(16);
    /// `i32`
    I32 "i32": signed(32);
    /// `i64`
    I64 "i64": signed(64);
    /// `i128`
    I128 "i128": signed(128);
    /// `u8`
    U8 "u8": unsigned(8);
    /// `u16`
    U16 "u16": unsigned(16);
    /// `u32`
    U32 "u32": unsigned(32);
    /// `u64`
    U64 "u64": unsigned(64);
    /// `u128`
    U128 "u128": unsigned(128);
    /// IEEE binary16.
    F16 "f16": float(16, 10);
    /// bfloat16.
    Bf16 "bf16": float(16, 7);
    /// `f32`
    F32 "f32": float(32, 23);
    /// `f64`
    F64 "f64": float(64, 52);
    /// The platform's C `long double`: 80-bit extended in 16 bytes.
    LongDouble "long double": NativeKind::Float(NativeFloat { bits: 80, fraction: 63, leads: true });
    /// IEEE binary128.
    F128 "f128": float(128, 112);
    /// `bool`, one byte.
    Bool "bool": logical(8);
    /// A Fortran logical of one byte.
    Logical1 "logical 1": logical(8);
    /// A Fortran logical of two bytes.
    Logical2 "logical 2": logical(16);
    /// A Fortran logical of four bytes.
    Logical4 "logical": logical(32);
    /// A Fortran logical of eight bytes.
    Logical8 "logical 8": logical(64);
    /// A Fortran logical of 16 bytes.
    Logical16 "logical 16": logical(128);
    /// An 8-bit character, in the native set ISO 8859-1.
    Character "character": NativeKind::Character;
    /// A wide character of four bytes, `char`.
    WideCharacter "char": NativeKind::WideCharacter;
    /// A decimal of 96 bits with 0 to 28 decimal places.
    Decimal "decimal": NativeKind::Decimal;
}

impl Native {
    /// The float, or `None` if the type is no float.
    pub fn float(self) -> Option<NativeFloat> {
        match self.kind() {
            NativeKind::Float(float) => Some(float),
            NativeKind::Integer { .. }
            | NativeKind::Logical { .. }
            | NativeKind::Character
            | NativeKind::WideCharacter
            | NativeKind::Decimal => None,
        }
    }

    /// Whether the type is a floating-point number.
    pub fn is_float(self) -> bool {
        self.float().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_floats_store_their_leading_one() {
        let extended = Native::LongDouble.float().expect("a float");
        assert_eq!(
            (extended.largest_exponent_field(), extended.bias(), extended.precision()),
            (0x7FFF, 16383, 64)
        );
        assert_eq!(extended.infinity_word(), 0x7FFF_8000_0000_0000_0000);
        assert_eq!(extended.largest_word(), 0x7FFE_FFFF_FFFF_FFFF_FFFF);
        assert_eq!(extended.quiet_nan_word(), 0x7FFF_C000_0000_0000_0000);
    }
}
