//! Cuts tokens into items, by their brackets. Brackets that do not match are reported here, before the grammar sees
//! them.

use super::scan::{ItemTokens, MAX_DEPTH, MAX_ITEMS, ScannedText, TokenKind, scan_tokens};
use super::words::ITEMS;
use crate::diagnostic::{Diagnostic, Slug};
use crate::source::Span;

/// Cuts `text` into tokens, and these into items.
pub(super) fn cut_items(text: &str) -> ScannedText {
    let mut scan = scan_tokens(text);
    if !scan.refused {
        ItemCutter { text, scan: &mut scan, open: Vec::new() }.find_items();
    }
    scan
}

struct ItemCutter<'t, 's> {
    text: &'t str,
    scan: &'s mut ScannedText,
    /// The tokens of the open brackets.
    open: Vec<usize>,
}

impl ItemCutter<'_, '_> {
    fn find_items(mut self) {
        let mut index = 0;
        let mut docs: Vec<usize> = Vec::new();
        while index < self.scan.tokens.len() {
            match self.scan.tokens[index].kind {
                TokenKind::OuterDoc => docs.push(index),
                TokenKind::InnerDoc => self.add_inner_doc(index, &docs),
                TokenKind::Word
                | TokenKind::Number
                | TokenKind::Sign
                | TokenKind::Open
                | TokenKind::Close
                | TokenKind::Text
                | TokenKind::Foreign => {
                    // A text of semicolons alone would have a million items.
                    if self.scan.pieces.len() == MAX_ITEMS {
                        return self.refuse_token(
                            index,
                            format!("the text has more than {MAX_ITEMS} items"),
                            "one too many starts here",
                        );
                    }
                    let doc = self.take_doc(&mut docs);
                    let Some((end, torn)) = self.find_item_end(index) else { return };
                    self.scan.pieces.push(ItemTokens { doc, tokens: index..end, torn });
                    // No item begins with `}`. It was meant to end the item before, whose lines would be reported one by one.
                    if self.token_text(index) == "}" {
                        self.mark_rest_torn();
                    }
                    index = end;
                    continue;
                }
            }
            index += 1;
        }
        if let Some(&first) = docs.first() {
            let span = self.scan.tokens[first].span;
            self.scan.faults.push(
                Diagnostic::new(Slug::Syntax, "no item follows this comment", span, "describes nothing")
                    .help("write `//` for a comment that describes nothing"),
            );
        }
    }

    /// The tokens between an item that ended too early and the `}` that was intended to end it belong to no item.
    /// Nothing more is reported about them.
    fn mark_rest_torn(&mut self) {
        let tokens = &self.scan.tokens;
        // Backward from the stray brace to the last piece that begins as an item does.
        for piece in self.scan.pieces.iter_mut().rev().skip(1) {
            let span = tokens[piece.tokens.start].span;
            let named = tokens.get(piece.tokens.start + 1).is_some_and(|token| token.kind == TokenKind::Word);
            if piece.torn || named && ITEMS.contains(&&self.text[span.start..span.end]) {
                break;
            }
            piece.torn = true;
        }
    }

    fn token_text(&self, token: usize) -> &str {
        let span = self.scan.tokens[token].span;
        &self.text[span.start..span.end]
    }

    fn refuse_token(&mut self, token: usize, title: String, label: &str) {
        let span = self.scan.tokens[token].span;
        self.scan.faults.push(Diagnostic::new(Slug::TooLarge, title, span, label));
        self.scan.refused = true;
    }

    fn add_inner_doc(&mut self, index: usize, docs: &[usize]) {
        // Only before all items and their comments: behind them `//!` would seem to describe the item.
        if self.scan.pieces.is_empty() && docs.is_empty() {
            let line = strip_doc_mark(self.token_text(index)).to_owned();
            // An empty first line counts as a line, too.
            if !self.scan.doc.is_empty() || self.has_doc_before(index) {
                self.scan.doc.push('\n');
            }
            self.scan.doc.push_str(&line);
            return;
        }
        let span = self.scan.tokens[index].span;
        let span = Span { start: span.start, end: span.start + 3 };
        self.scan.faults.push(
            Diagnostic::new(Slug::Syntax, "`//!` describes the whole text", span, "not at its top")
                .help("write `///` to describe the item after it"),
        );
    }

    fn has_doc_before(&self, index: usize) -> bool {
        index > 0 && self.scan.tokens[index - 1].kind == TokenKind::InnerDoc
    }

    fn take_doc(&self, docs: &mut Vec<usize>) -> String {
        let lines: Vec<&str> = docs.drain(..).map(|index| strip_doc_mark(self.token_text(index))).collect();
        lines.join("\n")
    }

