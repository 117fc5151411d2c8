//! Where the bytes of a file are: in a file of the operating system, or in a storage that a program provides.
//!
//! The rest of the module uses only the trait, so that tests can inject faults. This file alone handles transient
//! conditions: an interrupted access is repeated, and a short one is continued.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::allocate;

/// Bytes that can be read and written at offsets, as the base of a [`File`](crate::file::File).
///
/// Several threads may access a storage at once. With the mode [`SEQUENTIAL`](crate::file::Mode::SEQUENTIAL) the
/// accesses of one transfer come one after the other, in order. A file with the modes `WRONLY` and `UNIQUE_OPEN` is
/// also read through views with holes; if reading fails, it is written without reading. An access may move fewer bytes
/// than asked for, as `pread` and `pwrite` may. A read of no bytes means the end.
///
/// ```
/// use std::io;
/// use std::sync::Mutex;
/// use datarep::file::{File, Mode, Storage};
///
/// #[derive(Debug, Default)]
/// struct InMemory(Mutex<Vec<u8>>);
///
/// impl Storage for InMemory {
///     fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
///         let whole = self.0.lock().unwrap();
///         let from = whole.len().min(offset as usize);
///         let count = bytes.len().min(whole.len() - from);
///         bytes[..count].copy_from_slice(&whole[from..from + count]);
///         Ok(count)
///     }
///     fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
///         let mut whole = self.0.lock().unwrap();
///         let end = offset as usize + bytes.len();
///         if whole.len() < end { whole.resize(end, 0) }
///         whole[offset as usize..end].copy_from_slice(bytes);
///         Ok(bytes.len())
///     }
///     fn size(&self) -> io::Result<u64> {
///         Ok(self.0.lock().unwrap().len() as u64)
///     }
///     fn set_size(&self, size: u64) -> io::Result<()> {
///         Ok(self.0.lock().unwrap().resize(size as usize, 0))
///     }
///     fn sync(&self) -> io::Result<()> {
///         Ok(())
///     }
/// }
///
/// let file = File::on(InMemory::default(), "in memory", Mode::RDWR)?;
/// file.write(&[1_i16, 2, 3])?;
/// assert_eq!(file.size()?, 6);
/// # Ok::<(), datarep::Error>(())
/// ```
pub trait Storage: fmt::Debug + Send + Sync {
    /// Reads into `bytes` from `offset` on. Returns how many bytes it read, 0 at the end.
    ///
    /// # Errors
    ///
    /// The errors of the system.
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize>;

    /// Writes `bytes` from `offset` on. Returns how many bytes it wrote.
    ///
    /// # Errors
    ///
    /// The errors of the system.
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize>;

    /// The size in bytes.
    ///
    /// # Errors
    ///
    /// The errors of the system.
    fn size(&self) -> io::Result<u64>;

    /// Cuts the storage to `size` bytes, or extends it by zeros.
    ///
    /// # Errors
    ///
    /// The errors of the system.
    fn set_size(&self, size: u64) -> io::Result<()>;

    /// Puts everything written so far on the device.
    ///
    /// # Errors
    ///
    /// The errors of the system.
    fn sync(&self) -> io::Result<()>;

    /// Makes sure that the first `size` bytes have space on the device. By default, writes zeros after the end and
    /// leaves holes before it.
    ///
    /// # Errors
    ///
    /// The errors of the system.
    fn preallocate(&self, size: u64) -> io::Result<()> {
        write_zeros(self, size)
    }

