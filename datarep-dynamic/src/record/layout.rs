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
use super::place::{Dimension, Fixed, Run, to_size};

/// The number of texts without characters that an array may have anywhere.
const EMPTY_TEXTS: usize = 16;

/// A record as a walk sees it.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    parts: Vec<Part>,
    /// Bytes of a record, if all records have the same length.
    pub(super) bytes: Option<usize>,
    /// Whether a field is the count of another one.
    counts: bool,
}

#[derive(Debug, Clone)]
struct Part {
    counts: Vec<Count>,
    kind: Kind,
    /// Whether this part is the count or the length of another part.
    is_count: bool,
    name: String,
}

#[derive(Debug, Clone)]
enum Kind {
    /// Items of `bytes` bytes each. In a text `bytes` is the size of a character.
    Field { field: usize, bytes: usize, length: Option<Count> },
    /// A record inside.
    Group(Layout),
    /// Bytes without a meaning.
    Filler(usize),
}

/// Returns a count, by the record's index, the field's index, and the offset of the field's item.
pub(super) type Counts<'c> = dyn FnMut(usize, usize, usize) -> Result<usize, RecordError> + 'c;

/// Receives the field's index and each run that a walk finds. An error ends the walk.
pub(super) type Visit<'v> = dyn FnMut(usize, Run) -> Result<(), RecordError> + 'v;

/// A walk over records.
pub(super) struct Walk<'w> {
    /// Where the bytes end.
    pub(super) end: usize,
    pub(super) counts: &'w mut Counts<'w>,
    pub(super) visit: &'w mut Visit<'w>,
    pub(super) record: usize,
}

/// The layout of a record for walks, and its fields, including the fields of records inside it.
pub(super) fn lay_out(model: &Model, described: &Described) -> Result<(Layout, Vec<Field>), datarep::Error> {
    let mut fields = Vec::new();
    let mut maker = Maker { model, fields: &mut fields, made: BTreeMap::new(), fault: None };
    let start = Fixed::default();
    let layout = maker.layout(described, &Outer { path: "", shape: &[], at: Some(&start) });
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
    at: Option<&'o Fixed>,
}

impl<'m> Maker<'m> {
    fn layout(&mut self, described: &'m Described, outer: &Outer<'_>) -> Layout {
        // The field of each part, for counts.
        let mut own: Vec<usize> = Vec::new();
        let mut parts = Vec::new();
        for field in &described.fields {
            let before = self.fields.len();
            let kind = self.kind(described, field, outer, &own);
            own.push(before);
            let name = field.name.clone().unwrap_or_default();
            parts.push(Part { counts: field.counts.clone(), kind, is_count: false, name });
        }
        let used: Vec<usize> = described.fields.iter().flat_map(counting).collect();
        for index in &used {
            parts[*index].is_count = true;
        }
        let bytes = described.is_fixed.then(|| to_size(described.least_bytes));
        Layout { parts, bytes, counts: !used.is_empty() }
    }

