//! Records: columns of many of them there and back, those of different lengths, what is wrong with bytes, values and texts.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep::{Decimal, Event};
use datarep_dynamic::record::{Dimension, Losses, RecordError, Values};
use datarep_dynamic::{Error, Format, Record, Text};

const STATION: &str = "
    use ibm::hfp32;
    use dec::vax_f;

    /// What a station reports.
    record station {
        id:    i24;
        lat:   hfp32;
        lon:   ieee::f32;
        name:  [ebcdic(cp037); 8];
        price: packed_decimal(7, 2);
        _:     2 bytes;
        depth: [vax_f; 3];
        lat2:  hfp32 as f64;
    }
";

fn record(text: &str, name: &str) -> Record {
    let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    text.record(name).expect("it is in the text").clone()
}

fn fault(result: Result<impl Sized, Error>) -> RecordError {
    match result {
        Err(Error::Record(fault)) => *fault,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("no error"),
    }
}

/// Bytes of so many stations, by the formats alone.
fn stations(count: usize) -> Vec<u8> {
    let format = |name| Format::named(name).expect("it is known");
    let (i24, hfp32, f32, vax, price) =
        (format("twos(24)"), format("hfp32"), format("f32"), format("vax_f"), format("packed_decimal(7, 2)"));
    let (hfp32_of, ebcdic) = (&hfp32, format("ebcdic(cp037)"));
    let mut bytes = Vec::new();
    for index in 0..count {
        let number = i32::try_from(index).expect("few");
        let real = f32::from(i16::try_from(index % 1000).expect("few")) / 8.0;
        bytes.extend(i24.to_bytes(&[number - 7]).expect("it fits").0);
        bytes.extend(hfp32_of.to_bytes(&[-real]).expect("it fits").0);
        bytes.extend(f32.to_bytes(&[real * 3.0]).expect("it fits").0);
        let name: Vec<char> = format!("{:<8}", format!("S {index}")).chars().collect();
        bytes.extend(ebcdic.to_bytes(&name).expect("it fits").0);
        bytes.extend(price.to_bytes(&[number * 5 - 100]).expect("it fits").0);
        bytes.extend([0, 0]);
        bytes.extend(vax.to_bytes(&[real, real + 0.5, -1.0]).expect("it fits").0);
        bytes.extend(hfp32_of.to_bytes(&[f64::from(real)]).expect("it fits").0);
    }
    bytes
}

#[test]
fn columns_are_what_the_formats_alone_give() -> Result<(), Error> {
    let station = record(STATION, "station");
    assert_eq!((station.bytes(), station.doc()), (Some(41), "What a station reports."));
    // More than are converted together, and not a multiple of that.
    for count in [0, 1, 3, 5_001] {
        let bytes = stations(count);
        let rows = station.rows(&bytes)?;
        assert_eq!((rows.len(), rows.bytes()), (count, bytes.len()));
        let real = |index: usize| f32::from(i16::try_from(index % 1000).expect("few")) / 8.0;
        let indices = || (0..count).map(|index| (index, i32::try_from(index).expect("few")));
        assert_eq!(rows.column::<i32>("id")?.0, indices().map(|(_, number)| number - 7).collect::<Vec<_>>());
        assert_eq!(
            rows.column::<f32>("lat")?.0,
            indices().map(|(index, _)| -real(index)).collect::<Vec<_>>()
        );
        assert_eq!(
            rows.column::<f64>("lat2")?.0,
            indices().map(|(index, _)| f64::from(real(index))).collect::<Vec<_>>()
        );
        let depths = indices().flat_map(|(index, _)| [real(index), real(index) + 0.5, -1.0]);
        assert_eq!(rows.column::<f32>("depth")?.0, depths.collect::<Vec<_>>());
        let names: Vec<String> = (0..count).map(|index| format!("S {index}")).collect();
        assert_eq!(rows.texts("name")?.0, names);
        let prices: Vec<String> =
            rows.column::<Decimal>("price")?.0.iter().map(ToString::to_string).collect();
        let cents = |number: i32| {
            let cents = number * 5 - 100;
            let sign = if cents < 0 { "-" } else { "" };
            format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
        };
        assert_eq!(prices, indices().map(|(_, number)| cents(number)).collect::<Vec<_>>());
        let (columns, losses) = rows.columns()?;
        assert!(losses.is_none());
        let (written, losses) = station.to_bytes(&columns)?;
        assert!(written == bytes && losses.is_none());
    }
    Ok(())
}

