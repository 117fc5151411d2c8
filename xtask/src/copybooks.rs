//! `cargo xtask copybooks`: imports the copybooks of a corpus, reads the files that belong to them, and compares each value
//! with that of another reader.
//!
//! The copybooks are in the folders of `copybooks` in the corpus. The command `datarep import` makes texts of them, which
//! are run without a compiler. Which item a field is, and what its number is, is found here without the product's code.
//!
//! Where the items are is compared with the layouts of that reader, by `datarep import --report`.
//!
//! What the references know in another way than by the bytes is not compared: the number of a record, and items that
//! redefine others, as long as the text has only the first of them. An item that is all low values is null there.

mod cases;
mod compare;
mod json;
mod layout;
mod positions;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use datarep_dynamic::marks::{Marks, Records as Marked};
use datarep_dynamic::{Record, Text};

use crate::{corpus, workspace};
use cases::{Case, RecordFraming, list_cases};
use compare::{Counts, compare_row};
use json::Json;
use layout::Layout;
use positions::{compare_positions, list_layouts};

/// The number of differences of a file of references that are shown.
const SHOWN: usize = 10;

/// The most bytes of a record between marks.
const LONGEST: usize = 1 << 20;

/// The counts of all copybooks of the corpus.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    copybooks: usize,
    accepted: usize,
    equal: usize,
    different: usize,
    /// Accepted copybooks of which nothing was compared.
    unseen: usize,
    /// Items whose places are those of a layout.
    placed: usize,
    /// Items whose places are others.
    displaced: usize,
}

/// Walks the copybooks of the corpus, prints what is different, and a summary in the last line.
///
/// # Errors
///
/// Returns a message if a value is different, if nothing was compared for a copybook that is accepted, or if the corpus has
/// no copybooks.
pub fn run(out: &mut dyn Write) -> Result<(), String> {
    let root = corpus::root()?.join("copybooks");
    let copybooks = find_copybooks(&root)?;
    let program = workspace::build_command()?;
    let summary = compare_copybooks(&root, &copybooks, &program, out)?;
    match summary {
        Summary { copybooks: 0, .. } => Err(format!("`{}` has no copybooks", root.display())),
        Summary { displaced: 1.., .. } => Err("places differ from their references".to_owned()),
        Summary { different: 1.., .. } => Err("values differ from their references".to_owned()),
        Summary { unseen: 1.., .. } => Err("nothing was compared for a copybook that is accepted".to_owned()),
        _ => Ok(()),
    }
}

fn compare_copybooks(
    root: &Path,
    copybooks: &[PathBuf],
    program: &Path,
    out: &mut dyn Write,
) -> Result<Summary, String> {
    let print = |error: io::Error| format!("the report cannot be written: {error}");
    let mut summary = Summary { copybooks: copybooks.len(), ..Summary::default() };
    for copybook in copybooks {
        let shown = copybook.strip_prefix(root).unwrap_or(copybook).display().to_string();
        let cases = list_cases(copybook);
        if let Err(why) = import_copybook(program, copybook, &[]) {
            writeln!(out, "{shown}: refused: {}", why.trim()).map_err(print)?;
            continue;
        }
        summary.accepted += 1;
        compare_layouts(program, copybook, &shown, &cases, &mut summary, out)?;
        let mut compared = 0;
        for case in &cases {
            match compare_case(program, copybook, case) {
                Ok(counts) => {
                    compared += counts.equal + counts.different;
                    (summary.equal, summary.different) =
                        (summary.equal + counts.equal, summary.different + counts.different);
                    report_case(&shown, case, &counts, out).map_err(print)?;
                }
                Err(fault) => {
                    summary.different += 1;
                    writeln!(out, "{shown}, {}: {fault}", case.rows.display()).map_err(print)?;
                }
            }
        }
        if compared == 0 {
            summary.unseen += 1;
            writeln!(out, "{shown}: accepted, and nothing was compared").map_err(print)?;
        }
    }
    let Summary { copybooks, accepted, equal, different, placed, displaced, .. } = summary;
    writeln!(out, "layouts: {placed} places equal, {displaced} different").map_err(print)?;
    writeln!(
        out,
        "copybooks: {accepted} accepted of {copybooks}, {equal} values equal, {different} different"
    )
    .map_err(print)?;
    Ok(summary)
}

