//! Formats of odd widths as somebody would convert them by hand: item by item, field by field, as in the manual.
//!
//! The code handles only the numbers that occur here. It does not check for overflow or special words, and counts no
//! events.

use std::iter::zip;

/// How negative numbers are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NegativeForm {
    Sign,
    TwosOfSignificand,
    TwosOfWord,
    OnesOfWord,
}

/// How exponents are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExponentCode {
    Excess(i32),
    /// An excess; negative exponents are stored one lower.
    SplitExcess(i32),
    TwosComplement,
}

/// A binary float, right-justified in bytes, the most significant byte first.
#[derive(Debug, Clone, Copy)]
pub(super) struct FloatLayout {
    pub(super) bytes: usize,
    /// The number of bits of the word.
    pub(super) bits: u32,
    pub(super) negative: NegativeForm,
    pub(super) exponent: BitField,
    pub(super) code: ExponentCode,
    /// The parts of the significand, the high part first. A hidden bit would come before them.
    pub(super) significand: [BitField; 2],
    pub(super) hidden: bool,
    /// The number of bits before the point, including the hidden bit.
    pub(super) whole: u32,
}

/// Some bits of a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct BitField {
    /// The lowest of the bits.
    pub(super) low: u32,
    /// The number of bits.
    pub(super) bits: u32,
}

impl BitField {
    pub(super) const NONE: BitField = BitField { low: 0, bits: 0 };
}

const fn low_bits_mask(bits: u32) -> u128 {
    (1 << bits) - 1
}

impl FloatLayout {
    fn significand_bits(&self) -> u32 {
        self.significand[0].bits + self.significand[1].bits
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "so that the fields are constants, as they are by hand")]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "as by hand: fields are narrow"
    )]
    pub(super) fn read_items(self, file: &[u8], native: &mut [f64]) {
        for (item, out) in zip(file.chunks_exact(self.bytes), native) {
            let mut word = item.iter().fold(0_u128, |word, byte| word << 8 | u128::from(*byte));
            let negative = word >> (self.bits - 1) & 1 == 1;
            match self.negative {
                NegativeForm::TwosOfWord if negative => word = word.wrapping_neg() & low_bits_mask(self.bits),
                NegativeForm::OnesOfWord if negative => word = !word & low_bits_mask(self.bits),
                _ => {}
            }
            let mut exponent = (word >> self.exponent.low & low_bits_mask(self.exponent.bits)) as i32;
            exponent -= match self.code {
                ExponentCode::Excess(excess) => excess,
                ExponentCode::SplitExcess(excess) => excess - i32::from(exponent < excess),
                ExponentCode::TwosComplement => exponent >> (self.exponent.bits - 1) << self.exponent.bits,
            };
            let [high, low] = self.significand;
            let mut digits = (word >> high.low & low_bits_mask(high.bits)) << low.bits
                | (word >> low.low & low_bits_mask(low.bits));
            if self.negative == NegativeForm::TwosOfSignificand && negative {
                digits = (1 << self.significand_bits()) - digits;
            }
            if self.hidden {
                digits |= 1 << self.significand_bits();
            }
            let scale = exponent + self.whole.cast_signed()
                - self.significand_bits().cast_signed()
                - i32::from(self.hidden);
            let magnitude = digits as f64 * 2.0_f64.powi(scale);
            *out = if negative { -magnitude } else { magnitude };
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "so that the fields are constants, as they are by hand")]
    #[expect(clippy::cast_sign_loss, reason = "as by hand: fields are narrow")]
    pub(super) fn write_items(self, native: &[f64], file: &mut [u8]) {
        let all = self.significand_bits() + u32::from(self.hidden);
        for (item, out) in zip(native, file.chunks_exact_mut(self.bytes)) {
            let (bits, negative) = (item.to_bits(), item.is_sign_negative());
            let mut exponent = (bits >> 52 & 0x7FF) as i32 - 1022;
            let mut digits = u128::from(bits & 0xF_FFFF_FFFF_FFFF | 1 << 52);
            // Round to as many digits as the word has: to nearest, ties to even.
            if all >= 53 {
                digits <<= all - 53;
            } else {
                let cut = 53 - all;
                let half = 1 << (cut - 1);
                let odd = digits >> cut & 1;
                digits = (digits + half - 1 + odd) >> cut;
                if digits >> all == 1 {
                    digits >>= 1;
                    exponent += 1;
                }
            }
            exponent -= self.whole.cast_signed();
            if self.negative == NegativeForm::TwosOfSignificand && negative {
                digits = (1 << all) - digits;
                // -1/2 is written as -1 with the next lower exponent.
                if digits == 1 << (all - 1) {
                    digits = 0;
                    exponent -= 1;
                }
            }
            let field = match self.code {
                ExponentCode::Excess(excess) => exponent + excess,
                ExponentCode::SplitExcess(excess) => exponent + excess - i32::from(exponent < 0),
                ExponentCode::TwosComplement => exponent,
            };
            let [high, low] = self.significand;
            let mut word = (field as u128 & low_bits_mask(self.exponent.bits)) << self.exponent.low
                | (digits >> low.bits & low_bits_mask(high.bits)) << high.low
                | (digits & low_bits_mask(low.bits)) << low.low;
            match self.negative {
                NegativeForm::TwosOfWord if negative => word = word.wrapping_neg() & low_bits_mask(self.bits),
                NegativeForm::OnesOfWord if negative => word = !word & low_bits_mask(self.bits),
                NegativeForm::Sign | NegativeForm::TwosOfSignificand if negative => {
                    word |= 1 << (self.bits - 1);
                }
                _ => {}
            }
            out.copy_from_slice(&word.to_be_bytes()[16 - self.bytes..]);
        }
    }
}

