//! Code pages: sets of at most 256 characters, each with a byte.
//!
//! All pages are rows of one file, `page/pages.txt`, which `cargo xtask charsets` makes from the
//! converters of Python and of the C library. The head of the file describes its form. No code
//! depends on a single page: every question is answered by the row of the page.

mod mixed;

use std::sync::OnceLock;

pub use self::mixed::{MixedForm, MixedPage, MixedSet};

/// All pages.
const ROWS: &str = include_str!("page/pages.txt");

/// The lines of a page: one with its names, and sixteen with its code points.
const LINES: usize = 17;

/// A code page, by its place in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CodePage(u8);

/// The two families of pages. In those of EBCDIC, A is 0xC1; in others it is 0x41, as in ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PageFamily {
    /// EBCDIC.
    Ebcdic,
    /// All others, which have the characters of ASCII at most of its codes.
    CodePage,
}

impl PageFamily {
    /// The word of the language.
    pub const fn word(self) -> &'static str {
        match self {
            PageFamily::Ebcdic => "ebcdic",
            PageFamily::CodePage => "codepage",
        }
    }

    /// The family of this word.
    pub fn find(word: &str) -> Option<PageFamily> {
        [PageFamily::Ebcdic, PageFamily::CodePage].into_iter().find(|family| family.word() == word)
    }
}

/// What the file says of a page.
#[derive(Debug)]
struct PageRow {
    family: PageFamily,
    name: &'static str,
    title: &'static str,
    others: &'static str,
    /// The lines with its code points.
    lines: Vec<&'static str>,
    /// The same as tables. They are made when they are first asked for: most programs need the names of all pages and the
    /// codes of one.
    codes: OnceLock<Box<PageCodes>>,
}

/// The characters of a page.
#[derive(Debug)]
struct PageCodes {
    characters: [Option<char>; 256],
    /// Whether a byte is never written, since another byte has its character.
    unwritten: [bool; 256],
    /// The characters that are written and their bytes, in the order of the characters.
    bytes: Vec<(char, u8)>,
}

fn list_rows() -> &'static [PageRow] {
    static FOUND: OnceLock<Vec<PageRow>> = OnceLock::new();
    FOUND.get_or_init(|| {
        // The head of the file is comments. Each page is then the same number of lines, with nothing between them.
        let lines: Vec<&str> = ROWS.lines().filter(|line| !line.starts_with('#')).collect();
        lines.chunks(LINES).filter_map(read_row).collect()
    })
}

fn read_row(lines: &[&'static str]) -> Option<PageRow> {
    let (first, codes) = lines.split_first()?;
    let mut parts = first.split('|').map(str::trim);
    let (family, name) = parts.next()?.split_once(' ')?;
    let (title, others) = (parts.next()?, parts.next().unwrap_or(""));
    let (family, lines) = (PageFamily::find(family)?, codes.to_vec());
    Some(PageRow { family, name, title, others, lines, codes: OnceLock::new() })
}

impl PageRow {
    fn codes(&self) -> &PageCodes {
        self.codes.get_or_init(|| {
            let mut codes =
                Box::new(PageCodes { characters: [None; 256], unwritten: [false; 256], bytes: Vec::new() });
            // A row has 256 codes, so that `zip` leaves none out.
            let texts = self.lines.iter().flat_map(|line| line.split(' '));
            for (byte, code) in (0..256).zip(texts) {
                codes.unwritten[byte] = code.ends_with('*');
                // `----` is no hexadecimal number, so a byte without a character stays `None`.
                codes.characters[byte] =
                    u32::from_str_radix(code.trim_end_matches('*'), 16).ok().and_then(char::from_u32);
            }
            // A character that two bytes have is written as the byte without the mark, so that writing has one answer.
            let written = (0..=u8::MAX).filter(|byte| !codes.unwritten[usize::from(*byte)]);
            codes.bytes =
                written.filter_map(|byte| Some((codes.characters[usize::from(byte)]?, byte))).collect();
            codes.bytes.sort_unstable();
            codes
        })
    }
}

impl CodePage {
    /// All pages, in the order of the file.
    pub fn all() -> impl Iterator<Item = CodePage> {
        (0..=u8::MAX).take(list_rows().len()).map(CodePage)
    }

    /// The page of this family with this name.
    pub fn find(family: PageFamily, name: &str) -> Option<CodePage> {
        CodePage::all().find(|page| page.family() == family && page.name() == name)
    }

    /// The page that people mean by a word: a name in any spelling, one of another program, or a number.
    pub fn guess(word: &str) -> Option<CodePage> {
        let plain: String = word
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        // `EBCDIC 037` means the page 037. `ebcdic` alone leaves an empty name, which no page may match.
        let inner = ["ebcdic", "codepage"].iter().find_map(|family| plain.strip_prefix(family));
        let words = [Some(plain.as_str()), inner.filter(|inner| !inner.is_empty())];
        // `it` and `us` are words of many, unless `ebcdic` stands before them.
        let is_meant =
            |page: &CodePage| inner.is_some() || page.is_numbered() || page.family() != PageFamily::Ebcdic;
        words.into_iter().flatten().find_map(|word| {
            // Both are tried for each page: `cp1047` is a name as it stands, and `1047` becomes that name.
            let number = find_numbered_name(word);
            let is_named = |page: &CodePage| {
                page.is_called(word) || number.as_deref().is_some_and(|name| page.name() == name)
            };
            CodePage::all().filter(is_meant).find(is_named)
        })
    }

    /// Whether this is the name or another name of the page, in small letters and digits alone.
    fn is_called(self, plain: &str) -> bool {
        let own = self.name().chars().filter(|letter| *letter != '_');
        own.eq(plain.chars()) || self.other_names().any(|other| other == plain)
    }

    /// Whether its name is `cp` with a number.
    pub fn is_numbered(self) -> bool {
        let number = self.name().strip_prefix("cp");
        number.is_some_and(|number| number.starts_with(|digit: char| digit.is_ascii_digit()))
    }

    fn row(self) -> &'static PageRow {
        // In range: only `all` makes a page, from the number of rows.
        &list_rows()[usize::from(self.0)]
    }

    /// Its place among all pages.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Its family.
    pub fn family(self) -> PageFamily {
        self.row().family
    }

    /// Its name, such as `cp037`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The format of its characters, such as `ebcdic(cp037)`.
    pub fn format(self) -> String {
        format!("{}({})", self.family().word(), self.name())
    }

    /// What the page is for.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// The names that other programs have for the page, in small letters and digits.
    pub fn other_names(self) -> impl Iterator<Item = &'static str> {
        self.row().others.split(' ').filter(|name| !name.is_empty())
    }

    /// The character of a byte.
    pub fn character(self, byte: u8) -> Option<char> {
        self.row().codes().characters[usize::from(byte)]
    }

    /// The byte of a character.
    pub fn byte(self, character: char) -> Option<u8> {
        let bytes = &self.row().codes().bytes;
        let place = bytes.partition_point(|(page_character, _)| *page_character < character);
        bytes.get(place).filter(|(page_character, _)| *page_character == character).map(|(_, byte)| *byte)
    }

    /// Whether every byte has a character.
    pub fn is_full(self) -> bool {
        self.row().codes().characters.iter().all(Option::is_some)
    }

    /// Whether all its characters are in ISO 8859-1.
    pub fn is_narrow(self) -> bool {
        self.row().codes().characters.iter().flatten().all(|character| u32::from(*character) < 0x100)
    }

    /// Whether a table from byte to byte says all of the page: it has every character of ISO 8859-1, except one at most.
    pub fn fits_byte_table(self) -> bool {
        // One character of ISO 8859-1 may be missing: cp1140 has the euro sign where cp037 has the currency sign.
        let mut is_covered = [false; 256];
        for character in self.row().codes().characters.iter().flatten() {
            if let Some(is_covered) =
                usize::try_from(u32::from(*character)).ok().and_then(|code| is_covered.get_mut(code))
            {
                *is_covered = true;
            }
        }
        is_covered.iter().filter(|is_covered| !**is_covered).count() <= 1
            && !self.row().codes().unwritten.contains(&true)
    }
}

