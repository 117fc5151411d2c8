//! The references of a corpus: the segments of its `REF.json` files and the rows of its `vectors.csv`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::exact::{BINARY32, BINARY64, Exact};
use super::npy::{self, Array};
use crate::workspace;

/// Numbers of one format in a file, at regular displacements.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    /// The file, relative to the corpus.
    pub(crate) file: PathBuf,
    /// A name for the numbers.
    pub(crate) name: String,
    /// The name of their format.
    pub(crate) format: String,
    /// The bytes before the first item, or `None` if the corpus says -1 because the numbers are at no place of the
    /// file.
    pub(crate) offset: Option<usize>,
    /// The number of items in one repeat.
    count: usize,
    /// The distance between items in bytes. By default, the items are adjacent.
    stride: Option<usize>,
    repeat: usize,
    /// The number of bytes between the beginnings of two repeats.
    repeat_stride: usize,
    reference: ReferenceSource,
    /// Whether the references are the values themselves, and not only the nearest values that the array can hold.
    exact: bool,
}

#[derive(Debug, Clone)]
enum ReferenceSource {
    Values(Vec<Value>),
    Array(PathBuf),
}

/// The reference of one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The value itself.
    Exact(Exact),
    /// The nearest binary64.
    Nearest64(u128),
    /// An integer.
    Integer(i128),
}

/// A row of the vectors.
#[derive(Debug, Clone)]
pub(crate) struct Vector {
    /// The line of the file, counted from 1.
    pub(crate) line: usize,
    /// The name of the format.
    pub(crate) format: String,
    /// The bytes as they are in a file, in hexadecimal digits.
    pub(crate) hex: String,
    /// The number that was published for the bytes, in the notation of its source.
    pub(crate) published: String,
    /// The value, or nothing if the vectors have none.
    pub(crate) exact: String,
    /// The nearest binary64, as a decimal number.
    pub(crate) nearest: String,
}

/// All segments, folder by folder in the order of their names.
///
/// # Errors
///
/// Returns a message if the folder is not a corpus, or if a `REF.json` is invalid.
pub(crate) fn read_segments(root: &Path) -> Result<Vec<Segment>, String> {
    let entries = fs::read_dir(root).map_err(|error| format!("cannot read `{}`: {error}", root.display()))?;
    let mut kinds: Vec<PathBuf> = entries
        .filter_map(|entry| Some(PathBuf::from(entry.ok()?.file_name())))
        .filter(|kind| root.join(kind).join("REF.json").is_file())
        .collect();
    kinds.sort();
    if kinds.is_empty() {
        let root = root.display();
        return Err(format!("`{root}` is not a corpus: no folder in it has a `REF.json`"));
    }
    let mut segments = Vec::new();
    for kind in &kinds {
        let path = root.join(kind).join("REF.json");
        let text = workspace::read_file(&path)?;
        let fault = |what: String| format!("`{}`: {what}", path.display());
        let json: Value = serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?;
        for file in get_list(&json, "files").map_err(&fault)? {
            let name = kind.join(get_text(file, "name").map_err(&fault)?);
            for segment in file.get("segments").and_then(Value::as_array).into_iter().flatten() {
                segments.push(Segment::parse(kind, &name, segment).map_err(&fault)?);
            }
        }
    }
    Ok(segments)
}

impl Segment {
    fn parse(kind: &Path, file: &Path, json: &Value) -> Result<Segment, String> {
        let name = get_text(json, "name")?;
        let within = |fault: String| format!("segment `{name}` of `{}`: {fault}", file.display());
        let number = |key| get_number(json, key).map_err(within);
        let required = |key| number(key)?.ok_or_else(|| within(format!("`{key}` is missing")));
        let count = required("count")?;
        let repeat = number("repeat")?.unwrap_or(1);
        let repeat_stride = match number("repeat_stride")? {
            Some(stride) => stride,
            None if repeat <= 1 => 0,
            None => return Err(within("`repeat_stride` is missing".to_owned())),
        };
        let reference = match (json.get("values"), json.get("ref")) {
            (Some(Value::Array(values)), _) => ReferenceSource::Values(values.clone()),
            (None, Some(Value::String(array))) => ReferenceSource::Array(kind.join(array)),
            _ => return Err(within("has neither `values` nor `ref`".to_owned())),
        };
        Ok(Segment {
            file: file.to_owned(),
            format: get_text(json, "format").map_err(within)?.to_owned(),
            offset: match json.get("offset").and_then(Value::as_i64) {
                Some(-1) => None,
                _ => Some(required("offset")?),
            },
            count,
            stride: number("stride")?,
            repeat,
            repeat_stride,
            reference,
            exact: json.get("ref_exact").and_then(Value::as_bool).unwrap_or(true),
            name: name.to_owned(),
        })
    }

