//! File to native, for ordinary numbers: the choice of a form.

mod complement;
mod magnitude;
mod moved;
mod power;
mod reader;
mod scaled;

use datarep_dsl::model::{Float, Format, Leading, Native, NoncanonicalRule, Policy};

use self::reader::Reader;
use super::facts::Facts;
use crate::builder::Builder;
use crate::conversion::Ordinary;

/// The form for a float format and a native float.
pub(super) fn plan(format: &Format, float: &Float, native: Native, policy: &Policy) -> Ordinary {
    let Some(facts) = Facts::of(format, float, native) else { return Ordinary::None };
    if policy.noncanonical != NoncanonicalRule::Ignore {
        return Ordinary::None;
    }
    let moves = float.radix == 2 && float.leading != Leading::None && !facts.has_signed_significand();
    let forms: &[fn(&Reader<'_, '_>) -> Option<Ordinary>] =
        if moves { &[moved::form] } else { &[complement::form, magnitude::form, scaled::form] };
    let made = forms.iter().find_map(|form| form(&Reader::new(&facts, policy, &Builder::default())));
    made.unwrap_or(Ordinary::None)
}
