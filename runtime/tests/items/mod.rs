//! Items of a representation, alone and among equal ones, at every level of the processor.

#![allow(dead_code, unreachable_pub, reason = "each test has its own use for this")]

use std::fmt::Debug;

use datarep::{Datarep, Event, F16, F128, Loss, Native};

use crate::levels::at_every_level;

/// Slices of these lengths have items in blocks, and others after them.
pub const LENGTHS: [usize; 3] = [1, 70, 600];

/// A native number that its bits distinguish from all others.
pub trait Bits: Native + Default + Debug + Copy {
    fn bits(self) -> u128;
}

macro_rules! bits {
    ($($native:ty: $bits:expr;)*) => { $(
        impl Bits for $native {
            fn bits(self) -> u128 {
                $bits(self).into()
            }
        }
    )* };
}

bits! {
    i8: i8::cast_unsigned;
    i16: i16::cast_unsigned;
    i32: i32::cast_unsigned;
    i64: i64::cast_unsigned;
    u8: u8::from;
    u16: u16::from;
    u64: u64::from;
    i128: i128::cast_unsigned;
    u128: u128::from;
    f32: f32::to_bits;
    f64: f64::to_bits;
    F16: F16::to_bits;
    F128: F128::to_bits;
}

/// Checks that each of `length` items was counted, and nothing else.
pub fn assert_counted(loss: &Loss, event: Option<Event>, length: usize, title: &str) {
    for other in Event::ALL {
        let expected = if Some(*other) == event { length as u64 } else { 0 };
        assert_eq!(loss.of(*other), expected, "{title}, {other}");
    }
}

/// Checks that a word is read as this number with this event, alone and among equal ones.
pub fn reads<T: Bits>(datarep: &Datarep, word: &[u8], expected: T, event: Option<Event>) {
    at_every_level(|level| {
        for length in LENGTHS {
            let title = format!("{word:02x?} of `{}`, {length} items, {level}", datarep.name());
            let (items, loss) = datarep.to_vec::<T>(&word.repeat(length)).expect("no rule is an error");
            for item in items {
                assert_eq!(item.bits(), expected.bits(), "{title}: {item:?}, not {expected:?}");
            }
            assert_counted(&loss, event, length, &title);
        }
    });
}

/// Checks that a number is written as this word with this event, alone and among equal ones.
pub fn writes<T: Bits>(datarep: &Datarep, native: T, expected: &[u8], event: Option<Event>) {
    at_every_level(|level| {
        for length in LENGTHS {
            let title = format!("{native:?} in `{}`, {length} items, {level}", datarep.name());
            let (file, loss) = datarep.to_bytes(&vec![native; length]).expect("no rule is an error");
            for item in file.chunks(expected.len()) {
                assert_eq!(item, expected, "{title}: {item:02x?}, not {expected:02x?}");
            }
            assert_counted(&loss, event, length, &title);
        }
    });
}

/// Checks that a word is read as that number, and the number is written as that word.
pub fn is<T: Bits>(datarep: &Datarep, word: &[u8], native: T) {
    reads(datarep, word, native, None);
    writes(datarep, native, word, None);
}
