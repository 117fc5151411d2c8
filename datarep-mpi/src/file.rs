//! MPI files for programs in Rust, with the method names of [`datarep::file::File`].
//!
//! In the library the file has a view of bytes. Its own view is kept here: accesses go through the engine that serves
//! the routines of C. `MPI_File_set_view` and similar routines know nothing of it, because the library's handle is
//! never exposed.

mod asked;
mod communicator;
mod fault;
mod handle;
mod opening;
mod request;
mod routines;
mod transfer;

use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_int};
use std::fmt;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use datarep::datatype::{Layout, Typemap};
use datarep::file::{DISPLACEMENT_CURRENT, Mode, View, Whence};
use datarep::{Datarep, Error, ErrorClass, Predefined, engine, registry};

use crate::abi::Constants;
use crate::datatype::emit::{self, Emitted};
use crate::dialect::find_difference;
use crate::failure::Failure;
use crate::files;
use crate::guard;
use crate::library::{Library, library};
use crate::losses::Losses;
use crate::representation::Representation;
use crate::size::KnownSize;
use crate::views::join_with_known_view;
use fault::{failure_error, refusal_error};
use handle::OpenHandle;
use opening::OpenFile;

pub use communicator::{Communicator, RawCommunicator};
pub use request::{Request, Split};

/// A file that several processes have open: MPI's file handle.
///
/// The methods are those of the local [`datarep::file::File`], with the same buffers, errors and status. A program for
/// one process becomes a program for many by another type and a communicator.
///
/// ```no_run
/// use datarep::{file::Mode, standard::ibm370};
/// use datarep_mpi::{Communicator, File};
/// # unsafe extern "C" { fn MPI_Init(count: *mut i32, arguments: *mut *mut *mut i8) -> i32; fn MPI_Finalize() -> i32; }
/// # let rank = 0;
/// // Any binding may initialize MPI. Its library is found in the process.
/// let file = File::open(Communicator::world()?, "traces.dat", Mode::RDONLY)?;
/// file.set_view_of::<f32>(3600, ibm370::DATAREP)?;
///
/// // Each process reads a thousand samples of its own.
/// let mut samples = vec![0_f32; 1000];
/// let status = file.read_at_all(1000 * rank, &mut samples)?;
/// println!("{:?} samples, {} of them rounded", status.count(), status.loss().inexact);
/// file.close()?;
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// # Collectives
///
/// `open`, `close`, `set_view` and its variants, `set_size`, `preallocate`, `sync`, `set_atomicity`, `seek_shared`, and
/// every routine with `all` or `ordered` in its name are collective: all processes of the communicator call them, in
/// the same order. If a process's data access or view is refused here, or its items cannot be converted, it takes part
/// without them, and returns its error when the others are done. If another routine refuses a call, for example because
/// accesses are not completed, it must do so in all processes, because no process joins it then. Dropping also closes
/// the file, so all processes must do it. The file is not closed while a panic unwinds, when the other processes may
/// never come, nor after `MPI_Finalize`.
///
/// # Errors
///
/// Errors of the MPI library keep their class and message. No failure on an open file calls an error handler. Opening
/// and deleting call the one of `MPI_FILE_NULL`, which returns unless the program has set another.
///
/// # Threads
///
/// A file stays in the thread that has opened it.
pub struct File {
    opening: Rc<OpenFile>,
}

