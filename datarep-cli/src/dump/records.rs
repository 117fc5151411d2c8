//! `datarep dump` of records: a line for each field, and for each item of an array.

use std::collections::{BTreeMap, VecDeque};
use std::io::Write;

use datarep_dsl::limits::Limits;
use datarep_dsl::model::{
    Choice, Conversion, Count, FieldKind, Model, Record as Described, RecordField, TextField,
};
use datarep_dsl::words::{self, Meaning};
use datarep_dynamic::Record;
use datarep_dynamic::record::Field;
use serde_json::json;

use crate::args;
use crate::failure::Failure;
use crate::input::{Block, RecordInput};
use crate::output;

use super::item::{Dumper, Item};

/// The most bytes of a field that are shown.
const SHOWN: usize = 8;

/// Bits of the widest word that can be shown.
const WIDEST: u32 = 128;

/// Prints the records.
pub(super) fn run(dump: &args::Dump, record: &Record) -> Result<(), Failure> {
    let mut input = RecordInput::open(&dump.file, &dump.items, record)?;
    let mut out = output::stdout();
    // The name of a field in arrays is followed by the number of an item, in brackets.
    let width =
        record.fields().iter().map(|field| field.path().chars().count() + 3 * field.shape().len()).max();
    let width = width.unwrap_or(0);
    let mut shown = Shown { model: record.model(), dumpers: BTreeMap::new(), json: dump.json, width };
    loop {
        match input.next() {
            Ok(Some(block)) => shown.block(&mut out, record, &block)?,
            Ok(None) => return Ok(out.flush()?),
            Err(failure) => {
                // Print what was read before reporting the failure.
                out.flush()?;
                return Err(failure);
            }
        }
    }
}

/// How records are shown.
struct Shown<'m> {
    model: &'m Model,
    /// The dumper of each conversion, by the name of its record and its index there.
    dumpers: BTreeMap<(&'m str, usize), Dumper<'m>>,
    json: bool,
    /// The width of the column of names.
    width: usize,
}

/// A record whose fields are visited in order.
struct Walk<'b> {
    block: &'b Block,
    /// The byte of the block that comes next.
    at: usize,
    number: u64,
    /// Whether each of the next items is missing, by the path of a field whose items may be.
    missing: BTreeMap<String, VecDeque<bool>>,
    /// The last value of each number and text, by the path of its field: it may decide a choice.
    values: BTreeMap<String, String>,
}

impl<'m> Shown<'m> {
    fn block(
        &mut self,
        out: &mut impl output::Paint,
        record: &'m Record,
        block: &Block,
    ) -> Result<(), Failure> {
        let starts = block.starts(record).map_err(|error| Failure::new(error.to_string()))?;
        for (number, range) in (block.first..).zip(starts.windows(2)) {
            if !self.json {
                let (at, bytes) = (block.offset(range[0]), range[1] - range[0]);
                let plural = if bytes == 1 { "" } else { "s" };
                out.paint(output::TITLE, &format!("record {number} at byte {at}, {bytes} byte{plural}"))?;
                writeln!(out)?;
            }
            let missing = find_missing(record, &block.bytes[range[0]..range[1]]);
            let mut walk = Walk { block, at: range[0], number, missing, values: BTreeMap::new() };
            self.record(out, record.described(), ("", ""), &mut walk)?;
        }
        Ok(())
    }

    /// Prints a record. `paths`: what comes before the names of its fields, with the indexes of items and without.
    fn record(
        &mut self,
        out: &mut impl output::Paint,
        described: &'m Described,
        paths: (&str, &str),
        walk: &mut Walk<'_>,
    ) -> Result<(), Failure> {
        // The numbers in the fields so far, which may be counts of later fields.
        let mut numbers: Vec<u64> = Vec::new();
        for field in &described.fields {
            let number = self.field(out, described, field, paths, &numbers, walk)?;
            numbers.push(number);
        }
        Ok(())
    }

