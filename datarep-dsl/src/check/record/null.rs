//! Missing items of a field: `null if spaces | 0x7FFF | -9999 | invalid;`.
//!
//! Every case becomes bytes as they stand in the file, where it can: the readers of both forms then compare bytes, and write a
//! missing item as the first case that is bytes. A number is compared as a value, too, since a decimal has several signs and a
//! float several words for one number.

use num_bigint::BigUint;

use super::super::lines::encode_item;
use super::{Context, FieldItem, RecordConversions};
use crate::ast::{NullCaseExpr, Spanned, TestSide};
use crate::check::context::TextPlace;
use crate::check::slot::FormatSlot;
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact;
use crate::model::{
    ByteOrder, Charset, DigitCode, DigitSet, FieldKind, Format, FormatKind, NativeKind, NullCase, Nulls,
    Rounding, TextField,
};
use crate::source::Span;

/// The words for missing items.
const WORDS: [&str; 5] = ["spaces", "low_values", "high_values", "nan", "invalid"];

/// The cases of a field have a fault, which was reported.
pub(super) struct ReportedFault;

/// A field whose cases are checked.
struct NullSubject<'f> {
    field: &'f FieldItem,
    format: &'f Format,
    order: &'f ByteOrder,
    /// The native type of a number; `None` for a text.
    native: Option<NativeKind>,
    /// Bytes of an item; `None` for a text whose length is a field.
    bytes: Option<u64>,
}

impl Context<'_> {
    /// Reports the `null` clauses of a field that cannot have missing items.
    pub(super) fn report_nulls(&mut self, field: &FieldItem, subject: &str, reason: &str) {
        for clause in &field.nulls {
            let title = format!("{subject} has no missing items");
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, clause.span, "not for this field");
            self.report(0, fault.note(reason.to_owned()).help("remove this line"));
        }
    }

    /// The missing items of a field with a format.
    pub(super) fn check_nulls(
        &mut self,
        fields: &RecordConversions,
        field: &FieldItem,
        slot: usize,
        kind: &FieldKind,
    ) -> Result<Option<Nulls>, ReportedFault> {
        let Some(clause) = field.nulls.first() else { return Ok(None) };
        if let Some(second) = field.nulls.get(1) {
            self.report_repeated_clause(0, "null", second.span, clause.span);
            return Err(ReportedFault);
        }
        let FormatSlot::Known(checked_format) = &self.slots[slot] else { return Err(ReportedFault) };
        let (conversion, length) = match kind {
            FieldKind::Scalar { conversion } => (*conversion, Some(1)),
            FieldKind::Text(TextField { wide, length, .. }) => (*wide, length.fixed()),
            // Only fields with a format come here. The callers report `null` at all others.
            FieldKind::Record(_) | FieldKind::Byte | FieldKind::Filler(_) | FieldKind::Choice(_) => {
                return Ok(None);
            }
        };
        let is_text = matches!(kind, FieldKind::Text(_));
        let order = fields.order(conversion);
        let subject = NullSubject {
            field,
            format: &checked_format.format,
            order,
            native: (!is_text).then(|| fields.native(conversion).kind()),
            // The order gives the length in the file, which a container makes longer than the word.
            bytes: length.map(|length| length * u64::from(order.extent(checked_format.format.bits))),
        };
        let mut cases: Vec<NullCase> = Vec::new();
        let mut written = None;
        let mut faults = Vec::new();
        for case in &clause.cases {
            match subject.check_case(case) {
                Ok(null_case) if cases.contains(&null_case) => faults.push(repeated_case_fault(case.span)),
                Ok(null_case) => {
                    // The first case that gives a pattern decides what is written for a missing item. `invalid` gives none:
                    // it stands for many words, and does not say which one to write.
                    written = written.or_else(|| subject.find_written_pattern(&null_case));
                    cases.push(null_case);
                }
                Err(NullFault::Diagnostic(fault)) => faults.push(*fault),
                Err(NullFault::UnknownWord(word)) => {
                    let place = TextPlace { unit: 0, span: case.span };
                    self.report_unknown_word(place, "missing item", &word, &WORDS);
                    // Nobody knows which items an unknown word stands for, so the other cases are not judged beside
                    // it.
                    return Err(ReportedFault);
                }
            }
        }
        if faults.is_empty() {
            return Ok(Some(Nulls { cases, written }));
        }
        for fault in faults {
            self.report(0, fault);
        }
        Err(ReportedFault)
    }
}

