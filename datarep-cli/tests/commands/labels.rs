//! `datarep import` of labels of planetary data, and labels that are cut.

use crate::Place;

/// Rows of 16 bytes with a prefix of two, by the keywords of the PDS3 standard's objects `TABLE`, `COLUMN` and `CONTAINER`.
const LABEL: &str = "PDS_VERSION_ID = PDS3\r\nRECORD_TYPE = FIXED_LENGTH\r\nRECORD_BYTES = 22\r\n\
    FILE_RECORDS = 2\r\n^TIME_TABLE = (\"DEPTHS.DAT\", 1)\r\n\
    OBJECT = TIME_TABLE\r\n INTERCHANGE_FORMAT = BINARY\r\n ROWS = 2\r\n COLUMNS = 5\r\n ROW_BYTES = 20\r\n \
    ROW_PREFIX_BYTES = 2\r\n \
    OBJECT = COLUMN\r\n  NAME = \"STATION ID\"\r\n  DATA_TYPE = MSB_UNSIGNED_INTEGER\r\n  START_BYTE = 1\r\n  BYTES = 2\r\n END_OBJECT\r\n \
    OBJECT = COLUMN\r\n  NAME = TYPE\r\n  DATA_TYPE = CHARACTER\r\n  START_BYTE = 4\r\n  BYTES = 3\r\n END_OBJECT\r\n \
    OBJECT = COLUMN\r\n  NAME = DEPTH\r\n  DATA_TYPE = PC_REAL\r\n  UNIT = \"METRE\"\r\n  START_BYTE = 7\r\n  BYTES = 4\r\n END_OBJECT\r\n \
    OBJECT = COLUMN\r\n  NAME = FLAGS\r\n  DATA_TYPE = MSB_BIT_STRING\r\n  START_BYTE = 11\r\n  BYTES = 2\r\n END_OBJECT\r\n \
    OBJECT = CONTAINER\r\n  NAME = POINT\r\n  START_BYTE = 13\r\n  BYTES = 4\r\n  REPETITIONS = 2\r\n  \
    OBJECT = COLUMN\r\n   NAME = X\r\n   DATA_TYPE = VAX_INTEGER\r\n   START_BYTE = 1\r\n   BYTES = 2\r\n  END_OBJECT\r\n \
    END_OBJECT = CONTAINER\r\nEND_OBJECT = TIME_TABLE\r\nEND\r\n";

const TEXT: &str = "// From the label `depths.lbl`.

record point {
    x: twos(16) little at 0; // VAX_INTEGER
    _: 2 bytes;
}

/// TIME_TABLE: 2 rows of 22 bytes in `DEPTHS.DAT`, to be read with `--at 0 --count 2`.
record time_table {
    _: 2 bytes;
    station_id: unsigned(16) big at 2; // MSB_UNSIGNED_INTEGER
    _: 1 bytes;
    type_: [ascii; 3] at 5; // CHARACTER
    depth: ieee::f32 little at 8; // PC_REAL, METRE
    flags: 2 bytes at 12; // MSB_BIT_STRING
    point: [point; 2] at 14; // CONTAINER, 2 times
}
";

/// The rows of the label: 118.625 is 0x42ED4000 in the IEEE standard, and -2.5 is 0xC0200000.
const ROWS: [u8; 44] = [
    9, 9, 1, 2, 0, b'C', b'T', b'D', 0x00, 0x40, 0xED, 0x42, 0xAB, 0xCD, 0x07, 0x00, 0, 0, 0xFE, 0xFF, 0, 0,
    9, 9, 0, 7, 0, b'X', b' ', b' ', 0x00, 0x00, 0x20, 0xC0, 0x01, 0x00, 0x00, 0x80, 0, 0, 0xFF, 0x7F, 0, 0,
];

