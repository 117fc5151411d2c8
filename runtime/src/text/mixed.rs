//! Mixed text: EBCDIC with characters of one byte, and of two bytes between shift-out and shift-in.
//!
//! ```text
//! C1  0E  45 41  45 42  0F  C2          a text of 8 bytes and 4 characters
//! A   out ├───┘  ├───┘  in  B
//! ```
//!
//! A field of such a text has a number of bytes, and how many characters these are depends on them. So a text is converted
//! as a whole, and not character by character as those of other sets. Fields of pairs alone have no shifts.
//!
//! Whatever is no character is a fault, in the place of which a character is put: a byte or a pair that the page lacks, a
//! byte that has no second one, a shift to where the text is already. The end of the text among pairs is a fault without a
//! place.
//!
//! A page is a part of one file of numbers, `mixed/pages.bin`, which `cargo xtask charsets` makes; its script says how the file
//! is laid out. Characters are looked up in it as it is. The way back is made when it is first asked for.
//!
//! Source: IBM, "Character Data Representation Architecture", CCSIDs 930 to 1399; the converters of glibc and of ICU, which
//! agree in every pair.

#![expect(clippy::cast_possible_truncation, reason = "the number of blocks is below 0x300")]

use std::sync::OnceLock;

/// The pages, as numbers of 16 bits.
static DATA: &[u8] = include_bytes!("mixed/pages.bin");

const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;

/// The bytes of a pair are from the first of these to the last.
const FIRST: u8 = 0x40;
const LAST: u8 = 0xFE;
/// Characters of a row.
const ROW: usize = (LAST - FIRST) as usize + 1;
/// Numbers of a page before its rows.
const HEAD: usize = 256 + ROW;

/// No character, and no row.
const NONE: u16 = 0xFFFF;
/// The number of the first long character.
const LONG: u16 = 0xD800;

/// The 16-bit number at an index of the data.
const fn read_number(at: usize) -> u16 {
    u16::from_be_bytes([DATA[2 * at], DATA[2 * at + 1]])
}

const PAGES: usize = read_number(0) as usize;
const ROWS: usize = read_number(1) as usize;
const LONGS: usize = read_number(2) as usize;
const ROWS_AT: usize = 3 + PAGES * HEAD;
const LONGS_AT: usize = ROWS_AT + ROWS * ROW;
const UNWRITTEN_AT: usize = LONGS_AT + 4 * LONGS;

/// A page of EBCDIC with characters of one and of two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MixedPage(usize);

/// What the bytes of a text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MixedForm {
    /// Single bytes, and pairs between shifts.
    Mixed,
    /// Pairs.
    Pairs,
}

/// A page, and what the bytes of a text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MixedSet {
    /// The page.
    pub page: MixedPage,
    /// What the bytes are.
    pub form: MixedForm,
}

/// What a code means: a character, or two that are written as one.
type CodeMeaning = (char, Option<char>);

impl MixedPage {
    /// All pages, in the order of the language.
    pub fn all() -> impl Iterator<Item = MixedPage> {
        (0..PAGES).map(MixedPage)
    }

    /// The page at this place in the language's list.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub const fn new(index: usize) -> MixedPage {
        assert!(index < PAGES, "there is no such page");
        MixedPage(index)
    }

    const fn head(self) -> usize {
        3 + self.0 * HEAD
    }

    /// The meaning of a single byte.
    fn find_single(self, byte: u8) -> Option<CodeMeaning> {
        find_meaning(read_number(self.head() + usize::from(byte)))
    }

    /// The meaning of a pair.
    fn find_pair(self, first: u8, second: u8) -> Option<CodeMeaning> {
        // The code space is a square from FIRST to LAST. Only then are the differences below indexes.
        let is_known = |byte| (FIRST..=LAST).contains(&byte);
        if !is_known(first) || !is_known(second) {
            return None;
        }
        let row = read_number(self.head() + 256 + usize::from(first - FIRST));
        // Most first bytes of a page have no pair at all, and take no row of the data.
        if row == NONE {
            return None;
        }
        find_meaning(read_number(ROWS_AT + usize::from(row) * ROW + usize::from(second - FIRST)))
    }

    /// The inverse of this page, made when it is first needed.
    fn inverse(self) -> &'static PageInverse {
        static KNOWN: [OnceLock<PageInverse>; PAGES] = [const { OnceLock::new() }; PAGES];
        KNOWN[self.0].get_or_init(|| PageInverse::from_page(self))
    }

    /// The codes that are never written, since another one has their character.
    fn list_unwritten(self) -> Vec<u16> {
        let mut at = UNWRITTEN_AT;
        // The lists lie one after the other, each with its length before it.
        for _ in 0..self.0 {
            at += 1 + usize::from(read_number(at));
        }
        (at + 1..=at + usize::from(read_number(at))).map(read_number).collect()
    }
}

