//! Files and folders that are not finished: their names, and what removes them.
//!
//! What is new is written beside its place, under a name made of its own, and renamed at the end. If the command fails
//! or is interrupted, it removes what it has written. A process that is killed cannot. So each process holds a lock on
//! what it writes, and the next one that writes the same file removes what lies there without a lock.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::interrupt;

/// The most processes that write the same file at the same time.
const MOST: u32 = 100;

/// The most bytes of the name of a file that are part of the name of its unfinished file. Some file systems have no names of
/// more than 143 bytes.
const NAME: usize = 100;

/// What is to be removed if the program is interrupted.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnfinishedKind {
    File(Replacement),
    Folder,
}

/// Whether a new file replaces another one that is in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replacement {
    /// It does, and it is private until it has the mode of the old one.
    Replaces,
    /// The old one stays, and the new one is refused.
    Refused,
}

impl Replacement {
    /// A new file replaces the file that is in its place, if there is one.
    pub(crate) fn from_replaced<T>(replaced: Option<&T>) -> Replacement {
        if replaced.is_some() { Replacement::Replaces } else { Replacement::Refused }
    }

    /// Makes the new file, open for writing.
    pub(crate) fn make_file(self, path: &Path) -> io::Result<File> {
        let mut options = File::options();
        options.write(true).create_new(true);
        // Nobody may read it meanwhile who may not read the old one.
        #[cfg(unix)]
        if self == Replacement::Replaces {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        options.open(path)
    }

    /// Moves the new file to its place.
    pub(crate) fn move_file(self, file: &Path, target: &Path) -> io::Result<()> {
        match self {
            Replacement::Replaces => fs::rename(file, target),
            Replacement::Refused => move_to_free_path(file, target),
        }
    }
}

/// A file or a folder that is removed, unless it is moved to its place.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: PathBuf,
    kind: UnfinishedKind,
    is_placed: bool,
    /// The open file, or the open folder, which has the lock. It is closed after what is not placed is removed. Where
    /// folders cannot be opened, there is none.
    file: Option<File>,
}

impl Unfinished {
    /// Makes a file beside `target`, open for writing.
    pub(crate) fn create_file(target: &Path, replacement: Replacement) -> io::Result<Unfinished> {
        Unfinished::create(target, UnfinishedKind::File(replacement))
    }

    /// Makes a folder beside `target`.
    pub(crate) fn create_folder(target: &Path) -> io::Result<Unfinished> {
        Unfinished::create(target, UnfinishedKind::Folder)
    }

    fn create(target: &Path, kind: UnfinishedKind) -> io::Result<Unfinished> {
        interrupt::watch_signals(remove_all);
        // No interrupt comes between making it and keeping its name.
        let mut paths = lock_unfinished_paths();
        for number in 1..=MOST {
            let path = make_unfinished_path(target, number);
            let file = match claim_path(&path, kind) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                claimed => claimed?,
            };
            paths.push(path.clone());
            // If two processes were killed, the second one has left its file under the next number.
            let _ = remove_stale(&make_unfinished_path(target, number + 1), kind);
            return Ok(Unfinished { path, kind, is_placed: false, file });
        }
        Err(io::Error::other("too many other processes are writing it"))
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The open file.
    pub(crate) fn file(&self) -> io::Result<&File> {
        self.file.as_ref().ok_or_else(|| ErrorKind::IsADirectory.into())
    }

    /// Moves a file into a folder that is itself unfinished, and closes it. Returns how it is moved to its place.
    pub(crate) fn move_into_folder(mut self, path: &Path) -> io::Result<Replacement> {
        let UnfinishedKind::File(replacement) = self.kind else {
            return Err(ErrorKind::IsADirectory.into());
        };
        let mut paths = lock_unfinished_paths();
        fs::rename(&self.path, path)?;
        paths.retain(|path| *path != self.path);
        self.is_placed = true;
        Ok(replacement)
    }

    /// Moves it to its place.
    pub(crate) fn move_to(mut self, target: &Path) -> io::Result<()> {
        // No interrupt comes between moving it and forgetting its name.
        let mut paths = lock_unfinished_paths();
        match self.kind {
            UnfinishedKind::File(replacement) => replacement.move_file(&self.path, target)?,
            // A rename replaces an empty folder at most: the system refuses one that has files.
            UnfinishedKind::Folder => fs::rename(&self.path, target)?,
        }
        paths.retain(|path| *path != self.path);
        self.is_placed = true;
        Ok(())
    }
}