#[test]
fn a_label_of_pds3_becomes_a_record() {
    let place = Place::new();
    place.write("depths.lbl", LABEL);
    place.write("DEPTHS.DAT", ROWS);
    let done = place.run(&["import", "depths.lbl", "depths.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(String::from_utf8(place.read("depths.datarep")).expect("a text"), TEXT);
    assert!(
        done.stderr.contains("`FLAGS` is kept as bytes, as MSB_BIT_STRING of 2 bytes"),
        "{}",
        done.stderr
    );
    let line = [
        "convert",
        "DEPTHS.DAT",
        "depths.csv",
        "--record",
        "depths.datarep",
        "--from",
        "time_table",
        "--columns",
        "station_id,type_,depth",
    ];
    let done = place.run(&line);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let csv = String::from_utf8(place.read("depths.csv")).expect("a text");
    assert_eq!(csv, "station_id,type_,depth\n258,CTD,118.625\n7,X,-2.5\n");
    // The probe has the same columns at the same places. It looks for a label of the file's own name.
    place.write("DEPTHS.LBL", LABEL);
    let probed = place.run(&["probe", "DEPTHS.DAT"]).text();
    for said in [
        "STATION ID: --as \"unsigned(16) big\" --at 2 --stride 22 --count 2",
        "DEPTH: --as \"f32 little\" --at 8 --stride 22 --count 2",
        "POINT: this column is not followed, as it is a group of columns, 2 times in each row",
    ] {
        assert!(probed.contains(said), "{probed}");
    }
}

#[test]
fn a_label_at_the_beginning_of_its_file_is_imported() {
    let place = Place::new();
    let label = LABEL.replace("(\"DEPTHS.DAT\", 1)", "50");
    let mut file = label.into_bytes();
    file.resize(22 * 49, b' ');
    file.extend(ROWS);
    place.write("depths.dat", &file);
    let done = place.run(&["import", "depths.dat"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(
        done.text().contains("in the file of the label, to be read with `--at 1078 --count 2`"),
        "{}",
        done.text()
    );
    place.write("depths.datarep", done.stdout);
    let line = [
        "convert",
        "depths.dat",
        "depths.csv",
        "--record",
        "depths.datarep",
        "--from",
        "time_table",
        "--columns",
        "depth",
        "--at",
        "1078",
        "--count",
        "2",
    ];
    let done = place.run(&line);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("depths.csv"), b"depth\n118.625\n-2.5\n");
}

#[test]
fn a_label_of_pds4_becomes_a_record() {
    let place = Place::new();
    let label = r#"<?xml version="1.0"?>
<Product_Observational xmlns="http://pds.nasa.gov/pds4/pds/v1"><File_Area_Observational>
 <File><file_name>a.dat</file_name></File>
 <Table_Binary><local_identifier>Samples</local_identifier><offset unit="byte">3</offset><records>2</records>
  <Record_Binary><record_length unit="byte">10</record_length>
   <Field_Binary><name>Code</name><field_location unit="byte">1</field_location>
    <data_type>ASCII_Integer</data_type><field_length unit="byte">3</field_length></Field_Binary>
   <Group_Field_Binary><name>Axis</name><repetitions>3</repetitions><group_location unit="byte">5</group_location>
    <group_length unit="byte">6</group_length>
    <Field_Binary><name>g</name><field_location unit="byte">1</field_location><data_type>SignedLSB2</data_type></Field_Binary>
   </Group_Field_Binary>
  </Record_Binary></Table_Binary></File_Area_Observational></Product_Observational>"#;
    place.write("a.xml", label);
    place.write("a.dat", b"abc 17 \x01\x00\xFE\xFF\x00\x80204 \x00\x01\x02\x00\x03\x00");
    let done = place.run(&["import", "a.xml", "a.datarep"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let dumped =
        place.run(&["dump", "a.dat", "--record", "a.datarep", "--as", "samples", "--at", "3"]).text();
    for value in ["17", "204", "-2", "-32768", "256"] {
        assert!(dumped.contains(value), "{dumped}");
    }
}

#[test]
fn a_table_of_vicar_becomes_a_record() {
    let place = Place::new();
    let mut file =
        b"LBLSIZE=256 FORMAT='BYTE' TYPE='TABULAR' REALFMT='VAX' PROPERTY='IBIS' NR=2 NC=2 ORG='ROW' \
        FMT_DEFAULT='REAL' SEGMENT=8 "
            .to_vec();
    file.resize(256, 0);
    // 1.0, -2.5, 0.5, 3.0: the exponent of the VAX's F is 128 for numbers from a half to one.
    for word in [[0x80, 0x40], [0x20, 0xC1], [0x00, 0x40], [0x40, 0x41]] {
        file.extend([word[0], word[1], 0, 0]);
    }
    place.write("ties.dat", &file);
    let done = place.run(&["import", "ties.dat", "ties.datarep"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let text = String::from_utf8(place.read("ties.datarep")).expect("a text");
    assert!(text.contains("columns: [dec::vax_f; 2] at 0; // REAL"), "{text}");
    let dumped = place.run(&["dump", "ties.dat", "--record", "ties.datarep", "--at", "256"]).text();
    for value in ["1", "-2.5", "0.5", "3"] {
        assert!(dumped.contains(value), "{dumped}");
    }
}

#[test]
fn labels_of_which_no_record_can_be_made_are_refused() {
    let place = Place::new();
    place.write("other.cpy", "       01  A.\n           05  B PIC X.\n");
    for (label, wanted) in [
        (
            LABEL.replace("START_BYTE = 7\r\n", "START_BYTE = 5\r\n"),
            "the columns `TYPE` and `DEPTH` of TIME_TABLE overlap",
        ),
        ("PDS_VERSION_ID = PDS3\r\nEND\r\n".to_owned(), "has no table with columns that are followed"),
    ] {
        place.write("a.lbl", label);
        let done = place.run(&["import", "a.lbl"]);
        assert_eq!((done.code, done.text().as_str()), (Some(1), ""));
        assert!(done.stderr.contains(wanted), "{}", done.stderr);
    }
    place.write("a.lbl", LABEL);
    for (line, wanted) in [
        (&["a.lbl", "--report", "text"][..], "`--report` writes the layout of copybooks"),
        (&["other.cpy", "a.lbl", "all.datarep"], "`a.lbl` is a label, and not a copybook"),
        (&["a.lbl", "--machine", "pc"], "an option for copybooks is given, and `a.lbl` is a label"),
        (&["a.lbl", "--include", "."], "an option for copybooks is given"),
        (&["a.lbl", "--redefines", "overlay"], "an option for copybooks is given"),
    ] {
        let done = place.run(&[&["import"], line].concat());
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        assert!(done.stderr.contains(wanted), "{}", done.stderr);
    }
}

/// A label says how long it is. A file that ends before is cut, or the label is wrong.
#[test]
fn a_label_that_is_longer_than_its_file_is_told() {
    let place = Place::new();
    let label = LABEL.replace("FILE_RECORDS = 2", "LABEL_RECORDS = 90").replace("(\"DEPTHS.DAT\", 1)", "91");
    let bytes = label.len();
    place.write("cut.dat", &label);
    let said = place.run(&["probe", "cut.dat"]).text();
    let wanted = format!(
        "the label says that it has 90 records of 22 bytes (LABEL_RECORDS, RECORD_BYTES), and the file ends at byte {bytes}"
    );
    assert!(said.contains(&wanted), "{said}");
    assert!(!said.contains("no line END"), "{said}");
    // Of a label that is cut, nobody knows what it would have said.
    place.write("cut.dat", &label[..bytes - 40]);
    let said = place.run(&["probe", "cut.dat"]).text();
    assert!(
        said.contains(&format!("the label has no line END before byte {}, where the file ends", bytes - 40)),
        "{said}"
    );
    // One that is as long as it says is not doubted.
    let mut whole = label.replace("LABEL_RECORDS = 90", "LABEL_RECORDS = 2").into_bytes();
    whole.resize(3000, b' ');
    place.write("whole.dat", whole);
    let said = place.run(&["probe", "whole.dat"]).text();
    assert!(said.contains("kind of file: PDS3") && !said.contains("the label"), "{said}");
}
