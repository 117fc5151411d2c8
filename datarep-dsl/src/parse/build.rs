//! From the grammar's pairs to the syntax tree.
//!
//! The grammar guarantees that every part is in its place, so the functions here only collect the parts. A part that is
//! not found is left out. Numbers that do not fit, words that the language does not have and words of other tools are
//! reported on the way.

use super::record::unescape_text;
use pest::iterators::Pair;

use super::grammar::Rule;
use super::number::{number_fault, parse_whole_number};
use super::{foreign, words};
use crate::ast::{
    Argument, ConditionExpr, ConditionKind, ConditionNumber, DatarepEntry, DatarepItem, DigitLetter,
    DigitPoint, FamilyClause, FamilyItem, FloatClause, FloatItem, FloatLayout, FormatCall, Formula, ItemKind,
    LongField, MappingExpr, OrderExpr, OrderKind, PairExpr, PictureField, RuleExpr, RulesExpr,
    SignificandForm, Spanned, TestItem, TestLineExpr, TestSide, Use, Word,
};
use crate::diagnostic::{Diagnostic, Slug};
use crate::faults::Faults;
use crate::source::Span;

/// Collects the parts of pairs.
pub(super) struct AstBuilder<'d> {
    /// The byte of the text at which the parsed slice starts.
    pub(super) base: usize,
    /// The faults that were found on the way.
    pub(super) faults: &'d mut Faults,
}

/// Whether `rule` is a sign or keyword that only connects other parts.
fn is_filler(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::kw_use
            | Rule::kw_as
            | Rule::kw_float
            | Rule::kw_pair
            | Rule::kw_datarep
            | Rule::kw_test
            | Rule::kw_extends
            | Rule::kw_where
            | Rule::kw_value
            | Rule::kw_order
            | Rule::kw_bits
            | Rule::kw_numbering
            | Rule::kw_bit
            | Rule::kw_negative
            | Rule::kw_exponent
            | Rule::kw_quiet
            | Rule::kw_ieee
            | Rule::kw_unused
            | Rule::kw_if
            | Rule::kw_written
            | Rule::kw_true
            | Rule::kw_write
            | Rule::kw_on
            | Rule::kw_char
            | Rule::kw_record
            | Rule::kw_at
            | Rule::kw_bytes
            | Rule::kw_padding
            | Rule::kw_null
            | Rule::kw_all
            | Rule::kw_trim
            | Rule::kw_choice
            | Rule::kw_valid
            | Rule::kw_overlay
            | Rule::kw_in
            | Rule::dot
            | Rule::semicolon
            | Rule::comma
            | Rule::colon
            | Rule::equals
            | Rule::arrow
            | Rule::bar
            | Rule::or
            | Rule::and
            | Rule::times
            | Rule::caret
            | Rule::to
            | Rule::path_separator
            | Rule::open_brace
            | Rule::close_brace
            | Rule::open_bracket
            | Rule::close_bracket
            | Rule::open_paren
            | Rule::close_paren
            | Rule::EOI
    )
}

