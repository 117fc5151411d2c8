//! Groups of records as structs and lists of structs, and back.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int16Type, UInt8Type, UInt16Type};
use arrow_array::{Array, ArrayRef, FixedSizeListArray, LargeListArray, ListArray, RecordBatch, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use datarep_arrow::{OnBad, ReadOptions, Reader, RecordTable, find_column, write_batch};
use datarep_dynamic::marks::{MarkWriter, Marks};
use datarep_dynamic::{Record, Text};

fn record(text: &str, name: &str) -> Record {
    let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    text.record(name).expect("it is in the text").clone()
}

fn read_with(file: &[u8], record: &Record, options: &ReadOptions) -> Vec<RecordBatch> {
    let reader = Reader::new(file, record, options).expect("a table");
    reader.collect::<Result<Vec<_>, ArrowError>>().expect("it is read")
}

fn read(file: &[u8], record: &Record) -> RecordBatch {
    let options = ReadOptions { has_structs: true, ..ReadOptions::default() };
    let [batch] = read_with(file, record, &options).try_into().expect("one batch");
    batch
}

/// A row as it would be written by hand: `{a:1,b:[2,3],c:-}`, where a dash is a null.
fn show(array: &dyn Array, row: usize) -> String {
    if array.is_null(row) {
        return "-".to_owned();
    }
    let list = |items: ArrayRef| {
        let items: Vec<String> = (0..items.len()).map(|item| show(&items, item)).collect();
        format!("[{}]", items.join(","))
    };
    match array.data_type() {
        DataType::Struct(fields) => {
            let inside = fields.iter().zip(array.as_struct().columns());
            let inside: Vec<String> =
                inside.map(|(field, inner)| format!("{}:{}", field.name(), show(inner, row))).collect();
            format!("{{{}}}", inside.join(","))
        }
        DataType::List(_) => list(array.as_list::<i32>().value(row)),
        DataType::FixedSizeList(..) => list(array.as_fixed_size_list().value(row)),
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        DataType::Binary => format!("{:02X?}", array.as_binary::<i32>().value(row)),
        DataType::FixedSizeBinary(_) => format!("{:02X?}", array.as_fixed_size_binary().value(row)),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(row).to_string(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).to_string(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).to_string(),
        other => panic!("no test has {other}"),
    }
}

fn show_column(batch: &RecordBatch, name: &str) -> Vec<String> {
    let column = batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}"));
    (0..column.len()).map(|row| show(column, row)).collect()
}

fn names(batch: &RecordBatch) -> Vec<String> {
    batch.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
}

/// A type with its nullability: `{a:u8?}` is a struct with numbers that may be missing.
fn show_type(field: &Field) -> String {
    let kind = match field.data_type() {
        DataType::Struct(fields) => {
            let inside: Vec<String> =
                fields.iter().map(|field| format!("{}:{}", field.name(), show_type(field))).collect();
            format!("{{{}}}", inside.join(","))
        }
        DataType::List(item) => format!("[{}]", show_type(item)),
        DataType::FixedSizeList(item, length) => format!("[{};{length}]", show_type(item)),
        other => other.to_string(),
    };
    format!("{kind}{}", if field.is_nullable() { "?" } else { "" })
}

const BILLS: &str = "
    record point { x: u8; y: i16 { null if -1; }; }
    record item { m: u8; marks: [u8; m]; tag: 2 bytes; }
    record line { part: u16; at: point; items: [item; 2]; name: [ascii; 3]; }
    record bill { id: u8; place: point; n: u8; lines: [line; n]; pair: [point; 2]; grid: [[u8; 3]; n]; last: u8; }";

/// Bill 1 has a line, bill 2 none, and bill 3 two.
fn bills() -> [Vec<u8>; 3] {
    let first: &[u8] = &[
        1, 5, 0, 6, 1, // id, place, n
        0, 77, 8, 255, 255, 2, 21, 22, 0xA1, 0xA2, 0, 0xB1, 0xB2, b'o', b'n', b'e', // the line
        1, 0, 2, 3, 255, 255, // pair
        31, 32, 33, 91, // grid, last
    ];
    let second: &[u8] = &[2, 5, 255, 255, 0, 1, 0, 2, 3, 0, 4, 92];
    let third: &[u8] = &[
        3, 9, 0, 9, 2, // id, place, n
        1, 0, 1, 0, 2, 0, 0xC1, 0xC2, 1, 41, 0xD1, 0xD2, b'A', b'B', b' ', // a line
        1, 1, 3, 0, 4, 1, 42, 0xE1, 0xE2, 1, 43, 0xF1, 0xF2, b' ', b' ', b' ', // and another one
        5, 0, 6, 7, 0, 8, // pair
        51, 52, 53, 54, 55, 56, 93, // grid, last
    ];
    [first.to_vec(), second.to_vec(), third.to_vec()]
}

