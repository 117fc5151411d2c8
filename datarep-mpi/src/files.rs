//! Files whose view has one of our representations: the state that accesses need, and the table of all such files.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{CString, c_char};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use datarep::error::Direction;
use datarep::file::View;

use crate::abi::{Family, Status, Word};
use crate::buffer::Buffer;
use crate::failure::{Failure, check as passed};
use crate::guard;
use crate::library::Library;
use crate::losses::Losses;
use crate::num::{self, to_usize};
use crate::pointer::Pointer;
use crate::representation::Representation;
use crate::size::KnownSize;
use crate::small::SmallView;
use crate::table::Table;

/// A file with a view in a representation of ours.
pub(crate) struct ViewedFile {
    pub(crate) library: &'static Library,
    pub(crate) representation: Arc<Representation>,
    pub(crate) view: View,
    /// As the program passed it.
    pub(crate) displacement: i64,
    pub(crate) etype: HeldDatatype,
    pub(crate) filetype: HeldDatatype,
    /// Whether its mode allows that the library reads at offsets.
    pub(crate) is_readable: bool,
    pub(crate) size: KnownSize,
    /// As the program passed it. A forced representation has another name.
    pub(crate) name: CString,
    /// The losses of this file, through all of its views.
    pub(crate) losses: Arc<Losses>,
    /// The buffers of accesses that have ended.
    pub(crate) buffers: Mutex<Vec<Buffer>>,
    /// The individual pointer.
    pub(crate) pointer: Pointer,
    /// A split access that has begun, and its status.
    pub(crate) split: Mutex<Option<(Direction, Status)>>,
    /// What is known of the view for small accesses.
    pub(crate) small: Option<SmallView>,
}

/// What is known of an open file, whatever its view is.
pub(crate) struct FileFacts {
    /// Whether its mode allows that the library reads at offsets.
    pub(crate) is_readable: bool,
    pub(crate) size: KnownSize,
}

/// A datatype of the program, kept for `get_view`, or for a conversion that comes later.
pub(crate) struct HeldDatatype {
    library: &'static Library,
    pub(crate) handle: Word,
}

impl HeldDatatype {
    /// Keeps predefined datatypes, and duplicates others, because the program may free its own.
    pub(crate) fn new(library: &'static Library, handle: Word) -> Result<HeldDatatype, Failure> {
        if library.abi.leaf(handle).is_some() {
            return Ok(HeldDatatype { library, handle });
        }
        let mut new = 0;
        // SAFETY: the handle is a datatype of the program, which MPI requires to be valid, or a duplicate that a file
        // still holds. `new` is a place for the handle. Tests: `matrix.c::view_of`, `freed.c::run`.
        passed(guard::in_library(|| unsafe { (library.functions.type_dup)(handle, &raw mut new) }))?;
        Ok(HeldDatatype { library, handle: new })
    }

    /// Passes the handle to the program, which must free it.
    pub(crate) fn release_handle(mut self) -> Word {
        std::mem::replace(&mut self.handle, self.library.abi.byte)
    }
}

impl Drop for HeldDatatype {
    fn drop(&mut self) {
        if self.library.abi.leaf(self.handle).is_none() {
            // SAFETY: the handle is a duplicate that `new` has made and that nobody else has: `release_handle` replaces
            // it. It is freed once. Tests: `matrix.c::view_of`, `freed.c::run`.
            guard::in_library(|| unsafe { (self.library.functions.type_free)(&raw mut self.handle) });
        }
    }
}

/// How many files of ours have handles in each of these slots.
static SLOTS: [AtomicU32; 64] = [const { AtomicU32::new(0) }; 64];

/// The slot of a handle. Handles are pointers to objects of some hundred bytes.
fn find_slot(handle: Word) -> &'static AtomicU32 {
    &SLOTS[num::handle_slot(handle)]
}

/// Returns whether the file certainly has no view of ours. The result is false for each file of
/// ours, and rarely for another file, whose handle has the same slot.
#[inline]
pub(crate) fn is_foreign(handle: Word) -> bool {
    find_slot(handle).load(Ordering::Acquire) == 0
}

static FILES: RwLock<Option<Table<Arc<ViewedFile>>>> = RwLock::new(None);

/// The file, if its view has one of our representations.
pub(crate) fn find(handle: Word) -> Option<Arc<ViewedFile>> {
    if is_foreign(handle) {
        return None;
    }
    let files = FILES.read().unwrap_or_else(PoisonError::into_inner);
    files.as_ref()?.get(&handle).cloned()
}

