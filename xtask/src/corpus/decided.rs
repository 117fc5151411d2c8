//! Values of vectors that the table leaves open, and values for which a manual contradicts the table.
//!
//! The table has no value for formats that its makers did not decode. Here such words are decoded by the definitions of
//! their formats, without the code under test. The published number must be within one unit in the last place of the
//! decoded value.

use datarep_oracle::reference;
use num_bigint::BigUint;

use super::exact::Exact;
use super::reference::Vector;

/// The value of a vector's word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DecidedValue {
    /// The value.
    pub(crate) value: Exact,
    /// The reason why the value differs from that of the table.
    pub(crate) otherwise: Option<&'static str>,
}

/// The ends of the exponent of Control Data's 60-bit words.
const ENDS: &str = "Control Data's 6000 series takes octal 0000 as zero and 3777 as infinite, whatever the significand; the \
                    table's source uses both as exponents of numbers";

/// The smallest exponent of the PDP-11.
const UNDEFINED: &str = "the PDP-11's floating-point processor takes an exponent of zero as zero, as SIMH does; the table's \
                         source uses it as an exponent of numbers";

/// The value of a vector's word.
///
/// # Errors
///
/// Returns a message if the word has no value, or if its value is not the published one.
pub(crate) fn decide(vector: &Vector) -> Result<DecidedValue, String> {
    match vector.format.as_str() {
        "cdc60_word" => {
            let word = parse_word(&vector.hex, 16)?;
            let table = parse_table_value(vector)?;
            Ok(match decode_control_data_special(&word) {
                Some(value) => DecidedValue { value, otherwise: Some(ENDS) },
                None => table,
            })
        }
        "pdp11f" | "pdp11d" if has_zero_sign_and_exponent(&vector.hex) => {
            Ok(DecidedValue { value: exact_zero(), otherwise: Some(UNDEFINED) })
        }
        "other_cdc_double" => {
            // The bytes are in reverse order.
            let bytes: Vec<&str> = split_hex_pairs(&vector.hex).into_iter().rev().collect();
            let word = parse_word(&bytes.concat(), 16)?;
            if let Some(value) = decode_control_data_special(&(&word >> 60_u32)) {
                return Ok(DecidedValue { value, otherwise: Some(ENDS) });
            }
            // Both words of a negative number are complemented.
            let (negative, word) = split_ones_complement(word, 120);
            let significand = low_bits(&(&word >> 60_u32), 48) << 48_u32 | low_bits(&word, 48);
            let exponent = to_exponent(&low_bits(&(&word >> 108_u32), 11))?;
            let exponent = if exponent < 0o2000 { exponent - 0o1777 } else { exponent - 0o2000 };
            decide_binary(vector, negative, significand, exponent - 48)
        }
        "other_apple" => {
            // The exponent, then a two's complement significand with two bits before the point.
            let word = parse_word(&vector.hex, 16)?;
            let (exponent, significand) = (to_exponent(&(&word >> 24_u32))?, low_bits(&word, 24));
            let negative = significand.bit(23);
            let magnitude =
                if negative { (BigUint::from(1_u8) << 24_u32) - significand } else { significand };
            decide_binary(vector, negative, magnitude, exponent - 128 - 22)
        }
        "other_ieee_dec32" | "other_ieee_dec64" | "other_ieee_dec128" => decode_decimal_float(vector),
        "other_wang2200"
        | "other_hp_classic"
        | "other_saturn"
        | "other_saturn_x"
        | "other_c51_bcd_float"
        | "other_c51_bcd_double"
        | "other_c51_bcd_long_double" => decode_calculator(vector),
        _ => parse_table_value(vector),
    }
}

