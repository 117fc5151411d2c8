//! The places of the items of fields. In a record of fixed length they are computed; in other records they are found by
//! walking from one part to the next.

use std::collections::BTreeMap;

use datarep::Datarep;
use datarep_dsl::model::{
    ByteOrder, Choice, Count, FieldKind, Format, FormatKind, Integer, IntegerSign, Model,
    Record as Described, RecordField,
};

use super::choice::PlacedChoice;
use super::error::RecordError;
use super::field::{Conversions, Field, field_datarep};
use super::place::{Dimension, FixedPlaces, ItemRun, to_size};

/// The number of texts without characters that an array may have anywhere.
const EMPTY_TEXTS: usize = 16;

/// A record as a walk sees it.
#[derive(Debug, Clone)]
pub(super) struct RecordParts {
    parts: Vec<LayoutPart>,
    /// Bytes of a record, if all records have the same length.
    pub(super) bytes: Option<usize>,
    /// Bytes of a record, if all records have the same length, whatever they choose.
    pub(super) fixed: Option<usize>,
    /// Whether a field is the count of another one.
    counts: bool,
}

#[derive(Debug, Clone)]
struct LayoutPart {
    counts: Vec<Count>,
    kind: PartKind,
    /// Whether this part is the count or the length of another part.
    is_count: bool,
    name: String,
}

#[derive(Debug, Clone)]
enum PartKind {
    /// Items of `bytes` bytes each. In a text `bytes` is the size of a character.
    Field { field: usize, bytes: usize, length: Option<Count> },
    /// A record inside.
    Group(RecordParts),
    /// Bytes without a meaning.
    Filler(usize),
    /// One of several parts. `choice` is its index in the outermost record, and `bytes` is what each alternative takes if
    /// the choice states it. An alternative without a part takes no bytes.
    Choice { choice: usize, alternatives: Vec<Option<LayoutPart>>, bytes: Option<usize> },
}

/// What a walk asks and tells.
pub(super) trait Visitor {
    /// Takes a run of a field. An error ends the walk.
    fn visit(&mut self, field: usize, run: ItemRun) -> Result<(), RecordError>;

    /// The count in a field's item, which was visited last. It begins at byte `offset`.
    fn count(&mut self, record: usize, field: usize, offset: usize) -> Result<usize, RecordError>;

    /// The alternative of a choice, by the item of its selector that was visited last.
    fn choose(&mut self, record: usize, choice: usize) -> Result<usize, RecordError>;

    /// Takes notice of a choice in an alternative that the record does not have.
    fn skip(&mut self, record: usize, choice: usize);
}

/// A walk over records.
pub(super) struct LayoutWalk<'w> {
    /// Where the bytes end.
    pub(super) end: usize,
    pub(super) visitor: &'w mut dyn Visitor,
    pub(super) record: usize,
}

/// The layout of a record for walks, and its fields and choices, including those of records inside it.
pub(super) struct Layout {
    pub(super) parts: RecordParts,
    pub(super) fields: Vec<Field>,
    pub(super) choices: Vec<PlacedChoice>,
}

/// Lays a record out.
pub(super) fn lay_out(model: &Model, described: &Described) -> Result<Layout, datarep::Error> {
    let mut maker =
        Maker { model, fields: Vec::new(), choices: Vec::new(), made: BTreeMap::new(), fault: None };
    let start = FixedPlaces::default();
    let outer = Outer { path: "", shape: &[], at: Some(&start), choice: None, within: None };
    let parts = maker.lay_out(described, &outer);
    match maker.fault {
        Some(fault) => Err(fault),
        None => Ok(Layout { parts, fields: maker.fields, choices: maker.choices }),
    }
}

struct Maker<'m> {
    model: &'m Model,
    fields: Vec<Field>,
    choices: Vec<PlacedChoice>,
    /// The conversions that were made, by the name of the record and the index in it. Each is made once.
    made: BTreeMap<(&'m str, usize), Datarep>,
    fault: Option<datarep::Error>,
}

