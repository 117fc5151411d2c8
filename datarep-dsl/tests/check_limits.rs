//! The compiler answers for large texts and large numbers.

use std::fmt::Write;

use datarep_dsl::compile;
use datarep_dsl::diagnostic::{Diagnostic, Slug};
use datarep_dsl::model::Model;
use datarep_dsl::source::Source;

/// The largest number of faults that are kept. One more says that there are others.
const MOST_FAULTS: usize = 1_000;

fn answer(text: String) -> Result<Model, Vec<Diagnostic>> {
    let source = Source { name: "large.datarep".to_owned(), text, first_line: 1 };
    compile(&source).map_err(|failure| failure.diagnostics)
}

fn sound(text: String) -> Model {
    answer(text).unwrap_or_else(|faults| panic!("{} faults, the first: {:?}", faults.len(), faults[0]))
}

fn faulty(text: String) -> Vec<Diagnostic> {
    answer(text).err().unwrap_or_default()
}

fn repeated(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        writeln!(text, "{}", line(number)).expect("a string grows");
        text
    })
}

#[test]
fn a_long_line_of_parents() {
    let first = "datarep r0 extends ibm370 { on write { underflow => error } }\n";
    let rest = repeated(255, |number| {
        let rule = if number % 2 == 0 { "on read { overflow => saturate }" } else { "order little;" };
        format!("datarep r{} extends r{number} {{ {rule} }}", number + 1)
    });
    let model = sound(format!("{first}{rest}"));
    assert_eq!(model.datareps.len(), 256);
    assert_eq!(model.datareps[255].conversions.len(), model.datareps[0].conversions.len());
    let faults = faulty(format!(
        "{first}{rest}datarep one_more extends external32 {{}}\ndatarep two extends cray {{}}"
    ));
    assert_eq!(faults.iter().map(|fault| fault.slug).collect::<Vec<_>>(), [Slug::TooLarge]);
}

#[test]
fn a_large_circle() {
    let text = repeated(256, |number| format!("datarep r{number} extends r{} {{}}", (number + 1) % 256));
    let faults = faulty(text);
    assert_eq!(faults.iter().map(|fault| fault.slug).collect::<Vec<_>>(), [Slug::ExtendsCycle]);
}

#[test]
fn many_unknown_names() {
    let formats = repeated(5_000, |number| format!("integer format_{number} = twos(32);"));
    let tests = repeated(5_000, |number| format!("test fromat{number} {{ 1 <=> 0x1; }}"));
    let faults = faulty(formats + &tests);
    assert_eq!(faults.len(), MOST_FAULTS + 1);
    assert!(!faults[0].help.is_empty(), "the first are offered a near name");
}

#[test]
fn many_formats_with_many_conditions() {
    let conditions =
        (2..=30).fold("F == 1 || F > 30".to_owned(), |all, number| format!("{all} || F == {number}"));
    let condition = format!("E == 0 && ({conditions})");
    let text = repeated(1_000, |number| {
        format!("float n{number} = S1 E8 F23 where value = 1.F * 2^(E - 127) {{ nan if {condition}; }}")
    });
    assert_eq!(sound(text).formats.len(), 1_000);
}

#[test]
fn deeply_nested_conditions() {
    let condition = format!("{}E == 0{}", "(".repeat(60), ")".repeat(60));
    let text = format!(
        "float f = S1 E8 F23 where value = 1.F * 2^(E - 127) {{ reserved if {condition} && F != 0; }}"
    );
    assert_eq!(sound(text).formats.len(), 1);
}

#[test]
fn a_text_on_one_line() {
    let text =
        repeated(10_000, |number| format!("/** é */ integer i{number} = twos(32);")).replace('\n', " ");
    let text = text.replace("/** é */", "/* é */");
    let model = sound(text);
    assert_eq!(model.formats[1].origin.column, 40);
    assert_eq!(model.formats[1].origin.line, 1);
}

#[test]
fn numbers_of_many_digits() {
    let lines = repeated(2_000, |number| format!("1e-{} => 0x0;", 4000 + number % 900));
    let faults = faulty(format!("test f128 {{ {lines} }}"));
    assert_eq!(faults.len(), MOST_FAULTS + 1);
    let exact = format!("0.{}", "123456789".repeat(1_300));
    let word = exact.parse::<f64>().expect("a number").to_bits();
    sound(format!("test f64 {{ {exact} => {word:#X}; }}"));
}

