//! Runs the committed inputs of the campaigns in `fuzz/` once, with a stable compiler.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/src/targets.rs"]
#[allow(
    clippy::pedantic,
    dead_code,
    unreachable_pub,
    reason = "it is the code of another package, with lints of its own, and campaigns begin at other functions"
)]
mod targets;

#[path = "../../fuzz/src/answers.rs"]
#[allow(unreachable_pub, reason = "it is the code of another package, with lints of its own")]
mod answers;

#[test]
fn committed_inputs_give_the_answers_that_they_gave() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let campaigns: [(&str, answers::Answer); 3] = [
        ("text", targets::text::answer),
        ("records", targets::records::answer),
        ("probe", targets::probe::answer),
    ];
    for (campaign, answer) in campaigns {
        if std::env::var_os("DATAREP_ANSWERS").is_some_and(|how| how == "write") {
            answers::write(&home, campaign, answer).unwrap_or_else(|fault| panic!("{fault}"));
        }
        answers::compare(&home, campaign, answer).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
}

/// The limits of time and memory are those of `cargo xtask fuzz`, which runs the same texts at 1 MiB.
#[test]
fn the_worst_texts_are_answered() {
    const BYTES: usize = 1 << 14;
    let mut names = std::collections::BTreeSet::new();
    for (name, text) in xtask::fuzz::worst_texts(BYTES) {
        assert!(names.insert(name), "`{name}` is the name of one text");
        assert!(text.len() <= BYTES, "`{name}` has {} bytes", text.len());
        targets::text::run(text.as_bytes());
    }
    assert!(names.len() > 100);
}

#[test]
fn committed_inputs_break_no_promise() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus");
    let mut broken = Vec::new();
    for (name, run) in targets::ALL {
        let mut inputs = 0;
        for entry in fs::read_dir(corpus.join(name)).expect("inputs of each campaign") {
            let path = entry.expect("an entry").path();
            let bytes = fs::read(&path).expect("an input");
            if std::panic::catch_unwind(|| run(&bytes)).is_err() {
                broken.push(path);
            }
            inputs += 1;
        }
        assert!(inputs > 0, "`{name}` has inputs");
    }
    assert!(broken.is_empty(), "by {broken:?}");
}
