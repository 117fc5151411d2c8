//! Events, and the actions that rules can have for them.

use crate::model::Event;

/// The action for an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Action {
    Error,
    Saturate,
    Infinity,
    Nan,
    Wrap,
    Keep,
    Reserved,
    Missing,
    Zero,
    Subnormal,
    NearestEven,
    TowardZero,
    NearestAway,
    Up,
    Down,
    Substitute(u32),
    /// `nan(payload)`
    Payload,
}

/// The words of rules about events.
impl Event {
    /// The noun for this event in messages.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Event::Overflow => "values that do not fit",
            Event::Infinity => "infinities",
            Event::Nan => "NaN",
            Event::Reserved => "reserved operands",
            Event::Underflow => "tiny values",
            Event::Inexact => "values between two numbers",
            Event::NegativeZero => "negative zero",
            Event::Unmapped => "characters that are not in the set",
            Event::Invalid => "invalid digits",
            Event::Missing => "missing values",
            Event::Noncanonical => "encodings that are not written",
        }
    }

    /// Whether an action with this word can answer the event.
    pub(super) fn has_action(self, word: &str) -> bool {
        list_actions(self).contains(&word)
    }

    /// The event with this word.
    pub(super) fn from_word(word: &str) -> Option<Event> {
        Event::ALL.into_iter().find(|event| event.word() == word)
    }

    /// The actions for this event, as they are written.
    pub(crate) fn list_action_texts(self) -> Vec<&'static str> {
        let payload = (self == Event::Missing).then_some("nan(payload)");
        // Advice is to be copied, so it needs a code: 63 is the question mark.
        let with_code = |word: &&'static str| if *word == "substitute" { "substitute(63)" } else { *word };
        list_actions(self).iter().map(with_code).chain(payload).collect()
    }
}

/// The actions that an event can have.
fn list_actions(event: Event) -> &'static [&'static str] {
    match event {
        Event::Overflow => &["error", "saturate", "infinity", "nan", "wrap"],
        Event::Infinity => &["keep", "error", "saturate", "nan", "reserved", "missing", "zero"],
        Event::Nan => &["keep", "error", "zero", "reserved", "missing", "infinity"],
        Event::Reserved => &["error", "nan", "zero", "infinity"],
        Event::Underflow => &["subnormal", "zero", "error"],
        Event::Inexact => &["nearest_even", "toward_zero", "nearest_away", "up", "down", "error"],
        Event::NegativeZero => &["keep", "zero", "error"],
        Event::Unmapped => &["error", "substitute"],
        Event::Invalid => &["error", "zero"],
        Event::Missing => &["error", "nan", "zero"],
        Event::Noncanonical => &["keep", "error"],
    }
}

/// The words of actions.
pub(super) const ACTIONS: &[(&str, Action)] = &[
    ("error", Action::Error),
    ("saturate", Action::Saturate),
    ("infinity", Action::Infinity),
    ("nan", Action::Nan),
    ("wrap", Action::Wrap),
    ("keep", Action::Keep),
    ("reserved", Action::Reserved),
    ("missing", Action::Missing),
    ("zero", Action::Zero),
    ("subnormal", Action::Subnormal),
    ("nearest_even", Action::NearestEven),
    ("toward_zero", Action::TowardZero),
    ("nearest_away", Action::NearestAway),
    ("up", Action::Up),
    ("down", Action::Down),
    ("substitute", Action::Substitute(0)),
];
