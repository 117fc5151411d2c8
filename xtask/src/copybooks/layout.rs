//! Which field of an imported text is which item of the copybook.
//!
//! The importer writes the line of an item behind its field. The groups around the item are found here, by the levels at
//! the beginnings of lines, without the importer.

use std::collections::BTreeMap;

/// An item of a copybook that is a field of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// The names of the groups around it, from the outer to the inner one, and its own, as the references write them.
    pub(super) path: Vec<String>,
    /// What the numbers of the field are to be multiplied with: a power of ten.
    pub(super) times: i64,
}

/// The paths of all items, by their lines.
pub(super) fn list_items(copybook: &str) -> BTreeMap<usize, Vec<String>> {
    let mut open: Vec<(u32, String)> = Vec::new();
    let mut items = BTreeMap::new();
    for (index, line) in copybook.lines().enumerate() {
        let mut words = line.split_whitespace();
        let level =
            words.next().and_then(|word| word.parse::<u32>().ok()).filter(|level| (1..50).contains(level));
        let (Some(level), Some(name)) = (level, words.next()) else { continue };
        while open.last().is_some_and(|(other, _)| *other >= level) {
            open.pop();
        }
        open.push((level, name.trim_end_matches('.').replace('-', "_")));
        items.insert(index + 1, open.iter().map(|(_, name)| name.clone()).collect());
    }
    items
}

/// The digits of a printed number behind the point that its picture implies: 2 for `PIC +9(6)V99`.
fn count_implied_decimals(comment: &str) -> i64 {
    let picture = comment.split_once(" PIC ").and_then(|(_, picture)| picture.split(';').next());
    let behind = picture.and_then(|picture| picture.split_once(['V', 'v'])).map_or("", |(_, behind)| behind);
    let (mut places, mut rest) = (0, behind);
    while let Some(symbol) = rest.chars().next() {
        rest = &rest[symbol.len_utf8()..];
        let repeated = rest.strip_prefix('(').and_then(|inside| inside.split_once(')'));
        let times = repeated.and_then(|(times, _)| times.parse().ok()).unwrap_or(1);
        rest = repeated.map_or(rest, |(_, behind)| behind);
        places += if ['9', 'Z', 'z', '*'].contains(&symbol) { times } else { 0 };
    }
    places
}

/// The fields of an imported text.
#[derive(Debug)]
pub(super) struct Layout {
    /// The line of the copybook and the power of ten, by record and field.
    fields: BTreeMap<(String, String), (usize, i64)>,
    /// The records in arrays, by record and field.
    inner: BTreeMap<(String, String), String>,
    items: BTreeMap<usize, Vec<String>>,
    /// The last record, which holds the others.
    pub(super) last: String,
}

impl Layout {
    /// Reads the comments of a text.
    pub(super) fn read(copybook: &str, text: &str) -> Layout {
        let (mut fields, mut inner, mut last) = (BTreeMap::new(), BTreeMap::new(), String::new());
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("record ") {
                name.trim_end_matches([' ', '{']).clone_into(&mut last);
            }
            let Some((field, comment)) = line.split_once(";  // line ") else { continue };
            let Some((name, kind)) = field.trim_start().split_once(": ") else { continue };
            let number = comment.split([':', ' ']).next().and_then(|number| number.parse().ok());
            let times = comment.contains("as it is printed").then(|| -count_implied_decimals(comment));
            let key = (last.clone(), name.to_owned());
            if let Some(array) = kind.strip_prefix('[').and_then(|array| array.split(';').next()) {
                inner.insert(key.clone(), array.to_owned());
            }
            fields.extend(number.map(|number| (key, (number, times.unwrap_or(0)))));
        }
        Layout { fields, inner, items: list_items(copybook), last }
    }

    /// The item of a field, whose path has the names of the fields with records around it.
    pub(super) fn find_item(&self, path: &str) -> Option<Item> {
        let mut record = self.last.clone();
        let mut names = path.split('.').peekable();
        while let Some(name) = names.next() {
            let key = (record.clone(), name.to_owned());
            if names.peek().is_none() {
                let (line, times) = self.fields.get(&key)?;
                return Some(Item { path: self.items.get(line)?.clone(), times: *times });
            }
            record.clone_from(self.inner.get(&key)?);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_pictures_are_counted() {
        for (picture, places) in
            [("+9(6)V99", 2), ("Z(6)VZZ-", 2), ("9V9(3)-", 3), ("9(6).99-", 0), ("+9(8)", 0)]
        {
            let comment = format!("1: A PIC {picture}; a number as it is printed");
            assert_eq!(count_implied_decimals(&comment), places, "{picture}");
        }
    }

    #[test]
    fn fields_are_found_by_their_lines() {
        let copybook = "      * 05 NO.\n       01  A.\n           05  N-1 PIC\n               +9V9.\n           05  G.\n           10  T OCCURS 2.\n              15  X PIC X.\n           05  Z PIC 9.\n";
        let text = "record t {\n    x: [ebcdic(cp037); 1];  // line 7: X PIC X\n}\n\nrecord a {\n    n_1: [ascii; 3];  // line 3: N-1 PIC +9V9; a number as it is printed: kept as a text\n    t: [t; 2];  // line 6\n    z: u8;  // line 8: Z PIC 9\n}\n";
        let layout = Layout::read(copybook, text);
        let item = |path: &[&str], times| {
            Some(Item { path: path.iter().map(|&name| name.to_owned()).collect(), times })
        };
        assert_eq!(layout.find_item("n_1"), item(&["A", "N_1"], -1));
        assert_eq!(layout.find_item("t.x"), item(&["A", "G", "T", "X"], 0));
        assert_eq!(layout.find_item("z"), item(&["A", "Z"], 0));
        assert_eq!((layout.find_item("t.z"), layout.find_item("q")), (None, None));
        assert_eq!(layout.last, "a");
    }
}
