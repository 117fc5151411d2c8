//! Files: MPI's access routines over local files, in any representation.
//!
//! A [`File`] has a view, an individual pointer and a part in the shared pointer. Every access comes to
//! one function that checks it, moves the pointer and makes a transfer of it; the transfer is done by
//! `pipeline` through the bytes that `stream` finds in the view.
//!
//! Source: MPI 4.1, "I/O".

mod access;
mod allocate;
mod atomicity;
mod buffer;
mod failed;
mod lock;
mod mode;
mod pipeline;
mod pointer;
mod request;
mod status;
mod storage;
mod stream;
mod strip;
mod turns;

#[cfg(test)]
mod tests;

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockWriteGuard};

use crate::datatype::Typemap;
use crate::error::{Error, ErrorClass, ErrorKind};
use crate::representation::Datarep;
use crate::typed::Layout;
use crate::{functions, registry};

use atomicity::{Atomicity, Running};
use failed::Failed;
use lock::lock;

pub use buffer::{Buffer, Sink, Source};
pub use mode::Mode;
pub use pointer::Whence;
pub use request::{Request, Split};
pub use status::Status;
pub use storage::Storage;

pub use crate::view::View;

pub(crate) use buffer::Copies as Moved;
pub(crate) use pointer::end_of_file;

/// The displacement of [`File::set_view`] for files in sequential mode: where the shared pointer is.
pub const DISPLACEMENT_CURRENT: i64 = -54_278_278;

/// An open file: what MPI's file handle is, for one process.
///
/// The file is seen through a view: from a displacement on, in etypes, in a representation. Just opened it is bytes
/// as they are. Offsets and pointers are in etypes of the view.
///
/// ```
/// use datarep::{file::{File, Mode}, standard::ibm370};
/// # let path = std::env::temp_dir().join(format!("datarep-file-{}", std::process::id()));
/// let file = File::open(&path, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE)?;
/// file.set_view_of::<f32>(3600, ibm370::DATAREP)?;
/// file.write(&[-118.625_f32, 1.0])?;
///
/// let mut samples = [0_f32; 1];
/// file.read_at(1, &mut samples)?;
/// assert_eq!(samples, [1.0]);
/// assert_eq!(std::fs::read(&path).unwrap()[3600..], [0xC2, 0x76, 0xA0, 0, 0x41, 0x10, 0, 0]);
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// What is transferred are slices of [`Layout`] types, or copies of a datatype in bytes: [`Buffer`].
/// Every routine of MPI is there under its name; the collective ones have the meaning that they have where one
/// process has opened the file, so that a program may be written with them.
///
/// A pointer moves by what was asked for, also where the file ends before: the [`Status`] tells what was there.
///
/// A clone is what another process would have: a view and a pointer of its own, and the same file, shared
/// pointer and atomicity. Threads may also share one handle. The file is closed with its last handle.
///
/// A transfer of any size runs in bounded memory, 4 MiB or what [`File::set_buffer_size`] says; long ones run in
/// several threads. Writing never changes bytes outside the view. With [`Mode::UNIQUE_OPEN`] it may write them as
/// they are: a view with holes is then written many times as fast.
pub struct File {
    opening: Arc<Opening>,
    state: Mutex<State>,
    pending: Arc<AtomicUsize>,
    split: Arc<AtomicBool>,
}

/// What the handles of a file have in common: clones of one that was opened.
struct Opening {
    storage: Box<dyn Storage>,
    path: String,
    mode: Mode,
    /// The shared pointer, in etypes.
    pointer: Mutex<i64>,
    /// Where the views of files in sequential mode begin.
    begin: Mutex<Begin>,
    atomicity: Atomicity,
    /// See [`stream::Stream::writing`].
    writing: RwLock<()>,
    buffer: AtomicUsize,
    /// Whether it is to be deleted when the last handle goes.
    delete: AtomicBool,
}

/// Where the views of all handles begin in sequential mode.
#[derive(Debug, Clone, Copy, Default)]
struct Begin {
    byte: i64,
    /// How many times views were set, by all handles together.
    views: u64,
}

