//! Layouts of records out of their description: the parts, the fields with their conversions, choices, overlays and arrays.
//! How a walk goes over the parts is not in here.

use std::collections::BTreeMap;

use datarep::Datarep;
use datarep_dsl::model::{
    Choice, Count, Decision, FieldKind, Model, NullCase, Record as Described, RecordField, TextField,
};

use super::super::array::PlacedArray;
use super::super::choice::{AlternativeIndex, Decider, PlacedChoice};
use super::super::count::PlacedCount;
use super::super::field::{Conversions, Field, StoredWord, make_field_datarep};
use super::super::mixed::MixedText;
use super::super::place::{Dimension, FixedPlaces, GroupArray, to_size};
use super::{LayoutPart, PartKind, RecordLayout, RecordParts};

/// Lays a record out.
pub(in crate::record) fn lay_out_record(
    model: &Model,
    described: &Described,
) -> Result<RecordLayout, datarep::Error> {
    let mut maker = LayoutBuilder {
        model,
        fields: Vec::new(),
        choices: Vec::new(),
        overlays: Vec::new(),
        arrays: Vec::new(),
        datareps: BTreeMap::new(),
        fault: None,
    };
    let start = FixedPlaces::default();
    let outer =
        RecordPosition { path: "", record: "", shape: &[], at: Some(&start), alone_in: None, within: None };
    let parts = maker.make_parts(described, &outer);
    if let Some(fault) = maker.fault {
        return Err(fault);
    }
    let LayoutBuilder { fields, choices, overlays, arrays, .. } = maker;
    Ok(RecordLayout { parts, fields, choices, overlays, arrays })
}

pub(in crate::record) struct LayoutBuilder<'m> {
    pub(in crate::record) model: &'m Model,
    pub(in crate::record) fields: Vec<Field>,
    choices: Vec<PlacedChoice>,
    overlays: Vec<Vec<usize>>,
    pub(in crate::record) arrays: Vec<PlacedArray>,
    /// The conversions that were made, by the name of the record and the index in it. Each is made once.
    datareps: BTreeMap<(&'m str, usize), Datarep>,
    fault: Option<datarep::Error>,
}

/// The position of a record in the outermost one.
pub(in crate::record) struct RecordPosition<'o> {
    /// The path of the record, or of a choice in it, with a dot at the end.
    pub(in crate::record) path: &'o str,
    /// The path of the record, with a dot at the end: counts and choices name fields of it.
    pub(in crate::record) record: &'o str,
    /// The dimensions of the arrays that contain it.
    shape: &'o [Dimension],
    /// The place where it begins, if that is fixed.
    at: Option<&'o FixedPlaces>,
    /// The alternative that contains it, unless an array lies between.
    alone_in: Option<AlternativeIndex>,
    /// The innermost alternative that contains it.
    within: Option<AlternativeIndex>,
}

impl<'m> LayoutBuilder<'m> {
    fn make_parts(&mut self, described: &'m Described, outer: &RecordPosition<'_>) -> RecordParts {
        // The field of each part, for counts.
        let mut own: Vec<usize> = Vec::new();
        let mut parts = Vec::new();
        for field in &described.fields {
            let before = self.fields.len();
            parts.push(self.make_part(described, field, outer, &own));
            // For a record inside, this is the index of its first field.
            own.push(before);
        }
        let bytes = described.is_fixed.then(|| to_size(described.least_bytes));
        let bytes_without_choice = bytes.filter(|_| !described.has_choice);
        RecordParts { parts, bytes_without_choice, bytes }
    }

    /// The part of a field. `own` holds the field index of each earlier part.
    fn make_part(
        &mut self,
        described: &'m Described,
        field: &'m RecordField,
        outer: &RecordPosition<'_>,
        own: &[usize],
    ) -> LayoutPart {
        let kind = match &field.kind {
            FieldKind::Choice(choice) => self.make_choice(described, field, choice, outer, own),
            FieldKind::Filler(bytes) => PartKind::Filler(to_size(*bytes)),
            FieldKind::Scalar { .. } | FieldKind::Text(_) | FieldKind::Byte | FieldKind::Record(_) => {
                self.make_field_kind(described, field, outer, own)
            }
        };
        let name = field.name.clone().unwrap_or_default();
        let counts = field.counts.iter();
        let counts = counts.map(|count| self.place_count(described, *count, outer, own)).collect();
        let array = self.place_array(field, outer);
        LayoutPart { counts, array, kind, name }
    }

    fn place_count(
        &self,
        described: &Described,
        count: Count,
        outer: &RecordPosition<'_>,
        own: &[usize],
    ) -> PlacedCount {
        match count {
            Count::Fixed(count) => PlacedCount::Fixed(to_size(count)),
            Count::Field(index) => PlacedCount::Field(own[index]),
            Count::Computed(index) => {
                let count = self.place_computed_count(described, outer, &described.counts[index]);
                PlacedCount::Computed(Box::new(count))
            }
            Count::Rest => PlacedCount::Rest,
        }
    }

