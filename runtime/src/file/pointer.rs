//! Where an access begins, and how the pointers move.
//!
//! An access is checked, and its pointer moves at once. The transfer that remains needs nothing of the handle, so that
//! it may run here or in its own thread.
//!
//! Source: MPI 4.1, "Data Access with Individual File Pointers" and "Data Access with Shared File Pointers".

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::error::{Direction, Error, ErrorClass, ErrorKind, Role};
use crate::functions;
use crate::view::View;

use super::buffer::{Copies, Sink, Source};
use super::failed::FailedAccess;
use super::lock::lock;
use super::pipeline::{Transfer, chunk_buffer_size};
use super::request::{Request, Split, SplitMark};
use super::status::Status;
use super::stream::{StreamPart, ViewStream};
use super::{File, Mode, SharedFile};

/// The base to which [`File::seek`] adds its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whence {
    /// `MPI_SEEK_SET`: zero.
    Set,
    /// `MPI_SEEK_CUR`: the position of the pointer.
    Current,
    /// `MPI_SEEK_END`: the first etype that begins at or after the end of the file, or zero if the filetype has no
    /// items.
    End,
}

/// A routine and the place where it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct PointerAccess {
    routine: &'static str,
    beginning: AccessStart,
    collective: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum AccessStart {
    /// An offset in etypes.
    Offset(i64),
    Individual,
    Shared,
}

/// Where an access begins, in units, and where it ends, in etypes as pointers are.
#[derive(Debug, Clone, Copy)]
struct AccessBounds {
    /// The first unit of the access: an item of the view, or a byte.
    first_unit: i64,
    /// The etype behind the last one of the access, to which the pointer moves.
    end_etype: i64,
}

impl PointerAccess {
    pub(super) fn new(routine: &'static str, beginning: AccessStart) -> PointerAccess {
        PointerAccess { routine, beginning, collective: false }
    }

    pub(super) fn collective(routine: &'static str, beginning: AccessStart) -> PointerAccess {
        PointerAccess { collective: true, ..PointerAccess::new(routine, beginning) }
    }
}

/// An access that was checked, and for which the pointer has moved.
struct CheckedAccess {
    opening: Arc<SharedFile>,
    view: Arc<View>,
    routine: &'static str,
    copies: Copies,
    count: i64,
    /// The unit of the view at which the access begins.
    first: i64,
}

impl CheckedAccess {
    fn with_transfer<R>(&self, run: impl FnOnce(&Transfer<'_>) -> R) -> R {
        let part = chunk_buffer_size(self.opening.buffer.load(Ordering::Relaxed));
        // A view with holes needs a window too. So that both stay in the second-level cache, the part is halved.
        let part = if self.view.is_dense() { part } else { part.div_ceil(2) };
        let sequential = self.opening.mode.has(Mode::SEQUENTIAL);
        // In sequential mode a file is written from start to end and never read, so nothing can be written back.
        let sieved = self.opening.mode.has(Mode::UNIQUE_OPEN) && !sequential;
        let writing = sieved.then_some(&self.opening.writing);
        let stream = ViewStream { storage: &*self.opening.storage, view: &self.view, window: part, writing };
        let failed = FailedAccess { routine: self.routine, path: &self.opening.path };
        let CheckedAccess { copies, count, first, .. } = self;
        let (count, first) = (*count, *first);
        run(&Transfer {
            stream,
            datatype: &copies.datatype,
            count,
            first,
            chunk: part,
            failed: &failed,
            sequential,
        })
    }

    fn read(&self, sink: &mut dyn Sink) -> Result<Status, Error> {
        let _running = self.opening.atomicity.begin_read();
        self.with_transfer(|transfer| transfer.read(sink))
    }

    fn write(&self, source: &dyn Source) -> Result<Status, Error> {
        let _running = self.opening.atomicity.begin_write();
        self.with_transfer(|transfer| transfer.write(source))
    }
}

impl File {
    pub(super) fn run_read<B: Sink + ?Sized>(
        &self,
        access: PointerAccess,
        mut into: &mut B,
    ) -> Result<Status, Error> {
        self.check_access(access, &into.copies()?, Direction::Read)?.read(&mut into)
    }

