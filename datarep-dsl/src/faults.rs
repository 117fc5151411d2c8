//! The faults of a text while it is parsed and checked.
//!
//! A text of 1 MiB can have a million faults, and each holds some hundred bytes of words. A person mends the first ones,
//! so the first [`MOST`] are kept. A pass that meets more of them ends.

use crate::diagnostic::{Diagnostic, Slug};
use crate::source::Span;

/// The largest number of faults that are kept.
pub(crate) const MOST: usize = 1_000;

/// The faults so far.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    kept: Vec<Diagnostic>,
    /// The place of the first fault that was not kept.
    left_out: Option<Span>,
    /// The number of all, also of those that were not kept.
    count: usize,
}

impl Faults {
    /// Adds a fault.
    pub(crate) fn push(&mut self, fault: Diagnostic) {
        self.count += 1;
        // The count goes on, because passes compare it to see whether a part of them found a fault.
        if self.kept.len() < MOST {
            self.kept.push(fault);
        } else {
            self.left_out.get_or_insert(fault.span());
        }
    }

    /// Adds several faults.
    pub(crate) fn extend(&mut self, faults: impl IntoIterator<Item = Diagnostic>) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }

    /// The number of all faults that were added.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no fault.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether there are more faults than are kept, so that nothing more need be looked for.
    pub(crate) fn is_full(&self) -> bool {
        self.left_out.is_some()
    }

    /// Takes back all faults but the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.kept.truncate(count);
        // Nothing is left out any more only if all faults that remain are kept.
        if count <= self.kept.len() {
            self.left_out = None;
        }
        self.count = self.count.min(count);
    }

    /// The faults in the order of the text. The last one says if others were left out.
    pub(crate) fn into_sorted(mut self) -> Vec<Diagnostic> {
        // Sorting is stable: faults at one place stay in the order in which they were found.
        self.kept.sort_by_key(Diagnostic::span);
        // Behind all others, wherever its place is, so that it is read last.
        if let Some(span) = self.left_out {
            let title = format!("the text has more than {MOST} faults");
            let fault = Diagnostic::new(Slug::TooLarge, title, span, "this one and others are left out");
            self.kept.push(fault.help("mend the faults before it, and check the text again"));
        }
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(at: usize) -> Diagnostic {
        Diagnostic::new(Slug::Syntax, format!("fault {at}"), Span { start: at, end: at + 1 }, "")
    }

    #[test]
    fn a_thousand_faults_are_kept_and_the_next_is_named() {
        let mut faults = Faults::default();
        faults.extend((0..MOST).rev().map(fault));
        assert!(!faults.is_full());
        faults.extend([fault(5_000), fault(4_000)]);
        assert_eq!((faults.len(), faults.is_full()), (MOST + 2, true));
        let sorted = faults.into_sorted();
        assert_eq!(sorted.len(), MOST + 1);
        assert_eq!((sorted[0].span().start, sorted[MOST - 1].span().start), (0, MOST - 1));
        assert_eq!(sorted[MOST].title, "the text has more than 1000 faults");
        assert_eq!(sorted[MOST].span().start, 5_000);
    }

    #[test]
    fn faults_that_are_taken_back_are_not_counted() {
        let mut faults = Faults::default();
        faults.extend((0..MOST + 3).map(fault));
        faults.truncate(MOST + 1);
        assert_eq!((faults.len(), faults.is_full()), (MOST + 1, true));
        faults.truncate(MOST);
        assert_eq!((faults.len(), faults.is_full()), (MOST, false));
        faults.truncate(1);
        assert_eq!(faults.into_sorted(), [fault(0)]);
    }
}
