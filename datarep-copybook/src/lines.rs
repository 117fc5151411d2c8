//! The words of a copybook, with the numbers of their lines.
//!
//! A line of COBOL has its sequence number in columns 1 to 6, a mark in column 7, and its words in columns 8 to 72. A
//! text whose words are in other columns too is in free format.

use std::fmt;
use std::rc::Rc;

/// A line of a copybook, or of a file that it copies.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinePlace {
    /// The file that is copied, or one of several copybooks; `None` for a copybook that is the only one.
    pub file: Option<Rc<str>>,
    /// The line, counted from one.
    pub line: usize,
}

impl fmt::Display for LinePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        self.file.as_ref().map_or(Ok(()), |file| write!(f, " of {file}"))
    }
}

/// A word, a part of one, or the full stop that ends a sentence.
///
/// Parentheses and colons are words of their own, because `REPLACING ==:TAG:== BY ==A==` replaces a part of `:TAG:-NAME`.
/// [`join_word_parts`] puts the parts together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CopybookWord {
    /// The word as it is written; for a literal, with its quotes.
    pub(super) text: String,
    pub(super) place: LinePlace,
    /// Whether it follows the word before it without a space.
    pub(super) is_glued: bool,
}

impl CopybookWord {
    /// Whether it is this word of COBOL, in small or capital letters.
    pub(super) fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    /// Whether it ends a sentence.
    pub(super) fn is_full_stop(&self) -> bool {
        self.text == "."
    }

    /// Whether it is a literal in quotes.
    pub(super) fn is_literal(&self) -> bool {
        self.text.starts_with(QUOTES)
    }

    /// Whether it begins or ends a text in which words are looked for: `==`.
    pub(super) fn is_pseudo_text_delimiter(&self) -> bool {
        self.text == PSEUDO
    }
}

const QUOTES: [char; 2] = ['"', '\''];
const PSEUDO: &str = "==";

/// Puts the parts of words together.
pub(super) fn join_word_parts(parts: impl IntoIterator<Item = CopybookWord>) -> Vec<CopybookWord> {
    let mut words: Vec<CopybookWord> = Vec::new();
    let mut is_behind_literal = false;
    for part in parts {
        let is_literal = part.is_literal();
        match words.last_mut() {
            Some(last) if part.is_glued && !last.is_full_stop() && !part.is_full_stop() => {
                // A literal ends a word, so that a word behind it without a space is another one.
                let is_one = if is_literal {
                    // `'it''s'`, `X'00'`
                    (is_behind_literal && last.text.ends_with(&part.text[..1]))
                        || is_literal_prefix(&last.text)
                } else {
                    !is_behind_literal
                };
                if is_one {
                    last.text.push_str(&part.text);
                } else {
                    words.push(part);
                }
            }
            _ => words.push(part),
        }
        is_behind_literal = is_literal;
    }
    words
}

/// Whether these letters before a literal say what kind of literal it is.
pub(super) fn is_literal_prefix(text: &str) -> bool {
    ["X", "N", "G", "Z", "B", "H", "U", "NX", "BX", "GX"]
        .iter()
        .any(|prefix| text.eq_ignore_ascii_case(prefix))
}

/// The code of a line, with that of the lines that continue it.
struct CodeLine {
    line: usize,
    text: String,
    /// The bytes that were searched for quotes, and the quote of a literal that has no end in them.
    searched: usize,
    open_quote: Option<char>,
}

impl CodeLine {
    fn new(line: usize, text: String) -> CodeLine {
        CodeLine { line, text, searched: 0, open_quote: None }
    }

