//! File to native: a word taken apart, rounded, and its special encodings by their rules.

use datarep_dsl::model::{
    Class, Comparison, Condition, ExponentCode, Field, Float, Format, Leading, MissingRule, Negation,
    Overflow, Policy, Quiet, Special, SpecialRule, ZeroRule,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::fields::{Fields, width};
use super::line::{self, Line};
use super::{NativeFloat, Width, emit_condition, emit_field, holds_payload, word};
use crate::names;

/// The body of `read`.
pub(super) fn emit(format: &Format, float: &Float, native: NativeFloat, policy: &Policy) -> TokenStream {
    let line = Line::of(float);
    let computed = Width::of(format, &line, native);
    let keeps_word = policy.missing == MissingRule::Payload && says_by_magnitude(float);
    let take_apart = emit_fields(format, float, computed, keeps_word);
    let classes = float.specials.iter().enumerate().map(|(index, special)| {
        let name = variable(index, special);
        let condition = emit_condition(&special.condition);
        // A subnormal is a number, which no later special may replace.
        let subnormal = float.specials[..index].iter().enumerate().filter(|(_, earlier)| {
            earlier.class == Class::Subnormal && may_both_hold(&earlier.condition, &special.condition)
        });
        let subnormal: Vec<_> = subnormal.map(|(index, earlier)| variable(index, earlier)).collect();
        if subnormal.is_empty() {
            quote!(let #name = #condition;)
        } else {
            quote!(let #name = #(!#subnormal &&)* (#condition);)
        }
    });
    let number = emit_number(float, &line, native, computed, policy);
    // The first special whose condition holds decides: the last `or` wins.
    let specials = float.specials.iter().enumerate().rev().filter_map(|(index, special)| {
        emit_special(format.bits, float, special, &variable(index, special), native, policy)
    });
    let sign = emit_sign(float, native, computed, policy);
    let value = native.emit_from_bits(&quote!(made.word), computed.0);
    quote! {
        #take_apart
        #(#classes)*
        #number
        #(#specials)*
        #sign
        (#value, made.kinds)
    }
}

/// Whether a word can meet both: not where they ask for two exponents.
fn may_both_hold(one: &Condition, other: &Condition) -> bool {
    match (only_exponent(one), only_exponent(other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

/// The one number that the exponent field can have under the condition.
fn only_exponent(condition: &Condition) -> Option<i128> {
    match condition {
        Condition::Compare(Field::Exponent, Comparison::Equal, number) => Some(*number),
        Condition::Compare(..) => None,
        Condition::And(left, right) => only_exponent(left).or_else(|| only_exponent(right)),
        Condition::Or(left, right) => {
            let left = only_exponent(left)?;
            (only_exponent(right)? == left).then_some(left)
        }
    }
}

/// The variable that says whether a word is of a special class.
fn variable(index: usize, special: &Special) -> proc_macro2::Ident {
    let class = match special.class {
        Class::Zero => "zero",
        Class::Subnormal => "subnormal",
        Class::Infinity => "infinity",
        Class::Nan => "nan",
        Class::Reserved => "reserved",
        Class::Invalid => "invalid",
        Class::Overflow => "overflow",
        Class::Underflow => "underflow",
        Class::Missing => "missing",
    };
    if index == 0 { format_ident!("{class}") } else { format_ident!("{class}_{index}") }
}

/// Whether the magnitude of a word is not the word, and there are missing values, whose word says which.
fn says_by_magnitude(float: &Float) -> bool {
    matches!(float.negation, Negation::TwosWord | Negation::OnesWord)
        && float.specials.iter().any(|special| special.class == Class::Missing)
}

/// `sign`, `exponent`, `fraction` and `leading` as conditions name them, and `negative`; `kept`, the word itself, where it
/// is asked for.
fn emit_fields(format: &Format, float: &Float, computed: Width, keeps_word: bool) -> TokenStream {
    let ty = computed.ty();
    let bits = format.bits;
    let widen =
        if names::container(bits) == computed.0 { quote!() } else { quote!(let word = #ty::from(word);) };
    let sign = float.sign.map(|bit| {
        let bit = names::decimal(i128::from(bit));
        let one = if bit.to_string() == (bits - 1).to_string() { quote!() } else { quote!(&1) };
        quote! {
            let sign = word >> #bit #one;
            let negative = sign != 0;
        }
    });
    let sign = sign.unwrap_or_else(|| quote!(let negative = false;));
    let unused = float.unused(bits);
    let mask = names::hex(names::mask(bits) & !unused, bits);
    let magnitude = match float.negation {
        Negation::TwosWord if unused != 0 => {
            // A carry goes through bits that are set.
            let unused = names::hex(unused, bits);
            quote!(let word = if negative { (!word | #unused).wrapping_add(1) & #mask } else { word };)
        }
        Negation::TwosWord => quote!(let word = if negative { word.wrapping_neg() & #mask } else { word };),
        Negation::OnesWord => quote!(let word = if negative { !word & #mask } else { word };),
        Negation::None
        | Negation::SignMagnitude
        | Negation::TwosSignificand
        | Negation::ImpliedComplement => quote!(),
    };
    let exponent = emit_exponent(float, bits);
    let fraction = emit_field(&float.significand, bits);
    let leading = match float.leading {
        Leading::Explicit(bit) => {
            let bit = names::decimal(i128::from(bit));
            quote!(let leading = word >> #bit & 1;)
        }
        Leading::None | Leading::Hidden => quote!(),
    };
    let kept = keeps_word.then(|| quote!(let kept = word;));
    quote! {
        #widen
        #kept
        #sign
        #magnitude
        let exponent = #exponent;
        let fraction = #fraction;
        #leading
    }
}

/// The number that the exponent field stands for, an `i32`.
fn emit_exponent(float: &Float, bits: u32) -> TokenStream {
    let field = emit_field(&float.exponent, bits);
    let stored = width(&float.exponent);
    if stored == 0 {
        return quote!(0_i32);
    }
    let spare = names::decimal(i128::from(32 - stored));
    match float.code {
        ExponentCode::Excess | ExponentCode::ExcessOnes => quote!((#field) as i32),
        ExponentCode::Twos => quote!(((#field) as i32) << #spare >> #spare),
        ExponentCode::SignMagnitude => {
            let top = names::decimal(i128::from(stored - 1));
            let magnitude = names::hex(names::mask(stored - 1), stored);
            quote!({
                let field = (#field) as i32;
                let magnitude = field & #magnitude;
                if field >> #top != 0 { -magnitude } else { magnitude }
            })
        }
        ExponentCode::Rotated => {
            let top = names::decimal(i128::from(stored - 1));
            quote!({
                let field = (#field) as i32;
                (field >> 1 | (field & 1) << #top) << #spare >> #spare
            })
        }
    }
}

/// `made`: the word of the number that the formula gives, sign apart.
fn emit_number(
    float: &Float,
    line: &Line,
    native: NativeFloat,
    computed: Width,
    policy: &Policy,
) -> TokenStream {
    let stored = width(&float.significand);
    let subnormal: Vec<_> = float
        .specials
        .iter()
        .enumerate()
        .filter(|(_, special)| special.class == Class::Subnormal)
        .map(|(index, special)| variable(index, special))
        .collect();
    let ty = computed.ty();
    let hidden = word(1 << stored.min(127), stored + 1);
    let significand = match (float.negation, float.leading) {
        (Negation::TwosSignificand, _) => quote!(if negative { #hidden - fraction } else { fraction }),
        (Negation::ImpliedComplement, _) => {
            let two = word(2 << stored, stored + 2);
            quote!(if negative { #two - fraction } else { #hidden | fraction })
        }
        (_, Leading::None) => quote!(fraction),
        (_, Leading::Hidden) if subnormal.is_empty() => quote!(#hidden | fraction),
        (_, Leading::Hidden) => {
            let stored = names::decimal(i128::from(stored));
            let normal = quote!(#ty::from(!(#(#subnormal)||*)));
            quote!(fraction | #normal << #stored)
        }
        (_, Leading::Explicit(_)) => {
            let stored = names::decimal(i128::from(stored));
            quote!(leading << #stored | fraction)
        }
    };
    let lift = if subnormal.is_empty() {
        quote!()
    } else {
        let first = names::decimal(i128::from(line.start.first));
        quote!(let exponent = if #(#subnormal)||* { #first } else { exponent };)
    };
    let lift = if float.code == ExponentCode::ExcessOnes {
        // Negative exponents are one less than they would be with a bias alone.
        let bias = names::decimal(i128::from(float.bias));
        quote!(#lift let exponent = exponent + i32::from(exponent < #bias);)
    } else {
        lift
    };
    let digit = i64::from(line.radix_bits);
    let offset = digit * float.bias + i64::from(float.fraction_bits);
    let scaled = if digit == 1 {
        quote!(exponent)
    } else {
        let digit = names::decimal(i128::from(digit));
        quote!(#digit * exponent)
    };
    let magnitude = names::decimal(i128::from(offset.abs()));
    let scale = match offset {
        0 => scaled,
        1.. => quote!(#scaled - #magnitude),
        _ => quote!(#scaled + #magnitude),
    };
    let make = computed.make(native);
    let rounding = names::rounding(policy.rounding);
    let beyond = names::beyond(policy.overflow);
    let flush = policy.underflow.vanishes();
    quote! {
        let significand = #significand;
        #lift
        let made = rt::#make(negative, significand, #scale, #rounding, #beyond, #flush);
    }
}

/// What a special class becomes, sign apart.
fn emit_special(
    bits: u32,
    float: &Float,
    special: &Special,
    condition: &proc_macro2::Ident,
    native: NativeFloat,
    policy: &Policy,
) -> Option<TokenStream> {
    let infinity = native.infinity;
    let quiet = infinity | 1 << (native.fraction - 1);
    // The implied leading bit of an 80-bit extended infinity is stored.
    let largest = if native.native == datarep_dsl::model::Native::LongDouble {
        0x7FFE_FFFF_FFFF_FFFF_FFFF
    } else {
        infinity - 1
    };
    let by = |rule: SpecialRule, kept: u128| match rule {
        SpecialRule::Keep => (kept, false),
        SpecialRule::Error | SpecialRule::Nan | SpecialRule::Reserved | SpecialRule::Missing => (quiet, true),
        SpecialRule::Zero => (0, true),
        SpecialRule::Infinity => (infinity, true),
        SpecialRule::Saturate => (largest, true),
    };
    let (value, kinds) = match special.class {
        Class::Subnormal => return None,
        Class::Zero => (0, None),
        Class::Infinity => {
            let (value, counts) = by(policy.infinity, infinity);
            (value, counts.then(|| quote!(rt::Kinds::INFINITY)))
        }
        Class::Nan => {
            if policy.nan == SpecialRule::Keep && holds_payload(float) {
                return Some(emit_payload(float, condition, native));
            }
            let (value, counts) = by(policy.nan, quiet);
            (value, counts.then(|| quote!(rt::Kinds::NAN)))
        }
        Class::Reserved | Class::Invalid => {
            let (value, _) = by(policy.reserved, quiet);
            (value, Some(quote!(rt::Kinds::RESERVED)))
        }
        Class::Overflow => {
            let value = match policy.overflow {
                Overflow::Saturate => largest,
                Overflow::Nan => quiet,
                Overflow::Infinity | Overflow::Error | Overflow::Wrap => infinity,
            };
            (value, Some(quote!(rt::Kinds::OVERFLOW)))
        }
        Class::Underflow => (0, Some(quote!(rt::Kinds::UNDERFLOW))),
        Class::Missing => match policy.missing {
            MissingRule::Payload => {
                let quiet = word(quiet, native.bits);
                let first = names::decimal(i128::from(bits.saturating_sub(8)));
                let word = if says_by_magnitude(float) { quote!(kept) } else { quote!(word) };
                return Some(
                    quote!(let made = made.or(#condition, #quiet | #word >> #first, rt::Kinds::NONE);),
                );
            }
            MissingRule::Error | MissingRule::Nan => (quiet, Some(quote!(rt::Kinds::MISSING))),
            MissingRule::Zero => (0, Some(quote!(rt::Kinds::MISSING))),
        },
    };
    let value = word(value, native.bits);
    let kinds = kinds.unwrap_or_else(|| quote!(rt::Kinds::NONE));
    Some(quote!(let made = made.or(#condition, #value, #kinds);))
}

/// A NaN that stays one: its payload goes to the top of the native fraction.
fn emit_payload(float: &Float, condition: &proc_macro2::Ident, native: NativeFloat) -> TokenStream {
    let stored = width(&float.significand);
    let infinity = word(native.infinity, native.bits);
    let quiet = word(1 << (native.fraction - 1), native.fraction);
    let top = word(1 << (stored.max(1) - 1), stored);
    let payload = match float.quiet {
        Quiet::Set => quote!(fraction),
        Quiet::Clear => quote!((fraction ^ #top)),
    };
    let (aligned, lost) = if stored <= native.fraction {
        let up = names::decimal(i128::from(native.fraction - stored));
        let aligned = if native.fraction == stored { payload } else { quote!(#payload << #up) };
        (aligned, quote!(rt::Kinds::NONE))
    } else {
        let down = stored - native.fraction;
        let dropped = word(names::mask(down), down);
        let down = names::decimal(i128::from(down));
        (quote!(#payload >> #down), quote!(rt::Kinds::NAN.when(fraction & #dropped != 0)))
    };
    quote! {
        let payload = #aligned;
        let payload = if payload == 0 { #quiet } else { payload };
        let made = made.or(#condition, #infinity | payload, #lost);
    }
}

/// The sign put on, a negative zero by its rule.
fn emit_sign(float: &Float, native: NativeFloat, computed: Width, policy: &Policy) -> TokenStream {
    if float.negation == Negation::None {
        return quote!();
    }
    let ty = computed.ty();
    let top = names::decimal(i128::from(native.bits - 1));
    let zeros: Vec<_> = float
        .specials
        .iter()
        .enumerate()
        .filter(|(_, special)| special.class == Class::Zero)
        .map(|(index, special)| (variable(index, special), special))
        .collect();
    // A zero that the sign bit can be set in is a negative zero.
    let can_be_negative = zeros.iter().any(|(_, special)| can_be_negative(float, special));
    let signed_zero = float.negation == Negation::SignMagnitude && can_be_negative;
    let names = zeros.iter().map(|(name, _)| exclusive(float, name));
    let names: Vec<_> = names.chain(emit_unnamed_zero(float)).collect();
    let put = quote!(let made = rt::Made { word: made.word | #ty::from(negative) << #top, ..made };);
    // A zero in the place of something else is positive, and every zero is where the rule has no negative ones.
    let has_missing = float.specials.iter().any(|special| special.class == Class::Missing);
    let missing =
        (has_missing && policy.missing == MissingRule::Zero).then(|| quote!(.and(rt::Kinds::MISSING)));
    let replaced =
        missing.is_some() || [policy.infinity, policy.nan, policy.reserved].contains(&SpecialRule::Zero);
    let positive = if policy.negative_zero != ZeroRule::Keep {
        quote!(let negative = negative && made.word != 0;)
    } else if replaced {
        quote! {
            let special = rt::Kinds::INFINITY.and(rt::Kinds::NAN).and(rt::Kinds::RESERVED) #missing;
            let negative = negative && !(made.word == 0 && made.kinds.meets(special));
        }
    } else {
        quote!()
    };
    let put = quote!(#positive #put);
    if names.is_empty() {
        return put;
    }
    let zero = quote!((#(#names)||*));
    if float.negation == Negation::OnesWord && can_be_negative {
        // All ones is the other zero.
        return match policy.negative_zero {
            ZeroRule::Keep => put,
            ZeroRule::Zero | ZeroRule::Error => quote! {
                let made = made.but(negative && #zero, rt::Kinds::NEGATIVE_ZERO);
                let negative = negative && !#zero;
                #put
            },
        };
    }
    if !signed_zero {
        return quote! {
            let negative = negative && !#zero;
            #put
        };
    }
    match policy.negative_zero {
        ZeroRule::Keep => put,
        ZeroRule::Zero | ZeroRule::Error => quote! {
            let made = made.but(negative && #zero, rt::Kinds::NEGATIVE_ZERO);
            let negative = negative && !#zero;
            #put
        },
    }
}

/// The condition that a word is zero by the formula, where such words have a sign and no clause names all of them.
fn emit_unnamed_zero(float: &Float) -> Option<TokenStream> {
    let complement = matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
    if complement || float.sign.is_none() {
        return None;
    }
    let is_unnamed = |exponent: i64| {
        let class = Fields { sign: true, exponent, fraction: 0, leading: false }.class(float);
        class == Some(Class::Subnormal) || class.is_none() && float.leading != Leading::Hidden
    };
    let specials = float.specials.iter().enumerate();
    let others: Vec<_> = specials
        .filter(|(_, special)| special.class != Class::Subnormal)
        .map(|(index, special)| variable(index, special))
        .collect();
    let other = if others.is_empty() { quote!() } else { quote!(&& !(#(#others)||*)) };
    line::turns(float).into_iter().any(is_unnamed).then(|| quote!(significand == 0 #other))
}

/// The variable of a special class, where an earlier class may have taken the word with that one's variable.
fn exclusive(float: &Float, name: &proc_macro2::Ident) -> TokenStream {
    let mut earlier = Vec::new();
    for (index, special) in float.specials.iter().enumerate() {
        if variable(index, special) == *name {
            earlier.retain(|(_, other): &(_, &Special)| may_both_hold(&other.condition, &special.condition));
            break;
        }
        earlier.push((variable(index, special), special));
    }
    let earlier: Vec<_> = earlier.into_iter().map(|(name, _)| name).collect();
    if earlier.is_empty() { quote!(#name) } else { quote!(#name && !(#(#earlier)||*)) }
}

/// Whether a zero of this class may have its sign bit set.
fn can_be_negative(float: &Float, special: &Special) -> bool {
    if float.has_one_zero() {
        return false;
    }
    let zero = Fields::of(float, special.written.unwrap_or(0));
    Fields { sign: true, ..zero }.meet(&special.condition)
}
