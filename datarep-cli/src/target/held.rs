//! Complete files that wait for others, so that all of them appear together.
//!
//! They wait in an unfinished folder, one in each folder of new files. So they need not be open, and only the folders are
//! locked: there may be thousands of files.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::CliFailure;
use crate::unfinished::{Replacement, Unfinished};

use super::{move_failure, sync_folder};

/// The files that wait, while files do.
static HELD: Mutex<Option<HeldFiles>> = Mutex::new(None);

#[derive(Debug, Default)]
struct HeldFiles {
    /// The unfinished folder in each folder of new files.
    folders: BTreeMap<PathBuf, Unfinished>,
    files: Vec<HeldFile>,
    /// The places of the files.
    paths: BTreeSet<PathBuf>,
}

#[derive(Debug)]
struct HeldFile {
    /// Where it waits, and where it will be.
    from: PathBuf,
    path: PathBuf,
    /// The name for messages.
    name: String,
    replacement: Replacement,
    is_synced: bool,
}

/// Holds new files back. Those that are not published when it is dropped are removed.
#[derive(Debug)]
pub(crate) struct FileHold(());

impl FileHold {
    /// Begins to hold the files back that are completed from now on.
    pub(crate) fn begin() -> FileHold {
        *lock_held_files() = Some(HeldFiles::default());
        FileHold(())
    }

    /// Moves all files to their places.
    pub(crate) fn publish(self) -> Result<(), CliFailure> {
        let Some(HeldFiles { folders, files, .. }) = lock_held_files().take() else { return Ok(()) };
        for (moved_files, HeldFile { from, path, name, replacement, .. }) in files.iter().enumerate() {
            replacement.move_file(from, path).map_err(|error| {
                let file_count = files.len();
                move_failure(name, &error).note(format!(
                    "{moved_files} of {file_count} files are in their places, and each of them is whole"
                ))
            })?;
        }
        drop(folders);
        // Nothing is held any more.
        drop(self);
        let mut synced_folders: Vec<&Path> = Vec::new();
        for HeldFile { path, name, .. } in files.iter().filter(|file| file.is_synced) {
            let folder = path.parent().unwrap_or(Path::new(""));
            if !synced_folders.contains(&folder) {
                sync_folder(path, name)?;
                synced_folders.push(folder);
            }
        }
        Ok(())
    }
}

impl Drop for FileHold {
    fn drop(&mut self) {
        let held_files = lock_held_files().take();
        drop(held_files);
    }
}

/// Takes a complete file, if files are held back; otherwise it is given back.
pub(super) fn hold_file(
    file: Unfinished,
    path: &Path,
    name: &str,
    is_synced: bool,
) -> io::Result<Option<Unfinished>> {
    let mut held_files = lock_held_files();
    let Some(HeldFiles { folders, files, paths }) = held_files.as_mut() else { return Ok(Some(file)) };
    let folder_path = path.parent().unwrap_or(Path::new(""));
    if !folders.contains_key(folder_path) {
        folders.insert(folder_path.to_owned(), Unfinished::create_folder(path)?);
    }
    let Some(folder) = folders.get(folder_path) else { return Err(ErrorKind::NotFound.into()) };
    let from = folder.path().join(files.len().to_string());
    let replacement = file.move_into_folder(&from)?;
    paths.insert(path.to_owned());
    files.push(HeldFile { from, path: path.to_owned(), name: name.to_owned(), replacement, is_synced });
    Ok(None)
}

/// Whether a file waits that will be at this path.
pub(super) fn is_held(path: &Path) -> bool {
    lock_held_files().as_ref().is_some_and(|held| held.paths.contains(path))
}

fn lock_held_files() -> MutexGuard<'static, Option<HeldFiles>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}
