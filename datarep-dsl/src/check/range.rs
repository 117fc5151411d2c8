//! The range of a format, and the possible losses of a conversion from one format to another.

mod characters;
mod decimal;
mod decimal_float;
mod posit;

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

use self::characters::{covers_charset, has_code};
use super::event::Action;
use crate::exact::{self, EncodeResult, ExactValue, FloatConverter, Ratio, SmallestNumbers, format_roughly};
use crate::model::{
    BitRange, Charset, Class, DecimalFloat, Event, Events, Float, FormatKind, IntegerSign, PairSum, Posit,
    Rounding, Truth,
};

/// Which numbers below the normal ones of a target underflow in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TinyNumbers {
    /// All of them.
    All,
    /// Those that the target cannot hold.
    Lost,
}

/// The values that a format can hold.
#[derive(Debug, Clone)]
pub(super) enum RangeFacts {
    /// A float.
    Float(Box<FloatFacts>),
    /// An integer.
    Integer(IntegerFacts),
    /// A truth value.
    Logical {
        /// Whether some words are neither true nor false.
        strict: bool,
    },
    /// A character.
    Character {
        /// The set.
        charset: Charset,
        /// Whether every value is a character, as in a native type.
        sound: bool,
    },
    /// Decimal digits.
    Decimal(DecimalFacts),
}

/// The numbers of a format of real numbers.
#[derive(Debug, Clone)]
enum RangeNumbers {
    /// The numbers of a formula, with the width of the word.
    Float(Float, u32),
    /// The numbers of a decimal float.
    DecimalFloat(DecimalFloat),
    /// The numbers of a posit.
    Posit(Posit),
}

impl RangeNumbers {
    /// Whether a magnitude is too large to become one of the numbers.
    fn overflows(&self, negative: bool, magnitude: &Ratio, rounding: Rounding) -> bool {
        let encoded = match self {
            RangeNumbers::Float(float, bits) => {
                FloatConverter::new(float, *bits).encode(negative, magnitude, rounding)
            }
            RangeNumbers::DecimalFloat(format) => {
                exact::decimal_float::encode(*format, negative, magnitude, rounding)
            }
            RangeNumbers::Posit(format) => exact::posit::encode(*format, negative, magnitude, rounding),
        };
        matches!(encoded, EncodeResult::Overflow)
    }

    /// Whether there are negative numbers.
    fn is_signed(&self) -> bool {
        match self {
            RangeNumbers::Float(float, _) => float.sign.is_some(),
            RangeNumbers::DecimalFloat(_) | RangeNumbers::Posit(_) => true,
        }
    }

    /// Whether the numbers are the multiples of one unit, starting at zero.
    fn is_fixed_point(&self) -> bool {
        match self {
            RangeNumbers::Float(float, _) => float.is_fixed_point(),
            RangeNumbers::DecimalFloat(_) | RangeNumbers::Posit(_) => false,
        }
    }

    /// Whether both formats have the same kind of unit: powers of two, or powers of ten.
    fn is_in_units_of(&self, other: &RangeNumbers) -> bool {
        let is_in_tens = |numbers: &RangeNumbers| matches!(numbers, RangeNumbers::DecimalFloat(_));
        is_in_tens(self) == is_in_tens(other)
    }
}

/// The values that a decimal format or the native decimal can hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct DecimalFacts {
    /// The largest numbers without their point that are read, above and below zero.
    read: [u128; 2],
    /// Those that are written.
    written: [u128; 2],
    scale: i32,
    negative_zero: bool,
    /// Whether every word is a number.
    sound: bool,
    /// Whether the point can be anywhere, as in the native decimal.
    floating: bool,
}

/// The values that an integer format can hold.
#[derive(Debug, Clone)]
pub(super) struct IntegerFacts {
    /// The smallest and the largest number, without the scale.
    low: BigInt,
    high: BigInt,
    /// Bits right of the binary point.
    scale: u32,
    negative_zero: bool,
    wraps: bool,
}

