//! The specification: what a word of a float format means, and which word of another format is nearest to it.
//!
//! This is written from the model alone: fields, formula and classes. It does not use the planner, the generator, the
//! runtime or the reference, and it is short, so that it can be read in one sitting. A test compares it with the
//! reference on every word of small formats.
//!
//! # A word means
//!
//! A word has a sign `s`, an exponent field and a significand `F` of `f` stored bits. The first special clause whose
//! condition holds gives its class. Without one, or if the class is *subnormal*, the word is the number
//!
//! ```text
//! (-1)^s × M × 2^u        u = d × (E - bias) - fraction bits        radix 2^d
//! ```
//!
//! where `M` is `F`, with a one above it if that is hidden and the word is not subnormal, or with the stored leading
//! bit. Where sign and significand are one two's complement, `M` of a negative word is `2^f - F`, or `2^(f+1) - F` with
//! an implied bit. Where whole words are complements, the fields are those of the complement. A subnormal has the
//! smallest exponent of a normal number.
//!
//! # The nearest number
//!
//! The numbers of a sign lie on *levels*: multiples of `2^u` with at most `p` bits, one level for each exponent. A
//! value `M × 2^u` whose leading one is bit `t` belongs to the lowest level that holds `t + 1` bits of this weight. There
//! it is a whole number of units and a rest. The rule decides by the rest whether the next unit is taken, and a carry
//! out of the level leads to the next. A number beyond the last level overflows. A number below the smallest normal one
//! is tiny: it stays where the format has such words and the rule keeps them, and is otherwise a zero.
//!
//! All of this has constants everywhere but in the digits, because a question is asked for a [`Stretch`]: the words of
//! one sign, one exponent field and one place of the leading one. The stretches of a format cover its words.

use datarep_dsl::model::word::scatter;
use datarep_dsl::model::{
    Class, Comparison, Condition, Event, Events, Field, Leading, MissingRule, Negation, Overflow, Policy,
    Quiet, Rounding, SpecialRule, Underflow, ZeroRule,
};

use super::lower::{EVENT_BITS, event_bits};
use super::numbers::{
    Real, Side, class_of, find_first, find_side, find_unit, find_zeros, has_payload, has_signed_zero,
};
use super::stretch::Subject;
use super::term::{Term, Terms, ones};

/// A word of the target and its events.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) word: Term,
    pub(crate) events: Term,
}

/// What the source's words are in the target, by the rules.
#[derive(Debug)]
pub(crate) struct Meaning<'a> {
    source: Real<'a>,
    target: Real<'a>,
    policy: Policy,
    sides: [Option<Side>; 2],
    source_zero_has_sign: bool,
    target_zeros: [Option<u128>; 2],
}

