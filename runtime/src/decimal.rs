//! Decimal digits: bytes to a number and back.
//!
//! Digits are gathered as halves of bytes in a word, where eight, sixteen or more are turned into a
//! number by a few multiplications.
//!
//! Source: IBM z/Architecture Principles of Operation, "Decimal Instructions"; Intel 64 and IA-32 Architectures
//! Software Developer's Manual, "Packed BCD Integers"; DFDL 1.0, "Properties Specific to Number with Binary
//! Representation".

#![expect(clippy::inline_always, clippy::needless_bitwise_bool, reason = "bodies of loops, without branches")]

mod halves;
mod scale;

use self::halves::{Halves, Wide};
pub use self::scale::{Whole, from_native_decimal, to_binary, to_decimal, to_native_decimal};

/// The digits of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits<N> {
    /// There is a minus sign.
    pub negative: bool,
    /// The digits as a number without a point; zero where they are none.
    pub number: N,
    /// The digits or the sign are none.
    pub invalid: bool,
}

/// How a plus sign is written that shares a byte with a digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plus {
    /// As 0xC.
    Preferred,
    /// As 0xF; in ASCII as the digit itself.
    Plain,
    /// As [`Plus::Plain`], and there is no minus.
    Only,
}

/// Where packed digits have their sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackedSign {
    /// Nowhere.
    None,
    /// In the last half of a byte.
    Last(Plus),
    /// 0xD before the first digit, and 0xF in what is left.
    Floating,
    /// The top bit of a byte above the digits, whose other bits mean nothing.
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
    /// In a byte behind the digits.
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

/// The most bytes of digits: 38 in characters.
const MOST: usize = 40;

/// A sign in half a byte: whether it is a minus, and whether it is none.
#[inline(always)]
fn sign_of(half: u32, plus: Plus) -> (bool, bool) {
    let negative = (half == 0xB) | (half == 0xD);
    (negative, (half < 0xA) | ((plus == Plus::Only) & negative))
}

/// The half of a byte that is written for a sign.
#[inline(always)]
fn sign_half(negative: bool, plus: Plus) -> u8 {
    let positive = if plus == Plus::Preferred { 0xC } else { 0xF };
    if negative { 0xD } else { positive }
}

#[inline(always)]
fn digits<H: Halves>(halves: H, count: usize, negative: bool, bad: bool) -> Digits<H::Number> {
    let (number, none) = halves.number(count);
    let invalid = bad | none;
    Digits { negative: negative & !invalid, number: H::clear(number, invalid), invalid }
}

