//! The primitives of decimal digits in bytes, item by item.
//!
//! The runtime's functions are compiled for a number of bytes, and an item of digits has up to 40. There is a copy for
//! few sizes: an item of another size is given as one with bytes that do not count. All sizes would be a tenth of the
//! time that this crate takes to build.

use datarep::codegen as rt;
use datarep_dsl::model::{DigitSet, Plus, PrintedPicture, PrintedStyle};
use datarep_plan::primitive::{DigitArrangement, DigitForm, PackedSign, ZonedSign};
use datarep_plan::types::{ResultPair, Type};

use super::compiler::StepCompiler;
use super::primitive::{add_result_columns, list_column_ids, place_result_columns, store_results};
use super::value::{ByteSource, Lane, LaneValue, column_word};
use crate::columns::{ColumnId, ColumnWord, Width};

/// Reads the number that the decimal digits in an item's bytes form.
pub(super) fn compile_digit_read(
    compiler: &mut StepCompiler,
    digits: DigitArrangement,
    bytes: &LaneValue,
) -> LaneValue {
    let LaneValue::Bytes(bytes) = bytes else { unreachable!("a plan's types are right") };
    let count = bytes.len();
    let mut columns = Vec::new();
    let value = add_result_columns(compiler, Type::Record(ResultPair::Digits(digits.width)), &mut columns);
    // If the file's bytes come in one order, they are taken from the input at once. A column for each byte would cost
    // two passes more.
    let input: Option<Vec<usize>> = bytes
        .iter()
        .map(|byte| match byte {
            ByteSource::Input(index) => Some(*index),
            ByteSource::Of(..) => None,
        })
        .collect();
    let form = ItemForm::new(digits);
    if let Some(places) = input {
        compiler.push_step(&[], &list_column_ids(&columns), move |at| {
            let columns = place_result_columns(at, &columns);
            Box::new(move |frame, bytes, items| {
                let size = bytes.input.len() / items;
                let mut ordered = [0; MOST_BYTES];
                for (item, from) in bytes.input.chunks_exact(size).take(items).enumerate() {
                    for (to, &place) in ordered.iter_mut().zip(&places) {
                        *to = from[place];
                    }
                    store_results(frame, &columns, item, &form.read(&ordered[..count]));
                }
            })
        });
        return value;
    }
    let from = compiler.ensure_byte_columns(bytes);
    compiler.push_step(&from.clone(), &list_column_ids(&columns), move |at| {
        let columns = place_result_columns(at, &columns);
        let from: Vec<usize> = from.iter().map(|column| at.place_of(*column)).collect();
        Box::new(move |frame, _, items| {
            let mut ordered = [0; MOST_BYTES];
            for item in 0..items {
                // The bytes of an item lie in as many columns. They are put side by side, because the runtime reads
                // digits from one array.
                for (to, &index) in ordered.iter_mut().zip(&from) {
                    *to = frame.words_of::<u8>(index, items)[item];
                }
                store_results(frame, &columns, item, &form.read(&ordered[..count]));
            }
        })
    });
    value
}

/// Writes a number as bytes of decimal digits.
pub(super) fn compile_digit_write(
    compiler: &mut StepCompiler,
    digits: DigitArrangement,
    [negative, number]: [Lane; 2],
) -> LaneValue {
    let columns: Vec<ColumnId> = (0..digits.bytes).map(|_| compiler.add_column(Width::W8)).collect();
    let value = LaneValue::Bytes(columns.iter().map(|byte| ByteSource::Of(column_word(*byte), 0)).collect());
    // Both may be known, but a primitive reads items: such a word gets a column that is filled.
    let [negative, number] = [negative, number].map(|lane| compiler.ensure_column(lane));
    let form = ItemForm::new(digits);
    compiler.push_step(&[negative, number], &columns.clone(), move |at| {
        let [negative, number] = [negative, number].map(|column| at.place_column(column));
        let columns: Vec<ColumnId> = columns.iter().map(|column| at.place_column(*column)).collect();
        Box::new(move |frame, _, items| {
            let mut bytes = [0; MOST_BYTES];
            for item in 0..items {
                let (negative, number) = (frame.get(negative, item) != 0, frame.get(number, item));
                form.write(negative, number, &mut bytes[..columns.len()]);
                for (column, byte) in columns.iter().zip(bytes) {
                    frame.set_number(*column, item, byte.into());
                }
            }
        })
    });
    value
}

/// The most bytes that an item of digits has.
const MOST_BYTES: usize = 64;

/// Calls a function that is not inlined here.
///
/// The runtime's functions of digits are always inlined, and a debug build keeps the variables of each copy. All copies
/// in one function would need a large frame on the stack.
#[inline(never)]
fn call_apart<R>(f: impl FnOnce() -> R) -> R {
    f()
}

