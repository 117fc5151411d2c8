//! The specification of decimal floats: those of IEEE 754, and those of calculators and programs with digits in fields.
//!
//! # A word means
//!
//! A word has a sign, digits that are a number `C`, and an exponent that is a power of ten `q`. It is the number
//! `±C × 10^q`, or an infinity, a NaN or a reserved word. [`Tens::take_apart`] says which. Tests compare it with the model
//! and with the reference.
//!
//! # Powers of ten
//!
//! No solver multiplies by powers of up to 900 bits. So two computations of the runtime are not looked into, `ten_to_two`
//! and `two_to_ten`. Of each there is shown what a body and the specification make of its result, whatever that is, and
//! that both ask it for the same.
//!
//! - To read, a result is a significand `S` of 126 or 127 bits and a power of two. It stands for `C × 10^q` *rounded to
//!   odd*: `S` has the first bits, and its lowest bit is set if a bit below it is. A number that is rounded to odd with at
//!   least two bits more than a target has is rounded to the same number of the target as the original, by any rule, and
//!   with the same events: no number of the target and no half between two of them lies strictly between the two. So the
//!   answer is that for `S × 2^u`, where `S` is rounded to odd once more, to 64 bits.
//! - To write, a result is the number of the decimal float that is nearest, its power of ten, and whether something was
//!   lost. The answer says what word and what events these are.
//!
//! That the two computations have these results is an argument, in `runtime/src/decimal/floating.rs`, about products with
//! the first 320 bits of a power of five. Its parts are computed by tests, for every power: the bits of the power, and how
//! near a product can come to a border of rounding (`xtask/tests/powers.rs`); the first digit of every power of two, each
//! way to round, and the zeros at the end of a number (`tests/tens.rs`). The definition that stands for them in proofs is
//! compared with both functions on numbers drawn by chance, ties among them.
//!
//! # Digits
//!
//! A body joins digits in steps: pairs, fours, eights. Each step is a question for any numbers of the step before; see
//! `joining`. In all other questions a free number stands for the digits.

pub(super) mod target;

use datarep_dsl::model::{
    BitRange, Class, DecimalFloat, DecimalWord, DigitExponentCode, DigitFields, DigitSign, DigitUnit, Event,
    Policy, SignificandCode, SpecialRule,
};
use datarep_plan::primitive::Primitive;

use super::primitive::tens::{call_digits, name_function, scale_by_ten};
use super::target::{Answer, Magnitude, NotANumber, Number, Regime, Target, event, is_above, lead};
use super::term::{Term, Terms, ones};

/// The places of the leading one of a significand that stands for a number with a power of ten.
const TOPS: [u32; 2] = [125, 126];

/// The bits to which it is rounded to odd.
const KEPT_BITS: u32 = 64;

/// A decimal float as a source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tens {
    pub(crate) format: DecimalFloat,
    /// Whether a NaN that the target keeps has events.
    keeps_nan: bool,
}

/// Words of a decimal float that are asked about together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TensCase {
    /// A word that is known.
    Known,
    /// Numbers of a sign for which a significand with its leading one at `top` stands, times `2^unit` to `2^last`.
    Number {
        negative: bool,
        top: u32,
        unit: i64,
        last: i64,
    },
    Zero {
        negative: bool,
    },
    Infinity {
        negative: bool,
    },
    Nan {
        negative: bool,
    },
    Reserved {
        negative: bool,
    },
}

/// The words of a case, and what they are in the target.
pub(crate) struct TensSpecified {
    pub(crate) word: Term,
    pub(crate) assumed: Term,
    pub(crate) answer: Answer,
    /// The number that stands for joined digits.
    pub(crate) joined: Option<Term>,
}

/// The parts of a word as terms. Of the conditions, one holds.
struct TensParts {
    negative: Term,
    /// The digits as an integer, if the word is a number, and its power of ten.
    significand: Term,
    power: Term,
    is_number: Term,
    is_zero: Term,
    is_infinite: Term,
    is_nan: Term,
    is_reserved: Term,
    /// Whether a NaN is signaling or has a payload.
    has_payload: Term,
    joined: Option<Term>,
}

impl Tens {
    pub(crate) fn new(format: DecimalFloat, policy: Policy) -> Tens {
        Tens { format, keeps_nan: policy.nan == SpecialRule::Keep }
    }

