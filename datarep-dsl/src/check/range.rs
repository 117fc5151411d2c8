//! What a format can hold, and what can be lost on the way from one to another.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};

use super::policy::{Action, Event};
use crate::exact::{Encoded, Machine, Ratio, approximate};
use crate::model::{Charset, Class, Float, FormatKind, IntegerSign, Rounding, Truth};

/// What a format can hold.
#[derive(Debug, Clone)]
pub(super) enum Facts {
    /// A float.
    Float(Box<FloatFacts>),
    /// An integer.
    Integer(IntegerFacts),
    /// A truth value.
    Logical {
        /// Whether there are words that are neither true nor false.
        strict: bool,
    },
    /// A character.
    Character {
        /// The set.
        charset: Charset,
        /// Whether every value is a character: of a native type.
        sound: bool,
    },
    /// Decimal digits.
    Decimal,
}

/// What an integer format can hold.
#[derive(Debug, Clone)]
pub(super) struct IntegerFacts {
    low: BigInt,
    high: BigInt,
    negative_zero: bool,
    wraps: bool,
}

/// What a float can hold.
#[derive(Debug, Clone)]
pub(super) struct FloatFacts {
    float: Float,
    bits: u32,
    /// The largest positive and the largest negative number.
    largest: [Option<Ratio>; 2],
    smallest_normal: Option<Ratio>,
    smallest: Option<Ratio>,
    gradual: bool,
    precision: u32,
    /// Bits that every normalized number has.
    assured: u32,
    /// Classes that some words mean.
    reads: Vec<Class>,
    /// Classes that have a word that is written; infinity with either sign.
    writes: Vec<Class>,
    negative_zero: bool,
}

impl Facts {
    /// What is known of a format; `None` is one of decimal digits, which the model does not have.
    pub(super) fn of(kind: Option<&FormatKind>, bits: u32) -> Facts {
        match kind {
            None => Facts::Decimal,
            Some(FormatKind::Float(float)) => Facts::Float(Box::new(FloatFacts::of(float, bits))),
            Some(FormatKind::Integer(integer)) => {
                let (low, high) = integer_range(integer.sign, bits);
                let signed_zero = matches!(integer.sign, IntegerSign::Ones | IntegerSign::SignMagnitude);
                Facts::Integer(IntegerFacts { low, high, negative_zero: signed_zero, wraps: !signed_zero })
            }
            Some(FormatKind::Logical(logical)) => {
                Facts::Logical { strict: matches!(logical.truth, Truth::Equals(_)) && bits > 1 }
            }
            Some(FormatKind::Character(charset)) => Facts::Character { charset: *charset, sound: false },
        }
    }

    /// The largest magnitude, as a message says it.
    pub(super) fn reach(&self) -> Option<String> {
        match self {
            Facts::Float(float) => {
                float.largest[0].as_ref().map(|largest| format!("about {}", approximate(largest)))
            }
            Facts::Integer(_) | Facts::Logical { .. } | Facts::Character { .. } | Facts::Decimal => None,
        }
    }

    /// `reaches about 1.8e308`, `goes from -128 to 127`.
    pub(super) fn extent(&self) -> Option<String> {
        match self {
            Facts::Float(_) => self.reach().map(|reach| format!("reaches {reach}")),
            Facts::Integer(integer) => Some(format!("goes from {} to {}", integer.low, integer.high)),
            Facts::Logical { .. } | Facts::Character { .. } | Facts::Decimal => None,
        }
    }

    /// `16^63` where every number is below that.
    pub(super) fn below(&self) -> Option<String> {
        let Facts::Float(float) = self else { return None };
        let digit = i64::from(float.float.radix.trailing_zeros());
        let largest = float.largest[0].as_ref()?;
        let top = i64::try_from(largest.numerator.bits()).ok()? + largest.exponent;
        (top > 0 && top % digit == 0).then(|| format!("{}^{}", float.float.radix, top / digit))
    }

    /// Whether zero can be written.
    pub(super) fn has_zero(&self) -> bool {
        match self {
            Facts::Float(float) => float.writes(Class::Zero),
            Facts::Integer(_) | Facts::Logical { .. } | Facts::Character { .. } | Facts::Decimal => true,
        }
    }

