//! Moves items of a piece between memory, where they have the displacements of the datatype, and bytes without gaps.

use std::cell::Cell;

use crate::datatype::{CopyStarts, PieceRuns, RunStart, RunsPiece};
use crate::kernel::moves::place::{Readable, Writable};
use crate::kernel::moves::{self, Move, MovedRows};
use crate::memory::{Conversion, Memory};
use crate::num::{index, to_i64};
use crate::predefined::Predefined;

/// The bytes of a stage, in which native items or items of a file wait to be converted or moved on.
///
/// Measured: less costs more calls, and more does not stay in the nearest cache beside the source and the destination.
pub(super) const STAGE: usize = 8 << 10;

/// The bytes of a stage if memory is far, for runs of any length and for short runs at a stride: no more than the
/// processor can fetch while it converts as many.
const FAR_RUNS: usize = 2 << 10;
const FAR_ROWS: usize = 4 << 10;

/// How many items a conversion takes together: see `convert::blocks`.
pub(super) const BLOCK: usize = 64;

/// The bytes of a run that is converted in place, at any alignment.
const SHORT: usize = 512;

/// The buffers of a transfer, taken on demand, at the alignment of any native type.
#[derive(Default)]
pub(super) struct Stages(Option<Box<StageBuffers>>);

#[repr(C, align(64))]
struct StageBuffers {
    native: [u8; STAGE],
    file: [u8; STAGE],
}

thread_local! {
    /// The buffers of the previous transfer. Making new ones takes as long as the conversion of a few thousand items.
    static KEPT: Cell<Option<Box<StageBuffers>>> = const { Cell::new(None) };
}

impl Stages {
    /// A stage for native items, and one for items of a file. Their initial content has no meaning.
    pub(super) fn get(&mut self) -> (&mut [u8; STAGE], &mut [u8; STAGE]) {
        let made = || Box::new(StageBuffers { native: [0; STAGE], file: [0; STAGE] });
        // The buffers of the previous transfer. A thread has none in its first transfer, and none that can be reached
        // while it ends.
        let had = || KEPT.try_with(Cell::take).ok().flatten().unwrap_or_else(made);
        let StageBuffers { native, file } = &mut **self.0.get_or_insert_with(had);
        (native, file)
    }
}

impl Drop for Stages {
    fn drop(&mut self) {
        if let Some(buffers) = self.0.take() {
            // A thread that is ending keeps nothing.
            let _ = KEPT.try_with(|kept| kept.set(Some(buffers)));
        }
    }
}

/// Short runs at a stride.
pub(super) struct StridedRuns {
    predefined: Predefined,
    /// The displacement of the first run.
    pub(super) displacement: i64,
    copies: i64,
    /// The items and the bytes of a run.
    pub(super) items: i64,
    pub(super) bytes: i64,
    pub(super) stride: i64,
}

impl StridedRuns {
    /// The runs, if compiling rows for them is worthwhile.
    pub(super) fn from_piece(piece: &RunsPiece<'_>) -> Option<StridedRuns> {
        const SHORT: i64 = 64;
        const MANY: i64 = 32;
        let PieceRuns::Alike { items, place: CopyStarts::Strided { displacement, copies, stride } } =
            piece.runs
        else {
            return None;
        };
        let (predefined, bytes) = (piece.predefined, items * piece.bytes);
        // With fewer runs, compiling rows takes longer than moving them, and long runs gain nothing. Runs that overlap
        // must be moved in their order.
        let short = copies >= MANY && bytes <= SHORT && stride.unsigned_abs() >= bytes.unsigned_abs();
        short.then_some(StridedRuns { predefined, displacement, copies, items, bytes, stride })
    }

