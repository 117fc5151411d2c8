//! The program of every package of random formats. It reads items and their expected results, and reports where the
//! generated code differs.
//!
//! This file is not a module of `datarep-oracle`. It is compiled with the generated code and depends only on the runtime.

use std::fmt::Display;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use datarep::codegen::{AnyProcessor, Bytes, Convert, Error, F128, Item, Kinds, Loss, Representation, Scalar, force_level, levels};
use datarep::{Bf16, Decimal, Event, F16};
use datarep::error::ErrorKind;

/// The events, in the order of their bits.
const KINDS: [Kinds; 11] = [
    Kinds::INEXACT,
    Kinds::OVERFLOW,
    Kinds::UNDERFLOW,
    Kinds::INFINITY,
    Kinds::NAN,
    Kinds::RESERVED,
    Kinds::NEGATIVE_ZERO,
    Kinds::UNMAPPED,
    Kinds::INVALID,
    Kinds::MISSING,
    Kinds::NONCANONICAL,
];

/// The number of differences that are reported for a form of a format.
const TOLD: usize = 3;

/// A native item as bits.
pub trait Native: Copy + 'static {
    /// Whether no two items with different bits have the same value.
    const HAS_ONE_FORM: bool = true;
    fn of(bits: u128) -> Self;
    fn bits(self) -> u128;
    fn is_nan(self) -> bool {
        false
    }
}

macro_rules! integers {
    ($($ty:ty as $bits:ty),*) => {$(
        impl Native for $ty {
            fn of(bits: u128) -> Self {
                bits as $ty
            }
            fn bits(self) -> u128 {
                (self as $bits).into()
            }
        }
    )*};
}

integers!(i8 as u8, i16 as u16, i32 as u32, i64 as u64, i128 as u128, u8 as u8, u16 as u16, u32 as u32, u64 as u64, u128 as u128);

macro_rules! floats {
    ($($ty:ty as $bits:ty: $infinity:expr),*) => {$(
        impl Native for $ty {
            fn of(bits: u128) -> Self {
                Self::from_bits(bits as $bits)
            }
            fn bits(self) -> u128 {
                self.to_bits().into()
            }
            fn is_nan(self) -> bool {
                self.to_bits() << 1 > $infinity << 1
            }
        }
    )*};
}

floats!(F16 as u16: 0x7C00_u16, Bf16 as u16: 0x7F80_u16, f32 as u32: f32::INFINITY.to_bits(),
    f64 as u64: f64::INFINITY.to_bits(), F128 as u128: 0x7FFF_u128 << 112);

/// The number, the places right of the point, and the sign in the top bit.
impl Native for Decimal {
    const HAS_ONE_FORM: bool = false;
    fn of(bits: u128) -> Self {
        let number = (bits & ((1 << 96) - 1)) as i128;
        let number = if bits >> 127 != 0 { -number } else { number };
        Decimal::try_from_i128_with_scale(number, (bits >> 96) as u32 & 0xFF).expect("a number of 96 bits")
    }
    fn bits(self) -> u128 {
        let number = self.mantissa();
        u128::from(number < 0) << 127 | u128::from(self.scale()) << 96 | number.unsigned_abs()
    }
}

/// The forms of a conversion as functions.
pub struct Subject<T: 'static> {
    read: fn(&[u8]) -> (T, Kinds),
    write: fn(T, &mut [u8]) -> Kinds,
    /// The forms for ordinary items. They return `None` if the format has none, or if the item is not ordinary.
    read_ordinary: fn(&[u8]) -> Option<(T, Kinds)>,
    write_ordinary: fn(T, &mut [u8]) -> Option<Kinds>,
    read_slice: fn(&[u8], &mut [T]) -> Result<Loss, Error>,
    write_slice: fn(&[T], &mut [u8]) -> Result<Loss, Error>,
}

pub fn subject<R: Representation, T: Native + Item<R, Plan = Scalar<C>>, C: Convert<Native = T>>() -> Any {
    Any(Box::new(Subject::<T> {
        read: |file| C::read(C::File::items(file)[0]),
        write: |native, file| {
            let (word, kinds) = C::write(native);
            file.copy_from_slice(word.as_ref());
            kinds
        },
        read_ordinary: |file| {
            let made = C::read_ordinary::<AnyProcessor>(C::File::items(file)[0]);
            (C::READS_IN_BLOCKS && !made.odd).then(|| (made.item, made.kinds()))
        },
        write_ordinary: |native, file| {
            let made = C::write_ordinary(native);
            file.copy_from_slice(made.item.as_ref());
            (C::WRITES_IN_BLOCKS && !made.odd).then(|| made.kinds())
        },
        read_slice: datarep::codegen::read::<R, T>,
        write_slice: datarep::codegen::write::<R, T>,
    }))
}

