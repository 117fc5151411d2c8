//! The numbers and texts of random records: how the language writes them, what their bytes mean, and what is written.

use datarep::Event;
use datarep_dsl::model::{CodePage, MixedForm, MixedPage, MixedSet, PageFamily};
use datarep_dynamic::record::read_mixed_text;

use super::CountExpression;
use super::value::{Character, Value};

/// A number in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::random) enum Number {
    Whole {
        bytes: usize,
        signed: bool,
        little: bool,
    },
    Packed {
        digits: u32,
        scale: u32,
        unsigned: bool,
    },
    Zoned {
        digits: u32,
        scale: u32,
        ascii: bool,
        sign: ZonedSign,
    },
    Binary {
        bytes: usize,
        scale: u32,
        signed: bool,
        little: bool,
        most: Option<u32>,
    },
    Single {
        little: bool,
    },
    Double {
        little: bool,
    },
    /// A VAX float of four bytes as `f64`, with reserved operands.
    Vax,
}

/// Where the sign of characters is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::random) enum ZonedSign {
    Trailing,
    Leading,
    SeparateTrailing,
    SeparateLeading,
    Unsigned,
}

/// What the bytes of an item are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Decoded {
    /// The value. If the bytes are not a valid value: what the rule puts in its place, or `None` if
    /// the rule is an error.
    pub(super) value: Option<Value>,
    pub(super) events: Vec<Event>,
}

impl Decoded {
    fn new(value: Value) -> Decoded {
        Decoded { value: Some(value), events: Vec::new() }
    }

    /// Whether the bytes are a value of the format.
    pub(super) fn is_valid(&self) -> bool {
        let is_fault = |event: &Event| matches!(event, Event::Invalid | Event::Reserved | Event::Unmapped);
        !self.events.iter().any(is_fault)
    }

    fn from_digits(digits: Option<(bool, u128)>, scale: u32) -> Decoded {
        let Some((negative, units)) = digits else {
            return Decoded { value: None, events: vec![Event::Invalid] };
        };
        let lost = negative && units == 0;
        let places = (scale > 0).then_some(scale);
        let value = Value::Number { negative: negative && !lost, units, places };
        Decoded { value: Some(value), events: if lost { vec![Event::NegativeZero] } else { Vec::new() } }
    }
}

/// A number of these bytes, the most significant first.
fn join_bytes(bytes: &[u8], little: bool) -> u128 {
    let step = |word: u128, byte: &u8| word << 8 | u128::from(*byte);
    if little { bytes.iter().rev().fold(0, step) } else { bytes.iter().fold(0, step) }
}

fn split_word(word: u128, bytes: usize, little: bool) -> Vec<u8> {
    let mut stored = word.to_be_bytes()[16 - bytes..].to_vec();
    if little {
        stored.reverse();
    }
    stored
}

fn decode_whole(bytes: &[u8], signed: bool, little: bool) -> (bool, u128) {
    let word = join_bytes(bytes, little);
    let bits = 8 * bytes.len();
    let negative = signed && word >> (bits - 1) & 1 == 1;
    let all = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    (negative, if negative { (all - word).wrapping_add(1) } else { word })
}

fn encode_whole(negative: bool, units: u128, bytes: usize, little: bool) -> Vec<u8> {
    let word = if negative { units.wrapping_neg() } else { units };
    let mut stored = split_word(word, 16, false).split_off(16 - bytes);
    if little {
        stored.reverse();
    }
    stored
}

/// The sign of a half byte.
fn find_sign(half: u8, unsigned: bool) -> Option<bool> {
    match half {
        0xA | 0xC | 0xE | 0xF => Some(false),
        0xB | 0xD if !unsigned => Some(true),
        _ => None,
    }
}

