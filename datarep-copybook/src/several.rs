//! Several copybooks whose records begin at the same byte: one record, in which those of the copybooks redefine each other.
//!
//! A file with records of several kinds often has a copybook for each kind. Every record begins with the same few items,
//! among them the one that says which kind it is, and the copybooks repeat these items under names of their own:
//! `CUST-TYPE` in one, `ORD-TYPE` in the next. A choice of the language needs the field that decides before it, in the
//! same record. So the items up to that field are taken out of all records, and become fields in front of the choice. The
//! record that names the field of `--choose` gives them their names. The others must have an end of an item at the same
//! byte, and need not agree in anything else: items of other types there share their bytes, as with `REDEFINES`, and a
//! note says that they are read as those of the first record.
//!
//! Without a rule nothing is taken out, and the records are an overlay.

use std::collections::BTreeSet;
use std::ops::Range;

use datarep_dynamic::names::Picture;

use super::options::ChooseRule;

use super::copybook::{CopybookFault, CopybookItem, ItemReference, RenamesEntry, SignClause};
use super::qualify::{ReferenceLookup, collect_numbers};
use super::record::{GroupContext, RecordTextWriter};
use super::usage::CobolUsage;

/// The items of a record, divided at a byte.
struct SplitItems {
    head: Vec<CopybookItem>,
    tail: Vec<CopybookItem>,
}

