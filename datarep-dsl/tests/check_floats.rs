//! Test lines are decided in the same way as Rust reads and writes its own floats.

use datarep_dsl::compile;
use datarep_dsl::source::Source;
use proptest::prelude::*;

/// The faults of the lines of a test.
fn faults(format: &str, lines: &str) -> Vec<String> {
    text_faults(format!("test {format} {{ {lines} }}"))
}

/// The faults of a text.
fn text_faults(text: String) -> Vec<String> {
    let source = Source { name: "floats.datarep".to_owned(), text, first_line: 1 };
    let failure = compile(&source).err();
    failure.into_iter().flat_map(|failure| failure.diagnostics).map(|fault| fault.title).collect()
}

/// As in integers, a negative zero is written as the only zero that there is, and that one is not exactly it.
#[test]
fn a_negative_zero_is_written_as_zero_where_there_is_no_other() {
    let vax = |line: &str| text_faults(format!("use dec::vax_f; test vax_f {{ {line} }}"));
    assert_eq!(vax("-0.0 => 0x0;"), Vec::<String>::new());
    assert_eq!(vax("-0.0 <=> 0x0;"), ["0x0000_0000 is not exactly -0.0 in `vax_f`"]);
    assert_ne!(faults("f32", "-0.0 => 0x0;"), Vec::<String>::new());
}

proptest! {
    #[test]
    fn every_double_is_written_as_its_word(bits: u64) {
        let value = f64::from_bits(bits);
        prop_assume!(value.is_finite());
        prop_assert_eq!(faults("f64", &format!("{value:e} => {bits:#X};")), Vec::<String>::new());
        prop_assert_ne!(faults("f64", &format!("{value:e} => {:#X};", bits ^ 1)), Vec::<String>::new());
    }

    #[test]
    fn every_single_is_read_and_written_exactly(bits: u32) {
        let value = f32::from_bits(bits);
        prop_assume!(value.is_finite());
        // A single has at most 149 digits after the point.
        let exact = format!("{value:.200}");
        let lines = format!("{exact} <=> {bits:#X}; {bits:#X} => {value:e};");
        prop_assert_eq!(faults("f32", &lines), Vec::<String>::new());
    }

    #[test]
    fn decimal_numbers_round_as_in_rust(digits in "[1-9][0-9]{0,40}", power in -60_i32..50) {
        let text = format!("{digits}e{power}");
        let single = text.parse::<f32>().expect("a number");
        prop_assume!(single.is_finite());
        let double = text.parse::<f64>().expect("a number");
        prop_assert_eq!(faults("f32", &format!("{text} => {:#X};", single.to_bits())), Vec::<String>::new());
        prop_assert_eq!(faults("f64", &format!("-{text} => {:#X};", (-double).to_bits())), Vec::<String>::new());
    }

    #[test]
    fn integers_are_read_and_written(value: i32, wide: u64) {
        prop_assert_eq!(faults("twos(32)", &format!("{value} <=> {value:#X};")), Vec::<String>::new());
        prop_assert_eq!(faults("unsigned(64)", &format!("{wide} <=> {wide:#X};")), Vec::<String>::new());
    }
}
