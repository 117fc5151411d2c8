//! Decimal digits, compared with a decoder that reads one digit after the other, and rounding, compared with the
//! standard library's printing and parsing.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "scales and places below 40, numbers whose width is known"
)]

use proptest::prelude::*;

use super::halves::{EIGHT, divide_at_eight_digits, divide_at_sixteen_digits, join_digits, stretch_digits};
use super::scale::{BEYOND, NATIVE, TEN};
use super::*;
use crate::float::{Beyond, Rounding, make_wide_f32, make_wide_f64, unpack_wide_f64};
use crate::loss::Kinds;
use crate::native::{decimal_from_parts, decimal_to_parts};

const PLUSES: [Plus; 4] = [Plus::Preferred, Plus::Plain, Plus::Only, Plus::Absent];
const NEAREST: Rounding = Rounding::NearestEven;

#[test]
fn sixteen_digits_are_divided_in_two() {
    // Quotients near every power of two and of ten, and others.
    let powers = (0..27).map(|bits| 1 << bits).chain((0..9).map(|digits| 10_u64.pow(digits)));
    let near = powers.flat_map(|power| [power - 1, power, power + 1]);
    let others = (0..EIGHT).step_by(9973);
    for quotient in near.chain(others).filter(|quotient| *quotient < EIGHT) {
        for rest in [0, 1, EIGHT / 2 - 1, EIGHT / 2, EIGHT / 2 + 1, EIGHT - 2, EIGHT - 1] {
            let number = quotient * EIGHT + rest;
            assert_eq!(divide_at_eight_digits(number), (quotient, rest));
        }
    }
}

#[test]
fn nineteen_digits_are_divided_in_two() {
    let sixteen = EIGHT * EIGHT;
    for quotient in 0..1000 {
        for power in 0..=53 {
            for rest in [(1 << power) - 1, 1 << power, sixteen - (1 << power), sixteen / 2 + (1 << power)] {
                let rest = rest % sixteen;
                assert_eq!(divide_at_sixteen_digits(quotient * sixteen + rest), (quotient, rest));
            }
        }
    }
}

#[test]
fn eight_characters_are_joined_and_stretched() {
    for number in (0..EIGHT).step_by(997).chain([EIGHT - 1]) {
        let text = format!("{number:08}").into_bytes();
        let digits = u64::from_le_bytes(text.try_into().expect("eight characters")) - 0x3030_3030_3030_3030;
        assert_eq!((join_digits(digits), stretch_digits(number, 8)), (number, digits), "{number}");
        assert_eq!(stretch_digits(number % 10_000, 4), digits >> 32 << 32, "{number}");
        assert_eq!(stretch_digits(number % 10, 1), digits >> 56 << 56, "{number}");
    }
}

/// Sign and number, or `None` if they are invalid.
type Read = Option<(bool, u128)>;

fn slow_sign(half: u8, plus: Plus) -> Option<bool> {
    match half {
        15 => Some(false),
        _ if plus == Plus::Absent => None,
        10 | 12 | 14 => Some(false),
        11 | 13 if plus != Plus::Only => Some(true),
        _ => None,
    }
}

fn slow_number(digits: &[u8], count: usize) -> Option<u128> {
    let spare = digits.len() - count;
    let none = digits.iter().any(|digit| *digit > 9) || digits[..spare].iter().any(|digit| *digit != 0);
    (!none).then(|| digits.iter().fold(0, |number, digit| number * 10 + u128::from(*digit)))
}

fn slow_packed(bytes: &[u8], count: usize, sign: PackedSign) -> Read {
    let mut halves: Vec<u8> = bytes.iter().flat_map(|byte| [byte / 16, byte % 16]).collect();
    let negative = match sign {
        PackedSign::None => false,
        PackedSign::Last(plus) => slow_sign(halves.pop()?, plus)?,
        PackedSign::TopByte => {
            let top = halves[0];
            halves.drain(..2);
            top > 7
        }
        PackedSign::Floating => {
            let unused = halves.iter().position(|half| *half != 15)?;
            halves[..unused].fill(0);
            let minus = halves[unused] == 13;
            if minus {
                halves[unused] = 0;
                if unused + 1 == halves.len() {
                    return None;
                }
            }
            minus
        }
    };
    Some((negative, slow_number(&halves, count)?))
}

