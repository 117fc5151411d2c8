//! Decimal digits: bytes to a number and back.
//!
//! Digits are gathered as half bytes of a word. A few multiplications turn eight, sixteen or more of them into a
//! number.
//!
//! Source: IBM z/Architecture Principles of Operation, "Decimal Instructions"; Intel 64 and IA-32 Architectures
//! Software Developer's Manual, "Packed BCD Integers"; DFDL 1.0, "Properties Specific to Number with Binary
//! Representation".

#![expect(clippy::inline_always, clippy::needless_bitwise_bool, reason = "bodies of loops, without branches")]

mod declets;
mod floating;
mod halves;
mod power;
mod printed;
mod scale;

pub use self::declets::{from_declets, to_centesimals, to_declets, to_halves};
pub use self::floating::{DecimalTarget, native_to_ten, ten_to_native, ten_to_ten, ten_to_two, two_to_ten};
use self::halves::{DigitHalves, GROUPS, LONGEST, LongHalves, WideHalves, join_digits, stretch_digits};
pub use self::printed::{
    PrintedPicture, PrintedStyle, read_printed_u32, read_printed_u64, read_printed_u128, write_printed_u32,
    write_printed_u64, write_printed_u128,
};
pub use self::scale::{Whole, from_native_decimal, to_binary, to_decimal, to_native_decimal};

/// The digits of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits<N> {
    /// Whether there is a minus sign.
    pub negative: bool,
    /// The digits as a number without a point, or zero if they are invalid.
    pub number: N,
    /// Whether a digit or the sign is invalid.
    pub invalid: bool,
}

/// How a plus sign is written that shares a byte with a digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plus {
    /// As 0xC.
    Preferred,
    /// As 0xF, or in ASCII as the plain digit.
    Plain,
    /// As [`Plus::Plain`], and there is no minus sign.
    Only,
    /// There is no sign: every other form than that of [`Plus::Plain`] is invalid.
    Absent,
    /// As [`Plus::Plain`], and in ASCII a minus is the bit 0x40 of its digit.
    Bit,
}

/// Where packed digits have their sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackedSign {
    /// Nowhere.
    None,
    /// In the last half of a byte.
    Last(Plus),
    /// 0xD before the first digit for a minus, and 0xF in the unused halves.
    Floating,
    /// The top bit of a byte above the digits. The other bits of that byte have no meaning.
    TopByte,
}

/// Where digits in characters have their sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZonedSign {
    /// With the first digit.
    First(Plus),
    /// With the last digit.
    Last(Plus),
    /// In a byte before the digits.
    Before,
    /// In a byte after the digits.
    Behind,
}

/// The characters of digits and signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitSet {
    /// EBCDIC.
    Ebcdic,
    /// ASCII.
    Ascii,
}

impl DigitSet {
    #[inline(always)]
    const fn zone(self) -> u8 {
        match self {
            DigitSet::Ebcdic => 0xF0,
            DigitSet::Ascii => 0x30,
        }
    }

    #[inline(always)]
    const fn plus(self) -> u8 {
        match self {
            DigitSet::Ebcdic => 0x4E,
            DigitSet::Ascii => b'+',
        }
    }

    #[inline(always)]
    const fn minus(self) -> u8 {
        match self {
            DigitSet::Ebcdic => 0x60,
            DigitSet::Ascii => b'-',
        }
    }

    #[inline(always)]
    const fn point(self) -> u8 {
        match self {
            DigitSet::Ebcdic => 0x4B,
            DigitSet::Ascii => b'.',
        }
    }
}

/// Decodes a sign in half a byte: whether it is a minus, and whether it is invalid.
#[inline(always)]
fn sign_of(half: u64, plus: Plus) -> (bool, bool) {
    // IBM's sign codes: A, C, E and F are plus, B and D are minus, and 0 to 9 are digits and no sign.
    let negative = (half == 0xB) | (half == 0xD);
    let refused = ((plus == Plus::Only) & negative) | ((plus == Plus::Absent) & (half != 0xF));
    (negative, (half < 0xA) | refused)
}

