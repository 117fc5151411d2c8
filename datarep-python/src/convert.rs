//! Converts items from one side to the other: in blocks, in threads, with what is lost and where.
//!
//! Bytes that nobody else can change are converted where they lie: those of `bytes`, and of an array that was made for
//! the result. All others are copied through the buffers of a block. A block stays in a cache, so that a byte that is
//! copied there, or cleared before it is filled, goes to memory once.

use std::cell::Cell;
use std::ops::Range;

use datarep::datatype::{Items, Memory};
use datarep::error::{Direction, ErrorKind, Fault};
use datarep::{Error, Loss};
use datarep_dsl::controls::clean_text;
use pyo3::exceptions::{PyEOFError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffer::ArrayItems;
use crate::faults::{ConversionError, runtime_error};
use crate::losses::Tally;
use crate::memory::Part;
use crate::named::Mapping;
use crate::native::NativeType;
use crate::options::propose_action;
use crate::storage::FileItems;
use datarep_dynamic::threads::side_by_side;

/// Bytes of a block.
const BLOCK: usize = 1 << 16;

/// Bytes of a block if compiled code fills memory that was just cleared. Both sides stay in the nearest cache, and a
/// call takes less time than converting a KiB.
const NEAREST: usize = 1 << 14;

/// Bytes between two checks for an interrupt by the user, about ten milliseconds of each thread.
const STEP: usize = 1 << 26;

/// Conversions of fewer bytes keep the interpreter's lock, because giving it up takes as long.
const SMALL: usize = 1 << 12;

/// The fewest bytes that are worth a thread.
const WORTH: usize = 1 << 20;

thread_local! {
    /// The buffers of this thread's last call. To get and to clear new ones takes as long as to convert what fits in
    /// them.
    static BUFFERS: Cell<BlockBuffers> = const { Cell::new(BlockBuffers { input: Vec::new(), output: Vec::new() }) };
}

/// A copy of a block before it is converted, and its result before it is stored.
#[derive(Debug, Default)]
struct BlockBuffers {
    input: Vec<u8>,
    output: Vec<u8>,
}

impl BlockBuffers {
    /// Whether they have the usual size and are kept. Long items need larger ones.
    fn are_kept(&self) -> bool {
        self.input.capacity().max(self.output.capacity()) <= 2 * BLOCK
    }
}

/// The first `bytes` bytes of a buffer, with any values.
fn buffer_front(buffer: &mut Vec<u8>, bytes: usize) -> &mut [u8] {
    if buffer.len() < bytes {
        buffer.resize(bytes, 0);
    }
    &mut buffer[..bytes]
}

/// A conversion of items of an array.
#[derive(Debug)]
pub(crate) struct ArrayConversion<'m> {
    pub(crate) mapping: &'m Mapping,
    pub(crate) native: NativeType,
    pub(crate) direction: Direction,
    pub(crate) threads: usize,
    /// Whether the first places of each loss are wanted.
    pub(crate) places: bool,
    /// Whether the items are a field of a record, whose rules stand in its text.
    pub(crate) is_field: bool,
}