    /// Continues the word or the literal at the end. Each byte is searched once, however many lines follow.
    fn append_continuation(&mut self, code: &str) {
        let code = code.trim_start();
        self.open_quote =
            self.text[self.searched..].chars().fold(self.open_quote, |open, letter| match open {
                None if QUOTES.contains(&letter) => Some(letter),
                Some(quote) if quote == letter => None,
                open => open,
            });
        if let Some(quote) = self.open_quote {
            self.searched = self.text.len();
            // A continued literal begins with its quote again, which is no part of it.
            self.text.push_str(code.strip_prefix(quote).unwrap_or(code));
        } else {
            // A word has no blanks in it: it goes on right behind its last letter.
            self.text.truncate(self.text.trim_end().len());
            self.searched = self.text.len();
            self.text.push_str(code);
        }
    }
}

/// Where the words of a line stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SourceFormat {
    /// In the columns for them.
    Fixed,
    /// In any columns.
    Free,
}

impl SourceFormat {
    /// The format that is not this one.
    pub(super) fn other(self) -> SourceFormat {
        match self {
            SourceFormat::Fixed => SourceFormat::Free,
            SourceFormat::Free => SourceFormat::Fixed,
        }
    }
}

/// The parts of the words of a text that begins in a format. A directive in the text changes the format.
pub(super) fn read_words(text: &str, format: SourceFormat, file: Option<&Rc<str>>) -> Vec<CopybookWord> {
    let mut format = format;
    let mut lines: Vec<CodeLine> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let directive = cut_sequence_number(line);
        if directive.split_whitespace().next().is_some_and(is_compiler_condition) {
            lines.push(CodeLine::new(index + 1, directive.to_owned()));
            continue;
        }
        if let Some(next_format) = read_directive(line, format) {
            format = next_format;
            continue;
        }
        let (mark, code) = match format {
            SourceFormat::Fixed => cut_columns(line),
            SourceFormat::Free => (' ', line.to_owned()),
        };
        match mark {
            // Lines for debugging are comments, unless the program says otherwise.
            '*' | '/' | 'D' | 'd' => {}
            // Comments between the two lines are in no `CodeLine`, so the last one is what is continued.
            '-' => match lines.last_mut() {
                Some(previous_line) => previous_line.append_continuation(&code),
                None => lines.push(CodeLine::new(index + 1, code)),
            },
            _ => lines.push(CodeLine::new(index + 1, code)),
        }
    }
    let mut words = Vec::new();
    for CodeLine { line, text, .. } in lines {
        cut_line(&text, &LinePlace { file: file.cloned(), line }, &mut words);
    }
    words
}

/// Whether a word is a directive by which the compiler takes some lines, and leaves others out. What it takes depends on
/// its options, so that such lines are no comments.
pub(super) fn is_compiler_condition(word: &str) -> bool {
    [">>IF", ">>ELSE", ">>END-IF", ">>EVALUATE", ">>WHEN", ">>END-EVALUATE", "$IF", "$ELSE", "$END"]
        .iter()
        .any(|directive| word.eq_ignore_ascii_case(directive))
}

/// A line without the spaces and the sequence number that may stand before a directive.
fn cut_sequence_number(line: &str) -> &str {
    let line = line.trim_start();
    line.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start()
}

/// The format behind a line that is a directive to the compiler; `None` if it is none. A directive that says nothing of
/// the format keeps it.
fn read_directive(line: &str, format: SourceFormat) -> Option<SourceFormat> {
    let line = cut_sequence_number(line);
    let is_set = line.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("$SET"));
    if !is_set && !line.starts_with(">>") {
        return None;
    }
    let upper = line.to_ascii_uppercase();
    let clause = upper.split_once("FORMAT").map_or("", |(_, clause)| clause);
    Some(match clause {
        _ if clause.contains("FREE") => SourceFormat::Free,
        _ if clause.contains("FIXED") || clause.contains("VARIABLE") => SourceFormat::Fixed,
        _ => format,
    })
}

