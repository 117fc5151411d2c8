//! The new file, which appears whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::unfinished;

/// Where items are written.
#[derive(Debug)]
pub(crate) struct Target {
    name: String,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// A temporary file in the folder of `path`, which is its name in the end.
    Beside { file: BufWriter<NamedTempFile>, path: PathBuf, force: bool },
    /// A device or a pipe, which no other file can replace.
    Direct(BufWriter<File>),
    /// Standard output.
    Output(BufWriter<io::Stdout>),
}

impl Target {
    /// Prepares to write a file. A regular file must not exist, unless `force` is set. `-` is standard output.
    pub(crate) fn create(path: &Path, force: bool) -> Result<Target, Failure> {
        if path == Path::new("-") {
            let place = Place::Output(BufWriter::new(io::stdout()));
            return Ok(Target { name: "standard output".to_owned(), place });
        }
        let name = format!("`{}`", path.display());
        let fault = |error: io::Error| Failure::system(&format!("cannot write {name}"), &error);
        // If the path is a link, the file that it leads to is replaced, and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&path) {
            Ok(data) if data.is_dir() => {
                return Err(Failure::new(format!("cannot write {name}: it is a directory")));
            }
            Ok(data) if !data.is_file() => {
                let file = File::options().write(true).open(&path).map_err(fault)?;
                return Ok(Target { place: Place::Direct(BufWriter::new(file)), name });
            }
            Ok(_) if !force => {
                return Err(Failure::new(format!("{name} exists already")).help("`--force` replaces it"));
            }
            Ok(_) | Err(_) => {}
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".datarep-").suffix(".unfinished");
        #[cfg(unix)]
        builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
        let file = unfinished::make(|| builder.tempfile_in(folder), NamedTempFile::path).map_err(fault)?;
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(Target { place: Place::Beside { file, path, force }, name })
    }

    /// Whether bytes that were written can be overwritten.
    pub(crate) fn can_seek(&self) -> bool {
        matches!(self.place, Place::Beside { .. })
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.place {
            Place::Beside { file, .. } => file.write_all(bytes),
            Place::Direct(file) => file.write_all(bytes),
            Place::Output(out) => out.write_all(bytes),
        };
        written.map_err(|error| Failure::system(&format!("cannot write {}", self.name), &error))
    }

    /// Overwrites the first bytes.
    pub(crate) fn rewrite(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let Place::Beside { file, .. } = &mut self.place else {
            return Err(Failure::new(format!("{} has another length than its header states", self.name)));
        };
        let written = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(bytes));
        written.map_err(|error| Failure::system(&format!("cannot write {}", self.name), &error))
    }

    /// Completes the file and moves it to its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Target { name, place } = self;
        let fault = |error: &io::Error| Failure::system(&format!("cannot write {name}"), error);
        match place {
            Place::Output(mut out) => out.flush().map_err(|error| fault(&error)),
            Place::Direct(mut file) => file.flush().map_err(|error| fault(&error)),
            Place::Beside { file, path, force } => {
                let file = file.into_inner().map_err(|error| fault(error.error()))?;
                let persist = || if force { file.persist(&path) } else { file.persist_noclobber(&path) };
                unfinished::place(persist).map(drop).map_err(|error| fault(&error.error))
            }
        }
    }
}
