//! What is tested: the meaning of the words of a format, and the word of a value.

use num_bigint::BigUint;

use super::claim::{Claim, ValueComparison, is_read_as, to_decimal};
use super::tester::CheckResult;
use crate::ast::{Spanned, TestSide};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::{
    self, BEYOND, Decimal, ExactValue, FloatConverter, MAX_POWER,
    real::{self, DecimalFloatReal, PairSumReal, PositReal, RealFormat},
};
use crate::model::{
    Charset, Class, Decimal as DecimalFormat, Format, FormatKind, Integer, Logical, TestValue,
};

/// Integers above this power of ten need not be computed.
const MOST_POWER: i64 = 400;

/// A format, prepared for many lines.
pub(super) enum PreparedFormat<'f> {
    Float(Box<FloatConverter<'f>>),
    Real(Box<dyn RealFormat + 'f>),
    Integer(Integer, u32),
    Digits(DecimalFormat),
    Logical(Logical, u32),
    Character(Charset),
}

/// The meaning of a word.
pub(super) enum WordMeaning {
    Value(ExactValue),
    /// `None` for a word that is neither true nor false.
    Truth(Option<bool>),
    /// `None` for a code without a character.
    Character(Option<char>),
}

impl<'f> PreparedFormat<'f> {
    pub(super) fn new(format: &'f Format) -> Self {
        match &format.kind {
            FormatKind::Float(float) => {
                PreparedFormat::Float(Box::new(FloatConverter::new(float, format.bits)))
            }
            FormatKind::PairSum(pair) => PreparedFormat::Real(Box::new(PairSumReal::new(pair))),
            FormatKind::DecimalFloat(tens) => PreparedFormat::Real(Box::new(DecimalFloatReal(*tens))),
            FormatKind::Posit(posit) => PreparedFormat::Real(Box::new(PositReal(*posit))),
            FormatKind::Integer(integer) => PreparedFormat::Integer(*integer, format.bits),
            FormatKind::Decimal(digits) => PreparedFormat::Digits(*digits),
            FormatKind::Logical(logical) => PreparedFormat::Logical(*logical, format.bits),
            FormatKind::Character(charset) => PreparedFormat::Character(*charset),
        }
    }

    /// The meaning of a word.
    pub(super) fn decode_word(&self, word: u128) -> WordMeaning {
        WordMeaning::Value(match self {
            PreparedFormat::Float(machine) => machine.decode(word),
            PreparedFormat::Real(real) => real.decode(word),
            PreparedFormat::Integer(integer, bits) => read_integer(*integer, *bits, word),
            PreparedFormat::Digits(digits) => exact::read_decimal_word(*digits, word),
            PreparedFormat::Logical(logical, bits) => {
                return WordMeaning::Truth(logical.truth_of(word, *bits));
            }
            PreparedFormat::Character(charset) => {
                return WordMeaning::Character(exact::find_character(*charset, word));
            }
        })
    }

    /// The word of the value of a claim, or the reason why there is none. A value that cannot be computed is a fault.
    pub(super) fn encode_claim(
        &self,
        claim: &Claim<'_>,
        name: &str,
    ) -> CheckResult<Result<u128, &'static str>> {
        Ok(match (self, &claim.value) {
            (PreparedFormat::Float(machine), _) => write_float(machine, claim)?,
            (PreparedFormat::Real(real), _) => write_real(real.as_ref(), &claim.value),
            (PreparedFormat::Integer(integer, bits), value) => {
                // A value that is no number is refused before, so the zero that stands for it is never written.
                let decimal = to_decimal(value);
                // No format has integers of so many digits, and to compute them takes long.
                if exceeds_exact_range(&decimal) {
                    let title = format!("{} does not fit in `{name}`", claim.text());
                    let label = "beyond the format's range";
                    let span = claim.value_side.span;
                    return Err(Box::new(Diagnostic::new(Slug::TestFails, title, span, label)));
                }
                exact::write_integer(*integer, *bits, &decimal)
            }
            (PreparedFormat::Digits(_), TestValue::Reserved) => Err("is never written"),
            (PreparedFormat::Digits(digits), value) => {
                let decimal = to_decimal(value);
                if exceeds_exact_range(&decimal) {
                    Err(BEYOND)
                } else {
                    exact::write_decimal_word(*digits, &decimal)
                }
            }
            // The check of the format has made sure that the word for true is read as true, and zero is false.
            (PreparedFormat::Logical(logical, _), value) => {
                Ok(if *value == TestValue::Logical(true) { logical.written } else { 0 })
            }
            (PreparedFormat::Character(charset), TestValue::Character(character)) => {
                exact::find_code(*charset, *character).ok_or("has no code in this set")
            }
            (PreparedFormat::Character(_), _) => Err("has no code in this set"),
        })
    }
}

