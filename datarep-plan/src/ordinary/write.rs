//! Native to file, for ordinary numbers: the choice of a form.

mod digits;
mod gradual;
mod moved;
mod writer;

use datarep_dsl::model::{ExponentCode, Float, Format, Leading, Native, Policy};

use self::writer::Writer;
use super::facts::Facts;
use crate::builder::Builder;
use crate::conversion::Ordinary;

/// The form for a float format and a native float.
pub(super) fn plan(format: &Format, float: &Float, native: Native, policy: &Policy) -> Ordinary {
    let Some(facts) = Facts::of(format, float, native) else { return Ordinary::None };
    let gradual = gradual::form(&Writer::new(&facts, policy, &Builder::default()));
    gradual.or_else(|| normal(&facts, policy)).unwrap_or(Ordinary::None)
}

/// The form for numbers that are normal on both sides.
fn normal(facts: &Facts<'_>, policy: &Policy) -> Option<Ordinary> {
    let float = facts.float;
    // The negative of a power of two would borrow from the exponent.
    if facts.has_signed_significand() && !float.has_minus_one() {
        return None;
    }
    // The exponent of a second word is written only in codes in which it is a difference of the first exponent.
    if float.low.is_some() && !matches!(float.code, ExponentCode::Excess | ExponentCode::ExcessOnes) {
        return None;
    }
    let builder = Builder::default();
    let writer = Writer::new(facts, policy, &builder);
    let number = match (float.radix, float.leading) {
        (2, _) => moved::number(&writer)?,
        (_, Leading::None) if !facts.has_signed_significand() => digits::number(&writer)?,
        _ => return None,
    };
    Some(writer.form(number))
}
