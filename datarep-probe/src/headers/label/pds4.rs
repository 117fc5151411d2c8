//! PDS4: a label in XML, in a file of its own. It names each file with numbers, and describes arrays and tables in it.

use roxmltree::{Document, Node};

use super::super::header::{Header, Numbers, RowShape};
use super::table::{LabelColumn, LabelTable, StoredColumn, UnplacedColumn};
use super::types::{self, NumberType};

/// The deepest group that is read.
const DEEPEST: usize = 16;

/// How much of a label says that it is one.
const BEGINNING: usize = 4096;

/// Whether a file begins as a label does. An XML parser reads all of the text, so that the beginning decides whether it is
/// worth it.
pub(super) fn is_pds4(file: &[u8]) -> bool {
    let beginning = String::from_utf8_lossy(&file[..file.len().min(BEGINNING)]);
    let text = beginning.trim_start_matches('\u{FEFF}').trim_start();
    text.starts_with('<') && text.contains("pds.nasa.gov/pds4")
}

/// The parts of a label that describe a file, each with the name of that file.
fn list_areas<'a>(document: &'a Document<'a>) -> impl Iterator<Item = (&'a str, Node<'a, 'a>)> {
    let areas =
        document.root_element().children().filter(|node| node.tag_name().name().starts_with("File_Area"));
    areas.filter_map(|area| Some((find_text(find_child(area, "File")?, "file_name")?, area)))
}

/// The tables that a label describes. `None` if it is no label, or one that cannot be read.
pub(super) fn list_tables(label: &[u8]) -> Option<Vec<LabelTable>> {
    let text = std::str::from_utf8(label).ok().filter(|_| is_pds4(label))?;
    let document = Document::parse(text.trim_start_matches('\u{FEFF}')).ok()?;
    let mut tables = Vec::new();
    for (file, area) in list_areas(&document) {
        let area_tables = area.children().filter(Node::is_element).filter_map(read_table);
        tables.extend(area_tables.map(|table| LabelTable { file: Some(file.to_owned()), ..table }));
    }
    Some(tables)
}

/// Reads a PDS4 label: the numbers of the file with a name, or if there is none, where the numbers are.
pub(super) fn read_pds4(label: &[u8], name: Option<&str>) -> Option<Header> {
    let text = std::str::from_utf8(label).ok().filter(|_| is_pds4(label))?.trim_start_matches('\u{FEFF}');
    let Ok(document) = Document::parse(text) else {
        let statements = ["the label is not complete, or no XML: it is not followed to its numbers"];
        // A label beside the file is passed over if it cannot be read. One that is probed itself is named.
        return name.is_none().then(|| Header::new("PDS4 label", &statements));
    };
    let Some(name) = name else {
        let mut header = Header::new("PDS4 label", &[]);
        header.says = list_areas(&document)
            .map(|(file, _)| format!("its numbers are in the file {file}: probe that file"))
            .collect();
        return Some(header);
    };
    let mut header = Header::new("PDS4", &[]);
    let mut numbers = Vec::new();
    for (_, area) in list_areas(&document).filter(|(file, _)| file.eq_ignore_ascii_case(name)) {
        for part in area.children().filter(Node::is_element) {
            if let Some(array) = read_array(part) {
                numbers.extend(array);
            } else if part.tag_name().name() == "Table_Binary"
                && let Some((columns, unknown)) = read_table(part).and_then(|table| table.list_numbers())
            {
                numbers.extend(columns);
                header.says.extend(unknown);
            }
        }
    }
    (!numbers.is_empty()).then(|| header.with_numbers(numbers))
}

fn find_child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn find_text<'a>(node: Node<'a, 'a>, name: &str) -> Option<&'a str> {
    find_child(node, name)?.text().map(str::trim)
}

fn find_number(node: Node<'_, '_>, name: &str) -> Option<usize> {
    find_text(node, name)?.parse().ok()
}

