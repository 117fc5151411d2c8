//! The options that say which records of a file are wanted, and which columns are added to their fields.
//!
//! They have a struct of their own, as `UnpackingOptions` has.

use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::parse_number;

/// Which records are wanted, and which columns are added.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct RowOptions {
    /// Columns that are added behind the fields of records, separated by commas.
    #[arg(long, value_enum, value_name = "COLUMNS", value_delimiter = ',')]
    pub(crate) add_columns: Vec<AddedColumn>,
    /// Keep only records whose field has this value: `FIELD=VALUE`, `FIELD=ONE|OTHER`, or `FIELD!=VALUE`. If it is given more than once,
    /// all have to hold.
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) conditions: Vec<WhereCondition>,
    /// Keep so many records, drawn at random, or a share of them such as `1%`. They stay in their order.
    #[arg(long, value_name = "COUNT", value_parser = parse_sample)]
    pub(crate) sample: Option<SampleSize>,
    /// Another number draws another sample.
    #[arg(long, value_name = "NUMBER", default_value = "0", requires = "sample", value_parser = parse_number)]
    pub(crate) seed: u64,
}

/// A column that is no field of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum AddedColumn {
    /// `_error`: the bad items of the record, and why.
    #[value(alias = "_error")]
    Error,
    /// `_record`: the number of the record in its file, from zero.
    #[value(alias = "_record")]
    Record,
    /// `_file`: the path of the file.
    #[value(alias = "_file")]
    File,
    /// `_offset`: the byte of the file at which the record begins.
    #[value(alias = "_offset")]
    Offset,
    /// `_raw`: the bytes of the record.
    #[value(alias = "_raw")]
    Raw,
    /// `NAME_bytes` for each column `NAME`: the bytes of the field in the file.
    Bytes,
    /// `_alternative`: the name of the alternative of its choice.
    #[value(alias = "_alternative")]
    Alternative,
}

/// What the value of a field has to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WhereCondition {
    pub(crate) field: String,
    /// Whether the field must have none of the values, and not one of them.
    pub(crate) excludes: bool,
    pub(crate) values: Vec<String>,
}

/// How many records are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum SampleSize {
    Count(u64),
    /// In hundredths.
    Percent(f64),
}

impl FromStr for WhereCondition {
    type Err = String;

    fn from_str(text: &str) -> Result<WhereCondition, String> {
        let Some((field, values)) = text.split_once('=') else {
            return Err("write `FIELD=VALUE` or `FIELD!=VALUE`".to_owned());
        };
        let (field, excludes) = match field.strip_suffix('!') {
            Some(field) => (field, true),
            None => (field, false),
        };
        let field = field.trim();
        // `n>=3` would be cut at its `=`, and compare a field `n>`.
        if field.is_empty() || field.ends_with(['<', '>', '~']) || values.starts_with(['=', '~']) {
            return Err("write `FIELD=VALUE` or `FIELD!=VALUE`; there is no other comparison".to_owned());
        }
        Ok(WhereCondition { field: field.to_owned(), excludes, values: split_values(values) })
    }
}

/// The values between `|`. A value has `\|` for that character.
fn split_values(text: &str) -> Vec<String> {
    let mut values = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let letter = match letter {
            '|' => {
                values.push(String::new());
                continue;
            }
            '\\' => letters.next_if_eq(&'|').unwrap_or(letter),
            letter => letter,
        };
        if let Some(value) = values.last_mut() {
            value.push(letter);
        }
    }
    values.into_iter().map(|value| value.trim().to_owned()).collect()
}

fn parse_sample(text: &str) -> Result<SampleSize, String> {
    let sample = match text.strip_suffix('%') {
        Some(share) => {
            share.trim().parse().ok().filter(|share| (0.0..=100.0).contains(share)).map(SampleSize::Percent)
        }
        None => text.replace('_', "").parse().ok().map(SampleSize::Count),
    };
    sample.ok_or_else(|| "write a number of records such as `1000`, or a share such as `1%`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_have_a_field_and_values() {
        let parse = |text: &str| text.parse::<WhereCondition>();
        let condition = |field: &str, excludes, values: &[&str]| {
            let values = values.iter().map(|value| (*value).to_owned()).collect();
            Ok(WhereCondition { field: field.to_owned(), excludes, values })
        };
        assert_eq!(parse("kind=C"), condition("kind", false, &["C"]));
        assert_eq!(parse("kind != C | P"), condition("kind", true, &["C", "P"]));
        assert_eq!(parse(r"a.b=x=y|\||\d|"), condition("a.b", false, &["x=y", "|", r"\d", ""]));
        for text in ["kind", "=C", "!=C", "n>=3", "n<=3", "kind==C", "name=~C"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
