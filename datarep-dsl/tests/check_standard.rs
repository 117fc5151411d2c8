//! The standard library compiles without faults, and has the expected meaning.
#![cfg(feature = "render")]

use datarep_dsl::source::Source;
use datarep_dsl::{compile, render, standard};

fn every_text() -> impl Iterator<Item = (&'static str, &'static str)> {
    standard::families().iter().chain(standard::datareps()).copied()
}

#[test]
fn every_text_is_sound() {
    for (name, text) in every_text() {
        let source = Source { name: format!("{name}.datarep"), text: text.to_owned(), first_line: 1 };
        if let Err(failure) = compile(&source) {
            panic!("{}", render::render_all(&source, &failure));
        }
    }
}