    /// The kind of a field's part. `own` holds the field index of each earlier part.
    fn kind(
        &mut self,
        described: &'m Described,
        field: &RecordField,
        outer: &Outer<'_>,
        own: &[usize],
    ) -> Kind {
        let of_count = |count: &Count| match count {
            Count::Fixed(count) => Dimension::Fixed(to_size(*count)),
            Count::Field(index) => Dimension::Field(own[*index]),
        };
        let shape: Vec<Dimension> =
            outer.shape.iter().copied().chain(field.counts.iter().map(of_count)).collect();
        let path = format!("{}{}", outer.path, field.name.as_deref().unwrap_or_default());
        let place = outer.at.zip(field.offset).zip(field.items()).map(|((at, offset), items)| Fixed {
            offset: at.offset + to_size(offset),
            items: to_size(items),
            ..at.clone()
        });
        let length = length_of(&field.kind);
        match &field.kind {
            FieldKind::Filler(bytes) => Kind::Filler(to_size(*bytes)),
            FieldKind::Record(id) => {
                let inside = &self.model.records[id.0];
                let mut place = place.filter(|_| inside.is_fixed);
                if let Some(place) = place.as_mut().filter(|_| !field.counts.is_empty()) {
                    place.groups.push((place.items, to_size(inside.least_bytes)));
                }
                let path = format!("{path}.");
                Kind::Group(self.layout(inside, &Outer { path: &path, shape: &shape, at: place.as_ref() }))
            }
            FieldKind::Scalar { .. } | FieldKind::Text(_) | FieldKind::Byte => {
                let (conversions, bytes) = self.conversions(described, &field.kind);
                let dimension = length.as_ref().map(of_count);
                let place = place.and_then(|place| match dimension {
                    None => Some(Fixed { length: 1, ..place }),
                    Some(Dimension::Fixed(length)) => Some(Fixed { length, ..place }),
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
                Kind::Field { field: self.fields.len() - 1, bytes, length }
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
    fn conversions(&mut self, described: &'m Described, kind: &FieldKind) -> (Conversions, usize) {
        let (main, narrow) = match kind {
            FieldKind::Scalar { conversion } => (*conversion, None),
            FieldKind::Text(text) => (text.wide, text.narrow),
            FieldKind::Record(_) | FieldKind::Byte | FieldKind::Filler(_) => return (Conversions::None, 1),
        };
        let conversion = &described.conversions[main];
        let format = &self.model.formats[conversion.format.0];
        let bytes = conversion.order.extent(format.bits) as usize;
        let (wide, narrow) =
            (self.datarep(described, main), narrow.map(|index| self.datarep(described, index)));
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

    fn datarep(&mut self, described: &'m Described, index: usize) -> Option<Datarep> {
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
fn counting(field: &RecordField) -> Vec<usize> {
    let length = length_of(&field.kind);
    let counts = field.counts.iter().copied().chain(length);
    counts.filter_map(|count| if let Count::Field(index) = count { Some(index) } else { None }).collect()
}

impl Layout {
    /// Walks over the record that begins at `at`, and returns its end.
    pub(super) fn walk(&self, walk: &mut Walk<'_>, mut at: usize) -> Result<usize, RecordError> {
        let start = at;
        let mut known = if self.counts { vec![0; self.parts.len()] } else { Vec::new() };
        for (index, part) in self.parts.iter().enumerate() {
            let value = |count: &Count| match count {
                Count::Fixed(count) => to_size(*count),
                Count::Field(field) => known[*field],
            };
            let items = part.counts.iter().try_fold(1_usize, |all, count| all.checked_mul(value(count)));
            let length = part.length().map_or(1, value);
            let each = match &part.kind {
                Kind::Filler(bytes) => Some(*bytes),
                Kind::Field { bytes, .. } => bytes.checked_mul(length),
                // Each group has at least one byte.
                Kind::Group(group) => group.bytes.or(Some(1)),
            };
            let bytes = items.zip(each).and_then(|(items, each)| items.checked_mul(each));
            let end = bytes.and_then(|bytes| at.checked_add(bytes)).filter(|end| *end <= walk.end);
            let (Some(items), Some(end)) = (items, end) else {
                return Err(part.ends(walk, at, bytes.unwrap_or(usize::MAX)));
            };
            match &part.kind {
                Kind::Filler(_) => at = end,
                Kind::Field { field, .. } => {
                    if length == 0 {
                        part.check_empty_texts(walk.record, at, at - start, items)?;
                    }
                    (walk.visit)(*field, Run { record: walk.record, offset: at, items, length })?;
                    if part.is_count {
                        known[index] = (walk.counts)(walk.record, *field, at)?;
                    }
                    at = end;
                }
                Kind::Group(group) => {
                    for _ in 0..items {
                        at = group.walk(walk, at)?;
                    }
                }
            }
        }
        Ok(at)
    }
}

impl Part {
    /// The characters of a text.
    fn length(&self) -> Option<&Count> {
        if let Kind::Field { length, .. } = &self.kind { length.as_ref() } else { None }
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
    fn ends(&self, walk: &Walk<'_>, offset: usize, bytes: usize) -> RecordError {
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
