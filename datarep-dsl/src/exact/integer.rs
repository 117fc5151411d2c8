//! Integers and fixed-point numbers: the number of a word, and the word of a number.

use num_bigint::BigUint;

use super::decimal::{BEYOND, Decimal, to_scaled_integer};
use super::value::Signed;
use crate::model::word::mask;
use crate::model::{Integer, IntegerSign, Rounding};

/// The sign and magnitude of an integer's word, unscaled.
pub(crate) fn read_integer(sign: IntegerSign, bits: u32, word: u128) -> Signed<BigUint> {
    let top = word >> (bits - 1) & 1 == 1;
    let (negative, magnitude) = match sign {
        IntegerSign::Twos if top => (true, BigUint::from(word.wrapping_neg() & mask(bits))),
        IntegerSign::Ones if top => (true, BigUint::from(!word & mask(bits))),
        // The sign is told even of a zero: test lines distinguish `-0`.
        IntegerSign::SignMagnitude => (top, BigUint::from(word & mask(bits - 1))),
        IntegerSign::Unsigned | IntegerSign::Twos | IntegerSign::Ones => (false, BigUint::from(word)),
        IntegerSign::Words(words) => {
            let number = words.decode_word(word);
            // A zero is negative if every word of it has its sign.
            let negative = number < 0 || number == 0 && word & words.inverted_bits() == words.inverted_bits();
            (negative, BigUint::from(number.unsigned_abs()))
        }
        IntegerSign::Offset(offset) => {
            let low = BigUint::from(offset.unsigned_abs());
            let word = BigUint::from(word);
            // Magnitudes are unsigned, so the smaller one is subtracted.
            match (offset >= 0, word >= low) {
                (true, true) => (false, word - low),
                (true, false) => (true, low - word),
                (false, _) => (false, word + low),
            }
        }
    };
    Signed { negative, magnitude }
}

/// The word of a number, or the reason why there is none.
pub(crate) fn write_integer(integer: Integer, bits: u32, decimal: &Decimal) -> Result<u128, &'static str> {
    let number = to_scaled_integer(decimal, integer.scale, Rounding::NearestEven);
    let Some(number) = number else { return Err("is not a whole number") };
    let all_ones = mask(bits);
    let half = mask(bits - 1);
    // The offset is added to the signed number. The sum must be a word, from zero on.
    if let IntegerSign::Offset(offset) = integer.sign {
        let number = num_bigint::BigInt::from(number);
        let number = if decimal.negative { -number } else { number };
        let raw = u128::try_from(number + offset).map_err(|_| BEYOND)?;
        return if raw <= all_ones { Ok(raw) } else { Err(BEYOND) };
    }
    // From here the magnitude and the sign are apart. Only a word that is offset needs the signed number.
    let magnitude = u128::try_from(number).map_err(|_| BEYOND)?;
    if let IntegerSign::Words(words) = integer.sign {
        let word =
            words.spread_magnitude(magnitude) ^ if decimal.negative { words.inverted_bits() } else { 0 };
        return if magnitude <= mask(words.precision()) { Ok(word) } else { Err(BEYOND) };
    }
    let limit = match integer.sign {
        IntegerSign::Unsigned => all_ones,
        // One more below zero than above it.
        IntegerSign::Twos if decimal.negative => half + 1,
        IntegerSign::Twos
        | IntegerSign::Ones
        | IntegerSign::SignMagnitude
        | IntegerSign::Offset(_)
        | IntegerSign::Words(_) => half,
    };
    // `-0` is 0 in formats without a sign.
    if magnitude > limit || (decimal.negative && magnitude > 0 && integer.sign == IntegerSign::Unsigned) {
        return Err(BEYOND);
    }
    if !decimal.negative {
        return Ok(magnitude);
    }
    Ok(match integer.sign {
        IntegerSign::Ones => !magnitude & all_ones,
        IntegerSign::SignMagnitude => magnitude | (half + 1),
        // An unsigned number that is negative is zero here, as the test above has refused all others.
        IntegerSign::Unsigned | IntegerSign::Twos | IntegerSign::Offset(_) | IntegerSign::Words(_) => {
            magnitude.wrapping_neg() & all_ones
        }
    })
}
