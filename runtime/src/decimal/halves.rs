//! Words of digits, one digit in each half byte, and the numbers that they stand for.

#![expect(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    reason = "bodies of loops, without branches; every cast is of a number whose width is known"
)]

use super::scale::TEN;

/// Ten to the power of the number of digits in half a word.
pub(super) const EIGHT: u64 = 100_000_000;

/// Ten to the power of the number of digits in a word.
const SIXTEEN: u128 = TEN[16];
const SIXTEEN_DIGITS: u64 = SIXTEEN as u64;

/// The number of groups of eight digits. There are at most 38 digits.
pub(super) const GROUPS: usize = 5;

/// A word of digits, one in each half byte, the last digit in the lowest half.
pub(super) trait DigitHalves: Copy {
    /// A type that holds the number of all digits.
    type Number: Copy + Default;

    /// Loads the halves of bytes, the most significant byte first.
    fn load(bytes: &[u8]) -> Self;

    /// The opposite of [`DigitHalves::load`].
    fn store(self, bytes: &mut [u8]);

    /// The number of groups of eight digits, each below 10^8, the lowest first.
    fn join_groups(groups: [u64; GROUPS]) -> Self::Number;

    /// The opposite of [`DigitHalves::join_groups`].
    fn split_groups(number: Self::Number) -> [u64; GROUPS];

    /// The lowest half.
    fn lowest_half(self) -> u64;

    /// Removes the lowest half.
    #[must_use]
    fn pop(self) -> Self;

    /// Adds a half below the others.
    #[must_use]
    fn push(self, half: u8) -> Self;

    /// How many halves there are, without leading zeros.
    fn length(self) -> usize;

    /// The number of the lowest `digits` halves, and whether one of them is not a digit or a higher half is not zero.
    fn number(self, digits: usize) -> (Self::Number, bool);

    /// The digits of a number.
    fn from_number(number: Self::Number) -> Self;

    /// The number, or zero if the condition holds. Without a branch.
    fn zero_if(number: Self::Number, condition: bool) -> Self::Number;
}

/// The number of eight digits, one in each byte, the first in the lowest byte. Meaningless if a byte is above nine.
#[inline(always)]
pub(super) fn join_digits(digits: u64) -> u64 {
    // In each pair of bytes the first digit times ten plus the second. What the masks cut off are sums of neighbors.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
    (fours & 0xFFFF_FFFF) * 10_000 + (fours >> 32)
}

/// The opposite of [`join_digits`], for a number below 10^8 that has at most `digits` digits.
#[inline(always)]
pub(super) fn stretch_digits(number: u64, digits: usize) -> u64 {
    if digits == 1 {
        return number << 56;
    }
    // The quotients are exact for numbers below 10^8, 10^4 and 100. One instruction multiplies numbers that are known
    // to have at most 32 bits.
    // 109951163 is 2^40 / 10000, rounded up: the quotient by ten thousand.
    let high = if digits > 4 { ((number & 0xFFFF_FFFF) * 109_951_163) >> 40 } else { 0 };
    let low = (number - high * 10_000) & 0xFFFF;
    let pairs = |four: u64| {
        // 5243 is 2^19 / 100, rounded up.
        let hundreds = (four * 5243) >> 19;
        // 6553599 is 65536 * 100 - 1: the hundreds go to the low 16 bits, what is left of the four digits above them.
        (four << 16) - 6_553_599 * hundreds
    };
    let pairs = pairs(low) << 32 | pairs(high & 0xFFFF);
    // 103 is 2^10 / 10, rounded up. 2559 is 256 * 10 - 1: as above, with tens and bytes.
    let tens = (pairs * 103) >> 10 & 0x000F_000F_000F_000F;
    (pairs << 8) - 2559 * tens
}

/// The number of eight digits, two in each of four bytes as a number below a hundred. Meaningless for other bytes.
#[inline(always)]
fn eight(pairs: u64) -> u64 {
    let hundreds = pairs >> 8 & 0x00FF_00FF;
    // One instruction multiplies numbers that are known to have at most 32 bits.
    // 256 h + l becomes 100 h + l: 156 is the difference. One step later 55536 is 65536 - 10000.
    let fours = (pairs & 0xFFFF_FFFF) - 156 * hundreds;
    fours - 55_536 * (fours >> 16 & 0xFFFF)
}

