//! What is known of the size of a file, so that not each read asks for it.
//!
//! A read must know whether it crosses the end: see [`crate::prepared`]. But a question costs calls of the system, which
//! on parallel file systems are messages to a server. A file that had so many bytes has them still, as long as nobody
//! truncates it. MPI lets a process see another one's truncation only after `MPI_File_sync` or a new view, so the size is
//! forgotten there, and in `MPI_File_set_size`. In atomic mode changes are seen at once, and each read asks.

use std::sync::atomic::{AtomicI64, Ordering};

/// The least number of bytes that a file has.
#[derive(Debug)]
pub(crate) struct KnownSize(AtomicI64);

/// What is near the end, in bytes. Each read there asks, so that programs that cut small files by other means than MPI
/// find the new end.
const NEAR: i64 = 1 << 20;

/// Nothing is known, and nothing will be: the file is in atomic mode.
const ATOMIC: i64 = -1;

impl KnownSize {
    pub(crate) fn new(is_atomic: bool) -> KnownSize {
        let size = KnownSize(AtomicI64::default());
        size.set_atomic(is_atomic);
        size
    }

    /// The bytes that the file has at least, and that are not near its end.
    pub(crate) fn least_bytes(&self) -> i64 {
        (self.0.load(Ordering::Acquire) - NEAR).max(0)
    }

    /// Notes a size that the library has told.
    pub(crate) fn set_known(&self, size: i64) {
        // In atomic mode it stays unknown.
        let _ = self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, |current_size| {
            (current_size != ATOMIC).then_some(size)
        });
    }

    /// Forgets the size, because the file may be shorter.
    pub(crate) fn forget(&self) {
        self.set_known(0);
    }

    /// Sets whether the file is in atomic mode.
    pub(crate) fn set_atomic(&self, is_atomic: bool) {
        self.0.store(if is_atomic { ATOMIC } else { 0 }, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_known_until_it_may_change() {
        let size = KnownSize::new(false);
        assert_eq!(size.least_bytes(), 0);
        size.set_known(NEAR + 80);
        assert_eq!(size.least_bytes(), 80);
        size.forget();
        assert_eq!(size.least_bytes(), 0);
        size.set_known(NEAR + 80);
        size.set_atomic(true);
        size.set_known(NEAR + 80);
        assert_eq!(size.least_bytes(), 0);
        size.forget();
        size.set_known(NEAR + 80);
        assert_eq!(size.least_bytes(), 0);
        size.set_atomic(false);
        assert_eq!(size.least_bytes(), 0);
        size.set_known(NEAR + 80);
        assert_eq!(size.least_bytes(), 80);
        size.set_known(NEAR);
        assert_eq!(size.least_bytes(), 0);
        assert_eq!(KnownSize::new(true).least_bytes(), 0);
    }
}
