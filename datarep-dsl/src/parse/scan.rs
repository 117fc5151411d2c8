//! Cuts a text into words and signs, and these into items, before the grammar sees them.
//!
//! A single pass without recursion, so its cost depends only on the length of the text. It refuses everything that
//! would make the grammar's recursion deep, and everything that is no word of the language in any place.

use std::ops::Range;

use pest::unicode::{PATTERN_WHITE_SPACE, XID_CONTINUE, XID_START};

use super::number::number_fault;
use crate::diagnostic::{Diagnostic, Slug};
use crate::faults::Faults;
use crate::source::Span;

/// The longest text, in bytes.
pub(super) const MAX_BYTES: usize = 1 << 20;
/// The largest number of items of a text.
pub(super) const MAX_ITEMS: usize = 100_000;
/// The longest word, in bytes.
pub(super) const MAX_WORD: usize = 256;
/// The deepest nesting of brackets and of comments.
pub(super) const MAX_DEPTH: usize = 64;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word.
    Word,
    /// A number.
    Number,
    /// A sign, or several that belong together.
    Sign,
    /// `(`, `[`, `{`
    Open,
    /// `)`, `]`, `}`
    Close,
    /// A text in quotes at a place where the language may have one.
    Text,
    /// Something that the language does not have: a text in quotes elsewhere, a letter in quotes, a stray sign.
    Foreign,
    /// A `///` comment.
    OuterDoc,
    /// A `//!` comment.
    InnerDoc,
}

/// A token with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    /// Its kind.
    pub(super) kind: TokenKind,
    /// Its place.
    pub(super) span: Span,
    /// The number of brackets that are open before it. A closing bracket has the depth of its opening one.
    pub(super) depth: usize,
    /// Whether a fault was reported about it.
    pub(super) faulty: bool,
}

/// The tokens of an item.
#[derive(Debug, Clone)]
pub(super) struct ItemTokens {
    /// Its `///` lines.
    pub(super) doc: String,
    /// Its tokens. A doc comment among them is a fault.
    pub(super) tokens: Range<usize>,
    /// Whether its brackets do not match, so that its content has no meaning.
    pub(super) torn: bool,
}

/// A text, cut into tokens.
#[derive(Debug, Default)]
pub(super) struct ScannedText {
    /// The `//!` lines.
    pub(super) doc: String,
    /// All tokens.
    pub(super) tokens: Vec<Token>,
    /// The items.
    pub(super) pieces: Vec<ItemTokens>,
    /// The faults that do not depend on the place of a token.
    pub(super) faults: Faults,
    /// Whether the text is beyond the limits, or has too many faults, and was not read to its end.
    pub(super) refused: bool,
}

/// Cuts `text` into tokens.
pub(super) fn scan_tokens(text: &str) -> ScannedText {
    let mut scan = ScannedText::default();
    // Before anything is read: the cost of all that follows depends on the length.
    if text.len() > MAX_BYTES {
        let fault = Diagnostic::new(
            Slug::TooLarge,
            format!("the text is larger than {MAX_BYTES} bytes"),
            Span::default(),
            format!("{} bytes start here", text.len()),
        );
        scan.faults.push(fault.help("divide it into several texts"));
        scan.refused = true;
        return scan;
    }
    Lexer { text, at: 0, tokens: Vec::new(), faults: Faults::default(), refused: false }.scan_text(&mut scan);
    scan
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    faults: Faults,
    refused: bool,
}

/// Signs of several characters, the longest first.
const SIGNS: [&str; 14] =
    ["<=>", "..=", "...", "==", "!=", "<=", ">=", "=>", "&&", "||", "::", "..", "->", "**"];

impl<'t> Lexer<'t> {
    fn scan_text(mut self, scan: &mut ScannedText) {
        while let Some(next) = self.peek() {
            let start = self.at;
            match next {
                '/' if self.rest_text().starts_with("//") => self.scan_line_comment(),
                '/' if self.rest_text().starts_with("/*") => self.scan_block_comment(),
                '0'..='9' => self.scan_number(),
                '"' => self.scan_string(0),
                '\'' => self.scan_quoted(),
                '(' | '[' | '{' => self.push_token(TokenKind::Open, start + 1),
                ')' | ']' | '}' => self.push_token(TokenKind::Close, start + 1),
                // Editors may put a byte order mark at the beginning. It means nothing anywhere.
                '\u{FEFF}' => self.at += next.len_utf8(),
                _ if PATTERN_WHITE_SPACE(next) => self.at += next.len_utf8(),
                _ if next == '_' || XID_START(next) => {
                    let len = word_len(self.rest_text());
                    match self.rest_text()[len..].chars().next() {
                        // `x"FF"` and similar forms are one token.
                        Some('"') => self.scan_string(len),
                        _ if len > MAX_WORD => self.refuse_long_word(start + len),
                        _ => self.push_token(TokenKind::Word, start + len),
                    }
                }
                _ => self.scan_sign(next),
            }
            if self.refused || self.faults.is_full() {
                break;
            }
        }
        scan.tokens = self.tokens;
        scan.faults = self.faults;
        // What is so full of faults is no text of the language, and its items have no meaning.
        scan.refused = self.refused || scan.faults.is_full();
    }