/// An array that ends with the bytes and begins with `fill`.
#[inline(always)]
fn pad_left<const N: usize>(bytes: &[u8], fill: u8) -> [u8; N] {
    let mut all = [fill; N];
    all[N - bytes.len()..].copy_from_slice(bytes);
    all
}

impl DigitHalves for u32 {
    type Number = u32;

    #[inline(always)]
    fn load(bytes: &[u8]) -> u32 {
        u32::from_be_bytes(pad_left(bytes, 0))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let count = bytes.len();
        bytes.copy_from_slice(&self.to_be_bytes()[4 - count..]);
    }

    #[inline(always)]
    fn join_groups(groups: [u64; GROUPS]) -> u32 {
        groups[0] as u32
    }

    #[inline(always)]
    fn split_groups(number: u32) -> [u64; GROUPS] {
        [u64::from(number), 0, 0, 0, 0]
    }

    #[inline(always)]
    fn lowest_half(self) -> u64 {
        u64::from(self & 0xF)
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
        // With eight digits no half is above them. The mask then keeps the shift below 32.
        let more = digits < 8 && self >> ((4 * digits as u32) & 31) != 0;
        // A half is above nine if it has the bit of eight, and that of four or two.
        let bad = self >> 3 & (self >> 2 | self >> 1) & 0x1111_1111 != 0;
        // 16 a + b becomes 10 a + b. Then the same for hundreds in bytes, and for ten thousands in 16 bits.
        let pairs = self - 6 * (self >> 4 & 0x0F0F_0F0F);
        let fours = pairs.wrapping_sub(156 * (pairs >> 8 & 0x00FF_00FF));
        (fours.wrapping_sub(55_536 * (fours >> 16)), bad | more)
    }

    #[inline(always)]
    fn zero_if(number: u32, condition: bool) -> u32 {
        // False minus one is all ones, true minus one is none.
        number & u32::from(condition).wrapping_sub(1)
    }

    #[inline(always)]
    fn from_number(number: u32) -> u32 {
        // The steps of `number` backwards: 55536 is 65536 - 10000, 156 is 256 - 100, and 6 is 16 - 10.
        let fours = number + 55_536 * (number / 10_000);
        // The quotients are exact for numbers below 10000 and 100.
        let high = ((fours >> 16) * 5243) >> 19;
        let low = ((fours & 0xFFFF) * 5243) >> 19;
        let pairs = fours + 156 * (high << 16 | low);
        let high = ((pairs >> 8 & 0x00FF_00FF) * 103) >> 10 & 0x000F_000F;
        let low = ((pairs & 0x00FF_00FF) * 103) >> 10 & 0x000F_000F;
        pairs + 6 * (high << 8 | low)
    }
}

impl DigitHalves for u64 {
    type Number = u64;

    #[inline(always)]
    fn load(bytes: &[u8]) -> u64 {
        u64::from_be_bytes(pad_left(bytes, 0))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let count = bytes.len();
        bytes.copy_from_slice(&self.to_be_bytes()[8 - count..]);
    }

    #[inline(always)]
    fn join_groups(groups: [u64; GROUPS]) -> u64 {
        groups[1] * EIGHT + groups[0]
    }

    #[inline(always)]
    fn split_groups(number: u64) -> [u64; GROUPS] {
        let (high, low) = divide_at_eight_digits(number);
        [low, high, 0, 0, 0]
    }

