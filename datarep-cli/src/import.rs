//! `datarep import`: writes a copybook of COBOL as a text with records.

mod choice;
mod copy;
mod copybook;
mod dialect;
mod lines;
mod listing;
mod names;
mod record;
mod renames;
mod replace;
mod several;
mod usage;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use datarep_dsl::controls::clean_line;
use datarep_dynamic::Text;

use crate::args::{self, CobolFloats, CobolMachine, CopybookCharset, ReportForm};
use crate::failure::CliFailure;
use crate::output;
use crate::progress::ProgressLine;
use crate::target::{OutputTarget, refuse_inputs};
use crate::texts::{read_standard_input, read_text};

use copy::{CopyFolders, expand};
use copybook::{CopybookFault, ParsedCopybook};
use dialect::CobolDialect;
use lines::LinePlace;
use listing::ListingRow;
use record::{CopybookSource, RecordText};

/// Reads copybooks, and writes the text.
pub(crate) fn run(import: &args::ImportOptions) -> Result<(), CliFailure> {
    let CopybookPaths { copybooks, output } = CopybookPaths::from_options(import)?;
    let Copybooks { shown, sources, mut faults, is_partial, is_missing } =
        Copybooks::read(copybooks, &import.include, output)?;
    let name = match (sources.as_slice(), output.file_stem().and_then(|stem| stem.to_str())) {
        ([one], _) => one.name.clone(),
        (_, Some(stem)) if stem != "-" => stem.to_owned(),
        _ => "all_records".to_owned(),
    };
    // A copybook with faults is written all the same, so that those of all lines are told at once.
    let written = record::write_records(sources, &name, &make_dialect(import), is_partial);
    faults.extend(written.as_ref().err().into_iter().flatten().cloned());
    let names = join_names(&shown);
    let RecordText { text, notes, rows } = match written {
        Ok(written) if faults.is_empty() => written,
        _ => {
            faults.sort_by(|one, other| one.place.cmp(&other.place));
            let failure = list_faults(&shown, &faults);
            let help = "`--include FOLDER` names a folder with the files that are copied";
            return Err(if is_missing { failure.help(help) } else { failure });
        }
    };
    let kind = if shown.len() > 1 { "copybooks" } else { "copybook" };
    let text = format!("// From the {kind} {}.\n\n{text}", clean_line(&names));
    check_text(output, &names, &text)?;
    let mut target = OutputTarget::create(output, import.writing)?;
    let content = match import.report {
        None => text.into_bytes(),
        Some(form) => write_report(form, &rows, &shown)?,
    };
    target.write(&content)?;
    target.finish()?;
    for fault in notes {
        // Of several copybooks, each place has its own file, and `shown[0]` is not asked for.
        output::note(&show_fault(&shown[0], &fault));
    }
    Ok(())
}

/// The layout of copybooks in a form.
fn write_report(form: ReportForm, rows: &[ListingRow], shown: &[String]) -> Result<Vec<u8>, CliFailure> {
    if form == ReportForm::Text {
        return Ok(listing::write_table(rows).into_bytes());
    }
    let mut report = Vec::new();
    output::write_json(&mut report, &listing::write_json(rows, shown))?;
    Ok(report)
}

/// The files of the command line.
struct CopybookPaths<'a> {
    copybooks: &'a [PathBuf],
    output: &'a Path,
}

