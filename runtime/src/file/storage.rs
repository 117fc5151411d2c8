//! Where the bytes of a file are: the operating system's files, or what a program brings.
//!
//! Everything above speaks to the trait, so that tests can put faults in its place. What is transient is
//! mended here once: an access that was interrupted is repeated, one that was cut short goes on.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::allocate;

/// Bytes that can be read and written at offsets: what a [`File`](crate::file::File) stands on.
///
/// An access may come from several threads at once; with the mode [`SEQUENTIAL`](crate::file::Mode::SEQUENTIAL) those of one transfer
/// come one after the other, in order. A file with the modes `WRONLY` and `UNIQUE_OPEN` is read too, through views
/// with holes: where that is an error it is written without. An access may do less than it was asked, as `pread` and `pwrite`
/// may; reading nothing is the end.
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
    /// Reads into `bytes` from `offset` on; how many it read, 0 at the end.
    ///
    /// # Errors
    ///
    /// Those of the system.
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize>;

    /// Writes `bytes` from `offset` on; how many it wrote.
    ///
    /// # Errors
    ///
    /// Those of the system.
    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize>;

    /// Bytes of the file.
    ///
    /// # Errors
    ///
    /// Those of the system.
    fn size(&self) -> io::Result<u64>;

    /// Cuts the file, or extends it by zeros.
    ///
    /// # Errors
    ///
    /// Those of the system.
    fn set_size(&self, size: u64) -> io::Result<()>;

    /// Puts everything that was written on the device.
    ///
    /// # Errors
    ///
    /// Those of the system.
    fn sync(&self) -> io::Result<()>;

    /// Makes sure that the first `size` bytes have their place on the device. By default zeros are written after
    /// the end, and holes before it stay.
    ///
    /// # Errors
    ///
    /// Those of the system.
    fn preallocate(&self, size: u64) -> io::Result<()> {
        extend(self, size)
    }

    /// Deletes the file: it has the mode [`DELETE_ON_CLOSE`](crate::file::Mode::DELETE_ON_CLOSE). By default nothing.
    ///
    /// # Errors
    ///
    /// Those of the system.
    fn delete(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes zeros after the end, up to this size.
fn extend<S: Storage + ?Sized>(storage: &S, size: u64) -> io::Result<()> {
    let zeros = vec![0; 1 << 16];
    let mut end = storage.size()?;
    while end < size {
        let bytes = usize::try_from(size - end).unwrap_or(usize::MAX).min(zeros.len());
        write_all(storage, &zeros[..bytes], end).map_err(|(_, error)| error)?;
        end += bytes as u64;
    }
    Ok(())
}

/// Reads until all is there or the file ends; how many bytes there are.
pub(super) fn read_all<S: Storage + ?Sized>(storage: &S, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut done = 0;
    while done < bytes.len() {
        match storage.read_at(&mut bytes[done..], offset + done as u64) {
            Ok(0) => break,
            // A storage that tells of more than it was asked for has done what it was asked for.
            Ok(more) => done += more.min(bytes.len() - done),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

/// Writes all. The error comes with how many bytes were written.
pub(super) fn write_all<S: Storage + ?Sized>(
    storage: &S,
    bytes: &[u8],
    offset: u64,
) -> Result<(), (usize, io::Error)> {
    let mut done = 0;
    while done < bytes.len() {
        match storage.write_at(&bytes[done..], offset + done as u64) {
            Ok(0) => return Err((done, io::ErrorKind::WriteZero.into())),
            Ok(more) => done += more.min(bytes.len() - done),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err((done, error)),
        }
    }
    Ok(())
}

/// Whether it is a FIFO: opening one waits for its other end, and it has no offsets.
#[cfg(unix)]
fn is_fifo(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| std::os::unix::fs::FileTypeExt::is_fifo(&data.file_type()))
}

/// As above: there are none with a path of files.
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
        if is_fifo(path) {
            return Err(io::ErrorKind::NotSeekable.into());
        }
        let file = options.open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        // Of a relative path it is to be known what it meant when the file was opened.
        let path = std::path::absolute(path)?;
        Ok(Local { file, path })
    }

    /// Whether the file is open elsewhere in a way that does not go with this opening, which writes: either of them is
    /// `unique`. If not, it is kept so until this file is closed.
    pub(super) fn is_in_use(&self, unique: bool) -> bool {
        let locked = if unique {
            self.file.try_lock()
        } else if cfg!(unix) {
            self.file.try_lock_shared()
        } else {
            // On Windows a shared lock keeps everyone from writing, its holder too.
            Ok(())
        };
        // Not every file system has locks: any other error leaves the promise to those who gave it.
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

    /// Holes have their place then too, where the system does that.
    fn preallocate(&self, size: u64) -> io::Result<()> {
        match allocate::allocate(&self.file, size) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => extend(self, size),
            outcome => outcome,
        }
    }

    fn delete(&self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}
