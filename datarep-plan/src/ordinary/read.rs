//! File to native, for ordinary numbers: the choice of a form.

mod complement;
mod magnitude;
mod moved;
mod power;
mod reader;
mod scaled;

use datarep_dsl::model::{Float, Format, LeadingBit, Native, NoncanonicalRule, Policy};

use self::reader::OrdinaryReader;
use super::facts::OrdinaryFacts;
use crate::builder::BodyBuilder;
use crate::conversion::OrdinaryBody;

/// The form for a float format and a native float.
pub(super) fn plan_form(format: &Format, float: &Float, native: Native, policy: &Policy) -> OrdinaryBody {
    let Some(facts) = OrdinaryFacts::from_format(format, float, native) else { return OrdinaryBody::None };
    // Every word would be written again and compared, which only the exact body does.
    if policy.noncanonical != NoncanonicalRule::Ignore {
        return OrdinaryBody::None;
    }
    // Both floats have a leading one, so only places and bias differ.
    let moves = float.radix == 2 && float.leading != LeadingBit::None && !facts.has_signed_significand();
    let forms: &[fn(&OrdinaryReader<'_, '_>) -> Option<OrdinaryBody>] = if moves {
        &[moved::plan_form]
    } else {
        // The forms with fewer steps come first, and the last one fits nearly all.
        &[complement::plan_form, magnitude::plan_form, scaled::plan_form]
    };
    // Each form begins with a builder of its own, as one that fails may have made steps.
    let made =
        forms.iter().find_map(|form| form(&OrdinaryReader::new(&facts, policy, &BodyBuilder::default())));
    made.unwrap_or(OrdinaryBody::None)
}
