//! A column of a file as an array of NumPy: a header, and numbers in the narrowest type that holds those of the format.
//!
//! Source: NumPy, "NPY format", `numpy.lib.format`.

use datarep::{Loss, Native};
use datarep_dsl::model::{Format, FormatKind, IntegerSign};
use datarep_dsl::words;
use datarep_dynamic::Format as Running;
use serde_json::{Value, json};

use crate::format::RequestedFormat;
use crate::{Answer, Fault, Request, file};

/// The header is padded to a multiple of this.
const ALIGNMENT: usize = 64;

/// A type of NumPy's items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ItemType {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
    Bool,
    Letter,
}

impl ItemType {
    /// The type in Python's notation.
    fn descr(self) -> &'static str {
        match self {
            ItemType::I8 => "|i1",
            ItemType::I16 => "<i2",
            ItemType::I32 => "<i4",
            ItemType::I64 => "<i8",
            ItemType::U8 => "|u1",
            ItemType::U16 => "<u2",
            ItemType::U32 => "<u4",
            ItemType::U64 => "<u8",
            ItemType::F32 => "<f4",
            ItemType::F64 => "<f8",
            ItemType::Bool => "|b1",
            ItemType::Letter => "<U1",
        }
    }

    /// The narrowest type that holds every number of a format; an `f64`, which rounds, where none does.
    fn narrowest_for(format: &Format) -> ItemType {
        match &format.kind {
            FormatKind::Float(_) => match words::number_span(format) {
                Some(span) if span.bits <= 24 && span.unit >= -149 && span.end <= 128 => ItemType::F32,
                _ => ItemType::F64,
            },
            FormatKind::Integer(integer) if integer.scale == 0 => match integer.sign {
                IntegerSign::Unsigned => ItemType::unsigned_of_bits(format.bits),
                IntegerSign::Twos | IntegerSign::Ones | IntegerSign::SignMagnitude => {
                    ItemType::signed_of_bits(format.bits)
                }
                IntegerSign::Offset(offset) => ItemType::signed_of_bits(
                    1 + format.bits.max(u128::BITS - offset.unsigned_abs().leading_zeros()),
                ),
                // Some bits are the signs of parts.
                IntegerSign::Words(_) => ItemType::signed_of_bits(format.bits),
            },
            // A digit has less than ten thirds of a bit.
            FormatKind::Decimal(decimal) if decimal.scale == 0 => ItemType::signed_of_bits(
                1 + u32::try_from(i64::from(decimal.digits) * 3322 / 1000 + 1).unwrap_or(u32::MAX),
            ),
            FormatKind::Logical(_) => ItemType::Bool,
            FormatKind::Character(_) => ItemType::Letter,
            FormatKind::Integer(_)
            | FormatKind::Decimal(_)
            | FormatKind::PairSum(_)
            | FormatKind::DecimalFloat(_)
            | FormatKind::Posit(_) => ItemType::F64,
        }
    }

    fn signed_of_bits(bits: u32) -> ItemType {
        match bits {
            ..=8 => ItemType::I8,
            9..=16 => ItemType::I16,
            17..=32 => ItemType::I32,
            33..=64 => ItemType::I64,
            _ => ItemType::F64,
        }
    }

    fn unsigned_of_bits(bits: u32) -> ItemType {
        match bits {
            ..=8 => ItemType::U8,
            9..=16 => ItemType::U16,
            17..=32 => ItemType::U32,
            33..=64 => ItemType::U64,
            _ => ItemType::F64,
        }
    }
}

/// The items at a stride in the bytes of the request, as the items of an array, and how many were not kept.
pub(crate) fn convert(request: &Request<'_>) -> Result<Answer, Fault> {
    let requested_format = RequestedFormat::find(request)?;
    let format = &requested_format.described.format;
    let extent = requested_format.described.order.extent(format.bits) as usize;
    let stride = file::read_stride(request, extent)?;
    let mut items = Vec::new();
    for item in file::split_items(request.bytes, extent, stride) {
        items.extend_from_slice(item);
    }
    let running = &requested_format.running;
    let item = ItemType::narrowest_for(format);
    let (bytes, loss) = match item {
        ItemType::I8 => convert_items(running, &items, |value: i8| value.to_le_bytes())?,
        ItemType::I16 => convert_items(running, &items, |value: i16| value.to_le_bytes())?,
        ItemType::I32 => convert_items(running, &items, |value: i32| value.to_le_bytes())?,
        ItemType::I64 => convert_items(running, &items, |value: i64| value.to_le_bytes())?,
        ItemType::U8 => convert_items(running, &items, |value: u8| value.to_le_bytes())?,
        ItemType::U16 => convert_items(running, &items, |value: u16| value.to_le_bytes())?,
        ItemType::U32 => convert_items(running, &items, |value: u32| value.to_le_bytes())?,
        ItemType::U64 => convert_items(running, &items, |value: u64| value.to_le_bytes())?,
        ItemType::F32 => convert_items(running, &items, |value: f32| value.to_le_bytes())?,
        ItemType::F64 => convert_items(running, &items, |value: f64| value.to_le_bytes())?,
        ItemType::Bool => convert_items(running, &items, |value: bool| [u8::from(value)])?,
        ItemType::Letter => convert_items(running, &items, |value: char| u32::from(value).to_le_bytes())?,
    };
    let loss_text = (!loss.is_none()).then(|| loss.to_string());
    let value = json!({ "rows": items.len() / extent.max(1), "lost": loss_text });
    Ok(Answer { value, bytes })
}

/// The bytes of an array's items.
fn convert_items<T: Native + Default, const N: usize>(
    format: &Running,
    items: &[u8],
    bytes: impl Fn(T) -> [u8; N],
) -> Result<(Vec<u8>, Loss), Fault> {
    let (values, loss) = format.to_vec::<T>(items)?;
    Ok((values.into_iter().flat_map(bytes).collect(), loss))
}

/// The header of an array with so many rows.
pub(crate) fn answer_header(request: &Request<'_>) -> Result<Answer, Fault> {
    let requested_format = RequestedFormat::find(request)?;
    let descr = ItemType::narrowest_for(&requested_format.described.format).descr();
    let rows = request.number("rows").unwrap_or(0);
    Ok(Answer { value: Value::Object(serde_json::Map::default()), bytes: write_header(descr, rows) })
}

fn write_header(descr: &str, rows: u64) -> Vec<u8> {
    let mut text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({rows},), }}");
    let begin = b"\x93NUMPY\x01\x00";
    // The length of the text has two bytes. The text is padded, and ends with a newline.
    let before = begin.len() + 2;
    let length = (before + text.len() + 1).next_multiple_of(ALIGNMENT) - before;
    text.push_str(&" ".repeat(length - 1 - text.len()));
    text.push('\n');
    let length = u16::try_from(length).unwrap_or(u16::MAX);
    [begin.as_slice(), &length.to_le_bytes(), text.as_bytes()].concat()
}
