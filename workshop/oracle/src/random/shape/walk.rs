//! Reads files by what was drawn.
//!
//! The walk goes from field to field, as the book describes records: nothing is known before it is read. It finds the values,
//! the events of each item that is not missing, and the items that a rule refuses. A record whose structure cannot be found
//! is a fault: the file ends in it, a count is no count, a value decides for no alternative, nothing is valid.

use std::collections::BTreeMap;

use super::stored::Decoded;
use super::value::{Character, EventCounts, Value};
use super::{Case, Choice, CountExpression, Decision, Field, FieldContent, Null, Number, Shape, Text};

/// Why a record cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The file ends in it.
    Ends,
    /// Anything else.
    Other,
}

/// All records of a file.
#[derive(Debug, Default)]
pub(super) struct FileValues {
    pub(super) records: Vec<Value>,
    pub(super) counted: EventCounts,
    /// The number of refused items of each field.
    pub(super) bad: BTreeMap<String, usize>,
    /// Whether a field that decides, or a count, could not be read.
    pub(super) is_undecided: bool,
}

/// What is found beside values, and forgotten if an alternative is not valid.
#[derive(Debug, Clone, Default)]
struct ReadState {
    counted: EventCounts,
    bad: BTreeMap<String, usize>,
    is_undecided: bool,
}

struct RecordReader<'w> {
    shape: &'w Shape,
    file: &'w [u8],
    /// Where the bytes end: those of the file, or of an alternative.
    end: usize,
    /// Whether a choice states that end.
    is_bounded: bool,
    at: usize,
    /// Whether an item that is no value ends the walk.
    is_trial: bool,
    found: ReadState,
}

/// The fields of a record that were read so far.
pub(super) struct KnownFields<'k> {
    pub(super) record: usize,
    pub(super) values: &'k [(usize, Value)],
    /// The first byte of the record.
    pub(super) start: usize,
}

/// The values of a path.
pub(super) fn find_value<'v>(
    shape: &Shape,
    known: &'v KnownFields<'_>,
    path: &str,
) -> Option<(&'v Value, Option<Text>)> {
    let (mut record, mut values) = (known.record, known.values);
    let mut names = path.split('.').peekable();
    while let Some(name) = names.next() {
        let fields = &shape.records[record];
        let (index, value) =
            values.iter().rfind(|(index, _)| fields[*index].name.as_deref() == Some(name))?;
        match (names.peek(), value) {
            (None, value) => {
                let text = match &fields[*index].stored {
                    FieldContent::Text(text) => Some(text.clone()),
                    _ => None,
                };
                return Some((value, text));
            }
            (Some(_), Value::Record(inner, all)) => (record, values) = (*inner, all),
            _ => return None,
        }
    }
    None
}

/// A text without its padding, as a case of a choice says it.
fn trim_padding(text: &[Character], described: &Text) -> String {
    let fill = described.fill.unwrap_or(' ');
    let text: String = text.iter().map(|one| one.character).collect();
    text.trim_end_matches(fill).to_owned()
}

pub(super) fn find_case<'c>(
    all: impl Iterator<Item = Option<&'c Vec<Case>>>,
    value: &Value,
    described: Option<&Text>,
) -> Option<usize> {
    let holds = |case: &Case| match (case, value, described) {
        (Case::Text(known), Value::Text(text, _), Some(described)) => trim_padding(text, described) == *known,
        (Case::Numbers(least, most), value, _) => {
            to_whole(value).is_some_and(|number| (*least..=*most).contains(&number))
        }
        _ => false,
    };
    let mut otherwise = None;
    for (index, cases) in all.enumerate() {
        match cases {
            Some(cases) if cases.iter().any(holds) => return Some(index),
            Some(_) => {}
            None => otherwise = Some(index),
        }
    }
    otherwise
}

fn to_whole(value: &Value) -> Option<i128> {
    let Value::Number { negative, units, places: None } = value else { return None };
    let number = i128::try_from(*units).ok()?;
    Some(if *negative { -number } else { number })
}

