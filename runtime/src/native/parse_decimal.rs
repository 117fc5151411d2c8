//! Decimals from text.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{Decimal, decimal_from_parts};

/// The most digits right of the point.
const MOST_PLACES: u32 = 28;

/// Reads a decimal as it is printed: digits with at most one point, after a sign or none.
///
/// Nothing is rounded. The digits right of the point are the scale, also zeros at the end, so that what was printed comes
/// back. There is no negative zero: "-0.00" is 0.00.
///
/// ```
/// use datarep::Decimal;
/// let price: Decimal = "-123.450".parse()?;
/// assert_eq!((price.mantissa(), price.scale()), (-123_450, 3));
/// assert_eq!(price.to_string(), "-123.450");
/// assert!("1,5".parse::<Decimal>().is_err());
/// # Ok::<(), datarep::ParseDecimalError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the text is empty, has another character, has no digit, needs more than 96 bits without its point, or
/// has more than 28 digits right of the point.
impl FromStr for Decimal {
    type Err = ParseDecimalError;

    fn from_str(text: &str) -> Result<Decimal, ParseDecimalError> {
        let fault = |kind| ParseDecimalError { kind };
        if text.is_empty() {
            return Err(fault(DecimalFault::Empty));
        }
        let (negative, digits) = match text.as_bytes() {
            [b'-', digits @ ..] => (true, digits),
            // The second pattern takes all others: without a sign the whole text is digits.
            [b'+', digits @ ..] | digits => (false, digits),
        };
        let (mut number, mut scale, mut has_point, mut has_digit) = (0_u128, 0_u32, false, false);
        for byte in digits {
            match byte {
                b'0'..=b'9' => {
                    has_digit = true;
                    // The number has at most 96 bits so far.
                    number = number * 10 + u128::from(byte - b'0');
                    if number >> 96 != 0 {
                        return Err(fault(DecimalFault::TooLarge));
                    }
                    scale += u32::from(has_point);
                    if scale > MOST_PLACES {
                        return Err(fault(DecimalFault::TooManyPlaces));
                    }
                }
                b'.' if !has_point => has_point = true,
                _ => return Err(fault(DecimalFault::InvalidDigit)),
            }
        }
        // A sign or a point without a digit is no number.
        if !has_digit {
            return Err(fault(DecimalFault::InvalidDigit));
        }
        Ok(decimal_from_parts(negative && number != 0, number, scale))
    }
}

/// Why a text is no [`Decimal`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseDecimalError {
    kind: DecimalFault,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DecimalFault {
    Empty,
    InvalidDigit,
    TooLarge,
    TooManyPlaces,
}

impl fmt::Display for ParseDecimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            DecimalFault::Empty => "cannot parse decimal from empty string",
            DecimalFault::InvalidDigit => "invalid digit found in string",
            DecimalFault::TooLarge => "number too large: its digits need more than 96 bits",
            DecimalFault::TooManyPlaces => "too many digits right of the point: at most 28",
        })
    }
}

impl Error for ParseDecimalError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_comes_back() {
        for text in [
            "0",
            "0.00",
            "1",
            "-1",
            "12.34",
            "-0.5",
            "0.0000000000000000000000000001",
            "79228162514264337593543950335",
            "-7.9228162514264337593543950335",
        ] {
            let decimal: Decimal = text.parse().expect(text);
            assert_eq!(decimal.to_string(), text);
        }
    }

    #[test]
    fn other_spellings_of_numbers_are_read() {
        for (text, number, scale) in
            [("+1.50", 150, 2), (".5", 5, 1), ("5.", 5, 0), ("-007", -7, 0), ("-0.0", 0, 1)]
        {
            let decimal: Decimal = text.parse().expect(text);
            assert_eq!((decimal.mantissa(), decimal.scale()), (number, scale), "{text}");
        }
        let zero: Decimal = "-0".parse().expect("zero");
        assert_eq!(zero, Decimal::ZERO);
    }

    #[test]
    fn what_is_no_decimal_is_told_why() {
        for (text, expected) in [
            ("", "cannot parse decimal from empty string"),
            ("-", "invalid digit found in string"),
            (".", "invalid digit found in string"),
            ("1.2.3", "invalid digit found in string"),
            ("1e3", "invalid digit found in string"),
            (" 1", "invalid digit found in string"),
            ("1,5", "invalid digit found in string"),
            ("--1", "invalid digit found in string"),
            ("١", "invalid digit found in string"),
            ("nan", "invalid digit found in string"),
            ("79228162514264337593543950336", "number too large: its digits need more than 96 bits"),
            (
                "-99999999999999999999999999999999999999999999",
                "number too large: its digits need more than 96 bits",
            ),
            ("0.00000000000000000000000000001", "too many digits right of the point: at most 28"),
        ] {
            let fault = text.parse::<Decimal>().expect_err(text);
            assert_eq!(fault.to_string(), expected, "{text}");
        }
    }
}
