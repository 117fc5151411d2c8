//! Computed counts: generated code and the interpreter do the same with a text, on files that are right and files that are not.

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
    record packet {
        length: u8;
        head: head;
        data: length - 5 bytes;
        items: [packet_item; head.count * 2 - 1];
        extra: [i16; choice head.kind { "A" => 1; "B" | "C" => head.count + 1; otherwise => length % 3; }];
        _: (4 - length % 4) % 4 bytes;
        far: u8 at head.place + 1;
        words: [ascii; length / 2];
        tail: choice head.count in 6 bytes { 1 => codes: [u16; ..]; 2 => words: [ascii; ..]; otherwise => _; };
    }

    record head { kind: [ascii; 1]; count: i8; place: u8; }

    record packet_item { n: u8; codes: [u8; n * n % 7]; }
}

/// A file of a few packets.
fn draw_file(draw: &mut Draw) -> Vec<u8> {
    let mut file = Vec::new();
    for _ in 0..=draw.next(3) {
        let (length, count, kind) = (6 + 2 * draw.below(5), 1 + draw.below(2), b"ABCD"[draw.next(4)]);
        let mut bytes = vec![length, kind, count, 0];
        bytes.extend((5..length).map(|_| 9));
        for _ in 1..count * 2 {
            let n = draw.below(6);
            bytes.push(n);
            bytes.extend((0..n * n % 7).map(|code| code + 1));
        }
        let extra = match kind {
            b'A' => 1,
            b'B' | b'C' => count + 1,
            _ => length % 3,
        };
        (0..extra).for_each(|_| bytes.extend([draw.byte(), draw.byte()]));
        bytes.extend((0..(4 - length % 4) % 4).map(|_| 0));
        let gap = draw.below(3);
        bytes[3] = u8::try_from(bytes.len()).expect("a short packet") + gap - 1;
        bytes.extend((0..gap).map(|_| 0));
        bytes.push(draw.byte());
        bytes.extend((0..length / 2).map(|_| b'w'));
        bytes.extend(b"tailed");
        file.extend(bytes);
    }
    file
}

/// Both forms accept the same files, and write the same bytes of what they read.
#[test]
fn generated_and_interpreted_counts_do_the_same() {
    let text = Text::parse(GENERATED).unwrap_or_else(|error| panic!("{error}"));
    let record = text.record("packet").expect("it is in the text");
    let mut draw = Draw(11);
    let mut tally = FormsTally::default();
    for _ in 0..20_000 {
        let mut bytes = draw_file(&mut draw);
        damage(&mut draw, &mut bytes);
        let generated = packet::to_vec(&bytes).and_then(|(packets, _)| packet::to_bytes(&packets));
        let interpreted = record.rows(&bytes).and_then(|rows| record.to_bytes(&rows.columns()?.0));
        let generated = generated.map(|(bytes, _)| bytes);
        tally.compare(&bytes, generated, interpreted.map(|(bytes, _)| bytes));
    }
    let FormsTally { accepted, refused, kept } = tally;
    assert!(
        accepted > 5000 && refused > 4000 && kept > 5000,
        "{accepted} accepted, {refused} refused, {kept} kept"
    );
}
