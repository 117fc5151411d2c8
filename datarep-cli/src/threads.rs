//! Work in parts, side by side. It does not choose the parts.

use std::panic::resume_unwind;
use std::thread;

/// Calls `run` for each part: for the first one in this thread, for each other in a thread of its own. If the system
/// has no thread left, this thread does the work. The results have the order of the parts.
pub(crate) fn side_by_side<P: Copy + Send, R: Send>(
    mut parts: impl Iterator<Item = P>,
    run: impl Fn(P) -> R + Copy + Send,
) -> Vec<R> {
    let Some(first) = parts.next() else { return Vec::new() };
    thread::scope(|scope| {
        let spawn = |part| thread::Builder::new().spawn_scoped(scope, move || run(part)).map_err(|_| part);
        let others: Vec<_> = parts.map(spawn).collect();
        let first = [run(first)].into_iter();
        let others = others.into_iter().map(|other| match other {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(part) => run(part),
        });
        first.chain(others).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_the_parts() {
        assert_eq!(side_by_side(0..5, |part| part * part), [0, 1, 4, 9, 16]);
        assert_eq!(side_by_side(0..0, |part| part), [0; 0]);
    }
}
