//! Characters: a word of the file's set to a code point, and that to the native character.

use datarep_dsl::model::{Charset, Conversion, Format, Native, UnmappedRule};
use quote::{format_ident, quote};

use crate::convert::{Bodies, Ordinary, Written};
use crate::names;

/// The bodies for a character set and a native character.
pub(crate) fn emit(format: &Format, charset: Charset, conversion: &Conversion) -> Bodies {
    let set = match charset {
        Charset::Ascii => "ascii",
        Charset::Latin1 => "latin1",
        Charset::EbcdicCp037 => "cp037",
        Charset::EbcdicCp500 => "cp500",
        Charset::EbcdicCp1047 => "cp1047",
        Charset::EbcdicCp1140 => "cp1140",
        Charset::Ucs2 => "ucs2",
        Charset::Utf32 => "utf32",
    };
    let (from, to) = (format_ident!("from_{set}"), format_ident!("to_{set}"));
    let wide = conversion.native == Native::WideCharacter;
    let make = if wide { quote!(rt::to_wide) } else { quote!(rt::to_character) };
    let substitute = |rule: UnmappedRule| match rule {
        UnmappedRule::Substitute(code) => names::hex(u128::from(code), 8),
        UnmappedRule::Error => names::hex(0, 8),
    };
    let (read_substitute, write_substitute) =
        (substitute(conversion.read.unmapped), substitute(conversion.write.unmapped));
    let word = names::unsigned(format.bits);
    let widened = if format.bits == 32 { quote!(word) } else { quote!(u32::from(word)) };
    let read = quote! {
        let (code, known) = rt::#from(#widened);
        let (native, mapped) = #make(if known { code } else { #read_substitute });
        let native = if mapped { native } else { #make(#read_substitute).0 };
        (native, rt::Kinds::UNMAPPED.when(!known || !mapped))
    };
    let code = if wide { quote!(u32::from(native)) } else { quote!(u32::from(native.0)) };
    let narrowed = if format.bits == 32 { quote!(word) } else { quote!((word as #word)) };
    let statements = quote! {
        let (word, mapped) = rt::#to(#code);
        let word = if mapped { word } else { rt::#to(#write_substitute).0 };
    };
    let write = Written { statements, word: narrowed, kinds: quote!(rt::Kinds::UNMAPPED.when(!mapped)) };
    Bodies { read, write, read_ordinary: Ordinary::Exact, write_ordinary: Ordinary::Exact }
}
