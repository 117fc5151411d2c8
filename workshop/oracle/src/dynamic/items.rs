//! Items to compare: structured items, arbitrary bytes, and neighbors of given items, each computed from its index.
//!
//! The items here may be invalid. Both sides must refuse an invalid item alike.

use datarep::Decimal;
use datarep::interpreter::{Bytes, decimal_from_parts};
use datarep_dsl::model::{BitRange, ByteOrder, Format, FormatKind, Native};
use datarep_dsl::source::Source;

use crate::chance::hash_index;
use crate::exhaustive::SampleFields;
use crate::reference::mask;
use crate::sample::list_border_values;

/// The number of small integers from zero up, and of as many below zero.
const SMALL: u64 = 1 << 16;
/// The number of items with digits.
const DIGITS: u64 = 200_000;
/// The number of codes: all of Unicode, and some beyond.
const CODES: u64 = 0x11_1000;

/// The items of one side.
#[derive(Debug)]
pub(super) struct Items {
    /// The number of bits of a word.
    bits: u32,
    /// The number of bytes of an item.
    size: usize,
    /// The bits of the word in each byte.
    places: Vec<Option<(BitRange, u32)>>,
    shapes: StructuredItems,
}

/// Structured items.
#[derive(Debug)]
enum StructuredItems {
    /// Every word.
    All,
    /// Exponents and significands at borders.
    Frame(Box<SampleFields>),
    /// Words at borders, and small integers.
    Borders(Vec<u128>),
    /// Words at borders, and every character.
    Codes(Vec<u128>),
    /// Digits and signs in half bytes and in bytes.
    Digits,
    /// Native decimals with digits and scales.
    Decimals,
}

impl Items {
    /// The items of a format in a file.
    pub(super) fn from_format(format: &Format, order: &ByteOrder) -> Items {
        if format.kind.digits().is_some_and(|decimal| !decimal.is_binary()) {
            let size = format.bits as usize / 8;
            return Items { bits: 0, size, places: Vec::new(), shapes: StructuredItems::Digits };
        }
        let places = order.places(format.bits);
        let shapes = match format.kind {
            _ if format.bits <= 16 => StructuredItems::All,
            FormatKind::Float(_) | FormatKind::DecimalFloat(_) | FormatKind::Posit(_) => {
                StructuredItems::Frame(Box::new(SampleFields::new(format)))
            }
            FormatKind::Character(_) => StructuredItems::Codes(list_border_values(format.bits)),
            FormatKind::PairSum(_)
            | FormatKind::Integer(_)
            | FormatKind::Decimal(_)
            | FormatKind::Logical(_) => StructuredItems::Borders(list_border_values(format.bits)),
        };
        Items { bits: format.bits, size: places.len(), places, shapes }
    }

    /// The items of a native type of `bits` bits.
    fn from_native_bits(bits: u32, shapes: StructuredItems) -> Items {
        let order = if cfg!(target_endian = "little") { ByteOrder::Little } else { ByteOrder::Big };
        let places = order.places(bits);
        Items { bits, size: places.len(), places, shapes }
    }

    /// The number of structured items.
    pub(super) fn count_structured(&self) -> u64 {
        match &self.shapes {
            StructuredItems::All => 1 << self.bits,
            StructuredItems::Frame(frame) => frame.len(),
            StructuredItems::Borders(words) => 2 * SMALL + words.len() as u64,
            StructuredItems::Codes(words) => CODES + words.len() as u64,
            StructuredItems::Digits | StructuredItems::Decimals => DIGITS,
        }
    }

    /// Appends the structured item with this index.
    pub(super) fn push_structured(&self, index: u64, out: &mut Vec<u8>) {
        let behind = |words: &[u128], before: u64| {
            let place = usize::try_from(index - before).unwrap_or(0);
            words.get(place).copied().unwrap_or(0)
        };
        let word = match &self.shapes {
            StructuredItems::All => index.into(),
            StructuredItems::Frame(frame) => frame.get(index),
            StructuredItems::Borders(_) if index < SMALL => index.into(),
            StructuredItems::Borders(_) if index < 2 * SMALL => {
                mask::<u128>(self.bits) - u128::from(index - SMALL)
            }
            StructuredItems::Borders(words) => behind(words, 2 * SMALL),
            StructuredItems::Codes(_) if index < CODES => u128::from(index) & mask::<u128>(self.bits),
            StructuredItems::Codes(words) => behind(words, CODES),
            StructuredItems::Digits => return self.push_random_digits(index, out),
            StructuredItems::Decimals => return push_random_decimal(index, out),
        };
        self.push_word(word, out);
    }

