//! The result of a conversion that has neither branches nor rules: an item, and whether it must be converted exactly
//! instead.

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

use crate::loss::{Kinds, Loss};

/// The result of a form for ordinary items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mask of a vector")]
pub struct Ordinary<T> {
    /// The converted item, unless it is odd.
    pub item: T,
    /// The item is not ordinary and must be converted exactly.
    pub odd: bool,
    /// The item is rounded.
    pub inexact: bool,
    /// The result is below the normal numbers: if it is also rounded, it is an underflow.
    pub tiny: bool,
    /// The result is an overflow, and counts as nothing else.
    pub overflow: bool,
}

impl<T> Ordinary<T> {
    /// A result that is odd, rounded, or neither.
    #[inline(always)]
    pub fn new(item: T, odd: bool, inexact: bool) -> Self {
        Ordinary { item, odd, inexact, tiny: false, overflow: false }
    }

    /// Converts the item and keeps its events.
    #[inline(always)]
    pub fn map<U>(self, other: impl FnOnce(T) -> U) -> Ordinary<U> {
        let Ordinary { item, odd, inexact, tiny, overflow } = self;
        Ordinary { item: other(item), odd, inexact, tiny, overflow }
    }

    /// The result of an exact conversion. It is odd if it had any event except [`Kinds::INEXACT`].
    #[inline(always)]
    pub fn of((item, kinds): (T, Kinds)) -> Self {
        Ordinary::new(item, kinds.exceeds(Kinds::INEXACT), kinds.meets(Kinds::INEXACT))
    }

    /// The events of an item that is not odd.
    #[inline(always)]
    pub fn kinds(&self) -> Kinds {
        Kinds::INEXACT
            .when(self.inexact)
            .or(self.inexact && self.tiny, Kinds::UNDERFLOW)
            .or(self.overflow, Kinds::OVERFLOW)
    }

    /// Counts the events of an item that is not odd.
    #[inline(always)]
    pub(super) fn add_to(&self, loss: &mut Loss) {
        loss.inexact += u64::from(self.inexact && !self.tiny && !self.overflow);
        loss.underflow += u64::from(self.inexact && self.tiny && !self.overflow);
        loss.overflow += u64::from(self.overflow);
    }
}
