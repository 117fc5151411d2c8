//! Records, from the grammar's pairs to what was written.

use pest::iterators::Pair;

use super::Rule;
use super::build::{Builder, parts};
use super::words;
use crate::ast::{CountExpr, FieldItem, RecordItem, RecordLine, Stored, StoredKind};

impl Builder<'_> {
    pub(super) fn record_item(&mut self, pair: Pair<'_, Rule>) -> Option<RecordItem> {
        let mut parts = parts(pair);
        let name = self.word(&parts.next()?);
        let lines = self::parts(parts.next()?).filter_map(|line| self.record_line(line)).collect();
        Some(RecordItem { name, lines })
    }

    /// A line of a record.
    pub(super) fn record_line(&mut self, pair: Pair<'_, Rule>) -> Option<RecordLine> {
        let line = pair.into_inner().next()?;
        match line.as_rule() {
            Rule::order_clause => self.order_clause(line).map(RecordLine::Order),
            Rule::rules => self.rules(line).map(RecordLine::Rules),
            _ => self.record_field(line).map(Box::new).map(RecordLine::Field),
        }
    }

    fn record_field(&mut self, pair: Pair<'_, Rule>) -> Option<FieldItem> {
        let span = self.span(&pair);
        let mut parts = parts(pair);
        let name = self.word(&parts.next()?);
        self.found.extend(words::not_a_field(&name));
        let stored = self.stored(parts.next()?)?;
        let mut field =
            FieldItem { name, stored, native: None, padding: Vec::new(), rules: Vec::new(), span };
        for part in parts {
            match part.as_rule() {
                Rule::native_name => field.native = Some(self.word(&part)),
                _ => self.field_clauses(part, &mut field),
            }
        }
        Some(field)
    }

    fn field_clauses(&mut self, block: Pair<'_, Rule>, field: &mut FieldItem) {
        for clause in parts(block).flat_map(parts) {
            match clause.as_rule() {
                Rule::padding_clause => field.padding.extend(parts(clause).map(|word| self.word(&word))),
                _ => field.rules.extend(self.rules(clause)),
            }
        }
    }

    fn stored(&mut self, pair: Pair<'_, Rule>) -> Option<Stored> {
        let span = self.span(&pair);
        let stored = pair.into_inner().next()?;
        let rule = stored.as_rule();
        let mut parts = parts(stored);
        let first = parts.next()?;
        let kind = match rule {
            Rule::field_array => {
                let item = self.stored(first)?;
                StoredKind::Array(Box::new(item), self.count(parts.next()?)?)
            }
            Rule::field_bytes => StoredKind::Bytes(self.number(&first)?),
            _ => {
                let call = self.call(first);
                let order = match parts.next() {
                    Some(order) => Some(Box::new(self.order(order)?)),
                    None => None,
                };
                StoredKind::Format { call, order }
            }
        };
        Some(Stored { kind, span })
    }

    fn count(&mut self, pair: Pair<'_, Rule>) -> Option<CountExpr> {
        let count = pair.into_inner().next()?;
        match count.as_rule() {
            Rule::word => Some(CountExpr::Field(self.word(&count))),
            _ => self.number(&count).map(CountExpr::Number),
        }
    }
}
