//! The values that a decimal float can hold.

use super::{FloatFacts, RangeNumbers};
use crate::exact::{self, SmallestNumbers};
use crate::model::{Class, DecimalFloat};

impl FloatFacts {
    /// The facts about a decimal float. A decimal fraction can need more bits than any binary significand has, so the
    /// precision is unlimited. Few binary fractions have as few digits as its numbers, so no bit is assured.
    pub(super) fn from_decimal_float(format: DecimalFloat) -> FloatFacts {
        let [largest, smallest_normal, smallest] = exact::decimal_float::find_limits(format);
        let has_fields = format.fields().is_some();
        let reads = if has_fields {
            vec![Class::Zero, Class::Reserved]
        } else {
            vec![Class::Zero, Class::Infinity, Class::Nan]
        };
        // Reserved words are damaged digits, which nothing is written as.
        let writes = if has_fields { vec![Class::Zero] } else { reads.clone() };
        // Words whose first digit is zero are read as numbers, although they are not written.
        let smallest =
            if format.is_gradual() { smallest } else { exact::decimal_float::smallest_read(format) };
        let bottom =
            SmallestNumbers { normal: smallest_normal, kept: format.is_gradual().then(|| smallest.clone()) };
        FloatFacts {
            numbers: RangeNumbers::DecimalFloat(format),
            largest: [Some(largest.clone()), Some(largest)],
            bottoms: [Some(bottom.clone()), Some(bottom)],
            unit: Some(smallest.clone()),
            smallest: Some(smallest),
            precision: u32::MAX,
            assured: 0,
            reads,
            writes,
            reads_negative_zero: format.has_negative_zero(),
            writes_negative_zero: format.has_negative_zero(),
            least: false,
            largest_sum: None,
        }
    }
}