impl CountExpression {
    /// The number for the fields that are known, or `None` if there is none. `rest` is what is left of the record.
    pub(super) fn compute(&self, shape: &Shape, known: &KnownFields<'_>, rest: i128) -> Option<i128> {
        match self {
            CountExpression::Number(number) => Some(*number),
            CountExpression::Rest => Some(rest),
            CountExpression::Field(path) => to_whole(find_value(shape, known, path)?.0),
            CountExpression::Operation(sign, left, right) => {
                let (left, right) = (left.compute(shape, known, rest)?, right.compute(shape, known, rest)?);
                match sign {
                    '+' => left.checked_add(right),
                    '-' => left.checked_sub(right),
                    '*' => left.checked_mul(right),
                    '/' if right != 0 && left % right == 0 => Some(left / right),
                    '%' if right != 0 => left.checked_rem_euclid(right),
                    _ => None,
                }
            }
            CountExpression::Choice(path, all) => {
                let (value, text) = find_value(shape, known, path)?;
                if *value == Value::Bad {
                    // As a field that is the count itself: `otherwise` is for other values, and not for none.
                    return None;
                }
                let chosen = find_case(all.iter().map(|(cases, _)| cases.as_ref()), value, text.as_ref())?;
                all[chosen].1.compute(shape, known, rest)
            }
        }
    }
}

/// Reads all records of a file.
pub(super) fn read_file(shape: &Shape, file: &[u8]) -> Result<FileValues, Fault> {
    let mut walk = RecordReader::new(shape, file);
    let mut records = Vec::new();
    while walk.at < file.len() {
        let before = walk.at;
        records.push(walk.read_record(shape.main_record_index(), "")?);
        if walk.at == before {
            return Err(Fault::Other);
        }
    }
    let ReadState { counted, bad, is_undecided } = walk.found;
    Ok(FileValues { records, counted, bad, is_undecided })
}

/// Reads the alternatives of a choice or of an overlay at the beginning of these bytes.
pub(super) fn read_choice(shape: &Shape, choice: &Choice, bytes: &[u8]) -> Result<Value, Fault> {
    let mut walk = RecordReader::new(shape, bytes);
    // A choice by what is valid knows of no field before it, except in alternatives that are counted by one.
    let known = KnownFields { record: shape.main_record_index(), values: &[], start: 0 };
    walk.read_choice(choice, &known, "")
}

