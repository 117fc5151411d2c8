//! IBM's floats and IEEE's: both have a sign, an exponent and a fraction at nearly the same bits, and each reads a smooth
//! series of the other as a smooth series. Their leading digits tell them apart.
//!
//! The four bits after the first byte are the leading hexadecimal digit of an IBM float. Arithmetic never leaves it
//! zero. In an IEEE float the same four bits are the last bit of the exponent and the first three of the fraction, and in
//! numbers of different magnitudes all sixteen values have nearly the same share. So two thousand floats of which none
//! has a zero there are not IEEE floats: that would be a chance of 2^-180.
//!
//! This holds for numbers of different magnitudes only. Numbers between 9 and 13 in IEEE have the digits 1 to 5, and
//! nothing distinguishes them from IBM's between 1 and 5. So there must be several exponents. Few zeros do not refute IEEE
//! floats, as whole numbers and decimals have fewer of them.

use datarep_dynamic::Endianness;

/// The least number of different exponents, and the least share of the words that an exponent must have to count.
const EXPONENTS: usize = 3;
const SHARE: usize = 50;

/// One of so many words may have a zero digit if they are IBM floats, from arithmetic that did not normalize.
const ZEROS: usize = 256;

/// The least number of changes of the digit. If they were by chance, 256 of them without a zero would have a probability
/// of 2^-24.
const CHANGES: usize = 256;

/// The least number of different signs, exponents and digits. Multiples of few numbers may have no zero by their nature.
const PREFIXES: usize = 24;

/// Whether words of four bytes are not IEEE floats, by their leading hexadecimal digits. No error of a model makes a digit
/// vanish, so this decides, whatever the values cost.
pub(super) fn refutes_ieee(items: &[u8], order: Endianness) -> bool {
    let word = |item: &[u8]| {
        let item = [item[0], item[1], item[2], item[3]];
        match order {
            Endianness::Big => u32::from_be_bytes(item),
            Endianness::Little => u32::from_le_bytes(item),
        }
    };
    // Zero has a zero digit in both formats, and so it says nothing.
    let words: Vec<u32> = items.chunks_exact(4).map(word).filter(|word| word << 1 != 0).collect();
    // `word >> 20` has the sign, seven bits of exponent and the digit, which is in the four lowest bits.
    let zeros = words.iter().filter(|word| (**word >> 20).trailing_zeros() >= 4).count();
    // Neighbors of a smooth series have the same digit, so only changes are witnesses.
    let changes = words.windows(2).filter(|pair| pair[0] >> 20 != pair[1] >> 20).count();
    if zeros * ZEROS > words.len() || changes < CHANGES {
        return false;
    }
    let mut exponents = [0_usize; 128];
    for word in &words {
        exponents[(word >> 24 & 0x7F) as usize] += 1;
    }
    let mut prefixes: Vec<u32> = words.iter().map(|word| word >> 20).collect();
    prefixes.sort_unstable();
    prefixes.dedup();
    let several = exponents.iter().filter(|count| **count * SHARE > words.len()).count();
    several >= EXPONENTS && prefixes.len() >= PREFIXES
}

#[cfg(test)]
mod tests {
    use super::*;
    use datarep_dynamic::Format;

    /// Numbers of many magnitudes.
    fn values() -> Vec<f64> {
        (0..2000)
            .map(|index| f64::from(index).sin() * (8.0 * (f64::from(index) * 0.7).cos()).exp2())
            .collect()
    }

    #[test]
    fn digits_tell_ibm_from_ieee() {
        for (name, is_told) in [("hfp32", true), ("f32", false)] {
            for (order, endianness) in [("big", Endianness::Big), ("little", Endianness::Little)] {
                let format = Format::named(name).expect("it is known").with_order(order);
                let (bytes, _) = format.to_bytes(&values()).expect("all fit");
                assert_eq!(refutes_ieee(&bytes, endianness), is_told, "{name} {order}");
            }
        }
    }

    #[test]
    fn numbers_of_one_magnitude_say_nothing() {
        let narrow: Vec<u8> =
            (0..500_u16).flat_map(|index| (9.0 + f32::from(index) / 150.0).to_be_bytes()).collect();
        assert!(!refutes_ieee(&narrow, Endianness::Big) && !refutes_ieee(&[], Endianness::Big));
    }
}
