//! One text for each float format of the standard library and of `corners.datarep`, with a representation for each set
//! of rules, and the table of all of them.
//!
//! Only `exhaustive` uses all sets of rules. In `slice`, a format has one or two of them; elsewhere it has the plain
//! one. Formats of no machine are built only for these two, and less known formats also for `bench-all`, since each
//! format makes the other commands slower to build.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use datarep_dsl::model::{Class, Format, FormatKind};
use datarep_dsl::source::Source;
use datarep_workshop::fnv::{BASIS, hash_bytes};

use crate::known::KNOWN;

/// The name of the family of formats that no machine has.
const CORNERS: &str = "corners";

/// The format by which `exhaustive` checks that it finds a difference.
const COMPARED: &str = "hfp32";

/// The sets of rules. What a format or a native type cannot follow passes to the set's fallback.
const SETS: &[RuleSet] = &[
    RuleSet {
        name: "plain",
        fallback: "
            on read  { overflow => infinity, infinity => keep, nan => keep, reserved => nan, underflow => subnormal,
                       inexact => nearest_even, missing => nan }
            on write { overflow => saturate, infinity => saturate, nan => zero, reserved => nan,
                       underflow => subnormal, inexact => nearest_even }",
        rules: "on write { infinity => keep, nan => keep }",
    },
    RuleSet {
        name: "directed",
        fallback: "
            on read  { overflow => saturate, infinity => saturate, nan => zero, reserved => zero, underflow => zero,
                       inexact => up, negative_zero => zero, missing => zero }
            on write { overflow => saturate, infinity => zero, nan => zero, reserved => zero, underflow => zero,
                       inexact => down, negative_zero => zero }",
        rules: "on write { overflow => infinity, infinity => nan, nan => reserved }",
    },
    RuleSet {
        name: "away",
        fallback: "
            on read  { overflow => nan, infinity => nan, nan => infinity, reserved => infinity,
                       underflow => subnormal, inexact => nearest_away, missing => nan }
            on write { overflow => saturate, infinity => zero, nan => zero, reserved => zero,
                       underflow => subnormal, inexact => nearest_away }",
        rules: "on write { overflow => nan, infinity => reserved, nan => infinity }",
    },
    RuleSet {
        name: "truncate",
        fallback: "
            on read  { overflow => saturate, infinity => zero, nan => keep, reserved => nan, underflow => subnormal,
                       inexact => toward_zero, missing => nan(payload) }
            on write { overflow => saturate, infinity => saturate, nan => zero, reserved => nan,
                       underflow => zero, inexact => toward_zero }",
        rules: "on write { infinity => saturate, nan => keep, missing => nan(payload) }",
    },
    RuleSet {
        name: "strict",
        fallback: "
            on read  { overflow => error, infinity => error, nan => error, reserved => error, underflow => error,
                       inexact => error, negative_zero => error, missing => error, noncanonical => error }
            on write { overflow => error, infinity => error, nan => error, reserved => error, underflow => error,
                       inexact => error, negative_zero => error }",
        rules: "",
    },
];

struct RuleSet {
    name: &'static str,
    fallback: &'static str,
    rules: &'static str,
}

/// The sets of rules for a format that is preceded by `before` others. `exhaustive` has all sets. `slice` has all of
/// them for [`COMPARED`] and one set in turn for every other format, together with the plain set if the format is well
/// known or of no machine. The other commands have only the plain set.
fn choose_rule_sets(family: &str, format: &Format, before: usize) -> Vec<&'static RuleSet> {
    let [plain, others @ ..] = SETS else { return Vec::new() };
    if cfg!(feature = "exhaustive") {
        SETS.iter().collect()
    } else if !cfg!(feature = "slice") {
        vec![plain]
    } else if format.name == COMPARED {
        SETS.iter().collect()
    } else if family == CORNERS || KNOWN.contains(&format.name.as_str()) {
        vec![plain, &others[before % others.len()]]
    } else {
        vec![&SETS[before % SETS.len()]]
    }
}

