//! Translates bytes by a table, with vectors on processors that look up many bytes at once.

#![allow(unsafe_code, reason = "lookups are intrinsics; levels are asked for before")]

#[cfg(target_arch = "x86_64")]
mod common;
mod ebcdic;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256i, _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_subs_epi8, _mm256_xor_si256,
    _mm512_mask_blend_epi8, _mm512_movepi8_mask, _mm512_permutex2var_epi8,
};

use self::ebcdic::{CommonBytes, EbcdicTables};
#[cfg(target_arch = "x86_64")]
use super::{Level, level};

/// A table that maps each byte to another.
#[derive(Debug)]
pub struct Table {
    /// The byte that each byte is mapped to.
    pub of: [u8; 256],
    /// The byte that the table does not map, if there is one.
    pub without: Option<u8>,
    #[cfg_attr(
        not(any(test, target_arch = "x86_64")),
        expect(dead_code, reason = "looked up by vectors of 32 bytes alone")
    )]
    common: CommonBytes,
}

impl Table {
    /// The table that maps bytes to `of`, and does not map `without`.
    pub const fn new(of: [u8; 256], without: Option<u8>) -> Table {
        // A table that is not laid out as an EBCDIC page most likely translates ASCII characters.
        let common = match EbcdicTables::from_page(&of) {
            Some(tables) => CommonBytes::Ebcdic(tables),
            None => CommonBytes::Ascii,
        };
        Table { of, without, common }
    }
}

/// Looks up as many bytes as the shorter slice has.
pub(crate) fn look_up(table: &Table, from: &[u8], to: &mut [u8]) {
    let count = from.len().min(to.len());
    let (from, to) = (&from[..count], &mut to[..count]);
    #[cfg(target_arch = "x86_64")]
    match level() {
        Level::Baseline => look_up_each(&table.of, from, to),
        // SAFETY: the level is that of the processor, or below it: see `kernel::run`.
        Level::Avx2 => unsafe { look_up_avx2(table, from, to) },
        // SAFETY: as above.
        Level::Avx512 => unsafe { look_up_avx512(&table.of, from, to) },
    }
    #[cfg(not(target_arch = "x86_64"))]
    look_up_each(&table.of, from, to);
}

fn look_up_each(table: &[u8; 256], from: &[u8], to: &mut [u8]) {
    for (from, to) in from.iter().zip(to) {
        *to = table[usize::from(*from)];
    }
}

/// Keeps the table in four registers: one instruction looks up 64 bytes in half of it.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn look_up_avx512(table: &[u8; 256], from: &[u8], to: &mut [u8]) {
    use super::vector::{VECTOR, load, store};
    // 256 bytes are four vectors, so the other branch is never taken.
    let &[a, b, c, d] = table.as_chunks::<VECTOR>().0 else { return look_up_each(table, from, to) };
    let (a, b, c, d) = (load(&a), load(&b), load(&c), load(&d));
    let (vectors, rest) = from.as_chunks::<VECTOR>();
    let (outs, rest_out) = to.split_at_mut(vectors.len() * VECTOR);
    let outs = outs.as_chunks_mut::<VECTOR>().0;
    for (from, to) in vectors.iter().zip(outs) {
        let bytes = load(from);
        // Looks up 128 entries by the low seven bits. The top bit then chooses between the two halves of the table.
        let low = _mm512_permutex2var_epi8(a, bytes, b);
        let high = _mm512_permutex2var_epi8(c, bytes, d);
        let made = _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high);
        store(to, made);
    }
    look_up_each(table, rest, rest_out);
}

/// How many bytes are looked up in all rows after one of them is not common: most texts with one such byte have more.
/// If the bytes that follow have one at once, the number doubles, up to the second limit.
#[cfg(target_arch = "x86_64")]
const UNCOMMON_PART: [usize; 2] = [512, 16 << 10];

/// Looks up common bytes with fewer instructions, and the parts around the others in all rows.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn look_up_avx2(Table { of, common, .. }: &Table, from: &[u8], to: &mut [u8]) {
    let [least, most] = UNCOMMON_PART;
    let (mut from, mut to, mut part) = (from, to, least);
    while !from.is_empty() {
        let done = common::look_up(of, common, from, to);
        // Each attempt that finds nothing common doubles what is looked up in all rows before the next one.
        part = if done == 0 { most.min(2 * part) } else { least };
        (from, to) = (&from[done..], &mut to[done..]);
        let (part, after) = from.split_at(from.len().min(part));
        let (out, after_out) = to.split_at_mut(part.len());
        look_up_in_all_rows(of, part, out);
        (from, to) = (after, after_out);
    }
}