const TRACE: &str = "
    record point { x: i16; y: i16 little; }
    record trace {
        order little;
        first:   point;
        count:   u16;
        points:  [point; 2];
        samples: [f32; count];
        length:  packed_decimal(1, 0);
        label:   [ascii; length];
        codes:   [[u8; 2]; count];
        raw:     3 bytes;
    }
    record group { number: i8; traces: [trace; number]; rest: i16; }
";

/// A trace with so many samples, and a label of so many characters.
fn trace(samples: u16, label: &str) -> Vec<u8> {
    let mut bytes = vec![0, 1, 2, 0];
    bytes.extend(samples.to_le_bytes());
    bytes.extend([0, 3, 4, 0, 0, 5, 6, 0]);
    for sample in 0..samples {
        bytes.extend(f32::from(sample).to_le_bytes());
    }
    bytes.push(u8::try_from(label.len()).expect("short") << 4 | 0xC);
    bytes.extend(label.bytes());
    bytes.extend((0..2 * samples).map(|code| u8::try_from(code % 256).expect("a byte")));
    bytes.extend([7, 8, 9]);
    bytes
}

#[test]
fn records_of_different_lengths_are_walked() -> Result<(), Error> {
    let record = record(TRACE, "trace");
    assert_eq!((record.bytes(), record.least_bytes()), (None, 18));
    let bytes = [trace(2, "ab"), trace(0, ""), trace(3, "x y")].concat();
    let rows = record.rows(&bytes)?;
    assert_eq!(rows.len(), 3);
    assert_eq!(rows.column::<u16>("count")?.0, [2, 0, 3]);
    assert_eq!(rows.column::<f32>("samples")?.0, [0.0, 1.0, 0.0, 1.0, 2.0]);
    assert_eq!(rows.items_of_each(record.field("samples").expect("it is")), [2, 0, 3]);
    assert_eq!(rows.texts("label")?.0, ["ab", "", "x y"]);
    assert_eq!(rows.column::<u8>("codes")?.0, [0, 1, 2, 3, 0, 1, 2, 3, 4, 5]);
    assert_eq!(rows.column::<i16>("points.y")?.0, [4, 6, 4, 6, 4, 6]);
    assert_eq!(rows.values(record.field("raw").expect("it is"))?.0, Values::Bytes([7, 8, 9].repeat(3)));
    let (columns, _) = rows.columns()?;
    assert_eq!(record.to_bytes(&columns)?.0, bytes);
    Ok(())
}

#[test]
fn records_lie_in_arrays_of_one_another() -> Result<(), Error> {
    let group = record(TRACE, "group");
    let one = |traces: &[Vec<u8>]| {
        let count = u8::try_from(traces.len()).expect("few");
        [&[count][..], &traces.concat(), &[0, 9]].concat()
    };
    let bytes = [one(&[trace(1, "a"), trace(2, "bc")]), one(&[]), one(&[trace(0, "def")])].concat();
    let rows = group.rows(&bytes)?;
    assert_eq!(rows.texts("traces.label")?.0, ["a", "bc", "def"]);
    assert_eq!(rows.column::<f32>("traces.samples")?.0, [0.0, 0.0, 1.0]);
    let field = group.field("traces.points.x").expect("it is");
    let count = group.field("number").expect("it is");
    assert_eq!(group.fields()[field].shape(), [Dimension::Field(count), Dimension::Fixed(2)]);
    assert_eq!(rows.items_of_each(field), [4, 0, 2]);
    assert_eq!(rows.column::<i16>("rest")?.0, [9, 9, 9]);
    let (columns, _) = rows.columns()?;
    assert_eq!(group.to_bytes(&columns)?.0, bytes);
    Ok(())
}

