//! Several new files, which appear together: in a new folder, or in one that exists.
//!
//! They are written into an unfinished folder. At the end it becomes the new folder, or its files are moved to their places.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, ErrorKind};
use std::path::{Path, PathBuf};

use crate::args::WriteOptions;
use crate::failure::CliFailure;
use crate::unfinished::{Replacement, Unfinished};

use super::{OutputTarget, ReplacedFile, TargetPlace, refuse_inputs, sync_folder_of};

/// The place of several new files.
#[derive(Debug)]
pub(crate) struct TargetFolder {
    unfinished: Unfinished,
    /// The folder in which the files are in the end, and whether it is new.
    root: PathBuf,
    is_new: bool,
    writing: WriteOptions,
    files: Vec<NewFile>,
    /// Folders in it that were made.
    folders: BTreeSet<PathBuf>,
}

/// A file of the folder.
#[derive(Debug)]
struct NewFile {
    /// Its path in the folder.
    path: PathBuf,
    replacement: Replacement,
}

/// What an existing folder has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExistingFolder {
    /// Without files, because any of them would be read with the new ones.
    Empty,
    /// Any. New files are refused or replace others one by one.
    Any,
}

impl TargetFolder {
    /// Prepares to write files into `root`. `name` is the name by which other processes see that they are written.
    pub(crate) fn create(
        root: &Path,
        name: &Path,
        existing: ExistingFolder,
        writing: WriteOptions,
    ) -> Result<TargetFolder, CliFailure> {
        let path_text = root.display();
        let fault = |error: io::Error| CliFailure::system(&format!("cannot write `{path_text}`"), &error);
        let is_new = match fs::metadata(root) {
            Ok(data) if !data.is_dir() => {
                return Err(CliFailure::new(format!("`{path_text}` exists already, and is no folder"))
                    .help("name a new folder for the files"));
            }
            Ok(_) if existing == ExistingFolder::Empty => {
                // A hidden file is no data, and may be what a process that was killed has left.
                let is_data = |name: &OsStr| !name.to_string_lossy().starts_with('.');
                let mut entries = fs::read_dir(root).map_err(fault)?;
                if entries.any(|entry| entry.is_ok_and(|entry| is_data(&entry.file_name()))) {
                    return Err(CliFailure::new(format!("the folder `{path_text}` has files already")).help(
                        "name a new folder, or remove these files: they would be read with the new ones",
                    ));
                }
                false
            }
            Ok(_) => false,
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(fault(error)),
        };
        // In an existing folder it has to lie inside, because the place beside may be on another file system, where
        // nothing can be renamed into the folder.
        let beside = if is_new { root.to_owned() } else { root.join(name.file_name().unwrap_or_default()) };
        let unfinished = Unfinished::create_folder(&beside).map_err(fault)?;
        let root = root.to_owned();
        Ok(TargetFolder { unfinished, root, is_new, writing, files: Vec::new(), folders: BTreeSet::new() })
    }

    /// Begins a file, whose path in the folder is `path`. It must not be one of `inputs`.
    pub(crate) fn create_file(
        &mut self,
        path: &Path,
        inputs: &[PathBuf],
    ) -> Result<OutputTarget, CliFailure> {
        let place = self.find_place(path);
        let name = format!("`{}`", place.display());
        let fault = |error: io::Error| CliFailure::system(&format!("cannot write {name}"), &error);
        refuse_inputs(&place, inputs.iter().map(PathBuf::as_path))?;
        let replaced = match fs::metadata(&place) {
            Ok(data) if !data.is_file() => {
                return Err(CliFailure::new(format!("cannot write {name}: it is no file")));
            }
            Ok(_) if !self.writing.force => {
                return Err(CliFailure::new(format!("{name} exists already")).help("`--force` replaces it"));
            }
            Ok(_) => Some(ReplacedFile::open(&place, &name)?),
            Err(_) => None,
        };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let folders = folder.ancestors().filter(|folder| !folder.as_os_str().is_empty());
            // Each of them is made in the root, and synced by itself, when the files are moved.
            self.folders.extend(folders.map(Path::to_owned));
            fs::create_dir_all(self.unfinished.path().join(folder)).map_err(fault)?;
        }
        let replacement = Replacement::from_replaced(replaced.as_ref());
        let file = replacement.make_file(&self.unfinished.path().join(path)).map_err(fault)?;
        if let Some(replaced) = &replaced {
            replaced.copy_attributes_to(&file)?;
        }
        self.files.push(NewFile { path: path.to_owned(), replacement });
        let file = BufWriter::with_capacity(1 << 16, file);
        let place = TargetPlace::Inside { file, is_synced: !self.writing.no_sync };
        Ok(OutputTarget { name, place, written: 0 })
    }

    /// The place of a file in the end.
    fn find_place(&self, path: &Path) -> PathBuf {
        if self.root == Path::new(".") { path.to_owned() } else { self.root.join(path) }
    }

    /// How many files were begun.
    pub(crate) fn count_files(&self) -> usize {
        self.files.len()
    }

    /// Whether a file of this path is there already, and is not one of the new ones.
    pub(crate) fn find_stale(&self, path: &Path) -> Option<PathBuf> {
        let place = self.find_place(path);
        let is_new = self.files.iter().any(|file| file.path == path);
        (!is_new && fs::symlink_metadata(&place).is_ok()).then_some(place)
    }

    /// Moves all files to their places.
    pub(crate) fn finish(self) -> Result<(), CliFailure> {
        let TargetFolder { unfinished, root, is_new, writing, files, folders } = self;
        let path_text = root.display().to_string();
        let fault = |error: io::Error| CliFailure::system(&format!("cannot write `{path_text}`"), &error);
        let sync_all = |root: &Path| {
            let names = folders.iter().map(PathBuf::as_path).chain([Path::new("")]);
            // `sync_folder_of` takes a file and syncs its folder: any name in the folder will do.
            names.map(|name| root.join(name).join("_")).try_for_each(|inside| sync_folder_of(&inside))
        };
        // One rename makes all files appear at once.
        if is_new {
            if !writing.no_sync {
                sync_all(unfinished.path()).map_err(fault)?;
            }
            unfinished.move_to(&root).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty => {
                    CliFailure::new(format!("another program has made `{path_text}` meanwhile"))
                }
                _ => fault(error),
            })?;
            return if writing.no_sync { Ok(()) } else { sync_folder_of(&root).map_err(fault) };
        }
        for folder in &folders {
            fs::create_dir_all(root.join(folder)).map_err(fault)?;
        }
        for (moved_files, NewFile { path, replacement }) in files.iter().enumerate() {
            let (from, to) = (unfinished.path().join(path), root.join(path));
            // If the path is a link, the file that it leads to is replaced.
            let to = fs::canonicalize(&to).unwrap_or(to);
            replacement.move_file(&from, &to).map_err(|error| {
                let (name, file_count) = (to.display(), files.len());
                let failure = match error.kind() {
                    ErrorKind::AlreadyExists => {
                        CliFailure::new(format!("another program has made `{name}` meanwhile"))
                    }
                    _ => CliFailure::system(&format!("cannot write `{name}`"), &error),
                };
                failure.note(format!(
                    "{moved_files} of {file_count} files are in their places, and each of them is whole"
                ))
            })?;
        }
        if writing.no_sync { Ok(()) } else { sync_all(&root).map_err(fault) }
    }
}
