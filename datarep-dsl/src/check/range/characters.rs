//! The characters that sets have.

use crate::model::Charset;

/// Whether every word of `source` is a character of `target`. If `sound`, every word of `source` is a character.
pub(super) fn covers(target: Charset, source: Charset, sound: bool) -> bool {
    match source {
        Charset::Latin1 => (0..0x100).all(|code| has_code(target, code)),
        Charset::Page(page) => {
            let all = || (0..=u8::MAX).filter_map(|byte| page.character(byte));
            (sound || page.is_full()) && all().all(|character| has_code(target, character.into()))
        }
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
        Charset::Ucs2 => code < 0x1_0000 && char::from_u32(code).is_some(),
        Charset::Utf32 => char::from_u32(code).is_some(),
    }
}
