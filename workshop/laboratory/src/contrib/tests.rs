use std::collections::BTreeSet;

use super::*;

/// The programs of a folder.
fn programs(name: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(tests_folder().join(name)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let sources = paths.filter(|path| path.extension().is_some_and(|ending| ending == "c"));
    sources.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}

fn text(name: &str) -> String {
    workspace::read_file(&tests_folder().join(name)).expect("the file is there")
}

#[test]
fn each_program_is_in_a_list_and_in_the_readme() {
    let tests = lists::parse_tests(&text("testlist")).expect("the list of tests is right");
    let listed: BTreeSet<String> = tests.iter().map(|test| test.name.clone()).collect();
    assert_eq!(listed, programs("io"));
    let results = Results::parse(&text("results.txt")).expect("the list of results is right");
    let (named, libraries) = results.list_names();
    let faults: BTreeSet<String> =
        named.into_iter().filter(|name| !listed.contains(*name)).map(str::to_owned).collect();
    assert_eq!(faults, programs("faults"));
    let known = ["mpich-4", "mpich-5", "mpich-5-abi", "open-mpi-4", "open-mpi-5", "intel", "intel-abi"];
    for library in libraries {
        assert!(known.contains(&library), "`{library}` is no library");
    }
    let readme = text("README.md");
    for name in listed.union(&faults) {
        assert!(readme.contains(&format!("`{name}`")), "the README does not name `{name}`");
    }
}

/// The programs go to other projects. They name nothing but MPI.
#[test]
fn the_programs_are_plain_c() {
    let identifiers = [
        "MPI_Register_datarep",
        "MPI_MAX_DATAREP_STRING",
        "MPI_ERR_DUP_DATAREP",
        "MPI_ERR_UNSUPPORTED_DATAREP",
    ];
    for (name, ending) in [("io", "c"), ("io", "h"), ("faults", "c"), ("include", "h")] {
        for entry in fs::read_dir(tests_folder().join(name)).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            if path.extension().is_none_or(|found| found != ending) {
                continue;
            }
            let source = workspace::read_file(&path).expect("the program can be read");
            assert!(source.contains("SPDX-License-Identifier: mpich2 OR BSD-3-Clause-Open-MPI"));
            let rest =
                identifiers.iter().fold(source, |source, name| source.replace(name, "")).to_lowercase();
            for word in ["datarep", "rust", "preload"] {
                assert!(!rest.contains(word), "`{}` has the word `{word}`", path.display());
            }
        }
    }
}

#[test]
fn a_library_has_the_result_of_its_line_or_of_the_list() {
    let tests = lists::parse_tests("one 2\ntwo 1 arg=wide xfail=issue1\n").expect("the list is right");
    let results = Results::parse(
        "# a remark\nfails one: a b\npasses two wide: b\nfails three 4: a\nby chance four 1: b\n",
    )
    .expect("the list is right");
    let expected = |library| [0, 1].map(|index: usize| results.expect_test(&tests[index], library));
    assert_eq!(expected("a"), [ExpectedResult::Fails, ExpectedResult::Fails]);
    assert_eq!(expected("b"), [ExpectedResult::Fails, ExpectedResult::Passes]);
    assert_eq!(expected("c"), [ExpectedResult::Passes, ExpectedResult::Fails]);
    let faults = |library| -> Vec<(String, ExpectedResult)> {
        let faults = results.list_fault_programs(&tests, library).into_iter();
        faults.map(|(program, expected)| (program.to_string(), expected)).collect()
    };
    let named = |four, three| vec![("four on 1".to_owned(), four), ("three on 4".to_owned(), three)];
    assert_eq!(faults("a"), named(ExpectedResult::Passes, ExpectedResult::Fails));
    assert_eq!(faults("b"), named(ExpectedResult::ByChance, ExpectedResult::Passes));
    for wrong in ["one", "one two", "one 1 color=red", "one 1 xfail="] {
        assert!(lists::parse_tests(wrong).is_err_and(|fault| fault.contains(wrong)), "{wrong}");
    }
    for wrong in ["fails one", "is one: a", "fails one: a\nfails one: b"] {
        assert!(Results::parse(wrong).is_err(), "{wrong}");
    }
}
