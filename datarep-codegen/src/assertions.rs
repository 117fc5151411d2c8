//! The test lines of a text as unit tests of the user's crate.
//!
//! A line becomes a test of each conversion whose native type is certain to hold its value. The compiler has already
//! checked the line itself.

use datarep_dsl::model::{
    ByteOrder, Container, Conversion, Decimal, FormatId, FormatKind, IntegerSign, Model, Native, NativeKind,
    Policy, Rounding, TestDirection, TestLine, TestValue,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::{convert, names};

/// `#[cfg(test)] mod tests`, or nothing if no line can be tested.
pub(crate) fn emit_tests<'a>(
    model: &Model,
    conversions: impl Iterator<Item = (&'a Conversion, &'a Ident)>,
) -> TokenStream {
    let tests: Vec<TokenStream> =
        conversions.filter_map(|(conversion, name)| emit_test(model, conversion, name)).collect();
    if tests.is_empty() {
        return quote!();
    }
    quote! {
        #[cfg(test)]
        mod tests {
            use ::datarep::codegen as rt;

            use super::conversions;

            #(#tests)*
        }
    }
}

/// `#[cfg(test)] mod FORMAT_tests` for the formats with test lines that no representation of the text maps, as far as
/// their lines can be tested.
pub(crate) fn emit_format_tests(model: &Model) -> TokenStream {
    // The module of a representation tests the formats that it maps.
    let mapped = |id: FormatId| {
        let mut conversions = model.datareps.iter().flat_map(|datarep| &datarep.conversions);
        conversions.any(|conversion| conversion.format == id)
    };
    // Lines of a format without a conversion are checked by the compiler alone.
    let made = model.tests.iter().filter(|line| line.generated);
    let mut ids: Vec<FormatId> = made.map(|line| line.format).collect();
    ids.dedup();
    ids.retain(|&id| !mapped(id));
    // `dedup` leaves formats whose lines are not neighbors.
    let mut conversions: Vec<Conversion> = Vec::new();
    for id in ids {
        let known = conversions.iter().any(|conversion| conversion.format == id);
        conversions.extend((!known).then(|| widest_conversion(model, id)));
    }
    // Names of formats may differ only in signs that an identifier cannot have.
    let mut given = names::UsedNames::default();
    let tested = conversions.iter().filter_map(|conversion| {
        let name =
            given.make_distinct(&names::marker_name(&model.formats[conversion.format.0].name).to_string());
        let test = emit_test(model, conversion, &name)?;
        Some((test, convert::emit_conversion(model, conversion, &name)))
    });
    let (tests, impls): (Vec<TokenStream>, Vec<TokenStream>) = tested.unzip();
    // A module without tests would be unused code.
    let Some(first) = conversions.first().filter(|_| !tests.is_empty()) else { return quote!() };
    // Named after its first format, because several texts may be in one crate.
    let module = names::tests_module_name(&model.formats[first.format.0].name);
    quote! {
        #[cfg(test)]
        #[allow(clippy::all, clippy::pedantic, unused_doc_comments, unused_parens, reason = "generated code")]
        mod #module {
            use ::datarep::codegen as rt;

            mod conversions {
                use ::datarep::codegen as rt;

                #(#impls)*
            }

            #(#tests)*
        }
    }
}

/// A conversion between the format and the widest native type in which test lines can be written.
fn widest_conversion(model: &Model, id: FormatId) -> Conversion {
    let format = &model.formats[id.0];
    let native = match &format.kind {
        FormatKind::Integer(integer) if integer.scale == 0 => match integer.sign {
            // 64 bits are enough for most lines. The others are left out by `emit_native`.
            IntegerSign::Unsigned => Native::U64,
            _ => Native::I64,
        },
        FormatKind::Integer(_)
        | FormatKind::Float(_)
        | FormatKind::PairSum(_)
        | FormatKind::DecimalFloat(_)
        | FormatKind::Posit(_) => Native::F64,
        FormatKind::Decimal(_) => Native::I128,
        FormatKind::Logical(_) => Native::Bool,
        FormatKind::Character(_) => Native::WideCharacter,
    };
    let name = &format.name;
    // Words that do not fill bytes are tested in the simplest container.
    let bytes = format.bits.next_power_of_two().max(8) / 8;
    let usual = if format.bits.is_multiple_of(8) {
        ByteOrder::Big
    } else {
        ByteOrder::Contained(Container::RightJustified { bytes, big: true })
    };
    Conversion {
        native,
        format: id,
        order: format.order.clone().unwrap_or(usual),
        read: Policy::DEFAULT,
        write: Policy::DEFAULT,
        title: format!("test {name}"),
        origin: format.origin.clone(),
    }
}

