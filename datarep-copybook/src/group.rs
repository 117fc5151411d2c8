//! Groups without `OCCURS` as records of their own.
//!
//! A record of the language names only fields of its own as counts and for choices, and those of records inside it. So a
//! group stays one with the record around it if a field outside of it is needed in it.

use std::collections::BTreeSet;

use datarep_dsl::controls::clean_line;

use super::copybook::{CopybookFault, CopybookItem};
use super::count::EarlierField;
use super::options::{ChooseRule, GroupForm, RedefinesOption};
use super::qualify::{ReferenceLookup, collect_numbers};
use super::record::{GroupContext, RecordTextFields, RecordTextWriter, comment_conditions};
use super::several::split_clusters;

/// The name of an item in a group, and that of an item outside of the group that it needs.
struct OutsideReference {
    item: String,
    outside: String,
}

impl RecordTextWriter<'_> {
    /// Whether a group without `OCCURS` becomes a record of its own. Adds a note if the options ask
    /// for that, and an item in the group needs one outside of it.
    pub(super) fn becomes_record(&mut self, group: &CopybookItem, fields: &mut RecordTextFields) -> bool {
        // A group without a name only holds items together.
        if self.dialect.groups != GroupForm::Nested || group.name.is_none() {
            return false;
        }
        let mut own_numbers = BTreeSet::new();
        collect_numbers(&group.items, &mut own_numbers);
        let reference = self.find_outside_reference(&group.items, &own_numbers, &mut Vec::new());
        let Some(OutsideReference { item, outside }) = reference else { return true };
        let group_name = group.shown_name();
        let text = format!(
            "`{group_name}` is no record of its own: `{item}` in it needs `{outside}`, which stands outside of it"
        );
        let place = clean_line(&group.place.to_string()).replacen('l', "L", 1);
        fields.lines.push(format!("    // {place}: {}.\n", clean_line(&text)));
        self.notes.push(CopybookFault { place: group.place.clone(), text });
        false
    }

    /// Finds the first item that depends on an item outside of the group, or is chosen by it.
    ///
    /// `own_numbers` has the numbers of all items of the group. `earlier_numbers` has the numbers of those that
    /// stand before in the same record, in ascending order.
    fn find_outside_reference(
        &self,
        items: &[CopybookItem],
        own_numbers: &BTreeSet<usize>,
        earlier_numbers: &mut Vec<usize>,
    ) -> Option<OutsideReference> {
        for cluster in split_clusters(items) {
            let rules = if cluster.len() > 1 { self.find_choose_rules(cluster) } else { Vec::new() };
            // Of several items with the name of a rule's field, one that stands before is meant.
            let is_outside = |rule: &&ChooseRule| {
                let candidates = self.names.find_all(&rule.field_reference());
                !candidates.iter().any(|number| earlier_numbers.binary_search(number).is_ok())
            };
            if let Some(rule) = rules.iter().find(is_outside) {
                let item = cluster.first()?.shown_name().to_owned();
                return Some(OutsideReference { item, outside: rule.field.clone() });
            }
            let is_overlay = self.dialect.choosing.redefines == RedefinesOption::Overlay;
            let is_alone = cluster.len() == 1 || rules.is_empty() && !is_overlay;
            // The others are left out, and need nothing.
            for item in cluster.iter().take(if is_alone { 1 } else { cluster.len() }) {
                let depending = item.occurs.as_ref().and_then(|occurs| occurs.depending.as_ref());
                let is_counted = self.dialect.occurring.varies_by_count();
                if let Some(depending) = depending.filter(|_| is_counted)
                    && let ReferenceLookup::One(number) = self.names.find(depending, item.number)
                    && !own_numbers.contains(&number)
                {
                    let item = item.shown_name().to_owned();
                    return Some(OutsideReference { item, outside: depending.to_string() });
                }
                earlier_numbers.push(item.number);
                let earlier_count = earlier_numbers.len();
                if let Some(reference) =
                    self.find_outside_reference(&item.items, own_numbers, earlier_numbers)
                {
                    return Some(reference);
                }
                // What occurs, or is one of several, is a record of its own, whose items are not seen from outside.
                if item.occurs.is_some() || !is_alone {
                    earlier_numbers.truncate(earlier_count);
                }
            }
        }
        None
    }

    /// Adds a group as a record of its own, and its field.
    pub(super) fn write_group_record(
        &mut self,
        group: &CopybookItem,
        around: GroupContext,
        prefix: &str,
        fields: &mut RecordTextFields,
    ) {
        let (first, start) = (fields.renamed.field_count(), fields.offset);
        // `fields.offset` and not 0: whether an item is synchronized depends on its place in the whole record.
        let mut inner_fields = RecordTextFields::starting_at(fields.offset);
        self.write_items(group, around, "", &mut inner_fields);
        self.refuse_filling(group, &inner_fields);
        let name = self.take_record_name(group.shown_name());
        self.add_record(&name, group, "", &comment_conditions(group), &inner_fields);
        let field = fields.take_field_name(group.shown_name(), prefix);
        fields.note_multiple_values(group, field.clone(), "items below it");
        // A field in the group has a path, by which an array behind the group names its count.
        fields.earlier_fields.extend(inner_fields.earlier_fields.into_iter().map(|(number, inside)| {
            (number, EarlierField { name: format!("{field}.{}", inside.name), ..inside })
        }));
        fields.offset = inner_fields.offset;
        fields.renamed.add_nested_record(inner_fields.renamed, &field);
        fields.renamed.add_group(group, first, fields.bytes_since(start));
        let place = clean_line(&group.place.to_string()).into_owned();
        let field = format!("{field}: {name}");
        fields.lines.push(format!("    {field};  // {place}\n"));
        self.item_texts.insert(group.number, field);
    }
}
