//! The values that decimals can hold, and the losses of their conversions.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};

use super::{DecimalFacts, FloatFacts, IntegerFacts};
use crate::check::event::Action;
use crate::exact::Ratio;
use crate::model::{Decimal, Event, Events, Rounding};

impl DecimalFacts {
    /// 96 bits, with 0 to 28 digits right of the point.
    pub(in crate::check) const NATIVE: DecimalFacts =
        DecimalFacts { digits: 29, scale: 28, signed: true, negative_zero: false, floating: true };

    pub(super) fn from_decimal(decimal: Decimal) -> DecimalFacts {
        let Decimal { digits, scale, .. } = decimal;
        let signed = decimal.is_signed();
        DecimalFacts { digits, scale, signed, negative_zero: signed, floating: false }
    }

    /// The largest number, without its point.
    pub(super) fn largest(self) -> BigUint {
        if self.floating {
            return BigUint::from((1_u128 << 96) - 1);
        }
        BigUint::from(10_u8).pow(self.digits) - 1_u8
    }

    /// `number * 10^-scale`
    fn place_point(number: BigUint, scale: i32) -> Ratio {
        let fives = BigUint::from(5_u8).pow(scale.unsigned_abs());
        let exponent = i64::from(-scale);
        if scale < 0 {
            Ratio { numerator: number * fives, denominator: BigUint::from(1_u8), exponent }
        } else {
            Ratio { numerator: number, denominator: fives, exponent }
        }
    }

    /// The largest magnitude.
    pub(super) fn reach(self) -> Ratio {
        DecimalFacts::place_point(self.largest(), if self.floating { 0 } else { self.scale })
    }

    /// The events of a conversion of such decimals to a native decimal, or the reverse.
    pub(super) fn losses(self, target: DecimalFacts) -> Events {
        let overflows =
            self.reach().compare(&target.reach()) == Ordering::Greater || self.signed && !target.signed;
        let is_rounded = self.scale > target.scale || self.largest() > target.largest() && self.scale > 0;
        Events::when(overflows, Event::Overflow)
            | Events::when(is_rounded, Event::Inexact)
            | Events::when(self.negative_zero, Event::NegativeZero)
            | Events::when(!self.floating, Event::Invalid)
    }

    /// The events of a conversion of such decimals to a native integer, which holds the number without its point.
    pub(super) fn losses_in_integer(self, target: &IntegerFacts) -> Events {
        let largest = BigInt::from(self.largest());
        let overflows = largest > target.high || self.signed && -largest < target.low;
        Events::when(overflows, Event::Overflow)
            | Events::when(self.negative_zero, Event::NegativeZero)
            | Events::from_event(Event::Invalid)
    }

    /// The events of a conversion of such decimals to a float.
    pub(super) fn losses_in_float(self, target: &FloatFacts, rounding: Rounding, own: bool) -> Events {
        let reach = self.reach();
        let overflows = target.overflows(false, &reach, rounding)
            || self.signed && target.overflows(true, &reach, rounding);
        let smallest = DecimalFacts::place_point(BigUint::from(1_u8), self.scale);
        // With a negative scale a number is a multiple of a power of ten, whose fives need digits of the float, too.
        let is_rounded = match self.scale {
            1.. => true,
            0 => self.largest().bits() > u64::from(target.precision),
            ..0 => reach.numerator.bits() > u64::from(target.assured),
        };
        // A fraction in tens is no multiple of the float's smallest number.
        let all = own || self.scale > 0;
        Events::when(overflows, Event::Overflow)
            | Events::when(target.is_above(&smallest, all), Event::Underflow)
            | Events::when(is_rounded, Event::Inexact)
            | Events::when(self.negative_zero, Event::NegativeZero)
            | Events::when(!self.floating, Event::Invalid)
    }

    /// The events of a conversion of integers to such decimals, as numbers without a point.
    pub(super) fn losses_of_integer(self, source: &IntegerFacts) -> Events {
        let largest = BigInt::from(self.largest());
        let lowest = if self.signed { -&largest } else { BigInt::ZERO };
        Events::when(source.high > largest || source.low < lowest, Event::Overflow)
            | Events::when(source.negative_zero, Event::NegativeZero)
    }

    /// The events of a conversion of floats to such decimals.
    pub(super) fn losses_of_float(self, source: &FloatFacts) -> Events {
        let reach = self.reach();
        let beyond = |largest: &Option<Ratio>| {
            largest.as_ref().is_some_and(|largest| largest.compare(&reach) == Ordering::Greater)
        };
        let overflows = source.largest.iter().any(beyond) || !self.signed && source.largest[1].is_some();
        Events::when(overflows, Event::Overflow)
            | Events::from_event(Event::Inexact)
            | Events::when(source.reads_negative_zero, Event::NegativeZero)
            | source.specials_read()
    }

    pub(super) fn follows(self, event: Event, action: Action) -> bool {
        match (event, action) {
            (Event::Overflow | Event::Infinity, Action::Saturate)
            | (
                Event::Infinity | Event::Nan | Event::Reserved | Event::NegativeZero | Event::Invalid,
                Action::Zero,
            )
            | (Event::Inexact | Event::Underflow, _) => true,
            (Event::Overflow, Action::Wrap) => !self.floating,
            (Event::NegativeZero, Action::Keep) => self.negative_zero,
            _ => false,
        }
    }
}
