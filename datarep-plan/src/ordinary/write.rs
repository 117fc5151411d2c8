//! Native to file, for ordinary numbers: the choice of a form.

mod digits;
mod gradual;
mod moved;
mod writer;

use datarep_dsl::model::{ExponentCode, Float, Format, LeadingBit, Native, Policy};

use self::writer::OrdinaryWriter;
use super::facts::OrdinaryFacts;
use crate::builder::BodyBuilder;
use crate::conversion::OrdinaryBody;

/// The form for a float format and a native float.
pub(super) fn plan_form(format: &Format, float: &Float, native: Native, policy: &Policy) -> OrdinaryBody {
    let Some(facts) = OrdinaryFacts::from_format(format, float, native) else { return OrdinaryBody::None };
    // It covers more numbers than the others, with subnormal ones and overflow.
    let gradual = gradual::plan_form(&OrdinaryWriter::new(&facts, policy, &BodyBuilder::default()));
    gradual.or_else(|| plan_normal(&facts, policy)).unwrap_or(OrdinaryBody::None)
}

/// The form for numbers that are normal on both sides.
fn plan_normal(facts: &OrdinaryFacts<'_>, policy: &Policy) -> Option<OrdinaryBody> {
    let float = facts.float;
    // The negative of a power of two would borrow from the exponent.
    if facts.has_signed_significand() && !float.has_minus_one() {
        return None;
    }
    // The exponent of a second word is written only in codes in which it is a difference of the first exponent.
    if float.low.is_some() && !matches!(float.code, ExponentCode::Excess | ExponentCode::ExcessOnes) {
        return None;
    }
    let builder = BodyBuilder::default();
    let writer = OrdinaryWriter::new(facts, policy, &builder);
    let number = match (float.radix, float.leading) {
        // Other radices have no leading one that is always at the same place.
        (2, _) => moved::plan_number(&writer)?,
        (_, LeadingBit::None) if !facts.has_signed_significand() => digits::plan_number(&writer)?,
        _ => return None,
    };
    Some(writer.finish_form(number))
}
