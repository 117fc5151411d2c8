//! Lines about claims: those of earlier runs in a file of the project, and newer ones below the target folder.
//!
//! What may not be here: what a line says.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use super::claim::Claim;
use crate::fnv::{BASIS, hash_bytes};
use crate::workspace;

/// Where lines of one kind are. A line belongs to the claim whose hash is before it in the file, and the name of a file
/// below the target folder.
#[derive(Debug)]
pub(super) struct Store {
    /// The file of the project.
    file: &'static str,
    /// The folder below the target folder.
    folder: &'static str,
    /// The lines of the file by the hashes.
    lines: OnceLock<HashMap<String, String>>,
}

impl Store {
    pub(super) const fn new(file: &'static str, folder: &'static str) -> Store {
        Store { file, folder, lines: OnceLock::new() }
    }

    /// The line about a claim, without its hash.
    pub(super) fn find_line(&self, claim: &Claim) -> Option<String> {
        let hash = hash_claim(claim);
        let newer = fs::read_to_string(workspace::target_folder().join(self.folder).join(&hash)).ok();
        newer.or_else(|| self.read_file().get(&hash).cloned())
    }

    /// No lines if there is no file.
    fn read_file(&self) -> &HashMap<String, String> {
        self.lines.get_or_init(|| {
            let text = fs::read_to_string(workspace::root().join(self.file)).unwrap_or_default();
            let split =
                |line: &str| line.split_once(' ').map(|(hash, line)| (hash.to_owned(), line.to_owned()));
            text.lines().filter_map(split).collect()
        })
    }

    /// Keeps a line about a claim below the target folder.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn keep_line(&self, claim: &Claim, line: &str) -> Result<(), String> {
        write(&workspace::target_folder().join(self.folder).join(hash_claim(claim)), line)
    }

    /// Writes the lines about all claims to the project's file, in the order of the claims' names.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn write_all(&self, root: &Path, claims: &[Claim]) -> Result<(), String> {
        let mut lines: Vec<(String, String)> = Vec::new();
        for claim in claims {
            if let Some(line) = self.find_line(claim) {
                lines.push((claim.name(), format!("{} {}\n", hash_claim(claim), line.trim_end())));
            }
        }
        lines.sort();
        let text: String = lines.into_iter().map(|(_, line)| line).collect();
        write(&root.join(self.file), &text)
    }
}

/// The hash by which a claim is found.
fn hash_claim(claim: &Claim) -> String {
    format!("{:016x}", hash_bytes(BASIS, claim.text().bytes()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let fault = |error| format!("`{}` cannot be written: {error}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(fault)?;
    fs::write(path, text).map_err(fault)
}
