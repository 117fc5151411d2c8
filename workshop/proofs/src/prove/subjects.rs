//! The conversions that are claimed: those of the library's representations, and those of each of its formats under
//! rules of its own, with each rule for what is rounded.
//!
//! The language decides whether a native type can be mapped to a format. What it refuses is no claim.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use datarep_dsl::model::{Conversion, Format, FormatKind, Model, Native, NativeKind};
use datarep_dsl::source::Source;
use datarep_dsl::standard;

use super::claim::{self, Claim};
use super::digits::Digits;

/// The formats that are asked about first. The others follow, those with few exponents first.
const FIRST: [&str; 8] = ["hfp64", "hfp32", "vax_f", "vax_d", "vax_g", "f32", "f64", "bf16"];

/// Formats of numeric families, as expressions.
const EXPRESSIONS: [&str; 25] = [
    "twos(8)",
    "twos(16)",
    "twos(24)",
    "twos(32)",
    "twos(36)",
    "twos(64)",
    "unsigned(8)",
    "unsigned(16)",
    "unsigned(24)",
    "unsigned(32)",
    "unsigned(64)",
    "ones(16)",
    "ones(36)",
    "ones(60)",
    "sign_magnitude(16)",
    "sign_magnitude(24)",
    "sign_magnitude(64)",
    "offset(16, 32768)",
    "offset(32, 7)",
    "fixed(24, 20)",
    "fixed(64, 32)",
    "ufixed(16, 16)",
    "binary_decimal(16, 2, 4)",
    "binary_decimal(32, 2)",
    "binary_decimal(64, 4, unsigned)",
];

/// Decimals with digits behind the point, or with zeros before it.
const SCALED: [&str; 8] = [
    "packed_decimal(5, 2)",
    "packed_decimal(7, 2)",
    "packed_decimal(9, 4)",
    "packed_decimal(15, 2)",
    "packed_decimal(18, 6)",
    "packed_decimal(5, -3)",
    "packed_decimal(5, 8)",
    "x87_bcd",
];

/// The native types of fields.
const FIELDS: [&str; 5] = ["i32", "i64", "u64", "f32", "f64"];

/// The rules for what is rounded, in the words of the language.
const ROUNDINGS: [&str; 5] = ["nearest_even", "toward_zero", "nearest_away", "up", "down"];

const REALS: [&str; 2] = ["MPI_FLOAT", "MPI_DOUBLE"];

const INTEGERS: [&str; 8] = [
    "MPI_INT8_T",
    "MPI_UINT8_T",
    "MPI_INT16_T",
    "MPI_UINT16_T",
    "MPI_INT32_T",
    "MPI_UINT32_T",
    "MPI_INT64_T",
    "MPI_UINT64_T",
];

/// Whose rules a claim has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Rules {
    /// Those of a representation of the library.
    Shipped,
    /// Rules of its own, by which what is rounded is so in this way: an index of [`ROUNDINGS`].
    Own(usize),
}

impl Rules {
    /// Whether faults are planted in bodies by these rules. Bodies by other roundings have the same steps but one.
    pub(super) fn have_mutants(self) -> bool {
        matches!(self, Rules::Shipped | Rules::Own(0))
    }

    /// The name of the rules on the page `docs/proved.md`.
    pub(super) fn word(self) -> &'static str {
        match self {
            Rules::Shipped => "shipped",
            Rules::Own(index) => ROUNDINGS[index],
        }
    }
}

/// The claims about numbers of at most 64 bits, without duplicates: two conversions with the same body are one claim.
/// `is_shipped`: only those by the rules of the library, as the others take thousands of texts to list.
///
/// # Errors
///
/// A text of the library is refused, or there is no claim about the formats that are named.
pub(super) fn list_claims(only: &[String], is_shipped: bool) -> Result<Vec<Claim>, String> {
    let mut list = List { only, claims: Vec::new(), texts: HashSet::new(), natives: HashMap::new() };
    for (name, text) in standard::datareps() {
        list.add_model(&compile(name, text)?, Rules::Shipped)?;
    }
    for expression in list_decimals() {
        list.add_fields(&expression, Rules::Shipped)?;
    }
    for (index, rounding) in ROUNDINGS.iter().enumerate().filter(|_| !is_shipped) {
        for (family, format) in standard::formats() {
            list.add_format(&format!("use {family}::{format};\n"), format, rounding, Rules::Own(index))?;
        }
        for expression in EXPRESSIONS {
            list.add_format("", expression, rounding, Rules::Own(index))?;
        }
    }
    let mut claims = list.claims;
    if claims.is_empty() {
        return Err(format!("no representation and no family has numbers `{}`", only.join("` or `")));
    }
    claims.sort_by_key(|claim| {
        let name = claim.format.name.as_str();
        let place = FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len());
        let exponents = claim.format.kind.float().map(datarep_dsl::model::Float::exponent_bits);
        (claim.rules, place, exponents)
    });
    Ok(claims)
}

/// Shows each conversion of the library's representations.
///
/// # Errors
///
/// A text of the library is refused.
pub(super) fn visit_conversions(mut visit: impl FnMut(&Format, &Conversion)) -> Result<(), String> {
    for (name, text) in standard::datareps() {
        let model = compile(name, text)?;
        for conversion in model.datareps.iter().flat_map(|datarep| &datarep.conversions) {
            visit(&model.formats[conversion.format.0], conversion);
        }
    }
    Ok(())
}

struct List<'o> {
    only: &'o [String],
    claims: Vec<Claim>,
    texts: HashSet<String>,
    /// The native types so far, as formats.
    natives: HashMap<Native, Option<Format>>,
}

