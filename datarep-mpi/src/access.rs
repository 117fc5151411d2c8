//! Data access: bytes through the MPI library, items to and from the memory of the program.
//!
//! One call of the program is one call underneath, but for independent accesses by offset or by the individual
//! pointer: those go in pieces, so that the buffer stays small. Independent nonblocking accesses run at once. A process that
//! fails before a collective joins it with no bytes, so that the others do not wait for ever; with those before the item that
//! cannot be written.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{CStr, c_int, c_void};
use std::mem::transmute;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, PoisonError};

use datarep::error::Direction;
use datarep::{ErrorClass, engine};

use crate::abi::{Family, Status, Word};
use crate::buffer::Buffer;
use crate::check;
use crate::datatype::{copies, datatype};
use crate::failure::{Failure, check as passed, raise};
use crate::files::{self, File};
use crate::guard;
use crate::in_place::InPlace;
use crate::library::{self, Function, Library, library};
use crate::num::index;
use crate::representation::{self, Items, Memory, native_size};
use crate::requests::{self, Pending};

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
    fn call(&self, library: &'static Library, call: &Call, large: bool) -> Result<c_int, Failure> {
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
    fn bytes(
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

/// A routine is called. `large`: by its form with large counts.
pub(crate) fn access(routine: &'static Routine, call: &Call, large: bool) -> c_int {
    let library = match library() {
        Ok(library) => library,
        Err(message) => return crate::absent(message),
    };
    let file = if guard::is_in_library() { None } else { files::find(call.file) };
    let checked =
        if check::is_on() { check::access(library, file.as_ref(), routine, call, large) } else { Ok(()) };
    let result = checked.and_then(|()| match &file {
        None => routine.call(library, call, large).and_then(passed),
        Some(file) => converted(library, file, routine, call),
    });
    match result {
        Ok(()) => 0,
        Err(failure) => raise(library, call.file, failure),
    }
}

/// An access to a file of ours.
fn converted(
    library: &'static Library,
    file: &Arc<File>,
    routine: &'static Routine,
    call: &Call,
) -> Result<(), Failure> {
    // Requirement: R-CONV-13.
    if routine.collective && guard::is_in_function() {
        let message =
            format!("`{}` is collective: it may not be called inside a conversion function", routine.name);
        return Err(Failure::new(ErrorClass::UnsupportedOperation, message));
    }
    match routine.way {
        Way::Blocking => {
            let status = now(library, file, routine, call)?;
            tell(library, call.out, status);
            Ok(())
        }
        Way::Nonblocking(started) if routine.collective => start(library, file, routine, started, call),
        Way::Nonblocking(blocking) => {
            let moved = now(library, file, blocking, call)?;
            requests::completed(library, moved.native, call.out)
        }
        Way::Begin(blocking) => {
            let mut split = file.split.lock().unwrap_or_else(PoisonError::into_inner);
            if split.is_some() {
                let message = format!("`{}`: another split access of this file is not ended", routine.name);
                return Err(Failure::new(ErrorClass::Request, message));
            }
            let moved = now(library, file, blocking, call)?;
            *split = Some((routine.direction, moved.status));
            Ok(())
        }
        Way::End => {
            let mut split = file.split.lock().unwrap_or_else(PoisonError::into_inner);
            match split.take() {
                Some((direction, mut status)) if direction == routine.direction => {
                    copy(library, status.place(), call.out);
                    Ok(())
                }
                other => {
                    *split = other;
                    let message = format!("`{}`: no such access of this file has begun", routine.name);
                    Err(Failure::new(ErrorClass::Request, message))
                }
            }
        }
    }
}

/// What an access has moved.
pub(crate) struct Moved {
    pub(crate) items: i64,
    /// Bytes in memory.
    native: i64,
    /// Bytes of the file behind these items that the library has moved: with a shared pointer there may be a part of an item.
    pub(crate) left: i64,
    status: Status,
}

/// Fills in the status of the program.
fn tell(library: &'static Library, place: *mut c_void, mut moved: Moved) {
    copy(library, moved.status.place(), place);
}

/// Copies a status to where the program wants one.
fn copy(library: &'static Library, from: *const c_void, to: *mut c_void) {
    if let Some(to) = library.abi.status(to) {
        let bytes = library.abi.family.status_bytes();
        // SAFETY: both are places of a status, which do not overlap: one is ours.
        unsafe { std::ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast(), bytes) };
    }
}

/// Bytes that the library says it has moved.
pub(crate) fn elements(library: &'static Library, status: *const c_void) -> Result<i64, Failure> {
    let mut bytes = 0;
    let byte = library.abi.byte;
    // SAFETY: the status is one that the library has filled in.
    passed(guard::in_library(|| unsafe {
        (library.functions.get_elements_x)(status, byte, &raw mut bytes)
    }))?;
    Ok(bytes)
}

/// Sets the amount of a status, in bytes of memory: libraries count items of derived datatypes by them.
pub(crate) fn set_elements(
    library: &'static Library,
    status: *mut c_void,
    native: i64,
) -> Result<(), Failure> {
    let byte = library.abi.byte;
    // SAFETY: a place of a status.
    passed(guard::in_library(|| unsafe { (library.functions.status_set_elements_x)(status, byte, native) }))
}

/// An access that is checked.
pub(crate) struct Prepared {
    pub(crate) file: Arc<File>,
    pub(crate) items: Items,
    pub(crate) direction: Direction,
    /// Items that are moved: for reading those that the file has, where it is known where they lie.
    pub(crate) count: i64,
    /// The same in whole etypes, where the library takes no part of one.
    asked: i64,
    /// Where it begins and ends, in etypes: what the individual pointer is before and after. Zero where nobody knows.
    pub(crate) begin: i64,
    end: i64,
    individual: bool,
}

impl Prepared {
    /// Bytes of the file that some items take.
    fn bytes(&self, position: i64, count: i64) -> Result<i64, Failure> {
        Ok(self.file.representation.datarep().file_size(self.items.part(position, count))?)
    }

    /// Etypes that so many items are.
    fn etypes(&self, position: i64) -> Result<i64, Failure> {
        etypes(&self.file, &self.items, position)
    }

    /// How many of the items have all their bytes within so many.
    fn whole(&self, position: i64, count: i64, got: i64) -> Result<i64, Failure> {
        let datarep = self.file.representation.datarep();
        Ok(datarep.items_within(&self.items.datatype.memory, position, got)?.min(count))
    }

    /// Bytes of the file that the library is asked for, where it is asked once.
    fn all_bytes(&self) -> Result<i64, Failure> {
        self.bytes(0, self.asked)
    }

    /// Whether the items are read into the program's memory. With a shared pointer nobody knows how many the file has, and what is
    /// behind them has to stay as it is.
    fn in_place(&self, routine: &Routine) -> Option<InPlace> {
        let whole = routine.place != Place::Shared && self.asked == self.count;
        let reads = self.direction == Direction::Read && whole;
        if reads { InPlace::of(&self.file.representation, &self.items) } else { None }
    }

    /// Converts what was read: so many bytes. The result is how many items that are.
    pub(crate) fn store(&self, position: i64, count: i64, file: &mut [u8], got: i64) -> Result<i64, Failure> {
        let whole = self.whole(position, count, got)?;
        let bytes = index(self.bytes(position, whole)?);
        self.file.representation.read(&self.items, whole, position, &mut file[..bytes])?;
        Ok(whole)
    }

    /// Of `count` items from `position` on, the bytes of those before the one that could not be converted: as many as are whole etypes.
    fn bytes_before(&self, failure: &Failure, position: i64, count: i64) -> usize {
        let before = failure.item().map_or(0, |item| (item - position).clamp(0, count));
        let of_etype =
            if engine::is_bytes(&self.file.view) { 1 } else { engine::etype_items(&self.file.view) };
        self.bytes(position, before / of_etype * of_etype).map_or(0, index)
    }
}

fn etypes(file: &File, items: &Items, count: i64) -> Result<i64, Failure> {
    if engine::is_bytes(&file.view) {
        return Ok(file.representation.datarep().file_size(items.part(0, count))?);
    }
    Ok(count / engine::etype_items(&file.view))
}

/// The items of the program, and everything that can be known before the library is called.
fn prepare(
    library: &'static Library,
    file: &Arc<File>,
    routine: &Routine,
    call: &Call,
) -> Result<Prepared, Failure> {
    let datatype = datatype(library, call.datatype)?;
    let count = representation::count(&datatype, call.count)?;
    engine::check_copies(&file.view, &datatype.memory, call.count)?;
    let losses = Arc::clone(&file.losses);
    let buffer = Memory::Bytes { handle: call.datatype, begin: call.buffer };
    placed(library, file, routine, call, (Items { datatype, buffer, losses }, count))
}

// Requirement: R-ACC-2, R-ACC-3, R-ACC-7.
/// Everything that can be known of so many items before the library is called.
pub(crate) fn placed(
    library: &'static Library,
    file: &Arc<File>,
    routine: &Routine,
    call: &Call,
    (items, count): (Items, i64),
) -> Result<Prepared, Failure> {
    file.representation.datarep().file_size(items.part(0, count))?;
    let individual = routine.place == Place::Individual;
    let mut prepared = Prepared {
        file: Arc::clone(file),
        items,
        direction: routine.direction,
        count,
        asked: count,
        begin: 0,
        end: 0,
        individual,
    };
    prepared.begin = match routine.place {
        Place::Offset if call.offset < 0 => {
            let message = format!("`{}`: the offset is {}", routine.name, call.offset);
            return Err(Failure::new(ErrorClass::Arg, message));
        }
        Place::Offset => call.offset,
        Place::Individual => pointer(library, call.file)?,
        Place::Shared => return Ok(prepared),
    };
    let (bytes, of_etype) = (engine::is_bytes(&file.view), engine::etype_items(&file.view));
    let large = || Failure::new(ErrorClass::ValueTooLarge, "an offset does not fit in 64 bits");
    let first = prepared.begin.checked_mul(of_etype).ok_or_else(large)?;
    prepared.end = prepared.begin.checked_add(prepared.etypes(count)?).ok_or_else(large)?;
    let units = if bytes { prepared.bytes(0, count)? } else { count };
    if routine.direction == Direction::Write {
        engine::check_writable_at(&file.view, first, units)?;
        return Ok(prepared);
    }
    let mut size = 0;
    // SAFETY: a place for the size.
    passed(guard::in_library(|| unsafe { (library.functions.file_get_size)(call.file, &raw mut size) }))?;
    let mut before = engine::items_before(&file.view, first, units, size)?;
    if bytes {
        before = file.representation.datarep().items_within(&prepared.items.datatype.memory, 0, before)?;
    }
    prepared.count = before.min(count);
    // Open MPI takes any bytes, and waits for ever for some that are behind the end of the file.
    let unit = if bytes || library.abi.family == Family::OpenMpi { 1 } else { of_etype };
    prepared.asked = count.min(prepared.count.saturating_add(unit - 1) / unit * unit);
    Ok(prepared)
}

/// Joins a collective with no bytes.
fn join(library: &'static Library, routine: &Routine, call: &Call) {
    let mut status = Status::EMPTY;
    // What it fails with is less than what this process has failed with.
    let _: Result<(), Failure> = routine.bytes(library, call, &mut [], 0, status.place());
}

/// Takes part, with no bytes, in a collective that this process does not do.
pub(crate) fn abandon(library: &'static Library, routine: &'static Routine, call: &Call) {
    match routine.way {
        Way::Blocking => join(library, routine, call),
        Way::Begin(blocking) => join(library, blocking, call),
        Way::Nonblocking(started) => {
            requests::joined(library, |request| started.bytes(library, call, &mut [], 0, request));
        }
        // The whole of it has run when it began.
        Way::End => {}
    }
}

/// Writes what is before an item that could not be converted. A collective is joined by that.
fn write_before(library: &'static Library, routine: &Routine, call: &Call, offset: i64, bytes: &mut [u8]) {
    if routine.collective || !bytes.is_empty() {
        let mut status = Status::EMPTY;
        // As above.
        let _: Result<(), Failure> = routine.bytes(library, call, bytes, offset, status.place());
    }
}

/// Bytes of the buffer of an access that goes in pieces.
const PIECE: i64 = 64 << 20;

/// The same where the view has no holes: what the library reads is in the processor's second cache when it is converted, and what is
/// converted is there when the library writes it. Through holes the library finds its way anew in each piece, so
/// that large ones are better.
const DENSE_PIECE: i64 = 512 << 10;

/// Bytes of the file from which on items that are read in pieces are stored past the caches: processes share the last one.
const FAR: i64 = 32 << 20;

/// How many items go in one call of the library.
fn piece(
    library: &'static Library,
    routine: &Routine,
    call: &Call,
    prepared: &Prepared,
) -> Result<i64, Failure> {
    let view = &prepared.file.view;
    let most = if engine::is_dense(view) { DENSE_PIECE } else { PIECE };
    if prepared.all_bytes()? <= most || routine.collective || routine.place == Place::Shared {
        return Ok(prepared.asked);
    }
    let mut atomic = 0;
    // SAFETY: a place for the flag.
    passed(guard::in_library(|| unsafe {
        (library.functions.file_get_atomicity)(call.file, &raw mut atomic)
    }))?;
    if atomic != 0 {
        return Ok(prepared.asked);
    }
    let memory = &prepared.items.datatype.memory;
    let items = prepared.file.representation.datarep().items_within(memory, 0, most)?;
    // An offset is one of whole etypes; where they are bytes, every item begins at one.
    let of_etype = if engine::is_bytes(view) { 1 } else { engine::etype_items(view) };
    // Whole copies of the datatype are converted alike.
    let of_copy = memory.items();
    let unit = if of_copy <= items && of_copy % of_etype == 0 { of_copy } else { of_etype };
    Ok((items / unit * unit).max(of_etype))
}

/// Runs an access to its end.
fn now(
    library: &'static Library,
    file: &Arc<File>,
    routine: &Routine,
    call: &Call,
) -> Result<Moved, Failure> {
    finish(library, file, routine, call, prepare(library, file, routine, call))
}

/// Runs an access that is checked to its end. Where the check has failed, a collective is joined.
pub(crate) fn finish(
    library: &'static Library,
    file: &Arc<File>,
    routine: &Routine,
    call: &Call,
    prepared: Result<Prepared, Failure>,
) -> Result<Moved, Failure> {
    let prepared = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => {
            if routine.collective {
                join(library, routine, call);
            }
            return Err(failure);
        }
    };
    let piece = piece(library, routine, call, &prepared)?.max(1);
    // In pieces of a dense view the buffer is in a cache.
    let one = piece >= prepared.asked || !engine::is_dense(&file.view);
    let in_place = if one { prepared.in_place(routine) } else { None };
    let bytes = if in_place.is_some() { 0 } else { prepared.bytes(0, prepared.asked.min(piece))? };
    let mut buffer = file.buffer(bytes);
    let moved = pieces(library, &prepared, routine, call, (piece, in_place), &mut buffer);
    file.give_back(buffer);
    let moved = moved?;
    // The library moves the pointer behind what it was asked for, which is less at the end of the file.
    if routine.place == Place::Individual && routine.direction == Direction::Read {
        seek(library, call.file, prepared.end)?;
    }
    Ok(moved)
}