/// The character that a number of the data stands for, or its two characters.
fn find_meaning(code: u16) -> Option<CodeMeaning> {
    if code == NONE {
        return None;
    }
    // The data are words of 16 bits. What needs more is a number among the surrogates, which are no characters.
    if let Some(character) = char::from_u32(code.into()) {
        return Some((character, None));
    }
    let at = LONGS_AT + 4 * usize::from(code - LONG);
    let point = |at| char::from_u32(u32::from(read_number(at)) << 16 | u32::from(read_number(at + 1)));
    Some((point(at)?, point(at + 2).filter(|second| *second != '\0')))
}

/// Codes by their characters: blocks of 256 characters.
#[derive(Debug)]
struct CodeMap {
    /// The block of a character by its bits from the eighth on; 0 for none.
    index: Vec<u16>,
    blocks: Vec<[u16; 256]>,
}

impl CodeMap {
    fn new() -> CodeMap {
        CodeMap { index: vec![0; 0x300], blocks: vec![[NONE; 256]] }
    }

    /// Adds the code of a character that has none yet.
    fn add(&mut self, character: char, code: u16) {
        let point = u32::from(character) as usize;
        // No page has characters beyond the first 0x300 blocks of 256.
        let Some(index) = self.index.get_mut(point >> 8) else { return };
        if *index == 0 {
            *index = self.blocks.len() as u16;
            self.blocks.push([NONE; 256]);
        }
        let place = &mut self.blocks[usize::from(*index)][point & 0xFF];
        // The first code of a character stays: the caller adds those that are written first.
        if *place == NONE {
            *place = code;
        }
    }

    fn find(&self, character: char) -> Option<u16> {
        let point = u32::from(character) as usize;
        let block = self.index.get(point >> 8).copied().unwrap_or(0);
        let code = self.blocks[usize::from(block)][point & 0xFF];
        (code != NONE).then_some(code)
    }
}

/// The inverse of a page: the codes of its characters.
#[derive(Debug)]
struct PageInverse {
    singles: CodeMap,
    pairs: CodeMap,
    /// Two characters that are written as one pair.
    long: Vec<(char, char, u16)>,
}

impl PageInverse {
    fn from_page(page: MixedPage) -> PageInverse {
        let unwritten = page.list_unwritten();
        let mut ways = PageInverse { singles: CodeMap::new(), pairs: CodeMap::new(), long: Vec::new() };
        let written = |code: &u16| !unwritten.contains(code);
        for byte in 0..=u8::MAX {
            if let Some((character, _)) = page.find_single(byte).filter(|_| written(&byte.into())) {
                ways.singles.add(character, byte.into());
            }
        }
        let codes = (FIRST..=LAST).flat_map(|first| (FIRST..=LAST).map(move |second| [first, second]));
        let (first, last): (Vec<[u8; 2]>, Vec<[u8; 2]>) =
            codes.partition(|pair| written(&u16::from_be_bytes(*pair)));
        // Where no shift may be written, a pair is written whose character has a single byte, too.
        for pair in first.into_iter().chain(last) {
            let code = u16::from_be_bytes(pair);
            match page.find_pair(pair[0], pair[1]) {
                Some((one, Some(two))) => ways.long.push((one, two, code)),
                Some((character, None)) => ways.pairs.add(character, code),
                None => {}
            }
        }
        ways
    }

    /// The pair for the first characters of a text, and how many they are.
    fn find_pair(&self, text: &[char]) -> Option<(u16, usize)> {
        // Two characters first: the first of them may also have a code of its own.
        if let [one, two, ..] = text
            && let Some((_, _, code)) = self.long.iter().find(|known| (known.0, known.1) == (*one, *two))
        {
            return Some((*code, 2));
        }
        Some((self.pairs.find(*text.first()?)?, 1))
    }
}

/// What could not be converted in a text: bytes that are no character, or characters that the page
/// lacks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MixedFaults {
    /// How many faults there are.
    pub count: u64,
    /// The place of the first one: a byte of what was read, or a character of what was written.
    pub first: Option<usize>,
}

impl MixedFaults {
    fn add(&mut self, place: usize) {
        self.count += 1;
        self.first.get_or_insert(place);
    }
}