    /// Whether a value of this can meet `event` on its way into `target`.
    ///
    /// `own` rules stand at the mapping: an underflow then is every number below the target's
    /// normal ones, and otherwise only those that the target cannot hold.
    pub(super) fn meets(&self, event: Event, target: &Facts, rounding: Rounding, own: bool) -> bool {
        match (self, target) {
            (Facts::Float(source), Facts::Float(target)) => source.meets(event, target, rounding, own),
            (Facts::Integer(source), Facts::Integer(target)) => match event {
                Event::Overflow => source.low < target.low || source.high > target.high,
                Event::NegativeZero => source.negative_zero,
                Event::Infinity
                | Event::Nan
                | Event::Reserved
                | Event::Underflow
                | Event::Inexact
                | Event::Unmapped => false,
            },
            (Facts::Logical { strict }, Facts::Logical { .. }) => event == Event::Unmapped && *strict,
            (Facts::Character { charset, sound }, Facts::Character { charset: target, .. }) => {
                event == Event::Unmapped && !covers(*target, *charset, *sound)
            }
            _ => false,
        }
    }

    /// Whether `action` can be taken for `event` in this format.
    pub(super) fn follows(&self, event: Event, action: Action) -> bool {
        if action == Action::Error {
            return true;
        }
        match self {
            Facts::Float(float) => match (event, action) {
                (Event::Overflow | Event::Infinity | Event::Nan | Event::Reserved, action) => {
                    float.takes(event, action)
                }
                (Event::NegativeZero, Action::Keep) => float.negative_zero,
                (Event::NegativeZero | Event::Underflow, Action::Zero) => float.writes(Class::Zero),
                (Event::Underflow, Action::Subnormal) | (Event::Inexact, _) => true,
                _ => false,
            },
            Facts::Integer(integer) => match (event, action) {
                (Event::Overflow, Action::Saturate)
                | (Event::NegativeZero, Action::Zero)
                | (Event::Inexact | Event::Underflow, _) => true,
                (Event::Overflow, Action::Wrap) => integer.wraps,
                (Event::NegativeZero, Action::Keep) => integer.negative_zero,
                _ => false,
            },
            Facts::Logical { .. } => matches!(action, Action::Substitute(0 | 1)),
            Facts::Character { charset, .. } => match action {
                Action::Substitute(code) => has_code(*charset, code),
                _ => false,
            },
            Facts::Decimal => true,
        }
    }

    /// Whether this has what an event speaks of, so that it can be kept.
    pub(super) fn keeps(&self, event: Event) -> bool {
        self.follows(event, Action::Keep)
    }
}

impl FloatFacts {
    fn of(float: &Float, bits: u32) -> FloatFacts {
        let machine = Machine::new(float, bits);
        let classes = [
            Class::Zero,
            Class::Infinity,
            Class::Nan,
            Class::Reserved,
            Class::Invalid,
            Class::Overflow,
            Class::Underflow,
        ];
        let writes = |class: &Class| match class {
            Class::Infinity if float.sign.is_some() => {
                machine.infinity(false).is_some() && machine.infinity(true).is_some()
            }
            class => machine.written(*class).is_some(),
        };
        FloatFacts {
            largest: [machine.largest(false), machine.largest(true)],
            smallest_normal: machine.smallest_normal(),
            smallest: machine.smallest(),
            gradual: machine.is_gradual(),
            precision: machine.precision(),
            assured: (machine.precision() + 1).saturating_sub(machine.digit_bits()),
            reads: classes.into_iter().filter(|class| machine.has(*class)).collect(),
            writes: classes.into_iter().filter(writes).collect(),
            negative_zero: machine.has_negative_zero() && machine.zero(true).is_some(),
            float: float.clone(),
            bits,
        }
    }

    fn reads(&self, class: Class) -> bool {
        self.reads.contains(&class)
    }

    fn writes(&self, class: Class) -> bool {
        self.writes.contains(&class)
    }

