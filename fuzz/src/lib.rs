//! Hostile bytes as inputs: a function for each campaign, which panics if a promise is broken.
//!
//! All modules except [`plugins`] and [`readers`] are also modules of the tests of `xtask`, which run the committed
//! inputs once with a stable compiler. The tests of `datarep-cli` do the same with the inputs of [`readers`].

pub mod answers;
pub mod plugins;
pub mod readers;
pub mod targets;

use std::path::Path;

/// Ends the campaign if a committed input gives another answer than it gave. A process that runs one input, of which
/// there are many, does not compare them: `DATAREP_ANSWERS` is `skip`.
pub fn compare_answers(campaign: &str, answer: answers::Answer) {
    if std::env::var_os("DATAREP_ANSWERS").is_some_and(|how| how == "skip") {
        return;
    }
    if let Err(wrong) = answers::compare(Path::new(env!("CARGO_MANIFEST_DIR")), campaign, answer) {
        panic!("{wrong}");
    }
}
