//! Pass 5: the places of the fields of records, and their conversions.
//!
//! Afterwards every field has a unique name, a format or another record, and a native type to which its values can be
//! mapped. Every count is a number or an earlier field. A field whose offset is stated begins there. No record contains
//! itself.

mod checked;
mod choice;
mod count;
mod faults;
mod mixed;
mod native;
mod null;
mod offset;
mod valid;

use std::collections::{BTreeMap, BTreeSet};

use self::checked::{CheckedRecord, CheckedRecords};
use self::count::CountContext;
use self::offset::{FieldPlace, NextByte};
use super::capability;
use super::context::{Context, TextPlace};
use super::family::FAMILIES;
use super::mapping::{FieldMapping, RecordConversions};
use super::slot::FormatSlot;
use crate::ast::{
    FieldItem, FormatCall, ItemHead, ItemKind, OrderExpr, RecordItem, RecordLine, Spanned, StoredItem,
    StoredKind,
};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{
    Charset, Count, FieldKind, Native, Padding, Record, RecordField, RecordId, StatedRules, TextField, Trim,
};
use crate::source::Span;

/// The largest size in bytes of a record without arrays whose counts are fields, and the largest number of items of an
/// array.
const MAX_BYTES: u64 = 1 << 30;
/// The largest number of fields of a record, including those of nested records. An array counts once.
const MAX_FIELDS: usize = 10_000;
/// The largest depth of nested records.
const MAX_DEPTH: usize = 32;

/// Collects the names of the records of a text. The names of formats and representations are known already.
pub(super) fn enter_records(context: &mut Context<'_>) {
    let text = context.units[0].text;
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    for index in 0..text.len() {
        // Formats and representations come first, so that a record is the one at fault, wherever it stands.
        if let ItemHead::Format(name) | ItemHead::Datarep(name) = text.head(index) {
            first.entry(&name.value).or_insert(name.span);
        }
    }
    for index in 0..text.len() {
        let ItemHead::Record(name) = text.head(index) else { continue };
        if let Some(first) = first.get(name.value.as_str()) {
            let title = format!("`{}` is defined twice", name.value);
            let fault = Diagnostic::new(Slug::DuplicateName, title, name.span, "defined again here")
                .label(*first, "first defined here")
                .help("give one of the two another name");
            context.report(0, fault);
        } else if context.is_format_name(&name.value) {
            let title = format!("`{}` is the name of a format", name.value);
            let fault = Diagnostic::new(Slug::DuplicateName, title, name.span, "would hide it");
            context.report(0, fault.help(format!("choose another name, such as `{}_record`", name.value)));
        } else {
            context.units[0].records.insert(name.value.clone(), index);
        }
        // Also after a fault, so that a third item of the name is compared with the first one.
        first.entry(&name.value).or_insert(name.span);
    }
}

/// Checks the records of the user's text.
pub(super) fn check_records(context: &mut Context<'_>) -> Vec<Record> {
    let mut checked_records = CheckedRecords::default();
    let items: Vec<usize> = context.units[0].records.values().copied().collect();
    let mut items = items;
    // In the order of the text, as the map has them by name: faults and ids follow the text.
    items.sort_unstable();
    for item in &items {
        context.check_record(&mut checked_records, *item, 0);
    }
    checked_records.into_records(&items)
}

/// The resolved content of an item of a field.
enum FieldContent {
    /// A value of a format.
    Format {
        slot: usize,
        order: Option<Box<OrderExpr>>,
        span: Span,
    },
    Record(usize),
    Bytes(Count),
}

/// The fields of a record so far.
struct RecordLayout<'r> {
    fields: Vec<RecordField>,
    /// The items of the text for these fields.
    items: Vec<&'r FieldItem>,
    next: NextByte,
    least: u64,
    /// The number of fields, including those of nested records.
    count: usize,
    /// Whether there are too many fields. The others are not looked at.
    is_over: bool,
    names: BTreeMap<&'r str, Span>,
    /// The fields with faults.
    faulty: BTreeSet<&'r str>,
}

impl RecordLayout<'_> {
    /// A record whose first field begins at its first byte.
    fn new() -> Self {
        RecordLayout {
            fields: Vec::new(),
            items: Vec::new(),
            next: NextByte::At(0),
            least: 0,
            count: 0,
            is_over: false,
            names: BTreeMap::new(),
            faulty: BTreeSet::new(),
        }
    }
}

