//! The words of a copybook, with the numbers of their lines.
//!
//! A line of COBOL has its sequence number in columns 1 to 6, a mark in column 7, and its words in columns 8 to 72. A
//! text whose words are in other columns too is in free format.

/// A word, or the full stop that ends a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// The word as it is written; for a literal, a pair of quotes without what is between them.
    pub(super) text: String,
    /// Its line, counted from one.
    pub(super) line: usize,
}

impl Word {
    /// Whether it is this word of COBOL, in small or capital letters.
    pub(super) fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    /// Whether it ends a sentence.
    pub(super) fn is_stop(&self) -> bool {
        self.text == "."
    }
}

/// The code of a line, with that of the lines that continue it.
struct Code {
    line: usize,
    text: String,
    /// The bytes that were searched for quotes, and the quote of a literal that has no end in them.
    searched: usize,
    open: Option<char>,
}

impl Code {
    fn new(line: usize, text: String) -> Code {
        Code { line, text, searched: 0, open: None }
    }

    /// Continues the word or the literal at the end. Each byte is searched once, however many lines follow.
    fn go_on(&mut self, code: &str) {
        let code = code.trim_start();
        self.open = self.text[self.searched..].chars().fold(self.open, |open, letter| match open {
            None if matches!(letter, '"' | '\'') => Some(letter),
            Some(quote) if quote == letter => None,
            open => open,
        });
        if let Some(quote) = self.open {
            self.searched = self.text.len();
            self.text.push_str(code.strip_prefix(quote).unwrap_or(code));
        } else {
            self.text.truncate(self.text.trim_end().len());
            self.searched = self.text.len();
            self.text.push_str(code);
        }
    }
}

/// The words of a text, by columns or in free format.
pub(super) fn words(text: &str, free: bool) -> Vec<Word> {
    let mut lines: Vec<Code> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (mark, code) = if free { (' ', line.to_owned()) } else { columns(line) };
        match mark {
            '*' | '/' => {}
            '-' => match lines.last_mut() {
                Some(before) => before.go_on(&code),
                None => lines.push(Code::new(index + 1, code)),
            },
            _ => lines.push(Code::new(index + 1, code)),
        }
    }
    let mut words = Vec::new();
    for Code { line, text, .. } in lines {
        cut(&text, line, &mut words);
    }
    words
}

/// The last column with code.
const LAST: usize = 72;

/// The mark of a line, and the text in its columns 8 to 72.
fn columns(line: &str) -> (char, String) {
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

/// Cuts a line into words.
fn cut(code: &str, line: usize, words: &mut Vec<Word>) {
    let mut rest = code.trim_start();
    let mut push = |text: &str| words.push(Word { text: text.to_owned(), line });
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("*>") {
            return;
        }
        if matches!(first, '"' | '\'') {
            let end = rest[1..].find(first).map_or(rest.len(), |at| at + 2);
            push("''");
            rest = rest[end..].trim_start();
            continue;
        }
        // The first letter is no quote.
        let end = rest.find(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\''));
        let (mut word, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after.trim_start();
        // A comma or a semicolon before a space separates words, and a full stop ends a sentence.
        word = word.trim_end_matches([',', ';']);
        match word.strip_suffix('.') {
            Some(word) => {
                if !word.is_empty() {
                    push(word);
                }
                push(".");
            }
            None if !word.is_empty() => push(word),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, free: bool) -> String {
        let words: Vec<String> =
            words(text, free).iter().map(|word| format!("{}@{}", word.text, word.line)).collect();
        words.join(" ")
    }

    #[test]
    fn words_stand_in_columns() {
        let text = "\
000100* a comment
000200 01  A.                                                           SEQUENCE
       05  PRICE    PIC 9(5).99.  *> in the line
      /
\t05 B, PIC X VALUE 'it. is'.
      -    Z
";
        assert_eq!(
            shown(text, false),
            "01@2 A@2 .@2 05@3 PRICE@3 PIC@3 9(5).99@3 .@3 05@5 B@5 PIC@5 X@5 VALUE@5 ''@5 .Z@5"
        );
        assert_eq!(shown("01 A.\n 05 B PIC X.\n", true), "01@1 A@1 .@1 05@2 B@2 PIC@2 X@2 .@2");
    }

    #[test]
    fn literals_and_words_go_on() {
        let text =
            "       05 A PIC X VALUE 'one\n      -    'two'.\n       05 LONG-\n      -    NAME PIC X.\n";
        assert_eq!(shown(text, false), "05@1 A@1 PIC@1 X@1 VALUE@1 ''@1 .@1 05@3 LONG-NAME@3 PIC@3 X@3 .@3");
    }
    /// Nothing here looks at a clock: with work that grows with the square of the length, this would not end.
    #[test]
    fn the_work_grows_with_the_text() {
        const LONG: usize = 1 << 20;
        assert_eq!(shown(&"\t".repeat(LONG), false), "");
        let continued = "      -    'and so on, and so on, and so on, and so on, and so on, and\n";
        let literal = format!("       05 A VALUE 'one\n{}", continued.repeat(LONG / continued.len()));
        assert_eq!(shown(&literal, false), "05@1 A@1 VALUE@1 ''@1");
        assert_eq!(words(&"a''".repeat(LONG / 3), true).len(), LONG / 3 * 2);
    }
}