/// Returns the file of a call that the program makes. It returns `None` for a call that the MPI
/// library makes itself, inside a call of ours.
pub(crate) fn find_for_program(handle: Word) -> Option<Arc<ViewedFile>> {
    if guard::is_in_library() { None } else { find(handle) }
}

/// Forgets a file that is closed or has another view. Handles are reused.
pub(crate) fn forget_file(handle: Word) {
    let mut files = FILES.write().unwrap_or_else(PoisonError::into_inner);
    let old = files.as_mut().and_then(|files| files.remove(&handle));
    if old.is_some() {
        find_slot(handle).fetch_sub(1, Ordering::AcqRel);
    }
    drop(files);
    // Dropped after unlocking, because this frees datatypes.
    drop(old);
}

/// Forgets all files: no file outlives MPI.
pub(crate) fn forget_all_files() {
    let mut files = FILES.write().unwrap_or_else(PoisonError::into_inner);
    let old = files.take().unwrap_or_default();
    for files_of_slot in &SLOTS {
        files_of_slot.store(0, Ordering::Release);
    }
    drop(files);
    // Dropped after unlocking, because this frees datatypes.
    drop(old);
}

/// Keeps a file under its handle.
pub(crate) fn keep_file(handle: Word, file: ViewedFile) {
    let mut files = FILES.write().unwrap_or_else(PoisonError::into_inner);
    let old = files.get_or_insert_default().insert(handle, Arc::new(file));
    if old.is_none() {
        find_slot(handle).fetch_add(1, Ordering::AcqRel);
    }
    drop(files);
    drop(old);
}

/// Whether the library lets a file of this mode be read at offsets. Open MPI does so in sequential mode, too.
pub(crate) fn is_readable(library: &'static Library, file: Word) -> Result<bool, Failure> {
    let (mut mode, constants) = (0, library.abi.constants);
    // SAFETY: the file is one that the program has opened, and `mode` is a place for the mode. Test: `modes.c::main`.
    passed(guard::in_library(|| unsafe { (library.functions.file_get_amode)(file, &raw mut mode) }))?;
    let sequential = if library.abi.family == Family::OpenMpi { 0 } else { constants.mode_sequential };
    Ok(mode & (constants.mode_wronly | sequential) == 0)
}

/// The size of a file of which nothing is known yet.
pub(crate) fn make_unknown_size(library: &'static Library, file: Word) -> Result<KnownSize, Failure> {
    let mut atomic = 0;
    let function = library.functions.file_get_atomicity;
    // SAFETY: the file is one that the program has opened, and `atomic` is a place for the flag. Test: `sizes.c::main`.
    passed(guard::in_library(|| unsafe { function(file, &raw mut atomic) }))?;
    Ok(KnownSize::new(atomic != 0))
}

/// How many buffers a file keeps: one for each access that runs at once, up to this number.
const KEPT: usize = 4;

impl ViewedFile {
    /// A file that shows the program a native view of bytes, as before the first view is set.
    pub(crate) fn with_byte_view(
        library: &'static Library,
        representation: Arc<Representation>,
        view: View,
        losses: Arc<Losses>,
        facts: FileFacts,
    ) -> ViewedFile {
        let byte = library.abi.byte;
        ViewedFile {
            library,
            representation,
            view,
            displacement: 0,
            etype: HeldDatatype { library, handle: byte },
            filetype: HeldDatatype { library, handle: byte },
            is_readable: facts.is_readable,
            size: facts.size,
            name: c"native".to_owned(),
            losses,
            buffers: Mutex::default(),
            pointer: Pointer::default(),
            split: Mutex::default(),
            small: None,
        }
    }

    /// A buffer of at least `bytes` bytes with any contents.
    pub(crate) fn take_buffer(&self, bytes: i64) -> Result<Buffer, Failure> {
        if bytes == 0 {
            return Ok(Buffer::default());
        }
        let spare_buffer = self.buffers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut buffer = spare_buffer.unwrap_or_default();
        buffer.part(to_usize(bytes))?;
        Ok(buffer)
    }

    /// Takes the kept buffers, for the next view.
    pub(crate) fn take_all_buffers(&self) -> Vec<Buffer> {
        std::mem::take(&mut *self.buffers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps a buffer for the next access.
    pub(crate) fn keep_buffer(&self, buffer: Buffer) {
        if buffer.is_empty() {
            return;
        }
        let mut buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        if buffers.len() < KEPT {
            buffers.push(buffer);
        }
    }
}

/// The arguments of `MPI_File_set_view`.
pub(crate) struct SetViewArguments {
    pub(crate) file: Word,
    pub(crate) displacement: i64,
    pub(crate) etype: Word,
    pub(crate) filetype: Word,
    pub(crate) name: *const c_char,
    pub(crate) info: Word,
}
