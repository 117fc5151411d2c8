//! The runtime's functions of decimal digits as terms: half bytes to a number by multiplications and shifts, and back by
//! reciprocals.
//!
//! These are the texts of the runtime's `decimal` and `decimal::halves`, step for step. `spelling` shows that they
//! compute what the specification says. The first steps are not here: a number is divided by 10^16 and by 10^8 by a float
//! and a correction, and by 10^4 by a reciprocal. [`write`] takes the groups of four digits that these divisions give, and
//! `spelling` says why they are the quotients and the rests.

use datarep_dsl::model::Plus;
use datarep_plan::primitive::{DigitArrangement, DigitForm, PackedSign};

use super::zoned::{read_zoned, write_zoned};
use crate::prove::digits::{Decoded, Replace, WHOLE};
use crate::prove::term::{Term, Terms};

/// Words of half bytes, with the last digit in the lowest half.
#[derive(Debug, Clone, Copy)]
enum Halves {
    Short(Term),
    Word(Term),
    /// Twenty halves, of which the lowest sixteen are the second word.
    Long(Term, Term),
}

/// The sign and the number of some bytes, and whether they are invalid. `replace` is shown the numbers of two, four and
/// eight digits as they are found, and gives what is taken for them.
///
/// # Errors
///
/// The runtime takes words of digits for them that have no terms.
pub(crate) fn read(
    terms: &mut Terms,
    form: DigitArrangement,
    bytes: &[Term],
    replace: Replace<'_>,
) -> Result<Decoded, String> {
    match form.form {
        DigitForm::Packed(sign) => read_packed(terms, form, bytes, (sign, replace)),
        DigitForm::Zoned(..) => read_zoned(terms, form, bytes, replace),
        DigitForm::Printed(_) => Err(refuse_pictures()),
    }
}

/// Six groups of four digits, as numbers below 10^4, the lowest first.
pub(crate) type Fours = [Term; 6];

/// Eight digits as two groups of four in words of some width: the upper ones, the lower ones, and their number.
pub(super) fn find_group(terms: &mut Terms, fours: Fours, index: usize, width: u32) -> [Term; 3] {
    let [high, low] = [2 * index + 1, 2 * index].map(|place| terms.resize(fours[place], width));
    let above = times(terms, high, 10_000);
    [high, low, terms.add(above, low)]
}

/// The bytes of a sign and of a number with these digits.
///
/// # Errors
///
/// As [`read`].
pub(crate) fn write(
    terms: &mut Terms,
    form: DigitArrangement,
    negative: Term,
    fours: Fours,
) -> Result<Vec<Term>, String> {
    match form.form {
        DigitForm::Packed(sign) => Ok(write_packed(terms, form, negative, fours, sign)),
        DigitForm::Zoned(..) => write_zoned(terms, form, negative, fours),
        DigitForm::Printed(_) => Err(refuse_pictures()),
    }
}

fn refuse_pictures() -> String {
    "pictures of printed numbers have no terms".to_owned()
}

pub(super) fn refuse() -> String {
    "more digits than have terms".to_owned()
}

pub(super) fn mask(terms: &mut Terms, word: Term, mask: u128) -> Term {
    let mask = terms.constant(mask, terms.width(word));
    terms.and(word, mask)
}

/// The product with a constant.
pub(super) fn times(terms: &mut Terms, word: Term, by: u128) -> Term {
    let by = terms.constant(by, terms.width(word));
    terms.multiply(word, by)
}

pub(super) fn some(terms: &mut Terms, word: Term) -> Term {
    let none = terms.equals(word, 0);
    terms.not(none)
}

