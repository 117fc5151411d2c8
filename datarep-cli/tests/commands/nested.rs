//! Groups of records as structs of tables, and back.

use std::path::PathBuf;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Decimal128Type, UInt8Type, UInt16Type, UInt64Type};
use arrow_array::{Array as _, ArrayRef, StructArray};
use arrow_schema::{DataType, Field};

use crate::tables::table;
use crate::{CopybookFile, Place, import_copybooks};

const BILLS: &str = "\
record point { x: u8; y: i16 { null if -1; }; }
record item { m: u8; marks: [u8; m]; tag: 2 bytes; }
record line { part: u16; at: point; items: [item; 2]; name: [ascii; 3]; }
record bill { id: u8; place: point; n: u8; lines: [line; n]; pair: [point; 2]; grid: [[u8; 3]; n]; last: u8; }
";

/// Bill 1 has a line, bill 2 none, and bill 3 two.
fn bills() -> Vec<u8> {
    let first: &[u8] = &[
        1, 5, 0, 6, 1, 0, 77, 8, 255, 255, 2, 21, 22, 0xA1, 0xA2, 0, 0xB1, 0xB2, b'o', b'n', b'e', 1, 0, 2,
        3, 255, 255, 31, 32, 33, 91,
    ];
    let second: &[u8] = &[2, 5, 255, 255, 0, 1, 0, 2, 3, 0, 4, 92];
    let third: &[u8] = &[
        3, 9, 0, 9, 2, 1, 0, 1, 0, 2, 0, 0xC1, 0xC2, 1, 41, 0xD1, 0xD2, b'A', b'B', b' ', 1, 1, 3, 0, 4, 1,
        42, 0xE1, 0xE2, 1, 43, 0xF1, 0xF2, b' ', b' ', b' ', 5, 0, 6, 7, 0, 8, 51, 52, 53, 54, 55, 56, 93,
    ];
    [first, second, third].concat()
}

const EVENTS: &str = "\
record part { kind: u8; what: choice kind { 1 => small: u8; 2 => wide: u16; }; }
record call { t: u8; parts: [part; 2]; tail: 2 bytes; deep: choice t { 1 => part; otherwise => _; }; }
record event {
    kind: u8; n: u8;
    what: choice kind { 1 => call; 2 => calls: [call; 1]; 3 => code: u8; 4 => codes: [u8; 3]; otherwise => raw: n bytes; };
    parts: [part; n];
}
";

const EVENT_FILE: &[u8] = &[
    1, 1, 1, 1, 7, 2, 1, 0, 0xA1, 0xA2, 1, 8, 2, 0, 9, // a call with `deep`, and a part
    2, 0, 0, 1, 3, 1, 4, 0xB1, 0xB2, // calls, without `deep`
    3, 2, 200, 1, 5, 2, 0, 6, // a code, and two parts
    4, 0, 31, 32, 33, // codes
    9, 2, 0xC1, 0xC2, 1, 1, 1, 2, // raw bytes, and two parts
];

fn convert(place: &Place, words: &[&str]) {
    let done = place.run(&[&["convert"], words].concat());
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{words:?}");
}

fn inner(array: &StructArray, name: &str) -> ArrayRef {
    array.column_by_name(name).unwrap_or_else(|| panic!("no {name}")).clone()
}

fn kind_of(field: &Field) -> String {
    match field.data_type() {
        DataType::Struct(fields) => {
            let inside: Vec<String> =
                fields.iter().map(|field| format!("{} {}", field.name(), kind_of(field))).collect();
            format!("{{{}}}", inside.join(", "))
        }
        DataType::List(item) => format!("[{}]", kind_of(item)),
        DataType::FixedSizeList(item, length) => format!("[{}; {length}]", kind_of(item)),
        other => other.to_string(),
    }
}

