//! The records of a file, taken out of their marks.
//!
//! Fortran's unformatted sequential files have the length of each record in bytes before and after it. A record of 2
//! GiB or more is divided into parts. The mark of four bytes before a part is negative if another part follows, and the
//! mark after a part is negative if another part comes before it.
//!
//! Source: GNU Fortran manual, "File format of unformatted sequential files".

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::{MarkKind, Marks};
use crate::order::Endianness;

/// Descriptors of a record's parts take so much memory, or as much as its bytes may take.
const FEW: usize = 1 << 20;

/// The bytes of records without their marks, which are checked.
#[derive(Debug)]
pub struct Records<R> {
    pub(super) file: R,
    pub(super) kind: MarkKind,
    /// The byte of the file that comes next, and (`began`) the byte at which the current part began, its mark included.
    pub(super) at: u64,
    pub(super) began: u64,
    /// Bytes of the current part, and (`part_left`) those of them that are not read yet.
    pub(super) length: u64,
    pub(super) part_left: u64,
    /// The first bytes of the part, if they are read already, and how many of them were taken.
    pub(super) pending: Vec<u8>,
    pub(super) pending_read: usize,
    /// Bytes that were read ahead behind a wrong mark, and come before those of the file.
    pub(super) pushed_back: VecDeque<u8>,
    /// Bytes behind the part that are read already.
    pub(super) behind: u64,
    /// The byte at which the current block ends.
    pub(super) block: u64,
    /// The byte at which a record began whose last part is still to come.
    pub(super) open: Option<u64>,
    /// The descriptors since the first one of a record in parts, with their places, and the place of the last word that
    /// was read as a descriptor. They are kept of records that are read as a whole: only these are passed over, and only
    /// their parts are bounded.
    pub(super) framing: Option<Vec<(u64, u32)>>,
    pub(super) word_at: u64,
    /// Whether another part of the record follows the current one.
    pub(super) goes_on: bool,
    /// Whether a part of the record came before the current one.
    pub(super) is_continued: bool,
    /// No record begins at this byte or behind it.
    pub(super) until: u64,
    /// Whether no record begins before `until` any more.
    pub(super) is_at_end: bool,
    /// The number of the file on a tape.
    pub(super) tape_file: u64,
    /// The length before a record of SIMH, or IBM's descriptor before a part, and the length of the last part of AWS.
    pub(super) word: u32,
    pub(super) before: u16,
    /// Records that were read whole.
    whole_records: u64,
}

impl<R: BufRead> Records<R> {
    /// The records of a file that is read from its beginning on.
    pub fn new(file: R, marks: Marks) -> Records<R> {
        Records {
            file,
            kind: marks.kind,
            at: 0,
            began: 0,
            length: 0,
            part_left: 0,
            pending: Vec::new(),
            pending_read: 0,
            pushed_back: VecDeque::new(),
            behind: 0,
            block: 0,
            open: None,
            framing: None,
            word_at: 0,
            goes_on: false,
            is_continued: false,
            until: u64::MAX,
            is_at_end: false,
            tape_file: 1,
            word: 0,
            before: 0,
            whole_records: 0,
        }
    }

    /// The byte of the file that comes next.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Appends the next record, with all its parts, to `bytes`. Returns the byte of the file at which the record's
    /// first byte is, or `None` at the end. A record of more than `most` bytes is an error.
    ///
    /// # Errors
    ///
    /// Fails if the marks are wrong, or if the file ends within a record ([`io::ErrorKind::UnexpectedEof`]).
    pub fn next_whole(&mut self, bytes: &mut Vec<u8>, most: usize) -> io::Result<Option<u64>> {
        self.framing.get_or_insert_default();
        // Nothing is appended here, so that the caller's buffer is as it was at the end of the file.
        if !self.begin_part()? {
            return Ok(None);
        }
        let (first, begin) = (self.at, bytes.len());
        loop {
            // Parts may follow one another without an end.
            let room = (most - (bytes.len() - begin)) as u64;
            // So may parts without bytes, whose descriptors are kept.
            let most_parts = most.max(FEW) / size_of::<(u64, u32)>();
            if self.framing.as_ref().is_some_and(|words| words.len() > most_parts) {
                return Err(self.mark_error(
                    &format!("the record that begins at byte {first} has more than {most_parts} parts"),
                    "the marks may be others",
                ));
            }
            let read = self.read_part(bytes, room)?;
            // The record has more bytes, and there is no room for them. The limit keeps a wrong mark from filling the
            // memory.
            if self.part_left > 0 && read == room {
                return Err(self.mark_error(
                    &format!(
                        "the record that begins at byte {first} has more than {most} bytes between its marks, and is read as a whole"
                    ),
                    "the marks may be others",
                ));
            }
            // There was room, and fewer bytes came: the file ends here.
            if self.part_left > 0 {
                return Err(self.truncation_error());
            }
            let goes_on = self.goes_on;
            self.end_part(goes_on)?;
            if !goes_on {
                return Ok(Some(first));
            }
            // A part said that another follows, and none does.
            if !self.begin_part()? {
                return Err(self.truncation_error());
            }
        }
    }

