//! Byte orders: makes words of the bytes of items, and bytes of words.

#![allow(clippy::inline_always, reason = "bodies of loops that are compiled for a level")]

use crate::columns::Word;
use crate::loops::{self, Step};

/// A step that makes words of the bytes of items. For each byte of the word, the least significant first, `places`
/// holds the index of the item's byte, or `None` for a byte that is zero.
pub(crate) fn gather<T: Word>(y: usize, places: &[Option<usize>]) -> Step {
    if let Some(step) = mirror(places, T::BYTES).and_then(|mirror| mirrored::<T>(y, mirror)) {
        return step;
    }
    let (count, kept) = (places.iter().flatten().max().map_or(0, |last| last + 1), kept(places));
    match (count, kept) {
        (3, Some(order)) if const { T::BYTES > 3 } => short::<T, 3>(y, order),
        (5, Some(order)) if const { T::BYTES > 5 } => short::<T, 5>(y, order),
        (6, Some(order)) if const { T::BYTES > 6 } => short::<T, 6>(y, order),
        (7, Some(order)) if const { T::BYTES > 7 } => short::<T, 7>(y, order),
        _ => any_order::<T>(y, places),
    }
}

/// The number `mirror` for which every byte `i` of the word is byte `i ^ mirror` of the item, if there is one.
fn mirror(places: &[Option<usize>], bytes: usize) -> Option<usize> {
    let mirror = places.first().copied().flatten()?;
    let is_mirror = |(place, byte): (usize, &Option<usize>)| *byte == Some(place ^ mirror);
    (places.len() == bytes && places.iter().enumerate().all(is_mirror)).then_some(mirror)
}

/// Moves each byte `i` of a word to `i ^ MIRROR`: each bit of `MIRROR` exchanges bytes at a distance of one, two, four
/// or eight.
#[inline(always)]
fn exchanged<T: Word, const MIRROR: usize>(word: T) -> T {
    if MIRROR == T::BYTES - 1 {
        return word.swapped();
    }
    let step = |word: T, distance: u32, low: u128| {
        let low = T::low(low);
        word.shr(distance).and(low).or(word.and(low).shl(distance))
    };
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

fn mirrored<T: Word>(y: usize, mirror: usize) -> Option<Step> {
    fn load<T: Word, const N: usize>(y: usize, mirror: usize) -> Option<Step> {
        of_mirror!(mirror, T, M => loops::load::<T, N>(y, |bytes| exchanged::<T, M>(T::from_le(&bytes))))
    }
    match T::BYTES {
        1 => load::<T, 1>(y, mirror),
        2 => load::<T, 2>(y, mirror),
        4 => load::<T, 4>(y, mirror),
        8 => load::<T, 8>(y, mirror),
        _ => load::<T, 16>(y, mirror),
    }
}

/// The order of an item's bytes in the word, from the word's least significant byte on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Same,
    Reversed,
}

fn kept(places: &[Option<usize>]) -> Option<Kept> {
    let bytes: Vec<usize> = places.iter().map_while(|byte| *byte).collect();
    let rest = places[bytes.len()..].iter().all(Option::is_none);
    let same = bytes.iter().copied().eq(0..bytes.len());
    let reversed = bytes.iter().copied().eq((0..bytes.len()).rev());
    match (rest, same, reversed) {
        (true, true, _) => Some(Kept::Same),
        (true, _, true) => Some(Kept::Reversed),
        _ => None,
    }
}

/// A step that makes words of items of `N` bytes, with zeros above.
fn short<T: Word, const N: usize>(y: usize, order: Kept) -> Step {
    #[inline(always)]
    fn word<T: Word, const N: usize>(bytes: [u8; N]) -> T {
        let mut wide = [0; 16];
        wide[..N].copy_from_slice(&bytes);
        T::from_le(&wide)
    }
    match order {
        Kept::Same => loops::load::<T, N>(y, word),
        Kept::Reversed => loops::load::<T, N>(y, |mut bytes: [u8; N]| {
            bytes.reverse();
            word(bytes)
        }),
    }
}

fn any_order<T: Word>(y: usize, places: &[Option<usize>]) -> Step {
    let places: Vec<(usize, u32)> =
        (0_u32..).step_by(8).zip(places).filter_map(|(by, byte)| byte.map(|byte| (byte, by))).collect();
    Box::new(move |columns, bytes, items| {
        let size = bytes.input.len() / items;
        let mut to = columns.take::<T>(y);
        for (to, from) in to.first_mut(items).iter_mut().zip(bytes.input.chunks_exact(size)) {
            let byte = |word: T, &(byte, by): &(usize, u32)| word.or(T::low(from[byte].into()).shl(by));
            *to = places.iter().fold(T::default(), byte);
        }
        columns.put(y, to);
    })
}

/// A step that stores words as the bytes of items. For each byte of the item, `places` holds the number of less
/// significant bytes in the word, or `None` for a byte that is zero.
pub(crate) fn scatter<T: Word>(a: usize, places: &[Option<usize>]) -> Step {
    if let Some(step) = mirror(places, T::BYTES).and_then(|mirror| mirrored_back::<T>(a, mirror)) {
        return step;
    }
    match (places.len(), kept(places)) {
        (3, Some(order)) if const { T::BYTES > 3 } => short_back::<T, 3>(a, order),
        (5, Some(order)) if const { T::BYTES > 5 } => short_back::<T, 5>(a, order),
        (6, Some(order)) if const { T::BYTES > 6 } => short_back::<T, 6>(a, order),
        (7, Some(order)) if const { T::BYTES > 7 } => short_back::<T, 7>(a, order),
        _ => any_order_back::<T>(a, places),
    }
}

fn mirrored_back<T: Word>(a: usize, mirror: usize) -> Option<Step> {
    #[inline(always)]
    fn bytes<T: Word, const N: usize>(word: T) -> [u8; N] {
        let mut bytes = [0; N];
        word.to_le(&mut bytes);
        bytes
    }
    fn store<T: Word, const N: usize>(a: usize, mirror: usize) -> Option<Step> {
        of_mirror!(mirror, T, M => loops::store::<T, N>(a, |word| bytes(exchanged::<T, M>(word))))
    }
    match T::BYTES {
        1 => store::<T, 1>(a, mirror),
        2 => store::<T, 2>(a, mirror),
        4 => store::<T, 4>(a, mirror),
        8 => store::<T, 8>(a, mirror),
        _ => store::<T, 16>(a, mirror),
    }
}

fn short_back<T: Word, const N: usize>(a: usize, order: Kept) -> Step {
    #[inline(always)]
    fn bytes<T: Word, const N: usize>(word: T) -> [u8; N] {
        let mut wide = [0; 16];
        word.to_le(&mut wide[..T::BYTES]);
        std::array::from_fn(|byte| wide[byte])
    }
    match order {
        Kept::Same => loops::store::<T, N>(a, bytes),
        Kept::Reversed => loops::store::<T, N>(a, |word| {
            let mut bytes: [u8; N] = bytes(word);
            bytes.reverse();
            bytes
        }),
    }
}

fn any_order_back<T: Word>(a: usize, places: &[Option<usize>]) -> Step {
    let places = places.to_vec();
    Box::new(move |columns, bytes, items| {
        let from = columns.of::<T>(a, items);
        for (to, word) in bytes.output.chunks_exact_mut(places.len()).zip(from) {
            let mut wide = [0; 16];
            word.to_le(&mut wide[..T::BYTES]);
            for (to, place) in to.iter_mut().zip(&places) {
                *to = place.map_or(0, |place| wide[place]);
            }
        }
    })
}
