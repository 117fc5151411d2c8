//! A format, an order or rules without a text around them, as programs ask for them.
//!
//! None of them can contain another one, so the grammar is never deep here, and the scan into tokens is enough before it.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method is of one lifetime of its type, and what is called here is of any"
)]

use pest::iterators::{Pair, Pairs};

use super::build::AstBuilder;
use super::grammar::Rule;
use super::item::parse_rule;
use super::scan::{ScannedText, scan_tokens};
use super::stop::{ParseContext, SyntaxStop};
use crate::ast::{FormatCall, OrderExpr, RuleExpr, RulesExpr};
use crate::diagnostic::{Diagnostic, Slug};
use crate::faults::Faults;
use crate::source::Span;

/// Parses a format: `hfp32`, `ibm::hfp32`, `twos(24)`.
pub(crate) fn parse_call(text: &str) -> Result<FormatCall, Vec<Diagnostic>> {
    let mut calls = parse_parts(text, Rule::whole_call, |builder, pair| Some(builder.build_call(pair)))?;
    calls.pop().ok_or_else(|| vec![empty_text_fault("no format is named")])
}

/// Parses an order of bytes: `little`, `[1, 0]`, `right_justified(8)`.
pub(crate) fn parse_order(text: &str) -> Result<OrderExpr, Vec<Diagnostic>> {
    let mut orders = parse_parts(text, Rule::whole_order, |builder, pair| builder.build_order(pair))?;
    orders.pop().ok_or_else(|| vec![empty_text_fault("no order is named")])
}

/// Parses the rules of both directions: `on read { overflow => saturate } on write { nan => error }`.
pub(crate) fn parse_rules(text: &str) -> Result<Vec<RulesExpr>, Vec<Diagnostic>> {
    parse_parts(text, Rule::whole_rules, |builder, pair| builder.build_rules(pair))
}

/// Parses the rules of one direction: `overflow => saturate, nan => error`.
pub(crate) fn parse_event_rules(text: &str) -> Result<Vec<RuleExpr>, Vec<Diagnostic>> {
    parse_parts(text, Rule::whole_event_rules, |builder, pair| builder.build_rule(pair))
}

/// Parses a whole text by `rule`, and builds its parts.
fn parse_parts<T>(
    text: &str,
    rule: Rule,
    build: impl Fn(&mut AstBuilder<'_>, Pair<'_, Rule>) -> Option<T>,
) -> Result<Vec<T>, Vec<Diagnostic>> {
    let mut scan = scan_tokens(text);
    let mut faults = std::mem::take(&mut scan.faults);
    // A text beyond the limits is not parsed. One without words has no token at which a message could point.
    if scan.refused || !faults.is_empty() || scan.tokens.is_empty() {
        return if faults.is_empty() { Ok(Vec::new()) } else { Err(faults.into_sorted()) };
    }
    let parts = match parse_rule(rule, text) {
        Ok(pairs) => build_parts(pairs, &mut faults, build),
        Err(error) => return Err(vec![stop_diagnostic(text, &scan, &error)]),
    };
    if faults.is_empty() { Ok(parts) } else { Err(faults.into_sorted()) }
}

fn build_parts<T>(
    pairs: Pairs<'_, Rule>,
    faults: &mut Faults,
    build: impl Fn(&mut AstBuilder<'_>, Pair<'_, Rule>) -> Option<T>,
) -> Vec<T> {
    let mut builder = AstBuilder { base: 0, faults };
    // The end of the input and the commas between rules are pairs, too.
    let parts = pairs.filter(|pair| !matches!(pair.as_rule(), Rule::EOI | Rule::comma));
    parts.filter_map(|pair| build(&mut builder, pair)).collect()
}

fn stop_diagnostic(text: &str, scan: &ScannedText, error: &pest::error::Error<Rule>) -> Diagnostic {
    SyntaxStop::from_whole_text(text, &scan.tokens, ParseContext::Expression, error).to_diagnostic()
}

fn empty_text_fault(title: &str) -> Diagnostic {
    Diagnostic::new(Slug::Syntax, title, Span::default(), "nothing is written here")
}
