//! The range and the precision of the numbers of a format.

use num_bigint::{BigInt, BigUint, Sign};

use crate::exact::{FloatConverter, Ratio, decimal_float, format_rounded, posit};
use crate::model::{Decimal, DecimalFloat, Float, Format, FormatKind, Integer, IntegerSign, PairSum, Posit};

/// Decimal digits that are shown for a float.
const SHOWN: u32 = 6;

/// Decimal digits that are shown for a fixed-point number.
const SHOWN_FIXED: u32 = 20;

/// The range and precision of the numbers of a format, in decimal. Floats have at most six digits, fixed-point numbers
/// 20, and integers are exact.
///
/// ```
/// use datarep_dsl::{compile, limits::Limits, source::Source};
/// let text = "float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);";
/// let source = Source { name: "ibm.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
/// let model = compile(&source).expect("the text is sound");
/// let limits = Limits::from_format(&model.formats[0]).expect("a number format");
/// assert_eq!(limits.largest, "7.23701e75");
/// assert_eq!(limits.smallest_normal.as_deref(), Some("5.39761e-79"));
/// assert_eq!((limits.digits_kept, limits.digits_needed), (6, 9));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The largest number.
    pub largest: String,
    /// The number farthest below zero; `None` if there are no negative numbers.
    pub lowest: Option<String>,
    /// The smallest number above zero; `None` if there is none.
    pub smallest: Option<String>,
    /// The smallest number above zero with full precision, if smaller numbers have less.
    pub smallest_normal: Option<String>,
    /// Digits of the significand in the radix: bits for 2, hexadecimal digits for 16, decimal digits for decimals, and
    /// digits of two bits for 4.
    pub precision: u32,
    /// Decimal digits that survive a conversion to the format and back.
    pub digits_kept: u32,
    /// Decimal digits that distinguish all numbers of the format.
    pub digits_needed: u32,
}

impl Limits {
    /// The limits of a format; `None` if its values are not numbers.
    pub fn from_format(format: &Format) -> Option<Limits> {
        Limits::from_kind(&format.kind, format.bits)
    }

    /// The limits of words of `bits` bits with the meaning `kind`.
    pub(crate) fn from_kind(kind: &FormatKind, bits: u32) -> Option<Limits> {
        match kind {
            FormatKind::Float(float) => find_float_limits(float, bits),
            FormatKind::PairSum(pair) => find_pair_limits(pair),
            FormatKind::Integer(integer) => Some(find_integer_limits(*integer, bits)),
            FormatKind::Decimal(decimal) => Some(find_decimal_limits(*decimal)),
            FormatKind::DecimalFloat(format) => Some(find_decimal_float_limits(*format)),
            FormatKind::Posit(format) => Some(find_posit_limits(*format)),
            FormatKind::Logical(_) | FormatKind::Character(_) => None,
        }
    }

    /// The narrowest integer that holds all numbers of a format of whole numbers: whether it is signed, in two's
    /// complement, and its width in bits. `None` if it would need more than 128 bits, or if a limit is not a whole
    /// number.
    ///
    /// ```
    /// use datarep_dsl::{compile, limits::Limits, source::Source};
    /// let integer = |family: &str| {
    ///     let text = format!("integer i = {family};");
    ///     let source = Source { name: "i.datarep".to_owned(), text, first_line: 1 };
    ///     Limits::from_format(&compile(&source).expect("the text is sound").formats[0])?.narrowest_integer()
    /// };
    /// assert_eq!(integer("twos(24)"), Some((true, 24)));
    /// assert_eq!(integer("offset(8, 255)"), Some((true, 9)));
    /// assert_eq!(integer("bcd(4)"), Some((false, 14)));
    /// ```
    pub fn narrowest_integer(&self) -> Option<(bool, u32)> {
        let Some(lowest) = &self.lowest else {
            let largest: u128 = self.largest.parse().ok()?;
            // Zero needs no bit: an empty range is zero bits wide.
            return Some((false, u128::BITS - largest.leading_zeros()));
        };
        let bits = |number: i128| {
            // One bit more than the magnitude's, for the sign. The complement of a negative number has the bits that
            // count.
            i128::BITS + 1 - if number < 0 { (!number).leading_zeros() } else { number.leading_zeros() }
        };
        let (lowest, largest) = (lowest.parse().ok()?, self.largest.parse().ok()?);
        Some((true, bits(lowest).max(bits(largest))))
    }
}