impl File {
    /// Opens a file together with the other processes of the communicator: `MPI_File_open`.
    ///
    /// All processes pass the same mode, and paths of the same file.
    ///
    /// # Errors
    ///
    /// Those of the MPI library: class `Amode` for modes that exclude each other, `NoSuchFile`, `FileExists`, `Access`
    /// and others. Class `BadFile` for a path with a zero byte, and `UnsupportedOperation` if MPI cannot be called, as
    /// for [`Communicator::world`]. In these two cases no other process is involved.
    pub fn open(communicator: Communicator, path: impl AsRef<Path>, mode: Mode) -> Result<File, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let library = find_callable_library("open", &name)?;
        refuse_inside_function("open", &name)?;
        let text = path_to_c_string("open", path)?;
        let to_error = |failure| failure_error(library, "open", &name, failure, 0);
        let amode = to_amode(library.abi.constants, mode);
        let handle = OpenHandle::open(library, communicator.handle, &text, amode).map_err(to_error)?;
        // MPI opens a file in nonatomic mode.
        let is_atomic = false;
        let viewed_file = RefCell::new(Arc::new(make_byte_viewed_file(library, is_atomic)?));
        let (atomic, pending, split) = (Cell::new(is_atomic), Cell::new(0), Cell::new(false));
        let opening = OpenFile { handle, path: name, mode, viewed_file, atomic, pending, split };
        Ok(File { opening: Rc::new(opening) })
    }

    /// Closes the file: `MPI_File_close`. If its mode says so, the file is deleted.
    ///
    /// # Errors
    ///
    /// Class `Request` if accesses that have begun are not completed: the file is closed when they are. Otherwise those
    /// of the MPI library.
    pub fn close(self) -> Result<(), Error> {
        self.refuse_if_nested("close")?;
        self.refuse_pending("close")?;
        let Some(opening) = Rc::into_inner(self.opening) else { return Ok(()) };
        let library = opening.handle.library;
        opening.handle.close().map_err(|failure| failure_error(library, "close", &opening.path, failure, 0))
    }

    /// Deletes a file that is not open: `MPI_File_delete`. One process does it.
    ///
    /// # Errors
    ///
    /// Those of the MPI library, and class `UnsupportedOperation` if it cannot be called, as for
    /// [`Communicator::world`].
    pub fn delete(path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let library = find_callable_library("delete", &name)?;
        let text = path_to_c_string("delete", path)?;
        handle::delete(library, &text).map_err(|failure| failure_error(library, "delete", &name, failure, 0))
    }

    /// Returns the modes that the file was opened with: `MPI_File_get_amode`.
    pub fn mode(&self) -> Mode {
        self.opening.mode
    }

    /// Returns the size of the file in bytes: `MPI_File_get_size`.
    ///
    /// # Errors
    ///
    /// Those of the MPI library.
    pub fn size(&self) -> Result<i64, Error> {
        self.opening.handle.size().map_err(self.map_failure("get_size"))
    }

    /// Truncates or extends the file to `size` bytes: `MPI_File_set_size`.
    ///
    /// # Errors
    ///
    /// Class `Arg` for a negative size, `ReadOnly` if the mode does not allow it, `Request` if accesses are not
    /// completed, and those of the MPI library.
    pub fn set_size(&self, size: i64) -> Result<(), Error> {
        self.check_size("set_size", size)?;
        let set = self.opening.handle.set_size(size);
        self.opening.viewed_file.borrow().size.forget();
        set.map_err(self.map_failure("set_size"))
    }

    /// Reserves storage for the first `size` bytes: `MPI_File_preallocate`.
    ///
    /// # Errors
    ///
    /// Those of [`File::set_size`], and class `NoSpace` if there is no space.
    pub fn preallocate(&self, size: i64) -> Result<(), Error> {
        self.check_size("preallocate", size)?;
        self.opening.handle.preallocate(size).map_err(self.map_failure("preallocate"))
    }

    fn check_size(&self, routine: &'static str, size: i64) -> Result<(), Error> {
        self.refuse_if_nested(routine)?;
        if self.opening.mode.has(Mode::RDONLY) {
            let reason = "it was opened for reading only: open it with RDWR";
            return Err(self.refusal_error(routine, ErrorClass::ReadOnly, reason));
        }
        self.refuse_sequential(routine)?;
        self.refuse_pending(routine)?;
        if size < 0 {
            return Err(self.refusal_error(routine, ErrorClass::Arg, format!("the size is {size}")));
        }
        Ok(())
    }

    /// Transfers written data to the device, so that other processes can read it: `MPI_File_sync`.
    ///
    /// # Errors
    ///
    /// Class `Request` if accesses are not completed, and those of the MPI library.
    pub fn sync(&self) -> Result<(), Error> {
        self.refuse_if_nested("sync")?;
        self.refuse_pending("sync")?;
        let synchronized = self.opening.handle.sync();
        self.opening.viewed_file.borrow().size.forget();
        synchronized.map_err(self.map_failure("sync"))
    }

    /// Returns whether accesses are atomic: `MPI_File_get_atomicity`.
    pub fn atomicity(&self) -> bool {
        self.opening.atomic.get()
    }

    /// Makes accesses atomic, or not: `MPI_File_set_atomicity`. Other processes then see each write of a process
    /// completely or not at all. Each access is one call of the library, with a buffer of its size.
    ///
    /// # Errors
    ///
    /// Class `UnsupportedOperation` inside a conversion function, and those of the MPI library.
    pub fn set_atomicity(&self, atomic: bool) -> Result<(), Error> {
        self.refuse_if_nested("set_atomicity")?;
        self.opening.handle.set_atomicity(atomic).map_err(self.map_failure("set_atomicity"))?;
        self.opening.atomic.set(atomic);
        self.opening.viewed_file.borrow().size.set_atomic(atomic);
        Ok(())
    }

    /// Sets the view of the file, and both pointers to its start: `MPI_File_set_view`.
    ///
    /// The name is one that [`datarep::registry::find`] finds. Representation and extent of the etype must be the same
    /// in all processes. Displacement and filetype may differ.
    ///
    /// # Errors
    ///
    /// Class `UnsupportedDatarep` if no representation has this name; those of [`View::new`]; `Request` if accesses are
    /// not completed; `Arg` if the displacement is [`DISPLACEMENT_CURRENT`] and the mode is not sequential, or the
    /// reverse; and those of the MPI library. If a view is refused, the file keeps the one that
    /// it has, and its shared pointer is at the start of that.
    pub fn set_view(
        &self,
        displacement: i64,
        etype: &Typemap,
        filetype: &Typemap,
        datarep: &str,
    ) -> Result<(), Error> {
        let registered_datarep = registry::find(datarep).ok_or_else(|| {
            self.refusal_error(
                "set_view",
                ErrorClass::UnsupportedDatarep,
                engine::describe_unknown_datarep(datarep),
            )
        });
        self.install_view(displacement, registered_datarep, |datarep| {
            self.build_view(displacement, etype, filetype, datarep)
        })
    }

    /// [`File::set_view`] with a representation that need not be registered.
    ///
    /// # Errors
    ///
    /// See [`File::set_view`].
    pub fn set_view_in(
        &self,
        displacement: i64,
        etype: &Typemap,
        filetype: &Typemap,
        datarep: &Datarep,
    ) -> Result<(), Error> {
        let make = |datarep: &Datarep| self.build_view(displacement, etype, filetype, datarep);
        self.install_view(displacement, Ok(datarep.clone()), make)
    }

    /// [`File::set_view`] for values of a Rust type, one after the other.
    ///
    /// A struct has no gaps between its fields in the file. In `native` and `internal` it has the gaps of memory, which
    /// are not written.
    ///
    /// # Errors
    ///
    /// See [`File::set_view`].
    pub fn set_view_of<T: Layout>(&self, displacement: i64, datarep: &Datarep) -> Result<(), Error> {
        self.install_view(displacement, Ok(datarep.clone()), |datarep| {
            let etype = engine::etype_of::<T>(datarep)?;
            self.build_view(displacement, &etype, &etype, datarep)
        })
    }

    /// Sets a view that `make` makes. If it fails, the process takes part with the view that it has.
    fn install_view(
        &self,
        displacement: i64,
        datarep: Result<Datarep, Error>,
        make: impl FnOnce(&Datarep) -> Result<BuiltView, Failure>,
    ) -> Result<(), Error> {
        self.refuse_if_nested("set_view")?;
        self.refuse_pending("set_view")?;
        let OpenFile { handle, mode, .. } = &*self.opening;
        let library = handle.library;
        let current = i64::from(library.abi.constants.displacement_current);
        let begin = if mode.has(Mode::SEQUENTIAL) { current } else { displacement };
        let prepared_view = datarep.map_err(Failure::from).and_then(|datarep| Ok((make(&datarep)?, datarep)));
        let new = match prepared_view {
            Ok((BuiltView { view, etype, filetype }, datarep)) => {
                let set = handle.set_view(begin, etype.handle(), filetype.handle());
                set.map_err(self.map_failure("set_view"))?;
                make_viewed_file(library, &datarep, view, self.atomicity())
            }
            Err(failure) => {
                // The others wait for this process. If its old view cannot be set again, the file now has one of bytes.
                if !join_with_known_view(library, handle.word, begin, library.abi.info_null) {
                    self.opening
                        .viewed_file
                        .replace(Arc::new(make_byte_viewed_file(library, self.atomicity())?));
                }
                return Err(self.map_failure("set_view")(failure));
            }
        };
        self.opening.viewed_file.replace(Arc::new(new));
        Ok(())
    }

    fn build_view(
        &self,
        displacement: i64,
        etype: &Typemap,
        filetype: &Typemap,
        datarep: &Datarep,
    ) -> Result<BuiltView, Failure> {
        let OpenFile { handle, mode, .. } = &*self.opening;
        let sequential = mode.has(Mode::SEQUENTIAL);
        if sequential != (displacement == DISPLACEMENT_CURRENT) {
            let reason = if sequential {
                "in sequential mode a view begins at the shared pointer: pass DISPLACEMENT_CURRENT"
            } else {
                "DISPLACEMENT_CURRENT is for sequential mode only: pass the byte where the view begins"
            };
            return Err(Failure::new(ErrorClass::Arg, reason));
        }
        // In sequential mode only the library knows where the view begins, and nothing is computed from it.
        let view = View::new(if sequential { 0 } else { displacement }, etype, filetype, datarep)?;
        let etype = emit::emit(handle.library, &datarep.in_file(etype)?)?;
        let filetype = emit::emit(handle.library, &datarep.in_file(filetype)?)?;
        Ok(BuiltView { view, etype, filetype })
    }

    /// Returns the view: `MPI_File_get_view`. In sequential mode its displacement is zero, because only the MPI library
    /// knows it.
    pub fn view(&self) -> View {
        self.opening.viewed_file.borrow().view.clone()
    }

    /// Returns the extent of a datatype in the file: `MPI_File_get_type_extent`. `None` is `MPI_UNDEFINED`: the extent
    /// does not fit in 64 bits.
    ///
    /// # Errors
    ///
    /// Class `Type` for a type that the representation does not support.
    pub fn type_extent(&self, datatype: &Typemap) -> Result<Option<i64>, Error> {
        self.view().datarep().type_extent(datatype)
    }

    /// Moves the individual pointer: `MPI_File_seek`.
    ///
    /// # Errors
    ///
    /// Class `Arg` if the pointer would become negative, `UnsupportedOperation` in sequential mode. With
    /// [`Whence::End`] also `Type` if copies of the filetype do not ascend, so that none is after the end of the file.
    /// Otherwise those of the MPI library.
    pub fn seek(&self, offset: i64, whence: Whence) -> Result<(), Error> {
        self.refuse_sequential("seek")?;
        let position = self.find_seek_target("seek", offset, whence, || self.position())?;
        self.opening.viewed_file.borrow().pointer.set(position);
        Ok(())
    }

    /// Moves the shared pointer: `MPI_File_seek_shared`. All processes pass the same arguments.
    ///
    /// # Errors
    ///
    /// See [`File::seek`].
    pub fn seek_shared(&self, offset: i64, whence: Whence) -> Result<(), Error> {
        self.refuse_if_nested("seek_shared")?;
        self.refuse_sequential("seek_shared")?;
        let position = self.find_seek_target("seek_shared", offset, whence, || self.position_shared())?;
        self.opening.handle.seek_shared(position).map_err(self.map_failure("seek_shared"))
    }

    fn find_seek_target(
        &self,
        routine: &'static str,
        offset: i64,
        whence: Whence,
        position: impl FnOnce() -> Result<i64, Error>,
    ) -> Result<i64, Error> {
        let from = match whence {
            Whence::Set => 0,
            Whence::Current => position()?,
            Whence::End => engine::find_etype_at_end(&self.view(), self.size()?)?,
        };
        let sought = from.checked_add(offset).filter(|position| *position >= 0);
        sought.ok_or_else(|| {
            let reason = format!(
                "cannot move by {offset} from etype {from}: a position is at least 0 and fits in 64 bits"
            );
            self.refusal_error(routine, ErrorClass::Arg, reason)
        })
    }

    /// Returns the individual pointer, in etypes: `MPI_File_get_position`.
    ///
    /// # Errors
    ///
    /// Class `UnsupportedOperation` in sequential mode, and those of the MPI library.
    pub fn position(&self) -> Result<i64, Error> {
        self.refuse_sequential("get_position")?;
        let OpenHandle { library, word } = self.opening.handle;
        self.opening
            .viewed_file
            .borrow()
            .pointer
            .position(library, word)
            .map_err(self.map_failure("get_position"))
    }

    /// Returns the shared pointer, in etypes: `MPI_File_get_position_shared`.
    ///
    /// # Errors
    ///
    /// Class `UnsupportedOperation` in sequential mode, and those of the MPI library.
    pub fn position_shared(&self) -> Result<i64, Error> {
        self.refuse_sequential("get_position_shared")?;
        self.opening.handle.position_shared().map_err(self.map_failure("get_position_shared"))
    }

    /// Returns where the etype at `offset` begins, in bytes of the file: `MPI_File_get_byte_offset`.
    ///
    /// # Errors
    ///
    /// Class `Arg` for a negative offset, `UnsupportedOperation` in sequential mode, `Type` for a filetype without
    /// items, which shows no etype, and `ValueTooLarge` if the result does not fit in 64 bits.
    pub fn byte_offset(&self, offset: i64) -> Result<i64, Error> {
        self.refuse_sequential("get_byte_offset")?;
        if offset < 0 {
            return Err(self.refusal_error(
                "get_byte_offset",
                ErrorClass::Arg,
                format!("the offset is {offset}"),
            ));
        }
        self.view().byte_offset(offset)
    }

    /// Refuses a collective routine inside a conversion function.
    fn refuse_if_nested(&self, routine: &'static str) -> Result<(), Error> {
        refuse_inside_function(routine, &self.opening.path)
    }

    /// Refuses a routine if accesses have begun and are not completed.
    fn refuse_pending(&self, routine: &'static str) -> Result<(), Error> {
        let reason = match self.opening.pending.get() {
            0 if !self.opening.split.get() => return Ok(()),
            0 => "a split access is not ended".to_owned(),
            pending => format!("{pending} nonblocking accesses are not completed: wait for them first"),
        };
        Err(self.refusal_error(routine, ErrorClass::Request, reason))
    }

    fn refuse_sequential(&self, routine: &'static str) -> Result<(), Error> {
        if self.opening.mode.has(Mode::SEQUENTIAL) {
            let reason = "the file is in sequential mode: use the shared pointer";
            return Err(self.refusal_error(routine, ErrorClass::UnsupportedOperation, reason));
        }
        Ok(())
    }

    fn refusal_error(&self, routine: &'static str, class: ErrorClass, reason: impl Into<String>) -> Error {
        refusal_error(routine, &self.opening.path, class, reason, 0)
    }

    fn map_failure(&self, routine: &'static str) -> impl Fn(Failure) -> Error {
        move |failure| failure_error(self.opening.handle.library, routine, &self.opening.path, failure, 0)
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "File({:?}, {})", self.opening.path, self.opening.mode)
    }
}