/// The values that a float can hold.
#[derive(Debug, Clone)]
pub(super) struct FloatFacts {
    numbers: RangeNumbers,
    /// The positive and the negative number that are farthest from zero.
    largest: [Option<Ratio>; 2],
    /// Where the positive and the negative numbers begin, as they are written.
    bottoms: [Option<SmallestNumbers>; 2],
    /// The smallest magnitude of a word.
    smallest: Option<Ratio>,
    /// The weight of a unit of its significand at the smallest exponent.
    unit: Option<Ratio>,
    precision: u32,
    /// The number of significant bits that every normalized number has.
    assured: u32,
    /// The classes that words can have.
    reads: Vec<Class>,
    /// The classes with a word that is written. Infinity counts if it has a word of either sign.
    writes: Vec<Class>,
    /// Whether a word is a negative zero.
    reads_negative_zero: bool,
    /// Whether a negative zero has a word that is written.
    writes_negative_zero: bool,
    /// Whether there is no zero, and the smallest number of either sign can stand for it.
    least: bool,
    /// The largest sum of two words, if the format is such a sum. It is no number that is written.
    largest_sum: Option<Ratio>,
}

impl RangeFacts {
    /// The facts about a format.
    pub(super) fn from_kind(kind: &FormatKind, bits: u32) -> RangeFacts {
        match kind {
            FormatKind::Decimal(decimal) => RangeFacts::Decimal(DecimalFacts::from_decimal(*decimal)),
            FormatKind::Float(float) => RangeFacts::Float(Box::new(FloatFacts::from_float(float, bits))),
            FormatKind::PairSum(pair) => RangeFacts::Float(Box::new(FloatFacts::from_pair(pair))),
            FormatKind::DecimalFloat(format) => {
                RangeFacts::Float(Box::new(FloatFacts::from_decimal_float(*format)))
            }
            FormatKind::Posit(format) => RangeFacts::Float(Box::new(FloatFacts::from_posit(*format))),
            FormatKind::Integer(integer) => {
                let (low, high) = integer_range(integer.sign, bits);
                let signed_zero = integer.sign.has_two_zeros();
                RangeFacts::Integer(IntegerFacts {
                    low,
                    high,
                    scale: integer.scale,
                    negative_zero: signed_zero,
                    // Low bits are a number modulo the range only where each word is another number. A second zero
                    // breaks that.
                    wraps: !signed_zero,
                })
            }
            FormatKind::Logical(logical) => {
                // A word of one bit is true or false.
                RangeFacts::Logical { strict: matches!(logical.truth, Truth::Equals(_)) && bits > 1 }
            }
            FormatKind::Character(charset) => RangeFacts::Character { charset: *charset, sound: false },
        }
    }

    /// The largest magnitude, as messages show it.
    pub(super) fn format_largest(&self) -> Option<String> {
        match self {
            RangeFacts::Float(float) => {
                float.largest[0].as_ref().map(|largest| format!("about {}", format_roughly(largest)))
            }
            RangeFacts::Integer(_)
            | RangeFacts::Logical { .. }
            | RangeFacts::Character { .. }
            | RangeFacts::Decimal(_) => None,
        }
    }

