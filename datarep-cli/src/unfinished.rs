//! What an interrupted program removes: the file or the folder that it has not finished.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// The file or folder that is removed where the program is interrupted.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Makes something that is removed where the program is interrupted. No interrupt comes between making it and keeping its name.
pub(crate) fn make<M, E>(
    make: impl FnOnce() -> Result<M, E>,
    path: impl FnOnce(&M) -> &Path,
) -> Result<M, E> {
    remove_when_interrupted();
    let mut unfinished = lock();
    let made = make()?;
    *unfinished = Some(path(&made).to_owned());
    Ok(made)
}

/// Puts what was made in its place. No interrupt comes between.
pub(crate) fn place<P>(place: impl FnOnce() -> P) -> P {
    let mut unfinished = lock();
    let placed = place();
    *unfinished = None;
    placed
}

fn lock() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sees to it that an interrupted program leaves nothing.
fn remove_when_interrupted() {
    // A second handler is refused, and the first one does the same.
    let _ = ctrlc::set_handler(|| {
        let unfinished = lock();
        if let Some(path) = &*unfinished {
            // What is a file is no folder: one of the two fails.
            let _ = fs::remove_file(path);
            let _ = fs::remove_dir_all(path);
        }
        std::process::exit(INTERRUPTED);
    });
}
