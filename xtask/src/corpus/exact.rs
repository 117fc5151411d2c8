//! Exact values, and the number of an IEEE format that is nearest to one.
//!
//! All of it uses integers of any size, and shares no code with the code under test.

use num_bigint::BigUint;

/// The value of a word of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Exact {
    /// `magnitude * 2^exponent`; a zero has a sign.
    Finite {
        /// Whether the number is below zero, or the negative zero.
        negative: bool,
        /// The significand as an integer.
        magnitude: BigUint,
        /// The power of two by which the significand is multiplied.
        exponent: i64,
    },
    /// An infinity.
    Infinity {
        /// Whether the infinity is negative.
        negative: bool,
    },
    /// Not a number: a NaN, a reserved operand, a missing value.
    Nan,
}

/// The fields of an IEEE format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IeeeFormat {
    /// The number of exponent bits.
    pub(crate) exponent_bits: u32,
    /// The number of significand bits after the point.
    pub(crate) fraction_bits: u32,
    /// Whether the bit before the point is stored.
    pub(crate) explicit: bool,
}

/// binary16.
pub(crate) const BINARY16: IeeeFormat = IeeeFormat { exponent_bits: 5, fraction_bits: 10, explicit: false };
/// binary32.
pub(crate) const BINARY32: IeeeFormat = IeeeFormat { exponent_bits: 8, fraction_bits: 23, explicit: false };
/// binary64.
pub(crate) const BINARY64: IeeeFormat = IeeeFormat { exponent_bits: 11, fraction_bits: 52, explicit: false };
/// binary128.
pub(crate) const BINARY128: IeeeFormat =
    IeeeFormat { exponent_bits: 15, fraction_bits: 112, explicit: false };
/// The 80 bits of the x87.
pub(crate) const EXTENDED: IeeeFormat = IeeeFormat { exponent_bits: 15, fraction_bits: 63, explicit: true };

impl Exact {
    /// Parses a value: `M*2^E`, `P/Q` where Q is a power of two, an integer, `inf`, `nan`, `reserved` or `missing …`.
    pub(crate) fn parse(text: &str) -> Option<Exact> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        match rest {
            "inf" => return Some(Exact::Infinity { negative }),
            "nan" | "reserved" => return Some(Exact::Nan),
            _ if rest.starts_with("missing") => return Some(Exact::Nan),
            _ => {}
        }
        if let Some((magnitude, exponent)) = rest.split_once("*2^") {
            let (magnitude, exponent) = (magnitude.parse().ok()?, exponent.parse().ok()?);
            return Some(Exact::Finite { negative, magnitude, exponent });
        }
        if let Some((above, below)) = rest.split_once('/') {
            let below: BigUint = below.parse().ok()?;
            let power = below.trailing_zeros()?;
            if below.count_ones() != 1 {
                return None;
            }
            let (magnitude, exponent) = (above.parse().ok()?, -i64::try_from(power).ok()?);
            return Some(Exact::Finite { negative, magnitude, exponent });
        }
        Some(Exact::Finite { negative, magnitude: rest.parse().ok()?, exponent: 0 })
    }

    /// The value of a number of the format.
    pub(crate) fn from_bits(bits: u128, format: IeeeFormat) -> Exact {
        let negative = bits >> (format.width() - 1) & 1 == 1;
        let exponent = bits >> format.significand_bits() & ones(format.exponent_bits);
        let fraction = bits & ones(format.fraction_bits);
        let leading =
            if format.explicit { bits >> format.fraction_bits & 1 } else { u128::from(exponent != 0) };
        if exponent == ones(format.exponent_bits) {
            return if fraction == 0 { Exact::Infinity { negative } } else { Exact::Nan };
        }
        let quanta = i64::try_from(exponent.max(1) - 1).unwrap_or(i64::MAX);
        Exact::Finite {
            negative,
            magnitude: BigUint::from(leading << format.fraction_bits | fraction),
            exponent: format.smallest_quantum() + quanta,
        }
    }

    /// The number of the format that is nearest to the value, ties to even. Beyond the range it is an infinity.
    ///
    /// A NaN becomes the quiet NaN without sign and payload.
    pub(crate) fn nearest_bits(&self, format: IeeeFormat) -> u128 {
        self.round(format).0
    }

    /// The number of the format that equals the value, or `None` if there is none.
    pub(crate) fn exact_bits(&self, format: IeeeFormat) -> Option<u128> {
        let (bits, exact) = self.round(format);
        exact.then_some(bits)
    }

    /// The value as an integer, or `None` if it is not an integer of 128 bits.
    pub(crate) fn to_integer(&self) -> Option<i128> {
        let Exact::Finite { negative, magnitude, exponent } = self else { return None };
        let shift = u32::try_from(*exponent).ok().filter(|shift| *shift < 128)?;
        let magnitude = i128::try_from(magnitude << shift).ok()?;
        Some(if *negative { -magnitude } else { magnitude })
    }

    /// Whether it is not a number.
    pub(crate) fn is_nan(&self) -> bool {
        matches!(self, Exact::Nan)
    }

    fn round(&self, format: IeeeFormat) -> (u128, bool) {
        let infinity = ones(format.exponent_bits) << format.fraction_bits;
        let (negative, bits, exact) = match self {
            Exact::Nan => (false, infinity | 1 << (format.fraction_bits - 1), false),
            Exact::Infinity { negative } => (*negative, infinity, true),
            Exact::Finite { negative, magnitude, exponent } => {
                let (bits, exact) = format.round(magnitude, *exponent);
                (*negative, bits, exact)
            }
        };
        (format.assemble(negative, bits), exact)
    }
}

