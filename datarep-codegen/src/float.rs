//! Floats of any kind: the fields of a word, and the runtime's exact arithmetic between them and a native float.
//!
//! What the numbers of a format are is settled here once, as a [`Line`]; `read` and `write` emit
//! code that takes words apart and puts them together.

mod fields;
mod line;
mod ordinary;

use datarep_dsl::model::{BitRange, Conversion, Float, Format, Native, Negation};
use proc_macro2::TokenStream;
use quote::quote;

use crate::convert::{Bodies, Ordinary};
use crate::names;

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

/// The bodies for a float format and a native float.
pub(crate) fn emit(format: &Format, float: &Float, conversion: &Conversion) -> Bodies {
    let native = NativeFloat::of(conversion.native);
    let facts = (conversion.native, conversion.native.float().unwrap_or_else(|| unreachable!("a float")));
    let (read, copies) = datarep_plan::float::read_exact(format, float, facts, &conversion.read);
    let read_ordinary = if copies {
        Ordinary::Exact
    } else {
        Ordinary::of(ordinary::emit_read(format, float, native, &conversion.read))
    };
    let (write, copies) = datarep_plan::float::write_exact(format, float, facts, &conversion.write);
    let write_ordinary =
        if copies { Ordinary::Exact } else { ordinary::emit_write(format, float, native, &conversion.write) };
    let (read, write) = crate::convert::exact(&read, &write);
    Bodies { read, write, read_ordinary, write_ordinary }
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

/// Whether a set sign bit means a negative number and nothing else in the word.
fn has_sign_bit(float: &Float) -> bool {
    float.negation == Negation::SignMagnitude && float.sign.is_some()
}

/// A number as a literal of `bits` bits.
fn word(value: u128, bits: u32) -> TokenStream {
    if value == 0 {
        return quote!(0);
    }
    let value = names::hex(value, bits);
    quote!(#value)
}
