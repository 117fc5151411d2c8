//! Digits in bytes: that a body's primitive reads them, and writes them, as the specification says.
//!
//! A body with digits begins or ends with one primitive, which makes a sign and a number of bytes, or bytes of them. So
//! a claim about it is shown in two parts. First, for all bytes the primitive gives the sign, the number and the fault
//! that `digits` says, and for every sign and number the bytes that `digits` says. These are the questions here. Then
//! the bytes are not needed any more: `claim` compares the rest of the body with the specification for every sign and
//! number. Several claims share the questions about one arrangement, which are asked once in a run.
//!
//! # Groups of digits
//!
//! A number is read in groups of eight digits: two digits become a number, two such numbers one of four digits, and so
//! on. Each of these steps is a question for any numbers of the step before, which are the same on both sides. So are
//! all groups together, and the zero that a fault makes of their number.
//!
//! The terms that write a number begin with its groups of four digits. The runtime finds those by three divisions.
//!
//! - By 10^4, of a number below 10^8. It is either the processor's, or a multiplication by 109951163 and a shift by 40.
//!   [`test_reciprocal`] compares that with the quotient for each of the 10^8 numbers.
//! - By 10^8 and by 10^16, of numbers of at most 16 and 19 digits: a multiplication of floats and a correction. This is
//!   the quotient for the following reason. Let `n` be the number without its lowest `s` bits, which is below 2^52 and so
//!   exact as a float. The float `unit` is `2^s / by`, and the product of both is rounded, so the result is
//!   `x = (n × 2^s / by) × (1 + e)`, where `|e| < 2^-51`. It is rounded to the nearest whole number `near`.
//!   - `n × 2^s` is at most the number, and above it less `2^s`. So `x` is below `number / by + |e| × number / by`, and
//!     above `number / by - 2^s / by - |e| × number / by`.
//!   - [`find_error`] computes a bound of `2^s / by + |e| × number / by`. It is below one half.
//!   - So `near` differs from `number / by` by less than one half and one half, which is one. It is the quotient, or the
//!     quotient and one.
//!   - In the second case `number - near × by` is negative and not below `-by`. Its sign corrects both.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use datarep_dsl::model::Format;
use datarep_plan::body::{Body, Id, Operation};
use datarep_plan::primitive::{DigitArrangement, Primitive};

use super::digits::{Digits, NUMBER_BITS, WHOLE, join_digits, keep};
use super::primitive::digits;
use super::target::is_above;
use super::term::{Term, Terms};

/// How a body spells the digits of a format.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spelling {
    pub(super) digits: Digits,
    pub(super) form: DigitArrangement,
    /// Whether the halves of bytes are swapped before the digits are read, or after they are written.
    pub(super) is_swapped: bool,
    reads: bool,
}

/// A question about a spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The fault and the sign of any bytes.
    Faults,
    /// The numbers of `size` digits, two, four or eight, in a group of eight digits: of any bytes without a fault, or of
    /// any numbers of half as many digits.
    Digits { size: u32, group: u32 },
    /// The number of any groups.
    Number,
    /// What becomes of any number by any faults.
    Result,
    /// A byte of any sign and number.
    Byte(u32),
}

impl Spelling {
    /// How a body spells the digits of its format, if that has some.
    ///
    /// # Errors
    ///
    /// The format has more digits than are described, or the body has them elsewhere than at its beginning or end.
    pub(super) fn find(format: &Format, body: &Body, reads: bool) -> Result<Option<Spelling>, String> {
        let Some(digits) = Digits::from_format(format)? else { return Ok(None) };
        let operation = |Id(index): Id| &body.steps[index].operation;
        let swapped = |id: Id| match operation(id) {
            Operation::HalvesSwapped(inner) => (true, *inner),
            _ => (false, id),
        };
        let calls = body.steps.iter().filter_map(|step| match &step.operation {
            Operation::Call(Primitive::ReadDigits(form) | Primitive::WriteDigits(form), arguments) => {
                Some((*form, arguments))
            }
            _ => None,
        });
        let [(form, arguments)] = calls.collect::<Vec<_>>()[..] else {
            return Err("a body with digits in several places".to_owned());
        };
        let (is_swapped, is_there) = if reads {
            let (is_swapped, input) = swapped(arguments[0]);
            (is_swapped, *operation(input) == Operation::Input)
        } else {
            let (is_swapped, call) = swapped(body.outcome.find_item());
            (is_swapped, matches!(operation(call), Operation::Call(Primitive::WriteDigits(_), _)))
        };
        if !is_there {
            return Err("a body with digits neither at its beginning nor at its end".to_owned());
        }
        Ok(Some(Spelling { digits, form, is_swapped, reads }))
    }

