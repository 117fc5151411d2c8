//! Reference rows: JSON whose numbers are kept as they are written, since they have up to 38 digits.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// A value of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Json {
    Object(BTreeMap<String, Json>),
    Array(Vec<Json>),
    Text(String),
    /// A number, `true`, `false` or `null`, as it is written.
    Word(String),
}

impl Json {
    /// Reads a value.
    ///
    /// # Errors
    ///
    /// Returns a message if the text is not JSON.
    pub(super) fn parse(text: &str) -> Result<Json, String> {
        let fault = |error: serde_json::Error| format!("a reference is not JSON: {error}");
        let text = text.trim();
        Ok(match text.chars().next() {
            Some('{') => {
                let inside: BTreeMap<String, Box<RawValue>> = serde_json::from_str(text).map_err(fault)?;
                let inside = inside.into_iter().map(|(key, value)| Ok((key, Json::parse(value.get())?)));
                Json::Object(inside.collect::<Result<_, String>>()?)
            }
            Some('[') => {
                let inside: Vec<Box<RawValue>> = serde_json::from_str(text).map_err(fault)?;
                Json::Array(
                    inside.iter().map(|value| Json::parse(value.get())).collect::<Result<_, String>>()?,
                )
            }
            Some('"') => Json::Text(serde_json::from_str(text).map_err(fault)?),
            _ => Json::Word(text.to_owned()),
        })
    }

    /// The rows of a file: an array, or a value on each line.
    ///
    /// # Errors
    ///
    /// As [`Json::parse`].
    pub(super) fn parse_rows(text: &str) -> Result<Vec<Json>, String> {
        if let Ok(Json::Array(rows)) = Json::parse(text) {
            return Ok(rows);
        }
        text.lines().filter(|line| !line.trim().is_empty()).map(Json::parse).collect()
    }

    /// The member of an object.
    pub(super) fn get(&self, key: &str) -> Option<&Json> {
        if let Json::Object(inside) = self { inside.get(key) } else { None }
    }

    /// Adds the paths of everything that is no object and no array, without the places in arrays.
    pub(super) fn list_paths(&self, path: &str, paths: &mut BTreeMap<String, usize>) {
        match self {
            Json::Object(inside) => {
                for (key, value) in inside {
                    value.list_paths(&format!("{path}/{key}"), paths);
                }
            }
            Json::Array(inside) => inside.iter().for_each(|value| value.list_paths(path, paths)),
            Json::Text(_) | Json::Word(_) => *paths.entry(path.to_owned()).or_default() += 1,
        }
    }
}

/// A number as its sign, its digits without zeros at the ends, and the power of ten of the last one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ExactDecimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl ExactDecimal {
    /// Reads a number in decimal digits, times a power of ten.
    pub(super) fn parse(text: &str, times: i64) -> Option<ExactDecimal> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse().ok()?),
            None => (text, 0_i64),
        };
        let (is_negative, number) = number.strip_prefix('-').map_or((false, number), |rest| (true, rest));
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let all = format!("{whole}{part}");
        if all.is_empty() || !all.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let digits = all.trim_end_matches('0');
        let zeros = i64::try_from(all.len() - digits.len()).ok()?;
        let exponent = exponent + times + zeros - i64::try_from(part.len()).ok()?;
        let digits = digits.trim_start_matches('0').to_owned();
        // There is one zero.
        let is_zero = digits.is_empty();
        Some(ExactDecimal {
            is_negative: is_negative && !is_zero,
            digits,
            exponent: if is_zero { 0 } else { exponent },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_equal_by_value() {
        let exact = |text| ExactDecimal::parse(text, 0).unwrap();
        assert_eq!(exact("-305.030"), ExactDecimal::parse("-30503", -2).unwrap());
        assert_eq!(exact("1.0E-3"), exact("0.001"));
        assert_eq!(exact("-0.00"), exact("0"));
        assert_eq!(exact("3050393257676267687078781717600592714").digits.len(), 37);
        assert_ne!(exact("1"), exact("10"));
        assert_eq!((ExactDecimal::parse("NaN", 0), ExactDecimal::parse("", 0)), (None, None));
    }

    #[test]
    fn rows_keep_all_digits() {
        let rows =
            Json::parse_rows("{\"A\":{\"B\":[{\"C\":1.10},{\"C\":2}]}}\n{\"D\":\"\\u0041\"}\n").unwrap();
        let mut paths = BTreeMap::new();
        rows[0].list_paths("", &mut paths);
        assert_eq!(paths, BTreeMap::from([("/A/B/C".to_owned(), 2)]));
        let first = rows[0].get("A").and_then(|a| a.get("B"));
        let Some(Json::Array(inside)) = first else { panic!("{first:?}") };
        assert_eq!(inside[0].get("C"), Some(&Json::Word("1.10".to_owned())));
        assert_eq!(rows[1].get("D"), Some(&Json::Text("A".to_owned())));
        assert_eq!(Json::parse_rows("[1, 2]").unwrap().len(), 2);
        assert!(Json::parse_rows("{\"A\"").is_err());
    }
}
