//! Borders between records: the places at which reading can go on, with all that a reader knows there.

use std::fmt;
use std::io::BufRead;
use std::str::FromStr;

use super::read::Records;
use super::{MarkKind, Marks, MarksError};
use crate::order::Endianness;

/// A place between two records of a file with marks, and what a reader knows that stands there.
///
/// Two readers of a file that stand at equal borders read the same from there on. So borders are compared as a whole, and not only
/// their places.
///
/// A border can be printed, and parsed from what was printed, so that another process goes on there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Border {
    pub(super) at: u64,
    /// The order of Fortran's marks, once it is known.
    pub(super) order: Option<Endianness>,
    /// Bytes to the end of the current block.
    pub(super) block_left: u64,
    /// Bytes of the last part on a tape of AWS.
    pub(super) before: u16,
    /// The number of the file on a tape, if only one of them is read. Otherwise it decides nothing, and is 1.
    pub(super) tape_file: u64,
}

/// Where a reader of a part has stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// At the first border at or behind the end of its part.
    Border(Border),
    /// At the end of all records of the file.
    End,
}

impl Border {
    /// The border before the first record of a file.
    pub fn first(marks: Marks) -> Border {
        let order = if let MarkKind::Fortran { order, .. } = marks.kind { order } else { None };
        Border { at: 0, order, block_left: 0, before: 0, tape_file: 1 }
    }

    /// The byte of the file at which the border is.
    pub fn at(&self) -> u64 {
        self.at
    }
}

impl fmt::Display for Border {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Border { at, order, block_left, before, tape_file } = self;
        let order = match order {
            None => "any",
            Some(Endianness::Big) => "big",
            Some(Endianness::Little) => "little",
        };
        write!(f, "{at}:{order}:{block_left}:{before}:{tape_file}")
    }
}

impl FromStr for Border {
    type Err = MarksError;

    fn from_str(text: &str) -> Result<Border, MarksError> {
        let wrong =
            || MarksError::new(format!("`{text}` is no border, which is printed as `1024:any:0:0:1`"));
        let words: Vec<&str> = text.split(':').collect();
        // All five parts are needed. A border with one of them missing could be equal to another one that it is not.
        let [at, order, block_left, before, tape_file] = words[..] else { return Err(wrong()) };
        Ok(Border {
            at: at.parse().map_err(|_| wrong())?,
            order: match order {
                "any" => None,
                "big" => Some(Endianness::Big),
                "little" => Some(Endianness::Little),
                _ => return Err(wrong()),
            },
            block_left: block_left.parse().map_err(|_| wrong())?,
            before: before.parse().map_err(|_| wrong())?,
            tape_file: tape_file.parse().map_err(|_| wrong())?,
        })
    }
}

impl<R: BufRead> Records<R> {
    /// The records of a part of a file: from the border `begin` on, at which `file` stands, to the first border at byte `until` of the
    /// file or behind it. [`Records::reached`] says then which border that was.
    pub fn resume(file: R, marks: Marks, begin: Border, until: u64) -> Records<R> {
        let mut records = Records::new(file, marks);
        if let MarkKind::Fortran { order, .. } = &mut records.kind
            && begin.order.is_some()
        {
            *order = begin.order;
        }
        records.at = begin.at;
        // A border is printed for other processes and may be any text, so that the sum is cut and not wrapped.
        records.block = begin.at.saturating_add(begin.block_left);
        records.before = begin.before;
        records.tape_file = begin.tape_file;
        records.until = until;
        records
    }

    /// Where the reader has stopped, once it has no more records.
    pub fn reached(&self) -> Reached {
        // A tape can end at a mark before the bytes do. Nothing is read behind that, so there is no border.
        if self.has_reached_part_end() && !self.is_at_end {
            Reached::Border(self.border())
        } else {
            Reached::End
        }
    }

    /// The border at which the reader stands between two records.
    pub(super) fn border(&self) -> Border {
        // Only kinds that have blocks set `block`. For all others it is behind, and 0 is left.
        let block_left = self.block.saturating_sub(self.at);
        let mut border = Border { at: self.at, order: None, block_left, before: 0, tape_file: 1 };
        match self.kind {
            MarkKind::Fortran { order, .. } => border.order = order,
            // What fills a block up belongs to the record before it, so that there is one border, and not two.
            MarkKind::Fixed { record, .. } if block_left < record => {
                (border.at, border.block_left) = (self.at + block_left, 0);
            }
            // If all files of the tape are read, their number does not matter to a reader, and equal places must be
            // equal borders.
            MarkKind::Tap { file: Some(_), .. } => border.tape_file = self.tape_file,
            MarkKind::Aws { file } => {
                border.before = self.before;
                border.tape_file = file.map_or(1, |_| self.tape_file);
            }
            _ => {}
        }
        border
    }

    /// Whether the reader stands between two records, at the end of its part or behind it.
    pub(super) fn has_reached_part_end(&self) -> bool {
        // Most files are read to their end.
        self.until != u64::MAX && !self.is_continued && self.open.is_none() && self.border().at >= self.until
    }
}
