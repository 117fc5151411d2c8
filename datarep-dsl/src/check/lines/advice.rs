//! Changes of a format that would make its test lines true.
//!
//! If a line fails, it is more often right than the format, because its value and word were copied from a manual, and
//! the formula was derived from it. So the format is varied in the properties that people mistake: bias, point, radix,
//! signs, the order of bytes, and the end from which bits are numbered. Each variation is checked as if it had been
//! written, and those under which all lines hold are offered.

use std::cell::Cell;

use super::tester::{Tester, has_class_value};
use crate::ast::{
    Argument, DigitLetter, DigitPoint, FamilyClause, FamilyItem, FloatClause, FloatItem, FloatLayout,
    FormatCall, Formula, Item, ItemKind, OrderExpr, OrderKind, SignificandForm, Spanned, TestLineExpr,
    TestSide, Word,
};
use crate::check::context::Context;
use crate::check::family::format_call;
use crate::check::layout::renumber_fields;
use crate::check::slot::CheckedFormat;
use crate::exact::{ExactValue, FloatConverter, MAX_POWER};
use crate::model::{CodePage, FormatKind, PageFamily};
use crate::source::{Origin, Span};

/// The largest number of variations that are offered.
const MOST_OFFERED: usize = 2;

/// The largest number of lines that are tried for a format, those of all variations together. What is not tried is not
/// offered.
const MOST_TRIED: usize = 4_000;

/// The test lines of a format.
pub(super) struct LineResults<'l> {
    pub(super) true_lines: Vec<&'l TestLineExpr>,
    pub(super) untrue_lines: Vec<&'l TestLineExpr>,
}

/// A changed format, and the help that says how to write it.
struct Variation {
    help: String,
    checked_format: CheckedFormat,
}

