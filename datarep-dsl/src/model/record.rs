//! Records: fields of different formats, one after another.

use std::ops::{Range, RangeInclusive};

use super::{Conversion, MixedSet};
use crate::source::Origin;

/// Index of a record in [`Model::records`](super::Model::records).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub usize);

/// Fields that follow each other in the file without gaps.
///
/// If the counts of all arrays are numbers, every record has the same length. If the count of an array is a field, the
/// length depends on the value of that field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// Its doc comment.
    pub doc: String,
    /// Where it was written.
    pub origin: Origin,
    /// The fields, in the order of the file.
    pub fields: Vec<RecordField>,
    /// The distinct conversions of the fields, in the order of the text. Nested records have their own.
    pub conversions: Vec<Conversion>,
    /// The length of a record in bytes if every count that is a field is zero. This is the length of all records if no
    /// count is a field.
    pub least_bytes: u64,
    /// Whether the length of every record is [`Record::least_bytes`].
    pub is_fixed: bool,
    /// Whether a field, also one of a record inside, is a choice: its content depends on another field.
    pub has_choice: bool,
}

impl Record {
    /// All fields: the fields in the order of the file, and those of the alternatives of a choice behind it.
    pub fn list_fields(&self) -> impl Iterator<Item = &RecordField> {
        self.fields.iter().flat_map(RecordField::list_fields)
    }
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordField {
    /// Its name; `None` for filler bytes.
    pub name: Option<String>,
    /// Where it was written.
    pub origin: Origin,
    /// Bytes from the record's first byte to the field's; `None` after an array whose count is a field.
    pub offset: Option<u64>,
    /// The kind of its items.
    pub kind: FieldKind,
    /// The number of items in each dimension, the outermost array first; empty for a single item. The characters of a
    /// text are not counted here.
    pub counts: Vec<Count>,
    /// The length of the field in bytes, if it is the same in every record.
    pub bytes: Option<u64>,
    /// Which of its items are missing; `None` if every item is a value.
    pub nulls: Option<Nulls>,
}

/// Which items of a field are missing. A text is one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nulls {
    /// The cases, in the order of the text. An item is missing if one of them holds.
    pub cases: Vec<NullCase>,
    /// What is written for a missing item: this pattern, as often as the item has room for it. `None` if a missing item
    /// cannot be written.
    pub written: Option<Vec<u8>>,
}

/// Items that are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NullCase {
    /// The bytes of the item are this pattern, once or repeated.
    Bytes(Vec<u8>),
    /// The native value equals that of these bytes, which are an item.
    Number(Vec<u8>),
    /// The native value is a NaN.
    Nan,
    /// The bytes are no value of the format: digits or signs of a decimal that are not valid, a reserved operand, or a
    /// code without a character.
    Invalid,
}

/// The kind of an item of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldKind {
    /// A number, a truth value, or a character whose field asks for a single character.
    Scalar {
        /// An index into [`Record::conversions`].
        conversion: usize,
    },
    /// Characters of one text.
    Text(TextField),
    /// Another record.
    Record(RecordId),
    /// A byte that is kept as it is.
    Byte,
    /// The given number of filler bytes: ignored when read, and zero when written.
    Filler(u64),
    /// One of several fields, which an earlier field decides.
    Choice(Choice),
}

/// Several fields, of which each record has the one that an earlier field decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The field that decides: an index into [`Record::fields`], then into the fields of the record in that field, and
    /// so on.
    pub selector: Vec<usize>,
    /// The alternatives. No value of the selector is a case of two of them.
    pub alternatives: Vec<Alternative>,
    /// The number of bytes that every alternative takes, if they are filled up to it.
    pub bytes: Option<u64>,
}

impl Choice {
    /// The path of the field that decides, as in `header.kind`. `record` contains the choice and is one of `records`.
    pub fn selector_path(&self, record: &Record, records: &[Record]) -> String {
        let mut record = record;
        let mut names = Vec::new();
        for index in &self.selector {
            let field = &record.fields[*index];
            names.push(field.name.as_deref().unwrap_or_default());
            if let FieldKind::Record(id) = &field.kind {
                record = &records[id.0];
            }
        }
        names.join(".")
    }

    /// The alternative for a text.
    pub fn find_text(&self, text: &str) -> Option<usize> {
        self.find(|case| matches!(case, Case::Text(known) if known == text))
    }

    /// The alternative for an integer.
    pub fn find_integer(&self, number: i128) -> Option<usize> {
        self.find(|case| matches!(case, Case::Integers(range) if range.contains(&number)))
    }

    /// The alternative for all values that have none of their own.
    pub fn find_otherwise(&self) -> Option<usize> {
        self.alternatives.iter().position(|alternative| alternative.cases.is_none())
    }

    fn find(&self, is_meant: impl Fn(&Case) -> bool) -> Option<usize> {
        let has_case = |alternative: &Alternative| alternative.cases.iter().flatten().any(&is_meant);
        self.alternatives.iter().position(has_case).or_else(|| self.find_otherwise())
    }
}

/// An alternative of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// The values of the selector for which it is chosen; `None` for all that are left.
    pub cases: Option<Vec<Case>>,
    /// The field; `None` if there is nothing. Its offset is that of the choice.
    pub field: Option<RecordField>,
}

