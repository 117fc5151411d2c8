//! The names and literals that generated code uses: paths of the runtime, native types, identifiers.

use std::collections::BTreeSet;

use datarep_dsl::keywords;
use datarep_dsl::model::{Event, Native};
use datarep_dsl::predefined::Predefined;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

/// An identifier, which is raw if it is a keyword of Rust.
pub(crate) fn make_ident(name: &str) -> Ident {
    // A few words, such as `self`, may not be raw.
    let keyword = keywords::is_of_rust(name) && !keywords::is_never_raw(name);
    if keyword { Ident::new_raw(name, Span::call_site()) } else { Ident::new(name, Span::call_site()) }
}

/// Names that generated code knows already: the one keyword that is written like a type, what Rust's prelude has, and the plan
/// of a record, `Layout`. A type of such a name would take its place.
const TAKEN: [&str; 46] = [
    "AsMut",
    "AsRef",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Hash",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "Layout",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Self",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Vec",
];

/// The name of the type that stands for a representation or a format: `VaxG` for `vax_g`, `Twos16` for `twos(16)`.
pub(crate) fn marker_name(name: &str) -> Ident {
    let camel: String = name
        .split(|letter: char| !letter.is_alphanumeric())
        .flat_map(|part| {
            let mut letters = part.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters)
        })
        .collect();
    // An identifier may not begin with a digit.
    let starts_well = camel.chars().next().is_some_and(char::is_alphabetic);
    let camel = if starts_well { camel } else { format!("Datarep{camel}") };
    let camel = if TAKEN.contains(&camel.as_str()) { format!("{camel}_") } else { camel };
    Ident::new(&camel, Span::call_site())
}

/// The name of the type that stands for a representation. Its module has constants of its own, and functions with items of a
/// type `T`.
pub(crate) fn representation_name(name: &str) -> Ident {
    let marker = marker_name(name);
    let is_taken = ["DATAREP", "DESCRIPTOR", "EXTENTS", "T"].iter().any(|taken| marker == taken);
    if is_taken { format_ident!("{marker}_") } else { marker }
}

/// The name of a record's module. One that is written like a type is the name of the struct, which may not be that of a module
/// beside it: `TraceHeader` is in the module `trace_header`. Capitals side by side are one word here, and several in
/// [`snake_name`], whose names must differ where those that they are made of do.
pub(crate) fn record_module_name(name: &str) -> String {
    if !name.starts_with(char::is_uppercase) {
        return name.to_owned();
    }
    let (mut words, mut follows_small) = (String::new(), false);
    for letter in name.chars() {
        if letter.is_uppercase() && follows_small {
            words.push('_');
        }
        follows_small = letter.is_lowercase() || letter.is_numeric();
        words.extend(letter.to_lowercase());
    }
    if keywords::is_never_raw(&words) {
        words.push('_');
    }
    words
}

/// `Real8AsHfp64` as `REAL8_AS_HFP64`.
pub(crate) fn constant_name(name: &str) -> String {
    snake_name(name).to_uppercase()
}

