//! Converts tokens to text, and ranges of the text back to the spans of the tokens.
//!
//! The compiler of the language takes text, but a macro receives tokens. The text is put together again
//! at the lines and columns where the tokens stood, so that origins and messages name the lines of
//! the Rust file. Tokens that went through another macro have positions that run backward or belong
//! to another file. Therefore, the kinds of two tokens alone decide what separates them, and
//! positions only add space.

use std::collections::HashMap;
use std::ops::Range;

use datarep_dsl::source;
use proc_macro2::{Delimiter, Group, LineColumn, Punct, Spacing, Span, TokenStream, TokenTree};
use syn::Lit;

/// A text put together from tokens.
pub(crate) struct TokenMap {
    /// The text, its name and the line where it begins.
    pub(crate) source: source::Source,
    pieces: Vec<Piece>,
}

/// A token or a delimiter in the text.
struct Piece {
    range: Range<usize>,
    span: Span,
}

impl TokenMap {
    /// Puts the text of `tokens` together.
    pub(crate) fn new(tokens: TokenStream) -> TokenMap {
        // A macro without tokens still has a place, that of its call.
        let first = tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        let mut writer = TextWriter::new(first);
        writer.write_stream(tokens);
        let source = source::Source { name: writer.file, text: writer.text, first_line: first.start().line };
        TokenMap { source, pieces: writer.pieces }
    }

    /// Puts a text together from pieces, each of which stands for a span. A piece is put on the line of its span unless
    /// that line is above the previous piece.
    pub(crate) fn from_pieces(pieces: impl IntoIterator<Item = (String, Span)>) -> TokenMap {
        let (mut text, mut map) = (String::new(), Vec::new());
        let mut lines: Option<(usize, usize)> = None;
        let mut name = String::new();
        for (piece, span) in pieces {
            let wanted = span.start().line;
            let (first, line) = lines.unwrap_or_else(|| {
                name = span.file();
                (wanted, wanted)
            });
            // A line above the previous piece adds nothing, so the text never goes back.
            let missing = wanted.saturating_sub(line);
            text.extend(std::iter::repeat_n('\n', missing));
            // The piece itself may have several lines.
            lines = Some((first, line + missing + piece.matches('\n').count()));
            let start = text.len();
            text.push_str(&piece);
            map.push(Piece { range: start..text.len(), span });
        }
        let first_line = lines.map_or(1, |(first, _)| first);
        TokenMap { source: source::Source { name, text, first_line }, pieces: map }
    }

    /// The spans of the first and the last token of a range of the text.
    ///
    /// A range that touches no token stands for the nearest token before it.
    pub(crate) fn spans(&self, range: source::Span) -> (Span, Span) {
        // An empty range touches the token at its place.
        let end = range.end.max(range.start + 1);
        // The pieces are in the order of the text, so both ends are found by halving.
        let first = self.pieces.partition_point(|piece| piece.range.end <= range.start);
        let last = self.pieces.partition_point(|piece| piece.range.start < end);
        let touched = self.pieces.get(first..last).unwrap_or_default();
        // A range at the end of the text touches no token.
        let before = self.pieces[..last].last().or(self.pieces.first());
        match (touched, before) {
            ([one], _) => (one.span, one.span),
            ([first, .., last], _) => (first.span, last.span),
            ([], Some(nearest)) => (nearest.span, nearest.span),
            ([], None) => (Span::call_site(), Span::call_site()),
        }
    }

