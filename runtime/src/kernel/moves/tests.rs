//! Moves at every level of the processor, compared with bytes that are moved one by one.

use proptest::prelude::*;

use super::track::RowStarts;
use super::*;
use crate::kernel::highest_level;
use crate::num::to_i64;

fn levels() -> impl Iterator<Item = Level> {
    [Level::Baseline, Level::Avx2, Level::Avx512].into_iter().filter(|level| *level <= highest_level())
}

/// The byte of the source that becomes each byte of a run.
fn source(byte: usize, unit: usize) -> usize {
    byte / unit * unit + unit - 1 - byte % unit
}

/// Bytes of which no two close to each other are equal.
fn noise(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|byte| (byte * 89 + byte / 256 * 31).to_le_bytes()[0]).collect()
}

/// The same bytes, as a buffer of which only items may be loaded.
fn items(bytes: &[u8]) -> Readable<'_> {
    // SAFETY: a slice, to which nobody writes.
    unsafe { Readable::from_pointer(bytes.as_ptr(), bytes.len()) }
}

/// Gaps and runs of units: the bytes before a run, the units of the run, the bytes of a unit.
fn fields() -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    let unit = prop::sample::select(vec![1, 2, 4, 8, 16]);
    prop::collection::vec((0..20_usize, 1..12_usize, unit), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Rows are gathered and scattered as single bytes would be, at any strides, and nothing else is touched.
    #[test]
    fn rows_are_moved(fields in fields(), rows in 0..150_usize, gap in 0..70_usize, back in any::<bool>(), edge in 0..80_usize) {
        let (mut at, mut packed, mut moves) = (0, 0, Vec::new());
        for &(before, units, unit) in &fields {
            at += before;
            moves.push((at, packed, units * unit, unit));
            at += units * unit;
            packed += units * unit;
        }
        let (stride, packed) = (at + gap, packed);
        let bytes = edge + stride * rows.max(1) + edge;
        let first = if back { edge + stride * (rows.max(1) - 1) } else { edge };
        let track = RowStarts { at: first, stride: if back { -to_i64(stride) } else { to_i64(stride) } };
        let dense = RowStarts { at: edge, stride: to_i64(packed) };
        let (memory, file) = (noise(bytes), noise(2 * edge + packed * rows));
        let (mut gathered, mut scattered) = (file.clone(), memory.clone());
        for row in 0..rows {
            for &(at, packed, bytes, unit) in &moves {
                for byte in 0..bytes {
                    let (one, other) = (track.offset_in_row(row, to_i64(at + byte)), dense.offset_in_row(row, to_i64(packed + source(byte, unit))));
                    gathered[other] = memory[one];
                    scattered[one] = file[other];
                }
            }
        }
        let strides = (track.stride, dense.stride);
        let oriented = |gathers: bool| {
            let each = moves.iter().map(|&(at, packed, bytes, unit)| {
                let (from, to) = if gathers { (at, packed) } else { (packed, at) };
                Move { from: to_i64(from), to: to_i64(to), bytes, unit }
            });
            MovedRows::from_moves(&each.collect::<Vec<_>>(), if gathers { strides } else { (strides.1, strides.0) })
        };
        for level in levels() {
            let (mut out, mut back) = (file.clone(), memory.clone());
            oriented(true).run_at(level, (&*memory, track.at), (&mut *out, dense.at), rows);
            prop_assert!(out == gathered, "gathered at {:?}", level);
            out.copy_from_slice(&file);
            oriented(true).run_at(level, (items(&memory), track.at), (&mut *out, dense.at), rows);
            prop_assert!(out == gathered, "gathered from items at {:?}", level);
            oriented(false).run_at(level, (&*file, dense.at), (&mut *back, track.at), rows);
            prop_assert!(back == scattered, "scattered at {:?}", level);
        }
    }

    /// Rows are moved between buffers with gaps on both sides, near and far, in any direction.
    #[test]
    fn rows_with_gaps_are_moved(
        fields in prop::collection::vec((0..20_usize, 0..20_usize, 1..12_usize, prop::sample::select(vec![1_usize, 2, 4, 8, 16])), 1..8),
        sparse in any::<(bool, bool)>(),
        rows in 0..400_usize,
        gaps in (0..70_usize, 0..70_usize),
        packed in any::<(bool, bool)>(),
        back in any::<(bool, bool)>(),
        edges in (0..80_usize, 0..80_usize),
        far in any::<bool>(),
    ) {
        let (mut from, mut to, mut moves) = (0, 0, Vec::new());
        for &(before, there, units, unit) in &fields {
            if sparse.0 { from += before; }
            if sparse.1 { to += there; }
            moves.push(Move { from: to_i64(from), to: to_i64(to), bytes: units * unit, unit });
            from += units * unit;
            to += units * unit;
        }
        let track = |span: usize, gap: usize, packed: bool, back: bool, edge: usize| {
            let stride = span + if packed { 0 } else { gap };
            let bytes = edge + stride * rows.max(1) + edge;
            let first = if back { edge + stride * (rows.max(1) - 1) } else { edge };
            (RowStarts { at: first, stride: if back { -to_i64(stride) } else { to_i64(stride) } }, bytes)
        };
        let (one, here) = track(from, gaps.0, packed.0, back.0, edges.0);
        let (other, there) = track(to, gaps.1, packed.1, back.1, edges.1);
        let (memory, before) = (noise(here), noise(there + 7)[7..].to_vec());
        let mut expected = before.clone();
        for row in 0..rows {
            for &Move { from, to, bytes, unit } in &moves {
                for byte in 0..bytes {
                    expected[other.offset_in_row(row, to + to_i64(byte))] = memory[one.offset_in_row(row, from + to_i64(source(byte, unit)))];
                }
            }
        }
        for level in levels() {
            let moved = MovedRows::from_moves(&moves, (one.stride, other.stride)).with_far_destination(far);
            for from in [Readable::from(&*memory), items(&memory)] {
                let mut out = before.clone();
                moved.run_at(level, (from, one.at), (&mut *out, other.at), rows);
                prop_assert!(out == expected, "at {:?}", level);
            }
        }
    }

    /// Runs of any length at any place are gathered and scattered as single bytes would be.
    #[test]
    fn runs_are_moved(
        runs in prop::collection::vec((0..70_usize, 0..40_usize), 0..40),
        unit in prop::sample::select(vec![1, 2, 4, 8, 16]),
        edge in 0..80_usize,
    ) {
        let (mut at, mut places) = (edge, Vec::new());
        for &(gap, units) in &runs {
            at += gap;
            places.push((at, units * unit));
            at += units * unit;
        }
        let packed = places.iter().map(|place| place.1).sum();
        let (memory, file) = (noise(at + edge), noise(packed));
        let (mut gathered, mut scattered, mut done) = (vec![0; packed], memory.clone(), 0);
        for &(at, bytes) in &places {
            for byte in 0..bytes {
                gathered[done + source(byte, unit)] = memory[at + byte];
                scattered[at + source(byte, unit)] = file[done + byte];
            }
            done += bytes;
        }
        for level in levels() {
            let (mut out, mut back) = (vec![0; packed], memory.clone());
            gather_at(level, (&*memory).into(), &mut out, unit, places.iter().copied());
            prop_assert!(out == gathered, "gathered at {:?}", level);
            out.fill(0);
            gather_at(level, items(&memory), &mut out, unit, places.iter().copied());
            prop_assert!(out == gathered, "gathered from items at {:?}", level);
            scatter_at(level, &file, ((&mut *back).into(), false), unit, places.iter().copied());
            prop_assert!(back == scattered, "scattered at {:?}", level);
            let mut back = memory.clone();
            scatter_at(level, &file, ((&mut *back).into(), true), unit, places.iter().copied());
            prop_assert!(back == scattered, "scattered afar at {:?}", level);
        }
    }
}

#[test]
fn what_is_out_of_a_buffer_is_refused() {
    for level in levels() {
        for (from, to, whole) in [(41, 24, true), (40, 24, false), (41, 23, false)] {
            let moved = std::panic::catch_unwind(|| {
                let rows = MovedRows::from_moves(&[Move { from: 0, to: 0, bytes: 8, unit: 8 }], (16, 8));
                rows.run_at(level, (&*vec![0; from], 1), (&mut *vec![0; to], 0), 3);
            });
            assert_eq!(moved.is_ok(), whole, "{from} bytes to {to} at {level:?}");
        }
    }
}