impl<'a> Context<'a> {
    /// Whether a name is that of a format defined elsewhere, or a word of the language.
    fn is_format_name(&mut self, name: &str) -> bool {
        FAMILIES.contains(&name) || self.units[0].has_format(name) || self.is_ieee_format(name)
    }

    /// Whether fields may have a format of this name. A record may hide an integer, and no other format.
    pub(super) fn is_field_format(&mut self, name: &str) -> bool {
        self.is_format_name(name) || native::parse_rust_integer(name).is_some()
    }

    /// The record of an item; `None` after a fault.
    fn check_record(
        &mut self,
        checked_records: &mut CheckedRecords,
        index: usize,
        depth: usize,
    ) -> Option<usize> {
        // Also a record with faults is known, so that what contains it does not report them again.
        if let Some(earlier_place) = checked_records.of.get(&index) {
            return *earlier_place;
        }
        let ItemKind::Record(item) = &self.units[0].text.item(index).kind else { return None };
        // The recursion below, and those of all later steps, go as deep as records are nested.
        if depth > MAX_DEPTH {
            let title = format!("records are nested more than {MAX_DEPTH} deep");
            if !std::mem::replace(&mut checked_records.is_deep, true) {
                self.report(0, Diagnostic::new(Slug::TooLarge, title, item.name.span, "one too many"));
            }
            checked_records.of.insert(index, None);
            return None;
        }
        checked_records.open.push(index);
        let checked_record = self.check_record_fields(checked_records, index, item, depth);
        checked_records.open.pop();
        let place = checked_record.map(|checked_record| {
            checked_records.records.push(checked_record);
            checked_records.records.len() - 1
        });
        checked_records.of.insert(index, place);
        place
    }

    fn check_record_fields(
        &mut self,
        checked_records: &mut CheckedRecords,
        index: usize,
        item: &'a RecordItem,
        depth: usize,
    ) -> Option<CheckedRecord> {
        let before = self.faults.len();
        let mut fields = self.start_record_conversions(item);
        let mut layout = RecordLayout::new();
        let mut sound = true;
        for line in &item.lines {
            let RecordLine::Field(field) = line else { continue };
            if self.report_repeated_name(&mut layout, field) {
                sound = false;
            }
            if let Some(checked_field) = self.check_field(checked_records, &mut fields, &layout, field, depth)
            {
                // Both always run, without a short way round: the place of the next field follows from this one.
                sound &= self.insert_gap(checked_records, &mut fields, &mut layout, &checked_field, field);
                sound &= self.place_field(checked_records, &mut layout, checked_field, field);
            } else {
                // The place of every later field depends on this one. With an unknown place they are still checked by
                // themselves, but no fault is reported that only follows from this one.
                layout.faulty.insert(&field.name.value);
                layout.next = NextByte::Unknown;
                sound = false;
            }
            if layout.is_over || self.faults.is_full() {
                break;
            }
        }
        if !item.lines.iter().any(|line| matches!(line, RecordLine::Field(_))) {
            let title = format!("record `{}` has no fields", item.name.value);
            let fault =
                Diagnostic::new(Slug::ConflictingClauses, title, item.name.span, "nothing to convert");
            self.report(0, fault.help("write a field, as in `id: i32;`"));
        }
        // A record that may have no bytes would let a reader of records stay at one place forever.
        if sound && layout.least == 0 && !layout.fields.is_empty() {
            self.report_no_bytes(item, &layout.fields);
        }
        // Some faults leave `sound` true, as they are reported below this function. The model is made of sound
        // records only, so that no later pass has to expect gaps.
        if !sound || self.faults.len() > before {
            return None;
        }
        let text = self.units[0].text.item(index);
        let (conversions, counts) = fields.finish();
        let record = Record {
            name: item.name.value.clone(),
            doc: text.doc.clone(),
            origin: self.origin(TextPlace {
                unit: 0,
                span: Span { start: text.span.start, end: item.name.span.end },
            }),
            has_choice: checked_records.has_choice(&layout.fields),
            takes_rest: layout.fields.last().is_some_and(|last| checked_records.takes_rest(last)),
            fields: layout.fields,
            conversions,
            counts,
            least_bytes: layout.least,
            is_fixed: layout.next.offset().is_some(),
        };
        Some(CheckedRecord { record, fields: layout.count })
    }

