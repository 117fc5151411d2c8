//! The texts of a field, in one buffer.
//!
//! A column has thousands of short texts. A `String` for each would take several times longer to allocate than to fill.

#![allow(clippy::inline_always, reason = "bodies of the loop over the texts of a column")]

use std::fmt;
use std::ops::Index;

use datarep::Character;

use super::AlternativePlaces;
use super::read::grow_and_slice;
use super::stride::with_size;

/// Texts, one for each item of a field.
///
/// ```
/// use datarep_dynamic::record::Texts;
/// let texts: Texts = ["OK", "", "späť"].into_iter().collect();
/// assert_eq!((texts.len(), &texts[0], texts.get(2), texts.get(3)), (3, "OK", Some("späť"), None));
/// assert_eq!(texts.iter().map(str::len).sum::<usize>(), 8);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Texts {
    /// All texts, one after the other.
    joined: String,
    /// Where each text begins, and last where the last one ends.
    starts: Vec<usize>,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { joined: String::new(), starts: vec![0] }
    }
}

impl Texts {
    /// No texts, with room for some of so many bytes in all.
    pub fn with_capacity(texts: usize, bytes: usize) -> Texts {
        let mut starts = Vec::with_capacity(texts + 1);
        starts.push(0);
        Texts { joined: String::with_capacity(bytes), starts }
    }

    /// The same text many times.
    pub fn repeat(text: &str, texts: usize) -> Texts {
        let starts = (0..=texts).map(|index| index * text.len()).collect();
        Texts { joined: text.repeat(texts), starts }
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A text.
    pub fn get(&self, index: usize) -> Option<&str> {
        let (begin, end) = (self.starts.get(index)?, self.starts.get(index + 1)?);
        self.joined.get(*begin..*end)
    }

    /// Appends a text.
    pub fn push(&mut self, text: &str) {
        self.joined.push_str(text);
        self.starts.push(self.joined.len());
    }

    /// All texts, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.starts.windows(2).map(|ends| &self.joined[ends[0]..ends[1]])
    }

    /// All texts one after the other.
    pub fn as_str(&self) -> &str {
        &self.joined
    }

    /// The bytes of [`Texts::as_str`] at which the texts begin, and last the byte at which the last one ends.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// All texts one after the other, and [`Texts::starts`].
    pub fn into_parts(self) -> (String, Vec<usize>) {
        (self.joined, self.starts)
    }

    /// Each text as a string of its own.
    pub fn to_strings(&self) -> Vec<String> {
        self.iter().map(str::to_owned).collect()
    }

    /// Texts whose bytes are in UTF-8, one after the other. The first one begins at 0.
    pub(super) fn from_parts(joined: Vec<u8>, starts: Vec<usize>) -> Texts {
        // What is no character was replaced before.
        let joined = String::from_utf8(joined).unwrap_or_default();
        Texts { joined, starts }
    }