    /// Finds the end of the item that starts at token `start`, and whether its brackets are torn.
    fn find_item_end(&mut self, start: usize) -> Option<(usize, bool)> {
        self.open.clear();
        let mut torn = false;
        let mut index = start;
        while index < self.scan.tokens.len() {
            // A word that only begins items ends this one, whatever brackets are open. So a bracket that is never
            // closed costs one item, and not the rest of the text.
            if index > start && self.starts_item(index) {
                // Comments in front of the next item are its own, though they were read with this one.
                let doc = self.find_docs_start(start, index);
                torn |= self.report_left_open(Some(index));
                return Some((doc, torn));
            }
            // The depth is needed later to cut the body into lines.
            self.scan.tokens[index].depth = self.open.len();
            match self.scan.tokens[index].kind {
                TokenKind::Open => {
                    // The parser calls itself for each bracket. Without a limit a text could end the program by its
                    // stack.
                    if self.open.len() == MAX_DEPTH {
                        self.refuse_token(
                            index,
                            format!("brackets are nested more than {MAX_DEPTH} deep"),
                            "one too many opens here",
                        );
                        return None;
                    }
                    self.open.push(index);
                }
                TokenKind::Close => {
                    // A bracket that closes nothing leaves open where the item was meant to end.
                    torn |= self.open.is_empty();
                    self.close_bracket(index);
                    // `};` belongs to the item, where the semicolon is one too many. The grammar reports it there.
                    let closed_item = self.open.is_empty() && self.token_text(index) == "}";
                    if closed_item && !self.has_semicolon_behind(index) {
                        return Some((index + 1, torn));
                    }
                }
                TokenKind::Sign if self.token_text(index) == ";" => {
                    // A `;` ends a line even inside of brackets, so that a bracket left open costs one line.
                    self.close_line(index);
                    if self.open.is_empty() {
                        return Some((index + 1, torn));
                    }
                }
                TokenKind::Word
                | TokenKind::Number
                | TokenKind::Sign
                | TokenKind::Text
                | TokenKind::Foreign
                | TokenKind::OuterDoc
                | TokenKind::InnerDoc => {}
            }
            index += 1;
        }
        torn |= self.report_left_open(None);
        // The item ends with the text. Comments at its end belong to no item.
        Some((self.find_docs_start(start, index), torn))
    }

    /// Index of the first of the doc comments that end at `end`, which belong to the next item.
    fn find_docs_start(&self, start: usize, mut end: usize) -> usize {
        while end > start + 1 && self.scan.tokens[end - 1].kind == TokenKind::OuterDoc {
            end -= 1;
        }
        end
    }

    fn has_semicolon_behind(&self, index: usize) -> bool {
        index + 1 < self.scan.tokens.len() && self.token_text(index + 1) == ";"
    }

    /// Whether an item starts here even if brackets are open. No line of an item has this form.
    fn starts_item(&self, index: usize) -> bool {
        let tokens = &self.scan.tokens;
        if tokens[index].kind != TokenKind::Word {
            return false;
        }
        let behind = |distance: usize| match tokens.get(index + distance) {
            Some(_) => self.token_text(index + distance),
            None => "",
        };
        // A name and one of these signs must follow: `integer` and `logical` begin lines of a representation, too.
        let followed_by: &[&str] = match self.token_text(index) {
            "float" | "integer" | "logical" | "character" => &["=", "{"],
            "datarep" => &["extends", "{"],
            "record" => &["{"],
            "test" => &["{", "::", "("],
            "use" => &["::"],
            _ => return false,
        };
        tokens.get(index + 1).is_some_and(|token| token.kind == TokenKind::Word)
            && followed_by.contains(&behind(2))
    }

    /// Closes the bracket that matches the one at token `index`, or the one that it was intended to match.
    fn close_bracket(&mut self, index: usize) {
        let closing = self.token_text(index);
        let opening = match closing {
            ")" => "(",
            "]" => "[",
            _ => "{",
        };
        let matching = self.open.iter().rposition(|opened| self.token_text(*opened) == opening);
        // A `)` or `]` without a partner inside of braces is a slip in a line, and must not close the body.
        let stray = |top: usize| matching.is_none() && closing != "}" && self.token_text(top) == "{";
        let Some(top) = self.open.last().copied().filter(|top| !stray(*top)) else {
            let fault = Diagnostic::new(
                Slug::Syntax,
                format!("`{closing}` closes nothing"),
                self.scan.tokens[index].span,
                "not expected here",
            );
            let help = format!("remove it, or write `{opening}` where it opens");
            let fault = match self.find_last_item_end() {
                Some(end) if closing == "}" => fault.label(end, "the item ends here already"),
                _ => fault,
            };
            self.scan.faults.push(fault.help(help));
            self.scan.tokens[index].faulty = true;
            return;
        };
        let innermost = self.open.len() - 1;
        // Something between the two is still open. The innermost of it is what is missing its end.
        if matching != Some(innermost) {
            self.report_unclosed(top, index);
            self.scan.tokens[index].faulty = true;
        }
        // A line can continue after the end of a bracket in it.
        let goes_on = index + 1 < self.scan.tokens.len() && matches!(self.token_text(index + 1), ";" | ",");
        // If the line goes on, only the innermost bracket was meant. Otherwise all up to the partner are closed with
        // it.
        let closed = matching.filter(|_| !goes_on).unwrap_or(innermost);
        self.open.truncate(closed);
        self.scan.tokens[index].depth = closed;
    }

