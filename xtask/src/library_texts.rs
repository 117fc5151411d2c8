//! The texts of the standard library and the lists of them in `datarep-dsl/src/standard.rs`. A text that is in no list is
//! in no program, and nothing else would say so.

use std::fs;
use std::path::Path;

use datarep_dsl::standard;

use crate::workspace;

/// Checks that the lists have every text of the standard library.
///
/// # Errors
///
/// Fails if a text is in no list, or if the folder cannot be read.
pub(crate) fn check_lists() -> Result<(), String> {
    let folder = workspace::root().join("datarep-dsl/standard");
    let listed = |texts: &[(&str, &str)], name: &str| texts.iter().any(|(known, _)| *known == name);
    check_texts_listed(&folder.join("family"), |name| listed(standard::families(), name))?;
    // The rules for fields of records are no representation.
    check_texts_listed(&folder, |name| name == "record" || listed(standard::datareps(), name))
}

/// Checks that every text in a folder is known; otherwise the error names those that are not.
fn check_texts_listed(folder: &Path, is_known: impl Fn(&str) -> bool) -> Result<(), String> {
    let fault = |error| format!("cannot read `{}`: {error}", folder.display());
    let mut faults = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.extension().is_some_and(|extension| extension == "datarep") && !is_known(&name) {
            faults.push(format!("`{}` is not in the lists of `datarep-dsl/src/standard.rs`", path.display()));
        }
    }
    faults.sort();
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_not_listed_is_told() {
        let folder = workspace::root().join("datarep-dsl/standard/family");
        let fault = check_texts_listed(&folder, |name| name != "ti").expect_err("one is unknown");
        assert!(
            fault.ends_with("family/ti.datarep` is not in the lists of `datarep-dsl/src/standard.rs`"),
            "{fault}"
        );
    }
}
