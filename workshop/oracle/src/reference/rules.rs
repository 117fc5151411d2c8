//! The rules of a direction applied to events: which events are errors, and whether a word is canonical.

use datarep_dsl::model::{
    InvalidRule, MissingRule, NoncanonicalRule, OverflowRule, Policy, SpecialRule, UnderflowRule, ZeroRule,
};

use super::{
    Events, INEXACT, INFINITY, INVALID, MISSING, NAN, NEGATIVE_ZERO, NONCANONICAL, OVERFLOW, RESERVED,
    Reference, UNDERFLOW, Word,
};

/// Converts a word. `back` holds the rules of writing when the direction is reading: a word is canonical if it is
/// written again as itself.
pub(crate) fn convert<W: Word>(
    source: &Reference<W>,
    target: &Reference<W>,
    policy: &Policy,
    back: Option<&Policy>,
    word: W,
) -> (W, Events) {
    let (made, events) = super::convert(source, target, policy, word);
    match back {
        Some(back) if events == 0 && policy.noncanonical != NoncanonicalRule::Ignore => {
            let (again, lost) = super::convert(target, source, back, made);
            (made, if lost == 0 && again != word { NONCANONICAL } else { 0 })
        }
        _ => (made, events),
    }
}

/// The bit of the event that an error names, which is the lowest of the events that are errors.
pub(crate) fn first_error(events: Events, errors: Events) -> Option<u32> {
    let event = events & errors;
    (event != 0).then(|| event.trailing_zeros())
}

/// The events whose rule is an error.
pub(crate) fn error_events(policy: &Policy) -> Events {
    let special = |rule: SpecialRule| rule == SpecialRule::Error;
    let gradual = policy.underflow == UnderflowRule::Subnormal && policy.inexact_error;
    [
        (policy.inexact_error, INEXACT),
        (policy.overflow == OverflowRule::Error, OVERFLOW),
        (policy.underflow == UnderflowRule::Error || gradual, UNDERFLOW),
        (special(policy.infinity), INFINITY),
        (special(policy.nan), NAN),
        (special(policy.reserved), RESERVED),
        (policy.negative_zero == ZeroRule::Error, NEGATIVE_ZERO),
        (policy.invalid == InvalidRule::Error, INVALID),
        (policy.missing == MissingRule::Error, MISSING),
        (policy.noncanonical == NoncanonicalRule::Error, NONCANONICAL),
    ]
    .iter()
    .filter_map(|&(error, event)| error.then_some(event))
    .sum()
}