    /// Stores the characters of all texts, each filled up with spaces to `length`, in a buffer of any content. Returns
    /// nothing if a text is longer, or has a character that is none of ASCII.
    pub(super) fn pad_ascii<'b>(
        &self,
        length: usize,
        buffer: &'b mut Vec<Character>,
    ) -> Option<&'b [Character]> {
        // One test for all texts: a character of ASCII is a byte.
        if !self.joined.is_ascii() {
            return None;
        }
        if self.starts.windows(2).any(|ends| ends[1] - ends[0] > length) {
            return None;
        }
        let count = self.len() * length;
        // The last word of a text may reach into the place of the next one, which is stored after it.
        let characters = grow_and_slice(buffer, count + WORD);
        let bytes = self.joined.as_bytes();
        let padded = with_size!(
            length,
            N => pad_items::<N>(bytes, &self.starts, characters),
            0;
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        );
        for (index, ends) in self.starts.windows(2).enumerate().skip(padded) {
            let out = characters[index * length..].as_chunks_mut::<WORD>().0;
            let places = (ends[0]..ends[0] + length).step_by(WORD);
            for (place, out) in places.zip(out) {
                let word = load_padded(bytes, place, ends[1]);
                *out = word.to_le_bytes().map(Character);
            }
        }
        Some(&characters[..count])
    }

    /// Moves the texts to the places of an alternative, in their order. Those at the others are empty.
    pub(super) fn spread(&mut self, places: &AlternativePlaces) {
        let AlternativePlaces { places: filled, presence } = places;
        let mut index = self.len();
        self.starts.resize(presence.len() + 1, self.joined.len());
        // From the last one on, so that no start is overwritten that is still to be moved. A text at a place begins where it
        // did, and so do the empty ones before it.
        if places.are_many() {
            for (place, is_there) in presence.iter().enumerate().rev() {
                index -= usize::from(*is_there);
                self.starts[place] = self.starts[index];
            }
            return;
        }
        let mut end = presence.len() + 1;
        for (index, place) in filled.iter().enumerate().rev() {
            let (start, next) = (self.starts[index], self.starts[index + 1]);
            self.starts[place + 1..end].fill(next);
            self.starts[*place] = start;
            end = *place;
        }
        self.starts[..end].fill(0);
    }

    /// The texts at these places. `None` stands for an empty text.
    pub(super) fn select(&self, places: &[Option<usize>]) -> Texts {
        places.iter().map(|place| place.and_then(|place| self.get(place)).unwrap_or_default()).collect()
    }
}

impl Index<usize> for Texts {
    type Output = str;

    fn index(&self, index: usize) -> &str {
        &self.joined[self.starts[index]..self.starts[index + 1]]
    }
}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Texts {
        let mut collected = Texts::default();
        texts.into_iter().for_each(|text| collected.push(text.as_ref()));
        collected
    }
}

