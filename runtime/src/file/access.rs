//! The access routines: every routine of MPI's table, each under its name.
//!
//! They differ in where they begin, whether they wait, and whether all processes take part. [`super::pointer`] has the
//! code that they share.
//!
//! Source: MPI 4.1, "Data Access", its table of routines.

use crate::error::Error;

use super::File;
use super::buffer::{Sink, Source};
use super::pointer::{AccessStart, PointerAccess};
use super::request::{Request, Split};
use super::status::Status;

// Requirement: R-ACC-1.
impl File {
    /// Reads from the etype at `offset` on: `MPI_File_read_at`. No pointer is used or moved.
    ///
    /// # Errors
    ///
    /// Before anything moves: class `Arg` for a negative offset, `Access` for a file that is only written, `Type` if
    /// the datatype is no whole number of etypes or overlaps itself, `UnsupportedOperation` for an offset or an
    /// individual pointer in sequential mode, and the errors of [`Datarep::read_items`](crate::Datarep::read_items).
    /// After that: class `Conversion`, or the class that fits the error of the system. [`Error::items_done`] returns
    /// how many items were read.
    pub fn read_at<B: Sink + ?Sized>(&self, offset: i64, into: &mut B) -> Result<Status, Error> {
        self.run_read(PointerAccess::new("read_at", AccessStart::Offset(offset)), into)
    }