pub(super) fn inner_pairs(pair: Pair<'_, Rule>) -> impl Iterator<Item = Pair<'_, Rule>> {
    pair.into_inner().filter(|part| !is_filler(part.as_rule()))
}

impl AstBuilder<'_> {
    pub(super) fn pair_span(&self, pair: &Pair<'_, Rule>) -> Span {
        let start = self.base + pair.as_span().start();
        // The space before an absent optional part belongs to the rule.
        Span { start, end: start + pair.as_str().trim_end().len() }
    }

    pub(super) fn build_word(&self, pair: &Pair<'_, Rule>) -> Word {
        Spanned { value: pair.as_str().to_owned(), span: self.pair_span(pair) }
    }

    /// A whole number that must fit `T`.
    pub(super) fn build_number<T: TryFrom<u128>>(&mut self, pair: &Pair<'_, Rule>) -> Option<Spanned<T>> {
        let span = self.pair_span(pair);
        let value = parse_whole_number(pair.as_str()).and_then(|number| T::try_from(number).ok());
        // Another fault of the number was reported before.
        if value.is_none() && number_fault(pair.as_str(), span).is_none() {
            // As many powers of two fit as the type has bits.
            let fits = |place: &u32| T::try_from(1 << *place).is_ok();
            self.report_too_large(pair.as_str(), span, (0..u128::BITS).filter(fits).count());
        }
        value.map(|value| Spanned { value, span })
    }

    fn report_too_large(&mut self, text: &str, span: Span, bits: usize) {
        let title = format!("`{text}` is too large");
        self.faults.push(Diagnostic::new(Slug::Number, title, span, format!("does not fit in {bits} bits")));
    }

    pub(super) fn build_signed_number(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<i128>> {
        let span = self.pair_span(&pair);
        let mut negative = false;
        let mut value = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::sign => negative = part.as_str() == "-",
                _ => value = self.build_number::<i128>(&part),
            }
        }
        let value = value?.value;
        Some(Spanned { value: if negative { -value } else { value }, span })
    }

    /// An item.
    pub(super) fn build_item(&mut self, pair: Pair<'_, Rule>) -> Option<ItemKind> {
        let item = pair.into_inner().next()?;
        match item.as_rule() {
            Rule::use_item => self.build_use(item).map(ItemKind::Use),
            Rule::float_item => self.build_float(item).map(ItemKind::Float),
            Rule::family_item => self.build_family(item).map(ItemKind::Family),
            Rule::datarep_item => self.build_datarep(item).map(ItemKind::Datarep),
            Rule::record_item => self.build_record(item).map(ItemKind::Record),
            _ => self.build_test(item).map(ItemKind::Test),
        }
    }

    fn build_use(&mut self, pair: Pair<'_, Rule>) -> Option<Use> {
        let mut parts = inner_pairs(pair);
        let family = self.build_word(&parts.next()?);
        let names = parts.next()?;
        let names = match names.as_rule() {
            Rule::star => None,
            Rule::use_list => Some(inner_pairs(names).filter_map(|name| self.build_use_name(name)).collect()),
            _ => Some(self.build_use_name(names).into_iter().collect()),
        };
        Some(Use { family, names })
    }

    fn build_use_name(&mut self, pair: Pair<'_, Rule>) -> Option<(Word, Option<Word>)> {
        let mut parts = inner_pairs(pair);
        let name = self.build_word(&parts.next()?);
        let new_name = parts.next().map(|part| self.build_word(&part));
        if let Some(fault) = new_name.as_ref().and_then(words::bad_name_fault) {
            self.faults.push(fault);
        }
        Some((name, new_name))
    }

    fn build_float(&mut self, pair: Pair<'_, Rule>) -> Option<FloatItem> {
        let mut parts = inner_pairs(pair);
        let name = self.build_word(&parts.next()?);
        let mut float = FloatParts::default();
        let mut picture = None;
        let mut pair: Option<PairExpr> = None;
        for part in parts {
            match part.as_rule() {
                Rule::pair => pair = Some(self.build_pair(part)?),
                Rule::pair_rule => {
                    let less = self.build_pair_rule(part);
                    if let Some(pair) = &mut pair {
                        pair.less = less;
                    }
                }
                Rule::picture => picture = Some(self.build_picture(part)),
                Rule::meaning => {
                    let formula = inner_pairs(part).next()?;
                    float.formula = self.build_formula(formula);
                }
                Rule::clause_block => {
                    for clause in inner_pairs(part) {
                        self.add_float_clause(clause, picture.is_some() || pair.is_some(), &mut float);
                    }
                }
                _ => {}
            }
        }
        let layout = match (picture, pair) {
            (_, Some(pair)) => FloatLayout::Pair(Box::new(pair)),
            (Some(fields), None) => FloatLayout::Picture(fields),
            (None, None) => {
                FloatLayout::Long { bits: float.bits, numbering: float.numbering, fields: float.fields }
            }
        };
        Some(FloatItem { name, layout, formula: float.formula, clauses: float.clauses })
    }

    fn build_pair(&mut self, pair: Pair<'_, Rule>) -> Option<PairExpr> {
        let span = self.pair_span(&pair);
        let mut calls = inner_pairs(pair);
        let high = self.build_call(calls.next()?);
        let low = self.build_call(calls.next()?);
        Some(PairExpr { high, low, less: None, span })
    }

    /// The number by which the low exponent is smaller.
    fn build_pair_rule(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<i64>> {
        let span = self.pair_span(&pair);
        // `high.E - 14` says that the low exponent is smaller, which is the usual sign.
        let mut negative = true;
        let mut less = 0;
        for part in inner_pairs(pair) {
            match part.as_rule() {
                Rule::sign => negative = part.as_str() == "-",
                Rule::number => less = self.build_number::<i64>(&part)?.value,
                _ => {}
            }
        }
        Some(Spanned { value: if negative { less } else { -less }, span })
    }

    fn build_picture(&mut self, pair: Pair<'_, Rule>) -> Vec<PictureField> {
        inner_pairs(pair).filter_map(|field| self.build_picture_field(&field)).collect()
    }

    fn build_picture_field(&mut self, pair: &Pair<'_, Rule>) -> Option<PictureField> {
        let span = self.pair_span(pair);
        let letter = pair.as_str().chars().next()?;
        let digits = &pair.as_str()[1..];
        if digits.starts_with('0') {
            let significant = digits.trim_start_matches('0');
            let fault = if significant.is_empty() {
                Diagnostic::new(
                    Slug::Number,
                    format!("`{}` has no bits", pair.as_str()),
                    span,
                    "not expected here",
                )
                .help("leave it out")
            } else {
                let title = format!("the number of bits in `{}` starts with a zero", pair.as_str());
                Diagnostic::new(Slug::Number, title, span, "not expected here")
                    .help(format!("write `{letter}{significant}`"))
            };
            self.faults.push(fault);
            return None;
        }
        let bits = digits.parse().ok();
        if bits.is_none() {
            self.report_too_large(digits, span, 64);
        }
        bits.map(|bits| PictureField { letter, bits, span })
    }

    fn build_formula(&mut self, pair: Pair<'_, Rule>) -> Option<Formula> {
        let mut formula =
            Formula { significand: None, radix: None, exponent: None, bias: 0, span: self.pair_span(&pair) };
        for part in inner_pairs(pair) {
            let span = self.pair_span(&part);
            match part.as_rule() {
                Rule::significand => {
                    let form = part.into_inner().next()?;
                    let letter = if form.as_str().ends_with('C') {
                        DigitLetter::Centesimal
                    } else {
                        DigitLetter::Decimal
                    };
                    formula.significand = Some(Spanned { value: to_point(form.as_rule(), letter), span });
                }
                _ => self.build_power(part, &mut formula)?,
            }
        }
        Some(formula)
    }

    fn build_power(&mut self, pair: Pair<'_, Rule>, formula: &mut Formula) -> Option<()> {
        let mut parts = inner_pairs(pair);
        formula.radix = self.build_number(&parts.next()?);
        let mut negative = false;
        for part in inner_pairs(parts.next()?) {
            match part.as_rule() {
                Rule::letter_e => formula.exponent = Some(self.pair_span(&part)),
                // A bias is subtracted, so `E + 64` is a negative one.
                Rule::sign => negative = part.as_str() == "+",
                _ => {
                    let bias = self.build_number::<i64>(&part)?.value;
                    formula.bias = if negative { -bias } else { bias };
                }
            }
        }
        Some(())
    }

    /// Adds a clause of a float. `pictured` says whether a picture gives the bits.
    pub(super) fn add_float_clause(
        &mut self,
        pair: Pair<'_, Rule>,
        pictured: bool,
        float: &mut FloatParts,
    ) -> Option<()> {
        let clause = pair.into_inner().next()?;
        let span = self.pair_span(&clause);
        let rule = clause.as_rule();
        // `exponent` is a field with ranges and a clause of the number without them.
        let layout = match rule {
            Rule::bits_clause | Rule::numbering_clause | Rule::field_clause => true,
            Rule::exponent_clause => clause.clone().into_inner().any(|part| part.as_rule() == Rule::ranges),
            _ => false,
        };
        if pictured && (layout || rule == Rule::value_clause) {
            let title =
                if layout { "the picture says which bits there are" } else { "the formula says the value" };
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, span, "given again here");
            self.faults.push(fault.help("remove this clause"));
            return None;
        }
        match rule {
            Rule::order_clause => {
                let order = self.build_order_clause(clause)?;
                float.clauses.push(FloatClause::Order(order));
            }
            Rule::bits_clause => {
                let bits = self.build_number(&inner_pairs(clause).next()?);
                // The first clause stays. A second one is a fault, and must not change what later faults are about.
                self.check_clause_once("bits", span, &mut float.bits_at);
                float.bits = float.bits.take().or(bits);
            }
            Rule::numbering_clause => {
                let word = self.build_word(&inner_pairs(clause).next()?);
                self.check_clause_once("numbering", span, &mut float.numbering_at);
                float.numbering.get_or_insert(word);
            }
            Rule::value_clause => {
                let formula = self.build_formula(inner_pairs(clause).next()?);
                self.check_clause_once("value", span, &mut float.value_at);
                float.formula = float.formula.take().or(formula);
            }
            Rule::field_clause => float.fields.push(self.build_field_clause(clause)?),
            Rule::exponent_clause => self.add_exponent_clause(clause, float)?,
            Rule::negative_clause => {
                let mut parts = inner_pairs(clause);
                let word = self.build_word(&parts.next()?);
                let bits = parts.next().and_then(|number| self.build_number(&number));
                float.clauses.push(FloatClause::Negative(word, bits));
            }
            Rule::quiet_clause => {
                let word = self.build_word(&inner_pairs(clause).next()?);
                float.clauses.push(FloatClause::Quiet(word));
            }
            Rule::ieee_clause => float.clauses.push(FloatClause::Ieee(span)),
            Rule::unused_clause => {
                let written = self.build_number(&inner_pairs(clause).next()?)?;
                float.clauses.push(FloatClause::Unused(written));
            }
            _ => {
                let special = self.build_special(clause)?;
                float.clauses.push(special);
            }
        }
        Some(())
    }

    /// A field of the long form.
    fn build_field_clause(&mut self, pair: Pair<'_, Rule>) -> Option<LongField> {
        let mut parts = inner_pairs(pair);
        let name = self.build_word(&parts.next()?);
        if let Some(foreign) = foreign::field_fault(&name) {
            self.faults.push(foreign);
        } else if !words::FIELDS.contains(&name.value.as_str()) {
            self.faults.push(words::unknown_word_fault("field of a float", &name, &words::FIELDS));
        }
        let ranges = self.build_ranges(parts.next()?);
        Some(LongField { name, ranges })
    }

    /// Reports a clause that is given twice.
    fn check_clause_once(&mut self, name: &str, span: Span, first: &mut Option<Span>) {
        match *first {
            None => *first = Some(span),
            Some(first) => self.faults.push(
                Diagnostic::new(
                    Slug::ConflictingClauses,
                    format!("`{name}` is given twice"),
                    span,
                    "given again here",
                )
                .label(first, "first given here")
                .help("remove one of the two"),
            ),
        }
    }

    fn add_exponent_clause(&mut self, pair: Pair<'_, Rule>, float: &mut FloatParts) -> Option<()> {
        let keyword = pair.clone().into_inner().next()?;
        let part = inner_pairs(pair).next()?;
        if part.as_rule() == Rule::ranges {
            let name = self.build_word(&keyword);
            let ranges = self.build_ranges(part);
            float.fields.push(LongField { name, ranges });
        } else {
            float.clauses.push(FloatClause::Exponent(self.build_word(&part)));
        }
        Some(())
    }

    fn build_ranges(&mut self, pair: Pair<'_, Rule>) -> Vec<Spanned<(u64, u64)>> {
        inner_pairs(pair)
            .filter_map(|range| {
                let span = self.pair_span(&range);
                let mut ends = inner_pairs(range);
                let high = self.build_number::<u64>(&ends.next()?)?.value;
                let low = match ends.next() {
                    Some(low) => self.build_number::<u64>(&low)?.value,
                    None => high,
                };
                Some(Spanned { value: (high, low), span })
            })
            .collect()
    }

    fn build_special(&mut self, pair: Pair<'_, Rule>) -> Option<FloatClause> {
        let span = self.pair_span(&pair);
        let mut parts = inner_pairs(pair);
        let class = self.build_word(&parts.next()?);
        if let Some(foreign) = foreign::special_fault(&class) {
            self.faults.push(foreign);
        } else if !words::SPECIALS.contains(&class.value.as_str()) {
            self.faults.push(words::unknown_word_fault("clause of a float", &class, &words::SPECIALS));
        }
        let condition = self.build_condition(parts.next()?)?;
        let written = parts.next().and_then(|number| self.build_number(&number));
        Some(FloatClause::Special { class, condition, written, span })
    }

    fn build_condition(&mut self, pair: Pair<'_, Rule>) -> Option<ConditionExpr> {
        let span = self.pair_span(&pair);
        let rule = pair.as_rule();
        if rule == Rule::comparison {
            return self.build_comparison(pair);
        }
        let mut members: Vec<_> = inner_pairs(pair).filter_map(|part| self.build_condition(part)).collect();
        // A comparison alone is wrapped in a list of all and one of any, which would say nothing.
        if members.len() == 1 {
            return members.pop();
        }
        let kind = if rule == Rule::all { ConditionKind::All(members) } else { ConditionKind::Any(members) };
        Some(ConditionExpr { kind, span })
    }

    fn build_comparison(&mut self, pair: Pair<'_, Rule>) -> Option<ConditionExpr> {
        let span = self.pair_span(&pair);
        let mut parts = inner_pairs(pair);
        let first = parts.next()?;
        if first.as_rule() == Rule::condition {
            return self.build_condition(first).map(|inner| ConditionExpr { kind: inner.kind, span });
        }
        let field = self.build_word(&first);
        let operator = self.build_word(&parts.next()?);
        let number = parts.next()?;
        let number = if number.as_rule() == Rule::kw_max {
            Spanned { value: ConditionNumber::Max, span: self.pair_span(&number) }
        } else {
            let number = self.build_signed_number(number)?;
            Spanned { value: ConditionNumber::Number(number.value), span: number.span }
        };
        Some(ConditionExpr { kind: ConditionKind::Compare { field, operator, number }, span })
    }

    pub(super) fn build_order_clause(&mut self, pair: Pair<'_, Rule>) -> Option<OrderExpr> {
        let order = inner_pairs(pair).next()?;
        self.build_order(order)
    }

    pub(super) fn build_order(&mut self, pair: Pair<'_, Rule>) -> Option<OrderExpr> {
        let span = self.pair_span(&pair);
        let order = pair.into_inner().next()?;
        if order.as_rule() == Rule::byte_list {
            let bytes = inner_pairs(order).filter_map(|byte| self.build_number(&byte)).collect();
            return Some(OrderExpr { kind: OrderKind::Bytes(bytes), span });
        }
        let call = self.build_call(order);
        if let Some(foreign) = foreign::order_fault(&call.name) {
            self.faults.push(foreign);
        }
        Some(OrderExpr { kind: OrderKind::Named(call), span })
    }

    pub(super) fn build_call(&mut self, pair: Pair<'_, Rule>) -> FormatCall {
        let span = self.pair_span(&pair);
        let name = Word { value: String::new(), span };
        let mut call = FormatCall { family: None, name, arguments: Vec::new(), span };
        for (index, part) in inner_pairs(pair).enumerate() {
            match part.as_rule() {
                Rule::arguments => {
                    call.arguments = inner_pairs(part).filter_map(|part| self.build_argument(part)).collect();
                }
                _ if index == 0 => call.name = self.build_word(&part),
                _ => {
                    let name = self.build_word(&part);
                    // With two words the first one was the family.
                    call.family = Some(std::mem::replace(&mut call.name, name));
                }
            }
        }
        call
    }

    fn build_argument(&mut self, pair: Pair<'_, Rule>) -> Option<Argument> {
        let argument = pair.into_inner().next()?;
        match argument.as_rule() {
            Rule::word => Some(Argument::Word(self.build_word(&argument))),
            Rule::string => {
                let span = self.pair_span(&argument);
                Some(Argument::Text(Word { value: unescape_text(argument.as_str()), span }))
            }
            _ => self.build_signed_number(argument).map(Argument::Number),
        }
    }

    fn build_family(&mut self, pair: Pair<'_, Rule>) -> Option<FamilyItem> {
        let mut parts = inner_pairs(pair);
        let keyword = self.build_word(&parts.next()?);
        let name = self.build_word(&parts.next()?);
        let call = self.build_call(parts.next()?);
        let block = parts.next();
        let clauses = block.into_iter().flat_map(inner_pairs);
        let clauses = clauses.filter_map(|clause| self.build_family_clause(clause)).collect();
        Some(FamilyItem { keyword, name, call, clauses })
    }

    /// A clause of an integer, logical or character.
    pub(super) fn build_family_clause(&mut self, pair: Pair<'_, Rule>) -> Option<FamilyClause> {
        let clause = pair.into_inner().next()?;
        match clause.as_rule() {
            Rule::order_clause => self.build_order_clause(clause).map(FamilyClause::Order),
            Rule::true_clause => Some(FamilyClause::TrueIf(self.build_call(inner_pairs(clause).next()?))),
            _ => self.build_signed_number(inner_pairs(clause).next()?).map(FamilyClause::Write),
        }
    }

    fn build_datarep(&mut self, pair: Pair<'_, Rule>) -> Option<DatarepItem> {
        let mut parts = inner_pairs(pair).peekable();
        let name = self.build_word(&parts.next()?);
        let parent = parts.next_if(|part| part.as_rule() == Rule::word).map(|part| self.build_word(&part));
        let entries = inner_pairs(parts.next()?).filter_map(|entry| self.build_entry(entry)).collect();
        Some(DatarepItem { name, parent, entries })
    }

    /// A line of a representation.
    pub(super) fn build_entry(&mut self, pair: Pair<'_, Rule>) -> Option<DatarepEntry> {
        let entry = pair.into_inner().next()?;
        match entry.as_rule() {
            Rule::order_clause => self.build_order_clause(entry).map(DatarepEntry::Order),
            Rule::rules => self.build_rules(entry).map(DatarepEntry::Rules),
            _ => self.build_named_entry(entry),
        }
    }

    fn build_named_entry(&mut self, pair: Pair<'_, Rule>) -> Option<DatarepEntry> {
        let mut parts = inner_pairs(pair);
        let name = self.build_word(&parts.next()?);
        let right = parts.next()?;
        let sized = right.as_rule() == Rule::size_block;
        if let Some(foreign) = foreign::class_fault(&name, sized) {
            self.faults.push(foreign);
        }
        if sized {
            let sizes = inner_pairs(right).filter_map(|size| self.build_size_mapping(size)).collect();
            return Some(DatarepEntry::Class { class: name, sizes });
        }
        Some(DatarepEntry::Name { name, mapping: self.build_mapping(right)? })
    }

    fn build_size_mapping(&mut self, pair: Pair<'_, Rule>) -> Option<(Spanned<u64>, MappingExpr)> {
        let mut parts = inner_pairs(pair);
        let size = self.build_number(&parts.next()?);
        let mapping = self.build_mapping(parts.next()?)?;
        Some((size?, mapping))
    }

    fn build_mapping(&mut self, pair: Pair<'_, Rule>) -> Option<MappingExpr> {
        let span = self.pair_span(&pair);
        let mut parts = inner_pairs(pair);
        let format = self.build_call(parts.next()?);
        let mut mapping = MappingExpr { format, order: None, rules: Vec::new(), span };
        for part in parts {
            match part.as_rule() {
                Rule::order => mapping.order = self.build_order(part),
                _ => mapping.rules = inner_pairs(part).filter_map(|rules| self.build_rules(rules)).collect(),
            }
        }
        Some(mapping)
    }

    pub(super) fn build_rules(&mut self, pair: Pair<'_, Rule>) -> Option<RulesExpr> {
        let span = self.pair_span(&pair);
        let mut parts = inner_pairs(pair);
        let direction = self.build_word(&parts.next()?);
        let rules = parts.filter_map(|rule| self.build_rule(rule)).collect();
        Some(RulesExpr { direction, rules, span })
    }

    pub(super) fn build_rule(&mut self, pair: Pair<'_, Rule>) -> Option<RuleExpr> {
        let mut events = Vec::new();
        let mut action = None;
        for part in inner_pairs(pair) {
            match part.as_rule() {
                Rule::event => events.push(self.build_word(&part)),
                _ => action = Some(self.build_call(part)),
            }
        }
        Some(RuleExpr { events, action: action? })
    }

    fn build_test(&mut self, pair: Pair<'_, Rule>) -> Option<TestItem> {
        let mut parts = inner_pairs(pair);
        let format = self.build_call(parts.next()?);
        let lines = inner_pairs(parts.next()?).filter_map(|line| self.build_test_line(line)).collect();
        Some(TestItem { format, lines })
    }

    /// A line of a test.
    pub(super) fn build_test_line(&mut self, pair: Pair<'_, Rule>) -> Option<TestLineExpr> {
        let span = self.pair_span(&pair);
        let both = pair.clone().into_inner().any(|part| part.as_rule() == Rule::exactly);
        let mut sides = inner_pairs(pair).filter(|part| part.as_rule() == Rule::side);
        let (left, right) = (sides.next()?, sides.next()?);
        let (left, right) = (self.build_side(left), self.build_side(right));
        Some(TestLineExpr { left: left?, both, right: right?, span })
    }

    pub(super) fn build_side(&mut self, pair: Pair<'_, Rule>) -> Option<Spanned<TestSide>> {
        let span = self.pair_span(&pair);
        let side = pair.into_inner().next()?;
        let value = match side.as_rule() {
            Rule::byte_list => TestSide::Bytes(
                inner_pairs(side).filter_map(|byte| Some(self.build_number::<u8>(&byte)?.value)).collect(),
            ),
            Rule::coded_character => {
                TestSide::Character(self.build_number(&inner_pairs(side).next()?)?.value)
            }
            Rule::named_value => TestSide::Named(join_signed_text(side)),
            Rule::hexadecimal => TestSide::Word(self.build_number(&side)?.value),
            _ => TestSide::Decimal(join_signed_text(side).replace('_', "")),
        };
        Some(Spanned { value, span })
    }
}

