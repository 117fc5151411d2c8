//! Records: fields of different formats, one after another.

use super::Conversion;
use crate::source::Origin;

/// Index of a record in [`Model::records`](super::Model::records).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub usize);

/// Fields that stand in the file one after another, without gaps.
///
/// A record whose arrays all have a number for a count has the same length everywhere. One that has an array whose count
/// is a field has as many bytes as that field says.
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
    /// The distinct conversions of the fields, in the order of the text. Those of records inside are their own.
    pub conversions: Vec<Conversion>,
    /// Bytes of the record where all counts are zero that are fields; of the whole record where there are none.
    pub least_bytes: u64,
    /// Whether every record has [`Record::least_bytes`].
    pub is_fixed: bool,
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordField {
    /// Its name; `None` for bytes that mean nothing.
    pub name: Option<String>,
    /// Where it was written.
    pub origin: Origin,
    /// Bytes from the record's first to the field's first; `None` after an array whose count is a field.
    pub offset: Option<u64>,
    /// What an item of it is.
    pub kind: FieldKind,
    /// How many items there are, the outermost array first; none for a single item. Items of text do not count
    /// their characters here.
    pub counts: Vec<Count>,
    /// Bytes of the field where every record has as many.
    pub bytes: Option<u64>,
}

/// What an item of a field is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldKind {
    /// A number, a truth value, or one character that was asked for as such.
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
    /// So many bytes that mean nothing: ignored when read, and zero when written.
    Filler(u64),
}

/// A text of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextField {
    /// The conversion of a character to `char`: an index into [`Record::conversions`].
    pub wide: usize,
    /// The conversion to a character of eight bits, of a set all of whose characters are in ISO 8859-1.
    pub narrow: Option<usize>,
    /// How many characters there are.
    pub length: Count,
    /// What fills up a text that is shorter.
    pub padding: Padding,
}

/// How many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Always so many.
    Fixed(u64),
    /// As many as this field of the same record says, which stands before: an index into [`Record::fields`].
    Field(usize),
}

impl Count {
    /// The number, where it is one.
    pub fn fixed(self) -> Option<u64> {
        match self {
            Count::Fixed(count) => Some(count),
            Count::Field(_) => None,
        }
    }
}

/// What fills up a text that is shorter than its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Padding {
    /// Spaces. Those at the end of a field are no part of the text.
    Spaces,
    /// Characters of the code zero. The first one ends the text.
    Zeros,
    /// Nothing: the text has as many characters as the field.
    None,
}

impl Padding {
    /// Every kind.
    pub const ALL: [Padding; 3] = [Padding::Spaces, Padding::Zeros, Padding::None];

    /// The word of the language.
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
    /// How many items there are in each record; `None` where a field says it.
    pub fn items(&self) -> Option<u64> {
        self.counts.iter().try_fold(1_u64, |product, count| product.checked_mul(count.fixed()?))
    }
}
