//! Accesses that run while the program goes on.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread::{self, JoinHandle};

use crate::error::Error;

use super::status::Status;

// Requirement: R-ACC-5.
/// A nonblocking access: it runs in a thread of its own, and has the buffer until it is done.
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
/// A request that is dropped is waited for, and nobody hears of its outcome. Where the system has no thread left, the
/// access is done before the request is there.
#[must_use = "an access has an outcome: wait for it"]
pub struct Request<B> {
    work: Option<Work<B>>,
}

/// The buffer, and what was done.
type Ended<B> = (B, Result<Status, Error>);

enum Work<B> {
    Running(JoinHandle<Ended<B>>),
    Done(Ended<B>),
}

impl<B: Send + 'static> Request<B> {
    /// Starts the access. `pending` is one more until it is done.
    pub(super) fn start(
        mut buffer: B,
        pending: &Arc<AtomicUsize>,
        access: impl FnOnce(&mut B) -> Result<Status, Error> + Send + 'static,
    ) -> Request<B> {
        let pending = Pending::one_more(pending);
        let job = move || {
            let outcome = access(&mut buffer);
            drop(pending);
            (buffer, outcome)
        };
        // The job is handed over when the thread is there: where there is none it is still ours.
        let (hand, taken) = sync_channel::<Box<dyn FnOnce() -> Ended<B> + Send>>(1);
        let thread = thread::Builder::new().spawn(move || {
            let job = taken.recv().expect("it is sent as soon as the thread is there");
            job()
        });
        let work = match thread {
            Ok(thread) => {
                // The thread waits for it.
                let _ = hand.send(Box::new(job));
                Work::Running(thread)
            }
            Err(_) => Work::Done(job()),
        };
        Request { work: Some(work) }
    }

    /// Waits for the end: the buffer, and what was done.
    ///
    /// # Panics
    ///
    /// As the access did, where the program's own [`Storage`](crate::file::Storage) panicked in it.
    pub fn wait(mut self) -> (B, Result<Status, Error>) {
        match self.work.take().expect("nothing else takes it") {
            Work::Running(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Work::Done(outcome) => outcome,
        }
    }
}

impl<B> Request<B> {
    /// Whether the access is done, so that [`Request::wait`] does not wait.
    pub fn test(&self) -> bool {
        !matches!(&self.work, Some(Work::Running(thread)) if !thread.is_finished())
    }
}

impl<B> Drop for Request<B> {
    /// A process that ended before would take the access with it.
    fn drop(&mut self) {
        if let Some(Work::Running(thread)) = self.work.take() {
            let _ = thread.join();
        }
    }
}

impl<B> fmt::Debug for Request<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Request {{ done: {} }}", self.test())
    }
}

/// Counts an access that has begun.
struct Pending(Arc<AtomicUsize>);

impl Pending {
    fn one_more(pending: &Arc<AtomicUsize>) -> Pending {
        pending.fetch_add(1, Ordering::SeqCst);
        Pending(Arc::clone(pending))
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

// Requirement: R-ACC-6.
/// A split collective access: begun by a `…_begin`, to be ended by [`Split::end`].
///
/// A handle has at most one of them. One that is dropped is waited for, which ends it too.
#[must_use = "a split access is to be ended"]
#[derive(Debug)]
pub struct Split<B> {
    request: Request<B>,
    begun: Begun,
}

impl<B: Send + 'static> Split<B> {
    pub(super) fn new(request: Request<B>, begun: Begun) -> Split<B> {
        Split { request, begun }
    }

    /// Waits for the end, the `…_end` of the routine: the buffer, and what was done.
    pub fn end(self) -> (B, Result<Status, Error>) {
        let Split { request, begun } = self;
        let outcome = request.wait();
        drop(begun);
        outcome
    }
}

/// The one split access of a handle.
#[derive(Debug)]
pub(super) struct Begun(Arc<AtomicBool>);

impl Begun {
    /// `None` where there is one already.
    pub(super) fn begin(one: &Arc<AtomicBool>) -> Option<Begun> {
        (!one.swap(true, Ordering::SeqCst)).then(|| Begun(Arc::clone(one)))
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}
