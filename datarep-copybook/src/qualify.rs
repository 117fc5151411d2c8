//! Which item a name means, with the names of groups behind it: `CNT OF HDR`.
//!
//! Several items may have one name, if groups around them tell them apart. A reference names some of these groups, from
//! the inner to the outer one; groups between them may be left out, and the last one may be the record itself. A
//! reference that fits several items is ambiguous, and compilers refuse it, wherever these items stand: also if only one
//! of them stands before the item that refers to it, where a count has to be. So it is here, with two additions:
//!
//! - If one of the items has no more groups around it than the reference names, that one is meant. Compilers of IBM have
//!   it so with the option QUALIFY(EXTEND).
//! - Items of other records do not count. A compiler has all records of a program in view; a copybook here may hold those
//!   of several programs.
//!
//! Sources: Enterprise COBOL for z/OS, Language Reference, "Qualification" and "OCCURS DEPENDING ON clause", and Programming
//! Guide, "QUALIFY"; `GnuCOBOL` 3.1, by its messages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::copybook::{CopybookItem, ItemOrigin, ItemReference};
use super::lines::LinePlace;

/// The most items that a message names.
const NAMED: usize = 5;

/// The items of all copybooks by their names. Numbers are those of [`CopybookItem::number`].
#[derive(Debug, Default)]
pub(super) struct ItemNames {
    /// The item of number 1 comes first.
    items: Vec<NamedItem>,
    /// The numbers of the items with each name, in capital letters.
    by_name: BTreeMap<String, Vec<usize>>,
}

#[derive(Debug)]
struct NamedItem {
    /// In capital letters. `None` for `FILLER`, and for a record that the copybook does not have itself.
    name: Option<String>,
    place: LinePlace,
    /// The number of the group around it.
    group: Option<usize>,
    /// The number of its record.
    record: usize,
    /// Whether a program has groups around it that the copybook does not name.
    is_open: bool,
}

/// The result of looking up a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReferenceLookup {
    /// The number of the only item.
    One(usize),
    /// No item of the record has the name and these groups around it.
    Missing,
    /// Several items, by their numbers.
    Ambiguous(Vec<usize>),
}

impl ItemNames {
    /// The names of records, whose items have their numbers.
    pub(super) fn from_records(records: &[CopybookItem]) -> ItemNames {
        let mut names = ItemNames::default();
        for record in records {
            let is_open = record.origin == ItemOrigin::Program;
            names.add(record, None, record.number, is_open);
        }
        names
    }

    fn add(&mut self, item: &CopybookItem, group: Option<usize>, record: usize, is_open: bool) {
        let name = item
            .name
            .as_ref()
            .filter(|_| item.origin == ItemOrigin::Copybook)
            .map(|name| name.to_ascii_uppercase());
        if let Some(name) = &name {
            self.by_name.entry(name.clone()).or_default().push(item.number);
        }
        self.items.push(NamedItem { name, place: item.place.clone(), group, record, is_open });
        for inner in &item.items {
            self.add(inner, Some(item.number), record, is_open);
        }
    }

    fn get(&self, number: usize) -> Option<&NamedItem> {
        self.items.get(number.checked_sub(1)?)
    }

    /// The items of all records that a reference fits, in the order of the text.
    pub(super) fn find_all(&self, reference: &ItemReference) -> Vec<usize> {
        let numbers = self.by_name.get(&reference.name.to_ascii_uppercase());
        numbers
            .into_iter()
            .flatten()
            .copied()
            .filter(|number| self.fits_reference(*number, reference))
            .collect()
    }

    /// The item that a reference means in the record of the item of number `from`.
    pub(super) fn find(&self, reference: &ItemReference, from: usize) -> ReferenceLookup {
        let record = self.get(from).map(|item| item.record);
        let mut candidates = self.find_all(reference);
        candidates.retain(|number| self.get(*number).map(|item| item.record) == record);
        let is_complete = |number: &usize| {
            let is_open = self.get(*number).is_some_and(|item| item.is_open);
            !is_open && self.list_groups(*number).len() == reference.groups.len()
        };
        let complete: Vec<usize> = candidates.iter().copied().filter(is_complete).collect();
        match (candidates.as_slice(), complete.as_slice()) {
            ([], _) => ReferenceLookup::Missing,
            ([number], _) | (_, [number]) => ReferenceLookup::One(*number),
            _ => ReferenceLookup::Ambiguous(candidates),
        }
    }

    /// The names of the groups around an item, from the inner to the outer one, in capital letters.
    fn list_groups(&self, number: usize) -> Vec<&str> {
        let mut names = Vec::new();
        let mut group = self.get(number).and_then(|item| item.group);
        while let Some(item) = group.and_then(|number| self.get(number)) {
            names.extend(item.name.as_deref());
            group = item.group;
        }
        names
    }

    /// Whether the groups that a reference names are around an item.
    fn fits_reference(&self, number: usize, reference: &ItemReference) -> bool {
        let around = self.list_groups(number);
        let mut around = around.iter();
        // `any` goes on behind the group that was found: those that are named have to follow in this order, but
        // others may stand between them.
        let is_around = |name: &&String| around.any(|group| group.eq_ignore_ascii_case(name));
        let matched_groups = reference.groups.iter().take_while(is_around).count();
        let rest = reference.groups.get(matched_groups..).unwrap_or_default();
        // Of a copybook without a record of its own, the names of outer groups are in the program alone.
        let is_open = self.get(number).is_some_and(|item| item.is_open);
        let is_unknown = |group: &String| !self.by_name.contains_key(&group.to_ascii_uppercase());
        rest.is_empty() || is_open && rest.iter().all(is_unknown)
    }

