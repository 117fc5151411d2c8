//! A significand as an integer that the processor converts to a float, and the power of two that multiplies it.

use datarep_dsl::model::Policy;

use crate::builder::{Cond, Value, decimal, shift_up, signed};
use crate::ordinary::facts::{OrdinaryFacts, rounds_to_nearest};
use crate::ordinary::formula;
use crate::primitive::Primitive;
use crate::types::{ResultPart, Type, mask};

/// Bits of the longest significand that is converted as a whole.
const MOST_BITS: u32 = 63;

/// How an integer is converted to a native float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProductFloat {
    /// At most 24 bits, to an `f32`.
    Single,
    /// At most 51 bits beside the sign, to an `f64`.
    Double,
    /// More bits, to the nearest `f64`.
    Rounded,
    /// To an `f64` that is rounded to the same `f32` as the integer, and from there to the nearest `f32`.
    Narrowed,
}

impl ProductFloat {
    pub(super) fn from_facts(facts: &OrdinaryFacts<'_>) -> Option<ProductFloat> {
        let reach = find_significand_bits(facts) - count_dropped(facts);
        match facts.item {
            // The conversion takes words of 32 bits.
            Type::Single if reach <= 24 && facts.lane == 32 => Some(ProductFloat::Single),
            Type::Single if reach <= 63 => Some(ProductFloat::Narrowed),
            Type::Double if reach < 52 => Some(ProductFloat::Double),
            Type::Double if reach <= 63 => Some(ProductFloat::Rounded),
            _ => None,
        }
    }

    /// The type of the float that is multiplied.
    fn float_type(self) -> Type {
        match self {
            ProductFloat::Single => Type::Single,
            ProductFloat::Double | ProductFloat::Rounded | ProductFloat::Narrowed => Type::Double,
        }
    }

    /// The bits of that float, the bits of its fraction, and its bias.
    fn lane_layout(self) -> (u32, u32, i64) {
        match self {
            ProductFloat::Single => (32, 23, 127),
            ProductFloat::Double | ProductFloat::Rounded | ProductFloat::Narrowed => (64, 52, 1023),
        }
    }

    /// Whether the result may differ from the exact number.
    pub(super) fn may_round(self) -> bool {
        matches!(self, ProductFloat::Rounded | ProductFloat::Narrowed)
    }

    /// `significand × power` as a native float, and whether it was rounded. `reach`: bits of the significand's
    /// magnitude.
    pub(super) fn multiply_power<'b>(
        self,
        significand: Value<'b>,
        power: Value<'b>,
        reach: u32,
    ) -> (Value<'b>, Cond<'b>) {
        let builder = significand.builder();
        let is_signed = matches!(significand.ty(), Type::Signed(_));
        let power = power.float_from_bits(self.float_type());
        let one = |plain: Primitive, with_sign: Primitive| {
            // A signed integer brings its sign into the product.
            builder.call_primitive(if is_signed { with_sign } else { plain }, &[significand])
        };
        match self {
            ProductFloat::Single => (one(Primitive::Single, Primitive::SignedSingle) * power, Cond::Never),
            ProductFloat::Double => (one(Primitive::Double, Primitive::SignedDouble) * power, Cond::Never),
            ProductFloat::Rounded => {
                let nearest = one(Primitive::NearestDouble, Primitive::NearestSignedDouble);
                let number = nearest.take_part(ResultPart::Number);
                let inexact = nearest.take_flag(ResultPart::Inexact);
                // Only the conversion rounds: a power of two changes no digits.
                (number * power, inexact)
            }
            ProductFloat::Narrowed => {
                let wide = (widen_significand(significand, is_signed, reach) * power).with_name("wide");
                let wide = wide.with_reason(
                    "Rounded once more, to the shorter float, it is what the integer itself would be.",
                );
                let number = wide.cast(Type::Single).with_name("number");
                (number, number.cast(Type::Double).differs(wide))
            }
        }
    }
}