/// Big-endian integers of 24 bits.
pub(super) fn read_int24(file: &[u8], native: &mut [i32]) {
    for (item, out) in zip(file.as_chunks::<3>().0, native) {
        *out = i32::from_be_bytes([item[0], item[1], item[2], 0]) >> 8;
    }
}

/// Big-endian integers of 24 bits.
pub(super) fn write_int24(native: &[i32], file: &mut [u8]) {
    for (item, out) in zip(native, file.as_chunks_mut::<3>().0) {
        let [_, high, middle, low] = item.to_be_bytes();
        *out = [high, middle, low];
    }
}

/// Big-endian integers of more than eight bytes. The numbers here fit in the last eight.
pub(super) fn read_wide<const N: usize>(file: &[u8], native: &mut [i64]) {
    for (item, out) in zip(file.as_chunks::<N>().0, native) {
        *out = item[N - 8..].iter().fold(0, |number, byte| number << 8 | i64::from(*byte));
    }
}

/// Big-endian integers of more than eight bytes.
pub(super) fn write_wide<const N: usize>(native: &[i64], file: &mut [u8]) {
    for (item, out) in zip(native, file.as_chunks_mut::<N>().0) {
        out.copy_from_slice(&i128::from(*item).to_be_bytes()[16 - N..]);
    }
}

/// Big-endian integers of 128 bits.
pub(super) fn read_i128(file: &[u8], native: &mut [i128]) {
    for (item, out) in zip(file.as_chunks().0, native) {
        *out = i128::from_be_bytes(*item);
    }
}

/// Big-endian integers of 128 bits.
pub(super) fn write_i128(native: &[i128], file: &mut [u8]) {
    for (item, out) in zip(native, file.as_chunks_mut().0) {
        *out = item.to_be_bytes();
    }
}

/// Packed decimals: two digits in a byte, the sign in the low half of the last byte.
pub(super) fn read_packed<const N: usize>(file: &[u8], native: &mut [i64]) {
    for (item, out) in zip(file.as_chunks::<N>().0, native) {
        let (last, pairs) = (item[N - 1], &item[..N - 1]);
        let digits = pairs
            .iter()
            .fold(0, |number, byte| number * 100 + i64::from(byte >> 4) * 10 + i64::from(byte & 0xF));
        let number = digits * 10 + i64::from(last >> 4);
        *out = if last & 0xF == 0xD { -number } else { number };
    }
}

/// Packed decimals: two digits in a byte, the sign in the low half of the last byte.
pub(super) fn write_packed<const N: usize>(native: &[i64], file: &mut [u8]) {
    for (item, out) in zip(native, file.as_chunks_mut::<N>().0) {
        let mut rest = item.unsigned_abs();
        let mut low = if *item < 0 { 0xD } else { 0xC };
        for byte in out.iter_mut().rev() {
            *byte = take_last_digit(&mut rest) << 4 | low;
            low = take_last_digit(&mut rest);
        }
    }
}

/// Zoned decimals in EBCDIC: one digit in a byte, the sign in the high half of the last byte.
pub(super) fn read_zoned<const N: usize>(file: &[u8], native: &mut [i64]) {
    for (item, out) in zip(file.as_chunks::<N>().0, native) {
        let number = item.iter().fold(0, |number, byte| number * 10 + i64::from(byte & 0xF));
        *out = if item[N - 1] >> 4 == 0xD { -number } else { number };
    }
}

/// Zoned decimals in EBCDIC: one digit in a byte, the sign in the high half of the last byte.
pub(super) fn write_zoned<const N: usize>(native: &[i64], file: &mut [u8]) {
    for (item, out) in zip(native, file.as_chunks_mut::<N>().0) {
        let mut rest = item.unsigned_abs();
        for byte in out.iter_mut().rev() {
            *byte = 0xF0 | take_last_digit(&mut rest);
        }
        out[N - 1] = if *item < 0 { 0xD0 } else { 0xC0 } | out[N - 1] & 0xF;
    }
}

/// Removes the last digit and returns it.
fn take_last_digit(number: &mut u64) -> u8 {
    let digit = *number % 10;
    *number /= 10;
    digit as u8
}
