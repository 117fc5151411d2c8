//! The records of Fortran's unformatted sequential files: what stands between their marks.
//!
//! A mark is the number of bytes of a record, before and behind it. A record of 2 GiB or more is divided: a mark of four bytes before a part is
//! negative where another follows, and that behind it where another comes before.

use std::io::{self, Read};

use crate::args::Marks;

/// The bytes of records, without the marks, which are compared.
#[derive(Debug)]
pub(super) struct Records<R> {
    file: R,
    marks: Marks,
    /// Where in the file the next byte is, and where the record began.
    at: u64,
    began: u64,
    /// Bytes of the record, and those of them that are not read yet.
    length: u64,
    left: u64,
}

impl<R: Read> Records<R> {
    /// The records of a file that is read from its beginning.
    pub(super) fn new(file: R, marks: Marks) -> Records<R> {
        Records { file, marks, at: 0, began: 0, length: 0, left: 0 }
    }

    /// The next mark; `None` at the end of the file.
    fn mark(&mut self) -> io::Result<Option<u64>> {
        let (bytes, big) = match self.marks {
            Marks::Big => (4, true),
            Marks::Little => (4, false),
            Marks::Big8 => (8, true),
            Marks::Little8 => (8, false),
        };
        let mut mark = [0; 8];
        let mut read = 0;
        while read < bytes {
            match self.file.read(&mut mark[read..bytes]) {
                Ok(0) if read == 0 => return Ok(None),
                Ok(0) => return Err(self.ends()),
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.at += bytes as u64;
        if big {
            mark[..bytes].reverse();
        }
        let number = i64::from_le_bytes(mark);
        let number = if bytes == 4 {
            i64::from(i32::from_le_bytes([mark[0], mark[1], mark[2], mark[3]]))
        } else {
            number
        };
        Ok(Some(number.unsigned_abs()))
    }

    fn ends(&self) -> io::Error {
        let message = format!("the file ends within the record that begins at byte {}", self.began);
        io::Error::new(io::ErrorKind::UnexpectedEof, message)
    }

    /// Compares the mark behind a record with that before it.
    fn close(&mut self) -> io::Result<()> {
        let Records { began, length, .. } = *self;
        match self.mark()? {
            None => Err(self.ends()),
            Some(mark) if mark == length => Ok(()),
            Some(mark) => {
                let message = format!(
                    "the record that begins at byte {began} has a mark of {length} bytes before it and of {mark} behind it: \
                     another order or width of the marks, or none"
                );
                Err(io::Error::new(io::ErrorKind::InvalidData, message))
            }
        }
    }
}

impl<R: Read> Read for Records<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.left == 0 {
            self.began = self.at;
            let Some(length) = self.mark()? else { return Ok(0) };
            (self.length, self.left) = (length, length);
            if length == 0 {
                self.close()?;
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
            self.close()?;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8], marks: Marks) -> (Vec<u8>, Option<String>) {
        let mut read = Vec::new();
        let mut records = Records::new(bytes, marks);
        let error = records.read_to_end(&mut read).err();
        (read, error.map(|error| error.to_string()))
    }

    #[test]
    fn records_are_read_without_their_marks() {
        let big = [0, 0, 0, 2, 1, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 1];
        assert_eq!(all(&big, Marks::Big), (vec![1, 2, 3], None));
        let little = [1, 0, 0, 0, 9, 1, 0, 0, 0];
        assert_eq!(all(&little, Marks::Little), (vec![9], None));
        let wide = [1, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(all(&wide, Marks::Little8), (vec![9], None));
        // A record in two parts.
        let divided = [255, 255, 255, 255, 7, 0, 0, 0, 1, 0, 0, 0, 1, 8, 255, 255, 255, 255];
        assert_eq!(all(&divided, Marks::Big), (vec![7, 8], None));
    }

    #[test]
    fn what_is_wrong_with_a_mark_is_told() {
        let told = |bytes: &[u8]| all(bytes, Marks::Big).1.unwrap_or_default();
        assert_eq!(
            told(&[0, 0, 0, 1, 9, 0, 0, 0, 2]),
            "the record that begins at byte 0 has a mark of 1 bytes before it and of 2 behind it: another order or width of \
             the marks, or none"
        );
        let ends = "the file ends within the record that begins at byte 9";
        let whole = [0, 0, 0, 1, 9, 0, 0, 0, 1];
        for cut in [&[0, 0][..], &[0, 0, 0, 2], &[0, 0, 0, 2, 7], &[0, 0, 0, 2, 7, 7, 0]] {
            assert_eq!(told(&[&whole[..], cut].concat()), ends, "{cut:?}");
        }
    }
}