impl IeeeFormat {
    /// The number of bits of an item.
    fn width(self) -> u32 {
        1 + self.exponent_bits + self.significand_bits()
    }

    fn significand_bits(self) -> u32 {
        self.fraction_bits + u32::from(self.explicit)
    }

    /// The weight of the last bit of the smallest numbers, as a power of two.
    fn smallest_quantum(self) -> i64 {
        2 - (1_i64 << (self.exponent_bits - 1)) - i64::from(self.fraction_bits)
    }

    /// The number nearest to `magnitude * 2^exponent`, without a sign and without the stored leading bit, and whether
    /// it equals that value.
    fn round(self, magnitude: &BigUint, exponent: i64) -> (u128, bool) {
        let infinity = ones(self.exponent_bits) << self.fraction_bits;
        let Ok(length @ 1..) = i64::try_from(magnitude.bits()) else { return (0, true) };
        let leading = exponent.saturating_add(length - 1);
        let smallest = self.smallest_quantum();
        if leading < smallest - 1 {
            return (0, false);
        }
        if leading >= 1 << (self.exponent_bits - 1) {
            return (infinity, false);
        }
        let quantum = smallest.max(leading - i64::from(self.fraction_bits));
        let (significand, exact) = shift_to_even(magnitude, quantum - exponent);
        // The bit before the point, or a carry out of it, increments the exponent.
        let quanta = u128::try_from(quantum - smallest).unwrap_or(0);
        let bits = (quanta << self.fraction_bits) + significand;
        (bits.min(infinity), exact && bits < infinity)
    }

    /// Adds the sign and, if it is stored, the bit before the point.
    fn assemble(self, negative: bool, bits: u128) -> u128 {
        let (exponent, fraction) = (bits >> self.fraction_bits, bits & ones(self.fraction_bits));
        let leading = u128::from(self.explicit && exponent != 0) << self.fraction_bits;
        u128::from(negative) << (self.width() - 1) | exponent << self.significand_bits() | leading | fraction
    }
}

