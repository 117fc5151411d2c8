//! Character sets: converts a word of the file to a Unicode character, and back.
//!
//! Each function returns the character or the word, and whether it exists. If it does not, the first value means
//! nothing.
//!
//! In every EBCDIC page, line ends are those of IBM's Character Data Representation Architecture: byte 0x15 is NEL,
//! U+0085, and 0x25 is line feed. Some libraries read both as line feed.
//!
//! Source: IBM, "Character Data Representation Architecture", code pages 037, 500, 1047 and 1140; the
//! same in glibc's charmaps, Perl's Encode and Java's charsets (line ends apart). ISO/IEC 8859-1; The
//! Unicode Standard, "UTF-16", "UTF-32".

#![expect(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    reason = "bodies of loops; what is cast to a byte is below 0x100"
)]

use crate::kernel::table::Table;
use crate::native::Character;

/// The code points of EBCDIC code page 037, a permutation of ISO 8859-1.
#[rustfmt::skip]
const FROM_CP037: [u8; 256] = [
    0x00, 0x01, 0x02, 0x03, 0x9C, 0x09, 0x86, 0x7F, 0x97, 0x8D, 0x8E, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F,
    0x10, 0x11, 0x12, 0x13, 0x9D, 0x85, 0x08, 0x87, 0x18, 0x19, 0x92, 0x8F, 0x1C, 0x1D, 0x1E, 0x1F,
    0x80, 0x81, 0x82, 0x83, 0x84, 0x0A, 0x17, 0x1B, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x05, 0x06, 0x07,
    0x90, 0x91, 0x16, 0x93, 0x94, 0x95, 0x96, 0x04, 0x98, 0x99, 0x9A, 0x9B, 0x14, 0x15, 0x9E, 0x1A,
    0x20, 0xA0, 0xE2, 0xE4, 0xE0, 0xE1, 0xE3, 0xE5, 0xE7, 0xF1, 0xA2, 0x2E, 0x3C, 0x28, 0x2B, 0x7C,
    0x26, 0xE9, 0xEA, 0xEB, 0xE8, 0xED, 0xEE, 0xEF, 0xEC, 0xDF, 0x21, 0x24, 0x2A, 0x29, 0x3B, 0xAC,
    0x2D, 0x2F, 0xC2, 0xC4, 0xC0, 0xC1, 0xC3, 0xC5, 0xC7, 0xD1, 0xA6, 0x2C, 0x25, 0x5F, 0x3E, 0x3F,
    0xF8, 0xC9, 0xCA, 0xCB, 0xC8, 0xCD, 0xCE, 0xCF, 0xCC, 0x60, 0x3A, 0x23, 0x40, 0x27, 0x3D, 0x22,
    0xD8, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xAB, 0xBB, 0xF0, 0xFD, 0xFE, 0xB1,
    0xB0, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0xAA, 0xBA, 0xE6, 0xB8, 0xC6, 0xA4,
    0xB5, 0x7E, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0xA1, 0xBF, 0xD0, 0xDD, 0xDE, 0xAE,
    0x5E, 0xA3, 0xA5, 0xB7, 0xA9, 0xA7, 0xB6, 0xBC, 0xBD, 0xBE, 0x5B, 0x5D, 0xAF, 0xA8, 0xB4, 0xD7,
    0x7B, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0xAD, 0xF4, 0xF6, 0xF2, 0xF3, 0xF5,
    0x7D, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0xB9, 0xFB, 0xFC, 0xF9, 0xFA, 0xFF,
    0x5C, 0xF7, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0xB2, 0xD4, 0xD6, 0xD2, 0xD3, 0xD5,
    0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0xB3, 0xDB, 0xDC, 0xD9, 0xDA, 0x9F,
];

/// Code page 500, which has brackets, bars and the circumflex at other bytes.
const FROM_CP500: [u8; 256] = changed(&[
    (0x4A, b'['),
    (0x4F, b'!'),
    (0x5A, b']'),
    (0x5F, b'^'),
    (0xB0, 0xA2),
    (0xBA, 0xAC),
    (0xBB, b'|'),
]);

/// Code page 1047, for C and POSIX on mainframes, which has brackets and the circumflex at other bytes.
const FROM_CP1047: [u8; 256] =
    changed(&[(0x5F, b'^'), (0xAD, b'['), (0xB0, 0xAC), (0xBA, 0xDD), (0xBB, 0xA8), (0xBD, b']')]);

