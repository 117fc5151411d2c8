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

/// The words of a text, by columns or in free format.
pub(super) fn words(text: &str, free: bool) -> Vec<Word> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (mark, code) = if free { (' ', line.to_owned()) } else { columns(line) };
        match mark {
            '*' | '/' => {}
            '-' => match lines.last_mut() {
                Some((_, before)) => go_on(before, &code),
                None => lines.push((index + 1, code)),
            },
            _ => lines.push((index + 1, code)),
        }
    }
    let mut words = Vec::new();
    for (line, code) in lines {
        cut(&code, line, &mut words);
    }
    words
}

/// The mark of a line, and the text in its columns 8 to 72.
fn columns(line: &str) -> (char, String) {
    // A tab leads to the next of the tab stops, which are eight columns apart.
    let mut expanded = String::new();
    for letter in line.chars() {
        if letter == '\t' {
            let column = expanded.chars().count();
            expanded.push_str(&" ".repeat(8 - column % 8));
        } else {
            expanded.push(letter);
        }
    }
    let mut letters = expanded.chars().skip(6);
    let mark = letters.next().unwrap_or(' ');
    (mark, letters.take(65).collect())
}

/// Continues the word or the literal at the end of the line before.
fn go_on(before: &mut String, code: &str) {
    let code = code.trim_start();
    if let Some(quote) = open_quote(before) {
        before.push_str(code.strip_prefix(quote).unwrap_or(code));
    } else {
        before.truncate(before.trim_end().len());
        before.push_str(code);
    }
}

/// The quote of a literal that has no end yet.
fn open_quote(code: &str) -> Option<char> {
    code.chars().fold(None, |open, letter| match open {
        None if matches!(letter, '"' | '\'') => Some(letter),
        Some(quote) if quote == letter => None,
        open => open,
    })
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
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let quote = rest[..end].find(['"', '\'']).filter(|at| *at > 0);
        let (mut word, after) = rest.split_at(quote.unwrap_or(end));
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
}