    pub(super) fn list_parts(self) -> Vec<Part> {
        if !self.reads {
            return (0..self.digits.bytes).map(Part::Byte).collect();
        }
        let groups = match self.form.width {
            32 => 1,
            64 => 2,
            _ => 3,
        };
        let mut all = vec![Part::Faults];
        for size in [2, 4, 8] {
            all.extend((0..groups).map(|group| Part::Digits { size, group }));
        }
        all.extend([Part::Number, Part::Result]);
        all
    }

    /// Whether something is spelled otherwise than the specification says.
    ///
    /// # Errors
    ///
    /// The primitive has no terms.
    pub(super) fn ask(self, terms: &mut Terms, part: Part) -> Result<Term, String> {
        if let Part::Byte(byte) = part {
            return self.ask_byte(terms, byte);
        }
        let count = self.digits.bytes;
        let bytes: Vec<Term> = (0..count).map(|byte| terms.free(&format!("byte{byte}"), 8)).collect();
        let [mut ours, mut theirs] = [(); 2].map(|()| Numbers::new(part, self.digits.decimal.digits));
        let wanted =
            self.digits.read(terms, &bytes, &mut |terms, place, number| ours.replace(terms, place, number));
        let swapped = self.swap(terms, bytes);
        let made = digits::read(terms, self.form, &swapped, &mut |terms, place, number| {
            theirs.replace(terms, place, number)
        })?;
        let same_fault = terms.equal(made.invalid, wanted.invalid);
        let (assumed, same) = match part {
            Part::Faults => {
                let same_sign = terms.equal(made.negative, wanted.negative);
                (terms.truth(true), terms.and(same_sign, same_fault))
            }
            Part::Digits { size, .. } => {
                let valid = if size == 2 { terms.not(wanted.invalid) } else { terms.truth(true) };
                let assumed = theirs.limited.iter().fold(valid, |all, &one| terms.and(all, one));
                (assumed, compare_numbers(terms, &ours, &theirs))
            }
            Part::Number => (terms.truth(true), compare_numbers(terms, &ours, &theirs)),
            Part::Result | Part::Byte(_) => {
                let width = terms.width(made.number).max(NUMBER_BITS);
                let [one, other] = [made.number, wanted.number].map(|number| terms.resize(number, width));
                (same_fault, terms.equal(one, other))
            }
        };
        let differs = terms.not(same);
        Ok(terms.and(assumed, differs))
    }

    fn ask_byte(self, terms: &mut Terms, byte: u32) -> Result<Term, String> {
        find_error(self.form.width)?;
        test_reciprocal()?;
        let count = self.digits.decimal.digits;
        let all: Vec<Term> = (0..count).map(|place| terms.free(&format!("digit{place}"), 4)).collect();
        let negative = terms.free("negative", u32::from(self.digits.decimal.is_signed()).max(1));
        let is_signed = terms.truth(self.digits.decimal.is_signed());
        let negative = terms.and(negative, is_signed);
        let mut assumed = terms.truth(true);
        for &digit in &all {
            let nine = terms.constant(9, 4);
            let is_above = terms.below(nine, digit);
            let fits = terms.not(is_above);
            assumed = terms.and(assumed, fits);
        }
        let mut fours = [None; 6].map(|_: Option<Term>| terms.constant(0, 14));
        for (four, digits) in fours.iter_mut().zip(all.rchunks(4)) {
            let number = join_digits(terms, digits, (4, 0), &mut keep);
            *four = terms.resize(number, 14);
        }
        let wanted = self.digits.write(terms, negative, &all);
        let made = digits::write(terms, self.form, negative, fours)?;
        let made = self.swap(terms, made);
        if made.len() != wanted.len() {
            return Err(format!("{} bytes and not {}", made.len(), wanted.len()));
        }
        let same = terms.equal(made[byte as usize], wanted[byte as usize]);
        let differs = terms.not(same);
        Ok(terms.and(assumed, differs))
    }

