//! Writes the file with converted samples, and writes files completely or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf, absolute};
use std::process;

use datarep::Loss;

use crate::Result;
use crate::file::Section;
use crate::formats::{
    ByteOrder, IBM, IEEE, segy, segy_ieee, segy_ieee_le, segy_le, segy_plain, segy_plain_le,
};
use crate::headers::TEXT;

/// The offset of the format code in the file.
const FORMAT: usize = TEXT + 24;

/// Writes a section with IEEE samples, or with IBM samples if it has IEEE ones. Returns the new code.
///
/// Everything except the code and the samples is copied unchanged.
pub(crate) fn convert(section: &Section, path: &Path) -> Result<(i16, Loss)> {
    let code = if section.is_ieee() { IBM } else { IEEE };
    let write = match (code, section.order) {
        (IBM, ByteOrder::Big) => segy::to_bytes::<f64>,
        (IBM, ByteOrder::Little) => segy_le::to_bytes::<f64>,
        (_, ByteOrder::Big) => segy_ieee::to_bytes::<f64>,
        (_, ByteOrder::Little) => segy_ieee_le::to_bytes::<f64>,
    };
    let mut bytes = Vec::with_capacity(section.bytes.len());
    let mut copied = 0;
    let mut loss = Loss::default();
    for (index, trace) in section.traces.iter().enumerate() {
        let (samples, lost) = write(&trace.samples)
            .map_err(|error| format!("trace {}: {error}; nothing was written", index + 1))?;
        bytes.extend_from_slice(&section.bytes[copied..trace.range.start]);
        bytes.extend_from_slice(&samples);
        copied = trace.range.end;
        loss += lost;
    }
    bytes.extend_from_slice(&section.bytes[copied..]);
    let field = &mut bytes[FORMAT..FORMAT + 2];
    let written = match section.order {
        ByteOrder::Big => segy_plain::write(&[code], field),
        ByteOrder::Little => segy_plain_le::write(&[code], field),
    };
    written.map_err(|error| error.to_string())?;
    replace(path, &bytes)?;
    Ok((code, loss))
}

/// Refuses to overwrite the file that is read.
pub(crate) fn refuse_same(read: &Path, written: &Path) -> Result<()> {
    let same = match (fs::canonicalize(read), fs::canonicalize(written)) {
        (Ok(read), Ok(written)) => read == written,
        _ => absolute(read).ok() == absolute(written).ok(),
    };
    if same { Err(format!("{} would be written over", read.display())) } else { Ok(()) }
}

/// Writes a file next to its destination, and moves it there when it is complete.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let fault = |error: io::Error| format!("cannot write {}: {error}", path.display());
    if path.is_dir() {
        return Err(format!("cannot write {}: it is a folder", path.display()));
    }
    let (part, mut file) = create_part(path).map_err(fault)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    written.and_then(|()| fs::rename(&part, path)).map_err(|error| {
        // What is left of the file says nothing that the error does not.
        let _ = fs::remove_file(&part);
        fault(error)
    })
}

/// Creates a file beside the destination, under a name that no file has.
fn create_part(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut number = 0;
    loop {
        let part = path.with_file_name(format!(".{name}.{}-{number}.part", process::id()));
        match File::create_new(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            created => return created.map(|file| (part, file)),
        }
    }
}
