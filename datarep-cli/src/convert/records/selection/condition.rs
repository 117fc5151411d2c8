//! Conditions: the value that a field has to have.
//!
//! Values are compared as those of the field: numbers by value, and texts without blanks around them. A missing item has an empty
//! value, as its cell of CSV.

use std::str::FromStr;

use datarep::Decimal;
use datarep_dsl::model::{Format, Native, NativeKind};
use datarep_dynamic::Record;
use datarep_dynamic::record::{Dimension, Field, Values};

use crate::args;
use crate::failure::CliFailure;
use crate::output::parse_hex;

use super::super::add_field_suggestions;
use super::super::column::FieldColumn;
use super::super::range::{NumberRange, strip_zero_places};

/// A condition on a field.
pub(super) struct FieldCondition {
    field: usize,
    excludes: bool,
    wanted_values: WantedValues,
    /// Whether a missing item has one of the values.
    wants_missing: bool,
}

/// The values of which a field has to have one.
enum WantedValues {
    /// Of the field's type.
    Values(Values),
    Texts(Vec<String>),
    Bytes(Vec<Vec<u8>>),
}

impl FieldCondition {
    /// Checks a condition, and makes its values those of the field.
    pub(super) fn new(
        condition: &args::WhereCondition,
        record: &Record,
    ) -> Result<FieldCondition, CliFailure> {
        let args::WhereCondition { field: path, excludes, values } = condition;
        let index = record.field(path).ok_or_else(|| {
            let title = format!("`{}` has no field `{path}`, which `--where` compares", record.name());
            add_field_suggestions(CliFailure::new(title), record, path)
        })?;
        let field = &record.fields()[index];
        // Bytes have one dimension, their number, and are compared as a whole.
        if field.shape().len() > usize::from(field.is_bytes()) {
            return Err(CliFailure::new(format!(
                "`{path}` is an array, and `--where` compares a field that has one item"
            ))
            .help("`--to csv` has all items, which other programs can filter"));
        }
        let wants_missing = values.iter().any(String::is_empty);
        let is_text = field.is_bytes() || matches!(field.native(), None | Some(Native::WideCharacter));
        if wants_missing && !is_text && !field.is_nullable() {
            return Err(CliFailure::new(format!("`{path}` is never missing, so it has no empty value"))
                .help("write a value after `=`, or `{ null if … }` at the field"));
        }
        let values: Vec<&str> =
            // An empty text is a value of a field of text. Of a number it only stands for a missing one.
            values.iter().map(String::as_str).filter(|value| is_text || !value.is_empty()).collect();
        let format = record.list_formats().into_iter().nth(index).flatten();
        let wanted_values = WantedValues::parse(field, format, &values)?;
        Ok(FieldCondition { field: index, excludes: *excludes, wanted_values, wants_missing })
    }

    /// The field that it compares.
    pub(super) fn field(&self) -> usize {
        self.field
    }

    /// Which records meet it.
    pub(super) fn find_records(&self, column: &FieldColumn, records: usize) -> Vec<bool> {
        let column_values = column.values_with_missing();
        let mut matches: Vec<bool> = match (&self.wanted_values, column_values) {
            (WantedValues::Values(wanted_values), column_values) => find_equal(column_values, wanted_values),
            (WantedValues::Texts(wanted_values), Values::Text(texts)) => texts
                .iter()
                .map(|text| wanted_values.iter().any(|wanted_text| wanted_text == text.trim()))
                .collect(),
            (WantedValues::Texts(wanted_values), Values::Char(letters)) => {
                let is_wanted = |letter: &char| {
                    let text = letter.to_string();
                    wanted_values.iter().any(|wanted_text| wanted_text == text.trim())
                };
                letters.iter().map(is_wanted).collect()
            }
            (WantedValues::Bytes(wanted_values), Values::Bytes(bytes)) => column
                .item_ranges(records)
                .map(|range| wanted_values.iter().any(|wanted_bytes| *wanted_bytes == bytes[range.clone()]))
                .collect(),
            // `WantedValues::parse` has made the values of the field's own type.
            _ => Vec::new(),
        };
        if let Some(missing) = column.values.missing() {
            for (is_match, missing) in matches.iter_mut().zip(missing) {
                if *missing {
                    *is_match = self.wants_missing;
                }
            }
        }
        if self.excludes {
            for is_match in &mut matches {
                *is_match = !*is_match;
            }
        }
        matches
    }
}

/// The values of texts, all of one type.
fn parse_values<T: FromStr>(
    values: &[&str],
    refuse: impl Fn(&str) -> CliFailure,
) -> Result<Vec<T>, CliFailure> {
    values.iter().map(|value| value.parse().map_err(|_| refuse(value))).collect()
}

