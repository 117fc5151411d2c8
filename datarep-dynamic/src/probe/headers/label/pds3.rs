//! PDS3: a label in the Object Description Language, before the numbers or in a file of its own.

use super::super::header::{Header, Numbers};
use super::odl::{Object, parse_number, unquote};
use super::types;

/// The first words of labels. The first is a wrapper of an older standard around the second.
const BEGINS: &[&[u8]] = &[b"CCSD3ZF", b"PDS_VERSION_ID", b"ODL_VERSION_ID"];

/// Reads the label of a file that contains its numbers.
pub(super) fn read_attached(file: &[u8]) -> Option<Header> {
    let label = parse_label(file)?;
    Some(describe(&label, None))
}

/// Reads a label for a file of this name.
pub(super) fn read_detached(label: &[u8], name: &str) -> Option<Header> {
    let header = describe(&parse_label(label)?, Some(name));
    // A label that does not name the file is one of another file.
    (!header.numbers.is_empty()).then_some(header)
}

fn parse_label(file: &[u8]) -> Option<Object> {
    let is_label = BEGINS.iter().any(|begin| file.starts_with(begin));
    // Byte by byte, as old labels may have bytes that are no UTF-8 behind them, and end at a zero byte.
    let text =
        || file.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect::<String>();
    is_label.then(|| Object::from_label(&text()))
}

/// The numbers of a label: of the file that it is part of, or of the file with a name.
fn describe(label: &Object, name: Option<&str>) -> Header {
    let mut found = LabelContents { name, numbers: Vec::new(), elsewhere: Vec::new(), unknown: Vec::new() };
    found.add_pointed_objects(label, None);
    let mut says = Vec::new();
    if name.is_none() {
        says.extend(
            found.elsewhere.iter().map(|file| format!("its numbers are in the file {file}: probe that file")),
        );
        says.append(&mut found.unknown);
    }
    let mut header = Header::new("PDS3", &[]);
    header.says = says;
    let numbers = std::mem::take(&mut found.numbers);
    if numbers.is_empty() { header } else { header.with_numbers(numbers) }
}

/// What is found in a label.
struct LabelContents<'a> {
    /// The name of the file, if the label is not part of it.
    name: Option<&'a str>,
    numbers: Vec<Numbers>,
    /// Other files that the label names.
    elsewhere: Vec<String>,
    /// Objects and columns that are there and are not followed, each with the reason.
    unknown: Vec<String>,
}

impl LabelContents<'_> {
    /// Adds the objects to which the pointers of a label, or of a file in it, lead. `outer_record_bytes` is the length of a
    /// record if the label does not say it for this file.
    fn add_pointed_objects(&mut self, file: &Object, outer_record_bytes: Option<usize>) {
        let record_bytes = file.find_number("RECORD_BYTES").or(outer_record_bytes);
        for (key, value) in &file.values {
            let Some(kind) = key.strip_prefix('^') else { continue };
            // The pointer says where, and the object of the same name says what.
            let Some(object) = file.objects.iter().find(|object| object.kind == kind) else { continue };
            let Some((target, at)) = parse_pointer(value, record_bytes) else { continue };
            // A pointer without a file is to the file of the label, and one with a file to that file only.
            match (self.name, &target) {
                (None, Some(other)) => {
                    self.elsewhere.push(other.clone());
                    continue;
                }
                (Some(_), None) => continue,
                (Some(name), Some(other)) if !other.eq_ignore_ascii_case(name) => continue,
                _ => {}
            }
            // Images need samples and tables need rows, so that an object is one of both at most.
            if let Some(image) = find_image(object, at) {
                self.numbers.push(image);
            } else if let Some(table) = find_table(object, at) {
                self.numbers.extend(table.columns);
                self.unknown.extend(table.unknown);
            } else if !is_text(object) {
                self.unknown.push(format!("{kind}: the label is not followed to its numbers"));
            }
        }
        // Objects with a `RECORD_TYPE` are files, which have pointers of their own.
        for object in file.objects.iter().filter(|object| object.find("RECORD_TYPE").is_some()) {
            self.add_pointed_objects(object, record_bytes);
        }
    }
}

