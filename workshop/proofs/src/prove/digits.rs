//! The specification of decimals in digits: what bytes mean as a sign and a number, and which bytes a sign and a number
//! are.
//!
//! Bytes are in the order in which a person writes digits. A digit is half a byte, or a character whose low half is the
//! digit and whose high half is that of the set. The number is `Σ digit_i × 10^i`, and the decimal point is no part of it.
//! An item is invalid if a digit is above nine, a half byte that no digit has is used, or its sign or point is none.
//!
//! What a number becomes in another format is for `integer` to say: a decimal in digits is a sign and a magnitude below
//! `10^digits`. So `integer` speaks of [`Decoded`] items only, and `spelling` shows that the bodies' primitives make
//! decoded items of bytes, and bytes of decoded items, as it is said here.

use datarep_dsl::model::{Decimal, DecimalSign, DigitCode, DigitSet, Format, FormatKind, Plus};

#[cfg(test)]
use super::term::ones;
use super::term::{Term, Terms};

/// The most digits that are described. Their number has at most 64 bits.
pub(crate) const MOST_DIGITS: u32 = 19;

/// Bits of a decoded item's number.
pub(crate) const NUMBER_BITS: u32 = 64;

/// A format of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Digits {
    pub(crate) decimal: Decimal,
    pub(crate) bytes: u32,
}

/// The meaning of an item: its sign, its digits as a number, and whether it is invalid. Then it is a positive zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) negative: Term,
    pub(crate) number: Term,
    pub(crate) invalid: Term,
}

impl Decoded {
    /// From one word: whether it is invalid, the sign and the number, from the highest bit down.
    pub(crate) fn from_word(terms: &mut Terms, word: Term) -> Decoded {
        Decoded {
            negative: terms.part(word, NUMBER_BITS, 1),
            number: terms.part(word, 0, NUMBER_BITS),
            invalid: terms.part(word, NUMBER_BITS + 1, 1),
        }
    }
}

/// The size by which the number of all digits is called, of which there may be more than that.
pub(crate) const WHOLE: u32 = 16;

/// What takes the place of the number of some digits: two, four or eight, counted in such numbers from the last one, or
/// all of them.
pub(crate) type Replace<'r> = &'r mut dyn FnMut(&mut Terms, (u32, u32), Term) -> Term;

/// [`Replace`] with the number itself.
pub(crate) fn keep(_: &mut Terms, _: (u32, u32), number: Term) -> Term {
    number
}

/// Digits as they lie in bytes, the first one first, and what else the bytes say.
struct Found {
    digits: Vec<Term>,
    negative: Term,
    fault: Term,
}

/// The high half of a digit's character, the signs plus and minus, and the point.
fn find_characters(set: DigitSet) -> (u128, [u128; 2], u128) {
    match set {
        DigitSet::Ebcdic => (0xF, [0x4E, 0x60], 0x4B),
        DigitSet::Ascii => (0x3, [b'+'.into(), b'-'.into()], b'.'.into()),
    }
}

/// The characters of ASCII for a digit with a plus and with a minus.
const SIGNED: [&[u8; 10]; 2] = [b"{ABCDEFGHI", b"}JKLMNOPQR"];
/// The characters of digits with a minus that is one bit.
const MINUS_BIT: &[u8; 10] = b"pqrstuvwxy";

impl Digits {
    /// The digits of a format, if it has some.
    ///
    /// # Errors
    ///
    /// There are more of them than are described.
    pub(crate) fn from_format(format: &Format) -> Result<Option<Digits>, String> {
        match format.kind {
            FormatKind::Decimal(decimal) if decimal.is_binary() => Ok(None),
            FormatKind::Decimal(decimal) if decimal.digits > MOST_DIGITS => {
                Err(format!("more than {MOST_DIGITS} digits"))
            }
            FormatKind::Decimal(Decimal { code: DigitCode::Printed(_), .. }) => {
                Err("pictures of printed numbers have no terms".to_owned())
            }
            FormatKind::Decimal(decimal) => Ok(Some(Digits { decimal, bytes: format.bits / 8 })),
            _ => Ok(None),
        }
    }

