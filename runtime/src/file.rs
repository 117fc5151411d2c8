//! Files: MPI's access routines over local files, in any representation.
//!
//! A [`File`] has a view, an individual pointer and a share in the shared pointer. Every access calls one function that
//! checks it, moves the pointer and makes it a transfer. `pipeline` runs the transfer over the bytes that `stream`
//! finds in the view.
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

use atomicity::{Atomicity, RunningAccess};
use failed::FailedAccess;
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

/// The displacement of [`File::set_view`] for files in sequential mode: the position of the shared pointer.
pub const DISPLACEMENT_CURRENT: i64 = -54_278_278;

/// An open file: MPI's file handle, as one process has it.
///
/// A view shows the file from a displacement on, in etypes, in a representation. The view of a file that was just
/// opened shows unconverted bytes. Offsets and pointers are in etypes of the view.
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
/// An access transfers slices of [`Layout`] types, or copies of a datatype in bytes: see [`Buffer`]. Every routine of
/// MPI exists under its name. The collective routines do what they do in MPI if one process has opened the file, so
/// that programs may be written with them.
///
/// A pointer moves by the amount asked for, even if the file ends before. The [`Status`] reports how much was there.
///
/// A clone is like the handle of another process: it has its own view and pointer, and shares the file, the shared
/// pointer and the atomicity. Threads may also share one handle. The file is closed with its last handle.
///
/// A transfer of any size runs in bounded memory, 4 MiB or as set by [`File::set_buffer_size`]. Long transfers run in
/// several threads. Writing never changes bytes outside the view. With [`Mode::UNIQUE_OPEN`] it may write those bytes
/// back unchanged: a view with holes is then written many times as fast.
pub struct File {
    opening: Arc<SharedFile>,
    state: Mutex<HandleState>,
    pending: Arc<AtomicUsize>,
    split: Arc<AtomicBool>,
}

/// What all handles of one opening share.
struct SharedFile {
    storage: Box<dyn Storage>,
    path: String,
    mode: Mode,
    /// The shared pointer, in etypes.
    pointer: Mutex<i64>,
    /// Where the views of files in sequential mode begin.
    begin: Mutex<ViewBegin>,
    atomicity: Atomicity,
    /// See [`stream::ViewStream::writing`].
    writing: RwLock<()>,
    buffer: AtomicUsize,
    /// Whether the file must be deleted with the last handle.
    delete: AtomicBool,
}

/// Where the views of all handles begin in sequential mode.
#[derive(Debug, Clone, Copy, Default)]
struct ViewBegin {
    byte: i64,
    /// How often all handles together have set a view.
    views: u64,
}

