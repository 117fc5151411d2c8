//! From a text to what it says, word for word: the only place that says `Rule`.
//!
//! The text is cut into items first, each of which is parsed on its own. Where one does not follow
//! the grammar, the lines of its body are parsed one by one, so that each fault is reported once and
//! none hides another.

mod build;
mod cut;
mod foreign;
#[rustfmt::skip]
mod grammar;
mod meant;
mod number;
mod outline;
mod record;
mod scan;
mod stop;
mod syntax;
#[cfg(test)]
mod tests;
mod words;

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pairs;

use crate::ast::{Ast, Item, ItemKind, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::source::{Source, Span};
use build::{Builder, Clauses};
use grammar::{Grammar, Rule};
pub(crate) use outline::Outline;
use scan::{Kind, Piece, Scan, Token};
use stop::{Context, Stop};

/// What a text says, as far as it could be parsed.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    /// The items that could be parsed.
    pub(crate) ast: Ast,
    /// What could not, in the order of the text.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The names of the representations, also of those that could not be parsed.
    pub(crate) datareps: Vec<String>,
}

/// Parses a text.
pub(crate) fn parse(source: &Source) -> Parsed {
    let text = source.text.as_str();
    let mut scan = cut::cut(text);
    let mut parsed = Parsed { diagnostics: std::mem::take(&mut scan.found), ..Parsed::default() };
    if !scan.refused {
        parsed.ast.doc = std::mem::take(&mut scan.doc);
        let mut parser = Items { text, scan: &scan, parsed: &mut parsed };
        for piece in &scan.pieces {
            parser.item(piece);
        }
    }
    parsed.diagnostics.sort_by_key(Diagnostic::span);
    parsed
}