impl<'w> RecordReader<'w> {
    fn new(shape: &'w Shape, file: &'w [u8]) -> RecordReader<'w> {
        let found = ReadState::default();
        RecordReader { shape, file, end: file.len(), is_bounded: false, at: 0, is_trial: false, found }
    }

    fn read_record(&mut self, record: usize, path: &str) -> Result<Value, Fault> {
        let shape = self.shape;
        let start = self.at;
        let mut values: Vec<(usize, Value)> = Vec::new();
        for (index, field) in shape.records[record].iter().enumerate() {
            let known = KnownFields { record, values: &values, start };
            let name = field.name.as_deref().unwrap_or("_");
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            let skipped = self.skip_to_place(field, &known)?;
            let value = self.read_field(field, &known, &path)?;
            if field.place.is_some() {
                values.push((index, Value::Filler(skipped)));
            }
            values.push((index, value));
        }
        Ok(Value::Record(record, values))
    }

    /// Computes a number of items, each of `unit` bytes.
    fn compute_count(
        &self,
        count: &CountExpression,
        known: &KnownFields<'_>,
        unit: usize,
    ) -> Result<usize, Fault> {
        if matches!(count, CountExpression::Rest) {
            let (left, unit) = (self.end - self.at, unit.max(1));
            return if left % unit == 0 { Ok(left / unit) } else { Err(Fault::Other) };
        }
        let number = count.compute(self.shape, known, 0).ok_or(Fault::Other)?;
        let number = usize::try_from(number).map_err(|_| Fault::Other)?;
        if number.saturating_mul(unit) > self.end - self.at { Err(self.end_fault()) } else { Ok(number) }
    }

    fn end_fault(&self) -> Fault {
        if self.is_bounded { Fault::Other } else { Fault::Ends }
    }

    fn take_bytes(&mut self, bytes: usize) -> Result<&'w [u8], Fault> {
        if bytes > self.end - self.at {
            return Err(self.end_fault());
        }
        let taken = &self.file[self.at..self.at + bytes];
        self.at += bytes;
        Ok(taken)
    }

    /// Passes over the bytes before a field whose place is computed, and returns how many there are.
    fn skip_to_place(&mut self, field: &Field, known: &KnownFields<'_>) -> Result<usize, Fault> {
        let Some(place) = &field.place else { return Ok(0) };
        let place = place.compute(self.shape, known, 0).ok_or(Fault::Other)?;
        let before = i128::try_from(self.at - known.start).unwrap_or(0);
        let skipped = usize::try_from(place - before).map_err(|_| Fault::Other)?;
        self.take_bytes(skipped)?;
        Ok(skipped)
    }

    fn read_field(&mut self, field: &Field, known: &KnownFields<'_>, path: &str) -> Result<Value, Fault> {
        match &field.stored {
            FieldContent::Bytes(count) => {
                let count = self.compute_count(count, known, 1)?;
                let bytes = self.take_bytes(count)?;
                Ok(if field.name.is_some() { Value::Bytes(bytes.to_vec()) } else { Value::Filler(count) })
            }
            FieldContent::Choice(choice) => self.read_choice(choice, known, path),
            FieldContent::Record(record) => {
                // All bytes of records of a fixed length must be there before one is looked at.
                let each = self.shape.fixed_record_bytes(*record).unwrap_or(1);
                let Some(array) = &field.array else {
                    if each > self.end - self.at {
                        return Err(self.end_fault());
                    }
                    return self.read_record(*record, path);
                };
                let count = self.compute_count(array, known, each)?;
                let items = (0..count).map(|_| self.read_record(*record, path));
                Ok(Value::List(items.collect::<Result<_, _>>()?))
            }
            FieldContent::Number(number) => self.read_items(field, number.bytes(), known, path),
            FieldContent::Text(text) => {
                let length = self.compute_count(&text.length, known, 1)?;
                self.read_items(field, length, known, path)
            }
        }
    }

    /// Reads the numbers or texts of a field, each of `bytes` bytes. All of them must be there before one is looked at.
    fn read_items(
        &mut self,
        field: &Field,
        bytes: usize,
        known: &KnownFields<'_>,
        path: &str,
    ) -> Result<Value, Fault> {
        let Some(array) = &field.array else {
            let item = self.take_bytes(bytes)?;
            return self.read_item(field, item, path);
        };
        let count = self.compute_count(array, known, bytes)?;
        let items = self.take_bytes(count * bytes)?;
        let values: Result<Vec<Value>, Fault> =
            items.chunks_exact(bytes.max(1)).map(|item| self.read_item(field, item, path)).collect();
        Ok(Value::List(values?))
    }

    fn read_item(&mut self, field: &Field, item: &[u8], path: &str) -> Result<Value, Fault> {
        let decoded = match &field.stored {
            FieldContent::Number(number) => number.decode(item),
            FieldContent::Text(text) => text.decode(item),
            _ => return Err(Fault::Other),
        };
        if field.nulls.iter().any(|null| null.matches_item(field, item, &decoded)) {
            return Ok(Value::Missing(item.len()));
        }
        if self.is_trial && !decoded.is_valid() {
            return Err(Fault::Other);
        }
        let Some(value) = decoded.value else {
            *self.found.bad.entry(path.to_owned()).or_default() += 1;
            return Ok(Value::Bad);
        };
        decoded.events.iter().for_each(|event| self.found.counted.add(*event));
        Ok(value)
    }

    fn read_choice(&mut self, choice: &Choice, known: &KnownFields<'_>, path: &str) -> Result<Value, Fault> {
        match &choice.decision {
            Decision::Field(selector) => {
                let (value, text) = find_value(self.shape, known, selector).ok_or(Fault::Other)?;
                if *value == Value::Bad {
                    self.found.is_undecided = true;
                }
                let cases = choice.alternatives.iter().map(|one| one.cases.as_ref());
                let chosen = find_case(cases, value, text.as_ref()).ok_or(Fault::Other)?;
                let value = self.read_alternative(choice, chosen, known, path)?;
                Ok(Value::Choice(chosen, value.map(Box::new)))
            }
            Decision::FirstValid => {
                for (index, alternative) in choice.alternatives.iter().enumerate() {
                    let value = if alternative.cases.is_none() {
                        Some(ReadAlternative(self.read_alternative(choice, index, known, path)?))
                    } else {
                        self.try_alternative(choice, index, known, path)?
                    };
                    if let Some(ReadAlternative(value)) = value {
                        return Ok(Value::Choice(index, value.map(Box::new)));
                    }
                }
                Err(Fault::Other)
            }
            Decision::AllValid => {
                let (start, mut values) = (self.at, Vec::new());
                let bytes = choice
                    .bytes
                    .or_else(|| self.shape.longest_alternative_bytes(choice))
                    .ok_or(Fault::Other)?;
                let stated = Choice { bytes: Some(bytes), ..choice.clone() };
                for index in 0..choice.alternatives.len() {
                    self.at = start;
                    let read = self.try_alternative(&stated, index, known, path)?;
                    values.push(read.and_then(|ReadAlternative(value)| value));
                }
                self.at = start + bytes;
                if values.iter().all(Option::is_none) {
                    return Err(Fault::Other);
                }
                Ok(Value::Overlay(values))
            }
        }
    }

    /// Reads an alternative if it is valid.
    fn try_alternative(
        &mut self,
        choice: &Choice,
        index: usize,
        known: &KnownFields<'_>,
        path: &str,
    ) -> Result<Option<ReadAlternative>, Fault> {
        let before = (self.at, self.end, self.is_bounded, self.is_trial, self.found.clone());
        self.is_trial = true;
        let value = self.read_alternative(choice, index, known, path);
        self.is_trial = before.3;
        match value {
            Ok(value) => Ok(Some(ReadAlternative(value))),
            Err(Fault::Ends) if !before.2 => Err(Fault::Ends),
            Err(_) => {
                (self.at, self.end, self.is_bounded, _, self.found) = before;
                Ok(None)
            }
        }
    }

    /// Reads an alternative. Its value is `None` if it has no field with a name.
    fn read_alternative(
        &mut self,
        choice: &Choice,
        index: usize,
        known: &KnownFields<'_>,
        path: &str,
    ) -> Result<Option<Value>, Fault> {
        let (start, before) = (self.at, (self.end, self.is_bounded));
        if let Some(bytes) = choice.bytes {
            if bytes > self.end - start {
                return Err(self.end_fault());
            }
            (self.end, self.is_bounded) = (start + bytes, true);
        }
        let field = choice.alternatives[index].field.as_ref();
        let value = field.map(|field| {
            let path = format!("{path}.{}", field.name.as_deref().unwrap_or("_"));
            self.read_field(field, known, &path)
        });
        let value = value.transpose()?;
        if choice.bytes.is_some() {
            self.at = self.end;
            (self.end, self.is_bounded) = before;
        }
        Ok(value.filter(|_| field.is_some_and(|field| field.name.is_some())))
    }
}

