//! The nearest word of a float format: what a number, a zero or a NaN is in it, by the rules.
//!
//! The numbers of a sign lie on *levels*: multiples of `2^u` with at most `p` bits, one level for each exponent. A
//! value `M × 2^u` whose leading one is bit `t` belongs to the lowest level that holds `t + 1` bits of this weight. There
//! it is a whole number of units and a rest. The rule decides by the rest whether the next unit is taken, and a carry
//! out of the level leads to the next. A number beyond the last level overflows. A number below the smallest normal one
//! is tiny: it stays where the format has such words and the rule keeps them, and is otherwise a zero.
//!
//! So all levels between the first and the last are alike: in digits of `d` bits, the word of `M × 2^(u+d)` is that of
//! `M × 2^u` with the next number of the exponent field. Many exponents of a source are one case by this: see
//! [`FloatTarget::find_regime`].
//!
//! This is part of the specification.

use datarep_dsl::model::word::scatter;
use datarep_dsl::model::{
    Class, Event, Events, LeadingBit, MissingRule, Negation, OverflowRule, Policy, QuietBit, SpecialRule,
    UnderflowRule, ZeroRule,
};

use super::numbers::{Real, Side, class_of, field_step, find_side, find_zeros, has_payload};
use super::target::{
    Answer, Magnitude, NotANumber, Number, Regime, Target, Whole, choose, event, round_units,
};
use super::term::{Term, Terms, ones};

/// A float format as a target.
#[derive(Debug)]
pub(crate) struct FloatTarget<'a> {
    real: Real<'a>,
    policy: Policy,
    sides: [Option<Side>; 2],
    zeros: [Option<u128>; 2],
    /// The bit by which the exponent field grows with the exponent, if the field is in one piece and numbers of a sign
    /// differ by it alone.
    exponent_low: Option<u32>,
}

