//! The conversions of each type of a representation, each distinct one once.

use super::super::context::{Context, TextPlace, quote_words};
use super::super::order::{Arrangement, OrderScope, StatedOrder, fit_order, misfit_fault};
use super::super::policy::{DirectedConversion, RuleFaults};
use super::super::slot::FormatSlot;
use super::super::{capability, decimal};
use super::faults::{self, ConversionSides};
use super::line::{ConversionKey, ConversionList, LineTarget, MappingLines, ResolvedDatarep};
use crate::ast::DatarepItem;
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{
    ByteOrder, Charset, Conversion, Event, FormatId, Native, RuleDirection, TypeEntry, TypeMapping,
};
use crate::predefined::{Predefined, TypeClass};
use crate::source::Origin;

/// Finds the conversion of each type of a representation.
impl Context<'_> {
    pub(super) fn convert_types(
        &mut self,
        lines: &mut MappingLines,
        rep: &ResolvedDatarep,
        item: &DatarepItem,
        origin: &Origin,
    ) -> (Vec<TypeEntry>, Vec<Conversion>) {
        let mut conversions = ConversionList::default();
        let mut missing = Vec::new();
        let mut types = Vec::new();
        for predefined in Predefined::all() {
            let complex = predefined.class() == TypeClass::Complex;
            let line = rep.table[predefined as usize];
            // From the most special to the most general line: of the type itself, of the part of a complex type, and
            // of all others.
            let line = line
                .or_else(|| complex_part_type(predefined).and_then(|part| rep.table[part as usize]))
                .or(rep.others);
            let (mapping, origin) = match (line, predefined.native()) {
                // A type without a native type is bytes, which no line can map.
                (_, None) => (TypeMapping::Bytes, origin.clone()),
                // Extensions are types of this project and not of MPI, so that a representation need not map them.
                (None, Some(_)) => {
                    // A complex type is missing only if its part is missing, which is reported.
                    if predefined.class() != TypeClass::Extension && !complex {
                        missing.push(predefined);
                    }
                    (TypeMapping::Unsupported, origin.clone())
                }
                (Some(line), Some(native)) => {
                    let conversion =
                        self.check_conversion(lines, line, predefined, native, rep, &mut conversions);
                    let mapping = match conversion {
                        None => TypeMapping::Unsupported,
                        Some(index) if complex => TypeMapping::Complex(index),
                        Some(index) => TypeMapping::Scalar(index),
                    };
                    (mapping, lines.all[line].origin.clone())
                }
            };
            types.push(TypeEntry { predefined, mapping, origin });
        }
        // A parent that is broken may have had the lines. Its fault was reported.
        if !missing.is_empty() && !rep.faulty {
            self.report_unmapped_types(item, &missing);
        }
        (types, conversions.list)
    }

    fn report_unmapped_types(&mut self, item: &DatarepItem, missing: &[Predefined]) {
        let kinds = faults::list_types(missing);
        let title = format!("representation `{}` does not say what becomes of every type", item.name.value);
        let count = missing.len();
        let label = format!("{count} {} not mapped", if count == 1 { "type is" } else { "types are" });
        let fault = Diagnostic::new(Slug::UnmappedTypes, title, item.name.span, label)
            .note(format!("not mapped: {}", kinds.join(", ")))
            .help("map them, or add `others => unsupported;`");
        let fault = match &item.parent {
            None => fault.help(format!(
                "write `datarep {} extends external32` to inherit the other mappings",
                item.name.value
            )),
            Some(_) => fault,
        };
        self.report(0, fault);
    }

    /// The conversion that a line makes for a native type; `None` if it is unsupported, or after a fault.
    pub(super) fn check_conversion(
        &mut self,
        lines: &mut MappingLines,
        index: usize,
        predefined: Predefined,
        native: Native,
        rep: &ResolvedDatarep,
        conversions: &mut ConversionList,
    ) -> Option<usize> {
        let LineTarget::Slot(slot) = lines.all[index].target else { return None };
        // A line may serve several native types and representations. It is decided once for each.
        // Only sound conversions are kept there. A faulty one is decided again, and `report_once` keeps it from being
        // told twice.
        if let Some(key) = lines.decided.get(&(index, predefined, rep.setting)) {
            return Some(conversions.add_conversion(key, &lines.all[index]));
        }
        let FormatSlot::Known(checked_format) = &self.slots[slot] else { return None };
        let line = &lines.all[index];
        // From here the order is that of the causes: a format of the wrong kind would also fail every check
        // below, and only the first cause is of use to the reader.
        if let Some(fault) = faults::wrong_kind_fault(line, checked_format, predefined, native) {
            self.report_once(lines, index, 0, fault);
            return None;
        }
        if !line.is_field
            // A single item of such a set has no length: a character has one byte or two, by the shift before it.
            && let Some(set) = checked_format.format.kind.charset().and_then(Charset::mixed)
        {
            let fault = faults::mixed_set_fault(line, set);
            self.report_once(lines, index, 1, fault);
            return None;
        }
        // Asked before the rules: rules for a conversion that cannot be generated would be advice to nowhere.
        if let Some(reason) = capability::find_missing_feature(native, checked_format) {
            let fault = faults::not_generated_fault(line, &reason);
            self.report_once(lines, index, 1, fault);
            return None;
        }
        let order = self.resolve_stored_order(lines, index, slot, rep)?;
        let FormatSlot::Known(checked_format) = &self.slots[slot] else { return None };
        let line = &lines.all[index];
        let flow = |direction| {
            let ConversionSides { source, target } =
                faults::find_side_facts(direction, checked_format, native);
            DirectedConversion { direction, source, target, own: &line.rules, inherited: &rep.rules }
                .decide_policy()
        };
        let (read, read_faults) = flow(RuleDirection::Read);
        let (write, write_faults) = flow(RuleDirection::Write);
        let key = ConversionKey { native, format: FormatId(slot), order, read, write };
        let mut sound = true;
        for (direction, decided) in [(RuleDirection::Read, read_faults), (RuleDirection::Write, write_faults)]
        {
            // Both directions are examined before the line is refused.
            sound &= self.check_rules(lines, index, slot, predefined, native, direction, &decided);
        }
        // Entered only now: other types and representations that meet this key rely on its being sound.
        sound.then(|| {
            let added = conversions.add_conversion(&key, &lines.all[index]);
            lines.decided.insert((index, predefined, rep.setting), key);
            added
        })
    }

    /// The byte order of a line's words, in which they can be stored. `None` after a fault.
    pub(super) fn resolve_stored_order(
        &mut self,
        lines: &mut MappingLines,
        index: usize,
        slot: usize,
        rep: &ResolvedDatarep,
    ) -> Option<ByteOrder> {
        let order = self.resolve_line_order(lines, index, slot, rep)?;
        let FormatSlot::Known(checked_format) = &self.slots[slot] else { return None };
        let is_contained = matches!(order, ByteOrder::Contained(_));
        // The digits of a decimal are bytes by themselves, so a container has nothing to place.
        if is_contained && checked_format.format.kind.digits().is_some_and(|decimal| !decimal.is_binary()) {
            let fault = decimal::container_fault(checked_format.format_name(), lines.all[index].place.span);
            self.report_once(lines, index, 1, fault);
            return None;
        }
        Some(order)
    }

    /// The byte order of a line's words: its own, that of its format, or that of the representation. `None` after a fault.
    fn resolve_line_order(
        &mut self,
        lines: &mut MappingLines,
        index: usize,
        slot: usize,
        rep: &ResolvedDatarep,
    ) -> Option<ByteOrder> {
        let FormatSlot::Known(checked_format) = &self.slots[slot] else { return None };
        let (line, format) = (&lines.all[index], &checked_format.format);
        // A format with an order of its own is stored the same way in every representation.
        let arranged =
            line.order.as_ref().or(if checked_format.has_order() { None } else { rep.order.as_ref() });
        match arranged {
            None => match (&format.order, &checked_format.packed) {
                (Some(order), _) => Some(order.clone()),
                // Nothing says an order: big-endian, as in `external32` of the MPI standard.
                (None, None) if format.bits.is_multiple_of(8) => Some(ByteOrder::Big),
                (None, packed) => {
                    let fault = faults::odd_width_fault(
                        line,
                        checked_format.format_name(),
                        format.bits,
                        packed.as_deref(),
                    );
                    self.report_once(lines, index, 1, fault);
                    None
                }
            },
            Some(StatedOrder { kind: Arrangement::Packed(packed), place }) => {
                let (place, fault) = (*place, faults::packed_order_fault(packed, *place, format.bits));
                self.report_order_once(lines, index, place, fault);
                None
            }
            Some(StatedOrder { kind: Arrangement::Bytes(order), .. })
                if line.order.is_none()
                    && !format.bits.is_multiple_of(8)
                    && !matches!(order, ByteOrder::Contained(_)) =>
            {
                let fault = faults::odd_width_fault(
                    line,
                    checked_format.format_name(),
                    format.bits,
                    checked_format.packed.as_deref(),
                );
                self.report_once(lines, index, 1, fault);
                None
            }
            Some(StatedOrder { kind: Arrangement::Bytes(order), place }) => {
                let scope =
                    if line.order.is_none() { OrderScope::Representation } else { OrderScope::Format };
                let Some(fitting) = fit_order(order, format.bits, scope) else {
                    let words = self.units[place.unit].slice_text(place.span);
                    let (place, fault) =
                        (*place, misfit_fault(words, *place, checked_format.format_name(), format.bits));
                    self.report_order_once(lines, index, place, fault);
                    return None;
                };
                Some(match (fitting, format.is_pair()) {
                    // The order of a representation applies to each word. The high word comes first.
                    (ByteOrder::Little, true)
                        if scope == OrderScope::Representation && format.bits.is_multiple_of(16) =>
                    {
                        ByteOrder::Units { bits: format.bits / 2, units_big: true, bytes_big: false }
                    }
                    (fitting, _) => fitting,
                })
            }
        }
    }

    /// Reports a fault of an order once. Where the order is that of the representation, the line is shown, too.
    fn report_order_once(
        &mut self,
        lines: &mut MappingLines,
        index: usize,
        place: TextPlace,
        fault: Diagnostic,
    ) {
        let line = &lines.all[index];
        let is_elsewhere = line.order.is_some() || line.place.unit != place.unit;
        let fault = if is_elsewhere { fault } else { fault.label(line.place.span, "mapped here") };
        if lines.told_orders.insert(place) {
            self.report(place.unit, fault);
        }
    }

    /// Reports a fault of a line once.
    pub(super) fn report_once(&mut self, lines: &mut MappingLines, line: usize, kind: u8, fault: Diagnostic) {
        if lines.told.insert((line, kind)) {
            self.report(lines.all[line].place.unit, fault);
        }
    }

    /// Reports rules that are missing and rules that cannot be followed.
    #[expect(
        clippy::too_many_arguments,
        reason = "a conversion in one direction, and what came of its rules"
    )]
    fn check_rules(
        &mut self,
        lines: &mut MappingLines,
        index: usize,
        slot: usize,
        predefined: Predefined,
        native: Native,
        direction: RuleDirection,
        decided: &RuleFaults,
    ) -> bool {
        let subject = lines.all[index].subject_for(predefined);
        for &(place, event, action) in &decided.impossible {
            let FormatSlot::Known(checked_format) = &self.slots[slot] else { continue };
            let target = faults::describe_sides(direction, &subject, checked_format).target;
            let title = format!("{target} cannot follow this rule for {}", event.noun());
            let fault = Diagnostic::new(
                Slug::ImpossibleRule,
                title,
                place.span,
                faults::explain_action(event, action, &target),
            );
            let allowed = faults::list_allowed_rules(
                event,
                faults::find_side_facts(direction, checked_format, native).target,
            );
            let fault = fault.help(format!("write {}", quote_words(&allowed, "or")));
            // A rule that stands for a whole representation meets many lines. It is at fault once.
            if lines.told_rules.insert((place, event)) {
                self.report(place.unit, fault);
            }
        }
        let FormatSlot::Known(checked_format) = &self.slots[slot] else { return false };
        let line = &lines.all[index];
        let mut faults = Vec::new();
        // A rule that was not understood may be the missing one. To ask for it would be an echo of that fault.
        let unclear = lines.all[index].rules.is_faulty(direction) || decided.unclear;
        // Values that do not fit have a message of their own, which shows both ranges.
        if !unclear && decided.missing.contains(&Event::Overflow) {
            faults.push((
                2,
                faults::range_not_covered_fault(line, &subject, checked_format, native, direction, decided),
            ));
        }
        if !unclear && decided.missing.iter().any(|event| *event != Event::Overflow) {
            faults.push((
                4,
                faults::missing_rules_fault(line, &subject, checked_format, native, direction, decided),
            ));
        }
        // `kind` numbers the reports of a line. Reading takes the number itself and writing the next one, so the
        // two directions are reported apart.
        for (kind, fault) in faults {
            self.report_once(lines, index, kind + direction as u8, fault);
        }
        decided.missing.is_empty() && decided.impossible.is_empty()
    }
}

/// The type whose mapping the parts of a complex type have by default.
fn complex_part_type(predefined: Predefined) -> Option<Predefined> {
    Some(match predefined {
        // The MPI standard defines these types as two of the part: `MPI_C_COMPLEX` is two `float`.
        Predefined::CComplex | Predefined::CFloatComplex | Predefined::CxxFloatComplex => Predefined::Float,
        Predefined::CDoubleComplex | Predefined::CxxDoubleComplex => Predefined::Double,
        Predefined::CLongDoubleComplex | Predefined::CxxLongDoubleComplex => Predefined::LongDouble,
        Predefined::Complex => Predefined::Real,
        Predefined::DoubleComplex => Predefined::DoublePrecision,
        Predefined::Complex4 => Predefined::Real2,
        Predefined::Complex8 => Predefined::Real4,
        Predefined::Complex16 => Predefined::Real8,
        Predefined::Complex32 => Predefined::Real16,
        _ => return None,
    })
}
