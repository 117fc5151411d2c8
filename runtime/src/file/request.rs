//! Accesses that run while the program continues.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread::{self, JoinHandle};

use crate::error::Error;

use super::status::Status;

// Requirement: R-ACC-5.
/// A nonblocking access. It runs in its own thread, and owns the buffer until it is done.
///
/// ```
/// use datarep::file::{File, Mode};
/// # let path = std::env::temp_dir().join(format!("datarep-request-{}", std::process::id()));
/// let file = File::open(&path, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE)?;
/// let request = file.iwrite_at(0, vec![1.5_f64, 2.5])?;
/// // Meanwhile the program computes.
/// let (samples, status) = request.wait();
/// assert_eq!(status?.count(), Some(samples.len() as i64));
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// Dropping a request waits for the access and discards its outcome. If the system cannot start a thread, the access is
/// done before the request is returned.
#[must_use = "an access has an outcome: wait for it"]
pub struct Request<B> {
    work: Option<RequestWork<B>>,
}

/// The buffer, and the outcome of the access.
type RequestResult<B> = (B, Result<Status, Error>);

enum RequestWork<B> {
    Running(JoinHandle<RequestResult<B>>),
    Done(RequestResult<B>),
}

impl<B: Send + 'static> Request<B> {
    /// Starts the access. `pending` counts it until it is done.
    pub(super) fn start(
        mut buffer: B,
        pending: &Arc<AtomicUsize>,
        access: impl FnOnce(&mut B) -> Result<Status, Error> + Send + 'static,
    ) -> Request<B> {
        let pending = PendingCount::new(pending);
        let job = move || {
            let outcome = access(&mut buffer);
            // The count goes down before the thread ends: a program that has seen `test` succeed can close the file.
            drop(pending);
            (buffer, outcome)
        };
        // The job is handed over after the thread has started. If no thread starts, the job is still here.
        let (hand, taken) = sync_channel::<Box<dyn FnOnce() -> RequestResult<B> + Send>>(1);
        let thread = thread::Builder::new().spawn(move || {
            let job = taken.recv().expect("it is sent as soon as the thread is there");
            job()
        });
        let work = match thread {
            Ok(thread) => {
                // Cannot fail: the thread waits for the job before anything else.
                let _ = hand.send(Box::new(job));
                RequestWork::Running(thread)
            }
            Err(_) => RequestWork::Done(job()),
        };
        Request { work: Some(work) }
    }

    /// Waits for the end of the access. Returns the buffer and the outcome.
    ///
    /// # Panics
    ///
    /// If the program's own [`Storage`](crate::file::Storage) panicked in the access, with that panic.
    pub fn wait(mut self) -> (B, Result<Status, Error>) {
        match self.work.take().expect("nothing else takes it") {
            RequestWork::Running(thread) => {
                // A storage of the program has panicked. The thread that waits for the access gets the panic.
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }
            RequestWork::Done(outcome) => outcome,
        }
    }
}

impl<B> Request<B> {
    /// Whether the access is done, so that [`Request::wait`] does not wait.
    pub fn test(&self) -> bool {
        !matches!(&self.work, Some(RequestWork::Running(thread)) if !thread.is_finished())
    }
}

impl<B> Drop for Request<B> {
    /// Waits, because the end of the process would end the access too.
    fn drop(&mut self) {
        if let Some(RequestWork::Running(thread)) = self.work.take() {
            let _ = thread.join();
        }
    }
}

impl<B> fmt::Debug for Request<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Request {{ done: {} }}", self.test())
    }
}

/// Counts an access while it runs.
struct PendingCount(Arc<AtomicUsize>);

impl PendingCount {
    fn new(pending: &Arc<AtomicUsize>) -> PendingCount {
        pending.fetch_add(1, Ordering::SeqCst);
        PendingCount(Arc::clone(pending))
    }
}

impl Drop for PendingCount {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

// Requirement: R-ACC-6.
/// A split collective access: begun by a `…_begin` routine, and ended by [`Split::end`].
///
/// A handle has at most one of them. Dropping it waits for the access, and ends it.
#[must_use = "a split access is to be ended"]
#[derive(Debug)]
pub struct Split<B> {
    request: Request<B>,
    begun: SplitMark,
}

impl<B: Send + 'static> Split<B> {
    pub(super) fn new(request: Request<B>, begun: SplitMark) -> Split<B> {
        Split { request, begun }
    }

    /// Waits for the end of the access, as the `…_end` routine does. Returns the buffer and the outcome.
    pub fn end(self) -> (B, Result<Status, Error>) {
        let Split { request, begun } = self;
        let outcome = request.wait();
        drop(begun);
        outcome
    }
}

/// Marks the one split access of a handle.
#[derive(Debug)]
pub(super) struct SplitMark(Arc<AtomicBool>);

impl SplitMark {
    /// Marks a split access, or returns `None` if the handle has one already.
    pub(super) fn begin(one: &Arc<AtomicBool>) -> Option<SplitMark> {
        (!one.swap(true, Ordering::SeqCst)).then(|| SplitMark(Arc::clone(one)))
    }
}

impl Drop for SplitMark {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}
