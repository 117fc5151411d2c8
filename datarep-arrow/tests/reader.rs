//! Records become batches, whatever lies around them, and batches records.

use std::io::{self, Read};

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Decimal128Type, Int16Type, UInt8Type};
use arrow_array::{Array as _, RecordBatch, RecordBatchReader as _};
use arrow_schema::{ArrowError, DataType};
use datarep_arrow::{OnBad, ReadError, ReadOptions, Reader, WriteError, write_batch};
use datarep_dynamic::marks::MarkWriter;
use datarep_dynamic::{Record, Text};

const SALE: &str = "record sale { amount: packed_decimal(5, 2); shop: i16; }";

fn record(text: &str, name: &str) -> Record {
    let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    text.record(name).expect("it is in the text").clone()
}

fn read(file: &[u8], record: &Record, options: &ReadOptions) -> Result<Vec<RecordBatch>, ArrowError> {
    Reader::new(file, record, options)?.collect()
}

/// Sales of `0.07`, `1.07` and so on in shops 0, 1, …; that at `bad` has no number.
fn sales(count: u16, bad: Option<u16>) -> Vec<u8> {
    let sale = |shop: u16| {
        let tens = u8::try_from(shop / 10 % 10 * 16 + shop % 10).expect("two digits");
        let [high, low] = shop.to_be_bytes();
        let sign = if Some(shop) == bad { 0x70 } else { 0x7C };
        [u8::try_from(shop / 100 % 10).expect("a digit"), tens & 0xF0 | tens & 0x0F, sign, high, low]
    };
    (0..count)
        .flat_map(|shop| {
            let [a, b, c, high, low] = sale(shop);
            // Digits: hundreds, tens and ones of the shop, then `07` and the sign; 5 digits in three bytes.
            [a << 4 | b >> 4, b << 4, c, high, low]
        })
        .collect()
}

fn amounts(batches: &[RecordBatch]) -> Vec<Option<i128>> {
    batches
        .iter()
        .flat_map(|batch| batch.column(0).as_primitive::<Decimal128Type>().iter().collect::<Vec<_>>())
        .collect()
}

fn shops(batches: &[RecordBatch]) -> Vec<i16> {
    batches
        .iter()
        .flat_map(|batch| {
            batch.column_by_name("shop").expect("shop").as_primitive::<Int16Type>().values().to_vec()
        })
        .collect()
}

/// A file that gives a byte at a time.
struct Slow<'f>(&'f [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = to.len().min(1);
        self.0.read(&mut to[..count])
    }
}

