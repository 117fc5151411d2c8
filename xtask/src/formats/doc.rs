//! Doc comments of the library, taken apart.
//!
//! A paragraph whose lines begin with a key says what the page has a column for: `Source: …`, `Confidence: A.`,
//! `Elsewhere: …` (the names of a format in other programs) and `Equals: …` (those of a representation). The
//! entries of the last two are separated by semicolons, and each begins with the name of its program.

/// A doc comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Doc {
    /// The first paragraph, on one line.
    pub(super) summary: String,
    /// The other paragraphs, each on one line.
    pub(super) paragraphs: Vec<String>,
    /// Where it is written.
    pub(super) source: String,
    /// `A` or `B`.
    pub(super) confidence: String,
    /// The names that others have for it: program and names.
    pub(super) names: Vec<(String, String)>,
}

const KEYS: [&str; 4] = ["Source", "Confidence", "Elsewhere", "Equals"];

impl Doc {
    /// Takes a doc comment apart.
    pub(super) fn read(text: &str) -> Doc {
        let mut doc = Doc::default();
        for paragraph in text.split("\n\n") {
            let mut parts: Vec<(Option<&str>, String)> = Vec::new();
            for line in paragraph.lines().map(str::trim) {
                let keyed = line.split_once(": ").filter(|(key, _)| KEYS.contains(key));
                match (keyed, parts.last_mut()) {
                    (Some((key, rest)), _) => parts.push((Some(key), rest.to_owned())),
                    (None, Some((_, before))) => {
                        before.push(' ');
                        before.push_str(line);
                    }
                    (None, None) => parts.push((None, line.to_owned())),
                }
            }
            for (key, words) in parts {
                doc.take(key, &words);
            }
        }
        doc
    }

    fn take(&mut self, key: Option<&str>, words: &str) {
        let words = words.trim();
        let bare = words.strip_suffix('.').unwrap_or(words);
        match key {
            Some("Source") => self.source = bare.to_owned(),
            Some("Confidence") => self.confidence = bare.to_owned(),
            Some(_) => {
                let entries = bare.split("; ").map(|entry| entry.split_once(' ').unwrap_or(("", entry)));
                self.names.extend(entries.map(|(program, names)| (program.to_owned(), names.to_owned())));
            }
            None if words.is_empty() => {}
            None if self.summary.is_empty() => self.summary = words.to_owned(),
            None => self.paragraphs.push(words.to_owned()),
        }
    }

    /// The names that `program` has for it.
    pub(super) fn names_of(&self, program: &str) -> Option<&str> {
        self.names.iter().find(|(known, _)| known == program).map(|(_, names)| names.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_from_sentences() {
        let doc = Doc::read(
            "Short\nfloat.\n\nSource of trouble: none.\n\nSource: A manual;\na page.\nConfidence: A.\nElsewhere: HDF5 \
             `X`, `Y`; PDS `Z`.",
        );
        assert_eq!(doc.summary, "Short float.");
        assert_eq!(doc.paragraphs, ["Source of trouble: none."]);
        assert_eq!((doc.source.as_str(), doc.confidence.as_str()), ("A manual; a page", "A"));
        assert_eq!(doc.names_of("HDF5"), Some("`X`, `Y`"));
        assert_eq!(doc.names_of("PDS"), Some("`Z`"));
        assert_eq!(doc.names_of("CDF"), None);
        assert_eq!(Doc::read(""), Doc::default());
    }
}
