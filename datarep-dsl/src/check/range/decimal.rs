//! The values that decimals can hold, and the losses of their conversions.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};

use super::{DecimalFacts, FloatFacts, IntegerFacts, TinyNumbers};
use crate::check::event::Action;
use crate::exact::Ratio;
use crate::model::{Decimal, Event, Events, Rounding};

impl DecimalFacts {
    /// 96 bits, with 0 to 28 digits right of the point.
    pub(in crate::check) const NATIVE: DecimalFacts = DecimalFacts {
        read: [(1 << 96) - 1; 2],
        written: [(1 << 96) - 1; 2],
        scale: 28,
        negative_zero: false,
        sound: true,
        floating: true,
    };

    pub(super) fn from_decimal(decimal: Decimal) -> DecimalFacts {
        DecimalFacts {
            read: [false, true].map(|negative| decimal.largest(negative)),
            written: [false, true].map(|negative| decimal.largest_written(negative)),
            scale: decimal.scale,
            negative_zero: decimal.has_negative_zero(),
            sound: decimal.is_binary(),
            floating: false,
        }
    }

    /// `number * 10^-scale`. The largest native decimals have no digit right of the point.
    pub(super) fn scale_number(self, number: u128) -> Ratio {
        // The point of the native decimal moves, so its largest number has none behind it.
        let scale = if self.floating { 0 } else { self.scale };
        let (number, fives) = (BigUint::from(number), BigUint::from(5_u8).pow(scale.unsigned_abs()));
        let exponent = i64::from(-scale);
        if scale < 0 {
            Ratio { numerator: number * fives, denominator: BigUint::from(1_u8), exponent }
        } else {
            Ratio { numerator: number, denominator: fives, exponent }
        }
    }

    /// The events of a conversion of such decimals to a native decimal, or the reverse.
    pub(super) fn find_losses(self, target: DecimalFacts) -> Events {
        let mut sides = self.read.into_iter().zip(target.written);
        let overflows = sides.any(|(source, limit)| match (source, limit) {
            // Zero fits in any range. No other number fits in one that ends at zero.
            (0, _) => false,
            (_, 0) => true,
            _ => self.scale_number(source).compare(&target.scale_number(limit)) == Ordering::Greater,
        });
        // A target with fewer digits drops those behind the point. Without such digits the number overflows.
        let has_more_digits = self.read.iter().max() > target.written.iter().max();
        let is_rounded = self.scale > target.scale || has_more_digits && self.scale > 0;
        Events::from_event_if(overflows, Event::Overflow)
            | Events::from_event_if(is_rounded, Event::Inexact)
            | Events::from_event_if(self.negative_zero, Event::NegativeZero)
            | Events::from_event_if(!self.sound, Event::Invalid)
    }

    /// The events of a conversion of such decimals to a native integer, which holds the number without its point.
    pub(super) fn find_losses_to_integer(self, target: &IntegerFacts) -> Events {
        let [above, below] = self.read.map(BigInt::from);
        Events::from_event_if(above > target.high || -below < target.low, Event::Overflow)
            | Events::from_event_if(self.negative_zero, Event::NegativeZero)
            | Events::from_event_if(!self.sound, Event::Invalid)
    }

    /// The events of a conversion of such decimals to a float.
    pub(super) fn find_losses_to_float(
        self,
        target: &FloatFacts,
        rounding: Rounding,
        tiny_numbers: TinyNumbers,
    ) -> Events {
        let overflows = self.read.into_iter().zip([false, true]).any(|(number, negative)| {
            number != 0 && target.overflows(negative, &self.scale_number(number), rounding)
        });
        let largest = self.read[0].max(self.read[1]);
        let smallest = self.scale_number(1);
        // With a negative scale a number is a multiple of a power of ten, whose fives need digits of the float, too.
        let is_rounded = match self.scale {
            1.. => true,
            // In two's complement the lowest number is a power of two.
            0 => {
                let widest = self.read[0].max(self.read[1].saturating_sub(u128::from(self.sound)));
                u128::BITS - widest.leading_zeros() > target.precision
            }
            ..0 => self.scale_number(largest).numerator.bits() > u64::from(target.assured),
        };
        // A fraction in tens is no multiple of the float's smallest number.
        let tiny_numbers = if self.scale > 0 { TinyNumbers::All } else { tiny_numbers };
        // A binary decimal has no negative zero of its own. Only a small negative number can become one.
        let vanishes = self.sound && self.read[1] != 0 && target.underflows(&smallest, TinyNumbers::Lost);
        Events::from_event_if(overflows, Event::Overflow)
            | Events::from_event_if(target.underflows(&smallest, tiny_numbers), Event::Underflow)
            | Events::from_event_if(is_rounded, Event::Inexact)
            | Events::from_event_if(self.negative_zero || vanishes, Event::NegativeZero)
            | Events::from_event_if(!self.sound, Event::Invalid)
    }

    /// The events of a conversion of integers to such decimals, as numbers without a point.
    pub(super) fn find_losses_from_integer(self, source: &IntegerFacts) -> Events {
        let [above, below] = self.written.map(BigInt::from);
        Events::from_event_if(source.high > above || source.low < -below, Event::Overflow)
            | Events::from_event_if(source.negative_zero, Event::NegativeZero)
    }

    /// The events of a conversion of floats to such decimals.
    pub(super) fn find_losses_from_float(self, source: &FloatFacts) -> Events {
        let overflows = source.largest.iter().zip(self.written).any(|(largest, limit)| {
            let limit = self.scale_number(limit);
            largest.as_ref().is_some_and(|largest| {
                limit.numerator == BigUint::ZERO || largest.compare(&limit) == Ordering::Greater
            })
        });
        // Always inexact: a float is rarely a decimal fraction of so few places.
        Events::from_event_if(overflows, Event::Overflow)
            | Events::from_event(Event::Inexact)
            | Events::from_event_if(source.reads_negative_zero, Event::NegativeZero)
            | source.find_special_events()
    }

    pub(super) fn supports_action(self, event: Event, action: Action) -> bool {
        match (event, action) {
            (Event::Overflow | Event::Infinity, Action::Saturate)
            | (
                Event::Infinity | Event::Nan | Event::Reserved | Event::NegativeZero | Event::Invalid,
                Action::Zero,
            )
            | (Event::Inexact | Event::Underflow, _) => true,
            // What wraps are the low digits, or the low bits. The native decimal has no fixed place for them.
            (Event::Overflow, Action::Wrap) => !self.floating,
            (Event::NegativeZero, Action::Keep) => self.negative_zero,
            _ => false,
        }
    }
}