    /// `reaches about 1.8e308`, `goes from -128 to 127`: the range in words, in comparison with another. `is_target`:
    /// whether it is the range of what is written, instead of what is read.
    pub(super) fn describe_range(&self, other: &RangeFacts, is_target: bool) -> Option<String> {
        match self {
            // A native integer holds the number without its point, so its range is compared with that.
            RangeFacts::Decimal(decimal) if matches!(other, RangeFacts::Integer(_)) && decimal.scale != 0 => {
                let [most, least] = if is_target { decimal.written } else { decimal.read };
                let least = if least == 0 { "0".to_owned() } else { format!("-{least}") };
                Some(format!("goes from {least} to {most} without its point"))
            }
            RangeFacts::Float(_) => self.format_largest().map(|reach| format!("reaches {reach}")),
            RangeFacts::Integer(integer) if integer.scale == 0 => {
                Some(format!("goes from {} to {}", integer.low, integer.high))
            }
            RangeFacts::Integer(integer) => {
                let limit = |number: &BigInt| {
                    let negative = number.sign() == Sign::Minus;
                    let sign = if negative { "-" } else { "" };
                    format!("{sign}{}", exact::describe_value(&integer.sign_limit(negative)))
                };
                Some(format!("goes from {} to {}", limit(&integer.low), limit(&integer.high)))
            }
            RangeFacts::Decimal(decimal) if decimal.floating => {
                Some(format!("reaches about {}", format_roughly(&decimal.scale_number(decimal.read[0]))))
            }
            RangeFacts::Decimal(decimal) => {
                let ends = if is_target { decimal.written } else { decimal.read };
                let [most, least] = ends.map(|number| match number {
                    0 => "0".to_owned(),
                    number => exact::describe_value(&ExactValue::Finite {
                        negative: false,
                        magnitude: decimal.scale_number(number),
                    }),
                });
                let least = if least == "0" { least } else { format!("-{least}") };
                Some(format!("goes from {least} to {most}"))
            }
            RangeFacts::Logical { .. } | RangeFacts::Character { .. } => None,
        }
    }

    /// A power such as `16^63`, if every number is below it.
    pub(super) fn format_bound(&self) -> Option<String> {
        let RangeFacts::Float(facts) = self else { return None };
        let RangeNumbers::Float(float, _) = &facts.numbers else { return None };
        let digit = i64::from(float.radix.trailing_zeros());
        let largest = facts.largest[0].as_ref()?;
        // The largest number of `0.F` has all bits set, so the next power of two above it is the bound.
        let top = i64::try_from(largest.numerator.bits()).ok()? + largest.exponent;
        (top > 0 && top % digit == 0).then(|| format!("{}^{}", float.radix, top / digit))
    }