/// An array: the last axis is that of neighbors.
fn read_array(part: Node<'_, '_>) -> Option<Vec<Numbers>> {
    if !part.tag_name().name().starts_with("Array") {
        return None;
    }
    let NumberType { format, bytes, parts } =
        types::find_pds4_format(find_text(find_child(part, "Element_Array")?, "data_type")?)?;
    let mut axes: Vec<(usize, usize)> = part
        .children()
        .filter(|child| child.tag_name().name() == "Axis_Array")
        .map(|axis| Some((find_number(axis, "sequence_number")?, find_number(axis, "elements")?)))
        .collect::<Option<_>>()?;
    // By the number of the axis, as the order in the label is free.
    axes.sort_unstable();
    let (row, outer) = axes.split_last()?;
    let rows = outer.iter().try_fold(1_usize, |rows, axis| rows.checked_mul(axis.1))?;
    let shape = RowShape { row: row.1.checked_mul(parts)?, rows };
    let at = find_number(part, "offset")?;
    let name = find_text(part, "local_identifier").or_else(|| find_text(part, "name")).unwrap_or("array");
    (shape.row > 0 && rows > 0).then(|| vec![Numbers::contiguous_rows(name, &format, bytes, at, shape)])
}

/// A table of fields of fixed length. `None` if the part is none.
fn read_table(part: Node<'_, '_>) -> Option<LabelTable> {
    let kind = part.tag_name().name();
    let (record, is_text) = match kind {
        "Table_Binary" => (find_child(part, "Record_Binary")?, false),
        "Table_Character" => (find_child(part, "Record_Character")?, true),
        _ => return None,
    };
    let bytes = find_number(record, "record_length")?;
    let (columns, unplaced) = read_fields(record, FieldBounds { bytes, is_text, depth: 0 });
    Some(LabelTable {
        name: find_text(part, "local_identifier")
            .or_else(|| find_text(part, "name"))
            .unwrap_or(kind)
            .to_owned(),
        file: None,
        at: find_number(part, "offset")?,
        rows: find_number(part, "records")?,
        before: 0,
        bytes,
        after: 0,
        columns,
        unplaced,
    })
}

/// Where fields are: in the bytes of a record, or of a group in it.
#[derive(Clone, Copy)]
struct FieldBounds {
    bytes: usize,
    /// Whether all fields are texts.
    is_text: bool,
    /// The groups around them.
    depth: usize,
}

/// The fields and groups of a record or of a group, and those whose place is not known.
fn read_fields(record: Node<'_, '_>, room: FieldBounds) -> (Vec<LabelColumn>, Vec<UnplacedColumn>) {
    let (mut columns, mut unplaced) = (Vec::new(), Vec::new());
    for node in record.children() {
        let read = match node.tag_name().name() {
            "Field_Binary" | "Field_Character" => read_field(node, room),
            "Group_Field_Binary" | "Group_Field_Character" => read_group(node, room),
            _ => continue,
        };
        match read {
            Ok(column) => columns.push(column),
            Err(reason) => {
                let name = find_text(node, "name").unwrap_or("field").to_owned();
                unplaced.push(UnplacedColumn { name, reason });
            }
        }
    }
    (columns, unplaced)
}

fn require_number(node: Node<'_, '_>, name: &str) -> Result<usize, String> {
    find_number(node, name).ok_or_else(|| format!("the label gives no {name} of it"))
}

/// The place of a field, counted from zero, if all of its bytes are in those around it.
fn place_field(node: Node<'_, '_>, name: &str, bytes: usize, around: usize) -> Result<usize, String> {
    let too_far = || format!("it does not lie in the {around} bytes around it");
    let start = require_number(node, name)?.checked_sub(1).ok_or_else(too_far)?;
    // A field beyond its record would be read from the next one.
    let end = start.checked_add(bytes).ok_or_else(too_far)?;
    if end > around { Err(too_far()) } else { Ok(start) }
}

/// A field, or why it is not followed.
fn read_field(field: Node<'_, '_>, room: FieldBounds) -> Result<LabelColumn, String> {
    let kind = find_text(field, "data_type").ok_or("the label gives no data_type of it")?;
    let number_type = types::find_pds4_format(kind).filter(|_| !room.is_text);
    let (bytes, stored) = if let Some(NumberType { format, bytes, parts }) = number_type {
        (bytes * parts, StoredColumn::Numbers { format, bytes, items: 1, parts })
    } else {
        let bytes = require_number(field, "field_length")?;
        let is_number = ["ASCII_Real", "ASCII_Integer", "ASCII_NonNegative_Integer"].contains(&kind);
        let stored = if room.is_text || kind.starts_with("ASCII_") {
            StoredColumn::Texts { charset: "ascii", bytes, items: 1, is_number }
        } else {
            StoredColumn::Bytes { why: format!("{kind} is no type of numbers that is known") }
        };
        (bytes, stored)
    };
    if bytes == 0 {
        return Err("it has no bytes".to_owned());
    }
    let start = place_field(field, "field_location", bytes, room.bytes)?;
    let unit = find_text(field, "unit").map_or(String::new(), |unit| format!(", {unit}"));
    let name = find_text(field, "name").unwrap_or("field").to_owned();
    Ok(LabelColumn { name, start, bytes, stored, about: format!("{kind}{unit}") })
}