/// The number of digits, if all are digits and those before the last `count` are zeros.
fn join_digits(digits: &[u8], count: u32) -> Option<u128> {
    let spare = digits.len().checked_sub(count as usize)?;
    if digits.iter().any(|digit| *digit > 9) || digits[..spare].iter().any(|digit| *digit != 0) {
        return None;
    }
    Some(digits.iter().fold(0, |number, digit| number * 10 + u128::from(*digit)))
}

fn decode_packed(bytes: &[u8], digits: u32, unsigned: bool) -> Option<(bool, u128)> {
    let mut halves: Vec<u8> = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect();
    let negative = find_sign(halves.pop()?, unsigned)?;
    Some((negative, join_digits(&halves, digits)?))
}

fn decode_zoned(bytes: &[u8], digits: u32, ascii: bool, sign: ZonedSign) -> Option<(bool, u128)> {
    let mut bytes = bytes.to_vec();
    let (zero, plus, minus) = if ascii { (b'0', b'+', b'-') } else { (0xF0, 0x4E, 0x60) };
    let place = match sign {
        ZonedSign::SeparateTrailing | ZonedSign::Trailing | ZonedSign::Unsigned => bytes.len() - 1,
        ZonedSign::SeparateLeading | ZonedSign::Leading => 0,
    };
    let negative = if matches!(sign, ZonedSign::SeparateTrailing | ZonedSign::SeparateLeading) {
        match bytes.remove(place) {
            byte if byte == plus => false,
            byte if byte == minus => true,
            _ => return None,
        }
    } else {
        let unsigned = sign == ZonedSign::Unsigned;
        let (negative, digit) = match (ascii, bytes[place]) {
            (false, byte) => (find_sign(byte >> 4, unsigned)?, byte & 15),
            (true, byte @ b'0'..=b'9') => (false, byte - b'0'),
            (true, b'{') => (false, 0),
            (true, byte @ b'A'..=b'I') => (false, byte - b'A' + 1),
            (true, b'}') if !unsigned => (true, 0),
            (true, byte @ b'J'..=b'R') if !unsigned => (true, byte - b'J' + 1),
            _ => return None,
        };
        bytes[place] = zero + digit;
        negative
    };
    let all: Option<Vec<u8>> = bytes.iter().map(|byte| byte.checked_sub(zero)).collect();
    Some((negative, join_digits(&all?, digits)?))
}

