//! Fields: their names, the places of their items, and the conversion of items to values.

use datarep::interpreter::Assembled;
use datarep::{Character, Datarep, Native as _};
use datarep_dsl::model::{ByteOrder, Conversion, FieldKind, Format, Model, Native, RecordField, TextField};

use super::choice::AlternativeIndex;
use super::error::RecordError;
use super::mixed::MixedText;
use super::place::{Dimension, FixedPlaces};
use super::values::{Value, for_native};
use crate::compile::assemble_type;
use crate::error::Error;

/// A field of a record, or of a record inside it.
#[derive(Debug, Clone)]
pub struct Field {
    pub(super) path: String,
    pub(super) shape: Vec<Dimension>,
    /// The number of characters of a text.
    pub(super) length: Option<Dimension>,
    pub(super) described: RecordField,
    /// Bytes of an item, or of a character of a text.
    pub(super) bytes: usize,
    pub(super) place: Option<FixedPlaces>,
    pub(super) conversions: Conversions,
    /// The alternative in which the field has a single item.
    pub(super) alone_in: Option<AlternativeIndex>,
    /// The innermost alternative that contains the field.
    pub(super) within: Option<AlternativeIndex>,
    /// Whether no item is invalid, whatever its bytes are.
    pub(super) is_always_valid: bool,
}

/// How items become values.
#[derive(Debug, Clone)]
pub(super) enum Conversions {
    /// The items are bytes, which are kept as they are.
    None,
    Scalar {
        datarep: Datarep,
        native: Native,
        /// How its words are stored, to read a count.
        word: Box<StoredWord>,
    },
    Text {
        wide: Datarep,
        narrow: Option<Datarep>,
    },
    /// Texts whose units are bytes.
    Mixed(MixedText),
}

/// The word of an item in the file.
#[derive(Debug, Clone)]
pub(super) struct StoredWord {
    pub(super) format: Format,
    pub(super) order: ByteOrder,
}

