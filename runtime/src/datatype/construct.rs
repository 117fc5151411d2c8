//! MPI's datatype constructors: arguments checked, bounds computed.

use std::sync::Arc;

use super::array::{Dimension, Distribution, Order};
use super::bounds::{BoundsAccumulator, TypemapBounds, checked_product};
use super::expand;
use super::typemap::{Constructor, PairType, Typemap, TypemapNode};
use crate::error::{Error, ErrorKind};
use crate::predefined::Predefined;

/// The deepest nesting of constructors, including the simpler ones that define others. Functions that walk a datatype
/// are recursive. At this depth, 256 KiB of stack suffice in a build without optimization.
const DEEPEST: usize = 100;

impl From<Predefined> for Typemap {
    fn from(predefined: Predefined) -> Typemap {
        let (size, align) = (size_to_i64(predefined.native_size()), size_to_i64(predefined.native_align()));
        Typemap::leaf(Constructor::Predefined(predefined), TypemapBounds::item(size, align))
    }
}

impl From<PairType> for Typemap {
    fn from(pair: PairType) -> Typemap {
        let [first, second] = pair.items().map(Typemap::from);
        let (size, align) = (first.size(), second.extent());
        let displacement =
            size.div_euclid(align) * align + if size.rem_euclid(align) == 0 { 0 } else { align };
        let mut gathered = BoundsAccumulator::default();
        gathered.add(1, 0, 0, &first.0.bounds);
        gathered.add(1, 0, i128::from(displacement), &second.0.bounds);
        let bounds = gathered.finish().expect("the bounds of a pair are small");
        Typemap::leaf(Constructor::Pair(pair), bounds)
    }
}

impl Typemap {
    fn leaf(constructor: Constructor, bounds: TypemapBounds) -> Typemap {
        Typemap(Arc::new(TypemapNode { constructor, bounds, depth: 0 }))
    }

    /// One item of a file.
    pub(super) fn in_file(predefined: Predefined, extent: i64) -> Typemap {
        Typemap::leaf(Constructor::InFile(predefined, extent), TypemapBounds::item(extent, 1))
    }

    /// Two items of a file.
    pub(super) fn pair_in_file(pair: PairType, extents: [i64; 2]) -> Result<Typemap, Error> {
        let mut gathered = BoundsAccumulator::default();
        gathered.add(1, 0, 0, &TypemapBounds::item(extents[0], 1));
        gathered.add(1, 0, i128::from(extents[0]), &TypemapBounds::item(extents[1], 1));
        Ok(Typemap::leaf(Constructor::PairInFile(pair, extents), gathered.finish()?))
    }

    /// The datatype of a constructor whose arguments are valid.
    pub(super) fn new(constructor: Constructor) -> Result<Typemap, Error> {
        let (bounds, depth) = compute_bounds(&constructor)?;
        if depth > DEEPEST {
            return Err(ErrorKind::Nesting { deepest: DEEPEST }.into());
        }
        Ok(Typemap(Arc::new(TypemapNode { constructor, bounds, depth })))
    }

    /// A duplicate: `MPI_Type_dup`.
    ///
    /// # Errors
    ///
    /// As for all constructors: class `ValueTooLarge` if a count, a bound or an extent does not fit in 64 bits, `Count`
    /// for a negative count or block length, `Arg` for other arguments, and `Type` if more than 100 constructors are
    /// nested. An array of n dimensions counts as n and 2 more.
    pub fn dup(old: &Typemap) -> Result<Typemap, Error> {
        Typemap::new(Constructor::Dup(old.clone()))
    }

    /// `count` copies, one extent apart: `MPI_Type_contiguous`.
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says.
    pub fn contiguous(count: i64, old: &Typemap) -> Result<Typemap, Error> {
        check_count("contiguous", "count", count)?;
        Typemap::new(Constructor::Contiguous(count, old.clone()))
    }

    /// `count` blocks of `blocklength` copies. Block starts are `stride` extents apart: `MPI_Type_vector`.
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says.
    pub fn vector(count: i64, blocklength: i64, stride: i64, old: &Typemap) -> Result<Typemap, Error> {
        check_count("vector", "count", count)?;
        check_count("vector", "blocklength", blocklength)?;
        Typemap::new(Constructor::Vector(count, blocklength, stride, old.clone()))
    }