    /// Whether the values are whole numbers of one unit.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            RangeFacts::Integer(_) => true,
            RangeFacts::Decimal(decimal) => !decimal.floating,
            RangeFacts::Float(_) | RangeFacts::Logical { .. } | RangeFacts::Character { .. } => false,
        }
    }

    /// Whether some words are missing values.
    pub(super) fn has_missing(&self) -> bool {
        matches!(self, RangeFacts::Float(float) if float.reads_class(Class::Missing))
    }

    /// Whether zero has a word: its own, or that of the smallest number.
    pub(super) fn can_store_zero(&self) -> bool {
        match self {
            RangeFacts::Float(float) => float.writes_class(Class::Zero) || float.least,
            RangeFacts::Integer(_)
            | RangeFacts::Logical { .. }
            | RangeFacts::Character { .. }
            | RangeFacts::Decimal(_) => true,
        }
    }

    /// The events of a conversion of these values to `target`.
    pub(super) fn find_losses(
        &self,
        target: &RangeFacts,
        rounding: Rounding,
        tiny_numbers: TinyNumbers,
    ) -> Events {
        let unmapped = |is_unmapped| Events::from_event_if(is_unmapped, Event::Unmapped);
        let events = match (self, target) {
            (RangeFacts::Float(source), RangeFacts::Float(target)) => {
                source.find_losses(target, rounding, tiny_numbers)
            }
            (RangeFacts::Integer(source), RangeFacts::Integer(target)) => source.find_losses(target),
            (RangeFacts::Integer(source), RangeFacts::Float(target)) => {
                source.find_losses_to_float(target, rounding, tiny_numbers)
            }
            (RangeFacts::Float(source), RangeFacts::Integer(target)) => target.find_losses_from_float(source),
            (RangeFacts::Decimal(source), RangeFacts::Decimal(target)) => source.find_losses(*target),
            (RangeFacts::Decimal(source), RangeFacts::Integer(target)) => {
                source.find_losses_to_integer(target)
            }
            (RangeFacts::Decimal(source), RangeFacts::Float(target)) => {
                source.find_losses_to_float(target, rounding, tiny_numbers)
            }
            (RangeFacts::Integer(source), RangeFacts::Decimal(target)) => {
                target.find_losses_from_integer(source)
            }
            (RangeFacts::Float(source), RangeFacts::Decimal(target)) => target.find_losses_from_float(source),
            (RangeFacts::Logical { strict }, RangeFacts::Logical { .. }) => unmapped(*strict),
            (RangeFacts::Character { charset, sound }, RangeFacts::Character { charset: target, .. }) => {
                unmapped(!covers_charset(*target, *charset, *sound))
            }
            // Formats of other kinds were refused before, by `wrong_kind_fault`.
            _ => Events::NONE,
        };
        events | Events::from_event_if(self.has_missing(), Event::Missing)
    }

    /// Whether the sum of two words can exceed the target's range, although no written number does.
    pub(super) fn has_sums_beyond_range(&self, target: &RangeFacts, rounding: Rounding) -> bool {
        let (RangeFacts::Float(source), RangeFacts::Float(target)) = (self, target) else { return false };
        source.largest_sum.as_ref().is_some_and(|largest| target.overflows(false, largest, rounding))
    }

    /// Whether this format can take `action` for `event`.
    pub(super) fn supports_action(&self, event: Event, action: Action) -> bool {
        // Every target can report an error, and every target can count.
        if action == Action::Error || event == Event::Noncanonical && action == Action::Keep {
            return true;
        }
        match self {
            RangeFacts::Float(float) => match (event, action) {
                (Event::Overflow | Event::Infinity | Event::Nan | Event::Reserved, action) => {
                    float.supports_action(event, action)
                }
                (Event::Missing, Action::Payload) => {
                    // A payload needs a quiet bit and a byte.
                    float.reads_class(Class::Missing) || float.writes_class(Class::Nan) && float.precision > 9
                }
                (Event::Missing, action) => float.supports_action(event, action),
                (Event::NegativeZero, Action::Keep) => float.writes_negative_zero,
                // In a format without a zero, the smallest number would stand for it, which the rule does not say.
                (Event::NegativeZero | Event::Underflow | Event::Invalid, Action::Zero) => {
                    float.writes_class(Class::Zero)
                }
                (Event::Underflow, Action::Subnormal) | (Event::Inexact, _) => true,
                _ => false,
            },
            RangeFacts::Integer(integer) => match (event, action) {
                (Event::Overflow | Event::Infinity, Action::Saturate)
                | (
                    Event::NegativeZero | Event::Invalid | Event::Infinity | Event::Nan | Event::Reserved,
                    Action::Zero,
                )
                | (Event::Inexact | Event::Underflow, _) => true,
                (Event::Overflow, Action::Wrap) => integer.wraps,
                (Event::NegativeZero, Action::Keep) => integer.negative_zero,
                _ => false,
            },
            RangeFacts::Logical { .. } => matches!(action, Action::Substitute(0 | 1)),
            RangeFacts::Character { charset, .. } => match action {
                Action::Substitute(code) => has_code(*charset, code),
                _ => false,
            },
            RangeFacts::Decimal(decimal) => decimal.supports_action(event, action),
        }
    }

    /// Whether the format has the kind of value that an event concerns, so that the value can be kept.
    pub(super) fn can_keep(&self, event: Event) -> bool {
        self.supports_action(event, Action::Keep)
    }
}

impl IntegerFacts {
    fn scaled_magnitude(number: &BigInt, scale: u32) -> Ratio {
        Ratio::from_binary(number.magnitude().clone(), -i64::from(scale))
    }

    /// The number farthest from zero on one side.
    fn sign_limit(&self, negative: bool) -> ExactValue {
        let number = if negative { &self.low } else { &self.high };
        if number.sign() == Sign::NoSign {
            return ExactValue::Zero { negative: false };
        }
        ExactValue::Finite { negative: false, magnitude: IntegerFacts::scaled_magnitude(number, self.scale) }
    }

