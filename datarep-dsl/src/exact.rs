//! Exact arithmetic on words and values: the meaning of a word, and the word of a value.
//!
//! Test lines are decided here, and also whether the range of one format covers that of another. Significands are big
//! integers, and exponents are kept separately. So no accidental rounding happens, and a number of ten thousand digits
//! costs no more than its digits.

mod cells;
mod charset;
mod decimal;
pub(crate) mod decimal_float;
mod digits;
mod fives;
mod holes;
mod integer;
mod machine;
mod numbers;
pub(crate) mod pair;
pub(crate) mod posit;
mod printed;
mod ratio;
pub(crate) mod real;
mod tens;
#[cfg(test)]
mod tests;
mod value;
mod written;

pub(crate) use cells::{ConditionExtent, FieldCells};
pub(crate) use charset::{find_character, find_code};
pub(crate) use decimal::{
    BEYOND, Decimal, MAX_DIGITS, MAX_POWER, format_digits, format_roughly, format_rounded, power_of_ten,
    to_scaled_integer,
};
pub(crate) use digits::{
    read_decimal_bytes, read_decimal_word, write_decimal_bytes, write_decimal_item, write_decimal_word,
};
pub(crate) use holes::{Hole, find_holes};
pub(crate) use integer::{read_integer, write_integer};
pub(crate) use machine::{FloatConverter, SmallestNumbers, write_float};
pub use numbers::NumberEnds;
pub(crate) use numbers::{HoleKind, has_normal_numbers};
pub(crate) use printed::picture_byte;
pub(crate) use ratio::{Ratio, Rounded, divide_rounded};
pub(crate) use tens::SmallDecimal;
pub(crate) use value::{EncodeResult, ExactValue, Signed, describe_value};
pub(crate) use written::find_written_word;

/// A word of `bits` bits in hexadecimal digits, in groups of four: `0x4110_0000`.
pub(crate) fn format_hex(word: u128, bits: u32) -> String {
    let count = usize::try_from(bits.div_ceil(4)).unwrap_or(1);
    let digits: Vec<char> = format!("{word:0count$X}").chars().collect();
    // Groups are counted from the right, so that a short one stands in front: `0x1_FFFF`.
    let groups: Vec<String> = digits.rchunks(4).rev().map(|group| group.iter().collect()).collect();
    format!("0x{}", groups.join("_"))
}
