//! The border to MPI's binary interfaces: three families, distinguished when the program runs.
//!
//! A handle is passed on as the word that came in. Libraries of MPICH's family have handles of 32 bits, so only the low
//! half of a word counts. In arrays and places of handles the width matters. `MPI_File` is a pointer in all families.
//! All other differences are in two tables: [`constants`] and [`types`].

mod constants;
mod types;

use std::ffi::{CStr, c_void};

use crate::num::low_half;
use crate::table::Table;

pub(crate) use constants::Constants;
pub(crate) use types::Leaf;

/// A handle, as a register holds it.
pub(crate) type Word = usize;

/// The families of MPI libraries by their binary interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// MPICH 3.1 to 5, Intel MPI and others of the MPICH ABI initiative: `libmpi.so.12`.
    Mpich,
    /// Open MPI 4 and 5: `libmpi.so.40`.
    OpenMpi,
    /// The standard ABI of MPI 5: `libmpi_abi.so`.
    Standard,
    /// A draft of the standard ABI, as in the `libmpi_abi.so` of Intel MPI 2021.
    Draft,
}

/// The value of a predefined handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handle {
    /// A number.
    Number(usize),
    /// The address of a symbol.
    Symbol(&'static str),
}

/// Every constant of a family, by its name in MPI.
pub fn constants(family: Family) -> Vec<(&'static str, i64)> {
    family.table().entries()
}

/// Every predefined datatype of a family, by its name in MPI.
pub fn datatypes(family: Family) -> Vec<(&'static str, Handle)> {
    let handle = |row: &types::Row| match family {
        Family::Mpich => Handle::Number(row.mpich),
        Family::OpenMpi => Handle::Symbol(row.open_mpi),
        Family::Standard | Family::Draft => Handle::Number(row.standard),
    };
    types::ROWS.iter().map(|row| (row.name, handle(row))).collect()
}

/// Other predefined handles of a family, and the two addresses that stand for no status.
pub fn handles(family: Family) -> [(&'static str, Handle); 10] {
    let NullHandles { communicator, request, file, datatype, errors_return, status_ignore, statuses_ignore } =
        family.null_handles();
    let OpenHandles { world, itself, info } = family.open_handles();
    [
        ("MPI_COMM_WORLD", world),
        ("MPI_COMM_SELF", itself),
        ("MPI_INFO_NULL", info),
        ("MPI_COMM_NULL", communicator),
        ("MPI_REQUEST_NULL", request),
        ("MPI_FILE_NULL", file),
        ("MPI_DATATYPE_NULL", datatype),
        ("MPI_ERRORS_RETURN", errors_return),
        ("MPI_STATUS_IGNORE", status_ignore),
        ("MPI_STATUSES_IGNORE", statuses_ignore),
    ]
}

struct NullHandles {
    communicator: Handle,
    request: Handle,
    file: Handle,
    datatype: Handle,
    errors_return: Handle,
    status_ignore: Handle,
    statuses_ignore: Handle,
}

/// The other handles that opening a file needs.
struct OpenHandles {
    world: Handle,
    itself: Handle,
    info: Handle,
}

impl Family {
    pub(crate) fn table(self) -> &'static Constants {
        match self {
            Family::Mpich => &constants::MPICH,
            Family::OpenMpi => &constants::OPEN_MPI,
            Family::Standard | Family::Draft => &constants::STANDARD,
        }
    }

    fn null_handles(self) -> NullHandles {
        use Handle::{Number, Symbol};
        match self {
            Family::Mpich => NullHandles {
                communicator: Number(0x0400_0000),
                request: Number(0x2c00_0000),
                file: Number(0),
                datatype: Number(0x0c00_0000),
                errors_return: Number(0x5400_0001),
                status_ignore: Number(1),
                statuses_ignore: Number(1),
            },
            Family::OpenMpi => NullHandles {
                communicator: Symbol("ompi_mpi_comm_null"),
                request: Symbol("ompi_request_null"),
                file: Symbol("ompi_mpi_file_null"),
                datatype: Symbol("ompi_mpi_datatype_null"),
                errors_return: Symbol("ompi_mpi_errors_return"),
                status_ignore: Number(0),
                statuses_ignore: Number(0),
            },
            Family::Standard | Family::Draft => NullHandles {
                communicator: Number(0x100),
                request: Number(0x180),
                file: Number(0x118),
                datatype: Number(0x200),
                errors_return: Number(if self == Family::Draft { 0x142 } else { 0x143 }),
                status_ignore: Number(0),
                statuses_ignore: Number(0),
            },
        }
    }

    /// `MPI_ERRORS_RETURN`.
    pub(crate) fn errors_return(self) -> Handle {
        self.null_handles().errors_return
    }

    fn open_handles(self) -> OpenHandles {
        use Handle::{Number, Symbol};
        match self {
            Family::Mpich => OpenHandles {
                world: Number(0x4400_0000),
                itself: Number(0x4400_0001),
                info: Number(0x1c00_0000),
            },
            Family::OpenMpi => OpenHandles {
                world: Symbol("ompi_mpi_comm_world"),
                itself: Symbol("ompi_mpi_comm_self"),
                info: Symbol("ompi_mpi_info_null"),
            },
            Family::Standard | Family::Draft => {
                OpenHandles { world: Number(0x101), itself: Number(0x102), info: Number(0x130) }
            }
        }
    }

    /// The size of an `MPI_Status` in bytes.
    pub const fn status_bytes(self) -> usize {
        match self {
            Family::Mpich => 20,
            Family::OpenMpi => 24,
            Family::Standard | Family::Draft => 32,
        }
    }

    /// The offset of source and tag in an `MPI_Status`.
    pub const fn source_in_status(self) -> usize {
        match self {
            Family::Mpich => 8,
            Family::OpenMpi | Family::Standard | Family::Draft => 0,
        }
    }

    /// The offset of the error in an `MPI_Status`: it follows source and tag.
    pub(crate) const fn error_in_status(self) -> usize {
        self.source_in_status() + 8
    }

    /// `MPI_SEEK_CUR`.
    pub const fn seek_current(self) -> i32 {
        match self {
            Family::Mpich | Family::OpenMpi => 602,
            Family::Standard => 401,
            Family::Draft => 402,
        }
    }

    /// `MPI_SEEK_SET`.
    pub const fn seek_set(self) -> i32 {
        match self {
            Family::Mpich | Family::OpenMpi => 600,
            Family::Standard => 403,
            Family::Draft => 401,
        }
    }
}

