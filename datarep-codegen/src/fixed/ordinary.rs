//! Fixed point and integers as floats, without the rules: the processor's arithmetic, which rounds once.
//!
//! Reading makes a float of the magnitude and multiplies by a power of two, which is exact. Writing multiplies first, and
//! rounds to an integer by adding a number so large that its last bit is worth one; the integer is then in the last
//! bits of the sum, in two's complement.

use datarep_dsl::model::{IntegerSign, Native, NoncanonicalRule, Overflow, Rounding};
use proc_macro2::TokenStream;
use quote::quote;

use super::Fixed;
use crate::names;

/// Bits of the longest integer that is written by adding to an `f32`: its sum has one more, and a sign.
const MOST_IN_SINGLE: u32 = 21;

/// The same of an `f64`.
const MOST_IN_DOUBLE: u32 = 50;

/// The largest scale: all powers of two between are normal, and so is each number of them.
const MOST_SCALE: u32 = 60;

impl Fixed<'_> {
    /// Whether the processor can do it: a plain float, and its own rounding where something is rounded.
    fn is_plain(&self) -> bool {
        matches!(self.native.native(), Native::F32 | Native::F64)
            && self.format.bits <= 64
            && self.integer.scale <= MOST_SCALE
    }

    /// The body of `read_ordinary` behind `word`, and for which items it holds.
    pub(super) fn emit_read_ordinary(&self) -> Option<(TokenStream, String)> {
        let policy = &self.conversion.read;
        // Bits of the longest magnitude.
        let bits = self.format.bits - u32::from(self.has_negative_zero());
        let precision = self.native.fraction() + 1;
        let nearest = policy.rounding == Rounding::NearestEven;
        let fits = bits <= precision || (nearest && policy.overflow != Overflow::Wrap);
        if !self.is_plain() || !fits || policy.noncanonical != NoncanonicalRule::Ignore {
            return None;
        }
        let single = self.native.native() == Native::F32;
        let lane = if single && bits <= 24 { 32 } else { 64 };
        let ty = names::unsigned(lane);
        let widen = if names::container(self.format.bits) == lane {
            quote!()
        } else {
            quote!(let word = #ty::from(word);)
        };
        let (negative, magnitude) = Fixed { computed: lane, ..*self }.emit_magnitude();
        let power = |fraction: u32, bias: u32| {
            let word = u128::from(bias - self.integer.scale) << fraction;
            names::hex(word, if fraction == 23 { 32 } else { 64 })
        };
        let (single_power, double_power) = (power(23, 127), power(52, 1023));
        let number = match (single, bits) {
            (true, ..=24) => quote! {
                let number = rt::single(magnitude) * f32::from_bits(#single_power);
                let inexact = false;
            },
            (true, ..=52) => quote! {
                let wide = rt::double::<P>(magnitude) * f64::from_bits(#double_power);
                let number = wide as f32;
                let inexact = f64::from(number) != wide;
            },
            (true, _) => quote! {
                let wide = rt::odd_double(magnitude) * f64::from_bits(#double_power);
                let number = wide as f32;
                let inexact = f64::from(number) != wide;
            },
            (false, ..=52) => quote! {
                let number = rt::double::<P>(magnitude) * f64::from_bits(#double_power);
                let inexact = false;
            },
            (false, _) => quote! {
                let (number, inexact) = rt::nearest_double::<P>(magnitude);
                let number = number * f64::from_bits(#double_power);
            },
        };
        let odd = if self.has_negative_zero() { quote!(negative && magnitude == 0) } else { quote!(false) };
        let (negative, item) = if self.integer.sign == IntegerSign::Unsigned {
            (quote!(), quote!(number))
        } else {
            (quote!(let negative = #negative;), quote!(if negative { -number } else { number }))
        };
        let body = quote! {
            #widen
            #negative
            let magnitude = #magnitude;
            let odd = #odd;
            #number
            rt::Ordinary::new(#item, odd, inexact)
        };
        let doc = if self.has_negative_zero() { "all but a negative zero" } else { "all" };
        Some((body, format!(" Ordinary: {doc}.")))
    }

    /// The body of `write_ordinary`, and for which items it holds.
    pub(super) fn emit_write_ordinary(&self) -> Option<(TokenStream, String)> {
        let policy = &self.conversion.write;
        let bits = self.format.bits;
        let plain = matches!(self.integer.sign, IntegerSign::Twos | IntegerSign::Unsigned);
        if !self.is_plain() || !plain || bits > MOST_IN_DOUBLE || policy.rounding != Rounding::NearestEven {
            return None;
        }
        let single = self.native.native() == Native::F32 && bits <= MOST_IN_SINGLE;
        let (fraction, bias, lane) = if single { (23, 127, 32) } else { (52, 1023, 64) };
        let float = if single { quote!(f32) } else { quote!(f64) };
        let hex = |word: u128| names::hex(word, lane);
        let power = hex(u128::from(bias + self.integer.scale) << fraction);
        // Three halves of the power of two whose last bit is worth one.
        let large = hex(u128::from(bias + fraction) << fraction | 1 << (fraction - 1));
        let wide = if single || self.native.native() == Native::F64 {
            quote!(native)
        } else {
            quote!(f64::from(native))
        };
        let (below, above) = self.limits();
        let end = |magnitude: u128, sign: &str| {
            let number: TokenStream = format!("{sign}{magnitude}.0").parse().unwrap_or_default();
            number
        };
        let (below, above) = (end(below, if below == 0 { "" } else { "-" }), end(above, ""));
        let mask = names::hex(names::mask(bits), bits);
        let container = names::unsigned(bits);
        let narrow = if names::container(bits) == lane { quote!() } else { quote!(as #container) };
        let native_top = names::hex(1 << (self.native.bits() - 1), self.native.bits());
        let body = quote! {
            let scaled = #wide * #float::from_bits(#power);
            let sum = scaled + #float::from_bits(#large);
            let number = sum - #float::from_bits(#large);
            let odd = !(number >= #below && number <= #above) || native.to_bits() == #native_top;
            let inexact = number != scaled;
            let word = (sum.to_bits() & #mask) #narrow;
        };
        Some((body, " Ordinary: all that fit, but a negative zero.".to_owned()))
    }
}
