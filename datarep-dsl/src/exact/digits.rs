//! Decimal numbers: the value of a word with digits and a sign, and the word of a value.

use num_bigint::BigUint;

use super::decimal::{Decimal as Number, scale_by_tens};
use super::printed::{read_printed, write_printed};
use super::value::{ExactValue, Signed};
use crate::model::word::mask;
use crate::model::{Decimal, DecimalSign, DigitCode, DigitSet, Plus};

/// The value of a word; [`ExactValue::Reserved`] if its digits or its sign are invalid.
pub(crate) fn read_decimal_word(format: Decimal, word: u128) -> ExactValue {
    match read_decimal_bytes(format, &word.to_be_bytes()[16 - format.bytes() as usize..]) {
        None => ExactValue::Reserved,
        Some(Signed { negative, magnitude: 0 }) => ExactValue::Zero { negative },
        Some(Signed { negative, magnitude }) => ExactValue::Finite {
            negative,
            magnitude: scale_by_tens(BigUint::from(magnitude), -i64::from(format.scale)),
        },
    }
}

/// The sign of an item, and its digits as a number; `None` if they are invalid. A format has at most 39 digits. The most
/// significant byte is the first.
pub(crate) fn read_decimal_bytes(format: Decimal, bytes: &[u8]) -> Option<Signed<u128>> {
    let Signed { negative, magnitude: digits } = read_sign_and_digits(format, bytes)?;
    Some(Signed { negative, magnitude: join_digits(&digits) })
}

/// The word of a value, or the reason why there is none. The format has at most 128 bits.
pub(crate) fn write_decimal_word(format: Decimal, value: &Number) -> Result<u128, &'static str> {
    let item = write_decimal_item(format, value)?;
    Ok(item.iter().fold(0, |word, byte| word << 8 | u128::from(*byte)))
}

/// The bytes of a value, the most significant first, or the reason why there are none.
pub(crate) fn write_decimal_item(format: Decimal, value: &Number) -> Result<Vec<u8>, &'static str> {
    const BEYOND: &str = "is beyond the format's range";
    let unit = i64::from(-format.scale);
    // A far number is refused by its power alone, before its digits are counted.
    if !value.is_zero() && value.first_digit_power() - unit > i64::from(format.digits) {
        return Err(BEYOND);
    }
    let number = value.count_units(unit).ok_or(BEYOND)?;
    write_decimal_bytes(format, value.negative, number).ok_or(BEYOND)
}

/// The bytes of a sign and the digits of a number; `None` if the format has not so many digits, or no sign.
pub(crate) fn write_decimal_bytes(format: Decimal, negative: bool, number: u128) -> Option<Vec<u8>> {
    if number > format.largest_written(negative) {
        return None;
    }
    Some(write_sign_and_digits(format, negative, &split_digits(format, number)))
}

