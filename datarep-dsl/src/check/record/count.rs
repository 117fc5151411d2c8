//! Counts: numbers of items, of characters and of bytes.
//!
//! Afterwards every count is a number in range, an earlier field, a number that is computed from earlier fields, or all that
//! is left of the record. What is computed from numbers alone is a number.

use super::super::context::Context;
use super::super::mapping::RecordConversions;
use super::choice::Selector;
use super::null::ReportedFault;
use super::{CheckedRecords, MAX_BYTES, RecordLayout};
use crate::ast::{CountChoiceExpr, CountExpr, CountKind, CountOperator, FieldItem, Spanned, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{
    Case, ComputedCount, Count, CountChoice, CountOperation, CountTerm, FieldKind, NativeKind, RecordField,
};
use crate::source::Span;

/// The most numbers and fields of which a count is computed.
const MAX_OPERANDS: usize = 32;

/// What a count needs of its record: the fields before it, and the word for what is counted.
#[derive(Clone, Copy)]
pub(super) struct CountContext<'p> {
    pub(super) checked_records: &'p CheckedRecords,
    pub(super) layout: &'p RecordLayout<'p>,
    /// What is counted: `items` or `bytes`.
    pub(super) noun: &'p str,
}

impl CheckedRecords {
    /// Whether a field takes all bytes up to the end of its record.
    pub(super) fn takes_rest(&self, field: &RecordField) -> bool {
        // The innermost text or record may take the rest as well as an array of them.
        field.counts.contains(&Count::Rest)
            || match &field.kind {
                FieldKind::Text(text) => text.length == Count::Rest,
                FieldKind::Record(id) => self.records[id.0].record.takes_rest,
                FieldKind::Choice(choice) => {
                    let mut fields =
                        choice.alternatives.iter().filter_map(|alternative| alternative.field.as_ref());
                    // Within stated bytes the rest is that of the choice, and the record goes on behind it.
                    choice.bytes.is_none() && fields.any(|field| self.takes_rest(field))
                }
                FieldKind::Scalar { .. } | FieldKind::Byte | FieldKind::Filler(_) => false,
            }
    }
}

