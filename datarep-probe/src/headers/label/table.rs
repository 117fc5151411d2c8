//! Tables that labels describe: rows of columns. The probe takes the numbers of each column from here, and `datarep import`
//! a record of a row, so that both have the same columns at the same places.

use super::super::header::Numbers;

/// A table.
#[derive(Debug)]
pub(super) struct LabelTable {
    pub(super) name: String,
    /// The file with the rows; `None` if the label is part of it.
    pub(super) file: Option<String>,
    /// The byte of that file at which the first row begins.
    pub(super) at: usize,
    pub(super) rows: usize,
    /// The bytes of a row before those that have columns.
    pub(super) before: usize,
    /// The bytes of a row that have columns.
    pub(super) bytes: usize,
    /// The bytes of a row behind those.
    pub(super) after: usize,
    pub(super) columns: Vec<LabelColumn>,
    pub(super) unplaced: Vec<UnplacedColumn>,
}

/// A column without a known place.
#[derive(Debug)]
pub(super) struct UnplacedColumn {
    pub(super) name: String,
    /// Why its place is not known.
    pub(super) reason: String,
}

/// A column, or a group of columns that repeats in a row.
#[derive(Debug)]
pub(super) struct LabelColumn {
    pub(super) name: String,
    /// Its first byte, counted from the first byte that has columns, or from that of its group.
    pub(super) start: usize,
    /// All of its bytes in a row.
    pub(super) bytes: usize,
    pub(super) stored: StoredColumn,
    /// What the label says of its values, in a line: its type, its unit.
    pub(super) about: String,
}

/// What the bytes of a column are.
#[derive(Debug)]
pub(super) enum StoredColumn {
    /// Numbers: `items` values, each of which is `parts` numbers side by side, of `bytes` bytes each.
    Numbers { format: String, bytes: usize, items: usize, parts: usize },
    /// Texts of `bytes` characters. `is_number` if their characters are those of numbers.
    Texts { charset: &'static str, bytes: usize, items: usize, is_number: bool },
    /// Columns that are there `times` times, `bytes` bytes apart.
    Group { bytes: usize, times: usize, columns: Vec<LabelColumn> },
    /// Something else, for this reason.
    Bytes { why: String },
}

impl LabelTable {
    /// The bytes from the beginning of a row to that of the next; `None` if they are too many to be counted.
    pub(super) fn stride(&self) -> Option<usize> {
        self.before.checked_add(self.bytes)?.checked_add(self.after)
    }

    /// The names of two columns that overlap. Some labels count the bytes of a column wrongly.
    pub(super) fn find_overlap(&self) -> Option<(&str, &str)> {
        find_overlap(&self.columns)
    }

    /// The numbers of the columns, and sentences: the columns that have none, each with the reason, and how to have all of
    /// them as one record. `None` if the label cannot be
    /// right: columns overlap, or there are no rows.
    pub(super) fn list_numbers(&self) -> Option<(Vec<Numbers>, Vec<String>)> {
        if self.find_overlap().is_some() || self.rows == 0 {
            return None;
        }
        let stride = self.stride()?;
        let mut numbers = Vec::new();
        let say = |name: &str, why: &str| format!("{name}: this column is not followed, as {why}");
        let mut statements: Vec<String> =
            self.unplaced.iter().map(|column| say(&column.name, &column.reason)).collect();
        for column in &self.columns {
            let why = match &column.stored {
                StoredColumn::Numbers { format, bytes, items, parts } => {
                    numbers.push(Numbers {
                        name: column.name.clone(),
                        format: format.clone(),
                        bytes: *bytes,
                        at: self.at.checked_add(self.before)?.checked_add(column.start)?,
                        row: items * parts,
                        stride,
                        rows: Some(self.rows),
                    });
                    continue;
                }
                StoredColumn::Texts { bytes, .. } => {
                    let kind = column.about.split([',', ' ']).next().unwrap_or_default();
                    format!("{kind} of {bytes} bytes is no format of numbers that is known")
                }
                StoredColumn::Group { times, .. } => {
                    format!("it is a group of columns, {times} times in each row")
                }
                StoredColumn::Bytes { why } => why.clone(),
            };
            statements.push(say(&column.name, &why));
        }
        if self.columns.len() > 1 {
            let (name, count) = (&self.name, self.columns.len());
            statements.push(format!("{name}: `datarep import` makes a record of its {count} columns"));
        }
        Some((numbers, statements))
    }
}

/// Two columns that overlap, here or in a group.
fn find_overlap(columns: &[LabelColumn]) -> Option<(&str, &str)> {
    let mut sorted: Vec<&LabelColumn> = columns.iter().collect();
    sorted.sort_by_key(|column| column.start);
    let here = sorted.windows(2).find(|pair| pair[0].start.saturating_add(pair[0].bytes) > pair[1].start);
    here.map(|pair| (pair[0].name.as_str(), pair[1].name.as_str())).or_else(|| {
        columns.iter().find_map(|column| match &column.stored {
            StoredColumn::Group { columns, .. } => find_overlap(columns),
            StoredColumn::Numbers { .. } | StoredColumn::Texts { .. } | StoredColumn::Bytes { .. } => None,
        })
    })
}
