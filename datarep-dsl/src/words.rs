//! Exact facts about single words: the meaning of a word, the word of a value, and the neighboring numbers.
//!
//! ```
//! use datarep_dsl::{compile, source::Source, words};
//! let text = "float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);";
//! let source = Source { name: "ibm.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
//! let hfp32 = &compile(&source).expect("the text is sound").formats[0];
//!
//! let words::Meaning::Number(number) = words::meaning(hfp32, 0xC276_A000) else { unreachable!("a number") };
//! assert_eq!((number.to_string().as_str(), number.nearest_f64()), ("-118.625", -118.625));
//!
//! let written = words::encode_value(hfp32, "0.1").expect("it is in the range");
//! assert_eq!(written.word, 0x4019_999A);
//! let off = written.off.expect("it is rounded");
//! assert_eq!(off.format_rounded(3), "2.38e-8");
//! ```

mod between;
mod notation;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

use crate::exact::real::{self, DecimalFloatReal, PairSumReal, PositReal, RealFormat as _};
use crate::exact::{
    self, BEYOND, Decimal, EncodeResult, ExactValue, FloatConverter, MAX_DIGITS, MAX_POWER, Ratio, Rounded,
    Signed,
};
use crate::model::word::Fields;
use crate::model::{
    Charset, Class, DecimalFloat, Float, Format, FormatKind, Integer, Negation, Posit, Rounding,
};

pub use between::{ConvertError, ConvertedWord, WordConverter};

/// A word of `bits` bits in hexadecimal digits, in groups of four: `0x4110_0000`.
pub fn format_hex(word: u128, bits: u32) -> String {
    exact::format_hex(word, bits)
}

/// Numbers beyond this power of ten are not compared with the number of their word. No decimal format has a number
/// beyond it.
const MAX_WEIGHED: i64 = 300_000;

/// A number of any size, exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    negative: bool,
    /// `None` for zero.
    magnitude: Option<Ratio>,
}

/// The meaning of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// A number, which may be zero.
    Number(Number),
    /// Infinity, negative where true.
    Infinity(bool),
    /// Any other class of words that are not numbers, such as a NaN or a reserved operand.
    Class(Class),
    /// A truth value.
    Logical(bool),
    /// A character.
    Character(char),
    /// Invalid digits or an invalid sign, a word that is neither true nor false, or a code without a character.
    Nothing,
}

/// The word that is written for a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenWord {
    /// The word.
    pub word: u128,
    /// The meaning of the word.
    pub means: Meaning,
    /// The word's number minus the value, if the value was rounded.
    pub off: Option<Number>,
    /// The magnitude of that difference as a part of the value: `1e-7`.
    pub relative: Option<Number>,
}

/// Why a value has no word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EncodeError {
    /// The text is not a value of the format.
    NoValue,
    /// What is wrong with the value, as the rest of a sentence: `is beyond the format's range`.
    Because(&'static str),
}

/// The meaning of a word of a format. Bits above those of the format are ignored.
///
/// A word cannot hold a format with more than 128 bits. The result is then [`Meaning::Nothing`].
pub fn meaning(format: &Format, word: u128) -> Meaning {
    if format.bits > 128 {
        return Meaning::Nothing;
    }
    let word = word & crate::model::word::mask(format.bits);
    let value = match &format.kind {
        FormatKind::Float(float) => {
            let fields = float.fields_of_magnitude(word, format.bits);
            // Classes that are not numbers are told by their names, which the value alone would not give: a NaN and a
            // missing value decode alike.
            match float.class_of(&fields) {
                None | Some(Class::Zero | Class::Subnormal | Class::Infinity) => {}
                Some(class) => return Meaning::Class(class),
            }
            FloatConverter::new(float, format.bits).decode(word)
        }
        FormatKind::PairSum(pair) => PairSumReal::new(pair).decode(word),
        FormatKind::DecimalFloat(tens) => DecimalFloatReal(*tens).decode(word),
        FormatKind::Posit(posit) => PositReal(*posit).decode(word),
        FormatKind::Integer(integer) => return Meaning::Number(read_integer(*integer, format.bits, word)),
        FormatKind::Decimal(decimal) => exact::read_decimal_word(*decimal, word),
        FormatKind::Logical(logical) => {
            return logical.truth_of(word, format.bits).map_or(Meaning::Nothing, Meaning::Logical);
        }
        FormatKind::Character(charset) => {
            return exact::find_character(*charset, word).map_or(Meaning::Nothing, Meaning::Character);
        }
    };
    match value {
        ExactValue::Zero { negative } => Meaning::Number(Number { negative, magnitude: None }),
        ExactValue::Finite { negative, magnitude } => {
            Meaning::Number(Number { negative, magnitude: Some(magnitude) })
        }
        ExactValue::Infinity { negative } => Meaning::Infinity(negative),
        ExactValue::Nan => Meaning::Class(Class::Nan),
        ExactValue::Overflow => Meaning::Class(Class::Overflow),
        ExactValue::Underflow => Meaning::Class(Class::Underflow),
        // Of a float, reserved words have been told above. Here these are invalid digits.
        ExactValue::Reserved => Meaning::Nothing,
    }
}