/// The state that each handle has for itself.
#[derive(Debug, Clone)]
struct HandleState {
    view: Arc<View>,
    /// The individual pointer, in etypes.
    position: i64,
    /// The number of this view, to compare with that of [`ViewBegin`].
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
    /// Class `Amode` for modes that exclude each other. `NoSuchFile`, `FileExists`, `Access`, `BadFile` for a
    /// directory, or another class that fits the error of the system. `FileInUse` if another opening, in this process
    /// or another one, contradicts a promise of [`Mode::UNIQUE_OPEN`].
    pub fn open(path: impl AsRef<Path>, mode: Mode) -> Result<File, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        check_open(&name, mode)?;
        let mut options = fs::OpenOptions::new();
        // Bytes that are written back must be read before.
        options.read(mode.reads() || mode.has(Mode::UNIQUE_OPEN)).write(mode.writes());
        // `create_new` is one step of the system: of two processes that open with EXCL, one must fail.
        options.create(mode.has(Mode::CREATE)).create_new(mode.has(Mode::CREATE | Mode::EXCL));
        let failed = |error: io::Error| FailedAccess { routine: "open", path: &name }.io_error(&error, 0);
        let storage = match storage::Local::open(path, &options) {
            // Only UNIQUE_OPEN has asked for reading here, and the user may have the right to write alone. Reads then
            // fail, and what has holes is written run by run.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && !mode.reads() => {
                storage::Local::open(path, options.read(false))
            }
            opened => opened,
        };
        let storage = storage.map_err(failed)?;
        // An opening that only reads cannot undo what another one writes, and takes no lock.
        if mode.writes() && storage.is_in_use(mode.has(Mode::UNIQUE_OPEN)) {
            let reason = if mode.has(Mode::UNIQUE_OPEN) {
                "UNIQUE_OPEN promises that the file is open nowhere else, but it is open for writing"
            } else {
                "it is open elsewhere with UNIQUE_OPEN, which may undo writes here: close it there first"
            };
            let (class, reason) = (ErrorClass::FileInUse, reason.to_owned());
            return Err(ErrorKind::File { routine: "open", path: name, class, reason, items: 0 }.into());
        }
        File::from_storage(Box::new(storage), name, mode)
    }

    /// A file on a storage that the program provides. Errors call it `name`.
    ///
    /// Promises of [`Mode::UNIQUE_OPEN`] are not checked, because only the program knows who shares the storage.
    ///
    /// # Errors
    ///
    /// Class `Amode` for modes that exclude each other. With [`Mode::APPEND`], the error of the storage's `size`.
    pub fn on(storage: impl Storage + 'static, name: impl Into<String>, mode: Mode) -> Result<File, Error> {
        let name = name.into();
        check_open(&name, mode)?;
        File::from_storage(Box::new(storage), name, mode)
    }

    fn from_storage(storage: Box<dyn Storage>, path: String, mode: Mode) -> Result<File, Error> {
        let opening = SharedFile {
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
        // After opening, MPI's view is a stream of bytes from displacement zero on, in `native`.
        let state = HandleState { view: Arc::new(View::new_of_bytes()?), position: 0, views: 0 };
        let file = File {
            opening: Arc::new(opening),
            state: Mutex::new(state),
            pending: Arc::default(),
            split: Arc::default(),
        };
        // MPI moves the pointers to the end only now. A view that is set later begins at its first etype.
        if mode.has(Mode::APPEND) {
            let end = file.size()?;
            lock(&file.state).position = end;
            *lock(&file.opening.pointer) = end;
        }
        Ok(file)
    }

    /// Closes the handle: `MPI_File_close`. The last handle closes the file, and deletes it if its mode says so.
    ///
    /// Dropping the handle does the same, but reports no error.
    ///
    /// # Errors
    ///
    /// Class `Request` if accesses that were begun are not completed. The accesses go on, and the file is closed after
    /// them. Also the error of the system if the file cannot be deleted.
    pub fn close(self) -> Result<(), Error> {
        self.refuse_inside_function("close")?;
        self.refuse_pending("close")?;
        // If several threads close clones at once, `into_inner` gives the opening to exactly one of them. `try_unwrap`
        // may give it to none, and the error of the deletion would be lost.
        match Arc::into_inner(self.opening) {
            Some(opening) => opening.delete(),
            None => Ok(()),
        }
    }

    /// Deletes a file that is not open: `MPI_File_delete`.
    ///
    /// # Errors
    ///
    /// Class `NoSuchFile`, or another class that fits the error of the system.
    pub fn delete(path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        fs::remove_file(path)
            .map_err(|error| FailedAccess { routine: "delete", path: &name }.io_error(&error, 0))
    }

    /// The modes that the file was opened with: `MPI_File_get_amode`.
    pub fn mode(&self) -> Mode {
        self.opening.mode
    }

    /// The size of the file in bytes: `MPI_File_get_size`.
    ///
    /// # Errors
    ///
    /// The error of the system, in the class that fits it.
    pub fn size(&self) -> Result<i64, Error> {
        let size = self.opening.storage.size().map_err(self.system_error("get_size"))?;
        // MPI's offsets have a sign. A device may report more than they can say.
        i64::try_from(size).map_err(|_| ErrorKind::TooLarge { what: "size of the file" }.into())
    }

    /// Cuts the file to `size` bytes, or extends it by zeros: `MPI_File_set_size`.
    ///
    /// # Errors
    ///
    /// Class `Arg` for a negative size, `ReadOnly` if the mode does not allow writing, and `Request` if accesses are
    /// not completed. Otherwise the error of the system.
    pub fn set_size(&self, size: i64) -> Result<(), Error> {
        let size = self.check_size("set_size", size)?;
        // Waits for accesses that read, change and write back.
        let _alone = self.opening.exclude_accesses();
        self.opening.storage.set_size(size).map_err(self.system_error("set_size"))
    }

    /// Makes sure that the first `size` bytes have space on the device: `MPI_File_preallocate`. The file is not cut.
    /// Bytes after its old end are zero.
    ///
    /// # Errors
    ///
    /// As [`File::set_size`] says. Class `NoSpace` if the device has no space.
    pub fn preallocate(&self, size: i64) -> Result<(), Error> {
        let size = self.check_size("preallocate", size)?;
        // The zeros after the end must not overwrite what others write there meanwhile.
        let _alone = self.opening.exclude_accesses();
        self.opening.storage.preallocate(size).map_err(self.system_error("preallocate"))
    }

    fn check_size(&self, routine: &'static str, size: i64) -> Result<u64, Error> {
        self.refuse_inside_function(routine)?;
        if !self.opening.mode.writes() {
            let reason = "it was opened for reading only: open it with RDWR";
            return Err(self.refusal_error(routine, ErrorClass::ReadOnly, reason));
        }
        // The MPI standard forbids `MPI_File_set_size` and `MPI_File_preallocate` in sequential mode.
        if self.opening.mode.has(Mode::SEQUENTIAL) {
            return Err(self.sequential_error(routine));
        }
        self.refuse_pending(routine)?;
        u64::try_from(size)
            .map_err(|_| self.refusal_error(routine, ErrorClass::Arg, format!("the size is {size}")))
    }

    // Requirement: R-ACC-9.
    /// Puts everything written so far on the device: `MPI_File_sync`. No other routine promises that.
    ///
    /// # Errors
    ///
    /// Class `Request` if accesses are not completed. Otherwise the error of the system.
    pub fn sync(&self) -> Result<(), Error> {
        self.refuse_inside_function("sync")?;
        self.refuse_pending("sync")?;
        self.opening.storage.sync().map_err(self.system_error("sync"))
    }

    /// Whether accesses through all handles are atomic: `MPI_File_get_atomicity`.
    pub fn atomicity(&self) -> bool {
        self.opening.atomicity.is_atomic()
    }

    /// Makes accesses atomic, or not: `MPI_File_set_atomicity`. If they are, other handles read what one handle writes
    /// wholly or not at all. The mode holds for the clones of a handle, but not for a second opening of the file.
    /// Conversion functions cannot access a file in atomic mode.
    ///
    /// The call waits for accesses through all handles that run in the other mode, including nonblocking ones.
    ///
    /// # Errors
    ///
    /// Class `UnsupportedOperation` if a conversion function calls it.
    pub fn set_atomicity(&self, atomic: bool) -> Result<(), Error> {
        self.refuse_inside_function("set_atomicity")?;
        self.opening.atomicity.set_atomic(atomic);
        Ok(())
    }

    /// Limits the bytes that all buffers of one transfer take together. An item is never divided: an item that takes
    /// more bytes in the file has a buffer of its size. Less than 4096 counts as 4096. The default is 4 MiB, and more
    /// brings no gain.
    pub fn set_buffer_size(&self, bytes: usize) {
        self.opening.buffer.store(bytes.max(pipeline::LEAST_BUFFER), Ordering::Relaxed);
    }

    /// Sets which part of the file is visible, and both pointers to the start of it: `MPI_File_set_view`.
    ///
    /// If functions define the representation, its extent function is called now, once for each type of the view.
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
    /// Class `UnsupportedDatarep` if no representation has this name, `Request` if accesses are not completed, and
    /// `Arg` for a displacement other than [`DISPLACEMENT_CURRENT`] in sequential mode, or for [`DISPLACEMENT_CURRENT`]
    /// in any other mode. Also the errors of [`View::new`].
    #[inline]
    pub fn set_view(
        &self,
        displacement: i64,
        etype: &Typemap,
        filetype: &Typemap,
        datarep: &str,
    ) -> Result<(), Error> {
        // Inlined into programs, because `registry::find` brings the conversions of `external32` with it.
        let found = registry::find(datarep).ok_or_else(|| self.unknown_datarep_error(datarep))?;
        self.set_view_in(displacement, etype, filetype, &found)
    }

    #[cold]
    fn unknown_datarep_error(&self, datarep: &str) -> Error {
        self.refusal_error("set_view", ErrorClass::UnsupportedDatarep, registry::describe_unknown(datarep))
    }

    /// [`File::set_view`] with a representation that need not be registered.
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
        self.refuse_inside_function("set_view")?;
        self.refuse_pending("set_view")?;
        // The MPI standard demands MPI_DISPLACEMENT_CURRENT in sequential mode, and allows it nowhere else.
        let sequential = self.opening.mode.has(Mode::SEQUENTIAL);
        if sequential != (displacement == DISPLACEMENT_CURRENT) {
            let reason = if sequential {
                "in sequential mode a view begins at the shared pointer: pass DISPLACEMENT_CURRENT"
            } else {
                "DISPLACEMENT_CURRENT is for sequential mode only: pass the byte where the view begins"
            };
            return Err(self.refusal_error("set_view", ErrorClass::Arg, reason));
        }
        let current = if sequential { Some(self.find_shared_byte()?) } else { None };
        // `View::new` calls the program's extent function, which may use this handle. So no lock is held here.
        let view = View::new(current.map_or(displacement, |(byte, _)| byte), etype, filetype, datarep)?;
        // Where both locks are held, that of the state is taken first, as in `File::check_access`.
        let mut state = lock(&self.state);
        let mut pointer = lock(&self.opening.pointer);
        state.view = Arc::new(view);
        state.position = 0;
        match current {
            // Another handle has set the shared pointer for this view already.
            Some((_, true)) => {}
            _ => *pointer = 0,
        }
        if let Some((byte, _)) = current {
            let mut begin = lock(&self.opening.begin);
            // The first handle that sets this view records its byte and counts it. The others only take over the
            // count.
            if state.views == begin.views {
                *begin = ViewBegin { byte, views: begin.views + 1 };
            }
            state.views = begin.views;
        }
        Ok(())
    }

    /// In sequential mode, the byte at which the shared pointer is, and whether another handle has set its view there
    /// already. Each handle sets its own view, and all of them mean the same byte.
    fn find_shared_byte(&self) -> Result<(i64, bool), Error> {
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

    /// [`File::set_view`] for values of a Rust type, one after the other.
    ///
    /// A struct has no gaps between its fields in the file. In `native` and `internal` it has the gaps of memory, which
    /// are not written.
    ///
    /// # Errors
    ///
    /// As [`File::set_view`] says.
    pub fn set_view_of<T: Layout>(&self, displacement: i64, datarep: &Datarep) -> Result<(), Error> {
        let etype = Typemap::of::<T>()?.without_gaps(datarep)?;
        self.set_view_in(displacement, &etype, &etype, datarep)
    }

    // Requirement: R-ACC-10.
    /// The view: `MPI_File_get_view`. Its displacement, etype, filetype and representation are those that were given.
    pub fn view(&self) -> View {
        View::clone(&lock(&self.state).view)
    }

    /// The extent of a datatype in the file: `MPI_File_get_type_extent`. `None`, which is `MPI_UNDEFINED`, if it does
    /// not fit in 64 bits.
    ///
    /// # Errors
    ///
    /// Class `Type` for a type that the representation does not support.
    pub fn type_extent(&self, datatype: &Typemap) -> Result<Option<i64>, Error> {
        let view = Arc::clone(&lock(&self.state).view);
        view.datarep().type_extent(datatype)
    }

    /// Refuses a collective routine inside a conversion function.
    fn refuse_inside_function(&self, routine: &'static str) -> Result<(), Error> {
        refuse_in_function(routine, &self.opening.path)
    }

    /// Refuses the routine if accesses have begun and are not completed.
    fn refuse_pending(&self, routine: &'static str) -> Result<(), Error> {
        // A split access also counts as pending while it runs, so that "not ended" is said only of one that is done.
        match self.pending.load(Ordering::SeqCst) {
            0 if !self.split.load(Ordering::SeqCst) => Ok(()),
            0 => Err(self.refusal_error(routine, ErrorClass::Request, "a split access is not ended")),
            pending => {
                let reason = format!("{pending} nonblocking accesses are not completed: wait for them first");
                Err(self.refusal_error(routine, ErrorClass::Request, reason))
            }
        }
    }

    fn refusal_error(&self, routine: &'static str, class: ErrorClass, reason: impl Into<String>) -> Error {
        let (path, reason) = (self.opening.path.clone(), reason.into());
        ErrorKind::File { routine, path, class, reason, items: 0 }.into()
    }

    fn sequential_error(&self, routine: &'static str) -> Error {
        let reason = "the file is in sequential mode: use the shared pointer";
        self.refusal_error(routine, ErrorClass::UnsupportedOperation, reason)
    }

    fn system_error(&self, routine: &'static str) -> impl Fn(io::Error) -> Error {
        move |error| FailedAccess { routine, path: &self.opening.path }.io_error(&error, 0)
    }
}

