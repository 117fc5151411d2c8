//! PDS4: a label in XML, in a file of its own. It names each file with numbers, and describes arrays and tables in it.

use roxmltree::{Document, Node};

use super::super::header::{Header, Numbers};
use super::types;

/// Reads a PDS4 label: the numbers of the file with a name, or if there is none, where the numbers are.
pub(super) fn read_pds4(label: &[u8], name: Option<&str>) -> Option<Header> {
    let text = std::str::from_utf8(label).ok()?.trim_start_matches('\u{FEFF}');
    // An XML parser reads all of the text, so that the beginning decides whether it is worth it.
    let begins = &text[..text.floor_char_boundary(4096)];
    if !begins.trim_start().starts_with('<') || !begins.contains("pds.nasa.gov/pds4") {
        return None;
    }
    let Ok(document) = Document::parse(text) else {
        let says = ["the label is not complete, or no XML: it is not followed to its numbers"];
        // A label beside the file is passed over if it cannot be read. One that is probed itself is named.
        return name.is_none().then(|| Header::new("PDS4 label", &says));
    };
    let areas = || {
        let areas =
            document.root_element().children().filter(|node| node.tag_name().name().starts_with("File_Area"));
        areas.filter_map(|area| Some((find_text(find_child(area, "File")?, "file_name")?, area)))
    };
    let Some(name) = name else {
        let mut header = Header::new("PDS4 label", &[]);
        header.says =
            areas().map(|(file, _)| format!("its numbers are in the file {file}: probe that file")).collect();
        return Some(header);
    };
    let mut numbers = Vec::new();
    for (_, area) in areas().filter(|(file, _)| file.eq_ignore_ascii_case(name)) {
        for part in area.children().filter(Node::is_element) {
            numbers.extend(read_array(part).or_else(|| read_table(part)).unwrap_or_default());
        }
    }
    (!numbers.is_empty()).then(|| Header::new("PDS4", &[]).with_numbers(numbers))
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
    let (format, bytes, items) =
        types::find_pds4(find_text(find_child(part, "Element_Array")?, "data_type")?)?;
    let mut axes: Vec<(usize, usize)> = part
        .children()
        .filter(|child| child.tag_name().name() == "Axis_Array")
        .map(|axis| Some((find_number(axis, "sequence_number")?, find_number(axis, "elements")?)))
        .collect::<Option<_>>()?;
    // By the number of the axis, as the order in the label is free.
    axes.sort_unstable();
    let (row, outer) = axes.split_last()?;
    let rows = outer.iter().try_fold(1_usize, |rows, axis| rows.checked_mul(axis.1))?;
    let row = row.1.checked_mul(items)?;
    let at = find_number(part, "offset")?;
    let name = find_text(part, "local_identifier").or_else(|| find_text(part, "name")).unwrap_or("array");
    (row > 0 && rows > 0).then(|| vec![Numbers::side_by_side(name, &format, bytes, at, (row, rows))])
}

/// The columns of a binary table. Fields in groups are passed over.
fn read_table(part: Node<'_, '_>) -> Option<Vec<Numbers>> {
    if part.tag_name().name() != "Table_Binary" {
        return None;
    }
    let (at, rows) = (find_number(part, "offset")?, find_number(part, "records")?);
    let record = find_child(part, "Record_Binary")?;
    let stride = find_number(record, "record_length")?;
    let field = |field: Node<'_, '_>| {
        let (format, bytes, items) = types::find_pds4(find_text(field, "data_type")?)?;
        let place = find_number(field, "field_location")?.checked_sub(1)?;
        // A field beyond its record would be read from the next one. Such a label is not believed.
        let is_inside = place.checked_add(bytes * items)? <= stride;
        (is_inside && rows > 0).then_some(())?;
        Some(Numbers {
            name: find_text(field, "name").unwrap_or("field").to_owned(),
            format,
            bytes,
            at: at.checked_add(place)?,
            row: items,
            stride,
            rows: Some(rows),
        })
    };
    let fields = record.children().filter(|child| child.tag_name().name() == "Field_Binary");
    Some(fields.filter_map(field).collect())
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
    <Field_Binary><name>Text</name><field_location unit="byte">7</field_location><data_type>ASCII_String</data_type></Field_Binary>
   </Record_Binary></Table_Binary>
 </File_Area_Observational>
</Product_Observational>"#;

    #[test]
    fn arrays_and_fields_of_a_file_are_found() {
        let found = read_pds4(LABEL.as_bytes(), Some("A.DAT")).expect("it is known");
        assert_eq!(
            found.says,
            [
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
