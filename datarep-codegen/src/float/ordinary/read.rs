//! File to native, of ordinary numbers.

mod complement;
mod magnitude;

use datarep_dsl::model::{
    Class, ExponentCode, Float, Format, Leading, Native, Negation, NoncanonicalRule, Policy, ZeroRule,
};
use proc_macro2::TokenStream;
use quote::quote;

use super::super::emit_field;
use super::{Facts, NativeFloat, is_nearest};
use crate::names::{self, mask};

/// The body of `read_ordinary` behind `word`, and what it says of the range for which it holds.
pub(in crate::float) fn emit(
    format: &Format,
    float: &Float,
    native: NativeFloat,
    policy: &Policy,
) -> Option<(TokenStream, String)> {
    if policy.noncanonical != NoncanonicalRule::Ignore {
        return None;
    }
    let reader = Reader { facts: Facts::of(format, float, native)?, policy };
    let moves = float.radix == 2
        && float.leading != Leading::None
        && matches!(
            float.negation,
            Negation::None | Negation::SignMagnitude | Negation::TwosWord | Negation::OnesWord
        );
    if moves {
        reader.emit_moved()
    } else {
        reader.emit_complement().or_else(|| reader.emit_magnitude()).or_else(|| reader.emit_scaled())
    }
}

/// Bits of the longest significand that is made a float as a whole.
const MOST_BITS: u32 = 63;

struct Reader<'a> {
    facts: Facts<'a>,
    policy: &'a Policy,
}

/// How an integer becomes a native float.
enum Made {
    /// At most 24 bits, to an `f32`.
    Single,
    /// At most 52 bits, to an `f64`.
    Double,
    /// More bits, to the nearest `f64`.
    Rounded,
    /// To an `f64`, whose last bit stands for what is lost, and from there to the nearest `f32`.
    Narrowed,
}

impl Made {
    /// Bits of the float that is multiplied, and of its stored significand.
    fn lane(&self) -> (u32, u32) {
        match self {
            Made::Single => (32, 23),
            Made::Double | Made::Rounded | Made::Narrowed => (64, 52),
        }
    }
}

