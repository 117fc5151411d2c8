//! Columns that are no fields of records: bad items, numbers, files, places and bytes.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Place;
use crate::bad::{MANY, convert, damaged_sales, lines, place_with};

const ALL: &str = "error,record,file,offset,raw";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The cells of added columns, which stand behind those of the fields `id` and `count`.
fn added_cells(line: &str) -> Vec<&str> {
    line.splitn(3, ',').nth(2).expect("three columns").rsplitn(5, ',').collect()
}

#[test]
fn columns_say_what_is_wrong_and_where_records_are() {
    let damaged = damaged_sales(MANY);
    let place = place_with(&damaged.bytes);
    let more = ["--on-bad", "null", "--add-columns", ALL];
    let done = convert(&place, "sale.csv", &more);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let text = String::from_utf8(place.read("sale.csv")).expect("text");
    assert!(text.starts_with("id,amount,name,count,sums,_error,_record,_file,_offset,_raw\n"));
    let rows = lines(&place, "sale.csv");
    assert_eq!(rows.len(), MANY);
    for (number, row) in rows.iter().enumerate() {
        let (start, end) = (damaged.starts[number], damaged.starts[number + 1]);
        let (raw, place) = (hex(&damaged.bytes[start..end]), format!("{number},sale.dat,{start}"));
        assert!(row.ends_with(&format!(",{place},{raw}")), "{row}");
        let Some(items) = damaged.items.get(&number) else {
            assert!(row.ends_with(&format!(",,{place},{raw}")), "{row}");
            continue;
        };
        let errors = items.iter().map(|(field, item, at, event)| {
            let path = if *field == "amount" { "amount".to_owned() } else { format!("{field}[{item}]") };
            let bytes = if *field == "name" { 1 } else { 2 };
            let value: Vec<String> =
                damaged.bytes[*at..at + bytes].iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{path}: {event} ({})", value.join(" "))
        });
        let errors = errors.collect::<Vec<_>>().join("; ");
        assert!(row.ends_with(&format!(",{errors},{place},{raw}")), "{row}, not {errors}");
    }
    // Records that are left out leave the numbers and places of the others as they are.
    let done =
        convert(&place, "kept.csv", &["--on-bad", "skip", "--columns", "id,count", "--add-columns", ALL]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    // Only bad items of fields that become columns are looked for.
    assert_eq!(lines(&place, "kept.csv").len(), MANY);
    let done =
        convert(&place, "kept.csv", &["--force", "--on-bad", "skip", "--add-columns", "offset,record"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let good = (0..MANY).filter(|number| !damaged.items.contains_key(number));
    let good: Vec<String> = good.map(|number| format!("{},{number}", damaged.starts[number])).collect();
    let kept = lines(&place, "kept.csv");
    assert_eq!(kept.len(), good.len());
    assert!(kept.iter().zip(&good).all(|(row, end)| row.ends_with(&format!(",{end}"))));
    // Some records only, and no bad ones.
    let some = ["--count", "3", "--columns", "id,count", "--add-columns", ALL];
    let done = convert(&place, "some.csv", &some);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let rows = lines(&place, "some.csv");
    assert_eq!(rows.len(), 3);
    let second = hex(&damaged.bytes[damaged.starts[1]..damaged.starts[2]]);
    assert_eq!(added_cells(&rows[1]), [&second, "29", "sale.dat", "1", ""]);
}

const PAIR: &str = "record pair { a: u8; b: packed_decimal(1, 0); }\nrecord list { n: u8; x: [u8; n]; }\n";

fn place_with_pairs() -> Place {
    let place = Place::new();
    place.write("pair.datarep", PAIR);
    place
}

/// The columns of numbers, files and places of a conversion.
fn places(place: &Place, files: &[&str], more: &[&str]) -> String {
    let way = ["-o", "-", "--to", "csv", "--record", "pair.datarep", "--add-columns", "record,file,offset"];
    let done = place.run(&[&["convert"], files, &way, more].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    done.text()
}

#[test]
fn places_are_those_of_each_file() {
    let place = place_with_pairs();
    std::fs::create_dir(place.path("in")).expect("a folder");
    place.write("in/a.dat", [9, 1, 0x1C, 2, 0x2C]);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&[9, 3, 0x3C, 4, 0x4C, 5, 0x5C]).expect("it is compressed");
    place.write("in/b.dat.gz", encoder.finish().expect("it is compressed"));
    let all = "a,b,_record,_file,_offset\n1,1,0,in/a.dat,1\n2,2,1,in/a.dat,3\n3,3,0,in/b.dat.gz,1\n4,4,1,in/b.dat.gz,3\n";
    let pairs = ["--from", "pair", "--at", "1"];
    assert_eq!(places(&place, &["in"], &[&pairs[..], &["--count", "4"]].concat()), all);
    assert_eq!(places(&place, &["in"], &pairs), format!("{all}5,5,2,in/b.dat.gz,5\n"));
    // A stride.
    place.write("far.dat", [9, 0x0C, 7, 2, 0x2C]);
    let lines = places(&place, &["far.dat"], &["--from", "pair", "--stride", "3"]);
    assert_eq!(lines, "a,b,_record,_file,_offset\n9,0,0,far.dat,0\n2,2,1,far.dat,3\n");
    // The report has the same numbers, and the files.
    place.write("in/c.dat", [9, 6, 0x6C, 7, 0xEE]);
    let way = ["convert", "in", "out.csv", "--record", "pair.datarep", "--from", "pair", "--at", "1"];
    let more = ["--on-bad", "null", "--rejects", "bad.dat"];
    let done = place.run(&[&way[..], &more].concat());
    assert!(done.stderr.contains("record 1 at byte 4 of `in/c.dat`"), "{}", done.stderr);
    let places = String::from_utf8(place.read("bad.dat.csv")).expect("text");
    assert!(places.ends_with("\n1,3,2,b,0,4,invalid,ee,in/c.dat\n"), "{places}");
    let done = place.run(&[&way[..], &["--force"]].concat());
    assert!(
        done.stderr.contains("record 1: `b` at byte 4") && done.stderr.contains("in `in/c.dat`"),
        "{}",
        done.stderr
    );
}

#[test]
fn places_between_marks_are_those_of_the_records() {
    let place = place_with_pairs();
    // Two records of one pair each, and one of two.
    place.write("a.rdw", [0, 6, 0, 0, 1, 0x1C, 0, 6, 0, 0, 2, 0x2C, 0, 8, 0, 0, 3, 0x3C, 4, 0x4C]);
    let rows = places(&place, &["a.rdw"], &["--from", "pair", "--marks", "rdw"]);
    assert_eq!(
        rows,
        "a,b,_record,_file,_offset\n1,1,0,a.rdw,4\n2,2,1,a.rdw,10\n3,3,2,a.rdw,16\n4,4,3,a.rdw,18\n"
    );
    place.write("b.rdw", [0, 5, 0, 0, 0, 0, 7, 0, 0, 2, 8, 9]);
    let rows = places(&place, &["b.rdw"], &["--from", "list", "--marks", "rdw", "--add-columns", "raw"]);
    assert_eq!(rows, "n,x,_record,_file,_offset,_raw\n0,[],0,b.rdw,4,00\n2,\"[8,9]\",1,b.rdw,9,020809\n");
}

const PARTS: &str = "\
record pair { a: u16; b: [ascii; 2]; }
record line { n: u8; sums: [packed_decimal(3, 1); n]; }
record entry {
    kind: [ebcdic(cp037); 1];
    pairs: [pair; 2];
    raw: 1 byte;
    body: choice kind { \"A\" => amount: packed_decimal(3, 1); otherwise => line; };
}
";

/// Two records, the bytes of whose fields are known. An item of the second one is no number.
const ENTRIES: [(&[&[u8]], &str); 2] = [
    (&[b"\xC1", b"\x00\x01ab\x00\x02cd", b"\xFF", b"\x12\x3C"], "c1,00010002,61626364,123c,,"),
    (
        &[b"\xC2", b"\x00\x03ef\x00\x04gh", b"\xFE", b"\x02\x45\x6D\x9F\xF9"],
        "c2,00030004,65666768,,02,456d9ff9",
    ),
];

#[test]
fn columns_have_the_bytes_of_each_field() {
    let place = Place::new();
    place.write("parts.datarep", PARTS);
    place.write("parts.dat", ENTRIES.map(|(parts, _)| parts.concat()).concat());
    let way =
        ["--record", "parts.datarep", "--from", "entry", "--on-bad", "null", "--add-columns", "bytes,record"];
    let done = place.run(&[&["convert", "parts.dat", "-", "--to", "csv"], &way[..]].concat());
    let text = done.text();
    let lines: Vec<&str> = text.lines().collect();
    let names = "kind_bytes,pairs.a_bytes,pairs.b_bytes,body.amount_bytes,body.line.n_bytes,body.line.sums_bytes,_record";
    assert!(lines[0].ends_with(names), "{text}{}", done.stderr);
    for (number, (line, (_, cells))) in lines[1..].iter().zip(ENTRIES).enumerate() {
        assert!(line.ends_with(&format!(",{cells},{number}")), "{line}");
    }
    assert_eq!(lines.len(), 3);
    // Records of one length, some of the columns, several blocks.
    place.write("pair.datarep", PAIR);
    let file: Vec<u8> = (0..100_000_u32).flat_map(|number| [number.to_le_bytes()[0], 0x1C]).collect();
    place.write("many.dat", &file);
    let way = ["convert", "many.dat", "many.csv", "--record", "pair.datarep", "--from", "pair"];
    let done = place.run(&[&way[..], &["--columns", "a", "--add-columns", "bytes"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let text = String::from_utf8(place.read("many.csv")).expect("text");
    let lines: Vec<String> = file.chunks(2).map(|pair| format!("{},{:02x}\n", pair[0], pair[0])).collect();
    let expected = lines.concat();
    assert!(text == format!("a,a_bytes\n{expected}"));
    // Each table has the columns of its own fields.
    let split = ["convert", "parts.dat", "{table}.csv", "--record", "parts.datarep", "--from", "entry"];
    let done = place
        .run(&[&split[..], &["--on-bad", "null", "--split-by", "body", "--add-columns", "bytes"]].concat());
    assert_eq!(done.stderr.matches("error").count(), 0, "{}", done.stderr);
    let amounts = String::from_utf8(place.read("amount.csv")).expect("text");
    assert!(
        amounts.lines().next().is_some_and(|head| head.ends_with("pairs.b_bytes,body.amount_bytes")),
        "{amounts}"
    );
    assert!(amounts.ends_with(",c1,00010002,61626364,123c\n"), "{amounts}");
}

#[test]
fn columns_that_cannot_be_added_are_refused() {
    let place = place_with_pairs();
    place.write("a.dat", [1, 0x1C]);
    place.write("clash.datarep", "record clash { a: u8; _raw: u8; }");
    let fault = |text: &str, more: &[&str]| {
        let done = place.run(&[&["convert", "a.dat", "-", "--record", text], more].concat());
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        done.stderr
    };
    let clash = ["--to", "csv", "--add-columns", "raw"];
    let told = fault("clash.datarep", &clash);
    assert!(told.starts_with("error: `clash` has a field `_raw`, which is the name of the column"), "{told}");
    let done = place.run(
        &[&["convert", "a.dat", "-", "--record", "clash.datarep", "--columns", "a"], &clash[..]].concat(),
    );
    assert_eq!(done.text(), "a,_raw\n1,011c\n", "{}", done.stderr);
    let pair = ["--from", "pair", "--to"];
    for (more, told) in [
        (&["csv", "--add-columns", "raw,record,raw"][..], "error: `--add-columns` names `_raw` twice"),
        (&["npy", "--add-columns", "file"], "error: `_file` has texts of any length"),
        (&["pair", "--add-columns", "raw"], "error: `--add-columns` is for columns"),
        (&["csv", "--add-columns", "bytes,bytes"], "error: `--add-columns` names `_bytes` twice"),
    ] {
        let found = fault("pair.datarep", &[&pair[..], more].concat());
        assert!(found.starts_with(told), "{found}");
    }
    let done = place.run(&["convert", "a.dat", "x.csv", "--from", "u8", "--add-columns", "raw"]);
    assert!(done.stderr.starts_with("error: `--add-columns` is for records"), "{}", done.stderr);
    let done =
        place.run(&["convert", "a.dat", "x.csv", "--record", "pair.datarep", "--add-columns", "place"]);
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("error, record, file, offset, raw"), "{}", done.stderr);
    // An array of NumPy has the numbers, and the bytes of records of one length.
    let way = ["convert", "a.dat", "a.npy", "--record", "pair.datarep", "--from", "pair"];
    let done = place.run(&[&way[..], &["--add-columns", "record,offset,raw"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let array = place.read("a.npy");
    let fields = "('_record', '<u8'), ('_offset', '<u8'), ('_raw', '|u1', (2,))]";
    assert!(String::from_utf8_lossy(&array).contains(fields));
    assert!(array.ends_with(&[&[0; 16][..], &[1, 0x1C]].concat()));
}

#[cfg(feature = "columnar")]
#[test]
fn tables_have_the_columns_with_types() {
    use arrow_array::Array as _;
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::UInt64Type;
    use arrow_schema::DataType;

    use crate::tables::table;

    let place = place_with_pairs();
    place.write("a.dat", [1, 0x1C, 2, 0x2C, 3, 0xEE]);
    place.write("b.dat", [1, 7, 0, 2, 8, 9]);
    for to in ["a.parquet", "a.arrow"] {
        let way = ["convert", "a.dat", to, "--record", "pair.datarep", "--from", "pair", "--on-bad", "null"];
        let done = place.run(&[&way[..], &["--add-columns", ALL]].concat());
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let rows = &table(&place, to)[0];
        let schema = rows.schema();
        let columns = schema.fields().iter().skip(2);
        let columns: Vec<_> = columns
            .map(|field| (field.name().as_str(), field.data_type().clone(), field.is_nullable()))
            .collect();
        assert_eq!(
            columns,
            [
                ("_error", DataType::Utf8, true),
                ("_record", DataType::UInt64, false),
                ("_file", DataType::Utf8, false),
                ("_offset", DataType::UInt64, false),
                ("_raw", DataType::FixedSizeBinary(2), false),
            ]
        );
        let errors = rows.column(2).as_string::<i32>();
        assert_eq!((errors.null_count(), errors.value(2)), (2, "b: invalid (ee)"));
        assert_eq!(rows.column(3).as_primitive::<UInt64Type>().values(), &[0, 1, 2]);
        assert_eq!(rows.column(4).as_string::<i32>().value(1), "a.dat");
        assert_eq!(rows.column(5).as_primitive::<UInt64Type>().values(), &[0, 2, 4]);
        assert_eq!(rows.column(6).as_fixed_size_binary().value(2), [3, 0xEE]);
    }
    for to in ["c.parquet", "c.arrow"] {
        let way =
            ["convert", "b.dat", to, "--record", "pair.datarep", "--from", "list", "--add-columns", "bytes"];
        let done = place.run(&way);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
        let rows = &table(&place, to)[0];
        let names: Vec<String> =
            rows.schema().fields().iter().skip(2).map(|field| field.name().clone()).collect();
        assert_eq!(names, ["n_bytes", "x_bytes"]);
        let bytes = rows.column(3).as_binary::<i32>();
        assert_eq!([bytes.value(0), bytes.value(1), bytes.value(2)], [&[7][..], &[], &[8, 9]]);
    }
    for to in ["b.parquet", "b.arrow"] {
        let way =
            ["convert", "b.dat", to, "--record", "pair.datarep", "--from", "list", "--add-columns", "raw"];
        let done = place.run(&way);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
        let rows = &table(&place, to)[0];
        let raw = rows.column(2).as_binary::<i32>();
        assert_eq!([raw.value(0), raw.value(1), raw.value(2)], [&[1, 7][..], &[0], &[2, 8, 9]]);
    }
}