    /// All cases. Together they are all words.
    pub(crate) fn list_cases(self, target: &dyn Target) -> Vec<TensCase> {
        let mut all = Vec::new();
        for negative in [false, true] {
            all.push(TensCase::Zero { negative });
            if self.format.fields().is_some() {
                all.push(TensCase::Reserved { negative });
            } else {
                all.extend([TensCase::Infinity { negative }, TensCase::Nan { negative }]);
            }
            for top in TOPS {
                self.list_numbers(target, negative, top, &mut all);
            }
        }
        all
    }

    /// The numbers of a sign with this leading one, from the smallest to the largest. Powers of two are joined where the
    /// answer changes with them as [`Regime`] says.
    fn list_numbers(self, target: &dyn Target, negative: bool, top: u32, all: &mut Vec<TensCase>) {
        let last = self.format.power(self.format.last_exponent());
        let [(_, least), (_, most)] = [
            scale_by_ten(1, self.format.power(0), KEPT_BITS),
            scale_by_ten(self.format.largest_significand(), last, KEPT_BITS),
        ];
        let down = i64::from(top) + 1 - i64::from(KEPT_BITS);
        let mut before = None;
        for kept in least..=most {
            let magnitude = Magnitude { negative, length: KEPT_BITS.into(), unit: kept };
            let regime = target.find_regime(magnitude);
            let unit = kept - down;
            match all.last_mut() {
                Some(TensCase::Number { last, .. }) if before == Some(regime) && regime != Regime::Alone => {
                    *last = unit;
                }
                _ => all.push(TensCase::Number { negative, top, unit, last: unit }),
            }
            before = Some(regime);
        }
    }

    /// The words of a case, and what they are in the target.
    ///
    /// # Errors
    ///
    /// The target does not describe one.
    pub(crate) fn specify(
        self,
        terms: &mut Terms,
        case: TensCase,
        target: &dyn Target,
    ) -> Result<TensSpecified, String> {
        let word = terms.free("word", self.format.bits);
        if case == TensCase::Known {
            let answer = self.answer_known(terms, word, target)?;
            return Ok(TensSpecified { word, assumed: terms.truth(true), answer, joined: None });
        }
        let parts = self.take_apart(terms, word);
        let scaled = name_function(Primitive::TenToTwo);
        let (negative, holds, answer) = match case {
            TensCase::Known => return Err("a known word without a number".to_owned()),
            TensCase::Number { negative, top, unit, last } => {
                let (answer, within) = answer_number(terms, &parts, (negative, top, unit, last), target)?;
                (negative, terms.and(parts.is_number, within), answer)
            }
            TensCase::Zero { negative } => {
                let [zero, power] = [128, 32].map(|width| terms.constant(0, width));
                terms.demand_arguments(&scaled, &[Some(zero), None], vec![zero, power]);
                let is_signed = negative && self.format.has_negative_zero();
                (negative, parts.is_zero, target.zero(terms, is_signed))
            }
            TensCase::Infinity { negative } => {
                (negative, parts.is_infinite, target.special(terms, Class::Infinity, negative)?)
            }
            TensCase::Nan { negative } => {
                let answer = self.answer_nan(terms, negative, parts.has_payload, target)?;
                (negative, parts.is_nan, answer)
            }
            TensCase::Reserved { negative } => {
                (negative, parts.is_reserved, target.special(terms, Class::Reserved, negative)?)
            }
        };
        let has_sign = terms.equals(parts.negative, negative.into());
        Ok(TensSpecified { word, assumed: terms.and(has_sign, holds), answer, joined: parts.joined })
    }

    /// The answer for one word, from the model.
    fn answer_known(self, terms: &mut Terms, word: Term, target: &dyn Target) -> Result<Answer, String> {
        let word = terms.number(word).ok_or("a word that is not known")?;
        let negative = self.format.is_negative(word);
        match self.format.meaning(word) {
            DecimalWord::Number(0, _) => Ok(target.zero(terms, negative && self.format.has_negative_zero())),
            DecimalWord::Number(digits, exponent) => {
                let power =
                    self.format.power(i64::try_from(exponent).map_err(|_| "an exponent without end")?);
                let (significand, unit) = scale_by_ten(digits, power, KEPT_BITS);
                let significand = terms.constant(significand, KEPT_BITS);
                target.number(terms, Number { negative, significand, unit })
            }
            DecimalWord::Infinity => target.special(terms, Class::Infinity, negative),
            DecimalWord::Nan => {
                let below = word & (ones(self.format.trailing_bits()) | 1 << (self.format.bits - 7));
                let has_payload = terms.truth(below != 0);
                self.answer_nan(terms, negative, has_payload, target)
            }
            DecimalWord::Reserved => target.special(terms, Class::Reserved, negative),
        }
    }

