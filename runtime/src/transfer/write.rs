//! Native to file: pieces and records gathered from memory, converted, and stored without gaps.

use super::Ways;
use super::record::{Plan, Plans};
use super::stage::{Mover, SHORT, Stages, octets_of, room, stretches};
use crate::convert::Tally;
use crate::datatype::{Committed, Piece, Records, Visitor, one_by_one};
use crate::error::Error;
use crate::loss::Loss;
use crate::memory::{Conversion, Memory, Stop};
use crate::num::{count, index};

/// Converts items, the arguments checked. `range`: the first item, and how many.
pub(super) fn write(
    ways: Ways<'_>,
    memory: Memory<&[u8]>,
    datatype: &Committed,
    (position, count): (i64, i64),
    file: &mut [u8],
) -> Result<Loss, Error> {
    let (tally, stages, mover) = (Tally::default(), Stages::default(), Mover::of(file.len()));
    let mut writer =
        Writer { ways, memory, rest: file, position, tally, stages, mover, plans: Plans::default() };
    datatype.visit(position, count, &mut writer)?;
    Ok(writer.tally.loss())
}

struct Writer<'a, 'r> {
    ways: Ways<'a>,
    memory: Memory<&'a [u8]>,
    /// What of the file is still to be written.
    rest: &'a mut [u8],
    /// Of the next item.
    position: i64,
    tally: Tally,
    stages: Stages,
    mover: Mover,
    plans: Plans<'a, 'r>,
}

impl<'r> Visitor<'r> for Writer<'_, 'r> {
    type Error = Error;

    fn piece(&mut self, piece: Piece<'r>) -> Result<(), Error> {
        let way = self.ways.of(piece.predefined);
        let items = piece.items();
        let (file, after) = std::mem::take(&mut self.rest).split_at_mut(index(items) * way.extent);
        self.rest = after;
        match way.conversion {
            None => self.mover.gather(self.memory, &piece, way.unit, file),
            Some(conversion) => {
                let stopped = |stop| self.ways.stopped(stop, self.position);
                let mut staged = Staged {
                    memory: self.memory,
                    stages: &mut self.stages,
                    mover: &mut self.mover,
                    tally: &mut self.tally,
                };
                staged.write(conversion, way.extent, &piece, file).map_err(stopped)?;
            }
        }
        self.position += items;
        Ok(())
    }

    fn records(&mut self, records: Records<'r>) -> Result<(), Error> {
        let compile = || Plan::of(self.ways, &records, false, self.mover.is_far());
        let plan = self.plans.take(&records, compile);
        let result = match &plan {
            Some(plan) => self.by_plan(plan, &records),
            None => one_by_one(self, &records),
        };
        self.plans.keep(records, plan);
        result
    }
}

impl<'r> Writer<'_, 'r> {
    fn by_plan(&mut self, plan: &Plan<'_>, records: &Records<'r>) -> Result<(), Error> {
        let mut copy = 0;
        while copy < records.copies {
            let next = copy + plan.together.min(records.copies - copy);
            let stretch = records.part(copy, next);
            if self.stretch(plan, &stretch).is_ok() {
                self.position += stretch.items() * stretch.copies;
                self.rest = &mut std::mem::take(&mut self.rest)[plan.record * index(stretch.copies)..];
            } else {
                // Somewhere in it: item by item the first one is found, and what was counted is of no meaning.
                one_by_one(self, &stretch)?;
            }
            copy = next;
        }
        Ok(())
    }

    fn stretch(&mut self, plan: &Plan<'_>, records: &Records<'_>) -> Result<(), Stop> {
        let copies = index(records.copies);
        let memory = self.memory.place(records.displacement.wrapping_add(plan.first));
        plan.moved.run((self.memory.octets, memory), (&mut *self.rest, 0), copies);
        for group in &plan.converted {
            let (native, packed) = self.stages.get();
            let (native, packed) = (&mut native[..group.native * copies], &mut packed[..group.file * copies]);
            group.memory.run((self.memory.octets, memory), (&mut *native, 0), copies);
            if group.file == plan.record {
                group.conversion.write(native, &mut self.rest[..group.file * copies], &mut self.tally)?;
            } else {
                group.conversion.write(native, packed, &mut self.tally)?;
                group.packed.run((packed, 0), (&mut *self.rest, 0), copies);
            }
        }
        Ok(())
    }
}

/// What is gathered before it is converted.
struct Staged<'a> {
    memory: Memory<&'a [u8]>,
    stages: &'a mut Stages,
    mover: &'a mut Mover,
    tally: &'a mut Tally,
}

impl Staged<'_> {
    fn write(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        piece: &Piece<'_>,
        file: &mut [u8],
    ) -> Result<(), Stop> {
        let (mut done, mut rest) = (0, file);
        stretches(piece, room(conversion.octets(), extent), |part| {
            let items = index(part.items());
            let (file, after) = std::mem::take(&mut rest).split_at_mut(items * extent);
            rest = after;
            self.stretch(conversion, extent, &part, file).map_err(|stop| stop.after(done))?;
            done += items;
            Ok(())
        })
    }

    /// Few items, or one run.
    fn stretch(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        piece: &Piece<'_>,
        file: &mut [u8],
    ) -> Result<(), Stop> {
        let octets = octets_of(piece);
        if piece.count() == 1 {
            let native = self.memory.at(piece.run(0).0, count(octets));
            if octets <= SHORT || conversion.is_view(native) {
                return conversion.write(native, file, self.tally);
            }
            let (stage, _) = self.stages.get();
            let room = index(room(conversion.octets(), extent));
            let mut done = 0;
            let files = file.chunks_mut(room * extent);
            for (native, file) in native.chunks(room * conversion.octets()).zip(files) {
                let stage = &mut stage[..native.len()];
                stage.copy_from_slice(native);
                conversion.write(stage, file, self.tally).map_err(|stop| stop.after(done))?;
                done += room;
            }
            return Ok(());
        }
        let stage = &mut self.stages.get().0[..octets];
        self.mover.gather(self.memory, piece, 1, stage);
        conversion.write(stage, file, self.tally)
    }
}
