//! The names of folders for values, as Hive writes them: `kind=C/year=1999`.
//!
//! Source: Apache Hive, "Dynamic partitions"; Spark and `DuckDB` read and write the same names.

use std::fmt::Write as _;

use super::super::column::FieldColumn;
use super::super::lines::format_value;

/// The value in the name of a folder for items that are missing.
const MISSING: &str = "__HIVE_DEFAULT_PARTITION__";

/// Characters that have a meaning in paths, in patterns, or in names of partitions.
const ESCAPED: &str = "\"#%'*/:=?\\{}[]^<>|\u{7f}";

/// Appends the folder for a field of a record to a path.
pub(super) fn append_folder(path: &mut String, field: &str, column: &FieldColumn, record: usize) {
    if !path.is_empty() {
        path.push('/');
    }
    escape_name(field, path);
    path.push('=');
    let value = if column.is_missing(record) {
        String::new()
    } else {
        format_value(column.values_with_missing(), record)
    };
    // An empty name is no value of a folder: it stands for a missing one, as in Hive.
    if value.is_empty() {
        path.push_str(MISSING);
    } else {
        escape_name(&value, path);
    }
}

/// Appends a name whose special characters are `%` and two hexadecimal digits.
fn escape_name(name: &str, path: &mut String) {
    for letter in name.chars() {
        if letter.is_ascii_control() || ESCAPED.contains(letter) {
            let _ = write!(path, "%{:02X}", u32::from(letter));
        } else {
            path.push(letter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        let escaped = |name: &str| {
            let mut path = String::new();
            escape_name(name, &mut path);
            path
        };
        assert_eq!(escaped("C 1.5-ä"), "C 1.5-ä");
        assert_eq!(escaped("a/b=c%\0\u{7f}"), "a%2Fb%3Dc%25%00%7F");
    }
}
