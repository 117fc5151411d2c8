//! What a test line claims, and what is so.

use crate::ast::{Spanned, TestSide};
use crate::exact::{Decimal, MAX_POWER, Value};
use crate::model::{TestDirection, TestValue};

/// What a line claims.
pub(super) struct Claim<'l> {
    pub(super) value_side: &'l Spanned<TestSide>,
    pub(super) word_side: &'l Spanned<TestSide>,
    pub(super) value: TestValue,
    pub(super) word: u128,
    pub(super) direction: TestDirection,
}

impl Claim<'_> {
    /// The value as it is written.
    pub(super) fn text(&self) -> String {
        text(&self.value_side.value)
    }

    /// Whether the value may be rounded from the word's.
    pub(super) fn is_rounded(&self) -> bool {
        self.direction == TestDirection::Read
    }
}

/// What is so.
pub(super) struct Answer {
    /// What the word means, in words.
    pub(super) means: String,
    /// Whether that is the value.
    pub(super) reads: bool,
    /// The word that the value becomes, or why there is none.
    pub(super) becomes: Result<u128, &'static str>,
    /// Whether that word is exactly the value.
    pub(super) exact: bool,
}

/// The decimal number of a value; zero for one that is none.
pub(super) fn decimal_of(value: &TestValue) -> Decimal {
    match value {
        TestValue::Decimal { negative, digits, exponent } => {
            Decimal { negative: *negative, digits: digits.clone(), exponent: *exponent }
        }
        TestValue::Infinity(_)
        | TestValue::Nan
        | TestValue::Reserved
        | TestValue::Logical(_)
        | TestValue::Character(_) => Decimal { negative: false, digits: "0".to_owned(), exponent: 0 },
    }
}

/// Whether a word that means `means` reads as `value`.
pub(super) fn reads_as(means: &Value, value: &TestValue, rounded: bool) -> bool {
    match (means, value) {
        (Value::Infinity { negative }, TestValue::Infinity(wanted)) => negative == wanted,
        (Value::Nan, TestValue::Nan) | (Value::Reserved, TestValue::Reserved) => true,
        (Value::Zero { negative }, TestValue::Decimal { negative: wanted, digits, .. }) => {
            digits == "0" && negative == wanted
        }
        (
            Value::Finite { negative, magnitude },
            TestValue::Decimal { negative: wanted, digits, exponent },
        ) => {
            let decimal = Decimal { negative: *wanted, digits: digits.clone(), exponent: *exponent };
            if negative != wanted || decimal.is_zero() || decimal.magnitude().abs() > MAX_POWER {
                return false;
            }
            if rounded { decimal.rounds_from(magnitude) } else { decimal.ratio().compare(magnitude).is_eq() }
        }
        (
            Value::Zero { .. }
            | Value::Finite { .. }
            | Value::Infinity { .. }
            | Value::Nan
            | Value::Reserved
            | Value::Overflow
            | Value::Underflow,
            _,
        ) => false,
    }
}

/// A value as it is written.
pub(super) fn text(side: &TestSide) -> String {
    match side {
        TestSide::Decimal(text) | TestSide::Named(text) if text.len() > 60 => format!("{}…", &text[..50]),
        TestSide::Decimal(text) | TestSide::Named(text) => text.clone(),
        TestSide::Character(code) => format!("char({code:#X})"),
        TestSide::Word(word) => format!("{word:#X}"),
        TestSide::Bytes(bytes) => {
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04X}")).collect();
            format!("[{}]", bytes.join(", "))
        }
    }
}
