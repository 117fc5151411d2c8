//! Words of digits, one in each half byte, and their numbers.

#![expect(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    reason = "bodies of loops, without branches; every cast is of a number whose width is known"
)]

use super::scale::TEN;

/// Ten to the power of the digits of half a word.
pub(super) const EIGHT: u64 = 100_000_000;

/// Ten to the power of the digits of a word.
const SIXTEEN: u128 = TEN[16];

/// A word of digits, one in each half byte, the last in the lowest.
pub(super) trait Halves: Copy {
    /// What holds the number of so many digits.
    type Number: Copy + Default;

    /// The halves of bytes, the most significant first.
    fn load(bytes: &[u8]) -> Self;

    /// The low halves of bytes, and whether a high half is not that of `zone`.
    fn gather(bytes: &[u8], zone: u8) -> (Self, bool);

    /// The opposite of [`Halves::load`].
    fn store(self, bytes: &mut [u8]);

    /// The digits of a number, one to a byte, as [`Halves::gather`] takes them.
    fn spread(number: Self::Number, bytes: &mut [u8], zone: u8);

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

/// The low halves of eight bytes, and whether a high half is not that of `zone`.
#[inline(always)]
fn squeeze(bytes: [u8; 8], zone: u8) -> (u32, bool) {
    let word = u64::from_be_bytes(bytes);
    let zones = u64::from(zone) * 0x0101_0101_0101_0101;
    let bad = word & 0xF0F0_F0F0_F0F0_F0F0 != zones;
    let halves = word & 0x0F0F_0F0F_0F0F_0F0F;
    let pairs = (halves | halves >> 4) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF;
    ((fours | fours >> 16) as u32, bad)
}

/// The eight digits of a number below 10^8, each in a byte of its own.
#[inline(always)]
fn stretch(number: u32, zone: u8) -> [u8; 8] {
    let fours = u64::from(number) + 4_294_957_296 * u64::from(number / 10_000);
    // Of numbers below 10000 and 100 the quotients are exact.
    let hundreds = (fours * 10_486) >> 20 & 0x0000_007F_0000_007F;
    let pairs = fours + 65_436 * hundreds;
    let tens = (pairs * 103) >> 10 & 0x000F_000F_000F_000F;
    let zones = u64::from(zone) * 0x0101_0101_0101_0101;
    ((pairs + 246 * tens) | zones).to_be_bytes()
}

/// The bytes at the end of `N`, which begin with `fill`.
#[inline(always)]
fn align<const N: usize>(bytes: &[u8], fill: u8) -> [u8; N] {
    let mut all = [fill; N];
    all[N - bytes.len()..].copy_from_slice(bytes);
    all
}

impl Halves for u32 {
    type Number = u32;

    #[inline(always)]
    fn load(bytes: &[u8]) -> u32 {
        u32::from_be_bytes(align(bytes, 0))
    }

    #[inline(always)]
    fn gather(bytes: &[u8], zone: u8) -> (u32, bool) {
        squeeze(align(bytes, zone), zone)
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let count = bytes.len();
        bytes.copy_from_slice(&self.to_be_bytes()[4 - count..]);
    }

    #[inline(always)]
    fn spread(number: u32, bytes: &mut [u8], zone: u8) {
        if let [byte] = bytes {
            *byte = number as u8 | zone;
            return;
        }
        let count = bytes.len();
        bytes.copy_from_slice(&stretch(number, zone)[8 - count..]);
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
    fn load(bytes: &[u8]) -> u64 {
        u64::from_be_bytes(align(bytes, 0))
    }

    #[inline(always)]
    fn gather(bytes: &[u8], zone: u8) -> (u64, bool) {
        let (high, low) = bytes.split_at(bytes.len().saturating_sub(8));
        let (high, bad_high) = u32::gather(high, zone);
        let (low, bad_low) = u32::gather(low, zone);
        (u64::from(high) << 32 | u64::from(low), bad_high | bad_low)
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let count = bytes.len();
        bytes.copy_from_slice(&self.to_be_bytes()[8 - count..]);
    }

    #[inline(always)]
    fn spread(number: u64, bytes: &mut [u8], zone: u8) {
        let (high, low) = bytes.split_at_mut(bytes.len().saturating_sub(8));
        u32::spread((number / EIGHT) as u32, high, zone);
        u32::spread((number % EIGHT) as u32, low, zone);
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
        let (high, low) = split(number);
        // Of numbers below 10^8, 10^4 and 100 the quotients are exact.
        let fours = |eight: u64| eight + 55_536 * ((eight * 109_951_163) >> 40);
        let fours = fours(high) << 32 | fours(low);
        let quotients = |fours: u64| ((fours & 0x0000_FFFF_0000_FFFF) * 5243) >> 19 & 0x0000_007F_0000_007F;
        let pairs = fours + 156 * (quotients(fours >> 16) << 16 | quotients(fours));
        let quotients = |pairs: u64| ((pairs & 0x00FF_00FF_00FF_00FF) * 103) >> 10 & 0x000F_000F_000F_000F;
        pairs + 6 * (quotients(pairs >> 8) << 8 | quotients(pairs))
    }
}

/// The eight digits above the last eight of sixteen, and these: of a number below 10^16.
///
/// By a float, which is a quotient or the next number: there is no instruction that divides a vector of integers.
/// [`Halves::spread`] divides by integers: it goes one number after the other, and that is faster so.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "the quotient is corrected")]
pub(super) fn split(number: u64) -> (u64, u64) {
    // Of numbers from 2^52 to 2^53 the last bit is worth one.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    debug_assert!(number < 10_000_000_000_000_000, "{number} has more than sixteen digits");
    let near = (number.cast_signed() as f64 * 1e-8 + WHOLE).to_bits() - WHOLE.to_bits();
    let rest = number.wrapping_sub(near * EIGHT);
    let less = rest.cast_signed() >> 63;
    (near.wrapping_add_signed(less), rest.wrapping_add(less.cast_unsigned() & EIGHT))
}

/// Up to 48 digits, of which 38 are used: sixteen in each word, the most significant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wide([u64; 3]);

impl Halves for Wide {
    type Number = u128;

    #[inline(always)]
    fn load(bytes: &[u8]) -> Wide {
        let bytes: [u8; 24] = align(bytes, 0);
        Wide([u64::load(&bytes[..8]), u64::load(&bytes[8..16]), u64::load(&bytes[16..])])
    }

    #[inline(always)]
    fn gather(bytes: &[u8], zone: u8) -> (Wide, bool) {
        let bytes: [u8; 48] = align(bytes, zone);
        let (high, bad_high) = u64::gather(&bytes[..16], zone);
        let (middle, bad_middle) = u64::gather(&bytes[16..32], zone);
        let (low, bad_low) = u64::gather(&bytes[32..], zone);
        (Wide([high, middle, low]), bad_high | bad_middle | bad_low)
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
    fn spread(number: u128, bytes: &mut [u8], zone: u8) {
        let (upper, low) = (number / SIXTEEN, (number % SIXTEEN) as u64);
        let words = [(upper / SIXTEEN) as u64, (upper % SIXTEEN) as u64, low];
        let mut all = [0; 48];
        for (chunk, word) in all.as_chunks_mut::<16>().0.iter_mut().zip(words) {
            u64::spread(word, chunk, zone);
        }
        bytes.copy_from_slice(&all[48 - bytes.len()..]);
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
