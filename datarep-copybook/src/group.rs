//! Groups without `OCCURS` as records of their own.
//!
//! A record of the language names only fields of its own as counts and for choices, and those of records inside it. So a
//! group stays one with the record around it if a field outside of it is needed in it.

use std::collections::BTreeSet;

use datarep_dsl::controls::clean_line;

use super::copybook::{CopybookFault, CopybookItem};
use super::options::{GroupForm, OccursSpace};
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
        collect_names(&group.items, &mut own);
        let Some((item, outside)) = self.find_outside(&group.items, &own) else { return true };
        let shown = group.shown_name();
        let text = format!(
            "`{shown}` is no record of its own: `{item}` in it needs `{outside}`, which stands outside of it"
        );
        let place = clean_line(&group.place.to_string()).replacen('l', "L", 1);
        fields.lines.push(format!("    // {place}: {}.\n", clean_line(&text)));
        self.notes.push(CopybookFault { place: group.place.clone(), text });
        false
    }

    /// The first item among these that depends on another one or is chosen by it, and the name of that one, if it is none of `own`.
    fn find_outside(&self, items: &[CopybookItem], own: &BTreeSet<String>) -> Option<(String, String)> {
        let is_outside = |name: &&String| !own.contains(&name.to_ascii_uppercase());
        let mut rest = items;
        while let Some((cluster, next)) = take_cluster(rest) {
            let names: Vec<&str> = cluster.iter().filter_map(|item| item.name.as_deref()).collect();
            let rules = if cluster.len() > 1 { self.rules_for(&names) } else { Vec::new() };
            if let Some(field) = rules.iter().map(|rule| &rule.field).find(is_outside) {
                return Some((cluster.first()?.shown_name().to_owned(), field.clone()));
            }
            for item in cluster {
                let depending = item.occurs.as_ref().and_then(|occurs| occurs.depending.as_ref());
                let is_counted = self.dialect.occurring == OccursSpace::Counted;
                if let Some(depending) = depending.filter(|_| is_counted).filter(is_outside) {
                    return Some((item.shown_name().to_owned(), depending.clone()));
                }
                if let Some(found) = self.find_outside(&item.items, own) {
                    return Some(found);
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
        own.groups.clone_from(&fields.groups);
        own.groups.extend(group.name.clone());
        self.write_items(group, around, "", &mut own);
        let name = self.record_name(group.shown_name());
        self.add_record(&name, group, "", &comment_conditions(group), &own);
        let field = fields.name(group.shown_name(), prefix);
        fields.unusable_counts.insert(group.shown_name().to_ascii_uppercase(), "items below it".to_owned());
        // A field in the group has a path, by which an array behind the group names its count.
        for (key, inside) in own.known {
            match own.unusable_counts.get(&key) {
                Some(written) => drop(fields.unusable_counts.insert(key.clone(), written.clone())),
                None => drop(fields.unusable_counts.remove(&key)),
            }
            fields.known.insert(key, format!("{field}.{inside}"));
        }
        fields.at = own.at;
        fields.renamed.add_inside(own.renamed, &field);
        fields.renamed.add_group(group, &fields.groups, first, start.zip(fields.at));
        let place = clean_line(&group.place.to_string()).into_owned();
        let field = format!("{field}: {name}");
        fields.lines.push(format!("    {field};  // {place}\n"));
        self.became.insert(group.number, field);
    }
}

/// Adds the names of items, in capital letters.
fn collect_names(items: &[CopybookItem], names: &mut BTreeSet<String>) {
    for item in items {
        names.extend(item.name.as_ref().map(|name| name.to_ascii_uppercase()));
        collect_names(&item.items, names);
    }
}
