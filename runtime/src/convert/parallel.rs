//! Large slices in parts, one for each thread of rayon's pool.
//!
//! A part is converted as a slice of its own and its counts are added. Where a rule refuses an item the second
//! pass looks for it in the whole slice, so that the error names the first one, whichever part was done first.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Plan, Tally};
use crate::kernel::stream::in_parts_of;

/// Octets, of the file and native together, below which one thread is done sooner: what is in the second cache of its
/// processor would have to go to that of another. Measured: 0.7 of the speed with 1 MiB, 0.9 with 2, 1.75 with 4.
const WORTH: usize = if cfg!(feature = "__pieces") { 1 } else { 4 << 20 };

/// Octets of a part at least, so that many processors do not divide what two would do as soon.
const PART: usize = WORTH.div_ceil(2);

/// Parts begin at multiples of so many items, where blocks do.
const WHOLE: usize = if cfg!(feature = "__pieces") { 1 } else { 256 };

/// The least parts of what is divided: tests divide where there is one processor.
const LEAST: usize = if cfg!(feature = "__pieces") { 2 } else { 1 };

/// See [`divide_at_most`].
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Divides slices of the whole process into so many parts at most: for measurements.
#[doc(hidden)]
pub fn divide_at_most(parts: usize) {
    MOST.store(parts.max(1), Ordering::Relaxed);
}

/// Into how many parts items are divided that take so many octets together.
fn parts(octets: usize) -> usize {
    let most = MOST.load(Ordering::Relaxed);
    if octets < WORTH || most == 1 {
        return 1;
    }
    rayon::current_num_threads().min(octets / PART).max(LEAST).min(most)
}

/// How many of the items are before the middle part.
fn middle(items: usize, parts: usize) -> usize {
    let before = items / parts * (parts / 2);
    before.next_multiple_of(WHOLE).min(items)
}

/// Runs both at once, the first in this thread. Not generic, so that it is compiled once.
fn both(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    // Unlike `join`, which leaves both to the pool where the caller is none of its threads.
    rayon::in_place_scope(|scope| {
        scope.spawn(|_| second());
        first();
    });
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.loss += other.loss;
        self.failed |= other.failed;
    }
}

/// [`Plan::read_all`] in parts.
pub(super) fn read_all<P: Plan>(file: &[u8], native: &mut [P::Native], tally: &mut Tally) {
    let whole = size_of_val(native);
    read_parts::<P>(file, native, tally, parts(file.len() + whole), whole);
}

/// `whole`: octets of all that is stored.
fn read_parts<P: Plan>(file: &[u8], native: &mut [P::Native], tally: &mut Tally, parts: usize, whole: usize) {
    if parts == 1 {
        return in_parts_of(whole, || P::read_all(file, native, tally));
    }
    let at = middle(native.len(), parts);
    let (file, file_after) = file.split_at(at * P::EXTENT);
    let (native, native_after) = native.split_at_mut(at);
    let mut after = Tally::default();
    both(&mut || read_parts::<P>(file, native, tally, parts / 2, whole), &mut || {
        read_parts::<P>(file_after, native_after, &mut after, parts - parts / 2, whole);
    });
    tally.add(after);
}

/// [`Plan::write_all`] in parts.
pub(super) fn write_all<P: Plan>(native: &[P::Native], file: &mut [u8], tally: &mut Tally) {
    let whole = file.len();
    write_parts::<P>(native, file, tally, parts(whole + size_of_val(native)), whole);
}

/// `whole`: octets of all that is stored.
fn write_parts<P: Plan>(
    native: &[P::Native],
    file: &mut [u8],
    tally: &mut Tally,
    parts: usize,
    whole: usize,
) {
    if parts == 1 {
        return in_parts_of(whole, || P::write_all(native, file, tally));
    }
    let at = middle(native.len(), parts);
    let (native, native_after) = native.split_at(at);
    let (file, file_after) = file.split_at_mut(at * P::EXTENT);
    let mut after = Tally::default();
    both(&mut || write_parts::<P>(native, file, tally, parts / 2, whole), &mut || {
        write_parts::<P>(native_after, file_after, &mut after, parts - parts / 2, whole);
    });
    tally.add(after);
}

