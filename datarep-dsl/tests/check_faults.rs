//! Texts that follow the grammar but are faulty, and the reports about them.
#![cfg(feature = "render")]

use std::collections::BTreeSet;

use datarep_dsl::compile;
use datarep_dsl::diagnostic::{Diagnostic, Slug};
use datarep_dsl::render::render;
use datarep_dsl::source::Source;

const SAMPLES: &[(&str, &str)] = &[
    ("names", include_str!("samples/checks/names.datarep")),
    ("formats", include_str!("samples/checks/formats.datarep")),
    ("integers", include_str!("samples/checks/integers.datarep")),
    ("decimals", include_str!("samples/checks/decimals.datarep")),
    ("mappings", include_str!("samples/checks/mappings.datarep")),
    ("rules", include_str!("samples/checks/rules.datarep")),
    ("tests", include_str!("samples/checks/tests.datarep")),
    ("words", include_str!("samples/checks/words.datarep")),
    ("pairs", include_str!("samples/checks/pairs.datarep")),
    ("advice", include_str!("samples/checks/advice.datarep")),
    ("astray", include_str!("samples/checks/astray.datarep")),
    ("holes", include_str!("samples/checks/holes.datarep")),
    ("reals", include_str!("samples/checks/reals.datarep")),
    ("records", include_str!("samples/checks/records.datarep")),
    ("offsets", include_str!("samples/checks/offsets.datarep")),
    ("nulls", include_str!("samples/checks/nulls.datarep")),
    ("choices", include_str!("samples/checks/choices.datarep")),
    ("counts", include_str!("samples/checks/counts.datarep")),
    ("digits", include_str!("samples/checks/digits.datarep")),
    ("printed", include_str!("samples/checks/printed.datarep")),
];

fn source(name: &str, text: &str) -> Source {
    Source { name: format!("{name}.datarep"), text: text.to_owned(), first_line: 1 }
}

fn faults(name: &str, text: &str) -> Vec<Diagnostic> {
    compile(&source(name, text)).map_or_else(|failure| failure.diagnostics, |_| Vec::new())
}

/// Everything that is reported about a text.
fn told(name: &str, text: &str) -> String {
    let source = source(name, text);
    let told: Vec<String> = faults(name, text).iter().map(|fault| render(&source, fault)).collect();
    told.join("\n")
}

#[test]
fn every_fault_is_told() {
    for (name, text) in SAMPLES {
        insta::assert_snapshot!(*name, told(name, text));
    }
}

#[test]
fn every_kind_of_fault_has_a_sample() {
    let found: BTreeSet<Slug> =
        SAMPLES.iter().flat_map(|(name, text)| faults(name, text)).map(|fault| fault.slug).collect();
    let parsed = [Slug::Syntax, Slug::ForeignWord];
    let missing: Vec<_> =
        Slug::ALL.iter().filter(|slug| !found.contains(slug) && !parsed.contains(slug)).collect();
    assert_eq!(missing, Vec::<&Slug>::new());
}

#[test]
fn faults_stand_in_the_order_of_the_text_and_in_it() {
    for (name, text) in SAMPLES {
        let faults = faults(name, text);
        assert!(faults.is_sorted_by_key(Diagnostic::span), "{name}");
        for label in faults.iter().flat_map(|fault| &fault.labels) {
            assert!(
                text.get(label.span.start..label.span.end).is_some_and(|words| !words.is_empty()),
                "{name}: {label:?}"
            );
        }
    }
}

/// A wrong sign of the bias is told as such for every radix, and not as another code of exponents, which is right for the
/// exponents of the lines only.
#[test]
fn a_bias_of_the_other_sign_is_told_for_every_radix() {
    for radix in [2, 4, 8, 16, 32, 64, 128, 256] {
        // One is 1/radix times the radix: the first digit of the fraction, and the exponent 1.
        let word = (65_u32 << 24) | ((1 << 24) / radix);
        let text = format!(
            "float quad = S1 E7 F24 where value = 0.F * {radix}^(E + 64);\ntest quad {{ 1 => 0x{word:08X}; }}"
        );
        let found = faults("quad", &text);
        let help = format!("write `0.F * {radix}^(E - 64)`: the test lines are true then");
        assert!(found[0].help.contains(&help), "{radix}: {:?}", found[0].help);
        assert!(!found[0].help.iter().any(|help| help.contains("twos_complement")), "{:?}", found[0].help);
    }
}
