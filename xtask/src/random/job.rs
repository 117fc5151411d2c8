//! The items of both sides for a text, and the reference's results for them.
//!
//! Nothing here depends on generated code except the byte layout of items, which both programs share.

use datarep_dsl::model::{
    Conversion, DecimalFloat, DigitFields, Format, FormatKind, Model, Native, Policy, SignificandCode,
    Special,
};
use datarep_dsl::source::Source;

use super::text::{REPRESENTATION, Text};
use crate::chance::Chance;
use crate::reference::{Events, Reference, mask, rules};
use crate::sample::{fractions, spread, with_digits};

/// Formats whose words have at most this number of bits are compared for every word.
const ALL: u32 = 16;
/// The number of items of each side for wider formats.
const ITEMS: usize = 1600;

/// An accepted text.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) text: Text,
    pub(super) source: String,
    /// The generated code of the text.
    pub(super) code: String,
    pub(super) native: Native,
    /// The number of bytes of an item in the file.
    pub(super) extent: u32,
    pub(super) read: Records,
    pub(super) write: Records,
}

/// Items and their expected results, in the layout that the other program reads: the bytes of the item and of its
/// result, four bytes of events, and one byte for the event that an error names. Native numbers are stored with the
/// lowest byte first. If the reference does not support the format, there are only items.
#[derive(Debug, Default)]
pub(super) struct Records {
    bytes: Vec<u8>,
    /// The number of bytes of an item.
    from: usize,
    /// The number of bytes of a whole record.
    size: usize,
}

/// An item and its expected result.
#[cfg(feature = "hostile")]
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'r> {
    pub(super) item: &'r [u8],
    /// The bytes of the result.
    pub(super) made: &'r [u8],
    pub(super) events: Events,
    /// The event that an error names.
    pub(super) error: Option<usize>,
}

impl Records {
    /// The number of records.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / self.size.max(1)
    }

    /// The bytes of the first `count` records, or of all records if there are fewer.
    pub(super) fn first(&self, count: usize) -> &[u8] {
        &self.bytes[..self.len().min(count) * self.size]
    }

    /// All records: each with its item, the result, the events, and the event that an error names. There are none if
    /// the reference does not support the format.
    #[cfg(feature = "hostile")]
    pub(super) fn iter(&self) -> impl Iterator<Item = Record<'_>> {
        let records = self.bytes.chunks_exact(self.size.max(1));
        records.filter_map(|record| {
            let (item, rest) = record.split_at_checked(self.from)?;
            let (made, end) = rest.split_last_chunk::<5>()?;
            let [events @ .., error] = *end;
            let error = usize::from(error);
            let error = (error != usize::from(u8::MAX)).then_some(error);
            Some(Record { item, made, events: Events::from_le_bytes(events), error })
        })
    }

    /// The expected result of an item: its bytes, the events, and the event that an error names.
    pub(super) fn find(&self, item: &[u8]) -> Option<(&[u8], Events, Option<u32>)> {
        let record = self.bytes.chunks_exact(self.size.max(1)).find(|record| record.starts_with(item))?;
        let (made, end) = record.get(self.from..)?.split_last_chunk::<5>()?;
        let [events @ .., error] = *end;
        Some((made, Events::from_le_bytes(events), Some(error.into()).filter(|_| error != u8::MAX)))
    }

    pub(super) fn push(&mut self, parts: [&[u8]; 2], events: Events, error: Option<u32>) {
        let before = self.bytes.len();
        for part in parts {
            self.bytes.extend(part);
        }
        self.bytes.extend(events.to_le_bytes());
        self.bytes.push(error.and_then(|bit| u8::try_from(bit).ok()).unwrap_or(u8::MAX));
        (self.from, self.size) = (parts[0].len(), self.bytes.len() - before);
    }

    fn push_unknown(&mut self, item: &[u8]) {
        self.bytes.extend(item);
        (self.from, self.size) = (item.len(), item.len());
    }
}

/// The native floats as formats.
#[derive(Debug)]
pub(super) struct Natives([Format; 3]);

