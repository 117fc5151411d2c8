//! From a method to the engine of data access and back: checks, the values, and the status.
#![allow(unsafe_code, reason = "values are handed to an access as a pointer")]

use std::ptr;
use std::sync::Arc;

use datarep::datatype::Committed;
use datarep::error::Direction;
use datarep::file::{Mode, Sink, Source, Status, View};
use datarep::{Error, ErrorClass, engine};

use super::File;
use super::asked::AccessArguments;
use super::handle::OpenHandle;
use super::request::{PendingCount, Request, RunningAccess, Split, SplitAccessGuard};
use crate::access;
use crate::datatype::Datatype;
use crate::failure::Failure;
use crate::files;
use crate::prepared::{PreparedAccess, prepare_access};
use crate::representation::{ItemMemory, Items, count_items};
use crate::routine::{Call, Place, Routine, Way};
use crate::values::PinnedBuffer;

/// A routine, and where the access begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Access {
    pub(super) routine: &'static Routine,
    /// In etypes, if the routine has an offset.
    pub(super) offset: i64,
}

impl Access {
    /// The name of the method.
    fn name(self) -> &'static str {
        self.routine.name.strip_prefix("MPI_File_").unwrap_or(self.routine.name)
    }

    /// The routine that runs to the end, if there is one.
    fn blocking_routine(self) -> &'static Routine {
        match self.routine.way {
            Way::Begin(blocking) => blocking,
            Way::Nonblocking(blocking) if !self.routine.collective => blocking,
            Way::Nonblocking(_) | Way::Blocking | Way::AtOffset(_) | Way::End => self.routine,
        }
    }

    fn call(self, handle: &OpenHandle) -> Call {
        let nothing = ptr::null_mut();
        Call { file: handle.word, offset: self.offset, buffer: nothing, count: 0, datatype: 0, out: nothing }
    }
}

/// A datatype, and how many copies of it.
type Copies = (Committed, i64);

/// The datatype and copies of a source, which must be whole etypes.
fn copies_of_source<B: Source + ?Sized>(from: &B, view: &View) -> Result<Copies, Error> {
    let copies = from.copies()?;
    let (datatype, copies) = engine::check_moved(view, &copies)?;
    Ok((datatype.clone(), copies))
}

/// The datatype and copies of a sink, which must be whole etypes.
fn copies_of_sink<B: Sink + ?Sized>(into: &B, view: &View) -> Result<Copies, Error> {
    let copies = into.copies()?;
    let (datatype, copies) = engine::check_moved(view, &copies)?;
    Ok((datatype.clone(), copies))
}

/// An access that has run.
struct AccessResult<B> {
    buffer: B,
    outcome: Result<Status, Error>,
    /// Whether a check failed, so that nothing was moved.
    is_refused: bool,
}

impl<B> AccessResult<B> {
    /// The buffer and the outcome, or the error if the access was refused.
    fn into_outcome(self) -> Result<(B, Result<Status, Error>), Error> {
        match self.outcome {
            Err(error) if self.is_refused => Err(error),
            outcome => Ok((self.buffer, outcome)),
        }
    }
}

impl File {
    pub(super) fn run_read<B: Sink + ?Sized>(&self, access: Access, into: &mut B) -> Result<Status, Error> {
        let copies = copies_of_sink(into, &self.viewed_file().view);
        self.run(access, copies, PinnedBuffer::from_sink(into)).outcome
    }

    pub(super) fn run_write<B: Source + ?Sized>(&self, access: Access, from: &B) -> Result<Status, Error> {
        let copies = copies_of_source(from, &self.viewed_file().view);
        self.run(access, copies, PinnedBuffer::from_source(from)).outcome
    }

    pub(super) fn start_read<B: Sink>(&self, access: Access, into: B) -> Result<Request<B>, Error> {
        let copies = copies_of_sink(&into, &self.viewed_file().view);
        self.start(access, copies, PinnedBuffer::from_sink(into))
    }

    pub(super) fn start_write<B: Source>(&self, access: Access, from: B) -> Result<Request<B>, Error> {
        let copies = copies_of_source(&from, &self.viewed_file().view);
        self.start(access, copies, PinnedBuffer::from_source(from))
    }

    pub(super) fn begin_split_read<B: Sink>(&self, access: Access, into: B) -> Result<Split<B>, Error> {
        let copies = copies_of_sink(&into, &self.viewed_file().view);
        self.begin_split(access, copies, PinnedBuffer::from_sink(into))
    }

    pub(super) fn begin_split_write<B: Source>(&self, access: Access, from: B) -> Result<Split<B>, Error> {
        let copies = copies_of_source(&from, &self.viewed_file().view);
        self.begin_split(access, copies, PinnedBuffer::from_source(from))
    }

    fn viewed_file(&self) -> Arc<files::ViewedFile> {
        Arc::clone(&self.opening.viewed_file.borrow())
    }

    /// Runs an access to its end.
    fn run<B>(
        &self,
        access: Access,
        copies: Result<Copies, Error>,
        owned: PinnedBuffer<B>,
    ) -> AccessResult<B> {
        if let Err(error) = self.refuse_nested_access(access) {
            return AccessResult { buffer: owned.take().buffer, outcome: Err(error), is_refused: true };
        }
        let (handle, viewed_file, routine) =
            (&self.opening.handle, self.viewed_file(), access.blocking_routine());
        let call = access.call(handle);
        let (arguments, prepared) = match self.check_access(access, routine, copies, &owned) {
            Ok((arguments, prepared)) => (Some(arguments), Ok(prepared)),
            Err(failure) => (None, Err(failure)),
        };
        let moved = access::run_checked_access(handle.library, &viewed_file, routine, &call, prepared);
        let (results, is_refused) = (owned.take(), arguments.is_none());
        let leftover_bytes = moved.as_ref().map_or(0, |moved| moved.leftover_bytes);
        let outcome = match (arguments, moved.map(|moved| moved.items)) {
            (Some(arguments), moved) => {
                arguments.make_outcome(handle, &self.opening.path, &results, moved, leftover_bytes)
            }
            (None, moved) => moved.map(|_| Status::default()).map_err(self.map_failure(access.name())),
        };
        AccessResult { buffer: results.buffer, outcome, is_refused }
    }