/// Both directions of a page, between its bytes and those of ISO 8859-1.
pub struct Page {
    /// From the page.
    pub read: Table,
    /// To the page.
    pub write: Table,
}

impl Page {
    const fn of(codes: [u8; 256]) -> Page {
        Page { read: Table::new(codes, None), write: Table::new(inverse(&codes), None) }
    }
}

/// Code page 037.
pub static CP037: Page = Page::of(FROM_CP037);
/// Code page 500.
pub static CP500: Page = Page::of(FROM_CP500);
/// Code page 1047.
pub static CP1047: Page = Page::of(FROM_CP1047);
/// Code page 1140. ISO 8859-1 lacks the euro sign, and the page lacks the currency sign.
pub static CP1140: Page = Page {
    read: Table::new(FROM_CP037, Some(CP037.write.of[CURRENCY as usize])),
    write: Table::new(CP037.write.of, Some(CURRENCY as u8)),
};

/// Code page 037 with other code points at some bytes.
const fn changed(differences: &[(u8, u8)]) -> [u8; 256] {
    let mut page = FROM_CP037;
    let mut index = 0;
    while index < differences.len() {
        let (byte, code) = differences[index];
        page[byte as usize] = code;
        index += 1;
    }
    page
}

/// The byte of each code point.
const fn inverse(page: &[u8; 256]) -> [u8; 256] {
    let mut inverse = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        inverse[page[byte] as usize] = byte as u8;
        byte += 1;
    }
    inverse
}

#[inline(always)]
fn kept(word: u32, mapped: bool) -> (u32, bool) {
    (if mapped { word } else { 0 }, mapped)
}

/// The character of a one-byte code.
#[inline(always)]
fn low(code: u32, known: bool) -> (char, bool) {
    (char::from(kept(code, known).0 as u8), known)
}

/// The character of any code.
#[inline(always)]
fn any(code: u32) -> (char, bool) {
    char::from_u32(code).map_or(('\0', false), |character| (character, true))
}

/// The character of a byte of a page: every byte has a code.
#[inline(always)]
fn from_page(page: &Page, word: u32) -> (char, bool) {
    low(u32::from(page.read.of[(word & 0xFF) as usize]), word < 0x100)
}

/// The byte of a page for a character: codes below 0x100.
#[inline(always)]
fn to_page(page: &Page, character: char) -> (u32, bool) {
    let code = u32::from(character);
    kept(u32::from(page.write.of[(code & 0xFF) as usize]), code < 0x100)
}

/// ASCII: codes below 0x80.
#[inline(always)]
pub fn from_ascii(word: u32) -> (char, bool) {
    low(word, word < 0x80)
}

/// ASCII: codes below 0x80.
#[inline(always)]
pub fn to_ascii(character: char) -> (u32, bool) {
    kept(u32::from(character), u32::from(character) < 0x80)
}

/// ISO 8859-1: every byte is a code.
#[inline(always)]
pub fn from_latin1(word: u32) -> (char, bool) {
    low(word, word < 0x100)
}

/// ISO 8859-1: codes below 0x100.
#[inline(always)]
pub fn to_latin1(character: char) -> (u32, bool) {
    kept(u32::from(character), u32::from(character) < 0x100)
}

/// EBCDIC code page 037: every byte has a code.
#[inline(always)]
pub fn from_cp037(word: u32) -> (char, bool) {
    from_page(&CP037, word)
}

/// EBCDIC code page 037: codes below 0x100.
#[inline(always)]
pub fn to_cp037(character: char) -> (u32, bool) {
    to_page(&CP037, character)
}

/// EBCDIC code page 500: every byte has a code.
#[inline(always)]
pub fn from_cp500(word: u32) -> (char, bool) {
    from_page(&CP500, word)
}

/// EBCDIC code page 500: codes below 0x100.
#[inline(always)]
pub fn to_cp500(character: char) -> (u32, bool) {
    to_page(&CP500, character)
}

/// EBCDIC code page 1047: every byte has a code.
#[inline(always)]
pub fn from_cp1047(word: u32) -> (char, bool) {
    from_page(&CP1047, word)
}

