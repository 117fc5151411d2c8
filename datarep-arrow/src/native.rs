//! Native numbers as columns of Apache Arrow.
//!
//! A row of one item becomes a value of the column. A row of several items becomes a list of fixed length, and a row of
//! characters becomes a text.

use std::fmt::Display;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{
    Array as _, ArrayRef, BooleanArray, Decimal128Array, Decimal256Array, FixedSizeListArray, Float32Array,
    Float64Array, Int8Array, Int16Array, Int32Array, Int64Array, UInt8Array, UInt16Array, UInt32Array,
    UInt64Array,
};
use arrow_buffer::i256;
use arrow_schema::{ArrowError, DataType, Field};
use datarep::{Character, Decimal, F128};
use datarep_dsl::model::{DigitCode, Format, FormatKind};

/// Decimal digits of the widest integers.
const WIDEST: u8 = 39;

/// A native type that can be a column.
pub trait Column: Sized + Clone {
    /// The type of a column of these items, which were read from `format`; `None` if no column can hold them.
    fn data_type(format: &Format) -> Option<DataType>;

    /// Rows of `row` items as a column of items of this type.
    ///
    /// # Errors
    ///
    /// An item that the type cannot hold, or a row that is too long for a list.
    fn column(items: Vec<Self>, row: usize, kind: &DataType) -> Result<ArrayRef, ArrowError>;
}

macro_rules! impl_number_columns {
    ($($native:ty, $array:ident, $kind:ident;)*) => {$(
        impl Column for $native {
            fn data_type(_: &Format) -> Option<DataType> {
                Some(DataType::$kind)
            }

            fn column(items: Vec<Self>, row: usize, _: &DataType) -> Result<ArrayRef, ArrowError> {
                nest_row_items(Arc::new($array::from(items)), row)
            }
        }
    )*};
}

impl_number_columns! {
    i8, Int8Array, Int8;
    i16, Int16Array, Int16;
    i32, Int32Array, Int32;
    i64, Int64Array, Int64;
    u8, UInt8Array, UInt8;
    u16, UInt16Array, UInt16;
    u32, UInt32Array, UInt32;
    u64, UInt64Array, UInt64;
    f32, Float32Array, Float32;
    f64, Float64Array, Float64;
    bool, BooleanArray, Boolean;
}

macro_rules! impl_wide_integer_columns {
    ($($native:ty, $widen:expr;)*) => {$(
        impl Column for $native {
            fn data_type(format: &Format) -> Option<DataType> {
                Some(match decimal(format) {
                    // Decimals without places are read as integers, and their digits fit in 128 bits.
                    Some((digits, _)) => DataType::Decimal128(digits, 0),
                    None => DataType::Decimal256(WIDEST, 0),
                })
            }

            fn column(items: Vec<Self>, row: usize, kind: &DataType) -> Result<ArrayRef, ArrowError> {
                // Arrow has no integers of 128 bits, and `u128` goes beyond its decimals of 128.
                match *kind {
                    DataType::Decimal128(precision, 0) => {
                        let numbers = items.iter().map(|item| {
                            let number = i128::try_from(*item).ok();
                            number.ok_or_else(|| unfit_number_error(item, kind))
                        });
                        let numbers = numbers.collect::<Result<Vec<i128>, _>>()?;
                        nest_row_items(make_decimals(numbers, precision, 0)?, row)
                    }
                    DataType::Decimal256(precision, 0) => {
                        let array = Decimal256Array::from_iter_values(items.into_iter().map($widen));
                        nest_row_items(Arc::new(array.with_precision_and_scale(precision, 0)?), row)
                    }
                    _ => decimals(items.iter().map(ToString::to_string), row, kind),
                }
            }
        }
    )*};
}

impl_wide_integer_columns! {
    i128, i256::from_i128;
    u128, |item| i256::from_parts(item, 0);
}

impl Column for Decimal {
    fn data_type(format: &Format) -> Option<DataType> {
        decimal(format).map(|(digits, scale)| DataType::Decimal128(digits, scale))
    }

