//! The runtime's functions of decimal digits in characters as terms, step for step.

use datarep_dsl::model::{DigitSet, Plus};
use datarep_plan::primitive::{DigitArrangement, DigitForm, ZonedSign};

use super::digits::{
    Fours, Lanes, clear, divide_tens, find_group, mask, refuse, replace_lanes, sign_half, sign_of, some,
    times,
};
use crate::prove::digits::{Decoded, Replace, WHOLE};
use crate::prove::term::{Term, Terms};

/// The characters of a set: the zone, plus, minus and the point.
fn find_characters(set: DigitSet) -> [u128; 4] {
    match set {
        DigitSet::Ebcdic => [0xF0, 0x4E, 0x60, 0x4B],
        DigitSet::Ascii => [0x30, b'+'.into(), b'-'.into(), b'.'.into()],
    }
}

/// The parts of an arrangement of characters.
#[derive(Clone, Copy)]
struct Layout {
    begin: usize,
    count: usize,
    set: DigitSet,
    sign: ZonedSign,
}

impl Layout {
    fn count_left(self, index: usize) -> usize {
        self.count.saturating_sub(8 * index)
    }

    fn sign_place(self, index: usize) -> Option<(usize, Plus)> {
        match self.sign {
            ZonedSign::First(plus) if self.count_left(index) <= 8 => Some((8 - self.count_left(index), plus)),
            ZonedSign::Last(plus) if index == 0 => Some((7, plus)),
            _ => None,
        }
    }
}

/// The runtime's `take_sign`.
fn take_sign(terms: &mut Terms, byte: Term, set: DigitSet, plus: Plus) -> (Term, Term, Term) {
    match set {
        DigitSet::Ebcdic => {
            let (high, low) = (terms.part(byte, 4, 4), terms.part(byte, 0, 4));
            let (negative, bad) = sign_of(terms, high, plus);
            let zone = terms.constant(0xF, 4);
            (terms.join(zone, low), negative, bad)
        }
        DigitSet::Ascii => {
            let zone = terms.part(byte, 4, 4);
            let plain = terms.equals(zone, 3);
            let [letter, later] = [b'@', b'I'].map(|less| {
                let less = terms.constant(less.into(), 8);
                terms.subtract(byte, less)
            });
            let [first, second] = [b'{', b'}'].map(|brace| terms.equals(byte, brace.into()));
            let mut in_row = |letter: Term, brace: Term| {
                let (none, ten) = (terms.equals(letter, 0), terms.constant(10, 8));
                let some = terms.not(none);
                let below = terms.below(letter, ten);
                let both = terms.and(some, below);
                terms.or(brace, both)
            };
            let (positive, negative) = (in_row(letter, first), in_row(later, second));
            let brace = terms.or(first, second);
            let digit = terms.select(positive, letter, later);
            let zero = terms.constant(0, 8);
            let digit = terms.select(brace, zero, digit);
            let (negative, digit) = match plus {
                Plus::Bit => take_minus_bit(terms, byte, negative, digit),
                Plus::Preferred | Plus::Plain | Plus::Only | Plus::Absent => (negative, digit),
            };
            let known = terms.or(plain, positive);
            let known = terms.or(known, negative);
            let bad = terms.not(known);
            let bad = match plus {
                Plus::Preferred | Plus::Plain | Plus::Bit => bad,
                Plus::Only => terms.or(bad, negative),
                Plus::Absent => {
                    let signed = terms.not(plain);
                    terms.or(bad, signed)
                }
            };
            let (low, zone) = (terms.part(digit, 0, 4), terms.constant(3, 4));
            let digit = terms.join(zone, low);
            (terms.select(plain, byte, digit), negative, bad)
        }
    }
}

/// Whether there is a minus, and the digit, if a byte may be a digit with the bit of a minus.
fn take_minus_bit(terms: &mut Terms, byte: Term, negative: Term, digit: Term) -> (Term, Term) {
    let (high, low) = (terms.part(byte, 4, 4), terms.part(byte, 0, 4));
    let (is_row, ten) = (terms.equals(high, 7), terms.constant(10, 4));
    let is_digit = terms.below(low, ten);
    let is_minus = terms.and(is_row, is_digit);
    (terms.or(negative, is_minus), terms.select(is_minus, byte, digit))
}

