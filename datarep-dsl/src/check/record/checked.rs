//! The records of a text that are checked, and what those that contain them have to know.

use std::collections::BTreeMap;

use crate::model::{FieldKind, Record, RecordField, RecordId};

/// The known records of a text.
#[derive(Default)]
pub(super) struct CheckedRecords {
    pub(super) records: Vec<CheckedRecord>,
    /// The index of each item of the text among the checked records; `None` if it has faults.
    pub(super) of: BTreeMap<usize, Option<usize>>,
    /// The records that are being checked, each nested in the one before it.
    pub(super) open: Vec<usize>,
    /// Whether it was reported that they are nested too deep.
    pub(super) is_deep: bool,
}

/// A checked record, with facts that the model does not need.
pub(super) struct CheckedRecord {
    pub(super) record: Record,
    /// The number of fields, including those of nested records.
    pub(super) fields: usize,
}

impl CheckedRecords {
    /// Whether one of the fields is a choice, or a record with one.
    pub(super) fn has_choice(&self, fields: &[RecordField]) -> bool {
        fields.iter().any(|field| match &field.kind {
            FieldKind::Choice(_) => true,
            FieldKind::Record(id) => self.records[id.0].record.has_choice,
            FieldKind::Scalar { .. } | FieldKind::Text(_) | FieldKind::Byte | FieldKind::Filler(_) => false,
        })
    }

    /// The least number of bytes of one item of a field.
    pub(super) fn least_bytes(&self, field: &RecordField) -> u64 {
        match &field.kind {
            FieldKind::Record(id) => self.records[id.0].record.least_bytes,
            FieldKind::Text(text) => field.bytes.unwrap_or(0) * u64::from(text.length.fixed().is_some()),
            FieldKind::Choice(choice) => self.least_choice_bytes(choice),
            FieldKind::Scalar { .. } | FieldKind::Byte | FieldKind::Filler(_) => field.bytes.unwrap_or(0),
        }
    }

    /// The number of fields, including those of records inside.
    pub(super) fn count_fields(&self, field: &RecordField) -> usize {
        let inside = |field: &RecordField| match &field.kind {
            FieldKind::Record(id) => self.records[id.0].fields,
            // The fields of its alternatives are listed beside it.
            FieldKind::Choice(_) => 0,
            FieldKind::Scalar { .. } | FieldKind::Text(_) | FieldKind::Byte | FieldKind::Filler(_) => 1,
        };
        field.list_fields().map(inside).sum()
    }

    /// The records in the order of the text.
    pub(super) fn into_records(self, items: &[usize]) -> Vec<Record> {
        let place = |item: &usize| self.of.get(item).copied().flatten();
        let order: Vec<usize> = items.iter().filter_map(place).collect();
        // Records were made in the order in which they were needed: inner ones before those that contain them.
        let mut ids = vec![RecordId(0); self.records.len()];
        for (id, index) in order.iter().enumerate() {
            ids[*index] = RecordId(id);
        }
        let mut unordered: Vec<Option<Record>> =
            self.records.into_iter().map(|checked| Some(checked.record)).collect();
        let mut records: Vec<Record> = order.iter().filter_map(|index| unordered[*index].take()).collect();
        for field in records.iter_mut().flat_map(|record| &mut record.fields) {
            field.visit_fields(&mut |field| {
                if let FieldKind::Record(id) = &mut field.kind {
                    *id = ids[id.0];
                }
            });
        }
        records
    }
}