/// The runtime's `load`: the bytes as an integer, with zeros above them.
fn load(terms: &mut Terms, form: DigitArrangement, bytes: &[Term]) -> Result<Halves, String> {
    let mut word = |bytes: &[Term], width: u32| {
        let mut word = bytes.first().copied().unwrap_or_else(|| terms.constant(0, 8));
        for &byte in bytes.iter().skip(1) {
            word = terms.join(word, byte);
        }
        terms.resize(word, width)
    };
    Ok(match form.width {
        32 => Halves::Short(word(bytes, 32)),
        64 => Halves::Word(word(bytes, 64)),
        _ if bytes.len() > 10 => return Err(refuse()),
        _ => {
            let (first, rest) = bytes.split_at(bytes.len().min(8));
            let (first, low) = (word(first, 64), word(rest, 64));
            let more = u32::try_from(8 * rest.len()).unwrap_or(64);
            match more {
                0 => Halves::Long(terms.constant(0, 64), first),
                64 => Halves::Long(first, low),
                _ => {
                    let high = terms.right_by(first, 64 - more);
                    let up = terms.left_by(first, more);
                    Halves::Long(high, terms.or(up, low))
                }
            }
        }
    })
}

/// The runtime's `sign_of`.
pub(super) fn sign_of(terms: &mut Terms, half: Term, plus: Plus) -> (Term, Term) {
    let [b, d] = [0xB, 0xD].map(|sign| terms.equals(half, sign));
    let negative = terms.or(b, d);
    let ten = terms.constant(0xA, terms.width(half));
    let is_digit = terms.below(half, ten);
    let bad = match plus {
        Plus::Preferred | Plus::Plain | Plus::Bit => is_digit,
        Plus::Only => terms.or(is_digit, negative),
        Plus::Absent => {
            let zone = terms.equals(half, 0xF);
            let other = terms.not(zone);
            terms.or(is_digit, other)
        }
    };
    (negative, bad)
}

/// The runtime's `sign_half`.
pub(super) fn sign_half(terms: &mut Terms, negative: Term, plus: Plus) -> Term {
    let positive = terms.constant(if plus == Plus::Preferred { 0xC } else { 0xF }, 4);
    let minus = terms.constant(0xD, 4);
    terms.select(negative, minus, positive)
}

impl Halves {
    fn low(self, terms: &mut Terms) -> Term {
        let (Halves::Short(word) | Halves::Word(word) | Halves::Long(_, word)) = self;
        terms.part(word, 0, 4)
    }

    fn pop(self, terms: &mut Terms) -> Halves {
        match self {
            Halves::Short(word) => Halves::Short(terms.right_by(word, 4)),
            Halves::Word(word) => Halves::Word(terms.right_by(word, 4)),
            Halves::Long(high, low) => {
                let (less, from) = (terms.right_by(low, 4), terms.left_by(high, 60));
                Halves::Long(terms.right_by(high, 4), terms.or(less, from))
            }
        }
    }

    fn push(self, terms: &mut Terms, half: Term) -> Halves {
        let mut push = |word: Term, half: Term| {
            let (up, half) = (terms.left_by(word, 4), terms.resize(half, terms.width(word)));
            terms.or(up, half)
        };
        match self {
            Halves::Short(word) => Halves::Short(push(word, half)),
            Halves::Word(word) => Halves::Word(push(word, half)),
            Halves::Long(high, low) => {
                let new = push(low, half);
                let carried = terms.right_by(low, 60);
                let high = terms.left_by(high, 4);
                Halves::Long(terms.or(high, carried), new)
            }
        }
    }

    /// The runtime's `number`.
    fn number(self, terms: &mut Terms, digits: u32, replace: Replace<'_>) -> (Term, Term) {
        match self {
            Halves::Short(word) => number_short(terms, word, digits, replace),
            Halves::Word(word) => number_word(terms, word, digits, replace),
            Halves::Long(high, low) => {
                let (low, bad_low) = number_word(terms, low, digits.min(16), replace);
                let above = digits.saturating_sub(16);
                let more = terms.right_by(high, 4 * above);
                let more = some(terms, more);
                let high = mask(terms, high, 0xFFFF);
                let bad = find_above_nine(terms, high, 0x8888);
                let tens = terms.right_by(high, 4);
                let tens = mask(terms, tens, 0x0F0F);
                let tens = times(terms, tens, 6);
                let pairs = terms.subtract(high, tens);
                let high = eight(terms, pairs, 2, replace);
                let high = times(terms, high, 10_u128.pow(16));
                let bad = terms.or(bad, more);
                (terms.add(high, low), terms.or(bad, bad_low))
            }
        }
    }
}