/// Room for the status of any family, initially zero.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(8))]
pub(crate) struct Status([u8; 32]);

impl Status {
    pub(crate) const EMPTY: Status = Status([0; 32]);

    pub(crate) fn as_mut_ptr(&mut self) -> *mut c_void {
        (&raw mut self.0).cast()
    }

    /// The bytes that were moved, where the family of the library says how a status has them: the low half, and the
    /// high half above the flag of a cancelled call.
    #[inline]
    #[expect(clippy::host_endian_bytes, reason = "a status has numbers of the host")]
    pub(crate) fn moved_bytes(&self, family: Family) -> Option<i64> {
        let [low, high, ..] = self.0.as_chunks().0 else { return None };
        let [low, high] = [low, high].map(|bytes| u32::from_ne_bytes(*bytes));
        (family == Family::Mpich).then(|| i64::from(high >> 1) << 32 | i64::from(low))
    }
}

/// The binary interface of the library in this process.
#[derive(Debug)]
pub(crate) struct Abi {
    pub(crate) family: Family,
    pub(crate) constants: &'static Constants,
    pub(crate) communicator_null: Word,
    pub(crate) world: Word,
    pub(crate) itself: Word,
    pub(crate) info_null: Word,
    pub(crate) request_null: Word,
    pub(crate) file_null: Word,
    pub(crate) datatype_null: Word,
    pub(crate) errors_return: Word,
    pub(crate) byte: Word,
    status_ignore: usize,
    statuses_ignore: usize,
    leaves: Table<Leaf>,
    handles: Vec<(Leaf, Word)>,
}

