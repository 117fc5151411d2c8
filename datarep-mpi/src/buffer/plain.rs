//! The memory of a buffer, which begins at a page.
#![allow(unsafe_code, reason = "the system is told of pages")]

/// Bytes that begin at a page.
#[derive(Debug, Default)]
pub(super) struct Memory {
    bytes: Vec<u8>,
    /// Where the first page begins.
    begin: usize,
}

/// The sizes of a page and of a large page.
const PAGE: usize = 4 << 10;
const LARGE: usize = 2 << 20;

impl Memory {
    /// At least `bytes` bytes. Many of them use large pages if the system has them. That saves a page fault for each
    /// 4 KiB, and most of the processor's address translation.
    pub(super) fn new(bytes: usize) -> Memory {
        let page = if bytes >= 2 * LARGE { LARGE } else { PAGE };
        let mut memory = Memory { bytes: vec![0; bytes + page], begin: 0 };
        // If the alignment cannot be computed, the bytes begin anywhere.
        memory.begin =
            Some(memory.bytes.as_ptr().align_offset(page)).filter(|begin| *begin < page).unwrap_or(0);
        if page == LARGE {
            let whole = bytes / LARGE * LARGE;
            let begin = memory.bytes_mut().as_mut_ptr().cast();
            // SAFETY: the pages lie in the memory, which has at least `whole` bytes from `begin` on. The advice leaves
            // their contents as they are, and a failure has no effect. Test:
            // `buffer::memory::tests::buffers_begin_at_pages`.
            unsafe { libc::madvise(begin, whole, libc::MADV_HUGEPAGE) };
        }
        memory
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.begin..]
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.begin..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_begin_at_pages() {
        for (bytes, page) in [(1, PAGE), (PAGE, PAGE), (3 * LARGE, LARGE)] {
            let mut memory = Memory::new(bytes);
            assert!(memory.bytes().len() >= bytes);
            assert_eq!(memory.bytes().as_ptr().addr() % page, 0, "{bytes}");
            memory.bytes_mut().fill(1);
        }
    }
}
