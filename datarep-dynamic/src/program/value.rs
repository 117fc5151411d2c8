//! What steps read and return: words in columns or constant words, their bytes, and records of them. Also how native
//! items become words.

use datarep::interpreter::{decimal_from_parts, decimal_to_parts};
use datarep::{Decimal, Event as Met, codegen::Kinds};
use datarep_dsl::model::{Events, Native};
use datarep_plan::types::{ResultPart, Type};

use crate::columns::{ColumnId, ColumnWord, Width};

/// A word: the same known number for every item, or in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordSlot {
    Known(u128),
    Column(ColumnId),
}

/// A word of each item, with its width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lane {
    pub(super) slot: WordSlot,
    pub(super) width: Width,
}

/// A byte of each item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteSource {
    /// The byte of this index in the input.
    Input(usize),
    /// The byte of a word that has this number of less significant bytes below it.
    Of(Lane, usize),
}

/// The result of a step.
#[derive(Debug, Clone)]
pub(super) enum LaneValue {
    Word(Lane),
    Bytes(Vec<ByteSource>),
    Record(Vec<(ResultPart, LaneValue)>),
}

impl LaneValue {
    /// The word, of a value that is one.
    pub(super) fn expect_word(&self) -> Lane {
        match self {
            LaneValue::Word(lane) => *lane,
            LaneValue::Bytes(_) | LaneValue::Record(_) => unreachable!("a plan's types are right"),
        }
    }

    pub(super) fn expect_bytes(&self) -> &[ByteSource] {
        match self {
            LaneValue::Bytes(bytes) => bytes,
            LaneValue::Word(_) | LaneValue::Record(_) => unreachable!("a plan's types are right"),
        }
    }
}

/// The width of the words of a type. A truth value that a step computes has the width of the words it was computed
/// from.
pub(super) fn width_of_type(ty: Type) -> Width {
    match ty {
        Type::Unsigned(bits) | Type::Signed(bits) => Width::of_bits(bits),
        Type::Single | Type::Character | Type::Events => Width::W32,
        Type::Double => Width::W64,
        Type::Native(native) => Width::of_bits(8 * native_size(native)),
        // The least width: known truth values have it, and a computed one says its own. Bytes and records have no word
        // of their own.
        Type::Bool | Type::Bytes(_) | Type::Record(_) => Width::W8,
    }
}

/// Bytes of a native item.
pub(crate) fn native_size(native: Native) -> u32 {
    match native {
        Native::I8 | Native::U8 | Native::Bool | Native::Logical1 | Native::Character => 1,
        Native::I16 | Native::U16 | Native::F16 | Native::Bf16 | Native::Logical2 => 2,
        Native::I32 | Native::U32 | Native::F32 | Native::Logical4 | Native::WideCharacter => 4,
        Native::I64 | Native::U64 | Native::F64 | Native::Logical8 => 8,
        Native::I128
        | Native::U128
        | Native::LongDouble
        | Native::F128
        | Native::Logical16
        | Native::Decimal => 16,
    }
}

/// The runtime's bits for events.
pub(crate) fn events_to_bits(events: Events) -> u32 {
    // The language and the runtime have their own types for events, which share their words. The bit of an event is its
    // place in the runtime's list.
    let of = |word: &str| Met::ALL.iter().position(|met| met.word() == word).map_or(0, |place| 1 << place);
    events.iter().fold(0, |bits, event| bits | of(event.word()))
}

/// A known word.
pub(super) fn known_word(number: u128, width: Width) -> Lane {
    Lane { slot: WordSlot::Known(number), width }
}

/// A word in a column.
pub(super) fn column_word(column: ColumnId) -> Lane {
    Lane { slot: WordSlot::Column(column), width: column.width }
}

/// A known truth value, as a mask.
pub(super) fn truth_mask(truth: bool) -> u128 {
    u128::mask_from(truth)
}

/// The bits of a set of events of the runtime.
pub(super) fn kinds_to_bits(kinds: Kinds) -> u128 {
    datarep::interpreter::kinds_to_bits(kinds).into()
}

/// A native decimal as a word: the number in the low 96 bits, the scale above them, and the sign in the highest bit.
pub(super) fn pack_decimal(decimal: Decimal) -> u128 {
    let (negative, number, scale) = decimal_to_parts(decimal);
    number | u128::from(scale) << 96 | u128::from(negative) << 127
}

/// Unpacks the decimal that `pack_decimal` packed into a word.
pub(super) fn unpack_decimal(word: u128) -> Decimal {
    let number = word & ((1 << 96) - 1);
    decimal_from_parts(word >> 127 != 0, number, u32::from_low_bits(word >> 96 & 0x7FFF_FFFF))
}