/// The runtime's `put_sign`.
fn put_sign(terms: &mut Terms, byte: Term, negative: Term, set: DigitSet, plus: Plus) -> Term {
    let digit = terms.part(byte, 0, 4);
    match set {
        DigitSet::Ebcdic => {
            let half = sign_half(terms, negative, plus);
            terms.join(half, digit)
        }
        DigitSet::Ascii => {
            let mut choose = |above: u8, below: u8| {
                let [above, below] = [above, below].map(|byte| terms.constant(byte.into(), 8));
                terms.select(negative, below, above)
            };
            let (first, zero) = (choose(b'@', b'I'), choose(b'{', b'}'));
            let wide = terms.resize(digit, 8);
            let letter = terms.add(first, wide);
            let none = terms.equals(digit, 0);
            let signed = terms.select(none, zero, letter);
            match plus {
                Plus::Preferred => signed,
                Plus::Bit => {
                    let minus = terms.constant(0x40, 8);
                    let below = terms.or(byte, minus);
                    terms.select(negative, below, byte)
                }
                Plus::Plain | Plus::Only | Plus::Absent => terms.select(negative, signed, byte),
            }
        }
    }
}

/// The runtime's `read_zoned`.
pub(super) fn read_zoned(
    terms: &mut Terms,
    form: DigitArrangement,
    bytes: &[Term],
    replace: Replace<'_>,
) -> Result<Decoded, String> {
    let DigitForm::Zoned(set, sign, point) = form.form else { return Err(refuse()) };
    let count = form.count as usize;
    if count > 19 {
        return Err(refuse());
    }
    let [zone, plus, minus, dot] = find_characters(set);
    let (mut negative, mut bad) = (terms.truth(false), terms.truth(false));
    let mut signed = None;
    if let ZonedSign::Before | ZonedSign::Behind = sign {
        let byte = if sign == ZonedSign::Before { bytes[0] } else { bytes[bytes.len() - 1] };
        negative = terms.equals(byte, minus);
        let is_plus = terms.equals(byte, plus);
        let known = terms.or(negative, is_plus);
        bad = terms.not(known);
    }
    let mut begin = usize::from(sign == ZonedSign::Before);
    let mut bytes = bytes.to_vec();
    if let Some(place) = point {
        let place = usize::try_from(place).map_err(|_| refuse())?;
        let is_point = terms.equals(bytes[begin + place], dot);
        let none = terms.not(is_point);
        bad = terms.or(bad, none);
        bytes.copy_within(begin..begin + place, begin + 1);
        begin += 1;
    }
    if let ZonedSign::First(plus) | ZonedSign::Last(plus) = sign {
        let at = if let ZonedSign::First(_) = sign { begin } else { begin + count - 1 };
        let (byte, minus, none) = take_sign(terms, bytes[at], set, plus);
        (signed, negative) = (Some(byte), minus);
        bad = terms.or(bad, none);
    }
    let layout = Layout { begin, count, set, sign };
    let mut groups = [None; 3].map(|_: Option<Term>| terms.constant(0, 64));
    let mut wrong = terms.constant(0, 64);
    for (index, group) in (0_u32..).zip(&mut groups) {
        let digits = load_group(terms, layout, &bytes, (index as usize, signed), zone);
        let above = above_nine(terms, digits);
        wrong = terms.or(wrong, above);
        *group = join_group(terms, digits, index, replace);
    }
    let wrong = some(terms, wrong);
    let invalid = terms.or(bad, wrong);
    let number = match form.width {
        32 => terms.part(groups[0], 0, 32),
        64 => {
            let high = times(terms, groups[1], 100_000_000);
            terms.add(high, groups[0])
        }
        _ => {
            let high = times(terms, groups[2], 100_000_000);
            let high = terms.add(high, groups[1]);
            let high = times(terms, high, 100_000_000);
            terms.add(high, groups[0])
        }
    };
    let number = replace(terms, (WHOLE, 0), number);
    Ok(clear(terms, negative, number, invalid))
}

/// The runtime's `ZonedLayout::load`: the characters of a group without their zone, the last in the highest byte.
fn load_group(
    terms: &mut Terms,
    layout: Layout,
    bytes: &[Term],
    (index, signed): (usize, Option<Term>),
    zone: u128,
) -> Term {
    let left = layout.count_left(index);
    let (zero, zone) = (terms.constant(0, 8), terms.constant(zone, 8));
    let mut word: Option<Term> = None;
    for place in 0..8 {
        let mut byte = zero;
        if left > 0 && place + left.min(8) >= 8 {
            byte = terms.xor(bytes[layout.begin + left - (8 - place)], zone);
        }
        if let (Some((at, _)), Some(signed)) = (layout.sign_place(index).filter(|_| left > 0), signed)
            && at == place
        {
            let digit = terms.xor(signed, zone);
            // In EBCDIC only the high half is replaced.
            byte = if layout.set == DigitSet::Ebcdic {
                let (high, low) = (terms.part(digit, 4, 4), terms.part(byte, 0, 4));
                terms.join(high, low)
            } else {
                digit
            };
        }
        word = Some(word.map_or(byte, |word| terms.join(byte, word)));
    }
    word.unwrap_or(zero)
}

