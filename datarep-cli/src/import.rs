//! `datarep import`: writes a copybook of COBOL as a text with records.

mod choice;
mod copy;
mod copybook;
mod dialect;
mod lines;
mod names;
mod record;
mod renames;
mod replace;
mod usage;

use std::path::{Path, PathBuf};

use datarep_dsl::controls::clean_line;
use datarep_dynamic::Text;

use crate::args::{self, Charset, Floats, Machine};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::target::{Target, refuse_inputs};
use crate::texts::{read_standard_input, read_text};

use copy::{Library, expand};
use copybook::{Fault, Parsed};
use dialect::Dialect;
use lines::Place;
use record::Written;

/// Reads a copybook, and writes the text.
pub(crate) fn run(import: &args::Import) -> Result<(), Failure> {
    refuse_inputs(&import.output, [import.copybook.as_path()])?;
    let (shown, text) = read(&import.copybook)?;
    let progress = Progress::of_work(format!("reading `{}`", clean_line(&shown)));
    let library = Library::new(&import.copybook, &import.include);
    let Read { parsed: Parsed { items, mut faults, is_partial }, files, is_missing } = parse(&text, &library);
    refuse_inputs(&import.output, files.iter().map(PathBuf::as_path))?;
    if items.is_empty() && faults.is_empty() {
        return Err(Failure::new(format!("`{shown}` has no items")));
    }
    let stem = import.copybook.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let name = if stem.is_empty() || stem == "-" { "record_1" } else { stem };
    // A copybook with faults is written all the same, so that those of all lines are told at once.
    let written = record::write(items, name, &dialect(import), is_partial);
    faults.extend(written.as_ref().err().into_iter().flatten().cloned());
    let Written { text, notes } = match written {
        Ok(written) if faults.is_empty() => written,
        _ => {
            faults.sort_by(|one, other| one.place.cmp(&other.place));
            let failure = list_faults(&shown, &faults);
            let help = "`--include FOLDER` names a folder with the files that are copied";
            return Err(if is_missing { failure.help(help) } else { failure });
        }
    };
    let text = format!("// From the copybook `{}`.\n\n{text}", clean_line(&shown));
    check_text(&import.output, &shown, &text)?;
    drop(progress);
    let mut target = Target::create(&import.output, import.writing)?;
    target.write(text.as_bytes())?;
    target.finish()?;
    for fault in notes {
        output::note(&show_fault(&shown, &fault));
    }
    Ok(())
}

/// Checks the new text. One that cannot be used is not written: a record may be too large, for example. The places of its
/// faults are in the new text, and not in the copybook, whose lines are in the comments of the new text.
fn check_text(output: &Path, copybook: &str, text: &str) -> Result<(), Failure> {
    let name = match output.to_string_lossy() {
        name if name == "-" => "the new text".to_owned(),
        name => name.into_owned(),
    };
    let Err(error) = Text::parse_named(&name, text) else { return Ok(()) };
    if let Failure::Text(rendered) = Failure::from_text(&error) {
        let copybook = clean_line(copybook);
        let note = format!("the text that is made of `{copybook}` is not sound, and is not written");
        return Err(Failure::Text(format!("{rendered}  = note: {note}\n")));
    }
    Err(Failure::from_text(&error))
}

/// The name and the text of a copybook; `-` is standard input. Characters outside ASCII occur only in names, literals
/// and comments, so bytes of standard input that are not UTF-8 are replaced.
fn read(path: &Path) -> Result<(String, String), Failure> {
    if path != Path::new("-") {
        return Ok((path.display().to_string(), read_text(path)?));
    }
    let bytes = read_standard_input()?;
    Ok(("standard input".to_owned(), String::from_utf8_lossy(&bytes).into_owned()))
}

/// A copybook with everything that it copies.
struct Read {
    parsed: Parsed,
    files: Vec<PathBuf>,
    is_missing: bool,
}

/// Reads a text from its columns and in free format, and takes what has items and no faults. If neither has, what is
/// wrong is told of the likelier one.
fn parse(text: &str, library: &Library) -> Read {
    let is_good = |read: &Read| read.parsed.faults.is_empty() && !read.parsed.items.is_empty();
    let is_free = lines::is_free(text);
    let likely = parse_in(text, is_free, library);
    if is_good(&likely) {
        return likely;
    }
    let other = parse_in(text, !is_free, library);
    let is_empty = likely.parsed.faults.is_empty() && !other.parsed.faults.is_empty();
    if is_good(&other) || (is_empty && is_free) { other } else { likely }
}

fn parse_in(text: &str, free: bool, library: &Library) -> Read {
    let expanded = expand(text, free, library);
    let mut parsed = copybook::items(&expanded.words);
    parsed.is_partial |= !expanded.faults.is_empty();
    parsed.faults.extend(expanded.faults);
    Read { parsed, files: expanded.files, is_missing: expanded.is_missing }
}

fn dialect(import: &args::Import) -> Dialect {
    let (compiler, texts) = (&import.compiler, &import.texts);
    let machine = compiler.machine;
    let (charset, floats, pointers) = match machine {
        Machine::Mainframe => (Charset::of_mainframe(), Floats::Hfp, 4),
        Machine::Pc => (Charset::Ascii, Floats::Ieee, 8),
    };
    let charset = texts.charset.unwrap_or(charset);
    let of_charset = if let Charset::Mixed(page) = charset { Some(page) } else { None };
    Dialect {
        machine,
        charset,
        double_byte: texts.double_byte.or(of_charset),
        padding: texts.padding,
        floats: compiler.floats.unwrap_or(floats),
        occurring: compiler.occurs,
        pointers: compiler.pointers.map_or(pointers, u64::from),
        binaries: compiler.binary_size,
        choosing: import.choosing.clone(),
    }
}

/// A fault with its file and its line.
fn show_fault(shown: &str, Fault { place: Place { file, line }, text }: &Fault) -> String {
    format!("{}:{line}: {text}", file.as_deref().unwrap_or(shown))
}

/// The failure that lists all faults of a copybook.
fn list_faults(shown: &str, faults: &[Fault]) -> Failure {
    let count = faults.len();
    let title = match faults {
        [fault] => show_fault(shown, fault),
        _ => format!("`{shown}` has {count} faults"),
    };
    let each = faults.iter().filter(|_| count > 1);
    each.fold(Failure::new(title), |failure, Fault { place, text }| failure.note(format!("{place}: {text}")))
}
