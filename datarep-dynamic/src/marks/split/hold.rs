//! The chain of marks that holds behind a wrong one.
//!
//! Behind a wrong mark nothing proves where the next record begins: bytes of a record may look like marks. But each mark has to lead to
//! another one, so that a chain that is none ends soon, or joins the one of the file. So the first place is taken that leads to
//! some marks, and of all places that lead to the same ones, that with the most of them: there the chain of the file is entered.

use super::super::LengthField;
use super::super::descriptors::DESCRIPTOR;
use super::chain::{MarkChain, NextMark, PlacedChain};

/// The marks of a chain that holds, wherever it ends.
const ENOUGH: u32 = 5;

/// The marks of one that goes on behind the bytes: records may be long.
const OPEN: u32 = 3;

/// What a place leads to.
#[derive(Debug, Clone, Copy, Default)]
struct FollowingChain {
    /// How many marks follow.
    steps: u32,
    /// The place where the chain ends, which may be behind the bytes.
    end: usize,
    /// Whether it ends where the bytes do and not at a wrong mark.
    is_open: bool,
}

impl MarkChain {
    /// Whether few bytes are a mark by chance, so that a chain of several marks says something. Any two bytes are a length of
    /// [`LengthField`], and a chain of such lengths begins everywhere.
    pub(in crate::marks) fn is_selective(self) -> bool {
        match self {
            MarkChain::Descriptors(_) => true,
            MarkChain::Field(LengthField { is_digits, .. }) => is_digits,
            MarkChain::Fortran { .. } | MarkChain::Tap(_) | MarkChain::Aws => false,
        }
    }

    /// The place at which the first chain of marks is entered that holds; `None` if no chain does. `is_end` says that the file ends with
    /// the bytes: then one mark is enough that leads to the end. `is_partial` says that more bytes can be had: then a chain that goes
    /// on behind them needs as many marks as any other.
    pub(in crate::marks) fn find_holding_chain(
        self,
        bytes: &[u8],
        is_end: bool,
        is_partial: bool,
    ) -> Option<usize> {
        let links = self.list_following_chains(bytes, is_end);
        let is_border = |at: usize| self.make_border(bytes, at, 0).is_some();
        let needed = match (is_end, is_partial) {
            (true, _) => 1,
            (false, true) => ENOUGH,
            (false, false) => OPEN,
        };
        let holds = |link: &FollowingChain| link.steps >= ENOUGH || link.is_open && link.steps >= needed;
        let (_, first) = links.iter().enumerate().find(|(at, link)| holds(link) && is_border(*at))?;
        let joining_chains =
            links.iter().enumerate().filter(|(at, link)| link.end == first.end && is_border(*at));
        // Of places with as many marks the last one: those before it have records without bytes, as zeros seem to be.
        joining_chains.max_by_key(|(_, link)| link.steps).map(|(at, _)| at)
    }

    /// What each place leads to.
    fn list_following_chains(self, bytes: &[u8], is_end: bool) -> Vec<FollowingChain> {
        let (placed, mut links) =
            (PlacedChain::new(self, bytes), vec![FollowingChain::default(); bytes.len()]);
        // From the end on, so that what a place leads to is known.
        for at in (0..bytes.len()).rev() {
            let ended = FollowingChain { steps: 0, end: at, is_open: false };
            links[at] = match placed.follow(at) {
                NextMark::Dead => ended,
                // A mark that is cut goes on behind the bytes, or not at all.
                NextMark::Unknown => FollowingChain { is_open: !is_end, ..ended },
                NextMark::At(next) if next <= at || is_end && next > bytes.len() => ended,
                NextMark::At(next) => {
                    let behind = FollowingChain { steps: 0, end: next, is_open: true };
                    let behind = links.get(next).copied().unwrap_or(behind);
                    FollowingChain { steps: behind.steps + self.step_weight(next - at), ..behind }
                }
            };
        }
        links
    }

    /// The weight of a step as evidence: 1, or 0 for a descriptor without bytes behind it, which
    /// may be four zeros.
    fn step_weight(self, bytes: usize) -> u32 {
        match self {
            MarkChain::Descriptors(_) => u32::from(bytes as u64 > DESCRIPTOR),
            MarkChain::Fortran { .. } | MarkChain::Field(_) | MarkChain::Tap(_) | MarkChain::Aws => 1,
        }
    }
}
