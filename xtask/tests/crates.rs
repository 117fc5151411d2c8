//! Of what crates programs and tests are built.

use std::collections::BTreeSet;

use datarep_workshop::workspace::{TESTED, cargo};

/// The crates that a build compiles, each with its features.
fn list_crates(arguments: &[&str]) -> BTreeSet<String> {
    let tree = cargo()
        .args(["tree", "--locked", "--prefix=none", "--format={p} {f}"])
        .args(arguments)
        .output()
        .expect("`cargo tree` runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let told = String::from_utf8(tree.stdout).expect("names are texts");
    // A crate that is listed again ends with a star.
    told.lines().map(|line| line.trim_end_matches(" (*)").trim_end().to_owned()).collect()
}

/// A crate with other features is compiled again, and so is all that needs it. If a crate is listed here, the feature `shared`
/// of the package lacks one of its features.
#[test]
fn programs_and_tests_are_built_of_the_same_crates() {
    let tested = list_crates(&["--workspace", "--features", TESTED]);
    let own = ["--edges=normal,build"];
    let program = list_crates(&[&own[..], &["--package=xtask"]].concat());
    assert!(program.len() > 50 && tested.len() > program.len());
    assert_eq!(program.difference(&tested).collect::<Vec<_>>(), Vec::<&String>::new());
    // The runtime and the package itself are built as they are published.
    let wheel = list_crates(&[&own[..], &["--package=datarep-python", "--features=shared"]].concat());
    let others: Vec<&str> = wheel.difference(&tested).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(others, ["datarep", "datarep-python"]);
}
