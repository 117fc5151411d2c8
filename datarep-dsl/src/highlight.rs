//! What an editor colors in a text, whether the text has faults or not.
//!
//! ```
//! use datarep_dsl::highlight::{Part, list_parts};
//!
//! let text = "order big; // as on the tape";
//! let parts = list_parts(text);
//! let shown: Vec<_> = parts.iter().map(|(span, part)| (&text[span.start..span.end], *part)).collect();
//! assert_eq!(shown, [("order", Part::Keyword), ("// as on the tape", Part::Comment)]);
//! ```

pub use crate::parse::list_parts;

/// The kind of a part that is colored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A word that cannot be a name.
    Keyword,
    /// A number, or the word of a test line.
    Number,
    /// A text in quotes.
    Text,
    /// Comments, and the white space between them.
    Comment,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{keywords, standard};

    fn show(text: &str) -> Vec<(&str, Part)> {
        list_parts(text).into_iter().map(|(span, part)| (&text[span.start..span.end], part)).collect()
    }

    #[test]
    fn parts_are_those_of_the_language() {
        use Part::{Comment, Keyword, Number, Text};
        let text = "/// A doc.\nfloat x /* in /* nested */ line */ = E7 where 16^-4;\ntest x { 1.5e-3 <=> 0xC2_76; \"C\" => y; }";
        assert_eq!(
            show(text),
            [
                ("/// A doc.", Comment),
                ("float", Keyword),
                ("/* in /* nested */ line */", Comment),
                ("where", Keyword),
                ("16", Number),
                ("4", Number),
                ("test", Keyword),
                ("1.5e-3", Number),
                ("0xC2_76", Number),
                ("\"C\"", Text),
            ]
        );
    }

    /// What is between the parts, for which the grammar has no comments, numbers or words of its own.
    fn list_gaps(text: &str) -> Vec<&str> {
        let mut at = 0;
        let mut gaps = Vec::new();
        for (span, _) in list_parts(text) {
            assert!(at <= span.start && span.start < span.end, "{span:?} overlaps");
            gaps.push(&text[at..span.start]);
            at = span.end;
        }
        gaps.push(&text[at..]);
        gaps
    }

    #[test]
    fn the_library_has_a_part_for_each_comment_number_and_keyword() {
        let mut word_count = 0;
        for (name, text) in standard::families().iter().chain(standard::datareps()) {
            for gap in list_gaps(text) {
                assert!(!gap.contains("//") && !gap.contains("/*"), "{name}: {gap}");
                let words =
                    gap.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
                for word in words {
                    let begins_with_digit = word.starts_with(|c: char| c.is_ascii_digit());
                    assert!(!begins_with_digit && !keywords::is_of_language(word), "{name}: {word} in {gap}");
                    word_count += 1;
                }
            }
        }
        assert!(word_count > 2000, "{word_count}");
    }

    #[test]
    fn faulty_texts_have_parts_that_do_not_overlap() {
        for text in [
            "float # ü /* open",
            "\u{FEFF}// é\r\n'x' \"\\",
            "/// a\n//// b\n//! c",
            "0b2 0x",
            &"/*".repeat(99),
        ] {
            let parts = list_parts(text);
            assert!(parts.iter().all(|(span, _)| span.start < span.end && text.is_char_boundary(span.start)));
            assert!(parts.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start), "{text}: {parts:?}");
        }
        assert_eq!(show("float # ü /* open"), [("float", Part::Keyword), ("/* open", Part::Comment)]);
        assert_eq!(show(&" ".repeat(2 << 20)), []);
    }
}
