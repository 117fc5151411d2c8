//! Arrays of several dimensions, and how they are shared out.

/// Which index of an array runs fastest in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// The last one: `MPI_ORDER_C`.
    C,
    /// The first one: `MPI_ORDER_FORTRAN`.
    Fortran,
}

/// How one dimension of an array is shared out among processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Distribution {
    /// One block for each process, of this length or the least that suffices.
    Block(Option<i64>),
    /// Blocks of this length, or one, dealt out in turn.
    Cyclic(Option<i64>),
    /// Not at all.
    None,
}

/// One dimension of a distributed array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// Elements of the whole array.
    pub gsize: i64,
    /// How they are distributed.
    pub distribution: Distribution,
    /// Processes of the grid.
    pub psize: i64,
}