    /// Appends at most `room` bytes of the current part.
    fn read_part(&mut self, bytes: &mut Vec<u8>, room: u64) -> io::Result<u64> {
        let part_bytes = self.part_left.min(room);
        let ready = &self.pending[self.pending_read..];
        let ready = &ready[..usize::try_from(part_bytes).unwrap_or(usize::MAX).min(ready.len())];
        bytes.extend_from_slice(ready);
        let ready_bytes = ready.len();
        let before = bytes.len() - ready_bytes;
        // `pending` is what the kind has read to learn the length: a line, or the head of a record with its length in
        // it.
        self.pending_read += ready_bytes;
        let missing_bytes = part_bytes - ready_bytes as u64;
        // `take` and `read_to_end` grow the buffer by what is there. A length of 4 GiB in a short file allocates
        // nothing near it.
        let result = if self.pushed_back.is_empty() {
            self.file.by_ref().take(missing_bytes).read_to_end(bytes).map(|_| ())
        } else {
            self.read_more(bytes, missing_bytes).map(|_| ())
        };
        // Of a compressed file that is cut, some bytes come before the error.
        let read = (bytes.len() - before) as u64;
        self.at += read;
        self.part_left -= read;
        result.map(|()| read)
    }

    /// Begins the next part of a record; returns whether there is one.
    pub(super) fn begin_part(&mut self) -> io::Result<bool> {
        if self.is_at_end {
            return Ok(false);
        }
        loop {
            // A part of a divided file ends here: the record belongs to the next part, whose reader begins at this
            // border.
            if self.has_reached_part_end() {
                return Ok(false);
            }
            self.began = self.at;
            (self.pending_read, self.behind) = (0, 0);
            self.pending.clear();
            let length = match self.kind {
                MarkKind::Fortran { .. } => self.read_fortran_mark()?,
                MarkKind::Descriptors(descriptors) => self.read_descriptor(descriptors)?,
                MarkKind::Line => self.read_line()?,
                MarkKind::Fixed { block, record } => self.next_fixed_record(block, record)?,
                MarkKind::Field(field) => self.read_length_field(field)?,
                MarkKind::Tap { form, .. } => self.read_tap(form.takes_bad)?,
                MarkKind::Aws { .. } => self.read_aws()?,
            };
            let Some(length) = length else {
                // Nothing may also come because the border of the part was passed while marks between records were
                // read.
                self.is_at_end |= !self.has_reached_part_end();
                return Ok(false);
            };
            (self.length, self.part_left) = (length, length);
            let (MarkKind::Tap { file: Some(file_number), .. } | MarkKind::Aws { file: Some(file_number) }) =
                self.kind
            else {
                return Ok(true);
            };
            // The kind has counted tape marks on its way. The number goes up only, so that no file behind the wanted
            // one needs to be read.
            if self.tape_file >= file_number {
                self.is_at_end = self.tape_file > file_number;
                return Ok(!self.is_at_end);
            }
            // Records of files before the wanted one are passed over, and their marks are checked all the same.
            let passed_bytes = io::copy(&mut self.file.by_ref().take(length), &mut io::sink())?;
            self.at += passed_bytes;
            if passed_bytes < length {
                return Err(self.truncation_error());
            }
            self.end_part(self.goes_on)?;
        }
    }

    /// Ends a part, and checks the mark after it in files that have one there.
    pub(super) fn end_part(&mut self, goes_on: bool) -> io::Result<()> {
        self.at += self.behind;
        self.behind = 0;
        match self.kind {
            MarkKind::Fortran { .. } => self.check_fortran_mark()?,
            MarkKind::Tap { form, .. } => self.end_tap(form.is_padded)?,
            _ => {}
        }
        self.is_continued = goes_on;
        self.whole_records += u64::from(!goes_on);
        if !goes_on {
            self.framing.iter_mut().for_each(Vec::clear);
        }
        Ok(())
    }

