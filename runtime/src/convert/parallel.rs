//! Large slices, converted in parts by the threads of rayon's pool.
//!
//! Each thread takes a part, converts it as a slice of its own, adds its counts, and takes the next part. If a rule
//! refuses an item, the second pass looks for it in the whole slice. So the error names the first such item, no matter
//! which part was converted first.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use super::plan::Plan;
use super::tally::Tally;
use crate::kernel::large::run_in_parts_of;

/// Below this number of bytes, of the file and native together, one thread is faster: data in the second cache of its
/// processor would have to move to that of another. Measured: 0.7 times the speed with 1 MiB, 0.9 with 2, 1.75 with 4.
const WORTH: usize = 4 << 20;

/// Bytes of a part, of the file and native together. A thread that wakes late takes fewer parts. Measured for slices of
/// 8 MiB in the last cache: two cores are 1.0 to 1.25 times as fast as with halves, and no faster with parts of 512 KiB
/// or 1 MiB.
const PART: usize = WORTH.div_ceil(2);

/// Parts begin at multiples of this number of items, where blocks begin.
const WHOLE: usize = 256;

/// See [`divide_everything`].
static EVERYTHING: AtomicBool = AtomicBool::new(cfg!(test));

/// Divides slices of any length into parts of single items, in the whole process and even on one processor. For tests.
#[doc(hidden)]
pub fn divide_everything() {
    EVERYTHING.store(true, Ordering::Relaxed);
}

/// See [`divide_at_most`].
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Limits the number of threads that convert a slice, in the whole process. For measurements.
#[doc(hidden)]
pub fn divide_at_most(threads: usize) {
    MOST.store(threads.max(1), Ordering::Relaxed);
}

/// Whether there are threads to divide a slice among. Rayon makes its pool when it is first asked for it, and panics if
/// the system has no thread left.
fn has_pool() -> bool {
    static MADE: OnceLock<bool> = OnceLock::new();
    // Making the pool fails where the system has no thread left. Then rayon would panic at its first use.
    let make = || match rayon::ThreadPoolBuilder::new().build_global() {
        Ok(()) => true,
        // An error without a source says that the program has made the pool already.
        Err(error) => std::error::Error::source(&error).is_none(),
    };
    rayon::current_thread_index().is_some() || *MADE.get_or_init(make)
}

/// How a slice is divided.
#[derive(Debug, Clone, Copy)]
struct SliceDivision {
    threads: usize,
    /// How many items a part has.
    items: usize,
}

/// How to divide `items` items of `bytes` bytes each, of the file and native together. `None` if one thread is as fast.
fn find_division(items: usize, bytes: usize) -> Option<SliceDivision> {
    let (all, most) = (items * bytes, MOST.load(Ordering::Relaxed));
    // For tests: even small slices are divided, so that they need no millions of items.
    if EVERYTHING.load(Ordering::Relaxed) && has_pool() {
        let threads = rayon::current_num_threads().max(2).min(most);
        return (threads > 1 && all > 0).then_some(SliceDivision { threads, items: 1 });
    }
    if all < WORTH || most == 1 || !has_pool() {
        return None;
    }
    // No more threads than there are parts.
    let threads = rayon::current_num_threads().min(all / PART).min(most);
    // A multiple of every block's length, so that only the last part has items that are converted one by one.
    let items = (PART / bytes).max(1).next_multiple_of(WHOLE);
    (threads > 1).then_some(SliceDivision { threads, items })
}