/// What a handle has of its own.
#[derive(Debug, Clone)]
struct State {
    view: Arc<View>,
    /// The individual pointer, in etypes.
    position: i64,
    /// Which of the views of [`Begin`] this is.
    views: u64,
}

impl File {
    /// Opens a file: `MPI_File_open`.
    ///
    /// ```
    /// use datarep::{file::{File, Mode}, ErrorClass};
    /// let error = File::open("no/such/file", Mode::RDONLY).unwrap_err();
    /// assert_eq!(error.class(), ErrorClass::NoSuchFile);
    /// ```
    ///
    /// # Errors
    ///
    /// Class `Amode` for modes that do not go together; `NoSuchFile`, `FileExists`, `Access`, `BadFile` for a directory,
    /// and others by what the system says. `FileInUse` where another opening, of this process or another, contradicts a
    /// promise of [`Mode::UNIQUE_OPEN`].
    pub fn open(path: impl AsRef<Path>, mode: Mode) -> Result<File, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        check_open(&name, mode)?;
        let mut options = fs::OpenOptions::new();
        // What is written back is read before.
        options.read(mode.reads() || mode.has(Mode::UNIQUE_OPEN)).write(mode.writes());
        options.create(mode.has(Mode::CREATE)).create_new(mode.has(Mode::CREATE | Mode::EXCL));
        let failed = |error: io::Error| Failed { routine: "open", path: &name }.by(&error, 0);
        let storage = match storage::Local::open(path, &options) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && !mode.reads() => {
                storage::Local::open(path, options.read(false))
            }
            opened => opened,
        };
        let storage = storage.map_err(failed)?;
        if mode.writes() && storage.is_in_use(mode.has(Mode::UNIQUE_OPEN)) {
            let reason = if mode.has(Mode::UNIQUE_OPEN) {
                "UNIQUE_OPEN promises that the file is open nowhere else, but it is open for writing"
            } else {
                "it is open elsewhere with UNIQUE_OPEN: what is written here could be undone there"
            };
            let (class, reason) = (ErrorClass::FileInUse, reason.to_owned());
            return Err(ErrorKind::File { routine: "open", path: name, class, reason, items: 0 }.into());
        }
        File::over(Box::new(storage), name, mode)
    }

    /// A file on a storage that the program brings. `name`: how errors call it.
    ///
    /// Whether a promise of [`Mode::UNIQUE_OPEN`] is kept is not checked: only the program knows what the storage shares.
    ///
    /// # Errors
    ///
    /// Class `Amode` for modes that do not go together; with [`Mode::APPEND`] what the storage says of its size.
    pub fn on(storage: impl Storage + 'static, name: impl Into<String>, mode: Mode) -> Result<File, Error> {
        let name = name.into();
        check_open(&name, mode)?;
        File::over(Box::new(storage), name, mode)
    }

    fn over(storage: Box<dyn Storage>, path: String, mode: Mode) -> Result<File, Error> {
        let opening = Opening {
            storage,
            path,
            mode,
            pointer: Mutex::new(0),
            begin: Mutex::default(),
            atomicity: Atomicity::default(),
            writing: RwLock::new(()),
            buffer: AtomicUsize::new(pipeline::DEFAULT_BUFFER),
            delete: AtomicBool::new(mode.has(Mode::DELETE_ON_CLOSE)),
        };
        let state = State { view: Arc::new(View::bytes()?), position: 0, views: 0 };
        let file = File {
            opening: Arc::new(opening),
            state: Mutex::new(state),
            pending: Arc::default(),
            split: Arc::default(),
        };
        if mode.has(Mode::APPEND) {
            let end = file.size()?;
            lock(&file.state).position = end;
            *lock(&file.opening.pointer) = end;
        }
        Ok(file)
    }

    /// Closes the handle: `MPI_File_close`. With the last one the file is closed, and deleted where its mode says so.
    ///
    /// Dropping does the same, and tells of no error.
    ///
    /// # Errors
    ///
    /// Class `Request` where accesses that were begun are not completed: they go on, and the file is closed after
    /// them. What the system says where the file cannot be deleted.
    pub fn close(self) -> Result<(), Error> {
        self.collective("close")?;
        self.idle("close")?;
        match Arc::into_inner(self.opening) {
            Some(opening) => opening.delete(),
            None => Ok(()),
        }
    }

    /// Deletes a file that is not open: `MPI_File_delete`.
    ///
    /// # Errors
    ///
    /// Class `NoSuchFile` and others by what the system says.
    pub fn delete(path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        fs::remove_file(path).map_err(|error| Failed { routine: "delete", path: &name }.by(&error, 0))
    }

    /// The modes that it was opened with: `MPI_File_get_amode`.
    pub fn mode(&self) -> Mode {
        self.opening.mode
    }

    /// Bytes of the file: `MPI_File_get_size`.
    ///
    /// # Errors
    ///
    /// By what the system says.
    pub fn size(&self) -> Result<i64, Error> {
        let size = self.opening.storage.size().map_err(self.system("get_size"))?;
        i64::try_from(size).map_err(|_| ErrorKind::TooLarge { what: "size of the file" }.into())
    }

    /// Cuts the file to so many bytes, or extends it by zeros: `MPI_File_set_size`.
    ///
    /// # Errors
    ///
    /// Class `Arg` for a negative size, `ReadOnly` where the mode does not allow it, `Request` where accesses are not
    /// completed, and others by what the system says.
    pub fn set_size(&self, size: i64) -> Result<(), Error> {
        let size = self.check_size("set_size", size)?;
        // Not between an access that reads and writes back.
        let _alone = self.opening.alone();
        self.opening.storage.set_size(size).map_err(self.system("set_size"))
    }

    /// Makes sure that the first `size` bytes have their place on the device: `MPI_File_preallocate`. The file is not
    /// cut. After its old end it has zeros.
    ///
    /// # Errors
    ///
    /// As [`File::set_size`] says; class `NoSpace` where there is none.
    pub fn preallocate(&self, size: i64) -> Result<(), Error> {
        let size = self.check_size("preallocate", size)?;
        // Zeros after the end are not to be written over what others write there meanwhile.
        let _alone = self.opening.alone();
        self.opening.storage.preallocate(size).map_err(self.system("preallocate"))
    }

    fn check_size(&self, routine: &'static str, size: i64) -> Result<u64, Error> {
        self.collective(routine)?;
        if !self.opening.mode.writes() {
            return Err(self.refused(routine, ErrorClass::ReadOnly, "the file is only read"));
        }
        if self.opening.mode.has(Mode::SEQUENTIAL) {
            return Err(self.sequential(routine));
        }
        self.idle(routine)?;
        u64::try_from(size).map_err(|_| self.refused(routine, ErrorClass::Arg, format!("the size is {size}")))
    }

    // Requirement: R-ACC-9.
    /// Puts what was written on the device: `MPI_File_sync`. Nothing else promises that.
    ///
    /// # Errors
    ///
    /// Class `Request` where accesses are not completed, and others by what the system says.
    pub fn sync(&self) -> Result<(), Error> {
        self.collective("sync")?;
        self.idle("sync")?;
        self.opening.storage.sync().map_err(self.system("sync"))
    }

    /// Whether accesses of all handles are atomic: `MPI_File_get_atomicity`.
    pub fn atomicity(&self) -> bool {
        self.opening.atomicity.is_atomic()
    }

    /// Makes accesses atomic, or not: `MPI_File_set_atomicity`. What one handle writes others then read
    /// wholly or not at all. It holds for the clones of a handle, not for a file that was opened twice. Conversion
    /// functions cannot access a file in atomic mode.
    ///
    /// It waits for accesses of all handles that run in the other mode, nonblocking ones too.
    ///
    /// # Errors
    ///
    /// Class `UnsupportedOperation` from inside a conversion function.
    pub fn set_atomicity(&self, atomic: bool) -> Result<(), Error> {
        self.collective("set_atomicity")?;
        self.opening.atomicity.set(atomic);
        Ok(())
    }

    /// How many bytes all buffers of one transfer take at most. An item is never divided: one that takes more in
    /// the file has a buffer of its size. Less than 4096 counts as 4096; more than 4 MiB, which it is without this, is of
    /// no use.
    pub fn set_buffer_size(&self, bytes: usize) {
        self.opening.buffer.store(bytes.max(pipeline::LEAST_BUFFER), Ordering::Relaxed);
    }

    /// Sets what is seen of the file, and both pointers to its begin: `MPI_File_set_view`.
    ///
    /// The extent function of a representation by functions is asked now, once for each type that the view has.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, file::{File, Mode}, Predefined};
    /// # let path = std::env::temp_dir().join(format!("datarep-view-{}", std::process::id()));
    /// let file = File::open(&path, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE)?;
    /// let int = Typemap::from(Predefined::Int32T);
    /// let every_second = Typemap::resized(0, 8, &int)?;
    /// file.set_view(0, &int, &every_second, "external32")?;
    /// file.write(&[1_i32, 2])?;
    /// assert_eq!(file.view().datarep().name(), "external32");
    /// assert_eq!(std::fs::read(&path).unwrap(), [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Class `UnsupportedDatarep` where no representation has this name; what [`View::new`] says; `Request` where
    /// accesses are not completed; `Arg` for another displacement than [`DISPLACEMENT_CURRENT`] in sequential mode, and
    /// for this in any other.
    #[inline]
    pub fn set_view(
        &self,
        displacement: i64,
        etype: &Typemap,
        filetype: &Typemap,
        datarep: &str,
    ) -> Result<(), Error> {
        // Inlined into programs: what finds by name has the conversions of `external32` with it.
        let found = registry::find(datarep).ok_or_else(|| self.unknown(datarep))?;
        self.set_view_in(displacement, etype, filetype, &found)
    }

    #[cold]
    fn unknown(&self, datarep: &str) -> Error {
        self.refused("set_view", ErrorClass::UnsupportedDatarep, registry::unknown(datarep))
    }

    /// [`File::set_view`] of a representation that need not be registered.
    ///
    /// # Errors
    ///
    /// As [`File::set_view`] says.
    pub fn set_view_in(
        &self,
        displacement: i64,
        etype: &Typemap,
        filetype: &Typemap,
        datarep: &Datarep,
    ) -> Result<(), Error> {
        self.collective("set_view")?;
        self.idle("set_view")?;
        let sequential = self.opening.mode.has(Mode::SEQUENTIAL);
        if sequential != (displacement == DISPLACEMENT_CURRENT) {
            let reason = if sequential {
                "in sequential mode a view begins where the shared pointer is: say DISPLACEMENT_CURRENT"
            } else {
                "DISPLACEMENT_CURRENT is for files in sequential mode: say a byte of the file"
            };
            return Err(self.refused("set_view", ErrorClass::Arg, reason));
        }
        let current = if sequential { Some(self.current_byte()?) } else { None };
        // A program's extent function is asked here, and may ask for the handle: no lock is held.
        let view = View::new(current.map_or(displacement, |(byte, _)| byte), etype, filetype, datarep)?;
        let mut state = lock(&self.state);
        let mut pointer = lock(&self.opening.pointer);
        state.view = Arc::new(view);
        state.position = 0;
        match current {
            // Another handle has moved the pointer for this one too.
            Some((_, true)) => {}
            _ => *pointer = 0,
        }
        if let Some((byte, _)) = current {
            let mut begin = lock(&self.opening.begin);
            if state.views == begin.views {
                *begin = Begin { byte, views: begin.views + 1 };
            }
            state.views = begin.views;
        }
        Ok(())
    }

    /// In sequential mode the byte where the shared pointer is, and whether another handle has set its view there
    /// already: each handle sets its own, and all mean the same byte.
    fn current_byte(&self) -> Result<(i64, bool), Error> {
        let (view, views) = {
            let state = lock(&self.state);
            (Arc::clone(&state.view), state.views)
        };
        let begin = *lock(&self.opening.begin);
        if views < begin.views {
            return Ok((begin.byte, true));
        }
        let pointer = *lock(&self.opening.pointer);
        Ok((view.byte_offset(pointer)?, false))
    }

    /// [`File::set_view`] of values of a Rust type, one after the other.
    ///
    /// A struct has no gaps between its fields in the file. In `native` and `internal` it has those of memory, which
    /// are not written.
    ///
    /// # Errors
    ///
    /// As [`File::set_view`] says.
    pub fn set_view_of<T: Layout>(&self, displacement: i64, datarep: &Datarep) -> Result<(), Error> {
        let etype = Typemap::of::<T>()?.gapless_in(datarep)?;
        self.set_view_in(displacement, &etype, &etype, datarep)
    }

    // Requirement: R-ACC-10.
    /// The view: `MPI_File_get_view`. Displacement, etype, filetype and representation are as they were given.
    pub fn view(&self) -> View {
        View::clone(&lock(&self.state).view)
    }

    /// The extent of a datatype in the file: `MPI_File_get_type_extent`. `None`, `MPI_UNDEFINED`, where it does not fit in
    /// 64 bits.
    ///
    /// # Errors
    ///
    /// Class `Type` for a type that the representation does not support.
    pub fn type_extent(&self, datatype: &Typemap) -> Result<Option<i64>, Error> {
        let view = Arc::clone(&lock(&self.state).view);
        view.datarep().type_extent(datatype)
    }

    /// Refuses a collective routine inside a conversion function.
    fn collective(&self, routine: &'static str) -> Result<(), Error> {
        not_inside(routine, &self.opening.path)
    }

    /// Refuses where accesses were begun and are not completed.
    fn idle(&self, routine: &'static str) -> Result<(), Error> {
        match self.pending.load(Ordering::SeqCst) {
            0 if !self.split.load(Ordering::SeqCst) => Ok(()),
            0 => Err(self.refused(routine, ErrorClass::Request, "a split access is not ended")),
            pending => {
                let reason = format!("{pending} nonblocking accesses are not completed: wait for them first");
                Err(self.refused(routine, ErrorClass::Request, reason))
            }
        }
    }

    fn refused(&self, routine: &'static str, class: ErrorClass, reason: impl Into<String>) -> Error {
        let (path, reason) = (self.opening.path.clone(), reason.into());
        ErrorKind::File { routine, path, class, reason, items: 0 }.into()
    }

    fn sequential(&self, routine: &'static str) -> Error {
        let reason = "the file is in sequential mode: use the shared pointer";
        self.refused(routine, ErrorClass::UnsupportedOperation, reason)
    }

    fn system(&self, routine: &'static str) -> impl Fn(io::Error) -> Error {
        move |error| Failed { routine, path: &self.opening.path }.by(&error, 0)
    }
}