/// Values of a selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Case {
    /// A text, without its padding.
    Text(String),
    /// Integers.
    Integers(RangeInclusive<i128>),
}

/// A text in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextField {
    /// The conversion of each character to `char`: an index into [`Record::conversions`].
    pub wide: usize,
    /// The conversion of each character to eight bits, if all characters of the set are in ISO 8859-1.
    pub narrow: Option<usize>,
    /// The number of characters; of bytes, if those of `mixed` are the characters.
    pub length: Count,
    /// The set of a text that is converted as a whole.
    pub mixed: Option<MixedSet>,
    /// How a shorter text is filled up.
    pub padding: Padding,
    /// Where padding is removed when the text is read.
    pub trim: Trim,
}

impl TextField {
    /// The character that fills up a shorter text.
    pub fn fill_character(&self) -> Option<char> {
        match (self.padding, self.mixed) {
            (Padding::Spaces, Some(set)) => Some(set.space()),
            (padding, _) => padding.character(),
        }
    }

    /// Fills up a text, which begins at `begin` of `characters` and ends with them, to a field of `length` characters.
    pub fn fill_field(&self, characters: &mut Vec<char>, begin: usize, length: usize) {
        let lacks = (begin + length).saturating_sub(characters.len());
        characters.resize(begin + length, self.fill_character().unwrap_or(' '));
        if self.trim == Trim::Left {
            characters[begin..].rotate_right(lacks);
        }
    }

    /// Which of a field's characters are its text.
    pub fn find_text<C: Copy>(&self, field: &[C], as_char: impl Fn(C) -> char) -> Range<usize> {
        let Some(fill) = self.fill_character() else { return 0..field.len() };
        let is_text = |one: &C| as_char(*one) != fill;
        let begin =
            if self.trim.is_left() { field.iter().position(is_text).unwrap_or(field.len()) } else { 0 };
        let end = match self.padding {
            _ if !self.trim.is_right() => None,
            Padding::Zeros => field[begin..].iter().position(|one| !is_text(one)),
            Padding::Spaces | Padding::None => {
                Some(field[begin..].iter().rposition(is_text).map_or(0, |last| last + 1))
            }
        };
        begin..end.map_or(field.len(), |end| begin + end)
    }
}

/// Where the padding of a text is removed when it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trim {
    /// Behind the text.
    Right,
    /// Before the text. It is then written at the end of its field, with the padding before it.
    Left,
    /// Before and behind the text. It is written at the beginning of its field.
    Both,
    /// Nowhere: the text has as many characters as the field. A shorter one is written with padding behind it.
    None,
}

impl Trim {
    /// Every kind.
    pub const ALL: [Trim; 4] = [Trim::Left, Trim::Right, Trim::Both, Trim::None];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Trim::Right => "right",
            Trim::Left => "left",
            Trim::Both => "both",
            Trim::None => "none",
        }
    }

    /// Whether padding before the text is removed.
    pub fn is_left(self) -> bool {
        matches!(self, Trim::Left | Trim::Both)
    }

    /// Whether padding behind the text is removed.
    pub fn is_right(self) -> bool {
        matches!(self, Trim::Right | Trim::Both)
    }
}

/// A number of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Always this number.
    Fixed(u64),
    /// The value of an earlier field of the same record: an index into [`Record::fields`].
    Field(usize),
}

impl Count {
    /// The number, if it is fixed.
    pub fn fixed(self) -> Option<u64> {
        match self {
            Count::Fixed(count) => Some(count),
            Count::Field(_) => None,
        }
    }
}

/// How a text that is shorter than its field is filled up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Padding {
    /// With spaces. Spaces at the end of a field are not part of the text.
    Spaces,
    /// With characters of the code zero. The first one ends the text.
    Zeros,
    /// Not at all: the text has as many characters as the field.
    None,
}

impl Padding {
    /// Every kind.
    pub const ALL: [Padding; 3] = [Padding::Spaces, Padding::Zeros, Padding::None];

    /// The word of the language for this padding.
    pub fn word(self) -> &'static str {
        match self {
            Padding::Spaces => "spaces",
            Padding::Zeros => "zeros",
            Padding::None => "none",
        }
    }

    /// The character that fills up a shorter text.
    pub fn character(self) -> Option<char> {
        match self {
            Padding::Spaces => Some(' '),
            Padding::Zeros => Some('\0'),
            Padding::None => None,
        }
    }
}

impl RecordField {
    /// This field, and those of its alternatives if it is a choice.
    pub fn list_fields(&self) -> impl Iterator<Item = &RecordField> {
        let alternatives = match &self.kind {
            FieldKind::Choice(choice) => choice.alternatives.as_slice(),
            _ => &[],
        };
        std::iter::once(self).chain(alternatives.iter().filter_map(|alternative| alternative.field.as_ref()))
    }

    /// As [`RecordField::list_fields`], to be changed.
    pub(crate) fn visit_fields(&mut self, visit: &mut impl FnMut(&mut RecordField)) {
        visit(self);
        if let FieldKind::Choice(choice) = &mut self.kind {
            choice.alternatives.iter_mut().filter_map(|one| one.field.as_mut()).for_each(visit);
        }
    }

    /// The number of items in each record; `None` if a field determines it.
    pub fn items(&self) -> Option<u64> {
        self.counts.iter().try_fold(1_u64, |product, count| product.checked_mul(count.fixed()?))
    }
}
