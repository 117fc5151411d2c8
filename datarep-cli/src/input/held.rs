//! A stream without its last bytes.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

/// A stream whose last bytes are not read: a trailer.
pub(super) struct StreamWithoutTrailer {
    reader: Box<dyn Read>,
    /// Bytes that may be among the last ones.
    last_bytes: Rc<RefCell<VecDeque<u8>>>,
    bytes: usize,
    /// The bytes before those of the reader, if a stream that has less than the last bytes is a fault.
    passed: Option<u64>,
}

impl StreamWithoutTrailer {
    /// Leaves out so many bytes at the end of a stream.
    pub(super) fn new(reader: Box<dyn Read>, bytes: usize) -> StreamWithoutTrailer {
        StreamWithoutTrailer { reader, last_bytes: Rc::default(), bytes, passed: None }
    }

    /// Makes a stream that has less than these bytes a fault. `passed`: those that were read of it before.
    pub(super) fn refuse_shorter(self, passed: u64) -> StreamWithoutTrailer {
        StreamWithoutTrailer { passed: Some(passed), ..self }
    }

    /// Returns the shared buffer of bytes that are held back. When the stream has ended, they are
    /// its last bytes.
    pub(super) fn held_bytes(&self) -> Rc<RefCell<VecDeque<u8>>> {
        self.last_bytes.clone()
    }
}

impl Read for StreamWithoutTrailer {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        // Reads until there is more than is held back.
        let mut last_bytes = self.last_bytes.borrow_mut();
        while last_bytes.len() <= self.bytes && !to.is_empty() {
            let mut block = vec![0; 1 << 16];
            let read = self.reader.read(&mut block)?;
            if read == 0 {
                // What is held now is the trailer, and is never given out.
                let whole = self.passed.map(|passed| passed.saturating_add(last_bytes.len() as u64));
                return match whole {
                    Some(whole) if whole < self.bytes as u64 => Err(io::Error::other(format!(
                        "it has {whole} bytes, and `--skip-end` leaves out {}",
                        self.bytes
                    ))),
                    _ => Ok(0),
                };
            }
            last_bytes.extend(&block[..read]);
        }
        let count = to.len().min(last_bytes.len().saturating_sub(self.bytes));
        for (to, byte) in to.iter_mut().zip(last_bytes.drain(..count)) {
            *to = byte;
        }
        Ok(count)
    }
}
