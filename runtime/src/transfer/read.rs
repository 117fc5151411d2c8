//! Reading: items of the file are converted and scattered to the displacements of the datatype. The mirror of writing.

use super::cursor::{RunCursor, guess_next, to_buffer_run};
use super::record::{RecordTransfer, RecordTransferCache};
use super::stage::{ItemMover, Stages, StridedRuns, converts_in_place, count_stage_items};
use super::ways::TransferWays;
use crate::convert::Tally;
use crate::datatype::{Items, RecordCopies, RunsPiece, TypemapVisitor, visit_record_pieces};
use crate::error::Error;
use crate::kernel::moves;
use crate::kernel::moves::place::Writable;
use crate::loss::Loss;
use crate::memory::{Conversion, ConversionStop, Memory};
use crate::num::{index, to_i64};

/// Converts items. The arguments were checked.
pub(super) fn read(
    ways: TransferWays<'_>,
    items: Items<'_>,
    memory: Memory<Writable<'_>>,
    file: &[u8],
) -> Result<Loss, Error> {
    let Items { datatype, count, position } = items;
    let (tally, stages, mover) = (Tally::default(), Stages::default(), ItemMover::for_file_bytes(file.len()));
    let mut reader = ReadingVisitor {
        ways,
        memory,
        rest: file,
        position,
        tally,
        stages,
        mover,
        recipes: RecordTransferCache::default(),
    };
    // Each piece takes its bytes from the front of the file's bytes, so pieces must come in the order of the items.
    datatype.visit(position, count, &mut reader)?;
    Ok(reader.tally.loss)
}

struct ReadingVisitor<'a, 'r> {
    ways: TransferWays<'a>,
    /// Only the bytes of the items are accessed.
    memory: Memory<Writable<'a>>,
    /// The bytes of the file that are still to be read.
    rest: &'a [u8],
    /// The position of the next item.
    position: i64,
    tally: Tally,
    stages: Stages,
    mover: ItemMover,
    recipes: RecordTransferCache<'a, 'r>,
}

impl<'r> TypemapVisitor<'r> for ReadingVisitor<'_, 'r> {
    type Error = Error;

    fn visit_piece(&mut self, piece: RunsPiece<'r>) -> Result<(), Error> {
        let way = self.ways.find_way(piece.predefined);
        let items = piece.items();
        let (file, after) = self.rest.split_at(index(items) * way.extent);
        self.rest = after;
        match way.conversion {
            None => self.mover.scatter(file, self.memory.reborrow(), &piece, way.unit),
            Some(conversion) => {
                let read = self.read_piece(conversion, way.extent, &piece, file);
                read.map_err(|stop| self.ways.stop_error(stop, self.position))?;
            }
        }
        // After the conversion: a fault in the piece counts from its first item.
        self.position += items;
        Ok(())
    }

    fn visit_records(&mut self, records: RecordCopies<'r>) -> Result<(), Error> {
        let compile = || RecordTransfer::from_records(self.ways, &records, true, self.mover.is_far());
        let recipe = self.recipes.take(&records, compile);
        let result = match &recipe {
            Some(recipe) => self.read_records(recipe, &records),
            None => visit_record_pieces(self, &records),
        };
        // Kept also if it is `None`: records that are too long need not be measured again.
        self.recipes.keep(records, recipe);
        result
    }
}

