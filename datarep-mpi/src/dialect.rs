//! How the library behaves where its family does not say it: found by calls, once, before the first view of ours.
//!
//! Drafts of the standard ABI have other numbers for the whence of a seek and for an error handler than the standard,
//! and both call themselves version 1.0. A name in the version text says nothing either: it stays when a library
//! changes. So a seek in a small file of our own tells them apart. What else a call returns is compared with the tables:
//! if a library differs, no view of it is converted.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{CString, c_int};
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::abi::{Family, Handle, Leaf, Status, Word};
use crate::guard;
use crate::library::Library;

/// The family, with the draft of the standard ABI apart from the standard. MPI must be initialized.
pub(crate) fn find_dialect(library: &'static Library) -> Family {
    static DIALECT: OnceLock<Family> = OnceLock::new();
    match library.abi.family {
        family @ (Family::Mpich | Family::OpenMpi | Family::Draft) => family,
        Family::Standard => *DIALECT.get_or_init(|| {
            find_dialect_by_seeking(library)
                .or_else(|| find_dialect_by_handler(library))
                .unwrap_or(Family::Standard)
        }),
    }
}

/// `MPI_ERRORS_RETURN`.
pub(crate) fn find_errors_return(library: &'static Library) -> Word {
    match find_dialect(library).errors_return() {
        Handle::Number(number) => number,
        Handle::Symbol(_) => library.abi.errors_return,
    }
}

/// The dialects of the standard ABI.
const DIALECTS: [Family; 2] = [Family::Standard, Family::Draft];

/// The dialect in which a seek from the start of a file is one. `None` if no file can be made for it.
fn find_dialect_by_seeking(library: &'static Library) -> Option<Family> {
    let scratch = ScratchFile::new()?;
    let (abi, functions, mut file) = (&library.abi, &library.functions, 0);
    leak_null_handler(library);
    // SAFETY: the communicator is the predefined one of this process, the path ends with a zero, the info is the null
    // handle, and `file` is a place for the handle. Test: `handle.c::main` with the standard ABI.
    let opened = guard::in_library(|| unsafe {
        let (path, mode) = (scratch.text.as_ptr(), abi.constants.mode_rdonly);
        (functions.file_open)(abi.itself, path, mode, abi.info_null, &raw mut file)
    });
    if opened != 0 {
        return None;
    }
    silence_errors(library, file);
    let dialect = DIALECTS.into_iter().find(|dialect| {
        let mut position = -1;
        for _ in 0..2 {
            // SAFETY: the file is open, and the function only takes numbers besides. Test: `handle.c::main` with the
            // standard ABI.
            guard::in_library(|| unsafe { (functions.file_seek)(file, 1, dialect.seek_set()) });
        }
        // SAFETY: the file is open, and `position` is a place for the position. Test: `handle.c::main` with the standard
        // ABI.
        guard::in_library(|| unsafe { (functions.file_get_position)(file, &raw mut position) });
        // From the current position it would be 2 or more, and from the end of the file one more than its size.
        position == 1
    });
    // SAFETY: the file was opened above and is not used any more. Test: `handle.c::main` with the standard ABI.
    guard::in_library(|| unsafe { (functions.file_close)(&raw mut file) });
    dialect
}

/// Keeps the error handler of the null file alive. In the draft of the standard ABI that Intel MPI has, a file that is
/// closed takes a reference with it that it has not got. So the handler is gone if the program has freed its own handle,
/// which it may. Ours is never freed.
fn leak_null_handler(library: &'static Library) {
    let _ = read_null_handler(library);
}

/// The error handler of the null file, by a handle that is not freed.
fn read_null_handler(library: &'static Library) -> Option<Word> {
    let mut handler = 0;
    // SAFETY: the null file has a handler, and `handler` is a place for its handle. Tests: `rep_handler.c` of
    // `contrib/mpi-tests`; `handle.c::main` with the standard ABI, where there is no folder for files.
    let code = guard::in_library(|| unsafe {
        (library.functions.file_get_errhandler)(library.abi.file_null, &raw mut handler)
    });
    (code == 0).then_some(handler)
}

