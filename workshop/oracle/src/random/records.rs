//! Random records, whose fields are interpreted and compared with the reference.
//!
//! A field has one of the random formats, and rules of its own beside those of the record. The columns of many records
//! are read and written, with the counts of their events, and single records whose item is an error. Then the same record
//! with `null if` at its fields is read: the bytes of some of the items, and bytes that are no value, are missing.

use std::fmt::Write as _;

use datarep::error::ErrorKind;
use datarep::interpreter::Bytes;
use datarep::{Bf16, Decimal, Event, F16, F128, Loss};
use datarep_dsl::model::{FieldKind, Native};
use datarep_dynamic::record::{RecordError, Value};
use datarep_dynamic::{Error, Record as Interpreted, Text as Program};

use super::items::Mapping;
use super::job::{Depth, ExpectedItem, ExpectedItems, NativeFormats, compile};
use super::rules::{self, OF_RECORDS, Rules};
use super::text::Text;
use crate::chance::Chance;

/// The name of the record of every text.
const NAME: &str = "row";
/// The number of records of a file.
const ROWS: usize = 40;
/// The number of records with an item that is an error.
const ERRORS: usize = 8;

/// An accepted text with a record, and the reference's results for the items of its fields.
#[derive(Debug)]
pub(super) struct RecordJob {
    pub(super) source: String,
    pub(super) fields: Vec<FieldJob>,
    /// The same text, with `null if` at every field.
    nullable: String,
}

/// A field, and its items of both directions.
#[derive(Debug)]
pub(super) struct FieldJob {
    native: Native,
    /// The number of items in a record.
    count: usize,
    records: [ExpectedItems; 2],
    nulls: NullCases,
}

/// The missing items of a field.
#[derive(Debug)]
struct NullCases {
    /// Their bytes.
    items: Vec<Vec<u8>>,
    /// Whether bytes that are no value are missing, too.
    takes_invalid: bool,
}

/// The lines of a field before its clauses, its rules, and the lines after it.
struct FieldText {
    before: String,
    rules: String,
    after: String,
}

impl NullCases {
    /// Draws some of the items as missing ones.
    fn random(records: &ExpectedItems, chance: &mut Chance) -> NullCases {
        let all: Vec<ExpectedItem<'_>> = records.iter().collect();
        let last = u32::try_from(all.len()).unwrap_or(u32::MAX).max(1) - 1;
        let drawn =
            (0..chance.draw_between(1, 3)).filter_map(|_| all.get(chance.draw_between(0, last) as usize));
        let mut items: Vec<Vec<u8>> = drawn.map(|record| record.item.to_vec()).collect();
        items.sort_unstable();
        items.dedup();
        NullCases { takes_invalid: items.is_empty() || chance.percent(50), items }
    }

    fn render(&self) -> String {
        let bytes = |item: &Vec<u8>| {
            let bytes: Vec<String> = item.iter().map(|byte| format!("{byte:#04X}")).collect();
            format!("[{}]", bytes.join(", "))
        };
        let invalid = self.takes_invalid.then(|| "invalid".to_owned());
        let cases: Vec<String> = self.items.iter().map(bytes).chain(invalid).collect();
        format!("null if {};", cases.join(" | "))
    }

    /// Whether an item is missing, by the reference's events of it.
    fn is_missing(&self, record: &ExpectedItem<'_>) -> bool {
        let invalid = |event: &Event| matches!(event, Event::Invalid | Event::Reserved | Event::Unmapped);
        let bits = record.events | record.error.map_or(0, |bit| 1 << bit);
        let is_invalid =
            Event::ALL.iter().enumerate().any(|(bit, event)| invalid(event) && bits >> bit & 1 != 0);
        self.takes_invalid && is_invalid || self.items.iter().any(|item| item == record.item)
    }
}

/// The text of a record, with or without the missing items of its fields.
fn render_record(head: &str, fields: &[FieldText], rules: &str, nulls: &[String]) -> String {
    let mut source = format!("{head}record {NAME} {{\n");
    for (index, FieldText { before, rules, after }) in fields.iter().enumerate() {
        let nulls = nulls.get(index).map_or("", String::as_str);
        let clauses = format!("{nulls} {rules}");
        let clauses = if clauses.trim().is_empty() { String::new() } else { format!(" {{ {clauses}}}") };
        let _ = writeln!(source, "    {before}{clauses};{after}");
    }
    let _ = write!(source, "    {rules}\n}}\n");
    source
}