/// A group of fields that repeats in a record.
fn read_group(group: Node<'_, '_>, room: FieldBounds) -> Result<LabelColumn, String> {
    let times = require_number(group, "repetitions")?;
    // The length of a group is that of all of its repetitions.
    let total_bytes = require_number(group, "group_length")?;
    let whole = total_bytes.checked_rem(times).is_some_and(|rest| rest == 0) && total_bytes > 0;
    let bytes =
        total_bytes.checked_div(times).filter(|_| whole).ok_or("its length is not one of repetitions")?;
    let start = place_field(group, "group_location", total_bytes, room.bytes)?;
    if room.depth == DEEPEST {
        return Err(format!("it lies in {DEEPEST} other groups"));
    }
    let (columns, unplaced) = read_fields(group, FieldBounds { bytes, depth: room.depth + 1, ..room });
    if let Some(UnplacedColumn { name: column, reason }) = unplaced.into_iter().next() {
        return Err(format!("of its field {column}, {reason}"));
    }
    let name = find_text(group, "name").unwrap_or("group").to_owned();
    let stored = StoredColumn::Group { bytes, times, columns };
    Ok(LabelColumn { name, start, bytes: total_bytes, stored, about: format!("group, {times} times") })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABEL: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Product_Observational xmlns="http://pds.nasa.gov/pds4/pds/v1">
 <File_Area_Observational>
  <File><file_name>a.dat</file_name></File>
  <Array_2D_Image>
   <local_identifier>image</local_identifier><offset unit="byte">512</offset><axes>2</axes>
   <Element_Array><data_type>IEEE754LSBSingle</data_type></Element_Array>
   <Axis_Array><axis_name>Sample</axis_name><elements>20</elements><sequence_number>2</sequence_number></Axis_Array>
   <Axis_Array><axis_name>Line</axis_name><elements>10</elements><sequence_number>1</sequence_number></Axis_Array>
  </Array_2D_Image>
  <Table_Binary><offset unit="byte">1312</offset><records>7</records>
   <Record_Binary><record_length unit="byte">10</record_length>
    <Field_Binary><name>Time</name><field_location unit="byte">3</field_location><data_type>UnsignedMSB4</data_type></Field_Binary>
    <Field_Binary><name>Text</name><field_location unit="byte">7</field_location><field_length unit="byte">4</field_length><data_type>ASCII_String</data_type></Field_Binary>
   </Record_Binary></Table_Binary>
 </File_Area_Observational>
</Product_Observational>"#;

    #[test]
    fn arrays_and_fields_of_a_file_are_found() {
        let found = read_pds4(LABEL.as_bytes(), Some("A.DAT")).expect("it is known");
        assert_eq!(
            found.says,
            [
                "Text: this column is not followed, as ASCII_String of 4 bytes is no format of numbers that is known",
                "Table_Binary: `datarep import` makes a record of its 2 columns",
                "image: --as \"f32 little\" --at 512 --row 20 --count 10",
                "Time: --as \"unsigned(32) big\" --at 1314 --stride 10 --count 7",
            ]
        );
        assert_eq!(read_pds4(LABEL.as_bytes(), Some("b.dat")), None);
    }

    #[test]
    fn a_label_alone_names_its_files() {
        let found = read_pds4(LABEL.as_bytes(), None).expect("it is known");
        assert_eq!(found.says, ["its numbers are in the file a.dat: probe that file"]);
        let cut = read_pds4(&LABEL.as_bytes()[..700], None).expect("it is known");
        assert!(cut.says[0].starts_with("the label is not complete"), "{cut:?}");
        assert_eq!(read_pds4(&LABEL.as_bytes()[..700], Some("a.dat")), None);
    }
}
