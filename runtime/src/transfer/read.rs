//! File to native: items converted and scattered to where the datatype has them, the mirror of writing.

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
pub(super) fn read(
    ways: Ways<'_>,
    file: &[u8],
    datatype: &Committed,
    (position, count): (i64, i64),
    memory: Memory<&mut [u8]>,
) -> Result<Loss, Error> {
    let (tally, stages, mover) = (Tally::default(), Stages::default(), Mover::of(file.len()));
    let mut reader =
        Reader { ways, memory, rest: file, position, tally, stages, mover, plans: Plans::default() };
    datatype.visit(position, count, &mut reader)?;
    Ok(reader.tally.loss())
}

struct Reader<'a, 'r> {
    ways: Ways<'a>,
    memory: Memory<&'a mut [u8]>,
    /// What of the file is still to be read.
    rest: &'a [u8],
    /// Of the next item.
    position: i64,
    tally: Tally,
    stages: Stages,
    mover: Mover,
    plans: Plans<'a, 'r>,
}

impl<'r> Visitor<'r> for Reader<'_, 'r> {
    type Error = Error;

    fn piece(&mut self, piece: Piece<'r>) -> Result<(), Error> {
        let way = self.ways.of(piece.predefined);
        let items = piece.items();
        let (file, after) = self.rest.split_at(index(items) * way.extent);
        self.rest = after;
        match way.conversion {
            None => self.mover.scatter(file, &mut self.memory, &piece, way.unit),
            Some(conversion) => {
                let read = self.converted(conversion, way.extent, &piece, file);
                read.map_err(|stop| self.ways.stopped(stop, self.position))?;
            }
        }
        self.position += items;
        Ok(())
    }

    fn records(&mut self, records: Records<'r>) -> Result<(), Error> {
        let compile = || Plan::of(self.ways, &records, true, self.mover.is_far());
        let plan = self.plans.take(&records, compile);
        let result = match &plan {
            Some(plan) => self.by_plan(plan, &records),
            None => one_by_one(self, &records),
        };
        self.plans.keep(records, plan);
        result
    }
}

impl<'r> Reader<'_, 'r> {
    fn by_plan(&mut self, plan: &Plan<'_>, records: &Records<'r>) -> Result<(), Error> {
        let mut copy = 0;
        while copy < records.copies {
            let next = copy + plan.together.min(records.copies - copy);
            let stretch = records.part(copy, next);
            if self.stretch(plan, &stretch).is_ok() {
                self.position += stretch.items() * stretch.copies;
                self.rest = &self.rest[plan.record * index(stretch.copies)..];
            } else {
                // Somewhere in it: item by item the first one is found, and those before are stored. What was counted is of
                // no meaning then.
                one_by_one(self, &stretch)?;
            }
            copy = next;
        }
        Ok(())
    }

    fn stretch(&mut self, plan: &Plan<'_>, records: &Records<'_>) -> Result<(), Stop> {
        let copies = index(records.copies);
        let memory = self.memory.place(records.displacement.wrapping_add(plan.first));
        plan.moved.run((self.rest, 0), (&mut *self.memory.octets, memory), copies);
        for group in &plan.converted {
            let (native, packed) = self.stages.get();
            let (native, packed) = (&mut native[..group.native * copies], &mut packed[..group.file * copies]);
            if group.file == plan.record {
                group.conversion.read(&self.rest[..group.file * copies], native, &mut self.tally)?;
            } else {
                group.packed.run((self.rest, 0), (&mut *packed, 0), copies);
                group.conversion.read(packed, native, &mut self.tally)?;
            }
            group.memory.run((native, 0), (&mut *self.memory.octets, memory), copies);
        }
        Ok(())
    }

    fn converted(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        piece: &Piece<'_>,
        file: &[u8],
    ) -> Result<(), Stop> {
        let (mut done, mut rest) = (0, file);
        stretches(piece, room(conversion.octets(), extent), |part| {
            let items = index(part.items());
            let (file, after) = rest.split_at(items * extent);
            rest = after;
            self.few(conversion, extent, &part, file).map_err(|stop| stop.after(done))?;
            done += items;
            Ok(())
        })
    }

    /// Few items, or one run.
    fn few(
        &mut self,
        conversion: &dyn Conversion,
        extent: usize,
        piece: &Piece<'_>,
        file: &[u8],
    ) -> Result<(), Stop> {
        let octets = octets_of(piece);
        if piece.count() == 1 {
            let native = self.memory.at_mut(piece.run(0).0, count(octets));
            if octets <= SHORT || conversion.is_view(native) {
                return conversion.read(file, native, &mut self.tally);
            }
            let (stage, _) = self.stages.get();
            let room = index(room(conversion.octets(), extent));
            let mut done = 0;
            let natives = native.chunks_mut(room * conversion.octets());
            for (file, native) in file.chunks(room * extent).zip(natives) {
                let stage = &mut stage[..native.len()];
                let read = conversion.read(file, stage, &mut self.tally);
                let right = right(&read, stage.len(), conversion.octets());
                native[..right].copy_from_slice(&stage[..right]);
                read.map_err(|stop| stop.after(done))?;
                done += room;
            }
            return Ok(());
        }
        let stage = &mut self.stages.get().0[..octets];
        let read = conversion.read(file, stage, &mut self.tally);
        let right = right(&read, octets, conversion.octets());
        if right == octets {
            self.mover.scatter(stage, &mut self.memory, piece, 1);
        } else {
            let mut rest = &stage[..right];
            for (displacement, items) in piece.each() {
                let (run, after) = rest.split_at(rest.len().min(index(items * piece.octets)));
                self.memory.at_mut(displacement, count(run.len())).copy_from_slice(run);
                rest = after;
            }
        }
        read
    }
}

/// Of so many octets of a stage those before the item that stopped the conversion: behind it are octets of before.
fn right(read: &Result<(), Stop>, octets: usize, each: usize) -> usize {
    match read {
        Ok(()) => octets,
        Err(Stop::Fault(fault)) => fault.item * each,
        Err(Stop::Error(_)) => 0,
    }
}