impl MixedSet {
    /// The character that fills up a text with spaces.
    pub const fn space(self) -> char {
        match self.form {
            MixedForm::Mixed => ' ',
            MixedForm::Pairs => '\u{3000}',
        }
    }

    /// The byte of which the fill character consists: 0 for the character of code zero, otherwise
    /// that of the space.
    const fn fill_byte(fill: char) -> u8 {
        if fill == '\0' { 0 } else { 0x40 }
    }

    /// Reads a text. `take` is called with every character; those of faults are `substitute`. There are at most as many
    /// characters as bytes.
    pub fn decode(self, bytes: &[u8], substitute: char, mut take: impl FnMut(char)) -> MixedFaults {
        let page = self.page;
        let mut faults = MixedFaults::default();
        // In a field of pairs everything is a pair, and there are no shifts.
        let mut is_shifted = self.form == MixedForm::Pairs;
        let mut is_torn = false;
        let mut at = 0;
        while let Some(first) = bytes.get(at).copied() {
            let second = bytes.get(at + 1).copied();
            let (found, length) = match (self.form, is_shifted, first, second) {
                // Only the shift that changes something is one. Any other is no character, and a fault.
                (MixedForm::Mixed, false, SHIFT_OUT, _) | (MixedForm::Mixed, true, SHIFT_IN, _) => {
                    is_shifted = !is_shifted;
                    at += 1;
                    continue;
                }
                (_, false, ..) => (page.find_single(first), 1),
                // Code zero fills up fields of pairs, and is in no page.
                (MixedForm::Pairs, _, 0, Some(0)) => (Some(('\0', None)), 2),
                // A control takes the place of a pair: the next byte may be a shift, or begin a pair.
                (MixedForm::Mixed, _, ..FIRST, _)
                | (MixedForm::Mixed, _, _, Some(SHIFT_IN))
                | (_, _, _, None) => (None, 1),
                (_, _, first, Some(second)) => (page.find_pair(first, second), 2),
            };
            if let Some((one, two)) = found {
                take(one);
                two.map(&mut take);
            } else {
                faults.add(at);
                take(substitute);
                // The text ends within a pair.
                is_torn = second.is_none() && first >= FIRST;
            }
            at += length;
        }
        // A byte without a second one is a fault already. Otherwise no byte stands for this fault, so no character does.
        if is_shifted && self.form == MixedForm::Mixed && !is_torn {
            faults.add(bytes.len());
        }
        faults
    }

    /// Appends the bytes of a text. `substitute` is written in the place of characters that the page lacks.
    pub fn encode(self, text: &[char], substitute: char, bytes: &mut Vec<u8>) -> MixedFaults {
        let ways = self.page.inverse();
        let mut faults = MixedFaults::default();
        let mut is_shifted = false;
        let mut at = 0;
        while at < text.len() {
            let found = self.find_code(ways, &text[at..]);
            if found.is_none() {
                faults.add(at);
            }
            // The substitute may be missing in the page as well. Then the character is left out, and is still a fault.
            let other = || self.find_code(ways, &[substitute]).map(|(code, _)| (code, 1));
            at += found.map_or(1, |(_, length)| length);
            let Some((code, _)) = found.or_else(other) else { continue };
            // Pairs begin at FIRST, so a code of one byte is no pair.
            self.write_shift(&mut is_shifted, code > 0xFF, bytes);
            match code.to_be_bytes() {
                [0, single] if self.form == MixedForm::Mixed => bytes.push(single),
                pair => bytes.extend(pair),
            }
        }
        // The text ends in single bytes, as fields that follow expect.
        self.write_shift(&mut is_shifted, false, bytes);
        faults
    }

    /// The code for the first characters of a text, and how many they are.
    fn find_code(self, ways: &PageInverse, text: &[char]) -> Option<(u16, usize)> {
        let first = *text.first()?;
        match self.form {
            MixedForm::Pairs if first == '\0' => Some((0, 1)),
            MixedForm::Pairs => ways.find_pair(text),
            MixedForm::Mixed => {
                let pair = ways.find_pair(text);
                // Two characters that are one pair must stay one. Otherwise single bytes need no shifts.
                let is_long = pair.is_some_and(|(_, length)| length > 1);
                let single = ways.singles.find(first).map(|code| (code, 1));
                if is_long { pair } else { single.or(pair) }
            }
        }
    }

    /// Writes a shift, where the next character needs one.
    fn write_shift(self, is_shifted: &mut bool, is_pair: bool, bytes: &mut Vec<u8>) {
        if self.form == MixedForm::Mixed && *is_shifted != is_pair {
            bytes.push(if is_pair { SHIFT_OUT } else { SHIFT_IN });
            *is_shifted = is_pair;
        }
    }