fn encode_packed(negative: bool, units: u128, digits: u32, unsigned: bool) -> Vec<u8> {
    let width = (digits as usize + 1).next_multiple_of(2) - 1;
    let mut halves: Vec<u8> = format!("{units:0>width$}").bytes().map(|digit| digit - b'0').collect();
    halves.push(match (negative, unsigned) {
        (true, _) => 0xD,
        (false, true) => 0xF,
        (false, false) => 0xC,
    });
    halves.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn encode_zoned(negative: bool, units: u128, digits: u32, ascii: bool, sign: ZonedSign) -> Vec<u8> {
    let (zero, plus, minus) = if ascii { (b'0', b'+', b'-') } else { (0xF0, 0x4E, 0x60) };
    let width = digits as usize;
    let mut bytes: Vec<u8> = format!("{units:0>width$}").bytes().map(|digit| digit - b'0' + zero).collect();
    let separate = if negative { minus } else { plus };
    match sign {
        ZonedSign::SeparateTrailing => bytes.push(separate),
        ZonedSign::SeparateLeading => bytes.insert(0, separate),
        ZonedSign::Unsigned => {}
        ZonedSign::Trailing | ZonedSign::Leading => {
            let place = if sign == ZonedSign::Leading { 0 } else { width - 1 };
            let digit = bytes[place] - zero;
            bytes[place] = match (ascii, negative) {
                (false, false) => 0xC0 | digit,
                (false, true) => 0xD0 | digit,
                (true, false) => b"{ABCDEFGHI"[usize::from(digit)],
                (true, true) => b"}JKLMNOPQR"[usize::from(digit)],
            };
        }
    }
    bytes
}

/// A VAX float: the word of each two bytes is little-endian, and the one with the sign comes first.
fn decode_vax(bytes: &[u8]) -> Decoded {
    let bits = join_bytes(&[bytes[1], bytes[0], bytes[3], bytes[2]], false);
    let (sign, exponent, fraction) = (bits >> 31 == 1, bits >> 23 & 0xFF, bits & 0x7F_FFFF);
    if exponent == 0 {
        return if sign {
            Decoded { value: Some(Value::Double(f64::NAN.to_bits())), events: vec![Event::Reserved] }
        } else {
            Decoded::new(Value::Double(0))
        };
    }
    // The significand is from a half to one: 1.F * 2^(E - 129).
    let double = u64::from(sign) << 63 | u64::try_from(exponent + 1023 - 129).unwrap_or(0) << 52;
    Decoded::new(Value::Double(double | u64::try_from(fraction << 29).unwrap_or(0)))
}

/// The bytes of a VAX float, if it has the number.
fn encode_vax(bits: u64) -> Option<Vec<u8>> {
    let value = f64::from_bits(bits);
    if value == 0.0 {
        return Some(vec![0; 4]);
    }
    let exponent = i64::try_from(bits >> 52 & 0x7FF).ok()? - 1023 + 129;
    if !value.is_finite() || !(1..256).contains(&exponent) || bits & 0x1FFF_FFFF != 0 {
        return None;
    }
    let word = bits >> 63 << 31 | u64::try_from(exponent).ok()? << 23 | bits >> 29 & 0x7F_FFFF;
    let [a, b, c, d] = u32::try_from(word).ok()?.to_be_bytes();
    Some(vec![b, a, d, c])
}

impl Number {
    pub(super) fn bytes(self) -> usize {
        match self {
            Number::Whole { bytes, .. } | Number::Binary { bytes, .. } => bytes,
            Number::Packed { digits, .. } => digits as usize / 2 + 1,
            Number::Zoned { digits, sign, .. } => {
                let separate = matches!(sign, ZonedSign::SeparateTrailing | ZonedSign::SeparateLeading);
                digits as usize + usize::from(separate)
            }
            Number::Single { .. } | Number::Vax => 4,
            Number::Double { .. } => 8,
        }
    }

    /// Whether some bytes are no value.
    pub(super) fn can_be_invalid(self) -> bool {
        matches!(self, Number::Packed { .. } | Number::Zoned { .. } | Number::Vax)
    }

    pub(super) fn render(self) -> String {
        let order = |little: bool| if little { " little" } else { "" };
        match self {
            Number::Whole { bytes, signed, little } => {
                format!("{}{}{}", if signed { 'i' } else { 'u' }, 8 * bytes, order(little))
            }
            Number::Packed { digits, scale, unsigned } => {
                format!("packed_decimal({digits}, {scale}{})", if unsigned { ", unsigned" } else { "" })
            }
            Number::Zoned { digits, scale, ascii, sign } => {
                let set = if ascii { ", ascii" } else { "" };
                let sign = match sign {
                    ZonedSign::Trailing => "",
                    ZonedSign::Leading => ", leading",
                    ZonedSign::SeparateTrailing => ", separate",
                    ZonedSign::SeparateLeading => ", leading, separate",
                    ZonedSign::Unsigned => ", unsigned",
                };
                format!("zoned_decimal({digits}, {scale}{set}{sign})")
            }
            Number::Binary { bytes, scale, signed, little, most } => {
                let most = most.map_or(String::new(), |most| format!(", {most}"));
                let sign = if signed { "" } else { ", unsigned" };
                format!("binary_decimal({}, {scale}{most}{sign}){}", 8 * bytes, order(little))
            }
            Number::Single { little } => format!("ieee::f32{}", order(little)),
            Number::Double { little } => format!("ieee::f64{}", order(little)),
            Number::Vax => "vax_f as f64".to_owned(),
        }
    }

    pub(super) fn decode(self, bytes: &[u8]) -> Decoded {
        match self {
            Number::Whole { signed, little, .. } => {
                let (negative, units) = decode_whole(bytes, signed, little);
                Decoded::new(Value::Number { negative, units, places: None })
            }
            Number::Binary { scale, signed, little, .. } => {
                Decoded::from_digits(Some(decode_whole(bytes, signed, little)), scale)
            }
            Number::Packed { digits, scale, unsigned } => {
                Decoded::from_digits(decode_packed(bytes, digits, unsigned), scale)
            }
            Number::Zoned { digits, scale, ascii, sign } => {
                Decoded::from_digits(decode_zoned(bytes, digits, ascii, sign), scale)
            }
            Number::Single { little } => {
                Decoded::new(Value::Single(u32::try_from(join_bytes(bytes, little)).unwrap_or(0)))
            }
            Number::Double { little } => {
                Decoded::new(Value::Double(u64::try_from(join_bytes(bytes, little)).unwrap_or(0)))
            }
            Number::Vax => decode_vax(bytes),
        }
    }

    /// The bytes of a value, or `None` if it is not written.
    pub(super) fn encode(self, value: &Value) -> Option<Vec<u8>> {
        match (self, value) {
            (Number::Whole { bytes, little, .. }, Value::Number { negative, units, .. }) => {
                Some(encode_whole(*negative, *units, bytes, little))
            }
            (Number::Binary { bytes, little, most, .. }, Value::Number { negative, units, .. }) => {
                let is_written = most.is_none_or(|most| *units < 10_u128.pow(most));
                is_written.then(|| encode_whole(*negative, *units, bytes, little))
            }
            (Number::Packed { digits, unsigned, .. }, Value::Number { negative, units, .. }) => {
                Some(encode_packed(*negative, *units, digits, unsigned))
            }
            (Number::Zoned { digits, ascii, sign, .. }, Value::Number { negative, units, .. }) => {
                Some(encode_zoned(*negative, *units, digits, ascii, sign))
            }
            (Number::Single { little }, Value::Single(bits)) => Some(split_word((*bits).into(), 4, little)),
            (Number::Double { little }, Value::Double(bits)) => Some(split_word((*bits).into(), 8, little)),
            (Number::Vax, Value::Double(bits)) => encode_vax(*bits),
            _ => None,
        }
    }
}

/// A character set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::random) enum CharacterSet {
    Ascii,
    Latin1,
    Page(CodePage),
    Mixed(MixedPage, MixedForm),
}

