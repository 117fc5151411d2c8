//! Decimal digits in half bytes and characters, and binary numbers with a decimal point.

use datarep_dsl::model::{
    Decimal, DecimalSign, DigitCode, DigitSet, Integer, IntegerSign, NativeKind, OverflowRule, Plus, Policy,
};
use num_bigint::{BigInt, BigUint, Sign};

use super::super::kind::{Events, INEXACT, INVALID, NEGATIVE_ZERO, OVERFLOW};
use super::whole::{native_limits, native_number, round_to_units, to_native, wrap_to_bits};
use super::{Fraction, Value, decode as decode_float, low_bits, to_float};

/// The most places right of the point of a native decimal.
const PLACES: u32 = 28;

/// The characters of a set: the first digit, the signs, the point.
fn characters(set: DigitSet) -> (u8, [u8; 2], u8) {
    match set {
        DigitSet::Ebcdic => (0xF0, [0x4E, 0x60], 0x4B),
        DigitSet::Ascii => (b'0', [b'+', b'-'], b'.'),
    }
}

/// The characters of ASCII for digits with a sign, plus first.
const SIGNED: [u8; 20] = *b"{ABCDEFGHI}JKLMNOPQR";

/// The sign of a half byte, if it is one.
fn decode_sign(half: u8, plus: Plus) -> Option<bool> {
    match half {
        0xF => Some(false),
        0xA | 0xC | 0xE if plus != Plus::Absent => Some(false),
        0xB | 0xD if !matches!(plus, Plus::Only | Plus::Absent) => Some(true),
        _ => None,
    }
}

/// The number of digits, of which all before the last `count` are zero.
fn join_digits(digits: &[u8], count: u32) -> Option<u128> {
    let spare = digits.len().checked_sub(count as usize)?;
    let is_number = digits.iter().all(|digit| *digit <= 9) && digits[..spare].iter().all(|digit| *digit == 0);
    is_number.then(|| digits.iter().fold(0, |number, digit| number * 10 + u128::from(*digit)))
}

fn swap_halves(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| byte.rotate_left(4)).collect()
}

/// The sign and the number of packed digits.
fn decode_packed(decimal: Decimal, bytes: &[u8]) -> Option<(bool, u128)> {
    let mut halves: Vec<u8> = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]).collect();
    let negative = match decimal.sign {
        DecimalSign::Digit { plus, .. } => decode_sign(halves.pop()?, plus)?,
        DecimalSign::TopByte => {
            let top = halves[0];
            halves.drain(..2);
            top >= 8
        }
        DecimalSign::Floating => {
            let first = halves.iter().position(|half| *half != 0xF)?;
            halves.drain(..first);
            let minus = halves[0] == 0xD;
            if minus {
                halves.remove(0);
            }
            if halves.is_empty() {
                return None;
            }
            let missing = (decimal.digits as usize).saturating_sub(halves.len());
            halves.splice(0..0, std::iter::repeat_n(0, missing));
            minus
        }
        DecimalSign::None
        | DecimalSign::Separate { .. }
        | DecimalSign::TwosComplement
        | DecimalSign::Printed => false,
    };
    Some((negative, join_digits(&halves, decimal.digits)?))
}

