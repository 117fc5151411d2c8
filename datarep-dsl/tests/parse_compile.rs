//! The information that a text that cannot be parsed leaves for the front ends.

use datarep_dsl::compile;
use datarep_dsl::diagnostic::Slug;
use datarep_dsl::source::Source;

fn source(text: &str) -> Source {
    Source { name: "sample.datarep".to_owned(), text: text.to_owned(), first_line: 1 }
}

#[test]
fn the_names_of_faulty_datareps_are_kept() {
    let text =
        "datarep one { order }\ndatarep two { order big;\ndatarep fn {}\ndatarep\ninteger i = twos(8);";
    let failure = compile(&source(text)).expect_err("faults");
    assert_eq!(failure.datareps, ["one", "two"]);
}

#[test]
fn nothing_is_checked_before_the_grammar_is_followed() {
    let text = "float a = S1 E8 where value = 1.F * 2^(E - 127);\nfloat b = S1 E8";
    let failure = compile(&source(text)).expect_err("faults");
    let slugs: Vec<Slug> = failure.diagnostics.iter().map(|fault| fault.slug).collect();
    assert_eq!(slugs, [Slug::Syntax]);
}

#[test]
fn an_exponent_may_have_a_large_letter() {
    for number in ["0e-3", "0E-3", "1E0", "1e0", "0E0"] {
        let word = if number.starts_with('1') { "0x3F80_0000" } else { "0x0" };
        let text = format!("test f32 {{ {number} => {word}; }}");
        let source = Source { name: "numbers".to_owned(), text, first_line: 1 };
        let failure = compile(&source).err();
        assert_eq!(failure.map(|failure| failure.diagnostics), None, "{number}");
    }
}
