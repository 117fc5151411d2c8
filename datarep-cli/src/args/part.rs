//! The option that takes a part of a file.
//!
//! It has a struct of its own, as `UnpackingOptions` has.

use clap::Args;

/// Which part of a file is converted.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct PartOption {
    /// Convert part K of N of a file: whole records, which are together those of the file. Each part may be converted on its own, also on
    /// another machine. The records have one length, or `--marks`.
    #[arg(long, value_name = "K/N", value_parser = parse_part)]
    pub(crate) part: Option<PartNumber>,
}

/// A part, from zero, of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PartNumber {
    pub(crate) index: usize,
    pub(crate) count: usize,
}

/// The most parts of a file.
const MOST: usize = 1 << 20;

fn parse_part(text: &str) -> Result<PartNumber, String> {
    let numbers = text.split_once('/').and_then(|(part, count)| {
        let (part, count) = (part.trim().parse::<usize>().ok()?, count.trim().parse::<usize>().ok()?);
        // People count parts from one.
        (1..=count).contains(&part).then(|| PartNumber { index: part - 1, count })
    });
    let numbers = numbers.ok_or_else(|| "write a part such as `1/64`, from `1/64` to `64/64`".to_owned())?;
    if numbers.count > MOST { Err(format!("a file has {MOST} parts at most")) } else { Ok(numbers) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!(parse_part("1/1"), Ok(PartNumber { index: 0, count: 1 }));
        assert_eq!(parse_part("3 / 64"), Ok(PartNumber { index: 2, count: 64 }));
        for text in ["", "1", "0/1", "2/1", "0/0", "-1/2", "1/2/3", "1/1048577", "a/b"] {
            assert!(parse_part(text).is_err(), "{text}");
        }
    }
}
