//! Overlays and choices by what is valid: generated code and the interpreter do the same with a text, on files that are right
//! and files that are not.

use crate::forms::{Draw, FormsTally, damage};
use datarep_dynamic::Text;

impl Draw {
    /// A byte of a text, of a packed number, or any.
    fn likely(&mut self) -> u8 {
        match self.next(8) {
            0..3 => b'a' + self.byte() % 26,
            3..7 => (self.byte() % 10) << 4 | [1, 2, 0xC, 0xD, 0xF][self.next(5)],
            _ => self.byte(),
        }
    }
}

/// The same text as generated code and for the interpreter.
macro_rules! both {
    ($($token:tt)*) => {
        datarep::datarep! { $($token)* }

        const GENERATED: &str = stringify!($($token)*);
    };
}

both! {
    record line {
        count: u8;
        amount: overlay {
            packed: packed_decimal(5, 2);
            letters: [ascii; 3] { padding none; };
            part: line_part;
            float: vax_word;
        };
        body: choice valid {
            number: packed_decimal(3, 0) { null if all 0x40; };
            part: line_part;
            otherwise => text: [latin1; 1];
        };
        room: overlay in 4 bytes {
            inner: line_inner;
            text: [ascii; count];
            word: u32;
        };
        tail: choice valid in 2 bytes {
            one: packed_decimal(1, 0);
            text: [ascii; 2] { padding none; };
        };
    }

    record line_part { code: packed_decimal(1, 0); rest: u8; }

    record line_inner { first: choice valid { a: packed_decimal(1, 0); b: [ascii; 2] { padding none; }; }; }

    record vax_word { word: ieee::f16; byte: u8; }
}

/// A file of three lines.
fn draw_file(draw: &mut Draw) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..3 {
        bytes.push([2, 4, 5, 2][draw.next(4)]);
        bytes.extend([draw.likely(), draw.likely(), draw.likely()]);
        match draw.next(3) {
            0 => bytes.extend([(draw.byte() % 10) << 4 | 1, 0x2C]),
            1 => bytes.extend([0x3C, draw.byte()]),
            _ => bytes.push(0xE0 + draw.byte() % 16),
        }
        bytes.extend([draw.likely(), draw.likely(), 0, draw.likely()]);
        bytes.extend([[0x1C, 0], [b'x', b'y'], [0x3D, 0]][draw.next(3)]);
    }
    bytes
}

/// Both forms accept the same files, and write the same bytes of what they read.
#[test]
fn generated_and_interpreted_overlays_do_the_same() {
    let text = Text::parse(GENERATED).unwrap_or_else(|error| panic!("{error}"));
    let record = text.record("line").expect("it is in the text");
    let mut draw = Draw(11);
    let (mut tally, mut refused) = (FormsTally::default(), 0);
    for _ in 0..3000 {
        let mut bytes = draw_file(&mut draw);
        damage(&mut draw, &mut bytes);
        let read = line::to_vec(&bytes);
        let columns = record.rows(&bytes).and_then(|rows| Ok((rows.columns()?.0, rows.varying_items())));
        let ((lines, _), (columns, items)) = match (read, columns) {
            (Ok(read), Ok(columns)) => (read, columns),
            (Err(_), Err(_)) => {
                refused += 1;
                continue;
            }
            (read, columns) => panic!("{bytes:02X?}: {:?}, {:?}", read.map(drop), columns.map(drop)),
        };
        let generated = line::to_bytes(&lines);
        let interpreted = record.to_bytes_of_items(&columns, &items);
        let generated = generated.map(|(bytes, _)| bytes);
        tally.compare(&bytes, generated, interpreted.map(|(bytes, _)| bytes));
    }
    let FormsTally { accepted, refused: not_written, kept } = tally;
    assert!(
        accepted > 700 && refused > 250 && kept > 500,
        "{accepted} accepted, {refused} refused, {kept} kept, {not_written} not written"
    );
}