/// The digits of a number, as many as the format has.
fn split_digits(format: Decimal, number: u128) -> Vec<u8> {
    let mut digits = vec![0; format.digits as usize];
    let mut rest = number;
    // From the last digit up. Leading zeros fill the rest.
    for digit in digits.iter_mut().rev() {
        *digit = u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    digits
}

/// The number of digits.
fn join_digits(digits: &[u8]) -> u128 {
    digits.iter().fold(0, |number, digit| number * 10 + u128::from(*digit))
}

/// The half bytes of an item, the most significant first.
fn split_halves(format: Decimal, bytes: &[u8]) -> Vec<u8> {
    let swapped = format.code == DigitCode::PackedLow;
    bytes
        .iter()
        .flat_map(|byte| if swapped { [byte & 15, byte >> 4] } else { [byte >> 4, byte & 15] })
        .collect()
}

/// The sign and the digits, the first digit first.
fn read_sign_and_digits(format: Decimal, bytes: &[u8]) -> Option<Signed<Vec<u8>>> {
    let count = format.digits as usize;
    let Signed { negative, magnitude: digits } = match format.code {
        DigitCode::Packed | DigitCode::PackedLow => read_packed(format, split_halves(format, bytes))?,
        DigitCode::Zoned { charset, point } => read_zoned(format, charset, point, bytes.to_vec())?,
        DigitCode::Printed(picture) => read_printed(&picture, bytes)?,
        DigitCode::Binary { bits, .. } => {
            // The bytes may be wider than the number. Bits above it have no meaning.
            let word = bytes.iter().fold(0, |word, byte| word << 8 | u128::from(*byte)) & mask(bits);
            let negative = format.is_signed() && word >> (bits - 1) != 0;
            // The complement of the smallest number is itself, and as a magnitude it is right: `2^(bits - 1)`.
            let number = if negative { word.wrapping_neg() & mask(bits) } else { word };
            Signed { negative, magnitude: split_digits(format, number) }
        }
    };
    // The digits before the first digit of the number are zero.
    let spare = digits.len() - count;
    // A packed format whose first half byte is unused has a half more than digits. It must be zero.
    let sound = digits.iter().all(|digit| *digit < 10) && digits[..spare].iter().all(|digit| *digit == 0);
    sound.then(|| Signed { negative, magnitude: digits[spare..].to_vec() })
}

fn read_packed(format: Decimal, mut halves: Vec<u8>) -> Option<Signed<Vec<u8>>> {
    match format.sign {
        DecimalSign::None
        | DecimalSign::Separate { .. }
        | DecimalSign::TwosComplement
        | DecimalSign::Printed => Some(Signed { negative: false, magnitude: halves }),
        DecimalSign::Digit { plus, .. } => {
            let negative = read_sign_half(halves.pop()?, plus)?;
            Some(Signed { negative, magnitude: halves })
        }
        DecimalSign::TopByte => {
            // x87's sign is the top bit of its byte. The processor ignores the seven bits below it, and so does this.
            let negative = halves[0] >= 8;
            Some(Signed { negative, magnitude: halves[2..].to_vec() })
        }
        DecimalSign::Floating => {
            // IBM 4690: the halves before the number are 0xF, and 0xD before its first digit is the minus sign.
            let unused = halves.iter().take_while(|half| **half == 15).count();
            let negative = halves.get(unused) == Some(&13);
            let first = unused + usize::from(negative);
            // At least one digit must follow. Halves of 0xF alone are no number.
            if first == halves.len() {
                return None;
            }
            halves[..first].fill(0);
            Some(Signed { negative, magnitude: halves })
        }
    }
}

fn read_zoned(
    format: Decimal,
    charset: DigitSet,
    point: bool,
    mut bytes: Vec<u8>,
) -> Option<Signed<Vec<u8>>> {
    let mut negative = false;
    if let DecimalSign::Separate { leading } = format.sign {
        let place = if leading { 0 } else { bytes.len() - 1 };
        let sign = bytes.remove(place);
        let [plus, minus] = separate_signs(charset);
        if sign != plus && sign != minus {
            return None;
        }
        negative = sign == minus;
    }
    if point {
        // The sign is gone from the bytes by now, so the point is counted from the first digit.
        let place = usize::try_from(i64::from(format.digits) - i64::from(format.scale)).ok()?;
        if bytes.remove(place) != point_byte(charset) {
            return None;
        }
    }
    let mut digits = Vec::new();
    for (index, byte) in bytes.iter().enumerate() {
        // Only one byte shares its zone with the sign: the first or the last digit.
        let signed = match format.sign {
            DecimalSign::Digit { leading, .. } => index == if leading { 0 } else { bytes.len() - 1 },
            _ => false,
        };
        let (zone, digit) = (byte >> 4, byte & 15);
        let plain = match charset {
            DigitSet::Ebcdic => zone == 15,
            DigitSet::Ascii => zone == 3,
        };
        match (format.sign, charset) {
            (DecimalSign::Digit { plus, .. }, DigitSet::Ebcdic) if signed => {
                // In EBCDIC the zone of a plain digit, 0xF, is a plus sign as well.
                negative = read_sign_half(zone, plus)?;
                digits.push(digit);
            }
            // In ASCII the sign replaces the zone only where the byte is not a plain digit, which is read as
            // positive.
            (DecimalSign::Digit { plus, .. }, DigitSet::Ascii) if signed && !plain => {
                let (minus, digit) = match (plus, zone) {
                    (Plus::Bit, 7) if digit <= 9 => (true, digit),
                    _ => read_overpunched(*byte)?,
                };
                // An unsigned format has no word with a minus, so such a byte is invalid and not read as positive. One
                // without a sign has none with a plus either.
                if minus && plus == Plus::Only || plus == Plus::Absent {
                    return None;
                }
                negative = minus;
                digits.push(digit);
            }
            _ if plain => digits.push(digit),
            _ => return None,
        }
    }
    Some(Signed { negative, magnitude: digits })
}

/// Whether a sign is a minus; `None` where it is no sign.
fn read_sign_half(half: u8, plus: Plus) -> Option<bool> {
    match half {
        // IBM z/Architecture: A, C, E and F are plus, and B and D are minus. C and D are preferred, F is used in
        // zoned digits.
        0xF => Some(false),
        // Without a sign there is only the zone of digits.
        _ if plus == Plus::Absent => None,
        0xA | 0xC | 0xE => Some(false),
        0xB | 0xD if plus != Plus::Only => Some(true),
        _ => None,
    }
}

/// The sign and the digit of an ASCII byte that has both.
fn read_overpunched(byte: u8) -> Option<(bool, u8)> {
    match byte {
        b'{' => Some((false, 0)),
        // The characters of EBCDIC's 0xC1 to 0xC9, as punched cards have them: a 12 over the digit.
        b'A'..=b'I' => Some((false, byte - b'A' + 1)),
        b'}' => Some((true, 0)),
        b'J'..=b'R' => Some((true, byte - b'J' + 1)),
        _ => None,
    }
}

fn separate_signs(charset: DigitSet) -> [u8; 2] {
    match charset {
        DigitSet::Ebcdic => [0x4E, 0x60],
        DigitSet::Ascii => *b"+-",
    }
}

fn point_byte(charset: DigitSet) -> u8 {
    match charset {
        DigitSet::Ebcdic => 0x4B,
        DigitSet::Ascii => b'.',
    }
}

/// The bytes that are written for a sign and digits.
fn write_sign_and_digits(format: Decimal, negative: bool, digits: &[u8]) -> Vec<u8> {
    match format.code {
        DigitCode::Packed | DigitCode::PackedLow => {
            let halves = write_packed(format, negative, digits);
            // `write_packed` gives two halves for each byte, so every chunk is a pair.
            let pairs = halves.chunks(2).map(|pair| match format.code {
                DigitCode::PackedLow => pair[1] << 4 | pair[0],
                DigitCode::Packed
                | DigitCode::Zoned { .. }
                | DigitCode::Printed(_)
                | DigitCode::Binary { .. } => pair[0] << 4 | pair[1],
            });
            pairs.collect()
        }
        DigitCode::Zoned { charset, point } => write_zoned(format, charset, point, negative, digits),
        DigitCode::Printed(picture) => write_printed(&picture, negative, digits),
        DigitCode::Binary { bits, .. } => {
            let number = join_digits(digits);
            let word = if negative { number.wrapping_neg() & mask(bits) } else { number };
            word.to_be_bytes()[16 - format.bytes() as usize..].to_vec()
        }
    }
}

fn write_packed(format: Decimal, negative: bool, digits: &[u8]) -> Vec<u8> {
    let half_count = format.bytes() as usize * 2;
    let mut halves = digits.to_vec();
    match format.sign {
        DecimalSign::None
        | DecimalSign::Separate { .. }
        | DecimalSign::TwosComplement
        | DecimalSign::Printed => {}
        DecimalSign::Digit { plus, .. } => halves.push(write_sign_half(negative, plus)),
        DecimalSign::TopByte => halves.splice(..0, [if negative { 8 } else { 0 }, 0]).for_each(drop),
        // The last digit stays even if it is zero, because zero needs a digit.
        DecimalSign::Floating => {
            let last = halves.len() - 1;
            let zeros = halves[..last].iter().take_while(|digit| **digit == 0).count();
            halves.drain(..zeros);
            if negative {
                halves.insert(0, 0xD);
            }
            let unused = half_count - halves.len();
            halves.splice(..0, std::iter::repeat_n(0xF, unused)).for_each(drop);
        }
    }
    // A half that is left over stands at the front, and is zero.
    let missing = half_count - halves.len();
    halves.splice(..0, std::iter::repeat_n(0, missing)).for_each(drop);
    halves
}

fn write_zoned(format: Decimal, charset: DigitSet, point: bool, negative: bool, digits: &[u8]) -> Vec<u8> {
    let zone = match charset {
        DigitSet::Ebcdic => 0xF0,
        DigitSet::Ascii => 0x30,
    };
    let mut bytes: Vec<u8> = digits.iter().map(|digit| zone | digit).collect();
    if let DecimalSign::Digit { leading, plus } = format.sign {
        // The sign shares the byte of a digit, so it is put in before the point moves bytes.
        let place = if leading { 0 } else { bytes.len() - 1 };
        let digit = digits[place];
        bytes[place] = match (charset, negative, plus) {
            // In EBCDIC the sign is the zone itself. ASCII has no such zones, and takes the characters that EBCDIC
            // has there.
            (DigitSet::Ebcdic, _, _) => write_sign_half(negative, plus) << 4 | digit,
            (DigitSet::Ascii, false, Plus::Plain | Plus::Only | Plus::Absent | Plus::Bit) => zone | digit,
            (DigitSet::Ascii, true, Plus::Bit) => 0x70 | digit,
            (DigitSet::Ascii, false, Plus::Preferred) => b"{ABCDEFGHI"[usize::from(digit)],
            (DigitSet::Ascii, true, _) => b"}JKLMNOPQR"[usize::from(digit)],
        };
    }
    if point {
        let place = usize::try_from(i64::from(format.digits) - i64::from(format.scale)).unwrap_or(0);
        bytes.insert(place, point_byte(charset));
    }
    if let DecimalSign::Separate { leading } = format.sign {
        let [plus, minus] = separate_signs(charset);
        let place = if leading { 0 } else { bytes.len() };
        bytes.insert(place, if negative { minus } else { plus });
    }
    bytes
}

fn write_sign_half(negative: bool, plus: Plus) -> u8 {
    match (negative, plus) {
        (true, _) => 0xD,
        (false, Plus::Preferred) => 0xC,
        (false, Plus::Plain | Plus::Only | Plus::Absent | Plus::Bit) => 0xF,
    }
}
