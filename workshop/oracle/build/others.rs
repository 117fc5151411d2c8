//! Texts of everything except floats in an `f32` or `f64`: integers, fixed point, decimals, logicals, characters,
//! pairs, complex numbers and native types of other widths. The texts also include the formats that only the library's
//! unshipped representations have.
//!
//! There is one module for each format, with a representation for each set of rules, and one module for each unshipped
//! representation. The table has the text of each module beside its generated code. The language itself decides whether
//! a native type can be mapped to a format.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use datarep_dsl::model::{Conversion, Datarep, Format, FormatKind, Integer, Model, TypeMapping};
use datarep_dsl::source::Source;
use datarep_dsl::standard;

use crate::subjects;

/// Formats that have no name in the library, as expressions of a mapping.
const UNNAMED: &[&str] = &[
    "twos(8)",
    "twos(16)",
    "twos(24)",
    "twos(32)",
    "twos(64)",
    "twos(72)",
    "twos(128)",
    "unsigned(8)",
    "unsigned(24)",
    "unsigned(32)",
    "unsigned(64)",
    "unsigned(128)",
    "ones(16)",
    "ones(32)",
    "ones(128)",
    "sign_magnitude(32)",
    "sign_magnitude(64)",
    "offset(16, 32768)",
    "offset(32, 7)",
    "fixed(24, 20)",
    "fixed(64, 32)",
    "ufixed(16, 16)",
    "packed_decimal(7, 2)",
    "packed_decimal(18, 0)",
    "unsigned_packed_decimal(5, 0)",
    "zoned_decimal(9, 2)",
    "zoned_decimal(18, 0)",
    "zoned_decimal(6, 2, ascii, leading, separate)",
    "packed_decimal(5, -3)",
    "packed_decimal(38, 10)",
    "binary_decimal(32, 2)",
    "binary_decimal(16, 2, 4)",
    "binary_decimal(64, 4, unsigned)",
    "binary_decimal(128, 10, 38)",
    "binary_decimal(24, -3)",
    "bcd(8, 0)",
    "logical(8)",
    "logical(32)",
    "logical(128)",
    "ascii",
    "latin1",
    "ebcdic(cp037)",
    "ebcdic(cp500)",
    "ebcdic(cp1047)",
    "ebcdic(cp1140)",
    "ebcdic(cp273)",
    "ebcdic(cp875)",
    "ebcdic(cp1160)",
    "codepage(cp1252)",
    "codepage(iso8859_7)",
    "ucs2",
    "utf32",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f128",
    "x87_80",
    "hfp32",
    "hfp64",
    "vax_f",
    "vax_d",
    "vax_h",
    "cray64",
    "cdc60",
    "decimal64_dpd",
    "decimal64_bid",
    "ti99_radix100",
    "atari_bcd",
    "wang2200",
    "hp48_real",
    "posit32",
];

/// The sets of rules, applied where a format and a native type can follow them. Behind each set are rules that all can
/// follow.
const SETS: [(&str, &str); 3] = [
    (
        "usual",
        "on read  { overflow => saturate, infinity | nan => keep, reserved => nan, unmapped => substitute(63), missing => nan,
                    invalid => zero }
         on write { overflow => saturate, infinity => saturate, nan => zero, reserved => nan, unmapped => substitute(63) }",
    ),
    (
        "other",
        "on read  { overflow => wrap, infinity => saturate, nan => zero, reserved => zero, underflow => zero, inexact => up,
                    negative_zero => zero, unmapped => substitute(0), missing => zero, invalid => zero }
         on write { overflow => wrap, infinity | nan => keep, underflow => zero, inexact => toward_zero,
                    negative_zero => zero, unmapped => substitute(0) }",
    ),
    (
        "strict",
        "on read  { overflow => error, infinity => error, nan => error, reserved => error, underflow => error,
                    inexact => error, negative_zero => error, unmapped => error, invalid => error, missing => error,
                    noncanonical => error }
         on write { overflow => error, infinity => error, nan => error, reserved => error, underflow => error,
                    inexact => error, negative_zero => error, unmapped => error }",
    ),
];

