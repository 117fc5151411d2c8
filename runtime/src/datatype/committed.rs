//! Committed datatypes: how to find the item at a position, and the bytes that items touch.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::bounds::narrow;
use super::compile;
use super::nest::Nest;
use super::typemap::Typemap;
use super::visit::{PieceVisitor, RunsPiece, TypemapVisitor, visit_copies};
use crate::error::{Error, ErrorKind};
use crate::predefined::Predefined;

// Requirement: R-CONV-7.
/// A datatype ready for use. It is immutable, its clones share it, and any number of conversions may use it at once.
///
/// ```
/// use datarep::{datatype::Typemap, Predefined};
/// let column = Typemap::vector(1_000_000_000, 1, 4, &Predefined::Double.into())?.commit()?;
/// // Item 5 of the second copy, which begins one extent further.
/// let second = column.extent() + 5 * 32;
/// assert_eq!(column.locate(1_000_000_005)?, (Predefined::Double, second));
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone)]
pub struct Committed {
    typemap: Typemap,
    nest: Arc<Nest>,
    /// A type whose items have other sizes than native ones.
    foreign: Option<Predefined>,
    known: Arc<OverlapFacts>,
}

/// Facts about a datatype that every access needs, computed once.
#[derive(Debug, Default)]
pub(super) struct OverlapFacts {
    /// Whether two items of one copy share a byte.
    pub(super) itself: OnceLock<bool>,
    /// How many extents apart the nearest two copies are that share a byte.
    pub(super) nearest: OnceLock<Option<i64>>,
}

/// Items of one type that lie without gaps, as [`Committed::for_each_run`] reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The type of the items.
    pub predefined: Predefined,
    /// The displacement of the first item.
    pub displacement: i64,
    /// The number of items.
    pub items: i64,
}

impl Typemap {
    /// Compiles the datatype for use: `MPI_Type_commit`.
    ///
    /// # Errors
    ///
    /// Class `ValueTooLarge` if a displacement does not fit in 64 bits.
    pub fn commit(&self) -> Result<Committed, Error> {
        let (nest, foreign) = compile::compile_nest(self)?;
        Ok(Committed { typemap: self.clone(), nest, foreign, known: Arc::default() })
    }
}

impl Committed {
    /// The datatype that was committed.
    pub fn typemap(&self) -> &Typemap {
        &self.typemap
    }

    /// [`Typemap::items`].
    pub fn items(&self) -> i64 {
        self.typemap.items()
    }

    /// [`Typemap::size`].
    pub fn size(&self) -> i64 {
        self.typemap.size()
    }

    /// [`Typemap::extent`].
    pub fn extent(&self) -> i64 {
        self.typemap.extent()
    }

    /// The number of items of each type, for the types that the datatype has.
    pub fn tally(&self) -> &[(Predefined, i64)] {
        &self.nest.tally
    }

    /// The type and the displacement of the item at `position`, with copies of the datatype laid end to end.
    ///
    /// The time grows with the depth of the nest and the logarithm of the number of its irregular blocks.
    ///
    /// # Errors
    ///
    /// Class `Count` for a negative position or a datatype without items, `ValueTooLarge` if the displacement does not
    /// fit in 64 bits.
    pub fn locate(&self, position: i64) -> Result<(Predefined, i64), Error> {
        let tile = self.find_tile(position)?;
        let (predefined, displacement) = self.nest.locate(position % self.nest.items);
        // In 128 bits: a tile far away and a negative displacement may have a sum that fits, though the product does
        // not.
        let tile = i128::from(tile) * i128::from(self.extent());
        Ok((predefined, narrow(tile + i128::from(displacement), "displacement of the item")?))
    }

    fn find_tile(&self, position: i64) -> Result<i64, Error> {
        if position < 0 || self.nest.items == 0 {
            let reason = format!("position is {position}, in a datatype of {} items", self.nest.items);
            return Err(ErrorKind::Count { routine: "position", reason }.into());
        }
        Ok(position / self.nest.items)
    }

