//! The memory of batches that nobody has any more, for the batches that follow.
//!
//! New memory for each batch costs a good part of the time: the system gives it page by page, clears it, and takes it back. So a reader
//! keeps the buffers of its last batches, which cost nothing while somebody else has them, too. When it comes to a
//! batch for which it wants memory, it takes buffers that only it still has.

use std::collections::VecDeque;

use arrow_array::ArrayRef;
use arrow_buffer::{ArrowNativeType, Buffer};
use datarep_dynamic::record::Values;

/// The number of batches whose buffers are kept. A loop over a stream in Python holds each batch
/// until it has the next one.
const KEPT: usize = 2;

/// The memory of the batches before, and values that are needed only while a batch is made.
#[derive(Debug, Default)]
pub(crate) struct BatchMemory {
    /// The buffers of the columns of the last batches, the oldest first.
    earlier_batches: VecDeque<Vec<ColumnBuffers>>,
    /// Those of the oldest one.
    free: Vec<ColumnBuffers>,
    /// Those of the batch that is made.
    current_columns: Vec<ColumnBuffers>,
    pub(crate) spare: SpareValues,
    /// Whether the last block had a column that could not be read as a plain one. The next one may be like it, and is not tried then.
    pub(crate) was_odd: bool,
}

/// The buffers of the items of a column: numbers; or offsets, and texts.
#[derive(Debug, Default)]
pub(crate) struct ColumnBuffers {
    first: Option<Buffer>,
    second: Option<Buffer>,
}

/// Values of a part of a column, which are moved to its array at once. They stay in the processor's nearest cache.
#[derive(Debug, Default)]
pub(crate) struct SpareValues {
    pub(crate) decimals: Values,
    pub(crate) texts: Values,
}

impl BatchMemory {
    /// Begins a batch. The memory of the newest batch that nobody has any more is free: it may still be in the processor's cache.
    pub(crate) fn begin_batch(&mut self) {
        let last_columns = std::mem::take(&mut self.current_columns);
        if !last_columns.is_empty() {
            self.earlier_batches.push_back(last_columns);
        }
        let is_free = |columns: &Vec<ColumnBuffers>| columns.iter().all(ColumnBuffers::is_free);
        let free = self.earlier_batches.iter().rposition(is_free);
        self.free = free.and_then(|index| self.earlier_batches.remove(index)).unwrap_or_default();
        if self.earlier_batches.len() >= KEPT {
            self.earlier_batches.pop_front();
        }
    }

    /// The buffers that a column may take.
    pub(crate) fn take_free_buffers(&mut self, column: usize) -> ColumnBuffers {
        self.free.get_mut(column).map(std::mem::take).unwrap_or_default()
    }

    /// Keeps the buffers of the items of the next column, if they can be used again.
    pub(crate) fn keep_buffers(&mut self, items: Option<&ArrayRef>) {
        let data = items.map(arrow_array::Array::to_data);
        let mut buffers = data.iter().flat_map(|data| data.buffers().iter().cloned());
        self.current_columns.push(ColumnBuffers { first: buffers.next(), second: buffers.next() });
    }
}

impl ColumnBuffers {
    /// Whether nobody else has the buffers.
    fn is_free(&self) -> bool {
        let mut buffers = self.first.iter().chain(&self.second);
        buffers.all(|buffer| buffer.strong_count() == 1)
    }

    /// A vector for numbers or offsets, with any content.
    pub(crate) fn take_numbers_or_offsets<T: ArrowNativeType>(&mut self) -> Vec<T> {
        take_vector(self.first.take())
    }

    /// A vector for texts, with any content.
    pub(crate) fn take_text_bytes<T: ArrowNativeType>(&mut self) -> Vec<T> {
        take_vector(self.second.take())
    }
}

/// The vector that a buffer was made of, if nobody else has the buffer.
fn take_vector<T: ArrowNativeType>(buffer: Option<Buffer>) -> Vec<T> {
    buffer.and_then(|buffer| buffer.into_vec().ok()).unwrap_or_default()
}
