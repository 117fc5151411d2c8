//! The layout of copybooks, as compilers list it: where each item begins, and how many bytes it has.
//!
//! Compilers give an item the place that it has in a program's memory, where an array has all of its items. So do these
//! lists. Where a file has only as many items as a count says, or an alternative its own length, what follows may begin
//! earlier, and a note at each item says so.

use super::options::ChoiceLength;

use super::copybook::{CopybookItem, ItemReference};
use super::lines::LinePlace;
use super::record::{GroupContext, RecordTextWriter};
use super::several::{has_variable_length, split_clusters};
use super::usage::CobolUsage;

/// An item of a copybook, as compilers list it.
#[derive(Debug)]
pub struct ListingRow {
    /// Its line.
    pub place: LinePlace,
    /// The number of groups around it.
    pub depth: usize,
    /// The number of its level.
    pub level: u32,
    /// `None` for `FILLER`.
    pub name: Option<String>,
    /// The picture as it is written.
    pub picture: Option<String>,
    /// `None` for a group.
    pub usage: Option<String>,
    /// The first byte, from zero on; that of the first one, if it occurs several times.
    pub offset: u64,
    /// Whether it may begin earlier.
    pub is_latest: bool,
    /// The bytes of one.
    pub bytes: u64,
    /// How often it occurs, at most.
    pub occurs: Option<u64>,
    /// The item that says how often it occurs.
    pub depending: Option<String>,
    /// The item whose bytes it has, too.
    pub redefines: Option<String>,
    /// The bytes before it that no item has, because it is synchronized.
    pub slack: u64,
    /// What it is in the text.
    pub field: Option<String>,
    /// What else there is to say.
    pub notes: Vec<String>,
}

/// Where the next item of a list begins.
#[derive(Debug, Clone, Copy)]
struct Cursor {
    offset: u64,
    is_latest: bool,
}

impl RecordTextWriter<'_> {
    /// Lists the items of the records of copybooks; those whose length is not known are faults, and end the list of their record.
    pub(super) fn list_records(&self, records: &[CopybookItem]) -> Vec<ListingRow> {
        let mut rows = Vec::new();
        for record in records {
            let cursor = Cursor { offset: 0, is_latest: false };
            let alone = std::slice::from_ref(record);
            let _ = self.list_items(alone, GroupContext::default(), 0, cursor, &mut rows);
        }
        rows
    }

    /// Lists items, and returns where the next one begins.
    fn list_items(
        &self,
        items: &[CopybookItem],
        around: GroupContext,
        depth: usize,
        cursor: Cursor,
        rows: &mut Vec<ListingRow>,
    ) -> Option<Cursor> {
        let mut cursor = cursor;
        for cluster in split_clusters(items) {
            let bytes = self.measure_cluster(cluster, around, cursor.offset)?;
            let slack = bytes.start - cursor.offset;
            let mut is_latest = cursor.is_latest || self.has_own_lengths(cluster);
            for item in cluster {
                let item_cursor = Cursor { offset: bytes.start, is_latest: cursor.is_latest };
                rows.push(self.make_row(item, around, depth, item_cursor, slack)?);
                let end_cursor =
                    self.list_items(&item.items, around.inside(item), depth + 1, item_cursor, rows)?;
                let is_counted = self.dialect.occurring.varies_by_count() && has_variable_length(item);
                is_latest |= end_cursor.is_latest || is_counted;
            }
            cursor = Cursor { offset: bytes.end, is_latest };
        }
        Some(cursor)
    }

    /// Whether items that share their bytes are as long as the one that a record has.
    fn has_own_lengths(&self, cluster: &[CopybookItem]) -> bool {
        cluster.len() > 1
            && self.dialect.choosing.choice_length == ChoiceLength::Own
            && !self.find_choose_rules(cluster).is_empty()
    }

    fn make_row(
        &self,
        item: &CopybookItem,
        around: GroupContext,
        depth: usize,
        cursor: Cursor,
        slack: u64,
    ) -> Option<ListingRow> {
        let total_bytes = self.count_bytes(item, around, cursor.offset)?;
        let occurs = item.occurs.as_ref().map(|occurs| occurs.maximum);
        let (mut usage, mut notes) = (None, Vec::new());
        if item.items.is_empty() {
            usage = Some(around.inside(item).usage.unwrap_or(CobolUsage::Display).to_listing_word());
            notes.extend(self.find_storage(item, around).ok()?.note);
        }
        notes.extend(
            item.conditions.iter().map(|condition| format!("88 {}: {}", condition.name, condition.values)),
        );
        Some(ListingRow {
            place: item.place.clone(),
            depth,
            level: item.level,
            name: item.name.clone(),
            picture: Some(item.picture_text.clone()).filter(|shown| !shown.is_empty()),
            usage,
            offset: cursor.offset,
            is_latest: cursor.is_latest,
            bytes: total_bytes / occurs.unwrap_or(1),
            occurs,
            depending: item
                .occurs
                .as_ref()
                .and_then(|occurs| occurs.depending.as_ref())
                .map(ItemReference::to_string),
            redefines: item.redefines.clone(),
            slack,
            field: self.item_texts.get(&item.number).cloned(),
            notes,
        })
    }
}
