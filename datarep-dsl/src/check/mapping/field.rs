//! Conversions of the fields of records, under the same rules as those of representations.

use std::rc::Rc;

use super::super::context::{Context, TextPlace};
use super::super::policy::list_stated_rules;
use super::line::{ConversionList, LineTarget, MappingLine, MappingLines, ResolvedDatarep};
use crate::ast::{FieldItem, OrderExpr, RecordItem, RecordLine};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{ComputedCount, Conversion, Native, StatedRules, UnmappedRule};
use crate::predefined::{Predefined, TypeClass};
use crate::source::Span;
use crate::standard::StandardText;

/// The conversions and the computed counts of a record, collected field by field.
pub(in super::super) struct RecordConversions {
    lines: MappingLines,
    /// The record's order and rules, as a representation without lines.
    rep: ResolvedDatarep,
    conversions: ConversionList,
    pub(in super::super) counts: Vec<ComputedCount>,
    /// The record's own rules.
    stated_rules: StatedRules,
}

impl RecordConversions {
    /// The distinct conversions, and the counts.
    pub(in super::super) fn finish(self) -> (Vec<Conversion>, Vec<ComputedCount>) {
        (self.conversions.list, self.counts)
    }

    /// The conversions so far.
    pub(in super::super) fn list(&self) -> &[Conversion] {
        &self.conversions.list
    }

    /// The order of the bytes of an item that a conversion reads.
    pub(in super::super) fn order(&self, conversion: usize) -> &crate::model::ByteOrder {
        &self.conversions.list[conversion].order
    }

    /// Whether the substitute for unmapped characters is in ISO 8859-1. True if there is none.
    pub(in super::super) fn is_substitute_narrow(&self, conversion: usize) -> bool {
        match self.conversions.list[conversion].read.unmapped {
            UnmappedRule::Substitute(code) => code < 0x100,
            UnmappedRule::Error => true,
        }
    }

    /// The rules of the text that hold for a field: those of the record, and its own.
    pub(in super::super) fn stated_rules(&self, field: &FieldItem) -> StatedRules {
        self.stated_rules | list_stated_rules(field.rules.iter())
    }

    /// The native type of a conversion.
    pub(in super::super) fn native(&self, conversion: usize) -> Native {
        self.conversions.list[conversion].native
    }
}

/// The stored form of a field.
pub(in super::super) struct FieldMapping<'f> {
    /// The slot of its format.
    pub(in super::super) slot: usize,
    /// The native type.
    pub(in super::super) native: Native,
    /// The order that is written after the format.
    pub(in super::super) order: Option<&'f OrderExpr>,
    /// The words of the format and its order.
    pub(in super::super) span: Span,
}

impl Context<'_> {
    /// The order and the rules of a record, which precede the default ones.
    pub(in super::super) fn start_record_conversions(&mut self, item: &RecordItem) -> RecordConversions {
        let mut lines = MappingLines::default();
        // The rules of the library's `usual` are behind those of the record, as a parent's are behind a
        // representation's.
        let usual = self.resolve_default_rules(&mut lines);
        let mut order = None;
        for line in &item.lines {
            let RecordLine::Order(expr) = line else { continue };
            let arranged = self.resolve_order(0, expr);
            match (&order, arranged) {
                (None, arranged) => order = arranged.map(|arranged| (arranged, expr.span)),
                (Some((_, first)), _) => {
                    let first = *first;
                    self.report_repeated_order(0, expr.span, first);
                }
            }
        }
        let blocks = item.lines.iter().filter_map(|line| match line {
            RecordLine::Rules(rules) => Some(rules),
            RecordLine::Field(_) | RecordLine::Order(_) => None,
        });
        let stated_rules = list_stated_rules(blocks.clone());
        let rules = self.resolve_rules(0, blocks).prepend_to(&usual.rules);
        let order = order.map(|(order, _)| order);
        // A record is a representation without lines: each field brings its own line, and the order and rules are
        // shared.
        let rep = ResolvedDatarep {
            table: Vec::new(),
            others: None,
            setting: lines.add_setting(order.as_ref(), &rules),
            order,
            rules: Rc::new(rules),
            faulty: false,
        };
        RecordConversions {
            lines,
            rep,
            conversions: ConversionList::default(),
            counts: Vec::new(),
            stated_rules,
        }
    }

    /// The representation whose rules apply to all records.
    pub(super) fn resolve_default_rules(&mut self, lines: &mut MappingLines) -> Rc<ResolvedDatarep> {
        let unit = self.load_library(StandardText::record_rules());
        // The text of rules for records is part of this program, so `usual` is always there.
        let last = self.units[unit].datareps["usual"];
        self.resolve_rep(lines, (unit, last))
    }

    /// The conversion of a field; `None` after a fault.
    pub(in super::super) fn check_field_conversion(
        &mut self,
        fields: &mut RecordConversions,
        field: &FieldItem,
        mapping: &FieldMapping<'_>,
    ) -> Option<usize> {
        let FieldMapping { slot, native, order, span } = *mapping;
        let predefined = find_predefined(native)?;
        let words = self.origin(TextPlace { unit: 0, span }).text;
        let mapping_text = match &field.native {
            Some(native) => format!("{words} as {}", native.value),
            None => words.clone(),
        };
        let arranged = match order {
            Some(order) => Some(self.resolve_order(0, order)?),
            None => None,
        };
        let rules = self.resolve_rules(0, field.rules.iter());
        let subject = field.name.value.clone();
        // A field becomes a line, so that the same checks and messages serve both.
        fields.lines.all.push(MappingLine {
            title: format!("{subject}: {mapping_text}"),
            subject,
            origin: self.origin(TextPlace { unit: 0, span: field.span }),
            place: TextPlace { unit: 0, span },
            target: LineTarget::Slot(slot),
            order: arranged,
            rules,
            is_field: true,
        });
        let line = fields.lines.all.len() - 1;
        let conversion_count = fields.conversions.list.len();
        let RecordConversions { lines, rep, conversions, .. } = fields;
        let index = self.check_conversion(lines, line, predefined, native, rep, conversions)?;
        // The conversion is new, else its title was set by the field that made it.
        if index == conversion_count {
            // Other fields may share the conversion, so its title does not name this field.
            fields.conversions.list[index].title = format!("{} => {words}", native.word());
        }
        Some(index)
    }

    /// Reports rules at a field that has no conversion.
    pub(in super::super) fn report_field_rules(&mut self, field: &FieldItem, subject: &str) {
        for rules in &field.rules {
            let title = format!("{subject} is not converted");
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, rules.span, "has no rules");
            self.report(0, fault.help("remove these rules"));
        }
    }
}

/// A predefined type that is mapped like this native type.
fn find_predefined(native: Native) -> Option<Predefined> {
    // A complex type has the native type of its part, and is not stored like one number.
    Predefined::all()
        .find(|predefined| predefined.native() == Some(native) && predefined.class() != TypeClass::Complex)
}