/// Whether an object has no binary numbers.
fn is_text(object: &Object) -> bool {
    let text = object.find_word("INTERCHANGE_FORMAT").is_some_and(|format| format == "ASCII");
    text || object.kind.contains("HEADER")
        || object.kind.contains("TEXT")
        || object.kind.contains("HISTOGRAM")
}

/// The file of a pointer, unless it is that of the label, and the byte. `^IMAGE = 12` is a record from one on,
/// `^IMAGE = 300 <BYTES>` a byte from one on; each may follow the name of a file.
fn parse_pointer(value: &str, record: Option<usize>) -> Option<(Option<String>, usize)> {
    let inner = value.trim().trim_start_matches(['(', '{']).trim_end_matches([')', '}']);
    let (file, place) = match inner.split_once(',') {
        Some((file, place)) => (Some(file), place.trim()),
        None if inner.trim_start().starts_with(['"', '\'']) => (Some(inner), "1 <BYTES>"),
        None => (None, inner.trim()),
    };
    let number = parse_number(place)?.checked_sub(1)?;
    let is_bytes = place.to_ascii_uppercase().contains("<BYTES>");
    // Without a length of records only the first record has a known place.
    let at = if is_bytes { number } else { number.checked_mul(record.or((number == 0).then_some(0))?)? };
    Some((file.map(|file| unquote(file).to_owned()), at))
}

/// The pixels of an image: lines with a prefix and a suffix, bands one after the other.
fn find_image(image: &Object, at: usize) -> Option<Numbers> {
    let bits = image.find_number("SAMPLE_BITS")?;
    let number = |key: &str, other: usize| image.find_number(key).unwrap_or(other);
    let (format, items) = types::find_pds3(image.find_word("SAMPLE_TYPE")?, bits / 8)?;
    let bytes = bits / 8 / items;
    let (lines, samples) = (image.find_number("LINES")?, image.find_number("LINE_SAMPLES")?);
    let (prefix, suffix) = (number("LINE_PREFIX_BYTES", 0), number("LINE_SUFFIX_BYTES", 0));
    let mut row = samples.checked_mul(items)?;
    let mut rows = lines;
    // Pixel-interleaved bands make a row longer. Bands by lines or as a whole make more rows.
    match (number("BANDS", 1), image.find_word("BAND_STORAGE_TYPE").unwrap_or("BAND_SEQUENTIAL")) {
        (bands, "SAMPLE_INTERLEAVED") => row = row.checked_mul(bands)?,
        (bands, _) => rows = rows.checked_mul(bands)?,
    }
    let stride = row.checked_mul(bytes)?.checked_add(prefix)?.checked_add(suffix)?;
    let name = image.kind.clone();
    let at = at.checked_add(prefix)?;
    // Pixels of other widths are packed, and have no rows of whole items.
    let numbers = Numbers { name, format, bytes, at, row, stride, rows: Some(rows) };
    (bits % 8 == 0 && row > 0 && rows > 0).then_some(numbers)
}

/// A binary table.
struct Table {
    columns: Vec<Numbers>,
    /// The other columns, each with the reason.
    unknown: Vec<String>,
}

/// Where the rows of a table are.
struct TableRows {
    at: usize,
    rows: usize,
    stride: usize,
    /// The bytes of a row that are those of columns.
    inner: usize,
}

