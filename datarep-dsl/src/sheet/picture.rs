//! A format as a picture: its bits in boxes, its formula, its facts.

use crate::controls::clean_line;
use std::fmt::Write as _;

use crate::facts::DocComment;
use crate::model::{BitRange, Format, FormatKind, TestLine};
use crate::{print, words};

/// Bits in a row of boxes.
const ROW: u32 = 32;

/// The width of a bit's box.
const BOX_WIDTH: u32 = 26;

/// The height of a bit's box.
const BOX_HEIGHT: u32 = 36;

/// The space around the picture, and between the rows.
const MARGIN: u32 = 24;

/// The height of a line of text.
const LINE: u32 = 22;

/// The number of test lines that are shown.
const EXAMPLES: usize = 5;

/// The most letters in a line of facts.
const LETTERS: usize = 120;

/// The picture as SVG: of a format, facts with their titles, and the first test lines.
pub(super) fn draw_svg(format: &Format, facts: &[(&str, String)], tests: &[TestLine]) -> String {
    // The word is drawn in rows of 32 bits. A narrower word takes only its own width.
    let rows = format.bits.div_ceil(ROW);
    let columns = format.bits.min(ROW);
    let mut lines = Vec::new();
    if let Some(float) = format.kind.part() {
        lines.push(format!("value = {}", print::format_formula(float)));
        for special in &float.specials {
            lines.push(format!(
                "{} if {}",
                special.class.word(),
                print::format_condition(&special.condition)
            ));
        }
    }
    lines.extend(facts.iter().map(|(title, fact)| format!("{title}: {fact}")));
    for test in tests.iter().take(EXAMPLES) {
        lines.push(format!("{} = {}", words::format_hex(test.word, format.bits), test.text));
    }
    // Lines are broken before the height is computed, which depends on their number.
    let lines: Vec<String> = lines.iter().flat_map(|line| wrap_line(line)).collect();
    let title = DocComment::parse(&format.doc).summary;
    // The name is drawn larger than the rest: a quarter more for its letters, and two for the gap.
    let name = format.name.chars().count() + title.chars().count() + format.name.chars().count() / 4 + 2;
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(name);
    // A letter of a monospaced font of size 13 is about eight wide.
    let text_width = u32::try_from(longest).unwrap_or(0) * 8;
    let row_height = BOX_HEIGHT + MARGIN;
    let top = MARGIN + 2 * LINE;
    let text_top = top + rows * row_height + LINE;
    let height = text_top + LINE * u32::try_from(lines.len()).unwrap_or(0) + MARGIN;
    let width = 2 * MARGIN + (columns * BOX_WIDTH).max(text_width);

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    let (name, title) = (escape_text(&format.name), escape_text(&title));
    let y = MARGIN + LINE / 2;
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"{y}\"><tspan font-weight=\"bold\" font-size=\"16\">{name}</tspan>  {title}</text>"
    );
    for (letter, range) in list_pieces(format) {
        draw_field(&mut svg, format.bits, &letter, range, top);
    }
    for (line, y) in lines.iter().zip((text_top..).step_by(LINE as usize)) {
        let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y}\">{}</text>", escape_text(line));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The fields of the word from the most significant bit down, with their letters.
fn list_pieces(format: &Format) -> Vec<(String, BitRange)> {
    let Some(float) = format.kind.part() else {
        return vec![(String::new(), BitRange { high: format.bits - 1, low: 0 })];
    };
    // A sum of two floats is drawn as two words, the high one first.
    let words = if matches!(format.kind, FormatKind::PairSum(_)) { 2 } else { 1 };
    let bits = format.bits / words;
    let word = |index: u32| {
        let up = move |range: BitRange| BitRange {
            high: range.high + index * bits,
            low: range.low + index * bits,
        };
        print::list_pieces(float, bits)
            .into_iter()
            .map(move |(letter, range)| (letter.to_string(), up(range)))
    };
    (0..words).rev().flat_map(word).collect()
}

/// Draws a field: a box in each row that it reaches into, with the numbers of its ends.
fn draw_field(svg: &mut String, bits: u32, letter: &str, range: BitRange, top: u32) {
    let color = match letter {
        "S" => "#f4b6b6",
        "E" => "#b9d4f4",
        "F" => "#c3e6c0",
        "I" => "#f2e2a6",
        "" => "#d9d9f3",
        _ => "#eeeeee",
    };
    // Rows are filled from the most significant bit on, so that the last one is whole.
    let place = |bit: u32| {
        let rows = bits.div_ceil(ROW);
        let padded = rows * ROW - 1 - bit;
        let indent = if rows == 1 { ROW - bits } else { 0 };
        (padded / ROW, padded % ROW - indent)
    };
    let mut high = range.high;
    loop {
        let (row, column) = place(high);
        // A field is cut where its row ends: rows begin at multiples of 32, counted from bit 0.
        let low = high.saturating_sub(high % ROW).max(range.low);
        let (x, y) = (MARGIN + column * BOX_WIDTH, top + row * (BOX_HEIGHT + MARGIN));
        let count = high - low + 1;
        let width = count * BOX_WIDTH;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{BOX_HEIGHT}\" fill=\"{color}\" stroke=\"#333333\"/>"
        );
        let label = if letter == "_" || letter.is_empty() {
            String::new()
        } else {
            format!("{letter}{}", range.width())
        };
        let (middle, base) = (x + width / 2, y + BOX_HEIGHT / 2 + 5);
        let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{base}\" text-anchor=\"middle\">{label}</text>");
        let mut number = |x: u32, bit: u32, anchor: &str| {
            let y = y - 5;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"10\" fill=\"#555555\" text-anchor=\"{anchor}\">{bit}</text>"
            );
        };
        // One number in the middle, as both ends would be the same and overlap.
        if count == 1 {
            number(middle, high, "middle");
        } else {
            number(x + 2, high, "start");
            number(x + width - 2, low, "end");
        }
        if low == range.low {
            return;
        }
        high = low - 1;
    }
}

/// Breaks a line that is too long into several.
fn wrap_line(line: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.last().map_or(0, |last| last.chars().count());
        // A word that is longer than a line by itself is not broken.
        if last > 0 && last + word.chars().count() >= LETTERS {
            // The lines that continue are indented.
            lines.push("   ".to_owned());
        }
        if let Some(last) = lines.last_mut() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

fn escape_text(text: &str) -> String {
    // Control characters are not allowed in XML. `&` comes first, because the others bring one along.
    clean_line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