    fn swap(self, terms: &mut Terms, bytes: Vec<Term>) -> Vec<Term> {
        if !self.is_swapped {
            return bytes;
        }
        let swap = |byte: Term| {
            let (high, low) = (terms.part(byte, 4, 4), terms.part(byte, 0, 4));
            terms.join(low, high)
        };
        bytes.into_iter().map(swap).collect()
    }

    /// Whether these words are spelled otherwise, by the processor's arithmetic.
    ///
    /// # Errors
    ///
    /// As [`Spelling::ask`].
    pub(super) fn confirm(self, part: Part, words: HashMap<String, u128>) -> Result<bool, String> {
        let mut terms = Terms::with_words(words);
        let differs = self.ask(&mut terms, part)?;
        Ok(terms.number(differs) == Some(1))
    }
}

/// The numbers of some digits on one side of a question.
struct Numbers {
    part: Part,
    /// The digits of an item.
    digits: u32,
    /// The numbers that are compared, by their places.
    compared: BTreeMap<u32, Term>,
    /// That numbers of half as many digits, which are free, have no more digits.
    limited: Vec<Term>,
}

impl Numbers {
    fn new(part: Part, digits: u32) -> Numbers {
        Numbers { part, digits, compared: BTreeMap::new(), limited: Vec::new() }
    }

    /// Keeps a number that is compared, and gives a free one for each of those of which it consists.
    fn replace(&mut self, terms: &mut Terms, (size, place): (u32, u32), number: Term) -> Term {
        let (compared, group) = match self.part {
            Part::Digits { size, group } => (size, Some(group)),
            Part::Number => (WHOLE, None),
            Part::Result => (2 * WHOLE, None),
            Part::Faults | Part::Byte(_) => return number,
        };
        let is_asked = group.is_none_or(|group| size * place / 8 == group);
        if size == compared && is_asked {
            self.compared.insert(place, number);
        }
        if 2 * size != compared || !is_asked {
            return number;
        }
        let width = terms.width(number);
        // There are no digits so far above.
        if size * place >= self.digits {
            return terms.constant(0, width);
        }
        // The same questions of different groups have the same text.
        let name = if group.is_some() { place % (8 / size) } else { place };
        let most = 10_u128.pow(if size == WHOLE { self.digits } else { size }) - 1;
        let free = terms.free(&format!("part{name}"), 128 - most.leading_zeros());
        let is_above = is_above(terms, free, most);
        self.limited.push(terms.not(is_above));
        terms.resize(free, width)
    }
}

/// Whether all numbers of both sides are the same. What one side does not have is zero.
fn compare_numbers(terms: &mut Terms, ours: &Numbers, theirs: &Numbers) -> Term {
    let mut same = terms.truth(true);
    let zero = terms.constant(0, 1);
    for (place, &made) in &theirs.compared {
        let wanted = ours.compared.get(place).copied().unwrap_or(zero);
        let width = terms.width(made).max(terms.width(wanted));
        let [one, other] = [made, wanted].map(|number| terms.resize(number, width));
        let equal = terms.equal(one, other);
        same = terms.and(same, equal);
    }
    same
}

/// Shows for the divisions by a float of words of this width that the error is below one half.
fn find_error(width: u32) -> Result<(), String> {
    // The largest number, the divisor, and the bits that are cut off.
    let eight = (10_u128.pow(16) - 1, 10_u128.pow(8), 8);
    let sixteen = (10_u128.pow(19) - 1, 10_u128.pow(16), 16);
    let all = match width {
        32 => vec![],
        64 => vec![eight],
        _ => vec![eight, sixteen],
    };
    let is_small = |(number, by, cut): (u128, u128, u32)| {
        // Twice the error, times `by × 2^51`, is below `by × 2^51`. No product has more than 120 bits.
        number >> cut < 1 << 52 && 2 * ((1 << (cut + 51)) + number) < by << 51
    };
    if all.into_iter().all(is_small) {
        Ok(())
    } else {
        Err("a quotient by a float has too large an error".to_owned())
    }
}

/// Compares the quotients by 10^4 that the runtime finds by a reciprocal with quotients, for all numbers below 10^8.
fn test_reciprocal() -> Result<(), String> {
    static IS_EXACT: OnceLock<bool> = OnceLock::new();
    let is_exact = *IS_EXACT
        .get_or_init(|| (0..100_000_000_u64).all(|number| (number * 109_951_163) >> 40 == number / 10_000));
    if is_exact { Ok(()) } else { Err("a reciprocal does not give the quotient".to_owned()) }
}
