//! Other names of fields: level 66.

use std::collections::{BTreeMap, BTreeSet};

use super::copybook::{CopybookItem, ItemReference, RenamesEntry};

/// The items of a record that may get another name, in the order of the text.
#[derive(Debug, Default)]
pub(super) struct RenamableItems {
    items: Vec<ItemExtent>,
    /// The fields of the text, so many before the next item.
    fields: Vec<String>,
    /// The places of items with a name, in capital letters.
    known: BTreeMap<String, Vec<usize>>,
    /// The names of items that redefine others and are left out.
    left_out: BTreeSet<String>,
}

/// An item, and what it is in the text.
#[derive(Debug)]
struct ItemExtent {
    /// The groups around it, from the outer to the inner one, in capital letters.
    groups: Vec<String>,
    /// Its fields, from the first to behind the last one.
    fields: (usize, usize),
    /// Its bytes, if their places are known.
    bytes: Option<(u64, u64)>,
}

impl RenamableItems {
    /// The number of fields so far.
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Adds an item that is a field of the text.
    pub(super) fn add_field(
        &mut self,
        item: &CopybookItem,
        groups: &[String],
        field: String,
        bytes: Option<(u64, u64)>,
    ) {
        let first = self.fields.len();
        self.fields.push(field);
        self.add_group(item, groups, first, bytes);
    }

    /// Adds an item whose fields begin with the one of number `first`.
    pub(super) fn add_group(
        &mut self,
        item: &CopybookItem,
        groups: &[String],
        first: usize,
        bytes: Option<(u64, u64)>,
    ) {
        let Some(name) = &item.name else { return };
        let groups = groups.iter().map(|group| group.to_ascii_uppercase()).collect();
        self.known.entry(name.to_ascii_uppercase()).or_default().push(self.items.len());
        self.items.push(ItemExtent { groups, fields: (first, self.fields.len()), bytes });
    }

    /// Takes the items of a record inside, which is the field with this name.
    pub(super) fn add_inside(&mut self, inside: RenamableItems, field: &str) {
        let before = self.fields.len();
        self.fields.extend(inside.fields.iter().map(|name| format!("{field}.{name}")));
        for (name, items) in inside.known {
            let items = items.into_iter().map(|index| index + self.items.len());
            self.known.entry(name).or_default().extend(items);
        }
        self.items.extend(inside.items.into_iter().map(|item| {
            let (first, behind) = item.fields;
            ItemExtent { fields: (first + before, behind + before), ..item }
        }));
        self.left_out.extend(inside.left_out);
    }

    /// Notes an item that redefines another one, with everything in it.
    pub(super) fn leave_out(&mut self, item: &CopybookItem) {
        self.left_out.extend(item.name.as_ref().map(|name| name.to_ascii_uppercase()));
        for item in &item.items {
            self.leave_out(item);
        }
    }

    fn find(&self, reference: &ItemReference) -> Option<&ItemExtent> {
        let known = self.known.get(&reference.name.to_ascii_uppercase())?;
        let is_inside = |place: &&ItemExtent| {
            // `any` goes on behind the group that was found: those that are named have to follow in this order, from
            // the inner to the outer one, but others may stand between them.
            let mut groups = place.groups.iter().rev();
            reference.groups.iter().all(|wanted| groups.any(|group| group.eq_ignore_ascii_case(wanted)))
        };
        known.iter().filter_map(|index| self.items.get(*index)).find(is_inside)
    }

    fn is_left_out(&self, reference: &ItemReference) -> bool {
        self.left_out.contains(&reference.name.to_ascii_uppercase())
    }
}

/// What another name stands for, or why it stands for nothing.
pub(super) fn describe(renames: &RenamesEntry, renamed: &RenamableItems) -> Result<String, String> {
    let name = &renames.name;
    let ends = std::iter::once(&renames.first).chain(&renames.last);
    let shown: Vec<&str> = ends.clone().map(|end| end.name.as_str()).collect();
    let shown = shown.join(" THRU ");
    let mut places = Vec::new();
    for end in ends {
        match renamed.find(end) {
            Some(place) => places.push(place),
            None if renamed.is_left_out(end) => {
                return Ok(format!(
                    "66 {name} RENAMES {shown}: `{}` redefines another item, and is left out",
                    end.name
                ));
            }
            None => {
                return Err(format!(
                    "`{name}` renames `{}`, which is no item of this record, or occurs several times",
                    end.name
                ));
            }
        }
    }
    let (Some(first), Some(last)) = (places.first(), places.last()) else {
        return Err(format!("`{name}` renames nothing"));
    };
    // By their fields and not by bytes, which are not known behind an item of variable number.
    if last.fields.0 < first.fields.0 {
        return Err(format!("`{name}` renames items up to one that stands before the first"));
    }
    let fields = renamed.fields.get(first.fields.0..last.fields.1).unwrap_or_default();
    let fields = match fields {
        [] => "bytes without a name".to_owned(),
        [one] => format!("the field `{one}`"),
        [first, .., last] => format!("the fields `{first}` to `{last}`"),
    };
    let bytes = first
        .bytes
        .zip(last.bytes)
        .map(|(first, last)| format!(", bytes {} to {}", first.0, last.1.saturating_sub(1)));
    let bytes = bytes.unwrap_or_default();
    Ok(format!("66 {name} RENAMES {shown}: {fields}{bytes}"))
}