    /// The `}` of the last item, if it is not far away.
    fn find_last_item_end(&self) -> Option<Span> {
        // The search is limited, as a text may have thousands of such braces.
        let near = self.scan.pieces.iter().rev().take(100);
        let item = near.map(|piece| &piece.tokens).find(|tokens| {
            let named =
                self.scan.tokens.get(tokens.start + 1).is_some_and(|token| token.kind == TokenKind::Word);
            named && ITEMS.contains(&self.token_text(tokens.start))
        });
        let end = item?.end - 1;
        (self.token_text(end) == "}").then_some(self.scan.tokens[end].span)
    }

    /// Whether the `;` is that of an array, as in `[hfp32; 3]`: a count and `]` follow.
    fn count_follows(&self, index: usize) -> bool {
        /// The most tokens of a count that are looked at. The cases of a choice are some of them.
        const MOST: usize = 1000;
        let is_choice = self.scan.tokens.get(index + 1).is_some() && self.token_text(index + 1) == "choice";
        let mut depth = 0_usize;
        for at in (index + 1..self.scan.tokens.len()).take(MOST) {
            match self.token_text(at) {
                // Something must stand between, or the `;` ends a line after all.
                "]" => return at > index + 1,
                // A line ends, or another field begins.
                ";" | ":" if !is_choice || depth == 0 => return false,
                "[" => return false,
                "(" | "{" => depth += 1,
                ")" | "}" if depth == 0 => return false,
                ")" | "}" => depth -= 1,
                _ => {}
            }
        }
        false
    }

    /// Closes the brackets that are left open in the line that ends here. Only braces contain lines.
    fn close_line(&mut self, index: usize) {
        let Some(top) = self.open.last().copied().filter(|top| self.token_text(*top) != "{") else { return };
        if self.token_text(top) == "[" && self.count_follows(index) {
            return;
        }
        self.report_unclosed(top, index);
        while self.open.last().is_some_and(|top| self.token_text(*top) != "{") {
            self.open.pop();
        }
        self.scan.tokens[index].depth = self.open.len();
    }

    /// Reports the bracket `opened`, which should have been closed before `closing`.
    fn report_unclosed(&mut self, opened: usize, closing: usize) {
        let expected = closing_bracket(self.token_text(opened));
        let closing_text = self.token_text(closing);
        let (opened_at, found_at) = (self.scan.tokens[opened].span, self.scan.tokens[closing].span);
        // On several lines the opening bracket is the better place: the reader sees where it began.
        if self.text[opened_at.end..found_at.start].contains('\n') {
            let title = format!("this `{}` is not closed", self.token_text(opened));
            let fault = Diagnostic::new(Slug::Syntax, title, opened_at, "opened here");
            let fault = fault.label(found_at, format!("not closed before this `{closing_text}`"));
            self.scan.faults.push(fault.help(format!("write `{expected}`")));
            self.scan.tokens[opened].faulty = true;
            return;
        }
        let fault = Diagnostic::new(
            Slug::Syntax,
            format!("expected `{expected}`, found `{closing_text}`"),
            self.scan.tokens[closing].span,
            "not expected here",
        );
        let help = match closing_text {
            ";" => format!("write `{expected}` before `;`"),
            _ => format!("write `{expected}`"),
        };
        let fault = fault.label(self.scan.tokens[opened].span, "this is not closed").help(help);
        self.scan.faults.push(fault);
        self.scan.tokens[opened].faulty = true;
    }

    /// Reports the brackets that are still open where the item must end.
    fn report_left_open(&mut self, next_item: Option<usize>) -> bool {
        let Some(last) = self.open.last().copied() else { return false };
        let bracket = self.token_text(last).to_owned();
        let fault = Diagnostic::new(
            Slug::Syntax,
            format!("this `{bracket}` is not closed"),
            self.scan.tokens[last].span,
            "opened here",
        );
        let closing = closing_bracket(&bracket);
        let fault = match next_item {
            Some(next) => fault
                .label(self.scan.tokens[next].span, "the next item starts here")
                .help(format!("write `{closing}` before it")),
            None => fault.help(format!("write `{closing}`")),
        };
        self.scan.faults.push(fault);
        true
    }
}

fn closing_bracket(opening: &str) -> &'static str {
    match opening {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// The text of a doc comment, without the space at its start.
fn strip_doc_mark(comment: &str) -> &str {
    // `///` and `//!` have three bytes.
    let line = &comment[3..];
    let line = line.trim_end_matches('\r');
    line.strip_prefix(' ').unwrap_or(line)
}
