//! Native types of fields: their words, and the default type of a format.

use crate::ast::{Argument, FormatCall, Spanned};
use crate::limits::Limits;
use crate::model::{Decimal, FormatKind, Integer, IntegerSign, Native, NativeKind};

/// The number of digits for which a native decimal always has room.
const DECIMAL_DIGITS: u32 = 28;

/// The native types that a field can have.
fn list_natives() -> impl Iterator<Item = Native> {
    Native::ALL.iter().copied().filter(|native| match native.kind() {
        NativeKind::Integer { .. }
        | NativeKind::Float(_)
        | NativeKind::Decimal
        | NativeKind::WideCharacter => true,
        NativeKind::Logical { .. } => *native == Native::Bool,
        NativeKind::Character => false,
    })
}

/// The words of the native types that a field can have.
pub(super) fn list_native_words() -> impl Iterator<Item = &'static str> {
    list_natives().map(native_word)
}

/// The word of the language for a native type.
pub(super) fn native_word(native: Native) -> &'static str {
    // Words of the language are identifiers, so the blank of `long double` becomes an underscore.
    if native == Native::LongDouble { "long_double" } else { native.word() }
}

/// The native type of this word.
pub(super) fn find_native(name: &str) -> Option<Native> {
    list_natives().find(|native| native_word(*native) == name)
}

/// The kind of a format, in words.
pub(super) fn describe_kind(kind: &FormatKind) -> &'static str {
    match kind {
        FormatKind::Float(_)
        | FormatKind::PairSum(_)
        | FormatKind::DecimalFloat(_)
        | FormatKind::Posit(_) => "a format of real numbers",
        FormatKind::Integer(Integer { scale: 0, .. }) => "a format of integers",
        FormatKind::Integer(_) => "a format of fixed-point numbers",
        FormatKind::Decimal(_) => "a format of decimal numbers",
        FormatKind::Logical(_) => "a format of truth values",
        FormatKind::Character(_) => "a character set",
    }
}

/// Whether values of a format can have a native type at all.
pub(super) fn native_fits(native: Native, kind: &FormatKind) -> bool {
    let is_number = !matches!(kind, FormatKind::Logical(_) | FormatKind::Character(_));
    match native.kind() {
        NativeKind::Integer { .. } | NativeKind::Float(_) | NativeKind::Decimal => is_number,
        NativeKind::Logical { .. } => matches!(kind, FormatKind::Logical(_)),
        NativeKind::Character | NativeKind::WideCharacter => matches!(kind, FormatKind::Character(_)),
    }
}

/// The default native type of a format: the smallest integer that holds all numbers, `f32` or `f64` by the width of the
/// word, or `decimal` if there are digits right of the point.
pub(super) fn default_native(kind: &FormatKind, bits: u32) -> Native {
    let float = if bits <= 32 { Native::F32 } else { Native::F64 };
    match kind {
        FormatKind::Float(_) | FormatKind::PairSum(_) => float,
        // 16 bits leave at most 14 significant ones, and `f32` has 24.
        FormatKind::Posit(_) if bits <= 16 => Native::F32,
        FormatKind::Integer(Integer { scale: 0, .. }) | FormatKind::Decimal(Decimal { scale: 0, .. }) => {
            integer_native(kind, bits)
        }
        // `f32` has 24 significant bits.
        FormatKind::Integer(_) if bits <= 24 => Native::F32,
        FormatKind::DecimalFloat(_) | FormatKind::Posit(_) | FormatKind::Integer(_) => Native::F64,
        FormatKind::Decimal(decimal) => decimal_native(*decimal),
        FormatKind::Logical(_) => Native::Bool,
        FormatKind::Character(_) => Native::WideCharacter,
    }
}

fn decimal_native(decimal: Decimal) -> Native {
    // A negative scale is no number of places. Such numbers are large, and become `f64`.
    let places = u32::try_from(decimal.scale).ok();
    match decimal.digits {
        ..=DECIMAL_DIGITS if places.is_some_and(|places| places <= DECIMAL_DIGITS) => Native::Decimal,
        _ => Native::F64,
    }
}

/// The smallest native integer that holds all numbers of a format. For numbers with an offset it is signed, whatever
/// the offset is.
fn integer_native(kind: &FormatKind, bits: u32) -> Native {
    let narrowest_integer = Limits::from_kind(kind, bits).and_then(|limits| limits.narrowest_integer());
    let (signed, bits) = match (narrowest_integer, kind) {
        // An offset may leave no negative numbers. The type is signed all the same, so that it does not depend on the
        // offset.
        (Some((false, bits)), FormatKind::Integer(Integer { sign: IntegerSign::Offset(_), .. })) => {
            (true, bits + 1)
        }
        (Some(narrowest_integer), _) => narrowest_integer,
        (None, _) => return Native::I128,
    };
    let fits = |native: &&Native| match native.kind() {
        NativeKind::Integer { signed: has, bits: width } => has == signed && width >= bits,
        NativeKind::Float(_)
        | NativeKind::Logical { .. }
        | NativeKind::Character
        | NativeKind::WideCharacter
        | NativeKind::Decimal => false,
    };
    Native::ALL.iter().find(fits).copied().unwrap_or(Native::I128)
}

/// The family and the bits of an integer in Rust's spelling: `i24` is `twos(24)`, `u16` is `unsigned(16)`.
pub(super) fn parse_rust_integer(name: &str) -> Option<(&'static str, i128)> {
    let (family, width) = match name.split_at_checked(1)? {
        ("i", width) => ("twos", width),
        ("u", width) => ("unsigned", width),
        _ => return None,
    };
    let bits: i128 = width.parse().ok().filter(|bits| bits % 8 == 0 && (8..=128).contains(bits))?;
    // `parse` takes `+8` and `08` as well, which are no names of Rust.
    (!width.starts_with('0') && !width.starts_with('+')).then_some((family, bits))
}

/// The integer that a name alone stands for, as a call of its family.
pub(super) fn expand_rust_integer(call: &FormatCall) -> Option<FormatCall> {
    let (family, bits) = parse_rust_integer(&call.name.value).filter(|_| call.arguments.is_empty())?;
    Some(FormatCall {
        family: None,
        name: Spanned { value: family.to_owned(), span: call.name.span },
        arguments: vec![Argument::Number(Spanned { value: bits, span: call.span })],
        span: call.span,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_hold_all_numbers() {
        for (sign, bits, native) in [
            (IntegerSign::Twos, 24, Native::I32),
            (IntegerSign::Unsigned, 8, Native::U8),
            (IntegerSign::Unsigned, 33, Native::U64),
            (IntegerSign::Ones, 36, Native::I64),
            (IntegerSign::Offset(128), 8, Native::I8),
            (IntegerSign::Offset(127), 8, Native::I16),
            (IntegerSign::Offset(1 << 31), 32, Native::I32),
            (IntegerSign::Offset(1), 127, Native::I128),
            (IntegerSign::Offset(0), 8, Native::I16),
        ] {
            let kind = FormatKind::Integer(Integer { sign, scale: 0 });
            assert_eq!(default_native(&kind, bits), native, "{sign:?} {bits}");
        }
    }
}
