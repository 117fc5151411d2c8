//! Draws the faults: as many of each part of the sources, always the same ones of the same sources.

use std::fs;
use std::path::{Path, PathBuf};

use datarep_workshop::chance::Chance;

use super::find::{self, Fault};
use crate::workspace;

/// A part of the sources, and the campaigns that should find faults in it.
pub(super) struct Group {
    pub(super) name: &'static str,
    folders: &'static [&'static str],
    pub(super) faults: usize,
    pub(super) campaigns: &'static [&'static str],
}

/// All parts.
pub(super) const GROUPS: [Group; 3] = [
    Group {
        name: "parser",
        folders: &["datarep-dsl/src/parse", "datarep-dsl/src/parse.rs"],
        faults: 70,
        campaigns: &["text", "records"],
    },
    Group {
        name: "checker",
        folders: &["datarep-dsl/src/check", "datarep-dsl/src/check.rs"],
        faults: 70,
        campaigns: &["text", "records", "formats", "dynamic"],
    },
    Group {
        name: "readers",
        folders: &[
            "datarep-copybook/src",
            "datarep-cli/src/input",
            "datarep-cli/src/input.rs",
            "datarep-dynamic/src/record",
            "datarep-probe/src/headers",
        ],
        faults: 60,
        campaigns: &["shapes", "readers", "records", "probe"],
    },
];

/// The seed of the draw, and the faults of a hundred that are drawn for those that do not compile.
const SEED: u64 = 31;
const SPARE: usize = 25;

/// A fault that was drawn.
#[derive(Debug, Clone)]
pub(super) struct DrawnFault {
    pub(super) number: usize,
    /// The place of its part among [`GROUPS`].
    pub(super) group: usize,
    pub(super) file: PathBuf,
    pub(super) fault: Fault,
}

impl DrawnFault {
    /// The fault in a line.
    pub(super) fn describe(&self) -> String {
        format!(
            "{:3} {} {}:{}: {}",
            self.number,
            GROUPS[self.group].name,
            self.file.display(),
            self.fault.line,
            self.fault.title
        )
    }
}

/// The faults of all parts, and some to spare.
pub(super) fn draw_faults() -> Result<Vec<DrawnFault>, String> {
    let root = workspace::root();
    let mut drawn: Vec<DrawnFault> = Vec::new();
    for (group, part) in GROUPS.iter().enumerate() {
        let mut files = Vec::new();
        for folder in part.folders {
            collect_sources(&root, Path::new(folder), &mut files)?;
        }
        files.sort();
        let mut all = Vec::new();
        for file in files {
            let text = fs::read_to_string(root.join(&file))
                .map_err(|error| format!("`{}`: {error}", file.display()))?;
            let faults =
                find::find_faults(&text).map_err(|fault| format!("`{}`: {fault}", file.display()))?;
            all.extend(faults.into_iter().map(|fault| (file.clone(), fault)));
        }
        Chance::new(SEED + group as u64).shuffle(&mut all);
        let most = drawn.len() + part.faults + part.faults * SPARE / 100;
        for (file, fault) in all {
            let meets = |one: &DrawnFault| {
                one.file == file && one.fault.at.start <= fault.at.end && fault.at.start <= one.fault.at.end
            };
            if drawn.len() < most && !drawn.iter().any(meets) {
                drawn.push(DrawnFault { number: drawn.len(), group, file, fault });
            }
        }
    }
    Ok(drawn)
}

/// The sources of a folder, or a file, without those of tests.
fn collect_sources(root: &Path, path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let here = root.join(path);
    if here.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(&here).map_err(|error| format!("`{}`: {error}", here.display()))? {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        let inner = path.join(&name);
        let is_source =
            inner.extension().is_some_and(|end| end == "rs") && name != "tests.rs" && name != "grammar.rs";
        if is_source || root.join(&inner).is_dir() {
            collect_sources(root, &inner, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_draw_is_always_the_same_and_no_two_faults_meet() {
        let drawn = draw_faults().expect("the sources of the workspace");
        let again = draw_faults().expect("the sources of the workspace");
        let lines = |drawn: &[DrawnFault]| drawn.iter().map(DrawnFault::describe).collect::<Vec<_>>();
        assert_eq!(lines(&drawn), lines(&again));
        for (group, part) in GROUPS.iter().enumerate() {
            assert!(drawn.iter().filter(|one| one.group == group).count() >= part.faults, "{}", part.name);
        }
        for (index, one) in drawn.iter().enumerate() {
            let meets = |other: &DrawnFault| {
                other.file == one.file
                    && other.fault.at.start < one.fault.at.end
                    && one.fault.at.start < other.fault.at.end
            };
            assert!(!drawn[index + 1..].iter().any(meets), "{}", one.describe());
        }
    }
}
