//! Decimal floats with fields, digit by digit. Words of numbers are found by long division.
//!
//! A word is taken apart bit by bit. The exponent of a number is found by trying exponents upward.

use datarep_dsl::model::{BitRange, DigitExponentCode, DigitFields, DigitSign, DigitUnit, Rounding};

use super::decimal_float::{Remainder, divide};
use super::kind::Kind;
use super::other::{Encoded, Meaning, OtherFormat, SpecialValue};

/// Decimal exponents beyond this power are beyond the native floats.
const FAR: i64 = 6000;

/// A format of digit fields, in words of `bits` bits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Digits {
    pub(super) fields: DigitFields,
    pub(super) bits: u32,
}

/// The bits of a word in the given ranges, most significant first.
fn take_bits(word: u128, ranges: &[BitRange]) -> Vec<bool> {
    let bits = ranges.iter().flat_map(|range| (range.low..=range.high).rev());
    bits.map(|bit| word >> bit & 1 == 1).collect()
}

/// Stores `bits` in the given ranges of a word.
fn put_bits(word: &mut u128, ranges: &[BitRange], bits: &[bool]) {
    let places = ranges.iter().flat_map(|range| (range.low..=range.high).rev());
    for (place, &bit) in places.zip(bits) {
        *word = *word & !(1 << place) | u128::from(bit) << place;
    }
}

fn bits_to_number(bits: &[bool]) -> i64 {
    bits.iter().fold(0, |number, &bit| 2 * number + i64::from(bit))
}

fn number_to_bits(number: i64, count: usize) -> Vec<bool> {
    (0..count).rev().map(|place| number >> place & 1 == 1).collect()
}

/// Splits bits into digits of `width` bits. Returns `None` if a digit is not below the radix.
fn split_digits(bits: &[bool], width: usize, radix: i64) -> Option<Vec<i64>> {
    let all: Vec<i64> = bits.chunks(width).map(bits_to_number).collect();
    all.iter().all(|&digit| digit < radix).then_some(all)
}

impl Digits {
    /// The width of a stored digit in bits, and its radix.
    fn digit_unit(&self) -> (usize, i64) {
        match self.fields.unit {
            DigitUnit::Decimal => (4, 10),
            DigitUnit::Centesimal => (8, 100),
        }
    }

    /// The number of decimal digits of the significand.
    fn count_digits(&self) -> u32 {
        let (width, radix) = self.digit_unit();
        let count = self.fields.significand.width() / u32::try_from(width).unwrap_or(u32::MAX);
        count * if radix == 100 { 2 } else { 1 }
    }

    /// The number in the bits of an exponent field, before the bias is subtracted.
    fn decode_exponent(&self, bits: &[bool]) -> Option<i64> {
        let decimal = |bits: &[bool]| {
            Some(split_digits(bits, 4, 10)?.into_iter().fold(0, |number, digit| 10 * number + digit))
        };
        let signed = |negative: bool, number: i64| if negative { -number } else { number };
        let width = u32::try_from(bits.len()).unwrap_or(0);
        match self.fields.code {
            DigitExponentCode::Binary => Some(bits_to_number(bits)),
            DigitExponentCode::Twos => Some(bits_to_number(bits) - if bits[0] { 1 << width } else { 0 }),
            DigitExponentCode::SignMagnitude => Some(signed(bits[0], bits_to_number(&bits[1..]))),
            DigitExponentCode::Decimal => decimal(bits),
            DigitExponentCode::SignDecimal => Some(signed(bits[0], decimal(&bits[1..])?)),
            DigitExponentCode::Tens => {
                let all = 10_i64.pow(width / 4);
                decimal(bits).map(|number| if 2 * number >= all { number - all } else { number })
            }
        }
    }

