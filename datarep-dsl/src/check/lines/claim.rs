//! The claim of a test line, and the computed result.

use crate::ast::{Spanned, TestSide};
use crate::exact::{Decimal, ExactValue};
use crate::model::{TestDirection, TestValue};

/// The claim of a line.
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
        format_side(&self.value_side.value)
    }

    /// The bytes of an item, if the line has them in place of the word.
    pub(super) fn file_bytes(&self) -> Option<Vec<u8>> {
        match &self.word_side.value {
            TestSide::Bytes(bytes) => Some(bytes.clone()),
            TestSide::Word(_) | TestSide::Decimal(_) | TestSide::Named(_) | TestSide::Character(_) => None,
        }
    }

    /// How the value is compared with that of the word.
    pub(super) fn comparison(&self) -> ValueComparison {
        match self.direction {
            TestDirection::Read => ValueComparison::Rounded,
            TestDirection::Both | TestDirection::Write => ValueComparison::Exact,
        }
    }
}

/// How the value of a line is compared with that of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueComparison {
    /// They are the same number.
    Exact,
    /// The value of the line may have fewer digits.
    Rounded,
}

/// The computed result, to be compared with the claim.
pub(super) struct ComputedResult {
    /// The value of the word, as text.
    pub(super) means: String,
    /// The word of the value, or the reason why there is none.
    pub(super) becomes: Result<u128, &'static str>,
    /// Whether the value of that word is exactly the claimed value.
    pub(super) exact: bool,
}

/// The decimal number of a value; zero for a value that is no number.
pub(super) fn to_decimal(value: &TestValue) -> Decimal {
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

/// Whether a word with the value `means` is read as `value`.
pub(super) fn is_read_as(means: &ExactValue, value: &TestValue, comparison: ValueComparison) -> bool {
    match (means, value) {
        (ExactValue::Infinity { negative }, TestValue::Infinity(expected_negative)) => {
            negative == expected_negative
        }
        (ExactValue::Nan, TestValue::Nan) | (ExactValue::Reserved, TestValue::Reserved) => true,
        // Zeros of the two signs are different values in a test line: a format may have only one of them.
        (ExactValue::Zero { negative }, TestValue::Decimal { negative: expected_negative, digits, .. }) => {
            digits == "0" && negative == expected_negative
        }
        (
            ExactValue::Finite { negative, magnitude },
            TestValue::Decimal { negative: expected_negative, digits, exponent },
        ) => {
            let decimal =
                Decimal { negative: *expected_negative, digits: digits.clone(), exponent: *exponent };
            // Signs and orders of magnitude first, because the exact comparison may need numbers of thousands of
            // digits.
            if negative != expected_negative || decimal.is_zero() || decimal.is_clearly_unequal(magnitude) {
                return false;
            }
            // `word => value` accepts a value with fewer digits, if it is nearest among those with so many.
            match comparison {
                ValueComparison::Rounded => decimal.is_rounding_of(magnitude),
                ValueComparison::Exact => decimal.to_ratio().compare(magnitude).is_eq(),
            }
        }
        (
            ExactValue::Zero { .. }
            | ExactValue::Finite { .. }
            | ExactValue::Infinity { .. }
            | ExactValue::Nan
            | ExactValue::Reserved
            | ExactValue::Overflow
            | ExactValue::Underflow,
            _,
        ) => false,
    }
}

/// A value as it is written.
pub(super) fn format_side(side: &TestSide) -> String {
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
