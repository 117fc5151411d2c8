//! Pictures of COBOL: `S9(7)V99`, `X(20)`, `ZZ9.99-`.

/// The meaning of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// Text of the given number of characters.
    Text(u64),
    /// Characters of two bytes each: those of Unicode, or of a double-byte set.
    Wide {
        /// The number of characters.
        length: u64,
        /// Whether they are those of Unicode.
        unicode: bool,
    },
    /// A number, whose point may be a byte of its own.
    Number {
        /// Whether it has a sign.
        signed: bool,
        /// The number of its digits.
        digits: u64,
        /// How many of them are behind the point.
        scale: i64,
        /// Whether the point is a byte of its own.
        point: bool,
    },
    /// A number in printed form, of the given number of characters.
    Edited(u64),
}

/// The most characters of a picture.
const LONGEST: u64 = 1 << 30;

/// Reads a picture; `None` if the text is no picture.
pub fn parse_picture(text: &str) -> Option<Picture> {
    let symbols = expand_symbols(&text.to_ascii_uppercase())?;
    let count = |letters: &[char]| -> u64 {
        symbols.iter().filter(|(symbol, _)| letters.contains(symbol)).map(|(_, times)| times).sum()
    };
    let has_only = |allowed: &[char]| symbols.iter().all(|(symbol, _)| allowed.contains(symbol));
    let length: u64 =
        // `S`, `V` and `P` take no character in memory: the sign is part of a digit, and the point
        // is not stored.
        symbols.iter().filter(|(symbol, _)| !"SVP".contains(*symbol)).map(|(_, times)| times).sum();
    if length == 0 || length > LONGEST {
        return None;
    }
    // A printed point beside `V` or `P` is no picture of a number that is stored.
    if has_only(&['S', '9', 'V', 'P']) || has_only(&['S', '9', '.']) {
        return parse_number_picture(&symbols);
    }
    if has_only(&['N']) || has_only(&['G', 'B']) {
        return Some(Picture::Wide { length, unicode: count(&['N']) > 0 });
    }
    // `B`, `0` and `/` alone would be a number that is printed.
    if count(&['X', 'A']) > 0 && has_only(&['X', 'A', '9', 'B', '0', '/']) {
        return Some(Picture::Text(length));
    }
    // `E` is in the picture of a float that is printed: `+9.99E+99`.
    let edited = ['9', 'V', 'P', 'Z', 'E', '*', '+', '-', ',', '.', '/', 'B', '0', '$', 'c', 'd'];
    has_only(&edited).then_some(Picture::Edited(length))
}

/// The symbols of a picture, each with the number of its characters in a row. `CR` and `DB` are the symbols `c` and `d`
/// of two characters.
fn expand_symbols(text: &str) -> Option<Vec<(char, u64)>> {
    let mut symbols: Vec<(char, u64)> = Vec::new();
    let mut rest = text;
    while let Some(symbol) = rest.chars().next() {
        // `CR` and `DB` are found before single letters: there is no symbol `R`, and `B` is another one.
        let pair = [("CR", 'c'), ("DB", 'd')].into_iter().find(|(pair, _)| rest.starts_with(pair));
        let (symbol, mut times) = pair.map_or((symbol, 1), |(_, symbol)| (symbol, 2));
        rest = if pair.is_some() { &rest[2..] } else { &rest[symbol.len_utf8()..] };
        // Pictures have the currency sign of their program.
        let symbol = if "€£¥¤".contains(symbol) { '$' } else { symbol };
        if !"SV9PXANGBZE*+-,./0$cd".contains(symbol) {
            return None;
        }
        if let Some(inside) = rest.strip_prefix('(') {
            let (number, after) = inside.split_once(')')?;
            times = number.trim().parse().ok().filter(|times| (1..=LONGEST).contains(times))?;
            rest = after;
        }
        symbols.push((symbol, times));
    }
    Some(symbols)
}

/// A number whose picture has no symbols for printing, except a point.
fn parse_number_picture(symbols: &[(char, u64)]) -> Option<Picture> {
    let (mut digits, mut signed, mut scale, mut point) = (0_i64, false, 0_i64, false);
    let (mut places_behind, mut is_written) = (0_i64, false);
    for (index, (symbol, times)) in symbols.iter().enumerate() {
        let times = i64::try_from(*times).ok()?;
        match symbol {
            'S' if index == 0 && times == 1 => signed = true,
            '9' => {
                digits += times;
                scale += if point { times } else { 0 };
            }
            'V' if !point && times == 1 => point = true,
            '.' if !point && times == 1 => (point, is_written) = (true, true),
            // A `P` before the digits puts the point left of all digits; a `P` after them puts it right of all digits.
            'P' if digits == 0 => {
                point = true;
                scale += times;
            }
            'P' => places_behind += times,
            _ => return None,
        }
    }
    // `9(3)P` counts tens: the point is right of all digits, one place further for each `P`.
    let scale = if places_behind > 0 { -places_behind } else { scale };
    (digits > 0).then_some(Picture::Number {
        signed,
        digits: digits.unsigned_abs(),
        scale,
        point: is_written,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read() {
        let number = |signed, digits, scale| Some(Picture::Number { signed, digits, scale, point: false });
        for (text, expected) in [
            ("X", Some(Picture::Text(1))),
            ("x(20)", Some(Picture::Text(20))),
            ("A(3)BX", Some(Picture::Text(5))),
            ("9", number(false, 1, 0)),
            ("S9(7)V99", number(true, 9, 2)),
            ("SV9(7)", number(true, 7, 7)),
            ("PPP9(5)", number(false, 5, 8)),
            ("SPP99999", number(true, 5, 7)),
            ("9(5)PPP", number(false, 5, -3)),
            ("S99999PPP", number(true, 5, -3)),
            ("N(4)", Some(Picture::Wide { length: 4, unicode: true })),
            ("G(4)", Some(Picture::Wide { length: 4, unicode: false })),
            ("S9(3).99", Some(Picture::Number { signed: true, digits: 5, scale: 2, point: true })),
            ("9.9.9", None),
            ("Z(6)VZZ-", Some(Picture::Edited(9))),
            ("$,$$9.99CR", Some(Picture::Edited(10))),
            ("+9(8)", Some(Picture::Edited(9))),
            ("-9.9(3)E+99", Some(Picture::Edited(10))),
            ("€€9,99", Some(Picture::Edited(6))),
            ("", None),
            ("S", None),
            ("9S", None),
            ("X(0)", None),
            ("X(", None),
            ("Q9", None),
        ] {
            assert_eq!(parse_picture(text), expected, "{text}");
        }
    }
}