/// Evaluates an expression with the least of some numbers that is not below `count` as a constant.
macro_rules! with_room {
    ($count:expr, $room:ident => $body:expr; $($number:literal)*) => {
        match $count {
            $(..=$number => {
                const $room: usize = $number;
                call_apart(|| $body)
            })*
            count => unreachable!("the language has no digits in {count} bytes"),
        }
    };
}

/// Packed digits in more bytes. Halves above the digits are zero, or unused where the sign floats; a byte of the sign
/// stays the first.
fn widen_packed<const N: usize>(bytes: &[u8], sign: PackedSign) -> [u8; N] {
    // The digits are at the end, and bytes before them change no value: zeros count as digits without value, and `0xFF`
    // as unused halves where the sign floats.
    let mut widened = [if sign == PackedSign::Floating { 0xFF } else { 0 }; N];
    widened[N - bytes.len()..].copy_from_slice(bytes);
    if sign == PackedSign::TopByte {
        widened[N - bytes.len()] = 0;
        widened[0] = bytes[0];
    }
    widened
}

/// The opposite of [`widen_packed`].
fn narrow_packed<const N: usize>(wide: [u8; N], sign: PackedSign, bytes: &mut [u8]) {
    bytes.copy_from_slice(&wide[N - bytes.len()..]);
    if sign == PackedSign::TopByte {
        bytes[0] = wide[0];
    }
}

/// Characters of digits in more bytes. A sign behind the digits stays the last.
fn widen_zoned<const N: usize>(bytes: &[u8], sign: ZonedSign) -> [u8; N] {
    let mut widened = [0; N];
    let count = if sign == ZonedSign::Behind { bytes.len() - 1 } else { bytes.len() };
    widened[..count].copy_from_slice(&bytes[..count]);
    // The runtime looks for the sign in the last byte of the array, and takes the digits by their number from the first
    // on.
    if sign == ZonedSign::Behind {
        widened[N - 1] = bytes[count];
    }
    widened
}

/// The opposite of [`widen_zoned`].
fn narrow_zoned<const N: usize>(wide: [u8; N], sign: ZonedSign, bytes: &mut [u8]) {
    let length = bytes.len();
    bytes.copy_from_slice(&wide[..length]);
    if sign == ZonedSign::Behind {
        bytes[length - 1] = wide[N - 1];
    }
}

/// How an item is read and written.
#[derive(Debug, Clone, Copy)]
enum ItemForm {
    Packed(DigitArrangement, PackedSign),
    Zoned(DigitArrangement, (DigitSet, ZonedSign, Option<i64>)),
    /// A picture, which is taken apart once and not for each item.
    Printed(rt::PrintedPicture),
}

impl ItemForm {
    fn new(digits: DigitArrangement) -> ItemForm {
        match digits.form {
            DigitForm::Packed(sign) => ItemForm::Packed(digits, sign),
            DigitForm::Zoned(set, sign, point) => ItemForm::Zoned(digits, (set, sign, point)),
            DigitForm::Printed(picture) => ItemForm::Printed(to_runtime_picture(&picture)),
        }
    }

    /// The sign, the number, and whether a digit is invalid.
    fn read(&self, bytes: &[u8]) -> [u128; 3] {
        match self {
            ItemForm::Packed(digits, sign) => read_packed(*digits, *sign, bytes),
            ItemForm::Zoned(digits, form) => read_zoned(*digits, *form, bytes),
            ItemForm::Printed(picture) => {
                let (negative, number) = picture.read(bytes).unzip();
                let invalid = number.is_none();
                [negative.unwrap_or(false).into(), number.unwrap_or(0), invalid.into()]
            }
        }
    }

    fn write(&self, negative: bool, number: u128, bytes: &mut [u8]) {
        match self {
            ItemForm::Packed(digits, sign) => write_packed(*digits, *sign, (negative, number), bytes),
            ItemForm::Zoned(digits, form) => write_zoned(*digits, *form, (negative, number), bytes),
            ItemForm::Printed(picture) => picture.write(negative, number, bytes),
        }
    }
}

/// The picture of the language, as the runtime has it.
fn to_runtime_picture(picture: &PrintedPicture) -> rt::PrintedPicture {
    let PrintedStyle { charset, currency, comma, blank } = picture.style();
    let style =
        rt::PrintedStyle { set: to_runtime_digit_set(charset), currency: currency.bytes(), comma, blank };
    rt::PrintedPicture::new(picture.symbols(), style)
}

/// A result of the runtime as numbers of 128 bits.
fn to_words<T: Into<u128>>(read: rt::Digits<T>) -> [u128; 3] {
    [read.negative.into(), read.number.into(), read.invalid.into()]
}

