//! Where items lie: shape and strides, and the runs of bytes that they make.

/// Items at regular distances in several dimensions.
///
/// Dimensions of one item are left out, and those that continue each other are one, so that an array without gaps has one dimension.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// Items and the bytes from one to the next, of the dimension that changes first; `None` where there is one item.
    row: Option<(usize, isize)>,
    /// The same of the others, the last one of which changes next. No memory is asked for where there are none.
    outer: Vec<(usize, isize)>,
    item: usize,
    items: usize,
}

impl Layout {
    /// Items of so many bytes at these distances. `shape` and `strides` are equally long.
    pub(crate) fn new(shape: &[usize], strides: &[isize], item: usize) -> Layout {
        let items = shape.iter().product();
        let (mut row, mut outer) = (None::<(usize, isize)>, Vec::new());
        for (&count, &stride) in shape.iter().zip(strides).filter(|(count, _)| **count != 1) {
            let whole = isize::try_from(count).ok().and_then(|count| stride.checked_mul(count));
            row = match row {
                Some((rows, step)) if whole == Some(step) => Some((rows.saturating_mul(count), stride)),
                before => {
                    outer.extend(before);
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

    /// Bytes of all items.
    pub(crate) fn bytes(&self) -> usize {
        self.items.saturating_mul(self.item)
    }

    /// Tells offsets and lengths of the bytes from `first` on, counted through the items in the order of C: runs without gaps.
    ///
    /// # Panics
    ///
    /// Where the bytes are not whole items of the layout.
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

    /// Tells the offset of a first item, the bytes from it to the next, and how many they are: parts of the last dimension.
    ///
    /// # Panics
    ///
    /// As [`Layout::for_each_run`].
    pub(crate) fn for_each_row(&self, first: usize, bytes: usize, mut tell: impl FnMut(isize, isize, usize)) {
        if bytes == 0 {
            return;
        }
        let whole = first.is_multiple_of(self.item) && bytes.is_multiple_of(self.item);
        assert!(whole && first + bytes <= self.bytes(), "whole items of the layout");
        let (mut at, mut left) = (first / self.item, bytes / self.item);
        let item = isize::try_from(self.item).unwrap_or(isize::MAX);
        let Some((row, stride)) = self.row else { return tell(0, item, 1) };
        while left > 0 {
            let count = (row - at % row).min(left);
            let mut offset = steps(at % row, stride);
            let mut index = at / row;
            for &(items, stride) in self.outer.iter().rev() {
                offset = offset.wrapping_add(steps(index % items, stride));
                index /= items;
            }
            tell(offset, stride, count);
            (at, left) = (at + count, left - count);
        }
    }
}

/// Bytes of so many steps; those of an array fit, as its items lie in memory.
fn steps(count: usize, stride: isize) -> isize {
    isize::try_from(count).unwrap_or(isize::MAX).wrapping_mul(stride)
}