impl Context<'_> {
    /// A count: a number, or what earlier fields say.
    pub(super) fn check_count(
        &mut self,
        fields: &mut RecordConversions,
        place: CountContext<'_>,
        count: &CountExpr,
    ) -> Option<Count> {
        let name = match &count.kind {
            CountKind::Rest => return Some(Count::Rest),
            CountKind::Field(words) => match words.as_slice() {
                [name] => Some(name),
                _ => None,
            },
            CountKind::Number(_) | CountKind::Operation(..) | CountKind::Choice(_) => None,
        };
        // A single field is a count of its own, which generated code names by the field and does not compute.
        if let Some(name) = name {
            let path = self.find_count_field(fields, place, std::slice::from_ref(name))?;
            return path.first().copied().map(Count::Field);
        }
        let term = self.check_term(fields, place, count)?;
        // Numbers alone have been folded by now, so `4 * 20` is the same array as `80`.
        let CountTerm::Number(number) = term else {
            fields.counts.push(ComputedCount { text: self.slice_text(count.span), term });
            // The term has its own place in the list of the record, even if the same one is there already.
            return Some(Count::Computed(fields.counts.len() - 1));
        };
        let fixed_count = u64::try_from(number).ok().filter(|number| (1..=MAX_BYTES).contains(number));
        if fixed_count.is_none() {
            self.report_count_out_of_range(&Spanned { value: number, span: count.span }, place.noun);
        }
        fixed_count.map(Count::Fixed)
    }

    /// The filler before a field whose place is computed; nothing if its place is a number or not stated.
    pub(super) fn check_computed_offset(
        &mut self,
        fields: &mut RecordConversions,
        place: CountContext<'_>,
        stated: &CountExpr,
    ) -> Result<Option<Count>, ReportedFault> {
        let term = match &stated.kind {
            CountKind::Rest => return Ok(None),
            _ => self.check_term(fields, place, stated).ok_or(ReportedFault)?,
        };
        // A place that is a number moves nothing: `check_stated_offset` compares it with the fields before.
        if matches!(term, CountTerm::Number(_)) {
            return Ok(None);
        }
        // The filler is what is missing up to the place. A place before the end of the fields is negative, and an
        // error of the file.
        let term =
            CountTerm::Operation(CountOperation::Subtract, Box::new(term), Box::new(CountTerm::Offset));
        let text = format!("{} - the bytes before it", self.slice_text(stated.span));
        fields.counts.push(ComputedCount { text, term });
        Ok(Some(Count::Computed(fields.counts.len() - 1)))
    }

    /// The words of a count, as they were written.
    fn slice_text(&self, span: Span) -> String {
        self.origin(super::TextPlace { unit: 0, span }).text
    }

    fn check_term(
        &mut self,
        fields: &RecordConversions,
        place: CountContext<'_>,
        count: &CountExpr,
    ) -> Option<CountTerm> {
        // The first call sees the whole count, so the parts below can no longer fail here.
        if count_operands(count) > MAX_OPERANDS {
            let title = format!("a count is computed of at most {MAX_OPERANDS} numbers");
            let fault = Diagnostic::new(Slug::TooLarge, title, count.span, "more than that");
            self.report(0, fault);
            return None;
        }
        match &count.kind {
            CountKind::Number(number) => Some(CountTerm::Number(i128::from(*number))),
            CountKind::Field(words) => Some(CountTerm::Field(self.find_count_field(fields, place, words)?)),
            CountKind::Operation(operator, left, right) => {
                // Both sides are checked before either fault ends this, so that all faults of a count are reported.
                let (left, right) =
                    (self.check_term(fields, place, left), self.check_term(fields, place, right));
                self.check_operation(count.span, to_operation(*operator), left?, right?)
            }
            CountKind::Choice(choice) => self.check_count_choice(fields, place, choice),
            CountKind::Rest => None,
        }
    }

    /// Builds an operation. If both operands are numbers, computes the result instead.
    fn check_operation(
        &mut self,
        span: Span,
        operation: CountOperation,
        left: CountTerm,
        right: CountTerm,
    ) -> Option<CountTerm> {
        let (constant, divisor) = match (&left, &right) {
            (CountTerm::Number(left), CountTerm::Number(right)) => {
                (Some(operation.apply(*left, *right)), None)
            }
            // The left side may vary: a division by zero is a fault in any case.
            (_, CountTerm::Number(0)) => (None, Some(operation)),
            _ => (None, None),
        };
        let is_by_zero = matches!(divisor, Some(CountOperation::Divide | CountOperation::Remainder));
        match constant {
            _ if is_by_zero => {
                let title = "a count is divided by zero";
                let fault = Diagnostic::new(Slug::Number, title, span, "never a number");
                self.report(0, fault.help("divide by another number"));
                None
            }
            None => Some(CountTerm::Operation(operation, Box::new(left), Box::new(right))),
            Some(Ok(number)) => Some(CountTerm::Number(number)),
            Some(Err(fault)) => {
                let title = format!("a count {fault}");
                self.report(0, Diagnostic::new(Slug::Number, title, span, "not a count"));
                None
            }
        }
    }

    fn check_count_choice(
        &mut self,
        fields: &RecordConversions,
        place: CountContext<'_>,
        choice: &CountChoiceExpr,
    ) -> Option<CountTerm> {
        let CountContext { checked_records, layout, .. } = place;
        let selector = self.find_selector(checked_records, fields, layout, &choice.selector)?;
        if choice.cases.is_empty() {
            let span = choice.selector.first().map_or(Span::default(), |word| word.span);
            let fault = Diagnostic::new(
                Slug::ConflictingClauses,
                "a choice has no counts",
                span,
                "nothing to choose",
            );
            self.report(0, fault.help("write a count, as in `1 => 3;`"));
            return None;
        }
        let written = choice.cases.iter().map(|case| (case.cases.as_deref(), case.span));
        // Cases and counts are both checked before the first fault ends this.
        let cases = self.check_cases(&selector, &written.collect::<Vec<_>>());
        let counts: Vec<Option<CountTerm>> =
            choice.cases.iter().map(|case| self.check_term(fields, place, &case.count)).collect();
        let counts = counts.into_iter().collect::<Option<Vec<CountTerm>>>()?;
        let Selector { path, .. } = selector;
        let cases: Vec<(Option<Vec<Case>>, CountTerm)> = cases?.into_iter().zip(counts).collect();
        Some(CountTerm::Choice(CountChoice { selector: path, cases }))
    }

    /// The path of a field that is a count, or a part of one.
    fn find_count_field(
        &mut self,
        fields: &RecordConversions,
        place: CountContext<'_>,
        words: &[Word],
    ) -> Option<Vec<usize>> {
        const NOTE: &str =
            "the count of an array is a number, or an integer field of the same record that stands before it";
        let CountContext { checked_records, layout, .. } = place;
        let count_field = self.find_field(checked_records, fields, layout, words, NOTE)?;
        let is_integer = match &count_field.field.kind {
            FieldKind::Scalar { conversion } => {
                matches!(count_field.conversions[*conversion].native.kind(), NativeKind::Integer { .. })
            }
            FieldKind::Text(_)
            | FieldKind::Record(_)
            | FieldKind::Byte
            | FieldKind::Filler(_)
            | FieldKind::Choice(_) => false,
        };
        let is_single = count_field.is_single && count_field.field.counts.is_empty();
        // A missing count would leave the place of every later field open.
        if is_integer && is_single && count_field.field.nulls.is_none() {
            return Some(count_field.path);
        }
        let (first, last) = words.first().zip(words.last())?;
        let title = format!("`{}` cannot be a count", last.value);
        let label = if is_integer && is_single { "its items may be missing" } else { "not a single integer" };
        let span = Span { start: first.span.start, end: last.span.end };
        let fault = Diagnostic::new(Slug::WrongKind, title, span, label);
        let fault = match (count_field.path.as_slice(), layout.items.as_slice()) {
            // A longer path leads into another record, whose items are not at hand here.
            ([at], items) => fault.label(items[*at].stored.span, "defined here"),
            _ => fault,
        };
        self.report(0, fault.help("write a number, or the name of an integer field before it"));
        None
    }

    /// Reports a field that takes the rest of its record where something follows, and returns whether there is none.
    pub(super) fn check_rest_placement(
        &mut self,
        checked_records: &CheckedRecords,
        layout: &RecordLayout<'_>,
        field: &RecordField,
        item: &FieldItem,
    ) -> bool {
        // The field before takes everything up to the end, wherever it is in its own record.
        if let Some((before, written)) = layout.fields.last().zip(layout.items.last())
            && checked_records.takes_rest(before)
        {
            let title = format!("nothing can follow `{}`", before.name.as_deref().unwrap_or("_"));
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, item.span, "comes after it")
                .label(written.stored.span, "takes all bytes up to the end of the record")
                .help("move it to the end of the record, or say its length");
            self.report(0, fault);
            return false;
        }
        // Only the outermost array may take the rest: how many inner items there are would have no answer.
        let is_inner = field.counts.iter().skip(1).any(|count| *count == Count::Rest)
            || !field.counts.is_empty() && takes_rest_inside(checked_records, field);
        if is_inner {
            let title =
                format!("the items of `{}` take all that is left", field.name.as_deref().unwrap_or("_"));
            let fault =
                Diagnostic::new(Slug::ConflictingClauses, title, item.stored.span, "more than one item");
            self.report(0, fault.help("say the length of an item, or leave out the array"));
        }
        !is_inner
    }
}

