//! Runs each committed input of the campaign `readers` in `fuzz/` once, with the real binary.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[path = "../../fuzz/src/readers.rs"]
#[allow(
    clippy::pedantic,
    dead_code,
    unreachable_pub,
    reason = "it is the code of another package, with lints of its own"
)]
mod readers;

#[path = "../../fuzz/src/answers.rs"]
#[allow(unreachable_pub, reason = "it is the code of another package, with lints of its own")]
mod answers;

/// The files that commands write are those that they wrote.
#[test]
fn committed_inputs_give_the_answers_that_they_gave() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    if std::env::var_os("DATAREP_ANSWERS").is_some_and(|how| how == "write") {
        answers::write(&home, "readers", readers::answer).unwrap_or_else(|fault| panic!("{fault}"));
    }
    answers::compare(&home, "readers", readers::answer).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn committed_inputs_end_as_commands_do() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/readers");
    let folder = tempfile::tempdir().expect("a folder");
    let mut inputs = 0;
    for entry in fs::read_dir(corpus).expect("inputs") {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("an input");
        let Some(arguments) = readers::arguments(&bytes, folder.path()) else { continue };
        let mut command = Command::new(env!("CARGO_BIN_EXE_datarep"));
        command.args(&arguments[1..]).env_clear().env("HOME", folder.path()).stdin(Stdio::null());
        let output = command.output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        assert!(matches!(code, Some(0..=2)), "{code:?} of {arguments:?} by {}: {told}", path.display());
        assert!(code == Some(0) || !output.stdout.is_empty() || !told.is_empty(), "a failure is told");
        inputs += 1;
    }
    assert!(inputs > 0, "there are inputs");
}
