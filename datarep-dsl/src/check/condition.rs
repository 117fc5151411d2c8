//! Conditions: their words resolved against the fields of a float.

use super::context::{Context, TextPlace};
use super::layout::{PlacedFields, list_field_letters};
use crate::ast::{ConditionExpr, ConditionKind, ConditionNumber, Spanned, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact;
use crate::model::word::{field_bits, mask};
use crate::model::{Comparison, Condition, Field, Float, LeadingBit};

/// The largest number of comparisons in the clauses of a float.
pub(super) const MAX_COMPARISONS: usize = 32;

/// The number of comparisons in a condition, counted without recursion. Counting stops at one more than the maximum.
pub(super) fn count_comparisons(condition: &ConditionExpr) -> usize {
    // A list in place of recursion: this runs before any limit is known to hold, on conditions as deep as a text
    // nests them.
    let mut pending = vec![condition];
    let mut count = 0;
    while let Some(condition) = pending.pop() {
        match &condition.kind {
            ConditionKind::Compare { .. } => count += 1,
            ConditionKind::All(parts) | ConditionKind::Any(parts) => pending.extend(parts),
        }
        // Whether it is one too many or a million does not change the fault.
        if count > MAX_COMPARISONS {
            break;
        }
    }
    count
}

/// Joins conditions of which all must hold.
pub(super) fn join_all(conditions: impl IntoIterator<Item = Condition>) -> Option<Condition> {
    // An empty list has no condition, which the caller tells from one that always holds.
    conditions.into_iter().reduce(|left, right| Condition::And(Box::new(left), Box::new(right)))
}

/// Joins conditions of which one must hold.
pub(super) fn join_any(conditions: impl IntoIterator<Item = Condition>) -> Option<Condition> {
    conditions.into_iter().reduce(|left, right| Condition::Or(Box::new(left), Box::new(right)))
}

/// The numbers that a field of `float` can hold, and the number of the field with all bits set.
pub(super) fn field_range(float: &Float, field: Field) -> (i128, u128) {
    match field {
        Field::Sign | Field::Leading => (0, 1),
        Field::Significand => (0, mask(field_bits(&float.significand))),
        Field::Exponent => {
            let (low, high) = float.exponent_range();
            (i128::from(low), u128::try_from(high).unwrap_or(0))
        }
    }
}

impl Context<'_> {
    /// Resolves the words of `condition` to the fields of `float`.
    pub(super) fn resolve_condition(
        &mut self,
        unit: usize,
        condition: &ConditionExpr,
        float: &Float,
        layout: &PlacedFields,
    ) -> Option<Condition> {
        match &condition.kind {
            ConditionKind::Compare { field, operator, number } => {
                self.check_comparison(unit, field, operator, number, float, layout, condition)
            }
            ConditionKind::All(parts) => join_all(self.resolve_parts(unit, parts, float, layout)?),
            ConditionKind::Any(parts) => join_any(self.resolve_parts(unit, parts, float, layout)?),
        }
    }

    fn resolve_parts(
        &mut self,
        unit: usize,
        parts: &[ConditionExpr],
        float: &Float,
        layout: &PlacedFields,
    ) -> Option<Vec<Condition>> {
        // Collected before the first failure ends it, so that every part is checked and each fault reported.
        let parts: Vec<_> =
            parts.iter().map(|part| self.resolve_condition(unit, part, float, layout)).collect();
        parts.into_iter().collect()
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one comparison, and what it speaks of")]
    fn check_comparison(
        &mut self,
        unit: usize,
        name: &Word,
        operator: &Word,
        number: &Spanned<ConditionNumber>,
        float: &Float,
        layout: &PlacedFields,
        whole: &ConditionExpr,
    ) -> Option<Condition> {
        let (field, is_present) = match name.value.as_str() {
            "S" => (Field::Sign, float.sign.is_some()),
            "E" => (Field::Exponent, !float.exponent.is_empty()),
            "F" => (Field::Significand, !float.significand.is_empty()),
            "I" => (Field::Leading, matches!(float.leading, LeadingBit::Explicit(_))),
            other => {
                self.report_unknown_word(
                    TextPlace { unit, span: name.span },
                    "field",
                    other,
                    &["S", "E", "F", "I"],
                );
                return None;
            }
        };
        // Before the comparison is resolved: its number has no range in a field that does not exist.
        if !is_present {
            let title = format!("the condition names `{}`, which the format does not have", name.value);
            let fault = Diagnostic::new(Slug::FormulaField, title, name.span, "no such field");
            self.report(unit, fault.note(format!("the format has {}", list_field_letters(layout))));
            return None;
        }
        let comparison = match operator.value.as_str() {
            "==" => Comparison::Equal,
            "!=" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessOrEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterOrEqual,
            other => {
                let place = TextPlace { unit, span: operator.span };
                self.report_unknown_word(place, "comparison", other, &["==", "!=", "<", "<=", ">", ">="]);
                return None;
            }
        };
        let (low, high) = field_range(float, field);
        let value = match number.value {
            ConditionNumber::Number(value) => value,
            ConditionNumber::Max => i128::try_from(high).unwrap_or(i128::MAX),
        };
        // A comparison that always or never holds is nearly always a mistake in the number. It would also make a
        // class that claims every word, or none, which later checks would report in words that do not name the cause.
        let condition = Condition::Compare(field, comparison, value);
        let label = match exact::FieldCells::from_condition(float, &condition).find_extent(&condition) {
            exact::ConditionExtent::Sometimes => return Some(condition),
            exact::ConditionExtent::Always => "always",
            exact::ConditionExtent::Never => "never",
        };
        let words = self.units[unit].slice_text(whole.span).to_owned();
        let title = format!("`{words}` {label} holds");
        let fault = Diagnostic::new(Slug::Condition, title, whole.span, label);
        self.report(unit, fault.note(format!("`{}` goes from {low} to {high}", name.value)));
        None
    }
}