/// The native floats, by their number of bytes, for a format with these sets. In `slice`, a format with one set has
/// only one native float, alternating between the two. This saves a third of the program's build time.
fn choose_native_float_bytes(sets: &[&RuleSet], before: usize) -> &'static [u32] {
    match (cfg!(feature = "slice") && !cfg!(feature = "exhaustive") && sets.len() == 1, before % 2) {
        (true, 0) => &[8],
        (true, _) => &[4],
        (false, _) => &[4, 8],
    }
}

/// The variable that names the formats to build, separated by spaces, if not all are wanted. Building a few formats
/// takes seconds instead of minutes. [`COMPARED`] must be one of them.
const ONLY: &str = "DATAREP_SUBJECTS";

/// Whether only some formats are built.
pub(crate) fn is_limited() -> bool {
    env::var_os(ONLY).is_some()
}

/// Whether items of a format are real numbers in binary, decimal or posit floating point.
fn is_float_or_posit(kind: &FormatKind) -> bool {
    match kind {
        FormatKind::Float(_) | FormatKind::DecimalFloat(_) | FormatKind::Posit(_) => true,
        FormatKind::Integer(_)
        | FormatKind::PairSum(_)
        | FormatKind::Decimal(_)
        | FormatKind::Logical(_)
        | FormatKind::Character(_) => false,
    }
}

/// Whether a format is built: those that [`ONLY`] names, otherwise those that the features ask for.
fn is_selected_for_build(format: &Format) -> bool {
    if let Ok(only) = env::var(ONLY) {
        return only.split_whitespace().any(|name| name == format.name);
    }
    cfg!(any(feature = "slice", feature = "bench-all")) || KNOWN.contains(&format.name.as_str())
}

/// Writes the modules and the table to `OUT_DIR`.
pub(crate) fn write_modules() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed={ONLY}");
    let folder = env::var("OUT_DIR").map_err(|error| format!("there is no `OUT_DIR`: {error}"))?;
    let folder = Path::new(&folder);
    let mut modules = String::new();
    let mut table = String::from(
        "/// Every representation that is compared.\npub(in super::super) static SUBJECTS: &[Subject] = &[\n",
    );
    let mut left_out = String::from(
        "/// Formats that are not compared, and why.\npub(in super::super) static LEFT_OUT: &[(&str, &str)] = &[\n",
    );
    let corners = cfg!(feature = "slice").then_some((CORNERS, include_str!("corners.datarep")));
    let mut made = 0;
    for (family, text) in datarep_dsl::standard::families().iter().copied().chain(corners) {
        for format in compile_family(family, text)? {
            if !is_float_or_posit(&format.kind) || !is_selected_for_build(&format) {
                continue;
            }
            let sets = choose_rule_sets(family, &format, made);
            let text = describe_representations(
                family,
                text,
                &format,
                &sets,
                choose_native_float_bytes(&sets, made),
            );
            made += 1;
            let source = Source { name: format!("{}.datarep", format.name), text, first_line: 1 };
            let model = match datarep_dsl::compile(&source) {
                Ok(model) => model,
                Err(failure) => {
                    let reason = failure.diagnostics.first().map_or("", |found| found.title.as_str());
                    let _ = writeln!(left_out, "    ({:?}, {reason:?}),", format.name);
                    continue;
                }
            };
            let name = format!("{family}_{}", format.name);
            let code = datarep_codegen::format(&model);
            let path = folder.join(&name).with_extension("rs");
            let fault = |error| format!("cannot write `{}`: {error}", path.display());
            fs::write(&path, &code).map_err(fault)?;
            modules.push_str(&describe_module(&name, &format, &path));
            for set in sets {
                table.push_str(&describe_subject(&name, &format, set, &source, &code));
            }
        }
    }
    let _ = write!(modules, "{table}];\n\n{left_out}];\n");
    fs::write(folder.join("subjects.rs"), modules).map_err(|error| format!("cannot write the table: {error}"))
}

