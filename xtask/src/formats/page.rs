//! The pages: one with the tables of all formats, and one for each family.

use std::fmt::Write as _;

use datarep_dsl::facts;
use datarep_dsl::limits::Limits;
use datarep_dsl::model::TypeMapping;
use datarep_dsl::predefined::Predefined;

use super::left_out::LEFT_OUT;
use super::sources::link_sources;
use super::{Entry, Family, Library, Representation};

/// The types whose extents are in the table of representations.
const TYPES: &[Predefined] = &[
    Predefined::Short,
    Predefined::Int,
    Predefined::Long,
    Predefined::LongLongInt,
    Predefined::Unsigned,
    Predefined::Real2,
    Predefined::Float,
    Predefined::Double,
    Predefined::LongDouble,
    Predefined::Logical,
    Predefined::Char,
    Predefined::Wchar,
];

/// The programs whose names have a column of their own.
const PROGRAMS: &[&str] = &["Intel", "CDF", "HDF5", "PDS"];

/// The page of all formats.
pub(super) fn write_overview(library: &Library) -> String {
    let mut page = String::new();
    write_introduction(&mut page, library);
    write_families(&mut page, library);
    write_floats(&mut page, library);
    write_others(&mut page, library);
    write_representations(&mut page, library);
    write_equivalents(&mut page, library);
    write_left_out(&mut page);
    page.truncate(page.trim_end().len() + 1);
    page
}

/// The page of a family.
pub(super) fn write_family(family: &Family) -> String {
    let mut page = String::new();
    write_family_sections(&mut page, family);
    page.truncate(page.trim_end().len() + 1);
    page
}

/// What each page begins with, below its title.
const MADE: &str = "<!-- Made by `cargo xtask formats` from the standard library: do not edit. -->";

fn write_introduction(page: &mut String, library: &Library) {
    let _ = writeln!(
        page,
        "# Formats and representations\n\n\
         {MADE}\n\n\
         {}.\n\n\
         A text names formats by family: `use ibm::{{hfp32, hfp64}};`. The formats of `ieee` and all representations\n\
         need no `use`. The numbers on this page are computed from the formats' texts, and every test line is checked\n\
         whenever the library is compiled.\n\n\
         Confidence A means that the format gives the words of independent published examples. Confidence B means that it was\n\
         taken from a specification, a manual or the source of an emulator, without independent examples. Formats with weaker\n\
         sources are not in the library, but [listed](#not-in-the-library).\n",
        library.count_entries()
    );
}

/// Writes a row of a table.
fn write_row<I: IntoIterator<Item = String>>(page: &mut String, cells: I) {
    page.push('|');
    for cell in cells {
        let _ = write!(page, " {} |", cell.replace('|', "\\|"));
    }
    page.push('\n');
}

/// Writes the head of a table.
fn write_table_head(page: &mut String, titles: &[&str]) {
    write_row(page, titles.iter().map(|title| (*title).to_owned()));
    write_row(page, titles.iter().map(|_| "---".to_owned()));
}

/// Each format with the name of its family.
fn list_entries(library: &Library) -> impl Iterator<Item = (&'static str, &Entry)> {
    library.families.iter().flat_map(|family| family.entries.iter().map(|entry| (family.name, entry)))
}

/// A link to the section of a format.
fn link_format(family: &str, name: &str) -> String {
    format!("[`{name}`](formats/{family}.md#{name})")
}

fn link_family(family: &str) -> String {
    format!("[{family}](formats/{family}.md)")
}

fn write_families(page: &mut String, library: &Library) {
    page.push_str("## Families\n\nEach family has a page with its formats drawn, their ranges, sources and test lines.\n\n");
    write_table_head(page, &["family", "formats", "is"]);
    for family in &library.families {
        let count = family.entries.len().to_string();
        write_row(page, [link_family(family.name), count, family.doc.summary.clone()]);
    }
    page.push('\n');
}

// Tables of formats.

fn write_floats(page: &mut String, library: &Library) {
    page.push_str("## Floating-point formats\n\n");
    write_table_head(
        page,
        &[
            "format",
            "family",
            "bits",
            "radix",
            "exponent",
            "significand",
            "largest",
            "smallest",
            "special values",
            "source",
            "confidence",
        ],
    );
    for (family, entry) in list_entries(library) {
        let Some(real) = facts::describe_real_parts(&entry.format.kind) else { continue };
        let limits = Limits::from_format(&entry.format);
        let show = |text: fn(&Limits) -> String| limits.as_ref().map_or_else(String::new, text);
        write_row(
            page,
            [
                link_format(family, &entry.format.name),
                link_family(family),
                entry.format.bits.to_string(),
                real.radix,
                real.exponent,
                real.significand,
                show(|limits| limits.largest.clone()),
                show(|limits| limits.smallest.clone().unwrap_or_default()),
                real.specials,
                link_sources(&entry.doc.source),
                entry.doc.confidence.clone(),
            ],
        );
    }
    page.push('\n');
}

fn write_others(page: &mut String, library: &Library) {
    page.push_str("## Other formats\n\n");
    write_table_head(page, &["format", "family", "bits", "is", "lowest", "largest", "source", "confidence"]);
    for (family, entry) in list_entries(library) {
        let Some(kind) = facts::describe_kind(&entry.format) else { continue };
        let limits = Limits::from_format(&entry.format);
        let lowest = limits.as_ref().map(|limits| limits.lowest.clone().unwrap_or_else(|| "0".to_owned()));
        write_row(
            page,
            [
                link_format(family, &entry.format.name),
                link_family(family),
                entry.format.bits.to_string(),
                kind,
                lowest.unwrap_or_default(),
                limits.map(|limits| limits.largest).unwrap_or_default(),
                link_sources(&entry.doc.source),
                entry.doc.confidence.clone(),
            ],
        );
    }
    page.push('\n');
}

