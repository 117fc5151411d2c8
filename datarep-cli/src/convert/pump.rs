//! Moves blocks of items from the source to the target.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::{iter, mem, thread};

use datarep::error::{Direction, ErrorKind};
use datarep::{Event, Predefined};
use datarep_dsl::words::{self, Meaning};
use datarep_dynamic::Error;
use datarep_dynamic::threads::side_by_side;

use crate::args::ViaType;
use crate::failure::CliFailure;
use crate::input::{Input, PackedPlaces, Packer};
use crate::names::NamedFormat;
use crate::target::OutputTarget;

use super::exact::convert_words;
use super::formulas;
use super::job::{ConversionJob, ItemSink};
use super::kept::KeptBytes;
use super::losses::{ConversionLosses, ItemPosition};
use super::marked::RowMarker;
use super::narrow::{self, NarrowFloat};
use super::native::NativeCell;
use super::readable::read_accepted_items;
use super::table::TableFile;

/// Where items go.
#[derive(Debug)]
pub(super) enum ItemOutput {
    /// As bytes.
    Bytes(OutputTarget),
    /// As rows of a table.
    Table(TableFile),
}

/// Where the items of a block are in the source.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockRows {
    /// Items before the block.
    item: u64,
    /// The first byte of the block.
    byte: u64,
    /// Items of the block before those that are converted.
    pub(super) first: usize,
    /// Bytes of an item, of a row, and from the beginning of a row to that of the next.
    pub(super) extent: usize,
    row: usize,
    stride: u64,
    /// Where the items are if they are packed.
    packed: Option<PackedPlaces>,
}

impl BlockRows {
    /// Returns the places of the items that begin `items` items later.
    pub(super) fn advance(self, items: usize) -> BlockRows {
        BlockRows { first: self.first + items, ..self }
    }

    pub(super) fn locate(&self, index: usize) -> ItemPosition {
        let index = self.first + index;
        if let Some(packed) = self.packed {
            let item = self.item + index as u64;
            return ItemPosition { item, byte: packed.locate(item).byte };
        }
        // In memory the items lie back to back. In the file, each row of them begins at a stride.
        let byte = index * self.extent;
        let byte = self.byte + (byte / self.row) as u64 * self.stride + (byte % self.row) as u64;
        ItemPosition { item: self.item + index as u64, byte }
    }
}

/// Converts all items by way of `T`. Without a target, nothing is written, and errors are counted.
pub(super) fn move_items<T: NativeCell>(
    job: &ConversionJob,
    input: &mut Input,
    out: Option<&mut ItemOutput>,
    losses: &mut ConversionLosses,
) -> Result<(), CliFailure> {
    let Some(out) = out else { return convert_blocks::<T>(job, input, losses, |_, _| Ok(())) };
    match out {
        ItemOutput::Bytes(target) => write_in_own_thread(target, |sink| {
            let mut packer = Packer::new(job.sink.packing());
            let mut marker = RowMarker::new(job.marks)?;
            let row = find_item_extent::<T>(&job.sink)?.unwrap_or(1) * job.row;
            let mut kept_reader = job.kept.as_ref().map(KeptBytes::open).transpose()?;
            if let Some(kept_reader) = &mut kept_reader {
                kept_reader.write_head(sink)?;
            }
            convert_blocks::<T>(job, input, losses, |_, bytes| {
                // Words that do not fill bytes stay for the next block. Only a target without packing has marks, so
                // `bytes` has whole rows where it is marked.
                packer.pack(bytes);
                if marker.is_marking() {
                    let rows = bytes.len() / row;
                    marker.mark(bytes, iter::repeat_n(row, rows))?;
                }
                if let Some(kept_reader) = &mut kept_reader {
                    kept_reader.insert_gaps(bytes)?;
                }
                sink(bytes)
            })?;
            if let Some(kept_reader) = &mut kept_reader {
                kept_reader.write_tail(sink)?;
            }
            sink(&mut packer.finish())?;
            sink(&mut marker.finish())
        }),
        ItemOutput::Table(table) => {
            convert_blocks::<T>(job, input, losses, |native, _| table.write_items(native, job.row))
        }
    }
}

