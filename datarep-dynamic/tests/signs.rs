//! Every byte in the place of a sign, against tables that were written by hand.

use datarep::{Event, Loss};
use datarep_dynamic::Text;
use datarep_dynamic::record::Values;

/// What a byte of the last digit means: the digit and whether there is a minus, or nothing.
type Meaning = fn(u8) -> Option<(u8, bool)>;

/// A packed number: the digit in the high half and the sign in the low one.
fn packed(byte: u8, plus: &str, minus: &str) -> Option<(u8, bool)> {
    let sign = format!("{:X}", byte & 0xF);
    let digit = Some(byte >> 4).filter(|digit| *digit <= 9)?;
    if plus.contains(&sign) {
        return Some((digit, false));
    }
    minus.contains(&sign).then_some((digit, true))
}

fn zoned(byte: u8, plus: &str, minus: &str) -> Option<(u8, bool)> {
    packed(byte.rotate_left(4), plus, minus)
}

fn punched(byte: u8, plus: &str, minus: &str) -> Option<(u8, bool)> {
    let find = |row: &str| (0..10).cycle().zip(row.bytes()).find(|(_, known)| *known == byte);
    let (plus, minus) = (find(plus), find(minus));
    plus.map(|(digit, _)| (digit, false)).or(minus.map(|(digit, _)| (digit, true)))
}

/// The last digit with a sign; the digit before it is 1 and has none.
const FORMS: [(&str, &str, u8, Meaning); 9] = [
    ("packed_decimal", "", 0x01, |byte| packed(byte, "ACEF", "BD")),
    ("packed_decimal", ", unsigned", 0x01, |byte| packed(byte, "ACEF", "")),
    ("packed_decimal", ", no_sign", 0x01, |byte| packed(byte, "F", "")),
    ("zoned_decimal", "", 0xF1, |byte| zoned(byte, "ACEF", "BD")),
    ("zoned_decimal", ", unsigned", 0xF1, |byte| zoned(byte, "ACEF", "")),
    ("zoned_decimal", ", no_sign", 0xF1, |byte| zoned(byte, "F", "")),
    ("zoned_decimal", ", ascii", b'1', |byte| punched(byte, "0123456789{ABCDEFGHI", "}JKLMNOPQR")),
    ("zoned_decimal", ", ascii, unsigned", b'1', |byte| punched(byte, "0123456789{ABCDEFGHI", "")),
    ("zoned_decimal", ", no_sign, ascii", b'1', |byte| punched(byte, "0123456789", "")),
];

fn number(meaning: Option<(u8, bool)>) -> Option<i64> {
    meaning.map(|(digit, is_minus)| if is_minus { -10 - i64::from(digit) } else { 10 + i64::from(digit) })
}

#[test]
fn every_byte_with_a_sign_is_read_or_invalid() {
    let mut valid = Vec::new();
    for (family, words, first, meaning) in FORMS {
        let wanted: Vec<Option<i64>> = (0..=u8::MAX).map(|byte| number(meaning(byte))).collect();
        let file: Vec<u8> = (0..=u8::MAX).flat_map(|byte| [first, byte]).collect();
        // As a format: one call for all items, and one for each.
        let text = Text::parse(&format!("integer it = {family}(2, 0{words});")).expect("a text");
        let format = text.format("it").expect("a format").with_rules("on read { invalid => zero }");
        let (values, loss) = format.to_vec::<i64>(&file).expect("every byte is read");
        let given: Vec<i64> = wanted.iter().map(|number| number.unwrap_or_default()).collect();
        assert_eq!(values, given, "{family}{words}");
        let invalid = wanted.iter().filter(|number| number.is_none()).count() as u64;
        let mut met = Loss::default();
        met.invalid = invalid;
        assert_eq!(loss, met, "{family}{words}");
        // As a field of records, whose bad items are missing.
        let text = Text::parse(&format!("record r {{ it: {family}(2, 0{words}) as i64; }}")).expect("a text");
        let record = text.record("r").expect("a record");
        let read = record.rows(&file).expect("256 records").tolerant_values(0).expect("they are read");
        let Values::Nullable { values, missing } = read.values else { panic!("some are missing") };
        assert_eq!(*values, Values::I64(given), "{family}{words}");
        assert_eq!(missing, wanted.iter().map(Option::is_none).collect::<Vec<_>>(), "{family}{words}");
        assert!(read.bad.iter().all(|bad| bad.event == Event::Invalid));
        valid.push(wanted.iter().flatten().count());
    }
    assert_eq!(valid, [60, 40, 10, 60, 40, 10, 30, 20, 10]);
}

