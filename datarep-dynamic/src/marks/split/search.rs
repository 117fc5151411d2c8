//! The search for a border near a place, in bytes that are read from there on.

use std::io::{self, Read, Seek, SeekFrom};

use super::super::{Border, MarkKind, Marks};
use super::BorderClaim;
use super::chain::{MarkChain, NextMark, PlacedChain};

/// Bytes that are read first. More are read if these do not decide.
const FIRST: usize = 1 << 17;

/// Bytes from which a chain is claimed, if none is proved.
const ENOUGH: usize = 1 << 18;

/// The most bytes that are read at a place.
const MOST: usize = 4 << 20;

/// The least marks of a chain that is claimed.
const LEAST: u32 = 3;

/// Searches borders in a file.
#[derive(Debug)]
pub(super) struct BorderSearch<'f, R> {
    file: &'f mut R,
    length: u64,
    marks: Marks,
    /// The most bytes that are read at each place.
    most: usize,
    bytes: Vec<u8>,
    /// Bytes that were read.
    pub(super) read: u64,
}

/// What is known of a place that a chain has reached: where the chain was entered, and how many steps it took.
#[derive(Debug, Clone, Copy, Default)]
struct ReachingChain {
    begin: u32,
    steps: u32,
    /// How many chains have met here.
    votes: u32,
    /// The last place of the chain that is a border; 0 before there is one.
    border: u32,
    is_reached: bool,
}

