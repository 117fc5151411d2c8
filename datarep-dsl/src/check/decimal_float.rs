//! Decimal floats: `decimal_float(64, dpd)`.

use super::context::{Context, TextPlace};
use crate::ast::{Argument, FormatCall};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{DecimalFloat, FormatKind, SignificandCode};

/// Widths of a word: all multiples of 32 up to the widest word.
const WIDTHS: &[u32] = &[32, 64, 96, 128];

const CODES: [SignificandCode; 2] = [SignificandCode::Declets, SignificandCode::Binary];

impl Context<'_> {
    /// The format that a call of `decimal_float` makes, and its width.
    pub(super) fn check_decimal_float(
        &mut self,
        unit: usize,
        call: &FormatCall,
    ) -> Option<(FormatKind, u32)> {
        let [Argument::Number(bits), Argument::Word(code)] = call.arguments.as_slice() else {
            let title = "`decimal_float` takes a width and the code of its digits";
            let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form")
                .note("`dpd` has three digits in ten bits, `bid` all digits as a binary number")
                .help("the form is `decimal_float(64, dpd)` or `decimal_float(64, bid)`");
            self.report(unit, fault);
            return None;
        };
        let Some(width) = u32::try_from(bits.value).ok().filter(|bits| WIDTHS.contains(bits)) else {
            let title = format!("a decimal float cannot have {} bits", bits.value);
            let fault = Diagnostic::new(Slug::Number, title, bits.span, "32, 64, 96 or 128");
            self.report(unit, fault);
            return None;
        };
        let Some(code) = CODES.into_iter().find(|candidate| candidate.word() == Some(code.value.as_str()))
        else {
            let place = TextPlace { unit, span: code.span };
            self.report_unknown_word(
                place,
                "code of digits",
                &code.value,
                &CODES.map(|code| code.word().unwrap_or_default()),
            );
            return None;
        };
        Some((FormatKind::DecimalFloat(DecimalFloat { bits: width, code }), width))
    }
}