    fn make_choice(
        &mut self,
        described: &'m Described,
        field: &RecordField,
        choice: &'m Choice,
        outer: &RecordPosition<'_>,
        own: &[usize],
    ) -> PartKind {
        let path = format!("{}{}", outer.path, field.name.as_deref().unwrap_or_default());
        let decider = match &choice.decision {
            Decision::AllValid => return self.make_overlay(described, &path, field, choice, outer, own),
            Decision::FirstValid => Decider::FirstValid,
            Decision::Field(_) => {
                let selector = choice.selector_path(described, &self.model.records).unwrap_or_default();
                let selector = format!("{}{selector}", outer.record);
                Decider::Field(self.fields.iter().position(|field| field.path == selector).unwrap_or(0))
            }
        };
        let index = self.choices.len();
        let is_single = outer.shape.is_empty() && outer.within.is_none();
        let placed_choice = PlacedChoice::new(path.clone(), decider, choice.clone(), is_single, &self.fields);
        self.choices.push(placed_choice);
        let path = format!("{path}.");
        let alternatives =
            choice.alternatives.iter().enumerate().map(|(alternative, described_alternative)| {
                // A field in this alternative has an item only where it is chosen.
                let this = Some(AlternativeIndex { choice: index, alternative });
                let inside = RecordPosition { path: &path, alone_in: this, within: this, ..*outer };
                let before = self.fields.len();
                let part = described_alternative
                    .field
                    .as_ref()
                    .map(|field| self.make_part(described, field, &inside, own));
                self.choices[index].inside.push(before..self.fields.len());
                part
            });
        PartKind::Choice {
            choice: index,
            alternatives: alternatives.collect(),
            bytes: choice.bytes.map(to_size),
            otherwise: choice.find_otherwise(),
        }
    }

    /// The parts of an overlay: for each alternative a choice between it and nothing.
    fn make_overlay(
        &mut self,
        described: &'m Described,
        path: &str,
        field: &RecordField,
        choice: &'m Choice,
        outer: &RecordPosition<'_>,
        own: &[usize],
    ) -> PartKind {
        let overlay = self.overlays.len();
        let is_single = outer.shape.is_empty() && outer.within.is_none();
        self.overlays.push(Vec::new());
        let inside = format!("{path}.");
        let bytes = choice.bytes.map_or(0, to_size);
        let mut alternatives = Vec::new();
        for (number, described_alternative) in choice.alternatives.iter().enumerate() {
            let index = self.choices.len();
            let decider = Decider::Overlay { overlay, number };
            let placed_choice =
                PlacedChoice::new(path.to_owned(), decider, choice.clone(), is_single, &self.fields);
            self.choices.push(placed_choice);
            self.overlays[overlay].push(index);
            // 0: the alternative. The other choice, at 1, is nothing.
            let this = Some(AlternativeIndex { choice: index, alternative: 0 });
            let inner = RecordPosition { path: &inside, alone_in: this, within: this, ..*outer };
            let before = self.fields.len();
            let part = described_alternative
                .field
                .as_ref()
                .map(|field| self.make_part(described, field, &inner, own));
            self.choices[index].inside.push(before..self.fields.len());
            let kind = PartKind::Choice {
                choice: index,
                alternatives: vec![part, None],
                bytes: Some(bytes),
                otherwise: None,
            };
            let name = field.name.clone().unwrap_or_default();
            alternatives.push(LayoutPart { counts: Vec::new(), array: None, kind, name });
        }
        PartKind::Overlay { overlay, alternatives, bytes }
    }