    /// A NaN without its payload, which no target has.
    fn answer_nan(
        self,
        terms: &mut Terms,
        negative: bool,
        has_payload: Term,
        target: &dyn Target,
    ) -> Result<Answer, String> {
        let answer = target.not_a_number(terms, NotANumber { negative, payload: None })?;
        let lost = event(terms, Event::Nan);
        let events =
            if self.keeps_nan { terms.select(has_payload, lost, answer.events) } else { answer.events };
        Ok(Answer { events, ..answer })
    }

    /// What the terms say of a word: whether it is negative, and its class or its number. `joined`: the number of its digits.
    #[cfg(test)]
    pub(crate) fn describe(self, word: u128, joined: u128) -> (bool, String) {
        let mut terms = Terms::with_words([("number".to_owned(), joined)].into());
        let word = terms.constant(word, self.format.bits);
        let parts = self.take_apart(&mut terms, word);
        let number = |term: Term| terms.number(term).unwrap_or_else(|| unreachable!("all words are known"));
        let power = u32::try_from(number(parts.power)).unwrap_or(0).cast_signed();
        let classes = [
            (parts.is_number, format!("{} × 10^{power}", number(parts.significand))),
            (parts.is_zero, "zero".to_owned()),
            (parts.is_infinite, "infinity".to_owned()),
            (parts.is_nan, "nan".to_owned()),
            (parts.is_reserved, "reserved".to_owned()),
        ];
        let mut holds = classes.into_iter().filter(|(class, _)| number(*class) == 1);
        let (Some((_, name)), None) = (holds.next(), holds.next()) else {
            return (false, "two classes".to_owned());
        };
        (number(parts.negative) == 1, name)
    }

    fn take_apart(self, terms: &mut Terms, word: Term) -> TensParts {
        match self.format.code {
            SignificandCode::Fields(fields) => take_fields(terms, self.format, fields, word),
            SignificandCode::Declets | SignificandCode::Binary => self.take_interchange(terms, word),
        }
    }

    /// The parts of a word of IEEE 754: the sign, five bits that tell infinities and NaNs and the first digits, the rest of
    /// the exponent, and the rest of the digits.
    fn take_interchange(self, terms: &mut Terms, word: Term) -> TensParts {
        let DecimalFloat { bits, code } = self.format;
        let (trailing, rest) = (self.format.trailing_bits(), self.format.exponent_bits());
        let negative = terms.part(word, bits - 1, 1);
        let five = terms.part(word, bits - 6, 5);
        let [is_infinite, is_nan] = [30, 31].map(|number| terms.equals(five, number));
        let two = terms.part(word, bits - 3, 2);
        let is_large = terms.equals(two, 3);
        let (exponent, significand) = if code == SignificandCode::Binary {
            let [near, far] = [trailing + 1, trailing + 3].map(|low| terms.part(word, low, rest + 2));
            let (head, tail) = (terms.constant(4, 3), terms.part(word, 0, trailing + 1));
            let long = terms.join(head, tail);
            let short = terms.part(word, 0, trailing + 3);
            let short = terms.resize(short, trailing + 4);
            let number = terms.select(is_large, long, short);
            let most = terms.constant(self.format.largest_significand(), trailing + 4);
            let (is_above, zero) = (terms.below(most, number), terms.constant(0, trailing + 4));
            (terms.select(is_large, near, far), terms.select(is_above, zero, number))
        } else {
            let low = terms.part(word, trailing, rest);
            let [near, far] = [bits - 5, bits - 3].map(|place| terms.part(word, place, 2));
            let high = terms.select(is_large, near, far);
            let (eight, last) = (terms.constant(4, 3), terms.part(word, bits - 6, 1));
            let (large, small) = (terms.join(eight, last), terms.part(word, bits - 6, 3));
            let small = terms.resize(small, 4);
            let first = terms.select(is_large, large, small);
            let declets = terms.part(word, 0, trailing);
            let digits = terms.join(first, declets);
            let digits = terms.resize(digits, 128);
            let primitive = Primitive::FromDeclets(self.format.declets() + 1);
            (terms.join(high, low), call_digits(terms, primitive, digits))
        };
        let none = terms.equals(significand, 0);
        let is_special = terms.or(is_infinite, is_nan);
        let is_finite = terms.not(is_special);
        let some = terms.not(none);
        let (signaling, payload) = (terms.part(word, bits - 7, 1), terms.part(word, 0, trailing));
        let no_payload = terms.equals(payload, 0);
        let has_payload = terms.not(no_payload);
        TensParts {
            negative,
            significand,
            power: find_power(terms, exponent, 1, self.format.bias()),
            is_number: terms.and(is_finite, some),
            is_zero: terms.and(is_finite, none),
            is_infinite,
            is_nan,
            is_reserved: terms.truth(false),
            has_payload: terms.or(signaling, has_payload),
            joined: None,
        }
    }
}

