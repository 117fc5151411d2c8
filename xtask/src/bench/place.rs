//! Where slices begin: it decides how fast they are copied.
//!
//! A `memcpy` of 64 KiB by `rep movsb` is a third faster where both slices begin alike, modulo 64, or the output at a
//! multiple of 64, than where they do not; a loop of loads and stores is as fast everywhere. An allocator gives small
//! slices any multiples of 16. So that no figure is by chance, all inputs begin at one place within a page, and all
//! outputs at another.

use std::ops::{Deref, DerefMut};

const PAGE: usize = 4096;

/// How many bytes behind the beginning of a page a slice begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Phase(pub(super) usize);

impl Phase {
    /// Of what is read from.
    pub(super) const INPUT: Phase = Phase(16);
    /// Of what is written to, not alike.
    pub(super) const OUTPUT: Phase = Phase(32);
}

/// A slice that begins at a given place within a page.
#[derive(Debug)]
pub(super) struct Placed<T> {
    items: Vec<T>,
    start: usize,
    count: usize,
}

impl<T: Clone> Placed<T> {
    /// So many of one item.
    pub(super) fn new(phase: Phase, count: usize, item: T) -> Placed<T> {
        // Items of less than a page come by every place within one that they can come by.
        let mut items = vec![item; count + PAGE];
        let begins = |start: &usize| items[*start..].as_ptr().addr() % PAGE == phase.0;
        let start = (0..PAGE).find(begins).unwrap_or(0);
        items.truncate(start + count);
        Placed { items, start, count }
    }

    /// As they are, at another place.
    pub(super) fn copy(phase: Phase, items: &[T]) -> Placed<T> {
        let Some(first) = items.first() else { return Placed { items: Vec::new(), start: 0, count: 0 } };
        let mut placed = Placed::new(phase, items.len(), first.clone());
        placed.clone_from_slice(items);
        placed
    }
}

impl<T> Deref for Placed<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[self.start..][..self.count]
    }
}

impl<T> DerefMut for Placed<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[self.start..][..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_begin_where_they_are_to() {
        for phase in [Phase::INPUT, Phase::OUTPUT, Phase(0), Phase(2048)] {
            assert_eq!(Placed::new(phase, 3, 7_u8).as_ptr().addr() % PAGE, phase.0);
            assert_eq!(Placed::new(phase, 3, 7_u64).as_ptr().addr() % PAGE, phase.0);
            // As long as the records are.
            assert_eq!(Placed::new(phase, 3, [7_u64; 5]).as_ptr().addr() % PAGE, phase.0);
            assert_eq!(*Placed::copy(phase, &[1, 2, 3]), [1, 2, 3]);
        }
    }
}