/// How many blocks may wait for the thread that writes.
const WAITING: usize = 2;

/// Writes blocks in a thread of their own, while `make` reads and converts the next ones. The system copies bytes both
/// when a file is read and when it is written, so that one processor alone is slower than `cp`, which copies them once.
///
/// `make` hands each block to the function that it gets. That function takes the bytes and leaves a buffer for the next
/// block. A failure of the thread takes precedence, because it concerns an earlier block than the one that `make` has
/// reached.
fn write_in_own_thread(
    target: &mut OutputTarget,
    make: impl FnOnce(&mut dyn FnMut(&mut Vec<u8>) -> Result<(), CliFailure>) -> Result<(), CliFailure>,
) -> Result<(), CliFailure> {
    let (full, blocks) = mpsc::sync_channel::<Vec<u8>>(WAITING);
    let (empty, spare) = mpsc::channel();
    // Taken out only when there is a thread: without one, the same closure runs below.
    let mut make = Some(make);
    let result = thread::scope(|scope| {
        let output = &mut *target;
        let write = move || {
            for block in blocks {
                output.write(&block)?;
                // After the last block, nobody takes buffers back.
                let _ = empty.send(block);
            }
            Ok(())
        };
        // `thread::scope`'s own `spawn` panics if the system has no thread left.
        let writer = thread::Builder::new().spawn_scoped(scope, write).ok()?;
        let conversion_result = make.take()?(&mut |bytes| {
            // If the thread has ended, its failure is returned in place of this one.
            full.send(mem::take(bytes)).map_err(|_| CliFailure::ClosedOutput)?;
            *bytes = spare.try_recv().unwrap_or_default();
            Ok(())
        });
        // The thread ends when no block can come any more.
        drop(full);
        let write_result: Result<(), CliFailure> = writer.join().unwrap_or_else(|panic| resume_unwind(panic));
        Some(write_result.and(conversion_result))
    });
    match (result, make) {
        (Some(result), _) => result,
        // The system has no thread left.
        (None, Some(make)) => make(&mut |bytes| target.write(bytes)),
        (None, None) => Ok(()),
    }
}

/// Bytes of native numbers that are converted at once: what is read is written while it is in the nearest caches.
const PIECE: usize = 1 << 16;

/// Reads and converts all items, block by block. `take` gets each block as the bytes of the new file if it is made of bytes, and
/// else as native numbers.
fn convert_blocks<T: NativeCell>(
    job: &ConversionJob,
    input: &mut Input,
    losses: &mut ConversionLosses,
    mut take: impl FnMut(&[T], &mut Vec<u8>) -> Result<(), CliFailure>,
) -> Result<(), CliFailure> {
    let extent = job.named.order.extent(job.named.format.bits) as usize;
    let (row, stride) = (input.extent(), input.stride());
    let item_bytes = find_item_extent::<T>(&job.sink)?;
    // Without a fixed size an item has no place in `bytes`: CSV replaces what is there, and a table takes the numbers
    // of the whole block. So they have one piece.
    let piece_items = if item_bytes.is_some() { PIECE / size_of::<T>() } else { usize::MAX };
    let (mut block, mut native, mut bytes) = (Vec::new(), Vec::<T>::new(), Vec::new());
    loop {
        if input.next(&mut block)? == 0 {
            return Ok(());
        }
        let (byte, packed) = (input.block_start(), input.packed_places());
        // `item` is asked before the block is counted, so that it is the number of the block's first item.
        let (item, count) = (losses.items(), block.len() / extent);
        // The bytes and numbers of the block before are overwritten.
        bytes.resize(count * item_bytes.unwrap_or(0), 0);
        for (index, items) in block.chunks(piece_items.saturating_mul(extent)).enumerate() {
            let places = BlockRows { item, byte, first: index * piece_items, extent, row, stride, packed };
            let mut block = ConvertedBlock { native: &mut native, bytes: &mut bytes };
            convert_piece(job, items, &mut block, places, losses).map_err(|fault| input.note_file(fault))?;
        }
        losses.count_items(count);
        take(&native, &mut bytes)?;
        job.progress.update_position();
    }
}

