//! Lines in the making: some of them side by side, to which cells are appended column by column.
//!
//! Each line has as much room as every other one, so that a cell is stored where its line ends. Nothing is moved but whole
//! lines, at the end:
//!
//! ```text
//! 1,Smith,_______________
//! 2,"Jones, Mary",_______      what is stored beyond the end of a line is overwritten by its next cell
//! 3,,____________________
//! ```

#![allow(clippy::inline_always, reason = "the body of a loop over the cells of a column")]

/// The lines that are made together, so that their ends stay in the first cache of a processor.
pub(super) const TOGETHER: usize = 32;

/// The bytes of a cell at most that is no text, no list and no bytes, with what is stored beyond its end.
pub(super) const CELL: usize = 64;

/// The bytes of all lines together, unless a single line is longer.
pub(super) const MOST: usize = 1 << 22;

/// The bytes of a line of a cache.
const CACHE_LINE: usize = 64;

/// A block of lines that are made side by side.
#[derive(Debug, Default)]
pub(super) struct LineBlock {
    bytes: Vec<u8>,
    /// The bytes that each line has.
    room: usize,
    /// Where each line ends.
    ends: Vec<usize>,
}

impl LineBlock {
    /// Begins so many lines, at most [`TOGETHER`].
    pub(super) fn begin(&mut self, lines: usize) {
        self.ends.clear();
        self.ends.resize(lines, 0);
        // A single line may have been very long, and its room is not given to each of many.
        if self.room.saturating_mul(lines) > MOST {
            (self.bytes, self.room) = (Vec::new(), 0);
        }
        self.reserve(0);
        if self.bytes.len() < self.room * lines {
            self.bytes.resize(self.room * lines, 0);
        }
    }

    /// The number of lines.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Makes room for so many bytes behind the end of each line, and for [`CELL`] more.
    pub(super) fn reserve(&mut self, extra: usize) {
        let longest = self.ends.iter().copied().fold(0, usize::max);
        if self.room < longest + extra + CELL {
            self.grow(longest + extra + CELL);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        // An odd number of lines of the cache: with an even one, the ends of all lines could compete for few places in it.
        let spare = if needed < MOST { needed / 2 } else { 0 };
        let room = ((needed + spare).div_ceil(CACHE_LINE) | 1) * CACHE_LINE;
        let mut bytes = vec![0; room * self.ends.len()];
        if self.room > 0 {
            let lines = self.bytes.chunks_exact(self.room).zip(bytes.chunks_exact_mut(room));
            for ((old, new), end) in lines.zip(&self.ends) {
                new[..*end].copy_from_slice(&old[..*end]);
            }
        }
        (self.bytes, self.room) = (bytes, room);
    }

    /// Appends a cell to each line, and a comma. A call stores the cell of an item at the beginning of bytes, of which there
    /// are as many as were reserved, and returns its length.
    #[inline(always)]
    pub(super) fn append_cells<I>(
        &mut self,
        items: impl Iterator<Item = I>,
        mut put: impl FnMut(I, &mut [u8]) -> usize,
    ) {
        let lines = self.bytes.chunks_exact_mut(self.room).zip(&mut self.ends);
        for ((bytes, end), item) in lines.zip(items) {
            let out = &mut bytes[*end..];
            let length = put(item, out);
            out[length] = b',';
            *end += length + 1;
        }
    }

    /// Appends all lines to a text. Each cell has a comma behind it, and the last one the end of the line.
    pub(super) fn finish(&mut self, text: &mut Vec<u8>) {
        for (line, end) in self.bytes.chunks_exact_mut(self.room).zip(&self.ends) {
            match line[..*end].split_last() {
                Some((_, cells)) if !cells.is_empty() => text.extend_from_slice(cells),
                // Readers pass over an empty line. A record whose only cell is empty needs quotes to stay one.
                _ => text.extend_from_slice(b"\"\""),
            }
            text.push(b'\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of all lines.
    fn finish_lines(lines: &mut LineBlock) -> Vec<u8> {
        let mut text = Vec::new();
        lines.finish(&mut text);
        text
    }

    #[test]
    fn lines_keep_their_cells_when_they_grow() {
        let mut lines = LineBlock::default();
        lines.begin(3);
        let word = |length: usize| "x".repeat(length);
        for length in [1, 60, 200, 0] {
            lines.reserve(length + 2);
            lines.append_cells(0.., |line, out| {
                let cell = word(length + line);
                out[..cell.len()].copy_from_slice(cell.as_bytes());
                cell.len()
            });
        }
        let expected = (0..3).map(|line| {
            format!("{},{},{},{}\n", word(1 + line), word(60 + line), word(200 + line), word(line))
        });
        assert_eq!(String::from_utf8_lossy(&finish_lines(&mut lines)), expected.collect::<String>());
        // The same buffer for fewer lines, of which one has no cell.
        lines.begin(2);
        lines.append_cells(0.., |line, out| {
            out[0] = b'1';
            line
        });
        assert_eq!(finish_lines(&mut lines), b"\"\"\n1\n");
    }

    #[test]
    fn the_room_of_one_long_line_is_not_that_of_many() {
        let mut lines = LineBlock::default();
        let long = vec![b'x'; 3 * MOST];
        lines.begin(1);
        lines.reserve(long.len());
        assert!(lines.bytes.len() < long.len() + 3 * CELL, "{}", lines.bytes.len());
        lines.append_cells(0.., |_, out| {
            out[..long.len()].copy_from_slice(&long);
            long.len()
        });
        assert_eq!(finish_lines(&mut lines).len(), long.len() + 1);
        lines.begin(TOGETHER);
        assert!(lines.bytes.len() <= MOST, "{}", lines.bytes.len());
        lines.append_cells(0.., |_, out| {
            out[0] = b'1';
            1
        });
        assert_eq!(finish_lines(&mut lines), b"1\n".repeat(TOGETHER));
    }
}
