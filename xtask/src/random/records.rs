//! Random records, whose fields are interpreted and compared with the reference.
//!
//! A field has one of the random formats, and rules of its own beside those of the record. The columns of many records
//! are read and written, with the counts of their events, and single records whose item is an error.

use std::fmt::Write as _;

use datarep::error::ErrorKind;
use datarep::interpreter::Bytes;
use datarep::{Bf16, Decimal, Event, F16, F128, Loss};
use datarep_dsl::model::{FieldKind, Native};
use datarep_dynamic::record::{RecordError, Value};
use datarep_dynamic::{Error, Record as Interpreted, Text as Program};

use super::items::Mapping;
use super::job::{Depth, Natives, Record, Records, compile};
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
}

/// A field, and its items of both directions.
#[derive(Debug)]
pub(super) struct FieldJob {
    native: Native,
    /// The number of items in a record.
    count: usize,
    records: [Records; 2],
}

/// The word for a native type in a record.
fn word(native: Native) -> String {
    native.name().to_lowercase()
}

impl RecordJob {
    /// Draws a record, compiles it, and computes the reference's results, or returns the reason why it is refused.
    pub(super) fn new(natives: &Natives, chance: &mut Chance) -> Result<RecordJob, String> {
        let count = chance.between(1, 4) as usize;
        let texts: Vec<Text> = std::iter::repeat_with(|| Text::random(chance)).take(count).collect();
        let of_record = Rules::random_level(50, chance);
        let mut source = String::new();
        let mut body = String::new();
        let mut counts = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            source.push_str(&text.definition(&format!("number{index}")));
            let count = if chance.percent(25) { chance.between(2, 5) } else { 1 };
            counts.push(count as usize);
            let stored = format!("number{index}{}", text.mapped_order());
            let stored = if count > 1 { format!("[{stored}; {count}]") } else { stored };
            let own = rules::render(text.rules.levels[0].each_ref().map(Vec::as_slice));
            let own = if own.is_empty() { own } else { format!(" {{ {own}}}") };
            let _ = writeln!(body, "    field{index}: {stored} as {}{own};", word(text.native));
            if chance.percent(20) {
                let _ = writeln!(body, "    _: {} bytes;", chance.between(1, 9));
            }
        }
        let rules = rules::render(of_record.each_ref().map(Vec::as_slice));
        let _ = write!(source, "record {NAME} {{\n{body}    {rules}\n}}\n");
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
            let resolve = |flows: [rules::Flow; 2]| {
                [0, 1].map(|direction| {
                    let [keep, last] = OF_RECORDS.map(|level| level[direction]);
                    let inherited = [of_record[direction].as_slice(), keep, last];
                    let own = &text.rules.levels[0][direction];
                    rules::resolve(own, &inherited, flows[direction], direction == 0)
                })
            };
            FieldJob { native: text.native, count, records: mapping.ask(resolve, chance) }
        });
        let fields = fields.collect();
        Ok(RecordJob { source, fields })
    }

    /// The number of items of all fields.
    pub(super) fn items(&self) -> usize {
        self.fields.iter().flat_map(|field| &field.records).map(Records::len).sum()
    }

    /// The first difference, if there is one.
    pub(super) fn compare(&self) -> Result<Option<String>, String> {
        let text = Program::parse(&self.source).map_err(|error| error.to_string())?;
        let record = text.record(NAME).ok_or("the text has no record")?;
        for (index, field) in self.fields.iter().enumerate() {
            let place = record.field(&format!("field{index}")).ok_or("a field has no name")?;
            let side = Side { record, field, place };
            if let Some(what) = side.compare() {
                return Ok(Some(format!("field{index}: {what}")));
            }
        }
        Ok(None)
    }
}

/// A field of an interpreted record.
struct Side<'a> {
    record: &'a Interpreted,
    field: &'a FieldJob,
    place: usize,
}

/// The result of a call: bytes and counts, or the index of an item and its event.
type Made = Result<(Vec<u8>, Loss), Option<(usize, Event)>>;

fn failed(error: &Error) -> Option<(usize, Event)> {
    let Error::Record(error) = error else { return None };
    let RecordError::Item { item, error, .. } = error.as_ref() else { return None };
    match error.kind() {
        ErrorKind::Conversion { fault, .. } => Some((*item, fault.event)),
        _ => None,
    }
}

impl Side<'_> {
    /// The first difference of the field.
    fn compare(&self) -> Option<String> {
        for (direction, records) in self.field.records.iter().enumerate() {
            let all: Vec<Record<'_>> = records.iter().collect();
            let good: Vec<Record<'_>> = all.iter().filter(|record| record.error.is_none()).copied().collect();
            if let Some(what) = self.compare_column(direction, &good) {
                return Some(what);
            }
            for bad in all.iter().filter(|record| record.error.is_some()).take(ERRORS) {
                let expected = bad.error.and_then(|bit| Event::ALL.get(bit).copied());
                let made = self.call(direction, &vec![*bad; self.field.count]);
                let found = made.err().flatten();
                if found != expected.map(|event| (0, event)) {
                    return Some(format!("{:02x?} fails with {found:?}, not {expected:?}", bad.item));
                }
            }
        }
        None
    }

    fn compare_column(&self, direction: usize, good: &[Record<'_>]) -> Option<String> {
        if good.is_empty() {
            return None;
        }
        let items: Vec<Record<'_>> = good.iter().cycle().take(ROWS * self.field.count).copied().collect();
        let (bytes, loss) = match self.call(direction, &items) {
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

    /// Converts the items of whole records in one direction.
    fn call(&self, direction: usize, items: &[Record<'_>]) -> Made {
        let convert = if direction == 0 { Side::read_as } else { Side::write_as };
        convert(self, items)
    }

    fn read_as(&self, items: &[Record<'_>]) -> Made {
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

    fn write_as(&self, items: &[Record<'_>]) -> Made {
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

    fn read<T: Value + Bytes>(&self, items: &[Record<'_>]) -> Made {
        let (stride, offset) = self.layout().ok_or(None)?;
        let mut file = vec![0; stride * items.len() / self.field.count];
        for (row, items) in file.chunks_exact_mut(stride).zip(items.chunks_exact(self.field.count)) {
            let bytes: Vec<u8> = items.iter().flat_map(|item| item.item).copied().collect();
            row[offset..offset + bytes.len()].copy_from_slice(&bytes);
        }
        let rows = self.record.rows(&file).map_err(|error| failed(&error))?;
        let mut values = vec![T::default(); items.len()];
        let losses = rows.read(self.place, &mut values).map_err(|error| failed(&error))?;
        let mut bytes = vec![0; values.len() * <T as Bytes>::BYTES];
        for (value, bytes) in values.into_iter().zip(bytes.chunks_exact_mut(<T as Bytes>::BYTES)) {
            Bytes::store(value, bytes);
        }
        Ok((bytes, losses.loss))
    }

    fn write<T: Value + Bytes>(&self, items: &[Record<'_>]) -> Made {
        let (stride, offset) = self.layout().ok_or(None)?;
        let values: Vec<T> = items.iter().map(|item| <T as Bytes>::load(item.item)).collect();
        let mut rows =
            self.record.blank_rows(items.len() / self.field.count).map_err(|error| failed(&error))?;
        let losses = rows.write(self.place, &values).map_err(|error| failed(&error))?;
        let bytes = items.first().map_or(0, |item| item.made.len()) * self.field.count;
        let file = rows.into_bytes();
        let made = file.chunks_exact(stride).flat_map(|row| &row[offset..offset + bytes]);
        Ok((made.copied().collect(), losses.loss))
    }
}
