//! Converts integers of one width to integers of another, both in two's complement or both unsigned, in one loop from
//! bytes to bytes; and decimals.
//!
//! A program uses one loop to load the integers, one to widen them, and one to store them, which is three times the
//! work. Only integers that fit are converted here, so rules do not matter. The caller converts the others.

#![allow(clippy::inline_always, reason = "bodies of loops that are compiled for a level")]

mod decimals;

use datarep::codegen::Processor;
use datarep::interpreter::{Task, run};
use datarep_dsl::model::{
    Conversion as Mapping, Format, FormatKind, Integer, IntegerSign, NativeKind, NoncanonicalRule,
};
use datarep_plan::plan::{NativeOrder, native_order};

use crate::columns::ColumnWord;
use crate::order::Endianness;
use crate::program::Extension;

/// Converts the items of a slice to as many items of the other. Returns whether one of them does not fit; its result is
/// wrong then.
pub(crate) type DirectConversion = Box<dyn Fn(&[u8], &mut [u8]) -> bool + Send + Sync>;

/// A loop for one pair of widths, order and sign, which needs no other facts of the format.
type ConversionLoop = fn(&[u8], &mut [u8]) -> bool;

/// File to native, and native to file; `None` for other conversions.
pub(crate) fn make_direct_conversions(format: &Format, mapping: &Mapping) -> Option<[DirectConversion; 2]> {
    if let Some([reads, writes]) = find_integer_loops(format, mapping) {
        return Some([Box::new(reads), Box::new(writes)]);
    }
    decimals::make_decimal_conversions(format, mapping)
}

fn find_integer_loops(format: &Format, mapping: &Mapping) -> Option<[ConversionLoop; 2]> {
    // A scaled integer is a number with a point: its mapping multiplies or divides.
    let FormatKind::Integer(Integer { sign, scale: 0 }) = format.kind else { return None };
    let NativeKind::Integer { signed, bits: native } = mapping.native.kind() else { return None };
    let is_same_kind = match sign {
        IntegerSign::Twos => signed,
        // A change between signed and unsigned is left out: whether such a number fits depends on its top bit, too.
        IntegerSign::Unsigned => !signed,
        IntegerSign::Ones | IntegerSign::SignMagnitude | IntegerSign::Offset(_) | IntegerSign::Words(_) => {
            false
        }
    };
    if !is_same_kind || mapping.read.noncanonical != NoncanonicalRule::Ignore {
        return None;
    }
    // A container has bits beside the integer, and a rule about them would count. It has no native order.
    let order = match native_order(&mapping.order, format.bits)? {
        NativeOrder::Big => Endianness::Big,
        NativeOrder::Little => Endianness::Little,
        NativeOrder::Mixed => return None,
    };
    let extension = if signed { Extension::Sign } else { Extension::Zeros };
    find_loops_by_file_width(format.bits, native, order, extension)
}

fn find_loops_by_file_width(
    file: u32,
    native: u32,
    order: Endianness,
    extension: Extension,
) -> Option<[ConversionLoop; 2]> {
    match file {
        8 => find_loops_by_native_width::<u8, 1>(native, order, extension),
        16 => find_loops_by_native_width::<u16, 2>(native, order, extension),
        32 => find_loops_by_native_width::<u32, 4>(native, order, extension),
        64 => find_loops_by_native_width::<u64, 8>(native, order, extension),
        // Integers of 24 and 128 bits and other widths are left to programs: each width more is four loops here.
        _ => None,
    }
}

fn find_loops_by_native_width<F: ColumnWord, const N: usize>(
    native: u32,
    order: Endianness,
    extension: Extension,
) -> Option<[ConversionLoop; 2]> {
    match native {
        8 => Some(choose_loops_by_order::<F, u8, N, 1>(order, extension)),
        16 => Some(choose_loops_by_order::<F, u16, N, 2>(order, extension)),
        32 => Some(choose_loops_by_order::<F, u32, N, 4>(order, extension)),
        64 => Some(choose_loops_by_order::<F, u64, N, 8>(order, extension)),
        _ => None,
    }
}