/// Rules that every format and native type can follow.
const LAST: &str = "on read { overflow => infinity, infinity => error, nan => error, reserved | missing => nan, invalid => error } \
                    on write { overflow => error, infinity => error, nan => error, reserved => error }";

/// Expressions that are tried with every native type of their kind. Others are tried with the first [`FEW`], as each
/// takes time to build.
const THOROUGH: &[&str] = &[
    "twos(24)",
    "unsigned(32)",
    "ones(32)",
    "sign_magnitude(64)",
    "offset(16, 32768)",
    "fixed(64, 32)",
    "packed_decimal(18, 0)",
    "zoned_decimal(9, 2)",
    "binary_decimal(32, 2)",
    "logical(32)",
    "f64",
    "hfp64",
    "vax_d",
    "powerpc::double_double",
];

const FEW: usize = 2;

const INTEGERS: &[&str] = &[
    "MPI_INT32_T",
    "MPI_UINT64_T",
    "MPI_INT64_T",
    "MPI_INT8_T",
    "MPI_INT16_T",
    "MPI_INTEGER16",
    "MPI_UINT8_T",
    "MPI_UINT32_T",
    "DATAREP_UINT128",
];

const FIXED: &[&str] =
    &["MPI_DOUBLE", "MPI_INT64_T", "DATAREP_DECIMAL", "MPI_FLOAT", "MPI_UINT32_T", "MPI_REAL16"];

const DECIMALS: &[&str] =
    &["DATAREP_DECIMAL", "MPI_INT64_T", "MPI_DOUBLE", "MPI_INT32_T", "MPI_UINT32_T", "MPI_INTEGER16"];

const FLOATS: &[&str] = &[
    "MPI_REAL16",
    "MPI_C_FLOAT_COMPLEX",
    "MPI_LONG_DOUBLE",
    "MPI_REAL2",
    "DATAREP_BFLOAT16",
    "MPI_C_DOUBLE_COMPLEX",
    "DATAREP_DECIMAL",
];

const PAIRS: &[&str] = &["MPI_DOUBLE", "MPI_REAL16", "MPI_FLOAT", "MPI_LONG_DOUBLE", "MPI_C_DOUBLE_COMPLEX"];

const LOGICALS: &[&str] =
    &["MPI_LOGICAL", "MPI_C_BOOL", "MPI_LOGICAL1", "MPI_LOGICAL2", "MPI_LOGICAL8", "MPI_LOGICAL16"];

const CHARACTERS: &[&str] = &["MPI_CHAR", "MPI_WCHAR"];

/// The native types with which a format is tried.
fn select_native_types(expression: &str, format: &Format) -> &'static [&'static str] {
    let all = match format.kind {
        FormatKind::Integer(Integer { scale: 0, .. }) => INTEGERS,
        FormatKind::Integer(_) => FIXED,
        FormatKind::Decimal(_) => DECIMALS,
        FormatKind::Float(_) | FormatKind::DecimalFloat(_) | FormatKind::Posit(_) => FLOATS,
        FormatKind::PairSum(_) => PAIRS,
        FormatKind::Logical(_) => LOGICALS,
        FormatKind::Character(_) => CHARACTERS,
    };
    if THOROUGH.contains(&expression) { all } else { &all[..FEW] }
}

/// The output: modules of generated code, and rows of the table.
struct Output<'a> {
    folder: &'a Path,
    modules: String,
    table: String,
}

