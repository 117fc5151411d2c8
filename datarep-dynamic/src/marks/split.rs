//! Division of a file of records into parts of whole records, without an index and without reading the file.
//!
//! [`split`] gives parts that can be read at the same time, on different machines. [`Records::resume`](super::Records::resume) reads one.
//! [`Join`] checks what was read.
//!
//! # Why no border is wrong
//!
//! A file of variable records can be read from its beginning alone: nothing marks a mark. The bytes of a record may be anything, and so
//! they may be a chain of marks, by chance or because a file is stored in a record of another one. No test of the bytes at a place tells a
//! true border from such bytes, however long the chain behind it. So no test of that kind decides here. A border counts for one of three
//! reasons only, and each of them is a proof.
//!
//! **A reader has arrived there.** A reader is a machine without choice. What it does next depends on the bytes from its place on and on
//! what it knows there: the order of the marks, the bytes that are left of a block. Both are its [`Border`]. Two readers at equal borders
//! read the same records from there on. Let the first part begin at the beginning of the file, where a reader from the beginning stands,
//! too. If the reader of a part stops at the border at which the next part began, then by that it is shown that a reader from the
//! beginning comes there, and the work on the next part is the work that it would do. By induction this holds for all parts up to the first
//! one whose beginning is not met. From the border that was reached there, the file is read on, until a beginning is met again. That is
//! what [`Join`] does. The claimed beginnings decide how much work is lost, and never what is read.
//!
//! For example, a file with the marks `rdw` has two records. The second one contains what looks like three records:
//!
//! ```text
//! byte  0        8        12       18       24       30
//!       0008.... 00160000 00060000 00060000 00060000
//!       abcd     ↑        xx       yy       zz
//!                second record, 22 bytes with its descriptor, to byte 30
//! ```
//!
//! For two parts, a border is searched from byte 15 on. Only the chain from byte 18 by 24 to 30 does not fail: byte 18 is claimed. Part 0
//! is read from byte 0 and stops at the first border at byte 18 or behind it. That is byte 30, which is not 18. So the work on part 1 is
//! void, and the file is read on from byte 30, where it ends. There are two records. Without the imitation, the second record would be
//! three, part 0 would stop at byte 18, and both parts would count.
//!
//! **All chains meet.** If no step from mark to mark is longer than *s* bytes, then of any *s* places that follow one another a reader
//! from the beginning stands at one, if it comes so far. All these places are tried at once. A chain is left out only where a
//! reader that stood there would fail because of a wrong mark. Where only one chain is left, it is that of the reader. It does not
//! matter how many false chains there are: if two of them do not fail, nothing is proved. Descriptors of records have steps of at most 64
//! KiB, and the chains have met a few records behind that, nearly always. If a mark before is wrong, the file has no records from there
//! on, whoever reads it: then the part with that mark fails, as the file does.
//!
//! **The marks are walked.** [`Division::prove`] reads the marks, and nothing between them, from the last border that is proved to the one
//! that is claimed, and puts the true one in its place. For records of a MiB this takes no time. For those of a KiB it is reading the file,
//! without converting it.
//!
//! Ends of lines, and blocks of equal length with records of equal length, are borders by themselves.

pub(super) mod chain;
mod forest;
mod hold;
mod join;
mod search;

use std::io::{self, Read, Seek};
use std::ops::Range;

use super::walk::MarkWalk;
use super::{Border, MarkKind, Marks, Reached};

pub use join::{Join, Step};
use search::BorderSearch;

/// A part of a file: the records that begin at the border `begin` or behind it, and before byte `until` of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Where the first record begins.
    pub begin: Border,
    /// The byte of the file at which the next part begins; `u64::MAX` for the last one, which ends where the file does.
    pub until: u64,
    /// Whether the beginning is known to be a border. Otherwise it is claimed, and [`Join`] has to check it.
    pub is_proved: bool,
}

/// A border that is proved, or only likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BorderClaim {
    border: Border,
    is_proved: bool,
}

/// How much of a file may be read to divide it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Bytes for a walk from the beginning on. It divides small files and those of long records, whose borders are proved by it.
    pub walk: u64,
    /// Bytes for the search of all borders behind.
    pub search: u64,
}

/// A file that is divided into parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Division {
    length: u64,
    marks: Marks,
    /// For each part, where it begins. A part without a border is empty, as its records belong to the one before.
    claims: Vec<Option<BorderClaim>>,
    /// Bytes that were read.
    read: u64,
}

impl Effort {
    /// What is usual for a file of so many bytes: at most 64 MiB or a hundredth of it, whichever is more.
    pub fn for_length(length: u64) -> Effort {
        // A hundredth of a large file takes little beside its conversion, and 64 MiB are read in no time.
        let budget = (length / 100).max(64 << 20);
        // A walk reads up to a block more.
        Effort { walk: budget / 4 - (1 << 20), search: budget - budget / 4 }
    }
}