#[test]
fn groups_become_structs_of_tables() {
    let place = Place::new();
    place.write("bill.datarep", BILLS);
    place.write("bills.dat", bills());
    for (output, option) in [("bills.parquet", "--nested"), ("bills.arrow", "--structs")] {
        convert(&place, &["bills.dat", output, "--record", "bill.datarep", "--from", "bill", option]);
        let [batch] = table(&place, output).try_into().expect("one batch");
        let schema = batch.schema();
        let kinds: Vec<String> =
            schema.fields().iter().map(|field| format!("{} {}", field.name(), kind_of(field))).collect();
        let point = "{x UInt8, y Int16}";
        let items = "[{m UInt8, marks [UInt8], tag FixedSizeBinary(2)}; 2]";
        let lines = format!("lines [{{part UInt16, at {point}, items {items}, name Utf8}}]");
        let (place, pair) = (format!("place {point}"), format!("pair [{point}; 2]"));
        let wanted = ["id UInt8", &place, "n UInt8", &lines, &pair, "grid [[UInt8; 3]]", "last UInt8"];
        assert_eq!(kinds, wanted, "{output}");
        let lines = batch.column_by_name("lines").expect("lines").as_list::<i32>().clone();
        assert_eq!(lines.value_offsets(), [0, 1, 1, 3], "{output}");
        let lines = lines.values().as_struct();
        assert_eq!(inner(lines, "part").as_primitive::<UInt16Type>().values().to_vec(), [77, 256, 257]);
        let names: Vec<Option<String>> =
            inner(lines, "name").as_string::<i32>().iter().map(|name| name.map(str::to_owned)).collect();
        assert_eq!(names, ["one", "AB", ""].map(|name| Some(name.to_owned())));
        let items = inner(lines, "items");
        let marks = inner(items.as_fixed_size_list().values().as_struct(), "marks");
        let marks = marks.as_list::<i32>();
        assert_eq!(marks.value_offsets(), [0, 2, 2, 2, 3, 4, 5]);
        assert_eq!(marks.values().as_primitive::<UInt8Type>().values().to_vec(), [21, 22, 41, 42, 43]);
    }
}

#[test]
fn nested_tables_become_the_records_that_they_were_made_of() {
    let place = Place::new();
    let many: Vec<u8> = EVENT_FILE.repeat(5000);
    for (text, name, file) in [
        (BILLS, "bill", bills()),
        (EVENTS, "event", EVENT_FILE.to_vec()),
        (EVENTS, "event", many),
        (BILLS, "bill", Vec::new()),
    ] {
        place.write("made.datarep", text);
        place.write("old.dat", &file);
        for kind in ["parquet", "arrow"] {
            let output = format!("table.{kind}");
            let words =
                ["old.dat", &output, "--record", "made.datarep", "--from", name, "--nested", "--force"];
            convert(&place, &words);
            let line = ["write", &output, "back.dat", "--record", "made.datarep", "--to", name, "--force"];
            let done = place.run(&line);
            assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{kind}");
            assert!(place.read("back.dat") == file, "{kind} of `{name}`");
        }
    }
}

/// The records of copybooks, whose flat tables were compared with those of another reader.
#[test]
fn nested_tables_of_copybooks_have_the_values_of_flat_ones() {
    let files = import_copybooks();
    if files.is_empty() {
        return;
    }
    let mut compared = 0;
    for CopybookFile { place, copybook, data } in files {
        // Some numbers are rounded, which is told.
        for line in [&["flat.arrow"][..], &["nested.arrow", "--nested"]] {
            let done = place.run(&[&["convert", &data, "--record", "made.datarep"], line].concat());
            assert_eq!(done.code, Some(0), "{}", done.stderr);
        }
        for (flat, nested) in table(&place, "flat.arrow").iter().zip(table(&place, "nested.arrow")) {
            for (field, column) in flat.schema().fields().iter().zip(flat.columns()) {
                let found = datarep_arrow::find_column(&nested, field.name()).expect("it is there");
                assert_eq!(found.data_type(), column.data_type(), "{copybook}: {}", field.name());
                assert_eq!(&found, column, "{copybook}: {}", field.name());
                compared += column.len();
            }
        }
        for kind in ["flat", "nested"] {
            let (input, output) = (format!("{kind}.arrow"), format!("{kind}.dat"));
            let done = place.run(&["write", &input, &output, "--record", "made.datarep"]);
            assert_eq!(done.code, Some(0), "{}", done.stderr);
        }
        assert!(place.read("flat.dat") == place.read("nested.dat"), "{copybook}");
    }
    assert!(compared > 10_000, "{compared} values");
}