/// The module of a format's generated code, which is in the file at `path`.
fn describe_module(name: &str, format: &Format, path: &Path) -> String {
    format!(
        "/// Generated code of `{}`.\n#[allow(missing_docs, unreachable_pub, unused_imports, clippy::all, clippy::pedantic, \
         reason = \"generated code\")]\nmod {name} {{\n    include!({:?});\n}}\n\n",
        format.name,
        path.display().to_string(),
    )
}

/// The row of the table for a format under a set of rules. `name` is the module of the format, `source` and `code` its
/// text and its generated code.
fn describe_subject(name: &str, format: &Format, set: &RuleSet, source: &Source, code: &str) -> String {
    let representation = format!("{}_{}", set.name, format.name);
    format!(
        "    Subject {{ format: {:?}, set: {:?}, representation: {representation:?}, \
         text: {:?}, code: {:#018x}, datarep: {name}::{representation}::DATAREP }},\n",
        format.name,
        set.name,
        source.text,
        hash_bytes(BASIS, extract_conversions(code, &representation).bytes()),
    )
}

/// The formats that a family defines.
fn compile_family(family: &str, text: &str) -> Result<Vec<Format>, String> {
    let source = Source { name: format!("{family}.datarep"), text: text.to_owned(), first_line: 1 };
    let model = datarep_dsl::compile(&source)
        .map_err(|failure| datarep_dsl::render::render_all(&source, &failure))?;
    let name = &source.name;
    Ok(model.formats.into_iter().filter(|format| *format.origin.source == **name).collect())
}

/// The text of a format's representations.
fn describe_representations(
    family: &str,
    family_text: &str,
    format: &Format,
    sets: &[&RuleSet],
    reals: &[u32],
) -> String {
    // A word that does not fill its bytes is in the low end of them.
    let order = match format.order {
        None if !format.bits.is_multiple_of(8) => {
            format!("order right_justified({});", format.bits.div_ceil(8))
        }
        _ => String::new(),
    };
    let has = |class| {
        let float = format.kind.float();
        float.is_some_and(|float| float.specials.iter().any(|special| special.class == class))
    };
    let (has_missing, has_zero) = (has(Class::Missing), format.kind.float().is_none() || has(Class::Zero));
    let format = &format.name;
    let reals = reals.iter().map(|bytes| format!("{bytes} => {format}")).collect::<Vec<_>>().join(", ");
    let mut text = if family == CORNERS {
        family_text.to_owned()
    } else {
        format!("//! `{format}` under several sets of rules.\n\nuse {family}::{format};\n")
    };
    for RuleSet { name, fallback, rules } in sets {
        // No format has both reserved operands and missing values.
        let rules =
            if has_missing { rules.replace("=> reserved", "=> missing") } else { (*rules).to_owned() };
        let (read, write) = fallback.split_once("on write").unwrap_or((fallback, ""));
        // A zero replaces infinities and NaNs if the format has one.
        let write = if has_zero {
            write.to_owned()
        } else {
            write.replace("infinity => zero", "infinity => saturate").replace("nan => zero", "nan => error")
        };
        let _ = write!(
            text,
            "\n/// The last resort of `{name}`.\ndatarep {name}_rules {{\n    others => unsupported;\n{read}on write{write}\n}}\n\n\
             /// `{format}` by the rules `{name}`.\ndatarep {name}_{format} extends {name}_rules {{\n    \
             {order}\n    real {{ {reals} }}\n    complex => unsupported;\n    {rules}\n}}\n"
        );
    }
    text
}

/// The conversions in a representation's module, without documentation.
fn extract_conversions(code: &str, representation: &str) -> String {
    let module = format!("pub mod {representation} {{");
    let module = code.split_once(&module).map_or("", |(_, rest)| rest);
    let module = module.split_once("mod conversions {").map_or("", |(_, rest)| rest);
    let end = module.find("\n}").unwrap_or(module.len());
    let lines = module[..end].lines().map(str::trim).filter(|line| !line.starts_with("///"));
    lines.fold(String::new(), |text, line| text + line + "\n")
}
