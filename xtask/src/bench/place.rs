//! Where slices begin, which decides how fast they are copied.
//!
//! A `memcpy` of 64 KiB by `rep movsb` is a third faster if both slices begin at the same place modulo 64, or if the
//! output begins at a multiple of 64. A loop of loads and stores is equally fast everywhere. An allocator places small
//! slices at arbitrary multiples of 16. To keep figures reproducible, all inputs begin at one place within a page, and
//! all outputs at another.

use std::ops::{Deref, DerefMut};

const PAGE: usize = 4096;

/// The number of bytes from the beginning of a page to the beginning of a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Phase(pub(super) usize);

impl Phase {
    /// The place of slices that are read.
    pub(super) const INPUT: Phase = Phase(16);
    /// The place of slices that are written, which differs modulo 64.
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
    /// `count` copies of `item`.
    pub(super) fn new(phase: Phase, count: usize, item: T) -> Placed<T> {
        // Items smaller than a page reach every place within a page that they can reach within `PAGE` items.
        let mut items = vec![item; count + PAGE];
        let begins = |start: &usize| items[*start..].as_ptr().addr() % PAGE == phase.0;
        let start = (0..PAGE).find(begins).unwrap_or(0);
        items.truncate(start + count);
        Placed { items, start, count }
    }

    /// A copy of the items at another place.
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
            // Items as long as records.
            assert_eq!(Placed::new(phase, 3, [7_u64; 5]).as_ptr().addr() % PAGE, phase.0);
            assert_eq!(*Placed::copy(phase, &[1, 2, 3]), [1, 2, 3]);
        }
    }
}