    /// Deletes the file, which has the mode [`DELETE_ON_CLOSE`](crate::file::Mode::DELETE_ON_CLOSE). By default, does
    /// nothing.
    ///
    /// # Errors
    ///
    /// The errors of the system.
    fn delete(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes zeros after the end, up to byte `size`.
fn write_zeros<S: Storage + ?Sized>(storage: &S, size: u64) -> io::Result<()> {
    // `set_size` would do for the size, but leaves a hole: space on the device is found only when bytes are written.
    let zeros = vec![0; 1 << 16];
    let mut end = storage.size()?;
    while end < size {
        let bytes = usize::try_from(size - end).unwrap_or(usize::MAX).min(zeros.len());
        write_all(storage, &zeros[..bytes], end).map_err(|(_, error)| error)?;
        end += bytes as u64;
    }
    Ok(())
}

/// Reads until `bytes` is full or the file ends. Returns how many bytes it read.
pub(super) fn read_all<S: Storage + ?Sized>(storage: &S, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut done = 0;
    while done < bytes.len() {
        match storage.read_at(&mut bytes[done..], offset + done as u64) {
            // Zero bytes are the end of the file, as with `std::io::Read`. Fewer bytes than were asked for are not.
            Ok(0) => break,
            // A storage that reports more bytes than were asked for has read those that were asked for.
            Ok(more) => done += more.min(bytes.len() - done),
            // A signal has come before the first byte. Nothing was read, and the same call is made again.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// Writes all bytes. The error comes with the number of bytes written.
pub(super) fn write_all<S: Storage + ?Sized>(
    storage: &S,
    bytes: &[u8],
    offset: u64,
) -> Result<(), (usize, io::Error)> {
    let mut done = 0;
    while done < bytes.len() {
        match storage.write_at(&bytes[done..], offset + done as u64) {
            // A storage that takes no byte would be asked for ever.
            Ok(0) => return Err((done, io::ErrorKind::WriteZero.into())),
            Ok(more) => done += more.min(bytes.len() - done),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err((done, error)),
        }
    }
    Ok(())
}

/// Whether the path is a FIFO. Opening one waits for its other end, and it has no offsets.
#[cfg(unix)]
fn is_fifo(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| std::os::unix::fs::FileTypeExt::is_fifo(&data.file_type()))
}

/// As above. Such systems have no FIFOs at paths of files.
#[cfg(not(unix))]
fn is_fifo(_path: &Path) -> bool {
    false
}

/// A file of the operating system.
#[derive(Debug)]
pub(super) struct Local {
    file: fs::File,
    path: PathBuf,
}

impl Local {
    pub(super) fn open(path: &Path, options: &fs::OpenOptions) -> io::Result<Local> {
        // Looked at before opening, which would wait for a process at the other end.
        if is_fifo(path) {
            return Err(io::ErrorKind::NotSeekable.into());
        }
        let file = options.open(path)?;
        // Unix opens a directory to read it. Only the first access would fail, with a less clear error.
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // A later change of the working directory must not change what a relative path names.
        let path = std::path::absolute(path)?;
        Ok(Local { file, path })
    }

    /// Whether the file is open elsewhere in a way that conflicts with this opening, which writes: one of the two is
    /// `unique`. If not, a lock keeps conflicting openings away until this file is closed.
    pub(super) fn is_in_use(&self, unique: bool) -> bool {
        // The lock is never released by a call: the system does it when the last handle closes the file.
        let locked = if unique {
            self.file.try_lock()
        } else if cfg!(unix) {
            self.file.try_lock_shared()
        } else {
            // On Windows a shared lock keeps everyone from writing, including its holder.
            Ok(())
        };
        // Not every file system has locks. After any other error the users must keep their promise themselves.
        matches!(locked, Err(fs::TryLockError::WouldBlock))
    }
}

impl Storage for Local {
    #[cfg(unix)]
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.file, bytes, offset)
    }

    #[cfg(unix)]
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::write_at(&self.file, bytes, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        // The call moves the system's pointer of the file, which nothing here uses.
        std::os::windows::fs::FileExt::seek_read(&self.file, bytes, offset)
    }

    #[cfg(windows)]
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_write(&self.file, bytes, offset)
    }

    #[cfg(not(any(unix, windows)))]
    fn read_at(&self, _bytes: &mut [u8], _offset: u64) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }

    #[cfg(not(any(unix, windows)))]
    fn write_at(&self, _bytes: &[u8], _offset: u64) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        self.file.set_len(size)
    }

    fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Holes get their space too, if the system supports that.
    fn preallocate(&self, size: u64) -> io::Result<()> {
        match allocate::allocate(&self.file, size) {
            // Writing zeros after the end gives the same promise, but does not fill holes before it.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => write_zeros(self, size),
            outcome => outcome,
        }
    }

    fn delete(&self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}