/// Compares the places of a copybook's items with the layouts that belong to it.
fn compare_layouts(
    program: &Path,
    copybook: &Path,
    shown: &str,
    cases: &[Case],
    summary: &mut Summary,
    out: &mut dyn Write,
) -> Result<(), String> {
    let project = copybook.parent().unwrap_or(Path::new(""));
    for (layout, options) in list_layouts(project, cases) {
        let report = import_copybook(program, copybook, &[&options[..], &["--report", "json"]].concat());
        let compared = report.and_then(|report| compare_positions(&project.join(&layout), &report));
        let (equal, differences) = compared.unwrap_or_else(|fault| (0, vec![fault]));
        (summary.placed, summary.displaced) = (summary.placed + equal, summary.displaced + differences.len());
        let count = differences.len();
        let mut text = format!("{shown}, {}: {equal} places equal, {count} different\n", layout.display());
        text.extend(differences.iter().take(SHOWN).map(|difference| format!("    {difference}\n")));
        out.write_all(text.as_bytes()).map_err(|error| format!("the report cannot be written: {error}"))?;
    }
    Ok(())
}

fn report_case(shown: &str, case: &Case, counts: &Counts, out: &mut dyn Write) -> io::Result<()> {
    let Counts { rows, equal, different, differences, unseen } = counts;
    writeln!(
        out,
        "{shown}, {}: {rows} rows, {equal} values equal, {different} different",
        case.rows.display()
    )?;
    for difference in differences.iter().take(SHOWN) {
        writeln!(out, "    {difference}")?;
    }
    if !unseen.is_empty() {
        let unseen: Vec<String> = unseen.iter().map(|(path, count)| format!("{path} ({count})")).collect();
        writeln!(out, "    not compared: {}", unseen.join(", "))?;
    }
    Ok(())
}

/// All copybooks in the folders of a folder.
fn find_copybooks(root: &Path) -> Result<Vec<PathBuf>, String> {
    let fault = |path: &Path, error: &io::Error| format!("`{}` cannot be read: {error}", path.display());
    let list = |path: &Path| -> Result<Vec<PathBuf>, String> {
        let entries = fs::read_dir(path).map_err(|error| fault(path, &error))?;
        entries.map(|entry| entry.map(|entry| entry.path()).map_err(|error| fault(path, &error))).collect()
    };
    let mut copybooks = Vec::new();
    for folder in list(root)?.iter().filter(|folder| folder.is_dir()) {
        let is_copybook = |path: &PathBuf| {
            path.extension().is_some_and(|ending| ["cob", "cpy", "cbl"].iter().any(|known| ending == *known))
        };
        copybooks.extend(list(folder)?.into_iter().filter(is_copybook));
    }
    copybooks.sort();
    Ok(copybooks)
}