impl Context<'_> {
    /// What to write in the format of `item` so that its lines hold.
    pub(super) fn advise_formats(&mut self, item: &Item, lines: &LineResults<'_>) -> Vec<String> {
        // Numbers tell about the formula, and infinities and NaNs about clauses. Neither helps to find the other.
        let (classes, numbers): (Vec<_>, Vec<_>) =
            lines.untrue_lines.iter().copied().partition(|line| has_class_value(line));
        let tries_left = Cell::new(MOST_TRIED);
        let passes_lines = |untrue_lines: &[&TestLineExpr], checked_format: &CheckedFormat| {
            let tester = Tester::new(&checked_format.format, checked_format.file_order());
            // Lines that hold must go on holding, or the advice would break them. The failed ones come first, as most
            // variations fail at them.
            untrue_lines.iter().chain(&lines.true_lines).all(|line| {
                let is_left = tries_left.replace(tries_left.get().saturating_sub(1)) > 0;
                is_left && tester.test_line(line).is_ok()
            })
        };
        let mut help = Vec::new();
        if !numbers.is_empty() {
            let is_true = |checked_format: &CheckedFormat| passes_lines(&numbers, checked_format);
            let variations = match &item.kind {
                ItemKind::Float(float) => self.vary_float(float, &numbers, is_true),
                ItemKind::Family(family) => self.vary_family(family, &numbers, is_true),
                ItemKind::Use(_) | ItemKind::Datarep(_) | ItemKind::Record(_) | ItemKind::Test(_) => {
                    Vec::new()
                }
            };
            // Several variations may fit by chance. More than two would not help to decide.
            let offered = variations.into_iter().take(MOST_OFFERED);
            help.extend(offered.map(|variation| format!("{}: the test lines are true then", variation.help)));
        }
        if let (ItemKind::Float(float), false) = (&item.kind, classes.is_empty()) {
            help.extend(self.advise_class_clauses(float, &classes, |checked_format| {
                passes_lines(&classes, checked_format)
            }));
        }
        help
    }

    /// Variations of a float. Variations of the formula are offered only if no others are true, and then the least
    /// changed ones.
    fn vary_float(
        &mut self,
        item: &FloatItem,
        untrue_lines: &[&TestLineExpr],
        is_true: impl Fn(&CheckedFormat) -> bool,
    ) -> Vec<Variation> {
        let mut variations = Vec::new();
        self.try_numberings(item, &mut variations);
        // Each kind of variation is tried only if those before it failed: the slip that is most likely comes first.
        variations.retain(|variation| is_true(&variation.checked_format));
        for order in propose_orders(untrue_lines) {
            if !variations.is_empty() {
                break;
            }
            let mut varied = item.clone();
            // The clause is replaced. Beside the old one it would be a fault of its own, and no variation would be
            // sound.
            varied.clauses.retain(|clause| !matches!(clause, FloatClause::Order(_)));
            varied.clauses.push(FloatClause::Order(make_order(order)));
            self.add_float_variation(&varied, format!("write `order {order};`"), &mut variations);
            variations.retain(|variation| is_true(&variation.checked_format));
        }
        if variations.is_empty() {
            variations = self.try_formulas(item, untrue_lines, &is_true);
        }
        if variations.is_empty() {
            self.try_codes(item, &mut variations);
            variations.retain(|variation| is_true(&variation.checked_format));
        }
        variations
    }

    /// The same fields, with their bits counted from the other end.
    fn try_numberings(&mut self, item: &FloatItem, variations: &mut Vec<Variation>) {
        let mut varied = item.clone();
        let help = match &mut varied.layout {
            FloatLayout::Picture(fields) => {
                fields.reverse();
                let picture: Vec<String> =
                    fields.iter().map(|field| format!("{}{}", field.letter, field.bits)).collect();
                format!("write the picture from the most significant bit on, as `{}`", picture.join(" "))
            }
            // The numbers stay as the manual has them, and are counted from the other end.
            FloatLayout::Long { bits: Some(bits), numbering, fields } => {
                let Some(text) = renumber_fields(bits.value, numbering, fields) else { return };
                let is_left = numbering.as_ref().is_some_and(|word| word.value == "msb0");
                if is_left {
                    format!("count the bits from the most significant, as `numbering msb0; {text}`")
                } else {
                    format!(
                        "count the bits from the least significant, without `numbering msb0;`, as `{text}`"
                    )
                }
            }
            FloatLayout::Long { bits: None, .. } | FloatLayout::Pair(_) => return,
        };
        self.add_float_variation(&varied, help, variations);
    }

    /// Other ways to write negative numbers and exponents.
    fn try_codes(&mut self, item: &FloatItem, variations: &mut Vec<Variation>) {
        for code in ["sign_magnitude", "twos_complement", "ones_complement"] {
            let mut varied = item.clone();
            varied.clauses.retain(|clause| !matches!(clause, FloatClause::Negative(..)));
            varied.clauses.push(FloatClause::Negative(make_word(code), None));
            self.add_float_variation(&varied, format!("write `negative {code};`"), variations);
        }
        for code in ["excess", "twos_complement", "sign_magnitude", "excess_ones_complement"] {
            let mut varied = item.clone();
            varied.clauses.retain(|clause| !matches!(clause, FloatClause::Exponent(_)));
            varied.clauses.push(FloatClause::Exponent(make_word(code)));
            self.add_float_variation(&varied, format!("write `exponent {code};`"), variations);
        }
    }

    /// The formulas that make all lines true and differ least.
    fn try_formulas(
        &mut self,
        item: &FloatItem,
        untrue_lines: &[&TestLineExpr],
        is_true: impl Fn(&CheckedFormat) -> bool,
    ) -> Vec<Variation> {
        let Some(formula) = &item.formula else { return Vec::new() };
        let mut variations: Vec<(u32, Variation)> = Vec::new();
        // Points and radices are few. For each the bias follows from a line, so that not all of them need be tried.
        for base in vary_point_and_radix(formula) {
            let Some(checked_format) = self.check_varied_float(&with_formula(item, &base)) else { continue };
            for bias in propose_biases(&base, &checked_format, untrue_lines) {
                let varied = Formula { bias, ..base.clone() };
                let changes = u32::from(point_of(&varied) != point_of(formula))
                    + u32::from(radix_of(&varied) != radix_of(formula))
                    + u32::from(varied.bias != formula.bias);
                // The formula as it stands is known to fail. A variation with more changes than one that fits is less
                // likely meant.
                if changes == 0 || variations.iter().any(|(least, _)| *least < changes) {
                    continue;
                }
                let Some(checked_format) = self.check_varied_float(&with_formula(item, &varied)) else {
                    continue;
                };
                if is_true(&checked_format) {
                    variations.retain(|(least, _)| *least == changes);
                    variations.push((
                        changes,
                        Variation { help: format!("write `{}`", format_formula(&varied)), checked_format },
                    ));
                }
            }
        }
        variations.into_iter().map(|(_, variation)| variation).collect()
    }

    /// The missing clauses for words that are infinities, NaN or reserved.
    fn advise_class_clauses(
        &mut self,
        item: &FloatItem,
        untrue_lines: &[&TestLineExpr],
        is_true: impl Fn(&CheckedFormat) -> bool,
    ) -> Vec<String> {
        let mut varied = item.clone();
        varied.clauses.push(FloatClause::Ieee(item.name.span));
        // The clause `ieee` gives infinities and NaNs at once, so it is tried before single clauses.
        if self.check_varied_float(&varied).is_some_and(|checked_format| is_true(&checked_format)) {
            return vec!["add the clause `ieee;`: the test lines are true then".to_owned()];
        }
        // A class with a clause of its own has another fault than a missing clause.
        let has_clause = |class: &str| {
            item.clauses.iter().any(|clause| match clause {
                FloatClause::Special { class: clause_class, .. } => clause_class.value == class,
                FloatClause::Ieee(_) => class != "reserved",
                FloatClause::Order(_)
                | FloatClause::Negative(..)
                | FloatClause::Unused(_)
                | FloatClause::Exponent(_)
                | FloatClause::Quiet(_) => false,
            })
        };
        let classes = [
            ("infinity", ["inf", "-inf"], "E == max && F == 0"),
            ("nan", ["nan", "nan"], "E == max && F != 0"),
            ("reserved", ["reserved", "reserved"], "S == 1 && E == 0"),
        ];
        let is_claimed = |names: &[&str; 2]| {
            untrue_lines.iter().any(|line| list_sides(line).any(|side| is_named(side, names)))
        };
        classes
            .iter()
            .filter(|(class, names, _)| is_claimed(names) && !has_clause(class))
            .map(|(class, _, condition)| format!("say which words are that, as in `{class} if {condition};`"))
            .collect()
    }

    /// Variations of an integer or a character set.
    fn vary_family(
        &mut self,
        item: &FamilyItem,
        untrue_lines: &[&TestLineExpr],
        is_true: impl Fn(&CheckedFormat) -> bool,
    ) -> Vec<Variation> {
        const INTEGERS: [&str; 4] = ["twos", "unsigned", "ones", "sign_magnitude"];
        // Of pages that differ at few codes, one of these is most likely the right one.
        const USUAL_PAGES: [&str; 7] = ["cp037", "cp500", "cp1047", "cp1140", "cp437", "cp850", "cp1252"];
        let mut calls = Vec::new();
        // The families with a width alone can replace each other. Offsets and scales are numbers that nobody could
        // guess.
        if INTEGERS.contains(&item.call.name.value.as_str()) {
            calls.extend(INTEGERS.map(|name| FormatCall { name: make_word(name), ..item.call.clone() }));
        } else if let Some(family) = PageFamily::find(&item.call.name.value) {
            calls.extend(USUAL_PAGES.iter().filter(|page| CodePage::find(family, page).is_some()).map(
                |page| FormatCall { arguments: vec![Argument::Word(make_word(page))], ..item.call.clone() },
            ));
        }
        let mut variations = Vec::new();
        for call in calls {
            let help = format!("write `{}`", format_call(&call));
            self.add_family_variation(&FamilyItem { call, ..item.clone() }, help, &mut variations);
        }
        variations.retain(|variation| is_true(&variation.checked_format));
        for order in propose_orders(untrue_lines) {
            // An order is advised only if no other family is: a single change is the likeliest slip.
            if !variations.is_empty() {
                break;
            }
            let mut varied = item.clone();
            varied.clauses.retain(|clause| !matches!(clause, FamilyClause::Order(_)));
            varied.clauses.push(FamilyClause::Order(make_order(order)));
            self.add_family_variation(&varied, format!("write `order {order};`"), &mut variations);
            variations.retain(|variation| is_true(&variation.checked_format));
        }
        variations
    }

    fn add_float_variation(&mut self, item: &FloatItem, help: String, variations: &mut Vec<Variation>) {
        variations
            .extend(self.check_varied_float(item).map(|checked_format| Variation { help, checked_format }));
    }

    fn add_family_variation(&mut self, item: &FamilyItem, help: String, variations: &mut Vec<Variation>) {
        let checked_format = self
            .check_variation(|context| context.check_family_item(0, item, String::new(), Origin::default()));
        variations.extend(checked_format.map(|checked_format| Variation { help, checked_format }));
    }

    fn check_varied_float(&mut self, item: &FloatItem) -> Option<CheckedFormat> {
        self.check_variation(|context| context.check_float(0, item, String::new(), Origin::default()))
    }

    /// A format that the user did not write. Its faults are not reported.
    fn check_variation(
        &mut self,
        check: impl FnOnce(&mut Self) -> Option<CheckedFormat>,
    ) -> Option<CheckedFormat> {
        // Faults of the variation are taken back, because the user did not write it.
        let fault_count = self.faults.len();
        let checked_format = check(self);
        let sound = self.faults.len() == fault_count;
        self.faults.truncate(fault_count);
        // A format may come back although a clause of it was refused.
        checked_format.filter(|_| sound)
    }
}