/// Where items come from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ItemSource<'a> {
    /// Bytes that nobody changes.
    Slice(&'a [u8]),
    /// The bytes of an array from this one on.
    Place(&'a ArrayItems, usize),
    /// Bytes of a file.
    Storage(&'a FileItems),
}

/// Where items go.
#[derive(Debug)]
pub(crate) enum ItemTarget<'a> {
    /// Bytes that nobody else has.
    Fresh(Part<'a>),
    /// The bytes of an array.
    Place(&'a ArrayItems),
    /// The bytes of a file.
    Storage(&'a FileItems),
}

/// Why items were not converted.
#[derive(Debug)]
pub(crate) enum StopReason {
    /// The runtime's error, and the item, if it concerns one.
    Conversion(Box<Error>, Option<RefusedItem>),
    /// The file cannot be read or written.
    File(std::io::Error),
}

/// An item that is not converted: its index in the array, and its bytes.
#[derive(Debug)]
pub(crate) struct RefusedItem {
    index: usize,
    bytes: Vec<u8>,
}

/// The bytes of an item before its conversion, and after it.
#[derive(Debug, Clone, Copy)]
struct ItemSizes {
    source: usize,
    target: usize,
}

/// The exception for items that were not converted.
fn conversion_error(py: Python<'_>, job: &ArrayConversion<'_>, stop: StopReason) -> PyErr {
    let (error, found) = match stop {
        StopReason::Conversion(error, found) => (error, found),
        file @ StopReason::File(_) => return load_error(file),
    };
    let (ErrorKind::Conversion { fault, .. }, Some(RefusedItem { index, bytes })) = (error.kind(), found)
    else {
        return runtime_error(&error);
    };
    let reason = if job.is_field { describe_field_fault(fault) } else { describe_fault(fault) };
    let message = format!("item {index}: {reason}");
    let direction = job.direction.to_string();
    let bytes = PyBytes::new(py, &bytes).unbind();
    let (event, value, format) = (fault.event.word(), fault.value.clone(), fault.format.to_string());
    ConversionError::new_err((message, index, bytes, event, value, format, direction))
}

/// What a fault is, and the argument of the call that gives another result.
fn describe_fault(fault: &Fault) -> String {
    let (title, event, direction) = (find_fault_title(fault), fault.event.word(), fault.direction);
    match propose_action(event) {
        Some(action) => {
            format!("{title}: `on_{event}=`, such as \"{action}\", says what to {direction} instead")
        }
        None => format!("{title}: `on_{event}=\"keep\"` allows it"),
    }
}

/// What a fault of a record's field is, and the rule in the record's text that gives another result.
pub(crate) fn describe_field_fault(fault: &Fault) -> String {
    let (title, event, direction) = (find_fault_title(fault), fault.event.word(), fault.direction);
    format!("{title}: a rule of the field, `on {direction} {{ {event} => … }}`, says what comes instead")
}

/// What a fault is, without the rule of a mapping at the end of the runtime's message: no Python code has written that.
fn find_fault_title(fault: &Fault) -> String {
    let message = fault.to_string();
    let title =
        message.rsplit_once(&format!(" (`{}`, on ", fault.mapping)).map_or(&*message, |(title, _)| title);
    clean_text(title).into_owned()
}

/// The exception for bytes that could not be loaded.
pub(crate) fn load_error(stop: StopReason) -> PyErr {
    match stop {
        StopReason::Conversion(error, _) => runtime_error(&error),
        StopReason::File(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            PyEOFError::new_err(error.to_string())
        }
        StopReason::File(error) => error.into(),
    }
}

/// Fails if one side of a conversion has no room for all items. The callers have asked for that, so it is a barrier only:
/// it makes an error of what would be a panic.
fn check_room(side: &str, bytes: usize, count: usize, item: usize) -> PyResult<()> {
    if count.checked_mul(item).is_some_and(|needed_bytes| needed_bytes <= bytes) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "{count} items of {item} bytes are to be converted, and the {side} has {bytes} bytes: another thread has changed its shape or type"
    )))
}

impl ItemSource<'_> {
    /// The number of bytes.
    fn bytes(self) -> usize {
        match self {
            ItemSource::Slice(bytes) => bytes.len(),
            ItemSource::Place(place, start) => place.bytes().saturating_sub(start),
            ItemSource::Storage(storage) => storage.bytes(),
        }
    }

    /// Copies the bytes from byte `first` on.
    pub(crate) fn load(self, first: usize, to: &mut [u8]) -> Result<(), StopReason> {
        match self {
            ItemSource::Slice(bytes) => to.copy_from_slice(&bytes[first..][..to.len()]),
            ItemSource::Place(place, start) => place.load(start + first, to),
            ItemSource::Storage(storage) => storage.load(first, to).map_err(StopReason::File)?,
        }
        Ok(())
    }
}

impl<'a> ItemTarget<'a> {
    /// The number of bytes.
    fn bytes(&self) -> usize {
        match self {
            ItemTarget::Fresh(part) => part.bytes(),
            ItemTarget::Place(place) => place.bytes(),
            ItemTarget::Storage(storage) => storage.bytes(),
        }
    }

    /// The first bytes, and the others.
    fn split_at(self, bytes: usize) -> (ItemTarget<'a>, ItemTarget<'a>) {
        match self {
            ItemTarget::Fresh(part) => {
                let (first, others) = part.split_at(bytes);
                (ItemTarget::Fresh(first), ItemTarget::Fresh(others))
            }
            ItemTarget::Place(place) => (ItemTarget::Place(place), ItemTarget::Place(place)),
            ItemTarget::Storage(storage) => (ItemTarget::Storage(storage), ItemTarget::Storage(storage)),
        }
    }
}

