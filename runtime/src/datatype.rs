//! Datatypes made at run time: MPI's derived datatypes as values.
//!
//! A [`Typemap`] has the arguments of its constructor, and its bounds by the standard's definitions. A committed
//! datatype is a compact loop nest that finds the item at a position without counting up to it. All of this is
//! arithmetic on displacements: no buffer is touched.
//!
//! Source: MPI 4.1, "Datatypes".

mod array;
mod bounds;
mod committed;
mod compare;
mod compile;
mod construct;
mod course;
mod etype;
mod expand;
mod file;
mod items;
mod nest;
mod order;
mod show;
mod signature;
mod span;
mod typemap;
mod visit;

#[cfg(test)]
pub(crate) mod tests;

pub use array::{Dimension, Distribution, Order};
pub(crate) use bounds::narrow;
pub use committed::{Committed, Run};
pub(crate) use etype::Etype;
pub(crate) use file::ItemExtents;
pub use items::Items;
pub(crate) use nest::RunStart;
pub use signature::Signature;
pub use typemap::{Constructor, PairType, Typemap};
pub(crate) use visit::{
    CopyStarts, PieceRuns, PieceVisitor, RecordCopies, RunsPiece, TypemapVisitor, visit_record_pieces,
};

pub use crate::memory::Memory;
pub use crate::typed::Layout;