/// Whether one item of a field takes the rest of its record.
fn takes_rest_inside(checked_records: &CheckedRecords, field: &RecordField) -> bool {
    // Without its own counts, the field is one of its items.
    checked_records.takes_rest(&RecordField { counts: Vec::new(), ..field.clone() })
}

fn to_operation(operator: CountOperator) -> CountOperation {
    match operator {
        CountOperator::Add => CountOperation::Add,
        CountOperator::Subtract => CountOperation::Subtract,
        CountOperator::Multiply => CountOperation::Multiply,
        CountOperator::Divide => CountOperation::Divide,
        CountOperator::Remainder => CountOperation::Remainder,
    }
}

/// The numbers and fields of which a count is computed.
fn count_operands(count: &CountExpr) -> usize {
    match &count.kind {
        CountKind::Number(_) | CountKind::Field(_) | CountKind::Rest => 1,
        CountKind::Operation(_, left, right) => count_operands(left) + count_operands(right),
        // The selector is not counted, as it is only compared.
        CountKind::Choice(choice) => choice.cases.iter().map(|case| count_operands(&case.count)).sum(),
    }
}

/// Computes a count of numbers alone; `None` if it needs a field, or has no result.
pub(super) fn compute_constant(count: &CountExpr) -> Option<i128> {
    match &count.kind {
        CountKind::Number(number) => Some(i128::from(*number)),
        CountKind::Operation(operator, left, right) => {
            to_operation(*operator).apply(compute_constant(left)?, compute_constant(right)?).ok()
        }
        CountKind::Field(_) | CountKind::Choice(_) | CountKind::Rest => None,
    }
}