    fn takes(&self, event: Event, action: Action) -> bool {
        match action {
            Action::Error | Action::Saturate => true,
            Action::Infinity => self.writes(Class::Infinity),
            Action::Nan => self.writes(Class::Nan),
            Action::Reserved => self.writes(Class::Reserved),
            Action::Zero => self.writes(Class::Zero),
            Action::Keep => match event {
                Event::Infinity => self.writes(Class::Infinity),
                Event::Nan => self.writes(Class::Nan),
                _ => false,
            },
            Action::Wrap
            | Action::Subnormal
            | Action::NearestEven
            | Action::TowardZero
            | Action::NearestAway
            | Action::Up
            | Action::Down
            | Action::Substitute(_) => false,
        }
    }

    fn meets(&self, event: Event, target: &FloatFacts, rounding: Rounding, own: bool) -> bool {
        match event {
            Event::Overflow => self.reads(Class::Overflow) || self.exceeds(target, rounding),
            Event::Infinity => self.reads(Class::Infinity),
            Event::Nan => self.reads(Class::Nan),
            Event::Reserved => self.reads(Class::Reserved) || self.reads(Class::Invalid),
            Event::NegativeZero => self.negative_zero,
            Event::Underflow => self.reads(Class::Underflow) || self.vanishes(target, own),
            Event::Inexact => self.precision > target.assured || self.vanishes(target, false),
            Event::Unmapped => false,
        }
    }

    /// Whether a number of this is beyond the target's, once it is rounded.
    fn exceeds(&self, target: &FloatFacts, rounding: Rounding) -> bool {
        let overflows = |negative, source| {
            let machine = Machine::new(&target.float, target.bits);
            matches!(machine.encode(negative, source, rounding), Encoded::Overflow)
        };
        [false, true].into_iter().any(|negative| {
            let index = usize::from(negative);
            match (&self.largest[index], &target.largest[index]) {
                (Some(_), None) => true,
                (Some(source), Some(limit)) if source.compare(limit) == Ordering::Greater => {
                    overflows(negative, source)
                }
                (None, _) | (Some(_), Some(_)) => false,
            }
        })
    }

    /// Whether a number of this is below the target's normal ones; unless it is asked for `all`, one that the
    /// target cannot hold.
    fn vanishes(&self, target: &FloatFacts, all: bool) -> bool {
        let (Some(source), Some(normal), Some(smallest)) =
            (&self.smallest, &target.smallest_normal, &target.smallest)
        else {
            return false;
        };
        let below = source.compare(normal) == Ordering::Less;
        let held = target.gradual && source.compare(smallest) != Ordering::Less;
        below && (all || !held)
    }
}

fn integer_range(sign: IntegerSign, bits: u32) -> (BigInt, BigInt) {
    let power = |bits: u32| BigInt::from(BigUint::from(1_u8) << bits);
    let all: BigInt = power(bits) - 1;
    let half: BigInt = power(bits - 1);
    match sign {
        IntegerSign::Unsigned => (BigInt::ZERO, all),
        IntegerSign::Twos => (-half.clone(), half - 1),
        IntegerSign::Ones | IntegerSign::SignMagnitude => (1 - half.clone(), half - 1),
        IntegerSign::Offset(offset) => (-BigInt::from(offset), all - offset),
    }
}

/// Whether every word of `source` is a character of `target`; `sound` where every word is a character at all.
fn covers(target: Charset, source: Charset, sound: bool) -> bool {
    match source {
        Charset::Latin1 | Charset::EbcdicCp037 | Charset::EbcdicCp500 | Charset::EbcdicCp1047 => {
            !matches!(target, Charset::Ascii | Charset::EbcdicCp1140)
        }
        Charset::EbcdicCp1140 => {
            matches!(target, Charset::EbcdicCp1140 | Charset::Ucs2 | Charset::Utf32)
        }
        Charset::Utf32 => sound && target == Charset::Utf32,
        Charset::Ascii | Charset::Ucs2 => false,
    }
}

/// Whether a character set has this code.
fn has_code(charset: Charset, code: u32) -> bool {
    match charset {
        Charset::Ascii => code < 0x80,
        Charset::Latin1 | Charset::EbcdicCp037 | Charset::EbcdicCp500 | Charset::EbcdicCp1047 => code < 0x100,
        Charset::EbcdicCp1140 => code < 0x100 && code != 0xA4 || code == 0x20AC,
        Charset::Ucs2 => code < 0x1_0000 && char::from_u32(code).is_some(),
        Charset::Utf32 => char::from_u32(code).is_some(),
    }
}
