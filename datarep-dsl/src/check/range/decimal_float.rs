//! What a decimal float can hold.

use super::{FloatFacts, Numbers};
use crate::exact;
use crate::model::{Class, DecimalFloat};

impl FloatFacts {
    /// Of numbers in tens: no power of two of theirs is as long as a fraction of tens may be, and few fractions of twos are as short
    /// as theirs.
    pub(super) fn of_decimal_float(format: DecimalFloat) -> FloatFacts {
        let [largest, smallest_normal, smallest] = exact::decimal_float::limits(format);
        let classes = vec![Class::Zero, Class::Infinity, Class::Nan];
        FloatFacts {
            numbers: Numbers::Tens(format),
            largest: [Some(largest.clone()), Some(largest)],
            smallest_normal: Some(smallest_normal),
            unit: Some(smallest.clone()),
            smallest: Some(smallest),
            gradual: true,
            precision: u32::MAX,
            assured: 0,
            reads: classes.clone(),
            writes: classes,
            negative_zero: true,
            least: false,
        }
    }
}
