//! The way from the bytes of a file to a number: bytes, order, word, fields, value.

use datarep_dsl::model::ByteOrder;
use datarep_dsl::{print, words};

use super::canvas::{Anchor, Canvas, PLAIN, field_color};
use super::compile_model;

/// A format whose bytes are not in the order of its bits.
const TEXT: &str = "use dec::vax_f; test vax_f { -118.625 <=> 0xC3ED_4000; }";
const VALUE: &str = "-118.625";

/// The left edge of the drawing, right of the names of its rows.
const LEFT: u32 = 112;
/// The width of the box of a bit. A byte is eight times as wide.
const BIT: u32 = 20;
const HEIGHT: u32 = 34;

pub(super) fn draw_bytes_to_value() -> Result<String, String> {
    let model = compile_model(TEXT)?;
    let format = model.formats.iter().find(|format| format.name == "vax_f").ok_or("`vax_f` is not there")?;
    let float = format.kind.float().ok_or("`vax_f` is no float")?;
    let order = format.order.clone().unwrap_or(ByteOrder::Big);
    let word = words::encode_value(format, VALUE).map_err(|_| "the value has no word")?.word;
    let (fields, _) = words::read_fields(format, word).ok_or("`vax_f` has no fields")?;
    let bytes = order.store(word, format.bits);

    let title = format!("The bytes of a VAX F float in a file, its word, its fields and its value, {VALUE}");
    let mut canvas = Canvas::new(LEFT + 32 * BIT + 24, 384, &title);
    let byte = |index: usize| LEFT + u32::try_from(index).unwrap_or(0) * 8 * BIT;

    draw_row_name(&mut canvas, 24, "bytes", "in the file");
    for (index, stored) in bytes.iter().enumerate() {
        canvas.draw_cell([byte(index), 24, 8 * BIT, HEIGHT], PLAIN, &format!("{stored:02X}"));
    }

    draw_row_name(&mut canvas, 76, "order", &print::format_order(&order));
    for (index, place) in order.byte_permutation(bytes.len()).into_iter().enumerate() {
        canvas.draw_arrow([byte(index) + 4 * BIT, 58], [byte(place) + 4 * BIT, 124]);
    }

    draw_row_name(&mut canvas, 124, "word", &words::format_hex(word, format.bits));
    for (index, part) in ByteOrder::Big.store(word, format.bits).iter().enumerate() {
        canvas.draw_cell([byte(index), 124, 8 * BIT, HEIGHT], PLAIN, &format!("{part:02X}"));
    }

    draw_row_name(&mut canvas, 182, "bits", "");
    draw_row_name(&mut canvas, 236, "fields", "");
    let bit = |number: u32| LEFT + (format.bits - 1 - number) * BIT;
    for (letter, range) in print::list_pieces(float, format.bits) {
        for number in range.low..=range.high {
            let text = if word >> number & 1 == 1 { "1" } else { "0" };
            canvas.draw_cell([bit(number), 182, BIT, HEIGHT], field_color(letter), text);
        }
        let (left, right) = (bit(range.high), bit(range.low) + BIT);
        let (label, number) = match letter {
            'S' => ("sign", format!("S = {}", u8::from(fields.sign))),
            'E' => ("exponent", format!("E = {}", fields.exponent)),
            _ => ("significand", format!("F = {}", words::format_hex(fields.significand, range.width()))),
        };
        let (middle, anchor) =
            if letter == 'S' { (left, Anchor::Start) } else { (left.midpoint(right), Anchor::Middle) };
        canvas.draw_code(middle, 252, anchor, &number);
        canvas.draw_note(middle, 268, anchor, label);
    }

    draw_row_name(&mut canvas, 316, "value", "");
    canvas.draw_arrow([LEFT + 16 * BIT, 282], [LEFT + 16 * BIT, 312]);
    let formula = print::format_formula(float);
    canvas.draw_code(LEFT + 16 * BIT, 334, Anchor::Middle, &format!("{formula}, negative if S is 1"));
    canvas.draw_code(LEFT + 16 * BIT, 364, Anchor::Middle, VALUE);
    Ok(canvas.finish())
}

/// Draws the name of a row, and a note below it.
fn draw_row_name(canvas: &mut Canvas, top: u32, name: &str, note: &str) {
    canvas.draw_text(LEFT - 14, top + 16, Anchor::End, name);
    canvas.draw_note(LEFT - 14, top + 31, Anchor::End, note);
}
