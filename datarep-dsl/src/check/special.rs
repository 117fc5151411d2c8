//! Pass 3, floats: the encodings that do not follow the formula, and the words written for them.

use super::condition::{self, MAX_COMPARISONS};
use super::context::{Context, TextPlace};
use super::layout::{PlacedField, PlacedFields};
use crate::ast::{FloatClause, FloatItem, Spanned, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::{self, ConditionExtent, FieldCells, FloatConverter, format_hex};
use crate::model::word::mask;
use crate::model::{Class, Comparison, Condition, Field, Float, LeadingBit, Negation, SpecialEncoding};
use crate::source::Span;

/// Checks of the encodings that do not follow the formula.
impl Context<'_> {
    pub(super) fn resolve_specials(
        &mut self,
        unit: usize,
        item: &FloatItem,
        layout: &PlacedFields,
        float: &mut Float,
    ) {
        // Words of specials and holes are searched in a float that is complete. After a fault the search would report
        // faults that follow from the first one.
        let before = self.faults.len();
        // Comparisons cut the words into cells, whose number grows with the square, and each cell is asked every
        // condition.
        if self.report_too_many_comparisons(unit, item) {
            return;
        }
        let mut written: Vec<Option<Spanned<u128>>> = Vec::new();
        let mut spans: Vec<Span> = Vec::new();
        for clause in &item.clauses {
            match clause {
                FloatClause::Special { class, condition, written: word, span } => {
                    let Some(class) = self.resolve_class(unit, class) else { continue };
                    let Some(condition) = self.resolve_condition(unit, condition, float, layout) else {
                        continue;
                    };
                    let origin = self.origin(TextPlace { unit, span: *span });
                    // Conditions are resolved against the fields alone, so the order in which they come does not
                    // matter yet.
                    float.specials.push(SpecialEncoding::new(class, condition, origin));
                    written.push(word.clone());
                    spans.push(*span);
                }
                FloatClause::Ieee(span) => {
                    let Some(conditions) = self.resolve_ieee_conditions(unit, *span, float) else { continue };
                    for (class, condition) in conditions {
                        let origin = self.origin(TextPlace { unit, span: *span });
                        float.specials.push(SpecialEncoding::new(class, condition, origin));
                        written.push(None);
                        spans.push(*span);
                    }
                }
                FloatClause::Order(_)
                | FloatClause::Negative(..)
                | FloatClause::Unused(_)
                | FloatClause::Exponent(_)
                | FloatClause::Quiet(_) => {}
            }
        }
        if self.faults.len() > before {
            return;
        }
        // Before the words are assigned: the zero that a format has by default decides words like a clause of the
        // text.
        if let Some(at) = find_default_zero(float, layout, item) {
            let origin = self.origin(TextPlace { unit, span: item.name.span });
            float.specials.insert(at.0, SpecialEncoding::new(Class::Zero, at.1, origin));
            written.insert(at.0, None);
            spans.insert(at.0, item.name.span);
        }
        self.fill_written_words(unit, item, layout.bits, float, &written, &spans);
        // Holes are searched only in a format whose clauses all have their words, and which has numbers.
        if self.faults.len() == before && !self.report_missing_numbers(unit, item, float, &spans) {
            self.report_holes(unit, item, layout.bits, float, &spans);
        }
    }

    /// Reports a format in which all numbers of a sign are subnormal, although its implied bit, the complement of the
    /// sign, is always there.
    fn report_missing_numbers(
        &mut self,
        unit: usize,
        item: &FloatItem,
        float: &Float,
        spans: &[Span],
    ) -> bool {
        let clause = float.specials.iter().position(|special| special.class == Class::Subnormal);
        let Some(clause) = clause.filter(|_| float.negation == Negation::ImpliedComplement) else {
            return false;
        };
        if exact::has_normal_numbers(float) {
            return false;
        }
        let title = format!("format `{}` has a sign without numbers that are not subnormal", item.name.value);
        let fault = Diagnostic::new(Slug::Condition, title, spans[clause], "claims what numbers there are");
        let formula = item.formula.as_ref().and_then(|formula| formula.significand.as_ref());
        let fault = match formula {
            Some(point) => fault.label(point.span, "the bit before the point is never missing"),
            None => fault,
        };
        self.report(unit, fault.help("remove the clause"));
        true
    }

    fn report_too_many_comparisons(&mut self, unit: usize, item: &FloatItem) -> bool {
        let mut count = 0;
        for clause in &item.clauses {
            let FloatClause::Special { condition, span, .. } = clause else { continue };
            // The comparisons of all clauses together, because cells are cut by all of them.
            count += condition::count_comparisons(condition);
            if count > MAX_COMPARISONS {
                let title = format!("the conditions of format `{}` are too many", item.name.value);
                let fault = Diagnostic::new(Slug::TooLarge, title, *span, "one comparison too many");
                let note = format!("all conditions of a format have at most {MAX_COMPARISONS} comparisons");
                self.report(unit, fault.note(note));
                return true;
            }
        }
        false
    }

    fn resolve_class(&mut self, unit: usize, word: &Word) -> Option<Class> {
        let class = Class::ALL.into_iter().find(|class| class.word() == word.value);
        if class.is_none() {
            let place = TextPlace { unit, span: word.span };
            self.report_unknown_word(place, "class of words", &word.value, &Class::ALL.map(Class::word));
        }
        class
    }

    fn resolve_ieee_conditions(
        &mut self,
        unit: usize,
        span: Span,
        float: &Float,
    ) -> Option<[(Class, Condition); 3]> {
        if float.exponent.is_empty() || float.significand.is_empty() {
            let fault = Diagnostic::new(
                Slug::FormulaField,
                "`ieee` needs an exponent and a significand",
                span,
                "speaks of `E` and `F`",
            );
            self.report(unit, fault);
            return None;
        }
        let (_, max) = condition::field_range(float, Field::Exponent);
        let max = i128::try_from(max).unwrap_or(i128::MAX);
        let exponent = |number| Condition::Compare(Field::Exponent, Comparison::Equal, number);
        let fraction = |comparison| Condition::Compare(Field::Significand, comparison, 0);
        let join = |left, right| Condition::And(Box::new(left), Box::new(right));
        // Zero is no clause of `ieee`: the zero that a format has by default is the same, and stands before the
        // subnormals.
        Some([
            (Class::Subnormal, exponent(0)),
            (Class::Infinity, join(exponent(max), fraction(Comparison::Equal))),
            (Class::Nan, join(exponent(max), fraction(Comparison::NotEqual))),
        ])
    }

    /// Fills in the word that is written for each class, and reports classes without a word.
    fn fill_written_words(
        &mut self,
        unit: usize,
        item: &FloatItem,
        bits: u32,
        float: &mut Float,
        written: &[Option<Spanned<u128>>],
        spans: &[Span],
    ) {
        let cells = FieldCells::new(float);
        for index in 0..float.specials.len() {
            // Single comparisons were tested before. A combination of them may still hold always or never.
            let constant = match cells.find_extent(&float.specials[index].condition) {
                ConditionExtent::Sometimes => None,
                ConditionExtent::Always => Some(("the condition always holds", "claims every word")),
                ConditionExtent::Never => Some(("the condition never holds", "claims no word")),
            };
            if let Some((title, label)) = constant {
                self.report_at(TextPlace { unit, span: spans[index] }, Slug::Condition, title, label);
                continue;
            }
            // The clause holds for some words, but clauses before it claim all of them.
            if !cells.has_words_of_special(float, index) {
                self.report_dead_clause(unit, item, float, index, spans);
                continue;
            }
            match &written[index] {
                None => float.specials[index].written = exact::find_written_word(float, bits, index),
                Some(word) if self.check_written_word(unit, float, bits, index, word) => {
                    float.specials[index].written = Some(word.value);
                    float.specials[index].named = true;
                }
                Some(_) => {}
            }
        }
    }

    fn report_dead_clause(
        &mut self,
        unit: usize,
        item: &FloatItem,
        float: &Float,
        index: usize,
        spans: &[Span],
    ) {
        let cells = FieldCells::new(float);
        // The zero that a format has by default is placed at its name, and there is no clause to move.
        if spans[index] == item.name.span {
            let title = format!("no word of format `{}` is zero", item.name.value);
            let label = "without a clause zero is a significand of zero";
            let fault = Diagnostic::new(Slug::Condition, title, item.name.span, label);
            let fault = match cells.find_claiming_special(float, index) {
                Some(first) => fault.label(spans[first], "claims that word"),
                None => fault,
            };
            return self.report(unit, fault.help("put a clause `zero if …;` before it"));
        }
        let title = "the clause claims no word that is not claimed before it";
        let mut fault = Diagnostic::new(Slug::Condition, title, spans[index], "never decides");
        // Clauses that `ieee` makes share its place, so a label at the first of them would point at itself.
        if let Some(first) = cells.find_claiming_special(float, index)
            && spans[first] != spans[index]
        {
            fault = fault.label(spans[first], "claims its words");
        }
        self.report(
            unit,
            fault
                .note("the first clause that fits a word decides")
                .help("put the clause that claims fewer words first"),
        );
    }

    fn check_written_word(
        &mut self,
        unit: usize,
        float: &Float,
        bits: u32,
        index: usize,
        word: &Spanned<u128>,
    ) -> bool {
        let place = TextPlace { unit, span: word.span };
        if word.value > mask(bits) {
            let title = format!("{:#X} does not fit in {bits} bits", word.value);
            self.report_at(place, Slug::Number, title, "too large");
            return false;
        }
        let machine = FloatConverter::new(float, bits);
        let decided = float.special_of(&machine.take_fields(word.value));
        // Both signs share a clause, and the writer sets the sign itself. So the word that a text gives has a clear
        // sign.
        let sign = float.sign.map_or(0, |bit| 1 << bit);
        let clear = word.value & !sign;
        if decided != Some(index) {
            let title = format!("the word {} does not belong to this clause", format_hex(word.value, bits));
            let meaning = exact::describe_value(&machine.decode(word.value));
            let fault = Diagnostic::new(Slug::Condition, title, word.span, format!("is {meaning}"));
            let fault = match exact::find_written_word(float, bits, index) {
                Some(usual) => {
                    fault.help(format!("write `{}`, or remove `written`", format_hex(usual, bits)))
                }
                None => fault,
            };
            self.report(unit, fault);
            return false;
        }
        // VAX's reserved operand has its sign set in every word of its class, and is taken as it is.
        if clear != word.value && float.special_of(&machine.take_fields(clear)) == Some(index) {
            let title = "the word that is written for a class has its sign bit clear";
            let fault = Diagnostic::new(Slug::Condition, title, word.span, "has its sign bit set");
            self.report(unit, fault.help(format!("write `{}`", format_hex(clear, bits))));
            return false;
        }
        true
    }
}