impl Natives {
    pub(super) fn new() -> Result<Natives, String> {
        let text = "test f32 { 1.0 => 0x3F80_0000; } test f64 { 1.0 => 0x3FF0_0000_0000_0000; } \
                    test f128 { 1.0 => 0x3FFF_0000_0000_0000_0000_0000_0000_0000; }";
        let model = compile(text).map_err(|fault| format!("native floats have no formats: {fault}"))?;
        let find = |name: &str| {
            let found = model.formats.iter().find(|format| format.name == name).cloned();
            found.ok_or_else(|| format!("there is no format `{name}`"))
        };
        Ok(Natives([find("f32")?, find("f64")?, find("f128")?]))
    }

    pub(super) fn format(&self, native: Native) -> &Format {
        match native {
            Native::F32 => &self.0[0],
            Native::F64 => &self.0[1],
            _ => &self.0[2],
        }
    }
}

/// Compiles a text, or returns the title of the first diagnostic if the text is refused.
pub(super) fn compile(text: &str) -> Result<Model, String> {
    let source = Source { name: "random.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    datarep_dsl::compile(&source)
        .map_err(|failure| failure.diagnostics.first().map_or_else(String::new, |found| found.title.clone()))
}

impl Job {
    /// Whether there are results of the reference. Without them, the program compares its forms only with each other.
    pub(super) fn is_known(&self) -> bool {
        self.read.size > self.read.from
    }

    /// Compiles a text and computes the reference's results, or returns the reason why the text is refused.
    pub(super) fn new(text: Text, natives: &Natives, chance: &mut Chance) -> Result<Job, String> {
        let source = text.render();
        let model = compile(&source)?;
        let datarep = model.datareps.iter().find(|datarep| datarep.name == REPRESENTATION);
        let conversion = datarep
            .and_then(|datarep| datarep.conversions.iter().find(|own| own.native == text.native))
            .ok_or("the representation does not map the type")?;
        let format = &model.formats[conversion.format.0];
        let native = natives.format(text.native);
        let references = Reference::<u128>::new(format).and_then(|file| Ok((file, Reference::new(native)?)));
        let mut job = Job {
            native: text.native,
            extent: conversion.order.extent(format.bits),
            code: datarep_codegen::format(&model),
            source,
            text,
            read: Records::default(),
            write: Records::default(),
        };
        let words = words(format, chance);
        let values = words_of(native, ITEMS, chance);
        let side = Side { format, conversion, native_bits: native.bits };
        if let Ok((file, native)) = references {
            side.ask(&mut job, &file, &native, words, values, chance);
        } else {
            for word in words {
                job.read.push_unknown(&side.store(word));
            }
            for value in values {
                job.write.push_unknown(&side.store_native(value));
            }
        }
        Ok(job)
    }
}

/// One mapping.
struct Side<'a> {
    format: &'a Format,
    conversion: &'a Conversion,
    native_bits: u32,
}

impl Side<'_> {
    fn store(&self, word: u128) -> Vec<u8> {
        self.conversion.order.store(word, self.format.bits)
    }

    fn store_native(&self, value: u128) -> Vec<u8> {
        value.to_le_bytes()[..self.native_bits as usize / 8].to_vec()
    }

    fn ask(
        &self,
        job: &mut Job,
        file: &Reference<u128>,
        native: &Reference<u128>,
        mut words: Vec<u128>,
        mut values: Vec<u128>,
        chance: &mut Chance,
    ) {
        let Conversion { read, write, .. } = self.conversion;
        let plain = Policy::DEFAULT;
        // A word at, beside or near the given word, so that numbers beside a number of the other side are tested, too.
        let near = |made: u128, bits: u32, chance: &mut Chance| {
            let place = chance.below(bits);
            let noise = chance.next();
            match chance.below(4) {
                0 => made,
                1 => made.wrapping_add(1) & mask::<u128>(bits),
                2 => made ^ 1 << place,
                _ => made ^ (noise & mask::<u128>(place)),
            }
        };
        for index in 0..words.len().min(ITEMS) {
            let word = words[index * words.len() / words.len().min(ITEMS)];
            let made = rules::convert(file, native, &plain, None, word).0;
            values.push(near(made, self.native_bits, chance));
        }
        if self.format.bits > ALL {
            for &value in &values {
                let made = rules::convert(native, file, &plain, None, value).0;
                words.push(near(made, self.format.bits, chance));
            }
        }
        for items in [&mut words, &mut values] {
            items.sort_unstable();
            items.dedup();
            chance.shuffle(items);
        }
        let (read_errors, write_errors) = (rules::errors(read), rules::errors(write));
        for word in words {
            let (value, events) = rules::convert(file, native, read, Some(write), word);
            let error = rules::first_error(events, read_errors);
            job.read.push([&self.store(word), &self.store_native(value)], events, error);
        }
        for value in values {
            let (word, events) = rules::convert(native, file, write, None, value);
            let error = rules::first_error(events, write_errors);
            job.write.push([&self.store_native(value), &self.store(word)], events, error);
        }
    }
}

