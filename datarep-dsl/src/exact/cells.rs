//! Groups of words of a format that no condition distinguishes.
//!
//! Conditions compare fields with numbers, so these numbers cut the range of each field into intervals. One word of
//! every combination of intervals stands for all its words. Questions about all words of a format (is there an
//! infinity, which exponents are normal, which is the smallest NaN) need only these few.

use std::collections::BTreeSet;

use crate::model::word::{Fields, field_bits, mask};
use crate::model::{Class, Condition, Field, Float, LeadingBit, Negation};

/// The ranges of a format's fields, cut into intervals.
#[derive(Debug, Clone)]
pub(crate) struct FieldCells {
    signs: &'static [bool],
    leadings: &'static [bool],
    pub(super) exponents: Vec<(i64, i64)>,
    pub(super) significands: Vec<(u128, u128)>,
}

/// Words that no condition distinguishes.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldCell {
    pub(super) sign: bool,
    pub(super) leading: bool,
    pub(super) exponents: (i64, i64),
    pub(super) significands: (u128, u128),
}

impl FieldCell {
    pub(super) fn lowest_fields(self) -> Fields {
        Fields {
            sign: self.sign,
            leading: self.leading,
            exponent: self.exponents.0,
            significand: self.significands.0,
        }
    }
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
                low,
                high,
            ),
            significands: split_at_cuts(significands.into_iter(), 0, most),
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
    pub(crate) fn find_class_exponents(&self, float: &Float, class: Option<Class>) -> Option<(i64, i64)> {
        let low = self.cells_of_class(float, class).map(|cell| cell.exponents.0).min()?;
        let high = self.cells_of_class(float, class).map(|cell| cell.exponents.1).max()?;
        Some((low, high))
    }

    /// Words that include the largest number of a sign.
    pub(crate) fn list_largest_fields(&self, float: &Float, negative: bool) -> Vec<Fields> {
        // In two's complement the stored bits of a negative number count downward: the smallest are farthest from
        // zero.
        let complement = matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
        self.cells_of_class(float, None)
            // A format may have subnormal numbers alone.
            .chain(self.cells_of_class(float, Some(Class::Subnormal)))
            .filter(|cell| cell.sign == negative)
            .map(|cell| Fields {
                exponent: cell.exponents.1,
                significand: if complement && negative { cell.significands.0 } else { cell.significands.1 },
                ..cell.lowest_fields()
            })
            .collect()
    }

    /// The lowest word of each group.
    pub(crate) fn list_lowest_fields(&self) -> Vec<Fields> {
        self.all_cells().map(FieldCell::lowest_fields).collect()
    }

    /// Whether a condition holds for some word, and whether it holds for all.
    pub(crate) fn holds_for_some_and_all(&self, condition: &Condition) -> (bool, bool) {
        let holds_for_some = self.all_cells().any(|cell| condition.holds(&cell.lowest_fields()));
        let holds_for_all = self.all_cells().all(|cell| condition.holds(&cell.lowest_fields()));
        (holds_for_some, holds_for_all)
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

/// Cuts `low..=high` before each of the ascending `cuts`.
pub(super) fn split_at_cuts<T: Copy + Ord + Predecessor>(
    cuts: impl Iterator<Item = T>,
    low: T,
    high: T,
) -> Vec<(T, T)> {
    let starts: BTreeSet<T> = cuts.filter(|cut| (low..=high).contains(cut)).chain([low]).collect();
    let starts: Vec<T> = starts.into_iter().collect();
    // Each interval ends before the next one begins. The lowest one begins at `low` in any case, as that is chained
    // in.
    let ends = starts.iter().skip(1).map(|start| start.predecessor()).chain([high]);
    starts.iter().copied().zip(ends).collect()
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
