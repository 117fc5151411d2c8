//! Printed numbers: digits with suppressed zeros, points, signs and currency signs, as a picture has them.
//!
//! A picture is taken apart once, to a place for each character. Writing goes over the places from the left and keeps whether a
//! digit was printed: characters among leading zeros depend on that. Reading goes the same way and accepts what
//! another picture with the same places would print, one that suppresses more or fewer of the zeros before the point.
//!
//! Source: ISO/IEC 1989:2002, "Editing rules" of the PICTURE clause; IBM Enterprise COBOL for z/OS, Language Reference,
//! "PICTURE clause editing".

use super::{DigitSet, Digits};

/// The most characters of a printed number.
const MOST_PLACES: usize = 64;

/// The most characters of a currency sign.
const MOST_CURRENCY: usize = 8;

/// How the characters of a picture are written.
#[derive(Debug, Clone, Copy)]
pub struct PrintedStyle<'s> {
    /// The characters of the digits and the signs.
    pub set: DigitSet,
    /// The bytes of the currency sign.
    pub currency: &'s [u8],
    /// Whether the point is written as a comma, and the comma as a point.
    pub comma: bool,
    /// Whether zero is written as blanks.
    pub blank: bool,
}

/// What a character of a printed number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PicturePlace {
    /// A digit that is always printed.
    Always,
    /// A digit that is not printed if it is a leading zero.
    Suppressed,
    /// One of the first characters of a text that floats: room for it, and no digit.
    Room,
    /// A character that is printed if a digit before it is.
    Inserted(u8),
    /// A character that is always printed, except in a number that is left out as a whole.
    Fixed(u8),
    /// The point. It is printed among stars, too.
    Point(u8),
    /// A character of a sign: that of plus, and that of minus.
    Sign(u8, u8),
}

/// How zero is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ZeroForm {
    /// As other numbers.
    Digits,
    /// As blanks.
    Blanks,
    /// As stars, but for the point.
    Stars,
}

/// A text that stands before the first digit, wherever that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FloatingText {
    /// Its characters before a positive number, and before a negative one.
    bytes: [[u8; MOST_CURRENCY]; 2],
    /// Their number; zero if nothing floats.
    length: usize,
    /// Whether it is a sign.
    is_sign: bool,
}

/// A picture of printed numbers, taken apart.
///
/// ```
/// use datarep::codegen::{DigitSet, PrintedPicture, PrintedStyle};
/// let style = PrintedStyle { set: DigitSet::Ascii, currency: b"$", comma: false, blank: false };
/// let picture = PrintedPicture::new("$$,$$9.99-", style);
/// let mut bytes = [0; 10];
/// picture.write(true, 1_234_50, &mut bytes);
/// assert_eq!(&bytes, b"$1,234.50-");
/// assert_eq!(picture.read(b"   $12.00 "), Some((false, 12_00)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintedPicture {
    places: [PicturePlace; MOST_PLACES],
    /// The number of places.
    length: usize,
    /// The place before which leading zeros end: that of the point, or behind one that is not written.
    stop: usize,
    /// The first place that a leading zero, or room for a text that floats, has.
    first: usize,
    float: FloatingText,
    /// What stands in the place of a leading zero.
    fill: u8,
    space: u8,
    /// The digit zero.
    digit: u8,
    slash: u8,
    /// The characters of plus and minus.
    signs: [u8; 2],
    zero: ZeroForm,
}

/// A character of ASCII among those of pictures, in the given set.
const fn encode_character(set: DigitSet, character: u8) -> u8 {
    match (set, character) {
        (DigitSet::Ascii, _) => character,
        (DigitSet::Ebcdic, b' ') => 0x40,
        (DigitSet::Ebcdic, b'.') => 0x4B,
        (DigitSet::Ebcdic, b'+') => 0x4E,
        (DigitSet::Ebcdic, b'*') => 0x5C,
        (DigitSet::Ebcdic, b'-') => 0x60,
        (DigitSet::Ebcdic, b'/') => 0x61,
        (DigitSet::Ebcdic, b',') => 0x6B,
        (DigitSet::Ebcdic, b'B') => 0xC2,
        (DigitSet::Ebcdic, b'C') => 0xC3,
        (DigitSet::Ebcdic, b'D') => 0xC4,
        (DigitSet::Ebcdic, b'R') => 0xD9,
        (DigitSet::Ebcdic, digit) => 0xF0 | digit & 0xF,
    }
}

