//! Characters that a terminal obeys instead of showing them.
//!
//! Names of files, comments and labels come from files of others. An escape sequence among them could hide text, or
//! change what the user's terminal does. So everything that is printed for people goes through [`clean_line`] or
//! [`clean_text`].

use std::borrow::Cow;

/// Stands for a character that cannot be shown.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// A text in one line. Each control character is replaced, the ends of lines too.
///
/// ```
/// use datarep_dsl::controls::clean_line;
/// assert_eq!(clean_line("red\u{1b}[31m\nline"), "red␛[31m␊line");
/// assert_eq!(clean_line("größer"), "größer");
/// ```
pub fn clean_line(text: &str) -> Cow<'_, str> {
    replace_where(text, is_control)
}

/// A text of lines. Each control character is replaced, except the ends of lines and tabs.
///
/// ```
/// use datarep_dsl::controls::clean_text;
/// assert_eq!(clean_text("one\n\ttwo\u{9b}2J\u{202e}\r\n"), "one\n\ttwo�2J�␍\n");
/// ```
pub fn clean_text(text: &str) -> Cow<'_, str> {
    replace_where(text, |letter| is_control(letter) && letter != '\n' && letter != '\t')
}

fn replace_where(text: &str, is_replaced: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Nearly every text has nothing to replace, and is not copied.
    if !text.contains(&is_replaced) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .map(|letter| if is_replaced(letter) { replace_control(letter) } else { letter })
            .collect(),
    )
}

/// Whether a terminal obeys a character: the control characters of ASCII and of ISO 8859-1, and those that change the
/// direction of the text behind them.
pub fn is_control(letter: char) -> bool {
    // U+202A to U+202E and U+2066 to U+2069 turn the direction of what follows, so that a line can show something
    // else than it says.
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The character that shows a control character: Unicode's picture of it, if it is one of ASCII.
fn replace_control(letter: char) -> char {
    match letter {
        // Unicode's pictures of control characters stand in their order from U+2400.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or(REPLACEMENT),
        '\u{7f}' => '\u{2421}',
        _ => REPLACEMENT,
    }
}
