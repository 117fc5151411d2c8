//! Stretches: the words of a format that are asked about together.
//!
//! A stretch has one sign, one exponent field, and one place of the leading one of its significand. So the powers of two
//! of a question are constants, and only the digits below the leading one are free. Together the stretches of a format
//! are all its words: the test counts them.
//!
//! A format with an exponent of 15 bits and a stored leading bit has 3 million of them. So exponents are joined where the
//! target's answer changes with them in a known way, and the exponent is free as well. Numbers whose powers of two differ
//! by less than a digit of the target lie differently in its digits, so joined exponents have a *stride*: of the exponents
//! of a binary float that is written in hexadecimal digits, every fourth belongs to the same case.

use datarep_dsl::model::word::{Fields, scatter};
use datarep_dsl::model::{LeadingBit, Negation};

use super::nearest::complement;
use super::numbers::Real;
#[cfg(test)]
use super::numbers::fields_of;
use super::term::{Term, Terms, ones};

/// Which significands of a sign and an exponent field belong to a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digits {
    /// All of them: a hidden one leads.
    All,
    /// All but zero, where a hidden one leads the magnitude of a two's complement.
    Some,
    /// No bit is set.
    None,
    /// The highest bit of the magnitude that is set.
    Top(u32),
}

/// Words of one sign and one exponent field, or of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) sign: bool,
    pub(crate) field: u128,
    /// The last field, and what is between two fields.
    pub(crate) last: u128,
    pub(crate) stride: u128,
    pub(crate) digits: Digits,
}

/// The exponent fields of joined words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Steps {
    /// How many strides a word's field is above the first one, and the most of them.
    pub(crate) taken: Term,
    pub(crate) most: u128,
    pub(crate) stride: u128,
}

/// The words of a stretch as terms.
#[derive(Debug, Clone)]
pub(crate) struct Subject {
    /// The sign bit, and whether a number is negative.
    pub(crate) sign: bool,
    pub(crate) negative: bool,
    /// The exponent field, or the first of those that are joined.
    pub(crate) field: u128,
    pub(crate) steps: Option<Steps>,
    pub(crate) word: Term,
    /// The stored significand without the leading bit, as conditions see it, and the stored leading bit.
    pub(crate) fraction: Term,
    pub(crate) leading: Term,
    /// The significand of a number as an integer, without a hidden one.
    pub(crate) magnitude: Term,
    /// What the free words must meet.
    pub(crate) assumed: Term,
}

/// Bits of the significand as an integer, with a stored leading bit and without a hidden one.
fn digit_bits(real: Real<'_>) -> u32 {
    real.float.stored_bits() + u32::from(matches!(real.float.leading, LeadingBit::Explicit(_)))
}

/// All stretches of a format.
pub(crate) fn list(real: Real<'_>) -> Vec<Stretch> {
    let float = real.float;
    let signs: &[bool] = if float.sign.is_some() { &[false, true] } else { &[false] };
    let mut all = Vec::new();
    for &sign in signs {
        for field in 0..1_u128 << float.exponent_bits() {
            let has_hidden = |significand: u128| {
                let exponent = float.exponent_number(field);
                float.class_of(&Fields { sign, leading: false, exponent, significand }).is_none()
            };
            let ends = [0, 1, ones(float.stored_bits())];
            let mut push = |digits: Digits| all.push(Stretch { sign, field, last: field, stride: 1, digits });
            if float.negation == Negation::ImpliedComplement {
                push(Digits::None);
                push(Digits::Some);
            } else if float.leading == LeadingBit::Hidden && ends.into_iter().all(has_hidden) {
                push(Digits::All);
            } else {
                push(Digits::None);
                (0..digit_bits(real)).for_each(|top| push(Digits::Top(top)));
            }
        }
    }
    all
}

/// Joins stretches whose fields are a stride apart. `alike`: what two of them must have in common, if they can be joined
/// at all.
pub(crate) fn join<T: PartialEq>(
    all: Vec<Stretch>,
    stride: u128,
    alike: impl Fn(Stretch) -> Option<T>,
) -> Vec<Stretch> {
    let mut joined: Vec<Stretch> = Vec::new();
    // The last stretch of the same sign, digits and place in a stride, and what the next one must have.
    let mut open: Vec<(usize, Option<T>)> = Vec::new();
    for stretch in all {
        let has = alike(stretch);
        let series = |stretch: Stretch| (stretch.sign, stretch.digits, stretch.field % stride);
        match open.iter_mut().find(|(place, _)| series(joined[*place]) == series(stretch)) {
            Some((place, common))
                if has.is_some() && *common == has && joined[*place].last + stride == stretch.field =>
            {
                joined[*place].last = stretch.field;
                joined[*place].stride = stride;
            }
            Some(open) => {
                *open = (joined.len(), has);
                joined.push(stretch);
            }
            None => {
                open.push((joined.len(), has));
                joined.push(stretch);
            }
        }
    }
    joined
}

impl Stretch {
    /// The bits of the significand with a hidden one, of which the highest is set; `None` if that is not known, or if
    /// there are none.
    pub(crate) fn length(self, real: Real<'_>) -> Option<u32> {
        match self.digits {
            Digits::All => Some(digit_bits(real) + 1),
            // A clause decides what such a word is, beside its hidden one.
            Digits::Top(_) if real.float.leading == LeadingBit::Hidden => None,
            Digits::Top(top) => Some(top + 1),
            Digits::None | Digits::Some => None,
        }
    }

