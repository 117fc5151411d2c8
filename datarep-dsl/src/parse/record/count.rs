//! Counts, from the grammar's pairs to what was written.

use pest::iterators::Pair;

use super::super::Rule;
use super::super::build::{AstBuilder, inner_pairs};
use crate::ast::{CountCaseExpr, CountChoiceExpr, CountExpr, CountKind, CountOperator};
use crate::source::Span;

impl AstBuilder<'_> {
    /// `40`, `header.count`, `(length - 4) / 2`, `..`, or `choice kind { … }`
    pub(super) fn build_count(&mut self, pair: Pair<'_, Rule>) -> Option<CountExpr> {
        let span = self.pair_span(&pair);
        let kind = match pair.as_rule() {
            Rule::to_end => CountKind::Rest,
            Rule::number => CountKind::Number(self.build_number(&pair)?.value),
            Rule::field_path => {
                CountKind::Field(inner_pairs(pair).map(|word| self.build_word(&word)).collect())
            }
            Rule::count_choice => CountKind::Choice(Box::new(self.build_count_choice(pair)?)),
            Rule::count_sum | Rule::count_product => return self.build_operations(pair),
            // With the brackets around it, if there are any.
            _ => return Some(CountExpr { span, ..self.build_count(inner_pairs(pair).next()?)? }),
        };
        Some(CountExpr { kind, span })
    }

    /// Operands with signs between them, from the left to the right.
    fn build_operations(&mut self, pair: Pair<'_, Rule>) -> Option<CountExpr> {
        let mut parts = inner_pairs(pair);
        let mut expression = self.build_count(parts.next()?)?;
        while let Some(sign) = parts.next() {
            let operator = match sign.as_str() {
                "+" => CountOperator::Add,
                "-" => CountOperator::Subtract,
                "*" => CountOperator::Multiply,
                "/" => CountOperator::Divide,
                _ => CountOperator::Remainder,
            };
            let right = self.build_count(parts.next()?)?;
            // From the first operand to this one, so that a fault in `a - b - c` shows what was computed so far.
            let span = Span { start: expression.span.start, end: right.span.end };
            expression = CountExpr {
                kind: CountKind::Operation(operator, Box::new(expression), Box::new(right)),
                span,
            };
        }
        Some(expression)
    }

    fn build_count_choice(&mut self, pair: Pair<'_, Rule>) -> Option<CountChoiceExpr> {
        let mut choice = CountChoiceExpr { selector: Vec::new(), cases: Vec::new() };
        for part in inner_pairs(pair) {
            if part.as_rule() == Rule::selector {
                choice.selector = inner_pairs(part).map(|word| self.build_word(&word)).collect();
            } else {
                choice.cases.push(self.build_count_case(part)?);
            }
        }
        Some(choice)
    }

    fn build_count_case(&mut self, pair: Pair<'_, Rule>) -> Option<CountCaseExpr> {
        let mut span = self.pair_span(&pair);
        let (mut cases, mut count) = (None, None);
        for part in inner_pairs(pair) {
            match part.as_rule() {
                // The place of a case is what stands before the arrow.
                Rule::kw_otherwise => span.end = self.pair_span(&part).end,
                Rule::choice_case => {
                    span.end = self.pair_span(&part).end;
                    cases.get_or_insert_with(Vec::new).push(self.build_case(part)?);
                }
                _ => count = Some(self.build_count(part)?),
            }
        }
        Some(CountCaseExpr { cases, count: count?, span })
    }
}