impl Clone for File {
    fn clone(&self) -> File {
        File {
            opening: Arc::clone(&self.opening),
            state: Mutex::new(lock(&self.state).clone()),
            pending: Arc::default(),
            split: Arc::default(),
        }
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "File({:?}, {})", self.opening.path, self.opening.mode)
    }
}

impl Opening {
    /// Keeps accesses away that take turns: all in atomic mode, else those that write where the file is open nowhere else.
    fn alone(&self) -> (Running<'_>, RwLockWriteGuard<'_, ()>) {
        let running = self.atomicity.write();
        (running, self.writing.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Deletes the file where its mode says so, once.
    fn delete(&self) -> Result<(), Error> {
        if !self.delete.swap(false, Ordering::SeqCst) {
            return Ok(());
        }
        self.storage.delete().map_err(|error| Failed { routine: "close", path: &self.path }.by(&error, 0))
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        // Who wants to know of the error calls `File::close`.
        let _ = self.delete();
    }
}

fn check_open(path: &str, mode: Mode) -> Result<(), Error> {
    not_inside("open", path)?;
    let refused =
        |(class, reason)| ErrorKind::File { routine: "open", path: path.to_owned(), class, reason, items: 0 };
    mode.check().map_err(|wrong| refused(wrong).into())
}

// Requirement: R-CONV-13.
fn not_inside(routine: &'static str, path: &str) -> Result<(), Error> {
    if !functions::inside() {
        return Ok(());
    }
    let reason = "a collective routine cannot be called inside a conversion function".to_owned();
    let class = ErrorClass::UnsupportedOperation;
    Err(ErrorKind::File { routine, path: path.to_owned(), class, reason, items: 0 }.into())
}