/// How often a symbol stands in a picture.
const fn count_symbol(symbols: &[u8], symbol: u8) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < symbols.len() {
        if symbols[index] == symbol {
            count += 1;
        }
        index += 1;
    }
    count
}

/// The symbol that floats: the sign or the currency sign that stands in a picture more than once.
const fn find_floating(symbols: &[u8]) -> Option<u8> {
    let (candidates, mut index) = (*b"+-$", 0);
    while index < candidates.len() {
        if count_symbol(symbols, candidates[index]) > 1 {
            return Some(candidates[index]);
        }
        index += 1;
    }
    None
}

impl PrintedPicture {
    /// Takes a picture apart.
    ///
    /// `symbols`: `9`, `Z`, `*`, `+`, `-`, `$`, `,`, `.`, `B`, `0`, `/`, `V`, and `c` and `d` for `CR` and `DB`, one for each character.
    /// The point is `.`, also where it is written as a comma. The language has checked them.
    #[must_use]
    pub const fn new(symbols: &str, style: PrintedStyle<'_>) -> PrintedPicture {
        let symbols = symbols.as_bytes();
        let floating = find_floating(symbols);
        let has_stars = count_symbol(symbols, b'*') > 0;
        let fill = encode_character(style.set, if has_stars { b'*' } else { b' ' });
        let mut picture = PrintedPicture {
            places: [PicturePlace::Fixed(0); MOST_PLACES],
            length: 0,
            stop: usize::MAX,
            first: usize::MAX,
            float: find_floating_text(floating, style),
            fill,
            space: encode_character(style.set, b' '),
            digit: encode_character(style.set, b'0'),
            slash: encode_character(style.set, b'/'),
            signs: [encode_character(style.set, b'+'), encode_character(style.set, b'-')],
            zero: find_zero_form(symbols, floating, style.blank, has_stars),
        };
        let mut index = 0;
        while index < symbols.len() {
            picture = picture.push_symbol(symbols[index], floating, style);
            index += 1;
        }
        picture
    }

    /// Adds the places of a symbol.
    const fn push_symbol(self, symbol: u8, floating: Option<u8>, style: PrintedStyle<'_>) -> PrintedPicture {
        let set = style.set;
        let space = encode_character(set, b' ');
        let is_floating = matches!(floating, Some(one) if one == symbol);
        match symbol {
            b'9' => self.push_leading(PicturePlace::Always),
            b'Z' | b'*' => self.push_leading(PicturePlace::Suppressed),
            // The first symbol that floats is room for the text, and each of the others can have a digit.
            _ if is_floating && self.has_room() => self.push_leading(PicturePlace::Suppressed),
            _ if is_floating => self.push_floating_room(),
            b'+' => self.push(PicturePlace::Sign(encode_character(set, b'+'), encode_character(set, b'-'))),
            b'-' => self.push(PicturePlace::Sign(space, encode_character(set, b'-'))),
            b'c' => self
                .push(PicturePlace::Sign(space, encode_character(set, b'C')))
                .push(PicturePlace::Sign(space, encode_character(set, b'R'))),
            b'd' => self
                .push(PicturePlace::Sign(space, encode_character(set, b'D')))
                .push(PicturePlace::Sign(space, encode_character(set, b'B'))),
            b'$' => self.push_currency(style.currency),
            b'V' => PrintedPicture { stop: self.length, ..self },
            b'.' => {
                let point = encode_character(set, if style.comma { b',' } else { b'.' });
                PrintedPicture { stop: self.length, ..self }.push(PicturePlace::Point(point))
            }
            b'B' => self.push_inserted(space),
            b',' if style.comma => self.push_inserted(encode_character(set, b'.')),
            _ => self.push_inserted(encode_character(set, symbol)),
        }
    }

    const fn push(mut self, place: PicturePlace) -> PrintedPicture {
        if self.length < MOST_PLACES {
            self.places[self.length] = place;
            self.length += 1;
        }
        self
    }

    /// Adds a place that a leading zero can have.
    const fn push_leading(self, place: PicturePlace) -> PrintedPicture {
        let first = if self.first < self.length { self.first } else { self.length };
        PrintedPicture { first, ..self }.push(place)
    }