    fn rest_text(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest_text().chars().next()
    }

    /// Makes a token of everything up to `end`.
    fn push_token(&mut self, kind: TokenKind, end: usize) {
        let span = Span { start: self.at, end };
        self.tokens.push(Token { kind, span, depth: 0, faulty: false });
        self.at = end;
    }

    /// Makes a token of everything up to `end`, and records `fault` about it.
    fn push_faulty_token(&mut self, kind: TokenKind, end: usize, fault: Diagnostic) {
        self.push_token(kind, end);
        self.faults.push(fault);
        if let Some(token) = self.tokens.last_mut() {
            token.faulty = true;
        }
    }

    /// Refuses a word that is too long. Messages about other lines repeat names, and so would repeat all of it.
    fn refuse_long_word(&mut self, end: usize) {
        let title = format!("a word has at most {MAX_WORD} bytes");
        let span = Span { start: self.at, end };
        let fault = Diagnostic::new(Slug::TooLarge, title, span, format!("{} bytes", end - self.at));
        self.push_faulty_token(TokenKind::Word, end, fault.help("choose a shorter name"));
    }

    fn scan_line_comment(&mut self) {
        let text: &'t str = self.text;
        let rest = &text[self.at..];
        let len = rest.find('\n').unwrap_or(rest.len());
        let line = &rest[..len];
        let end = self.at + len;
        // A carriage return at the end belongs to the line break.
        if let Some(lone) = line.trim_end_matches('\r').find('\r') {
            let span = Span { start: self.at + lone, end: self.at + lone + 1 };
            let fault = Diagnostic::new(
                Slug::Syntax,
                "a carriage return without a line feed does not end a line",
                span,
                "what follows it is still comment",
            );
            self.faults.push(fault.help("save the text with line feeds at the ends of its lines"));
            self.at = end;
        } else if line.starts_with("//!") {
            self.push_token(TokenKind::InnerDoc, end);
        } else if line.starts_with("///") && !line.starts_with("////") {
            // Four slashes are a plain comment, as in Rust.
            self.push_token(TokenKind::OuterDoc, end);
        } else {
            self.at = end;
        }
    }