impl<'r> ReadingVisitor<'_, 'r> {
    fn read_records(&mut self, recipe: &RecordTransfer<'_>, records: &RecordCopies<'r>) -> Result<(), Error> {
        let mut copy = 0;
        while copy < records.copies {
            // `together` is what fits the stages, and may be more than there are copies.
            let next = copy + recipe.together.min(records.copies - copy);
            let stretch = records.part(copy, next);
            if self.read_record_batch(recipe, &stretch).is_ok() {
                // Only after the whole stretch. Item by item, `piece` moves both by itself.
                self.position += stretch.items() * stretch.copies;
                self.rest = &self.rest[recipe.record * index(stretch.copies)..];
            } else {
                // An item of the stretch failed. Converting item by item finds the first one and stores those before
                // it. The counts of losses do not matter then.
                visit_record_pieces(self, &stretch)?;
            }
            copy = next;
        }
        Ok(())
    }

    fn read_record_batch(
        &mut self,
        recipe: &RecordTransfer<'_>,
        records: &RecordCopies<'_>,
    ) -> Result<(), ConversionStop> {
        let copies = index(records.copies);
        let memory = self.memory.index_of(records.displacement.wrapping_add(recipe.first));
        // What is only moved goes straight to the memory. It is not undone if a group below fails: those bytes are
        // written again, item by item.
        recipe.moved.run((self.rest, 0), (self.memory.bytes.reborrow(), memory), copies);
        for group in &recipe.converted {
            let (native, packed) = self.stages.get();
            let (native, packed) = (&mut native[..group.native * copies], &mut packed[..group.file * copies]);
            // All bytes of the records in the file belong to this group, so they lie without gaps already.
            if group.file == recipe.record {
                group.conversion.read(&self.rest[..group.file * copies], native, &mut self.tally)?;
            } else {
                group.packed.run((self.rest, 0), (&mut *packed, 0), copies);
                group.conversion.read(packed, native, &mut self.tally)?;
            }
            group.memory.run((native, 0), (self.memory.bytes.reborrow(), memory), copies);
        }
        Ok(())
    }

    fn read_piece(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        piece: &RunsPiece<'_>,
        file: &[u8],
    ) -> Result<(), ConversionStop> {
        match StridedRuns::from_piece(piece) {
            Some(strided) => self.read_rows(conversion, extent, &strided, file),
            None => self.read_runs(conversion, extent, piece, file),
        }
    }

    /// Reads short runs at a stride.
    fn read_rows(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        strided: &StridedRuns,
        file: &[u8],
    ) -> Result<(), ConversionStop> {
        let room = count_stage_items(conversion.bytes(), extent, self.mover.row_stage_size());
        let together = strided.count_together(room);
        let rows = self.mover.find_or_compile_rows(strided, 1, false);
        let (stage, _) = self.stages.get();
        let (in_file, items) = (index(strided.items) * extent, together * index(strided.items));
        let mut displacement = strided.displacement;
        for (number, file) in file.chunks(together * in_file).enumerate() {
            // All chunks but the last are full. The comparison saves a division for each of them.
            let copies = if file.len() == together * in_file { together } else { file.len() / in_file };
            let stage = &mut stage[..copies * index(strided.bytes)];
            let read = conversion.read(file, stage, &mut self.tally);
            let memory = &mut self.memory;
            if let Err(stop) = read {
                // The rows cannot end in the middle of a row, so the items before the failed one go by the cursor.
                let right = count_before_stop(&stop);
                let mut cursor = RunCursor::from_piece(&strided.piece(displacement));
                let origin = to_i64(memory.origin);
                let runs = cursor.take_items(to_i64(right)).map(|run| to_buffer_run(origin, run));
                moves::scatter(
                    &stage[..right * conversion.bytes()],
                    (memory.bytes.reborrow(), false),
                    1,
                    runs,
                );
                return Err(stop.shift_items(number * items));
            }
            let at = memory.index_of(displacement);
            rows.run((stage, 0), (memory.bytes.reborrow(), at), copies);
            // Wraps behind the last chunk at most, where it is not used.
            displacement = displacement.wrapping_add(strided.stride.wrapping_mul(to_i64(together)));
        }
        Ok(())
    }

    /// Reads any runs: long ones directly to their place, the others through the stage.
    fn read_runs(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        piece: &RunsPiece<'_>,
        file: &[u8],
    ) -> Result<(), ConversionStop> {
        let far = self.mover.is_far();
        let room = count_stage_items(conversion.bytes(), extent, self.mover.run_stage_size());
        let (mut cursor, mut left, mut done, mut rest) =
            (RunCursor::from_piece(piece), piece.items(), 0, file);
        let memory = &mut self.memory;
        while left > 0 {
            // Whole blocks of the run. What is left of it goes through the stage, together with the next runs.
            let long = cursor.count_in_place(left);
            let (at, _) = cursor.current_run();
            let native = memory.run_mut(at, long * piece.bytes);
            let direct = converts_in_place(conversion, native, (long, left), room);
            let items = if direct { long } else { left.min(room) };
            let file = rest.split_off(..index(items) * extent).unwrap_or_default();
            let read = if direct {
                // Before the conversion: after an error the cursor is not used any more.
                cursor.skip(items);
                conversion.read(file, native, &mut self.tally)
            } else {
                let stage = &mut self.stages.get().0[..index(items * piece.bytes)];
                let read = conversion.read(file, stage, &mut self.tally);
                // A failed item ends the stage. Only the items before it are in it.
                let right = read.as_ref().err().map_or(items, |stop| to_i64(count_before_stop(stop)));
                let origin = to_i64(memory.origin);
                let runs = cursor.take_items(right).map(|run| to_buffer_run(origin, run));
                let stage = &stage[..index(right * piece.bytes)];
                moves::scatter(stage, (memory.bytes.reborrow(), false), 1, runs);
                if far {
                    moves::prefetch_for_stores(&memory.bytes, guess_next(origin, at, cursor.last_end()));
                }
                read
            };
            read.map_err(|stop| stop.shift_items(done))?;
            (left, done) = (left - items, done + index(items));
        }
        Ok(())
    }
}

/// How many items precede the one that stopped the conversion. After them a stage still has older bytes.
fn count_before_stop(stop: &ConversionStop) -> usize {
    match stop {
        ConversionStop::Fault(fault) => fault.item,
        ConversionStop::Error(_) => 0,
    }
}
