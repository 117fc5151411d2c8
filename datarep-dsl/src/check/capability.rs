//! Formats that the language can express and the generator does not support yet.
//!
//! Every refusal that names an unsupported feature is made here.

use super::slot::CheckedFormat;
use crate::model::{FormatKind, Native};

/// The longest significand, including its leading bit.
const MOST_PRECISION: u32 = 127;

/// The missing feature that a conversion would need; `None` if the conversion can be generated.
pub(super) fn find_missing_feature(native: Native, checked_format: &CheckedFormat) -> Option<String> {
    let format = &checked_format.format;
    if let FormatKind::Decimal(_) = format.kind {
        return None;
    }
    // The native decimal counts in tens. The generator has no conversion of a binary float or an integer to it.
    if native == Native::Decimal && !matches!(format.kind, FormatKind::DecimalFloat(_)) {
        return Some("decimals that are stored in another way".to_owned());
    }
    match &format.kind {
        FormatKind::Integer(integer) if integer.scale > 0 && !native.is_float() => {
            Some("integers that are stored as fixed-point numbers".to_owned())
        }
        FormatKind::DecimalFloat(_) if native == Native::Decimal => None,
        FormatKind::Float(_)
        | FormatKind::PairSum(_)
        | FormatKind::DecimalFloat(_)
        | FormatKind::Posit(_)
            if !native.is_float() =>
        {
            Some("integers that are stored as real numbers".to_owned())
        }
        FormatKind::Integer(_)
        | FormatKind::Decimal(_)
        | FormatKind::Float(_)
        | FormatKind::PairSum(_)
        | FormatKind::DecimalFloat(_)
        | FormatKind::Posit(_)
        | FormatKind::Logical(_)
        | FormatKind::Character(_) => find_missing_format_feature(checked_format),
    }
}

/// The missing feature that every conversion of the format would need; `None` if there is none.
pub(super) fn find_missing_format_feature(checked_format: &CheckedFormat) -> Option<String> {
    let FormatKind::Float(float) = &checked_format.format.kind else { return None };
    if float.precision() > MOST_PRECISION {
        return Some(format!("significands of more than {MOST_PRECISION} bits"));
    }
    (!checked_format.facts.can_store_zero())
        .then(|| "floats without a zero whose negative numbers begin elsewhere than the others".to_owned())
}