/// The position of a record in the outermost one.
struct Outer<'o> {
    /// The path of the record, with a dot at the end.
    path: &'o str,
    /// The dimensions of the arrays that contain it.
    shape: &'o [Dimension],
    /// The place where it begins, if that is fixed.
    at: Option<&'o FixedPlaces>,
    /// The choice and the alternative that contain it, unless an array lies between.
    choice: Option<(usize, usize)>,
    /// The innermost choice and the alternative that contain it.
    within: Option<(usize, usize)>,
}

impl<'m> Maker<'m> {
    fn lay_out(&mut self, described: &'m Described, outer: &Outer<'_>) -> RecordParts {
        // The field of each part, for counts.
        let mut own: Vec<usize> = Vec::new();
        let mut parts = Vec::new();
        for field in &described.fields {
            let before = self.fields.len();
            parts.push(self.make_part(described, field, outer, &own));
            own.push(before);
        }
        let used: Vec<usize> = described.list_fields().flat_map(list_counting).collect();
        for index in &used {
            parts[*index].is_count = true;
        }
        let fixed = described.is_fixed.then(|| to_size(described.least_bytes));
        let bytes = fixed.filter(|_| !described.has_choice);
        RecordParts { parts, bytes, fixed, counts: !used.is_empty() }
    }

    /// The part of a field. `own` holds the field index of each earlier part.
    fn make_part(
        &mut self,
        described: &'m Described,
        field: &'m RecordField,
        outer: &Outer<'_>,
        own: &[usize],
    ) -> LayoutPart {
        let kind = match &field.kind {
            FieldKind::Choice(choice) => self.make_choice(described, (field, choice), outer, own),
            FieldKind::Filler(bytes) => PartKind::Filler(to_size(*bytes)),
            FieldKind::Scalar { .. } | FieldKind::Text(_) | FieldKind::Byte | FieldKind::Record(_) => {
                self.make_kind(described, field, outer, own)
            }
        };
        let name = field.name.clone().unwrap_or_default();
        LayoutPart { counts: field.counts.clone(), kind, is_count: false, name }
    }

    fn make_choice(
        &mut self,
        described: &'m Described,
        (field, choice): (&RecordField, &'m Choice),
        outer: &Outer<'_>,
        own: &[usize],
    ) -> PartKind {
        let path = format!("{}{}", outer.path, field.name.as_deref().unwrap_or_default());
        let selector = format!("{}{}", outer.path, choice.selector_path(described, &self.model.records));
        let selector = self.fields.iter().position(|field| field.path == selector).unwrap_or(0);
        let index = self.choices.len();
        let is_single = outer.shape.is_empty() && outer.within.is_none();
        let made = PlacedChoice::new(path.clone(), selector, choice.clone(), is_single, &self.fields);
        self.choices.push(made);
        self.fields[selector].decides.push(index);
        let path = format!("{path}.");
        let alternatives = choice.alternatives.iter().enumerate().map(|(alternative, one)| {
            let this = Some((index, alternative));
            let inside = Outer { path: &path, choice: this, within: this, ..*outer };
            one.field.as_ref().map(|field| self.make_part(described, field, &inside, own))
        });
        PartKind::Choice {
            choice: index,
            alternatives: alternatives.collect(),
            bytes: choice.bytes.map(to_size),
        }
    }

    /// The kind of a field that is neither a choice nor filler. `own` holds the field index of each earlier part.
    fn make_kind(
        &mut self,
        described: &'m Described,
        field: &RecordField,
        outer: &Outer<'_>,
        own: &[usize],
    ) -> PartKind {
        let of_count = |count: &Count| match count {
            Count::Fixed(count) if outer.choice.is_some() => Dimension::Optional(to_size(*count)),
            Count::Fixed(count) => Dimension::Fixed(to_size(*count)),
            Count::Field(index) => Dimension::Field(own[*index]),
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
        let place = outer.at.zip(field.offset).zip(field.items()).map(|((at, offset), items)| FixedPlaces {
            offset: at.offset + to_size(offset),
            items: to_size(items),
            ..at.clone()
        });
        let choice = outer.choice.filter(|_| field.counts.is_empty());
        if let FieldKind::Record(id) = &field.kind {
            let inside = &self.model.records[id.0];
            let mut place = place.filter(|_| inside.is_fixed);
            if let Some(place) = place.as_mut().filter(|_| !field.counts.is_empty()) {
                place.groups.push((place.items, to_size(inside.least_bytes)));
            }
            let path = format!("{path}.");
            let inner =
                Outer { path: &path, shape: &shape, at: place.as_ref(), choice, within: outer.within };
            return PartKind::Group(self.lay_out(inside, &inner));
        }
        let (conversions, bytes) = self.make_conversions(described, &field.kind);
        let length = length_of(&field.kind);
        let dimension = length.as_ref().map(fixed);
        let place = place.and_then(|place| match dimension {
            None => Some(FixedPlaces { length: 1, ..place }),
            Some(Dimension::Fixed(length)) => Some(FixedPlaces { length, ..place }),
            Some(Dimension::Field(_) | Dimension::Optional(_)) => None,
        });
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
            decides: Vec::new(),
        });
        PartKind::Field { field: self.fields.len() - 1, bytes, length }
    }
}