    /// Appends a pseudorandom item: arbitrary bits, or some bits below a run of zeros or ones.
    pub(super) fn push_random(&self, index: u64, out: &mut Vec<u8>) {
        match self.shapes {
            StructuredItems::Decimals => return push_random_decimal(index ^ u64::MAX >> 1, out),
            StructuredItems::Digits => {
                let bytes = (0..self.size as u64).map(|byte| hash_index(index << 6 | byte).to_le_bytes()[0]);
                return out.extend(bytes);
            }
            _ => {}
        }
        let word = random_word(index);
        let cut = mask::<u128>(u32::try_from(hash_index(index) >> 32).unwrap_or(0) % self.bits.max(1));
        let word = match index % 8 {
            0 => word & cut,
            1 => word | !cut,
            _ => word,
        };
        let word = word & mask::<u128>(self.bits);
        let word = if let StructuredItems::Frame(frame) = &self.shapes {
            frame.make_digits_valid(index, word)
        } else {
            word
        };
        self.push_word(word, out);
    }

    /// Changes an item into a neighbor, or leaves it as it is.
    pub(super) fn change_to_neighbor(&self, index: u64, item: &mut [u8]) {
        let chance = hash_index(!index);
        if self.places.is_empty() || matches!(self.shapes, StructuredItems::Decimals) {
            if chance.is_multiple_of(2) {
                let place = usize::try_from(chance >> 16).unwrap_or(0) % item.len();
                item[place] ^= 1 << (chance >> 8 & 7);
            }
            return;
        }
        let word = self.load_word(item);
        let place = u32::try_from(chance >> 32).unwrap_or(0) % self.bits;
        let moved = match chance % 6 {
            0 => word,
            1 => word.wrapping_add(1),
            2 => word.wrapping_sub(1),
            3 => word ^ 1 << place,
            _ => word ^ (random_word(index) & mask::<u128>(place)),
        };
        let mut bytes = Vec::with_capacity(self.size);
        self.push_word(moved & mask::<u128>(self.bits), &mut bytes);
        item.copy_from_slice(&bytes);
    }

    fn push_word(&self, word: u128, out: &mut Vec<u8>) {
        out.extend(self.places.iter().map(|place| {
            place.map_or(0, |(range, low)| {
                let part = word >> range.low & mask::<u128>(range.width());
                (part << low).to_le_bytes()[0]
            })
        }));
    }

    fn load_word(&self, item: &[u8]) -> u128 {
        self.places.iter().zip(item).fold(0, |word, (place, byte)| {
            place.map_or(word, |(range, low)| {
                word | (u128::from(byte >> low) & mask::<u128>(range.width())) << range.low
            })
        })
    }

    /// Appends a pseudorandom item of digits of one of several kinds, with a sign. A few items have an invalid byte.
    fn push_random_digits(&self, index: u64, out: &mut Vec<u8>) {
        let start = out.len();
        let digit = |place: usize| {
            let [digit, ..] = (hash_index(index << 7 | place as u64) % 10).to_le_bytes();
            // Many numbers are short.
            if (place as u64) < hash_index(index) % 8 { 0 } else { digit }
        };
        let [sign, odd, at, ..] = hash_index(index ^ 0x5EED).to_le_bytes();
        let zone = [0x00, 0xF0, 0x30][usize::try_from(index % 3).unwrap_or(0)];
        let packed = index.is_multiple_of(3);
        out.extend((0..self.size).map(|place| {
            if packed { digit(2 * place) << 4 | digit(2 * place + 1) } else { zone | digit(place) }
        }));
        let item = &mut out[start..];
        let (first, last) = (0, item.len() - 1);
        match sign % 8 {
            0 => item[first] = [0x2B, 0x2D, 0x4E, 0x60][usize::from(sign >> 3 & 3)],
            1 => item[last] = [0x2B, 0x2D, 0x4E, 0x60][usize::from(sign >> 3 & 3)],
            2 => item[first] = sign & 0x80,
            3 => {}
            4 => item[first] = item[first] & 0xF | sign & 0xF0,
            _ if packed => {
                item[last] = item[last] & 0xF0 | [0xC, 0xD, 0xF, sign >> 4][usize::from(sign >> 3 & 3)];
            }
            _ => item[last] = item[last] & 0xF | [0xC0, 0xD0, 0x70, sign & 0xF0][usize::from(sign >> 3 & 3)],
        }
        if odd < 16 {
            let place = usize::from(at) % item.len();
            item[place] ^= 1 << (odd & 7);
        }
    }
}

