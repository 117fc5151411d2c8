//! Infinities, NaNs and missing values, written by their rules.

use datarep_dsl::model::{Class, MissingRule, Negation, Quiet, SpecialRule};
use proc_macro2::TokenStream;
use quote::quote;

use super::Writer;
use crate::float::fields::{Fields, width};
use crate::float::{emit_spread, has_sign_bit, holds_payload, word};
use crate::names;

impl Writer<'_> {
    /// Infinity and NaN, where the native has one.
    pub(super) fn emit_specials(&self) -> TokenStream {
        let infinity = self.emit_special(Class::Infinity, self.policy.infinity);
        let nan = if self.policy.nan == SpecialRule::Keep && holds_payload(self.float) {
            self.emit_payload()
        } else {
            self.emit_special(Class::Nan, self.policy.nan)
        };
        let missing = self.emit_missing();
        let invalid = self.native.emit_invalid();
        quote!(#infinity #nan #missing #invalid)
    }

    /// A NaN whose payload is the first byte of a missing value.
    fn emit_missing(&self) -> TokenStream {
        if self.policy.missing != MissingRule::Payload || self.format.bits < 8 {
            return quote!();
        }
        let Writer { format, native, .. } = self;
        // Which bytes are missing values, as a set of 256 bits.
        let mut bytes = [0_u64; 4];
        for byte in 0..256_usize {
            let word = (byte as u128) << (format.bits - 8);
            let Fields { sign, .. } = Fields::of(self.float, word);
            let complemented = matches!(self.float.negation, Negation::TwosWord | Negation::OnesWord);
            // The fields of a word that is negative by complement are those of its magnitude.
            let magnitude = if sign && complemented { self.complement(word) } else { word };
            let fields = Fields { sign, ..Fields::of(self.float, magnitude) };
            if fields.class(self.float) == Some(Class::Missing) {
                bytes[byte / 64] |= 1 << (byte % 64);
            }
        }
        let bytes = bytes.map(|part| names::hex(u128::from(part), 64));
        let quiet = word(1 << (native.fraction - 1), native.fraction);
        let fraction = word(names::mask(native.fraction), native.fraction);
        let up = names::decimal(i128::from(format.bits - 8));
        quote! {
            const MISSING: [u64; 4] = [#(#bytes),*];
            let payload = (value.significand & #fraction) ^ #quiet;
            let byte = (payload & 0xff) as usize;
            let missing = value.nan && payload < 0x100 && MISSING[byte >> 6] >> (byte & 63) & 1 != 0;
            let made = made.or(missing, (payload & 0xff) << #up, rt::Kinds::NONE);
        }
    }

    fn emit_special(&self, class: Class, rule: SpecialRule) -> TokenStream {
        let (condition, event) = if class == Class::Infinity {
            (quote!(value.infinite), quote!(rt::Kinds::INFINITY))
        } else {
            (quote!(value.nan), quote!(rt::Kinds::NAN))
        };
        let zero = self.nothing();
        let (value, kinds) = match rule {
            SpecialRule::Keep if class == Class::Nan => {
                // A plain quiet NaN loses nothing where the format has but one.
                let payload = word(names::mask(self.native.fraction - 1), self.native.fraction);
                (self.written(class), quote!(rt::Kinds::NAN.when(value.significand & #payload != 0)))
            }
            SpecialRule::Keep => (self.written(class), quote!(rt::Kinds::NONE)),
            SpecialRule::Error | SpecialRule::Zero => (Some(zero), event),
            SpecialRule::Nan => (self.written(Class::Nan), event),
            SpecialRule::Infinity => (self.written(Class::Infinity), event),
            SpecialRule::Saturate => (Some(self.largest()), event),
            SpecialRule::Reserved => (self.written(Class::Reserved), event),
            SpecialRule::Missing => (self.written(Class::Missing), event),
        };
        let word = self.word(value.unwrap_or(zero));
        let is_nan = rule == SpecialRule::Nan || (rule == SpecialRule::Keep && class == Class::Nan);
        let signed = matches!(
            rule,
            SpecialRule::Keep | SpecialRule::Infinity | SpecialRule::Saturate | SpecialRule::Nan
        );
        let word = match self.float.negation {
            _ if rule == SpecialRule::Saturate && self.line.end != self.line.negative_end => {
                let below = self.word(self.negative_end());
                quote!(if value.negative { #below } else { #word })
            }
            Negation::SignMagnitude if signed && has_sign_bit(self.float) && self.sign_is_free(value) => {
                self.emit_signed(value.unwrap_or(zero))
            }
            Negation::TwosSignificand | Negation::ImpliedComplement
                if signed && rule != SpecialRule::Saturate && self.sign_is_free(value) =>
            {
                self.emit_signed(value.unwrap_or(zero))
            }
            Negation::TwosWord | Negation::OnesWord
                if signed && !is_nan && self.used() != names::mask(self.format.bits) =>
            {
                let complement = self.word(self.complement(value.unwrap_or(zero)));
                quote!(if value.negative { #complement } else { #word })
            }
            Negation::TwosWord if signed && !is_nan => {
                let bits = names::decimal(i128::from(self.format.bits));
                let ty = self.computed.ty();
                quote!(rt::Made::<#ty>::new(#word).negated_if(value.negative, #bits).word)
            }
            Negation::OnesWord if signed && !is_nan => {
                let bits = names::decimal(i128::from(self.format.bits));
                let ty = self.computed.ty();
                quote!(rt::Made::<#ty>::new(#word).inverted_if(value.negative, #bits).word)
            }
            Negation::TwosSignificand | Negation::ImpliedComplement
                if signed && rule == SpecialRule::Saturate =>
            {
                let least = self.word(self.negative_end());
                quote!(if value.negative { #least } else { #word })
            }
            Negation::None if rule == SpecialRule::Saturate => self.emit_end(),
            // What is below zero is an overflow, which is settled by now.
            Negation::None if rule == SpecialRule::Keep && class == Class::Infinity => {
                return quote!(let made = made.or(value.infinite && !value.negative, #word, #kinds););
            }
            _ => word,
        };
        quote!(let made = made.or(#condition, #word, #kinds);)
    }

    fn emit_payload(&self) -> TokenStream {
        let Writer { format, float, native, .. } = self;
        let stored = width(&float.significand);
        let written = self.written(Class::Nan).unwrap_or(0);
        let frame = float
            .significand
            .iter()
            .fold(written, |word, range| word & !(names::mask(range.width()) << range.low));
        let frame = self.word(frame);
        let mask = word(names::mask(native.fraction), native.fraction);
        let (aligned, lost) = if stored >= native.fraction {
            let up = names::decimal(i128::from(stored - native.fraction));
            let aligned = if stored == native.fraction { quote!(fraction) } else { quote!(fraction << #up) };
            (aligned, quote!(rt::Kinds::NONE))
        } else {
            let down = native.fraction - stored;
            let dropped = word(names::mask(down), down);
            let down = names::decimal(i128::from(down));
            (quote!(fraction >> #down), quote!(rt::Kinds::NAN.when(fraction & #dropped != 0)))
        };
        let top = word(1 << (stored - 1), stored);
        let payload = match float.quiet {
            Quiet::Set => quote!(#aligned),
            Quiet::Clear => quote!((#aligned) ^ #top),
        };
        // A payload of zero would be an infinity: a quiet one has its lowest bit set where quiet is clear.
        let otherwise = match float.quiet {
            Quiet::Set => top,
            Quiet::Clear => quote!(1),
        };
        let spread = emit_spread(&quote!(payload), &float.significand, format.bits).unwrap_or_default();
        let sign = self.emit_sign_bit();
        quote! {
            let fraction = value.significand & #mask;
            let payload = #payload;
            let payload = if payload == 0 { #otherwise } else { payload };
            let made = made.or(value.nan, #frame | #spread | #sign, #lost);
        }
    }
}