impl<'a> Meaning<'a> {
    /// # Errors
    ///
    /// The formats are of a kind that the specification does not describe.
    pub(crate) fn new(source: Real<'a>, target: Real<'a>, policy: Policy) -> Result<Meaning<'a>, String> {
        for real in [source, target] {
            if real.float.low.is_some() || real.bits > 64 {
                return Err("a word of two parts, or of more than 64 bits".to_owned());
            }
            if !real.float.radix.is_power_of_two() {
                return Err(format!("a radix of {}", real.float.radix));
            }
            if real.float.is_fixed_point() || real.float.exponent.is_empty() {
                return Err("a format without an exponent".to_owned());
            }
        }
        let below =
            if target.float.negation == Negation::None { None } else { Some(find_side(target, true)?) };
        Ok(Meaning {
            source,
            target,
            policy,
            sides: [Some(find_side(target, false)?), below],
            source_zero_has_sign: has_signed_zero(source),
            target_zeros: find_zeros(target),
        })
    }

    /// The answer for the words of a subject.
    pub(crate) fn answer(&self, terms: &mut Terms, subject: &Subject) -> Result<Answer, String> {
        let float = self.source.float;
        let number = float.exponent_number(subject.field);
        let formula = self.number(terms, subject, number, false)?;
        let mut answer = formula;
        // The first clause that holds decides, so it is applied last.
        for special in float.specials.iter().rev() {
            let holds = condition(terms, &special.condition, subject, number);
            if terms.number(holds) == Some(0) {
                continue;
            }
            let other = match special.class {
                Class::Subnormal => self.number(terms, subject, number, true)?,
                class => self.special(terms, subject, class)?,
            };
            answer = choose(terms, holds, other, answer);
        }
        Ok(answer)
    }

    /// The nearest number to that of the formula.
    fn number(
        &self,
        terms: &mut Terms,
        subject: &Subject,
        number: i64,
        is_subnormal: bool,
    ) -> Result<Answer, String> {
        let float = self.source.float;
        let significand = if float.leading == Leading::Hidden && !is_subnormal {
            let one = terms.constant(1, 1);
            terms.join(one, subject.magnitude)
        } else {
            subject.magnitude
        };
        let number = if is_subnormal { find_first(self.source)? } else { number };
        let unit = find_unit(float, number);
        if terms.number(significand) == Some(0) {
            return Ok(self.zero(terms, subject.negative));
        }
        let top = terms.top(significand).ok_or("a significand without a known leading one")?;
        let Some(side) = &self.sides[usize::from(subject.negative)] else {
            return Ok(self.constant(
                terms,
                self.beyond(subject.negative, self.policy.overflow),
                Event::Overflow,
            ));
        };
        let nearest = self.nearest(terms, side, significand, unit, i64::from(top) + 1)?;
        if !side.inclusive {
            return Ok(nearest);
        }
        // A power of two belongs to the level below, where it is the largest significand.
        let shorter = self.nearest(terms, side, significand, unit, i64::from(top))?;
        let is_power = terms.equals(significand, 1 << top);
        Ok(choose(terms, is_power, shorter, nearest))
    }

    /// The number nearest to `significand × 2^unit`, which has `length` bits.
    fn nearest(
        &self,
        terms: &mut Terms,
        side: &Side,
        significand: Term,
        unit: i64,
        length: i64,
    ) -> Result<Answer, String> {
        let digit = i64::from(side.digit);
        let above = unit + length - i64::from(side.precision) - side.base;
        let level = if above > 0 { (above + digit - 1).div_euclid(digit) } else { 0 };
        let cut = side.base + digit * level - unit;
        let width = terms.width(significand).max(side.precision + 2) + 2;
        let wide = terms.resize(significand, width);
        let (kept, inexact, up) = if cut <= 0 {
            let by = u32::try_from(-cut).map_err(|_| "a shift without end")?;
            (terms.left_by(wide, by), terms.truth(false), terms.truth(false))
        } else {
            let cut = u32::try_from(cut).unwrap_or(u32::MAX).min(width + 1);
            self.round(terms, wide, cut, side.negative)
        };
        let up = terms.resize(up, width);
        let kept = terms.add(kept, up);
        let here = self.place(terms, side, level, kept, inexact)?;
        let full = if side.inclusive { 1 << side.precision } else { ones(side.precision) };
        let full = terms.constant(full, width);
        let carries = terms.below(full, kept);
        let shorter = terms.right_by(kept, side.digit);
        let next = self.place(terms, side, level + 1, shorter, inexact)?;
        let answer = choose(terms, carries, next, here);
        if !side.inclusive || level == 0 {
            return Ok(answer);
        }
        // What was rounded to the smallest significand is the largest of the level below.
        let least = terms.equals(kept, 1 << (side.precision - side.digit));
        let longer = terms.left_by(kept, side.digit);
        let below = self.place(terms, side, level - 1, longer, inexact)?;
        Ok(choose(terms, least, below, answer))
    }

    /// The whole units above the lowest `cut` bits, whether there is a rest, and whether the rule takes the next unit.
    fn round(&self, terms: &mut Terms, wide: Term, cut: u32, negative: bool) -> (Term, Term, Term) {
        let width = terms.width(wide);
        let kept = terms.right_by(wide, cut);
        let rest = terms.part(wide, 0, cut.min(width));
        let none = terms.equals(rest, 0);
        let inexact = terms.not(none);
        let never = terms.truth(false);
        // A rest whose half would be above the word is less than half.
        let (is_half, is_more) = if cut > width {
            (never, never)
        } else {
            let half = terms.constant(1 << (cut - 1), cut);
            (terms.equal(rest, half), terms.below(half, rest))
        };
        let up = match self.policy.rounding {
            Rounding::NearestEven => {
                let odd = terms.part(kept, 0, 1);
                let tie = terms.and(is_half, odd);
                terms.or(is_more, tie)
            }
            Rounding::NearestAway => terms.or(is_half, is_more),
            Rounding::TowardZero => never,
            Rounding::Up if negative => never,
            Rounding::Down if !negative => never,
            Rounding::Up | Rounding::Down => inexact,
        };
        (kept, inexact, up)
    }

    /// The word of `kept` units of a level, or what the rules give where the level has no such number.
    fn place(
        &self,
        terms: &mut Terms,
        side: &Side,
        level: i64,
        kept: Term,
        inexact: Term,
    ) -> Result<Answer, String> {
        let last = i64::try_from(side.levels.len()).unwrap_or(i64::MAX) - 1;
        let beyond = self.constant(terms, self.beyond(side.negative, self.policy.overflow), Event::Overflow);
        if level > last {
            return Ok(beyond);
        }
        let number = side.levels[usize::try_from(level).map_err(|_| "a level below the first")?];
        let word = assemble(terms, self.target, side.negative, number, kept);
        let (none, rounded) = (event(terms, Events::NONE), event(terms, Event::Inexact.into()));
        let events = terms.select(inexact, rounded, none);
        let mut answer = Answer { word, events };
        if level == 0 {
            let first = terms.constant(side.first, terms.width(kept));
            let is_tiny = terms.below(kept, first);
            let tiny = self.tiny(terms, side, kept, inexact);
            answer = choose(terms, is_tiny, tiny, answer);
        }
        if level == last {
            let most = terms.constant(side.last, terms.width(kept));
            let is_beyond = terms.below(most, kept);
            answer = choose(terms, is_beyond, beyond, answer);
        }
        Ok(answer)
    }

    /// A number below the smallest normal one.
    fn tiny(&self, terms: &mut Terms, side: &Side, kept: Term, inexact: Term) -> Answer {
        // It was a number that became zero, and no negative zero was lost.
        let zero = self.constant(terms, self.zero_word(side.negative), Event::Underflow);
        let Some(number) = side.gradual.filter(|_| self.policy.underflow == Underflow::Subnormal) else {
            return zero;
        };
        let word = assemble(terms, self.target, side.negative, number, kept);
        let (none, lost) = (event(terms, Events::NONE), event(terms, Event::Underflow.into()));
        let small = Answer { word, events: terms.select(inexact, lost, none) };
        let mut vanishes = terms.equals(kept, 0);
        if let Some(hole) = side.hole {
            let is_hole = terms.equals(kept, hole);
            vanishes = terms.or(vanishes, is_hole);
        }
        choose(terms, vanishes, zero, small)
    }

    /// The answer for a class that is no number.
    fn special(&self, terms: &mut Terms, subject: &Subject, class: Class) -> Result<Answer, String> {
        let (negative, policy) = (subject.negative, &self.policy);
        Ok(match class {
            Class::Zero => self.zero(terms, negative),
            Class::Infinity
                if negative
                    && policy.infinity == SpecialRule::Keep
                    && self.target.float.negation == Negation::None =>
            {
                self.constant(terms, self.beyond(negative, policy.overflow), Event::Overflow)
            }
            Class::Infinity => match (policy.infinity, self.written(Class::Infinity, negative)) {
                (SpecialRule::Keep, Some(word)) => self.constant(terms, word, Events::NONE),
                (rule, _) => self.constant(terms, self.replaced(negative, rule), Event::Infinity),
            },
            Class::Nan if policy.missing == MissingRule::Payload => {
                return Err("missing values that are payloads".to_owned());
            }
            Class::Nan if policy.nan == SpecialRule::Keep => self.nan(terms, subject),
            Class::Nan => self.constant(terms, self.replaced(negative, policy.nan), Event::Nan),
            Class::Reserved | Class::Invalid => {
                let rule = match policy.reserved {
                    SpecialRule::Error | SpecialRule::Keep => SpecialRule::Nan,
                    rule => rule,
                };
                self.constant(terms, self.replaced(negative, rule), Event::Reserved)
            }
            Class::Missing => match policy.missing {
                MissingRule::Payload => return Err("missing values that are payloads".to_owned()),
                MissingRule::Zero => self.constant(terms, self.zero_word(false), Event::Missing),
                MissingRule::Nan | MissingRule::Error => {
                    let word = self.written(Class::Nan, negative).unwrap_or(self.zero_word(false));
                    self.constant(terms, word, Event::Missing)
                }
            },
            Class::Overflow => self.constant(terms, self.beyond(negative, policy.overflow), Event::Overflow),
            Class::Underflow => self.constant(terms, self.zero_word(negative), Event::Underflow),
            Class::Subnormal => return Err("a subnormal is a number".to_owned()),
        })
    }

    /// A NaN that stays one, with as much of its payload as there is room for.
    fn nan(&self, terms: &mut Terms, subject: &Subject) -> Answer {
        let (source, target) = (self.source.float, self.target.float);
        let plain = self.written(Class::Nan, subject.negative).unwrap_or(self.zero_word(false));
        let (from, to) = (source.stored_bits(), target.stored_bits());
        if !has_payload(self.source) {
            return self.constant(terms, plain, Events::NONE);
        }
        let quiet = terms.constant(1 << (from - 1), from);
        let payload = match source.quiet {
            Quiet::Set => subject.fraction,
            Quiet::Clear => terms.xor(subject.fraction, quiet),
        };
        let (none, lost) = (event(terms, Events::NONE), event(terms, Event::Nan.into()));
        if !has_payload(self.target) {
            let rest = terms.part(payload, 0, from - 1);
            let is_plain = terms.equals(rest, 0);
            let word = terms.constant(plain, self.target.bits);
            return Answer { word, events: terms.select(is_plain, none, lost) };
        }
        let down = from.saturating_sub(to);
        let events = if down == 0 {
            none
        } else {
            let rest = terms.part(payload, 0, down);
            let is_kept = terms.equals(rest, 0);
            terms.select(is_kept, none, lost)
        };
        let kept = terms.right_by(payload, down);
        let kept = terms.resize(kept, to);
        let kept = terms.left_by(kept, to.saturating_sub(from));
        let (top, one) = (terms.constant(1 << (to - 1), to), terms.constant(1, to));
        let kept = match target.quiet {
            // Without a payload it would be an infinity.
            Quiet::Set => {
                let is_none = terms.equals(kept, 0);
                terms.select(is_none, top, kept)
            }
            Quiet::Clear => {
                let (is_top, turned) = (terms.equal(kept, top), terms.xor(kept, top));
                terms.select(is_top, one, turned)
            }
        };
        let frame = plain & !scatter(u128::MAX, &target.significand);
        let frame = terms.constant(frame, self.target.bits);
        let spread = spread(terms, kept, &target.significand, self.target.bits);
        Answer { word: terms.or(frame, spread), events }
    }

    fn constant(&self, terms: &mut Terms, word: u128, events: impl Into<Events>) -> Answer {
        Answer { word: terms.constant(word, self.target.bits), events: event(terms, events.into()) }
    }

    /// A zero with the sign of the source's zero, if both formats have such a zero and the rule keeps it.
    fn zero(&self, terms: &mut Terms, negative: bool) -> Answer {
        let negative = negative && self.source_zero_has_sign;
        if self.target_zeros[0].is_none() {
            return self.constant(terms, self.zero_word(negative), Event::Underflow);
        }
        let keeps = self.policy.negative_zero == ZeroRule::Keep && self.target_zeros[1].is_some();
        let lost = Events::when(negative && !keeps, Event::NegativeZero);
        self.constant(terms, self.zero_word(negative), lost)
    }

    /// The word of zero. A format without one has its smallest number instead.
    fn zero_word(&self, negative: bool) -> u128 {
        if let [Some(zero), other] = self.target_zeros {
            let keeps = negative && self.policy.negative_zero == ZeroRule::Keep;
            return other.filter(|_| keeps).unwrap_or(zero);
        }
        let side = self.sides[usize::from(negative)].as_ref().or(self.sides[0].as_ref());
        side.map_or(0, |side| whole_word(self.target, side.negative, side.levels[0], side.first))
    }

    /// The word for a value beyond the numbers of its sign.
    fn beyond(&self, negative: bool, rule: Overflow) -> u128 {
        let class = match rule {
            Overflow::Infinity if negative && self.target.float.negation == Negation::None => None,
            Overflow::Infinity => Some(Class::Infinity),
            Overflow::Nan => Some(Class::Nan),
            Overflow::Error | Overflow::Saturate | Overflow::Wrap => None,
        };
        class.and_then(|class| self.written(class, negative)).unwrap_or_else(|| self.largest(negative))
    }

    fn largest(&self, negative: bool) -> u128 {
        match &self.sides[usize::from(negative)] {
            Some(side) => {
                whole_word(self.target, side.negative, side.levels[side.levels.len() - 1], side.last)
            }
            None => self.zero_word(false),
        }
    }

    /// The word that a rule gives instead of one that is not kept.
    fn replaced(&self, negative: bool, rule: SpecialRule) -> u128 {
        let word = match rule {
            SpecialRule::Nan => self.written(Class::Nan, negative),
            SpecialRule::Infinity => self.written(Class::Infinity, negative),
            SpecialRule::Saturate => Some(self.largest(negative)),
            SpecialRule::Reserved => self.target.float.written_word(Class::Reserved),
            SpecialRule::Missing => self.target.float.written_word(Class::Missing),
            SpecialRule::Keep | SpecialRule::Error | SpecialRule::Zero => None,
        };
        word.unwrap_or(self.target_zeros[0].unwrap_or_else(|| self.zero_word(false)))
    }

    /// The word of a class, with a sign if it keeps its class then.
    fn written(&self, class: Class, negative: bool) -> Option<u128> {
        let Real { float, bits } = self.target;
        let word = float.written_word(class)?;
        if !negative {
            return Some(word);
        }
        let other = if !float.negation.is_complement() {
            word | float.sign.map_or(0, |bit| 1 << bit)
        } else if class == Class::Infinity {
            float.complement_word(word, bits)
        } else {
            word
        };
        Some(if class_of(self.target, other) == class_of(self.target, word) { other } else { word })
    }
}

