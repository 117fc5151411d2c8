//! Groups of words of a format that no condition distinguishes.
//!
//! Conditions compare fields with numbers, so these numbers cut the range of each field into intervals. One word of
//! every combination of intervals stands for all its words. Questions about all words of a format (is there an
//! infinity, which exponents are normal, which is the smallest NaN) need only these few.

use std::collections::BTreeSet;

use crate::model::word::{Fields, field_bits, mask};
use crate::model::{Class, Condition, Field, Float, LeadingBit, Negation};

/// The numbers from the lowest to the highest one, both included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interval<T> {
    pub(super) low: T,
    pub(super) high: T,
}

impl<T: Copy + Ord> Interval<T> {
    pub(super) fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub(super) fn contains(self, number: T) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// The numbers that both intervals have; `None` if there are none.
    pub(super) fn intersect(self, other: Interval<T>) -> Option<Interval<T>> {
        let common = Interval { low: self.low.max(other.low), high: self.high.min(other.high) };
        (!common.is_empty()).then_some(common)
    }
}

/// The ranges of a format's fields, cut into intervals.
#[derive(Debug, Clone)]
pub(crate) struct FieldCells {
    signs: &'static [bool],
    leadings: &'static [bool],
    pub(super) exponents: Vec<Interval<i64>>,
    pub(super) significands: Vec<Interval<u128>>,
}

/// Words that no condition distinguishes.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldCell {
    pub(super) sign: bool,
    pub(super) leading: bool,
    pub(super) exponents: Interval<i64>,
    pub(super) significands: Interval<u128>,
}

impl FieldCell {
    pub(super) fn lowest_fields(self) -> Fields {
        Fields {
            sign: self.sign,
            leading: self.leading,
            exponent: self.exponents.low,
            significand: self.significands.low,
        }
    }
}

/// For which words of a format a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConditionExtent {
    /// For all of them.
    Always,
    /// For some, but not for all.
    Sometimes,
    /// For none.
    Never,
}

impl FieldCells {
    /// Cuts the fields at the numbers in the conditions, and the significand at zero.
    pub(crate) fn new(float: &Float) -> Self {
        FieldCells::from_conditions(float, float.specials.iter().map(|special| &special.condition))
    }

    /// Cuts the fields at the numbers in one condition.
    pub(crate) fn from_condition(float: &Float, condition: &Condition) -> Self {
        FieldCells::from_conditions(float, std::iter::once(condition))
    }

