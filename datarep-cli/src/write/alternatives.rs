//! Texts in alternatives of a choice: whether an empty cell of CSV is an empty text, or none.
//!
//! The cell of an empty text is empty, and so is that of a field of another alternative. The field that decides a choice has
//! the answer. Where none decides, another field of the same alternative that has a value says that the text is there, too.

use std::sync::Arc;

use arrow_schema::DataType;
use csv::StringRecord;
use datarep_arrow::RecordTable;
use datarep_dsl::model::{CaseValue, Choice, FieldKind, Model, Record, RecordField};

use super::lines::{CsvColumn, parse_decimal};

/// What says in a line that the text of a column is there.
#[derive(Debug, Default)]
pub(super) struct TextPresence {
    /// The cells of the other fields of the same alternative.
    sibling_cells: Vec<usize>,
    /// The choices around the text that a field decides.
    deciders: Vec<Decider>,
    /// Whether a field decides the innermost choice.
    is_decided: bool,
}

/// A field that decides a choice.
#[derive(Debug, Clone)]
struct Decider {
    cell: usize,
    is_text: bool,
    choice: Arc<Choice>,
    alternative: usize,
    /// Whether the choice is in an alternative of which no field says that it is there. Its cell is empty where it is not.
    is_uncertain: bool,
}

/// An alternative that each record has once at most.
struct FoundAlternative {
    path: String,
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
    deciders: Vec<Decider>,
    /// Whether it is in an alternative that no field decides.
    is_uncertain: bool,
}

impl TextPresence {
    /// Whether the text is there though its cell is empty.
    pub(super) fn is_empty_text(&self, line: &StringRecord) -> bool {
        // The list of an alternative that is not there has no items.
        let is_filled = |cell: &usize| !matches!(&line[*cell], "" | "[]");
        self.is_decided && self.deciders.iter().all(|decider| decider.chooses(line))
            || self.sibling_cells.iter().any(is_filled)
    }
}

impl Decider {
    /// Whether a line has the alternative.
    fn chooses(&self, line: &StringRecord) -> bool {
        let text = &line[self.cell];
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
    let outermost = Surroundings { path: String::new(), deciders: Vec::new(), is_uncertain: false };
    search.visit_record(record.described(), &outermost);
    let found = search.found;
    for (index, field) in record.fields().iter().enumerate() {
        let is_text = columns[index].kind == DataType::Utf8 && field.is_nullable();
        if !is_text || field.described().nulls.is_some() {
            continue;
        }
        // The innermost one: a choice in an alternative has alternatives of its own.
        let path = columns[index].path.as_str();
        let is_around = |one: &&FoundAlternative| one.path == path || is_inside(path, &one.path);
        let alternative = found.iter().filter(is_around).max_by_key(|one| one.path.len());
        let Some(FoundAlternative { path, is_record, deciders, is_decided }) = alternative else { continue };
        let others = columns
            .iter()
            .enumerate()
            .filter(|(other, column)| *is_record && *other != index && is_inside(&column.path, path));
        let sibling_cells = others.flat_map(|(_, column)| column.cells.clone()).collect();
        let (deciders, is_decided) = (deciders.clone(), *is_decided);
        columns[index].presence = TextPresence { sibling_cells, deciders, is_decided };
    }
}

/// Whether a field is part of the record with the path `outer`.
fn is_inside(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'))
}

impl<'a> AlternativeSearch<'a> {
    /// Adds the alternatives of a record. Those in arrays are left out: their columns are lists.
    fn visit_record(&mut self, record: &'a Record, around: &Surroundings) {
        let single_fields = record.fields.iter().filter(|field| field.counts.is_empty());
        for field in single_fields {
            let path = format!("{}{}", around.path, field.name.as_deref().unwrap_or_default());
            match &field.kind {
                FieldKind::Record(id) => {
                    let (deciders, is_uncertain) = (around.deciders.clone(), around.is_uncertain);
                    let inside = Surroundings { path: format!("{path}."), deciders, is_uncertain };
                    self.visit_record(&self.model.records[id.0], &inside);
                }
                FieldKind::Choice(choice) => self.visit_choice(choice, record, &path, around),
                _ => {}
            }
        }
    }

    fn visit_choice(&mut self, choice: &'a Choice, record: &'a Record, path: &str, around: &Surroundings) {
        let selector = self.find_selector(choice, record, around);
        // Each alternative has the choice, with all of its cases.
        let shared_choice = Arc::new(choice.clone());
        for (alternative, described) in choice.alternatives.iter().enumerate() {
            let Some(RecordField { kind, name: Some(name), .. }) = &described.field else { continue };
            let mut deciders = around.deciders.clone();
            deciders.extend(selector.map(|(cell, is_text)| Decider {
                cell,
                is_text,
                choice: Arc::clone(&shared_choice),
                alternative,
                is_uncertain: around.is_uncertain,
            }));
            let path = format!("{path}.{name}");
            let (is_record, is_decided) = (matches!(kind, FieldKind::Record(_)), selector.is_some());
            self.found.push(FoundAlternative {
                path: path.clone(),
                is_record,
                deciders: deciders.clone(),
                is_decided,
            });
            if let FieldKind::Record(id) = kind {
                let is_uncertain = around.is_uncertain || !is_decided;
                let inside = Surroundings { path: format!("{path}."), deciders, is_uncertain };
                self.visit_record(&self.model.records[id.0], &inside);
            }
        }
    }

    /// The cell of the field that decides a choice, and whether it has texts.
    fn find_selector(
        &self,
        choice: &Choice,
        record: &Record,
        around: &Surroundings,
    ) -> Option<(usize, bool)> {
        let selector = choice.selector_path(record, &self.model.records)?;
        let path = format!("{}{selector}", around.path);
        let column = self.columns.iter().find(|column| column.path == path)?;
        match (column.cells.as_slice(), &column.kind) {
            (_, DataType::List(_)) => None,
            ([cell], kind) => Some((*cell, *kind == DataType::Utf8)),
            _ => None,
        }
    }
}
