//! Pairs of floats whose values are added: the runtime adds and splits, the rules are settled here.

use datarep_dsl::model::{Conversion, Format, Overflow, PairSum, Policy, SpecialRule, ZeroRule};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::convert::{Bodies, Ordinary, Written};
use crate::float::NativeFloat;
use crate::names;

/// The bodies for a pair and a native float.
pub(crate) fn emit(_: &Format, pair: &PairSum, conversion: &Conversion) -> Bodies {
    let sum = Sum {
        part: if pair.part_bits == 32 { F32 } else { F64 },
        native: NativeFloat::of(conversion.native),
    };
    Bodies {
        read: sum.emit_read(&conversion.read),
        write: sum.emit_write(&conversion.write),
        read_ordinary: Ordinary::None,
        write_ordinary: Ordinary::None,
    }
}

/// An IEEE format that is a part of a pair.
#[derive(Clone, Copy)]
struct Part {
    bits: u32,
    /// Stored bits right of the leading one.
    fraction: u32,
    /// The exponent field of infinity.
    top: u128,
}

const F32: Part = Part { bits: 32, fraction: 23, top: 0xFF };
const F64: Part = Part { bits: 64, fraction: 52, top: 0x7FF };

struct Sum {
    part: Part,
    native: NativeFloat,
}

impl Sum {
    /// The runtime's function of this name for the native float, by 128-bit words.
    fn function(&self, name: &str) -> Ident {
        let wide = if self.native.is_narrow() { "wide_" } else { "" };
        format_ident!("{name}_{wide}{}", self.native.suffix())
    }