    /// The events of a conversion of such integers to another integer.
    fn find_losses(&self, target: &IntegerFacts) -> Events {
        // A mapping between integers has no scale on either side: fixed-point numbers have no native integer.
        Events::from_event_if(self.low < target.low || self.high > target.high, Event::Overflow)
            | Events::from_event_if(self.negative_zero, Event::NegativeZero)
    }

    /// The events of a conversion of such integers to a float.
    fn find_losses_to_float(
        &self,
        target: &FloatFacts,
        rounding: Rounding,
        tiny_numbers: TinyNumbers,
    ) -> Events {
        let negative = self.low.sign() == Sign::Minus;
        // In two's complement the lowest number is a power of two.
        let widest = self.high.magnitude().max(&(self.low.magnitude() - u32::from(negative))).bits();
        let smallest = Ratio::from_binary(BigUint::from(1_u8), -i64::from(self.scale));
        // One unit is the smallest integer above zero, so only that can be too small for the target.
        let vanishes = target.underflows(&smallest, TinyNumbers::Lost);
        // Rounding may carry the largest integer up to a power of two, which the target must hold.
        let overflows = |negative, number: &BigInt| {
            let magnitude = IntegerFacts::scaled_magnitude(number, self.scale);
            target.overflows(negative, &magnitude, rounding)
        };
        let beyond = overflows(false, &self.high) || negative && overflows(true, &self.low);
        Events::from_event_if(beyond, Event::Overflow)
            | Events::from_event_if(target.underflows(&smallest, tiny_numbers), Event::Underflow)
            | Events::from_event_if(widest > u64::from(target.assured) || vanishes, Event::Inexact)
            | Events::from_event_if(self.negative_zero || negative && vanishes, Event::NegativeZero)
    }

    /// The events of a conversion of floats to such integers.
    fn find_losses_from_float(&self, source: &FloatFacts) -> Events {
        let mut ends = source.largest.iter().zip([&self.high, &self.low]);
        let beyond = ends.any(|(largest, limit)| {
            let limit = IntegerFacts::scaled_magnitude(limit, self.scale);
            largest.as_ref().is_some_and(|largest| {
                // A range that ends at zero has no magnitude that a ratio could be compared with.
                limit.numerator == BigUint::ZERO || largest.compare(&limit) == Ordering::Greater
            })
        });
        let unit = Ratio::from_binary(BigUint::from(1_u8), -i64::from(self.scale));
        let is_rounded =
            source.unit.as_ref().is_some_and(|smallest| smallest.compare(&unit) == Ordering::Less);
        // An integer has no infinity, NaN or reserved operand, so each of those in the source needs a rule.
        Events::from_event_if(source.reads_class(Class::Overflow) || beyond, Event::Overflow)
            | Events::from_event_if(is_rounded, Event::Inexact)
            | Events::from_event_if(source.reads_negative_zero, Event::NegativeZero)
            | source.find_special_events()
    }
}

impl FloatFacts {
    fn from_float(float: &Float, bits: u32) -> FloatFacts {
        let machine = FloatConverter::new(float, bits);
        // Subnormal numbers are in the range.
        let classes = || Class::ALL.into_iter().filter(|class| *class != Class::Subnormal);
        let writes = |class: &Class| match class {
            // An infinity of one sign alone cannot keep those of the other.
            Class::Infinity if float.sign.is_some() => {
                machine.infinity_word(false).is_some() && machine.infinity_word(true).is_some()
            }
            class => machine.written_word(*class).is_some(),
        };
        FloatFacts {
            largest: [machine.largest_number(false), machine.largest_number(true)],
            bottoms: [machine.find_smallest_numbers(false), machine.find_smallest_numbers(true)],
            smallest: machine.smallest_number(),
            unit: machine.smallest_unit(),
            precision: float.precision(),
            // A digit of the radix may begin with zeros: of 24 bits in radix 16, 21 are sure.
            assured: (float.precision() + 1).saturating_sub(machine.digit_bits()),
            reads: classes().filter(|class| machine.has_class(*class)).collect(),
            writes: classes().filter(writes).collect(),
            reads_negative_zero: machine.has_negative_zero(),
            writes_negative_zero: machine.has_negative_zero() && machine.zero_word(true).is_some(),
            least: machine.least_word(false).is_some() && machine.least_word(true).is_some(),
            largest_sum: None,
            numbers: RangeNumbers::Float(float.clone(), bits),
        }
    }