#[test]
fn groups_become_structs_and_lists_of_them() {
    let bill = record(BILLS, "bill");
    let file = bills().concat();
    let batch = read(&file, &bill);
    assert_eq!(names(&batch), ["id", "place", "n", "lines", "pair", "grid", "last"]);
    assert_eq!(show_column(&batch, "place"), ["{x:5,y:6}", "{x:5,y:-}", "{x:9,y:9}"]);
    assert_eq!(
        show_column(&batch, "lines"),
        [
            "[{part:77,at:{x:8,y:-},items:[{m:2,marks:[21,22],tag:[A1, A2]},{m:0,marks:[],tag:[B1, B2]}],name:one}]",
            "[]",
            "[{part:256,at:{x:1,y:2},items:[{m:0,marks:[],tag:[C1, C2]},{m:1,marks:[41],tag:[D1, D2]}],name:AB},\
             {part:257,at:{x:3,y:4},items:[{m:1,marks:[42],tag:[E1, E2]},{m:1,marks:[43],tag:[F1, F2]}],name:}]",
        ]
    );
    assert_eq!(
        show_column(&batch, "pair"),
        ["[{x:1,y:2},{x:3,y:-}]", "[{x:1,y:2},{x:3,y:4}]", "[{x:5,y:6},{x:7,y:8}]"]
    );
    assert_eq!(show_column(&batch, "grid"), ["[[31,32,33]]", "[]", "[[51,52,53],[54,55,56]]"]);
    let types: Vec<String> = batch.schema_ref().fields().iter().map(|field| show_type(field)).collect();
    let point = "{x:UInt8,y:Int16?}";
    let item = "{m:UInt8,marks:[UInt8],tag:FixedSizeBinary(2)}";
    let lines = format!("[{{part:UInt16,at:{point},items:[{item};2],name:Utf8}}]");
    let pair = format!("[{point};2]");
    assert_eq!(types, ["UInt8", point, "UInt8", &lines, &pair, "[[UInt8;3]]", "UInt8"]);
}

#[test]
fn groups_become_the_same_records() {
    let bill = record(BILLS, "bill");
    let bills = bills();
    let batch = read(&bills.concat(), &bill);
    let written = write_batch(&bill, &batch).expect("it is written");
    assert_eq!(written.bytes, bills.concat());
    // Lists of a slice begin anywhere in the items.
    for first in 0..3 {
        for count in 0..=3 - first {
            let written = write_batch(&bill, &batch.slice(first, count)).expect("it is written");
            assert_eq!(written.bytes, bills[first..first + count].concat(), "{first} and {count} more");
        }
    }
}

/// Engines make lists with offsets of those with a fixed length, and longer offsets.
#[test]
fn lists_of_other_kinds_become_the_same_records() {
    let bill = record(BILLS, "bill");
    let batch = read(&bills().concat(), &bill);
    let columns = batch.schema_ref().fields().iter().zip(batch.columns());
    let columns = columns.map(|(field, array)| {
        let array = if field.name() == "pair" { Arc::clone(array) } else { lengthen(array) };
        (field.name(), array, false)
    });
    let other = RecordBatch::try_from_iter_with_nullable(columns).expect("columns");
    assert!(matches!(other.column(3).data_type(), DataType::LargeList(_)));
    // `grid` is one list for each record, whatever lists the batch has.
    assert_eq!(write_batch(&bill, &other).expect("it is written").bytes, bills().concat());
}

