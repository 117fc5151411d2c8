//! Data access: bytes through the MPI library, items to and from the memory of the program.
//!
//! One call of the program is one call underneath, except for independent accesses by offset or by the individual
//! pointer. Those are made in pieces, so that the buffer stays small. Independent nonblocking accesses run at once. A
//! process that fails before a collective joins it without data, or with the data before an item that cannot be
//! written, so that the other processes do not hang.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{c_int, c_void};
use std::sync::{Arc, PoisonError};

use datarep::error::Direction;
use datarep::{ErrorClass, engine};

use crate::abi::Status;
use crate::buffer::Buffer;
use crate::check;
use crate::failure::{Failure, check as passed, raise};
use crate::files::{self, ViewedFile};
use crate::guard;
use crate::in_place::InPlace;
use crate::library::{Library, any_library};
use crate::num::to_usize;
use crate::prepared::{PreparedAccess, prepare_call, read_moved_bytes, set_moved_bytes};
use crate::representation::{ItemRange, native_size};
use crate::requests::{self, PendingCollective};
use crate::routine::{Call, Form, Place, Routine, Way, join_collective, join_without_data};
use crate::small;

/// Handles the call of a routine.
pub(crate) fn run_routine_call(routine: &'static Routine, call: &Call, form: Form) -> c_int {
    let library = match any_library() {
        Ok(library) => library,
        Err(message) => return crate::absent(message),
    };
    let file = files::find_for_program(call.file);
    let checked = if check::is_on() {
        check::check_access(library, file.as_ref(), routine, call, form.large)
    } else {
        routine.let_pass(form);
        Ok(())
    };
    let result = checked.and_then(|()| match &file {
        None => routine.call(library, call, form).and_then(passed),
        Some(file) => access_converted_view(library, file, routine, call),
    });
    match result {
        Ok(()) => 0,
        Err(failure) => raise(library, call.file, failure),
    }
}