/// An alternative that was read: its value, if its field has a name.
struct ReadAlternative(Option<Value>);

impl Null {
    /// Whether an item is missing by this case.
    fn matches_item(&self, field: &Field, item: &[u8], decoded: &Decoded) -> bool {
        let all = |byte: u8| item.iter().all(|one| *one == byte);
        match self {
            Null::Spaces => field.space_byte().is_some_and(all),
            Null::LowValues => all(0),
            Null::HighValues => all(0xFF),
            Null::All(byte) => all(*byte),
            Null::Bytes(bytes) => item == bytes,
            Null::Invalid => !decoded.is_valid(),
            Null::Nan => match decoded.value {
                Some(Value::Single(bits)) => f32::from_bits(bits).is_nan(),
                Some(Value::Double(bits)) => f64::from_bits(bits).is_nan(),
                _ => false,
            },
            Null::Number(number, _) => match (&field.stored, &decoded.value) {
                (_, Some(Value::Number { negative, units, .. })) => {
                    *units == number.unsigned_abs() && (*units == 0 || *negative == (*number < 0))
                }
                (_, Some(Value::Single(bits))) => equals_integer(f32::from_bits(*bits).into(), *number),
                (_, Some(Value::Double(bits))) => equals_integer(f64::from_bits(*bits), *number),
                _ => false,
            },
        }
    }
}

