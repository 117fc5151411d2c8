//! Records of real files against what other programs read from them. The files are where `DATAREP_CORPUS` says; without it
//! nothing is tested.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use datarep_dynamic::record::Values;
use datarep_dynamic::{Error, Record, Text};

/// The folder of a kind of files.
fn corpus(kind: &str) -> Option<PathBuf> {
    std::env::var_os("DATAREP_CORPUS").map(|root| Path::new(&root).join(kind))
}

fn record(text: &str) -> Record {
    let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    text.records()[0].clone()
}

/// The numbers of a NumPy array.
fn npy(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).expect("a file of the corpus");
    let header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    bytes[10 + header..].to_vec()
}

/// Traces behind 3600 bytes of headers, of so many samples or as many as each header says.
fn traces(file: &str, format: &str, order: &str, count: &str) -> Result<Option<()>, Error> {
    let Some(folder) = corpus("segy") else { return Ok(None) };
    let record = record(&format!(
        "use ibm::hfp32;
         record trace {{
             order {order};
             _: 114 bytes; samples_of_trace: u16; _: 72 bytes; inline: i32; _: 48 bytes;
             samples: [{format}; {count}];
         }}"
    ));
    let bytes = fs::read(folder.join(file)).expect("a file of the corpus");
    let rows = record.rows(&bytes[3600..])?;
    let (samples, losses) = rows.values(record.field("samples").expect("it is in the record"))?;
    let read = match &samples {
        Values::F32(samples) => samples.iter().flat_map(|sample| sample.to_le_bytes()).collect::<Vec<_>>(),
        Values::I16(samples) => samples.iter().flat_map(|sample| sample.to_le_bytes()).collect(),
        Values::I32(samples) => samples.iter().flat_map(|sample| sample.to_le_bytes()).collect(),
        _ => panic!("{file} has no such samples"),
    };
    assert!(losses.is_none());
    assert!(read == npy(&folder.join(format!("ref/{file}.trace_samples.npy"))), "{file}");
    let lines: Vec<u8> = rows.column::<i32>("inline")?.0.iter().flat_map(|line| line.to_le_bytes()).collect();
    let reference = folder.join(format!("ref/{file}.trace_header_field_189_inline_no.npy"));
    assert!(!reference.exists() || lines == npy(&reference), "{file}");
    // What the headers say elsewhere is not read, so that it is put back.
    let (columns, _) = rows.columns()?;
    let (written, _) = record.to_bytes(&columns)?;
    let again = record.rows(&written)?;
    assert!(again.columns()?.0 == columns, "{file}");
    Ok(Some(()))
}

#[test]
fn seismic_traces() -> Result<(), Error> {
    for (file, format, order, count) in [
        ("small.sgy", "hfp32", "big", "50"),
        ("small-lsb.sgy", "hfp32", "little", "50"),
        ("f3.sgy", "i16", "big", "75"),
        ("Format5msb.sgy", "f32", "big", "75"),
        ("ld0042_file_00018.sgy_first_trace", "hfp32", "big", "samples_of_trace"),
        ("00001034.sgy_first_trace", "hfp32", "little", "samples_of_trace"),
        ("1.sgy_first_trace", "i32", "big", "samples_of_trace"),
    ] {
        traces(file, format, order, count)?;
    }
    Ok(())
}

/// Name, first byte and format of fields of a file that a mainframe's COBOL program wrote.
const FIELDS: &[(&str, usize, &str)] = &[
    ("ID", 0, "u32"),
    ("STRING_VAL", 4, "[ebcdic(cp037); 10] { padding zeros; }"),
    ("NUM_STR_INT03", 17, "zoned_decimal(3, 0, unsigned)"),
    ("NUM_STR_INT11", 84, "zoned_decimal(18, 0, unsigned)"),
    ("NUM_STR_SINT10", 230, "zoned_decimal(17, 0)"),
    ("NUM_STR_DEC08", 397, "zoned_decimal(18, 2, unsigned)"),
    ("NUM_STR_SDEC10", 555, "zoned_decimal(28, 10)"),
    ("NUM_BIN_INT08", 639, "u64"),
    ("NUM_SBIN_SINT06", 717, "i32"),
    ("NUM_BCD_INT08", 934, "packed_decimal(10, 0)"),
    ("NUM_BCD_SINT06", 1016, "packed_decimal(8, 0)"),
    ("NUM_BCD_DEC04", 1105, "packed_decimal(8, 4)"),
    ("NUM_BCD_SDEC06", 1183, "packed_decimal(10, 5)"),
    ("NUM_STI_DEBUG", 1284, "[ebcdic(cp037); 7]"),
    ("COMMON_S913COMP3", 1340, "packed_decimal(13, 0)"),
];

/// A record of these fields, with bytes that mean nothing between them.
fn mainframe() -> Record {
    let mut text = "record data {\n".to_owned();
    let mut at = 0;
    for (name, offset, stored) in FIELDS {
        if *offset > at {
            let _ = writeln!(text, "    _: {} bytes;", offset - at);
        }
        let _ = writeln!(text, "    {name}: {stored};");
        let whole = record(&format!("record one {{ a: {stored}; }}"));
        at = offset + whole.bytes().expect("it has a length");
    }
    record(&(text + &format!("    _: {} bytes;\n}}\n", 1493 - at)))
}

#[test]
fn a_file_of_a_mainframe() -> Result<(), Error> {
    let Some(folder) = corpus("cobol") else { return Ok(()) };
    let name = "INTEGR.TYPES.NOV28.DATA.dat";
    let bytes = fs::read(folder.join(name)).expect("a file of the corpus");
    let expected = fs::read_to_string(folder.join(format!("ref/{name}.expected.jsonl"))).expect("its values");
    let record = mainframe();
    let rows = record.rows(&bytes)?;
    assert_eq!(rows.len(), 100);
    for (index, (name, ..)) in FIELDS.iter().enumerate() {
        let values = shown(&rows.values(index)?.0);
        for (line, value) in expected.lines().zip(&values) {
            let key = format!("\"{name}\": \"");
            // What the other program does not read is left out there.
            let Some((_, rest)) = line.split_once(&key) else { continue };
            let told = rest.split('"').next().expect("a text");
            assert!(same(told, value), "{name}: {told}, not {value}");
        }
    }
    Ok(())
}

fn shown(values: &Values) -> Vec<String> {
    macro_rules! text {
        ($values:expr) => {
            $values.iter().map(ToString::to_string).collect()
        };
    }
    match values {
        Values::I8(values) => text!(values),
        Values::U8(values) => text!(values),
        Values::I16(values) => text!(values),
        Values::U16(values) => text!(values),
        Values::I32(values) => text!(values),
        Values::U32(values) => text!(values),
        Values::I64(values) => text!(values),
        Values::U64(values) => text!(values),
        Values::Decimal(values) => text!(values),
        Values::Text(values) => text!(values),
        other => panic!("{other:?}"),
    }
}

/// Whether both are the same text, or the same number with other zeros at its end.
fn same(told: &str, value: &str) -> bool {
    let plain = |number: &str| {
        let number = number.trim();
        if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
            .to_owned()
    };
    told.trim() == value.trim() || plain(told) == plain(value)
}
