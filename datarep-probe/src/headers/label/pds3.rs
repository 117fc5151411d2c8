//! PDS3: a label in the Object Description Language, before the numbers or in a file of its own.

use super::super::header::{Header, Numbers};
use super::odl::{OdlObject, parse_number, unquote};
use super::table::{LabelColumn, LabelTable, StoredColumn, UnplacedColumn};
use super::types::{self, NumberType, TextType};

/// The first words of labels. The first is a wrapper of an older standard around the second.
const BEGINS: &[&[u8]] = &[b"CCSD3ZF", b"PDS_VERSION_ID", b"ODL_VERSION_ID"];

/// Reads the label of a file that contains its numbers. `length` is that of the file, if it is known.
pub(super) fn read_attached(file: &[u8], length: Option<u64>) -> Option<Header> {
    let label = parse_label(file)?;
    let mut header = make_header(&label, None);
    // What makes all else doubtful is said first.
    let contradictions = length.map_or_else(Vec::new, |length| list_contradictions(&label, file, length));
    header.says.splice(0..0, contradictions);
    Some(header)
}

/// Reads a label for a file of this name.
pub(super) fn read_detached(label: &[u8], name: &str) -> Option<Header> {
    let object = parse_label(label)?;
    let mut header = make_header(&object, Some(name));
    if !object.has_end {
        let end = label.iter().position(|byte| *byte == 0).unwrap_or(label.len());
        header
            .says
            .insert(0, format!("the label has no line END before byte {end}: it is cut, and may say more"));
    }
    // A label that does not name the file is one of another file.
    (!header.numbers.is_empty()).then_some(header)
}

/// The tables that a label describes, in this file and in others, and remarks about what is not among them. `None` if it is
/// no label.
pub(super) fn list_tables(label: &[u8]) -> Option<(Vec<LabelTable>, Vec<String>)> {
    let label = parse_label(label)?;
    let (mut tables, mut notes) = (Vec::new(), Vec::new());
    if !label.has_end {
        notes.push("the label has no line END: it is cut, and may say more".to_owned());
    }
    let (pointed, cut_note) = list_pointed_objects(&label);
    for PointedObject { object, file, at } in pointed {
        match read_table(object, at) {
            Some(table) => tables.push(LabelTable { file, ..table }),
            None if count_columns(object) > 0 => {
                notes.push(format!("{}: the label is not followed to its rows", object.kind));
            }
            None => {}
        }
    }
    notes.extend(cut_note);
    Some((tables, notes))
}

/// The columns that are followed in a label. Each pointer may lead to the same table again, so that without a limit a short
/// label would have more of them than there is memory for.
const MOST_COLUMNS: usize = 1 << 14;

/// An object to which a pointer leads.
struct PointedObject<'a> {
    /// The object of the pointer's name, which says what is there.
    object: &'a OdlObject,
    /// The file with it; `None` if that is the file of the label.
    file: Option<String>,
    /// Its first byte.
    at: usize,
}

/// The objects to which the pointers of a label lead, and a sentence if there are more than are followed.
fn list_pointed_objects(label: &OdlObject) -> (Vec<PointedObject<'_>>, Option<String>) {
    let (mut pointed, mut column_budget) = (Vec::new(), MOST_COLUMNS);
    let is_whole = add_pointed_objects(label, None, &mut pointed, &mut column_budget);
    let cut_note =
        || format!("the label has more than {MOST_COLUMNS} columns: its other tables are left out");
    (pointed, (!is_whole).then(cut_note))
}

/// Adds the objects to which the pointers of a label, or of a file in it, lead, and returns whether these are all.
/// `outer_record_bytes` is the length of a record if the label does not say it for this file, and `column_budget` the
/// number of columns that may still be followed.
fn add_pointed_objects<'a>(
    file: &'a OdlObject,
    outer_record_bytes: Option<usize>,
    pointed: &mut Vec<PointedObject<'a>>,
    column_budget: &mut usize,
) -> bool {
    let record_bytes = file.find_number("RECORD_BYTES").or(outer_record_bytes);
    for (key, value) in &file.values {
        // The pointer says where, and the object of the same name says what.
        let object =
            key.strip_prefix('^').and_then(|kind| file.objects.iter().find(|object| object.kind == kind));
        let (Some(object), Some((file, at))) = (object, parse_pointer(value, record_bytes)) else {
            continue;
        };
        if !take_column_budget(object, column_budget) {
            return false;
        }
        pointed.push(PointedObject { object, file, at });
    }
    // Objects with a `RECORD_TYPE` are files, which have pointers of their own.
    let mut files = file.objects.iter().filter(|object| object.find("RECORD_TYPE").is_some());
    files.all(|object| add_pointed_objects(object, record_bytes, pointed, column_budget))
}

