//! Floats of the IEEE working group P3109: `p3109(8, 3, signed, extended)`.
//!
//! The group's formats follow from four parameters. Such a call stands for a picture, a formula and clauses, which are
//! checked as if they were in the text.
//!
//! Source: IEEE SA P3109 Working Group, Interim Report on Binary Floating-point Formats for Machine Learning.

use super::context::{Context, TextPlace};
use super::family::format_call;
use crate::ast::{
    Argument, ConditionExpr, ConditionKind, ConditionNumber, FloatClause, FloatItem, FloatLayout, FormatCall,
    Formula, OrderExpr, OrderKind, PictureField, SignificandForm, Spanned, Word,
};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::FormatKind;
use crate::source::Span;

/// The widest exponent field: its bias still is a power that floats may have.
const MOST_EXPONENT: u32 = 30;

/// The four parameters, in the report's names.
#[derive(Debug, Clone, Copy)]
struct P3109Parameters {
    /// The number of bits of a word.
    width: u32,
    /// The number of bits of a significand, with the hidden one.
    precision: u32,
    is_signed: bool,
    /// Whether there are infinities.
    is_extended: bool,
}

impl P3109Parameters {
    fn exponent_bits(self) -> u32 {
        self.width - self.precision + u32::from(!self.is_signed)
    }

    /// The largest number that the stored bits of the significand can hold.
    fn largest_fraction(self) -> i128 {
        (1 << (self.precision - 1)) - 1
    }

    fn largest_exponent(self) -> i128 {
        (1 << self.exponent_bits()) - 1
    }
}

impl Context<'_> {
    /// The format that a call of `p3109` makes, and its width.
    pub(super) fn check_p3109(&mut self, unit: usize, call: &FormatCall) -> Option<(FormatKind, u32)> {
        let parameters = self.read_parameters(unit, call)?;
        // The name is the call itself, so that messages show what the user wrote.
        let item = P3109Writer { parameters, span: call.span }.write_item(&format_call(call));
        let origin = self.origin(TextPlace { unit, span: call.span });
        let checked_format = self.check_float(unit, &item, String::new(), origin)?;
        Some((checked_format.format.kind, checked_format.format.bits))
    }

    fn read_parameters(&mut self, unit: usize, call: &FormatCall) -> Option<P3109Parameters> {
        let [
            Argument::Number(width),
            Argument::Number(precision),
            Argument::Word(sign),
            Argument::Word(domain),
        ] = call.arguments.as_slice()
        else {
            let title = "`p3109` takes a width, a precision and two words";
            let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form")
                .note("the precision is the number of significand bits, with the hidden one")
                .help("the form is `p3109(8, 3, signed, extended)`: `signed` or `unsigned`, `extended` or `finite`");
            self.report(unit, fault);
            return None;
        };
        let is_signed = self.read_choice(unit, "sign", sign, ["signed", "unsigned"])?;
        let is_extended = self.read_choice(unit, "domain", domain, ["extended", "finite"])?;
        if !(3..=64).contains(&width.value) {
            let title = format!("a float of P3109 cannot have {} bits", width.value);
            self.report_at(TextPlace { unit, span: width.span }, Slug::Number, title, "3 to 64 bits");
            return None;
        }
        let bits = u32::try_from(width.value).unwrap_or(0);
        // A signed word has at least one bit of exponent, and an unsigned one too.
        let most = bits - u32::from(is_signed);
        // The precision must leave an exponent of 30 bits at most, and one of 1 bit at least.
        let least = (most + 1).saturating_sub(MOST_EXPONENT).max(1);
        let chosen =
            u32::try_from(precision.value).ok().filter(|precision| (least..=most).contains(precision));
        let Some(precision) = chosen else {
            let words = if is_signed { "a signed word" } else { "an unsigned word" };
            let title = format!("{words} of {bits} bits cannot have a precision of {}", precision.value);
            let label = format!("{least} to {most}");
            self.report_at(TextPlace { unit, span: precision.span }, Slug::Number, title, label);
            return None;
        };
        Some(P3109Parameters { width: bits, precision, is_signed, is_extended })
    }

    /// Whether a word is the first of two.
    fn read_choice(&mut self, unit: usize, parameter: &str, word: &Word, choice: [&str; 2]) -> Option<bool> {
        let position = choice.iter().position(|candidate| *candidate == word.value);
        if position.is_none() {
            self.report_unknown_word(TextPlace { unit, span: word.span }, parameter, &word.value, &choice);
        }
        position.map(|index| index == 0)
    }
}

