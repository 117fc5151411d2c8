//! Routines of data access: what they are given, the real ones of the MPI library, and how a process joins one with nothing.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{CStr, c_int, c_void};
use std::mem::transmute;
use std::sync::OnceLock;

use datarep::ErrorClass;
use datarep::error::Direction;

use crate::abi::{Status, Word};
use crate::datatype::copies;
use crate::failure::{Failure, check as passed};
use crate::guard;
use crate::library::{self, Function, Library};

/// Where an access begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Offset,
    Individual,
    Shared,
}

/// How a routine ends.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Way {
    /// When all is done.
    Blocking,
    /// With a request. An independent access runs by the blocking routine beside it; a collective one begins by the
    /// nonblocking one at an offset, for libraries move the individual pointer only when it is done.
    Nonblocking(&'static Routine),
    /// The first half of a split collective; the blocking routine beside it.
    Begin(&'static Routine),
    /// The second half.
    End,
}

/// A routine of data access.
#[derive(Debug)]
pub(crate) struct Routine {
    /// Without the `P`, which finds the real one.
    pub(crate) name: &'static str,
    pub(crate) place: Place,
    pub(crate) direction: Direction,
    pub(crate) collective: bool,
    pub(crate) way: Way,
    /// `PMPI_X` and `PMPI_X_c`.
    pub(crate) symbols: [&'static CStr; 2],
    pub(crate) real: OnceLock<[Option<usize>; 2]>,
}

/// What a routine is given, by whichever form.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) file: Word,
    /// Where [`Place::Offset`] says so.
    pub(crate) offset: i64,
    pub(crate) buffer: *mut c_void,
    pub(crate) count: i64,
    pub(crate) datatype: Word,
    /// The place of a status or a request; none where an access begins.
    pub(crate) out: *mut c_void,
}

type AtFunction = unsafe extern "C" fn(Word, i64, *mut c_void, i64, Word, *mut c_void) -> c_int;
type PointerFunction = unsafe extern "C" fn(Word, *mut c_void, i64, Word, *mut c_void) -> c_int;
type EndFunction = unsafe extern "C" fn(Word, *mut c_void, *mut c_void) -> c_int;

impl Routine {
    /// The real routine, in the plain form and with large counts.
    fn real(&self) -> [Option<Function>; 2] {
        let found =
            self.real.get_or_init(|| self.symbols.map(|name| library::find(name).map(<*const c_void>::addr)));
        found.map(|address| address.map(std::ptr::without_provenance))
    }

    /// Calls the real routine. `large`: as the program has called, and where the library has that form.
    ///
    /// A count that is none for the library becomes one of a larger datatype.
    pub(crate) fn call(&self, library: &'static Library, call: &Call, large: bool) -> Result<c_int, Failure> {
        let [plain, with_large] = self.real();
        let fits = c_int::try_from(call.count).is_ok();
        let missing = || {
            let message = format!("the MPI library has no `{}`", self.name);
            Failure::new(ErrorClass::UnsupportedOperation, message)
        };
        if let Some(function) = with_large
            && (large || !fits)
        {
            return Ok(self.invoke(function, call));
        }
        let function = plain.ok_or_else(missing)?;
        if fits {
            return Ok(self.invoke(function, call));
        }
        let larger = copies(library, call.datatype, call.count)?;
        Ok(self.invoke(function, &Call { count: 1, datatype: larger.handle(), ..*call }))
    }

    fn invoke(&self, function: Function, call: &Call) -> c_int {
        let Call { file, offset, buffer, count, datatype, out } = *call;
        // The last argument of a routine that begins is one too many, which C's callers may leave in a register.
        guard::in_library(|| match (self.way, self.place) {
            (Way::End, _) => {
                // SAFETY: the routine of this name has this type.
                let function = unsafe { transmute::<Function, EndFunction>(function) };
                // SAFETY: the arguments are the program's, or as good.
                unsafe { function(file, buffer, out) }
            }
            (_, Place::Offset) => {
                // SAFETY: the routine of this name has this type; a count goes where an `int` is wanted, too.
                let function = unsafe { transmute::<Function, AtFunction>(function) };
                // SAFETY: the arguments are the program's, or as good.
                unsafe { function(file, offset, buffer, count, datatype, out) }
            }
            (_, Place::Individual | Place::Shared) => {
                // SAFETY: as above.
                let function = unsafe { transmute::<Function, PointerFunction>(function) };
                // SAFETY: the arguments are the program's, or as good.
                unsafe { function(file, buffer, count, datatype, out) }
            }
        })
    }

    /// Bytes of an access, by the real routine.
    pub(crate) fn bytes(
        &self,
        library: &'static Library,
        call: &Call,
        bytes: &mut [u8],
        offset: i64,
        out: *mut c_void,
    ) -> Result<(), Failure> {
        let count = crate::num::length(bytes.len());
        let buffer = bytes.as_mut_ptr().cast();
        let call = Call { offset, buffer, count, datatype: library.abi.byte, out, ..*call };
        self.call(library, &call, false).and_then(passed)
    }
}

/// Joins a collective with no bytes.
pub(crate) fn join(library: &'static Library, routine: &Routine, call: &Call) {
    let mut status = Status::EMPTY;
    // What it fails with is less than what this process has failed with.
    let _: Result<(), Failure> = routine.bytes(library, call, &mut [], 0, status.place());
}

/// Joins a nonblocking collective with no bytes, and waits for it.
pub(crate) fn joined(library: &'static Library, start: impl FnOnce(*mut c_void) -> Result<(), Failure>) {
    let (mut request, mut status) = (library.abi.request_null, Status::EMPTY);
    let place = (&raw mut request).cast();
    if start(place).is_ok() {
        // SAFETY: the library has stored a request there. What it fails with is less than what this process has failed with.
        guard::in_library(|| unsafe { (library.functions.wait)(place, status.place()) });
    }
}

/// Takes part, with no bytes, in a collective that this process does not do.
pub(crate) fn abandon(library: &'static Library, routine: &'static Routine, call: &Call) {
    match routine.way {
        Way::Blocking => join(library, routine, call),
        Way::Begin(blocking) => join(library, blocking, call),
        Way::Nonblocking(started) => {
            joined(library, |request| started.bytes(library, call, &mut [], 0, request));
        }
        // The whole of it has run when it began.
        Way::End => {}
    }
}