    /// Adds the room for a text that floats.
    const fn push_floating_room(self) -> PrintedPicture {
        let mut picture = self.push_leading(PicturePlace::Room);
        let mut more = 1;
        while more < self.float.length {
            picture = picture.push(PicturePlace::Room);
            more += 1;
        }
        picture
    }

    const fn has_room(&self) -> bool {
        let mut index = 0;
        while index < self.length {
            if matches!(self.places[index], PicturePlace::Room) {
                return true;
            }
            index += 1;
        }
        false
    }

    const fn push_currency(self, currency: &[u8]) -> PrintedPicture {
        let (mut picture, mut index) = (self, 0);
        while index < currency.len() {
            picture = picture.push(PicturePlace::Fixed(currency[index]));
            index += 1;
        }
        picture
    }

    /// Adds a character between digits. It depends on those before it, if there are any.
    const fn push_inserted(self, byte: u8) -> PrintedPicture {
        let is_among = self.first < self.length && self.stop > self.length;
        self.push(if is_among { PicturePlace::Inserted(byte) } else { PicturePlace::Fixed(byte) })
    }

    /// Its places.
    fn places(&self) -> &[PicturePlace] {
        &self.places[..self.length]
    }

    /// Writes a number without its point to as many bytes as the picture has.
    pub fn write(&self, negative: bool, number: u128, bytes: &mut [u8]) {
        match self.zero {
            ZeroForm::Blanks if number == 0 => bytes.fill(self.space),
            ZeroForm::Stars if number == 0 => {
                for (byte, place) in bytes.iter_mut().zip(self.places()) {
                    *byte = if let PicturePlace::Point(point) = place { *point } else { self.fill };
                }
            }
            ZeroForm::Digits | ZeroForm::Blanks | ZeroForm::Stars => {
                self.write_digits(negative & (number != 0), number, bytes);
            }
        }
    }

    fn write_digits(&self, negative: bool, number: u128, bytes: &mut [u8]) {
        let digits = split_digits(number);
        let is_digit =
            |place: &&PicturePlace| matches!(place, PicturePlace::Always | PicturePlace::Suppressed);
        let mut left = self.places().iter().filter(is_digit).count();
        // The first place behind the leading zeros.
        let mut begin = None;
        for (index, (byte, place)) in bytes.iter_mut().zip(self.places()).enumerate() {
            if index == self.stop {
                begin = begin.or(Some(index));
            }
            *byte = match *place {
                PicturePlace::Always | PicturePlace::Suppressed => {
                    left -= 1;
                    let digit = digits.get(left).copied().unwrap_or(0);
                    if digit != 0 || *place == PicturePlace::Always {
                        begin = begin.or(Some(index));
                    }
                    if begin.is_some() { self.digit | digit } else { self.fill }
                }
                PicturePlace::Room => self.space,
                PicturePlace::Inserted(character) if begin.is_some() => character,
                PicturePlace::Inserted(_) => self.fill,
                PicturePlace::Fixed(character) | PicturePlace::Point(character) => character,
                PicturePlace::Sign(plus, minus) => {
                    if negative {
                        minus
                    } else {
                        plus
                    }
                }
            };
        }
        let FloatingText { bytes: texts, length, .. } = &self.float;
        // The room stands before every digit, so the text begins in it at the earliest.
        if let Some(begin) = begin.filter(|_| *length > 0)
            && let Some(place) = begin.checked_sub(*length).and_then(|start| bytes.get_mut(start..begin))
        {
            place.copy_from_slice(&texts[usize::from(negative)][..*length]);
        }
    }

    /// The sign and the number of an item; `None` if no number is printed so.
    #[must_use]
    pub fn read(&self, bytes: &[u8]) -> Option<(bool, u128)> {
        if bytes.len() != self.length {
            return None;
        }
        if self.is_zero_text(bytes) {
            return Some((false, 0));
        }
        let mut reader = PrintedReader {
            picture: self,
            bytes,
            number: LongNumber::default(),
            fill: None,
            has_digit: false,
            sign: None,
            is_floated: self.float.length == 0,
        };
        let mut index = 0;
        while index < bytes.len() {
            index = reader.read_place(index)?;
        }
        reader.finish()
    }

