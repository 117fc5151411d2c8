//! Decimal digits: octets to a number and back, and numbers between ten and two, rounded once.
//!
//! Digits are gathered as halves of octets in a word, where eight, sixteen or more are turned into a
//! number by a few multiplications. Between a decimal and a float stands exact integer arithmetic: five to the
//! power of the scale has at most 89 bits. Nothing is allocated.
//!
//! Source: IBM z/Architecture Principles of Operation, "Decimal Instructions"; Intel 64 and IA-32 Architectures
//! Software Developer's Manual, "Packed BCD Integers"; DFDL 1.0, "Properties Specific to Number with Binary
//! Representation".

#![expect(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::needless_bitwise_bool,
    reason = "bodies of loops, without branches; every cast is of a field whose width is known"
)]

use crate::float::Rounding;
use crate::loss::Kinds;
use crate::native::{Decimal, decimal_from_parts, decimal_to_parts};

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

/// How a plus sign is written that shares an octet with a digit.
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
    /// In the last half of an octet.
    Last(Plus),
    /// 0xD before the first digit, and 0xF in what is left.
    Floating,
    /// The top bit of an octet above the digits, whose other bits mean nothing.
    TopOctet,
}

/// Where digits in characters have their sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZonedSign {
    /// With the first digit.
    First(Plus),
    /// With the last digit.
    Last(Plus),
    /// In an octet before the digits.
    Before,
    /// In an octet behind the digits.
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

/// The most octets of digits: 38 in characters.
const MOST: usize = 40;

/// Powers of ten, as far as they fit.
const TEN: [u128; 39] = powers(10);

/// Powers of five, for every scale.
const FIVE: [u128; 39] = powers(5);

const fn powers(base: u128) -> [u128; 39] {
    let mut powers = [1; 39];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = powers[index - 1] * base;
        index += 1;
    }
    powers
}

/// A word of digits, one in each half octet, the last in the lowest.
trait Halves: Copy {
    /// What holds the number of so many digits.
    type Number: Copy + Default;

    /// The halves of octets, the most significant first.
    fn load(octets: &[u8]) -> Self;

    /// The low halves of octets, and whether a high half is not that of `zone`.
    fn gather(octets: &[u8], zone: u8) -> (Self, bool);

    /// The opposite of [`Halves::load`].
    fn store(self, octets: &mut [u8]);

    /// The opposite of [`Halves::gather`].
    fn spread(self, octets: &mut [u8], zone: u8);

    /// The lowest half.
    fn low(self) -> u32;

    /// Without the lowest half.
    #[must_use]
    fn pop(self) -> Self;

    /// With another half below.
    #[must_use]
    fn push(self, half: u8) -> Self;

    /// How many halves there are, leading zeros apart.
    fn length(self) -> usize;

    /// The number of the lowest `digits` halves, and whether they are not digits or there are more.
    fn number(self, digits: usize) -> (Self::Number, bool);

    /// The digits of a number.
    fn of(number: Self::Number) -> Self;

    /// Zero where the condition holds. Without a branch.
    fn clear(number: Self::Number, condition: bool) -> Self::Number;
}

/// The low halves of eight octets, and whether a high half is not that of `zone`.
#[inline(always)]
fn squeeze(octets: [u8; 8], zone: u8) -> (u32, bool) {
    let word = u64::from_be_bytes(octets);
    let zones = u64::from(zone) * 0x0101_0101_0101_0101;
    let bad = word & 0xF0F0_F0F0_F0F0_F0F0 != zones;
    let halves = word & 0x0F0F_0F0F_0F0F_0F0F;
    let pairs = (halves | halves >> 4) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF;
    ((fours | fours >> 16) as u32, bad)
}