/// `tens × exponent - less`, in 32 bits.
fn find_power(terms: &mut Terms, exponent: Term, tens: u32, less: i64) -> Term {
    let wide = terms.resize(exponent, 32);
    let power = terms.times(wide, tens.into());
    let less = terms.constant(i128::from(-less).cast_unsigned(), 32);
    terms.add(power, less)
}

/// The answer for numbers, and what is assumed of the power of two.
fn answer_number(
    terms: &mut Terms,
    parts: &TensParts,
    (negative, top, unit, last): (bool, u32, i64, i64),
    target: &dyn Target,
) -> Result<(Answer, Term), String> {
    let significand = lead(terms, top);
    let wide = terms.resize(significand, 128);
    let first = terms.constant(i128::from(unit).cast_unsigned(), 32);
    let most = u128::from((last - unit).unsigned_abs());
    let taken = if most > 0 { terms.free("steps", 16) } else { terms.constant(0, 16) };
    let limit = terms.constant(most, 16);
    let above = terms.below(limit, taken);
    let within = terms.not(above);
    let steps = terms.resize(taken, 32);
    let exponent = terms.add(first, steps);
    let asked = [parts.significand, parts.power];
    let asked = [terms.resize(asked[0], 128), asked[1]].map(Some);
    terms.demand_arguments(&name_function(Primitive::TenToTwo), &asked, vec![wide, exponent]);
    // Rounded to odd.
    let down = top + 1 - KEPT_BITS;
    let (kept, rest) = (terms.part(significand, down, KEPT_BITS), terms.part(significand, 0, down));
    let none = terms.equals(rest, 0);
    let some = terms.not(none);
    let some = terms.resize(some, KEPT_BITS);
    let kept = terms.or(kept, some);
    let unit = unit + i64::from(down);
    let answer = target.number(terms, Number { negative, significand: kept, unit })?;
    let regime = target.find_regime(Magnitude { negative, length: KEPT_BITS.into(), unit });
    if most == 0 || !matches!(regime, Regime::Normal(_)) {
        return Ok((answer, within));
    }
    let digits = terms.resize(taken, 64);
    Ok((target.advance(terms, answer, negative, digits), within))
}

/// The parts of a word with fields.
fn take_fields(terms: &mut Terms, format: DecimalFloat, fields: DigitFields, word: Term) -> TensParts {
    let (negative, has_sign, word) = take_sign(terms, format.bits, fields.sign, word);
    let field = gather_bits(terms, word, &fields.exponent.list());
    let digits = gather_bits(terms, word, &fields.significand.list());
    let unit = if fields.unit == DigitUnit::Decimal { 4 } else { 8 };
    let are_digits = are_valid(terms, digits, unit);
    let (exponent, is_exponent) = read_exponent(terms, fields, field);
    let claimed = claims_zero(terms, fields, field, digits);
    let none = terms.equals(digits, 0);
    let (least, most) = fields.exponents;
    let [least, most] = [least, most].map(|number| terms.constant(i128::from(number).cast_unsigned(), 32));
    let (below, above) = (terms.below_signed(exponent, least), terms.below_signed(most, exponent));
    let outside = terms.or(below, above);
    let inside = terms.not(outside);
    let is_read = terms.and(are_digits, is_exponent);
    let some = terms.not(none);
    let unclaimed = terms.not(claimed);
    let is_plain = terms.and(has_sign, unclaimed);
    let is_plain = terms.and(is_plain, is_read);
    let is_zero = terms.and(is_plain, none);
    let is_claimed = terms.and(has_sign, claimed);
    let is_zero = terms.or(is_zero, is_claimed);
    let is_number = terms.and(is_plain, some);
    let is_number = terms.and(is_number, inside);
    let is_meant = terms.or(is_zero, is_number);
    // The number that the digits stand for. Nothing is known of it if they are invalid.
    let joined = terms.free("number", 64);
    let is_nothing = terms.equals(joined, 0);
    let same = terms.equal(is_nothing, none);
    let is_above = is_above(terms, joined, format.largest_significand());
    let fits = terms.not(is_above);
    let wrong = terms.not(are_digits);
    for known in [same, fits] {
        let fact = terms.or(known, wrong);
        terms.add_fact(fact);
    }
    let behind = i64::from(fields.digits()) - i64::from(fields.whole);
    let never = terms.truth(false);
    TensParts {
        negative,
        significand: joined,
        power: find_power(terms, exponent, fields.tens, behind),
        is_number,
        is_zero,
        is_infinite: never,
        is_nan: never,
        is_reserved: terms.not(is_meant),
        has_payload: never,
        joined: Some(joined),
    }
}