    /// Checks the mark after a part of a Fortran file.
    fn check_fortran_mark(&mut self) -> io::Result<()> {
        let (at, began, length) = (self.at, self.began, self.length);
        // `read_fortran_mark` sets `goes_on` by the sign of this mark, so that it now says whether a part came before.
        let Some(mark) = self.read_fortran_mark()? else { return Err(self.truncation_error()) };
        if mark != length {
            return Err(self.mark_error(
                &format!(
                    "the record that begins at byte {began} has a mark of {length} bytes before it and of {mark} behind it, at byte {at}"
                ),
                "another order or width of the marks, or none",
            ));
        }
        // The sign of the mark behind a part says whether another part came before it. A length of
        // zero has no sign.
        if length > 0 && self.goes_on != self.is_continued {
            let is = if self.goes_on { "is" } else { "is not" };
            return Err(self.mark_error(
                &format!("the mark at byte {at} says that the part from byte {began} on {is} one behind another of its record"),
                "a part of the record may be missing",
            ));
        }
        Ok(())
    }

    /// Reads the next mark of a Fortran file; `None` at the end of the file.
    fn read_fortran_mark(&mut self) -> io::Result<Option<u64>> {
        let MarkKind::Fortran { bytes, order, most } = self.kind else { return Ok(None) };
        let mut mark = [0; 8];
        if !self.fill(&mut mark[..bytes])? {
            return Ok(None);
        }
        // The number is a length. Its sign says whether another part of the record follows or came before.
        let number = |mark: [u8; 8]| match mark.first_chunk() {
            Some(short) if bytes == 4 => i64::from(i32::from_le_bytes(*short)),
            _ => i64::from_le_bytes(mark),
        };
        let little = number(mark);
        mark[..bytes].reverse();
        let big = number(mark);
        // 00 00 00 50 is 80 in one order, and more than a thousand million in the other. Equal magnitudes, such as
        // those of an empty record, say nothing.
        let order = order.or_else(|| match little.unsigned_abs().cmp(&big.unsigned_abs()) {
            std::cmp::Ordering::Less => Some(Endianness::Little),
            std::cmp::Ordering::Greater => Some(Endianness::Big),
            std::cmp::Ordering::Equal => None,
        });
        // Without a given order, the first mark is read in the order that makes it smaller. The next mark shows whether
        // that was right.
        self.kind = MarkKind::Fortran { bytes, order, most };
        let number = if order == Some(Endianness::Big) { big } else { little };
        self.goes_on = number < 0;
        Ok(Some(number.unsigned_abs()))
    }

