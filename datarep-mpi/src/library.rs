//! The MPI library behind this one: its functions, found when the first one is called.
//!
//! Both `MPI_X` and `PMPI_X` are defined here: programs call the former, and tools and Fortran's bindings of some
//! libraries the latter. The real functions are the `PMPI_X` of the next object in the search order. If the library was
//! loaded by `dlopen` and is in no search order, they are those of any loaded object.
//!
//! A call that is not ours goes to the next function of the name that was called. So a tool that is behind this library,
//! as each is that is linked to the program, gets the program's `MPI_X`. Calls that this library makes itself are
//! `PMPI_X`, as those of tools are.
#![allow(unsafe_code, reason = "functions of C by their names")]

use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::ptr;
use std::sync::OnceLock;

use crate::abi::{self, Abi, Family, Handle, Word};
use crate::guard;

type Place<T> = *mut T;

/// Any function of the library. Words and 64-bit numbers are passed where it takes an `int`, which is the low half of a
/// register.
pub(crate) type Function = *const c_void;

macro_rules! functions {
    (required { $($name:ident: $symbol:literal ($($argument:ty),*);)* } optional { $($maybe:ident: $large:literal ($($part:ty),*);)* }) => {
        /// The functions that are called, by their C signatures.
        #[allow(clippy::type_complexity, reason = "signatures of C")]
        pub(crate) struct Functions {
            $(pub(crate) $name: unsafe extern "C" fn($($argument),*) -> c_int,)*
            $(pub(crate) $maybe: Option<unsafe extern "C" fn($($part),*) -> c_int>,)*
        }

        impl Functions {
            /// Finds all functions, by the names that `find` makes of those of the library. The error is the name of the
            /// first one that is missing.
            fn find_all(find: impl Fn(&'static CStr) -> Option<Function>) -> Result<Functions, &'static str> {
                Ok(Functions {
                    $($name: {
                        let address = find($symbol).ok_or($symbol.to_str().unwrap_or("a function"))?;
                        // SAFETY: MPI declares the function of this name with these parameters. A handle that is an
                        // `int`, or a count that is one, is the low half of the register. Test: `matrix.c::main`.
                        unsafe { std::mem::transmute::<Function, unsafe extern "C" fn($($argument),*) -> c_int>(address) }
                    },)*
                    $($maybe: find($large).map(|address| {
                        // SAFETY: MPI declares the function of this name with these parameters. A handle that is an
                        // `int`, or a count that is one, is the low half of the register. Test: `matrix.c::main`.
                        unsafe { std::mem::transmute::<Function, unsafe extern "C" fn($($part),*) -> c_int>(address) }
                    }),)*
                })
            }
        }
    };
}

/// Copies an attribute. Ours never does.
pub(crate) type CopyFunction =
    unsafe extern "C" fn(Word, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
/// Frees an attribute.
pub(crate) type DeleteFunction = unsafe extern "C" fn(Word, c_int, *mut c_void, *mut c_void) -> c_int;
/// Handles errors of files. The list of more arguments that MPI allows is not read.
pub(crate) type FileHandler = unsafe extern "C" fn(*mut Word, *mut c_int);
/// Fills in the status of a generalized request.
pub(crate) type QueryFunction = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;
/// Frees the data of a generalized request.
pub(crate) type FreeFunction = unsafe extern "C" fn(*mut c_void) -> c_int;
/// Cancels a generalized request.
pub(crate) type CancelFunction = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;

functions! {
    required {
        type_get_envelope: c"PMPI_Type_get_envelope" (Word, Place<c_int>, Place<c_int>, Place<c_int>, Place<c_int>);
        type_get_contents: c"PMPI_Type_get_contents"
            (Word, c_int, c_int, c_int, Place<c_int>, Place<i64>, Place<c_void>);
        type_get_extent_x: c"PMPI_Type_get_extent_x" (Word, Place<i64>, Place<i64>);
        type_size_x: c"PMPI_Type_size_x" (Word, Place<i64>);
        type_get_name: c"PMPI_Type_get_name" (Word, Place<c_char>, Place<c_int>);
        type_dup: c"PMPI_Type_dup" (Word, Place<Word>);
        type_commit: c"PMPI_Type_commit" (Place<Word>);
        type_free: c"PMPI_Type_free" (Place<Word>);
        type_contiguous: c"PMPI_Type_contiguous" (c_int, Word, Place<Word>);
        type_vector: c"PMPI_Type_vector" (c_int, c_int, c_int, Word, Place<Word>);
        type_create_hvector: c"PMPI_Type_create_hvector" (c_int, c_int, i64, Word, Place<Word>);
        type_indexed: c"PMPI_Type_indexed" (c_int, *const c_int, *const c_int, Word, Place<Word>);
        type_create_hindexed: c"PMPI_Type_create_hindexed" (c_int, *const c_int, *const i64, Word, Place<Word>);
        type_create_indexed_block: c"PMPI_Type_create_indexed_block"
            (c_int, c_int, *const c_int, Word, Place<Word>);
        type_create_hindexed_block: c"PMPI_Type_create_hindexed_block"
            (c_int, c_int, *const i64, Word, Place<Word>);
        type_create_struct: c"PMPI_Type_create_struct"
            (c_int, *const c_int, *const i64, *const c_void, Place<Word>);
        type_create_resized: c"PMPI_Type_create_resized" (Word, i64, i64, Place<Word>);
        type_create_keyval: c"PMPI_Type_create_keyval"
            (CopyFunction, DeleteFunction, Place<c_int>, *mut c_void);
        type_free_keyval: c"PMPI_Type_free_keyval" (Place<c_int>);
        type_set_attr: c"PMPI_Type_set_attr" (Word, c_int, *mut c_void);
        type_get_attr: c"PMPI_Type_get_attr" (Word, c_int, Place<c_void>, Place<c_int>);
        get_count: c"PMPI_Get_count" (*const c_void, Word, Place<c_int>);
        get_elements_x: c"PMPI_Get_elements_x" (*const c_void, Word, Place<i64>);
        status_set_elements_x: c"PMPI_Status_set_elements_x" (Place<c_void>, Word, i64);
        status_set_cancelled: c"PMPI_Status_set_cancelled" (Place<c_void>, c_int);
        grequest_start: c"PMPI_Grequest_start"
            (QueryFunction, FreeFunction, CancelFunction, *mut c_void, Place<c_void>);
        grequest_complete: c"PMPI_Grequest_complete" (Word);
        comm_split: c"PMPI_Comm_split" (Word, c_int, c_int, Place<Word>);
        comm_free: c"PMPI_Comm_free" (Place<Word>);
        comm_rank: c"PMPI_Comm_rank" (Word, Place<c_int>);
        comm_size: c"PMPI_Comm_size" (Word, Place<c_int>);
        comm_set_errhandler: c"PMPI_Comm_set_errhandler" (Word, Word);
        comm_call_errhandler: c"PMPI_Comm_call_errhandler" (Word, c_int);
        allgather: c"PMPI_Allgather" (*const c_void, c_int, Word, Place<c_void>, c_int, Word, Word);
        pack: c"PMPI_Pack" (*const c_void, c_int, Word, Place<c_void>, c_int, Place<c_int>, Word);
        add_error_code: c"PMPI_Add_error_code" (c_int, Place<c_int>);
        add_error_string: c"PMPI_Add_error_string" (c_int, *const c_char);
        error_string: c"PMPI_Error_string" (c_int, Place<c_char>, Place<c_int>);
        file_get_errhandler: c"PMPI_File_get_errhandler" (Word, Place<Word>);
        errhandler_free: c"PMPI_Errhandler_free" (Place<Word>);
        file_call_errhandler: c"PMPI_File_call_errhandler" (Word, c_int);
        register_datarep: c"PMPI_Register_datarep"
            (*const c_char, Place<c_void>, Place<c_void>, Place<c_void>, Place<c_void>);
        file_open: c"PMPI_File_open" (Word, *const c_char, c_int, Word, Place<Word>);
        file_close: c"PMPI_File_close" (Place<Word>);
        file_set_view: c"PMPI_File_set_view" (Word, i64, Word, Word, *const c_char, Word);
        file_get_view: c"PMPI_File_get_view" (Word, Place<i64>, Place<c_void>, Place<c_void>, Place<c_char>);
        file_get_type_extent: c"PMPI_File_get_type_extent" (Word, Word, Place<i64>);
        file_get_size: c"PMPI_File_get_size" (Word, Place<i64>);
        file_get_position: c"PMPI_File_get_position" (Word, Place<i64>);
        file_get_amode: c"PMPI_File_get_amode" (Word, Place<c_int>);
        file_get_byte_offset: c"PMPI_File_get_byte_offset" (Word, i64, Place<i64>);
        file_get_atomicity: c"PMPI_File_get_atomicity" (Word, Place<c_int>);
        file_seek: c"PMPI_File_seek" (Word, i64, c_int);
        file_seek_shared: c"PMPI_File_seek_shared" (Word, i64, c_int);
        file_get_position_shared: c"PMPI_File_get_position_shared" (Word, Place<i64>);
        file_set_atomicity: c"PMPI_File_set_atomicity" (Word, c_int);
        file_set_size: c"PMPI_File_set_size" (Word, i64);
        file_preallocate: c"PMPI_File_preallocate" (Word, i64);
        file_sync: c"PMPI_File_sync" (Word);
        file_delete: c"PMPI_File_delete" (*const c_char, Word);
        file_create_errhandler: c"PMPI_File_create_errhandler" (FileHandler, Place<Word>);
        file_set_errhandler: c"PMPI_File_set_errhandler" (Word, Word);
        error_class: c"PMPI_Error_class" (c_int, Place<c_int>);
        init: c"PMPI_Init" (Place<c_int>, Place<c_void>);
        init_thread: c"PMPI_Init_thread" (Place<c_int>, Place<c_void>, c_int, Place<c_int>);
        finalize: c"PMPI_Finalize" ();
        initialized: c"PMPI_Initialized" (Place<c_int>);
        finalized: c"PMPI_Finalized" (Place<c_int>);
        query_thread: c"PMPI_Query_thread" (Place<c_int>);
        is_thread_main: c"PMPI_Is_thread_main" (Place<c_int>);
        wait: c"PMPI_Wait" (Place<c_void>, Place<c_void>);
        test: c"PMPI_Test" (Place<c_void>, Place<c_int>, Place<c_void>);
        waitall: c"PMPI_Waitall" (c_int, Place<c_void>, Place<c_void>);
        testall: c"PMPI_Testall" (c_int, Place<c_void>, Place<c_int>, Place<c_void>);
        waitany: c"PMPI_Waitany" (c_int, Place<c_void>, Place<c_int>, Place<c_void>);
        testany: c"PMPI_Testany" (c_int, Place<c_void>, Place<c_int>, Place<c_int>, Place<c_void>);
        waitsome: c"PMPI_Waitsome" (c_int, Place<c_void>, Place<c_int>, Place<c_int>, Place<c_void>);
        testsome: c"PMPI_Testsome" (c_int, Place<c_void>, Place<c_int>, Place<c_int>, Place<c_void>);
        request_get_status: c"PMPI_Request_get_status" (Word, Place<c_int>, Place<c_void>);
        request_free: c"PMPI_Request_free" (Place<c_void>);
    }
    optional {
        type_get_envelope_c: c"PMPI_Type_get_envelope_c"
            (Word, Place<i64>, Place<i64>, Place<i64>, Place<i64>, Place<c_int>);
        type_get_contents_c: c"PMPI_Type_get_contents_c"
            (Word, i64, i64, i64, i64, Place<c_int>, Place<i64>, Place<i64>, Place<c_void>);
        type_contiguous_c: c"PMPI_Type_contiguous_c" (i64, Word, Place<Word>);
        type_vector_c: c"PMPI_Type_vector_c" (i64, i64, i64, Word, Place<Word>);
        type_create_hvector_c: c"PMPI_Type_create_hvector_c" (i64, i64, i64, Word, Place<Word>);
        type_indexed_c: c"PMPI_Type_indexed_c" (i64, *const i64, *const i64, Word, Place<Word>);
        type_create_hindexed_c: c"PMPI_Type_create_hindexed_c" (i64, *const i64, *const i64, Word, Place<Word>);
        type_create_indexed_block_c: c"PMPI_Type_create_indexed_block_c"
            (i64, i64, *const i64, Word, Place<Word>);
        type_create_hindexed_block_c: c"PMPI_Type_create_hindexed_block_c"
            (i64, i64, *const i64, Word, Place<Word>);
        type_create_struct_c: c"PMPI_Type_create_struct_c"
            (i64, *const i64, *const i64, *const c_void, Place<Word>);
        request_get_status_all: c"PMPI_Request_get_status_all"
            (c_int, Place<c_void>, Place<c_int>, Place<c_void>);
        request_get_status_any: c"PMPI_Request_get_status_any"
            (c_int, Place<c_void>, Place<c_int>, Place<c_int>, Place<c_void>);
        request_get_status_some: c"PMPI_Request_get_status_some"
            (c_int, Place<c_void>, Place<c_int>, Place<c_int>, Place<c_void>);
        session_init: c"PMPI_Session_init" (Word, Word, Place<c_void>);
        session_finalize: c"PMPI_Session_finalize" (Place<c_void>);
        register_datarep_c: c"PMPI_Register_datarep_c"
            (*const c_char, Place<c_void>, Place<c_void>, Place<c_void>, Place<c_void>);
        file_get_type_extent_c: c"PMPI_File_get_type_extent_c" (Word, Word, Place<i64>);
        info_get_valuelen: c"PMPI_Info_get_valuelen" (Word, *const c_char, Place<c_int>, Place<c_int>);
        info_get: c"PMPI_Info_get" (Word, *const c_char, c_int, Place<c_char>, Place<c_int>);
        abi_get_version: c"PMPI_Abi_get_version" (Place<c_int>, Place<c_int>);
    }
}

/// The name by which a routine was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Called {
    /// `MPI_X`: by the program. Tools that are behind this library get such a call if it is not ours.
    ByProgram,
    /// `PMPI_X`: by a tool before this library, or by a binding of Fortran.
    ByTool,
}

impl Called {
    /// The next function that was called by the name of a `PMPI_X`.
    pub(crate) fn find_next(self, profiled: &'static CStr) -> Option<Function> {
        match self {
            Called::ByTool => find(profiled),
            Called::ByProgram => remove_profiling_prefix(profiled).and_then(find).or_else(|| find(profiled)),
        }
    }
}

/// The name `MPI_X` of a `PMPI_X`: without its first letter.
fn remove_profiling_prefix(profiled: &CStr) -> Option<&CStr> {
    CStr::from_bytes_with_nul(&profiled.to_bytes_with_nul()[1..]).ok()
}

/// The library, its functions and its binary interface.
pub(crate) struct Library {
    /// `PMPI_X`, for calls of our own.
    pub(crate) functions: Functions,
    /// `MPI_X`, which a tool may have.
    next: Functions,
    /// It has no meaning if `stranger` is set.
    pub(crate) abi: Abi,
    /// The first line of its version text.
    pub(crate) version: String,
    stranger: Option<String>,
}

/// The library of this process, if its binary interface is known.
///
/// # Errors
///
/// A sentence, if there is no library, it is too old, or it is a stranger.
pub(crate) fn library() -> Result<&'static Library, &'static str> {
    let library = any_library()?;
    library.unknown_family_reason().map_or(Ok(library), Err)
}

/// The library of this process, for calls that pass through.
///
/// # Errors
///
/// A sentence, if there is no library or it is too old.
pub(crate) fn any_library() -> Result<&'static Library, &'static str> {
    LIBRARY.get_or_init(load).as_ref().map_err(String::as_str)
}

static LIBRARY: OnceLock<Result<Library, String>> = OnceLock::new();

impl Library {
    /// The functions to which calls that are not ours are passed.
    pub(crate) fn behind(&self, called: Called) -> &Functions {
        match called {
            Called::ByProgram => &self.next,
            Called::ByTool => &self.functions,
        }
    }

    /// Says in a sentence why only the addresses of the library's functions are known: it belongs
    /// to no known family. `None` if the family is known.
    pub(crate) fn unknown_family_reason(&self) -> Option<&str> {
        self.stranger.as_deref()
    }

    /// The rank of this process in a communicator, or 0 if the library does not tell it.
    pub(crate) fn rank(&self, communicator: Word) -> c_int {
        let mut rank = 0;
        // SAFETY: `rank` is a place for the number, and the communicator is the program's or the library's own. Tests:
        // `check.c::inside`, `texts.c::unknown`.
        guard::in_library(|| unsafe { (self.functions.comm_rank)(communicator, &raw mut rank) });
        rank
    }
}

fn load() -> Result<Library, String> {
    let load = |called: Called| {
        Functions::find_all(|name| called.find_next(name)).map_err(|missing| {
            format!("`{missing}` is in no shared library of this process: a static MPI cannot be served, and one older than MPI 3 is too old")
        })
    };
    let (functions, next) = (load(Called::ByTool)?, load(Called::ByProgram)?);
    let version = read_version();
    let standard = functions.abi_get_version.is_some_and(|abi_get_version| {
        let (mut major, mut minor) = (0, 0);
        // SAFETY: `major` and `minor` are places for both numbers, and the function may be called at any time. Test:
        // `files::early`.
        let code = unsafe { abi_get_version(&raw mut major, &raw mut minor) };
        code == 0 && major >= 1
    });
    let family = if standard {
        // The module `dialect` tells drafts apart, when a file is used.
        Some(Family::Standard)
    } else if version.contains("Open MPI") || has_handles_of_open_mpi(functions.file_open as Function) {
        Some(Family::OpenMpi)
    } else if ["MPICH", "Intel", "MVAPICH", "CRAY"].iter().any(|name| version.contains(name)) {
        Some(Family::Mpich)
    } else {
        None
    };
    let name = version.lines().next().unwrap_or_default().to_owned();
    let stranger = family.is_none().then(|| {
        format!("`{name}` is of no family that is known: MPICH, Open MPI or the standard ABI. Its views are not converted")
    });
    let abi = Abi::new(family.unwrap_or(Family::OpenMpi), find_object_address);
    Ok(Library { functions, next, abi, version: name, stranger })
}

/// Whether the object that has this function exports the predefined handles of Open MPI. Makers of computers call their
/// builds of it by names of their own.
fn has_handles_of_open_mpi(function: Function) -> bool {
    let library = path_of(function);
    // Types of some languages may be missing, but never these handles.
    let is_there = |(_, handle)| match handle {
        Handle::Symbol(symbol) => {
            let address = CString::new(symbol).ok().and_then(|symbol| find(&symbol));
            address.and_then(path_of) == library
        }
        Handle::Number(_) => true,
    };
    library.is_some() && abi::handles(Family::OpenMpi).into_iter().all(is_there)
}

/// The result of `MPI_Get_library_version`. It may be called before `MPI_Init`.
fn read_version() -> String {
    let Some(address) = find(c"PMPI_Get_library_version") else { return String::new() };
    // SAFETY: MPI declares the function of this name with these parameters. Test: `files::early`.
    let get = unsafe {
        std::mem::transmute::<Function, unsafe extern "C" fn(Place<c_char>, Place<c_int>) -> c_int>(address)
    };
    // The longest `MPI_MAX_LIBRARY_VERSION_STRING` is 8192.
    let (mut text, mut length) = (vec![0_u8; 16384], 0);
    // SAFETY: `text` has 16384 bytes, more than the longest text of a library, and `length` is a place for its length.
    // The function may be called at any time. Test: `files::early`.
    unsafe { get(text.as_mut_ptr().cast(), &raw mut length) };
    CStr::from_bytes_until_nul(&text).map_or(String::new(), |text| text.to_string_lossy().into_owned())
}

/// The function or object of this name in the MPI library.
pub(crate) fn find(name: &CStr) -> Option<Function> {
    // SAFETY: the name ends with a zero. Tests: `files::early`, `matrix.c::main`.
    let next = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    if !next.is_null() && !is_ours(next) {
        return Some(next);
    }
    find_loaded_symbol(name)
}

/// The function that a call of the program goes to: `MPI_X` of the first object that has it.
pub(crate) fn find_program_function(profiled: &CStr) -> Option<Function> {
    let name = remove_profiling_prefix(profiled)?;
    // SAFETY: the name ends with a zero. Test: `doctor.c`.
    let first = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!first.is_null()).then_some(first.cast_const())
}

/// The functions that calls of the program go to. The error is the name of the first one that is missing.
pub(crate) fn find_program_functions() -> Result<Functions, &'static str> {
    // A library that was loaded by `dlopen` is in no search order.
    Functions::find_all(|name| find_program_function(name).or_else(|| find(name)))
}

