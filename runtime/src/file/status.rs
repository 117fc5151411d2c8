//! What an access has done.

use crate::loss::Loss;

// Requirement: R-ACC-8.
/// How much was read or written, and what could not be kept: MPI's status.
///
/// ```no_run
/// use datarep::file::{File, Mode};
/// let file = File::open("samples.dat", Mode::RDONLY)?;
/// let mut samples = [0_f32; 1000];
/// let status = file.read(&mut samples)?;
/// if status.is_short() {
///     println!("the file ends after {} samples", status.items());
/// }
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Status {
    pub(super) items: i64,
    pub(super) asked: i64,
    pub(super) items_of_one: i64,
    pub(super) bytes: i64,
    pub(super) left: i64,
    pub(super) loss: Loss,
}

impl Status {
    /// Items that were moved, were asked for, and are those of one datatype; bytes of the file, and those that are left.
    pub(crate) fn new(
        (items, asked, items_of_one): (i64, i64, i64),
        (bytes, left): (i64, i64),
        loss: Loss,
    ) -> Status {
        Status { items, asked, items_of_one, bytes, left, loss }
    }

    /// Whole datatypes that were read or written, as `MPI_Get_count` tells; `None`, its `MPI_UNDEFINED`, where
    /// the last one is not whole.
    pub fn count(&self) -> Option<i64> {
        match self.items_of_one {
            0 => Some(0),
            of_one => (self.items % of_one == 0).then_some(self.items / of_one),
        }
    }

    /// Items that were read or written, as `MPI_Get_elements` tells.
    pub fn items(&self) -> i64 {
        self.items
    }

    /// Bytes of the file that these items take.
    pub fn bytes(&self) -> i64 {
        self.bytes
    }

    /// Whether the file ended before all items that were asked for.
    pub fn is_short(&self) -> bool {
        self.items < self.asked
    }

    /// Bytes of an item that the end of the file cuts off: they are in the file, and were not read.
    pub fn bytes_left(&self) -> i64 {
        self.left
    }

    /// What could not be kept.
    pub fn loss(&self) -> Loss {
        self.loss
    }
}