/// The name of the page with a number: `37`, `ibm1047`, `windows1252`.
fn find_numbered_name(plain: &str) -> Option<String> {
    // The letters in front must be one of the known prefixes, so that `abc37` is no page.
    let digits = plain.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let letters = &plain[..plain.len() - digits.len()];
    let prefixes =
        ["", "cp", "ibm", "windows", "win", "ms", "dos", "pc", "ccsid", "page", "cpibm", "csibm", "ansi"];
    let number: u32 = prefixes.contains(&letters).then(|| digits.parse().ok())??;
    // Page 37 is called `cp037`: names have three digits at least.
    Some(format!("cp{number:03}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_file_is_a_page() {
        let lines = ROWS.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!((lines % LINES, list_rows().len()), (0, lines / LINES));
        assert!(list_rows().len() > 150);
        for page in CodePage::all() {
            assert_eq!(CodePage::find(page.family(), page.name()), Some(page));
            assert_eq!(CodePage::guess(&page.format()), Some(page));
            let (byte, family) = if page.character(0xC1) == Some('A') {
                (0xC1, PageFamily::Ebcdic)
            } else {
                (0x41, PageFamily::CodePage)
            };
            assert_eq!((page.byte('A'), page.family()), (Some(byte), family), "{}", page.name());
            for name in page.other_names() {
                assert_eq!(CodePage::guess(name), Some(page), "{name}");
            }
        }
    }

    #[test]
    fn names_of_others_find_pages() {
        for (word, format) in [
            ("37", "ebcdic(cp037)"),
            ("ibm-273", "ebcdic(cp273)"),
            ("IBM273", "ebcdic(cp273)"),
            ("1047", "ebcdic(cp1047)"),
            ("IBM-1047", "ebcdic(cp1047)"),
            ("EBCDIC-CP-US", "ebcdic(cp037)"),
            ("ebcdic_037", "ebcdic(cp037)"),
            ("windows-1252", "codepage(cp1252)"),
            ("latin2", "codepage(iso8859_2)"),
            ("ISO-8859-15", "codepage(iso8859_15)"),
            ("KOI8-R", "codepage(koi8_r)"),
            ("macintosh", "codepage(mac_roman)"),
        ] {
            assert_eq!(CodePage::guess(word).map(CodePage::format).as_deref(), Some(format), "{word}");
        }
        for word in ["", "ebcdic", "latin1", "banana", "cp1", "i32", "u16"] {
            assert_eq!(CodePage::guess(word), None, "{word}");
        }
    }
}