    /// The meaning of some bytes. `replace` is shown the number of each two, four and eight digits, counted from the last
    /// ones, and gives what is taken for it.
    pub(crate) fn read(self, terms: &mut Terms, bytes: &[Term], replace: Replace<'_>) -> Decoded {
        let Found { digits, negative, fault } = match self.decimal.code {
            DigitCode::Zoned { charset, point } => self.find_zoned(terms, bytes, charset, point),
            _ => self.find_packed(terms, bytes),
        };
        let spare = digits.len() - self.decimal.digits as usize;
        let mut invalid = fault;
        for (place, &digit) in digits.iter().enumerate() {
            let most = if place < spare { 0 } else { 9 };
            let most = terms.constant(most, 4);
            let is_above = terms.below(most, digit);
            invalid = terms.or(invalid, is_above);
        }
        let valid = terms.not(invalid);
        let zero = terms.constant(0, NUMBER_BITS);
        let mut number = zero;
        for (index, group) in (0_u32..).zip(digits[spare..].rchunks(8)) {
            let group = join_digits(terms, group, (8, index), replace);
            let group = terms.resize(group, NUMBER_BITS);
            let power = terms.constant(10_u128.pow(8 * index), NUMBER_BITS);
            let above = terms.multiply(group, power);
            number = terms.add(number, above);
        }
        let number = replace(terms, (WHOLE, 0), number);
        let number = terms.select(valid, number, zero);
        Decoded { negative: terms.and(negative, valid), number, invalid }
    }

    fn find_packed(self, terms: &mut Terms, bytes: &[Term]) -> Found {
        let mut halves: Vec<Term> = Vec::new();
        for &byte in bytes {
            let mut both = [terms.part(byte, 4, 4), terms.part(byte, 0, 4)];
            if self.decimal.code == DigitCode::PackedLow {
                both.reverse();
            }
            halves.extend(both);
        }
        let never = terms.truth(false);
        match self.decimal.sign {
            DecimalSign::Digit { plus, .. } => {
                let last = halves[halves.len() - 1];
                halves.pop();
                let (negative, fault) = find_sign(terms, last, plus);
                Found { digits: halves, negative, fault }
            }
            // The other bits of that byte have no meaning.
            DecimalSign::TopByte => {
                let negative = terms.part(bytes[0], 7, 1);
                Found { digits: halves.split_off(2), negative, fault: never }
            }
            DecimalSign::Floating => find_floating(terms, &halves),
            _ => Found { digits: halves, negative: never, fault: never },
        }
    }

    fn find_zoned(self, terms: &mut Terms, bytes: &[Term], set: DigitSet, point: bool) -> Found {
        let (zone, signs, dot) = find_characters(set);
        let mut bytes = bytes.to_vec();
        let (mut negative, mut fault) = (terms.truth(false), terms.truth(false));
        if let DecimalSign::Separate { leading } = self.decimal.sign {
            let byte = bytes.remove(if leading { 0 } else { bytes.len() - 1 });
            let [plus, minus] = signs.map(|sign| terms.equals(byte, sign));
            let known = terms.or(plus, minus);
            (negative, fault) = (minus, terms.not(known));
        }
        if let Some(place) = self.point_place(point) {
            let byte = bytes.remove(place);
            let is_point = terms.equals(byte, dot);
            let other = terms.not(is_point);
            fault = terms.or(fault, other);
        }
        let mut digits = Vec::new();
        for (place, &byte) in bytes.iter().enumerate() {
            let (high, low) = (terms.part(byte, 4, 4), terms.part(byte, 0, 4));
            let is_plain = terms.equals(high, zone);
            let (digit, none) = match self.shared_sign().filter(|(first, _)| place == self.sign_place(*first))
            {
                None => (low, terms.not(is_plain)),
                Some((_, plus)) => {
                    let (digit, minus, none) = match set {
                        DigitSet::Ebcdic => {
                            let (minus, none) = find_sign(terms, high, plus);
                            (low, minus, none)
                        }
                        DigitSet::Ascii => find_punched(terms, byte, [is_plain, low], plus),
                    };
                    negative = minus;
                    (digit, none)
                }
            };
            fault = terms.or(fault, none);
            digits.push(digit);
        }
        Found { digits, negative, fault }
    }

    /// How many digits are before a point that is written.
    fn point_place(self, point: bool) -> Option<usize> {
        let before = i64::from(self.decimal.digits) - i64::from(self.decimal.scale);
        usize::try_from(before).ok().filter(|_| point)
    }

    /// Where a digit's byte has the sign, too: whether it is the first one, and how plus is written.
    fn shared_sign(self) -> Option<(bool, Plus)> {
        match self.decimal.sign {
            DecimalSign::Digit { leading, plus } => Some((leading, plus)),
            _ => None,
        }
    }

    fn sign_place(self, is_first: bool) -> usize {
        if is_first { 0 } else { self.decimal.digits as usize - 1 }
    }

