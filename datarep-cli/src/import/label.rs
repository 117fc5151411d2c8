//! Labels of planetary data as texts: the records are those of `datarep_probe::import_label`.

use std::io::{self, Read as _};
use std::path::Path;

use datarep_copybook::Options;
use datarep_probe::{LabelError, LabelText, import_label, is_label};

use super::{check_text, make_options};
use crate::args;
use crate::failure::CliFailure;
use crate::input::{self, OpenedFile};
use crate::output;
use crate::target::OutputTarget;

/// How many bytes of a file are looked at to find out whether it is a label.
const BEGINNING: u64 = 4096;

/// How many bytes of a label are read. Behind one that is a part of its file are the numbers.
const MOST: u64 = 4 << 20;

/// The bytes of a label; `None` if the file is none. One that cannot be opened is left to the reader of copybooks, which
/// names the fault.
pub(super) fn read_beginning(path: &Path) -> Result<Option<Vec<u8>>, CliFailure> {
    if !path.is_file() {
        return Ok(None);
    }
    let opened = input::open_source(path, 0, &args::UnpackingOptions::default())?;
    let OpenedFile { name, mut reader, .. } = opened;
    let fault = |error: io::Error| CliFailure::system(&format!("cannot read {name}"), &error);
    let mut label = Vec::new();
    reader.by_ref().take(BEGINNING).read_to_end(&mut label).map_err(fault)?;
    if !is_label(&label) {
        return Ok(None);
    }
    reader.take(MOST - BEGINNING).read_to_end(&mut label).map_err(fault)?;
    Ok(Some(label))
}

/// Writes the tables of a label as a text.
pub(super) fn import(
    import: &args::ImportOptions,
    path: &Path,
    label: &[u8],
    output: &Path,
) -> Result<(), CliFailure> {
    if import.report.is_some() {
        return Err(CliFailure::new("`--report` writes the layout of copybooks, and this is a label")
            .help("`datarep show` prints the layout of a record of the new text"));
    }
    let path_text = path.display().to_string();
    if !import.include.is_empty() || make_options(import) != Options::default() {
        return Err(CliFailure::new(format!(
            "an option for copybooks is given, and `{path_text}` is a label"
        ))
        .help("leave it out: the label says how its numbers and texts are stored"));
    }
    let LabelText { text, notes } = import_label(label, &path_text).map_err(|LabelError { title }| {
        let help = format!("`datarep probe {path_text}` says what else the label describes");
        CliFailure::new(title).help(help)
    })?;
    check_text(output, &path_text, &text)?;
    let mut target = OutputTarget::create(output, import.writing)?;
    target.write(text.as_bytes())?;
    target.finish()?;
    for note in notes {
        output::note(&note);
    }
    Ok(())
}
