//! Missing items of records, in the interpreter: columns beside a slow reading of each item by a record without `null if`.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep::Event;
use datarep_dynamic::record::{Losses, RecordError, Values};
use datarep_dynamic::{Error, Record, Text};

/// A field: how it is stored, its cases, the patterns of its bytes, whether bytes that are no value are missing, and the
/// values that are, as the debug form prints them.
struct Case {
    stored: &'static str,
    cases: &'static str,
    patterns: &'static [&'static [u8]],
    takes_invalid: bool,
    values: &'static [&'static str],
}

const CASES: [Case; 13] = [
    Case {
        stored: "i16",
        cases: "-1 | 0x7FFF",
        patterns: &[&[0x7F, 0xFF]],
        takes_invalid: false,
        values: &["-1"],
    },
    Case { stored: "ieee::f32 little", cases: "nan", patterns: &[], takes_invalid: false, values: &["NaN"] },
    Case {
        stored: "ibm::hfp32 as f64",
        cases: "all 0x40 | 0",
        patterns: &[&[0x40]],
        takes_invalid: false,
        values: &["0.0", "-0.0"],
    },
    Case {
        stored: "packed_decimal(3, 1) { on read { invalid => error }",
        cases: "low_values | -99.9 | invalid",
        patterns: &[&[0]],
        takes_invalid: true,
        values: &["-99.9"],
    },
    Case {
        stored: "binary_decimal(24, 2)",
        cases: "-99.99 | high_values",
        patterns: &[&[0xFF]],
        takes_invalid: false,
        values: &["-99.99"],
    },
    // Items of more than 128 bits, which no word holds. The patterns are the items with the numbers.
    Case {
        stored: "zoned_decimal(18, 2) { on read { invalid => error }",
        cases: "-99.9 | invalid",
        patterns: &[b"\xF0\xF0\xF0\xF0\xF0\xF0\xF0\xF0\xF0\xF0\xF0\xF0\xF0\xF0\xF9\xF9\xF9\xD0"],
        takes_invalid: true,
        values: &["-99.9", "-99.90"],
    },
    Case {
        stored: "packed_decimal(33, 0) { on read { invalid => error }",
        cases: "9 | invalid",
        patterns: &[b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x9C"],
        takes_invalid: true,
        values: &["9", "9.0"],
    },
    Case {
        stored: "zoned_decimal(20, 0, unsigned, ascii) { on read { invalid => error }",
        cases: "low_values | 9 | invalid",
        patterns: &[&[0], b"00000000000000000009"],
        takes_invalid: true,
        values: &["9", "9.0"],
    },
    Case {
        stored: "zoned_decimal(2, 0)",
        cases: "spaces | high_values | invalid",
        patterns: &[&[0x40], &[0xFF]],
        takes_invalid: true,
        values: &[],
    },
    Case {
        stored: "[ascii; 3]",
        cases: "spaces | [0x4E, 0x2F, 0x41] | invalid",
        patterns: &[b" ", b"N/A"],
        takes_invalid: true,
        values: &[],
    },
    Case {
        stored: "[ebcdic(cp037); 2]",
        cases: "spaces | low_values",
        patterns: &[&[0x40], &[0]],
        takes_invalid: false,
        values: &[],
    },
    Case {
        stored: "[ucs2 little; 2]",
        cases: "spaces",
        patterns: &[b" \0"],
        takes_invalid: false,
        values: &[],
    },
    Case {
        stored: "[u8; 3]",
        cases: "0 | high_values",
        patterns: &[&[0xFF]],
        takes_invalid: false,
        values: &["0"],
    },
];

/// A sequence of numbers that look random.
struct Draw(u64);

impl Draw {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % below
    }
}

fn record(text: &str) -> Record {
    let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    text.records()[0].clone()
}

/// The parts of a case: what is stored, and the rules.
fn split_stored(case: &Case) -> (&'static str, &'static str) {
    case.stored.split_once(" {").unwrap_or((case.stored, ""))
}

