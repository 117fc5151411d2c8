//! The counts of a conversion in progress.

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

use super::ordinary::Ordinary;
use super::scalar::Convert;
use crate::error::Fault;
use crate::loss::{Kinds, Loss};

/// The counts of a conversion in progress.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    /// The counts so far.
    pub(crate) loss: Loss,
    pub(super) failed: bool,
}

impl Tally {
    pub(super) fn count(&mut self, kinds: Kinds, errors: Kinds) {
        self.loss.count(kinds);
        self.failed |= kinds.meets(errors);
    }

    /// Counts the events of an item that is not odd.
    #[inline(always)]
    pub(super) fn count_ordinary<T>(&mut self, made: &Ordinary<T>, errors: Kinds) {
        made.add_to(&mut self.loss);
        self.failed |= made.kinds().meets(errors);
    }

    /// Returns the first fault among `items` items, if one of them failed.
    #[inline]
    pub(super) fn find_fault(
        &mut self,
        items: usize,
        fault: &dyn Fn(usize) -> Option<Fault>,
    ) -> Result<(), Fault> {
        if self.failed { self.find_first_fault(items, fault) } else { Ok(()) }
    }

    #[cold]
    fn find_first_fault(
        &mut self,
        items: usize,
        fault: &dyn Fn(usize) -> Option<Fault>,
    ) -> Result<(), Fault> {
        // The same tally goes on for the next field of a record, whose items are counted from zero.
        self.failed = false;
        let first = (0..items).find_map(|item| Some(Fault { item, ..fault(item)? }));
        first.map_or(Ok(()), Err)
    }

    /// Converts scalars, and notes a failure if an event with the rule `error` was counted. A pure byte swap cannot
    /// fail, so nothing is counted.
    ///
    /// Only the counts of errors are loaded. A load that includes a word that was just stored must wait until that
    /// store, and all stores before it, have reached the cache.
    #[inline(always)]
    pub(super) fn convert_scalars<C: Convert>(&mut self, errors: Kinds, convert: impl FnOnce(&mut Loss)) {
        // A change of byte order has no events, so no sums need to be compared.
        if const { C::ORDER.is_some() } {
            return convert(&mut self.loss);
        }
        let before = self.loss.sum(errors);
        convert(&mut self.loss);
        // Counts only grow, so a sum that differs means that one of these events was met.
        self.failed |= self.loss.sum(errors) != before;
    }

    /// Adds the counts of items that were converted on their own.
    #[inline(always)]
    pub(super) fn add(&mut self, other: Tally) {
        self.loss += other.loss;
        self.failed |= other.failed;
    }
}