/// Numbers of long words have the digits that are written of them. A word with more is bad, as the column cannot say what it is.
#[test]
fn binary_numbers_have_the_digits_of_their_pictures() {
    let long = record(
        "record long { a: binary_decimal(128, 10, 28) as decimal; b: binary_decimal(128, 0, 37); c: binary_decimal(72, 0, 19, unsigned);
         d: binary_decimal(32, 2, 7); e: i128; }",
        "long",
    );
    let join = |a: i128, b: i128, c: u64, d: i32| {
        let [a, b] = [a, b].map(i128::to_be_bytes);
        [&a[..], &b, &[0], &c.to_be_bytes(), &d.to_be_bytes(), &[0xFF; 16]].concat()
    };
    let (a, b) = (10_i128.pow(28) - 1, -(10_i128.pow(37) - 1));
    let file = join(a, b, 9_999_999_999_999_999_999, 12_345_678);
    let found = read(&file, &long, &ReadOptions::default()).expect("it is read");
    let kinds: Vec<DataType> =
        found[0].schema().fields().iter().map(|field| field.data_type().clone()).collect();
    let [decimal, whole] = [DataType::Decimal128(28, 10), DataType::Decimal128(37, 0)];
    let rest = [DataType::Decimal128(19, 0), DataType::Decimal128(10, 2), DataType::Decimal256(39, 0)];
    assert_eq!(kinds, [&[decimal, whole][..], &rest].concat());
    let values: Vec<i128> =
        (0..4).map(|column| found[0].column(column).as_primitive::<Decimal128Type>().value(0)).collect();
    assert_eq!(values, [a, b, 9_999_999_999_999_999_999, 12_345_678]);
    for (file, field) in [
        (join(a + 1, b, 0, 0), "a"),
        (join(a, b - 1, 0, 0), "b"),
        (join(a, b, 10_000_000_000_000_000_000, 0), "c"),
    ] {
        let error =
            read(&file, &long, &ReadOptions::default()).expect_err("it has one digit more").to_string();
        let told = format!("record 0: `{field}` at byte ");
        assert!(error.contains(&told) && error.contains("digits of its column"), "{error}");
    }
    // A number with more digits is an item like any other that is bad.
    let file = [join(a, b, 1, 0), join(a + 1, b - 1, 2, 0), join(a, b, 3, 0)].concat();
    let options = |on_bad| ReadOptions { on_bad, ..ReadOptions::default() };
    let found = read(&file, &long, &options(OnBad::Null)).expect("it is read");
    let column = |column: usize| {
        found[0].column(column).as_primitive::<Decimal128Type>().iter().collect::<Vec<Option<i128>>>()
    };
    assert_eq!([column(0), column(1)], [vec![Some(a), None, Some(a)], vec![Some(b), None, Some(b)]]);
    assert_eq!(column(2), [1, 2, 3].map(Some));
    let mut reader = Reader::new(&file[..], &long, &options(OnBad::Skip)).expect("a reader");
    let batch = reader.next().expect("a batch").expect("it is read");
    let counts: Vec<i128> = batch.column(2).as_primitive::<Decimal128Type>().values().to_vec();
    assert_eq!((counts, reader.counts().left_out), (vec![1, 3], 1));
}

#[test]
fn batches_have_at_most_so_many_rows_and_bytes() {
    let sale = record(SALE, "sale");
    let file = sales(250, None);
    for (batch_rows, batch_bytes, batches) in
        [(100, 1 << 20, 3), (1 << 16, 500, 3), (1 << 16, 1 << 20, 1), (7, 1, 250)]
    {
        let options = ReadOptions { batch_rows, batch_bytes, ..ReadOptions::default() };
        let found = read(&file, &sale, &options).expect("it is read");
        assert_eq!(found.len(), batches);
        let expected: Vec<Option<i128>> = (0..250).map(|shop| Some(shop * 100 + 7)).collect();
        assert_eq!(amounts(&found), expected);
        assert_eq!(shops(&found), (0..250).collect::<Vec<i16>>());
        let slow: Result<Vec<_>, _> = Reader::new(Slow(&file), &sale, &options).expect("a reader").collect();
        assert_eq!(slow.expect("it is read"), found);
    }
}

#[test]
fn the_schema_says_how_fields_are_stored() {
    let text = "record all {
        id: u8; scale: i16; _: 1 byte; price: packed_decimal(7, 2); big: i128; raw: 3 bytes;
        name: [ebcdic(cp037); 4]; grid: [[i16; 2]; 3]; n: u8; rest: [u8; n];
    }";
    let all = record(text, "all");
    let reader = Reader::new(&[][..], &all, &ReadOptions::default()).expect("a reader");
    let schema = reader.schema();
    let kinds: Vec<(&str, String)> =
        schema.fields().iter().map(|field| (field.name().as_str(), field.data_type().to_string())).collect();
    let expected = [
        ("id", "UInt8"),
        ("scale", "Int16"),
        ("price", "Decimal128(7, 2)"),
        ("big", "Decimal256(39, 0)"),
        ("raw", "FixedSizeBinary(3)"),
        ("name", "Utf8"),
        ("grid", "FixedSizeList(3 x non-null FixedSizeList(2 x non-null Int16))"),
        ("n", "UInt8"),
        ("rest", "List(non-null UInt8)"),
    ];
    assert_eq!(kinds, expected.map(|(name, kind)| (name, kind.to_owned())));
    let facts = schema.field(2).metadata();
    assert_eq!(facts["datarep.format"], "packed_decimal(7, 2)");
    assert_eq!((&*facts["datarep.offset"], &*facts["datarep.bytes"]), ("4", "4"));
    assert!(!schema.field(8).metadata().contains_key("datarep.offset") || facts.len() == 3);
}