#[test]
fn groups_of_fixed_length_lie_at_strides() -> Result<(), Error> {
    let text = "
        record inner { a: i8; b: [i16; 2]; }
        record outer { head: i8; groups: [[inner; 3]; 2]; names: [[ascii; 2]; 2]; }
    ";
    let outer = record(text, "outer");
    assert_eq!(outer.bytes(), Some(1 + 6 * 5 + 4));
    let bytes: Vec<u8> = (0..70_u8).map(|byte| if byte % 35 > 30 { b'a' + byte % 7 } else { byte }).collect();
    let rows = outer.rows(&bytes)?;
    let expected: Vec<i8> =
        (0..2).flat_map(|record| (0..6).map(move |group| record * 35 + 1 + group * 5)).collect();
    assert_eq!(rows.column::<i8>("groups.a")?.0, expected);
    let pairs = |at: i16| [at * 256 + at + 1, (at + 2) * 256 + at + 3];
    let expected: Vec<i16> = expected.iter().flat_map(|at| pairs(i16::from(*at) + 1)).collect();
    assert_eq!(rows.column::<i16>("groups.b")?.0, expected);
    assert_eq!(rows.texts("names")?.0.len(), 4);
    let (columns, _) = rows.columns()?;
    assert_eq!(outer.to_bytes(&columns)?.0, bytes);
    assert_eq!(outer.fields()[2].offset(), Some(2));
    Ok(())
}

#[test]
fn bytes_that_end_within_a_record_are_told() -> Result<(), Error> {
    let station = record(STATION, "station");
    let bytes = stations(3);
    let torn = fault(station.rows(&bytes[..100]));
    let expected = RecordError::Ends { record: 2, field: "name".to_owned(), offset: 93, bytes: 8, left: 7 };
    assert_eq!(torn, expected);
    let (rows, end) = station.whole_rows(&bytes[..100], usize::MAX)?;
    assert_eq!((rows.len(), rows.bytes(), end), (2, 82, Some(expected)));
    let (rows, end) = station.whole_rows(&bytes[..100], 2)?;
    assert_eq!((rows.len(), end), (2, None));
    let inside = fault(station.rows(&bytes[..=64]));
    assert!(inside.to_string().contains("its unnamed bytes at byte 64"), "{inside}");

    let trace = record(TRACE, "trace");
    let whole = [self::trace(2, "ab"), self::trace(300, "cd")].concat();
    for end in 0..whole.len() {
        let (rows, torn) = trace.whole_rows(&whole[..end], usize::MAX)?;
        let records = usize::from(end >= 32);
        assert_eq!((rows.len(), torn.is_some()), (records, !matches!(end, 0 | 32)), "{end}");
        assert_eq!(rows.column::<u16>("count")?.0.len(), records);
    }
    Ok(())
}

#[test]
fn counts_that_are_none_are_told() {
    let record = record("record a { n: i16; x: [i8; n]; }", "a");
    let negative = fault(record.rows(&[0, 1, 5, 0xFF, 0xFE]));
    assert_eq!(
        negative,
        RecordError::Count { record: 1, field: "n".to_owned(), offset: 3, count: "-2".to_owned() }
    );
    let columns = [Values::I16(vec![1, 30_000]), Values::I8(vec![1, 2])];
    assert!(matches!(fault(record.to_bytes(&columns)), RecordError::Length { expected: 30_001, .. }));
    let columns = [Values::I16(vec![1, -1]), Values::I8(vec![1])];
    assert!(matches!(fault(record.to_bytes(&columns)), RecordError::Count { record: 1, .. }));
    let digits = self::record("record a { n: zoned_decimal(2, 0); x: [i8; n]; }", "a");
    let invalid = fault(digits.rows(&[0xF0, 0xFA, 5]));
    assert!(matches!(invalid, RecordError::Item { record: 0, offset: 0, .. }), "{invalid}");
    // A count that asks for more than there is takes no time.
    let nested = self::record("record b { n: u8; x: [i8; n]; } record a { n: u64; x: [b; n]; }", "a");
    let many = [&(u64::MAX >> 1).to_be_bytes()[..], &[0; 64]].concat();
    let refused = fault(nested.rows(&many));
    if usize::BITS < 64 {
        assert!(matches!(refused, RecordError::Count { record: 0, offset: 0, .. }), "{refused}");
    } else {
        assert!(matches!(refused, RecordError::Ends { record: 0, offset: 8, .. }), "{refused}");
    }
    // Nor does one that asks for more records than there are values.
    let fixed = self::record("record b { x: i8; } record a { n: u64; x: [b; n]; }", "a");
    let columns =
        [Values::U64(vec![if usize::BITS < 64 { 1 << 30 } else { 1 << 40 }]), Values::I8(vec![1, 2])];
    assert!(matches!(fault(fixed.to_bytes(&columns)), RecordError::Length { expected: 3, found: 2, .. }));
}

