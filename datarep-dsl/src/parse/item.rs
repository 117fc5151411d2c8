//! Parses one item, or one line of it, by the grammar.

use pest::Parser;
use pest::iterators::Pairs;

use super::build::AstBuilder;
use super::grammar::{Grammar, Rule};
use crate::ast::ItemKind;
use crate::faults::Faults;
use crate::source::Span;

/// Applies a rule of the grammar to a text.
pub(super) fn parse_rule(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<pest::error::Error<Rule>>> {
    #[cfg(test)]
    super::tests::count(text.len());
    Grammar::parse(rule, text).map_err(Box::new)
}

/// The content of the item at `span`. Faults that do not stop the parser are added to the found ones.
pub(super) fn parse_item_kind(
    text: &str,
    span: Span,
    faults: &mut Faults,
) -> Result<Option<ItemKind>, Box<pest::error::Error<Rule>>> {
    let mut pairs = parse_rule(Rule::whole_item, &text[span.start..span.end])?;
    let mut builder = AstBuilder { base: span.start, faults };
    Ok(pairs.next().and_then(|item| builder.build_item(item)))
}
