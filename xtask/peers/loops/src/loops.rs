//! The loops by name. A new one is a function and a line of the table.
//!
//! Each is what a programmer writes who knows the layout while compiling, and no more: a loop over items, as plain as it can be.

use std::hint::black_box;
use std::iter::zip;

/// A loop with its arguments: from the bytes that go in to those that come out.
pub(crate) type Prepared = Box<dyn FnMut(&[u8], &mut [u8])>;

/// Makes a loop of its arguments, as they are told.
pub(crate) type Make = fn(&[&str]) -> Result<Prepared, String>;

/// Every loop.
pub(crate) const LOOPS: &[(&str, Make)] = &[
    ("swap 2", |arguments| plain(arguments, swap::<2>)),
    ("swap 4", |arguments| plain(arguments, swap::<4>)),
    ("swap 8", |arguments| plain(arguments, swap::<8>)),
    ("read i32 as i64", |arguments| plain(arguments, widen)),
    ("write i64 as i32", |arguments| plain(arguments, narrow)),
];

/// A loop that has no arguments.
fn plain(arguments: &[&str], function: fn(&[u8], &mut [u8])) -> Result<Prepared, String> {
    if arguments.is_empty() {
        Ok(Box::new(function))
    } else {
        Err(format!("the loop takes no arguments: `{}`", arguments.join(" ")))
    }
}

/// Items in the other byte order.
fn swap<const N: usize>(input: &[u8], output: &mut [u8]) {
    for (item, out) in zip(input.as_chunks::<N>().0, output.as_chunks_mut::<N>().0) {
        let mut bytes = *item;
        bytes.reverse();
        *out = bytes;
    }
}

/// Big-endian `i32` to native `i64`.
#[expect(clippy::host_endian_bytes, reason = "memory is in the order of the machine")]
fn widen(input: &[u8], output: &mut [u8]) {
    for (item, out) in zip(input.as_chunks().0, output.as_chunks_mut().0) {
        *out = i64::from(i32::from_be_bytes(*item)).to_ne_bytes();
    }
}

/// Native `i64` to big-endian `i32`. What did not fit is gathered, for whoever asks at the end.
#[expect(clippy::host_endian_bytes, reason = "memory is in the order of the machine")]
#[expect(clippy::cast_possible_truncation, reason = "what is lost is gathered")]
fn narrow(input: &[u8], output: &mut [u8]) {
    let mut outside = 0;
    for (item, out) in zip(input.as_chunks().0, output.as_chunks_mut().0) {
        let number = i64::from_ne_bytes(*item);
        // The low half: what does not fit is found by widening it again.
        let low = number as i32;
        outside |= i64::from(low) ^ number;
        *out = low.to_be_bytes();
    }
    black_box(outside);
}
