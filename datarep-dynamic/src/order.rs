//! Byte orders: makes words of the bytes of items, and bytes of words.

#![allow(clippy::inline_always, reason = "bodies of loops that are compiled for a level")]

use crate::columns::ColumnWord;
use crate::loops::{self, Step};

/// The order of the bytes of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endianness {
    /// The most significant byte first.
    Big,
    /// The least significant byte first.
    Little,
}

/// A step that makes words of the bytes of items. For each byte of the word, the least significant first, `places`
/// holds the index of the item's byte, or `None` for a byte that is zero.
pub(crate) fn gather_bytes<T: ColumnWord>(y: usize, places: &[Option<usize>]) -> Step {
    // Most orders are mirrors. In a word of 4 bytes, `i ^ 0` is little-endian, `i ^ 3` is big-endian, and `i ^ 2` has
    // the halves exchanged, which is the order of the PDP-11.
    if let Some(step) = find_mirror(places, T::BYTES).and_then(|mirror| load_mirrored::<T>(y, mirror)) {
        return step;
    }
    // The bytes of an item: padding has no place in it, so the last byte that is used ends it.
    let (count, lane_order) =
        (places.iter().flatten().max().map_or(0, |last| last + 1), find_lane_order(places));
    match (count, lane_order) {
        // These sizes are constants of their loops. An item of any other size without a mirror is gathered byte by
        // byte.
        (3, Some(order)) if const { T::BYTES > 3 } => load_short_items::<T, 3>(y, order),
        (5, Some(order)) if const { T::BYTES > 5 } => load_short_items::<T, 5>(y, order),
        (6, Some(order)) if const { T::BYTES > 6 } => load_short_items::<T, 6>(y, order),
        (7, Some(order)) if const { T::BYTES > 7 } => load_short_items::<T, 7>(y, order),
        _ => gather_in_any_order::<T>(y, places),
    }
}

/// The number `mirror` for which every byte `i` of the word is byte `i ^ mirror` of the item, if there is one.
fn find_mirror(places: &[Option<usize>], bytes: usize) -> Option<usize> {
    let mirror = places.first().copied().flatten()?;
    let is_mirror = |(place, byte): (usize, &Option<usize>)| *byte == Some(place ^ mirror);
    (places.len() == bytes && places.iter().enumerate().all(is_mirror)).then_some(mirror)
}

/// Moves each byte `i` of a word to `i ^ MIRROR`: each bit of `MIRROR` exchanges bytes at a distance of one, two, four
/// or eight.
#[inline(always)]
fn exchange_bytes<T: ColumnWord, const MIRROR: usize>(word: T) -> T {
    // A complete reversal is one instruction, or one shuffle of a vector.
    if MIRROR == T::BYTES - 1 {
        return word.swap_bytes();
    }
    let step = |word: T, distance: u32, low: u128| {
        let low = T::from_low_bits(low);
        word.shr(distance).and(low).or(word.and(low).shl(distance))
    };
    // Each step exchanges neighbors at one distance within the whole word. The masks are cut to the word's width by
    // `from_low_bits`.
    let word = if MIRROR & 1 == 0 { word } else { step(word, 8, 0x00FF_00FF_00FF_00FF_00FF_00FF_00FF_00FF) };
    let word = if MIRROR & 2 == 0 { word } else { step(word, 16, 0x0000_FFFF_0000_FFFF_0000_FFFF_0000_FFFF) };
    let word = if MIRROR & 4 == 0 { word } else { step(word, 32, 0x0000_0000_FFFF_FFFF_0000_0000_FFFF_FFFF) };
    if MIRROR & 8 == 0 { word } else { step(word, 64, 0xFFFF_FFFF_FFFF_FFFF) }
}

/// Evaluates an expression with a mirror of the words `T` as a constant. No loop is compiled for a mirror that these
/// words cannot have.
macro_rules! of_mirror {
    ($mirror:expr, $word:ident, $constant:ident => $body:expr) => {
        of_mirror!($mirror, $word, $constant => $body; 0 1 2 3 4 5 6 7 15)
    };
    ($mirror:expr, $word:ident, $constant:ident => $body:expr; $($number:literal)*) => {
        match $mirror {
            $($number if const { $number < $word::BYTES } => {
                const $constant: usize = $number;
                Some($body)
            })*
            _ => None,
        }
    };
}

fn load_mirrored<T: ColumnWord>(y: usize, mirror: usize) -> Option<Step> {
    fn load_items<T: ColumnWord, const N: usize>(y: usize, mirror: usize) -> Option<Step> {
        of_mirror!(mirror, T, M => loops::step_from_bytes::<T, N>(y, |bytes| exchange_bytes::<T, M>(T::from_le(&bytes))))
    }
    match T::BYTES {
        1 => load_items::<T, 1>(y, mirror),
        2 => load_items::<T, 2>(y, mirror),
        4 => load_items::<T, 4>(y, mirror),
        8 => load_items::<T, 8>(y, mirror),
        _ => load_items::<T, 16>(y, mirror),
    }
}

/// The order of an item's bytes in the word, from the word's least significant byte on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LaneOrder {
    Same,
    Reversed,
}