/// Gives a file a handler that does nothing. A seek that is none in this dialect is an error, and the file has the
/// program's handler of the null file, which must not see it. The number of MPI's own handler that returns is not known
/// here yet.
fn silence_errors(library: &'static Library, file: Word) {
    unsafe extern "C" fn pass_over(_file: *mut Word, _code: *mut c_int) {}
    let (functions, mut handler) = (&library.functions, 0);
    guard::in_library(|| {
        // SAFETY: the function has C's calling convention and reads no argument, and `handler` is a place for the handle.
        // Test: `rep_handler.c` of `contrib/mpi-tests`.
        if unsafe { (functions.file_create_errhandler)(pass_over, &raw mut handler) } != 0 {
            return;
        }
        // SAFETY: the file is open, and the handler was made above. Test: `rep_handler.c` of `contrib/mpi-tests`.
        unsafe { (functions.file_set_errhandler)(file, handler) };
        // SAFETY: `handler` holds the handle that was made above, which is freed once. The file keeps the handler. Test:
        // `rep_handler.c` of `contrib/mpi-tests`.
        unsafe { (functions.errhandler_free)(&raw mut handler) };
    });
}

/// A file with a few bytes, which is removed when it is dropped.
struct ScratchFile {
    path: PathBuf,
    text: CString,
}

impl ScratchFile {
    fn new() -> Option<ScratchFile> {
        let path = std::env::temp_dir().join(format!("datarep-seek-{}", std::process::id()));
        let text = CString::new(path.as_os_str().as_encoded_bytes()).ok()?;
        // A file or a link of somebody else is not written to.
        let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&path).ok()?;
        let scratch = ScratchFile { path, text };
        file.write_all(&[0; 8]).ok()?;
        Some(scratch)
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        // If it cannot be removed, eight bytes stay.
        let _ = fs::remove_file(&self.path);
    }
}

/// The dialect whose handler that returns is the one of no file. That is the initial one, unless the program has changed
/// it.
fn find_dialect_by_handler(library: &'static Library) -> Option<Family> {
    let handler = Handle::Number(read_null_handler(library)?);
    DIALECTS.into_iter().find(|dialect| dialect.errors_return() == handler)
}

/// How many datatypes are made for [`difference`].
const CONSTRUCTORS: usize = 10;

/// How many constants [`difference`] compares: those of the constructors, and two more.
pub(crate) const CHECKED: usize = CONSTRUCTORS + 2;

