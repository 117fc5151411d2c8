//! Native to file, of ordinary numbers.

use datarep_dsl::model::{Class, ExponentCode, Float, Format, Leading, Negation, Overflow, Policy, ZeroRule};
use proc_macro2::TokenStream;
use quote::quote;

use super::{Facts, NativeFloat, emit_spread, is_nearest};
use datarep_plan::conversion::Meets;

use crate::convert::Ordinary;
use crate::float::fields;
use crate::float::line::Line;
use crate::names::{self, mask};

mod gradual;

/// The body of `write_ordinary`: statements that end with `word`, `odd` and the events.
pub(in crate::float) fn emit(
    format: &Format,
    float: &Float,
    native: NativeFloat,
    policy: &Policy,
) -> Ordinary {
    let Some(facts) = Facts::of(format, float, native) else { return Ordinary::None };
    let writer = Writer { facts, policy };
    writer.emit_gradual().or_else(|| writer.emit()).unwrap_or(Ordinary::None)
}

struct Writer<'a> {
    facts: Facts<'a>,
    policy: &'a Policy,
}

/// A number's part of the body.
struct Number {
    /// Statements that end with `word`, sign apart, and `inexact`.
    statements: TokenStream,
    /// The native exponent fields for which it holds.
    first: i64,
    last: i64,
    /// Whether it may be rounded.
    rounded: bool,
}

/// An exponent to be written.
struct Exponent {
    /// As it is counted from the smallest number.
    count: TokenStream,
    /// As the bits of its field.
    coded: TokenStream,
}

