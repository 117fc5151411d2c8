//! Texts in alternatives of a choice: whether an empty cell of CSV is an empty text, or none.
//!
//! The cell of an empty text is empty, and so is that of a field of another alternative. The field that decides a choice has
//! the answer. Where none decides, another field of the same alternative that has a value says that the text is there, too.
//!
//! In an array of a fixed number of items, each item has its own alternative, and cells of its own. The cells of a column are
//! those of all items, the ones of the last dimension first. So those of the item that has the text have the same share of them:
//!
//! ```text
//! record page { lines: [line; 2]; }
//! record line { kind: u8; body: choice kind { 1 => words: [[ascii; 8]; 3]; 2 => number: u8; }; }
//!
//! lines.kind            0 1
//! lines.body.words      0 1 2  3 4 5      word 4 is in line 4 * 2 / 6 = 1
//! ```

use std::sync::Arc;

use arrow_schema::DataType;
use csv::StringRecord;
use datarep_arrow::RecordTable;
use datarep_dsl::model::{CaseValue, Choice, FieldKind, Model, Record, RecordField};

use super::fit::find_innermost;
use super::lines::{CsvColumn, parse_decimal};

/// What says in a line that the text of a column is there.
#[derive(Debug, Default)]
pub(super) struct TextPresence {
    /// The cells of the other fields of the same alternative, for each item that has one.
    sibling_cells: Vec<Vec<usize>>,
    /// The choices around the text that a field decides.
    deciders: Vec<Decider>,
    /// Whether a field decides the innermost choice.
    is_decided: bool,
}

/// A field that decides a choice.
#[derive(Debug, Clone)]
struct Decider {
    /// A cell for each item with such a field.
    cells: Vec<usize>,
    is_text: bool,
    choice: Arc<Choice>,
    alternative: usize,
    /// Whether the choice is in an alternative of which no field says that it is there. Its cell is empty where it is not.
    is_uncertain: bool,
}

/// An alternative that each record has as often at most.
struct FoundAlternative {
    path: String,
    /// How often.
    items: usize,
    is_record: bool,
    deciders: Vec<Decider>,
    is_decided: bool,
}

/// A search for the alternatives of a record.
struct AlternativeSearch<'a> {
    model: &'a Model,
    columns: &'a [CsvColumn],
    found: Vec<FoundAlternative>,
}

/// What is around a record.
struct Surroundings {
    /// The path of the record with its dot.
    path: String,
    /// How many of it there are: more than one in an array.
    items: usize,
    deciders: Vec<Decider>,
    /// Whether it is in an alternative that no field decides.
    is_uncertain: bool,
}

impl TextPresence {
    /// Whether a text is there though its cell is empty. The cell is number `index` of the `count` cells of its column.
    pub(super) fn is_empty_text(&self, line: &StringRecord, index: usize, count: usize) -> bool {
        // The list of an alternative that is not there has no items.
        let is_filled = |cell: &usize| !matches!(&line[*cell], "" | "[]");
        let siblings = find_share(&self.sibling_cells, index, count);
        self.is_decided && self.deciders.iter().all(|decider| decider.chooses(line, index, count))
            || siblings.is_some_and(|cells| cells.iter().any(is_filled))
    }
}

/// The one of some items that has cell number `index` of `count`, each of the items as many as the others.
fn find_share<T>(items: &[T], index: usize, count: usize) -> Option<&T> {
    items.get((index * items.len()).checked_div(count)?)
}

impl Decider {
    /// Whether a line has the alternative where cell number `index` of `count` is.
    fn chooses(&self, line: &StringRecord, index: usize, count: usize) -> bool {
        let Some(cell) = find_share(&self.cells, index, count) else { return false };
        let text = &line[*cell];
        if text.is_empty() && (self.is_uncertain || !self.is_text) {
            return false;
        }
        let chosen = if self.is_text {
            self.choice.find_alternative(CaseValue::Text(text))
        } else {
            parse_decimal(text, 0).and_then(|number| self.choice.find_alternative(CaseValue::Integer(number)))
        };
        chosen == Some(self.alternative)
    }
}