fn find_float_limits(float: &Float, bits: u32) -> Option<Limits> {
    let machine = FloatConverter::new(float, bits);
    let normal = machine.smallest_normal()?;
    let smallest = machine.smallest_number()?;
    let precision = float.precision() / machine.digit_bits();
    // 30103 / 100000 is the decimal logarithm of two.
    let log = |digits: u32| digits * machine.digit_bits() * 30_103;
    // The numbers of one sign may begin one unit farther from zero. That is not shown.
    let [smallest, normal] = [smallest, normal].map(|number| format_rounded(&number, SHOWN));
    Some(Limits {
        largest: format_rounded(&machine.largest_number(false)?, SHOWN),
        lowest: machine.largest_number(true).map(|lowest| format!("-{}", format_rounded(&lowest, SHOWN))),
        smallest_normal: (smallest != normal).then_some(normal),
        smallest: Some(smallest),
        precision,
        // As C's `FLT_DIG`: digits that survive the way into the format and back, `floor((p - 1) × log b)`.
        digits_kept: log(precision.saturating_sub(1)) / 100_000,
        // As C's `FLT_DECIMAL_DIG`: digits that distinguish all numbers, `ceil(1 + p × log b)`.
        digits_needed: 1 + (float.precision() * 30_103).div_ceil(100_000),
    })
}

/// The limits of a sum of two floats. The precision is that of two significands; a number may have more if zeros stand
/// between them.
fn find_pair_limits(pair: &PairSum) -> Option<Limits> {
    let part = find_float_limits(&pair.part, pair.part_bits)?;
    let precision = 2 * part.precision;
    let log = |digits: u32| digits * FloatConverter::new(&pair.part, pair.part_bits).digit_bits() * 30_103;
    Some(Limits {
        precision,
        digits_kept: log(precision - 1) / 100_000,
        digits_needed: 1 + log(precision).div_ceil(100_000),
        ..part
    })
}

fn find_integer_limits(integer: Integer, bits: u32) -> Limits {
    let power = |bits: u32| BigInt::from(1_u8) << bits;
    let (lowest, largest): (BigInt, BigInt) = match integer.sign {
        IntegerSign::Unsigned => (BigInt::ZERO, power(bits) - 1),
        IntegerSign::Twos => (-power(bits - 1), power(bits - 1) - 1),
        // Both spend one word on a second zero, so their ranges are symmetric.
        IntegerSign::Ones | IntegerSign::SignMagnitude => (1 - power(bits - 1), power(bits - 1) - 1),
        IntegerSign::Offset(offset) => (-BigInt::from(offset), power(bits) - 1 - offset),
        IntegerSign::Words(words) => (1 - power(words.precision()), power(words.precision()) - 1),
    };
    let precision = u32::try_from(largest.magnitude().bits()).unwrap_or(u32::MAX);
    let show = |number: &BigInt| match integer.scale {
        0 => number.to_string(),
        scale => {
            let sign = if number.sign() == Sign::Minus { "-" } else { "" };
            // The sign is written apart, because a ratio is a magnitude.
            let number = Ratio::from_binary(number.magnitude().clone(), -i64::from(scale));
            format!("{sign}{}", format_rounded(&number, SHOWN_FIXED))
        }
    };
    Limits {
        largest: show(&largest),
        // The smallest number above zero is one unit. With an offset all numbers may be greater, or none above zero.
        smallest: Some(BigInt::from(1_u8).max(lowest.clone()))
            .filter(|unit| *unit <= largest)
            .as_ref()
            .map(show),
        lowest: (lowest.sign() == Sign::Minus).then(|| show(&lowest)),
        smallest_normal: None,
        precision,
        digits_kept: precision * 30_103 / 100_000,
        digits_needed: (precision * 30_103).div_ceil(100_000),
    }
}