/// Divides `count` records of equal length into parts: the numbers of the records of each.
pub fn split_rows(count: u64, parts: usize) -> Vec<Range<u64>> {
    let parts = parts.max(1);
    (0..parts).map(|part| part_start(count, parts, part)..part_start(count, parts, part + 1)).collect()
}

/// Where part `part` of `parts` begins, if all are equally long.
fn part_start(length: u64, parts: usize, part: usize) -> u64 {
    // In 128 bits, as the product of a length and a number of parts may exceed 64.
    let start = u128::from(length) * part as u128 / parts as u128;
    // It is at most the length.
    u64::try_from(start).unwrap_or(length)
}

/// Divides a file of `length` bytes into `parts` parts, of which some may be empty. At most as many bytes are read as `effort` says, and
/// a block more.
///
/// ```
/// use std::io::Cursor;
/// use datarep_dynamic::marks::split::{Effort, split};
/// use datarep_dynamic::marks::{Marks, Records};
///
/// let marks: Marks = "rdw".parse()?;
/// let file = b"\x00\x06\x00\x00ab\x00\x07\x00\x00cde\x00\x05\x00\x00f";
/// let division = split(&mut Cursor::new(file), 18, marks, 2, Effort::for_length(18))?;
/// let part = division.part(1).expect("it is not empty");
/// assert_eq!((part.begin.at(), part.until), (13, u64::MAX));
///
/// let mut records = Records::resume(&file[13..], marks, part.begin, part.until);
/// let mut record = Vec::new();
/// assert_eq!(records.next_whole(&mut record, 100)?, Some(17));
/// assert_eq!(record, b"f");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if the file cannot be read. Marks that are wrong are no error here: the part that has them fails.
pub fn split<R: Read + Seek>(
    file: &mut R,
    length: u64,
    marks: Marks,
    parts: usize,
    effort: Effort,
) -> io::Result<Division> {
    let mut claims = vec![None; parts.max(1)];
    claims[0] = Some(BorderClaim { border: Border::first(marks), is_proved: true });
    let mut division = Division { length, marks, claims, read: 0 };
    let proved_border = match marks.kind {
        MarkKind::Fixed { block, record } => {
            division.divide_blocks(block, record);
            return Ok(division);
        }
        // Any end of a line is a border, so that nothing has to be known before.
        MarkKind::Line => Border::first(marks),
        _ => match division.walk_from_beginning(file, effort.walk)? {
            Some(proved_border) => proved_border,
            // The walk has come through the file, and has proved all borders.
            None => return Ok(division),
        },
    };
    let first = division.claims.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    // The walk has come past these.
    let first = (first..parts).find(|part| division.part_start(*part) > proved_border.at).unwrap_or(parts);
    let most = effort.search / (parts.saturating_sub(first)).max(1) as u64;
    let mut search = BorderSearch::new(file, length, marks, most);
    for part in first..parts {
        division.claims[part] = search.find_border(part_start(length, parts, part), proved_border)?;
    }
    division.read += search.read;
    division.drop_passed_claims();
    Ok(division)
}

impl Division {
    /// The number of parts, of which some may be empty.
    pub fn count(&self) -> usize {
        self.claims.len()
    }

    /// A part; nothing if it has no records.
    pub fn part(&self, part: usize) -> Option<Part> {
        let BorderClaim { border: begin, is_proved } = (*self.claims.get(part)?)?;
        // Empty parts have no claim. The part ends where the next one that has records begins.
        let next = self.claims[part + 1..].iter().flatten().next();
        let until = next.map_or(u64::MAX, |next| next.border.at);
        // The first part of a file without bytes has no records either.
        (begin.at < self.length).then_some(Part { begin, until, is_proved })
    }

    /// All parts; nothing for those that have no records.
    pub fn parts(&self) -> Vec<Option<Part>> {
        (0..self.count()).map(|part| self.part(part)).collect()
    }

    /// Whether all borders are known to be some, so that [`Join`] has nothing to do.
    pub fn is_proved(&self) -> bool {
        self.claims.iter().flatten().all(|claim| claim.is_proved)
    }

    /// Bytes of the file that were read to divide it.
    pub fn bytes_read(&self) -> u64 {
        self.read
    }

    /// Proves all borders, and puts true ones in place of others: walks from mark to mark where a border is only claimed, or was not
    /// found.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read. A wrong mark, or an end within a record, is no error: all behind it belongs to that part.
    pub fn prove<R: Read + Seek>(&mut self, file: &mut R) -> io::Result<()> {
        self.prove_until(file, self.count())
    }