impl Abi {
    /// `symbol` returns the address of a symbol.
    pub(crate) fn new(family: Family, symbol: impl Fn(&CStr) -> Option<Word>) -> Abi {
        let address = |handle| match handle {
            Handle::Number(number) => Some(number),
            Handle::Symbol(name) => symbol(&std::ffi::CString::new(name).ok()?),
        };
        let (mut leaves, mut handles, mut byte) = (Table::default(), Vec::new(), 0);
        for (row, (name, handle)) in types::ROWS.iter().zip(datatypes(family)) {
            // A library may lack some of the newer types.
            if let Some(word) = address(handle).filter(|&word| word != 0) {
                if name == "MPI_BYTE" {
                    byte = word;
                }
                leaves.entry(word).or_insert(row.leaf);
                handles.push((row.leaf, word));
            }
        }
        let (nulls, others) = (family.null_handles(), family.open_handles());
        Abi {
            family,
            constants: family.table(),
            world: address(others.world).unwrap_or(0),
            itself: address(others.itself).unwrap_or(0),
            info_null: address(others.info).unwrap_or(0),
            communicator_null: address(nulls.communicator).unwrap_or(0),
            request_null: address(nulls.request).unwrap_or(0),
            file_null: address(nulls.file).unwrap_or(0),
            datatype_null: address(nulls.datatype).unwrap_or(0),
            errors_return: address(nulls.errors_return).unwrap_or(0),
            byte,
            status_ignore: address(nulls.status_ignore).unwrap_or(0),
            statuses_ignore: address(nulls.statuses_ignore).unwrap_or(0),
            leaves,
            handles,
        }
    }

    /// Whether handles, except `MPI_File`, have 32 bits.
    fn is_narrow(&self) -> bool {
        self.family == Family::Mpich
    }

    /// The part of a handle that counts: handles with equal keys are equal.
    pub(crate) fn key(&self, handle: Word) -> Word {
        if self.is_narrow() { low_half(handle) } else { handle }
    }

    /// The size of a handle in memory, in bytes.
    pub(crate) fn handle_bytes(&self) -> usize {
        if self.is_narrow() { 4 } else { 8 }
    }

    /// The runtime's type of a predefined datatype.
    pub(crate) fn leaf(&self, datatype: Word) -> Option<Leaf> {
        self.leaves.get(&self.key(datatype)).copied()
    }

    /// The handle of a predefined datatype.
    pub(crate) fn handle(&self, leaf: Leaf) -> Option<Word> {
        self.handles.iter().find(|(listed_leaf, _)| *listed_leaf == leaf).map(|&(_, word)| word)
    }

    /// The status at a place of the caller, if the caller wants one.
    pub(crate) fn wanted_status(&self, place: *mut c_void) -> Option<*mut c_void> {
        (place.addr() != self.status_ignore).then_some(place)
    }

    /// The caller's array of statuses, if the caller wants one.
    pub(crate) fn wanted_statuses(&self, place: *mut c_void) -> Option<*mut c_void> {
        (place.addr() != self.statuses_ignore).then_some(place)
    }
}

/// Arrays and places of handles.
#[allow(unsafe_code, reason = "places of the program")]
impl Abi {
    /// The handle with this index in an array.
    ///
    /// # Safety
    ///
    /// The array has a handle with this index.
    pub(crate) unsafe fn load(&self, array: *const c_void, index: usize) -> Word {
        if self.is_narrow() {
            // SAFETY: the array has a handle with this index, as the caller has promised, and a handle has 32 bits in
            // this family. It may have any alignment. Test: `matrix.c::complete`.
            let half = unsafe { array.cast::<u32>().wrapping_add(index).read_unaligned() };
            half as Word
        } else {
            // SAFETY: the array has a handle with this index, as the caller has promised, and a handle is a word in
            // this family. It may have any alignment. Test: `matrix.c::complete`.
            unsafe { array.cast::<Word>().wrapping_add(index).read_unaligned() }
        }
    }

    /// Stores a handle at an index of an array.
    ///
    /// # Safety
    ///
    /// The array has a place for it.
    pub(crate) unsafe fn store(&self, array: *mut c_void, index: usize, handle: Word) {
        let bytes = handle.to_le_bytes();
        let width = self.handle_bytes();
        let place = array.cast::<u8>().wrapping_add(index * width);
        // SAFETY: the array has a place for this handle, as the caller has promised, and a handle has `width` bytes in
        // this family, at most those of a word. `bytes` is a value of this function, so the two do not overlap. Test:
        // `matrix.c::view_of`.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, width) };
    }
}