/// The fields of a float's word, with the complement of a negative word undone, and its class; `None` for other
/// formats.
pub fn read_fields(format: &Format, word: u128) -> Option<(Fields, Option<Class>)> {
    let FormatKind::Float(float) = &format.kind else { return None };
    let fields = float.fields_of_magnitude(word, format.bits);
    let class = float.class_of(&fields);
    Some((fields, class))
}

fn read_integer(integer: Integer, bits: u32, word: u128) -> Number {
    let Signed { negative, magnitude } = exact::read_integer(integer.sign, bits, word);
    // A ratio is never zero.
    let is_zero = magnitude == BigUint::ZERO;
    let magnitude = (!is_zero).then(|| Ratio::from_binary(magnitude, -i64::from(integer.scale)));
    Number { negative, magnitude }
}

/// The word of a value, which is rounded to nearest even if necessary.
///
/// `value` has the form that a test line of the language has: a number, `inf`, `-inf`, `nan`, `reserved`, `true`,
/// `false`, or a single character.
///
/// # Errors
///
/// If `value` is no value of the format, or has no word.
pub fn encode_value(format: &Format, value: &str) -> Result<WrittenWord, EncodeError> {
    // A decimal of so many digits is written as bytes, by `words::between`.
    if format.bits > 128 {
        return Err(EncodeError::Because("has no word of 128 bits"));
    }
    let because = EncodeError::Because;
    let special = |class: Class, negative: bool| {
        let word = match &format.kind {
            FormatKind::Float(float) => {
                let machine = FloatConverter::new(float, format.bits);
                if class == Class::Infinity {
                    machine.infinity_word(negative)
                } else {
                    machine.written_word(class)
                }
            }
            FormatKind::PairSum(pair) => PairSumReal::new(pair).special_word(class, negative),
            FormatKind::DecimalFloat(tens) => DecimalFloatReal(*tens).special_word(class, negative),
            FormatKind::Posit(posit) => PositReal(*posit).special_word(class, negative),
            _ => return Err(EncodeError::NoValue),
        };
        word.ok_or(because("has no word"))
    };
    // Words before numbers: `true` is no number, and a digit may be a character.
    let word = match (&format.kind, value) {
        (FormatKind::Logical(logical), "true") => logical.written,
        (FormatKind::Logical(_), "false") => 0,
        (FormatKind::Logical(_), _) => return Err(EncodeError::NoValue),
        (FormatKind::Character(charset), _) => write_character(*charset, value)?,
        (_, "inf" | "infinity") => special(Class::Infinity, false)?,
        (_, "-inf" | "-infinity") => special(Class::Infinity, true)?,
        (_, "nan" | "NaN") => special(Class::Nan, false)?,
        (_, "reserved") => special(Class::Reserved, false)?,
        // Only a number can be rounded, so only here is the word compared with what was asked for.
        _ => {
            let decimal = parse_decimal(value)?;
            let word = write_decimal(format, &decimal)?;
            return Ok(compare_word(format, word, &decimal));
        }
    };
    Ok(WrittenWord { word, means: meaning(format, word), off: None, relative: None })
}

fn parse_decimal(value: &str) -> Result<Decimal, EncodeError> {
    // A plus sign is natural here, and no part of the language's numbers.
    let decimal = Decimal::parse(value.strip_prefix('+').unwrap_or(value)).ok_or(EncodeError::NoValue)?;
    if decimal.digits.len() > MAX_DIGITS {
        return Err(EncodeError::Because("has more digits than can be weighed"));
    }
    Ok(decimal)
}