    /// The bits of an exponent field that holds `number`.
    fn encode_exponent(&self, number: i64) -> Vec<bool> {
        let count = take_bits(0, &self.fields.exponent.list()).len();
        let decimal = |number: i64, count: usize| {
            let text = format!("{number:0width$}", width = count / 4);
            text.bytes().flat_map(|digit| number_to_bits(i64::from(digit - b'0'), 4)).collect::<Vec<_>>()
        };
        let below = |bits: Vec<bool>| [vec![number < 0], bits].concat();
        match self.fields.code {
            DigitExponentCode::Binary | DigitExponentCode::Twos => number_to_bits(number, count),
            DigitExponentCode::SignMagnitude => below(number_to_bits(number.abs(), count - 1)),
            DigitExponentCode::SignDecimal => below(decimal(number.abs(), count - 1)),
            DigitExponentCode::Tens if number < 0 => {
                let all = (0..count / 4).fold(1, |all, _| 10 * all);
                decimal(number + all, count)
            }
            DigitExponentCode::Decimal | DigitExponentCode::Tens => decimal(number, count),
        }
    }

    /// The two's complement of the highest `top` bits: the bits above the lowest set bit are inverted.
    fn complement_top(&self, word: u128, top: u32) -> u128 {
        let places: Vec<u32> = (self.bits - top..self.bits).collect();
        let Some(lowest) = places.iter().position(|place| word >> place & 1 == 1) else { return word };
        places[lowest + 1..].iter().fold(word, |word, place| word ^ 1 << place)
    }

    /// The word of a positive number, with a sign.
    fn with_sign(&self, word: u128, negative: bool) -> u128 {
        match self.fields.sign {
            _ if !negative => word,
            DigitSign::Bit(bit) => word + (1 << bit),
            DigitSign::Nine(low) => word + (9 << low),
            DigitSign::TwosTop(top) => self.complement_top(word, top),
        }
    }

    /// The power of ten of the last digit.
    fn last_digit_power(&self, exponent: i64) -> i64 {
        let behind = i64::from(self.count_digits()) - i64::from(self.fields.whole);
        (if self.fields.tens == 2 { 2 * exponent } else { exponent }) - behind
    }

    /// The word of a significand and an exponent of the format's formula.
    fn assemble(&self, negative: bool, significand: u128, exponent: i64) -> u128 {
        let (width, radix) = self.digit_unit();
        let ranges = self.fields.significand.list();
        let count = take_bits(0, &ranges).len() / width;
        let mut rest = significand;
        let mut all = Vec::new();
        for _ in 0..count {
            let radix = u128::from(radix.unsigned_abs());
            all.insert(0, i64::try_from(rest % radix).unwrap_or(0));
            rest /= radix;
        }
        let bits: Vec<bool> = all.into_iter().flat_map(|digit| number_to_bits(digit, width)).collect();
        let mut word = self.fields.constant;
        put_bits(&mut word, &ranges, &bits);
        put_bits(&mut word, &self.fields.exponent.list(), &self.encode_exponent(exponent + self.fields.bias));
        self.with_sign(word, negative)
    }

    /// Whether a word of this exponent, which is that of the formula, is zero if its first digit is.
    fn is_zero_below_normal(&self, exponent: i64) -> bool {
        let field = bits_to_number(&self.encode_exponent(exponent + self.fields.bias));
        let is_named = |zero: u128| i64::try_from(zero).is_ok_and(|zero| zero == field);
        self.fields.zero.first && self.fields.zero.exponent.is_none_or(is_named)
    }

    /// The power of ten with the given number of zeros.
    fn power_of_ten(zeros: u32) -> u128 {
        (0..zeros).fold(1, |number, _| number * 10)
    }
}

impl OtherFormat for Digits {
    fn bits(&self) -> u32 {
        self.bits
    }