/// Accesses a file whose view is one of ours.
fn access_converted_view(
    library: &'static Library,
    file: &Arc<ViewedFile>,
    routine: &'static Routine,
    call: &Call,
) -> Result<(), Failure> {
    // Requirement: R-CONV-13.
    if routine.collective && guard::is_in_function() {
        let message =
            format!("`{}` is collective: it may not be called inside a conversion function", routine.name);
        return Err(Failure::new(ErrorClass::UnsupportedOperation, message));
    }
    if let Some(result) = small::try_small_access(library, file, routine, call) {
        return result;
    }
    match routine.way {
        Way::Blocking | Way::AtOffset(_) => {
            let status = run_access(library, file, routine, call)?;
            fill_in_status(library, call.out, status);
            Ok(())
        }
        Way::Nonblocking(started) if routine.collective => {
            start_collective(library, file, routine, started, call)
        }
        Way::Nonblocking(blocking) => {
            let moved = run_access(library, file, blocking, call)?;
            requests::make_completed_request(library, moved.native, call.out)
        }
        Way::Begin(blocking) => {
            let mut split = file.split.lock().unwrap_or_else(PoisonError::into_inner);
            if split.is_some() {
                let message = format!("`{}`: another split access of this file is not ended", routine.name);
                return Err(Failure::new(ErrorClass::Request, message));
            }
            let moved = run_access(library, file, blocking, call)?;
            *split = Some((routine.direction, moved.status));
            Ok(())
        }
        Way::End => {
            let mut split = file.split.lock().unwrap_or_else(PoisonError::into_inner);
            match split.take() {
                Some((direction, mut status)) if direction == routine.direction => {
                    copy_status(library, status.as_mut_ptr(), call.out);
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

/// The data that an access has moved.
pub(crate) struct MovedData {
    pub(crate) items: i64,
    /// The size of the items in memory, in bytes.
    native: i64,
    /// How many bytes the library has moved after these items. With a shared pointer there may be part of an item.
    pub(crate) leftover_bytes: i64,
    status: Status,
}

/// Fills in the status of the program.
fn fill_in_status(library: &'static Library, place: *mut c_void, mut moved: MovedData) {
    copy_status(library, moved.status.as_mut_ptr(), place);
}

/// Copies a status to the place that the program has passed, if it wants one. The error in it stays as the program has
/// left it: only calls that return several statuses set errors.
pub(crate) fn copy_status(library: &'static Library, from: *const c_void, to: *mut c_void) {
    let Some(to) = library.abi.wanted_status(to) else { return };
    let (bytes, error) = (library.abi.family.status_bytes(), library.abi.family.error_in_status());
    for part in [0..error, error + size_of::<c_int>()..bytes] {
        let (from, to) =
            (from.cast::<u8>().wrapping_add(part.start), to.cast::<u8>().wrapping_add(part.start));
        // SAFETY: `from` points into our own status, which has room for the status of any family, and `to` into the
        // place of a status that the program has passed. Both have the bytes of the part, and they do not overlap,
        // because only one is ours. Tests: `matrix.c::counts`, `statuses.c::check`.
        unsafe { std::ptr::copy_nonoverlapping(from, to, part.len()) };
    }
}

/// Writes the items before one that could not be converted. This call also joins a collective.
fn write_items_before_failure(
    library: &'static Library,
    routine: &Routine,
    call: &Call,
    offset: i64,
    bytes: &mut [u8],
) {
    if routine.collective || !bytes.is_empty() {
        let mut status = Status::EMPTY;
        // The failed conversion matters more than an error of this call.
        let _: Result<(), Failure> = routine.move_bytes(library, call, bytes, offset, status.as_mut_ptr());
    }
}

/// The size of the buffer of an access that is made in pieces, in bytes.
const PIECE: i64 = 64 << 20;

/// The size of that buffer for a view without holes. Data that the library reads is still in the processor's second
/// cache when it is converted, and converted data is there when the library writes it. If the view has holes, the
/// library searches for its position in each piece, so that large pieces are better.
const DENSE_PIECE: i64 = 512 << 10;

/// From this size on, in bytes of the file, items that are read in pieces are stored past the caches: processes share
/// the last cache.
const FAR: i64 = 32 << 20;

/// How many items one call of the library moves.
fn choose_piece_items(
    library: &'static Library,
    routine: &Routine,
    call: &Call,
    prepared: &PreparedAccess,
) -> Result<i64, Failure> {
    let view = &prepared.file.view;
    let most = if engine::is_dense(view) { DENSE_PIECE } else { PIECE };
    if prepared.all_bytes()? <= most || routine.collective || routine.place == Place::Shared {
        return Ok(prepared.requested_items);
    }
    let mut atomic = 0;
    // SAFETY: the file is one that the program has opened, and `atomic` is a place for the flag. Tests:
    // `large.c::large`, `files::rest::pieces`.
    passed(guard::in_library(|| unsafe {
        (library.functions.file_get_atomicity)(call.file, &raw mut atomic)
    }))?;
    if atomic != 0 {
        return Ok(prepared.requested_items);
    }
    let memory = &prepared.items.datatype.memory;
    let items = prepared.file.representation.datarep().items_within(memory, 0, most)?;
    // An offset counts whole etypes. If the etypes are bytes, every item begins at one.
    let of_etype = if engine::is_bytes(view) { 1 } else { engine::etype_items(view) };
    // Whole copies of the datatype are converted in the same way.
    let of_copy = memory.items();
    let unit = if of_copy <= items && of_copy % of_etype == 0 { of_copy } else { of_etype };
    Ok((items / unit * unit).max(of_etype))
}

/// Runs an access to its end.
fn run_access(
    library: &'static Library,
    file: &Arc<ViewedFile>,
    routine: &Routine,
    call: &Call,
) -> Result<MovedData, Failure> {
    run_checked_access(library, file, routine, call, prepare_call(library, file, routine, call))
}

/// Runs a checked access to its end. If the check has failed, a collective is joined.
pub(crate) fn run_checked_access(
    library: &'static Library,
    file: &Arc<ViewedFile>,
    routine: &Routine,
    call: &Call,
    prepared: Result<PreparedAccess, Failure>,
) -> Result<MovedData, Failure> {
    let prepared = prepared.and_then(|prepared| {
        let moves = TransferPlan::new(library, file, routine, call, &prepared);
        let moves = moves.inspect_err(|_| prepared.undo_pointer_advance())?;
        Ok((prepared, moves))
    });
    let (prepared, mut moves) = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => {
            if routine.collective {
                join_collective(library, routine, call);
            }
            return Err(failure);
        }
    };
    let moved = move_pieces(library, &prepared, routine.transfer_routine(), call, &mut moves);
    file.keep_buffer(moves.buffer);
    moved
}

/// How an access is made.
struct TransferPlan {
    /// How many items one call of the library moves.
    piece: i64,
    in_place: Option<InPlace>,
    /// Room for the bytes of a piece, if the items are not read in place.
    buffer: Buffer,
}

impl TransferPlan {
    fn new(
        library: &'static Library,
        file: &ViewedFile,
        routine: &Routine,
        call: &Call,
        prepared: &PreparedAccess,
    ) -> Result<TransferPlan, Failure> {
        let piece = choose_piece_items(library, routine, call, prepared)?.max(1);
        // With pieces of a dense view the buffer is in a cache.
        let may_be_in_place = piece >= prepared.requested_items || !engine::is_dense(&file.view);
        let in_place = if may_be_in_place { prepared.in_place(routine) } else { None };
        let bytes =
            if in_place.is_some() { 0 } else { prepared.bytes(0, prepared.requested_items.min(piece))? };
        Ok(TransferPlan { piece, in_place, buffer: file.take_buffer(bytes)? })
    }
}

fn move_pieces(
    library: &'static Library,
    prepared: &PreparedAccess,
    routine: &Routine,
    call: &Call,
    &mut TransferPlan { piece, in_place, ref mut buffer }: &mut TransferPlan,
) -> Result<MovedData, Failure> {
    let (mut moved_items, mut leftover_bytes, mut status) = (0, 0, Status::EMPTY);
    let far = prepared.all_bytes()? >= FAR;
    let last_moved_bytes = loop {
        let piece_items = (prepared.requested_items - moved_items).min(piece);
        let count = piece_items.min(prepared.count - moved_items);
        let range = ItemRange { position: moved_items, count };
        let bytes = to_usize(prepared.bytes(moved_items, piece_items)?);
        let file = match in_place {
            // SAFETY: the program has passed a buffer for these items, and MPI forbids it to use the buffer until the
            // access is completed. The slice is not used after the library has filled it. Tests: `matrix.c::read_case`,
            // `large.c::large`.
            Some(in_place) => unsafe { in_place.file_bytes_mut(moved_items, count) },
            None => buffer.part(bytes)?,
        };
        let offset = prepared.begin.saturating_add(prepared.count_etypes(moved_items)?);
        if prepared.direction == Direction::Write {
            let representation = &prepared.file.representation;
            if let Err(failure) = representation.convert(Direction::Write, &prepared.items, range, file) {
                let bytes = prepared.bytes_before_failure(&failure, moved_items, count);
                write_items_before_failure(library, routine, call, offset, &mut file[..bytes]);
                return Err(failure);
            }
        } else if routine.place == Place::Shared {
            // The buffer is cleared: the pointer's position is unknown, and the library may report more data than there is.
            file.fill(0);
        }
        routine.move_bytes(library, call, file, offset, status.as_mut_ptr())?;
        let moved_bytes = read_moved_bytes(library, status.as_mut_ptr())?;
        let whole_items = match prepared.direction {
            Direction::Read if in_place.is_none() => {
                // There are more pieces if this one has fewer items than the access.
                let mut convert = || prepared.convert_read(moved_items, count, file, moved_bytes);
                if far && count < prepared.count { engine::run_past_caches(convert)? } else { convert()? }
            }
            Direction::Read | Direction::Write => {
                prepared.count_whole_items(moved_items, count, moved_bytes)?
            }
        };
        if let Some(in_place) = in_place {
            in_place.convert(&prepared.file.representation, &prepared.items, range, whole_items)?;
        }
        if whole_items < piece_items {
            leftover_bytes = moved_bytes - prepared.bytes(moved_items, whole_items)?;
        }
        moved_items += whole_items;
        if whole_items < piece_items || moved_items >= prepared.count {
            break moved_bytes;
        }
    };
    let native = native_size(&prepared.items, moved_items)?;
    // The status of the last call tells the bytes of the file that it has moved.
    if last_moved_bytes != native {
        set_moved_bytes(library, status.as_mut_ptr(), native)?;
    }
    Ok(MovedData { items: moved_items, native, leftover_bytes, status })
}

// Requirement: R-ACC-3, R-ACC-5.
/// Starts a nonblocking collective. `started`: the routine at an offset by which it runs.
fn start_collective(
    library: &'static Library,
    file: &Arc<ViewedFile>,
    routine: &Routine,
    started: &'static Routine,
    call: &Call,
) -> Result<(), Failure> {
    let prepared = prepare_call(library, file, routine, call);
    let pending = begin_checked_collective(library, file, started, call, prepared)?;
    requests::make_request(library, call.out, pending)
}

/// Starts a checked nonblocking collective. If the check has failed, the collective is joined.
pub(crate) fn begin_checked_collective(
    library: &'static Library,
    file: &Arc<ViewedFile>,
    started: &'static Routine,
    call: &Call,
    prepared: Result<PreparedAccess, Failure>,
) -> Result<PendingCollective, Failure> {
    let prepared = prepared.and_then(|mut prepared| {
        let kept = prepared.all_bytes().and_then(|bytes| {
            let datatype = prepared.keep_datatype(library)?;
            Ok((datatype, file.take_buffer(bytes)?, to_usize(bytes)))
        });
        let (datatype, buffer, bytes) = kept.inspect_err(|_| prepared.undo_pointer_advance())?;
        Ok((prepared, datatype, buffer, bytes))
    });
    let (prepared, datatype, mut buffer, bytes) = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => {
            join_without_data(library, |request| started.move_bytes(library, call, &mut [], 0, request));
            return Err(failure);
        }
    };
    if prepared.direction == Direction::Write {
        let range = ItemRange { position: 0, count: prepared.count };
        let (representation, converted) = (&prepared.file.representation, &mut buffer[..bytes]);
        let conversion = representation.convert(Direction::Write, &prepared.items, range, converted);
        if let Err(failure) = conversion {
            // The others wait for this process, and the items before the one that is refused belong in the file.
            let bytes = prepared.bytes_before_failure(&failure, 0, prepared.count);
            join_without_data(library, |request| {
                started.move_bytes(library, call, &mut buffer[..bytes], prepared.begin, request)
            });
            file.keep_buffer(buffer);
            return Err(failure);
        }
    }
    let mut real = library.abi.request_null;
    started.move_bytes(library, call, &mut buffer[..bytes], prepared.begin, (&raw mut real).cast())?;
    Ok(PendingCollective { file: call.file, prepared, datatype, buffer, bytes, real, native: Arc::default() })
}
