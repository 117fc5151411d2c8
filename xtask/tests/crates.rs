//! Of what crates programs and tests are built.

use std::collections::BTreeSet;

use datarep_workshop::workspace::cargo;

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

/// The crates that the tests of the workspace compile, each with its features.
///
/// The two kinds of edges are asked for apart: a macro is built without its own tests, and Cargo would list what these need.
fn list_tested_crates() -> BTreeSet<String> {
    let mut tested = list_crates(&["--workspace", "--edges=normal,build"]);
    tested.extend(list_crates(&["--workspace", "--edges=normal,dev,no-proc-macro"]));
    tested
}

/// A crate with other features is compiled again, and so is all that needs it. If a crate is listed here, the feature `shared`
/// of the package lacks one of its features.
#[test]
fn programs_and_tests_are_built_of_the_same_crates() {
    let tested = list_tested_crates();
    let own = ["--edges=normal,build"];
    let program = list_crates(&[&own[..], &["--package=xtask"]].concat());
    assert!(program.len() > 50 && tested.len() > program.len());
    assert_eq!(program.difference(&tested).collect::<Vec<_>>(), Vec::<&String>::new());
    // The runtime and the package itself are built as they are published.
    let wheel = list_crates(&[&own[..], &["--package=datarep-python", "--features=shared"]].concat());
    let others: Vec<&str> = wheel.difference(&tested).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(others, ["datarep", "datarep-python"]);
}

/// The tests of the workspace are with the types of other crates and with slices that are divided.
#[test]
fn the_runtime_is_tested_with_its_features() {
    let tested = list_tested_crates();
    let has_features = |line: &&String| {
        let features = line.rsplit(' ').next().unwrap_or_default();
        let has = |feature| features.split(',').any(|other| other == feature);
        line.starts_with("datarep v") && ["half", "num-complex", "parallel"].into_iter().all(has)
    };
    assert!(tested.iter().any(|line| has_features(&line)), "{tested:#?}");
}

/// What `.ci/run` measures at its end is built of the crates of the slices, which it has run before. If a crate is listed here, the
/// feature `slice` of `datarep-oracle` or `beyond` of `datarep-bench` lacks one of its features.
#[test]
fn what_is_measured_and_slices_are_built_of_the_same_crates() {
    let list = |package: &str, feature: &str| {
        list_crates(&["--edges=normal,build", package, "--no-default-features", feature])
    };
    let slices = list("--package=datarep-oracle", "--features=slice");
    let measured = list("--package=datarep-bench", "--features=beyond");
    let name = |line: &String| line.split(' ').next().unwrap_or_default().to_owned();
    let names = |lines: &BTreeSet<String>| lines.iter().map(name).collect::<BTreeSet<String>>();
    let (of_slices, of_measured) = (names(&slices), names(&measured));
    assert!(of_slices.intersection(&of_measured).count() > 15);
    let is_of_both = |line: &&String| of_slices.contains(&name(line)) && of_measured.contains(&name(line));
    let differing: Vec<&String> = slices.symmetric_difference(&measured).filter(is_of_both).collect();
    assert_eq!(differing, Vec::<&String>::new());
}
