//! Decimal digits: bytes and a number without its point, and that number as any native type.
//!
//! The runtime gathers digits and takes signs apart; what the two sides can hold, and what follows from it,
//! is settled here. A native integer is the number without its point.

use datarep_dsl::model::{
    ByteOrder, Conversion, Decimal, DecimalSign, DigitCode, DigitSet, Format, Native, Overflow, Plus, Policy,
    SpecialRule, ZeroRule,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::names;

/// The bodies of the two functions, from `file` to `(native, kinds)` and from `native` to `(file, kinds)`.
pub(crate) struct Whole {
    pub(crate) read: TokenStream,
    pub(crate) write: TokenStream,
}

/// The bodies for a decimal format.
pub(crate) fn emit(format: &Format, decimal: Decimal, conversion: &Conversion) -> Whole {
    let emitter = Emitter { decimal, bytes: format.bits / 8, conversion };
    let (read, write) = match conversion.native {
        Native::I8 | Native::I16 | Native::I32 | Native::I64 | Native::I128 => emitter.integer(true),
        Native::U8 | Native::U16 | Native::U32 | Native::U64 | Native::U128 => emitter.integer(false),
        Native::Decimal => emitter.native_decimal(),
        Native::F16
        | Native::Bf16
        | Native::F32
        | Native::F64
        | Native::LongDouble
        | Native::F128
        | Native::Bool
        | Native::Logical1
        | Native::Logical2
        | Native::Logical4
        | Native::Logical8
        | Native::Logical16
        | Native::Character
        | Native::WideCharacter => emitter.float(),
    };
    let (digits, bytes) = (emitter.emit_digits(), emitter.emit_bytes());
    Whole { read: quote!(#digits #read), write: quote!(#write #bytes) }
}

struct Emitter<'c> {
    decimal: Decimal,
    bytes: u32,
    conversion: &'c Conversion,
}

impl Emitter<'_> {
    /// The most that the digits can say.
    fn most(&self) -> u128 {
        10_u128.pow(self.decimal.digits) - 1
    }

    /// Bits of the integer that holds the digits' number.
    fn width(&self) -> u32 {
        let halves = match self.decimal.code {
            DigitCode::Packed | DigitCode::PackedLow => match self.decimal.sign {
                DecimalSign::TopByte => self.bytes * 2 - 2,
                _ => self.bytes * 2,
            },
            DigitCode::Zoned { .. } => self.decimal.digits,
        };
        match halves {
            ..=8 => 32,
            9..=16 => 64,
            _ => 128,
        }
    }

    fn number(&self) -> Ident {
        format_ident!("u{}", self.width())
    }

    fn count(&self) -> TokenStream {
        names::decimal(i128::from(self.decimal.digits))
    }

    fn scale(&self) -> TokenStream {
        names::decimal(i128::from(self.decimal.scale))
    }

    /// The arguments that reading and writing have in common, and the family of the functions.
    fn arguments(&self) -> (&'static str, TokenStream) {
        let count = self.count();
        match self.decimal.code {
            DigitCode::Packed | DigitCode::PackedLow => {
                let sign = match self.decimal.sign {
                    DecimalSign::Digit { plus, .. } => {
                        let plus = emit_plus(plus);
                        quote!(rt::PackedSign::Last(#plus))
                    }
                    DecimalSign::Floating => quote!(rt::PackedSign::Floating),
                    DecimalSign::TopByte => quote!(rt::PackedSign::TopByte),
                    DecimalSign::None | DecimalSign::Separate { .. } => quote!(rt::PackedSign::None),
                };
                ("packed", sign)
            }
            DigitCode::Zoned { charset, point } => {
                let set = match charset {
                    DigitSet::Ebcdic => quote!(rt::DigitSet::Ebcdic),
                    DigitSet::Ascii => quote!(rt::DigitSet::Ascii),
                };
                let sign = match self.decimal.sign {
                    DecimalSign::Separate { leading: true } => quote!(rt::ZonedSign::Before),
                    DecimalSign::Separate { leading: false } => quote!(rt::ZonedSign::Behind),
                    DecimalSign::Digit { leading, plus } => {
                        let plus = emit_plus(plus);
                        if leading {
                            quote!(rt::ZonedSign::First(#plus))
                        } else {
                            quote!(rt::ZonedSign::Last(#plus))
                        }
                    }
                    DecimalSign::None | DecimalSign::Floating | DecimalSign::TopByte => {
                        let plus = emit_plus(Plus::Only);
                        quote!(rt::ZonedSign::Last(#plus))
                    }
                };
                let point = if point {
                    let before = i128::from(self.decimal.digits) - i128::from(self.decimal.scale);
                    let before = names::decimal(before);
                    quote!(Some(#before))
                } else {
                    quote!(None)
                };
                ("zoned", quote!(#count, #set, #sign, #point))
            }
        }
    }

    /// `digits`: what the bytes of `file` say.
    fn emit_digits(&self) -> TokenStream {
        let (family, arguments) = self.arguments();
        let read = format_ident!("read_{family}_u{}", self.width());
        let count = self.count();
        let places = self.conversion.order.bytes(self.bytes as usize);
        let bytes = if self.conversion.order == ByteOrder::Big {
            quote!(file)
        } else {
            let stored = (0..places.len()).map(|byte| {
                let place = places.iter().position(|&stored| stored == byte).unwrap_or(byte);
                let place = names::decimal(place as i128);
                quote!(file[#place])
            });
            quote!([#(#stored),*])
        };
        let bytes = self.swapped(bytes);
        let count = if family == "packed" { quote!(#count,) } else { quote!() };
        quote!(let digits = rt::#read(#bytes, #count #arguments);)
    }

    /// The bytes of `file` that say `negative` and `number`, and the events.
    fn emit_bytes(&self) -> TokenStream {
        let (family, arguments) = self.arguments();
        let write = format_ident!("write_{family}_u{}", self.width());
        let bytes = self.swapped(quote!(rt::#write(negative, number, #arguments)));
        if self.conversion.order == ByteOrder::Big {
            return quote!((#bytes, kinds));
        }
        let count = names::decimal(i128::from(self.bytes));
        let stored = self.conversion.order.bytes(self.bytes as usize).into_iter().map(|byte| {
            let byte = names::decimal(byte as i128);
            quote!(bytes[#byte])
        });
        quote! {
            let bytes: [u8; #count] = #bytes;
            ([#(#stored),*], kinds)
        }
    }

    fn swapped(&self, bytes: TokenStream) -> TokenStream {
        if self.decimal.code == DigitCode::PackedLow { quote!(rt::swap_halves(#bytes)) } else { bytes }
    }

    /// The events of reading, beside those of the number itself.
    fn emit_read_kinds(&self, kinds: &TokenStream) -> TokenStream {
        let kinds = if kinds.is_empty() {
            quote!(rt::Kinds::INVALID.when(digits.invalid))
        } else {
            quote!(#kinds.and(rt::Kinds::INVALID.when(digits.invalid)))
        };
        if !self.decimal.is_signed() || self.keeps_zero(&self.conversion.read) {
            return kinds;
        }
        quote!(#kinds.and(rt::Kinds::NEGATIVE_ZERO.when(digits.negative & (digits.number == 0))))
    }

    /// Whether a negative zero stays one, where source and target have it.
    fn keeps_zero(&self, policy: &Policy) -> bool {
        let float = !matches!(
            self.conversion.native,
            Native::I8
                | Native::I16
                | Native::I32
                | Native::I64
                | Native::I128
                | Native::U8
                | Native::U16
                | Native::U32
                | Native::U64
                | Native::U128
                | Native::Decimal
        );
        float && self.decimal.is_signed() && policy.negative_zero == ZeroRule::Keep
    }

    fn integer(&self, signed: bool) -> (TokenStream, TokenStream) {
        let bits = integer_bits(self.conversion.native);
        let (above, below) =
            if signed { (names::mask(bits - 1), 1 << (bits - 1)) } else { (names::mask(bits), 0) };
        (self.read_integer(signed, above, below), self.write_integer(signed, bits, above, below))
    }

    fn read_integer(&self, signed: bool, above: u128, below: u128) -> TokenStream {
        let native = names::native(self.conversion.native);
        let negatives = self.decimal.is_signed();
        let most = self.most();
        let beyond = most > above || (negatives && most > below);
        let number = quote!(digits.number);
        let (limit, number, kinds) = if beyond {
            let ty = self.number();
            let literal = |value: u128| {
                let value = value.min(names::mask(self.width()));
                let value = names::hex(value, self.width());
                quote!(#value)
            };
            let (above, below) = (literal(above), literal(below));
            let limit = match (negatives, above.to_string() == below.to_string()) {
                (true, false) => quote!(if digits.negative { #below } else { #above }),
                _ => above,
            };
            let number = match self.conversion.read.overflow {
                Overflow::Wrap => number,
                Overflow::Error | Overflow::Saturate | Overflow::Infinity | Overflow::Nan => {
                    quote!(digits.number.min(limit))
                }
            };
            let overflow = quote!(rt::Kinds::OVERFLOW.when(digits.number > limit));
            (quote!(let limit: #ty = #limit;), number, overflow)
        } else {
            (quote!(), number, quote!())
        };
        let kinds = self.emit_read_kinds(&kinds);
        let cast =
            if self.number() == native.to_string() { quote!(#number) } else { quote!(#number as #native) };
        let wraps = self.conversion.read.overflow == Overflow::Wrap;
        let value = if negatives && (signed || wraps) {
            quote! {
                let number = #cast;
                let native = if digits.negative { number.wrapping_neg() } else { number };
            }
        } else {
            quote!(let native = #cast;)
        };
        quote! {
            #limit
            #value
            (native, #kinds)
        }
    }

    fn write_integer(&self, signed: bool, bits: u32, above: u128, below: u128) -> TokenStream {
        let negatives = self.decimal.is_signed();
        let most = self.most();
        let own = format_ident!("u{bits}");
        let magnitude = if signed { quote!(native.unsigned_abs()) } else { quote!(native) };
        let high = above > most || below > most;
        let refused = signed && !negatives;
        let limit = names::hex(most, bits);
        let overflow = match (high, refused) {
            (false, false) => quote!(),
            (true, false) => quote!(magnitude > #limit),
            (false, true) => quote!(minus),
            (true, true) => quote!(minus | (magnitude > #limit)),
        };
        let wraps = self.conversion.write.overflow == Overflow::Wrap;
        let number = match (high, wraps) {
            (false, _) => quote!(magnitude),
            (true, true) => {
                // All that a narrower digit count leaves of it.
                let modulus = names::hex(most + 1, bits);
                quote!(magnitude % #modulus)
            }
            (true, false) => quote!(magnitude.min(#limit)),
        };
        let number = if refused && !wraps { quote!(if minus { 0 } else { #number }) } else { number };
        let ty = self.number();
        let cast = if own == ty { quote!() } else { quote!(let number = number as #ty;) };
        let kinds = if overflow.is_empty() {
            quote!(rt::Kinds::NONE)
        } else {
            quote!(rt::Kinds::OVERFLOW.when(#overflow))
        };
        let (before, behind) = match (signed, negatives, high && wraps) {
            (false, _, _) => (quote!(), quote!(let negative = false;)),
            (true, false, _) => (quote!(let minus = native < 0;), quote!(let negative = false;)),
            (true, true, false) => (quote!(let negative = native < 0;), quote!()),
            (true, true, true) => {
                (quote!(let minus = native < 0;), quote!(let negative = minus & (number != 0);))
            }
        };
        quote! {
            #before
            let magnitude = #magnitude;
            let kinds = #kinds;
            let number = #number;
            #behind
            #cast
        }
    }

    fn float(&self) -> (TokenStream, TokenStream) {
        (self.read_float(), self.write_float())
    }

    fn read_float(&self) -> TokenStream {
        let float = NativeFloat::of(self.conversion.native);
        let policy = &self.conversion.read;
        let (scale, rounding) = (self.scale(), names::rounding(policy.rounding));
        let number = self.emit_wide();
        let precision = names::decimal(i128::from(float.precision));
        let beyond = match policy.overflow {
            Overflow::Saturate => quote!(rt::Beyond::Saturate),
            Overflow::Nan => quote!(rt::Beyond::Nan),
            Overflow::Infinity | Overflow::Error | Overflow::Wrap => quote!(rt::Beyond::Infinity),
        };
        let flush = policy.underflow.vanishes();
        let make = &float.make;
        let native = names::native(self.conversion.native);
        let (word, top) = (&float.word, names::decimal(i128::from(float.bits - 1)));
        let negatives = self.decimal.is_signed();
        let value = if negatives {
            let sign = if self.keeps_zero(policy) {
                quote!(digits.negative)
            } else {
                quote!((digits.negative & (made.word != 0)))
            };
            quote!(made.word | u128::from(#sign) << #top)
        } else {
            quote!(made.word)
        };
        let value = if *word == "u128" {
            value
        } else {
            let word = format_ident!("{word}");
            quote!((#value) as #word)
        };
        let kinds = self.emit_read_kinds(&quote!(made.kinds));
        quote! {
            let (significand, exponent) = rt::to_binary(#number, #scale, #precision);
            let made = rt::#make(digits.negative, significand, exponent, #rounding, #beyond, #flush);
            let native = #native::from_bits(#value);
            (native, #kinds)
        }
    }

    /// The digits' number as a `u128`.
    fn emit_wide(&self) -> TokenStream {
        if self.width() == 128 { quote!(digits.number) } else { quote!(u128::from(digits.number)) }
    }

    fn write_float(&self) -> TokenStream {
        let float = NativeFloat::of(self.conversion.native);
        let policy = &self.conversion.write;
        let (scale, rounding) = (self.scale(), names::rounding(policy.rounding));
        let unpack = &float.unpack;
        let negatives = self.decimal.is_signed();
        let most = self.most();
        let most = names::hex(most, bits_of(most));
        let infinite = match policy.infinity {
            SpecialRule::Saturate if negatives => quote!(#most),
            SpecialRule::Saturate => quote!(if parts.negative { 0 } else { #most }),
            SpecialRule::Keep
            | SpecialRule::Error
            | SpecialRule::Zero
            | SpecialRule::Nan
            | SpecialRule::Infinity
            | SpecialRule::Reserved
            | SpecialRule::Missing => quote!(0),
        };
        let negative = if self.keeps_zero(policy) {
            // What rounds to zero keeps its sign.
            quote!(parts.negative && (number != 0 || !(parts.nan || parts.infinite)))
        } else if negatives {
            quote!(parts.negative && number != 0)
        } else {
            quote!(false)
        };
        let zero = if self.keeps_zero(policy) {
            quote!()
        } else {
            quote! {
                let negative_zero = parts.negative && parts.significand == 0 && !(parts.nan || parts.infinite);
                let kinds = kinds.and(rt::Kinds::NEGATIVE_ZERO.when(negative_zero));
            }
        };
        let fit = self.emit_fit(&quote!(parts.negative));
        let ty = self.number();
        let cast = if self.width() == 128 { quote!() } else { quote!(let number = number as #ty;) };
        quote! {
            let parts = rt::#unpack(native);
            let whole = rt::to_decimal(parts.negative, parts.significand, parts.exponent, #scale, #rounding);
            #fit
            let number = if parts.infinite { #infinite } else { number };
            let number = if parts.nan { 0 } else { number };
            let kinds = kinds.or(parts.infinite, rt::Kinds::INFINITY).or(parts.nan, rt::Kinds::NAN);
            #zero
            let negative = #negative;
            #cast
        }
    }

    /// `number` and `kinds` of a rounded `whole`, what does not fit by its rule.
    fn emit_fit(&self, minus: &TokenStream) -> TokenStream {
        let most = self.most();
        let most = names::hex(most, bits_of(most));
        if self.decimal.is_signed() {
            return quote! {
                let overflow = whole.beyond || whole.number > #most;
                let number = if overflow { #most } else { whole.number };
                let kinds = rt::Kinds::INEXACT.when(whole.inexact).or(overflow, rt::Kinds::OVERFLOW);
            };
        }
        quote! {
            let below = #minus && (whole.beyond || whole.number != 0);
            let overflow = below || whole.beyond || whole.number > #most;
            let number = if overflow { #most } else { whole.number };
            let number = if below { 0 } else { number };
            let kinds = rt::Kinds::INEXACT.when(whole.inexact).or(overflow, rt::Kinds::OVERFLOW);
        }
    }

    fn native_decimal(&self) -> (TokenStream, TokenStream) {
        let scale = self.scale();
        let number = self.emit_wide();
        let rounding = names::rounding(self.conversion.read.rounding);
        let kinds = self.emit_read_kinds(&quote!(kinds));
        let read = quote! {
            let (native, kinds) = rt::to_native_decimal(digits.negative, #number, #scale, #rounding);
            (native, #kinds)
        };
        let rounding = names::rounding(self.conversion.write.rounding);
        let fit = self.emit_fit(&quote!(minus));
        let negative = if self.decimal.is_signed() { quote!(minus && number != 0) } else { quote!(false) };
        let ty = self.number();
        let cast = if self.width() == 128 { quote!() } else { quote!(let number = number as #ty;) };
        let write = quote! {
            let (minus, whole) = rt::from_native_decimal(native, #scale, #rounding);
            #fit
            let negative = #negative;
            #cast
        };
        (read, write)
    }
}

fn emit_plus(plus: Plus) -> TokenStream {
    match plus {
        Plus::Preferred => quote!(rt::Plus::Preferred),
        Plus::Plain => quote!(rt::Plus::Plain),
        Plus::Only => quote!(rt::Plus::Only),
    }
}

fn bits_of(number: u128) -> u32 {
    128 - number.leading_zeros()
}

fn integer_bits(native: Native) -> u32 {
    match native {
        Native::I8 | Native::U8 => 8,
        Native::I16 | Native::U16 => 16,
        Native::I32 | Native::U32 => 32,
        Native::I64 | Native::U64 => 64,
        Native::I128
        | Native::U128
        | Native::F16
        | Native::Bf16
        | Native::F32
        | Native::F64
        | Native::LongDouble
        | Native::F128
        | Native::Bool
        | Native::Logical1
        | Native::Logical2
        | Native::Logical4
        | Native::Logical8
        | Native::Logical16
        | Native::Character
        | Native::WideCharacter
        | Native::Decimal => 128,
    }
}

/// A native float by words of 128 bits.
struct NativeFloat {
    bits: u32,
    precision: u32,
    word: &'static str,
    make: Ident,
    unpack: Ident,
}

impl NativeFloat {
    fn of(native: Native) -> NativeFloat {
        let (bits, precision, word, name) = match native {
            Native::F16 => (16, 11, "u16", "wide_f16"),
            Native::Bf16 => (16, 8, "u16", "wide_bf16"),
            Native::F32 => (32, 24, "u32", "wide_f32"),
            Native::F64 => (64, 53, "u64", "wide_f64"),
            Native::LongDouble => (80, 64, "u128", "long_double"),
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
            | Native::Decimal => (128, 113, "u128", "f128"),
        };
        NativeFloat {
            bits,
            precision,
            word,
            make: format_ident!("make_{name}"),
            unpack: format_ident!("unpack_{name}"),
        }
    }
}