/// The value of digits in half bytes, with a sign and an exponent.
fn decode_calculator(vector: &Vector) -> Result<DecidedValue, String> {
    let fault = || format!("`{}` is not of that form", vector.hex);
    let halves = |hex: &str| -> Option<Vec<u8>> {
        hex.chars().map(|half| half.to_digit(16).and_then(|half| u8::try_from(half).ok())).collect()
    };
    let number = |digits: &[u8]| -> Option<u128> {
        digits.iter().try_fold(0, |number, &digit| (digit < 10).then_some(10 * number + u128::from(digit)))
    };
    let in_order = halves(&vector.hex).ok_or_else(fault)?;
    // Some formats have their bytes in reverse order.
    let reversed =
        halves(&split_hex_pairs(&vector.hex).into_iter().rev().collect::<String>()).ok_or_else(fault)?;
    let after_first = |digits: &[u8]| i64::try_from(digits.len()).unwrap_or(0) - 1;
    let (negative, digits, exponent) = match vector.format.as_str() {
        // Both signs in one digit, then an exponent with its units first.
        "other_wang2200" => {
            let [signs, units, tens, digits @ ..] = &reversed[..] else { return Err(fault()) };
            let exponent = 10 * i64::from(*tens) + i64::from(*units);
            let exponent = if signs & 8 == 0 { exponent } else { -exponent };
            (signs & 1 == 1, digits, exponent - after_first(digits))
        }
        // Digits, then a sign of one bit and an exponent of seven bits with a bias of 64. The point is before the
        // digits.
        "other_c51_bcd_float" | "other_c51_bcd_double" | "other_c51_bcd_long_double" => {
            let [digits @ .., high, low] = &reversed[..] else { return Err(fault()) };
            let exponent = i64::from((high & 7) << 4 | low) - 64;
            (high & 8 != 0, digits, exponent - after_first(digits) - 1)
        }
        // A sign that is nine for a negative number, then digits, then an exponent in ten's complement, then the kind
        // of the object.
        other => {
            let (count, behind) = match other {
                "other_hp_classic" => (10, 3),
                "other_saturn" => (12, 3),
                _ => (15, 5),
            };
            let [sign, rest @ ..] = &in_order[..] else { return Err(fault()) };
            let (digits, rest) = rest.split_at_checked(count).ok_or_else(fault)?;
            let exponent = rest.get(..behind).ok_or_else(fault)?;
            let all = 10_i64.pow(u32::try_from(behind).unwrap_or(0));
            let exponent =
                number(exponent).and_then(|number| i64::try_from(number).ok()).ok_or_else(fault)?;
            let exponent = if 2 * exponent >= all { exponent - all } else { exponent };
            (*sign == 9, digits, exponent - after_first(digits))
        }
    };
    let power = i32::try_from(exponent).map_err(|_| fault())?;
    decide_decimal(vector, negative, number(digits).ok_or_else(fault)?, power)
}

/// The value of a decimal float in declets.
fn decode_decimal_float(vector: &Vector) -> Result<DecidedValue, String> {
    let word = u128::from_str_radix(&vector.hex, 16).map_err(|fault| format!("{}: {fault}", vector.hex))?;
    let bits = u32::try_from(4 * vector.hex.len()).unwrap_or(0);
    let (negative, digits, power) =
        reference::decode_declets(bits, word).ok_or_else(|| format!("`{}` is no number", vector.hex))?;
    decide_decimal(vector, negative, digits, power)
}

/// The value of `digits × 10^power`, which must be within one unit in the last digit of the published ratio. A negative
/// power of ten is not exact in binary, so the value has more bits than any format needs, and its last bit stands for
/// all bits that follow.
fn decide_decimal(vector: &Vector, negative: bool, digits: u128, power: i32) -> Result<DecidedValue, String> {
    const BITS: u64 = 400;
    let ten = BigUint::from(10_u8).pow(power.unsigned_abs());
    let one = BigUint::from(1_u8);
    let (unit_above, unit_below) = if power >= 0 { (ten, one) } else { (one, ten) };
    let above = &unit_above * digits;
    if let Some(published) = parse_ratio(&vector.published) {
        let (ours, theirs) = (&above * &published.below, published.above * &unit_below);
        let distance = if ours > theirs { ours - theirs } else { theirs - ours };
        if published.negative != negative || distance >= unit_above * published.below {
            return Err(format!("{digits}*10^{power} is not near `{}`", vector.published));
        }
    }
    let up = BITS + unit_below.bits();
    let above = above << up;
    let whole = &above / &unit_below;
    let rest = u8::from(&whole * &unit_below != above);
    let magnitude = (whole << 1_u8) + rest;
    let exponent = -i64::try_from(up + 1).unwrap_or(0);
    Ok(DecidedValue { value: Exact::Finite { negative, magnitude, exponent }, otherwise: None })
}

