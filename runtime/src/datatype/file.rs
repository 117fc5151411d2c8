//! Datatypes as they lie in a file: made by the same constructor calls, with the extents that items have in the file.
//!
//! Displacements in extents scale with those extents. Displacements in bytes and explicit bounds stay as they are.
//! Items are byte-aligned, so that nothing is rounded up. An exception are files with the layout of memory: items keep
//! their alignment there, and a datatype is the same as in memory.
//!
//! Source: MPI 4.1, "Datatypes for File Interoperability", "Extent Callback", "Data Representations".

use std::collections::HashMap;
use std::sync::Arc;

use super::bounds::narrow;
use super::typemap::{Constructor, Typemap, TypemapNode};
use super::visit::{PieceVisitor, RunsPiece};
use crate::error::Error;
use crate::predefined::Predefined;

/// Bytes that one item of each predefined type takes in a file.
pub(crate) trait ItemExtents {
    /// The bytes of one type, or an error if the type cannot be in such a file.
    fn extent_of(&self, predefined: Predefined) -> Result<i64, Error>;

    /// Whether the file has the layout of memory: items have their native sizes and alignment.
    fn is_memory(&self) -> bool {
        false
    }
}

impl Typemap {
    /// The datatype that the same constructor calls make if items have these extents.
    pub(crate) fn with_extents(&self, extents: &dyn ItemExtents) -> Result<Typemap, Error> {
        rebuild(self, extents, &mut HashMap::new())
    }

    /// A datatype with the same items that has no gaps if items have these extents. If the file has the layout of
    /// memory, the datatype itself.
    pub(crate) fn without_gaps(&self, extents: &dyn ItemExtents) -> Result<Typemap, Error> {
        if extents.is_memory() {
            return Ok(self.clone());
        }
        let committed = self.commit()?;
        // Items of one type without gaps are one run, wherever they lie in memory.
        if let [(predefined, items)] = *committed.tally() {
            return Typemap::contiguous(items, &predefined.into());
        }
        let (mut blocks, mut end) = (Vec::new(), 0_i128);
        let mut pieces = PieceVisitor(|piece: RunsPiece<'_>| {
            let items = piece.items();
            let bytes = i128::from(items) * i128::from(extents.extent_of(piece.predefined)?);
            blocks.push((items, narrow(end, "displacement")?, Typemap::from(piece.predefined)));
            // The next item follows at once. MPI's alignment is one of memory, and items in a file are byte-aligned.
            end += bytes;
            Ok::<(), Error>(())
        });
        committed.visit(0, committed.items(), &mut pieces)?;
        // The extent is set, as a structure without markers could be rounded up.
        Typemap::resized(0, narrow(end, "extent")?, &Typemap::structure(&blocks)?)
    }
}

// Requirement: R-TYPE-2, R-TYPE-3, R-TYPE-5, R-TYPE-6, R-EXT-4, R-EXT-5.
fn rebuild(
    typemap: &Typemap,
    extents: &dyn ItemExtents,
    known: &mut HashMap<*const TypemapNode, Typemap>,
) -> Result<Typemap, Error> {
    let key = Arc::as_ptr(&typemap.0);
    // A datatype may occur many times in another. Without this, a deep one would be made again exponentially often.
    if let Some(known) = known.get(&key) {
        return Ok(known.clone());
    }
    let mut olds = Vec::new();
    for old in typemap.constructor().olds() {
        olds.push(rebuild(old, extents, known)?);
    }
    let replayed = rebuild_constructor(typemap.constructor(), olds, extents)?;
    known.insert(key, replayed.clone());
    Ok(replayed)
}

/// The same constructor call with other types.
fn rebuild_constructor(
    constructor: &Constructor,
    olds: Vec<Typemap>,
    extents: &dyn ItemExtents,
) -> Result<Typemap, Error> {
    match constructor {
        // The file has the layout of memory: items keep their alignment, and so the padding of structs.
        Constructor::Predefined(predefined) | Constructor::InFile(predefined, _) if extents.is_memory() => {
            Ok(Typemap::from(*predefined))
        }
        Constructor::Pair(pair) | Constructor::PairInFile(pair, _) if extents.is_memory() => {
            Ok(Typemap::from(*pair))
        }
        Constructor::Predefined(predefined) | Constructor::InFile(predefined, _) => {
            Ok(Typemap::in_file(*predefined, extents.extent_of(*predefined)?))
        }
        Constructor::Pair(pair) | Constructor::PairInFile(pair, _) => {
            // A pair lies in a file without padding: the standard gives only its items extents there.
            let [first, second] = pair.items();
            Typemap::pair_in_file(*pair, [extents.extent_of(first)?, extents.extent_of(second)?])
        }
        // The same call again. Displacements in extents scale by the new extents, those in bytes stay.
        other => Typemap::new(other.with_olds(olds)),
    }
}
