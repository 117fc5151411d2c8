//! Characters: from a word in the file's set to a character of Unicode, and from there to the native one.

use datarep_dsl::model::{Charset, Conversion, Event, Format, Native, UnmappedRule};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value};
use crate::conversion::{Bodies, OrdinaryBody};
use crate::primitive::Primitive;
use crate::types::{ResultPart, Type, mask};

/// The bodies for a character set and a native character.
pub(crate) fn plan_character(format: &Format, charset: Charset, conversion: &Conversion) -> Bodies {
    let planner = CharacterPlanner { bits: format.bits, charset, native: conversion.native };
    let wide = conversion.native == Native::WideCharacter;
    // A substitute costs more than the conversion itself, unless the type already implies that all characters are
    // known.
    let (read_ordinary, write_ordinary) = match (wide, charset) {
        (true, Charset::Ucs2) => (
            OrdinaryBody::from_body(planner.plan_wide_reading()),
            OrdinaryBody::from_body(planner.plan_wide_writing()),
        ),
        (true, Charset::Utf32) => (OrdinaryBody::from_body(planner.plan_wide_reading()), OrdinaryBody::Exact),
        _ => (OrdinaryBody::Exact, OrdinaryBody::Exact),
    };
    Bodies {
        read: planner.plan_reading(conversion.read.unmapped),
        write: planner.plan_writing(conversion.write.unmapped),
        read_ordinary,
        write_ordinary,
    }
}

/// Whether a table of 256 bytes describes the whole set as far as ISO 8859-1 goes, so that bytes are looked up in it.
pub(crate) fn is_page(charset: Charset) -> bool {
    match charset {
        Charset::Page(page) => page.fits_byte_table(),
        Charset::Ascii | Charset::Latin1 | Charset::Mixed(_) | Charset::Ucs2 | Charset::Utf32 => false,
    }
}

/// The character that replaces one without a place in the target.
fn replacement_code(rule: UnmappedRule) -> u32 {
    match rule {
        UnmappedRule::Substitute(code) => code,
        // The value is not used: the event makes the call fail.
        UnmappedRule::Error => 0,
    }
}

struct CharacterPlanner {
    bits: u32,
    charset: Charset,
    native: Native,
}

impl CharacterPlanner {
    /// The word as a code of 32 bits.
    fn widen_word<'b>(&self, builder: &'b BodyBuilder) -> Value<'b> {
        builder.input(Type::word(self.bits), mask(self.bits)).cast(Type::Unsigned(32))
    }

    fn plan_reading(&self, rule: UnmappedRule) -> Body {
        let builder = BodyBuilder::default();
        let substitute = builder.character_constant(replacement_code(rule));
        // Both are computed, the character and the substitute, as a body has no branches.
        let found = builder.call_primitive(Primitive::FromSet(self.charset), &[self.widen_word(&builder)]);
        let (character, known) = (
            found.take_part(ResultPart::Character).with_name("character"),
            found.take_flag(ResultPart::Known),
        );
        let known = known.with_name("known");
        let character = known.select(character, substitute);
        if self.native == Native::WideCharacter {
            return builder.finish_exact(character, (!known).choose_events(&builder, Event::Unmapped));
        }
        let narrow = |character| builder.call_primitive(Primitive::Narrow, &[character]);
        let narrowed = narrow(character);
        let (native, mapped) = (
            narrowed.take_part(ResultPart::Native),
            narrowed.take_flag(ResultPart::Known).with_name("mapped"),
        );
        let native = mapped.select(native, narrow(substitute).take_part(ResultPart::Native));
        builder.finish_exact(native, (!known | !mapped).choose_events(&builder, Event::Unmapped))
    }

    /// The native character as one of Unicode.
    fn widen_native<'b>(&self, builder: &'b BodyBuilder) -> Value<'b> {
        let item = builder.input(Type::from_native(self.native), u128::MAX);
        if self.native == Native::WideCharacter {
            item
        } else {
            builder.call_primitive(Primitive::Widen, &[item])
        }
    }

    fn plan_writing(&self, rule: UnmappedRule) -> Body {
        let builder = BodyBuilder::default();
        let to_set = |character| builder.call_primitive(Primitive::ToSet(self.charset), &[character]);
        let found = to_set(self.widen_native(&builder));
        let (word, mapped) =
            (found.take_part(ResultPart::Word), found.take_flag(ResultPart::Known).with_name("mapped"));
        let other = to_set(builder.character_constant(replacement_code(rule))).take_part(ResultPart::Word);
        let word = mapped.select(word, other).with_name("word").to_word(self.bits);
        builder.finish_exact(word, (!mapped).choose_events(&builder, Event::Unmapped))
    }

    /// The body from a word to its character of Unicode.
    fn plan_wide_reading(&self) -> Body {
        let builder = BodyBuilder::default();
        let found = builder.call_primitive(Primitive::FromSet(self.charset), &[self.widen_word(&builder)]);
        let doc = vec!["Ordinary: all but surrogates and what is beyond Unicode.".to_owned()];
        builder.finish_ordinary(
            found.take_part(ResultPart::Character),
            !found.take_flag(ResultPart::Known),
            Cond::Never,
            doc,
        )
    }

    /// The body from a character to its word, if it has one.
    fn plan_wide_writing(&self) -> Body {
        let builder = BodyBuilder::default();
        let found = builder.call_primitive(Primitive::ToSet(self.charset), &[self.widen_native(&builder)]);
        let word = found.take_part(ResultPart::Word).to_word(self.bits);
        let doc = vec!["Ordinary: all of the basic plane.".to_owned()];
        builder.finish_ordinary(word, !found.take_flag(ResultPart::Known), Cond::Never, doc)
    }
}