/// The formula with each point and radix, and its bias unchanged.
fn vary_point_and_radix(formula: &Formula) -> Vec<Formula> {
    const POINTS: [SignificandForm; 4] = [
        SignificandForm::Fraction,
        SignificandForm::HiddenOne,
        SignificandForm::HiddenHalf,
        SignificandForm::Integer,
    ];
    let points: Vec<Option<Spanned<SignificandForm>>> = match &formula.significand {
        Some(point) if POINTS.contains(&point.value) => {
            POINTS.map(|value| Some(Spanned { value, span: point.span })).to_vec()
        }
        other => vec![other.clone()],
    };
    // 2, 8 and 16 are the radices of nearly all machines. The formula may be right with its own, whatever that is.
    let radices: Vec<Option<Spanned<u64>>> = match &formula.radix {
        Some(radix) => {
            let own = Some(radix.value).filter(|own| ![2, 8, 16].contains(own));
            let values = [2, 8, 16].into_iter().chain(own);
            values.map(|value| Some(Spanned { value, span: radix.span })).collect()
        }
        None => vec![None],
    };
    let with = |significand: &Option<Spanned<SignificandForm>>, radix: &Option<Spanned<u64>>| Formula {
        significand: significand.clone(),
        radix: radix.clone(),
        ..formula.clone()
    };
    points.iter().flat_map(|point| radices.iter().map(move |radix| with(point, radix))).collect()
}