fn slow_zoned(bytes: &[u8], set: DigitSet, sign: ZonedSign) -> Read {
    let (digits, plus_sign, minus_sign) = match set {
        DigitSet::Ebcdic => (0xF0..=0xF9_u8, 0x4E, 0x60),
        DigitSet::Ascii => (b'0'..=b'9', b'+', b'-'),
    };
    let mut bytes = bytes.to_vec();
    let mut negative = false;
    let place = match sign {
        ZonedSign::First(plus) => Some((0, plus)),
        ZonedSign::Last(plus) => Some((bytes.len() - 1, plus)),
        ZonedSign::Before | ZonedSign::Behind => {
            let byte = bytes.remove(if sign == ZonedSign::Before { 0 } else { bytes.len() - 1 });
            negative = byte == minus_sign;
            if !negative && byte != plus_sign {
                return None;
            }
            None
        }
    };
    if let Some((place, plus)) = place {
        let byte = bytes[place];
        let (minus, digit) = match set {
            DigitSet::Ebcdic => (slow_sign(byte / 16, plus)?, byte % 16),
            DigitSet::Ascii => match byte {
                b'0'..=b'9' => (false, byte - b'0'),
                _ if plus == Plus::Absent => return None,
                byte => match b"{ABCDEFGHI}JKLMNOPQR".iter().position(|known| *known == byte)? {
                    index @ 0..10 => (false, index as u8),
                    _ if plus == Plus::Only => return None,
                    index => (true, index as u8 - 10),
                },
            },
        };
        if digit > 9 {
            return None;
        }
        (negative, bytes[place]) = (minus, digits.start() + digit);
    }
    let all: Option<Vec<u8>> =
        bytes.iter().map(|byte| digits.contains(byte).then(|| byte - digits.start())).collect();
    let all = all?;
    Some((negative, slow_number(&all, all.len())?))
}

fn of<N: Into<u128>>(digits: Digits<N>) -> Read {
    let number = digits.number.into();
    if digits.invalid {
        assert_eq!((digits.negative, number), (false, 0));
        return None;
    }
    Some((digits.negative, number))
}

fn packed_signs() -> Vec<PackedSign> {
    let mut signs = PLUSES.map(PackedSign::Last).to_vec();
    signs.extend([PackedSign::None, PackedSign::Floating]);
    signs
}

fn zoned_signs() -> Vec<ZonedSign> {
    let mut signs: Vec<ZonedSign> =
        PLUSES.into_iter().flat_map(|plus| [ZonedSign::First(plus), ZonedSign::Last(plus)]).collect();
    signs.extend([ZonedSign::Before, ZonedSign::Behind]);
    signs
}

/// How many digits fit in two bytes.
fn room(sign: PackedSign) -> usize {
    match sign {
        PackedSign::None | PackedSign::Floating => 4,
        PackedSign::Last(_) => 3,
        PackedSign::TopByte => 2,
    }
}

#[test]
fn every_word_of_two_bytes_is_read_as_digit_by_digit() {
    let mut valid = 0;
    for word in 0..=u16::MAX {
        let bytes = word.to_be_bytes();
        for sign in packed_signs().into_iter().chain([PackedSign::TopByte]) {
            for less in 0..2 {
                let count = room(sign) - less;
                let slow = slow_packed(&bytes, count, sign);
                valid += usize::from(slow.is_some());
                assert_eq!(of(read_packed_u32(bytes, count, sign)), slow, "{bytes:02x?} {sign:?} {count}");
                assert_eq!(of(read_packed_u64(bytes, count, sign)), slow, "{bytes:02x?} {sign:?} {count}");
                assert_eq!(of(read_packed_u128(bytes, count, sign)), slow, "{bytes:02x?} {sign:?} {count}");
            }
        }
        for set in [DigitSet::Ebcdic, DigitSet::Ascii] {
            for sign in zoned_signs() {
                let count = if let ZonedSign::Before | ZonedSign::Behind = sign { 1 } else { 2 };
                let slow = slow_zoned(&bytes, set, sign);
                valid += usize::from(slow.is_some());
                let read = read_zoned_u32(bytes, count, set, sign, None);
                assert_eq!(of(read), slow, "{bytes:02x?} {set:?} {sign:?}");
                assert_eq!(of(read_zoned_u64(bytes, count, set, sign, None)), slow);
                assert_eq!(of(read_zoned_u128(bytes, count, set, sign, None)), slow);
            }
        }
    }
    assert!(valid > 60_000, "{valid}");
}

