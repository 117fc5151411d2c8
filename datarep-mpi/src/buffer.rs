//! Buffers between conversions and the MPI library.
//!
//! In a release build a buffer begins at a page, because copies are fastest between buffers with the same offset in a
//! page. In a debug build it ends at one, and the next page cannot be touched: a function of the program that writes
//! past its buffer ends the process there, instead of changing what lies behind.

#[cfg_attr(debug_assertions, path = "buffer/guarded.rs")]
#[cfg_attr(not(debug_assertions), path = "buffer/plain.rs")]
mod memory;

use std::ops::{Deref, DerefMut};

use memory::Memory;

/// Bytes that conversions and the MPI library share.
#[derive(Debug, Default)]
pub(crate) struct Buffer(Memory);

impl Buffer {
    /// A buffer of at least `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Buffer {
        Buffer(if bytes == 0 { Memory::default() } else { Memory::new(bytes) })
    }

    /// The first `bytes` bytes, of a new buffer if this one is too small. Their contents have no meaning.
    pub(crate) fn part(&mut self, bytes: usize) -> &mut [u8] {
        if self.len() < bytes || cfg!(debug_assertions) && self.len() != bytes {
            // Frees the old bytes first.
            *self = Buffer::default();
            *self = Buffer::new(bytes);
        }
        &mut self[..bytes]
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
        assert!(buffer.part(0).is_empty());
        for bytes in [1, 4096, 6 << 20, 5, 0, 4097] {
            let part = buffer.part(bytes);
            assert_eq!(part.len(), bytes);
            assert!(part.iter().all(|byte| *byte <= 1));
            part.fill(1);
        }
    }
}