fn choose_loops_by_order<F: ColumnWord, T: ColumnWord, const N: usize, const M: usize>(
    order: Endianness,
    extension: Extension,
) -> [ConversionLoop; 2] {
    // A single byte has no order.
    if const { N == 1 } {
        choose_loops_by_sign::<F, T, N, M, false>(extension)
    } else if order == Endianness::Big {
        choose_loops_by_sign::<F, T, N, M, true>(extension)
    } else {
        choose_loops_by_sign::<F, T, N, M, false>(extension)
    }
}

fn choose_loops_by_sign<F: ColumnWord, T: ColumnWord, const N: usize, const M: usize, const BIG: bool>(
    extension: Extension,
) -> [ConversionLoop; 2] {
    // Integers that keep their width are only moved.
    if const { N == M } {
        [read_items::<F, T, N, M, BIG, false>, write_items::<F, T, N, M, BIG, false>]
    } else if extension == Extension::Sign {
        [read_items::<F, T, N, M, BIG, true>, write_items::<F, T, N, M, BIG, true>]
    } else {
        [read_items::<F, T, N, M, BIG, false>, write_items::<F, T, N, M, BIG, false>]
    }
}

/// A word in another width, and whether its number changes.
#[inline(always)]
fn resize_word<A: ColumnWord, B: ColumnWord, const SIGNED: bool>(word: A) -> (B, bool) {
    // A number of 128 bits holds a word of any width with its sign. The compiler leaves of it what the two widths need.
    let extended = |word: A| if SIGNED { word.extend_sign() } else { word.to_wide() };
    let resized_word = B::from_low_bits(extended(word));
    if B::BYTES >= A::BYTES {
        return (resized_word, false);
    }
    // A number fits if it comes back as the same word: 300 in one byte is 44, and that comes back as 44.
    let back = A::from_low_bits(if SIGNED { resized_word.extend_sign() } else { resized_word.to_wide() });
    (resized_word, back != word)
}

/// Items of `N` bytes as items of `M` bytes.
struct ConvertTask<'a, F, const N: usize, const M: usize>(&'a [[u8; N]], &'a mut [[u8; M]], F);

#[inline(always)]
fn convert_each<const N: usize, const M: usize>(
    from: &[[u8; N]],
    to: &mut [[u8; M]],
    f: impl Fn([u8; N]) -> ([u8; M], bool),
) -> bool {
    // No early end: a loop without branches over all items is vectorized, and an item that does not fit is rare.
    let mut any_lost = false;
    for (from, to) in from.iter().zip(to) {
        let (converted_item, is_lost) = f(*from);
        *to = converted_item;
        any_lost |= is_lost;
    }
    any_lost
}

impl<F: Fn([u8; N]) -> ([u8; M], bool), const N: usize, const M: usize> Task for ConvertTask<'_, F, N, M> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self) -> bool {
        convert_each(self.0, self.1, self.2)
    }
}

/// The word made of the file's bytes.
#[inline(always)]
fn load_word<F: ColumnWord, const N: usize, const BIG: bool>(bytes: [u8; N]) -> F {
    // On a big-endian processor `from_le` swaps, so that the word is right on both.
    let word = F::from_le(&bytes);
    if BIG { word.swap_bytes() } else { word }
}

fn read_items<
    F: ColumnWord,
    T: ColumnWord,
    const N: usize,
    const M: usize,
    const BIG: bool,
    const SIGNED: bool,
>(
    file: &[u8],
    native: &mut [u8],
) -> bool {
    run(ConvertTask(file.as_chunks::<N>().0, native.as_chunks_mut::<M>().0, |bytes: [u8; N]| {
        let (number, lost) = resize_word::<F, T, SIGNED>(load_word::<F, N, BIG>(bytes));
        let mut native_bytes = [0; M];
        number.to_ne(&mut native_bytes);
        (native_bytes, lost)
    }))
}

fn write_items<
    F: ColumnWord,
    T: ColumnWord,
    const N: usize,
    const M: usize,
    const BIG: bool,
    const SIGNED: bool,
>(
    native: &[u8],
    file: &mut [u8],
) -> bool {
    run(ConvertTask(native.as_chunks::<M>().0, file.as_chunks_mut::<N>().0, |bytes: [u8; M]| {
        let (word, lost) = resize_word::<T, F, SIGNED>(T::from_ne(&bytes));
        let mut file_bytes = [0; N];
        (if BIG { word.swap_bytes() } else { word }).to_le(&mut file_bytes);
        (file_bytes, lost)
    }))
}
