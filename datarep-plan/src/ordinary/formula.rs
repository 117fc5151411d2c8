//! Formulas as people read them, for the documentation of a body and the reasons of its constants.

use std::fmt::Write as _;

use datarep_dsl::model::{Class, ExponentCode, LeadingBit, Negation, SpecialEncoding};

use super::facts::OrdinaryFacts;

/// A number and the sum that makes it, such as `711 = 1023 - 4 × 64 - 56`. Terms of zero and factors of one are left
/// out.
pub(super) fn format_sum(number: i64, terms: &[(i64, i64)]) -> String {
    let mut text = String::new();
    // Products of zero would say nothing.
    for &(factor, term) in terms.iter().filter(|(factor, term)| factor * term != 0) {
        let sign = match (text.is_empty(), factor * term < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        // The sign is written already.
        let (factor, term) = (factor.unsigned_abs(), term.unsigned_abs());
        let factor = if factor == 1 { String::new() } else { format!("{factor} × ") };
        let _ = write!(text, "{sign}{factor}{term}");
    }
    let number = number.to_string();
    if text.is_empty() || text == number { number } else { format!("{number} = {text}") }
}

/// A remark that gives the number modulo 2^`bits`, as a signed number. It is empty if the number stays the same.
pub(super) fn format_wrapped(number: i64, bits: u32) -> String {
    // The spare bits are shifted out, and the sign comes down with the number.
    let spare = 64_u32.saturating_sub(bits);
    let kept = number << spare >> spare;
    if kept == number { String::new() } else { format!(": modulo 2^{bits} that is {kept}") }
}

/// A variable, its factor unless that is one, and the number that is added: `4 × E - 312`.
pub(super) fn format_linear(factor: i64, variable: &str, added: i64) -> String {
    let mut text = if factor == 1 { variable.to_owned() } else { format!("{factor} × {variable}") };
    if added != 0 {
        let sign = if added < 0 { '-' } else { '+' };
        let _ = write!(text, " {sign} {}", added.unsigned_abs());
    }
    text
}

/// The value of a word in terms of its fields: `±F × 2^(4 × E - 312)`.
pub(super) fn format_value(facts: &OrdinaryFacts<'_>) -> String {
    let OrdinaryFacts { float, stored, .. } = facts;
    let significand = match (float.negation, float.leading) {
        // Without stored bits the formula has no F.
        _ if *stored == 0 => String::new(),
        // The implied bits depend on the sign `S`, so the formula has it.
        (Negation::ImpliedComplement, _) => {
            format!("(F + 2^{stored} - 3 × 2^{stored} × S) × ")
        }
        (Negation::TwosSignificand, _) => format!("(F - 2^{stored} × S) × "),
        (_, LeadingBit::Hidden) => format!("(2^{stored} + F) × "),
        (_, LeadingBit::Explicit(_)) => format!("(2^{stored} × I + F) × "),
        (_, LeadingBit::None) => "F × ".to_owned(),
    };
    // With a signed significand the formula has its own sign.
    let sign = if float.sign.is_none() || facts.has_signed_significand() { "" } else { "±" };
    let exponent = format_linear(facts.digit, "E", facts.unit_power());
    let complement =
        if facts.has_word_complement() { ", of a negative word those of its complement" } else { "" };
    let counted =
        if float.code == ExponentCode::Excess { "" } else { ", E counted from the smallest exponent" };
    format!("Value: `{sign}{significand}2^({exponent})` of the word's fields{complement}{counted}.")
}

/// The words that are ordinary, in terms of their exponent fields.
pub(super) fn format_range(facts: &OrdinaryFacts<'_>, (first, last): (i64, i64)) -> String {
    let is_zero = |special: &SpecialEncoding| special.class == Class::Zero;
    // Without a leading one, a significand of zeros is zero by the formula.
    let has_zero = !facts.has_leading_one() || facts.float.specials.iter().any(is_zero);
    let and_zero = if has_zero { ", and zero" } else { "" };
    format!("Ordinary: E from {first} to {last}{and_zero}.")
}
