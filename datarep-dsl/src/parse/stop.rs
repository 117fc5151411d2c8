//! The place where the grammar stopped, and the words around it.

use std::ops::Range;

use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::Rule;
use super::scan::{Token, TokenKind};
use crate::source::Span;

/// The kind of text that was being parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParseContext {
    /// An item.
    Item,
    /// A clause of a float.
    Clause,
    /// A clause of an integer, logical or character.
    FamilyClause,
    /// A line of a representation.
    Entry,
    /// A line of a test.
    TestLine,
    /// A line of a record.
    RecordLine,
    /// A format, an order or rules without a text around them.
    Expression,
}

/// The place where the grammar stopped.
#[derive(Debug, Clone)]
pub(super) struct SyntaxStop<'t> {
    /// The whole text.
    pub(super) text: &'t str,
    /// All its tokens.
    pub(super) all_tokens: &'t [Token],
    /// The tokens of the text that was being parsed.
    pub(super) tokens: Range<usize>,
    /// The kind of text that was being parsed.
    pub(super) context: ParseContext,
    /// The token at which the grammar stopped, or the number of tokens at the end of the text.
    pub(super) index: usize,
    /// The byte at which it stopped, which may be inside a token.
    at: usize,
    /// The rules with which it could have continued.
    pub(super) expected: Vec<Rule>,
}

impl<'t> SyntaxStop<'t> {
    /// Finds the place of `error`. The parsed slice started at byte `base`.
    pub(super) fn new(
        text: &'t str,
        all_tokens: &'t [Token],
        tokens: Range<usize>,
        context: ParseContext,
        error: &Error<Rule>,
    ) -> SyntaxStop<'t> {
        let base = all_tokens[tokens.start].span.start;
        Self::locate_error(
            SyntaxStop { text, all_tokens, tokens, context, index: 0, at: base, expected: Vec::new() },
            error,
        )
    }

    /// As [`SyntaxStop::new`], where the grammar has seen the text from its first byte.
    pub(super) fn from_whole_text(
        text: &'t str,
        all_tokens: &'t [Token],
        context: ParseContext,
        error: &Error<Rule>,
    ) -> SyntaxStop<'t> {
        let tokens = 0..all_tokens.len();
        Self::locate_error(
            SyntaxStop { text, all_tokens, tokens, context, index: 0, at: 0, expected: Vec::new() },
            error,
        )
    }

    /// Moves a stop from where the grammar began to the place of `error`.
    fn locate_error(start: SyntaxStop<'t>, error: &Error<Rule>) -> SyntaxStop<'t> {
        let SyntaxStop { all_tokens, at: base, .. } = start;
        // The grammar has seen only a slice. Its places are counted from the slice's first byte.
        let at = base
            + match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
        // The first token that is not wholly before the place. A stop in white space is one at the next token.
        let first = all_tokens.partition_point(|token| token.span.end <= at);
        // Comments were reported by themselves, and are not what the grammar missed.
        let docs = all_tokens[first..].iter().take_while(|token| is_doc(token.kind)).count();
        let mut expected = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.clone(),
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        // The grammar lists a rule once for each way in which it was tried.
        expected.sort_unstable();
        expected.dedup();
        SyntaxStop { index: first + docs, at, expected, ..start }
    }

    pub(super) fn slice_text(&self, span: Span) -> &'t str {
        &self.text[span.start..span.end]
    }

    pub(super) fn token_kind(&self, index: usize) -> Option<TokenKind> {
        self.all_tokens.get(index).map(|token| token.kind)
    }

    /// The words of a token; empty after the end of the text.
    pub(super) fn token_text(&self, index: usize) -> &'t str {
        self.all_tokens.get(index).map_or("", |token| self.slice_text(token.span))
    }

    /// The place of a token; after the last token, the end of the text.
    pub(super) fn token_span(&self, index: usize) -> Span {
        // A fault at the end of the text is shown at the last words that are there.
        let last = || self.all_tokens.iter().rev().find(|token| !is_doc(token.kind));
        let token = self.all_tokens.get(index).or_else(last);
        token.map_or(Span::default(), |token| token.span)
    }

    /// The place where the fault is shown.
    pub(super) fn found_span(&self) -> Span {
        match self.all_tokens.get(self.index) {
            Some(token) => {
                // The stop may be inside of a token, which is then shown from there.
                Span { start: self.at.clamp(token.span.start, token.span.end), end: token.span.end }
            }
            None => self.token_span(self.index),
        }
    }

    /// The words at the fault; empty at the end of the text.
    pub(super) fn found_text(&self) -> &'t str {
        if self.index < self.all_tokens.len() { self.slice_text(self.found_span()) } else { "" }
    }

    /// Index of the last token before the fault, within the text that was being parsed.
    pub(super) fn last_token_before(&self) -> Option<usize> {
        (self.tokens.start..self.index.min(self.tokens.end))
            .rev()
            .find(|index| !is_doc(self.all_tokens[*index].kind))
    }

    /// Whether the token at the fault is the first of its line.
    pub(super) fn is_at_line_start(&self) -> bool {
        let Some(before) = self.last_token_before() else { return true };
        let end = self.all_tokens[before].span.end;
        self.index >= self.all_tokens.len()
            || self.text[end..self.token_span(self.index).start].contains('\n')
    }

    /// Whether the grammar could have continued with the rule.
    pub(super) fn expects_rule(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// Whether a line was not ended and the next one can be parsed on its own.
    pub(super) fn next_line_follows(&self) -> bool {
        // Only a missing `;` is mended by going on: any other fault could be in the next line itself.
        self.expects_rule(Rule::semicolon)
            && self.index > self.tokens.start
            && self.index < self.tokens.end
            && self.is_at_line_start()
    }

    /// The words before the fault, within the text that was being parsed.
    pub(super) fn tokens_before(&self) -> impl Iterator<Item = &'t str> + '_ {
        let end = self.index.min(self.tokens.end);
        (self.tokens.start..end).map(|index| self.token_text(index))
    }
}

fn is_doc(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::OuterDoc | TokenKind::InnerDoc)
}
