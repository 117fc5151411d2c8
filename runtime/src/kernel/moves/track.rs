//! Where rows lie in a buffer.

#[cfg(target_arch = "x86_64")]
use crate::num::index;
use crate::num::to_i64;

/// How many rows one step moves before the next step: few enough to stay in the nearest cache.
pub(super) const TOGETHER: usize = 64;

/// Where rows begin in a buffer.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowStarts {
    /// Where the first row begins.
    pub(super) at: usize,
    pub(super) stride: i64,
}

impl RowStarts {
    #[inline]
    #[expect(
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "wraps; the sum is in the buffer"
    )]
    pub(super) fn offset_in_row(self, row: usize, within: i64) -> usize {
        self.at.wrapping_add((self.stride as usize).wrapping_mul(row)).wrapping_add(within as usize)
    }

    /// The track without its first rows.
    pub(super) fn skip_rows(self, rows: usize) -> RowStarts {
        RowStarts { at: self.offset_in_row(rows, 0), ..self }
    }

    /// Whether the bytes from `low` to `high` of each row lie in a buffer of `bytes` bytes.
    pub(super) fn is_inside(self, rows: usize, (low, high): (i64, i64), bytes: usize) -> bool {
        // In 128 bits: the stride and the number of rows may each have 64.
        let last = i128::from(self.stride) * (i128::from(to_i64(rows)) - 1);
        let at = i128::from(to_i64(self.at));
        let (low, high) = (at + i128::from(low) + last.min(0), at + i128::from(high) + last.max(0));
        low >= 0 && high <= i128::from(to_i64(bytes))
    }

    /// How many rows, from the first one, have the bytes of `span` inside a buffer of `bytes`
    /// bytes.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn count_inside(self, rows: usize, span: (i64, i64), bytes: usize) -> usize {
        if self.is_inside(rows, span, bytes) {
            return rows;
        }
        // If the rows go forward, the ones near the end are outside.
        let (room, stride) =
            (to_i64(bytes).saturating_sub(span.1).saturating_sub(to_i64(self.at)), self.stride);
        // Rows that go backwards begin at the end of the buffer. None of them counts, and all are moved under masks.
        let first = if stride > 0 && room >= 0 { index(room / stride) + 1 } else { 0 };
        let first = first.min(rows);
        if first > 0 && self.is_inside(first, span, bytes) { first } else { 0 }
    }

    /// The track of every `rows`-th row, beginning with the first.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn every_nth(self, rows: usize) -> RowStarts {
        RowStarts { stride: self.stride.wrapping_mul(to_i64(rows)), ..self }
    }

    /// The distance in bytes from a row to the one `rows` rows later.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "wraps; what is used of it is in the buffer")]
    pub(super) fn distance_ahead(self, rows: i64) -> isize {
        self.stride.wrapping_mul(rows) as isize
    }
}
