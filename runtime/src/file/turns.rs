//! Turns: several threads prepare steps at once, and take them in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use super::lock::lock;

/// The value of `turn` once everything has stopped. No ticket has this number.
const STOPPED: usize = usize::MAX;

/// How often a thread looks before it sleeps. This takes some microseconds, less than waking up.
const LOOKS: usize = 2000;

/// Tickets that have their turn one after the other.
#[derive(Debug, Default)]
pub(super) struct Turns {
    turn: AtomicUsize,
    asleep: Mutex<()>,
    changed: Condvar,
}

impl Turns {
    /// Waits for the turn of the ticket. Returns `None` if everything stops before.
    pub(super) fn wait_for_turn(&self, ticket: usize) -> Option<Turn<'_>> {
        let come = || match self.turn.load(Ordering::Acquire) {
            STOPPED => Some(None),
            turn => (turn == ticket).then(|| Some(Turn { turns: self, ticket })),
        };
        // Most turns come within microseconds. Sleeping and waking would take longer than the conversion of a chunk.
        for _ in 0..LOOKS {
            if let Some(turn) = come() {
                return turn;
            }
            std::hint::spin_loop();
        }
        // `set_turn` changes the turn under this lock. So the turn cannot change between the look and the wait,
        // and no wake-up is missed.
        let mut asleep = lock(&self.asleep);
        loop {
            if let Some(turn) = come() {
                return turn;
            }
            asleep = self.changed.wait(asleep).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    /// Stops everything: no ticket has a turn any more.
    fn stop(&self) {
        self.set_turn(STOPPED);
    }

    fn set_turn(&self, ticket: usize) {
        let asleep = lock(&self.asleep);
        // Once everything has stopped it stays so: a thread that passes its turn later must not start it again.
        if self.turn.load(Ordering::Relaxed) != STOPPED {
            self.turn.store(ticket, Ordering::Release);
        }
        drop(asleep);
        self.changed.notify_all();
    }

    /// Runs the work of a thread. If it panics, stops everything, so that no other thread waits for this one.
    pub(super) fn stop_on_panic<R>(&self, work: impl FnOnce() -> R) -> R {
        let stop = StopOnDrop(self);
        let result = work();
        // `thread::panicking` would not do: a program may drop a value that writes while it unwinds.
        std::mem::forget(stop);
        result
    }
}

/// A turn. If it is dropped without being passed on, it stops everything.
#[derive(Debug)]
#[must_use = "the next one waits"]
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    ticket: usize,
}

impl Turn<'_> {
    /// Passes the turn to the next ticket.
    pub(super) fn pass(self) {
        self.turns.set_turn(self.ticket + 1);
        // Dropping the turn would stop everything.
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

    /// Tickets go in their order, in whatever order the threads arrive, asleep or not.
    #[test]
    fn tickets_go_in_order() {
        let (turns, done) = (Turns::default(), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for ticket in (0..20).rev() {
                let (turns, done) = (&turns, &done);
                scope.spawn(move || {
                    let turn = turns.wait_for_turn(ticket).expect("nobody stops");
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

    /// A thread that waits for a turn that does not come learns that everything has stopped.
    #[test]
    fn a_turn_that_is_not_passed_ends_all() {
        let turns = Turns::default();
        thread::scope(|scope| {
            let waits = scope.spawn(|| turns.wait_for_turn(1).is_none());
            drop(turns.wait_for_turn(0).expect("the first"));
            assert!(waits.join().expect("it does not panic"));
        });
        let turns = Turns::default();
        thread::scope(|scope| {
            let waits = scope.spawn(|| turns.wait_for_turn(1).is_none());
            let panics = scope.spawn(|| turns.stop_on_panic(|| panic!("before its turn")));
            assert!(panics.join().is_err());
            assert!(waits.join().expect("it does not panic"));
        });
    }
}
