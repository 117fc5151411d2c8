//! Where items lie: their shape and strides, and the runs of bytes that they form.

use std::ops::Range;

/// Items at regular distances in several dimensions.
///
/// Dimensions of one item are left out, and dimensions that continue each other are joined, so that an array without
/// gaps has one dimension.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// The dimension that changes first: its number of items, and the bytes from one to the next. `None` if there is
    /// one item.
    row: Option<(usize, isize)>,
    /// The other dimensions in the same form. The last of them changes next. No memory is allocated if there are none.
    outer: Vec<(usize, isize)>,
    item: usize,
    items: usize,
}

impl Layout {
    /// Items of `item` bytes at these distances. `shape` and `strides` must be equally long.
    pub(crate) fn new(shape: &[usize], strides: &[isize], item: usize) -> Layout {
        let items = shape.iter().fold(1_usize, |items, side| items.saturating_mul(*side));
        let (mut row, mut outer) = (None::<(usize, isize)>, Vec::new());
        for (&count, &stride) in shape.iter().zip(strides).filter(|(count, _)| **count != 1) {
            let whole = isize::try_from(count).ok().and_then(|count| stride.checked_mul(count));
            row = match row {
                // The dimension fills exactly one step of the one before it.
                Some((rows, step)) if whole == Some(step) => Some((rows.saturating_mul(count), stride)),
                previous => {
                    outer.extend(previous);
                    Some((count, stride))
                }
            };
        }
        Layout { row, outer, item, items }
    }

    /// Bytes of an item.
    pub(crate) fn item(&self) -> usize {
        self.item
    }

    /// The number of items.
    pub(crate) fn items(&self) -> usize {
        self.items
    }

    /// The offsets from the first byte of all items to the end of the last. Empty if there are no items.
    pub(crate) fn reach(&self) -> Range<isize> {
        if self.bytes() == 0 {
            return 0..0;
        }
        let (mut first, mut last) = (0_isize, 0_isize);
        for &(count, stride) in self.outer.iter().chain(&self.row) {
            // A negative stride leads to items before the first one.
            let way = steps(count - 1, stride);
            first = first.saturating_add(way.min(0));
            last = last.saturating_add(way.max(0));
        }
        first..last.saturating_add(isize::try_from(self.item).unwrap_or(isize::MAX))
    }

    /// Bytes of all items.
    pub(crate) fn bytes(&self) -> usize {
        self.items.saturating_mul(self.item)
    }

    /// Calls `tell` with the offset and the length of each run without gaps, for the bytes from byte `first` on,
    /// counted through the items in the order of C.
    ///
    /// # Panics
    ///
    /// Panics if the bytes are not whole items of the layout.
    pub(crate) fn for_each_run(&self, first: usize, bytes: usize, mut tell: impl FnMut(isize, usize)) {
        self.for_each_row(first, bytes, |offset, stride, count| {
            if isize::try_from(self.item) == Ok(stride) {
                return tell(offset, count * self.item);
            }
            let mut offset = offset;
            for _ in 0..count {
                tell(offset, self.item);
                offset = offset.wrapping_add(stride);
            }
        });
    }

    /// Calls `tell` for each part of the last dimension: with the offset of its first item, the bytes from one item to
    /// the next, and the number of items.
    ///
    /// # Panics
    ///
    /// Panics as [`Layout::for_each_run`] does.
    pub(crate) fn for_each_row(&self, first: usize, bytes: usize, mut tell: impl FnMut(isize, isize, usize)) {
        if bytes == 0 {
            return;
        }
        let whole = first.is_multiple_of(self.item) && bytes.is_multiple_of(self.item);
        assert!(whole && first + bytes <= self.bytes(), "whole items of the layout");
        let (mut position, mut remaining) = (first / self.item, bytes / self.item);
        let item = isize::try_from(self.item).unwrap_or(isize::MAX);
        let Some((row, stride)) = self.row else { return tell(0, item, 1) };
        while remaining > 0 {
            let count = (row - position % row).min(remaining);
            let mut offset = steps(position % row, stride);
            let mut index = position / row;
            for &(items, stride) in self.outer.iter().rev() {
                offset = offset.wrapping_add(steps(index % items, stride));
                index /= items;
            }
            tell(offset, stride, count);
            (position, remaining) = (position + count, remaining - count);
        }
    }
}

/// The bytes of `count` steps. Those of an array fit, because its items lie in memory.
fn steps(count: usize, stride: isize) -> isize {
    isize::try_from(count).unwrap_or(isize::MAX).wrapping_mul(stride)
}