/// Rounds `magnitude / 2^shift` to the nearest integer, ties to even. Also returns whether the result is exact.
fn shift_to_even(magnitude: &BigUint, shift: i64) -> (u128, bool) {
    let whole = |number: BigUint| u128::try_from(number).unwrap_or(u128::MAX);
    let Some(below) = u64::try_from(shift).ok().filter(|&shift| shift > 0) else {
        return (whole(magnitude << shift.unsigned_abs()), true);
    };
    let floor = magnitude >> below;
    let rest = magnitude - (&floor << below);
    let half = BigUint::from(1_u8) << (below - 1);
    let up = rest > half || rest == half && floor.bit(0);
    (whole(floor) + u128::from(up), rest == BigUint::ZERO)
}

fn ones(bits: u32) -> u128 {
    (1 << bits) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest64(text: &str) -> f64 {
        let bits = Exact::parse(text).unwrap_or_else(|| panic!("{text}")).nearest_bits(BINARY64);
        f64::from_bits(u64::try_from(bits).unwrap())
    }

    #[test]
    fn rounds_to_the_nearest_even() {
        let cases = [
            ("1*2^0", 1.0),
            ("-949*2^-3", -118.625),
            ("0", 0.0),
            ("9007199254740993*2^0", 9007199254740992.0),
            ("9007199254740995*2^0", 9007199254740996.0),
            ("18014398509481983*2^0", 18014398509481984.0),
            ("1*2^-1074", 5e-324),
            ("1*2^-1075", 0.0),
            ("3*2^-1075", 1e-323),
            ("9007199254740991*2^-1075", 2.2250738585072014e-308),
            ("9007199254740991*2^971", f64::MAX),
            ("18014398509481983*2^970", f64::INFINITY),
            ("1*2^1024", f64::INFINITY),
            ("-1*2^-16384", -0.0),
            ("5/16", 0.3125),
        ];
        for (text, expected) in cases {
            assert_eq!(nearest64(text).to_bits(), f64::to_bits(expected), "{text}");
        }
        assert!(nearest64("missing .").is_nan() && nearest64("reserved").is_nan());
    }

    #[test]
    fn agrees_with_the_processor_from_64_to_32_bits() {
        let mut word = 0x0123_4567_89AB_CDEF_u64;
        for _ in 0..20_000 {
            word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Exponents that an `f32` can hold, including subnormals, and some beyond.
            let double = f64::from_bits(word & 0x800F_FFFF_FFFF_FFFF | (0x360 + (word >> 52) % 0x122) << 52);
            let exact = Exact::from_bits(u128::from(double.to_bits()), BINARY64);
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the processor's own rounding is what is compared"
            )]
            let single = double as f32;
            assert_eq!(exact.nearest_bits(BINARY32), u128::from(single.to_bits()), "{double:e}");
            assert_eq!(exact.exact_bits(BINARY32).is_some(), f64::from(single).to_bits() == double.to_bits());
        }
    }

    #[test]
    fn every_half_precision_number_is_itself() {
        for bits in 0..=u128::from(u16::MAX) {
            let exact = Exact::from_bits(bits, BINARY16);
            assert!(exact.is_nan() || exact.exact_bits(BINARY16) == Some(bits), "{bits:04x}");
            for wider in [BINARY32, BINARY64, BINARY128, EXTENDED] {
                let wide = exact.nearest_bits(wider);
                assert_eq!(Exact::from_bits(wide, wider).exact_bits(BINARY16), exact.exact_bits(BINARY16));
            }
        }
    }

    #[test]
    fn stores_the_leading_bit_where_the_format_does() {
        assert_eq!(Exact::parse("1").map(|one| one.nearest_bits(EXTENDED)), Some(0x3FFF_8000_0000_0000_0000));
        assert_eq!(Exact::parse("1*2^-16445").map(|tiny| tiny.nearest_bits(EXTENDED)), Some(1));
        assert_eq!(
            Exact::parse("-inf").map(|inf| inf.nearest_bits(EXTENDED)),
            Some(0xFFFF_8000_0000_0000_0000)
        );
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for text in ["", "x", "1*2^", "*2^1", "1/3", "1/0", "1.5", "--1"] {
            assert_eq!(Exact::parse(text), None, "{text}");
        }
    }
}