    pub(super) fn run_write<B: Source + ?Sized>(
        &self,
        access: PointerAccess,
        from: &B,
    ) -> Result<Status, Error> {
        self.check_access(access, &from.copies()?, Direction::Write)?.write(&from)
    }

    pub(super) fn start_read<B: Sink + Send + 'static>(
        &self,
        access: PointerAccess,
        into: B,
    ) -> Result<Request<B>, Error> {
        let checked = self.check_access(access, &into.copies()?, Direction::Read)?;
        Ok(Request::start(into, &self.pending, move |into| checked.read(into)))
    }

    pub(super) fn start_write<B: Source + Send + 'static>(
        &self,
        access: PointerAccess,
        from: B,
    ) -> Result<Request<B>, Error> {
        let checked = self.check_access(access, &from.copies()?, Direction::Write)?;
        Ok(Request::start(from, &self.pending, move |from| checked.write(from)))
    }

    pub(super) fn begin_split_read<B: Sink + Send + 'static>(
        &self,
        access: PointerAccess,
        into: B,
    ) -> Result<Split<B>, Error> {
        // The mark is taken first. If the access cannot start, dropping the mark lets the handle begin another one.
        let begun = self.begin_split(access)?;
        Ok(Split::new(self.start_read(access, into)?, begun))
    }

    pub(super) fn begin_split_write<B: Source + Send + 'static>(
        &self,
        access: PointerAccess,
        from: B,
    ) -> Result<Split<B>, Error> {
        let begun = self.begin_split(access)?;
        Ok(Split::new(self.start_write(access, from)?, begun))
    }

    fn begin_split(&self, access: PointerAccess) -> Result<SplitMark, Error> {
        SplitMark::begin(&self.split).ok_or_else(|| {
            let reason = "another split access of this handle is not ended";
            self.refusal_error(access.routine, ErrorClass::Request, reason)
        })
    }

    // Requirement: R-ACC-2, R-ACC-3, R-ACC-4, R-ACC-7.
    /// Checks everything that can be checked before the access, and moves the pointer past the items.
    fn check_access(
        &self,
        access: PointerAccess,
        copies: &Copies,
        direction: Direction,
    ) -> Result<CheckedAccess, Error> {
        let routine = access.routine;
        if access.collective {
            self.refuse_inside_function(routine)?;
        }
        if self.atomicity() && functions::is_inside_function() {
            let reason = "in atomic mode an access inside a conversion function may wait for itself";
            return Err(self.refusal_error(routine, ErrorClass::UnsupportedOperation, reason));
        }
        self.check_mode(access, direction)?;
        let items = copies.items()?;
        let count = items.count;
        // The program's extent function may be called here, and may use this handle. So no lock is held.
        let view = Arc::clone(&lock(&self.state).view);
        // The errors of the arguments come before those of the pointer, so that a refused access leaves it where it
        // was.
        copies.check_signature(&view)?;
        let bytes = view.datarep().file_size(items)?;
        // From here to the end the state stays locked: the view that was checked is the view whose pointer moves.
        let mut state = lock(&self.state);
        if !Arc::ptr_eq(&state.view, &view) {
            // Another thread has set a view meanwhile.
            drop(state);
            return self.check_access(access, copies, direction);
        }
        let byte_units = view.is_bytes();
        // An etype that is a byte has one item.
        // `check_signature` has made sure that the items are whole etypes, so the division leaves no rest.
        let (units, etypes) = if byte_units { (bytes, bytes) } else { (count, count / view.etype_items()) };
        // Both ends of the access are checked before a pointer moves.
        let moved = |offset: i64| self.find_access_bounds(&view, direction, offset, units, etypes);
        let first = match access.beginning {
            AccessStart::Offset(offset) if offset < 0 => {
                return Err(self.refusal_error(routine, ErrorClass::Arg, format!("the offset is {offset}")));
            }
            AccessStart::Offset(offset) => moved(offset)?.first_unit,
            AccessStart::Individual => {
                // The MPI standard moves the pointer by what was asked for, when the access begins. So the next access
                // need not wait for a nonblocking one, and the end of the file changes nothing.
                let bounds = moved(state.position)?;
                state.position = bounds.end_etype;
                bounds.first_unit
            }
            AccessStart::Shared => {
                // The lock is held from reading the pointer to moving it: no two accesses begin at the same etype.
                let mut pointer = lock(&self.opening.pointer);
                let bounds = moved(*pointer)?;
                *pointer = bounds.end_etype;
                bounds.first_unit
            }
        };
        drop(state);
        let (opening, copies) = (Arc::clone(&self.opening), copies.clone());
        Ok(CheckedAccess { opening, view, routine, copies, count, first })
    }

    /// Finds where an access of `units` units, which are `etypes` etypes, begins and ends, from the etype at
    /// `offset` on. Fails if the view does not allow the access.
    fn find_access_bounds(
        &self,
        view: &View,
        direction: Direction,
        offset: i64,
        units: i64,
        etypes: i64,
    ) -> Result<AccessBounds, Error> {
        let first = offset.checked_mul(view.etype_items());
        let end = offset.checked_add(etypes);
        let large = || Error::from(ErrorKind::TooLarge { what: "offset" });
        let part = StreamPart { first: first.ok_or_else(large)?, units };
        part.first.checked_add(units).ok_or_else(large)?;
        // Only the view is checked: this stream neither reads nor writes.
        ViewStream { storage: &*self.opening.storage, view, window: 0, writing: None }.check_offsets(part)?;
        // Two items of an access that share bytes of the file would be written in no order. Reading them is harmless.
        if direction == Direction::Write {
            view.check_writable_at(part.first, units)?;
        }
        Ok(AccessBounds { first_unit: part.first, end_etype: end.ok_or_else(large)? })
    }

    fn check_mode(&self, access: PointerAccess, direction: Direction) -> Result<(), Error> {
        let mode = self.opening.mode;
        // The MPI standard allows only the routines with the shared pointer in sequential mode.
        if mode.has(Mode::SEQUENTIAL) && !matches!(access.beginning, AccessStart::Shared) {
            return Err(self.sequential_error(access.routine));
        }
        match direction {
            Direction::Read if !mode.reads() => Err(self.refusal_error(
                access.routine,
                ErrorClass::Access,
                "the file was opened for writing only",
            )),
            Direction::Write if !mode.writes() => Err(self.refusal_error(
                access.routine,
                ErrorClass::ReadOnly,
                "the file was opened for reading only",
            )),
            Direction::Read | Direction::Write => Ok(()),
        }
    }

    /// Moves the individual pointer: `MPI_File_seek`.
    ///
    /// # Errors
    ///
    /// Class `Arg` if the pointer would be negative, `UnsupportedOperation` in sequential mode. For [`Whence::End`]
    /// also `Type` if copies of the filetype do not ascend, so that no copy lies after the end of the file.
    pub fn seek(&self, offset: i64, whence: Whence) -> Result<(), Error> {
        self.refuse_sequential("seek")?;
        let mut state = lock(&self.state);
        state.position = self.find_position("seek", offset, whence, state.position, &state.view)?;
        Ok(())
    }

    /// Moves the shared pointer: `MPI_File_seek_shared`.
    ///
    /// # Errors
    ///
    /// As [`File::seek`] says.
    pub fn seek_shared(&self, offset: i64, whence: Whence) -> Result<(), Error> {
        self.refuse_inside_function("seek_shared")?;
        self.refuse_sequential("seek_shared")?;
        // MPI demands that all handles that use the shared pointer have the same view, so this handle's is as good as
        // any.
        let view = Arc::clone(&lock(&self.state).view);
        let mut pointer = lock(&self.opening.pointer);
        *pointer = self.find_position("seek_shared", offset, whence, *pointer, &view)?;
        Ok(())
    }

    /// The individual pointer, in etypes: `MPI_File_get_position`.
    ///
    /// # Errors
    ///
    /// Class `UnsupportedOperation` in sequential mode.
    pub fn position(&self) -> Result<i64, Error> {
        self.refuse_sequential("get_position")?;
        Ok(lock(&self.state).position)
    }

    /// The shared pointer, in etypes: `MPI_File_get_position_shared`.
    ///
    /// # Errors
    ///
    /// Class `UnsupportedOperation` in sequential mode.
    pub fn position_shared(&self) -> Result<i64, Error> {
        self.refuse_sequential("get_position_shared")?;
        Ok(*lock(&self.opening.pointer))
    }

    /// The byte of the file where the etype at `offset` begins: `MPI_File_get_byte_offset`.
    ///
    /// # Errors
    ///
    /// Class `Arg` for a negative offset. `Type` for a filetype without items, which shows no etype, and if the etype
    /// would lie before the start of the file. `ValueTooLarge` if the byte does not fit in 64 bits.
    pub fn byte_offset(&self, offset: i64) -> Result<i64, Error> {
        if offset < 0 {
            return Err(self.refusal_error(
                "get_byte_offset",
                ErrorClass::Arg,
                format!("the offset is {offset}"),
            ));
        }
        let view = Arc::clone(&lock(&self.state).view);
        view.byte_offset(offset)
    }

    fn refuse_sequential(&self, routine: &'static str) -> Result<(), Error> {
        if self.opening.mode.has(Mode::SEQUENTIAL) {
            return Err(self.sequential_error(routine));
        }
        Ok(())
    }

    fn find_position(
        &self,
        routine: &'static str,
        offset: i64,
        whence: Whence,
        position: i64,
        view: &View,
    ) -> Result<i64, Error> {
        let from = match whence {
            Whence::Set => 0,
            Whence::Current => position,
            Whence::End => end_of_file(view, self.size()?)?,
        };
        // `from` may be near the largest offset: a sum that wrapped would be a valid position somewhere else.
        match from.checked_add(offset) {
            Some(position) if position >= 0 => Ok(position),
            _ => {
                let reason = format!(
                    "cannot move by {offset} from etype {from}: a position is at least 0 and fits in 64 bits"
                );
                Err(self.refusal_error(routine, ErrorClass::Arg, reason))
            }
        }
    }
}

