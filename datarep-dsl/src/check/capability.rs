//! What the language can say and the generator cannot make yet.
//!
//! Everything that is refused by name is refused here.

use super::number::Known;
use super::range::Facts;
use crate::model::{FormatKind, Native};

/// What a conversion would need that cannot be generated yet; `None` where it can be.
pub(super) fn refusal(native: Native, known: &Known, container: Option<&str>) -> Option<String> {
    if let Some(container) = container.or(known.container.as_deref()) {
        return Some(format!("words in the container `{container}`"));
    }
    let (Some(format), false) = (&known.format, matches!(known.facts, Facts::Decimal)) else {
        return Some("decimal digits".to_owned());
    };
    let whole = format.bits.is_multiple_of(8) && (8..=128).contains(&format.bits);
    if !whole {
        return Some(format!("words of {} bits", format.bits));
    }
    match &format.kind {
        FormatKind::Integer(integer) if integer.scale > 0 => Some("fixed-point numbers".to_owned()),
        FormatKind::Integer(_) if is_float(native) => {
            Some("real numbers that are stored as integers".to_owned())
        }
        FormatKind::Float(_) if !is_float(native) => {
            Some("integers that are stored as real numbers".to_owned())
        }
        FormatKind::Float(_) if !known.facts.has_zero() => Some("floats without a zero".to_owned()),
        FormatKind::Integer(_) | FormatKind::Float(_) | FormatKind::Logical(_) | FormatKind::Character(_) => {
            None
        }
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
        | Native::WideCharacter => false,
    }
}