#[test]
fn columns_are_chosen_in_their_order() {
    let sale = record(SALE, "sale");
    let columns = |names: &[&str]| ReadOptions {
        columns: Some(names.iter().map(|name| (*name).to_owned()).collect()),
        ..ReadOptions::default()
    };
    let found = read(&sales(3, Some(1)), &sale, &columns(&["shop"])).expect("the bad amount is not read");
    assert_eq!((found[0].num_columns(), shops(&found)), (1, vec![0, 1, 2]));
    let none = read(&sales(3, None), &sale, &columns(&[])).expect("it is read");
    assert_eq!((none[0].num_columns(), none[0].num_rows()), (0, 3));
    let error = read(&[], &sale, &columns(&["shop", "prize"])).expect_err("no such field");
    assert!(
        error.to_string().contains("`sale` has no field `prize`: its first fields are amount, shop"),
        "{error}"
    );
    let error = read(&[], &sale, &columns(&["shop", "shop"])).expect_err("twice");
    assert!(error.to_string().contains("`shop` is asked for twice"), "{error}");
}

#[test]
fn bad_items_are_errors_or_missing_or_left_out() {
    let sale = record(SALE, "sale");
    let file = sales(250, Some(200));
    let options = |on_bad| ReadOptions {
        name: "SALES.1".to_owned(),
        on_bad,
        batch_rows: 100,
        begin: (1000, 5000),
        ..ReadOptions::default()
    };
    let mut reader = Reader::new(&file[..], &sale, &options(OnBad::Error)).expect("a reader");
    assert!(reader.by_ref().take(2).all(|batch| batch.is_ok()));
    let error = reader.next().expect("an error").expect_err("the amount is bad");
    let ArrowError::ExternalError(error) = error else { panic!("{error}") };
    let error = error.downcast_ref::<ReadError>().expect("an error of reading");
    assert_eq!((error.file(), error.record(), error.field()), ("SALES.1", Some(5200), Some("amount")));
    let text =
        "SALES.1: record 5200: `amount` at byte 2000 cannot be read in `packed_decimal(5, 2)`: invalid (";
    assert!(error.to_string().starts_with(text), "{error}");
    assert!(reader.next().is_none(), "it ends with the first error");

    let mut reader = Reader::new(&file[..], &sale, &options(OnBad::Null)).expect("a reader");
    let found: Vec<RecordBatch> = reader.by_ref().map(|batch| batch.expect("a batch")).collect();
    let missing: Vec<usize> =
        amounts(&found).iter().enumerate().filter(|(_, amount)| amount.is_none()).map(|(at, _)| at).collect();
    assert_eq!((missing, shops(&found).len()), (vec![200], 250));
    assert!(reader.schema().field(0).is_nullable() && found[0].column(0).nulls().is_none());
    let counts = reader.counts();
    assert_eq!((counts.records, counts.bad, counts.left_out, counts.bad_items["amount"]), (250, 1, 0, 1));
    assert!(
        counts
            .first
            .as_deref()
            .is_some_and(|first| first.starts_with("SALES.1: record 5200: `amount` at byte 2000"))
    );

    let mut reader = Reader::new(&file[..], &sale, &options(OnBad::Skip)).expect("a reader");
    let found: Vec<RecordBatch> = reader.by_ref().map(|batch| batch.expect("a batch")).collect();
    assert_eq!(shops(&found), (0..250).filter(|shop| *shop != 200).collect::<Vec<i16>>());
    let counts = reader.counts();
    assert_eq!((counts.records, counts.bad, counts.left_out), (249, 1, 1));
}

