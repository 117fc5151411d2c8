//! Reads the value of one item of a field, which decides on a count or on an alternative.

use datarep::Datarep;
use datarep_dsl::model::{ByteOrder, Format, FormatKind, Integer, IntegerSign};

use super::Record;
use super::count::FieldValue;
use super::error::RecordError;
use super::field::Conversions;
use super::values::{Value, Values, for_native};

impl Record {
    /// Reads the integer of a field's item at a byte. It is 0 for a field without numbers.
    pub(super) fn read_integer(
        &self,
        file: &[u8],
        record: usize,
        index: usize,
        at: usize,
    ) -> Result<i128, RecordError> {
        let field = &self.0.fields[index];
        // The callers know of a whole item at this byte, so that these bytes are in the file.
        let bytes = &file[at..at + field.bytes];
        let Conversions::Scalar { datarep, native, word } = &field.conversions else { return Ok(0) };
        // Most counts are plain integers. A conversion for one item takes much longer than shifting a few bytes.
        match decode_plain_integer(&word.format, &word.order, bytes) {
            Some(number) => Ok(number),
            None => {
                convert_integer(datarep, *native, bytes).map_err(|error| field.item_fault(record, at, error))
            }
        }
    }

    /// Reads the value of a field's item at a byte.
    pub(super) fn read_value(
        &self,
        file: &[u8],
        record: usize,
        index: usize,
        at: usize,
    ) -> Result<FieldValue, RecordError> {
        if matches!(self.0.fields[index].conversions, Conversions::Text { .. } | Conversions::Mixed(_)) {
            self.read_text(file, record, index, at).map(FieldValue::Text)
        } else {
            self.read_integer(file, record, index, at).map(FieldValue::Integer)
        }
    }

    /// Reads the text of a field's item at a byte.
    fn read_text(&self, file: &[u8], record: usize, index: usize, at: usize) -> Result<String, RecordError> {
        let field = &self.0.fields[index];
        let bytes = &file[at..at + field.bytes().unwrap_or(0)];
        let wide = match &field.conversions {
            Conversions::Text { wide, .. } => wide,
            Conversions::Mixed(text) => {
                let read = text.decode_item(bytes, field.text());
                return read.map_err(|error| field.item_fault(record, at, error));
            }
            Conversions::Scalar { .. } | Conversions::None => return Ok(String::new()),
        };
        let mut letters = vec!['\0'; bytes.len() / field.bytes.max(1)];
        // Always to `char`: a text that decides is compared with the cases of the description.
        wide.read(bytes, &mut letters).map_err(|error| field.item_fault(record, at, error))?;
        let place = field.text().map_or(0..letters.len(), |text| text.find_text(&letters, |letter| letter));
        Ok(letters[place].iter().collect())
    }
}

/// The integer of an item, by its conversion.
fn convert_integer(
    datarep: &Datarep,
    native: datarep_dsl::model::Native,
    bytes: &[u8],
) -> Result<i128, datarep::Error> {
    let values = for_native!(native, T => {
        let mut value = [T::default()];
        datarep.read(bytes, &mut value)?;
        T::into_values(value.to_vec())
    }, Values::Bytes(Vec::new()));
    // The check allows counts of integers only. A value beyond `i128` is no count, and -1 becomes its error.
    Ok(values.integer_at(0).unwrap_or(-1))
}

/// The integer that the bytes hold, if its format can be decoded without a conversion.
fn decode_plain_integer(format: &Format, order: &ByteOrder, bytes: &[u8]) -> Option<i128> {
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