    /// Whether an item is what is written for zero as a whole.
    fn is_zero_text(&self, bytes: &[u8]) -> bool {
        match self.zero {
            ZeroForm::Digits => false,
            ZeroForm::Blanks => bytes.iter().all(|byte| *byte == self.space),
            ZeroForm::Stars => bytes.iter().zip(self.places()).all(|(byte, place)| match place {
                PicturePlace::Point(point) => byte == point,
                _ => *byte == self.fill,
            }),
        }
    }
}

/// The text that a symbol stands for where it floats.
const fn find_floating_text(floating: Option<u8>, style: PrintedStyle<'_>) -> FloatingText {
    let mut text = FloatingText { bytes: [[0; MOST_CURRENCY]; 2], length: 0, is_sign: false };
    let Some(symbol) = floating else { return text };
    if symbol == b'$' {
        while text.length < style.currency.len() && text.length < MOST_CURRENCY {
            let byte = style.currency[text.length];
            text.bytes[0][text.length] = byte;
            text.bytes[1][text.length] = byte;
            text.length += 1;
        }
        return text;
    }
    text.bytes[0][0] = encode_character(style.set, if symbol == b'+' { b'+' } else { b' ' });
    text.bytes[1][0] = encode_character(style.set, b'-');
    text.length = 1;
    text.is_sign = true;
    text
}

/// How a picture writes zero.
const fn find_zero_form(symbols: &[u8], floating: Option<u8>, blank: bool, has_stars: bool) -> ZeroForm {
    let suppresses = floating.is_some() || has_stars || count_symbol(symbols, b'Z') > 0;
    // One `9` prints a digit of every number, so that nothing is left out.
    let is_left_out = suppresses && count_symbol(symbols, b'9') == 0;
    if blank || is_left_out && !has_stars {
        ZeroForm::Blanks
    } else if is_left_out {
        ZeroForm::Stars
    } else {
        ZeroForm::Digits
    }
}

