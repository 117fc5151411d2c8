//! COBOL's descriptions of numbers as names of formats: `COMP-1`, `PIC S9(5)V99 COMP-3`, `S9(4) COMP`.
//!
//! They are those of a mainframe: big-endian, with hexadecimal floats and EBCDIC digits.

use datarep_dsl::model::{PrintedPicture, PrintedStyle};

use super::foreign::{ForeignMeaning, ForeignName};
use super::picture::{Picture, parse_picture};

/// Digits of the widest decimal.
const DIGITS: u64 = 38;

/// The format that a description means; `None` if it is not one of COBOL.
pub(super) fn find_cobol(text: &str) -> Option<ForeignMeaning> {
    let upper = text.to_ascii_uppercase().replace("COMPUTATIONAL", "COMP");
    let mut words: Vec<&str> = upper.trim_end_matches('.').split(' ').collect();
    // Words that COBOL allows and that change nothing.
    words.retain(|word| !["PIC", "PICTURE", "USAGE", "IS", "SIGN", "CHARACTER", ""].contains(word));
    let has_picture = upper.split(' ').any(|word| word == "PIC" || word == "PICTURE");
    let (picture, clauses) = match words.split_first()? {
        // A picture needs another word of COBOL beside it: `X4` or `9` alone could be a name of anything.
        (first, rest) if !is_usage(first) && (has_picture || rest.iter().any(|word| is_usage(word))) => {
            (Some(*first), rest)
        }
        _ => (None, &words[..]),
    };
    // Any other word means that this is no description of COBOL.
    if !clauses.iter().all(|word| is_usage(word) || ["LEADING", "TRAILING", "SEPARATE"].contains(word)) {
        return None;
    }
    // COBOL's default.
    let usage = clauses.iter().copied().find(|word| is_usage(word)).unwrap_or("DISPLAY");
    let Some(picture) = picture else {
        return match usage {
            "COMP-1" => Some(make_meaning("hfp32".to_owned())),
            "COMP-2" => Some(make_meaning("hfp64".to_owned())),
            "DISPLAY" => None,
            _ => Some(ForeignMeaning::Open(format!("it needs a picture: write `PIC S9(7)V99 {usage}`"))),
        };
    };
    let Some(parsed_picture) = parse_picture(picture) else {
        return Some(ForeignMeaning::Open(format!("`{picture}` is no picture")));
    };
    if let Picture::Edited(_) = parsed_picture {
        return Some(resolve_printed(picture, usage));
    }
    Some(resolve_number(parsed_picture, usage, clauses))
}

fn make_meaning(format: String) -> ForeignMeaning {
    ForeignMeaning::Format(ForeignName { program: "COBOL", format, order: None, is_of_machine: false })
}

/// The format of a number that is printed.
fn resolve_printed(picture: &str, usage: &str) -> ForeignMeaning {
    if usage != "DISPLAY" {
        return ForeignMeaning::Open("a printed number has no other usage than `DISPLAY`".to_owned());
    }
    match PrintedPicture::parse(picture, PrintedStyle::default()) {
        Ok(_) => make_meaning(format!("printed_decimal(\"{picture}\")")),
        Err(fault) => ForeignMeaning::Open(fault.title),
    }
}

fn is_usage(word: &str) -> bool {
    const USAGES: [&str; 11] = [
        "COMP",
        "COMP-1",
        "COMP-2",
        "COMP-3",
        "COMP-4",
        "COMP-5",
        "COMP-6",
        "BINARY",
        "PACKED-DECIMAL",
        "DISPLAY",
        "NATIONAL",
    ];
    USAGES.contains(&word)
}