    /// The number of items.
    pub(crate) fn items(&self) -> usize {
        self.count.saturating_mul(self.repeat)
    }

    /// The bytes of the file from `offset` on.
    ///
    /// # Errors
    ///
    /// Returns a message if the file cannot be read or is too short.
    pub(crate) fn read_rest(&self, root: &Path, offset: usize) -> Result<Vec<u8>, String> {
        let path = root.join(&self.file);
        let file = fs::read(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let rest = file.get(offset..).ok_or_else(|| format!("`{}` ends before {offset}", path.display()))?;
        Ok(rest.to_vec())
    }

    /// The bytes of all items, `bytes` each, one after the other. The first item begins at `offset`.
    ///
    /// # Errors
    ///
    /// Returns a message if the file cannot be read or is too short.
    pub(crate) fn read_items(&self, root: &Path, offset: usize, bytes: usize) -> Result<Vec<u8>, String> {
        let path = root.join(&self.file);
        let file = fs::read(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
        let stride = self.stride.unwrap_or(bytes);
        let mut all = Vec::with_capacity(file.len());
        for repeat in 0..self.repeat {
            for item in 0..self.count {
                let place = [(repeat, self.repeat_stride), (item, stride)];
                let start = place.iter().try_fold(offset, |start, (index, stride)| {
                    start.checked_add(index.checked_mul(*stride)?)
                });
                let found = start.and_then(|start| file.get(start..start.checked_add(bytes)?));
                let found = found.ok_or_else(|| {
                    let length = file.len();
                    format!(
                        "item {item} of repeat {repeat} lies behind the file's end, which has {length} bytes"
                    )
                })?;
                all.extend_from_slice(found);
            }
        }
        Ok(all)
    }

    /// The references of all items.
    ///
    /// # Errors
    ///
    /// Returns a message if the references cannot be read, are not numbers, or differ in number from the items.
    pub(crate) fn read_expected(&self, root: &Path) -> Result<Vec<Expected>, String> {
        let expected: Vec<Expected> = match &self.reference {
            ReferenceSource::Values(values) => {
                values.iter().map(|value| self.parse_expected(value)).collect::<Result<_, _>>()?
            }
            ReferenceSource::Array(array) => {
                let path = root.join(array);
                let fault = |what: String| format!("`{}` {what}", path.display());
                let file = fs::read(&path).map_err(|error| fault(format!("cannot be read: {error}")))?;
                match npy::parse(&file).map_err(fault)? {
                    Array::Integers(items) => items.into_iter().map(Expected::Integer).collect(),
                    Array::Singles(items) => items.iter().map(|item| self.expected_single(*item)).collect(),
                    Array::Doubles(items) => items.iter().map(|item| self.expected_double(*item)).collect(),
                }
            }
        };
        let (items, references) = (self.items(), expected.len());
        if items == references {
            Ok(expected)
        } else {
            Err(format!("there are {items} items and {references} references"))
        }
    }

    fn parse_expected(&self, value: &Value) -> Result<Expected, String> {
        let expected = match value {
            Value::String(text) => Exact::parse(text).map(Expected::Exact),
            Value::Number(number) => {
                let integer = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
                let integer = integer.map(Expected::Integer);
                integer.or_else(|| Some(self.expected_double(number.as_f64()?)))
            }
            _ => None,
        };
        expected.ok_or_else(|| format!("the reference `{value}` is not a number"))
    }

    fn expected_single(&self, item: f32) -> Expected {
        if self.exact {
            Expected::Exact(Exact::from_bits(u128::from(item.to_bits()), BINARY32))
        } else {
            self.expected_double(f64::from(item))
        }
    }

    fn expected_double(&self, item: f64) -> Expected {
        let bits = u128::from(item.to_bits());
        let exact = Exact::from_bits(bits, BINARY64);
        if self.exact || exact.is_nan() { Expected::Exact(exact) } else { Expected::Nearest64(bits) }
    }
}

impl Expected {
    /// The reference as an exact value, or `None` if it is not one.
    pub(crate) fn to_exact(&self) -> Option<Exact> {
        match self {
            Expected::Exact(exact) => Some(exact.clone()),
            Expected::Integer(integer) => Some(Exact::Finite {
                negative: *integer < 0,
                magnitude: integer.unsigned_abs().into(),
                exponent: 0,
            }),
            Expected::Nearest64(_) => None,
        }
    }

    /// The reference as an integer, or `None` if it is not one.
    pub(crate) fn to_integer(&self) -> Option<i128> {
        match self {
            Expected::Integer(integer) => Some(*integer),
            Expected::Exact(exact) => exact.to_integer(),
            Expected::Nearest64(_) => None,
        }
    }
}

/// The rows of `vectors/vectors.csv`. A corpus without this file has no rows.
///
/// # Errors
///
/// Returns a message if the file is not such a table.
pub(crate) fn read_vectors(root: &Path) -> Result<Vec<Vector>, String> {
    let path = root.join("vectors").join("vectors.csv");
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let text = workspace::read_file(&path)?;
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, split_csv(line)));
    let (_, header) = lines.next().ok_or_else(|| format!("`{}` is empty", path.display()))?;
    let column = |name: &str| {
        let found = header.iter().position(|field| field == name);
        found.ok_or_else(|| format!("`{}` has no column `{name}`", path.display()))
    };
    let columns = ["format", "hex_file_order", "published", "exact", "nearest_float64"];
    let columns = [
        column(columns[0])?,
        column(columns[1])?,
        column(columns[2])?,
        column(columns[3])?,
        column(columns[4])?,
    ];
    lines
        .filter(|(_, row)| row.iter().any(|field| !field.is_empty()))
        .map(|(line, row)| {
            let [format, hex, published, exact, nearest] = columns.map(|column| row.get(column).cloned());
            match (format, hex, published, exact, nearest) {
                (Some(format), Some(hex), Some(published), Some(exact), Some(nearest)) => {
                    Ok(Vector { line, format, hex, published, exact, nearest })
                }
                _ => Err(format!("`{}`, line {line}: too few columns", path.display())),
            }
        })
        .collect()
}

