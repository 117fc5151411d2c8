//! Other names of fields: level 66.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::copybook::{CopybookItem, RenamesEntry};
use super::qualify::{ItemNames, ReferenceLookup, collect_numbers};

/// The items of a record that may get another name, by their numbers.
#[derive(Debug, Default)]
pub(super) struct RenamableItems {
    items: BTreeMap<usize, ItemExtent>,
    /// The fields of the text, so many before the next item.
    fields: Vec<String>,
    /// The numbers of items that redefine others and are left out.
    left_out: BTreeSet<usize>,
}

/// An item, and what it is in the text.
#[derive(Debug)]
struct ItemExtent {
    /// The indexes of its fields.
    fields: Range<usize>,
    /// Its bytes, if their places are known.
    bytes: Option<Range<u64>>,
}

impl RenamableItems {
    /// The number of fields so far.
    pub(super) fn field_count(&self) -> usize {
        self.fields.len()
    }

    /// Adds an item that is a field of the text.
    pub(super) fn add_field(&mut self, item: &CopybookItem, field: String, bytes: Option<Range<u64>>) {
        let first = self.fields.len();
        self.fields.push(field);
        self.add_group(item, first, bytes);
    }

    /// Adds an item whose fields begin with the one of number `first`.
    pub(super) fn add_group(&mut self, item: &CopybookItem, first: usize, bytes: Option<Range<u64>>) {
        self.items.insert(item.number, ItemExtent { fields: first..self.fields.len(), bytes });
    }

    /// Takes the items of a record inside, which is the field with this name.
    pub(super) fn add_nested_record(&mut self, inside: RenamableItems, field: &str) {
        let field_count = self.fields.len();
        self.fields.extend(inside.fields.iter().map(|name| format!("{field}.{name}")));
        self.items.extend(inside.items.into_iter().map(|(number, item)| {
            let Range { start, end } = item.fields;
            (number, ItemExtent { fields: start + field_count..end + field_count, ..item })
        }));
        self.left_out.extend(inside.left_out);
    }

    /// Notes an item that redefines another one, with everything in it.
    pub(super) fn leave_out(&mut self, item: &CopybookItem) {
        collect_numbers(std::slice::from_ref(item), &mut self.left_out);
    }
}

/// Describes the fields and bytes that an entry of level 66 names, or says why it names none.
///
/// `record` is the number of the record that has the name.
pub(super) fn describe_renames_entry(
    renames: &RenamesEntry,
    record: usize,
    names: &ItemNames,
    renamed: &RenamableItems,
) -> Result<String, String> {
    let name = &renames.name;
    let ends = std::iter::once(&renames.first).chain(&renames.last);
    let range_text: Vec<String> = ends.clone().map(ToString::to_string).collect();
    let range_text = range_text.join(" THRU ");
    let mut places = Vec::new();
    for end in ends {
        let number = match names.find(end, record) {
            ReferenceLookup::One(number) => number,
            // No item has this number.
            ReferenceLookup::Missing => 0,
            ReferenceLookup::Ambiguous(candidates) => {
                let (item_list, advice) =
                    (names.format_items(&candidates), names.advise_on_ambiguity(&candidates));
                return Err(format!("`{name}` renames `{end}`, which is ambiguous: {item_list}. {advice}"));
            }
        };
        match renamed.items.get(&number) {
            Some(place) => places.push(place),
            None if renamed.left_out.contains(&number) => {
                return Ok(format!(
                    "66 {name} RENAMES {range_text}: `{end}` redefines another item, and is left out"
                ));
            }
            None => {
                return Err(format!(
                    "`{name}` renames `{end}`, which is no item of this record, or occurs several times"
                ));
            }
        }
    }
    let (Some(first), Some(last)) = (places.first(), places.last()) else {
        return Err(format!("`{name}` renames nothing"));
    };
    // By their fields and not by bytes, which are not known behind an item of variable number.
    if last.fields.start < first.fields.start {
        return Err(format!("`{name}` renames items up to one that stands before the first"));
    }
    let fields = renamed.fields.get(first.fields.start..last.fields.end).unwrap_or_default();
    let fields = match fields {
        [] => "bytes without a name".to_owned(),
        [field] => format!("the field `{field}`"),
        [first, .., last] => format!("the fields `{first}` to `{last}`"),
    };
    let bytes = first
        .bytes
        .as_ref()
        .zip(last.bytes.as_ref())
        .map(|(first, last)| format!(", bytes {} to {}", first.start, last.end.saturating_sub(1)));
    let bytes = bytes.unwrap_or_default();
    Ok(format!("66 {name} RENAMES {range_text}: {fields}{bytes}"))
}
