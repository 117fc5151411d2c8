//! Counts: which field says how often an item occurs, by `OCCURS … DEPENDING ON`.

use super::copybook::{CopybookItem, ItemReference, OccursClause};
use super::dialect::StoredField;
use super::options::OccursSpace;
use super::qualify::ReferenceLookup;
use super::record::{GroupContext, RecordTextFields, RecordTextWriter};
use super::several::has_variable_length;
use super::usage::CobolUsage;

/// A field or group that arrays and choices behind it may refer to.
#[derive(Debug, Clone)]
pub(super) struct EarlierField {
    /// Its name in the text; empty for a group whose items are fields of the record around it.
    pub(super) name: String,
    pub(super) kind: EarlierFieldKind,
}

/// Whether a field can be a count, and for messages what it is otherwise.
#[derive(Debug, Clone)]
pub(super) enum EarlierFieldKind {
    /// A whole number, which can be a count.
    Whole,
    /// Something else, as it is written: `PIC X(3)`.
    Other(String),
    /// Several values: `OCCURS`, or items below it.
    Several(&'static str),
}

/// How the sentence begins that tells the length of the longest record.
const LONGEST: &str = "The longest record has ";

/// The bytes of the longest record, which the comment on a record of variable length tells; `None` for other records.
///
/// ```
/// use datarep_copybook::read_longest;
/// assert_eq!(read_longest("The longest record has 103 bytes."), Some(103));
/// assert_eq!(read_longest("An order."), None);
/// ```
pub fn read_longest(doc: &str) -> Option<u64> {
    let mut lines = doc.lines().filter_map(|line| line.trim().strip_prefix(LONGEST)?.strip_suffix(" bytes."));
    lines.next()?.parse().ok()
}

impl RecordTextWriter<'_> {
    /// How often an item occurs: a number, or the name of a field.
    pub(super) fn resolve_occurs_count(
        &mut self,
        item: &CopybookItem,
        occurs: &OccursClause,
        fields: &RecordTextFields,
    ) -> String {
        let is_counted = self.dialect.occurring.varies_by_count();
        let depending = match &occurs.depending {
            Some(depending) if is_counted => depending,
            Some(_) | None => return occurs.maximum.to_string(),
        };
        let fault = match self.find_depending_field(depending, item, fields) {
            Ok(EarlierField { name, kind: EarlierFieldKind::Whole }) => {
                let OccursClause { maximum, .. } = occurs;
                return match self.dialect.occurring {
                    // A count above the largest is that of a broken record: more items would be read out of the next one.
                    OccursSpace::Counted => format!("choice {name} {{ 0..={maximum} => {name}; }}"),
                    // The bytes at the end of the record are those that `maximum` leaves, which says the same.
                    OccursSpace::Filled | OccursSpace::Maximum => name.clone(),
                };
            }
            Ok(EarlierField { kind: EarlierFieldKind::Other(clause), .. }) => {
                format!("which is no whole number but has `{clause}`")
            }
            Ok(EarlierField { kind: EarlierFieldKind::Several(clause), .. }) => {
                format!("which is no whole number but has `{clause}`")
            }
            Err(fault) => fault,
        };
        let text = format!(
            "`{}` depends on `{depending}`, {fault}; `--occurs maximum` reads all {} items",
            item.shown_name(),
            occurs.maximum
        );
        self.add_fault_if_complete(item, text);
        String::new()
    }

    /// Notes the bytes at the end of a record that stand for the array items it does not have. Only
    /// `--occurs filled` has them.
    pub(super) fn note_filling(
        &self,
        occurs: &OccursClause,
        count: &str,
        bytes: u64,
        fields: &mut RecordTextFields,
    ) {
        if self.dialect.occurring == OccursSpace::Filled && occurs.depending.is_some() {
            fields.filling.push(format!("    _: ({} - {count}) * {bytes} bytes;", occurs.maximum));
        }
    }

    /// Refuses items in a group that is a record of its own: the bytes would be at the end of the record around it, whose fields
    /// do not have the count.
    pub(super) fn refuse_filling(&mut self, group: &CopybookItem, fields: &RecordTextFields) {
        if fields.filling.is_empty() {
            return;
        }
        let text = format!(
            "the number of items in `{}` depends on a field in it, and `--occurs filled` needs that field outside of the group: write the bytes at the end of the record into the text of `--occurs counted`",
            group.shown_name()
        );
        self.add_fault_if_complete(group, text);
    }

    /// The comment that tells how long a record of variable length can be, for those who look at the length of a file.
    pub(super) fn describe_longest(&self, top: &CopybookItem) -> String {
        if self.dialect.occurring != OccursSpace::Counted || !has_variable_length(top) {
            return String::new();
        }
        self.count_bytes(top, GroupContext::default(), 0)
            .map_or_else(String::new, |bytes| format!("/// {LONGEST}{bytes} bytes.\n"))
    }

    /// Adds the bytes at the end of a record that fill it up to the longest one. Each array has a line of its own: in a sum, a
    /// count above the largest would be hidden by another one.
    pub(super) fn write_filling(fields: &mut RecordTextFields) {
        for line in std::mem::take(&mut fields.filling) {
            fields.lines.push(format!("{line}  // so that all records have the same length\n"));
        }
    }

    /// The field that `DEPENDING ON` means at an item, or why none can be meant.
    fn find_depending_field<'f>(
        &self,
        depending: &ItemReference,
        item: &CopybookItem,
        fields: &'f RecordTextFields,
    ) -> Result<&'f EarlierField, String> {
        let number = match self.names.find(depending, item.number) {
            ReferenceLookup::One(number) => self.substitutes.get(&number).copied().unwrap_or(number),
            ReferenceLookup::Missing => return Err("which does not stand before it in its record".to_owned()),
            ReferenceLookup::Ambiguous(candidates) => {
                let (item_list, advice) =
                    (self.names.format_items(&candidates), self.names.advise_on_ambiguity(&candidates));
                return Err(format!("which is ambiguous: {item_list}. {advice}"));
            }
        };
        fields.earlier_fields.get(&number).ok_or_else(|| {
            if self.field_numbers.contains(&number) {
                "which stands outside the group that has it, a record of its own".to_owned()
            } else {
                "which does not stand before it in its record".to_owned()
            }
        })
    }
}

impl RecordTextFields {
    /// Notes an item, and whether `DEPENDING ON` can name it, which then says how many others there are. Of one
    /// that it cannot name, it is kept how the item is written.
    pub(super) fn note_depending_candidate(
        &mut self,
        item: &CopybookItem,
        field: &str,
        around: GroupContext,
        stored: &StoredField,
    ) {
        let kind = match item.picture_text.as_str() {
            _ if item.occurs.is_some() => EarlierFieldKind::Several("OCCURS"),
            _ if stored.is_whole => EarlierFieldKind::Whole,
            // For the message of an array that names it.
            "" => {
                let usage = item.usage.or(around.usage);
                EarlierFieldKind::Other(usage.map_or("no picture", CobolUsage::to_message_word).to_owned())
            }
            picture => EarlierFieldKind::Other(format!("PIC {picture}")),
        };
        self.earlier_fields.insert(item.number, EarlierField { name: field.to_owned(), kind });
    }

    /// Notes an item that has several values.
    pub(super) fn note_multiple_values(&mut self, item: &CopybookItem, name: String, what: &'static str) {
        self.earlier_fields.insert(item.number, EarlierField { name, kind: EarlierFieldKind::Several(what) });
    }
}