    /// [`Typemap::vector`] with the stride in bytes: `MPI_Type_create_hvector`.
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says.
    pub fn hvector(count: i64, blocklength: i64, stride: i64, old: &Typemap) -> Result<Typemap, Error> {
        check_count("hvector", "count", count)?;
        check_count("hvector", "blocklength", blocklength)?;
        Typemap::new(Constructor::Hvector(count, blocklength, stride, old.clone()))
    }

    /// Blocks of (block length, displacement in extents): `MPI_Type_indexed`.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, Predefined};
    /// // The upper triangle of a matrix of 3 rows and 3 columns.
    /// let upper = Typemap::indexed(&[(3, 0), (2, 4), (1, 8)], &Predefined::Float.into())?;
    /// assert_eq!((upper.items(), upper.extent()), (6, 36));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says.
    pub fn indexed(blocks: &[(i64, i64)], old: &Typemap) -> Result<Typemap, Error> {
        check_blocks("indexed", blocks.iter().map(|block| block.0))?;
        Typemap::new(Constructor::Indexed(blocks.into(), old.clone()))
    }

    /// Blocks of (block length, displacement in bytes): `MPI_Type_create_hindexed`.
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says.
    pub fn hindexed(blocks: &[(i64, i64)], old: &Typemap) -> Result<Typemap, Error> {
        check_blocks("hindexed", blocks.iter().map(|block| block.0))?;
        Typemap::new(Constructor::Hindexed(blocks.into(), old.clone()))
    }

    /// Blocks of one length at displacements in extents: `MPI_Type_create_indexed_block`.
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says.
    pub fn indexed_block(blocklength: i64, displacements: &[i64], old: &Typemap) -> Result<Typemap, Error> {
        check_count("indexed_block", "blocklength", blocklength)?;
        Typemap::new(Constructor::IndexedBlock(blocklength, displacements.into(), old.clone()))
    }

    /// Blocks of one length at displacements in bytes: `MPI_Type_create_hindexed_block`.
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says.
    pub fn hindexed_block(blocklength: i64, displacements: &[i64], old: &Typemap) -> Result<Typemap, Error> {
        check_count("hindexed_block", "blocklength", blocklength)?;
        Typemap::new(Constructor::HindexedBlock(blocklength, displacements.into(), old.clone()))
    }

    /// Blocks of (block length, displacement in bytes, type): `MPI_Type_create_struct`.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, Predefined};
    /// let station = Typemap::structure(&[(1, 0, Predefined::Short.into()), (2, 8, Predefined::Double.into())])?;
    /// assert_eq!((station.items(), station.size(), station.extent()), (3, 18, 24));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says.
    pub fn structure(blocks: &[(i64, i64, Typemap)]) -> Result<Typemap, Error> {
        check_blocks("struct", blocks.iter().map(|block| block.0))?;
        Typemap::new(Constructor::Struct(blocks.into()))
    }

    /// A part of an array: `MPI_Type_create_subarray`.
    ///
    /// ```
    /// use datarep::{datatype::{Order, Typemap}, Predefined};
    /// let inner = Typemap::subarray(&[4, 6], &[2, 4], &[1, 1], Order::C, &Predefined::Double.into())?;
    /// assert_eq!((inner.items(), inner.extent(), inner.true_lb()), (8, 192, 56));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says. `Arg` also if the part does not lie in the array.
    pub fn subarray(
        sizes: &[i64],
        subsizes: &[i64],
        starts: &[i64],
        order: Order,
        old: &Typemap,
    ) -> Result<Typemap, Error> {
        let dims = sizes.len();
        if subsizes.len() != dims || starts.len() != dims || dims == 0 {
            let (sub, start) = (subsizes.len(), starts.len());
            return argument_error("subarray", format!("{dims} sizes, {sub} subsizes and {start} starts"));
        }
        let parts = sizes.iter().zip(subsizes).zip(starts).map(|((&size, &sub), &start)| [size, sub, start]);
        let parts: Arc<[[i64; 3]]> = parts.collect();
        for (dim, &[size, sub, start]) in parts.iter().enumerate() {
            // The MPI standard allows a start from 0 to size - sub.
            if size < 1 || sub < 1 || start < 0 || start > size - sub.min(size) || sub > size {
                let reason =
                    format!("dimension {dim}: {sub} from {start} on do not lie in an array of {size}");
                return argument_error("subarray", reason);
            }
        }
        Typemap::new(Constructor::Subarray(parts, order, old.clone()))
    }