#[test]
fn records_stand_between_marks() {
    let text = "record line { n: u8; items: [i16; n]; }";
    let line = record(text, "line");
    for marks in ["rdw", "fortran4,little", "bdw+rdw"] {
        let Ok(marks) = marks.parse() else { continue };
        let mut writer = MarkWriter::new(marks).expect("marks");
        let (mut file, mut plain) = (Vec::new(), Vec::new());
        for count in 0..200_u8 {
            let mut one = vec![count % 5];
            (0..count % 5).for_each(|item| one.extend([count, item]));
            writer.write(&one, &mut file).expect("it is written");
            plain.extend(one);
        }
        writer.finish(&mut file);
        let options = ReadOptions { marks: Some(marks), batch_rows: 33, ..ReadOptions::default() };
        let found = read(&file, &line, &options).expect("it is read");
        assert_eq!(found.len(), 7);
        let without = read(&plain, &line, &ReadOptions { marks: None, ..options }).expect("it is read");
        assert_eq!(found, without);
        let counts: Vec<u8> = found
            .iter()
            .flat_map(|one| one.column(0).as_primitive::<UInt8Type>().values().to_vec())
            .collect();
        assert_eq!(counts, (0..200).map(|count| count % 5).collect::<Vec<u8>>());
        let lists = found[0].column(1).as_list::<i32>();
        assert_eq!(lists.value(3).as_primitive::<Int16Type>().values(), &[0x300, 0x301, 0x302]);
    }
}

#[test]
fn records_that_do_not_fit_between_marks_are_counted() {
    let sale = record(SALE, "sale");
    let mut writer = MarkWriter::new("rdw".parse().expect("marks")).expect("marks");
    let (mut file, all) = (Vec::new(), sales(5, None));
    for (index, one) in all.chunks(5).enumerate() {
        writer.write(if index == 2 { &one[..4] } else { one }, &mut file).expect("it is written");
    }
    let options = |on_bad| ReadOptions { marks: "rdw".parse().ok(), on_bad, ..ReadOptions::default() };
    let error = read(&file, &sale, &options(OnBad::Error)).expect_err("the third record is short");
    let text = "the file ends within record 2: `shop` at byte 25 has 2 bytes, of which there are 1";
    assert!(error.to_string().contains(text), "{error}");
    for on_bad in [OnBad::Null, OnBad::Skip] {
        let mut reader = Reader::new(&file[..], &sale, &options(on_bad)).expect("a reader");
        let found: Vec<RecordBatch> = reader.by_ref().map(|batch| batch.expect("a batch")).collect();
        assert_eq!(shops(&found), [0, 1, 3, 4]);
        assert_eq!((reader.counts().torn, reader.counts().left_out, reader.counts().bad), (1, 1, 0));
    }
}

#[test]
fn a_file_may_end_within_a_record() {
    let sale = record(SALE, "sale");
    let file = sales(3, None);
    let options = ReadOptions { batch_rows: 2, ..ReadOptions::default() };
    let mut reader = Reader::new(&file[..14], &sale, &options).expect("a reader");
    assert_eq!(reader.next().expect("two records").expect("a batch").num_rows(), 2);
    let error = reader.next().expect("an error").expect_err("a byte is missing");
    let text = "the file ends within record 2: `shop` at byte 13 has 2 bytes, of which there are 1";
    assert!(error.to_string().contains(text), "{error}");
}

#[test]
fn a_record_may_be_longer_than_a_batch() {
    let text = "record line { n: u16; items: [u8; n]; }";
    let line = record(text, "line");
    let mut file = vec![];
    for count in [3_u16, 5000, 0, 65535, 1] {
        file.extend(count.to_be_bytes());
        file.extend((0..count).map(|item| item.to_le_bytes()[0]));
    }
    let options = ReadOptions { batch_bytes: 64, ..ReadOptions::default() };
    let found = read(&file, &line, &options).expect("it is read");
    let lengths: Vec<usize> = found
        .iter()
        .flat_map(|one| one.column(1).as_list::<i32>().offsets().lengths().collect::<Vec<_>>())
        .collect();
    assert_eq!(lengths, [3, 5000, 0, 65535, 1]);
}

