//! Every name that generated code uses: paths of the runtime, natives, literals.

use std::collections::BTreeSet;

use datarep_dsl::model::{Native, Overflow, Rounding};
use datarep_dsl::predefined::Predefined;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

/// An identifier, raw where it is a keyword of Rust.
pub(crate) fn ident(name: &str) -> Ident {
    let keyword = matches!(
        name,
        "as" | "async"
            | "await"
            | "break"
            | "const"
            | "continue"
            | "dyn"
            | "else"
            | "enum"
            | "extern"
            | "false"
            | "fn"
            | "for"
            | "gen"
            | "if"
            | "impl"
            | "in"
            | "let"
            | "loop"
            | "match"
            | "mod"
            | "move"
            | "mut"
            | "pub"
            | "ref"
            | "return"
            | "static"
            | "struct"
            | "trait"
            | "true"
            | "type"
            | "unsafe"
            | "use"
            | "where"
            | "while"
            | "abstract"
            | "become"
            | "box"
            | "do"
            | "final"
            | "macro"
            | "override"
            | "priv"
            | "try"
            | "typeof"
            | "unsized"
            | "virtual"
            | "yield"
    );
    if keyword { Ident::new_raw(name, Span::call_site()) } else { Ident::new(name, Span::call_site()) }
}

/// `vax_g` as `VaxG`, `twos(16)` as `Twos16`: the type that stands for a representation or a format.
pub(crate) fn marker(name: &str) -> Ident {
    let camel: String = name
        .split(|letter: char| !letter.is_alphanumeric())
        .flat_map(|part| {
            let mut letters = part.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters)
        })
        .collect();
    let starts_well = camel.chars().next().is_some_and(char::is_alphabetic);
    let camel = if starts_well { camel } else { format!("Datarep{camel}") };
    // `Self` is the one camel-case keyword.
    let camel = if camel == "Self" { "Self_".to_owned() } else { camel };
    Ident::new(&camel, Span::call_site())
}

/// The module with the tests of a format: `twos_16_tests` for `twos(16)`.
pub(crate) fn tests_module(format: &str) -> Ident {
    let words = format.replace(|letter: char| !letter.is_alphanumeric(), "_");
    format_ident!("{}_tests", words.trim_end_matches('_'))
}

/// The module in which a representation lies with those that share its conversions.
pub(crate) fn house(first: &str) -> Ident {
    format_ident!("{first}_and_others")
}

/// The names that were given in a module.
#[derive(Default)]
pub(crate) struct Given(BTreeSet<String>);

impl Given {
    /// `name`, with a number behind it where it was given before.
    pub(crate) fn distinct(&mut self, name: &str) -> Ident {
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| self.0.insert(name.clone()));
        format_ident!("{}", free.unwrap_or_else(|| name.to_owned()))
    }
}

