//! The layout of copybooks, as compilers list it: where each item begins, and how many bytes it has.
//!
//! Compilers give an item the place that it has in a program's memory, where an array has all of its items. So do these
//! lists. Where a file has only as many items as a count says, or an alternative its own length, what follows may begin
//! earlier, and a note at each item says so.

use datarep_dsl::controls::clean_line;
use serde_json::{Value, json};

use crate::args::{ChoiceLength, OccursSpace};
use crate::output;

use super::copybook::CopybookItem;
use super::lines::LinePlace;
use super::record::{GroupContext, RecordTextWriter};
use super::several::{take_cluster, varies};
use super::usage::CobolUsage;

/// An item in the list.
#[derive(Debug)]
pub(super) struct ListingRow {
    place: LinePlace,
    /// The number of groups around it.
    depth: usize,
    level: u32,
    name: Option<String>,
    picture: Option<String>,
    /// `None` for a group.
    usage: Option<String>,
    /// The first byte, from zero on; that of the first one, if it occurs several times.
    offset: u64,
    /// Whether it may begin earlier.
    is_latest: bool,
    /// The bytes of one.
    bytes: u64,
    /// How often it occurs, at most.
    occurs: Option<u64>,
    depending: Option<String>,
    redefines: Option<String>,
    /// The bytes before it that no item has, because it is synchronized.
    slack: u64,
    /// What it is in the text.
    field: Option<String>,
    /// What else there is to say.
    notes: Vec<String>,
}

/// Where the next item of a list begins.
#[derive(Debug, Clone, Copy)]
struct ListingCursor {
    offset: u64,
    is_latest: bool,
}

impl RecordTextWriter<'_> {
    /// Lists the items of the records of copybooks; those whose length is not known are faults, and end the list of their record.
    pub(super) fn list(&self, records: &[CopybookItem]) -> Vec<ListingRow> {
        let mut rows = Vec::new();
        for record in records {
            let cursor = ListingCursor { offset: 0, is_latest: false };
            let alone = std::slice::from_ref(record);
            // An unknown length is among the faults, and what follows in this record has no place.
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
        cursor: ListingCursor,
        rows: &mut Vec<ListingRow>,
    ) -> Option<ListingCursor> {
        let mut cursor = cursor;
        let mut rest = items;
        while let Some((cluster, next)) = take_cluster(rest) {
            let (begin, end) = self.measure(cluster, around, cursor.offset)?;
            let slack = begin - cursor.offset;
            let mut is_latest = cursor.is_latest || self.has_own_lengths(cluster);
            for item in cluster {
                // Items of different lengths move what stands behind them, and begin at the same byte themselves.
                let here = ListingCursor { offset: begin, is_latest: cursor.is_latest };
                rows.push(self.list_one(item, around, depth, here, slack)?);
                let behind = self.list_items(&item.items, around.inside(item), depth + 1, here, rows)?;
                let is_counted = self.dialect.occurring == OccursSpace::Counted && varies(item);
                is_latest |= behind.is_latest || is_counted;
            }
            cursor = ListingCursor { offset: end, is_latest };
            rest = next;
        }
        Some(cursor)
    }

    /// Whether items that share their bytes are as long as the one that a record has.
    fn has_own_lengths(&self, cluster: &[CopybookItem]) -> bool {
        let names: Vec<&str> = cluster.iter().filter_map(|item| item.name.as_deref()).collect();
        cluster.len() > 1
            && self.dialect.choosing.choice_length == ChoiceLength::Own
            && !self.rules_for(&names).is_empty()
    }

    fn list_one(
        &self,
        item: &CopybookItem,
        around: GroupContext,
        depth: usize,
        at: ListingCursor,
        slack: u64,
    ) -> Option<ListingRow> {
        let all = self.bytes(item, around, at.offset)?;
        let occurs = item.occurs.as_ref().map(|occurs| occurs.most);
        let (mut usage, mut notes) = (None, Vec::new());
        if item.items.is_empty() {
            usage = Some(around.inside(item).usage.unwrap_or(CobolUsage::Display).word());
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
            picture: Some(item.shown.clone()).filter(|shown| !shown.is_empty()),
            usage,
            offset: at.offset,
            is_latest: at.is_latest,
            // `self.bytes` has those of all occurrences.
            bytes: all / occurs.unwrap_or(1),
            occurs,
            depending: item.occurs.as_ref().and_then(|occurs| occurs.depending.clone()),
            redefines: item.redefines.clone(),
            slack,
            field: self.became.get(&item.number).cloned(),
            notes,
        })
    }
}

impl ListingRow {
    /// What is said in the last column, for people.
    fn describe(&self) -> String {
        let mut all = Vec::new();
        if let Some(first) = &self.redefines {
            all.push(format!("redefines {first}"));
        }
        match (self.occurs, &self.depending) {
            (Some(most), Some(count)) => all.push(format!("occurs up to {most} times, by {count}")),
            (Some(most), None) => all.push(format!("occurs {most} times")),
            (None, _) => {}
        }
        match self.slack {
            0 => {}
            1 => all.push("synchronized behind 1 byte".to_owned()),
            bytes => all.push(format!("synchronized behind {bytes} bytes")),
        }
        if self.is_latest {
            all.push("begins earlier where items before it are fewer or shorter".to_owned());
        }
        all.extend(self.notes.iter().cloned());
        all.join("; ")
    }

    fn to_json(&self, shown: &str) -> Value {
        json!({
            "file": self.place.file.as_deref().unwrap_or(shown),
            "line": self.place.line,
            "level": self.level,
            "name": self.name,
            "picture": self.picture,
            "usage": self.usage,
            "position": self.offset + 1,
            "bytes": self.bytes,
            "occurs": self.occurs,
            "depending": self.depending,
            "redefines": self.redefines,
            "slack": self.slack,
            "latest": self.is_latest,
            "field": self.field,
            "notes": self.notes,
        })
    }
}

/// The list as a table for people.
pub(super) fn write_table(rows: &[ListingRow]) -> String {
    let mut table = output::wide_table();
    table.set_header(["ITEM", "PICTURE", "USAGE", "POSITION", "LENGTH", "BECOMES", "NOTES"]);
    for row in rows {
        let name = row.name.as_deref().unwrap_or("FILLER");
        let cells = [
            format!("{}{:02} {name}", "  ".repeat(row.depth), row.level),
            row.picture.clone().unwrap_or_default(),
            row.usage.clone().unwrap_or_default(),
            // Compilers count positions from one.
            (row.offset + 1).to_string(),
            row.bytes.to_string(),
            row.field.clone().unwrap_or_default(),
            row.describe(),
        ];
        table.add_row(cells.map(|cell| clean_line(&cell).into_owned()));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
        // The position and the length are numbers.
        if (3..5).contains(&column.index) {
            column.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
    }
    let table = table.to_string();
    let lines: Vec<&str> = table.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// The list as JSON, for programs.
pub(super) fn write_json(rows: &[ListingRow], shown: &[String]) -> Value {
    let first = shown.first().map_or("", String::as_str);
    json!({ "copybooks": shown, "items": rows.iter().map(|row| row.to_json(first)).collect::<Value>() })
}