    /// Inserts filler before a field whose place is computed, up to that place. Returns whether a field can stand there.
    fn insert_gap<'r>(
        &mut self,
        checked_records: &CheckedRecords,
        fields: &mut RecordConversions,
        layout: &mut RecordLayout<'r>,
        checked_field: &RecordField,
        field: &'r FieldItem,
    ) -> bool {
        if !self.check_rest_placement(checked_records, layout, checked_field, field) {
            return false;
        }
        let Some(stated) = &field.offset else { return true };
        let place = CountContext { checked_records, layout, noun: "bytes" };
        let gap = match self.check_computed_offset(fields, place, stated) {
            Ok(Some(gap)) => gap,
            Ok(None) => return true,
            Err(null::ReportedFault) => return false,
        };
        layout.fields.push(RecordField {
            name: None,
            origin: self.origin(TextPlace { unit: 0, span: stated.span }),
            offset: layout.next.offset(),
            // Filler of single bytes, as many as the record says.
            kind: FieldKind::Filler(1),
            counts: vec![gap],
            bytes: None,
            nulls: None,
            stated_rules: StatedRules::default(),
        });
        layout.items.push(field);
        layout.next = layout.next.after(None);
        true
    }

    /// Reports a field whose name another field has.
    fn report_repeated_name<'r>(&mut self, layout: &mut RecordLayout<'r>, field: &'r FieldItem) -> bool {
        if field.name.value == "_" {
            return false;
        }
        let Some(first) = layout.names.insert(&field.name.value, field.name.span) else { return false };
        // The first place stays the known one, so that a third field of the name is compared with it, too.
        layout.names.insert(&field.name.value, first);
        let title = format!("field `{}` is defined twice", field.name.value);
        let fault = Diagnostic::new(Slug::DuplicateName, title, field.name.span, "defined again here")
            .label(first, "first defined here")
            .help("give one of the two another name, or `_` where its bytes mean nothing");
        self.report(0, fault);
        true
    }

    /// Builds a field whose offset is set later. Its length is that of one item.
    fn check_field(
        &mut self,
        checked_records: &mut CheckedRecords,
        fields: &mut RecordConversions,
        layout: &RecordLayout<'_>,
        field: &FieldItem,
        depth: usize,
    ) -> Option<RecordField> {
        // A choice has no counts and no format. Its alternatives come back here, one by one.
        if let StoredKind::Choice(choice) = &field.stored.kind {
            return self.check_choice(checked_records, fields, layout, field, choice, depth);
        }
        let mut counts = Vec::new();
        let mut stored = &field.stored;
        let mut sound = true;
        // Arrays of arrays are one list of counts, the outermost first. A faulty count does not end the loop, so
        // that the faults of all counts are reported at once.
        while let StoredKind::Array(item, count) = &stored.kind {
            match self.check_count(fields, CountContext { checked_records, layout, noun: "items" }, count) {
                Some(count) => counts.push(count),
                None => sound = false,
            }
            stored = item;
        }
        let item = match &stored.kind {
            StoredKind::Bytes(bytes) => FieldContent::Bytes(self.check_count(
                fields,
                CountContext { checked_records, layout, noun: "bytes" },
                bytes,
            )?),
            _ => self.check_stored(checked_records, field, stored, depth)?,
        };
        let mut nulls = None;
        let (kind, bytes) = match item {
            FieldContent::Record(record) => self.check_record_item(checked_records, field, record)?,
            FieldContent::Bytes(bytes) => {
                self.report_unused_clauses(field, "a field of bytes");
                self.report_nulls(field, "a field of bytes", "its bytes are kept as they are");
                match (field.name.value.as_str(), bytes) {
                    // Filler of a known length is one item of that many bytes. Of a computed length it is a number of items of one byte.
                    ("_", Count::Fixed(bytes)) => (FieldKind::Filler(bytes), Some(bytes)),
                    (name, bytes) => {
                        counts.push(bytes);
                        (if name == "_" { FieldKind::Filler(1) } else { FieldKind::Byte }, Some(1))
                    }
                }
            }
            // Numbers under `_` would be converted, with losses and errors, for nobody.
            FieldContent::Format { span, .. } if field.name.value == "_" => {
                self.report_unnamed_field(field, span);
                return None;
            }
            FieldContent::Format { slot, order, span } => {
                let order = order.as_deref();
                let parts = FieldFormat { slot, order, span };
                let (kind, bytes) = self.check_converted(fields, field, &parts, &mut counts)?;
                match self.check_nulls(fields, field, slot, &kind) {
                    Ok(checked_nulls) => nulls = checked_nulls,
                    Err(null::ReportedFault) => sound = false,
                }
                (kind, bytes)
            }
        };
        sound.then(|| RecordField {
            name: (field.name.value != "_").then(|| field.name.value.clone()),
            origin: self.origin(TextPlace { unit: 0, span: field.span }),
            offset: None,
            kind,
            counts,
            bytes,
            nulls,
            stated_rules: fields.stated_rules(field),
        })
    }

    /// Another record as a field, and its size in bytes.
    fn check_record_item(
        &mut self,
        checked_records: &CheckedRecords,
        field: &FieldItem,
        record: usize,
    ) -> Option<(FieldKind, Option<u64>)> {
        if field.name.value == "_" {
            self.report_unnamed_field(field, field.stored.span);
            return None;
        }
        self.report_unused_clauses(field, "a record");
        self.report_nulls(field, "a record", "say it at the fields of that record");
        let inside = &checked_records.records[record].record;
        Some((FieldKind::Record(RecordId(record)), inside.is_fixed.then_some(inside.least_bytes)))
    }

    /// Places a field after the others. Returns whether it fits.
    fn place_field<'r>(
        &mut self,
        checked_records: &CheckedRecords,
        layout: &mut RecordLayout<'r>,
        mut field: RecordField,
        item: &'r FieldItem,
    ) -> bool {
        let item_bytes = field.bytes;
        let least = checked_records.least_bytes(&field);
        // An array whose count is a field may be empty.
        let items =
            // Saturated and not checked: the sum is compared with the limit below.
            field.counts.iter().fold(1_u64, |product, count| product.saturating_mul(count.fixed().unwrap_or(0)));
        let least = least.saturating_mul(items);
        let FieldPlace { is_right, begin } = self.check_stated_offset(layout, item);
        field.visit_fields(&mut |field| field.offset = begin.offset());
        // `None` where a count varies, and after an overflow, which the limit of bytes has caught.
        field.bytes = item_bytes.and_then(|item_bytes| item_bytes.checked_mul(field.count_items()?));
        layout.least = layout.least.saturating_add(least);
        layout.count += checked_records.count_fields(&field);
        let (bytes, count) = (layout.least, layout.count);
        if bytes > MAX_BYTES {
            let title = format!("a record has at most {MAX_BYTES} bytes");
            let label = format!("{bytes} bytes up to here");
            self.report(0, Diagnostic::new(Slug::TooLarge, title, item.stored.span, label));
            layout.least = 0;
            layout.next = NextByte::Unknown;
            return false;
        }
        if count > MAX_FIELDS {
            let title = format!("a record has at most {MAX_FIELDS} fields");
            let fault = Diagnostic::new(
                Slug::TooLarge,
                title,
                item.stored.span,
                format!("{count} fields up to here"),
            );
            self.report(0, fault.note("the fields of a record inside are counted, those of an array once"));
            layout.is_over = true;
            return false;
        }
        layout.next = begin.after(field.bytes);
        layout.fields.push(field);
        layout.items.push(item);
        is_right
    }

    /// The content of an item.
    fn check_stored(
        &mut self,
        checked_records: &mut CheckedRecords,
        field: &FieldItem,
        stored: &StoredItem,
        depth: usize,
    ) -> Option<FieldContent> {
        match &stored.kind {
            StoredKind::Format { call, order } => {
                let plain = call.family.is_none();
                // `family::name` always names a format, even if a record of the text has the name.
                if let Some(index) = self.units[0].records.get(&call.name.value).copied().filter(|_| plain) {
                    return self.check_nested_record(
                        checked_records,
                        field,
                        call,
                        order.as_deref(),
                        index,
                        depth,
                    );
                }
                if self.report_brackets(call, order.as_deref()) {
                    return None;
                }
                let slot = self.resolve_field_format(call)?;
                matches!(self.slots[slot], FormatSlot::Known(_)).then(|| FieldContent::Format {
                    slot,
                    order: order.clone(),
                    span: stored.span,
                })
            }
            StoredKind::Array(..) | StoredKind::Bytes(_) | StoredKind::Choice(_) => None,
        }
    }

    /// A record as the content of a field.
    fn check_nested_record(
        &mut self,
        checked_records: &mut CheckedRecords,
        field: &FieldItem,
        call: &FormatCall,
        order: Option<&OrderExpr>,
        index: usize,
        depth: usize,
    ) -> Option<FieldContent> {
        // Only a record that is being checked can contain itself. One that is done cannot reach what is open.
        if checked_records.open.contains(&index) {
            let title = format!("record `{}` contains itself", call.name.value);
            let fault = Diagnostic::new(Slug::ExtendsCycle, title, call.span, "contained here");
            let by_way = checked_records.open.last().filter(|last| **last != index);
            let fault = match by_way.map(|_| "by way of other records") {
                Some(note) => fault.note(note),
                None => fault,
            };
            self.report(0, fault.help(format!("remove the field `{}`", field.name.value)));
            return None;
        }
        if !call.arguments.is_empty() {
            let title = format!("record `{}` takes no numbers", call.name.value);
            let fault = Diagnostic::new(Slug::Number, title, call.span, "written with numbers");
            self.report(0, fault.help(format!("write `{}`", call.name.value)));
            return None;
        }
        if let Some(order) = order {
            let title = format!("record `{}` says its orders itself", call.name.value);
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, order.span, "not for a record");
            self.report(0, fault.help("say the order in that record, as `order little;`"));
            return None;
        }
        self.check_record(checked_records, index, depth + 1).map(FieldContent::Record)
    }

    /// The format that a field names. Besides the names of other places, the names of Rust's integers are allowed.
    fn resolve_field_format(&mut self, call: &FormatCall) -> Option<usize> {
        let is_format = call.family.is_some() || self.units[0].has_format(&call.name.value);
        let short = native::expand_rust_integer(call).filter(|_| !is_format);
        self.resolve_format(0, short.as_ref().unwrap_or(call))
    }
}