    /// The part of process `rank` of `size` in a distributed array: `MPI_Type_create_darray`.
    ///
    /// ```
    /// use datarep::{datatype::{Dimension, Distribution, Order, Typemap}, Predefined};
    /// let dealt = Dimension { gsize: 7, distribution: Distribution::Cyclic(Some(2)), psize: 2 };
    /// let mine = Typemap::darray(2, 1, &[dealt], Order::C, &Predefined::Int.into())?;
    /// assert_eq!((mine.items(), mine.true_lb(), mine.extent()), (3, 8, 28));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says. `Arg` also if the grid does not have `size` processes, or a distribution does not
    /// cover the array.
    pub fn darray(
        size: i64,
        rank: i64,
        dimensions: &[Dimension],
        order: Order,
        old: &Typemap,
    ) -> Result<Typemap, Error> {
        check_darray(size, rank, dimensions)?;
        Typemap::new(Constructor::Darray(size, rank, dimensions.into(), order, old.clone()))
    }

    /// The same items with other bounds: `MPI_Type_create_resized`.
    ///
    /// # Errors
    ///
    /// As [`Typemap::dup`] says.
    pub fn resized(lb: i64, extent: i64, old: &Typemap) -> Result<Typemap, Error> {
        Typemap::new(Constructor::Resized(lb, extent, old.clone()))
    }
}

impl Constructor {
    /// The depth of the deepest type that the constructor uses, or zero.
    fn largest_depth(&self) -> usize {
        self.olds().map(|old| old.0.depth).max().unwrap_or(0)
    }

    /// All types that the constructor uses.
    pub(super) fn olds(&self) -> impl Iterator<Item = &Typemap> {
        // Only a struct has several old types. Of others there is one, or none.
        let blocks = if let Constructor::Struct(blocks) = self { &**blocks } else { &[] };
        self.old().into_iter().chain(blocks.iter().map(|(.., old)| old))
    }

    /// The same constructor with other types, one for each type of [`Constructor::olds`].
    pub(super) fn with_olds(&self, olds: Vec<Typemap>) -> Constructor {
        let mut constructor = self.clone();
        match &mut constructor {
            Constructor::Predefined(_)
            | Constructor::InFile(..)
            | Constructor::Pair(_)
            | Constructor::PairInFile(..) => {}
            Constructor::Dup(old)
            | Constructor::Contiguous(_, old)
            | Constructor::Vector(.., old)
            | Constructor::Hvector(.., old)
            | Constructor::Indexed(_, old)
            | Constructor::Hindexed(_, old)
            | Constructor::IndexedBlock(.., old)
            | Constructor::HindexedBlock(.., old)
            | Constructor::Subarray(.., old)
            | Constructor::Darray(.., old)
            | Constructor::Resized(.., old) => olds.into_iter().for_each(|other| *old = other),
            Constructor::Struct(blocks) => {
                let others = blocks.iter().zip(olds).map(|(&(length, at, _), other)| (length, at, other));
                *blocks = others.collect();
            }
        }
        constructor
    }

    /// The type that the constructor uses, if it always uses one.
    pub(super) fn old(&self) -> Option<&Typemap> {
        match self {
            Constructor::Predefined(_)
            | Constructor::InFile(..)
            | Constructor::Pair(_)
            | Constructor::PairInFile(..)
            | Constructor::Struct(_) => None,
            Constructor::Dup(old)
            | Constructor::Contiguous(_, old)
            | Constructor::Vector(.., old)
            | Constructor::Hvector(.., old)
            | Constructor::Indexed(_, old)
            | Constructor::Hindexed(_, old)
            | Constructor::IndexedBlock(.., old)
            | Constructor::HindexedBlock(.., old)
            | Constructor::Subarray(.., old)
            | Constructor::Darray(.., old)
            | Constructor::Resized(.., old) => Some(old),
        }
    }
}