    /// How many runs, with at most `items` items together, make up whole blocks. At least one.
    pub(super) fn count_together(&self, items: i64) -> usize {
        let fit = items / self.items;
        // Runs whose items together are a multiple of a block: the block shrinks by the power of two that a run
        // already has.
        let blocks = fit - fit % (to_i64(BLOCK) >> self.items.trailing_zeros().min(6));
        index(if blocks > 0 { blocks } else { fit.max(1) })
    }

    /// The runs as a piece, whose first run is at `displacement`.
    pub(super) fn piece(&self, displacement: i64) -> RunsPiece<'static> {
        let place = CopyStarts::Strided { displacement, copies: self.copies, stride: self.stride };
        let (items, bytes) = (self.items, self.bytes / self.items);
        RunsPiece { predefined: self.predefined, bytes, runs: PieceRuns::Alike { items, place } }
    }
}

/// Moves items between memory and bytes without gaps. Keeps compiled rows for the pieces that follow.
pub(super) struct ItemMover {
    known: Option<MoverRows>,
    /// Whether the destination is larger than the nearer caches.
    far: bool,
}

struct MoverRows {
    bytes: i64,
    stride: i64,
    unit: usize,
    rows: MovedRows,
}

impl ItemMover {
    /// For a transfer of `file` bytes of a file.
    pub(super) fn for_file_bytes(file: usize) -> ItemMover {
        /// Measured: below this size the hints cost more than they save.
        const FAR: usize = 512 << 10;
        ItemMover { known: None, far: file >= FAR }
    }

    pub(super) fn is_far(&self) -> bool {
        self.far
    }

    /// The bytes of a stage for short runs at a stride.
    pub(super) fn row_stage_size(&self) -> usize {
        if self.far { FAR_ROWS } else { STAGE }
    }

    /// The bytes of a stage for other runs.
    pub(super) fn run_stage_size(&self) -> usize {
        if self.far { FAR_RUNS } else { STAGE }
    }

    /// The compiled rows that move strided runs. `gathers`: whether the items are moved from
    /// memory. Otherwise they are moved to it.
    pub(super) fn find_or_compile_rows(
        &mut self,
        strided: &StridedRuns,
        unit: usize,
        gathers: bool,
    ) -> &MovedRows {
        let &StridedRuns { bytes, stride, .. } = strided;
        // Rows serve any place in memory, so only the run, its stride and its unit must be the same.
        let other = |known: &mut MoverRows| (known.bytes, known.stride, known.unit) != (bytes, stride, unit);
        drop(self.known.take_if(other));
        // Hints are for the stores to memory. What is gathered is stored to a stage, which is near.
        let far = self.far && !gathers;
        let compile = || {
            let one = Move { from: 0, to: 0, bytes: index(bytes), unit };
            let strides = if gathers { (stride, bytes) } else { (bytes, stride) };
            MoverRows {
                bytes,
                stride,
                unit,
                rows: MovedRows::from_moves(&[one], strides).with_far_destination(far),
            }
        };
        &self.known.get_or_insert_with(compile).rows
    }

    /// Moves items from memory. `unit`: how many bytes are reversed together.
    pub(super) fn gather(
        &mut self,
        memory: Memory<Readable<'_>>,
        piece: &RunsPiece<'_>,
        unit: usize,
        out: &mut [u8],
    ) {
        if let Some(strided) = StridedRuns::from_piece(piece) {
            let from = (memory.bytes, memory.index_of(strided.displacement));
            return self.find_or_compile_rows(&strided, unit, true).run(
                from,
                (out, 0),
                index(strided.copies),
            );
        }
        let origin = to_i64(memory.origin);
        // One call for each kind of runs, so that each loop is compiled with its own iterator.
        match piece.runs {
            PieceRuns::Alike { items, place: CopyStarts::Strided { displacement, copies, stride } } => {
                let runs =
                    list_strided_runs(origin.wrapping_add(displacement), copies, stride, items * piece.bytes);
                moves::gather(memory.bytes, out, unit, runs);
            }
            PieceRuns::Alike { items, place: CopyStarts::Listed { base, displacements } } => {
                let runs = list_runs(origin.wrapping_add(base), displacements, items * piece.bytes);
                moves::gather(memory.bytes, out, unit, runs);
            }
            PieceRuns::Blocks { base, blocks } => {
                moves::gather(
                    memory.bytes,
                    out,
                    unit,
                    list_blocks(origin.wrapping_add(base), blocks, piece.bytes),
                );
            }
        }
    }

