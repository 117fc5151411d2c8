//! A float's formula with the numbers of one word put in, step by step.

use datarep_dsl::model::word::{Fields, field_bits, mask};
use datarep_dsl::model::{Float, Format, FormatKind};
use datarep_dsl::{print, words};

/// The steps from the formula to the value; empty for words that are no number by the formula.
pub(crate) fn list_steps(format: &Format, word: u128) -> Vec<String> {
    let FormatKind::Float(float) = &format.kind else { return Vec::new() };
    // A class, such as infinity, is a word to which the formula does not apply.
    let Some((fields, None)) = words::read_fields(format, word) else { return Vec::new() };
    let formula = print::format_formula(float);
    // Where the formula begins with it, the sign is a digit of the significand.
    let sign = if float.sign.is_none() || formula.starts_with('S') {
        ""
    } else if fields.sign {
        "-"
    } else {
        "+"
    };
    // A format without an exponent has no power in its formula.
    let (point, power) = match formula.split_once(" * ") {
        Some((point, power)) => (point, Some(power)),
        None => (&*formula, None),
    };
    let digits = put_in_digits(float, &fields, point);
    let mut steps = vec![formula.clone()];
    let Some(power) = power else {
        steps.push(format!("{sign}{digits}"));
        return steps;
    };
    let put_in = power.replace('E', &format_exponent(i128::from(fields.exponent)));
    steps.push(format!("{sign}{digits} * {put_in}"));
    let sum = i128::from(fields.exponent) - i128::from(float.bias);
    let summed = format!("{}^{}", float.radix, format_exponent(sum));
    // Without a bias the sum is the step before.
    if summed != put_in {
        steps.push(format!("{sign}{digits} * {summed}"));
    }
    steps
}

/// The significand as the formula has it, in binary: `0.0111_0110`. Zeros at its end are left out.
fn put_in_digits(float: &Float, fields: &Fields, point: &str) -> String {
    let stored = field_bits(&float.significand);
    let significand = fields.significand & mask(stored);
    // The significand is a whole number in such a formula, and is shown as one.
    if point == "F" {
        return significand.to_string();
    }
    let all_digits =
        if stored == 0 { String::new() } else { format!("{significand:0width$b}", width = stored as usize) };
    let trimmed_digits = all_digits.trim_end_matches('0');
    // Zeros at the end change no value, but one digit has to stay.
    let trimmed_digits =
        if trimmed_digits.is_empty() && !all_digits.is_empty() { "0" } else { trimmed_digits };
    let bit = |bit: bool| if bit { "1" } else { "0" };
    let put_in: String = point
        .split_inclusive(['S', 'I', 'F'])
        .map(|part| {
            part.replace("!S", bit(!fields.sign))
                .replace('S', bit(fields.sign))
                .replace('I', bit(fields.leading))
        })
        .collect();
    let digits = put_in.replace('F', trimmed_digits);
    // A single 1 is the same in both notations.
    if digits.chars().all(|digit| digit == '1') { digits } else { format!("{digits}₂") }
}

fn format_exponent(exponent: i128) -> String {
    if exponent < 0 { format!("({exponent})") } else { exponent.to_string() }
}