/// The place of the zero that a format has by default among its specials, and the condition of its words.
fn find_default_zero(float: &Float, layout: &PlacedFields, item: &FloatItem) -> Option<(usize, Condition)> {
    let has_clause = float.specials.iter().any(|special| special.class == Class::Zero);
    // A formula without `F` has the significand one, which is never zero.
    let alone = item.formula.as_ref().is_none_or(|formula| formula.significand.is_none());
    if has_clause || alone || float.negation == Negation::ImpliedComplement {
        return None;
    }
    let is_zero = |(field, _): (Field, &PlacedField)| Condition::Compare(field, Comparison::Equal, 0);
    let fields = [
        (Field::Exponent, &layout.exponent),
        (Field::Leading, &layout.leading),
        (Field::Significand, &layout.significand),
    ];
    let present_fields = fields.into_iter().filter(|(_, placed)| placed.is_present());
    let hidden = float.leading == LeadingBit::Hidden;
    // With the sign set, a significand of zeros is minus one in two's complement.
    let twos = float.negation == Negation::TwosSignificand;
    let sign = twos.then(|| is_zero((Field::Sign, &layout.sign)));
    // A hidden bit needs the exponent to be zero, too: a significand of zeros is a power of two elsewhere. Without
    // one the exponent of a zero does not matter.
    let condition = condition::join_all(
        sign.into_iter()
            .chain(present_fields.filter(|(field, _)| hidden || *field != Field::Exponent).map(is_zero)),
    )?;
    // Before the subnormals, which claim the same exponent. The first clause that fits a word decides.
    let first = float.specials.iter().position(|special| special.class == Class::Subnormal);
    Some((first.unwrap_or(float.specials.len()), condition))
}