/// Every type of column, with nulls, lists and a choice.
#[test]
fn batches_become_the_same_records() {
    let text = "
        record point { x: i16; y: f32; }
        record all {
            kind: u8; a: i8; b: u32 little; c: f32; d: f64; e: packed_decimal(7, 2); f: i128;
            raw: 3 bytes; name: [ebcdic(cp037); 4]; grid: [[i16; 2]; 3]; points: [point; 2];
            level: i16 { null if -1; }; levels: [i16; 2] { null if -1; };
            n: u8; rest: [u8; n];
            what: choice kind { 1 => small: u8; 2 => large: u32; otherwise => _; };
        }";
    let all = record(text, "all");
    let one = |kind: u8, level: i16, count: u8| {
        let mut bytes = vec![kind, 0x85];
        bytes.extend(7_u32.to_le_bytes());
        bytes.extend(1.5_f32.to_be_bytes());
        bytes.extend((-2.25_f64).to_be_bytes());
        bytes.extend([0x12, 0x34, 0x56, 0x7D]);
        bytes.extend((i128::MIN + 5).to_be_bytes());
        bytes.extend([9, 8, 7, 0xC1, 0xC2, 0x40, 0x40]);
        (0..6_i16).for_each(|item| bytes.extend((item * 100).to_be_bytes()));
        for index in 0..2_i16 {
            bytes.extend(index.to_be_bytes());
            bytes.extend(f32::from(index).to_be_bytes());
        }
        bytes.extend(level.to_be_bytes());
        bytes.extend((-1_i16).to_be_bytes());
        bytes.extend(level.to_be_bytes());
        bytes.push(count);
        bytes.extend(0..count);
        match kind {
            1 => bytes.push(200),
            2 => bytes.extend(99_u32.to_be_bytes()),
            _ => {}
        }
        bytes
    };
    let records = [one(1, 5, 2), one(2, -1, 0), one(3, 7, 4), one(1, -1, 1)];
    let file = records.concat();
    let found = read(&file, &all, &ReadOptions::default()).expect("it is read");
    let [batch] = &found[..] else { panic!("one batch") };
    let nulls = |name: &str| batch.column_by_name(name).expect(name).null_count();
    assert_eq!((nulls("level"), nulls("what.small"), nulls("what.large")), (2, 2, 3));
    let written = write_batch(&all, batch).expect("it is written");
    assert_eq!((written.bytes, written.ends.len(), written.loss.is_none()), (file, 4, true));
    // A part of a batch is the records in it.
    let part = write_batch(&all, &batch.slice(1, 2)).expect("it is written");
    assert_eq!(part.bytes, records[1..3].concat());
}

#[test]
fn batches_of_other_columns_are_refused() {
    let sale = record(SALE, "sale");
    let batch = read(&sales(2, None), &sale, &ReadOptions::default()).expect("it is read").remove(0);
    let error = write_batch(&sale, &batch.project(&[0]).expect("a column")).expect_err("no shop");
    assert_eq!(error.to_string(), "the batch has no column `shop`");
    let other = record("record sale { amount: packed_decimal(5, 2); shop: u16; }", "sale");
    let error = write_batch(&other, &batch).expect_err("another type");
    assert_eq!(
        error.to_string(),
        "the column `shop` is of type Int16, and UInt16 is written: cast it before"
    );
    assert!(matches!(error, WriteError::WrongType { expected, .. } if *expected == DataType::UInt16));
    let nullable = ReadOptions { on_bad: OnBad::Null, ..ReadOptions::default() };
    let batch = read(&sales(2, Some(1)), &sale, &nullable).expect("it is read").remove(0);
    let error = write_batch(&sale, &batch).expect_err("a null in a field that is never missing");
    assert!(error.to_string().contains("`amount`"), "{error}");
}

#[test]
fn a_record_that_no_column_can_hold_says_what_to_write() {
    let wide = record("record wide { x: f128 as f128; }", "wide");
    let error = read(&[], &wide, &ReadOptions::default()).expect_err("no column of 128 bits");
    assert!(error.to_string().contains("write `as f64`"), "{error}");
}

