//! Printed numbers: the picture, the currency sign and the words of `printed_decimal`.

use super::context::{Context, TextPlace};
use crate::ast::{Argument, FormatCall, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::picture_byte;
use crate::model::{
    CodePage, CurrencySign, Decimal, DecimalSign, DigitCode, DigitSet, MOST_CURRENCY, PageFamily,
    PictureFault, PrintedPicture, PrintedStyle,
};
use crate::source::Span;

/// The words of a call, besides the names of code pages.
const WORDS: &[&str] = &["ebcdic", "ascii", "decimal_comma", "blank_when_zero"];

/// What a picture prints, besides the currency sign.
const PRINTED: &str = "0123456789 .,+-*/BCDR";

/// The character set of a call: that of digits, and where a currency sign is looked up.
#[derive(Clone, Copy)]
struct PrintedSet {
    charset: DigitSet,
    page: Option<CodePage>,
}

impl PrintedSet {
    /// The byte of a character of a currency sign.
    fn byte(self, character: char) -> Option<u8> {
        match (self.page, self.charset) {
            (Some(page), _) => page.byte(character),
            (None, DigitSet::Ascii) => u8::try_from(character).ok().filter(u8::is_ascii),
            (None, DigitSet::Ebcdic) => CodePage::find(PageFamily::Ebcdic, "cp037")?.byte(character),
        }
    }
}

/// The arguments of a call.
struct PrintedCall<'c> {
    picture: &'c Word,
    currency: Option<&'c Word>,
    words: Vec<&'c Word>,
}

/// The page that a word names.
fn find_page(word: &str) -> Option<CodePage> {
    [PageFamily::Ebcdic, PageFamily::CodePage].into_iter().find_map(|family| CodePage::find(family, word))
}

/// The span of some bytes of a text in quotes.
fn find_span(text: &Word, fault: &PictureFault) -> Span {
    // Behind the quote. A backslash, which is no symbol, would move what follows.
    let first = text.span.start + 1;
    let is_inside = text.span.end - text.span.start == text.value.len() + 2;
    if is_inside && !fault.place.is_empty() {
        return Span { start: first + fault.place.start, end: first + fault.place.end };
    }
    text.span
}

