//! Slices of items whose bytes only change their order, converted by the same loops as other slices.

use super::blocks::{OneWay, convert};
use super::ordinary::Ordinary;
use super::scalar::ByteOrder;
use crate::kernel::table::Table;
use crate::kernel::{Processor, stream};
use crate::loss::{Kinds, Loss};

/// A number of `N` bytes, whose order is reversed.
struct Reversed<const N: usize>;

impl<const N: usize> OneWay for Reversed<N> {
    type From = [u8; N];
    type To = [u8; N];
    const ORDER: Option<ByteOrder> = Some(ByteOrder::Mixed);
    const TABLE: Option<&'static Table> = None;
    const IN_BLOCKS: bool = true;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the body of a loop")]
    fn ordinary<P: Processor>(mut from: [u8; N]) -> Ordinary<[u8; N]> {
        from.reverse();
        Ordinary::new(from, false, false)
    }

    fn exact(mut from: [u8; N]) -> ([u8; N], Kinds) {
        from.reverse();
        (from, Kinds::NONE)
    }
}

/// Copies bytes and reverses the order of each `unit` bytes: 1, 2, 4, 8 or 16.
pub(crate) fn copy_reversing(unit: usize, from: &[u8], to: &mut [u8]) {
    fn by<const N: usize>(from: &[u8], to: &mut [u8]) {
        convert::<Reversed<N>>(from.as_chunks().0, to.as_chunks_mut().0, &mut Loss::default());
    }
    match unit {
        2 => by::<2>(from, to),
        4 => by::<4>(from, to),
        8 => by::<8>(from, to),
        16 => by::<16>(from, to),
        // Unit 1: nothing is reversed. A table with another unit is refused when it is imported.
        _ => stream::copy_as_is(from, to),
    }
}