    /// The words of a range, on one line.
    pub(crate) fn words(&self, range: source::Span) -> String {
        let words = self.source.text.get(range.start..range.end).unwrap_or_default();
        // Words are shown in one line of a message, so the breaks between them go.
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Gives generated modules, `pub mod NAME { … }`, the places of the names in the text, so that editors
    /// and rustc's own messages find them there.
    pub(crate) fn point_to_definitions(&self, generated: TokenStream) -> TokenStream {
        point_names(generated, &self.find_definitions())
    }

    /// The span of the name of each representation and record, where it is defined.
    fn find_definitions(&self) -> HashMap<&str, Span> {
        let text = |piece: &Piece| &self.source.text[piece.range.clone()];
        // A name is defined behind one of these keywords.
        let pairs = self.pieces.windows(2).filter(|pair| matches!(text(&pair[0]), "datarep" | "record"));
        pairs.map(|pair| (text(&pair[1]), pair[1].span)).collect()
    }
}

/// Points modules, and names that are taken from another module, to the definitions of these names. Does the same
/// inside a module that has no definition, because it holds several that have one.
fn point_names(generated: TokenStream, definitions: &HashMap<&str, Span>) -> TokenStream {
    let mut tokens = Vec::from_iter(generated);
    for at in 0..tokens.len() {
        // A group is none of the words that are looked for, and may be long.
        let before = at.checked_sub(1).map(|before| match &tokens[before] {
            TokenTree::Group(_) => String::new(),
            token => token.to_string(),
        });
        if let TokenTree::Group(group) = &tokens[at] {
            // A module with a definition is pointed to as a whole. Its content is generated and has no places in the
            // text.
            let holds = before.is_some_and(|before| !definitions.contains_key(before.as_str()));
            if group.delimiter() == Delimiter::Brace && holds {
                let mut pointed = Group::new(Delimiter::Brace, point_names(group.stream(), definitions));
                pointed.set_span(group.span());
                tokens[at] = TokenTree::Group(pointed);
            }
            continue;
        }
        let Some(span) = definitions.get(tokens[at].to_string().as_str()) else { continue };
        let located = match before.as_deref() {
            // `pub mod NAME {`: the two tokens before the name and the one after it belong to the definition.
            Some("mod") => at.saturating_sub(2)..at + 2,
            // A name in the list of `pub use`.
            None | Some(",") => at..at + 1,
            Some(_) => continue,
        };
        for token in tokens.iter_mut().take(located.end).skip(located.start) {
            // The names are still looked up where the macro was called. Only the place is another.
            token.set_span(token.span().located_at(*span));
        }
    }
    tokens.into_iter().collect()
}

/// The kind of a token, which decides what may stand next to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    /// A name or a number.
    Word,
    /// A mark, or the last of several that are one.
    Mark,
    /// A mark that the next token belongs to.
    Joint,
    /// A parenthesis, bracket or brace, or the start of a line.
    Free,
}

/// Where a token stood.
struct Location {
    file: String,
    start: LineColumn,
    end: LineColumn,
}

impl Location {
    fn from_span(span: Span) -> Location {
        Location { file: span.file(), start: span.start(), end: span.end() }
    }
}

/// The text so far and the place in the Rust file that its end stands for.
struct TextWriter {
    text: String,
    pieces: Vec<Piece>,
    file: String,
    line: usize,
    column: usize,
    last: TokenKind,
    /// Whether the last token is a mark that holds two words together, as the point of `0.F` does.
    tight: bool,
    last_location: Option<Location>,
}

impl TextWriter {
    fn new(first: Span) -> TextWriter {
        TextWriter {
            text: String::new(),
            pieces: Vec::new(),
            file: first.file(),
            line: first.start().line,
            column: 0,
            last: TokenKind::Free,
            tight: false,
            last_location: None,
        }
    }

    /// Writes all tokens. Groups wait on a list, not on the stack: they nest as deep as they like.
    fn write_stream(&mut self, tokens: TokenStream) {
        let mut open = vec![(Vec::from_iter(tokens).into_iter(), None)];
        while let Some((tokens, group)) = open.last_mut() {
            // A doc comment is an attribute of several tokens, which are one piece of the text.
            if let Some(doc) = Doc::parse_front(tokens.as_slice()) {
                self.write_doc(&doc);
                // `nth` counts from zero, and takes the tokens before it as well.
                tokens.nth(doc.tokens - 1);
                continue;
            }
            match tokens.next() {
                Some(TokenTree::Group(group)) => {
                    self.write_delimiter(&group, 0, group.span_open());
                    open.push((Vec::from_iter(group.stream()).into_iter(), Some(group)));
                }
                Some(TokenTree::Ident(ident)) => {
                    self.write_token(&ident.to_string(), TokenKind::Word, ident.span());
                }
                Some(TokenTree::Literal(word)) => {
                    self.write_token(&word.to_string(), TokenKind::Word, word.span());
                }
                Some(TokenTree::Punct(mark)) => self.write_mark(&mark),
                None => {
                    if let Some(group) = group.take() {
                        // The closing delimiter comes when all tokens inside are written.
                        self.write_delimiter(&group, 1, group.span_close());
                    }
                    open.pop();
                }
            }
        }
    }