/// The same lists with offsets of 64 bits, whatever their lengths are.
fn lengthen(array: &ArrayRef) -> ArrayRef {
    let make = |offsets: Vec<usize>, items: &ArrayRef| -> ArrayRef {
        let items = lengthen(items);
        let item = Arc::new(Field::new_list_field(items.data_type().clone(), true));
        Arc::new(LargeListArray::new(item, OffsetBuffer::from_lengths(offsets), items, None))
    };
    match array.data_type() {
        DataType::List(_) => {
            let lists: &ListArray = array.as_list();
            make(lists.offsets().lengths().collect(), lists.values())
        }
        DataType::FixedSizeList(_, length) => {
            let lists: &FixedSizeListArray = array.as_fixed_size_list();
            make(vec![usize::try_from(*length).expect("a length"); lists.len()], lists.values())
        }
        DataType::Struct(fields) => {
            let inside: Vec<ArrayRef> = array.as_struct().columns().iter().map(lengthen).collect();
            let fields = fields.iter().zip(&inside);
            let fields: Vec<FieldRef> = fields
                .map(|(field, array)| Arc::new(Field::new(field.name(), array.data_type().clone(), true)))
                .collect();
            Arc::new(StructArray::new(fields.into(), inside, None))
        }
        _ => Arc::clone(array),
    }
}

const EVENTS: &str = "
    record part { kind: u8; what: choice kind { 1 => small: u8; 2 => wide: u16; }; }
    record call { t: u8; parts: [part; 2]; tail: 2 bytes; deep: choice t { 1 => part; otherwise => _; }; }
    record event {
        kind: u8; n: u8;
        what: choice kind { 1 => call; 2 => calls: [call; 1]; 3 => code: u8; 4 => codes: [u8; 3]; otherwise => raw: n bytes; };
        parts: [part; n];
    }";

const EVENT_FILE: &[u8] = &[
    1, 1, 1, 1, 7, 2, 1, 0, 0xA1, 0xA2, 1, 8, 2, 0, 9, // a call with `deep`, and a part
    2, 0, 0, 1, 3, 1, 4, 0xB1, 0xB2, // calls, without `deep`
    3, 2, 200, 1, 5, 2, 0, 6, // a code, and two parts
    4, 0, 31, 32, 33, // codes
    9, 2, 0xC1, 0xC2, 1, 1, 1, 2, // raw bytes, and two parts
];

#[test]
fn choices_in_arrays_and_alternatives_become_structs() {
    let event = record(EVENTS, "event");
    let batch = read(EVENT_FILE, &event);
    assert_eq!(names(&batch), ["kind", "n", "what", "parts"]);
    assert_eq!(
        show_column(&batch, "what"),
        [
            "{call:{t:1,parts:[{kind:1,what:{small:7,wide:-}},{kind:2,what:{small:-,wide:256}}],tail:[A1, A2],\
             deep:{part:{kind:1,what:{small:8,wide:-}}}},calls:[],code:-,codes:[],raw:[]}",
            "{call:-,calls:[{t:0,parts:[{kind:1,what:{small:3,wide:-}},{kind:1,what:{small:4,wide:-}}],tail:[B1, B2],\
             deep:{part:-}}],code:-,codes:[],raw:[]}",
            "{call:-,calls:[],code:200,codes:[],raw:[]}",
            "{call:-,calls:[],code:-,codes:[31,32,33],raw:[]}",
            "{call:-,calls:[],code:-,codes:[],raw:[C1, C2]}",
        ]
    );
    assert_eq!(
        show_column(&batch, "parts"),
        [
            "[{kind:2,what:{small:-,wide:9}}]",
            "[]",
            "[{kind:1,what:{small:5,wide:-}},{kind:2,what:{small:-,wide:6}}]",
            "[]",
            "[{kind:1,what:{small:1,wide:-}},{kind:1,what:{small:2,wide:-}}]",
        ]
    );
    let part = "{kind:UInt8,what:{small:UInt8?,wide:UInt16?}}";
    let nullable = "{kind:UInt8?,what:{small:UInt8?,wide:UInt16?}}?";
    assert_eq!(
        show_type(batch.schema_ref().field(2)),
        format!(
            "{{call:{{t:UInt8?,parts:[{part}],tail:Binary,deep:{{part:{nullable}}}}}?,\
             calls:[{{t:UInt8,parts:[{part};2],tail:FixedSizeBinary(2),deep:{{part:{nullable}}}}}],\
             code:UInt8?,codes:[UInt8],raw:Binary}}"
        )
    );
    assert_eq!(write_batch(&event, &batch).expect("it is written").bytes, EVENT_FILE);
    let written = write_batch(&event, &batch.slice(1, 3)).expect("it is written");
    assert_eq!(written.bytes, EVENT_FILE[15..15 + 9 + 8 + 5]);
}