/// The format of a number that has a picture.
fn resolve_number(picture: Picture, usage: &str, clauses: &[&str]) -> ForeignMeaning {
    let open = |help: &str| ForeignMeaning::Open(help.to_owned());
    let Picture::Number { signed, digits, scale, point } = picture else {
        return open("it is a text, not a number: `datarep import` makes a record of a copybook");
    };
    // `P` in a picture moves the point beyond the digits, so that the scale alone may be too large.
    if digits.max(scale.unsigned_abs()) > DIGITS {
        return open("a decimal has 38 digits at most");
    }
    let unsigned = if signed { "" } else { ", unsigned" };
    let with = |word, text| if clauses.contains(&word) { text } else { "" };
    match usage {
        "DISPLAY" => {
            let signs = format!("{}{}", with("LEADING", ", leading"), with("SEPARATE", ", separate"));
            let point = if point { ", point" } else { "" };
            make_meaning(format!("zoned_decimal({digits}, {scale}{unsigned}{signs}{point})"))
        }
        // A point that is printed is a character, which packed and binary digits have no room for.
        _ if point => open("a picture with a printed point has no other usage than `DISPLAY`"),
        "COMP-3" | "PACKED-DECIMAL" => make_meaning(format!("packed_decimal({digits}, {scale}{unsigned})")),
        "COMP-6" => make_meaning(format!("unsigned_packed_decimal({digits}, {scale})")),
        "COMP" | "COMP-4" | "COMP-5" | "BINARY" => {
            // IBM's Enterprise COBOL: 1 to 4 digits take a halfword, 5 to 9 a word, and 10 to 18 a doubleword.
            let bits = match digits {
                ..=4 => 16,
                5..=9 => 32,
                10..=18 => 64,
                _ => {
                    return open(
                        "a binary number of more than 18 digits differs by compiler: write `twos(128)`",
                    );
                }
            };
            let name = if signed { "twos" } else { "unsigned" };
            // Without a point the plain integer says it all, and reads values beyond the picture, too.
            if scale == 0 {
                return make_meaning(format!("{name}({bits})"));
            }
            // The picture limits what a program stores, except in the machine's own binary numbers.
            let most = if usage == "COMP-5" { String::new() } else { format!(", {digits}") };
            make_meaning(format!("binary_decimal({bits}, {scale}{most}{unsigned})"))
        }
        _ => open("a number with this usage has no picture"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_formats() {
        for (text, expected) in [
            ("COMP-1", "hfp32"),
            ("computational-2", "hfp64"),
            ("PIC S9(5)V99 COMP-3", "packed_decimal(7, 2)"),
            ("PIC 9(5) USAGE IS PACKED-DECIMAL.", "packed_decimal(5, 0, unsigned)"),
            ("S9(4) COMP", "twos(16)"),
            ("PIC 9(9) BINARY", "unsigned(32)"),
            ("PIC S9(18) COMP-5", "twos(64)"),
            ("PIC S9(5)V99 COMP", "binary_decimal(32, 2, 7)"),
            ("PIC 9(2)PP BINARY", "binary_decimal(16, -2, 2, unsigned)"),
            ("PIC S9(16)V99 COMP-5", "binary_decimal(64, 2)"),
            ("PIC S9(5)V99", "zoned_decimal(7, 2)"),
            ("PIC S9(3) SIGN LEADING SEPARATE", "zoned_decimal(3, 0, leading, separate)"),
            ("PIC 9(4) COMP-6", "unsigned_packed_decimal(4, 0)"),
            ("PIC Z,ZZ9.99-", "printed_decimal(\"Z,ZZ9.99-\")"),
            ("pic $(5)9.99cr usage display", "printed_decimal(\"$(5)9.99CR\")"),
        ] {
            let Some(ForeignMeaning::Format(meaning)) = find_cobol(text) else { panic!("{text}") };
            assert_eq!(meaning.format, expected, "{text}");
            assert!(crate::Format::named(text).is_ok_and(|format| format.described().is_ok()), "{text}");
        }
    }

    #[test]
    fn descriptions_that_are_no_format_say_what_to_write() {
        for (text, part) in [
            ("COMP-3", "write `PIC S9(7)V99 COMP-3`"),
            ("PIC X(20)", "`datarep import`"),
            ("PIC Q9", "`Q9` is no picture"),
            ("PIC S9(30) COMP", "twos(128)"),
            ("PIC ZZ9.ZZ", "`Z` cannot follow `9`"),
            ("PIC ZZ9 COMP", "no other usage than `DISPLAY`"),
        ] {
            let Some(ForeignMeaning::Open(help)) = find_cobol(text) else { panic!("{text}") };
            assert!(help.contains(part), "{text}: {help}");
        }
        for text in ["DISPLAY", "hfp32", "twos(16) little", "S9(4)"] {
            assert_eq!(find_cobol(text), None, "{text}");
        }
    }
}