/// The `f64` of an integer: the integer itself, or a number that is rounded to the same `f32`.
fn widen_significand(significand: Value<'_>, is_signed: bool, reach: u32) -> Value<'_> {
    let builder = significand.builder();
    let significand = significand.cast(if is_signed { Type::Signed(64) } else { Type::Unsigned(64) });
    match (is_signed, reach) {
        // Exact, so the cast to the shorter float is the only rounding.
        (true, ..52) => builder.call_primitive(Primitive::SignedDouble, &[significand]),
        // At most 53 bits reach this arm, so that the nearest number is the integer itself.
        (true, _) => builder
            .call_primitive(Primitive::NearestSignedDouble, &[significand])
            .take_part(ResultPart::Number),
        (false, ..=53) => {
            builder.call_primitive(Primitive::NearestDouble, &[significand]).take_part(ResultPart::Number)
        }
        (false, _) => builder.call_primitive(Primitive::OddDouble, &[significand]),
    }
}

/// The bits of the longest significand, including a hidden or implied one.
pub(super) fn find_significand_bits(facts: &OrdinaryFacts<'_>) -> u32 {
    // A hidden or implied one is above the stored bits.
    facts.stored + u32::from(facts.has_leading_one())
}

/// Low bits of the significand that are dropped. It matters only whether one of them is set.
pub(super) fn count_dropped(facts: &OrdinaryFacts<'_>) -> u32 {
    find_significand_bits(facts).saturating_sub(MOST_BITS)
}

/// The power of two for an exponent field.
pub(super) struct PowerOfTwo<'a> {
    pub(super) facts: &'a OrdinaryFacts<'a>,
    pub(super) made: ProductFloat,
    /// Bits by which the integer is above the significand. The power of two is smaller accordingly.
    pub(super) raised: i64,
    /// The amount by which a count exceeds the number that stands for it in the steps.
    pub(super) less: i64,
}

