//! The form of numbers, and the faults of malformed ones.

use crate::diagnostic::{Diagnostic, Slug};
use crate::source::Span;

/// The base that the prefix of a number states.
fn prefix_radix(prefix: &str) -> Option<u32> {
    match prefix {
        "0x" => Some(16),
        "0o" => Some(8),
        _ => None,
    }
}

/// The fault of the number `text`, if it is malformed in every place.
pub(super) fn number_fault(text: &str, span: Span) -> Option<Diagnostic> {
    if matches!(text, "0.1F" | "0.1f") {
        // This literal belongs to a formula.
        return None;
    }
    let fault = |title: String, label: &str| Diagnostic::new(Slug::Number, title, span, label);
    let lower = text.to_ascii_lowercase();
    // The language has hexadecimal and octal numbers for words, as manuals have them.
    if let Some(digits) = lower.strip_prefix("0b") {
        let fault = fault("numbers are not written in base 2".to_owned(), "not expected here");
        let value = u128::from_str_radix(&digits.replace('_', ""), 2);
        return Some(match value {
            Ok(value) => fault.help(format!("write `{value:#x}`")),
            Err(_) => fault.help("write it in base 16, with `0x` before it"),
        });
    }
    if lower.starts_with("0x") || lower.starts_with("0o") {
        return prefixed_fault(text, &lower, span);
    }
    let whole_len = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'_').count();
    let whole = text[..whole_len].replace('_', "");
    // C reads 010 as eight, and others as ten. The language has neither.
    if whole.len() > 1 && whole.starts_with('0') {
        let fault = fault(format!("`{text}` starts with a zero"), "written as a decimal, or meant as octal?");
        let rest = &text[whole_len..];
        let significant = whole.trim_start_matches('0');
        let significant = if significant.is_empty() { "0" } else { significant };
        let fault = fault.help(format!("write `{significant}{rest}`"));
        // Octal is offered only where all digits are.
        let octal = rest.is_empty() && significant.bytes().all(|b| b < b'8') && significant != "0";
        return Some(if octal { fault.help(format!("write `0o{significant}` for octal")) } else { fault });
    }
    decimal_fault(text, whole_len, span)
}

fn prefixed_fault(text: &str, lower: &str, span: Span) -> Option<Diagnostic> {
    let (prefix, digits) = (&text[..2], &text[2..]);
    let Some(radix) = prefix_radix(prefix) else {
        return Some(
            Diagnostic::new(
                Slug::Number,
                format!("`{prefix}` is not how a number starts"),
                span,
                "a capital letter",
            )
            .help(format!("write `{}{digits}`", &lower[..2])),
        );
    };
    let digit = if radix == 16 { "a hexadecimal digit" } else { "an octal digit" };
    // `_` separates digits, and `0x_` has none to separate.
    if digits.bytes().all(|b| b == b'_') {
        let title = format!("`{text}` has no digits");
        return Some(Diagnostic::new(Slug::Number, title, span, format!("{digit} is missing")));
    }
    let (index, wrong) = digits.char_indices().find(|(_, c)| *c != '_' && !c.is_digit(radix))?;
    // The place within the number, behind its prefix: a number of 32 digits may have one wrong letter.
    let start = span.start + 2 + index;
    let at = Span { start, end: start + wrong.len_utf8() };
    Some(Diagnostic::new(Slug::Number, format!("`{wrong}` is not {digit}"), at, format!("in `{text}`")))
}

/// The fault of a decimal number. It has digits, `.` and digits, `e` and digits, and nothing else is attached.
fn decimal_fault(text: &str, whole_len: usize, span: Span) -> Option<Diagnostic> {
    let is_digit = |b: &u8| b.is_ascii_digit() || *b == b'_';
    let mut at = whole_len;
    if let Some(fraction) = text[at..].strip_prefix('.') {
        at += 1 + fraction.bytes().take_while(is_digit).count();
    }
    let tail = &text[at..];
    if let Some(exponent) = tail.strip_prefix(['e', 'E']) {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if !digits.bytes().any(|b| b.is_ascii_digit()) {
            let title = format!("the exponent of `{text}` has no digits");
            return Some(Diagnostic::new(Slug::Number, title, span, "a digit is missing at its end"));
        }
        // The letter and the sign are what the two lengths differ by.
        at += tail.len() - digits.len() + digits.bytes().take_while(is_digit).count();
    }
    let suffix = &text[at..];
    if suffix.is_empty() {
        return None;
    }
    let start = span.start + at;
    let fault = Diagnostic::new(
        Slug::Number,
        format!("`{suffix}` cannot follow the number `{}`", &text[..at]),
        Span { start, end: span.end },
        "not expected here",
    );
    Some(match (&text[..at], suffix) {
        // `1F` stands for the significand `1.F`.
        ("0" | "1", "F" | "f") => fault.help(format!("write `{}.F` for the significand", &text[..at])),
        _ => fault.help(format!("write `{}`", &text[..at])),
    })
}

/// The value of a whole number of the grammar; `None` if it does not fit.
pub(super) fn parse_whole_number(text: &str) -> Option<u128> {
    let digits = text.replace('_', "");
    match prefix_radix(digits.get(..2).unwrap_or_default()) {
        Some(radix) => u128::from_str_radix(&digits[2..], radix).ok(),
        None => digits.parse().ok(),
    }
}