/// The likelier format of a text: fixed, unless another letter stands where the mark of a line would be, or an item stands
/// before that, as `01  R.` does.
pub(super) fn find_likely_format(text: &str) -> SourceFormat {
    let mark = |line: &str| line.chars().nth(6).unwrap_or(' ');
    let is_mark = |letter: char| letter.is_whitespace() || "*/-Dd$>".contains(letter);
    // A tab fills columns, so that behind one the seventh letter is not in column 7.
    let is_short_item = |line: &str| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [level, name] => {
            let is_level = level.parse::<u32>().is_ok_and(|level| (1..=77).contains(&level));
            is_level
                && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && line.trim_end().len() <= 6
        }
        _ => false,
    };
    let is_free =
        text.lines().any(|line| !line.contains('\t') && (!is_mark(mark(line)) || is_short_item(line)));
    if is_free { SourceFormat::Free } else { SourceFormat::Fixed }
}

/// The last column with code.
const LAST: usize = 72;

/// The mark of a line, and the text in its columns 8 to 72.
fn cut_columns(line: &str) -> (char, String) {
    // A tab leads to the next of the tab stops, which are eight columns apart.
    let mut expanded = Vec::new();
    for letter in line.chars() {
        if expanded.len() >= LAST {
            break;
        }
        let columns = if letter == '\t' { 8 - expanded.len() % 8 } else { 1 };
        expanded.extend(std::iter::repeat_n(if letter == '\t' { ' ' } else { letter }, columns));
    }
    let mut letters = expanded.into_iter().take(LAST).skip(6);
    let mark = letters.next().unwrap_or(' ');
    (mark, letters.collect())
}

/// Cuts a line into parts of words.
fn cut_line(code: &str, place: &LinePlace, words: &mut Vec<CopybookWord>) {
    let mut rest = code.trim_start();
    let mut is_glued = false;
    let mut push = |text: &str, is_glued: bool| {
        words.push(CopybookWord { text: text.to_owned(), place: place.clone(), is_glued });
    };
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("*>") {
            return;
        }
        let end = if QUOTES.contains(&first) {
            let end = rest[1..].find(first).map_or(rest.len(), |at| at + 2);
            push(&rest[..end], is_glued);
            end
        } else if rest.starts_with(PSEUDO) {
            push(PSEUDO, is_glued);
            PSEUDO.len()
        } else {
            let end = find_word_end(rest);
            cut_word(&rest[..end], is_glued, &mut push);
            end
        };
        let after = &rest[end..];
        rest = after.trim_start();
        // A comma parts words also where no space follows it.
        is_glued = rest.len() == after.len() && !code[..code.len() - rest.len()].ends_with([',', ';']);
    }
}

/// Where a word ends: at a space, a quote, or `==`.
fn find_word_end(text: &str) -> usize {
    let mut previous = ' ';
    for (offset, letter) in text.char_indices() {
        if letter.is_whitespace() || QUOTES.contains(&letter) {
            return offset;
        }
        // `==` ends a word without a space: `==:TAG:==`.
        if letter == '=' && previous == '=' {
            return offset - 1;
        }
        previous = letter;
    }
    text.len()
}