/// Whether a half byte has the bit of eight and that of four or two. `tops`: the bits of eight.
fn find_above_nine(terms: &mut Terms, word: Term, tops: u128) -> Term {
    let (one, two) = (terms.left_by(word, 1), terms.left_by(word, 2));
    let lower = terms.or(one, two);
    let both = terms.and(lower, word);
    let both = mask(terms, both, tops);
    some(terms, both)
}

fn number_short(terms: &mut Terms, word: Term, digits: u32, replace: Replace<'_>) -> (Term, Term) {
    let more = if digits < 8 { terms.right_by(word, 4 * digits) } else { terms.constant(0, 32) };
    let more = some(terms, more);
    let [eights, fours, twos] = [3, 2, 1].map(|by| terms.right_by(word, by));
    let lower = terms.or(fours, twos);
    let bad = terms.and(eights, lower);
    let bad = mask(terms, bad, 0x1111_1111);
    let bad = some(terms, bad);
    let tens = terms.right_by(word, 4);
    let tens = mask(terms, tens, 0x0F0F_0F0F);
    let tens = times(terms, tens, 6);
    let pairs = terms.subtract(word, tens);
    let lanes = Lanes { size: 2, place: 0, width: 8, is_first_lowest: false };
    let pairs = replace_lanes(terms, pairs, lanes, replace);
    let hundreds = terms.right_by(pairs, 8);
    let hundreds = mask(terms, hundreds, 0x00FF_00FF);
    let hundreds = times(terms, hundreds, 156);
    let fours = terms.subtract(pairs, hundreds);
    let fours = replace_lanes(terms, fours, Lanes { size: 4, width: 16, ..lanes }, replace);
    let high = terms.right_by(fours, 16);
    let high = times(terms, high, 55_536);
    let number = terms.subtract(fours, high);
    (replace(terms, (8, 0), number), terms.or(bad, more))
}

fn number_word(terms: &mut Terms, word: Term, digits: u32, replace: Replace<'_>) -> (Term, Term) {
    let more = if digits < 16 { terms.right_by(word, 4 * digits) } else { terms.constant(0, 64) };
    let more = some(terms, more);
    let bad = find_above_nine(terms, word, 0x8888_8888_8888_8888);
    let tens = terms.right_by(word, 4);
    let tens = mask(terms, tens, 0x0F0F_0F0F_0F0F_0F0F);
    let six = six(terms, tens);
    let pairs = terms.subtract(word, six);
    let high = terms.right_by(pairs, 32);
    let high = eight(terms, high, 1, replace);
    let low = mask(terms, pairs, 0xFFFF_FFFF);
    let low = eight(terms, low, 0, replace);
    let high = mask(terms, high, 0xFFFF_FFFF);
    let high = times(terms, high, 100_000_000);
    (terms.add(high, low), terms.or(bad, more))
}

fn six(terms: &mut Terms, word: Term) -> Term {
    let (four, two) = (terms.left_by(word, 2), terms.left_by(word, 1));
    terms.add(four, two)
}

/// The runtime's `eight`, of the group with this place.
fn eight(terms: &mut Terms, pairs: Term, place: u32, replace: Replace<'_>) -> Term {
    // What is above the four pairs is not used.
    let low = terms.part(pairs, 0, 32);
    let low = replace_lanes(terms, low, Lanes { size: 2, place, width: 8, is_first_lowest: false }, replace);
    let low = terms.resize(low, 64);
    let hundreds = terms.right_by(low, 8);
    let hundreds = mask(terms, hundreds, 0x00FF_00FF);
    let hundreds = times(terms, hundreds, 156);
    let fours = terms.subtract(low, hundreds);
    let fours =
        replace_lanes(terms, fours, Lanes { size: 4, place, width: 16, is_first_lowest: false }, replace);
    let high = terms.right_by(fours, 16);
    let high = mask(terms, high, 0xFFFF);
    let high = times(terms, high, 55_536);
    let number = terms.subtract(fours, high);
    replace(terms, (8, place), number)
}

