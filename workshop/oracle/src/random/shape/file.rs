//! Random files for a shape: mostly records that can be read, then some of them damaged.

use super::stored::ZonedSign;
use super::value::Value;
use super::walk::{KnownFields, find_case};
use super::{
    CharacterSet, Choice, Code, CountExpression, Decision, Field, FieldContent, Number, Shape, Text,
};
use crate::chance::Chance;

/// The largest number of items that is drawn for a count. A count with more is no mistake, but its file is torn.
const MANY: i128 = 40;

/// Draws a file of some records.
pub(super) fn draw_file(shape: &Shape, chance: &mut Chance) -> Vec<u8> {
    let mut drawn = DrawnFile { shape, chance, bytes: Vec::new() };
    for _ in 0..drawn.chance.draw_between(1, 4) {
        drawn.add_record(shape.main_record_index());
    }
    let mut bytes = drawn.bytes;
    if chance.percent(40) {
        damage(&mut bytes, chance);
    }
    bytes
}

fn draw_byte(chance: &mut Chance) -> u8 {
    u8::try_from(chance.draw_below(256)).unwrap_or(0)
}

/// Changes a byte, or cuts the end off.
fn damage(bytes: &mut Vec<u8>, chance: &mut Chance) {
    let length = u32::try_from(bytes.len()).unwrap_or(0);
    if length > 0 {
        let place = chance.draw_below(length) as usize;
        match chance.draw_below(4) {
            0 => bytes.truncate(place),
            1 => bytes[place] ^= 1 << chance.draw_below(8),
            _ => bytes[place] = draw_byte(chance),
        }
    }
}

struct DrawnFile<'d> {
    shape: &'d Shape,
    chance: &'d mut Chance,
    bytes: Vec<u8>,
}

impl DrawnFile<'_> {
    fn add_record(&mut self, record: usize) -> Value {
        let (shape, start) = (self.shape, self.bytes.len());
        let mut values: Vec<(usize, Value)> = Vec::new();
        let mut places = Vec::new();
        for (index, field) in shape.records[record].iter().enumerate() {
            if let Some(place) = &field.place {
                self.add_gap(place, record, &places, &mut values, start);
            }
            places.push(self.bytes.len());
            let known = KnownFields { record, values: &values, start };
            let value = self.add_field(field, &known);
            values.push((index, value));
        }
        Value::Record(record, values)
    }

    /// Adds bytes before a field whose place is computed, and says in the field that states the place where that is.
    fn add_gap(
        &mut self,
        place: &CountExpression,
        record: usize,
        places: &[usize],
        values: &mut [(usize, Value)],
        start: usize,
    ) {
        for _ in 0..self.chance.draw_one(&[0, 0, 1, 2, 3]) {
            let byte = if self.chance.percent(80) { 0 } else { draw_byte(self.chance) };
            self.bytes.push(byte);
        }
        let place_of = |name: &str| {
            self.shape.records[record].iter().position(|field| field.name.as_deref() == Some(name))
        };
        let at = self.bytes.len() - start;
        let (name, number) = match place {
            CountExpression::Field(name) => (name, at),
            CountExpression::Operation(sign, left, right) => match (sign, left.as_ref(), right.as_ref()) {
                ('*', CountExpression::Field(name), CountExpression::Number(2)) => {
                    self.bytes.resize(self.bytes.len() + at % 2, 0);
                    (name, at.div_ceil(2))
                }
                ('+', CountExpression::Field(name), CountExpression::Number(more)) => {
                    (name, at.saturating_sub(usize::try_from(*more).unwrap_or(0)))
                }
                _ => return,
            },
            _ => return,
        };
        let Some(index) = place_of(name) else { return };
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        if let Some(place) = places.get(index) {
            self.bytes[*place] = number;
        }
        for (known, value) in values {
            if *known == index {
                *value = Value::Number { negative: false, units: number.into(), places: None };
            }
        }
    }

    fn compute_count(&mut self, count: &CountExpression, known: &KnownFields<'_>) -> usize {
        let rest = i128::from(self.chance.draw_below(9));
        let number = count.compute(self.shape, known, rest).unwrap_or(0);
        usize::try_from(number.clamp(0, MANY)).unwrap_or(0)
    }

    fn add_field(&mut self, field: &Field, known: &KnownFields<'_>) -> Value {
        let items = field.array.as_ref().map(|count| self.compute_count(count, known));
        match items {
            None => self.add_item(field, known),
            Some(count) => Value::List((0..count).map(|_| self.add_item(field, known)).collect()),
        }
    }

    fn add_item(&mut self, field: &Field, known: &KnownFields<'_>) -> Value {
        match &field.stored {
            FieldContent::Number(number) => {
                let item = match self.draw_likely(field) {
                    Some(item) => item,
                    None => draw_number(*number, self.chance),
                };
                self.bytes.extend(&item);
                number.decode(&item).value.unwrap_or(Value::Bad)
            }
            FieldContent::Text(text) => {
                let length = self.compute_count(&text.length, known);
                let item = match self.draw_likely(field).filter(|item| item.len() == length) {
                    Some(item) => item,
                    None => draw_text(text, length, self.chance),
                };
                self.bytes.extend(&item);
                text.decode(&item).value.unwrap_or(Value::Bad)
            }
            FieldContent::Bytes(count) => {
                let count = self.compute_count(count, known);
                for _ in 0..count {
                    let byte = if field.name.is_none() && self.chance.percent(70) {
                        0
                    } else {
                        draw_byte(self.chance)
                    };
                    self.bytes.push(byte);
                }
                Value::Bad
            }
            FieldContent::Record(record) => self.add_record(*record),
            FieldContent::Choice(choice) => {
                self.add_choice(choice, known);
                Value::Bad
            }
        }
    }

    fn draw_likely(&mut self, field: &Field) -> Option<Vec<u8>> {
        let last = u32::try_from(field.likely.len()).ok()?;
        (last > 0 && self.chance.percent(85))
            .then(|| field.likely[self.chance.draw_below(last) as usize].clone())
    }

    fn add_choice(&mut self, choice: &Choice, known: &KnownFields<'_>) {
        let cases = choice.alternatives.iter().map(|one| one.cases.as_ref());
        let chosen = match &choice.decision {
            Decision::Field(path) => {
                let found = super::walk::find_value(self.shape, known, path);
                found.and_then(|(value, text)| find_case(cases, value, text.as_ref()))
            }
            Decision::FirstValid | Decision::AllValid => {
                Some(self.chance.draw_below(u32::try_from(choice.alternatives.len()).unwrap_or(1)) as usize)
            }
        };
        let start = self.bytes.len();
        if let Some(field) = chosen.and_then(|chosen| choice.alternatives[chosen].field.as_ref()) {
            self.add_field(field, known);
        }
        let longest =
            || self.shape.longest_alternative_bytes(choice).filter(|_| choice.decision == Decision::AllValid);
        if let Some(bytes) = choice.bytes.or_else(longest) {
            let is_clean = self.chance.percent(80);
            while self.bytes.len() < start + bytes {
                let byte = if is_clean { 0 } else { draw_byte(self.chance) };
                self.bytes.push(byte);
            }
            self.bytes.truncate(start + bytes);
        }
    }
}

