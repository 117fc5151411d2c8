//! `datarep convert` to Parquet and Arrow, read back by the crates of Apache Arrow.

use std::fs::File;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Decimal128Type, Decimal256Type, Float64Type, Int16Type};
use arrow_array::{Array as _, RecordBatch};
use arrow_ipc::reader::FileReader;
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::{Place, root};

/// All rows of a table, whose kind is the ending of its name.
pub(crate) fn table(place: &Place, name: &str) -> Vec<RecordBatch> {
    let file = File::open(place.path(name)).expect("a file");
    if name.ends_with(".parquet") {
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet").build();
        reader.expect("Parquet").map(|rows| rows.expect("rows")).collect()
    } else {
        FileReader::try_new(file, None).expect("Arrow").map(|rows| rows.expect("rows")).collect()
    }
}

/// The name of the only column of a table, and the column in one piece.
fn column(place: &Place, name: &str) -> (String, arrow_array::ArrayRef) {
    let parts = table(place, name);
    assert_eq!(parts.len(), 1, "{name}");
    (parts[0].schema().field(0).name().clone(), parts[0].column(0).clone())
}

#[test]
fn traces_become_lists_of_numbers() {
    let place = Place::new();
    let section = root().join("examples/data/line.sgy");
    let section = section.to_str().expect("a path");
    let way = ["--from", "hfp32", "--at", "3840", "--row", "500", "--stride", "2240"];
    let convert = |output| {
        let done = place.run(&[&["convert", section, output], &way[..]].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{output}");
    };
    convert("line.npy");
    let array = place.read("line.npy");
    let samples =
        array[128..].chunks(8).map(|sample| f64::from_le_bytes(sample.try_into().expect("8 bytes")));
    let samples: Vec<f64> = samples.collect();
    for output in ["line.parquet", "line.arrow"] {
        convert(output);
        let mut found = Vec::new();
        for rows in table(&place, output) {
            assert_eq!(rows.schema().field(0).name(), "values");
            for trace in 0..rows.num_rows() {
                let trace = rows.column(0).as_fixed_size_list().value(trace);
                assert_eq!(trace.len(), 500);
                found.extend_from_slice(trace.as_primitive::<Float64Type>().values());
            }
        }
        assert_eq!(found, samples, "{output}");
    }
}

#[test]
fn columns_have_the_types_of_items() {
    let place = Place::new();
    place.write("prices.dat", [0x00, 0x01, 0x23, 0x4C, 0x99, 0x99, 0x99, 0x9D]);
    place.write("long.dat", [[0x12; 15].as_slice(), &[0x3D]].concat());
    place.write("names.dat", [0xC1, 0x40, 0x7F, 0xF1, 0xF2, 0xF3]);
    place.write("words.dat", [[0xFF; 16], [1; 16]].concat());
    for end in ["parquet", "arrow"] {
        let convert = |input: &str, from: &str, row: &str| {
            let output = format!("out.{end}");
            let done = place.run(&["convert", input, &output, "--from", from, "--row", row, "--force"]);
            assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{output}");
            column(&place, &output)
        };
        let (name, prices) = convert("prices.dat", "packed_decimal(7, 2)", "1");
        assert_eq!((name.as_str(), prices.data_type()), ("value", &DataType::Decimal128(7, 2)));
        assert_eq!(prices.as_primitive::<Decimal128Type>().values().to_vec(), [1234, -9_999_999]);

        let (_, long) = convert("long.dat", "packed_decimal(31, 0)", "1");
        assert_eq!(long.data_type(), &DataType::Decimal128(31, 0));
        let digits = format!("-{}3", "12".repeat(15));
        assert_eq!(long.as_primitive::<Decimal128Type>().value_as_string(0), digits);

        let (_, small) = convert("prices.dat", "packed_decimal(7, 9)", "1");
        assert_eq!(small.data_type(), &DataType::Decimal128(9, 9));
        assert_eq!(small.as_primitive::<Decimal128Type>().values().to_vec(), [1234, -9_999_999]);

        // All of a binary number's words are read, also those with more digits than are written.
        let (_, binary) = convert("prices.dat", "binary_decimal(32, 2, 7)", "1");
        assert_eq!(binary.data_type(), &DataType::Decimal128(10, 2));
        let values = binary.as_primitive::<Decimal128Type>().values().to_vec();
        assert_eq!(values, [0x0001_234C, i128::from(0x9999_999D_u32.cast_signed())]);

        let (_, binary) = convert("words.dat", "binary_decimal(64, 4, unsigned)", "1");
        assert_eq!(binary.data_type(), &DataType::Decimal128(20, 4));
        assert_eq!(binary.as_primitive::<Decimal128Type>().value(0), i128::from(u64::MAX));

        let (_, binary) = convert("words.dat", "binary_decimal(128, 0)", "1");
        assert_eq!(binary.as_primitive::<Decimal256Type>().value_as_string(0), "-1");

        let (name, names) = convert("names.dat", "ebcdic(cp037)", "3");
        let names = names.as_string::<i32>();
        assert_eq!((name.as_str(), names.value(0), names.value(1)), ("values", "A \"", "123"));

        let (_, words) = convert("words.dat", "twos(128)", "1");
        assert_eq!(words.as_primitive::<Decimal256Type>().value_as_string(0), "-1");

        let (_, words) = convert("words.dat", "twos(16)", "4");
        assert_eq!(
            words.as_fixed_size_list().value(1).as_primitive::<Int16Type>().values().to_vec(),
            [-1; 4]
        );
    }
}

#[test]
fn a_table_that_cannot_be_written_is_told() {
    let place = Place::new();
    place.write("in.f32", vec![0; 400_000]);
    for to in ["parquet", "arrow"] {
        let done = place.run(&["convert", "in.f32", "/dev/full", "--from", "f32", "--to", to]);
        assert_eq!(
            (done.code, done.stderr.as_str()),
            (Some(1), "error: cannot write `/dev/full`: no space left on device\n"),
            "{to}"
        );
    }
    place.write("in.dat", [0; 16]);
    let arguments = ["convert", "in.dat", "out.parquet", "--from", "x87_128", "--via", "f128"];
    insta::assert_snapshot!("convert_parquet_f128", place.show(&arguments));
    assert!(!place.path("out.parquet").exists());
}

#[test]
fn tables_are_written_to_pipes_and_in_groups() {
    let place = Place::new();
    let long: Vec<u8> = (0..700_000_u32).flat_map(u32::to_be_bytes).collect();
    place.write("in.dat", &long);
    for to in ["parquet", "arrow"] {
        let done = place.run(&["convert", "in.dat", "-", "--from", "unsigned(32)", "--to", to]);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
        place.write(&format!("piped.{to}"), &done.stdout);
        let rows = table(&place, &format!("piped.{to}"));
        let values = rows.iter().flat_map(|rows| {
            rows.column(0).as_primitive::<arrow_array::types::UInt32Type>().values().to_vec()
        });
        assert!(values.eq(0..700_000), "{to}");
    }
}
