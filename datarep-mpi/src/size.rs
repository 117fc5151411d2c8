//! What is known of the size of a file, so that not each read asks for it.
//!
//! A read must know whether it crosses the end: see [`crate::prepared`]. But a question costs calls of the system, which
//! on parallel file systems are messages to a server. A file that had so many bytes has them still, as long as nobody
//! truncates it. MPI lets a process see another one's truncation only after `MPI_File_sync` or a new view, so the size is
//! forgotten there, and in `MPI_File_set_size`. In atomic mode changes are seen at once, and each read asks.

use std::sync::atomic::{AtomicI64, Ordering};

/// The least number of bytes that a file has.
#[derive(Debug)]
pub(crate) struct Size(AtomicI64);

/// What is near the end, in bytes. Each read there asks, so that programs that cut small files by other means than MPI
/// find the new end.
const NEAR: i64 = 1 << 20;

/// Nothing is known, and nothing will be: the file is in atomic mode.
const ATOMIC: i64 = -1;

impl Size {
    pub(crate) fn new(is_atomic: bool) -> Size {
        let size = Size(AtomicI64::default());
        size.set_atomic(is_atomic);
        size
    }

    /// The bytes that the file has at least, and that are not near its end.
    pub(crate) fn least(&self) -> i64 {
        (self.0.load(Ordering::Acquire) - NEAR).max(0)
    }

    /// Notes a size that the library has told.
    pub(crate) fn learn(&self, size: i64) {
        // In atomic mode it stays unknown.
        let _ = self
            .0
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |known| (known != ATOMIC).then_some(size));
    }

    /// Forgets the size, because the file may be shorter.
    pub(crate) fn forget(&self) {
        self.learn(0);
    }

    /// Notes that the file is in atomic mode, or no more.
    pub(crate) fn set_atomic(&self, is_atomic: bool) {
        self.0.store(if is_atomic { ATOMIC } else { 0 }, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_known_until_it_may_change() {
        let size = Size::new(false);
        assert_eq!(size.least(), 0);
        size.learn(NEAR + 80);
        assert_eq!(size.least(), 80);
        size.forget();
        assert_eq!(size.least(), 0);
        size.learn(NEAR + 80);
        size.set_atomic(true);
        size.learn(NEAR + 80);
        assert_eq!(size.least(), 0);
        size.forget();
        size.learn(NEAR + 80);
        assert_eq!(size.least(), 0);
        size.set_atomic(false);
        assert_eq!(size.least(), 0);
        size.learn(NEAR + 80);
        assert_eq!(size.least(), 80);
        size.learn(NEAR);
        assert_eq!(size.least(), 0);
        assert_eq!(Size::new(true).least(), 0);
    }
}
