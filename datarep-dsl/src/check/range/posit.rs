//! The values that a posit can hold.

use super::{FloatFacts, RangeNumbers};
use crate::exact::{self, SmallestNumbers};
use crate::model::{Class, Posit};

impl FloatFacts {
    /// The facts about a posit. Its largest and its smallest number are powers of two, and nothing below the smallest
    /// is kept. One word is no real number.
    pub(super) fn from_posit(format: Posit) -> FloatFacts {
        let [largest, smallest] = exact::posit::find_limits(format);
        let classes = vec![Class::Zero, Class::Nan];
        let bottom = SmallestNumbers { normal: smallest.clone(), kept: None };
        FloatFacts {
            numbers: RangeNumbers::Posit(format),
            largest: [Some(largest.clone()), Some(largest)],
            bottoms: [Some(bottom.clone()), Some(bottom)],
            unit: Some(smallest.clone()),
            smallest: Some(smallest),
            precision: format.precision(),
            // Near the ends of the range the regime takes all bits, and only the leading one is left.
            assured: 1,
            reads: classes.clone(),
            writes: classes,
            reads_negative_zero: false,
            writes_negative_zero: false,
            least: false,
            largest_sum: None,
        }
    }
}