/// Cuts the letters between spaces at parentheses and colons.
fn cut_word(word: &str, is_glued: bool, push: &mut impl FnMut(&str, bool)) {
    // A comma or a semicolon before a space separates words, and a full stop ends a sentence.
    let word = word.trim_end_matches([',', ';']);
    let (word, is_glued) = match word.trim_start_matches([',', ';']) {
        // Behind a literal: `'A',X'00'`.
        after if is_glued && after.len() < word.len() => (after, false),
        _ => (word, is_glued),
    };
    let (word, is_last) = word.strip_suffix('.').map_or((word, false), |word| (word, true));
    let mut is_glued = is_glued;
    for part in word.split_inclusive(['(', ')', ':']) {
        let (text, sign) = match part.char_indices().last() {
            Some((offset, '(' | ')' | ':')) => part.split_at(offset),
            _ => (part, ""),
        };
        for text in [text, sign] {
            if !text.is_empty() {
                push(text, is_glued);
                is_glued = true;
            }
        }
    }
    if is_last {
        push(".", is_glued);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, format: SourceFormat) -> String {
        let words: Vec<String> = join_word_parts(read_words(text, format, None))
            .iter()
            .map(|word| format!("{}@{}", word.text, word.place.line))
            .collect();
        words.join(" ")
    }

    #[test]
    fn words_stand_in_columns() {
        let text = "\
000100* a comment
000200 01  A.                                                           SEQUENCE
       05  PRICE    PIC 9(5).99.  *> in the line
      /
      D    05  ONLY-FOR-TESTS PIC X.
\t05 B, PIC X VALUE 'it. is'.
      -    Z
";
        assert_eq!(
            shown(text, SourceFormat::Fixed),
            "01@2 A@2 .@2 05@3 PRICE@3 PIC@3 9(5).99@3 .@3 05@6 B@6 PIC@6 X@6 VALUE@6 'it. is'@6 .Z@6"
        );
        let text = "01 A.\n 05 B PIC X.\n";
        assert_eq!(shown(text, SourceFormat::Free), "01@1 A@1 .@1 05@2 B@2 PIC@2 X@2 .@2");
    }

    #[test]
    fn literals_and_words_go_on() {
        let text =
            "       05 A PIC X VALUE 'one\n      -    'two'.\n       05 LONG-\n      -    NAME PIC X.\n";
        let literal = format!("'one{}two'", " ".repeat(72 - 32));
        let whole = shown(text, SourceFormat::Fixed).replace("  ", "");
        assert_eq!(
            whole, "05@1 A@1 PIC@1 X@1 VALUE@1 'onetwo'@1 .@1 05@3 LONG-NAME@3 PIC@3 X@3 .@3",
            "{literal}"
        );
    }

    #[test]
    fn literals_have_prefixes_and_doubled_quotes() {
        assert_eq!(
            shown("88 A VALUE'it''s',X'00' 'a' THRU\"b\".", SourceFormat::Free),
            "88@1 A@1 VALUE@1 'it''s'@1 X'00'@1 'a'@1 THRU@1 \"b\"@1 .@1"
        );
        let parts = read_words("REPLACING ==:T:== BY ==A.== .", SourceFormat::Free, None);
        let parts: Vec<&str> = parts.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(parts, ["REPLACING", "==", ":", "T", ":", "==", "BY", "==", "A", ".", "==", "."]);
    }

    #[test]
    fn directives_change_the_format() {
        let text = "       >>SOURCE FORMAT IS FREE\n01 A.\n 05 B PIC X.\n$SET SOURCEFORMAT\"FIXED\"\n000100 05 C PIC X.\n";
        assert_eq!(
            shown(text, SourceFormat::Fixed),
            "01@2 A@2 .@2 05@3 B@3 PIC@3 X@3 .@3 05@5 C@5 PIC@5 X@5 .@5"
        );
        assert_eq!(find_likely_format("01 A.\n05 NAME PIC X.\n"), SourceFormat::Free);
        assert_eq!(find_likely_format("01  R.\n    05 A PIC X.\n"), SourceFormat::Free);
        let text = "000100 01 A.\n       05 B PIC X.\n\t05 C\n";
        assert_eq!(find_likely_format(text), SourceFormat::Fixed);
    }

    /// Nothing here looks at a clock: with work that grows with the square of the length, this would not end.
    #[test]
    fn the_work_grows_with_the_text() {
        const LONG: usize = 1 << 20;
        assert_eq!(shown(&"\t".repeat(LONG), SourceFormat::Fixed), "");
        let continued = "      -    'and so on, and so on, and so on, and so on, and so on, and\n";
        let literal = format!("       05 A VALUE 'one\n{}", continued.repeat(LONG / continued.len()));
        assert!(shown(&literal, SourceFormat::Fixed).starts_with("05@1 A@1 VALUE@1 'one"));
        let count_words = |text: &str| read_words(text, SourceFormat::Free, None).len();
        assert_eq!(count_words(&"a''".repeat(LONG / 3)), LONG / 3 * 2);
        assert_eq!(count_words(&"=".repeat(LONG)), LONG / 2);
        assert_eq!(count_words(&":".repeat(LONG)), LONG);
    }
}
