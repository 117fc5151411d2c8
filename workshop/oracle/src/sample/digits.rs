//! Words with valid digits. Most random words have some that are not.

use datarep_dsl::model::word::{gather, scatter};
use datarep_dsl::model::{BitRange, DigitFields, DigitSign, DigitUnit};

use crate::reference::mask;

/// Makes the digits of a word of `bits` bits valid. An invalid digit becomes the largest one if `last` is set, else its
/// remainder modulo the radix.
pub(crate) fn make_digits_valid(fields: &DigitFields, bits: u32, word: u128, last: bool) -> u128 {
    let units = |field: u128, width: u32, unit: u32| {
        let radix = if unit == 4 { 10 } else { 100 };
        (0..width / unit).fold(field, |field, place| {
            let digit = field >> (unit * place) & mask::<u128>(unit);
            let other = if last { digit.min(radix - 1) } else { digit % radix };
            field ^ (digit ^ other) << (unit * place)
        })
    };
    let in_place = |word: u128, ranges: &[BitRange], unit: u32| {
        let width = ranges.iter().map(|range| range.width()).sum();
        let field = gather(word, ranges);
        word ^ scatter(field ^ units(field, width, unit), ranges)
    };
    let negative = match fields.sign {
        DigitSign::TwosTop(_) => word >> (bits - 1) == 1,
        DigitSign::Bit(_) | DigitSign::Nine(_) => false,
    };
    let mut word = word;
    if let DigitSign::Nine(low) = fields.sign {
        word = word & !(0xF << low) | (if word >> low & 1 == 1 { 9 } else { 0 }) << low;
    }
    if negative {
        word ^= 1 << (bits - 1);
    }
    let unit = if fields.unit == DigitUnit::Decimal { 4 } else { 8 };
    let mut word = in_place(word, &fields.significand.list(), unit);
    if fields.code.is_decimal() {
        word = in_place(word, &fields.exponent.list(), 4);
    }
    match fields.sign {
        DigitSign::TwosTop(top) if negative => {
            let below = bits - top;
            let high = (word >> below).wrapping_neg() & mask::<u128>(top);
            high << below | word & mask::<u128>(below)
        }
        _ => word,
    }
}
