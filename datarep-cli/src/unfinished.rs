//! Removes the unfinished file or folder of a program that is interrupted.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// The file or folder to remove if the program is interrupted.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Makes a file or folder that is removed if the program is interrupted. No interrupt comes between making it and
/// keeping its name.
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

/// Puts the finished file or folder in its place and forgets its name. No interrupt comes between the two.
pub(crate) fn place<P>(place: impl FnOnce() -> P) -> P {
    let mut unfinished = lock();
    let placed = place();
    *unfinished = None;
    placed
}

fn lock() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers the handler that removes what is unfinished.
fn remove_when_interrupted() {
    // A second handler is refused, but the first one does the same.
    let _ = ctrlc::set_handler(|| {
        let unfinished = lock();
        if let Some(path) = &*unfinished {
            // The path is a file or a folder, so one of the two calls fails.
            let _ = fs::remove_file(path);
            let _ = fs::remove_dir_all(path);
        }
        std::process::exit(INTERRUPTED);
    });
}
