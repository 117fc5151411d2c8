//! Items of a file, which lie at the distances of a shape, and are read and written at their places.
//!
//! Nothing is mapped: if others shorten the file, a read fails, and the process goes on.

use std::fs::File;
use std::io;
use std::sync::Arc;

use crate::layout::Layout;

/// About how many bytes are read at once if items lie apart.
const SPAN: usize = 1 << 18;

/// The most bytes between two items that are read with them, because another call of the system takes longer.
const NEAR: usize = 1 << 12;

/// Items of a file.
#[derive(Debug)]
pub(crate) struct FileItems {
    file: Arc<File>,
    start: u64,
    layout: Layout,
}

impl FileItems {
    /// Items of a layout, the first of which begins at byte `start` of the file.
    pub(crate) fn new(file: Arc<File>, start: u64, layout: Layout) -> FileItems {
        FileItems { file, start, layout }
    }

    /// Bytes of all items.
    pub(crate) fn bytes(&self) -> usize {
        self.layout.bytes()
    }

    /// Reads the bytes from byte `first` on, counted through the items in the order of C. They must be whole items.
    pub(crate) fn load(&self, first: usize, to: &mut [u8]) -> io::Result<()> {
        let mut rest = to;
        let mut span = Vec::new();
        let mut result = Ok(());
        let item = self.layout.item();
        let bytes = rest.len();
        self.layout.for_each_row(first, bytes, |offset, stride, count| {
            // The walk through the rows cannot be stopped.
            if result.is_err() {
                return;
            }
            let (row, others) = std::mem::take(&mut rest).split_at_mut(count * item);
            rest = others;
            result = self.load_row(offset, stride, row, &mut span);
        });
        result
    }

    /// Reads a row of items.
    fn load_row(&self, offset: isize, stride: isize, row: &mut [u8], span: &mut Vec<u8>) -> io::Result<()> {
        let item = self.layout.item();
        if usize::try_from(stride) == Ok(item) {
            return read_at(&self.file, row, self.file_position(offset)?);
        }
        let distance = stride.unsigned_abs();
        let together = if distance > NEAR + item { 1 } else { (SPAN / distance.max(1)).max(1) };
        let mut offset = offset;
        for part in row.chunks_mut(together * item) {
            let items = part.len() / item;
            let length = distance * (items - 1) + item;
            let steps = stride.saturating_mul(isize::try_from(items - 1).unwrap_or(isize::MAX));
            span.resize(length, 0);
            // With a negative stride the last of these items comes first in the file.
            read_at(&self.file, span, self.file_position(offset + steps.min(0))?)?;
            for (index, to) in part.chunks_exact_mut(item).enumerate() {
                let index = if stride < 0 { items - 1 - index } else { index };
                to.copy_from_slice(&span[index * distance..][..item]);
            }
            offset = offset.saturating_add(steps).saturating_add(stride);
        }
        Ok(())
    }

    /// Writes the bytes from byte `first` on, counted through the items in the order of C. They must be whole items.
    pub(crate) fn store(&self, first: usize, from: &[u8]) -> io::Result<()> {
        let mut rest = from;
        let mut result = Ok(());
        self.layout.for_each_run(first, from.len(), |offset, bytes| {
            let (part, others) = rest.split_at(bytes);
            rest = others;
            if result.is_ok() {
                result = self.file_position(offset).and_then(|position| write_at(&self.file, part, position));
            }
        });
        result
    }

    fn file_position(&self, offset: isize) -> io::Result<u64> {
        let position = i64::try_from(offset).ok().and_then(|offset| self.start.checked_add_signed(offset));
        position.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "an item lies before the file"))
    }
}

#[cfg(unix)]
fn read_at(file: &File, to: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, to, offset).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            let size = file.metadata().map_or(0, |about| about.len());
            let end = offset.saturating_add(to.len() as u64);
            let range_text = format!("bytes {offset} to {end} are asked for, and the file");
            let fault = if end <= size {
                format!("{range_text} ends before, though its length is said to be {size}: read it as a file object, `open(path, \"rb\")`")
            } else {
                format!("{range_text} has {size}")
            };
            io::Error::new(error.kind(), fault)
        }
        _ => error,
    })
}

#[cfg(unix)]
fn write_at(file: &File, from: &[u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, from, offset)
}

#[cfg(windows)]
fn read_at(file: &File, to: &mut [u8], offset: u64) -> io::Result<()> {
    let mut byte_count = 0;
    while byte_count < to.len() {
        match std::os::windows::fs::FileExt::seek_read(
            file,
            &mut to[byte_count..],
            offset + byte_count as u64,
        )? {
            0 => {
                return Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    "the file ends before its last item",
                ));
            }
            bytes => byte_count += bytes,
        }
    }
    Ok(())
}

#[cfg(windows)]
fn write_at(file: &File, from: &[u8], offset: u64) -> io::Result<()> {
    let mut byte_count = 0;
    while byte_count < from.len() {
        match std::os::windows::fs::FileExt::seek_write(
            file,
            &from[byte_count..],
            offset + byte_count as u64,
        )? {
            0 => return Err(io::Error::new(io::ErrorKind::WriteZero, "nothing more can be written")),
            bytes => byte_count += bytes,
        }
    }
    Ok(())
}
