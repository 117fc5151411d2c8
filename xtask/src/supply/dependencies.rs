//! Third-party crates: their licenses, sources and versions, and the list of those on which published crates depend.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::interface::run_program_to_text;
use super::{CheckOutcome, Extent};
use crate::workspace;

/// Licenses whose code may be distributed with this project's code, and that require at most a notice.
const LICENSES: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "bzip2-1.0.6",
];

/// The registry of every crate, as it is named in lock files.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Crates that occur in several versions, with their number. They are needed by third-party crates that require
/// different versions.
const SEVERAL: [(&str, usize); 5] = [
    // `ahash` and its `const-random`, below `arrow-array`, and `tempfile`.
    ("getrandom", 3),
    // `png`, and `flate2`, which is below it.
    ("miniz_oxide", 2),
    // This project's, and that of `arrow-buffer`.
    ("num-bigint", 2),
    // For the same reason as `getrandom`.
    ("r-efi", 2),
    // This project's, and that of most macros.
    ("syn", 2),
];

/// The list of crates on which published ones depend.
const LIST: &str = "xtask/supply/dependencies.txt";

/// The text before the list.
const HEAD: &str = "\
# Crates that come with a published crate of this workspace, for any target and with any feature: their names and licenses.
# Made by `cargo xtask supply --write`, and compared by `cargo xtask supply --quick`: whoever adds a line has looked at the crate.
";

/// The output of `cargo metadata`.
struct Metadata {
    packages: BTreeMap<String, Package>,
    /// The packages that a package needs to be built and to run, by their ids.
    needs: BTreeMap<String, Vec<String>>,
}

struct Package {
    name: String,
    version: String,
    license: Option<String>,
    rust_version: Option<String>,
    source: Option<String>,
    is_published: bool,
}

/// The published packages of the workspace, each with the oldest compiler that it supports.
pub(super) fn list_published() -> Result<Vec<(String, String)>, String> {
    let metadata = Metadata::read_from_cargo()?;
    let ours = metadata.packages.values().filter(|package| package.source.is_none() && package.is_published);
    ours.map(|package| {
        let version = package.rust_version.clone();
        let version = version.ok_or_else(|| format!("`{}` names no oldest compiler", package.name))?;
        Ok((package.name.clone(), version))
    })
    .collect()
}

/// Checks that the lock file of the fuzzing campaigns fits the manifests. The campaigns are a
/// workspace of their own. Returns the fault, or `None`.
fn check_fuzz_lock_file(root: &Path) -> Option<String> {
    let manifest = root.join("fuzz/Cargo.toml");
    let mut cargo = workspace::cargo();
    cargo.args(["metadata", "--locked", "--format-version", "1", "--manifest-path"]).arg(&manifest);
    let fault = run_program_to_text(&mut cargo).err()?;
    Some(format!("`fuzz/Cargo.lock` is not current: call `cargo update --workspace` in `fuzz`\n  {fault}"))
}

/// Checks all third-party crates.
pub(super) fn check(root: &Path, extent: Extent) -> Result<CheckOutcome, String> {
    let metadata = Metadata::read_from_cargo()?;
    let foreign: Vec<&Package> = metadata.packages.values().filter(|one| one.source.is_some()).collect();
    let mut faults = Vec::new();
    for package in &foreign {
        let (name, version) = (&package.name, &package.version);
        match &package.license {
            Some(license) if is_license_allowed(license) => {}
            Some(license) => faults.push(format!("`{name}` {version} has the license `{license}`")),
            None => faults.push(format!("`{name}` {version} says no license")),
        }
        if package.source.as_deref() != Some(REGISTRY) {
            faults.push(format!("`{name}` {version} comes from {:?}", package.source));
        }
    }
    let coming = metadata.foreign_dependencies();
    faults.extend(find_unexpected_versions(&coming));
    faults.extend(metadata.find_too_new_dependencies());
    faults.extend(compare_or_write_list(root, &format_list(&coming), extent)?);
    faults.extend(check_fuzz_lock_file(root));
    if !faults.is_empty() {
        return Err(faults.join("\n  "));
    }
    Ok(CheckOutcome::Passed(format!(
        "{} crates, of which {} come with published ones",
        foreign.len(),
        coming.len()
    )))
}

