//! VICAR: items `KEY=value` in the first `LBLSIZE` bytes. Those before the first property describe the file.
//!
//! Source: "The VICAR File Format", Jet Propulsion Laboratory. The numbers of tables (IBIS) are described by the
//! property `IBIS`.

use super::super::header::{Header, Numbers};
use super::table::{LabelColumn, LabelTable, StoredColumn};
use super::types::{NumberType, add_order};

/// The most items of a label that are read. Labels keep the history of a file and may be long.
const ITEMS: usize = 4096;

/// Whether a file begins as a label does.
pub(super) fn is_vicar(file: &[u8]) -> bool {
    file.starts_with(b"LBLSIZE=")
}

/// The table that a label describes, if there is one. `None` if it is no label.
pub(super) fn list_tables(label: &[u8]) -> Option<Vec<LabelTable>> {
    is_vicar(label).then(|| VicarItems::from_bytes(label).read_table().into_iter().collect())
}

/// Reads a VICAR label. `None` if there is none. `length` is that of the file, if it is known.
pub(super) fn read_vicar(file: &[u8], length: Option<u64>) -> Option<Header> {
    if !is_vicar(file) {
        return None;
    }
    let label = VicarItems::from_bytes(file);
    let mut header = Header::new("VICAR", &[]);
    // The label may be longer than the bytes that are given, or cut. The kind of file is known all the same.
    if label.find_number("LBLSIZE").is_none() {
        return Some(header);
    }
    let (format, word) = (label.find("FORMAT").unwrap_or("BYTE"), label.find("TYPE").unwrap_or("IMAGE"));
    if let (Some(bytes), Some(length)) = (label.find_number("LBLSIZE"), length)
        && u64::try_from(bytes).is_ok_and(|bytes| bytes > length)
    {
        header.says.push(format!(
            "the label says that it has {bytes} bytes (LBLSIZE), and the file ends at byte {length}: it is cut, or the label is wrong"
        ));
    }
    header.says.push(format!("type {word}, format {format}, numbers as on {}", label.describe_host()));
    let numbers = if label.has_property("IBIS") {
        // All columns have one format, so that they are rows of items.
        let named = |numbers: Vec<Numbers>| {
            numbers.into_iter().map(|column| Numbers { name: "table".to_owned(), ..column })
        };
        let table = label.read_table().and_then(|table| table.list_numbers());
        table.map(|(numbers, _)| named(numbers).collect())
    } else {
        label.find_image().map(|image| vec![image])
    };
    if let Some(numbers) = numbers {
        return Some(header.with_numbers(numbers));
    }
    header
        .says
        .push("the label is not followed to its numbers: a part of it is missing or unknown".to_owned());
    Some(header)
}

/// The items of a label, in their order.
struct VicarItems {
    items: Vec<(String, String)>,
    /// The number of items before the first property.
    system: usize,
}

impl VicarItems {
    fn from_bytes(file: &[u8]) -> VicarItems {
        let text: String = file.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect();
        let mut items: Vec<(String, String)> = Vec::new();
        let mut rest = text.trim_start();
        while let Some((key, value)) = rest.split_once('=')
            && items.len() < ITEMS
        {
            let (value, behind) = split_value(value.trim_start());
            items.push((key.trim().to_ascii_uppercase(), value.to_owned()));
            rest = behind.trim_start();
        }
        // Behind these are properties and the history of the file, where keys such as `NL` may come again for other
        // files.
        let is_history = |(key, _): &(String, String)| key == "PROPERTY" || key == "TASK";
        let system = items.iter().position(is_history).unwrap_or(items.len());
        VicarItems { items, system }
    }

    /// The text of an item that describes the file.
    fn find(&self, key: &str) -> Option<&str> {
        let item = self.items[..self.system].iter().find(|(item_key, _)| item_key == key);
        item.map(|(_, value)| unquote(value))
    }

    fn find_number(&self, key: &str) -> Option<usize> {
        self.find(key)?.parse().ok()
    }

    fn has_property(&self, name: &str) -> bool {
        self.items.iter().any(|(key, value)| key == "PROPERTY" && unquote(value) == name)
    }

    /// The items of a property, up to the next one.
    fn list_property(&self, name: &str) -> &[(String, String)] {
        let is_name = |(key, value): &(String, String)| key == "PROPERTY" && unquote(value) == name;
        let Some(first) = self.items.iter().position(is_name) else { return &[] };
        let rest = &self.items[first + 1..];
        let last = rest.iter().position(|(key, _)| key == "PROPERTY" || key == "TASK").unwrap_or(rest.len());
        &rest[..last]
    }