#[expect(clippy::float_cmp, clippy::cast_precision_loss, reason = "small whole numbers are exact")]
fn equals_integer(value: f64, number: i128) -> bool {
    value == number as f64
}

impl Field {
    /// The byte of a space.
    pub(super) fn space_byte(&self) -> Option<u8> {
        match &self.stored {
            FieldContent::Text(text) if text.set.has_pairs() => Some(0x40),
            FieldContent::Text(text) => text.set.byte(' '),
            FieldContent::Number(Number::Zoned { ascii, .. }) => Some(if *ascii { b' ' } else { 0x40 }),
            _ => None,
        }
    }
}

impl Shape {
    /// The bytes of the longest alternative, if the length of all of them is fixed.
    pub(super) fn longest_alternative_bytes(&self, choice: &Choice) -> Option<usize> {
        let lengths = choice.alternatives.iter().map(|one| self.fixed_field_bytes(one.field.as_ref()));
        lengths.collect::<Option<Vec<usize>>>()?.into_iter().max()
    }

    /// The bytes of a record without choices, if they are the same in all files.
    fn fixed_record_bytes(&self, record: usize) -> Option<usize> {
        let fields = self.records[record].iter();
        let bytes = fields.map(|field| match &field.stored {
            FieldContent::Choice(_) => None,
            FieldContent::Record(inner) => {
                self.fixed_record_bytes(*inner).and(self.fixed_field_bytes(Some(field)))
            }
            _ => self.fixed_field_bytes(Some(field)),
        });
        bytes.sum()
    }

    /// The number of bytes of a field, if it is the same in all records; 0 if there is no field.
    pub(super) fn fixed_field_bytes(&self, field: Option<&Field>) -> Option<usize> {
        let Some(field) = field else { return Some(0) };
        let fixed = |count: &CountExpression| match count {
            CountExpression::Number(number) => usize::try_from(*number).ok(),
            _ => None,
        };
        if field.place.is_some() {
            return None;
        }
        let one = match &field.stored {
            FieldContent::Number(number) => number.bytes(),
            FieldContent::Text(text) => fixed(&text.length)?,
            FieldContent::Bytes(count) => fixed(count)?,
            FieldContent::Record(record) => {
                let fields = self.records[*record].iter();
                fields.map(|field| self.fixed_field_bytes(Some(field))).sum::<Option<usize>>()?
            }
            FieldContent::Choice(Choice { bytes: Some(bytes), .. }) => *bytes,
            FieldContent::Choice(choice) => {
                let all = choice.alternatives.iter().map(|one| self.fixed_field_bytes(one.field.as_ref()));
                let all = all.collect::<Option<Vec<usize>>>()?;
                let longest = all.iter().copied().max()?;
                let is_equal = all.iter().all(|bytes| *bytes == longest);
                (is_equal || choice.decision == Decision::AllValid).then_some(longest)?
            }
        };
        Some(one * field.array.as_ref().map_or(Some(1), fixed)?)
    }
}
