//! Records of variable length, by the marks around them.
//!
//! Fortran's unformatted sequential files have the length of each record in bytes before and after it. A record of 2
//! GiB or more is divided into parts. The mark of four bytes before a part is negative if another part follows, and the
//! mark after a part is negative if another part comes before it.
//!
//! Each of IBM's variable records has a descriptor of four bytes before it: two bytes of length, which includes the
//! descriptor; a byte that says which part of a record follows (0 all of it, 1 the first, 2 the last, 3 one between);
//! and a zero byte. Blocks have a descriptor too, before their records. If its first bit is set, the other 31 bits are
//! the length.
//!
//! Source: IBM, z/OS DFSMS Using Data Sets, "Variable-Length Record Formats"; GNU Fortran manual, "File format of
//! unformatted sequential files".

use std::io::{self, Read};

use crate::args::{Marks, Order};

/// Bytes of a descriptor.
const DESCRIPTOR: u64 = 4;

/// The bytes of records without their marks, which are checked.
#[derive(Debug)]
pub(super) struct Records<R> {
    file: R,
    marks: Marks,
    /// The byte of the file that comes next, and (`began`) the byte at which the current part began, its mark included.
    at: u64,
    began: u64,
    /// Bytes of the current part, and (`left`) those of them that are not read yet.
    length: u64,
    left: u64,
    /// The byte at which the current block ends.
    block: u64,
    /// The byte at which a record began whose last part is still to come.
    open: Option<u64>,
    /// Whether another part of the record follows the current one.
    goes_on: bool,
}

impl<R: Read> Records<R> {
    /// The records of a file that is read from its beginning on.
    pub(super) fn new(file: R, marks: Marks) -> Records<R> {
        Records { file, marks, at: 0, began: 0, length: 0, left: 0, block: 0, open: None, goes_on: false }
    }

    /// The byte of the file that comes next.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// Appends the next record, with all its parts, to `bytes`. Returns the byte of the file at which the record's
    /// first byte is, or `None` at the end. A record of more than `most` bytes is an error.
    pub(super) fn next_whole(&mut self, bytes: &mut Vec<u8>, most: usize) -> io::Result<Option<u64>> {
        if !self.begin()? {
            return Ok(None);
        }
        let (first, begin) = (self.at, bytes.len());
        loop {
            // Parts may follow one another without an end.
            let room = (most - (bytes.len() - begin)) as u64;
            let read = self.file.by_ref().take(self.left.min(room)).read_to_end(bytes)? as u64;
            self.at += read;
            self.left -= read;
            if self.left > 0 && read == room {
                return Err(invalid(format!(
                    "the record that begins at byte {first} has more than {most} bytes between its marks, and is read as a whole"
                )));
            }
            if self.left > 0 {
                return Err(self.ends());
            }
            let goes_on = self.goes_on;
            self.end()?;
            if !goes_on || !self.begin()? {
                return Ok(Some(first));
            }
        }
    }

    /// Begins the next part of a record; returns whether there is one.
    fn begin(&mut self) -> io::Result<bool> {
        self.began = self.at;
        let length = match self.marks {
            Marks::Fortran { .. } => self.mark()?,
            Marks::Descriptors { blocks } => self.descriptor(blocks)?,
        };
        let Some(length) = length else { return Ok(false) };
        (self.length, self.left) = (length, length);
        Ok(true)
    }

    /// Checks the mark after a part, in files that have one there.
    fn end(&mut self) -> io::Result<()> {
        if !matches!(self.marks, Marks::Fortran { .. }) {
            return Ok(());
        }
        let (at, Records { began, length, .. }) = (self.at, &*self);
        let (began, length) = (*began, *length);
        match self.mark()? {
            None => Err(self.ends()),
            Some(mark) if mark == length => Ok(()),
            Some(mark) => Err(invalid(format!(
                "the record that begins at byte {began} has a mark of {length} bytes before it and of {mark} behind it, at byte {at}: \
                 another order or width of the marks, or none"
            ))),
        }
    }

    /// Reads the next mark of a Fortran file; `None` at the end of the file.
    fn mark(&mut self) -> io::Result<Option<u64>> {
        let Marks::Fortran { bytes, order } = self.marks else { return Ok(None) };
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
        let order = order.or_else(|| match little.unsigned_abs().cmp(&big.unsigned_abs()) {
            std::cmp::Ordering::Less => Some(Order::Little),
            std::cmp::Ordering::Greater => Some(Order::Big),
            std::cmp::Ordering::Equal => None,
        });
        // Without a given order, the first mark is read in the order that makes it smaller. The next mark shows whether
        // that was right.
        self.marks = Marks::Fortran { bytes, order };
        let number = if order == Some(Order::Big) { big } else { little };
        self.goes_on = number < 0;
        Ok(Some(number.unsigned_abs()))
    }

    /// Reads the descriptor of the next part, and returns the bytes of the part; `None` at the end of the file.
    fn descriptor(&mut self, blocks: bool) -> io::Result<Option<u64>> {
        if blocks && self.at == self.block && !self.begin_block()? {
            return self.end_of_parts();
        }
        self.began = self.at;
        let mut word = [0; 4];
        if !self.fill(&mut word)? {
            return if blocks { Err(self.ends()) } else { self.end_of_parts() };
        }
        let (began, length) = (self.began, u64::from(u16::from_be_bytes([word[0], word[1]])));
        let shown = || word.map(|byte| format!("{byte:02x}")).join(" ");
        if length < DESCRIPTOR || word[2] > 3 || word[3] != 0 {
            return Err(invalid(format!(
                "at byte {began} there is no descriptor of a record, but {}",
                shown()
            )));
        }
        if blocks && began + length > self.block {
            let end = self.block;
            return Err(invalid(format!(
                "the record that begins at byte {began} has {length} bytes by its descriptor, and its block ends at byte {end}"
            )));
        }
        let continues = matches!(word[2], 2 | 3);
        match (self.open, continues) {
            (Some(first), false) => {
                return Err(invalid(format!(
                    "the record that begins at byte {first} is not ended, and at byte {began} another begins"
                )));
            }
            (None, true) => {
                return Err(invalid(format!("at byte {began} a record continues that has not begun")));
            }
            _ => {}
        }
        self.open = match word[2] {
            1 => Some(began),
            3 => self.open,
            _ => None,
        };
        self.goes_on = self.open.is_some();
        Ok(Some(length - DESCRIPTOR))
    }

