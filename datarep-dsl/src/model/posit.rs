//! The meaning of the words of posits.

/// A posit: a sign, a *regime* of equal bits, an exponent and a fraction. The regime is longer the farther the number
/// is from one, and the exponent and the fraction share the remaining bits.
///
/// `value = (1 + F) × 2^(R × 2^es + E)`, where `R` is the number of ones of the regime less one, or the negated number
/// of its zeros. Negative numbers are the two's complement of the whole word. The word zero is zero, and the word with
/// only the sign bit set is no real number.
///
/// ```
/// use datarep_dsl::model::Posit;
/// let posit16 = Posit { bits: 16, exponent_bits: 2 };
/// assert_eq!((posit16.not_real_word(), posit16.largest_word(), posit16.largest_power()), (0x8000, 0x7FFF, 56));
/// assert_eq!(posit16.decode(0x4000), Some((1, 0)));
/// assert_eq!(posit16.decode(0x5C00), Some((3, 2))); // 12
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posit {
    /// Bits of a word, at most 64.
    pub bits: u32,
    /// Bits of the exponent (`es`): two in the standard.
    pub exponent_bits: u32,
}

impl Posit {
    /// The word that is no real number (`NaR`).
    pub fn not_real_word(self) -> u128 {
        1 << (self.bits - 1)
    }

    /// The word of the largest number. The word of the smallest is one.
    pub fn largest_word(self) -> u128 {
        self.not_real_word() - 1
    }

    /// The power of two of the largest number. The smallest number is its reciprocal.
    pub fn largest_power(self) -> i64 {
        // The regime of the largest number fills the word: `bits - 1` ones, which count `bits - 2`, and no exponent
        // bits.
        i64::from(self.bits - 2) << self.exponent_bits
    }

    /// Bits of the significand, including its leading one, where the regime is shortest.
    pub fn precision(self) -> u32 {
        // The sign, the shortest regime of two bits, and the exponent leave the rest to the fraction.
        self.bits.saturating_sub(3 + self.exponent_bits) + 1
    }

    /// The odd significand of a positive word, and the power of two of its last bit; `None` for a word that is no
    /// positive number.
    pub fn decode(self, word: u128) -> Option<(u128, i64)> {
        // Words from `not_real_word` on have their sign set. The caller takes the complement of those that are numbers.
        if word == 0 || word >= self.not_real_word() {
            return None;
        }
        let bit = |place: u32| word >> place & 1;
        let first = bit(self.bits - 2);
        let mut place = self.bits - 1;
        // The regime of the largest and the smallest number reaches the lowest bit, without an opposite bit to end
        // it.
        while place > 0 && bit(place - 1) == first {
            place -= 1;
        }
        let length = i64::from(self.bits - 1 - place);
        let regime = if first == 1 { length - 1 } else { -length };
        // The bits below the one that ends the regime. If the exponent is cut off, its missing bits are zeros.
        let bits_left = place.saturating_sub(1);
        let rest = word & ((1 << bits_left) - 1);
        let (exponent, fraction_bits) = if bits_left >= self.exponent_bits {
            (rest >> (bits_left - self.exponent_bits), bits_left - self.exponent_bits)
        } else {
            (rest << (self.exponent_bits - bits_left), 0)
        };
        let significand = 1 << fraction_bits | rest & ((1 << fraction_bits) - 1);
        let power = (regime << self.exponent_bits) + i64::try_from(exponent).unwrap_or(0);
        // Odd significands have one form for each number, so that results can be compared.
        let zeros = significand.trailing_zeros();
        Some((significand >> zeros, power - i64::from(fraction_bits) + i64::from(zeros)))
    }

    /// The word of the negative of a number.
    pub fn negate_word(self, word: u128) -> u128 {
        // `not_real_word << 1` is `2^bits`; one less is a mask of the whole word.
        word.wrapping_neg() & (self.not_real_word() << 1).wrapping_sub(1)
    }
}
