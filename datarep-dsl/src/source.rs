//! Texts, and places in them.

use std::fmt;
use std::sync::Arc;

/// A text, and its name in messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// A relative path, or the name of the Rust file for a macro.
    pub name: String,
    /// The text itself.
    pub text: String,
    /// Line of the named file at which the text starts, counted from 1.
    pub first_line: usize,
}

/// A range of bytes of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

/// The place where an item of the model was written, and the words there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// The source's name.
    pub source: Arc<str>,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// The words themselves, on one line.
    pub text: String,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.source, self.line, self.column)
    }
}

/// The size in bytes of the pieces before which characters are counted once.
const PIECE: usize = 1024;

/// Where the lines of a text begin, and how many characters are before its pieces.
#[derive(Debug)]
pub(crate) struct TextPlaces {
    /// The first byte of every line.
    lines: Vec<usize>,
    /// The number of characters before every piece.
    characters: Vec<usize>,
}

impl TextPlaces {
    pub(crate) fn new(text: &str) -> TextPlaces {
        let pieces = (0..=text.len() / PIECE).map(|piece| text.floor_char_boundary(piece * PIECE));
        let mut characters = vec![0];
        let mut before = 0;
        // A text may be one long line with a thousand faults. Without these sums, each place would be counted from
        // its start.
        for piece in pieces.skip(1) {
            characters.push(characters.last().unwrap_or(&0) + text[before..piece].chars().count());
            before = piece;
        }
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        TextPlaces { lines, characters }
    }

    /// The line of a byte of the same text, and the characters before it in its line, both counted from 0.
    pub(crate) fn find_line_and_column(&self, text: &str, at: usize) -> (usize, usize) {
        // The first line begins at 0, so that one at least begins at the place or before it.
        let line = self.lines.partition_point(|start| *start <= at).max(1) - 1;
        let column =
            self.count_characters_before(text, at) - self.count_characters_before(text, self.lines[line]);
        (line, column)
    }

    fn count_characters_before(&self, text: &str, at: usize) -> usize {
        // The last piece serves all places behind it, as a place may be the end of the text.
        let piece = (at / PIECE).min(self.characters.len() - 1);
        let rest = text.get(text.floor_char_boundary(piece * PIECE)..at).unwrap_or("");
        self.characters[piece] + rest.chars().count()
    }
}
