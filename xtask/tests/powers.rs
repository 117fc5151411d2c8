//! Checks the fact on which conversions between powers of ten and of two rely, and their results for every power.

use datarep::codegen as rt;
use num_bigint::BigUint;

/// The greatest power of ten of a decimal float.
const MOST: i32 = 6176;

fn power(base: u8, count: u64) -> BigUint {
    BigUint::from(base).pow(u32::try_from(count).expect("a small power"))
}

/// `5^power` as a numerator and a denominator.
fn five(power: i32) -> (BigUint, BigUint) {
    let one = BigUint::from(1_u8);
    let five = self::power(5, power.unsigned_abs().into());
    if power >= 0 { (five, one) } else { (one, five) }
}

/// The product of a power of five and a number below 2^113 either is a number of 128 bits times a power of two, or
/// differs from every such number by more than 2^-280 of itself.
///
/// Let `a = 5^power × 2^shift` be at least 2^16 and below 2^18. Its products with numbers of 113 bits have 129 to 131
/// bits, so that numbers of 128 bits are among the integers. A shorter number can be doubled until it has 113 bits. The
/// `N` that brings `N × a` nearest to an integer is a denominator of a convergent of `a`, and the distance is a
/// remainder of Euclid's algorithm.
#[test]
fn no_product_comes_near_to_a_border_without_being_on_it() {
    let limit = BigUint::from(1_u8) << 113_u32;
    let mut exact = 0;
    for power in -MOST..=MOST {
        let (mut above, mut below) = five(power);
        let length = |number: &BigUint| i64::try_from(number.bits()).expect("some thousand bits");
        let shift = 17 - (length(&above) - length(&below));
        if shift >= 0 {
            above <<= shift.unsigned_abs();
        } else {
            below <<= shift.unsigned_abs();
        }
        let quotient = &above / &below;
        assert!((17..=18).contains(&quotient.bits()), "{power}");
        // The distance from an integer of each denominator's product, times `below`.
        let (mut distance, mut next) = (below.clone(), above % &below);
        let (mut before, mut denominator) = (BigUint::ZERO, BigUint::from(1_u8));
        while next != BigUint::ZERO {
            let factor = &distance / &next;
            let following = &factor * &denominator + &before;
            if following >= limit {
                break;
            }
            let rest = distance - factor * &next;
            (distance, next) = (next, rest);
            (before, denominator) = (denominator, following);
        }
        if next == BigUint::ZERO {
            // The denominator of `a` is below 2^113. Its multiples have integer products. For every other number, the
            // distance is at least the denominator's reciprocal.
            assert!(below < limit || power == 0, "{power}");
            exact += 1;
            continue;
        }
        // The distance is more than 2^-149, and products are below 2^131.
        assert!(&next << 149_u32 > below, "{power}");
    }
    assert!(exact > 50, "{exact} powers have products that are whole");
}

/// The runtime's product has the first bits of the exact one, and says whether there are more.
#[test]
fn every_power_is_that_of_whole_numbers() {
    let most = 10_u128.pow(34) - 1;
    for power in -MOST..=MOST {
        let seed = u128::from(power.unsigned_abs()).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        for number in [1, 3, most, seed % (most + 1)] {
            if number == 0 {
                continue;
            }
            let (significand, exponent) = rt::ten_to_two(number, power);
            assert!((125..=127).contains(&(128 - significand.leading_zeros())), "{number} {power}");
            let (mut above, mut below) = five(power);
            above *= number;
            // Both in units of the significand's last bit but one.
            let shift = exponent + 1 - power;
            if shift >= 0 {
                below <<= shift.unsigned_abs();
            } else {
                above <<= shift.unsigned_abs();
            }
            let whole = &above / &below;
            let has_rest = &whole * &below != above;
            assert_eq!(BigUint::from(significand >> 1), whole, "{number} × 10^{power}");
            assert_eq!(significand & 1 == 1, has_rest, "{number} × 10^{power}");
        }
    }
}
