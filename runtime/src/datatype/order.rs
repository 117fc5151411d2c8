//! Whether items overlap, and whether their displacements ascend.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::sync::Arc;

use super::committed::Committed;
use super::compile;
use super::nest::{Nest, NestForm};
use super::typemap::Typemap;
use super::visit::{PieceVisitor, RunsPiece};
use crate::error::{Error, ErrorKind};

/// The most runs that are sorted if no rule decides.
const MOST_RUNS: usize = 1 << 24;

impl Committed {
    /// Whether the displacements of the items never decrease.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, Predefined};
    /// let backwards = Typemap::vector(3, 1, -1, &Predefined::Int.into())?.commit()?;
    /// assert!(!backwards.is_ascending());
    /// # Ok::<(), datarep::Error>(())
    /// ```
    pub fn is_ascending(&self) -> bool {
        self.nest().course.is_none_or(|course| course.ascending)
    }

    /// The first item that lies below displacement zero, or before the item ahead of it.
    pub(crate) fn find_first_out_of_order(&self) -> Result<Option<i64>, Error> {
        let right = |items: i64| {
            let nest = compile::take_prefix(self.nest(), items)?;
            Ok::<_, Error>(nest.low >= 0 && nest.course.is_none_or(|course| course.ascending))
        };
        // If a prefix has no fault, no shorter one has. So bisection finds the first, in as many steps as the count
        // has bits.
        if right(self.items())? {
            return Ok(None);
        }
        // The first `well` items are right, and the first `ill` items are not.
        let (mut well, mut ill) = (0, self.items());
        while ill - well > 1 {
            let middle = well + (ill - well) / 2;
            if right(middle)? { well = middle } else { ill = middle }
        }
        Ok(Some(well))
    }

    /// Whether the items lie one after another without gaps, and so do copies.
    pub(crate) fn is_gapless(&self) -> bool {
        let nest = self.nest();
        // As many bytes as items, no two of which share a byte, leave no gap. The same between copies, as the extent
        // is the size.
        let bytes = i128::from(nest.high) - i128::from(nest.low);
        let filled = bytes == i128::from(self.size()) && self.size() == self.extent();
        filled && nest.course.is_some_and(|course| course.apart)
    }

    // Requirement: R-ACC-7.
    /// Whether two items of `count` copies share a byte. Reading into such memory is erroneous.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, Predefined};
    /// let int = Predefined::Int.into();
    /// assert!(Typemap::hvector(2, 1, 3, &int)?.commit()?.overlaps(1)?);
    /// assert!(!Typemap::hvector(2, 1, -4, &int)?.commit()?.overlaps(1)?);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// The result is kept for this datatype and all its clones.
    ///
    /// # Errors
    ///
    /// Class `Count` for a negative count, `ValueTooLarge` for copies that do not fit in 64 bits, and `Arg` if no rule
    /// decides and one copy has too many runs to sort.
    pub fn overlaps(&self, count: i64) -> Result<bool, Error> {
        // Also checks the count, and that all copies fit in 64 bits.
        let copies = Typemap::contiguous(count, self.typemap())?;
        if copies.items() == 0 {
            return Ok(false);
        }
        if self.overlaps_itself()? {
            return Ok(true);
        }
        let extent = self.extent().unsigned_abs();
        // The spans of two copies do not overlap, so none of their items do.
        if count == 1 || extent >= self.typemap().true_extent().unsigned_abs() {
            return Ok(false);
        }
        // Copies of copies, as in a part of a matrix: decided by the strides, without a run being listed.
        if is_lattice(self.nest(), Some((extent.into(), count.into()))) {
            return Ok(false);
        }
        // The items have more bytes than they span.
        if copies.size() > copies.true_extent() {
            return Ok(true);
        }
        // Two copies share a byte if they are as far apart as the nearest that do, and the access has that many
        // copies.
        Ok(self.find_nearest_overlap()?.is_some_and(|apart| apart < count))
    }

    /// Whether two items of one copy share a byte.
    fn overlaps_itself(&self) -> Result<bool, Error> {
        if let Some(known) = self.overlap_facts().itself.get() {
            return Ok(*known);
        }
        let nest = self.nest();
        let found = if let Some(course) = nest.course.filter(|course| course.ascending) {
            // In ascending order, if two items share a byte, so do two neighbors.
            !course.apart
        } else if is_lattice(nest, None) {
            false
        } else if self.size() > nest.high - nest.low {
            // The items have more bytes than they span.
            true
        } else {
            // In the order of their starts, two runs overlap if two neighbors do.
            let mut runs = self.list_runs()?;
            runs.sort_unstable();
            runs.windows(2).any(|pair| pair[0].1 > pair[1].0)
        };
        Ok(*self.overlap_facts().itself.get_or_init(|| found))
    }

