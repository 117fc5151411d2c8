//! An item of a file: its bytes, its word, its value, and what is unusual in it.

use datarep_dsl::limits::Limits;
use datarep_dsl::model::{ByteOrder, Class, Format, FormatKind};
use datarep_dsl::words::{self, Meaning, Number};
use serde_json::{Value, json};

use crate::failure::CliFailure;
use crate::input::BitPlace;
use crate::output::{self, Paint};

/// Digits of a value whose format does not say how many it needs.
const DIGITS: u32 = 17;

/// The values of words that mean nothing.
pub(super) const INVALID: &str = "invalid";
const UNMAPPED: &str = "unmapped";

/// How items are printed.
#[derive(Debug)]
pub(super) struct ItemDumper<'n> {
    pub(super) format: &'n Format,
    pub(super) order: &'n ByteOrder,
    pub(super) limits: Option<Limits>,
    /// Whether words are packed. The bytes of an item are then not in the file.
    pub(super) is_packed: bool,
    pub(super) json: bool,
}

/// An item of a file.
#[derive(Debug)]
pub(super) struct DumpedItem {
    pub(super) offset: u64,
    /// The bit in that byte, if words are packed.
    pub(super) bit: Option<u64>,
    pub(super) bytes: String,
    pub(super) word: String,
    /// The value for people, and what kind of value it is.
    pub(super) value: String,
    pub(super) kind: ItemKind,
    /// The text itself, if it is in quotes for people.
    pub(super) text: Option<String>,
    /// What is unusual in it.
    pub(super) notes: Vec<&'static str>,
}

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemKind {
    Number,
    Logical,
    Character,
    Text,
    /// No value: the name of a class is in its place, or nothing.
    Class,
}

impl ItemKind {
    fn from_meaning(meaning: &Meaning) -> ItemKind {
        match meaning {
            Meaning::Number(_) => ItemKind::Number,
            Meaning::Logical(_) => ItemKind::Logical,
            Meaning::Character(_) => ItemKind::Character,
            Meaning::Infinity(_) | Meaning::Class(_) | Meaning::Nothing => ItemKind::Class,
        }
    }
}

impl ItemDumper<'_> {
    /// Prints an item that begins at a place.
    pub(super) fn print(
        &self,
        out: &mut impl Paint,
        place: BitPlace,
        bytes: &[u8],
    ) -> Result<(), CliFailure> {
        let item =
            DumpedItem { bit: self.is_packed.then_some(place.bit), ..self.read_item(place.byte, bytes) };
        if self.json {
            output::write_json_line(out, &item.to_json())?;
        } else {
            item.print_line(out, bytes.len())?;
        }
        Ok(())
    }

    /// Prints a row of characters as a line. A byte that is no character is shown as U+FFFD.
    pub(super) fn print_row(
        &self,
        out: &mut impl Paint,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), CliFailure> {
        let extent = self.order.extent(self.format.bits) as usize;
        let read = |item: &[u8]| match words::meaning(self.format, self.order.load(item, self.format.bits)) {
            Meaning::Character(character) => character,
            _ => char::REPLACEMENT_CHARACTER,
        };
        let text: String = bytes.chunks_exact(extent).map(read).collect();
        out.paint(output::FAINT, &format!("{offset:>10}"))?;
        Ok(writeln!(out, "  {text:?}")?)
    }

    pub(super) fn read_item(&self, offset: u64, bytes: &[u8]) -> DumpedItem {
        let ItemDumper { format, order, .. } = self;
        let word = order.load(bytes, format.bits);
        let mut notes = Vec::new();
        let meaning = words::meaning(format, word);
        let value = match &meaning {
            Meaning::Number(number) => {
                if let Some((_, Some(Class::Subnormal))) = words::read_fields(format, word) {
                    notes.push("subnormal");
                }
                if matches!(format.kind, FormatKind::Float(_))
                    && !words::equals_double(number, number.nearest_f64())
                {
                    notes.push("inexact in an f64");
                }
                let digits = self.format_shortest(word, number);
                // A value may have several words, as one of a decimal float with other exponents has. What is read
                // and written back then is not the same bytes.
                if words::encode_value(format, &digits).is_ok_and(|encoded| encoded.word != word) {
                    notes.push("another word is written for it");
                }
                // Bits of a container that the word does not have are lost on reading.
                if order.store(word, format.bits) != bytes {
                    notes.push("bits beside the word");
                }
                digits
            }
            Meaning::Infinity(negative) => if *negative { "-inf" } else { "inf" }.to_owned(),
            Meaning::Class(class) => class.word().to_owned(),
            Meaning::Logical(truth) => truth.to_string(),
            Meaning::Character(character) => format!("{character:?}"),
            Meaning::Nothing => match &format.kind {
                FormatKind::Logical(_) | FormatKind::Character(_) => UNMAPPED,
                _ => INVALID,
            }
            .to_owned(),
        };
        let text = match &meaning {
            Meaning::Character(character) => Some(character.to_string()),
            _ => None,
        };
        DumpedItem {
            offset,
            bit: None,
            bytes: output::format_hex(bytes),
            word: words::format_hex(word, format.bits),
            value,
            kind: ItemKind::from_meaning(&meaning),
            text,
            notes,
        }
    }

    /// A number, with as few digits as distinguish it from all others of the format.
    pub(super) fn format_shortest(&self, word: u128, number: &Number) -> String {
        let format = self.format;
        let Some(limits) = &self.limits else { return number.format_rounded(DIGITS) };
        // Integers and decimals have all their digits.
        if !matches!(format.kind, FormatKind::Float(_) | FormatKind::DecimalFloat(_) | FormatKind::Posit(_)) {
            return number
                .format_exact(limits.digits_needed.max(40))
                .unwrap_or_else(|| number.format_rounded(limits.digits_needed));
        }
        let means = words::meaning(format, word);
        let is_same_word =
            |digits: &String| words::encode_value(format, digits).is_ok_and(|encoded| encoded.means == means);
        // `digits_needed` digits always mean the same word. Fewer may, and the first number of them that does is
        // shown.
        let digits = (limits.digits_kept.max(1)..limits.digits_needed)
            .map(|digits| number.format_rounded(digits))
            .find(is_same_word);
        digits.unwrap_or_else(|| number.format_rounded(limits.digits_needed))
    }
}