impl Reader<'_> {
    /// `sign`: the native sign bit; `word`: that of the magnitude.
    fn emit_sign(&self) -> TokenStream {
        let Facts { format, float, native, .. } = &self.facts;
        let widen = self.emit_widened();
        let Some(bit) = float.sign else { return widen };
        let one = if bit + 1 == format.bits { quote!() } else { quote!(&1) };
        let bit = names::decimal(i128::from(bit));
        let top = names::decimal(i128::from(native.bits() - 1));
        let magnitude = match float.negation {
            Negation::TwosWord if self.is_whole_complement() => {
                quote!(let word = word.cast_signed().unsigned_abs();)
            }
            Negation::TwosWord | Negation::OnesWord => {
                let complement = self.facts.emit_complement();
                quote!(let word = if sign != 0 { #complement } else { word };)
            }
            Negation::None
            | Negation::SignMagnitude
            | Negation::TwosSignificand
            | Negation::ImpliedComplement => quote!(),
        };
        quote! {
            #widen
            let sign = ((word >> #bit) #one) << #top;
            #magnitude
        }
    }

    /// Whether numbers are two's complements of all bits that are computed with.
    fn is_whole_complement(&self) -> bool {
        let Facts { format, float, lane, .. } = &self.facts;
        float.negation == Negation::TwosWord
            && float.sign == Some(*lane - 1)
            && float.unused(format.bits) == 0
    }

    /// `word` of the bits that are computed with.
    fn emit_widened(&self) -> TokenStream {
        let ty = self.facts.ty();
        if names::container(self.facts.format.bits) == self.facts.lane {
            quote!()
        } else {
            quote!(let word = #ty::from(word);)
        }
    }

    /// The exponent field, counted from its smallest number.
    fn emit_exponent(&self) -> TokenStream {
        let Facts { format, float, .. } = &self.facts;
        let field = emit_field(&float.exponent, format.bits);
        let ty = self.facts.ty();
        let (top, place, _) = self.facts.field_top();
        let count = self.facts.field_count();
        match float.code {
            ExponentCode::Excess => field,
            ExponentCode::Twos => quote!((#field) ^ #top),
            ExponentCode::Rotated => quote!({
                let field: #ty = #field;
                (field >> 1 | (field & 1) << #place) ^ #top
            }),
            ExponentCode::SignMagnitude => quote!({
                let field: #ty = #field;
                if field < #top { #top + field } else { #count - field }
            }),
            ExponentCode::ExcessOnes => {
                let bias = self.facts.literal(i128::from(float.bias));
                quote!({
                    let field: #ty = #field;
                    field + #ty::from(field < #bias)
                })
            }
        }
    }

    /// The condition that a field does not tell its number by its count, or a leading bit is not set.
    fn emit_unclear(&self) -> Option<TokenStream> {
        let Facts { format, float, .. } = &self.facts;
        match (float.leading, float.code) {
            (Leading::Explicit(bit), _) => {
                let bit = names::decimal(i128::from(bit));
                Some(quote!((word >> #bit) & 1 == 0))
            }
            (Leading::None | Leading::Hidden, ExponentCode::ExcessOnes) => {
                // Where zero has two fields, the negative one.
                let field = emit_field(&float.exponent, format.bits);
                let negative = self.facts.literal(i128::from(float.bias) - 1);
                Some(quote!((#field) == #negative))
            }
            (Leading::None | Leading::Hidden, _) => None,
        }
    }

    /// Whether zeros of both signs are kept as they are.
    fn keeps_negative_zero(&self, both: bool) -> bool {
        both && self.facts.has_signed_zero() && self.policy.negative_zero == ZeroRule::Keep
    }

    /// A hidden bit: exponent and significand are moved to where the native ones are.
    fn emit_moved(&self) -> Option<(TokenStream, String)> {
        let Facts { float, native, stored, excess, .. } = &self.facts;
        if matches!((float.leading, float.code), (Leading::Explicit(_), ExponentCode::ExcessOnes)) {
            // Neither the leading bit nor the count would tell all.
            return None;
        }
        let (down, up) =
            (stored.saturating_sub(native.fraction()), native.fraction().saturating_sub(*stored));
        if down > 0 && !is_nearest(self.policy.rounding) {
            return None;
        }
        let shift = i64::from(*stored) - self.facts.fraction_bits() - excess + self.facts.native_bias();
        let most = self.facts.native_top() - 1 - i64::from(down > 0) - shift;
        // Where exponent and significand are all bits there are, rounding the largest ones up would begin again at zero.
        let full = down > 0 && stored + self.facts.field_bits() == self.facts.lane;
        let most = if full { most.min((1 << self.facts.field_bits()) - 2) } else { most };
        let (first, last) = self.facts.clean((1 - shift, most), 0)?;
        let zero = self.facts.class_of(0) == Some(Class::Zero);
        let minus = float.sign.is_some_and(|bit| self.facts.class_of(1 << bit) == Some(Class::Zero));
        let keeps = self.keeps_negative_zero(zero && minus);
        if first == 1 && zero && down == 0 && self.has_plain_subnormals() {
            return Some(self.emit_moved_gradual(shift, last, keeps));
        }

        let sign = self.emit_sign();
        let joined = self.emit_joined();
        let low = self.facts.literal(i128::from(first) << stored);
        let span = self.facts.literal((i128::from(last - first + 1) << stored).wrapping_sub(1));
        let unclear = self.emit_unclear();
        let odd = match &unclear {
            None => quote!(magnitude.wrapping_sub(#low) > #span),
            Some(unclear) => quote!((magnitude.wrapping_sub(#low) > #span || #unclear)),
        };
        let least = self.facts.literal(i128::from(self.facts.count_of_zeros()) << stored);
        let none = match &unclear {
            None => quote!(magnitude == #least),
            Some(unclear) => quote!(magnitude == #least && #unclear),
        };
        let whole = self.emit_whole_zero(keeps, &none);
        let (zero, odd) =
            if zero { (quote!(let zero = #whole;), quote!(#odd && !zero)) } else { (quote!(), odd) };
        let (moved, inexact) = if down > 0 {
            let half = self.facts.literal((1 << (down - 1)) - 1);
            let lost = self.facts.literal((1 << down) - 1);
            let down = names::decimal(i128::from(down));
            let moved = quote!(magnitude.wrapping_add(#half + ((magnitude >> #down) & 1)) >> #down);
            (moved, quote!(magnitude & #lost != 0))
        } else {
            let up = names::decimal(i128::from(up));
            (
                if up.to_string() == "0" { quote!(magnitude) } else { quote!((magnitude << #up)) },
                quote!(false),
            )
        };
        let rebias = self.facts.literal(i128::from(shift) << native.fraction());
        let moved = if shift == 0 { moved } else { quote!((#moved).wrapping_add(#rebias)) };
        let number = if zero.is_empty() { moved } else { quote!(if zero { 0 } else { #moved }) };
        let signed = if float.sign.is_some() { quote!((number | sign)) } else { quote!(number) };
        let item = native.emit_from_bits(&signed, self.facts.lane);
        let body = quote! {
            #sign
            let magnitude = #joined;
            #zero
            let odd = #odd;
            let number = #number;
            rt::Ordinary::new(#item, odd, #inexact)
        };
        Some((body, range(first, last)))
    }

    /// Whether a number without its hidden bit is that, and normal in the native float. Asked of short formats alone: in
    /// others such numbers are rare.
    fn has_plain_subnormals(&self) -> bool {
        let Facts { format, float, native, stored, excess, lane, .. } = &self.facts;
        let class = |sign, fraction| self.facts.class(sign, 0, fraction);
        let all = [false, true].iter().all(|&sign| {
            (float.sign.is_none() && sign)
                || [1, mask(*stored)].iter().all(|&fraction| class(sign, fraction) == Some(Class::Subnormal))
        });
        let plain = matches!(float.negation, Negation::None | Negation::SignMagnitude);
        let normal = self.facts.native_bias() + 1 - excess - self.facts.fraction_bits() > 0;
        format.bits <= 16
            && native.native == Native::F32
            && *lane == 32
            && all
            && plain
            && normal
            && float.leading == Leading::Hidden
            && float.code == ExponentCode::Excess
    }

    /// As [`Reader::emit_moved`], with the numbers that have no hidden bit: integers of the smallest unit.
    fn emit_moved_gradual(&self, shift: i64, last: i64, keeps: bool) -> (TokenStream, String) {
        let Facts { float, native, stored, excess, .. } = &self.facts;
        let sign = self.emit_sign();
        let joined = self.emit_joined();
        let most = self.facts.literal((i128::from(last + 1) << stored) - 1);
        let minus =
            if float.sign.is_some() && !keeps { quote!(|| magnitude == 0 && sign != 0) } else { quote!() };
        let hidden = self.facts.literal(1 << stored);
        let up = names::decimal(i128::from(native.fraction() - stored));
        let rebias = self.facts.literal(i128::from(shift) << native.fraction());
        let unit = self.facts.native_bias() + 1 - excess - self.facts.fraction_bits();
        let unit = self.facts.literal(i128::from(unit) << native.fraction());
        let signed = if float.sign.is_some() { quote!((number | sign)) } else { quote!(number) };
        let item = native.emit_from_bits(&signed, self.facts.lane);
        let body = quote! {
            #sign
            let magnitude = #joined;
            let odd = magnitude > #most #minus;
            let small = rt::single(magnitude) * f32::from_bits(#unit);
            let number = if magnitude < #hidden {
                small.to_bits()
            } else {
                (magnitude << #up).wrapping_add(#rebias)
            };
            rt::Ordinary::new(#item, odd, false)
        };
        (body, format!(" Ordinary: exponent fields up to {last}, and zero."))
    }

    /// The exponent field, counted from its smallest number, with the stored significand below it.
    fn emit_joined(&self) -> TokenStream {
        let Facts { format, float, stored, .. } = &self.facts;
        let all = stored + self.facts.field_bits();
        if let (Some(low), ExponentCode::Excess) = (self.facts.joined(), float.code) {
            let mask = names::hex(mask(all), all);
            let low_bit = names::decimal(i128::from(low));
            let shifted = if low == 0 { quote!(word) } else { quote!((word >> #low_bit)) };
            // A sign cleared above needs no mask.
            return if low + all == format.bits { shifted } else { quote!((#shifted & #mask)) };
        }
        let ty = self.facts.ty();
        let exponent = self.emit_exponent();
        if *stored == 0 {
            return exponent;
        }
        let fraction = emit_field(&float.significand, format.bits);
        let up = names::decimal(i128::from(*stored));
        quote!({
            let exponent: #ty = #exponent;
            let fraction: #ty = #fraction;
            exponent << #up | fraction
        })
    }

    /// The largest power of two that the significand can reach.
    fn reach(&self) -> u32 {
        let implied = self.facts.float.negation == Negation::ImpliedComplement;
        self.facts.stored + u32::from(implied || self.facts.float.leading == Leading::Hidden)
    }

    /// Low bits of the significand that stand behind all that count, but for not being zero.
    fn dropped(&self) -> u32 {
        self.reach().saturating_sub(MOST_BITS)
    }

    fn made(&self) -> Option<Made> {
        let reach = self.reach() - self.dropped();
        match self.facts.native.native {
            Native::F32 if reach <= 24 && self.facts.lane == 32 => Some(Made::Single),
            Native::F32 if reach <= 63 => Some(Made::Narrowed),
            Native::F64 if reach < 52 => Some(Made::Double),
            Native::F64 if reach <= 63 => Some(Made::Rounded),
            _ => None,
        }
    }

    /// The exponent of one unit of the significand, of a field with a count.
    fn unit(&self, count: i64) -> i64 {
        self.facts.digit * (count - self.facts.excess) - self.facts.fraction_bits()
    }

    /// The counts with which the power of two is normal, as `unit` is with a count of zero, the largest number is finite, and
    /// no significand from `least` on is special; `None` too where the rounding is not the processor's.
    fn scaled_range(&self, least: u128, unit: i64) -> Option<(i64, i64)> {
        let reach = self.reach();
        let rounds = reach > self.facts.native.fraction() + 1;
        if rounds && !is_nearest(self.policy.rounding) {
            return None;
        }
        let bias = self.facts.native_bias();
        let all = 0..1_i64 << self.facts.field_bits();
        let first = all.clone().find(|&count| self.facts.digit * count + unit > -bias)?;
        let last = all.rev().find(|&count| self.unit(count) + i64::from(reach) <= bias)?;
        self.facts.clean((first, last), least)
    }

    /// The word of the power of two of an exponent with a count, as the emitted code computes it.
    fn power(&self, made: &Made, unit: i64, count: i64) -> u128 {
        let (lane, fraction) = made.lane();
        let bias = i64::from(lane == 32) * 127 + i64::from(lane == 64) * 1023;
        let exponent = self.facts.digit * count + unit + bias;
        (i128::from(exponent).cast_unsigned() << fraction) & mask(lane)
    }

    /// `power`: the word of the power of two of `exponent`.
    fn emit_power(&self, made: &Made, unit: i64) -> TokenStream {
        let (lane, fraction) = made.lane();
        let digit = self.facts.digit;
        let exponent = if lane > self.facts.lane { quote!(u64::from(exponent)) } else { quote!(exponent) };
        let scaled = if digit == 1 {
            exponent
        } else {
            let digit = names::decimal(i128::from(digit));
            quote!((#digit * #exponent))
        };
        let bias = if lane == 32 { 127 } else { 1023 };
        let offset = bias + unit + digit * self.least_number();
        let offset = super::word(i128::from(offset).cast_unsigned() & mask(lane), lane);
        let fraction = names::decimal(i128::from(fraction));
        quote!(let power = #scaled.wrapping_add(#offset) << #fraction;)
    }

    /// The condition that an exponent is not in the range, by its power of two where one comparison of that tells it.
    fn emit_outside(&self, made: &Made, unit: i64, (first, last): (i64, i64)) -> TokenStream {
        let count = 1_i64 << self.facts.field_bits();
        if first == 0 && last + 1 == count {
            return quote!();
        }
        let (lane, fraction) = made.lane();
        if self.facts.field_bits() < lane - fraction {
            let power = |count| self.power(made, unit, count);
            let tells = |is_outside: &dyn Fn(u128) -> bool| {
                (0..count).all(|count| is_outside(power(count)) != (first..=last).contains(&count))
            };
            let (low, high) = (power(first), power(last));
            let number = |power: u128| super::word(power, lane);
            if tells(&|power| power > high) {
                let high = number(high);
                return quote!(power > #high);
            }
            let sign = 1 << (lane - 1);
            if tells(&|power| power ^ sign < low ^ sign) {
                let low = number(low);
                return quote!(power.cast_signed() < #low);
            }
            if tells(&|power| power.wrapping_sub(low) & mask(lane) > high.wrapping_sub(low) & mask(lane)) {
                let (low, span) = (number(low), number(high.wrapping_sub(low) & mask(lane)));
                return quote!(power.wrapping_sub(#low) > #span);
            }
        }
        let span = self.facts.literal(i128::from(last - first));
        match first - self.least_number() {
            0 => quote!(exponent > #span),
            low => {
                let low = self.facts.literal(i128::from(low));
                quote!(exponent.wrapping_sub(#low) > #span)
            }
        }
    }

    /// A significand as an integer, which the processor makes a float of, times a power of two.
    fn emit_scaled(&self) -> Option<(TokenStream, String)> {
        if matches!(self.facts.float.leading, Leading::Explicit(_)) {
            return None;
        }
        let Facts { float, native, digit, .. } = &self.facts;
        let made = self.made()?;
        let reach = self.reach();
        let hidden = float.leading == Leading::Hidden || float.negation == Negation::ImpliedComplement;
        // Where bits are dropped, numbers that are not normalized would lose more than they may.
        let dropped = self.dropped();
        let bounded = dropped > 0 && !hidden;
        let least = if bounded { 1 << (i64::from(reach) - digit) } else { u128::from(!hidden) };
        let (first, last) = self.scaled_range(least, self.unit(0))?;

        let sign = self.emit_sign();
        let exponent = self.emit_exponent();
        let fraction = emit_field(&float.significand, self.facts.format.bits);
        let significand = self.emit_significand();
        let (zero, odd) = self.emit_zero(first, last, hidden);
        // Where every exponent makes a finite power of two, zero times that is zero.
        let all = first == 0 && last + 1 == 1 << self.facts.field_bits();
        let zero = if all && dropped == 0 && odd.to_string() == "false" { quote!() } else { zero };
        let number = self.emit_number(&made, self.unit(0) + i64::from(dropped), !zero.is_empty());
        let ty = self.facts.ty();
        let odd = if bounded {
            let least = self.facts.literal(least.cast_signed());
            let small = quote!(significand < #least);
            let small = if zero.is_empty() { small } else { quote!(#small && !zero) };
            if odd.to_string() == "false" { small } else { quote!(#odd || #small) }
        } else {
            odd
        };
        let odd = self.emit_unclear().map_or(odd.clone(), |unclear| quote!((#odd) || #unclear));
        let narrowed = self.emit_narrowed();
        let magnitude = if zero.is_empty() || all && !hidden {
            quote!(number.to_bits())
        } else {
            quote!(if zero { 0 } else { number.to_bits() })
        };
        let lane = native.bits();
        let native_ty = names::unsigned(lane);
        let native_sign = if lane == self.facts.lane { quote!(sign) } else { quote!(sign as #native_ty) };
        let signed =
            if float.sign.is_some() { quote!((magnitude | #native_sign)) } else { quote!(magnitude) };
        let item = native.emit_from_bits(&signed, lane);
        let body = quote! {
            #sign
            let exponent: #ty = #exponent;
            let fraction: #ty = #fraction;
            #significand
            #zero
            let odd = #odd;
            #narrowed
            #number
            let magnitude = #magnitude;
            rt::Ordinary::new(#item, odd, inexact)
        };
        Some((body, range(first, last)))
    }

    /// Integers of 128 bits as those of 64, whose last bit stands for all that are dropped.
    fn emit_narrowed(&self) -> TokenStream {
        if self.facts.lane != 128 {
            return quote!();
        }
        let dropped = self.dropped();
        let significand = if dropped == 0 {
            quote!(significand as u64)
        } else {
            let lost = self.facts.literal(mask(dropped).cast_signed());
            let dropped = names::decimal(i128::from(dropped));
            quote!((significand >> #dropped) as u64 | u64::from(significand & #lost != 0))
        };
        quote!(let (exponent, significand) = (exponent as u64, #significand);)
    }

    fn emit_significand(&self) -> TokenStream {
        let Facts { float, stored, .. } = &self.facts;
        let one = names::hex(1 << stored, stored + 1);
        match (float.negation, float.leading) {
            (Negation::TwosSignificand, _) => {
                quote!(let significand = if sign != 0 { #one - fraction } else { fraction };)
            }
            (Negation::ImpliedComplement, _) => {
                let two = names::hex(2 << stored, stored + 2);
                quote!(let significand = if sign != 0 { #two - fraction } else { #one | fraction };)
            }
            (_, Leading::Hidden) => quote!(let significand = fraction | #one;),
            (_, Leading::None | Leading::Explicit(_)) => quote!(let significand = fraction;),
        }
    }

    /// `zero`, where there is one, and the condition that the word is odd.
    fn emit_zero(&self, first: i64, last: i64, hidden: bool) -> (TokenStream, TokenStream) {
        let Facts { float, .. } = &self.facts;
        let top = (1_i64 << self.facts.field_bits()) - 1;
        let outside = if first == 0 && last == top {
            quote!()
        } else {
            let span = self.facts.literal(i128::from(last - first));
            let low = self.facts.literal(i128::from(first));
            if first == 0 { quote!(exponent > #span) } else { quote!(exponent.wrapping_sub(#low) > #span) }
        };
        // A significand of zero, whatever the exponent is.
        let everywhere = |sign: bool| !hidden && self.is_zero_everywhere(sign);
        if everywhere(false) {
            let keeps = self.keeps_negative_zero(everywhere(true));
            let minus = if float.sign.is_some() && !keeps { quote!(zero && sign != 0) } else { quote!() };
            let odd = match (outside.is_empty(), minus.is_empty()) {
                (true, true) => quote!(false),
                (true, false) => minus,
                (false, true) => quote!(#outside && !zero),
                (false, false) => quote!((#outside && !zero) || (#minus)),
            };
            return (quote!(let zero = fraction == 0;), odd);
        }
        let zero = self.facts.class_of(0) == Some(Class::Zero);
        let minus = float.sign.is_some_and(|bit| self.facts.class_of(1 << bit) == Some(Class::Zero));
        let keeps = self.keeps_negative_zero(zero && minus);
        let none = if hidden { quote!() } else { quote!(fraction == 0) };
        let odd = match (outside.is_empty(), none.is_empty()) {
            (true, true) => quote!(false),
            (true, false) => none,
            (false, true) => outside,
            (false, false) => quote!((#outside || #none)),
        };
        if zero {
            let least = self.facts.literal(i128::from(self.facts.count_of_zeros()));
            let whole = self.emit_whole_zero(keeps, &quote!(fraction == 0 && exponent == #least));
            (quote!(let zero = #whole;), quote!(#odd && !zero))
        } else {
            (quote!(), odd)
        }
    }

    /// The condition that the word is zero: but for the sign, as `magnitude` says it, where that may be set.
    fn emit_whole_zero(&self, keeps: bool, magnitude: &TokenStream) -> TokenStream {
        match self.facts.float.negation {
            _ if keeps || self.facts.float.sign.is_none() => magnitude.clone(),
            // The word is its magnitude by now.
            Negation::TwosWord | Negation::OnesWord => quote!(#magnitude && sign == 0),
            Negation::None
            | Negation::SignMagnitude
            | Negation::TwosSignificand
            | Negation::ImpliedComplement => quote!(word == 0),
        }
    }

    /// Whether a significand of zero is zero with every exponent.
    fn is_zero_everywhere(&self, sign: bool) -> bool {
        let all = self.turning_counts();
        all.iter().all(|&count| self.facts.class(sign, count, 0) == Some(Class::Zero))
    }

    /// The first and last exponent field, and those at which a condition may turn.
    fn turning_counts(&self) -> Vec<i64> {
        let top = (1_i64 << self.facts.field_bits()) - 1;
        let mut counts = vec![0, top];
        for special in &self.facts.float.specials {
            for (field, number) in super::constants(&special.condition) {
                if field == datarep_dsl::model::Field::Exponent {
                    counts.extend((number - 1..=number + 1).filter_map(|near| self.facts.count_of(near)));
                }
            }
        }
        counts.retain(|count| (0..=top).contains(count));
        counts
    }

    /// The first and last of a range of exponent fields, and those in it at which a condition may turn.
    fn turning_counts_within(&self, (first, last): (i64, i64)) -> Vec<i64> {
        let mut counts = self.turning_counts();
        counts.extend([first, last]);
        counts.retain(|count| (first..=last).contains(count));
        counts
    }

    /// `number` and `inexact`: the native float of `significand` and `exponent`, its sign apart.
    fn emit_number(&self, made: &Made, unit: i64, zero: bool) -> TokenStream {
        let digit = self.facts.digit;
        let scaled = if digit == 1 {
            quote!(exponent)
        } else {
            let digit = names::decimal(i128::from(digit));
            quote!((#digit * exponent))
        };
        let power = |bias: i64, lane: u32| {
            let offset = super::word((i128::from(bias + unit)).cast_unsigned() & mask(lane), lane);
            quote!(#scaled.wrapping_add(#offset))
        };
        match made {
            Made::Single => {
                let power = power(127, 32);
                quote! {
                    let number = rt::single(significand) * f32::from_bits(#power << 23);
                    let inexact = false;
                }
            }
            Made::Double => {
                let power = power(1023, 64);
                quote! {
                    let number = rt::double::<P>(significand) * f64::from_bits(#power << 52);
                    let inexact = false;
                }
            }
            Made::Rounded => {
                let power = power(1023, 64);
                quote! {
                    let (number, inexact) = rt::nearest_double::<P>(significand);
                    let number = number * f64::from_bits(#power << 52);
                }
            }
            Made::Narrowed => {
                let power = power(1023, 64);
                let made = if self.reach() <= 53 {
                    quote!(rt::nearest_double::<P>(significand).0)
                } else {
                    quote!(rt::odd_double(significand))
                };
                let widen = if self.facts.lane >= 64 {
                    quote!()
                } else {
                    quote! {
                        let (exponent, significand) = (u64::from(exponent), u64::from(significand));
                    }
                };
                // A zero's exponent may be any.
                let zero = if zero { quote!(&&!zero) } else { quote!() };
                quote! {
                    #widen
                    let wide = #made * f64::from_bits(#power << 52);
                    let number = wide as f32;
                    let inexact = f64::from(number) != wide #zero;
                }
            }
        }
    }
}

fn range(first: i64, last: i64) -> String {
    format!(" Ordinary: exponent fields, counted from the smallest, from {first} to {last}, and zero.")
}
