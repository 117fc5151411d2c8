//! The memory of a buffer, which begins at a page.
#![allow(unsafe_code, reason = "the system is told of pages")]

use std::alloc::Layout;

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
    ///
    /// Returns `None` if the system does not have them.
    pub(super) fn new(bytes: usize) -> Option<Memory> {
        let page = if bytes >= 2 * LARGE { LARGE } else { PAGE };
        let mut memory = Memory { bytes: zeros(bytes.checked_add(page)?)?, begin: 0 };
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
        Some(memory)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.begin..]
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.begin..]
    }
}

/// Zeros, of which the system takes no memory until they are used. `vec![0; bytes]` would end the process without memory.
fn zeros(bytes: usize) -> Option<Vec<u8>> {
    let layout = Layout::array::<u8>(bytes).ok().filter(|layout| layout.size() != 0)?;
    // SAFETY: the layout has at least one byte. Test: `buffer::memory::tests::buffers_begin_at_pages`.
    let begin = unsafe { std::alloc::alloc_zeroed(layout) };
    if begin.is_null() {
        return None;
    }
    // SAFETY: the global allocator has given these bytes for this layout, which is the one of a vector of this capacity,
    // and all of them are zero. Test: `buffer::memory::tests::buffers_begin_at_pages`.
    Some(unsafe { Vec::from_raw_parts(begin, bytes, bytes) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_begin_at_pages() {
        for (bytes, page) in [(1, PAGE), (PAGE, PAGE), (3 * LARGE, LARGE)] {
            let mut memory = Memory::new(bytes).expect("there is so much memory");
            assert!(memory.bytes().len() >= bytes);
            assert_eq!(memory.bytes().as_ptr().addr() % page, 0, "{bytes}");
            memory.bytes_mut().fill(1);
        }
    }
}
