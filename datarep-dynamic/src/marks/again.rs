//! How a reader goes on behind a wrong mark.

use std::io::{self, BufRead, Read as _};

use super::descriptors::DESCRIPTOR;
use super::read::Records;
use super::split::chain::MarkChain;
use super::{Border, Descriptors, MarkKind, Marks};

/// Bytes in which a chain of marks is looked for first, and at most. A file may have a wrong mark behind every few records, so
/// that little is looked at again for each of them.
const FIRST_WINDOW: usize = 1 << 12;
const WINDOW: usize = 1 << 18;

/// The most bytes that are passed over. Behind that, the rest of the file has other marks, or none.
const MOST: usize = 1 << 26;

impl<R: BufRead> Records<R> {
    /// Goes on behind a wrong mark that [`Records::next_whole`] has failed for. In blocks (`bdw`) whose own descriptor is right, the
    /// next record is the first one of the next block. Where a descriptor of a block is wrong, or one of a record without blocks
    /// (`rdw`), or a length in digits (`length,digits`), it is the first one whose mark leads to four
    /// others, or to the end of the file. That is no proof, but bytes that only look like marks do not lead to each other for long.
    ///
    /// `bytes` are those that [`Records::next_whole`] was given, and has appended to: what it has read of the record before
    /// the wrong mark is still at their end. The bytes that are passed over take its place, as the file has them: from the
    /// first descriptor of the record on, with those of its parts, and of blocks between them, to the next record. Returns
    /// the byte at which they begin. If no chain holds, these are all bytes up to the end. Returns `None` if nothing says where
    /// the next record is: with other marks, and if no chain holds within 64 MiB.
    ///
    /// ```
    /// use datarep_dynamic::marks::Records;
    ///
    /// // The second descriptor is none.
    /// let file = b"\0\x06\0\0ab\xFF\xFF\xFF\xFFcd\0\x06\0\0ef\0\x05\0\0g";
    /// let mut records = Records::new(&file[..], "rdw".parse()?);
    /// let mut record = Vec::new();
    /// assert_eq!(records.next_whole(&mut record, 100)?, Some(4));
    /// assert!(records.next_whole(&mut record, 100).is_err());
    /// assert_eq!(records.pass_over(&mut record)?, Some(6));
    /// assert_eq!(record, b"ab\xFF\xFF\xFF\xFFcd");
    /// record.clear();
    /// assert_eq!(records.next_whole(&mut record, 100)?, Some(16));
    /// assert_eq!(record, b"ef");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or ends within the block.
    pub fn pass_over(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<u64>> {
        let is_in_block = match self.kind {
            // Behind the block is the place of another block's descriptor, which is the one that is wrong then.
            MarkKind::Descriptors(Descriptors { block: Some(_), .. }) => self.at <= self.block,
            _ => false,
        };
        let began = if is_in_block {
            let began = self.restore_descriptors(bytes);
            self.skip_block_rest(bytes)?;
            Some(began)
        } else {
            self.skip_to_chain(bytes)?
        };
        if began.is_some() {
            self.forget_record();
        }
        Ok(began)
    }

    /// Goes on behind a record that the end of the file cuts, for which [`Records::next_whole`] has failed with
    /// [`io::ErrorKind::UnexpectedEof`]. Its mark may also be wrong, and promise more bytes than the file has. With `searches`, the
    /// next record is therefore the first one behind this mark that [`Records::pass_over`] would find. If there is
    /// none, and without `searches`, no record follows.
    ///
    /// `bytes` are those that [`Records::next_whole`] was given, and has appended to. The bytes that are left out take the place of
    /// what it has appended, with IBM's descriptors, and without other marks. Returns the byte of the file at which
    /// they begin; they end at [`Records::at`].
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn pass_over_cut(&mut self, bytes: &mut Vec<u8>, searches: bool) -> io::Result<u64> {
        // The last mark may be cut itself, so that the word before it is that of another record.
        let is_in_parts = self.framing.as_ref().is_some_and(|words| !words.is_empty());
        let has_word = self.at >= self.word_at + DESCRIPTOR && (self.word_at >= self.began || is_in_parts);
        let (began, behind_mark) = match self.kind {
            MarkKind::Descriptors(_) if has_word => {
                (self.restore_descriptors(bytes), self.word_at + DESCRIPTOR)
            }
            MarkKind::Field(field) => (self.began, self.began + (field.at + field.bytes) as u64),
            _ => (self.open.unwrap_or(self.began), u64::MAX),
        };
        self.take_pushed_back(bytes);
        let marks = Marks { kind: self.kind };
        let chain = MarkChain::new(marks, Border::first(marks)).filter(|chain| chain.is_selective());
        let bytes_behind = usize::try_from(self.at.saturating_sub(behind_mark)).unwrap_or(usize::MAX);
        let is_found = match chain.filter(|_| searches && (1..=bytes.len()).contains(&bytes_behind)) {
            Some(chain) => {
                // What is behind the mark is read again.
                self.pushed_back.extend(bytes.drain(bytes.len() - bytes_behind..));
                self.find_next_chain(chain, Vec::new(), behind_mark, bytes)?
            }
            None => false,
        };
        self.forget_record();
        if !is_found {
            self.take_pushed_back(bytes);
            self.is_at_end = true;
        }
        Ok(began)
    }

    /// Forgets what is known of the current record: the reader stands as if one had just ended.
    fn forget_record(&mut self) {
        (self.part_left, self.pending_read, self.behind) = (0, 0, 0);
        self.pending.clear();
        (self.goes_on, self.is_continued) = (false, false);
        self.open = None;
    }

    /// Appends all that was read ahead.
    fn take_pushed_back(&mut self, bytes: &mut Vec<u8>) {
        self.at += self.pushed_back.len() as u64;
        bytes.extend(self.pushed_back.drain(..));
    }

    /// Goes to the next place whose chain of marks holds, and appends what is before it from the wrong mark on.
    fn skip_to_chain(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<u64>> {
        let marks = Marks { kind: self.kind };
        let chain = MarkChain::new(marks, Border::first(marks)).filter(|chain| chain.is_selective());
        // A record that is too long has right marks.
        let Some(chain) = chain.filter(|_| self.part_left == 0) else { return Ok(None) };
        // What was read of the wrong mark. The head of a record is part of it, so that the reader stands before it.
        let (window, at, began) = match self.kind {
            MarkKind::Descriptors(_) => {
                let began = self.restore_descriptors(bytes);
                let word = bytes.split_off(bytes.len().saturating_sub(4));
                (word, self.at.saturating_sub(4), began)
            }
            _ => (std::mem::take(&mut self.pending), self.at, self.at),
        };
        Ok(self.find_next_chain(chain, window, at, bytes)?.then_some(began))
    }

    /// Goes to the next place whose chain of marks holds, or to the end of the file, and appends what is before it. `window` was read
    /// already, and begins at byte `at`. Returns whether there is such a place within 64 MiB.
    fn find_next_chain(
        &mut self,
        chain: MarkChain,
        mut window: Vec<u8>,
        mut at: u64,
        bytes: &mut Vec<u8>,
    ) -> io::Result<bool> {
        let before = bytes.len();
        let mut size = FIRST_WINDOW;
        loop {
            // The head of a record may be longer than the first window.
            let missing_bytes = size.saturating_sub(window.len());
            let is_end = self.read_more(&mut window, missing_bytes as u64)? < missing_bytes as u64;
            // The wrong mark itself may be the place, if it only stands where the record before it was to go on.
            let chain_start = chain.find_holding_chain(&window, is_end, size < WINDOW);
            if chain_start.is_none() && !is_end && size < WINDOW {
                size *= 2;
                continue;
            }
            if chain_start.is_none() && !is_end {
                if bytes.len() - before >= MOST {
                    self.at = at + window.len() as u64;
                    bytes.append(&mut window);
                    return Ok(false);
                }
                // The second half stays: a chain that begins in it goes on behind the window.
                let passed_bytes = window.len() - (WINDOW / 2).min(window.len());
                bytes.extend(window.drain(..passed_bytes));
                at += passed_bytes as u64;
                continue;
            }
            let place = chain_start.unwrap_or(window.len());
            bytes.extend(window.drain(..place));
            // What was read ahead comes again, before what still has to.
            window.into_iter().rev().for_each(|byte| self.pushed_back.push_front(byte));
            self.at = at + place as u64;
            if let MarkKind::Descriptors(Descriptors { block: Some(_), .. }) = self.kind {
                self.block = self.at;
            }
            return Ok(true);
        }
    }

    /// Appends at most `limit` bytes of the file, and returns how many there are.
    pub(super) fn read_more(&mut self, bytes: &mut Vec<u8>, limit: u64) -> io::Result<u64> {
        let reread_bytes = usize::try_from(limit).unwrap_or(usize::MAX).min(self.pushed_back.len());
        bytes.extend(self.pushed_back.drain(..reread_bytes));
        let reread_bytes = reread_bytes as u64;
        Ok(reread_bytes + self.file.by_ref().take(limit - reread_bytes).read_to_end(bytes)? as u64)
    }
}