/// The bounds of a datatype and its depth. If simpler constructors define it, they are those of its simpler form.
fn compute_bounds(constructor: &Constructor) -> Result<(TypemapBounds, usize), Error> {
    // The standard defines these constructors by others. Bounds from the same expansion as the items cannot disagree
    // with them.
    if let Some(simpler) = expand::expand_constructor(constructor)? {
        return Ok((simpler.0.bounds, simpler.0.depth));
    }
    let depth = 1 + constructor.largest_depth();
    let mut gathered = BoundsAccumulator::default();
    match constructor {
        Constructor::Predefined(_)
        | Constructor::InFile(..)
        | Constructor::Pair(_)
        | Constructor::PairInFile(..)
        | Constructor::Vector(..)
        | Constructor::Indexed(..)
        | Constructor::IndexedBlock(..)
        | Constructor::Subarray(..)
        | Constructor::Darray(..) => unreachable!("a leaf has its bounds, others have simpler constructors"),
        Constructor::Dup(old) => return Ok((old.0.bounds, depth)),
        Constructor::Resized(lb, extent, old) => return Ok((old.0.bounds.resize(*lb, *extent)?, depth)),
        // Copies of a datatype are one extent apart, whatever its items span.
        Constructor::Contiguous(count, old) => {
            gathered.add(*count, old.extent(), 0, &old.0.bounds);
        }
        // Without a block there are no bounds, and not even the markers of the old type count.
        Constructor::Hvector(0, ..) | Constructor::Hvector(_, 0, ..) => {}
        Constructor::Hvector(count, blocklength, stride, old) => {
            // Two levels: copies within a block at the extent, blocks at the stride.
            gathered.add(*count, *stride, 0, &block_bounds(*blocklength, old)?);
        }
        Constructor::Hindexed(blocks, old) => {
            for &(blocklength, displacement) in blocks.iter() {
                gathered.add(blocklength, old.extent(), i128::from(displacement), &old.0.bounds);
            }
        }
        Constructor::HindexedBlock(blocklength, displacements, old) => {
            for &displacement in displacements.iter() {
                gathered.add(*blocklength, old.extent(), i128::from(displacement), &old.0.bounds);
            }
        }
        Constructor::Struct(blocks) => {
            for (blocklength, displacement, old) in blocks.iter() {
                gathered.add(*blocklength, old.extent(), i128::from(*displacement), &old.0.bounds);
            }
        }
    }
    Ok((gathered.finish()?, depth))
}

fn block_bounds(blocklength: i64, old: &Typemap) -> Result<TypemapBounds, Error> {
    let mut gathered = BoundsAccumulator::default();
    gathered.add(blocklength, old.extent(), 0, &old.0.bounds);
    gathered.finish()
}

fn check_darray(size: i64, rank: i64, dimensions: &[Dimension]) -> Result<(), Error> {
    let mut processes = 1;
    for (index, &Dimension { gsize, distribution, psize }) in dimensions.iter().enumerate() {
        if gsize < 1 || psize < 1 {
            return argument_error(
                "darray",
                format!("dimension {index}: {gsize} elements on {psize} processes"),
            );
        }
        match distribution {
            // The MPI standard allows MPI_DISTRIBUTE_NONE only in a dimension with one process.
            Distribution::None if psize != 1 => {
                return argument_error(
                    "darray",
                    format!("dimension {index} is not distributed, but on {psize} processes"),
                );
            }
            Distribution::Block(Some(length))
                // The MPI standard calls blocks erroneous that together do not hold the dimension. The product may
                // need more than 64 bits.
                if length < 1 || i128::from(length) * i128::from(psize) < i128::from(gsize) =>
            {
                let reason =
                    format!("dimension {index}: {psize} blocks of {length} do not hold {gsize} elements");
                return argument_error("darray", reason);
            }
            Distribution::Cyclic(Some(length)) if length < 1 => {
                return argument_error("darray", format!("dimension {index}: blocks of {length} elements"));
            }
            Distribution::None | Distribution::Block(_) | Distribution::Cyclic(_) => {}
        }
        processes = checked_product(processes, psize, "number of processes")?;
    }
    // The grid must have exactly as many processes as the group.
    if dimensions.is_empty() || processes != size || !(0..size).contains(&rank) {
        return argument_error("darray", format!("process {rank} of {size}, in a grid of {processes}"));
    }
    Ok(())
}

fn check_count(routine: &'static str, what: &str, count: i64) -> Result<(), Error> {
    if count < 0 {
        return Err(ErrorKind::Count { routine, reason: format!("{what} is {count}") }.into());
    }
    Ok(())
}

fn check_blocks(routine: &'static str, mut blocklengths: impl Iterator<Item = i64>) -> Result<(), Error> {
    match blocklengths.position(|blocklength| blocklength < 0) {
        Some(index) => {
            Err(ErrorKind::Count { routine, reason: format!("the blocklength of block {index} is negative") }
                .into())
        }
        None => Ok(()),
    }
}

fn argument_error<T>(routine: &'static str, reason: String) -> Result<T, Error> {
    Err(ErrorKind::Argument { routine, reason }.into())
}

fn size_to_i64(size: usize) -> i64 {
    i64::try_from(size).expect("a predefined type has few bytes")
}
