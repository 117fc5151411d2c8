//! Files that are no copybooks, by what they look like. They are looked at only if no copybook can be read of them.

use datarep_dsl::keywords;

/// What a copybook has, for those who have given another file.
pub(super) const EXPECTED: &str =
    "a copybook has items with level numbers, such as `05 AMOUNT PIC S9(5)V99 COMP-3.`";

/// What a text is that is no copybook: "a text of datarep"; `None` if it may be one.
pub(super) fn describe_non_copybook(text: &str) -> Option<&'static str> {
    // The numbers of lines, and marks for comments, stand before the words of COBOL.
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_level = |word: &&str| is_number(word) && word.len() <= 2;
    let has_items = text.lines().any(|line| {
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        let is_copy = |word: &&str| word.eq_ignore_ascii_case("COPY");
        match words.as_slice() {
            [first, ..] if is_level(first) || is_copy(first) => true,
            [first, second, ..] if is_number(first) => is_level(second) || is_copy(second),
            _ => false,
        }
    });
    if has_items {
        return None;
    }
    if text.chars().any(|letter| letter.is_control() && !"\t\n\r\u{c}\u{1a}".contains(letter)) {
        return Some("has bytes of no text");
    }
    match text.trim_start().chars().next() {
        Some('{' | '[') => return Some("is JSON"),
        Some('<') => return Some("is XML or HTML"),
        _ => {}
    }
    let lines = text.lines().map(str::trim_start);
    let mut first = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    let word = first.next().and_then(|line| line.split_whitespace().next()).unwrap_or_default();
    if keywords::is_of_language(word) || text.trim_start().starts_with("//") {
        return Some("is a text of datarep, which needs no import");
    }
    // An empty file may have been meant to be a copybook.
    (!word.is_empty()).then_some("has no line with a level number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_known_by_their_first_words() {
        for (text, expected) in [
            ("use ibm::hfp32;\nrecord r { x: hfp32; }", Some("a text of datarep")),
            ("// From the copybook `a`.\n\nrecord r { x: u8; }", Some("a text of datarep")),
            ("float a = S1 E7 F24 where value = 0.F * 16^(E - 64);", Some("a text of datarep")),
            ("{\"a\": 1}", Some("JSON")),
            ("<xml/>", Some("XML")),
            ("a\u{0}b", Some("bytes of no text")),
            ("hello", Some("no line with a level number")),
            (" \n", None),
            ("       01  A PIC X.", None),
            ("000100 01  A PIC X.", None),
            ("       COPY OTHER.", None),
        ] {
            let description = describe_non_copybook(text);
            assert!(
                description.map_or(expected.is_none(), |description| expected
                    .is_some_and(|expected| description.contains(expected))),
                "{text:?}: {description:?}"
            );
        }
    }
}