impl<'a> FloatTarget<'a> {
    /// # Errors
    ///
    /// The format is of a kind that the specification does not describe.
    pub(crate) fn new(real: Real<'a>, policy: Policy) -> Result<FloatTarget<'a>, String> {
        real.expect_described()?;
        let below = if real.float.negation == Negation::None { None } else { Some(find_side(real, true)?) };
        let sides = [Some(find_side(real, false)?), below];
        let exponent_low = find_exponent_low(real);
        Ok(FloatTarget { real, policy, sides, zeros: find_zeros(real), exponent_low })
    }

    /// The width in which a significand is rounded: room for it and for a carry.
    fn rounding_width(side: &Side, width: u32) -> u32 {
        width.max(side.precision + 2) + 2
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
        let width = Self::rounding_width(side, terms.width(significand));
        let wide = terms.resize(significand, width);
        let Whole { kept, inexact } = if cut <= 0 {
            let by = u32::try_from(-cut).map_err(|_| "a shift without end")?;
            Whole { kept: terms.left_by(wide, by), inexact: terms.truth(false) }
        } else {
            let cut = u32::try_from(cut).unwrap_or(u32::MAX);
            round_units(terms, wide, cut, side.negative, self.policy.rounding)
        };
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
        let word = assemble(terms, self.real, side.negative, number, kept);
        let (none, rounded) = (event(terms, Events::NONE), event(terms, Event::Inexact));
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
        let Some(number) = side.gradual.filter(|_| self.policy.underflow == UnderflowRule::Subnormal) else {
            return zero;
        };
        let word = assemble(terms, self.real, side.negative, number, kept);
        let (none, lost) = (event(terms, Events::NONE), event(terms, Event::Underflow));
        let small = Answer { word, events: terms.select(inexact, lost, none) };
        let mut vanishes = terms.equals(kept, 0);
        if let Some(hole) = side.hole {
            let is_hole = terms.equals(kept, hole);
            vanishes = terms.or(vanishes, is_hole);
        }
        choose(terms, vanishes, zero, small)
    }

    /// The regime of a level, if its field is between those of the levels beside it.
    fn compare_fields(&self, side: &Side, level: i64) -> Regime {
        let offset = |level: i64| {
            let number = usize::try_from(level).ok().and_then(|level| side.levels.get(level))?;
            i128::try_from(self.real.float.exponent_field(*number)?)
                .ok()
                .map(|field| field - i128::from(level) * i128::from(field_step(self.real.float)))
        };
        match [level - 1, level, level + 1].map(offset) {
            [Some(below), Some(here), Some(above)] if below == here && here == above => Regime::Normal(here),
            _ => Regime::Alone,
        }
    }

    fn constant(&self, terms: &mut Terms, word: u128, events: impl Into<Events>) -> Answer {
        Answer { word: terms.constant(word, self.real.bits), events: event(terms, events) }
    }

    /// The word of zero. A format without one has its smallest number instead.
    fn zero_word(&self, negative: bool) -> u128 {
        if let [Some(zero), other] = self.zeros {
            let keeps = negative && self.policy.negative_zero == ZeroRule::Keep;
            return other.filter(|_| keeps).unwrap_or(zero);
        }
        let side = self.sides[usize::from(negative)].as_ref().or(self.sides[0].as_ref());
        side.map_or(0, |side| whole_word(self.real, side.negative, side.levels[0], side.first))
    }

    /// The word for a value beyond the numbers of its sign.
    fn beyond(&self, negative: bool, rule: OverflowRule) -> u128 {
        let class = match rule {
            OverflowRule::Infinity if negative && self.real.float.negation == Negation::None => None,
            OverflowRule::Infinity => Some(Class::Infinity),
            OverflowRule::Nan => Some(Class::Nan),
            OverflowRule::Error | OverflowRule::Saturate | OverflowRule::Wrap => None,
        };
        class.and_then(|class| self.written(class, negative)).unwrap_or_else(|| self.largest(negative))
    }

    /// The missing value that a quiet NaN stands for: its payload is the first byte of one, with zeros behind it.
    fn find_missing(&self, terms: &mut Terms, nan: NotANumber, otherwise: Answer) -> Answer {
        let Real { float, bits } = self.real;
        let (MissingRule::Payload, Some(payload)) = (self.policy.missing, nan.payload) else {
            return otherwise;
        };
        let mut answer = otherwise;
        for byte in 0..256_u128 {
            let word = byte << (bits - 8);
            if bits >= 8 && class_of(self.real, word) == Some(Class::Missing) {
                let quiet = 1 << (terms.width(payload) - 1);
                let is_byte = terms.equals(payload, quiet | byte);
                let missing = self.constant(terms, word & !float.unused_bits(bits), Events::NONE);
                answer = choose(terms, is_byte, missing, answer);
            }
        }
        answer
    }

    fn largest(&self, negative: bool) -> u128 {
        match &self.sides[usize::from(negative)] {
            Some(side) => whole_word(self.real, side.negative, side.levels[side.levels.len() - 1], side.last),
            None => self.zero_word(false),
        }
    }

    /// The word that a rule gives instead of one that is not kept.
    fn replaced(&self, negative: bool, rule: SpecialRule) -> u128 {
        let word = match rule {
            SpecialRule::Nan => self.written(Class::Nan, negative),
            SpecialRule::Infinity => self.written(Class::Infinity, negative),
            SpecialRule::Saturate => Some(self.largest(negative)),
            SpecialRule::Reserved => self.real.float.written_word(Class::Reserved),
            SpecialRule::Missing => self.real.float.written_word(Class::Missing),
            SpecialRule::Keep | SpecialRule::Error | SpecialRule::Zero => None,
        };
        word.unwrap_or(self.zeros[0].unwrap_or_else(|| self.zero_word(false)))
    }

    /// The word of a class, with a sign if it keeps its class then.
    fn written(&self, class: Class, negative: bool) -> Option<u128> {
        let Real { float, bits } = self.real;
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
        Some(if class_of(self.real, other) == class_of(self.real, word) { other } else { word })
    }
}

impl Target for FloatTarget<'_> {
    fn number(&self, terms: &mut Terms, number: Number) -> Result<Answer, String> {
        let Number { negative, significand, unit } = number;
        let top = terms.top(significand).ok_or("a significand without a known leading one")?;
        let Some(side) = &self.sides[usize::from(negative)] else {
            return Ok(self.constant(terms, self.beyond(negative, self.policy.overflow), Event::Overflow));
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

    /// - *Below*: the number is less than half of the first unit.
    /// - *Normal*: it is on a level that is neither the first nor the last. A carry leads to the level above, and what is
    ///   rounded to a smallest significand may belong to the level below. So the fields of all three must be neighbors.
    /// - *Above*: its level is beyond the last.
    fn find_regime(&self, magnitude: Magnitude) -> Regime {
        let Magnitude { negative, length, unit } = magnitude;
        let (Some(side), Some(_)) = (&self.sides[usize::from(negative)], self.exponent_low) else {
            return Regime::Alone;
        };
        let above = unit + length - i64::from(side.precision) - side.base;
        let level = (above + i64::from(side.digit) - 1).div_euclid(side.digit.into());
        // A power of two is on the level below where the largest significand is one.
        let lowest = 1 + i64::from(side.inclusive);
        let last = i64::try_from(side.levels.len()).unwrap_or(i64::MAX) - 1;
        if level > last + i64::from(side.inclusive) {
            Regime::Above
        } else if (lowest..last).contains(&level) {
            self.compare_fields(side, level)
        } else if length < side.base - unit {
            Regime::Below
        } else {
            Regime::Alone
        }
    }

    fn digit_bits(&self) -> u32 {
        self.real.float.radix.trailing_zeros()
    }

    /// The word of the other sign has the exponent's complement where whole words are complements.
    fn advance(&self, terms: &mut Terms, answer: Answer, negative: bool, digits: Term) -> Answer {
        let digits = terms.resize(digits, self.real.bits);
        let digits = terms.left_by(digits, self.exponent_low.unwrap_or(0));
        let is_turned =
            negative && matches!(self.real.float.negation, Negation::OnesWord | Negation::TwosWord);
        let word =
            if is_turned { terms.subtract(answer.word, digits) } else { terms.add(answer.word, digits) };
        Answer { word, events: answer.events }
    }

    /// A zero keeps its sign if the format has such a zero and the rule keeps it.
    fn zero(&self, terms: &mut Terms, negative: bool) -> Answer {
        if self.zeros[0].is_none() {
            return self.constant(terms, self.zero_word(negative), Event::Underflow);
        }
        let keeps = self.policy.negative_zero == ZeroRule::Keep && self.zeros[1].is_some();
        let lost = Events::from_event_if(negative && !keeps, Event::NegativeZero);
        self.constant(terms, self.zero_word(negative), lost)
    }

    /// A NaN that stays one has as much of its payload as there is room for.
    fn not_a_number(&self, terms: &mut Terms, nan: NotANumber) -> Result<Answer, String> {
        let (policy, target) = (&self.policy, self.real.float);
        if policy.nan != SpecialRule::Keep {
            let replaced = self.constant(terms, self.replaced(nan.negative, policy.nan), Event::Nan);
            return Ok(self.find_missing(terms, nan, replaced));
        }
        if policy.missing == MissingRule::Payload {
            return Err("missing values beside payloads".to_owned());
        }
        let plain = self.written(Class::Nan, nan.negative).unwrap_or(self.zero_word(false));
        let Some(payload) = nan.payload else { return Ok(self.constant(terms, plain, Events::NONE)) };
        let (from, to) = (terms.width(payload), target.stored_bits());
        let (none, lost) = (event(terms, Events::NONE), event(terms, Event::Nan));
        if !has_payload(self.real) {
            let rest = terms.part(payload, 0, from - 1);
            let is_plain = terms.equals(rest, 0);
            let word = terms.constant(plain, self.real.bits);
            return Ok(Answer { word, events: terms.select(is_plain, none, lost) });
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
            QuietBit::Set => {
                let is_none = terms.equals(kept, 0);
                terms.select(is_none, top, kept)
            }
            QuietBit::Clear => {
                let (is_top, turned) = (terms.equal(kept, top), terms.xor(kept, top));
                terms.select(is_top, one, turned)
            }
        };
        let frame = plain & !scatter(u128::MAX, &target.significand);
        let frame = terms.constant(frame, self.real.bits);
        let scattered = terms.scatter_bits(kept, &target.significand, self.real.bits);
        Ok(Answer { word: terms.or(frame, scattered), events })
    }

    fn missing(&self, terms: &mut Terms, negative: bool, first: Term) -> Result<Answer, String> {
        let nan = self.written(Class::Nan, negative).unwrap_or(self.zero_word(false));
        Ok(match self.policy.missing {
            MissingRule::Payload => {
                let nan = terms.constant(nan, self.real.bits);
                let first = terms.resize(first, self.real.bits);
                Answer { word: terms.or(nan, first), events: event(terms, Events::NONE) }
            }
            MissingRule::Zero => self.constant(terms, self.zero_word(false), Event::Missing),
            MissingRule::Nan | MissingRule::Error => self.constant(terms, nan, Event::Missing),
        })
    }

    fn special(&self, terms: &mut Terms, class: Class, negative: bool) -> Result<Answer, String> {
        let policy = &self.policy;
        Ok(match class {
            Class::Infinity
                if negative
                    && policy.infinity == SpecialRule::Keep
                    && self.real.float.negation == Negation::None =>
            {
                self.constant(terms, self.beyond(negative, policy.overflow), Event::Overflow)
            }
            Class::Infinity => match (policy.infinity, self.written(Class::Infinity, negative)) {
                (SpecialRule::Keep, Some(word)) => self.constant(terms, word, Events::NONE),
                (rule, _) => self.constant(terms, self.replaced(negative, rule), Event::Infinity),
            },
            Class::Reserved | Class::Invalid => {
                let rule = match policy.reserved {
                    SpecialRule::Error | SpecialRule::Keep => SpecialRule::Nan,
                    rule => rule,
                };
                self.constant(terms, self.replaced(negative, rule), Event::Reserved)
            }
            Class::Overflow => self.constant(terms, self.beyond(negative, policy.overflow), Event::Overflow),
            Class::Underflow => self.constant(terms, self.zero_word(negative), Event::Underflow),
            Class::Zero | Class::Nan | Class::Missing | Class::Subnormal => {
                return Err("a class with an answer of its own".to_owned());
            }
        })
    }
}

/// The bit by which the exponent field grows with the exponent, if the field is in one piece and nothing else changes with
/// it. The carry of a two's complement of whole words must not meet bits that are in no field.
fn find_exponent_low(Real { float, bits }: Real<'_>) -> Option<u32> {
    let [exponent] = float.exponent.as_slice() else { return None };
    let is_plain = float.negation != Negation::TwosWord || float.unused_bits(bits) == 0;
    is_plain.then_some(exponent.low + field_step(float).trailing_zeros())
}

/// The word of a number: `significand` units of the level with this number of the exponent field.
fn assemble(terms: &mut Terms, real: Real<'_>, negative: bool, number: i64, significand: Term) -> Term {
    let Real { float, bits } = real;
    let stored = float.stored_bits();
    let wide = terms.resize(significand, stored + 2);
    let low = terms.part(wide, 0, stored);
    let twos = matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
    let digits = if negative && twos { terms.negate(low) } else { low };
    let digits = terms.scatter_bits(digits, &float.significand, bits);
    let sign = if negative && !float.negation.is_complement() { float.sign } else { None };
    let frame =
        scatter(float.exponent_field(number).unwrap_or(0), &float.exponent) | sign.map_or(0, |bit| 1 << bit);
    let frame = terms.constant(frame, bits);
    let word = terms.or(frame, digits);
    let word = match float.leading {
        LeadingBit::Explicit(bit) => {
            let leading = terms.part(wide, stored, 1);
            let leading = terms.resize(leading, bits);
            let leading = terms.left_by(leading, bit);
            terms.or(word, leading)
        }
        LeadingBit::None | LeadingBit::Hidden => word,
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
    let unused = float.unused_bits(bits);
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