/// Without structs, a choice in a counted array has a value for each time that it is made.
#[test]
fn choices_in_counted_arrays_are_lists_without_structs() {
    let event = record(EVENTS, "event");
    let [batch] = read_with(EVENT_FILE, &event, &ReadOptions::default()).try_into().expect("one batch");
    assert_eq!(show_column(&batch, "parts.kind"), ["[2]", "[]", "[1,2]", "[]", "[1,1]"]);
    assert_eq!(show_column(&batch, "parts.what.small"), ["[-]", "[]", "[5,-]", "[]", "[1,2]"]);
    assert_eq!(show_column(&batch, "parts.what.wide"), ["[9]", "[]", "[-,6]", "[]", "[-,-]"]);
    assert_eq!(show_column(&batch, "what.call.parts.what.small"), ["[7,-]", "[]", "[]", "[]", "[]"]);
    assert_eq!(write_batch(&event, &batch).expect("it is written").bytes, EVENT_FILE);
}

#[test]
fn alternatives_of_an_overlay_are_structs_and_may_all_be_there() {
    let text = "
        record digits { a: packed_decimal(3, 0) as i16; }
        record letters { two: [ascii; 2]; }
        record both { part: overlay { digits; letters; }; end: u8; }";
    let both = record(text, "both");
    let file = [0x12, 0x3C, 1, 0x61, 0x62, 2, 0x81, 0x2C, 3];
    let batch = read(&file, &both);
    assert_eq!(
        show_column(&batch, "part"),
        [
            "{digits:{a:123},letters:{two:\u{12}<}}",
            "{digits:-,letters:{two:ab}}",
            "{digits:{a:812},letters:-}"
        ]
    );
    assert_eq!(write_batch(&both, &batch).expect("it is written").bytes, file);
}

/// Chosen columns stand in their order, inside of groups, too.
#[test]
fn columns_are_chosen_inside_of_groups() {
    let bill = record(BILLS, "bill");
    let columns =
        ["lines.items.marks", "last", "lines.at.y", "place.x", "lines.at.x"].map(str::to_owned).to_vec();
    let table = RecordTable::new(&bill, Some(&columns), OnBad::Error).expect("columns");
    let table = table.with_structs().expect("structs");
    let file = bills().concat();
    let batch = table.read_batch(&bill.rows(&file).expect("three bills")).expect("it is read");
    assert_eq!(names(&batch), ["lines", "last", "place"]);
    let shown = show_column(&batch, "lines");
    assert_eq!(shown[0], "[{items:[{marks:[21,22]},{marks:[]}],at:{y:-,x:8}}]");
    assert_eq!(show_column(&batch, "place"), ["{x:5}", "{x:5}", "{x:9}"]);
}

/// The place of a field is said of what is the same in all groups.
#[test]
fn the_fields_of_groups_say_how_they_are_stored() {
    let text = "record part { n: u16; raw: 3 bytes; }  record r { id: u8; parts: [part; 4]; }";
    let r = record(text, "r");
    let table = RecordTable::new(&r, None, OnBad::Error).expect("columns").with_structs().expect("structs");
    let DataType::FixedSizeList(item, 4) = table.schema().field(1).data_type() else { panic!("a list") };
    let DataType::Struct(fields) = item.data_type() else { panic!("structs") };
    let facts = |field: usize, name: &str| fields[field].metadata().get(name).cloned();
    assert_eq!(facts(0, "datarep.format").as_deref(), Some("u16"));
    assert_eq!(facts(0, "datarep.bytes").as_deref(), Some("2"));
    assert_eq!(facts(0, "datarep.offset").as_deref(), Some("1"));
    assert_eq!(facts(1, "datarep.bytes").as_deref(), Some("3"));
    assert!(item.metadata().is_empty());
}

/// With marks, bad items and records that are left out, structs have the lengths of the records that are there.
#[test]
fn groups_of_bad_records_are_left_out() {
    let text =
        "record line { m: u8; x: [packed_decimal(1, 0); m] as i16; }  record r { n: u8; lines: [line; n]; }";
    let r = record(text, "r");
    let records: [&[u8]; 4] = [&[2, 1, 0x1C, 0], &[1, 1, 0xFF], &[1, 2, 0x2C], &[1, 2, 0x3C, 0x4C]];
    let marks: Marks = "rdw".parse().expect("marks");
    let mut writer = MarkWriter::new(marks).expect("marks");
    let mut file = Vec::new();
    for bytes in records {
        writer.write(bytes, &mut file).expect("it is written");
    }
    let lines = |on_bad| {
        let options = ReadOptions { marks: Some(marks), on_bad, has_structs: true, ..ReadOptions::default() };
        let batches = read_with(&file, &r, &options);
        batches.iter().flat_map(|batch| show_column(batch, "lines")).collect::<Vec<_>>()
    };
    assert_eq!(lines(OnBad::Skip), ["[{m:1,x:[1]},{m:0,x:[]}]", "[{m:2,x:[3,4]}]"]);
    assert_eq!(lines(OnBad::Null), ["[{m:1,x:[1]},{m:0,x:[]}]", "[{m:1,x:[-]}]", "[{m:2,x:[3,4]}]"]);
}