/// The word for a native type in a record.
fn native_word(native: Native) -> String {
    native.name().to_lowercase()
}

impl RecordJob {
    /// Draws a record, compiles it, and computes the reference's results, or returns the reason why it is refused.
    pub(super) fn new(natives: &NativeFormats, chance: &mut Chance) -> Result<RecordJob, String> {
        let count = chance.draw_between(1, 4) as usize;
        let texts: Vec<Text> = std::iter::repeat_with(|| Text::random(chance)).take(count).collect();
        let of_record = Rules::random_level(50, chance);
        let mut head = String::new();
        let mut lines = Vec::new();
        let mut counts = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            head.push_str(&text.render_definition(&format!("number{index}")));
            let count = if chance.percent(25) { chance.draw_between(2, 5) } else { 1 };
            counts.push(count as usize);
            let stored = format!("number{index}{}", text.render_mapped_order());
            let stored = if count > 1 { format!("[{stored}; {count}]") } else { stored };
            lines.push(FieldText {
                before: format!("field{index}: {stored} as {}", native_word(text.native)),
                rules: rules::render(text.rules.levels[0].each_ref().map(Vec::as_slice)),
                after: if chance.percent(20) {
                    format!(" _: {} bytes;", chance.draw_between(1, 9))
                } else {
                    String::new()
                },
            });
        }
        let rules = rules::render(of_record.each_ref().map(Vec::as_slice));
        let source = render_record(&head, &lines, &rules, &[]);
        let model = compile(&source)?;
        let described = model.records.first().ok_or("the text has no record")?;
        let scalars = described.fields.iter().filter_map(|field| match field.kind {
            FieldKind::Scalar { conversion } => described.conversions.get(conversion),
            _ => None,
        });
        let conversions: Vec<_> = scalars.collect();
        if conversions.len() != texts.len() {
            return Err("a field is no scalar".to_owned());
        }
        let fields = texts.iter().zip(conversions).zip(counts).map(|((text, conversion), count)| {
            let mapping = Mapping {
                format: &model.formats[conversion.format.0],
                order: &conversion.order,
                native: text.native,
                natives,
                depth: Depth::QUICK,
            };
            let resolve = |flows: [rules::DirectionTraits; 2]| {
                [0, 1].map(|direction| {
                    let [keep, last] = OF_RECORDS.map(|level| level[direction]);
                    let inherited = [of_record[direction].as_slice(), keep, last];
                    let own = &text.rules.levels[0][direction];
                    rules::resolve_direction(own, &inherited, flows[direction], direction == 0)
                })
            };
            let records = mapping.expect_items(resolve, chance);
            let nulls = NullCases::random(&records[0], chance);
            FieldJob { native: text.native, count, records, nulls }
        });
        let fields: Vec<FieldJob> = fields.collect();
        let nulls: Vec<String> = fields.iter().map(|field| field.nulls.render()).collect();
        let nullable = render_record(&head, &lines, &rules, &nulls);
        Ok(RecordJob { source, fields, nullable })
    }

    /// The number of items of all fields.
    pub(super) fn count_items(&self) -> usize {
        self.fields.iter().flat_map(|field| &field.records).map(ExpectedItems::len).sum()
    }

    /// The first difference, if there is one.
    pub(super) fn compare(&self) -> Result<Option<String>, String> {
        let text = Program::parse(&self.source).map_err(|error| error.to_string())?;
        let record = text.record(NAME).ok_or("the text has no record")?;
        for (index, field) in self.fields.iter().enumerate() {
            let place = record.field(&format!("field{index}")).ok_or("a field has no name")?;
            let side = InterpretedField { record, field, place };
            if let Some(what) = side.compare() {
                return Ok(Some(format!("field{index}: {what}")));
            }
        }
        let text = Program::parse(&self.nullable).map_err(|error| format!("{error}\n{}", self.nullable))?;
        let record = text.record(NAME).ok_or("the text has no record")?;
        for (index, field) in self.fields.iter().enumerate() {
            let place = record.field(&format!("field{index}")).ok_or("a field has no name")?;
            if let Some(what) = (InterpretedField { record, field, place }).compare_nullable() {
                return Ok(Some(format!("field{index} of {}: {what}", self.nullable)));
            }
        }
        Ok(None)
    }
}

/// A field of an interpreted record.
struct InterpretedField<'a> {
    record: &'a Interpreted,
    field: &'a FieldJob,
    place: usize,
}