/// The text of a copybook, or what the command says against it.
fn import_copybook(program: &Path, copybook: &Path, options: &[&str]) -> Result<String, String> {
    let mut command = Command::new(program);
    let output = command.arg("import").arg(copybook).args(options).output();
    let output = output.map_err(|error| format!("`{}` cannot be run: {error}", program.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    String::from_utf8(output.stdout).map_err(|error| format!("the text is not UTF-8: {error}"))
}

/// Reads the files of a case, and compares their records with the rows.
fn compare_case(program: &Path, copybook: &Path, case: &Case) -> Result<Counts, String> {
    let project = copybook.parent().unwrap_or(Path::new(""));
    let read = |path: &Path| {
        let path = project.join(path);
        fs::read(&path).map_err(|error| format!("`{}` cannot be read: {error}", path.display()))
    };
    let source = String::from_utf8_lossy(&read(copybook)?).into_owned();
    let rows = Json::parse_rows(&String::from_utf8_lossy(&read(&case.rows)?))?;
    let text = import_copybook(program, copybook, &case.options)?;
    let layout = Layout::read(&source, &text);
    let text =
        Text::parse(&disable_trimming(&text)).map_err(|error| format!("the text cannot be used: {error}"))?;
    let record = text.record(&layout.last).ok_or("the text has no record")?;
    let mut files = Vec::new();
    for path in &case.data {
        files.push(split_records(&read(path)?, record, &case.records)?.into_iter());
    }
    // Rows of several files are in turn those of each.
    let mut records = Vec::new();
    loop {
        let before = records.len();
        records.extend(files.iter_mut().filter_map(Iterator::next));
        if records.len() == before {
            break;
        }
    }
    let mut counts = Counts::default();
    for (index, row) in rows.iter().enumerate() {
        let number = match row.get("Record_Id") {
            Some(Json::Word(number)) => number.parse().map_err(|_| format!("`{number}` is no record"))?,
            _ => index,
        };
        let bytes = records.get(number).ok_or_else(|| format!("there is no record {number}"))?;
        compare_row(record, &layout, case.texts, number, bytes, row, &mut counts)?;
    }
    Ok(counts)
}

/// Adds `trim none` to each text field, so that no spaces are removed from the texts in records.
fn disable_trimming(text: &str) -> String {
    let is_text = |kind: &str| {
        let kind = kind.trim_start_matches('[');
        ["ebcdic(", "codepage(", "ascii;", "latin1;", "utf16;"].iter().any(|set| kind.starts_with(set))
    };
    let lines = text.lines().map(|line| match line.split_once(";  // line ") {
        Some((field, comment)) if field.split_once(": ").is_some_and(|(_, kind)| is_text(kind)) => {
            format!("{field} {{ trim none; }};  // line {comment}\n")
        }
        _ => format!("{line}\n"),
    });
    lines.collect()
}

/// The bytes of each record of a file.
fn split_records(file: &[u8], record: &Record, records: &RecordFraming) -> Result<Vec<Vec<u8>>, String> {
    match records {
        RecordFraming::Fixed { before, behind } => {
            let length = record.bytes().ok_or("its records differ in length")?;
            let whole = before + length + behind;
            if whole == 0 || !file.len().is_multiple_of(whole) {
                return Err(format!("{} bytes are no records of {whole} bytes", file.len()));
            }
            Ok(file.chunks_exact(whole).map(|bytes| bytes[*before..before + length].to_vec()).collect())
        }
        RecordFraming::Sorted { by } => {
            let mut all = split_records(file, record, &RecordFraming::Fixed { before: 0, behind: 0 })?;
            all.sort_by(|one, other| one.get(*by..).cmp(&other.get(*by..)));
            Ok(all)
        }
        RecordFraming::Marked { marks, header } => split_marked_records(file, marks, *header),
        RecordFraming::Guessed => {
            let plain = split_records(file, record, &RecordFraming::Fixed { before: 0, behind: 0 });
            plain.or_else(|fault| {
                let marks = ["rdw,little,exclusive", "rdw,exclusive", "rdw,little", "rdw", "bdw"];
                marks.iter().find_map(|marks| split_marked_records(file, marks, 0).ok()).ok_or(fault)
            })
        }
    }
}

fn split_marked_records(file: &[u8], marks: &str, header: usize) -> Result<Vec<Vec<u8>>, String> {
    let marks: Marks = marks.parse().map_err(|error| format!("{error}"))?;
    let (mut all, mut marked) = (Vec::new(), Marked::new(file, marks));
    loop {
        let mut bytes = Vec::new();
        match marked.next_whole(&mut bytes, LONGEST).map_err(|error| error.to_string())? {
            Some(_) if header > 0 && bytes.first() != Some(&1) => {}
            Some(_) => all.push(bytes.split_off(header.min(bytes.len()))),
            None => return Ok(all),
        }
    }
}

/// The paths of values that were not compared, with the number of values at each path.
type Unseen = BTreeMap<String, usize>;