/// A format and its order, at a place.
struct FieldFormat<'f> {
    slot: usize,
    order: Option<&'f OrderExpr>,
    span: Span,
}

/// Checks of the conversions of fields.
impl Context<'_> {
    /// The content of a field with a format, and the bytes of an item.
    fn check_converted(
        &mut self,
        fields: &mut RecordConversions,
        field: &FieldItem,
        parts: &FieldFormat<'_>,
        counts: &mut Vec<Count>,
    ) -> Option<(FieldKind, Option<u64>)> {
        let FormatSlot::Known(checked_format) = &self.slots[parts.slot] else { return None };
        let (kind, bits) = (checked_format.format.kind.clone(), checked_format.format.bits);
        let mixed = kind.charset().and_then(Charset::mixed);
        if let Some(set) = mixed.filter(|_| field.native.is_some()) {
            self.report_mixed_native(field, set);
            return None;
        }
        let charset = kind.charset().filter(|_| field.native.is_none());
        let native = match (&field.native, charset) {
            // With `as` each character is an item. Without it a row of characters is one text.
            (Some(word), _) => self.resolve_native(field, word, parts.slot)?,
            (None, Some(_)) => Native::WideCharacter,
            (None, None) => native::default_native(&kind, bits),
        };
        let FieldFormat { slot, order, span } = *parts;
        let conversion =
            self.check_field_conversion(fields, field, &FieldMapping { slot, native, order, span })?;
        let item_bytes = u64::from(fields.order(conversion).extent(bits));
        let Some(charset) = charset else {
            self.report_padding(field);
            return Some((FieldKind::Scalar { conversion }, Some(item_bytes)));
        };
        // Eight bits hold a text only if every character and every substitute is in ISO 8859-1.
        let narrow = if charset.is_narrow() && fields.is_substitute_narrow(conversion) {
            let native = Native::Character;
            Some(self.check_field_conversion(fields, field, &FieldMapping { slot, native, order, span })?)
        } else {
            None
        };
        // The innermost array is the text, and the others are arrays of texts.
        let length = counts.pop().unwrap_or(Count::Fixed(1));
        if mixed.is_some_and(|set| !self.check_mixed_length(set, length, span)) {
            return None;
        }
        // A text up to the end of its record fills no field.
        let usual = if length == Count::Rest { Padding::None } else { Padding::Spaces };
        let padding = self.check_padding(field, usual)?;
        let trim = self.check_trim(field, padding)?;
        let bytes = length.fixed().and_then(|length| length.checked_mul(item_bytes));
        Some((FieldKind::Text(TextField { wide: conversion, narrow, length, mixed, padding, trim }), bytes))
    }

    /// The native type after `as`.
    fn resolve_native(&mut self, field: &FieldItem, word: &Spanned<String>, slot: usize) -> Option<Native> {
        let Some(native) = native::find_native(&word.value) else {
            let words: Vec<&str> = native::list_native_words().collect();
            let place = TextPlace { unit: 0, span: word.span };
            self.report_unknown_word(place, "native type", &word.value, &words);
            return None;
        };
        let FormatSlot::Known(checked_format) = &self.slots[slot] else { return None };
        let fits = native::native_fits(native, &checked_format.format.kind);
        let missing_feature =
            fits.then(|| capability::find_missing_feature(native, checked_format)).flatten();
        if fits && missing_feature.is_none() {
            return Some(native);
        }
        let usual = native::native_word(native::default_native(
            &checked_format.format.kind,
            checked_format.format.bits,
        ));
        let title = format!("field `{}` cannot be `{}`", field.name.value, word.value);
        let label = format!(
            "`{}` is {}",
            checked_format.format_name(),
            native::describe_kind(&checked_format.format.kind)
        );
        let fault = Diagnostic::new(Slug::WrongKind, title, word.span, "not for this format")
            .label(field.stored.span, label);
        let fault = match missing_feature {
            Some(missing_feature) => fault.note(format!("no code is generated for {missing_feature}")),
            None => fault,
        };
        self.report(0, fault.help(format!("write `as {usual}`, or leave it out")));
        None
    }

    /// Where padding is removed from a text.
    fn check_trim(&mut self, field: &FieldItem, padding: Padding) -> Option<Trim> {
        if let [first, second, ..] = field.trim.as_slice() {
            self.report_repeated_clause(0, "trim", second.span, first.span);
            return None;
        }
        // Without padding there is nothing to remove. Otherwise spaces and zeros are behind the text, as in COBOL and
        // C.
        let usual = if padding == Padding::None { Trim::None } else { Trim::Right };
        let Some(word) = field.trim.first() else { return Some(usual) };
        let trim = Trim::ALL.into_iter().find(|trim| trim.word() == word.value);
        if trim.is_none() {
            let place = TextPlace { unit: 0, span: word.span };
            self.report_unknown_word(place, "way to trim", &word.value, &Trim::ALL.map(Trim::word));
        } else if padding == Padding::None && trim != Some(Trim::None) {
            let title = format!("field `{}` has no padding to trim", field.name.value);
            let fault = Diagnostic::new(Slug::Number, title, word.span, "nothing to remove");
            let fault = match field.padding.first() {
                Some(padding) => fault.label(padding.span, "a text is as long as its field"),
                None => fault,
            };
            self.report(0, fault.help("write `padding spaces` or `padding zeros`, or leave `trim` out"));
            return None;
        }
        trim
    }

    /// The characters that fill up a shorter text.
    fn check_padding(&mut self, field: &FieldItem, usual: Padding) -> Option<Padding> {
        if let [first, second, ..] = field.padding.as_slice() {
            self.report_repeated_clause(0, "padding", second.span, first.span);
            return None;
        }
        let Some(word) = field.padding.first() else { return Some(usual) };
        let padding = Padding::ALL.into_iter().find(|padding| padding.word() == word.value);
        if padding.is_none() {
            let place = TextPlace { unit: 0, span: word.span };
            self.report_unknown_word(place, "padding", &word.value, &Padding::ALL.map(Padding::word));
        }
        padding
    }
}
