//! A text under check: its items, the names that can be used in it, and the places of its words.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::ast::{Ast, FormatCall, Item, ItemHead};
use crate::source::{Origin, Source, Span, TextPlaces};
use crate::standard::StandardText;

/// An item, given by its text and its index there.
pub(super) type ItemId = (usize, usize);

/// A text as it was written.
#[derive(Clone, Copy)]
pub(super) enum UnitText<'a> {
    /// The user's, parsed.
    Own(&'a Source, &'a Ast),
    /// A text of the standard library, whose items are parsed when they are requested.
    Library(&'static StandardText),
    /// An expression that a program asks for. It has no items, and its names are those of the scope.
    Expression(&'a Source, NameScope),
}

/// Where the bare names of an expression are looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameScope {
    /// Among all formats of the standard library, those in the texts of representations included.
    Library,
    /// In the user's text, as if the expression stood at its end.
    Text,
    /// Nowhere: an order or rules name no formats.
    Nowhere,
}

impl<'a> UnitText<'a> {
    /// The text of the standard library, if it is one.
    pub(super) fn library(self) -> Option<&'static StandardText> {
        match self {
            UnitText::Own(..) | UnitText::Expression(..) => None,
            UnitText::Library(library) => Some(library),
        }
    }

    pub(super) fn source(self) -> &'a Source {
        match self {
            UnitText::Own(source, _) | UnitText::Expression(source, _) => source,
            UnitText::Library(library) => library.outline().source(),
        }
    }

    /// The number of items.
    pub(super) fn len(self) -> usize {
        match self {
            UnitText::Own(_, ast) => ast.items.len(),
            UnitText::Library(library) => library.outline().len(),
            UnitText::Expression(..) => 0,
        }
    }

    /// The kind and name of an item.
    pub(super) fn head(self, index: usize) -> ItemHead<'a> {
        match self {
            UnitText::Own(_, ast) => ast.items[index].kind.head(),
            UnitText::Library(library) => library.outline().head(index),
            UnitText::Expression(..) => unreachable!("an expression has no items"),
        }
    }

    /// An item.
    pub(super) fn item(self, index: usize) -> &'a Item {
        match self {
            UnitText::Own(_, ast) => &ast.items[index],
            UnitText::Library(library) => library.outline().item(index),
            UnitText::Expression(..) => unreachable!("an expression has no items"),
        }
    }
}

/// A text with the names that can be used in it.
pub(super) struct Unit<'a> {
    pub(super) text: UnitText<'a>,
    name: Arc<str>,
    pub(super) formats: BTreeMap<String, ItemId>,
    pub(super) datareps: BTreeMap<String, usize>,
    pub(super) records: BTreeMap<String, usize>,
    /// Names whose import or definition is faulty. Nothing more is reported about them.
    pub(super) faulty: BTreeSet<String>,
    /// The lines of the text, computed at first use. Texts of the library keep theirs for all
    /// checks.
    places: OnceCell<TextPlaces>,
}

impl<'a> Unit<'a> {
    pub(super) fn new(text: UnitText<'a>) -> Self {
        let source = text.source();
        Unit {
            text,
            name: share_name(&source.name),
            formats: BTreeMap::new(),
            datareps: BTreeMap::new(),
            records: BTreeMap::new(),
            faulty: BTreeSet::new(),
            places: OnceCell::new(),
        }
    }

    /// The name of the library, or of the source.
    pub(super) fn name(&self) -> &'a str {
        self.text.library().map_or(&self.text.source().name, |library| library.name())
    }

    /// Whether a format of this name is defined or imported.
    pub(super) fn has_format(&self, name: &str) -> bool {
        self.formats.contains_key(name)
    }

    /// The item of this text that defines a format; `None` for formats of the library and built-in ones.
    pub(super) fn find_own_format(&self, call: &FormatCall) -> Option<&'a Item> {
        // With a family before it, the name is one of the library's, even if the text has the same.
        let (unit, index) = *self.formats.get(&call.name.value).filter(|_| call.family.is_none())?;
        (unit == 0).then(|| self.text.item(index))
    }

    /// The words at `span`.
    pub(super) fn slice_text(&self, span: Span) -> &'a str {
        // A span outside of the text has no words, which a message can do without.
        self.text.source().text.get(span.start..span.end).unwrap_or("")
    }

    /// The place of `span`, and its words on one line.
    pub(super) fn origin(&self, span: Span) -> Origin {
        let text = self.text.source();
        let places = match self.text.library() {
            Some(library) => library.places(),
            None => self.places.get_or_init(|| TextPlaces::new(&text.text)),
        };
        let (line, column) = places.find_line_and_column(&text.text, span.start);
        Origin {
            source: self.name.clone(),
            line: text.first_line + line,
            column: column + 1,
            text: to_one_line(self.slice_text(span)),
        }
    }
}

/// The words without comments and line breaks.
pub(super) fn to_one_line(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment_len(rest)
        } else if first.is_whitespace() {
            first.len_utf8()
        } else {
            text.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        // Several comments and blanks in a row become one blank.
        if !text.ends_with(' ') {
            text.push(' ');
        }
        rest = &rest[skipped..];
    }
    text.trim_end().to_owned()
}

/// The length in bytes of the nested comment at the beginning of `text`.
fn block_comment_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at < bytes.len() {
        // Comments nest, as in Rust. One that is open ends with the text.
        match bytes.get(at..at + 2) {
            Some(b"/*") => (depth, at) = (depth + 1, at + 2),
            Some(b"*/") => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at.min(bytes.len())
}

/// The name of a source, shared by everything that was written in it.
fn share_name(name: &str) -> Arc<str> {
    Arc::from(name)
}
