//! The two ways in which manuals number bits, and the language's form for each.

use datarep_dsl::model::BitRange;
use datarep_dsl::print;

use super::canvas::{Anchor, Canvas, field_color};
use super::compile_model;

/// A format without special clauses and with few bits.
const TEXT: &str = "float logger = S1 E4 F11 where value = 1.F * 2^(E - 7);";

const LEFT: u32 = 150;
const BIT: u32 = 34;
const HEIGHT: u32 = 36;

pub(super) fn draw_bit_numbering() -> Result<String, String> {
    let model = compile_model(TEXT)?;
    let format = model.formats.first().ok_or("the text has no format")?;
    let float = format.kind.float().ok_or("the format is no float")?;
    let bits = format.bits;
    let pieces = print::list_pieces(float, bits);

    let title = "A word of 16 bits, numbered from its least and from its most significant bit";
    let mut canvas = Canvas::new(LEFT + bits * BIT + 24, 244, title);
    let place = |number: u32| LEFT + (bits - 1 - number) * BIT;

    canvas.draw_text(LEFT - 14, 42, Anchor::End, "ranges count");
    canvas.draw_note(LEFT - 14, 57, Anchor::End, "from the lowest bit");
    canvas.draw_text(LEFT - 14, 106, Anchor::End, "IBM's manuals count");
    canvas.draw_note(LEFT - 14, 121, Anchor::End, "from the highest bit");
    for (letter, range) in &pieces {
        let (left, right) = (place(range.high), place(range.low) + BIT);
        canvas.draw_cell(
            [left, 60, right - left, HEIGHT],
            field_color(*letter),
            &format!("{letter}{}", range.width()),
        );
        for number in range.low..=range.high {
            let middle = place(number) + BIT / 2;
            canvas.draw_note(middle, 50, Anchor::Middle, &number.to_string());
            canvas.draw_note(middle, 114, Anchor::Middle, &(bits - 1 - number).to_string());
            for (from, to) in [(60, 66), (60 + HEIGHT - 6, 60 + HEIGHT)] {
                canvas.draw_line([place(number), from], [place(number), to]);
            }
        }
    }
    canvas.draw_note(LEFT, 22, Anchor::Start, "most significant");
    canvas.draw_note(place(0) + BIT, 22, Anchor::End, "least significant");

    let picture: Vec<String> =
        pieces.iter().map(|(letter, range)| format!("{letter}{}", range.width())).collect();
    canvas.draw_text(LEFT - 14, 164, Anchor::End, "as a picture");
    canvas.draw_code(
        LEFT,
        164,
        Anchor::Start,
        &format!("{}   from the most significant bit, widths only", picture.join(" ")),
    );
    canvas.draw_text(LEFT - 14, 192, Anchor::End, "as ranges");
    let clauses: Vec<String> = pieces.iter().map(|(letter, range)| format_clause(*letter, *range)).collect();
    canvas.draw_code(LEFT, 192, Anchor::Start, &clauses.join(" "));
    canvas.draw_text(LEFT - 14, 220, Anchor::End, "numbering msb0");
    let clauses = pieces.iter().map(|(letter, range)| {
        let from_the_top = BitRange { high: bits - 1 - range.high, low: bits - 1 - range.low };
        format_clause(*letter, from_the_top)
    });
    canvas.draw_code(LEFT, 220, Anchor::Start, &clauses.collect::<Vec<_>>().join(" "));
    Ok(canvas.finish())
}

/// The line of the long form for a field.
fn format_clause(letter: char, range: BitRange) -> String {
    let name = match letter {
        'S' => "sign",
        'E' => "exponent",
        'F' => "significand",
        _ => "unused",
    };
    if range.high == range.low {
        format!("{name} = bit {};", range.low)
    } else {
        format!("{name} = bits {}..={};", range.high, range.low)
    }
}