/// The biases that may be intended: that of the formula, the same with the other sign, and those that map the word of a
/// line to its value.
fn propose_biases(
    formula: &Formula,
    checked_format: &CheckedFormat,
    untrue_lines: &[&TestLineExpr],
) -> Vec<i64> {
    let FormatKind::Float(float) = &checked_format.format.kind else { return Vec::new() };
    // Without an exponent a bias scales nothing.
    if formula.exponent.is_none() {
        return vec![formula.bias];
    }
    let machine = FloatConverter::new(float, checked_format.format.bits);
    let digit = i64::from(machine.digit_bits());
    let tester = Tester::new(&checked_format.format, checked_format.file_order());
    // One line is enough: every bias that is proposed is tested with all of them.
    let powers = untrue_lines.iter().find_map(|line| {
        let (word, number) = tester.word_and_number(line)?;
        let ExactValue::Finite { magnitude, .. } = machine.decode(word) else { return None };
        let weighable = !number.is_zero()
            && number.first_digit_power().abs() < MAX_POWER
            && number.exponent.abs() < MAX_POWER;
        let distance =
            magnitude.rough_binary_exponent() - weighable.then(|| number.to_ratio())?.rough_binary_exponent();
        // Both magnitudes are bounds by a factor of four, so the exponent may be two powers off on either side.
        Some((distance - 2).div_euclid(digit)..=(distance + 2).div_euclid(digit) + 1)
    });
    // `E + 64` for `E - 64` is the usual slip.
    let mut biases = vec![formula.bias, -formula.bias];
    biases.extend(powers.into_iter().flatten().map(|power| formula.bias.saturating_add(power)));
    biases.sort_unstable();
    biases.dedup();
    biases
}

