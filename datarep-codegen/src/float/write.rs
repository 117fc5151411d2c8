//! Native to file: a native float rounded to the format's significand, its fields put together, and what the format cannot hold by the rules.

mod special;

use datarep_dsl::model::{Class, ExponentCode, Float, Format, Leading, Negation, Overflow, Policy, ZeroRule};
use proc_macro2::TokenStream;
use quote::quote;

use super::fields::{self, Fields, width};
use super::line::{End, Line, Start, unbiased};
use super::{NativeFloat, Width, emit_spread, has_sign_bit, word};
use crate::convert::Written;
use crate::names;

/// The body of `write`.
pub(super) fn emit(format: &Format, float: &Float, native: NativeFloat, policy: &Policy) -> Written {
    let line = Line::of(float);
    let computed = Width::of(format, &line, native);
    let writer = Writer { format, float, native, policy, line, computed };
    let number = writer.emit_number();
    let finite = writer.emit_finite();
    let specials = writer.emit_specials();
    let container = names::unsigned(format.bits);
    let word = if names::container(format.bits) == computed.0 {
        quote!(made.word)
    } else {
        quote!((made.word as #container))
    };
    let statements = quote! {
        #number
        #finite
        #specials
    };
    Written { statements, word, kinds: quote!(made.kinds) }
}

struct Writer<'a> {
    format: &'a Format,
    float: &'a Float,
    native: NativeFloat,
    policy: &'a Policy,
    line: Line,
    computed: Width,
}

impl Writer<'_> {
    fn word(&self, value: u128) -> TokenStream {
        word(value, self.format.bits)
    }

    /// `value`, `rounded` and `made`: the word of the number, before its sign.
    fn emit_number(&self) -> TokenStream {
        let Writer { format, float, line, .. } = self;
        let ty = self.computed.ty();
        let unpack = self.computed.unpack(self.native);
        let round = self.computed.round();
        let rounding = names::rounding(self.policy.rounding);
        let precision = names::decimal(i128::from(line.precision));
        let radix_bits = names::decimal(i128::from(line.radix_bits));
        let negative_one = line.negative_one;
        let target = |start: Start, steps: i64| {
            let (smallest, steps) =
                (names::decimal(i128::from(start.smallest)), names::decimal(i128::from(steps)));
            quote! {
                rt::Target {
                    precision: #precision,
                    radix_bits: #radix_bits,
                    smallest: #smallest,
                    steps: #steps,
                    negative_one: #negative_one,
                }
            }
        };
        let [steps, negative_steps] = [false, true].map(|negative| self.steps(negative));
        let (targets, target) = if line.start.first == line.negative_start.first {
            let target = target(line.start, steps.max(negative_steps));
            (quote!(const TARGET: rt::Target = #target;), quote!(TARGET))
        } else {
            let (positive, negative) =
                (target(line.start, steps), target(line.negative_start, negative_steps));
            let targets = quote! {
                const POSITIVE: rt::Target = #positive;
                const NEGATIVE: rt::Target = #negative;
                let target = if value.negative { NEGATIVE } else { POSITIVE };
            };
            (targets, quote!(target))
        };
        let significand = self.emit_significand();
        let exponent = self.emit_exponent();
        let low = self.emit_low_exponent();
        let field = quote!(exponent);
        let mut parts = Vec::new();
        if let Some(exponent) = emit_spread(&field, &float.exponent, format.bits) {
            parts.push(exponent);
        }
        if let Some(low) = &float.low {
            parts.extend(emit_spread(&quote!(low), &low.exponent, format.bits));
        }
        if let Leading::Explicit(bit) = float.leading {
            let stored = names::decimal(i128::from(width(&float.significand)));
            let bit = names::decimal(i128::from(bit));
            parts.push(quote!((rounded.significand >> #stored) << #bit));
        }
        if let Some(significand) = emit_spread(&quote!(significand), &float.significand, format.bits) {
            parts.push(significand);
        }
        quote! {
            let value = rt::#unpack(native);
            #targets
            let rounded =
                rt::#round(value.negative, value.significand, value.exponent, #target, #rounding);
            #exponent
            #low
            #significand
            let word: #ty = #(#parts)|*;
            let made = rt::Made::<#ty>::rounded(word, rounded.inexact);
        }
    }

    /// `significand`: the stored bits, an integer of the computing width.
    fn emit_significand(&self) -> TokenStream {
        let twos = matches!(self.float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
        if self.float.significand.is_empty() {
            // An exponent alone.
            quote!()
        } else if twos {
            quote! {
                let significand = if value.negative {
                    rounded.significand.wrapping_neg()
                } else {
                    rounded.significand
                };
            }
        } else {
            quote!(let significand = rounded.significand;)
        }
    }

    /// The number of the exponent field at `rounded.step`, an `i32`: bias included, the code not yet applied.
    fn emit_step(&self) -> TokenStream {
        self.emit_by_sign(|start| {
            let first = unbiased(self.float, start.first) + self.float.bias;
            match first {
                0 => quote!(rounded.step),
                1.. => {
                    let first = names::decimal(i128::from(first));
                    quote!((rounded.step + #first))
                }
                _ => {
                    let first = names::decimal(i128::from(-first));
                    quote!((rounded.step - #first))
                }
            }
        })
    }

    /// What depends on where the numbers of the value's sign begin.
    fn emit_by_sign(&self, emit: impl Fn(Start) -> TokenStream) -> TokenStream {
        let (positive, negative) = (emit(self.line.start), emit(self.line.negative_start));
        if positive.to_string() == negative.to_string() {
            positive
        } else {
            quote!((if value.negative { #negative } else { #positive }))
        }
    }

    /// The number of the exponent field, an `i32`: that of subnormals for numbers below the smallest normal one and for zero.
    fn emit_field_number(&self) -> TokenStream {
        let number = self.emit_step();
        self.emit_by_sign(|start| match start.subnormal {
            Some(subnormal) => {
                let subnormal = names::decimal(i128::from(unbiased(self.float, subnormal) + self.float.bias));
                quote!((if rounded.tiny || rounded.significand == 0 { #subnormal } else { #number }))
            }
            None => number.clone(),
        })
    }

    /// `low`: the exponent field of a second word, an integer of the computing width.
    fn emit_low_exponent(&self) -> TokenStream {
        let Some(low) = &self.float.low else { return quote!() };
        let ty = self.computed.ty();
        let stored = width(&low.exponent);
        let mask = names::hex(names::mask(stored), stored);
        let number = self.emit_field_number();
        let less = names::decimal(i128::from(low.less));
        if self.float.code == ExponentCode::ExcessOnes {
            let bias = names::decimal(i128::from(self.float.bias));
            return quote! {
                let low: i32 = #number - #less;
                let low = (low - i32::from(low < #bias)) as #ty & #mask;
            };
        }
        quote!(let low = (#number - #less) as #ty & #mask;)
    }

    /// `exponent`: the exponent field, an integer of the computing width.
    fn emit_exponent(&self) -> TokenStream {
        let float = self.float;
        let stored = width(&float.exponent);
        if stored == 0 {
            return quote!();
        }
        let ty = self.computed.ty();
        let number = self.emit_field_number();
        let mask = names::hex(names::mask(stored), stored);
        match float.code {
            ExponentCode::Excess => quote!(let exponent = #number as #ty;),
            ExponentCode::Twos => quote!(let exponent = #number as #ty & #mask;),
            ExponentCode::SignMagnitude => {
                let top = names::decimal(i128::from(stored - 1));
                quote! {
                    let number: i32 = #number;
                    let exponent = #ty::from(number < 0) << #top | #ty::from(number.unsigned_abs());
                }
            }
            ExponentCode::ExcessOnes => {
                let bias = names::decimal(i128::from(float.bias));
                quote! {
                    let number: i32 = #number;
                    let exponent = (number - i32::from(number < #bias)) as #ty;
                }
            }
            ExponentCode::Rotated => quote! {
                let number: i32 = #number;
                let exponent = (number << 1 | i32::from(number < 0)) as #ty & #mask;
            },
        }
    }

    /// Underflow, overflow, zero and the sign: every finite value settled.
    fn emit_finite(&self) -> TokenStream {
        let Writer { float, line, policy, .. } = self;
        let keeps_small = |start: Start| start.gradual && !policy.underflow.vanishes();
        let is_fixed = float.is_fixed_point();
        let small = if is_fixed {
            quote!()
        } else if keeps_small(line.start) || keeps_small(line.negative_start) {
            // Where one sign alone keeps them, those of the other vanish below.
            quote!(let made = made.but(rounded.tiny && rounded.inexact, rt::Kinds::UNDERFLOW);)
        } else {
            quote!()
        };
        let beyond = match policy.overflow {
            Overflow::Infinity => self.written(Class::Infinity),
            Overflow::Nan => self.written(Class::Nan),
            Overflow::Saturate | Overflow::Error | Overflow::Wrap => None,
        };
        let twos = matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
        // A word that stands for no number has a sign where it stays what it is with it.
        let takes_sign = match (beyond, float.negation) {
            (None, _) | (_, Negation::None) => true,
            (word, Negation::SignMagnitude | Negation::TwosSignificand | Negation::ImpliedComplement) => {
                self.sign_is_free(word)
            }
            (_, Negation::TwosWord | Negation::OnesWord) => policy.overflow == Overflow::Infinity,
        };
        let beyond = match beyond {
            None if twos => {
                // The sign bit is put on below.
                let End { last, most } = line.negative_end;
                let least = self.word(fields::assemble(float, false, last, !most));
                let largest = self.word(self.largest());
                quote!(if value.negative { #least } else { #largest })
            }
            None => self.emit_end(),
            // What is below all numbers is not above them.
            Some(beyond) if float.negation == Negation::None && policy.overflow == Overflow::Infinity => {
                let (beyond, nothing) = (self.word(beyond), self.word(self.nothing()));
                quote!(if value.negative { #nothing } else { #beyond })
            }
            Some(beyond) => self.word(beyond),
        };
        let overflow = self.emit_overflow();
        let large = quote!(let made = made.or(#overflow, #beyond, rt::Kinds::OVERFLOW););
        let sign = self.emit_sign();
        let (large, sign) = if takes_sign { (large, sign) } else { (sign, large) };
        // Zeros come after the sign: theirs is a matter of its own.
        let vanished = self.emit_by_sign(|start| {
            if keeps_small(start) {
                quote!(rounded.significand == 0 && value.significand != 0)
            } else {
                quote!(rounded.tiny)
            }
        });
        // What would be the smallest number is none: it vanishes as what is below it does.
        let vanished = match self.emit_hole() {
            Some(hole) => quote!(#vanished || #hole),
            None => vanished,
        };
        // Without a sign what is below zero is beyond the numbers, however small.
        let vanished = match float.negation {
            Negation::None => quote!(!value.negative && (#vanished)),
            _ => vanished,
        };
        let zero = self.emit_zero(&vanished);
        quote! {
            #small
            #large
            #sign
            #zero
        }
    }

    /// The condition that the number is rounded to one of the smallest exponent that is none.
    fn emit_hole(&self) -> Option<TokenStream> {
        let Line { precision, hole, negative_hole, negative_one, .. } = self.line;
        let hole_at = |bit: u32| {
            let significand = word(1 << bit, bit + 1);
            quote!(rounded.step == 0 && rounded.significand == #significand)
        };
        let positive = hole_at(precision - 1);
        let negative = if negative_one { hole_at(precision) } else { positive.clone() };
        match (hole, negative_hole) {
            (false, false) => None,
            (true, false) => Some(quote!(#positive && !value.negative)),
            (false, true) => Some(quote!(#negative && value.negative)),
            (true, true) if negative_one => {
                Some(quote!(#positive && !value.negative || #negative && value.negative))
            }
            (true, true) => Some(positive),
        }
    }

    /// What `vanished`, and zeros: a zero with its sign by the rule, or the smallest number where the format has none.
    fn emit_zero(&self, vanished: &TokenStream) -> TokenStream {
        let Writer { float, policy, .. } = self;
        let Some(zero) = self.written(Class::Zero) else {
            let least = self.emit_least();
            return quote! {
                let made = made.or(value.significand == 0 || #vanished, #least, rt::Kinds::UNDERFLOW);
            };
        };
        let zero = self.word(zero);
        let signed = self.signed_zero();
        let vanished_word = if policy.negative_zero != ZeroRule::Keep {
            zero.clone()
        } else if signed {
            self.emit_signed(self.written(Class::Zero).unwrap_or(0))
        } else if self.has_complement_of_zero() {
            let mask = self.word(self.used());
            quote!(if value.negative { !#zero & #mask } else { #zero })
        } else {
            zero.clone()
        };
        let zero_case = match (signed, policy.negative_zero) {
            (_, _) if float.negation == Negation::None => {
                quote!(let made = made.or(value.significand == 0, #zero, rt::Kinds::NEGATIVE_ZERO.when(value.negative));)
            }
            (true, ZeroRule::Keep) => {
                let zero = self.emit_signed(self.written(Class::Zero).unwrap_or(0));
                quote!(let made = made.or(value.significand == 0, #zero, rt::Kinds::NONE);)
            }
            (_, ZeroRule::Keep) if self.has_complement_of_zero() => {
                let mask = self.word(self.used());
                quote! {
                    let zero = if value.negative { !#zero & #mask } else { #zero };
                    let made = made.or(value.significand == 0, zero, rt::Kinds::NONE);
                }
            }
            _ => {
                quote!(let made = made.or(value.significand == 0, #zero, rt::Kinds::NEGATIVE_ZERO.when(value.negative));)
            }
        };
        let event = if float.is_fixed_point() { quote!(INEXACT) } else { quote!(UNDERFLOW) };
        quote! {
            let made = made.or(#vanished, #vanished_word, rt::Kinds::#event);
            #zero_case
        }
    }

    /// The word of the largest number, sign apart; without a sign that of the least where the value is below zero.
    fn emit_end(&self) -> TokenStream {
        let Writer { float, line, .. } = self;
        let largest = self.largest();
        let below = match float.negation {
            Negation::None => self.nothing(),
            _ => fields::assemble(float, false, line.negative_end.last, line.negative_end.most),
        };
        let (word, below_word) = (self.word(largest), self.word(below));
        if below == largest { word } else { quote!(if value.negative { #below_word } else { #word }) }
    }

    /// The word of the number nearest to zero, of the value's sign.
    fn emit_least(&self) -> TokenStream {
        let [positive, negative] = [false, true].map(|sign| self.nearest_to_zero(sign));
        let (least, below) = (self.word(positive), self.word(negative));
        if positive == negative { least } else { quote!(if value.negative { #below } else { #least }) }
    }

    fn emit_overflow(&self) -> TokenStream {
        let Writer { float, line, .. } = self;
        let negative = if float.negation == Negation::None {
            Some(quote!(value.negative && value.significand != 0))
        } else {
            None
        };
        let beyond = |negative: bool, end: End, more: u128| {
            let steps = names::decimal(i128::from(self.steps(negative)));
            let bits = 128 - (end.most + more).leading_zeros();
            let most = word(end.most + more, line.precision.max(bits));
            quote!((rounded.step == #steps && rounded.significand > #most))
        };
        let more = u128::from(line.negative_one);
        let is_whole = line.end.most == names::mask(line.precision);
        // The same end of a two's complement is one more.
        let same = line.end == line.negative_end && (is_whole || more == 0);
        let high = if !same || line.start.first != line.negative_start.first {
            let [above, below] =
                [(false, line.end, 0), (true, line.negative_end, more)].map(|(negative, end, more)| {
                    let (steps, beyond) =
                        (names::decimal(i128::from(self.steps(negative))), beyond(negative, end, more));
                    quote!(rounded.step > #steps || #beyond)
                });
            quote!(if value.negative { #below } else { #above })
        } else if is_whole {
            quote!(rounded.overflow)
        } else {
            let beyond = beyond(false, line.end, 0);
            quote!(rounded.overflow || #beyond)
        };
        match negative {
            Some(negative) => quote!(#high || (#negative)),
            None => high,
        }
    }

    /// The number's sign put on.
    fn emit_sign(&self) -> TokenStream {
        let bits = names::decimal(i128::from(self.format.bits));
        match self.float.negation {
            Negation::None => quote!(),
            Negation::TwosWord | Negation::OnesWord if self.used() != names::mask(self.format.bits) => {
                let complement = self.emit_complement();
                quote!(let made = rt::Made { word: if value.negative { #complement } else { made.word }, ..made };)
            }
            Negation::TwosWord => quote!(let made = made.negated_if(value.negative, #bits);),
            Negation::OnesWord => quote!(let made = made.inverted_if(value.negative, #bits);),
            Negation::SignMagnitude | Negation::TwosSignificand | Negation::ImpliedComplement => {
                if self.float.sign.is_none() {
                    return quote!();
                }
                let sign = self.emit_sign_bit();
                quote!(let made = rt::Made { word: made.word | #sign, ..made };)
            }
        }
    }

    /// A word with the value's sign.
    fn emit_signed(&self, word: u128) -> TokenStream {
        let sign = self.emit_sign_bit();
        if word == 0 {
            return sign;
        }
        let word = self.word(word);
        quote!(#word | #sign)
    }

    fn emit_sign_bit(&self) -> TokenStream {
        let ty = self.computed.ty();
        let bit = names::decimal(i128::from(self.float.sign.unwrap_or(0)));
        let sign = quote!(#ty::from(value.negative) << #bit);
        match &self.float.low {
            None => sign,
            Some(low) => {
                let bit = names::decimal(i128::from(low.sign));
                quote!((#sign | #ty::from(value.negative) << #bit))
            }
        }
    }

    /// Whether the word stays of its class with the sign bit set.
    fn sign_is_free(&self, word: Option<u128>) -> bool {
        let Some(fields) = word.map(|word| Fields::of(self.float, word)) else { return false };
        Fields { sign: true, ..fields }.class(self.float) == fields.class(self.float)
    }

    /// The word that is written for a class.
    fn written(&self, class: Class) -> Option<u128> {
        self.float.specials.iter().find_map(
            |special| {
                if special.class == class { special.written } else { None }
            },
        )
    }

    /// The word that stands where there is no number: zero, or the smallest number of a format that has none.
    fn nothing(&self) -> u128 {
        self.written(Class::Zero).unwrap_or_else(|| self.nearest_to_zero(false))
    }

    /// The word of the number of a sign that is nearest to zero.
    fn nearest_to_zero(&self, negative: bool) -> u128 {
        let Writer { float, line, .. } = self;
        let least = 1_u128 << (line.precision - line.radix_bits);
        let start = if negative { line.negative_start } else { line.start };
        let first = |sign, significand| fields::assemble(float, sign, start.first, significand);
        match float.negation {
            Negation::None => first(false, least),
            Negation::TwosWord | Negation::OnesWord if negative => self.complement(first(false, least)),
            // Of two's complement, with an implied bit: minus the least is the power of two that a sign beside zeros is.
            Negation::ImpliedComplement if negative => first(true, (least + 1).wrapping_neg()),
            Negation::SignMagnitude
            | Negation::TwosWord
            | Negation::OnesWord
            | Negation::TwosSignificand
            | Negation::ImpliedComplement => first(negative, least),
        }
    }

    /// The complement of `made.word`, of the bits that are in a field.
    fn emit_complement(&self) -> TokenStream {
        let used = self.word(self.used());
        if self.float.negation == Negation::OnesWord {
            return quote!(!made.word & #used);
        }
        // A carry goes through bits that are set.
        let unused = self.word(self.float.unused(self.format.bits));
        quote!((!made.word | #unused).wrapping_add(1) & #used)
    }

    /// The same of a word that is known.
    fn complement(&self, word: u128) -> u128 {
        if self.float.negation == Negation::OnesWord {
            return !word & self.used();
        }
        (!word | self.float.unused(self.format.bits)).wrapping_add(1) & self.used()
    }

    /// The bits of a word that are in a field.
    fn used(&self) -> u128 {
        names::mask(self.format.bits) & !self.float.unused(self.format.bits)
    }

    /// Whether all ones are a zero too.
    fn has_complement_of_zero(&self) -> bool {
        self.float.negation == Negation::OnesWord
            && !self.float.has_one_zero()
            && self.sign_is_free(self.written(Class::Zero))
    }

    /// Whether a set sign bit leaves the written zero a zero.
    fn signed_zero(&self) -> bool {
        !self.float.has_one_zero()
            && has_sign_bit(self.float)
            && self.sign_is_free(self.written(Class::Zero).or(Some(0)))
    }

    /// The word of the largest number.
    fn largest(&self) -> u128 {
        fields::assemble(self.float, false, self.line.end.last, self.line.end.most)
    }

    /// The word of the negative number farthest from zero, where a sign or a complement makes it of its magnitude.
    fn negative_end(&self) -> u128 {
        let End { last, most } = self.line.negative_end;
        match self.float.negation {
            Negation::TwosWord | Negation::OnesWord => {
                self.complement(fields::assemble(self.float, false, last, most))
            }
            Negation::TwosSignificand | Negation::ImpliedComplement => {
                fields::assemble(self.float, true, last, !most)
            }
            _ => fields::assemble(self.float, true, last, most),
        }
    }

    /// Exponents above the smallest, of a sign.
    fn steps(&self, negative: bool) -> i64 {
        let Line { start, negative_start, end, negative_end, .. } = &self.line;
        let (start, end) = if negative { (negative_start, negative_end) } else { (start, end) };
        unbiased(self.float, end.last) - unbiased(self.float, start.first)
    }
}
