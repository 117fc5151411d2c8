//! The first 320 bits of powers of five.
//!
//! Two tables for each sign, of 5^0 to 5^63 and of 5^64 to 5^6144 in steps of 64, yield any power by one
//! multiplication. They are computed when the crate is compiled, each entry from the one before. Each multiplication
//! cuts off less than a unit of the last bit, which is less than 2^-318 of the entry. No power takes more than 13,000
//! such steps, so the total error is less than 2^-304.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "halves of products, and powers in the range of the tables"
)]

/// The number of words in a significand.
pub(super) const LIMBS: usize = 5;

/// A significand, its lowest word first and its top bit set, and the power of two that its lowest bit stands for.
pub(super) type Power = ([u64; LIMBS], i32);

/// The number of entries in each table of small powers.
const STEP: usize = 64;

/// The largest power.
pub(super) const MOST: i32 = 6176;

/// The number of entries in each table of large powers.
const STEPS: usize = MOST as usize / STEP + 1;

const ONE: Power = ([0, 0, 0, 0, 1 << 63], -319);
const FIVE: Power = ([0, 0, 0, 0, 5 << 61], -317);
/// Four fifths are `0.1100_1100…` in binary.
const FIFTH: Power = ([0xCCCC_CCCC_CCCC_CCCC; LIMBS], -322);

static SMALL: [Power; STEP] = powers(FIVE);
static LARGE: [Power; STEPS] = powers(power(FIVE, STEP));
static SMALL_FIFTHS: [Power; STEP] = powers(FIFTH);
static LARGE_FIFTHS: [Power; STEPS] = powers(power(FIFTH, STEP));

/// The powers of a base, from the power of zero on.
const fn powers<const N: usize>(base: Power) -> [Power; N] {
    let mut all = [ONE; N];
    let mut index = 1;
    while index < N {
        all[index] = multiply(all[index - 1], base);
        index += 1;
    }
    all
}

const fn power(base: Power, count: usize) -> Power {
    let mut power = ONE;
    let mut index = 0;
    while index < count {
        power = multiply(power, base);
        index += 1;
    }
    power
}

/// The first bits of a product.
const fn multiply((one, one_exponent): Power, (other, other_exponent): Power) -> Power {
    let mut product = [0; 2 * LIMBS];
    let mut row = 0;
    while row < LIMBS {
        let (mut carry, mut column) = (0, 0);
        while column < LIMBS {
            // At most (2^64 - 1)^2 + 2 (2^64 - 1), which is 2^128 - 1: nothing is lost.
            let sum = one[row] as u128 * other[column] as u128 + product[row + column] as u128 + carry;
            product[row + column] = sum as u64;
            carry = sum >> 64;
            column += 1;
        }
        product[row + LIMBS] = carry as u64;
        row += 1;
    }
    // The product of two significands with their top bits set has its top bit set, or the bit below.
    let up = product[2 * LIMBS - 1].leading_zeros();
    let mut high = [0; LIMBS];
    let mut limb = 0;
    while limb < LIMBS {
        let (word, below) = (product[LIMBS + limb], product[LIMBS + limb - 1]);
        high[limb] = if up == 0 { word } else { word << 1 | below >> 63 };
        limb += 1;
    }
    (high, one_exponent + other_exponent + 64 * LIMBS as i32 - up as i32)
}

/// The first bits of five to a power from -6176 to 6176.
#[inline]
pub(super) fn five(power: i32) -> Power {
    let count = power.unsigned_abs() as usize;
    let (small, large) = if power < 0 { (&SMALL_FIFTHS, &LARGE_FIFTHS) } else { (&SMALL, &LARGE) };
    // Small powers come from the table as they are, without the error of a multiplication.
    let near = small[count % STEP];
    if count < STEP { near } else { multiply(near, large[count / STEP]) }
}

/// A number times a significand. Words are in order, the lowest first.
#[inline]
pub(super) fn times(number: u128, limbs: [u64; LIMBS]) -> [u64; LIMBS + 2] {
    let mut product = [0; LIMBS + 2];
    for (row, part) in [number as u64, (number >> 64) as u64].into_iter().enumerate() {
        let mut carry = 0;
        for (column, limb) in limbs.into_iter().enumerate() {
            // As in `multiply`, the sum fits in 128 bits.
            let sum = u128::from(part) * u128::from(limb) + u128::from(product[row + column]) + carry;
            product[row + column] = sum as u64;
            carry = sum >> 64;
        }
        product[row + LIMBS] = carry as u64;
    }
    product
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    /// A power of at most 137 is exact: its bits are those of the whole number.
    #[test]
    fn small_powers_are_exact() {
        let mut exact: u128 = 1;
        for power in 0..=55 {
            let (limbs, exponent) = five(power);
            assert_eq!(limbs[..3], [0; 3], "{power}");
            let high = u128::from(limbs[4]) << 64 | u128::from(limbs[3]);
            assert_eq!(
                (high >> (-exponent - 192), high.count_ones()),
                (exact, exact.count_ones()),
                "{power}"
            );
            exact = exact.wrapping_mul(5);
        }
    }

    /// Every power has the first bits of the exact one, and what is left out is less than 2^-304 of it.
    #[test]
    fn every_power_has_its_first_bits() {
        let unit = |exponent: i32| BigUint::from(1_u8) << exponent.unsigned_abs();
        let mut exact = BigUint::from(1_u8);
        for power in 0..=MOST {
            for (limbs, exponent) in [five(power), five(-power)].into_iter().skip(usize::from(power == 0)) {
                let halves = limbs.iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect();
                let first = BigUint::new(halves);
                assert_eq!(first.bits(), 320, "{power}");
                let next = &first + (BigUint::from(1_u8) << 15_u32);
                // `first × 2^exponent <= 5^power < next × 2^exponent`, or the same of 5^-power.
                let is_reciprocal = (limbs, exponent) == five(-power) && power != 0;
                let [low, high] = [first, next].map(|bits| if is_reciprocal { bits * &exact } else { bits });
                let one = if is_reciprocal { BigUint::from(1_u8) } else { exact.clone() };
                let (low, high, one) = if exponent >= 0 {
                    (low * unit(exponent), high * unit(exponent), one)
                } else {
                    (low, high, one * unit(exponent))
                };
                assert!(low <= one && one < high, "{power}, {exponent}");
            }
            exact *= 5_u8;
        }
    }

    /// A power times its reciprocal is one, except for a few units of the last bits.
    #[test]
    fn reciprocals_cancel() {
        for power in 0..=MOST {
            let (product, exponent) = multiply(five(power), five(-power));
            let is_one = (product, exponent) == ONE;
            let ones = exponent == ONE.1 - 1 && product[1..] == [u64::MAX; LIMBS - 1];
            assert!(is_one || ones && product[0] >> 24 == u64::MAX >> 24, "{power}: {product:x?} {exponent}");
        }
    }
}