impl DumpedItem {
    /// Prints the line for people: the place is faint, and what is unusual has a color.
    fn print_line(&self, out: &mut impl Paint, extent: usize) -> Result<(), CliFailure> {
        let DumpedItem { offset, bit, bytes, word, .. } = self;
        if let Some(bit) = bit {
            out.paint(output::FAINT, &format!("{offset:>10}.{bit}"))?;
            write!(out, "  {word}  ")?;
        } else {
            // Two digits and a blank for each byte, without the last blank.
            let words = (extent * 3).saturating_sub(1);
            out.paint(output::FAINT, &format!("{offset:>10}"))?;
            write!(out, "  {bytes:<words$}  {word}  ")?;
        }
        self.print_value(out)
    }

    /// Prints the value and what is unusual, and ends the line. Values that are no numbers have a color.
    pub(super) fn print_value(&self, out: &mut impl Paint) -> Result<(), CliFailure> {
        let DumpedItem { value, notes, .. } = self;
        let notes = notes.join(", ");
        let padded_value = if notes.is_empty() { value.clone() } else { format!("{value:<24}  ") };
        match (self.kind != ItemKind::Class, value.as_str()) {
            (_, INVALID | UNMAPPED) => out.paint(output::WRONG, &padded_value)?,
            (false, "inf" | "-inf") => out.paint(output::CLASS, &padded_value)?,
            (false, class) if Class::ALL.iter().any(|known_class| known_class.word() == class) => {
                out.paint(output::CLASS, &padded_value)?;
            }
            _ => write!(out, "{padded_value}")?,
        }
        if !notes.is_empty() {
            out.paint(output::UNUSUAL, &notes)?;
        }
        Ok(writeln!(out)?)
    }

    pub(super) fn to_json(&self) -> Value {
        let DumpedItem { offset, bit, bytes, word, notes, .. } = self;
        let value = self.text.as_ref().unwrap_or(&self.value);
        let class = match self.kind {
            ItemKind::Number => "number",
            ItemKind::Logical => "logical",
            ItemKind::Character => "character",
            ItemKind::Text => "text",
            ItemKind::Class => value,
        };
        if let Some(bit) = bit {
            return json!({ "offset": offset, "bit": bit, "word": word, "value": value, "class": class, "notes": notes });
        }
        json!({ "offset": offset, "bytes": bytes, "word": word, "value": value, "class": class, "notes": notes })
    }
}