#[test]
fn choices_become_structs() {
    let text = "
        record person { age: u8; level: i16 { null if -1; }; }
        record entry {
            kind: u8; what: choice kind { 1 => person; 2 => code: u16; 3 => pair: [u8; 2]; otherwise => _; }; last: u8;
        }";
    let entry = record(text, "entry");
    let file = [1, 44, 0, 5, 90, 2, 1, 0, 91, 4, 92, 3, 8, 9, 93, 1, 45, 255, 255, 94];
    let options = ReadOptions { has_structs: true, ..ReadOptions::default() };
    let found = read(&file, &entry, &options).expect("it is read");
    let [batch] = &found[..] else { panic!("one batch") };
    let names: Vec<&str> = batch.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["kind", "what", "last"]);
    let what = batch.column(1).as_struct();
    let inside: Vec<&str> = what.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(inside, ["person", "code", "pair"]);
    let person = what.column(0).as_struct();
    assert_eq!((0..5).map(|row| person.is_null(row)).collect::<Vec<_>>(), [false, true, true, true, false]);
    let level = person.column_by_name("level").expect("level").as_primitive::<Int16Type>();
    // The level of the last person is missing, and the person is not.
    assert_eq!((level.value(0), level.is_null(4)), (5, true));
    assert_eq!(person.fields()[0].metadata()["datarep.bytes"], "1");
    assert_eq!(write_batch(&entry, batch).expect("it is written").bytes, file);
    let some = ReadOptions { columns: Some(vec!["what.code".to_owned()]), ..options };
    let found = read(&file, &entry, &some).expect("it is read");
    assert_eq!(found[0].column(0).as_struct().column(0).null_count(), 4);
}

#[test]
fn wrong_marks_cost_a_record_and_are_counted() {
    let sale = record(SALE, "sale");
    let marks = "rdw".parse().expect("marks");
    let mut writer = MarkWriter::new(marks).expect("marks");
    let mut file = Vec::new();
    for bytes in sales(50, None).chunks(5) {
        writer.write(bytes, &mut file).expect("it is written");
    }
    // Each record has nine bytes with its descriptor.
    file[9 * 20..9 * 20 + 4].copy_from_slice(&[0xFF; 4]);
    let options = ReadOptions { marks: Some(marks), ..ReadOptions::default() };
    let error = read(&file, &sale, &options).expect_err("a wrong mark");
    assert!(error.to_string().contains("at byte 180 there is no descriptor"), "{error}");
    for on_bad in [OnBad::Skip, OnBad::Null] {
        let options = ReadOptions { on_bad, ..options.clone() };
        let mut reader = Reader::new(&file[..], &sale, &options).expect("a table");
        let batches = reader.by_ref().collect::<Result<Vec<_>, _>>().expect("it is read");
        assert_eq!(shops(&batches), (0..50).filter(|shop| *shop != 20).collect::<Vec<i16>>());
        let counts = reader.counts();
        assert_eq!((counts.records, counts.torn, counts.left_out), (49, 1, 1));
        let first = counts.first.clone().expect("it is told");
        assert!(first.contains("at byte 180") && first.ends_with("9 bytes are passed over"), "{first}");
    }
}

/// A file of wide and narrow fields, of every kind of column that is read in memory of batches before.
const MIXED: &str = "record all {
    id: u32; shop: i16; tiny: i8; rate: f32; price: packed_decimal(7, 2); name: [ebcdic(cp037); 9];
    grid: [[i16; 2]; 3]; codes: [[ebcdic(cp037); 2]; 2]; raw: 3 bytes; level: i16 { null if -1; }; filler: 600 bytes;
}";

