//! Layouts in the numbering of manuals, with bit 0 on the left, equal the pictures of the standard library.

use datarep_dsl::compile;
use datarep_dsl::model::{Float, Format, FormatKind, Model};
use datarep_dsl::source::{Origin, Source};

/// Each layout as its manual prints it, with a test line, and the equal format of the library.
const PRINTED: &[(&str, &str)] = &[
    // IBM System/360 Principles of Operation, "Floating-Point Instructions": data formats.
    (
        "float short { numbering msb0; bits 32; sign = bit 0; exponent = bits 1..=7; significand = bits 8..=31;
                       value = 0.F * 16^(E - 64); }
         test short { -118.625 <=> 0xC276_A000; 0.1 => 0x4019_999A; }",
        "ibm::hfp32",
    ),
    (
        "float long { bits 64; sign = bit 0; exponent = bits 1..=7; significand = bits 8..=63;
                      value = 0.F * 16^(E - 64); numbering msb0; }
         test long { 1.0 <=> 0x4110_0000_0000_0000; }",
        "ibm::hfp64",
    ),
    // Power ISA, "Floating-Point Data": double format.
    (
        "float double { numbering msb0; bits 64; sign = bit 0; exponent = bits 1..=11; significand = bits 12..=63;
                        value = 1.F * 2^(E - 1023); ieee; }
         test double { 1.5 <=> 0x3FF8_0000_0000_0000; nan <=> 0x7FF8_0000_0000_0000; }",
        "ieee::f64",
    ),
    // MIL-STD-1750A, "Data formats": extended precision, whose mantissa goes on behind the exponent.
    (
        "float extended { numbering msb0; bits 48; sign = bit 0; significand = bits 1..=23, 32..=47; exponent = bits 24..=31;
                          value = S.F * 2^E; exponent twos_complement; }
         test extended { -7.5 <=> 0x8800_0003_0000; 0.1 => 0x6666_66FD_6666; }",
        "aerospace::m1750_48",
    ),
];

fn model(text: String) -> Model {
    let source = Source { name: "printed.datarep".to_owned(), text, first_line: 1 };
    compile(&source).unwrap_or_else(|failure| panic!("{}: {:#?}", source.text, failure.diagnostics))
}

/// A float without the places at which it was written.
fn float(format: &Format) -> Float {
    let FormatKind::Float(float) = &format.kind else { panic!("{} is no float", format.name) };
    let mut float = float.clone();
    for special in &mut float.specials {
        special.origin = Origin::default();
    }
    float
}

#[test]
fn layouts_as_manuals_print_them() {
    for (printed, library) in PRINTED {
        let name = printed.split_whitespace().nth(1).expect("a name");
        let model = model(format!("{printed}\nrecord both {{ own: {name}; known: {library}; }}"));
        let [own, known] = [name, library.rsplit("::").next().expect("a name")].map(|name| {
            model.formats.iter().find(|format| format.name == name).expect("it is in the record")
        });
        assert_eq!((own.bits, float(own)), (known.bits, float(known)), "{name}");
    }
}

#[test]
fn the_end_that_is_meant_anyway_can_be_said() {
    let long = |numbering: &str| {
        format!(
            "float f {{ {numbering} bits 32; sign = bit 31; exponent = bits 30..=24; significand = bits 23..=0; value = 0.F * 16^(E - 64); }}"
        )
    };
    let (said, unsaid) = (model(long("numbering lsb0;")), model(long("")));
    assert_eq!(said.formats[0].kind, unsaid.formats[0].kind);
}

/// The first suggestion makes a text with the manual's numbers right as it stands.
#[test]
fn the_first_help_is_the_manuals_numbering() {
    let text = |numbering: &str| {
        format!(
            "float f {{ {numbering} bits 32; sign = bit 0; exponent = bits 1..=7; significand = bits 8..=31; value = 0.F * 16^(E - 64); }}"
        )
    };
    let source = Source { name: "manual.datarep".to_owned(), text: text(""), first_line: 1 };
    let failure = compile(&source).expect_err("the ranges run the other way");
    let help = &failure.diagnostics[0].help[0];
    let clause = help.split('`').nth(1).expect("something to type");
    assert_eq!(clause, "numbering msb0;");
    model(text(clause));
}

/// The long form has a word for each letter of a picture.
#[test]
fn every_letter_has_a_word() {
    let pairs = [
        (
            "S1 E15 I1 F63 where value = I.F * 2^(E - 16383) { ieee; invalid if I == 0; }",
            "{ bits 80; sign = bit 79; exponent = bits 78..=64; leading = bit 63; significand = bits 62..=0;
               value = I.F * 2^(E - 16383); ieee; invalid if I == 0; }",
        ),
        (
            "S1 E7 D5 _4 where value = 0.D * 10^(E - 64);",
            "{ bits 32; sign = bit 31; exponent = bits 30..=24; digits = bits 23..=4; unused = bits 3..=0;
               value = 0.D * 10^(E - 64); }",
        ),
        (
            "S1 E7 C3 where value = 0.C * 100^(E - 64);",
            "{ bits 32; sign = bit 31; exponent = bits 30..=24; centesimals = bits 23..=0; value = 0.C * 100^(E - 64); }",
        ),
    ];
    for (picture, long) in pairs {
        let kind = |definition: String| {
            let mut format = model(definition).formats.remove(0);
            if let FormatKind::Float(_) = format.kind {
                format.kind = FormatKind::Float(float(&format));
            }
            format.kind
        };
        assert_eq!(kind(format!("float f = {picture}")), kind(format!("float f {long}")), "{picture}");
    }
}