/// Takes the columns of an object from those that may still be followed, if there are as many.
fn take_column_budget(object: &OdlObject, column_budget: &mut usize) -> bool {
    let rest = column_budget.checked_sub(1 + count_columns(object));
    *column_budget = rest.unwrap_or(0);
    rest.is_some()
}

/// The columns of an object, and of the groups in it.
fn count_columns(object: &OdlObject) -> usize {
    let is_part = |object: &&OdlObject| matches!(object.kind.as_str(), "COLUMN" | "CONTAINER");
    object.objects.iter().filter(is_part).map(|object| 1 + count_columns(object)).sum()
}

/// Whether a file begins as a label does.
pub(super) fn is_pds3(file: &[u8]) -> bool {
    BEGINS.iter().any(|begin| file.starts_with(begin))
}

fn parse_label(file: &[u8]) -> Option<OdlObject> {
    // Byte by byte, as old labels may have bytes that are no UTF-8 behind them, and end at a zero byte.
    let text =
        || file.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect::<String>();
    is_pds3(file).then(|| OdlObject::from_label(&text()))
}

/// What the label at the beginning of a file of `length` bytes says of itself, and cannot be right. `beginning` holds the
/// first bytes of the file.
fn list_contradictions(label: &OdlObject, beginning: &[u8], length: u64) -> Vec<String> {
    let mut contradictions = Vec::new();
    let number = |key: &str| label.find_number(key).and_then(|number| u64::try_from(number).ok());
    if let (Some(records), Some(bytes)) = (number("LABEL_RECORDS"), number("RECORD_BYTES"))
        && records.checked_mul(bytes).is_none_or(|label_bytes| label_bytes > length)
    {
        contradictions.push(format!(
            "the label says that it has {records} records of {bytes} bytes (LABEL_RECORDS, RECORD_BYTES), and the file ends at byte {length}: it is cut, or the label is wrong"
        ));
    }
    // The label may go on behind the bytes that are here.
    let is_whole = u64::try_from(beginning.len()).is_ok_and(|read| read >= length);
    let zero = beginning.iter().position(|byte| *byte == 0);
    if !label.has_end && (is_whole || zero.is_some()) {
        let end = zero.map_or_else(
            || format!("byte {length}, where the file ends"),
            |zero| format!("byte {zero}, which is zero"),
        );
        contradictions.push(format!("the label has no line END before {end}: it is cut, and may say more"));
    }
    contradictions
}

/// The numbers of a label: of the file that it is part of, or of the file with a name.
fn make_header(label: &OdlObject, name: Option<&str>) -> Header {
    let (mut numbers, mut elsewhere, mut not_followed) = (Vec::new(), Vec::new(), Vec::new());
    let (pointed, cut_note) = list_pointed_objects(label);
    for PointedObject { object, file, at } in pointed {
        // A pointer without a file is to the file of the label, and one with a file to that file only.
        match (name, &file) {
            (None, Some(pointed_file)) => {
                elsewhere.push(format!("its numbers are in the file {pointed_file}: probe that file"));
                continue;
            }
            (Some(_), None) => continue,
            (Some(name), Some(pointed_file)) if !pointed_file.eq_ignore_ascii_case(name) => continue,
            _ => {}
        }
        // Images need samples and tables need rows, so that an object is one of both at most.
        if let Some(image) = find_image(object, at) {
            numbers.push(image);
        } else if let Some((columns, unknown)) = list_column_numbers(object, at) {
            numbers.extend(columns);
            not_followed.extend(unknown);
        } else if !is_text(object) {
            not_followed.push(format!("{}: the label is not followed to its numbers", object.kind));
        }
    }
    let mut header = Header::new("PDS3", &[]);
    header.says = elsewhere;
    header.says.append(&mut not_followed);
    header.says.extend(cut_note);
    if numbers.is_empty() { header } else { header.with_numbers(numbers) }
}

