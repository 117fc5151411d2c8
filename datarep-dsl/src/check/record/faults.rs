//! The messages about fields of records.

use super::super::family::{format_call, is_string, list_argument_texts};
use super::super::synonyms;
use super::{Context, MAX_BYTES};
use crate::ast::{FieldItem, FormatCall, OrderExpr, OrderKind, Spanned};
use crate::diagnostic::{Diagnostic, Slug};
use crate::source::Span;

impl Context<'_> {
    /// Reports a count or a number of bytes that is out of range.
    pub(super) fn report_count_out_of_range(&mut self, number: &Spanned<i128>, noun: &str) {
        let title = format!("a field cannot have {} {noun}", number.value);
        let fault = Diagnostic::new(Slug::Number, title, number.span, format!("1 to {MAX_BYTES}"));
        let fault = if number.value == 0 { fault.help("remove the field") } else { fault };
        self.report(0, fault);
    }

    /// Reports `char[8]`, which the grammar reads as a format with an order of one byte. Returns
    /// whether it has reported a fault. `[0]` is an order that can be meant.
    pub(super) fn report_brackets(&mut self, call: &FormatCall, order: Option<&OrderExpr>) -> bool {
        // Only the brackets of one number look like an array. A longer list is an order that was meant.
        let Some(OrderExpr { kind: OrderKind::Bytes(bytes), span }) = order else { return false };
        let [count] = bytes.as_slice() else { return false };
        if count.value == 0 {
            return false;
        }
        let (name, count) = (&call.name.value, count.value);
        let title = format!("an array is not written as `{}[{count}]`", format_call(call));
        let fault = Diagnostic::new(Slug::OrderWidth, title, *span, "an order of bytes, behind a format")
            .label(call.span, "the format");
        let help = match name.to_ascii_lowercase().as_str() {
            // Bytes that are kept as they are have a form of their own, which is shorter than an array.
            "byte" | "uchar" => format!("write `{count} bytes`"),
            _ if is_string(name) => format!("write `[ascii; {count}]`"),
            _ => {
                let is_format = call.family.is_some() || self.units[0].has_format(name);
                let suggestion =
                    synonyms::find_format(name, &list_argument_texts(&call.arguments)).filter(|_| !is_format);
                let family =
                    call.family.as_ref().map_or(String::new(), |family| format!("{}::", family.value));
                let item = suggestion.unwrap_or_else(|| format!("{family}{}", format_call(call)));
                format!("write `[{item}; {count}]`")
            }
        };
        self.report(0, fault.help(help));
        true
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
    pub(super) fn report_unused_clauses(&mut self, field: &FieldItem, subject: &str) {
        self.report_field_rules(field, subject);
        self.report_padding(field);
        if let Some(native) = &field.native {
            let title = format!("{subject} has no native type");
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, native.span, "not for this field");
            self.report(0, fault.help(format!("remove `as {}`", native.value)));
        }
    }

    /// Reports padding where there is no text.
    pub(super) fn report_padding(&mut self, field: &FieldItem) {
        for (clause, words) in [("padding", &field.padding), ("trim", &field.trim)] {
            let Some(word) = words.first() else { continue };
            let title = format!("`{clause}` is for text");
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, word.span, "not for this field");
            self.report(0, fault.help("remove this clause"));
        }
    }
}
