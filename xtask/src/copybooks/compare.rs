//! A record beside the row of another reader.

use datarep_dynamic::Record;
use datarep_dynamic::record::Values;

use super::Unseen;
use super::cases::TextRules;
use super::json::{ExactDecimal, Json};
use super::layout::{Item, Layout};

/// What was compared of a file.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) rows: usize,
    pub(super) equal: usize,
    pub(super) different: usize,
    pub(super) differences: Vec<String>,
    /// The values of references that no field has.
    pub(super) unseen: Unseen,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq)]
enum FieldValue {
    /// A rule refuses it.
    Bad,
    Text(String),
    /// A number in decimal digits.
    Number(String),
    Single(f32),
    Double(f64),
    /// It is not compared.
    Other,
}

/// Compares the fields of a record with a row. The bytes may end before those that the copybook describes: then the fields
/// behind them are not compared.
pub(super) fn compare_row(
    record: &Record,
    layout: &Layout,
    texts: TextRules,
    number: usize,
    bytes: &[u8],
    row: &Json,
    counts: &mut Counts,
) -> Result<(), String> {
    let mut whole = bytes.to_vec();
    if let Some(length) = record.bytes() {
        whole.resize(length.max(bytes.len()), 0);
    }
    let (rows, end) = record.whole_rows(&whole, 1).map_err(|error| error.to_string())?;
    if let Some(end) = end {
        return Err(format!("record {number}: {end}"));
    }
    counts.rows += 1;
    let mut unseen = Unseen::new();
    row.list_paths("", &mut unseen);
    for (index, field) in record.fields().iter().enumerate() {
        let Some(item) = layout.find_item(field.path()) else { continue };
        let path = match item.path.split_first() {
            Some((root, rest)) if row.get(root).is_none() => rest,
            _ => &item.path,
        };
        let (offset, length) = (field.offset(), field.bytes().zip(field.items()));
        let end = offset.zip(length).map(|(offset, (bytes, items))| offset + bytes * items);
        let mut theirs = Vec::new();
        if end.is_some_and(|end| end > bytes.len() && record.bytes().is_some() && field.items() == Some(1))
            || !collect_values(row, path, &mut theirs)
        {
            continue;
        }
        let read = rows.tolerant_values(index).map_err(|error| format!("record {number}: {error}"))?;
        let missing = read.values.missing().map(<[bool]>::to_vec).unwrap_or_default();
        let ours = list_values(read.values.present(), &missing);
        if ours.len() < theirs.len() {
            counts.add_difference(format!(
                "record {number}, {}: {} items are {}",
                path.join("/"),
                theirs.len(),
                ours.len()
            ));
            continue;
        }
        unseen.remove(&format!("/{}", path.join("/")));
        // An array is read with all of its places, of which the references have those that are used.
        for (ours, theirs) in ours.iter().zip(theirs) {
            match is_equal(ours, theirs, &item, texts) {
                None => *counts.unseen.entry(format!("/{}", path.join("/"))).or_default() += 1,
                Some(true) => counts.equal += 1,
                Some(false) => counts.add_difference(format!(
                    "record {number}, {}: {ours:?} is {theirs:?} there",
                    path.join("/")
                )),
            }
        }
    }
    for (path, count) in unseen {
        *counts.unseen.entry(path).or_default() += count;
    }
    Ok(())
}

impl Counts {
    fn add_difference(&mut self, difference: String) {
        self.different += 1;
        self.differences.push(difference);
    }
}

/// Adds the values at a path, those of arrays one after another; `None` for a null. Returns `false` if a group of the path
/// is not there.
fn collect_values<'j>(json: &'j Json, path: &[String], found: &mut Vec<Option<&'j Json>>) -> bool {
    match (json, path.split_first()) {
        (Json::Array(inside), _) => inside.iter().all(|one| collect_values(one, path, found)),
        (json, None) => {
            found.push(Some(json).filter(|json| **json != Json::Word("null".to_owned())));
            true
        }
        (Json::Object(inside), Some((name, rest))) => match inside.get(name) {
            Some(json) => collect_values(json, rest, found),
            None if rest.is_empty() => {
                found.push(None);
                true
            }
            None => false,
        },
        (Json::Text(_) | Json::Word(_), Some(_)) => false,
    }
}

/// The values of a field of one record.
fn list_values(values: &Values, missing: &[bool]) -> Vec<FieldValue> {
    fn list<T>(values: &[T], show: impl Fn(&T) -> FieldValue) -> Vec<FieldValue> {
        values.iter().map(show).collect()
    }
    fn number(value: &impl ToString) -> FieldValue {
        FieldValue::Number(value.to_string())
    }
    let mut ours = match values {
        Values::I8(values) => list(values, number),
        Values::I16(values) => list(values, number),
        Values::I32(values) => list(values, number),
        Values::I64(values) => list(values, number),
        Values::I128(values) => list(values, number),
        Values::U8(values) => list(values, number),
        Values::U16(values) => list(values, number),
        Values::U32(values) => list(values, number),
        Values::U64(values) => list(values, number),
        Values::U128(values) => list(values, number),
        Values::Decimal(values) => list(values, number),
        Values::F32(values) => list(values, |value| FieldValue::Single(*value)),
        Values::F64(values) => list(values, |value| FieldValue::Double(*value)),
        Values::Text(values) => values.iter().map(|text| FieldValue::Text(text.to_owned())).collect(),
        other => vec![FieldValue::Other; other.len()],
    };
    for (ours, _) in ours.iter_mut().zip(missing).filter(|(_, missing)| **missing) {
        *ours = FieldValue::Bad;
    }
    ours
}