    /// The values that the sum of two floats can hold: the range of one of them, with the significand of two.
    ///
    /// A word may hold two floats that are far apart. Their sum has more digits than any float, so that reading it is
    /// always rounded.
    fn from_pair(pair: &PairSum) -> FloatFacts {
        let part = FloatFacts::from_float(&pair.part, pair.part_bits);
        let stored = crate::model::word::field_bits(&pair.part.significand);
        // The largest sum ends where the significand of the low word ends.
        let wider = 2 * stored + 2;
        let raised = |bit: u32| bit + wider - stored;
        let raise = |range: &BitRange| BitRange { high: raised(range.high), low: raised(range.low) };
        let mut float = pair.part.clone();
        float.sign = float.sign.map(raised);
        float.exponent = float.exponent.iter().map(raise).collect();
        float.significand = vec![BitRange { high: wider - 1, low: 0 }];
        float.fraction_bits = i32::try_from(wider).unwrap_or(i32::MAX);
        let bits = raised(pair.part_bits);
        let wide = FloatFacts::from_float(&float, bits);
        let largest_sum =
            part.largest[0].clone().map(|largest| Ratio { exponent: largest.exponent + 1, ..largest });
        FloatFacts {
            largest_sum,
            bottoms: part.bottoms,
            smallest: part.smallest,
            unit: part.unit,
            // Two words far apart have a sum of any length, which no target holds.
            precision: u32::MAX,
            assured: part.assured,
            reads: part.reads,
            writes: part.writes,
            ..wide
        }
    }

    fn reads_class(&self, class: Class) -> bool {
        self.reads.contains(&class)
    }

    fn writes_class(&self, class: Class) -> bool {
        self.writes.contains(&class)
    }

    fn supports_action(&self, event: Event, action: Action) -> bool {
        match action {
            Action::Error | Action::Saturate => true,
            Action::Infinity => self.writes_class(Class::Infinity),
            Action::Nan => self.writes_class(Class::Nan),
            Action::Reserved => self.writes_class(Class::Reserved),
            Action::Missing => self.writes_class(Class::Missing),
            Action::Zero => self.writes_class(Class::Zero),
            Action::Keep => match event {
                Event::Infinity => self.writes_class(Class::Infinity),
                Event::Nan => self.writes_class(Class::Nan),
                _ => false,
            },
            Action::Wrap
            | Action::Subnormal
            | Action::NearestEven
            | Action::TowardZero
            | Action::NearestAway
            | Action::Up
            | Action::Down
            | Action::Payload
            | Action::Substitute(_) => false,
        }
    }

    /// The events of a conversion of such floats to another float.
    fn find_losses(&self, target: &FloatFacts, rounding: Rounding, tiny_numbers: TinyNumbers) -> Events {
        let vanishes = self.underflows_in(target, TinyNumbers::Lost);
        let underflows = self.underflows_in(target, tiny_numbers);
        // A number that becomes zero has a sign. If there is no zero, a zero of either sign is an underflow.
        let becomes_zero = underflows || self.reads_class(Class::Underflow);
        let is_negative = self.numbers.is_signed() && target.writes_negative_zero && becomes_zero;
        let negative_zero = (self.reads_negative_zero || is_negative) && target.writes_class(Class::Zero);
        let is_tiny = self.reads_class(Class::Underflow)
            || self.reads_class(Class::Zero) && !target.writes_class(Class::Zero)
            || underflows;
        let overflows = self.reads_class(Class::Overflow) || self.overflows_in(target, rounding);
        // A target in fixed point has no normal numbers: what is below its unit is rounded, and does not underflow.
        self.find_special_events()
            | Events::from_event_if(overflows, Event::Overflow)
            | Events::from_event_if(negative_zero, Event::NegativeZero)
            | Events::from_event_if(is_tiny && !target.numbers.is_fixed_point(), Event::Underflow)
            | Events::from_event_if(self.precision > target.assured || vanishes, Event::Inexact)
    }

