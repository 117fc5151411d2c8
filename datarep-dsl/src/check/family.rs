//! The families of built-in formats, and how a call of one is written.

use crate::ast::{Argument, FormatCall};
use crate::diagnostic::Diagnostic;

/// Names that a format cannot have.
pub(super) const FAMILIES: &[&str] = &[
    "twos",
    "unsigned",
    "ones",
    "sign_magnitude",
    "offset",
    "fixed",
    "ufixed",
    "packed_decimal",
    "unsigned_packed_decimal",
    "zoned_decimal",
    "bcd",
    "x87_bcd",
    "binary_decimal",
    "printed_decimal",
    "decimal_float",
    "posit",
    "p3109",
    "logical",
    "ascii",
    "latin1",
    "ebcdic",
    "codepage",
    "mixed_ebcdic",
    "double_byte",
    "ucs2",
    "utf16",
    "utf32",
    "unsupported",
];

/// Whether the call makes an integer of words that are formats.
pub(super) fn is_signed_words_call(call: &FormatCall) -> bool {
    matches!(call.name.value.as_str(), "pair" | "triple")
}

/// Whether a word stands for a text of several characters.
pub(super) fn is_string(word: &str) -> bool {
    matches!(word.to_ascii_lowercase().as_str(), "string" | "str" | "text" | "chars" | "varchar")
}

/// Adds to the fault of a string type that a character format holds a single character.
pub(super) fn add_string_help(fault: Diagnostic) -> Diagnostic {
    fault
        .note("a format is that of one character; in a program a string is an array of `Character`")
        .help("write the character set, such as `ascii`, `ebcdic(cp037)` or `codepage(cp1252)`")
}

/// Arguments as they are written.
pub(super) fn list_argument_texts(arguments: &[Argument]) -> Vec<String> {
    let text = |argument: &Argument| match argument {
        Argument::Number(number) => number.value.to_string(),
        Argument::Word(word) => word.value.clone(),
        Argument::Text(text) => quote_text(&text.value),
    };
    arguments.iter().map(text).collect()
}

/// A text in quotes.
fn quote_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The name of a built-in format.
pub(super) fn format_call(call: &FormatCall) -> String {
    let arguments = list_argument_texts(&call.arguments);
    if arguments.is_empty() {
        call.name.value.clone()
    } else {
        format!("{}({})", call.name.value, arguments.join(", "))
    }
}