/// [`Plan::count_read`] in parts.
pub(super) fn count_read<P: Plan>(file: &[u8], tally: &mut Tally) {
    count_parts(file.len() / P::EXTENT.max(1), parts(file.len()), tally, &|items, tally| {
        P::count_read(&file[items.start * P::EXTENT..items.end * P::EXTENT], tally);
    });
}

/// [`Plan::count_write`] in parts.
pub(super) fn count_write<P: Plan>(native: &[P::Native], tally: &mut Tally) {
    count_parts(native.len(), parts(size_of_val(native)), tally, &|items, tally| {
        P::count_write(&native[items], tally);
    });
}

fn count_parts(
    items: usize,
    parts: usize,
    tally: &mut Tally,
    count: &(dyn Fn(std::ops::Range<usize>, &mut Tally) + Sync),
) {
    fn within(
        items: std::ops::Range<usize>,
        parts: usize,
        count: &(dyn Fn(std::ops::Range<usize>, &mut Tally) + Sync),
    ) -> Tally {
        let (mut tally, mut after) = (Tally::default(), Tally::default());
        if parts == 1 {
            count(items, &mut tally);
            return tally;
        }
        let at = items.start + middle(items.len(), parts);
        both(&mut || tally = within(items.start..at, parts / 2, count), &mut || {
            after = within(at..items.end, parts - parts / 2, count);
        });
        tally.add(after);
        tally
    }
    tally.add(within(0..items, parts, count));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::Item;
    use crate::standard::ibm370;

    type Real = <f64 as Item<ibm370::Ibm370>>::Plan;

    /// In any number of parts, of any number of items, slices are what they are as a whole, and so are the counts.
    #[test]
    fn parts_are_as_the_whole() {
        let native: Vec<f64> = (0..1000).map(|item| f64::from(item % 97) / 7.0 * 1e70).collect();
        for items in [0, 1, 2, 3, 255, 256, 257, 1000] {
            let native = &native[..items];
            let mut expected = vec![0; 8 * items];
            let mut whole = Tally::default();
            Real::write_all(native, &mut expected, &mut whole);
            let mut back_expected = vec![0.0; items];
            let mut whole_back = Tally::default();
            Real::read_all(&expected, &mut back_expected, &mut whole_back);
            for parts in 1..9 {
                let mut file = vec![0; 8 * items];
                let mut tally = Tally::default();
                write_parts::<Real>(native, &mut file, &mut tally, parts, 1 << 30);
                assert_eq!((&file, tally.loss, tally.failed), (&expected, whole.loss, whole.failed));
                let mut back = vec![0.0; items];
                let mut tally = Tally::default();
                read_parts::<Real>(&file, &mut back, &mut tally, parts, 0);
                assert_eq!((&back, tally.loss), (&back_expected, whole_back.loss));
                let mut tally = Tally::default();
                count_parts(items, parts, &mut tally, &|items, tally| {
                    Real::count_write(&native[items], tally);
                });
                assert_eq!(tally.loss, whole.loss);
            }
        }
    }

    /// The error is that of the first item, wherever others fail.
    #[test]
    fn the_first_fault_is_told() {
        let mut native = vec![1.0_f64; 5000];
        for faults in [&[4999][..], &[2500, 3000], &[1249, 1250, 2499, 2500], &[7, 4000]] {
            for fault in faults {
                native[*fault] = 1e300;
            }
            let mut file = vec![0; 8 * 5000];
            let error = ibm370::write(&native, &mut file).expect_err("it does not fit");
            assert!(
                error.to_string().starts_with(&format!("item {} of datarep `ibm370`", faults[0])),
                "{error}"
            );
            assert_eq!(
                ibm370::read(&file[..8 * faults[0]], &mut vec![0.0_f64; faults[0]])
                    .map(|loss| loss.is_none()),
                Ok(true)
            );
            native.fill(1.0);
        }
    }
}
