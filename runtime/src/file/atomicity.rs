//! The atomicity of an opening, and the accesses that are running.
//!
//! In atomic mode an access that writes runs alone, and accesses that read run beside no access that writes. In the
//! other mode accesses run side by side, and are only counted so that a change of the mode can wait for them. A
//! conversion function may begin another access inside an access. The inner access must not wait for a change that
//! waits for the outer one.

use std::sync::{Condvar, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::lock::lock;

/// The mode, and the accesses that run in it.
#[derive(Debug, Default)]
pub(super) struct Atomicity {
    now: Mutex<AtomicityState>,
    /// Notifies that no access runs beside others any more.
    ended: Condvar,
    /// Held by a change of the mode until all its waiting is over.
    changing: Mutex<()>,
    /// Held by each access in atomic mode.
    atomic: RwLock<()>,
}

#[derive(Debug, Default)]
struct AtomicityState {
    atomic: bool,
    /// The number of accesses that run side by side.
    beside: usize,
}

/// An access that is running, until it is dropped.
#[derive(Debug)]
#[must_use = "it ends when this is dropped"]
pub(super) enum RunningAccess<'a> {
    Beside { _others: ConcurrentAccess<'a> },
    Reading { _alone: RwLockReadGuard<'a, ()> },
    Writing { _alone: RwLockWriteGuard<'a, ()> },
}

/// Counts an access that runs beside others.
#[derive(Debug)]
pub(super) struct ConcurrentAccess<'a>(&'a Atomicity);

impl Atomicity {
    pub(super) fn is_atomic(&self) -> bool {
        lock(&self.now).atomic
    }

    /// Changes the mode of accesses that begin from now on, and waits for those that have begun before.
    pub(super) fn set_atomic(&self, atomic: bool) {
        // Without this lock, an access inside one that still ends in the previous mode could see the next mode, and
        // wait in it.
        let _one = lock(&self.changing);
        let mut now = lock(&self.now);
        now.atomic = atomic;
        // Only accesses in the mode that is not atomic are counted. Those in the other mode hold the lock that is
        // taken below.
        while atomic && now.beside > 0 {
            now = self.ended.wait(now).unwrap_or_else(PoisonError::into_inner);
        }
        // Released before the wait below: accesses that begin or end meanwhile take this lock.
        drop(now);
        drop(self.lock_exclusively());
    }

    /// Begins an access that reads.
    pub(super) fn begin_read(&self) -> RunningAccess<'_> {
        self.begin_concurrent().map_or_else(
            || RunningAccess::Reading { _alone: self.atomic.read().unwrap_or_else(PoisonError::into_inner) },
            |beside| RunningAccess::Beside { _others: beside },
        )
    }

    /// Begins an access that writes.
    pub(super) fn begin_write(&self) -> RunningAccess<'_> {
        self.begin_concurrent().map_or_else(
            || RunningAccess::Writing { _alone: self.lock_exclusively() },
            |beside| RunningAccess::Beside { _others: beside },
        )
    }

    /// Begins an access beside others, unless the mode is atomic.
    fn begin_concurrent(&self) -> Option<ConcurrentAccess<'_>> {
        let mut now = lock(&self.now);
        if now.atomic {
            return None;
        }
        // Counted under the lock under which the mode was read. Otherwise `set_atomic` could see no access between the two.
        now.beside += 1;
        Some(ConcurrentAccess(self))
    }

    fn lock_exclusively(&self) -> RwLockWriteGuard<'_, ()> {
        self.atomic.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConcurrentAccess<'_> {
    fn drop(&mut self) {
        let mut now = lock(&self.0.now);
        now.beside -= 1;
        // Only `set_atomic` waits, and only for the last one.
        if now.beside == 0 {
            self.0.ended.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    /// A change in either direction waits, but does not block accesses inside those that it waits for.
    #[test]
    fn a_change_waits_for_what_runs() {
        let atomicity = Atomicity::default();
        for atomic in [true, false] {
            let running = atomicity.begin_write();
            let ended = AtomicBool::new(false);
            thread::scope(|scope| {
                scope.spawn(|| {
                    atomicity.set_atomic(atomic);
                    assert!(ended.load(Ordering::SeqCst), "it did not wait");
                });
                while atomicity.is_atomic() != atomic {
                    thread::yield_now();
                }
                for _ in 0..1000 {
                    thread::yield_now();
                }
                drop(atomicity.begin_read());
                ended.store(true, Ordering::SeqCst);
                drop(running);
            });
        }
    }

    /// Each change ends before the next begins. An access inside one that a change waits for keeps the mode that it has
    /// seen.
    #[test]
    fn changes_come_one_after_the_other() {
        let atomicity = Atomicity::default();
        for atomic in [false, true] {
            atomicity.set_atomic(!atomic);
            let running = atomicity.begin_write();
            thread::scope(|scope| {
                scope.spawn(|| atomicity.set_atomic(atomic));
                while atomicity.is_atomic() != atomic {
                    thread::yield_now();
                }
                scope.spawn(|| atomicity.set_atomic(!atomic));
                for _ in 0..1000 {
                    thread::yield_now();
                }
                let kept = atomicity.is_atomic() == atomic;
                if kept {
                    drop(atomicity.begin_read());
                }
                drop(running);
                assert!(kept, "an access inside of another would wait for it");
            });
        }
    }

    #[test]
    fn accesses_run_beside_one_another_or_take_turns() {
        let atomicity = Atomicity::default();
        let (one, other) = (atomicity.begin_write(), atomicity.begin_write());
        drop((one, other));
        atomicity.set_atomic(true);
        let (one, other) = (atomicity.begin_read(), atomicity.begin_read());
        assert!(atomicity.atomic.try_write().is_err());
        drop((one, other));
        let writes = atomicity.begin_write();
        assert!(atomicity.atomic.try_read().is_err());
        drop(writes);
    }
}
