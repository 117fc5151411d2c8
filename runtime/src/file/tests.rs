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
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::*;
use crate::num::index;

/// A path of its own; what was made there is deleted.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Scratch(std::env::temp_dir().join(format!("datarep-{}-{number}", std::process::id())))
    }

    fn with(octets: &[u8]) -> Scratch {
        let scratch = Scratch::new();
        fs::write(&scratch.0, octets).expect("a temporary file");
        scratch
    }

    fn open(&self) -> File {
        File::open(&self.0, Mode::CREATE | Mode::RDWR).expect("a temporary file")
    }

    fn octets(&self) -> Vec<u8> {
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

/// Octets in memory, with faults.
#[derive(Debug, Clone, Default)]
struct Faulty(Arc<Mutex<Medium>>);

#[derive(Debug, Default)]
struct Medium {
    octets: Vec<u8>,
    /// The most octets that one access moves.
    most: Option<usize>,
    /// Whether every second access is interrupted.
    interrupts: bool,
    interrupted: bool,
    /// Octets for which there is space.
    space: Option<usize>,
    /// Before an access so far into the file it is cut to this size.
    cut: Option<(usize, usize)>,
    /// The octet that cannot be read.
    bad: Option<usize>,
    /// How long others may come in between after each reading.
    pause: Option<Duration>,
    /// The changes of the size, and how many of them may be done.
    sizes: usize,
    granted: Option<usize>,
    reads: usize,
    writes: usize,
    syncs: usize,
    deleted: bool,
}

impl Faulty {
    fn with(octets: &[u8]) -> Faulty {
        let faulty = Faulty::default();
        faulty.medium().octets = octets.to_vec();
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
            self.octets.truncate(size);
        }
        Ok(())
    }
}

impl Storage for Faulty {
    fn read_at(&self, octets: &mut [u8], offset: u64) -> io::Result<usize> {
        let (mut medium, offset) = (self.medium(), usize::try_from(offset).expect("small"));
        medium.reads += 1;
        medium.begin(offset)?;
        let from = offset.min(medium.octets.len());
        let mut count = octets.len().min(medium.octets.len() - from).min(medium.most.unwrap_or(usize::MAX));
        if let Some(bad) = medium.bad
            && (from..from + count).contains(&bad)
        {
            count = bad - from;
            if count == 0 {
                return Err(io::Error::other("the sector is bad"));
            }
        }
        octets[..count].copy_from_slice(&medium.octets[from..from + count]);
        if let Some(pause) = medium.pause {
            drop(medium);
            thread::sleep(pause);
        }
        Ok(count)
    }

    fn write_at(&self, octets: &[u8], offset: u64) -> io::Result<usize> {
        let (mut medium, offset) = (self.medium(), usize::try_from(offset).expect("small"));
        medium.writes += 1;
        medium.begin(offset)?;
        let mut count = octets.len().min(medium.most.unwrap_or(usize::MAX));
        if let Some(space) = medium.space {
            count = count.min(space.saturating_sub(offset));
            if count == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
        }
        if medium.octets.len() < offset + count {
            medium.octets.resize(offset + count, 0);
        }
        medium.octets[offset..offset + count].copy_from_slice(&octets[..count]);
        Ok(count)
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.medium().octets.len() as u64)
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        self.medium().sizes += 1;
        while matches!(*self.medium(), Medium { sizes, granted: Some(granted), .. } if sizes > granted) {
            thread::yield_now();
        }
        self.medium().octets.resize(usize::try_from(size).expect("small"), 0);
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

/// Buffers so small that a transfer has many chunks.
fn with_buffer(file: &File, octets: usize) {
    file.opening.buffer.store(octets, Ordering::Relaxed);
}