/// Says in a sentence how the library differs from the tables of its family; `None` if it does not.
/// MPI must be initialized.
pub(crate) fn find_difference(library: &'static Library) -> Option<&'static str> {
    static DIFFERENCE: OnceLock<Option<String>> = OnceLock::new();
    let difference = DIFFERENCE.get_or_init(|| {
        let difference = check_combiners(library).or_else(|| check_undefined(library))?;
        Some(format!("the MPI library differs from others of its family: {difference}"))
    });
    difference.as_deref()
}

/// Compares one constant.
fn describe_difference(name: &str, value: c_int, expected: c_int) -> Option<String> {
    (value != expected).then(|| format!("{name} is {value}, not {expected}"))
}

/// Makes a datatype, and stores its handle. Returns the code.
type Construct<'a> = &'a dyn Fn(*mut Word) -> c_int;

/// Makes a datatype of bytes by each constructor, and compares what the library calls it.
fn check_combiners(library: &'static Library) -> Option<String> {
    let (functions, constants, byte) = (&library.functions, library.abi.constants, library.abi.byte);
    // Lists of one number. On little-endian machines a handle of 32 bits is the first half of a word.
    let (ones, places, bytes): ([c_int; 1], [i64; 1], [Word; 1]) = ([1], [0], [byte]);
    let numbers: [c_int; 1] = [0];
    let (lengths, place, number, types) =
        (ones.as_ptr(), places.as_ptr(), numbers.as_ptr(), bytes.as_ptr().cast());
    macro_rules! constructor {
        ($function:ident($($argument:expr),*)) => {
            &|new: *mut Word| {
                // SAFETY: `byte` is `MPI_BYTE`, each list has the one number or handle that its count says, and `new` is
                // a place for a handle. Test: `stranger.c::main`.
                unsafe { (functions.$function)($($argument,)* new) }
            }
        };
    }
    let constructors: [(&str, c_int, Construct<'_>); CONSTRUCTORS] = [
        ("MPI_COMBINER_DUP", constants.dup, constructor!(type_dup(byte))),
        ("MPI_COMBINER_CONTIGUOUS", constants.contiguous, constructor!(type_contiguous(1, byte))),
        ("MPI_COMBINER_VECTOR", constants.vector, constructor!(type_vector(1, 1, 1, byte))),
        ("MPI_COMBINER_HVECTOR", constants.hvector, constructor!(type_create_hvector(1, 1, 1, byte))),
        ("MPI_COMBINER_INDEXED", constants.indexed, constructor!(type_indexed(1, lengths, number, byte))),
        (
            "MPI_COMBINER_HINDEXED",
            constants.hindexed,
            constructor!(type_create_hindexed(1, lengths, place, byte)),
        ),
        (
            "MPI_COMBINER_INDEXED_BLOCK",
            constants.indexed_block,
            constructor!(type_create_indexed_block(1, 1, number, byte)),
        ),
        (
            "MPI_COMBINER_HINDEXED_BLOCK",
            constants.hindexed_block,
            constructor!(type_create_hindexed_block(1, 1, place, byte)),
        ),
        (
            "MPI_COMBINER_STRUCT",
            constants.structure,
            constructor!(type_create_struct(1, lengths, place, types)),
        ),
        ("MPI_COMBINER_RESIZED", constants.resized, constructor!(type_create_resized(byte, 0, 4))),
    ];
    let named = read_combiner(library, byte)
        .and_then(|combiner| describe_difference("MPI_COMBINER_NAMED", combiner, constants.named));
    named.or_else(|| {
        let compare = |(name, expected, construct)| {
            describe_difference(name, find_combiner(library, construct)?, expected)
        };
        constructors.into_iter().find_map(compare)
    })
}

/// Makes a datatype, and returns its combiner.
fn find_combiner(library: &'static Library, construct: Construct<'_>) -> Option<c_int> {
    let mut new = 0;
    if guard::in_library(|| construct(&raw mut new)) != 0 {
        return None;
    }
    let combiner = read_combiner(library, new);
    // SAFETY: the datatype was made above, and is freed once. Test: `stranger.c::main`.
    guard::in_library(|| unsafe { (library.functions.type_free)(&raw mut new) });
    combiner
}

/// The combiner of a datatype. `None` if the library cannot say it now.
fn read_combiner(library: &'static Library, handle: Word) -> Option<c_int> {
    let ([mut integers, mut addresses, mut datatypes], mut combiner) = ([0; 3], 0);
    let (integers, addresses, datatypes) = (&raw mut integers, &raw mut addresses, &raw mut datatypes);
    let function = library.functions.type_get_envelope;
    // SAFETY: the handle is a datatype of the library, and the others are places for numbers. Test: `stranger.c::main`.
    let code =
        guard::in_library(|| unsafe { function(handle, integers, addresses, datatypes, &raw mut combiner) });
    (code == 0).then_some(combiner)
}

/// Compares `MPI_UNDEFINED`: three bytes are no whole number of integers.
fn check_undefined(library: &'static Library) -> Option<String> {
    let integer = library.abi.handle(Leaf::One(datarep::Predefined::Int))?;
    let (mut status, mut count, byte) = (Status::EMPTY, 0, library.abi.byte);
    let place = status.as_mut_ptr();
    // SAFETY: `place` has room for the status of any family. Test: `stranger.c::main`.
    let set_code = guard::in_library(|| unsafe { (library.functions.status_set_elements_x)(place, byte, 3) });
    // SAFETY: the status was filled in above, and `count` is a place for the number. Test: `stranger.c::main`.
    let get_code =
        guard::in_library(|| unsafe { (library.functions.get_count)(place, integer, &raw mut count) });
    if set_code == 0 && get_code == 0 {
        describe_difference("MPI_UNDEFINED", count, library.abi.constants.undefined)
    } else {
        None
    }
}
