//! Decimal floats as a target: the word of the number that is nearest, of a zero, and of what is no number.

use datarep_dsl::model::{
    Class, DecimalFloat, DigitExponentCode, DigitFields, DigitSign, DigitUnit, Event, Events, OverflowRule,
    Policy, SignificandCode, SpecialRule, ZeroRule,
};
use datarep_plan::primitive::{DecimalTarget, Primitive};

use super::super::primitive::Rounded;
use super::super::primitive::tens::{self, Nearest, ROUNDED_WIDTHS, find_nearest, name_function};
use super::super::target::{Answer, Magnitude, NotANumber, Number, Regime, Target, choose, event};
use super::super::term::{Term, Terms, ones};

/// A decimal float and the rules by which it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TensTarget {
    format: DecimalFloat,
    policy: Policy,
}

impl TensTarget {
    pub(crate) fn new(format: DecimalFloat, policy: Policy) -> TensTarget {
        TensTarget { format, policy }
    }

    /// The numbers of the format.
    fn target(self) -> DecimalTarget {
        DecimalTarget {
            digits: self.format.digits(),
            bias: self.format.bias(),
            steps: self.format.last_exponent(),
            tens: self.format.tens(),
            normalized: self.format.fields().is_some(),
        }
    }

    /// The number nearest to `significand × 2^unit`.
    fn round(self, terms: &mut Terms, negative: bool, significand: Term, unit: Term) -> Rounded {
        let (target, rounding) = (self.target(), self.policy.rounding);
        let sign = terms.truth(negative);
        let wide = terms.resize(significand, 128);
        if let (Some(number), Some(exponent)) = (terms.number(wide), terms.number(unit)) {
            let exponent = i64::from(u32::try_from(exponent).unwrap_or(0).cast_signed());
            let Nearest { significand, step, inexact, overflow, tiny, .. } =
                find_nearest((negative, number, exponent), target, rounding);
            return Rounded {
                significand: terms.constant(significand, 128),
                step: terms.constant(i128::from(step).cast_unsigned(), 32),
                inexact: terms.truth(inexact),
                overflow: terms.truth(overflow),
                tiny: terms.truth(tiny),
            };
        }
        let function = name_function(Primitive::TwoToTen { target, rounding });
        let results = terms.call_function(&function, &[sign, wide, unit], &ROUNDED_WIDTHS);
        let [significand, step, inexact, overflow, tiny] = results[..] else {
            // As many results as widths.
            return Rounded { significand: wide, step: unit, inexact: sign, overflow: sign, tiny: sign };
        };
        let rounded = Rounded { significand, step, inexact, overflow, tiny };
        self.add_facts(terms, &rounded);
        rounded
    }

    /// What is known of the number that is nearest to one that is not zero.
    fn add_facts(self, terms: &mut Terms, rounded: &Rounded) {
        for fact in self.list_facts(terms, rounded) {
            terms.add_fact(fact);
        }
    }

    /// Whether results of [`Primitive::TwoToTen`] are as [`TensTarget::add_facts`] says.
    #[cfg(test)]
    pub(crate) fn are_facts(self, terms: &mut Terms, results: &[u128; 5]) -> Term {
        let mut parts =
            results.iter().zip(ROUNDED_WIDTHS).map(|(&number, width)| terms.constant(number, width));
        let mut next = || parts.next().unwrap_or_else(|| unreachable!("there are five"));
        let [significand, step, inexact, overflow, tiny] = [next(), next(), next(), next(), next()];
        let rounded = Rounded { significand, step, inexact, overflow, tiny };
        let facts = self.list_facts(terms, &rounded);
        facts.into_iter().fold(terms.truth(true), |all, fact| terms.and(all, fact))
    }

