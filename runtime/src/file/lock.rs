//! Locks under which nothing is left half-done.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits for a lock, also where a thread has panicked under it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