/// Texts without characters take no bytes, so nine bytes could stand for four billion of them.
#[test]
fn texts_without_characters_are_limited() -> Result<(), Error> {
    /// With addresses of 32 bits, no more can be counted than their half.
    const MOST: u32 = if usize::BITS < 64 { i32::MAX.unsigned_abs() } else { u32::MAX };
    const TEXT: &str = "record a { n: u32; k: u8; x: [[ascii; k]; n]; }";
    let record = record(TEXT, "a");
    let bytes = |count: u32, length: u8| [&count.to_be_bytes()[..], &[length]].concat();
    let refused = |record, offset, texts, most| {
        let field = "x".to_owned();
        RecordError::EmptyTexts { record, field, offset, texts, most }
    };
    let first = [&bytes(2, 1)[..], b"ab"].concat();
    let many = [&first[..], &bytes(MOST, 0), &[1, 2, 3, 4]].concat();
    let fault_of = |bytes: &[u8]| fault(record.rows(bytes));
    assert_eq!(fault_of(&many), refused(1, 12, MOST as usize, 16));
    assert_eq!(
        fault_of(&many).to_string(),
        format!(
            "record 1: `x` at byte 12 has {MOST} texts without characters, and at most 16 can stand there"
        )
    );
    assert_eq!(fault_of(&bytes(17, 0)), refused(0, 5, 17, 16));
    let (texts, _) = record.rows(&[&bytes(16, 0)[..], &first].concat())?.texts("x")?;
    assert_eq!((texts.len(), texts[15].as_str(), texts[17].as_str()), (18, "", "b"));
    // What cannot be read is not written.
    let columns = [Values::U32(vec![17]), Values::U8(vec![0]), Values::Text(vec![String::new(); 17].into())];
    assert_eq!(fault(record.to_bytes(&columns)), refused(0, 5, 17, 16));

    // Numbers that are part of the text are limited, too; the bytes of the record before the array raise the limit.
    let fixed = self::record("record a { k: u8; _: 30 bytes; x: [[ascii; k]; 1000000000]; }", "a");
    assert_eq!(fault(fixed.rows(&[0; 31])), refused(0, 31, 1_000_000_000, 31));
    // A record inside another one counts its own bytes alone: its array would otherwise grow with its place.
    let inside = "record b { k: u8; x: [[ascii; k]; 20]; } record a { _: 40 bytes; x: [b; 3]; }";
    let inside = self::record(inside, "a");
    assert_eq!(fault(inside.rows(&[0; 43])), refused(0, 41, 20, 16));
    // Arrays without items are no values, whatever the counts beside them are.
    let none = self::record("record a { n: u32; k: u8; x: [[i16; k]; n]; y: [[[ascii; k]; k]; n]; }", "a");
    let rows = bytes(MOST, 0).repeat(3);
    let (columns, _) = none.rows(&rows)?.columns()?;
    assert_eq!(columns.iter().map(Values::len).collect::<Vec<_>>(), [3, 3, 0, 0]);
    Ok(())
}

#[test]
fn what_is_lost_has_a_place() -> Result<(), Error> {
    let text = "use dec::vax_f; record a { id: i8; x: [f64; 3] as f32; v: vax_f; }";
    let record = record(text, "a");
    let mut bytes = vec![0; record.bytes().expect("fixed") * 5000];
    let place = |record: usize, item: usize| record * 29 + 1 + item * 8;
    bytes[place(4321, 2)..][..8].copy_from_slice(&0.1_f64.to_be_bytes());
    bytes[place(4500, 0)..][..8].copy_from_slice(&0.2_f64.to_be_bytes());
    bytes[place(17, 1)..][..8].copy_from_slice(&1e300_f64.to_be_bytes());
    // A reserved operand.
    bytes[29 * 4999 + 25..].copy_from_slice(&[0, 0x80, 0, 0]);
    let (_, Losses { loss, first }) = record.rows(&bytes)?.columns()?;
    assert_eq!((loss.inexact, loss.overflow, loss.reserved), (2, 1, 1));
    let told: Vec<(Event, usize, usize, usize)> =
        first.iter().map(|place| (place.event, place.record, place.item, place.offset)).collect();
    let expected = [
        (Event::Overflow, 17, 1, place(17, 1)),
        (Event::Inexact, 4321, 2, place(4321, 2)),
        (Event::Reserved, 4999, 0, 29 * 4999 + 25),
    ];
    assert_eq!(told, expected);
    assert_eq!(first[1].to_string(), "inexact: record 4321, `x`, item 2 at byte 125326");
    Ok(())
}