impl<'f, R: Read + Seek> BorderSearch<'f, R> {
    pub(super) fn new(file: &'f mut R, length: u64, marks: Marks, most: u64) -> BorderSearch<'f, R> {
        let most = usize::try_from(most).unwrap_or(MOST).min(MOST);
        BorderSearch { file, length, marks, most, bytes: Vec::new(), read: 0 }
    }

    /// Searches a border at byte `from` of the file or behind it. The border `known_border` tells the order of marks.
    pub(super) fn find_border(&mut self, from: u64, known_border: Border) -> io::Result<Option<BorderClaim>> {
        // What ends a line may be the byte before.
        let base = if self.marks.kind == MarkKind::Line { from.saturating_sub(1) } else { from };
        let chain = MarkChain::new(self.marks, known_border);
        if chain.is_none() && self.marks.kind != MarkKind::Line {
            return Ok(None);
        }
        self.bytes.clear();
        let mut size = FIRST.min(self.most);
        loop {
            self.read_until_size(base, size)?;
            // Fewer bytes than asked for are the end of the file: more would not come.
            let is_all = self.bytes.len() < size || size >= self.most;
            let claim = match chain {
                None => find_line_border(&self.bytes, base),
                Some(chain) => {
                    let is_enough = is_all || size >= ENOUGH;
                    let guess = || {
                        is_enough.then(|| find_border_of_likeliest_chain(chain, &self.bytes, base)).flatten()
                    };
                    // A proof needs no more bytes. A guess is taken late only, as more bytes may still prove a border.
                    find_proved_border(chain, &self.bytes, base).or_else(guess)
                }
            };
            if claim.is_some() || is_all {
                return Ok(claim);
            }
            // Doubled, so that all rounds together take at most twice as long as the last one.
            size = (2 * size).min(self.most);
        }
    }

    /// Reads bytes from a place on, until there are so many.
    fn read_until_size(&mut self, base: u64, size: usize) -> io::Result<()> {
        let ready = self.bytes.len();
        // What is read already stays, and only what is missing is added.
        self.file.seek(SeekFrom::Start(base + ready as u64))?;
        let rest_bytes = self.length.saturating_sub(base + ready as u64);
        let more = rest_bytes.min((size - ready) as u64);
        self.read += self.file.by_ref().take(more).read_to_end(&mut self.bytes)? as u64;
        Ok(())
    }
}

/// Finds the end of a line. It is a border whatever else the file has.
fn find_line_border(bytes: &[u8], base: u64) -> Option<BorderClaim> {
    let end = bytes.iter().position(|byte| *byte == b'\n')? as u64 + 1;
    let border = Border { at: base + end, order: None, block_left: 0, before: 0, tape_file: 1 };
    Some(BorderClaim { border, is_proved: true })
}

/// Follows the chains from all places, until only one is left.
fn find_proved_border(chain: MarkChain, bytes: &[u8], base: u64) -> Option<BorderClaim> {
    let longest = chain.longest_step()?;
    // The chain of the file could step over all of the bytes.
    if bytes.len() <= longest {
        return None;
    }
    let placed = PlacedChain::new(chain, bytes);
    // Of any so many places, the chain of the file has one.
    let mut is_alive = vec![true; longest + 1];
    is_alive.resize(bytes.len() + longest + 1, false);
    // The number of places from `at` on at which a reader may stand. Each chain has one such place at a time, and
    // chains that meet share it.
    let mut alive = longest + 1;
    for at in 0..bytes.len() {
        if !is_alive[at] {
            continue;
        }
        // Behind `longest` no chain can be entered any more, so that a single one is that of the file.
        if alive == 1
            && at > longest
            && let Some(border) = chain.make_border(bytes, at, base)
        {
            return Some(BorderClaim { border, is_proved: true });
        }
        alive -= 1;
        match placed.follow(at) {
            NextMark::Dead => {}
            // It may be the chain of the file.
            NextMark::Unknown => return None,
            NextMark::At(next) => {
                alive += usize::from(!is_alive[next]);
                is_alive[next] = true;
            }
        }
    }
    None
}

/// Takes the chain that is most likely that of the file, and the last of its borders. What a record imitates has ended by then, unless
/// the record is longer than the bytes.
fn find_border_of_likeliest_chain(chain: MarkChain, bytes: &[u8], base: u64) -> Option<BorderClaim> {
    let (placed, mut links) = (PlacedChain::new(chain, bytes), vec![ReachingChain::default(); bytes.len()]);
    let mut best: Option<(u64, usize)> = None;
    for at in 0..bytes.len() {
        let mut link = links[at];
        if !link.is_reached {
            // A chain that is entered late has no time to fail.
            if at > bytes.len() / 2 {
                continue;
            }
            // A new chain begins at every place that no other has reached.
            link = ReachingChain { begin: u32::try_from(at).ok()?, votes: 1, ..ReachingChain::default() };
        }
        let next = match placed.follow(at) {
            NextMark::At(next) if next > at => next,
            // A chain that fails or ends within the bytes is no candidate: its votes are not counted for any other.
            NextMark::At(_) | NextMark::Dead | NextMark::Unknown => continue,
        };
        // After a few right marks, chance is unlikely. Each later border takes the place of those before.
        if link.steps >= LEAST && chain.make_border(bytes, at, base).is_some() {
            link.border = u32::try_from(at).ok()?;
        }
        if let Some(behind) = links.get_mut(next) {
            let votes = behind.votes.saturating_add(link.votes);
            // The chain that was entered first steps over those that are in its records.
            if !behind.is_reached {
                *behind = ReachingChain { steps: link.steps + 1, is_reached: true, ..link };
            }
            behind.votes = votes;
        } else if link.border > 0 {
            // The mean step in 256ths of a byte. `border > 0` is reached after `LEAST` steps only, so that nothing is
            // divided by zero.
            let mean = (((at - link.begin as usize) as u64) << 8) / u64::from(link.steps);
            // An imitation lies within a record of the true chain, whose steps are longer. If nearly any bytes are a
            // mark, steps say nothing, and the chain that most others have joined is taken.
            let score = if chain.accepts_nearly_any_bytes() { u64::from(link.votes) } else { mean };
            if best.is_none_or(|(best_score, _)| score > best_score) {
                best = Some((score, link.border as usize));
            }
        }
    }
    let border = chain.make_border(bytes, best?.1, base)?;
    Some(BorderClaim { border, is_proved: false })
}
