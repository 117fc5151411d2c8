//! Compiles the text of every case, compares the Rust with reviewed snapshots, and compiles and runs these.
//!
//! `cases/NAME.datarep` is the text, `cases/NAME.rs` a program that uses it, `generated/NAME.snap` the generated code, and
//! `generated/NAME` the folder of the pieces that it includes: see [`pieces`].

mod pieces;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use datarep_dsl::source::Source;

use self::pieces::{Pieces, divide_code};

/// The case that is nothing but `external32`. What is the same in others is not repeated.
const BASE: &str = "base";

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = fs::read_dir(folder).expect("the cases are there");
    let mut cases: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "datarep"))
        .collect();
    cases.sort();
    cases
}

fn name(case: &Path) -> String {
    case.file_stem().expect("a file").to_string_lossy().into_owned()
}

fn generate(case: &Path) -> String {
    let text = fs::read_to_string(case).expect("a readable case");
    // A name that is the same on every machine.
    let source = Source { name: format!("cases/{}.datarep", name(case)), text, first_line: 1 };
    match datarep_dsl::compile(&source) {
        Ok(model) => datarep_codegen::format(&model),
        Err(failure) => panic!("{}", datarep_dsl::render::render_all(&source, &failure)),
    }
}

/// The pieces of all cases, of which the base comes first.
fn divide_cases() -> &'static [(String, Pieces)] {
    static ALL: OnceLock<Vec<(String, Pieces)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let base = cases().into_iter().find(|case| name(case) == BASE).expect("the base is a case");
        let base = divide_code(BASE, &generate(&base), &Pieces::new());
        let others = cases().into_iter().filter(|case| name(case) != BASE);
        let others: Vec<_> =
            others.map(|case| (name(&case), divide_code(&name(&case), &generate(&case), &base))).collect();
        std::iter::once((BASE.to_owned(), base)).chain(others).collect()
    })
}

#[test]
fn generated_code_is_what_was_reviewed() {
    for (place, text) in divide_cases().iter().flat_map(|(_, pieces)| pieces) {
        let (folder, file) = place.rsplit_once('/').unwrap_or(("", place));
        let path = Path::new("generated").join(folder);
        insta::with_settings!({
            prepend_module_to_snapshot => false, omit_expression => true, snapshot_path => path
        }, {
            insta::assert_snapshot!(file, text);
        });
    }
}

/// What can't be read is not reviewed.
#[test]
fn every_snapshot_is_short_and_of_a_case() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generated");
    let pieces: BTreeSet<&String> = divide_cases().iter().flat_map(|(_, pieces)| pieces.keys()).collect();
    let snapshots = list_snapshots(&folder, "");
    assert_eq!(snapshots.iter().map(|(place, _)| place).collect::<BTreeSet<_>>(), pieces);
    for (place, text) in snapshots {
        assert!(text.lines().count() <= 400, "`{place}` has {} lines", text.lines().count());
    }
}

/// The snapshots in a folder and those below it, each with its place and the code in it.
fn list_snapshots(folder: &Path, place: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder of snapshots");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let listed = paths.flat_map(|path| {
        let below = format!("{place}{}", name(&path));
        if path.is_dir() {
            return list_snapshots(&path, &format!("{below}/"));
        }
        let text = fs::read_to_string(&path).expect("a readable snapshot");
        let (_, code) = text[4..].split_once("\n---\n").expect("a snapshot has a head");
        vec![(below, code.to_owned())]
    });
    listed.collect()
}

#[test]
fn generated_code_is_the_same_every_time() {
    for case in cases() {
        assert_eq!(generate(&case), generate(&case), "{}", case.display());
    }
}

/// Compiles the snapshots themselves, not the present output of the generator. All of them are modules of one program,
/// since each program takes seconds to build.
#[test]
fn every_snapshot_compiles_and_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generated");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("snapshots");
    for (place, code) in list_snapshots(&root, "") {
        let path = folder.join(format!("{place}.rs"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the program");
        fs::write(path, code).expect("a piece");
    }
    let (mut modules, mut calls) = (String::new(), String::new());
    for case in cases() {
        let name = name(&case);
        let module = folder.join(format!("{name}.rs"));
        let generated =
            fs::read_to_string(&module).unwrap_or_else(|error| panic!("no snapshot of `{name}`: {error}"));
        let uses = fs::read_to_string(case.with_extension("rs"))
            .unwrap_or_else(|error| panic!("no program for `{name}`: {error}"));
        let uses = uses.replacen("fn main()", "pub(crate) fn main()", 1);
        fs::write(&module, format!("{generated}\n{uses}")).expect("a module");
        let _ = writeln!(modules, "#[path = {module:?}]\nmod {name};");
        let _ = writeln!(calls, "    {name}::main();");
    }
    fs::write(folder.join("all.rs"), format!("{modules}\nfn main() {{\n{calls}}}\n")).expect("a program");
    run_package(&folder);
}

/// Makes `all.rs` in a folder a package of its own, and runs it. It needs nothing but the runtime, and no crate of these tests.
fn run_package(folder: &Path) {
    // As a literal of TOML, which is one of Rust, too.
    let runtime = format!("{:?}", concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime"));
    let manifest = format!(
        "[package]\nname = \"snapshots\"\nedition = \"2024\"\n\n[[bin]]\nname = \"snapshots\"\npath = \"all.rs\"\n\n\
         [dependencies]\ndatarep = {{ path = {runtime} }}\n\n[profile.dev]\ndebug = false\nincremental = false\n\n[workspace]\n",
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--offline"]).current_dir(folder);
    let done = cargo.env("CARGO_TARGET_DIR", folder.join("target")).output().expect("Cargo runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
