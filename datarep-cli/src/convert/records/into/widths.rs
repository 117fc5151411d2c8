//! Integers of a source whose type is narrower than that of the new field, such as `i32` and `i64`.
//!
//! The native type of a field follows its format, so that two formats for the same numbers often differ in it. A wider type
//! holds each number of a narrower one. No number is ever cut here: the other direction is refused.

use datarep_dsl::model::{Native, NativeKind};
use datarep_dynamic::record::{Field, Values};

use crate::failure::CliFailure;

/// The type of the field `to` of the record `into`, if the values of `from` have to be widened for it.
pub(super) fn find_wider_type(from: &Field, to: &Field, into: &str) -> Result<Option<Native>, CliFailure> {
    let (Some(narrow), Some(wide)) = (from.native(), to.native()) else { return Ok(None) };
    if narrow == wide {
        return Ok(None);
    }
    if holds_all_integers(wide.kind(), narrow.kind()) {
        return Ok(Some(wide));
    }
    let path = to.path();
    Err(CliFailure::new(format!(
        "`{path}` is of the type {} in the new record `{into}`, and {} before",
        wide.word(),
        narrow.word()
    ))
    .help(format!(
        "write `as {}` after the format of `{path}` in `{into}`, whose rules then say what becomes of numbers that do not fit",
        narrow.word()
    )))
}

/// Whether both are integers, and each of the second type is one of the first.
fn holds_all_integers(wide: NativeKind, narrow: NativeKind) -> bool {
    match (wide, narrow) {
        (
            NativeKind::Integer { signed: to_signed, bits: to_bits },
            NativeKind::Integer { signed: from_signed, bits: from_bits },
        ) => match (to_signed, from_signed) {
            (false, true) => false,
            // The sign takes a bit.
            (true, false) => to_bits > from_bits,
            _ => to_bits >= from_bits,
        },
        _ => false,
    }
}

/// Integers as those of a type that holds all of them.
pub(super) fn widen_integers(values: Values, wide: Native) -> Values {
    match values {
        Values::Nullable { values, missing } => {
            Values::Nullable { values: Box::new(widen_integers(*values, wide)), missing }
        }
        Values::I8(values) => widen(values, wide),
        Values::I16(values) => widen(values, wide),
        Values::I32(values) => widen(values, wide),
        Values::I64(values) => widen(values, wide),
        Values::U8(values) => widen(values, wide),
        Values::U16(values) => widen(values, wide),
        Values::U32(values) => widen(values, wide),
        Values::U64(values) => widen(values, wide),
        other => other,
    }
}

macro_rules! define_widen {
    ($($variant:ident $ty:ty,)*) => {
        /// Integers as those of a type that holds all of them.
        fn widen<T: Into<i128>>(values: Vec<T>, wide: Native) -> Values {
            match wide {
                // No number is lost: `find_wider_type` has compared the types.
                $(Native::$variant => Values::$variant(
                    values.into_iter().map(|value| <$ty>::try_from(value.into()).unwrap_or_default()).collect(),
                ),)*
                _ => Values::default(),
            }
        }
    };
}

define_widen! { I16 i16, I32 i32, I64 i64, I128 i128, U16 u16, U32 u32, U64 u64, U128 u128, }
