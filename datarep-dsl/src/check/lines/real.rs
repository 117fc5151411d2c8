//! Test lines of real numbers that are not a single float: sums of two floats, decimal floats and posits.

use super::claim::{Answer, Claim, decimal_of, reads_as};
use crate::exact::{
    self,
    real::{self, Real},
};
use crate::model::{Class, TestValue};

/// The computed result for a line.
pub(super) fn answer(format: &dyn Real, claim: &Claim<'_>) -> Answer {
    let means = format.decode(claim.word);
    let becomes = becomes(format, &claim.value);
    let reads = |word| reads_as(&format.decode(word), &claim.value, false);
    Answer {
        means: exact::describe(&means),
        reads: reads_as(&means, &claim.value, claim.is_rounded()),
        becomes,
        exact: becomes.is_ok_and(reads),
    }
}

/// The word of a value, or the reason why there is none.
fn becomes(format: &dyn Real, value: &TestValue) -> Result<u128, &'static str> {
    let special = |class, negative| format.special(class, negative).ok_or("has no word");
    match value {
        TestValue::Infinity(negative) => special(Class::Infinity, *negative),
        TestValue::Nan => special(Class::Nan, false),
        TestValue::Decimal { .. } => real::write(format, &decimal_of(value)),
        TestValue::Reserved | TestValue::Logical(_) | TestValue::Character(_) => Err("has no word"),
    }
}