/// The results of a conversion of a block: native numbers, and the bytes of the new file.
pub(super) struct ConvertedBlock<'b, T> {
    /// The numbers, of one piece at a time.
    pub(super) native: &'b mut Vec<T>,
    /// The bytes to write, of the whole block.
    pub(super) bytes: &'b mut Vec<u8>,
}

/// Converts a piece of a block, by way of the narrower float if that keeps all items.
fn convert_piece<T: NativeCell>(
    job: &ConversionJob,
    items: &[u8],
    block: &mut ConvertedBlock<'_, T>,
    places: BlockRows,
    losses: &mut ConversionLosses,
) -> Result<(), CliFailure> {
    if let Some(exact) = &job.exact {
        return convert_words(job, exact, items, block, places, losses);
    }
    let count = items.len() / places.extent;
    if let Some(narrow) = job.narrow {
        // `NarrowFloat` is one of these two.
        let is_converted = match narrow.float {
            ViaType::F32 => convert_narrowly::<f32>(job, narrow, items, block.bytes, places, losses)?,
            _ => convert_narrowly::<f64>(job, narrow, items, block.bytes, places, losses)?,
        };
        if is_converted {
            return Ok(());
        }
        // One item that does not fit must not send all others the slow way, so each half is tried by itself.
        if count > narrow::LEAST {
            let half = count / 2;
            let (first, second) = items.split_at(half * places.extent);
            convert_piece(job, first, block, places, losses)?;
            return convert_piece(job, second, block, places.advance(half), losses);
        }
    }
    convert_through(job, items, block, places, losses)
}

/// Converts items by way of `T`.
pub(super) fn convert_through<T: NativeCell>(
    job: &ConversionJob,
    items: &[u8],
    block: &mut ConvertedBlock<'_, T>,
    places: BlockRows,
    losses: &mut ConversionLosses,
) -> Result<(), CliFailure> {
    let ConvertedBlock { native, bytes } = block;
    native.resize(items.len() / places.extent, T::default());
    for run in read_items(job, items, native, places, losses)? {
        let places = BlockRows { first: places.first + run.start, ..places };
        let native = &native[run];
        let format_value = |index: usize| native[index].text();
        write_items(job, native, bytes, places, &format_value, losses)?;
    }
    Ok(())
}

/// Converts items by way of a narrower float. The result is whether it can be done; if not, nothing is counted.
fn convert_narrowly<T: NativeCell + PartialOrd>(
    job: &ConversionJob,
    narrow: NarrowFloat,
    items: &[u8],
    bytes: &mut Vec<u8>,
    places: BlockRows,
    losses: &mut ConversionLosses,
) -> Result<bool, CliFailure> {
    let ConversionJob { from, .. } = job;
    let extent = places.extent;
    let mut native = vec![T::default(); items.len() / extent];
    let Some(rounded) = narrow.read(from, items, &mut native) else { return Ok(false) };
    // Where items were rounded is found by reading parts again, which happens only for the few places that are
    // reported.
    let part = |range: Range<usize>| {
        from.loss::<T>(&items[range.start * extent..range.end * extent]).unwrap_or_default()
    };
    // The report shows the number of the source, with the digits that the wider type would have, and not the rounded
    // one.
    let format_value = |index: usize| {
        let item = from.to_vec::<f64>(&items[index * extent..(index + 1) * extent]);
        item.map_or_else(|_| native[index].text(), |(item, _)| item[0].text())
    };
    let place = |index: usize| (places.locate(index), format_value(index));
    // By way of the wider type these items would be rounded when they are written, and the report must not depend on
    // the way.
    losses.count_loss(Direction::Write, rounded, native.len(), &part, &place);
    write_items(job, &native, bytes, places, &format_value, losses)?;
    Ok(true)
}

