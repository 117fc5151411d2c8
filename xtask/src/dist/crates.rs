//! The crates as they are published, each built from its packaged files.

use std::fs;
use std::path::Path;

use super::{DistBuild, VERSION, make_empty_folder, run_program};
use crate::{cross, workspace};

/// Packages the published crates and builds them: Cargo unpacks each, and takes the others as they are packaged, too.
pub(super) fn make_crates(dist: &mut DistBuild) -> Result<(), String> {
    let crates = list_published_crates(&workspace::root())?;
    make_empty_folder(&cross::build_folder().join("package"))?;
    let mut cargo = workspace::cargo();
    cargo.args(["package", "--quiet", "--locked"]).env("CARGO_TARGET_DIR", cross::build_folder());
    cargo.args(crates.iter().flat_map(|name| ["--package", name]));
    run_program(&mut cargo)?;
    let folder = cross::build_folder().join("package");
    for name in crates {
        let file = format!("{name}-{VERSION}.crate");
        dist.put_file(&folder.join(&file), &file)?;
        dist.count_tried(&file, "built from the packaged files");
    }
    Ok(())
}

/// The names of the packages of the workspace that are published, in order.
fn list_published_crates(root: &Path) -> Result<Vec<String>, String> {
    let read = |file: &str| fs::read_to_string(root.join(file)).map_err(|error| format!("`{file}`: {error}"));
    let manifest = read("Cargo.toml")?;
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = "));
    let members = members.ok_or("`Cargo.toml` lists no members in one line")?;
    let mut names = Vec::new();
    for member in members.split('"').skip(1).step_by(2) {
        let manifest = read(&format!("{member}/Cargo.toml"))?;
        if !manifest.lines().any(|line| line == "publish = false") {
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
            names.push(name.ok_or_else(|| format!("`{member}/Cargo.toml` has no name"))?.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_crates_are_those_that_programs_use() {
        let names = list_published_crates(&workspace::root()).expect("the manifests can be read");
        assert!(
            ["datarep", "datarep-cli", "datarep-dsl"].iter().all(|name| names.iter().any(|one| one == name))
        );
        assert!(!names.iter().any(|name| ["xtask", "datarep-python"].contains(&name.as_str())));
    }
}
