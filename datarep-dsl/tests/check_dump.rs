//! The models of texts as dumps: the standard library, and representations made from it.

use datarep_dsl::print::print;
use datarep_dsl::source::Source;
use datarep_dsl::{compile, standard};

fn dump(name: &str, text: &str) -> String {
    let source = Source { name: format!("{name}.datarep"), text: text.to_owned(), first_line: 1 };
    let model = compile(&source).unwrap_or_else(|failure| panic!("{name}: {:?}", failure.diagnostics[0]));
    print(&model)
}

#[test]
fn the_families() {
    for (name, text) in standard::families() {
        insta::assert_snapshot!(format!("family_{name}"), dump(name, text));
    }
}

#[test]
fn the_representations() {
    for (name, text) in standard::datareps() {
        insta::assert_snapshot!(format!("datarep_{name}"), dump(name, text));
    }
}

#[test]
fn a_text_of_everything() {
    insta::assert_snapshot!(dump("everything", include_str!("samples/checks/everything.datarep")));
}

#[test]
fn machines() {
    insta::assert_snapshot!(dump("machines", include_str!("samples/machines.datarep")));
}

#[test]
fn records() {
    insta::assert_snapshot!(dump("records", include_str!("samples/records.datarep")));
}

#[test]
fn where_a_text_stands_does_not_matter() {
    for (name, text) in standard::families().iter().chain(standard::datareps()) {
        assert_eq!(
            dump(name, text),
            dump("other", &format!("\n\n{}", text.replace("\n    ", "\n  "))),
            "{name}"
        );
    }
}
