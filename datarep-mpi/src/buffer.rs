//! Buffers between conversions and the MPI library.
//!
//! In a release build a buffer begins at a page, because copies are fastest between buffers with the same offset in a
//! page. In a debug build it ends at one, and the next page cannot be touched: a function of the program that writes
//! past its buffer ends the process there, instead of changing what lies behind.

#[cfg_attr(debug_assertions, path = "buffer/guarded.rs")]
#[cfg_attr(not(debug_assertions), path = "buffer/plain.rs")]
mod memory;

use std::ops::{Deref, DerefMut};

use datarep::ErrorClass;
use memory::Memory;

use crate::failure::Failure;

/// Bytes that conversions and the MPI library share.
#[derive(Debug, Default)]
pub(crate) struct Buffer(Memory);

impl Buffer {
    /// The first `bytes` bytes, of a new buffer if this one is too small. Their contents have no meaning.
    ///
    /// # Errors
    ///
    /// Class `NoMemory` if the system does not have so much memory. A collective must be joined then: a process that
    /// ended here would let the others wait.
    pub(crate) fn part(&mut self, bytes: usize) -> Result<&mut [u8], Failure> {
        if self.len() < bytes || cfg!(debug_assertions) && self.len() != bytes {
            // Frees the old bytes first.
            *self = Buffer::default();
            if bytes != 0 {
                let memory = Memory::new(bytes).ok_or_else(|| {
                    let message = format!(
                        "there is no memory for a buffer of {bytes} bytes: access fewer items at once"
                    );
                    Failure::new(ErrorClass::NoMemory, message)
                })?;
                *self = Buffer(memory);
            }
        }
        Ok(&mut self[..bytes])
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.bytes()
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_as_long_as_asked_for() {
        let mut buffer = Buffer::default();
        assert!(buffer.part(0).expect("no memory is needed").is_empty());
        for bytes in [1, 4096, 6 << 20, 5, 0, 4097] {
            let part = buffer.part(bytes).expect("there is so much memory");
            assert_eq!(part.len(), bytes);
            assert!(part.iter().all(|byte| *byte <= 1));
            part.fill(1);
        }
    }

    #[test]
    fn a_buffer_without_memory_is_an_error() {
        let mut buffer = Buffer::default();
        for bytes in [1_usize << 60, usize::MAX / 2, usize::MAX - 1, usize::MAX] {
            let failure = buffer.part(bytes).expect_err("no system has so much memory");
            assert!(matches!(failure, Failure::Detected(ErrorClass::NoMemory, _)), "{failure:?}");
        }
        assert_eq!(buffer.part(5).expect("it serves afterwards").len(), 5);
    }
}
