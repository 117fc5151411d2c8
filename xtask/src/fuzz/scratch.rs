//! A folder for the files of a campaign, which is removed with all that is in it.
//!
//! It is in memory if the system has such a place. A campaign ends by a fault or a signal, so it cannot remove its own
//! files, and neither can this process if it is killed: the next one removes the folders of processes that are gone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

/// What names of such folders begin with. The number of the process follows.
const PREFIX: &str = "datarep-campaign-";

/// A folder that is removed when this is dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Makes the folder of this process, and removes those of processes that are gone.
    pub(crate) fn create() -> Result<Scratch, String> {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        remove_abandoned(&parent);
        let folder = parent.join(format!("{PREFIX}{}", process::id()));
        fs::create_dir_all(&folder).map_err(|error| super::describe_io_error(&folder, &error))?;
        Ok(Scratch(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next process.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes the folders of processes that are gone. Where the system has no list of processes, nothing is removed.
fn remove_abandoned(parent: &Path) {
    let processes = Path::new("/proc");
    if !processes.join(process::id().to_string()).is_dir() {
        return;
    }
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse::<u32>().ok());
        if owner.is_some_and(|owner| !processes.join(owner.to_string()).is_dir()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_of_a_campaign() {
        let parent = std::env::temp_dir().join(format!("datarep-scratch-{}", process::id()));
        // No process has a number above that of 22 bits.
        let (gone, lives) =
            (parent.join(format!("{PREFIX}4294967295")), format!("{PREFIX}{}", process::id()));
        let (lives, other) = (parent.join(lives), parent.join("of-another-program"));
        for folder in [&gone, &lives, &other] {
            fs::create_dir_all(folder.join("inside")).expect("a temporary folder");
        }
        if Path::new("/proc/self").is_dir() {
            remove_abandoned(&parent);
            assert!(!gone.exists() && lives.exists() && other.exists());
        }
        drop(Scratch(parent.clone()));
        assert!(!parent.exists());
    }
}