impl Context<'_> {
    /// The format that a call of `printed_decimal` makes.
    pub(super) fn check_printed(&mut self, unit: usize, call: &FormatCall) -> Option<Decimal> {
        let PrintedCall { picture, currency, words } = self.split_printed(unit, call)?;
        let set = self.check_printed_words(unit, &words)?;
        let has = |word: &str| words.iter().any(|stated_word| stated_word.value == word);
        let sign = match currency {
            Some(currency) => self.check_currency(unit, currency, set)?,
            None => CurrencySign::from_bytes(&[set.byte('$').unwrap_or(b'$')], Some('$')),
        };
        let style = PrintedStyle {
            charset: set.charset,
            currency: sign,
            comma: has("decimal_comma"),
            blank: has("blank_when_zero"),
        };
        match PrintedPicture::parse(&picture.value, style) {
            Ok(number) => {
                let sign = if number.is_signed { DecimalSign::Printed } else { DecimalSign::None };
                let code = DigitCode::Printed(number.picture);
                Some(Decimal { digits: number.digits, scale: number.scale, code, sign })
            }
            Err(fault) => {
                let span = find_span(picture, &fault);
                let diagnostic = Diagnostic::new(Slug::Number, fault.title, span, fault.label);
                self.report(unit, fault.help.into_iter().fold(diagnostic, Diagnostic::help));
                None
            }
        }
    }

    /// The arguments of a call, by what they are.
    fn split_printed<'c>(&mut self, unit: usize, call: &'c FormatCall) -> Option<PrintedCall<'c>> {
        let (mut texts, mut words, mut sound) = (Vec::new(), Vec::new(), true);
        for argument in &call.arguments {
            match argument {
                Argument::Text(text) => {
                    sound &= words.is_empty();
                    texts.push(text);
                }
                Argument::Word(word) => words.push(word),
                Argument::Number(_) => sound = false,
            }
        }
        let split = match texts.as_slice() {
            [picture] => Some((*picture, None)),
            [picture, currency] => Some((*picture, Some(*currency))),
            _ => None,
        };
        if let Some((picture, currency)) = split.filter(|_| sound) {
            return Some(PrintedCall { picture, currency, words });
        }
        let title = "`printed_decimal` takes a picture in quotes";
        let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form")
            .note("a currency sign can follow in quotes, and then words: `ascii`, a code page, `decimal_comma`, `blank_when_zero`")
            .help("write a picture, as in `printed_decimal(\"Z,ZZ9.99-\", ascii)`");
        self.report(unit, fault);
        None
    }

    /// The character set that words name. Each word is looked at.
    fn check_printed_words(&mut self, unit: usize, words: &[&Word]) -> Option<PrintedSet> {
        let mut named_set: Option<(&Word, PrintedSet)> = None;
        for (index, word) in words.iter().enumerate() {
            if let Some(first) = words[..index].iter().find(|earlier_word| earlier_word.value == word.value) {
                self.report_conflicting_words(unit, first, word);
                return None;
            }
            let set = match (word.value.as_str(), find_page(&word.value)) {
                ("ebcdic", _) => PrintedSet { charset: DigitSet::Ebcdic, page: None },
                ("ascii", _) => PrintedSet { charset: DigitSet::Ascii, page: None },
                (_, Some(page)) => self.check_printed_page(unit, word, page)?,
                (listed_word, None) if WORDS.contains(&listed_word) => continue,
                (unknown, None) => {
                    let place = TextPlace { unit, span: word.span };
                    self.report_unknown_word(place, "word of `printed_decimal`", unknown, WORDS);
                    return None;
                }
            };
            if let Some((first, _)) = named_set {
                self.report_conflicting_words(unit, first, word);
                return None;
            }
            named_set = Some((word, set));
        }
        // EBCDIC is the default of all digits in characters.
        Some(named_set.map_or(PrintedSet { charset: DigitSet::Ebcdic, page: None }, |(_, set)| set))
    }

    /// A page whose digits and signs are those of EBCDIC or ASCII, as in nearly all of them.
    fn check_printed_page(&mut self, unit: usize, word: &Word, page: CodePage) -> Option<PrintedSet> {
        let charset = match page.family() {
            PageFamily::Ebcdic => DigitSet::Ebcdic,
            PageFamily::CodePage => DigitSet::Ascii,
        };
        let misplaced_letter =
            PRINTED.chars().find(|letter| page.byte(*letter) != Some(picture_byte(charset, *letter)));
        if let Some(letter) = misplaced_letter {
            let title = format!("`{}` has `{letter}` at another place than other pages", word.value);
            let fault = Diagnostic::new(Slug::WrongKind, title, word.span, "no page of printed numbers");
            self.report(unit, fault.help("write `ebcdic` or `ascii`"));
            return None;
        }
        Some(PrintedSet { charset, page: Some(page) })
    }

    /// The bytes of a currency sign.
    fn check_currency(&mut self, unit: usize, text: &Word, set: PrintedSet) -> Option<CurrencySign> {
        let letters: Vec<char> = text.value.chars().collect();
        let is_refused =
            |letter: &char| letter.is_ascii_digit() || "+-*,.".contains(*letter) || letter.is_control();
        let fault = if letters.iter().all(|letter| *letter == ' ') {
            Some(("a currency sign cannot be blank".to_owned(), "no character"))
        } else if letters.len() > MOST_CURRENCY {
            Some((format!("a currency sign cannot have {} characters", letters.len()), "at most 8"))
        } else {
            let letter = letters.iter().find(|letter| is_refused(letter));
            letter.map(|letter| {
                (format!("a currency sign cannot have `{}`", letter.escape_debug()), "a symbol of numbers")
            })
        };
        if let Some((title, label)) = fault {
            self.report_at(TextPlace { unit, span: text.span }, Slug::Number, title, label);
            return None;
        }
        let bytes: Option<Vec<u8>> = letters.iter().map(|letter| set.byte(*letter)).collect();
        let Some(bytes) = bytes else {
            let title = format!("`{}` has no byte in this character set", text.value);
            let fault = Diagnostic::new(Slug::WrongKind, title, text.span, "not in it");
            let page = if set.charset == DigitSet::Ascii { "cp1252" } else { "cp1140" };
            self.report(unit, fault.help(format!("name the code page behind the texts, such as `{page}`")));
            return None;
        };
        let single = letters.first().copied().filter(|letter| letters.len() == 1 && is_free(*letter));
        Some(CurrencySign::from_bytes(&bytes, single))
    }
}

/// Whether a letter is no other symbol of pictures, so that it can stand for the currency sign.
fn is_free(letter: char) -> bool {
    !"09ABCDEGNPRSVXZ/ ".contains(letter.to_ascii_uppercase())
}
