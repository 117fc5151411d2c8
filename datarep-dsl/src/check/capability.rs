//! What the language can say and the generator cannot make yet.
//!
//! Everything that is refused by name is refused here.

use super::number::Known;
use crate::model::{FormatKind, Native};

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
        FormatKind::Integer(integer) if integer.scale > 0 && !is_float(native) => {
            Some("integers that are stored as fixed-point numbers".to_owned())
        }
        FormatKind::Float(_) | FormatKind::Pair(_) if !is_float(native) => {
            Some("integers that are stored as real numbers".to_owned())
        }
        FormatKind::Float(_) if !known.facts.has_zero() => Some("floats without a zero".to_owned()),
        FormatKind::Integer(_)
        | FormatKind::Decimal(_)
        | FormatKind::Float(_)
        | FormatKind::Pair(_)
        | FormatKind::Logical(_)
        | FormatKind::Character(_) => None,
    }
}

/// Whether a native type is a floating-point number.
pub(super) fn is_float(native: Native) -> bool {
    match native {
        Native::F16 | Native::Bf16 | Native::F32 | Native::F64 | Native::LongDouble | Native::F128 => true,
        Native::I8
        | Native::I16
        | Native::I32
        | Native::I64
        | Native::I128
        | Native::U8
        | Native::U16
        | Native::U32
        | Native::U64
        | Native::U128
        | Native::Bool
        | Native::Logical4
        | Native::Character
        | Native::WideCharacter
        | Native::Decimal => false,
    }
}