/// What a text of the grammar consists of.
fn read(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<pest::error::Error<Rule>>> {
    #[cfg(test)]
    tests::count(text.len());
    Grammar::parse(rule, text).map_err(Box::new)
}

/// What the item at `span` says; what is to be told in passing is found.
fn item_kind(
    text: &str,
    span: Span,
    found: &mut Vec<Diagnostic>,
) -> Result<Option<ItemKind>, Box<pest::error::Error<Rule>>> {
    let mut pairs = read(Rule::whole_item, &text[span.start..span.end])?;
    let mut builder = Builder { base: span.start, found };
    Ok(pairs.next().and_then(|item| builder.item(item)))
}

struct Items<'t, 'p> {
    text: &'t str,
    scan: &'t Scan,
    parsed: &'p mut Parsed,
}

impl<'t> Items<'t, '_> {
    fn tokens(&self) -> &'t [Token] {
        &self.scan.tokens
    }

    fn token_text(&self, index: usize) -> &'t str {
        let token = self.tokens().get(index);
        token.map_or("", |token| &self.text[token.span.start..token.span.end])
    }

    /// From the first of these tokens to the end of the last.
    fn span(&self, tokens: &Range<usize>) -> Span {
        Span { start: self.tokens()[tokens.start].span.start, end: self.tokens()[tokens.end - 1].span.end }
    }

    fn item(&mut self, piece: &Piece) {
        self.given_name(&piece.tokens);
        self.docs_inside(&piece.tokens);
        if piece.torn {
            return;
        }
        let span = self.span(&piece.tokens);
        match item_kind(self.text, span, &mut self.parsed.diagnostics) {
            Ok(kind) => {
                let faulty = self.tokens()[piece.tokens.clone()].iter().any(|token| token.faulty);
                if let Some(kind) = kind.filter(|_| !faulty) {
                    self.parsed.ast.items.push(Item { doc: piece.doc.clone(), span, kind });
                }
            }
            Err(error) => self.faulty_item(piece, &error),
        }
    }

    /// Looks at the name that an item gives, and keeps that of a representation, whatever becomes
    /// of the rest of it.
    fn given_name(&mut self, tokens: &Range<usize>) {
        let keyword = self.token_text(tokens.start);
        let given = matches!(keyword, "float" | "integer" | "logical" | "character" | "datarep" | "record");
        let token = self.tokens().get(tokens.start + 1).filter(|token| token.kind == Kind::Word);
        let Some(token) = token.filter(|_| given && tokens.len() > 1) else { return };
        let name = Word { value: self.token_text(tokens.start + 1).to_owned(), span: token.span };
        match words::not_a_name(&name) {
            Some(fault) => self.parsed.diagnostics.push(fault),
            None if keyword == "datarep" && !self.parsed.datareps.contains(&name.value) => {
                self.parsed.datareps.push(name.value);
            }
            None => {}
        }
    }

    /// Tells of documentation where there is nothing to document.
    fn docs_inside(&mut self, tokens: &Range<usize>) {
        let mut in_run = false;
        for token in &self.tokens()[tokens.clone()] {
            let is_doc = matches!(token.kind, Kind::OuterDoc);
            if is_doc && !in_run {
                let span = Span { start: token.span.start, end: token.span.start + 3 };
                self.parsed.diagnostics.push(
                    Diagnostic::new(Slug::Syntax, "only items have documentation", span, "not expected here")
                        .help("write `//`, or move it before the item"),
                );
            } else if matches!(token.kind, Kind::InnerDoc) && !in_run {
                let span = Span { start: token.span.start, end: token.span.start + 3 };
                self.parsed.diagnostics.push(
                    Diagnostic::new(Slug::Syntax, "`//!` describes the whole text", span, "not at its top")
                        .help("write `//`"),
                );
            }
            in_run = is_doc || matches!(token.kind, Kind::InnerDoc);
        }
    }

    fn faulty_item(&mut self, piece: &Piece, error: &pest::error::Error<Rule>) {
        let stop = Stop::new(self.text, self.tokens(), piece.tokens.clone(), Context::Item, error);
        let body = self.body(&piece.tokens);
        let inside =
            body.as_ref().is_some_and(|(_, body)| body.contains(&stop.index) || body.end == stop.index);
        let told = self.parsed.diagnostics.len();
        if !inside {
            self.tell(&stop);
        }
        let Some((context, body)) = body else { return };
        let mut clauses = Clauses::default();
        for line in self.lines(&body) {
            self.line(context, line, piece, &mut clauses);
        }
        // An item without any fault of its own lines, and with none told of its tokens.
        let silent = self.parsed.diagnostics.len() == told;
        if silent
            && !self.tokens()[piece.tokens.clone()].iter().any(|token| token.faulty || is_doc(token.kind))
        {
            self.parsed.diagnostics.push(stop.diagnostic());
        }
    }

    /// Tells of a fault unless the scan has told of one at or before it.
    fn tell(&mut self, stop: &Stop<'_>) {
        let end = (stop.index + 1).min(self.tokens().len()).min(stop.tokens.end + 1);
        let told = self.tokens()[stop.tokens.start..end].iter().any(|token| token.faulty);
        if !told {
            self.parsed.diagnostics.push(stop.diagnostic());
        }
    }

    /// The tokens between the braces of an item, and what they are lines of.
    fn body(&self, tokens: &Range<usize>) -> Option<(Context, Range<usize>)> {
        let context = match self.token_text(tokens.start) {
            "float" => Context::Clause,
            "integer" | "logical" | "character" => Context::FamilyClause,
            "datarep" => Context::Entry,
            "test" => Context::TestLine,
            "record" => Context::RecordLine,
            _ => return None,
        };
        let open = tokens.clone().find(|index| self.token_text(*index) == "{")?;
        let close = (open + 1..tokens.end)
            .find(|index| self.tokens()[*index].kind == Kind::Close && self.tokens()[*index].depth == 0)?;
        Some((context, open + 1..close))
    }

    /// Cuts a body into lines: up to a `;`, or up to a `}` with no `;` after it.
    fn lines(&self, body: &Range<usize>) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = body.start;
        for index in body.clone() {
            let token = &self.tokens()[index];
            if start == index && is_doc(token.kind) {
                start = index + 1;
                continue;
            }
            let ends = token.depth == 1
                && match self.token_text(index) {
                    ";" => true,
                    "}" => index + 1 >= body.end || self.token_text(index + 1) != ";",
                    _ => false,
                };
            if ends {
                lines.push(start..index + 1);
                start = index + 1;
            }
        }
        if start < body.end {
            lines.push(start..body.end);
        }
        lines
    }

    /// Parses a line of a body that is known to have a fault somewhere.
    fn line(&mut self, context: Context, mut line: Range<usize>, piece: &Piece, clauses: &mut Clauses) {
        let rule = match context {
            Context::Item => Rule::whole_item,
            Context::Clause => Rule::whole_clause,
            Context::FamilyClause => Rule::whole_family_clause,
            Context::Entry => Rule::whole_entry,
            Context::TestLine => Rule::whole_test_line,
            Context::RecordLine => Rule::whole_record_line,
        };
        let pictured = self.token_text(piece.tokens.start + 2) == "=";
        // A fault costs as much as the slice is long, so that slices grow only as they must.
        let mut window = 64;
        while !line.is_empty() {
            let cut = line.start..line.end.min(line.start + window);
            let span = self.span(&cut);
            match read(rule, &self.text[span.start..span.end]) {
                Ok(_) if cut != line => window *= 2,
                Ok(mut pairs) => {
                    let mut builder = Builder { base: span.start, found: &mut self.parsed.diagnostics };
                    let Some(pair) = pairs.next() else { return };
                    // What the line says is of no use any more, but what is told in passing is.
                    match context {
                        Context::Item => drop(builder.item(pair)),
                        Context::Clause => drop(builder.clause(pair, pictured, clauses)),
                        Context::FamilyClause => drop(builder.family_clause(pair)),
                        Context::Entry => drop(builder.entry(pair)),
                        Context::TestLine => drop(builder.test_line(pair)),
                        Context::RecordLine => drop(builder.record_line(pair)),
                    }
                    return;
                }
                Err(error) => {
                    let stop = Stop::new(self.text, self.tokens(), line.clone(), context, &error);
                    if cut != line && stop.index >= cut.end {
                        window *= 2;
                        continue;
                    }
                    self.tell(&stop);
                    window = 64;
                    if !stop.next_line_follows() {
                        return;
                    }
                    line.start = stop.index;
                }
            }
        }
    }
}

fn is_doc(kind: Kind) -> bool {
    matches!(kind, Kind::OuterDoc | Kind::InnerDoc)
}