/// Columns beside those of the records, and the columns of a parent, are no part of the groups.
#[test]
fn columns_beside_groups_stay_columns() {
    let place = Place::new();
    let text = "\
record customer { id: u16; at: point; }
record point { x: u8; y: u8; }
record payment { amount: packed_decimal(3, 1); at: [point; 2]; }
record entry { kind: [ascii; 1]; body: choice kind { \"C\" => customer; \"P\" => payment; }; }
";
    place.write("entry.datarep", text);
    let file = [
        b"C\0\x07\x01\x02".as_slice(),
        b"P\x10\x0C\x03\x04\x05\x06",
        b"C\0\x08\x01\x02",
        b"P\x20\x0C\x07\x08\x09\x0A",
    ];
    place.write("bank.dat", file.concat());
    let words = ["bank.dat", "bank.arrow", "--record", "entry.datarep", "--from", "entry", "--nested"];
    convert(&place, &[&words[..], &["--add-columns", "record,alternative"]].concat());
    let [batch] = table(&place, "bank.arrow").try_into().expect("one batch");
    let schema = batch.schema();
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["kind", "body", "_record", "_alternative"]);
    let customer = inner(batch.column(1).as_struct(), "customer");
    assert_eq!((0..4).map(|row| customer.is_null(row)).collect::<Vec<_>>(), [false, true, false, true]);
    let split =
        ["bank.dat", "split", "--to", "parquet", "--record", "entry.datarep", "--from", "entry", "--nested"];
    let parents = ["--split-by", "body", "--parents", "customer/payment", "--keys", "customer.id"];
    convert(&place, &[&split[..], &parents, &["--add-columns", "record"]].concat());
    let [batch] = table(&place, "split/payment.parquet").try_into().expect("one batch");
    let schema = batch.schema();
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["body.customer.id", "kind", "body", "_record"]);
    assert_eq!(batch.column(0).as_primitive::<UInt16Type>().values().to_vec(), [7, 8]);
    let payment = inner(batch.column(2).as_struct(), "payment");
    assert_eq!(payment.null_count(), 0);
    let amounts = inner(payment.as_struct(), "amount");
    assert_eq!(amounts.as_primitive::<Decimal128Type>().values().to_vec(), [100, 200]);
    let at = inner(payment.as_struct(), "at");
    let points = at.as_list::<i32>().values().as_struct().clone();
    assert_eq!(inner(&points, "x").as_primitive::<UInt8Type>().values().to_vec(), [3, 5, 7, 9]);
    assert_eq!(batch.column(3).as_primitive::<UInt64Type>().values().to_vec(), [1, 3]);
}

/// Records that are left out have no groups, and bad items are missing in theirs.
#[test]
fn groups_of_bad_records_are_missing_or_left_out() {
    let place = Place::new();
    place.write(
        "bad.datarep",
        "record line { m: u8; x: [packed_decimal(1, 0); m]; }\nrecord order_of { n: u8; lines: [line; n]; }\n",
    );
    place.write("bad.dat", [2, 1, 0x1C, 0, 1, 1, 0xFF, 1, 2, 0x3C, 0x4C]);
    for (on_bad, wanted) in [("null", vec![0, 2, 3, 4]), ("skip", vec![0, 2, 3])] {
        let words =
            ["bad.dat", "bad.arrow", "--record", "bad.datarep", "--nested", "--force", "--on-bad", on_bad];
        let done = place.run(&[&["convert"], &words[..]].concat());
        assert!(matches!(done.code, Some(0 | 3)), "{}", done.stderr);
        let [batch] = table(&place, "bad.arrow").try_into().expect("one batch");
        let lines = batch.column(1).as_list::<i32>();
        assert_eq!(lines.value_offsets(), wanted, "{on_bad}");
        let x = inner(lines.values().as_struct(), "x");
        assert_eq!(x.as_list::<i32>().values().null_count(), usize::from(on_bad == "null"));
    }
}