    /// Fills `bytes`, and returns whether it did: it did not if the file ends before the first of them.
    pub(super) fn fill(&mut self, bytes: &mut [u8]) -> io::Result<bool> {
        let mut read = self.pushed_back.len().min(bytes.len());
        if read > 0 {
            bytes[..read].iter_mut().zip(self.pushed_back.drain(..read)).for_each(|(to, byte)| *to = byte);
        }
        while read < bytes.len() {
            match self.file.read(&mut bytes[read..]) {
                // The end of the file before a mark is the end of all records. Within a mark it is a fault.
                Ok(0) if read == 0 => return Ok(false),
                Ok(0) => {
                    // Kept for `pass_over_cut`.
                    self.pushed_back.extend(&bytes[..read]);
                    return Err(self.truncation_error());
                }
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.at += bytes.len() as u64;
        Ok(true)
    }

    /// The error of a file that ends within a record.
    pub(super) fn truncation_error(&self) -> io::Error {
        // The record began with its first part, which is what a person looks for.
        let began = self.open.unwrap_or(self.began);
        let message = format!(
            "the file ends within the record that begins at byte {began}, behind {}",
            self.describe_records_done()
        );
        io::Error::new(io::ErrorKind::UnexpectedEof, message)
    }

    /// What is wrong with a mark, and what to try.
    pub(super) fn mark_error(&self, fault: &str, hint: &str) -> io::Error {
        io::Error::new(
            io::ErrorKind::InvalidData,
            format!("{fault}, behind {}: {hint}", self.describe_records_done()),
        )
    }

    fn describe_records_done(&self) -> String {
        format!("{} whole record{}", self.whole_records, if self.whole_records == 1 { "" } else { "s" })
    }
}

impl<R: BufRead> Read for Records<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        self.framing = None;
        // Empty records and parts give no bytes, and 0 would mean the end to the caller.
        while self.part_left == 0 {
            if !self.begin_part()? {
                return if self.is_continued { Err(self.truncation_error()) } else { Ok(0) };
            }
            // A part without bytes is over as soon as it has begun. Its mark behind is checked here, as no `read` comes
            // to it.
            if self.length == 0 {
                self.end_part(self.goes_on)?;
            }
        }
        let most = usize::try_from(self.part_left).unwrap_or(usize::MAX).min(buffer.len());
        // What is read already comes before what is still in the file.
        let read = if self.pending_read < self.pending.len() {
            let read = (&self.pending[self.pending_read..]).read(&mut buffer[..most])?;
            self.pending_read += read;
            read
        } else if !self.pushed_back.is_empty() {
            self.pushed_back.read(&mut buffer[..most])?
        } else {
            self.file.read(&mut buffer[..most])?
        };
        if read == 0 {
            return Err(self.truncation_error());
        }
        self.at += read as u64;
        self.part_left -= read as u64;
        // The mark behind is checked at once, so that a record with a wrong one never ends without an error.
        if self.part_left == 0 {
            self.end_part(self.goes_on)?;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::MarkWriter;

    const BIG: &str = "fortran4,big";
    const RDW: &str = "rdw";
    const BDW: &str = "bdw";

    fn parse(marks: &str) -> Marks {
        marks.parse().expect("they are marks")
    }

    fn all(bytes: &[u8], marks: &str) -> (Vec<u8>, Option<String>) {
        let mut read = Vec::new();
        let mut records = Records::new(bytes, parse(marks));
        let error = records.read_to_end(&mut read).err();
        (read, error.map(|error| error.to_string()))
    }

    /// A call for each empty block would need more of the stack than any thread has.
    #[test]
    fn empty_blocks_take_no_stack() {
        let mut bytes = [0, 4, 0, 0].repeat(4 << 20);
        assert_eq!(all(&bytes, BDW), (vec![], None));
        bytes.extend([0, 9, 0, 0, 0, 5, 0, 0, 7]);
        assert_eq!(all(&bytes, BDW), (vec![7], None));
    }

    #[test]
    fn records_are_read_without_their_marks() {
        let big = [0, 0, 0, 2, 1, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 1];
        assert_eq!(all(&big, BIG), (vec![1, 2, 3], None));
        let little = [1, 0, 0, 0, 9, 1, 0, 0, 0];
        assert_eq!(all(&little, "fortran4,little"), (vec![9], None));
        let wide = [1, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(all(&wide, "fortran8,little"), (vec![9], None));
        // A record in two parts.
        let divided = [255, 255, 255, 255, 7, 0, 0, 0, 1, 0, 0, 0, 1, 8, 255, 255, 255, 255];
        assert_eq!(all(&divided, BIG), (vec![7, 8], None));
    }

    #[test]
    fn whole_records_are_read_with_all_their_parts() {
        let whole = |bytes: &[u8], marks: &str| {
            let (mut records, mut all) = (Records::new(bytes, parse(marks)), Vec::new());
            loop {
                let mut record = Vec::new();
                match records.next_whole(&mut record, 100).expect("they are sound") {
                    Some(at) => all.push((at, record)),
                    None => return all,
                }
            }
        };
        let divided = [255, 255, 255, 255, 7, 0, 0, 0, 1, 0, 0, 0, 1, 8, 255, 255, 255, 255];
        let single = [0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(whole(&[&divided[..], &single].concat(), BIG), [(4, vec![7, 8]), (22, vec![])]);
        let parts = [[0, 5, 1, 0, 1], [0, 5, 3, 0, 2], [0, 5, 2, 0, 3], [0, 5, 0, 0, 4]];
        assert_eq!(whole(&parts.concat(), RDW), [(4, vec![1, 2, 3]), (19, vec![4])]);
    }

    /// A file may have parts of one record without an end.
    #[test]
    fn a_record_with_too_many_bytes_is_refused() {
        let first = [0, 5, 1, 0, 1];
        let parts = [&first[..], &[0, 5, 3, 0, 2].repeat(1000)].concat();
        let mut read = Vec::new();
        let error =
            Records::new(&parts[..], parse(RDW)).next_whole(&mut read, 9).expect_err("it is too long");
        assert_eq!(
            error.to_string(),
            "the record that begins at byte 4 has more than 9 bytes between its marks, and is read as a whole, behind 0 whole records: the \
             marks may be others"
        );
        assert_eq!(read.len(), 9);
        // Nor may parts without bytes follow one another without an end: their descriptors are kept.
        let most = FEW / size_of::<(u64, u32)>();
        let parts = [&[0, 4, 1, 0][..], &[0, 4, 3, 0].repeat(most + 1000)].concat();
        let error =
            Records::new(&parts[..], parse(RDW)).next_whole(&mut read, 9).expect_err("it has too many parts");
        let message =
            format!("the record that begins at byte 4 has more than {most} parts, behind 0 whole records: ");
        assert!(error.to_string().starts_with(&message), "{error}");
    }

    #[test]
    fn the_order_of_marks_is_found() {
        let big = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 1];
        assert_eq!(all(&big, "fortran4"), (vec![3], None));
        let little = [1, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(all(&little, "fortran8"), (vec![9], None));
    }

    #[test]
    fn what_is_wrong_with_a_mark_is_told() {
        let message_of = |bytes: &[u8]| all(bytes, BIG).1.unwrap_or_default();
        assert_eq!(
            message_of(&[0, 0, 0, 1, 9, 0, 0, 0, 2]),
            "the record that begins at byte 0 has a mark of 1 bytes before it and of 2 behind it, at byte 5, behind 0 whole \
             records: another order or width of the marks, or none"
        );
        let ends = "the file ends within the record that begins at byte 9, behind 1 whole record";
        let whole = [0, 0, 0, 1, 9, 0, 0, 0, 1];
        for ending in [&[0, 0][..], &[0, 0, 0, 2], &[0, 0, 0, 2, 7], &[0, 0, 0, 2, 7, 7, 0]] {
            assert_eq!(message_of(&[&whole[..], ending].concat()), ends, "{ending:?}");
        }
    }

    #[test]
    fn variable_records_are_read_by_their_descriptors() {
        let records = [0, 6, 0, 0, 1, 2, 0, 4, 0, 0, 0, 5, 0, 0, 3];
        assert_eq!(all(&records, RDW), (vec![1, 2, 3], None));
        let blocks = [&[0, 10, 0, 0], &records[..6], &[0, 13, 0, 0], &records[6..]].concat();
        assert_eq!(all(&blocks, BDW), (vec![1, 2, 3], None));
        let extended = [&[0x80, 0, 0, 19], &records[..], &[0, 4, 0, 0]].concat();
        assert_eq!(all(&extended, BDW), (vec![1, 2, 3], None));
        // A record in three parts, which end with their blocks.
        let parts = [[0, 5, 1, 0, 1], [0, 5, 3, 0, 2], [0, 5, 2, 0, 3]];
        assert_eq!(all(&parts.concat(), RDW), (vec![1, 2, 3], None));
        let blocks = parts.map(|part| [&[0, 9, 0, 0][..], &part].concat()).concat();
        assert_eq!(all(&blocks, BDW), (vec![1, 2, 3], None));
    }

    #[test]
    fn what_is_wrong_with_a_descriptor_is_told() {
        for (bytes, marks, fault) in [
            (
                &[0, 5, 0, 0, 1, 0, 3, 0, 0][..],
                RDW,
                "at byte 5 there is no descriptor of a record, but 00 03 00 00",
            ),
            (&[0, 4, 4, 0], RDW, "at byte 0 there is no descriptor of a record, but 00 04 04 00"),
            (&[0, 4, 0, 1], RDW, "at byte 0 there is no descriptor of a record, but 00 04 00 01"),
            (&[0, 6, 0, 0, 1], RDW, "the file ends within the record that begins at byte 0"),
            (&[0, 5, 0, 0, 1, 0, 6], RDW, "the file ends within the record that begins at byte 5"),
            (&[0, 5, 1, 0, 1], RDW, "the file ends within the record that begins at byte 0"),
            (
                &[0, 5, 1, 0, 1, 0, 5, 0, 0, 1],
                RDW,
                "the record that begins at byte 0 is not ended, and at byte 5 another begins",
            ),
            (&[0, 5, 2, 0, 1], RDW, "at byte 0 a record continues that has not begun"),
            (&[0, 3, 0, 0], BDW, "at byte 0 there is no descriptor of a block, but 00 03 00 00"),
            (&[0, 9, 0, 1], BDW, "at byte 0 there is no descriptor of a block, but 00 09 00 01"),
            (
                &[0, 9, 0, 0, 0, 6, 0, 0, 1, 2],
                BDW,
                "the record that begins at byte 4 has 6 bytes by its descriptor, and its block ends at byte 9",
            ),
            (&[0, 9, 0, 0, 0, 5], BDW, "the file ends within the record that begins at byte 4"),
            (&[0, 9, 0, 0], BDW, "the file ends within the record that begins at byte 4"),
        ] {
            let message = all(bytes, marks).1.unwrap_or_default();
            assert!(message.starts_with(&format!("{fault}, behind ")), "{bytes:?}: {message}");
        }
    }

    #[test]
    fn other_forms_of_descriptors_are_read() {
        for (bytes, marks) in [
            (&[0, 0, 6, 0, 1, 2, 0, 0, 5, 0, 3][..], "rdw,little"),
            (&[6, 0, 0, 0, 1, 2, 5, 0, 0, 0, 3], "rdw,little"),
            (&[0, 2, 0, 0, 1, 2, 0, 1, 0, 0, 3], "rdw,exclusive"),
            (&[0, 8, 0, 0, 1, 2, 0, 7, 0, 0, 3], "rdw,adjust=-2"),
            (&[0, 0, 13, 0, 0, 2, 0, 0, 1, 2, 0, 1, 0, 0, 3], "bdw,exclusive,block-little,block-adjust=2"),
            (&[0, 11, 0, 0, 0, 0, 6, 0, 1, 2, 0, 0, 5, 0, 3], "bdw,little,block-exclusive"),
        ] {
            assert_eq!(all(bytes, marks), (vec![1, 2, 3], None), "{marks}");
        }
        let message = all(&[0, 0, 6, 0, 1, 2], RDW).1.unwrap_or_default();
        assert_eq!(
            message,
            "at byte 0 there is no descriptor of a record, but 00 00 06 00, behind 0 whole records: `rdw,little` would read the length 6"
        );
    }

    #[test]
    fn records_are_found_by_lines_blocks_and_lengths() {
        for (bytes, marks) in [
            (&b"ab\r\n\nc"[..], "line"),
            (b"abc....abc", "fixed,block=7,record=3"),
            (b"\x00\x03a\x00\x04bc", "length,bytes=2"),
            (b"a2b3c", "length,at=1,bytes=1,digits,adjust=0"),
        ] {
            let (mut records, mut whole) = (Records::new(bytes, parse(marks)), Vec::new());
            loop {
                let mut record = Vec::new();
                let Some(at) = records.next_whole(&mut record, 100).expect("they are sound") else { break };
                let end = usize::try_from(at).expect("it is small") + record.len();
                assert_eq!(record, bytes[end - record.len()..end], "{marks}");
                whole.push(String::from_utf8(record).expect("characters"));
            }
            let expected: &[&str] = match marks {
                "line" => &["ab", "", "c"],
                "length,bytes=2" => &["\0\u{3}a", "\0\u{4}bc"],
                "fixed,block=7,record=3" => &["abc", "...", "abc"],
                _ => &["a2", "b3c"],
            };
            assert_eq!(whole, expected, "{marks}");
        }
        let message = all(&[9, 0, 1, 7], "length,at=1,bytes=2").1.unwrap_or_default();
        assert!(message.contains("has 00 01 at byte 1, which is no length: 3 bytes at least"), "{message}");
    }

    #[test]
    fn what_is_written_is_read() {
        let records: [&[u8]; 4] = [b"ab", b"cde", b"f", b"ghijklm"];
        for marks in [
            "fortran4",
            "fortran4,big,part=3",
            "fortran8,little,part=2",
            "rdw",
            "rdw,little",
            "rdw,exclusive,adjust=-9",
            "bdw,block=19",
            "bdw,block=19,block-little,exclusive",
            "line",
            "tap",
            "tap,unpadded",
            "aws",
            "aws,file=1",
            "tap,file=1",
        ] {
            let (mut writer, mut file) =
                (MarkWriter::new(parse(marks)).expect("they can be written"), Vec::new());
            for record in records {
                writer.write(record, &mut file).expect("it can be written");
            }
            writer.finish(&mut file);
            let (mut read, mut read_records) = (Records::new(&file[..], parse(marks)), Vec::new());
            loop {
                let mut record = Vec::new();
                match read.next_whole(&mut record, 100) {
                    Ok(Some(_)) => read_records.push(record),
                    Ok(None) => break,
                    Err(error) => panic!("{marks}: {error}"),
                }
            }
            assert_eq!(read_records, records, "{marks}");
            assert_eq!(all(&file, marks), (records.concat(), None), "{marks}");
            // No end but those between records goes unnoticed.
            if marks != "line" {
                let cuts = (0..file.len()).filter(|cut| all(&file[..*cut], marks).1.is_none()).count();
                assert!(cuts <= records.len() + 3, "{marks}: {cuts}");
            }
        }
    }

    #[test]
    fn parts_of_a_tape_are_records_and_files() {
        // Two files, a gap, and the end of what was recorded.
        let first = [3, 0, 0, 0, 1, 2, 3, 0, 3, 0, 0, 0];
        let second = [2, 0, 0, 0, 8, 9, 2, 0, 0, 0];
        let tap = [&first[..], &[0; 4], &[0xFE, 0xFF, 0xFF, 0xFF], &second, &[0xFF; 4], b"old"].concat();
        assert_eq!(all(&tap, "tap"), (vec![1, 2, 3, 8, 9], None));
        assert_eq!(all(&tap, "tap,file=2"), (vec![8, 9], None));
        assert!(
            all(&tap, "tap,unpadded").1.is_some_and(|message| message.contains("`tap` without `unpadded`"))
        );
        let bad = [2, 0, 0, 0x80, 8, 9, 2, 0, 0, 0x80];
        assert!(all(&bad, "tap").1.is_some_and(|message| message.contains("`tap,bad` takes such records")));
        assert_eq!(all(&bad, "tap,bad"), (vec![8, 9], None));
        // A record of two parts, and a second file.
        let parts = [&[2, 0, 0, 0, 0x80, 0, 1, 2][..], &[1, 0, 2, 0, 0x20, 0, 3]].concat();
        let marked = [&parts[..], &[0, 0, 1, 0, 0x40, 0], &[1, 0, 0, 0, 0xA0, 0, 9]].concat();
        assert_eq!(all(&marked, "aws"), (vec![1, 2, 3, 9], None));
        assert_eq!(all(&marked, "aws,file=2"), (vec![9], None));
        assert!(all(&parts[..8], "aws").1.is_some_and(|message| message.contains("ends within the record")));
        assert!(
            all(&parts[8..], "aws").1.is_some_and(|message| message.contains("behind a part of 0 bytes"))
        );
    }

    #[test]
    fn what_is_wrong_with_a_name_is_told() {
        let message_of = |text: &str| text.parse::<Marks>().expect_err("it is wrong").to_string();
        assert!(
            message_of("rdv").starts_with("marks are `fortran4`, `fortran8`, `rdw`, "),
            "{}",
            message_of("rdv")
        );
        assert!(
            message_of("rdw,big")
                .starts_with("`big` is no option of `rdw`: IBM's record descriptors: `little`"),
            "{}",
            message_of("rdw,big")
        );
        assert_eq!(message_of("fixed,block=10"), "`fixed` needs `record=…`: `fixed,record=80`");
        assert_eq!(message_of("rdw,adjust=x"), "`adjust=x` of `rdw` is not a number that can be");
        assert_eq!(message_of("bdw,block=4"), "`block=4` of `bdw`: it can be 9 to 65535");
        assert!(MarkWriter::new(parse("length,bytes=2")).is_err());
    }

    /// A record may have any number of parts, and what is read of it piece by piece is not kept.
    #[test]
    fn descriptors_are_kept_of_records_that_are_read_as_a_whole() {
        let file = [&[0, 5, 1, 0, 7][..], &[0, 4, 3, 0].repeat(1000), &[0, 5, 2, 0, 8]].concat();
        let mut records = Records::new(file.as_slice(), parse(RDW));
        let mut bytes = Vec::new();
        records.read_to_end(&mut bytes).expect("the records");
        assert_eq!((bytes, records.framing), (vec![7, 8], None));
        let mut records = Records::new(file.as_slice(), parse(RDW));
        assert!(records.next_whole(&mut Vec::new(), 100).is_ok());
        assert!(records.framing.is_some_and(|words| words.capacity() > 0));
    }
}