fn with_formula(item: &FloatItem, formula: &Formula) -> FloatItem {
    FloatItem { formula: Some(formula.clone()), ..item.clone() }
}

fn point_of(formula: &Formula) -> Option<SignificandForm> {
    formula.significand.as_ref().map(|point| point.value)
}

fn radix_of(formula: &Formula) -> Option<u64> {
    formula.radix.as_ref().map(|radix| radix.value)
}

/// A formula as it is written.
fn format_formula(formula: &Formula) -> String {
    let point = point_of(formula).map(|point| match point {
        SignificandForm::Fraction => "0.F",
        SignificandForm::HiddenOne => "1.F",
        SignificandForm::HiddenHalf => "0.1F",
        SignificandForm::Integer => "F",
        SignificandForm::ExplicitOne => "I.F",
        SignificandForm::TwosComplement => "S.F",
        SignificandForm::ImpliedComplement => "S!S.F",
        SignificandForm::Digits(DigitPoint::BeforeFirst, DigitLetter::Decimal) => "0.D",
        SignificandForm::Digits(DigitPoint::BehindFirst, DigitLetter::Decimal) => "D.D",
        SignificandForm::Digits(DigitPoint::BehindLast, DigitLetter::Decimal) => "D",
        SignificandForm::Digits(DigitPoint::BeforeFirst, DigitLetter::Centesimal) => "0.C",
        SignificandForm::Digits(DigitPoint::BehindFirst, DigitLetter::Centesimal) => "C.C",
        SignificandForm::Digits(DigitPoint::BehindLast, DigitLetter::Centesimal) => "C",
    });
    let power = radix_of(formula).map(|radix| match formula.bias {
        0 => format!("{radix}^E"),
        bias if bias < 0 => format!("{radix}^(E + {})", bias.unsigned_abs()),
        bias => format!("{radix}^(E - {bias})"),
    });
    let factors: Vec<&str> = point.into_iter().chain(power.as_deref()).collect();
    factors.join(" * ")
}

fn make_word(value: &str) -> Word {
    Word { value: value.to_owned(), span: Span::default() }
}

fn make_order(order: &str) -> OrderExpr {
    let call =
        FormatCall { family: None, name: make_word(order), arguments: Vec::new(), span: Span::default() };
    OrderExpr { kind: OrderKind::Named(call), span: Span::default() }
}

fn list_sides(line: &TestLineExpr) -> impl Iterator<Item = &TestSide> {
    [&line.left.value, &line.right.value].into_iter()
}

/// The orders that may be intended, if a line has bytes.
fn propose_orders(untrue_lines: &[&TestLineExpr]) -> &'static [&'static str] {
    let has_bytes = |line: &&TestLineExpr| list_sides(line).any(|side| matches!(side, TestSide::Bytes(_)));
    // A word in hexadecimal digits has no bytes to be in an order.
    if untrue_lines.iter().any(has_bytes) { &["little", "big", "pdp"] } else { &[] }
}

fn is_named(side: &TestSide, names: &[&str]) -> bool {
    matches!(side, TestSide::Named(name) if names.contains(&name.as_str()))
}
