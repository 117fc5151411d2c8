//! The places of the items of fields. In a record of fixed length they are computed; in other records they are found by
//! walking from one part to the next.

use std::collections::BTreeMap;

use datarep::Datarep;
use datarep_dsl::model::{
    Choice, Count, Decision, FieldKind, Model, NullCase, Record as Described, RecordField, TextField,
};

use super::array::PlacedArray;
use super::choice::{Decider, PlacedChoice};
use super::count::{CountOrigin, FieldValue, PlacedCount};
use super::error::RecordError;
use super::field::{Conversions, Field, make_field_datarep};
use super::mixed::MixedText;
use super::place::{Dimension, FixedPlaces, ItemRun, to_size};
use super::valid::TriedAlternatives;

/// The number of texts without characters that an array may have anywhere.
pub(super) const EMPTY_TEXTS: usize = 16;

/// The end of a walk that has none.
pub(super) const UNBOUNDED: usize = isize::MAX.unsigned_abs();

/// The parts of a record, in the order in which a walk goes over them.
#[derive(Debug, Clone)]
pub(super) struct RecordParts {
    parts: Vec<LayoutPart>,
    /// Bytes of a record, if all records have the same length and no choice.
    pub(super) bytes_without_choice: Option<usize>,
    /// Bytes of a record, if all records have the same length, whatever they choose.
    pub(super) bytes: Option<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct LayoutPart {
    counts: Vec<PlacedCount>,
    /// The index of the array that has these counts, if it has a name.
    pub(super) array: Option<usize>,
    kind: PartKind,
    pub(super) name: String,
}

#[derive(Debug, Clone)]
enum PartKind {
    /// Items of `bytes` bytes each. In a text `bytes` is the size of a character.
    Field { field: usize, bytes: usize, length: Option<PlacedCount> },
    /// A record inside.
    Group(RecordParts),
    /// Bytes without a meaning.
    Filler(usize),
    /// One of several parts. `choice` is its index in the outermost record, and `bytes` is what each alternative takes if
    /// the choice states it. An alternative without a part takes no bytes.
    Choice {
        choice: usize,
        alternatives: Vec<Option<LayoutPart>>,
        bytes: Option<usize>,
        /// The alternative that is taken if no other is valid.
        otherwise: Option<usize>,
    },
    /// Several parts at one place, `bytes` long: each is a choice between an alternative and nothing. `overlay` is its index
    /// in the outermost record.
    Overlay { overlay: usize, alternatives: Vec<LayoutPart>, bytes: usize },
}

/// Receives what a walk finds, and tells the walk the counts, values and choices that it needs.
pub(super) trait LayoutVisitor {
    /// Takes a run of a field. An error ends the walk.
    fn visit_run(&mut self, field: usize, run: ItemRun) -> Result<(), RecordError>;

    /// The count in the item of a field that was visited last.
    fn last_count(&mut self, record: usize, field: usize) -> Result<usize, RecordError>;

    /// The number in the item of a field that was visited last.
    fn last_number(&mut self, record: usize, field: usize) -> Result<i128, RecordError>;

    /// The value in the item of a field that was visited last.
    fn last_value(&mut self, record: usize, field: usize) -> Result<FieldValue, RecordError>;

    /// The number of items of a field that takes the rest of a record whose end is not known. `length` says that the
    /// characters of its text are counted.
    fn count_rest(&mut self, record: usize, field: Option<usize>, length: bool)
    -> Result<usize, RecordError>;

    /// The alternative of a choice, by the item of its selector that was visited last; `None` if the first alternative that
    /// is valid is to be found by walking over them.
    fn choose_alternative(&mut self, record: usize, choice: usize) -> Result<Option<usize>, RecordError>;

    /// Takes notice of a choice in an alternative that the record does not have.
    fn skip_choice(&mut self, record: usize, choice: usize);

    /// Begins an alternative that may be invalid: an item that is no value is then an error. Returns what
    /// [`LayoutVisitor::end_attempt`] needs.
    fn begin_attempt(&mut self) -> usize {
        0
    }

    /// Ends an alternative. If it was invalid, what was visited in it is forgotten.
    fn end_attempt(&mut self, _attempt: usize, _is_valid: bool) {}

