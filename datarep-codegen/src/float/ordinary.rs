//! Ordinary numbers: what is normal on both sides, and zero, without the rules for anything else.
//!
//! Where a number is ordinary the work is a few shifts or one multiplication, and a loop of it is vectorized. Which
//! numbers these are is settled here, as a range of exponents in which the format has no special encodings and the
//! target's numbers are normal. All others, infinities, NaNs, subnormals, what overflows, the emitted code calls odd, and
//! the exact form converts them.
//!
//! Exponent fields of every code are counted from their smallest number on; what is between is arithmetic on that
//! count. Words above 64 bits go by integers of 128, which are not vectorized, but have no branches either.
//!
//! There is no such form for pairs, and where a directed rounding has something to round.

mod read;
mod write;

use datarep_dsl::model::{
    BitRange, Class, Condition, ExponentCode, Field, Float, Format, Leading, Negation, Rounding,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::fields::{Fields, width};
use super::{NativeFloat, word};
use crate::names::{self, mask};

pub(super) use read::emit as emit_read;
pub(super) use write::emit as emit_write;

/// Bits of the longest exponent field: its count and that of the native one differ by less than 2^31.
const MOST_EXPONENT_BITS: u32 = 20;

/// What both directions need to know of a format and a native float.
struct Facts<'a> {
    format: &'a Format,
    float: &'a Float,
    native: NativeFloat,
    /// Stored bits of the significand.
    stored: u32,
    /// Bits of a digit of the radix.
    digit: i64,
    /// What the exponent field exceeds the exponent by, where the field is counted from its smallest number.
    excess: i64,
    /// Bits of the integers that are computed with.
    lane: u32,
}