    /// The events for words that are no numbers.
    fn find_special_events(&self) -> Events {
        Events::from_event_if(self.reads_class(Class::Infinity), Event::Infinity)
            | Events::from_event_if(self.reads_class(Class::Nan), Event::Nan)
            | Events::from_event_if(
                self.reads_class(Class::Reserved) || self.reads_class(Class::Invalid),
                Event::Reserved,
            )
    }

    /// Whether a number of this float, once rounded, is beyond the target's range.
    fn overflows_in(&self, target: &FloatFacts, rounding: Rounding) -> bool {
        [false, true].into_iter().any(|negative| {
            let index = usize::from(negative);
            match (&self.largest[index], &target.largest[index]) {
                // The target has no numbers of this sign.
                (Some(_), None) => true,
                // Only numbers beyond the limit are rounded, because the search for a word takes long.
                (Some(source), Some(limit)) if source.compare(limit) == Ordering::Greater => {
                    target.overflows(negative, source, rounding)
                }
                (None, _) | (Some(_), Some(_)) => false,
            }
        })
    }

    /// Whether a number of this float underflows in the target.
    fn underflows_in(&self, target: &FloatFacts, tiny_numbers: TinyNumbers) -> bool {
        let (Some(source), Some(unit)) = (&self.smallest, &self.unit) else { return false };
        let is_same = self.numbers.is_in_units_of(&target.numbers);
        // A source without negative numbers does not reach the target's negative ones.
        let signs = if self.numbers.is_signed() { 2 } else { 1 };
        target.bottoms.iter().take(signs).flatten().any(|bottom| {
            // The numbers are multiples of their unit.
            let is_held = is_same && bottom.keeps_multiples(unit);
            source.compare(&bottom.normal) == Ordering::Less && (tiny_numbers == TinyNumbers::All || !is_held)
        })
    }

    /// Whether a magnitude is too large to become one of its numbers.
    fn overflows(&self, negative: bool, magnitude: &Ratio, rounding: Rounding) -> bool {
        self.numbers.overflows(negative, magnitude, rounding)
    }

    /// Whether a magnitude underflows in this float.
    fn underflows(&self, magnitude: &Ratio, tiny_numbers: TinyNumbers) -> bool {
        self.bottoms.iter().flatten().any(|bottom| {
            magnitude.compare(&bottom.normal) == Ordering::Less
                && (tiny_numbers == TinyNumbers::All || !bottom.keeps_multiples(magnitude))
        })
    }
}

fn integer_range(sign: IntegerSign, bits: u32) -> (BigInt, BigInt) {
    let power = |bits: u32| BigInt::from(BigUint::from(1_u8) << bits);
    let maximum: BigInt = power(bits) - 1;
    let half: BigInt = power(bits - 1);
    match sign {
        IntegerSign::Unsigned => (BigInt::ZERO, maximum),
        IntegerSign::Twos => (-half.clone(), half - 1),
        IntegerSign::Ones | IntegerSign::SignMagnitude => (1 - half.clone(), half - 1),
        IntegerSign::Offset(offset) => (-BigInt::from(offset), maximum - offset),
        // Each word has a sign of its own, so the range is symmetric, as in one's complement.
        IntegerSign::Words(words) => (1 - power(words.precision()), power(words.precision()) - 1),
    }
}
