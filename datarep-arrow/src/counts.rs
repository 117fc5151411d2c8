//! What was found while records were read.

use std::collections::{BTreeMap, BTreeSet};

use datarep::Loss;
use datarep_dynamic::record::{BadItem, Losses};

use crate::blocks::TornRecords;

/// What was found in the records that were read so far.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReadCounts {
    /// Records in the batches.
    pub records: u64,
    /// Records with an item that a rule refuses. They are in the batches, or left out, as [`OnBad`](crate::OnBad) says.
    pub bad: u64,
    /// Records that were left out.
    pub left_out: u64,
    /// Of those, the records that do not fit between their marks.
    pub torn: u64,
    /// How many items of a field a rule refuses, by its path.
    pub bad_items: BTreeMap<String, u64>,
    /// What was lost of the items of a field, by its path.
    pub losses: BTreeMap<String, Loss>,
    /// The first bad record, for people.
    pub first: Option<String>,
}

impl ReadCounts {
    /// Adds the counts of another file, which was read after this one.
    pub fn add(&mut self, other: ReadCounts) {
        self.records += other.records;
        self.bad += other.bad;
        self.left_out += other.left_out;
        self.torn += other.torn;
        for (path, items) in other.bad_items {
            *self.bad_items.entry(path).or_default() += items;
        }
        for (path, loss) in other.losses {
            *self.losses.entry(path).or_default() += loss;
        }
        // The first of all: that of an earlier file stays.
        self.first = self.first.take().or(other.first);
    }

    /// Counts what was lost of a field.
    pub(crate) fn add_losses(&mut self, path: &str, losses: &Losses) {
        if !losses.is_none() {
            *self.losses.entry(path.to_owned()).or_default() += losses.loss;
        }
    }

    /// Counts the bad items of fields, given by their paths.
    pub(crate) fn add_bad<'b>(&mut self, fields: impl Iterator<Item = (&'b str, &'b [BadItem])>) {
        let mut records = BTreeSet::new();
        for (path, items) in fields {
            if !items.is_empty() {
                *self.bad_items.entry(path.to_owned()).or_default() += items.len() as u64;
            }
            // A set, because a record with several bad items counts once.
            records.extend(items.iter().map(|item| item.record));
        }
        self.bad += records.len() as u64;
    }

    /// Counts records that do not fit between their marks.
    pub(crate) fn add_torn(&mut self, torn: &TornRecords) {
        self.torn += torn.count;
        self.left_out += torn.count;
        if let Some(why) = &torn.first {
            self.first.get_or_insert_with(|| why.to_string());
        }
    }
}