fn write_character(charset: Charset, value: &str) -> Result<u128, EncodeError> {
    let mut characters = value.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => {
            exact::find_code(charset, character).ok_or(EncodeError::Because("has no code in this set"))
        }
        _ => Err(EncodeError::NoValue),
    }
}

fn write_decimal(format: &Format, decimal: &Decimal) -> Result<u128, EncodeError> {
    // Integers and decimals have fewer than 400 digits, so that far numbers need not be computed.
    let far = decimal.exponent.abs() > MAX_POWER || decimal.first_digit_power() > 400;
    let word = match &format.kind {
        FormatKind::Float(float) => {
            let machine = FloatConverter::new(float, format.bits);
            // A format without a zero has its smallest number for it.
            if decimal.is_zero() {
                machine.underflow_word(decimal.negative).ok_or("has no word")
            } else {
                exact::write_float(&machine, decimal).unwrap_or(Err("is too far from one to be weighed"))
            }
        }
        FormatKind::PairSum(pair) => real::encode_decimal(&PairSumReal::new(pair), decimal),
        FormatKind::DecimalFloat(tens) => real::encode_decimal(&DecimalFloatReal(*tens), decimal),
        FormatKind::Posit(posit) => real::encode_decimal(&PositReal(*posit), decimal),
        FormatKind::Integer(_) | FormatKind::Decimal(_) if far => Err(BEYOND),
        FormatKind::Integer(integer) => exact::write_integer(*integer, format.bits, decimal),
        FormatKind::Decimal(digits) => exact::write_decimal_word(*digits, decimal),
        FormatKind::Logical(_) | FormatKind::Character(_) => return Err(EncodeError::NoValue),
    };
    word.map_err(EncodeError::Because)
}

/// A word, with its number compared to the number that it was written for.
fn compare_word(format: &Format, word: u128, decimal: &Decimal) -> WrittenWord {
    let means = meaning(format, word);
    let magnitude = (!decimal.is_zero()).then_some(decimal);
    // A word was found all the same, but its difference would take integers of a million bits.
    let weighed = magnitude.is_none_or(|number| number.exponent.abs() <= MAX_WEIGHED);
    let (mut off, mut relative) = (None, None);
    if let (Meaning::Number(number), true) = (&means, weighed) {
        let requested_number =
            Number { negative: decimal.negative, magnitude: magnitude.map(Decimal::to_ratio) };
        let difference = number.subtract(&requested_number);
        if difference.magnitude.is_some() {
            relative = difference.relative_to(&requested_number);
            off = Some(difference);
        }
    }
    WrittenWord { word, means, off, relative }
}

/// The range of the numbers of a float. Each is a whole number below `2^bits` times a power of two. That power is at
/// least `2^unit`, and the number is below `2^end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberSpan {
    /// Bits of the significand.
    pub bits: u32,
    /// The power of two of which all numbers are multiples.
    pub unit: i64,
    /// The power of two that every number is below. A negative number may equal it.
    pub end: i64,
}

/// The range of the numbers of a float; `None` for other formats, including sums of two floats.
///
/// ```
/// use datarep_dsl::{compile, source::Source, words};
/// let text = "float single = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; }";
/// let source = Source { name: "single.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
/// let single = &compile(&source).expect("the text is sound").formats[0];
/// assert_eq!(words::number_span(single), Some(words::NumberSpan { bits: 24, unit: -149, end: 128 }));
/// ```
pub fn number_span(format: &Format) -> Option<NumberSpan> {
    let FormatKind::Float(float) = &format.kind else { return None };
    let machine = FloatConverter::new(float, format.bits);
    // `rough_binary_exponent` may be one too small.
    let power = |ratio: &Ratio| {
        let power = ratio.rough_binary_exponent();
        let above = ratio.compare(&Ratio::from_binary(BigUint::from(1_u8), power + 1)).is_ge();
        power + i64::from(above)
    };
    let ends = [false, true].into_iter().filter_map(|negative| machine.largest_number(negative));
    let end = ends.map(|largest| power(&largest) + 1).max()?;
    Some(NumberSpan { bits: float.precision(), unit: power(&machine.smallest_unit()?), end })
}

