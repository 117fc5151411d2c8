//! A column of a file as an array of NumPy: a header, and numbers in the narrowest type that holds those of the format.
//!
//! Source: NumPy, "NPY format", `numpy.lib.format`.

use datarep::{Loss, Native};
use datarep_dsl::model::{Format, FormatKind, IntegerSign};
use datarep_dsl::words;
use datarep_dynamic::Format as Running;
use serde_json::{Value, json};

use crate::format::Asked;
use crate::{Answer, Fault, Request, file};

/// The header is padded to a multiple of this.
const ALIGNMENT: usize = 64;

/// A type of NumPy's items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
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

impl Item {
    /// The type in Python's notation.
    fn descr(self) -> &'static str {
        match self {
            Item::I8 => "|i1",
            Item::I16 => "<i2",
            Item::I32 => "<i4",
            Item::I64 => "<i8",
            Item::U8 => "|u1",
            Item::U16 => "<u2",
            Item::U32 => "<u4",
            Item::U64 => "<u8",
            Item::F32 => "<f4",
            Item::F64 => "<f8",
            Item::Bool => "|b1",
            Item::Letter => "<U1",
        }
    }

    /// The narrowest type that holds every number of a format; an `f64`, which rounds, where none does.
    fn of(format: &Format) -> Item {
        match &format.kind {
            FormatKind::Float(_) => match words::span(format) {
                Some(span) if span.bits <= 24 && span.unit >= -149 && span.end <= 128 => Item::F32,
                _ => Item::F64,
            },
            FormatKind::Integer(integer) if integer.scale == 0 => match integer.sign {
                IntegerSign::Unsigned => Item::unsigned(format.bits),
                IntegerSign::Twos | IntegerSign::Ones | IntegerSign::SignMagnitude => {
                    Item::signed(format.bits)
                }
                IntegerSign::Offset(offset) => {
                    Item::signed(1 + format.bits.max(u128::BITS - offset.unsigned_abs().leading_zeros()))
                }
                // Some bits are the signs of parts.
                IntegerSign::Words(_) => Item::signed(format.bits),
            },
            // A digit has less than ten thirds of a bit.
            FormatKind::Decimal(decimal) if decimal.scale == 0 => Item::signed(
                1 + u32::try_from(i64::from(decimal.digits) * 3322 / 1000 + 1).unwrap_or(u32::MAX),
            ),
            FormatKind::Logical(_) => Item::Bool,
            FormatKind::Character(_) => Item::Letter,
            FormatKind::Integer(_)
            | FormatKind::Decimal(_)
            | FormatKind::PairSum(_)
            | FormatKind::DecimalFloat(_)
            | FormatKind::Posit(_) => Item::F64,
        }
    }

    fn signed(bits: u32) -> Item {
        match bits {
            ..=8 => Item::I8,
            9..=16 => Item::I16,
            17..=32 => Item::I32,
            33..=64 => Item::I64,
            _ => Item::F64,
        }
    }

    fn unsigned(bits: u32) -> Item {
        match bits {
            ..=8 => Item::U8,
            9..=16 => Item::U16,
            17..=32 => Item::U32,
            33..=64 => Item::U64,
            _ => Item::F64,
        }
    }
}

/// The items at a stride in the bytes of the request, as the items of an array, and how many were not kept.
pub(crate) fn convert(request: &Request<'_>) -> Result<Answer, Fault> {
    let asked = Asked::find(request)?;
    let format = &asked.described.format;
    let extent = asked.described.order.extent(format.bits) as usize;
    let stride = file::read_stride(request, extent)?;
    let mut items = Vec::new();
    for item in file::items(request.bytes, extent, stride) {
        items.extend_from_slice(item);
    }
    let running = &asked.running;
    let item = Item::of(format);
    let (bytes, loss) = match item {
        Item::I8 => read(running, &items, |value: i8| value.to_le_bytes())?,
        Item::I16 => read(running, &items, |value: i16| value.to_le_bytes())?,
        Item::I32 => read(running, &items, |value: i32| value.to_le_bytes())?,
        Item::I64 => read(running, &items, |value: i64| value.to_le_bytes())?,
        Item::U8 => read(running, &items, |value: u8| value.to_le_bytes())?,
        Item::U16 => read(running, &items, |value: u16| value.to_le_bytes())?,
        Item::U32 => read(running, &items, |value: u32| value.to_le_bytes())?,
        Item::U64 => read(running, &items, |value: u64| value.to_le_bytes())?,
        Item::F32 => read(running, &items, |value: f32| value.to_le_bytes())?,
        Item::F64 => read(running, &items, |value: f64| value.to_le_bytes())?,
        Item::Bool => read(running, &items, |value: bool| [u8::from(value)])?,
        Item::Letter => read(running, &items, |value: char| u32::from(value).to_le_bytes())?,
    };
    let lost = (!loss.is_none()).then(|| loss.to_string());
    let shown = json!({ "rows": items.len() / extent.max(1), "lost": lost });
    Ok(Answer { shown, bytes })
}

/// The bytes of an array's items.
fn read<T: Native + Default, const N: usize>(
    format: &Running,
    items: &[u8],
    bytes: impl Fn(T) -> [u8; N],
) -> Result<(Vec<u8>, Loss), Fault> {
    let (values, loss) = format.to_vec::<T>(items)?;
    Ok((values.into_iter().flat_map(bytes).collect(), loss))
}

/// The header of an array with so many rows.
pub(crate) fn header(request: &Request<'_>) -> Result<Answer, Fault> {
    let asked = Asked::find(request)?;
    let descr = Item::of(&asked.described.format).descr();
    let rows = request.number("rows").unwrap_or(0);
    Ok(Answer { shown: Value::Object(serde_json::Map::default()), bytes: write_header(descr, rows) })
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