#[test]
fn an_item_that_is_refused_has_a_place() -> Result<(), Error> {
    let text = "use ibm::hfp32; record a { id: i8; x: [hfp32; 2] as f64; p: packed_decimal(3, 0); }";
    let record = record(text, "a");
    let mut columns =
        vec![Values::I8(vec![0; 5000]), Values::F64(vec![0.5; 10_000]), Values::I16(vec![-12; 5000])];
    let (bytes, _) = record.to_bytes(&columns)?;
    let mut wrong = bytes.clone();
    wrong[11 * 4200 + 9] = 0xAB;
    let error = fault(record.rows(&wrong)?.columns());
    assert!(
        matches!(error, RecordError::Item { record: 4200, item: 0, offset, .. } if offset == 11 * 4200 + 9)
    );
    let told = "record 4200: `p`, item 0 at byte 46209: ";
    assert!(error.to_string().starts_with(told), "{error}");
    if let Values::F64(values) = &mut columns[1] {
        values[9001] = 1e100;
    }
    let error = fault(record.to_bytes(&columns));
    assert!(matches!(error, RecordError::Item { record: 4500, item: 1, .. }), "{error}");
    Ok(())
}

#[test]
fn texts_are_padded_by_rule() -> Result<(), Error> {
    let text = "
        record a {
            s: [ebcdic(cp1140); 4];
            z: [ascii; 4] { padding zeros; };
            n: [latin1; 2] { padding none; };
            w: [utf16 little; 3];
            c: ascii;
        }
    ";
    let record = record(text, "a");
    let mut rows = record.blank_rows(2)?;
    rows.write_texts(0, &["a €", ""])?;
    rows.write_texts(1, &["ab", "abcd"])?;
    rows.write_texts(2, &["é ", "  "])?;
    rows.write_texts(3, &["Ωß", " x "])?;
    rows.write_texts(4, &["x", ""])?;
    for (field, text, characters, length) in [(0, "abcde", 5, 4), (2, "a", 1, 2), (2, "abc", 3, 2)] {
        let error = fault(rows.write_texts(field, &[if field == 0 { "" } else { "ab" }, text]));
        let field = record.fields()[field].path().to_owned();
        assert_eq!(error, RecordError::TextLength { record: 1, field, characters, length });
    }
    let unmapped = fault(rows.write_texts(1, &["ab", "aé"]));
    assert!(matches!(unmapped, RecordError::Item { record: 1, item: 1, .. }), "{unmapped:?}");
    let bytes = rows.into_bytes();
    assert_eq!(
        bytes[..17],
        [0x81, 0x40, 0x9F, 0x40, b'a', b'b', 0, 0, 0xE9, b' ', 0xA9, 3, 0xDF, 0, b' ', 0, b'x']
    );
    let rows = record.rows(&bytes)?;
    assert_eq!(rows.texts("s")?.0, ["a €", ""]);
    assert_eq!(rows.texts("z")?.0, ["ab", "abcd"]);
    assert_eq!(rows.texts("n")?.0, ["é ", "  "]);
    assert_eq!(rows.texts("w")?.0, ["Ωß", " x"]);
    assert_eq!(rows.texts("c")?.0, ["x", ""]);
    Ok(())
}

#[test]
fn texts_are_trimmed_by_rule() -> Result<(), Error> {
    let text = "
        record a {
            left:  [ascii; 6] { trim left; };
            right: [ascii; 6] { trim right; };
            both:  [ebcdic(cp273); 6] { padding spaces; trim both; };
            none:  [utf16; 2] { trim none; };
            zeros: [ascii; 6] { padding zeros; trim left; };
            sides: [ascii; 6] { padding zeros; trim both; };
        }
    ";
    let record = record(text, "a");
    let file = *b"  A B  C D  \x40\x40\xC1\x40\x40\x40\0E\0 \0\0GH\0I\0\0GH\0I";
    let rows = record.rows(&file)?;
    let texts = |rows: &datarep_dynamic::record::Rows<'_>| -> Result<Vec<String>, Error> {
        (0..6).map(|field| Ok(rows.read_texts(field)?.0.remove(0))).collect()
    };
    assert_eq!(texts(&rows)?, ["A B ", " C D", "A", "E ", "GH\0I", "GH"]);
    let (columns, _) = rows.columns()?;
    let (written, _) = record.to_bytes(&columns)?;
    assert_eq!(written, *b"  A B  C D  \xC1\x40\x40\x40\x40\x40\0E\0 \0\0GH\0IGH\0\0\0\0");
    // What is nothing but padding is an empty text, unless nothing is trimmed.
    let blank = record.blank_rows(1)?;
    let bytes = blank.into_bytes();
    let mut spaces = bytes.clone();
    spaces[..12].fill(b' ');
    spaces[12..18].fill(0x40);
    assert_eq!(texts(&record.rows(&spaces)?)?, ["", "", "", "\0\0", "", ""]);
    Ok(())
}