/// The half of a byte that is written for a sign.
#[inline(always)]
fn sign_half(negative: bool, plus: Plus) -> u8 {
    // C and D are the signs that IBM's instructions produce. F is the zone of a character, which has no sign.
    let positive = if plus == Plus::Preferred { 0xC } else { 0xF };
    if negative { 0xD } else { positive }
}

#[inline(always)]
fn digits<H: DigitHalves>(halves: H, count: usize, negative: bool, bad: bool) -> Digits<H::Number> {
    let (number, none) = halves.number(count);
    let invalid = bad | none;
    // An invalid item is zero in every part: columns of items must not depend on what the bad bytes were.
    Digits { negative: negative & !invalid, number: H::zero_if(number, invalid), invalid }
}

/// The number of `count` packed digits. `bytes`: the most significant first.
#[inline(always)]
fn read_packed<H: DigitHalves, const N: usize>(
    bytes: [u8; N],
    count: usize,
    sign: PackedSign,
) -> Digits<H::Number> {
    match sign {
        PackedSign::None => digits(H::load(&bytes), count, false, false),
        PackedSign::Last(plus) => {
            let halves = H::load(&bytes);
            let (negative, bad) = sign_of(halves.lowest_half(), plus);
            digits(halves.pop(), count, negative, bad)
        }
        PackedSign::TopByte => digits(H::load(&bytes[1..]), count, bytes[0] & 0x80 != 0, false),
        PackedSign::Floating => {
            let mut halves = H::from_number(H::Number::default());
            let (mut unused, mut negative, mut empty) = (true, false, true);
            // Fill, then perhaps a minus, then digits. Once `unused` is false it stays so: a later F or D is an
            // invalid digit.
            for half in bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]) {
                let minus = unused && half == 0xD;
                unused &= half == 0xF;
                negative |= minus;
                empty &= unused || minus;
                halves = halves.push(if unused || minus { 0 } else { half });
            }
            digits(halves, count, negative, empty)
        }
    }
}

/// The packed digits of a number.
#[inline(always)]
fn write_packed<H: DigitHalves, const N: usize>(
    negative: bool,
    number: H::Number,
    sign: PackedSign,
) -> [u8; N] {
    let mut bytes = [0; N];
    let halves = H::from_number(number);
    match sign {
        PackedSign::None => halves.store(&mut bytes),
        PackedSign::Last(plus) => halves.push(sign_half(negative, plus)).store(&mut bytes),
        PackedSign::TopByte => {
            bytes[0] = u8::from(negative) << 7;
            halves.store(&mut bytes[1..]);
        }
        PackedSign::Floating => {
            // Zero has one digit. Without it the item would be fill alone, which is invalid.
            let length = halves.length().max(1);
            halves.store(&mut bytes);
            let mut place = 2 * N;
            for byte in &mut bytes {
                let half = |half: u8, place: usize| match place {
                    _ if place < length => half,
                    _ if place == length && negative => 0xD,
                    _ => 0xF,
                };
                place -= 2;
                *byte = half(*byte >> 4, place + 1) << 4 | half(*byte & 0xF, place);
            }
        }
    }
    bytes
}

/// Splits a byte that holds a digit and a sign: the byte of the digit alone, whether there is a minus, and whether the
/// byte is invalid.
#[inline(always)]
fn take_sign(byte: u8, set: DigitSet, plus: Plus) -> (u8, bool, bool) {
    match set {
        DigitSet::Ebcdic => {
            let (negative, bad) = sign_of(u64::from(byte >> 4), plus);
            (0xF0 | byte & 0xF, negative, bad)
        }
        DigitSet::Ascii => {
            // The letters that a punched card makes of digit and sign: `{ABCDEFGHI` are +0 to +9, `}JKLMNOPQR` are -0
            // to -9.
            let plain = byte & 0xF0 == 0x30;
            // `p` to `y`.
            let high = (plus == Plus::Bit) & (0x70..=0x79).contains(&byte);
            let (letter, later) = (byte.wrapping_sub(b'@'), byte.wrapping_sub(b'I'));
            let positive = (byte == b'{') | (1..=9).contains(&letter);
            let negative = (byte == b'}') | (1..=9).contains(&later) | high;
            let brace = (byte == b'{') | (byte == b'}');
            // What this is for any other byte has no meaning: `bad` says so. A digit above 9 is found with the other
            // digits.
            let digit = if positive { letter } else { later };
            let digit = if brace { 0 } else { digit };
            let digit = if high { byte } else { digit };
            let refused = ((plus == Plus::Only) & negative) | ((plus == Plus::Absent) & !plain);
            let bad = !(plain | positive | negative) | refused;
            (if plain { byte } else { 0x30 | digit & 0xF }, negative, bad)
        }
    }
}