impl Clone for File {
    fn clone(&self) -> File {
        File {
            opening: Arc::clone(&self.opening),
            state: Mutex::new(lock(&self.state).clone()),
            // Accesses that have begun belong to the handle that began them, as to a process: the clone can be closed
            // at once.
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

impl SharedFile {
    /// Keeps away the accesses that take turns: all of them in atomic mode, otherwise those that write to a file that
    /// is open nowhere else.
    fn exclude_accesses(&self) -> (RunningAccess<'_>, RwLockWriteGuard<'_, ()>) {
        // In this order, as in every access: it is counted as running before its writes take the second lock.
        let running = self.atomicity.begin_write();
        (running, self.writing.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// Deletes the file if its mode says so, once.
    fn delete(&self) -> Result<(), Error> {
        // `File::close` deletes and reports the error. The drop that follows it must not try again.
        if !self.delete.swap(false, Ordering::SeqCst) {
            return Ok(());
        }
        self.storage
            .delete()
            .map_err(|error| FailedAccess { routine: "close", path: &self.path }.io_error(&error, 0))
    }
}

impl Drop for SharedFile {
    fn drop(&mut self) {
        // A program that needs the error calls `File::close`.
        let _ = self.delete();
    }
}

fn check_open(path: &str, mode: Mode) -> Result<(), Error> {
    refuse_in_function("open", path)?;
    let refused =
        |(class, reason)| ErrorKind::File { routine: "open", path: path.to_owned(), class, reason, items: 0 };
    mode.check().map_err(|wrong| refused(wrong).into())
}

// Requirement: R-CONV-13.
fn refuse_in_function(routine: &'static str, path: &str) -> Result<(), Error> {
    if !functions::is_inside_function() {
        return Ok(());
    }
    let reason = "a collective routine cannot be called inside a conversion function".to_owned();
    let class = ErrorClass::UnsupportedOperation;
    Err(ErrorKind::File { routine, path: path.to_owned(), class, reason, items: 0 }.into())
}