fn find_decimal_limits(decimal: Decimal) -> Limits {
    let Decimal { digits, scale, .. } = decimal;
    let show = |number: BigUint| match scale {
        // A ratio cannot be zero: it is shown by its first digit.
        _ if number == BigUint::ZERO => "0".to_owned(),
        0 => number.to_string(),
        scale => {
            let power = BigUint::from(10_u8).pow(scale.unsigned_abs());
            let one = BigUint::from(1_u8);
            let (numerator, denominator) = if scale > 0 { (number, power) } else { (number * power, one) };
            format_rounded(&Ratio { numerator, denominator, exponent: 0 }, SHOWN_FIXED)
        }
    };
    // Numbers between one and ten times a power of ten do not have all of a binary number's digits.
    let digits_kept = if decimal.is_binary() { digits.saturating_sub(1).max(1) } else { digits };
    Limits {
        lowest: decimal.is_signed().then(|| format!("-{}", show(BigUint::from(decimal.largest(true))))),
        largest: show(BigUint::from(decimal.largest(false))),
        // A two's complement of one bit has no number above zero.
        smallest: (decimal.largest(false) != 0).then(|| show(BigUint::from(1_u8))),
        smallest_normal: None,
        precision: digits,
        digits_kept,
        digits_needed: digits,
    }
}

fn find_decimal_float_limits(format: DecimalFloat) -> Limits {
    let [largest, normal, smallest] =
        decimal_float::find_limits(format).map(|number| format_rounded(&number, format.digits()));
    let digits = format.digits();
    Limits {
        lowest: Some(format!("-{largest}")),
        largest,
        smallest_normal: Some(normal),
        smallest: Some(smallest),
        precision: digits,
        digits_kept: digits,
        digits_needed: digits,
    }
}

/// The limits of a posit. The precision is that of the numbers near one, where the regime is shortest.
fn find_posit_limits(format: Posit) -> Limits {
    let [largest, smallest] = posit::find_limits(format).map(|number| format_rounded(&number, SHOWN));
    let precision = format.precision();
    Limits {
        lowest: Some(format!("-{largest}")),
        largest,
        smallest_normal: None,
        smallest: Some(smallest),
        precision,
        digits_kept: (precision - 1) * 30_103 / 100_000,
        digits_needed: 1 + (precision * 30_103).div_ceil(100_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn limits(format: &str) -> Limits {
        let source = Source { name: "limits.datarep".to_owned(), text: format.to_owned(), first_line: 1 };
        let model = crate::compile(&source).expect("a sound text");
        Limits::from_format(&model.formats[0]).expect("a number format")
    }

    #[test]
    fn floats_are_as_their_manuals_say() {
        let f32 = limits("float f = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; }");
        assert_eq!((f32.largest.as_str(), f32.lowest.as_deref()), ("3.40282e38", Some("-3.40282e38")));
        assert_eq!(
            (f32.smallest.as_deref(), f32.smallest_normal.as_deref()),
            (Some("1.4013e-45"), Some("1.17549e-38"))
        );
        assert_eq!((f32.precision, f32.digits_kept, f32.digits_needed), (24, 6, 9));

        let f64 = limits("float f = S1 E11 F52 where value = 1.F * 2^(E - 1023) { ieee; }");
        assert_eq!((f64.precision, f64.digits_kept, f64.digits_needed), (53, 15, 17));

        let vax = limits("float f = S1 E8 F23 where value = 0.1F * 2^(E - 128);");
        assert_eq!(vax.smallest_normal, None);

        let twos = limits("float f = S1 F23 E8 where value = S.F * 2^E { exponent twos_complement; }");
        assert_eq!((twos.largest.as_str(), twos.lowest.as_deref()), ("1.70141e38", Some("-1.70141e38")));
    }

    #[test]
    fn integers_are_exact() {
        let cases = [
            ("twos(16)", "32767", Some("-32768"), Some("1")),
            ("unsigned(128)", "340282366920938463463374607431768211455", None, Some("1")),
            ("ones(8)", "127", Some("-127"), Some("1")),
            ("offset(8, 128)", "127", Some("-128"), Some("1")),
            ("offset(8, 255)", "0", Some("-255"), None),
            ("offset(8, 0)", "255", None, Some("1")),
            ("fixed(16, 15)", "0.999969482421875", Some("-1"), Some("3.0517578125e-5")),
        ];
        for (call, largest, lowest, smallest) in cases {
            let limits = limits(&format!("integer i = {call};"));
            assert_eq!((limits.largest.as_str(), limits.lowest.as_deref()), (largest, lowest), "{call}");
            assert_eq!(limits.smallest.as_deref(), smallest, "{call}");
        }
    }
}