fn parse_table_value(vector: &Vector) -> Result<DecidedValue, String> {
    let value = Exact::parse(&vector.exact).ok_or_else(|| format!("`{}` is not a value", vector.exact))?;
    Ok(DecidedValue { value, otherwise: None })
}

fn exact_zero() -> Exact {
    Exact::Finite { negative: false, magnitude: BigUint::ZERO, exponent: 0 }
}

/// Whether the sign and the exponent of a PDP-11 word are zero. The first byte is the low byte of the first word.
fn has_zero_sign_and_exponent(hex: &str) -> bool {
    matches!(split_hex_pairs(hex)[..], [low, "00", ..] if low.starts_with(['0', '1', '2', '3', '4', '5', '6', '7']))
}

/// Whether a word in ones' complement is negative, and the word of its magnitude.
fn split_ones_complement(word: BigUint, bits: u32) -> (bool, BigUint) {
    let ones = (BigUint::from(1_u8) << bits) - 1_u8;
    if word.bit(u64::from(bits) - 1) { (true, word ^ ones) } else { (false, word) }
}

/// The value of a 60-bit word whose exponent is the first or the last, or `None` for other words.
fn decode_control_data_special(word: &BigUint) -> Option<Exact> {
    let (negative, word) = split_ones_complement(word.clone(), 60);
    match to_exponent(&(word >> 48_u32)) {
        Ok(0) => Some(Exact::Finite { negative, magnitude: BigUint::ZERO, exponent: 0 }),
        Ok(0o3777) => Some(Exact::Infinity { negative }),
        _ => None,
    }
}

/// The value `significand * 2^exponent` with its sign. It must be the published ratio, or within one unit in the last
/// place of it.
fn decide_binary(
    vector: &Vector,
    negative: bool,
    significand: BigUint,
    exponent: i64,
) -> Result<DecidedValue, String> {
    if let Some(published) = parse_ratio(&vector.published) {
        if published.negative != negative && published.above != BigUint::ZERO {
            return Err(format!("has another sign than `{}`", vector.published));
        }
        let mut ours = &significand * &published.below;
        let (mut theirs, mut unit) = (published.above, published.below);
        let shift = exponent.unsigned_abs();
        if exponent < 0 {
            theirs <<= shift;
        } else {
            ours <<= shift;
            unit <<= shift;
        }
        let distance = if ours > theirs { ours - theirs } else { theirs - ours };
        if distance >= unit {
            return Err(format!("{significand}*2^{exponent} is not near `{}`", vector.published));
        }
    }
    let value = Exact::Finite { negative, magnitude: significand, exponent };
    Ok(DecidedValue { value, otherwise: None })
}

/// A ratio of two numbers, and whether it is negative.
struct Ratio {
    negative: bool,
    above: BigUint,
    below: BigUint,
}

/// Parses `Rational(-1, 3)`.
fn parse_ratio(text: &str) -> Option<Ratio> {
    let (above, below) = text.strip_prefix("Rational(")?.strip_suffix(')')?.split_once(", ")?;
    let magnitude = above.strip_prefix('-');
    Some(Ratio {
        negative: magnitude.is_some(),
        above: magnitude.unwrap_or(above).parse().ok()?,
        below: below.parse().ok()?,
    })
}

fn parse_word(hex: &str, radix: u32) -> Result<BigUint, String> {
    BigUint::parse_bytes(hex.as_bytes(), radix).ok_or_else(|| format!("`{hex}` is not a word"))
}

