//! Texts of strangers: what is too large is refused, and what is as large and as nasty as may be is checked in bounded work.
//!
//! Nothing here looks at a clock: work that were not bounded would not end.

use std::fmt::Write as _;

use datarep::Predefined;
use datarep_dynamic::record::Values;
use datarep_dynamic::{Error, Format, Text};

const FLOAT: &str = "float own = S1 E7 F24 where value = 0.F * 16^(E - 64);\n";

/// So many pieces of text, one after the other.
fn many(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, index| {
        let _ = writeln!(text, "{}", piece(index));
        text
    })
}

/// What fits before the largest text.
fn filled(start: &str, piece: &str, end: &str) -> String {
    let count = (Text::MAX_BYTES - start.len() - end.len()) / piece.len();
    let text = format!("{start}{}{end}", piece.repeat(count));
    assert!(text.len() <= Text::MAX_BYTES && text.len() > Text::MAX_BYTES - piece.len());
    text
}

/// What the text is refused for; its faults are rendered in a message of bounded length.
fn refused(text: &str) -> Error {
    let error = Text::parse(text).expect_err("it is refused");
    let told = error.to_string().len();
    assert!(told < 8 << 20, "{told} bytes are told");
    error
}

#[test]
fn a_text_with_a_byte_too_many_is_refused() {
    let whole = filled(FLOAT, " ", "");
    assert_eq!(whole.len(), Text::MAX_BYTES);
    assert_eq!(Text::parse(&whole).expect("it is as large as may be").formats().collect::<Vec<_>>(), ["own"]);
    match refused(&(whole + "\n")) {
        Error::TooLarge { what, found, most } => {
            assert_eq!((what, found, most), ("bytes", Text::MAX_BYTES + 1, Text::MAX_BYTES));
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_text_with_an_item_too_many_is_refused() {
    let of = |count| many(count, |index| format!("integer i{index} = twos({});", 8 * (index % 16 + 1)));
    let text = Text::parse(&of(Text::MAX_ITEMS)).expect("as many as may be");
    assert_eq!(text.formats().count(), Text::MAX_ITEMS);
    assert!(text.format("i9999").is_some());
    match refused(&of(Text::MAX_ITEMS + 1)) {
        Error::TooLarge { what, found, most } => {
            assert_eq!((what, found, most), ("items", Text::MAX_ITEMS + 1, Text::MAX_ITEMS));
        }
        other => panic!("{other}"),
    }
}

/// Floats have to be searched for words that are no numbers: the most that fit.
#[test]
fn many_floats_with_many_classes() {
    let clauses = "zero if S == 0 && E == 0 && F == 0; reserved if S == 1 && E == 0; nan if E == max && F > 2; \
                   infinity if E == max && F == 0; overflow if E >= 96;";
    let text = many(5000, |index| {
        format!("float f{index} = S1 E7 F24 where value = 0.F * 16^(E - {}) {{ {clauses} }}", index % 100)
    });
    let text: String = text
        .lines()
        .take_while({
            let mut bytes = 0;
            move |line| {
                bytes += line.len() + 1;
                bytes <= Text::MAX_BYTES
            }
        })
        .flat_map(|line| [line, "\n"])
        .collect();
    let _ = Text::parse(&text);
}

#[test]
fn tests_of_many_lines() {
    let line = |index: usize| format!("    {index}.25e{} => 0x41{:06X};", index % 70, index);
    let text = format!("{FLOAT}test own {{\n{}}}\n", many(20_000, line));
    assert!(text.len() <= Text::MAX_BYTES);
    assert!(!refused(&text).diagnostics().is_empty());
}

/// Numbers whose exact values would fill the memory.
#[test]
fn numbers_beyond_all_measure() {
    for number in ["1e999999999", "1e-999999999", "1e20000", "0x1p999999999", "9".repeat(500_000).as_str()] {
        let text = format!("{FLOAT}test own {{ {number} => 0x41000000; }}\n");
        let _ = Text::parse(&text);
        let text = format!("{FLOAT}test own {{ {number} <=> 0x41000000; }}\n");
        let _ = Text::parse(&text);
    }
    for exponent in [30, 60, 100] {
        let text = format!(
            "float wide = S1 E{exponent} F20 where value = 1.F * 2^(E - 5) {{ order right_justified(16); }}\n\
             test wide {{ 1.0 => 0x5; 1e300 => 0x5; }}\n"
        );
        let _ = Text::parse(&text);
    }
}

/// Brackets and comments within one another do not use up the stack.
#[test]
fn deep_nesting_is_refused() {
    for (start, piece, end) in [
        ("float a { zero if ", "(", ""),
        ("datarep a ", "{", ""),
        ("datarep a { real ", "{ 8 => f64 { on read ", ""),
        ("", "/*", ""),
        ("integer a = twos", "(", ""),
        ("test a { ", "[", " }"),
    ] {
        assert!(!refused(&filled(start, piece, end)).diagnostics().is_empty());
    }
}

#[test]
fn long_lines_and_long_words() {
    for (start, piece, end) in [
        ("float ", "a", " = S1 E7 F24 where value = 0.F * 16^(E - 64);"),
        ("float a = S1 E7 F", "9", " where value = 0.F * 16^(E - 64);"),
        ("float a = ", "S1 ", "E7 F24 where value = 0.F * 16^(E - 64);"),
        ("float a = S1 E7 F24 where value = 0.F * 16^(E - 64) { ", "zero if E == 0; ", "}"),
        ("float a = S1 E7 F24 where value = 0.F * 16^(E - 64) { zero if E == 0", " && E == 0", "; }"),
        ("test f32 { ", "1.0 => [0x3F, 0x80, 0, 0]; ", "}"),
        ("datarep a extends ibm370 { ", "on read { overflow => infinity } ", "}"),
        ("datarep a extends ibm370 { on read { ", "overflow => infinity, ", "} }"),
        ("use ibm::{ ", "hfp32, ", "};"),
        ("use ibm::", "x", ";"),
        ("", "}", ""),
        ("", "\u{e9}", ""),
        ("", "float ", ""),
        ("", "\"", ""),
        ("", "\\", ""),
    ] {
        let _ = Text::parse(&filled(start, piece, end));
    }
}

#[test]
fn a_megabyte_of_comment() {
    let text = Text::parse(&filled("", "// nothing at all\n", FLOAT)).expect("comments are no fault");
    assert_eq!(text.formats().count(), 1);
    let text = Text::parse(&filled("", "/* */", FLOAT)).expect("comments are no fault");
    assert_eq!(text.formats().count(), 1);
    let text = filled("", "/// Documentation of one item.\n", FLOAT);
    assert_eq!(Text::parse(&text).expect("it is long").formats().count(), 1);
}

/// Representations that extend one another, as many as there may be, each with all types.
#[test]
fn representations_that_extend_one_another() {
    let of = |count: usize| {
        many(count, |index| {
            let parent = if index == 0 { "ibm370".to_owned() } else { format!("r{}", index - 1) };
            let rule = ["infinity", "saturate", "error"][index % 3];
            format!("datarep r{index} extends {parent} {{ on read {{ overflow => {rule} }} }}")
        })
    };
    let text = Text::parse(&of(256)).expect("as many as may be");
    assert_eq!(text.representations().len(), 256);
    let last = text.representation("r255").expect("it is the last one");
    assert_eq!(last.to_vec::<f32>(&[0x41, 0x10, 0, 0]).expect("it is one").0, [1.0]);
    assert!(!refused(&of(5000)).diagnostics().is_empty());
    let circle = many(256, |index| format!("datarep r{index} extends r{} {{ }}", (index + 1) % 256));
    assert!(!refused(&circle).diagnostics().is_empty());
}

/// As many mappings with rules of their own as a text of a megabyte has.
#[test]
fn representations_with_many_lines() {
    let reals: Vec<Predefined> =
        Predefined::all().filter(|predefined| predefined.name().contains("REAL")).collect();
    let lines = many(reals.len(), |index| {
        format!("    {} => hfp64 {{ on read {{ overflow => infinity }} }};", reals[index])
    });
    let text = "use ibm::hfp64;\n".to_owned()
        + &many(256, |index| format!("datarep r{index} extends ibm370 {{\n{lines}}}"));
    assert_eq!(Text::parse(&text).expect("it is sound").representations().len(), 256);
}

/// Nine thousand faults are told in bounded space.
#[test]
fn many_faults_are_told_in_bounded_space() {
    let text = many(9000, |index| format!("float f{index} = S1 E8 F22 where value = 1.F * 2^(E - 127);"));
    // A thousand are kept, and one says that there are more.
    assert_eq!(refused(&text).diagnostics().len(), 1_001);
    let text = many(9000, |index| format!("datarep r{index} extends nobody{index} {{ }}"));
    assert!(!refused(&text).diagnostics().is_empty());
}

/// Formats that a text names are mapped when they are asked for: the text behind is parsed once for each native type.
#[test]
fn a_format_of_the_largest_text() {
    let text = Text::parse(&filled(FLOAT, "// more\n", "")).expect("it is as large as may be");
    let format = text.format("own").expect("it is there");
    // A mapping is written behind the text, and would not fit any more.
    match format.to_vec::<f32>(&[0x41, 0x10, 0, 0]) {
        Ok((values, _)) => assert_eq!(values, [1.0]),
        Err(Error::TooLarge { what, .. }) => assert_eq!(what, "bytes"),
        Err(other) => panic!("{other}"),
    }
}

/// What is asked of a format is no way around the limits.
#[test]
fn orders_and_rules_of_strangers() {
    let format = Format::named("hfp32").expect("it is known");
    for text in [
        "}",
        "big; } float x = ",
        "right_justified(999999999)",
        &"a".repeat(2 << 20),
        "{".repeat(5000).as_str(),
    ] {
        assert!(format.clone().with_order(text).to_vec::<f32>(&[0; 4]).is_err());
        assert!(format.clone().with_rules(text).to_vec::<f32>(&[0; 4]).is_err());
        assert!(Format::named(text).is_err(), "{}", &text[..text.len().min(40)]);
    }
}

#[test]
fn filler_for_which_there_is_no_memory_is_refused() {
    let text = Text::parse("record r { n: i64; _: n bytes; }").expect("a text");
    let record = text.record("r").expect("its record");
    let refused = record.to_bytes(&[Values::I64(vec![1 << 60])]).expect_err("there is no such memory");
    // With addresses of 32 bits, it is not even asked for.
    let expected = if usize::BITS < 64 {
        "record 0: `n` at byte 0 is 1152921504606846976, which cannot be a count"
    } else {
        "1 records take 1152921504606846984 bytes, for which there is no memory"
    };
    assert!(refused.to_string().starts_with(expected), "{refused}");
    let (bytes, _) = record.to_bytes(&[Values::I64(vec![3, 0])]).expect("records");
    assert_eq!(bytes.len(), 8 + 3 + 8);
    // Records of one length are counted by the caller.
    let text = Text::parse("record r { n: i64; }").expect("a text");
    let refused = text.record("r").expect("its record").blank_rows(usize::MAX / 16);
    let refused = refused.expect_err("there is no such memory");
    assert!(refused.to_string().contains("no memory"), "{refused}");
}