    /// How many extents apart the nearest two copies are that share a byte, or `None` if no two copies do.
    ///
    /// The caller has checked that no copy overlaps itself, and that the extent is less than the span of one copy.
    fn find_nearest_overlap(&self) -> Result<Option<i64>, Error> {
        if let Some(known) = self.overlap_facts().nearest.get() {
            return Ok(*known);
        }
        let found = match i64::try_from(self.extent().unsigned_abs()) {
            Ok(extent) if extent > 0 => find_nearest_copies(&self.list_runs()?, extent),
            // Copies at one place overlap at once. An extent of 2^63 is never less than the span of a copy.
            Ok(_) | Err(_) => Some(1),
        };
        Ok(*self.overlap_facts().nearest.get_or_init(|| found))
    }

    /// The runs of one copy, each as its start and its end.
    fn list_runs(&self) -> Result<Vec<(i64, i64)>, Error> {
        let mut runs = Vec::new();
        let mut pieces = PieceVisitor(|piece: RunsPiece<'_>| {
            for (low, items) in piece.list_runs() {
                if runs.len() == MOST_RUNS {
                    let reason = format!("one copy has more than {MOST_RUNS} runs, too many to be sorted");
                    return Err(Error::from(ErrorKind::Argument { routine: "overlaps", reason }));
                }
                runs.push((low, low + items * piece.bytes));
            }
            Ok(())
        });
        self.visit(0, self.items(), &mut pieces)?;
        Ok(runs)
    }
}

/// How many extents apart the nearest two copies are that share a byte.
///
/// Two bytes of two copies coincide if they lie at the same offset within an extent, and the copies are as far apart as
/// the extents that contain the bytes. So the runs are cut where an extent ends, and laid upon each other.
fn find_nearest_copies(runs: &[(i64, i64)], extent: i64) -> Option<i64> {
    let mut cut = Vec::with_capacity(runs.len());
    for &(low, high) in runs.iter().filter(|(low, high)| low < high) {
        let (which, from, bytes) = (low.div_euclid(extent), low.rem_euclid(extent), high - low);
        // Such a run overlaps itself in the next copy.
        if bytes > extent {
            return Some(1);
        }
        let here = bytes.min(extent - from);
        cut.push((from, from + here, which));
        // The run goes on in the next extent, at its start. It is not longer than an extent, so two parts are enough.
        if bytes > here {
            cut.push((0, bytes - here, which + 1));
        }
    }
    cut.sort_unstable();
    // A sweep over the offsets of an extent. `ends` and `open` hold the runs that have begun and
    // not ended, by their ends and by the extents that contain them. Runs that are open at the same
    // offset share a byte if laid upon each other.
    let (mut ends, mut open) = (BinaryHeap::new(), BTreeSet::new());
    let mut nearest = None;
    for (from, to, which) in cut {
        while let Some(&Reverse((_, ended))) = ends.peek().filter(|Reverse((end, _))| *end <= from) {
            ends.pop();
            open.remove(&ended);
        }
        // The nearest extents on both sides are enough. Equal ones are runs of one copy, which do not overlap.
        let before = open.range(..which).next_back().map(|before| which - before);
        let after = open.range(which..).next().map(|after| after - which);
        nearest = nearest.into_iter().chain(before).chain(after).min();
        ends.push(Reverse((to, which)));
        open.insert(which);
    }
    nearest
}

/// Whether the nest is loops around a run, in which each stride is at least the span of the smaller loops.
///
/// `copies`: stride and count of one more loop.
fn is_lattice(nest: &Arc<Nest>, copies: Option<(i128, i128)>) -> bool {
    let (mut nest, mut loops) = (nest, Vec::from_iter(copies));
    loop {
        match &nest.form {
            NestForm::Run { .. } => break,
            NestForm::Loop { count, stride, body } => {
                loops.push((i128::from(*stride).abs(), i128::from(*count)));
                nest = body;
            }
            NestForm::Sequence { parts } if parts.len() == 1 => nest = &parts[0].body,
            // A list of displacements has no strides to compare. The caller sorts the runs.
            NestForm::Scatter { .. } | NestForm::Blocks { .. } | NestForm::Sequence { .. } => return false,
        }
    }
    let mut span = i128::from(nest.high);
    // The smallest stride is the innermost one, in whatever order the constructors were called.
    loops.sort_unstable();
    loops.into_iter().all(|(stride, count)| {
        let apart = stride >= span;
        span += stride * (count - 1);
        apart
    })
}