    /// Calls `f` with the runs of the items from `position` on, with copies of the datatype laid end to end.
    ///
    /// ```
    /// use datarep::{datatype::{Run, Typemap}, Predefined};
    /// let pairs = Typemap::vector(2, 2, 3, &Predefined::Int.into())?.commit()?;
    /// let mut runs = Vec::new();
    /// pairs.for_each_run(1, 3, |run| runs.push((run.displacement, run.items)))?;
    /// assert_eq!(runs, [(4, 1), (12, 2)]);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Committed::locate`] says, before the first call of `f`.
    pub fn for_each_run(&self, position: i64, count: i64, mut f: impl FnMut(Run)) -> Result<(), Error> {
        if count == 0 {
            return Ok(());
        }
        // After this check no displacement of the visit is outside of 64 bits, so that the visit may wrap on the way.
        self.span(position, count)?;
        self.visit(
            position,
            count,
            &mut PieceVisitor(|piece: RunsPiece<'_>| {
                for (displacement, items) in piece.list_runs() {
                    f(Run { predefined: piece.predefined, displacement, items });
                }
                Ok(())
            }),
        )
    }

    /// Bounds of the bytes that the whole tiles around these items touch: the lowest byte, and after the highest.
    ///
    /// `count` must be more than zero.
    pub(crate) fn span(&self, position: i64, count: i64) -> Result<(i64, i64), Error> {
        let first = self.find_tile(position)?;
        let Some(last) = position.checked_add(count).filter(|_| count > 0) else {
            let reason = format!("{count} items from position {position} on");
            return Err(ErrorKind::Count { routine: "position", reason }.into());
        };
        let extent = i128::from(self.extent());
        // Bounds of the tiles at both ends: wide enough, and computed without a look at the items.
        let (first, last) = (i128::from(first) * extent, i128::from((last - 1) / self.nest.items) * extent);
        let low = first.min(last) + i128::from(self.nest.low);
        let high = first.max(last) + i128::from(self.nest.high);
        Ok((narrow(low, "displacement of an item")?, narrow(high, "displacement of an item")?))
    }

    /// Calls `f` with the pieces of these items, in order. The caller has checked that they fit: see
    /// [`Committed::span`].
    pub(crate) fn visit<'a, V: TypemapVisitor<'a>>(
        &'a self,
        position: i64,
        count: i64,
        f: &mut V,
    ) -> Result<(), V::Error> {
        // A committed datatype is copies of its nest without end. So a visit is the same as of a loop.
        visit_copies(&self.nest, self.extent(), 0, position, position + count, f)
    }

    /// The bytes of the file before the item at `position`, if items have these extents.
    ///
    /// `extent_of` returns the extent of an item of each type of the tally.
    pub(crate) fn bytes_before(&self, position: i64, extent_of: &impl Fn(Predefined) -> i64) -> i128 {
        // Also right for a datatype without items, by which the division below is not possible.
        if position == 0 {
            return 0;
        }
        let (tiles, rest) = (position / self.nest.items, position % self.nest.items);
        i128::from(tiles) * self.nest.file_bytes(extent_of) + self.nest.bytes_before(rest, extent_of)
    }

    /// A type of the datatype whose items are those of a file, with other sizes than native ones. Such a datatype is
    /// not one of memory.
    pub(crate) fn foreign_type(&self) -> Option<Predefined> {
        self.foreign
    }

    pub(super) fn nest(&self) -> &Arc<Nest> {
        &self.nest
    }

    pub(super) fn overlap_facts(&self) -> &OverlapFacts {
        &self.known
    }
}

/// Writes the datatype as [`Typemap`] does.
impl fmt::Display for Committed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.typemap.fmt(f)
    }
}

impl fmt::Debug for Committed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Committed({})", self.typemap)
    }
}
