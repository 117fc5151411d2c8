//! Writes a copybook as a text of the language: a `record` for every item at the top, and for every group with
//! `OCCURS`.
//!
//! A group without `OCCURS` is no record of its own, unless it is asked for. Its fields are fields of the record around it, so
//! that a count can be anywhere before its array.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use datarep_dsl::controls::clean_line;
use datarep_dsl::identifiers::{TakenNames, make_identifier};
use datarep_dynamic::names::Picture;

use super::options::ChooseRule;

use super::copybook::{ConditionName, CopybookFault, CopybookItem, ItemOrigin, SignClause, ZeroClause};
use super::count::{EarlierField, EarlierFieldKind};
use super::dialect::{CobolDialect, NO_BLANKS, StoredField};
use super::error::join_names;
use super::listing::ListingRow;
use super::naming::RecordNames;
use super::qualify::ItemNames;
use super::renames::{RenamableItems, describe_renames_entry};
use super::several::split_clusters;
use super::usage::CobolUsage;

/// The most items that a note names.
const NAMED: usize = 5;

/// The text of the records, notes about it for the user, and where the items are.
#[derive(Debug)]
pub(super) struct RecordText {
    pub(super) text: String,
    pub(super) notes: Vec<CopybookFault>,
    pub(super) rows: Vec<ListingRow>,
}

/// A copybook that was read.
#[derive(Debug, Clone)]
pub(super) struct CopybookSource {
    /// What a record is called whose items have no name around them.
    pub(super) name: String,
    pub(super) items: Vec<CopybookItem>,
}

impl CopybookSource {
    /// The records, and the items of level 77. Fields that are in no record become fields of one with the copybook's name.
    fn into_records(self) -> Vec<CopybookItem> {
        let CopybookSource { name, items } = self;
        let is_record = |item: &CopybookItem| item.level == 1 || item.level == 77;
        // A copybook may hold the inside of a record alone, from level 5 on, to be copied below a level 1 of the
        // program.
        let (records, fields): (Vec<CopybookItem>, Vec<CopybookItem>) =
            items.into_iter().partition(is_record);
        let around = fields.first().map(|first| first.place.clone()).map(|place| CopybookItem {
            place,
            level: 1,
            name: Some(name.clone()),
            items: fields,
            origin: ItemOrigin::Program,
            ..CopybookItem::default()
        });
        let records =
            records.into_iter().map(|item| CopybookItem { name: item.name.or(Some(name.clone())), ..item });
        around.into_iter().chain(records).collect()
    }
}

/// Writes the records of copybooks. Those of several become one record called `name`.
///
/// `is_partial`: items are missing, so that what should stand before another one may be among them.
pub(super) fn write_records(
    sources: Vec<CopybookSource>,
    name: &str,
    dialect: &CobolDialect,
    is_partial: bool,
) -> Result<RecordText, Vec<CopybookFault>> {
    let is_one = sources.len() == 1;
    let mut copybook_items: Vec<CopybookItem> =
        sources.into_iter().flat_map(CopybookSource::into_records).collect();
    // Before records are merged and divided: the list finds what became of an item by this number.
    number_items(&mut copybook_items, &mut 0);
    let mut writer = RecordTextWriter {
        dialect,
        names: ItemNames::from_records(&copybook_items),
        substitutes: BTreeMap::new(),
        is_partial,
        is_shifted: false,
        records: Vec::new(),
        record_names: RecordNames::default(),
        field_numbers: BTreeSet::new(),
        followed_rules: Vec::new(),
        assumed_sizes: Vec::new(),
        item_texts: BTreeMap::new(),
        notes: Vec::new(),
        faults: Vec::new(),
    };
    let records =
        if is_one { copybook_items.clone() } else { writer.merge_records(copybook_items.clone(), name) };
    for record in &records {
        writer.write_top_record(record, name);
    }
    // Which options were of use is known when all records are written.
    writer.report_unused_rules(records.first().unwrap_or(&CopybookItem::default()));
    if !writer.faults.is_empty() {
        return Err(writer.faults);
    }
    writer.note_assumed_sizes();
    writer.notes.sort_by(|one, other| one.place.cmp(&other.place));
    let rows = writer.list_records(&copybook_items);
    Ok(RecordText { text: writer.records.join("\n"), notes: writer.notes, rows })
}

