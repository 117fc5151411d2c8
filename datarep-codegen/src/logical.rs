//! Truth values: which words are true, and which word is written for true.

use datarep_dsl::model::{Conversion, Format, Logical, Native, Truth, UnmappedRule};
use proc_macro2::TokenStream;
use quote::quote;

use crate::convert::{Bodies, Ordinary, Written};
use crate::names;

/// The bodies for a logical format and a native truth value.
pub(crate) fn emit(format: &Format, logical: Logical, conversion: &Conversion) -> Bodies {
    let bits = format.bits;
    let top = names::decimal(i128::from(bits - 1));
    let (truth, kinds) = match logical.truth {
        Truth::Nonzero => (quote!(word != 0), quote!(rt::Kinds::NONE)),
        Truth::LowBit => (quote!(word & 1 != 0), quote!(rt::Kinds::NONE)),
        Truth::SignBit => (quote!(word >> #top != 0), quote!(rt::Kinds::NONE)),
        Truth::Equals(word) => {
            let word = names::hex(word, bits);
            let other = match conversion.read.unmapped {
                UnmappedRule::Substitute(code) if code != 0 => quote!(word != 0),
                UnmappedRule::Substitute(_) | UnmappedRule::Error => quote!(word == #word),
            };
            (other, quote!(rt::Kinds::UNMAPPED.when(word != 0 && word != #word)))
        }
    };
    let truth = from_bool(conversion.native, truth);
    let read = quote!((#truth, #kinds));
    let native = to_bool(conversion.native);
    let word = names::unsigned(bits);
    let written = names::hex(logical.written, bits);
    let statements = quote!(let word: #word = if #native { #written } else { 0 };);
    let write = Written { statements, word: quote!(word), kinds: quote!(rt::Kinds::NONE) };
    // Where both sides have 128 bits, a loop is one of single items: see the runtime's `kernel`.
    let is_long = names::container(bits) == 128 && conversion.native == Native::Logical16;
    let [read_ordinary, write_ordinary] =
        [(); 2].map(|()| if is_long { Ordinary::None } else { Ordinary::Exact });
    Bodies { read, write, read_ordinary, write_ordinary }
}

fn from_bool(native: Native, truth: TokenStream) -> TokenStream {
    if native == Native::Bool {
        return truth;
    }
    let native = names::native(native);
    quote!(#native::from(#truth))
}

fn to_bool(native: Native) -> TokenStream {
    if native == Native::Bool { quote!(native) } else { quote!(bool::from(native)) }
}