fn low_bits(word: &BigUint, bits: u32) -> BigUint {
    word & ((BigUint::from(1_u8) << bits) - 1_u8)
}

fn to_exponent(number: &BigUint) -> Result<i64, String> {
    i64::try_from(number).map_err(|_| format!("{number} is no exponent"))
}

fn split_hex_pairs(hex: &str) -> Vec<&str> {
    (0..hex.len() / 2).filter_map(|index| hex.get(2 * index..2 * index + 2)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(format: &str, hex: &str, published: &str, exact: &str) -> Vector {
        Vector {
            line: 1,
            format: format.to_owned(),
            hex: hex.to_owned(),
            published: published.to_owned(),
            exact: exact.to_owned(),
            nearest: String::new(),
        }
    }

    #[test]
    fn words_that_the_table_leaves_open() {
        let value = |vector| decide(&vector).map(|decided| decided.value);
        let half = Exact::parse("4194304*2^-23");
        assert_eq!(value(vector("other_apple", "7f400000", "Rational(1, 2)", "")).ok(), half);
        let fault = decide(&vector("other_apple", "7f400000", "Rational(1, 3)", "")).expect_err("a fault");
        assert!(fault.contains("is not near `Rational(1, 3)`"), "{fault}");
        let thousand = "000000000000aa030000000000a83d";
        let expected = (BigUint::from(1_u8) << 95_u32, -85);
        let found = value(vector("other_cdc_double", thousand, "Rational(1024, 1)", "")).ok();
        assert_eq!(
            found,
            Some(Exact::Finite { negative: false, magnitude: expected.0, exponent: expected.1 })
        );
    }

    #[test]
    fn words_that_are_too_short_are_refused() {
        for format in ["other_hp_classic", "other_saturn", "other_saturn_x"] {
            for hex in ["", "00", "012345"] {
                let fault = decide(&vector(format, hex, "", "")).expect_err("a fault");
                assert_eq!(fault, format!("`{hex}` is not of that form"));
            }
        }
    }

    #[test]
    fn negative_words_that_the_table_leaves_open() {
        let value = |vector| decide(&vector).map(|decided| decided.value);
        let minus_one =
            value(vector("other_cdc_double", "ffffffffffff5ffcfffffffffff7c2", "Rational(-1, 1)", ""));
        let magnitude = BigUint::from(1_u8) << 95_u32;
        assert_eq!(minus_one, Ok(Exact::Finite { negative: true, magnitude, exponent: -95 }));
        assert_eq!(
            value(vector("other_apple", "7f800000", "Rational(-1, 1)", "")).ok(),
            Exact::parse("-8388608*2^-23")
        );
        assert_eq!(value(vector("other_apple", "7f800001", "", "")).ok(), Exact::parse("-8388607*2^-23"));
        let fault = value(vector("other_apple", "7f800000", "Rational(1, 1)", "")).expect_err("a fault");
        assert_eq!(fault, "has another sign than `Rational(1, 1)`");
    }

    #[test]
    fn the_ends_of_an_exponent_are_no_numbers_where_the_manual_says_so() {
        let decided = |hex| decide(&vector("cdc60_word", hex, "", "1*2^0")).expect("a value");
        assert_eq!(decided("7ffffffffffffff").value, Exact::Infinity { negative: false });
        assert_eq!(decided("800000000000000").value, Exact::Infinity { negative: true });
        assert_eq!(Some(decided("000800000000000").value), Exact::parse("0"));
        assert_eq!(Some(decided("fff7fffffffffff").value), Exact::parse("-0"));
        assert_eq!(decided("7feffffffffffff").otherwise, None);
        assert_eq!(decided("001800000000000").otherwise, None);
        let decided = |hex| decide(&vector("pdp11f", hex, "", "1*2^0")).expect("a value");
        assert_eq!(Some(decided("00000100").value), Exact::parse("0"));
        assert_eq!(decided("80000000").otherwise, None);
        assert_eq!(decided("00010000").otherwise, None);
    }
}