impl PowerOfTwo<'_> {
    /// The exponent of the power for the count 0.
    fn unit_exponent(&self) -> i64 {
        self.facts.unit_power() - self.raised
    }

    /// The counts with which the power of two is normal, the largest number is finite, and no significand of at least
    /// `least` is special.
    ///
    /// `None` if there are none, or if numbers are rounded and not as the processor does it.
    pub(super) fn find_range(&self, least: u128, policy: &Policy) -> Option<(i64, i64)> {
        let facts = self.facts;
        let reach = find_significand_bits(facts);
        // The processor rounds to the nearest, so no other rule can use the form.
        if reach > facts.native.precision() && !rounds_to_nearest(policy) {
            return None;
        }
        let bias = facts.native.bias();
        // Rounded up: the first count whose power is a normal number.
        let first = (-bias - self.unit_exponent()).div_euclid(facts.digit) + 1;
        // Rounded down: the last count with which even the largest significand stays finite.
        let last = (bias - i64::from(reach) - facts.unit_power()).div_euclid(facts.digit);
        let (first, last) = (first.max(0), last.min(facts.largest_count()));
        (first <= facts.largest_count() && last >= 0)
            .then(|| facts.find_longest_regular_run((first, last), least))?
    }

    /// The exponent field of the power for a count. It may exceed the bits of the field.
    fn exponent_field(&self, count: i64) -> i64 {
        let (_, _, bias) = self.made.lane_layout();
        // Each count is worth a digit of the radix, which has several bits.
        self.facts.digit * count + self.unit_exponent() + bias
    }

    /// The word of the power for a count, as the steps compute it.
    pub(super) fn power_word(&self, count: i64) -> u128 {
        let (lane, fraction, _) = self.made.lane_layout();
        // Modulo the lane, because the steps wrap as well.
        (i128::from(self.exponent_field(count)).cast_unsigned() << fraction) & mask(lane)
    }

    /// Whether the power for a count is infinite or a NaN.
    pub(super) fn is_infinite_or_nan(&self, count: i64) -> bool {
        let (lane, fraction, _) = self.made.lane_layout();
        let top = mask(lane - 1 - fraction);
        self.power_word(count) >> fraction & top == top
    }

    /// Whether the power for a count has its sign bit set.
    pub(super) fn is_negative(&self, count: i64) -> bool {
        let (lane, _, _) = self.made.lane_layout();
        self.power_word(count) >> (lane - 1) != 0
    }

    /// The power without its sign.
    pub(super) fn without_sign<'b>(&self, power: Value<'b>) -> Value<'b> {
        let (lane, _, _) = self.made.lane_layout();
        power & mask(lane - 1)
    }

    /// The steps for the word of the power of two. `exponent`: the number that stands for the count.
    pub(super) fn plan_steps<'b>(&self, exponent: Value<'b>) -> Value<'b> {
        let (lane, fraction, bias) = self.made.lane_layout();
        let facts = self.facts;
        let digit = exponent.builder().constant(exponent.ty(), decimal(facts.digit));
        // Multiplied as it is, and only then taken as a word, so that a negative number keeps its meaning.
        let scaled = (digit * exponent).cast_unsigned().cast(Type::Unsigned(lane));
        let offset = self.exponent_field(self.less);
        let excess = facts.excess - self.less;
        let terms = [(1, bias), (-facts.digit, excess), (-1, facts.fraction_bits()), (-1, self.raised)];
        let equation = formula::format_sum(offset, &terms);
        let power = scaled.add_wrapping(signed(offset)) << fraction;
        let [power_of_two, field] =
            [offset - bias, offset].map(|added| formula::format_linear(facts.digit, "exponent", added));
        let reason = format!("`2^({power_of_two})`, whose own exponent field is `{field}`: {equation}.");
        power.with_name("power").with_reason(reason)
    }

    /// The condition that an exponent is not in the range. If one comparison of the power of two decides it, the power
    /// is compared, otherwise the exponent.
    pub(super) fn is_outside<'b>(
        &self,
        power: Value<'b>,
        exponent: Value<'b>,
        (first, last): (i64, i64),
    ) -> Cond<'b> {
        let top = self.facts.largest_count();
        if (first, last) == (0, top) {
            return Cond::Never;
        }
        let (lane, fraction, _) = self.made.lane_layout();
        // All counts are tried, which are few in a short field.
        if self.facts.field < lane - fraction {
            let tells = |is_outside: &dyn Fn(u128) -> bool| {
                (0..=top).all(|count| is_outside(self.power_word(count)) != (first..=last).contains(&count))
            };
            let (low, high) = (self.power_word(first), self.power_word(last));
            let number = |count| shift_up(self.exponent_field(count), fraction);
            // A single comparison, because powers below the range do not occur or wrap to large words.
            if tells(&|power| power > high) {
                return power.is_above(number(last));
            }
            // Compared as signed words: the sign bit is turned, so that unsigned order is signed order.
            let sign = 1 << (lane - 1);
            if tells(&|power| power ^ sign < low ^ sign) {
                return power.cast_signed().is_below(number(first));
            }
            // The difference from the first power wraps for everything below it.
            if tells(&|power| power.wrapping_sub(low) & mask(lane) > high.wrapping_sub(low) & mask(lane)) {
                let span = shift_up(self.facts.digit * (last - first), fraction);
                return power.sub_wrapping(number(first)).is_above(span);
            }
        }
        is_outside(exponent.cast_unsigned(), (first - self.less, last - self.less))
    }
}

/// The condition that an unsigned number is not in a range. A negative number is given modulo the range of the type.
pub(super) fn is_outside(exponent: Value<'_>, (first, last): (i64, i64)) -> Cond<'_> {
    // Numbers below the range wrap to large ones.
    exponent.add_wrapping(signed(-first)).is_above(decimal(last - first))
}
