//! Writing: pieces and records are gathered from memory, converted, and stored without gaps.

use super::cursor::{RunCursor, guess_next, to_buffer_run};
use super::record::{RecordTransfer, RecordTransferCache};
use super::stage::{ItemMover, Stages, StridedRuns, converts_in_place, count_stage_items};
use super::ways::TransferWays;
use crate::convert::Tally;
use crate::datatype::{Items, RecordCopies, RunsPiece, TypemapVisitor, visit_record_pieces};
use crate::error::Error;
use crate::kernel::moves;
use crate::kernel::moves::place::Readable;
use crate::loss::Loss;
use crate::memory::{Conversion, ConversionStop, Memory};
use crate::num::{index, to_i64};

/// Converts items. The arguments were checked.
pub(super) fn write(
    ways: TransferWays<'_>,
    items: Items<'_>,
    memory: Memory<Readable<'_>>,
    file: &mut [u8],
) -> Result<Loss, Error> {
    let Items { datatype, count, position } = items;
    let (tally, stages, mover) = (Tally::default(), Stages::default(), ItemMover::for_file_bytes(file.len()));
    let mut writer = WritingVisitor {
        ways,
        memory,
        rest: file,
        position,
        tally,
        stages,
        mover,
        recipes: RecordTransferCache::default(),
    };
    // Pieces come in the order of the items, as each is stored behind the one before.
    datatype.visit(position, count, &mut writer)?;
    Ok(writer.tally.loss)
}

struct WritingVisitor<'a, 'r> {
    ways: TransferWays<'a>,
    /// Only the bytes of the items are accessed.
    memory: Memory<Readable<'a>>,
    /// The bytes of the file that are still to be written.
    rest: &'a mut [u8],
    /// The position of the next item.
    position: i64,
    tally: Tally,
    stages: Stages,
    mover: ItemMover,
    recipes: RecordTransferCache<'a, 'r>,
}

impl<'r> TypemapVisitor<'r> for WritingVisitor<'_, 'r> {
    type Error = Error;

    fn visit_piece(&mut self, piece: RunsPiece<'r>) -> Result<(), Error> {
        let way = self.ways.find_way(piece.predefined);
        let items = piece.items();
        // `take` ends the borrow of `self.rest`, so that the bytes behind the piece can be stored back.
        let (file, after) = std::mem::take(&mut self.rest).split_at_mut(index(items) * way.extent);
        self.rest = after;
        match way.conversion {
            None => self.mover.gather(self.memory, &piece, way.unit, file),
            Some(conversion) => {
                let written = self.write_piece(conversion, way.extent, &piece, file);
                written.map_err(|stop| self.ways.stop_error(stop, self.position))?;
            }
        }
        self.position += items;
        Ok(())
    }

    fn visit_records(&mut self, records: RecordCopies<'r>) -> Result<(), Error> {
        let compile = || RecordTransfer::from_records(self.ways, &records, false, self.mover.is_far());
        let recipe = self.recipes.take(&records, compile);
        let result = match &recipe {
            Some(recipe) => self.write_records(recipe, &records),
            None => visit_record_pieces(self, &records),
        };
        self.recipes.keep(records, recipe);
        result
    }
}

