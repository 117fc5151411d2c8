//! IBM's descriptors of records and of blocks.
//!
//! Each of IBM's variable records has a descriptor of four bytes before it: two bytes of length, which includes the
//! descriptor; a byte that says which part of a record follows (0 all of it, 1 the first, 2 the last, 3 one between);
//! and a zero byte. Blocks have a descriptor too, before their records. If its first bit is set, the other 31 bits are
//! the length.
//!
//! Programs that move files to other machines write other forms. A little-endian length is in the last two bytes, or in
//! the first two; the others are zero. The length may be that without the descriptor, or differ by a constant.
//!
//! Source: IBM, z/OS DFSMS Using Data Sets, "Variable-Length Record Formats".

use std::io::{self, BufRead};

use super::read::Records;
use super::{DescriptorForm, Descriptors};

/// Bytes of a descriptor.
pub(super) const DESCRIPTOR: u64 = 4;

impl DescriptorForm {
    /// The bytes behind the descriptor, by the length in it.
    pub(super) fn length_from_number(self, number: u32) -> Option<u64> {
        let own = if self.is_exclusive { 0 } else { DESCRIPTOR };
        // Signed, because `adjust` may be negative. A sum below zero, or below the descriptor, is no length.
        i64::from(number)
            .checked_add(self.adjust)
            .and_then(|length| u64::try_from(length).ok())
            .and_then(|length| length.checked_sub(own))
    }

    /// The bytes behind the descriptor of a part of a record, and which part it is.
    pub(super) fn read_segment(self, word: [u8; 4]) -> Option<(u64, u8)> {
        let (number, segment) = if self.is_little {
            (read_little_length(word), 0)
        } else {
            let number = u32::from(u16::from_be_bytes([word[0], word[1]]));
            // The manual has the last byte as zero and four values for the third. Nearly all other bytes fail by this.
            ((word[2] <= 3 && word[3] == 0).then_some(number), word[2])
        };
        Some((self.length_from_number(number?)?, segment))
    }

    /// The bytes behind the descriptor of a block.
    pub(super) fn read_block(self, word: [u8; 4]) -> Option<u64> {
        let number = if self.is_little {
            read_little_length(word)
        // The first bit is set for large blocks, whose length is in the other 31 bits.
        } else if word[0] >= 0x80 {
            Some(u32::from_be_bytes(word) & 0x7FFF_FFFF)
        } else {
            (word[2..] == [0, 0]).then(|| u32::from(u16::from_be_bytes([word[0], word[1]])))
        };
        self.length_from_number(number?)
    }

    /// The number to write for so many bytes behind the descriptor.
    pub(super) fn number_for_length(self, bytes: u64) -> Option<u16> {
        let own = if self.is_exclusive { 0 } else { DESCRIPTOR };
        let length = i64::try_from(bytes.checked_add(own)?).ok()?.checked_sub(self.adjust)?;
        u16::try_from(length).ok()
    }

    /// The descriptor of so many bytes.
    pub(super) fn make_descriptor(self, bytes: u64, segment: u8) -> Option<[u8; 4]> {
        let number = self.number_for_length(bytes)?;
        let [high, low] = number.to_be_bytes();
        Some(if self.is_little { [0, 0, low, high] } else { [high, low, segment, 0] })
    }
}

/// A little-endian length in half of a word, the other half of which is zero.
fn read_little_length(word: [u8; 4]) -> Option<u32> {
    match word {
        [0, 0, low, high] | [low, high, 0, 0] => Some(u32::from(u16::from_le_bytes([low, high]))),
        _ => None,
    }
}

fn format_word(word: [u8; 4]) -> String {
    word.map(|byte| format!("{byte:02x}")).join(" ")
}

impl<R: BufRead> Records<R> {
    /// Reads the descriptor of the next part, and returns the bytes of the part; `None` at the end of the file.
    pub(super) fn read_descriptor(&mut self, descriptors: Descriptors) -> io::Result<Option<u64>> {
        if let Some(block) = descriptors.block
            // A block has no mark at its end: the next one begins where the length says.
            && self.at == self.block
            && !self.begin_block(block)?
        {
            return self.check_end_of_parts();
        }
        // Behind the descriptor of the block, if one was read.
        self.began = self.at;
        let mut word = [0; 4];
        if !self.fill(&mut word)? {
            // Within a block there must be a descriptor, as the block is not over. Without blocks this is the end of
            // the file.
            return if descriptors.block.is_some() {
                Err(self.truncation_error())
            } else {
                self.check_end_of_parts()
            };
        }
        // Kept for `pass_over`, which gives back the bytes of a wrong descriptor as they were.
        (self.word, self.word_at) = (u32::from_be_bytes(word), self.began);
        let Descriptors { record, block, .. } = descriptors;
        let began = self.began;
        let Some((length, segment)) = record.read_segment(word) else {
            let hint = suggest_marks(record, word, block.is_some());
            return Err(self.mark_error(
                &format!("at byte {began} there is no descriptor of a record, but {}", format_word(word)),
                &hint,
            ));
        };
        // Parts of a record go on in the next block, but a part itself does not.
        if block.is_some() && self.at + length > self.block {
            let (end, length) = (self.block, length + DESCRIPTOR);
            return Err(self.mark_error(
                &format!(
                    "the record that begins at byte {began} has {length} bytes by its descriptor, and its block ends at byte {end}"
                ),
                "descriptors may have another order (`little`), or lengths without themselves (`exclusive`, `block-exclusive`)",
            ));
        }
        self.check_segment(segment)?;
        Ok(Some(length))
    }

