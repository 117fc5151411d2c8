//! Native items in buffers of octets: loaded and stored one by one, so that no buffer needs an alignment.
//!
//! A run of items passes through a block on the stack: loaded, converted by the same function as
//! slices are, stored. Bounds are settled before: what is out of them here is a fault of the caller.

#![expect(clippy::host_endian_bytes, reason = "a native item is in the order of the host")]

use crate::datatype::{Piece, Place};
use crate::descriptor::Functions;
use crate::error::Fault;
use crate::loss::{Event, Loss};
use crate::native::{
    Bf16, Character, Complex, Decimal, F16, F128, Logical, LongDouble, decimal_from_parts, decimal_to_parts,
};
use crate::num::{count, index};

/// Items of a block, where runs are long; short ones use [`FEW`].
const MANY: usize = 256;
const FEW: usize = 8;

/// A native item as octets.
pub(crate) trait Octets: Copy {
    /// Octets of one.
    const OCTETS: usize;
    /// Any item.
    const BLANK: Self;

    /// The item of these octets; [`Octets::BLANK`] where they are none.
    fn load(octets: &[u8]) -> Self;

    /// Its octets.
    fn store(self, octets: &mut [u8]);

    /// Whether the octets are those of an item.
    #[inline]
    fn is_valid(_octets: &[u8]) -> bool {
        true
    }
}

macro_rules! octets {
    ($($native:ty, $bits:ty, $blank:expr, $from:expr, $to:expr;)*) => { $(
        impl Octets for $native {
            const OCTETS: usize = size_of::<$bits>();
            const BLANK: Self = $blank;

            #[inline]
            fn load(octets: &[u8]) -> Self {
                let mut bits = [0; size_of::<$bits>()];
                bits.copy_from_slice(octets);
                $from(<$bits>::from_ne_bytes(bits))
            }

            #[inline]
            fn store(self, octets: &mut [u8]) {
                let bits: $bits = $to(self);
                octets.copy_from_slice(&bits.to_ne_bytes());
            }
        }
    )* };
}

octets! {
    i8, i8, 0, i8::from, i8::from;
    i16, i16, 0, i16::from, i16::from;
    i32, i32, 0, i32::from, i32::from;
    i64, i64, 0, i64::from, i64::from;
    i128, i128, 0, i128::from, i128::from;
    u8, u8, 0, u8::from, u8::from;
    u16, u16, 0, u16::from, u16::from;
    u32, u32, 0, u32::from, u32::from;
    u64, u64, 0, u64::from, u64::from;
    u128, u128, 0, u128::from, u128::from;
    f32, u32, 0.0, f32::from_bits, f32::to_bits;
    f64, u64, 0.0, f64::from_bits, f64::to_bits;
    F16, u16, F16::from_bits(0), F16::from_bits, F16::to_bits;
    Bf16, u16, Bf16::from_bits(0), Bf16::from_bits, Bf16::to_bits;
    F128, u128, F128::from_bits(0), F128::from_bits, F128::to_bits;
    LongDouble, u128, LongDouble::from_bits(0), LongDouble::from_bits, LongDouble::to_bits;
    Logical, u32, Logical::FALSE, Logical::from_word, Logical::to_word;
    Character, u8, Character(0), Character, |Character(octet)| octet;
    bool, u8, false, |octet| octet != 0, u8::from;
}

impl Octets for char {
    const OCTETS: usize = 4;
    const BLANK: char = '\0';

    #[inline]
    fn load(octets: &[u8]) -> char {
        char::from_u32(u32::load(octets)).unwrap_or(char::BLANK)
    }

    #[inline]
    fn store(self, octets: &mut [u8]) {
        u32::from(self).store(octets);
    }

    fn is_valid(octets: &[u8]) -> bool {
        char::from_u32(u32::load(octets)).is_some()
    }
}

/// The low 64 bits of the number, the high 32, then the scale with the sign in its top bit.
impl Octets for Decimal {
    const OCTETS: usize = 16;
    const BLANK: Decimal = Decimal::ZERO;

