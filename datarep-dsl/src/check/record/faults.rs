//! The messages about fields of records.

use super::{Context, MAX_BYTES, RecordLayout};
use crate::ast::{FieldItem, Spanned, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::source::Span;

impl Context<'_> {
    /// Reports a count or a number of bytes that is out of range.
    pub(super) fn count_out_of_range(&mut self, number: &Spanned<u64>, what: &str) {
        let title = format!("a field cannot have {} {what}", number.value);
        let fault = Diagnostic::new(Slug::Number, title, number.span, format!("1 to {MAX_BYTES}"));
        let fault = if number.value == 0 { fault.help("remove the field") } else { fault };
        self.report(0, fault);
    }

    /// Reports a count that is no field before the array.
    pub(super) fn unknown_count(&mut self, layout: &RecordLayout<'_>, name: &Word) {
        let known: Vec<&str> = layout.fields.iter().filter_map(|field| field.name.as_deref()).collect();
        let near = self.budget.find_nearest(&name.value, known.into_iter()).map(str::to_owned);
        let title = format!("no field named `{}` before this one", name.value);
        let fault = Diagnostic::new(Slug::UnknownWord, title, name.span, "not known here").note(
            "the count of an array is a number, or an integer field of the same record that stands before it",
        );
        let fault = match near {
            Some(near) => fault.help(format!("write `{near}`")),
            None => fault,
        };
        self.report(0, fault);
    }

    /// Reports a format whose field has no name.
    pub(super) fn report_unnamed_field(&mut self, field: &FieldItem, span: Span) {
        let fault = Diagnostic::new(
            Slug::ConflictingClauses,
            "only bytes without a meaning can have no name",
            span,
            "has a meaning",
        )
        .label(field.name.span, "has no name")
        .help("give the field a name, or write its bytes, as in `_: 4 bytes;`");
        self.report(0, fault);
    }

    /// Reports clauses of a field that has no conversion of its own.
    pub(super) fn not_converted(&mut self, field: &FieldItem, what: &str) {
        self.no_rules(field, what);
        self.no_padding(field);
        if let Some(native) = &field.native {
            let title = format!("{what} has no native type");
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, native.span, "not for this field");
            self.report(0, fault.help(format!("remove `as {}`", native.value)));
        }
    }

    /// Reports padding where there is no text.
    pub(super) fn no_padding(&mut self, field: &FieldItem) {
        if let Some(word) = field.padding.first() {
            let fault = Diagnostic::new(
                Slug::ConflictingClauses,
                "`padding` is for text",
                word.span,
                "not for this field",
            );
            self.report(0, fault.help("remove this clause"));
        }
    }
}
