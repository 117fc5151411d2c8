//! Faulty texts and the reports about them.
#![cfg(feature = "render")]

use datarep_dsl::diagnostic::Failure;
use datarep_dsl::parse;
use datarep_dsl::render::{render, render_all};
use datarep_dsl::source::Source;

fn source(name: &str, text: &str) -> Source {
    Source { name: format!("{name}.datarep"), text: text.to_owned(), first_line: 1 }
}

/// Everything that is reported about a text.
fn told(name: &str, text: &str) -> String {
    let source = source(name, text);
    let (_, faults) = parse(&source);
    let mut sorted = faults.clone();
    sorted.sort_by_key(datarep_dsl::diagnostic::Diagnostic::span);
    assert_eq!(faults, sorted, "faults come in the order of the text");
    let told: Vec<String> = faults.iter().map(|fault| render(&source, fault)).collect();
    told.join("\n")
}

#[test]
fn faults_of_items() {
    insta::assert_snapshot!(told("items", include_str!("samples/faults/items.datarep")));
}

#[test]
fn faults_of_floats() {
    insta::assert_snapshot!(told("floats", include_str!("samples/faults/floats.datarep")));
}

#[test]
fn faults_of_datareps() {
    insta::assert_snapshot!(told("datareps", include_str!("samples/faults/datareps.datarep")));
}

#[test]
fn faults_of_numbers() {
    insta::assert_snapshot!(told("numbers", include_str!("samples/faults/numbers.datarep")));
}

#[test]
fn foreign_words() {
    insta::assert_snapshot!(told("foreign", include_str!("samples/faults/foreign.datarep")));
}

#[test]
fn faults_of_records() {
    insta::assert_snapshot!(told("records", include_str!("samples/faults/records.datarep")));
}

#[test]
fn faults_of_choices() {
    insta::assert_snapshot!(told("choices", include_str!("samples/faults/choices.datarep")));
}

#[test]
fn faults_of_counts() {
    insta::assert_snapshot!(told("counts", include_str!("samples/faults/counts.datarep")));
}

#[test]
fn what_leads_astray() {
    insta::assert_snapshot!(told("astray", include_str!("samples/faults/astray.datarep")));
}

#[test]
fn what_was_meant() {
    insta::assert_snapshot!(told("meant", include_str!("samples/faults/meant.datarep")));
}

#[test]
fn the_text_ends_too_early() {
    for text in ["datarep", "datarep x extends", "float a =", "use", "use ibm::{a", "float a = S1"] {
        let (ast, faults) = parse(&source("short", text));
        assert_eq!(ast.items, [], "{text}");
        assert_eq!(faults.len(), 1, "{text}: {faults:?}");
        assert!(!faults[0].span().start.eq(&faults[0].span().end), "{text}: {faults:?}");
    }
    insta::assert_snapshot!(told("short", "//! Short.\n\ndatarep x extends\n"), @r"
    error[syntax]: expected a word, found the end of the text
     --> short.datarep:3:11
      |
    3 | datarep x extends
      |           ^^^^^^^ the text ends after this
      |
      = help: write the name of a representation, or leave `extends` out
    ");
}

#[test]
fn lines_are_counted_from_the_first_of_the_source() {
    let mut source = source("inside", "float a = S1\n  float b;");
    source.first_line = 40;
    let (_, faults) = parse(&source);
    insta::assert_snapshot!(render(&source, &faults[0]), @r"
    error[syntax]: expected `where` or `;` after the picture, found `float`
      --> inside.datarep:41:3
       |
    40 | float a = S1
       |           -- the picture ends here
    41 |   float b;
       |   ^^^^^ not expected here
       |
       = help: end the line above with `;`
    ");
}

#[test]
fn wide_characters_and_tabs_do_not_shift_the_carets() {
    insta::assert_snapshot!(told("wide", "\t/* é 字 */ float naïve = S1 E8 §;"), @r"
    error[syntax]: `§` is not a character of the language
     --> wide.datarep:1:32
      |
    1 |     /* é 字 */ float naïve = S1 E8 §;
      |                                    ^ not expected here
    ");
}

#[test]
fn a_line_does_not_end_with_a_carriage_return_alone() {
    insta::assert_snapshot!(told("mac", "/// One.\r/// Two.\rfloat a = S1;\r\n// three\r\n// four\rfive\r"), @r"
    error[syntax]: a carriage return without a line feed does not end a line
     --> mac.datarep:1:9
      |
    1 | /// One.␍/// Two.␍float a = S1;␍
      |         ^ what follows it is still comment
      |
      = help: save the text with line feeds at the ends of its lines

    error[syntax]: a carriage return without a line feed does not end a line
     --> mac.datarep:3:8
      |
    3 | // four␍five␍
      |        ^ what follows it is still comment
      |
      = help: save the text with line feeds at the ends of its lines
    ");
    let (_, faults) = parse(&source("dos", "//! One.\r\n/// Two.\r\r\ninteger i = twos(8); // three\r"));
    assert_eq!(faults, []);
}

#[test]
fn fifty_faults_are_shown() {
    let source = source("many", &"?;\n".repeat(60));
    let (_, diagnostics) = parse(&source);
    assert_eq!(diagnostics.len(), 60);
    let shown = render_all(&source, &Failure { diagnostics, datareps: Vec::new() });
    assert_eq!(shown.matches("error[").count(), 50);
    assert!(shown.ends_with("\nerror: 10 more faults are not shown\n"), "{shown}");
}
