//! Character sets: converts a word of the file to a Unicode character, and back.
//!
//! Each function returns the character or the word, and whether it exists. If it does not, the first value means
//! nothing.
//!
//! The sets of bytes other than ASCII and ISO 8859-1 are code pages, each a row of data in [`pages`].
//!
//! In nearly every EBCDIC page, line ends are those of IBM's Character Data Representation Architecture: byte 0x15 is NEL,
//! U+0085, and 0x25 is line feed. Some libraries read both as line feed.
//!
//! Source: the converters of Python and of glibc, which `cargo xtask charsets` compares; IBM, "Character Data
//! Representation Architecture", code pages 037, 500, 1047 and 1140. ISO/IEC 8859-1; The Unicode Standard, "UTF-16",
//! "UTF-32".

#![expect(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    reason = "bodies of loops; what is cast to a byte is below 0x100"
)]

pub(crate) mod mixed;
pub(crate) mod page;
#[rustfmt::skip]
pub mod pages;

use crate::native::Character;

#[inline(always)]
fn zero_unmapped(word: u32, mapped: bool) -> (u32, bool) {
    (if mapped { word } else { 0 }, mapped)
}

/// The character of a one-byte code.
#[inline(always)]
fn decode_byte(code: u32, known: bool) -> (char, bool) {
    // A word that is no character becomes zero before it is cut to a byte, so that the result does not depend on its
    // upper bits.
    (char::from(zero_unmapped(code, known).0 as u8), known)
}

/// The character of any code.
#[inline(always)]
fn decode_code(code: u32) -> (char, bool) {
    char::from_u32(code).map_or(('\0', false), |character| (character, true))
}

/// ASCII: codes below 0x80.
#[inline(always)]
pub fn from_ascii(word: u32) -> (char, bool) {
    decode_byte(word, word < 0x80)
}

/// ASCII: codes below 0x80.
#[inline(always)]
pub fn to_ascii(character: char) -> (u32, bool) {
    zero_unmapped(u32::from(character), u32::from(character) < 0x80)
}

/// ISO 8859-1: every byte is a code.
#[inline(always)]
pub fn from_latin1(word: u32) -> (char, bool) {
    decode_byte(word, word < 0x100)
}

/// ISO 8859-1: codes below 0x100.
#[inline(always)]
pub fn to_latin1(character: char) -> (u32, bool) {
    zero_unmapped(u32::from(character), u32::from(character) < 0x100)
}

/// A byte of a mixed text, which alone is no character.
#[inline(always)]
pub fn from_mixed(_: u32) -> (char, bool) {
    ('\0', false)
}

/// A byte of a mixed text, which no character alone has.
#[inline(always)]
pub fn to_mixed(_: char) -> (u32, bool) {
    (0, false)
}

/// One UTF-16 unit: the basic plane without surrogates.
#[inline(always)]
pub fn from_ucs2(word: u32) -> (char, bool) {
    // A surrogate is no character, and `decode_code` refuses it: UCS-2 has no pairs of them.
    decode_code(if word < 0x1_0000 { word } else { u32::MAX })
}

/// One UTF-16 unit: the basic plane.
#[inline(always)]
pub fn to_ucs2(character: char) -> (u32, bool) {
    (u32::from(character), u32::from(character) < 0x1_0000)
}

/// One UTF-32 unit: a Unicode scalar value.
#[inline(always)]
pub fn from_utf32(word: u32) -> (char, bool) {
    decode_code(word)
}

/// One UTF-32 unit: every character.
#[inline(always)]
pub fn to_utf32(character: char) -> (u32, bool) {
    (u32::from(character), true)
}

/// The native character for a Unicode character of ISO 8859-1.
#[inline(always)]
pub fn to_character(character: char) -> (Character, bool) {
    let (code, mapped) = to_latin1(character);
    (Character(code as u8), mapped)
}

#[cfg(test)]
mod tests {
    use super::page::{ByteTables, Page, from_page, to_page};
    use super::pages::{CP037, CP500, CP1047, CP1140};
    use super::*;

    #[test]
    fn cp037_is_a_permutation_with_the_known_brackets() {
        for word in 0..256 {
            let (code, mapped) = from_page(&CP037, word);
            assert!(mapped);
            assert_eq!(to_page(&CP037, code), (word, true));
        }
        for (word, character) in
            [(0xBA, '['), (0xBB, ']'), (0xB0, '^'), (0xC1, 'A'), (0xF0, '0'), (0x40, ' ')]
        {
            assert_eq!(from_page(&CP037, word), (character, true));
        }
    }