    fn list_facts(self, terms: &mut Terms, rounded: &Rounded) -> [Term; 5] {
        let &Rounded { significand, step, inexact, overflow, tiny } = rounded;
        let most = terms.constant(self.format.largest_significand(), 128);
        let above = terms.below(most, significand);
        let fits = terms.not(above);
        let steps = terms.constant(i128::from(self.format.last_exponent()).cast_unsigned(), 32);
        let is_beyond = terms.below_signed(steps, step);
        let overflows = terms.equal(overflow, is_beyond);
        // No native float is as far as this above the largest number.
        let far = terms.constant(1 << 16, 32);
        let is_near = terms.below(step, far);
        // A zero and a tiny number have the smallest power.
        let is_within = terms.not(overflow);
        let is_zero = terms.equals(significand, 0);
        let is_lost = terms.and(inexact, tiny);
        let some = terms.not(is_zero);
        let zero_is_lost = terms.or(some, is_lost);
        let is_large = terms.not(tiny);
        let tiny_is_within = terms.or(is_large, is_within);
        [fits, overflows, is_near, zero_is_lost, tiny_is_within]
    }

    /// The word of a rounded number, or what the rules give.
    fn place(self, terms: &mut Terms, negative: bool, rounded: &Rounded) -> Answer {
        let &Rounded { significand, step, inexact, overflow, tiny } = rounded;
        let (none, lost) = (event(terms, Events::NONE), event(terms, Event::Inexact));
        let word = self.assemble(terms, negative, significand, step);
        let mut answer = Answer { word, events: terms.select(inexact, lost, none) };
        let zero = self.constant(terms, self.zero_word(negative), Event::Underflow);
        let is_zero = terms.equals(significand, 0);
        answer = choose(terms, is_zero, zero, answer);
        if self.policy.underflow.discards_subnormals() || !self.format.is_gradual() {
            answer = choose(terms, tiny, zero, answer);
        } else {
            let is_lost = terms.and(tiny, inexact);
            let small = event(terms, Event::Underflow);
            answer.events = terms.select(is_lost, small, answer.events);
        }
        let beyond = match self.policy.overflow {
            OverflowRule::Infinity => self.special_word(Class::Infinity, negative),
            OverflowRule::Nan => self.special_word(Class::Nan, negative),
            OverflowRule::Saturate | OverflowRule::Error | OverflowRule::Wrap => self.largest_word(negative),
        };
        let beyond = self.constant(terms, beyond, Event::Overflow);
        choose(terms, overflow, beyond, answer)
    }

    fn constant(self, terms: &mut Terms, word: u128, events: impl Into<Events>) -> Answer {
        let word = terms.constant(word, self.format.bits);
        Answer { word, events: event(terms, events) }
    }

    /// The word of zero. It has a sign if the format has such a zero and the rule keeps it.
    fn zero_word(self, negative: bool) -> u128 {
        let keeps = self.policy.negative_zero == ZeroRule::Keep && self.format.has_negative_zero();
        self.special_word(Class::Zero, negative && keeps)
    }

    fn special_word(self, class: Class, negative: bool) -> u128 {
        self.format.special_word(class, negative).unwrap_or(0)
    }

    fn largest_word(self, negative: bool) -> u128 {
        let last = u128::from(self.format.last_exponent().unsigned_abs());
        self.format.assemble_word(negative, self.format.largest_significand(), last)
    }

    /// The word that a rule gives instead of one that is not kept.
    fn replaced_word(self, rule: SpecialRule, negative: bool) -> u128 {
        match rule {
            SpecialRule::Nan => self.special_word(Class::Nan, negative),
            SpecialRule::Infinity => self.special_word(Class::Infinity, negative),
            SpecialRule::Saturate => self.largest_word(negative),
            SpecialRule::Keep
            | SpecialRule::Error
            | SpecialRule::Zero
            | SpecialRule::Reserved
            | SpecialRule::Missing => self.special_word(Class::Zero, false),
        }
    }

    /// The word of a number, as `DecimalFloat::word` has it.
    fn assemble(self, terms: &mut Terms, negative: bool, significand: Term, step: Term) -> Term {
        let bits = self.format.bits;
        if let (Some(number), Some(step)) = (terms.number(significand), terms.number(step)) {
            let step = step.min(u128::from(self.format.last_exponent().unsigned_abs()));
            return terms.constant(self.format.assemble_word(negative, number, step), bits);
        }
        self.assemble_terms(terms, negative, significand, step)
    }

