//! Posits: `posit(16, 2)`.

use super::context::{Context, TextPlace};
use crate::ast::FormatCall;
use crate::diagnostic::Slug;
use crate::model::{FormatKind, Posit};

/// The largest number of exponent bits. The largest number of a word of 64 bits is then 2^15872.
const MOST_EXPONENT: i128 = 8;

impl Context<'_> {
    /// The format that a call of `posit` makes, and its width.
    pub(super) fn check_posit(&mut self, unit: usize, call: &FormatCall) -> Option<(FormatKind, u32)> {
        let [bits, exponent] = self.read_numbers(unit, call, &["bits", "exponent_bits"])?;
        if !(3..=64).contains(&bits.value) {
            let title = format!("a posit cannot have {} bits", bits.value);
            self.report_at(TextPlace { unit, span: bits.span }, Slug::Number, title, "3 to 64 bits");
            return None;
        }
        if !(0..=MOST_EXPONENT).contains(&exponent.value) {
            let title = format!("a posit's exponent cannot have {} bits", exponent.value);
            let label = format!("0 to {MOST_EXPONENT}; the standard's posits have 2");
            self.report_at(TextPlace { unit, span: exponent.span }, Slug::Number, title, label);
            return None;
        }
        let [bits, exponent_bits] = [bits, exponent].map(|number| u32::try_from(number.value).unwrap_or(0));
        Some((FormatKind::Posit(Posit { bits, exponent_bits }), bits))
    }
}
