//! What a posit can hold.

use super::{FloatFacts, Numbers};
use crate::exact;
use crate::model::{Class, Posit};

impl FloatFacts {
    /// Of a posit: its numbers end as they begin, with a power of two each, and nothing is kept of what is below the smallest. There is
    /// one word that is no real number.
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
        }
    }
}
