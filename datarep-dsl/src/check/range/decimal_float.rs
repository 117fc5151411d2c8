//! What a decimal float can hold.

use super::{FloatFacts, Numbers};
use crate::exact;
use crate::model::{Class, DecimalFloat};

impl FloatFacts {
    /// Of numbers in tens: no power of two of theirs is as long as a fraction of tens may be, and few fractions of twos are as short
    /// as theirs.
    pub(super) fn of_decimal_float(format: DecimalFloat) -> FloatFacts {
        let [largest, smallest_normal, smallest] = exact::decimal_float::limits(format);
        let has_fields = format.fields().is_some();
        let reads = if has_fields {
            vec![Class::Zero, Class::Reserved]
        } else {
            vec![Class::Zero, Class::Infinity, Class::Nan]
        };
        let writes = if has_fields { vec![Class::Zero] } else { reads.clone() };
        // Words whose first digit is zero are read as what they say, though they are not written.
        let smallest = if format.is_gradual() { smallest } else { exact::decimal_float::least_read(format) };
        FloatFacts {
            numbers: Numbers::Tens(format),
            largest: [Some(largest.clone()), Some(largest)],
            smallest_normal: Some(smallest_normal),
            unit: Some(smallest.clone()),
            smallest: Some(smallest),
            gradual: format.is_gradual(),
            precision: u32::MAX,
            assured: 0,
            reads,
            writes,
            negative_zero: format.has_negative_zero(),
            least: false,
        }
    }
}