    /// The bytes of a sign and of digits, the first one first, each at most nine.
    pub(crate) fn write(self, terms: &mut Terms, negative: Term, digits: &[Term]) -> Vec<Term> {
        match self.decimal.code {
            DigitCode::Zoned { charset, point } => {
                self.write_zoned(terms, negative, digits, (charset, point))
            }
            _ => self.write_packed(terms, negative, digits),
        }
    }

    fn write_packed(self, terms: &mut Terms, negative: Term, digits: &[Term]) -> Vec<Term> {
        let zero = terms.constant(0, 4);
        let is_last_sign = self.shared_sign().is_some();
        let is_top = self.decimal.sign == DecimalSign::TopByte;
        let halves = 2 * self.bytes as usize;
        let fill = halves - digits.len() - usize::from(is_last_sign);
        let mut all = vec![zero; fill];
        all.extend(digits);
        if let Some((_, plus)) = self.shared_sign() {
            let sign = sign_half(terms, negative, plus);
            all.push(sign);
        }
        if is_top {
            let low = terms.constant(0, 3);
            all[0] = terms.join(negative, low);
        }
        if self.decimal.sign == DecimalSign::Floating {
            all = float_sign(terms, negative, &all);
        }
        let is_low = self.decimal.code == DigitCode::PackedLow;
        let join = |terms: &mut Terms, pair: &[Term]| {
            if is_low { terms.join(pair[1], pair[0]) } else { terms.join(pair[0], pair[1]) }
        };
        all.chunks_exact(2).map(|pair| join(terms, pair)).collect()
    }

    fn write_zoned(
        self,
        terms: &mut Terms,
        negative: Term,
        digits: &[Term],
        (set, point): (DigitSet, bool),
    ) -> Vec<Term> {
        let (zone, signs, dot) = find_characters(set);
        let zone = terms.constant(zone, 4);
        let mut bytes: Vec<Term> = digits.iter().map(|&digit| terms.join(zone, digit)).collect();
        if let Some((is_first, plus)) = self.shared_sign() {
            let place = self.sign_place(is_first);
            bytes[place] = match set {
                DigitSet::Ebcdic => {
                    let half = sign_half(terms, negative, plus);
                    terms.join(half, digits[place])
                }
                DigitSet::Ascii => {
                    let rows = [SIGNED[0], if plus == Plus::Bit { MINUS_BIT } else { SIGNED[1] }];
                    let [above, below] =
                        rows.map(|row| choose_character(terms, digits[place], row, bytes[place]));
                    let above = if plus == Plus::Preferred { above } else { bytes[place] };
                    terms.select(negative, below, above)
                }
            };
        }
        if let Some(place) = self.point_place(point) {
            let dot = terms.constant(dot, 8);
            bytes.insert(place, dot);
        }
        if let DecimalSign::Separate { leading } = self.decimal.sign {
            let [plus, minus] = signs.map(|sign| terms.constant(sign, 8));
            let sign = terms.select(negative, minus, plus);
            bytes.insert(if leading { 0 } else { bytes.len() }, sign);
        }
        bytes
    }
}

/// The number of at most `size` digits, which is a power of two: that of the right half, and that of the left half times
/// a power of ten. Its width is that of the largest number of `size` digits.
pub(crate) fn join_digits(
    terms: &mut Terms,
    digits: &[Term],
    (size, place): (u32, u32),
    replace: Replace<'_>,
) -> Term {
    if size == 1 {
        return digits[0];
    }
    let half = size / 2;
    let width = 128 - (10_u128.pow(size) - 1).leading_zeros();
    let mut number = terms.constant(0, width);
    for (part, digits) in (0_u32..).zip(digits.rchunks(half as usize)) {
        let power = terms.constant(10_u128.pow(half * part), width);
        let joined = join_digits(terms, digits, (half, 2 * place + part), replace);
        let joined = terms.resize(joined, width);
        let joined = terms.multiply(joined, power);
        number = terms.add(number, joined);
    }
    replace(terms, (size, place), number)
}

/// The `count` digits of a number, the first one first.
#[cfg(test)]
pub(crate) fn split_digits(terms: &mut Terms, number: Term, count: u32) -> Vec<Term> {
    let width = terms.width(number);
    let ten = terms.constant(10, width);
    let digit = |place: u32| {
        let power = terms.constant(10_u128.pow(place) & ones(width), width);
        let above = terms.divide(number, power);
        let digit = terms.remainder(above, ten);
        terms.part(digit, 0, 4)
    };
    (0..count).rev().map(digit).collect()
}

