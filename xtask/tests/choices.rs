//! Choices: generated code and the interpreter do the same with a text, on files that are right and files that are not.

use crate::forms::{Draw, FormsTally, damage};
use datarep_dynamic::Text;

/// The same text as generated code and for the interpreter.
macro_rules! both {
    ($($token:tt)*) => {
        datarep::datarep! { $($token)* }

        const GENERATED: &str = stringify!($($token)*);
    };
}

both! {
    record line {
        head: line_header;
        count: u8;
        body: choice head.kind {
            "C" => name: [ascii; 4];
            "L" => list: [i16; count];
            "N" => number: i32 { null if -1; };
            "P" => part: line_part;
            "Q" => parts: [line_part; count];
            "Z" => _;
        };
        tail: choice count in 3 bytes {
            0 => word: u16;
            1 | 3..=200 => items: [u8; 2];
            otherwise => _;
        };
    }

    record line_header { kind: [ascii; 1]; id: u8; }

    record line_part {
        kind: i8;
        body: choice kind { -1 => a: u8; 0..=100 => b: u16; otherwise => _: 1 byte; };
    }
}

/// A file of three lines.
fn draw_file(draw: &mut Draw) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..3 {
        let (kind, count) = (b"CLNPQZ"[draw.next(6)], draw.below(4));
        bytes.extend([kind, draw.byte(), count]);
        let part = |draw: &mut Draw, bytes: &mut Vec<u8>| match draw.next(3) {
            0 => bytes.extend([0xFF, draw.byte()]),
            1 => bytes.extend([draw.below(100), 1, draw.byte()]),
            _ => bytes.extend([101 + draw.below(100), 0]),
        };
        match kind {
            b'C' => bytes.extend(b"abc "),
            b'L' => (0..count).for_each(|_| bytes.extend([draw.byte(), draw.byte()])),
            b'N' => bytes.extend([[0xFF; 4], [0, 0, 1, 2]][draw.next(2)]),
            b'P' => part(draw, &mut bytes),
            b'Q' => (0..count).for_each(|_| part(draw, &mut bytes)),
            _ => {}
        }
        let tail: &[u8] = if count == 2 { &[0, 0, 0] } else { &[1, 2, 0] };
        bytes.extend(tail);
    }
    bytes
}

/// Both forms accept the same files, and write the same bytes of what they read.
#[test]
fn generated_and_interpreted_choices_do_the_same() {
    let text = Text::parse(GENERATED).unwrap_or_else(|error| panic!("{error}"));
    let record = text.record("line").expect("it is in the text");
    let mut draw = Draw(7);
    let mut tally = FormsTally::default();
    for _ in 0..20_000 {
        let mut bytes = draw_file(&mut draw);
        damage(&mut draw, &mut bytes);
        let generated = line::to_vec(&bytes).and_then(|(lines, _)| line::to_bytes(&lines));
        let interpreted = record.rows(&bytes).and_then(|rows| record.to_bytes(&rows.columns()?.0));
        let generated = generated.map(|(bytes, _)| bytes);
        tally.compare(&bytes, generated, interpreted.map(|(bytes, _)| bytes));
    }
    let FormsTally { accepted, refused, kept } = tally;
    assert!(
        accepted > 5000 && refused > 2000 && kept > 4000,
        "{accepted} accepted, {refused} refused, {kept} kept"
    );
}