/// Where the individual pointer is.
pub(crate) fn pointer(library: &'static Library, file: Word) -> Result<i64, Failure> {
    let mut position = 0;
    // SAFETY: a place for the position.
    passed(guard::in_library(|| unsafe { (library.functions.file_get_position)(file, &raw mut position) }))?;
    Ok(position)
}

/// A nonblocking collective is done. MPICH's family sets the individual pointer back to where it was when it began.
pub(crate) fn moved(library: &'static Library, file: Word, prepared: &Prepared) -> Result<(), Failure> {
    let known = prepared.file.pointer.load(Ordering::Relaxed);
    if prepared.individual && prepared.begin != known && pointer(library, file)? == prepared.begin {
        return seek(library, file, known);
    }
    Ok(())
}

/// Moves the individual pointer.
pub(crate) fn seek(library: &'static Library, file: Word, offset: i64) -> Result<(), Failure> {
    // SAFETY: numbers alone.
    passed(guard::in_library(|| unsafe { (library.functions.file_seek)(file, offset, library.abi.seek_set) }))
}

fn pieces(
    library: &'static Library,
    prepared: &Prepared,
    routine: &Routine,
    call: &Call,
    (piece, in_place): (i64, Option<InPlace>),
    buffer: &mut Buffer,
) -> Result<Moved, Failure> {
    let (mut done, mut left, mut status) = (0, 0, Status::EMPTY);
    let far = prepared.all_bytes()? >= FAR;
    loop {
        let asked = (prepared.asked - done).min(piece);
        let count = asked.min(prepared.count - done);
        let bytes = index(prepared.bytes(done, asked)?);
        let file = match in_place {
            // SAFETY: the program has given a buffer for these items, and nobody else uses it before this access ends.
            Some(in_place) => unsafe { in_place.room(done, count) },
            None => buffer.part(bytes),
        };
        let offset = call.offset.saturating_add(prepared.etypes(done)?);
        if prepared.direction == Direction::Write {
            if let Err(failure) = prepared.file.representation.write(&prepared.items, count, done, file) {
                let bytes = prepared.bytes_before(&failure, done, count);
                write_before(library, routine, call, offset, &mut file[..bytes]);
                return Err(failure);
            }
        } else if routine.place == Place::Shared {
            // Where the pointer is nobody knows before, so that the library may say more than there is.
            file.fill(0);
        }
        routine.bytes(library, call, file, offset, status.place())?;
        let got = elements(library, status.place())?;
        let whole = match prepared.direction {
            Direction::Read if in_place.is_none() => {
                // Less than all of it: in pieces.
                let mut convert = || prepared.store(done, count, file, got);
                if far && count < prepared.count { engine::past_caches(convert)? } else { convert()? }
            }
            Direction::Read | Direction::Write => prepared.whole(done, count, got)?,
        };
        if let Some(in_place) = in_place {
            in_place.convert(&prepared.file.representation, &prepared.items, (done, count), whole)?;
        }
        if whole < asked {
            left = got - prepared.bytes(done, whole)?;
        }
        done += whole;
        if whole < asked || done >= prepared.count {
            break;
        }
    }
    let native = native_size(&prepared.items, done)?;
    set_elements(library, status.place(), native)?;
    Ok(Moved { items: done, native, left, status })
}

