//! Plants faults in a copy of the sources, and builds the campaigns of the copy.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::draw::{DrawnFault, GROUPS};
use crate::{fuzz, nightly, workspace};

/// The crates with faults, and what is added to each: the switch.
const CRATES: [&str; 5] =
    ["datarep-dsl", "datarep-dynamic", "datarep-probe", "datarep-copybook", "datarep-cli"];
const SWITCH: &str = "
pub(crate) mod planted {
    static NUMBER: std::sync::LazyLock<Option<usize>> =
        std::sync::LazyLock::new(|| std::env::var(\"DATAREP_PLANTED\").ok()?.parse().ok());

    pub(crate) fn is_on(number: usize) -> bool {
        *NUMBER == Some(number)
    }
}
";

/// The places of the planted faults in the sources of the copy.
type Places = BTreeMap<PathBuf, Vec<(Range<usize>, usize)>>;

/// What is compiled quickly rather than well: the sources of the copy. All else is that of `cargo xtask fuzz`, which has
/// mostly compiled it already.
const QUICK: [&str; 9] = [
    "datarep",
    "datarep-cli",
    "datarep-codegen",
    "datarep-copybook",
    "datarep-dsl",
    "datarep-dynamic",
    "datarep-oracle",
    "datarep-plan",
    "datarep-probe",
];

/// Plants all faults that compile, and builds the campaigns. Returns the folder of their programs, and adds those that do not
/// compile to `refused`.
pub(super) fn build(
    work: &Path,
    drawn: &[DrawnFault],
    refused: &mut BTreeSet<usize>,
) -> Result<PathBuf, String> {
    let (tree, target) = (work.join("tree"), workspace::target_folder().join("fuzz"));
    let campaigns: BTreeSet<&str> = GROUPS.iter().flat_map(|group| group.campaigns.iter().copied()).collect();
    loop {
        let places = write_tree(&tree, drawn, refused)?;
        let mut cargo = nightly::cargo();
        let host = nightly::find_host_target()?;
        cargo.current_dir(&tree).args(["build", "--release", "--message-format=json", "--target", &host]);
        cargo.args(["--keep-going", "--manifest-path", "fuzz/Cargo.toml"]);
        cargo.args(campaigns.iter().flat_map(|campaign| ["--bin", campaign]));
        cargo.args(QUICK.iter().map(|name| format!("--config=profile.release.package.{name}.opt-level=1")));
        fuzz::set_branch_counting(&mut cargo);
        cargo.env("CARGO_TARGET_DIR", &target);
        let output = cargo.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("the nightly compiler cannot be run: {error}"))?;
        if output.status.success() {
            return keep_programs(&target.join(host).join("release"), &work.join("programs"), &campaigns);
        }
        let wrong = find_blamed(&String::from_utf8_lossy(&output.stdout), &places);
        if wrong.is_empty() {
            return Err("the campaigns with faults cannot be built, and no fault is to blame".to_owned());
        }
        println!("mutants: {} faults do not compile", wrong.len());
        refused.extend(wrong);
    }
}

/// Copies the programs to a folder of their own: those of `cargo xtask fuzz` have the same names.
fn keep_programs(from: &Path, to: &Path, names: &BTreeSet<&str>) -> Result<PathBuf, String> {
    let unwritten = |error: std::io::Error| format!("`{}`: {error}", to.display());
    fs::create_dir_all(to).map_err(unwritten)?;
    for name in names {
        fs::copy(from.join(name), to.join(name)).map_err(unwritten)?;
    }
    Ok(to.to_owned())
}

/// Writes the copy: all files that git knows, with the faults in them. Files that stay the same are not written, so that they are
/// not compiled again.
fn write_tree(tree: &Path, drawn: &[DrawnFault], refused: &BTreeSet<usize>) -> Result<Places, String> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(workspace::root()).output();
    let listed = listed.map_err(|error| format!("git cannot be run: {error}"))?.stdout;
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let mut places = Places::new();
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let path = Path::new(name);
        // A file that was removed and is not committed yet.
        let Ok(mut bytes) = fs::read(workspace::root().join(path)) else { continue };
        let here: Vec<&DrawnFault> =
            drawn.iter().filter(|one| one.file == path && !refused.contains(&one.number)).collect();
        if !here.is_empty() {
            let (text, found) = plant_faults(&String::from_utf8_lossy(&bytes), &here);
            bytes = text.into_bytes();
            places.insert(path.to_owned(), found);
        }
        if path == Path::new("Cargo.toml") {
            // What a fault leaves unused, or never reached, is to be compiled.
            bytes = String::from_utf8_lossy(&bytes).replace("\"deny\"", "\"allow\"").into_bytes();
        }
        if CRATES.iter().any(|name| path == Path::new(name).join("src/lib.rs")) {
            bytes.extend_from_slice(SWITCH.as_bytes());
        }
        let to = tree.join(path);
        if fs::read(&to).is_ok_and(|old| old == bytes) {
            continue;
        }
        let written = fs::create_dir_all(to.parent().unwrap_or(tree)).and_then(|()| fs::write(&to, &bytes));
        written.map_err(|error| format!("`{}`: {error}", to.display()))?;
    }
    Ok(places)
}