    /// The characters that each page has at other bytes than 037, by IBM's tables.
    #[test]
    fn pages_differ_from_cp037_where_they_should() {
        type Known = &'static [(u32, char)];
        let pages: [(&Page, Known); 3] = [
            (
                &CP500,
                &[(0x4A, '['), (0x4F, '!'), (0x5A, ']'), (0x5F, '^'), (0xB0, '¢'), (0xBA, '¬'), (0xBB, '|')],
            ),
            (&CP1047, &[(0x5F, '^'), (0xAD, '['), (0xB0, '¬'), (0xBA, 'Ý'), (0xBB, '¨'), (0xBD, ']')]),
            (&CP1140, &[(0x9F, '€')]),
        ];
        for (page, differences) in pages {
            for word in 0..256 {
                let other = differences.iter().find(|(byte, _)| *byte == word);
                let code = other.map_or(from_page(&CP037, word).0, |(_, character)| *character);
                assert_eq!(from_page(page, word), (code, true));
                assert_eq!(to_page(page, code), (word, true));
            }
            assert_eq!(from_page(page, 0x15), ('\u{85}', true));
            assert_eq!(from_page(page, 0x25), ('\n', true));
            assert_eq!(to_page(page, '\u{100}'), (0, false));
            assert_eq!(from_page(page, 0x100), ('\0', false));
        }
        assert_eq!(to_page(&CP1140, '¤'), (0, false));
    }

    /// Every character of the basic plane, by each page: a byte that is read as it, or none.
    #[test]
    fn pages_write_what_they_read_and_nothing_else() {
        for (index, page) in pages::ALL.iter().enumerate() {
            let mut read = std::collections::BTreeMap::<char, Vec<u32>>::new();
            for word in 0..256 {
                if let (character, true) = from_page(page, word) {
                    read.entry(character).or_default().push(word);
                }
            }
            for character in (0..=0x1_FFFF).filter_map(char::from_u32) {
                let (word, known) = to_page(page, character);
                let words = read.get(&character).map_or(&[][..], Vec::as_slice);
                assert_eq!(known, words.contains(&word), "page {index}, {character:?}");
                assert_eq!(known, !words.is_empty(), "page {index}, {character:?}");
            }
            assert_eq!(to_page(page, '\u{10FFFF}'), (0, false));
        }
    }

    #[test]
    fn tables_say_what_the_functions_say() {
        let pages = [
            (&CP037, &pages::CP037_TABLES),
            (&CP500, &pages::CP500_TABLES),
            (&CP1047, &pages::CP1047_TABLES),
            (&CP1140, &pages::CP1140_TABLES),
            (&pages::CP273, &pages::CP273_TABLES),
            (&pages::CP1148, &pages::CP1148_TABLES),
        ];
        for (page, ByteTables { read, write }) in pages {
            for byte in 0..=u8::MAX {
                let (native, mapped) = to_character(from_page(page, byte.into()).0);
                assert_eq!(read.without == Some(byte), !mapped);
                assert!(!mapped || native == Character(read.of[usize::from(byte)]));
                let (word, mapped) = to_page(page, char::from(byte));
                assert_eq!(write.without == Some(byte), !mapped);
                assert!(!mapped || word == u32::from(write.of[usize::from(byte)]));
            }
        }
    }

    #[test]
    fn what_is_not_a_character_is_unmapped() {
        for word in 0xD800..0xE000 {
            assert_eq!(from_utf32(word), ('\0', false));
            assert_eq!(from_ucs2(word), ('\0', false));
        }
        assert_eq!(from_utf32(0x10_FFFF), ('\u{10FFFF}', true));
        assert_eq!(from_utf32(0x11_0000), ('\0', false));
        assert_eq!(from_ucs2(0xFFFF), ('\u{FFFF}', true));
        assert_eq!(from_ucs2(0x1_0000), ('\0', false));
        assert_eq!(from_ascii(0x80), ('\0', false));
        assert_eq!(from_latin1(0x100), ('\0', false));
        assert_eq!(to_utf32('\u{10FFFF}'), (0x10_FFFF, true));
        assert_eq!(to_ucs2('\u{FFFF}'), (0xFFFF, true));
        assert!(!to_ucs2('\u{10000}').1);
        assert_eq!(to_character('\u{100}'), (Character(0), false));
        assert_eq!(to_ascii('\u{80}'), (0, false));
    }
}