/// The characters of a text.
fn length_of(kind: &FieldKind) -> Option<Count> {
    match kind {
        FieldKind::Text(text) => Some(text.length),
        FieldKind::Scalar { .. }
        | FieldKind::Record(_)
        | FieldKind::Byte
        | FieldKind::Filler(_)
        | FieldKind::Choice(_) => None,
    }
}

impl<'m> Maker<'m> {
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

    fn make_datarep(&mut self, described: &'m Described, index: usize) -> Option<Datarep> {
        if let Some(known) = self.made.get(&(described.name.as_str(), index)) {
            return Some(known.clone());
        }
        let conversion = &described.conversions[index];
        match field_datarep(self.model, &described.name, conversion) {
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

/// The fields that are counts or the length of `field`.
fn list_counting(field: &RecordField) -> Vec<usize> {
    let length = length_of(&field.kind);
    let counts = field.counts.iter().copied().chain(length);
    counts.filter_map(|count| if let Count::Field(index) = count { Some(index) } else { None }).collect()
}

impl RecordParts {
    /// Walks over the record that begins at `at`, and returns its end.
    pub(super) fn walk_record(&self, walk: &mut LayoutWalk<'_>, mut at: usize) -> Result<usize, RecordError> {
        let start = at;
        let mut known = if self.counts { vec![0; self.parts.len()] } else { Vec::new() };
        for (index, part) in self.parts.iter().enumerate() {
            let begin = at;
            at = part.walk(walk, &known, (start, begin))?;
            if let PartKind::Field { field, .. } = &part.kind
                && part.is_count
            {
                known[index] = walk.visitor.count(walk.record, *field, begin)?;
            }
        }
        Ok(at)
    }

    /// Takes notice of the choices of a record that is not there.
    fn skip_choices(&self, walk: &mut LayoutWalk<'_>) {
        self.parts.iter().for_each(|part| part.skip_choices(walk));
    }
}

impl LayoutPart {
    /// Walks over the part that begins at `at`, in a record that begins at `start`, and returns its end. `known` holds the
    /// values of the counts before it.
    fn walk(
        &self,
        walk: &mut LayoutWalk<'_>,
        known: &[usize],
        (start, mut at): (usize, usize),
    ) -> Result<usize, RecordError> {
        let value = |count: &Count| match count {
            Count::Fixed(count) => to_size(*count),
            Count::Field(field) => known[*field],
        };
        let items = self.counts.iter().try_fold(1_usize, |all, count| all.checked_mul(value(count)));
        let length = self.text_length().map_or(1, value);
        let each = match &self.kind {
            PartKind::Filler(bytes) => Some(*bytes),
            PartKind::Field { bytes, .. } => bytes.checked_mul(length),
            // Each group has at least one byte.
            PartKind::Group(group) => group.bytes.or(Some(1)),
            PartKind::Choice { bytes, .. } => Some(bytes.unwrap_or(0)),
        };
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
                walk.visitor.visit(*field, ItemRun { record: walk.record, offset: at, items, length })?;
                Ok(end)
            }
            PartKind::Group(group) => {
                for _ in 0..items {
                    at = group.walk_record(walk, at)?;
                }
                Ok(at)
            }
            PartKind::Choice { choice, alternatives, bytes } => {
                let chosen = walk.visitor.choose(walk.record, *choice)?;
                let others = alternatives.iter().enumerate().filter(|(index, _)| *index != chosen);
                others.filter_map(|(_, other)| other.as_ref()).for_each(|other| other.skip_choices(walk));
                let Some(part) = &alternatives[chosen] else { return Ok(end) };
                match bytes {
                    None => part.walk(walk, known, (start, at)),
                    Some(bytes) => self.walk_within(part, walk, known, (start, at, *bytes)),
                }
            }
        }
    }

    /// Walks over an alternative of this choice that has `bytes` bytes at most, and returns the end of these bytes.
    fn walk_within(
        &self,
        alternative: &LayoutPart,
        walk: &mut LayoutWalk<'_>,
        known: &[usize],
        (start, at, bytes): (usize, usize, usize),
    ) -> Result<usize, RecordError> {
        let outer = std::mem::replace(&mut walk.end, at + bytes);
        let walked = alternative.walk(walk, known, (start, at));
        walk.end = outer;
        match walked {
            Ok(_) => Ok(at + bytes),
            Err(RecordError::Ends { .. }) => {
                let (record, field) = (walk.record, self.name.clone());
                Err(RecordError::Overfull { record, field, offset: at, bytes })
            }
            Err(fault) => Err(fault),
        }
    }

    /// Takes notice of the choices of a part that is not there. An array that is not there has no items with choices.
    fn skip_choices(&self, walk: &mut LayoutWalk<'_>) {
        if !self.counts.is_empty() {
            return;
        }
        match &self.kind {
            PartKind::Field { .. } | PartKind::Filler(_) => {}
            PartKind::Group(group) => group.skip_choices(walk),
            PartKind::Choice { choice, alternatives, .. } => {
                walk.visitor.skip(walk.record, *choice);
                alternatives.iter().flatten().for_each(|part| part.skip_choices(walk));
            }
        }
    }

    /// The characters of a text.
    fn text_length(&self) -> Option<&Count> {
        if let PartKind::Field { length, .. } = &self.kind { length.as_ref() } else { None }
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

/// The integer that the bytes hold, if its format can be decoded without a conversion.
pub(super) fn plain_integer(format: &Format, order: &ByteOrder, bytes: &[u8]) -> Option<i128> {
    let FormatKind::Integer(Integer { sign, scale: 0 }) = format.kind else { return None };
    let push = |word: u128, byte: &u8| word << 8 | u128::from(*byte);
    let word = match order {
        ByteOrder::Big => bytes.iter().fold(0, push),
        ByteOrder::Little => bytes.iter().rev().fold(0, push),
        ByteOrder::Units { .. } | ByteOrder::Bytes(_) | ByteOrder::Contained(_) => {
            order.load(bytes, format.bits)
        }
    };
    let above = 128 - format.bits;
    match sign {
        IntegerSign::Unsigned => i128::try_from(word).ok(),
        IntegerSign::Twos => Some((word << above).cast_signed() >> above),
        IntegerSign::Ones | IntegerSign::SignMagnitude | IntegerSign::Offset(_) | IntegerSign::Words(_) => {
            None
        }
    }
}
