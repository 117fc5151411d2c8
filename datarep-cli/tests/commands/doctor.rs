//! `datarep mpi doctor`, with scripts in the place of programs under MPI: what their processes tell is judged. `cargo xtask
//! mpi-native` runs it under MPI libraries.

use crate::Place;

/// Runs a script as the program, with a file in the place of the library.
fn doctor(script: &str) -> (Option<i32>, String, String) {
    let place = Place::new();
    place.write("none.so", "no library");
    let script = script.replace("$LIBRARY", &place.path("none.so").to_string_lossy());
    place.write("program", format!("#!/bin/sh\n{script}\n"));
    let done = place.run(&["mpi", "doctor", "--library", "none.so", "sh", "program"]);
    (done.code, String::from_utf8_lossy(&done.stdout).into_owned(), done.stderr)
}

const WELL: [&str; 2] = ["process 0 of 2 on here: all is well", "process 1 of 2 on there: all is well"];

/// The script that prints these lines of processes.
fn says(lines: &[&str]) -> String {
    let echo = |script: String, line: &&str| script + "echo '[1] datarep doctor: " + line + "'\n";
    lines.iter().fold(String::new(), echo)
}

#[test]
fn all_processes_are_well() {
    let (code, printed, told) = doctor(&says(&WELL));
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(printed.lines().count(), 2);
}

#[test]
fn a_fault_of_one_process_is_a_failure() {
    for faulty in [
        "process 1 of 2 on there: 1 fault",
        "process 1 of 2 on there: 3 faults",
        "a process on there: 2 faults",
    ] {
        let (code, printed, told) = doctor(&says(&[WELL[0], WELL[1], faulty]));
        assert_eq!(code, Some(1), "{printed}{told}");
        assert!(!told.contains("error: "), "the process has told it: {told}");
    }
}

#[test]
fn a_process_without_the_library_is_missed() {
    let (code, _, told) = doctor(&says(&[WELL[0], "process 1 of 2 on there"]));
    assert_eq!(code, Some(1));
    assert!(
        told.contains("error: 1 of 2 processes have told nothing") && told.contains("-genvall"),
        "{told}"
    );
}

#[test]
fn a_program_without_the_library_is_told_why() {
    let (code, printed, told) = doctor("echo 42");
    assert_eq!((code, printed.as_str()), (Some(1), "42\n"));
    assert!(told.contains("error: no process has told what it sees") && told.contains("MPI_Init"), "{told}");
    let (code, _, told) = doctor("exit 3");
    assert_eq!(code, Some(1));
    assert!(told.contains("ended with exit status: 3"), "{told}");
}

/// The library comes first, and what is preloaded stays.
#[test]
fn the_program_gets_the_settings() {
    let check =
        "test \"$LD_PRELOAD\" = $LIBRARY || exit 1\ntest \"$DATAREP_DOCTOR\" = \"$(pwd)\" || exit 1\n";
    let (code, _, told) = doctor(&(check.to_owned() + &says(&WELL)));
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn what_is_missing_is_named() {
    let place = Place::new();
    let done = place.run(&["mpi", "doctor", "--library", "nowhere.so", "true"]);
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("cannot use `nowhere.so`"), "{}", done.stderr);
    place.write("none.so", "no library");
    let done = place.run(&["mpi", "doctor", "--library", "none.so", "./no-launcher", "-n", "2"]);
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("cannot run `./no-launcher`"), "{}", done.stderr);
    let done = place.run(&["mpi", "doctor"]);
    assert_eq!(done.code, Some(2));
}