/// The code of a character in a text with pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::random) enum Code {
    Single(u8),
    Pair(u8, u8),
}

/// A text in a field.
#[derive(Debug, Clone)]
pub(in crate::random) struct Text {
    pub(super) set: CharacterSet,
    /// Its characters, or bytes if the set has pairs.
    pub(super) length: CountExpression,
    /// The character that fills up shorter texts.
    pub(super) fill: Option<char>,
    /// Whether the fill is removed before the text, and behind it.
    pub(super) trim: [bool; 2],
    /// The character in place of those that are not in the set.
    pub(super) substitute: Option<char>,
}

/// Begins pairs.
const SHIFT_OUT: u8 = 0x0E;
/// Ends pairs.
const SHIFT_IN: u8 = 0x0F;

impl CharacterSet {
    /// The character of a byte of a set without pairs.
    pub(super) fn character(self, byte: u8) -> Option<char> {
        match self {
            CharacterSet::Ascii => byte.is_ascii().then(|| char::from(byte)),
            CharacterSet::Latin1 => Some(char::from(byte)),
            CharacterSet::Page(page) => page.character(byte),
            CharacterSet::Mixed(page, _) => decode_code(page, Code::Single(byte)),
        }
    }

    /// The byte of a character of a set without pairs.
    pub(super) fn byte(self, character: char) -> Option<u8> {
        match self {
            CharacterSet::Page(page) => page.byte(character),
            CharacterSet::Ascii | CharacterSet::Latin1 => u8::try_from(u32::from(character))
                .ok()
                .filter(|byte| self.character(*byte) == Some(character)),
            CharacterSet::Mixed(..) => None,
        }
    }

