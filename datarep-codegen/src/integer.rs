//! Integers: any sign convention and width in whole bytes, to any native integer.

use datarep_dsl::model::{Conversion, Format, Integer, IntegerSign, Native, Overflow, Policy};
use proc_macro2::TokenStream;
use quote::quote;

use crate::convert::{Bodies, Ordinary, Written};
use crate::names;

/// The values a side can hold: an unsigned or signed Rust integer of `container` bits with a range.
///
/// The ends are kept as magnitudes below and above zero, so that 128-bit types fit.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    signed: bool,
    container: u32,
    below: u128,
    above: u128,
}

impl Side {
    fn native(native: Native) -> Side {
        let (signed, bits) = match native {
            Native::I8 => (true, 8),
            Native::I16 => (true, 16),
            Native::I32 => (true, 32),
            Native::I64 => (true, 64),
            Native::I128 => (true, 128),
            Native::U8 => (false, 8),
            Native::U16 => (false, 16),
            Native::U32 => (false, 32),
            Native::U64 => (false, 64),
            Native::U128
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
            | Native::Decimal => (false, 128),
        };
        if signed {
            Side { signed, container: bits, below: 1 << (bits - 1), above: names::mask(bits - 1) }
        } else {
            Side { signed, container: bits, below: 0, above: names::mask(bits) }
        }
    }

    fn file(bits: u32, sign: IntegerSign) -> Side {
        let container = names::container(bits);
        let (signed, below, above) = match sign {
            IntegerSign::Unsigned => (false, 0, names::mask(bits)),
            IntegerSign::Twos => (true, 1 << (bits - 1), names::mask(bits - 1)),
            IntegerSign::Ones | IntegerSign::SignMagnitude => {
                (true, names::mask(bits - 1), names::mask(bits - 1))
            }
            IntegerSign::Offset(offset) => {
                let below = offset.unsigned_abs();
                (true, below, names::mask(bits).saturating_sub(below))
            }
        };
        // An offset can reach beyond the container's own signed range.
        let mut side = Side { signed, container, below, above };
        while side.container < 128 && !side.fits() {
            side.container *= 2;
        }
        side
    }

    /// Whether the range is one of the Rust integer: of 128 bits with an offset it is longer.
    fn fits(self) -> bool {
        let Side { signed, container, below, above } = self;
        if signed {
            above <= names::mask(container - 1) && below <= 1 << (container - 1)
        } else {
            above <= names::mask(container)
        }
    }

    fn ty(self) -> proc_macro2::Ident {
        if self.signed { names::signed(self.container) } else { names::unsigned(self.container) }
    }