impl Field {
    /// The name of the field, after the names of the records that contain it: `first.x`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The offset of the first item in the record. `None` if the size of the field, of an earlier field, or of a nested
    /// record that contains it varies.
    pub fn offset(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.offset)
    }

    /// Bytes of an item, or `None` for a text whose length is a field.
    pub fn bytes(&self) -> Option<usize> {
        match self.length {
            None => Some(self.bytes),
            Some(Dimension::Fixed(length)) => length.checked_mul(self.bytes),
            Some(Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_)) => None,
        }
    }

    /// The dimensions of the arrays that contain the field, the outermost first. Empty if the field has a single item.
    pub fn shape(&self) -> &[Dimension] {
        &self.shape
    }

    /// The number of items in a record, if it is the same in all records.
    pub fn items(&self) -> Option<usize> {
        // An array of arrays has the product of their dimensions.
        self.shape.iter().try_fold(1_usize, |product, dimension| match dimension {
            Dimension::Fixed(count) => product.checked_mul(*count),
            Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_) => None,
        })
    }

    /// The native type of an item, or `None` for texts and bytes.
    pub fn native(&self) -> Option<Native> {
        match self.conversions {
            Conversions::Scalar { native, .. } => Some(native),
            Conversions::Text { .. } | Conversions::Mixed(_) | Conversions::None => None,
        }
    }

    /// The conversion of an item, or of a text's character to `char`. It is a representation of that type alone. `None`
    /// for bytes, and for texts that are converted as a whole.
    pub fn datarep(&self) -> Option<&Datarep> {
        match &self.conversions {
            Conversions::Scalar { datarep, .. } => Some(datarep),
            Conversions::Text { wide, .. } => Some(wide),
            Conversions::Mixed(_) | Conversions::None => None,
        }
    }

    /// The number of characters of a text, or of its bytes if it is converted as a whole. `None` for a field that is not a text.
    pub fn text_length(&self) -> Option<Dimension> {
        self.length
    }

    /// Whether the items are bytes that are kept as they are.
    pub fn is_bytes(&self) -> bool {
        matches!(self.conversions, Conversions::None)
    }

    /// Whether its items may be missing, by `null if …` or because the field is in an alternative of a choice.
    pub fn is_nullable(&self) -> bool {
        self.has_nulls() || self.alone_in.is_some()
    }

    /// Whether an item that is in the file may be missing, by `null if …`.
    pub(super) fn has_nulls(&self) -> bool {
        self.described.nulls.is_some()
    }

    /// The field as the text in the language describes it.
    pub fn described(&self) -> &RecordField {
        &self.described
    }

    /// How the field's text lies in it, if it is one.
    pub(super) fn text(&self) -> Option<TextField> {
        if let FieldKind::Text(text) = &self.described.kind { Some(*text) } else { None }
    }

    /// The name of the field's type in messages.
    pub(super) fn type_name(&self) -> &'static str {
        match self.conversions {
            Conversions::Scalar { native, .. } => native.word(),
            Conversions::Text { .. } | Conversions::Mixed(_) => "text",
            Conversions::None => "bytes",
        }
    }

    /// The conversion to `T`, if the field has that type.
    pub(super) fn scalar_datarep<T: Value>(&self) -> Result<&Datarep, Error> {
        match &self.conversions {
            Conversions::Scalar { datarep, native, .. } if *native == T::NATIVE => Ok(datarep),
            _ => Err(self.wrong_type_error(T::NATIVE.word())),
        }
    }

    pub(super) fn wrong_type_error(&self, found: &'static str) -> Error {
        let (field, expected) = (self.path.clone(), self.type_name());
        RecordError::WrongType { field, expected, found }.into()
    }

    pub(super) fn wrong_length_error(&self, expected: usize, found: usize) -> Error {
        self.length_fault(expected, found).into()
    }

    /// The fault of the item at byte `offset`.
    pub(super) fn item_fault(&self, record: usize, offset: usize, error: datarep::Error) -> RecordError {
        RecordError::Item { record, field: self.path.clone(), item: 0, offset, error }
    }

    pub(super) fn length_fault(&self, expected: usize, found: usize) -> RecordError {
        RecordError::Length { field: self.path.clone(), expected, found }
    }
}

/// The conversion of a field, as a representation of one type.
pub(super) fn make_field_datarep(
    model: &Model,
    record: &str,
    conversion: &Conversion,
) -> Result<Datarep, datarep::Error> {
    let assembled_type = assemble_type(&model.formats[conversion.format.0], conversion, 1);
    // A representation is a table by predefined types. The field has one native type, so one entry is enough.
    let predefined = match conversion.native {
        Native::Character => Character::PREDEFINED,
        // `Character` is no type of columns, but the one of texts with a byte for each character.
        native => for_native!(native, T => T::PREDEFINED, Character::PREDEFINED),
    };
    // The table ends with the entry of this type. What is not in it is unsupported.
    let mut types = vec![None; predefined as usize];
    types.push(Some(assembled_type));
    // MPI limits the names of representations to 128 bytes, and a cut must not divide a character.
    let end = record.floor_char_boundary(record.len().min(128));
    let name = record[..end].to_owned().into();
    Assembled { name, doc: "".into(), origin: "interpreted", types }.into_datarep()
}

/// The value of a count as a `usize`, or an error if it is negative or too large.
pub(super) fn to_item_count(
    record: usize,
    field: &Field,
    offset: usize,
    count: i128,
) -> Result<usize, RecordError> {
    // No slice is longer than `isize::MAX` bytes, so that a larger count is a fault whatever the file is.
    usize::try_from(count).ok().filter(|count| isize::try_from(*count).is_ok()).ok_or_else(|| {
        RecordError::Count { record, field: field.path.clone(), offset, count: count.to_string() }
    })
}
