//! Reads the value of one item of a field, which decides on a count or on an alternative.

use datarep::Datarep;
use datarep_dsl::model::{
    ByteOrder, Decimal, DecimalSign, DigitCode, DigitSet, Format, FormatKind, Integer, IntegerSign, Native,
    NativeKind, Plus,
};

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
        // Most counts are plain integers, or digits as they are always written. A conversion for one item takes much longer than
        // looking at a few bytes. A number that the native type does not have is up to a rule.
        match decode_plain_number(&word.format, &word.order, bytes) {
            Some(number) if native_holds(*native, number) => Ok(number),
            _ => {
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
fn convert_integer(datarep: &Datarep, native: Native, bytes: &[u8]) -> Result<i128, datarep::Error> {
    let values = for_native!(native, T => {
        let mut value = [T::default()];
        datarep.read(bytes, &mut value)?;
        T::into_values(value.to_vec())
    }, Values::Bytes(Vec::new()));
    // The check allows counts of integers only. A value beyond `i128` is no count, and -1 becomes its error.
    Ok(values.integer_at(0).unwrap_or(-1))
}

/// Whether a native type has an integer.
fn native_holds(native: Native, number: i128) -> bool {
    match native.kind() {
        NativeKind::Integer { signed: true, bits } => number >> (bits - 1) == number >> 127,
        NativeKind::Integer { signed: false, bits } => number >= 0 && (bits == 128 || number >> bits == 0),
        _ => false,
    }
}

/// The integer that the bytes hold, if its format can be decoded without a conversion.
fn decode_plain_number(format: &Format, order: &ByteOrder, bytes: &[u8]) -> Option<i128> {
    match format.kind {
        FormatKind::Integer(Integer { sign, scale: 0 }) => decode_plain_integer(sign, format, order, bytes),
        FormatKind::Decimal(decimal) if *order == ByteOrder::Big => decode_plain_digits(&decimal, bytes),
        _ => None,
    }
}

/// The number of some digits, if they are what is written for it and it has no minus. All other digits and signs are up to the
/// conversion and its rules.
fn decode_plain_digits(decimal: &Decimal, bytes: &[u8]) -> Option<i128> {
    /// As many digits as 64 bits hold.
    const MOST: u32 = 18;
    let plus = match decimal.sign {
        DecimalSign::None => None,
        DecimalSign::Digit { leading: false, plus } => Some(plus),
        _ => return None,
    };
    if decimal.scale != 0 || decimal.digits > MOST {
        return None;
    }
    let (last, others) = bytes.split_last()?;
    // Digits one after another; `None` behind a half byte or a character that is none.
    let push = |number: u64, digit: u8| (digit <= 9).then(|| 10 * number + u64::from(digit));
    let number = match (decimal.code, plus) {
        (DigitCode::Packed, Some(plus)) => {
            let sign = if plus == Plus::Preferred { 0xC } else { 0xF };
            let push_both = |number, byte: &u8| push(push(number, byte >> 4)?, byte & 0xF);
            let number = others.iter().try_fold(0, push_both)?;
            (last & 0xF == sign).then_some(())?;
            push(number, last >> 4)?
        }
        (DigitCode::Zoned { charset, point: false }, plus) => {
            let zone = if charset == DigitSet::Ebcdic { 0xF0 } else { 0x30 };
            let sign = match (plus, charset) {
                (Some(Plus::Preferred), DigitSet::Ebcdic) => 0xC0,
                (Some(Plus::Preferred), DigitSet::Ascii) => return None,
                _ => zone,
            };
            let number = others.iter().try_fold(0, |number, byte| push(number, byte.wrapping_sub(zone)))?;
            push(number, last.wrapping_sub(sign))?
        }
        _ => return None,
    };
    // An even number of packed digits leaves a half byte before them, which is zero.
    (number < 10_u64.pow(decimal.digits)).then_some(i128::from(number))
}

/// The number of a binary integer.
fn decode_plain_integer(sign: IntegerSign, format: &Format, order: &ByteOrder, bytes: &[u8]) -> Option<i128> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    /// Numbers that are decoded are those of the conversion, for every word of two bytes.
    #[test]
    fn plain_numbers_are_those_of_the_conversion() {
        for (format, least) in [
            ("zoned_decimal(2, 0, unsigned)", 100),
            ("zoned_decimal(2, 0, unsigned, ascii)", 100),
            ("zoned_decimal(2, 0, no_sign)", 100),
            ("zoned_decimal(2, 0)", 100),
            ("zoned_decimal(2, 0, minus_bit, ascii)", 100),
            ("zoned_decimal(2, 0, ascii)", 0),
            ("zoned_decimal(2, 0, leading)", 0),
            ("zoned_decimal(1, 0, separate)", 0),
            ("zoned_decimal(2, 0, unsigned) as i8", 100),
            ("packed_decimal(3, 0)", 1000),
            ("packed_decimal(2, 0)", 100),
            ("packed_decimal(3, 0, unsigned)", 1000),
            ("packed_decimal(3, 0, no_sign)", 1000),
            ("packed_decimal(3, 0) little", 0),
            ("packed_decimal(3, 0) as i8 { on read { overflow => saturate } }", 128),
            ("unsigned_packed_decimal(3, 0)", 0),
            ("bcd(4)", 0),
            ("i16", 1 << 16),
            ("u16 little", 1 << 16),
            ("i16 as u8 { on read { overflow => saturate } }", 256),
        ] {
            let text = Text::parse(&format!("record r {{ n: {format}; }}"))
                .unwrap_or_else(|fault| panic!("{format}: {fault}"));
            let record = text.record("r").expect("a record");
            let Conversions::Scalar { datarep, native, word } = &record.0.fields[0].conversions else {
                panic!("{format}")
            };
            let mut decoded = 0;
            for bytes in (0..=u16::MAX).map(u16::to_be_bytes) {
                let Some(number) = decode_plain_number(&word.format, &word.order, &bytes) else { continue };
                if native_holds(*native, number) {
                    decoded += 1;
                    let converted = convert_integer(datarep, *native, &bytes);
                    assert!(
                        matches!(converted, Ok(converted) if converted == number),
                        "{format}: {bytes:?}: {number}"
                    );
                }
            }
            assert_eq!(decoded, least, "{format}");
        }
    }
}
