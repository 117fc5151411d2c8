//! The parts of a text that an editor colors, by the tokens of the parser itself.

use pest::unicode::PATTERN_WHITE_SPACE;

use super::scan::{Token, TokenKind, scan_tokens};
use crate::highlight::Part;
use crate::keywords;
use crate::source::Span;

/// The parts of `text`, in order and without overlaps.
pub fn list_parts(text: &str) -> Vec<(Span, Part)> {
    let mut parts = Vec::new();
    let mut at = 0;
    for token in scan_tokens(text).tokens {
        push_comment(text, Span { start: at, end: token.span.start }, &mut parts);
        at = token.span.end;
        if let Some(part) = classify_token(text, &token) {
            parts.push((token.span, part));
        }
    }
    push_comment(text, Span { start: at, end: text.len() }, &mut parts);
    parts
}

/// What is between two tokens: white space, and comments, which are no tokens.
fn push_comment(text: &str, gap: Span, parts: &mut Vec<(Span, Part)>) {
    let is_blank = |c: char| PATTERN_WHITE_SPACE(c) || c == '\u{FEFF}';
    let between = &text[gap.start..gap.end];
    let start = gap.start + (between.len() - between.trim_start_matches(is_blank).len());
    let comment = between.trim_matches(is_blank);
    // A text that the scanner gave up has a rest that is no comment.
    if comment.starts_with("//") || comment.starts_with("/*") {
        parts.push((Span { start, end: start + comment.len() }, Part::Comment));
    }
}

fn classify_token(text: &str, token: &Token) -> Option<Part> {
    match token.kind {
        TokenKind::OuterDoc | TokenKind::InnerDoc => Some(Part::Comment),
        TokenKind::Number => Some(Part::Number),
        TokenKind::Text => Some(Part::Text),
        TokenKind::Word => {
            keywords::is_of_language(&text[token.span.start..token.span.end]).then_some(Part::Keyword)
        }
        TokenKind::Sign | TokenKind::Open | TokenKind::Close | TokenKind::Foreign => None,
    }
}