impl<'r> WritingVisitor<'_, 'r> {
    fn write_records(
        &mut self,
        recipe: &RecordTransfer<'_>,
        records: &RecordCopies<'r>,
    ) -> Result<(), Error> {
        let mut copy = 0;
        while copy < records.copies {
            let next = copy + recipe.together.min(records.copies - copy);
            let stretch = records.part(copy, next);
            if self.write_record_batch(recipe, &stretch).is_ok() {
                self.position += stretch.items() * stretch.copies;
                self.rest = &mut std::mem::take(&mut self.rest)[recipe.record * index(stretch.copies)..];
            } else {
                // An item of the stretch failed. Converting item by item finds the first one. The counts of losses do
                // not matter then.
                visit_record_pieces(self, &stretch)?;
            }
            copy = next;
        }
        Ok(())
    }

    fn write_record_batch(
        &mut self,
        recipe: &RecordTransfer<'_>,
        records: &RecordCopies<'_>,
    ) -> Result<(), ConversionStop> {
        let copies = index(records.copies);
        let memory = self.memory.index_of(records.displacement.wrapping_add(recipe.first));
        recipe.moved.run((self.memory.bytes, memory), (&mut *self.rest, 0), copies);
        for group in &recipe.converted {
            let (native, packed) = self.stages.get();
            let (native, packed) = (&mut native[..group.native * copies], &mut packed[..group.file * copies]);
            group.memory.run((self.memory.bytes, memory), (&mut *native, 0), copies);
            // The records in the file are nothing but this group: no second stage is needed.
            if group.file == recipe.record {
                group.conversion.write(native, &mut self.rest[..group.file * copies], &mut self.tally)?;
            } else {
                group.conversion.write(native, packed, &mut self.tally)?;
                group.packed.run((packed, 0), (&mut *self.rest, 0), copies);
            }
        }
        Ok(())
    }
    fn write_piece(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        piece: &RunsPiece<'_>,
        file: &mut [u8],
    ) -> Result<(), ConversionStop> {
        match StridedRuns::from_piece(piece) {
            Some(strided) => self.write_rows(conversion, extent, &strided, file),
            None => self.write_runs(conversion, extent, piece, file),
        }
    }

    /// Writes short runs at a stride.
    fn write_rows(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        strided: &StridedRuns,
        file: &mut [u8],
    ) -> Result<(), ConversionStop> {
        let room = count_stage_items(conversion.bytes(), extent, self.mover.row_stage_size());
        let together = strided.count_together(room);
        let far = self.mover.is_far();
        let rows = self.mover.find_or_compile_rows(strided, 1, true);
        let (stage, _) = self.stages.get();
        let (in_file, items) = (index(strided.items) * extent, together * index(strided.items));
        let mut displacement = strided.displacement;
        for (number, file) in file.chunks_mut(together * in_file).enumerate() {
            let copies = if file.len() == together * in_file { together } else { file.len() / in_file };
            let stage = &mut stage[..copies * index(strided.bytes)];
            let at = self.memory.index_of(displacement);
            rows.run((self.memory.bytes, at), (&mut *stage, 0), copies);
            // The items of the next chunk probably lie one step further. They are fetched while this one is converted.
            if far {
                let span = strided.stride.wrapping_mul(to_i64(together));
                let after = displacement.wrapping_add(span);
                moves::prefetch_for_loads(
                    self.memory.bytes,
                    guess_next(to_i64(self.memory.origin), displacement, after),
                );
            }
            conversion
                .write(stage, file, &mut self.tally)
                .map_err(|stop| stop.shift_items(number * items))?;
            displacement = displacement.wrapping_add(strided.stride.wrapping_mul(to_i64(together)));
        }
        Ok(())
    }

    /// Writes any runs: long ones directly from their place, the others through the stage.
    fn write_runs(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        piece: &RunsPiece<'_>,
        file: &mut [u8],
    ) -> Result<(), ConversionStop> {
        let far = self.mover.is_far();
        let room = count_stage_items(conversion.bytes(), extent, self.mover.run_stage_size());
        let (mut cursor, mut left, mut done, mut rest) =
            (RunCursor::from_piece(piece), piece.items(), 0, file);
        let memory = self.memory;
        let origin = to_i64(memory.origin);
        while left > 0 {
            let long = cursor.count_in_place(left);
            let (at, _) = cursor.current_run();
            let native = memory.run(at, long * piece.bytes);
            let direct = converts_in_place(conversion, native, (long, left), room);
            let items = if direct { long } else { left.min(room) };
            let file = rest.split_off_mut(..index(items) * extent).unwrap_or_default();
            let written = if direct {
                // The run goes straight to the file, and the cursor must be behind it for the next one.
                cursor.skip(items);
                conversion.write(native, file, &mut self.tally)
            } else {
                let stage = &mut self.stages.get().0[..index(items * piece.bytes)];
                let runs = cursor.take_items(items).map(|run| to_buffer_run(origin, run));
                moves::gather(memory.bytes, stage, 1, runs);
                if far {
                    moves::prefetch_for_loads(memory.bytes, guess_next(origin, at, cursor.last_end()));
                }
                conversion.write(stage, file, &mut self.tally)
            };
            written.map_err(|stop| stop.shift_items(done))?;
            (left, done) = (left - items, done + index(items));
        }
        Ok(())
    }
}