/// Adds a sign to the byte of a digit.
#[inline(always)]
fn put_sign(byte: u8, negative: bool, set: DigitSet, plus: Plus) -> u8 {
    let digit = byte & 0xF;
    match set {
        DigitSet::Ebcdic => sign_half(negative, plus) << 4 | digit,
        DigitSet::Ascii => {
            let first = if negative { b'I' } else { b'@' };
            let zero = if negative { b'}' } else { b'{' };
            let signed = if digit == 0 { zero } else { first + digit };
            match (negative, plus) {
                (true, Plus::Bit) => byte | 0x40,
                (false, Plus::Plain | Plus::Only | Plus::Absent | Plus::Bit) => byte,
                (true, _) | (false, Plus::Preferred) => signed,
            }
        }
    }
}

/// The value 1 in each of eight bytes.
const EACH: u64 = 0x0101_0101_0101_0101;

/// Eight bytes from byte `8 * index` on, the first in the lowest byte of the word, with zeros after the last.
///
/// The bytes are loaded in pieces that do not overlap: so a loaded item stays a value, and is not read from memory
/// again.
#[inline(always)]
fn load_word<const N: usize>(bytes: &[u8; N], index: usize) -> u64 {
    let rest = bytes.get(8 * index..).unwrap_or_default();
    if let Some(whole) = rest.first_chunk() {
        return u64::from_le_bytes(*whole);
    }
    let (mut word, mut rest) = (0, rest);
    // The last piece becomes the highest.
    // One byte, two and four: the pieces of up to seven bytes are those of the binary number of their count.
    if rest.len() % 2 != 0 {
        word = u64::from(rest[rest.len() - 1]);
        rest = &rest[..rest.len() - 1];
    }
    if let Some(&[low, high]) = rest.last_chunk().filter(|_| rest.len() % 4 != 0) {
        word = word << 16 | u64::from(u16::from_le_bytes([low, high]));
        rest = &rest[..rest.len() - 2];
    }
    rest.first_chunk().map_or(word, |bytes| word << 32 | u64::from(u32::from_le_bytes(*bytes)))
}

/// Loads the `count` characters that end at `end`, at most eight, the last in the highest byte. The bytes below the
/// first character are zero.
#[inline(always)]
fn load_characters<const N: usize>(bytes: &[u8; N], end: usize, count: usize, zone: u8) -> u64 {
    let before = 8 * (8 - count);
    let word = if end < 8 {
        load_word(bytes, 0) << (8 * (8 - end))
    } else {
        let (low, shift) = ((end - 8) / 8, 8 * (end % 8));
        match shift {
            0 => load_word(bytes, low),
            _ => load_word(bytes, low) >> shift | load_word(bytes, low + 1) << (64 - shift),
        }
    };
    // The exclusive or takes the zone away. A byte with another zone keeps bits in its high half, which `above_nine`
    // finds.
    (word ^ (EACH * u64::from(zone))) >> before << before
}

/// The words of an item: 38 digits, a sign and a point, and no word is beyond them.
const WORDS: usize = 6;

/// Adds characters to the words of an item: the opposite of [`load_characters`].
#[inline(always)]
fn store_characters(characters: u64, words: &mut [u64; WORDS], end: usize, count: usize) {
    let (begin, characters) = (end - count, characters >> (8 * (8 - count)));
    let (word, shift) = (begin / 8, 8 * (begin % 8));
    words[word] |= characters << shift;
    // The rest goes to the next word. Within one word that shift would be by 64, which is not possible.
    if shift + 8 * count > 64 {
        words[word + 1] |= characters >> (64 - shift);
    }
}