/// A record that ends where its marks say.
#[test]
fn groups_up_to_the_end_of_a_record_are_lists() {
    let text = "record line { m: u8; x: [u8; m]; }  record r { id: u8; lines: [line; ..]; }";
    let r = record(text, "r");
    let file = [7, 1, 5, 0, 8, 9, 2, 3, 4];
    let rows = r.rows_between(&file, &[4, 5, 9]).expect("three records");
    let table = RecordTable::new(&r, None, OnBad::Error).expect("columns").with_structs().expect("structs");
    let batch = table.read_batch(&rows).expect("it is read");
    assert_eq!(show_column(&batch, "lines"), ["[{m:1,x:[5]},{m:0,x:[]}]", "[]", "[{m:2,x:[3,4]}]"]);
    assert_eq!(write_batch(&r, &batch).expect("it is written").bytes, file);
}

#[test]
fn lists_that_do_not_fit_their_counts_are_refused() {
    let text = "record line { a: u8; }  record r { n: u8; lines: [line; n]; }";
    let r = record(text, "r");
    let batch = read(&[1, 7, 2, 8, 9], &r);
    let lists = batch.column(1).as_list::<i32>();
    let (item, _, items, _) = lists.clone().into_parts();
    // As many lines in all, and not in each record.
    let moved = ListArray::new(item, OffsetBuffer::from_lengths([2, 1]), items, None);
    let columns: [(&str, ArrayRef); 2] = [("n", Arc::clone(batch.column(0))), ("lines", Arc::new(moved))];
    let other = RecordBatch::try_from_iter(columns).expect("columns");
    let error = write_batch(&r, &other).expect_err("a record says it has one line");
    let message = "row 0: the list `lines.a` has 2 items, and 1 by the counts of the record";
    assert_eq!(error.to_string(), message);
}

/// As many items in each record, and not in each line.
#[test]
fn lists_in_lists_that_do_not_fit_their_counts_are_refused() {
    let text = "record line { m: u8; x: [u8; m]; }  record r { n: u8; lines: [line; n]; }";
    let r = record(text, "r");
    let batch = read(&[1, 0, 2, 1, 7, 2, 8, 9], &r);
    let (item, offsets, items, _) = batch.column(1).as_list::<i32>().clone().into_parts();
    let (fields, mut inside, _) = items.as_struct().clone().into_parts();
    let (inner, _, values, _) = inside[1].as_list::<i32>().clone().into_parts();
    inside[1] = Arc::new(ListArray::new(inner, OffsetBuffer::from_lengths([0, 2, 1]), values, None));
    let lines = ListArray::new(item, offsets, Arc::new(StructArray::new(fields, inside, None)), None);
    let columns: [(&str, ArrayRef); 2] = [("n", Arc::clone(batch.column(0))), ("lines", Arc::new(lines))];
    let other = RecordBatch::try_from_iter(columns).expect("columns");
    let error = write_batch(&r, &other).expect_err("a line says it has one item");
    let message = "row 1: the list `lines.x` has 2 items, and 1 by the counts of the record";
    assert_eq!(error.to_string(), message);
}

#[test]
fn columns_are_found_inside_of_lists() {
    let bill = record(BILLS, "bill");
    let batch = read(&bills().concat(), &bill);
    let parts = find_column(&batch, "lines.part").expect("it is there");
    assert_eq!((0..3).map(|row| show(&parts, row)).collect::<Vec<_>>(), ["[77]", "[]", "[256,257]"]);
    let marks = find_column(&batch, "lines.items.marks").expect("it is there");
    assert_eq!(show(&marks, 2), "[[[],[41]],[[42],[43]]]");
    assert_eq!(find_column(&batch, "lines.items.mark"), None);
    assert_eq!(find_column(&batch, "id.x"), None);
}
