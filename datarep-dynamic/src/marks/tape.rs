//! Images of tapes: a record for each block of the tape, and marks between files.
//!
//! SIMH's images have the length of each record in four bytes before and after it, little-endian. A record of odd length
//! is followed by a byte that fills it up. The four high bits of a length are its class: 0 for a good record, 8 for one
//! with an error. A zero length is a tape mark.
//!
//! AWS's images have six bytes before each part of a record: the length of the part and that of the part before it,
//! little-endian, and flags: 80 the first part of a record, 20 the last one, 40 a tape mark.
//!
//! Source: SIMH, "SIMH Magtape Representation and Handling"; Hercules, "AWSTAPE".

use std::io::{self, BufRead};

use super::read::Records;

/// The end of what was recorded, and a gap.
pub(super) const TAP_END: u32 = 0xFFFF_FFFF;
pub(super) const TAP_GAP: u32 = 0xFFFF_FFFE;

/// Flags of AWS.
pub(super) const AWS_FIRST_PART: u8 = 0x80;
pub(super) const AWS_TAPE_MARK: u8 = 0x40;
pub(super) const AWS_LAST_PART: u8 = 0x20;

impl<R: BufRead> Records<R> {
    /// Reads the length before the next record of SIMH; `None` at the end of the tape.
    pub(super) fn read_tap(&mut self, takes_bad: bool) -> io::Result<Option<u64>> {
        loop {
            // Asked before every word, because tape marks and gaps are passed here, and a part may end between them.
            if self.has_reached_part_end() {
                return Ok(None);
            }
            self.began = self.at;
            let mut bytes = [0; 4];
            if !self.fill(&mut bytes)? {
                return Ok(None);
            }
            let word = u32::from_le_bytes(bytes);
            match (word, word >> 28) {
                // A tape mark: it ends a file of the tape, not the tape.
                (0, _) => self.tape_file += 1,
                // The end of what was recorded: what is behind it is left from before, and is no part of the tape.
                (TAP_END, _) => {
                    self.is_at_end = true;
                    return Ok(None);
                }
                // An erase gap is a place where the drive wrote nothing. It parts no records.
                (TAP_GAP, _) => {}
                // The highest four bits are the class of a record: 0 is good, 8 was read with an error.
                (_, class) if class == 0 || class == 8 && takes_bad => {
                    self.word = word;
                    return Ok(Some(u64::from(word & 0x0FFF_FFFF)));
                }
                (_, 8) => {
                    let text = format!(
                        "the record that begins at byte {} was read from the tape with an error",
                        self.began
                    );
                    return Err(self.mark_error(&text, "`tap,bad` takes such records"));
                }
                _ => {
                    let text =
                        format!("at byte {} there is no length of a record, but {word:08x}", self.began);
                    return Err(self.mark_error(
                        &text,
                        "it may be an image without bytes that fill (`tap,unpadded`), or of AWS (`aws`)",
                    ));
                }
            }
        }
    }

    /// Checks what is behind a record of SIMH.
    pub(super) fn end_tap(&mut self, is_padded: bool) -> io::Result<()> {
        let mut bytes = [0; 5];
        // Records of odd length are followed by a byte that fills, in images that are padded.
        let fill = usize::from(is_padded && self.length % 2 == 1);
        if !self.fill(&mut bytes[..4 + fill])? {
            return Err(self.truncation_error());
        }
        // The byte that fills comes before the length, so that the four bytes begin behind it.
        let behind = u32::from_le_bytes([bytes[fill], bytes[fill + 1], bytes[fill + 2], bytes[fill + 3]]);
        // The whole word is compared, with the class of the record.
        if behind != self.word {
            let text = format!(
                "the record that begins at byte {} has the length {:x} before it and {behind:x} behind it",
                self.began, self.word
            );
            let alternative = if is_padded { "`tap,unpadded`" } else { "`tap` without `unpadded`" };
            return Err(self.mark_error(&text, &format!("{alternative} may fit, or other marks")));
        }
        Ok(())
    }

    /// Reads what is before the next part of a record of AWS; `None` at the end of the tape.
    pub(super) fn read_aws(&mut self) -> io::Result<Option<u64>> {
        loop {
            if self.has_reached_part_end() {
                return Ok(None);
            }
            self.began = self.at;
            let mut bytes = [0; 6];
            if !self.fill(&mut bytes)? {
                return self.check_end_of_parts();
            }
            // The sixth byte is reserved.
            let [a, b, c, d, flags, _] = bytes;
            let (length, before) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
            let is_first = flags & AWS_FIRST_PART != 0;
            let is_mark = flags & AWS_TAPE_MARK != 0;
            // Each head repeats the length of the part before it. Random bytes hardly ever do, so this finds files
            // that are not of AWS, and images that were torn.
            let is_known =
                flags & !(AWS_FIRST_PART | AWS_TAPE_MARK | AWS_LAST_PART) == 0 && before == self.before;
            // A mark stands between records and has no bytes. Any other part is the first of a record exactly if no
            // record is open.
            let is_placed =
                if is_mark { length == 0 && self.open.is_none() } else { is_first == self.open.is_none() };
            if !is_known || !is_placed {
                let hex = bytes.map(|byte| format!("{byte:02x}")).join(" ");
                let text = format!(
                    "at byte {} there is no head of a part of AWS behind a part of {} bytes, but {hex}",
                    self.began, self.before
                );
                return Err(self.mark_error(
                    &text,
                    "it may be an image of SIMH (`tap`), or one whose records are compressed",
                ));
            }
            self.before = length;
            if is_mark {
                self.tape_file += 1;
                continue;
            }
            self.goes_on = flags & AWS_LAST_PART == 0;
            // The byte at which the first part began stays while parts follow.
            self.open = self.goes_on.then(|| self.open.unwrap_or(self.began));
            return Ok(Some(u64::from(length)));
        }
    }
}