impl RecordTextWriter<'_> {
    /// Merges all records into one, and puts the items that are no records behind it.
    pub(super) fn merge_records(&mut self, items: Vec<CopybookItem>, name: &str) -> Vec<CopybookItem> {
        let (mut records, others): (Vec<CopybookItem>, Vec<CopybookItem>) =
            items.into_iter().partition(|item| item.level == 1);
        let place = records.first().map(|record| record.place.clone()).unwrap_or_default();
        let mut merged =
            CopybookItem { place, level: 1, name: Some(name.to_owned()), ..CopybookItem::default() };
        // Without a rule the records become an overlay, and each keeps all of its items.
        if let Some(field) = self.find_record_selector(&records) {
            merged.items.extend(self.take_leading_items(&mut records, &field));
        }
        let first = records.first().and_then(|record| record.name.clone());
        for (index, record) in records.iter_mut().enumerate() {
            record.redefines = first.clone().filter(|_| index > 0);
        }
        merged.items.append(&mut records);
        std::iter::once(merged).chain(others).collect()
    }

    /// The field by which `--choose` decides between the records, if it does.
    fn find_record_selector(&mut self, records: &[CopybookItem]) -> Option<String> {
        let rules = &self.dialect.choosing.choose;
        let is_for_record = |rule: &&ChooseRule| {
            rule.item.as_ref().is_some_and(|item| records.iter().any(|record| has_name(record, item)))
        };
        let rule = rules.iter().find(is_for_record)?;
        // Records of the same name in two copybooks cannot be told apart by a rule.
        let duplicates: Vec<(&CopybookItem, String)> = rules
            .iter()
            .filter_map(|rule| rule.item.as_ref())
            .filter_map(|item| {
                let duplicate = records.iter().filter(|record| has_name(record, item)).nth(1)?;
                Some((duplicate, item.clone()))
            })
            .collect();
        let field = rule.field.clone();
        for (duplicate, item) in duplicates {
            let text = format!("`--choose` names `{item}`, and two copybooks have a record of this name");
            self.add_fault(duplicate, text);
        }
        Some(field)
    }

    /// Takes the items up to the field out of all records. Returns a group with those of the first record that has the field.
    fn take_leading_items(&mut self, records: &mut [CopybookItem], field: &str) -> Option<CopybookItem> {
        // No fault here: `write_choice` tells of a field that no record has.
        let selector_numbers = self.names.find_all(&ItemReference::parse(field));
        let (model, end) = records.iter().enumerate().find_map(|(index, record)| {
            let around = GroupContext::default().inside(record);
            Some((index, self.find_item_end(&record.items, around, 0, &selector_numbers)?))
        })?;
        let mut heads = Vec::new();
        for record in records.iter_mut() {
            match self.split_items(&record.items, GroupContext::default().inside(record), 0, end) {
                Ok(SplitItems { head, tail }) => {
                    self.leave_out_renames(record, &head);
                    record.is_used_up = tail.is_empty();
                    record.items = tail;
                    heads.push(head);
                }
                Err(why) => {
                    let text = format!(
                        "`--choose` decides by `{field}`, which ends at byte {end}, and `{}` has no item that ends there: {why}",
                        record.shown_name()
                    );
                    self.add_fault_if_complete(record, text);
                    // The place in the list is that of the record, which is asked for by `model` below.
                    heads.push(Vec::new());
                }
            }
        }
        let record = records.get(model)?.clone();
        let items = heads.get(model)?.clone();
        // Compared without names and groups: `CUST-TYPE PIC X` and `ORD-TYPE PIC X` are read in the same way.
        let of_model = list_item_storage(&items);
        for (other, _) in records.iter().zip(&heads).filter(|(_, head)| list_item_storage(head) != of_model) {
            let (other_name, model) = (other.shown_name(), record.shown_name());
            let text = format!("the first {end} bytes of `{other_name}` are read as `{model}` has them");
            self.notes.push(CopybookFault { place: other.place.clone(), text });
        }
        // Arrays and choices of the other records name items of their own heads.
        for (_, head) in heads.iter().enumerate().filter(|(index, _)| *index != model) {
            let pairs = list_leaves(head).into_iter().zip(list_leaves(&items));
            let same = pairs.take_while(|(other, own)| item_storage(other) == item_storage(own));
            self.substitutes.extend(same.map(|(other, own)| (other.number, own.number)));
        }
        let CopybookItem { place, usage, sign, is_aligned, .. } = record;
        Some(CopybookItem { place, level: 2, usage, sign, is_aligned, items, ..CopybookItem::default() })
    }

    /// The byte at which one of the wanted items ends, if it is among these, which begin at byte `start`.
    fn find_item_end(
        &self,
        items: &[CopybookItem],
        around: GroupContext,
        start: u64,
        selector_numbers: &[usize],
    ) -> Option<u64> {
        let mut offset = start;
        for cluster in split_clusters(items) {
            let bytes = self.measure_cluster(cluster, around, offset)?;
            let first = cluster.first()?;
            if selector_numbers.contains(&first.number) && first.items.is_empty() {
                return Some(bytes.end);
            }
            if first.occurs.is_none() {
                let inside =
                    self.find_item_end(&first.items, around.inside(first), bytes.start, selector_numbers);
                if let Some(inside) = inside {
                    // Items that redefine it share its bytes. They are taken as a whole, up to the end of the
                    // longest.
                    return Some(if cluster.len() > 1 { bytes.end } else { inside });
                }
            }
            offset = bytes.end;
        }
        None
    }

    /// Divides items that begin at byte `start` into those before byte `end` and the others, or says why that cannot be.
    fn split_items(
        &self,
        items: &[CopybookItem],
        around: GroupContext,
        start: u64,
        end: u64,
    ) -> Result<SplitItems, String> {
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        let mut offset = start;
        for cluster in split_clusters(items) {
            let Some(first) = cluster.first() else { break };
            let first_name = first.shown_name();
            if offset >= end {
                tail.extend_from_slice(cluster);
                continue;
            }
            // Behind an item of variable length, the byte is another one in each record.
            if self.dialect.occurring.varies_by_count() && cluster.iter().any(has_variable_length) {
                return Err(format!("`{first_name}` before that byte varies in length"));
            }
            let Some(bytes) = self.measure_cluster(cluster, around, offset) else {
                return Err(format!("the length of `{first_name}` is not known"));
            };
            match cluster {
                _ if bytes.end <= end => head.extend_from_slice(cluster),
                // Bytes before a synchronized item are no end of an item.
                [group] if bytes.start < end && group.occurs.is_none() && !group.items.is_empty() => {
                    let inside = self.split_items(&group.items, around.inside(group), bytes.start, end)?;
                    head.push(CopybookItem { items: inside.head, ..group.clone() });
                    // The names of its values stay with the first half: the second one would have them again.
                    tail.push(CopybookItem { items: inside.tail, conditions: Vec::new(), ..group.clone() });
                }
                _ => return Err(format!("`{first_name}` ends at byte {}", bytes.end)),
            }
            offset = bytes.end;
        }
        match items {
            _ if offset >= end => Ok(SplitItems { head, tail }),
            [] => Err("it has no items".to_owned()),
            _ => Err(format!("it has {offset} bytes")),
        }
    }

    /// The bytes that an item has together with those that redefine it.
    pub(super) fn measure_cluster(
        &self,
        cluster: &[CopybookItem],
        around: GroupContext,
        offset: u64,
    ) -> Option<Range<u64>> {
        let first = cluster.first()?;
        let begin = offset.next_multiple_of(self.find_start_boundary(first, around));
        let mut end = begin;
        for item in cluster {
            end = end.max(begin.checked_add(self.count_bytes(item, around, begin)?)?);
        }
        Some(begin..end)
    }

    /// Leaves out other names for items of which some stand before the choice now.
    fn leave_out_renames(&mut self, record: &mut CopybookItem, head: &[CopybookItem]) {
        let mut numbers = BTreeSet::new();
        collect_numbers(head, &mut numbers);
        let number = record.number;
        let is_before = |renames: &RenamesEntry| {
            let mut ends = std::iter::once(&renames.first).chain(&renames.last);
            // One that is ambiguous stays, and is told of.
            ends.any(
                |end| matches!(self.names.find(end, number), ReferenceLookup::One(end) if numbers.contains(&end)),
            )
        };
        let (left_out, remaining): (Vec<RenamesEntry>, _) =
            std::mem::take(&mut record.renames).into_iter().partition(is_before);
        record.renames = remaining;
        for RenamesEntry { place, name, .. } in left_out {
            let text = format!("`{name}` renames items that stand before the choice, and is left out");
            self.notes.push(CopybookFault { place, text });
        }
    }
}