/// The record with `null if`, whose field lies in an array of records.
fn nullable_record(case: &Case) -> Record {
    let (stored, rules) = split_stored(case);
    let field = format!("x: {stored} {{ {rules} null if {}; }};", case.cases);
    record(&format!(
        "record row {{ count: u8; items: [inner; 2]; _: 1 byte; }} record inner {{ {field} y: u8; }}"
    ))
}

/// The text of each value of a column.
fn list(values: &Values) -> Vec<String> {
    let text = format!("{values:?}");
    let start = text.find('[').expect("a list") + 1;
    let inside = &text[start..text.rfind(']').expect("a list")];
    if inside.is_empty() { Vec::new() } else { inside.split(", ").map(str::to_owned).collect() }
}

fn is_pattern(item: &[u8], pattern: &[u8]) -> bool {
    item.len().is_multiple_of(pattern.len()) && pattern.repeat(item.len() / pattern.len()) == item
}

/// An item on its own: `None` if it is missing, or its value and its losses.
fn read_item(case: &Case, plain: &Record, item: &[u8]) -> Result<Option<(String, Losses)>, Error> {
    if case.patterns.iter().any(|pattern| is_pattern(item, pattern)) {
        return Ok(None);
    }
    let rows = plain.rows(item)?;
    let read = rows.values(0);
    if case.takes_invalid
        && matches!(&read, Err(Error::Record(fault)) if matches!(**fault, RecordError::Item { .. }))
    {
        return Ok(None);
    }
    let (values, losses) = read?;
    let lost =
        [Event::Invalid, Event::Reserved, Event::Unmapped].iter().any(|event| losses.loss.of(*event) > 0);
    let value = list(&values).join(", ");
    if case.takes_invalid && lost || case.values.contains(&value.as_str()) {
        return Ok(None);
    }
    Ok(Some((value, losses)))
}

#[test]
fn columns_are_what_each_item_is_on_its_own() -> Result<(), Error> {
    let mut draw = Draw(36);
    let mut seen = [0_usize; 2];
    for case in &CASES {
        let nullable = nullable_record(case);
        let index = nullable.field("items.x").expect("it is there");
        let field = &nullable.fields()[index];
        let bytes = field.bytes().expect("a fixed length");
        let each = field.described().counts.iter().filter_map(|count| count.fixed()).product::<u64>();
        let each = usize::try_from(each).expect("few");
        let (stored, rules) = split_stored(case);
        let stored = if each > 1 { "u8" } else { stored };
        let plain = record(&format!("record one {{ x: {stored} {{ {rules} }}; }}"));
        let row = nullable.bytes().expect("a fixed length");
        // More items than a chunk, so that faults and losses of later chunks are placed, too.
        let records = 3000;
        let mut file = vec![0; records * row];
        let mut expected: Vec<Option<String>> = Vec::new();
        let mut loss = datarep::Loss::default();
        for (number, record) in file.chunks_exact_mut(row).enumerate() {
            for item in 0..2 {
                for part in 0..each {
                    let start = 1 + item * (bytes * each + 1) + part * bytes;
                    let place = &mut record[start..start + bytes];
                    // An item that a rule refuses is drawn again.
                    expected.push(loop {
                        draw_item(case, &mut draw, place);
                        if let Ok(read) = read_item(case, &plain, place) {
                            break read.map(|(value, losses)| {
                                loss += losses.loss;
                                value
                            });
                        }
                        assert!(number < records);
                    });
                }
            }
        }
        let rows = nullable.rows(&file)?;
        let (values, losses) = rows.values(index)?;
        let missing = values.missing().expect("a nullable field");
        let told: Vec<Option<String>> = list(values.present())
            .into_iter()
            .zip(missing)
            .map(|(value, missing)| (!missing).then_some(value))
            .collect();
        assert_eq!(told.len(), expected.len(), "{}", case.stored);
        for (at, (told, expected)) in told.iter().zip(&expected).enumerate() {
            assert_eq!(told, expected, "item {at} of {}", case.stored);
            seen[usize::from(told.is_none())] += 1;
        }
        assert_eq!(losses.loss, loss, "{}", case.stored);

        // What was read is written, and read again.
        let (columns, _) = rows.columns()?;
        let (written, _) = nullable.to_bytes(&columns)?;
        let again = nullable.rows(&written)?.values(index)?.0;
        assert_eq!(again.missing(), Some(missing), "{}", case.stored);
        for ((told, again), missing) in list(values.present()).iter().zip(list(again.present())).zip(missing)
        {
            assert!(*missing || *told == again, "{}: {told} {again}", case.stored);
        }
    }
    assert!(seen.iter().all(|count| *count > 20_000), "{seen:?}");
    Ok(())
}

