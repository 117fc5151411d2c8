//! The new file, which appears whole or not at all.

mod folder;
mod held;
mod replaced;

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::args::WriteOptions;
use crate::failure::CliFailure;
use crate::unfinished::{Replacement, Unfinished};

pub(crate) use folder::{ExistingFolder, TargetFolder};
pub(crate) use held::FileHold;
use replaced::ReplacedFile;

/// Where items are written.
#[derive(Debug)]
pub(crate) struct OutputTarget {
    name: String,
    place: TargetPlace,
    /// Bytes that were written.
    written: u64,
}

#[derive(Debug)]
enum TargetPlace {
    /// A new file in the folder of `path`, which is its name in the end.
    Beside { file: BufWriter<Unfinished>, path: PathBuf, is_synced: bool },
    /// A file of a folder that is not finished, which moves it to its place.
    Inside { file: BufWriter<File>, is_synced: bool },
    /// A device or a pipe, which no other file can replace.
    Direct(BufWriter<File>),
    /// Standard output.
    Output(BufWriter<io::Stdout>),
}

impl OutputTarget {
    /// Prepares to write a file. A regular file must not exist, unless `--force` is given; then the new file has the
    /// owner, the mode and the attributes of the old one from the beginning on. `-` is standard output.
    pub(crate) fn create(path: &Path, writing: WriteOptions) -> Result<OutputTarget, CliFailure> {
        if path == Path::new("-") {
            let place = TargetPlace::Output(BufWriter::new(io::stdout()));
            return Ok(OutputTarget { name: "standard output".to_owned(), place, written: 0 });
        }
        let name = format!("`{}`", path.display());
        let fault = |error: io::Error| CliFailure::system(&format!("cannot write {name}"), &error);
        // If the path is a link, the file that it leads to is replaced, and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let replaced = match fs::metadata(&path) {
            Ok(data) if data.is_dir() => {
                return Err(CliFailure::new(format!("cannot write {name}: it is a directory")));
            }
            Ok(data) if !data.is_file() => {
                let file = File::options().write(true).open(&path).map_err(fault)?;
                return Ok(OutputTarget {
                    place: TargetPlace::Direct(BufWriter::new(file)),
                    name,
                    written: 0,
                });
            }
            Ok(_) if !writing.force => {
                return Err(CliFailure::new(format!("{name} exists already")).help("`--force` replaces it"));
            }
            Ok(_) => Some(ReplacedFile::open(&path, &name)?),
            Err(_) if fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink()) => {
                return Err(CliFailure::new(format!(
                    "cannot write {name}: it is a link to a file that does not exist"
                )));
            }
            Err(_) => None,
        };
        // One that waits for others is not in its place yet.
        let is_held = held::is_held(&path);
        if is_held && !writing.force {
            return Err(CliFailure::new(format!("{name} exists already")).help("`--force` replaces it"));
        }
        let replacement =
            if is_held { Replacement::Replaces } else { Replacement::from_replaced(replaced.as_ref()) };
        let file = Unfinished::create_file(&path, replacement).map_err(fault)?;
        if let Some(replaced) = &replaced {
            replaced.copy_attributes_to(file.file().map_err(fault)?)?;
        }
        let file = BufWriter::with_capacity(1 << 16, file);
        let place = TargetPlace::Beside { file, path, is_synced: !writing.no_sync };
        Ok(OutputTarget { name, place, written: 0 })
    }

    /// Whether bytes that were written can be overwritten.
    pub(crate) fn can_seek(&self) -> bool {
        matches!(self.place, TargetPlace::Beside { .. } | TargetPlace::Inside { .. })
    }

    /// How many bytes were written.
    pub(crate) fn written_bytes(&self) -> u64 {
        self.written
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), CliFailure> {
        self.written += bytes.len() as u64;
        let result = match &mut self.place {
            TargetPlace::Beside { file, .. } => file.write_all(bytes),
            TargetPlace::Inside { file, .. } | TargetPlace::Direct(file) => file.write_all(bytes),
            TargetPlace::Output(out) => out.write_all(bytes),
        };
        result.map_err(|error| CliFailure::system(&format!("cannot write {}", self.name), &error))
    }

    /// Overwrites the first bytes.
    pub(crate) fn rewrite(&mut self, bytes: &[u8]) -> Result<(), CliFailure> {
        let result = match &mut self.place {
            TargetPlace::Beside { file, .. } => {
                file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(bytes))
            }
            TargetPlace::Inside { file, .. } => {
                file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(bytes))
            }
            // `can_seek` was asked before the header was written, so that only a source of another length than it
            // said comes here.
            TargetPlace::Direct(_) | TargetPlace::Output(_) => {
                return Err(CliFailure::new(format!(
                    "{} has another length than its header states",
                    self.name
                )));
            }
        };
        result.map_err(|error| CliFailure::system(&format!("cannot write {}", self.name), &error))
    }

    /// Completes the file and moves it to its place.
    ///
    /// The bytes are on the disk before the name is, so that no loss of power leaves a name without them. Returns how many
    /// they are.
    pub(crate) fn finish(self) -> Result<u64, CliFailure> {
        let written = self.written;
        self.place_file().map(|()| written)
    }

    fn place_file(self) -> Result<(), CliFailure> {
        let OutputTarget { name, place, .. } = self;
        let fault = |error: &io::Error| CliFailure::system(&format!("cannot write {name}"), error);
        match place {
            TargetPlace::Output(mut out) => out.flush().map_err(|error| fault(&error)),
            TargetPlace::Direct(mut file) => file.flush().map_err(|error| fault(&error)),
            TargetPlace::Inside { file, is_synced } => {
                // This writes what is still in the buffer. Dropping the writer would hide a failure of that.
                let file = file.into_inner().map_err(|error| fault(error.error()))?;
                let synced = if is_synced { sync_file(&file) } else { Ok(()) };
                synced.map_err(|error| CliFailure::system(&format!("cannot sync {name}"), &error))
            }
            TargetPlace::Beside { file, path, is_synced } => {
                let file = file.into_inner().map_err(|error| fault(error.error()))?;
                if is_synced {
                    let synced = file.file().and_then(sync_file);
                    synced.map_err(|error| CliFailure::system(&format!("cannot sync {name}"), &error))?;
                }
                let held = held::hold_file(file, &path, &name, is_synced);
                let Some(file) = held.map_err(|error| fault(&error))? else { return Ok(()) };
                file.move_to(&path).map_err(|error| move_failure(&name, &error))?;
                if is_synced { sync_folder(&path, &name) } else { Ok(()) }
            }
        }
    }
}

