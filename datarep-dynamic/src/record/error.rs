//! The faults and the losses of records.

use std::fmt;

use datarep::error::ErrorKind;
use datarep::{Event, Loss};

/// The reason why records cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// The bytes end within a record.
    Ends {
        /// Its index.
        record: usize,
        /// The field that is incomplete.
        field: String,
        /// The first byte of the field.
        offset: usize,
        /// Bytes that it needs.
        bytes: usize,
        /// Bytes that are left.
        left: usize,
    },
    /// A count that is below zero, or more than an array can have.
    Count {
        /// The record.
        record: usize,
        /// The field that is the count.
        field: String,
        /// Its first byte, if there are bytes.
        offset: usize,
        /// Its value.
        count: String,
    },
    /// A count that is computed, and is below zero or no number.
    WrongCount {
        /// The record.
        record: usize,
        /// The field that is counted; empty for bytes without a name.
        field: String,
        /// The byte at which it begins.
        offset: usize,
        /// The count, as the text says it.
        count: String,
        /// What is wrong with it, as in `is -3`.
        why: String,
    },
    /// Texts without characters, of which there are more than an array may have. They take no bytes, so the length of
    /// the file does not bound their number.
    EmptyTexts {
        /// The record.
        record: usize,
        /// The field that is the array.
        field: String,
        /// The byte at which the array begins.
        offset: usize,
        /// The number of texts that the counts give.
        texts: usize,
        /// The largest number that is allowed there.
        most: usize,
    },
    /// An item that a rule refuses.
    Item {
        /// The record.
        record: usize,
        /// The field.
        field: String,
        /// The index of the item in its record; for a text, of the character.
        item: usize,
        /// The first byte of the item.
        offset: usize,
        /// The error of the conversion.
        error: datarep::Error,
    },
    /// A number that has more digits than its column.
    Digits {
        /// The record.
        record: usize,
        /// The field.
        field: String,
        /// The index of the item in its record.
        item: usize,
        /// The first byte of the item.
        offset: usize,
        /// The number.
        number: String,
        /// The digits of the column.
        digits: u32,
    },
    /// A missing item where only values can be, or one that cannot be written.
    Missing {
        /// The record.
        record: usize,
        /// The field.
        field: String,
        /// The index of the item in its record.
        item: usize,
        /// The first byte of the item.
        offset: usize,
        /// What cannot be done.
        why: &'static str,
    },
    /// A value that is a case of no alternative of a choice.
    NoAlternative {
        /// The record.
        record: usize,
        /// The choice.
        field: String,
        /// The first byte of the field that decides, if there are bytes.
        offset: usize,
        /// The field that decides.
        selector: String,
        /// Its value.
        value: String,
    },
    /// A choice by what is valid, or an overlay, none of whose alternatives is valid.
    NoneValid {
        /// The record.
        record: usize,
        /// The choice.
        field: String,
        /// Its first byte.
        offset: usize,
    },
    /// A value of a field in an alternative that its record does not have.
    NotChosen {
        /// The record.
        record: usize,
        /// The field.
        field: String,
        /// The choice.
        choice: String,
    },
    /// A choice by what is valid, or an overlay, for which the values do not say which alternative is there.
    NoneThere {
        /// The record.
        record: usize,
        /// The choice.
        field: String,
        /// What is not said.
        why: String,
    },
    /// Values of a choice by what is valid, or of an overlay, that would not be read back from the bytes of its record.
    NotReadBack {
        /// The record.
        record: usize,
        /// The choice.
        field: String,
        /// The alternative that is written.
        written: String,
        /// The one that would be read in its place, or whose value would be another one.
        other: String,
        /// Whether the choice is an overlay.
        is_overlay: bool,
    },
    /// An alternative that is longer than the bytes that its choice states.
    Overfull {
        /// The record.
        record: usize,
        /// The choice.
        field: String,
        /// Its first byte.
        offset: usize,
        /// The bytes that it states.
        bytes: usize,
    },
    /// Records for which there is no memory.
    NoMemory {
        /// The number of records.
        records: usize,
        /// The bytes that they take together.
        bytes: usize,
    },
    /// An array that takes the rest of its record, of which no field says how many items it has.
    UnknownItems {
        /// The field.
        field: String,
    },
    /// A text that does not have the length of its field.
    TextLength {
        /// The record.
        record: usize,
        /// The field.
        field: String,
        /// Characters of the text.
        characters: usize,
        /// Characters of the field.
        length: usize,
    },
    /// A text whose bytes are more than those of its field, or fewer without padding.
    TextBytes {
        /// The record.
        record: usize,
        /// The field.
        field: String,
        /// Bytes of the text.
        taken: usize,
        /// Bytes of the field.
        bytes: usize,
    },
    /// No field has this name or index.
    UnknownField {
        /// The record's name.
        record: String,
        /// The name.
        field: String,
    },
    /// The values are not of the field's type.
    WrongType {
        /// The field.
        field: String,
        /// The field's type.
        expected: &'static str,
        /// The type of the values.
        found: &'static str,
    },
    /// There are more or fewer values than items.
    Length {
        /// The field.
        field: String,
        /// Items of the field.
        expected: usize,
        /// Values.
        found: usize,
    },
}

