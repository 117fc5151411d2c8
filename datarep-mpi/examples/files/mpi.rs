//! The few functions of MPI that a program calls itself.

use std::ffi::{CString, c_int, c_void};
use std::mem::transmute;
use std::ptr;

use datarep_mpi::{Communicator, Family, Handle};

/// An MPI library that is loaded.
pub(crate) struct Mpi {
    loaded: *mut c_void,
    narrow: bool,
    world: usize,
}

impl Mpi {
    /// As mpi4py loads it: for all of the process.
    pub(crate) fn load(library: &str, family: &str) -> Mpi {
        let path = CString::new(library).expect("a path");
        // SAFETY: a text that ends with a zero.
        let loaded = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
        assert!(!loaded.is_null(), "`{library}` cannot be loaded");
        let family = match family {
            "mpich" => Family::Mpich,
            "open-mpi" => Family::OpenMpi,
            "standard" => Family::Standard,
            "draft" => Family::Draft,
            other => panic!("`{other}` is no family"),
        };
        let mut mpi = Mpi { loaded, narrow: family == Family::Mpich, world: 0 };
        let handles = datarep_mpi::handles(family);
        let world =
            handles.into_iter().find(|(name, _)| *name == "MPI_COMM_WORLD").expect("every family has it");
        mpi.world = match world.1 {
            Handle::Number(number) => number,
            Handle::Symbol(symbol) => mpi.find(symbol).addr(),
        };
        mpi
    }

    fn find(&self, name: &str) -> *mut c_void {
        let name = CString::new(name).expect("a name");
        // SAFETY: the library is loaded, and the text ends with a zero.
        let found = unsafe { libc::dlsym(self.loaded, name.as_ptr()) };
        assert!(!found.is_null(), "{name:?} is not in the library");
        found
    }

    /// The communicator of all processes, by its handle.
    pub(crate) fn world(&self) -> Communicator {
        if self.narrow {
            let handle = i32::try_from(self.world).expect("32 bits");
            // SAFETY: `MPI_COMM_WORLD`.
            unsafe { Communicator::from_raw(handle) }
        } else {
            // SAFETY: `MPI_COMM_WORLD`.
            unsafe { Communicator::from_raw(ptr::without_provenance_mut::<c_void>(self.world)) }
        }
    }

    pub(crate) fn initialize(&self) {
        // SAFETY: MPI declares the function of this name so.
        let function = unsafe {
            transmute::<*mut c_void, unsafe extern "C" fn(*mut c_int, *mut c_void) -> c_int>(
                self.find("MPI_Init"),
            )
        };
        // SAFETY: both may be null.
        assert_eq!(unsafe { function(ptr::null_mut(), ptr::null_mut()) }, 0);
    }

    pub(crate) fn finalize(&self) {
        // SAFETY: MPI declares the function of this name so.
        let function =
            unsafe { transmute::<*mut c_void, unsafe extern "C" fn() -> c_int>(self.find("MPI_Finalize")) };
        // SAFETY: MPI is initialized.
        assert_eq!(unsafe { function() }, 0);
    }

    pub(crate) fn rank(&self) -> i64 {
        // SAFETY: MPI declares the function of this name so.
        let function = unsafe {
            transmute::<*mut c_void, unsafe extern "C" fn(usize, *mut c_int) -> c_int>(
                self.find("MPI_Comm_rank"),
            )
        };
        let mut rank = 0;
        // SAFETY: a communicator, and a place for the rank.
        assert_eq!(unsafe { function(self.world, &raw mut rank) }, 0);
        rank.into()
    }

    pub(crate) fn barrier(&self) {
        // SAFETY: MPI declares the function of this name so.
        let function = unsafe {
            transmute::<*mut c_void, unsafe extern "C" fn(usize) -> c_int>(self.find("MPI_Barrier"))
        };
        // SAFETY: a communicator.
        assert_eq!(unsafe { function(self.world) }, 0);
    }
}
