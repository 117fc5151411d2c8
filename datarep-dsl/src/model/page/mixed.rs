//! Pages of EBCDIC with characters of one and of two bytes.
//!
//! Only their names are here. Their characters are in the runtime's file of data, which lists the pages in the same order.

/// The name of each page, and what it is for.
const PAGES: [(&str, &str); 10] = [
    ("cp930", "Japan, with single Katakana"),
    ("cp933", "Korea"),
    ("cp935", "China, simplified"),
    ("cp937", "Taiwan, traditional"),
    ("cp939", "Japan, with single Latin letters"),
    ("cp1364", "Korea, with all of Hangul"),
    ("cp1371", "page 937 with the euro sign: Taiwan, traditional"),
    ("cp1388", "China, of GB 18030, as far as pairs go"),
    ("cp1390", "page 930 with the euro sign: Japan, with JIS X 0213"),
    ("cp1399", "page 939 with the euro sign: Japan, with JIS X 0213"),
];

/// A page with characters of one and of two bytes, by its place in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MixedPage(u8);

/// What the bytes of a text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MixedForm {
    /// Single bytes, and pairs between a shift-out and a shift-in.
    Mixed,
    /// Pairs alone.
    Pairs,
}

/// A page, and what the bytes of a text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MixedSet {
    /// The page.
    pub page: MixedPage,
    /// What the bytes are.
    pub form: MixedForm,
}

impl MixedForm {
    /// Both forms.
    pub const ALL: [MixedForm; 2] = [MixedForm::Mixed, MixedForm::Pairs];

    /// The word of the language.
    pub const fn word(self) -> &'static str {
        match self {
            MixedForm::Mixed => "mixed_ebcdic",
            MixedForm::Pairs => "double_byte",
        }
    }

    /// The form of this word.
    pub fn find(word: &str) -> Option<MixedForm> {
        MixedForm::ALL.into_iter().find(|form| form.word() == word)
    }
}

impl MixedPage {
    /// All pages, in the order of the list.
    pub fn all() -> impl Iterator<Item = MixedPage> {
        (0..=u8::MAX).take(PAGES.len()).map(MixedPage)
    }

    /// The page with this name.
    pub fn find(name: &str) -> Option<MixedPage> {
        MixedPage::all().find(|page| page.name() == name)
    }

    /// The page that people mean by a word: its number with or without letters.
    pub fn guess(word: &str) -> Option<MixedPage> {
        let plain: String = word
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        // `Mixed EBCDIC 930`, as the format is called, is the page 930 as well.
        let plain = MixedForm::ALL
            .iter()
            .find_map(|form| plain.strip_prefix(form.word().replace('_', "").as_str()))
            .unwrap_or(&plain);
        MixedPage::find(&super::find_numbered_name(plain)?)
    }

    /// Its place in the list.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Its name, such as `cp930`.
    pub fn name(self) -> &'static str {
        PAGES[usize::from(self.0)].0
    }

    /// What the page is for.
    pub fn title(self) -> &'static str {
        PAGES[usize::from(self.0)].1
    }
}

impl MixedSet {
    /// The format of its texts, such as `mixed_ebcdic(cp930)`.
    pub fn format(self) -> String {
        format!("{}({})", self.form.word(), self.page.name())
    }

    /// The character that fills up a text with spaces.
    pub fn space(self) -> char {
        match self.form {
            MixedForm::Mixed => ' ',
            // The ideographic space, which is X'4040' in IBM's sets of double bytes.
            MixedForm::Pairs => '\u{3000}',
        }
    }

    /// Whether a character can be the substitute for unmapped ones. Every page has the characters
    /// of ASCII, in pairs as wide ones.
    pub fn has_substitute(self, code: u32) -> bool {
        match self.form {
            MixedForm::Mixed => (0x20..0x7F).contains(&code),
            // The wide space, the geta mark that stands for missing characters in print, and wide `*` and `?`.
            MixedForm::Pairs => matches!(code, 0x3000 | 0x3013 | 0xFF0A | 0xFF1F),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_by_names_of_others() {
        for word in
            ["cp930", "930", "ibm-930", "IBM930", "CCSID 930", "mixed_ebcdic(cp930)", "double_byte(930)"]
        {
            assert_eq!(MixedPage::guess(word), MixedPage::find("cp930"), "{word}");
        }
        assert_eq!(MixedPage::guess("1399").map(MixedPage::title), Some(PAGES[9].1));
        for word in ["", "mixed_ebcdic", "cp037", "cp300", "banana"] {
            assert_eq!(MixedPage::guess(word), None, "{word}");
        }
    }
}
