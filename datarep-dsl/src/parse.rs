//! From a text to its syntax tree, word for word. No other module uses `Rule`.
//!
//! The text is first cut into items, and each item is parsed on its own. If an item does not follow the grammar, the
//! lines of its body are parsed one by one, so that each fault is reported once and none hides another.

mod advice;
mod build;
mod choice;
mod cut;
pub(crate) mod expression;
mod foreign;
#[rustfmt::skip]
mod grammar;
mod highlight;
mod item;
mod meant;
mod names;
mod number;
mod outline;
mod record;
mod scan;
mod stop;
mod syntax;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::ast::{Ast, Item, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::faults::Faults;
use crate::source::{Source, Span};
use build::{AstBuilder, FloatParts};
use grammar::Rule;
pub use highlight::list_parts;
use item::{parse_item_kind, parse_rule};
pub(crate) use outline::Outline;
use scan::{ItemTokens, ScannedText, Token, TokenKind};
use stop::{ParseContext, SyntaxStop};

/// The result of parsing a text, as far as it could be parsed.
#[derive(Debug, Default)]
pub(crate) struct ParsedSource {
    /// The items that could be parsed.
    pub(crate) ast: Ast,
    /// The faults.
    pub(crate) diagnostics: Faults,
    /// The names of the representations, including those that could not be parsed.
    pub(crate) datareps: Vec<String>,
}

/// Parses a text.
pub(crate) fn parse(source: &Source) -> ParsedSource {
    let text = source.text.as_str();
    let mut scan = cut::cut_items(text);
    let mut parsed =
        ParsedSource { diagnostics: std::mem::take(&mut scan.faults), ..ParsedSource::default() };
    // A text beyond the limits is not parsed at all: the grammar calls itself, and could be deep.
    if !scan.refused {
        parsed.ast.doc = std::mem::take(&mut scan.doc);
        let mut parser =
            ItemParser { text, scan: &scan, parsed: &mut parsed, datarep_names: BTreeSet::new() };
        for piece in &scan.pieces {
            if parser.parsed.diagnostics.is_full() {
                break;
            }
            parser.parse_item(piece);
        }
    }
    parsed
}

struct ItemParser<'t, 'p> {
    text: &'t str,
    scan: &'t ScannedText,
    parsed: &'p mut ParsedSource,
    /// The names of the representations so far.
    datarep_names: BTreeSet<&'t str>,
}

impl<'t> ItemParser<'t, '_> {
    fn tokens(&self) -> &'t [Token] {
        &self.scan.tokens
    }

    fn token_text(&self, index: usize) -> &'t str {
        let token = self.tokens().get(index);
        token.map_or("", |token| &self.text[token.span.start..token.span.end])
    }

    /// The span from the first of these tokens to the end of the last.
    fn token_span(&self, tokens: &Range<usize>) -> Span {
        Span { start: self.tokens()[tokens.start].span.start, end: self.tokens()[tokens.end - 1].span.end }
    }

    fn parse_item(&mut self, piece: &ItemTokens) {
        // Before anything can end this: the name of a faulty representation is needed, too, so that generated code
        // has its module.
        self.check_given_name(&piece.tokens);
        self.report_misplaced_docs(&piece.tokens);
        // Brackets that do not match were reported. Where such an item ends is a guess, and so would be every fault
        // in it.
        if piece.torn {
            return;
        }
        let span = self.token_span(&piece.tokens);
        match parse_item_kind(self.text, span, &mut self.parsed.diagnostics) {
            Ok(kind) => {
                // The item is only parsed to find its other faults. It must not reach the checks without what was
                // left out.
                let faulty = self.tokens()[piece.tokens.clone()].iter().any(|token| token.faulty);
                if let Some(kind) = kind.filter(|_| !faulty) {
                    self.parsed.ast.items.push(Item { doc: piece.doc.clone(), span, kind });
                }
            }
            Err(error) => self.report_item_faults(piece, &error),
        }
    }

    /// Checks the name that an item defines. The name of a representation is kept even if the rest of the item has
    /// faults.
    fn check_given_name(&mut self, tokens: &Range<usize>) {
        let keyword = self.token_text(tokens.start);
        // `use` and `test` name things that exist, and define none.
        let defines_name =
            matches!(keyword, "float" | "integer" | "logical" | "character" | "datarep" | "record");
        let token = self.tokens().get(tokens.start + 1).filter(|token| token.kind == TokenKind::Word);
        let Some(token) = token.filter(|_| defines_name && tokens.len() > 1) else { return };
        let name = Word { value: self.token_text(tokens.start + 1).to_owned(), span: token.span };
        // A name that is no name is not kept as a representation either: no module could have it.
        match words::bad_name_fault(&name) {
            Some(fault) => self.parsed.diagnostics.push(fault),
            None if keyword == "datarep" && self.datarep_names.insert(self.token_text(tokens.start + 1)) => {
                self.parsed.datareps.push(name.value);
            }
            None => {}
        }
    }

    /// Reports documentation at a place where there is nothing to document.
    fn report_misplaced_docs(&mut self, tokens: &Range<usize>) {
        let mut in_run = false;
        for token in &self.tokens()[tokens.clone()] {
            let is_doc = matches!(token.kind, TokenKind::OuterDoc);
            if is_doc && !in_run {
                let span = Span { start: token.span.start, end: token.span.start + 3 };
                self.parsed.diagnostics.push(
                    Diagnostic::new(Slug::Syntax, "only items have documentation", span, "not expected here")
                        .help("write `//`, or move it before the item"),
                );
            } else if matches!(token.kind, TokenKind::InnerDoc) && !in_run {
                let span = Span { start: token.span.start, end: token.span.start + 3 };
                self.parsed.diagnostics.push(
                    Diagnostic::new(Slug::Syntax, "`//!` describes the whole text", span, "not at its top")
                        .help("write `//`"),
                );
            }
            in_run = is_doc || matches!(token.kind, TokenKind::InnerDoc);
        }
    }

    fn report_item_faults(&mut self, piece: &ItemTokens, error: &pest::error::Error<Rule>) {
        let stop = SyntaxStop::new(self.text, self.tokens(), piece.tokens.clone(), ParseContext::Item, error);
        let body = self.find_body(&piece.tokens);
        // A fault among the lines of the body is found again by parsing these lines one by one.
        let inside =
            body.as_ref().is_some_and(|(_, body)| body.contains(&stop.index) || body.end == stop.index);
        let fault_count = self.parsed.diagnostics.len();
        if !inside {
            self.report_stop(&stop);
        }
        let Some((context, body)) = body else { return };
        let mut clauses = FloatParts::default();
        for line in self.split_lines(&body) {
            if self.parsed.diagnostics.is_full() {
                return;
            }
            self.parse_line(context, line, piece, &mut clauses);
        }
        // If every line is right by itself, the fault of the item as a whole is reported. It is not
        // if a fault of its tokens was.
        let silent = self.parsed.diagnostics.len() == fault_count;
        if silent
            && !self.tokens()[piece.tokens.clone()].iter().any(|token| token.faulty || is_doc(token.kind))
        {
            self.parsed.diagnostics.push(stop.to_diagnostic());
        }
    }

    /// Reports a fault unless the scan has reported one at or before its place.
    fn report_stop(&mut self, stop: &SyntaxStop<'_>) {
        let end = (stop.index + 1).min(self.tokens().len()).min(stop.tokens.end + 1);
        // A faulty token before the stop, or at it, is its likely cause, and was reported.
        let is_reported = self.tokens()[stop.tokens.start..end].iter().any(|token| token.faulty);
        if !is_reported {
            self.parsed.diagnostics.push(stop.to_diagnostic());
        }
    }

    /// The tokens between the braces of an item, and the kind of lines that they form.
    fn find_body(&self, tokens: &Range<usize>) -> Option<(ParseContext, Range<usize>)> {
        let context = match self.token_text(tokens.start) {
            "float" => ParseContext::Clause,
            "integer" | "logical" | "character" => ParseContext::FamilyClause,
            "datarep" => ParseContext::Entry,
            "test" => ParseContext::TestLine,
            "record" => ParseContext::RecordLine,
            // `use` has no body.
            _ => return None,
        };
        let open = tokens.clone().find(|index| self.token_text(*index) == "{")?;
        // The brace of depth zero ends the item. Those in front of it end blocks inside.
        let close = (open + 1..tokens.end).find(|index| {
            self.tokens()[*index].kind == TokenKind::Close && self.tokens()[*index].depth == 0
        })?;
        Some((context, open + 1..close))
    }

    /// Cuts a body into lines. A line ends with a `;`, or with a `}` that no `;` follows.
    fn split_lines(&self, body: &Range<usize>) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = body.start;
        for index in body.clone() {
            let token = &self.tokens()[index];
            // A doc comment before a line was reported by `report_misplaced_docs`, and would be another fault in the line.
            if start == index && is_doc(token.kind) {
                start = index + 1;
                continue;
            }
            let ends = token.depth == 1
                && match self.token_text(index) {
                    ";" => true,
                    // `};` ends a line by its semicolon, and `}` alone ends a block such as that of `on read`.
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

    /// Parses a line of a body that has a fault somewhere.
    fn parse_line(
        &mut self,
        context: ParseContext,
        mut line: Range<usize>,
        piece: &ItemTokens,
        clauses: &mut FloatParts,
    ) {
        let rule = match context {
            ParseContext::Item => Rule::whole_item,
            ParseContext::Clause => Rule::whole_clause,
            ParseContext::FamilyClause => Rule::whole_family_clause,
            ParseContext::Entry => Rule::whole_entry,
            ParseContext::TestLine => Rule::whole_test_line,
            ParseContext::RecordLine => Rule::whole_record_line,
            // An expression is one line. It is parsed as a whole, by `parse::expression`.
            ParseContext::Expression => return,
        };
        // `float NAME = PICTURE`: the third token tells the two forms apart, even if the picture is faulty.
        let pictured = self.token_text(piece.tokens.start + 2) == "=";
        // The cost of a fault grows with the length of the slice, so the slice grows only as needed.
        let mut window = 64;
        while !line.is_empty() {
            let window_tokens = line.start..line.end.min(line.start + window);
            let span = self.token_span(&window_tokens);
            match parse_rule(rule, &self.text[span.start..span.end]) {
                Ok(_) if window_tokens != line => window *= 2,
                Ok(mut pairs) => {
                    let mut builder = AstBuilder { base: span.start, faults: &mut self.parsed.diagnostics };
                    let Some(pair) = pairs.next() else { return };
                    // The parsed line is not used any more, but the faults that are found on the way are.
                    match context {
                        ParseContext::Item => drop(builder.build_item(pair)),
                        ParseContext::Clause => drop(builder.add_float_clause(pair, pictured, clauses)),
                        ParseContext::FamilyClause => drop(builder.build_family_clause(pair)),
                        ParseContext::Entry => drop(builder.build_entry(pair)),
                        ParseContext::TestLine => drop(builder.build_test_line(pair)),
                        ParseContext::RecordLine => drop(builder.build_record_line(pair)),
                        ParseContext::Expression => {}
                    }
                    return;
                }
                Err(error) => {
                    let stop = SyntaxStop::new(self.text, self.tokens(), line.clone(), context, &error);
                    // The grammar stopped at the end of the window, so the fault may be the window's.
                    if window_tokens != line && stop.index >= window_tokens.end {
                        window *= 2;
                        continue;
                    }
                    self.report_stop(&stop);
                    window = 64;
                    if !stop.next_line_follows() {
                        return;
                    }
                    // A line without its `;` runs into the next one, which is parsed anew and not lost.
                    line.start = stop.index;
                }
            }
        }
    }
}

fn is_doc(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::OuterDoc | TokenKind::InnerDoc)
}
