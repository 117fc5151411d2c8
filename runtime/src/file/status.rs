//! The outcome of an access.

use crate::loss::Loss;

// Requirement: R-ACC-8.
/// How much was read or written, and what the conversions lost: MPI's status.
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
    /// The items that were moved, that were asked for, and of one datatype. Then their bytes in the file, and the bytes
    /// left.
    pub(crate) fn new(
        (items, asked, items_of_one): (i64, i64, i64),
        (bytes, left): (i64, i64),
        loss: Loss,
    ) -> Status {
        Status { items, asked, items_of_one, bytes, left, loss }
    }

    /// The number of whole datatypes that were read or written, as `MPI_Get_count` returns it. `None`, which is
    /// `MPI_UNDEFINED`, if the last datatype is not whole.
    pub fn count(&self) -> Option<i64> {
        match self.items_of_one {
            // The MPI standard returns zero for a datatype without items.
            0 => Some(0),
            of_one => (self.items % of_one == 0).then_some(self.items / of_one),
        }
    }

    /// The number of items that were read or written, as `MPI_Get_elements` returns it.
    pub fn items(&self) -> i64 {
        self.items
    }

    /// The bytes of the file that these items take.
    pub fn bytes(&self) -> i64 {
        self.bytes
    }

    /// Whether the file ended before all items that were asked for.
    pub fn is_short(&self) -> bool {
        self.items < self.asked
    }

    /// The bytes of an item that the end of the file cuts off. They are in the file, but were not read.
    pub fn bytes_left(&self) -> i64 {
        self.left
    }

    /// What the conversions lost.
    pub fn loss(&self) -> Loss {
        self.loss
    }
}