    pub(super) fn has_pairs(self) -> bool {
        matches!(self, CharacterSet::Mixed(..))
    }

    fn render(self) -> String {
        match self {
            CharacterSet::Ascii => "ascii".to_owned(),
            CharacterSet::Latin1 => "latin1".to_owned(),
            CharacterSet::Page(page) => {
                let family = match page.family() {
                    PageFamily::Ebcdic => "ebcdic",
                    PageFamily::CodePage => "codepage",
                };
                format!("{family}({})", page.name())
            }
            CharacterSet::Mixed(page, form) => {
                let family = if form == MixedForm::Mixed { "mixed_ebcdic" } else { "double_byte" };
                format!("{family}({})", page.name())
            }
        }
    }
}

/// The character of one code, which the table of the page has.
pub(super) fn decode_code(page: MixedPage, code: Code) -> Option<char> {
    let (form, bytes) = match code {
        Code::Single(SHIFT_OUT | SHIFT_IN) => return None,
        Code::Single(byte) => (MixedForm::Mixed, vec![byte]),
        Code::Pair(first, second) => (MixedForm::Pairs, vec![first, second]),
    };
    let (text, faults) = read_mixed_text(MixedSet { page, form }, &bytes, '?');
    if faults > 0 { None } else { text.first().copied() }
}

impl Text {
    pub(super) fn render(&self) -> String {
        format!("[{}; {}]", self.set.render(), self.length.render())
    }

    /// The clauses of the field.
    pub(super) fn render_clauses(&self) -> String {
        let padding = match (self.fill, &self.length) {
            (None, _) => "padding none; ",
            (Some('\0'), _) => "padding zeros; ",
            // Without it, a text up to the end of its record is kept with its spaces.
            (Some(_), CountExpression::Rest) => "padding spaces; ",
            (Some(_), _) => "",
        };
        let trim = match (self.fill, self.trim) {
            (None, _) | (_, [false, true]) => "",
            (_, [true, false]) => "trim left; ",
            (_, [true, true]) => "trim both; ",
            (_, [false, false]) => "trim none; ",
        };
        let rule = self.substitute.map_or(String::new(), |one| {
            format!("on read {{ unmapped => substitute({}) }} ", u32::from(one))
        });
        format!("{padding}{trim}{rule}")
    }

    pub(super) fn decode(&self, bytes: &[u8]) -> Decoded {
        let (characters, faults) = match self.set {
            CharacterSet::Mixed(page, form) => self.decode_pairs(page, form, bytes),
            set => {
                let all = bytes.iter().map(|byte| set.character(*byte));
                let faults = all.clone().filter(Option::is_none).count();
                let all = all.map(|one| one.or(self.substitute)).map(|one| one.unwrap_or('?'));
                (all.map(|character| Character { character, code: None }).collect(), faults)
            }
        };
        let is_bad = faults > 0 && self.substitute.is_none();
        let mut events = vec![Event::Unmapped; faults];
        if !is_bad && self.hides_characters(&characters) {
            events.push(Event::Noncanonical);
        }
        let value = (!is_bad).then(|| Value::Text(self.trim_padding(&characters).to_vec(), bytes.len()));
        Decoded { value, events }
    }