fn choose(terms: &mut Terms, condition: Term, one: Answer, other: Answer) -> Answer {
    Answer {
        word: terms.select(condition, one.word, other.word),
        events: terms.select(condition, one.events, other.events),
    }
}

fn event(terms: &mut Terms, events: Events) -> Term {
    terms.constant(event_bits(events), EVENT_BITS)
}

/// The word of a number: `significand` units of the level with this number of the exponent field.
fn assemble(terms: &mut Terms, real: Real<'_>, negative: bool, number: i64, significand: Term) -> Term {
    let Real { float, bits } = real;
    let stored = float.stored_bits();
    let wide = terms.resize(significand, stored + 2);
    let low = terms.part(wide, 0, stored);
    let twos = matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
    let digits = if negative && twos { terms.negate(low) } else { low };
    let digits = spread(terms, digits, &float.significand, bits);
    let sign = if negative && !float.negation.is_complement() { float.sign } else { None };
    let frame =
        scatter(float.exponent_field(number).unwrap_or(0), &float.exponent) | sign.map_or(0, |bit| 1 << bit);
    let frame = terms.constant(frame, bits);
    let word = terms.or(frame, digits);
    let word = match float.leading {
        Leading::Explicit(bit) => {
            let leading = terms.part(wide, stored, 1);
            let leading = terms.resize(leading, bits);
            let leading = terms.left_by(leading, bit);
            terms.or(word, leading)
        }
        Leading::None | Leading::Hidden => word,
    };
    if negative { complement(terms, real, word) } else { word }
}