/// Bytes of a number, mostly of a value.
fn draw_number(number: Number, chance: &mut Chance) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..number.bytes()).map(|_| draw_byte(chance)).collect();
    let digits = match number {
        Number::Packed { digits, .. } | Number::Zoned { digits, .. } => digits,
        Number::Vax if chance.percent(85) => {
            // Exponents near one.
            bytes[1] = 0x40 | bytes[1] & 0x83;
            return bytes;
        }
        Number::Binary { most: Some(most), .. } => most,
        _ => return bytes,
    };
    if chance.percent(6) {
        return bytes;
    }
    let units = if chance.percent(15) { 0 } else { chance.next_u128() % 10_u128.pow(digits) };
    let negative = chance.percent(35);
    let unsigned = match number {
        Number::Packed { unsigned, .. } => unsigned,
        Number::Zoned { sign, .. } => sign == ZonedSign::Unsigned,
        Number::Binary { signed, .. } => !signed,
        _ => false,
    };
    let value = Value::Number { negative: negative && !unsigned, units, places: None };
    let mut bytes = number.encode(&value).unwrap_or(bytes);
    if let (Number::Packed { .. }, true) = (number, chance.percent(30)) {
        let last = bytes.len() - 1;
        bytes[last] = bytes[last] & 0xF0 | chance.draw_one(&[0xA, 0xB, 0xC, 0xD, 0xE, 0xF]);
    }
    bytes
}

/// Bytes of a text, mostly without a fault, and often shorter than its field.
fn draw_text(text: &Text, length: usize, chance: &mut Chance) -> Vec<u8> {
    if chance.percent(5) {
        return (0..length).map(|_| draw_byte(chance)).collect();
    }
    let used = if chance.percent(50) {
        length
    } else {
        chance.draw_below(u32::try_from(length + 1).unwrap_or(1)) as usize
    };
    let mut bytes = if text.set.has_pairs() { draw_pairs(text, used, chance) } else { Vec::new() };
    while bytes.len() < used && !text.set.has_pairs() {
        let one = draw_byte(chance);
        let letter = text.set.byte(char::from(b'a' + one % 26)).unwrap_or(one);
        let byte = if chance.percent(70) { letter } else { one };
        if text.set.character(byte).is_some() {
            bytes.push(byte);
        }
    }
    let fill = match (text.set, text.fill) {
        (_, Some('\0')) => 0,
        (CharacterSet::Mixed(..), _) => 0x40,
        (set, _) => set.byte(' ').unwrap_or(0x20),
    };
    let lacks = length - bytes.len();
    let before =
        if text.trim[0] { chance.draw_below(u32::try_from(lacks + 1).unwrap_or(1)) as usize } else { 0 };
    [vec![fill; before], bytes, vec![fill; lacks - before]].concat()
}

/// Bytes of a text with pairs, at most so many.
fn draw_pairs(text: &Text, most: usize, chance: &mut Chance) -> Vec<u8> {
    let CharacterSet::Mixed(page, form) = text.set else { return Vec::new() };
    let mut bytes = Vec::new();
    let is_mixed = form == datarep_dsl::model::MixedForm::Mixed;
    while bytes.len() < most {
        if is_mixed && chance.percent(60) {
            let byte = draw_byte(chance);
            if super::stored::decode_code(page, Code::Single(byte)).is_some() {
                bytes.push(byte);
            }
            continue;
        }
        let room = (most - bytes.len()).saturating_sub(if is_mixed { 2 } else { 0 }) / 2;
        if room == 0 {
            break;
        }
        let mut pairs = Vec::new();
        for _ in 0..chance.draw_between(1, u32::try_from(room).unwrap_or(1)) {
            let mut pair = [0x40, 0x40];
            for _ in 0..20 {
                let drawn =
                    [u8::try_from(chance.draw_between(0x41, 0x6F)).unwrap_or(0x41), draw_byte(chance)];
                if super::stored::decode_code(page, Code::Pair(drawn[0], drawn[1])).is_some() {
                    pair = drawn;
                    break;
                }
            }
            pairs.extend(pair);
        }
        bytes.extend(if is_mixed { [&[0x0E][..], &pairs, &[0x0F]].concat() } else { pairs });
    }
    bytes
}
