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
