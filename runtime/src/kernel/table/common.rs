//! Lookup of the bytes that texts consist of, with fewer instructions than for all bytes: for processors with AVX2.
//!
//! An EBCDIC page has sixteen rows. Its seven rows of letters and digits lie as in ASCII, at a distance that depends on
//! the row. Its four rows of signs have the signs in the columns after the digits. So a byte is translated by adding a
//! distance, which depends on its row, and a correction, which depends on its row and column and comes from one of two
//! tables of sixteen. A number selects the correction: the sum of a number for the column and one for the row. Its low
//! half is the index. The numbers are chosen so that the sum has a certain bit if the byte is not common: an accented
//! letter, a control code, a brace. For printed ASCII characters six rows are enough.
//!
//! If a byte is not common, the bytes around it are looked up in all rows.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpgt_epi8,
    _mm256_min_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_srli_epi16, _mm256_subs_epi8, _mm256_testz_si256, _mm256_xor_si256,
};

use super::ebcdic::{CommonBytes, EbcdicTables};
use crate::kernel::vector::xmm;
use crate::kernel::vector::ymm::{VECTOR, load, store};

/// How many bytes are stored before a check whether they are common.
const TOGETHER: usize = 8 * VECTOR;

/// A row of sixteen bytes in both halves of a vector, as an instruction looks them up.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_row(row: &[u8; 16]) -> __m256i {
    _mm256_broadcastsi128_si256(xmm::load(row))
}

/// Looks up the first bytes, as many as are common. Returns how many, a multiple of a few vectors.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn look_up(table: &[u8; 256], common: &CommonBytes, from: &[u8], to: &mut [u8]) -> usize {
    match common {
        CommonBytes::Ascii => look_up_ascii(table, from, to),
        CommonBytes::Ebcdic(tables) => look_up_ebcdic(tables, from, to),
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn look_up_ebcdic(tables: &EbcdicTables, from: &[u8], to: &mut [u8]) -> usize {
    let EbcdicTables { columns, rows, distances, signs, others } = tables;
    let (columns, rows, distances) = (load_row(columns), load_row(rows), load_row(distances));
    let (signs, others) = (load_row(signs), load_row(others));
    let half = _mm256_set1_epi8(0x0F);
    let mut done = 0;
    for (from, to) in from.as_chunks::<TOGETHER>().0.iter().zip(to.as_chunks_mut::<TOGETHER>().0) {
        let mut seen = _mm256_setzero_si256();
        for (from, to) in from.as_chunks().0.iter().zip(to.as_chunks_mut().0) {
            let bytes = load(from);
            // There is no shift of bytes. The mask takes away what comes from the neighbor in the 16 bits.
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), half);
            let column = _mm256_shuffle_epi8(columns, _mm256_and_si256(bytes, half));
            let which = _mm256_add_epi8(column, _mm256_shuffle_epi8(rows, high));
            seen = _mm256_or_si256(seen, which);
            // A shuffle is zero where the top bit is set. So exactly one of the two tables gives the correction.
            let sign = _mm256_shuffle_epi8(signs, which);
            let other = _mm256_shuffle_epi8(others, _mm256_xor_si256(which, _mm256_set1_epi8(i8::MIN)));
            let near = _mm256_add_epi8(bytes, _mm256_shuffle_epi8(distances, high));
            store(to, _mm256_add_epi8(near, _mm256_add_epi8(sign, other)));
        }
        // One test for eight vectors. What was stored of them is stored again by the caller.
        if _mm256_testz_si256(seen, _mm256_set1_epi8(EbcdicTables::UNCOMMON.cast_signed())) == 0 {
            break;
        }
        done += TOGETHER;
    }
    done
}

/// Looks up bytes by the rows of printed characters only, in the same way as by all rows: see [`super::look_up_avx2`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn look_up_ascii(table: &[u8; 256], from: &[u8], to: &mut [u8]) -> usize {
    let at = |index: usize| load_row(&table.as_chunks::<16>().0[index]);
    // Rows 2 to 7 are 0x20 to 0x7F. Later rows are differences to the row before, as in `look_up_in_all_rows`.
    let (first, second) = (at(2), _mm256_xor_si256(at(2), at(3)));
    let others: [__m256i; 4] = std::array::from_fn(|index| _mm256_xor_si256(at(index + 3), at(index + 4)));
    let mut done = 0;
    for (from, to) in from.as_chunks::<TOGETHER>().0.iter().zip(to.as_chunks_mut::<TOGETHER>().0) {
        let mut least = _mm256_set1_epi8(i8::MAX);
        for (from, to) in from.as_chunks().0.iter().zip(to.as_chunks_mut().0) {
            let bytes = load(from);
            // The least byte, with a sign, tells both faults: below 0x20 and, as a negative one, from 0x80 on.
            least = _mm256_min_epi8(least, bytes);
            let mut begin = _mm256_subs_epi8(bytes, _mm256_set1_epi8(0x30));
            let mut made =
                _mm256_xor_si256(_mm256_shuffle_epi8(first, bytes), _mm256_shuffle_epi8(second, begin));
            for difference in others {
                begin = _mm256_subs_epi8(begin, _mm256_set1_epi8(0x10));
                made = _mm256_xor_si256(made, _mm256_shuffle_epi8(difference, begin));
            }
            store(to, made);
        }
        // Bytes from 0x80 on are negative.
        let below = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), least);
        if _mm256_testz_si256(below, below) == 0 {
            break;
        }
        done += TOGETHER;
    }
    done
}