    /// What to do about a reference that fits several items, for a message.
    pub(super) fn advise_on_ambiguity(&self, numbers: &[usize]) -> &'static str {
        if self.has_unique_references(numbers) {
            "Name a group, too"
        } else {
            "Give one of them another name"
        }
    }

    /// Whether each of these items has a reference of its own: its name with those of its groups. An item without a group, or in groups without names, may
    /// have none.
    pub(super) fn has_unique_references(&self, numbers: &[usize]) -> bool {
        let is_reached = |number: &usize| {
            let Some(name) = self.get(*number).and_then(|item| item.name.clone()) else { return false };
            let groups = self.list_groups(*number).into_iter().map(str::to_owned).collect();
            matches!(self.find(&ItemReference { name, groups }, *number), ReferenceLookup::One(one) if one == *number)
        };
        numbers.iter().all(is_reached)
    }

    /// Items for a message, each with its groups and its line.
    pub(super) fn format_items(&self, numbers: &[usize]) -> String {
        let show_one = |number: &usize| {
            let item = self.get(*number)?;
            let mut name = item.name.clone()?;
            for group in self.list_groups(*number) {
                name.push_str(" OF ");
                name.push_str(group);
            }
            Some(format!("`{name}` ({})", item.place))
        };
        let mut item_texts: Vec<String> = numbers.iter().take(NAMED).filter_map(show_one).collect();
        match numbers.len().saturating_sub(NAMED) {
            0 => {}
            more => item_texts.push(format!("{more} more")),
        }
        match item_texts.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            item_texts => item_texts.concat(),
        }
    }
}

impl ItemReference {
    /// The reference of an option: `TYPE OF HEAD`.
    pub(super) fn parse(text: &str) -> ItemReference {
        let mut words = text.split_whitespace();
        let mut reference =
            ItemReference { name: words.next().unwrap_or(text).to_owned(), groups: Vec::new() };
        while let Some(word) = words.next() {
            let is_known = ["OF", "IN"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword));
            match words.next() {
                Some(group) if is_known => reference.groups.push(group.to_owned()),
                // No item has this name, so that the message about it has the text as it is written.
                _ => return ItemReference { name: text.to_owned(), groups: Vec::new() },
            }
        }
        reference
    }

    /// Whether two references have the same names.
    pub(super) fn is_same(&self, other: &ItemReference) -> bool {
        let words = |reference: &ItemReference| reference.to_string().to_ascii_uppercase();
        words(self) == words(other)
    }
}

impl fmt::Display for ItemReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.groups.iter().try_for_each(|group| write!(f, " OF {group}"))
    }
}

/// Adds the numbers of items and of all items below them.
pub(super) fn collect_numbers(items: &[CopybookItem], numbers: &mut BTreeSet<usize>) {
    for item in items {
        numbers.insert(item.number);
        collect_numbers(&item.items, numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(name: &str, number: usize, items: Vec<CopybookItem>) -> CopybookItem {
        CopybookItem { name: Some(name.to_owned()), number, items, ..CopybookItem::default() }
    }

    /// As `GnuCOBOL` 3.1 resolves them, but for the complete set of groups: `CNT OF S`.
    #[test]
    fn references_name_groups_in_their_order() {
        let inner = group("IN1", 4, vec![group("CNT", 5, Vec::new())]);
        let array = group("HDR", 7, vec![group("CNT", 8, Vec::new())]);
        let record = group(
            "S",
            1,
            vec![
                group("CNT", 2, Vec::new()),
                group("HDR", 3, vec![inner]),
                group("ARR", 6, vec![array]),
                group("ONE", 9, Vec::new()),
            ],
        );
        let other_record = group("R", 10, vec![group("CNT", 11, Vec::new()), group("ONE", 12, Vec::new())]);
        let names = ItemNames::from_records(&[record, other_record]);
        let find = |text: &str| names.find(&ItemReference::parse(text), 9);
        assert_eq!(find("cnt of in1 of s"), ReferenceLookup::One(5));
        assert_eq!(find("CNT IN HDR IN ARR"), ReferenceLookup::One(8));
        assert_eq!(find("CNT OF ARR"), ReferenceLookup::One(8));
        assert_eq!(find("CNT OF HDR"), ReferenceLookup::Ambiguous(vec![5, 8]));
        assert_eq!(find("CNT"), ReferenceLookup::Ambiguous(vec![2, 5, 8]));
        assert_eq!(find("CNT OF S"), ReferenceLookup::One(2));
        // From the inner to the outer one, and of this record.
        for reference in ["CNT OF S OF HDR", "CNT OF R", "CNT OF CNT", "NONE", "CNT OF", "CNT HDR"] {
            assert_eq!(find(reference), ReferenceLookup::Missing, "{reference}");
        }
        assert_eq!(find("ONE"), ReferenceLookup::One(9));
        let item_list = names.format_items(&[5, 8]);
        assert_eq!(item_list, "`CNT OF IN1 OF HDR OF S` (line 0) and `CNT OF HDR OF ARR OF S` (line 0)");
    }
}