/// The digits of a number, the last one first.
fn split_digits(number: u128) -> [u8; 39] {
    let mut digits = [0; 39];
    let (mut rest, mut places) = (number, digits.iter_mut());
    // Divisions of 128 bits take long, and most numbers do not need them.
    while u64::try_from(rest).is_err() {
        let Some(digit) = places.next() else { return digits };
        *digit = u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    let mut rest = u64::try_from(rest).unwrap_or(0);
    while rest != 0 {
        let Some(digit) = places.next() else { return digits };
        *digit = u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    digits
}

/// A number that grows by digits.
#[derive(Debug, Clone, Copy, Default)]
struct LongNumber {
    /// The first digits.
    high: u128,
    /// The digits behind them.
    low: u64,
    /// The number of digits in `low`.
    digits: u32,
}

impl LongNumber {
    /// As many digits as `low` has room for.
    const ROOM: u32 = 19;

    fn push(&mut self, digit: u8) {
        if self.digits == Self::ROOM {
            *self = LongNumber { high: self.value(), ..LongNumber::default() };
        }
        // Below `10^19`, which fits.
        self.low = self.low.wrapping_mul(10).wrapping_add(digit.into());
        self.digits += 1;
    }

    fn value(self) -> u128 {
        if self.high == 0 {
            return self.low.into();
        }
        self.high.wrapping_mul(10_u128.pow(self.digits)).wrapping_add(self.low.into())
    }
}

/// An item that is read from left to right.
struct PrintedReader<'r> {
    picture: &'r PrintedPicture,
    bytes: &'r [u8],
    number: LongNumber,
    /// What has stood in the place of leading zeros so far.
    fill: Option<u8>,
    /// Whether a digit was there, or the place where leading zeros end.
    has_digit: bool,
    /// Whether the sign is a minus.
    sign: Option<bool>,
    /// Whether the text that floats was there.
    is_floated: bool,
}

impl PrintedReader<'_> {
    /// Reads the place at `index` and returns the next one; `None` if its character stands for nothing.
    fn read_place(&mut self, index: usize) -> Option<usize> {
        self.has_digit |= index >= self.picture.stop;
        if let Some(next) = self.read_floating(index) {
            return Some(next);
        }
        let byte = self.bytes[index];
        let is_read = match self.picture.places[index] {
            PicturePlace::Always | PicturePlace::Suppressed => self.read_digit(byte),
            PicturePlace::Room => self.read_fill(byte),
            PicturePlace::Inserted(character) if self.has_digit => byte == character,
            PicturePlace::Inserted(character) => {
                self.read_fill(byte) || byte == character && self.may_stay_inserted(byte)
            }
            PicturePlace::Fixed(character) | PicturePlace::Point(character) => byte == character,
            PicturePlace::Sign(plus, minus) => self.read_sign(byte, plus, minus),
        };
        is_read.then_some(index + 1)
    }

    /// Reads the text that floats, if it begins at `index`.
    fn read_floating(&mut self, index: usize) -> Option<usize> {
        let PrintedPicture { float, first, stop, places, signs, .. } = self.picture;
        if self.is_floated || self.has_digit || index < *first {
            return None;
        }
        let end = index + float.length;
        let found = self.bytes.get(index..end).filter(|_| end <= *stop)?;
        let is_there = |text: &[u8; MOST_CURRENCY]| found == &text[..float.length];
        // A sign is a plus or a minus, whether the picture prints both or not.
        let [plus, minus] =
            if float.is_sign { signs.map(|sign| found == [sign]) } else { [is_there(&float.bytes[0]); 2] };
        let among = &places[index..end];
        if !(plus || minus)
            || among.iter().any(|place| matches!(place, PicturePlace::Sign(..) | PicturePlace::Fixed(_)))
        {
            return None;
        }
        for place in among {
            if matches!(place, PicturePlace::Always | PicturePlace::Suppressed) {
                self.number.push(0);
            }
        }
        // The same text before both signs is that of a currency, and says nothing of the sign.
        if plus != minus {
            self.sign = Some(minus);
        }
        self.is_floated = true;
        Some(end)
    }

    fn read_digit(&mut self, byte: u8) -> bool {
        let digit = byte ^ self.picture.digit;
        if digit <= 9 {
            self.has_digit = true;
            self.number.push(digit);
            return true;
        }
        self.number.push(0);
        !self.has_digit && self.read_fill(byte)
    }

    /// Whether a character can stand in the place of a leading zero, as those before it did.
    fn read_fill(&mut self, byte: u8) -> bool {
        let is_fill = byte == self.picture.fill || byte == self.picture.space;
        is_fill && !self.has_digit && *self.fill.get_or_insert(byte) == byte
    }

    /// Whether some compilers print a character among leading zeros, too, where the standard has it replaced.
    fn may_stay_inserted(&self, byte: u8) -> bool {
        byte == self.picture.digit || byte == self.picture.slash
    }

    fn read_sign(&mut self, byte: u8, plus: u8, minus: u8) -> bool {
        let is_minus = byte == minus;
        // A plus is printed or blank, whatever the picture says: programs differ in that.
        let [other_plus, dash] = self.picture.signs;
        let is_plus = byte == plus || minus == dash && (byte == other_plus || byte == self.picture.space);
        // The two letters of `CR` are there, or none of them.
        (is_minus || is_plus) && *self.sign.get_or_insert(is_minus) == is_minus
    }

    fn finish(self) -> Option<(bool, u128)> {
        // A sign that is not there is a plus. A currency sign must be there.
        if !self.has_digit || !(self.is_floated || self.picture.float.is_sign) {
            return None;
        }
        let number = self.number.value();
        // A zero has no sign, and is read whatever its sign is.
        Some((self.sign == Some(true) && number != 0, number))
    }
}

/// Defines functions of items whose numbers are integers of a given width.
macro_rules! printed {
    ($($number:ty: $read:ident, $write:ident;)*) => { $(
        /// The number that a picture prints as these bytes.
        #[must_use]
        pub fn $read<const N: usize>(bytes: [u8; N], picture: &PrintedPicture) -> Digits<$number> {
            // A plan takes an integer that holds as many digits as the picture has.
            let read = picture.read(&bytes).and_then(|(negative, number)| Some((negative, <$number>::try_from(number).ok()?)));
            let invalid = read.is_none();
            let (negative, number) = read.unwrap_or_default();
            Digits { negative, number, invalid }
        }

        /// The bytes that a picture prints for a number.
        #[must_use]
        pub fn $write<const N: usize>(negative: bool, number: $number, picture: &PrintedPicture) -> [u8; N] {
            let mut bytes = [0; N];
            picture.write(negative, number.into(), &mut bytes);
            bytes
        }
    )* };
}

printed! {
    u32: read_printed_u32, write_printed_u32;
    u64: read_printed_u64, write_printed_u64;
    u128: read_printed_u128, write_printed_u128;
}
