//! Buffers between conversions and the MPI library.
#![allow(unsafe_code, reason = "the system is told of pages")]

use std::ops::{Deref, DerefMut};

/// Bytes that begin at a page: copies are fastest between buffers with the same offset in a page.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    /// Where the first page begins.
    begin: usize,
}

/// The sizes of a page and of a large page.
const PAGE: usize = 4 << 10;
const LARGE: usize = 2 << 20;

impl Buffer {
    /// A buffer of at least `bytes` bytes. Large buffers use large pages if the system has them. That saves a page
    /// fault for each 4 KiB, and most of the processor's address translation.
    pub(crate) fn new(bytes: usize) -> Buffer {
        if bytes == 0 {
            return Buffer::default();
        }
        let page = if bytes >= 2 * LARGE { LARGE } else { PAGE };
        let mut buffer = Buffer { bytes: vec![0; bytes + page], begin: 0 };
        // If the alignment cannot be computed, the buffer begins anywhere.
        buffer.begin =
            Some(buffer.bytes.as_ptr().align_offset(page)).filter(|begin| *begin < page).unwrap_or(0);
        if page == LARGE {
            let whole = bytes / LARGE * LARGE;
            let begin = buffer.as_mut_ptr().cast();
            // SAFETY: the pages lie in the buffer, which has at least `whole` bytes from `begin` on. The advice leaves
            // their contents as they are, and a failure has no effect. Test:
            // `buffer::tests::buffers_begin_at_pages_and_grow`.
            unsafe { libc::madvise(begin, whole, libc::MADV_HUGEPAGE) };
        }
        buffer
    }

    /// The first `bytes` bytes, of a new buffer if this one is too small. Their contents have no meaning.
    pub(crate) fn part(&mut self, bytes: usize) -> &mut [u8] {
        if self.len() < bytes {
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
        &self.bytes[self.begin..]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.begin..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_begin_at_pages_and_grow() {
        let mut buffer = Buffer::default();
        assert!(buffer.part(0).is_empty());
        for (bytes, page) in [(1, PAGE), (PAGE, PAGE), (3 * LARGE, LARGE), (5, LARGE)] {
            let part = buffer.part(bytes);
            assert_eq!(part.len(), bytes);
            assert_eq!(part.as_ptr().addr() % page, 0, "{bytes}");
            part.fill(1);
        }
        // The large buffer is kept.
        assert!(buffer.len() >= 3 * LARGE);
    }
}