/// Gives all items numbers, from the one after this number on.
fn number_items(items: &mut [CopybookItem], number: &mut usize) {
    for item in items {
        *number += 1;
        item.number = *number;
        number_items(&mut item.items, number);
    }
}

pub(super) struct RecordTextWriter<'d> {
    pub(super) dialect: &'d CobolDialect,
    /// Which items references mean.
    pub(super) names: ItemNames,
    /// The items that are read in the place of others, which have the same bytes in another copybook: by their numbers.
    pub(super) substitutes: BTreeMap<usize, usize>,
    is_partial: bool,
    /// Whether an item of unknown length was passed over.
    is_shifted: bool,
    /// The texts of records, in which a record comes before those that contain it.
    records: Vec<String>,
    /// The names of all records so far.
    pub(super) record_names: RecordNames,
    /// The numbers of all items so far that are fields.
    pub(super) field_numbers: BTreeSet<usize>,
    /// The options for choices that were followed.
    pub(super) followed_rules: Vec<ChooseRule>,
    /// The binary items whose bytes are assumed, in the order of their lines.
    assumed_sizes: Vec<CopybookFault>,
    /// What items are in the text, by their numbers.
    pub(super) item_texts: BTreeMap<usize, String>,
    pub(super) notes: Vec<CopybookFault>,
    faults: Vec<CopybookFault>,
}

/// The fields of a record, as they are added.
#[derive(Default)]
pub(super) struct RecordTextFields {
    pub(super) lines: Vec<String>,
    names: TakenNames,
    /// What a count or a choice can name, by the numbers of the items.
    pub(super) earlier_fields: BTreeMap<usize, EarlierField>,
    /// The byte of the whole record at which the next field begins; `None` behind an item of variable number.
    pub(super) offset: Option<u64>,
    /// What level 66 may rename.
    pub(super) renamed: RenamableItems,
    /// The bytes at the end of the record in the place of items that it does not have, as the language computes them.
    pub(super) filling: Vec<String>,
}

impl RecordTextFields {
    /// The fields from this byte on.
    pub(super) fn starting_at(offset: Option<u64>) -> RecordTextFields {
        RecordTextFields { offset, ..RecordTextFields::default() }
    }

    /// Adds bytes without meaning that synchronized items need.
    fn add_slack(&mut self, bytes: u64, why: &str) {
        if bytes > 0 {
            self.lines.push(format!("    _: {bytes} bytes;  // {why}\n"));
            self.advance_by(bytes);
        }
    }

    /// The bytes from this place up to the next field, if both are known.
    pub(super) fn bytes_since(&self, start: Option<u64>) -> Option<Range<u64>> {
        Some(start?..self.offset?)
    }

    /// Goes on behind so many bytes.
    pub(super) fn advance_by(&mut self, bytes: u64) {
        self.offset = self.offset.and_then(|offset| offset.checked_add(bytes));
    }
}

/// What an item inherits from the group around it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct GroupContext {
    pub(super) usage: Option<CobolUsage>,
    sign: Option<SignClause>,
    is_aligned: bool,
}

impl GroupContext {
    /// What the items of a group inherit.
    pub(super) fn inside(self, group: &CopybookItem) -> GroupContext {
        GroupContext {
            usage: group.usage.or(self.usage),
            sign: group.sign.or(self.sign),
            is_aligned: group.is_aligned || self.is_aligned,
        }
    }
}

