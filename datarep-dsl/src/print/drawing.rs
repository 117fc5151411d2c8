//! Draws the bits of a word as boxes, and prints doc comments as they are written.

use std::fmt::{self, Formatter, Write as _};

use crate::model::BitRange;

/// Prints a doc comment, each line after `mark`.
pub(super) fn print_doc(f: &mut Formatter<'_>, mark: &str, text: &str) -> fmt::Result {
    for line in text.lines() {
        // An empty line of a comment has no blank behind its mark.
        writeln!(f, "{}", format!("{mark} {line}").trim_end())?;
    }
    Ok(())
}

/// The given ranges from the most significant bit down, together with the gaps between them.
pub(super) fn fill_gaps(mut pieces: Vec<(char, BitRange)>, bits: u32) -> Vec<(char, BitRange)> {
    // By their places: a picture may have the exponent between two parts of the significand.
    pieces.sort_by_key(|(_, range)| std::cmp::Reverse(range.high));
    let mut pieces_and_gaps = Vec::new();
    let mut above = bits;
    for (letter, range) in pieces {
        if above > range.high + 1 {
            pieces_and_gaps.push(('_', BitRange { high: above - 1, low: range.high + 1 }));
        }
        pieces_and_gaps.push((letter, range));
        above = range.low;
    }
    // What is left below the last field.
    if above > 0 {
        pieces_and_gaps.push(('_', BitRange { high: above - 1, low: 0 }));
    }
    pieces_and_gaps
}

/// Draws boxes whose width grows with their bits, up to a limit, with the numbers of the bits above them.
pub(super) fn draw_boxes(f: &mut Formatter<'_>, pieces: &[(char, BitRange)]) -> fmt::Result {
    let (mut numbers, mut rule, mut letters) = (String::new(), String::new(), String::new());
    for (letter, range) in pieces {
        // As in a picture, digit fields show their number of digits.
        let bits = match letter {
            'D' => 4,
            'C' => 8,
            _ => 1,
        };
        let label = format!("{letter}{}", range.width() / bits);
        let ends =
            if range.width() == 1 { range.low.to_string() } else { format!("{} {}", range.high, range.low) };
        // Wide enough for the letter and for both numbers, and never wider than a page allows.
        let inner = (range.width().min(40) as usize).max(label.len()).max(ends.len());
        let high = range.high.to_string();
        if range.width() == 1 {
            write!(numbers, " {high:<inner$}")?;
        } else {
            let rest = inner - high.len();
            write!(numbers, " {high}{:>rest$}", range.low)?;
        }
        write!(rule, "+{}", "-".repeat(inner))?;
        write!(letters, "|{label:^inner$}")?;
    }
    writeln!(f, "    {}", numbers.trim_end())?;
    writeln!(f, "    {rule}+")?;
    writeln!(f, "    {letters}|")?;
    writeln!(f, "    {rule}+")
}
