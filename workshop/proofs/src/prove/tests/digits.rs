//! The specification of digits against the reference, and the terms of the runtime's functions against these.

use datarep::codegen as runtime;
use datarep_dsl::model::{DigitSet, Native, OverflowRule, Plus, Policy, SpecialRule, ZeroRule};
use datarep_plan::plan::Plan;
use datarep_plan::primitive::{DigitForm, PackedSign, ZonedSign};

use super::{compile_model, find_format, list_answers};
use crate::chance::Chance;
use crate::prove::digits::{Decoded, Digits, join_digits, keep, split_digits};
use crate::prove::primitive::digits;
use crate::prove::specification::Specification;
use crate::prove::spelling::Spelling;
use crate::prove::subjects;
use crate::prove::term::{Term, Terms, ones};
use crate::reference::exact::ExactReference;

/// Formats of one byte and of two, with each code and sign.
const SMALL: [&str; 17] = [
    "packed_decimal(1, 0)",
    "packed_decimal(1, 0, unsigned)",
    "packed_decimal(1, 0, no_sign)",
    "packed_decimal(1, 0, plain_plus)",
    "packed_decimal(1, 0, ibm4690)",
    "unsigned_packed_decimal(1, 0)",
    "unsigned_packed_decimal(2, 0, low_first)",
    "zoned_decimal(1, 0)",
    "zoned_decimal(1, 0, ascii)",
    "zoned_decimal(1, 0, ascii, leading, plain_plus)",
    "zoned_decimal(1, 0, unsigned)",
    "zoned_decimal(1, 0, no_sign)",
    "zoned_decimal(1, 0, ascii, no_sign)",
    "packed_decimal(3, 0)",
    "packed_decimal(2, 0, ibm4690)",
    "zoned_decimal(1, 0, ascii, leading, separate)",
    "zoned_decimal(2, 0, leading)",
];

fn number(terms: &Terms, term: Term) -> u128 {
    terms.number(term).expect("all bytes are known")
}

fn constants(terms: &mut Terms, bytes: &[u8]) -> Vec<Term> {
    bytes.iter().map(|&byte| terms.constant(byte.into(), 8)).collect()
}

/// The parts of a decoded item.
fn take_apart(terms: &Terms, Decoded { negative, number: digits, invalid }: Decoded) -> (bool, u128, bool) {
    (number(terms, negative) == 1, number(terms, digits), number(terms, invalid) == 1)
}

fn read(digits: Digits, bytes: &[u8]) -> (bool, u128, bool) {
    let mut terms = Terms::default();
    let bytes = constants(&mut terms, bytes);
    let decoded = digits.read(&mut terms, &bytes, &mut keep);
    take_apart(&terms, decoded)
}

fn write(digits: Digits, negative: bool, value: u128) -> Vec<u8> {
    let mut terms = Terms::default();
    let (value, negative) = (terms.constant(value, 64), terms.truth(negative));
    let all = split_digits(&mut terms, value, digits.decimal.digits);
    let bytes = digits.write(&mut terms, negative, &all);
    bytes.into_iter().map(|byte| u8::try_from(number(&terms, byte)).expect("a byte")).collect()
}

#[test]
fn the_specification_of_digits_is_the_reference_on_every_word() {
    let plain = Policy {
        overflow: OverflowRule::Saturate,
        infinity: SpecialRule::Saturate,
        nan: SpecialRule::Zero,
        negative_zero: ZeroRule::Zero,
        ..Policy::DEFAULT
    };
    let mut words = 0;
    for (place, name) in SMALL.into_iter().enumerate() {
        let model = compile_model(&format!("record fields {{ field: {name} as i64; }}\n"));
        let format =
            model.formats.into_iter().find(|format| format.name == name).expect("the field's format");
        let digits = Digits::from_format(&format).expect("few digits").expect("digits");
        for (native_name, native) in [("twos(8)", Native::I8), ("unsigned(8)", Native::U8)] {
            let native_format = find_format(native_name, "0 => 0x0");
            let overflow = if place % 2 == 0 { OverflowRule::Saturate } else { OverflowRule::Wrap };
            let policy = Policy { overflow, ..plain };
            let exact = ExactReference::new(&format, native).expect("digits");
            let all = list_answers(&Specification::new(&format, &native_format, policy).expect("described"));
            for word in 0..1_u32 << format.bits {
                let bytes = &word.to_be_bytes()[4 - format.bits as usize / 8..];
                let (negative, value, invalid) = read(digits, bytes);
                let decoded = u128::from(invalid) << 65 | u128::from(negative) << 64 | value;
                let (wanted, events) = exact.read(bytes, &policy);
                let wanted = [wanted & ones(8), events.into()];
                assert_eq!(all.get(&decoded), Some(&wanted), "{bytes:x?} of {name}, {native:?}, {policy:?}");
                words += 1;
            }
            let all = list_answers(&Specification::new(&native_format, &format, policy).expect("described"));
            assert_eq!(all.len(), 256);
            for (word, [made, events]) in all {
                let (wanted, wanted_events) = exact.write(word, &policy);
                let made = write(digits, made >> 64 == 1, made & ones(64));
                assert_eq!((made, events), (wanted, wanted_events.into()), "{word:#x} to {name}, {policy:?}");
                words += 1;
            }
        }
    }
    assert!(words > 250_000, "{words} words");
}