    /// Writes the opening or closing delimiter of a group, `side` 0 or 1. Writes nothing for a group without
    /// delimiters.
    fn write_delimiter(&mut self, group: &Group, side: usize, span: Span) {
        let pair = match group.delimiter() {
            Delimiter::Parenthesis => ["(", ")"],
            Delimiter::Brace => ["{", "}"],
            Delimiter::Bracket => ["[", "]"],
            // Another macro puts such a group around what it substitutes.
            Delimiter::None => return,
        };
        self.write_token(pair[side], TokenKind::Free, span);
    }

    fn write_mark(&mut self, mark: &Punct) {
        let kind = match mark.spacing() {
            Spacing::Joint => TokenKind::Joint,
            Spacing::Alone => TokenKind::Mark,
        };
        self.write_token(mark.as_char().encode_utf8(&mut [0; 4]), kind, mark.span());
    }

    /// Writes a doc comment, which takes the rest of its line.
    fn write_doc(&mut self, doc: &Doc) {
        let location = Location::from_span(doc.span);
        // Without a known place, a space keeps the comment apart.
        if !self.pad_to(&location) && self.last != TokenKind::Free {
            self.write(" ");
        }
        let start = self.text.len();
        self.write(&doc.format_comment());
        self.pieces.push(Piece { range: start..self.text.len(), span: doc.span });
        // What comes after would belong to the comment.
        self.write("\n");
        // A new line separates as a bracket does.
        (self.last, self.tight) = (TokenKind::Free, false);
        self.last_location = Some(location);
    }

    fn write_token(&mut self, text: &str, kind: TokenKind, span: Span) {
        let location = Location::from_span(span);
        let belongs = self.belongs_to_last(text, kind, &location);
        // Halves of one mark must not be separated.
        if !belongs {
            self.write_space(text, kind, &location);
        }
        // After these marks a person puts no space, as in `0.F` and `16^2`.
        self.tight = match text {
            "." | "^" | ":" | "!" => true,
            // A minus behind a value is an operator, and elsewhere a sign.
            "-" => self.last != TokenKind::Word && !self.text.ends_with([')', ']']),
            // `..=` holds its numbers together as `..` does.
            _ => belongs && self.text.ends_with('.'),
        };
        let start = self.text.len();
        self.write(text);
        self.pieces.push(Piece { range: start..self.text.len(), span });
        self.last = kind;
        self.last_location = Some(location);
    }

    /// Whether a token is the second half of a mark, `=` of `==`.
    fn belongs_to_last(&self, text: &str, kind: TokenKind, location: &Location) -> bool {
        // Two marks of division would begin a comment.
        let comment = self.text.ends_with('/') && (text == "/" || text == "*");
        let mark = kind == TokenKind::Mark || kind == TokenKind::Joint;
        // Positions mean something only if both tokens are of one file and in its order.
        let (adjacent, folded) = match &self.last_location {
            Some(last) if last.file == location.file && last.start < location.start => {
                (last.end == location.start, last.end > location.start)
            }
            Some(_) => (false, true),
            None => (false, false),
        };
        match self.last {
            // Rust itself says that the next mark belongs to this one.
            TokenKind::Joint => !comment,
            // `<=>` is two marks to Rust, and which of them are joint is lost in another macro.
            TokenKind::Mark => {
                mark && !comment && (adjacent || folded && text == ">" && self.text.ends_with("<="))
            }
            TokenKind::Word | TokenKind::Free => false,
        }
    }

    /// Writes the space between the last token and this one.
    fn write_space(&mut self, text: &str, kind: TokenKind, location: &Location) {
        let here = location.file == self.file
            && location.start == LineColumn { line: self.line, column: self.column };
        // The position comes first. Only where it says nothing the kinds decide.
        if !self.pad_to(location) && (self.needs_space(text, kind) || !here && self.likes_space(text, kind)) {
            self.write(" ");
        }
    }

