//! `datarep import`: writes a copybook of COBOL, or a label of planetary data, as a text with records.

mod label;
mod listing;

use std::path::{Path, PathBuf};

use datarep_copybook::{
    ChoiceOptions, CopyFolders, Copybook, CopybookError, ImportedText, ListingRow, Options, is_copybook,
    join_names,
};
use datarep_dsl::controls::clean_line;
use datarep_dynamic::Text;

use crate::args::{self, ReportForm};
use crate::failure::CliFailure;
use crate::mistakes;
use crate::output;
use crate::progress::ProgressLine;
use crate::target::{OutputTarget, refuse_inputs};
use crate::texts::{NamedText, read_standard_input, read_text};

/// Reads copybooks, and writes the text.
pub(crate) fn run(import: &args::ImportOptions) -> Result<(), CliFailure> {
    let CopybookPaths { copybooks, output } = CopybookPaths::from_options(import)?;
    for path in copybooks.iter().filter(|path| path.as_path() != Path::new("-")) {
        let Some(label_beginning) = label::read_beginning(path)? else { continue };
        if copybooks.len() > 1 {
            return Err(CliFailure::new(format!("`{}` is a label, and not a copybook", path.display()))
                .help("import a label alone"));
        }
        return label::import(import, path, &label_beginning, output);
    }
    let texts = copybooks.iter().map(|path| read_copybook(path)).collect::<Result<Vec<_>, CliFailure>>()?;
    let names_shown: Vec<&str> = texts.iter().map(|text| text.name.as_str()).collect();
    let names = join_names(&names_shown);
    let sources: Vec<Copybook<'_>> = copybooks
        .iter()
        .zip(&texts)
        .map(|(path, NamedText { name: shown, text })| {
            let library = list_copy_folders(path, &import.include);
            Copybook { shown, name: name_record(path).unwrap_or("record_1"), text, library }
        })
        .collect();
    let name = match sources.as_slice() {
        [copybook] => copybook.name,
        _ => name_record(output).unwrap_or("all_records"),
    };
    let progress = ProgressLine::of_work(format!("reading {}", clean_line(&names)));
    let imported = datarep_copybook::import_copybooks(&sources, name, &make_options(import));
    drop(progress);
    let ImportedText { text, notes, rows, files } = imported.map_err(copybook_failure)?;
    refuse_inputs(output, files.iter().map(PathBuf::as_path))?;
    check_text(output, &names, &text)?;
    let mut target = OutputTarget::create(output, import.writing)?;
    let content = match import.report {
        None => text.into_bytes(),
        Some(form) => write_report(form, &rows, &names_shown)?,
    };
    target.write(&content)?;
    target.finish()?;
    for note in notes {
        output::note(&note);
    }
    Ok(())
}

/// What a record is called after a file: its name without the ending. Standard input and output have none.
fn name_record(path: &Path) -> Option<&str> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.filter(|stem| !stem.is_empty() && *stem != "-")
}

/// The folder of the copybook, and those that are named. Standard input is in no folder.
fn list_copy_folders(copybook: &Path, include_folders: &[PathBuf]) -> CopyFolders {
    let own_folder = copybook.parent().filter(|_| copybook != Path::new("-"));
    let folders = own_folder.map(Path::to_owned).into_iter().chain(include_folders.iter().cloned()).collect();
    CopyFolders::new(folders, |path| read_text(path).map_err(|failure| failure.title()))
}

/// The failure that lists all faults of copybooks.
fn copybook_failure(CopybookError { title, faults, is_missing }: CopybookError) -> CliFailure {
    let failure = faults.into_iter().fold(CliFailure::new(title), CliFailure::note);
    let help = "`--include FOLDER` names a folder with the files that are copied";
    if is_missing { failure.help(help) } else { failure }
}

/// The layout of copybooks in a form.
fn write_report(form: ReportForm, rows: &[ListingRow], names_shown: &[&str]) -> Result<Vec<u8>, CliFailure> {
    if form == ReportForm::Text {
        return Ok(listing::write_table(rows).into_bytes());
    }
    let mut report = Vec::new();
    output::write_json(&mut report, &listing::write_json(rows, names_shown))?;
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
        if import.to_file.is_none() && is_copybook(output) {
            return Err(CliFailure::new(format!(
                "`{}` would be the new text, and has the name of a copybook",
                output.display()
            ))
            .help("name the new text after the copybooks, or with `--output`; `-` is standard output"));
        }
        Ok(CopybookPaths { copybooks, output })
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
    let failure = CliFailure::from_text(&error);
    if !matches!(failure, CliFailure::Text(_)) {
        return Err(failure);
    }
    let copybooks = clean_line(copybooks);
    Err(failure.note(format!("the text that is made of {copybooks} is not sound, and is not written")))
}

/// The name and the text of a copybook; `-` is standard input. Characters outside ASCII occur only in names, literals
/// and comments, so bytes of standard input that are not UTF-8 are replaced.
fn read_copybook(path: &Path) -> Result<NamedText, CliFailure> {
    if path != Path::new("-") {
        let text = read_text(path).map_err(|failure| match failure.title() {
            // What is not UTF-8 may also be a copybook with letters of another set.
            title if title.contains("is not UTF-8") => explain_no_text(failure, path),
            _ => failure,
        })?;
        return Ok(NamedText { name: path.display().to_string(), text });
    }
    let bytes = read_standard_input()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(NamedText { name: "standard input".to_owned(), text })
}

/// Adds to a failure what the file is, if it is no text.
fn explain_no_text(failure: CliFailure, path: &Path) -> CliFailure {
    match mistakes::name_kind(path, &args::UnpackingOptions::default()) {
        Some(kind) => failure.note(format!("it is {kind}, and no copybook")).help(format!(
            "`datarep probe {}` says where its numbers are, with the options that read them",
            path.display()
        )),
        None => failure.help(
            "a copybook is a text, with items such as `05 AMOUNT PIC S9(5)V99 COMP-3.`; `iconv` writes one of another set in UTF-8",
        ),
    }
}

/// Makes the options of the import from those of the command line.
fn make_options(import: &args::ImportOptions) -> Options {
    let (compiler, texts) = (&import.compiler, &import.texts);
    let args::ChoiceOptions { choose, choice_length, redefines } = import.choosing.clone();
    Options {
        machine: compiler.machine,
        floats: compiler.floats,
        occurring: compiler.occurs,
        binaries: compiler.binary_size,
        pointers: compiler.pointers,
        charset: texts.charset,
        double_byte: texts.double_byte,
        padding: texts.padding,
        edited: texts.edited,
        decimal_point: texts.decimal_point,
        choosing: ChoiceOptions { choose, choice_length, redefines },
        groups: import.groups,
        signs: compiler.signs,
    }
}