/// The result of a call, or the index of an item and its event.
type Made = Result<Converted, Option<(usize, Event)>>;

/// What a call makes.
struct Converted {
    bytes: Vec<u8>,
    loss: Loss,
    /// Whether each item that was read is missing; empty if none can be.
    missing: Vec<bool>,
}

fn find_failed_item(error: &Error) -> Option<(usize, Event)> {
    let Error::Record(error) = error else { return None };
    let RecordError::Item { item, error, .. } = error.as_ref() else { return None };
    match error.kind() {
        ErrorKind::Conversion { fault, .. } => Some((*item, fault.event)),
        _ => None,
    }
}

impl InterpretedField<'_> {
    /// The first difference of the field.
    fn compare(&self) -> Option<String> {
        for (direction, records) in self.field.records.iter().enumerate() {
            let all: Vec<ExpectedItem<'_>> = records.iter().collect();
            let good: Vec<ExpectedItem<'_>> =
                all.iter().filter(|record| record.error.is_none()).copied().collect();
            if let Some(what) = self.compare_column(direction, &good) {
                return Some(what);
            }
            for bad in all.iter().filter(|record| record.error.is_some()).take(ERRORS) {
                let expected = bad.error.and_then(|bit| Event::ALL.get(bit).copied());
                let made = self.convert_items(direction, &vec![*bad; self.field.count]);
                let found = made.err().flatten();
                if found != expected.map(|event| (0, event)) {
                    return Some(format!("{:02x?} fails with {found:?}, not {expected:?}", bad.item));
                }
            }
        }
        None
    }

    fn compare_column(&self, direction: usize, good: &[ExpectedItem<'_>]) -> Option<String> {
        if good.is_empty() {
            return None;
        }
        let items: Vec<ExpectedItem<'_>> =
            good.iter().cycle().take(ROWS * self.field.count).copied().collect();
        let Converted { bytes, loss, .. } = match self.convert_items(direction, &items) {
            Ok(made) => made,
            Err(error) => return Some(format!("a column fails with {error:?}")),
        };
        for (item, made) in items.iter().zip(bytes.chunks_exact(good[0].made.len())) {
            if item.made != made {
                return Some(format!("{:02x?} becomes {made:02x?}, not {:02x?}", item.item, item.made));
            }
        }
        for (bit, event) in Event::ALL.iter().enumerate() {
            let count = items.iter().filter(|item| item.events >> bit & 1 != 0).count() as u64;
            if loss.of(*event) != count {
                return Some(format!("{event} is counted {} times, not {count}", loss.of(*event)));
            }
        }
        None
    }

    /// The first difference of the column with missing items.
    fn compare_nullable(&self) -> Option<String> {
        let all: Vec<ExpectedItem<'_>> = self.field.records[0].iter().collect();
        let nulls = &self.field.nulls;
        let good: Vec<ExpectedItem<'_>> =
            all.into_iter().filter(|record| record.error.is_none() || nulls.is_missing(record)).collect();
        if good.is_empty() {
            return None;
        }
        let items: Vec<ExpectedItem<'_>> =
            good.iter().cycle().take(ROWS * self.field.count).copied().collect();
        let Converted { bytes, loss, missing } = match self.convert_items(0, &items) {
            Ok(read) => read,
            Err(error) => return Some(format!("a column with missing items fails with {error:?}")),
        };
        let expected: Vec<bool> = items.iter().map(|item| nulls.is_missing(item)).collect();
        if missing != expected {
            return Some(format!("missing are {missing:?}, not {expected:?}"));
        }
        let made = items.first().map_or(1, |item| item.made.len());
        for ((item, found), missing) in items.iter().zip(bytes.chunks_exact(made)).zip(&expected) {
            if !missing && item.made != found {
                return Some(format!("{:02x?} becomes {found:02x?}, not {:02x?}", item.item, item.made));
            }
        }
        for (bit, event) in Event::ALL.iter().enumerate() {
            let counted = items
                .iter()
                .zip(&expected)
                .filter(|(item, missing)| !**missing && item.events >> bit & 1 != 0);
            let count = counted.count() as u64;
            if loss.of(*event) != count {
                return Some(format!("{event} is counted {} times, not {count}", loss.of(*event)));
            }
        }
        None
    }

    /// A file with these items in whole records.
    fn place_items(&self, items: &[ExpectedItem<'_>], stride: usize, offset: usize) -> Vec<u8> {
        let mut file = vec![0; stride * items.len() / self.field.count];
        for (row, items) in file.chunks_exact_mut(stride).zip(items.chunks_exact(self.field.count)) {
            let bytes: Vec<u8> = items.iter().flat_map(|item| item.item).copied().collect();
            row[offset..offset + bytes.len()].copy_from_slice(&bytes);
        }
        file
    }

    /// Converts the items of whole records in one direction.
    fn convert_items(&self, direction: usize, items: &[ExpectedItem<'_>]) -> Made {
        let convert = if direction == 0 { InterpretedField::read_as } else { InterpretedField::write_as };
        convert(self, items)
    }

    fn read_as(&self, items: &[ExpectedItem<'_>]) -> Made {
        match self.field.native {
            Native::I8 => self.read::<i8>(items),
            Native::I16 => self.read::<i16>(items),
            Native::I32 => self.read::<i32>(items),
            Native::I64 => self.read::<i64>(items),
            Native::I128 => self.read::<i128>(items),
            Native::U8 => self.read::<u8>(items),
            Native::U16 => self.read::<u16>(items),
            Native::U32 => self.read::<u32>(items),
            Native::U64 => self.read::<u64>(items),
            Native::U128 => self.read::<u128>(items),
            Native::F16 => self.read::<F16>(items),
            Native::Bf16 => self.read::<Bf16>(items),
            Native::F32 => self.read::<f32>(items),
            Native::F64 => self.read::<f64>(items),
            Native::Decimal => self.read::<Decimal>(items),
            _ => self.read::<F128>(items),
        }
    }

    fn write_as(&self, items: &[ExpectedItem<'_>]) -> Made {
        match self.field.native {
            Native::I8 => self.write::<i8>(items),
            Native::I16 => self.write::<i16>(items),
            Native::I32 => self.write::<i32>(items),
            Native::I64 => self.write::<i64>(items),
            Native::I128 => self.write::<i128>(items),
            Native::U8 => self.write::<u8>(items),
            Native::U16 => self.write::<u16>(items),
            Native::U32 => self.write::<u32>(items),
            Native::U64 => self.write::<u64>(items),
            Native::U128 => self.write::<u128>(items),
            Native::F16 => self.write::<F16>(items),
            Native::Bf16 => self.write::<Bf16>(items),
            Native::F32 => self.write::<f32>(items),
            Native::F64 => self.write::<f64>(items),
            Native::Decimal => self.write::<Decimal>(items),
            _ => self.write::<F128>(items),
        }
    }

    /// The bytes of a record, and those of the field's first item in it.
    fn layout(&self) -> Option<(usize, usize)> {
        Some((self.record.bytes()?, self.record.fields()[self.place].offset()?))
    }

    fn read<T: Value + Bytes>(&self, items: &[ExpectedItem<'_>]) -> Made {
        let (stride, offset) = self.layout().ok_or(None)?;
        let file = self.place_items(items, stride, offset);
        let rows = self.record.rows(&file).map_err(|error| find_failed_item(&error))?;
        let mut values = vec![T::default(); items.len()];
        let (missing, losses) =
            rows.read_nullable(self.place, &mut values).map_err(|error| find_failed_item(&error))?;
        let mut bytes = vec![0; values.len() * <T as Bytes>::BYTES];
        for (value, bytes) in values.into_iter().zip(bytes.chunks_exact_mut(<T as Bytes>::BYTES)) {
            Bytes::store(value, bytes);
        }
        Ok(Converted { bytes, loss: losses.loss, missing })
    }

    fn write<T: Value + Bytes>(&self, items: &[ExpectedItem<'_>]) -> Made {
        let (stride, offset) = self.layout().ok_or(None)?;
        let values: Vec<T> = items.iter().map(|item| <T as Bytes>::load(item.item)).collect();
        let mut rows = self
            .record
            .blank_rows(items.len() / self.field.count)
            .map_err(|error| find_failed_item(&error))?;
        let losses = rows.write(self.place, &values).map_err(|error| find_failed_item(&error))?;
        let bytes = items.first().map_or(0, |item| item.made.len()) * self.field.count;
        let file = rows.into_bytes();
        let made = file.chunks_exact(stride).flat_map(|row| &row[offset..offset + bytes]);
        Ok(Converted { bytes: made.copied().collect(), loss: losses.loss, missing: Vec::new() })
    }
}
