//! Numbers that have more digits than a column has: a binary word may hold more digits than its picture.

use datarep::{Decimal, Event};

use super::error::RecordError;
use super::null::BadItem;
use super::read::Rows;
use super::values::Values;
use crate::error::Error;

/// Numbers with too many digits, by their places among the values, as people see them.
type WideNumbers = Vec<(usize, String)>;

impl Rows<'_> {
    /// Takes the numbers of a field that have more than so many digits out of its values, in which they are missing then. They are
    /// bad items with the event `overflow`.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record r { a: binary_decimal(128, 0, 20); }")?;
    /// let file = [7_i128, 10_i128.pow(25)].map(i128::to_be_bytes).concat();
    /// let rows = text.record("r").expect("it is in the text").rows(&file)?;
    /// let (mut values, _) = rows.values(0)?;
    /// let bad = rows.take_wide_numbers(0, &mut values, 20);
    /// assert_eq!(values.missing(), Some(&[false, true][..]));
    /// assert_eq!((bad.len(), bad[0].record, bad[0].offset), (1, 1, 16));
    /// let error = rows.wide_number_error(0, &bad[0], 20).to_string();
    /// assert!(error.starts_with("record 1: `a` at byte 16: 10000000000000000000000000 has more"), "{error}");
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn take_wide_numbers(&self, field: usize, values: &mut Values, digits: u32) -> Vec<BadItem> {
        // Without a power in 128 bits no number has as many digits.
        let Some(bound) = 10_u128.checked_pow(digits) else { return Vec::new() };
        let mut wide: WideNumbers = match &mut *values {
            Values::Nullable { values, missing } => {
                let wide = zero_wide_numbers(values, bound);
                // The value of a missing item means nothing.
                wide.into_iter().filter(|(place, _)| !std::mem::replace(&mut missing[*place], true)).collect()
            }
            values => zero_wide_numbers(values, bound),
        };
        if wide.is_empty() {
            return Vec::new();
        }
        if !matches!(values, Values::Nullable { .. }) {
            let mut missing = vec![false; values.len()];
            for (place, _) in &wide {
                missing[*place] = true;
            }
            *values = Values::Nullable { values: Box::new(std::mem::take(values)), missing };
        }
        self.locate_wide_numbers(field, &mut wide)
    }

    /// The error of a number that [`Rows::take_wide_numbers`] has found.
    pub fn wide_number_error(&self, field: usize, bad: &BadItem, digits: u32) -> Error {
        let &BadItem { record, item, offset, .. } = bad;
        let field = self.record.0.fields[field].path.clone();
        RecordError::Digits { record, field, item, offset, number: bad.value.clone(), digits }.into()
    }

    /// The places of numbers in the file.
    fn locate_wide_numbers(&self, field: usize, wide: &mut WideNumbers) -> Vec<BadItem> {
        // The column of an alternative has places for the records that do not have it.
        if let Some(is_present) = self.places(field) {
            let mut items = 0;
            let numbers: Vec<usize> = is_present
                .iter()
                .map(|is_present| {
                    items += usize::from(*is_present);
                    items.saturating_sub(1)
                })
                .collect();
            for (place, _) in wide.iter_mut() {
                *place = numbers[*place];
            }
        }
        let bytes = self.record.0.fields[field].bytes;
        let mut wide = std::mem::take(wide).into_iter().peekable();
        let (mut bad, mut first, mut current, mut items_before) = (Vec::new(), 0, 0, 0);
        self.placed.for_each_run(self.record, field, |run| {
            if run.record != current {
                (current, items_before) = (run.record, 0);
            }
            while let Some((place, value)) = wide.next_if(|(place, _)| *place < first + run.items) {
                let index = place - first;
                bad.push(BadItem {
                    record: run.record,
                    item: items_before + index,
                    offset: run.offset + index * bytes,
                    event: Event::Overflow,
                    value,
                });
            }
            first += run.items;
            items_before += run.items;
        });
        bad
    }
}

/// Finds the numbers from `bound` on, and puts zeros in their places.
fn zero_wide_numbers(values: &mut Values, bound: u128) -> WideNumbers {
    fn find<T: Copy + Default + ToString>(
        values: &mut [T],
        bound: u128,
        magnitude: impl Fn(T) -> u128,
    ) -> WideNumbers {
        let wide = values.iter_mut().enumerate().filter(|(_, value)| magnitude(**value) >= bound);
        wide.map(|(place, value)| (place, std::mem::take(value).to_string())).collect()
    }
    match values {
        Values::I128(values) => find(values, bound, i128::unsigned_abs),
        Values::U128(values) => find(values, bound, |value| value),
        Values::Decimal(values) => find(values, bound, |value: Decimal| value.mantissa().unsigned_abs()),
        _ => Vec::new(),
    }
}