/// Eight halves, each in an octet of its own.
#[inline(always)]
fn stretch(halves: u32, zone: u8) -> [u8; 8] {
    let fours = (u64::from(halves) | u64::from(halves) << 16) & 0x0000_FFFF_0000_FFFF;
    let pairs = (fours | fours << 8) & 0x00FF_00FF_00FF_00FF;
    let singles = (pairs | pairs << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    let zones = u64::from(zone) * 0x0101_0101_0101_0101;
    (singles | zones).to_be_bytes()
}

/// The octets at the end of `N`, which begin with `fill`.
#[inline(always)]
fn align<const N: usize>(octets: &[u8], fill: u8) -> [u8; N] {
    let mut all = [fill; N];
    all[N - octets.len()..].copy_from_slice(octets);
    all
}

impl Halves for u32 {
    type Number = u32;

    #[inline(always)]
    fn load(octets: &[u8]) -> u32 {
        u32::from_be_bytes(align(octets, 0))
    }

    #[inline(always)]
    fn gather(octets: &[u8], zone: u8) -> (u32, bool) {
        squeeze(align(octets, zone), zone)
    }

    #[inline(always)]
    fn store(self, octets: &mut [u8]) {
        let count = octets.len();
        octets.copy_from_slice(&self.to_be_bytes()[4 - count..]);
    }

    #[inline(always)]
    fn spread(self, octets: &mut [u8], zone: u8) {
        let count = octets.len();
        octets.copy_from_slice(&stretch(self, zone)[8 - count..]);
    }

    #[inline(always)]
    fn low(self) -> u32 {
        self & 0xF
    }

    #[inline(always)]
    fn pop(self) -> u32 {
        self >> 4
    }

    #[inline(always)]
    fn push(self, half: u8) -> u32 {
        self << 4 | u32::from(half)
    }

    #[inline(always)]
    fn length(self) -> usize {
        8 - self.leading_zeros() as usize / 4
    }

    #[inline(always)]
    fn number(self, digits: usize) -> (u32, bool) {
        let more = digits < 8 && self >> ((4 * digits as u32) & 31) != 0;
        let bad = self >> 3 & (self >> 2 | self >> 1) & 0x1111_1111 != 0;
        let pairs = self - 6 * (self >> 4 & 0x0F0F_0F0F);
        let fours = pairs.wrapping_sub(156 * (pairs >> 8 & 0x00FF_00FF));
        (fours.wrapping_sub(55_536 * (fours >> 16)), bad | more)
    }

    #[inline(always)]
    fn clear(number: u32, condition: bool) -> u32 {
        number & u32::from(condition).wrapping_sub(1)
    }

    #[inline(always)]
    fn of(number: u32) -> u32 {
        let fours = number + 55_536 * (number / 10_000);
        // Of numbers below 10000 and 100 the quotients are exact.
        let high = ((fours >> 16) * 5243) >> 19;
        let low = ((fours & 0xFFFF) * 5243) >> 19;
        let pairs = fours + 156 * (high << 16 | low);
        let high = ((pairs >> 8 & 0x00FF_00FF) * 103) >> 10 & 0x000F_000F;
        let low = ((pairs & 0x00FF_00FF) * 103) >> 10 & 0x000F_000F;
        pairs + 6 * (high << 8 | low)
    }
}

impl Halves for u64 {
    type Number = u64;

    #[inline(always)]
    fn load(octets: &[u8]) -> u64 {
        u64::from_be_bytes(align(octets, 0))
    }

    #[inline(always)]
    fn gather(octets: &[u8], zone: u8) -> (u64, bool) {
        let (high, low) = octets.split_at(octets.len().saturating_sub(8));
        let (high, bad_high) = u32::gather(high, zone);
        let (low, bad_low) = u32::gather(low, zone);
        (u64::from(high) << 32 | u64::from(low), bad_high | bad_low)
    }

    #[inline(always)]
    fn store(self, octets: &mut [u8]) {
        let count = octets.len();
        octets.copy_from_slice(&self.to_be_bytes()[8 - count..]);
    }

    #[inline(always)]
    fn spread(self, octets: &mut [u8], zone: u8) {
        let (high, low) = octets.split_at_mut(octets.len().saturating_sub(8));
        ((self >> 32) as u32).spread(high, zone);
        (self as u32).spread(low, zone);
    }

    #[inline(always)]
    fn low(self) -> u32 {
        (self & 0xF) as u32
    }

    #[inline(always)]
    fn pop(self) -> u64 {
        self >> 4
    }

    #[inline(always)]
    fn push(self, half: u8) -> u64 {
        self << 4 | u64::from(half)
    }

    #[inline(always)]
    fn length(self) -> usize {
        16 - self.leading_zeros() as usize / 4
    }

    #[inline(always)]
    fn number(self, digits: usize) -> (u64, bool) {
        let more = digits < 16 && self >> ((4 * digits as u32) & 63) != 0;
        let bad = self >> 3 & (self >> 2 | self >> 1) & 0x1111_1111_1111_1111 != 0;
        let pairs = self - 6 * (self >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        let fours = pairs.wrapping_sub(156 * (pairs >> 8 & 0x00FF_00FF_00FF_00FF));
        let eights = fours.wrapping_sub(55_536 * (fours >> 16 & 0x0000_FFFF_0000_FFFF));
        (eights.wrapping_sub(4_194_967_296 * (eights >> 32)), bad | more)
    }

    #[inline(always)]
    fn clear(number: u64, condition: bool) -> u64 {
        number & u64::from(condition).wrapping_sub(1)
    }

    #[inline(always)]
    fn of(number: u64) -> u64 {
        let (high, low) = (number / 100_000_000, number % 100_000_000);
        u64::from(u32::of(high as u32)) << 32 | u64::from(u32::of(low as u32))
    }
}

/// Up to 48 digits, of which 38 are used: sixteen in each word, the most significant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wide([u64; 3]);

/// Ten to the power of the digits of a word.
const SIXTEEN: u128 = TEN[16];

impl Halves for Wide {
    type Number = u128;

    #[inline(always)]
    fn load(octets: &[u8]) -> Wide {
        let octets: [u8; 24] = align(octets, 0);
        Wide([u64::load(&octets[..8]), u64::load(&octets[8..16]), u64::load(&octets[16..])])
    }

    #[inline(always)]
    fn gather(octets: &[u8], zone: u8) -> (Wide, bool) {
        let octets: [u8; 48] = align(octets, zone);
        let (high, bad_high) = u64::gather(&octets[..16], zone);
        let (middle, bad_middle) = u64::gather(&octets[16..32], zone);
        let (low, bad_low) = u64::gather(&octets[32..], zone);
        (Wide([high, middle, low]), bad_high | bad_middle | bad_low)
    }

    #[inline(always)]
    fn store(self, octets: &mut [u8]) {
        let mut all = [0; 24];
        for (chunk, word) in all.as_chunks_mut().0.iter_mut().zip(self.0) {
            *chunk = word.to_be_bytes();
        }
        octets.copy_from_slice(&all[24 - octets.len()..]);
    }

    #[inline(always)]
    fn spread(self, octets: &mut [u8], zone: u8) {
        let mut all = [0; 48];
        for (chunk, word) in all.as_chunks_mut::<16>().0.iter_mut().zip(self.0) {
            word.spread(chunk, zone);
        }
        octets.copy_from_slice(&all[48 - octets.len()..]);
    }

    #[inline(always)]
    fn low(self) -> u32 {
        self.0[2].low()
    }

    #[inline(always)]
    fn pop(self) -> Wide {
        let [high, middle, low] = self.0;
        Wide([high >> 4, middle >> 4 | high << 60, low >> 4 | middle << 60])
    }

    #[inline(always)]
    fn push(self, half: u8) -> Wide {
        let [high, middle, low] = self.0;
        Wide([high << 4 | middle >> 60, middle << 4 | low >> 60, low << 4 | u64::from(half)])
    }

    #[inline(always)]
    fn length(self) -> usize {
        let [high, middle, low] = self.0;
        match (high, middle) {
            (0, 0) => low.length(),
            (0, _) => 16 + middle.length(),
            _ => 32 + high.length(),
        }
    }

    #[inline(always)]
    fn number(self, digits: usize) -> (u128, bool) {
        let [high, middle, low] = self.0;
        let (high, bad_high) = high.number(digits.saturating_sub(32));
        let (middle, bad_middle) = middle.number(digits.saturating_sub(16).min(16));
        let (low, bad_low) = low.number(digits.min(16));
        let upper = u128::from(high).wrapping_mul(SIXTEEN) + u128::from(middle);
        (upper.wrapping_mul(SIXTEEN).wrapping_add(u128::from(low)), bad_high | bad_middle | bad_low)
    }

    #[inline(always)]
    fn clear(number: u128, condition: bool) -> u128 {
        number & u128::from(condition).wrapping_sub(1)
    }

    #[inline(always)]
    fn of(number: u128) -> Wide {
        let (upper, low) = (number / SIXTEEN, (number % SIXTEEN) as u64);
        let (high, middle) = ((upper / SIXTEEN) as u64, (upper % SIXTEEN) as u64);
        Wide([u64::of(high), u64::of(middle), u64::of(low)])
    }
}

/// A sign in half an octet: whether it is a minus, and whether it is none.
#[inline(always)]
fn sign_of(half: u32, plus: Plus) -> (bool, bool) {
    let negative = (half == 0xB) | (half == 0xD);
    (negative, (half < 0xA) | ((plus == Plus::Only) & negative))
}

/// The half of an octet that is written for a sign.
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

/// The number of `count` packed digits. `octets`: the most significant first.
#[inline(always)]
fn read_packed<H: Halves, const N: usize>(
    octets: [u8; N],
    count: usize,
    sign: PackedSign,
) -> Digits<H::Number> {
    match sign {
        PackedSign::None => digits(H::load(&octets), count, false, false),
        PackedSign::Last(plus) => {
            let halves = H::load(&octets);
            let (negative, bad) = sign_of(halves.low(), plus);
            digits(halves.pop(), count, negative, bad)
        }
        PackedSign::TopOctet => digits(H::load(&octets[1..]), count, octets[0] & 0x80 != 0, false),
        PackedSign::Floating => {
            let mut halves = H::of(H::Number::default());
            let (mut unused, mut negative, mut empty) = (true, false, true);
            for half in octets.iter().flat_map(|octet| [octet >> 4, octet & 0xF]) {
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
    let mut octets = [0; N];
    let halves = H::of(number);
    match sign {
        PackedSign::None => halves.store(&mut octets),
        PackedSign::Last(plus) => halves.push(sign_half(negative, plus)).store(&mut octets),
        PackedSign::TopOctet => {
            octets[0] = u8::from(negative) << 7;
            halves.store(&mut octets[1..]);
        }
        PackedSign::Floating => {
            let length = halves.length().max(1);
            halves.store(&mut octets);
            let mut place = 2 * N;
            for octet in &mut octets {
                let half = |half: u8, place: usize| match place {
                    _ if place < length => half,
                    _ if place == length && negative => 0xD,
                    _ => 0xF,
                };
                place -= 2;
                *octet = half(*octet >> 4, place + 1) << 4 | half(*octet & 0xF, place);
            }
        }
    }
    octets
}

/// An octet that has a digit and a sign: the octet of the digit alone, whether there is a minus, whether it is
/// neither.
#[inline(always)]
fn take_sign(octet: u8, set: DigitSet, plus: Plus) -> (u8, bool, bool) {
    match set {
        DigitSet::Ebcdic => {
            let (negative, bad) = sign_of(u32::from(octet >> 4), plus);
            (0xF0 | octet & 0xF, negative, bad)
        }
        DigitSet::Ascii => {
            let plain = octet & 0xF0 == 0x30;
            let (letter, later) = (octet.wrapping_sub(b'@'), octet.wrapping_sub(b'I'));
            let positive = (octet == b'{') | (1..=9).contains(&letter);
            let negative = (octet == b'}') | (1..=9).contains(&later);
            let brace = (octet == b'{') | (octet == b'}');
            let digit = if positive { letter } else { later };
            let digit = if brace { 0 } else { digit };
            let bad = !(plain | positive | negative) | ((plus == Plus::Only) & negative);
            (if plain { octet } else { 0x30 | digit & 0xF }, negative, bad)
        }
    }
}

/// The octet of a digit that has a sign.
#[inline(always)]
fn put_sign(octet: u8, negative: bool, set: DigitSet, plus: Plus) -> u8 {
    let digit = octet & 0xF;
    match set {
        DigitSet::Ebcdic => sign_half(negative, plus) << 4 | digit,
        DigitSet::Ascii => {
            let first = if negative { b'I' } else { b'@' };
            let zero = if negative { b'}' } else { b'{' };
            let signed = if digit == 0 { zero } else { first + digit };
            if !negative && plus != Plus::Preferred { octet } else { signed }
        }
    }
}

/// The number of `count` digits in characters.
///
/// `point`: the digits that stand before a written point; `None` where none is written.
#[inline(always)]
fn read_zoned<H: Halves, const N: usize>(
    octets: [u8; N],
    count: usize,
    set: DigitSet,
    sign: ZonedSign,
    point: Option<usize>,
) -> Digits<H::Number> {
    let (mut negative, mut bad) = (false, false);
    let body = match sign {
        ZonedSign::First(_) | ZonedSign::Last(_) => &octets[..],
        ZonedSign::Before => &octets[1..],
        ZonedSign::Behind => &octets[..N - 1],
    };
    if let ZonedSign::Before | ZonedSign::Behind = sign {
        let octet = if sign == ZonedSign::Before { octets[0] } else { octets[N - 1] };
        negative = octet == set.minus();
        bad = !negative & (octet != set.plus());
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
            let (octet, minus, none) = take_sign(plain[place], set, plus);
            (octet, minus, bad | none)
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
    H::of(number).spread(plain, set.zone());
    if let ZonedSign::First(plus) | ZonedSign::Last(plus) = sign {
        let place = if let ZonedSign::First(_) = sign { 0 } else { count - 1 };
        plain[place] = put_sign(plain[place], negative, set, plus);
    }
    let mut octets = [0; N];
    let octet = if negative { set.minus() } else { set.plus() };
    let body = match sign {
        ZonedSign::First(_) | ZonedSign::Last(_) => &mut octets[..],
        ZonedSign::Before => {
            octets[0] = octet;
            &mut octets[1..]
        }
        ZonedSign::Behind => {
            octets[N - 1] = octet;
            &mut octets[..N - 1]
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
    octets
}

macro_rules! widths {
    ($($halves:ident, $number:ident, $most:literal: $read_packed:ident, $write_packed:ident, $read_zoned:ident,
      $write_zoned:ident;)*) => {$(
        /// The number of `count` packed digits. `octets`: the most significant first,
        #[doc = concat!("at most ", $most, " halves.")]
        #[inline(always)]
        pub fn $read_packed<const N: usize>(octets: [u8; N], count: usize, sign: PackedSign) -> Digits<$number> {
            read_packed::<$halves, N>(octets, count, sign)
        }

        /// The packed digits of a number,
        #[doc = concat!("at most ", $most, " halves of octets.")]
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
            octets: [u8; N],
            count: usize,
            set: DigitSet,
            sign: ZonedSign,
            point: Option<usize>,
        ) -> Digits<$number> {
            read_zoned::<$halves, N>(octets, count, set, sign, point)
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

/// Octets with their halves changed for each other.
#[inline(always)]
pub fn swap_halves<const N: usize>(octets: [u8; N]) -> [u8; N] {
    octets.map(|octet| octet.rotate_left(4))
}

/// A significand and a power of two that round to `number × 10^-scale` in any float of at most `precision` bits.
///
/// The lowest bit of the significand stands for all that is below it.
#[inline(always)]
pub fn to_binary(number: u128, scale: i32, precision: u32) -> (u128, i32) {
    let power = FIVE[scale.unsigned_abs() as usize];
    if scale <= 0 {
        // At most 38 digits in all.
        return (number.wrapping_mul(power), -scale);
    }
    // The quotient has as many bits as the power lacks, or one more; each further division adds as many.
    let lacks = power.leading_zeros();
    let up = number.leading_zeros() & 127;
    let high = number << up;
    let (mut quotient, mut rest) = (high / power, high % power);
    let (mut bits, mut added) = (lacks + 1, 0);
    while bits < precision + 3 {
        let more = lacks.min(126 - bits);
        rest <<= more;
        quotient = (quotient << more) | (rest / power);
        rest %= power;
        (bits, added) = (bits + more, added + more);
    }
    (quotient << 1 | u128::from(rest != 0), -scale - (up + added + 1) as i32)
}

/// A number rounded to a decimal's last digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// The digits as a number without a point.
    pub number: u128,
    /// Something was between two numbers.
    pub inexact: bool,
    /// The number is beyond 127 bits, and so beyond any decimal.
    pub beyond: bool,
}

#[inline(always)]
fn round(number: u128, half: bool, rest: bool, negative: bool, rounding: Rounding) -> Whole {
    let inexact = half || rest;
    let up = match rounding {
        Rounding::NearestEven => half && (rest || number & 1 != 0),
        Rounding::TowardZero => false,
        Rounding::NearestAway => half,
        Rounding::Up => inexact && !negative,
        Rounding::Down => inexact && negative,
    };
    Whole { number: number + u128::from(up), inexact, beyond: false }
}

const BEYOND: Whole = Whole { number: 0, inexact: false, beyond: true };

/// The product of two numbers, its high and its low half.
#[inline(always)]
fn multiply(left: u128, right: u128) -> (u128, u128) {
    const LOW: u128 = 0xFFFF_FFFF_FFFF_FFFF;
    let (left_high, left_low) = (left >> 64, left & LOW);
    let (right_high, right_low) = (right >> 64, right & LOW);
    let low = left_low * right_low;
    let middle = left_high * right_low + (low >> 64);
    let other = left_low * right_high + (middle & LOW);
    (left_high * right_high + (middle >> 64) + (other >> 64), other << 64 | low & LOW)
}

/// `significand × 2^exponent × 10^scale`, rounded to a whole number.
#[inline(always)]
pub fn to_decimal(negative: bool, significand: u128, exponent: i32, scale: i32, rounding: Rounding) -> Whole {
    if significand == 0 {
        return Whole { number: 0, inexact: false, beyond: false };
    }
    let power = FIVE[scale.unsigned_abs() as usize];
    let exponent = exponent + scale;
    if scale < 0 {
        return divided(negative, significand, power, exponent, rounding);
    }
    let (high, low) = multiply(significand, power);
    if exponent >= 0 {
        let up = exponent as u32;
        let fits = high == 0 && low.leading_zeros() > up;
        return if fits { round(low << up, false, false, negative, rounding) } else { BEYOND };
    }
    let down = exponent.unsigned_abs();
    match down {
        // What is left of the point, the bit behind it, and whether there is more.
        1..=127 => {
            let number = high << (128 - down) | low >> down;
            let half = low >> (down - 1) & 1 != 0;
            let rest = low & ((1 << (down - 1)) - 1) != 0;
            let beyond = high >> down != 0 || number >> 127 != 0;
            if beyond { BEYOND } else { round(number, half, rest, negative, rounding) }
        }
        128 => round(high, low >> 127 != 0, low << 1 != 0, negative, rounding),
        129..=255 => {
            let number = high >> (down - 128);
            let half = high >> (down - 129) & 1 != 0;
            let rest = high & ((1 << (down - 129)) - 1) != 0 || low != 0;
            round(number, half, rest, negative, rounding)
        }
        256 => round(0, high >> 127 != 0, high << 1 != 0 || low != 0, negative, rounding),
        _ => round(0, false, true, negative, rounding),
    }
}

/// `significand × 2^exponent / power`, rounded to a whole number.
#[inline(always)]
fn divided(negative: bool, significand: u128, power: u128, exponent: i32, rounding: Rounding) -> Whole {
    if exponent >= 0 {
        let up = exponent as u32;
        if significand.leading_zeros() <= up {
            return BEYOND;
        }
        let high = significand << up;
        return quotient(high, power, negative, rounding);
    }
    let down = exponent.unsigned_abs();
    let (number, rest) = (significand / power, !significand.is_multiple_of(power));
    if down > 128 {
        return round(0, false, true, negative, rounding);
    }
    let half = number >> (down - 1) & 1 != 0;
    let rest = rest || number & ((1 << (down - 1)) - 1) != 0;
    let number = if down == 128 { 0 } else { number >> down };
    round(number, half, rest, negative, rounding)
}

/// `number / divisor`, rounded. The divisor is below 2^127.
#[inline(always)]
fn quotient(number: u128, divisor: u128, negative: bool, rounding: Rounding) -> Whole {
    let rest = number % divisor;
    let half = 2 * rest >= divisor;
    let more = if half { 2 * rest != divisor } else { rest != 0 };
    round(number / divisor, half, more, negative, rounding)
}

/// The most that a native decimal can hold.
const NATIVE: u128 = (1 << 96) - 1;

/// The native decimal of `number × 10^-scale`. What is too large becomes the largest.
#[inline]
pub fn to_native_decimal(negative: bool, number: u128, scale: i32, rounding: Rounding) -> (Decimal, Kinds) {
    let number = if scale < 0 { number.wrapping_mul(TEN[scale.unsigned_abs() as usize]) } else { number };
    let scale = scale.max(0) as u32;
    let first = scale.saturating_sub(28);
    for less in first..=scale {
        let whole = quotient(number, TEN[less as usize], negative, rounding);
        if whole.number <= NATIVE {
            let decimal = decimal_from_parts(negative && whole.number != 0, whole.number, scale - less);
            return (decimal, Kinds::INEXACT.when(whole.inexact));
        }
    }
    (decimal_from_parts(negative, NATIVE, 0), Kinds::OVERFLOW)
}

/// A native decimal as a whole number of units of the last digit, and whether it is negative.
#[inline]
pub fn from_native_decimal(value: Decimal, scale: i32, rounding: Rounding) -> (bool, Whole) {
    let (negative, number, places) = decimal_to_parts(value);
    let up = scale - places as i32;
    let power = TEN.get(up.unsigned_abs() as usize);
    let whole = match (power, up >= 0) {
        (Some(power), true) => match number.checked_mul(*power) {
            Some(number) if number >> 127 == 0 => round(number, false, false, negative, rounding),
            _ => BEYOND,
        },
        (Some(power), false) => quotient(number, *power, negative, rounding),
        (None, _) => round(0, false, number != 0, negative, rounding),
    };
    (negative, whole)
}

#[cfg(test)]
mod tests;