/// Keeps all rows of sixteen bytes in registers: an instruction looks up 32 bytes in one row, and returns zero where
/// the top bit of the index is set.
///
/// A byte reaches a row if it is not below the row's first index. The result for a byte is the entry in the first row,
/// combined by exclusive or with an entry for each further row that the byte reaches: the exclusive or of that row with
/// the row before. The index into a row is the byte minus sixteen for each row before, so that it is negative for rows that the byte does not
/// reach. The subtraction saturates, so that bytes from 0x80 on, which are negative, stay negative. These are looked up
/// with their top bit inverted.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn look_up_in_all_rows(table: &[u8; 256], from: &[u8], to: &mut [u8]) {
    use super::vector::ymm::{VECTOR, load, store};
    use common::load_row;
    let at = |index: usize| load_row(&table.as_chunks::<16>().0[index]);
    // Row r of the table is the XOR of the differences of rows 0 to r. So a byte needs no choice of its row.
    let difference = |index: usize| {
        if index.is_multiple_of(8) { at(index) } else { _mm256_xor_si256(at(index - 1), at(index)) }
    };
    let rows: [__m256i; 16] = std::array::from_fn(difference);
    let (low, high) = rows.split_at(8);
    let half = |rows: &[__m256i], bytes: __m256i| {
        let mut begin = bytes;
        let mut made = _mm256_shuffle_epi8(rows[0], begin);
        for row in &rows[1..] {
            // A byte of an earlier row becomes negative here, and a shuffle by a negative byte is zero. Of others it
            // takes the low four bits.
            begin = _mm256_subs_epi8(begin, _mm256_set1_epi8(16));
            made = _mm256_xor_si256(made, _mm256_shuffle_epi8(*row, begin));
        }
        made
    };
    let (vectors, rest) = from.as_chunks::<VECTOR>();
    let (outs, rest_out) = to.split_at_mut(vectors.len() * VECTOR);
    let outs = outs.as_chunks_mut::<VECTOR>().0;
    for (from, to) in vectors.iter().zip(outs) {
        let bytes = load(from);
        // The upper half of the bytes is negative, and gives zero in the first half of the table. With the top bit
        // inverted it is the other way.
        let inverted = _mm256_xor_si256(bytes, _mm256_set1_epi8(i8::MIN));
        store(to, _mm256_xor_si256(half(low, bytes), half(high, inverted)));
    }
    look_up_each(table, rest, rest_out);
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "x86_64")]
    use crate::kernel::highest_level;

    type LookUp = fn(&Table, &[u8], &mut [u8]);

    /// The lookups of the levels that the processor has.
    fn levels() -> Vec<LookUp> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "there is one lookup"))]
        let mut all: Vec<LookUp> = vec![|table, from, to| look_up_each(&table.of, from, to)];
        #[cfg(target_arch = "x86_64")]
        if highest_level() >= Level::Avx2 {
            // SAFETY: the processor has this level.
            all.push(|table, from, to| unsafe { look_up_avx2(table, from, to) });
        }
        #[cfg(target_arch = "x86_64")]
        if highest_level() >= Level::Avx512 {
            // SAFETY: the processor has this level.
            all.push(|table, from, to| unsafe { look_up_avx512(&table.of, from, to) });
        }
        all
    }

    /// A permutation without a pattern.
    const PERMUTED: Table = {
        let mut of = [0; 256];
        let mut at: usize = 0;
        while at < 256 {
            of[at] = (at * 167 + 13).to_le_bytes()[0] ^ 0x5A;
            at += 1;
        }
        Table { of, without: None, common: CommonBytes::Ascii }
    };

    #[test]
    fn every_level_looks_up_what_the_table_says() {
        let from: Vec<u8> = (0..1024).map(|at: usize| (at * 7 + at / 256).to_le_bytes()[0]).collect();
        for look_up in levels() {
            for count in 0..300 {
                for begin in 0..3 {
                    let from = &from[begin * 67..][..count];
                    let mut to = vec![0xEE; begin + count + 2];
                    look_up(&PERMUTED, from, &mut to[begin..begin + count]);
                    let expected: Vec<u8> = from.iter().map(|byte| PERMUTED.of[usize::from(*byte)]).collect();
                    assert_eq!(to[begin..begin + count], expected);
                    assert_eq!((&to[..begin], &to[begin + count..]), (&[0xEE; 2][..begin], &[0xEE; 2][..]));
                }
            }
        }
        // The shorter slice counts.
        for (ours, theirs) in [(70, 100), (100, 70)] {
            let mut to = [0xEE; 101];
            look_up(&PERMUTED, &from[..ours], &mut to[..theirs]);
            let last = from[69];
            assert_eq!((to[69], to[70]), (PERMUTED.of[usize::from(last)], 0xEE));
        }
    }

    /// Each byte alone, first and last, among bytes that are common, when reading and when writing.
    #[test]
    fn what_is_not_common_is_found_among_what_is() {
        use crate::text::pages::{
            CP037_TABLES as CP037, CP500_TABLES as CP500, CP1047_TABLES as CP1047, CP1140_TABLES as CP1140,
        };
        let pages = [(&CP037, b' '), (&CP500, b'q'), (&CP1047, b'7'), (&CP1140, b'/')];
        for look_up in levels() {
            for (page, letter) in pages {
                let byte = page.write.of[usize::from(letter)];
                for (table, common) in [(&page.read, byte), (&page.write, letter)] {
                    for other in 0..=u8::MAX {
                        for place in [0, 31, 32, 127, 128, 1500, 2047, 2999] {
                            let mut from = vec![common; 3000];
                            from[place] = other;
                            let mut to = vec![0; from.len()];
                            look_up(table, &from, &mut to);
                            let expected: Vec<u8> =
                                from.iter().map(|byte| table.of[usize::from(*byte)]).collect();
                            assert_eq!(to, expected, "{other:#x} at {place}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn texts_are_common() {
        use crate::text::pages::{
            CP037_TABLES as CP037, CP500_TABLES as CP500, CP1047_TABLES as CP1047, CP1140_TABLES as CP1140,
        };
        let plain = (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9').chain(*b" .,:;?()+-*/=<>&%@#_'\"");
        for page in [&CP037, &CP500, &CP1047, &CP1140] {
            let CommonBytes::Ebcdic(tables) = &page.read.common else { panic!("a page has its tables") };
            for letter in plain.clone() {
                let byte = page.write.of[usize::from(letter)];
                assert_eq!(tables.find_code(byte), Some(letter), "{byte:#x}");
            }
            for letter in [b'{', b'}', b'\\', b'~', 0xE8, 0x0A] {
                assert_eq!(tables.find_code(page.write.of[usize::from(letter)]), None);
            }
        }
    }
}