impl RecordError {
    /// The record and the byte at which it is, if both are known. They can be changed to those of a larger file of which
    /// the bytes are a part.
    pub fn place_mut(&mut self) -> Option<(&mut usize, &mut usize)> {
        match self {
            RecordError::Ends { record, offset, .. }
            | RecordError::Count { record, offset, .. }
            | RecordError::WrongCount { record, offset, .. }
            | RecordError::EmptyTexts { record, offset, .. }
            | RecordError::Item { record, offset, .. }
            | RecordError::Digits { record, offset, .. }
            | RecordError::Missing { record, offset, .. }
            | RecordError::NoAlternative { record, offset, .. }
            | RecordError::NoneValid { record, offset, .. }
            | RecordError::Overfull { record, offset, .. } => Some((record, offset)),
            RecordError::NotChosen { .. }
            | RecordError::NoMemory { .. }
            | RecordError::UnknownItems { .. }
            | RecordError::NoneThere { .. }
            | RecordError::NotReadBack { .. }
            | RecordError::TextLength { .. }
            | RecordError::TextBytes { .. }
            | RecordError::UnknownField { .. }
            | RecordError::WrongType { .. }
            | RecordError::Length { .. } => None,
        }
    }
}

impl RecordError {
    /// Writes what is wrong with a choice.
    fn describe_choice(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NoAlternative { record, field, offset, selector, value } => {
                write!(f, "record {record}: `{selector}` at byte {offset} is {value}, ")?;
                write!(f, "for which `{field}` has no alternative")
            }
            RecordError::NoneValid { record, field, offset } => {
                write!(f, "record {record}: no alternative of `{field}` is valid at byte {offset}")
            }
            RecordError::NotChosen { record, field, choice } => {
                write!(
                    f,
                    "record {record}: `{field}` has a value, and `{choice}` is another alternative there"
                )
            }
            RecordError::NoneThere { record, field, why } => {
                write!(
                    f,
                    "record {record}: the values do not say which alternative of `{field}` is there: {why}"
                )
            }
            RecordError::NotReadBack { record, field, written, other, is_overlay: true } => {
                write!(f, "record {record}: the bytes of `{field}` are those of `{written}`, ")?;
                write!(f, "and do not have the value that is given for `{other}`")
            }
            RecordError::NotReadBack { record, field, written, other, is_overlay: false } => {
                write!(
                    f,
                    "record {record}: the bytes that are written for `{field}`, which is `{written}`, "
                )?;
                write!(f, "would be read as `{other}`")
            }
            RecordError::Overfull { record, field, offset, bytes } => {
                write!(f, "record {record}: `{field}` at byte {offset} is longer than its {bytes} bytes")
            }
            // `fmt` passes only the variants above.
            _ => Ok(()),
        }
    }
}

