//! `datarep write`: the rows of tables become records.

use std::fs::File;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, Decimal128Array, DictionaryArray, Float64Array, Int64Array, LargeStringArray, ListArray,
    NullArray, RecordBatch, StringArray, types::Int32Type,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};

use crate::{CopybookFile, Place, import_copybooks};

/// A record of all kinds of fields.
const SALE: &str = "use ibm::hfp32;\n\
    record sale {\n\
        amount: packed_decimal(7, 2); shop: i16 { null if -1; }; rate: hfp32; name: [ebcdic(cp037); 4];\n\
        parts: [[u16; 2]; 2]; raw: 2 bytes; big: i128; fine: f64; n: u8; items: [i16; n]; fines: [f64; n]; wide: [i128; n]; sums: [packed_decimal(17, 2); n]; m: u8; tail: m bytes;\n\
    }\n";

const CHOICES: &str = "record customer { id: u16; }\n\
    record transfer { amount: i32; note: [ascii; 3]; parts: [u8; 2]; }\n\
    record row { kind: [ascii; 1]; what: choice kind { \"C\" => customer; \"T\" => transfer; \"B\" => raw: 2 bytes; otherwise => _; }; }\n";

fn make_sales(records: u8) -> Vec<u8> {
    let mut file = Vec::new();
    for number in 0..records {
        file.extend([0x00, (number % 10) << 4, 0x34, 0x5D]);
        file.extend((i16::from(number) - 1).to_be_bytes());
        file.extend([0x41, 0x10, number, 0]);
        file.extend([0xC1, 0xF0 + number % 10, 0x6B, 0x7F]);
        file.extend([0, number, 1, 2, 3, 4, 5, 6, 0xFF, number]);
        file.extend((i128::MIN + i128::from(number)).to_be_bytes());
        file.extend((0.1 * f64::from(number)).to_be_bytes());
        file.push(number % 4);
        (0..i16::from(number % 4)).for_each(|item| file.extend((-item).to_be_bytes()));
        // Numbers with more digits than those of JSON have.
        (0..number % 4)
            .for_each(|item| file.extend((199.138_633_595_919_54 * f64::from(item)).to_be_bytes()));
        (0..number % 4).for_each(|item| file.extend((i128::MAX - i128::from(item)).to_be_bytes()));
        (0..number % 4)
            .for_each(|item| file.extend([0x12, 0x34, 0x56, 0x78, 0x90, 0x12, 0x34, item << 4 | 5, 0x6C]));
        file.push(number % 3);
        (0..number % 3).for_each(|item| file.push(item));
    }
    file
}

#[test]
fn tables_become_the_records_that_they_were_made_of() {
    let choices = [
        b"C\0\x07".as_slice(),
        b"T\0\0\0\x01   \x05\x06",
        b"B\0\xFF",
        b"T\xFF\xFF\xFF\xFBa\"b\x07\x08",
        b"C\0\x09",
        b"X",
    ]
    .concat();
    for (text, name, file) in
        [(SALE, "sale", make_sales(100)), (CHOICES, "row", choices), (SALE, "sale", Vec::new())]
    {
        let place = Place::new();
        place.write("made.datarep", text);
        place.write("old.dat", &file);
        for kind in ["csv", "parquet", "arrow"] {
            let (table, back) = (format!("table.{kind}"), format!("back.{kind}.dat"));
            let done = place.run(&["convert", "old.dat", &table, "--record", "made.datarep", "--from", name]);
            assert_eq!(done.code, Some(0), "{}", done.stderr);
            let done = place.run(&["write", &table, &back, "--record", "made.datarep", "--to", name]);
            assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{kind}");
            assert_eq!(place.read(&back), file, "{kind} of `{name}`");
        }
    }
}