    #[inline(always)]
    fn lowest_half(self) -> u64 {
        self & 0xF
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
        // With sixteen digits no half is above them. The mask then keeps the shift below 64.
        let more = digits < 16 && self >> ((4 * digits as u32) & 63) != 0;
        let bad = (self << 1 | self << 2) & self & 0x8888_8888_8888_8888 != 0;
        let pairs = self - times_six(self >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        let (high, low) = (eight(pairs >> 32), eight(pairs & 0xFFFF_FFFF));
        ((high & 0xFFFF_FFFF) * EIGHT + low, bad | more)
    }

    #[inline(always)]
    fn zero_if(number: u64, condition: bool) -> u64 {
        number & u64::from(condition).wrapping_sub(1)
    }

    #[inline(always)]
    fn from_number(number: u64) -> u64 {
        let (high, low) = divide_at_eight_digits(number);
        let pairs = pairs(high) << 32 | pairs(low);
        let tens = |pairs: u64| ((pairs & 0x00FF_00FF_00FF_00FF) * 103) >> 10 & 0x000F_000F_000F_000F;
        pairs + times_six(tens(pairs >> 8) << 8 | tens(pairs))
    }
}

/// Six times a number, without a multiplication: there is none for vectors of 64-bit integers.
#[inline(always)]
fn times_six(number: u64) -> u64 {
    (number << 2) + (number << 1)
}

/// The digits of a number below 10^8 in pairs, each a number below a hundred in a byte.
#[inline(always)]
fn pairs(eight: u64) -> u64 {
    // The quotients are exact for numbers below 10^8 and 10^4. One instruction multiplies numbers that are known to
    // have at most 32 bits.
    // 2^40 / 10000 and 2^19 / 100, rounded up, as in `stretch_digits`.
    let high = ((eight & 0xFFFF_FFFF) * 109_951_163) >> 40;
    let low = (eight - 10_000 * high) & 0xFFFF;
    let pair = |four: u64| four + 156 * ((four * 5243) >> 19);
    pair(high & 0xFFFF) << 16 | pair(low)
}

/// Divides a number below 10^16 into its upper and its lower eight digits.
///
/// It uses a float, which yields the quotient or a neighbor of it: no instruction divides a vector of integers.
#[inline(always)]
pub(super) fn divide_at_eight_digits(number: u64) -> (u64, u64) {
    debug_assert!(number < 10_000_000_000_000_000, "{number} has more than sixteen digits");
    divide_by_float::<8>(number, EIGHT)
}

/// Divides a number by 10^16, in the same way as [`divide_at_eight_digits`].
#[inline(always)]
pub(super) fn divide_at_sixteen_digits(number: u64) -> (u64, u64) {
    debug_assert!(number < 10_000_000_000_000_000_000, "{number} has more than nineteen digits");
    divide_by_float::<16>(number, SIXTEEN_DIGITS)
}

/// Quotient and rest. `SHIFT`: the number is below 2^52 without its lowest `SHIFT` bits, and these are less than the
/// divisor.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "the quotient is corrected")]
fn divide_by_float<const SHIFT: u32>(number: u64, by: u64) -> (u64, u64) {
    // The last bit of a float from 2^52 to 2^53 stands for one.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    let unit = (1_u64 << SHIFT) as f64 / by as f64;
    let number_high = f64::from_bits(number >> SHIFT | WHOLE.to_bits()) - WHOLE;
    let near = (number_high * unit + WHOLE).to_bits() & 0x7FFF_FFFF;
    let rest = number.wrapping_sub(near.wrapping_mul(by));
    // The float's quotient may be one too large. Then the rest is negative, and its sign is a mask that corrects both.
    let less = rest.cast_signed() >> 63;
    (near.wrapping_add_signed(less), rest.wrapping_add(less.cast_unsigned() & by))
}

/// Up to 20 digits, of which 19 are used. The last sixteen are in a word of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LongHalves {
    high: u64,
    low: u64,
}

/// How many digits fit in a word of 64 bits as a number.
pub(super) const LONGEST: usize = 19;

impl DigitHalves for LongHalves {
    type Number = u64;

    #[inline(always)]
    fn load(bytes: &[u8]) -> LongHalves {
        // The pieces are those in which an item is moved to words: so the item stays a value, and the loop is vectorized.
        let (first, rest) = bytes.split_at(bytes.len().min(8));
        let (first, low) = (u64::load(first), u64::load(rest));
        match rest.len() {
            0 => LongHalves { high: 0, low: first },
            8 => LongHalves { high: first, low },
            more => LongHalves { high: first >> (64 - 8 * more), low: first << (8 * more) | low },
        }
    }

    #[inline(always)]
    fn join_groups(groups: [u64; GROUPS]) -> u64 {
        // Groups with invalid digits may be too large. Their number is not used.
        let high = groups[2].wrapping_mul(EIGHT).wrapping_add(groups[1]);
        high.wrapping_mul(EIGHT).wrapping_add(groups[0])
    }

    #[inline(always)]
    fn split_groups(number: u64) -> [u64; GROUPS] {
        let (high, low) = divide_at_sixteen_digits(number);
        let (middle, low) = divide_at_eight_digits(low);
        [low, middle, high, 0, 0]
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let (first, rest) = bytes.split_at_mut(bytes.len().min(8));
        let word = match rest.len() {
            0 => self.low,
            8 => self.high,
            more => self.high << (64 - 8 * more) | self.low >> (8 * more),
        };
        word.store(first);
        self.low.store(rest);
    }

