//! From a text as written to its meaning: every check of the language.
//!
//! Records of the standard library are put in the place of their `use` first (`expand`). The passes, in order, each with what
//! holds after it:
//!
//! 1. `names`: every name of an item is known once, and every `use` and `extends` leads somewhere.
//! 2. `layout`: the fields of a format lie in its word, cover it, and do not overlap.
//! 3. `number`: formula, codes and conditions agree with the fields, and make a number format.
//! 4. `mapping`: every type of every representation has one place, and every loss has a rule.
//! 5. `record`: every field has a place and a conversion.
//! 6. `lines`: every test line is true.
//!
//! Faults are collected. Whatever depends on something faulty is skipped silently, so that each fault is reported once.
//! Texts of the standard library go through the same passes, as far as the user's text names them.

mod capability;
mod condition;
mod context;
mod decimal;
mod decimal_float;
mod digit_fields;
mod event;
mod expand;
pub(crate) mod expression;
mod family;
mod float;
mod hole;
mod layout;
mod lines;
mod mapping;
mod names;
mod native;
mod near;
mod number;
mod order;
mod p3109;
mod pair;
mod policy;
mod posit;
mod printed;
mod range;
mod record;
mod slot;
mod special;
mod synonyms;
mod unit;

use std::collections::{BTreeMap, BTreeSet};

use self::context::Context;
use self::slot::FormatSlot;
use crate::ast::{Ast, ItemHead};
use crate::diagnostic::Diagnostic;
use crate::model::{Format, FormatId, Model};
use crate::source::Source;

/// Checks `ast`, the parsed form of `source`.
///
/// # Errors
///
/// The faults, in the order of the text.
pub(crate) fn check(source: &Source, ast: &Ast) -> Result<Model, Vec<Diagnostic>> {
    // Records of the library come first, so that every later pass sees them as items of the user's text.
    let expanded = expand::expand_records(ast)?;
    let mut context = Context::new(source, &expanded);
    match context.run_passes(&ast.doc) {
        // Passes may leave results beside faults. Only a text without any fault has a model.
        Some(mut model) if context.faults.is_empty() => {
            context.assign_format_ids(&mut model);
            Ok(model)
        }
        Some(_) | None => Err(context.faults.into_sorted()),
    }
}

impl Context<'_> {
    /// Runs the passes, which make a model without its formats; `None` if there were too many faults for all of them.
    fn run_passes(&mut self, doc: &str) -> Option<Model> {
        // A text with very many faults is mostly something else. Later passes would only add more of them.
        let go_on = |context: &Self| (!context.faults.is_full()).then_some(());
        names::check_names(self);
        go_on(self)?;
        number::check_numbers(self);
        go_on(self)?;
        let datareps = mapping::check_mappings(self);
        go_on(self)?;
        let records = record::check_records(self);
        go_on(self)?;
        let tests = lines::check_lines(self);
        Some(Model { doc: doc.to_owned(), formats: Vec::new(), datareps, records, tests })
    }

    /// The formats of the user's text in its order, then those that it only names. The ids of slots are replaced by the
    /// ids of the model.
    fn assign_format_ids(&self, model: &mut Model) {
        let mut ids: BTreeMap<FormatId, FormatId> = BTreeMap::new();
        // Unit 0 is the user's text. Its formats come first and keep their order, whether or not something uses them.
        let text = self.units[0].text;
        let own = (0..text.len())
            .filter(|item| matches!(text.head(*item), ItemHead::Format(_)))
            .filter_map(|item| self.items.get(&(0, item)).map(|slot| FormatId(*slot)));
        let mapped =
            model.datareps.iter().flat_map(|rep| rep.conversions.iter().map(|conversion| conversion.format));
        let stored = model
            .records
            .iter()
            .flat_map(|record| record.conversions.iter().map(|conversion| conversion.format));
        let tested = model.tests.iter().map(|test| test.format);
        let mut formats: Vec<Format> = Vec::new();
        let mut names: BTreeSet<String> = BTreeSet::new();
        for slot in own.chain(mapped).chain(stored).chain(tested) {
            // Only formats that were found sound have a number. A fault of any other one has ended the check before.
            let FormatSlot::Known(checked_format) = &self.slots[slot.0] else { continue };
            if ids.contains_key(&slot) {
                continue;
            }
            let mut format = checked_format.format.clone();
            // The user's `f32` hides the library's, which a representation may still use. Generated code needs two
            // names.
            if names.contains(&format.name) {
                format.name = format!("{}::{}", self.units[checked_format.unit].name(), format.name);
            }
            names.insert(format.name.clone());
            ids.insert(slot, FormatId(formats.len()));
            formats.push(format);
        }
        // Conversions and tests still name slots. The map has an entry for each, since all of them were chained
        // above.
        for conversion in model.datareps.iter_mut().flat_map(|rep| &mut rep.conversions) {
            conversion.format = ids[&conversion.format];
        }
        for conversion in model.records.iter_mut().flat_map(|record| &mut record.conversions) {
            conversion.format = ids[&conversion.format];
        }
        for test in &mut model.tests {
            test.format = ids[&test.format];
        }
        model.formats = formats;
    }
}