#[test]
fn records_of_copybooks_are_those_that_convert_writes() {
    let files = import_copybooks();
    if files.is_empty() {
        return;
    }
    let mut compared = 0;
    for CopybookFile { place, copybook, data } in files {
        let text = place.read("made.datarep");
        let text = String::from_utf8(text).expect("a text");
        let (_, record) = text.rsplit_once("\nrecord ").expect("a record");
        let name = record.split(' ').next().expect("a name");
        let done = place.run(&["convert", &data, "same.dat", "--record", "made.datarep", "--to", name]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        for kind in ["csv", "parquet"] {
            let (table, back) = (format!("table.{kind}"), format!("back.{kind}.dat"));
            let done = place.run(&["convert", &data, &table, "--record", "made.datarep"]);
            assert_eq!(done.code, Some(0), "{}", done.stderr);
            let done = place.run(&["write", &table, &back, "--record", "made.datarep"]);
            assert_eq!(done.code, Some(0), "{}", done.stderr);
            assert_eq!(place.read(&back), place.read("same.dat"), "{kind} of {copybook}");
            compared += place.read(&back).len();
        }
    }
    assert!(compared > 100_000, "{compared} bytes");
}

#[test]
fn marks_are_written_around_the_records() {
    let place = Place::new();
    place.write("made.datarep", SALE);
    place.write("old.dat", make_sales(20));
    place.run(&["convert", "old.dat", "table.parquet", "--record", "made.datarep"]);
    let line = ["write", "table.parquet", "marked.dat", "--record", "made.datarep", "--to-marks", "rdw"];
    assert_eq!(place.run(&line).code, Some(0));
    let line =
        ["convert", "old.dat", "wanted.dat", "--record", "made.datarep", "--to", "sale", "--to-marks", "rdw"];
    assert_eq!(place.run(&line).code, Some(0));
    assert_eq!(place.read("marked.dat"), place.read("wanted.dat"));
}

const PLAIN: &str = "use ibm::hfp32;\nrecord plain { shop: i16 { null if -1; }; rate: hfp32; name: [ascii; 3]; sum: packed_decimal(5, 2); items: [u8; 2]; }\n";

/// A table of columns as other programs write them, with changes.
fn make_batch(changed: &[(&str, ArrayRef)]) -> RecordBatch {
    let words: DictionaryArray<Int32Type> = ["one", "two"].into_iter().collect();
    let lists = ListArray::from_iter_primitive::<arrow_array::types::Int64Type, _, _>([
        Some([Some(1), Some(2)]),
        Some([Some(3), Some(255)]),
    ]);
    let sums = Decimal128Array::from(vec![1_230, -50]).with_precision_and_scale(20, 3).expect("a scale");
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        ("shop", Arc::new(Int64Array::from(vec![Some(7), None]))),
        ("rate", Arc::new(Float64Array::from(vec![1.5, -0.25]))),
        ("name", Arc::new(words)),
        ("sum", Arc::new(sums)),
        ("items", Arc::new(lists)),
        ("other", Arc::new(StringArray::from(vec!["x", "y"]))),
    ];
    for (name, array) in changed {
        let place = columns.iter().position(|(known, _)| known == name).expect("a column");
        columns[place].1 = array.clone();
    }
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
        .expect("a batch")
}