/// Numbers of many digits take other loops than those of a few.
#[test]
fn signs_of_long_numbers_are_those_of_short_ones() {
    for (family, words, _, meaning) in FORMS {
        for digits in [3_usize, 5, 8, 9, 15, 16, 18, 19, 31, 38] {
            let record = format!("record r {{ it: {family}({digits}, 0{words}) as i128; }}");
            let text = Text::parse(&record).expect("a text");
            let record = text.record("r").expect("a record");
            let mut file = Vec::new();
            for byte in 0..=u8::MAX {
                match family {
                    "packed_decimal" => file.extend(vec![0; digits / 2]),
                    _ if words.contains("ascii") => file.extend(vec![b'0'; digits - 1]),
                    _ => file.extend(vec![0xF0; digits - 1]),
                }
                file.push(byte);
            }
            let read = record.rows(&file).expect("256 records").tolerant_values(0).expect("they are read");
            let Values::Nullable { values, missing } = read.values else { panic!("some are missing") };
            let Values::I128(values) = *values else { panic!("integers") };
            for byte in 0..=u8::MAX {
                let found = (!missing[usize::from(byte)]).then(|| values[usize::from(byte)]);
                let wanted = meaning(byte).map(
                    |(digit, is_minus)| {
                        if is_minus { -i128::from(digit) } else { i128::from(digit) }
                    },
                );
                assert_eq!(found, wanted, "{family}({digits}, 0{words}): {byte:#04x}");
            }
        }
    }
}

#[test]
fn numbers_without_a_sign_are_written_plain() {
    for (words, first, zone) in [(", no_sign", 0xF1, 0xF0), (", no_sign, ascii", b'1', b'0')] {
        let text = Text::parse(&format!("integer it = zoned_decimal(2, 0{words});")).expect("a text");
        let format = text.format("it").expect("a format").with_rules("on write { overflow => saturate }");
        let numbers: Vec<i64> = (10..20).collect();
        let bytes: Vec<u8> = (0..10).flat_map(|digit| [first, zone + digit]).collect();
        assert_eq!(format.to_bytes(&numbers).expect("they are written").0, bytes);
        // What is below zero has no form.
        let (bytes, loss) = format.to_bytes(&[-5_i64]).expect("it is written");
        assert_eq!((bytes, loss.overflow), (vec![zone, zone], 1));
    }
    let text = Text::parse("integer it = packed_decimal(2, 0, no_sign);").expect("a text");
    let format = text.format("it").expect("a format").with_rules("on write { overflow => saturate }");
    assert_eq!(format.to_bytes(&[17_i64, 4]).expect("they are written").0, [0x01, 0x7F, 0x00, 0x4F]);
}

/// A minus is the bit 0x40 of its digit, as in files of PCs. The letters of converted files are read, too.
#[test]
fn a_minus_is_one_bit() {
    let meaning = |byte: u8| -> Option<i64> {
        let digit = i64::from(byte & 0xF);
        match byte {
            b'0'..=b'9' | b'A'..=b'I' => Some(digit),
            b'p'..=b'y' => Some(-digit),
            b'{' | b'}' => Some(0),
            b'J'..=b'R' => Some(-i64::from(byte - b'I')),
            _ => None,
        }
    };
    for (words, place) in [("ascii, minus_bit", 1), ("minus_bit", 1), ("minus_bit, leading", 0)] {
        let text = Text::parse(&format!("integer it = zoned_decimal(2, 0, {words});")).expect("a text");
        let format = text.format("it").expect("a format");
        let scale = if place == 0 { 10 } else { 1 };
        for byte in 0..=u8::MAX {
            let mut word = *b"00";
            word[place] = byte;
            let found = format.to_vec::<i64>(&word).ok().map(|(values, _)| values[0]);
            assert_eq!(found, meaning(byte).map(|number| scale * number), "{words}: {byte:#04x}");
        }
        let numbers: Vec<i64> = (-99..100).collect();
        let bytes = numbers.iter().flat_map(|number| {
            let mut word = format!("{:02}", number.abs()).into_bytes();
            word[place] |= if *number < 0 { 0x40 } else { 0 };
            word
        });
        assert_eq!(format.to_bytes(&numbers).expect("they are written").0, bytes.collect::<Vec<u8>>());
    }
}

#[test]
fn words_for_signs_exclude_each_other() {
    for words in [
        "no_sign, unsigned",
        "no_sign, plain_plus",
        "separate, no_sign",
        "leading, no_sign",
        "no_sign, no_sign",
        "minus_bit, unsigned",
        "ebcdic, minus_bit",
    ] {
        let error = Text::parse(&format!("integer it = zoned_decimal(2, 0, {words});")).expect_err(words);
        assert!(
            error.to_string().contains("exclude each other") || error.to_string().contains("twice"),
            "{error}"
        );
    }
    let error = Text::parse("integer it = packed_decimal(2, 0, ibm4690, no_sign);").expect_err("two signs");
    assert!(error.to_string().contains("exclude each other"), "{error}");
}
