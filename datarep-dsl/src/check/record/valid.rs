//! Choices by what is valid, and overlays.
//!
//! Afterwards each alternative of a choice can be chosen: none before it is valid whatever its bytes are. An overlay has at least
//! two alternatives, each with a field, and a length that is the same in all records.

use super::super::context::Context;
use super::super::mapping::RecordConversions;
use super::super::slot::FormatSlot;
use super::CheckedRecords;
use crate::ast::{ChoiceExpr, DecisionExpr, FieldItem, RecordItem};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{Alternative, Conversion, FieldKind, NullCase, RecordField};
use crate::source::Span;

impl Context<'_> {
    /// Marks the alternatives as chosen by validity, not by a field. Returns whether they have no
    /// faults.
    pub(super) fn enter_validity(
        &mut self,
        checked_records: &CheckedRecords,
        own: &RecordConversions,
        expr: &ChoiceExpr,
        alternatives: &mut [Alternative],
    ) -> bool {
        for (checked_alternative, alternative) in alternatives.iter_mut().zip(&expr.alternatives) {
            // `otherwise` has no cases. All others get an empty list, which marks an alternative that is judged by
            // its bytes.
            checked_alternative.cases = alternative.cases.is_some().then(Vec::new);
        }
        match expr.decision {
            DecisionExpr::AllValid => self.check_overlay(expr, alternatives),
            DecisionExpr::Field(_) | DecisionExpr::FirstValid => {
                self.check_reachable(checked_records, own, expr, alternatives)
            }
        }
    }

    /// Reports alternatives that no overlay has.
    fn check_overlay(&mut self, expr: &ChoiceExpr, alternatives: &[Alternative]) -> bool {
        let mut is_sound = true;
        for (alternative, checked_alternative) in expr.alternatives.iter().zip(alternatives) {
            let fault = if alternative.cases.is_none() {
                let title = "an overlay has no `otherwise`";
                Diagnostic::new(Slug::ConflictingClauses, title, alternative.span, "not in an overlay")
                    .note("each alternative is there if it is valid, whatever the others are")
                    .help(
                        "remove `otherwise =>`; bytes that are kept, as in `raw: 8 bytes;`, are always valid",
                    )
            } else if alternative.field.is_none()
                || matches!(checked_alternative.field, Some(RecordField { kind: FieldKind::Filler(_), .. }))
            {
                let title = "an alternative of an overlay has a name";
                Diagnostic::new(Slug::ConflictingClauses, title, alternative.span, "nothing to read")
                    .help("give it a name, as in `raw: 8 bytes;`, or remove it")
            } else {
                continue;
            };
            self.report(0, fault);
            is_sound = false;
        }
        // Reported only if the alternative is sound, as removing it would be the wrong advice then.
        if let [only] = expr.alternatives.as_slice()
            && is_sound
        {
            let title = "an overlay has two alternatives or more";
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, only.span, "the only one")
                .help("write another alternative of the same bytes, or this field without `overlay`");
            self.report(0, fault);
            return false;
        }
        is_sound
    }

    /// Reports alternatives that are never chosen.
    fn check_reachable(
        &mut self,
        checked_records: &CheckedRecords,
        own: &RecordConversions,
        expr: &ChoiceExpr,
        alternatives: &[Alternative],
    ) -> bool {
        let mut last: Option<(Span, bool)> = None;
        for (alternative, checked_alternative) in expr.alternatives.iter().zip(alternatives) {
            match last {
                Some((first, true)) => {
                    self.report_after_otherwise(alternative.span, first);
                    return false;
                }
                Some((first, false)) => {
                    let title = "this alternative is never chosen";
                    let fault = Diagnostic::new(Slug::ConflictingClauses, title, alternative.span, "comes later")
                        .label(first, "is valid whatever its bytes are")
                        .help("write the alternative that is always valid last, or an `overlay`, in which each is there if it is valid");
                    self.report(0, fault);
                    return false;
                }
                None => {}
            }
            let is_certain = match &checked_alternative.field {
                // If there is no field, because it has a fault, nothing is known.
                None => alternative.field.is_none(),
                Some(field) => self.is_always_valid(checked_records, field, own.list()),
            };
            // `otherwise` ends the choice, whether or not it would be valid.
            last = match &alternative.cases {
                None => Some((alternative.span, true)),
                Some(_) => is_certain.then_some((alternative.span, false)),
            };
        }
        true
    }

    /// Whether a field is valid whatever its bytes are.
    fn is_always_valid(
        &self,
        checked_records: &CheckedRecords,
        field: &RecordField,
        conversions: &[Conversion],
    ) -> bool {
        let is_valid = |conversion: usize| {
            let conversion = &conversions[conversion];
            let FormatSlot::Known(checked_format) = &self.slots[conversion.format.0] else { return false };
            checked_format.format.kind.is_always_valid(conversion.native)
        };
        // If invalid items are missing ones, every item is a value or missing.
        let takes_invalid =
            field.nulls.as_ref().is_some_and(|nulls| nulls.cases.contains(&NullCase::Invalid));
        // An array that varies may be longer than the bytes of the choice, and then is not valid.
        let is_fixed = field.counts.iter().all(|count| count.fixed().is_some());
        is_fixed
            && match &field.kind {
                FieldKind::Scalar { conversion } => takes_invalid || is_valid(*conversion),
                FieldKind::Text(text) => {
                    text.length.fixed().is_some() && (takes_invalid || is_valid(text.wide))
                }
                FieldKind::Byte | FieldKind::Filler(_) => true,
                FieldKind::Record(id) => {
                    let inside = &checked_records.records[id.0].record;
                    let mut fields = inside.fields.iter();
                    fields.all(|field| self.is_always_valid(checked_records, field, &inside.conversions))
                }
                // A choice inside needs an alternative, which it may not have.
                FieldKind::Choice(_) => false,
            }
    }

    /// The bytes of an overlay: those that it states, or those of its longest alternative.
    pub(super) fn find_overlay_length(
        &mut self,
        field: &FieldItem,
        expr: &ChoiceExpr,
        alternatives: &[Alternative],
    ) -> Option<u64> {
        if let Some(stated) = &expr.bytes {
            return Some(stated.value);
        }
        let mut longest = 0;
        for (alternative, checked_alternative) in expr.alternatives.iter().zip(alternatives) {
            let Some(bytes) = checked_alternative.field.as_ref()?.bytes else {
                let title = format!("overlay `{}` has no fixed length", field.name.value);
                let label = "the length of this alternative is not the same in all records";
                let fault = Diagnostic::new(Slug::ConflictingClauses, title, alternative.span, label)
                    .help("state its bytes, as in `overlay in 40 bytes { … }`");
                self.report(0, fault);
                return None;
            };
            longest = longest.max(bytes);
        }
        Some(longest)
    }

    /// Reports a record that may have no bytes. A file could hold any number of such records.
    pub(super) fn report_no_bytes(&mut self, item: &RecordItem, fields: &[RecordField]) {
        let title = format!("record `{}` may have no bytes", item.name.value);
        let fault = Diagnostic::new(Slug::ConflictingClauses, title, item.name.span, "of no length");
        let name_of = |field: &RecordField| field.name.clone().unwrap_or_else(|| "_".to_owned());
        let choice = fields.iter().rfind(|field| matches!(field.kind, FieldKind::Choice(_)));
        let fault = match choice {
            Some(choice) => fault
                .note(format!("an alternative of `{}` takes no bytes, and no other field does", name_of(choice)))
                .help(
                    "give every alternative a byte or more, or state them, as in `choice valid in 8 bytes { … }`",
                ),
            None => fault
                .note(format!("`{}` may be empty, and no other field takes a byte", fields.last().map(name_of).unwrap_or_default()))
                .help("add a field that takes a byte or more, or state a length in the place of `..`"),
        };
        self.report(0, fault);
    }
}
