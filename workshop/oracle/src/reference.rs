//! The reference: an interpreter of the model's number formats, in exact integer arithmetic.
//!
//! It shares nothing with the generator and the runtime beyond the model. A format becomes a [`Table`], which holds the
//! meaning of each exponent field and the range of its significands. The numbers that a format has are found by
//! decoding words, not computed from its parameters, so that writing is the inverse of reading by construction. A
//! native float is a format like any other: reading a file decodes by the file's format and encodes by the native one,
//! and writing does the opposite ([`convert`]).
//!
//! The tables make it fast enough to compare every pattern of 32 bits: a word takes some nanoseconds. A second, slow
//! version on integers of any size checks this one in the tests.

mod build;
mod decimal_float;
mod digit_fields;
pub mod exact;
#[cfg(test)]
mod golden;
mod kind;
mod other;
mod posit;
pub(crate) mod rules;
#[cfg(test)]
mod slow;
#[cfg(feature = "subjects")]
pub(crate) mod stretch;
mod table;
#[cfg(test)]
mod tests;
mod word;

use datarep_dsl::model::{Format, FormatKind, Negation, Policy};

use other::SpecialValue;
use table::convert_table_word;

pub use decimal_float::decode_declets;
pub use kind::{
    Decoded, Events, INEXACT, INFINITY, INVALID, Kind, MISSING, NAN, NEGATIVE_ZERO, NONCANONICAL, OVERFLOW,
    RESERVED, UNDERFLOW,
};
pub use table::Table;
pub use word::Word;
pub use word::mask;

/// A format of real numbers.
#[derive(Debug)]
pub enum Reference<W> {
    /// A float whose radix is a power of two.
    Table(Box<Table<W>>),
    /// A decimal float or a posit.
    Other(Box<dyn other::OtherFormat>),
}

/// The reference of a decimal float or a posit; `None` for every other kind of format.
fn find_other(format: &Format) -> Option<Box<dyn other::OtherFormat>> {
    match &format.kind {
        FormatKind::DecimalFloat(tens) => Some(match tens.fields() {
            Some(fields) => Box::new(digit_fields::Digits { fields, bits: tens.bits }),
            None => Box::new(decimal_float::Tens(*tens)),
        }),
        FormatKind::Posit(posit) => Some(Box::new(posit::PositFormat(*posit))),
        FormatKind::Float(_)
        | FormatKind::PairSum(_)
        | FormatKind::Integer(_)
        | FormatKind::Decimal(_)
        | FormatKind::Logical(_)
        | FormatKind::Character(_) => None,
    }
}

impl<W: Word> Reference<W> {
    /// The reference of a format.
    ///
    /// # Errors
    ///
    /// Returns a message if the format has no real numbers, is too wide for `W`, or is not supported by the reference.
    pub fn new(format: &Format) -> Result<Reference<W>, String> {
        match find_other(format) {
            Some(_) if format.bits > W::BITS => {
                Err(format!("`{}` is too wide for {} bits", format.name, W::BITS))
            }
            Some(other) => Ok(Reference::Other(other)),
            None => Table::new(format).map(|table| Reference::Table(Box::new(table))),
        }
    }

    /// Whether there are words that are written for an infinity of either sign, a NaN, a reserved operand, a missing
    /// value, a zero and a negative zero.
    pub(crate) fn classes(&self) -> [bool; 6] {
        match self {
            Reference::Table(table) => {
                let [positive, negative] = &table.sides;
                let is_infinity = |word: Option<W>, negative: bool| {
                    let meaning = word.map(|word| table.decode(word));
                    meaning.is_some_and(|found| found.kind == Kind::Infinity && found.negative == negative)
                };
                let below = table.negation == Negation::None || is_infinity(negative.infinity, true);
                [
                    is_infinity(positive.infinity, false) && below,
                    positive.nan.is_some(),
                    table.reserved.is_some(),
                    table.missing.is_some(),
                    table.has_zero,
                    table.signed_zero,
                ]
            }
            Reference::Other(other) => {
                let has = |what| other.word(what, false).is_some();
                let zeros = [false, true].map(|negative| other.word(SpecialValue::Zero, negative));
                let zero = has(SpecialValue::Zero);
                [
                    has(SpecialValue::Infinity),
                    has(SpecialValue::Nan),
                    false,
                    false,
                    zero,
                    zero && zeros[0] != zeros[1],
                ]
            }
        }
    }

    /// Whether the numbers are the multiples of one unit.
    pub(crate) fn is_fixed_point(&self) -> bool {
        match self {
            Reference::Table(table) => table.is_fixed_point(),
            Reference::Other(_) => false,
        }
    }

    /// Whether some words stand for a number that is too small.
    pub(crate) fn has_small_words(&self) -> bool {
        match self {
            Reference::Table(table) => table.cells.iter().any(|cell| cell.kind == Kind::Underflow),
            Reference::Other(_) => false,
        }
    }

    /// The power of two of which all numbers are multiples; `None` if there is none.
    pub(crate) fn unit(&self) -> Option<i32> {
        match self {
            Reference::Table(table) => {
                let numbers = table.cells.iter().filter(|cell| cell.kind == Kind::Finite);
                numbers.map(|cell| cell.exponent).min()
            }
            Reference::Other(other) => {
                let least = other.decode(1);
                (other.is_in_twos() && least.kind == Kind::Finite).then_some(least.two)
            }
        }
    }

    /// Whether the multiples of a power of two are all numbers where they are below the normal ones of their sign.
    pub(crate) fn holds_multiples(&self, unit: i32) -> bool {
        match self {
            Reference::Table(table) => {
                table.sides.iter().filter(|side| !side.levels.is_empty()).all(|side| {
                    let Ok(steps) = u32::try_from(unit - side.base) else { return false };
                    let is_normal = steps >= side.first.length() || W::ONE << steps >= side.first;
                    is_normal || side.gradual.is_some() && side.hole.is_none()
                })
            }
            Reference::Other(_) => false,
        }
    }

    /// The number of bits of a word.
    pub fn bits(&self) -> u32 {
        match self {
            Reference::Table(table) => table.bits,
            Reference::Other(other) => other.bits(),
        }
    }

    /// The lowest bit and the width of the least significant range of the significand; `None` if the format is not a
    /// table.
    #[cfg(feature = "subjects")]
    pub(crate) fn lowest_range(&self) -> Option<(u32, u32)> {
        match self {
            Reference::Table(table) => table.lowest_range(),
            Reference::Other(_) => None,
        }
    }
}

/// Returns the target's word for a word of the source, and the events. One of the two formats is a native float.
#[inline]
pub fn convert<W: Word>(
    source: &Reference<W>,
    target: &Reference<W>,
    policy: &Policy,
    word: W,
) -> (W, Events) {
    match (source, target) {
        (Reference::Table(source), Reference::Table(target)) => {
            convert_table_word(source, target, policy, word)
        }
        (Reference::Other(source), Reference::Table(target)) => {
            other::read(source.as_ref(), target, policy, word.wide())
        }
        (Reference::Table(source), Reference::Other(target)) => {
            let (word, events) = other::write(source, target.as_ref(), policy, word);
            (W::low(word), events)
        }
        (Reference::Other(_), Reference::Other(_)) => unreachable!("a native float is a table"),
    }
}
