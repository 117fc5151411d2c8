//! Accesses that have begun.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use datarep::Error;
use datarep::file::Status;

use super::asked::AccessArguments;
use super::handle::is_running;
use super::opening::OpenFile;
use crate::abi;
use crate::failure::Failure;
use crate::requests::{Completion, PendingCollective};
use crate::values::PinnedBuffer;

/// A nonblocking access, which owns the buffer until it is done: see [`datarep::file::Request`].
///
/// An access that is not collective is done before the request is returned. A collective one goes on in the MPI
/// library, and [`Request::wait`] or [`Request::test`] converts its items.
///
/// Dropping a request waits for it, and discards its outcome. While a panic unwinds, the request is not waited for, and
/// the buffer is left to the library.
#[must_use = "an access has an outcome: wait for it"]
pub struct Request<B> {
    work: RefCell<Option<RequestState<B>>>,
}

/// The buffer, and the outcome.
type FinishedAccess<B> = (B, Result<Status, Error>);

enum RequestState<B> {
    Running(Box<RunningAccess<B>>),
    Done(FinishedAccess<B>),
}

/// An access that is not done. `pending` is dropped before the values that it uses.
pub(super) struct RunningAccess<B> {
    pub(super) pending: PendingCollective,
    pub(super) owned: PinnedBuffer<B>,
    pub(super) arguments: AccessArguments,
    pub(super) pending_count: PendingCount,
}

/// Counts a file's access that has begun, until it is dropped.
pub(super) struct PendingCount(Rc<OpenFile>);

impl PendingCount {
    pub(super) fn increment(opening: &Rc<OpenFile>) -> PendingCount {
        opening.pending.set(opening.pending.get() + 1);
        PendingCount(Rc::clone(opening))
    }
}

impl Drop for PendingCount {
    fn drop(&mut self) {
        self.0.pending.set(self.0.pending.get() - 1);
    }
}

impl<B> RunningAccess<B> {
    /// Waits until the library is done. Returns how many items were moved.
    fn wait_for_items(&mut self) -> Result<i64, Failure> {
        let (library, mut status) = (self.pending_count.0.handle.library, abi::Status::EMPTY);
        self.pending.is_done(library, Completion::Wait, &mut status)?;
        self.pending.convert(library, &mut status)
    }

    /// Returns how many items were moved, or `None` if the library is not done.
    fn test_for_items(&mut self) -> Option<Result<i64, Failure>> {
        let (library, mut status) = (self.pending_count.0.handle.library, abi::Status::EMPTY);
        match self.pending.is_done(library, Completion::Test, &mut status) {
            Ok(false) => None,
            Ok(true) => Some(self.pending.convert(library, &mut status)),
            Err(failure) => Some(Err(failure)),
        }
    }

    fn end_with_outcome(self, moved: Result<i64, Failure>) -> FinishedAccess<B> {
        let RunningAccess { pending, owned, arguments, pending_count } = self;
        pending.end_access();
        let results = owned.take();
        let outcome =
            arguments.make_outcome(&pending_count.0.handle, &pending_count.0.path, &results, moved, 0);
        (results.buffer, outcome)
    }
}

impl<B> Request<B> {
    pub(super) fn from_outcome(buffer: B, outcome: Result<Status, Error>) -> Request<B> {
        Request { work: RefCell::new(Some(RequestState::Done((buffer, outcome)))) }
    }

    pub(super) fn running(running: RunningAccess<B>) -> Request<B> {
        Request { work: RefCell::new(Some(RequestState::Running(Box::new(running)))) }
    }

    /// Waits until the access is done. Returns the buffer, and the outcome.
    pub fn wait(self) -> (B, Result<Status, Error>) {
        let Some(work) = self.work.take() else { unreachable!("nothing else takes it") };
        match work {
            RequestState::Done(ended) => ended,
            RequestState::Running(mut running) => {
                let moved = running.wait_for_items();
                running.end_with_outcome(moved)
            }
        }
    }

    /// Returns whether the access is done, so that [`Request::wait`] does not block.
    pub fn test(&self) -> bool {
        let Some(work) = self.work.take() else { return false };
        let (work, is_done) = match work {
            RequestState::Done(ended) => (RequestState::Done(ended), true),
            RequestState::Running(mut running) => match running.test_for_items() {
                Some(moved) => (RequestState::Done(running.end_with_outcome(moved)), true),
                None => (RequestState::Running(running), false),
            },
        };
        self.work.replace(Some(work));
        is_done
    }
}

impl<B> Drop for Request<B> {
    fn drop(&mut self) {
        let Some(RequestState::Running(mut running)) = self.work.take() else { return };
        if std::thread::panicking() || !is_running(running.pending_count.0.handle.library) {
            // The library still uses the buffer.
            std::mem::forget(running);
            return;
        }
        // The outcome is discarded.
        let _: Result<i64, Failure> = running.wait_for_items();
        running.pending.end_access();
    }
}

impl<B> fmt::Debug for Request<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_done = matches!(&*self.work.borrow(), Some(RequestState::Done(_)));
        write!(f, "Request {{ done: {is_done} }}")
    }
}

/// A split collective access: begun by a `…_begin` method, and ended by [`Split::end`]. It runs when it begins.
///
/// A file has at most one of them at a time. Dropping it ends it, too.
#[must_use = "a split access is to be ended"]
pub struct Split<B> {
    pub(super) access: FinishedAccess<B>,
    /// Marks the split access as begun until it is dropped. `None` if the access was refused.
    pub(super) guard: Option<SplitAccessGuard>,
}

impl<B> Split<B> {
    /// Ends the access, as the `…_end` of the routine. Returns the buffer, and the outcome.
    pub fn end(self) -> (B, Result<Status, Error>) {
        let Split { access, guard } = self;
        drop(guard);
        access
    }
}

impl<B> fmt::Debug for Split<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.guard.as_ref().map_or("", |guard| &guard.0.path);
        write!(f, "Split({path:?})")
    }
}

/// Marks a file's only split access as begun.
pub(super) struct SplitAccessGuard(Rc<OpenFile>);

impl SplitAccessGuard {
    /// `None` if a split access has already begun.
    pub(super) fn begin(opening: &Rc<OpenFile>) -> Option<SplitAccessGuard> {
        let has_split: &Cell<bool> = &opening.split;
        (!has_split.replace(true)).then(|| SplitAccessGuard(Rc::clone(opening)))
    }
}

impl Drop for SplitAccessGuard {
    fn drop(&mut self) {
        self.0.split.set(false);
    }
}
