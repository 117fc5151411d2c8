//! Powers of five. Those that were made are kept, because a text may have a far number in each of its lines.

use std::sync::OnceLock;

use num_bigint::BigUint;

/// The powers below this one are kept, and the multiples of it.
const STEP: u64 = LOW.len() as u64;

/// The number of the multiples that are kept. They reach beyond the numbers of every format but the widest.
const MULTIPLES: usize = 96;

static LOW: [OnceLock<BigUint>; 256] = [const { OnceLock::new() }; 256];
static HIGH: [OnceLock<BigUint>; MULTIPLES] = [const { OnceLock::new() }; MULTIPLES];

/// `5^power`
pub(super) fn power_of_five(power: u64) -> BigUint {
    #[cfg(test)]
    super::tests::count(power);
    let cached_power = |powers: &'static [OnceLock<BigUint>], index: u64, step: u64| {
        let place = powers.get(usize::try_from(index).ok()?)?;
        Some(place.get_or_init(|| raise_five(index * step)))
    };
    // `5^(256 × h + l) = 5^(256 × h) × 5^l`: two kept powers and one product instead of a power of thousands of
    // digits.
    match (cached_power(&LOW, power % STEP, 1), cached_power(&HIGH, power / STEP, STEP)) {
        (Some(low), Some(high)) => low * high,
        _ => raise_five(power),
    }
}

fn raise_five(power: u64) -> BigUint {
    BigUint::from(5_u8).pow(u32::try_from(power).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_powers_are_those_that_are_raised() {
        for power in [0, 1, 255, 256, 257, 5_119, 24_575, 24_576, 30_001] {
            assert_eq!(power_of_five(power), raise_five(power), "{power}");
            assert_eq!(power_of_five(power), raise_five(power), "{power} again");
        }
    }
}
