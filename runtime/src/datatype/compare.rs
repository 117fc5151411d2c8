//! Which datatypes are equivalent.

use std::collections::HashSet;
use std::sync::Arc;

use super::typemap::{Constructor, Typemap, TypemapNode};

impl Typemap {
    /// Whether both were made by the same sequence of calls with the same arguments. A duplicate counts as the datatype
    /// that it duplicates.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, Predefined};
    /// let pair = Typemap::contiguous(2, &Predefined::Int.into())?;
    /// assert!(Typemap::dup(&pair)?.is_equivalent(&pair));
    /// assert!(!Typemap::contiguous(2, &Predefined::Integer.into())?.is_equivalent(&pair));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    pub fn is_equivalent(&self, other: &Typemap) -> bool {
        are_equivalent(self, other, &mut HashSet::new())
    }

    /// Whether the constructors show that the datatype is made of `etype` alone. If not, it may
    /// still be.
    pub(crate) fn is_made_of(&self, etype: &Typemap) -> bool {
        if self.is_equivalent(etype) {
            return true;
        }
        match (self.constructor(), self.constructor().old()) {
            // Blocks without items take no part: the MPI standard compares what an access moves.
            (Constructor::Struct(blocks), _) => blocks
                .iter()
                .all(|(length, _, old)| *length == 0 || old.items() == 0 || old.is_equivalent(etype)),
            // Copies of something that is made of etypes are made of etypes.
            (_, Some(old)) => old.is_made_of(etype),
            (_, None) => false,
        }
    }

    /// The datatype that this one duplicates, or itself.
    pub(crate) fn without_dups(&self) -> &Typemap {
        let mut typemap = self;
        while let Constructor::Dup(old) = typemap.constructor() {
            typemap = old;
        }
        typemap
    }
}

/// The pairs found to be equivalent, because a datatype may occur many times in another.
type EqualPairs = HashSet<(*const TypemapNode, *const TypemapNode)>;

fn are_equivalent(one: &Typemap, other: &Typemap, known: &mut EqualPairs) -> bool {
    let (one, other) = (one.without_dups(), other.without_dups());
    let key = (Arc::as_ptr(&one.0), Arc::as_ptr(&other.0));
    if key.0 == key.1 || known.contains(&key) {
        return true;
    }
    // Decides most differences at once. The arguments are compared only for types that agree in size and bounds.
    if one.0.bounds != other.0.bounds {
        return false;
    }
    let same = match (one.constructor(), other.constructor()) {
        (Constructor::Struct(blocks), Constructor::Struct(others)) => {
            blocks.len() == others.len()
                && blocks.iter().zip(others.iter()).all(|(block, other)| {
                    (block.0, block.1) == (other.0, other.1) && are_equivalent(&block.2, &other.2, known)
                })
        }
        (one, other) => have_same_arguments(one, other) && have_same_old(one, other, known),
    };
    // Only pairs that are the same are kept: the first difference ends the whole comparison.
    if same {
        known.insert(key);
    }
    same
}

fn have_same_old(one: &Constructor, other: &Constructor, known: &mut EqualPairs) -> bool {
    match (one.old(), other.old()) {
        (Some(one), Some(other)) => are_equivalent(one, other, known),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn have_same_arguments(one: &Constructor, other: &Constructor) -> bool {
    use Constructor as C;
    // MPI's envelopes tell the constructors apart, so a vector is no hvector, even with the same items.
    let same_kind = std::mem::discriminant(one) == std::mem::discriminant(other);
    match (one, other) {
        (C::Predefined(one), C::Predefined(other)) => one == other,
        (C::InFile(one, bytes), C::InFile(other, others)) => (one, bytes) == (other, others),
        (C::Pair(one), C::Pair(other)) => one == other,
        (C::PairInFile(one, bytes), C::PairInFile(other, others)) => (one, bytes) == (other, others),
        (C::Contiguous(one, _), C::Contiguous(other, _)) => one == other,
        (
            C::Vector(count, blocklength, stride, _) | C::Hvector(count, blocklength, stride, _),
            C::Vector(others, lengths, strides, _) | C::Hvector(others, lengths, strides, _),
        ) => same_kind && (count, blocklength, stride) == (others, lengths, strides),
        (C::Indexed(blocks, _) | C::Hindexed(blocks, _), C::Indexed(others, _) | C::Hindexed(others, _)) => {
            same_kind && blocks == others
        }
        (
            C::IndexedBlock(blocklength, blocks, _) | C::HindexedBlock(blocklength, blocks, _),
            C::IndexedBlock(lengths, others, _) | C::HindexedBlock(lengths, others, _),
        ) => same_kind && (blocklength, blocks) == (lengths, others),
        (C::Subarray(parts, order, _), C::Subarray(others, orders, _)) => (parts, order) == (others, orders),
        (C::Darray(size, rank, dimensions, order, _), C::Darray(sizes, ranks, others, orders, _)) => {
            (size, rank, dimensions, order) == (sizes, ranks, others, orders)
        }
        (C::Resized(lb, extent, _), C::Resized(lbs, extents, _)) => (lb, extent) == (lbs, extents),
        (one, other) => {
            // A constructor without an arm above would never be equivalent to itself. This finds it in the tests.
            debug_assert!(!same_kind, "an arm is missing for {one:?} and {other:?}");
            false
        }
    }
}