// Requirement: R-ACC-3, R-ACC-5.
/// Starts a nonblocking collective. `started`: the routine at an offset.
fn start(
    library: &'static Library,
    file: &Arc<File>,
    routine: &Routine,
    started: &'static Routine,
    call: &Call,
) -> Result<(), Failure> {
    let prepared = prepare(library, file, routine, call);
    let pending = begin(library, file, (routine, started), call, prepared)?;
    requests::keep(library, call.out, pending)
}

/// Starts a nonblocking collective that is checked. Where the check has failed it is joined.
pub(crate) fn begin(
    library: &'static Library,
    file: &Arc<File>,
    (routine, started): (&Routine, &'static Routine),
    call: &Call,
    prepared: Result<Prepared, Failure>,
) -> Result<Pending, Failure> {
    let prepared = prepared.and_then(|prepared| {
        let bytes = index(prepared.all_bytes()?);
        Ok((prepared, file.buffer(crate::num::length(bytes)), bytes))
    });
    let (prepared, mut buffer, bytes) = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => {
            requests::joined(library, |request| started.bytes(library, call, &mut [], 0, request));
            return Err(failure);
        }
    };
    if prepared.direction == Direction::Write {
        let made =
            prepared.file.representation.write(&prepared.items, prepared.count, 0, &mut buffer[..bytes]);
        if let Err(failure) = made {
            let bytes = prepared.bytes_before(&failure, 0, prepared.count);
            requests::joined(library, |request| {
                started.bytes(library, call, &mut buffer[..bytes], prepared.begin, request)
            });
            file.give_back(buffer);
            return Err(failure);
        }
    }
    let mut real = library.abi.request_null;
    started.bytes(library, call, &mut buffer[..bytes], prepared.begin, (&raw mut real).cast())?;
    if routine.place == Place::Individual {
        file.pointer.store(prepared.end, Ordering::Relaxed);
        seek(library, call.file, prepared.end)?;
    }
    Ok(Pending::new(call.file, prepared, buffer, bytes, real))
}
