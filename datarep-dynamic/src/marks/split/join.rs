//! Joins what was read of the parts of a file, where beginnings are only claimed.

use super::super::{Border, Reached};
use super::{Division, Part};

/// Checks the beginnings of parts from left to right, and says which records follow one another in the file.
///
/// All parts may be read first, or each when it is asked for. What was read of a part whose number is not given by [`Step::Keep`] is
/// void.
#[derive(Debug, Clone)]
pub struct Join {
    parts: Vec<Option<Part>>,
    length: u64,
    /// The part that is next to be met.
    next: usize,
}

/// Which records follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Those of the part with this number. [`Join::next_step`] is asked next, with where its reader has stopped.
    Keep(usize),
    /// Those of this part of the file, which are to be read now. [`Join::next_step`] is asked next, with where that reader has stopped.
    Read(Part),
    /// None.
    Done,
}

impl Join {
    /// Begins with the first part.
    pub fn new(division: &Division) -> Join {
        Join { parts: division.parts(), length: division.length, next: 0 }
    }

    /// Says which records are those at the beginning of the file.
    pub fn first_step(&mut self) -> Step {
        self.next = 1;
        // Only a file without bytes has no first part.
        if self.parts.first().is_some_and(Option::is_some) { Step::Keep(0) } else { Step::Done }
    }

    /// Says which records follow those of the step before, whose reader has stopped at `reached`.
    pub fn next_step(&mut self, reached: Reached) -> Step {
        // The reader has come to the end of the file, whatever parts were claimed behind.
        let Reached::Border(border) = reached else { return Step::Done };
        while let Some(part) = self.parts.get(self.next) {
            match part {
                // The whole border is compared and not the byte alone: a reader that knows something else there reads
                // other records.
                Some(part) if part.begin == border => {
                    self.next += 1;
                    return Step::Keep(self.next - 1);
                }
                // The claimed beginning is still ahead. It may be right, so that the file is read on only up to it.
                Some(part) if part.begin.at > border.at => return read_on(border, part.begin.at),
                // No record begins there, or the part is empty.
                _ => self.next += 1,
            }
        }
        // No claim is left, and so the rest of the file is read on as one part.
        if border.at < self.length { read_on(border, u64::MAX) } else { Step::Done }
    }
}

fn read_on(begin: Border, until: u64) -> Step {
    Step::Read(Part { begin, until, is_proved: true })
}