fn whole_word(real: Real<'_>, negative: bool, number: i64, significand: u128) -> u128 {
    let mut terms = Terms::default();
    let significand = terms.constant(significand, real.float.stored_bits() + 2);
    let word = assemble(&mut terms, real, negative, number, significand);
    terms.number(word).unwrap_or(0)
}

/// The word of the other sign, if words are complements. Bits outside of fields are zero.
pub(crate) fn complement(terms: &mut Terms, Real { float, bits }: Real<'_>, word: Term) -> Term {
    let unused = float.unused(bits);
    let used = terms.constant(ones(bits) & !unused, bits);
    match float.negation {
        Negation::OnesWord => terms.xor(word, used),
        Negation::OnesSignificand => {
            let turned = terms.constant(float.inverted_bits(bits), bits);
            terms.xor(word, turned)
        }
        Negation::TwosWord => {
            let (inverse, filled) = (terms.not(word), terms.constant(unused, bits));
            let filled = terms.or(inverse, filled);
            let one = terms.constant(1, bits);
            let sum = terms.add(filled, one);
            terms.and(sum, used)
        }
        Negation::None
        | Negation::SignMagnitude
        | Negation::TwosSignificand
        | Negation::ImpliedComplement => word,
    }
}

/// A field's bits at their places, with zeros elsewhere.
pub(crate) fn spread(
    terms: &mut Terms,
    value: Term,
    ranges: &[datarep_dsl::model::BitRange],
    bits: u32,
) -> Term {
    let mut below: u32 = ranges.iter().map(|range| range.width()).sum();
    let mut word = terms.constant(0, bits);
    for range in ranges {
        below -= range.width();
        let part = terms.part(value, below, range.width());
        let part = terms.resize(part, bits);
        let part = terms.left_by(part, range.low);
        word = terms.or(word, part);
    }
    word
}