/// Bytes of an item: any, a pattern, or near one.
fn draw_item(case: &Case, draw: &mut Draw, item: &mut [u8]) {
    let kind = draw.next(4);
    if kind < 2 && !case.patterns.is_empty() {
        let pattern = case.patterns[draw.next(case.patterns.len())];
        for (at, byte) in item.iter_mut().enumerate() {
            *byte = pattern[at % pattern.len()];
        }
        if kind == 1 {
            let at = draw.next(item.len());
            item[at] ^= u8::try_from(1 << draw.next(8)).expect("a byte");
        }
        return;
    }
    const USUAL: [u8; 12] = [0, 0x40, 0xFF, 0xF0, 0x20, 0x7F, 0xC1, 0x9D, 0x99, 0x0C, 0x41, 0x80];
    for byte in item {
        *byte = if kind == 2 {
            USUAL[draw.next(USUAL.len())]
        } else {
            u8::try_from(draw.next(256)).expect("a byte")
        };
    }
}

#[test]
fn functions_without_missing_items_refuse_them_with_their_place() -> Result<(), Error> {
    let record =
        record("record r { n: u8; x: [i16; 2] { null if -1; }; t: [ascii; n] { null if spaces; }; }");
    let bytes = [1, 0, 1, 0, 2, b'A', 2, 0, 3, 0xFF, 0xFF, b' ', b' '];
    let rows = record.rows(&bytes)?;
    let message = rows.column::<i16>("x").expect_err("a missing item").to_string();
    assert_eq!(
        message,
        "record 1: `x`, item 1 at byte 9, is missing: read the field by a function for missing items, or with them by its values"
    );
    let message = rows.texts("t").expect_err("a missing item").to_string();
    assert!(message.starts_with("record 1: `t`, item 0 at byte 11, is missing"), "{message}");
    let (texts, missing, _) = rows.read_nullable_texts(2)?;
    assert_eq!((texts, missing), (vec!["A".to_owned(), String::new()], vec![false, true]));
    assert_eq!(record.rows(&bytes[..6])?.column::<i16>("x")?.0, [1, 2]);
    assert_eq!(record.to_bytes(&rows.columns()?.0)?.0, bytes);
    Ok(())
}

#[test]
fn a_missing_item_is_refused_where_no_bytes_are_said_for_it() -> Result<(), Error> {
    let broken = record("record r { x: packed_decimal(3, 0) { null if invalid; }; }");
    let plain = record("record r { x: packed_decimal(3, 0); }");
    let columns = broken.rows(&[0x12, 0x3C, 0x12, 0x34])?.columns()?.0;
    let message = broken.to_bytes(&columns).expect_err("a missing item").to_string();
    assert_eq!(
        message,
        "record 1: `x`, item 0 at byte 2, is missing: no bytes are said for missing items, as in `null if all 0xFF`"
    );
    let message = plain.to_bytes(&columns).expect_err("a missing item").to_string();
    assert_eq!(message, "record 1: `x`, item 0 at byte 2, is missing: the field has no `null if`");
    // Without missing ones, the values of one field are those of the other.
    let columns = broken.rows(&[0x12, 0x3C])?.columns()?.0;
    assert_eq!(plain.to_bytes(&columns)?.0, [0x12, 0x3C]);
    Ok(())
}

