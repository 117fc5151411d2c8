//! Items that are not contiguous, gathered and converted to a file, and scattered from one.
//!
//! The places of the items are given as arguments, as the loops of a program have them in variables. The conversion of
//! an item is known at compile time.

use std::iter::zip;

use crate::loops::{Make, Prepared};

/// Every loop.
pub const LOOPS: &[(&str, Make)] = &[
    ("write f64, strided", |arguments| strided::<Swap, 8>(arguments, true)),
    ("read f64, strided", |arguments| strided::<Swap, 8>(arguments, false)),
    ("write f64, blocks", |arguments| blocks::<Swap, 8>(arguments, true)),
    ("read f64, blocks", |arguments| blocks::<Swap, 8>(arguments, false)),
    ("write f64, part", |arguments| part::<Swap, 8>(arguments, true)),
    ("read f64, part", |arguments| part::<Swap, 8>(arguments, false)),
    ("write f64, records", |arguments| records::<Swap>(arguments, true)),
    ("read f64, records", |arguments| records::<Swap>(arguments, false)),
    ("write hfp32, strided", |arguments| strided::<Hfp, 4>(arguments, true)),
    ("read hfp32, strided", |arguments| strided::<Hfp, 4>(arguments, false)),
    ("write hfp32, blocks", |arguments| blocks::<Hfp, 4>(arguments, true)),
    ("read hfp32, blocks", |arguments| blocks::<Hfp, 4>(arguments, false)),
    ("write hfp32, part", |arguments| part::<Hfp, 4>(arguments, true)),
    ("read hfp32, part", |arguments| part::<Hfp, 4>(arguments, false)),
    ("write hfp32, records", |arguments| records::<Hfp>(arguments, true)),
    ("read hfp32, records", |arguments| records::<Hfp>(arguments, false)),
];

/// The conversion of an item of `N` bytes.
trait Convert<const N: usize> {
    fn write(native: [u8; N]) -> [u8; N];
    fn read(file: [u8; N]) -> [u8; N];
}

/// The other byte order.
struct Swap;

impl<const N: usize> Convert<N> for Swap {
    fn write(mut native: [u8; N]) -> [u8; N] {
        native.reverse();
        native
    }

    fn read(mut file: [u8; N]) -> [u8; N] {
        file.reverse();
        file
    }
}

/// IBM's hexadecimal floats, for numbers that both formats have. Other numbers are not detected.
struct Hfp;

impl Convert<4> for Hfp {
    fn write(native: [u8; 4]) -> [u8; 4] {
        let bits = u32::from_ne_bytes(native);
        let exponent = (bits >> 23 & 0xFF) as i32;
        let fraction = bits & 0x7F_FFFF | 0x80_0000;
        // 0.fraction × 2^binary is 0.digits × 16^hexadecimal.
        let binary = exponent - 126;
        let hexadecimal = (binary + 3) >> 2;
        let shift = (4 * hexadecimal - binary) as u32;
        let (kept, rest) = (fraction >> shift, fraction & ((1 << shift) - 1));
        let half = (1 << shift) >> 1;
        let up = u32::from(rest > half || rest == half && shift > 0 && kept & 1 == 1);
        let word = ((hexadecimal + 64) as u32) << 24 | (kept + up);
        (bits & 1 << 31 | if exponent == 0 { 0 } else { word }).to_be_bytes()
    }

    fn read(file: [u8; 4]) -> [u8; 4] {
        let word = u32::from_be_bytes(file);
        let fraction = f64::from(word & 0xFF_FFFF);
        let exponent = 4 * (i64::from(word >> 24 & 0x7F) - 64) - 24;
        let magnitude = (fraction * f64::from_bits(((exponent + 1023) as u64) << 52)) as f32;
        (magnitude.to_bits() | word & 1 << 31).to_ne_bytes()
    }
}

impl Convert<8> for Hfp {
    fn write(native: [u8; 8]) -> [u8; 8] {
        let bits = u64::from_ne_bytes(native);
        let exponent = (bits >> 52 & 0x7FF) as i32;
        let fraction = bits & ((1 << 52) - 1) | 1 << 52;
        let binary = exponent - 1022;
        let hexadecimal = (binary + 3) >> 2;
        let shift = (4 * hexadecimal - binary) as u32;
        let word = ((hexadecimal + 64) as u64) << 56 | fraction << 3 >> shift;
        (bits & 1 << 63 | if exponent == 0 { 0 } else { word }).to_be_bytes()
    }