/// Numbers of digits beside each other in a word, which belong to a group of eight digits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lanes {
    /// The digits of a number.
    pub(super) size: u32,
    /// The place of the group.
    pub(super) place: u32,
    pub(super) width: u32,
    /// Whether the first digits are in the lowest lane.
    pub(super) is_first_lowest: bool,
}

/// The word with other numbers in its lanes. The highest lane is all that is above the others.
pub(super) fn replace_lanes(terms: &mut Terms, word: Term, lanes: Lanes, replace: Replace<'_>) -> Term {
    let count = 8 / lanes.size;
    let mut made: Option<Term> = None;
    for lane in 0..count {
        let low = lane * lanes.width;
        let width = if lane + 1 == count { terms.width(word) - low } else { lanes.width };
        let number = terms.part(word, low, width);
        let inside = if lanes.is_first_lowest { count - 1 - lane } else { lane };
        let number = replace(terms, (lanes.size, count * lanes.place + inside), number);
        made = Some(made.map_or(number, |made| terms.join(number, made)));
    }
    made.unwrap_or(word)
}

/// The runtime's `digits`.
fn finish(
    terms: &mut Terms,
    (halves, count): (Halves, u32),
    [negative, bad]: [Term; 2],
    replace: Replace<'_>,
) -> Decoded {
    let (number, none) = halves.number(terms, count, replace);
    let number = replace(terms, (WHOLE, 0), number);
    let invalid = terms.or(bad, none);
    clear(terms, negative, number, invalid)
}

pub(super) fn clear(terms: &mut Terms, negative: Term, number: Term, invalid: Term) -> Decoded {
    let valid = terms.not(invalid);
    // False minus one is all ones, true minus one is none.
    let wide = terms.resize(invalid, terms.width(number));
    let one = terms.constant(1, terms.width(number));
    let kept = terms.subtract(wide, one);
    Decoded { negative: terms.and(negative, valid), number: terms.and(number, kept), invalid }
}