    /// The same for a number that is not known.
    pub(crate) fn assemble_terms(
        self,
        terms: &mut Terms,
        negative: bool,
        significand: Term,
        step: Term,
    ) -> Term {
        let bits = self.format.bits;
        match self.format.code {
            SignificandCode::Fields(fields) => {
                assemble_fields(terms, bits, fields, negative, [significand, step])
            }
            SignificandCode::Binary => self.assemble_binary(terms, negative, significand, step),
            SignificandCode::Declets => self.assemble_declets(terms, negative, significand, step),
        }
    }

    /// A significand that has at most three bits above the trailing ones is written as it is. Two ones stand for the first
    /// three bits of a longer one.
    fn assemble_binary(self, terms: &mut Terms, negative: bool, significand: Term, step: Term) -> Term {
        let (trailing, width) = (self.format.trailing_bits(), self.format.exponent_bits() + 2);
        let (sign, exponent) = (terms.truth(negative), terms.part(step, 0, width));
        let [short, long] = [trailing + 3, trailing + 1].map(|width| terms.part(significand, 0, width));
        let head = terms.join(sign, exponent);
        let short = terms.join(head, short);
        let two = terms.constant(3, 2);
        let head = terms.join(sign, two);
        let head = terms.join(head, exponent);
        let long = terms.join(head, long);
        let limit = terms.constant(1 << (trailing + 3), 128);
        let is_short = terms.below(significand, limit);
        terms.select(is_short, short, long)
    }

    fn assemble_declets(self, terms: &mut Terms, negative: bool, significand: Term, step: Term) -> Term {
        let (trailing, rest) = (self.format.trailing_bits(), self.format.exponent_bits());
        let primitive = Primitive::ToDeclets(self.format.declets() + 1);
        let digits = tens::call_digits(terms, primitive, significand);
        // The number has no more digits than the format, so its first declet is one digit.
        let limit = terms.constant(10 << trailing, 128);
        let fact = terms.below(digits, limit);
        terms.add_fact(fact);
        let (first, low) = (terms.part(digits, trailing, 4), terms.part(digits, 0, trailing));
        let (high, below) = (terms.part(step, rest, 2), terms.part(step, 0, rest));
        let (three, one) = (terms.part(first, 0, 3), terms.part(first, 0, 1));
        let small = terms.join(high, three);
        let two = terms.constant(3, 2);
        let large = terms.join(two, high);
        let large = terms.join(large, one);
        let is_large = terms.part(first, 3, 1);
        let five = terms.select(is_large, large, small);
        let sign = terms.truth(negative);
        let word = terms.join(sign, five);
        let word = terms.join(word, below);
        terms.join(word, low)
    }
}

/// The word of digits in fields, with the exponent in the code of its field.
fn assemble_fields(
    terms: &mut Terms,
    bits: u32,
    fields: DigitFields,
    negative: bool,
    [significand, step]: [Term; 2],
) -> Term {
    let primitive = match fields.unit {
        DigitUnit::Decimal => Primitive::ToHalves(fields.digits()),
        DigitUnit::Centesimal => Primitive::ToCentesimals(fields.digits() / 2),
    };
    let digits = spell_digits(terms, primitive, significand, fields.significand.width());
    let digits = terms.scatter_bits(digits, &fields.significand.list(), bits);
    let offset = terms.constant(i128::from(fields.exponents.0 + fields.bias).cast_unsigned(), 32);
    let number = terms.add(step, offset);
    let field = spell_exponent(terms, fields, number);
    let field = terms.scatter_bits(field, &fields.exponent.list(), bits);
    let constant = terms.constant(fields.constant, bits);
    let word = terms.or(digits, field);
    let word = terms.or(word, constant);
    match fields.sign {
        _ if !negative => word,
        DigitSign::Bit(bit) => {
            let sign = terms.constant(1 << bit, bits);
            terms.or(word, sign)
        }
        DigitSign::Nine(low) => {
            let sign = terms.constant(9 << low, bits);
            terms.or(word, sign)
        }
        DigitSign::TwosTop(top) => {
            let (high, low) = (terms.part(word, bits - top, top), terms.part(word, 0, bits - top));
            let high = terms.negate(high);
            terms.join(high, low)
        }
    }
}