/// The columns of a binary table.
fn find_table(table: &Object, at: usize) -> Option<Table> {
    if is_text(table) {
        return None;
    }
    let number = |key: &str| table.find_number(key).unwrap_or(0);
    let (rows, inner) = (table.find_number("ROWS")?, table.find_number("ROW_BYTES")?);
    let prefix = number("ROW_PREFIX_BYTES");
    let stride = inner.checked_add(prefix)?.checked_add(number("ROW_SUFFIX_BYTES"))?;
    let place = TableRows { at: at.checked_add(prefix)?, rows, stride, inner };
    let objects = || table.objects.iter().filter(|object| object.kind == "COLUMN");
    // Some labels count the bytes of a column wrongly. Where columns overlap, none is believed.
    let mut places: Vec<(usize, usize)> = objects()
        .filter_map(|column| Some((column.find_number("START_BYTE")?, column.find_number("BYTES")?)))
        .collect();
    places.sort_unstable();
    let overlap = places.windows(2).any(|pair| pair[0].0.saturating_add(pair[0].1) > pair[1].0);
    if overlap || rows == 0 {
        return None;
    }
    let mut found = Table { columns: Vec::new(), unknown: Vec::new() };
    for column in objects() {
        match find_column(column, &place) {
            Ok(numbers) => found.columns.push(numbers),
            Err(why) => {
                let name = column.find_word("NAME").unwrap_or("column");
                found.unknown.push(format!("{name}: this column is not followed, as {why}"));
            }
        }
    }
    (!found.columns.is_empty()).then_some(found)
}