/// The runtime's `above_nine`.
fn above_nine(terms: &mut Terms, digits: Term) -> Term {
    let sixes = terms.constant(0x0606_0606_0606_0606, 64);
    let sum = terms.add(digits, sixes);
    let both = terms.or(digits, sum);
    mask(terms, both, 0xF0F0_F0F0_F0F0_F0F0)
}

/// The runtime's `join_digits`, of the group with this place.
fn join_group(terms: &mut Terms, digits: Term, place: u32, replace: Replace<'_>) -> Term {
    let merge = |terms: &mut Terms, word: Term, (by, shift): (u128, u32), kept: u128| {
        let (up, down) = (times(terms, word, by), terms.right_by(word, shift));
        let sum = terms.add(up, down);
        mask(terms, sum, kept)
    };
    let pairs = merge(terms, digits, (10, 8), 0x00FF_00FF_00FF_00FF);
    let lanes = Lanes { size: 2, place, width: 16, is_first_lowest: true };
    let pairs = replace_lanes(terms, pairs, lanes, replace);
    let fours = merge(terms, pairs, (100, 16), 0x0000_FFFF_0000_FFFF);
    let fours = replace_lanes(terms, fours, Lanes { size: 4, width: 32, ..lanes }, replace);
    let low = mask(terms, fours, 0xFFFF_FFFF);
    let low = times(terms, low, 10_000);
    let high = terms.right_by(fours, 32);
    let number = terms.add(low, high);
    replace(terms, (8, place), number)
}

/// The runtime's `stretch_digits`.
fn stretch_group(terms: &mut Terms, [high, _, number]: [Term; 3], digits: usize) -> Term {
    if digits == 1 {
        return terms.left_by(number, 56);
    }
    let high = if digits > 4 { high } else { terms.constant(0, 64) };
    let back = times(terms, high, 10_000);
    let low = terms.subtract(number, back);
    let low = mask(terms, low, 0xFFFF);
    let pairs = |terms: &mut Terms, four: Term| {
        let product = times(terms, four, 5243);
        let hundreds = terms.right_by(product, 19);
        let back = times(terms, hundreds, 6_553_599);
        let up = terms.left_by(four, 16);
        terms.subtract(up, back)
    };
    let low = pairs(terms, low);
    let low = terms.left_by(low, 32);
    let high = mask(terms, high, 0xFFFF);
    let high = pairs(terms, high);
    let pairs = terms.or(low, high);
    let tens = divide_tens(terms, pairs, 0x000F_000F_000F_000F);
    let back = times(terms, tens, 2559);
    let up = terms.left_by(pairs, 8);
    terms.subtract(up, back)
}

/// The runtime's `write_zoned`.
pub(super) fn write_zoned(
    terms: &mut Terms,
    form: DigitArrangement,
    negative: Term,
    fours: Fours,
) -> Result<Vec<Term>, String> {
    let DigitForm::Zoned(set, sign, point) = form.form else { return Err(refuse()) };
    let count = form.count as usize;
    if count > 19 {
        return Err(refuse());
    }
    let [zone, plus, minus, dot] = find_characters(set);
    let zero = terms.constant(0, 8);
    let mut bytes = vec![zero; form.bytes as usize];
    let begin = usize::from(sign == ZonedSign::Before);
    if let ZonedSign::Before | ZonedSign::Behind = sign {
        let [plus, minus] = [plus, minus].map(|sign| terms.constant(sign, 8));
        let place = if sign == ZonedSign::Before { 0 } else { bytes.len() - 1 };
        bytes[place] = terms.select(negative, minus, plus);
    }
    let layout = Layout { begin: begin + usize::from(point.is_some()), count, set, sign };
    for index in 0..3 {
        let left = layout.count_left(index);
        if left == 0 {
            continue;
        }
        let zones = terms.constant(zone * 0x0101_0101_0101_0101, 64);
        let group = find_group(terms, fours, index, 64);
        let digits = stretch_group(terms, group, left);
        let digits = terms.or(digits, zones);
        for place in 8 - left.min(8)..8 {
            let byte = terms.part(digits, u32::try_from(8 * place).unwrap_or(0), 8);
            bytes[layout.begin + left - (8 - place)] = match layout.sign_place(index) {
                Some((at, plus)) if at == place => put_sign(terms, byte, negative, set, plus),
                _ => byte,
            };
        }
    }
    if let Some(place) = point {
        let place = usize::try_from(place).map_err(|_| refuse())?;
        bytes.copy_within(begin + 1..begin + 1 + place, begin);
        bytes[begin + place] = terms.constant(dot, 8);
    }
    Ok(bytes)
}
