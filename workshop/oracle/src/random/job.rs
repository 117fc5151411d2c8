//! The items of both sides for a text, and the reference's results for them.
//!
//! Nothing here depends on generated code except the byte layout of items, which both programs share.

use datarep_dsl::model::{
    DecimalFloat, DigitFields, Format, FormatKind, Model, Native, SignificandCode, SpecialEncoding,
};
use datarep_dsl::source::Source;

use super::items::Mapping;
use super::text::{REPRESENTATION, Text};
use crate::chance::Chance;
use crate::reference::{Events, mask};
use crate::sample::{list_border_values, make_digits_valid, scatter_bits};

/// How thoroughly a format is compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Depth {
    /// Formats whose words have at most this number of bits are compared for every word.
    pub(super) all: u32,
    /// The number of items of each side for wider formats.
    pub(super) items: usize,
    /// Whether code is generated.
    pub(super) is_compiled: bool,
}

impl Depth {
    /// For generated code.
    pub(super) const FULL: Depth = Depth { all: 16, items: 1600, is_compiled: true };
    /// For interpreted texts alone: few items of many formats.
    pub(super) const QUICK: Depth = Depth { all: 8, items: 100, is_compiled: false };
}

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
    pub(super) read: ExpectedItems,
    pub(super) write: ExpectedItems,
}

/// Items and their expected results, in the layout that the other program reads: the bytes of the item and of its
/// result, four bytes of events, and one byte for the event that an error names. Native numbers are stored with the
/// lowest byte first. If the reference does not support the format, there are only items.
#[derive(Debug, Default)]
pub(super) struct ExpectedItems {
    bytes: Vec<u8>,
    /// The number of bytes of an item.
    from: usize,
    /// The number of bytes of a whole record.
    size: usize,
}

/// An item and its expected result.
#[cfg(feature = "hostile")]
#[derive(Debug, Clone, Copy)]
pub(super) struct ExpectedItem<'r> {
    pub(super) item: &'r [u8],
    /// The bytes of the result.
    pub(super) made: &'r [u8],
    pub(super) events: Events,
    /// The event that an error names.
    pub(super) error: Option<usize>,
}