/// A format of any native type.
pub struct Any(Box<dyn Compared>);

trait Compared {
    /// The number of bytes of a native item.
    fn size(&self) -> usize;
    fn compare(&self, format: usize, items: &mut Items);
}

/// The result of a conversion.
#[derive(Clone, PartialEq, Eq)]
struct Made {
    bytes: Vec<u8>,
    events: u32,
}

/// An item and its expected result.
struct Asked {
    item: Vec<u8>,
    expected: Made,
    error: Option<u8>,
}

/// The items of one format.
struct Items {
    is_known: bool,
    read: Vec<Asked>,
    write: Vec<Asked>,
}

/// The input, and the position of the next byte to take.
struct Input {
    bytes: Vec<u8>,
    at: usize,
}

impl Input {
    fn take(&mut self, count: usize) -> &[u8] {
        self.at += count;
        &self.bytes[self.at - count..self.at]
    }

    fn number(&mut self) -> usize {
        let bytes = self.take(4).try_into().expect("four bytes");
        u32::from_le_bytes(bytes) as usize
    }

    fn asked(&mut self, is_known: bool, from: usize, to: usize) -> Vec<Asked> {
        (0..self.number())
            .map(|_| {
                let item = self.take(from).to_vec();
                if !is_known {
                    return Asked { item, expected: Made { bytes: Vec::new(), events: 0 }, error: None };
                }
                let bytes = self.take(to).to_vec();
                let events = self.number() as u32;
                let error = Some(self.take(1)[0]).filter(|error| *error != u8::MAX);
                Asked { item, expected: Made { bytes, events }, error }
            })
            .collect()
    }

    fn items(&mut self, native: usize) -> Items {
        let extent = self.number();
        let is_known = self.number() != 0;
        let read = self.asked(is_known, extent, native);
        let write = self.asked(is_known, native, extent);
        Items { is_known, read, write }
    }
}

fn native<T: Native>(bytes: &[u8]) -> T {
    T::of(bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte)))
}

fn native_bytes<T: Native>(native: T) -> Vec<u8> {
    native.bits().to_le_bytes()[..size_of::<T>()].to_vec()
}

fn events(kinds: Kinds) -> u32 {
    KINDS.iter().rev().fold(0, |events, kind| events << 1 | u32::from(kinds.meets(*kind)))
}

/// Prints one line for a difference: the format, the direction, the form, the item, and the difference.
fn tell(format: usize, direction: &str, form: &str, item: &[u8], what: impl Display) {
    let item: String = item.iter().map(|byte| format!("{byte:02x}")).collect();
    println!("{format}\t{direction}\t{form}\t{item}\t{what}");
}

fn shown(made: &Made) -> String {
    let bytes: String = made.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let events = Event::ALL.iter().enumerate().filter(|(bit, _)| made.events >> bit & 1 != 0);
    events.fold(bytes, |text, (_, event)| format!("{text} {event}"))
}

/// The bit of the event that a conversion failed with.
fn event_of(error: &Error) -> Option<u8> {
    match error.kind() {
        ErrorKind::Conversion { fault, .. } => {
            Event::ALL.iter().position(|event| *event == fault.event).and_then(|bit| bit.try_into().ok())
        }
        _ => None,
    }
}

/// The forms of a conversion in one direction, from bytes to bytes.
struct Forms<'a> {
    name: &'static str,
    exact: &'a dyn Fn(&[u8]) -> Made,
    ordinary: &'a dyn Fn(&[u8]) -> Option<Made>,
    slice: &'a dyn Fn(&[u8], usize) -> Result<(Vec<u8>, Loss), Error>,
}