/// Whether an object has no binary numbers.
fn is_text(object: &OdlObject) -> bool {
    let text =
        object.find_unquoted("INTERCHANGE_FORMAT").is_some_and(|format| format.eq_ignore_ascii_case("ASCII"));
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
fn find_image(image: &OdlObject, at: usize) -> Option<Numbers> {
    let bits = image.find_number("SAMPLE_BITS")?;
    let number = |key: &str, default: usize| find_number_or(image, key, default);
    let NumberType { format, bytes, parts } =
        types::find_pds3_format(image.find_unquoted("SAMPLE_TYPE")?, bits / 8)?;
    let (lines, samples) = (image.find_number("LINES")?, image.find_number("LINE_SAMPLES")?);
    let (prefix, suffix) = (number("LINE_PREFIX_BYTES", 0)?, number("LINE_SUFFIX_BYTES", 0)?);
    let mut row = samples.checked_mul(parts)?;
    let mut rows = lines;
    // Pixel-interleaved bands make a row longer. Bands by lines or as a whole make more rows.
    match (number("BANDS", 1)?, image.find_unquoted("BAND_STORAGE_TYPE").unwrap_or("BAND_SEQUENTIAL")) {
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

/// The numbers of a binary table's columns, and the columns that have none. `None` if there are no numbers.
fn list_column_numbers(table: &OdlObject, at: usize) -> Option<(Vec<Numbers>, Vec<String>)> {
    if is_text(table) {
        return None;
    }
    read_table(table, at)?.list_numbers().filter(|(numbers, _)| !numbers.is_empty())
}

/// A table of rows that begin at a byte. `None` if the object is none.
fn read_table(table: &OdlObject, at: usize) -> Option<LabelTable> {
    let number = |key: &str| find_number_or(table, key, 0);
    let (rows, bytes) = (table.find_number("ROWS")?, table.find_number("ROW_BYTES")?);
    let mut label_table = LabelTable {
        name: table.kind.clone(),
        file: None,
        at,
        rows,
        before: number("ROW_PREFIX_BYTES")?,
        bytes,
        after: number("ROW_SUFFIX_BYTES")?,
        columns: Vec::new(),
        unplaced: Vec::new(),
    };
    let form = table.find_unquoted("INTERCHANGE_FORMAT").unwrap_or("BINARY");
    let is_text = form.eq_ignore_ascii_case("ASCII");
    let unknown = (!is_text && !form.eq_ignore_ascii_case("BINARY")).then_some(form);
    let inner = ColumnBounds { bytes, what: "a row", is_text, unknown };
    (label_table.columns, label_table.unplaced) = read_columns(table, &inner);
    label_table.stride().is_some().then_some(label_table)
}

/// Where columns are: in the bytes of a row, or of a container in it.
struct ColumnBounds<'a> {
    bytes: usize,
    what: &'static str,
    /// Whether all columns are texts.
    is_text: bool,
    /// How the columns are stored, if that is neither binary nor text.
    unknown: Option<&'a str>,
}

/// The columns and containers of an object, and those whose place is not known.
fn read_columns(object: &OdlObject, room: &ColumnBounds<'_>) -> (Vec<LabelColumn>, Vec<UnplacedColumn>) {
    let (mut columns, mut unplaced) = (Vec::new(), Vec::new());
    for object in &object.objects {
        let read = match object.kind.as_str() {
            "COLUMN" => read_column(object, room),
            "CONTAINER" => read_container(object, room),
            _ => continue,
        };
        match read {
            Ok(column) => columns.push(column),
            Err(reason) => {
                let name = object.find_unquoted("NAME").unwrap_or("column").to_owned();
                unplaced.push(UnplacedColumn { name, reason });
            }
        }
    }
    if let Some(file) = object.find("^STRUCTURE") {
        let reason = format!("the label has them in the file {}", unquote(file));
        unplaced.push(UnplacedColumn { name: "other columns".to_owned(), reason });
    }
    let stated_columns =
        object.find_number("COLUMNS").filter(|stated_columns| *stated_columns > count_columns(object));
    if let (Some(stated_columns), None) = (stated_columns, object.find("^STRUCTURE")) {
        let reason = format!(
            "the label says that there are {stated_columns} columns, and describes {}",
            count_columns(object)
        );
        unplaced.push(UnplacedColumn { name: "other columns".to_owned(), reason });
    }
    (columns, unplaced)
}

/// A number of an object, or `default` if the object does not have it. `None` if it is there and cannot be read.
fn find_number_or(object: &OdlObject, key: &str, default: usize) -> Option<usize> {
    if object.find(key).is_some() { object.find_number(key) } else { Some(default) }
}

/// A number of an object, or that there is none.
fn require_number(object: &OdlObject, key: &str) -> Result<usize, String> {
    object.find_number(key).ok_or_else(|| format!("the label gives no {key} of it"))
}

/// The first byte of an object with so many bytes, counted from zero, if all of them are in the room.
fn place_object(object: &OdlObject, bytes: usize, room: &ColumnBounds<'_>) -> Result<usize, String> {
    let too_far = || format!("it does not lie in the {} bytes of {}", room.bytes, room.what);
    let start = require_number(object, "START_BYTE")?.checked_sub(1).ok_or_else(too_far)?;
    let end = start.checked_add(bytes).ok_or_else(too_far)?;
    if end > room.bytes { Err(too_far()) } else { Ok(start) }
}

/// A column, or why it is not followed.
fn read_column(column: &OdlObject, room: &ColumnBounds<'_>) -> Result<LabelColumn, String> {
    require_number(column, "START_BYTE")?;
    let bytes = require_number(column, "BYTES")?;
    let items = find_number_or(column, "ITEMS", 1).ok_or("its ITEMS cannot be read")?;
    let item_bytes = find_number_or(column, "ITEM_BYTES", bytes.checked_div(items).unwrap_or(0));
    let item_bytes = item_bytes.filter(|item_bytes| *item_bytes > 0 && items > 0).ok_or("it has no items")?;
    let kind = column.find_unquoted("DATA_TYPE").ok_or("the label gives no DATA_TYPE of it")?;
    let offset = find_number_or(column, "ITEM_OFFSET", item_bytes).ok_or("its ITEM_OFFSET cannot be read")?;
    let apart = Some(offset).filter(|offset| *offset != item_bytes);
    // The last item may have no bytes behind it that are between items.
    let length = match apart {
        Some(offset) => (items - 1).checked_mul(offset).and_then(|bytes| bytes.checked_add(item_bytes)),
        None => items.checked_mul(item_bytes),
    };
    let length = length.ok_or("its items have more bytes than can be counted")?;
    // A label that contradicts itself says nothing of its items.
    let contradicts = apart.is_none() && length != bytes;
    let length = if contradicts { bytes } else { length };
    let start = place_object(column, length, room)?;
    let digits = TextType { charset: "ascii", is_number: true };
    let text = types::find_pds3_text(kind).or_else(|| room.is_text.then_some(digits));
    let stored = match (types::find_pds3_format(kind, item_bytes).filter(|_| !room.is_text), text) {
        _ if let Some(form) = room.unknown => {
            StoredColumn::Bytes { why: format!("INTERCHANGE_FORMAT = {form} is not followed") }
        }
        _ if contradicts => StoredColumn::Bytes {
            why: format!("its {items} items of {item_bytes} bytes are not its {bytes} bytes"),
        },
        _ if apart.is_some() => StoredColumn::Bytes { why: "its items lie apart".to_owned() },
        (Some(NumberType { format, bytes, parts }), _) => {
            StoredColumn::Numbers { format, bytes, items, parts }
        }
        (None, Some(TextType { charset, is_number })) => {
            StoredColumn::Texts { charset, bytes: item_bytes, items, is_number }
        }
        (None, None) => StoredColumn::Bytes {
            why: format!("{kind} of {item_bytes} bytes is no format of numbers that is known"),
        },
    };
    let unit = column.find_unquoted("UNIT").map_or(String::new(), |unit| format!(", {unit}"));
    let name = column.find_unquoted("NAME").unwrap_or("column").to_owned();
    Ok(LabelColumn { name, start, bytes: length, stored, about: format!("{kind}{unit}") })
}

/// A group of columns that repeats in a row.
fn read_container(container: &OdlObject, room: &ColumnBounds<'_>) -> Result<LabelColumn, String> {
    let bytes = require_number(container, "BYTES")?;
    let times = require_number(container, "REPETITIONS")?;
    let total_bytes = bytes
        .checked_mul(times)
        .filter(|total_bytes| *total_bytes > 0)
        .ok_or("it has no bytes, or too many")?;
    let start = place_object(container, total_bytes, room)?;
    let inner = ColumnBounds { bytes, what: "its container", ..*room };
    let (columns, unplaced) = read_columns(container, &inner);
    if let Some(UnplacedColumn { name: column, reason }) = unplaced.into_iter().next() {
        return Err(format!("of its column {column}, {reason}"));
    }
    let name = container.find_unquoted("NAME").unwrap_or("container").to_owned();
    let stored = StoredColumn::Group { bytes, times, columns };
    Ok(LabelColumn { name, start, bytes: total_bytes, stored, about: format!("CONTAINER, {times} times") })
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
        let found = read_attached(LABEL.as_bytes(), None).expect("it is known");
        assert_eq!(
            found.says,
            [
                "TABLE: `datarep import` makes a record of its 2 columns",
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
            // A text that has room.
            let label =
                if words.contains("CHARACTER") { label.replace("BYTES = 20", "BYTES = 30") } else { label };
            let found = read_attached(label.as_bytes(), None).expect("it is known");
            assert_eq!(found.says[0], format!("LATE: this column is not followed, as {why}"));
            assert_eq!(found.numbers.len(), 3, "{found:?}");
        }
        let apart = LABEL.replace("  ITEMS = 3", "  ITEMS = 3\r\n  ITEM_BYTES = 2\r\n  ITEM_OFFSET = 4");
        let apart = apart.replace("PC_REAL", "PC_INTEGER");
        let found = read_attached(apart.as_bytes(), None).expect("it is known");
        assert_eq!(found.says[0], "XYZ: this column is not followed, as its items lie apart");
    }

    /// The notes of an import of the label with other words of its column of three numbers.
    fn note_import(from: &str, to: &str) -> Vec<String> {
        assert!(LABEL.contains(from), "{from}");
        let label = LABEL.replace(from, to);
        super::super::record::import_label(label.as_bytes(), "a.lbl").expect("it has tables").notes
    }

    #[test]
    fn what_an_import_leaves_out_is_noted() {
        let cases = [
            (
                "ITEMS = 3",
                "ITEMS = 5",
                "`XYZ` is kept as bytes, as its 5 items of 2 bytes are not its 12 bytes",
            ),
            ("ITEMS = 3", "ITEMS = 16#3#", "`XYZ` of TABLE is left out, as its ITEMS cannot be read"),
            (
                "ROW_BYTES = 20",
                "ROW_BYTES = 20\r\n ^STRUCTURE = \"X.FMT\"",
                "`other columns` of TABLE is left out, as the label has them in the file X.FMT",
            ),
            (
                "ROW_BYTES = 20",
                "ROW_BYTES = 20\r\n COLUMNS = 4",
                "`other columns` of TABLE is left out, as the label says that there are 4 columns, and describes 2",
            ),
            (
                "INTERCHANGE_FORMAT = BINARY",
                "INTERCHANGE_FORMAT = EBCDIC",
                "`TIME` is kept as bytes, as INTERCHANGE_FORMAT = EBCDIC is not followed",
            ),
            ("END_OBJECT = TABLE\r\nEND\r\n", "", "the label has no line END: it is cut, and may say more"),
        ];
        for (from, to, note) in cases {
            let notes = note_import(from, to);
            assert_eq!(notes.first().map(String::as_str), Some(note), "{to}: {notes:?}");
        }
        let label = LABEL.replace("ROW_BYTES = 20", "ROW_BYTES = 20\r\n ROW_PREFIX_BYTES = 16#8#");
        assert!(super::super::record::import_label(label.as_bytes(), "a.lbl").is_err());
        assert_eq!(note_import("BINARY", "binary"), Vec::<String>::new());
    }

    #[test]
    fn a_table_that_is_named_again_and_again_is_followed_to_a_limit() {
        let pointers = "^TABLE = 501 <BYTES>\r\n".repeat(20_000);
        let label = LABEL.replace("^TABLE = 501 <BYTES>\r\n", &pointers);
        let (tables, notes) = list_tables(label.as_bytes()).expect("it is a label");
        assert!(tables.len() <= MOST_COLUMNS / 3, "{}", tables.len());
        assert_eq!(notes, ["the label has more than 16384 columns: its other tables are left out"]);
        let found = read_attached(label.as_bytes(), None).expect("it is known");
        assert!(found.numbers.len() <= MOST_COLUMNS, "{}", found.numbers.len());
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
        let said = read_attached(label.as_bytes(), None).expect("it is known");
        assert_eq!(said.says, ["its numbers are in the file MOON.IMG: probe that file"]);
    }

    #[test]
    fn damaged_labels_have_no_numbers() {
        let overlapping = LABEL.replace("START_BYTE = 9", "START_BYTE = 8");
        let found = read_attached(overlapping.as_bytes(), None).expect("it is known");
        assert_eq!(found.says[0], "TABLE: the label is not followed to its numbers");
        let huge = LABEL.replace("LINES = 4", "LINES = 18446744073709551615").replace("ROWS = 5", "ROWS = 0");
        let found = read_attached(huge.as_bytes(), None).expect("it is known");
        assert!(found.numbers.iter().all(|numbers| numbers.name == "IMAGE"), "{found:?}");
        for end in 0..LABEL.len() {
            let _ = read_attached(&LABEL.as_bytes()[..end], None);
        }
    }
}
