//! Bytes by a table: for each of them another one. By vectors where the processor looks up many at once.

#![allow(unsafe_code, reason = "lookups are intrinsics; levels are asked for before")]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_broadcastsi128_si256, _mm256_loadu_si256, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_subs_epi8, _mm256_xor_si256, _mm512_mask_blend_epi8,
    _mm512_movepi8_mask, _mm512_permutex2var_epi8,
};

#[cfg(target_arch = "x86_64")]
use super::{Level, level};

/// For each byte another one.
#[derive(Debug)]
pub struct Table {
    /// That of each byte.
    pub of: [u8; 256],
    /// The byte for which there is none.
    pub without: Option<u8>,
}

/// Looks up as many bytes as both slices have.
pub fn look_up(table: &[u8; 256], from: &[u8], to: &mut [u8]) {
    let count = from.len().min(to.len());
    let (from, to) = (&from[..count], &mut to[..count]);
    #[cfg(target_arch = "x86_64")]
    match level() {
        Level::Baseline => each(table, from, to),
        // SAFETY: the level is that of the processor, or below it.
        Level::Avx2 => unsafe { look_up_avx2(table, from, to) },
        // SAFETY: as above.
        Level::Avx512 => unsafe { look_up_avx512(table, from, to) },
    }
    #[cfg(not(target_arch = "x86_64"))]
    each(table, from, to);
}

fn each(table: &[u8; 256], from: &[u8], to: &mut [u8]) {
    for (from, to) in from.iter().zip(to) {
        *to = table[usize::from(*from)];
    }
}

/// Four quarters of the table in registers: an instruction looks up 64 bytes in half of it.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
fn look_up_avx512(table: &[u8; 256], from: &[u8], to: &mut [u8]) {
    use super::vector::{VECTOR, load, store};
    let &[a, b, c, d] = table.as_chunks::<VECTOR>().0 else { return each(table, from, to) };
    let (a, b, c, d) = (load(&a), load(&b), load(&c), load(&d));
    let (vectors, rest) = from.as_chunks::<VECTOR>();
    let (outs, rest_out) = to.split_at_mut(vectors.len() * VECTOR);
    let outs = outs.as_chunks_mut::<VECTOR>().0;
    for (from, to) in vectors.iter().zip(outs) {
        let bytes = load(from);
        let low = _mm512_permutex2var_epi8(a, bytes, b);
        let high = _mm512_permutex2var_epi8(c, bytes, d);
        let made = _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high);
        store(to, made);
    }
    each(table, rest, rest_out);
}

/// All rows of sixteen in registers: an instruction looks up 32 bytes in one of them, or makes them zero where the top bit of the
/// index is set.
///
/// A byte below 0x80 is below 0x10, or not below it, and so on: it gets the first row, and of each row that it reaches what this one
/// differs from the row before. The index is the byte less sixteen for each row, so that it is negative for the rows that the byte
/// does not reach; the difference saturates, so that the bytes from 0x80 on, which are negative, stay so. These are looked up with
/// their top bit inverted.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn look_up_avx2(table: &[u8; 256], from: &[u8], to: &mut [u8]) {
    const VECTOR: usize = 32;
    let row = |row: usize| -> __m256i {
        let row: &[u8; 16] = &table.as_chunks::<16>().0[row];
        // SAFETY: 16 bytes that are borrowed, at any alignment.
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(row.as_ptr().cast()) })
    };
    let difference =
        |at: usize| if at.is_multiple_of(8) { row(at) } else { _mm256_xor_si256(row(at - 1), row(at)) };
    let rows: [__m256i; 16] = std::array::from_fn(difference);
    let (low, high) = rows.split_at(8);
    let half = |rows: &[__m256i], bytes: __m256i| {
        let mut begin = bytes;
        let mut made = _mm256_shuffle_epi8(rows[0], begin);
        for row in &rows[1..] {
            begin = _mm256_subs_epi8(begin, _mm256_set1_epi8(16));
            made = _mm256_xor_si256(made, _mm256_shuffle_epi8(*row, begin));
        }
        made
    };
    let (vectors, rest) = from.as_chunks::<VECTOR>();
    let (outs, rest_out) = to.split_at_mut(vectors.len() * VECTOR);
    let outs = outs.as_chunks_mut::<VECTOR>().0;
    for (from, to) in vectors.iter().zip(outs) {
        // SAFETY: 32 bytes that are borrowed, at any alignment.
        let bytes = unsafe { _mm256_loadu_si256(from.as_ptr().cast()) };
        let inverted = _mm256_xor_si256(bytes, _mm256_set1_epi8(i8::MIN));
        let made = _mm256_xor_si256(half(low, bytes), half(high, inverted));
        // SAFETY: 32 bytes that are borrowed to be written, at any alignment.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), made) };
    }
    each(table, rest, rest_out);
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "x86_64")]
    use crate::kernel::highest;

    type LookUp = fn(&[u8; 256], &[u8], &mut [u8]);

    /// Those of the levels that the processor has.
    fn levels() -> Vec<LookUp> {
        let mut all: Vec<LookUp> = vec![each];
        #[cfg(target_arch = "x86_64")]
        if highest() >= Level::Avx2 {
            // SAFETY: the processor has this level.
            all.push(|table, from, to| unsafe { look_up_avx2(table, from, to) });
        }
        #[cfg(target_arch = "x86_64")]
        if highest() >= Level::Avx512 {
            // SAFETY: the processor has this level.
            all.push(|table, from, to| unsafe { look_up_avx512(table, from, to) });
        }
        all
    }

    #[test]
    fn every_level_looks_up_what_the_table_says() {
        // A permutation without a pattern.
        let table: [u8; 256] = std::array::from_fn(|at| (at * 167 + 13).to_le_bytes()[0] ^ 0x5A);
        let from: Vec<u8> = (0..1024).map(|at: usize| (at * 7 + at / 256).to_le_bytes()[0]).collect();
        for look_up in levels() {
            for count in 0..300 {
                for begin in 0..3 {
                    let from = &from[begin * 67..][..count];
                    let mut to = vec![0xEE; begin + count + 2];
                    look_up(&table, from, &mut to[begin..begin + count]);
                    let expected: Vec<u8> = from.iter().map(|byte| table[usize::from(*byte)]).collect();
                    assert_eq!(to[begin..begin + count], expected);
                    assert_eq!((&to[..begin], &to[begin + count..]), (&[0xEE; 2][..begin], &[0xEE; 2][..]));
                }
            }
        }
        // The shorter one counts.
        for (ours, theirs) in [(70, 100), (100, 70)] {
            let mut to = [0xEE; 101];
            look_up(&table, &from[..ours], &mut to[..theirs]);
            let last = from[69];
            assert_eq!((to[69], to[70]), (table[usize::from(last)], 0xEE));
        }
    }
}