    /// Whether the last token and this one would be read differently without a space between them.
    fn needs_space(&self, text: &str, kind: TokenKind) -> bool {
        match (self.last, kind) {
            // No word and no mark goes on across a bracket.
            (TokenKind::Free, _)
            | (_, TokenKind::Free)
            | (TokenKind::Word, TokenKind::Mark | TokenKind::Joint) => false,
            // Two marks could become a longer one, but none has a comma or a semicolon in it.
            (TokenKind::Mark | TokenKind::Joint, TokenKind::Mark | TokenKind::Joint) => {
                !matches!(text, "," | ";")
            }
            (TokenKind::Word, TokenKind::Word) => true,
            // A literal that comes from another macro may have its minus sign in it.
            (TokenKind::Mark | TokenKind::Joint, TokenKind::Word) => text.starts_with('-'),
        }
    }

    /// Whether a person would put a space here.
    fn likes_space(&self, text: &str, kind: TokenKind) -> bool {
        // Behind what opens, a person puts no space.
        let opens = self.text.is_empty() || self.text.ends_with(['\n', '(', '[']);
        let before = match text {
            ")" | "]" | "," | ";" | "." | "^" | ":" => false,
            // As in `!=`. Alone it stands behind a name.
            "!" => kind == TokenKind::Joint,
            // A call has its parenthesis directly behind the name.
            "(" => self.last != TokenKind::Word,
            _ => true,
        };
        !opens && before && !self.tight
    }

    /// Moves to the place where a token stood, if that place lies ahead. Returns whether it wrote anything.
    fn pad_to(&mut self, location: &Location) -> bool {
        let LineColumn { line, column } = location.start;
        // A place that the text has passed cannot be reached by adding space.
        if location.file != self.file || (line, column) <= (self.line, self.column) {
            return false;
        }
        self.write(&"\n".repeat(line - self.line));
        self.write(&" ".repeat(column - self.column));
        true
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
        for char in text.chars() {
            match char {
                // Columns count from zero, as the compiler's do.
                '\n' => (self.line, self.column) = (self.line + 1, 0),
                _ => self.column += 1,
            }
        }
    }
}

/// A doc comment, which a macro receives as an attribute.
struct Doc {
    inner: bool,
    text: String,
    span: Span,
    tokens: usize,
}

impl Doc {
    /// The doc comment that `tokens` begin with.
    fn parse_front(tokens: &[TokenTree]) -> Option<Doc> {
        let (inner, length, group) = match tokens {
            [TokenTree::Punct(hash), TokenTree::Group(group), ..] if hash.as_char() == '#' => {
                (false, 2, group)
            }
            [TokenTree::Punct(hash), TokenTree::Punct(bang), TokenTree::Group(group), ..]
                if hash.as_char() == '#' && bang.as_char() == '!' =>
            {
                (true, 3, group)
            }
            _ => return None,
        };
        // Only `#[…]` is an attribute.
        if group.delimiter() != Delimiter::Bracket {
            return None;
        }
        let mut attribute = Vec::from_iter(group.stream());
        // The form in which `$(#[$doc:meta])*` of another macro gives it.
        while let [TokenTree::Group(inner)] = &attribute[..]
            && inner.delimiter() == Delimiter::None
        {
            attribute = Vec::from_iter(inner.stream());
        }
        // `#[doc = "…"]`. Other attributes stay as they are, and the language refuses them.
        let [TokenTree::Ident(doc), TokenTree::Punct(equals), TokenTree::Literal(text)] = &attribute[..]
        else {
            return None;
        };
        let Lit::Str(text) = Lit::new(text.clone()) else { return None };
        let named = doc == "doc" && equals.as_char() == '=';
        named.then(|| Doc { inner, text: text.value(), span: tokens[0].span(), tokens: length })
    }

    /// The comment as it stood in the file: `/** … */` if its place shows that it was a block, otherwise lines.
    fn format_comment(&self) -> String {
        let (start, end) = (self.span.start(), self.span.end());
        // A comment of one line has the length of its text and of its marks.
        let one_line = start.line == end.line && !self.text.contains('\n');
        let width = "/***/".len() + self.text.chars().count();
        // Line comments never end on another line.
        let block = if one_line { end.column - start.column == width } else { start.line < end.line };
        match (block, self.inner) {
            (true, false) => format!("/**{}*/", self.text),
            (true, true) => format!("/*!{}*/", self.text),
            (false, false) => format!("///{}", self.text.replace('\n', "\n///")),
            (false, true) => format!("//!{}", self.text.replace('\n', "\n//!")),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