/// Sets, for each text of an alternative, what says that it is there.
pub(super) fn set_text_presences(table: &RecordTable, columns: &mut [CsvColumn]) {
    let record = table.record();
    let mut search = AlternativeSearch { model: record.model(), columns, found: Vec::new() };
    let outermost = Surroundings { path: String::new(), items: 1, deciders: Vec::new(), is_uncertain: false };
    search.visit_record(record.described(), &outermost);
    let found = search.found;
    for (index, field) in record.fields().iter().enumerate() {
        let is_text = has_cell_for_each(&columns[index].kind)
            && *find_innermost(&columns[index].kind) == DataType::Utf8;
        if !is_text || !field.is_nullable() || field.described().nulls.is_some() {
            continue;
        }
        // The innermost one: a choice in an alternative has alternatives of its own.
        let path = columns[index].path.as_str();
        let is_around = |one: &&FoundAlternative| one.path == path || is_inside(path, &one.path);
        let alternative = found.iter().filter(is_around).max_by_key(|one| one.path.len());
        let Some(FoundAlternative { path, items, is_record, deciders, is_decided }) = alternative else {
            continue;
        };
        let others = columns
            .iter()
            .enumerate()
            .filter(|(other, column)| *is_record && *other != index && is_inside(&column.path, path));
        let items = (*items).max(1);
        let mut sibling_cells = vec![Vec::new(); items];
        // Lists of all items have one cell, which says nothing of one of them.
        for (_, column) in others.filter(|(_, column)| column.cells.len().is_multiple_of(items)) {
            for (siblings, cells) in
                sibling_cells.iter_mut().zip(column.cells.chunks(column.cells.len() / items))
            {
                siblings.extend_from_slice(cells);
            }
        }
        let (deciders, is_decided) = (deciders.clone(), *is_decided);
        columns[index].presence = TextPresence { sibling_cells, deciders, is_decided };
    }
}

/// Whether a field is part of the record with the path `outer`.
fn is_inside(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'))
}

impl<'a> AlternativeSearch<'a> {
    /// Adds the alternatives of a record. Those in arrays of any number of items are left out: their columns are lists.
    fn visit_record(&mut self, record: &'a Record, around: &Surroundings) {
        for field in &record.fields {
            let Some(items) = count_fixed_items(field) else { continue };
            let items = around.items.saturating_mul(items);
            let path = format!("{}{}", around.path, field.name.as_deref().unwrap_or_default());
            match &field.kind {
                FieldKind::Record(id) => {
                    let (deciders, is_uncertain) = (around.deciders.clone(), around.is_uncertain);
                    let inside = Surroundings { path: format!("{path}."), items, deciders, is_uncertain };
                    self.visit_record(&self.model.records[id.0], &inside);
                }
                FieldKind::Choice(choice) => self.visit_choice(choice, record, (&path, items), around),
                _ => {}
            }
        }
    }

    fn visit_choice(
        &mut self,
        choice: &'a Choice,
        record: &'a Record,
        (path, items): (&str, usize),
        around: &Surroundings,
    ) {
        let selector = self.find_selector(choice, record, around);
        // Each alternative has the choice, with all of its cases.
        let shared_choice = Arc::new(choice.clone());
        for (alternative, described) in choice.alternatives.iter().enumerate() {
            let Some(field @ RecordField { kind, name: Some(name), .. }) = &described.field else { continue };
            // An alternative that is an array of records has more of them. One of any number of items is a list.
            let Some(inside) = count_fixed_items(field) else { continue };
            let items = items.saturating_mul(inside);
            let mut deciders = around.deciders.clone();
            deciders.extend(selector.clone().map(|(cells, is_text)| Decider {
                cells,
                is_text,
                choice: Arc::clone(&shared_choice),
                alternative,
                is_uncertain: around.is_uncertain,
            }));
            let path = format!("{path}.{name}");
            let (is_record, is_decided) = (matches!(kind, FieldKind::Record(_)), selector.is_some());
            self.found.push(FoundAlternative {
                path: path.clone(),
                items,
                is_record,
                deciders: deciders.clone(),
                is_decided,
            });
            if let FieldKind::Record(id) = kind {
                let is_uncertain = around.is_uncertain || !is_decided;
                let inside = Surroundings { path: format!("{path}."), items, deciders, is_uncertain };
                self.visit_record(&self.model.records[id.0], &inside);
            }
        }
    }

    /// The cells of the field that decides a choice, and whether it has texts.
    fn find_selector(
        &self,
        choice: &Choice,
        record: &Record,
        around: &Surroundings,
    ) -> Option<(Vec<usize>, bool)> {
        let selector = choice.selector_path(record, &self.model.records)?;
        let path = format!("{}{selector}", around.path);
        let column = self.columns.iter().find(|column| column.path == path)?;
        has_cell_for_each(&column.kind)
            .then(|| (column.cells.clone(), *find_innermost(&column.kind) == DataType::Utf8))
    }
}

/// Whether a column of this type has a cell for each item, and not one for a list of any number of them.
fn has_cell_for_each(kind: &DataType) -> bool {
    match kind {
        DataType::FixedSizeList(item, _) => has_cell_for_each(item.data_type()),
        DataType::List(_) => false,
        _ => true,
    }
}

/// The number of items of a field; `None` if it is not the same in all records.
fn count_fixed_items(field: &RecordField) -> Option<usize> {
    let mut counts = field.counts.iter().map(|count| usize::try_from(count.fixed()?).ok());
    counts.try_fold(1_usize, |items, count| items.checked_mul(count?))
}
