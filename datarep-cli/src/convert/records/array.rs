//! Records as an array of structures of NumPy.

use std::fmt::Write as _;

use datarep_dsl::model::Native;
use datarep_dynamic::record::{Dimension, Values};

use crate::convert::native::NativeCell;
use crate::convert::npy;
use crate::failure::CliFailure;
use crate::input::RecordBlock;
use crate::target::OutputTarget;

use super::column::{EncodedRecords, FieldColumn, FieldShape, RecordEncoder, RecordWriter, with_values};

/// Encodes records as structures of NumPy.
pub(super) struct StructureEncoder<'w> {
    pub(super) shapes: &'w [FieldShape<'w>],
}

/// An array that is being written.
pub(super) struct StructuredArray {
    target: OutputTarget,
    header: npy::StartedArray,
    records: u64,
}

impl StructuredArray {
    /// Writes the header of an array.
    pub(super) fn begin(
        mut target: OutputTarget,
        shapes: &[FieldShape<'_>],
        count: Option<u64>,
    ) -> Result<StructuredArray, CliFailure> {
        let fields: Vec<String> = shapes.iter().map(describe_field).collect();
        let descr = format!("[{}]", fields.join(", "));
        let header = npy::begin_array(&mut target, descr, count, 1)?;
        Ok(StructuredArray { target, header, records: 0 })
    }
}

/// A field as Python describes it: `('depth', '<f4', (3,))`.
fn describe_field(shape: &FieldShape<'_>) -> String {
    let field = shape.field;
    let kind = match (field.native(), field.text_length()) {
        (Some(native), _) => name_native(native).to_owned(),
        // `<U0` means to NumPy that the length is still to be found.
        (None, Some(Dimension::Fixed(length))) => format!("<U{}", length.max(1)),
        (None, _) => "|u1".to_owned(),
    };
    let mut text = format!("('{}', '{kind}'", shape.name);
    let counts = field.shape().iter().map(|count| match count {
        Dimension::Fixed(count) => *count,
        // `check` has refused arrays of any other length before the file is made.
        Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_) => 0,
    });
    let counts: Vec<String> = counts.map(|count| format!("{count},")).collect();
    if !counts.is_empty() {
        let _ = write!(text, ", ({})", counts.join(" "));
    }
    text.push(')');
    text
}

/// NumPy's name for a native type. A decimal becomes a double.
fn name_native(native: Native) -> &'static str {
    match native {
        Native::I8 => "|i1",
        Native::I16 => "<i2",
        Native::I32 => "<i4",
        Native::I64 => "<i8",
        Native::U8 => "|u1",
        Native::U16 => "<u2",
        Native::U32 => "<u4",
        Native::U64 => "<u8",
        Native::F32 => "<f4",
        Native::Bool => "|b1",
        Native::WideCharacter => "<U1",
        _ => "<f8",
    }
}

impl RecordEncoder for StructureEncoder<'_> {
    fn encode(
        &self,
        columns: &mut Vec<FieldColumn>,
        records: usize,
        _: &RecordBlock,
        mut bytes: Vec<u8>,
    ) -> Result<EncodedRecords, CliFailure> {
        bytes.clear();
        let mut items: Vec<_> = columns.iter().map(|column| column.item_ranges(records)).collect();
        for _ in 0..records {
            for ((shape, column), items) in self.shapes.iter().zip(&*columns).zip(&mut items) {
                let range = items.next().unwrap_or_default();
                put_field(shape, column, range, &mut bytes);
            }
        }
        Ok(EncodedRecords::new(records, bytes))
    }
}

impl RecordWriter for StructuredArray {
    fn write(&mut self, records: &mut EncodedRecords) -> Result<(), CliFailure> {
        self.records += records.records as u64;
        self.target.write(&records.bytes)
    }

    fn written_bytes(&self) -> u64 {
        self.target.written_bytes()
    }

    fn finish(mut self: Box<Self>) -> Result<u64, CliFailure> {
        self.header.finish(&mut self.target, self.records)?;
        self.target.finish()
    }
}

/// Appends items of a record as NumPy has them. A missing float is a NaN.
fn put_field(
    shape: &FieldShape<'_>,
    column: &FieldColumn,
    range: std::ops::Range<usize>,
    bytes: &mut Vec<u8>,
) {
    let values = column.values_with_missing();
    if column.values.missing().is_some() {
        for index in range {
            match (column.is_missing(index), shape.field.native()) {
                (true, Some(Native::F32)) => f32::NAN.append_bytes(bytes),
                (true, _) => f64::NAN.append_bytes(bytes),
                (false, _) => put_items(shape, values, index..index + 1, bytes),
            }
        }
        return;
    }
    put_items(shape, values, range, bytes);
}

/// Appends items that are not missing.
fn put_items(shape: &FieldShape<'_>, values: &Values, range: std::ops::Range<usize>, bytes: &mut Vec<u8>) {
    if let Values::Decimal(decimals) = values {
        for decimal in &decimals[range] {
            // The digits of a decimal always make a float.
            decimal.to_string().parse::<f64>().unwrap_or(f64::NAN).append_bytes(bytes);
        }
        return;
    }
    with_values!(
        values,
        cells => cells[range].iter().for_each(|cell| cell.append_bytes(bytes)),
        texts => {
            let length = match shape.field.text_length() {
                Some(Dimension::Fixed(length)) => length.max(1),
                Some(Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_)) | None => 1,
            };
            for text in range.map(|index| &texts[index]) {
                // NumPy has four bytes for each character, and zeros behind the text.
                let end = bytes.len() + 4 * length;
                text.chars().for_each(|character| character.append_bytes(bytes));
                bytes.resize(end, 0);
            }
        },
        content => bytes.extend_from_slice(&content[range]),
        ()
    );
}