    /// Checks that a part belongs where it is.
    fn check_segment(&mut self, segment: u8) -> io::Result<()> {
        let began = self.began;
        // 2 and 3 are parts behind the first one. 0 and 1 begin a record, so none may be open.
        match (self.open, matches!(segment, 2 | 3)) {
            (Some(first), false) => {
                return Err(self.mark_error(
                    &format!(
                        "the record that begins at byte {first} is not ended, and at byte {began} another begins"
                    ),
                    "a part may be missing",
                ));
            }
            (None, true) => {
                return Err(self.mark_error(
                    &format!("at byte {began} a record continues that has not begun"),
                    "a part may be missing",
                ));
            }
            _ => {}
        }
        self.open = match segment {
            1 => Some(began),
            3 => self.open,
            _ => None,
        };
        self.goes_on = self.open.is_some();
        // Only records in parts have descriptors within them.
        if segment != 0 {
            self.keep_descriptor(began);
        }
        Ok(())
    }

    /// Keeps the descriptor that was read last, if they are kept.
    fn keep_descriptor(&mut self, began: u64) {
        self.framing.iter_mut().for_each(|words| words.push((began, self.word)));
    }

    /// Begins the next block that has records; returns whether there is one.
    fn begin_block(&mut self, block: DescriptorForm) -> io::Result<bool> {
        // Not by recursion: a file may have any number of empty blocks.
        while !self.has_reached_part_end() {
            match self.read_block_length(block)? {
                None => return Ok(false),
                Some(0) => {}
                Some(_) => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Reads the descriptor of the next block, and returns the bytes behind it; `None` at the end of the file.
    fn read_block_length(&mut self, block: DescriptorForm) -> io::Result<Option<u64>> {
        let began = self.at;
        let mut word = [0; 4];
        if !self.fill(&mut word)? {
            return Ok(None);
        }
        // As that of a record.
        (self.word, self.word_at) = (u32::from_be_bytes(word), began);
        let Some(length) = block.read_block(word) else {
            return Err(self.mark_error(
                &format!("at byte {began} there is no descriptor of a block, but {}", format_word(word)),
                "`rdw` is for records without blocks; other descriptors have `block-little`, `block-exclusive` or `block-adjust`",
            ));
        };
        self.block = self.at + length;
        if self.open.is_some() {
            self.keep_descriptor(began);
        }
        Ok(Some(length))
    }

    /// Goes to the end of the block in which a descriptor was wrong, and appends what is there from the reader's place on.
    pub(super) fn skip_block_rest(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        // Not below zero: `pass_over` has compared them.
        let rest = self.block - self.at;
        let read = self.read_more(bytes, rest)?;
        self.at += read;
        if read < rest { Err(self.truncation_error()) } else { Ok(()) }
    }

    /// Puts descriptors in their places among the bytes of a record, which `bytes` ends with. Returns the byte of the file
    /// at which its first descriptor begins; all up to the reader's place is in `bytes` then, also the word that was read
    /// last.
    pub(super) fn restore_descriptors(&mut self, bytes: &mut Vec<u8>) -> u64 {
        let mut words = self.framing.take().unwrap_or_default();
        // A right one is there already, if the record has parts.
        if words.last().is_none_or(|(at, _)| *at != self.word_at) {
            words.push((self.word_at, self.word));
        }
        let began = words.first().map_or(self.word_at, |(at, _)| *at);
        let own = (self.at - began).saturating_sub(DESCRIPTOR * words.len() as u64);
        let own = usize::try_from(own).unwrap_or(usize::MAX).min(bytes.len());
        let parts = bytes.split_off(bytes.len() - own);
        let (mut parts, mut at) = (parts.as_slice(), began);
        for (place, word) in words {
            let before = usize::try_from(place - at).unwrap_or(usize::MAX).min(parts.len());
            let (part, rest) = parts.split_at(before);
            bytes.extend_from_slice(part);
            bytes.extend_from_slice(&word.to_be_bytes());
            (parts, at) = (rest, place + DESCRIPTOR);
        }
        bytes.extend_from_slice(parts);
        began
    }

    /// Handles the end of the file, where no record may be open.
    pub(super) fn check_end_of_parts(&self) -> io::Result<Option<u64>> {
        // The end of the file ends records, but not one whose last part is missing.
        if self.open.is_some() { Err(self.truncation_error()) } else { Ok(None) }
    }
}

/// What to try in place of a wrong descriptor.
fn suggest_marks(record: DescriptorForm, word: [u8; 4], in_blocks: bool) -> String {
    let name = if in_blocks { "bdw" } else { "rdw" };
    // The most usual mistake is tried first: a length that makes sense in the other order.
    if let (false, Some(number)) = (record.is_little, read_little_length(word).filter(|number| *number > 0)) {
        return format!("`{name},little` would read the length {number}");
    }
    if record.is_little {
        return format!("`{name}` without `little`, or other marks");
    }
    if !record.is_exclusive && word[2..] == [0, 0] {
        return format!("`{name},exclusive` has lengths without the descriptor");
    }
    "it may have other marks, or none".to_owned()
}