    fn emit_read(&self, policy: &Policy) -> TokenStream {
        let Part { bits, fraction, .. } = self.part;
        let (sum, make) = (format_ident!("sum_f{bits}"), self.function("make"));
        let (word, down) = (names::unsigned(bits), names::decimal(i128::from(bits)));
        let rounding = names::rounding(policy.rounding);
        let beyond = names::beyond(policy.overflow);
        let flush = policy.underflow.vanishes();
        let (infinity, quiet) =
            (self.native.infinity(), self.native.infinity() | 1 << (self.native.fraction() - 1));
        let by = |rule: SpecialRule, kept: u128| match rule {
            SpecialRule::Keep => kept,
            SpecialRule::Error | SpecialRule::Nan | SpecialRule::Reserved | SpecialRule::Missing => quiet,
            SpecialRule::Zero => 0,
            SpecialRule::Infinity => infinity,
            SpecialRule::Saturate => self.native.largest(),
        };
        let counted = |rule: SpecialRule, event: TokenStream| {
            if rule == SpecialRule::Keep { quote!(rt::Kinds::NONE) } else { event }
        };
        let infinite = self.native_word(by(policy.infinity, infinity));
        let infinite_kinds = counted(policy.infinity, quote!(rt::Kinds::INFINITY));
        let nan = if policy.nan == SpecialRule::Keep {
            Sum::emit_payload(fraction, self.native.fraction(), infinity, self.native.bits())
        } else {
            let word = self.native_word(by(policy.nan, quiet));
            quote!(let made = made.or(value.nan, #word, rt::Kinds::NAN);)
        };
        let zero = if policy.negative_zero == ZeroRule::Keep {
            quote!(let negative = value.negative && !(made.word == 0 && made.kinds.meets(rt::Kinds::INFINITY.and(rt::Kinds::NAN)));)
        } else {
            quote! {
                let zero = value.negative && value.significand == 0;
                let made = made.but(zero, rt::Kinds::NEGATIVE_ZERO);
                let negative = value.negative && made.word != 0;
            }
        };
        let top = names::decimal(i128::from(self.native.bits() - 1));
        let value = self.native.emit_from_bits(&quote!((made.word | u128::from(negative) << #top)), 128);
        quote! {
            let value = rt::#sum((word >> #down) as #word, word as #word);
            let made = rt::#make(value.negative, value.significand, value.exponent, #rounding, #beyond, #flush);
            let made = made.or(value.infinite, #infinite, #infinite_kinds);
            #nan
            #zero
            (#value, made.kinds)
        }
    }

    fn native_word(&self, word: u128) -> TokenStream {
        literal(word, self.native.bits())
    }

    /// A NaN that stays one: its payload goes from the top of one fraction to the top of another.
    fn emit_payload(from: u32, to: u32, infinity: u128, bits: u32) -> TokenStream {
        let mask = literal(names::mask(from), from);
        let quiet = literal(1 << (to - 1), to);
        let infinity = literal(infinity, bits);
        let (aligned, lost) = if from <= to {
            let up = names::decimal(i128::from(to - from));
            let aligned = if from == to { quote!(payload) } else { quote!(payload << #up) };
            (aligned, quote!(rt::Kinds::NONE))
        } else {
            let dropped = literal(names::mask(from - to), from - to);
            let down = names::decimal(i128::from(from - to));
            (quote!(payload >> #down), quote!(rt::Kinds::NAN.when(payload & #dropped != 0)))
        };
        quote! {
            let payload = value.significand & #mask;
            let kept = #aligned;
            let kept = if kept == 0 { #quiet } else { kept };
            let made = made.or(value.nan, #infinity | kept, #lost);
        }
    }

    /// The words of a high and a low part.
    fn words(&self, high: u128, low: u128) -> u128 {
        high << self.part.bits | low
    }

    fn emit_write(&self, policy: &Policy) -> Written {
        let Part { bits, fraction, top } = self.part;
        let (unpack, split) = (self.function("unpack"), format_ident!("split_f{bits}"));
        let rounding = names::rounding(policy.rounding);
        let both = 2 * bits;
        let infinity = self.words(top << fraction, 0);
        let quiet = infinity | self.words(1 << (fraction - 1), 0);
        // Half a unit of the largest part is the smallest low part that would not fit.
        let half = (top - 1 - u128::from(fraction) - 1) << fraction;
        let largest = self.words((top << fraction) - 1, half - 1);
        let sign = names::decimal(i128::from(both - 1));
        let low_sign = names::decimal(i128::from(bits - 1));
        let minus = quote!(u128::from(value.negative) << #sign);
        let signed = |word: u128| {
            let literal = literal(word, both);
            if word == largest {
                quote!(#literal | #minus | u128::from(value.negative) << #low_sign)
            } else {
                quote!(#literal | #minus)
            }
        };
        let beyond = match policy.overflow {
            Overflow::Infinity => signed(infinity),
            Overflow::Nan => literal(quiet, both),
            Overflow::Saturate | Overflow::Error | Overflow::Wrap => signed(largest),
        };
        let keeps_zero = policy.negative_zero == ZeroRule::Keep;
        let zero = if keeps_zero {
            quote!(let made = made.or(value.significand == 0, #minus, rt::Kinds::NONE);)
        } else {
            quote!(let made = made.or(value.significand == 0, 0, rt::Kinds::NEGATIVE_ZERO.when(value.negative));)
        };
        let unsigned = if keeps_zero {
            quote!()
        } else {
            // What is rounded to zero has no sign either.
            quote!(let made = rt::Made { word: if made.word == 1 << #sign { 0 } else { made.word }, ..made };)
        };
        let tiny = if policy.underflow.vanishes() {
            let word = if keeps_zero { minus.clone() } else { quote!(0) };
            quote!(let made = made.or(tiny && value.significand != 0, #word, rt::Kinds::UNDERFLOW);)
        } else {
            quote!(let made = made.but(tiny && made.kinds.meets(rt::Kinds::INEXACT), rt::Kinds::UNDERFLOW);)
        };
        let special = |rule: SpecialRule, kept: TokenStream, event: TokenStream| match rule {
            SpecialRule::Keep => (kept, quote!(rt::Kinds::NONE)),
            SpecialRule::Error | SpecialRule::Zero | SpecialRule::Reserved | SpecialRule::Missing => {
                (quote!(0), event)
            }
            SpecialRule::Nan => (literal(quiet, both), event),
            SpecialRule::Infinity => (signed(infinity), event),
            SpecialRule::Saturate => (signed(largest), event),
        };
        let (infinite, infinite_kinds) =
            special(policy.infinity, signed(infinity), quote!(rt::Kinds::INFINITY));
        let nan = if policy.nan == SpecialRule::Keep {
            let payload = Sum::emit_payload(self.native.fraction(), fraction, top << fraction, bits);
            quote! {
                let whole = made;
                let made = rt::Made::<u128>::new(0);
                #payload
                let nan = made.word << #bits | #minus;
                let made = whole.or(value.nan, nan, made.kinds);
            }
        } else {
            let (word, kinds) = special(policy.nan, literal(quiet, both), quote!(rt::Kinds::NAN));
            quote!(let made = made.or(value.nan, #word, #kinds);)
        };
        let invalid = self.native.emit_invalid();
        let container = names::unsigned(both);
        let word = if both == 128 { quote!(made.word) } else { quote!((made.word as #container)) };
        let statements = quote! {
            let value = rt::#unpack(native);
            let (made, tiny) = rt::#split(value, #rounding);
            #unsigned
            #tiny
            let made = made.or(made.kinds.meets(rt::Kinds::OVERFLOW), #beyond, rt::Kinds::OVERFLOW);
            #zero
            let made = made.or(value.infinite, #infinite, #infinite_kinds);
            #nan
            #invalid
        };
        Written { statements, word, kinds: quote!(made.kinds) }
    }
}

fn literal(value: u128, bits: u32) -> TokenStream {
    if value == 0 {
        return quote!(0);
    }
    let value = names::hex(value, bits);
    quote!(#value)
}