    fn describe_host(&self) -> String {
        let words = [("HOST", "its host"), ("INTFMT", "LOW"), ("REALFMT", "VAX")];
        let [host, integers, reals] = words.map(|(key, default)| self.find(key).unwrap_or(default));
        format!("{host} (integers {integers}, reals {reals})")
    }

    /// The type of a kind of numbers. Labels that do not name the machine are of a VAX.
    fn find_format(&self, kind: &str) -> Option<NumberType> {
        let integers = match self.find("INTFMT").unwrap_or("LOW") {
            "LOW" => "little",
            "HIGH" => "big",
            _ => return None,
        };
        let reals = self.find("REALFMT").unwrap_or("VAX");
        let real = |bytes: usize| match (reals, bytes) {
            ("VAX", 4) => Some("vax_f".to_owned()),
            ("VAX", 8) => Some("vax_d".to_owned()),
            ("IEEE", _) => Some(format!("f{} big", 8 * bytes)),
            ("RIEEE", _) => Some(format!("f{} little", 8 * bytes)),
            _ => None,
        };
        let (format, bytes, parts) = match kind {
            "BYTE" => ("unsigned(8)".to_owned(), 1, 1),
            "HALF" | "WORD" => (add_order("twos(16)", 2, integers), 2, 1),
            "FULL" | "LONG" => (add_order("twos(32)", 4, integers), 4, 1),
            "REAL" => (real(4)?, 4, 1),
            "DOUB" | "DOUBLE" => (real(8)?, 8, 1),
            "COMP" | "COMPLEX" => (real(4)?, 4, 2),
            _ => return None,
        };
        Some(NumberType { format, bytes, parts })
    }

    /// The pixels. Each record has a binary prefix of `NBB` bytes and then a line, or what `ORG` names instead.
    fn find_image(&self) -> Option<Numbers> {
        let NumberType { format, bytes, parts } = self.find_format(self.find("FORMAT")?)?;
        let (samples, lines) = (self.find_number("NS")?, self.find_number("NL")?);
        let bands = parse_number_or(self.find("NB"), 1)?;
        // BSQ: band after band, BIL: the lines of all bands in turn, BIP: the bands of a pixel side by side.
        let (row, rows) = match self.find("ORG").unwrap_or("BSQ") {
            "BSQ" | "BIL" => (samples, lines.checked_mul(bands)?),
            "BIP" => (bands, samples.checked_mul(lines)?),
            _ => return None,
        };
        let prefix = parse_number_or(self.find("NBB"), 0)?;
        let row = row.checked_mul(parts)?;
        let stride = parse_number_or(self.find("RECSIZE"), prefix.checked_add(row.checked_mul(bytes)?)?)?;
        // `NLB` counts header records between the label and the image, each as long as a line.
        let headers = parse_number_or(self.find("NLB"), 0)?.checked_mul(stride)?;
        let at = self.find_number("LBLSIZE")?.checked_add(headers)?.checked_add(prefix)?;
        let is_whole = row > 0 && rows > 0 && stride >= prefix.checked_add(row.checked_mul(bytes)?)?;
        is_whole.then(|| Numbers {
            name: "image".to_owned(),
            format,
            bytes,
            at,
            row,
            stride,
            rows: Some(rows),
        })
    }

    /// The rows of a table (IBIS) in which each row is stored together and all columns have one format. The columns of
    /// other tables are stored in segments, which are not followed.
    fn read_table(&self) -> Option<LabelTable> {
        let items = self.list_property("IBIS");
        let find =
            |key: &str| items.iter().find(|(item_key, _)| item_key == key).map(|(_, value)| unquote(value));
        let number = |key: &str| find(key)?.parse::<usize>().ok();
        let (rows, columns) = (number("NR")?, number("NC")?);
        let NumberType { format, bytes, .. } =
            self.find_format(find("FMT_DEFAULT")?).filter(|number_type| number_type.parts == 1)?;
        let has_other_formats = items.iter().any(|(key, _)| key.starts_with("FMT_") && key != "FMT_DEFAULT");
        let segment = parse_number_or(find("SEGMENT"), columns.checked_mul(bytes)?)?;
        // A row that does not fit into a block begins in the next one.
        let is_whole = segment > 0 && parse_number_or(find("BLOCKSIZE"), 0)?.is_multiple_of(segment);
        let is_row = find("ORG") == Some("ROW") && segment >= columns.checked_mul(bytes)? && is_whole;
        if has_other_formats || !is_row || rows == 0 || columns == 0 {
            return None;
        }
        let at = self.find_number("LBLSIZE")?;
        let about = find("FMT_DEFAULT").unwrap_or_default().to_owned();
        let row_bytes = columns * bytes;
        let stored = StoredColumn::Numbers { format, bytes, items: columns, parts: 1 };
        let column = LabelColumn { name: "columns".to_owned(), start: 0, bytes: row_bytes, stored, about };
        Some(LabelTable {
            name: "table".to_owned(),
            file: None,
            at,
            rows,
            before: 0,
            bytes: row_bytes,
            after: segment - row_bytes,
            columns: vec![column],
            unplaced: Vec::new(),
        })
    }
}