/// EBCDIC code page 1047: codes below 0x100.
#[inline(always)]
pub fn to_cp1047(character: char) -> (u32, bool) {
    to_page(&CP1047, character)
}

/// The euro sign, and the character at its byte in code page 037.
const EURO: char = '€';
const CURRENCY: char = '¤';

/// EBCDIC code page 1140, which is 037 with the euro sign in place of the currency sign.
#[inline(always)]
pub fn from_cp1140(word: u32) -> (char, bool) {
    let (character, known) = from_cp037(word);
    (if character == CURRENCY { EURO } else { character }, known)
}

/// EBCDIC code page 1140: codes below 0x100 except the currency sign, and the euro sign.
#[inline(always)]
pub fn to_cp1140(character: char) -> (u32, bool) {
    let (byte, known) = to_cp037(if character == EURO { CURRENCY } else { character });
    kept(byte, known && character != CURRENCY)
}

/// One UTF-16 unit: the basic plane without surrogates.
#[inline(always)]
pub fn from_ucs2(word: u32) -> (char, bool) {
    any(if word < 0x1_0000 { word } else { u32::MAX })
}

/// One UTF-16 unit: the basic plane.
#[inline(always)]
pub fn to_ucs2(character: char) -> (u32, bool) {
    (u32::from(character), u32::from(character) < 0x1_0000)
}

/// One UTF-32 unit: a Unicode scalar value.
#[inline(always)]
pub fn from_utf32(word: u32) -> (char, bool) {
    any(word)
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
    use super::*;

    #[test]
    fn cp037_is_a_permutation_with_the_known_brackets() {
        for word in 0..256 {
            let (code, mapped) = from_cp037(word);
            assert!(mapped);
            assert_eq!(to_cp037(code), (word, true));
        }
        for (word, character) in
            [(0xBA, '['), (0xBB, ']'), (0xB0, '^'), (0xC1, 'A'), (0xF0, '0'), (0x40, ' ')]
        {
            assert_eq!(from_cp037(word), (character, true));
        }
    }

    type From = fn(u32) -> (char, bool);
    type To = fn(char) -> (u32, bool);

    /// The characters that each page has at other bytes than 037, by IBM's tables.
    #[test]
    fn pages_differ_from_cp037_where_they_should() {
        type Known = &'static [(u32, char)];
        let pages: [(From, To, Known); 3] = [
            (
                from_cp500,
                to_cp500,
                &[(0x4A, '['), (0x4F, '!'), (0x5A, ']'), (0x5F, '^'), (0xB0, '¢'), (0xBA, '¬'), (0xBB, '|')],
            ),
            (
                from_cp1047,
                to_cp1047,
                &[(0x5F, '^'), (0xAD, '['), (0xB0, '¬'), (0xBA, 'Ý'), (0xBB, '¨'), (0xBD, ']')],
            ),
            (from_cp1140, to_cp1140, &[(0x9F, '€')]),
        ];
        for (from, to, differences) in pages {
            let mut seen = std::collections::BTreeSet::new();
            for word in 0..256 {
                let (code, mapped) = from(word);
                assert!(mapped && seen.insert(code), "{word:#x}");
                assert_eq!(to(code), (word, true));
                let other = differences.iter().find(|(byte, _)| *byte == word);
                assert_eq!(code, other.map_or(from_cp037(word).0, |(_, character)| *character));
            }
            assert_eq!(from(0x15), ('\u{85}', true));
            assert_eq!(from(0x25), ('\n', true));
            assert_eq!(to('\u{100}'), (0, false));
        }
        assert_eq!(to_cp1140('¤'), (0, false));
    }

    #[test]
    fn tables_say_what_the_functions_say() {
        let pages: [(From, To, &Page); 4] = [
            (from_cp037, to_cp037, &CP037),
            (from_cp500, to_cp500, &CP500),
            (from_cp1047, to_cp1047, &CP1047),
            (from_cp1140, to_cp1140, &CP1140),
        ];
        for (from, to, Page { read, write }) in pages {
            for byte in 0..=u8::MAX {
                let (native, mapped) = to_character(from(u32::from(byte)).0);
                assert_eq!(read.without == Some(byte), !mapped);
                assert!(!mapped || native == Character(read.of[usize::from(byte)]));
                let (word, mapped) = to(char::from(byte));
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