impl From<Vec<String>> for Texts {
    fn from(texts: Vec<String>) -> Texts {
        texts.into_iter().collect()
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Texts of ASCII in the making, without the spaces behind each.
///
/// A text is moved a word of eight characters at a time, and where it ends is found on the way, without a branch that
/// depends on it: lengths of texts are nothing that a processor could foresee. What is moved beyond the end of a text is
/// overwritten by the next one.
pub(super) struct TextTrimmer {
    /// The texts, and room for all others and a word.
    bytes: Vec<u8>,
    starts: Vec<usize>,
    end: usize,
}

/// The bytes of a word.
const WORD: usize = 8;
const SPACES: u64 = u64::from_be_bytes([b' '; WORD]);

impl TextTrimmer {
    /// Room for so many texts, which have so many characters in all, in the buffers of texts that are no longer needed.
    pub(super) fn new(texts: usize, characters: usize, buffers: Texts) -> TextTrimmer {
        let (mut bytes, mut starts) = (buffers.joined.into_bytes(), buffers.starts);
        starts.clear();
        starts.reserve(texts + 1);
        starts.push(0);
        // A word more, because the last one of a text is stored whole.
        bytes.resize(characters + WORD, 0);
        TextTrimmer { bytes, starts, end: 0 }
    }

    /// Appends texts of ASCII, which have `length` characters each.
    pub(super) fn push_items(&mut self, texts: &[Character], items: usize, length: usize) {
        // The compiler knows how many words a short text has.
        with_size!(
            length,
            N => texts.as_chunks::<N>().0.iter().for_each(|text| self.push(text)),
            match length {
                0 => self.starts.resize(self.starts.len() + items, self.end),
                _ => texts.chunks_exact(length).for_each(|text| self.push(text)),
            };
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        );
    }

    /// Appends a text of ASCII.
    #[inline(always)]
    fn push(&mut self, text: &[Character]) {
        let (words, rest) = text.as_chunks::<WORD>();
        let out = self.bytes[self.end..].as_chunks_mut::<WORD>().0;
        let mut length = 0;
        for (index, (word, out)) in words.iter().zip(out.iter_mut()).enumerate() {
            let word = u64::from_le_bytes(word.map(|letter| letter.0));
            *out = word.to_le_bytes();
            length = find_text_end(word, index * WORD, length);
        }
        if !rest.is_empty() {
            let word = load_short_word(rest);
            out[words.len()] = word.to_le_bytes();
            length = find_text_end(word, words.len() * WORD, length);
        }
        // Only now: what was stored beyond is overwritten by the next text.
        self.end += length;
        self.starts.push(self.end);
    }

    /// All texts.
    pub(super) fn finish(mut self) -> Texts {
        self.bytes.truncate(self.end);
        Texts::from_parts(self.bytes, self.starts)
    }
}

/// Where a text ends whose word at `place` is this one, and whose words before it end at `before`.
#[inline(always)]
const fn find_text_end(word: u64, place: usize, before: usize) -> usize {
    // A byte is zero exactly where a space is. The last other character has the highest bits, as the word is
    // little-endian.
    let differences = word ^ SPACES;
    if differences == 0 { before } else { place + WORD - (differences.leading_zeros() / 8) as usize }
}

/// Fewer than eight characters as a word, with spaces behind them.
///
/// They are loaded in pieces, as their number is the same for all texts of a field.
#[inline(always)]
fn load_short_word(text: &[Character]) -> u64 {
    let (mut word, mut bits, mut rest) = (0, 0, text);
    if let Some((piece, behind)) = rest.split_first_chunk::<4>() {
        (word, bits, rest) = (u64::from(u32::from_le_bytes(piece.map(|letter| letter.0))), 32, behind);
    }
    if let Some((piece, behind)) = rest.split_first_chunk::<2>() {
        word |= u64::from(u16::from_le_bytes(piece.map(|letter| letter.0))) << bits;
        (bits, rest) = (bits + 16, behind);
    }
    if let Some(letter) = rest.first() {
        word |= u64::from(letter.0) << bits;
        bits += 8;
    }
    word | SPACES << bits
}

/// Stores texts, none of which is longer than `N`, filled up with spaces. Returns how many: the last ones are left, behind
/// whose beginning there are fewer bytes than are loaded at once.
///
/// What is loaded beyond the end of a text belongs to the next one, and is replaced by spaces without a branch: lengths of
/// texts are nothing that a processor could foresee.
#[inline(always)]
fn pad_items<const N: usize>(bytes: &[u8], starts: &[usize], out: &mut [Character]) -> usize {
    for (index, ends) in starts.windows(2).enumerate() {
        let words = bytes[ends[0]..].as_chunks::<WORD>().0.get(..N.div_ceil(WORD));
        let out = out[index * N..].as_chunks_mut::<WORD>().0.get_mut(..N.div_ceil(WORD));
        let (Some(words), Some(out)) = (words, out) else { return index };
        for (number, (word, out)) in words.iter().zip(out).enumerate() {
            let text_bytes = (ends[1] - ends[0]).saturating_sub(number * WORD).min(WORD);
            *out = pad_word(*word, text_bytes).to_le_bytes().map(Character);
        }
    }
    starts.len().saturating_sub(1)
}

/// The first `text_bytes` characters of a word, with spaces behind them.
#[inline(always)]
const fn pad_word(word: [u8; WORD], text_bytes: usize) -> u64 {
    u64::from_le_bytes(word) & KEPT[text_bytes] | SPACES & !KEPT[text_bytes]
}

/// For each number of characters that are kept, their bits in a word.
const KEPT: [u64; WORD + 1] = {
    let mut kept = [u64::MAX; WORD + 1];
    let mut count = 0;
    while count < WORD {
        kept[count] = (1 << (8 * count)) - 1;
        count += 1;
    }
    kept
};

/// The bytes of a text from `place` on as a word, with spaces from `end` on.
#[inline(always)]
fn load_padded(bytes: &[u8], place: usize, end: usize) -> u64 {
    let text_bytes = end.saturating_sub(place);
    if let Some(word) = bytes.get(place..).and_then(<[u8]>::first_chunk) {
        return pad_word(*word, text_bytes.min(WORD));
    }
    // Fewer than eight bytes are left behind the place: this is the end of the last text.
    let mut word = SPACES.to_le_bytes();
    let rest = bytes.get(place..end).unwrap_or_default();
    word[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(word)
}