/// Divides a value from what follows: text in quotes, a list in parentheses, or a word.
fn split_value(text: &str) -> (&str, &str) {
    let mut quoted = false;
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            // A doubled quote inside of a text ends it and begins it again, which comes to the same.
            '\'' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.saturating_sub(1),
            _ if letter.is_whitespace() && !quoted && depth == 0 => return text.split_at(at),
            _ => {}
        }
    }
    (text, "")
}

fn unquote(value: &str) -> &str {
    value.strip_prefix('\'').and_then(|value| value.strip_suffix('\'')).unwrap_or(value).trim()
}

/// A number that a label may leave out. `None` if it is there and is no number, or one that is too large for this machine.
fn parse_number_or(text: Option<&str>, default: usize) -> Option<usize> {
    text.map_or(Some(default), |text| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(label: &str) -> Header {
        read_vicar(label.as_bytes(), None).expect("it is known")
    }

    #[test]
    fn an_image_has_prefixes_and_binary_headers() {
        let found = read(
            "LBLSIZE=512  FORMAT='HALF'  TYPE='IMAGE' RECSIZE=48 ORG='BSQ' NL=3 NS=20 NB=2 NBB=8 NLB=1 \
             HOST='SUN-4' INTFMT='HIGH' REALFMT='IEEE' TASK='LOGMOS' NL=9 \0",
        );
        assert_eq!(
            found.says,
            [
                "type IMAGE, format HALF, numbers as on SUN-4 (integers HIGH, reals IEEE)",
                "image: --as \"twos(16) big\" --at 568 --row 20 --stride 48 --count 6"
            ]
        );
    }

    #[test]
    fn a_label_without_a_machine_is_of_a_vax() {
        let found = read("LBLSIZE=1024 FORMAT='COMP' ORG='BIP' NL=4 NS=5 NB=3");
        assert_eq!(found.says[1], "image: --as vax_f --at 1024 --row 6 --count 20");
    }

    #[test]
    fn a_table_is_in_rows() {
        let start = "LBLSIZE=1536 FORMAT='BYTE' TYPE='TABULAR' NL=0 NS=512 RECSIZE=512 NLB=3 REALFMT='VAX' \
                     PROPERTY='IBIS' TYPE='TIEPOINT' NR=132 NC=4 ";
        let found = read(&format!(
            "{start} ORG='ROW' FMT_DEFAULT='REAL' GROUPS=('A = B','C') SEGMENT=16 BLOCKSIZE=512"
        ));
        assert_eq!(found.says[1], "table: --as vax_f --at 1536 --row 4 --count 132");
        // Without `SEGMENT` and `BLOCKSIZE`, rows follow each other.
        let found = read(&format!("{start} ORG='ROW' FMT_DEFAULT='REAL'"));
        assert_eq!(found.says[1], "table: --as vax_f --at 1536 --row 4 --count 132");
        for unread in ["SEGMENT=99999999999999999999", "SEGMENT=16 BLOCKSIZE=x"] {
            let found = read(&format!("{start} ORG='ROW' FMT_DEFAULT='REAL' {unread}"));
            assert!(found.numbers.is_empty(), "{unread}");
        }
        let found = read(&format!("{start} ORG='COLUMN' FMT_DEFAULT='REAL'"));
        assert!(found.numbers.is_empty());
        assert!(found.says[1].starts_with("the label is not followed"));
    }

    #[test]
    fn damaged_labels_have_no_numbers() {
        for label in [
            "LBLSIZE=",
            "LBLSIZE=x FORMAT='REAL'",
            "LBLSIZE=512 FORMAT='BYTE' NL=1 NS=1 NBB=18446744073709551615 ",
            "LBLSIZE=99 FORMAT='REAL' NL=1 NS=18446744073709551615 NB=99",
            "LBLSIZE=99 FORMAT='REAL' NL=1 NS=1 NBB=x",
            "LBLSIZE=99 FORMAT='REAL' NL=1 NS=1 NB=x",
            "LBLSIZE=99 FORMAT='REAL",
            "LBLSIZE=99 FORMAT='REAL' NL=3 NS=3 RECSIZE=2",
            "LBLSIZE=99 FORMAT='REAL' NL=3 NS=3 REALFMT='PDP'",
        ] {
            assert!(read(label).numbers.is_empty(), "{label}");
        }
    }
}
