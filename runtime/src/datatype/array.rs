//! Arrays of several dimensions, and their distribution among processes.

/// Which index of an array varies fastest in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// The last index: `MPI_ORDER_C`.
    C,
    /// The first index: `MPI_ORDER_FORTRAN`.
    Fortran,
}

/// How one dimension of an array is distributed among processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Distribution {
    /// One block for each process, of this length, or of the smallest length that suffices.
    Block(Option<i64>),
    /// Blocks of this length, or of length one, dealt in turn.
    Cyclic(Option<i64>),
    /// The dimension is not distributed.
    None,
}

/// One dimension of a distributed array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// The number of elements in the whole array.
    pub gsize: i64,
    /// How the elements are distributed.
    pub distribution: Distribution,
    /// The number of processes in this dimension of the grid.
    pub psize: i64,
}