#[test]
fn columns_of_other_types_are_taken_if_no_value_changes() {
    let place = Place::new();
    place.write("made.datarep", PLAIN);
    let wanted = [
        &[0, 7, 0x41, 0x18, 0, 0][..],
        b"one",
        &[0x00, 0x12, 0x3C, 1, 2],
        &[0xFF, 0xFF, 0xC0, 0x40, 0, 0],
        b"two",
        &[0x00, 0x00, 0x5D, 3, 255],
    ]
    .concat();
    let batch = make_batch(&[]);
    let mut writer =
        FileWriter::try_new(File::create(place.path("table.arrow")).expect("a file"), &batch.schema())
            .expect("a writer");
    writer.write(&batch).expect("written");
    writer.finish().expect("finished");
    let mut writer =
        StreamWriter::try_new(File::create(place.path("table.arrows")).expect("a file"), &batch.schema())
            .expect("a writer");
    writer.write(&batch).expect("written");
    writer.finish().expect("finished");
    for table in ["table.arrow", "table.arrows"] {
        let done = place.run(&["write", table, "-", "--record", "made.datarep"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(done.stderr.contains("no field of `plain` is called `other`"), "{}", done.stderr);
        assert_eq!(done.stdout, wanted, "{table}");
    }
}

#[test]
fn a_value_that_would_change_is_an_error_with_its_row() {
    let cases: Vec<(&str, ArrayRef, &str)> = vec![
        (
            "shop",
            Arc::new(Int64Array::from(vec![7, 40_000])),
            "row 1: `shop` is 40000, which Int16 does not hold",
        ),
        ("shop", Arc::new(Float64Array::from(vec![7.0, 7.5])), "row 1: `shop` is 7.5"),
        ("shop", Arc::new(LargeStringArray::from(vec!["7", "8"])), "the column `shop` is of type LargeUtf8"),
        ("rate", Arc::new(NullArray::new(2)), "`rate`"),
        ("name", Arc::new(StringArray::from(vec!["one", "three"])), "record 1: `name`"),
        ("sum", Arc::new(Float64Array::from(vec![0.125, 1.0])), "row 0: `sum` is 0.125"),
        ("sum", Arc::new(Int64Array::from(vec![1, 1_000])), "`sum`"),
        (
            "items",
            Arc::new(ListArray::from_iter_primitive::<arrow_array::types::Int64Type, _, _>([
                Some([Some(1), Some(2)]),
                Some([Some(3), Some(256)]),
            ])),
            "row 1: `items` is [3, 256]",
        ),
        (
            "items",
            Arc::new(ListArray::from_iter_primitive::<arrow_array::types::Int64Type, _, _>([
                Some([Some(1), Some(2)]),
                Some([Some(3), None]),
            ])),
            "row 1: an item of the list `items` is missing",
        ),
        ("items", Arc::new(Int64Array::from(vec![1, 2])), "the column `items` is of type Int64"),
    ];
    for (name, array, wanted) in cases {
        let place = Place::new();
        place.write("made.datarep", PLAIN);
        // Not the sum of half a cent, which is a fault of its own.
        let sum: ArrayRef = Arc::new(Float64Array::from(vec![0.5, 1.0]));
        let mut changes = vec![("sum", sum)];
        changes.retain(|(known, _)| *known != name);
        changes.push((name, array));
        let batch = make_batch(&changes);
        let file = File::create(place.path("table.arrow")).expect("a file");
        let mut writer = FileWriter::try_new(file, &batch.schema()).expect("a writer");
        writer.write(&batch).expect("written");
        writer.finish().expect("finished");
        let done = place.run(&["write", "table.arrow", "new.dat", "--record", "made.datarep"]);
        assert_eq!(done.code, Some(1), "{name}");
        assert!(done.stderr.contains(wanted), "{wanted}: {}", done.stderr);
        assert!(!place.path("new.dat").exists());
    }
}

#[test]
fn floats_and_decimals_become_each_other_by_their_digits() {
    let write = |text: &str, array: ArrayRef| {
        let place = Place::new();
        place.write("made.datarep", text);
        let batch = RecordBatch::try_from_iter([("sum", array)]).expect("a batch");
        let file = File::create(place.path("table.arrow")).expect("a file");
        let mut writer = FileWriter::try_new(file, &batch.schema()).expect("a writer");
        writer.write(&batch).expect("written");
        writer.finish().expect("finished");
        place.run(&["write", "table.arrow", "-", "--record", "made.datarep"])
    };
    let decimal = "record made { sum: packed_decimal(19, 2) as decimal; }\n";
    let done = write(decimal, Arc::new(Float64Array::from(vec![123_456_789_012_345.67, -0.5])));
    let wanted =
        [[0x00, 0x12, 0x34, 0x56, 0x78, 0x90, 0x12, 0x34, 0x56, 0x7C], [0, 0, 0, 0, 0, 0, 0, 0, 0x05, 0x0D]];
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(done.stdout, wanted.as_flattened());
    // A product with 100 is rounded, and comes back by a division that is rounded, too.
    let done = write(decimal, Arc::new(Float64Array::from(vec![9_007_199_254_740_991.0])));
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(done.stdout, [0x09, 0x00, 0x71, 0x99, 0x25, 0x47, 0x40, 0x99, 0x10, 0x0C]);
    let sums = Decimal128Array::from(vec![900_719_925_474_099_072]).with_precision_and_scale(20, 2);
    let done = write("record made { sum: f64; }\n", Arc::new(sums.expect("a scale")));
    assert!(done.stderr.contains("row 0: `sum` is 9007199254740990.72"), "{}", done.stderr);
}

#[test]
fn faults_of_lines_name_line_and_column() {
    let place = Place::new();
    place.write("made.datarep", "record sale { amount: packed_decimal(5, 2); shop: u8; raw: 1 bytes; }\n");
    for (lines, wanted) in [
        ("amount,shop\n1,2\n", "has no column `raw`"),
        ("amount,shop,raw\n1.005,2,00\n", "line 2: `amount` cannot be \"1.005\""),
        ("amount,shop,raw\n1,2,00\n1,,00\n", "line 3: `shop` is empty"),
        ("amount,shop,raw\n1,256,00\n", "line 2: `shop` cannot be \"256\""),
        ("amount,shop,raw\n1,2,0\n", "line 2: `raw` cannot be \"0\""),
        ("amount,shop,raw\n1,2\n", "line 2: the first line names 3 columns, and this one has 2 cells"),
        ("", "it is empty, and its first line would name the columns"),
        ("amount,shop,raw,shop\n1,2,00,3\n", "has two columns `shop`"),
        ("amount,shop,raw\n1,2,00\n1000,2,00\n", "record 1: `amount` cannot be written"),
    ] {
        place.write("table.csv", lines);
        let done = place.run(&["write", "table.csv", "new.dat", "--record", "made.datarep"]);
        assert_eq!(done.code, Some(1));
        assert!(done.stderr.contains(wanted), "{wanted}: {}", done.stderr);
        assert!(!place.path("new.dat").exists());
    }
    place.write("fillers.datarep", "record space { _: 4 bytes; }\n");
    let done = place.run(&["write", "table.csv", "new.dat", "--record", "fillers.datarep"]);
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("`space` has no field that a column could fill"), "{}", done.stderr);
    place.write("old.dat", [0; 8]);
    for kind in ["csv", "parquet", "arrow", "npy"] {
        let new = format!("new.{kind}");
        let done = place.run(&["convert", "old.dat", &new, "--record", "fillers.datarep"]);
        assert_eq!((done.code, place.path(&new).exists()), (Some(1), false), "{kind}");
        assert!(done.stderr.contains("no column: `space` has no field with a name"), "{}", done.stderr);
    }
    let done = place.run(&["write", "made.datarep", "new.dat", "--record", "made.datarep"]);
    assert!(done.stderr.contains("is no table of Parquet or Arrow"), "{}", done.stderr);
    let done = place.run(&["write", "table.csv", "new.dat"]);
    assert!(done.stderr.contains("add `--record TEXT`"), "{}", done.stderr);
}

#[test]
fn a_dry_run_writes_nothing_and_a_table_is_no_file_with_records() {
    let place = Place::new();
    place.write(
        "made.datarep",
        "use ibm::hfp32;\nrecord sale { rate: hfp32 as f64 { on write { underflow => zero } }; }\n",
    );
    place.write("table.csv", "rate\n1e-90\n0.5\n");
    let done = place.run(&["write", "table.csv", "new.dat", "--record", "made.datarep", "--dry-run"]);
    assert_eq!((done.code, place.path("new.dat").exists()), (Some(0), false));
    let report = String::from_utf8(done.stdout).expect("a text");
    assert!(report.contains("1 underflow when written\n2 records, nothing is written"), "{report}");
    // A record may begin as a table does.
    place.write("old.dat", b"PAR1\0\0\0\0");
    let done = place.run(&["convert", "old.dat", "new.csv", "--record", "made.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    place.write("old.dat", [0; 8]);
    assert_eq!(place.run(&["convert", "old.dat", "table.parquet", "--record", "made.datarep"]).code, Some(0));
    let done =
        place.run(&["convert", "table.parquet", "new.dat", "--record", "made.datarep", "--to", "sale"]);
    assert!(done.stderr.contains("datarep write table.parquet new.dat --record"), "{}", done.stderr);
}

/// A place with a text of one record, and a table.
fn make_table(text: &str, lines: &str) -> Place {
    let place = Place::new();
    place.write("made.datarep", text);
    place.write("table.csv", lines);
    place
}

#[test]
fn numbers_that_a_native_float_would_change_are_refused_in_lines_as_in_tables() {
    for (text, number) in [
        ("record p { p: packed_decimal(31, 2); }\n", "12345678901234567890.12"),
        ("record p { p: zoned_decimal(20, 0) as f64; }\n", "9007199254740993"),
        ("record p { p: i64 as f64; }\n", "9007199254740993"),
        ("use ieee::f32;\nrecord p { p: f32; }\n", "16777217"),
        ("use ibm::hfp64;\nrecord p { p: hfp64 as f32; }\n", "-16777217"),
    ] {
        let place = make_table(text, &format!("p\n1\n{number}\n"));
        let done = place.run(&["write", "table.csv", "new.dat", "--record", "made.datarep"]);
        assert_eq!((done.code, place.path("new.dat").exists()), (Some(1), false), "{text}{}", done.stderr);
        let wanted = format!("line 3: `p` cannot be \"{number}\"");
        assert!(done.stderr.contains(&wanted), "{wanted}: {}", done.stderr);
        assert!(done.stderr.contains("`as decimal`"), "{}", done.stderr);
        // Parquet has the same answer.
        let (whole, places) = number.split_once('.').unwrap_or((number, ""));
        let units: i128 = format!("{whole}{places}").parse().expect("an integer");
        let scale = i8::try_from(places.len()).expect("few places");
        let column = Decimal128Array::from(vec![units]).with_precision_and_scale(38, scale).expect("a scale");
        let batch = RecordBatch::try_from_iter([("p", Arc::new(column) as ArrayRef)]).expect("a batch");
        let file = File::create(place.path("table.arrow")).expect("a file");
        let mut writer = FileWriter::try_new(file, &batch.schema()).expect("a writer");
        writer.write(&batch).expect("written");
        writer.finish().expect("finished");
        let done = place.run(&["write", "table.arrow", "new.dat", "--record", "made.datarep"]);
        assert!(done.stderr.contains(&format!("row 0: `p` is {number}")), "{text}{}", done.stderr);
    }
    // A fraction is the nearest float where the field is one, and a decimal has all digits that it holds.
    let text = "use ieee::f32;\nrecord p { p: f32; d: packed_decimal(27, 2) as decimal; z: zoned_decimal(3, 1) as f64; }\n";
    let place = make_table(text, "p,d,z\n0.1,12345678901234567890.12,12.3\n16777216,1,1\n");
    let done = place.run(&["write", "table.csv", "-", "--record", "made.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let first = [
        0x3D, 0xCC, 0xCC, 0xCD, 0x00, 0x00, 0x01, 0x23, 0x45, 0x67, 0x89, 0x01, 0x23, 0x45, 0x67, 0x89, 0x01,
        0x2C,
    ];
    assert!(done.stdout.starts_with(&first), "{:02x?}", done.stdout);
}

#[test]
fn a_table_that_ends_in_quotes_is_an_error_with_the_line_of_the_quote() {
    let text = "record r { a: u8; t: [ascii; 20]; }\n";
    for (lines, wanted) in [
        ("a,t\n1,x\n2,\"abc\n3,d\n4,e\n", 3),
        ("a,t\n1,\"x\ny\"\n2,\"z\"\"\n3,d\n", 4),
        // The row would have too few cells, which is a consequence.
        ("a,t\n\"1,x\n2,y\n", 2),
        ("a,\"t\n1,x\n2,y\n", 1),
    ] {
        let place = make_table(text, lines);
        let done = place.run(&["write", "table.csv", "new.dat", "--record", "made.datarep"]);
        assert_eq!((done.code, place.path("new.dat").exists()), (Some(1), false), "{lines}");
        let wanted = format!("line {wanted}: a cell begins with `\"` and has no end");
        assert!(done.stderr.contains(&wanted), "{wanted}: {}", done.stderr);
    }
    let place = make_table(text, "a,t\n1,\"x\"\"\ny\"\n2,z\"\n3,\"\"");
    let done = place.run(&["write", "table.csv", "-", "--record", "made.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let wanted = format!("\x01{:20}\x02{:20}\x03{:20}", "x\"\ny", "z\"", "");
    assert_eq!(String::from_utf8(done.stdout).expect("a text"), wanted);
}

#[test]
fn arrays_of_overlays_come_back_from_tables() {
    let file = [0x12, 0x3C, 0x45, 0x6C, 0xFF, 0xFF, 0x45, 0x6C, 0x65, 0x4D, 0x00, 0x1C];
    for text in [
        "record r { o: overlay { raw: 4 bytes; p: [packed_decimal(3, 1); 2]; }; }\n",
        "record r { o: overlay { raw: 4 bytes; t: [[ascii; 2]; 2] { trim none; }; p: [packed_decimal(3, 1); 2]; }; }\n",
    ] {
        let place = Place::new();
        place.write("made.datarep", text);
        place.write("old.dat", file);
        for (kind, options) in
            [("parquet", &["--nested"][..]), ("parquet", &[]), ("arrow", &["--nested"]), ("csv", &[])]
        {
            let (table, back) = (format!("table.{kind}"), format!("back.{kind}.dat"));
            let line = ["convert", "old.dat", &table, "--record", "made.datarep", "--force"];
            let done = place.run(&[&line, options].concat());
            assert_eq!(done.code, Some(0), "{}", done.stderr);
            let done = place.run(&["write", &table, &back, "--record", "made.datarep", "--force"]);
            assert_eq!(done.code, Some(0), "{kind} {options:?}: {}", done.stderr);
            assert_eq!(place.read(&back), file, "{kind} {options:?}");
        }
    }
    // The second record has the array alone, so that no other alternative can be written.
    let numbers = [0x12, 0x34, 0x56, 0x7C, 0x12, 0x3C, 0x45, 0x6D];
    let text = "record r { o: overlay { n: packed_decimal(7, 0); p: [packed_decimal(3, 1); 2]; }; }\n";
    for table in ["table.csv", "table.parquet"] {
        let place = Place::new();
        place.write("made.datarep", text);
        place.write("old.dat", numbers);
        let done = place.run(&["convert", "old.dat", table, "--record", "made.datarep"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let done = place.run(&["write", table, "-", "--record", "made.datarep"]);
        assert_eq!((done.code, &done.stdout[..]), (Some(0), &numbers[..]), "{table}: {}", done.stderr);
    }
    // A list of another row is no list of this one, though both rows have two items.
    let place = make_table(
        "record r { o: overlay { raw: 4 bytes; p: [packed_decimal(3, 1); 2]; }; }\n",
        "o.raw,o.p\n123c456c,[]\nffff456c,\"[12.3,45.6]\"\n",
    );
    let done = place.run(&["write", "table.csv", "new.dat", "--record", "made.datarep"]);
    assert_eq!(done.code, Some(1));
    let told =
        "record 1: the bytes of `o` are those of `raw`, and do not have the value that is given for `p`";
    assert!(done.stderr.contains(told), "{}", done.stderr);
    // Who has only the bytes leaves the lists empty.
    place.write("table.csv", "o.raw,o.p\n123c456c,[]\nffff456c,[]\n");
    let done = place.run(&["write", "table.csv", "-", "--record", "made.datarep"]);
    assert_eq!((done.code, &done.stdout[..]), (Some(0), &file[..8]), "{}", done.stderr);
}

#[test]
fn empty_texts_of_the_alternative_that_is_chosen_come_back_from_lines() {
    let inner = "record r { k: u8; c: choice k { 1 => deep; otherwise => n: u8; }; }\n\
        record deep { s: [ascii; 1]; c: choice s { \"A\" => t: [ascii; 3]; otherwise => u: [ascii; 2]; }; }\n";
    for (text, file) in [
        (
            "record r { k: u8; c: choice k { 1 => t: [ascii; 3]; 2 => n: u8; }; }\n",
            &b"\x01   \x02\x07\x01ab "[..],
        ),
        (
            "record r { k: [ascii; 1]; c: choice k { \"A\" => t: [ascii; 3]; otherwise => n: u8; }; }\n",
            b"A   B\x07Aab  \x07",
        ),
        (inner, b"\x01A   \x02\x07\x01   \x01Aabc\x01Bxy"),
        (
            "record line { k: [ascii; 1]; c: choice k in 6 bytes { \"A\" => t: [[ascii; 3]; 2]; otherwise => n: u8; }; }\n\
             record r { lines: [line; 2]; z: u8; }\n",
            b"A      A   xyz\x01B\x07\0\0\0\0\0Aab    \x02",
        ),
        (
            "record line { c: choice valid { named: named; otherwise => n: [u8; 3]; }; }\n\
             record named { p: packed_decimal(3, 0); t: [ascii; 1]; }\nrecord r { lines: [line; 2]; }\n",
            b"\x12\x3C \x01\x02\x03",
        ),
    ] {
        let place = Place::new();
        place.write("made.datarep", text);
        place.write("old.dat", file);
        let done = place.run(&["convert", "old.dat", "table.csv", "--record", "made.datarep", "--from", "r"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let done = place.run(&["write", "table.csv", "-", "--record", "made.datarep", "--to", "r"]);
        assert_eq!((done.code, &done.stdout[..]), (Some(0), file), "{text}{}", done.stderr);
    }
}

#[test]
fn lines_are_no_marks_of_records_that_end_as_lines_do() {
    let text = "record b { n: u8; v: i16; }\n";
    for (lines, wanted) in [
        ("n,v\n1,12\n1,13\n", "record 1 ends in the byte 0D, a CR"),
        ("n,v\n1,10\n", "record 0 contains the end of a line"),
    ] {
        let place = make_table(text, lines);
        let line = ["write", "table.csv", "new.dat", "--record", "made.datarep", "--to-marks", "line"];
        let done = place.run(&line);
        assert_eq!((done.code, place.path("new.dat").exists()), (Some(1), false), "{}", done.stderr);
        assert!(done.stderr.contains(wanted), "{wanted}: {}", done.stderr);
    }
    // Elsewhere it is a byte as others are.
    let place = make_table(text, "n,v\n13,3328\n");
    let line = ["write", "table.csv", "-", "--record", "made.datarep", "--to-marks", "line"];
    assert_eq!(place.run(&line).stdout, b"\x0D\x0D\0\n");
}

#[test]
fn texts_are_rounded_once_to_floats_of_fewer_bits() {
    // All but the first two are next to numbers half way between two words, and become these as a float of 32 bits.
    let lines = "p\n0.1\n1.5\n1.0000005\n1.00000047683715820312500001\n-1.00000047683715820312500001\n\
        1.00000047683715820312499999\n1.00000143051147460937499999\n";
    let place = make_table("use ibm::hfp32;\nrecord p { p: hfp32; }\n", lines);
    let done = place.run(&["write", "table.csv", "new.dat", "--record", "made.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let words: Vec<u32> =
        place.read("new.dat").as_chunks::<4>().0.iter().map(|word| u32::from_be_bytes(*word)).collect();
    let wanted = [0x4019_999A, 0x4118_0000, 0x4110_0001, 0x4110_0001, 0xC110_0001, 0x4110_0000, 0x4110_0001];
    assert_eq!(words, wanted);
    assert!(done.stderr.contains("6 inexact when written"), "{}", done.stderr);
}