/// Whether a number is exactly this `f64`. The result is false for an infinity or a NaN.
pub fn equals_double(number: &Number, double: f64) -> bool {
    let double = number_from_double(double);
    double.is_some_and(|double| {
        number.negative == double.negative && number.subtract(&double).magnitude.is_none()
    })
}

/// A finite `f64` as a number.
fn number_from_double(double: f64) -> Option<Number> {
    let bits = double.to_bits();
    let (exponent, fraction) = (bits >> 52 & 0x7FF, bits & ((1 << 52) - 1));
    // Subnormal numbers have no hidden bit, and the exponent of the smallest normal ones.
    let significand = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    // 1075 is the bias, 1023, and the 52 bits behind the point.
    let power = i64::try_from(exponent.max(1)).unwrap_or(1) - 1075;
    let magnitude = (significand != 0).then(|| Ratio::from_binary(BigUint::from(significand), power));
    double.is_finite().then(|| Number { negative: double.is_sign_negative(), magnitude })
}

/// The way from a number to its neighbor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Down,
    Up,
}

impl Step {
    fn sign(self) -> i32 {
        match self {
            Step::Down => -1,
            Step::Up => 1,
        }
    }
}

/// The neighbors of a number in its format, below and above, with their words. `None` if there is no neighbor, or if
/// the numbers of the format are not multiples of a unit that depends on the exponent alone.
pub fn neighbors(format: &Format, number: &Number) -> [Option<(u128, Number)>; 2] {
    let take_step = |step: Step| match &format.kind {
        FormatKind::Float(float) => step_float(float, format.bits, number, step),
        FormatKind::Integer(integer) => {
            let unit = i64::from(integer.scale);
            // A number between two units has no place from which to step.
            let count = number.count_units(|ratio| {
                exact::divide_rounded(ratio, ratio.exponent + unit, false, Rounding::NearestEven)
            })?;
            let next = count + step.sign();
            // `n / 2^k = n × 5^k / 10^k`: the digits are exact in tens.
            let fives = BigInt::from(5_u8).pow(integer.scale);
            let decimal = decimal_from_parts(&(next * fives), -unit);
            let word = exact::write_integer(*integer, format.bits, &decimal).ok()?;
            Some((word, Number::from_decimal(&decimal)))
        }
        FormatKind::Decimal(digits) => {
            let power = exact::power_of_ten(i64::from(digits.scale));
            let count = number.count_units(|ratio| {
                let product = ratio.multiply(&power);
                exact::divide_rounded(&product, product.exponent, false, Rounding::NearestEven)
            })?;
            let decimal = decimal_from_parts(&(count + step.sign()), -i64::from(digits.scale));
            let word = exact::write_decimal_word(*digits, &decimal).ok()?;
            Some((word, Number::from_decimal(&decimal)))
        }
        FormatKind::DecimalFloat(tens) => step_decimal_float(*tens, number, step),
        FormatKind::Posit(posit) => step_posit(*posit, number, step),
        FormatKind::PairSum(_) | FormatKind::Logical(_) | FormatKind::Character(_) => None,
    };
    [take_step(Step::Down), take_step(Step::Up)]
}

fn decimal_from_parts(number: &BigInt, exponent: i64) -> Decimal {
    Decimal { negative: number.sign() == Sign::Minus, digits: number.magnitude().to_string(), exponent }
}

/// The next number of a float.
fn step_float(float: &Float, bits: u32, number: &Number, step: Step) -> Option<(u128, Number)> {
    let machine = FloatConverter::new(float, bits);
    let Some(magnitude) = &number.magnitude else {
        let negative = step == Step::Down;
        if negative && float.negation == Negation::None {
            return None;
        }
        // From zero the next number is the smallest of its sign.
        let smallest = machine.smallest_number()?;
        // In a complement with an implied bit the smallest negative number is farther from zero than the smallest
        // positive one.
        let next = [smallest.clone(), smallest.nudge_up()].into_iter().find_map(|smallest| {
            match machine.encode(negative, &smallest, rounding_away(negative)) {
                EncodeResult::Word { word, .. } => Some(word),
                EncodeResult::Zero | EncodeResult::Overflow => None,
            }
        });
        let word = next?;
        return Some((word, Number::from_value(machine.decode(word))?));
    };
    let (nudged, rounding) = nudge_magnitude(magnitude, number.negative, step);
    match machine.encode(number.negative, &nudged, rounding) {
        EncodeResult::Word { word, .. } => Some((word, Number::from_value(machine.decode(word))?)),
        // Below the smallest number is zero, whose sign does not matter here.
        EncodeResult::Zero => Some((machine.zero_word(false)?, Number { negative: false, magnitude: None })),
        EncodeResult::Overflow => None,
    }
}

