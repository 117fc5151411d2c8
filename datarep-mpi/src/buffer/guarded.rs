//! The memory of a buffer, behind which a page cannot be touched.
#![allow(unsafe_code, reason = "the system gives pages and guards one")]

use std::io;
use std::ptr::{self, NonNull};
use std::slice;

/// Bytes that end at a page that cannot be touched.
#[derive(Debug)]
pub(super) struct Memory {
    /// The first of the pages; dangling if there are none.
    pages: NonNull<u8>,
    /// The bytes of all pages, with the guarded one.
    mapped_bytes: usize,
    /// Where the first byte is.
    begin: usize,
    /// How many bytes there are.
    bytes: usize,
}

/// The size of a page. A system with larger ones refuses to guard one of these.
const PAGE: usize = 4 << 10;

// SAFETY: the pages belong to this value alone, and no thread is special to the system. Test:
// `a_write_past_the_end_ends_the_process` moves a buffer to another thread.
unsafe impl Send for Memory {}
// SAFETY: a shared reference only reads. Test: as above.
unsafe impl Sync for Memory {}

impl Default for Memory {
    fn default() -> Memory {
        Memory { pages: NonNull::dangling(), mapped_bytes: 0, begin: 0, bytes: 0 }
    }
}

impl Memory {
    /// `bytes` bytes, which are more than none. `None` if the system does not have them.
    pub(super) fn new(bytes: usize) -> Option<Memory> {
        let unguarded_bytes = bytes.checked_next_multiple_of(PAGE)?;
        let mapped_bytes = unguarded_bytes.checked_add(PAGE)?;
        let (rights, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: pages at a place of the system's choice, so that no others are changed. Test:
        // `a_write_past_the_end_ends_the_process`.
        let pages = unsafe { libc::mmap(ptr::null_mut(), mapped_bytes, rights, kind, -1, 0) };
        if pages == libc::MAP_FAILED {
            return None;
        }
        let pages = NonNull::new(pages.cast::<u8>()).unwrap_or_else(|| unreachable!("no page is at zero"));
        let memory = Memory { pages, mapped_bytes, begin: unguarded_bytes - bytes, bytes };
        // SAFETY: the last page is one of those above, and nothing refers to it. Test: as above.
        let code = unsafe {
            libc::mprotect(pages.as_ptr().wrapping_add(unguarded_bytes).cast(), PAGE, libc::PROT_NONE)
        };
        assert!(code == 0, "a page cannot be guarded: {}", io::Error::last_os_error());
        Some(memory)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: as many bytes from there on are in pages that can be read and are zero at first, or there are none.
        // Test: `buffers_are_as_long_as_asked_for`.
        unsafe { slice::from_raw_parts(self.pages.as_ptr().wrapping_add(self.begin), self.bytes) }
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and nothing else refers to these bytes. Test: as above.
        unsafe { slice::from_raw_parts_mut(self.pages.as_ptr().wrapping_add(self.begin), self.bytes) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.mapped_bytes > 0 {
            // SAFETY: the pages are those that `new` has got, and nothing refers to them any more. Test: as above.
            unsafe { libc::munmap(self.pages.as_ptr().cast(), self.mapped_bytes) };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::Command;
    use std::{env, thread};

    use super::*;

    const INSIDE: &str = "DATAREP_WRITE_PAST_THE_END";

    /// The test runs itself in a process of its own, which must be ended by the system.
    #[test]
    fn a_write_past_the_end_ends_the_process() {
        if env::var_os(INSIDE).is_some() {
            let mut memory = Memory::new(24).expect("there is so much memory");
            memory.bytes_mut().fill(1);
            let run = thread::spawn(move || {
                assert_eq!(memory.bytes(), [1; 24]);
                // SAFETY: none. This is what a wrong function does, and the process must end here.
                unsafe { memory.bytes_mut().as_mut_ptr().wrapping_add(24).write_volatile(1) };
            });
            run.join().expect("it does not come so far");
            return;
        }
        let program = env::current_exe().expect("a test is a file");
        let output = Command::new(program)
            .args(["--exact", "buffer::memory::tests::a_write_past_the_end_ends_the_process"])
            .env(INSIDE, "1")
            .output()
            .expect("it starts");
        assert_eq!(output.status.signal(), Some(libc::SIGSEGV), "{output:?}");
    }
}