impl List<'_> {
    /// Adds the claims of a format with each native type to which the language can map it.
    fn add_format(&mut self, import: &str, name: &str, rounding: &str, rules: Rules) -> Result<(), String> {
        if !self.is_wanted(name) {
            return Ok(());
        }
        for native in REALS.iter().chain(&INTEGERS) {
            let text = write_text(import, name, native, rounding);
            let source = Source { name: format!("{name}.datarep"), text, first_line: 1 };
            if let Ok(model) = datarep_dsl::compile(&source) {
                self.add_model(&model, rules)?;
            }
        }
        Ok(())
    }

    /// Adds the claims of a record's field of a format by the rules for fields, with each native type to which the
    /// language can map it.
    fn add_fields(&mut self, format: &str, rules: Rules) -> Result<(), String> {
        if !self.is_wanted(format) {
            return Ok(());
        }
        for native in FIELDS {
            let text = format!("record fields {{ field: {format} as {native}; }}\n");
            let source = Source { name: format!("{format}.datarep"), text, first_line: 1 };
            let Ok(model) = datarep_dsl::compile(&source) else { continue };
            for conversion in model.records.iter().flat_map(|record| &record.conversions) {
                self.add_conversion(&model.formats[conversion.format.0], conversion, rules)?;
            }
        }
        Ok(())
    }

    fn is_wanted(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }

    fn add_model(&mut self, model: &Model, rules: Rules) -> Result<(), String> {
        for conversion in model.datareps.iter().flat_map(|datarep| &datarep.conversions) {
            self.add_conversion(&model.formats[conversion.format.0], conversion, rules)?;
        }
        Ok(())
    }

    fn add_conversion(
        &mut self,
        format: &Format,
        conversion: &Conversion,
        rules: Rules,
    ) -> Result<(), String> {
        if !is_number(format) || !self.is_wanted(&format.name) {
            return Ok(());
        }
        let native = match self.natives.entry(conversion.native) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(find_native(conversion.native)?),
        };
        let Some(native) = native else { return Ok(()) };
        for claim in claim::list(format, native, conversion, rules) {
            if self.texts.insert(claim.text()) {
                self.claims.push(claim);
            }
        }
        Ok(())
    }
}

/// Decimals as fields of records have them: each number of digits up to 18 in the usual forms, and two numbers of
/// digits in the others.
pub(super) fn list_decimals() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for digits in 1..=18 {
        all.push(format!("packed_decimal({digits}, 0)"));
        all.push(format!("zoned_decimal({digits}, 0)"));
    }
    for digits in [7, 18] {
        all.extend(
            ["unsigned", "plain_plus", "ibm4690"].map(|word| format!("packed_decimal({digits}, 0, {word})")),
        );
        all.extend(["", ", low_first"].map(|word| format!("unsigned_packed_decimal({digits}, 0{word})")));
        let words =
            ["ascii", "leading", "ascii, leading", "separate", "leading, separate", "unsigned", "plain_plus"];
        all.extend(words.map(|word| format!("zoned_decimal({digits}, 0, {word})")));
        all.extend(
            ["point", "ascii, point, separate"].map(|word| format!("zoned_decimal({digits}, 2, {word})")),
        );
    }
    all.extend(SCALED.map(str::to_owned));
    all
}

/// Whether a format is one of the kinds that are claimed. Characters and truth values are no numbers.
fn is_number(format: &Format) -> bool {
    let is_kind = match &format.kind {
        FormatKind::Float(_)
        | FormatKind::Integer(_)
        | FormatKind::Posit(_)
        | FormatKind::DecimalFloat(_)
        | FormatKind::Decimal(_) => true,
        FormatKind::PairSum(_) | FormatKind::Logical(_) | FormatKind::Character(_) => false,
    };
    is_kind && (format.bits <= 64 || Digits::from_format(format).is_ok_and(|digits| digits.is_some()))
}

/// A representation that maps one native type to a format. What the format or the native type cannot follow passes to
/// rules that all can.
fn write_text(import: &str, format: &str, native: &str, rounding: &str) -> String {
    format!(
        "{import}
datarep own_rules {{
    others => unsupported;
    on read  {{ overflow => saturate, infinity => keep, nan => keep, reserved => nan, missing => nan, invalid => zero,
               inexact => {rounding} }}
    on write {{ overflow => saturate, infinity => saturate, nan => zero, reserved => nan, inexact => {rounding} }}
}}
datarep own extends own_rules {{
    order big;
    {native} => {format};
    complex => unsupported;
    on write {{ infinity => keep, nan => keep }}
}}
"
    )
}

fn compile(name: &str, text: &str) -> Result<Model, String> {
    let source = Source { name: format!("standard/{name}.datarep"), text: text.to_owned(), first_line: 1 };
    datarep_dsl::compile(&source).map_err(|failure| datarep_dsl::render::render_all(&source, &failure))
}

/// A native float or integer of at most 64 bits as a format of the library.
///
/// # Errors
///
/// The library does not know the format.
fn find_native(native: Native) -> Result<Option<Format>, String> {
    let (name, line) = match (native, native.kind()) {
        (Native::F32, _) => ("f32".to_owned(), "1.0 => 0x3F80_0000"),
        (Native::F64, _) => ("f64".to_owned(), "1.0 => 0x3FF0_0000_0000_0000"),
        (_, NativeKind::Integer { signed, bits }) if bits <= 64 => {
            (format!("{}({bits})", if signed { "twos" } else { "unsigned" }), "1 => 0x1")
        }
        _ => return Ok(None),
    };
    let model = compile("native", &format!("test {name} {{ {line}; }}"))?;
    let found = model.formats.into_iter().find(|format| format.name == name);
    found.map(Some).ok_or_else(|| format!("there is no format `{name}`"))
}
