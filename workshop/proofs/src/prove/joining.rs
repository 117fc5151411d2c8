//! Digits that a body joins to a number, a step for pairs, a step for fours, and so on.
//!
//! A solver does not find in useful time that all steps together make the number of the digits. So each step is a question:
//! of any numbers that are the result of the step before, it makes those of twice as many digits. Before the first step
//! there are the digits of a word. Where every step is right, the last one makes the number of all digits, and `claim`
//! takes a free number for it.
//!
//! The steps are found by their names in the plan. A step that is not where it is looked for leaves its claim open, or is
//! found to be wrong; nothing is believed of it.

use datarep_dsl::model::{DigitFields, DigitUnit, Format, FormatKind};
use datarep_plan::body::{Body, Id, Operation};

use super::lower::{Cuts, Value, lower_steps};
use super::target::is_above;
use super::tens::{gather_bits, take_sign};
use super::term::{Term, Terms};

/// The names of steps that join numbers of digits: the first joins the digits themselves.
const NAMES: [&str; 5] = ["pairs", "fours", "eights", "sixteens", "all"];

/// The steps of a body that join the digits of a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Joining {
    fields: DigitFields,
    bits: u32,
    /// The step that has the digits, and those that join them.
    digits: Id,
    joins: [Option<Id>; NAMES.len()],
}

/// A question about joined digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Join {
    /// Whether the digits are those of any word.
    Digits,
    /// Whether a step joins any numbers of the step before, of which this is the place.
    Step(usize),
}

impl Joining {
    /// How a body joins the digits of its format, if that has some in fields.
    ///
    /// # Errors
    ///
    /// The body has no such steps.
    pub(super) fn find(format: &Format, body: &Body, reads: bool) -> Result<Option<Joining>, String> {
        let FormatKind::DecimalFloat(decimal) = format.kind else { return Ok(None) };
        let Some(fields) = decimal.fields().filter(|_| reads) else { return Ok(None) };
        let unit = if fields.unit == DigitUnit::Decimal { 4 } else { 8 };
        let count = (fields.significand.width() / unit).next_power_of_two().trailing_zeros();
        // Centesimal digits are pairs already.
        let first = usize::from(unit == 8);
        let mut joins = [None; NAMES.len()];
        for (place, join) in joins.iter_mut().enumerate().take(usize::try_from(count).unwrap_or(0)) {
            let name = NAMES.get(first + place).ok_or("more digits than are joined")?;
            let found = body.steps.iter().position(|step| step.name.as_deref() == Some(name));
            *join = Some(Id(found.ok_or("a body that does not join digits")?));
        }
        let Some(Id(join)) = joins[0] else { return Err("a format of one digit".to_owned()) };
        let Operation::Binary(_, digits, _) = body.steps[join].operation else {
            return Err("digits that are not joined by a difference".to_owned());
        };
        Ok(Some(Joining { fields, bits: format.bits, digits, joins }))
    }

    /// The last step, whose result is the number of all digits.
    pub(super) fn last(&self) -> Id {
        self.joins.into_iter().flatten().last().unwrap_or(self.digits)
    }

    pub(super) fn list_questions(&self) -> Vec<Join> {
        let steps = self.joins.into_iter().flatten().count();
        [Join::Digits].into_iter().chain((0..steps).map(Join::Step)).collect()
    }

    /// Whether a step has another result than it should have.
    ///
    /// # Errors
    ///
    /// A step has no terms.
    pub(super) fn ask(&self, terms: &mut Terms, body: &Body, join: Join) -> Result<Term, String> {
        let word = terms.free("word", self.bits);
        let input = Value::Word(terms.resize(word, datarep_plan::types::container(self.bits)));
        let place = match join {
            Join::Digits => {
                let (_, _, magnitude) = take_sign(terms, self.bits, self.fields.sign, word);
                let wanted = gather_bits(terms, magnitude, &self.fields.significand.list());
                let values = lower_steps(terms, body, &input, &Cuts::new())?;
                let made = values[self.digits.0].word()?;
                return Ok(differ(terms, made, wanted));
            }
            Join::Step(place) => place,
        };
        let before = if place == 0 { Some(self.digits) } else { self.joins[place - 1] };
        let (Some(Id(before)), Some(Id(here))) = (before, self.joins[place]) else {
            return Err("a step that does not exist".to_owned());
        };
        let (unit, mut digits) = if self.fields.unit == DigitUnit::Decimal { (4, 1) } else { (8, 2) };
        let lane = unit << place;
        digits <<= place;
        let width = self.fields.significand.width();
        // The highest numbers have as many bits as are left.
        let mut numbers = Vec::new();
        let mut assumed = terms.truth(true);
        for index in 0..width.div_ceil(lane) {
            let bits = lane.min(width - index * lane);
            let number = terms.free(&format!("number{index}"), bits);
            let is_above = is_above(terms, number, 10_u128.pow(digits * bits / lane) - 1);
            let is_number = terms.not(is_above);
            assumed = terms.and(assumed, is_number);
            numbers.push(number);
        }
        let mut joined = numbers[0];
        for &number in &numbers[1..] {
            joined = terms.join(number, joined);
        }
        let wanted = join_pairs(terms, &numbers, 2 * lane, 10_u128.pow(digits));
        let whole = super::lower::word_bits(body.steps[before].ty)?;
        let joined = terms.resize(joined, whole);
        let values = lower_steps(terms, body, &input, &Cuts::from([(before, joined)]))?;
        let made = values[here].word()?;
        let differs = differ(terms, made, wanted);
        Ok(terms.and(assumed, differs))
    }
}

/// Neighboring numbers as one, the lowest first, in lanes of so many bits: the upper one counts `radix`.
fn join_pairs(terms: &mut Terms, numbers: &[Term], lane: u32, radix: u128) -> Term {
    let mut word: Option<Term> = None;
    for pair in numbers.chunks(2) {
        let mut number = terms.resize(pair[0], lane);
        if let Some(&upper) = pair.get(1) {
            let upper = terms.resize(upper, lane);
            let upper = terms.times(upper, radix);
            number = terms.add(upper, number);
        }
        word = Some(match word {
            Some(below) => terms.join(number, below),
            None => number,
        });
    }
    word.unwrap_or(numbers[0])
}

/// Whether two words of any widths differ.
fn differ(terms: &mut Terms, one: Term, other: Term) -> Term {
    let width = terms.width(one).max(terms.width(other));
    let (one, other) = (terms.resize(one, width), terms.resize(other, width));
    let same = terms.equal(one, other);
    terms.not(same)
}
