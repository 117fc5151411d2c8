//! Character sets: the character of each code.

use crate::model::Charset;

/// The character of a code; `None` if the code has none.
pub(crate) fn find_character(charset: Charset, code: u128) -> Option<char> {
    let code = u32::try_from(code).ok()?;
    match charset {
        Charset::Ascii => char::from_u32(code).filter(char::is_ascii),
        Charset::Latin1 => u8::try_from(code).ok().map(char::from),
        Charset::Page(page) => page.character(u8::try_from(code).ok()?),
        // A byte of such a text alone is no character.
        Charset::Mixed(_) => None,
        // Surrogates are no characters: `from_u32` refuses them.
        Charset::Ucs2 | Charset::Utf32 => char::from_u32(code),
    }
}

/// The code of a character; `None` if the set does not have the character.
pub(crate) fn find_code(charset: Charset, character: char) -> Option<u128> {
    let code = u32::from(character);
    let word = match charset {
        Charset::Ascii => character.is_ascii().then_some(code),
        Charset::Latin1 => (code < 0x100).then_some(code),
        // Bytes that are never written are left out, so that a character has one byte.
        Charset::Page(page) => page.byte(character).map(u32::from),
        Charset::Mixed(_) => None,
        // A character beyond the basic plane needs two units, and a word is one.
        Charset::Ucs2 => (code < 0x1_0000).then_some(code),
        Charset::Utf32 => Some(code),
    };
    word.map(u128::from)
}