    /// Prints a field. `numbers` holds the numbers in the fields before it. Returns its own, which may be the count of a later
    /// field.
    fn field(
        &mut self,
        out: &mut impl output::Paint,
        described: &'m Described,
        field: &'m RecordField,
        paths: (&str, &str),
        numbers: &[u64],
        walk: &mut Walk<'_>,
    ) -> Result<u64, Failure> {
        let count_of = |count: &Count| match count {
            Count::Fixed(count) => *count,
            Count::Field(index) => numbers[*index],
        };
        let items: u64 = field.counts.iter().map(count_of).product();
        let length = if let FieldKind::Text(text) = &field.kind { count_of(&text.length) } else { 1 };
        let [name, path] =
            [paths.0, paths.1].map(|path| format!("{path}{}", field.name.as_deref().unwrap_or("_")));
        if let FieldKind::Choice(choice) = &field.kind {
            let names = (format!("{name}."), format!("{path}."));
            self.choice(out, described, choice, ((&names.0, &names.1), paths.1), numbers, walk)?;
            return Ok(0);
        }
        let mut number = 0;
        if field.kind == FieldKind::Byte {
            let item = bytes_of(walk, items);
            self.line(out, &name, &item, walk)?;
            return Ok(0);
        }
        for index in 0..items {
            let name = if field.counts.is_empty() { name.clone() } else { format!("{name}[{index}]") };
            number = self.item(out, described, &field.kind, length, (&name, &path), walk)?;
        }
        Ok(number)
    }

    /// Prints the alternative that a choice has. `names` is what comes before the names of alternatives, with the prefix of
    /// the record.
    fn choice(
        &mut self,
        out: &mut impl output::Paint,
        described: &'m Described,
        choice: &'m Choice,
        (names, prefix): ((&str, &str), &str),
        numbers: &[u64],
        walk: &mut Walk<'_>,
    ) -> Result<(), Failure> {
        let begin = walk.at;
        let selector = format!("{prefix}{}", choice.selector_path(described, &self.model.records));
        let value = walk.values.get(&selector).map_or("", String::as_str);
        let chosen = match value.parse() {
            Ok(number) => choice.find_integer(number).or_else(|| choice.find_text(value)),
            Err(_) => choice.find_text(value),
        };
        if let Some(field) = chosen.and_then(|index| choice.alternatives[index].field.as_ref()) {
            self.field(out, described, field, names, numbers, walk)?;
        }
        let end = choice.bytes.map_or(walk.at, |bytes| begin + usize::try_from(bytes).unwrap_or(0));
        if end > walk.at {
            let filler = bytes_of(walk, (end - walk.at) as u64);
            self.line(out, &format!("{}_", names.0), &filler, walk)?;
        }
        Ok(())
    }

    /// Prints an item. Returns its number, which may be the count of a later field.
    fn item(
        &mut self,
        out: &mut impl output::Paint,
        described: &'m Described,
        kind: &'m FieldKind,
        length: u64,
        (name, path): (&str, &str),
        walk: &mut Walk<'_>,
    ) -> Result<u64, Failure> {
        let (mut item, number) = match kind {
            FieldKind::Record(id) => {
                let paths = (format!("{name}."), format!("{path}."));
                self.record(out, &self.model.records[id.0], (&paths.0, &paths.1), walk)?;
                return Ok(0);
            }
            FieldKind::Filler(bytes) => (bytes_of(walk, *bytes), 0),
            FieldKind::Byte => (bytes_of(walk, 1), 0),
            FieldKind::Text(text) => (self.text(described, *text, length, (path, walk)), 0),
            FieldKind::Scalar { conversion } => self.scalar(described, *conversion, (path, walk)),
            // A choice is no item of an array.
            FieldKind::Choice(_) => return Ok(0),
        };
        if walk.missing.get_mut(path).and_then(VecDeque::pop_front) == Some(true) {
            item.notes.insert(0, "missing");
        }
        self.line(out, name, &item, walk)?;
        Ok(number)
    }