/// The numbers of a column, or why they are not followed.
fn find_column(column: &Object, place: &TableRows) -> Result<Numbers, String> {
    let find = |key: &str| column.find_number(key).ok_or_else(|| format!("the label gives no {key} of it"));
    let too_far = || format!("it does not lie in the {} bytes of a row", place.inner);
    let (start, bytes) = (find("START_BYTE")?, find("BYTES")?);
    let start = start.checked_sub(1).ok_or_else(too_far)?;
    let items = column.find_number("ITEMS").unwrap_or(1);
    let each = column.find_number("ITEM_BYTES").or_else(|| bytes.checked_div(items));
    let each = each.filter(|each| *each > 0).ok_or("it has no items")?;
    let kind = column.find_word("DATA_TYPE").ok_or("the label gives no DATA_TYPE of it")?;
    let (format, parts) = types::find_pds3(kind, each)
        .ok_or_else(|| format!("{kind} of {each} bytes is no format of numbers that is known"))?;
    let end = items.checked_mul(each).and_then(|bytes| bytes.checked_add(start)).ok_or_else(too_far)?;
    if end > place.inner {
        return Err(too_far());
    }
    // `Numbers` has one distance between rows, and none between the items in a row.
    if column.find_number("ITEM_OFFSET").is_some_and(|offset| offset != each) {
        return Err("its items lie apart".to_owned());
    }
    Ok(Numbers {
        name: column.find_word("NAME").unwrap_or("column").to_owned(),
        format,
        bytes: each / parts,
        at: place.at.checked_add(start).ok_or_else(too_far)?,
        row: items.checked_mul(parts).ok_or_else(too_far)?,
        stride: place.stride,
        rows: Some(place.rows),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABEL: &str = "PDS_VERSION_ID = PDS3\r\nRECORD_TYPE = FIXED_LENGTH\r\nRECORD_BYTES = 100\r\n\
        ^IMAGE = 11\r\n^TABLE = 501 <BYTES>\r\n\
        OBJECT = IMAGE\r\n LINES = 4\r\n LINE_SAMPLES = 10\r\n SAMPLE_TYPE = MSB_INTEGER\r\n SAMPLE_BITS = 16\r\n \
        LINE_PREFIX_BYTES = 6\r\nEND_OBJECT = IMAGE\r\n\
        OBJECT = TABLE\r\n INTERCHANGE_FORMAT = BINARY\r\n ROWS = 5\r\n ROW_BYTES = 20\r\n \
        OBJECT = COLUMN\r\n  NAME = TIME\r\n  DATA_TYPE = VAX_DOUBLE\r\n  START_BYTE = 1\r\n  BYTES = 8\r\n END_OBJECT\r\n \
        OBJECT = COLUMN\r\n  NAME = XYZ\r\n  DATA_TYPE = PC_REAL\r\n  START_BYTE = 9\r\n  BYTES = 12\r\n  ITEMS = 3\r\n \
        END_OBJECT\r\nEND_OBJECT = TABLE\r\nEND\r\n";

    #[test]
    fn a_label_leads_to_images_and_columns() {
        let found = read_attached(LABEL.as_bytes()).expect("it is known");
        assert_eq!(
            found.says,
            [
                "IMAGE: --as \"twos(16) big\" --at 1006 --row 10 --stride 26 --count 4",
                "TIME: --as vax_d --at 500 --stride 20 --count 5",
                "XYZ: --as \"f32 little\" --at 508 --row 3 --stride 20 --count 5",
            ]
        );
    }

    #[test]
    fn columns_that_are_not_followed_are_told() {
        let column = |name: &str, words: &str| {
            format!(
                "OBJECT = COLUMN\r\n NAME = {name}\r\n {words}\r\n END_OBJECT = COLUMN\r\nEND_OBJECT = TABLE\r\nEND\r\n"
            )
        };
        let cases = [
            (
                "START_BYTE = 21\r\n BYTES = 4\r\n DATA_TYPE = PC_REAL",
                "it does not lie in the 20 bytes of a row",
            ),
            ("START_BYTE = 21\r\n BYTES = 0\r\n DATA_TYPE = PC_REAL", "it has no items"),
            ("BYTES = 4\r\n DATA_TYPE = PC_REAL", "the label gives no START_BYTE of it"),
            (
                "START_BYTE = 21\r\n BYTES = 9\r\n DATA_TYPE = CHARACTER",
                "CHARACTER of 9 bytes is no format of numbers that is known",
            ),
        ];
        for (words, why) in cases {
            let label = LABEL.replace("END_OBJECT = TABLE\r\nEND\r\n", &column("LATE", words));
            let found = read_attached(label.as_bytes()).expect("it is known");
            assert_eq!(found.says[0], format!("LATE: this column is not followed, as {why}"));
            assert_eq!(found.numbers.len(), 3, "{found:?}");
        }
        let apart = LABEL.replace("  ITEMS = 3", "  ITEMS = 3\r\n  ITEM_BYTES = 2\r\n  ITEM_OFFSET = 4");
        let apart = apart.replace("PC_REAL", "PC_INTEGER");
        let found = read_attached(apart.as_bytes()).expect("it is known");
        assert_eq!(found.says[0], "XYZ: this column is not followed, as its items lie apart");
    }

    #[test]
    fn pointers_name_files_records_and_bytes() {
        let pointer = |value: &str| parse_pointer(value, Some(512));
        assert_eq!(pointer("3"), Some((None, 1024)));
        assert_eq!(pointer("300 <BYTES>"), Some((None, 299)));
        assert_eq!(pointer("\"A.IMG\""), Some((Some("A.IMG".to_owned()), 0)));
        assert_eq!(pointer("(\"A.IMG\", 2)"), Some((Some("A.IMG".to_owned()), 512)));
        assert_eq!(pointer("(\"A.IMG\",\r\n 9 <BYTES>)"), Some((Some("A.IMG".to_owned()), 8)));
        assert_eq!(pointer("0"), None);
    }

    #[test]
    fn a_detached_label_is_for_the_file_that_it_names() {
        let label =
            LABEL.replace("^IMAGE = 11", "^IMAGE = (\"MOON.IMG\", 2)").replace("^TABLE = 501 <BYTES>", "");
        let found = read_detached(label.as_bytes(), "MOON.IMG").expect("it is known");
        assert_eq!(found.numbers[0].at, 106);
        assert_eq!(read_detached(label.as_bytes(), "MARS.IMG"), None);
        let said = read_attached(label.as_bytes()).expect("it is known");
        assert_eq!(said.says, ["its numbers are in the file MOON.IMG: probe that file"]);
    }

    #[test]
    fn damaged_labels_have_no_numbers() {
        let overlapping = LABEL.replace("START_BYTE = 9", "START_BYTE = 8");
        let found = read_attached(overlapping.as_bytes()).expect("it is known");
        assert_eq!(found.says[0], "TABLE: the label is not followed to its numbers");
        let huge = LABEL.replace("LINES = 4", "LINES = 18446744073709551615").replace("ROWS = 5", "ROWS = 0");
        let found = read_attached(huge.as_bytes()).expect("it is known");
        assert!(found.numbers.iter().all(|numbers| numbers.name == "IMAGE"), "{found:?}");
        for end in 0..LABEL.len() {
            let _ = read_attached(&LABEL.as_bytes()[..end]);
        }
    }
}