/// The item of which these are the words. The pieces are those in which an item is moved to words again: so the item
/// stays a value, and the loop is vectorized.
#[inline(always)]
fn join_words<const N: usize>(words: [u64; WORDS]) -> [u8; N] {
    let mut bytes = [0; N];
    // Not a loop: the compiler would not unroll it.
    let mut piece = |index: usize| {
        let begin = N.min(8 * index);
        let rest = &mut bytes[begin..N.min(8 * index + 8)];
        rest.copy_from_slice(&words[index].to_le_bytes()[..rest.len()]);
    };
    piece(0);
    piece(1);
    piece(2);
    piece(3);
    piece(4);
    piece(5);
    bytes
}

/// Sets bits in the high half of each byte of a group that is not a digit.
#[inline(always)]
fn above_nine(digits: u64) -> u64 {
    // Adding 6 carries into the high half from 10 on. A byte from 0xFA on also carries into the next one, but is
    // itself invalid.
    (digits | digits.wrapping_add(6 * EACH)) & (0xF0 * EACH)
}

/// Where digits lie, without a point among them.
#[derive(Clone, Copy)]
struct ZonedLayout {
    begin: usize,
    count: usize,
    set: DigitSet,
    sign: ZonedSign,
}

impl ZonedLayout {
    /// How many digits lie before the end of a group. The groups are counted from the last.
    #[inline(always)]
    fn count_digits_before(self, index: usize) -> usize {
        self.count.saturating_sub(8 * index)
    }

    /// The byte of a group that also has the sign.
    #[inline(always)]
    fn sign_place(self, index: usize) -> Option<(usize, Plus)> {
        match self.sign {
            ZonedSign::First(plus) if self.count_digits_before(index) <= 8 => {
                Some((8 - self.count_digits_before(index), plus))
            }
            ZonedSign::Last(plus) if index == 0 => Some((7, plus)),
            ZonedSign::First(_) | ZonedSign::Last(_) | ZonedSign::Before | ZonedSign::Behind => None,
        }
    }

    /// Loads the digits of a group. `signed`: the character of the digit that has the sign, without the sign.
    #[inline(always)]
    fn load<const N: usize>(self, bytes: &[u8; N], index: usize, signed: u8) -> u64 {
        let left = self.count_digits_before(index);
        if left == 0 {
            return 0;
        }
        let digits = load_characters(bytes, self.begin + left, left.min(8), self.set.zone());
        let Some((place, _)) = self.sign_place(index) else { return digits };
        // In EBCDIC the low half of the byte is the digit, with or without a sign.
        let mask = if self.set == DigitSet::Ebcdic { 0xF0 } else { 0xFF };
        let digit = u64::from(signed ^ self.set.zone()) & mask;
        digits & !(mask << (8 * place)) | digit << (8 * place)
    }

    /// Stores the digits of a group: the opposite of `ZonedLayout::load`.
    #[inline(always)]
    fn store(self, groups: [u64; GROUPS], index: usize, negative: bool, words: &mut [u64; WORDS]) {
        let left = self.count_digits_before(index);
        if left == 0 {
            return;
        }
        let mut digits = stretch_digits(groups[index], left) | (EACH * u64::from(self.set.zone()));
        if let Some((place, plus)) = self.sign_place(index) {
            let byte = (digits >> (8 * place)).to_le_bytes()[0];
            digits ^= u64::from(byte ^ put_sign(byte, negative, self.set, plus)) << (8 * place);
        }
        store_characters(digits, words, self.begin + left, left.min(8));
    }
}