    /// Takes notice of the first alternative that is valid, of a choice that begins at byte `offset`. Without one, that is an
    /// error.
    fn note_first_valid(
        &mut self,
        _: usize,
        _choice: usize,
        _offset: usize,
        _: Option<usize>,
    ) -> Result<(), RecordError> {
        Ok(())
    }

    /// Takes notice of the number of items in a dimension of an array, the innermost dimension first. An array in an alternative
    /// that the record does not have has none. It is called in walks with [`LayoutWalk::notes_arrays`].
    fn note_array(&mut self, _array: usize, _dimension: usize, _items: usize) {}

    /// Begins an overlay.
    fn begin_overlay(&mut self, _record: usize, _overlay: usize) -> Result<(), RecordError> {
        Ok(())
    }

    /// Ends an overlay that begins at byte `offset`. Without a valid alternative, that is an error.
    fn end_overlay(&mut self, _record: usize, _overlay: usize, _offset: usize) -> Result<(), RecordError> {
        Ok(())
    }
}

/// A walk over records.
pub(super) struct LayoutWalk<'w> {
    /// Where the bytes end; [`UNBOUNDED`] if there are none yet.
    pub(super) end: usize,
    pub(super) visitor: &'w mut dyn LayoutVisitor,
    pub(super) record: usize,
    /// Whether the end is that of a choice that states its bytes. Where the bytes of a file end, more may follow.
    pub(super) is_bounded: bool,
    /// Whether the visitor wants to know how long arrays are, which few do.
    pub(super) notes_arrays: bool,
}

/// The layout of a record for walks, and its fields and choices, including those of records inside it.
pub(super) struct RecordLayout {
    pub(super) parts: RecordParts,
    pub(super) fields: Vec<Field>,
    pub(super) choices: Vec<PlacedChoice>,
    /// For each overlay, the choices between its alternatives and nothing.
    pub(super) overlays: Vec<Vec<usize>>,
    pub(super) arrays: Vec<PlacedArray>,
}

/// Lays a record out.
pub(super) fn lay_out_record(model: &Model, described: &Described) -> Result<RecordLayout, datarep::Error> {
    let mut maker = LayoutBuilder {
        model,
        fields: Vec::new(),
        choices: Vec::new(),
        overlays: Vec::new(),
        arrays: Vec::new(),
        made: BTreeMap::new(),
        fault: None,
    };
    let start = FixedPlaces::default();
    let outer =
        RecordPosition { path: "", record: "", shape: &[], at: Some(&start), choice: None, within: None };
    let parts = maker.make_parts(described, &outer);
    if let Some(fault) = maker.fault {
        return Err(fault);
    }
    let LayoutBuilder { fields, choices, overlays, arrays, .. } = maker;
    Ok(RecordLayout { parts, fields, choices, overlays, arrays })
}

pub(super) struct LayoutBuilder<'m> {
    pub(super) model: &'m Model,
    pub(super) fields: Vec<Field>,
    choices: Vec<PlacedChoice>,
    overlays: Vec<Vec<usize>>,
    pub(super) arrays: Vec<PlacedArray>,
    /// The conversions that were made, by the name of the record and the index in it. Each is made once.
    made: BTreeMap<(&'m str, usize), Datarep>,
    fault: Option<datarep::Error>,
}

