//! Integers and fixed-point numbers as the file's form of a native float: `number * 2^-scale`, rounded once.

use datarep_dsl::model::{Conversion, Format, Integer, IntegerSign, SpecialRule, ZeroRule};
use datarep_plan::ordinary::fixed as ordinary;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::convert::{Bodies, Ordinary, Written};
use crate::float::NativeFloat;
use crate::names;

/// The bodies for an integer format and a native float.
pub(crate) fn emit(format: &Format, integer: Integer, conversion: &Conversion) -> Bodies {
    let native = NativeFloat::of(conversion.native);
    let narrow = format.bits <= 64 && native.is_narrow();
    let fixed = Fixed { format, integer, conversion, native, computed: if narrow { 64 } else { 128 } };
    Bodies {
        read: fixed.emit_read(),
        write: fixed.emit_write(),
        read_ordinary: Ordinary::planned(
            ordinary::read(format, integer, conversion.native, &conversion.read),
            "word",
        ),
        write_ordinary: Ordinary::planned(
            ordinary::write(format, integer, conversion.native, &conversion.write),
            "native",
        ),
    }
}

#[derive(Clone, Copy)]
struct Fixed<'a> {
    format: &'a Format,
    integer: Integer,
    conversion: &'a Conversion,
    native: NativeFloat,
    /// Bits of the integers that it computes with.
    computed: u32,
}

