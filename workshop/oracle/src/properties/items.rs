//! Items to test: arbitrary bytes, structured items, and the results of a conversion itself.

use datarep_dsl::model::Native;

use super::{Outcome, Subject};
use crate::chance::Chance;

/// The items for a conversion.
#[derive(Debug)]
pub(super) struct Items {
    /// Items of the file.
    pub(super) words: Vec<Vec<u8>>,
    /// Items of memory.
    pub(super) values: Vec<Vec<u8>>,
}

impl Items {
    /// Creates about `count` items of both kinds.
    ///
    /// # Errors
    ///
    /// Returns a message if a conversion fails for a reason other than its rules.
    pub(super) fn new(subject: &Subject<'_>, count: usize, seed: u64) -> Result<Items, String> {
        let mut chance = Chance::new(seed);
        let mut words: Vec<Vec<u8>> = match subject.extent {
            1 => (0..=u8::MAX).map(|byte| vec![byte]).collect(),
            size => (0..count).map(|_| draw_bytes(&mut chance, size)).collect(),
        };
        let mut values = invent_values(subject, count, &mut chance);
        let made = |outcome: Outcome| outcome.ok().map(|(item, _)| item);
        for word in &words {
            let Some(value) = made(subject.read(word)?) else { continue };
            if accepts_any_bytes(subject.traits.native) {
                values.push(flip_bits(&mut chance, &value));
            }
            values.push(value);
        }
        for value in &values {
            let Some(word) = made(subject.write(value)?) else { continue };
            words.push(flip_bits(&mut chance, &word));
            words.push(word);
        }
        for items in [&mut words, &mut values] {
            items.sort_unstable();
            items.dedup();
            chance.shuffle(items);
            items.truncate(2 * count.max(256));
        }
        Ok(Items { words, values })
    }
}

/// Whether any bytes are a value of this type.
fn accepts_any_bytes(native: Native) -> bool {
    match native {
        Native::I8
        | Native::I16
        | Native::I32
        | Native::I64
        | Native::I128
        | Native::U8
        | Native::U16
        | Native::U32
        | Native::U64
        | Native::U128
        | Native::F32
        | Native::F64 => true,
        // NaNs of the floats are compared bit for bit. Some bytes are not a value of the other types.
        Native::F16
        | Native::Bf16
        | Native::LongDouble
        | Native::F128
        | Native::Bool
        | Native::Logical1
        | Native::Logical2
        | Native::Logical4
        | Native::Logical8
        | Native::Logical16
        | Native::Character
        | Native::WideCharacter
        | Native::Decimal => false,
    }
}

/// Native values that do not come from a word.
fn invent_values(subject: &Subject<'_>, count: usize, chance: &mut Chance) -> Vec<Vec<u8>> {
    let native = subject.traits.native;
    if !accepts_any_bytes(native) {
        return Vec::new();
    }
    // A complex number consists of two of them.
    let part = match native {
        Native::F32 => 4,
        Native::F64 => 8,
        _ => subject.size,
    };
    let mut one = |index: usize| match (native, index % 3) {
        (Native::F32, 1) => {
            let value = 1_f32.to_bits() ^ chance.draw_below(0x0FFF_FFFF) ^ chance.draw_below(2) << 31;
            native_bytes(value.into(), 4)
        }
        (Native::F64, 1) => {
            let far = u128::from(chance.draw_below(0x0FFF_FFFF)) << 35 | chance.next_u128() >> 90;
            native_bytes(u128::from(1_f64.to_bits()) ^ far ^ u128::from(chance.draw_below(2)) << 63, 8)
        }
        (_, 2) => {
            // A small number, positive or negative.
            let number = chance.next_u128() >> chance.draw_below(128);
            native_bytes(if chance.draw_below(2) == 0 { number } else { number.wrapping_neg() }, part)
        }
        _ => draw_bytes(chance, part),
    };
    let parts = subject.size / part;
    (0..count).map(|index| (0..parts).flat_map(|_| one(index)).collect()).collect()
}

/// The bytes of a native number of `size` bytes.
fn native_bytes(number: u128, size: usize) -> Vec<u8> {
    let mut bytes = number.to_le_bytes()[..size].to_vec();
    if cfg!(target_endian = "big") {
        bytes.reverse();
    }
    bytes
}

/// Bytes of which any bit may be set, or bytes with long runs of equal bits.
fn draw_bytes(chance: &mut Chance, size: usize) -> Vec<u8> {
    let kind = chance.draw_below(4);
    let bits = u32::try_from(8 * size.min(16)).unwrap_or(128);
    let cut = chance.draw_below(bits);
    let low = (1_u128 << cut) - 1;
    let word = match (chance.next_u128(), kind) {
        (word, 0) => word,
        (word, 1) => word & low,
        (word, 2) => word | low,
        (word, _) => word & !low | 1 << cut,
    };
    let mut bytes: Vec<u8> = word.to_be_bytes()[16 - size.min(16)..].to_vec();
    bytes.resize_with(size, || chance.draw_below(256).to_le_bytes()[0]);
    if chance.draw_below(2) == 0 {
        bytes.reverse();
    }
    bytes
}

/// The same bytes with a few bits changed.
fn flip_bits(chance: &mut Chance, bytes: &[u8]) -> Vec<u8> {
    let mut beside = bytes.to_vec();
    for _ in 0..=chance.draw_below(2) {
        let place = chance.draw_below(u32::try_from(bytes.len()).unwrap_or(1)) as usize;
        beside[place] ^= 1 << chance.draw_below(8);
    }
    beside
}