fn emit_test(model: &Model, conversion: &Conversion, name: &Ident) -> Option<TokenStream> {
    let lines: Vec<TokenStream> = model
        .tests
        .iter()
        .filter(|line| line.format == conversion.format)
        .filter_map(|line| emit_line(model, conversion, name, line))
        .collect();
    // A function without assertions would count as a test that passed.
    if lines.is_empty() {
        return None;
    }
    let snake = names::snake_name(&name.to_string());
    let test = format_ident!("{snake}_keeps_its_test_lines");
    Some(quote! {
        #[test]
        fn #test() {
            #(#lines)*
        }
    })
}

fn emit_line(model: &Model, conversion: &Conversion, name: &Ident, line: &TestLine) -> Option<TokenStream> {
    let format = &model.formats[conversion.format.0];
    let native = match format.kind.digits() {
        Some(decimal) => emit_unscaled(conversion.native, decimal, line)?,
        None => emit_native(conversion.native, &line.value, &line.text)?,
    };
    let bytes = conversion.order.store(line.word, format.bits);
    let file = bytes.into_iter().map(|byte| names::hex_literal(u128::from(byte), 8));
    let file = quote!([#(#file),*]);
    // The word of a line is rounded to the nearest, and another rule may give another word.
    let nearest = |rounding| rounding == Rounding::NearestEven;
    let read = (line.direction == TestDirection::Both && nearest(conversion.read.rounding))
        .then(|| quote!(rt::assert_reads::<conversions::#name>(#file, #native);));
    // A line for both directions has an exact value, which the native float must hold. Others are rounded, and must
    // be rounded only once.
    let exact = match line.direction {
        TestDirection::Both => holds_exactly(conversion.native, &line.value, &line.text),
        TestDirection::Read | TestDirection::Write => rounds_once(&format.kind, conversion.native),
    };
    let write = (line.direction != TestDirection::Read && exact && nearest(conversion.write.rounding))
        .then(|| quote!(rt::assert_writes::<conversions::#name>(#native, #file);));
    (read.is_some() || write.is_some()).then(|| quote!(#read #write))
}

/// Whether the native type holds the value exactly, so that writing it gives the line's word.
fn holds_exactly(native: Native, value: &TestValue, text: &str) -> bool {
    // Logical values and characters have no digits to lose.
    let TestValue::Decimal { digits, exponent, .. } = value else { return true };
    let float = match native {
        Native::F32 => text.parse::<f32>().ok().map(f64::from),
        Native::F64 => text.parse::<f64>().ok(),
        // Integers hold a number or refuse it, which `emit_native` decides.
        _ => return true,
    };
    // No float has more decimal places, or more digits before the point.
    const PLACES: usize = 1100;
    // Both numbers are compared as digits with the same number of places behind the point.
    let (Some(float), Ok(shift)) = (float, usize::try_from(exponent.saturating_add(1100))) else {
        return false;
    };
    // No float is so large, and zero has no digits to place.
    if shift > 2 * PLACES {
        return digits == "0";
    }
    // `format!` prints the exact value of a float, with zeros after its last digit.
    let exact = format!("{:.PLACES$}", float.abs()).replace('.', "");
    let written = format!("{digits}{}", "0".repeat(shift));
    exact.trim_start_matches('0') == written.trim_start_matches('0')
}

/// Whether rounding a decimal to the native float first cannot change the format's rounding.
fn rounds_once(kind: &FormatKind, native: Native) -> bool {
    // A format that is no float rounds at its point, where a native float may already have rounded.
    let Some(float) = kind.float() else { return !native.is_float() };
    // Only Rust's own floats have literals.
    let Some(native) = native.float().filter(|_| matches!(native, Native::F32 | Native::F64)) else {
        return false;
    };
    // With this precision, rounding first cannot move a number to the middle between two numbers of the format.
    native.precision() >= 2 * (float.stored_bits() + 1) + 2
}

/// The value of a decimal as a literal. For an integer it is the number without the point.
fn emit_unscaled(native: Native, decimal: Decimal, line: &TestLine) -> Option<TokenStream> {
    let TestValue::Decimal { negative, digits, exponent } = &line.value else { return None };
    match native {
        Native::F32 | Native::F64 => {
            // The float nearest to a number of few digits is rounded back to these digits.
            let most = if native == Native::F32 { 6 } else { 15 };
            let few = digits.len() <= most && line.direction == TestDirection::Both;
            few.then(|| emit_native(native, &line.value, &line.text)).flatten()
        }
        _ => {
            // Forty zeros are more than `i128` holds, so that a longer text is not even made.
            let zeros =
                usize::try_from(exponent + i64::from(decimal.scale)).ok().filter(|zeros| *zeros <= 40)?;
            let zero = digits == "0";
            let sign = if *negative { "-" } else { "" };
            // Zero has no digits to be moved.
            let text = format!("{sign}{digits}{}", "0".repeat(if zero { 0 } else { zeros }));
            // Integers have no negative zero.
            (!(zero && *negative)).then(|| emit_native(native, &line.value, &text)).flatten()
        }
    }
}

/// The value as a literal of the native type, or `None` if the type may not hold it.
fn emit_native(native: Native, value: &TestValue, text: &str) -> Option<TokenStream> {
    match (native, value) {
        // The text and not the parsed number is printed, so that people find the line's own digits.
        (Native::F32, TestValue::Decimal { .. }) => {
            let value: f32 = text.parse().ok()?;
            // Below the normal numbers the literal would be rounded twice.
            let ordinary = value == 0.0 || value.is_normal();
            let literal = float_literal(text, "f32")?;
            ordinary.then_some(literal)
        }
        (Native::F64, TestValue::Decimal { .. }) => {
            let value: f64 = text.parse().ok()?;
            let ordinary = value == 0.0 || value.is_normal();
            let literal = float_literal(text, "f64")?;
            ordinary.then_some(literal)
        }
        (Native::Bool, TestValue::Logical(value)) => Some(quote!(#value)),
        (Native::WideCharacter, TestValue::Character(value)) => Some(quote!(#value)),
        (Native::Character, TestValue::Character(value)) => {
            // The native type has one byte, so a character above `U+00FF` has no value in it.
            let code = u8::try_from(u32::from(*value)).ok()?;
            let code = names::hex_literal(u128::from(code), 8);
            Some(quote!(rt::Character(#code)))
        }
        (_, TestValue::Decimal { .. }) => {
            let NativeKind::Integer { signed, bits } = native.kind() else { return None };
            let value: i128 = text.parse().ok()?;
            // `u128` ends at `i128::MAX` here, because the value is an `i128`.
            let (low, high) = match (signed, bits) {
                (true, bits) => (i128::MIN >> (128 - bits), i128::MAX >> (128 - bits)),
                (false, 128) => (0, i128::MAX),
                (false, bits) => (0, i128::MAX >> (127 - bits)),
            };
            (low..=high).contains(&value).then(|| names::decimal_literal(value))
        }
        _ => None,
    }
}

/// `-118.625` as `-118.625_f64`.
fn float_literal(text: &str, suffix: &str) -> Option<TokenStream> {
    // A literal token has no sign. The minus is an operator before it.
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let literal: Literal = format!("{digits}_{suffix}").parse().ok()?;
    Some(if negative { quote!(-#literal) } else { quote!(#literal) })
}
