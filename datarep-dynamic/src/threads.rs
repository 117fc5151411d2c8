//! Work in parts, side by side. It does not choose the parts.
//!
//! Programs that convert large files or arrays use it: the command and the Python package do.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Calls `run` for each part, and returns the results in the order of the parts.
///
/// There are as many threads as parts, and this one is among them. Each takes the next part until none is left. So if the
/// system has no thread to give, those that there are do all the work.
///
/// ```
/// use datarep_dynamic::threads::side_by_side;
/// assert_eq!(side_by_side(vec![1, 2, 3], |part| part * part), [1, 4, 9]);
/// ```
pub fn side_by_side<P: Send, R: Send>(parts: Vec<P>, run: impl Fn(P) -> R + Sync) -> Vec<R> {
    let extra_threads = parts.len().saturating_sub(1);
    side_by_side_while(extra_threads, parts, run, || ()).0
}

/// Calls `run` for each part, and meanwhile, in this thread, `beside`. Returns the results in the order of the parts, and
/// that of `beside`.
///
/// There are as many other threads as parts, and at most `extra_threads`. This thread takes parts, too, once `beside`
/// is done.
///
/// ```
/// use datarep_dynamic::threads::side_by_side_while;
/// let (squares, read) = side_by_side_while(2, vec![1, 2, 3], |part| part * part, || "the next parts");
/// assert_eq!((squares, read), (vec![1, 4, 9], "the next parts"));
/// ```
pub fn side_by_side_while<P: Send, R: Send, B>(
    extra_threads: usize,
    parts: Vec<P>,
    run: impl Fn(P) -> R + Sync,
    beside: impl FnOnce() -> B,
) -> (Vec<R>, B) {
    let extra_threads = extra_threads.min(parts.len());
    let waiting = Mutex::new(parts.into_iter().enumerate());
    // The lock is held while a part is taken, and not while `run` works on it.
    let take = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut results = Vec::new();
        while let Some((index, part)) = take() {
            results.push((index, run(part)));
        }
        results
    };
    let (mut results, beside) = thread::scope(|scope| {
        // The system may refuse a thread. `map_while` stops at the first refusal: there is no use in asking again.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let handles: Vec<_> = (0..extra_threads).map_while(spawn).collect();
        let beside = beside();
        // This thread works, too, and so the work is done even if no other thread could be started.
        let mut results = work();
        for handle in handles {
            results.extend(handle.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        (results, beside)
    });
    // Parts were taken in any order by any thread.
    results.sort_unstable_by_key(|(index, _)| *index);
    (results.into_iter().map(|(_, result)| result).collect(), beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_the_parts() {
        assert_eq!(side_by_side((0..5).collect(), |part| part * part), [0, 1, 4, 9, 16]);
        assert_eq!(side_by_side(Vec::new(), |part: u8| part), [0; 0]);
    }

    /// Without other threads this one does it all, in its order.
    #[test]
    fn work_is_done_beside_whatever_threads_there_are() {
        for others in [0, 1, 9] {
            let (squares, beside) = side_by_side_while(others, vec![1, 2, 3], |part| part * part, || 7);
            assert_eq!((squares, beside), (vec![1, 4, 9], 7), "{others}");
        }
    }
}
