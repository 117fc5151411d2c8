//! Compiles the text of every case, compares the Rust with the reviewed snapshot, and compiles and runs that snapshot.
//!
//! `cases/NAME.datarep` is the text, `snapshots/NAME.snap` the generated code, and `cases/NAME.rs` a program that uses
//! it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use datarep_dsl::source::Source;

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

#[test]
fn generated_code_is_what_was_reviewed() {
    for case in cases() {
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name(&case), generate(&case));
        });
    }
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("snapshots");
    fs::create_dir_all(&folder).expect("a folder for the program");
    let (mut modules, mut calls) = (String::new(), String::new());
    for case in cases() {
        let name = name(&case);
        let snapshot = fs::read_to_string(root.join("snapshots").join(format!("{name}.snap")))
            .unwrap_or_else(|error| panic!("no snapshot of `{name}`: {error}"));
        let (_, generated) = snapshot[4..].split_once("\n---\n").expect("a snapshot has a head");
        let uses = fs::read_to_string(case.with_extension("rs"))
            .unwrap_or_else(|error| panic!("no program for `{name}`: {error}"));
        let uses = uses.replacen("fn main()", "pub(crate) fn main()", 1);
        let module = folder.join(format!("{name}.rs"));
        fs::write(&module, format!("{generated}\n{uses}")).expect("a module");
        let _ = writeln!(modules, "#[path = {module:?}]\nmod {name};");
        let _ = writeln!(calls, "    {name}::main();");
    }
    let program = folder.join("all.rs");
    fs::write(&program, format!("{modules}\nfn main() {{\n{calls}}}\n")).expect("a program");
    trybuild::TestCases::new().pass(program);
}