fn encode_packed(decimal: Decimal, bytes: usize, negative: bool, number: u128) -> Vec<u8> {
    let digits: Vec<u8> = number.to_string().bytes().map(|digit| digit - b'0').collect();
    let mut halves = digits;
    let fill = match decimal.sign {
        DecimalSign::Digit { plus, .. } => {
            halves.push(match (negative, plus) {
                (true, _) => 0xD,
                (false, Plus::Preferred) => 0xC,
                (false, _) => 0xF,
            });
            0
        }
        DecimalSign::Floating => {
            if negative {
                halves.insert(0, 0xD);
            }
            0xF
        }
        DecimalSign::None
        | DecimalSign::TopByte
        | DecimalSign::Separate { .. }
        | DecimalSign::TwosComplement
        | DecimalSign::Printed => 0,
    };
    halves.splice(0..0, std::iter::repeat_n(fill, 2 * bytes - halves.len()));
    if decimal.sign == DecimalSign::TopByte && negative {
        halves[0] = 8;
    }
    halves.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// Where a sign shares the byte of a digit: whether it is the first one, and how plus is written.
fn shared_sign(decimal: Decimal) -> Option<(bool, Plus)> {
    match decimal.sign {
        DecimalSign::Digit { leading, plus } => Some((leading, plus)),
        _ => None,
    }
}

/// The sign and the number of digits in characters.
fn decode_zoned(decimal: Decimal, set: DigitSet, point: bool, bytes: &[u8]) -> Option<(bool, u128)> {
    let (zero, signs, dot) = characters(set);
    let mut bytes = bytes.to_vec();
    let mut negative = false;
    if let DecimalSign::Separate { leading } = decimal.sign {
        let byte = bytes.remove(if leading { 0 } else { bytes.len() - 1 });
        negative = byte == signs[1];
        if !signs.contains(&byte) {
            return None;
        }
    }
    if point {
        let before = usize::try_from(i64::from(decimal.digits) - i64::from(decimal.scale)).ok()?;
        if bytes.remove(before) != dot {
            return None;
        }
    }
    if let Some((leading, plus)) = shared_sign(decimal) {
        let place = if leading { 0 } else { bytes.len() - 1 };
        let byte = bytes[place];
        let (minus, digit) = match set {
            DigitSet::Ebcdic => (decode_sign(byte >> 4, plus)?, byte & 0xF),
            DigitSet::Ascii if byte.is_ascii_digit() => (false, byte - b'0'),
            DigitSet::Ascii if plus == Plus::Bit && (b'p'..=b'y').contains(&byte) => (true, byte - b'p'),
            DigitSet::Ascii => {
                let index = u8::try_from(SIGNED.iter().position(|known| *known == byte)?).ok()?;
                if index >= 10 && plus == Plus::Only || plus == Plus::Absent {
                    return None;
                }
                (index >= 10, index % 10)
            }
        };
        negative = minus;
        bytes[place] = zero.checked_add(digit)?;
    }
    let digits: Vec<u8> = bytes.iter().map(|byte| byte.wrapping_sub(zero)).collect();
    Some((negative, join_digits(&digits, decimal.digits)?))
}

fn encode_zoned(decimal: Decimal, set: DigitSet, point: bool, negative: bool, number: u128) -> Vec<u8> {
    let (zero, signs, dot) = characters(set);
    let digits = format!("{number:0>width$}", width = decimal.digits as usize);
    let mut bytes: Vec<u8> = digits.bytes().map(|digit| digit - b'0' + zero).collect();
    if let Some((leading, plus)) = shared_sign(decimal) {
        let place = if leading { 0 } else { bytes.len() - 1 };
        let digit = bytes[place] - zero;
        bytes[place] = match (set, negative, plus) {
            (DigitSet::Ebcdic, true, _) => 0xD0 | digit,
            (DigitSet::Ebcdic, false, Plus::Preferred) => 0xC0 | digit,
            (DigitSet::Ascii, true, Plus::Bit) => b'p' + digit,
            (DigitSet::Ascii, true, _) => SIGNED[10 + usize::from(digit)],
            (DigitSet::Ascii, false, Plus::Preferred) => SIGNED[usize::from(digit)],
            (_, false, Plus::Plain | Plus::Only | Plus::Absent | Plus::Bit) => bytes[place],
        };
    }
    if point {
        let before = i64::from(decimal.digits) - i64::from(decimal.scale);
        bytes.insert(usize::try_from(before).unwrap_or(0), dot);
    }
    if let DecimalSign::Separate { leading } = decimal.sign {
        bytes.insert(if leading { 0 } else { bytes.len() }, signs[usize::from(negative)]);
    }
    bytes
}

/// The sign and the number of a binary word.
fn decode_binary(decimal: Decimal, bits: u32, bytes: &[u8]) -> (bool, u128) {
    let number = BigInt::from_bytes_be(Sign::Plus, bytes) % (BigInt::from(1_u8) << bits);
    let half = BigInt::from(1_u8) << (bits - 1);
    let is_negative = decimal.sign == DecimalSign::TwosComplement && number >= half;
    let number = if is_negative { number - (half << 1_u32) } else { number };
    (is_negative, low_bits(number.magnitude()))
}

fn encode_binary(bits: u32, bytes: usize, negative: bool, number: u128) -> Vec<u8> {
    let number = if negative { -BigInt::from(number) } else { BigInt::from(number) };
    wrap_to_bits(&number, bits).to_be_bytes()[16 - bytes..].to_vec()
}

/// The magnitudes of the largest and the smallest number that are written.
fn find_limits(decimal: Decimal) -> [BigUint; 2] {
    let nines = |digits: u32| BigUint::from(10_u8).pow(digits) - 1_u8;
    let DigitCode::Binary { bits, most } = decimal.code else {
        let most = nines(decimal.digits);
        return if decimal.is_signed() { [most.clone(), most] } else { [most, BigUint::ZERO] };
    };
    let (least, largest) = native_limits(decimal.sign == DecimalSign::TwosComplement, bits);
    let ends = [largest, least].map(|end| end.magnitude().clone());
    match most {
        Some(digits) => ends.map(|end| end.min(nines(digits))),
        None => ends,
    }
}

/// Why there is no reference of a format.
const NO_PICTURES: &str =
    "no format of the library prints numbers, and tests of pictures have an editor of their own";

/// The sign and the number of an item's digits, without the point; `None` if they are invalid.
fn decode(decimal: Decimal, bytes: &[u8]) -> Option<(bool, u128)> {
    match decimal.code {
        DigitCode::Packed => decode_packed(decimal, bytes),
        DigitCode::PackedLow => decode_packed(decimal, &swap_halves(bytes)),
        DigitCode::Zoned { charset, point } => decode_zoned(decimal, charset, point, bytes),
        DigitCode::Binary { bits, .. } => Some(decode_binary(decimal, bits, bytes)),
        DigitCode::Printed(_) => unreachable!("{NO_PICTURES}"),
    }
}

fn encode(decimal: Decimal, bytes: usize, negative: bool, number: u128) -> Vec<u8> {
    match decimal.code {
        DigitCode::Packed => encode_packed(decimal, bytes, negative, number),
        DigitCode::PackedLow => swap_halves(&encode_packed(decimal, bytes, negative, number)),
        DigitCode::Zoned { charset, point } => encode_zoned(decimal, charset, point, negative, number),
        DigitCode::Binary { bits, .. } => encode_binary(bits, bytes, negative, number),
        DigitCode::Printed(_) => unreachable!("{NO_PICTURES}"),
    }
}

/// An item with a number.
pub(super) fn encode_item(decimal: Decimal, bytes: usize, negative: bool, number: u128) -> Vec<u8> {
    if let DigitCode::Binary { bits, .. } = decimal.code {
        return encode_binary(bits, bytes, negative, number);
    }
    encode(decimal, bytes, negative && decimal.is_signed(), number % 10_u128.pow(decimal.digits))
}

/// A native decimal: its sign, its number and its places.
fn split_native_decimal(native: u128) -> (bool, u128, u32) {
    let flags = u32::try_from(native >> 96).unwrap_or(0);
    let number = native & ((1 << 96) - 1);
    (flags >> 31 != 0 && number != 0, number, flags & 0x7FFF_FFFF)
}

/// The native decimal with the most places that a number fits in, at most those that it has.
fn to_native_decimal(negative: bool, number: u128, scale: i32, policy: &Policy) -> (u128, Events) {
    let most = BigUint::from((1_u128 << 96) - 1);
    let first = u32::try_from(scale).unwrap_or(0).min(PLACES);
    let made = |number: u128, places: u32| {
        let sign = u128::from(negative && number != 0) << 127;
        sign | u128::from(places) << 96 | number
    };
    for places in (0..=first).rev() {
        let scaled = Fraction::new(number).scaled(10, i64::from(places) - i64::from(scale));
        let (whole, inexact) = scaled.round(negative, policy.rounding);
        if whole <= most {
            return (made(low_bits(&whole), places), if inexact { INEXACT } else { 0 });
        }
    }
    (made(low_bits(&most), 0), OVERFLOW)
}

pub(super) fn read(decimal: Decimal, file: &[u8], native: NativeKind, policy: &Policy) -> (u128, Events) {
    let Some((negative, number)) = decode(decimal, file) else {
        // A zero with the places of the format.
        let places = u128::try_from(decimal.scale).unwrap_or(0).min(PLACES.into());
        return (if native == NativeKind::Decimal { places << 96 } else { 0 }, INVALID);
    };
    let lost_zero = if negative && number == 0 { NEGATIVE_ZERO } else { 0 };
    match native {
        NativeKind::Float(float) => {
            let magnitude = Fraction::new(number).scaled(10, -i64::from(decimal.scale));
            to_float(float, &Value::Number { negative, magnitude }, policy)
        }
        NativeKind::Integer { signed, bits } => {
            let number = if negative { -BigInt::from(number) } else { BigInt::from(number) };
            let (native, events) = to_native(&number, signed, bits, policy);
            (native, events | lost_zero)
        }
        NativeKind::Decimal => {
            let (native, events) = to_native_decimal(negative, number, decimal.scale, policy);
            (native, events | lost_zero)
        }
        NativeKind::Logical { .. } | NativeKind::Character | NativeKind::WideCharacter => (0, 0),
    }
}

pub(super) fn write(
    decimal: Decimal,
    bytes: usize,
    native: u128,
    kind: NativeKind,
    policy: &Policy,
) -> (Vec<u8>, Events) {
    if let DigitCode::Binary { bits, most: None } = decimal.code
        && matches!(kind, NativeKind::Integer { .. })
    {
        // Without a point and without a limit, it is an integer.
        let sign = if decimal.is_signed() { IntegerSign::Twos } else { IntegerSign::Unsigned };
        let (word, events) = super::whole::write(Integer { sign, scale: 0 }, bits, native, kind, policy);
        return (word.to_be_bytes()[16 - bytes..].to_vec(), events);
    }
    let limits = find_limits(decimal);
    let has_negative_zero = decimal.is_signed() && !matches!(decimal.code, DigitCode::Binary { .. });
    let (negative, number, events) = match kind {
        NativeKind::Float(float) => {
            let scaled = |magnitude: Fraction| magnitude.scaled(10, i64::from(decimal.scale));
            round_to_units(&decode_float(float, native), scaled, &limits, has_negative_zero, policy)
        }
        NativeKind::Decimal => {
            let (negative, number, places) = split_native_decimal(native);
            let magnitude = Fraction::new(number);
            let scaled =
                |magnitude: Fraction| magnitude.scaled(10, i64::from(decimal.scale) - i64::from(places));
            // There is no negative zero among native decimals, nor does one come from rounding.
            round_to_units(&Value::Number { negative, magnitude }, scaled, &limits, false, policy)
        }
        NativeKind::Integer { signed, bits } => {
            let number = native_number(native, signed, bits);
            let negative = number.sign() == Sign::Minus;
            let limit = &limits[usize::from(negative)];
            let magnitude = number.magnitude().clone();
            if magnitude <= *limit {
                (negative, magnitude, 0)
            } else if policy.overflow == OverflowRule::Wrap {
                (negative && decimal.is_signed(), magnitude % (&limits[0] + 1_u8), OVERFLOW)
            } else {
                (negative && decimal.is_signed(), limit.clone(), OVERFLOW)
            }
        }
        NativeKind::Logical { .. } | NativeKind::Character | NativeKind::WideCharacter => {
            (false, BigUint::ZERO, 0)
        }
    };
    (encode(decimal, bytes, negative, low_bits(&number)), events)
}
