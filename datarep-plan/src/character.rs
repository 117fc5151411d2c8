//! Characters: from a word in the file's set to a character of Unicode, and from there to the native one.

use datarep_dsl::model::{Charset, Conversion, Event, Format, Native, UnmappedRule};

use crate::body::Body;
use crate::builder::{Builder, Cond, Value};
use crate::conversion::{Bodies, Ordinary};
use crate::primitive::Primitive;
use crate::types::{Part, Type, mask};

/// The bodies for a character set and a native character.
pub(crate) fn plan(format: &Format, charset: Charset, conversion: &Conversion) -> Bodies {
    let planner = Planner { bits: format.bits, charset, native: conversion.native };
    let wide = conversion.native == Native::WideCharacter;
    // A substitute costs more than the conversion itself, unless the type already implies that all characters are
    // known.
    let (read_ordinary, write_ordinary) = match (wide, charset) {
        (true, Charset::Ucs2) => {
            (Ordinary::plain(planner.wide_read()), Ordinary::plain(planner.wide_write()))
        }
        (true, Charset::Utf32) => (Ordinary::plain(planner.wide_read()), Ordinary::Exact),
        _ => (Ordinary::Exact, Ordinary::Exact),
    };
    Bodies {
        read: planner.read(conversion.read.unmapped),
        write: planner.write(conversion.write.unmapped),
        read_ordinary,
        write_ordinary,
    }
}

/// Whether a table of 256 bytes describes the whole set, so that bytes are looked up in it.
pub(crate) fn is_page(charset: Charset) -> bool {
    match charset {
        Charset::EbcdicCp037 | Charset::EbcdicCp500 | Charset::EbcdicCp1047 | Charset::EbcdicCp1140 => true,
        Charset::Ascii | Charset::Latin1 | Charset::Ucs2 | Charset::Utf32 => false,
    }
}

/// The character that replaces one without a place in the target.
fn substitute(rule: UnmappedRule) -> u32 {
    match rule {
        UnmappedRule::Substitute(code) => code,
        UnmappedRule::Error => 0,
    }
}

struct Planner {
    bits: u32,
    charset: Charset,
    native: Native,
}

impl Planner {
    /// The word as a code of 32 bits.
    fn code<'b>(&self, builder: &'b Builder) -> Value<'b> {
        builder.input(Type::word(self.bits), mask(self.bits)).cast(Type::Unsigned(32))
    }

    fn read(&self, rule: UnmappedRule) -> Body {
        let builder = Builder::default();
        let substitute = builder.character(substitute(rule));
        let found = builder.call(Primitive::FromSet(self.charset), &[self.code(&builder)]);
        let (character, known) = (found.part(Part::Character).named("character"), found.flag(Part::Known));
        let known = known.named("known");
        let character = known.select(character, substitute);
        if self.native == Native::WideCharacter {
            return builder.exact(character, (!known).events(&builder, Event::Unmapped));
        }
        let narrow = |character| builder.call(Primitive::Narrow, &[character]);
        let narrowed = narrow(character);
        let (native, mapped) = (narrowed.part(Part::Native), narrowed.flag(Part::Known).named("mapped"));
        let native = mapped.select(native, narrow(substitute).part(Part::Native));
        builder.exact(native, (!known | !mapped).events(&builder, Event::Unmapped))
    }

    /// The native character as one of Unicode.
    fn character<'b>(&self, builder: &'b Builder) -> Value<'b> {
        let item = builder.input(Type::of(self.native), u128::MAX);
        if self.native == Native::WideCharacter { item } else { builder.call(Primitive::Widen, &[item]) }
    }

    fn write(&self, rule: UnmappedRule) -> Body {
        let builder = Builder::default();
        let to_set = |character| builder.call(Primitive::ToSet(self.charset), &[character]);
        let found = to_set(self.character(&builder));
        let (word, mapped) = (found.part(Part::Word), found.flag(Part::Known).named("mapped"));
        let other = to_set(builder.character(substitute(rule))).part(Part::Word);
        let word = mapped.select(word, other).named("word").to_word(self.bits);
        builder.exact(word, (!mapped).events(&builder, Event::Unmapped))
    }

    /// The body from a word to its character of Unicode.
    fn wide_read(&self) -> Body {
        let builder = Builder::default();
        let found = builder.call(Primitive::FromSet(self.charset), &[self.code(&builder)]);
        let doc = vec!["Ordinary: all but surrogates and what is beyond Unicode.".to_owned()];
        builder.ordinary(found.part(Part::Character), !found.flag(Part::Known), Cond::Never, doc)
    }

    /// The body from a character to its word, if it has one.
    fn wide_write(&self) -> Body {
        let builder = Builder::default();
        let found = builder.call(Primitive::ToSet(self.charset), &[self.character(&builder)]);
        let word = found.part(Part::Word).to_word(self.bits);
        let doc = vec!["Ordinary: all of the basic plane.".to_owned()];
        builder.ordinary(word, !found.flag(Part::Known), Cond::Never, doc)
    }
}
