//! The characters that sets have.

use crate::model::Charset;

/// Whether every word of `source` is a character of `target`. If `sound`, every word of `source` is a character.
pub(super) fn covers_charset(target: Charset, source: Charset, sound: bool) -> bool {
    match source {
        // Every byte is a character.
        Charset::Latin1 => (0..0x100).all(|code| has_code(target, code)),
        Charset::Page(page) => {
            let characters = || (0..=u8::MAX).filter_map(|byte| page.character(byte));
            // A byte without a character is unmapped, whatever the target is.
            (sound || page.is_full()) && characters().all(|character| has_code(target, character.into()))
        }
        // A native `char` is valid. Codes of a file may be surrogates, or beyond the last character.
        Charset::Utf32 => sound && target == Charset::Utf32,
        Charset::Ascii | Charset::Mixed(_) | Charset::Ucs2 => false,
    }
}

/// Whether a character set has the character with this Unicode code point.
pub(super) fn has_code(charset: Charset, code: u32) -> bool {
    match charset {
        Charset::Ascii => code < 0x80,
        Charset::Latin1 => code < 0x100,
        Charset::Page(page) => char::from_u32(code).is_some_and(|character| page.byte(character).is_some()),
        Charset::Mixed(set) => set.has_substitute(code),
        // One unit alone: half of a pair is no character.
        Charset::Ucs2 => code < 0x1_0000 && char::from_u32(code).is_some(),
        Charset::Utf32 => char::from_u32(code).is_some(),
    }
}
