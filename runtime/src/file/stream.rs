//! A view as a stream of octets: the items of etypes one behind the other, wherever they lie in the file.
//!
//! Without holes it is one access. With holes the runs are listed, a bounded number at a time. What
//! is read is covered by few large accesses, holes included, from which the runs are copied
//! (sieving). What is written is written run by run: octets between them may be another's, and no
//! lock of this process keeps others from changing them.

use std::io;

use crate::datatype::{Piece, Pieces};
use crate::error::{Error, ErrorKind};
use crate::num::index;
use crate::view::View;

use super::storage::{Storage, read_all, write_all};

/// Runs that are listed at a time.
const LISTED: usize = 4096;

/// The longest hole that is read rather than left out.
const HOLE: u64 = 1 << 14;

/// Part of a stream: `units` units from `first` on, items of etypes or octets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) first: i64,
    pub(super) units: i64,
}

/// Octets of the file that lie without a hole.
#[derive(Debug, Clone, Copy)]
struct Run {
    offset: u64,
    octets: usize,
}

/// A view of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stream<'a> {
    pub(super) storage: &'a dyn Storage,
    pub(super) view: &'a View,
    /// Octets of the buffer through which runs are read.
    pub(super) window: usize,
}

impl Stream<'_> {
    /// Whether the octets of the part have offsets in 64 bits, none of them negative.
    pub(super) fn check(&self, part: Part) -> Result<(), Error> {
        let large = || Error::from(ErrorKind::TooLarge { what: "offset" });
        if part.units == 0 {
            return Ok(());
        }
        let displacement = self.view.displacement();
        let (low, high) = self.view.in_file().span(part.first, part.units)?;
        high.checked_add(displacement).ok_or_else(large)?;
        // Around whole copies of the filetype it may be lower.
        if low < -displacement
            && self.view.in_file().exact_span(part.first, part.units).0 < -i128::from(displacement)
        {
            let reason = "goes back before the begin of the file".to_owned();
            return Err(ErrorKind::View { which: "filetype", reason }.into());
        }
        Ok(())
    }

    /// Reads the part, up to the end of the file: how many octets there are. `octets`: those of the part.
    pub(super) fn read(&self, part: Part, octets: &mut [u8], window: &mut Vec<u8>) -> io::Result<usize> {
        if self.view.is_dense() {
            return read_all(self.storage, octets, self.dense(part)?);
        }
        let mut done = 0;
        self.runs(part, |runs| {
            let wanted = runs.iter().map(|run| run.octets).sum::<usize>();
            let read = self.read_runs(runs, &mut octets[done..done + wanted], window)?;
            done += read;
            Ok::<_, io::Error>(read == wanted)
        })?;
        Ok(done)
    }

    /// Writes the part. The error comes with how many octets were written.
    pub(super) fn write(&self, part: Part, octets: &[u8]) -> Result<(), (usize, io::Error)> {
        if self.view.is_dense() {
            return write_all(self.storage, octets, self.dense(part).map_err(|error| (0, error))?);
        }
        let mut done = 0;
        self.runs(part, |runs| {
            for run in runs {
                write_all(self.storage, &octets[done..done + run.octets], run.offset)
                    .map_err(|(written, error)| (done + written, error))?;
                done += run.octets;
            }
            Ok(true)
        })
    }

    /// Where a part without holes begins. Its offset is checked.
    fn dense(&self, part: Part) -> io::Result<u64> {
        let before = self.view.datarep().file_size(self.view.in_file(), part.first, 0);
        let begin = self.view.displacement() + self.view.in_file().typemap().true_lb();
        Ok(begin.unsigned_abs() + before.map_err(io::Error::other)?.unsigned_abs())
    }

    /// Calls `f` with lists of the runs, in order, until it says that it has enough.
    fn runs<E>(&self, part: Part, mut f: impl FnMut(&[Run]) -> Result<bool, E>) -> Result<(), E> {
        let mut listed: Vec<Run> = Vec::with_capacity(LISTED);
        let mut pieces = Pieces(|piece: Piece<'_>| {
            for (displacement, items) in piece.each() {
                let octets = index(items * piece.octets);
                // The offsets are checked: they are not negative, and fit.
                let offset = (displacement + self.view.displacement()).unsigned_abs();
                match listed.last_mut() {
                    Some(last) if last.offset + last.octets as u64 == offset => last.octets += octets,
                    _ => {
                        if listed.len() == LISTED {
                            if !f(&listed).map_err(Some)? {
                                return Err(None);
                            }
                            listed.clear();
                        }
                        listed.push(Run { offset, octets });
                    }
                }
            }
            Ok(())
        });
        match self.view.in_file().visit(part.first, part.units, &mut pieces) {
            Ok(()) => f(&listed).map(|_| ()),
            Err(None) => Ok(()),
            Err(Some(error)) => Err(error),
        }
    }

    /// Reads the runs up to the end of the file: how many octets there are.
    fn read_runs(&self, runs: &[Run], octets: &mut [u8], window: &mut Vec<u8>) -> io::Result<usize> {
        let (mut done, mut rest) = (0, runs);
        while !rest.is_empty() {
            let (cover, covered) = cover(rest, self.window);
            let (now, later) = rest.split_at(covered);
            rest = later;
            let wanted = now.iter().map(|run| run.octets).sum::<usize>();
            let out = &mut octets[done..done + wanted];
            let read = if let [_] = now {
                read_all(self.storage, out, cover.offset)?
            } else {
                window.resize(self.window.max(cover.octets), 0);
                let read = read_all(self.storage, &mut window[..cover.octets], cover.offset)?;
                copy_runs(now, &window[..read], cover.offset, out)
            };
            done += read;
            if read < wanted {
                break;
            }
        }
        Ok(done)
    }
}

/// The octets from the first run on that are read at once, and how many runs are in them.
fn cover(runs: &[Run], window: usize) -> (Run, usize) {
    let mut cover = runs[0];
    let mut covered = 1;
    for run in &runs[1..] {
        let end = cover.offset + cover.octets as u64;
        let run_end = run.offset + run.octets as u64;
        let span = run_end.max(end) - cover.offset;
        // Copies of a filetype may reach back: such a run begins anew.
        if run.offset < cover.offset || run.offset.saturating_sub(end) > HOLE || span > window as u64 {
            break;
        }
        // It fits the window.
        cover.octets = usize::try_from(span).unwrap_or(window);
        covered += 1;
    }
    (cover, covered)
}

/// Copies runs from what was read at `offset`; how many octets were there before the first that was not.
fn copy_runs(runs: &[Run], read: &[u8], offset: u64, out: &mut [u8]) -> usize {
    let mut done = 0;
    for run in runs {
        let from = usize::try_from(run.offset - offset).unwrap_or(usize::MAX).min(read.len());
        let octets = run.octets.min(read.len() - from);
        out[done..done + octets].copy_from_slice(&read[from..from + octets]);
        done += octets;
        if octets < run.octets {
            break;
        }
    }
    done
}