/// A view that is to be set, with its etype and filetype as bytes.
struct BuiltView {
    view: View,
    etype: Emitted,
    filetype: Emitted,
}

/// A file whose view is one of native bytes.
fn make_byte_viewed_file(library: &'static Library, is_atomic: bool) -> Result<files::ViewedFile, Error> {
    let byte = Typemap::from(Predefined::Byte);
    let view = View::new(0, &byte, &byte, &Datarep::NATIVE)?;
    Ok(make_viewed_file(library, &Datarep::NATIVE, view, is_atomic))
}

/// A file with this view. Each access reports its losses; they are not counted by file.
fn make_viewed_file(
    library: &'static Library,
    datarep: &Datarep,
    view: View,
    is_atomic: bool,
) -> files::ViewedFile {
    let losses = Arc::new(Losses::new());
    // The methods check the mode themselves.
    let facts = files::FileFacts { is_readable: true, size: KnownSize::new(is_atomic) };
    let representation = Representation::from_datarep(datarep).into();
    files::ViewedFile::with_byte_view(library, representation, view, losses, facts)
}

/// The library, if this thread may call it now.
fn find_callable_library(routine: &'static str, subject: &str) -> Result<&'static Library, Error> {
    let cannot = |reason: &str| refusal_error(routine, subject, ErrorClass::UnsupportedOperation, reason, 0);
    let library = library().map_err(cannot)?;
    if !handle::is_running(library) {
        return Err(cannot("MPI is not initialized, or is finalized"));
    }
    if !handle::can_call(library) {
        return Err(cannot(
            "only the main thread may call MPI: call it there, or initialize it with `MPI_THREAD_MULTIPLE`",
        ));
    }
    if let Some(difference) = find_difference(library) {
        return Err(cannot(difference));
    }
    Ok(library)
}

/// A path as a C string.
fn path_to_c_string(routine: &'static str, path: &Path) -> Result<CString, Error> {
    let name = path.display().to_string();
    CString::new(path.as_os_str().as_encoded_bytes())
        .map_err(|_| refusal_error(routine, &name, ErrorClass::BadFile, "the path has a zero byte", 0))
}

/// The mode in the numbers of the library's family.
fn to_amode(constants: &Constants, mode: Mode) -> c_int {
    let bits = [
        (Mode::CREATE, constants.mode_create),
        (Mode::RDONLY, constants.mode_rdonly),
        (Mode::WRONLY, constants.mode_wronly),
        (Mode::RDWR, constants.mode_rdwr),
        (Mode::DELETE_ON_CLOSE, constants.mode_delete_on_close),
        (Mode::UNIQUE_OPEN, constants.mode_unique_open),
        (Mode::EXCL, constants.mode_excl),
        (Mode::APPEND, constants.mode_append),
        (Mode::SEQUENTIAL, constants.mode_sequential),
    ];
    bits.into_iter().filter(|(flag, _)| mode.has(*flag)).map(|(_, bit)| bit).sum()
}

// Requirement: R-CONV-13.
fn refuse_inside_function(routine: &'static str, path: &str) -> Result<(), Error> {
    if !engine::is_in_function() && !guard::is_in_function() {
        return Ok(());
    }
    let reason = "a collective routine cannot be called inside a conversion function";
    Err(refusal_error(routine, path, ErrorClass::UnsupportedOperation, reason, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abi::Family;

    /// Without MPI in the process there is an error, and no panic.
    #[test]
    fn no_library() {
        for error in [
            Communicator::world().expect_err("there is none"),
            Communicator::itself().expect_err("there is none"),
            File::delete("no/such/file").expect_err("there is none"),
        ] {
            assert_eq!(error.class(), ErrorClass::UnsupportedOperation);
            assert!(error.to_string().contains("shared library"), "{error}");
        }
    }

    #[test]
    fn modes_are_sums() {
        let mode = Mode::CREATE | Mode::RDWR | Mode::APPEND;
        for (family, expected) in [(Family::Mpich, 137), (Family::OpenMpi, 137), (Family::Standard, 35)] {
            let constant = |name| {
                let constants = crate::abi::constants(family);
                constants
                    .iter()
                    .find(|(constant_name, _)| *constant_name == name)
                    .map_or(0, |(_, value)| *value)
            };
            let sum =
                ["MPI_MODE_CREATE", "MPI_MODE_RDWR", "MPI_MODE_APPEND"].map(constant).iter().sum::<i64>();
            assert_eq!((sum, i64::from(to_amode(family.table(), mode))), (expected, expected));
        }
    }
}
