//! Pictures of printed numbers: `Z,ZZ9.99-`, as COBOL has them.
//!
//! A picture has a symbol for each character. [`PrintedPicture`] keeps the symbols in one spelling, whatever the text has: without
//! numbers in brackets, with `.` for the point, and with `V` where a point is meant and not written.

mod parse;

use std::fmt;
use std::ops::Range;

use super::DigitSet;

pub use self::parse::PictureNumber;

/// The most characters of a printed number.
pub const MOST_PRINTED: usize = 64;

/// The most bytes of a currency sign.
pub const MOST_CURRENCY: usize = 8;

/// A picture of printed numbers.
///
/// ```
/// use datarep_dsl::model::{DigitSet, PrintedPicture, PrintedStyle};
/// let style = PrintedStyle { charset: DigitSet::Ascii, ..PrintedStyle::default() };
/// let number = PrintedPicture::parse("$(3),$$9.99CR", style).expect("it is a picture");
/// assert_eq!((number.digits, number.scale, number.is_signed), (7, 2, true));
/// assert_eq!((number.picture.symbols(), number.picture.bytes()), ("$$$,$$9.99c", 12));
/// let fault = PrintedPicture::parse("ZZ9.ZZ", style).expect_err("it is none");
/// assert_eq!(fault.place, 4..5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PrintedPicture {
    symbols: [u8; MOST_PRINTED],
    length: usize,
    style: PrintedStyle,
}

/// How the symbols of a picture are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintedStyle {
    /// The character set.
    pub charset: DigitSet,
    /// The currency sign.
    pub currency: CurrencySign,
    /// Whether the point is a comma, and groups of digits are separated by points. The text of a
    /// picture is read in the same way.
    pub comma: bool,
    /// Whether zero is printed as blanks.
    pub blank: bool,
}

/// EBCDIC with the dollar sign.
impl Default for PrintedStyle {
    fn default() -> PrintedStyle {
        PrintedStyle {
            charset: DigitSet::Ebcdic,
            currency: CurrencySign::from_bytes(&[0x5B], Some('$')),
            comma: false,
            blank: false,
        }
    }
}

/// A currency sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrencySign {
    bytes: [u8; MOST_CURRENCY],
    length: usize,
    /// The sign, if it is a single character. A picture may have it in the place of `$`.
    letter: Option<char>,
}

impl CurrencySign {
    /// A sign of these bytes, of which the first eight are taken. `letter`: its only character.
    pub fn from_bytes(bytes: &[u8], letter: Option<char>) -> CurrencySign {
        let mut sign =
            CurrencySign { bytes: [0; MOST_CURRENCY], length: bytes.len().min(MOST_CURRENCY), letter };
        for (to, from) in sign.bytes.iter_mut().zip(bytes) {
            *to = *from;
        }
        sign
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Why a text is no picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFault {
    /// The bytes of the text that are wrong.
    pub place: Range<usize>,
    /// What is wrong with the picture.
    pub title: String,
    /// What is wrong with these bytes.
    pub label: String,
    /// What to write.
    pub help: Option<String>,
}

impl PrintedPicture {
    /// Reads a picture.
    ///
    /// # Errors
    ///
    /// The first place at which the text is no picture.
    pub fn parse(text: &str, style: PrintedStyle) -> Result<PictureNumber, PictureFault> {
        parse::parse_picture(text, style)
    }

    /// The symbols, one for each character but for `c` and `d`, which are `CR` and `DB`, and for `V`, which has none. The point is
    /// `.`, and the currency sign `$`.
    pub fn symbols(&self) -> &str {
        // Only symbols are put in, and these are ASCII.
        std::str::from_utf8(&self.symbols[..self.length]).unwrap_or_default()
    }

    /// How the symbols are printed.
    pub fn style(&self) -> PrintedStyle {
        self.style
    }

    /// The symbol that floats: a sign or the currency sign that is there more than once.
    pub fn floating_symbol(&self) -> Option<char> {
        find_floating(self.symbols())
    }

    /// The number of bytes of an item.
    pub fn bytes(&self) -> usize {
        let extra = self.style.currency.length.saturating_sub(1);
        let count = |symbol: char| self.symbols().matches(symbol).count();
        // A currency sign of several characters is printed once, also where its symbol floats.
        self.length + count('c') + count('d') + if count('$') > 0 { extra } else { 0 } - count('V')
    }

    /// The picture as it is written for people, with `CR`, `DB` and the point of its style.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for symbol in self.symbols().chars() {
            match symbol {
                'c' => text.push_str("CR"),
                'd' => text.push_str("DB"),
                '.' if self.style.comma => text.push(','),
                ',' if self.style.comma => text.push('.'),
                _ => text.push(symbol),
            }
        }
        text
    }
}

impl fmt::Debug for PrintedPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrintedPicture")
            .field("symbols", &self.symbols())
            .field("style", &self.style)
            .finish_non_exhaustive()
    }
}

/// The sign or the currency sign that is among symbols more than once.
fn find_floating(symbols: &str) -> Option<char> {
    ['+', '-', '$'].into_iter().find(|symbol| symbols.matches(*symbol).count() > 1)
}
