//! Missing items of records: `null if …` in CSV, tables, arrays, dumps, and other records.

use crate::Place;

const READING: &str = "\
record reading {
    station: [ebcdic(cp037); 4] { null if spaces; };
    depth:   i16 { null if -9999; };
    price:   packed_decimal(3, 1) { null if low_values | invalid; };
    speed:   [ibm::hfp32; 2] { null if all 0x40; };
    count:   u8;
    tail:    [i8; count] { null if -1; };
}

record numbers {
    station: [ebcdic(cp037); 4];
    depth:   i16 as f32 { null if -9999; };
    price:   packed_decimal(3, 1) { null if low_values | invalid; };
    speed:   [ibm::hfp32; 2] { null if all 0x40; };
}

record other {
    station: [ascii; 4] { null if all 0x2D; };
    depth:   i16 little { null if 0x8000; };
    speed:   [ieee::f32; 2] { null if nan; };
}

record present {
    depth: i16;
}
";

const SPACES: [u8; 4] = [0x40; 4];
const ONE: [u8; 4] = [0x41, 0x10, 0, 0];

/// Three records without the array at their end: values, nothing but missing items, and both.
fn records() -> [Vec<u8>; 3] {
    let record = |station: [u8; 4], depth: i16, price: [u8; 2], speed: [[u8; 4]; 2]| {
        [&station[..], &depth.to_be_bytes(), &price, &speed.concat()].concat()
    };
    [
        record([0xC1, 0xC2, 0x40, 0x40], 5, [0x12, 0x3C], [ONE, SPACES]),
        record(SPACES, -9999, [0, 0], [SPACES; 2]),
        record([0xC3, 0x40, 0x40, 0x40], 7, [0x12, 0xAB], [ONE; 2]),
    ]
}

fn readings() -> Place {
    let place = Place::new();
    place.write("reading.datarep", READING);
    let ends: [&[u8]; 3] = [&[2, 1, 0xFF], &[0], &[1, 0xFF]];
    let long: Vec<Vec<u8>> = records().iter().zip(ends).map(|(record, end)| [record, end].concat()).collect();
    place.write("reading.dat", long.concat());
    place.write("numbers.dat", records().concat());
    place
}

/// The command that converts records of this name.
fn convert<'a>(place: &Place, name: &'a str, from: &'a str, to: &'a str) -> crate::Done {
    place.run(&["convert", from, to, "--text", "reading.datarep", "--from", name])
}

#[test]
fn missing_items_are_empty_cells_and_marked_in_dumps() {
    let place = readings();
    let done = convert(&place, "reading", "reading.dat", "reading.csv");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let lines = String::from_utf8(place.read("reading.csv")).expect("text");
    assert_eq!(
        lines,
        "station,depth,price,speed[0],speed[1],count,tail\n\
         AB,5,12.3,1.0,,2,\"[1,null]\"\n\
         ,,,,,0,[]\n\
         C,7,,1.0,1.0,1,[null]\n"
    );
    let dump = ["dump", "reading.dat", "--text", "reading.datarep", "--as", "reading"];
    insta::assert_snapshot!("null_dump", place.show(&dump));
    let dry =
        ["convert", "reading.dat", "x.csv", "--text", "reading.datarep", "--from", "reading", "--dry-run"];
    insta::assert_snapshot!("null_report", place.show(&dry));
}

#[cfg(feature = "columnar")]
#[test]
fn missing_items_are_nulls_of_tables() {
    use arrow_array::Array as _;
    use arrow_array::cast::AsArray as _;

    let place = readings();
    for output in ["reading.parquet", "reading.arrow"] {
        let done = convert(&place, "reading", "reading.dat", output);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{output}");
        let table = &super::tables::table(&place, output)[0];
        let nullable: Vec<bool> = table.schema().fields().iter().map(|field| field.is_nullable()).collect();
        assert_eq!(nullable, [true, true, true, false, false, false], "{output}");
        let missing =
            |column: usize| -> Vec<bool> { (0..3).map(|row| table.column(column).is_null(row)).collect() };
        assert_eq!(missing(0), [false, true, false]);
        assert_eq!(missing(1), [false, true, false]);
        assert_eq!(missing(2), [false, true, true]);
        let speeds = table.column(3).as_fixed_size_list();
        let missing = |row: usize| [0, 1].map(|item| speeds.value(row).is_null(item));
        assert_eq!([0, 1, 2].map(missing), [[false, true], [true, true], [false, false]]);
        let tail = table.column(5).as_list::<i32>().value(0);
        assert_eq!([tail.is_null(0), tail.is_null(1)], [false, true]);
    }
}

#[test]
fn missing_floats_are_nan_in_arrays_and_other_types_are_refused() {
    let place = readings();
    let done = convert(&place, "numbers", "numbers.dat", "numbers.npy");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let array = place.read("numbers.npy");
    let rows = &array[array.len() - 3 * 36..];
    let float = |row: usize, at: usize| {
        f32::from_le_bytes(rows[row * 36 + at..][..4].try_into().expect("four bytes"))
    };
    assert_eq!((float(0, 16), float(2, 16)), (5.0, 7.0));
    assert!(float(1, 16).is_nan());
    let price = |row: usize| f64::from_le_bytes(rows[row * 36 + 20..][..8].try_into().expect("eight"));
    assert_eq!(price(0).to_bits(), 12.3_f64.to_bits());
    assert!(price(1).is_nan() && price(2).is_nan());
    assert!(!float(0, 28).is_nan() && float(0, 32).is_nan());

    let done = convert(&place, "reading", "reading.dat", "reading.npy");
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.starts_with("error: items of `station` may be missing"), "{}", done.stderr);
    assert!(!place.path("reading.npy").exists());
}

#[test]
fn missing_items_are_those_of_the_new_record_or_refused() {
    let place = readings();
    let into = |to: &'static str, file: &'static str| {
        let text = ["--text", "reading.datarep", "--from", "reading", "--to"];
        place.run(&[&["convert", "reading.dat", file], &text[..], &[to]].concat())
    };
    let done = into("other", "other.dat");
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let (one, nan) = (1.0_f32.to_be_bytes(), f32::NAN.to_be_bytes());
    let expected: [&[u8]; 12] =
        [b"AB  ", &[5, 0], &one, &nan, b"----", &[0, 0x80], &nan, &nan, b"C   ", &[7, 0], &one, &one];
    assert_eq!(place.read("other.dat"), expected.concat());
    let done = into("present", "present.dat");
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    let told = "error: record 1: `depth` of `present` is missing: the field has no `null if`\n";
    assert!(done.stderr.starts_with(told), "{}", done.stderr);
    assert!(!place.path("present.dat").exists());
}