#[test]
fn structs_are_refused_where_a_file_has_none() {
    let place = Place::new();
    place.write("bill.datarep", BILLS);
    place.write("bills.dat", bills());
    for (output, title) in [
        ("bills.csv", "`--nested` is for tables of Parquet and Arrow, and csv has no structs"),
        ("bills.npy", "`--nested` is for tables of Parquet and Arrow, and npy has no structs"),
    ] {
        let done = place.run(&["convert", "bills.dat", output, "--record", "bill.datarep", "--nested"]);
        assert_eq!(done.code, Some(1));
        assert!(done.stderr.contains(title), "{}", done.stderr);
    }
    let done = place.run(&["convert", "bills.dat", "out.parquet", "--from", "f32", "--nested"]);
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("`--nested` is for records"), "{}", done.stderr);
}

/// A list that is moved from one line to the other would be written at other places.
#[test]
fn lists_that_do_not_fit_their_counts_are_told() {
    use std::sync::Arc;

    use arrow_array::{ListArray, RecordBatch};
    use arrow_buffer::OffsetBuffer;
    use arrow_ipc::writer::FileWriter;

    let place = Place::new();
    let write = |batch: &RecordBatch, names: &[&str]| {
        let file = std::fs::File::create(place.path("rows.arrow")).expect("a file");
        let mut writer = FileWriter::try_new(file, &batch.schema()).expect("a table");
        // Rows are counted from the first batch on.
        writer.write(batch).expect("it is written");
        writer.write(&batch.slice(0, 1)).expect("it is written");
        writer.finish().expect("it is written");
        place.run(
            &[&["write", "rows.arrow", "rows.dat", "--record", "row.datarep", "--force"], names].concat(),
        )
    };
    let list = |lengths: &[usize], items: ArrayRef| -> ArrayRef {
        let item = Arc::new(Field::new_list_field(items.data_type().clone(), true));
        let offsets = OffsetBuffer::from_lengths(lengths.iter().copied());
        Arc::new(ListArray::new(item, offsets, items, None))
    };
    let numbers = |count: usize| -> ArrayRef {
        Arc::new(arrow_array::Int64Array::from_iter_values((0..count).map(|_| 5)))
    };
    let counts = |counts: &[u8]| -> ArrayRef { Arc::new(arrow_array::UInt8Array::from(counts.to_vec())) };
    place.write("row.datarep", "record row { n: u8; x: [i16; n]; }\n");
    // Also where all lists together have as many items as the records, more, or fewer.
    for (lengths, row, found, expected) in [
        (&[2, 1, 3, 3][..], 0, 2, 1),
        (&[1, 2, 3, 9], 3, 9, 3),
        (&[1, 2, 2, 3], 2, 2, 3),
        (&[1, 2, 0, 0], 2, 0, 3),
        (&[9, 2, 3, 3], 0, 9, 1),
    ] {
        let lists = list(lengths, numbers(lengths.iter().sum()));
        let batch =
            RecordBatch::try_from_iter([("n", counts(&[1, 2, 3, 3])), ("x", lists)]).expect("a batch");
        let done = write(&batch, &[]);
        assert_eq!(done.code, Some(1), "{lengths:?}");
        let told =
            format!("row {row}: the list `x` has {found} items, and {expected} by the counts of the record");
        assert!(done.stderr.contains(&told), "{lengths:?}: {}", done.stderr);
    }
    // Lists in structs of lists.
    place
        .write("row.datarep", "record line { m: u8; y: [u8; m]; } record row { n: u8; lines: [line; n]; }\n");
    for (lengths, row, told) in
        [(&[1, 2, 9][..], 1, "the list `lines.y` has "), (&[1, 0, 2], 0, "the list `lines.y` has ")]
    {
        let inner = list(lengths, counts(&vec![7; lengths.iter().sum()]));
        let lines = StructArray::from(vec![
            (Arc::new(Field::new("m", DataType::UInt8, true)), counts(&[1, 2, 2])),
            (Arc::new(Field::new("y", inner.data_type().clone(), true)), inner),
        ]);
        let lines = list(&[2, 1], Arc::new(lines));
        let batch = RecordBatch::try_from_iter([("n", counts(&[2, 1])), ("lines", lines)]).expect("a batch");
        let done = write(&batch, &["--to", "row"]);
        assert_eq!(done.code, Some(1), "{lengths:?}");
        assert!(done.stderr.contains(&format!("row {row}: {told}")), "{lengths:?}: {}", done.stderr);
    }
}