/// Appends a pseudorandom native decimal, with few or many digits.
fn push_random_decimal(index: u64, out: &mut Vec<u8>) {
    let cut = u32::try_from(hash_index(index) >> 40).unwrap_or(0) % 97;
    let number = random_word(index) & mask::<u128>(cut);
    let [negative, scale, ..] = hash_index(!index).to_le_bytes();
    let decimal = decimal_from_parts(negative & 1 != 0, number, u32::from(scale) % 29);
    let start = out.len();
    out.resize(start + <Decimal as Bytes>::BYTES, 0);
    decimal.store(&mut out[start..]);
}

/// A pseudorandom word of 128 bits for an index.
fn random_word(index: u64) -> u128 {
    u128::from(hash_index(index)) << 64 | u128::from(hash_index(!index))
}

/// The items of every native type.
#[derive(Debug)]
pub(super) struct NativeItems(Vec<Items>);

impl NativeItems {
    pub(super) fn new() -> Result<NativeItems, String> {
        Native::ALL.iter().map(|native| make_native_items(*native)).collect::<Result<_, _>>().map(NativeItems)
    }

    pub(super) fn items(&self, native: Native) -> &Items {
        &self.0[native as usize]
    }
}

fn make_native_items(native: Native) -> Result<Items, String> {
    let float = |bits, name: &str| {
        Ok(Items::from_native_bits(
            bits,
            StructuredItems::Frame(Box::new(SampleFields::new(&compile_format(name)?))),
        ))
    };
    let other = |bits: u32| {
        let shapes = if bits <= 16 {
            StructuredItems::All
        } else {
            StructuredItems::Borders(list_border_values(bits))
        };
        Ok(Items::from_native_bits(bits, shapes))
    };
    match native {
        Native::F16 | Native::Bf16 => Ok(Items::from_native_bits(16, StructuredItems::All)),
        Native::F32 => float(32, "f32"),
        Native::F64 => float(64, "f64"),
        // The bytes beside the word are arbitrary.
        Native::LongDouble => float(128, "x87_80"),
        Native::F128 => float(128, "f128"),
        Native::I8 | Native::U8 | Native::Bool | Native::Logical1 | Native::Character => other(8),
        Native::I16 | Native::U16 | Native::Logical2 => other(16),
        Native::I32 | Native::U32 | Native::Logical4 => other(32),
        Native::I64 | Native::U64 | Native::Logical8 => other(64),
        Native::I128 | Native::U128 | Native::Logical16 => other(128),
        Native::WideCharacter => {
            Ok(Items::from_native_bits(32, StructuredItems::Codes(list_border_values(32))))
        }
        Native::Decimal => Ok(Items::from_native_bits(128, StructuredItems::Decimals)),
    }
}

/// A format of the library.
fn compile_format(name: &str) -> Result<Format, String> {
    let text = format!(
        "datarep own {{ others => unsupported; complex => unsupported; MPI_DOUBLE => {name}; \
                        on read {{ overflow => infinity, reserved => nan }} \
         on write {{ overflow => error, infinity | nan => error }} }}"
    );
    let family = datarep_dsl::standard::family_of(name)
        .map_or(String::new(), |family| format!("use {family}::{name};\n"));
    let source = Source { name: name.to_owned(), text: family + &text, first_line: 1 };
    let model = datarep_dsl::compile(&source)
        .map_err(|failure| datarep_dsl::render::render_all(&source, &failure))?;
    let found = model.formats.into_iter().find(|format| format.name == name);
    found.ok_or_else(|| format!("there is no format `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_have_the_bytes_of_their_words() {
        let format = compile_format("vax_g").unwrap();
        let order = format.order.clone().unwrap();
        let items = Items::from_format(&format, &order);
        for index in (0..items.count_structured()).step_by(1009) {
            let (mut item, mut random) = (Vec::new(), Vec::new());
            items.push_structured(index, &mut item);
            items.push_random(index, &mut random);
            assert_eq!(item.len(), 8);
            for item in [item, random] {
                let word = items.load_word(&item);
                assert_eq!((order.load(&item, 64), order.store(word, 64)), (word, item));
            }
        }
    }

    #[test]
    fn every_native_type_has_items_and_neighbors() {
        let natives = NativeItems::new().unwrap();
        for native in Native::ALL {
            let items = natives.items(*native);
            let mut item = Vec::new();
            items.push_structured(items.count_structured() - 1, &mut item);
            items.push_random(7, &mut item);
            assert_eq!(item.len(), 2 * items.size, "{native:?}");
            for index in 0..64 {
                items.change_to_neighbor(index, &mut item[..items.size]);
            }
        }
    }
}
