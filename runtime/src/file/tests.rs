//! Files: what the tests share.

mod bounds;
mod faults;
mod oracle;
mod routines;
mod sharing;
mod sieving;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::*;
use crate::num::index;

/// A unique path. The file at it is deleted at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Scratch(std::env::temp_dir().join(format!("datarep-{}-{number}", std::process::id())))
    }

    fn with(bytes: &[u8]) -> Scratch {
        let scratch = Scratch::new();
        fs::write(&scratch.0, bytes).expect("a temporary file");
        scratch
    }

    fn open(&self) -> File {
        File::open(&self.0, Mode::CREATE | Mode::RDWR).expect("a temporary file")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.0).expect("a temporary file")
    }
}

impl AsRef<Path> for Scratch {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Bytes in memory, with faults.
#[derive(Debug, Clone, Default)]
struct Faulty(Arc<Mutex<Medium>>);

#[derive(Debug, Default)]
struct Medium {
    bytes: Vec<u8>,
    /// The most bytes that one access moves.
    most: Option<usize>,
    /// Whether every second access is interrupted.
    interrupts: bool,
    interrupted: bool,
    /// The number of bytes for which there is space.
    space: Option<usize>,
    /// Before an access at or after this offset, the storage is cut to this size.
    cut: Option<(usize, usize)>,
    /// A byte that cannot be read.
    bad: Option<usize>,
    /// A pause after each read, in which other threads may run.
    pause: Option<Duration>,
    /// How often the size was changed, and how many changes are allowed.
    sizes: usize,
    granted: Option<usize>,
    reads: usize,
    writes: usize,
    syncs: usize,
    deleted: bool,
}

impl Faulty {
    fn with(bytes: &[u8]) -> Faulty {
        let faulty = Faulty::default();
        faulty.medium().bytes = bytes.to_vec();
        faulty
    }

    fn medium(&self) -> MutexGuard<'_, Medium> {
        lock(&self.0)
    }

    fn open(&self) -> File {
        self.open_in(Mode::RDWR)
    }

    fn open_in(&self, mode: Mode) -> File {
        File::on(self.clone(), "faulty", mode).expect("a mode")
    }
}

impl Medium {
    fn begin(&mut self, offset: usize) -> io::Result<()> {
        self.interrupted = self.interrupts && !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if let Some((at, size)) = self.cut
            && offset >= at
        {
            self.bytes.truncate(size);
        }
        Ok(())
    }
}

impl Storage for Faulty {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        let (mut medium, offset) = (self.medium(), usize::try_from(offset).expect("small"));
        medium.reads += 1;
        medium.begin(offset)?;
        let from = offset.min(medium.bytes.len());
        let mut count = bytes.len().min(medium.bytes.len() - from).min(medium.most.unwrap_or(usize::MAX));
        if let Some(bad) = medium.bad
            && (from..from + count).contains(&bad)
        {
            count = bad - from;
            if count == 0 {
                return Err(io::Error::other("the sector is bad"));
            }
        }
        bytes[..count].copy_from_slice(&medium.bytes[from..from + count]);
        if let Some(pause) = medium.pause {
            drop(medium);
            thread::sleep(pause);
        }
        Ok(count)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        let (mut medium, offset) = (self.medium(), usize::try_from(offset).expect("small"));
        medium.writes += 1;
        medium.begin(offset)?;
        let mut count = bytes.len().min(medium.most.unwrap_or(usize::MAX));
        if let Some(space) = medium.space {
            count = count.min(space.saturating_sub(offset));
            if count == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
        }
        if medium.bytes.len() < offset + count {
            medium.bytes.resize(offset + count, 0);
        }
        medium.bytes[offset..offset + count].copy_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.medium().bytes.len() as u64)
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        self.medium().sizes += 1;
        while matches!(*self.medium(), Medium { sizes, granted: Some(granted), .. } if sizes > granted) {
            thread::yield_now();
        }
        self.medium().bytes.resize(usize::try_from(size).expect("small"), 0);
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        self.medium().syncs += 1;
        Ok(())
    }

    fn delete(&self) -> io::Result<()> {
        self.medium().deleted = true;
        Ok(())
    }
}

/// Sets buffers so small that a transfer has many chunks.
fn with_buffer(file: &File, bytes: usize) {
    file.opening.buffer.store(bytes, Ordering::Relaxed);
}
