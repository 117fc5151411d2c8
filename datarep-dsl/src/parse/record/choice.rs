//! Choices, from the grammar's pairs to what was written.

use pest::iterators::Pair;

use super::super::Rule;
use super::super::build::{AstBuilder, inner_pairs};
use super::super::words;
use crate::ast::{
    AlternativeExpr, CaseExpr, ChoiceExpr, DecisionExpr, FieldItem, FormatCall, Spanned, StoredItem,
    StoredKind,
};

impl AstBuilder<'_> {
    /// `choice kind in 30 bytes { … }`, `choice valid { … }` or `overlay { … }`
    pub(super) fn build_choice(&mut self, pair: Pair<'_, Rule>) -> Option<StoredItem> {
        let mut span = self.pair_span(&pair);
        let decision = match pair.as_rule() {
            Rule::field_overlay => DecisionExpr::AllValid,
            _ => DecisionExpr::FirstValid,
        };
        // The place of a choice is its first words. Its alternatives may be a page long.
        span.end = span.start + if decision == DecisionExpr::AllValid { "overlay" } else { "choice" }.len();
        if decision == DecisionExpr::FirstValid
            && let Some(valid) = pair.clone().into_inner().find(|part| part.as_rule() == Rule::kw_valid)
        {
            span.end = self.pair_span(&valid).end;
        }
        let mut choice = ChoiceExpr { decision, bytes: None, alternatives: Vec::new() };
        for part in inner_pairs(pair) {
            match part.as_rule() {
                Rule::selector => {
                    span.end = self.pair_span(&part).end;
                    let words = inner_pairs(part).map(|word| self.build_word(&word));
                    choice.decision = DecisionExpr::Field(words.collect());
                }
                Rule::choice_size => choice.bytes = self.build_number(&inner_pairs(part).next()?),
                _ => {
                    let alternatives = inner_pairs(part).filter_map(|part| self.build_alternative(part));
                    choice.alternatives = alternatives.collect();
                }
            }
        }
        Some(StoredItem { kind: StoredKind::Choice(Box::new(choice)), span })
    }

    fn build_alternative(&mut self, pair: Pair<'_, Rule>) -> Option<AlternativeExpr> {
        let mut span = self.pair_span(&pair);
        let mut field = None;
        // An alternative without cases and without `otherwise` is chosen by what is valid.
        let mut cases = (pair.as_rule() == Rule::plain_alternative).then(Vec::new);
        let mut is_after_arrow = cases.is_none();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_otherwise => {
                    span.end = self.pair_span(&part).end;
                    (cases, is_after_arrow) = (None, true);
                }
                Rule::choice_case => {
                    span.end = self.pair_span(&part).end;
                    cases.get_or_insert_with(Vec::new).push(self.build_case(part)?);
                }
                Rule::alternative_field => field = Some(self.build_alternative_field(part)?),
                Rule::word => field = self.build_alternative_word(&part),
                _ => {}
            }
        }
        // An alternative without cases is shown by its name, as there is nothing in front of it.
        if !is_after_arrow && let Some(field) = &field {
            span = field.name.span;
        }
        Some(AlternativeExpr { cases, field, span })
    }

    pub(super) fn build_case(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<CaseExpr>> {
        let span = self.pair_span(&pair);
        let mut parts = inner_pairs(pair);
        let first = parts.next()?;
        let value = if first.as_rule() == Rule::string {
            CaseExpr::Text(unescape_text(first.as_str()))
        } else {
            let first = self.build_signed_number(first)?.value;
            let last = match parts.next() {
                Some(last) => self.build_signed_number(last)?.value,
                None => first,
            };
            CaseExpr::Integers(first, last)
        };
        Some(Spanned { value, span })
    }

    fn build_alternative_field(&mut self, pair: Pair<'_, Rule>) -> Option<FieldItem> {
        let span = self.pair_span(&pair);
        let mut parts = inner_pairs(pair);
        let name = self.build_word(&parts.next()?);
        self.faults.extend(words::bad_field_name_fault(&name));
        let stored = self.build_stored(parts.next()?)?;
        Some(self.finish_field(name, stored, parts, span))
    }

    /// Builds the field of an alternative that is a word alone: the record of this name. `_` is no record and gives `None`.
    fn build_alternative_word(&mut self, pair: &Pair<'_, Rule>) -> Option<FieldItem> {
        let name = self.build_word(pair);
        // `_ ` alone stands for nothing: the record has no bytes in this case.
        if name.value == "_" {
            return None;
        }
        let span = name.span;
        let call = FormatCall { family: None, name: name.clone(), arguments: Vec::new(), span };
        let stored = StoredItem { kind: StoredKind::Format { call, order: None }, span };
        Some(self.finish_field(name, stored, std::iter::empty(), span))
    }
}

/// The letters of a text in quotes.
pub(in crate::parse) fn unescape_text(quoted: &str) -> String {
    let inside = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    let mut text = String::with_capacity(inside.len());
    let mut is_escaped = false;
    for letter in inside.chars() {
        // The backslash itself is left out, and the letter behind it is taken as it is.
        is_escaped = letter == '\\' && !is_escaped;
        if !is_escaped {
            text.push(letter);
        }
    }
    text
}