    fn read(file: [u8; 8]) -> [u8; 8] {
        let word = u64::from_be_bytes(file);
        let fraction = (word & ((1 << 56) - 1)) as f64;
        let exponent = 4 * ((word >> 56 & 0x7F) as i64 - 64) - 56;
        let magnitude = fraction * f64::from_bits(((exponent + 1023) as u64) << 52);
        (magnitude.to_bits() | word & 1 << 63).to_ne_bytes()
    }
}

fn numbers<const N: usize>(arguments: &[&str]) -> Result<[usize; N], String> {
    let told = arguments.iter().map(|word| word.parse().map_err(|_| format!("`{word}` is no number")));
    let told: Vec<usize> = told.collect::<Result<_, String>>()?;
    told.try_into().map_err(|told: Vec<usize>| format!("{} numbers, and not {N}", told.len()))
}

/// `items` items of every `stride`.
fn strided<C: Convert<N> + 'static, const N: usize>(
    arguments: &[&str],
    writes: bool,
) -> Result<Prepared, String> {
    let [items, stride] = numbers(arguments)?;
    // The most frequent layouts have loops of their own.
    Ok(match (items, stride, writes) {
        (1, 2, true) => Box::new(|native, file| every::<C, N, 1, 2>(native, file)),
        (1, 2, false) => Box::new(|file, native| every_back::<C, N, 1, 2>(file, native)),
        (3, 8, true) => Box::new(|native, file| every::<C, N, 3, 8>(native, file)),
        (3, 8, false) => Box::new(|file, native| every_back::<C, N, 3, 8>(file, native)),
        _ => return Err(format!("there is no loop for {items} of {stride}")),
    })
}

fn every<C: Convert<N>, const N: usize, const ITEMS: usize, const STRIDE: usize>(
    native: &[u8],
    file: &mut [u8],
) {
    let rows = native.as_chunks::<N>().0.as_chunks::<STRIDE>().0;
    for (from, to) in zip(rows, file.as_chunks_mut::<N>().0.as_chunks_mut::<ITEMS>().0) {
        for (from, to) in zip(&from[..ITEMS], to) {
            *to = C::write(*from);
        }
    }
}

fn every_back<C: Convert<N>, const N: usize, const ITEMS: usize, const STRIDE: usize>(
    file: &[u8],
    native: &mut [u8],
) {
    let rows = native.as_chunks_mut::<N>().0.as_chunks_mut::<STRIDE>().0;
    for (from, to) in zip(file.as_chunks::<N>().0.as_chunks::<ITEMS>().0, rows) {
        for (from, to) in zip(from, to) {
            *to = C::read(*from);
        }
    }
}

/// Blocks of 1 to 16 items, with gaps of 1 to 16 items between them. Each has its beginning and its length.
fn random_blocks(items: usize) -> Vec<(u32, u32)> {
    let mut state = 0x9E37_79B9_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state >> 8 & 15
    };
    let (mut blocks, mut at, mut left) = (Vec::new(), 0, items as u32);
    while left > 0 {
        let length = (next() + 1).min(left);
        blocks.push((at, length));
        at += length + next() + 1;
        left -= length;
    }
    blocks
}

/// Such blocks, with `items` items in total.
fn blocks<C: Convert<N> + 'static, const N: usize>(
    arguments: &[&str],
    writes: bool,
) -> Result<Prepared, String> {
    let [items] = numbers(arguments)?;
    let blocks = random_blocks(items);
    Ok(Box::new(move |input, output| {
        let (mut input, mut output) = (input.as_chunks::<N>().0, output.as_chunks_mut::<N>().0);
        for &(at, length) in &blocks {
            let (at, length) = (at as usize, length as usize);
            if writes {
                let (to, rest) = output.split_at_mut(length);
                for (from, to) in zip(&input[at..at + length], to) {
                    *to = C::write(*from);
                }
                output = rest;
            } else {
                let (from, rest) = input.split_at(length);
                for (from, to) in zip(from, &mut output[at..at + length]) {
                    *to = C::read(*from);
                }
                input = rest;
            }
        }
    }))
}

