//! Records: `datarep dump` and `datarep convert` of them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::Value;

use super::import::copybook;
use crate::{Done, Place, root};

const STATION: &str = "\
/// What a station reports.
record station {
    id:    i24;
    lat:   ibm::hfp32;
    name:  [ebcdic(cp037); 4];
    price: packed_decimal(5, 2);
    _:     1 byte;
    depth: [dec::vax_f; 2];
    tag:   2 bytes;
}
";

/// How its fields are stored, and where.
#[cfg(feature = "columnar")]
const STATION_FORMATS: [&str; 6] =
    ["i24", "ibm::hfp32", "[ebcdic(cp037); 4]", "packed_decimal(5, 2)", "[dec::vax_f; 2]", "2 bytes"];
#[cfg(feature = "columnar")]
const STATION_OFFSETS: [&str; 6] = ["0", "3", "7", "11", "15", "23"];

/// The number of bytes of a station.
const BYTES: usize = 3 + 4 + 4 + 3 + 1 + 8 + 2;

/// The station with this number and with these bytes as its price.
fn station(number: u8, price: [u8; 3]) -> Vec<u8> {
    let parts: [&[u8]; 7] = [
        &[0, 1, number],
        &[0xC2, 0x76, 0xA0, 0x00],
        &[0xD6, 0xD2, 0x40, 0x40],
        &price,
        &[0xFF],
        &[0x80, 0x40, 0, 0, 0x00, 0xC1, 0, 0],
        &[0xAB, number],
    ];
    parts.concat()
}

/// A folder with the text, and with a file of three stations after four other bytes.
fn stations() -> Place {
    let place = Place::new();
    place.write("station.datarep", STATION);
    let all: Vec<u8> = (0..3).flat_map(|number| station(number, [0x12, 0x34, 0x5C + number % 2])).collect();
    place.write("stations.dat", [&[9, 9, 9, 9], &all[..]].concat());
    place
}

const FROM: [&str; 4] = ["--record", "station.datarep", "--skip", "4"];

