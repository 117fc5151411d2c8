//! Accesses that have begun.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use datarep::Error;
use datarep::file::Status;

use super::asked::Asked;
use super::handle::is_running;
use super::opening::Opening;
use crate::abi;
use crate::failure::Failure;
use crate::requests::{Completion, Pending};
use crate::values::Owned;

/// A nonblocking access, which owns the buffer until it is done: see [`datarep::file::Request`].
///
/// An access that is not collective is done before the request is returned. A collective one goes on in the MPI
/// library, and [`Request::wait`] or [`Request::test`] converts its items.
///
/// Dropping a request waits for it, and discards its outcome. While a panic unwinds, the request is not waited for, and
/// the buffer is left to the library.
#[must_use = "an access has an outcome: wait for it"]
pub struct Request<B> {
    work: RefCell<Option<Work<B>>>,
}

/// The buffer, and the outcome.
type Ended<B> = (B, Result<Status, Error>);

enum Work<B> {
    Running(Box<Running<B>>),
    Done(Ended<B>),
}

/// An access that is not done. `pending` is dropped before the values that it uses.
pub(super) struct Running<B> {
    pub(super) pending: Pending,
    pub(super) owned: Owned<B>,
    pub(super) asked: Asked,
    pub(super) counted: Counted,
}

/// Counts a file's access that has begun, until it is dropped.
pub(super) struct Counted(Rc<Opening>);

impl Counted {
    pub(super) fn one_more(opening: &Rc<Opening>) -> Counted {
        opening.pending.set(opening.pending.get() + 1);
        Counted(Rc::clone(opening))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.pending.set(self.0.pending.get() - 1);
    }
}

impl<B> Running<B> {
    /// Waits until the library is done. Returns how many items were moved.
    fn wait_for_items(&mut self) -> Result<i64, Failure> {
        let (library, mut status) = (self.counted.0.handle.library, abi::Status::EMPTY);
        self.pending.is_done(library, Completion::Wait, &mut status)?;
        self.pending.convert(library, &mut status)
    }

    /// Returns how many items were moved, or `None` if the library is not done.
    fn test_for_items(&mut self) -> Option<Result<i64, Failure>> {
        let (library, mut status) = (self.counted.0.handle.library, abi::Status::EMPTY);
        match self.pending.is_done(library, Completion::Test, &mut status) {
            Ok(false) => None,
            Ok(true) => Some(self.pending.convert(library, &mut status)),
            Err(failure) => Some(Err(failure)),
        }
    }

    fn end_with_outcome(self, moved: Result<i64, Failure>) -> Ended<B> {
        let Running { pending, owned, asked, counted } = self;
        pending.end_access();
        let held = owned.take();
        let outcome = asked.outcome(&counted.0.handle, &counted.0.path, &held, moved, 0);
        (held.buffer, outcome)
    }
}

impl<B> Request<B> {
    pub(super) fn from_outcome(buffer: B, outcome: Result<Status, Error>) -> Request<B> {
        Request { work: RefCell::new(Some(Work::Done((buffer, outcome)))) }
    }

    pub(super) fn running(running: Running<B>) -> Request<B> {
        Request { work: RefCell::new(Some(Work::Running(Box::new(running)))) }
    }

    /// Waits until the access is done. Returns the buffer, and the outcome.
    pub fn wait(self) -> (B, Result<Status, Error>) {
        let Some(work) = self.work.take() else { unreachable!("nothing else takes it") };
        match work {
            Work::Done(ended) => ended,
            Work::Running(mut running) => {
                let moved = running.wait_for_items();
                running.end_with_outcome(moved)
            }
        }
    }

    /// Returns whether the access is done, so that [`Request::wait`] does not block.
    pub fn test(&self) -> bool {
        let Some(work) = self.work.take() else { return false };
        let (work, done) = match work {
            Work::Done(ended) => (Work::Done(ended), true),
            Work::Running(mut running) => match running.test_for_items() {
                Some(moved) => (Work::Done(running.end_with_outcome(moved)), true),
                None => (Work::Running(running), false),
            },
        };
        self.work.replace(Some(work));
        done
    }
}

impl<B> Drop for Request<B> {
    fn drop(&mut self) {
        let Some(Work::Running(mut running)) = self.work.take() else { return };
        if std::thread::panicking() || !is_running(running.counted.0.handle.library) {
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
        let done = matches!(&*self.work.borrow(), Some(Work::Done(_)));
        write!(f, "Request {{ done: {done} }}")
    }
}

/// A split collective access: begun by a `…_begin` method, and ended by [`Split::end`]. It runs when it begins.
///
/// A file has at most one of them at a time. Dropping it ends it, too.
#[must_use = "a split access is to be ended"]
pub struct Split<B> {
    pub(super) ended: Ended<B>,
    /// Marks the split access as begun until it is dropped. `None` if the access was refused.
    pub(super) begun: Option<Begun>,
}

impl<B> Split<B> {
    /// Ends the access, as the `…_end` of the routine. Returns the buffer, and the outcome.
    pub fn end(self) -> (B, Result<Status, Error>) {
        let Split { ended, begun } = self;
        drop(begun);
        ended
    }
}

impl<B> fmt::Debug for Split<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.begun.as_ref().map_or("", |begun| &begun.0.path);
        write!(f, "Split({path:?})")
    }
}

/// Marks a file's only split access as begun.
pub(super) struct Begun(Rc<Opening>);

impl Begun {
    /// `None` if a split access has already begun.
    pub(super) fn begin(opening: &Rc<Opening>) -> Option<Begun> {
        let one: &Cell<bool> = &opening.split;
        (!one.replace(true)).then(|| Begun(Rc::clone(opening)))
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.0.split.set(false);
    }
}