impl Metadata {
    fn read_from_cargo() -> Result<Metadata, String> {
        let mut cargo = workspace::cargo();
        cargo.args(["metadata", "--format-version", "1", "--all-features", "--locked"]);
        let output = cargo.output().map_err(|error| format!("`cargo metadata` cannot be run: {error}"))?;
        if !output.status.success() {
            return Err(format!("`cargo metadata` has failed: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let told: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("`cargo metadata` prints no JSON: {error}"))?;
        Metadata::from_json(&told).ok_or_else(|| "`cargo metadata` does not say what it used to".to_owned())
    }

    fn from_json(told: &Value) -> Option<Metadata> {
        let mut packages = BTreeMap::new();
        for package in told["packages"].as_array()? {
            let text = |name: &str| package[name].as_str().map(str::to_owned);
            let found = Package {
                name: text("name")?,
                version: text("version")?,
                license: text("license"),
                rust_version: text("rust_version"),
                source: text("source"),
                is_published: package["publish"].is_null(),
            };
            packages.insert(text("id")?, found);
        }
        let mut needs = BTreeMap::new();
        for node in told["resolve"]["nodes"].as_array()? {
            let mut needed = Vec::new();
            for one in node["deps"].as_array()? {
                // Dependencies that only tests need are not distributed.
                if one["dep_kinds"].as_array()?.iter().any(|kind| kind["kind"] != "dev") {
                    needed.push(one["pkg"].as_str()?.to_owned());
                }
            }
            needs.insert(node["id"].as_str()?.to_owned(), needed);
        }
        Some(Metadata { packages, needs })
    }

    /// The ids of a package and of all its dependencies.
    fn collect_with_dependencies(&self, number: &str) -> BTreeSet<&str> {
        let (mut seen, mut left) = (BTreeSet::new(), Vec::new());
        left.extend(self.packages.get_key_value(number).map(|(number, _)| number.as_str()));
        while let Some(number) = left.pop() {
            if seen.insert(number) {
                left.extend(self.needs.get(number).into_iter().flatten().map(String::as_str));
            }
        }
        seen
    }

    fn published_packages(&self) -> impl Iterator<Item = (&String, &Package)> {
        self.packages.iter().filter(|(_, package)| package.source.is_none() && package.is_published)
    }

    /// The third-party crates on which published ones depend.
    fn foreign_dependencies(&self) -> Vec<&Package> {
        let numbers: BTreeSet<&str> = self
            .published_packages()
            .flat_map(|(number, _)| self.collect_with_dependencies(number))
            .collect();
        let packages = numbers.into_iter().filter_map(|number| self.packages.get(number));
        packages.filter(|package| package.source.is_some()).collect()
    }

    /// Crates that require a newer compiler than the published crate that depends on them.
    fn find_too_new_dependencies(&self) -> Vec<String> {
        let mut faults = BTreeSet::new();
        for (number, ours) in self.published_packages() {
            let coming = self
                .collect_with_dependencies(number)
                .into_iter()
                .filter_map(|number| self.packages.get(number));
            for package in
                coming.filter(|package| oldest_compiler_version(package) > oldest_compiler_version(ours))
            {
                faults.insert(format!(
                    "`{}` {} needs Rust {}, and `{}` is for {}",
                    package.name,
                    package.version,
                    package.rust_version.as_deref().unwrap_or_default(),
                    ours.name,
                    ours.rust_version.as_deref().unwrap_or_default()
                ));
            }
        }
        faults.into_iter().collect()
    }
}

/// The version numbers of the oldest compiler, or zeros if the package names none.
fn oldest_compiler_version(package: &Package) -> [u32; 3] {
    let mut numbers = [0; 3];
    let parts = package.rust_version.as_deref().unwrap_or_default().split('.');
    for (number, part) in numbers.iter_mut().zip(parts) {
        *number = part.parse().unwrap_or(0);
    }
    numbers
}

/// Whether one of the alternative licenses is allowed, together with all licenses that it is combined with.
fn is_license_allowed(license: &str) -> bool {
    let license = license.replace(['(', ')'], "").replace('/', " OR ");
    // `A AND (B OR C)` is treated as `A AND B OR C`. Both are allowed if all three are.
    let of = |part: &str| part.split(" AND ").all(|one| LICENSES.contains(&one.trim()));
    license.split(" OR ").any(of)
}

/// Crates that occur in more versions than expected.
fn find_unexpected_versions(coming: &[&Package]) -> Vec<String> {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in coming {
        versions.entry(&package.name).or_default().push(&package.version);
    }
    let known = |name: &str| SEVERAL.iter().find(|(known, _)| *known == name).map_or(1, |(_, count)| *count);
    let several = versions.into_iter().filter(|(name, versions)| versions.len() > known(name));
    several.map(|(name, versions)| format!("several versions of `{name}`: {}", versions.join(", "))).collect()
}

fn format_list(coming: &[&Package]) -> String {
    let line = |package: &&Package| {
        let license = package.license.as_deref().unwrap_or_default();
        format!("{:24} {license}", package.name)
    };
    let lines: BTreeSet<String> = coming.iter().map(line).collect();
    lines.iter().fold(HEAD.to_owned(), |list, line| list + line + "\n")
}

/// The differences from the committed list, which [`Extent::Write`] writes first.
fn compare_or_write_list(root: &Path, list: &str, extent: Extent) -> Result<Vec<String>, String> {
    let path = root.join(LIST);
    if extent == Extent::Write {
        fs::write(&path, list).map_err(|error| format!("`{LIST}` cannot be written: {error}"))?;
    }
    let old = fs::read_to_string(&path).unwrap_or_default();
    let [old, new] = [&old, list].map(|list| list.lines().collect::<BTreeSet<_>>());
    let more = new.difference(&old).map(|line| format!("`{LIST}` has no line `{line}`"));
    let less = old.difference(&new).map(|line| format!("`{LIST}` has a line too much: `{line}`"));
    let mut faults: Vec<String> = more.chain(less).collect();
    if !faults.is_empty() {
        faults.push("`cargo xtask supply --write` writes it".to_owned());
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn licenses_are_chosen_of_alternatives() {
        for license in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
        ] {
            assert!(is_license_allowed(license), "{license}");
        }
        for license in ["GPL-3.0", "MIT AND GPL-3.0", "LGPL-2.1 OR MPL-2.0", ""] {
            assert!(!is_license_allowed(license), "{license}");
        }
    }

    /// A published package needs `one` in two versions, one of them through another package. Tests need a third
    /// version.
    fn metadata() -> Metadata {
        let package = |id: &str, name: &str, version: &str, rust: &str, source: Value| json!({ "id": id, "name": name, "version": version, "license": "MIT", "rust_version": rust, "source": source });
        let dep = |id: &str, kind: Value| json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] });
        let told = json!({
            "packages": [
                package("ours", "ours", "0.1.0", "1.91", Value::Null),
                package("a", "one", "1.0.0", "1.60", REGISTRY.into()),
                package("b", "one", "2.0.0", "1.92.1", REGISTRY.into()),
                package("c", "other", "1.0.0", "1.99", REGISTRY.into()),
            ],
            "resolve": { "nodes": [
                { "id": "ours", "deps": [dep("a", Value::Null), dep("c", "dev".into())] },
                { "id": "a", "deps": [dep("b", "build".into())] },
                { "id": "b", "deps": [] },
                { "id": "c", "deps": [] },
            ] },
        });
        Metadata::from_json(&told).expect("as Cargo says it")
    }

    #[test]
    fn what_comes_with_a_package_is_looked_at() {
        let metadata = metadata();
        let coming = metadata.foreign_dependencies();
        assert_eq!(coming.iter().map(|one| one.version.as_str()).collect::<Vec<_>>(), ["1.0.0", "2.0.0"]);
        assert_eq!(find_unexpected_versions(&coming), ["several versions of `one`: 1.0.0, 2.0.0"]);
        assert_eq!(
            metadata.find_too_new_dependencies(),
            ["`one` 2.0.0 needs Rust 1.92.1, and `ours` is for 1.91"]
        );
        assert_eq!(format_list(&coming).lines().last(), Some("one                      MIT"));
    }
}