impl<'a> CopybookPaths<'a> {
    fn from_options(import: &'a args::ImportOptions) -> Result<CopybookPaths<'a>, CliFailure> {
        let files = import.files.as_slice();
        let (copybooks, output) = match (&import.to_file, files) {
            (Some(output), _) => (files, output.as_path()),
            (None, [copybooks @ .., output]) if !copybooks.is_empty() => (copybooks, output.as_path()),
            // A single file is a copybook, and its text goes to standard output.
            (None, _) => (files, Path::new("-")),
        };
        refuse_inputs(output, copybooks.iter().map(PathBuf::as_path))?;
        // `import *.cpy` names no new text, and must not take the last copybook for it.
        if import.to_file.is_none() && copy::is_copybook(output) {
            return Err(CliFailure::new(format!(
                "`{}` would be the new text, and has the name of a copybook",
                output.display()
            ))
            .help("name the new text after the copybooks, or with `--output`; `-` is standard output"));
        }
        Ok(CopybookPaths { copybooks, output })
    }
}

/// What was read of all copybooks.
struct Copybooks {
    /// Their names.
    shown: Vec<String>,
    sources: Vec<CopybookSource>,
    faults: Vec<CopybookFault>,
    is_partial: bool,
    is_missing: bool,
}

impl Copybooks {
    fn read(paths: &[PathBuf], include: &[PathBuf], output: &Path) -> Result<Copybooks, CliFailure> {
        let mut all = Copybooks {
            shown: Vec::new(),
            sources: Vec::new(),
            faults: Vec::new(),
            is_partial: false,
            is_missing: false,
        };
        for path in paths {
            let (shown, text) = read_copybook(path)?;
            let _progress = ProgressLine::of_work(format!("reading `{}`", clean_line(&shown)));
            // With several copybooks, each place in a message names its file.
            let file: Option<Rc<str>> = (paths.len() > 1).then(|| shown.as_str().into());
            let library = CopyFolders::new(path, include);
            let ReadCopybook { parsed: ParsedCopybook { items, faults, is_partial }, files, is_missing } =
                parse_copybook(&text, &library, file.as_ref());
            // Only now are the files known that the copybook copies. Nothing is written yet.
            refuse_inputs(output, files.iter().map(PathBuf::as_path))?;
            if items.is_empty() && faults.is_empty() {
                return Err(CliFailure::new(format!("`{shown}` has no items")));
            }
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            // A record without a name is named after its copybook, and standard input has no name.
            let name = if stem.is_empty() || stem == "-" { "record_1" } else { stem };
            all.sources.push(CopybookSource { name: name.to_owned(), items });
            all.faults.extend(faults);
            all.is_partial |= is_partial;
            all.is_missing |= is_missing;
            all.shown.push(shown);
        }
        Ok(all)
    }
}

/// Names for a message: `` `a`, `b` and `c` ``.
fn join_names(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// Checks the new text. One that cannot be used is not written: a record may be too large, for example. The places of its
/// faults are in the new text, and not in the copybooks, whose lines are in the comments of the new text.
fn check_text(output: &Path, copybooks: &str, text: &str) -> Result<(), CliFailure> {
    let name = match output.to_string_lossy() {
        name if name == "-" => "the new text".to_owned(),
        name => name.into_owned(),
    };
    let Err(error) = Text::parse_named(&name, text) else { return Ok(()) };
    // Other errors, as that of a text that is too large, have no rendered diagnostics to which a note could be added.
    if let CliFailure::Text(rendered) = CliFailure::from_text(&error) {
        let copybooks = clean_line(copybooks);
        let note = format!("the text that is made of {copybooks} is not sound, and is not written");
        return Err(CliFailure::Text(format!("{rendered}  = note: {note}\n")));
    }
    Err(CliFailure::from_text(&error))
}

/// The name and the text of a copybook; `-` is standard input. Characters outside ASCII occur only in names, literals
/// and comments, so bytes of standard input that are not UTF-8 are replaced.
fn read_copybook(path: &Path) -> Result<(String, String), CliFailure> {
    if path != Path::new("-") {
        return Ok((path.display().to_string(), read_text(path)?));
    }
    let bytes = read_standard_input()?;
    Ok(("standard input".to_owned(), String::from_utf8_lossy(&bytes).into_owned()))
}

/// A copybook with everything that it copies.
struct ReadCopybook {
    parsed: ParsedCopybook,
    files: Vec<PathBuf>,
    is_missing: bool,
}

/// Reads a text from its columns and in free format, and takes what has items and no faults. If neither has, what is
/// wrong is told of the likelier one.
fn parse_copybook(text: &str, library: &CopyFolders, file: Option<&Rc<str>>) -> ReadCopybook {
    let is_good = |read: &ReadCopybook| read.parsed.faults.is_empty() && !read.parsed.items.is_empty();
    let is_free = lines::is_free(text);
    let likely = parse_in(text, is_free, library, file);
    if is_good(&likely) {
        return likely;
    }
    let other = parse_in(text, !is_free, library, file);
    let is_empty = likely.parsed.faults.is_empty() && !other.parsed.faults.is_empty();
    if is_good(&other) || (is_empty && is_free) { other } else { likely }
}

fn parse_in(text: &str, free: bool, library: &CopyFolders, file: Option<&Rc<str>>) -> ReadCopybook {
    let expanded = expand(text, free, library, file);
    let mut parsed = copybook::parse_items(&expanded.words);
    parsed.is_partial |= !expanded.faults.is_empty();
    parsed.faults.extend(expanded.faults);
    ReadCopybook { parsed, files: expanded.files, is_missing: expanded.is_missing }
}

fn make_dialect(import: &args::ImportOptions) -> CobolDialect {
    let (compiler, texts) = (&import.compiler, &import.texts);
    let machine = compiler.machine;
    let (charset, floats, pointers) = match machine {
        CobolMachine::Mainframe => (CopybookCharset::of_mainframe(), CobolFloats::Hfp, 4),
        CobolMachine::Pc => (CopybookCharset::Ascii, CobolFloats::Ieee, 8),
    };
    let charset = texts.charset.unwrap_or(charset);
    // A page with pairs has the characters of two bytes, too, unless the user names another one for them.
    let of_charset = if let CopybookCharset::Mixed(page) = charset { Some(page) } else { None };
    CobolDialect {
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
fn show_fault(
    shown: &str,
    CopybookFault { place: LinePlace { file, line }, text }: &CopybookFault,
) -> String {
    format!("{}:{line}: {text}", file.as_deref().unwrap_or(shown))
}

/// The failure that lists all faults of copybooks.
fn list_faults(shown: &[String], faults: &[CopybookFault]) -> CliFailure {
    let count = faults.len();
    let title = match (faults, shown) {
        ([fault], [first, ..]) => show_fault(first, fault),
        (_, [_]) => format!("{} has {count} faults", join_names(shown)),
        _ => format!("{} have {count} faults", join_names(shown)),
    };
    // A single fault is the title already.
    let each = faults.iter().filter(|_| count > 1);
    each.fold(CliFailure::new(title), |failure, CopybookFault { place, text }| {
        failure.note(format!("{place}: {text}"))
    })
}