/// Words of a format: all of them, or a sample.
fn words(format: &Format, chance: &mut Chance) -> Vec<u128> {
    if format.bits <= ALL { (0..1 << format.bits).collect() } else { words_of(format, ITEMS, chance) }
}

/// Words with long runs of zeros and ones, words beside them, and arbitrary words.
fn words_at_borders(bits: u32, count: usize, chance: &mut Chance) -> Vec<u128> {
    let borders = fractions(bits);
    let mut words = Vec::new();
    while words.len() < count {
        let place = chance.below(bits);
        let (border, noise) = (chance.one(&borders), chance.next() & mask::<u128>(bits));
        // The highest bits determine the kind of the number, the lowest bits how it is rounded.
        let low = mask::<u128>(place);
        words.extend([border, noise, noise & !low | border & low, border & !low | noise & low]);
    }
    words
}

/// Words whose digits are mostly valid. Most digits of a random word are not.
fn words_with_digits(fields: &DigitFields, bits: u32, count: usize, chance: &mut Chance) -> Vec<u128> {
    let mut words = words_at_borders(bits, count, chance);
    for (index, word) in words.iter_mut().enumerate().filter(|(index, _)| !index.is_multiple_of(8)) {
        *word = with_digits(fields, bits, *word, index.is_multiple_of(3));
    }
    words
}

/// Words at the borders of every field, words of special classes, and arbitrary words.
fn words_of(format: &Format, count: usize, chance: &mut Chance) -> Vec<u128> {
    if let FormatKind::DecimalFloat(DecimalFloat { code: SignificandCode::Fields(fields), bits }) =
        &format.kind
    {
        return words_with_digits(fields, *bits, count, chance);
    }
    let FormatKind::Float(float) = &format.kind else { return words_at_borders(format.bits, count, chance) };
    let width: u32 = float.exponent.iter().map(|range| range.width()).sum();
    let field = mask::<u128>(width);
    let mut exponents: Vec<u128> = if width <= 4 {
        (0..=field).collect()
    } else {
        let half = (field >> 1) + 1;
        (0..4).flat_map(|step| [step, half - step, half + step, field - step]).collect()
    };
    let is_all = width <= 4;
    let significand: u32 = float.significand.iter().map(|range| range.width()).sum();
    let borders = fractions(significand);
    let others = mask::<u128>(format.bits);
    let exponent_bits = spread(field, &float.exponent);
    let written = float.specials.iter().filter_map(|Special { written, .. }| *written);
    let mut words: Vec<u128> =
        written.chain([0, others]).flat_map(|word| [word, word ^ 1, word.wrapping_add(1) & others]).collect();
    while words.len() < count {
        if !is_all && words.len().is_multiple_of(2) {
            exponents.push(chance.next() & field);
        }
        let exponent = match chance.below(3) {
            0 => exponents[exponents.len() - 1],
            _ => chance.one(&exponents),
        };
        let random = chance.next() & others;
        let fraction = match chance.below(4) {
            0 => chance.next(),
            _ => chance.one(&borders),
        };
        // The sign, the stored leading bit and the unused bits are arbitrary.
        let other = random & !exponent_bits & !spread(mask(significand), &float.significand);
        words.push(other | spread(exponent, &float.exponent) | spread(fraction, &float.significand));
        if chance.percent(15) {
            words.push(random);
        }
    }
    words
}