const ACCOUNT: &str = "\
       01  ACCOUNT.
           05  HEADER-PART.
               10  ID-NUMBER        PIC 9(4).
               10  LINE-COUNT       PIC 9(2).
           05  OWNER.
               10  NAME             PIC X(4).
               10  BIRTH.
                   15  YEAR         PIC 9(4).
                   15  MONTH        PIC 9(2).
           05  FILLER.
               10  NOTE             PIC X(2).
           05  OPENED.
               10  YEAR             PIC 9(4).
               10  MONTH            PIC 9(2).
           05  BODY.
               10  LINES-OF OCCURS 0 TO 9 DEPENDING ON LINE-COUNT.
                   15  AMOUNT       PIC S9(3) COMP-3.
                   15  PLACE.
                       20  ROW      PIC 9.
                       20  SEAT     PIC 9.
               10  TAIL             PIC X.
           66  DATES RENAMES BIRTH THRU OPENED.
";

/// Text of EBCDIC: digits, capital letters from `A` to `I`, and spaces.
fn ebcdic(text: &str) -> Vec<u8> {
    let code = |letter: u8| match letter {
        b'0'..=b'9' => 0xF0 + (letter - b'0'),
        b'A'..=b'I' => 0xC1 + (letter - b'A'),
        b' ' => 0x40,
        other => panic!("no test has {other}"),
    };
    text.bytes().map(code).collect()
}