    /// The words as terms.
    pub(crate) fn subject(self, terms: &mut Terms, real: Real<'_>) -> Subject {
        let float = real.float;
        let (bits, width) = (digit_bits(real), float.stored_bits());
        let twos = matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
        let (digits, mut assumed) = self.free_digits(terms, bits);
        let is_twos = twos && self.sign;
        // In two's complement the digits are those of the magnitude.
        let stored = if is_twos { terms.negate(digits) } else { digits };
        let fraction = terms.part(stored, 0, width);
        let leading = if bits > width { terms.part(stored, width, 1) } else { terms.constant(0, 1) };
        let magnitude = match (float.negation, self.digits) {
            (Negation::TwosSignificand, Digits::None) if self.sign => terms.constant(1 << width, width + 1),
            (Negation::ImpliedComplement, Digits::None) if self.sign => terms.constant(2 << width, width + 2),
            (Negation::ImpliedComplement, _) => {
                let one = terms.constant(1, 1);
                terms.join(one, digits)
            }
            _ => digits,
        };
        let steps = self.steps(terms, real);
        if let Some(Steps { taken, most, .. }) = steps {
            let limit = terms.constant(most, terms.width(taken));
            let above = terms.below(limit, taken);
            let within = terms.not(above);
            assumed = terms.and(assumed, within);
        }
        let mut word = self.assemble(terms, real, steps, fraction, leading);
        let mut subject_field = self.field;
        if self.sign && float.negation.is_complement() {
            // The complement of the word of the magnitude. Only one word has no magnitude: the sign bit alone.
            word = complement(terms, real, word);
            if float.negation == Negation::TwosWord && terms.number(word) == Some(0) {
                word = terms.constant(float.sign.map_or(0, |bit| 1 << bit), real.bits);
                subject_field = 0;
            }
        }
        let word = add_unused(terms, real, word);
        Subject {
            sign: self.sign,
            negative: self.sign && float.negation != Negation::None,
            field: subject_field,
            steps,
            word,
            fraction,
            leading,
            magnitude,
            assumed,
        }
    }

    /// The digits of the magnitude, and what they must meet.
    fn free_digits(self, terms: &mut Terms, bits: u32) -> (Term, Term) {
        let mut assumed = terms.truth(true);
        let digits = match self.digits {
            Digits::None => terms.constant(0, bits),
            Digits::All => terms.free("digits", bits),
            Digits::Some => {
                let digits = terms.free("digits", bits);
                let none = terms.equals(digits, 0);
                assumed = terms.not(none);
                digits
            }
            Digits::Top(top) => {
                let one = terms.constant(1, 1);
                let led = if top == 0 {
                    one
                } else {
                    let free = terms.free("digits", top);
                    terms.join(one, free)
                };
                terms.resize(led, bits)
            }
        };
        (digits, assumed)
    }

    fn steps(self, terms: &mut Terms, real: Real<'_>) -> Option<Steps> {
        let Stretch { stride, .. } = self;
        let most = (self.last - self.field) / stride;
        (most > 0).then(|| Steps { taken: terms.free("steps", real.float.exponent_bits()), most, stride })
    }

    /// The word of the magnitude of a complement, or the word itself.
    fn assemble(
        self,
        terms: &mut Terms,
        real: Real<'_>,
        steps: Option<Steps>,
        fraction: Term,
        leading: Term,
    ) -> Term {
        let Real { float, bits } = real;
        let sign = if float.negation.is_complement() { None } else { float.sign.filter(|_| self.sign) };
        let sign = sign.map_or(0, |bit| 1 << bit);
        let frame = match steps {
            None => terms.constant(scatter(self.field, &float.exponent) | sign, bits),
            Some(Steps { taken, stride, .. }) => {
                let first = terms.constant(self.field, float.exponent_bits());
                let above = terms.times(taken, stride);
                let field = terms.add(first, above);
                let (field, sign) =
                    (terms.scatter_bits(field, &float.exponent, bits), terms.constant(sign, bits));
                terms.or(field, sign)
            }
        };
        let digits = terms.scatter_bits(fraction, &float.significand, bits);
        let word = terms.or(frame, digits);
        match float.leading {
            LeadingBit::Explicit(bit) => {
                let leading = terms.resize(leading, bits);
                let leading = terms.left_by(leading, bit);
                terms.or(word, leading)
            }
            LeadingBit::None | LeadingBit::Hidden => word,
        }
    }
}

/// Bits outside of fields may be anything.
fn add_unused(terms: &mut Terms, real: Real<'_>, word: Term) -> Term {
    let unused = real.float.unused_bits(real.bits);
    if unused == 0 {
        return word;
    }
    let (free, mask) = (terms.free("unused", real.bits), terms.constant(unused, real.bits));
    let free = terms.and(free, mask);
    terms.or(word, free)
}

/// A single word as a subject of which everything is known.
#[cfg(test)]
pub(crate) fn single(terms: &mut Terms, real: Real<'_>, word: u128) -> Subject {
    let float = real.float;
    let Fields { sign, leading, exponent, significand } = fields_of(real, word);
    let stored = float.stored_bits();
    let field = datarep_dsl::model::word::gather(
        if sign && float.negation.is_complement() { float.complement_word(word, real.bits) } else { word },
        &float.exponent,
    );
    debug_assert_eq!(float.exponent_number(field), exponent);
    let magnitude = match float.negation {
        Negation::TwosSignificand if sign => (1 << stored) - significand,
        Negation::ImpliedComplement if sign => (2 << stored) - significand,
        Negation::ImpliedComplement => 1 << stored | significand,
        _ => u128::from(leading) << stored | significand,
    };
    let hidden = float.leading == LeadingBit::Hidden;
    Subject {
        sign,
        negative: sign && float.negation != Negation::None,
        field,
        steps: None,
        word: terms.constant(word, real.bits),
        fraction: terms.constant(significand, stored),
        leading: terms.constant(leading.into(), 1),
        magnitude: terms.constant(magnitude, if hidden { stored } else { stored + 2 }),
        assumed: terms.truth(true),
    }
}
