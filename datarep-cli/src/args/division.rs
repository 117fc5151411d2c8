//! The options that divide the records of a file among several new files.
//!
//! They have a struct of their own, as `UnpackingOptions` has.

use clap::Args;

use super::parse_number;

/// How records are divided among several new files.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct DivisionOptions {
    /// Write a table for each alternative of this choice, with its fields and those around the choice. The new file is a folder, or
    /// `{table}` in its name stands for the name of the alternative.
    #[arg(long, value_name = "CHOICE")]
    pub(crate) split_by: Option<String>,
    /// Alternatives whose records have parents, each after its parent: `customer/contract/payment,customer/address`. The rows of
    /// each such table have the numbers of their own record and of its parents, in the columns `_customer`, `_contract` and so on.
    #[arg(long, value_name = "TABLES", value_delimiter = ',', requires = "split_by")]
    pub(crate) parents: Vec<String>,
    /// Fields of parents that become columns of the tables below them, in place of numbers of records.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', requires = "parents")]
    pub(crate) keys: Vec<String>,
    /// Write the records with each value of these fields into a folder of their own: `kind=C/part-00000.parquet`. The fields are no
    /// columns then. The new file is a folder.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub(crate) partition_by: Vec<String>,
    /// Begin another file when one has so many bytes: `1GB`, `64MiB`. The files are `OUT-00000.parquet`, `OUT-00001.parquet` and so on.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) rotate: Option<u64>,
    /// Begin another file when one has so many records.
    #[arg(long, value_name = "RECORDS", value_parser = parse_rows)]
    pub(crate) rows_per_file: Option<u64>,
}

impl DivisionOptions {
    /// The first of the options that is given.
    pub(crate) fn find_given_option(&self) -> Option<&'static str> {
        match self {
            DivisionOptions { split_by: Some(_), .. } => Some("--split-by"),
            DivisionOptions { partition_by, .. } if !partition_by.is_empty() => Some("--partition-by"),
            DivisionOptions { rotate: Some(_), .. } => Some("--rotate"),
            DivisionOptions { rows_per_file: Some(_), .. } => Some("--rows-per-file"),
            _ => None,
        }
    }

    /// Whether each file has a number.
    pub(crate) fn is_rotating(&self) -> bool {
        self.rotate.is_some() || self.rows_per_file.is_some()
    }

    /// Whether the new file is a folder, or names of several files.
    pub(crate) fn is_folder(&self) -> bool {
        self.split_by.is_some() || !self.partition_by.is_empty()
    }
}

/// Reads a number of bytes with a unit: `1GB`, `64MiB`, `1_000_000`.
fn parse_size(text: &str) -> Result<u64, String> {
    let syntax_message = || "write a size such as `1GB`, `64MiB` or `1000000`".to_owned();
    let text = text.trim();
    let units = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
    let digits = text[..text.len() - units.len()].replace('_', "");
    let factor: u64 = match units.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        // Units of SI have powers of ten, those with `i` (IEC 80000-13) powers of two. A letter alone is one of
        // these, as in `split`.
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        _ => return Err(syntax_message()),
    };
    let size = digits.parse::<u64>().ok().and_then(|size| size.checked_mul(factor));
    size.filter(|size| *size > 0).ok_or_else(syntax_message)
}

fn parse_rows(text: &str) -> Result<u64, String> {
    match parse_number(text)? {
        0 => Err("a file has at least one record".to_owned()),
        rows => Ok(rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("1", 1),
            ("1_000", 1000),
            ("2kB", 2000),
            ("2 KiB", 2048),
            ("64m", 64 << 20),
            ("1GB", 1_000_000_000),
            ("3TiB", 3 << 40),
        ] {
            assert_eq!(parse_size(text), Ok(size), "{text}");
        }
        for text in ["", "0", "-1", "1.5GB", "GB", "1 apple", "99999999999TB"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
