//! The parser answers for every text, and refers only to places in the text.

use datarep_dsl::diagnostic::Diagnostic;
use datarep_dsl::parse;
use datarep_dsl::source::{Source, Span};
use proptest::prelude::*;

const SAMPLES: [&str; 8] = [
    include_str!("samples/tour.datarep"),
    include_str!("samples/faults/items.datarep"),
    include_str!("samples/faults/floats.datarep"),
    include_str!("samples/faults/datareps.datarep"),
    include_str!("samples/faults/numbers.datarep"),
    include_str!("samples/faults/foreign.datarep"),
    include_str!("samples/records.datarep"),
    include_str!("samples/faults/records.datarep"),
];

/// Parses a text, and checks every place to which the answer refers.
fn answered(text: &str) -> Result<(), TestCaseError> {
    let source = Source { name: "random.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    let (ast, faults) = parse(&source);
    for fault in &faults {
        prop_assert!(fault.labels.first().is_some_and(|label| label.primary), "{fault:?}");
        prop_assert!(!fault.title.is_empty() && !fault.title.contains('\n'), "{fault:?}");
        for label in &fault.labels {
            prop_assert!(lies_in(label.span, text), "{fault:?}");
        }
        shown(&source, fault)?;
    }
    let dump = format!("{ast:?}");
    for span in dump.split("Span { start: ").skip(1) {
        let (start, rest) = span.split_once(", end: ").expect("a span");
        let (end, _) = rest.split_once(" }").expect("a span");
        let span = Span { start: start.parse().expect("a number"), end: end.parse().expect("a number") };
        prop_assert!(lies_in(span, text), "{span:?}");
        prop_assert!(span.start < span.end, "{span:?}");
    }
    Ok(())
}

fn lies_in(span: Span, text: &str) -> bool {
    span.start <= span.end && text.is_char_boundary(span.start) && text.is_char_boundary(span.end)
}

#[cfg(feature = "render")]
fn shown(source: &Source, fault: &Diagnostic) -> Result<(), TestCaseError> {
    let rendered = datarep_dsl::render::render(source, fault);
    prop_assert!(rendered.starts_with(&format!("error[{}]: ", fault.slug.as_str())), "{rendered}");
    prop_assert!(rendered.contains(" --> random.datarep:"), "{rendered}");
    Ok(())
}

#[cfg(not(feature = "render"))]
fn shown(_: &Source, _: &Diagnostic) -> Result<(), TestCaseError> {
    Ok(())
}

/// A change that a person or a tool may make to a text.
#[derive(Debug, Clone)]
enum Change {
    Remove(usize, usize),
    Insert(usize, String),
    Copy(usize, usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let words = "[-(){}\\[\\];,.:=<>&|!*^/'\"\\\\\n 0-9a-zA-Z_é字\u{feff}]{1,4}";
    let known = prop::sample::select(vec![
        "datarep x {",
        "float y = ",
        "/*",
        "*/",
        "///",
        "//!",
        "=>",
        "<=>",
        "..=",
        "::",
        "0.1F",
        "E == max",
        "on read {",
        "'",
    ]);
    prop_oneof![
        (any::<usize>(), 1..20usize).prop_map(|(at, len)| Change::Remove(at, len)),
        (any::<usize>(), words).prop_map(|(at, text)| Change::Insert(at, text)),
        (any::<usize>(), known).prop_map(|(at, text)| Change::Insert(at, text.to_owned())),
        (any::<usize>(), 1..200usize, any::<usize>()).prop_map(|(at, len, to)| Change::Copy(at, len, to)),
    ]
}

fn apply(text: &mut String, change: &Change) {
    let place = |text: &str, at: usize| text.floor_char_boundary(at % (text.len() + 1));
    match change {
        Change::Remove(at, len) => {
            let start = place(text, *at);
            let end = text.floor_char_boundary(start + len);
            text.replace_range(start..end, "");
        }
        Change::Insert(at, inserted) => text.insert_str(place(text, *at), inserted),
        Change::Copy(at, len, to) => {
            let start = place(text, *at);
            let copied = text[start..text.floor_char_boundary(start + len)].to_owned();
            text.insert_str(place(text, *to), &copied);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        answered(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_characters_are_answered(text in "\\PC{0,200}") {
        answered(&text)?;
    }

    #[test]
    fn any_signs_are_answered(text in "[-(){}\\[\\];,.:=<>&|!*^/'\"\n 01xEFSIeb_]{0,200}") {
        answered(&text)?;
    }

    #[test]
    fn any_changed_sample_is_answered(
        sample in prop::sample::select(SAMPLES.to_vec()),
        changes in prop::collection::vec(change(), 1..12),
    ) {
        let mut text = sample.to_owned();
        for change in &changes {
            apply(&mut text, change);
        }
        answered(&text)?;
    }
}
