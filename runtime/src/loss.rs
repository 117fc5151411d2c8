//! What a conversion lost: events, sets of events for one item, and counts for many items.

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

use std::fmt;

macro_rules! events {
    ($($(#[$doc:meta])* $variant:ident $field:ident $constant:ident = $bit:literal, $word:literal;)*) => {
        /// Something in an item that its target may not be able to hold.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Event {
            $($(#[$doc])* $variant,)*
        }

        impl Event {
            /// All events.
            pub const ALL: &'static [Event] = &[$(Event::$variant),*];

            /// The word for the event in the description language.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Event::$variant => $word,)*
                }
            }

            const fn kinds(self) -> Kinds {
                match self {
                    $(Event::$variant => Kinds::$constant,)*
                }
            }
        }

        impl Kinds {
            $($(#[$doc])* pub const $constant: Kinds = Kinds(1 << $bit);)*
        }

        /// How many items could not be kept unchanged, by event.
        ///
        /// Each item counts once: an overflow is not counted as inexact too.
        ///
        /// ```
        /// use datarep::standard::ibm370;
        /// let mut file = [0; 8];
        /// let loss = ibm370::write(&[1.0_f32, 0.1], &mut file)?;
        /// assert_eq!(loss.inexact, 1);
        /// assert_eq!(loss.to_string(), "1 inexact");
        /// # Ok::<(), datarep::Error>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
        #[non_exhaustive]
        pub struct Loss {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl Loss {
            /// Counts the events of one item.
            #[inline(always)]
            pub(crate) fn count(&mut self, kinds: Kinds) {
                $(self.$field += u64::from((kinds.0 >> $bit) & 1);)*
            }

            /// The sum of the counts of the events in `kinds`.
            #[inline(always)]
            pub(crate) fn sum(&self, kinds: Kinds) -> u64 {
                0 $(+ if kinds.meets(Kinds::$constant) { self.$field } else { 0 })*
            }

            /// Makes a loss from counts in the order of [`Event::ALL`]. Missing counts are zero.
            #[cfg(feature = "file")]
            pub(crate) fn from_counts(counts: &[u64]) -> Loss {
                let mut rest = counts.iter().copied();
                Loss { $($field: rest.next().unwrap_or(0),)* }
            }

            /// How many items met the event.
            pub fn of(&self, event: Event) -> u64 {
                match event {
                    $(Event::$variant => self.$field,)*
                }
            }
        }

        impl std::ops::AddAssign for Loss {
            #[inline]
            fn add_assign(&mut self, other: Loss) {
                // A plug-in may report any count.
                $(self.$field = self.$field.saturating_add(other.$field);)*
            }
        }
    };
}

events! {
    /// A value between two numbers of the target. It was rounded.
    Inexact inexact INEXACT = 0, "inexact";
    /// A finite value beyond the target's range.
    Overflow overflow OVERFLOW = 1, "overflow";
    /// A value that, once rounded, is below the target's smallest normal number, and that the target cannot hold
    /// exactly or that the rule changes. Also a zero, if the target has none.
    Underflow underflow UNDERFLOW = 2, "underflow";
    /// An infinity that the target does not have, or that the rule replaces.
    Infinity infinity INFINITY = 3, "infinity";
    /// A NaN that the target does not have, whose payload it cannot hold, or that the rule replaces.
    Nan nan NAN = 4, "nan";
    /// A reserved operand, or an encoding that the machine refuses.
    Reserved reserved RESERVED = 5, "reserved";
    /// A negative zero that became a positive one.
    NegativeZero negative_zero NEGATIVE_ZERO = 6, "negative_zero";
    /// A character or a logical that the target does not have.
    Unmapped unmapped UNMAPPED = 7, "unmapped";
    /// An invalid digit or sign of a decimal number.
    Invalid invalid INVALID = 8, "invalid";
    /// A missing value that became another value.
    Missing missing MISSING = 9, "missing";
    /// A word that is not the one that is written for its value. It is counted only if a rule names the event. The
    /// value is kept.
    Noncanonical noncanonical NONCANONICAL = 10, "noncanonical";
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A set of events, those of one item, as bits in the order of [`Event::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(pub(crate) u32);

impl Kinds {
    /// The empty set.
    pub const NONE: Kinds = Kinds(0);

    /// This set if the condition holds, otherwise the empty set. Branchless.
    #[inline(always)]
    #[must_use]
    pub const fn when(self, condition: bool) -> Kinds {
        Kinds(self.0 * condition as u32)
    }

    /// The other set if the condition holds, otherwise this one. Branchless.
    #[inline(always)]
    #[must_use]
    pub const fn or(self, condition: bool, other: Kinds) -> Kinds {
        let mask = (condition as u32).wrapping_neg();
        Kinds((self.0 & !mask) | (other.0 & mask))
    }

    /// The union of both sets.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether the sets have an event in common.
    #[inline(always)]
    pub const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether this set has an event that the other set lacks.
    #[inline(always)]
    pub const fn exceeds(self, other: Kinds) -> bool {
        self.0 & !other.0 != 0
    }

    /// The first event that is in both sets.
    pub(crate) fn first_common_event(self, other: Kinds) -> Option<Event> {
        // In the order of the enum: an item with several events always names the same one.
        Event::ALL.iter().copied().find(|event| event.kinds().meets(Kinds(self.0 & other.0)))
    }
}

impl Loss {
    /// Whether every item was kept unchanged.
    pub fn is_none(&self) -> bool {
        *self == Loss::default()
    }

    /// The events that occurred, with their counts.
    pub fn events(&self) -> impl Iterator<Item = (Event, u64)> {
        Event::ALL.iter().map(|&event| (event, self.of(event))).filter(|&(_, count)| count != 0)
    }
}

impl std::ops::Add for Loss {
    type Output = Loss;

    fn add(mut self, other: Loss) -> Loss {
        self += other;
        self
    }
}

impl std::iter::Sum for Loss {
    fn sum<I: Iterator<Item = Loss>>(losses: I) -> Loss {
        losses.fold(Loss::default(), std::ops::Add::add)
    }
}

/// `12 inexact, 1 overflow`, or `nothing`.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("nothing");
        }
        for (index, (event, count)) in self.events().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{count} {event}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_and_print() {
        let mut loss = Loss::default();
        assert_eq!(loss.to_string(), "nothing");
        loss.count(Kinds::INEXACT);
        loss.count(Kinds::INEXACT.and(Kinds::RESERVED));
        loss.count(Kinds::OVERFLOW.when(false));
        assert_eq!((loss + loss).to_string(), "4 inexact, 2 reserved");
        assert_eq!(loss.sum(Kinds::RESERVED.and(Kinds::OVERFLOW).and(Kinds::INEXACT)), 3);
        assert_eq!(loss.sum(Kinds::OVERFLOW), 0);
    }
}