impl RecordError {
    /// Writes what is wrong with a count, or with the bytes that counts ask for.
    fn describe_count(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NoMemory { records, bytes } => {
                write!(f, "{records} records take {bytes} bytes, for which there is no memory: ")?;
                f.write_str("write fewer records at once, and look at the values that are counts")
            }
            RecordError::Count { record, field, offset, count } => {
                write!(f, "record {record}: `{field}` at byte {offset} is {count}, which cannot be a count")
            }
            RecordError::WrongCount { record, field, offset, count, why } => {
                let field = if field.is_empty() { "bytes without a name" } else { &format!("`{field}`") };
                write!(f, "record {record}: {field} at byte {offset}: the count `{count}` {why}")
            }
            RecordError::EmptyTexts { record, field, offset, texts, most } => {
                write!(
                    f,
                    "record {record}: `{field}` at byte {offset} has {texts} texts without characters, "
                )?;
                write!(f, "and at most {most} can stand there")
            }
            // `fmt` passes only the variants above.
            _ => Ok(()),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Ends { record, field, offset, bytes, left } => {
                // Filler has no name.
                let field = if field.is_empty() { "its unnamed bytes" } else { &format!("`{field}`") };
                write!(f, "the bytes end within record {record}: {field} at byte {offset} ")?;
                write!(f, "has {bytes} bytes, of which there are {left}")
            }
            RecordError::NoMemory { .. }
            | RecordError::Count { .. }
            | RecordError::WrongCount { .. }
            | RecordError::EmptyTexts { .. } => self.describe_count(f),
            RecordError::Item { record, field, item, offset, error } => {
                write!(f, "record {record}: `{field}`, item {item} at byte {offset}: ")?;
                match error.kind() {
                    // The error's own index is that in a part of a column.
                    ErrorKind::Conversion { fault, .. } => fault.fmt(f),
                    _ => error.fmt(f),
                }
            }
            RecordError::Digits { record, field, item, offset, number, digits } => {
                write!(f, "record {record}: `{field}`")?;
                if *item > 0 {
                    write!(f, ", item {item},")?;
                }
                write!(f, " at byte {offset}: {number} has more than the {digits} digits of its column")
            }
            RecordError::Missing { record, field, item, offset, why } => {
                write!(f, "record {record}: `{field}`, item {item} at byte {offset}, is missing: {why}")
            }
            RecordError::UnknownItems { field } => {
                write!(
                    f,
                    "`{field}` takes the rest of each record, and no field says how many items that are"
                )
            }
            RecordError::NoAlternative { .. }
            | RecordError::NoneValid { .. }
            | RecordError::NotChosen { .. }
            | RecordError::NoneThere { .. }
            | RecordError::NotReadBack { .. }
            | RecordError::Overfull { .. } => self.describe_choice(f),
            RecordError::TextLength { record, field, characters, length } => {
                write!(f, "record {record}: `{field}` has {length} characters, and the text {characters}")
            }
            RecordError::TextBytes { record, field, taken, bytes } => {
                write!(f, "record {record}: `{field}` has {bytes} bytes, and the text takes {taken}")
            }
            RecordError::UnknownField { record, field } => {
                write!(f, "record `{record}` has no field named `{field}`")
            }
            RecordError::WrongType { field, expected, found } => {
                write!(f, "`{field}` is of the type {expected}, and the values are {found}")
            }
            RecordError::Length { field, expected, found } => {
                write!(f, "`{field}` has {expected} items, and there are {found} values")
            }
        }
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RecordError::Item { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// The losses of a field: the number of items with each event, and the place of the first item of each event.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Losses {
    /// The number of items with each event.
    pub loss: Loss,
    /// The first item of each event, in the order in which they were found.
    pub first: Vec<LossPlace>,
}

/// An item that had an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LossPlace {
    /// Its event.
    pub event: Event,
    /// The record.
    pub record: usize,
    /// The field's path.
    pub field: String,
    /// The index of the item in its record; for a text, of the character.
    pub item: usize,
    /// The first byte of the item.
    pub offset: usize,
}

impl Losses {
    /// Whether everything was kept.
    pub fn is_none(&self) -> bool {
        self.loss.is_none()
    }

    /// Adds the losses of the next items. `place` finds the first of them that had an event, and is asked for events that
    /// had none before.
    pub(super) fn add_items(&mut self, loss: Loss, place: impl Fn(Event) -> LossPlace) {
        // The place of a first event is looked for item by item, so it is not asked again for later chunks.
        let new = loss.events().map(|(event, _)| event).filter(|event| self.loss.of(*event) == 0);
        self.first.extend(new.map(place));
        self.loss += loss;
    }

    /// Adds the losses of another field, or of the next records.
    pub fn add(&mut self, other: Losses) {
        self.loss += other.loss;
        self.first.extend(other.first);
    }
}

impl fmt::Display for LossPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LossPlace { event, record, field, item, offset } = self;
        write!(f, "{event}: record {record}, `{field}`, item {item} at byte {offset}")
    }
}
