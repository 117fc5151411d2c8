//! Significands in two's complement: signed integers, whose sign the processor converts with them.

use datarep_dsl::model::{Class, ExponentCode, Field, Leading, Negation};
use proc_macro2::TokenStream;
use quote::quote;

use super::super::constants;
use super::{Made, Reader, range};
use crate::names::{self, mask};

impl Reader<'_> {
    /// A signed integer, which the processor makes a float of, times a power of two. Zero comes by itself where its
    /// exponent is in the range.
    ///
    /// `None` where the sign does not stand above the significand, where integers are too long, where an exponent does not
    /// tell its number by its count, and where a special number is like an ordinary one but for its sign.
    pub(super) fn emit_complement(&self) -> Option<(TokenStream, String)> {
        let facts = &self.facts;
        let implied = match (facts.float.negation, facts.float.leading) {
            (Negation::TwosSignificand, Leading::None) => false,
            (Negation::ImpliedComplement, _) => true,
            _ => return None,
        };
        if self.emit_unclear().is_some() {
            return None;
        }
        let [significand] = *facts.float.significand.as_slice() else { return None };
        let made = self.made()?;
        let fits = facts.lane <= 64 && (self.reach() <= 53 || matches!(made, Made::Rounded));
        if facts.float.sign != Some(significand.high + 1) || !fits {
            return None;
        }
        // In an `f32` the integer may stand as high as it does in the word.
        let left = facts.lane - 2 - significand.high;
        let right = left + significand.low;
        let in_place = matches!(made, Made::Single) && !implied && significand.low == 0;
        let unit = self.unit(0) - if in_place { i64::from(right) } else { 0 };
        let (first, last) = self.scaled_range(u128::from(!implied), unit)?;
        let clean = |&count: &i64| implied || facts.class(true, count, 0).is_none();
        if !self.turning_counts_within((first, last)).iter().all(clean) {
            return None;
        }

        let power = self.emit_power(&made, unit);
        let integer = emit_moved(quote!(word), left, if in_place { 0 } else { right });
        let integer = if implied {
            let one = names::hex(1 << facts.stored, facts.stored + 1);
            quote!(#integer ^ #one)
        } else {
            integer
        };
        let outside = self.emit_outside(&made, unit, (first, last));
        let (zero, odd, positive) = self.emit_signed_zero(&made, unit, (first, last), outside)?;
        let number = emit_signed(&made, self.reach());
        let (ty, widen) = (facts.ty(), self.emit_widened());
        let exponent = self.emit_exponent_number();
        let item = if zero.is_empty() { quote!(number) } else { quote!(if zero { 0.0 } else { number }) };
        // What a zero's significand would be rounded to is of no matter.
        let rounds = matches!(made, Made::Rounded | Made::Narrowed);
        let inexact = if rounds && !zero.is_empty() { quote!(inexact && !zero) } else { quote!(inexact) };
        let body = quote! {
            #widen
            let exponent: #ty = #exponent;
            let significand = #integer;
            #power
            #zero
            let odd = #odd;
            #positive
            #number
            rt::Ordinary::new(#item, odd, #inexact)
        };
        Some((body, range(first, last)))
    }

    /// `zero`, where a number has to be made one, the condition that the word is odd, and `power` made one that is good for zero: that
    /// comes after the condition, which asks for the power of the exponent.
    fn emit_signed_zero(
        &self,
        made: &Made,
        unit: i64,
        (first, last): (i64, i64),
        outside: TokenStream,
    ) -> Option<(TokenStream, TokenStream, TokenStream)> {
        let facts = &self.facts;
        let implied = facts.float.negation == Negation::ImpliedComplement;
        if first > 0 && self.means_zero(first - 1) {
            let least = facts.literal(i128::from(self.number_of(first - 1)));
            return Some((quote!(let zero = exponent == #least;), quote!(#outside && !zero), quote!()));
        }
        let count = facts.count_of_zeros();
        let zero = facts.class_of(0) == Some(Class::Zero);
        if implied && zero {
            return None;
        }
        if !zero || (first..=last).contains(&count) {
            let odd = if outside.is_empty() { quote!(false) } else { outside };
            return Some((quote!(), odd, quote!()));
        }
        let (lane, fraction) = made.lane();
        let bits = self.power(made, unit, count);
        let top = mask(lane - 1 - fraction);
        if bits >> fraction & top == top {
            return None;
        }
        let positive = if bits >> (lane - 1) == 0 {
            quote!()
        } else {
            let magnitude = names::hex(mask(lane - 1), lane);
            quote!(let power = power & #magnitude;)
        };
        Some((quote!(), quote!(#outside && word != 0), positive))
    }

    /// Whether an exponent means zero, whatever the sign and the significand are.
    fn means_zero(&self, count: i64) -> bool {
        let facts = &self.facts;
        let mut fractions = vec![0, 1, mask(facts.stored)];
        for special in &facts.float.specials {
            for (field, number) in constants(&special.condition) {
                if field == Field::Significand {
                    let near = number.saturating_sub(1)..=number.saturating_add(1);
                    fractions.extend(near.filter_map(|near| u128::try_from(near).ok()));
                }
            }
        }
        let is_zero = |sign, fraction| facts.class(sign, count, fraction) == Some(Class::Zero);
        fractions.iter().all(|&fraction| is_zero(false, fraction) && is_zero(true, fraction))
    }

    /// The number that the exponent's field stands for, or its count where that is what the field holds.
    fn emit_exponent_number(&self) -> TokenStream {
        let facts = &self.facts;
        let ([field], ExponentCode::Twos) = (facts.float.exponent.as_slice(), facts.float.code) else {
            return self.emit_exponent();
        };
        let left = facts.lane - 1 - field.high;
        let moved = emit_moved(quote!(word), left, left + field.low);
        quote!((#moved).cast_unsigned())
    }

    /// What [`Reader::emit_exponent_number`] gives for a count.
    pub(super) fn number_of(&self, count: i64) -> i64 {
        count - self.least_number()
    }

    /// What a count exceeds the number by.
    pub(super) fn least_number(&self) -> i64 {
        let facts = &self.facts;
        let signed = facts.float.code == ExponentCode::Twos
            && facts.float.exponent.len() == 1
            && matches!(facts.float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
        if signed { 1 << (facts.field_bits() - 1) } else { 0 }
    }
}

/// A signed integer moved up, so that its sign is on top, and down.
fn emit_moved(word: TokenStream, left: u32, right: u32) -> TokenStream {
    let up = names::decimal(i128::from(left));
    let down = names::decimal(i128::from(right));
    let raised = if left == 0 { word } else { quote!((#word << #up)) };
    if right == 0 { quote!(#raised.cast_signed()) } else { quote!((#raised.cast_signed() >> #down)) }
}

/// `number` and `inexact`, of a signed `significand` and a `power`.
fn emit_signed(made: &Made, reach: u32) -> TokenStream {
    match made {
        Made::Single => quote! {
            let number = rt::signed_single(significand) * f32::from_bits(power);
            let inexact = false;
        },
        Made::Double => quote! {
            let number = rt::signed_double::<P>(significand) * f64::from_bits(power);
            let inexact = false;
        },
        Made::Rounded => quote! {
            let (number, inexact) = rt::nearest_signed_double::<P>(significand);
            let number = number * f64::from_bits(power);
        },
        Made::Narrowed => {
            let wide = if reach < 52 {
                quote!(rt::signed_double::<P>(i64::from(significand)))
            } else {
                quote!(rt::nearest_signed_double::<P>(i64::from(significand)).0)
            };
            quote! {
                let wide = #wide * f64::from_bits(power);
                let number = wide as f32;
                let inexact = f64::from(number) != wide;
            }
        }
    }
}