#[test]
fn records_are_dumped_field_by_field() {
    let place = stations();
    let dump = |more: &[&'static str]| place.show(&[&["dump", "stations.dat"], &FROM[..], more].concat());
    insta::assert_snapshot!("record_dump", dump(&["--count", "2"]));
    insta::assert_snapshot!("record_dump_json", dump(&["--count", "1", "--json"]));
    insta::assert_snapshot!("record_dump_count", dump(&["--count", "4"]));
    let named = ["dump", "stations.dat", "--text", "station.datarep", "--as", "station", "--at", "54"];
    insta::assert_snapshot!("record_dump_named", place.show(&named));
    let whole = place.read("stations.dat");
    place.write("stations.dat", &whole[..whole.len() - 1]);
    insta::assert_snapshot!("record_dump_cut", dump(&["--count", "3"]));
    insta::assert_snapshot!(
        "record_cut",
        place.show(&[&["convert", "stations.dat", "x.csv"], &FROM[..]].concat())
    );
    assert_eq!(place.run(&[&["dump", "stations.dat"], &FROM[..], &["--partial"]].concat()).code, Some(0));
}

#[test]
fn records_become_lines_and_arrays() {
    let place = stations();
    let convert = |output: &str| {
        let done = place.run(&[&["convert", "stations.dat", output], &FROM[..]].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{output}");
    };
    convert("stations.csv");
    let lines = String::from_utf8(place.read("stations.csv")).expect("a text");
    insta::assert_snapshot!("record_csv", lines);
    convert("stations.npy");
    let array = place.read("stations.npy");
    let header = "{'descr': [('id', '<i4'), ('lat', '<f4'), ('name', '<U4'), ('price', '<f8'), ('depth', '<f4', (2,)), ('tag', '|u1', (2,))], \
                  'fortran_order': False, 'shape': (3,), }";
    assert!(array[10..].starts_with(header.as_bytes()), "{}", String::from_utf8_lossy(&array[10..]));
    let items = &array[array.len() - 3 * 42..];
    assert_eq!(array.len() % 64, (3 * 42) % 64);
    assert_eq!(items[42..46], 257_i32.to_le_bytes());
    assert_eq!(items[46..50], (-118.625_f32).to_le_bytes());
    assert_eq!(items[50..66], [0x4F, 0, 0, 0, 0x4B, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(items[66..74], (-123.45_f64).to_le_bytes());
    assert_eq!(items[74..84], [&1.0_f32.to_le_bytes()[..], &(-2.0_f32).to_le_bytes(), &[0xAB, 1]].concat());
}

#[cfg(feature = "columnar")]
#[test]
fn records_become_tables() {
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::{Decimal128Type, Float32Type, Int32Type};

    let place = stations();
    for output in ["stations.parquet", "stations.arrow"] {
        let done = place.run(&[&["convert", "stations.dat", output], &FROM[..]].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{output}");
        let table = &super::tables::table(&place, output)[0];
        let names: Vec<String> = table.schema().fields().iter().map(|field| field.name().clone()).collect();
        assert_eq!(names, ["id", "lat", "name", "price", "depth", "tag"]);
        // What the text says of each field is in the schema.
        let facts = |field: usize, key: &str| table.schema().field(field).metadata()[key].clone();
        let formats: Vec<String> = (0..6).map(|field| facts(field, "datarep.format")).collect();
        assert_eq!(formats, STATION_FORMATS);
        let places: Vec<String> = (0..6).map(|field| facts(field, "datarep.offset")).collect();
        assert_eq!(places, STATION_OFFSETS);
        assert_eq!((facts(0, "datarep.bytes"), facts(2, "datarep.bytes")), ("3".into(), "4".into()));
        assert_eq!(table.column(0).as_primitive::<Int32Type>().values().to_vec(), [256, 257, 258]);
        assert_eq!(table.column(2).as_string::<i32>().value(2), "OK");
        let prices = table.column(3).as_primitive::<Decimal128Type>();
        assert_eq!(
            (prices.value_as_string(0), prices.value_as_string(1)),
            ("123.45".into(), "-123.45".into())
        );
        let depth = table.column(4).as_fixed_size_list().value(1);
        assert_eq!(depth.as_primitive::<Float32Type>().values().to_vec(), [1.0, -2.0]);
        assert_eq!(table.column(5).as_fixed_size_binary().value(1), [0xAB, 1]);
    }
}

#[test]
fn records_become_other_records_and_come_back() {
    let place = stations();
    place.write(
        "other.datarep",
        "record other { name: [ascii; 6]; id: i24 little; price: zoned_decimal(5, 2, ascii); lat: ieee::f32; depth: [ieee::f32; 2]; tag: 2 bytes; }\n",
    );
    let text = ["--text", "station.datarep", "--text", "other.datarep"];
    let there = ["convert", "stations.dat", "other.dat", "--from", "station", "--to", "other", "--skip", "4"];
    let done = place.run(&[&there[..], &text].concat());
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let other = place.read("other.dat");
    assert!(other.starts_with(b"OK    \0\x01\0") || other.starts_with(b"OK    \x00\x01\x00"), "{other:?}");
    let back = ["convert", "other.dat", "back.dat", "--from", "other", "--to", "station"];
    assert_eq!(place.run(&[&back[..], &text].concat()).code, Some(0));
    let mut expected = place.read("stations.dat")[4..].to_vec();
    // Bytes without a meaning become zero.
    expected.chunks_mut(BYTES).for_each(|record| record[14] = 0);
    assert_eq!(place.read("back.dat"), expected);
}

/// What is lost in writing is counted as what is lost in reading, and a dry run counts it too.
#[test]
fn what_other_records_cannot_hold_is_told() {
    let place = Place::new();
    let source = "record wide { id: u16; lat: ieee::f64; price: packed_decimal(5, 2); } ";
    let target = "record narrow { id: unsigned(8) as u16 { on write { overflow => saturate } }; lat: ieee::f32 as f64; price: packed_decimal(3, 2); }";
    place.write("both.datarep", format!("{source}{target}\n"));
    let record =
        |id: u16, lat: f64, price: [u8; 3]| [&id.to_be_bytes()[..], &lat.to_be_bytes(), &price].concat();
    let fits = [0x00, 0x12, 0x3C];
    let beyond = [0x12, 0x34, 0x5C];
    place.write(
        "lost.dat",
        [record(7, 0.5, fits), record(256, 0.1, fits), record(300, 0.3, fits), record(8, 1.0, fits)].concat(),
    );
    place.write(
        "refused.dat",
        [record(7, 0.5, fits), record(256, 0.1, beyond), record(9, 0.3, beyond)].concat(),
    );
    let convert = |file: &'static str, more: &[&'static str]| {
        let names = ["--text", "both.datarep", "--from", "wide", "--to", "narrow"];
        place.show(&[&["convert", file, "narrow.dat"], &names[..], more].concat())
    };
    insta::assert_snapshot!("records_lose_dry", convert("lost.dat", &["--dry-run"]));
    assert!(!place.path("narrow.dat").exists());
    insta::assert_snapshot!("records_lose", convert("lost.dat", &[]));
    let narrow = place.read("narrow.dat");
    assert_eq!(narrow.chunks(1 + 4 + 2).map(|record| record[0]).collect::<Vec<_>>(), [7, 255, 255, 8]);
    assert_eq!(narrow[8..12], 0.1_f32.to_be_bytes());
    insta::assert_snapshot!("records_refused_dry", convert("refused.dat", &["--dry-run"]));
    insta::assert_snapshot!("records_refused", convert("refused.dat", &["--force"]));
    assert_eq!(place.read("narrow.dat"), narrow);
}

#[test]
fn what_the_rules_refuse_is_told_with_record_field_and_byte() {
    let place = stations();
    let mut bytes = place.read("stations.dat");
    // Bytes that are no digits in the prices of two records, and a reserved operand.
    for (record, byte, value) in [(1, 11, 0xFA), (2, 12, 0xBB), (1, 16, 0x80), (1, 15, 0)] {
        bytes[4 + record * BYTES + byte] = value;
    }
    place.write("odd.dat", bytes);
    let convert =
        |more: &[&'static str]| place.show(&[&["convert", "odd.dat", "odd.csv"], &FROM[..], more].concat());
    insta::assert_snapshot!("record_refused", convert(&[]));
    assert!(!place.path("odd.csv").exists());
    insta::assert_snapshot!("record_dry", convert(&["--dry-run"]));
    insta::assert_snapshot!("record_via", convert(&["--via", "f64"]));
    insta::assert_snapshot!(
        "record_no_target",
        place.show(&["convert", "odd.dat", "x.dat", "--record", "station.datarep"])
    );
}

const ORDERS: &str = "\
record order_line { item: [ascii; 3]; amount: u8; }
record purchase { number: u16; count: u8; lines: [order_line; count]; codes: [u8; count]; end: [ascii; 1]; }
";

/// A purchase with `count` lines.
fn purchase(number: u16, count: u8) -> Vec<u8> {
    let mut bytes = [&number.to_be_bytes()[..], &[count]].concat();
    for line in 0..count {
        bytes.extend([b'A' + line, b'B', b' ', line]);
    }
    bytes.extend(0..count);
    bytes.push(b'.');
    bytes
}

#[test]
fn records_of_different_lengths() {
    let place = Place::new();
    place.write("orders.datarep", ORDERS);
    place.write("orders.dat", [purchase(1, 2), purchase(2, 0), purchase(3, 1)].concat());
    let text = ["--record", "orders.datarep"];
    insta::assert_snapshot!(
        "record_lists",
        place.show(&[&["convert", "orders.dat", "-", "--to", "csv"], &text[..]].concat())
    );
    insta::assert_snapshot!(
        "record_lists_npy",
        place.show(&[&["convert", "orders.dat", "o.npy"], &text[..]].concat())
    );
    insta::assert_snapshot!("record_lists_dump", place.show(&[&["dump", "orders.dat"], &text[..]].concat()));
    place.write("cut.dat", [purchase(1, 2), purchase(2, 3)[..9].to_vec()].concat());
    insta::assert_snapshot!(
        "record_lists_cut",
        place.show(&[&["convert", "cut.dat", "o.csv"], &text[..]].concat())
    );
    assert!(!place.path("o.csv").exists());
    let partial = ["convert", "cut.dat", "-", "--to", "csv", "--partial"];
    assert_eq!(place.run(&[&partial[..], &text].concat()).text().lines().count(), 2);

    // Many purchases from a pipe, in many blocks.
    let many: Vec<u8> =
        (0..60_000).flat_map(|number| purchase(number, u8::try_from(number % 4).expect("few"))).collect();
    let mut command = place.command(&[&["convert", "-", "-", "--to", "csv"], &text[..]].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    let writing = std::thread::spawn(move || pipe.write_all(&many));
    let done = Done::of(child.wait_with_output().expect("it ends"));
    writing.join().expect("it ends").expect("it is read");
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let lines = done.text();
    assert_eq!(lines.lines().count(), 60_001);
    assert_eq!(
        lines.lines().last(),
        Some("59999,3,\"[\"\"AB\"\",\"\"BB\"\",\"\"CB\"\"]\",\"[0,1,2]\",\"[0,1,2]\",.")
    );
}

#[test]
fn records_between_marks() {
    let place = Place::new();
    place.write("orders.datarep", ORDERS);
    let marked = |record: &[u8]| {
        let length = u16::try_from(record.len() + 4).expect("it is short").to_be_bytes();
        [&length[..], &[0, 0], record].concat()
    };
    let convert = |name: &'static str| {
        place.show(&["convert", name, "-", "--to", "csv", "--record", "orders.datarep", "--marks", "rdw"])
    };
    place.write(
        "orders.dat",
        [marked(&purchase(1, 2)), marked(&purchase(2, 0)), marked(&purchase(3, 1))].concat(),
    );
    insta::assert_snapshot!("record_marks", convert("orders.dat"));
    // The first file has a record that is longer than its marks say, the second one that is shorter.
    place.write("long.dat", [marked(&purchase(1, 2)), marked(&purchase(2, 2)[..8])].concat());
    insta::assert_snapshot!("record_marks_long", convert("long.dat"));
    place.write(
        "short.dat",
        [marked(&purchase(1, 2)), marked(&[&purchase(2, 0)[..], &[7]].concat())].concat(),
    );
    insta::assert_snapshot!("record_marks_short", convert("short.dat"));
}

#[test]
fn a_record_that_is_not_found_is_told() {
    let place = Place::new();
    place.write("two.datarep", "record a { x: u8; }\nrecord b { y: u8; }\n");
    place.write("none.datarep", "integer i = twos(8);\n");
    place.write("in.dat", [1]);
    insta::assert_snapshot!("record_several", place.show(&["dump", "in.dat", "--record", "two.datarep"]));
    insta::assert_snapshot!(
        "record_named",
        place.show(&["dump", "in.dat", "--record", "two.datarep", "--as", "b"])
    );
    insta::assert_snapshot!(
        "record_unknown",
        place.show(&["dump", "in.dat", "--record", "two.datarep", "--as", "c"])
    );
    insta::assert_snapshot!(
        "record_none",
        place.show(&["convert", "in.dat", "x.csv", "--record", "none.datarep"])
    );
}

/// A record describes the traces of a section with their headers.
#[test]
fn traces_with_their_headers() {
    let place = Place::new();
    let section = root().join("examples/data/line.sgy");
    let section = section.to_str().expect("a path");
    place.write(
        "trace.datarep",
        "record trace { number: i32; _: 110 bytes; count: u16; interval: u16; _: 122 bytes; samples: [ibm::hfp32; count]; }\n",
    );
    let way = ["--record", "trace.datarep", "--skip", "3600"];
    let done = place.run(&[&["convert", section, "line.csv"], &way[..]].concat());
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let lines = String::from_utf8(place.read("line.csv")).expect("a text");
    assert_eq!(lines.lines().count(), 121);
    assert!(lines.lines().nth(1).is_some_and(|line| line.starts_with("1,500,")), "{}", &lines[..200]);
}

/// A mainframe's file is read by its copybook. The values must be those that another program reads.
#[test]
fn a_file_of_a_mainframe() {
    let Some(corpus) = std::env::var_os("DATAREP_CORPUS").filter(|path| !path.is_empty()) else { return };
    let folder = PathBuf::from(corpus).join("cobol");
    let file = folder.join("INTEGR.TYPES.NOV28.DATA.dat");
    let reference = |end: &str| {
        fs::read_to_string(folder.join(format!("ref/INTEGR.TYPES.NOV28.DATA.dat.{end}")))
            .expect("a reference")
    };
    let layout: Value = serde_json::from_str(&reference("layout.json")).expect("JSON");
    let place = Place::new();
    place.write("types.cpy", copybook(&layout));
    assert_eq!(place.run(&["import", "types.cpy", "types.datarep", "--floats", "ieee"]).code, Some(0));
    assert_places(&place, &layout);
    let convert = ["convert", file.to_str().expect("a path"), "types.csv", "--record", "types.datarep"];
    let done = place.run(&convert);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    #[cfg(feature = "columnar")]
    {
        let done = place.run(&["convert", convert[1], "types.parquet", "--record", "types.datarep"]);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
        let rows = super::tables::table(&place, "types.parquet");
        assert_eq!((rows[0].num_rows(), rows[0].num_columns()), (100, 195));
    }
    let csv = place.read("types.csv");
    let mut lines = csv::Reader::from_reader(csv.as_slice());
    let columns = lines.headers().expect("names").clone();
    let (mut same, mut others) = (0, BTreeSet::new());
    for (line, expected) in lines.records().zip(reference("expected.jsonl").lines()) {
        let line = line.expect("a line");
        let expected: Value = serde_json::from_str(expected).expect("JSON");
        let fields = layout["fields"].as_array().expect("fields").iter();
        for ((field, found), column) in fields.zip(&line).zip(&columns) {
            let name = field["name"].as_str().expect("a name");
            let is_text = field["usage"] == "BINARY" && !matches!(field["length"].as_u64(), Some(2 | 4 | 8));
            let found = value_of(column, found);
            if is_same(name, &found, expected[name].as_str().unwrap_or_default()) {
                same += 1;
            } else if !is_text {
                others.insert(name.to_owned());
            }
        }
    }
    // Only fields that are kept as texts may differ: binary numbers whose length COBOL does not give.
    assert_eq!(others.iter().collect::<Vec<_>>(), [""; 0]);
    assert!(same > 15_000, "{same} {others:?}");
}

/// Each field is where the other program has it.
fn assert_places(place: &Place, layout: &Value) {
    let text = String::from_utf8(place.read("types.datarep")).expect("a text");
    let name = text.lines().find_map(|line| line.strip_prefix("record ")).expect("a record");
    let name = name.split_whitespace().next().expect("its name");
    let done = place.run(&["show", name, "--text", "types.datarep", "--json"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let shown: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let places = |fields: &Value, bytes: &str| -> Vec<(u64, u64)> {
        let fields = fields.as_array().expect("fields").iter();
        let number = |value: &Value| value.as_u64().expect("a number");
        fields.map(|field| (number(&field["offset"]), number(&field[bytes]))).collect()
    };
    assert_eq!(places(&shown["fields"], "bytes"), places(&layout["fields"], "length"));
}

/// A file of a few bytes must not ask for billions of values, nor a text for billions of columns.
#[test]
fn what_a_small_file_asks_for_is_bounded() {
    let place = Place::new();
    place.write("many.datarep", "record r { n: u32; k: u8; x: [[ascii; k]; n]; }\n");
    place.write("many.dat", [0, 0, 0, 1, 1, b'a', 0xFF, 0xFF, 0xFF, 0xFF, 0]);
    let told = "error: record 1: `x` at byte 11 has 4294967295 texts without characters, and at most 16 can stand there\n";
    for arguments in [
        &["dump", "many.dat"][..],
        &["convert", "many.dat", "-", "--to", "csv"],
        &["convert", "many.dat", "many.arrow"],
        &["convert", "many.dat", "-", "--to", "csv", "--dry-run"],
    ] {
        let done = place.run(&[arguments, &["--record", "many.datarep"]].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(1), told), "{arguments:?}");
    }
    place.write("marked.dat", [&[0, 15, 0, 0][..], &place.read("many.dat")].concat());
    let marked = place.run(&["dump", "marked.dat", "--record", "many.datarep", "--marks", "rdw"]);
    assert_eq!((marked.code, marked.stderr), (Some(1), told.replace("byte 11", "byte 15")));

    place.write("wide.datarep", "record r { k: u8; a: [u8; 1048575]; b: [[i16; 1000]; 50000]; }\n");
    place.write("wide.dat", []);
    let wide = ["--record", "wide.datarep"];
    let done = place.run(&[&["convert", "wide.dat", "wide.csv"], &wide[..]].concat());
    let told = "error: a line of CSV would have 51048576 columns with the 50000000 of `b`, and it has at most 1048576\n  \
                = help: `--to npy`, `--to parquet` and `--to arrow` have one column for an array\n";
    assert_eq!((done.code, done.stderr.as_str()), (Some(1), told));
    assert!(!place.path("wide.csv").exists());
    let done = place.run(&[&["convert", "wide.dat", "wide.npy"], &wide[..]].concat());
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
}

/// The value of a binary number with a point. The name of its column gives the number of places by which it is off.
fn value_of(column: &str, found: &str) -> String {
    let places = |times: &str| match times.strip_prefix("1e") {
        Some(places) => places.parse().ok(),
        None if times.trim_end_matches('0') == "1" => Some(times.len() - 1),
        None => None,
    };
    let of = |mark: &str| column.rsplit_once(mark).and_then(|(_, times)| places(times));
    let (sign, digits) = found.strip_prefix('-').map_or(("", found), |digits| ("-", digits));
    match (of("_x"), of("_per_")) {
        (Some(places), _) => {
            let digits = format!("{digits:0>places$}");
            let (whole, rest) = digits.split_at(digits.len() - places);
            format!("{sign}{whole}.{rest}")
        }
        (_, Some(places)) => format!("{found}{}", "0".repeat(places)),
        _ => found.to_owned(),
    }
}

/// Whether two texts are the same, or the same number: in all digits, or in six digits for a binary float.
fn is_same(name: &str, found: &str, expected: &str) -> bool {
    let short = |text: &str| Some(format!("{:.5e}", text.parse::<f64>().ok()?));
    let is_float = name.starts_with("FLOAT") || name.starts_with("DOUBLE");
    // The texts of this file end at the first zero.
    let text = found.split('\0').next().unwrap_or_default();
    text.trim() == expected.trim()
        || plain(found).is_some() && plain(found) == plain(expected)
        || is_float && short(found).is_some() && short(found) == short(expected)
}

/// The sign of a number, and its digits without zeros at the ends.
fn plain(text: &str) -> Option<String> {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let is_number = digits.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, rest) = (whole.trim_start_matches('0'), rest.trim_end_matches('0'));
    let sign = if whole.is_empty() && rest.is_empty() { "" } else { sign };
    (is_number && !digits.is_empty()).then(|| format!("{sign}{whole}.{rest}"))
}

#[test]
fn texts_that_a_spreadsheet_would_run_are_made_harmless() {
    const TEXT: &str = "record line { name: [ascii; 6]; n: i8; mark: ascii; x: f32; }\n";
    let place = Place::new();
    place.write("line.datarep", TEXT);
    let names = [
        "=1+1  ", "+1    ", "-1    ", "@SUM  ", "\t=1   ", "\r=1   ", "\n=1   ", "a=1   ", "'=1   ",
        "      ", "=\",\"  ",
    ];
    let line = |name: &str| [name.as_bytes(), &[0xFF, b'='], &(-1.5_f32).to_be_bytes()].concat();
    place.write("in.dat", names.map(line).concat());
    let convert = ["convert", "in.dat", "-", "--record", "line.datarep", "--to", "csv"];
    let cells = |more: &[&str]| {
        let done = place.run(&[&convert[..], more].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{more:?}");
        let mut reader = csv::Reader::from_reader(&done.stdout[..]);
        let lines = reader.records().map(|line| line.expect("a line").iter().map(str::to_owned).collect());
        lines.collect::<Vec<Vec<String>>>()
    };
    for (index, (plain, safe)) in cells(&[]).iter().zip(cells(&["--escape-formulas"])).enumerate() {
        assert_eq!(plain[..], [names[index].trim_end_matches(' '), "-1", "=", "-1.5"], "{index}");
        let name = if index < 7 || index == 10 { format!("'{}", plain[0]) } else { plain[0].clone() };
        assert_eq!(safe[..], [name.as_str(), "-1", "'=", "-1.5"], "{index}");
    }
    // So are items that are characters.
    place.write("letters.dat", "=a-");
    let letters = ["convert", "letters.dat", "-", "--from", "ascii", "--row", "3", "--to", "csv"];
    assert_eq!(place.run(&letters).text(), "=,a,-\n");
    assert_eq!(place.run(&[&letters[..], &["--escape-formulas"]].concat()).text(), "'=,a,'-\n");
    // Only CSV has cells.
    for arguments in [
        &["convert", "in.dat", "o.npy", "--record", "line.datarep", "--escape-formulas"][..],
        &["convert", "letters.dat", "o.dat", "--from", "ascii", "--to", "ascii", "--escape-formulas"],
    ] {
        let done = place.run(arguments);
        let told = "error: `--escape-formulas` is for CSV\n  = help: leave it out\n";
        assert_eq!((done.code, done.stderr.as_str()), (Some(1), told), "{arguments:?}");
    }
}

#[test]
fn integers_of_other_records_may_be_wider() {
    let place = Place::new();
    place.write("digits.dat", b"00042-\x01\xFF99999-\x02\x80");
    place.write(
        "both.datarep",
        b"record from { id: zoned_decimal(5, 0, ascii); _: 1 byte; n: u8; m: i8 { null if -1; }; }
          record wide { m: i32 { null if 0x7FFFFFFF; }; n: u64 little; id: zoned_decimal(12, 0, ascii); }
          record narrow { id: packed_decimal(3, 0); }
          record cut { id: packed_decimal(3, 0) as i32 { on write { overflow => saturate } }; }
          record signs { m: u64; }",
    );
    let run = |to: &str| {
        place.run(&["convert", "digits.dat", "-", "--record", "both.datarep", "--from", "from", "--to", to])
    };
    let wide = run("wide");
    let expected: [&[u8]; 6] = [
        b"\x7F\xFF\xFF\xFF",
        b"\x01\0\0\0\0\0\0\0",
        b"00000000004B",
        b"\xFF\xFF\xFF\x80",
        b"\x02\0\0\0\0\0\0\0",
        b"00000009999I",
    ];
    assert_eq!((wide.code, wide.stdout), (Some(0), expected.concat()), "{}", wide.stderr);
    let narrow = run("narrow");
    assert_eq!(narrow.code, Some(1));
    assert!(
        narrow.stderr.contains("`id` is of the type i16 in the new record `narrow`, and i32 before"),
        "{}",
        narrow.stderr
    );
    // What the help says.
    assert!(
        narrow.stderr.contains("write `as i32` after the format of `id` in `narrow`"),
        "{}",
        narrow.stderr
    );
    assert_eq!(run("cut").stdout, [0x04, 0x2C, 0x99, 0x9C]);
    // No type without a sign holds all numbers of one with a sign.
    assert!(run("signs").stderr.contains("`m` is of the type u64 in the new record `signs`, and i8 before"));
}
