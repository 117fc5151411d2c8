//! Routines of data access: their arguments, the real routines of the MPI library, and how a process joins one without
//! data.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{CStr, c_int, c_void};
use std::mem::transmute;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use datarep::ErrorClass;
use datarep::error::Direction;

use crate::abi::{Status, Word};
use crate::datatype::emit_copies;
use crate::failure::{Failure, check as passed};
use crate::files;
use crate::guard;
use crate::library::{Called, Function, Library};

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
    /// It returns when all is done.
    Blocking,
    /// The same by the individual pointer. It runs by the given routine at an offset, so that no other thread can move
    /// the pointer meanwhile.
    AtOffset(&'static Routine),
    /// It returns a request. An independent access runs by the given blocking routine. A collective one begins by the
    /// given nonblocking routine at an offset.
    Nonblocking(&'static Routine),
    /// It is the first half of a split collective, which runs by the given blocking routine.
    Begin(&'static Routine),
    /// It is the second half of a split collective.
    End,
}

/// A routine of data access.
#[derive(Debug)]
pub(crate) struct Routine {
    /// The name, without the `P` by which the real routine is found.
    pub(crate) name: &'static str,
    pub(crate) place: Place,
    pub(crate) direction: Direction,
    pub(crate) collective: bool,
    pub(crate) way: Way,
    /// `PMPI_X` and `PMPI_X_c`.
    pub(crate) symbols: [&'static CStr; 2],
    /// Apart, so that the rest is known when a call is compiled.
    pub(crate) links: &'static FunctionLinks,
}

/// The functions behind a routine, found when they are needed.
#[derive(Debug)]
pub(crate) struct FunctionLinks {
    /// By [`Called`]: the plain form, and the one with large counts.
    real: [OnceLock<[Option<usize>; 2]>; 2],
    /// By [`Form`]: where a call goes that is not ours. Zero if more than its file must be looked at.
    passing: [AtomicUsize; 4],
}

impl FunctionLinks {
    pub(crate) const fn new() -> FunctionLinks {
        FunctionLinks { real: [const { OnceLock::new() }; 2], passing: [const { AtomicUsize::new(0) }; 4] }
    }
}

/// How a routine was called: in the form with large counts or not, and by which name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    pub(crate) large: bool,
    pub(crate) called: Called,
}

impl Form {
    /// A call of our own.
    pub(crate) const OWN: Form = Form { large: false, called: Called::ByTool };

    const fn index(self) -> usize {
        self.large as usize * 2 + self.called as usize
    }
}

/// The arguments of a routine, in any of its forms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    pub(crate) file: Word,
    /// The offset, if the place is [`Place::Offset`].
    pub(crate) offset: i64,
    pub(crate) buffer: *mut c_void,
    pub(crate) count: i64,
    pub(crate) datatype: Word,
    /// The place of a status or a request. Null if the routine begins a split collective.
    pub(crate) out: *mut c_void,
}

impl Call {
    /// The same call for bytes in the place of items.
    #[inline]
    fn with_bytes(&self, library: &'static Library, bytes: &mut [u8], offset: i64, out: *mut c_void) -> Call {
        let (buffer, count) = (bytes.as_mut_ptr().cast(), crate::num::to_i64(bytes.len()));
        Call { file: self.file, offset, buffer, count, datatype: library.abi.byte, out }
    }
}

type AtFunction = unsafe extern "C" fn(Word, i64, *mut c_void, i64, Word, *mut c_void) -> c_int;
type PointerFunction = unsafe extern "C" fn(Word, *mut c_void, i64, Word, *mut c_void) -> c_int;
type EndFunction = unsafe extern "C" fn(Word, *mut c_void, *mut c_void) -> c_int;

impl Routine {
    /// The routine behind this one, in the plain form and with large counts.
    fn find_real(&self, called: Called) -> [Option<Function>; 2] {
        let find = || self.symbols.map(|name| called.find_next(name).map(<*const c_void>::addr));
        let addresses = self.links.real[called as usize].get_or_init(find);
        addresses.map(|address| address.map(std::ptr::without_provenance))
    }

    /// The routine behind this one, if the call is not ours and can be passed on as it is: the file has no view of ours,
    /// and an earlier call has shown that nothing is checked. This is the whole cost of native views.
    #[inline]
    pub(crate) fn find_pass_through(&self, file: Word, form: Form) -> Option<Function> {
        let address = self.links.passing[form.index()].load(Ordering::Acquire);
        (address != 0 && files::is_foreign(file)).then(|| std::ptr::without_provenance(address))
    }

    /// Lets later calls of this form go to the library without checks, if the library has the form.
    pub(crate) fn let_pass(&self, form: Form) {
        let passing = &self.links.passing[form.index()];
        if passing.load(Ordering::Relaxed) != 0 {
            return;
        }
        let [plain, with_large] = self.find_real(form.called);
        let address = if form.large { with_large } else { plain };
        let address = address.map_or(0, <*const c_void>::addr);
        passing.store(address, Ordering::Release);
    }

    /// The routine that moves the bytes of an access that runs to its end.
    pub(crate) fn transfer_routine(&self) -> &Routine {
        if let Way::AtOffset(at) = self.way { at } else { self }
    }

    /// Calls the routine behind this one. The form with large counts is used if the library has it.
    ///
    /// A count that does not fit in an `int` is replaced by a larger datatype if the library lacks that form.
    pub(crate) fn call(&self, library: &'static Library, call: &Call, form: Form) -> Result<c_int, Failure> {
        let [plain, with_large] = self.find_real(form.called);
        let fits = c_int::try_from(call.count).is_ok();
        let missing = || {
            let message = format!("the MPI library has no `{}`", self.name);
            Failure::new(ErrorClass::UnsupportedOperation, message)
        };
        if let Some(function) = with_large
            && (form.large || !fits)
        {
            return Ok(self.call_in_library(function, call));
        }
        let function = plain.ok_or_else(missing)?;
        if fits {
            return Ok(self.call_in_library(function, call));
        }
        let larger = emit_copies(library, call.datatype, call.count)?;
        Ok(self.call_in_library(function, &Call { count: 1, datatype: larger.handle(), ..*call }))
    }

    #[inline]
    fn call_in_library(&self, function: Function, call: &Call) -> c_int {
        guard::in_library(|| self.call_function(function, call))
    }

    /// Calls a function of this routine.
    #[inline]
    pub(crate) fn call_function(&self, function: Function, call: &Call) -> c_int {
        let Call { file, offset, buffer, count, datatype, out } = *call;
        // A routine that begins a split collective gets one argument too many, which C's calling convention allows in a
        // register.
        match (self.way, self.place) {
            (Way::End, _) => {
                // SAFETY: the second half of a split collective has these three parameters: a file, a buffer and a
                // status. Test: mpi4py's `test_io.py`.
                let function = unsafe { transmute::<Function, EndFunction>(function) };
                // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
                // mpi4py's `test_io.py`.
                unsafe { function(file, buffer, out) }
            }
            (_, Place::Offset) => {
                // SAFETY: the routine of this name has these parameters. A 64-bit count may stand for an `int`, and a
                // routine without the last parameter ignores it: both are passed in registers. Tests:
                // `matrix.c::read_case`, `matrix.c::write_case`.
                let function = unsafe { transmute::<Function, AtFunction>(function) };
                // SAFETY: the arguments are those of the program, or the program's with one datatype instead of `count`
                // copies, or `buffer` has `count` bytes, the datatype is `MPI_BYTE` and `out` is a place for a status
                // or a request. Tests: `matrix.c::read_case`, `matrix.c::write_case`.
                unsafe { function(file, offset, buffer, count, datatype, out) }
            }
            (_, Place::Individual | Place::Shared) => {
                // SAFETY: the routine of this name has these parameters. A 64-bit count may stand for an `int`, and a
                // routine without the last parameter ignores it: both are passed in registers. Tests:
                // `matrix.c::read_case`, `matrix.c::write_case`.
                let function = unsafe { transmute::<Function, PointerFunction>(function) };
                // SAFETY: the arguments are those of the program, or the program's with one datatype instead of `count`
                // copies, or `buffer` has `count` bytes, the datatype is `MPI_BYTE` and `out` is a place for a status
                // or a request. Tests: `matrix.c::read_case`, `matrix.c::write_case`.
                unsafe { function(file, buffer, count, datatype, out) }
            }
        }
    }

    /// Moves the bytes of an access, by the real routine.
    pub(crate) fn move_bytes(
        &self,
        library: &'static Library,
        call: &Call,
        bytes: &mut [u8],
        offset: i64,
        out: *mut c_void,
    ) -> Result<(), Failure> {
        self.call(library, &call.with_bytes(library, bytes, offset, out), Form::OWN).and_then(passed)
    }

    /// [`Routine::move_bytes`] for fewer bytes than an `int` counts.
    #[inline]
    pub(crate) fn move_few_bytes(
        &self,
        library: &'static Library,
        call: &Call,
        bytes: &mut [u8],
        offset: i64,
        out: *mut c_void,
    ) -> Result<(), Failure> {
        let Some(&[Some(address), _]) = self.links.real[Called::ByTool as usize].get() else {
            return self.move_bytes(library, call, bytes, offset, out);
        };
        let call = call.with_bytes(library, bytes, offset, out);
        passed(self.call_in_library(std::ptr::without_provenance(address), &call))
    }
}

/// Joins a collective without data.
pub(crate) fn join_collective(library: &'static Library, routine: &Routine, call: &Call) {
    let mut status = Status::EMPTY;
    // The failure of this process matters more than an error of this call.
    let _: Result<(), Failure> =
        routine.transfer_routine().move_bytes(library, call, &mut [], 0, status.as_mut_ptr());
}

/// Joins a nonblocking collective without data, and waits for it.
pub(crate) fn join_without_data(
    library: &'static Library,
    start: impl FnOnce(*mut c_void) -> Result<(), Failure>,
) {
    let (mut request, mut status) = (library.abi.request_null, Status::EMPTY);
    let place = (&raw mut request).cast();
    if start(place).is_ok() {
        // SAFETY: `place` holds the request that the library has stored there, and `status` is a place for a status.
        // The failure of this process matters more than an error of this call. Test: `faults.c::called`.
        guard::in_library(|| unsafe { (library.functions.wait)(place, status.as_mut_ptr()) });
    }
}

/// Joins, without data, a collective that this process does not carry out.
pub(crate) fn join_abandoned(library: &'static Library, routine: &'static Routine, call: &Call) {
    match routine.way {
        Way::Blocking | Way::AtOffset(_) => join_collective(library, routine, call),
        Way::Begin(blocking) => join_collective(library, blocking, call),
        Way::Nonblocking(started) => {
            join_without_data(library, |request| started.move_bytes(library, call, &mut [], 0, request));
        }
        // The access was complete when it began.
        Way::End => {}
    }
}