/// The spellings of the bodies of a field, reading and writing, and the reference of its format.
fn find_spellings(format: &str) -> ([Spelling; 2], ExactReference) {
    let text = format!("record fields {{ field: {format} as i64; }}\n");
    let model = compile_model(&text);
    let conversion = &model.records[0].conversions[0];
    let format = &model.formats[conversion.format.0];
    let bodies = Plan::from_conversion(format, conversion).bodies;
    let find = |body, reads| Spelling::find(format, body, reads).expect("few digits").expect("digits");
    let exact = ExactReference::new(format, Native::I64).expect("digits");
    ([find(&bodies.read, true), find(&bodies.write, false)], exact)
}

/// The same for long items: each number of digits, and bytes of which some are no digits.
#[test]
fn the_specification_and_the_terms_of_digits_are_the_reference_and_the_runtime() {
    let mut chance = Chance::new(7);
    let policy = Policy { negative_zero: ZeroRule::Zero, ..Policy::DEFAULT };
    let mut count = 0;
    for name in subjects::list_decimals() {
        let ([reading, writing], exact) = find_spellings(&name);
        let digits = reading.digits;
        for _ in 0..60 {
            let value = chance.next_u128() % 10_u128.pow(chance.draw_between(1, digits.decimal.digits));
            let negative = digits.decimal.is_signed() && chance.percent(50);
            let mut bytes = exact.encode_digits(negative, value).expect("digits");
            assert_eq!(write(digits, negative, value), bytes, "{name}: {negative} {value}");
            assert_eq!(write_by_terms(writing, negative, value), bytes, "{name}: {negative} {value}");
            assert_eq!(swap(writing, write_by_runtime(writing, negative, value)), bytes, "{name}: {value}");
            if chance.percent(40) {
                let place = chance.draw_below(u32::try_from(bytes.len()).expect("few")) as usize;
                bytes[place] = u8::try_from(chance.next_u128() & 0xFF).expect("a byte");
            }
            let found = read(digits, &bytes);
            let swapped = swap(reading, bytes.clone());
            assert_eq!(read_by_terms(reading, &swapped), found, "{name}: {bytes:x?}");
            assert_eq!(read_by_runtime(reading, &swapped), found, "{name}: {bytes:x?}");
            let (wanted, events) = exact.read(&bytes, &policy);
            let (is_negative, value, invalid) = found;
            let value = if is_negative { value.wrapping_neg() } else { value };
            assert_eq!(value & ones(64), wanted & ones(64), "{name}: {bytes:x?}");
            // Beside faults there is only one other event, that of a negative zero.
            assert_eq!(invalid || is_negative && value == 0, events != 0, "{name}: {bytes:x?}");
            count += 1;
        }
    }
    assert!(count > 3_000, "{count} items");
}

fn swap(spelling: Spelling, mut bytes: Vec<u8>) -> Vec<u8> {
    if spelling.is_swapped {
        for byte in &mut bytes {
            *byte = byte.rotate_left(4);
        }
    }
    bytes
}

fn read_by_terms(spelling: Spelling, bytes: &[u8]) -> (bool, u128, bool) {
    let mut terms = Terms::default();
    let bytes = constants(&mut terms, bytes);
    let decoded = digits::read(&mut terms, spelling.form, &bytes, &mut keep).expect("it has terms");
    take_apart(&terms, decoded)
}

fn write_by_terms(spelling: Spelling, negative: bool, value: u128) -> Vec<u8> {
    let mut terms = Terms::default();
    let (term, negative) = (terms.constant(value, 64), terms.truth(negative));
    let all = split_digits(&mut terms, term, spelling.digits.decimal.digits);
    let mut fours = [terms.constant(0, 14); 6];
    for (four, part) in fours.iter_mut().zip(all.rchunks(4)) {
        let joined = join_digits(&mut terms, part, (4, 0), &mut keep);
        *four = terms.resize(joined, 14);
    }
    let bytes = digits::write(&mut terms, spelling.form, negative, fours).expect("it has terms");
    let bytes = bytes.into_iter().map(|byte| u8::try_from(number(&terms, byte)).expect("a byte")).collect();
    swap(spelling, bytes)
}