/// The values of a record by its number: those that the bytes of [`make_mixed`] were put together from.
fn make_mixed(number: u32, is_bad: bool) -> Vec<u8> {
    let low = number.to_le_bytes();
    let small = i16::try_from(number % 30_000).expect("it is small");
    let mut bytes = number.to_be_bytes().to_vec();
    bytes.extend((-small).to_be_bytes());
    bytes.push(low[0]);
    bytes.extend(f32::from(small).to_be_bytes());
    let digits = format!("{:07}", number * 7 % 10_000_000);
    let digit = |index: usize| digits.as_bytes()[index] - b'0';
    bytes.extend([digit(0) << 4 | digit(1), digit(2) << 4 | digit(3), digit(4) << 4 | digit(5)]);
    bytes.push(digit(6) << 4 | if is_bad { 0 } else { 0xC });
    // A text of 0 to 9 letters `A`.
    let letters = number as usize % 10;
    bytes.extend((0..9).map(|place| if place < letters { 0xC1 } else { 0x40 }));
    (0..6).for_each(|item| bytes.extend((small - item).to_be_bytes()));
    bytes.extend([0xC2, 0x40, 0xC3, 0xC4, low[0], low[1], low[2]]);
    bytes.extend(if number.is_multiple_of(5) { -1 } else { small }.to_be_bytes());
    bytes.resize(bytes.len() + 600, low[0]);
    bytes
}

fn check_mixed(batch: &RecordBatch, numbers: &[u32]) {
    use arrow_array::types::{Float32Type, UInt32Type};
    let column = |name: &str| batch.column_by_name(name).expect("it is there");
    assert_eq!(column("id").as_primitive::<UInt32Type>().values(), numbers);
    let rates: Vec<f32> = numbers.iter().map(|number| f32::from((number % 30_000) as u16)).collect();
    assert_eq!(column("rate").as_primitive::<Float32Type>().values(), &rates[..]);
    let names: Vec<String> = numbers.iter().map(|number| "A".repeat(*number as usize % 10)).collect();
    assert!(column("name").as_string::<i32>().iter().eq(names.iter().map(|name| Some(&name[..]))));
    let codes = column("codes").as_fixed_size_list().values().clone();
    assert!(codes.as_string::<i32>().iter().eq(numbers.iter().flat_map(|_| [Some("B"), Some("CD")])));
    let prices = column("price").as_primitive::<Decimal128Type>();
    for (row, number) in numbers.iter().enumerate() {
        assert_eq!(prices.value(row), i128::from(number * 7 % 10_000_000));
        assert_eq!(column("level").is_null(row), number.is_multiple_of(5));
    }
}

/// Batches are read in the memory of batches before, if nobody has these any more. Those that somebody has stay as they are.
#[test]
fn memory_is_used_again_only_if_nobody_has_it() {
    let all = record(MIXED, "all");
    let file: Vec<u8> = (0..9_000).flat_map(|number| make_mixed(number, false)).collect();
    for (batch_bytes, held) in [(1 << 20, 0), (1 << 20, 1), (1 << 20, 3), (2 << 20, 2), (300_000, usize::MAX)]
    {
        let options = ReadOptions { batch_bytes, ..ReadOptions::default() };
        let reader = Reader::new(&file[..], &all, &options).expect("a reader");
        let (mut kept, mut next, mut seen, mut again) = (std::collections::VecDeque::new(), 0, Vec::new(), 0);
        for batch in reader {
            let batch = batch.expect("a batch");
            let rows = u32::try_from(batch.num_rows()).expect("few");
            let numbers: Vec<u32> = (next..next + rows).collect();
            next += rows;
            let place = batch.column(0).to_data().buffers()[0].as_ptr();
            again += usize::from(seen.contains(&place));
            seen.push(place);
            kept.push_back((batch, numbers));
            // Those that are held have not changed.
            for (batch, numbers) in &kept {
                check_mixed(batch, numbers);
            }
            while kept.len() > held {
                kept.pop_front();
            }
        }
        assert_eq!(next, 9_000);
        // With more of them the system may give the same place again, which says nothing.
        assert!(again > 0 || held >= 2, "{batch_bytes} bytes, {held} held");
    }
}