    /// Starts a nonblocking access. One that is not collective runs at once.
    fn start<B>(
        &self,
        access: Access,
        copies: Result<Copies, Error>,
        owned: PinnedBuffer<B>,
    ) -> Result<Request<B>, Error> {
        let routine = access.routine;
        let started = match routine.way {
            Way::Nonblocking(started) if routine.collective => started,
            _ => {
                let (buffer, outcome) = self.run(access, copies, owned).into_outcome()?;
                return Ok(Request::from_outcome(buffer, outcome));
            }
        };
        self.refuse_nested_access(access)?;
        let (handle, viewed_file) = (&self.opening.handle, self.viewed_file());
        let call = access.call(handle);
        let (arguments, prepared) = match self.check_access(access, routine, copies, &owned) {
            Ok((arguments, prepared)) => (Some(arguments), Ok(prepared)),
            Err(failure) => (None, Err(failure)),
        };
        let pending =
            access::begin_checked_collective(handle.library, &viewed_file, started, &call, prepared);
        match (arguments, pending) {
            (Some(arguments), Ok(pending)) => {
                let pending_count = PendingCount::increment(&self.opening);
                Ok(Request::running(RunningAccess { pending, owned, arguments, pending_count }))
            }
            (Some(arguments), Err(failure)) => {
                let results = owned.take();
                let outcome = arguments.make_outcome(handle, &self.opening.path, &results, Err(failure), 0);
                Ok(Request::from_outcome(results.buffer, outcome))
            }
            // The check has failed, and the process has joined the others without data: nothing goes on.
            (None, pending) => {
                let outcome = pending.map(|_| Status::default()).map_err(self.map_failure(access.name()))?;
                Ok(Request::from_outcome(owned.take().buffer, Ok(outcome)))
            }
        }
    }

    /// Begins a split access, which runs at once.
    fn begin_split<B>(
        &self,
        access: Access,
        copies: Result<Copies, Error>,
        owned: PinnedBuffer<B>,
    ) -> Result<Split<B>, Error> {
        let guard = SplitAccessGuard::begin(&self.opening);
        let another = "another split access of this file is not ended";
        let error = || self.refusal_error(access.name(), ErrorClass::Request, another);
        // It joins a collective in both cases.
        let copies = if guard.is_some() { copies } else { Err(error()) };
        let (buffer, outcome) = self.run(access, copies, owned).into_outcome()?;
        Ok(Split { access: (buffer, outcome), guard })
    }

    /// Refuses a collective access inside a conversion function.
    fn refuse_nested_access(&self, access: Access) -> Result<(), Error> {
        if access.routine.collective { self.refuse_if_nested(access.name()) } else { Ok(()) }
    }

    // Requirement: R-ACC-2, R-ACC-3, R-ACC-7.
    /// Makes all checks that are possible before the library is called.
    fn check_access<B>(
        &self,
        access: Access,
        routine: &'static Routine,
        copies: Result<Copies, Error>,
        owned: &PinnedBuffer<B>,
    ) -> Result<(AccessArguments, PreparedAccess), Failure> {
        self.check_mode(access)?;
        let (memory, copies) = copies?;
        let name = access.name();
        if routine.place == Place::Offset && access.offset < 0 {
            let reason = format!("the offset is {}", access.offset);
            return Err(self.refusal_error(name, ErrorClass::Arg, reason).into());
        }
        let datatype = Datatype { calls: memory.typemap().clone(), memory: memory.clone() };
        let count = count_items(&datatype, copies)?;
        // SAFETY: the values may not be used after `owned` is taken or dropped. The prepared access uses them, and it
        // is finished before: when a routine has run to its end, or when its request is done. A request that is not
        // done keeps `owned`, even if it is dropped or leaked. Tests: `files::layouts::all` and
        // `files::errors::pending`, under the address sanitizer.
        let values = ItemMemory::Values(unsafe { owned.values() });
        let losses = Arc::clone(&self.viewed_file().losses);
        let items = Items { datatype: Arc::new(datatype), buffer: values, losses };
        let (handle, viewed_file) = (&self.opening.handle, self.viewed_file());
        let prepared =
            prepare_access(handle.library, &viewed_file, routine, &access.call(handle), items, count)?;
        let (begin, direction, place) = (prepared.begin, routine.direction, routine.place);
        Ok((
            AccessArguments { name, direction, place, viewed_file, datatype: memory, items: count, begin },
            prepared,
        ))
    }

    fn check_mode(&self, access: Access) -> Result<(), Error> {
        let (mode, name) = (self.opening.mode, access.name());
        if access.routine.place != Place::Shared {
            self.refuse_sequential(name)?;
        }
        let (denied, class, reason) = match access.routine.direction {
            Direction::Read => (Mode::WRONLY, ErrorClass::Access, "the file was opened for writing only"),
            Direction::Write => (Mode::RDONLY, ErrorClass::ReadOnly, "the file was opened for reading only"),
        };
        if mode.has(denied) { Err(self.refusal_error(name, class, reason)) } else { Ok(()) }
    }
}
