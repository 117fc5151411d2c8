//! The places of the items of fields. In a record of fixed length they are computed; in other records they are found by
//! walking from one part to the next.

use std::collections::BTreeMap;

use datarep::Datarep;
use datarep_dsl::model::{
    ByteOrder, Count, FieldKind, Format, FormatKind, Integer, IntegerSign, Model, Record as Described,
    RecordField,
};

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
}

/// Returns a count, by the record's index, the field's index, and the offset of the field's item.
pub(super) type Counts<'c> = dyn FnMut(usize, usize, usize) -> Result<usize, RecordError> + 'c;

/// Receives the field's index and each run that a walk finds. An error ends the walk.
pub(super) type Visit<'v> = dyn FnMut(usize, ItemRun) -> Result<(), RecordError> + 'v;

/// A walk over records.
pub(super) struct LayoutWalk<'w> {
    /// Where the bytes end.
    pub(super) end: usize,
    pub(super) counts: &'w mut Counts<'w>,
    pub(super) visit: &'w mut Visit<'w>,
    pub(super) record: usize,
}

/// The layout of a record for walks, and its fields, including the fields of records inside it.
pub(super) fn lay_out(
    model: &Model,
    described: &Described,
) -> Result<(RecordParts, Vec<Field>), datarep::Error> {
    let mut fields = Vec::new();
    let mut maker = Maker { model, fields: &mut fields, made: BTreeMap::new(), fault: None };
    let start = FixedPlaces::default();
    let layout = maker.lay_out(described, &Outer { path: "", shape: &[], at: Some(&start) });
    match maker.fault {
        Some(fault) => Err(fault),
        None => Ok((layout, fields)),
    }
}

struct Maker<'m> {
    model: &'m Model,
    fields: &'m mut Vec<Field>,
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
}

impl<'m> Maker<'m> {
    fn lay_out(&mut self, described: &'m Described, outer: &Outer<'_>) -> RecordParts {
        // The field of each part, for counts.
        let mut own: Vec<usize> = Vec::new();
        let mut parts = Vec::new();
        for field in &described.fields {
            let before = self.fields.len();
            let kind = self.make_kind(described, field, outer, &own);
            own.push(before);
            let name = field.name.clone().unwrap_or_default();
            parts.push(LayoutPart { counts: field.counts.clone(), kind, is_count: false, name });
        }
        let used: Vec<usize> = described.fields.iter().flat_map(list_counting).collect();
        for index in &used {
            parts[*index].is_count = true;
        }
        let bytes = described.is_fixed.then(|| to_size(described.least_bytes));
        RecordParts { parts, bytes, counts: !used.is_empty() }
    }

    /// The kind of a field's part. `own` holds the field index of each earlier part.
    fn make_kind(
        &mut self,
        described: &'m Described,
        field: &RecordField,
        outer: &Outer<'_>,
        own: &[usize],
    ) -> PartKind {
        let of_count = |count: &Count| match count {
            Count::Fixed(count) => Dimension::Fixed(to_size(*count)),
            Count::Field(index) => Dimension::Field(own[*index]),
        };
        let shape: Vec<Dimension> =
            outer.shape.iter().copied().chain(field.counts.iter().map(of_count)).collect();
        let path = format!("{}{}", outer.path, field.name.as_deref().unwrap_or_default());
        let place = outer.at.zip(field.offset).zip(field.items()).map(|((at, offset), items)| FixedPlaces {
            offset: at.offset + to_size(offset),
            items: to_size(items),
            ..at.clone()
        });
        let length = length_of(&field.kind);
        match &field.kind {
            FieldKind::Filler(bytes) => PartKind::Filler(to_size(*bytes)),
            FieldKind::Record(id) => {
                let inside = &self.model.records[id.0];
                let mut place = place.filter(|_| inside.is_fixed);
                if let Some(place) = place.as_mut().filter(|_| !field.counts.is_empty()) {
                    place.groups.push((place.items, to_size(inside.least_bytes)));
                }
                let path = format!("{path}.");
                PartKind::Group(
                    self.lay_out(inside, &Outer { path: &path, shape: &shape, at: place.as_ref() }),
                )
            }
            FieldKind::Scalar { .. } | FieldKind::Text(_) | FieldKind::Byte => {
                let (conversions, bytes) = self.make_conversions(described, &field.kind);
                let dimension = length.as_ref().map(of_count);
                let place = place.and_then(|place| match dimension {
                    None => Some(FixedPlaces { length: 1, ..place }),
                    Some(Dimension::Fixed(length)) => Some(FixedPlaces { length, ..place }),
                    Some(Dimension::Field(_)) => None,
                });
                let described = field.clone();
                self.fields.push(Field {
                    path,
                    shape,
                    length: dimension,
                    described,
                    bytes,
                    place,
                    conversions,
                });
                PartKind::Field { field: self.fields.len() - 1, bytes, length }
            }
        }
    }
}

/// The characters of a text.
fn length_of(kind: &FieldKind) -> Option<Count> {
    match kind {
        FieldKind::Text(text) => Some(text.length),
        FieldKind::Scalar { .. } | FieldKind::Record(_) | FieldKind::Byte | FieldKind::Filler(_) => None,
    }
}

impl<'m> Maker<'m> {
    /// The conversions of a field, and the bytes of an item or a character.
    fn make_conversions(&mut self, described: &'m Described, kind: &FieldKind) -> (Conversions, usize) {
        let (main, narrow) = match kind {
            FieldKind::Scalar { conversion } => (*conversion, None),
            FieldKind::Text(text) => (text.wide, text.narrow),
            FieldKind::Record(_) | FieldKind::Byte | FieldKind::Filler(_) => return (Conversions::None, 1),
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
            let value = |count: &Count| match count {
                Count::Fixed(count) => to_size(*count),
                Count::Field(field) => known[*field],
            };
            let items = part.counts.iter().try_fold(1_usize, |all, count| all.checked_mul(value(count)));
            let length = part.text_length().map_or(1, value);
            let each = match &part.kind {
                PartKind::Filler(bytes) => Some(*bytes),
                PartKind::Field { bytes, .. } => bytes.checked_mul(length),
                // Each group has at least one byte.
                PartKind::Group(group) => group.bytes.or(Some(1)),
            };
            let bytes = items.zip(each).and_then(|(items, each)| items.checked_mul(each));
            let end = bytes.and_then(|bytes| at.checked_add(bytes)).filter(|end| *end <= walk.end);
            let (Some(items), Some(end)) = (items, end) else {
                return Err(part.ends_error(walk, at, bytes.unwrap_or(usize::MAX)));
            };
            match &part.kind {
                PartKind::Filler(_) => at = end,
                PartKind::Field { field, .. } => {
                    if length == 0 {
                        part.check_empty_texts(walk.record, at, at - start, items)?;
                    }
                    (walk.visit)(*field, ItemRun { record: walk.record, offset: at, items, length })?;
                    if part.is_count {
                        known[index] = (walk.counts)(walk.record, *field, at)?;
                    }
                    at = end;
                }
                PartKind::Group(group) => {
                    for _ in 0..items {
                        at = group.walk_record(walk, at)?;
                    }
                }
            }
        }
        Ok(at)
    }
}

impl LayoutPart {
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
