//! Texts that are nearly sound, with random words and numbers: each is checked, printed and generated, or refused.

use std::fs;
use std::path::Path;

use datarep_dsl::source::Source;
use proptest::prelude::*;

/// Every sample of the language and every text of the standard library, as words with the space before each.
fn texts() -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datarep-dsl/tests/samples");
    let folders =
        [folder.clone(), folder.join("checks"), folder.join("../../../datarep-macros/tests/samples")];
    let mut paths: Vec<_> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("a folder of samples"))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "datarep"))
        .collect();
    paths.sort();
    let samples = paths.iter().map(|path| fs::read_to_string(path).expect("a sample"));
    let library = datarep_dsl::standard::families().iter().chain(datarep_dsl::standard::datareps());
    samples.chain(library.map(|(_, text)| (*text).to_owned())).map(|text| words(&text)).collect()
}

/// Cuts a text before every word, number and sign.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut in_word = false;
    for letter in text.chars() {
        let goes_on = in_word && (letter.is_alphanumeric() || letter == '_');
        match words.last_mut() {
            Some(word) if goes_on || word.chars().all(char::is_whitespace) => word.push(letter),
            _ => words.push(letter.to_string()),
        }
        in_word = letter.is_alphanumeric() || letter == '_';
    }
    words
}

/// A change of a text: a number at the limits, a word from another place, a word removed or repeated.
#[derive(Debug, Clone)]
enum Change {
    Number(usize, &'static str),
    Word(usize, usize),
    Remove(usize),
    Twice(usize),
}

fn change() -> impl Strategy<Value = Change> {
    let numbers = prop::sample::select(vec![
        "0",
        "1",
        "2",
        "3",
        "7",
        "8",
        "15",
        "16",
        "17",
        "30",
        "31",
        "32",
        "33",
        "38",
        "63",
        "64",
        "65",
        "100",
        "112",
        "113",
        "127",
        "128",
        "129",
        "0xFFFF",
        "536870912",
        "2147483647",
        "2147483648",
        "4294967295",
        "9223372036854775807",
        "18446744073709551615",
        "340282366920938463463374607431768211455",
    ]);
    prop_oneof![
        4 => (any::<usize>(), numbers).prop_map(|(at, number)| Change::Number(at, number)),
        3 => (any::<usize>(), any::<usize>()).prop_map(|(at, from)| Change::Word(at, from)),
        1 => any::<usize>().prop_map(Change::Remove),
        1 => any::<usize>().prop_map(Change::Twice),
    ]
}

fn is_number(word: &str) -> bool {
    word.trim_start().starts_with(|letter: char| letter.is_ascii_digit())
}

/// The index of one of the words that `is_meant` accepts. `at` may be any number.
fn nth(words: &[String], at: usize, is_meant: impl Fn(&str) -> bool) -> Option<usize> {
    let meant: Vec<usize> = (0..words.len()).filter(|index| is_meant(&words[*index])).collect();
    (!meant.is_empty()).then(|| meant[at % meant.len()])
}

fn apply(words: &mut Vec<String>, change: &Change) {
    match change {
        Change::Number(at, number) => {
            // The bits of a field follow its letter.
            let field =
                |word: &str| word.trim_start().get(1..).is_some_and(|digits| digits.parse::<u32>().is_ok());
            let Some(index) = nth(words, *at, |word| is_number(word) || field(word)) else { return };
            let word = &mut words[index];
            let start = word.find(|letter: char| letter.is_ascii_digit()).unwrap_or(0);
            word.replace_range(start.., number);
        }
        Change::Word(at, from) => {
            let is_word = |word: &str| word.trim_start().starts_with(|letter: char| letter.is_alphabetic());
            if let (Some(at), Some(from)) = (nth(words, *at, is_word), nth(words, *from, is_word)) {
                words[at] = words[from].clone();
            }
        }
        Change::Remove(at) => drop(words.remove(at % words.len())),
        Change::Twice(at) => words.insert(at % words.len(), words[at % words.len()].clone()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_changed_text_is_answered(
        words in prop::sample::select(texts()),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let mut words = words;
        for change in &changes {
            apply(&mut words, change);
        }
        let source = Source { name: "random.datarep".to_owned(), text: words.concat(), first_line: 1 };
        match datarep_dsl::compile(&source) {
            Ok(model) => {
                let printed = model.to_string();
                let code = datarep_codegen::format(&model);
                for datarep in &model.datareps {
                    prop_assert!(printed.contains(&datarep.name), "{}", printed);
                    prop_assert!(code.contains("pub mod "), "{}", code);
                }
            }
            Err(failure) => prop_assert!(!datarep_dsl::render::render_all(&source, &failure).is_empty()),
        }
    }
}