#[test]
fn an_item_that_a_rule_refuses_is_still_placed() -> Result<(), Error> {
    let record = record("record r { x: packed_decimal(3, 0) { null if low_values; }; }");
    let mut file = [0x12, 0x3C].repeat(10_000);
    file[100..104].fill(0);
    file[12_001] = 0x31;
    let message = record.rows(&file)?.columns().expect_err("an invalid sign").to_string();
    assert!(message.starts_with("record 6000: `x`, item 0 at byte 12000: "), "{message}");
    Ok(())
}

/// A damaged item: its field, record, index, byte and event.
type DamagedItem = (usize, usize, usize, usize, &'static str);

/// Records with bad items, and what is bad in them.
fn damage_records() -> (Vec<u8>, Vec<DamagedItem>) {
    let mut draw = Draw(37);
    let (mut file, mut damaged) = (Vec::new(), Vec::new());
    for number in 0..9000 {
        let hit = |draw: &mut Draw| draw.next(300) == 0;
        let start = file.len();
        if draw.next(10) == 0 {
            file.extend([0, 0]);
        } else if hit(&mut draw) {
            damaged.push((0, number, 0, start, "invalid"));
            file.extend([0x1B, 0x2C]);
        } else {
            file.extend([0x12, 0x3D]);
        }
        let count = draw.next(4);
        file.push(u8::try_from(count).expect("few"));
        for item in 0..count {
            if hit(&mut draw) {
                damaged.push((2, number, item, file.len(), "invalid"));
                file.extend([0xF1, 0xFF]);
            } else {
                file.extend([0xF1, 0xC2]);
            }
        }
        for item in 0..3 {
            if hit(&mut draw) && !damaged.iter().any(|known| known.0 == 3 && known.1 == number) {
                // The first character tells where a text is bad.
                damaged.push((3, number, item, file.len(), "unmapped"));
                file.push(0x80);
            } else {
                file.push(b'A');
            }
        }
        for item in 0..2 {
            if hit(&mut draw) {
                damaged.push((4, number, item, file.len(), "nan"));
                file.extend(f32::NAN.to_be_bytes());
            } else {
                file.extend([-1.0_f32, 2.5][draw.next(2)].to_be_bytes());
            }
        }
    }
    (file, damaged)
}

/// Records are damaged at known places: what a tolerant reading takes for bad are those, and nothing else.
#[test]
fn a_tolerant_reading_finds_exactly_the_damaged_items() -> Result<(), Error> {
    let text = "record r {
        a: packed_decimal(3, 0) { null if low_values; };
        n: u8;
        b: [zoned_decimal(2, 0); n];
        t: [ascii; 3] { on read { unmapped => error } };
        x: [ieee::f32; 2] { on read { nan => error } null if -1; };
    }";
    let record = record(text);
    let (file, damaged) = damage_records();
    let rows = record.rows(&file)?;
    for field in 0..record.fields().len() {
        let read = rows.tolerant_values(field)?;
        let found: Vec<_> =
            read.bad.iter().map(|bad| (field, bad.record, bad.item, bad.offset, bad.event.word())).collect();
        let expected: Vec<_> = damaged.iter().filter(|known| known.0 == field).copied().collect();
        assert_eq!(found, expected, "field {field}");
        assert!(field == 1 || expected.len() > 20, "field {field}: {}", expected.len());
        assert!(read.losses.is_none());
        let missing = read.values.missing().expect("a field that may have missing items");
        let count = missing.iter().filter(|missing| **missing).count();
        match field {
            0 | 4 => assert!(count > expected.len() + 500, "{count}"),
            _ => assert_eq!(count, expected.len()),
        }
        // A strict reading ends at the first of them.
        if let Some(first) = expected.first() {
            let message = rows.values(field).expect_err("a bad item").to_string();
            assert!(message.starts_with(&format!("record {}: ", first.1)), "{message}");
        }
    }
    Ok(())
}