/// Writes the modules and the table to `OUT_DIR`. Without the feature `others`, and if only some formats of floats are wanted, the
/// table is empty.
pub(crate) fn write_modules() -> Result<(), String> {
    let folder = env::var("OUT_DIR").map_err(|error| format!("there is no `OUT_DIR`: {error}"))?;
    let folder = Path::new(&folder);
    let mut output = Output { folder, modules: String::new(), table: String::new() };
    if cfg!(feature = "others") && !subjects::is_limited() {
        let named = standard::formats().filter_map(|(family, name)| {
            let format = resolve_format(&format!("{family}::{name}"))?;
            let is_float = matches!(
                format.kind,
                FormatKind::Float(_) | FormatKind::DecimalFloat(_) | FormatKind::Posit(_)
            );
            (!is_float).then(|| (format!("{family}::{name}"), format))
        });
        let unnamed = UNNAMED
            .iter()
            .filter_map(|expression| Some(((*expression).to_owned(), resolve_format(expression)?)));
        for (expression, format) in named.chain(unnamed) {
            output.write_format_module(&expression, &format)?;
        }
        output.write_unshipped_modules()?;
    }
    let Output { modules, table, .. } = output;
    let text = format!(
        "{modules}/// Texts, and generated code of a representation of each.\n\
         pub(super) static OTHERS: &[(&str, &datarep::Datarep)] = &[\n{table}];\n"
    );
    fs::write(folder.join("others.rs"), text).map_err(|error| format!("cannot write the table: {error}"))
}