    #[inline]
    fn load(octets: &[u8]) -> Decimal {
        let (low, rest) = octets.split_at(8);
        let (high, flags) = rest.split_at(4);
        let number = u128::from(u32::load(high)) << 64 | u128::from(u64::load(low));
        let flags = u32::load(flags);
        decimal_from_parts(flags >> 31 != 0, number, (flags & !(1 << 31)).min(28))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a number of 96 bits")]
    fn store(self, octets: &mut [u8]) {
        let (negative, number, scale) = decimal_to_parts(self);
        let (low, rest) = octets.split_at_mut(8);
        let (high, flags) = rest.split_at_mut(4);
        low.copy_from_slice(&(number as u64).to_ne_bytes());
        ((number >> 64) as u32).store(high);
        (scale | u32::from(negative) << 31).store(flags);
    }

    fn is_valid(octets: &[u8]) -> bool {
        u32::load(&octets[12..]) & !(1 << 31) <= 28
    }
}

impl<T: Octets> Octets for Complex<T> {
    const OCTETS: usize = 2 * T::OCTETS;
    const BLANK: Self = Complex { re: T::BLANK, im: T::BLANK };

    #[inline]
    fn load(octets: &[u8]) -> Self {
        let (re, im) = octets.split_at(T::OCTETS);
        Complex { re: T::load(re), im: T::load(im) }
    }

