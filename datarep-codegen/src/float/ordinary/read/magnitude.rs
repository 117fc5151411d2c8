//! Significands without a hidden bit beside a sign: integers times a power of two, and the sign put on.

use datarep_dsl::model::{Class, Leading, Negation};
use proc_macro2::TokenStream;
use quote::quote;

use super::super::super::emit_field;
use super::{Made, Reader, range};
use crate::names::{self, mask};

impl Reader<'_> {
    /// The magnitude's significand, which the processor makes a float of, times a power of two. Zero comes by itself with
    /// every exponent in the range, and is let through where all fields are zero.
    ///
    /// `None` where the exponent of zero does not make a finite power, and where integers are too long.
    pub(super) fn emit_magnitude(&self) -> Option<(TokenStream, String)> {
        let facts = &self.facts;
        let apart = matches!(
            facts.float.negation,
            Negation::None | Negation::SignMagnitude | Negation::TwosWord | Negation::OnesWord
        );
        let plain = facts.float.leading == Leading::None && self.emit_unclear().is_none();
        if !apart || !plain || facts.lane > 64 || self.dropped() > 0 {
            return None;
        }
        let made = self.made()?;
        let unit = self.unit(0);
        let bounds = self.scaled_range(1, unit)?;
        let power = self.emit_power(&made, unit);
        let outside = self.emit_outside(&made, unit, bounds);
        let (odd, turns) = self.emit_odd(&made, unit, bounds, &outside)?;
        let number = emit_number(&made, self.reach());

        let native = facts.native;
        let magnitude = names::hex(mask(native.bits() - 1), native.bits());
        let magnitude = if turns { quote!(number.to_bits() & #magnitude) } else { quote!(number.to_bits()) };
        let signed = match (facts.float.sign.is_some(), native.bits() == facts.lane) {
            (false, _) => magnitude,
            (true, true) => quote!(#magnitude | sign),
            (true, false) => {
                let bits = names::unsigned(native.bits());
                quote!(#magnitude | sign as #bits)
            }
        };
        let item = native.emit_from_bits(&signed, native.bits());
        // A zero that is negative by its sign bit becomes positive.
        let item = if self.adds_zero() { quote!(#item + 0.0) } else { item };
        let (sign, ty, exponent) = (self.emit_sign(), facts.ty(), self.emit_exponent());
        let significand = emit_field(&facts.float.significand, facts.format.bits);
        let body = quote! {
            #sign
            let exponent: #ty = #exponent;
            let significand: #ty = #significand;
            #power
            #number
            let odd = #odd;
            rt::Ordinary::new(#item, odd, inexact)
        };
        Some((body, range(bounds.0, bounds.1)))
    }

    /// Whether a zero that is negative by its sign bit is the positive one.
    fn adds_zero(&self) -> bool {
        self.facts.float.negation == Negation::TwosWord
    }

    /// The condition that a word is odd, and whether the power of two of zero's exponent is negative.
    fn emit_odd(
        &self,
        made: &Made,
        unit: i64,
        (first, last): (i64, i64),
        outside: &TokenStream,
    ) -> Option<(TokenStream, bool)> {
        let facts = &self.facts;
        let counts = self.turning_counts_within((first, last));
        // What is no word of zero keeps its sign.
        let is_zero = |sign, count| match facts.class(sign, count, 0) {
            None => !(sign && self.adds_zero()),
            class => class == Some(Class::Zero),
        };
        let natural = counts.iter().all(|&count| is_zero(false, count) && is_zero(true, count));
        let whole = facts.class_of(0) == Some(Class::Zero);
        let negative = facts.float.sign.map(|bit| facts.class_of(1 << bit) == Some(Class::Zero));
        let keeps = negative.is_none_or(|negative| self.keeps_negative_zero(negative) || self.adds_zero());

        let (lane, fraction) = made.lane();
        let count = facts.count_of_zeros();
        let power = self.power(made, unit, count);
        let top = mask(lane - 1 - fraction);
        let all = (first..=last).contains(&count);
        let exempt = whole && !(natural && all && keeps);
        if exempt && power >> fraction & top == top {
            return None;
        }
        let beyond = match (natural, outside.is_empty()) {
            (true, true) => quote!(false),
            (true, false) => outside.clone(),
            (false, true) => quote!(significand == 0),
            (false, false) => quote!((#outside || significand == 0)),
        };
        let fields = facts.float.exponent.iter().chain(&facts.float.significand);
        let fields = fields.fold(0, |all, range| all | mask(range.width()) << range.low);
        let fields = names::hex(fields, facts.format.bits);
        let minus = if natural && !keeps { quote!(|| significand == 0 && sign != 0) } else { quote!() };
        let complement = matches!(facts.float.negation, Negation::TwosWord | Negation::OnesWord);
        let odd = if !exempt || beyond.to_string() == "false" {
            beyond
        } else if self.is_whole_complement() {
            quote!(#beyond && word != 0)
        } else if complement {
            // The word is its magnitude by now.
            quote!(#beyond && (word & #fields != 0 || sign != 0))
        } else if keeps {
            quote!(#beyond && word & #fields != 0)
        } else {
            quote!(#beyond && word != 0)
        };
        let odd = if minus.is_empty() { odd } else { quote!((#odd) #minus) };
        Some((odd, exempt && power >> (lane - 1) != 0))
    }
}

/// `number` and `inexact`, of a `significand` and a `power`.
fn emit_number(made: &Made, reach: u32) -> TokenStream {
    match made {
        Made::Single => quote! {
            let number = rt::single(significand) * f32::from_bits(power);
            let inexact = false;
        },
        Made::Double => quote! {
            let number = rt::double::<P>(significand) * f64::from_bits(power);
            let inexact = false;
        },
        Made::Rounded => quote! {
            let (number, inexact) = rt::nearest_double::<P>(significand);
            let number = number * f64::from_bits(power);
        },
        Made::Narrowed => {
            let wide = if reach <= 53 {
                quote!(rt::nearest_double::<P>(u64::from(significand)).0)
            } else {
                quote!(rt::odd_double(u64::from(significand)))
            };
            quote! {
                let wide = #wide * f64::from_bits(power);
                let number = wide as f32;
                let inexact = f64::from(number) != wide;
            }
        }
    }
}