    fn column(items: Vec<Self>, row: usize, kind: &DataType) -> Result<ArrayRef, ArrowError> {
        let DataType::Decimal128(precision, scale) = *kind else {
            return decimals(items.iter().map(ToString::to_string), row, kind);
        };
        let mut numbers = Vec::with_capacity(items.len());
        if append_decimals(&items, &mut numbers, precision, scale) {
            return nest_row_items(wrap_decimals(numbers, precision, scale)?, row);
        }
        let places = |item: &Decimal| u32::try_from(scale).ok()?.checked_sub(item.scale());
        let scaled = items.iter().map(|item| {
            // An item with fewer places is multiplied up. One with more places would lose them, and is refused.
            let scaled = places(item).and_then(|places| match places {
                0 => Some(item.mantissa()),
                places => item.mantissa().checked_mul(10_i128.checked_pow(places)?),
            });
            scaled.ok_or_else(|| unfit_number_error(item, kind))
        });
        nest_row_items(make_decimals(scaled.collect::<Result<Vec<i128>, _>>()?, precision, scale)?, row)
    }
}

/// Appends the numbers of decimals without their point. Returns whether they are those of a column: all decimals have its scale,
/// as those of one format have, and none has more digits.
pub(crate) fn append_decimals(items: &[Decimal], numbers: &mut Vec<i128>, precision: u8, scale: i8) -> bool {
    let (bound, mut fits) = (first_too_large(precision), true);
    // One loop without a branch. What does not fit is thrown away by the caller.
    numbers.extend(items.iter().map(|item| {
        let number = item.mantissa();
        fits &= i64::from(item.scale()) == i64::from(scale);
        fits &= number.unsigned_abs() < bound;
        number
    }));
    fits
}

impl Column for F128 {
    fn data_type(_: &Format) -> Option<DataType> {
        None
    }

    fn column(_: Vec<Self>, _: usize, kind: &DataType) -> Result<ArrayRef, ArrowError> {
        Err(ArrowError::NotYetImplemented(format!("a column of floats of 128 bits as {kind}")))
    }
}

macro_rules! impl_text_columns {
    ($($native:ty, $char:expr;)*) => {$(
        impl Column for $native {
            fn data_type(_: &Format) -> Option<DataType> {
                Some(DataType::Utf8)
            }

            fn column(items: Vec<Self>, row: usize, _: &DataType) -> Result<ArrayRef, ArrowError> {
                let mut builder = StringBuilder::new();
                for row in items.chunks(row) {
                    let text: String = row.iter().map($char).collect();
                    builder.append_value(text);
                }
                Ok(Arc::new(builder.finish()))
            }
        }
    )*};
}

impl_text_columns! {
    Character, |item| char::from(item.0);
    char, |item| *item;
}

/// The digits and the scale of a decimal format, if a column can have them.
fn decimal(format: &Format) -> Option<(u8, i8)> {
    let FormatKind::Decimal(decimal) = &format.kind else { return None };
    let scale = i8::try_from(decimal.scale).ok()?;
    // A negative scale fails here, so that no column has one.
    let places = u32::try_from(decimal.scale).ok()?;
    // All numbers of a word of up to 64 bits fit, also those that are not written. Of a longer one the digits that are written
    // count, because engines have no integers or decimals of 39. What has more is refused.
    let digits = match decimal.code {
        DigitCode::Binary { bits: ..=64, .. } => decimal.digits,
        _ => decimal.usual_digits(),
    };
    // Places right of the point count as digits if there are more of them than digits.
    let digits = u8::try_from(digits.max(places)).ok()?;
    // The digits that `Decimal128` can have.
    (1..=38).contains(&digits).then_some((digits, scale))
}

/// The digits that numbers of a format may have in their column, if words of the format hold numbers with more.
pub(crate) fn limit_digits(format: &Format) -> Option<u32> {
    let FormatKind::Decimal(described) = &format.kind else { return None };
    let (digits, _) = decimal(format)?;
    (u32::from(digits) < described.digits).then_some(u32::from(digits))
}

/// A column of decimals, from numbers as they are printed.
fn decimals(
    numbers: impl Iterator<Item = String>,
    row: usize,
    kind: &DataType,
) -> Result<ArrayRef, ArrowError> {
    match *kind {
        DataType::Decimal128(precision, scale) => {
            let parsed = numbers.map(|number| {
                let parsed = shift_decimal_point(&number, scale).and_then(|digits| digits.parse().ok());
                parsed.ok_or_else(|| unfit_number_error(&number, kind))
            });
            nest_row_items(make_decimals(parsed.collect::<Result<Vec<i128>, _>>()?, precision, scale)?, row)
        }
        DataType::Decimal256(precision, scale) => {
            let parsed = numbers.map(|number| {
                let parsed =
                    shift_decimal_point(&number, scale).and_then(|digits| i256::from_string(&digits));
                parsed.ok_or_else(|| unfit_number_error(&number, kind))
            });
            let array = Decimal256Array::from_iter_values(parsed.collect::<Result<Vec<i256>, _>>()?);
            nest_row_items(Arc::new(array.with_precision_and_scale(precision, scale)?), row)
        }
        _ => Err(ArrowError::NotYetImplemented(format!("decimals as {kind}"))),
    }
}

