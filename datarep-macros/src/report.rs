//! Turns diagnostics into `compile_error!` calls at the words concerned.

use std::fmt::Write as _;

use datarep_dsl::diagnostic::{Diagnostic, Failure, describe_hidden};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::token_map::TokenMap;

/// The maximum number of faults that are shown. One further error says how many are not.
const MOST: usize = 20;

/// Returns the tokens that replace the items of a text that did not compile.
///
/// They include stubs for the representations that the text seems to define, so that uses of these names cause no
/// further errors.
pub(crate) fn report(map: &TokenMap, failure: &Failure) -> TokenStream {
    // Many faults usually follow from few. The rest would bury them.
    let faults = failure.diagnostics.iter().take(MOST);
    let mut tokens: TokenStream =
        faults.map(|fault| compile_error(map.spans(fault.span()), &format_message(map, fault))).collect();
    // The further error is at the first fault that is not shown.
    if let (Some(next), Some(hidden)) =
        (failure.diagnostics.get(MOST), describe_hidden(&failure.diagnostics, MOST))
    {
        tokens.extend(compile_error(map.spans(next.span()), &hidden));
    }
    tokens.extend(datarep_codegen::stubs(&failure.datareps));
    tokens
}

/// Returns the title, followed by the parts that rustc cannot show in a macro's error, one line each.
fn format_message(map: &TokenMap, fault: &Diagnostic) -> String {
    let mut message = fault.title.clone();
    // The first label is where rustc shows the error itself, so that it needs no place.
    if let Some(label) = fault.labels.first().filter(|label| says_more_than_place(&label.text)) {
        push_line(&mut message, "note", &label.text);
    }
    for label in fault.labels.iter().skip(1) {
        let (line, words) = (map.spans(label.span).0.start().line, shorten_words(&map.words(label.span)));
        push_line(&mut message, "note", &format!("line {line}: `{words}`: {}", label.text));
    }
    for note in &fault.notes {
        push_line(&mut message, "note", note);
    }
    for help in &fault.help {
        push_line(&mut message, "help", help);
    }
    message
}

/// Whether the text of a label says more than that the fault is at these words, as `not known` and `defined again here` do.
fn says_more_than_place(label: &str) -> bool {
    !label.is_empty() && !label.starts_with("not ") && !label.ends_with(" here")
}

fn push_line(message: &mut String, kind: &str, text: &str) {
    // Writing to a string cannot fail.
    let _ = write!(message, "\n{kind}: {text}");
}

/// Shortens the words so that they fit on a line.
fn shorten_words(words: &str) -> String {
    // Forty characters leave room for the text of the label.
    const MOST: usize = 40;
    // By characters, because a byte may be in the middle of one.
    match words.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words.to_owned(),
    }
}

/// Returns a `compile_error!` that underlines everything from the first span to the last.
pub(crate) fn compile_error((first, last): (Span, Span), message: &str) -> TokenStream {
    // rustc underlines from the first token of an error to the last, so each gets one of the spans.
    let path = quote_spanned!(first=> ::core::compile_error!);
    let braces = quote_spanned!(last=> { #message });
    [path, braces].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use datarep_dsl::diagnostic::Slug;
    use datarep_dsl::source;

    use super::*;

    const TEXT: &str =
        "\n\nfloat a = S1 E7;\nfloat a = S1\n  E7 and this is much too long to be quoted in one line;";

    fn map() -> TokenMap {
        TokenMap::new(TEXT.parse().expect("tokens"))
    }

    /// The range of `words` in the text of the map, which begins at the first token.
    fn range(map: &TokenMap, words: &str) -> source::Span {
        let start = map.source.text.rfind(words).expect("the words are in the text");
        source::Span { start, end: start + words.len() }
    }

    #[test]
    fn all_that_labels_say_is_in_the_message() {
        let map = map();
        let fault = Diagnostic::new(
            Slug::DuplicateName,
            "`a` is defined twice",
            range(&map, "a"),
            "this is the second",
        )
        .label(range(&map, "= S1 E7;"), "first defined here")
        .label(range(&map, "E7 and this is much too long to be quoted"), "and this")
        .note("one name, one format")
        .help("rename one of the two");
        let lines = [
            "`a` is defined twice",
            "note: this is the second",
            "note: line 3: `= S1 E7;`: first defined here",
            "note: line 5: `E7 and this is much too long to be quote…`: and this",
            "note: one name, one format",
            "help: rename one of the two",
        ];
        assert_eq!(format_message(&map, &fault), lines.join("\n"));
        let fault = Diagnostic::new(Slug::UnknownFormat, "`a` is unknown", range(&map, "a"), "not defined");
        assert_eq!(format_message(&map, &fault), "`a` is unknown");
    }

    #[test]
    fn the_error_stretches_from_the_first_token_to_the_last() {
        let map = map();
        let tokens = Vec::from_iter(compile_error(map.spans(range(&map, "a = S1\n  E7")), "no"));
        let (first, last) = (tokens[0].span().start(), tokens[tokens.len() - 1].span().end());
        assert_eq!((first.line, first.column), (4, 6));
        assert_eq!((last.line, last.column), (5, 4));
    }

    #[test]
    fn of_many_faults_the_first_are_shown() {
        let map = map();
        let errors = |count| {
            let fault = Diagnostic::new(Slug::Syntax, "no", range(&map, "a"), "");
            let failure = Failure { diagnostics: vec![fault; count], datareps: Vec::new() };
            let text = report(&map, &failure).to_string();
            (text.matches("compile_error").count(), text.contains("not shown"))
        };
        assert_eq!(errors(1), (1, false));
        assert_eq!(errors(MOST), (MOST, false));
        assert_eq!(errors(MOST + 1), (MOST + 1, true));
        assert_eq!(errors(MOST + 100), (MOST + 1, true));
    }
}
