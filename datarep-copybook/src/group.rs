//! Groups without `OCCURS` as records of their own.
//!
//! A record of the language names only fields of its own as counts and for choices, and those of records inside it. So a
//! group stays one with the record around it if a field outside of it is needed in it.

use std::collections::BTreeSet;

use datarep_dsl::controls::clean_line;

use super::copybook::{CopybookFault, CopybookItem};
use super::count::KnownField;
use super::options::{ChooseRule, GroupForm, RedefinesOption};
use super::qualify::{FoundItem, collect_numbers};
use super::record::{GroupContext, RecordTextFields, RecordTextWriter, comment_conditions};
use super::several::take_cluster;

impl RecordTextWriter<'_> {
    /// Whether a group without `OCCURS` becomes a record of its own. If it is asked for and cannot be, that is noted.
    pub(super) fn becomes_record(&mut self, group: &CopybookItem, fields: &mut RecordTextFields) -> bool {
        // A group without a name only holds items together.
        if self.dialect.groups != GroupForm::Nested || group.name.is_none() {
            return false;
        }
        let mut own = BTreeSet::new();
        collect_numbers(&group.items, &mut own);
        let Some((item, outside)) = self.find_outside(&group.items, &own, &mut Vec::new()) else {
            return true;
        };
        let shown = group.shown_name();
        let text = format!(
            "`{shown}` is no record of its own: `{item}` in it needs `{outside}`, which stands outside of it"
        );
        let place = clean_line(&group.place.to_string()).replacen('l', "L", 1);
        fields.lines.push(format!("    // {place}: {}.\n", clean_line(&text)));
        self.notes.push(CopybookFault { place: group.place.clone(), text });
        false
    }

    /// The first item among these that depends on another one or is chosen by it, and the name of that one, if it is none of
    /// `own`, the items of the group.
    ///
    /// `passed` are those of them that stand before, in the same record, by their numbers, which rise.
    fn find_outside(
        &self,
        items: &[CopybookItem],
        own: &BTreeSet<usize>,
        passed: &mut Vec<usize>,
    ) -> Option<(String, String)> {
        let mut rest = items;
        while let Some((cluster, next)) = take_cluster(rest) {
            let rules = if cluster.len() > 1 { self.rules_for(cluster) } else { Vec::new() };
            // Of several items with the name of a rule's field, one that stands before is meant.
            let is_outside = |rule: &&ChooseRule| {
                let all = self.names.find_all(&rule.refer_to_field());
                !all.iter().any(|number| passed.binary_search(number).is_ok())
            };
            if let Some(rule) = rules.iter().find(is_outside) {
                return Some((cluster.first()?.shown_name().to_owned(), rule.field.clone()));
            }
            let is_overlay = self.dialect.choosing.redefines == RedefinesOption::Overlay;
            let is_alone = cluster.len() == 1 || rules.is_empty() && !is_overlay;
            // The others are left out, and need nothing.
            for item in cluster.iter().take(if is_alone { 1 } else { cluster.len() }) {
                let depending = item.occurs.as_ref().and_then(|occurs| occurs.depending.as_ref());
                let is_counted = self.dialect.occurring.is_counted();
                if let Some(depending) = depending.filter(|_| is_counted)
                    && let FoundItem::One(number) = self.names.find(depending, item.number)
                    && !own.contains(&number)
                {
                    return Some((item.shown_name().to_owned(), depending.to_string()));
                }
                passed.push(item.number);
                let behind = passed.len();
                if let Some(found) = self.find_outside(&item.items, own, passed) {
                    return Some(found);
                }
                // What occurs, or is one of several, is a record of its own, whose items are not seen from outside.
                if item.occurs.is_some() || !is_alone {
                    passed.truncate(behind);
                }
            }
            rest = next;
        }
        None
    }

    /// Adds a group as a record of its own, and its field.
    pub(super) fn write_group(
        &mut self,
        group: &CopybookItem,
        around: GroupContext,
        prefix: &str,
        fields: &mut RecordTextFields,
    ) {
        let (first, start) = (fields.renamed.len(), fields.at);
        // `fields.at` and not 0: whether an item is synchronized depends on its place in the whole record.
        let mut own = RecordTextFields::starting(fields.at);
        self.write_items(group, around, "", &mut own);
        self.refuse_filling(group, &own);
        let name = self.record_name(group.shown_name());
        self.add_record(&name, group, "", &comment_conditions(group), &own);
        let field = fields.name(group.shown_name(), prefix);
        fields.note_several(group, field.clone(), "items below it");
        // A field in the group has a path, by which an array behind the group names its count.
        fields.known.extend(own.known.into_iter().map(|(number, inside)| {
            (number, KnownField { name: format!("{field}.{}", inside.name), ..inside })
        }));
        fields.at = own.at;
        fields.renamed.add_inside(own.renamed, &field);
        fields.renamed.add_group(group, first, start.zip(fields.at));
        let place = clean_line(&group.place.to_string()).into_owned();
        let field = format!("{field}: {name}");
        fields.lines.push(format!("    {field};  // {place}\n"));
        self.became.insert(group.number, field);
    }
}
