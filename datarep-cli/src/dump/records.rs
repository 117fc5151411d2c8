//! `datarep dump` of records: a line for each field, and for each item of an array.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::Write;
use std::path::Path;
use std::slice::from_ref;

use datarep_dsl::limits::Limits;
use datarep_dsl::model::{
    CaseValue, Choice, Conversion, Count, CountChoice, CountFault, CountFields, FieldKind, Model,
    Record as Described, RecordField, TextField, find_case, format_path,
};
use datarep_dsl::words::{self, Meaning};
use datarep_dynamic::Record;
use datarep_dynamic::record::{Rows, TolerantValues};
use serde_json::json;

use crate::args;
use crate::convert::format_value;
use crate::failure::CliFailure;
use crate::input::{RecordBlock, RecordInput};
use crate::mistakes::{self, Contents};
use crate::output;
use crate::progress::ProgressLine;

use super::item::{DumpedItem, INVALID, ItemDumper, ItemKind};

/// The most bytes of a field that are shown.
const SHOWN: usize = 8;

/// Bits of the widest word that is shown as a word.
const WIDEST: u32 = 128;

/// Prints the records.
pub(super) fn run(dump: &args::DumpOptions, record: &Record) -> Result<(), CliFailure> {
    let mut input = RecordInput::open(&dump.file, &dump.items, record)?;
    mistakes::note_contents(&dump.file, &dump.items, Contents::Records);
    let mut out = output::stdout();
    // The name of a field in arrays is followed by the number of an item, in brackets.
    let width =
        record.fields().iter().map(|field| field.path().chars().count() + 3 * field.shape().len()).max();
    let width = width.unwrap_or(0);
    let mut dumper = RecordDumper { model: record.model(), dumpers: BTreeMap::new(), json: dump.json, width };
    let progress =
        ProgressLine::of_files(from_ref(&dump.file), &dump.items, input.end_of_rows(), Path::new("-"));
    loop {
        progress.update_position();
        match input.next() {
            Ok(Some(block)) => dumper.print_block(&mut out, record, &block)?,
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
struct RecordDumper<'m> {
    model: &'m Model,
    /// The dumper of each conversion, by the name of its record and its index there.
    dumpers: BTreeMap<(&'m str, usize), ItemDumper<'m>>,
    json: bool,
    /// The width of the column of names.
    width: usize,
}

/// A record whose fields are visited in order.
struct RecordCursor<'b> {
    block: &'b RecordBlock,
    /// The byte of the block that comes next.
    position: usize,
    /// The byte at which the record ends, or the alternative that is printed.
    end: usize,
    number: u64,
    /// Whether each of the next items is missing, by the path of a field whose items may be.
    missing: BTreeMap<String, VecDeque<bool>>,
    /// The value of each of the next items whose word is too wide, by the path of their field; `None` for a bad item.
    wide: BTreeMap<String, VecDeque<Option<String>>>,
    /// The last value of each number and text, by the path of its field: it may decide a choice.
    values: BTreeMap<String, ShownValue>,
    /// The alternatives of each of the next choices that no field decides, by their path.
    valid: BTreeMap<String, VecDeque<Vec<usize>>>,
}

impl<'m> RecordDumper<'m> {
    fn print_block(
        &mut self,
        out: &mut impl output::Paint,
        record: &'m Record,
        block: &RecordBlock,
    ) -> Result<(), CliFailure> {
        let starts = block.starts(record).map_err(|error| CliFailure::new(error.to_string()))?;
        for (index, range) in starts.windows(2).enumerate() {
            let number = block.number(index);
            if !self.json {
                let (offset, bytes) = (block.file_offset(range[0]), range[1] - range[0]);
                let plural = if bytes == 1 { "" } else { "s" };
                out.paint(output::TITLE, &format!("record {number} at byte {offset}, {bytes} byte{plural}"))?;
                writeln!(out)?;
            }
            // A record that cannot be read as a whole is shown all the same: a dump is how its user finds out why.
            let rows = block.rows_in(record, &starts, index..index + 1).ok();
            let missing = rows.as_ref().map(|rows| find_missing(record, rows)).unwrap_or_default();
            let valid = rows.as_ref().map(Rows::valid_alternatives).unwrap_or_default();
            let valid = valid
                .into_iter()
                .map(|(path, alternatives)| (path.to_owned(), alternatives.into()))
                .collect();
            let wide = rows.as_ref().map(|rows| read_wide_items(record, rows)).unwrap_or_default();
            let (position, end, values) = (range[0], range[1], BTreeMap::new());
            let mut walk = RecordCursor { block, position, end, number, missing, wide, values, valid };
            self.print_record(out, record.described(), ("", ""), &mut walk)?;
        }
        Ok(())
    }

    /// Prints a record. `paths`: what comes before the names of its fields, with the indexes of items and without.
    fn print_record(
        &mut self,
        out: &mut impl output::Paint,
        described: &'m Described,
        paths: (&str, &str),
        walk: &mut RecordCursor<'_>,
    ) -> Result<(), CliFailure> {
        let start = walk.position;
        described
            .fields
            .iter()
            .try_for_each(|field| self.print_field(out, (described, start), field, paths, walk))
    }

    /// Prints a field of a record that begins at a byte. `paths` is what comes before its name, as in [`RecordDumper::print_record`].
    fn print_field(
        &mut self,
        out: &mut impl output::Paint,
        (described, start): (&'m Described, usize),
        field: &'m RecordField,
        paths: (&str, &str),
        walk: &mut RecordCursor<'_>,
    ) -> Result<(), CliFailure> {
        let [name, path] =
            [paths.0, paths.1].map(|path| format!("{path}{}", field.name.as_deref().unwrap_or("_")));
        if let FieldKind::Choice(choice) = &field.kind {
            let names = (format!("{name}."), format!("{path}."));
            return self.print_choice(out, (described, start), choice, ((&names.0, &names.1), paths.1), walk);
        }
        let counts = RecordCounts { model: self.model, described, start, prefix: paths.1 };
        let length = match &field.kind {
            FieldKind::Text(text) => counts.find_count(text.length, walk, self.item_bytes(described, field)),
            _ => 1,
        };
        let item_bytes = self.item_bytes(described, field).map(|bytes| bytes * length);
        // From the inner dimension to the outer one, because `..` outside counts whole items of what is inside.
        let fixed = field.counts.iter().rev().try_fold(1_u64, |items, count| match count {
            // Records without a length of their own, up to the end.
            Count::Rest if item_bytes.is_none() => None,
            count => {
                Some(items * counts.find_count(*count, walk, item_bytes.map(|item_bytes| item_bytes * items)))
            }
        });
        if matches!(field.kind, FieldKind::Byte | FieldKind::Filler(_)) {
            // Bytes are one line, however many they are.
            let bytes = fixed.unwrap_or(0) * item_bytes.unwrap_or(1);
            if bytes > 0 || field.name.is_some() {
                let item = take_raw_item(walk, bytes);
                self.print_line(out, &name, &item, walk)?;
            }
            return Ok(());
        }
        let mut index = 0;
        while fixed.map_or(walk.position < walk.end, |items| index < items) {
            let name = if field.counts.is_empty() { name.clone() } else { format!("{name}[{index}]") };
            self.print_item(out, described, &field.kind, length, (&name, &path), walk)?;
            index += 1;
        }
        Ok(())
    }

    /// The bytes of an item of a field, or of a character of its text; `None` for a record without a fixed length.
    fn item_bytes(&self, described: &Described, field: &RecordField) -> Option<u64> {
        let bytes = |index: usize| {
            let conversion = &described.conversions[index];
            let bits = self.model.formats[conversion.format.0].bits;
            Some(u64::from(conversion.order.extent(bits)))
        };
        match &field.kind {
            FieldKind::Scalar { conversion } => bytes(*conversion),
            FieldKind::Text(text) => bytes(text.wide),
            FieldKind::Record(id) => {
                let inside = &self.model.records[id.0];
                (inside.is_fixed && !inside.has_choice).then_some(inside.least_bytes)
            }
            FieldKind::Byte => Some(1),
            FieldKind::Filler(bytes) => Some(*bytes),
            FieldKind::Choice(_) => None,
        }
    }

    /// Prints the alternatives that a choice has. `names` is what comes before the names of alternatives, with the prefix of
    /// the record.
    fn print_choice(
        &mut self,
        out: &mut impl output::Paint,
        (described, start): (&'m Described, usize),
        choice: &'m Choice,
        (names, prefix): ((&str, &str), &str),
        walk: &mut RecordCursor<'_>,
    ) -> Result<(), CliFailure> {
        let begin = walk.position;
        let outer = walk.end;
        // Within a choice of a fixed length, `..` ends where the choice does.
        walk.end = choice.bytes.map_or(outer, |bytes| begin + usize::try_from(bytes).unwrap_or(0));
        let mut end = begin;
        for index in self.find_alternatives(described, choice, (names.1, prefix), walk) {
            // All alternatives of an overlay begin at the same byte.
            walk.position = begin;
            if let Some(field) = choice.alternatives[index].field.as_ref() {
                self.print_field(out, (described, start), field, names, walk)?;
            }
            end = end.max(walk.position);
        }
        (walk.position, walk.end) = (end, outer);
        // A shorter alternative leaves bytes of the choice, which have no field and are shown as a filler.
        let end = choice.bytes.map_or(walk.position, |bytes| begin + usize::try_from(bytes).unwrap_or(0));
        if end > walk.position {
            let filler = take_raw_item(walk, (end - walk.position) as u64);
            self.print_line(out, &format!("{}_", names.0), &filler, walk)?;
        }
        Ok(())
    }

    /// The alternatives that a choice has. `path` is its path, with a dot at the end.
    fn find_alternatives(
        &self,
        described: &Described,
        choice: &Choice,
        (path, prefix): (&str, &str),
        walk: &mut RecordCursor<'_>,
    ) -> Vec<usize> {
        let Some(selector) = choice.selector_path(described, &self.model.records) else {
            // No field decides: which alternatives are valid was found when the record was read, once for each time
            // that the choice is made.
            let alternatives = walk.valid.get_mut(path.trim_end_matches('.'));
            return alternatives.and_then(VecDeque::pop_front).unwrap_or_default();
        };
        let value = walk.values.get(&format!("{prefix}{selector}"));
        value.and_then(|value| choice.find_alternative(value.as_case())).into_iter().collect()
    }

    /// Prints an item.
    fn print_item(
        &mut self,
        out: &mut impl output::Paint,
        described: &'m Described,
        kind: &'m FieldKind,
        length: u64,
        (name, path): (&str, &str),
        walk: &mut RecordCursor<'_>,
    ) -> Result<(), CliFailure> {
        let mut item = match kind {
            FieldKind::Record(id) => {
                let paths = (format!("{name}."), format!("{path}."));
                self.print_record(out, &self.model.records[id.0], (&paths.0, &paths.1), walk)?;
                return Ok(());
            }
            FieldKind::Text(text) => self.take_text(described, *text, length, (path, walk)),
            FieldKind::Scalar { conversion } => self.take_scalar(described, *conversion, (path, walk)),
            // A choice is no item of an array, and bytes are one line.
            FieldKind::Choice(_) | FieldKind::Byte | FieldKind::Filler(_) => return Ok(()),
        };
        if walk.missing.get_mut(path).and_then(VecDeque::pop_front) == Some(true) {
            item.notes.insert(0, "missing");
        }
        self.print_line(out, name, &item, walk)
    }

    fn take_scalar(
        &mut self,
        described: &'m Described,
        index: usize,
        (path, walk): (&str, &mut RecordCursor<'_>),
    ) -> DumpedItem {
        let conversion = &described.conversions[index];
        let format = &self.model.formats[conversion.format.0];
        let extent = conversion.order.extent(format.bits) as usize;
        if format.bits > WIDEST {
            return take_wide_item(format.bits, extent, (path, walk));
        }
        let json = self.json;
        let dumper = self.dumpers.entry((&described.name, index)).or_insert_with(|| ItemDumper {
            format,
            order: &conversion.order,
            limits: Limits::from_format(format),
            is_packed: false,
            json,
        });
        let bytes = walk.take(extent);
        let item = dumper.read_item(walk.block.file_offset(walk.position - bytes.len()), bytes);
        if let Meaning::Number(number) = words::meaning(format, conversion.order.load(bytes, format.bits)) {
            // A number with a fraction decides nothing, and does not parse. 40 digits hold every integer of 128 bits.
            let number = number.format_exact(40).and_then(|number| number.parse().ok());
            walk.values.insert(path.to_owned(), ShownValue::Number(number));
        }
        item
    }

    fn take_text(
        &self,
        described: &Described,
        text: TextField,
        length: u64,
        (path, walk): (&str, &mut RecordCursor<'_>),
    ) -> DumpedItem {
        let conversion: &Conversion = &described.conversions[text.wide];
        let format = &self.model.formats[conversion.format.0];
        let extent = conversion.order.extent(format.bits) as usize;
        let mut characters = Vec::new();
        let begin = walk.position;
        if let Some(set) = text.mixed {
            let bytes = walk.take(usize::try_from(length).unwrap_or(usize::MAX));
            characters = datarep_dynamic::record::read_mixed_text(set, bytes, char::REPLACEMENT_CHARACTER).0;
        }
        // The length of a text with shifts counts bytes, and those are read above as a whole.
        for _ in 0..if text.mixed.is_some() { 0 } else { length } {
            let word = conversion.order.load(walk.take(extent), format.bits);
            characters.push(match words::meaning(format, word) {
                Meaning::Character(character) => character,
                _ => char::REPLACEMENT_CHARACTER,
            });
        }
        let bytes = &walk.block.bytes[begin..walk.position];
        let notes =
            if characters.contains(&char::REPLACEMENT_CHARACTER) { vec!["unmapped"] } else { Vec::new() };
        let value: String = characters[text.find_text(&characters, |character| character)].iter().collect();
        walk.values.insert(path.to_owned(), ShownValue::Text(value.clone()));
        let offset = walk.block.file_offset(begin);
        DumpedItem {
            bit: None,
            offset,
            bytes: output::format_hex(bytes),
            word: String::new(),
            value: format!("{value:?}"),
            kind: ItemKind::Text,
            text: Some(value),
            notes,
        }
    }

    fn print_line(
        &self,
        out: &mut impl output::Paint,
        name: &str,
        item: &DumpedItem,
        walk: &RecordCursor<'_>,
    ) -> Result<(), CliFailure> {
        let DumpedItem { offset, bytes, value, notes, .. } = item;
        if self.json {
            let mut entry = item.to_json();
            entry["record"] = json!(walk.number);
            entry["field"] = json!(name);
            return output::write_json_line(out, &entry);
        }
        // Two digits and a blank for each byte.
        let hex_bytes = match bytes.char_indices().nth(3 * SHOWN) {
            Some((end, _)) => format!("{}…", &bytes[..end - 1]),
            None => bytes.clone(),
        };
        let (width, hex) = (self.width, 3 * SHOWN);
        out.paint(output::FAINT, &format!("{offset:>10}"))?;
        write!(out, "  {hex_bytes:<hex$}  ")?;
        if value.is_empty() && notes.is_empty() {
            out.paint(output::NAME, name)?;
            return Ok(writeln!(out)?);
        }
        out.paint(output::NAME, &format!("{name:<width$}"))?;
        write!(out, "  ")?;
        item.print_value(out)
    }
}

/// The counts of a record that is printed. It begins at byte `start`, and the paths of its fields with `prefix`.
#[derive(Clone, Copy)]
struct RecordCounts<'r> {
    model: &'r Model,
    described: &'r Described,
    start: usize,
    prefix: &'r str,
}

impl RecordCounts<'_> {
    /// A number of items of `item_bytes` bytes. The record was read before, so there is one.
    fn find_count(self, count: Count, walk: &RecordCursor<'_>, item_bytes: Option<u64>) -> u64 {
        let mut fields = ShownFields { counts: self, walk };
        match count {
            Count::Fixed(count) => Some(count),
            Count::Field(index) => {
                fields.read_field(&[index]).ok().and_then(|number| u64::try_from(number).ok())
            }
            Count::Computed(index) => {
                let number = self.described.counts[index].term.compute(&mut fields);
                number.ok().and_then(|number| u64::try_from(number).ok())
            }
            // All whole items up to the end of the record, or of the choice around them.
            Count::Rest => {
                item_bytes.and_then(|item_bytes| ((walk.end - walk.position) as u64).checked_div(item_bytes))
            }
        }
        .unwrap_or(0)
    }
}

/// The fields that were printed, from which a count is computed.
struct ShownFields<'s, 'w> {
    counts: RecordCounts<'s>,
    walk: &'s RecordCursor<'w>,
}

impl ShownFields<'_, '_> {
    fn value(&self, path: &[usize]) -> Result<&ShownValue, CountFault> {
        let RecordCounts { model, described, prefix, .. } = self.counts;
        let path = format!("{prefix}{}", format_path(path, described, &model.records));
        self.walk.values.get(&path).ok_or(CountFault::Overflow)
    }
}

impl CountFields for ShownFields<'_, '_> {
    type Fault = CountFault;

    fn read_field(&mut self, path: &[usize]) -> Result<i128, CountFault> {
        match self.value(path)? {
            ShownValue::Number(Some(number)) => Ok(*number),
            ShownValue::Number(None) | ShownValue::Text(_) => Err(CountFault::Overflow),
        }
    }

    fn find_case(&mut self, choice: &CountChoice) -> Result<usize, CountFault> {
        let cases = choice.cases.iter().map(|(cases, _)| cases.as_deref());
        find_case(cases, self.value(&choice.selector)?.as_case()).ok_or(CountFault::Overflow)
    }

    fn offset(&self) -> i128 {
        (self.walk.position - self.counts.start) as i128
    }
}

/// A value that was printed, which may decide.
enum ShownValue {
    /// A number that is no integer decides nothing.
    Number(Option<i128>),
    Text(String),
}

impl ShownValue {
    fn as_case(&self) -> CaseValue<'_> {
        match self {
            ShownValue::Number(number) => CaseValue::Integer(number.unwrap_or(-1)),
            ShownValue::Text(text) => CaseValue::Text(text),
        }
    }
}

impl<'b> RecordCursor<'b> {
    /// Takes the next `count` bytes.
    fn take(&mut self, count: usize) -> &'b [u8] {
        let bytes = &self.block.bytes[self.position..self.position + count];
        self.position += count;
        bytes
    }
}

/// Whether each item of a record is missing, by the path of each field whose items may be. A field with an item that a rule
/// refuses has no missing items here.
fn find_missing(record: &Record, rows: &Rows<'_>) -> BTreeMap<String, VecDeque<bool>> {
    let nullable = record.fields().iter().enumerate().filter(|(_, field)| field.is_nullable());
    let missing_by_path = nullable.filter_map(|(index, field)| {
        let (values, _) = rows.values(index).ok()?;
        let is_present = rows.places(index).unwrap_or_else(|| vec![true; values.len()]);
        let missing = values.missing()?.iter().zip(is_present).filter(|(_, is_there)| *is_there);
        Some((field.path().to_owned(), missing.map(|(missing, _)| *missing).collect()))
    });
    missing_by_path.collect()
}

/// The values of the items of a record whose words have more than 128 bits, such as decimals of many digits, by the path of their
/// field.
fn read_wide_items(record: &Record, rows: &Rows<'_>) -> BTreeMap<String, VecDeque<Option<String>>> {
    let formats = record.list_formats();
    let fields = record.fields().iter().enumerate();
    let wide = fields.filter(|(index, _)| formats[*index].is_some_and(|format| format.bits > WIDEST));
    let values_by_path = wide.filter_map(|(index, field)| {
        let TolerantValues { values, bad, .. } = rows.tolerant_values(index).ok()?;
        let is_present = rows.places(index).unwrap_or_else(|| vec![true; values.len()]);
        // One record is read, so that the number of a bad item is that among those which are there.
        let bad: BTreeSet<usize> = bad.iter().map(|item| item.item).collect();
        let places = (0..values.len()).filter(|place| is_present[*place]);
        let items = places
            .enumerate()
            .map(|(item, place)| (!bad.contains(&item)).then(|| format_value(values.present(), place)));
        Some((field.path().to_owned(), items.collect()))
    });
    values_by_path.collect()
}

/// The next item, whose word has too many bits to be shown: its value was read before.
fn take_wide_item(bits: u32, extent: usize, (path, walk): (&str, &mut RecordCursor<'_>)) -> DumpedItem {
    let value = walk.wide.get_mut(path).and_then(VecDeque::pop_front);
    let item = take_raw_item(walk, extent as u64);
    match value {
        Some(Some(value)) => {
            walk.values.insert(path.to_owned(), ShownValue::Number(value.parse().ok()));
            DumpedItem { value, kind: ItemKind::Number, ..item }
        }
        Some(None) => DumpedItem { value: INVALID.to_owned(), ..item },
        // The record cannot be read as a whole.
        None => DumpedItem { value: format!("a word of {bits} bits"), ..item },
    }
}

/// The next `count` bytes as an item without a value.
fn take_raw_item(walk: &mut RecordCursor<'_>, count: u64) -> DumpedItem {
    let offset = walk.block.file_offset(walk.position);
    let bytes = walk.take(usize::try_from(count).unwrap_or(0));
    let (bytes, notes) = (output::format_hex(bytes), Vec::new());
    DumpedItem {
        offset,
        bit: None,
        bytes,
        word: String::new(),
        value: String::new(),
        kind: ItemKind::Class,
        text: None,
        notes,
    }
}