/// Reads items. Returns the runs of those that were read: all of them, except in a dry run, which passes over items that
/// a rule refuses.
fn read_items<T: NativeCell>(
    job: &ConversionJob,
    block: &[u8],
    native: &mut [T],
    places: BlockRows,
    losses: &mut ConversionLosses,
) -> Result<Vec<Range<usize>>, CliFailure> {
    let ConversionJob { from, named, dry, .. } = job;
    let extent = places.extent;
    // A dry run counts what the rules refuse and goes on, so that one run tells of all items.
    let (loss, runs) = if *dry {
        (
            from.loss::<T>(block).map_err(conversion_failure)?,
            read_accepted_items(from, block, native, extent)?,
        )
    } else {
        let loss =
            from.read(block, native).map_err(|error| refused_item_failure::<T>(&error, places, None))?;
        (loss, iter::once(0..native.len()).collect())
    };
    let part = |range: Range<usize>| {
        from.loss::<T>(&block[range.start * extent..range.end * extent]).unwrap_or_default()
    };
    let place = |index: usize| {
        (places.locate(index), format_item_value(named, &block[index * extent..(index + 1) * extent]))
    };
    losses.count_loss(Direction::Read, loss, native.len(), &part, &place);
    Ok(runs)
}

/// The value of an item of the source, for a report.
pub(super) fn format_item_value(named: &NamedFormat, item: &[u8]) -> String {
    // `words` has the meaning of words of up to 128 bits.
    if named.format.bits > u128::BITS {
        let bytes: Vec<String> = item.iter().map(|byte| format!("{byte:02x}")).collect();
        return bytes.join(" ");
    }
    let word = named.order.load(item, named.format.bits);
    match words::meaning(&named.format, word) {
        // 17 digits tell all doubles apart.
        Meaning::Number(number) => number.format_rounded(17),
        Meaning::Infinity(false) => "inf".to_owned(),
        Meaning::Infinity(true) => "-inf".to_owned(),
        _ => words::format_hex(word, named.format.bits),
    }
}

/// Writes items. `format_value` returns the value of one for a report.
pub(super) fn write_items<T: NativeCell>(
    job: &ConversionJob,
    native: &[T],
    bytes: &mut Vec<u8>,
    places: BlockRows,
    format_value: &dyn Fn(usize) -> String,
    losses: &mut ConversionLosses,
) -> Result<(), CliFailure> {
    match &job.sink {
        ItemSink::Raw { format, .. } => {
            let loss = if job.dry {
                format.loss_on_write(native).map_err(conversion_failure)?
            } else {
                let extent = format.extent::<T>().map_err(conversion_failure)?;
                // `convert_blocks` has made room for the whole block, so that pieces and halves of them write to
                // their own places.
                let bytes = &mut bytes[places.first * extent..][..native.len() * extent];
                format
                    .write(native, bytes)
                    .map_err(|error| refused_item_failure::<T>(&error, places, Some(format_value)))?
            };
            let part = |range: Range<usize>| format.loss_on_write(&native[range]).unwrap_or_default();
            let place = |index: usize| (places.locate(index), format_value(index));
            losses.count_loss(Direction::Write, loss, native.len(), &part, &place);
        }
        // A dry run makes no file.
        ItemSink::Npy | ItemSink::Csv | ItemSink::Table(_) if job.dry => {}
        ItemSink::Npy => T::write_bytes(native, &mut bytes[places.first * size_of::<T>()..]),
        // A table takes the native numbers themselves.
        ItemSink::Table(_) => {}
        ItemSink::Csv => {
            bytes.clear();
            for lines in format_lines_in_parallel(native, job) {
                let lines =
                    lines.map_err(|error| CliFailure::new(format!("cannot write a line of CSV: {error}")))?;
                bytes.extend_from_slice(&lines);
            }
        }
    }
    Ok(())
}

/// The fewest numbers that are worth a thread.
const PART: usize = 1 << 12;