#[test]
fn every_number_of_five_digits_is_written_so_that_it_is_read() {
    for number in 0..100_000_u32 {
        for negative in [false, true] {
            for sign in packed_signs() {
                let minus = negative
                    && !matches!(sign, PackedSign::None | PackedSign::Last(Plus::Only | Plus::Absent));
                let bytes: [u8; 3] = write_packed_u32(minus, number, sign);
                assert_eq!(slow_packed(&bytes, 5, sign), Some((minus, u128::from(number))), "{bytes:02x?}");
                assert_eq!(write_packed_u64::<3>(minus, u64::from(number), sign), bytes);
                assert_eq!(write_packed_u128::<3>(minus, u128::from(number), sign), bytes);
            }
            for set in [DigitSet::Ebcdic, DigitSet::Ascii] {
                for sign in zoned_signs() {
                    let only = matches!(
                        sign,
                        ZonedSign::First(Plus::Only | Plus::Absent)
                            | ZonedSign::Last(Plus::Only | Plus::Absent)
                    );
                    let (minus, number) = (negative && !only, u64::from(number));
                    if let ZonedSign::Before | ZonedSign::Behind = sign {
                        let bytes: [u8; 6] = write_zoned_u64(minus, number, 5, set, sign, None);
                        assert_eq!(slow_zoned(&bytes, set, sign), Some((minus, u128::from(number))));
                    } else {
                        let bytes: [u8; 5] = write_zoned_u64(minus, number, 5, set, sign, None);
                        assert_eq!(slow_zoned(&bytes, set, sign), Some((minus, u128::from(number))));
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_written_is_what_machines_write() {
    // COMP-3, and the digits of a cash register.
    assert_eq!(write_packed_u32::<3>(true, 123, PackedSign::Last(Plus::Preferred)), [0x00, 0x12, 0x3D]);
    assert_eq!(write_packed_u32::<3>(false, 123, PackedSign::Last(Plus::Only)), [0x00, 0x12, 0x3F]);
    assert_eq!(write_packed_u32::<2>(true, 123, PackedSign::Floating), [0xD1, 0x23]);
    assert_eq!(write_packed_u32::<2>(true, 12, PackedSign::Floating), [0xFD, 0x12]);
    assert_eq!(write_packed_u32::<2>(false, 0, PackedSign::Floating), [0xFF, 0xF0]);
    assert_eq!(swap_halves([0x21, 0xF3]), [0x12, 0x3F]);
    // -5 with a sign in its digit.
    let last = ZonedSign::Last(Plus::Preferred);
    assert_eq!(&write_zoned_u32::<2>(true, 5, 2, DigitSet::Ascii, last, None), b"0N");
    assert_eq!(write_zoned_u32::<2>(false, 5, 2, DigitSet::Ebcdic, last, None), [0xF0, 0xC5]);
    assert_eq!(&write_zoned_u32::<6>(false, 1250, 4, DigitSet::Ascii, ZonedSign::Before, Some(2)), b"+12.50");
}

#[test]
fn a_decimal_ends_where_its_digits_end() {
    let most = TEN[38] - 1;
    let mut bytes: [u8; 20] = write_packed_u128(true, most, PackedSign::Last(Plus::Preferred));
    assert_eq!(bytes[..2], [0x09, 0x99]);
    assert_eq!(of(read_packed_u128(bytes, 38, PackedSign::Last(Plus::Preferred))), Some((true, most)));
    bytes[0] = 0x10;
    assert!(read_packed_u128(bytes, 38, PackedSign::Last(Plus::Preferred)).invalid);
    let (huge, kinds) = to_native_decimal(false, most, 9, NEAREST);
    assert_eq!((decimal_to_parts(huge), kinds), ((false, NATIVE, 0), Kinds::OVERFLOW));
    let (whole, kinds) = to_native_decimal(true, 12, -26, NEAREST);
    assert_eq!((decimal_to_parts(whole), kinds), ((true, 12 * TEN[26], 0), Kinds::NONE));
    // Rounded up to 2^96, which does not fit: one more digit is dropped.
    let (whole, _) = to_native_decimal(false, (NATIVE + 1) * 10 - 5, 1, NEAREST);
    assert_eq!(decimal_to_parts(whole).1, NATIVE);
    assert_eq!(from_native_decimal(huge, 10, NEAREST), (false, BEYOND));
    let half = decimal_from_parts(true, 5, 28);
    let away = Whole { number: 1, inexact: true, beyond: false };
    assert_eq!(from_native_decimal(half, 27, Rounding::NearestAway), (true, away));
    assert_eq!(from_native_decimal(half, -37, Rounding::Down), (true, away));
    assert_eq!(from_native_decimal(half, -37, Rounding::Up).1.number, 0);
}

/// The number as a text with its power of ten.
fn text(negative: bool, number: u128, scale: i32) -> String {
    format!("{}{number}e{}", if negative { "-" } else { "" }, -scale)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_number_of_digits_comes_back(number in 0..TEN[38], by in 0_u32..39, negative: bool, byte: u8, place in 0_usize..20) {
        let number = number / TEN[by as usize & 31];
        let sign = PackedSign::Last(Plus::Preferred);
        let mut bytes: [u8; 20] = write_packed_u128(negative, number, sign);
        prop_assert_eq!(of(read_packed_u128(bytes, 38, sign)), Some((negative, number)));
        bytes[place] = byte;
        prop_assert_eq!(of(read_packed_u128(bytes, 38, sign)), slow_packed(&bytes, 38, sign));
        let small = (number % TEN[16]) as u64;
        let mut bytes: [u8; 8] = write_packed_u64(false, small, PackedSign::None);
        prop_assert_eq!(of(read_packed_u64(bytes, 16, PackedSign::None)), Some((false, u128::from(small))));
        bytes[place % 8] = byte;
        prop_assert_eq!(of(read_packed_u64(bytes, 16, PackedSign::None)), slow_packed(&bytes, 16, PackedSign::None));
        let bytes: [u8; 10] = write_packed_u128(negative, number % TEN[18], PackedSign::TopByte);
        prop_assert_eq!(of(read_packed_u128(bytes, 18, PackedSign::TopByte)), slow_packed(&bytes, 18, PackedSign::TopByte));
    }

    #[test]
    fn any_characters_are_read_as_digit_by_digit(number in 0..TEN[38], byte: u8, place in 0_usize..39, which in 0_usize..8) {
        let sign = zoned_signs()[which];
        for set in [DigitSet::Ebcdic, DigitSet::Ascii] {
            if let ZonedSign::Before | ZonedSign::Behind = sign {
                let mut bytes: [u8; 39] = write_zoned_u128(true, number, 38, set, sign, None);
                prop_assert_eq!(slow_zoned(&bytes, set, sign), Some((true, number)));
                bytes[place] = byte;
                prop_assert_eq!(of(read_zoned_u128(bytes, 38, set, sign, None)), slow_zoned(&bytes, set, sign));
            } else {
                let mut bytes: [u8; 38] = write_zoned_u128(false, number, 38, set, sign, None);
                prop_assert_eq!(slow_zoned(&bytes, set, sign), Some((false, number)));
                bytes[place % 38] = byte;
                prop_assert_eq!(of(read_zoned_u128(bytes, 38, set, sign, None)), slow_zoned(&bytes, set, sign));
                let short: [u8; 13] = bytes[25..].try_into().expect("thirteen bytes");
                prop_assert_eq!(of(read_zoned_u64(short, 13, set, sign, None)), slow_zoned(&short, set, sign));
                let short: [u8; 7] = bytes[31..].try_into().expect("seven bytes");
                prop_assert_eq!(of(read_zoned_u32(short, 7, set, sign, None)), slow_zoned(&short, set, sign));
            }
        }
    }

    /// The standard library's parser rounds exactly once.
    #[test]
    fn decimals_become_the_nearest_float(number in 0..TEN[38], by in 0_usize..38, scale in -37_i32..=38, negative: bool) {
        let digits = 38 - by as i32;
        let number = number / TEN[by];
        let scale = scale.max(digits - 38);
        let (significand, exponent) = to_binary(number, scale, 53);
        let made = make_wide_f64(negative, significand, exponent, NEAREST, Beyond::Infinity, false);
        let theirs: f64 = text(false, number, scale).parse().expect("a number");
        prop_assert_eq!(made.word as u64, theirs.to_bits());
        let exact = to_decimal(false, unpack_wide_f64(theirs).significand, unpack_wide_f64(theirs).exponent, scale, NEAREST);
        prop_assert_eq!(made.kinds == Kinds::NONE, exact.number == number && !exact.inexact);
        let (significand, exponent) = to_binary(number, scale, 24);
        let made = make_wide_f32(negative, significand, exponent, NEAREST, Beyond::Infinity, false);
        let theirs: f32 = text(false, number, scale).parse().expect("a number");
        prop_assert_eq!(made.word as u32, theirs.to_bits());
        // More bits, for a quadruple float, yield the same number.
        let (wide, power) = to_binary(number, scale, 113);
        let again = make_wide_f64(negative, wide, power, NEAREST, Beyond::Infinity, false);
        prop_assert_eq!(again.word as u64, text(false, number, scale).parse::<f64>().expect("a number").to_bits());
    }

    /// Binary numbers have up to 39 digits.
    #[test]
    fn binary_numbers_become_the_nearest_float(number: u128, by in 0_u32..128, scale in 0_i32..=38) {
        let number = number >> by;
        let (significand, exponent) = to_binary(number, scale, 53);
        let made = make_wide_f64(false, significand, exponent, NEAREST, Beyond::Infinity, false);
        let theirs: f64 = text(false, number, scale).parse().expect("a number");
        prop_assert_eq!(made.word as u64, theirs.to_bits());
        let (wide, power) = to_binary(number, scale, 113);
        let again = make_wide_f64(false, wide, power, NEAREST, Beyond::Infinity, false);
        prop_assert_eq!(again.word as u64, theirs.to_bits());
    }

    /// The standard library's printer rounds exactly once, to the even digit.
    #[test]
    fn floats_become_the_nearest_decimal(bits: u64, exponent in 890_u64..1160, low in 0_u32..52, scale in 0_i32..=38) {
        let fraction = bits >> 12 >> low << low;
        let value = f64::from_bits(exponent << 52 | fraction);
        let parts = unpack_wide_f64(value);
        let ours = to_decimal(false, parts.significand, parts.exponent, scale, NEAREST);
        let digits = format!("{value:.*}", scale as usize).replace('.', "");
        match digits.parse::<u128>() {
            Ok(theirs) => {
                prop_assert_eq!((ours.number, ours.beyond), (theirs, false), "{} {}", value, scale);
                let back = format!("{theirs}e-{scale}").parse::<f64>().expect("a number");
                prop_assert!(ours.inexact || back.to_bits() == value.to_bits());
            }
            Err(_) => prop_assert!(ours.beyond),
        }
        // A value between two numbers has one below and one above.
        let down = to_decimal(false, parts.significand, parts.exponent, scale, Rounding::TowardZero);
        let up = to_decimal(false, parts.significand, parts.exponent, scale, Rounding::Up);
        prop_assert_eq!(up.number - down.number, u128::from(ours.inexact));
        prop_assert!(ours.number == down.number || ours.number == up.number);
        let below = to_decimal(true, parts.significand, parts.exponent, scale, Rounding::Down);
        prop_assert_eq!(below, up);
    }

    /// Powers of ten that are dropped, checked by long division of the printed digits.
    #[test]
    fn floats_become_the_nearest_multiple(bits: u64, exponent in 1023_u64..1149, less in 1_i32..=37) {
        let value = f64::from_bits(exponent << 52 | bits >> 12);
        let parts = unpack_wide_f64(value);
        let printed = format!("{value:.52}");
        let (whole, rest) = printed.split_once('.').unwrap_or((&printed, ""));
        let whole: u128 = whole.parse().expect("below 2^127");
        let unit = TEN[less as usize];
        let ours = to_decimal(false, parts.significand, parts.exponent, -less, NEAREST);
        let (number, left) = (whole / unit, whole % unit);
        let more = rest.bytes().any(|digit| digit != b'0');
        let up = left > unit / 2 || (left == unit / 2 && (more || number % 2 == 1));
        prop_assert_eq!(ours.number, number + u128::from(up));
        prop_assert_eq!(ours.inexact, left != 0 || more);
    }

    /// Native decimals keep 28 digits.
    #[test]
    fn native_decimals_come_back(number in 0..TEN[28], scale in 0_i32..=28, negative: bool) {
        let (decimal, kinds) = to_native_decimal(negative, number, scale, NEAREST);
        prop_assert_eq!(kinds, Kinds::NONE);
        prop_assert_eq!(decimal_to_parts(decimal), (negative && number != 0, number, scale as u32));
        let whole = Whole { number, inexact: false, beyond: false };
        prop_assert_eq!(from_native_decimal(decimal, scale, NEAREST), (negative && number != 0, whole));
    }
}