impl Facts<'_> {
    fn of<'a>(format: &'a Format, float: &'a Float, native: NativeFloat) -> Option<Facts<'a>> {
        let (stored, field) = (width(&float.significand), width(&float.exponent));
        let fits = native.is_narrow() && (1..=MOST_EXPONENT_BITS).contains(&field);
        let half = match float.code {
            ExponentCode::Excess | ExponentCode::ExcessOnes => 0,
            ExponentCode::Twos | ExponentCode::Rotated | ExponentCode::SignMagnitude => {
                1 << (field.max(1) - 1)
            }
        };
        let signed = match float.negation {
            Negation::None => true,
            Negation::TwosWord
            | Negation::OnesWord
            | Negation::SignMagnitude
            | Negation::TwosSignificand
            | Negation::ImpliedComplement => float.sign.is_some(),
        };
        (fits && signed).then(|| Facts {
            format,
            float,
            native,
            stored,
            digit: i64::from(float.radix.trailing_zeros().max(1)),
            excess: float.bias + half,
            lane: match format.bits.max(native.bits()) {
                ..=32 => 32,
                33..=64 => 64,
                _ => 128,
            },
        })
    }

    fn ty(&self) -> Ident {
        format_ident!("u{}", self.lane)
    }

    /// A number of the computing width; negative ones wrap.
    fn literal(&self, value: i128) -> TokenStream {
        let value = value.cast_unsigned() & mask(self.lane);
        word(value, if value <= mask(64) { self.lane.min(64) } else { self.lane })
    }

    /// The complement of `word`, of the bits that are in a field.
    fn emit_complement(&self) -> TokenStream {
        let Facts { format, float, lane, .. } = self;
        let unused = float.unused(format.bits);
        let used = names::hex(mask(format.bits) & !unused, format.bits);
        let masked = if format.bits == *lane && unused == 0 { quote!() } else { quote!(& #used) };
        match (float.negation, unused) {
            (Negation::OnesWord, _) => quote!(!word #masked),
            (_, 0) => quote!(word.wrapping_neg() #masked),
            (_, unused) => {
                // A carry goes through bits that are set.
                let unused = names::hex(unused, format.bits);
                quote!((!word | #unused).wrapping_add(1) #masked)
            }
        }
    }

    fn field_bits(&self) -> u32 {
        width(&self.float.exponent)
    }

    /// The top bit of the exponent field, its number, and all bits of the field.
    fn field_top(&self) -> (Literal, TokenStream, Literal) {
        let bits = self.field_bits();
        (
            names::hex(1 << (bits - 1), bits),
            names::decimal(i128::from(bits - 1)),
            names::hex(mask(bits), bits),
        )
    }

    /// How many exponent fields there are.
    fn field_count(&self) -> TokenStream {
        self.literal(1 << self.field_bits())
    }

    /// What the native exponent field exceeds the exponent by.
    fn native_bias(&self) -> i64 {
        self.native_top() / 2
    }

    /// The native exponent field of infinities and NaNs.
    fn native_top(&self) -> i64 {
        (1 << (self.native.bits() - 1 - self.native.fraction())) - 1
    }

    fn fraction_bits(&self) -> i64 {
        i64::from(self.float.fraction_bits)
    }

    /// Whether exponent and significand are one run of bits, and where it begins.
    fn joined(&self) -> Option<u32> {
        match (self.float.exponent.as_slice(), self.float.significand.as_slice()) {
            ([exponent], [significand]) if exponent.low == significand.high + 1 => Some(significand.low),
            _ => None,
        }
    }

    /// The longest run of exponent fields from `low` to `high` in which no significand of at least `least` is special.
    fn clean(&self, (low, high): (i64, i64), least: u128) -> Option<(i64, i64)> {
        let (low, high) = (low.max(self.least_count()), high.min((1 << self.field_bits()) - 1));
        let (mut exponents, mut fractions) = (vec![low, high], vec![least, least + 1, mask(self.stored)]);
        for special in &self.float.specials {
            for (field, number) in constants(&special.condition) {
                let near = number.saturating_sub(1)..=number.saturating_add(1);
                match field {
                    Field::Exponent => exponents.extend(near.filter_map(|near| self.count_of(near))),
                    Field::Significand => fractions.extend(near.filter_map(|near| u128::try_from(near).ok())),
                    Field::Sign | Field::Leading => {}
                }
            }
        }
        exponents.retain(|exponent| (low..=high).contains(exponent));
        exponents.sort_unstable();
        exponents.dedup();
        fractions.retain(|&fraction| fraction >= least && fraction <= mask(self.stored));
        let is_clean = |exponent: i64| {
            fractions.iter().all(|&fraction| {
                [false, true].iter().all(|&sign| self.class(sign, exponent, fraction).is_none())
            })
        };
        let mut best = None;
        // Between two numbers that no condition names all exponents are alike.
        for run in exponents.split(|&exponent| !is_clean(exponent)) {
            if let (Some(&first), Some(&last)) = (run.first(), run.last()) {
                let longer = best.is_none_or(|(from, to)| last - first > to - from);
                best = if longer { Some((first, last)) } else { best };
            }
        }
        best
    }

    /// The smallest count: codes with two zeros have one number less.
    fn least_count(&self) -> i64 {
        match self.float.code {
            ExponentCode::Excess | ExponentCode::Twos | ExponentCode::Rotated => 0,
            ExponentCode::ExcessOnes | ExponentCode::SignMagnitude => 1,
        }
    }

    /// The class of a word with an exponent field of this count.
    fn class(&self, sign: bool, count: i64, fraction: u128) -> Option<Class> {
        let below = self.float.code == ExponentCode::ExcessOnes && count < self.float.bias;
        let exponent = count - self.excess + self.float.bias - i64::from(below);
        let leading = matches!(self.float.leading, Leading::Explicit(_));
        Fields { sign, exponent, fraction, leading }.class(self.float)
    }

    /// The count of an exponent field that stands for a number of a condition.
    fn count_of(&self, number: i128) -> Option<i64> {
        let number = i64::try_from(number).ok()?;
        let below = self.float.code == ExponentCode::ExcessOnes && number < self.float.bias;
        Some(number + self.excess - self.float.bias + i64::from(below))
    }

    /// The count of an exponent field of zeros.
    fn count_of_zeros(&self) -> i64 {
        self.count_of(0).unwrap_or(0)
    }

    /// The class of a word.
    fn class_of(&self, word: u128) -> Option<Class> {
        Fields::of(self.float, word).class(self.float)
    }

    /// Whether a zero may have its sign bit set.
    fn has_signed_zero(&self) -> bool {
        super::has_sign_bit(self.float) && !self.float.has_one_zero()
    }
}

/// Whether the rounding is that of the processor's, which is that of the emitted code.
fn is_nearest(rounding: Rounding) -> bool {
    rounding == Rounding::NearestEven
}

/// The numbers that a condition compares fields with.
fn constants(condition: &Condition) -> Vec<(Field, i128)> {
    match condition {
        Condition::Compare(field, _, number) => vec![(*field, *number)],
        Condition::And(left, right) | Condition::Or(left, right) => {
            let mut all = constants(left);
            all.extend(constants(right));
            all
        }
    }
}

/// `value`, which has no more bits than the ranges, spread over them.
fn emit_spread(value: &TokenStream, ranges: &[BitRange]) -> TokenStream {
    if let [range] = ranges {
        let low = names::decimal(i128::from(range.low));
        return if range.low == 0 { value.clone() } else { quote!(#value << #low) };
    }
    let all: u32 = ranges.iter().map(|range| range.width()).sum();
    super::emit_spread(value, ranges, all + 1).unwrap_or_default()
}