/// A source with faults in it, and their places.
fn plant_faults(text: &str, here: &[&DrawnFault]) -> (String, Vec<(Range<usize>, usize)>) {
    let mut here = here.to_vec();
    here.sort_by_key(|one| one.fault.at.start);
    let (mut new, mut places, mut end) = (String::new(), Vec::new(), 0);
    for one in here {
        new += &text[end..one.fault.at.start];
        let start = new.len();
        new += &one.fault.new.replace("NUMBER", &one.number.to_string());
        places.push((start..new.len(), one.number));
        end = one.fault.at.end;
    }
    new += &text[end..];
    (new, places)
}

/// The faults in which the compiler found errors. An error that lies in none is blamed on the nearest before it.
fn find_blamed(told: &str, places: &Places) -> BTreeSet<usize> {
    let mut blamed = BTreeSet::new();
    let messages = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    for message in messages.filter(|message| message["message"]["level"] == "error") {
        for span in message["message"]["spans"].as_array().into_iter().flatten() {
            let name = span["file_name"].as_str().unwrap_or_default();
            let Some((_, faults)) = places.iter().find(|(path, _)| Path::new(name).ends_with(path)) else {
                continue;
            };
            let at = span["byte_start"].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or(0);
            let inside = faults.iter().find(|(range, _)| range.contains(&at));
            let nearest = || faults.iter().rev().find(|(range, _)| range.start <= at);
            if span["is_primary"] == true
                && let Some((_, number)) = inside.or_else(nearest)
            {
                blamed.insert(*number);
            }
        }
    }
    blamed
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;

    #[test]
    fn faults_of_a_source_are_planted_side_by_side() {
        let text = "fn f(a: u8) -> u8 { a * 2 }\nfn g(b: u8) -> u8 { b / 2 }\n";
        let all = find::find_faults(text).expect("it is Rust");
        let wanted = ["`*` is `+` in `f`", "`/` is `%` in `g`"];
        let drawn: Vec<DrawnFault> = all
            .into_iter()
            .filter(|fault| wanted.contains(&fault.title.as_str()))
            .enumerate()
            .map(|(number, fault)| DrawnFault { number, group: 0, file: PathBuf::from("src/lib.rs"), fault })
            .collect();
        let (new, places) = plant_faults(text, &drawn.iter().rev().collect::<Vec<_>>());
        assert_eq!(
            new,
            "fn f(a: u8) -> u8 { (if crate::planted::is_on(0) { (a) + (2) } else { a * 2 }) }\n\
             fn g(b: u8) -> u8 { (if crate::planted::is_on(1) { (b) % (2) } else { b / 2 }) }\n"
        );
        let at = new.find("(b)").expect("the second fault");
        let places = Places::from([(PathBuf::from("src/lib.rs"), places)]);
        let told = format!(
            "{{\"message\":{{\"level\":\"error\",\"spans\":[{{\"file_name\":\"/a/src/lib.rs\",\"byte_start\":{at},\"is_primary\":true}}]}}}}"
        );
        assert_eq!(find_blamed(&told, &places), BTreeSet::from([1]));
    }
}