/// The next number of a decimal float.
fn step_decimal_float(tens: DecimalFloat, number: &Number, step: Step) -> Option<(u128, Number)> {
    let Some(magnitude) = &number.magnitude else {
        let word = tens.assemble_word(step == Step::Down, tens.smallest_significand(), 0);
        return Some((word, Number::from_value(DecimalFloatReal(tens).decode(word))?));
    };
    let (nudged, rounding) = nudge_magnitude(magnitude, number.negative, step);
    let word = match exact::decimal_float::encode(tens, number.negative, &nudged, rounding) {
        EncodeResult::Word { word, .. } => word,
        EncodeResult::Zero => DecimalFloatReal(tens).special_word(Class::Zero, false)?,
        EncodeResult::Overflow => return None,
    };
    Some((word, Number::from_value(DecimalFloatReal(tens).decode(word))?))
}

/// The next number of a posit: that of the word whose integer is one larger or smaller.
fn step_posit(posit: Posit, number: &Number, step: Step) -> Option<(u128, Number)> {
    let bits = crate::model::word::mask(posit.bits);
    let word = match &number.magnitude {
        None => 0,
        Some(magnitude) => {
            match exact::posit::encode(posit, number.negative, magnitude, Rounding::NearestEven) {
                EncodeResult::Word { word, .. } => word,
                EncodeResult::Zero | EncodeResult::Overflow => return None,
            }
        }
    };
    // Words of posits are ordered as two's complement integers, negative ones included.
    let next = word.wrapping_add_signed(step.sign().into()) & bits;
    // Beyond the last number is the word that is no real number, which `from_value` refuses.
    Some((next, Number::from_value(PositReal(posit).decode(next))?))
}

/// A magnitude that differs from this one by far less than a unit, and the rounding in the same direction, which gives
/// its neighbor.
fn nudge_magnitude(magnitude: &Ratio, negative: bool, step: Step) -> (Ratio, Rounding) {
    // A step of a negative number upward goes toward zero.
    let is_outward = (step == Step::Up) != negative;
    if is_outward {
        (magnitude.nudge_up(), rounding_away(negative))
    } else {
        (magnitude.nudge_down(), Rounding::TowardZero)
    }
}

fn rounding_away(negative: bool) -> Rounding {
    if negative { Rounding::Down } else { Rounding::Up }
}

impl Number {
    fn from_decimal(decimal: &Decimal) -> Number {
        let magnitude = (!decimal.is_zero()).then(|| decimal.to_ratio());
        Number { negative: decimal.negative, magnitude }
    }

    fn from_value(value: ExactValue) -> Option<Number> {
        match value {
            ExactValue::Zero { negative } => Some(Number { negative, magnitude: None }),
            ExactValue::Finite { negative, magnitude } => {
                Some(Number { negative, magnitude: Some(magnitude) })
            }
            ExactValue::Infinity { .. }
            | ExactValue::Nan
            | ExactValue::Reserved
            | ExactValue::Overflow
            | ExactValue::Underflow => None,
        }
    }

