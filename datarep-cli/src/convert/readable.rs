//! Reads items, and passes over those that a rule refuses.

use std::cell::Cell as Slot;
use std::ops::Range;

use datarep::error::ErrorKind;
use datarep_dynamic::{Error, Format};

use crate::failure::CliFailure;

use super::native::NativeCell;
use super::pump::conversion_failure;

/// Reads all items except those that a rule refuses, and returns the runs of the items that were read.
pub(super) fn read_accepted_items<T: NativeCell>(
    from: &Format,
    block: &[u8],
    native: &mut [T],
    extent: usize,
) -> Result<Vec<Range<usize>>, CliFailure> {
    // The event of the last item that was refused. Items with the same event are refused by the same rule.
    let event = Slot::new(None);
    let bytes = |range: &Range<usize>| &block[range.start * extent..range.end * extent];
    let read = |range: Range<usize>, native: &mut [T]| match from.read(bytes(&range), native) {
        Ok(_) => Ok(None),
        Err(Error::Conversion(error)) => match error.kind() {
            ErrorKind::Conversion { fault, .. } => {
                event.set(Some(fault.event));
                Ok(Some(fault.item))
            }
            _ => Err(conversion_failure(Error::Conversion(error))),
        },
        Err(error) => Err(conversion_failure(error)),
    };
    // `loss` counts an event without failing at the first one. It is enough if the event is that of all items.
    let are_all_refused = |range: Range<usize>| {
        let loss = from.loss::<T>(bytes(&range)).unwrap_or_default();
        event.get().is_some_and(|event| loss.of(event) == range.len() as u64)
    };
    find_accepted_runs(native.len(), |range| read(range.clone(), &mut native[range]), are_all_refused)
}

/// Returns the runs of items that `read` accepts.
///
/// `read` reads a range and returns the first item of it that is refused, if there is one.
/// `are_all_refused` returns whether all items of a range are refused. It is called only after
/// several items in a row were refused, and may return false although all are.
///
/// A conversion of many items that fails takes as long as one that does not. So after a failure a single item is read,
/// then twice as many each time: the items that are looked at in vain are never more than those before them.
fn find_accepted_runs(
    items: usize,
    mut read: impl FnMut(Range<usize>) -> Result<Option<usize>, CliFailure>,
    mut are_all_refused: impl FnMut(Range<usize>) -> bool,
) -> Result<Vec<Range<usize>>, CliFailure> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    // How many items are read together, and how many before the first one were refused.
    let (mut first, mut length, mut refused) = (0, items, 0_usize);
    while first < items {
        let next = items.min(first.saturating_add(refused));
        if refused > 1 && are_all_refused(first..next) {
            (first, refused) = (next, refused + (next - first));
            continue;
        }
        let end = items.min(first.saturating_add(length));
        let refused_item = read(first..end)?;
        let end_of_run = refused_item.map_or(end, |item| first + item);
        // Ranges are cut where reading began anew. Runs that touch are one for the caller, who writes each by itself.
        match runs.last_mut() {
            Some(last) if last.end == first => last.end = end_of_run,
            _ if first < end_of_run => runs.push(first..end_of_run),
            _ => {}
        }
        refused = match refused_item {
            None => 0,
            // The range that was asked for was not refused as a whole. A short one is asked for next.
            Some(0) => refused.min(1) + 1,
            Some(_) => 1,
        };
        (first, length) = match refused_item {
            None => (end, length.saturating_mul(2)),
            Some(_) => (end_of_run + 1, 1),
        };
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the items that are looked at, which must not grow with the square of their number.
    #[test]
    fn refused_items_are_passed_over_in_few_steps() {
        const ITEMS: usize = 10_000;
        let every = |step: usize| move |item: usize| item.is_multiple_of(step);
        let refuses: [Box<dyn Fn(usize) -> bool>; 7] = [
            Box::new(|_| true),
            Box::new(|_| false),
            Box::new(every(2)),
            Box::new(every(64)),
            Box::new(move |item| !item.is_multiple_of(64)),
            Box::new(|item| item >= ITEMS / 2),
            Box::new(|item| item < ITEMS / 2),
        ];
        for (index, refuses) in refuses.iter().enumerate() {
            for knows in [true, false] {
                let (steps, calls) = (Slot::new(0), Slot::new(0));
                let look = |range: &Range<usize>| {
                    steps.set(steps.get() + range.len());
                    calls.set(calls.get() + 1);
                };
                let read = |range: Range<usize>| {
                    look(&range);
                    Ok(range.clone().position(refuses))
                };
                let are_all_refused = |mut range: Range<usize>| {
                    look(&range);
                    knows && range.all(refuses)
                };
                let runs = find_accepted_runs(ITEMS, read, are_all_refused);
                let runs = runs.unwrap_or_else(|failure| panic!("{failure}"));
                assert!(steps.get() <= 5 * ITEMS, "{index}: {}", steps.get());
                assert!(!knows || index > 0 || calls.get() < 20, "{}", calls.get());
                let accepted: Vec<usize> = runs.iter().cloned().flatten().collect();
                let expected: Vec<usize> = (0..ITEMS).filter(|item| !refuses(*item)).collect();
                assert_eq!(accepted, expected, "{index}");
                assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start), "{index}");
            }
        }
    }
}