/// The number of `count` digits in characters.
///
/// `point`: how many digits precede a written point, or `None` if no point is written.
#[inline(always)]
fn read_zoned<H: DigitHalves, const N: usize>(
    bytes: [u8; N],
    count: usize,
    set: DigitSet,
    sign: ZonedSign,
    point: Option<usize>,
) -> Digits<H::Number> {
    let (mut negative, mut bad, mut signed) = (false, false, 0);
    if let ZonedSign::Before | ZonedSign::Behind = sign {
        let byte = if sign == ZonedSign::Before { bytes[0] } else { bytes[N - 1] };
        negative = byte == set.minus();
        bad = !negative & (byte != set.plus());
    }
    let begin = usize::from(sign == ZonedSign::Before);
    let mut bytes = bytes;
    if let Some(place) = point {
        bad |= bytes[begin + place] != set.point();
        // The digits before the point move by one byte, onto the point. The byte that they leave is not read again.
        bytes.copy_within(begin..begin + place, begin + 1);
    }
    let begin = begin + usize::from(point.is_some());
    // Only after the point was removed, because that may have moved the digit with the sign.
    if let ZonedSign::First(plus) | ZonedSign::Last(plus) = sign {
        let at = if let ZonedSign::First(_) = sign { begin } else { begin + count - 1 };
        let none;
        (signed, negative, none) = take_sign(bytes[at], set, plus);
        bad |= none;
    }
    let layout = ZonedLayout { begin, count, set, sign };
    // Not a loop: the compiler would not unroll it.
    let groups = [
        layout.load(&bytes, 0, signed),
        layout.load(&bytes, 1, signed),
        layout.load(&bytes, 2, signed),
        layout.load(&bytes, 3, signed),
        layout.load(&bytes, 4, signed),
    ];
    let wrong = above_nine(groups[0])
        | above_nine(groups[1])
        | above_nine(groups[2])
        | above_nine(groups[3])
        | above_nine(groups[4]);
    let invalid = bad | (wrong != 0);
    let groups = [
        join_digits(groups[0]),
        join_digits(groups[1]),
        join_digits(groups[2]),
        join_digits(groups[3]),
        join_digits(groups[4]),
    ];
    let number = H::zero_if(H::join_groups(groups), invalid);
    Digits { negative: negative & !invalid, number, invalid }
}

/// The digits of a number in characters. The arguments are those of [`read_zoned`].
#[inline(always)]
fn write_zoned<H: DigitHalves, const N: usize>(
    negative: bool,
    number: H::Number,
    count: usize,
    set: DigitSet,
    sign: ZonedSign,
    point: Option<usize>,
) -> [u8; N] {
    let mut words = [0; WORDS];
    let byte = u64::from(if negative { set.minus() } else { set.plus() });
    let begin = usize::from(sign == ZonedSign::Before);
    if let ZonedSign::Before = sign {
        words[0] = byte;
    } else if let ZonedSign::Behind = sign {
        words[(N - 1) / 8] = byte << (8 * ((N - 1) % 8));
    }
    let first = begin + usize::from(point.is_some());
    let groups = H::split_groups(number);
    let layout = ZonedLayout { begin: first, count, set, sign };
    layout.store(groups, 0, negative, &mut words);
    layout.store(groups, 1, negative, &mut words);
    layout.store(groups, 2, negative, &mut words);
    layout.store(groups, 3, negative, &mut words);
    layout.store(groups, 4, negative, &mut words);
    let mut bytes = join_words::<N>(words);
    // The digits were stored behind the point's place. Those before the point move back by one byte.
    if let Some(place) = point {
        bytes.copy_within(begin + 1..begin + 1 + place, begin);
        bytes[begin + place] = set.point();
    }
    bytes
}

macro_rules! widths {
    ($($halves:ident, $number:ident, $most:literal: $read_packed:ident, $write_packed:ident, $read_zoned:ident,
      $write_zoned:ident;)*) => {$(
        /// The number of `count` packed digits. `bytes`: the most significant first,
        #[doc = concat!("at most ", $most, " halves.")]
        #[inline(always)]
        pub fn $read_packed<const N: usize>(bytes: [u8; N], count: usize, sign: PackedSign) -> Digits<$number> {
            read_packed::<$halves, N>(bytes, count, sign)
        }

        /// The packed digits of a number,
        #[doc = concat!("at most ", $most, " halves of bytes.")]
        #[inline(always)]
        pub fn $write_packed<const N: usize>(negative: bool, number: $number, sign: PackedSign) -> [u8; N] {
            write_packed::<$halves, N>(negative, number, sign)
        }

        /// The number of `count` digits in characters,
        #[doc = concat!("at most ", $most, ".")]
        ///
        /// `point`: the digits that stand before a written point; `None` where none is written.
        #[inline(always)]
        pub fn $read_zoned<const N: usize>(
            bytes: [u8; N],
            count: usize,
            set: DigitSet,
            sign: ZonedSign,
            point: Option<usize>,
        ) -> Digits<$number> {
            read_zoned::<$halves, N>(bytes, count, set, sign, point)
        }

        /// The digits of a number in characters,
        #[doc = concat!("at most ", $most, ".")]
        ///
        /// `point`: the digits that stand before a written point; `None` where none is written.
        #[inline(always)]
        pub fn $write_zoned<const N: usize>(
            negative: bool,
            number: $number,
            count: usize,
            set: DigitSet,
            sign: ZonedSign,
            point: Option<usize>,
        ) -> [u8; N] {
            write_zoned::<$halves, N>(negative, number, count, set, sign, point)
        }
    )*};
}