impl ArrayConversion<'_> {
    /// The bytes that an item of the array takes in the file.
    pub(crate) fn extent(&self) -> usize {
        self.mapping.extent * self.native.parts
    }

    fn item_sizes(&self) -> ItemSizes {
        match self.direction {
            Direction::Read => ItemSizes { source: self.extent(), target: self.native.bytes() },
            Direction::Write => ItemSizes { source: self.native.bytes(), target: self.extent() },
        }
    }

    /// Whether the bytes of both sides are the same, so that nothing is converted.
    fn is_copy(&self) -> bool {
        self.mapping.is_memory && !self.native.is_staged()
    }

    /// Converts `count` items, and counts what they lose.
    ///
    /// Releases the interpreter's lock, unless there are few bytes, and checks now and then whether the user has
    /// interrupted.
    pub(crate) fn run(
        &self,
        py: Python<'_>,
        from: ItemSource<'_>,
        to: ItemTarget<'_>,
        count: usize,
    ) -> PyResult<Tally> {
        let sizes = self.item_sizes();
        check_room("source", from.bytes(), count, sizes.source)?;
        check_room("result", to.bytes(), count, sizes.target)?;
        let step_items = (STEP / sizes.source.max(sizes.target)).max(1).saturating_mul(self.threads);
        let mut tally = Tally::new(self.places);
        let mut rest = to;
        let mut first = 0;
        while first < count {
            let items = first..count.min(first.saturating_add(step_items));
            let (part, others) = rest.split_at(items.len() * sizes.target);
            rest = others;
            let next = items.end;
            // A file system may take any time.
            let is_file = matches!(from, ItemSource::Storage(_)) || matches!(part, ItemTarget::Storage(_));
            let result = if items.len() * sizes.source < SMALL && !is_file {
                self.convert_piece(from, part, items, &mut tally)
            } else {
                py.detach(|| self.convert_in_threads(from, part, items, &mut tally))
            };
            result.map_err(|stop| conversion_error(py, self, stop))?;
            first = next;
            // After the last step there is a result, which an interrupt would lose.
            if first < count {
                py.check_signals()?;
            }
        }
        Ok(tally)
    }

    /// Converts items in several threads, if there are enough of them.
    fn convert_in_threads(
        &self,
        from: ItemSource<'_>,
        to: ItemTarget<'_>,
        items: Range<usize>,
        tally: &mut Tally,
    ) -> Result<(), StopReason> {
        let sizes = self.item_sizes();
        let threads = self.threads.min(items.len().saturating_mul(sizes.source) / WORTH).max(1);
        if threads == 1 {
            return self.convert_piece(from, to, items, tally);
        }
        let length = items.len().div_ceil(threads);
        let mut rest = to;
        let mut parts = Vec::with_capacity(threads);
        for first in items.clone().step_by(length) {
            let items = first..items.end.min(first + length);
            let (own, others) = rest.split_at(items.len() * sizes.target);
            rest = others;
            parts.push((own, items));
        }
        let parts = side_by_side(parts, |(own, items)| {
            let mut tally = Tally::new(self.places);
            let result = self.convert_piece(from, own, items, &mut tally);
            (tally, result)
        });
        for (counted, result) in parts {
            tally.add(counted);
            // The parts are in order, so this is the first item that is refused.
            result?;
        }
        Ok(())
    }

    /// Converts items in this thread. If `to` is fresh, it begins with the first of them.
    fn convert_piece(
        &self,
        from: ItemSource<'_>,
        to: ItemTarget<'_>,
        items: Range<usize>,
        tally: &mut Tally,
    ) -> Result<(), StopReason> {
        let to = match (from, to) {
            // No stage is needed between the two.
            (ItemSource::Slice(bytes), ItemTarget::Fresh(part)) if self.is_copy() => {
                let size = self.item_sizes().source;
                part.fill_from(&bytes[items.start * size..items.end * size]);
                return Ok(());
            }
            (_, to) => to,
        };
        let mut buffers = BUFFERS.take();
        let result = self.convert_blocks(from, to, items, &mut buffers, tally);
        if buffers.are_kept() {
            BUFFERS.set(buffers);
        }
        result
    }

    /// Converts items block by block.
    fn convert_blocks(
        &self,
        from: ItemSource<'_>,
        mut to: ItemTarget<'_>,
        items: Range<usize>,
        buffers: &mut BlockBuffers,
        tally: &mut Tally,
    ) -> Result<(), StopReason> {
        let sizes = self.item_sizes();
        let prepares = self.direction == Direction::Write && self.native.is_staged();
        let block = match &to {
            ItemTarget::Fresh(_) if self.mapping.is_compiled => NEAREST,
            _ => BLOCK,
        };
        let block_items = (block / sizes.source.max(sizes.target)).max(1);
        let BlockBuffers { input, output } = buffers;
        let mut first = items.start;
        while first < items.end {
            let count = block_items.min(items.end - first);
            let bytes = match from {
                // They are converted where they lie.
                ItemSource::Slice(bytes) if !prepares => {
                    &bytes[first * sizes.source..][..count * sizes.source]
                }
                _ => {
                    let input = buffer_front(input, count * sizes.source);
                    from.load(first * sizes.source, input)?;
                    if prepares {
                        // In the copy: the array of the call keeps its own byte order.
                        self.native.stage_items(input);
                    }
                    input
                }
            };
            let (place, others) = to.split_at(count * sizes.target);
            to = others;
            self.convert_block(bytes, place, first, output, tally)?;
            first += count;
        }
        Ok(())
    }

    /// Converts a block and puts the result in its place. If an item is refused, an array or a file gets the items
    /// before it.
    fn convert_block(
        &self,
        input: &[u8],
        to: ItemTarget<'_>,
        first: usize,
        stage: &mut Vec<u8>,
        tally: &mut Tally,
    ) -> Result<(), StopReason> {
        let sizes = self.item_sizes();
        let loss = match to {
            ItemTarget::Fresh(part) => self.convert_contiguous(input, part.zeroed_bytes(), first)?,
            ItemTarget::Place(place) => self.convert_through_stage(input, first, stage, |bytes| {
                place.store(first * sizes.target, bytes);
                Ok(())
            })?,
            ItemTarget::Storage(storage) => self.convert_through_stage(input, first, stage, |bytes| {
                storage.store(first * sizes.target, bytes)
            })?,
        };
        // The places are found by converting parts of the same bytes again. Those of an array may have changed since.
        tally.count_loss(loss, first, input.len() / sizes.source, |items, scratch| {
            scratch.resize(items.len() * sizes.target, 0);
            let bytes = &input[items.start * sizes.source..items.end * sizes.source];
            self.convert_with_runtime(bytes, scratch).unwrap_or_default()
        });
        Ok(())
    }

    /// Converts to a buffer, and stores the items before the first that is refused.
    fn convert_through_stage(
        &self,
        input: &[u8],
        first: usize,
        stage: &mut Vec<u8>,
        store: impl FnOnce(&[u8]) -> std::io::Result<()>,
    ) -> Result<Loss, StopReason> {
        let sizes = self.item_sizes();
        let count = input.len() / sizes.source;
        let stage = buffer_front(stage, count * sizes.target);
        let result = self.convert_contiguous(input, stage, first);
        let converted = match &result {
            Ok(_) => count,
            Err(StopReason::Conversion(_, Some(refused))) => refused.index - first,
            // It is not known how far the conversion came.
            Err(_) => 0,
        };
        store(&stage[..converted * sizes.target]).map_err(StopReason::File)?;
        result
    }

    /// Converts items that lie together. In the end, items of the array have the array's byte order.
    fn convert_contiguous(&self, input: &[u8], output: &mut [u8], first: usize) -> Result<Loss, StopReason> {
        let size = self.item_sizes().source;
        let loss = self.convert_with_runtime(input, output).map_err(|error| {
            let ErrorKind::Conversion { fault, .. } = error.kind() else {
                return StopReason::Conversion(Box::new(error), None);
            };
            let item = fault.item / self.native.parts;
            let mut bytes = input[item * size..][..size].to_vec();
            if self.direction == Direction::Write {
                // The exception shows the bytes in the array's order.
                self.native.unstage_items(&mut bytes);
            }
            StopReason::Conversion(Box::new(error), Some(RefusedItem { index: first + item, bytes }))
        });
        // After an error, too: the items before the one that is refused are stored.
        if self.direction == Direction::Read {
            self.native.unstage_items(output);
        }
        loss
    }

    /// Converts with the runtime.
    fn convert_with_runtime(&self, input: &[u8], output: &mut [u8]) -> Result<Loss, Error> {
        let Mapping { datarep, datatype, .. } = self.mapping;
        let count = input.len() / self.item_sizes().source * self.native.parts;
        let items = Items { datatype, count: i64::try_from(count).unwrap_or(i64::MAX), position: 0 };
        match self.direction {
            Direction::Read => datarep.read_items(items, Memory::new(output), input),
            Direction::Write => datarep.write_items(items, Memory::new(input), output),
        }
    }
}