    /// Whether the number has a minus sign. Zero may have one.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.magnitude.is_none()
    }

    /// The number with at most `digits` digits. Numbers below `1e17` that are not far below one are shown without a
    /// power of ten.
    fn format_digits(&self, digits: u32) -> Rounded<String> {
        let sign = if self.negative { "-" } else { "" };
        match &self.magnitude {
            None => Rounded { value: format!("{sign}0"), is_exact: true },
            Some(magnitude) => {
                exact::format_digits(magnitude, digits, 17).map(|text| format!("{sign}{text}"))
            }
        }
    }

    /// The number with at most `digits` significant digits.
    pub fn format_rounded(&self, digits: u32) -> String {
        self.format_digits(digits).value
    }

    /// The exact number, if it has no more than `digits` digits.
    pub fn format_exact(&self, digits: u32) -> Option<String> {
        let text = self.format_digits(digits);
        text.is_exact.then_some(text.value)
    }

    /// The number as an odd integer times a power of two; `None` for zero, and for numbers such as 0.1 that have no
    /// such form.
    pub fn to_binary_parts(&self) -> Option<(String, i64)> {
        let Ratio { numerator, denominator, exponent } = self.magnitude.as_ref()?;
        // A remainder means a denominator with a factor other than two, which no power of two takes away.
        let rest = numerator % denominator;
        if rest != BigUint::ZERO {
            return None;
        }
        let integer = numerator / denominator;
        let zeros = integer.trailing_zeros().unwrap_or(0);
        let sign = if self.negative { "-" } else { "" };
        Some((format!("{sign}{}", &integer >> zeros), exponent + i64::try_from(zeros).unwrap_or(0)))
    }

    /// The nearest `f64`, or an infinity if the number is beyond the largest.
    pub fn nearest_f64(&self) -> f64 {
        let sign = if self.negative { -1.0 } else { 1.0 };
        let Some(magnitude) = &self.magnitude else { return 0.0_f64.copysign(sign) };
        let mut power = magnitude.rough_binary_exponent();
        // `rough_binary_exponent` may be one too small, and the width of the significand depends on it.
        if magnitude.compare(&Ratio::from_binary(BigUint::from(1_u8), power + 1)).is_ge() {
            power += 1;
        }
        if power > 1023 {
            return f64::INFINITY.copysign(sign);
        }
        // The number is rounded to a multiple of this power of two: a whole number of 53 bits, or of fewer for a
        // subnormal result.
        let unit = (power - 52).max(-1074);
        let whole = exact::divide_rounded(magnitude, magnitude.exponent - unit, false, Rounding::NearestEven);
        let whole = u64::try_from(whole.value).unwrap_or(u64::MAX);
        let exponent = (unit + 1074).unsigned_abs();
        // A carry out of the significand increases the exponent, up to that of infinity.
        f64::from_bits((exponent << 52) + whole).copysign(sign)
    }

    /// Compares the magnitudes of two numbers.
    pub fn compare_magnitude(&self, other: &Number) -> Ordering {
        match (&self.magnitude, &other.magnitude) {
            (Some(left), Some(right)) => left.compare(right),
            // Zero has no magnitude, and is the smallest.
            (left, right) => left.is_some().cmp(&right.is_some()),
        }
    }

    /// `self - other`.
    #[must_use]
    pub fn subtract(&self, other: &Number) -> Number {
        let (left, right) = match (&self.magnitude, &other.magnitude) {
            (None, None) => return Number { negative: false, magnitude: None },
            (Some(_), None) => return self.clone(),
            (None, Some(_)) => {
                return Number { negative: !other.negative, magnitude: other.magnitude.clone() };
            }
            (Some(left), Some(right)) => (left, right),
        };
        let whole = |number: BigUint, negative: bool| {
            if negative { -BigInt::from(number) } else { BigInt::from(number) }
        };
        let mut negative = false;
        let magnitude = left.combine(right, |left, right| {
            let (sign, difference) = (whole(left, self.negative) - whole(right, other.negative)).into_parts();
            // Zero is not negative, as the sign of no difference is `NoSign`.
            negative = sign == Sign::Minus;
            difference
        });
        Number { negative, magnitude: (magnitude.numerator != BigUint::ZERO).then_some(magnitude) }
    }

    /// The magnitude of `self / whole`; `None` if `whole` is zero.
    pub fn relative_to(&self, whole: &Number) -> Option<Number> {
        let whole = whole.magnitude.as_ref()?;
        let magnitude = self.magnitude.as_ref().map(|part| Ratio {
            numerator: &part.numerator * &whole.denominator,
            denominator: &part.denominator * &whole.numerator,
            exponent: part.exponent - whole.exponent,
        });
        Some(Number { negative: false, magnitude })
    }

    /// The number of units in this number, where `divide` divides its magnitude; `None` if that is not whole.
    fn count_units(&self, divide: impl Fn(&Ratio) -> Rounded<BigUint>) -> Option<BigInt> {
        let Some(magnitude) = &self.magnitude else { return Some(BigInt::ZERO) };
        let Rounded { value: units, is_exact } = divide(magnitude);
        let units = BigInt::from(units);
        is_exact.then_some(if self.negative { -units } else { units })
    }
}

/// Shows the number exactly if that takes no more than 40 digits, else with 17 digits.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.format_exact(40).unwrap_or_else(|| self.format_rounded(17)))
    }
}
