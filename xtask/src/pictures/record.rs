//! A record in the file beside its struct in memory.

use datarep_dsl::model::{FieldKind, NativeKind, Record, RecordField};

use super::canvas::{Anchor, Canvas, EMPTY, EXPONENT, OTHER, PLAIN, SIGN, SIGNIFICAND};
use super::compile_model;

/// Fields whose order leaves gaps in memory.
const TEXT: &str = "use ibm::*;
record reading {
    station: i16;
    time:    hfp64;
    flag:    u8;
    depth:   hfp32;
}";

const COLORS: [&str; 4] = [SIGN, EXPONENT, OTHER, SIGNIFICAND];
const LEFT: u32 = 112;
const BYTE: u32 = 26;
const HEIGHT: u32 = 36;
const FILE: u32 = 150;
const MEMORY: u32 = 270;

/// A field: its place in the file and in memory, in bytes, and the name of its native type.
struct FieldPlace<'r> {
    name: &'r str,
    color: &'static str,
    file: [u32; 2],
    memory: [u32; 2],
    native: &'static str,
}

pub(super) fn draw_record_layout() -> Result<String, String> {
    let model = compile_model(TEXT)?;
    let record = model.records.first().ok_or("the text has no record")?;
    let (places, size) = lay_out_fields(record)?;
    let stored = u32::try_from(record.least_bytes).map_err(|error| error.to_string())?;

    let title = "A record: its fields without gaps in the file, and aligned in memory";
    let mut canvas = Canvas::new(LEFT + size * BYTE + 24, MEMORY + HEIGHT + 56, title);
    for (line, y) in TEXT.lines().skip(1).zip((28..).step_by(17)) {
        canvas.draw_code(LEFT, y, Anchor::Start, line);
    }
    draw_row_name(&mut canvas, FILE, "in the file", &format!("{stored} bytes"));
    draw_row_name(&mut canvas, MEMORY, "in memory", &format!("{size} bytes"));
    for offset in 0..size {
        canvas.draw_cell([LEFT + offset * BYTE, MEMORY, BYTE, HEIGHT], EMPTY, "");
    }
    for place in &places {
        let [file, memory] = [(place.file, FILE), (place.memory, MEMORY)]
            .map(|([offset, bytes], top)| [LEFT + offset * BYTE, top, bytes * BYTE, HEIGHT]);
        for (from, to) in [(0, 0), (file[2], memory[2])] {
            canvas.draw_line([file[0] + from, FILE + HEIGHT], [memory[0] + to, MEMORY]);
        }
        canvas.draw_cell(file, place.color, "");
        canvas.draw_cell(memory, place.color, "");
        draw_label(&mut canvas, file, FILE - 8, place.name);
        draw_label(&mut canvas, memory, MEMORY + HEIGHT + 16, place.native);
        canvas.draw_note(file[0] + 3, FILE + 13, Anchor::Start, &place.file[0].to_string());
        canvas.draw_note(memory[0] + 3, MEMORY + 13, Anchor::Start, &place.memory[0].to_string());
    }
    canvas.draw_cell([LEFT, MEMORY + HEIGHT + 30, 14, 14], EMPTY, "");
    canvas.draw_note(
        LEFT + 22,
        MEMORY + HEIGHT + 41,
        Anchor::Start,
        "padding, which is not in the file. Numbers are offsets in bytes.",
    );
    Ok(canvas.finish())
}

/// Writes a name above or below a box, beginning at its left edge.
fn draw_label(canvas: &mut Canvas, [x, ..]: [u32; 4], y: u32, text: &str) {
    canvas.draw_note(x + 1, y, Anchor::Start, text);
}

fn draw_row_name(canvas: &mut Canvas, top: u32, name: &str, note: &str) {
    canvas.draw_text(LEFT - 14, top + 16, Anchor::End, name);
    canvas.draw_note(LEFT - 14, top + 31, Anchor::End, note);
}

/// The places of the fields, and the number of bytes of the struct. As in C, each field is at a multiple of its own
/// size.
fn lay_out_fields(record: &Record) -> Result<(Vec<FieldPlace<'_>>, u32), String> {
    let (mut end, mut align) = (0_u32, 1_u32);
    let mut places = Vec::new();
    for (field, color) in record.fields.iter().zip(COLORS.into_iter().chain(std::iter::repeat(PLAIN))) {
        let (bytes, native) = native_type(record, field).ok_or("a field of the picture is no number")?;
        let number = |number: Option<u64>| number.and_then(|number| u32::try_from(number).ok());
        let file = number(field.offset).zip(number(field.bytes)).ok_or("a field has no place")?;
        let begin = end.next_multiple_of(bytes);
        places.push(FieldPlace {
            name: field.name.as_deref().unwrap_or("_"),
            color,
            file: [file.0, file.1],
            memory: [begin, bytes],
            native,
        });
        (end, align) = (begin + bytes, align.max(bytes));
    }
    Ok((places, end.next_multiple_of(align)))
}

/// The number of bytes of a field's native number, and Rust's name of its type.
fn native_type(record: &Record, field: &RecordField) -> Option<(u32, &'static str)> {
    let FieldKind::Scalar { conversion } = field.kind else { return None };
    match record.conversions.get(conversion)?.native.kind() {
        NativeKind::Integer { signed: true, bits: 16 } => Some((2, "i16")),
        NativeKind::Integer { signed: false, bits: 8 } => Some((1, "u8")),
        NativeKind::Float(float) if float.bits == 64 => Some((8, "f64")),
        NativeKind::Float(float) if float.bits == 32 => Some((4, "f32")),
        _ => None,
    }
}
