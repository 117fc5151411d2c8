//! Floats of any kind: the fields of a word, and the runtime's exact arithmetic between them and a native float.
//!
//! What the numbers of a format are is settled here once, as a [`Line`]; `read` and `write` emit
//! code that takes words apart and puts them together.

mod fields;
mod line;
mod ordinary;
mod read;
mod write;

use datarep_dsl::model::{
    BitRange, Class, Comparison, Condition, Conversion, Field, Float, Format, Native, Negation, SpecialRule,
    ZeroRule,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::convert::{Bodies, Ordinary, Written};
use crate::names;
use line::Line;

/// A native float as the emitters need it.
#[derive(Clone, Copy)]
pub(crate) struct NativeFloat {
    native: Native,
    bits: u32,
    /// Stored bits right of the leading one.
    fraction: u32,
    /// The word of infinity.
    infinity: u128,
}

impl NativeFloat {
    pub(crate) fn of(native: Native) -> NativeFloat {
        let (bits, fraction, top) = match native {
            Native::F16 => (16, 10, 0x1F_u128),
            Native::Bf16 => (16, 7, 0xFF),
            Native::F32 => (32, 23, 0xFF),
            Native::F64 => (64, 52, 0x7FF),
            Native::LongDouble => (80, 63, 0xFFFF),
            Native::F128
            | Native::I8
            | Native::I16
            | Native::I32
            | Native::I64
            | Native::I128
            | Native::U8
            | Native::U16
            | Native::U32
            | Native::U64
            | Native::U128
            | Native::Bool
            | Native::Logical1
            | Native::Logical2
            | Native::Logical4
            | Native::Logical8
            | Native::Logical16
            | Native::Character
            | Native::WideCharacter
            | Native::Decimal => (128, 112, 0x7FFF),
        };
        NativeFloat { native, bits, fraction, infinity: top << fraction }
    }

    /// The type itself.
    pub(crate) fn native(self) -> Native {
        self.native
    }

    pub(crate) fn suffix(self) -> &'static str {
        match self.native {
            Native::F16 => "f16",
            Native::Bf16 => "bf16",
            Native::F32 => "f32",
            Native::F64 => "f64",
            Native::LongDouble => "long_double",
            _ => "f128",
        }
    }

    /// Bits of a word; 80 of the platform's `long double`.
    pub(crate) fn bits(self) -> u32 {
        self.bits
    }

    /// Stored bits right of the leading one.
    pub(crate) fn fraction(self) -> u32 {
        self.fraction
    }

    /// The word of infinity.
    pub(crate) fn infinity(self) -> u128 {
        self.infinity
    }

    /// The word of the largest number.
    pub(crate) fn largest(self) -> u128 {
        // The leading bit of an 80-bit extended number is stored.
        if self.native == Native::LongDouble { 0x7FFE_FFFF_FFFF_FFFF_FFFF } else { self.infinity - 1 }
    }

    /// Whether it goes by 64-bit words where the format does.
    pub(crate) fn is_narrow(self) -> bool {
        self.bits <= 64
    }

    /// What is no number to the processor is written as a NaN is, and counted as one that lost what it was.
    pub(crate) fn emit_invalid(self) -> TokenStream {
        if self.native == Native::LongDouble {
            quote!(let made = made.but(rt::is_invalid(native), rt::Kinds::NAN);)
        } else {
            quote!()
        }
    }

    pub(crate) fn emit_from_bits(self, word: &TokenStream, computed: u32) -> TokenStream {
        let ty = names::native(self.native);
        let bits = names::unsigned(if self.native == Native::LongDouble { 128 } else { self.bits });
        if names::container(self.bits) == computed {
            quote!(#ty::from_bits(#word))
        } else {
            quote!(#ty::from_bits(#word as #bits))
        }
    }
}

/// The words in which a conversion computes: `u64` where all fits, else `u128`.
#[derive(Clone, Copy)]
struct Width(u32);

impl Width {
    fn of(format: &Format, line: &Line, native: NativeFloat) -> Width {
        let narrow = format.bits <= 64 && line.precision <= 62 && native.is_narrow();
        Width(if narrow { 64 } else { 128 })
    }

    fn ty(self) -> Ident {
        format_ident!("u{}", self.0)
    }

    fn round(self) -> Ident {
        format_ident!("round_u{}", self.0)
    }

    fn make(self, native: NativeFloat) -> Ident {
        let wide = if self.0 == 128 && native.is_narrow() { "wide_" } else { "" };
        format_ident!("make_{wide}{}", native.suffix())
    }

    fn unpack(self, native: NativeFloat) -> Ident {
        let wide = if self.0 == 128 && native.is_narrow() { "wide_" } else { "" };
        format_ident!("unpack_{wide}{}", native.suffix())
    }
}

/// Whether every word means what it means to the processor, and the rules leave it as it is.
pub(crate) fn is_native(format: &Format, float: &Float, conversion: &Conversion) -> bool {
    let native = NativeFloat::of(conversion.native);
    let identical = line::is_ieee(format, float, native.bits, native.fraction);
    identical && keeps(&conversion.read) && keeps(&conversion.write)
}

/// The bodies for a float format and a native float.
pub(crate) fn emit(format: &Format, float: &Float, conversion: &Conversion) -> Bodies {
    let native = NativeFloat::of(conversion.native);
    let identical = line::is_ieee(format, float, native.bits, native.fraction);
    let (read, read_ordinary) = if identical && keeps(&conversion.read) {
        let value = native.emit_from_bits(&quote!(word), names::container(format.bits));
        (quote!((#value, rt::Kinds::NONE)), Ordinary::Exact)
    } else {
        let exact = read::emit(format, float, native, &conversion.read);
        (exact, Ordinary::of(ordinary::emit_read(format, float, native, &conversion.read)))
    };
    let (write, write_ordinary) = if identical && keeps(&conversion.write) {
        let word = quote!(native.to_bits());
        (Written { statements: quote!(), word, kinds: quote!(rt::Kinds::NONE) }, Ordinary::Exact)
    } else {
        let exact = write::emit(format, float, native, &conversion.write);
        (exact, ordinary::emit_write(format, float, native, &conversion.write))
    };
    Bodies { read, write, read_ordinary, write_ordinary }
}

/// Whether the rules leave every bit pattern as it is where format and native are the same.
fn keeps(policy: &datarep_dsl::model::Policy) -> bool {
    policy.infinity == SpecialRule::Keep
        && policy.nan == SpecialRule::Keep
        && policy.negative_zero == ZeroRule::Keep
}

/// `(word >> 48) & 0x7fff`, the ranges put together, as a value of `word`'s type.
fn emit_field(ranges: &[BitRange], bits: u32) -> TokenStream {
    let mut below: u32 = ranges.iter().map(|range| range.width()).sum();
    let mut parts = Vec::new();
    for range in ranges {
        below -= range.width();
        let mask = names::hex(names::mask(range.width()), range.width().next_multiple_of(8));
        let low = names::decimal(i128::from(range.low));
        let shifted = if range.low == 0 { quote!(word) } else { quote!((word >> #low)) };
        let part = if range.high + 1 == bits && range.low > 0 {
            quote!(word >> #low)
        } else if range.width() == bits {
            quote!(word)
        } else {
            quote!(#shifted & #mask)
        };
        let up = names::decimal(i128::from(below));
        parts.push(match (ranges.len(), below) {
            (1, _) => part,
            (_, 0) => quote!((#part)),
            _ => quote!((#part) << #up),
        });
    }
    match parts.as_slice() {
        [] => quote!(0),
        [one] => one.clone(),
        _ => quote!(#(#parts)|*),
    }
}

/// A value spread over the ranges, `None` where there are none.
fn emit_spread(value: &TokenStream, ranges: &[BitRange], bits: u32) -> Option<TokenStream> {
    let mut below: u32 = ranges.iter().map(|range| range.width()).sum();
    let mut parts = Vec::new();
    for range in ranges {
        below -= range.width();
        let down = names::decimal(i128::from(below));
        let mask = names::hex(names::mask(range.width()), range.width().next_multiple_of(8));
        let low = names::decimal(i128::from(range.low));
        let part = if below == 0 { value.clone() } else { quote!((#value >> #down)) };
        let part = if range.width() == bits { part } else { quote!((#part & #mask)) };
        parts.push(if range.low == 0 { part } else { quote!(#part << #low) });
    }
    (!parts.is_empty()).then(|| quote!(#(#parts)|*))
}

/// A condition over the emitted variables `sign`, `exponent`, `fraction`, `leading`.
fn emit_condition(condition: &Condition) -> TokenStream {
    match condition {
        Condition::Compare(field, comparison, number) => {
            let variable = match field {
                Field::Sign => quote!(sign),
                Field::Exponent => quote!(exponent),
                Field::Significand => quote!(fraction),
                Field::Leading => quote!(leading),
            };
            let number = match field {
                Field::Exponent => names::decimal(*number),
                Field::Sign | Field::Significand | Field::Leading if *number < 10 => names::decimal(*number),
                Field::Sign | Field::Significand | Field::Leading => {
                    let bits = 128 - number.unsigned_abs().leading_zeros();
                    let number = names::hex(number.unsigned_abs(), bits);
                    quote!(#number)
                }
            };
            match comparison {
                Comparison::Equal => quote!(#variable == #number),
                Comparison::NotEqual => quote!(#variable != #number),
                Comparison::Less => quote!(#variable < #number),
                Comparison::LessOrEqual => quote!(#variable <= #number),
                Comparison::Greater => quote!(#variable > #number),
                Comparison::GreaterOrEqual => quote!(#variable >= #number),
            }
        }
        Condition::And(left, right) => {
            let (left, right) = (emit_operand(left, true), emit_operand(right, true));
            quote!(#left && #right)
        }
        Condition::Or(left, right) => {
            let (left, right) = (emit_operand(left, false), emit_operand(right, false));
            quote!(#left || #right)
        }
    }
}

fn emit_operand(condition: &Condition, and: bool) -> TokenStream {
    let inner = emit_condition(condition);
    let weaker = matches!((condition, and), (Condition::Or(..), true) | (Condition::And(..), false));
    if weaker { quote!((#inner)) } else { inner }
}

/// Whether a set sign bit means a negative number and nothing else in the word.
fn has_sign_bit(float: &Float) -> bool {
    float.negation == Negation::SignMagnitude && float.sign.is_some()
}

/// Whether NaNs of the format differ in their significand as IEEE's do.
fn holds_payload(float: &Float) -> bool {
    let mut nans = float.specials.iter().filter(|special| special.class == Class::Nan);
    let Some(written) = nans.find_map(|special| special.written) else { return false };
    let stored = fields::width(&float.significand);
    if stored == 0 || !has_sign_bit(float) {
        return false;
    }
    let fields = fields::Fields::of(float, written);
    [1, 1 << (stored - 1), names::mask(stored)]
        .iter()
        .all(|&fraction| fields::Fields { fraction, ..fields }.class(float) == Some(Class::Nan))
}

/// A number as a literal of `bits` bits.
fn word(value: u128, bits: u32) -> TokenStream {
    if value == 0 {
        return quote!(0);
    }
    let value = names::hex(value, bits);
    quote!(#value)
}