    fn decode(&self, word: u128) -> Meaning {
        let DigitFields { sign, exponent, significand, zero, exponents, .. } = self.fields;
        let nothing =
            |kind, negative| Meaning { kind, negative, significand: 0, ten: 0, two: 0, told: false };
        let (negative, word) = match sign {
            DigitSign::Bit(bit) => (word >> bit & 1 == 1, word),
            DigitSign::Nine(low) => match word >> low & 15 {
                0 => (false, word),
                9 => (true, word),
                _ => return nothing(Kind::Reserved, false),
            },
            DigitSign::TwosTop(top) => {
                let negative = word >> (self.bits - 1) == 1;
                (negative, if negative { self.complement_top(word, top) } else { word })
            }
        };
        let is_complement = matches!(sign, DigitSign::TwosTop(_));
        let field = take_bits(word, &exponent.list());
        let bits = take_bits(word, &significand.list());
        let (width, radix) = self.digit_unit();
        let first = if self.fields.tens == 2 { 8 } else { 4 };
        let has_first = bits[..first].contains(&true);
        let claims = (zero.first || zero.exponent.is_some())
            && !(zero.first && has_first)
            && zero
                .exponent
                .is_none_or(|zero| i64::try_from(zero).is_ok_and(|zero| zero == bits_to_number(&field)));
        if claims {
            return nothing(Kind::Zero, negative && !is_complement);
        }
        let (Some(digits), Some(number)) = (split_digits(&bits, width, radix), self.decode_exponent(&field))
        else {
            return nothing(Kind::Reserved, negative);
        };
        if digits.iter().all(|&digit| digit == 0) {
            return nothing(Kind::Zero, negative && !is_complement);
        }
        let exponent = number - self.fields.bias;
        if exponent < exponents.0 || exponent > exponents.1 {
            return nothing(Kind::Reserved, negative);
        }
        let radix = u128::from(radix.unsigned_abs());
        let significand = digits.iter().fold(0, |all, digit| all * radix + u128::from(digit.unsigned_abs()));
        let ten = i32::try_from(self.last_digit_power(exponent).clamp(-FAR, FAR)).unwrap_or(0);
        Meaning { significand, ten, ..nothing(Kind::Finite, negative) }
    }

    fn encode(&self, negative: bool, significand: u128, exponent: i32, rounding: Rounding) -> Encoded {
        let (least, most) = self.fields.exponents;
        let length = self.count_digits();
        let tens = i64::from(self.fields.tens);
        // Find the first exponent at which the number has at most `length` digits. The search starts near that exponent
        // if the smallest one is far away.
        let bits = i64::from(exponent) + 128 - i64::from(significand.leading_zeros());
        let near = (bits * 3 / 10 - 10).min(bits * 31 / 100 - 10) - i64::from(length);
        let behind = self.last_digit_power(0);
        let mut place = ((near - behind) / tens - 2).max(least);
        let at = |place: i64| {
            let power = i32::try_from(self.last_digit_power(place)).unwrap_or(0);
            divide(significand, exponent, power)
        };
        let (mut number, mut rest) = at(place);
        while number >= Self::power_of_ten(length) {
            place += 1;
            (number, rest) = at(place);
        }
        let inexact = rest != Remainder::None;
        let is_odd = number % 2 == 1;
        let up = match rounding {
            Rounding::NearestEven => rest == Remainder::More || rest == Remainder::Half && is_odd,
            Rounding::NearestAway => rest == Remainder::More || rest == Remainder::Half,
            Rounding::TowardZero => false,
            Rounding::Up => inexact && !negative,
            Rounding::Down => inexact && negative,
        };
        let number = if up { number + 1 } else { number };
        let first = Self::power_of_ten(length - self.fields.tens);
        let (number, place) =
            if number == Self::power_of_ten(length) { (first, place + 1) } else { (number, place) };
        if number < first {
            let vanishes = self.is_zero_below_normal(least);
            let word = (number != 0 && !vanishes).then(|| self.assemble(negative, number, place));
            return Encoded::Tiny { word, inexact: inexact || vanishes };
        }
        if place > most {
            return Encoded::Overflow;
        }
        Encoded::Number { word: self.assemble(negative, number, place), inexact }
    }

    fn word(&self, what: SpecialValue, negative: bool) -> Option<u128> {
        match what {
            SpecialValue::Zero => {
                let mut word = self.fields.constant;
                let zero = i64::try_from(self.fields.zero.exponent.unwrap_or(0)).unwrap_or(0);
                let ranges = self.fields.exponent.list();
                put_bits(&mut word, &ranges, &number_to_bits(zero, take_bits(0, &ranges).len()));
                let is_complement = matches!(self.fields.sign, DigitSign::TwosTop(_));
                Some(self.with_sign(word, negative && !is_complement))
            }
            SpecialValue::Largest => Some(self.assemble(
                negative,
                Self::power_of_ten(self.count_digits()) - 1,
                self.fields.exponents.1,
            )),
            SpecialValue::Infinity | SpecialValue::Nan => None,
        }
    }
}