/// Moves a file to a place where there must be none.
fn move_to_free_path(file: &Path, target: &Path) -> io::Result<()> {
    let path = tempfile::TempPath::try_from_path(file)?;
    path.persist_noclobber(target).map_err(|mut error| {
        // `Unfinished` removes what it has made itself.
        error.path.disable_cleanup(true);
        error.error
    })
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file()?.flush()
    }
}

impl Seek for Unfinished {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file()?.seek(to)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.is_placed {
            let mut paths = lock_unfinished_paths();
            remove_path(&self.path);
            paths.retain(|path| *path != self.path);
        }
    }
}

fn lock_unfinished_paths() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all that is unfinished, before the program ends. Until then, nothing new is made.
fn remove_all() {
    let paths = lock_unfinished_paths();
    paths.iter().for_each(|path| remove_path(path));
    // The lock stays taken, so that no thread makes a file that nobody would remove.
    mem::forget(paths);
}

/// Removes a file or a folder, as well as that is possible.
fn remove_path(path: &Path) {
    // The path is one of the two, so one of the calls fails.
    let _ = fs::remove_file(path);
    let _ = fs::remove_dir_all(path);
}

/// The name of what is unfinished: `.datarep-out.csv.unfinished` beside `out.csv`. The number is that of the process,
/// among those that write the same file.
fn make_unfinished_path(target: &Path, number: u32) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    // The name is cut between characters, not within one.
    let end = (0..=NAME.min(name.len())).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
    let number = if number == 1 { String::new() } else { format!(".{number}") };
    target.with_file_name(format!(".datarep-{}{number}.unfinished", &name[..end]))
}

/// Makes a file or a folder and locks it. What a process that is gone has left in its place is removed.
fn claim_path(path: &Path, kind: UnfinishedKind) -> io::Result<Option<File>> {
    let file = match make_path(path, kind) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && remove_stale(path, kind) => {
            make_path(path, kind)?
        }
        made => made?,
    };
    match file.as_ref().map_or(Ok(true), |file| lock_if_still_there(file, path)) {
        Ok(true) => Ok(file),
        // Another process found the file before it was locked. It removes the file, and this name is avoided.
        Ok(false) => Err(ErrorKind::AlreadyExists.into()),
        Err(error) => {
            remove_path(path);
            Err(error)
        }
    }
}

fn make_path(path: &Path, kind: UnfinishedKind) -> io::Result<Option<File>> {
    match kind {
        UnfinishedKind::Folder => {
            fs::create_dir(path)?;
            Ok(File::open(path).ok())
        }
        UnfinishedKind::File(replacement) => replacement.make_file(path).map(Some),
    }
}

/// Locks a file that this process has made. The result is `false` if another process has removed it.
fn lock_if_still_there(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => is_same_file(file, path),
        Err(TryLockError::WouldBlock) => Ok(false),
        // The file system has no locks, so nobody can take the file for one that was left.
        Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// Removes what a process has left that is gone. The result is whether the name is free.
fn remove_stale(path: &Path, kind: UnfinishedKind) -> bool {
    let opened = match (fs::symlink_metadata(path), kind) {
        (Err(error), _) => return error.kind() == ErrorKind::NotFound,
        (Ok(data), UnfinishedKind::Folder) if data.is_dir() => File::open(path),
        (Ok(data), UnfinishedKind::File(_)) if data.is_file() => File::options().write(true).open(path),
        (Ok(_), _) => return false,
    };
    let Ok(file) = opened else { return false };
    // The lock is held until the file is removed. So no other process takes it for one that was left.
    if file.try_lock().is_err() || !is_same_file(&file, path).unwrap_or(false) {
        return false;
    }
    remove_path(path);
    fs::symlink_metadata(path).is_err()
}

/// Whether a path leads to an open file.
fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    let file = file.metadata()?;
    let path = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        data => data?,
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        Ok((file.dev(), file.ino()) == (path.dev(), path.ino()))
    }
    #[cfg(not(unix))]
    {
        Ok(file.file_type() == path.file_type())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_target() {
        let beside = |target: &str, number| make_unfinished_path(Path::new(target), number);
        assert_eq!(beside("a/out.csv", 1), Path::new("a/.datarep-out.csv.unfinished"));
        assert_eq!(beside("out", 2), Path::new(".datarep-out.2.unfinished"));
        assert_eq!(
            beside(&"ä".repeat(99), 1),
            PathBuf::from(format!(".datarep-{}.unfinished", "ä".repeat(50)))
        );
        assert_eq!(beside(&format!("a{}", "ä".repeat(99)), 1).as_os_str().len(), 9 + 99 + 11);
    }
}