    /// Begins the next block that has records; returns whether there is one.
    fn begin_block(&mut self) -> io::Result<bool> {
        // Not by recursion: a file may have any number of empty blocks.
        while let Some(length) = self.read_block_length()? {
            if length > DESCRIPTOR {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads the descriptor of the next block, and returns the block's length with it; `None` at the end of the file.
    fn read_block_length(&mut self) -> io::Result<Option<u64>> {
        let began = self.at;
        let mut word = [0; 4];
        if !self.fill(&mut word)? {
            return Ok(None);
        }
        let extended = word[0] >= 0x80;
        let length = if extended {
            u64::from(u32::from_be_bytes(word) & 0x7FFF_FFFF)
        } else {
            u64::from(u16::from_be_bytes([word[0], word[1]]))
        };
        if length < DESCRIPTOR || !extended && word[2..] != [0, 0] {
            let shown = word.map(|byte| format!("{byte:02x}")).join(" ");
            return Err(invalid(format!("at byte {began} there is no descriptor of a block, but {shown}")));
        }
        self.block = began + length;
        Ok(Some(length))
    }

    /// Handles the end of the file, where no record may be open.
    fn end_of_parts(&self) -> io::Result<Option<u64>> {
        match self.open {
            None => Ok(None),
            Some(first) => Err(ends(first)),
        }
    }

    /// Fills `bytes`, and returns whether it did: it did not if the file ends before the first of them.
    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<bool> {
        let mut read = 0;
        while read < bytes.len() {
            match self.file.read(&mut bytes[read..]) {
                Ok(0) if read == 0 => return Ok(false),
                Ok(0) => return Err(self.ends()),
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.at += bytes.len() as u64;
        Ok(true)
    }

    fn ends(&self) -> io::Error {
        ends(self.open.unwrap_or(self.began))
    }
}

fn ends(began: u64) -> io::Error {
    let message = format!("the file ends within the record that begins at byte {began}");
    io::Error::new(io::ErrorKind::UnexpectedEof, message)
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl<R: Read> Read for Records<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.left == 0 {
            if !self.begin()? {
                return Ok(0);
            }
            if self.length == 0 {
                self.end()?;
            }
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.file.read(&mut buffer[..most])?;
        if read == 0 {
            return Err(self.ends());
        }
        self.at += read as u64;
        self.left -= read as u64;
        if self.left == 0 {
            self.end()?;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn fortran(bytes: usize, order: Option<Order>) -> Marks {
        Marks::Fortran { bytes, order }
    }

    const BIG: Marks = fortran(4, Some(Order::Big));
    const RDW: Marks = Marks::Descriptors { blocks: false };
    const BDW: Marks = Marks::Descriptors { blocks: true };

    fn all(bytes: &[u8], marks: Marks) -> (Vec<u8>, Option<String>) {
        let mut read = Vec::new();
        let mut records = Records::new(bytes, marks);
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
        assert_eq!(all(&little, fortran(4, Some(Order::Little))), (vec![9], None));
        let wide = [1, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(all(&wide, fortran(8, Some(Order::Little))), (vec![9], None));
        // A record in two parts.
        let divided = [255, 255, 255, 255, 7, 0, 0, 0, 1, 0, 0, 0, 1, 8, 255, 255, 255, 255];
        assert_eq!(all(&divided, BIG), (vec![7, 8], None));
    }

    #[test]
    fn whole_records_are_read_with_all_their_parts() {
        let whole = |bytes: &[u8], marks| {
            let (mut records, mut all) = (Records::new(bytes, marks), Vec::new());
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
        let error = Records::new(&parts[..], RDW).next_whole(&mut read, 9).expect_err("it is too long");
        assert_eq!(
            error.to_string(),
            "the record that begins at byte 4 has more than 9 bytes between its marks, and is read as a whole"
        );
        assert_eq!(read.len(), 9);
    }

    #[test]
    fn the_order_of_marks_is_found() {
        let big = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 1];
        assert_eq!(all(&big, fortran(4, None)), (vec![3], None));
        let little = [1, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(all(&little, fortran(8, None)), (vec![9], None));
    }

    #[test]
    fn what_is_wrong_with_a_mark_is_told() {
        let told = |bytes: &[u8]| all(bytes, BIG).1.unwrap_or_default();
        assert_eq!(
            told(&[0, 0, 0, 1, 9, 0, 0, 0, 2]),
            "the record that begins at byte 0 has a mark of 1 bytes before it and of 2 behind it, at byte 5: another order or width of \
             the marks, or none"
        );
        let ends = "the file ends within the record that begins at byte 9";
        let whole = [0, 0, 0, 1, 9, 0, 0, 0, 1];
        for cut in [&[0, 0][..], &[0, 0, 0, 2], &[0, 0, 0, 2, 7], &[0, 0, 0, 2, 7, 7, 0]] {
            assert_eq!(told(&[&whole[..], cut].concat()), ends, "{cut:?}");
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
            assert_eq!(all(bytes, marks).1.as_deref(), Some(fault), "{bytes:?}");
        }
    }
}
