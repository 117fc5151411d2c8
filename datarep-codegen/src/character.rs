//! Characters: a word of the file's set to a character of Unicode, and that to the native one.

use datarep_dsl::model::{Charset, Conversion, Format, Native, UnmappedRule};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::convert::{Bodies, Ordinary, Written};
use crate::names;

/// The set's name in functions.
fn name(charset: Charset) -> &'static str {
    match charset {
        Charset::Ascii => "ascii",
        Charset::Latin1 => "latin1",
        Charset::EbcdicCp037 => "cp037",
        Charset::EbcdicCp500 => "cp500",
        Charset::EbcdicCp1047 => "cp1047",
        Charset::EbcdicCp1140 => "cp1140",
        Charset::Ucs2 => "ucs2",
        Charset::Utf32 => "utf32",
    }
}

/// The tables of a conversion between bytes: of one that is no word of more.
pub(crate) fn emit_tables(charset: Charset, conversion: &Conversion, bytes: u32) -> Option<TokenStream> {
    let is_page = matches!(
        charset,
        Charset::EbcdicCp037 | Charset::EbcdicCp500 | Charset::EbcdicCp1047 | Charset::EbcdicCp1140
    );
    let page = format_ident!("{}", name(charset).to_uppercase());
    (is_page && conversion.native != Native::WideCharacter && bytes == 1).then(|| {
        quote! {
            const READ_TABLE: Option<&'static rt::Table> = Some(&rt::#page.read);
            const WRITE_TABLE: Option<&'static rt::Table> = Some(&rt::#page.write);
        }
    })
}

/// The bodies for a character set and a native character.
pub(crate) fn emit(format: &Format, charset: Charset, conversion: &Conversion) -> Bodies {
    let set = name(charset);
    let (from, to) = (format_ident!("from_{set}"), format_ident!("to_{set}"));
    let wide = conversion.native == Native::WideCharacter;
    let substitute = |rule: UnmappedRule| {
        let code = match rule {
            UnmappedRule::Substitute(code) => code,
            UnmappedRule::Error => 0,
        };
        Literal::character(char::from_u32(code).unwrap_or_default())
    };
    let (read_substitute, write_substitute) =
        (substitute(conversion.read.unmapped), substitute(conversion.write.unmapped));
    let word = names::unsigned(format.bits);
    let widened = if format.bits == 32 { quote!(word) } else { quote!(u32::from(word)) };
    let read = if wide {
        quote! {
            let (native, known) = rt::#from(#widened);
            let native = if known { native } else { #read_substitute };
            (native, rt::Kinds::UNMAPPED.when(!known))
        }
    } else {
        quote! {
            let (character, known) = rt::#from(#widened);
            let (native, mapped) = rt::to_character(if known { character } else { #read_substitute });
            let native = if mapped { native } else { rt::to_character(#read_substitute).0 };
            (native, rt::Kinds::UNMAPPED.when(!known || !mapped))
        }
    };
    let character = if wide { quote!(native) } else { quote!(char::from(native.0)) };
    let narrowed = if format.bits == 32 { quote!(word) } else { quote!((word as #word)) };
    let statements = quote! {
        let (word, mapped) = rt::#to(#character);
        let word = if mapped { word } else { rt::#to(#write_substitute).0 };
    };
    let write = Written { statements, word: narrowed, kinds: quote!(rt::Kinds::UNMAPPED.when(!mapped)) };
    // A substitute costs more than the conversion does, where not all is known by its type.
    let (read_ordinary, write_ordinary) = match (wide, charset) {
        (true, Charset::Ucs2) => (wide_read(&from, &widened), wide_write(&to, &write.word)),
        (true, Charset::Utf32) => (wide_read(&from, &widened), Ordinary::Exact),
        _ => (Ordinary::Exact, Ordinary::Exact),
    };
    Bodies { read, write, read_ordinary, write_ordinary }
}

/// A word that is a character of Unicode, to that.
fn wide_read(from: &Ident, widened: &TokenStream) -> Ordinary {
    let body = quote! {
        let (item, known) = rt::#from(#widened);
        rt::Ordinary::new(item, !known, false)
    };
    Ordinary::plain(body, " Ordinary: all but surrogates and what is beyond Unicode.")
}

/// A character to its word, where it has one.
fn wide_write(to: &Ident, narrowed: &TokenStream) -> Ordinary {
    let body = quote! {
        let (word, mapped) = rt::#to(native);
        let (word, odd, inexact) = (#narrowed, !mapped, false);
    };
    Ordinary::plain(body, " Ordinary: all of the basic plane.")
}