widths! {
    u32, u32, 8: read_packed_u32, write_packed_u32, read_zoned_u32, write_zoned_u32;
    u64, u64, 16: read_packed_u64, write_packed_u64, read_zoned_u64, write_zoned_u64;
}

fn widen_digits(Digits { negative, number, invalid }: Digits<u64>) -> Digits<u128> {
    Digits { negative, number: u128::from(number), invalid }
}

/// The number of `count` packed digits. `bytes`: at most 48 halves, the most significant first.
#[inline(always)]
pub fn read_packed_u128<const N: usize>(bytes: [u8; N], count: usize, sign: PackedSign) -> Digits<u128> {
    // `LongHalves` has twenty halves, and its number is one of 64 bits: a fraction of the time that 128 bits take.
    if N <= 10 && count <= LONGEST {
        return widen_digits(read_packed::<LongHalves, N>(bytes, count, sign));
    }
    read_packed::<WideHalves, N>(bytes, count, sign)
}

/// The packed digits of a number, at most 48 halves of bytes.
#[inline(always)]
pub fn write_packed_u128<const N: usize>(negative: bool, number: u128, sign: PackedSign) -> [u8; N] {
    let digits = match sign {
        PackedSign::None | PackedSign::Floating => 2 * N,
        PackedSign::Last(_) => 2 * N - 1,
        PackedSign::TopByte => 2 * N - 2,
    };
    // The caller's number fits in the item, so it has no more digits than the item.
    if digits <= LONGEST {
        return write_packed::<LongHalves, N>(negative, narrow_number(number), sign);
    }
    write_packed::<WideHalves, N>(negative, number, sign)
}

/// The number of `count` digits in characters, at most 38.
///
/// `point`: how many digits precede a written point, or `None` if no point is written.
#[inline(always)]
pub fn read_zoned_u128<const N: usize>(
    bytes: [u8; N],
    count: usize,
    set: DigitSet,
    sign: ZonedSign,
    point: Option<usize>,
) -> Digits<u128> {
    if count <= LONGEST {
        return widen_digits(read_zoned::<LongHalves, N>(bytes, count, set, sign, point));
    }
    read_zoned::<WideHalves, N>(bytes, count, set, sign, point)
}

/// The digits of a number in characters, at most 38.
///
/// `point`: how many digits precede a written point, or `None` if no point is written.
#[inline(always)]
pub fn write_zoned_u128<const N: usize>(
    negative: bool,
    number: u128,
    count: usize,
    set: DigitSet,
    sign: ZonedSign,
    point: Option<usize>,
) -> [u8; N] {
    if count <= LONGEST {
        return write_zoned::<LongHalves, N>(negative, narrow_number(number), count, set, sign, point);
    }
    write_zoned::<WideHalves, N>(negative, number, count, set, sign, point)
}

/// Narrows a number of at most [`LONGEST`] digits.
#[inline(always)]
fn narrow_number(number: u128) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "so many digits fit")]
    let lowest = number as u64;
    lowest
}

/// Swaps the halves of each byte.
#[inline(always)]
pub fn swap_halves<const N: usize>(bytes: [u8; N]) -> [u8; N] {
    bytes.map(|byte| byte.rotate_left(4))
}

#[cfg(test)]
mod tests;
