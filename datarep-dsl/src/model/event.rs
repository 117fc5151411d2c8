//! Conditions that need a rule when an item is converted: events, and sets of them.

use std::fmt;

/// A property of an item that its target may not be able to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A value between two values of the target.
    Inexact,
    /// A finite value beyond the target's range.
    Overflow,
    /// A value below the target's smallest normal number.
    Underflow,
    /// An infinity.
    Infinity,
    /// A NaN.
    Nan,
    /// A reserved operand, or an encoding that the machine refuses.
    Reserved,
    /// A negative zero.
    NegativeZero,
    /// A character or logical that has no place in the target.
    Unmapped,
    /// Invalid digits or an invalid sign of a decimal number.
    Invalid,
    /// A missing value.
    Missing,
    /// An encoding that writing would not produce.
    Noncanonical,
}

impl Event {
    /// Every event.
    pub const ALL: [Event; 11] = [
        Event::Inexact,
        Event::Overflow,
        Event::Underflow,
        Event::Infinity,
        Event::Nan,
        Event::Reserved,
        Event::NegativeZero,
        Event::Unmapped,
        Event::Invalid,
        Event::Missing,
        Event::Noncanonical,
    ];

    /// The word of the language for this event.
    pub fn word(self) -> &'static str {
        match self {
            Event::Inexact => "inexact",
            Event::Overflow => "overflow",
            Event::Underflow => "underflow",
            Event::Infinity => "infinity",
            Event::Nan => "nan",
            Event::Reserved => "reserved",
            Event::NegativeZero => "negative_zero",
            Event::Unmapped => "unmapped",
            Event::Invalid => "invalid",
            Event::Missing => "missing",
            Event::Noncanonical => "noncanonical",
        }
    }
}

/// A set of events.
///
/// ```
/// use datarep_dsl::model::{Event, Events};
/// let both = Events::from_event(Event::Nan) | Events::from_event(Event::Inexact);
/// assert!(both.has(Event::Nan) && !both.has(Event::Overflow));
/// assert_eq!(both.to_string(), "inexact, nan");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Events(u16);

impl Events {
    /// No event.
    pub const NONE: Events = Events(0);

    /// The set of one event.
    pub const fn from_event(event: Event) -> Events {
        // Eleven events have the numbers 0 to 10, which a word of 16 bits holds.
        Events(1 << event as u16)
    }

    /// The set of one event if the condition holds, else the empty set.
    pub fn from_event_if(condition: bool, event: Event) -> Events {
        if condition { Events::from_event(event) } else { Events::NONE }
    }

    /// Whether the event is in the set.
    pub fn has(self, event: Event) -> bool {
        self.intersects(Events::from_event(event))
    }

    /// Whether the two sets have an event in common.
    pub fn intersects(self, other: Events) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self == Events::NONE
    }

    /// The events, in the order of [`Event::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Event> {
        Event::ALL.into_iter().filter(move |event| self.has(*event))
    }
}

impl std::ops::BitOr for Events {
    type Output = Events;

    fn bitor(self, other: Events) -> Events {
        Events(self.0 | other.0)
    }
}

impl From<Event> for Events {
    fn from(event: Event) -> Events {
        Events::from_event(event)
    }
}

/// The words, separated by commas; `nothing` for the empty set.
impl fmt::Display for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        let words: Vec<&str> = self.iter().map(Event::word).collect();
        f.write_str(&words.join(", "))
    }
}
