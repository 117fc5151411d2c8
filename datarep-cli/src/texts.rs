//! Reads texts, which have a limit: a device or a pipe may have no end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use datarep_dynamic::Text;

use crate::failure::CliFailure;

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, CliFailure> {
    let name = format!("`{}`", path.display());
    let file =
        File::open(path).map_err(|error| CliFailure::system(&format!("cannot read {name}"), &error))?;
    into_text(&name, read_bounded(&name, file)?)
}

/// The text of a file, and its name for messages.
pub(crate) struct NamedText {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The name and the text of a file; `-` is standard input.
pub(crate) fn read_source(path: &Path) -> Result<NamedText, CliFailure> {
    if path != Path::new("-") {
        return Ok(NamedText { name: path.display().to_string(), text: read_text(path)? });
    }
    let name = "standard input";
    Ok(NamedText { name: name.to_owned(), text: into_text(name, read_standard_input()?)? })
}

/// The bytes of standard input.
pub(crate) fn read_standard_input() -> Result<Vec<u8>, CliFailure> {
    read_bounded("standard input", io::stdin().lock())
}

/// Bytes as a text.
pub(crate) fn into_text(name: &str, bytes: Vec<u8>) -> Result<String, CliFailure> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        CliFailure::new(format!("{name} is not a text: byte {offset} is not UTF-8"))
    })
}

/// Reads no more than shows that there is too much.
fn read_bounded(name: &str, reader: impl Read) -> Result<Vec<u8>, CliFailure> {
    let mut bytes = Vec::new();
    let read = reader.take(Text::MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| CliFailure::system(&format!("cannot read {name}"), &error))?;
    if bytes.len() > Text::MAX_BYTES {
        let title = format!("{name} has more than {} bytes, and a text may have so many", Text::MAX_BYTES);
        return Err(CliFailure::new(title).help("divide it into several"));
    }
    Ok(bytes)
}