/// Whether a value is that of the reference; `None` if they cannot be compared.
fn is_equal(ours: &FieldValue, theirs: Option<&Json>, item: &Item, texts: TextRules) -> Option<bool> {
    Some(match (ours, theirs) {
        (FieldValue::Other, _) => return None,
        (FieldValue::Bad, theirs) => theirs.is_none(),
        (FieldValue::Text(text), None) => text.chars().all(|letter| letter == '\0'),
        (FieldValue::Text(text), Some(Json::Text(other))) => {
            normalize_text(text, texts) == normalize_text(other, texts)
        }
        (FieldValue::Text(text), Some(Json::Word(number))) => {
            parse_printed_number(text, item.times) == ExactDecimal::parse(number, 0)
        }
        (FieldValue::Number(ours), Some(Json::Word(theirs))) => {
            let ours = ExactDecimal::parse(ours, item.times);
            ours.is_some() && ours == ExactDecimal::parse(theirs, 0)
        }
        (FieldValue::Single(ours), Some(Json::Word(theirs))) => theirs.parse() == Ok(*ours),
        (FieldValue::Double(ours), Some(Json::Word(theirs))) => theirs.parse() == Ok(*ours),
        _ => false,
    })
}

/// A text as the reader of the references has it.
fn normalize_text(text: &str, texts: TextRules) -> String {
    let clean = |letter: char| match letter {
        // The macron of IBM-273 is U+203E in the converters of Python and of the C library.
        '\u{203E}' => '\u{AF}',
        // The soft hyphen is a hyphen there.
        '\u{AD}' if texts.is_common => '-',
        _ if letter.is_control() || (texts.is_common && !letter.is_ascii()) => ' ',
        _ => letter,
    };
    let mut text: String = text.chars().map(clean).collect();
    if texts.trims_right {
        text.truncate(text.trim_end_matches(' ').len());
    }
    if texts.trims_left {
        text.drain(..text.len() - text.trim_start_matches(' ').len());
    }
    text
}

/// A number as it is printed: with its sign in front of it or behind it.
fn parse_printed_number(text: &str, times: i64) -> Option<ExactDecimal> {
    let text = text.trim();
    let is_negative = text.starts_with('-') || text.ends_with('-');
    let digits = text.trim_matches(['-', '+', ' ']);
    ExactDecimal::parse(&format!("{}{digits}", if is_negative { "-" } else { "" }), times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_by_what_they_mean() {
        let item = |times| Item { path: Vec::new(), times };
        let word = |text: &str| Json::Word(text.to_owned());
        let text = |text: &str| Json::Text(text.to_owned());
        let texts = TextRules { trims_left: true, trims_right: true, is_common: true };
        let page = TextRules { trims_left: false, trims_right: true, is_common: false };
        let number = |text: &str| FieldValue::Number(text.to_owned());
        let ours = |text: &str| FieldValue::Text(text.to_owned());
        for (left, right, times, texts, expected) in [
            (number("98891"), Some(word("988.91")), -2, texts, Some(true)),
            (number("98891"), Some(word("988.92")), -2, texts, Some(false)),
            (number("1"), None, 0, texts, Some(false)),
            (FieldValue::Bad, None, 0, texts, Some(true)),
            (FieldValue::Bad, Some(word("1")), 0, texts, Some(false)),
            (ours("\u{3}a\u{b8}\0"), Some(text("a")), 0, texts, Some(true)),
            (ours(" a\0"), Some(text("a")), 0, page, Some(false)),
            (ours("\0\0"), None, 0, texts, Some(true)),
            (ours("12.50-"), Some(word("-12.5")), 0, texts, Some(true)),
            (FieldValue::Single(0.1), Some(word("0.1")), 0, texts, Some(true)),
            (FieldValue::Double(0.1), Some(word("0.10000000000000002")), 0, texts, Some(false)),
            (FieldValue::Other, Some(text("")), 0, texts, None),
        ] {
            assert_eq!(is_equal(&left, right.as_ref(), &item(times), texts), expected, "{left:?} {right:?}");
        }
    }

    #[test]
    fn values_in_arrays_follow_one_another() {
        let row = Json::parse("{\"A\": [{\"B\": 1}, {\"C\": 2}, {\"B\": 3}], \"D\": {}}").unwrap();
        let path = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let mut found = Vec::new();
        assert!(collect_values(&row, &path(&["A", "B"]), &mut found));
        assert_eq!(found, [Some(&Json::Word("1".to_owned())), None, Some(&Json::Word("3".to_owned()))]);
        assert!(!collect_values(&row, &path(&["E", "F"]), &mut Vec::new()));
        assert!(collect_values(&row, &path(&["D", "F"]), &mut Vec::new()));
    }
}
