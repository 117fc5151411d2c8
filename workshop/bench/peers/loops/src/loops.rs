//! The loops by name. To add one, add a function and a line of the table.
//!
//! Each loop is written as by a programmer who knows the layout at compile time: a loop over items, as plain as
//! possible.

use std::hint::black_box;
use std::iter::zip;

/// A loop with its arguments. It converts input bytes to output bytes.
pub(crate) type Prepared = Box<dyn FnMut(&[u8], &mut [u8])>;

/// Makes a loop from its arguments.
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

/// Native `i64` to big-endian `i32`. Lost bits are collected and can be checked at the end.
#[expect(clippy::host_endian_bytes, reason = "memory is in the order of the machine")]
#[expect(clippy::cast_possible_truncation, reason = "what is lost is gathered")]
fn narrow(input: &[u8], output: &mut [u8]) {
    let mut outside = 0;
    for (item, out) in zip(input.as_chunks().0, output.as_chunks_mut().0) {
        let number = i64::from_ne_bytes(*item);
        // Widening the low half again shows whether the number fits.
        let low = number as i32;
        outside |= i64::from(low) ^ number;
        *out = low.to_be_bytes();
    }
    black_box(outside);
}
