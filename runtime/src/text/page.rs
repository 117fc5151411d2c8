//! Code pages: sets of at most 256 characters, each with a byte.
//!
//! A page is a row of data in [`pages`](super::pages). What is here turns the row into what conversions look up: the
//! character of each byte, the byte of each character, and for pages of ISO 8859-1's characters the tables from byte to
//! byte.

#![expect(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    reason = "bodies of loops; bytes below 0x100"
)]

use super::zero_unmapped;
use crate::kernel::table::Table;

/// The code point in the place of a byte's character if the byte has none. Unicode has no character there.
pub(super) const NONE: u16 = 0xFFFF;

/// Code points are looked up in rows of so many.
const ROW: usize = 64;

/// How many rows a page has at most. The first four are those of ISO 8859-1.
const ROWS: usize = 20;

/// A code page.
#[derive(Debug)]
pub struct Page {
    /// The code point of each byte, or [`NONE`].
    codes: [u16; 256],
    /// The row of a code point, by its bits from the sixth on without those above the thirteenth. That is enough to tell
    /// apart the rows of a page.
    rows: [u8; 256],
    /// The byte of each code point of a row. It is the byte of another code point where the page lacks this one.
    bytes: [u8; ROW * ROWS],
}

impl Page {
    /// A page by its code points. `unwritten`: bytes with the character of another byte, which is written.
    pub(super) const fn new(codes: &[u16; 256], unwritten: &[u8]) -> Page {
        let mut page = Page { codes: *codes, rows: [0; 256], bytes: [0; ROW * ROWS] };
        // The first rows are for the codes below 0x100, which `byte_index` finds without the table of rows.
        let mut count = 256 / ROW;
        let mut row = 0;
        while row < count {
            page.rows[row] = row as u8;
            row += 1;
        }
        let mut byte = 0;
        while byte < 256 {
            let code = codes[byte];
            // A byte that is not written may share its character with the one that is.
            if code != NONE && !is_among(unwritten, byte as u8) {
                let column = row_index(code as u32);
                // Row 0 is that of the lowest codes, so for others it means that there is none yet.
                if page.rows[column] == 0 && code >= ROW as u16 {
                    page.rows[column] = count as u8;
                    count += 1;
                }
                page.bytes[page.byte_index(code as u32)] = byte as u8;
            }
            byte += 1;
        }
        page
    }

    /// Where the byte of a code point is.
    #[inline(always)]
    const fn byte_index(&self, code: u32) -> usize {
        if code < 0x100 {
            code as usize
        } else {
            // A character without a row has row 0. `find_byte` compares the code, and finds that it is another.
            self.rows[row_index(code)] as usize * ROW + code as usize % ROW
        }
    }

    /// The character of a byte.
    #[inline(always)]
    pub(super) fn find_character(&self, byte: u8) -> Option<char> {
        let code = self.codes[usize::from(byte)];
        if code == NONE { None } else { char::from_u32(code.into()) }
    }

    /// The byte of a character.
    #[inline(always)]
    pub(super) fn find_byte(&self, character: char) -> Option<u8> {
        let byte = self.bytes[self.byte_index(character.into())];
        // Rows and columns are found modulo their numbers, so the byte may be that of another character.
        (u32::from(self.codes[usize::from(byte)]) == u32::from(character)).then_some(byte)
    }
}

#[inline(always)]
const fn row_index(code: u32) -> usize {
    (code as usize / ROW) % 256
}

const fn is_among(bytes: &[u8], byte: u8) -> bool {
    let mut index = 0;
    while index < bytes.len() {
        if bytes[index] == byte {
            return true;
        }
        index += 1;
    }
    false
}

/// The character of a byte of a page.
#[inline(always)]
pub fn from_page(page: &Page, word: u32) -> (char, bool) {
    let found = if word < 0x100 { page.find_character(word as u8) } else { None };
    (found.unwrap_or('\0'), found.is_some())
}

/// The byte of a page for a character.
#[inline(always)]
pub fn to_page(page: &Page, character: char) -> (u32, bool) {
    let found = page.find_byte(character);
    zero_unmapped(found.map_or(0, u32::from), found.is_some())
}

/// Both directions of a page, between its bytes and those of ISO 8859-1.
#[derive(Debug)]
pub struct ByteTables {
    /// From the page.
    pub read: Table,
    /// To the page.
    pub write: Table,
}

impl ByteTables {
    /// The tables of a page that has every character of ISO 8859-1, except one at most.
    pub(super) const fn new(page: &Page) -> ByteTables {
        let (mut read, mut write) = ([0; 256], [0; 256]);
        let (mut strange, mut byte) = (None, 0);
        let mut seen = [false; 256];
        while byte < 256 {
            let code = page.codes[byte];
            if code < 0x100 {
                // While the crate is compiled: such a page cannot be a permutation, and has no tables.
                assert!(!seen[code as usize], "a character has two bytes");
                seen[code as usize] = true;
                read[byte] = code as u8;
                write[code as usize] = byte as u8;
            } else {
                assert!(strange.is_none(), "two bytes have no character of ISO 8859-1");
                strange = Some(byte as u8);
            }
            byte += 1;
        }
        let mut lacking = None;
        let mut code = 0;
        while code < 256 {
            if !seen[code] {
                lacking = Some(code as u8);
            }
            code += 1;
        }
        // What the other side lacks takes the place that is left, so that each table is a permutation.
        if let (Some(strange), Some(lacking)) = (strange, lacking) {
            read[strange as usize] = lacking;
            write[lacking as usize] = strange;
        }
        ByteTables { read: Table::new(read, strange), write: Table::new(write, lacking) }
    }
}
