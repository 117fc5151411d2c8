//! Prints floats with digits in fields for people.

use std::fmt::{self, Formatter};

use super::drawing::{draw_boxes, fill_gaps};
use crate::exact::format_hex;
use crate::model::{BitRange, DigitFields, DigitSign, DigitUnit};

/// Prints a format; the fields are those of the picture.
pub(super) fn print_digit_float(f: &mut Formatter<'_>, fields: DigitFields, bits: u32) -> fmt::Result {
    let letter = match fields.unit {
        DigitUnit::Decimal => 'D',
        DigitUnit::Centesimal => 'C',
    };
    let bit = |low: u32, width: u32| BitRange { high: low + width - 1, low };
    let (sign, negative) = match fields.sign {
        DigitSign::Bit(low) => (bit(low, 1), "sign_magnitude".to_owned()),
        DigitSign::Nine(low) => (bit(low, 4), "nine".to_owned()),
        DigitSign::TwosTop(top) => (bit(bits - 1, 1), format!("twos_complement({top})")),
    };
    let mut pieces = vec![('S', sign)];
    pieces.extend(fields.exponent.list().into_iter().map(|range| ('E', range)));
    pieces.extend(fields.significand.list().into_iter().map(|range| (letter, range)));
    draw_boxes(f, &fill_gaps(pieces, bits))?;
    writeln!(f, "    value = {}", format_digit_formula(fields))?;
    writeln!(f, "    negative {negative}")?;
    writeln!(f, "    exponent {}", fields.code.word())?;
    // Clauses are printed only where they take something away from what the field could hold.
    let (low, high) = fields.code.range(fields.exponent.width());
    let (least, most) = fields.exponents;
    let zero = [
        fields.zero.exponent.and_then(|field| fields.code.decode(field, fields.exponent.width())),
        fields.zero.first.then_some(0),
    ];
    let zero: Vec<String> = [('E', zero[0]), (letter, zero[1])]
        .into_iter()
        .filter_map(|(letter, number)| Some(format!("{letter} == {}", number?)))
        .collect();
    if !zero.is_empty() {
        writeln!(f, "    zero if {}", zero.join(" && "))?;
    }
    // The model has exponents of the formula. A text compares the number in the field, which has the bias.
    let ends = [('<', low, least + fields.bias), ('>', high, most + fields.bias)];
    let ends: Vec<String> = ends
        .into_iter()
        .filter(|(_, limit, end)| limit != end)
        .map(|(operator, _, end)| format!("E {operator} {end}"))
        .collect();
    if !ends.is_empty() {
        writeln!(f, "    reserved if {}", ends.join(" || "))?;
    }
    if fields.constant != 0 {
        writeln!(f, "    unused written {} of the word", format_hex(fields.constant, bits))?;
    }
    Ok(())
}

/// The formula of digits: `0.D * 10^(E - 64)`.
fn format_digit_formula(fields: DigitFields) -> String {
    let letter = match fields.unit {
        DigitUnit::Decimal => "D",
        DigitUnit::Centesimal => "C",
    };
    let point = match fields.whole {
        // All digits behind the point, all before it, or one digit of the radix before it.
        0 => format!("0.{letter}"),
        whole if whole == fields.digits() => letter.to_owned(),
        _ => format!("{letter}.{letter}"),
    };
    let radix = if fields.tens == 1 { 10 } else { 100 };
    match fields.bias {
        0 => format!("{point} * {radix}^E"),
        bias if bias < 0 => format!("{point} * {radix}^(E + {})", bias.unsigned_abs()),
        bias => format!("{point} * {radix}^(E - {bias})"),
    }
}
