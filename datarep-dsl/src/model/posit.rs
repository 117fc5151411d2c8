//! What the words of posits mean.

/// A posit: a sign, a *regime* of equal bits that is as long as the number is far from one, an exponent and a fraction in what is left.
///
/// `value = (1 + F) × 2^(R × 2^es + E)`, where `R` is one less than the regime's ones, or minus its zeros. Negative numbers are the
/// two's complement of the whole word; zero is zero, and the word with the sign alone is no real number.
///
/// ```
/// use datarep_dsl::model::Posit;
/// let posit16 = Posit { bits: 16, exponent_bits: 2 };
/// assert_eq!((posit16.not_real(), posit16.largest(), posit16.largest_power()), (0x8000, 0x7FFF, 56));
/// assert_eq!(posit16.number(0x4000), Some((1, 0)));
/// assert_eq!(posit16.number(0x5C00), Some((3, 2))); // 12
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
    pub fn not_real(self) -> u128 {
        1 << (self.bits - 1)
    }

    /// The word of the largest number; that of the smallest is one.
    pub fn largest(self) -> u128 {
        self.not_real() - 1
    }

    /// The power of two that the largest number is; the smallest is one over it.
    pub fn largest_power(self) -> i64 {
        i64::from(self.bits - 2) << self.exponent_bits
    }

    /// Bits of the significand where the regime is shortest, its leading one among them.
    pub fn precision(self) -> u32 {
        self.bits.saturating_sub(3 + self.exponent_bits) + 1
    }

    /// The significand of a positive word, odd, and the power of two that its last bit weighs; `None` of a word that is no positive
    /// number.
    pub fn number(self, word: u128) -> Option<(u128, i64)> {
        if word == 0 || word >= self.not_real() {
            return None;
        }
        let bit = |place: u32| word >> place & 1;
        let first = bit(self.bits - 2);
        let mut place = self.bits - 1;
        while place > 0 && bit(place - 1) == first {
            place -= 1;
        }
        let length = i64::from(self.bits - 1 - place);
        let regime = if first == 1 { length - 1 } else { -length };
        // The bit that ends the regime, and what is below it; an exponent that is cut off goes on with zeros.
        let left = place.saturating_sub(1);
        let rest = word & ((1 << left) - 1);
        let (exponent, fraction_bits) = if left >= self.exponent_bits {
            (rest >> (left - self.exponent_bits), left - self.exponent_bits)
        } else {
            (rest << (self.exponent_bits - left), 0)
        };
        let significand = 1 << fraction_bits | rest & ((1 << fraction_bits) - 1);
        let power = (regime << self.exponent_bits) + i64::try_from(exponent).unwrap_or(0);
        let zeros = significand.trailing_zeros();
        Some((significand >> zeros, power - i64::from(fraction_bits) + i64::from(zeros)))
    }

    /// The word of the negative of a number.
    pub fn negative(self, word: u128) -> u128 {
        word.wrapping_neg() & (self.not_real() << 1).wrapping_sub(1)
    }
}