    #[inline(always)]
    fn lowest_half(self) -> u64 {
        self.low.lowest_half()
    }

    #[inline(always)]
    fn pop(self) -> LongHalves {
        LongHalves { high: self.high >> 4, low: self.low >> 4 | self.high << 60 }
    }

    #[inline(always)]
    fn push(self, half: u8) -> LongHalves {
        // The sign that is pushed below 19 digits takes the twentieth half.
        LongHalves { high: self.high << 4 | self.low >> 60, low: self.low << 4 | u64::from(half) }
    }

    #[inline(always)]
    fn length(self) -> usize {
        if self.high == 0 { self.low.length() } else { 16 + self.high.length() }
    }

    #[inline(always)]
    fn number(self, digits: usize) -> (u64, bool) {
        let (low, bad_low) = self.low.number(digits.min(16));
        // The four halves above the sixteen of the low word: at most three of them are digits.
        let above = digits.saturating_sub(16);
        let more = self.high >> ((4 * above as u32) & 63) != 0;
        let high = self.high & 0xFFFF;
        let bad = (high << 1 | high << 2) & high & 0x8888 != 0;
        let high = eight(high - 6 * (high >> 4 & 0x0F0F));
        (high.wrapping_mul(SIXTEEN_DIGITS).wrapping_add(low), bad | more | bad_low)
    }

    #[inline(always)]
    fn zero_if(number: u64, condition: bool) -> u64 {
        u64::zero_if(number, condition)
    }

    #[inline(always)]
    fn from_number(number: u64) -> LongHalves {
        let (high, low) = divide_at_sixteen_digits(number);
        let high = pairs(high);
        let tens = ((high & 0x00FF_00FF) * 103) >> 10 & 0x000F_000F;
        let hundreds = ((high >> 8 & 0x00FF_00FF) * 103) >> 10 & 0x000F_000F;
        LongHalves { high: high + 6 * (hundreds << 8 | tens), low: u64::from_number(low) }
    }
}

/// Up to 48 digits, of which 38 are used: sixteen in each word, the most significant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WideHalves([u64; 3]);

impl DigitHalves for WideHalves {
    type Number = u128;

    #[inline(always)]
    fn load(bytes: &[u8]) -> WideHalves {
        let bytes: [u8; 24] = pad_left(bytes, 0);
        WideHalves([u64::load(&bytes[..8]), u64::load(&bytes[8..16]), u64::load(&bytes[16..])])
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let mut all = [0; 24];
        for (chunk, word) in all.as_chunks_mut().0.iter_mut().zip(self.0) {
            *chunk = word.to_be_bytes();
        }
        bytes.copy_from_slice(&all[24 - bytes.len()..]);
    }

    #[inline(always)]
    fn join_groups(groups: [u64; GROUPS]) -> u128 {
        groups.into_iter().rev().fold(0, |number, group| number * u128::from(EIGHT) + u128::from(group))
    }

    #[inline(always)]
    fn split_groups(number: u128) -> [u64; GROUPS] {
        // Two divisions of 128 bits. What they leave is divided in 64 bits, which is several times as fast.
        let (upper, low) = (number / SIXTEEN, (number % SIXTEEN) as u64);
        let (high, middle) = ((upper / SIXTEEN) as u64, (upper % SIXTEEN) as u64);
        [low % EIGHT, low / EIGHT, middle % EIGHT, middle / EIGHT, high]
    }

    #[inline(always)]
    fn lowest_half(self) -> u64 {
        self.0[2].lowest_half()
    }

    #[inline(always)]
    fn pop(self) -> WideHalves {
        let [high, middle, low] = self.0;
        WideHalves([high >> 4, middle >> 4 | high << 60, low >> 4 | middle << 60])
    }

    #[inline(always)]
    fn push(self, half: u8) -> WideHalves {
        let [high, middle, low] = self.0;
        WideHalves([high << 4 | middle >> 60, middle << 4 | low >> 60, low << 4 | u64::from(half)])
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
    fn zero_if(number: u128, condition: bool) -> u128 {
        number & u128::from(condition).wrapping_sub(1)
    }

    #[inline(always)]
    fn from_number(number: u128) -> WideHalves {
        let (upper, low) = (number / SIXTEEN, (number % SIXTEEN) as u64);
        let (high, middle) = ((upper / SIXTEEN) as u64, (upper % SIXTEEN) as u64);
        WideHalves([u64::from_number(high), u64::from_number(middle), u64::from_number(low)])
    }
}