/// The clauses of a float that were found so far.
#[derive(Debug, Default)]
pub(super) struct FloatParts {
    bits: Option<Spanned<u64>>,
    bits_at: Option<Span>,
    numbering: Option<Word>,
    numbering_at: Option<Span>,
    value_at: Option<Span>,
    fields: Vec<LongField>,
    formula: Option<Formula>,
    clauses: Vec<FloatClause>,
}

fn to_point(form: Rule, letter: DigitLetter) -> SignificandForm {
    match form {
        Rule::digit_fraction => SignificandForm::Digits(DigitPoint::BeforeFirst, letter),
        Rule::first_digit => SignificandForm::Digits(DigitPoint::BehindFirst, letter),
        Rule::letter_d => SignificandForm::Digits(DigitPoint::BehindLast, letter),
        Rule::fraction => SignificandForm::Fraction,
        Rule::hidden_one => SignificandForm::HiddenOne,
        Rule::hidden_half => SignificandForm::HiddenHalf,
        Rule::explicit_one => SignificandForm::ExplicitOne,
        Rule::twos_complement => SignificandForm::TwosComplement,
        Rule::implied_complement => SignificandForm::ImpliedComplement,
        _ => SignificandForm::Integer,
    }
}

/// Sign and word, or sign and digits, without anything between them. `+` is left out.
fn join_signed_text(pair: Pair<'_, Rule>) -> String {
    let parts = pair.into_inner().filter(|part| part.as_str() != "+");
    parts.map(|part| part.as_str()).collect()
}
