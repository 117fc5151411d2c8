//! The Object Description Language of PDS3: statements `KEY = value`, and objects with statements of their own.
//!
//! Source: "Planetary Data System Standards Reference", version 3.8, chapter 12. Statements that are not understood are
//! passed over, as labels of five decades are seldom without a fault.

/// The most statements of a label that are read.
const STATEMENTS: usize = 1 << 16;

/// The deepest object that is read.
const DEEPEST: usize = 32;

/// An object, or the whole label.
#[derive(Debug, Default)]
pub(super) struct OdlObject {
    /// The word after `OBJECT =`, in upper case.
    pub(super) kind: String,
    /// Keys in upper case, with their values as they are written.
    pub(super) values: Vec<(String, String)>,
    pub(super) objects: Vec<OdlObject>,
    /// Of a whole label: whether its `END` was found.
    pub(super) has_end: bool,
}

impl OdlObject {
    /// Reads a label up to its `END`, or as far as it goes.
    pub(super) fn from_label(text: &str) -> OdlObject {
        let mut open = vec![OdlObject::default()];
        let mut statements = Statements { rest: text, has_end: false };
        for (key, value) in statements.by_ref().take(STATEMENTS) {
            match key.as_str() {
                "OBJECT" | "BEGIN_OBJECT" | "GROUP" | "BEGIN_GROUP" if open.len() < DEEPEST => {
                    open.push(OdlObject { kind: value.to_ascii_uppercase(), ..OdlObject::default() });
                }
                "END_OBJECT" | "END_GROUP" => close_object(&mut open),
                _ => {
                    if let Some(last) = open.last_mut() {
                        last.values.push((key, value));
                    }
                }
            }
        }
        // A label may be cut, or lack an `END_OBJECT`. What is known of the open objects is kept.
        while open.len() > 1 {
            close_object(&mut open);
        }
        let label = open.pop().unwrap_or_default();
        OdlObject { has_end: statements.has_end, ..label }
    }

    /// A value as it is written.
    pub(super) fn find(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(listed_key, _)| listed_key == key).map(|(_, value)| value.as_str())
    }

    /// A value without quotes.
    pub(super) fn find_unquoted(&self, key: &str) -> Option<&str> {
        self.find(key).map(unquote)
    }

    /// A number that is not negative. Its unit, such as `<BYTES>`, is passed over.
    pub(super) fn find_number(&self, key: &str) -> Option<usize> {
        parse_number(self.find(key)?)
    }
}

/// Puts the last open object into the one that is around it.
fn close_object(open: &mut Vec<OdlObject>) {
    if open.len() > 1
        && let Some(closed) = open.pop()
        && let Some(outer) = open.last_mut()
    {
        outer.objects.push(closed);
    }
}

/// The number at the beginning of a value.
pub(super) fn parse_number(value: &str) -> Option<usize> {
    let number = value.split(['<', ' ']).next()?;
    unquote(number).parse().ok()
}

pub(super) fn unquote(value: &str) -> &str {
    value.trim().trim_matches(['"', '\'']).trim()
}

/// The statements of a text: the key in upper case, and its value.
struct Statements<'a> {
    rest: &'a str,
    /// Whether the last statement was read, which is `END`.
    has_end: bool,
}

impl Iterator for Statements<'_> {
    type Item = (String, String);

    fn next(&mut self) -> Option<(String, String)> {
        loop {
            self.rest = skip_blanks(self.rest);
            let line = self.rest.find(['\r', '\n']).unwrap_or(self.rest.len());
            let line = &self.rest[..line];
            if self.rest.is_empty() || line.trim() == "END" {
                self.has_end = line.trim() == "END";
                return None;
            }
            match line.split_once('=') {
                // `END_OBJECT` needs no name.
                None if matches!(line.trim(), "END_OBJECT" | "END_GROUP") => {
                    self.rest = &self.rest[line.len()..];
                    return Some((line.trim().to_owned(), String::new()));
                }
                // A line without `=` is no statement, and is passed over.
                None => self.rest = &self.rest[line.len()..],
                Some((key, _)) => {
                    // The value may begin on the next line, and go on over several.
                    let (value, rest) = split_value(skip_blanks(&self.rest[key.len() + 1..]));
                    self.rest = rest;
                    return Some((key.trim().to_ascii_uppercase(), value.trim().to_owned()));
                }
            }
        }
    }
}

/// Passes over blanks, line ends and comments.
fn skip_blanks(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        match text.strip_prefix("/*").map(|comment| comment.split_once("*/")) {
            Some(Some((_, behind))) => text = behind,
            Some(None) => return "",
            None => return text,
        }
    }
}

/// Divides a value from what follows: to the end of the line, of the quoted text, or of the list.
fn split_value(text: &str) -> (&str, &str) {
    let (mut quote, mut depth) = (None, 0_usize);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            // In quotes nothing else ends the value: texts contain line ends, parentheses and the other quote.
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '{') => depth += 1,
            (None, ')' | '}') => depth = depth.saturating_sub(1),
            (None, '\r' | '\n') if depth == 0 => return text.split_at(at),
            (None, '/') if depth == 0 && text[at..].starts_with("/*") => return text.split_at(at),
            _ => {}
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_contain_objects() {
        let label = "A = 1 /* one */\r\nNOTE = \"a\nb = 2\"\r\nOBJECT = TABLE\r\n ROWS = 3 <ROWS>\r\n /* x = 5 */\r\n \
                     OBJECT = COLUMN\r\n NAME = 'C'\r\n END_OBJECT\r\nEND_OBJECT = TABLE\r\nL = (1,\r\n 2)\r\nEND\r\nB = 2";
        let label = OdlObject::from_label(label);
        assert_eq!(label.find_number("A"), Some(1));
        assert_eq!(label.find_unquoted("NOTE"), Some("a\nb = 2"));
        assert_eq!((label.find("B"), label.find("L")), (None, Some("(1,\r\n 2)")));
        let table = &label.objects[0];
        assert_eq!((table.kind.as_str(), table.find_number("ROWS")), ("TABLE", Some(3)));
        assert!(label.has_end);
        assert_eq!(table.objects[0].find_unquoted("NAME"), Some("C"));
    }

    #[test]
    fn labels_may_end_anywhere() {
        for label in
            ["OBJECT = A\nOBJECT = B\nX = (1, ", "X = \"abc", "/* no end", "END_OBJECT = A\nX = 1", "X"]
        {
            assert!(!OdlObject::from_label(label).has_end, "{label}");
        }
        let deep = "OBJECT = A\n".repeat(100_000);
        assert_eq!(OdlObject::from_label(&deep).objects.len(), 1);
    }
}