impl Forms<'_> {
    /// Compares all forms at all levels.
    fn compare(&self, format: usize, items: &mut [Asked], is_known: bool) {
        let mut told = 0;
        for asked in &mut *items {
            let made = (self.exact)(&asked.item);
            if !is_known {
                asked.expected = made;
                asked.error = (self.slice)(&asked.item, 1).err().and_then(|error| event_of(&error));
            } else if made.events != asked.expected.events || asked.error.is_none() && made != asked.expected {
                tell(format, self.name, "exact", &asked.item, shown(&made));
                told += 1;
                if told == TOLD {
                    break;
                }
            }
        }
        let good: Vec<&Asked> = items.iter().filter(|asked| asked.error.is_none()).collect();
        // In a block with an item that is not ordinary, all items are converted one by one. So the ordinary items are
        // also compared as a slice of their own.
        let mut ordinary = Vec::new();
        for asked in good.iter().copied() {
            let Some(made) = (self.ordinary)(&asked.item) else { continue };
            if made != asked.expected {
                tell(format, self.name, "ordinary", &asked.item, shown(&made));
                break;
            }
            ordinary.push(asked);
        }
        for level in levels() {
            force_level(level);
            self.compare_slices(format, &good, level);
            self.compare_slices(format, &ordinary, level);
            self.compare_errors(format, items, level);
        }
    }

    /// Compares items without an error in slices of several lengths: the bits of each item, and the sums of events.
    fn compare_slices(&self, format: usize, items: &[&Asked], level: &str) {
        let mut rest = items;
        let mut told = 0;
        // Lengths near those of blocks, then everything that is left.
        for length in [1, 31, 33, 64, 65, 127, 300, usize::MAX] {
            let (slice, behind) = rest.split_at(length.min(rest.len()));
            rest = behind;
            let from: Vec<u8> = slice.iter().flat_map(|asked| asked.item.iter().copied()).collect();
            let (made, loss) = match (self.slice)(&from, slice.len()) {
                Ok(made) => made,
                Err(error) => {
                    let item = slice.first().map_or(&[][..], |asked| &asked.item);
                    return tell(format, self.name, level, item, format!("a slice fails: {error}"));
                }
            };
            let size = made.len() / slice.len().max(1);
            for (asked, bytes) in slice.iter().zip(made.chunks_exact(size.max(1))) {
                if asked.expected.bytes != bytes && told < TOLD {
                    told += 1;
                    let made = Made { bytes: bytes.to_vec(), events: 0 };
                    tell(format, self.name, level, &asked.item, format!("{} in a slice", shown(&made)));
                }
            }
            for (bit, event) in Event::ALL.iter().enumerate() {
                let count = slice.iter().filter(|asked| asked.expected.events >> bit & 1 != 0).count();
                if loss.of(*event) != count as u64 && told < TOLD {
                    told += 1;
                    self.find_count(format, slice, level, *event, bit);
                }
            }
        }
    }

    /// Reports the first item whose event is counted differently in a slice of copies of it.
    fn find_count(&self, format: usize, slice: &[&Asked], level: &str, event: Event, bit: usize) {
        for asked in slice {
            // Use the number of items of a block, so that the form for blocks runs.
            let from = asked.item.repeat(256);
            let expected = u64::from(asked.expected.events >> bit & 1) * 256;
            if let Ok((_, loss)) = (self.slice)(&from, 256)
                && loss.of(event) != expected
            {
                let what = format!("{event} is counted {} of 256 times", loss.of(event));
                return tell(format, self.name, level, &asked.item, what);
            }
        }
        let what = format!("{event} has another count in a slice than the sum of its items");
        tell(format, self.name, level, &[], what);
    }

    /// Checks that a slice fails at the first item that is an error by a rule, and that the error names this item.
    fn compare_errors(&self, format: usize, items: &[Asked], level: &str) {
        let Some(first) = items.iter().position(|asked| asked.error.is_some()) else { return };
        let mut starts = vec![0];
        starts.extend(items.iter().enumerate().filter(|(_, asked)| asked.error.is_some()).map(|(at, _)| at).take(40));
        for start in starts {
            let at = if start == 0 { first } else { start };
            let slice = &items[start..];
            let slice = &slice[..slice.len().min(at - start + 70)];
            let from: Vec<u8> = slice.iter().flat_map(|asked| asked.item.iter().copied()).collect();
            let expected = items[at].error.and_then(|bit| Event::ALL.get(usize::from(bit)).copied());
            let found = match (self.slice)(&from, slice.len()) {
                Ok(_) => "no error".to_owned(),
                Err(error) => match error.kind() {
                    ErrorKind::Conversion { fault, .. } => {
                        if fault.item == at - start && event_of(&error) == items[at].error {
                            continue;
                        }
                        format!("the error of item {} of a slice is {}", fault.item, fault.event)
                    }
                    _ => error.to_string(),
                },
            };
            let expected = expected.map_or_else(String::new, |event| event.to_string());
            let what = format!("{found}, not that of item {}, {expected}", at - start);
            return tell(format, self.name, level, &items[at].item, what);
        }
    }
}