/// Runs `take` in this thread and in others, and adds up their counts. Not generic, so that it is compiled once.
fn run_in_threads(threads: usize, tally: &mut Tally, take: &(dyn Fn(&mut Tally) + Sync)) {
    let others = Mutex::new(Tally::default());
    // Unlike `join`, which moves both closures to the pool if the caller is not one of its threads.
    rayon::in_place_scope(|scope| {
        // The caller is one of the threads: it converts while the others start.
        for _ in 1..threads {
            scope.spawn(|_| {
                let mut counted = Tally::default();
                take(&mut counted);
                // Counted apart and added once: counts that several threads write would move between their caches.
                lock(&others).add(counted);
            });
        }
        take(tally);
    });
    tally.add(*lock(&others));
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// [`Plan::read_all`] in parts.
pub(super) fn read_all<P: Plan>(file: &[u8], native: &mut [P::Native], tally: &mut Tally) {
    match find_division(native.len(), P::EXTENT + size_of::<P::Native>()) {
        // `chunks` panics for a length of zero, which items without bytes would have.
        Some(SliceDivision { threads, items }) if P::EXTENT > 0 => {
            let whole = size_of_val(native);
            let parts = file.chunks(items * P::EXTENT).zip(native.chunks_mut(items));
            convert_parts(parts, whole, threads, tally, &P::read_all);
        }
        _ => P::read_all(file, native, tally),
    }
}

/// [`Plan::write_all`] in parts.
pub(super) fn write_all<P: Plan>(native: &[P::Native], file: &mut [u8], tally: &mut Tally) {
    match find_division(native.len(), P::EXTENT + size_of::<P::Native>()) {
        Some(SliceDivision { threads, items }) if P::EXTENT > 0 => {
            let whole = file.len();
            let parts = native.chunks(items).zip(file.chunks_mut(items * P::EXTENT));
            convert_parts(parts, whole, threads, tally, &P::write_all);
        }
        _ => P::write_all(native, file, tally),
    }
}

/// Converts parts of an output that has `whole` bytes: each part is stored as the whole would be, past the caches if the
/// whole is larger than these.
///
/// Compiled for each native type, and not for each conversion: `convert` is called by a pointer, once for each part.
fn convert_parts<F, T>(
    parts: impl Iterator<Item = (F, T)> + Send,
    whole: usize,
    threads: usize,
    tally: &mut Tally,
    convert: &(dyn Fn(F, T, &mut Tally) + Sync),
) {
    let parts = Mutex::new(parts);
    run_in_threads(threads, tally, &|tally| {
        run_in_parts_of(whole, || {
            while let Some((from, to)) = take_next(&parts) {
                convert(from, to, tally);
            }
        });
    });
}

/// [`Plan::count_read`] in parts.
pub(super) fn count_read<P: Plan>(file: &[u8], tally: &mut Tally) {
    let bytes = P::EXTENT.max(1);
    match find_division(file.len() / bytes, bytes) {
        Some(division) => count_parts(file, bytes, division, tally, &P::count_read),
        None => P::count_read(file, tally),
    }
}

/// [`Plan::count_write`] in parts.
pub(super) fn count_write<P: Plan>(native: &[P::Native], tally: &mut Tally) {
    match find_division(native.len(), size_of::<P::Native>().max(1)) {
        Some(division) => count_parts(native, 1, division, tally, &P::count_write),
        None => P::count_write(native, tally),
    }
}

/// Counts in parts of whole items, each of which has `elements` elements.
fn count_parts<T: Sync>(
    all: &[T],
    elements: usize,
    division: SliceDivision,
    tally: &mut Tally,
    count: &(dyn Fn(&[T], &mut Tally) + Sync),
) {
    // For bytes of a file, `elements` is what an item takes, so that no item is divided.
    let parts = Mutex::new(all.chunks(division.items * elements));
    run_in_threads(division.threads, tally, &|tally| {
        while let Some(part) = take_next(&parts) {
            count(part, tally);
        }
    });
}

/// The next part that no thread has taken.
fn take_next<I: Iterator>(parts: &Mutex<I>) -> Option<I::Item> {
    lock(parts).next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::Item;
    use crate::standard::ibm370;

    type Real = <f64 as Item<ibm370::Ibm370>>::Plan;

    /// Slices converted in parts, of any number of items by any number of threads, equal those converted as a whole,
    /// and so do the counts.
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
            for (threads, part) in [(1, 1), (2, 1), (2, 255), (3, 256), (8, 257), (3, 2000)] {
                let division = SliceDivision { threads, items: part };
                let mut file = vec![0; 8 * items];
                let mut tally = Tally::default();
                let parts = native.chunks(part).zip(file.chunks_mut(8 * part));
                convert_parts(parts, 8 * items, threads, &mut tally, &Real::write_all);
                assert_eq!((&file, tally.loss, tally.failed), (&expected, whole.loss, whole.failed));
                let mut back = vec![0.0; items];
                let mut tally = Tally::default();
                let parts = file.chunks(8 * part).zip(back.chunks_mut(part));
                convert_parts(parts, 8 * items, threads, &mut tally, &Real::read_all);
                assert_eq!((&back, tally.loss), (&back_expected, whole_back.loss));
                let mut tally = Tally::default();
                count_parts(native, 1, division, &mut tally, &Real::count_write);
                assert_eq!(tally.loss, whole.loss);
                let mut tally = Tally::default();
                count_parts(&file, 8, division, &mut tally, &Real::count_read);
                assert_eq!(tally.loss, whole_back.loss);
            }
        }
    }

    /// The error names the first item that fails, wherever others fail.
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