/// Writes the float for which a call stands. Everything has the place of the call.
struct P3109Writer {
    parameters: P3109Parameters,
    span: Span,
}

impl P3109Writer {
    fn write_item(&self, name: &str) -> FloatItem {
        let P3109Parameters { precision, is_signed, .. } = self.parameters;
        let exponent_bits = self.parameters.exponent_bits();
        let fields = [('S', u32::from(is_signed)), ('E', exponent_bits), ('F', precision - 1)];
        let fields = fields.into_iter().filter(|(_, bits)| *bits > 0).map(|(letter, bits)| PictureField {
            letter,
            bits: u64::from(bits),
            span: self.span,
        });
        // Without stored bits the significand is one, and the formula is the power alone.
        let formula = Formula {
            significand: (precision > 1).then(|| self.with_span(SignificandForm::HiddenOne)),
            radix: Some(self.with_span(2)),
            exponent: Some(self.span),
            // The report's bias is `2^(width of the exponent - 1)`, one more than that of IEEE 754.
            bias: 1 << (exponent_bits - 1),
            span: self.span,
        };
        FloatItem {
            name: self.make_word(name),
            layout: FloatLayout::Picture(fields.collect()),
            formula: Some(formula),
            clauses: self.write_clauses(),
        }
    }

    /// The words that are no numbers: zero is the word of zeros. A signed NaN has only the sign bit set, and an unsigned one
    /// has all bits set. Infinities are the words of the largest magnitudes but NaN.
    fn write_clauses(&self) -> Vec<FloatClause> {
        let P3109Parameters { precision, is_signed, is_extended, .. } = self.parameters;
        let (top, fraction) = (self.parameters.largest_exponent(), self.parameters.largest_fraction());
        // The exponent and the stored significand of a word; without one its number is left out.
        let place = |word: i128| match precision {
            1 => vec![("E", word)],
            _ => vec![("E", word >> (precision - 1)), ("F", word & fraction)],
        };
        let largest = (top << (precision - 1)) | fraction;
        let mut clauses: Vec<FloatClause> = self.write_container().into_iter().collect();
        // A signed NaN is the word of the negative zero, which these formats do not have.
        let (nan, infinity) = if is_signed { (0, largest) } else { (largest, largest - 1) };
        // Only the positive word of zeros is zero: with its sign set it is the NaN, which the next clause claims.
        let sign = is_signed.then_some(("S", 0));
        clauses.push(self.make_clause("zero", sign.into_iter().chain(place(0)).collect(), Some(0)));
        clauses.push(self.make_clause("nan", place(nan), None));
        if is_extended {
            clauses.push(self.make_clause("infinity", place(infinity), None));
        }
        // After the clauses of zero and NaN, as the first one that claims a word decides.
        if precision > 1 {
            clauses.push(self.make_clause("subnormal", vec![("E", 0)], None));
        }
        clauses
    }

    /// A container for a word that does not fill bytes. A float of a text must have one; that of the call itself is checked
    /// where it is used.
    fn write_container(&self) -> Option<FloatClause> {
        let width = self.parameters.width;
        let bytes = Argument::Number(self.with_span(i128::from(width.div_ceil(8))));
        let call = FormatCall {
            family: None,
            name: self.make_word("right_justified"),
            arguments: vec![bytes],
            span: self.span,
        };
        let order = OrderExpr { kind: OrderKind::Named(call), span: self.span };
        (!width.is_multiple_of(8)).then_some(FloatClause::Order(order))
    }

    fn make_clause(&self, class: &str, equal: Vec<(&str, i128)>, written: Option<u128>) -> FloatClause {
        let compare = |(field, number): (&str, i128)| ConditionExpr {
            kind: ConditionKind::Compare {
                field: self.make_word(field),
                operator: self.make_word("=="),
                number: self.with_span(ConditionNumber::Number(number)),
            },
            span: self.span,
        };
        let conditions = equal.into_iter().map(compare).collect();
        FloatClause::Special {
            class: self.make_word(class),
            condition: ConditionExpr { kind: ConditionKind::All(conditions), span: self.span },
            written: written.map(|word| self.with_span(word)),
            span: self.span,
        }
    }

    fn make_word(&self, word: &str) -> Word {
        self.with_span(word.to_owned())
    }

    fn with_span<T>(&self, value: T) -> Spanned<T> {
        Spanned { value, span: self.span }
    }
}