/// A line of documentation as Rust takes it: without line breaks, and without what would change the direction of the
/// text around it. Such signs are written as in a literal.
pub(crate) fn doc_line(text: &str) -> String {
    let refused = |sign: char| {
        sign.is_control() && sign != '\t' || matches!(sign, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    let mut line = String::with_capacity(text.len());
    for sign in text.chars() {
        if refused(sign) { line.extend(sign.escape_unicode()) } else { line.push(sign) }
    }
    line
}

/// A hexadecimal literal of `bits` bits, in groups of four digits.
pub(crate) fn hex(value: u128, bits: u32) -> Literal {
    let digits = format!("{value:0width$x}", width = (bits as usize).div_ceil(4));
    let mut text = String::from("0x");
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(4) {
            text.push('_');
        }
        text.push(digit);
    }
    text.parse().unwrap_or_else(|_| Literal::u128_unsuffixed(value))
}

/// A decimal literal with its sign, without suffix.
pub(crate) fn decimal(value: i128) -> TokenStream {
    let magnitude = Literal::u128_unsuffixed(value.unsigned_abs());
    if value < 0 { quote!(-#magnitude) } else { quote!(#magnitude) }
}

/// `u64` for 33 to 64 bits.
pub(crate) fn unsigned(bits: u32) -> Ident {
    format_ident!("u{}", container(bits))
}

/// `i64` for 33 to 64 bits.
pub(crate) fn signed(bits: u32) -> Ident {
    format_ident!("i{}", container(bits))
}

/// Bits of the smallest Rust integer that has at least so many.
pub(crate) fn container(bits: u32) -> u32 {
    bits.max(8).next_power_of_two()
}

/// The mask of so many low bits.
pub(crate) fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// A native type's path.
pub(crate) fn native(native: Native) -> TokenStream {
    match native {
        Native::I8 => quote!(i8),
        Native::I16 => quote!(i16),
        Native::I32 => quote!(i32),
        Native::I64 => quote!(i64),
        Native::I128 => quote!(i128),
        Native::U8 => quote!(u8),
        Native::U16 => quote!(u16),
        Native::U32 => quote!(u32),
        Native::U64 => quote!(u64),
        Native::U128 => quote!(u128),
        Native::F16 => quote!(rt::F16),
        Native::Bf16 => quote!(rt::Bf16),
        Native::F32 => quote!(f32),
        Native::F64 => quote!(f64),
        Native::LongDouble => quote!(rt::LongDouble),
        Native::F128 => quote!(rt::F128),
        Native::Bool => quote!(bool),
        Native::Logical1 => quote!(rt::Logical1),
        Native::Logical2 => quote!(rt::Logical2),
        Native::Logical4 => quote!(rt::Logical),
        Native::Logical8 => quote!(rt::Logical8),
        Native::Logical16 => quote!(rt::Logical16),
        Native::Character => quote!(rt::Character),
        Native::WideCharacter => quote!(char),
        Native::Decimal => quote!(rt::Decimal),
    }
}

/// The variant of the runtime's table entry for a native type.
pub(crate) fn entry(native: Native, complex: bool) -> Ident {
    let name = match native {
        Native::I8 => "I8",
        Native::I16 => "I16",
        Native::I32 => "I32",
        Native::I64 => "I64",
        Native::I128 => "I128",
        Native::U8 => "U8",
        Native::U16 => "U16",
        Native::U32 => "U32",
        Native::U64 => "U64",
        Native::U128 => "U128",
        Native::F16 => "F16",
        Native::Bf16 => "Bf16",
        Native::F32 => "F32",
        Native::F64 => "F64",
        Native::LongDouble => "LongDouble",
        Native::F128 => "F128",
        Native::Bool => "Bool",
        Native::Logical1 => "Logical1",
        Native::Logical2 => "Logical2",
        Native::Logical4 => "Logical4",
        Native::Logical8 => "Logical8",
        Native::Logical16 => "Logical16",
        Native::Character => "Character",
        Native::WideCharacter => "WideCharacter",
        Native::Decimal => "Decimal",
    };
    if complex { format_ident!("Complex{name}") } else { format_ident!("{name}") }
}

/// The name of a conversion by its native type: `Real8`.
pub(crate) fn conversion(native: Native) -> &'static str {
    match native {
        Native::I8 => "Integer1",
        Native::I16 => "Integer2",
        Native::I32 => "Integer4",
        Native::I64 => "Integer8",
        Native::I128 => "Integer16",
        Native::U8 => "Unsigned1",
        Native::U16 => "Unsigned2",
        Native::U32 => "Unsigned4",
        Native::U64 => "Unsigned8",
        Native::U128 => "Unsigned16",
        Native::F16 => "Real2",
        Native::Bf16 => "Bfloat2",
        Native::F32 => "Real4",
        Native::F64 => "Real8",
        Native::LongDouble => "LongDouble16",
        Native::F128 => "Real16",
        Native::Bool => "Bool1",
        Native::Logical1 => "Logical1",
        Native::Logical2 => "Logical2",
        Native::Logical4 => "Logical4",
        Native::Logical8 => "Logical8",
        Native::Logical16 => "Logical16",
        Native::Character => "Character1",
        Native::WideCharacter => "WideCharacter4",
        Native::Decimal => "Decimal16",
    }
}

/// The predefined type that a slice of this native type means, and that of its complex.
///
/// The runtime says the same in `Native::PREDEFINED`.
pub(crate) fn meaning(native: Native) -> (Predefined, Option<Predefined>) {
    match native {
        Native::I8 => (Predefined::Int8T, None),
        Native::I16 => (Predefined::Int16T, None),
        Native::I32 => (Predefined::Int32T, None),
        Native::I64 => (Predefined::Int64T, None),
        Native::I128 => (Predefined::Integer16, None),
        Native::U8 => (Predefined::Uint8T, None),
        Native::U16 => (Predefined::Uint16T, None),
        Native::U32 => (Predefined::Uint32T, None),
        Native::U64 => (Predefined::Uint64T, None),
        Native::U128 => (Predefined::Uint128, None),
        Native::F16 => (Predefined::Real2, Some(Predefined::Complex4)),
        Native::Bf16 => (Predefined::Bfloat16, None),
        Native::F32 => (Predefined::Float, Some(Predefined::CFloatComplex)),
        Native::F64 => (Predefined::Double, Some(Predefined::CDoubleComplex)),
        Native::LongDouble => (Predefined::LongDouble, Some(Predefined::CLongDoubleComplex)),
        Native::F128 => (Predefined::Real16, Some(Predefined::Complex32)),
        Native::Bool => (Predefined::CBool, None),
        Native::Logical1 => (Predefined::Logical1, None),
        Native::Logical2 => (Predefined::Logical2, None),
        Native::Logical4 => (Predefined::Logical, None),
        Native::Logical8 => (Predefined::Logical8, None),
        Native::Logical16 => (Predefined::Logical16, None),
        Native::Character => (Predefined::Char, None),
        Native::WideCharacter => (Predefined::Wchar, None),
        Native::Decimal => (Predefined::Decimal, None),
    }
}

/// Every native type.
pub(crate) const NATIVES: [Native; 25] = [
    Native::I8,
    Native::I16,
    Native::I32,
    Native::I64,
    Native::I128,
    Native::U8,
    Native::U16,
    Native::U32,
    Native::U64,
    Native::U128,
    Native::F16,
    Native::Bf16,
    Native::F32,
    Native::F64,
    Native::LongDouble,
    Native::F128,
    Native::Bool,
    Native::Logical1,
    Native::Logical2,
    Native::Logical4,
    Native::Logical8,
    Native::Logical16,
    Native::Character,
    Native::WideCharacter,
    Native::Decimal,
];

/// The path of what becomes of a number beyond the native float's range, where it is read.
pub(crate) fn beyond(overflow: Overflow) -> TokenStream {
    match overflow {
        Overflow::Saturate => quote!(rt::Beyond::Saturate),
        Overflow::Nan => quote!(rt::Beyond::Nan),
        Overflow::Infinity | Overflow::Error | Overflow::Wrap => quote!(rt::Beyond::Infinity),
    }
}

/// A rounding mode's path.
pub(crate) fn rounding(rounding: Rounding) -> TokenStream {
    match rounding {
        Rounding::NearestEven => quote!(rt::Rounding::NearestEven),
        Rounding::TowardZero => quote!(rt::Rounding::TowardZero),
        Rounding::NearestAway => quote!(rt::Rounding::NearestAway),
        Rounding::Up => quote!(rt::Rounding::Up),
        Rounding::Down => quote!(rt::Rounding::Down),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_formats_become_words_of_rust() {
        let named = ["vax_g", "twos(16)", "packed_decimal(5, -3)", "dec::vax_f", "_1", "self"];
        let markers = ["VaxG", "Twos16", "PackedDecimal53", "DecVaxF", "Datarep1", "Self_"];
        let modules =
            ["vax_g_tests", "twos_16_tests", "packed_decimal_5___3_tests", "dec__vax_f_tests", "_1_tests"];
        assert_eq!(named.map(|name| marker(name).to_string()), markers);
        let made: Vec<String> = named[..5].iter().map(|name| tests_module(name).to_string()).collect();
        assert_eq!(made, modules);
    }

    #[test]
    fn no_name_is_given_twice() {
        let mut given = Given::default();
        let names = ["AB", "AB", "AB2", "C", "AB"].map(|name| given.distinct(name).to_string());
        assert_eq!(names, ["AB", "AB2", "AB22", "C", "AB3"]);
    }

    #[test]
    fn documentation_stays_in_its_line() {
        let text = " a\rb\nc\0\td \u{202E}\u{2066} */ \"# é";
        assert_eq!(doc_line(text), " a\\u{d}b\\u{a}c\\u{0}\td \\u{202e}\\u{2066} */ \"# é");
    }
}