#[test]
fn columns_of_another_type_or_length_are_refused() -> Result<(), Error> {
    let station = record(STATION, "station");
    let bytes = stations(2);
    let rows = station.rows(&bytes)?;
    let wrong = fault(rows.column::<f64>("lat"));
    assert_eq!(wrong, RecordError::WrongType { field: "lat".to_owned(), expected: "f32", found: "f64" });
    assert!(matches!(fault(rows.column::<f64>("latt")), RecordError::UnknownField { .. }));
    assert!(matches!(fault(rows.texts("lat")), RecordError::WrongType { found: "text", .. }));
    assert!(matches!(fault(rows.read_bytes(0)), RecordError::WrongType { found: "bytes", .. }));
    let few = fault(rows.read::<i32>(0, &mut [0]));
    assert_eq!(few, RecordError::Length { field: "id".to_owned(), expected: 2, found: 1 });
    let (mut columns, _) = rows.columns()?;
    columns[1] = Values::F64(vec![0.0; 2]);
    assert!(matches!(fault(station.to_bytes(&columns)), RecordError::WrongType { found: "f64", .. }));
    columns.pop();
    assert!(matches!(fault(station.to_bytes(&columns)), RecordError::Length { expected: 7, .. }));
    Ok(())
}

#[test]
fn every_kind_of_format_comes_back() -> Result<(), Error> {
    let text = include_str!("../../datarep-dsl/tests/samples/records.datarep");
    let kinds = record(text, "kinds");
    let bytes = kinds.bytes().expect("fixed");
    let rows = kinds.blank_rows(3)?.into_bytes();
    assert_eq!(rows.len(), 3 * bytes);
    let mut rows = kinds.blank_rows(3)?;
    for (index, field) in kinds.fields().iter().enumerate() {
        if field.text_length().is_some() {
            let text = if field.path() == "f" { "a  " } else { "a" };
            rows.write_texts(index, &vec![text; rows.items(index)])?;
        } else if field.path() == "h" {
            rows.write(index, &[1_i32, -2, 3])?;
        } else if field.path() == "i" {
            rows.write(index, &[1000_f64, -2000.0, 0.0])?;
        } else if field.path() == "s" {
            rows.write(index, &[Decimal::default(); 3])?;
        } else if field.path() == "w" {
            rows.write(index, &[1_i64, -2, 3])?;
        }
    }
    let bytes = rows.into_bytes();
    let rows = kinds.rows(&bytes)?;
    let (columns, losses) = rows.columns()?;
    assert!(losses.is_none(), "{losses:?}");
    assert_eq!(kinds.to_bytes(&columns)?.0, bytes);
    Ok(())
}