    /// The kind of a field that is neither a choice nor filler. `own` holds the field index of each earlier part.
    fn make_field_kind(
        &mut self,
        described: &'m Described,
        field: &RecordField,
        outer: &RecordPosition<'_>,
        own: &[usize],
    ) -> PartKind {
        let of_count = |count: &Count| match count {
            Count::Fixed(count) if outer.alone_in.is_some() => Dimension::Optional(to_size(*count)),
            Count::Fixed(count) => Dimension::Fixed(to_size(*count)),
            Count::Field(index) => Dimension::Field(own[*index]),
            Count::Computed(_) | Count::Rest => Dimension::Varying,
        };
        let mut shape = outer.shape.to_vec();
        // Only the outermost array in an alternative is there or not.
        let fixed = |count: &Count| match of_count(count) {
            Dimension::Optional(count) => Dimension::Fixed(count),
            other => other,
        };
        shape.extend(
            field.counts.iter().enumerate().map(
                |(depth, count)| {
                    if depth == 0 { of_count(count) } else { fixed(count) }
                },
            ),
        );
        let path = format!("{}{}", outer.path, field.name.as_deref().unwrap_or_default());
        let place = outer.at.zip(field.offset).zip(field.count_items()).map(|((at, offset), items)| {
            FixedPlaces { offset: at.offset + to_size(offset), items: to_size(items), ..at.clone() }
        });
        let alone_in = outer.alone_in.filter(|_| field.counts.is_empty());
        if let FieldKind::Record(id) = &field.kind {
            let inside = &self.model.records[id.0];
            // Behind a record of varying length nothing has a fixed place.
            let mut place = place.filter(|_| inside.is_fixed);
            if let Some(place) = place.as_mut().filter(|_| !field.counts.is_empty()) {
                place.groups.push(GroupArray { count: place.items, stride: to_size(inside.least_bytes) });
            }
            let path = format!("{path}.");
            let (at, within) = (place.as_ref(), outer.within);
            let inner = RecordPosition { path: &path, record: &path, shape: &shape, at, alone_in, within };
            return PartKind::Group(self.make_parts(inside, &inner));
        }
        let (conversions, bytes) = self.make_conversions(described, &field.kind);
        let length = find_text_length(&field.kind);
        let dimension = length.as_ref().map(fixed);
        let place = place.and_then(|place| match dimension {
            None => Some(FixedPlaces { length: 1, ..place }),
            Some(Dimension::Fixed(length)) => Some(FixedPlaces { length, ..place }),
            Some(Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_)) => None,
        });
        let length = length.map(|length| self.place_count(described, length, outer, own));
        let is_always_valid = self.is_always_valid(described, field);
        self.fields.push(Field {
            path,
            shape,
            length: dimension,
            described: field.clone(),
            bytes,
            place,
            conversions,
            alone_in,
            within: outer.within,
            is_always_valid,
        });
        PartKind::Field { field: self.fields.len() - 1, bytes, length }
    }
}

/// The characters of a text.
fn find_text_length(kind: &FieldKind) -> Option<Count> {
    match kind {
        FieldKind::Text(text) => Some(text.length),
        FieldKind::Scalar { .. }
        | FieldKind::Record(_)
        | FieldKind::Byte
        | FieldKind::Filler(_)
        | FieldKind::Choice(_) => None,
    }
}

impl<'m> LayoutBuilder<'m> {
    /// The conversions of a field, and the bytes of an item or a character.
    fn make_conversions(&mut self, described: &'m Described, kind: &FieldKind) -> (Conversions, usize) {
        let (main, narrow) = match kind {
            FieldKind::Scalar { conversion } => (*conversion, None),
            FieldKind::Text(text) => (text.wide, text.narrow),
            FieldKind::Record(_) | FieldKind::Byte | FieldKind::Filler(_) | FieldKind::Choice(_) => {
                return (Conversions::None, 1);
            }
        };
        let conversion = &described.conversions[main];
        let format = &self.model.formats[conversion.format.0];
        let bytes = conversion.order.extent(format.bits) as usize;
        if let FieldKind::Text(TextField { mixed: Some(set), .. }) = kind {
            let text = MixedText::new(self.model, &described.name, conversion, *set);
            return (Conversions::Mixed(text), bytes);
        }
        let (wide, narrow) =
            (self.make_datarep(described, main), narrow.map(|index| self.make_datarep(described, index)));
        let conversions = match (wide, narrow) {
            (None, _) | (_, Some(None)) => Conversions::None,
            (Some(wide), narrow) if matches!(kind, FieldKind::Text(_)) => {
                Conversions::Text { wide, narrow: narrow.flatten() }
            }
            (Some(datarep), _) => Conversions::Scalar {
                datarep,
                native: conversion.native,
                word: Box::new(StoredWord { format: format.clone(), order: conversion.order.clone() }),
            },
        };
        (conversions, bytes)
    }

    /// Whether no item of a field is invalid, whatever its bytes are.
    fn is_always_valid(&self, described: &Described, field: &RecordField) -> bool {
        let conversion = match &field.kind {
            FieldKind::Scalar { conversion } => *conversion,
            FieldKind::Text(text) => text.wide,
            FieldKind::Record(_) | FieldKind::Byte | FieldKind::Filler(_) | FieldKind::Choice(_) => {
                return true;
            }
        };
        let conversion = &described.conversions[conversion];
        // An invalid item is a missing one by the field's own rule.
        field.nulls.as_ref().is_some_and(|nulls| nulls.cases.contains(&NullCase::Invalid))
            || self.model.formats[conversion.format.0].kind.is_always_valid(conversion.native)
    }

    fn make_datarep(&mut self, described: &'m Described, index: usize) -> Option<Datarep> {
        if let Some(cached_datarep) = self.datareps.get(&(described.name.as_str(), index)) {
            return Some(cached_datarep.clone());
        }
        let conversion = &described.conversions[index];
        match make_field_datarep(self.model, &described.name, conversion) {
            Ok(datarep) => {
                self.datareps.insert((&described.name, index), datarep.clone());
                Some(datarep)
            }
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }
}