    fn scalar(
        &mut self,
        described: &'m Described,
        index: usize,
        (path, walk): (&str, &mut Walk<'_>),
    ) -> (Item, u64) {
        let conversion = &described.conversions[index];
        let format = &self.model.formats[conversion.format.0];
        let extent = conversion.order.extent(format.bits) as usize;
        if format.bits > WIDEST {
            let mut item = bytes_of(walk, extent as u64);
            item.value = format!("a word of {} bits", format.bits);
            return (item, 0);
        }
        let json = self.json;
        let dumper = self.dumpers.entry((&described.name, index)).or_insert_with(|| Dumper {
            format,
            order: &conversion.order,
            limits: Limits::from_format(format),
            is_packed: false,
            json,
        });
        let bytes = walk.take(extent);
        let item = dumper.item(walk.block.offset(walk.at - bytes.len()), bytes);
        let number = match words::meaning(format, conversion.order.load(bytes, format.bits)) {
            Meaning::Number(number) => {
                let text = number.format_exact(40).unwrap_or_default();
                let count = text.parse().unwrap_or(0);
                walk.values.insert(path.to_owned(), text);
                count
            }
            _ => 0,
        };
        (item, number)
    }

    fn text(
        &self,
        described: &Described,
        text: TextField,
        length: u64,
        (path, walk): (&str, &mut Walk<'_>),
    ) -> Item {
        let conversion: &Conversion = &described.conversions[text.wide];
        let format = &self.model.formats[conversion.format.0];
        let extent = conversion.order.extent(format.bits) as usize;
        let mut characters = Vec::new();
        let begin = walk.at;
        if let Some(set) = text.mixed {
            let bytes = walk.take(usize::try_from(length).unwrap_or(usize::MAX));
            characters = datarep_dynamic::record::read_mixed_text(set, bytes, char::REPLACEMENT_CHARACTER).0;
        }
        for _ in 0..if text.mixed.is_some() { 0 } else { length } {
            let word = conversion.order.load(walk.take(extent), format.bits);
            characters.push(match words::meaning(format, word) {
                Meaning::Character(character) => character,
                _ => char::REPLACEMENT_CHARACTER,
            });
        }
        let bytes = &walk.block.bytes[begin..walk.at];
        let notes =
            if characters.contains(&char::REPLACEMENT_CHARACTER) { vec!["unmapped"] } else { Vec::new() };
        let value: String = characters[text.find_text(&characters, |one| one)].iter().collect();
        walk.values.insert(path.to_owned(), value.clone());
        let at = walk.block.offset(begin);
        Item {
            bit: None,
            at,
            bytes: output::format_hex(bytes),
            word: String::new(),
            value: format!("{value:?}"),
            is_number: false,
            notes,
        }
    }

    fn line(
        &self,
        out: &mut impl output::Paint,
        name: &str,
        item: &Item,
        walk: &Walk<'_>,
    ) -> Result<(), Failure> {
        let Item { at, bytes, value, notes, .. } = item;
        if self.json {
            let mut entry = item.entry();
            entry["record"] = json!(walk.number);
            entry["field"] = json!(name);
            return output::write_json_line(out, &entry);
        }
        let shown = match bytes.char_indices().nth(3 * SHOWN) {
            Some((end, _)) => format!("{}…", &bytes[..end - 1]),
            None => bytes.clone(),
        };
        let (width, hex) = (self.width, 3 * SHOWN);
        out.paint(output::FAINT, &format!("{at:>10}"))?;
        write!(out, "  {shown:<hex$}  ")?;
        let rest = format!("{value:<24}  {}", notes.join(", "));
        let rest = rest.trim_end();
        if rest.is_empty() {
            out.paint(output::NAME, name)?;
            return Ok(writeln!(out)?);
        }
        out.paint(output::NAME, &format!("{name:<width$}"))?;
        Ok(writeln!(out, "  {rest}")?)
    }
}

impl<'b> Walk<'b> {
    /// Takes the next `count` bytes.
    fn take(&mut self, count: usize) -> &'b [u8] {
        let bytes = &self.block.bytes[self.at..self.at + count];
        self.at += count;
        bytes
    }
}

/// Whether each item of a record is missing, by the path of each field whose items may be. A field with an item that a rule
/// refuses has no missing items here.
fn find_missing(record: &Record, bytes: &[u8]) -> BTreeMap<String, VecDeque<bool>> {
    if !record.fields().iter().any(Field::is_nullable) {
        return BTreeMap::new();
    }
    let Ok(rows) = record.rows(bytes) else { return BTreeMap::new() };
    let nullable = record.fields().iter().enumerate().filter(|(_, field)| field.is_nullable());
    let found = nullable.filter_map(|(index, field)| {
        let (values, _) = rows.values(index).ok()?;
        let there = rows.places(index).unwrap_or_else(|| vec![true; values.len()]);
        let missing = values.missing()?.iter().zip(there).filter(|(_, is_there)| *is_there);
        Some((field.path().to_owned(), missing.map(|(missing, _)| *missing).collect()))
    });
    found.collect()
}

/// The next `count` bytes as an item without a value.
fn bytes_of(walk: &mut Walk<'_>, count: u64) -> Item {
    let at = walk.block.offset(walk.at);
    let bytes = walk.take(usize::try_from(count).unwrap_or(0));
    let (bytes, notes) = (output::format_hex(bytes), Vec::new());
    Item { at, bit: None, bytes, word: String::new(), value: String::new(), is_number: false, notes }
}
