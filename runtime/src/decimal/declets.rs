//! Three decimal digits in ten bits, as in the decimal floats of IEEE 754.
//!
//! A *declet* holds 000 to 999 in 1000 of its 1024 patterns. The other 24 encode three large digits (8 or 9) with the
//! two highest bits not both clear; decoding ignores these bits. The declet of a number below ten is that number, so
//! that a single digit above the declets needs no rule of its own.
//!
//! Source: IEEE 754-2019, "Decimal formats"; M. Cowlishaw, "Densely packed decimal encoding", 2002.

#![expect(clippy::cast_possible_truncation, reason = "parts of a word whose width is known")]

/// The number of each declet.
static NUMBERS: [u16; 1024] = numbers();

/// The declet of each number: the canonical one if there are several.
static DECLETS: [u16; 1000] = declets();

const fn numbers() -> [u16; 1024] {
    let mut all = [0; 1024];
    let mut declet = 0;
    while declet < all.len() {
        all[declet] = number(declet as u16);
        declet += 1;
    }
    all
}

const fn declets() -> [u16; 1000] {
    let mut all = [0; 1000];
    // Of several declets the canonical one is the smallest. The loop ends with it.
    let mut declet: u16 = 1024;
    while declet > 0 {
        declet -= 1;
        all[number(declet) as usize] = declet;
    }
    all
}

/// The number of a declet. A digit of eight or nine takes one bit. If it takes the place of a smaller digit, the bits
/// that become free say which digits are large.
const fn number(declet: u16) -> u16 {
    let (first, second, third) = (declet >> 7 & 7, declet >> 4 & 7, declet & 7);
    let (large_first, large_second, large_third) = (8 | first & 1, 8 | second & 1, 8 | third & 1);
    // The upper two bits of the first and of the second digit, which may precede the last bit of another digit.
    let (high, middle) = (first & 6, second & 6);
    let digits = match (declet >> 3 & 1, third >> 1, middle >> 1) {
        // Bit 3 is clear: all three digits are below eight, and lie as they are. Otherwise bits 2 and 1 say which one
        // is large.
        (0, ..) => [first, second, third],
        (_, 0, _) => [first, second, large_third],
        (_, 1, _) => [first, large_second, middle | third & 1],
        (_, 2, _) => [large_first, second, high | third & 1],
        (_, _, 0) => [large_first, large_second, high | third & 1],
        (_, _, 1) => [large_first, high | second & 1, large_third],
        (_, _, 2) => [first, large_second, large_third],
        _ => [large_first, large_second, large_third],
    };
    100 * digits[0] + 10 * digits[1] + digits[2]
}

/// The number of `declets` declets, the most significant in the highest bits.
#[inline]
pub fn from_declets(word: u128, declets: u32) -> u128 {
    let number = |declet: u32| u128::from(NUMBERS[(word >> (10 * declet) & 0x3FF) as usize]);
    (0..declets).rev().fold(0, |all, declet| all * 1000 + number(declet))
}

/// The declets of a number, the most significant in the highest bits. Digits beyond `declets` declets are dropped.
#[inline]
pub fn to_declets(number: u128, declets: u32) -> u128 {
    let (mut word, mut rest) = (0, number);
    for declet in 0..declets {
        word |= u128::from(DECLETS[(rest % 1000) as usize]) << (10 * declet);
        rest /= 1000;
    }
    word
}

/// The lowest `digits` decimal digits of a number, each in half a byte. Higher digits are dropped.
#[inline]
pub fn to_halves(number: u128, digits: u32) -> u128 {
    in_fields(number, digits, 10, 4)
}

/// The lowest `digits` centesimal digits of a number, each in a byte. Higher digits are dropped.
#[inline]
pub fn to_centesimals(number: u128, digits: u32) -> u128 {
    in_fields(number, digits, 100, 8)
}

/// The lowest digits of a number in a radix, in fields of `bits` bits. A number of more than one word is divided into
/// words first.
#[inline]
fn in_fields(number: u128, digits: u32, radix: u64, bits: u32) -> u128 {
    // How many digits a word holds: 16 decimal or eight centesimal ones.
    let length = 64 / bits;
    let most = radix.pow(length);
    // Divisions of 64 bits. Those of 128 bits for each digit would take many times as long.
    let of_word = |mut number: u64, digits: u32| {
        (0..digits).fold(0_u64, |word, place| {
            let digit = number % radix;
            number /= radix;
            word | digit << (bits * place)
        })
    };
    let low = of_word((number % u128::from(most)) as u64, digits.min(length));
    if digits <= length {
        return low.into();
    }
    let high = of_word((number / u128::from(most) % u128::from(most)) as u64, digits - length);
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declets_are_those_of_the_standard() {
        // From the table of the standard: a small number, one large digit in each place, two, three.
        let known = [
            (5, 0x005),
            (9, 0x009),
            (55, 0x055),
            (79, 0x079),
            (80, 0x00A),
            (99, 0x05F),
            (555, 0x2D5),
            (999, 0x0FF),
        ];
        for (number, declet) in known {
            assert_eq!((to_declets(number, 1), from_declets(declet, 1)), (declet, number), "{number}");
        }
    }

    #[test]
    fn digits_stand_in_fields() {
        let number = 98_765_432_109_876_543_210_123_456_789;
        assert_eq!(to_halves(number, 32), 0x9_8765_4321_0987_6543_2101_2345_6789);
        assert_eq!((to_halves(1024, 3), to_halves(1024, 16)), (0x024, 0x1024));
        assert_eq!(to_centesimals(10_299, 7), 0x0001_0263);
        assert_eq!(to_centesimals(number, 16), 0x0009_5741_2B15_0957_412B_1501_172D_4359);
    }

    #[test]
    fn every_number_comes_back_and_24_declets_are_not_canonical() {
        for number in 0..1000 {
            assert_eq!(from_declets(to_declets(number, 1), 1), number);
        }
        let strange = (0..1024).filter(|&declet| to_declets(from_declets(declet, 1), 1) != declet).count();
        assert_eq!(strange, 24);
        let digits = 1_234_567_890_123_456_789_012_345_678_901_234;
        assert_eq!(from_declets(to_declets(digits, 12), 12), digits);
    }
}
