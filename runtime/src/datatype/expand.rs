//! Constructors expressed by simpler ones, as the standard defines them.
//!
//! What remains are copies at a stride, blocks at displacements in bytes, and bounds.

use super::array::{Dimension, Distribution, Order};
use super::bounds::{checked_product, narrow};
use super::typemap::{Constructor, PairType, Typemap};
use crate::error::Error;

/// The same typemap made of simpler constructors, or `None` if there are none.
pub(super) fn expand_constructor(constructor: &Constructor) -> Result<Option<Typemap>, Error> {
    let simpler = match constructor {
        Constructor::Vector(count, blocklength, stride, old) => {
            // Without a second block, no stride can be too large.
            let stride = if *count < 2 || *blocklength == 0 { 0 } else { *stride };
            Typemap::hvector(*count, *blocklength, scale_extent(stride, old)?, old)
        }
        Constructor::Indexed(blocks, old) => {
            let scale = |&(blocklength, displacement): &(i64, i64)| {
                // A block without elements has no displacement that could be too large.
                let displacement = if blocklength == 0 { 0 } else { displacement };
                Ok((blocklength, scale_extent(displacement, old)?))
            };
            Typemap::hindexed(&blocks.iter().map(scale).collect::<Result<Vec<_>, Error>>()?, old)
        }
        Constructor::IndexedBlock(blocklength, displacements, old) => {
            let scale =
                |&displacement: &i64| if *blocklength == 0 { Ok(0) } else { scale_extent(displacement, old) };
            let displacements = displacements.iter().map(scale).collect::<Result<Vec<_>, Error>>()?;
            Typemap::hindexed_block(*blocklength, &displacements, old)
        }
        Constructor::Subarray(parts, order, old) => expand_subarray(parts, *order, old),
        Constructor::Darray(size, rank, dimensions, order, old) => {
            expand_darray(*size, *rank, dimensions, *order, old)
        }
        Constructor::Pair(pair) => {
            // The second item of a pair ends where the pair's struct ends, but for padding behind it, which MPI counts
            // in the extent alone.
            let [first, second] = pair.items().map(Typemap::from);
            let displacement = Typemap::from(*pair).true_ub() - second.size();
            Typemap::structure(&[(1, 0, first), (1, displacement, second)])
        }
        Constructor::PairInFile(pair, extents) => pair_in_file(*pair, *extents),
        Constructor::Predefined(_)
        | Constructor::InFile(..)
        | Constructor::Dup(_)
        | Constructor::Contiguous(..)
        | Constructor::Hvector(..)
        | Constructor::Hindexed(..)
        | Constructor::HindexedBlock(..)
        | Constructor::Struct(_)
        | Constructor::Resized(..) => return Ok(None),
    };
    simpler.map(Some)
}

impl Typemap {
    /// The same typemap by constructors that use copies and bytes, or itself if nothing is simpler.
    pub(crate) fn simplify(&self) -> Result<Typemap, Error> {
        Ok(expand_constructor(self.constructor())?.unwrap_or_else(|| self.clone()))
    }
}

fn scale_extent(extents: i64, old: &Typemap) -> Result<i64, Error> {
    checked_product(extents, old.extent(), "displacement")
}

fn pair_in_file(pair: PairType, extents: [i64; 2]) -> Result<Typemap, Error> {
    let [first, second] = pair.items();
    let (first, second) = (Typemap::in_file(first, extents[0]), Typemap::in_file(second, extents[1]));
    Typemap::structure(&[(1, 0, first), (1, extents[0], second)])
}

/// The dimensions of an array, fastest first.
fn fastest_first<T: Copy>(dimensions: &[T], order: Order) -> Vec<T> {
    match order {
        Order::Fortran => dimensions.to_vec(),
        Order::C => dimensions.iter().rev().copied().collect(),
    }
}

fn expand_subarray(parts: &[[i64; 3]], order: Order, old: &Typemap) -> Result<Typemap, Error> {
    let (mut part, mut extent, mut displacement) = (old.clone(), old.extent(), 0_i64);
    // From the fastest dimension outwards: a row of the part becomes the element of the next dimension.
    for [size, sub, start] in fastest_first(parts, order) {
        part = Typemap::hvector(sub, 1, extent, &part)?;
        let start = checked_product(start, extent, "displacement")?;
        displacement = narrow(i128::from(displacement) + i128::from(start), "displacement")?;
        extent = checked_product(extent, size, "extent")?;
    }
    // The MPI standard gives a part the extent of the whole array, so that copies are parts of arrays end to end.
    Typemap::resized(0, extent, &Typemap::hindexed_block(1, &[displacement], &part)?)
}

fn expand_darray(
    size: i64,
    rank: i64,
    dimensions: &[Dimension],
    order: Order,
    old: &Typemap,
) -> Result<Typemap, Error> {
    // The grid of processes is in C order, for arrays of either order.
    let (mut processes, mut rank) = (size, rank);
    let mut parts = Vec::new();
    for dimension in dimensions {
        // The coordinates of the process, from its rank: as the digits of a number with a radix for each dimension.
        processes /= dimension.psize;
        parts.push((*dimension, rank / processes));
        rank %= processes;
    }
    let mut part = old.clone();
    for (dimension, rank) in fastest_first(&parts, order) {
        part = expand_dimension(dimension, rank, &part)?;
    }
    Ok(part)
}

/// The elements of one dimension that belong to the process at `rank` in it. Each element is an `old`.
fn expand_dimension(dimension: Dimension, rank: i64, old: &Typemap) -> Result<Typemap, Error> {
    let Dimension { gsize, distribution, psize } = dimension;
    let length = match distribution {
        Distribution::None => gsize,
        // The smallest length of which the processes hold all elements: the quotient, rounded up.
        Distribution::Block(length) => length.unwrap_or((gsize - 1) / psize + 1),
        Distribution::Cyclic(length) => length.unwrap_or(1),
    };
    // In 128 bits, because products of blocks, lengths and processes need not fit in 64.
    let [size, length, processes, rank] = [gsize, length, psize, rank].map(i128::from);
    let extent = old.extent();
    // Rounded up: the last block may be shorter.
    let blocks = (size - 1) / length + 1;
    // Blocks are dealt like cards. The process gets those whose number is its rank, modulo the processes.
    let mine = (blocks - rank + processes - 1).max(0) / processes;
    // The last block of the array may be shorter. It is a piece of its own, for the process that gets it.
    let has_last = mine > 0 && (blocks - 1) % processes == rank;
    let whole = if has_last { mine - 1 } else { mine };
    let elements = |elements: i128| narrow(elements, "displacement");
    let at = |block: i128| scale_extent(elements(block * length)?, old);
    let mut pieces = Vec::new();
    if whole > 0 {
        // Two blocks are a stride apart only if both lie in the array, so that the product does not overflow.
        let stride = if whole == 1 { 0 } else { at(processes)? };
        let block = Typemap::hvector(elements(whole)?, elements(length)?, stride, old)?;
        pieces.push((1, at(rank)?, block));
    }
    if has_last {
        let rest = elements(size - (blocks - 1) * length)?;
        pieces.push((1, at(blocks - 1)?, Typemap::contiguous(rest, old)?));
    }
    // As for a subarray: the extent is that of the whole dimension.
    Typemap::resized(0, checked_product(extent, gsize, "extent")?, &Typemap::structure(&pieces)?)
}