fn compile_if_valid(text: &str) -> Option<(Source, Model)> {
    let source = Source { name: "others.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    let model = datarep_dsl::compile(&source).ok()?;
    Some((source, model))
}

/// The format that an expression names.
fn resolve_format(expression: &str) -> Option<Format> {
    let (uses, name) = split_use_line(expression);
    let any = ["MPI_DOUBLE", "MPI_INT64_T", "MPI_CHAR", "MPI_WCHAR", "MPI_C_BOOL", "MPI_INTEGER16"];
    any.iter().find_map(|predefined| {
        let text = format!("{uses}{}", describe_representations("found", "", &[predefined], name, ""));
        let (_, model) = compile_if_valid(&text)?;
        let conversion = model.datareps.last()?.conversions.first()?;
        Some(model.formats[conversion.format.0].clone())
    })
}

/// The `use` line for a name, and the name.
fn split_use_line(expression: &str) -> (String, &str) {
    match (expression.split_once("::"), standard::family_of(expression)) {
        (Some((family, name)), _) => (format!("use {family}::{name};\n"), name),
        (None, Some(family)) => (format!("use {family}::{expression};\n"), expression),
        (None, None) => (String::new(), expression),
    }
}

/// A representation of a format, and the representations with its rules.
fn describe_representations(name: &str, order: &str, types: &[&str], format: &str, rules: &str) -> String {
    let mappings = types
        .iter()
        .fold(String::new(), |text, predefined| text + &format!("    {predefined} => {format} {order};\n"));
    format!(
        "datarep {name}_last {{ others => unsupported; complex => unsupported; {LAST} }}\n\
         datarep {name}_rules extends {name}_last {{ {rules} }}\n\
         /// `{format}` by the rules `{name}`.\n\
         datarep {name} extends {name}_rules {{\n{mappings}}}\n"
    )
}

impl Output<'_> {
    /// Writes the representations of a format: one for each set of rules, with the native types that accept it.
    fn write_format_module(&mut self, expression: &str, format: &Format) -> Result<(), String> {
        let (uses, name) = split_use_line(expression);
        let order = match format.order {
            None if !format.bits.is_multiple_of(8) => {
                format!("right_justified({})", format.bits.div_ceil(8))
            }
            _ => String::new(),
        };
        let words = expression.split(|letter: char| !letter.is_ascii_alphanumeric());
        let word = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_");
        let module = format!("other_{word}");
        let mut text = uses.clone();
        let mut made = Vec::new();
        for (set, rules) in SETS {
            let own = format!("{set}_{word}");
            let taken = |predefined: &&&str| {
                compile_if_valid(&format!(
                    "{uses}{}",
                    describe_representations(&own, &order, &[predefined], name, rules)
                ))
                .is_some()
            };
            let types: Vec<&str> =
                select_native_types(expression, format).iter().filter(taken).copied().collect();
            if !types.is_empty() {
                text += &describe_representations(&own, &order, &types, name, rules);
                made.push(own);
            }
        }
        if made.is_empty() { Ok(()) } else { self.write_module(&module, &text, &made) }
    }

    /// Writes the library's representations that are not shipped, each without the mappings that another representation
    /// has.
    fn write_unshipped_modules(&mut self) -> Result<(), String> {
        let mut known = BTreeSet::new();
        let (shipped, others): (Vec<_>, Vec<_>) =
            standard::datareps().iter().partition(|(name, _)| standard::is_shipped(name));
        for (name, _) in shipped {
            let (_, model) = compile_if_valid(&format!("datarep own extends {name} {{ }}\n"))
                .ok_or_else(|| format!("`{name}` cannot be extended"))?;
            known.extend(
                find_own_representation(&model).iter().flat_map(|datarep| list_mapping_keys(&model, datarep)),
            );
        }
        for (name, _) in others {
            let (_, model) = compile_if_valid(&format!("datarep own extends {name} {{ }}\n"))
                .ok_or_else(|| format!("`{name}` cannot be extended"))?;
            let Some(datarep) = find_own_representation(&model) else { continue };
            let mut without = String::new();
            for entry in &datarep.types {
                let (TypeMapping::Scalar(index) | TypeMapping::Complex(index)) = entry.mapping else {
                    continue;
                };
                let key = mapping_key(
                    &model,
                    &datarep.conversions[index],
                    matches!(entry.mapping, TypeMapping::Complex(_)),
                );
                if !known.insert(key) {
                    let _ = writeln!(without, "    {} => unsupported;", entry.predefined.name());
                }
            }
            let own = format!("own_{name}");
            let text =
                format!("/// What `{name}` has of its own.\ndatarep {own} extends {name} {{\n{without}}}\n");
            self.write_module(&format!("unshipped_{name}"), &text, &[own])?;
        }
        Ok(())
    }

    /// Writes the generated code of a text, and the rows for its representations.
    fn write_module(&mut self, module: &str, text: &str, made: &[String]) -> Result<(), String> {
        let source = Source { name: format!("{module}.datarep"), text: text.to_owned(), first_line: 1 };
        let model = datarep_dsl::compile(&source)
            .map_err(|failure| datarep_dsl::render::render_all(&source, &failure))?;
        let path = self.folder.join(module).with_extension("rs");
        fs::write(&path, datarep_codegen::format(&model))
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        let _ = writeln!(
            self.modules,
            "/// Generated code.\n#[allow(missing_docs, unreachable_pub, unused_imports, clippy::all, clippy::pedantic, \
             reason = \"generated code\")]\nmod {module} {{\n    include!({:?});\n}}\n",
            path.display().to_string(),
        );
        for name in made {
            let _ = writeln!(self.table, "    ({text:?}, {module}::{name}::DATAREP),");
        }
        Ok(())
    }
}

fn find_own_representation(model: &Model) -> Option<&Datarep> {
    model.datareps.iter().find(|datarep| datarep.name == "own")
}

/// Keys that distinguish mappings.
fn list_mapping_keys<'m>(model: &'m Model, datarep: &'m Datarep) -> impl Iterator<Item = String> + 'm {
    datarep.types.iter().filter_map(|entry| match entry.mapping {
        TypeMapping::Scalar(index) => Some(mapping_key(model, &datarep.conversions[index], false)),
        TypeMapping::Complex(index) => Some(mapping_key(model, &datarep.conversions[index], true)),
        TypeMapping::Unsupported | TypeMapping::Bytes => None,
    })
}

fn mapping_key(model: &Model, conversion: &Conversion, is_complex: bool) -> String {
    let Conversion { native, order, read, write, .. } = conversion;
    let format = &model.formats[conversion.format.0];
    format!("{is_complex} {native:?} {order:?} {read:?} {write:?} {:?} {}", format.kind, format.bits)
}
