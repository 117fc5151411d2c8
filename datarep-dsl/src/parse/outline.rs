//! The items of a text that is known to be sound, each parsed when it is first asked for.

use std::sync::OnceLock;

use super::cut;
use super::item::parse_item_kind;
use crate::ast::{Item, ItemHead, Word};
use crate::faults::Faults;
use crate::source::{Source, Span};

/// A text of the standard library: its items with their places, and those that were requested.
#[derive(Debug)]
pub(crate) struct Outline {
    source: Source,
    entries: Vec<OutlineEntry>,
}

#[derive(Debug)]
struct OutlineEntry {
    doc: String,
    span: Span,
    /// The word after the keyword.
    name: Word,
    item: OnceLock<Item>,
}

impl Outline {
    /// Finds the items of a text.
    pub(crate) fn from_source(source: Source) -> Outline {
        let scan = cut::cut_items(&source.text);
        // A test compiles every text of the library, so that a fault there is found before a release.
        debug_assert!(scan.faults.is_empty() && !scan.refused, "{}: {:?}", source.name, scan.faults);
        let entries = scan.pieces.into_iter().filter_map(|piece| {
            // Even the shortest item has a keyword, a name and an end.
            let [first, name, .., last] = scan.tokens.get(piece.tokens)? else { return None };
            let name =
                Word { value: source.text[name.span.start..name.span.end].to_owned(), span: name.span };
            let span = Span { start: first.span.start, end: last.span.end };
            Some(OutlineEntry { doc: piece.doc, span, name, item: OnceLock::new() })
        });
        let entries = entries.collect();
        Outline { source, entries }
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The kind and name of an item, without parsing it.
    pub(crate) fn head(&self, index: usize) -> ItemHead<'_> {
        // The keyword alone tells the kind, so that an item is parsed only when it is named.
        let OutlineEntry { span, name, .. } = &self.entries[index];
        let keyword = self.source.text[span.start..name.span.start].trim_end();
        match keyword {
            "use" => ItemHead::Use,
            "test" => ItemHead::Test,
            "datarep" => ItemHead::Datarep(name),
            "record" => ItemHead::Record(name),
            _ => ItemHead::Format(name),
        }
    }

    /// An item.
    pub(crate) fn item(&self, index: usize) -> &Item {
        let OutlineEntry { doc, span, item, .. } = &self.entries[index];
        // The library's texts are part of the program and checked by its tests. A fault here is a fault of this
        // program.
        item.get_or_init(|| {
            let mut faults = Faults::default();
            match parse_item_kind(&self.source.text, *span, &mut faults) {
                Ok(Some(kind)) if faults.is_empty() => Item { doc: doc.clone(), span: *span, kind },
                parsed => unreachable!("the library follows the grammar, not {parsed:?}, {faults:?}"),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard;

    /// Items that are parsed one by one equal those of the whole text, for every text of the library.
    #[test]
    fn items_are_those_of_the_whole_text() {
        for (name, text) in standard::families().iter().chain(standard::datareps()) {
            let source = Source { name: (*name).to_owned(), text: (*text).to_owned(), first_line: 1 };
            let whole = super::super::parse(&source);
            let outline = Outline::from_source(source);
            assert_eq!((outline.len(), whole.diagnostics.len()), (whole.ast.items.len(), 0), "{name}");
            for (index, item) in whole.ast.items.iter().enumerate() {
                assert_eq!(outline.head(index), item.kind.head(), "{name}");
                assert_eq!(outline.item(index), item, "{name}");
            }
        }
    }
}
