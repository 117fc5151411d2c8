//! Losses of conversions, counted by file and for the whole process.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use datarep::{Event, Loss};

use crate::abi::Word;
use crate::table::Table;

/// The number of kinds of events, with room for later ones: a program gets this many counts.
pub(crate) const KINDS: usize = 16;

/// Counts, in the order of [`datarep::Event::ALL`].
#[derive(Debug)]
pub(crate) struct Losses([AtomicU64; KINDS]);

impl Losses {
    /// Counts that are zero.
    pub(crate) const fn new() -> Losses {
        Losses([const { AtomicU64::new(0) }; KINDS])
    }

    /// Counts the losses of a conversion, here and for the process.
    pub(crate) fn add(&self, loss: Loss) {
        if loss.is_none() {
            return;
        }
        for counts in [self, &PROCESS] {
            for (count, event) in counts.0.iter().zip(Event::ALL) {
                count.fetch_add(loss.of(*event), Ordering::Relaxed);
            }
        }
    }

    /// The counts so far.
    pub(crate) fn read_counts(&self) -> [u64; KINDS] {
        std::array::from_fn(|kind| self.0[kind].load(Ordering::Relaxed))
    }
}

/// The losses of all files.
pub(crate) static PROCESS: Losses = Losses::new();

static FILES: Mutex<Option<Table<Arc<Losses>>>> = Mutex::new(None);

/// Forgets the losses of all files.
pub(crate) fn forget_all_losses() {
    with_table(Table::clear);
}

fn with_table<R>(run: impl FnOnce(&mut Table<Arc<Losses>>) -> R) -> R {
    run(FILES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// The losses of an open file, through all of its views.
pub(crate) fn open_for_file(file: Word) -> Arc<Losses> {
    with_table(|files| Arc::clone(files.entry(file).or_insert_with(|| Arc::new(Losses::new()))))
}

/// The losses of a file, if there are any.
pub(crate) fn find_losses(file: Word) -> Option<Arc<Losses>> {
    with_table(|files| files.get(&file).cloned())
}

/// Forgets a file that is closed, or whose handle another one has.
pub(crate) fn forget_losses(file: Word) {
    with_table(|files| files.remove(&file));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header names the counts in the order in which they are stored.
    #[test]
    fn the_header_has_every_event() {
        let header = include_str!("../../include/datarep.h");
        let module = include_str!("../../include/datarep.f90");
        let members: Vec<&str> = header
            .lines()
            .skip_while(|line| !line.contains("typedef struct"))
            .take_while(|line| !line.starts_with('}'))
            .filter_map(|line| line.trim().strip_prefix("unsigned long long "))
            .filter_map(|line| line.split_once(';').map(|(name, _)| name))
            .collect();
        let (names, later) = members.split_at(members.len() - 1);
        let words: Vec<&str> = Event::ALL.iter().map(|event| event.word()).collect();
        assert_eq!(names, words);
        assert_eq!(later, [format!("later[{}]", KINDS - words.len())]);
        let components: Vec<&str> = module
            .lines()
            .filter_map(|line| line.trim().strip_prefix("integer(c_int64_t) :: "))
            .filter_map(|line| line.split_once(" = 0").map(|(name, _)| name))
            .collect();
        assert_eq!(components[..words.len()], words);
    }

    #[test]
    fn losses_are_counted_by_file() {
        let mut loss = Loss::default();
        loss.overflow = 2;
        open_for_file(1).add(loss);
        open_for_file(1).add(loss);
        let counts = find_losses(1).expect("counted").read_counts();
        assert_eq!((counts[0], counts[1]), (0, 4));
        assert!(PROCESS.read_counts()[1] >= 4);
        forget_losses(1);
        assert!(find_losses(1).is_none());
    }
}