    /// Proves the borders of a part, and returns the part; nothing if it has no records. Processes that do this each for their own part
    /// of the same division need not know of each other.
    ///
    /// # Errors
    ///
    /// As those of [`Division::prove`].
    pub fn prove_part<R: Read + Seek>(&mut self, file: &mut R, part: usize) -> io::Result<Option<Part>> {
        self.prove_until(file, part)?;
        Ok(self.part(part))
    }

    /// Proves the borders of parts up to that of `last`, and the first one behind it.
    fn prove_until<R: Read + Seek>(&mut self, file: &mut R, last: usize) -> io::Result<()> {
        let mut proved_border = Border::first(self.marks);
        for part in 1..self.count() {
            // The part ends at the first border behind it. If one is found, later ones do not matter to it.
            if part > last + 1 && self.claims[last + 1..part].iter().any(Option::is_some) {
                return Ok(());
            }
            let until = self.claims[part].map_or(self.part_start(part), |claim| claim.border.at);
            // A record of a part before goes on past this cut, so that no record begins in this part.
            if until <= proved_border.at {
                self.claims[part] = None;
                continue;
            }
            if let Some(BorderClaim { border, is_proved: true }) = self.claims[part] {
                proved_border = border;
                continue;
            }
            let mut walk = MarkWalk::new(&mut *file, self.length, self.marks, proved_border)?;
            let reached = walk.walk_to_border(until, u64::MAX);
            self.read += walk.bytes_read();
            let border = match reached {
                Ok(Some(Reached::Border(border))) => Some(border),
                Err(error) if !is_mark_error(&error) => return Err(error),
                // The file ends before, or a mark is wrong: the walk cannot go on, and no reader can.
                Ok(_) | Err(_) => None,
            };
            // What is left belongs to the last part with a border, whose reader meets the end or the wrong mark.
            let Some(border) = border.filter(|border| border.at < self.length) else {
                self.claims[part..].fill(None);
                return Ok(());
            };
            // Another part may be proved to begin there already.
            let is_free = |claim: &BorderClaim| !claim.is_proved || claim.border.at > border.at;
            let is_free = self.claims[part + 1..].iter().flatten().all(is_free);
            self.claims[part] = is_free.then_some(BorderClaim { border, is_proved: true });
            proved_border = if is_free { border } else { proved_border };
        }
        Ok(())
    }

    fn part_start(&self, part: usize) -> u64 {
        part_start(self.length, self.count(), part)
    }

    /// Drops borders that are not behind those before them, or at the end.
    fn drop_passed_claims(&mut self) {
        let mut last = None;
        for claim in &mut self.claims {
            let is_behind =
                |claim: &BorderClaim| Some(claim.border.at) > last && claim.border.at < self.length;
            // The first one is the beginning of the file, and stays.
            *claim = claim.filter(|claim| is_behind(claim) || last.is_none());
            last = claim.map(|claim| claim.border.at).or(last);
        }
    }

    /// Divides blocks of equal length by arithmetic.
    fn divide_blocks(&mut self, block: u64, record: u64) {
        // What is left of a block behind its last whole record fills it up.
        let rows = block / record;
        for part in 1..self.count() {
            let from = self.part_start(part);
            // The first record that begins at the cut or behind it, in its block.
            let row = (from % block).div_ceil(record);
            let (at, block_left) = if row < rows {
                let at = from - from % block + row * record;
                // At the beginning of a block the reader stands behind the one before, of which nothing is left.
                (at, if row == 0 { 0 } else { block - row * record })
            } else {
                ((from / block + 1) * block, 0)
            };
            let border = Border { at, order: None, block_left, before: 0, tape_file: 1 };
            self.claims[part] = Some(BorderClaim { border, is_proved: true });
        }
        self.drop_passed_claims();
    }

    /// Walks from the beginning on, while not more than `most` bytes are read. Returns the border at which the walk stands, if borders
    /// behind it are still to be found.
    fn walk_from_beginning<R: Read + Seek>(&mut self, file: &mut R, most: u64) -> io::Result<Option<Border>> {
        let mut walk = MarkWalk::new(file, self.length, self.marks, Border::first(self.marks))?;
        for part in 1..self.count() {
            match walk.walk_to_border(part_start(self.length, self.claims.len(), part), most) {
                // Too much was read. The search goes on from the border that is proved last.
                Ok(None) => {
                    self.read += walk.bytes_read();
                    self.drop_passed_claims();
                    return Ok(Some(walk.border()));
                }
                Ok(Some(Reached::Border(border))) => {
                    self.claims[part] = Some(BorderClaim { border, is_proved: true });
                }
                Err(error) if !is_mark_error(&error) => return Err(error),
                // Behind the end and behind a wrong mark there is nothing to divide.
                Ok(Some(Reached::End)) | Err(_) => break,
            }
        }
        self.read += walk.bytes_read();
        self.drop_passed_claims();
        Ok(None)
    }
}

/// Whether an error is about wrong marks, and not about reading the file.
fn is_mark_error(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
}