fn find_lane_order(places: &[Option<usize>]) -> Option<LaneOrder> {
    // The bytes up to the first zero. Zeros have to be above all of them, as in a word that is wider than its item.
    let bytes: Vec<usize> = places.iter().map_while(|byte| *byte).collect();
    let rest = places[bytes.len()..].iter().all(Option::is_none);
    let in_order = bytes.iter().copied().eq(0..bytes.len());
    let reversed = bytes.iter().copied().eq((0..bytes.len()).rev());
    match (rest, in_order, reversed) {
        (true, true, _) => Some(LaneOrder::Same),
        (true, _, true) => Some(LaneOrder::Reversed),
        _ => None,
    }
}

/// A step that makes words of items of `N` bytes, with zeros above.
fn load_short_items<T: ColumnWord, const N: usize>(y: usize, order: LaneOrder) -> Step {
    #[inline(always)]
    fn short_word<T: ColumnWord, const N: usize>(bytes: [u8; N]) -> T {
        // A whole word is loaded from a copy with zeros behind, because reading past the item would go beyond the
        // input's end.
        let mut wide = [0; 16];
        wide[..N].copy_from_slice(&bytes);
        T::from_le(&wide)
    }
    match order {
        LaneOrder::Same => loops::step_from_bytes::<T, N>(y, short_word),
        LaneOrder::Reversed => loops::step_from_bytes::<T, N>(y, |mut bytes: [u8; N]| {
            bytes.reverse();
            short_word(bytes)
        }),
    }
}

fn gather_in_any_order<T: ColumnWord>(y: usize, places: &[Option<usize>]) -> Step {
    let places: Vec<(usize, u32)> =
        (0_u32..).step_by(8).zip(places).filter_map(|(by, byte)| byte.map(|byte| (byte, by))).collect();
    Box::new(move |columns, bytes, items| {
        // The input has whole items only, so their size need not be passed.
        let size = bytes.input.len() / items;
        let mut to = columns.take_column::<T>(y);
        for (to, from) in to.first_mut(items).iter_mut().zip(bytes.input.chunks_exact(size)) {
            let byte =
                |word: T, &(byte, by): &(usize, u32)| word.or(T::from_low_bits(from[byte].into()).shl(by));
            *to = places.iter().fold(T::default(), byte);
        }
        columns.put_column(y, to);
    })
}

/// A step that stores words as the bytes of items. For each byte of the item, `places` holds the number of less
/// significant bytes in the word, or `None` for a byte that is zero.
pub(crate) fn scatter_bytes<T: ColumnWord>(a: usize, places: &[Option<usize>]) -> Step {
    if let Some(step) = find_mirror(places, T::BYTES).and_then(|mirror| store_mirrored::<T>(a, mirror)) {
        return step;
    }
    match (places.len(), find_lane_order(places)) {
        (3, Some(order)) if const { T::BYTES > 3 } => store_short_items::<T, 3>(a, order),
        (5, Some(order)) if const { T::BYTES > 5 } => store_short_items::<T, 5>(a, order),
        (6, Some(order)) if const { T::BYTES > 6 } => store_short_items::<T, 6>(a, order),
        (7, Some(order)) if const { T::BYTES > 7 } => store_short_items::<T, 7>(a, order),
        _ => scatter_in_any_order::<T>(a, places),
    }
}

fn store_mirrored<T: ColumnWord>(a: usize, mirror: usize) -> Option<Step> {
    #[inline(always)]
    fn mirrored_bytes<T: ColumnWord, const N: usize>(word: T) -> [u8; N] {
        let mut bytes = [0; N];
        word.to_le(&mut bytes);
        bytes
    }
    fn store_items<T: ColumnWord, const N: usize>(a: usize, mirror: usize) -> Option<Step> {
        of_mirror!(mirror, T, M => loops::step_to_bytes::<T, N>(a, |word| mirrored_bytes(exchange_bytes::<T, M>(word))))
    }
    match T::BYTES {
        1 => store_items::<T, 1>(a, mirror),
        2 => store_items::<T, 2>(a, mirror),
        4 => store_items::<T, 4>(a, mirror),
        8 => store_items::<T, 8>(a, mirror),
        _ => store_items::<T, 16>(a, mirror),
    }
}

fn store_short_items<T: ColumnWord, const N: usize>(a: usize, order: LaneOrder) -> Step {
    #[inline(always)]
    fn short_bytes<T: ColumnWord, const N: usize>(word: T) -> [u8; N] {
        let mut wide = [0; 16];
        word.to_le(&mut wide[..T::BYTES]);
        // The bytes above are padding of the word, and the item has no place for them.
        std::array::from_fn(|byte| wide[byte])
    }
    match order {
        LaneOrder::Same => loops::step_to_bytes::<T, N>(a, short_bytes),
        LaneOrder::Reversed => loops::step_to_bytes::<T, N>(a, |word| {
            let mut bytes: [u8; N] = short_bytes(word);
            bytes.reverse();
            bytes
        }),
    }
}

fn scatter_in_any_order<T: ColumnWord>(a: usize, places: &[Option<usize>]) -> Step {
    let places = places.to_vec();
    Box::new(move |columns, bytes, items| {
        let from = columns.words_of::<T>(a, items);
        for (to, word) in bytes.output.chunks_exact_mut(places.len()).zip(from) {
            let mut wide = [0; 16];
            word.to_le(&mut wide[..T::BYTES]);
            for (to, place) in to.iter_mut().zip(&places) {
                *to = place.map_or(0, |place| wide[place]);
            }
        }
    })
}