/// Fields of SEG-Y's headers with the first byte that the standard gives them, which counts from 1, and in the binary header
/// from 3201.
const SEGY: &[(&str, &str, usize, &[u8], f64)] = &[
    ("segy::binary_header", "job", 3201, &[0, 0, 1, 2], 258.0),
    ("segy::binary_header", "interval", 3217, &[0x0F, 0xA0], 4000.0),
    ("segy::binary_header", "samples", 3221, &[0xC3, 0x50], 50_000.0),
    ("segy::binary_header", "format", 3225, &[0, 5], 5.0),
    ("segy::binary_header", "measurement", 3255, &[0, 1], 1.0),
    ("segy::binary_header", "extended_samples", 3269, &[0, 1, 0, 0], 65_536.0),
    ("segy::binary_header", "extended_interval", 3273, &[0x40, 0x59, 0, 0, 0, 0, 0, 0], 100.0),
    ("segy::binary_header", "byte_order", 3297, &[1, 2, 3, 4], 16_909_060.0),
    ("segy::binary_header", "revision", 3501, &[2], 2.0),
    ("segy::binary_header", "minor_revision", 3502, &[1], 1.0),
    ("segy::binary_header", "extended_texts", 3505, &[0xFF, 0xFF], -1.0),
    ("segy::binary_header", "survey", 3509, &[0, 2], 2.0),
    ("segy::binary_header", "traces", 3513, &[0, 0, 0, 0, 0, 0, 1, 0], 256.0),
    ("segy::binary_header", "first_trace", 3521, &[0, 0, 0, 0, 0, 0, 0x0E, 0x10], 3600.0),
    ("segy::binary_header", "trailers", 3529, &[0, 0, 0, 3], 3.0),
    ("segy::binary_header_rev0", "vibratory_polarity", 3259, &[0, 8], 8.0),
    ("segy::binary_header_rev1", "revision", 3501, &[1, 0], 256.0),
    ("segy::binary_header_rev1", "fixed_length", 3503, &[0, 1], 1.0),
    ("segy::binary_header_rev2", "additional_trace_headers", 3507, &[0, 0, 0, 1], 1.0),
    ("segy::trace_header_rev0", "overtravel", 179, &[0, 7], 7.0),
    ("segy::trace_header_rev1", "inline", 189, &[0, 0, 4, 0], 1024.0),
    ("segy::trace_header", "ensemble", 21, &[0, 0, 0, 9], 9.0),
    ("segy::trace_header", "trace_kind", 29, &[0, 1], 1.0),
    ("segy::trace_header", "coordinate_scalar", 71, &[0xFF, 0x9C], -100.0),
    ("segy::trace_header", "samples", 115, &[0x05, 0xDC], 1500.0),
    ("segy::trace_header", "year", 157, &[7, 0xE8], 2024.0),
    ("segy::trace_header", "cdp_x", 181, &[0, 7, 0xA1, 0x20], 500_000.0),
    ("segy::trace_header", "crossline", 193, &[0, 0, 0, 5], 5.0),
    ("segy::trace_header", "source_mantissa", 225, &[0, 0, 0, 6], 6.0),
    ("segy::trace_header", "source_unit", 231, &[0, 2], 2.0),
    ("segy::trace_extension", "group_depth", 41, &[0x40, 0x24, 0, 0, 0, 0, 0, 0], 10.0),
    ("segy::trace_extension", "samples", 137, &[0, 1, 0, 0], 65_536.0),
    ("segy::trace_extension", "cdp_y", 169, &[0x40, 0, 0, 0, 0, 0, 0, 0], 2.0),
];

#[test]
fn fields_of_segy_are_at_the_bytes_of_the_standard() -> Result<(), Error> {
    for (path, field, first, stored, expected) in SEGY {
        let record = Record::named(path)?;
        let (size, before) = if path.contains("binary") { (400, 3200) } else { (240, 0) };
        assert_eq!(record.bytes(), Some(size), "{path}");
        let mut bytes = vec![0; size];
        let at = first - before - 1;
        bytes[at..at + stored.len()].copy_from_slice(stored);
        let rows = record.rows(&bytes)?;
        let (columns, _) = rows.columns()?;
        let index = record.field(field).expect(field);
        // The field has the value, and no other byte of the header is touched.
        let shown = format!("{:?}", columns[index]);
        let whole = expected.to_string();
        assert!(
            shown.contains(&format!("[{whole}]")) || shown.contains(&format!("[{whole}.0]")),
            "{path} {field}: {shown}"
        );
        assert_eq!(record.to_bytes(&columns)?.0, bytes, "{path} {field}");
    }
    Ok(())
}

#[test]
fn a_record_of_the_library_is_found_by_its_path_alone() {
    for (path, help) in [
        ("segy::binary_heder", "write `segy::binary_header`"),
        ("trace_header", "no format"),
        ("segy", ""),
        ("sgy::trace_header", ""),
        ("segy::*", ""),
        ("segy::{trace_header}", ""),
        ("segy::trace_header; record x { y: i8; }", ""),
    ] {
        let error = Record::named(path).expect_err(path);
        assert!(matches!(error, Error::Unknown { .. }), "{path}: {error}");
        if help.starts_with("write") {
            assert!(error.to_string().ends_with(help), "{path}: {error}");
        }
    }
}