/// What is wrong with a case.
enum NullFault {
    Diagnostic(Box<Diagnostic>),
    UnknownWord(String),
}

impl From<Diagnostic> for NullFault {
    fn from(fault: Diagnostic) -> NullFault {
        NullFault::Diagnostic(Box::new(fault))
    }
}

/// Whether an integer of so many bits can be the number.
fn fits_integer(number: &exact::Decimal, signed: bool, bits: u32) -> bool {
    let Some(magnitude) = exact::to_scaled_integer(number, 0, Rounding::NearestEven) else { return false };
    let limit = BigUint::from(1_u8) << (bits - u32::from(signed));
    match number.negative {
        true if signed => magnitude <= limit,
        true => magnitude == BigUint::ZERO,
        false => magnitude < limit,
    }
}

fn format_byte_count(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn repeated_case_fault(span: Span) -> Diagnostic {
    let title = "these items are missing already";
    Diagnostic::new(Slug::ConflictingClauses, title, span, "said before").help("remove it")
}

impl NullSubject<'_> {
    fn check_case(&self, case: &Spanned<NullCaseExpr>) -> Result<NullCase, NullFault> {
        match &case.value {
            NullCaseExpr::Repeated(byte) => {
                let repeated_byte = u8::try_from(*byte).map(|byte| NullCase::Bytes(vec![byte]));
                // The number of a text may be larger than a byte.
                repeated_byte.map_err(|_| {
                    let title = format!("{byte:#X} is not a byte");
                    let fault = Diagnostic::new(Slug::Number, title, case.span, "more than 0xFF");
                    fault.help("write one byte, as in `all 0xFF`").into()
                })
            }
            NullCaseExpr::Item(side) => self.check_item(side, case.span),
            NullCaseExpr::Named(word) => match word.as_str() {
                "spaces" => self.find_spaces(case.span).map(NullCase::Bytes),
                // COBOL's names: `LOW-VALUES` is all bits zero, and `HIGH-VALUES` all bits one.
                "low_values" => Ok(NullCase::Bytes(vec![0])),
                "high_values" => Ok(NullCase::Bytes(vec![0xFF])),
                "nan" if matches!(self.native, Some(NativeKind::Float(_))) => Ok(NullCase::Nan),
                "nan" => Err(self.case_fault(case.span, "its native type has no NaN")),
                "invalid" => Ok(NullCase::Invalid),
                _ => Err(NullFault::UnknownWord(word.clone())),
            },
        }
    }

    /// A word, bytes or a number.
    fn check_item(&self, side: &TestSide, span: Span) -> Result<NullCase, NullFault> {
        match side {
            TestSide::Bytes(bytes) => {
                let byte_count = bytes.len() as u64;
                match self.bytes {
                    Some(bytes) if bytes != byte_count => {
                        let title = format!(
                            "an item of `{}` has {}",
                            self.field.name.value,
                            format_byte_count(bytes)
                        );
                        let fault = Diagnostic::new(Slug::Number, title, span, format_byte_count(byte_count));
                        Err(fault
                            .help("write all of them, or `all 0x40` for one byte that is repeated")
                            .into())
                    }
                    None => {
                        let title = format!("the items of `{}` have no fixed length", self.field.name.value);
                        let fault = Diagnostic::new(Slug::WrongKind, title, span, "these bytes have one");
                        Err(fault.help("write one byte that is repeated, such as `all 0x40`").into())
                    }
                    Some(_) => Ok(NullCase::Bytes(bytes.clone())),
                }
            }
            // Before the kinds of values: a text has no number that could be compared.
            _ if self.native.is_none() => Err(self.case_fault(span, "it is a text")),
            TestSide::Decimal(_) if !self.has_numbers() => Err(self.case_fault(span, "it has no numbers")),
            TestSide::Word(_) | TestSide::Decimal(_) | TestSide::Named(_) | TestSide::Character(_) => {
                let side = Spanned { value: side.clone(), span };
                // A value is encoded as a test line would be, so that it is rounded and refused by the same rules.
                let bytes = encode_item(self.format, self.order, &side)
                    .map_err(|fault| Diagnostic { slug: Slug::Number, ..*fault })?;
                // A number is compared as a value, because it may have several words. A word is meant as it stands.
                let TestSide::Decimal(number) = &side.value else { return Ok(NullCase::Bytes(bytes)) };
                self.refuse_changed_number(number, span)?;
                Ok(NullCase::Number(bytes))
            }
        }
    }

    /// Refuses a number that is another one in a decimal's digits or in the native type: the items with that one would be missing.
    /// A float is rounded as its items are, which nobody can tell apart.
    fn refuse_changed_number(&self, text: &str, span: Span) -> Result<(), NullFault> {
        let Some(number) = exact::Decimal::parse(text) else { return Ok(()) };
        if let FormatKind::Decimal(decimal) = &self.format.kind
            && !number.is_zero()
            && number.last_digit_power() < i64::from(-decimal.scale)
        {
            return Err(self.case_fault(span, "the format has fewer digits behind the point"));
        }
        if let Some(NativeKind::Integer { signed, bits }) = self.native
            && !fits_integer(&number, signed, bits)
        {
            let title = format!("no item of `{}` is this", self.field.name.value);
            let label = "its native type has no such number";
            let fault = Diagnostic::new(Slug::WrongKind, title, span, label);
            let help = "write a wider type after `as`, or the item's word, such as `0xFF`, which is compared as it stands";
            return Err(fault.help(help).into());
        }
        Ok(())
    }

    fn has_numbers(&self) -> bool {
        matches!(self.native, Some(NativeKind::Integer { .. } | NativeKind::Float(_) | NativeKind::Decimal))
    }

    /// The bytes of a space.
    fn find_spaces(&self, span: Span) -> Result<Vec<u8>, NullFault> {
        match &self.format.kind {
            // Both bytes of a wide space are those of a single one.
            FormatKind::Character(Charset::Mixed(_)) => Ok(vec![0x40]),
            FormatKind::Character(charset) => match exact::find_code(*charset, ' ') {
                // A character of two or four bytes has the order of its format.
                Some(code) => Ok(self.order.store(code, self.format.bits)),
                None => Err(self.case_fault(span, "its character set has no space")),
            },
            FormatKind::Decimal(decimal) => match decimal.code {
                DigitCode::Zoned { charset: DigitSet::Ebcdic, .. } => Ok(vec![0x40]),
                DigitCode::Zoned { charset: DigitSet::Ascii, .. } => Ok(vec![0x20]),
                DigitCode::Printed(picture) => Ok(vec![exact::picture_byte(picture.style().charset, ' ')]),
                // Half bytes are no characters, so the text must say which machine's space is meant.
                DigitCode::Packed | DigitCode::PackedLow | DigitCode::Binary { .. } => {
                    Err(self.no_spaces_fault(span))
                }
            },
            _ => Err(self.no_spaces_fault(span)),
        }
    }

    /// The fault of spaces in a field without characters.
    fn no_spaces_fault(&self, span: Span) -> NullFault {
        let title = format!("`{}` has no characters, so a space is no byte of it", self.format.name);
        let fault = Diagnostic::new(Slug::WrongKind, title, span, "which byte is a space?");
        fault.help("write `all 0x40` for spaces of EBCDIC, or `all 0x20` for those of ASCII").into()
    }

    fn case_fault(&self, span: Span, reason: &str) -> NullFault {
        let title = format!("no item of `{}` is this", self.field.name.value);
        Diagnostic::new(Slug::WrongKind, title, span, reason.to_owned()).help("remove it").into()
    }

    /// The pattern that is written for a missing item of this case.
    fn find_written_pattern(&self, case: &NullCase) -> Option<Vec<u8>> {
        match case {
            NullCase::Bytes(bytes) | NullCase::Number(bytes) => Some(bytes.clone()),
            NullCase::Nan => {
                let side = Spanned { value: TestSide::Named("nan".to_owned()), span: Span::default() };
                // A format without a NaN can still be read into a float that has one, but no missing item can be
                // written.
                encode_item(self.format, self.order, &side).ok()
            }
            NullCase::Invalid => None,
        }
    }
}