/// Whether a word is negative, whether its sign is one, and the word of its magnitude.
pub(super) fn take_sign(terms: &mut Terms, bits: u32, sign: DigitSign, word: Term) -> (Term, Term, Term) {
    let always = terms.truth(true);
    match sign {
        DigitSign::Bit(bit) => (terms.part(word, bit, 1), always, word),
        DigitSign::Nine(low) => {
            let digit = terms.part(word, low, 4);
            let (negative, positive) = (terms.equals(digit, 9), terms.equals(digit, 0));
            (negative, terms.or(negative, positive), word)
        }
        DigitSign::TwosTop(top) => {
            let negative = terms.part(word, bits - 1, 1);
            let (high, low) = (terms.part(word, bits - top, top), terms.part(word, 0, bits - top));
            let turned = terms.negate(high);
            let high = terms.select(negative, turned, high);
            (negative, always, terms.join(high, low))
        }
    }
}

/// The bits of a word in ranges, those of the first range highest.
pub(super) fn gather_bits(terms: &mut Terms, word: Term, ranges: &[BitRange]) -> Term {
    let mut parts = ranges.iter().map(|range| (range.low, range.width()));
    let (low, width) = parts.next().unwrap_or((0, 1));
    let mut gathered = terms.part(word, low, width);
    for (low, width) in parts {
        let part = terms.part(word, low, width);
        gathered = terms.join(gathered, part);
    }
    gathered
}

/// Whether each unit is a digit: four bits up to nine, or eight bits up to 99.
fn are_valid(terms: &mut Terms, digits: Term, unit: u32) -> Term {
    let most = terms.constant(if unit == 4 { 9 } else { 99 }, unit);
    let mut all = terms.truth(true);
    for place in 0..terms.width(digits) / unit {
        let digit = terms.part(digits, unit * place, unit);
        let above = terms.below(most, digit);
        let is_digit = terms.not(above);
        all = terms.and(all, is_digit);
    }
    all
}

/// Whether a word is zero whatever its other digits are.
fn claims_zero(terms: &mut Terms, fields: DigitFields, field: Term, digits: Term) -> Term {
    let mut holds = terms.truth(fields.zero.exponent.is_some() || fields.zero.first);
    if let Some(zero) = fields.zero.exponent {
        let is_zero = terms.equals(field, zero);
        holds = terms.and(holds, is_zero);
    }
    if fields.zero.first {
        let bits = fields.radix_bits();
        let first = terms.part(digits, fields.significand.width() - bits, bits);
        let is_zero = terms.equals(first, 0);
        holds = terms.and(holds, is_zero);
    }
    holds
}

/// The exponent of the formula in 32 bits, and whether its digits are digits.
fn read_exponent(terms: &mut Terms, fields: DigitFields, field: Term) -> (Term, Term) {
    let width = terms.width(field);
    let has_sign = fields.code.has_sign();
    let below = width - u32::from(has_sign);
    let digits = terms.part(field, 0, below);
    let (number, is_exponent) = if fields.code.is_decimal() {
        let mut number = terms.constant(0, 32);
        for place in (0..below / 4).rev() {
            let digit = terms.part(digits, 4 * place, 4);
            let digit = terms.resize(digit, 32);
            let tens = terms.times(number, 10);
            number = terms.add(tens, digit);
        }
        (number, are_valid(terms, digits, 4))
    } else {
        (terms.resize(digits, 32), terms.truth(true))
    };
    let count = fields.code.modulus(width);
    let number = match fields.code {
        DigitExponentCode::Binary | DigitExponentCode::Decimal => number,
        DigitExponentCode::SignMagnitude | DigitExponentCode::SignDecimal => {
            let (sign, inverse) = (terms.part(field, width - 1, 1), terms.negate(number));
            terms.select(sign, inverse, number)
        }
        DigitExponentCode::Twos | DigitExponentCode::Tens => {
            let half = terms.constant(i128::from(count / 2).cast_unsigned(), 32);
            let all = terms.constant(i128::from(-count).cast_unsigned(), 32);
            let (is_small, less) = (terms.below(number, half), terms.add(number, all));
            terms.select(is_small, number, less)
        }
    };
    let bias = terms.constant(i128::from(-fields.bias).cast_unsigned(), 32);
    (terms.add(number, bias), is_exponent)
}