    /// The check and the value for a value of `self` that goes to `target`: `(fits, clamped)`.
    fn emit_fit(self, target: Side, policy: &Policy) -> TokenStream {
        let (from, to) = (self.ty(), target.ty());
        let low = target.below < self.below;
        let high = target.above < self.above;
        let cast = if from == to { quote!(number) } else { quote!(number as #to) };
        if !low && !high {
            return quote!((#cast, rt::Kinds::NONE));
        }
        let least = self.literal_below(target.below);
        let most = self.literal_above(target.above);
        let beyond = match (low, high) {
            (true, true) => quote!(number < #least || number > #most),
            (true, false) => quote!(number < #least),
            (false, _) => quote!(number > #most),
        };
        let stored = match (policy.overflow, low, high) {
            (Overflow::Wrap, _, _) => quote!(number),
            (_, true, true) => quote!(number.clamp(#least, #most)),
            (_, true, false) => quote!(number.max(#least)),
            (_, false, _) => quote!(number.min(#most)),
        };
        let stored = if from == to { stored } else { quote!(#stored as #to) };
        quote! {{
            let overflow = #beyond;
            (#stored, rt::Kinds::OVERFLOW.when(overflow))
        }}
    }

    fn literal_below(self, below: u128) -> TokenStream {
        if below == 0 {
            return quote!(0);
        }
        let ty = self.ty();
        if below == 1 << (self.container - 1) {
            return quote!(#ty::MIN);
        }
        let magnitude = names::hex(below, self.container);
        quote!(-#magnitude)
    }

    fn literal_above(self, above: u128) -> TokenStream {
        let magnitude = names::hex(above, self.container);
        quote!(#magnitude)
    }
}

/// Whether every word means what it means to the processor.
pub(crate) fn is_native(format: &Format, integer: Integer, conversion: &Conversion) -> bool {
    let plain = matches!(integer.sign, IntegerSign::Unsigned | IntegerSign::Twos);
    plain && Side::file(format.bits, integer.sign) == Side::native(conversion.native)
}

/// The bodies for an integer format and a native integer.
pub(crate) fn emit(format: &Format, integer: Integer, conversion: &Conversion) -> Bodies {
    let bits = format.bits;
    let native = Side::native(conversion.native);
    let file = Side::file(bits, integer.sign);
    let number = emit_number(bits, integer.sign, file);
    let fit = file.emit_fit(native, &conversion.read);
    let zero = emit_negative_zero(bits, integer.sign);
    let read = match zero {
        None if !file.fits() => emit_read_long(file.below, native, &conversion.read),
        None => quote! {
            let number = #number;
            #fit
        },
        Some(condition) => quote! {
            let negative_zero = #condition;
            let number = #number;
            let (native, kinds) = #fit;
            (native, kinds.and(rt::Kinds::NEGATIVE_ZERO.when(negative_zero)))
        },
    };
    let fit = native.emit_fit(file, &conversion.write);
    let word = emit_word(bits, integer.sign, file);
    let word = if word.to_string() == "number" { word } else { quote!((#word)) };
    let statements = quote! {
        let number = native;
        let (number, kinds) = #fit;
    };
    let write = Written { statements, word, kinds: quote!(kinds) };
    // Where both sides have the same size, a loop that computes in 128 bits is one of single items: see the runtime's `kernel`.
    let is_long = file.container.max(native.container) == 128 && names::container(bits) == native.container;
    let is_loop = !is_long || is_native(format, integer, conversion);
    let [read_ordinary, write_ordinary] =
        [(); 2].map(|()| if is_loop { Ordinary::Exact } else { Ordinary::None });
    Bodies { read, write, read_ordinary, write_ordinary }
}

/// The number that `word` stands for, as a value of the file's side.
fn emit_number(bits: u32, sign: IntegerSign, side: Side) -> TokenStream {
    let ty = side.ty();
    let container = names::container(bits);
    let signed = names::signed(bits);
    let spare = names::decimal(i128::from(container - bits));
    match sign {
        IntegerSign::Unsigned => quote!(word),
        IntegerSign::Twos if container == bits => quote!(word as #ty),
        IntegerSign::Twos => quote!((word << #spare) as #signed >> #spare),
        IntegerSign::Ones => {
            let number = if container == bits {
                quote!(word as #ty)
            } else {
                quote!((word << #spare) as #signed >> #spare)
            };
            quote!({
                let number = #number;
                number + #ty::from(number < 0)
            })
        }
        IntegerSign::SignMagnitude => {
            let magnitude = names::hex(names::mask(bits - 1), bits);
            let top = names::decimal(i128::from(bits - 1));
            quote!({
                let magnitude = (word & #magnitude) as #ty;
                let negative = (word >> #top) as #ty;
                (magnitude ^ -negative) + negative
            })
        }
        IntegerSign::Offset(offset) => {
            let magnitude = emit_offset(offset, side);
            let word =
                if side.container == container && !side.signed { quote!(word) } else { quote!(word as #ty) };
            quote!((#word).wrapping_sub(#magnitude))
        }
    }
}

/// The body of `read` for words of 128 bits with an offset, whose numbers are in no Rust integer: the ends of the native ones are words.
fn emit_read_long(offset: u128, native: Side, policy: &Policy) -> TokenStream {
    let hex = |word: u128| names::hex(word, 128);
    let least = offset.checked_sub(native.below).filter(|&least| least > 0).map(hex);
    let most = offset.checked_add(native.above).map(hex);
    let (beyond, clamped) = match (least, most) {
        (None, None) => (quote!(false), quote!(word)),
        (Some(least), None) => (quote!(word < #least), quote!(word.max(#least))),
        (None, Some(most)) => (quote!(word > #most), quote!(word.min(#most))),
        (Some(least), Some(most)) => {
            (quote!(word < #least || word > #most), quote!(word.clamp(#least, #most)))
        }
    };
    let stored = if policy.overflow == Overflow::Wrap { quote!(word) } else { clamped };
    let (offset, ty) = (hex(offset), native.ty());
    quote! {
        let overflow = #beyond;
        (#stored.wrapping_sub(#offset) as #ty, rt::Kinds::OVERFLOW.when(overflow))
    }
}

/// The size of an offset as a number of the file's side; a literal that reaches its sign bit is an unsigned one first.
fn emit_offset(offset: i128, side: Side) -> TokenStream {
    let ty = side.ty();
    let size = offset.unsigned_abs();
    let magnitude = names::hex(size, side.container);
    if side.signed && size >> (side.container - 1) != 0 {
        let unsigned = names::unsigned(side.container);
        return quote!(#magnitude as #unsigned as #ty);
    }
    quote!(#magnitude as #ty)
}

/// The word of `number`, a value of the file's side that fits.
fn emit_word(bits: u32, sign: IntegerSign, side: Side) -> TokenStream {
    let word = names::unsigned(bits);
    let whole = names::container(bits) == bits;
    let mask = names::hex(names::mask(bits), bits);
    let masked = |value: TokenStream| if whole { quote!(#value) } else { quote!(#value & #mask) };
    match sign {
        IntegerSign::Unsigned if side.ty() == word => quote!(number),
        IntegerSign::Unsigned => quote!(number as #word),
        IntegerSign::Twos => masked(quote!(number as #word)),
        IntegerSign::Ones => {
            let ty = side.ty();
            masked(quote!((number - #ty::from(number < 0)) as #word))
        }
        IntegerSign::SignMagnitude => {
            let top = names::decimal(i128::from(bits - 1));
            quote!(((number < 0) as #word) << #top | number.unsigned_abs() as #word)
        }
        IntegerSign::Offset(offset) => {
            let magnitude = emit_offset(offset, side);
            masked(quote!(number.wrapping_add(#magnitude) as #word))
        }
    }
}

/// The condition that `word` is a negative zero, where the format has one: no native integer has.
fn emit_negative_zero(bits: u32, sign: IntegerSign) -> Option<TokenStream> {
    let word = match sign {
        IntegerSign::Ones => names::mask(bits),
        IntegerSign::SignMagnitude => 1 << (bits - 1),
        IntegerSign::Unsigned | IntegerSign::Twos | IntegerSign::Offset(_) => return None,
    };
    let word = names::hex(word, bits);
    Some(quote!(word == #word))
}