/// The digits of a number, which are in as many bits.
fn spell_digits(terms: &mut Terms, primitive: Primitive, number: Term, width: u32) -> Term {
    let digits = tens::call_digits(terms, primitive, number);
    let most = terms.constant(ones(width), 128);
    let above = terms.below(most, digits);
    let fact = terms.not(above);
    terms.add_fact(fact);
    terms.part(digits, 0, width)
}

/// The field of an exponent, which is a number of 32 bits.
fn spell_exponent(terms: &mut Terms, fields: DigitFields, number: Term) -> Term {
    let width = fields.exponent.width();
    let below = width - u32::from(fields.code.has_sign());
    let (negative, inverse) = (terms.part(number, 31, 1), terms.negate(number));
    let magnitude = match fields.code {
        DigitExponentCode::Binary | DigitExponentCode::Decimal => number,
        DigitExponentCode::SignMagnitude | DigitExponentCode::SignDecimal => {
            terms.select(negative, inverse, number)
        }
        DigitExponentCode::Twos | DigitExponentCode::Tens => {
            let count = terms.constant(i128::from(fields.code.modulus(width)).cast_unsigned(), 32);
            let more = terms.add(number, count);
            terms.select(negative, more, number)
        }
    };
    let digits = if fields.code.is_decimal() {
        let magnitude = terms.resize_signed(magnitude, 128);
        spell_digits(terms, Primitive::ToHalves(below / 4), magnitude, below)
    } else {
        terms.part(magnitude, 0, below)
    };
    if fields.code.has_sign() { terms.join(negative, digits) } else { digits }
}

impl Target for TensTarget {
    fn number(&self, terms: &mut Terms, number: Number) -> Result<Answer, String> {
        let unit = terms.constant(i128::from(number.unit).cast_unsigned(), 32);
        self.number_of_any_power(terms, number, unit)
    }

    fn number_of_any_power(&self, terms: &mut Terms, number: Number, unit: Term) -> Result<Answer, String> {
        let rounded = self.round(terms, number.negative, number.significand, unit);
        Ok(self.place(terms, number.negative, &rounded))
    }

    fn find_regime(&self, _: Magnitude) -> Regime {
        Regime::Any
    }

    fn zero(&self, terms: &mut Terms, negative: bool) -> Answer {
        let keeps = self.policy.negative_zero == ZeroRule::Keep && self.format.has_negative_zero();
        self.constant(
            terms,
            self.zero_word(negative),
            Events::from_event_if(negative && !keeps, Event::NegativeZero),
        )
    }

    /// A NaN that stays one has no payload.
    fn not_a_number(&self, terms: &mut Terms, nan: NotANumber) -> Result<Answer, String> {
        if self.policy.nan != SpecialRule::Keep {
            let word = self.replaced_word(self.policy.nan, nan.negative);
            return Ok(self.constant(terms, word, Event::Nan));
        }
        let kept = self.constant(terms, self.special_word(Class::Nan, nan.negative), Events::NONE);
        let Some(payload) = nan.payload else { return Ok(kept) };
        let rest = terms.part(payload, 0, terms.width(payload) - 1);
        let (none, lost) = (terms.equals(rest, 0), event(terms, Event::Nan));
        Ok(Answer { word: kept.word, events: terms.select(none, kept.events, lost) })
    }

    fn missing(&self, _: &mut Terms, _: bool, _: Term) -> Result<Answer, String> {
        Err("a missing value in a decimal float".to_owned())
    }

    fn special(&self, terms: &mut Terms, class: Class, negative: bool) -> Result<Answer, String> {
        match (class, self.policy.infinity) {
            (Class::Infinity, SpecialRule::Keep) => {
                Ok(self.constant(terms, self.special_word(Class::Infinity, negative), Events::NONE))
            }
            (Class::Infinity, rule) => {
                Ok(self.constant(terms, self.replaced_word(rule, negative), Event::Infinity))
            }
            (other, _) => Err(format!("{other:?} in a decimal float")),
        }
    }
}