impl Writer<'_> {
    /// Numbers that are normal on both sides.
    fn emit(&self) -> Option<Ordinary> {
        let float = self.facts.float;
        // A second word's exponent is written where it is a difference of the first one's.
        if float.low.is_some() && !matches!(float.code, ExponentCode::Excess | ExponentCode::ExcessOnes) {
            return None;
        }
        let number = match (float.radix, float.leading) {
            (2, _) => self.emit_moved()?,
            (_, Leading::None) if !self.has_complement() => self.emit_digits()?,
            _ => return None,
        };
        Some(self.emit_word(&number))
    }

    /// Whether sign and significand are one number in two's complement.
    fn has_complement(&self) -> bool {
        matches!(self.facts.float.negation, Negation::TwosSignificand | Negation::ImpliedComplement)
    }

    /// The range of native exponent fields that give exponent fields of a range, one less where rounding can carry.
    fn native_range(&self, first: i64, last: i64) -> Option<(i64, i64)> {
        let (first, last) = (first.max(1), last.min(self.facts.native_top() - 1));
        (first <= last).then_some((first, last))
    }

    /// Radix 2: exponent and significand are moved to where the format's are.
    fn emit_moved(&self) -> Option<Number> {
        let Facts { float, native, stored, excess, .. } = &self.facts;
        let hidden = float.leading != Leading::None || float.negation == Negation::ImpliedComplement;
        // Stored bits behind the leading one.
        let behind = if hidden { *stored } else { stored - 1 };
        let (down, up) = (native.fraction().saturating_sub(behind), behind.saturating_sub(native.fraction()));
        if down > 0 && !is_nearest(self.policy.rounding) {
            return None;
        }
        let shift = self.facts.fraction_bits() + excess - self.facts.native_bias() - i64::from(behind);
        let least = if hidden { 0 } else { 1 << behind };
        let (first, last) = self.facts.clean((0, i64::MAX), least)?;
        // A negative power of two in two's complement has the exponent below.
        let complement = self.has_complement();
        let is_hole = |count: i64| self.facts.class(true, count, 0).is_some();
        let hole = complement && is_hole(first) && !is_hole(first + 1);
        let first = first + i64::from(complement) + i64::from(hole);
        // That of a second word does not wrap where its code has to tell its sign.
        let less = float.low.as_ref().map_or(0, |low| low.less);
        let first = if float.code == ExponentCode::ExcessOnes { first.max(less + 1) } else { first };
        let (first, last) = self.native_range(first - shift, last - i64::from(down > 0) - shift)?;

        // In two's complement exponents are not counted: what is beyond the field falls off.
        let twos = float.code == ExponentCode::Twos;
        let rebias = if twos { shift - (1 << (self.facts.field_bits() - 1)) } else { shift };
        let ends = (first + rebias, last + rebias + 1);
        let rebias = i128::from(rebias) << behind;
        let moved = if down > 0 {
            self.emit_rounded(down, behind, rebias, ends)
        } else {
            let moved = if up > 0 {
                let up = names::decimal(i128::from(up));
                quote!((magnitude << #up))
            } else {
                quote!(magnitude)
            };
            let rebias = self.facts.literal(rebias);
            if shift == 0 && !twos { moved } else { quote!(#moved.wrapping_add(#rebias)) }
        };
        let inexact = if down > 0 {
            let lost = self.facts.literal((1 << down) - 1);
            quote!(magnitude & #lost != 0)
        } else {
            quote!(false)
        };
        let word = match self.facts.joined() {
            Some(low)
                if float.leading == Leading::Hidden
                    && float.code == ExponentCode::Excess
                    && float.low.is_none()
                    && !complement =>
            {
                let low_bit = names::decimal(i128::from(low));
                if low == 0 { quote!(moved) } else { quote!(moved << #low_bit) }
            }
            _ if *stored == 0 => self.emit_fields(&self.moved_exponent(0), &quote!()),
            _ => {
                let exponent = self.moved_exponent(behind);
                let rest = names::hex(mask(behind), behind.max(1));
                let leading = names::hex(1 << behind, behind + 1);
                let significand =
                    if hidden { quote!((moved & #rest)) } else { quote!((moved & #rest | #leading)) };
                if complement {
                    // One less of a negative number, so that a power of two borrows from the exponent, and all bits inverted.
                    let ty = self.facts.ty();
                    let lift = names::decimal(i128::from(self.facts.lane - native.bits()));
                    let lift =
                        if self.facts.lane == native.bits() { quote!(bits) } else { quote!((bits << #lift)) };
                    let top = names::decimal(i128::from(self.facts.lane - 1));
                    let significand = quote!((#significand ^ negative));
                    let word = self.emit_signed_fields(&exponent, &significand);
                    quote!({
                        let negative = (#lift.cast_signed() >> #top) as #ty;
                        let moved = moved.wrapping_add(negative);
                        #word
                    })
                } else {
                    self.emit_fields(&exponent, &significand)
                }
            }
        };
        let statements = quote! {
            let moved = #moved;
            let inexact = #inexact;
            let word = #word;
        };
        Some(Number { statements, first, last, rounded: down > 0 })
    }

    /// `magnitude`, rounded and moved down, and its exponent counted from where the format's begins. `ends`: the smallest exponent,
    /// and the largest after a carry.
    fn emit_rounded(&self, down: u32, behind: u32, rebias: i128, (first, last): (i64, i64)) -> TokenStream {
        let facts = &self.facts;
        // Where all fits, the exponent is moved by what is added for rounding; of one bit that is nothing yet.
        let moved = |exponent: i64| i128::from(exponent) << (behind + down);
        let unsigned = down > 1 && first >= 0 && moved(last + 1) <= mask(facts.lane).cast_signed();
        let half_lane = 1_i128 << (facts.lane.min(64) - 1);
        let signed =
            down > 1 && facts.lane <= 64 && moved(last + 1) < half_lane && moved(first) >= -half_lane;
        let at_once = unsigned || signed;
        let rebias_at_once = if at_once { rebias << down } else { 0 };
        let bits = names::decimal(i128::from(down));
        let number = if behind == 0 {
            // All that is kept is a hidden one, which is odd.
            let half = facts.literal((1 << (down - 1)) + rebias_at_once);
            quote!(magnitude.wrapping_add(#half))
        } else {
            let half = facts.literal((1 << (down - 1)) - 1 + rebias_at_once);
            quote!(magnitude.wrapping_add(#half + ((magnitude >> #bits) & 1)))
        };
        let ty = facts.ty();
        let rebias = facts.literal(rebias);
        match (unsigned, signed) {
            (true, _) => quote!(#number >> #bits),
            (false, true) => quote!((#number.cast_signed() >> #bits) as #ty),
            (false, false) => quote!((#number >> #bits).wrapping_add(#rebias)),
        }
    }

    /// The exponent of `moved`.
    fn moved_exponent(&self, behind: u32) -> Exponent {
        let Facts { format, float, .. } = &self.facts;
        let moved = if behind == 0 {
            quote!(moved)
        } else {
            let behind = names::decimal(i128::from(behind));
            quote!((moved >> #behind))
        };
        if float.code != ExponentCode::Twos {
            return self.counted(moved);
        }
        // At the top of the word what is beyond the field falls off.
        let is_top =
            matches!(float.exponent.as_slice(), [range] if range.high + 1 == names::container(format.bits));
        let (_, _, all) = self.facts.field_top();
        let coded = if is_top { moved.clone() } else { quote!((#moved & #all)) };
        Exponent { count: moved, coded }
    }

    /// The field of an exponent that is counted.
    fn counted(&self, count: TokenStream) -> Exponent {
        Exponent { coded: self.emit_coded(&count), count }
    }

    /// Radix 8 and 16: the significand stands where its exponent is a multiple of a digit.
    fn emit_digits(&self) -> Option<Number> {
        let Facts { float, native, stored, digit, excess, lane, .. } = &self.facts;
        let (precision, fraction) = (i64::from(*stored), i64::from(native.fraction()));
        // Bits that fall off at the highest place of the leading bit in its digit.
        let down = fraction + digit - precision;
        let exact = down <= 0;
        if (!exact && !is_nearest(self.policy.rounding)) || fraction + digit > i64::from(*lane) {
            return None;
        }
        let (first, last) = self.facts.clean((0, i64::MAX), 1 << (precision - digit))?;
        let last = last - i64::from(!exact);
        // `digit × exponent field + place of the leading bit in its digit`, of a native exponent field of 0.
        let offset =
            digit * excess + self.facts.fraction_bits() - precision + digit - self.facts.native_bias();
        // Places are counted above the native fraction, and those divided by three have 16 bits.
        let most = (1 << (i64::from(*lane) - fraction).min(16)) - 1;
        let last = (digit * last + digit - 1).min(most);
        let (first, last) = self.native_range(digit * first - offset, last - offset)?;

        let places = self.facts.literal(i128::from(offset) << fraction);
        let fraction_bits = names::decimal(i128::from(fraction));
        let counted = quote!(magnitude.wrapping_add(#places));
        let (exponent, place) = if *digit == 4 {
            let four = names::decimal(i128::from(fraction + 2));
            (quote!(counted >> #four), quote!((counted >> #fraction_bits) & 3))
        } else {
            // A third of what has less than 16 bits.
            let places = quote!(((counted >> #fraction_bits) & 0xffff));
            (quote!(#places * 0xaaab >> 17), quote!(#places - 3 * exponent))
        };
        // Six digits of an `f32`, of which nothing falls off at the highest place, so that rounding carries to no other digit.
        if *lane == native.bits() && (*digit, fraction, down) == (4, 23, 3) {
            let word = self.emit_fields(&self.counted(quote!(exponent)), &quote!(significand));
            let statements = quote! {
                let counted = #counted;
                let exponent = #exponent;
                let (significand, inexact) = rt::nearest_hexadecimal(counted);
                let word = #word;
            };
            return Some(Number { statements, first, last, rounded: true });
        }
        let fraction_mask = names::hex(mask(native.fraction()), native.fraction());
        let leading = names::hex(1 << native.fraction(), native.fraction() + 1);
        let scaled = if exact {
            let up = names::decimal(i128::from(-down));
            let by = if down == 0 { quote!(place) } else { quote!((place + #up)) };
            let word = self.emit_fields(&self.counted(quote!(exponent)), &quote!(significand));
            quote! {
                let significand = significand << #by;
                let inexact = false;
                let word = #word;
            }
        } else {
            let half = self.facts.literal((1 << (down - 1)) - 1);
            let lost = self.facts.literal((1 << down) - 1);
            let down = names::decimal(i128::from(down));
            let carried = names::decimal(i128::from(precision));
            let digit_bits = names::decimal(i128::from(*digit));
            let one = names::decimal(i128::from(precision - digit));
            let joined = float.code == ExponentCode::Excess && self.facts.joined() == Some(0);
            let word = if joined {
                // A carry goes on to the exponent by itself, and leaves its one behind.
                quote!((exponent << #carried).wrapping_add(significand + ((significand >> #carried) << #one)))
            } else {
                self.emit_fields(
                    &self.counted(quote!((exponent + (significand >> #carried)))),
                    &quote!((significand >> (significand >> #carried) * #digit_bits)),
                )
            };
            quote! {
                let significand = significand << place;
                let inexact = significand & #lost != 0;
                let significand = significand + #half + ((significand >> #down) & 1) >> #down;
                let word = #word;
            }
        };
        let statements = quote! {
            let counted = #counted;
            let exponent = #exponent;
            let place = #place;
            let significand = magnitude & #fraction_mask | #leading;
            #scaled
        };
        Some(Number { statements, first, last, rounded: !exact })
    }

    /// The word of an exponent field, as a count, and a significand whose sign goes on above its stored bits.
    fn emit_signed_fields(&self, exponent: &Exponent, significand: &TokenStream) -> TokenStream {
        let Facts { format, float, stored, lane, .. } = &self.facts;
        match float.significand.as_slice() {
            [range] if float.sign == Some(range.high + 1) && float.low.is_none() => {
                let fields = emit_spread(&exponent.coded, &float.exponent);
                let is_top = range.high + 2 == format.bits
                    && (format.bits == *lane || names::container(format.bits) == format.bits);
                let all = names::hex(mask(stored + 1), stored + 1);
                let signed = if is_top { significand.clone() } else { quote!((#significand & #all)) };
                let signed = emit_spread(&signed, &float.significand);
                quote!((#fields) | (#signed))
            }
            _ => {
                let stored = names::hex(mask(*stored), *stored);
                self.emit_fields(exponent, &quote!((#significand & #stored)))
            }
        }
    }

    /// The word of an exponent field, as a count, and the stored bits of a significand.
    fn emit_fields(&self, exponent: &Exponent, significand: &TokenStream) -> TokenStream {
        let Facts { float, .. } = &self.facts;
        let Exponent { count, coded } = exponent;
        let fields = emit_spread(coded, &float.exponent);
        if float.significand.is_empty() {
            return fields;
        }
        let significand = emit_spread(significand, &float.significand);
        let leading = match float.leading {
            Leading::Explicit(bit) => {
                let one = self.facts.literal(1 << bit);
                quote!(| #one)
            }
            Leading::None | Leading::Hidden => quote!(),
        };
        let low = float.low.as_ref().map(|low| {
            let less = self.facts.literal(i128::from(low.less));
            let bits: u32 = low.exponent.iter().map(|range| range.width()).sum();
            let mask = names::hex(mask(bits), bits);
            let coded = self.emit_coded(&quote!(#count.wrapping_sub(#less)));
            let low = emit_spread(&quote!((#coded & #mask)), &low.exponent);
            quote!(| (#low))
        });
        quote!((#fields) | (#significand) #leading #low)
    }

    /// The exponent field of a count.
    fn emit_coded(&self, exponent: &TokenStream) -> TokenStream {
        let Facts { float, .. } = &self.facts;
        let ty = self.facts.ty();
        let (top, place, all) = self.facts.field_top();
        let twice = self.facts.field_count();
        match float.code {
            ExponentCode::Excess => exponent.clone(),
            ExponentCode::Twos => quote!((#exponent ^ #top)),
            ExponentCode::Rotated => quote!({
                let number: #ty = #exponent ^ #top;
                (number << 1 | (number & #all) >> #place) & #all
            }),
            ExponentCode::SignMagnitude => quote!({
                let count: #ty = #exponent;
                if count < #top { (#twice - count) & #all } else { count.wrapping_sub(#top) }
            }),
            ExponentCode::ExcessOnes => {
                let bias = self.facts.literal(i128::from(float.bias));
                quote!({
                    let count: #ty = #exponent;
                    count.wrapping_sub(#ty::from(count < #bias))
                })
            }
        }
    }

    /// The whole body.
    fn emit_word(&self, number: &Number) -> Ordinary {
        let Facts { format, float, native, lane, .. } = &self.facts;
        let ty = self.facts.ty();
        let Number { statements, first, last, rounded } = number;
        let bits = if native.bits() == *lane {
            quote!(native.to_bits())
        } else {
            quote!(#ty::from(native.to_bits()))
        };
        let top = native.bits() - 1;
        let top_bit = names::decimal(i128::from(top));
        let magnitude = names::hex(mask(top), native.bits());
        let low = self.facts.literal(i128::from(*first) << native.fraction());
        let span = self.facts.literal((i128::from(last - first + 1) << native.fraction()) - 1);

        let zero_word = self.zero();
        let odd = quote!(magnitude.wrapping_sub(#low) > #span);
        let below = self.below();
        // Without a sign bit a negative number is an overflow, or odd.
        let odd = match (float.sign, below) {
            (None, None) => quote!(#odd || bits >> #top_bit != 0),
            _ => odd,
        };
        let (zero, odd, word) = match zero_word {
            None => (quote!(), odd, quote!()),
            Some((zero_word, keeps)) => {
                let zero = if keeps { quote!(magnitude == 0) } else { quote!(bits == 0) };
                let zero_word = self.facts.literal(zero_word.cast_signed());
                (
                    quote!(let zero = #zero;),
                    quote!((#odd) && !zero),
                    quote!(let word = if zero { #zero_word } else { word };),
                )
            }
        };
        let sign = self.emit_sign(top);
        let container = names::unsigned(format.bits);
        let narrow = if names::container(format.bits) == *lane {
            quote!()
        } else {
            quote!(let word = word as #container;)
        };
        let overflow = below.map(|below| {
            let below = self.facts.literal(below.cast_signed());
            quote! {
                let overflow = bits >> #top_bit != 0;
                let tiny = false;
                let word = if overflow { #below } else { word };
            }
        });
        let body = quote! {
            let bits = #bits;
            let magnitude = bits & #magnitude;
            #zero
            let odd = #odd;
            #statements
            #word
            #overflow
            #sign
            #narrow
        };
        let and_zero = if zero_word.is_some() { ", and zero" } else { "" };
        let doc = format!(" Ordinary: native exponent fields from {first} to {last}{and_zero}.");
        let meets = match (below, rounded) {
            (Some(_), _) => Meets::Beyond,
            (None, true) => Meets::Rounding,
            (None, false) => Meets::Nothing,
        };
        Ordinary::Form { body, doc, meets }
    }

    /// What is written for a number below zero where there is no sign, and the rule is to write the nearest number.
    fn below(&self) -> Option<u128> {
        let float = self.facts.float;
        if float.negation != Negation::None || self.beyond_class().is_some() {
            return None;
        }
        // A format without a zero: the smallest number.
        let least = || {
            let line = Line::of(float);
            fields::assemble(float, false, line.start.first, 1 << (line.precision - line.radix_bits))
        };
        Some(self.written(Class::Zero).unwrap_or_else(least))
    }

    /// What an overflow becomes, where that is no number.
    fn beyond_class(&self) -> Option<Class> {
        match self.policy.overflow {
            Overflow::Infinity => Some(Class::Infinity),
            Overflow::Nan => Some(Class::Nan),
            Overflow::Saturate | Overflow::Error | Overflow::Wrap => None,
        }
    }

    /// The word that is written for a class.
    fn written(&self, class: Class) -> Option<u128> {
        let mut specials = self.facts.float.specials.iter().filter(|special| special.class == class);
        specials.find_map(|special| special.written)
    }

    /// The word of zero, and whether it keeps a negative one's sign.
    fn zero(&self) -> Option<(u128, bool)> {
        let float = self.facts.float;
        let word = self.written(Class::Zero)?;
        let is_zero = |bit: u32| self.facts.class_of(word | 1 << bit) == Some(Class::Zero);
        let keeps = self.facts.has_signed_zero()
            && self.policy.negative_zero == ZeroRule::Keep
            && float.sign.is_some_and(is_zero);
        Some((word, keeps))
    }

    fn emit_sign(&self, top: u32) -> TokenStream {
        let float = self.facts.float;
        let top_bit = names::decimal(i128::from(top));
        match (float.negation, float.sign) {
            (Negation::TwosSignificand | Negation::ImpliedComplement, Some(bit))
                if self.facts.stored > 0
                    && float.low.is_none()
                    && matches!(float.significand.as_slice(), [range] if range.high + 1 == bit) =>
            {
                quote!()
            }
            (
                Negation::SignMagnitude | Negation::TwosSignificand | Negation::ImpliedComplement,
                Some(bit),
            ) => {
                let bit = names::decimal(i128::from(bit));
                let low = float.low.as_ref().map(|low| {
                    let bit = names::decimal(i128::from(low.sign));
                    quote!(| bits >> #top_bit << #bit)
                });
                quote!(let word = word | bits >> #top_bit << #bit #low;)
            }
            (Negation::TwosWord | Negation::OnesWord, _) => {
                let complement = self.facts.emit_complement();
                quote!(let word = if bits >> #top_bit != 0 { #complement } else { word };)
            }
            _ => quote!(),
        }
    }
}