// Representations.

fn write_representations(page: &mut String, library: &Library) {
    page.push_str(
        "## Representations\n\n\
         Each cell has the bytes of an item in the file, and its format. Shipped representations are modules of the runtime,\n\
         `datarep::standard::NAME`. The others can be named in a text, after `extends`.\n\n",
    );
    let mut titles = vec!["representation", "shipped"];
    titles.extend(TYPES.iter().map(|predefined| predefined.name()));
    write_table_head(page, &titles);
    for one in &library.representations {
        let mut cells =
            vec![format!("`{}`", one.datarep.name), if one.shipped { "yes" } else { "" }.to_owned()];
        cells.extend(TYPES.iter().map(|predefined| describe_mapping(one, *predefined)));
        write_row(page, cells);
    }
    page.push('\n');
    for one in &library.representations {
        let _ = writeln!(page, "- `{}`: {}", one.datarep.name, one.doc.summary);
        for paragraph in &one.doc.paragraphs {
            let _ = writeln!(page, "  {paragraph}");
        }
        if !one.text.source.is_empty() {
            let _ = writeln!(page, "  Source: {}.", link_sources(&one.text.source));
        }
    }
    page.push('\n');
}

/// The bytes and the format of one type in a representation.
fn describe_mapping(one: &Representation, predefined: Predefined) -> String {
    let entry = one.datarep.types.iter().find(|entry| entry.predefined == predefined);
    match entry.map(|entry| entry.mapping) {
        None | Some(TypeMapping::Unsupported) => "-".to_owned(),
        Some(TypeMapping::Bytes) => predefined.native_size().to_string(),
        Some(TypeMapping::Scalar(index)) => describe_stored_format(one, index, 1),
        Some(TypeMapping::Complex(index)) => describe_stored_format(one, index, 2),
    }
}

fn describe_stored_format(one: &Representation, index: usize, parts: u32) -> String {
    let conversion = &one.datarep.conversions[index];
    let format = &one.model.formats[conversion.format.0];
    format!("{} {}", conversion.order.extent(format.bits) * parts, format.name)
}

fn write_equivalents(page: &mut String, library: &Library) {
    page.push_str(
        "## Names elsewhere\n\n\
         The values of `CONVERT=` of Intel's Fortran compiler, the encodings of CDF with their numbers, the predefined types\n\
         of HDF5, and the data types of NASA's Planetary Data System (version 3).\n\n",
    );
    let mut titles = vec!["here", "is"];
    titles.extend(PROGRAMS);
    titles.push("others");
    write_table_head(page, &titles);
    let reps = library.representations.iter().map(|one| (&one.datarep.name, "representation", &one.doc));
    let formats = list_entries(library).map(|(_, entry)| (&entry.format.name, "format", &entry.doc));
    for (name, what, doc) in reps.chain(formats) {
        if doc.names.is_empty() {
            continue;
        }
        let mut cells = vec![format!("`{name}`"), what.to_owned()];
        cells.extend(PROGRAMS.iter().map(|program| doc.find_names(program).unwrap_or_default().to_owned()));
        let others = doc.names.iter().filter(|(program, _)| !PROGRAMS.contains(&program.as_str()));
        let others: Vec<String> = others.map(|(program, names)| format!("{program} {names}")).collect();
        cells.push(others.join("; "));
        write_row(page, cells);
    }
    page.push('\n');
}

fn write_left_out(page: &mut String) {
    page.push_str("## Not in the library\n\n");
    write_table_head(page, &["format", "why"]);
    for (names, reason) in LEFT_OUT {
        write_row(page, [(*names).to_owned(), (*reason).to_owned()]);
    }
    page.push('\n');
}

// One format.

fn write_family_sections(page: &mut String, family: &Family) {
    let _ = writeln!(page, "# Formats of the family `{}`\n\n{MADE}\n\n{}\n", family.name, family.doc.summary);
    for paragraph in &family.doc.paragraphs {
        let _ = writeln!(page, "{paragraph}\n");
    }
    let _ = writeln!(page, "Machines: {}.\n", family.doc.machines);
    for entry in &family.entries {
        write_section(page, entry);
    }
}

fn write_section(page: &mut String, entry: &Entry) {
    let _ = writeln!(page, "## `{}`\n\n{}\n", entry.format.name, entry.doc.summary);
    for paragraph in &entry.doc.paragraphs {
        let _ = writeln!(page, "{paragraph}\n");
    }
    let _ = writeln!(page, "```text\n{}```\n", facts::draw_format(&entry.format, &entry.tests));
    if let Some(limits) = Limits::from_format(&entry.format) {
        let _ = writeln!(page, "- Range: {}.", facts::describe_range(&limits));
        let _ = writeln!(page, "- Precision: {}.", facts::describe_precision(&entry.format, &limits));
    }
    let _ = writeln!(page, "- In the file: {}.", facts::describe_bytes(&entry.format));
    let _ =
        writeln!(page, "- Source: {}. Confidence {}.", link_sources(&entry.doc.source), entry.doc.confidence);
    if !entry.doc.machines.is_empty() {
        let _ = writeln!(page, "- Machines: {}.", entry.doc.machines);
    }
    if !entry.doc.names.is_empty() {
        let names: Vec<String> =
            entry.doc.names.iter().map(|(program, names)| format!("{program} {names}")).collect();
        let _ = writeln!(page, "- Elsewhere: {}.", names.join("; "));
    }
    page.push('\n');
}