#[test]
fn groups_of_a_copybook_become_structs() {
    let place = Place::new();
    place.write("account.cpy", ACCOUNT);
    let done = place.run(&["import", "account.cpy", "account.datarep", "--groups", "nested"]);
    let note = "note: account.cpy:15: `BODY` is no record of its own: `LINES-OF` in it needs `LINE-COUNT`, which stands outside of it\n";
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), note));
    let text = String::from_utf8(place.read("account.datarep")).expect("a text");
    for line in [
        "    header_part: header_part;  // line 2",
        "    birth: birth;  // line 7",
        "    note: [ebcdic(cp037); 2];  // line 11: NOTE PIC X(2)",
        "    lines_of: [lines_of; choice header_part.line_count { 0..=9 => header_part.line_count; }];  // line 16",
        "/// 66 DATES RENAMES BIRTH THRU OPENED: the fields `owner.birth.year` to `opened.month`, bytes 10 to 23",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    let first = [
        &ebcdic("000702ABC 198403  200111")[..],
        &[0x12, 0x3C],
        &ebcdic("12"),
        &[0x45, 0x6D],
        &ebcdic("34A"),
    ];
    let second = [&ebcdic("000800DEF 199912HI202012B")[..]];
    let file = [first.concat(), second.concat()].concat();
    place.write("accounts.dat", &file);
    convert(&place, &["accounts.dat", "accounts.parquet", "--record", "account.datarep", "--nested"]);
    let [batch] = table(&place, "accounts.parquet").try_into().expect("one batch");
    let schema = batch.schema();
    let kinds: Vec<String> =
        schema.fields().iter().map(|field| format!("{} {}", field.name(), kind_of(field))).collect();
    let date = "{year UInt16, month UInt8}";
    let wanted = [
        "header_part {id_number UInt16, line_count UInt8}".to_owned(),
        format!("owner {{name Utf8, birth {date}}}"),
        "note Utf8".to_owned(),
        format!("opened {date}"),
        "lines_of [{amount Int16, place {row UInt8, seat UInt8}}]".to_owned(),
        "tail Utf8".to_owned(),
    ];
    assert_eq!(kinds, wanted);
    let birth = inner(batch.column(1).as_struct(), "birth");
    let years = inner(birth.as_struct(), "year");
    assert_eq!(years.as_primitive::<UInt16Type>().values().to_vec(), [1984, 1999]);
    let lines = batch.column(4).as_list::<i32>();
    assert_eq!(lines.value_offsets(), [0, 2, 2]);
    let seats = inner(inner(lines.values().as_struct(), "place").as_struct(), "seat");
    assert_eq!(seats.as_primitive::<UInt8Type>().values().to_vec(), [2, 4]);
    let done = place.run(&["write", "accounts.parquet", "back.dat", "--record", "account.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("back.dat"), file);
    // As many items as there can be need no count, so that each group is a record of its own.
    let done = place.run(&["import", "account.cpy", "-", "--groups", "nested", "--occurs", "maximum"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert!(done.text().contains("    body: body;  // line 15\n"), "{}", done.text());
}

/// A choice in a group by a field of that group, one by a field of another group, and one from outside.
#[test]
fn groups_with_choices_are_records_if_they_have_the_field_that_decides() {
    let place = Place::new();
    let copybook = "\
       01  ENTRY-1.
           05  HEAD.
               10  KIND     PIC X.
           05  INSIDE.
               10  SORT     PIC X.
               10  ONE.
                   15  A    PIC 9(2).
               10  TWO REDEFINES ONE.
                   15  B    PIC X(2).
           05  C            PIC X.
           05  D REDEFINES C PIC 9.
           05  BESIDE.
               10  E        PIC X.
               10  F REDEFINES E PIC 9.
";
    place.write("entry.cpy", copybook);
    let chosen =
        ["--choose", "SORT=A:ONE", "--choose", "SORT=B:TWO", "--choose", "KIND=A:C", "--choose", "KIND=B:D"];
    let more = ["--choose", "KIND=A:E", "--choose", "KIND=B:F"];
    let line = [&["import", "entry.cpy", "entry.datarep", "--groups", "nested"], &chosen[..], &more].concat();
    let done = place.run(&line);
    let told = "`BESIDE` is no record of its own: `E` in it needs `KIND`, which stands outside of it";
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stderr.contains(told), "{}", done.stderr);
    let text = String::from_utf8(place.read("entry.datarep")).expect("a text");
    assert!(text.contains("    inside: inside;  // line 4\n"), "{text}");
    assert_eq!(text.matches("choice head.kind in 1 bytes").count(), 2, "{text}");
    let file = [ebcdic("AA12CE"), ebcdic("BBAB78")].concat();
    place.write("entries.dat", &file);
    convert(&place, &["entries.dat", "entries.arrow", "--record", "entry.datarep", "--nested"]);
    let done = place.run(&["write", "entries.arrow", "back.dat", "--record", "entry.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("back.dat"), file);
}

/// Every public copybook has the same bytes with groups as without them.
#[test]
fn groups_of_copybooks_have_the_bytes_of_their_fields() {
    use datarep_copybook::{CobolMachine, Copybook, GroupForm, Options, import_copybooks};
    use datarep_dynamic::Text;

    let Some(corpus) = std::env::var_os("DATAREP_CORPUS") else { return };
    let mut folders = vec![PathBuf::from(corpus).join("copybooks")];
    let (mut compared, mut nested) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let shown = path.display().to_string();
            let import = |groups| {
                let options = Options { groups, machine: CobolMachine::Mainframe, ..Options::default() };
                import_copybooks(&[Copybook::new(&shown, "it", &text)], "it", &options)
            };
            let Ok(flat) = import(GroupForm::Flat) else { continue };
            let Ok(flat) = Text::parse(&flat.text) else { continue };
            let made = import(GroupForm::Nested).unwrap_or_else(|error| panic!("{shown}: {error}"));
            let made = Text::parse(&made.text).unwrap_or_else(|error| panic!("{shown}: {error}"));
            let (flat, made) = (flat.records().last(), made.records().last());
            let (flat, made) = (flat.expect("a record"), made.expect("a record"));
            let places = |record: &datarep_dynamic::Record| -> Vec<_> {
                record.fields().iter().map(|field| (field.bytes(), field.shape().len())).collect()
            };
            // Fields in a group that varies in length have no offset.
            let offsets = |record: &datarep_dynamic::Record| -> Vec<_> {
                record.fields().iter().map(datarep_dynamic::record::Field::offset).collect()
            };
            let mut pairs = offsets(flat).into_iter().zip(offsets(made));
            assert!(pairs.all(|(one, other)| other.is_none() || one == other), "{shown}");
            assert_eq!(flat.bytes(), made.bytes(), "{shown}");
            assert_eq!(places(flat), places(made), "{shown}");
            compared += flat.fields().len();
            nested += usize::from(
                made.fields()
                    .iter()
                    .map(datarep_dynamic::record::Field::path)
                    .ne(flat.fields().iter().map(datarep_dynamic::record::Field::path)),
            );
        }
    }
    assert!(compared > 200 && nested >= 8, "{compared} fields, {nested} copybooks with groups");
}