    /// The characters of a text with pairs, and the number of its faults.
    fn decode_pairs(&self, page: MixedPage, form: MixedForm, bytes: &[u8]) -> (Vec<Character>, usize) {
        let (mut is_shifted, mut at, mut faults) = (form == MixedForm::Pairs, 0, 0);
        let mut text = Vec::new();
        let add = |code: Code, text: &mut Vec<Character>| {
            let found = decode_code(page, code);
            if let Some(character) = found.or(self.substitute) {
                text.push(Character { character, code: Some(code).filter(|_| found.is_some()) });
            }
            usize::from(found.is_none())
        };
        while at < bytes.len() {
            let byte = bytes[at];
            at += 1;
            if form == MixedForm::Mixed && (byte == SHIFT_OUT || byte == SHIFT_IN) {
                if is_shifted == (byte == SHIFT_OUT) {
                    faults += add(Code::Single(byte), &mut text);
                } else {
                    is_shifted = byte == SHIFT_OUT;
                }
            } else if !is_shifted {
                faults += add(Code::Single(byte), &mut text);
            } else if let Some(second) = bytes.get(at) {
                at += 1;
                faults += add(Code::Pair(byte, *second), &mut text);
            } else {
                faults += add(Code::Single(SHIFT_OUT), &mut text);
            }
        }
        if is_shifted && form == MixedForm::Mixed {
            faults += 1;
        }
        (text, faults)
    }

    /// Whether there is something else than zeros behind the zero that ends a text.
    fn hides_characters(&self, characters: &[Character]) -> bool {
        let is_ended = self.fill == Some('\0')
            && self.trim == [false, true]
            && !matches!(self.set, CharacterSet::Mixed(..));
        let behind = characters.iter().skip_while(|one| one.character != '\0');
        is_ended && behind.into_iter().any(|one| one.character != '\0')
    }

    /// The characters of a field without its padding.
    fn trim_padding<'c>(&self, characters: &'c [Character]) -> &'c [Character] {
        let Some(fill) = self.fill else { return characters };
        let mut text = characters;
        if self.trim[0] {
            let first = text.iter().position(|one| one.character != fill).unwrap_or(text.len());
            text = &text[first..];
        }
        if self.trim[1] {
            let end = if fill == '\0' {
                text.iter().position(|one| one.character == fill).unwrap_or(text.len())
            } else {
                text.iter().rposition(|one| one.character != fill).map_or(0, |last| last + 1)
            };
            text = &text[..end];
        }
        text
    }

    /// The bytes of a text in a field of so many characters or bytes, or of as many as it takes; `None` if it has no place, or a
    /// character has no byte.
    pub(super) fn encode(&self, text: &[Character], length: Option<usize>) -> Option<Vec<u8>> {
        if let CharacterSet::Mixed(_, form) = self.set {
            return self.encode_pairs(text, form, length);
        }
        let bytes: Option<Vec<u8>> = text.iter().map(|one| self.set.byte(one.character)).collect();
        let bytes = bytes?;
        let lacks = length.unwrap_or(bytes.len()).checked_sub(bytes.len())?;
        if lacks == 0 {
            return Some(bytes);
        }
        let fill = vec![self.set.byte(self.fill?)?; lacks];
        Some(if self.trim == [true, false] { [fill, bytes].concat() } else { [bytes, fill].concat() })
    }

    fn encode_pairs(&self, text: &[Character], form: MixedForm, length: Option<usize>) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut is_shifted = form == MixedForm::Pairs;
        for one in text {
            match one.code? {
                Code::Single(byte) => {
                    if is_shifted {
                        bytes.push(SHIFT_IN);
                        is_shifted = false;
                    }
                    bytes.push(byte);
                }
                Code::Pair(first, second) => {
                    if !is_shifted {
                        bytes.push(SHIFT_OUT);
                        is_shifted = true;
                    }
                    bytes.extend([first, second]);
                }
            }
        }
        if is_shifted && form == MixedForm::Mixed {
            bytes.push(SHIFT_IN);
        }
        let lacks = length.unwrap_or(bytes.len()).checked_sub(bytes.len())?;
        if lacks == 0 {
            return Some(bytes);
        }
        let fill = vec![if self.fill? == '\0' { 0 } else { 0x40 }; lacks];
        Some(if self.trim == [true, false] { [fill, bytes].concat() } else { [bytes, fill].concat() })
    }
}