impl Fixed<'_> {
    fn ty(&self) -> Ident {
        format_ident!("u{}", self.computed)
    }

    fn hex(&self, value: u128) -> TokenStream {
        if value < 10 {
            return names::decimal(i128::try_from(value).unwrap_or(0));
        }
        let value = names::hex(value, self.format.bits);
        quote!(#value)
    }

    /// The runtime's function of this name for the native float and the computing width.
    fn function(&self, name: &str) -> Ident {
        let wide = if self.computed == 128 && self.native.is_narrow() { "wide_" } else { "" };
        format_ident!("{name}_{wide}{}", self.native.suffix())
    }

    fn has_negative_zero(&self) -> bool {
        matches!(self.integer.sign, IntegerSign::Ones | IntegerSign::SignMagnitude)
    }

    fn emit_read(&self) -> TokenStream {
        let policy = &self.conversion.read;
        let ty = self.ty();
        let widen = if names::container(self.format.bits) == self.computed {
            quote!()
        } else {
            quote!(let word = #ty::from(word);)
        };
        let (negative, magnitude) = self.emit_magnitude();
        let make = self.function("make");
        let scale = names::decimal(-i128::from(self.integer.scale));
        let rounding = names::rounding(policy.rounding);
        let beyond = names::beyond(policy.overflow);
        let flush = policy.underflow.vanishes();
        let counted = if self.has_negative_zero() {
            quote!(let made = made.but(negative && magnitude == 0, rt::Kinds::NEGATIVE_ZERO);)
        } else {
            quote!()
        };
        let zero = if self.integer.sign == IntegerSign::Unsigned || policy.negative_zero == ZeroRule::Keep {
            quote!()
        } else {
            // What is rounded to zero has no sign either.
            quote! {
                #counted
                let negative = negative && made.word != 0;
            }
        };
        let top = names::decimal(i128::from(self.native.bits() - 1));
        let sign = if self.integer.sign == IntegerSign::Unsigned {
            quote!(made.word)
        } else {
            quote!((made.word | #ty::from(negative) << #top))
        };
        let value = self.native.emit_from_bits(&sign, self.computed);
        quote! {
            #widen
            let negative = #negative;
            let magnitude = #magnitude;
            let made = rt::#make(negative, magnitude, #scale, #rounding, #beyond, #flush);
            #zero
            (#value, made.kinds)
        }
    }

    /// Sign and magnitude of `word`.
    fn emit_magnitude(&self) -> (TokenStream, TokenStream) {
        let bits = self.format.bits;
        let top = names::decimal(i128::from(bits - 1));
        let mask = self.hex(names::mask(bits));
        let whole = bits == self.computed;
        let sign = quote!(word >> #top != 0);
        match self.integer.sign {
            IntegerSign::Unsigned => (quote!(false), quote!(word)),
            IntegerSign::Twos if whole => (sign, quote!(if negative { word.wrapping_neg() } else { word })),
            IntegerSign::Twos => (sign, quote!(if negative { word.wrapping_neg() & #mask } else { word })),
            IntegerSign::Ones if whole => (sign, quote!(if negative { !word } else { word })),
            IntegerSign::Ones => (sign, quote!(if negative { !word & #mask } else { word })),
            IntegerSign::SignMagnitude => {
                let mask = self.hex(names::mask(bits - 1));
                (sign, quote!(word & #mask))
            }
            IntegerSign::Offset(offset) => {
                let offset = self.hex(offset.unsigned_abs());
                (quote!(word < #offset), quote!(word.abs_diff(#offset)))
            }
        }
    }

    /// The largest magnitudes below and above zero.
    fn limits(&self) -> (u128, u128) {
        let bits = self.format.bits;
        match self.integer.sign {
            IntegerSign::Unsigned => (0, names::mask(bits)),
            IntegerSign::Twos => (1 << (bits - 1), names::mask(bits - 1)),
            IntegerSign::Ones | IntegerSign::SignMagnitude => (names::mask(bits - 1), names::mask(bits - 1)),
            IntegerSign::Offset(offset) => {
                let below = offset.unsigned_abs();
                (below, names::mask(bits).saturating_sub(below))
            }
        }
    }

    fn emit_write(&self) -> Written {
        let policy = &self.conversion.write;
        let ty = self.ty();
        let (unpack, whole) = (self.function("unpack"), format_ident!("whole_u{}", self.computed));
        let exponent = match self.integer.scale {
            0 => quote!(value.exponent),
            scale => {
                let scale = names::decimal(i128::from(scale));
                quote!(value.exponent + #scale)
            }
        };
        let rounding = names::rounding(policy.rounding);
        let (below, above) = self.limits();
        let (below, above) = (self.hex(below), self.hex(above));
        let limit = if below.to_string() == above.to_string() {
            quote!(let limit: #ty = #above;)
        } else {
            quote!(let limit: #ty = if value.negative { #below } else { #above };)
        };
        let special = |rule: SpecialRule| match rule {
            SpecialRule::Saturate => quote!(limit),
            SpecialRule::Keep
            | SpecialRule::Error
            | SpecialRule::Zero
            | SpecialRule::Nan
            | SpecialRule::Infinity
            | SpecialRule::Reserved
            | SpecialRule::Missing => quote!(0),
        };
        let (infinity, nan) = (special(policy.infinity), special(policy.nan));
        let keeps = self.has_negative_zero() && policy.negative_zero == ZeroRule::Keep;
        let zero = if keeps {
            quote!()
        } else {
            quote! {
                let zero = value.significand == 0 && value.negative;
                let made = made.but(zero, rt::Kinds::NEGATIVE_ZERO);
            }
        };
        // A value that was rounded to zero keeps its sign where zero has one; what became zero by a rule has none.
        let negative = match (self.integer.sign, keeps, policy.infinity) {
            (IntegerSign::Unsigned, _, _) => quote!(),
            (_, true, SpecialRule::Saturate) => quote!(let negative = value.negative && !value.nan;),
            (_, true, _) => quote!(let negative = value.negative && !value.nan && !value.infinite;),
            (_, false, _) => quote!(let negative = value.negative && made.word != 0;),
        };
        let word = self.emit_word();
        let container = names::unsigned(self.format.bits);
        let narrowed = if names::container(self.format.bits) == self.computed {
            quote!(word)
        } else {
            quote!((word as #container))
        };
        let statements = quote! {
            let value = rt::#unpack(native);
            let whole = rt::#whole(value.negative, value.significand, #exponent, #rounding);
            #limit
            let overflow = whole.beyond || whole.magnitude > limit;
            let made = rt::Made::<#ty>::rounded(whole.magnitude, whole.inexact);
            let made = made.or(overflow, limit, rt::Kinds::OVERFLOW);
            #zero
            let made = made.or(value.infinite, #infinity, rt::Kinds::INFINITY);
            let made = made.or(value.nan, #nan, rt::Kinds::NAN);
            #negative
            let word = #word;
        };
        Written { statements, word: narrowed, kinds: quote!(made.kinds) }
    }

    /// The word of `negative` and `made.word`, a magnitude that fits.
    fn emit_word(&self) -> TokenStream {
        let bits = self.format.bits;
        let ty = self.ty();
        let mask = self.hex(names::mask(bits));
        let masked = |word: TokenStream| if bits == self.computed { word } else { quote!(#word & #mask) };
        let top = names::decimal(i128::from(bits - 1));
        match self.integer.sign {
            IntegerSign::Unsigned => quote!(made.word),
            IntegerSign::Twos => {
                let negated = masked(quote!(made.word.wrapping_neg()));
                quote!(if negative { #negated } else { made.word })
            }
            IntegerSign::Ones => {
                let inverted = masked(quote!(!made.word));
                quote!(if negative { #inverted } else { made.word })
            }
            IntegerSign::SignMagnitude => quote!(made.word | #ty::from(negative) << #top),
            IntegerSign::Offset(offset) => {
                let offset = self.hex(offset.unsigned_abs());
                quote!(if negative { #offset - made.word } else { #offset + made.word })
            }
        }
    }
}