/// `Real8AsHfp64` as `real8_as_hfp64`.
pub(crate) fn snake_name(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// An attribute for a module whose name has capital letters in the text; nothing for any other one.
pub(crate) fn allow_capitals(module: &str) -> Option<TokenStream> {
    let has_capitals = module.contains(char::is_uppercase);
    has_capitals.then(|| quote!(#[allow(non_snake_case, reason = "a name of the text")]))
}

/// The module with the tests of a format: `twos_16_tests` for `twos(16)`.
pub(crate) fn tests_module_name(format: &str) -> Ident {
    let words = format.replace(|letter: char| !letter.is_alphanumeric(), "_");
    format_ident!("{}_tests", words.trim_end_matches('_'))
}

/// The names that are taken in a module.
#[derive(Default)]
pub(crate) struct UsedNames(BTreeSet<String>);

impl UsedNames {
    /// Names that are taken.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>) -> UsedNames {
        UsedNames(names.map(str::to_owned).collect())
    }

    /// `name`, with a number after it if the name is taken.
    pub(crate) fn make_distinct(&mut self, name: &str) -> Ident {
        // The first name has no number, so the second has two.
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| self.0.insert(name.clone()));
        format_ident!("{}", free.unwrap_or_else(|| name.to_owned()))
    }
}

/// A line of documentation as Rust accepts it: without line breaks, other control characters, and characters that
/// change the direction of text. Such characters are written as in a literal.
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
pub(crate) fn hex_literal(value: u128, bits: u32) -> Literal {
    // Leading zeros stay, so that a word shows its length.
    let digits = format!("{value:0width$x}", width = (bits as usize).div_ceil(4));
    let mut text = String::from("0x");
    for (index, digit) in digits.char_indices() {
        // Groups are counted from the lowest digit.
        if index > 0 && (digits.len() - index).is_multiple_of(4) {
            text.push('_');
        }
        text.push(digit);
    }
    text.parse().unwrap_or_else(|_| Literal::u128_unsuffixed(value))
}

/// A decimal literal with its sign, without suffix.
pub(crate) fn decimal_literal(value: i128) -> TokenStream {
    // A literal token has no sign, and the magnitude of the least number needs an unsigned one.
    let magnitude = Literal::u128_unsuffixed(value.unsigned_abs());
    if value < 0 { quote!(-#magnitude) } else { quote!(#magnitude) }
}

/// `u64` for 33 to 64 bits.
pub(crate) fn unsigned_type(bits: u32) -> Ident {
    format_ident!("u{}", container_bits(bits))
}

/// `i64` for 33 to 64 bits.
pub(crate) fn signed_type(bits: u32) -> Ident {
    format_ident!("i{}", container_bits(bits))
}

/// The bits of the smallest Rust integer with at least `bits` bits.
pub(crate) fn container_bits(bits: u32) -> u32 {
    // There is no integer shorter than a byte.
    bits.max(8).next_power_of_two()
}

/// The names for a native type in generated code.
pub(crate) struct NativeRow {
    /// The path of the type.
    path: &'static str,
    /// The part of the name in the runtime's functions for the type, if it is a float.
    pub(crate) function: &'static str,
    /// The name of a conversion of the type.
    pub(crate) conversion: &'static str,
    /// The predefined type for a slice of the type, and the one for its complex type. The same as `Native::PREDEFINED`
    /// in the runtime.
    pub(crate) meaning: (Predefined, Option<Predefined>),
}

/// The row of a native type.
pub(crate) fn native_row(native: Native) -> NativeRow {
    let row =
        |path, conversion, meaning| NativeRow { path, function: "", conversion, meaning: (meaning, None) };
    let float = |path, function, conversion, scalar, complex| NativeRow {
        path,
        function,
        conversion,
        meaning: (scalar, complex),
    };
    match native {
        Native::I8 => row("i8", "Integer1", Predefined::Int8T),
        Native::I16 => row("i16", "Integer2", Predefined::Int16T),
        Native::I32 => row("i32", "Integer4", Predefined::Int32T),
        Native::I64 => row("i64", "Integer8", Predefined::Int64T),
        Native::I128 => row("i128", "Integer16", Predefined::Integer16),
        Native::U8 => row("u8", "Unsigned1", Predefined::Uint8T),
        Native::U16 => row("u16", "Unsigned2", Predefined::Uint16T),
        Native::U32 => row("u32", "Unsigned4", Predefined::Uint32T),
        Native::U64 => row("u64", "Unsigned8", Predefined::Uint64T),
        Native::U128 => row("u128", "Unsigned16", Predefined::Uint128),
        Native::F16 => float("rt::F16", "f16", "Real2", Predefined::Real2, Some(Predefined::Complex4)),
        Native::Bf16 => float("rt::Bf16", "bf16", "Bfloat2", Predefined::Bfloat16, None),
        Native::F32 => float("f32", "f32", "Real4", Predefined::Float, Some(Predefined::CFloatComplex)),
        Native::F64 => float("f64", "f64", "Real8", Predefined::Double, Some(Predefined::CDoubleComplex)),
        Native::LongDouble => float(
            "rt::LongDouble",
            "long_double",
            "LongDouble16",
            Predefined::LongDouble,
            Some(Predefined::CLongDoubleComplex),
        ),
        Native::F128 => float("rt::F128", "f128", "Real16", Predefined::Real16, Some(Predefined::Complex32)),
        Native::Bool => row("bool", "Bool1", Predefined::CBool),
        Native::Logical1 => row("rt::Logical1", "Logical1", Predefined::Logical1),
        Native::Logical2 => row("rt::Logical2", "Logical2", Predefined::Logical2),
        Native::Logical4 => row("rt::Logical", "Logical4", Predefined::Logical),
        Native::Logical8 => row("rt::Logical8", "Logical8", Predefined::Logical8),
        Native::Logical16 => row("rt::Logical16", "Logical16", Predefined::Logical16),
        Native::Character => row("rt::Character", "Character1", Predefined::Char),
        Native::WideCharacter => row("char", "WideCharacter4", Predefined::Wchar),
        Native::Decimal => row("rt::Decimal", "Decimal16", Predefined::Decimal),
    }
}

/// A native type's path.
pub(crate) fn native_path(native: Native) -> TokenStream {
    native_row(native).path.parse().unwrap_or_default()
}

/// The variant of the runtime's table entry for a native type.
pub(crate) fn entry_variant(native: Native, complex: bool) -> Ident {
    let complex = if complex { "Complex" } else { "" };
    format_ident!("{complex}{}", native.name())
}

/// The constant of an event in the runtime's sets of them.
pub(crate) fn event_constant(event: Event) -> Ident {
    let name = match event {
        Event::Inexact => "INEXACT",
        Event::Overflow => "OVERFLOW",
        Event::Underflow => "UNDERFLOW",
        Event::Infinity => "INFINITY",
        Event::Nan => "NAN",
        Event::Reserved => "RESERVED",
        Event::NegativeZero => "NEGATIVE_ZERO",
        Event::Unmapped => "UNMAPPED",
        Event::Invalid => "INVALID",
        Event::Missing => "MISSING",
        Event::Noncanonical => "NONCANONICAL",
    };
    Ident::new(name, Span::call_site())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_formats_become_words_of_rust() {
        let named =
            ["vax_g", "twos(16)", "packed_decimal(5, -3)", "dec::vax_f", "_1", "self", "vec", "to_string"];
        let markers =
            ["VaxG", "Twos16", "PackedDecimal53", "DecVaxF", "Datarep1", "Self_", "Vec_", "ToString_"];
        let modules =
            ["vax_g_tests", "twos_16_tests", "packed_decimal_5___3_tests", "dec__vax_f_tests", "_1_tests"];
        assert_eq!(named.map(|name| marker_name(name).to_string()), markers);
        let made: Vec<String> = named[..5].iter().map(|name| tests_module_name(name).to_string()).collect();
        assert_eq!(made, modules);
    }

    #[test]
    fn modules_of_records_are_not_named_as_their_structs() {
        let named = ["header", "Header", "TraceHeader", "TRACE_HEADER", "IBM370Tape", "aB", "_A", "Self"];
        let modules =
            ["header", "header", "trace_header", "trace_header", "ibm370_tape", "aB", "_A", "self_"];
        assert_eq!(named.map(record_module_name), modules);
        assert!(named.iter().all(|name| marker_name(name) != record_module_name(name)));
    }

    #[test]
    fn capitals_are_allowed_where_there_are_some() {
        assert!(allow_capitals("ibm_370").is_none());
        let allowed = allow_capitals("IBM_370").expect("it has some").to_string();
        assert!(allowed.contains("non_snake_case"), "{allowed}");
    }

    #[test]
    fn no_name_is_given_twice() {
        let mut given = UsedNames::default();
        let names = ["AB", "AB", "AB2", "C", "AB"].map(|name| given.make_distinct(name).to_string());
        assert_eq!(names, ["AB", "AB2", "AB22", "C", "AB3"]);
    }

    #[test]
    fn documentation_stays_in_its_line() {
        let text = " a\rb\nc\0\td \u{202E}\u{2066} */ \"# é";
        assert_eq!(doc_line(text), " a\\u{d}b\\u{a}c\\u{0}\td \\u{202e}\\u{2066} */ \"# é");
    }
}
