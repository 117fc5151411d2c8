//! What the language can say and the generator cannot make yet.
//!
//! Everything that is refused by name is refused here.

use super::number::Known;
use crate::exact::field_bits;
use crate::model::{Float, FormatKind, Native};

/// Bits of a digit, of a radix that has more than one.
fn digit_bits(float: &Float) -> u32 {
    if float.radix > 2 { float.radix.trailing_zeros() } else { 0 }
}

/// The longest significand, its leading bit among them.
const MOST_PRECISION: u32 = 127;

/// What a conversion would need that cannot be generated yet; `None` where it can be.
pub(super) fn refusal(native: Native, known: &Known) -> Option<String> {
    let format = &known.format;
    if let FormatKind::Decimal(_) = format.kind {
        return None;
    }
    if native == Native::Decimal {
        return Some("decimals that are stored in another way".to_owned());
    }
    match &format.kind {
        FormatKind::Integer(integer) if integer.scale > 0 && !native.is_float() => {
            Some("integers that are stored as fixed-point numbers".to_owned())
        }
        FormatKind::Float(_) | FormatKind::Pair(_) if !native.is_float() => {
            Some("integers that are stored as real numbers".to_owned())
        }
        FormatKind::Float(float) if field_bits(&float.significand) < digit_bits(float) => {
            Some(format!("significands of less than a digit of radix {}", float.radix))
        }
        FormatKind::Float(float) if float.precision() > MOST_PRECISION => {
            Some(format!("significands of more than {MOST_PRECISION} bits"))
        }
        FormatKind::Float(_) if !known.facts.takes_zero() => {
            Some("floats without a zero whose negative numbers begin elsewhere than the others".to_owned())
        }
        FormatKind::Integer(_)
        | FormatKind::Decimal(_)
        | FormatKind::Float(_)
        | FormatKind::Pair(_)
        | FormatKind::Logical(_)
        | FormatKind::Character(_) => None,
    }
}
