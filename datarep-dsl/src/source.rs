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