/// Whether the fields meet a condition.
fn condition(terms: &mut Terms, asked: &Condition, subject: &Subject, number: i64) -> Term {
    match asked {
        Condition::And(one, other) => {
            let (one, other) =
                (condition(terms, one, subject, number), condition(terms, other, subject, number));
            terms.and(one, other)
        }
        Condition::Or(one, other) => {
            let (one, other) =
                (condition(terms, one, subject, number), condition(terms, other, subject, number));
            terms.or(one, other)
        }
        Condition::Compare(field, comparison, with) => {
            let known = match field {
                Field::Sign => i128::from(subject.sign),
                Field::Exponent => i128::from(number),
                Field::Significand => return compare(terms, *comparison, subject.fraction, *with),
                Field::Leading => return compare(terms, *comparison, subject.leading, *with),
            };
            terms.truth(comparison.holds_for(known.cmp(with)))
        }
    }
}

fn compare(terms: &mut Terms, comparison: Comparison, value: Term, with: i128) -> Term {
    let width = terms.width(value);
    let number = match u128::try_from(with) {
        Err(_) => return terms.truth(comparison.holds_for(std::cmp::Ordering::Greater)),
        Ok(number) if number > ones(width) => {
            return terms.truth(comparison.holds_for(std::cmp::Ordering::Less));
        }
        Ok(number) => terms.constant(number, width),
    };
    let (equal, below) = (terms.equal(value, number), terms.below(value, number));
    match comparison {
        Comparison::Equal => equal,
        Comparison::NotEqual => terms.not(equal),
        Comparison::Less => below,
        Comparison::LessOrEqual => terms.or(below, equal),
        Comparison::Greater => {
            let most = terms.or(below, equal);
            terms.not(most)
        }
        Comparison::GreaterOrEqual => terms.not(below),
    }
}