/// One odd item makes a block go another way, and the blocks beside it do not notice.
#[test]
fn parts_of_a_block_may_have_bad_items() {
    let all = record(MIXED, "all");
    let bad = [7, 1_500, 4_444, 8_999];
    let file: Vec<u8> = (0..9_000).flat_map(|number| make_mixed(number, bad.contains(&number))).collect();
    let options =
        |on_bad| ReadOptions { on_bad, batch_bytes: 2 << 20, name: "F".to_owned(), ..ReadOptions::default() };
    let mut reader = Reader::new(&file[..], &all, &options(OnBad::Skip)).expect("a reader");
    let mut left = (0..9_000).filter(|number| !bad.contains(number));
    for batch in reader.by_ref() {
        let batch = batch.expect("a batch");
        check_mixed(&batch, &left.by_ref().take(batch.num_rows()).collect::<Vec<u32>>());
    }
    assert_eq!((left.next(), reader.counts().bad, reader.counts().records), (None, 4, 8_996));
    let mut reader = Reader::new(&file[..], &all, &options(OnBad::Null)).expect("a reader");
    let batches = reader.by_ref().collect::<Result<Vec<_>, _>>().expect("it is read");
    let prices = batches.iter().flat_map(|batch| {
        batch.column(4).as_primitive::<Decimal128Type>().iter().collect::<Vec<Option<i128>>>()
    });
    let expected =
        (0..9_000_u32).map(|number| (!bad.contains(&number)).then(|| i128::from(number * 7 % 10_000_000)));
    assert!(prices.eq(expected));
    let error = read(&file, &all, &options(OnBad::Error)).expect_err("the first one is bad").to_string();
    assert!(error.contains("F: record 7: `price` at byte "), "{error}");
}

/// Fields are read one after the other, and the error is that of the first bad record.
#[test]
fn the_first_bad_record_is_told() {
    let two = record("record two { a: zoned_decimal(3, 0, ascii); t: [ascii; 2]; }", "two");
    let told =
        |file: &[u8]| read(file, &two, &ReadOptions::default()).expect_err("two items are bad").to_string();
    let error = told(b"123\xFFa1x3bb");
    assert!(error.contains("record 0: `t` at byte 3"), "{error}");
    let error = told(b"1x3\xFFa");
    assert!(error.contains("record 0: `a` at byte 0"), "{error}");
}

/// What a reader says, batch by batch: the batch, or the error, and the counts so far.
fn list_steps(
    file: &[u8],
    record: &Record,
    options: &ReadOptions,
) -> Vec<(Result<RecordBatch, String>, String)> {
    let mut reader = Reader::new(file, record, options).expect("a reader");
    let mut steps = Vec::new();
    while let Some(batch) = reader.next() {
        let counts = format!("{:?}", reader.counts());
        steps.push((batch.map_err(|error| error.to_string()), counts));
    }
    steps.push((Err("the end".to_owned()), format!("{:?}", reader.counts())));
    steps
}

#[test]
fn any_number_of_threads_gives_the_same_batches() {
    let all = record(MIXED, "all");
    let marks = "rdw".parse().expect("marks");
    for bad in [&[][..], &[0], &[3_000], &[700, 701, 2_999, 5_100]] {
        let mut writer = MarkWriter::new(marks).expect("marks");
        let (mut plain, mut marked) = (Vec::new(), Vec::new());
        for number in 0..6_000 {
            let one = make_mixed(number, bad.contains(&number));
            // Some records are a byte too short for their marks, and the file without marks ends within one.
            let torn = usize::from(number % 1_999 == 1_998);
            writer.write(&one[torn..], &mut marked).expect("it is written");
            plain.extend(one);
        }
        plain.truncate(plain.len() - 100);
        for (file, marks) in [(&plain, None), (&marked, Some(marks))] {
            for on_bad in [OnBad::Error, OnBad::Null, OnBad::Skip] {
                let options = ReadOptions {
                    marks,
                    on_bad,
                    batch_bytes: 300_000,
                    name: "F".to_owned(),
                    ..ReadOptions::default()
                };
                let expected = list_steps(file, &all, &options);
                assert!(expected.len() > 10 || on_bad == OnBad::Error, "{} batches", expected.len());
                for threads in [2, 3, 8] {
                    let options = ReadOptions { threads, ..options.clone() };
                    let found = list_steps(file, &all, &options);
                    assert!(found == expected, "{bad:?}, {marks:?}, {on_bad:?}, {threads} threads");
                }
            }
        }
    }
}