/// A part of an array of planes, rows and columns. The arguments are the sizes of the part, the rows and columns of the
/// array, and the beginning of the part.
fn part<C: Convert<N> + 'static, const N: usize>(
    arguments: &[&str],
    writes: bool,
) -> Result<Prepared, String> {
    let [planes, rows, columns, all_rows, all_columns, first_plane, first_row, first_column] =
        numbers(arguments)?;
    let begin = move |plane: usize, row: usize| {
        ((first_plane + plane) * all_rows + first_row + row) * all_columns + first_column
    };
    Ok(Box::new(move |input, output| {
        let (mut input, mut output) = (input.as_chunks::<N>().0, output.as_chunks_mut::<N>().0);
        for plane in 0..planes {
            for row in 0..rows {
                let at = begin(plane, row);
                if writes {
                    let (to, rest) = output.split_at_mut(columns);
                    for (from, to) in zip(&input[at..at + columns], to) {
                        *to = C::write(*from);
                    }
                    output = rest;
                } else {
                    let (from, rest) = input.split_at(columns);
                    for (from, to) in zip(from, &mut output[at..at + columns]) {
                        *to = C::read(*from);
                    }
                    input = rest;
                }
            }
        }
    }))
}

/// The number of bytes of a record in memory, and in the file.
const NATIVE: usize = 40;
const FILE: usize = 34;

/// `records` records of every `stride`. A record has an `i32`, three `f64`, an `f32` and an `i16`, aligned in memory
/// and packed in the file.
fn records<C: Convert<8> + Convert<4> + 'static>(
    arguments: &[&str],
    writes: bool,
) -> Result<Prepared, String> {
    let [records, stride] = numbers(arguments)?;
    Ok(match (records, stride, writes) {
        (1, 1, true) => Box::new(|native, file| {
            for (native, file) in zip(native.as_chunks().0, file.as_chunks_mut().0) {
                write_record::<C>(native, file);
            }
        }),
        (1, 1, false) => Box::new(|file, native| {
            for (file, native) in zip(file.as_chunks().0, native.as_chunks_mut().0) {
                read_record::<C>(file, native);
            }
        }),
        (2, 3, true) => Box::new(|native, file| {
            let rows = native.as_chunks().0.as_chunks::<3>().0;
            for (native, file) in zip(rows, file.as_chunks_mut().0.as_chunks_mut::<2>().0) {
                write_record::<C>(&native[0], &mut file[0]);
                write_record::<C>(&native[1], &mut file[1]);
            }
        }),
        (2, 3, false) => Box::new(|file, native| {
            let rows = native.as_chunks_mut().0.as_chunks_mut::<3>().0;
            for (file, native) in zip(file.as_chunks().0.as_chunks::<2>().0, rows) {
                read_record::<C>(&file[0], &mut native[0]);
                read_record::<C>(&file[1], &mut native[1]);
            }
        }),
        _ => return Err(format!("there is no loop for {records} of {stride}")),
    })
}

/// `N` bytes, beginning at `begin`.
fn at<const N: usize>(bytes: &[u8], begin: usize) -> [u8; N] {
    std::array::from_fn(|byte| bytes[begin + byte])
}

fn write_record<C: Convert<8> + Convert<4>>(native: &[u8; NATIVE], file: &mut [u8; FILE]) {
    file[..4].copy_from_slice(&<Swap as Convert<4>>::write(at(native, 0)));
    for item in 0..3 {
        let double: [u8; 8] = C::write(at(native, 8 + 8 * item));
        file[4 + 8 * item..12 + 8 * item].copy_from_slice(&double);
    }
    let float: [u8; 4] = C::write(at(native, 32));
    file[28..32].copy_from_slice(&float);
    file[32..].copy_from_slice(&<Swap as Convert<2>>::write(at(native, 36)));
}

fn read_record<C: Convert<8> + Convert<4>>(file: &[u8; FILE], native: &mut [u8; NATIVE]) {
    native[..4].copy_from_slice(&<Swap as Convert<4>>::read(at(file, 0)));
    for item in 0..3 {
        let double: [u8; 8] = C::read(at(file, 4 + 8 * item));
        native[8 + 8 * item..16 + 8 * item].copy_from_slice(&double);
    }
    let float: [u8; 4] = C::read(at(file, 28));
    native[32..36].copy_from_slice(&float);
    native[36..38].copy_from_slice(&<Swap as Convert<2>>::read(at(file, 32)));
}
