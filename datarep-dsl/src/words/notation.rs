//! Numbers as people write them: as a fraction, and as a hexadecimal float.

use num_bigint::BigUint;

use super::Number;
use crate::exact::Ratio;

/// The most bits of a fraction that is written out.
const BITS: i64 = 4096;

impl Number {
    /// The number as a fraction in lowest terms: `-949/8`; `None` if that would have thousands of digits.
    ///
    /// ```
    /// use datarep_dsl::{compile, source::Source, words};
    /// let text = "float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);";
    /// let source = Source { name: "ibm.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    /// let hfp32 = &compile(&source).expect("the text is sound").formats[0];
    /// let words::Meaning::Number(number) = words::meaning(hfp32, 0xC276_A000) else { unreachable!("a number") };
    /// assert_eq!(number.format_short_fraction().as_deref(), Some("-949/8"));
    /// assert_eq!(number.format_hex_float().as_deref(), Some("-0x1.da8p+6"));
    /// ```
    pub fn format_short_fraction(&self) -> Option<String> {
        let sign = if self.negative { "-" } else { "" };
        let Some(Ratio { numerator, denominator, exponent }) = &self.magnitude else {
            return Some(format!("{sign}0"));
        };
        // The fraction would have more than a thousand digits, which nobody reads.
        if exponent.abs() > BITS {
            return None;
        }
        let shift = exponent.unsigned_abs();
        let (above, below) = if *exponent >= 0 {
            (numerator << shift, denominator.clone())
        } else {
            (numerator.clone(), denominator << shift)
        };
        let common = greatest_common_divisor(above.clone(), below.clone());
        let (above, below) = (above / &common, below / &common);
        let one = BigUint::from(1_u8);
        Some(if below == one { format!("{sign}{above}") } else { format!("{sign}{above}/{below}") })
    }

    /// The number as a hexadecimal float of C: `-0x1.da8p+6`; `None` for numbers such as 0.1 that have no such form.
    pub fn format_hex_float(&self) -> Option<String> {
        let sign = if self.negative { "-" } else { "" };
        if self.is_zero() {
            return Some(format!("{sign}0x0p+0"));
        }
        let (odd, power) = self.to_binary_parts()?;
        let odd: BigUint = odd.trim_start_matches('-').parse().ok()?;
        // The first bit is before the point, since C writes the form `1.…`.
        let behind = odd.bits() - 1;
        let power = power + i64::try_from(behind).ok()?;
        // The digits behind the point begin at a bit that is a multiple of four below it.
        let padded = odd << (behind.next_multiple_of(4) - behind);
        let digits = format!("{padded:x}");
        let point = if digits.len() > 1 { "." } else { "" };
        Some(format!("{sign}0x{}{point}{}p{power:+}", &digits[..1], &digits[1..]))
    }
}

/// The largest number that divides both, by Euclid's algorithm.
fn greatest_common_divisor(mut first: BigUint, mut second: BigUint) -> BigUint {
    while second != BigUint::ZERO {
        let rest = first % &second;
        first = std::mem::replace(&mut second, rest);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use crate::source::Source;

    #[test]
    fn notations_are_those_of_c() {
        let text = "float d = S1 E11 F52 where value = 1.F * 2^(E - 1023) { ieee; }";
        let source = Source { name: "words.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
        let double = crate::compile(&source).expect("a sound text").formats.remove(0);
        // As CPython's `float.hex` and `float.as_integer_ratio` have them.
        for (value, hex, fraction) in [
            (0.1, "0x1.999999999999ap-4", "3602879701896397/36028797018963968"),
            (-118.625, "-0x1.da8p+6", "-949/8"),
            (1.0, "0x1p+0", "1"),
            (1e22, "0x1.0f0cf064dd592p+73", "10000000000000000000000"),
            (-0.0, "-0x0p+0", "-0"),
        ] {
            let Meaning::Number(number) = meaning(&double, u128::from(f64::to_bits(value))) else {
                panic!("{value} is no number")
            };
            assert_eq!(number.format_hex_float().as_deref(), Some(hex));
            assert_eq!(number.format_short_fraction().as_deref(), Some(fraction));
        }
    }
}