    fn from_conditions<'c>(float: &Float, conditions: impl Iterator<Item = &'c Condition>) -> Self {
        let (low, high) = float.exponent_range();
        // Cuts have 128 bits, because a condition may compare the exponent with any number of a text.
        let mut exponents = BTreeSet::from([i128::from(low)]);
        // Zero is apart from all other significands in every format, whether or not a condition names it.
        let mut significands = BTreeSet::from([0, 1]);
        for condition in conditions {
            add_cuts(condition, &mut exponents, &mut significands);
        }
        let most = mask(field_bits(&float.significand));
        let both: &[bool] = &[false, true];
        FieldCells {
            signs: if float.sign.is_some() { both } else { &[false] },
            leadings: if matches!(float.leading, LeadingBit::Explicit(_)) { both } else { &[false] },
            // A number beyond 64 bits cuts nothing: no exponent reaches it.
            exponents: split_at_cuts(
                exponents.into_iter().filter_map(|cut| i64::try_from(cut).ok()),
                Interval { low, high },
            ),
            significands: split_at_cuts(significands.into_iter(), Interval { low: 0, high: most }),
        }
    }

    pub(super) fn all_cells(&self) -> impl Iterator<Item = FieldCell> + '_ {
        self.signs.iter().flat_map(move |&sign| {
            self.leadings.iter().flat_map(move |&leading| {
                self.exponents.iter().flat_map(move |&exponents| {
                    self.significands.iter().map(move |&significands| FieldCell {
                        sign,
                        leading,
                        exponents,
                        significands,
                    })
                })
            })
        })
    }

    fn cells_of_class(&self, float: &Float, class: Option<Class>) -> impl Iterator<Item = FieldCell> {
        // One word decides for its cell, because no condition distinguishes the words in it.
        self.all_cells().filter(move |cell| {
            float.special_of(&cell.lowest_fields()).map(|index| float.specials[index].class) == class
        })
    }

    /// The smallest and largest exponent number of the words of a class; `None` stands for words that follow the
    /// formula.
    pub(super) fn find_class_exponents(&self, float: &Float, class: Option<Class>) -> Option<Interval<i64>> {
        let low = self.cells_of_class(float, class).map(|cell| cell.exponents.low).min()?;
        let high = self.cells_of_class(float, class).map(|cell| cell.exponents.high).max()?;
        Some(Interval { low, high })
    }

    /// Words that include the largest number of a sign.
    pub(crate) fn list_largest_fields(&self, float: &Float, negative: bool) -> Vec<Fields> {
        // In two's complement the stored bits of a negative number count downward: the smallest are farthest from
        // zero.
        let is_downward =
            negative && matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
        self.cells_of_class(float, None)
            // A format may have subnormal numbers alone.
            .chain(self.cells_of_class(float, Some(Class::Subnormal)))
            .filter(|cell| cell.sign == negative)
            .map(|cell| Fields {
                exponent: cell.exponents.high,
                significand: if is_downward { cell.significands.low } else { cell.significands.high },
                ..cell.lowest_fields()
            })
            .collect()
    }

    /// The lowest word of each group.
    pub(crate) fn list_lowest_fields(&self) -> Vec<Fields> {
        self.all_cells().map(FieldCell::lowest_fields).collect()
    }

    /// Whether a condition holds for all words, for some or for none.
    pub(crate) fn find_extent(&self, condition: &Condition) -> ConditionExtent {
        let holds = |cell: FieldCell| condition.holds(&cell.lowest_fields());
        if !self.all_cells().any(holds) {
            ConditionExtent::Never
        } else if self.all_cells().all(holds) {
            ConditionExtent::Always
        } else {
            ConditionExtent::Sometimes
        }
    }

    /// Whether some word is decided by the special encoding at `index`.
    pub(crate) fn has_words_of_special(&self, float: &Float, index: usize) -> bool {
        self.all_cells().any(|cell| float.special_of(&cell.lowest_fields()) == Some(index))
    }

    /// The index of the special encoding that claims the first word for which the condition of the one at `index` holds.
    /// Words that no special encoding claims are passed over.
    pub(crate) fn find_claiming_special(&self, float: &Float, index: usize) -> Option<usize> {
        self.all_cells()
            .filter(|cell| float.specials[index].condition.holds(&cell.lowest_fields()))
            .find_map(|cell| float.special_of(&cell.lowest_fields()))
    }
}

fn add_cuts(condition: &Condition, exponents: &mut BTreeSet<i128>, significands: &mut BTreeSet<u128>) {
    match condition {
        Condition::And(left, right) | Condition::Or(left, right) => {
            add_cuts(left, exponents, significands);
            add_cuts(right, exponents, significands);
        }
        Condition::Compare(Field::Exponent, _, number) => {
            // A comparison changes its result before its number or behind it, so both borders are cuts.
            exponents.extend([*number, number.saturating_add(1)]);
        }
        Condition::Compare(Field::Significand, _, number) => {
            if let Ok(number) = u128::try_from(*number) {
                // A negative number is below all significands and cuts nothing.
                significands.extend([number, number.saturating_add(1)]);
            }
        }
        Condition::Compare(Field::Sign | Field::Leading, ..) => {}
    }
}

/// Cuts an interval before each of the `cuts` in it.
pub(super) fn split_at_cuts<T: Copy + Ord + Predecessor>(
    cuts: impl Iterator<Item = T>,
    whole: Interval<T>,
) -> Vec<Interval<T>> {
    let starts: BTreeSet<T> = cuts.filter(|cut| whole.contains(*cut)).chain([whole.low]).collect();
    // Each interval ends before the next one begins. The lowest one begins at `whole.low` in any case, as that is
    // chained in.
    let ends = starts.iter().skip(1).map(|start| start.predecessor()).chain([whole.high]);
    starts.iter().copied().zip(ends).map(|(low, high)| Interval { low, high }).collect()
}

/// A type whose values have a predecessor.
pub(super) trait Predecessor {
    fn predecessor(self) -> Self;
}

impl Predecessor for i64 {
    fn predecessor(self) -> Self {
        self - 1
    }
}

impl Predecessor for u128 {
    fn predecessor(self) -> Self {
        self - 1
    }
}