/// The fields of a line of comma-separated values. A quotation mark inside a quoted field is doubled.
fn split_csv(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                push_letter(&mut fields, '"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => push_letter(&mut fields, other),
        }
    }
    fields
}

fn push_letter(fields: &mut [String], letter: char) {
    if let Some(field) = fields.last_mut() {
        field.push(letter);
    }
}

fn get_list<'j>(json: &'j Value, key: &str) -> Result<&'j Vec<Value>, String> {
    json.get(key).and_then(Value::as_array).ok_or_else(|| format!("`{key}` is not a list"))
}

fn get_text<'j>(json: &'j Value, key: &str) -> Result<&'j str, String> {
    json.get(key).and_then(Value::as_str).ok_or_else(|| format!("`{key}` is not a text"))
}

fn get_number(json: &Value, key: &str) -> Result<Option<usize>, String> {
    match json.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.map(Some).ok_or_else(|| format!("`{key}` is `{value}`, which is not a count"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_line() {
        assert_eq!(
            split_csv("a,\"Rational(1, 3)\",,\"say \"\"x\"\"\""),
            ["a", "Rational(1, 3)", "", "say \"x\""]
        );
    }

    #[test]
    fn a_segment_with_a_fault_is_named() {
        let fault = |json: &str| {
            let json = serde_json::from_str(json).unwrap();
            Segment::parse(Path::new("kind"), Path::new("kind/a.bin"), &json).expect_err("a fault")
        };
        assert_eq!(fault("{}"), "`name` is not a text");
        let of = "segment `s` of `kind/a.bin`";
        assert_eq!(fault(r#"{"name": "s"}"#), format!("{of}: `count` is missing"));
        let text = r#"{"name": "s", "format": "i8be", "offset": -2, "count": 2, "values": []}"#;
        assert_eq!(fault(text), format!("{of}: `offset` is `-2`, which is not a count"));
        let text = r#"{"name": "s", "format": "i8be", "offset": 1, "count": 2}"#;
        assert_eq!(fault(text), format!("{of}: has neither `values` nor `ref`"));
        let text = r#"{"name": "s", "format": "i8be", "offset": 1, "count": 2, "repeat": 2, "values": []}"#;
        assert_eq!(fault(text), format!("{of}: `repeat_stride` is missing"));
    }
}
