//! The access routines: all routines of MPI's table, each under its name.
//!
//! The module [`super::transfer`] implements them.

use datarep::Error;
use datarep::file::{Sink, Source, Status};

use super::File;
use super::request::{Request, Split};
use super::transfer::Access;
use crate::entry;
use crate::routine::Routine;

/// Methods of one shape. `@offset` marks those that begin at an offset.
macro_rules! routines {
    ($($(@$at:ident)? $shape:ident $name:ident = $routine:ident $symbol:literal: $does:literal;)*) => { $(
        routines! { @one [$($at)?] $shape $name $routine concat!($does, ": `", $symbol, "`.") }
    )* };
    (@one [offset] $shape:ident $name:ident $routine:ident $doc:expr) => {
        routines! { @shape $shape $name $doc, (offset: i64), access(&entry::$routine, offset) }
    };
    (@one [] $shape:ident $name:ident $routine:ident $doc:expr) => {
        routines! { @shape $shape $name $doc, (), access(&entry::$routine, 0) }
    };
    (@shape read $name:ident $doc:expr, ($($offset:ident: $type:ty)?), $access:expr) => {
        #[doc = $doc]
        ///
        /// # Errors
        ///
        /// Before anything is moved: class `Arg` for a negative offset, `Access` for a write-only file,
        /// `Type` if the datatype is not a whole number of etypes or overlaps itself, `UnsupportedOperation` for an
        /// offset or an individual pointer in sequential mode. Then class `Conversion`, and those of the MPI library;
        /// [`Error::items_done`] returns how much was read.
        pub fn $name<B: Sink + ?Sized>(&self, $($offset: $type,)? into: &mut B) -> Result<Status, Error> {
            self.run_read($access, into)
        }
    };
    (@shape iread $name:ident $doc:expr, ($($offset:ident: $type:ty)?), $access:expr) => {
        #[doc = $doc]
        ///
        /// # Errors
        ///
        /// Those of [`File::read_at`] before anything is moved. The request returns the others.
        pub fn $name<B: Sink + 'static>(&self, $($offset: $type,)? into: B) -> Result<Request<B>, Error> {
            self.start_read($access, into)
        }
    };
    (@shape read_begin $name:ident $doc:expr, ($($offset:ident: $type:ty)?), $access:expr) => {
        #[doc = $doc]
        ///
        /// # Errors
        ///
        /// Those of [`File::iread_at`], and class `Request` if a split access of this file is not ended.
        pub fn $name<B: Sink + 'static>(&self, $($offset: $type,)? into: B) -> Result<Split<B>, Error> {
            self.begin_split_read($access, into)
        }
    };
    (@shape write $name:ident $doc:expr, ($($offset:ident: $type:ty)?), $access:expr) => {
        #[doc = $doc]
        ///
        /// # Errors
        ///
        /// Those of [`File::read_at`], `ReadOnly` for a read-only file, and `Type` also if the view overlaps
        /// itself. [`Error::items_done`] returns how much was written: all whole etypes before the item that cannot be
        /// converted.
        pub fn $name<B: Source + ?Sized>(&self, $($offset: $type,)? from: &B) -> Result<Status, Error> {
            self.run_write($access, from)
        }
    };
    (@shape iwrite $name:ident $doc:expr, ($($offset:ident: $type:ty)?), $access:expr) => {
        #[doc = $doc]
        ///
        /// # Errors
        ///
        /// Those of [`File::write_at`] before anything is moved. The request returns the others.
        pub fn $name<B: Source + 'static>(&self, $($offset: $type,)? from: B) -> Result<Request<B>, Error> {
            self.start_write($access, from)
        }
    };
    (@shape write_begin $name:ident $doc:expr, ($($offset:ident: $type:ty)?), $access:expr) => {
        #[doc = $doc]
        ///
        /// # Errors
        ///
        /// Those of [`File::iwrite_at`], and class `Request` if a split access of this file is not ended.
        pub fn $name<B: Source + 'static>(&self, $($offset: $type,)? from: B) -> Result<Split<B>, Error> {
            self.begin_split_write($access, from)
        }
    };
}