impl WordMeaning {
    /// Whether this is the value of a line.
    pub(super) fn equals_value(&self, value: &TestValue, comparison: ValueComparison) -> bool {
        match self {
            WordMeaning::Value(means) => is_read_as(means, value, comparison),
            WordMeaning::Truth(means) => means.is_some_and(|truth| *value == TestValue::Logical(truth)),
            WordMeaning::Character(means) => {
                means.is_some_and(|character| *value == TestValue::Character(character))
            }
        }
    }

    /// The meaning for people, after `this word is`.
    pub(super) fn describe_meaning(&self, subject: &PreparedFormat<'_>) -> String {
        match (self, subject) {
            (WordMeaning::Value(ExactValue::Reserved), PreparedFormat::Digits(_)) => {
                "no decimal number".to_owned()
            }
            (WordMeaning::Value(value), _) => exact::describe_value(value),
            (WordMeaning::Truth(None), _) => "neither true nor false".to_owned(),
            (WordMeaning::Truth(Some(truth)), _) => truth.to_string(),
            (WordMeaning::Character(None), _) => "no character".to_owned(),
            (WordMeaning::Character(Some(character)), _) => format!("char({:#X})", u32::from(*character)),
        }
    }
}

fn read_integer(integer: Integer, bits: u32, word: u128) -> ExactValue {
    let exact::Signed { negative, magnitude } = exact::read_integer(integer.sign, bits, word);
    if magnitude == BigUint::ZERO {
        ExactValue::Zero { negative }
    } else {
        ExactValue::Finite {
            negative,
            magnitude: exact::Ratio::from_binary(magnitude, -i64::from(integer.scale)),
        }
    }
}

fn exceeds_exact_range(decimal: &Decimal) -> bool {
    // Small exponents are tested as well: a fraction of so many places is as long as a number of so many digits.
    decimal.exponent.abs() > MAX_POWER || decimal.first_digit_power() > MOST_POWER
}

/// The word of a value of a float.
fn write_float(machine: &FloatConverter<'_>, claim: &Claim<'_>) -> CheckResult<Result<u128, &'static str>> {
    Ok(match &claim.value {
        TestValue::Infinity(negative) => machine.infinity_word(*negative).ok_or("has no word"),
        TestValue::Nan => machine.written_word(Class::Nan).ok_or("has no word"),
        TestValue::Reserved => machine.written_word(Class::Reserved).ok_or("is never written"),
        TestValue::Decimal { negative, .. } => {
            let decimal = to_decimal(&claim.value);
            if decimal.is_zero() {
                // Without a negative zero its sign is lost, as it is in integers. A format without a zero may write its
                // smallest number for it.
                machine.underflow_word(*negative).ok_or("has no word")
            } else {
                // A value that is neither near nor clearly outside of the range has no answer, which is a fault of
                // the line.
                write_decimal(machine, &decimal, claim.value_side)?
            }
        }
        TestValue::Logical(_) | TestValue::Character(_) => Err("has no word"),
    })
}

fn write_decimal(
    machine: &FloatConverter<'_>,
    decimal: &Decimal,
    side: &Spanned<TestSide>,
) -> CheckResult<Result<u128, &'static str>> {
    exact::write_float(machine, decimal).ok_or_else(|| {
        let title = format!("a value between 1e-{MAX_POWER} and 1e{MAX_POWER} can be tested");
        Box::new(Diagnostic::new(Slug::TooLarge, title, side.span, "beyond that"))
    })
}

/// The word of a value of a sum of two floats, a decimal float or a posit.
fn write_real(format: &dyn RealFormat, value: &TestValue) -> Result<u128, &'static str> {
    let special = |class, negative| format.special_word(class, negative).ok_or("has no word");
    match value {
        TestValue::Infinity(negative) => special(Class::Infinity, *negative),
        TestValue::Nan => special(Class::Nan, false),
        TestValue::Decimal { .. } => real::encode_decimal(format, &to_decimal(value)),
        TestValue::Reserved | TestValue::Logical(_) | TestValue::Character(_) => Err("has no word"),
    }
}