fn plus(plus: Plus) -> runtime::Plus {
    match plus {
        Plus::Preferred => runtime::Plus::Preferred,
        Plus::Plain => runtime::Plus::Plain,
        Plus::Only => runtime::Plus::Only,
        Plus::Absent => runtime::Plus::Absent,
        Plus::Bit => runtime::Plus::Bit,
    }
}

fn packed_sign(sign: PackedSign) -> runtime::PackedSign {
    match sign {
        PackedSign::None => runtime::PackedSign::None,
        PackedSign::Last(sign) => runtime::PackedSign::Last(plus(sign)),
        PackedSign::Floating => runtime::PackedSign::Floating,
        PackedSign::TopByte => runtime::PackedSign::TopByte,
    }
}

fn zoned_sign(sign: ZonedSign) -> runtime::ZonedSign {
    match sign {
        ZonedSign::First(sign) => runtime::ZonedSign::First(plus(sign)),
        ZonedSign::Last(sign) => runtime::ZonedSign::Last(plus(sign)),
        ZonedSign::Before => runtime::ZonedSign::Before,
        ZonedSign::Behind => runtime::ZonedSign::Behind,
    }
}

fn digit_set(set: DigitSet) -> runtime::DigitSet {
    match set {
        DigitSet::Ebcdic => runtime::DigitSet::Ebcdic,
        DigitSet::Ascii => runtime::DigitSet::Ascii,
    }
}

/// Calls a function for arrays of the length of some bytes.
macro_rules! for_length {
    ($length:expr, $function:ident $arguments:tt; $($count:literal)*) => {
        match $length {
            $($count => $function::<$count> $arguments,)*
            other => panic!("an item of {other} bytes"),
        }
    };
}

fn read_by_runtime(spelling: Spelling, bytes: &[u8]) -> (bool, u128, bool) {
    for_length!(bytes.len(), read_array(spelling, bytes);
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)
}

fn read_array<const N: usize>(spelling: Spelling, bytes: &[u8]) -> (bool, u128, bool) {
    let bytes: [u8; N] = bytes.try_into().expect("so many bytes");
    let form = spelling.form;
    let count = form.count as usize;
    let short = |found: runtime::Digits<u32>| (found.negative, found.number.into(), found.invalid);
    let word = |found: runtime::Digits<u64>| (found.negative, found.number.into(), found.invalid);
    let long = |found: runtime::Digits<u128>| (found.negative, found.number, found.invalid);
    match (form.form, form.width) {
        (DigitForm::Packed(sign), width) => match (packed_sign(sign), width) {
            (sign, 32) => short(runtime::read_packed_u32(bytes, count, sign)),
            (sign, 64) => word(runtime::read_packed_u64(bytes, count, sign)),
            (sign, _) => long(runtime::read_packed_u128(bytes, count, sign)),
        },
        (DigitForm::Zoned(set, sign, point), width) => {
            let (set, sign) = (digit_set(set), zoned_sign(sign));
            let point = point.map(|place| usize::try_from(place).expect("a place"));
            match width {
                32 => short(runtime::read_zoned_u32(bytes, count, set, sign, point)),
                64 => word(runtime::read_zoned_u64(bytes, count, set, sign, point)),
                _ => long(runtime::read_zoned_u128(bytes, count, set, sign, point)),
            }
        }
        (DigitForm::Printed(_), _) => panic!("nothing is proved of pictures"),
    }
}

fn write_by_runtime(spelling: Spelling, negative: bool, value: u128) -> Vec<u8> {
    for_length!(spelling.form.bytes, write_array(spelling, negative, value);
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20)
}

fn write_array<const N: usize>(spelling: Spelling, negative: bool, value: u128) -> Vec<u8> {
    let form = spelling.form;
    let count = form.count as usize;
    let word = u64::try_from(value).expect("few digits");
    let short = u32::try_from(value).unwrap_or(0);
    let bytes: [u8; N] = match (form.form, form.width) {
        (DigitForm::Packed(sign), width) => match (packed_sign(sign), width) {
            (sign, 32) => runtime::write_packed_u32(negative, short, sign),
            (sign, 64) => runtime::write_packed_u64(negative, word, sign),
            (sign, _) => runtime::write_packed_u128(negative, value, sign),
        },
        (DigitForm::Zoned(set, sign, point), width) => {
            let (set, sign) = (digit_set(set), zoned_sign(sign));
            let point = point.map(|place| usize::try_from(place).expect("a place"));
            match width {
                32 => runtime::write_zoned_u32(negative, short, count, set, sign, point),
                64 => runtime::write_zoned_u64(negative, word, count, set, sign, point),
                _ => runtime::write_zoned_u128(negative, value, count, set, sign, point),
            }
        }
        (DigitForm::Printed(_), _) => panic!("nothing is proved of pictures"),
    };
    bytes.to_vec()
}
