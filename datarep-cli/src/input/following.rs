//! Several files of items, which are read one after the other as if they were one.

use std::path::PathBuf;

use datarep_dynamic::names::Packing;

use super::Input;
use crate::args::ItemOptions;
use crate::failure::CliFailure;
use crate::names::NamedFormat;

/// Files that are read one after the other.
#[derive(Debug)]
pub(super) struct ConcatenatedFiles {
    /// The files that are still to be read, the last one first.
    paths: Vec<PathBuf>,
    items: ItemOptions,
    /// The bytes of an item, and how words are packed, if they are.
    extent: usize,
    packing: Option<Packing>,
    /// Rows that were read.
    rows_read: u64,
    count: usize,
}

impl Input {
    /// Opens the first of several files, which are read one after the other.
    pub(crate) fn open_all(
        paths: &[PathBuf],
        items: &ItemOptions,
        named: &NamedFormat,
    ) -> Result<Input, CliFailure> {
        let (extent, packing) = (named.order.extent(named.format.bits) as usize, named.packing);
        // The last one first, so that each next file is taken from the end at no cost.
        let mut paths: Vec<PathBuf> = paths.iter().rev().cloned().collect();
        let first = paths.pop().ok_or_else(|| CliFailure::new("no file is named"))?;
        // `--count` may end in a later file, so one that others follow may have fewer rows.
        let is_part = !paths.is_empty();
        let first_items = ItemOptions { is_part, ..items.clone() };
        let mut input = Input::open_packed(&first, &first_items, extent, packing)?;
        if is_part {
            let count = paths.len() + 1;
            let items = items.clone();
            input.following = Some(ConcatenatedFiles { paths, items, extent, packing, rows_read: 0, count });
        }
        Ok(input)
    }

    /// Opens the file that follows; returns whether there is one of which rows are wanted.
    fn open_following(&mut self) -> Result<bool, CliFailure> {
        let Some(mut following) = self.following.take() else { return Ok(false) };
        let remaining_rows = following.items.count.map(|count| count.saturating_sub(following.rows_read));
        let next = following.paths.pop().filter(|_| remaining_rows != Some(0));
        if let Some(path) = &next {
            let is_part = !following.paths.is_empty();
            let items = ItemOptions { count: remaining_rows, is_part, ..following.items.clone() };
            // `open_packed` knows nothing of the other files: `following`, taken out above, is put back below.
            *self = Input::open_packed(path, &items, following.extent, following.packing)?;
            self.check_length()?;
        }
        self.following = Some(following);
        Ok(next.is_some())
    }

    /// Adds the name of the file to what is wrong with an item, if there are several files.
    pub(crate) fn note_file(&self, failure: CliFailure) -> CliFailure {
        if self.following.is_some() { failure.note(format!("in {}", self.name)) } else { failure }
    }

    /// What is read, for a report.
    pub(crate) fn title(&self) -> String {
        self.following.as_ref().map_or_else(|| self.name.clone(), |files| format!("{} files", files.count))
    }

    /// Reads the next rows into `items`, without the bytes between them, and returns how many they are; 0 at the end.
    ///
    /// Fails if the file ends within a row, or before the last row that was asked for, unless `partial` allows it.
    pub(crate) fn next(&mut self, items: &mut Vec<u8>) -> Result<usize, CliFailure> {
        loop {
            // Taken before the rows are read: `at` then is the place of the rows that follow.
            self.block_at = self.at;
            let rows = self.read_from_file(items)?;
            if let Some(following) = &mut self.following {
                following.rows_read += rows as u64;
            }
            if rows > 0 || !self.open_following()? {
                return Ok(rows);
            }
        }
    }
}