impl RecordTextWriter<'_> {
    fn write_top_record(&mut self, item: &CopybookItem, default: &str) {
        let name = self.take_record_name(item.name.as_deref().unwrap_or(default));
        let mut fields = RecordTextFields::starting_at(Some(0));
        if item.items.is_empty() {
            self.write_field(item, GroupContext::default(), "", &mut fields);
        } else {
            let around = GroupContext::default().inside(item);
            self.write_items(item, around, "", &mut fields);
        }
        Self::write_filling(&mut fields);
        let docs = self.describe_renames(item, &fields.renamed) + &self.describe_longest(item);
        let conditions = if item.items.is_empty() { String::new() } else { comment_conditions(item) };
        self.add_record(&name, item, &docs, &conditions, &fields);
    }

    /// The comments for the other names of a record's fields.
    pub(super) fn describe_renames(&mut self, item: &CopybookItem, renamed: &RenamableItems) -> String {
        let renames = item.renames.iter().filter_map(|renames| {
            match describe_renames_entry(renames, item.number, &self.names, renamed) {
                Ok(text) => Some(format!("/// {}\n", clean_line(&text))),
                Err(text) => {
                    if !self.is_partial {
                        self.faults.push(CopybookFault { place: renames.place.clone(), text });
                    }
                    None
                }
            }
        });
        renames.collect()
    }

    pub(super) fn take_record_name(&mut self, name: &str) -> String {
        self.record_names.take(name)
    }

    /// Adds a record. `docs` are lines before it, `comments` those before its first field.
    pub(super) fn add_record(
        &mut self,
        name: &str,
        item: &CopybookItem,
        docs: &str,
        comments: &str,
        fields: &RecordTextFields,
    ) {
        if fields.lines.is_empty() && !item.is_broken && !self.is_partial {
            self.add_fault(item, format!("`{}` has no fields", item.shown_name()));
        }
        let change = self.record_names.describe_change(name, &clean_line(item.shown_name()));
        self.item_texts.insert(item.number, format!("record {name}"));
        self.records.push(format!("{change}{docs}record {name} {{\n{comments}{}}}\n", fields.lines.concat()));
    }

    /// Notes the binary items whose bytes are assumed: a wrong number shifts all fields behind the item.
    fn note_assumed_sizes(&mut self) {
        let assumed_sizes = std::mem::take(&mut self.assumed_sizes);
        let Some(first) = assumed_sizes.first() else { return };
        let mut names: Vec<String> =
            assumed_sizes.iter().take(NAMED).map(|item| clean_line(&item.text).into_owned()).collect();
        names.dedup();
        let more = match assumed_sizes.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (is, have) =
            if assumed_sizes.len() == 1 { ("is a binary item", "has") } else { ("are binary items", "have") };
        let text = format!(
            "{}{more} {is} of more than 18 digits, and {have} 16 bytes: so it is with `--binary-size 2-4-8`, `1-2-4-8` and \
             `1--8`; `--binary-size 2-4-8-any` gives as few bytes as hold the digits, from 9 on. Check the length of the record",
            join_names(&names)
        );
        self.notes.push(CopybookFault { place: first.place.clone(), text });
    }

    pub(super) fn add_fault(&mut self, item: &CopybookItem, text: String) {
        self.faults.push(CopybookFault { place: item.place.clone(), text });
    }

    /// Adds a fault, unless items are missing: then the fault may only follow from that.
    pub(super) fn add_fault_if_complete(&mut self, item: &CopybookItem, text: String) {
        if !self.is_partial {
            self.add_fault(item, text);
        }
    }

    /// Adds the items of a group. Those that redefine others are left out.
    pub(super) fn write_items(
        &mut self,
        group: &CopybookItem,
        around: GroupContext,
        prefix: &str,
        fields: &mut RecordTextFields,
    ) {
        for cluster in split_clusters(&group.items) {
            let [item, alternatives @ ..] = cluster else { continue };
            // Before all items that share their bytes, so that each of them begins where the first one does.
            self.add_slack(item, around, fields);
            let offset = fields.offset.unwrap_or(0);
            self.check_redefines_order(cluster);
            // Rules of `--choose` come before an overlay, which reads all items because it does not know which one a
            // record has.
            if cluster.len() > 1 && self.write_choice(cluster, around, prefix, fields) {
                continue;
            }
            if cluster.len() > 1 && self.write_overlay(cluster, around, prefix, fields) {
                continue;
            }
            self.write_item(item, around, prefix, fields);
            let item_bytes = self.count_bytes(item, around, offset);
            let mut missing = 0;
            for alternative in alternatives {
                let first = alternative.redefines.as_deref().unwrap_or_default();
                self.leave_out(alternative, &format!("redefines `{first}`, and is left out"), fields);
                if let Some(note) = self.notes.last_mut() {
                    note.text.push_str(": `--redefines overlay` reads both, `--choose` says which one");
                }
                fields.renamed.leave_out(alternative);
                let bytes = self.count_bytes(alternative, around, offset);
                missing =
                    missing.max(bytes.unwrap_or_default().saturating_sub(item_bytes.unwrap_or_default()));
            }
            // COBOL gives the items as many bytes as the longest of them has, and only the first one is read.
            if missing > 0 {
                fields.lines.push(format!("    _: {missing} bytes;\n"));
                fields.advance_by(missing);
            }
        }
    }

    /// Checks that items that redefine others stand right behind them. Both begin where the first one does, also if an item
    /// redefines one that redefines another.
    fn check_redefines_order(&mut self, cluster: &[CopybookItem]) {
        // Items that redefine it are taken with the first one, so this one has nothing before it that it could
        // redefine.
        if let [item @ CopybookItem { redefines: Some(first), .. }, ..] = cluster {
            let text = format!("`{}` redefines `{first}`, which does not stand before it", item.shown_name());
            self.add_fault_if_complete(item, text);
        }
        let mut earlier_names: Vec<&str> = Vec::new();
        for (index, item) in cluster.iter().enumerate() {
            let first = item.redefines.as_deref().unwrap_or_default();
            if index > 0 && !earlier_names.iter().any(|name| name.eq_ignore_ascii_case(first)) {
                let text = format!(
                    "`{}` redefines `{first}`, which does not stand right before it",
                    item.shown_name()
                );
                self.add_fault_if_complete(item, text);
            }
            earlier_names.extend(item.name.as_deref());
        }
    }

    /// Notes an item that is no field of the text, and why.
    pub(super) fn leave_out(&mut self, item: &CopybookItem, why: &str, fields: &mut RecordTextFields) {
        let text = format!("`{}` {why}", item.shown_name());
        let place = clean_line(&item.place.to_string()).replacen('l', "L", 1);
        self.item_texts.insert(item.number, "left out".to_owned());
        fields.lines.push(format!("    // {place}: {}.\n", clean_line(&text)));
        self.notes.push(CopybookFault { place: item.place.clone(), text });
    }

    pub(super) fn write_item(
        &mut self,
        item: &CopybookItem,
        around: GroupContext,
        prefix: &str,
        fields: &mut RecordTextFields,
    ) {
        if item.items.is_empty() {
            return self.write_field(item, around, prefix, fields);
        }
        let inner = around.inside(item);
        if item.zero == ZeroClause::Blanks {
            self.notes.push(CopybookFault {
                place: item.place.clone(),
                text: format!("`{}`: {NO_BLANKS}", item.shown_name()),
            });
        }
        let path = item.name.as_deref().map_or_else(|| prefix.to_owned(), |name| format!("{prefix}{name}-"));
        // A group without `OCCURS` is no record, so that an array in it may have its count anywhere before it.
        let Some(occurs) = &item.occurs else {
            if self.becomes_record(item, fields) {
                return self.write_group_record(item, inner, prefix, fields);
            }
            let (first, start) = (fields.renamed.field_count(), fields.offset);
            if !item.conditions.is_empty() {
                fields.lines.push(comment_conditions(item));
            }
            self.write_items(item, inner, &path, fields);
            fields.renamed.add_group(item, first, fields.bytes_since(start));
            fields.note_multiple_values(item, String::new(), "items below it");
            return;
        };
        // `fields.offset` and not 0: whether an item is synchronized depends on its place in the whole record.
        let mut inner_fields = RecordTextFields::starting_at(fields.offset);
        self.check_array_alignment(item, inner, fields.offset);
        self.write_items(item, inner, "", &mut inner_fields);
        self.refuse_filling(item, &inner_fields);
        let length = inner_fields.offset.zip(fields.offset).map(|(end, start)| end - start);
        // Each occurrence has to begin at the same distance from a boundary, so that its items are synchronized, too.
        let slack =
            length.map_or(0, |length| length.next_multiple_of(self.find_boundary(item, inner)) - length);
        inner_fields.add_slack(slack, "so that the next one is synchronized, too");
        self.note_slack_at_end(item, slack);
        let name = self.take_record_name(item.shown_name());
        self.add_record(&name, item, "", "", &inner_fields);
        let count = self.resolve_occurs_count(item, occurs, fields);
        // Behind another item of variable number the place of the group is not known, and its length is.
        let total_bytes = self.count_bytes(item, around, fields.offset.unwrap_or(0)).unwrap_or_default();
        self.note_filling(occurs, &count, total_bytes / occurs.maximum.max(1), fields);
        let field = fields.take_field_name(item.name.as_deref().unwrap_or("FILLER"), prefix);
        fields.note_multiple_values(item, field.clone(), "OCCURS");
        fields.offset = length
            .zip(count.parse::<u64>().ok())
            .and_then(|(length, count)| fields.offset?.checked_add((length + slack).checked_mul(count)?));
        let place = clean_line(&item.place.to_string()).into_owned();
        let field = format!("{field}: [{name}; {count}]");
        fields.lines.push(format!("{}    {field};  // {place}\n", comment_conditions(item)));
        self.item_texts.insert(item.number, field);
    }

    fn write_field(
        &mut self,
        item: &CopybookItem,
        around: GroupContext,
        prefix: &str,
        fields: &mut RecordTextFields,
    ) {
        let is_unknown = self.is_partial && item.picture.is_none() && item.usage.is_none();
        if item.is_broken || is_unknown {
            // Its fault was told. It still gets a name, because a count or a choice may refer to it.
            let name = fields.take_field_name(item.shown_name(), prefix);
            fields.earlier_fields.insert(item.number, EarlierField { name, kind: EarlierFieldKind::Whole });
            fields.offset = None;
            self.is_shifted = true;
            return;
        }
        let stored = match self.find_storage(item, around) {
            Ok(stored) => stored,
            Err(text) => return self.add_fault(item, text),
        };
        let item_name = item.shown_name();
        if self.dialect.has_assumed_size(item, around.usage) {
            self.assumed_sizes.push(CopybookFault { place: item.place.clone(), text: item_name.to_owned() });
        }
        let picture =
            if item.picture_text.is_empty() { String::new() } else { format!(" PIC {}", item.picture_text) };
        let mut comment = format!("  // {}: {item_name}{picture}", item.place);
        if let Some(note) = &stored.note {
            let _ = write!(comment, "; {note}");
            let text = format!("`{item_name}`{picture}: {note}");
            self.notes.push(CopybookFault { place: item.place.clone(), text });
        }
        let comment = clean_line(&comment);
        let count = item.occurs.as_ref().map(|occurs| self.resolve_occurs_count(item, occurs, fields));
        if let (Some(occurs), Some(count)) = (&item.occurs, &count) {
            self.note_filling(occurs, count, stored.bytes, fields);
        }
        let name = item.name.clone();
        let (mut field, start) = (None, fields.offset);
        let declaration = match (&name, &count) {
            (None, None) => format!("_: {} bytes", stored.bytes),
            (None, Some(count)) => match count.parse::<u64>() {
                Ok(count) => format!("_: {} bytes", stored.bytes.saturating_mul(count)),
                Err(_) => {
                    format!("{}: [{} bytes; {count}]", fields.take_field_name("FILLER", prefix), stored.bytes)
                }
            },
            (Some(name), count) => {
                let field_name = field.insert(fields.take_field_name(name, prefix));
                match count {
                    None => format!("{field_name}: {}{}", stored.text, stored.clauses),
                    Some(count) => format!("{field_name}: [{}; {count}]{}", stored.text, stored.clauses),
                }
            }
        };
        fields.lines.push(format!("{}    {declaration};{comment}\n", comment_conditions(item)));
        self.item_texts.insert(item.number, declaration);
        // A count that is a field has no number here, and what follows it no place.
        let times = count.as_ref().map_or(Some(1), |count| count.parse::<u64>().ok());
        fields.offset = times.and_then(|times| fields.offset?.checked_add(stored.bytes.checked_mul(times)?));
        self.field_numbers.insert(item.number);
        let Some(field) = field else { return };
        fields.note_depending_candidate(item, &field, around, &stored);
        if count.is_none() {
            fields.renamed.add_field(item, field, fields.bytes_since(start));
        }
    }

    /// Adds the bytes that an item needs before it, because it or the first item in it is synchronized.
    fn add_slack(&mut self, item: &CopybookItem, around: GroupContext, fields: &mut RecordTextFields) {
        let boundary = self.find_start_boundary(item, around);
        let first_name = find_first_leaf(item).shown_name();
        match fields.offset {
            Some(offset) => {
                let reason = format!("so that `{first_name}` is synchronized");
                fields.add_slack(offset.next_multiple_of(boundary) - offset, &reason);
            }
            // Of a group, the item in it is told of.
            None if boundary > 1 && item.items.is_empty() && !item.is_broken && !self.is_shifted => {
                let text = format!(
                    "`{first_name}` is synchronized behind an item of variable number, so that the bytes before it vary: `--occurs maximum` reads all items"
                );
                self.add_fault_if_complete(item, text);
            }
            None => {}
        }
    }

    /// The boundary at which an item begins itself: a multiple of so many bytes.
    ///
    /// Source: Enterprise COBOL for z/OS, Language Reference, "Slack bytes within records", where the bytes that the first item
    /// of a group needs stand before the outermost group that begins with it.
    pub(super) fn find_start_boundary(&self, item: &CopybookItem, around: GroupContext) -> u64 {
        match item.items.first() {
            None => self.find_boundary(item, around),
            // Of several copybooks, what is left of a record begins where the items end that all records have.
            Some(_) if item.level == 1 => 1,
            Some(first) if self.dialect.has_slack_before_groups() => {
                self.find_start_boundary(first, around.inside(item))
            }
            Some(_) => 1,
        }
    }

    /// The boundary at which an item begins, or at which the items in a group begin: a multiple of so many bytes.
    pub(super) fn find_boundary(&self, item: &CopybookItem, around: GroupContext) -> u64 {
        let inner = around.inside(item);
        let below = item.items.iter().map(|item| self.find_boundary(item, inner)).max();
        let usage = inner.usage.unwrap_or(CobolUsage::Display);
        match below {
            Some(below) => below,
            None if !inner.is_aligned => 1,
            None => self
                .find_storage(item, around)
                .map_or(1, |stored| self.dialect.find_usage_boundary(usage, stored.bytes)),
        }
    }

    /// Notes bytes at the end of each occurrence of a group. `GnuCOBOL` moves the last item behind them.
    fn note_slack_at_end(&mut self, group: &CopybookItem, slack: u64) {
        let Some(last) = group.items.last() else { return };
        if slack > 0 && !self.dialect.has_slack_before_groups() {
            let text = format!(
                "each `{}` ends with {slack} bytes, so that the next one is synchronized: GnuCOBOL has them before \
                 `{}`. If it wrote the file, move them there",
                group.shown_name(),
                last.shown_name()
            );
            self.notes.push(CopybookFault { place: group.place.clone(), text });
        }
    }

    /// Refuses an array of groups that begins beside the boundary of its first item. On a mainframe only one that redefines
    /// another item does. Compilers for PCs differ in whether the bytes before that item are part of each group, or stand
    /// before the array.
    fn check_array_alignment(&mut self, group: &CopybookItem, around: GroupContext, offset: Option<u64>) {
        let mut around = around;
        let mut first = group;
        while let Some(below) = first.items.first() {
            around = around.inside(first);
            first = below;
        }
        let boundary = self.find_boundary(first, around);
        if offset.is_some_and(|offset| !offset.is_multiple_of(boundary)) {
            let text = format!(
                "`{}` is synchronized at the beginning of `{}`, which occurs several times and does not begin at a multiple of {boundary} bytes: write the bytes before it as `FILLER`",
                first.shown_name(),
                group.shown_name()
            );
            self.add_fault_if_complete(first, text);
        }
    }

    /// The bytes of an item that begins at byte `offset`, with everything below it, if they are known. An array with a
    /// variable number of items counts with its maximum.
    pub(super) fn count_bytes(&self, item: &CopybookItem, around: GroupContext, offset: u64) -> Option<u64> {
        let inner = around.inside(item);
        let item_bytes = if item.items.is_empty() {
            self.find_storage(item, around).ok()?.bytes
        } else {
            let mut end = offset;
            // An item that redefines another one may be longer.
            for cluster in split_clusters(&item.items) {
                end = self.measure_cluster(cluster, inner, end)?.end;
            }
            // Slack bytes at the end are needed for the next occurrence alone.
            let boundary = if item.occurs.is_some() { self.find_boundary(item, around) } else { 1 };
            (end - offset).next_multiple_of(boundary)
        };
        item_bytes.checked_mul(item.occurs.as_ref().map_or(1, |occurs| occurs.maximum))
    }

    /// How a field is stored, or why that is not known.
    pub(super) fn find_storage(
        &self,
        item: &CopybookItem,
        around: GroupContext,
    ) -> Result<StoredField, String> {
        // Source: Enterprise COBOL for z/OS, Language Reference, "SIGN clause". That of a group is for the items that have
        // an `S` in their pictures, and changes no other ones.
        let is_signed = matches!(item.picture, Some(Picture::Number { signed: true, .. }));
        let sign = item.sign.or(around.sign.filter(|_| is_signed));
        self.dialect.resolve_storage(item, around.usage, sign)
    }
}