/// The address of an object of the MPI library, as the whole process sees it. A program that is linked with the library
/// may have the object in its own data, and comes first in the search order.
fn find_object_address(name: &CStr) -> Option<usize> {
    // SAFETY: the name ends with a zero. Tests: `files::early`, `matrix.c::main`.
    let first = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    if first.is_null() { find_loaded_symbol(name).map(<*const c_void>::addr) } else { Some(first.addr()) }
}

/// Whether the address is in this library.
fn is_ours(address: *const c_void) -> bool {
    find_base(address).is_some_and(|theirs| {
        find_base((is_ours as fn(*const c_void) -> bool as Function).cast()) == Some(theirs)
    })
}

/// The address at which the object that contains this address begins.
fn find_base(address: *const c_void) -> Option<usize> {
    object_at(address).map(|info| info.dli_fbase.addr())
}

/// The path of this library, or of the program that it is a part of.
pub(crate) fn find_own_path() -> Option<PathBuf> {
    path_of((is_ours as fn(*const c_void) -> bool as Function).cast())
}

/// The path of the library, or of the program, that contains this address.
pub(crate) fn path_of(address: Function) -> Option<PathBuf> {
    let info = object_at(address)?;
    if info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the name is not null, the loader ends it with a zero, and it stays as long as the object is loaded. No
    // object that has functions of MPI is ever unloaded, nor this one. Test: `texts.c::names`.
    let name = unsafe { CStr::from_ptr(info.dli_fname) };
    Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
}