impl ExpectedItems {
    /// The number of records.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / self.size.max(1)
    }

    /// The bytes of the first `count` records, or of all records if there are fewer.
    pub(super) fn first_bytes(&self, count: usize) -> &[u8] {
        &self.bytes[..self.len().min(count) * self.size]
    }

    /// All records: each with its item, the result, the events, and the event that an error names. There are none if
    /// the reference does not support the format.
    #[cfg(feature = "hostile")]
    pub(super) fn iter(&self) -> impl Iterator<Item = ExpectedItem<'_>> {
        let records = self.bytes.chunks_exact(self.size.max(1));
        records.filter_map(|record| {
            let (item, rest) = record.split_at_checked(self.from)?;
            let (made, end) = rest.split_last_chunk::<5>()?;
            let [events @ .., error] = *end;
            let error = usize::from(error);
            let error = (error != usize::from(u8::MAX)).then_some(error);
            Some(ExpectedItem { item, made, events: Events::from_le_bytes(events), error })
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

    pub(super) fn push_unknown(&mut self, item: &[u8]) {
        self.bytes.extend(item);
        (self.from, self.size) = (item.len(), item.len());
    }
}

/// The native floats as formats.
#[derive(Debug)]
pub(super) struct NativeFormats([Format; 3]);

impl NativeFormats {
    pub(super) fn new() -> Result<NativeFormats, String> {
        let text = "test f32 { 1.0 => 0x3F80_0000; } test f64 { 1.0 => 0x3FF0_0000_0000_0000; } \
                    test f128 { 1.0 => 0x3FFF_0000_0000_0000_0000_0000_0000_0000; }";
        let model = compile(text).map_err(|fault| format!("native floats have no formats: {fault}"))?;
        let find = |name: &str| {
            let found = model.formats.iter().find(|format| format.name == name).cloned();
            found.ok_or_else(|| format!("there is no format `{name}`"))
        };
        Ok(NativeFormats([find("f32")?, find("f64")?, find("f128")?]))
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
    pub(super) fn new(
        text: Text,
        natives: &NativeFormats,
        depth: Depth,
        chance: &mut Chance,
    ) -> Result<Job, String> {
        let source = text.render();
        let model = compile(&source)?;
        let datarep = model.datareps.iter().find(|datarep| datarep.name == REPRESENTATION);
        let conversion = datarep
            .and_then(|datarep| datarep.conversions.iter().find(|own| own.native == text.native))
            .ok_or("the representation does not map the type")?;
        let format = &model.formats[conversion.format.0];
        let mapping = Mapping { format, order: &conversion.order, native: text.native, natives, depth };
        let [read, write] = mapping.expect_items(|flows| text.rules.resolve(flows), chance);
        Ok(Job {
            native: text.native,
            extent: conversion.order.extent(format.bits),
            code: if depth.is_compiled { datarep_codegen::format(&model) } else { String::new() },
            source,
            text,
            read,
            write,
        })
    }
}

/// Words of a format: all of them, or a sample.
pub(super) fn draw_words(format: &Format, depth: Depth, chance: &mut Chance) -> Vec<u128> {
    if format.bits <= depth.all {
        (0..1 << format.bits).collect()
    } else {
        draw_sample_words(format, depth.items, chance)
    }
}

/// Words with long runs of zeros and ones, words beside them, and arbitrary words.
pub(super) fn draw_border_words(bits: u32, count: usize, chance: &mut Chance) -> Vec<u128> {
    let borders = list_border_values(bits);
    let mut words = Vec::new();
    while words.len() < count {
        let place = chance.draw_below(bits);
        let (border, noise) = (chance.draw_one(&borders), chance.next_u128() & mask::<u128>(bits));
        // The highest bits determine the kind of the number, the lowest bits how it is rounded.
        let low = mask::<u128>(place);
        words.extend([border, noise, noise & !low | border & low, border & !low | noise & low]);
    }
    words
}

/// Words whose digits are mostly valid. Most digits of a random word are not.
fn draw_digit_words(fields: &DigitFields, bits: u32, count: usize, chance: &mut Chance) -> Vec<u128> {
    let mut words = draw_border_words(bits, count, chance);
    for (index, word) in words.iter_mut().enumerate().filter(|(index, _)| !index.is_multiple_of(8)) {
        *word = make_digits_valid(fields, bits, *word, index.is_multiple_of(3));
    }
    words
}

/// Words at the borders of every field, words of special classes, and arbitrary words.
pub(super) fn draw_sample_words(format: &Format, count: usize, chance: &mut Chance) -> Vec<u128> {
    if let FormatKind::DecimalFloat(DecimalFloat { code: SignificandCode::Fields(fields), bits }) =
        &format.kind
    {
        return draw_digit_words(fields, *bits, count, chance);
    }
    let FormatKind::Float(float) = &format.kind else { return draw_border_words(format.bits, count, chance) };
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
    let borders = list_border_values(significand);
    let others = mask::<u128>(format.bits);
    let exponent_bits = scatter_bits(field, &float.exponent);
    let written = float.specials.iter().filter_map(|SpecialEncoding { written, .. }| *written);
    let mut words: Vec<u128> =
        written.chain([0, others]).flat_map(|word| [word, word ^ 1, word.wrapping_add(1) & others]).collect();
    while words.len() < count {
        if !is_all && words.len().is_multiple_of(2) {
            exponents.push(chance.next_u128() & field);
        }
        let exponent = match chance.draw_below(3) {
            0 => exponents[exponents.len() - 1],
            _ => chance.draw_one(&exponents),
        };
        let random = chance.next_u128() & others;
        let fraction = match chance.draw_below(4) {
            0 => chance.next_u128(),
            _ => chance.draw_one(&borders),
        };
        // The sign, the stored leading bit and the unused bits are arbitrary.
        let other = random & !exponent_bits & !scatter_bits(mask(significand), &float.significand);
        words.push(
            other | scatter_bits(exponent, &float.exponent) | scatter_bits(fraction, &float.significand),
        );
        if chance.percent(15) {
            words.push(random);
        }
    }
    words
}