/// Lines of CSV, in parts that follow one another. Making digits takes most of the time, so each processor makes a
/// part.
fn format_lines_in_parallel<T: NativeCell>(
    native: &[T],
    job: &ConversionJob,
) -> Vec<Result<Vec<u8>, csv::Error>> {
    let (row, threads, escapes) = (job.row, job.threads, job.escapes && T::IS_TEXT);
    // Parts have whole rows, since a line must not be divided.
    let rows = (native.len() / row).div_ceil(threads).max(PART.div_ceil(row));
    side_by_side(native.chunks(rows * row).collect(), |part| format_lines(part, row, escapes))
}

fn format_lines<T: NativeCell>(native: &[T], row: usize, escapes: bool) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::with_capacity(16 * native.len()));
    let mut text = String::new();
    for row in native.chunks(row) {
        for item in row {
            text.clear();
            item.write_text(&mut text);
            if escapes {
                formulas::escape_formula(&mut text);
            }
            writer.write_field(&text)?;
        }
        // A record without fields ends the line that `write_field` has begun.
        writer.write_record(None::<&[u8]>)?;
    }
    writer.flush()?;
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// Bytes of an item of the new file, if each has the same number of them.
fn find_item_extent<T: NativeCell>(sink: &ItemSink) -> Result<Option<usize>, CliFailure> {
    match sink {
        ItemSink::Raw { format, .. } => format.extent::<T>().map(Some).map_err(conversion_failure),
        ItemSink::Npy => Ok(Some(size_of::<T>())),
        ItemSink::Csv | ItemSink::Table(_) => Ok(None),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
pub(super) fn conversion_failure(error: Error) -> CliFailure {
    match error {
        Error::Text { .. } => CliFailure::Text(error.to_string()),
        Error::TooLarge { .. }
        | Error::Unknown { .. }
        | Error::Order { .. }
        | Error::Conversion(_)
        | Error::Record(_) => CliFailure::new(error.to_string()),
    }
}

/// The failure for an item that a rule refuses: where the item is, and which rule would accept it. `format_value`
/// returns the value of an item that is written.
fn refused_item_failure<T: NativeCell>(
    error: &Error,
    places: BlockRows,
    format_value: Option<&dyn Fn(usize) -> String>,
) -> CliFailure {
    let Error::Conversion(conversion) = error else { return CliFailure::new(error.to_string()) };
    let ErrorKind::Conversion { fault, .. } = conversion.kind() else {
        return CliFailure::new(error.to_string());
    };
    // The error itself shows a float of 128 bits as its word.
    let value = format_value.map_or_else(|| fault.value.clone(), |format_value| format_value(fault.item));
    let direction = if format_value.is_some() { Direction::Write } else { Direction::Read };
    refused_value_failure(
        direction,
        places.locate(fault.item),
        &fault.format,
        fault.event,
        &value,
        T::PREDEFINED,
    )
}

/// The failure for an item with this value, which an event's rule refuses.
pub(super) fn refused_value_failure(
    direction: Direction,
    ItemPosition { item, byte }: ItemPosition,
    format: &str,
    event: Event,
    value: &str,
    native: Predefined,
) -> CliFailure {
    let (word, action) = (event.word(), find_accepting_action(event, native));
    let (participle, direction) = match direction {
        Direction::Read => ("read", "read"),
        Direction::Write => ("written", "write"),
    };
    CliFailure::new(format!(
        "item {item} at byte {byte} cannot be {participle} in `{format}`: {word} ({value})"
    ))
    .help(format!("`--on-{direction} \"{word} => {action}\"` continues; `--dry-run` counts all such items"))
}

/// The action that accepts an event of items of a native type.
fn find_accepting_action(event: Event, native: Predefined) -> &'static str {
    let is_float = matches!(native, Predefined::Float | Predefined::Double | Predefined::LongDouble);
    match event {
        Event::Overflow | Event::Infinity => "saturate",
        Event::Reserved | Event::Missing if is_float => "nan",
        Event::Inexact => "nearest_even",
        // 63 is the question mark of ASCII.
        Event::Unmapped => "substitute(63)",
        Event::Noncanonical => "keep",
        _ => "zero",
    }
}