/// Whether half a byte is a minus, and whether it is no sign: A, C, E and F are plus, B and D are minus.
fn find_sign(terms: &mut Terms, half: Term, plus: Plus) -> (Term, Term) {
    let [b, d] = [0xB, 0xD].map(|sign| terms.equals(half, sign));
    let negative = terms.or(b, d);
    let nine = terms.constant(9, 4);
    let is_sign = terms.below(nine, half);
    let none = terms.not(is_sign);
    let refused = match plus {
        Plus::Preferred | Plus::Plain | Plus::Bit => none,
        Plus::Only => terms.or(none, negative),
        Plus::Absent => {
            let is_zone = terms.equals(half, 0xF);
            terms.not(is_zone)
        }
    };
    (negative, refused)
}

/// The half byte that is written for a sign.
fn sign_half(terms: &mut Terms, negative: Term, plus: Plus) -> Term {
    let minus = terms.constant(0xD, 4);
    let plus = terms.constant(if plus == Plus::Preferred { 0xC } else { 0xF }, 4);
    terms.select(negative, minus, plus)
}

/// The digit of a character of ASCII that may have a sign, whether that is a minus, and whether it is no such character.
fn find_punched(terms: &mut Terms, byte: Term, [is_plain, low]: [Term; 2], plus: Plus) -> (Term, Term, Term) {
    let (mut digit, mut negative, mut known) = (low, terms.truth(false), is_plain);
    let bit = (plus == Plus::Bit).then_some((MINUS_BIT, true));
    for (row, is_minus) in SIGNED.into_iter().zip([false, true]).chain(bit) {
        for (number, &character) in (0_u128..).zip(row) {
            let here = terms.equals(byte, character.into());
            let number = terms.constant(number, 4);
            digit = terms.select(here, number, digit);
            known = terms.or(known, here);
            if is_minus {
                negative = terms.or(negative, here);
            }
        }
    }
    let none = terms.not(known);
    let refused = match plus {
        Plus::Preferred | Plus::Plain | Plus::Bit => none,
        Plus::Only => terms.or(none, negative),
        Plus::Absent => terms.not(is_plain),
    };
    (digit, negative, refused)
}

/// The character of a digit in a row of ten.
fn choose_character(terms: &mut Terms, digit: Term, row: &[u8; 10], otherwise: Term) -> Term {
    let mut found = otherwise;
    for (number, &character) in (0_u128..).zip(row) {
        let here = terms.equals(digit, number);
        let character = terms.constant(character.into(), 8);
        found = terms.select(here, character, found);
    }
    found
}

/// Digits with F in the unused halves before them, and with D before the first one if they are negative.
fn find_floating(terms: &mut Terms, halves: &[Term]) -> Found {
    let (mut begun, mut negative, mut some) = (terms.truth(false), terms.truth(false), terms.truth(false));
    let zero = terms.constant(0, 4);
    let mut digits = Vec::new();
    for &half in halves {
        let [is_fill, is_minus] = [0xF, 0xD].map(|sign| terms.equals(half, sign));
        let before = terms.not(begun);
        let other = terms.not(is_fill);
        begun = terms.or(begun, other);
        let first = terms.and(before, is_minus);
        negative = terms.or(negative, first);
        let not_first = terms.not(first);
        let is_digit = terms.and(begun, not_first);
        some = terms.or(some, is_digit);
        digits.push(terms.select(is_digit, half, zero));
    }
    Found { digits, negative, fault: terms.not(some) }
}

/// The opposite of [`find_floating`]. A zero has one digit.
fn float_sign(terms: &mut Terms, negative: Term, digits: &[Term]) -> Vec<Term> {
    let [fill, minus] = [0xF, 0xD].map(|sign| terms.constant(sign, 4));
    let mut begun = terms.truth(false);
    let mut is_digit = Vec::new();
    for (place, &digit) in digits.iter().enumerate() {
        let none = terms.equals(digit, 0);
        let some = if place + 1 == digits.len() { terms.truth(true) } else { terms.not(none) };
        begun = terms.or(begun, some);
        is_digit.push(begun);
    }
    let mut all = Vec::new();
    for (place, &digit) in digits.iter().enumerate() {
        // The half before the first digit.
        let is_next = is_digit.get(place + 1).copied().unwrap_or(is_digit[place]);
        let has_minus = terms.and(is_next, negative);
        let empty = terms.select(has_minus, minus, fill);
        all.push(terms.select(is_digit[place], digit, empty));
    }
    all
}