    fn scan_block_comment(&mut self) {
        let mut depth = 0;
        let mut at = self.at;
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(at..).unwrap_or_default() {
                // The grammar skips comments by recursion.
                [b'/', b'*', ..] if depth == MAX_DEPTH => {
                    let span = Span { start: at, end: at + 2 };
                    self.faults.push(Diagnostic::new(
                        Slug::TooLarge,
                        format!("comments are nested more than {MAX_DEPTH} deep"),
                        span,
                        "one too many opens here",
                    ));
                    self.refused = true;
                    return;
                }
                [b'/', b'*', ..] => {
                    depth += 1;
                    at += 2;
                }
                [b'*', b'/', ..] => {
                    depth -= 1;
                    at += 2;
                    if depth == 0 {
                        break;
                    }
                }
                [] => {
                    let span = Span { start: self.at, end: self.at + 2 };
                    let fault = Diagnostic::new(
                        Slug::Syntax,
                        "this comment is not closed",
                        span,
                        "everything after it is comment",
                    );
                    // The span is the opening: the end of the text would show only that something is missing.
                    self.faults.push(fault.help("end it with `*/`"));
                    self.at = self.text.len();
                    return;
                }
                _ => at += 1,
            }
        }
        let comment = &self.text[self.at..at];
        // As in Rust, `/***` and `/**/` are plain comments.
        let is_doc = (comment.starts_with("/**") && !comment.starts_with("/***")
            || comment.starts_with("/*!"))
            && comment.len() > 4;
        if is_doc {
            let line = if comment.starts_with("/*!") { "//!" } else { "///" };
            let span = Span { start: self.at, end: self.at + 3 };
            self.faults.push(
                Diagnostic::new(Slug::Syntax, "documentation is written in lines", span, "not expected here")
                    .help(format!("begin each line with `{line}`, or begin a plain comment with `/*`")),
            );
        }
        self.at = at;
    }

    fn scan_number(&mut self) {
        let end = self.at + number_len(self.rest_text());
        let span = Span { start: self.at, end };
        match number_fault(&self.text[self.at..end], span) {
            // `ebcdic(037)` is what people write first. A number with a leading zero would be told as one meant in
            // octal.
            Some(_) if self.is_argument_of("ebcdic") => {
                let page = self.text[self.at..end].trim_start_matches('0');
                let fault = Diagnostic::new(Slug::Number, "a code page is a word", span, "not a number");
                self.push_faulty_token(TokenKind::Number, end, fault.help(format!("write `cp{page:0>3}`")));
            }
            Some(fault) => self.push_faulty_token(TokenKind::Number, end, fault),
            None => self.push_token(TokenKind::Number, end),
        }
    }

    /// Whether the innermost bracket that is open is that of a choice.
    fn is_in_choice(&self) -> bool {
        let text = |token: &Token| &self.text[token.span.start..token.span.end];
        let mut closed = 0_usize;
        // Backward over what is closed already, to the bracket in which the next token stands.
        let open = self.tokens.iter().rposition(|token| match token.kind {
            TokenKind::Close => {
                closed += 1;
                false
            }
            TokenKind::Open if closed > 0 => {
                closed -= 1;
                false
            }
            kind => kind == TokenKind::Open,
        });
        let before = open.map_or(&[][..], |open| &self.tokens[..open]);
        before
            .iter()
            .rev()
            .take_while(|token| !matches!(text(token), "{" | "}" | ";" | ":"))
            .any(|token| text(token) == "choice")
    }

    /// Whether the next token is the first argument of a call of this name.
    fn is_argument_of(&self, name: &str) -> bool {
        let text = |token: &Token| &self.text[token.span.start..token.span.end];
        match self.tokens.as_slice() {
            [.., called, open] => text(called) == name && text(open) == "(",
            [_] | [] => false,
        }
    }

    /// Reads a string after a prefix of `prefix` bytes, up to the end of the line if it is not closed.
    fn scan_string(&mut self, prefix: usize) {
        let mut escaped = false;
        let inside = self.at + prefix + 1;
        let mut end = inside;
        for (index, next) in self.text[inside..].char_indices() {
            // No string of the language is longer than a line, so one that is not closed costs only that line.
            if next == '\n' {
                break;
            }
            end = inside + index + next.len_utf8();
            match next {
                '"' if !escaped => break,
                // A backslash behind a backslash escapes nothing.
                _ => escaped = next == '\\' && !escaped,
            }
        }
        let span = Span { start: self.at, end };
        let (string, behind) = (&self.text[self.at..end], &self.text[end..]);
        // A prefix never belongs to a text of the language.
        if prefix == 0 && (self.is_case(string, behind) || self.is_picture(string)) {
            return self.scan_known_string(span);
        }
        self.push_faulty_token(TokenKind::Foreign, end, text_fault(span));
    }

    /// Whether a string is a case of a choice, by what stands before and behind it.
    fn is_case(&self, string: &str, behind: &str) -> bool {
        let before = self.tokens.last().map(|token| &self.text[token.span.start..token.span.end]);
        let behind = behind.trim_start_matches(PATTERN_WHITE_SPACE);
        let is_closed = string.len() > 1 && string.ends_with('"');
        // A case stands at the beginning of an alternative or behind `|`, and an arrow or `|` follows it.
        is_closed
            && matches!(before, Some("{" | ";" | "|"))
            && (behind.starts_with("=>") || behind.starts_with('|'))
    }

    /// Whether a string is the picture of a printed number, or the currency sign behind it.
    fn is_picture(&self, string: &str) -> bool {
        let text = |token: &Token| &self.text[token.span.start..token.span.end];
        let mut before = self.tokens.as_slice();
        // How many texts there may be is for the check to say.
        while let [rest @ .., first, comma] = before {
            if first.kind != TokenKind::Text || text(comma) != "," {
                break;
            }
            before = rest;
        }
        let is_argument =
            matches!(before, [.., called, open] if text(called) == "printed_decimal" && text(open) == "(");
        is_argument && string.len() > 1 && string.ends_with('"')
    }

    /// Makes a token of a string in a place where it has a meaning, and reports escapes that it cannot have.
    fn scan_known_string(&mut self, span: Span) {
        let mut letters = self.text[span.start + 1..span.end - 1].char_indices();
        while let Some((index, letter)) = letters.next() {
            // Both letters of an escape are taken at once, so that the second backslash of `\\` begins none.
            if letter != '\\' || letters.next().is_some_and(|(_, next)| matches!(next, '"' | '\\')) {
                continue;
            }
            let start = span.start + 1 + index;
            let title = "a text has no such escape";
            let fault =
                Diagnostic::new(Slug::Syntax, title, Span { start, end: start + 1 }, "not known here");
            let fault = fault.help("write `\\\\` for a backslash, and `\\\"` for a quote");
            return self.push_faulty_token(TokenKind::Foreign, span.end, fault);
        }
        self.push_token(TokenKind::Text, span.end);
    }

    fn scan_quoted(&mut self) {
        let quoted = self.rest_text()[1..].chars().next().filter(|c| *c != '\n');
        let mut end = self.at + 1;
        let mut help = "names and words stand without quotes".to_owned();
        if let Some(quoted) = quoted {
            let closed = end + quoted.len_utf8();
            if self.text[closed..].starts_with('\'') {
                end = closed + 1;
                let code = u32::from(quoted);
                help = if self.is_argument_of("substitute") {
                    format!("write its code point, `{code:#x}`")
                } else if self.is_in_choice() {
                    format!("write `\"{quoted}\"`")
                } else {
                    format!("write its code, in a test `char({code:#x})`")
                };
            } else {
                // A word in quotes, or a lifetime of Rust, whose quote is never closed.
                end += word_len(&self.text[end..]);
                if self.text[end..].starts_with('\'') {
                    end += 1;
                }
            }
        }
        let span = Span { start: self.at, end };
        let fault = Diagnostic::new(
            Slug::Syntax,
            "the language has no characters in quotes",
            span,
            "not expected here",
        );
        self.push_faulty_token(TokenKind::Foreign, end, fault.help(help));
    }

    fn scan_sign(&mut self, next: char) {
        // The list begins with the longest signs, so that `<=>` is not taken for `<=`.
        let sign = SIGNS.iter().find(|sign| self.rest_text().starts_with(**sign));
        let end = self.at + sign.map_or(next.len_utf8(), |sign| sign.len());
        if sign.is_some() || ";,=|&^*+-.:!<>/%".contains(next) {
            return self.push_token(TokenKind::Sign, end);
        }
        let span = Span { start: self.at, end };
        // Control characters could change what a terminal shows of the message.
        let sign_text = if next.is_control() { next.escape_unicode().to_string() } else { next.to_string() };
        let fault = Diagnostic::new(
            Slug::Syntax,
            format!("`{sign_text}` is not a character of the language"),
            span,
            "not expected here",
        );
        let is_raw_name = next == '#' && self.text[..self.at].ends_with('r');
        let fault = match find_ascii_sign(next) {
            Some(ascii) => fault.help(format!("write `{ascii}`")),
            None if is_raw_name => {
                fault.help("write the name without `r#`: it is added in Rust where it is needed")
            }
            None if next == '#' => fault.help("begin a comment with `//`"),
            None => fault,
        };
        self.push_faulty_token(TokenKind::Foreign, end, fault);
    }
}

