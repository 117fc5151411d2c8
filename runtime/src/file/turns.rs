//! Whose turn it is: what several threads prepare at once, and do in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use super::lock::lock;

/// The turn of nobody: all has ended.
const STOPPED: usize = usize::MAX;

/// How often a thread looks before it sleeps: some microseconds, less than waking it takes.
const LOOKS: usize = 2000;

/// Tickets that come to their turn one after the other.
#[derive(Debug, Default)]
pub(super) struct Turns {
    turn: AtomicUsize,
    asleep: Mutex<()>,
    changed: Condvar,
}

impl Turns {
    /// Waits for the turn of the ticket. Without one when all has stopped before.
    pub(super) fn wait(&self, ticket: usize) -> Option<Turn<'_>> {
        let come = || match self.turn.load(Ordering::Acquire) {
            STOPPED => Some(None),
            turn => (turn == ticket).then(|| Some(Turn { turns: self, ticket })),
        };
        for _ in 0..LOOKS {
            if let Some(turn) = come() {
                return turn;
            }
            std::hint::spin_loop();
        }
        let mut asleep = lock(&self.asleep);
        loop {
            if let Some(turn) = come() {
                return turn;
            }
            asleep = self.changed.wait(asleep).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    /// No ticket has a turn any more.
    fn stop(&self) {
        self.become_that_of(STOPPED);
    }

    fn become_that_of(&self, ticket: usize) {
        let asleep = lock(&self.asleep);
        if self.turn.load(Ordering::Relaxed) != STOPPED {
            self.turn.store(ticket, Ordering::Release);
        }
        drop(asleep);
        self.changed.notify_all();
    }

    /// Runs the work of a thread; stops all when it panics, so that no other waits for it.
    pub(super) fn stop_on_panic<R>(&self, work: impl FnOnce() -> R) -> R {
        let stop = StopOnDrop(self);
        let result = work();
        // Whether the thread is panicking would not tell: a program may drop what writes while it unwinds.
        std::mem::forget(stop);
        result
    }
}

/// A turn. It ends all where it is not passed on.
#[derive(Debug)]
#[must_use = "the next one waits"]
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    ticket: usize,
}

impl Turn<'_> {
    /// The next ticket has its turn.
    pub(super) fn pass(self) {
        self.turns.become_that_of(self.ticket + 1);
        std::mem::forget(self);
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.stop();
    }
}

/// See [`Turns::stop_on_panic`].
struct StopOnDrop<'a>(&'a Turns);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Whatever the order in which they come, they go in that of their tickets; asleep or not.
    #[test]
    fn tickets_go_in_order() {
        let (turns, done) = (Turns::default(), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for ticket in (0..20).rev() {
                let (turns, done) = (&turns, &done);
                scope.spawn(move || {
                    let turn = turns.wait(ticket).expect("nobody stops");
                    lock(done).push(ticket);
                    if ticket % 7 == 0 {
                        thread::sleep(std::time::Duration::from_millis(5));
                    }
                    turn.pass();
                });
            }
        });
        assert_eq!(*lock(&done), (0..20).collect::<Vec<_>>());
    }

    /// Who waits for a turn that does not come hears of it.
    #[test]
    fn a_turn_that_is_not_passed_ends_all() {
        let turns = Turns::default();
        thread::scope(|scope| {
            let waits = scope.spawn(|| turns.wait(1).is_none());
            drop(turns.wait(0).expect("the first"));
            assert!(waits.join().expect("it does not panic"));
        });
        let turns = Turns::default();
        thread::scope(|scope| {
            let waits = scope.spawn(|| turns.wait(1).is_none());
            let panics = scope.spawn(|| turns.stop_on_panic(|| panic!("before its turn")));
            assert!(panics.join().is_err());
            assert!(waits.join().expect("it does not panic"));
        });
    }
}