    /// Moves items to memory: the mirror of [`ItemMover::gather`].
    pub(super) fn scatter(
        &mut self,
        from: &[u8],
        mut memory: Memory<Writable<'_>>,
        piece: &RunsPiece<'_>,
        unit: usize,
    ) {
        if let Some(strided) = StridedRuns::from_piece(piece) {
            let at = memory.index_of(strided.displacement);
            let to = (memory.bytes.reborrow(), at);
            return self.find_or_compile_rows(&strided, unit, false).run(
                (from, 0),
                to,
                index(strided.copies),
            );
        }
        let origin = to_i64(memory.origin);
        // Runs are stored in the order of the items. If memory is far, their lines are prefetched before.
        match piece.runs {
            PieceRuns::Alike { items, place: CopyStarts::Strided { displacement, copies, stride } } => {
                let runs =
                    list_strided_runs(origin.wrapping_add(displacement), copies, stride, items * piece.bytes);
                moves::scatter(from, (memory.bytes, self.far), unit, runs);
            }
            PieceRuns::Alike { items, place: CopyStarts::Listed { base, displacements } } => {
                let runs = list_runs(origin.wrapping_add(base), displacements, items * piece.bytes);
                moves::scatter(from, (memory.bytes, self.far), unit, runs);
            }
            PieceRuns::Blocks { base, blocks } => {
                moves::scatter(
                    from,
                    (memory.bytes, self.far),
                    unit,
                    list_blocks(origin.wrapping_add(base), blocks, piece.bytes),
                );
            }
        }
    }
}

/// The starts of runs in a buffer, and their bytes: runs at a stride.
fn list_strided_runs(
    first: i64,
    copies: i64,
    stride: i64,
    bytes: i64,
) -> impl Iterator<Item = (usize, usize)> {
    let mut next = first;
    (0..copies).map(move |_| {
        let at = next;
        next = next.wrapping_add(stride);
        (index(at), index(bytes))
    })
}

/// The starts and bytes of listed runs.
fn list_runs(base: i64, displacements: &[i64], bytes: i64) -> impl Iterator<Item = (usize, usize)> {
    displacements.iter().map(move |displacement| (index(base.wrapping_add(*displacement)), index(bytes)))
}

/// The starts and bytes of blocks, whose items have `bytes` bytes.
fn list_blocks(base: i64, blocks: &[RunStart], bytes: i64) -> impl Iterator<Item = (usize, usize)> {
    blocks.iter().zip(&blocks[1..]).map(move |(block, next)| {
        (index(base.wrapping_add(block.displacement)), index((next.first - block.first) * bytes))
    })
}

/// How many items fit in a stage: whole blocks, if at least a block fits.
pub(super) fn count_stage_items(native: usize, extent: usize, stage: usize) -> i64 {
    // The larger of the two sizes decides, as both stages hold the same items.
    let most = stage / native.max(extent).max(1);
    to_i64(if most > BLOCK { most - most % BLOCK } else { most.max(1) })
}

/// Whether items are converted in place: those that would fill a stage, or a last few.
pub(super) fn converts_in_place(
    conversion: &dyn Conversion,
    native: &[u8],
    (items, left): (i64, i64),
    room: i64,
) -> bool {
    // A short last run: converting it where it lies, even byte by byte, takes less than passing it through a stage.
    if items == left && native.len() <= SHORT {
        true
    } else {
        items >= room && conversion.can_convert_in_place(native)
    }
}