/// The first etype that begins at or after byte `size`, where the file ends.
///
/// Copies of the filetype may interleave. Etypes ascend within a copy, and so do the counterparts of one etype from
/// copy to copy, but the whole sequence need not ascend. The result is in the first copy whose last etype is after the
/// end.
pub(crate) fn end_of_file(view: &View, size: i64) -> Result<i64, Error> {
    let etypes = view.filetype_in_file().items() / view.etype_items();
    if etypes == 0 {
        return Ok(0);
    }
    // If the last etype of a copy begins before the end, so do all etypes of that copy: they ascend within it.
    let copy = first_copy_behind(view.byte_offset(etypes - 1)?, view.filetype_in_file().extent(), size)?;
    let large = ErrorKind::TooLarge { what: "offset of the end of the file" };
    let first = copy.checked_mul(etypes).filter(|first| first.checked_add(etypes).is_some()).ok_or(large)?;
    let (mut within, mut last) = (0, etypes - 1);
    // The last etype of this copy is not before the end, so the search always finds one.
    while within < last {
        let middle = within + (last - within) / 2;
        if view.byte_offset(first + middle)? >= size {
            last = middle;
        } else {
            within = middle + 1;
        }
    }
    Ok(first + last)
}

/// The first copy whose counterpart of the etype at `offset` in copy zero begins at or after the end.
fn first_copy_behind(offset: i64, extent: i64, size: i64) -> Result<i64, Error> {
    let before = i128::from(size) - i128::from(offset);
    if before <= 0 {
        return Ok(0);
    }
    if extent <= 0 {
        let reason = format!("has copies {extent} bytes apart: no etype is after the end of the file");
        return Err(ErrorKind::View { role: Role::Filetype, reason }.into());
    }
    // Rounded up: a counterpart exactly at the end of the file is already behind it.
    let copy = (before + i128::from(extent) - 1) / i128::from(extent);
    i64::try_from(copy).map_err(|_| ErrorKind::TooLarge { what: "offset of the end of the file" }.into())
}