/// The position of a record in the outermost one.
pub(super) struct RecordPosition<'o> {
    /// The path of the record, or of a choice in it, with a dot at the end.
    pub(super) path: &'o str,
    /// The path of the record, with a dot at the end: counts and choices name fields of it.
    pub(super) record: &'o str,
    /// The dimensions of the arrays that contain it.
    shape: &'o [Dimension],
    /// The place where it begins, if that is fixed.
    at: Option<&'o FixedPlaces>,
    /// The choice and the alternative that contain it, unless an array lies between.
    choice: Option<(usize, usize)>,
    /// The innermost choice and the alternative that contain it.
    within: Option<(usize, usize)>,
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
            FieldKind::Choice(choice) => self.make_choice(described, (field, choice), outer, own),
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
        (field, choice): (&RecordField, &'m Choice),
        outer: &RecordPosition<'_>,
        own: &[usize],
    ) -> PartKind {
        let path = format!("{}{}", outer.path, field.name.as_deref().unwrap_or_default());
        let decider = match &choice.decision {
            Decision::AllValid => return self.make_overlay(described, (&path, field, choice), outer, own),
            Decision::FirstValid => Decider::FirstValid,
            Decision::Field(_) => {
                let selector = choice.selector_path(described, &self.model.records).unwrap_or_default();
                let selector = format!("{}{selector}", outer.record);
                Decider::Field(self.fields.iter().position(|field| field.path == selector).unwrap_or(0))
            }
        };
        let index = self.choices.len();
        let is_single = outer.shape.is_empty() && outer.within.is_none();
        let made = PlacedChoice::new(path.clone(), decider, choice.clone(), is_single, &self.fields);
        self.choices.push(made);
        let path = format!("{path}.");
        let alternatives = choice.alternatives.iter().enumerate().map(|(alternative, one)| {
            // A field in this alternative has an item only where it is chosen.
            let this = Some((index, alternative));
            let inside = RecordPosition { path: &path, choice: this, within: this, ..*outer };
            let before = self.fields.len();
            let part = one.field.as_ref().map(|field| self.make_part(described, field, &inside, own));
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
        (path, field, choice): (&str, &RecordField, &'m Choice),
        outer: &RecordPosition<'_>,
        own: &[usize],
    ) -> PartKind {
        let overlay = self.overlays.len();
        self.overlays.push(Vec::new());
        let inside = format!("{path}.");
        let bytes = choice.bytes.map_or(0, to_size);
        let mut alternatives = Vec::new();
        for (number, one) in choice.alternatives.iter().enumerate() {
            let index = self.choices.len();
            let decider = Decider::Overlay { overlay, number };
            let made = PlacedChoice::new(path.to_owned(), decider, choice.clone(), false, &self.fields);
            self.choices.push(made);
            self.overlays[overlay].push(index);
            // 0: the alternative. The other choice, at 1, is nothing.
            let this = Some((index, 0));
            let inner = RecordPosition { path: &inside, choice: this, within: this, ..*outer };
            let before = self.fields.len();
            let part = one.field.as_ref().map(|field| self.make_part(described, field, &inner, own));
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
            Count::Fixed(count) if outer.choice.is_some() => Dimension::Optional(to_size(*count)),
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
        let choice = outer.choice.filter(|_| field.counts.is_empty());
        if let FieldKind::Record(id) = &field.kind {
            let inside = &self.model.records[id.0];
            // Behind a record of varying length nothing has a fixed place.
            let mut place = place.filter(|_| inside.is_fixed);
            if let Some(place) = place.as_mut().filter(|_| !field.counts.is_empty()) {
                place.groups.push((place.items, to_size(inside.least_bytes)));
            }
            let path = format!("{path}.");
            let (at, within) = (place.as_ref(), outer.within);
            let inner = RecordPosition { path: &path, record: &path, shape: &shape, at, choice, within };
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
            choice,
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
                word: Box::new((format.clone(), conversion.order.clone())),
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
        if let Some(known) = self.made.get(&(described.name.as_str(), index)) {
            return Some(known.clone());
        }
        let conversion = &described.conversions[index];
        match make_field_datarep(self.model, &described.name, conversion) {
            Ok(datarep) => {
                self.made.insert((&described.name, index), datarep.clone());
                Some(datarep)
            }
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }
}

impl RecordParts {
    /// Walks over the record that begins at `at`, and returns its end.
    pub(super) fn walk_record(&self, walk: &mut LayoutWalk<'_>, mut at: usize) -> Result<usize, RecordError> {
        let start = at;
        for part in &self.parts {
            at = part.walk_part(walk, (start, at))?;
        }
        Ok(at)
    }

    /// Walks over all such records up to the end of the record that contains them, and returns that end and their number. `field`
    /// has one item in each.
    pub(super) fn walk_to_end(
        &self,
        walk: &mut LayoutWalk<'_>,
        mut at: usize,
        field: Option<usize>,
    ) -> Result<(usize, usize), RecordError> {
        if walk.end == UNBOUNDED {
            let count = walk.visitor.count_rest(walk.record, field, false)?;
            for _ in 0..count {
                at = self.walk_record(walk, at)?;
            }
            return Ok((at, count));
        }
        let mut count = 0;
        while at < walk.end {
            at = self.walk_record(walk, at)?;
            count += 1;
        }
        Ok((at, count))
    }

    /// Takes notice of the choices and arrays of a record that is not there.
    fn skip_choices(&self, walk: &mut LayoutWalk<'_>) {
        self.parts.iter().for_each(|part| part.skip_choices(walk));
    }
}

impl LayoutPart {
    /// The number of characters of each item: 1, unless it is a text whose length is counted.
    fn evaluate_text_length(
        &self,
        walk: &mut LayoutWalk<'_>,
        place: CountOrigin<'_>,
    ) -> Result<usize, RecordError> {
        let Some((length, bytes)) = self.text_length() else { return Ok(1) };
        length.evaluate_count(walk, CountOrigin { is_length: true, ..place }, bytes)
    }

    /// Walks over the part that begins at `at`, in a record that begins at `start`, and returns its end.
    fn walk_part(
        &self,
        walk: &mut LayoutWalk<'_>,
        (start, mut at): (usize, usize),
    ) -> Result<usize, RecordError> {
        let place = CountOrigin { start, at, part: self, is_length: false };
        let length = self.evaluate_text_length(walk, place)?;
        let each = match &self.kind {
            PartKind::Filler(bytes) | PartKind::Overlay { bytes, .. } => Some(*bytes),
            PartKind::Field { bytes, .. } => bytes.checked_mul(length),
            PartKind::Group(group) if self.takes_rest() && group.bytes.is_none() => {
                return self.walk_rest_of_record(group, walk, at);
            }
            // Each group has at least one byte.
            PartKind::Group(group) => group.bytes.or(Some(1)),
            PartKind::Choice { bytes, .. } => Some(bytes.unwrap_or(0)),
        };
        let mut items = Some(1_usize);
        // The inner counts first: the outermost one may take the rest.
        for (dimension, count) in self.counts.iter().enumerate().rev() {
            let inner = items.zip(each).and_then(|(items, each)| items.checked_mul(each));
            let count = count.evaluate_count(walk, place, inner.unwrap_or(usize::MAX))?;
            self.note_array_items(walk, dimension, count);
            items = items.and_then(|items| items.checked_mul(count));
        }
        let bytes = items.zip(each).and_then(|(items, each)| items.checked_mul(each));
        let end = bytes.and_then(|bytes| at.checked_add(bytes)).filter(|end| *end <= walk.end);
        let (Some(items), Some(end)) = (items, end) else {
            return Err(self.ends_error(walk, at, bytes.unwrap_or(usize::MAX)));
        };
        match &self.kind {
            PartKind::Filler(_) => Ok(end),
            PartKind::Field { field, .. } => {
                if length == 0 {
                    self.check_empty_texts(walk.record, at, at - start, items)?;
                }
                walk.visitor.visit_run(*field, ItemRun { record: walk.record, offset: at, items, length })?;
                Ok(end)
            }
            PartKind::Group(group) => {
                for _ in 0..items {
                    at = group.walk_record(walk, at)?;
                }
                Ok(at)
            }
            PartKind::Choice { choice, alternatives, bytes, otherwise } => {
                let Some(chosen) = walk.visitor.choose_alternative(walk.record, *choice)? else {
                    let tried =
                        TriedAlternatives { choice: *choice, all: alternatives, otherwise: *otherwise };
                    return self.walk_first_valid(&tried, walk, (start, at, *bytes));
                };
                let others = alternatives.iter().enumerate().filter(|(index, _)| *index != chosen);
                others.filter_map(|(_, other)| other.as_ref()).for_each(|other| other.skip_choices(walk));
                let Some(part) = &alternatives[chosen] else { return Ok(end) };
                self.walk_alternative(part, walk, (start, at, *bytes))
            }
            PartKind::Overlay { overlay, alternatives, .. } => {
                walk.visitor.begin_overlay(walk.record, *overlay)?;
                for alternative in alternatives {
                    alternative.walk_part(walk, (start, at))?;
                }
                walk.visitor.end_overlay(walk.record, *overlay, at)?;
                Ok(end)
            }
        }
    }

    /// Walks over an alternative of this choice, which begins at `at`, and returns its end, or that of the bytes that the
    /// choice states.
    pub(super) fn walk_alternative(
        &self,
        alternative: &LayoutPart,
        walk: &mut LayoutWalk<'_>,
        (start, at, bytes): (usize, usize, Option<usize>),
    ) -> Result<usize, RecordError> {
        match bytes {
            None => alternative.walk_part(walk, (start, at)),
            Some(bytes) => self.walk_bounded_alternative(alternative, walk, (start, at, bytes)),
        }
    }

    /// Walks over an alternative of this choice that has `bytes` bytes at most, and returns the end of these bytes.
    fn walk_bounded_alternative(
        &self,
        alternative: &LayoutPart,
        walk: &mut LayoutWalk<'_>,
        (start, at, bytes): (usize, usize, usize),
    ) -> Result<usize, RecordError> {
        let outer = (std::mem::replace(&mut walk.end, at + bytes), walk.is_bounded);
        // An alternative that reaches the end of these bytes is invalid. At the end of a file it would be incomplete.
        walk.is_bounded = true;
        let walked = alternative.walk_part(walk, (start, at));
        (walk.end, walk.is_bounded) = outer;
        match walked {
            Ok(_) => Ok(at + bytes),
            Err(RecordError::Ends { .. }) => {
                let (record, field) = (walk.record, self.name.clone());
                Err(RecordError::Overfull { record, field, offset: at, bytes })
            }
            Err(fault) => Err(fault),
        }
    }

    /// Takes notice of the choices and arrays of a part that is not there. An array that is not there has no items with choices.
    pub(super) fn skip_choices(&self, walk: &mut LayoutWalk<'_>) {
        if !self.counts.is_empty() {
            (0..self.counts.len()).rev().for_each(|dimension| self.note_array_items(walk, dimension, 0));
            return;
        }
        match &self.kind {
            PartKind::Field { .. } | PartKind::Filler(_) => {}
            PartKind::Group(group) => group.skip_choices(walk),
            PartKind::Choice { choice, alternatives, .. } => {
                walk.visitor.skip_choice(walk.record, *choice);
                alternatives.iter().flatten().for_each(|part| part.skip_choices(walk));
            }
            PartKind::Overlay { alternatives, .. } => {
                for part in alternatives {
                    part.skip_choices(walk);
                }
            }
        }
    }

    /// Whether there are as many items as fit up to the end of the record.
    fn takes_rest(&self) -> bool {
        matches!(self.counts.as_slice(), [PlacedCount::Rest])
    }

    /// Finds a field with one item for each item of this part, by which the items can be counted.
    pub(super) fn find_item_field(&self) -> Option<usize> {
        match &self.kind {
            PartKind::Field { field, .. } => Some(*field),
            PartKind::Group(group) => {
                group.parts.iter().filter(|part| part.counts.is_empty()).find_map(LayoutPart::find_item_field)
            }
            PartKind::Filler(_) | PartKind::Choice { .. } | PartKind::Overlay { .. } => None,
        }
    }

    /// The characters of a text, and the bytes of each.
    fn text_length(&self) -> Option<(&PlacedCount, usize)> {
        match &self.kind {
            PartKind::Field { length, bytes, .. } => length.as_ref().map(|length| (length, *bytes)),
            PartKind::Filler(_) | PartKind::Group(_) | PartKind::Choice { .. } | PartKind::Overlay { .. } => {
                None
            }
        }
    }

    /// Checks the number of texts without characters at byte `offset`, with `before` bytes of their record before them.
    ///
    /// Each text is a value, but takes no bytes. Without a limit, a record of a few bytes could have billions of values.
    fn check_empty_texts(
        &self,
        record: usize,
        offset: usize,
        before: usize,
        texts: usize,
    ) -> Result<(), RecordError> {
        let most = before.max(EMPTY_TEXTS);
        if texts <= most {
            return Ok(());
        }
        Err(RecordError::EmptyTexts { record, field: self.name.clone(), offset, texts, most })
    }

    /// The error for bytes that end before the end of this part.
    #[cold]
    fn ends_error(&self, walk: &LayoutWalk<'_>, offset: usize, bytes: usize) -> RecordError {
        let (record, field, left) = (walk.record, self.name.clone(), walk.end - offset);
        RecordError::Ends { record, field, offset, bytes, left }
    }
}
