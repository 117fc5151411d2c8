//! Floats of any kind: their plans, printed.

use datarep_dsl::model::{Conversion, Float, Format, Native};
use datarep_plan::ordinary;
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
    let facts = (conversion.native, conversion.native.float().unwrap_or_else(|| unreachable!("a float")));
    let (read, copies) = datarep_plan::float::read_exact(format, float, facts, &conversion.read);
    let read_ordinary = if copies {
        Ordinary::Exact
    } else {
        Ordinary::planned(ordinary::read(format, float, conversion.native, &conversion.read), "word")
    };
    let (write, copies) = datarep_plan::float::write_exact(format, float, facts, &conversion.write);
    let write_ordinary = if copies {
        Ordinary::Exact
    } else {
        Ordinary::planned(ordinary::write(format, float, conversion.native, &conversion.write), "native")
    };
    let (read, write) = crate::convert::exact(&read, &write);
    Bodies { read, write, read_ordinary, write_ordinary }
}