impl WantedValues {
    /// The values of texts as those of a field.
    fn parse(field: &Field, format: Option<&Format>, values: &[&str]) -> Result<WantedValues, CliFailure> {
        let path = field.path();
        let refuse = |value: &str, what: &str| {
            CliFailure::new(format!("`{value}` cannot be the value of `{path}`, which is {what}"))
        };
        // The native type may have more numbers than the format.
        if let Some(range) = format.filter(|_| has_exact_numbers(field)).and_then(NumberRange::new)
            && let Some(value) = values.iter().find(|value| !range.contains(value))
        {
            return Err(refuse(value, &range.describe()));
        }
        let whole_numbers: Vec<&str> = values.iter().map(|value| strip_zero_places(value)).collect();
        let values = if is_integer(field) { whole_numbers.as_slice() } else { values };
        macro_rules! parse_all {
            ($variant:ident, $what:expr) => {
                parse_values(values, |value| refuse(value, $what))
                    .map(|parsed| WantedValues::Values(Values::$variant(parsed)))
            };
        }
        let Some(native) = field.native() else {
            if !field.is_bytes() {
                return WantedValues::parse_texts(field, values);
            }
            let bytes = field.items().unwrap_or(0);
            let what = format!("{bytes} bytes as hexadecimal digits");
            let parsed_values = values.iter().map(|value| {
                parse_hex(value).filter(|parsed| parsed.len() == bytes).ok_or_else(|| refuse(value, &what))
            });
            return Ok(WantedValues::Bytes(parsed_values.collect::<Result<_, _>>()?));
        };
        let integer = format!("an integer in the range of `{}`", native.word());
        match native {
            Native::I8 => parse_all!(I8, &integer),
            Native::I16 => parse_all!(I16, &integer),
            Native::I32 => parse_all!(I32, &integer),
            Native::I64 => parse_all!(I64, &integer),
            Native::I128 => parse_all!(I128, &integer),
            Native::U8 => parse_all!(U8, &integer),
            Native::U16 => parse_all!(U16, &integer),
            Native::U32 => parse_all!(U32, &integer),
            Native::U64 => parse_all!(U64, &integer),
            Native::U128 => parse_all!(U128, &integer),
            Native::F32 => parse_all!(F32, "a number"),
            Native::F64 => parse_all!(F64, "a number"),
            Native::Decimal => parse_all!(Decimal, "a decimal of at most 28 digits"),
            Native::Bool => parse_all!(Bool, "`true` or `false`"),
            Native::WideCharacter => WantedValues::parse_texts(field, values),
            _ => Err(CliFailure::new(format!(
                "`{path}` is `{}`, which `--where` does not compare",
                native.word()
            ))
            .help("write `as f64` after its format")),
        }
    }

    /// Texts, or characters.
    fn parse_texts(field: &Field, values: &[&str]) -> Result<WantedValues, CliFailure> {
        let longest = match field.text_length() {
            Some(Dimension::Fixed(length)) => length,
            Some(Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_)) => usize::MAX,
            None => 1,
        };
        let plural = if longest == 1 { "" } else { "s" };
        if let Some(value) = values.iter().find(|value| value.chars().count() > longest) {
            let path = field.path();
            return Err(CliFailure::new(format!(
                "`{value}` cannot be the value of `{path}`, which has {longest} character{plural}"
            )));
        }
        Ok(WantedValues::Texts(values.iter().map(|value| (*value).to_owned()).collect()))
    }
}

/// Whether the items of a field are integers.
fn is_integer(field: &Field) -> bool {
    field.native().is_some_and(|native| matches!(native.kind(), NativeKind::Integer { .. }))
}

/// Whether the items of a field are integers or decimals.
fn has_exact_numbers(field: &Field) -> bool {
    is_integer(field) || field.native() == Some(Native::Decimal)
}

/// Whether each value is one of those that are wanted.
fn find_equal(found: &Values, wanted: &Values) -> Vec<bool> {
    fn find<T>(found: &[T], wanted: &[T], is_same: impl Fn(&T, &T) -> bool) -> Vec<bool> {
        found.iter().map(|found| wanted.iter().any(|wanted| is_same(found, wanted))).collect()
    }
    macro_rules! by_type {
        ($($variant:ident)*) => {
            match (found, wanted) {
                $((Values::$variant(found), Values::$variant(wanted)) => find(found, wanted, PartialEq::eq),)*
                (Values::F32(found), Values::F32(wanted)) => {
                    find(found, wanted, |one, other| is_same_float(f64::from(*one), f64::from(*other)))
                }
                (Values::F64(found), Values::F64(wanted)) => {
                    find(found, wanted, |one, other| is_same_float(*one, *other))
                }
                (Values::Decimal(found), Values::Decimal(wanted)) => find(found, wanted, is_same_decimal),
                _ => Vec::new(),
            }
        };
    }
    by_type!(I8 I16 I32 I64 I128 U8 U16 U32 U64 U128 Bool)
}

/// Whether two floats are the same number, or both none.
#[expect(clippy::float_cmp, reason = "the float that is nearest to the text is the one that is meant")]
fn is_same_float(one: f64, other: f64) -> bool {
    one == other || one.is_nan() && other.is_nan()
}

/// Whether two decimals are the same number: 1.5 and 1.50 are.
fn is_same_decimal(one: &Decimal, other: &Decimal) -> bool {
    let (more, less) = if one.scale() >= other.scale() { (one, other) } else { (other, one) };
    // Scales are 28 at most. A product beyond 128 bits is longer than any mantissa, and so another number.
    let scaled = 10_i128.pow(more.scale() - less.scale()).checked_mul(less.mantissa());
    scaled == Some(more.mantissa())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_compared_by_value() {
        for (one, other, is_same) in [
            ("1.5", "1.500", true),
            ("-0.0", "0", true),
            ("1.5", "-1.5", false),
            ("0.15", "1.5", false),
            ("7922816251426433759354395033.5", "0.0000000000000000000000000001", false),
        ] {
            let parse = |text: &str| text.parse::<Decimal>().expect("a decimal");
            assert_eq!(is_same_decimal(&parse(one), &parse(other)), is_same, "{one} {other}");
            assert_eq!(is_same_decimal(&parse(other), &parse(one)), is_same, "{other} {one}");
        }
    }
}