    /// Writes a text to a field, and fills up the field with `fill`. If `leads`, the text is at the field's end.
    ///
    /// # Errors
    ///
    /// The number of bytes of the text, if the field has fewer; or another number and there is nothing to fill it with. The
    /// field then stays as it is.
    pub fn encode_field(
        self,
        text: &[char],
        substitute: char,
        (fill, leads): (Option<char>, bool),
        field: &mut [u8],
    ) -> Result<MixedFaults, usize> {
        let mut bytes = Vec::with_capacity(field.len());
        let faults = self.encode(text, substitute, &mut bytes);
        let length = bytes.len();
        // A field of pairs with an odd byte cannot be filled up.
        let is_whole = self.form == MixedForm::Mixed || field.len().is_multiple_of(2);
        if length > field.len() || length < field.len() && (fill.is_none() || !is_whole) {
            return Err(length);
        }
        let begin = if leads { field.len() - length } else { 0 };
        // First the fill, over the whole field: then the text lies at either end of it.
        field.fill(Self::fill_byte(fill.unwrap_or(' ')));
        field[begin..begin + length].copy_from_slice(&bytes);
        Ok(faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page with a number.
    fn find_page(number: u32) -> MixedPage {
        let known = [930, 933, 935, 937, 939, 1364, 1371, 1388, 1390, 1399];
        MixedPage::new(known.iter().position(|one| *one == number).unwrap())
    }

    fn mixed(number: u32) -> MixedSet {
        MixedSet { page: find_page(number), form: MixedForm::Mixed }
    }

    fn read(set: MixedSet, bytes: &[u8]) -> (String, MixedFaults) {
        let mut text = String::new();
        let faults = set.decode(bytes, '?', |character| text.push(character));
        (text, faults)
    }

    fn write(set: MixedSet, text: &str) -> (Vec<u8>, MixedFaults) {
        let text: Vec<char> = text.chars().collect();
        let mut bytes = Vec::new();
        let faults = set.encode(&text, '?', &mut bytes);
        (bytes, faults)
    }

    fn faults(count: u64, first: usize) -> MixedFaults {
        MixedFaults { count, first: Some(first) }
    }

    #[test]
    fn shifts_are_read_and_written() {
        let bytes = [0xC1, 0x0E, 0x45, 0x41, 0x45, 0x42, 0x0F, 0xC2];
        let set = mixed(930);
        let (text, found) = read(set, &bytes);
        assert_eq!((text.chars().count(), found), (4, MixedFaults::default()));
        assert!(text.starts_with('A') && text.ends_with('B'), "{text}");
        assert_eq!(write(set, &text), (bytes.to_vec(), MixedFaults::default()));
        assert_eq!(write(set, "日本"), (vec![0x0E, 0x45, 0x62, 0x45, 0x66, 0x0F], MixedFaults::default()));
        // Shifts around nothing are no characters.
        assert_eq!(read(set, &[0x0E, 0x0F, 0xC1]), ("A".to_owned(), MixedFaults::default()));
        assert_eq!(write(set, ""), (Vec::new(), MixedFaults::default()));
    }

    #[test]
    fn what_is_no_character_is_a_fault() {
        let set = mixed(930);
        for (bytes, text, found) in [
            (&[0xC1, 0x0F][..], "A?", faults(1, 1)),
            (&[0x0E, 0x45, 0x62], "日", faults(1, 3)),
            (&[0x0E, 0x45, 0x62, 0x45], "日?", faults(1, 3)),
            (&[0x0E, 0x45, 0x0F, 0xC1], "?A", faults(1, 1)),
            (&[0x0E, 0x0E, 0x45, 0x62, 0x0F], "?日", faults(1, 1)),
            (&[0x0E, 0xFE, 0xFE, 0x0F], "?", faults(1, 1)),
            (&[0x0E], "", faults(1, 1)),
            (&[0x0E, 0, 0, 0x0F], "??", faults(2, 1)),
        ] {
            assert_eq!(read(set, bytes), (text.to_owned(), found), "{bytes:02X?}");
        }
        assert_eq!(write(set, "A\u{1F600}B"), (vec![0xC1, 0x6F, 0xC2], faults(1, 1)));
    }

    #[test]
    fn fields_of_pairs_have_no_shifts() {
        let set = MixedSet { page: find_page(935), form: MixedForm::Pairs };
        let (bytes, found) = write(set, "中文");
        assert_eq!((bytes.len(), found), (4, MixedFaults::default()));
        assert_eq!(read(set, &bytes).0, "中文");
        assert_eq!(read(set, &[0x40, 0x40, 0, 0]).0, "\u{3000}\0");
        assert_eq!(read(set, &[0x40, 0x40, 0x40]).1, faults(1, 2));
        assert_eq!(read(set, &[0x0E, 0x40, 0x40, 0x40]).1, faults(1, 0));
        assert_eq!(write(set, "A").1, faults(1, 0));
        let mut field = [0xFF; 6];
        let text: Vec<char> = "中文".chars().collect();
        assert_eq!(set.encode_field(&text, '\u{3000}', (Some(' '), true), &mut field).unwrap().count, 0);
        assert_eq!((&field[..2], &field[2..]), (&[0x40, 0x40][..], &bytes[..]));
    }

    #[test]
    fn a_text_is_not_cut() {
        let text: Vec<char> = "A日本".chars().collect();
        for length in 0..10 {
            let mut field = vec![0xFF; length];
            let written = mixed(939).encode_field(&text, '?', (Some(' '), false), &mut field);
            if length < 7 {
                assert_eq!((written, field), (Err(7), vec![0xFF; length]));
            } else {
                assert_eq!(written, Ok(MixedFaults::default()));
                assert_eq!(read(mixed(939), &field).0.trim_end_matches(' '), "A日本");
                assert_eq!(field.len(), length);
            }
        }
        assert_eq!(mixed(939).encode_field(&text, '?', (None, false), &mut [0; 8]), Err(7));
    }

    /// Every code of every page, alone and in both forms: what is read is written as it was, except for codes whose
    /// character another code has.
    #[test]
    fn every_code_is_written_as_it_was_read() {
        let (mut codes, mut others) = (0, 0);
        for page in MixedPage::all() {
            let unwritten = page.list_unwritten();
            let (set, pairs) =
                (MixedSet { page, form: MixedForm::Mixed }, MixedSet { page, form: MixedForm::Pairs });
            let mut check = |set: MixedSet, bytes: &[u8], code: u16| {
                let mut text = Vec::new();
                if set.decode(bytes, '\0', |character| text.push(character)).count > 0 {
                    return;
                }
                let mut again = Vec::new();
                assert_eq!(set.encode(&text, '\0', &mut again), MixedFaults::default(), "{bytes:02X?}");
                codes += 1;
                if again != bytes {
                    assert!(
                        unwritten.contains(&code),
                        "page {page:?}: {bytes:02X?} is written as {again:02X?}"
                    );
                    others += 1;
                    let mut known = Vec::new();
                    set.decode(&again, '\0', |character| known.push(character));
                    assert_eq!(known, text, "{bytes:02X?}");
                }
            };
            for byte in (0..=u8::MAX).filter(|byte| ![SHIFT_OUT, SHIFT_IN].contains(byte)) {
                check(set, &[byte], byte.into());
            }
            for first in FIRST..=LAST {
                for second in FIRST..=LAST {
                    let code = u16::from_be_bytes([first, second]);
                    check(set, &[SHIFT_OUT, first, second, SHIFT_IN], code);
                    check(pairs, &[first, second], code);
                }
            }
        }
        println!("{codes} codes, of which {others} are written as others");
    }

    /// Whatever the bytes are, no text is longer, and writing it again gives a text that is read without a fault.
    #[test]
    fn any_bytes_are_read() {
        let mut state = 0x9E37_79B9_u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        };
        for round in 0..20_000 {
            let page = MixedPage::new(round % PAGES);
            let form = if round % 3 == 0 { MixedForm::Pairs } else { MixedForm::Mixed };
            let (set, length) = (MixedSet { page, form }, usize::from(next()) % 24);
            let bytes: Vec<u8> = (0..length)
                .map(|_| match next() {
                    0..40 => SHIFT_OUT,
                    40..80 => SHIFT_IN,
                    _ => next(),
                })
                .collect();
            let mut text = Vec::new();
            let found = set.decode(&bytes, set.space(), |character| text.push(character));
            assert!(text.len() <= length && found.count as usize <= length + 1, "{bytes:02X?}");
            assert_eq!(found.count > 0, found.first.is_some());
            let mut again = Vec::new();
            assert_eq!(set.encode(&text, set.space(), &mut again).count, 0, "{bytes:02X?}");
            let mut same = Vec::new();
            assert_eq!(set.decode(&again, '\0', |character| same.push(character)).count, 0);
            assert_eq!(same, text, "{bytes:02X?} and {again:02X?}");
        }
    }
}
