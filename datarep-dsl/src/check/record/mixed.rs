//! Fields of mixed text: what only a whole text has.

use super::{Context, FieldItem};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{Count, MixedForm, MixedSet};
use crate::source::Span;

impl Context<'_> {
    /// Reports a native type of a mixed text.
    pub(super) fn report_mixed_native(&mut self, field: &FieldItem, set: MixedSet) {
        let Some(native) = &field.native else { return };
        let title = format!("field `{}` cannot be `{}`", field.name.value, native.value);
        let fault = Diagnostic::new(Slug::WrongKind, title, native.span, "not for this format").note(
            format!("how many characters the bytes of `{}` are, only a whole text tells", set.format()),
        );
        self.report(0, fault.help(format!("leave out `as {}`", native.value)));
    }

    /// Checks that the length of a text is known, and that pairs fill it. Returns whether they do.
    pub(super) fn check_mixed_length(&mut self, set: MixedSet, length: Count, span: Span) -> bool {
        // The readers count bytes of such a text before they know its characters.
        if length == Count::Rest {
            let title = "a text with characters of two bytes cannot take the rest of its record";
            let fault = Diagnostic::new(Slug::Number, title, span, "its bytes are not counted");
            self.report(0, fault.help("write its number of bytes, or `.. bytes` to keep them as they are"));
            return false;
        }
        let Some(bytes) = length.fixed().filter(|bytes| set.form == MixedForm::Pairs && bytes % 2 == 1)
        else {
            return true;
        };
        let title = format!("a text of pairs cannot have {bytes} byte{}", if bytes == 1 { "" } else { "s" });
        let fault = Diagnostic::new(Slug::Number, title, span, "an odd number")
            .note("the length of such a text is its number of bytes, as that of a mixed text");
        self.report(0, fault.help(format!("write `[{}; {}]`", set.format(), bytes + 1)));
        false
    }
}
