//! A format by an expression, with one native type or with none.
//!
//! An expression becomes a line of a representation that has no other lines, as the field of a record does. So the same
//! checks and messages serve both. The rules of the program precede those that apply to fields of records.

use std::rc::Rc;

use super::super::context::{Context, TextPlace};
use super::super::policy::ResolvedRules;
use super::super::slot::FormatSlot;
use super::super::unit::NameScope;
use super::faults;
use super::line::{ConversionList, LineTarget, MappingLine, MappingLines, ResolvedDatarep};
use crate::ast::{FormatCall, OrderExpr, RulesExpr};
use crate::diagnostic::{Diagnostic, Slug};
use crate::expression::LibraryText;
use crate::model::{ByteOrder, Charset, Conversion, Format, FormatId};
use crate::predefined::{Predefined, TypeClass};
use crate::source::Source;
use crate::standard::StandardText;

/// What a program asks for. Each part has a text of its own.
pub(in super::super) struct RequestedFormat<'a> {
    pub(in super::super) scope: NameScope,
    pub(in super::super) format: (&'a Source, &'a FormatCall),
    pub(in super::super) order: Option<(&'a Source, &'a OrderExpr)>,
    pub(in super::super) rules: Vec<(&'a Source, &'a [RulesExpr])>,
}

/// An expression as the only line of a representation.
struct SingleLine {
    lines: MappingLines,
    rep: ResolvedDatarep,
    slot: usize,
    place: TextPlace,
}

impl<'a> Context<'a> {
    /// The format, and the text of the library that defines it. `None` after a fault.
    pub(in super::super) fn find_requested(
        &mut self,
        requested_format: &RequestedFormat<'a>,
    ) -> Option<(Format, Option<LibraryText>)> {
        let (source, call) = requested_format.format;
        let unit = self.enter_expression(source, requested_format.scope);
        let slot = self.resolve_format(unit, call)?;
        let FormatSlot::Known(checked_format) = &self.slots[slot] else { return None };
        let library = self.units[checked_format.unit].text.library().map(StandardText::to_library_text);
        Some((checked_format.format.clone(), library))
    }

    /// The format, and the order in which its words are stored. `None` after a fault.
    pub(in super::super) fn describe_requested(
        &mut self,
        requested_format: &RequestedFormat<'a>,
    ) -> Option<(Format, ByteOrder)> {
        let mut single = self.enter_requested(requested_format, "format")?;
        let FormatSlot::Known(checked_format) = &self.slots[single.slot] else { return None };
        if let Some(set) = checked_format.format.kind.charset().and_then(Charset::mixed) {
            let fault = faults::mixed_set_fault(&single.lines.all[0], set);
            self.report(single.place.unit, fault);
            return None;
        }
        let order = self.resolve_stored_order(&mut single.lines, 0, single.slot, &single.rep)?;
        let FormatSlot::Known(checked_format) = &self.slots[single.slot] else { return None };
        Some((checked_format.format.clone(), order))
    }

    /// The format, and its conversion to and from a native type. `None` after a fault.
    pub(in super::super) fn map_requested(
        &mut self,
        requested_format: &RequestedFormat<'a>,
        predefined: Predefined,
    ) -> Option<(Format, Conversion)> {
        let mut single = self.enter_requested(requested_format, predefined.name())?;
        let Some(native) = predefined.native().filter(|_| predefined.class() != TypeClass::Bytes) else {
            let title = format!("`{}` is always copied as it is", predefined.name());
            let fault = Diagnostic::new(Slug::WrongKind, title, single.place.span, "cannot be mapped");
            self.report(single.place.unit, fault);
            return None;
        };
        let mut conversions = ConversionList::default();
        let SingleLine { lines, rep, slot, .. } = &mut single;
        let index = self.check_conversion(lines, 0, predefined, native, rep, &mut conversions)?;
        let FormatSlot::Known(checked_format) = &self.slots[*slot] else { return None };
        // The only format of its model is the first one.
        let conversion = Conversion { format: FormatId(0), ..conversions.list.swap_remove(index) };
        Some((checked_format.format.clone(), conversion))
    }

    /// Resolves all parts, so that faults of each one are seen at once.
    fn enter_requested(
        &mut self,
        requested_format: &RequestedFormat<'a>,
        subject: &str,
    ) -> Option<SingleLine> {
        let (source, call) = requested_format.format;
        let unit = self.enter_expression(source, requested_format.scope);
        let mut lines = MappingLines::default();
        let slot = self.resolve_format(unit, call);
        let place = TextPlace { unit, span: call.span };
        let mut words = self.origin(place).text;
        let order = requested_format.order.map(|(source, order)| {
            let unit = self.enter_expression(source, NameScope::Nowhere);
            words.push(' ');
            words.push_str(&self.origin(TextPlace { unit, span: order.span }).text);
            self.resolve_order(unit, order)
        });
        let mut rules = ResolvedRules::default();
        for (source, blocks) in &requested_format.rules {
            let unit = self.enter_expression(source, NameScope::Nowhere);
            rules = rules.prepend_to(&self.resolve_rules(unit, blocks.iter()));
        }
        // A faulty part has been reported. What would be found next might only follow from it.
        let (slot, order) = match (slot, order) {
            (None, _) | (_, Some(None)) => return None,
            (Some(slot), order) => (slot, order.flatten()),
        };
        let rules = rules.prepend_to(&self.resolve_default_rules(&mut lines).rules);
        lines.all = vec![MappingLine {
            title: format!("{subject} => {words}"),
            subject: subject.to_owned(),
            origin: self.origin(place),
            place,
            target: LineTarget::Slot(slot),
            order,
            // Rules of the line itself must be followed. Those of a program are for many formats, as those of a
            // representation are.
            rules: ResolvedRules::default(),
            is_field: false,
        }];
        let setting = lines.add_setting(None, &rules);
        let rep = ResolvedDatarep {
            table: Vec::new(),
            others: None,
            setting,
            order: None,
            rules: Rc::new(rules),
            faulty: false,
        };
        Some(SingleLine { lines, rep, slot, place })
    }
}