/// The number of `count` packed digits. `bytes`: the most significant first.
#[inline(always)]
fn read_packed<H: Halves, const N: usize>(
    bytes: [u8; N],
    count: usize,
    sign: PackedSign,
) -> Digits<H::Number> {
    match sign {
        PackedSign::None => digits(H::load(&bytes), count, false, false),
        PackedSign::Last(plus) => {
            let halves = H::load(&bytes);
            let (negative, bad) = sign_of(halves.low(), plus);
            digits(halves.pop(), count, negative, bad)
        }
        PackedSign::TopByte => digits(H::load(&bytes[1..]), count, bytes[0] & 0x80 != 0, false),
        PackedSign::Floating => {
            let mut halves = H::of(H::Number::default());
            let (mut unused, mut negative, mut empty) = (true, false, true);
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
fn write_packed<H: Halves, const N: usize>(negative: bool, number: H::Number, sign: PackedSign) -> [u8; N] {
    let mut bytes = [0; N];
    let halves = H::of(number);
    match sign {
        PackedSign::None => halves.store(&mut bytes),
        PackedSign::Last(plus) => halves.push(sign_half(negative, plus)).store(&mut bytes),
        PackedSign::TopByte => {
            bytes[0] = u8::from(negative) << 7;
            halves.store(&mut bytes[1..]);
        }
        PackedSign::Floating => {
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

/// A byte that has a digit and a sign: the byte of the digit alone, whether there is a minus, whether it is
/// neither.
#[inline(always)]
fn take_sign(byte: u8, set: DigitSet, plus: Plus) -> (u8, bool, bool) {
    match set {
        DigitSet::Ebcdic => {
            let (negative, bad) = sign_of(u32::from(byte >> 4), plus);
            (0xF0 | byte & 0xF, negative, bad)
        }
        DigitSet::Ascii => {
            let plain = byte & 0xF0 == 0x30;
            let (letter, later) = (byte.wrapping_sub(b'@'), byte.wrapping_sub(b'I'));
            let positive = (byte == b'{') | (1..=9).contains(&letter);
            let negative = (byte == b'}') | (1..=9).contains(&later);
            let brace = (byte == b'{') | (byte == b'}');
            let digit = if positive { letter } else { later };
            let digit = if brace { 0 } else { digit };
            let bad = !(plain | positive | negative) | ((plus == Plus::Only) & negative);
            (if plain { byte } else { 0x30 | digit & 0xF }, negative, bad)
        }
    }
}

/// The byte of a digit that has a sign.
#[inline(always)]
fn put_sign(byte: u8, negative: bool, set: DigitSet, plus: Plus) -> u8 {
    let digit = byte & 0xF;
    match set {
        DigitSet::Ebcdic => sign_half(negative, plus) << 4 | digit,
        DigitSet::Ascii => {
            let first = if negative { b'I' } else { b'@' };
            let zero = if negative { b'}' } else { b'{' };
            let signed = if digit == 0 { zero } else { first + digit };
            if !negative && plus != Plus::Preferred { byte } else { signed }
        }
    }
}

/// The number of `count` digits in characters.
///
/// `point`: the digits that stand before a written point; `None` where none is written.
#[inline(always)]
fn read_zoned<H: Halves, const N: usize>(
    bytes: [u8; N],
    count: usize,
    set: DigitSet,
    sign: ZonedSign,
    point: Option<usize>,
) -> Digits<H::Number> {
    let (mut negative, mut bad) = (false, false);
    let body = match sign {
        ZonedSign::First(_) | ZonedSign::Last(_) => &bytes[..],
        ZonedSign::Before => &bytes[1..],
        ZonedSign::Behind => &bytes[..N - 1],
    };
    if let ZonedSign::Before | ZonedSign::Behind = sign {
        let byte = if sign == ZonedSign::Before { bytes[0] } else { bytes[N - 1] };
        negative = byte == set.minus();
        bad = !negative & (byte != set.plus());
    }
    let mut plain = [0; MOST];
    match point {
        None => plain[..count].copy_from_slice(body),
        Some(place) => {
            plain[..place].copy_from_slice(&body[..place]);
            plain[place..count].copy_from_slice(&body[place + 1..]);
            bad |= body[place] != set.point();
        }
    }
    let plain = &mut plain[..count];
    if let ZonedSign::First(plus) | ZonedSign::Last(plus) = sign {
        let place = if let ZonedSign::First(_) = sign { 0 } else { count - 1 };
        (plain[place], negative, bad) = {
            let (byte, minus, none) = take_sign(plain[place], set, plus);
            (byte, minus, bad | none)
        };
    }
    let (halves, zones) = H::gather(plain, set.zone());
    digits(halves, count, negative, bad | zones)
}

/// The digits of a number in characters; the arguments as those of [`read_zoned`].
#[inline(always)]
fn write_zoned<H: Halves, const N: usize>(
    negative: bool,
    number: H::Number,
    count: usize,
    set: DigitSet,
    sign: ZonedSign,
    point: Option<usize>,
) -> [u8; N] {
    let mut plain = [0; MOST];
    let plain = &mut plain[..count];
    H::spread(number, plain, set.zone());
    if let ZonedSign::First(plus) | ZonedSign::Last(plus) = sign {
        let place = if let ZonedSign::First(_) = sign { 0 } else { count - 1 };
        plain[place] = put_sign(plain[place], negative, set, plus);
    }
    let mut bytes = [0; N];
    let byte = if negative { set.minus() } else { set.plus() };
    let body = match sign {
        ZonedSign::First(_) | ZonedSign::Last(_) => &mut bytes[..],
        ZonedSign::Before => {
            bytes[0] = byte;
            &mut bytes[1..]
        }
        ZonedSign::Behind => {
            bytes[N - 1] = byte;
            &mut bytes[..N - 1]
        }
    };
    match point {
        None => body.copy_from_slice(plain),
        Some(place) => {
            body[..place].copy_from_slice(&plain[..place]);
            body[place] = set.point();
            body[place + 1..].copy_from_slice(&plain[place..]);
        }
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
    Wide, u128, 48: read_packed_u128, write_packed_u128, read_zoned_u128, write_zoned_u128;
}

/// Bytes with their halves changed for each other.
#[inline(always)]
pub fn swap_halves<const N: usize>(bytes: [u8; N]) -> [u8; N] {
    bytes.map(|byte| byte.rotate_left(4))
}

#[cfg(test)]
mod tests;