/// The item without items of its own with which an item begins.
fn find_first_leaf(item: &CopybookItem) -> &CopybookItem {
    item.items.first().map_or(item, find_first_leaf)
}

/// The names of an item's values, each as a comment. The language has documentation only before a whole record.
pub(super) fn comment_conditions(item: &CopybookItem) -> String {
    let is_field = item.items.is_empty() || item.occurs.is_some();
    let owner = if is_field { String::new() } else { format!(" of {}", item.shown_name()) };
    let mut comments = String::new();
    for ConditionName { name, values } in &item.conditions {
        let _ = writeln!(comments, "    // {}", clean_line(&format!("88 {name}{owner}: {values}")));
    }
    comments
}

impl RecordTextFields {
    /// A new name for a field. If the plain name is taken, it begins with the names of the groups around the field.
    pub(super) fn take_field_name(&mut self, name: &str, prefix: &str) -> String {
        let mut identifier = make_identifier(name);
        // COBOL tells items of the same name apart by the groups around them.
        if self.names.has(&identifier) && !prefix.is_empty() {
            identifier = make_identifier(&format!("{prefix}{name}"));
        }
        self.names.take(identifier)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::copybook::{ItemReference, OccursClause};
    use crate::options::{
        BinarySizes, ChoiceOptions, CobolFloats, CobolMachine, CopybookCharset, DecimalPoint, EditedItems,
        GroupForm, OccursSpace, SignCheck, TextPadding,
    };

    /// Nothing here looks at a clock: a search through all fields for each count would not end.
    #[test]
    fn counts_are_found_among_many_fields() {
        const MANY: usize = 20_000;
        let item = |name: &str, occurs| CopybookItem {
            level: 5,
            name: Some(name.to_owned()),
            picture: Some(Picture::Text(1)),
            occurs,
            ..CopybookItem::default()
        };
        let depending = OccursClause { maximum: 3, depending: Some(ItemReference::parse("first")) };
        let items = (0..MANY).map(|_| item("ITEM", Some(depending.clone())));
        let digits = Picture::Number { signed: false, digits: 2, scale: 0, point: false };
        let first = CopybookItem { picture: Some(digits), ..item("FIRST", None) };
        let items = std::iter::once(first).chain(items).collect();
        let top = CopybookItem { level: 1, name: Some("TOP".to_owned()), items, ..CopybookItem::default() };
        let dialect = CobolDialect {
            machine: CobolMachine::Pc,
            charset: CopybookCharset::Ascii,
            double_byte: None,
            padding: TextPadding::Spaces,
            edited: EditedItems::Numbers,
            decimal_point: DecimalPoint::Point,
            floats: CobolFloats::Ieee,
            occurring: OccursSpace::Counted,
            pointers: 8,
            binaries: BinarySizes::Halfwords,
            is_size_assumed: false,
            choosing: ChoiceOptions::default(),
            groups: GroupForm::Flat,
            signs: SignCheck::Lenient,
        };
        let source = CopybookSource { name: "top".to_owned(), items: vec![top] };
        let record_text =
            write_records(vec![source], "top", &dialect, false).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert!(record_text.text.contains("    item_20000: [[ascii; 1]; choice first { 0..=3 => first; }];"));
    }
}