/// A column of decimals from their digits without the point. A number with more digits than the column is refused: Arrow would
/// take it, and engines that read the column would not agree on what it is.
fn make_decimals(numbers: Vec<i128>, precision: u8, scale: i8) -> Result<ArrayRef, ArrowError> {
    let bound = first_too_large(precision);
    if let Some(beyond) = numbers.iter().find(|number| number.unsigned_abs() >= bound) {
        return Err(too_many_digits_error(*beyond, precision));
    }
    wrap_decimals(numbers, precision, scale)
}

/// A column of decimals, none of which has too many digits.
pub(crate) fn wrap_decimals(numbers: Vec<i128>, precision: u8, scale: i8) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(Decimal128Array::from(numbers).with_precision_and_scale(precision, scale)?))
}

/// The smallest number with more than `precision` digits.
fn first_too_large(precision: u8) -> u128 {
    10_u128.checked_pow(u32::from(precision)).unwrap_or(u128::MAX)
}

fn unfit_number_error(number: &dyn Display, kind: &DataType) -> ArrowError {
    ArrowError::InvalidArgumentError(format!("{number} does not fit in {kind}"))
}

fn too_many_digits_error(number: i128, precision: u8) -> ArrowError {
    ArrowError::InvalidArgumentError(format!("{number} has more than the {precision} digits of its column"))
}

/// The digits of a number with `scale` places right of the point, without the point; `None` if it has more places.
fn shift_decimal_point(number: &str, scale: i8) -> Option<String> {
    let scale = usize::try_from(scale).ok()?;
    let (whole, rest) = number.split_once('.').unwrap_or((number, ""));
    // `1.5` at a scale of 2 => `150`. More places than the column has are refused and not cut.
    (rest.len() <= scale).then(|| format!("{whole}{rest:0<scale$}"))
}

/// The items as a column of rows: lists if a row has several items.
fn nest_row_items(items: ArrayRef, row: usize) -> Result<ArrayRef, ArrowError> {
    if row == 1 { Ok(items) } else { lists_of(items, row, false) }
}

/// Lists of `count` items each, which may be missing.
///
/// # Errors
///
/// More items than a list can have.
pub fn lists_of(items: ArrayRef, count: usize, is_nullable: bool) -> Result<ArrayRef, ArrowError> {
    let field = Arc::new(Field::new_list_field(items.data_type().clone(), is_nullable));
    let length = i32::try_from(count).map_err(|_| too_long_error(count))?;
    Ok(Arc::new(FixedSizeListArray::try_new(field, length, items, None)?))
}

/// The type of a column of rows of several items.
///
/// # Errors
///
/// More items than a list can have.
pub fn kind_of_rows(kind: DataType, row: usize) -> Result<DataType, ArrowError> {
    // A row of characters is one text.
    if row == 1 || kind == DataType::Utf8 { Ok(kind) } else { list_of(kind, row, false) }
}

/// The type of a list of `count` items, which may be missing.
///
/// # Errors
///
/// More items than a list can have.
pub fn list_of(kind: DataType, count: usize, is_nullable: bool) -> Result<DataType, ArrowError> {
    let length = i32::try_from(count).map_err(|_| too_long_error(count))?;
    Ok(DataType::FixedSizeList(Arc::new(Field::new_list_field(kind, is_nullable)), length))
}

fn too_long_error(row: usize) -> ArrowError {
    ArrowError::InvalidArgumentError(format!("a row of {row} items is too long for a list"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_get_the_digits_of_their_column() {
        assert_eq!(shift_decimal_point("-12.5", 2).as_deref(), Some("-1250"));
        assert_eq!(shift_decimal_point("7", 0).as_deref(), Some("7"));
        assert_eq!(shift_decimal_point("0.001", 2), None);
    }
}