/// The failure for a complete file that cannot be moved to its place.
fn move_failure(name: &str, error: &io::Error) -> CliFailure {
    match error.kind() {
        ErrorKind::AlreadyExists => CliFailure::new(format!("another program has made {name} meanwhile"))
            .help("`--force` replaces it"),
        _ => CliFailure::system(&format!("cannot write {name}"), error),
    }
}

/// Waits until the name of a new file is on the disk.
fn sync_folder(path: &Path, name: &str) -> Result<(), CliFailure> {
    sync_folder_of(path).map_err(|error| {
        CliFailure::system(&format!("cannot sync the folder of {name}"), &error)
            .note(format!("{name} is complete, but a loss of power may still take its name away"))
    })
}

/// Refuses to write to one of the files that are read.
pub(crate) fn refuse_inputs<'a>(
    path: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), CliFailure> {
    let Ok(real) = fs::canonicalize(path) else { return Ok(()) };
    let is_target = |input: &Path| fs::canonicalize(input).is_ok_and(|input| input == real);
    // A device such as `/dev/tty` may be read and written.
    if fs::metadata(&real).is_ok_and(|data| data.is_file()) && inputs.into_iter().any(is_target) {
        return Err(CliFailure::new(format!("`{}` is what is read", path.display()))
            .help("name another file to write"));
    }
    Ok(())
}

/// Waits until the content of a file is on the disk. Some file systems have nothing to wait for, and say so.
pub(crate) fn sync_file(file: &File) -> io::Result<()> {
    match file.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        synced => synced,
    }
}

/// Waits until the name of a file is on the disk.
#[cfg(unix)]
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder) {
        Ok(folder) => sync_file(&folder),
        // A folder in which one may make files need not be one that one may read.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
        Err(error) => Err(error),
    }
}

/// Does nothing, because folders cannot be opened here.
#[cfg(not(unix))]
pub(crate) fn sync_folder_of(_: &Path) -> io::Result<()> {
    Ok(())
}