/// The fault of a text in quotes where the language has none.
pub(super) fn text_fault(span: Span) -> Diagnostic {
    let title = "a text in quotes is not expected here";
    let fault = Diagnostic::new(Slug::Syntax, title, span, "names and words stand without quotes");
    fault.note("texts in quotes are cases of a choice, as in `\"C\" => customer;`").help("remove the quotes")
}

/// The sign on a keyboard that a text processor may have replaced by this one.
fn find_ascii_sign(sign: char) -> Option<&'static str> {
    Some(match sign {
        '−' | '–' | '—' | '‐' => "-",
        '×' | '·' | '∗' | '⋅' => "*",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '⇒' | '→' => "=>",
        '⇔' | '↔' => "<=>",
        '…' => "..=",
        ';' => ";",
        _ => return None,
    })
}

/// The length of the word at the beginning of `text`.
fn word_len(text: &str) -> usize {
    text.char_indices().find(|(_, c)| !XID_CONTINUE(*c)).map_or(text.len(), |(index, _)| index)
}

/// The length of the number at the beginning of `text`, including any attached letters.
fn number_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = word_len(text);
    let prefixed = bytes.len() > 1
        && bytes[0] == b'0'
        && bytes[1].is_ascii_alphabetic()
        // `0e5` is a decimal number without a prefix.
        && !matches!(bytes[1], b'e' | b'E');
    if prefixed {
        return at;
    }
    let digits_only = text[..at].bytes().all(|b| b.is_ascii_digit() || b == b'_');
    if digits_only && bytes.get(at) == Some(&b'.') {
        let behind = text[at + 1..].chars().next();
        // A digit behind the dot makes a fraction. Two dots, or a letter, belong to what follows: `0..=5`, `0.F`.
        if behind.is_some_and(|c| c.is_ascii_digit()) {
            at += 1 + word_len(&text[at + 1..]);
        } else if !behind.is_some_and(|c| c == '.' || c == '_' || XID_START(c)) {
            return at + 1;
        }
    }
    // `1e-3`: the sign belongs to the number.
    let exponent = text[..at].ends_with(['e', 'E']);
    if exponent
        && matches!(bytes.get(at), Some(b'+' | b'-'))
        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
    {
        at += 1 + word_len(&text[at + 1..]);
    }
    at
}