    /// Reads from the etype at `offset` on, all processes together: `MPI_File_read_at_all`. No pointer is used or
    /// moved.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn read_at_all<B: Sink + ?Sized>(&self, offset: i64, into: &mut B) -> Result<Status, Error> {
        self.run_read(PointerAccess::collective("read_at_all", AccessStart::Offset(offset)), into)
    }

    /// Begins to read from the etype at `offset` on: `MPI_File_iread_at`. No pointer is used or moved.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn iread_at<B: Sink + Send + 'static>(&self, offset: i64, into: B) -> Result<Request<B>, Error> {
        self.start_read(PointerAccess::new("iread_at", AccessStart::Offset(offset)), into)
    }

    /// Begins to read from the etype at `offset` on, all processes together: `MPI_File_iread_at_all`. No pointer is
    /// used or moved.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn iread_at_all<B: Sink + Send + 'static>(&self, offset: i64, into: B) -> Result<Request<B>, Error> {
        self.start_read(PointerAccess::collective("iread_at_all", AccessStart::Offset(offset)), into)
    }

    /// Begins to read from the etype at `offset` on, all processes together: `MPI_File_read_at_all_begin`. No pointer
    /// is used or moved. [`Split::end`] ends the access.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says. Class `Request` if a split access of this handle is not ended.
    pub fn read_at_all_begin<B: Sink + Send + 'static>(
        &self,
        offset: i64,
        into: B,
    ) -> Result<Split<B>, Error> {
        self.begin_split_read(
            PointerAccess::collective("read_at_all_begin", AccessStart::Offset(offset)),
            into,
        )
    }

    /// Writes from the etype at `offset` on: `MPI_File_write_at`. No pointer is used or moved.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says. `ReadOnly` for a file that is only read, and `Type` also if the view overlaps itself.
    /// After that: class `Conversion`, `NoSpace`, or another class that fits the error of the system.
    /// [`Error::items_done`] returns how many items were written.
    pub fn write_at<B: Source + ?Sized>(&self, offset: i64, from: &B) -> Result<Status, Error> {
        self.run_write(PointerAccess::new("write_at", AccessStart::Offset(offset)), from)
    }

    /// Writes from the etype at `offset` on, all processes together: `MPI_File_write_at_all`. No pointer is used or
    /// moved.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn write_at_all<B: Source + ?Sized>(&self, offset: i64, from: &B) -> Result<Status, Error> {
        self.run_write(PointerAccess::collective("write_at_all", AccessStart::Offset(offset)), from)
    }

    /// Begins to write from the etype at `offset` on: `MPI_File_iwrite_at`. No pointer is used or moved.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn iwrite_at<B: Source + Send + 'static>(&self, offset: i64, from: B) -> Result<Request<B>, Error> {
        self.start_write(PointerAccess::new("iwrite_at", AccessStart::Offset(offset)), from)
    }

    /// Begins to write from the etype at `offset` on, all processes together: `MPI_File_iwrite_at_all`. No pointer is
    /// used or moved.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn iwrite_at_all<B: Source + Send + 'static>(
        &self,
        offset: i64,
        from: B,
    ) -> Result<Request<B>, Error> {
        self.start_write(PointerAccess::collective("iwrite_at_all", AccessStart::Offset(offset)), from)
    }

    /// Begins to write from the etype at `offset` on, all processes together: `MPI_File_write_at_all_begin`. No pointer
    /// is used or moved. [`Split::end`] ends the access.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says. Class `Request` if a split access of this handle is not ended.
    pub fn write_at_all_begin<B: Source + Send + 'static>(
        &self,
        offset: i64,
        from: B,
    ) -> Result<Split<B>, Error> {
        self.begin_split_write(
            PointerAccess::collective("write_at_all_begin", AccessStart::Offset(offset)),
            from,
        )
    }

    /// Reads from the individual pointer on: `MPI_File_read`.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn read<B: Sink + ?Sized>(&self, into: &mut B) -> Result<Status, Error> {
        self.run_read(PointerAccess::new("read", AccessStart::Individual), into)
    }

    /// Reads from the individual pointer on, all processes together: `MPI_File_read_all`.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn read_all<B: Sink + ?Sized>(&self, into: &mut B) -> Result<Status, Error> {
        self.run_read(PointerAccess::collective("read_all", AccessStart::Individual), into)
    }

    /// Begins to read from the individual pointer on: `MPI_File_iread`.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn iread<B: Sink + Send + 'static>(&self, into: B) -> Result<Request<B>, Error> {
        self.start_read(PointerAccess::new("iread", AccessStart::Individual), into)
    }

    /// Begins to read from the individual pointer on, all processes together: `MPI_File_iread_all`.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn iread_all<B: Sink + Send + 'static>(&self, into: B) -> Result<Request<B>, Error> {
        self.start_read(PointerAccess::collective("iread_all", AccessStart::Individual), into)
    }

    /// Begins to read from the individual pointer on, all processes together: `MPI_File_read_all_begin`. [`Split::end`]
    /// ends the access.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says. Class `Request` if a split access of this handle is not ended.
    pub fn read_all_begin<B: Sink + Send + 'static>(&self, into: B) -> Result<Split<B>, Error> {
        self.begin_split_read(PointerAccess::collective("read_all_begin", AccessStart::Individual), into)
    }

    /// Writes from the individual pointer on: `MPI_File_write`.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn write<B: Source + ?Sized>(&self, from: &B) -> Result<Status, Error> {
        self.run_write(PointerAccess::new("write", AccessStart::Individual), from)
    }

    /// Writes from the individual pointer on, all processes together: `MPI_File_write_all`.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn write_all<B: Source + ?Sized>(&self, from: &B) -> Result<Status, Error> {
        self.run_write(PointerAccess::collective("write_all", AccessStart::Individual), from)
    }

    /// Begins to write from the individual pointer on: `MPI_File_iwrite`.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn iwrite<B: Source + Send + 'static>(&self, from: B) -> Result<Request<B>, Error> {
        self.start_write(PointerAccess::new("iwrite", AccessStart::Individual), from)
    }

    /// Begins to write from the individual pointer on, all processes together: `MPI_File_iwrite_all`.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn iwrite_all<B: Source + Send + 'static>(&self, from: B) -> Result<Request<B>, Error> {
        self.start_write(PointerAccess::collective("iwrite_all", AccessStart::Individual), from)
    }

    /// Begins to write from the individual pointer on, all processes together: `MPI_File_write_all_begin`.
    /// [`Split::end`] ends the access.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says. Class `Request` if a split access of this handle is not ended.
    pub fn write_all_begin<B: Source + Send + 'static>(&self, from: B) -> Result<Split<B>, Error> {
        self.begin_split_write(PointerAccess::collective("write_all_begin", AccessStart::Individual), from)
    }

    /// Reads from the shared pointer on: `MPI_File_read_shared`.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn read_shared<B: Sink + ?Sized>(&self, into: &mut B) -> Result<Status, Error> {
        self.run_read(PointerAccess::new("read_shared", AccessStart::Shared), into)
    }

    /// Begins to read from the shared pointer on: `MPI_File_iread_shared`.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn iread_shared<B: Sink + Send + 'static>(&self, into: B) -> Result<Request<B>, Error> {
        self.start_read(PointerAccess::new("iread_shared", AccessStart::Shared), into)
    }

    /// Reads from the shared pointer on, one process after the other: `MPI_File_read_ordered`.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says.
    pub fn read_ordered<B: Sink + ?Sized>(&self, into: &mut B) -> Result<Status, Error> {
        self.run_read(PointerAccess::collective("read_ordered", AccessStart::Shared), into)
    }

    /// Begins to read from the shared pointer on, one process after the other: `MPI_File_read_ordered_begin`.
    /// [`Split::end`] ends the access.
    ///
    /// # Errors
    ///
    /// As [`File::read_at`] says. Class `Request` if a split access of this handle is not ended.
    pub fn read_ordered_begin<B: Sink + Send + 'static>(&self, into: B) -> Result<Split<B>, Error> {
        self.begin_split_read(PointerAccess::collective("read_ordered_begin", AccessStart::Shared), into)
    }

    /// Writes from the shared pointer on: `MPI_File_write_shared`.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn write_shared<B: Source + ?Sized>(&self, from: &B) -> Result<Status, Error> {
        self.run_write(PointerAccess::new("write_shared", AccessStart::Shared), from)
    }

    /// Begins to write from the shared pointer on: `MPI_File_iwrite_shared`.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn iwrite_shared<B: Source + Send + 'static>(&self, from: B) -> Result<Request<B>, Error> {
        self.start_write(PointerAccess::new("iwrite_shared", AccessStart::Shared), from)
    }

    /// Writes from the shared pointer on, one process after the other: `MPI_File_write_ordered`.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says.
    pub fn write_ordered<B: Source + ?Sized>(&self, from: &B) -> Result<Status, Error> {
        self.run_write(PointerAccess::collective("write_ordered", AccessStart::Shared), from)
    }

    /// Begins to write from the shared pointer on, one process after the other: `MPI_File_write_ordered_begin`.
    /// [`Split::end`] ends the access.
    ///
    /// # Errors
    ///
    /// As [`File::write_at`] says. Class `Request` if a split access of this handle is not ended.
    pub fn write_ordered_begin<B: Source + Send + 'static>(&self, from: B) -> Result<Split<B>, Error> {
        self.begin_split_write(PointerAccess::collective("write_ordered_begin", AccessStart::Shared), from)
    }
}
