//! What is tested: the meaning of the words of a format, and the word of a value.

use num_bigint::BigUint;

use super::claim::{Claim, decimal_of, reads_as};
use super::tester::Checked;
use crate::ast::{Spanned, TestSide};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::{
    self, BEYOND, Decimal, ExactValue, FloatMachine, MAX_POWER,
    real::{self, DecimalFloatReal, Real, Regimes, SumOfTwo},
};
use crate::model::{
    Charset, Class, Decimal as DecimalFormat, Format, FormatKind, Integer, Logical, TestValue,
};

/// Integers above this power of ten need not be computed.
const MOST_POWER: i64 = 400;

/// A format, prepared for many lines.
pub(super) enum Subject<'f> {
    Float(Box<FloatMachine<'f>>),
    Real(Box<dyn Real + 'f>),
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

impl<'f> Subject<'f> {
    pub(super) fn new(format: &'f Format) -> Self {
        match &format.kind {
            FormatKind::Float(float) => Subject::Float(Box::new(FloatMachine::new(float, format.bits))),
            FormatKind::PairSum(pair) => Subject::Real(Box::new(SumOfTwo::new(pair))),
            FormatKind::DecimalFloat(tens) => Subject::Real(Box::new(DecimalFloatReal(*tens))),
            FormatKind::Posit(posit) => Subject::Real(Box::new(Regimes(*posit))),
            FormatKind::Integer(integer) => Subject::Integer(*integer, format.bits),
            FormatKind::Decimal(digits) => Subject::Digits(*digits),
            FormatKind::Logical(logical) => Subject::Logical(*logical, format.bits),
            FormatKind::Character(charset) => Subject::Character(*charset),
        }
    }

    /// The meaning of a word.
    pub(super) fn decode_word(&self, word: u128) -> WordMeaning {
        WordMeaning::Value(match self {
            Subject::Float(machine) => machine.decode(word),
            Subject::Real(real) => real.decode(word),
            Subject::Integer(integer, bits) => read_integer(*integer, *bits, word),
            Subject::Digits(digits) => exact::read_digits(*digits, word),
            Subject::Logical(logical, bits) => return WordMeaning::Truth(logical.truth_of(word, *bits)),
            Subject::Character(charset) => {
                return WordMeaning::Character(exact::character_of(*charset, word));
            }
        })
    }

    /// The word of the value of a claim, or the reason why there is none. A value that cannot be computed is a fault.
    pub(super) fn encode_claim(&self, claim: &Claim<'_>, name: &str) -> Checked<Result<u128, &'static str>> {
        Ok(match (self, &claim.value) {
            (Subject::Float(machine), _) => write_float(machine, claim)?,
            (Subject::Real(real), _) => write_real(real.as_ref(), &claim.value),
            (Subject::Integer(integer, bits), value) => {
                // A value that is no number is refused before, so the zero that stands for it is never written.
                let decimal = decimal_of(value);
                // No format has integers of so many digits, and to compute them takes long.
                if is_beyond(&decimal) {
                    let title = format!("{} does not fit in `{name}`", claim.text());
                    let label = "beyond the format's range";
                    let span = claim.value_side.span;
                    return Err(Box::new(Diagnostic::new(Slug::TestFails, title, span, label)));
                }
                exact::write_integer(*integer, *bits, &decimal)
            }
            (Subject::Digits(_), TestValue::Reserved) => Err("is never written"),
            (Subject::Digits(digits), value) => {
                let decimal = decimal_of(value);
                if is_beyond(&decimal) { Err(BEYOND) } else { exact::write_digits(*digits, &decimal) }
            }
            // The check of the format has made sure that the word for true is read as true, and zero is false.
            (Subject::Logical(logical, _), value) => {
                Ok(if *value == TestValue::Logical(true) { logical.written } else { 0 })
            }
            (Subject::Character(charset), TestValue::Character(wanted)) => {
                exact::code_of(*charset, *wanted).ok_or("has no code in this set")
            }
            (Subject::Character(_), _) => Err("has no code in this set"),
        })
    }
}

impl WordMeaning {
    /// Whether this is the value of a line.
    pub(super) fn is_value(&self, value: &TestValue, rounded: bool) -> bool {
        match self {
            WordMeaning::Value(means) => reads_as(means, value, rounded),
            WordMeaning::Truth(means) => means.is_some_and(|truth| *value == TestValue::Logical(truth)),
            WordMeaning::Character(means) => means.is_some_and(|found| *value == TestValue::Character(found)),
        }
    }

    /// The meaning for people, after `this word is`.
    pub(super) fn describe_subject(&self, subject: &Subject<'_>) -> String {
        match (self, subject) {
            (WordMeaning::Value(ExactValue::Reserved), Subject::Digits(_)) => "no decimal number".to_owned(),
            (WordMeaning::Value(value), _) => exact::describe_value(value),
            (WordMeaning::Truth(None), _) => "neither true nor false".to_owned(),
            (WordMeaning::Truth(Some(truth)), _) => truth.to_string(),
            (WordMeaning::Character(None), _) => "no character".to_owned(),
            (WordMeaning::Character(Some(found)), _) => format!("char({:#X})", u32::from(*found)),
        }
    }
}

fn read_integer(integer: Integer, bits: u32, word: u128) -> ExactValue {
    let (negative, magnitude) = exact::read_integer(integer.sign, bits, word);
    if magnitude == BigUint::ZERO {
        ExactValue::Zero { negative }
    } else {
        ExactValue::Finite {
            negative,
            magnitude: exact::Ratio::from_binary(magnitude, -i64::from(integer.scale)),
        }
    }
}

fn is_beyond(decimal: &Decimal) -> bool {
    // Small exponents are tested as well: a fraction of so many places is as long as a number of so many digits.
    decimal.exponent.abs() > MAX_POWER || decimal.magnitude() > MOST_POWER
}

/// The word of a value of a float.
fn write_float(machine: &FloatMachine<'_>, claim: &Claim<'_>) -> Checked<Result<u128, &'static str>> {
    Ok(match &claim.value {
        TestValue::Infinity(negative) => machine.infinity_word(*negative).ok_or("has no word"),
        TestValue::Nan => machine.written_word(Class::Nan).ok_or("has no word"),
        TestValue::Reserved => machine.written_word(Class::Reserved).ok_or("is never written"),
        TestValue::Decimal { negative, .. } => {
            let decimal = decimal_of(&claim.value);
            if decimal.is_zero() {
                // A format without a zero may write its smallest number for it.
                machine.zero_word(*negative).or_else(|| machine.least_word(*negative)).ok_or("has no word")
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
    machine: &FloatMachine<'_>,
    decimal: &Decimal,
    side: &Spanned<TestSide>,
) -> Checked<Result<u128, &'static str>> {
    exact::write_float(machine, decimal).ok_or_else(|| {
        let title = format!("a value between 1e-{MAX_POWER} and 1e{MAX_POWER} can be tested");
        Box::new(Diagnostic::new(Slug::TooLarge, title, side.span, "beyond that"))
    })
}

/// The word of a value of a sum of two floats, a decimal float or a posit.
fn write_real(format: &dyn Real, value: &TestValue) -> Result<u128, &'static str> {
    let special = |class, negative| format.special_word(class, negative).ok_or("has no word");
    match value {
        TestValue::Infinity(negative) => special(Class::Infinity, *negative),
        TestValue::Nan => special(Class::Nan, false),
        TestValue::Decimal { .. } => real::encode_decimal(format, &decimal_of(value)),
        TestValue::Reserved | TestValue::Logical(_) | TestValue::Character(_) => Err("has no word"),
    }
}