fn has_name(item: &CopybookItem, name: &str) -> bool {
    item.name.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(name))
}

/// Whether an item, or one in it, occurs as often as a field says (`DEPENDING ON`).
pub(super) fn has_variable_length(item: &CopybookItem) -> bool {
    item.occurs.as_ref().is_some_and(|occurs| occurs.depending.is_some())
        || item.items.iter().any(has_variable_length)
}

/// Each item with those that redefine it.
pub(super) fn split_clusters(items: &[CopybookItem]) -> impl Iterator<Item = &[CopybookItem]> {
    items.chunk_by(|_, next| next.redefines.is_some())
}

/// What decides how an item without items of its own is stored.
#[derive(PartialEq)]
struct ItemStorage {
    picture: Option<Picture>,
    usage: Option<CobolUsage>,
    sign: Option<SignClause>,
    /// The most times that it occurs.
    maximum: u64,
}

/// The items among these and in their groups that have no items of their own, in their order.
fn list_leaves(items: &[CopybookItem]) -> Vec<&CopybookItem> {
    let mut leaves = Vec::new();
    for item in items {
        match item.items.as_slice() {
            [] => leaves.push(item),
            items => leaves.extend(list_leaves(items)),
        }
    }
    leaves
}

/// How an item without items of its own is stored.
fn item_storage(item: &CopybookItem) -> ItemStorage {
    let maximum = item.occurs.as_ref().map_or(1, |occurs| occurs.maximum);
    ItemStorage { picture: item.picture, usage: item.usage, sign: item.sign, maximum }
}

/// How items are stored, in their order and without the groups around them.
fn list_item_storage(items: &[CopybookItem]) -> Vec<ItemStorage> {
    list_leaves(items).into_iter().map(item_storage).collect()
}