    #[inline]
    fn store(self, octets: &mut [u8]) {
        let (re, im) = octets.split_at_mut(T::OCTETS);
        self.re.store(re);
        self.im.store(im);
    }
}

/// A native buffer, and where in it displacement zero lies.
///
/// Sums wrap, as those of displacements do; their result lies in the buffer.
#[derive(Clone, Copy)]
pub(crate) struct Memory<B> {
    pub(crate) octets: B,
    pub(crate) origin: i64,
}

impl<B: AsRef<[u8]>> Memory<B> {
    fn at(&self, displacement: i64, octets: i64) -> &[u8] {
        let start = index(self.origin.wrapping_add(displacement));
        &self.octets.as_ref()[start..start + index(octets)]
    }
}

impl<B: AsMut<[u8]>> Memory<B> {
    fn at_mut(&mut self, displacement: i64, octets: i64) -> &mut [u8] {
        let start = index(self.origin.wrapping_add(displacement));
        &mut self.octets.as_mut()[start..start + index(octets)]
    }
}

/// Calls `f` with stretches of the runs, in order, of at most `most` items together: the place of the
/// stretch's runs, and the items of each.
fn stretches<E>(
    piece: &Piece<'_>,
    most: i64,
    mut f: impl FnMut(Place<'_>, i64) -> Result<(), E>,
) -> Result<(), E> {
    let runs = piece.place.runs();
    if piece.items <= most / 2 {
        let together = most / piece.items;
        let mut run = 0;
        while run < runs {
            let next = (run + together).min(runs);
            f(piece.place.part(run, next), piece.items)?;
            run = next;
        }
        return Ok(());
    }
    for run in 0..runs {
        let mut item = 0;
        while item < piece.items {
            let items = (piece.items - item).min(most);
            let displacement = piece.place.of(run).wrapping_add(item * piece.octets);
            f(Place::Strided { displacement, runs: 1, stride: 0 }, items)?;
            item += items;
        }
    }
    Ok(())
}

/// Why a piece is not converted to its end.
pub(crate) enum Stop {
    /// At an item, counted within the piece.
    Fault(Fault),
    /// At once.
    Error(crate::error::Error),
}

/// Converts the items of a piece, file to native. `file`: their octets.
pub(crate) fn read_piece<T: Octets>(
    functions: &Functions<T>,
    file: &[u8],
    native: &mut Memory<&mut [u8]>,
    piece: &Piece<'_>,
) -> Result<Loss, Stop> {
    if piece.items * piece.place.runs() <= count(FEW) {
        read_blocks(functions, file, native, piece, &mut [T::BLANK; FEW])
    } else {
        read_blocks(functions, file, native, piece, &mut [T::BLANK; MANY])
    }
}

/// By blocks of as many items as `block` has.
#[inline(never)]
fn read_blocks<T: Octets>(
    functions: &Functions<T>,
    file: &[u8],
    native: &mut Memory<&mut [u8]>,
    piece: &Piece<'_>,
    block: &mut [T],
) -> Result<Loss, Stop> {
    let (mut loss, mut done, mut rest) = (Loss::default(), 0, file);
    stretches(piece, count(block.len()), |place, items| {
        let all = index(place.runs() * items);
        let (octets, after) = rest.split_at(all * functions.extent);
        let converted = (functions.read)(octets, &mut block[..all]).map_err(Stop::Error)?;
        let whole = converted.as_ref().err().map_or(all, |fault| fault.item);
        for (run, values) in (0..).zip(block[..whole].chunks(index(items))) {
            let out = native.at_mut(place.of(run), count(values.len()) * piece.octets);
            for (value, out) in values.iter().zip(out.chunks_exact_mut(T::OCTETS)) {
                value.store(out);
            }
        }
        loss += converted.map_err(|fault| Stop::Fault(Fault { item: fault.item + done, ..fault }))?;
        done += all;
        rest = after;
        Ok(())
    })?;
    Ok(loss)
}

/// Converts the items of a piece, native to file. `file`: their octets.
pub(crate) fn write_piece<T: Octets>(
    functions: &Functions<T>,
    native: &Memory<&[u8]>,
    file: &mut [u8],
    piece: &Piece<'_>,
) -> Result<Loss, Stop> {
    if piece.items * piece.place.runs() <= count(FEW) {
        write_blocks(functions, native, file, piece, &mut [T::BLANK; FEW])
    } else {
        write_blocks(functions, native, file, piece, &mut [T::BLANK; MANY])
    }
}

/// By blocks of as many items as `block` has.
#[inline(never)]
fn write_blocks<T: Octets>(
    functions: &Functions<T>,
    native: &Memory<&[u8]>,
    file: &mut [u8],
    piece: &Piece<'_>,
    block: &mut [T],
) -> Result<Loss, Stop> {
    let (mut loss, mut done, mut rest) = (Loss::default(), 0, file);
    stretches(piece, count(block.len()), |place, items| {
        let all = index(place.runs() * items);
        let mut invalid = None;
        for (run, values) in (0..).zip(block[..all].chunks_mut(index(items))) {
            let octets = native.at(place.of(run), items * piece.octets);
            let first = index(run * items);
            for (item, (value, octets)) in values.iter_mut().zip(octets.chunks_exact(T::OCTETS)).enumerate() {
                *value = T::load(octets);
                if !T::is_valid(octets) && invalid.is_none() {
                    invalid = Some((first + item, octets));
                }
            }
        }
        let whole = invalid.map_or(all, |(item, _)| item);
        let (octets, after) = std::mem::take(&mut rest).split_at_mut(all * functions.extent);
        let converted = (functions.write)(&block[..whole], &mut octets[..whole * functions.extent]);
        let converted = converted.map_err(Stop::Error)?;
        loss += converted.map_err(|fault| Stop::Fault(Fault { item: fault.item + done, ..fault }))?;
        if let Some((item, octets)) = invalid {
            return Err(Stop::Fault(not_an_item(functions.mapping, item + done, octets)));
        }
        done += all;
        rest = after;
        Ok(())
    })?;
    Ok(loss)
}

/// The fault of native octets that are no item of their type.
#[cold]
fn not_an_item(mapping: &'static str, item: usize, octets: &[u8]) -> Fault {
    let octets: Vec<String> = octets.iter().map(|octet| format!("{octet:02x}")).collect();
    Fault {
        item,
        path: String::new(),
        event: Event::Unmapped,
        value: format!("the native {}, no value of its type,", octets.join(" ")),
        format: mapping.rsplit("=> ").next().unwrap_or(mapping),
        mapping,
        direction: "write",
    }
}

/// Copies the items of a piece, file to native.
pub(crate) fn copy_in(file: &[u8], native: &mut Memory<&mut [u8]>, piece: &Piece<'_>) {
    let octets = piece.items * piece.octets;
    for (run, file) in (0..piece.place.runs()).zip(file.chunks_exact(index(octets))) {
        native.at_mut(piece.place.of(run), octets).copy_from_slice(file);
    }
}

/// Copies the items of a piece, native to file.
pub(crate) fn copy_out(native: &Memory<&[u8]>, file: &mut [u8], piece: &Piece<'_>) {
    let octets = piece.items * piece.octets;
    for (run, file) in (0..piece.place.runs()).zip(file.chunks_exact_mut(index(octets))) {
        file.copy_from_slice(native.at(piece.place.of(run), octets));
    }
}

/// Octets of the items of a stretch in the file, where they do not lie one behind the other.
const STAGE: usize = 4096;

/// How many copies of records are converted at a time, one field after the other.
pub(crate) const TOGETHER: i64 = 64;

/// Converts the items of one field of records, file to native; at most [`STAGE`] octets of file.
///
/// `file`: from the first item of the field on; the next copy's items lie `record` octets further.
pub(crate) fn read_column<T: Octets>(
    functions: &Functions<T>,
    file: &[u8],
    record: usize,
    native: &mut Memory<&mut [u8]>,
    piece: &Piece<'_>,
) -> Result<Loss, Stop> {
    let mut stage = [0; STAGE];
    let octets = index(piece.items) * functions.extent;
    let copies = index(piece.place.runs());
    let stage = &mut stage[..octets * copies];
    gather(stage, file, record, octets, copies);
    read_piece(functions, stage, native, piece)
}

/// Converts the items of one field of records, native to file: the mirror of [`read_column`].
pub(crate) fn write_column<T: Octets>(
    functions: &Functions<T>,
    native: &Memory<&[u8]>,
    file: &mut [u8],
    record: usize,
    piece: &Piece<'_>,
) -> Result<Loss, Stop> {
    let mut stage = [0; STAGE];
    let octets = index(piece.items) * functions.extent;
    let copies = index(piece.place.runs());
    let stage = &mut stage[..octets * copies];
    let loss = write_piece(functions, native, stage, piece)?;
    scatter(stage, file, record, octets, copies);
    Ok(loss)
}

/// So many octets of each record, one behind the other.
#[inline(never)]
fn gather(stage: &mut [u8], file: &[u8], record: usize, octets: usize, copies: usize) {
    for_width(octets, copies, |copy, run| {
        stage[copy * octets..][run.clone()].copy_from_slice(&file[copy * record..][run]);
    });
}

/// The mirror of [`gather`].
#[inline(never)]
fn scatter(stage: &[u8], file: &mut [u8], record: usize, octets: usize, copies: usize) {
    for_width(octets, copies, |copy, run| {
        file[copy * record..][run.clone()].copy_from_slice(&stage[copy * octets..][run]);
    });
}

/// Calls `f` with each copy and the range of so many octets: one that the compiler knows, where it is frequent.
#[inline]
fn for_width(octets: usize, copies: usize, mut f: impl FnMut(usize, std::ops::Range<usize>)) {
    match octets {
        1 => (0..copies).for_each(|copy| f(copy, 0..1)),
        2 => (0..copies).for_each(|copy| f(copy, 0..2)),
        4 => (0..copies).for_each(|copy| f(copy, 0..4)),
        8 => (0..copies).for_each(|copy| f(copy, 0..8)),
        16 => (0..copies).for_each(|copy| f(copy, 0..16)),
        octets => (0..copies).for_each(|copy| f(copy, 0..octets)),
    }
}

/// Copies the octets of one field of records, file to native.
pub(crate) fn copy_column_in(file: &[u8], record: usize, native: &mut Memory<&mut [u8]>, piece: &Piece<'_>) {
    let octets = piece.items * piece.octets;
    for run in 0..piece.place.runs() {
        let out = native.at_mut(piece.place.of(run), octets);
        out.copy_from_slice(&file[index(run) * record..][..index(octets)]);
    }
}

/// Copies the octets of one field of records, native to file.
pub(crate) fn copy_column_out(native: &Memory<&[u8]>, file: &mut [u8], record: usize, piece: &Piece<'_>) {
    let octets = piece.items * piece.octets;
    for run in 0..piece.place.runs() {
        let out = &mut file[index(run) * record..][..index(octets)];
        out.copy_from_slice(native.at(piece.place.of(run), octets));
    }
}

/// Whether a field of `items` items of `extent` octets is staged.
pub(crate) fn is_staged(items: i64, extent: usize) -> bool {
    index(items) * extent <= STAGE / index(TOGETHER)
}