fn read_packed(
    terms: &mut Terms,
    form: DigitArrangement,
    bytes: &[Term],
    (sign, replace): (PackedSign, Replace<'_>),
) -> Result<Decoded, String> {
    let never = terms.truth(false);
    Ok(match sign {
        PackedSign::None => {
            let halves = load(terms, form, bytes)?;
            finish(terms, (halves, form.count), [never, never], replace)
        }
        PackedSign::Last(plus) => {
            let halves = load(terms, form, bytes)?;
            let low = halves.low(terms);
            let (negative, bad) = sign_of(terms, low, plus);
            let halves = halves.pop(terms);
            finish(terms, (halves, form.count), [negative, bad], replace)
        }
        PackedSign::TopByte => {
            let halves = load(terms, form, &bytes[1..])?;
            let negative = terms.part(bytes[0], 7, 1);
            finish(terms, (halves, form.count), [negative, never], replace)
        }
        PackedSign::Floating => {
            let none = terms.constant(0, 8);
            let mut halves = load(terms, form, &vec![none; bytes.len()])?;
            let (mut unused, mut negative, mut empty) = (terms.truth(true), never, terms.truth(true));
            for &byte in bytes {
                for half in [terms.part(byte, 4, 4), terms.part(byte, 0, 4)] {
                    let [is_fill, is_minus] = [0xF, 0xD].map(|sign| terms.equals(half, sign));
                    let minus = terms.and(unused, is_minus);
                    unused = terms.and(unused, is_fill);
                    negative = terms.or(negative, minus);
                    let skipped = terms.or(unused, minus);
                    empty = terms.and(empty, skipped);
                    let zero = terms.constant(0, 4);
                    let pushed = terms.select(skipped, zero, half);
                    halves = halves.push(terms, pushed);
                }
            }
            finish(terms, (halves, form.count), [negative, empty], replace)
        }
    })
}

/// The runtime's `from_number`.
fn from_number(terms: &mut Terms, form: DigitArrangement, fours: Fours, is_wide: bool) -> Halves {
    match form.width {
        32 => Halves::Short(stretch_short(terms, fours)),
        64 => Halves::Word(stretch_word(terms, fours)),
        _ if is_wide => {
            // The word above both is zero.
            let [.., fourth, fifth] = fours;
            let none = terms.constant(0, 14);
            let high = stretch_word(terms, [fourth, fifth, none, none, none, none]);
            Halves::Long(high, stretch_word(terms, fours))
        }
        _ => {
            let low = stretch_word(terms, fours);
            let pairs = pairs(terms, fours, 2);
            let tens = mask(terms, pairs, 0x00FF_00FF);
            let tens = divide_tens(terms, tens, 0x000F_000F);
            let hundreds = terms.right_by(pairs, 8);
            let hundreds = mask(terms, hundreds, 0x00FF_00FF);
            let hundreds = divide_tens(terms, hundreds, 0x000F_000F);
            let hundreds = terms.left_by(hundreds, 8);
            let all = terms.or(hundreds, tens);
            let six = times(terms, all, 6);
            Halves::Long(terms.add(pairs, six), low)
        }
    }
}

/// `word * 103 >> 10`, of which the bits of the mask are kept.
pub(super) fn divide_tens(terms: &mut Terms, word: Term, kept: u128) -> Term {
    let product = times(terms, word, 103);
    let tens = terms.right_by(product, 10);
    mask(terms, tens, kept)
}

fn stretch_short(terms: &mut Terms, fours: Fours) -> Term {
    let [high, _, number] = find_group(terms, fours, 0, 32);
    let high = times(terms, high, 55_536);
    let fours = terms.add(number, high);
    let divide = |terms: &mut Terms, four: Term| {
        let product = times(terms, four, 5243);
        terms.right_by(product, 19)
    };
    let high = terms.right_by(fours, 16);
    let high = divide(terms, high);
    let low = mask(terms, fours, 0xFFFF);
    let low = divide(terms, low);
    let high = terms.left_by(high, 16);
    let hundreds = terms.or(high, low);
    let hundreds = times(terms, hundreds, 156);
    let pairs = terms.add(fours, hundreds);
    let high = terms.right_by(pairs, 8);
    let high = mask(terms, high, 0x00FF_00FF);
    let high = divide_tens(terms, high, 0x000F_000F);
    let low = mask(terms, pairs, 0x00FF_00FF);
    let low = divide_tens(terms, low, 0x000F_000F);
    let high = terms.left_by(high, 8);
    let tens = terms.or(high, low);
    let tens = times(terms, tens, 6);
    terms.add(pairs, tens)
}

fn stretch_word(terms: &mut Terms, fours: Fours) -> Term {
    let (high, low) = (pairs(terms, fours, 1), pairs(terms, fours, 0));
    let high = terms.left_by(high, 32);
    let pairs = terms.or(high, low);
    let tens = |terms: &mut Terms, pairs: Term| {
        let pairs = mask(terms, pairs, 0x00FF_00FF_00FF_00FF);
        divide_tens(terms, pairs, 0x000F_000F_000F_000F)
    };
    let upper = terms.right_by(pairs, 8);
    let upper = tens(terms, upper);
    let upper = terms.left_by(upper, 8);
    let lower = tens(terms, pairs);
    let all = terms.or(upper, lower);
    let all = six(terms, all);
    terms.add(pairs, all)
}

/// The runtime's `pairs`.
fn pairs(terms: &mut Terms, fours: Fours, index: usize) -> Term {
    let [high, _, group] = find_group(terms, fours, index, 64);
    let back = times(terms, high, 10_000);
    let low = terms.subtract(group, back);
    let low = mask(terms, low, 0xFFFF);
    let pair = |terms: &mut Terms, four: Term| {
        let hundreds = times(terms, four, 5243);
        let hundreds = terms.right_by(hundreds, 19);
        let hundreds = times(terms, hundreds, 156);
        terms.add(four, hundreds)
    };
    let high = mask(terms, high, 0xFFFF);
    let high = pair(terms, high);
    let high = terms.left_by(high, 16);
    let low = pair(terms, low);
    terms.or(high, low)
}

/// The runtime's `store`: the lowest bytes, the most significant one first.
fn store(terms: &mut Terms, halves: Halves, count: usize) -> Vec<Term> {
    let lowest = |terms: &mut Terms, word: Term, count: usize| {
        let places = (0..u32::try_from(count).unwrap_or(0)).rev();
        places.map(|place| terms.part(word, 8 * place, 8)).collect::<Vec<_>>()
    };
    match halves {
        Halves::Short(word) | Halves::Word(word) => lowest(terms, word, count),
        Halves::Long(high, low) => {
            let first = count.min(8);
            let more = u32::try_from(8 * (count - first)).unwrap_or(64);
            let word = match more {
                0 => low,
                64 => high,
                _ => {
                    let (up, down) = (terms.left_by(high, 64 - more), terms.right_by(low, more));
                    terms.or(up, down)
                }
            };
            let mut bytes = lowest(terms, word, first);
            bytes.extend(lowest(terms, low, count - first));
            bytes
        }
    }
}

fn write_packed(
    terms: &mut Terms,
    form: DigitArrangement,
    negative: Term,
    fours: Fours,
    sign: PackedSign,
) -> Vec<Term> {
    let count = form.bytes as usize;
    let digits = match sign {
        PackedSign::None | PackedSign::Floating => 2 * count,
        PackedSign::Last(_) => 2 * count - 1,
        PackedSign::TopByte => 2 * count - 2,
    };
    let halves = from_number(terms, form, fours, digits > 19);
    match sign {
        PackedSign::None => store(terms, halves, count),
        PackedSign::Last(plus) => {
            let half = sign_half(terms, negative, plus);
            let halves = halves.push(terms, half);
            store(terms, halves, count)
        }
        PackedSign::TopByte => {
            let low = terms.constant(0, 7);
            let mut bytes = vec![terms.join(negative, low)];
            bytes.extend(store(terms, halves, count - 1));
            bytes
        }
        PackedSign::Floating => {
            let length = find_length(terms, halves);
            let bytes = store(terms, halves, count);
            float_sign(terms, &bytes, negative, length)
        }
    }
}

/// The runtime's `length`, at least one, as a word of eight bits.
fn find_length(terms: &mut Terms, halves: Halves) -> Term {
    let length = |terms: &mut Terms, word: Term| {
        let zeros = terms.leading_zeros(word);
        let zeros = terms.resize(zeros, 8);
        let zeros = terms.right_by(zeros, 2);
        let all = terms.constant(u128::from(terms.width(word) / 4), 8);
        terms.subtract(all, zeros)
    };
    let all = match halves {
        Halves::Short(word) | Halves::Word(word) => length(terms, word),
        Halves::Long(high, low) => {
            let (above, below) = (length(terms, high), length(terms, low));
            let sixteen = terms.constant(16, 8);
            let above = terms.add(sixteen, above);
            let is_short = terms.equals(high, 0);
            terms.select(is_short, below, above)
        }
    };
    let (none, one) = (terms.equals(all, 0), terms.constant(1, 8));
    terms.select(none, one, all)
}

fn float_sign(terms: &mut Terms, bytes: &[Term], negative: Term, length: Term) -> Vec<Term> {
    let mut place = 2 * bytes.len();
    let mut half = |terms: &mut Terms, half: Term| {
        place -= 1;
        let [minus, fill] = [0xD, 0xF].map(|half| terms.constant(half, 4));
        let place = terms.constant(place as u128, 8);
        let (is_digit, is_next) = (terms.below(place, length), terms.equal(place, length));
        let has_minus = terms.and(is_next, negative);
        let empty = terms.select(has_minus, minus, fill);
        terms.select(is_digit, half, empty)
    };
    let mut all = Vec::new();
    for &byte in bytes {
        let (high, low) = (terms.part(byte, 4, 4), terms.part(byte, 0, 4));
        let (high, low) = (half(terms, high), half(terms, low));
        all.push(terms.join(high, low));
    }
    all
}
