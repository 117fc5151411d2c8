//! Records, from the grammar's pairs to what was written.

mod choice;
mod count;

pub(super) use self::choice::unescape_text;

use pest::iterators::Pair;

use super::Rule;
use super::build::{AstBuilder, inner_pairs};
use super::words;
use crate::ast::{
    FieldItem, NullCaseExpr, NullClause, RecordItem, RecordLine, Spanned, StoredItem, StoredKind, Word,
};
use crate::source::Span;

impl AstBuilder<'_> {
    pub(super) fn build_record(&mut self, pair: Pair<'_, Rule>) -> Option<RecordItem> {
        let mut parts = inner_pairs(pair);
        let name = self.build_word(&parts.next()?);
        let lines = inner_pairs(parts.next()?).filter_map(|line| self.build_record_line(line)).collect();
        Some(RecordItem { name, lines })
    }

    /// A line of a record.
    pub(super) fn build_record_line(&mut self, pair: Pair<'_, Rule>) -> Option<RecordLine> {
        let line = pair.into_inner().next()?;
        match line.as_rule() {
            Rule::order_clause => self.build_order_clause(line).map(RecordLine::Order),
            Rule::rules => self.build_rules(line).map(RecordLine::Rules),
            _ => self.build_record_field(line).map(Box::new).map(RecordLine::Field),
        }
    }

    fn build_record_field(&mut self, pair: Pair<'_, Rule>) -> Option<FieldItem> {
        let span = self.pair_span(&pair);
        let mut parts = inner_pairs(pair);
        let name = self.build_word(&parts.next()?);
        // Reported here, where the name is in hand, and the field goes on to be checked.
        self.faults.extend(words::bad_field_name_fault(&name));
        let stored = self.build_content(parts.next()?)?;
        Some(self.finish_field(name, stored, parts, span))
    }

    /// What a field stores.
    fn build_content(&mut self, pair: Pair<'_, Rule>) -> Option<StoredItem> {
        match pair.as_rule() {
            Rule::field_choice | Rule::field_overlay => self.build_choice(pair),
            _ => self.build_stored(pair),
        }
    }

    /// A field, by its name, its content and what follows.
    fn finish_field<'p>(
        &mut self,
        name: Word,
        stored: StoredItem,
        parts: impl Iterator<Item = Pair<'p, Rule>>,
        span: Span,
    ) -> FieldItem {
        let mut field = FieldItem {
            name,
            stored,
            native: None,
            offset: None,
            padding: Vec::new(),
            nulls: Vec::new(),
            trim: Vec::new(),
            rules: Vec::new(),
            span,
        };
        for part in parts {
            match part.as_rule() {
                Rule::native_name => field.native = Some(self.build_word(&part)),
                Rule::field_offset => field.offset = self.build_count(part),
                _ => self.add_field_clauses(part, &mut field),
            }
        }
        field
    }

    fn add_field_clauses(&mut self, block: Pair<'_, Rule>, field: &mut FieldItem) {
        for clause in inner_pairs(block).flat_map(inner_pairs) {
            match clause.as_rule() {
                Rule::padding_clause => {
                    field.padding.extend(inner_pairs(clause).map(|word| self.build_word(&word)));
                }
                Rule::null_clause => field.nulls.push(self.build_null_clause(clause)),
                Rule::trim_clause => {
                    field.trim.extend(inner_pairs(clause).map(|word| self.build_word(&word)));
                }
                _ => field.rules.extend(self.build_rules(clause)),
            }
        }
    }

    fn build_null_clause(&mut self, clause: Pair<'_, Rule>) -> NullClause {
        let span = self.pair_span(&clause);
        let cases = inner_pairs(clause).filter_map(|case| self.build_null_case(case)).collect();
        NullClause { cases, span }
    }

    fn build_null_case(&mut self, case: Pair<'_, Rule>) -> Option<Spanned<NullCaseExpr>> {
        let span = self.pair_span(&case);
        let inside = case.clone().into_inner().next()?;
        let value = match inside.as_rule() {
            Rule::repeated_byte => {
                NullCaseExpr::Repeated(self.build_number(&inner_pairs(inside).next()?)?.value)
            }
            Rule::null_word => NullCaseExpr::Named(inside.as_str().to_owned()),
            // Bytes and numbers are the sides of test lines as well, so one function builds both.
            _ => NullCaseExpr::Item(self.build_side(case)?.value),
        };
        Some(Spanned { value, span })
    }

    fn build_stored(&mut self, pair: Pair<'_, Rule>) -> Option<StoredItem> {
        let span = self.pair_span(&pair);
        let stored = pair.into_inner().next()?;
        let rule = stored.as_rule();
        let mut parts = inner_pairs(stored);
        let first = parts.next()?;
        let kind = match rule {
            Rule::field_array => {
                // An array of arrays: the items come first, and the count of the outer array is behind them.
                let item = self.build_stored(first)?;
                StoredKind::Array(Box::new(item), self.build_count(parts.next()?)?)
            }
            Rule::field_bytes => StoredKind::Bytes(self.build_count(first)?),
            _ => {
                let call = self.build_call(first);
                let order = match parts.next() {
                    Some(order) => Some(Box::new(self.build_order(order)?)),
                    None => None,
                };
                StoredKind::Format { call, order }
            }
        };
        Some(StoredItem { kind, span })
    }
}
