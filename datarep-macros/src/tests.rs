//! A text means the same in a file and in the macro.

use std::path::Path;

use datarep_dsl::model::Model;
use datarep_dsl::source::Source;
use datarep_dsl::standard;
use proc_macro2::TokenStream;

use crate::token_map::TokenMap;
use crate::token_map::tests::folded;

/// Every sample of this package and every text of the standard library: name and text.
fn samples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let entries =
        folder.read_dir().expect("the samples are there").map(|entry| entry.expect("an entry").path());
    let mut samples: Vec<(String, String)> = entries
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("a text")))
        .collect();
    let library = standard::families().iter().chain(standard::datareps());
    samples.extend(library.map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
    samples.sort();
    assert!(samples.len() > 15, "only {} samples", samples.len());
    samples
}

fn tokens(name: &str, text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|error| panic!("{name} is not made of Rust tokens: {error}"))
}

fn model(source: &Source) -> Model {
    datarep_dsl::compile(source)
        .unwrap_or_else(|failure| panic!("{}: {:#?}\n{}", source.name, failure.diagnostics, source.text))
}

#[test]
fn a_text_means_the_same_in_a_file_and_in_the_macro() {
    for (name, text) in samples() {
        let file = model(&Source { name: name.clone(), text: text.clone(), first_line: 1 });
        let mut map = TokenMap::new(tokens(&name, &text));
        map.source.name.clone_from(&name);
        // Lines and columns are compared too.
        assert_eq!(file, model(&map.source), "{name}");
        assert!(!file.formats.is_empty() || !text.contains("float "), "{name}");
    }
}

#[test]
fn a_text_means_the_same_when_its_tokens_have_lost_their_places() {
    for (name, text) in samples() {
        let file = model(&Source { name: name.clone(), text: text.clone(), first_line: 1 });
        let mut map = TokenMap::new(folded(tokens(&name, &text)));
        map.source.name.clone_from(&name);
        assert_eq!(file.to_string(), model(&map.source).to_string(), "{name}: {}", map.source.text);
    }
}
