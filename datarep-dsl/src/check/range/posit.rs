//! The values that a posit can hold.

use super::{FloatFacts, Numbers};
use crate::exact;
use crate::model::{Class, Posit};

impl FloatFacts {
    /// The facts about a posit. Its largest and its smallest number are powers of two, and nothing below the smallest
    /// is kept. One word is no real number.
    pub(super) fn of_posit(format: Posit) -> FloatFacts {
        let [largest, smallest] = exact::posit::limits(format);
        let classes = vec![Class::Zero, Class::Nan];
        FloatFacts {
            numbers: Numbers::Regimes(format),
            largest: [Some(largest.clone()), Some(largest)],
            smallest_normal: Some(smallest.clone()),
            unit: Some(smallest.clone()),
            smallest: Some(smallest),
            gradual: false,
            precision: format.precision(),
            assured: 1,
            reads: classes.clone(),
            writes: classes,
            negative_zero: false,
            least: false,
            largest_sum: None,
        }
    }
}