fn access(routine: &'static Routine, offset: i64) -> Access {
    Access { routine, offset }
}

// Requirement: R-ACC-1.
impl File {
    routines! {
        @offset read read_at = READ_AT "MPI_File_read_at": "Reads from the etype at `offset` on; no pointer is used or moved";
        @offset read read_at_all = READ_AT_ALL "MPI_File_read_at_all": "Reads from the etype at `offset` on, all processes together";
        @offset iread iread_at = IREAD_AT "MPI_File_iread_at": "Reads from the etype at `offset` on, and gives a request";
        @offset iread iread_at_all = IREAD_AT_ALL "MPI_File_iread_at_all": "Begins to read from the etype at `offset` on, all processes together";
        @offset read_begin read_at_all_begin = READ_AT_ALL_BEGIN "MPI_File_read_at_all_begin": "Begins to read from the etype at `offset` on, all processes together, to be ended by [`Split::end`]";
        @offset write write_at = WRITE_AT "MPI_File_write_at": "Writes from the etype at `offset` on; no pointer is used or moved";
        @offset write write_at_all = WRITE_AT_ALL "MPI_File_write_at_all": "Writes from the etype at `offset` on, all processes together";
        @offset iwrite iwrite_at = IWRITE_AT "MPI_File_iwrite_at": "Writes from the etype at `offset` on, and gives a request";
        @offset iwrite iwrite_at_all = IWRITE_AT_ALL "MPI_File_iwrite_at_all": "Begins to write from the etype at `offset` on, all processes together";
        @offset write_begin write_at_all_begin = WRITE_AT_ALL_BEGIN "MPI_File_write_at_all_begin": "Begins to write from the etype at `offset` on, all processes together, to be ended by [`Split::end`]";
        read read = READ "MPI_File_read": "Reads from the individual pointer on";
        read read_all = READ_ALL "MPI_File_read_all": "Reads from the individual pointer on, all processes together";
        iread iread = IREAD "MPI_File_iread": "Reads from the individual pointer on, and gives a request";
        iread iread_all = IREAD_ALL "MPI_File_iread_all": "Begins to read from the individual pointer on, all processes together";
        read_begin read_all_begin = READ_ALL_BEGIN "MPI_File_read_all_begin": "Begins to read from the individual pointer on, all processes together, to be ended by [`Split::end`]";
        write write = WRITE "MPI_File_write": "Writes from the individual pointer on";
        write write_all = WRITE_ALL "MPI_File_write_all": "Writes from the individual pointer on, all processes together";
        iwrite iwrite = IWRITE "MPI_File_iwrite": "Writes from the individual pointer on, and gives a request";
        iwrite iwrite_all = IWRITE_ALL "MPI_File_iwrite_all": "Begins to write from the individual pointer on, all processes together";
        write_begin write_all_begin = WRITE_ALL_BEGIN "MPI_File_write_all_begin": "Begins to write from the individual pointer on, all processes together, to be ended by [`Split::end`]";
        read read_shared = READ_SHARED "MPI_File_read_shared": "Reads from the shared pointer on";
        iread iread_shared = IREAD_SHARED "MPI_File_iread_shared": "Reads from the shared pointer on, and gives a request";
        read read_ordered = READ_ORDERED "MPI_File_read_ordered": "Reads from the shared pointer on, one process after the other";
        read_begin read_ordered_begin = READ_ORDERED_BEGIN "MPI_File_read_ordered_begin": "Begins to read from the shared pointer on, one process after the other, to be ended by [`Split::end`]";
        write write_shared = WRITE_SHARED "MPI_File_write_shared": "Writes from the shared pointer on";
        iwrite iwrite_shared = IWRITE_SHARED "MPI_File_iwrite_shared": "Writes from the shared pointer on, and gives a request";
        write write_ordered = WRITE_ORDERED "MPI_File_write_ordered": "Writes from the shared pointer on, one process after the other";
        write_begin write_ordered_begin = WRITE_ORDERED_BEGIN "MPI_File_write_ordered_begin": "Begins to write from the shared pointer on, one process after the other, to be ended by [`Split::end`]";
    }
}