/// The object that contains this address.
fn object_at(address: *const c_void) -> Option<libc::Dl_info> {
    let mut info = libc::Dl_info {
        dli_fname: ptr::null(),
        dli_fbase: ptr::null_mut(),
        dli_sname: ptr::null(),
        dli_saddr: ptr::null_mut(),
    };
    // SAFETY: `info` is a place for the information, and any address may be asked for. Test: `files::early`.
    let result = unsafe { libc::dladdr(address, &raw mut info) };
    (result != 0).then_some(info)
}

/// The address of a symbol in any loaded object.
fn find_loaded_symbol(name: &CStr) -> Option<Function> {
    list_objects().iter().find_map(|object| {
        // SAFETY: the path ends with a zero. `RTLD_NOLOAD` keeps the call from loading an object, so that no
        // initializers run. Tests: `files::early`, `functions.py`.
        let handle = unsafe { libc::dlopen(object.as_ptr(), libc::RTLD_NOLOAD | libc::RTLD_LAZY) };
        if handle.is_null() {
            return None;
        }
        // SAFETY: the handle is that of a loaded object, and the name ends with a zero. Tests: `files::early`,
        // `functions.py`.
        let address = unsafe { libc::dlsym(handle, name.as_ptr()) };
        // SAFETY: the handle was opened above and is not used any more. The call only takes back that count: whoever
        // has loaded the object keeps it loaded, and the address valid. Tests: `files::early`, `functions.py`.
        unsafe { libc::dlclose(handle) };
        (!address.is_null() && !is_ours(address)).then_some(address.cast_const())
    })
}

/// The paths of all loaded objects.
fn list_objects() -> Vec<CString> {
    unsafe extern "C" fn visit(info: *mut libc::dl_phdr_info, _: libc::size_t, paths: *mut c_void) -> c_int {
        // SAFETY: the loader passes the pointer to `paths` below, which nobody else uses until `dl_iterate_phdr`
        // returns. Tests: `files::early`, `functions.py`.
        let paths = unsafe { &mut *paths.cast::<Vec<CString>>() };
        // SAFETY: the loader passes a pointer to the description of an object, which lives during the call. Tests:
        // `files::early`, `functions.py`.
        let name = unsafe { (*info).dlpi_name };
        if !name.is_null() {
            // SAFETY: the name is not null, and the loader ends it with a zero. Tests: `files::early`, `functions.py`.
            let name = unsafe { CStr::from_ptr(name) };
            if !name.is_empty() {
                paths.push(name.to_owned());
            }
        }
        0
    }
    let mut paths: Vec<CString> = Vec::new();
    // SAFETY: `visit` has the type that the loader requires, and `paths` is what it takes as its argument. The loader
    // calls it only before it returns. Tests: `files::early`, `functions.py`.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut paths).cast()) };
    paths
}