fn read_packed(digits: DigitArrangement, sign: PackedSign, bytes: &[u8]) -> [u128; 3] {
    let (count, length, how) = (digits.count as usize, bytes.len(), to_runtime_packed_sign(sign));
    match digits.width {
        32 => {
            with_room!(length, N => to_words(rt::read_packed_u32::<N>(widen_packed(bytes, sign), count, how)); 4)
        }
        64 => {
            with_room!(length, N => to_words(rt::read_packed_u64::<N>(widen_packed(bytes, sign), count, how)); 8)
        }
        _ => {
            with_room!(length, N => to_words(rt::read_packed_u128::<N>(widen_packed(bytes, sign), count, how)); 9 10 24)
        }
    }
}

fn read_zoned(
    digits: DigitArrangement,
    (set, sign, point): (DigitSet, ZonedSign, Option<i64>),
    bytes: &[u8],
) -> [u128; 3] {
    let (count, length) = (digits.count as usize, bytes.len());
    let (set, how) = (to_runtime_digit_set(set), to_runtime_zoned_sign(sign));
    // The place of the point among the characters. The check has refused points outside of them.
    let point = point.and_then(|point| usize::try_from(point).ok());
    match digits.width {
        32 => {
            with_room!(length, N => to_words(rt::read_zoned_u32::<N>(widen_zoned(bytes, sign), count, set, how, point)); 10)
        }
        64 => {
            with_room!(length, N => to_words(rt::read_zoned_u64::<N>(widen_zoned(bytes, sign), count, set, how, point)); 18)
        }
        _ => {
            with_room!(length, N => to_words(rt::read_zoned_u128::<N>(widen_zoned(bytes, sign), count, set, how, point)); 20 40)
        }
    }
}

fn write_packed(
    digits: DigitArrangement,
    sign: PackedSign,
    (negative, number): (bool, u128),
    bytes: &mut [u8],
) {
    let (length, how) = (bytes.len(), to_runtime_packed_sign(sign));
    // The plan has chosen the width so that the number fits. Nothing is cut off.
    let (short, long) = (u32::from_low_bits(number), u64::from_low_bits(number));
    match digits.width {
        32 => {
            with_room!(length, N => narrow_packed(rt::write_packed_u32::<N>(negative, short, how), sign, bytes); 4);
        }
        64 => {
            with_room!(length, N => narrow_packed(rt::write_packed_u64::<N>(negative, long, how), sign, bytes); 8);
        }
        _ => {
            with_room!(length, N => narrow_packed(rt::write_packed_u128::<N>(negative, number, how), sign, bytes); 9 10 24);
        }
    }
}

fn write_zoned(
    digits: DigitArrangement,
    (set, sign, point): (DigitSet, ZonedSign, Option<i64>),
    (negative, number): (bool, u128),
    bytes: &mut [u8],
) {
    let (count, length) = (digits.count as usize, bytes.len());
    let (set, how) = (to_runtime_digit_set(set), to_runtime_zoned_sign(sign));
    let point = point.and_then(|point| usize::try_from(point).ok());
    let (short, long) = (u32::from_low_bits(number), u64::from_low_bits(number));
    match digits.width {
        32 => with_room!(length, N => {
            narrow_zoned(rt::write_zoned_u32::<N>(negative, short, count, set, how, point), sign, bytes);
        }; 10),
        64 => with_room!(length, N => {
            narrow_zoned(rt::write_zoned_u64::<N>(negative, long, count, set, how, point), sign, bytes);
        }; 18),
        _ => with_room!(length, N => {
            narrow_zoned(rt::write_zoned_u128::<N>(negative, number, count, set, how, point), sign, bytes);
        }; 20 40),
    }
}

fn to_runtime_digit_set(set: DigitSet) -> rt::DigitSet {
    match set {
        DigitSet::Ebcdic => rt::DigitSet::Ebcdic,
        DigitSet::Ascii => rt::DigitSet::Ascii,
    }
}

fn to_runtime_packed_sign(sign: PackedSign) -> rt::PackedSign {
    match sign {
        PackedSign::None => rt::PackedSign::None,
        PackedSign::Last(plus) => rt::PackedSign::Last(to_runtime_plus(plus)),
        PackedSign::Floating => rt::PackedSign::Floating,
        PackedSign::TopByte => rt::PackedSign::TopByte,
    }
}

fn to_runtime_zoned_sign(sign: ZonedSign) -> rt::ZonedSign {
    match sign {
        ZonedSign::First(plus) => rt::ZonedSign::First(to_runtime_plus(plus)),
        ZonedSign::Last(plus) => rt::ZonedSign::Last(to_runtime_plus(plus)),
        ZonedSign::Before => rt::ZonedSign::Before,
        ZonedSign::Behind => rt::ZonedSign::Behind,
    }
}

fn to_runtime_plus(plus: Plus) -> rt::Plus {
    match plus {
        Plus::Preferred => rt::Plus::Preferred,
        Plus::Plain => rt::Plus::Plain,
        Plus::Only => rt::Plus::Only,
        Plus::Absent => rt::Plus::Absent,
        Plus::Bit => rt::Plus::Bit,
    }
}