#[test]
fn a_thousand_faults_of_a_text_are_kept() {
    for text in [
        "\0".repeat(1 << 20),
        "00 ".repeat(1 << 18),
        "integer i = twos(8); ".to_owned() + &"//!\n".repeat(100_000),
        "float a = ; ".repeat(80_000),
        "test f32 { ".to_owned() + &"0x0 => 0x0; ".repeat(60_000) + "}",
        "test f32 { ".to_owned() + &"1 => 0x0; ".repeat(60_000) + "}",
        repeated(20_000, |number| format!("record r{number} {{}}")),
        "integer i = twos(8); ".repeat(40_000),
    ] {
        let start: String = text.chars().take(30).collect();
        let faults = faulty(text);
        assert_eq!(faults.len(), MOST_FAULTS + 1, "{start}");
        assert_eq!(faults[MOST_FAULTS].title, "the text has more than 1000 faults", "{start}");
    }
}

#[test]
fn a_word_has_at_most_256_bytes() {
    let text = |letters: usize| format!("integer {} = twos(8);", "i".repeat(letters));
    assert_eq!(sound(text(256)).formats.len(), 1);
    let faults = faulty(text(257));
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!((faults[0].slug, faults[0].title.as_str()), (Slug::TooLarge, "a word has at most 256 bytes"));
}

#[test]
fn numbers_of_a_format_far_below_one() {
    // All numbers are near 2^-390, and a part of 10^-117 is one of them.
    let format = "float t = S1 E4 F3 where value = 1.F * 2^(E - 400);";
    let largest = 1.875 * (-385_f64).exp2();
    sound(format!(
        "{format} test t {{ {largest:e} => 0x7F; 1e-117 => 0x5A; -1e-117 => 0xDA; 1e-130 => 0x0; }}"
    ));
    assert_eq!(faulty(format!("{format} test t {{ 1e-115 => 0x7F; }}")).len(), 1);
}

#[test]
fn exponents_beyond_any_format() {
    for text in [
        "test f32 { 1e-100000 => 0x0000_0000; 1e-99999999999999999999999 => 0x0; }",
        "test twos(32) { 0e100000 <=> 0x0; }",
    ] {
        assert!(answer(text.to_owned()).is_ok(), "{text}");
    }
    for text in [
        "test f32 { 1e100000 => 0x7F80_0000; }",
        "test f32 { 1e99999999999999999999999 => 0x7F80_0000; }",
        "test f32 { 0x7F80_0000 => 1e99999999999999999999999; }",
        "test twos(32) { 1e100000 => 0x7FFF_FFFF; }",
        "test twos(32) { 1e-100000 => 0x0; }",
        "test w { 1e1000000 => 0x0; 0x7FFF_FFFE => 1; } float w = S1 E30 F1 where value = 1.F * 2^(E - 1);",
    ] {
        assert!(answer(text.to_owned()).is_err(), "{text}");
    }
}

#[test]
fn records_that_are_too_large() {
    let doubled = |depth: usize| {
        let inside = repeated(depth, |number| format!("record r{number} {{ a: r{}; b: r{0}; }}", number + 1));
        inside + &format!("record r{depth} {{ a: i8; }}")
    };
    assert_eq!(sound(doubled(13)).records[0].least_bytes, 1 << 13);
    for (text, expected) in [
        (doubled(14), "a record has at most 10000 fields"),
        (
            repeated(60, |number| format!("record r{number} {{ a: r{}; }}", number + 1))
                + "record r60 { a: i8; }",
            "records are nested more than 32 deep",
        ),
        ("record a { x: [[i8; 100_000]; 100_000]; }".to_owned(), "a record has at most 1073741824 bytes"),
        (
            "record a { x: [b; 1_000_000]; } record b { x: [f64; 1_000]; }".to_owned(),
            "a record has at most 1073741824 bytes",
        ),
    ] {
        let faults = faulty(text);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!((faults[0].slug, faults[0].title.as_str()), (Slug::TooLarge, expected));
    }
}

#[test]
fn records_of_records_without_end() {
    let count = 20_000;
    let text = repeated(count, |number| format!("record r{number} {{ a: r{}; }}", (number + 1) % count));
    let faults = faulty(text);
    assert_eq!(faults.iter().map(|fault| fault.slug).collect::<Vec<_>>(), [Slug::TooLarge]);
    let fields = repeated(9_000, |number| format!("f{number}: i8;"));
    assert_eq!(sound(format!("record a {{ {fields} }}")).records[0].least_bytes, 9_000);
}

#[test]
fn offsets_have_127_bits() {
    let most = i128::MAX;
    sound(format!("integer i = offset(128, {most});"));
    let faults = faulty(format!("integer i = offset(128, {});", most.unsigned_abs() + 1));
    assert_eq!(faults.iter().map(|fault| fault.slug).collect::<Vec<_>>(), [Slug::Number]);
    assert_eq!(faults[0].labels[0].text, "does not fit in 127 bits");
}