impl<T: Native> Compared for Subject<T> {
    fn size(&self) -> usize {
        size_of::<T>()
    }

    fn compare(&self, format: usize, items: &mut Items) {
        let extent = items.read.first().map_or(0, |asked| asked.item.len());
        let exact_read = |item: &[u8]| {
            let (value, kinds) = (self.read)(item);
            Made { bytes: native_bytes(value), events: events(kinds) }
        };
        let exact_write = |item: &[u8]| {
            let mut bytes = vec![0; extent];
            let kinds = (self.write)(native(item), &mut bytes);
            Made { bytes, events: events(kinds) }
        };
        let read = Forms {
            name: "read",
            exact: &exact_read,
            ordinary: &|item| {
                let (value, kinds) = (self.read_ordinary)(item)?;
                Some(Made { bytes: native_bytes(value), events: events(kinds) })
            },
            slice: &|file, count| {
                let mut made = vec![T::of(0); count];
                let loss = (self.read_slice)(file, &mut made)?;
                Ok((made.into_iter().flat_map(native_bytes).collect(), loss))
            },
        };
        let write = Forms {
            name: "write",
            exact: &exact_write,
            ordinary: &|item| {
                let mut bytes = vec![0; extent];
                let kinds = (self.write_ordinary)(native(item), &mut bytes)?;
                Some(Made { bytes, events: events(kinds) })
            },
            slice: &|items, count| {
                let items: Vec<T> = items.chunks_exact(size_of::<T>()).map(native).collect();
                let mut file = vec![0; count * extent];
                let loss = (self.write_slice)(&items, &mut file)?;
                Ok((file, loss))
            },
        };
        read.compare(format, &mut items.read, items.is_known);
        write.compare(format, &mut items.write, items.is_known);
        self.there_and_back(format, items, &exact_read, &exact_write);
    }
}

impl<T: Native> Subject<T> {
    /// Checks that a value which is read and written without an event reads as the same value again, and the other way
    /// around.
    fn there_and_back(
        &self,
        format: usize,
        items: &Items,
        read: &dyn Fn(&[u8]) -> Made,
        write: &dyn Fn(&[u8]) -> Made,
    ) {
        for asked in &items.read {
            let value = read(&asked.item);
            if value.events != 0 || native::<T>(&value.bytes).is_nan() {
                continue;
            }
            let word = write(&value.bytes);
            if word.events == 0 && read(&word.bytes) != value {
                let what = format!("{}, written as {}", shown(&value), shown(&word));
                return tell(format, "there and back", "exact", &asked.item, what);
            }
        }
        // The events that rules of reading may cause although writing caused none.
        let may = [Kinds::INFINITY, Kinds::NAN, Kinds::NEGATIVE_ZERO, Kinds::UNDERFLOW];
        let may = may.iter().fold(0, |all, kinds| all | events(*kinds));
        for asked in &items.write {
            let word = write(&asked.item);
            if word.events != 0 || native::<T>(&asked.item).is_nan() {
                continue;
            }
            let value = read(&word.bytes);
            let differs = T::HAS_ONE_FORM && value.bytes != asked.item;
            let changed = value.events & !may != 0 || value.events == 0 && differs;
            if changed || value.events == 0 && write(&value.bytes) != word {
                let what = format!("{}, read as {}", shown(&word), shown(&value));
                return tell(format, "back and there", "exact", &asked.item, what);
            }
        }
    }
}

/// Compares all formats with the items of standard input.
pub fn run(subjects: &[Any]) {
    let mut input = Input { bytes: Vec::new(), at: 0 };
    std::io::stdin().read_to_end(&mut input.bytes).expect("the items of all formats");
    std::panic::set_hook(Box::new(|_| {}));
    for (format, subject) in subjects.iter().enumerate() {
        let mut items = input.items(subject.0.size());
        let compared = catch_unwind(AssertUnwindSafe(|| subject.0.compare(format, &mut items)));
        if let Err(panic) = compared {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("");
            tell(format, "both", "panic", &[], text);
        }
    }
    println!("done");
}
