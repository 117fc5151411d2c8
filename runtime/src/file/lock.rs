//! Locks whose data is always consistent, even after a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits for a lock, even if a thread has panicked while it held the lock.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
