//! A checked access: its items, and everything that can be computed before the library is called.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::c_void;
use std::sync::Arc;

use datarep::error::Direction;
use datarep::{ErrorClass, engine};

use crate::abi::{Family, Word};
use crate::datatype::find_datatype;
use crate::failure::{Failure, check as passed};
use crate::files::{HeldDatatype, ViewedFile};
use crate::forced;
use crate::guard;
use crate::in_place::InPlace;
use crate::library::Library;
use crate::num::to_usize;
use crate::pointer::ReservedEtypes;
use crate::representation::{self, ItemMemory, ItemRange, Items, ProgramBuffer};
use crate::routine::{Call, Place, Routine};

/// A checked access.
pub(crate) struct PreparedAccess {
    pub(crate) file: Arc<ViewedFile>,
    pub(crate) items: Items,
    pub(crate) direction: Direction,
    /// How many items are moved. For reading, only the items that the file has, if their position is known.
    pub(crate) count: i64,
    /// The number of items that the library is asked for: whole etypes, if the library reads no parts of one.
    pub(crate) requested_items: i64,
    /// Where the access begins, in etypes. Zero with a shared pointer, where it is unknown.
    pub(crate) begin: i64,
    /// The part of the file that was reserved by the individual pointer, if it was.
    reserved: Option<ReservedEtypes>,
    /// The number of all items that the program has asked for.
    full_count: i64,
    /// How many bytes of the file those take, which is asked for several times.
    full_bytes: i64,
}

impl PreparedAccess {
    /// How many bytes of the file some items take.
    pub(crate) fn bytes(&self, position: i64, count: i64) -> Result<i64, Failure> {
        if (position, count) == (0, self.full_count) {
            return Ok(self.full_bytes);
        }
        Ok(self.file.representation.datarep().file_size(self.items.part(position, count))?)
    }

    /// How many etypes the first `position` items are.
    pub(crate) fn count_etypes(&self, position: i64) -> Result<i64, Failure> {
        count_etypes_of_items(&self.file, &self.items, position)
    }

    /// How many of the items lie completely within `moved_bytes` bytes.
    pub(crate) fn count_whole_items(
        &self,
        position: i64,
        count: i64,
        moved_bytes: i64,
    ) -> Result<i64, Failure> {
        let datarep = self.file.representation.datarep();
        Ok(datarep.items_within(&self.items.datatype.memory, position, moved_bytes)?.min(count))
    }

    /// How many bytes of the file the library is asked for, if it is called once.
    pub(crate) fn all_bytes(&self) -> Result<i64, Failure> {
        self.bytes(0, self.requested_items)
    }

    /// How the items are read into the program's memory, if they can be. With a shared pointer it is not known how many
    /// items the file has, and the memory after them must stay unchanged.
    pub(crate) fn in_place(&self, routine: &Routine) -> Option<InPlace> {
        let whole = routine.place != Place::Shared && self.requested_items == self.count;
        let reads = self.direction == Direction::Read && whole;
        if reads { InPlace::from_items(&self.file.representation, &self.items) } else { None }
    }

    /// Converts the `moved_bytes` bytes that were read. Returns how many items they are.
    pub(crate) fn convert_read(
        &self,
        position: i64,
        count: i64,
        file: &mut [u8],
        moved_bytes: i64,
    ) -> Result<i64, Failure> {
        let whole = self.count_whole_items(position, count, moved_bytes)?;
        let bytes = to_usize(self.bytes(position, whole)?);
        let range = ItemRange { position, count: whole };
        self.file.representation.convert(Direction::Read, &self.items, range, &mut file[..bytes])?;
        Ok(whole)
    }

    /// Moves the individual pointer back to where it was, because a refused access must not move
    /// it.
    pub(crate) fn undo_pointer_advance(&self) {
        if let Some(reserved) = self.reserved {
            self.file.pointer.undo_advance(reserved);
        }
    }

    /// Keeps the datatype of the program for a conversion that comes after the call, in which a function of the program
    /// gets it: MPI lets the program free its handle as soon as the access has begun.
    pub(crate) fn keep_datatype(
        &mut self,
        library: &'static Library,
    ) -> Result<Option<HeldDatatype>, Failure> {
        match self.items.buffer {
            ItemMemory::Bytes(buffer)
                if self.direction == Direction::Read && self.file.representation.has_functions() =>
            {
                let duplicate = HeldDatatype::new(library, buffer.handle)?;
                self.items.buffer = ItemMemory::Bytes(ProgramBuffer { handle: duplicate.handle, ..buffer });
                Ok(Some(duplicate))
            }
            ItemMemory::Bytes(_) | ItemMemory::Values(_) => Ok(None),
        }
    }

    /// Checks that the items can be where the access begins. For reading, computes how many of them the file has.
    fn check_position(&mut self, library: &'static Library, file: Word) -> Result<(), Failure> {
        let (view, count) = (&self.file.view, self.count);
        let (bytes, of_etype) = (engine::is_bytes(view), engine::etype_items(view));
        let large = || Failure::new(ErrorClass::ValueTooLarge, "an offset does not fit in 64 bits");
        let first = self.begin.checked_mul(of_etype).ok_or_else(large)?;
        self.begin.checked_add(self.count_etypes(count)?).ok_or_else(large)?;
        let units = if bytes { self.bytes(0, count)? } else { count };
        if self.direction == Direction::Write {
            engine::check_writable_at(view, first, units)?;
            return Ok(());
        }
        if !self.file.is_readable {
            // The library refuses the access, but not if it is asked for nothing.
            return Ok(());
        }
        let before = |size| -> Result<i64, Failure> {
            let before = engine::items_before(view, first, units, size)?;
            let memory = &self.items.datatype.memory;
            if bytes {
                Ok(self.file.representation.datarep().items_within(memory, 0, before)?)
            } else {
                Ok(before)
            }
        };
        let known_size = self.file.size.least_bytes();
        if known_size > 0 && before(known_size)? >= count {
            return Ok(());
        }
        let mut size = 0;
        // SAFETY: the file is one that the program has opened, and `size` is a place for the size. Tests:
        // `matrix.c::read_case`, `sizes.c::main`.
        passed(guard::in_library(|| unsafe { (library.functions.file_get_size)(file, &raw mut size) }))?;
        self.file.size.set_known(size);
        let before = before(size)?;
        self.count = before.min(count);
        // Open MPI reads parts of an etype, and hangs if it must read etypes that are after the end of the file.
        let unit = if bytes || library.abi.family == Family::OpenMpi { 1 } else { of_etype };
        self.requested_items = count.min(self.count.saturating_add(unit - 1) / unit * unit);
        Ok(())
    }

    /// The number of bytes before the one of `count` items from `position` on that could not be converted. Only whole
    /// etypes count.
    pub(crate) fn bytes_before_failure(&self, failure: &Failure, position: i64, count: i64) -> usize {
        let before = failure.item().map_or(0, |item| (item - position).clamp(0, count));
        let of_etype =
            if engine::is_bytes(&self.file.view) { 1 } else { engine::etype_items(&self.file.view) };
        self.bytes(position, before / of_etype * of_etype).map_or(0, to_usize)
    }
}

fn count_etypes_of_items(file: &ViewedFile, items: &Items, count: i64) -> Result<i64, Failure> {
    if engine::is_bytes(&file.view) {
        return Ok(file.representation.datarep().file_size(items.part(0, count))?);
    }
    Ok(count / engine::etype_items(&file.view))
}

/// Checks the items of the program, and computes everything that can be known before the library is called.
pub(crate) fn prepare_call(
    library: &'static Library,
    file: &Arc<ViewedFile>,
    routine: &Routine,
    call: &Call,
) -> Result<PreparedAccess, Failure> {
    let datatype = find_datatype(library, call.datatype)?;
    let count = representation::count_items(&datatype, call.count)?;
    let types = engine::check_copies(&file.view, &datatype.memory, call.count);
    types.map_err(|error| forced::explain_type_mismatch(file, error))?;
    forced::refuse_doubtful_access(file, &datatype.memory, call.count)?;
    let losses = Arc::clone(&file.losses);
    let buffer = ItemMemory::Bytes(ProgramBuffer { handle: call.datatype, begin: call.buffer });
    prepare_access(library, file, routine, call, Items { datatype, buffer, losses }, count)
}

// Requirement: R-ACC-2, R-ACC-3, R-ACC-7.
/// Computes everything that can be known about `count` items before the library is called.
pub(crate) fn prepare_access(
    library: &'static Library,
    file: &Arc<ViewedFile>,
    routine: &Routine,
    call: &Call,
    items: Items,
    count: i64,
) -> Result<PreparedAccess, Failure> {
    let bytes = file.representation.datarep().file_size(items.part(0, count))?;
    let mut prepared = PreparedAccess {
        file: Arc::clone(file),
        items,
        direction: routine.direction,
        count,
        requested_items: count,
        begin: 0,
        reserved: None,
        full_count: count,
        full_bytes: bytes,
    };
    match routine.place {
        Place::Offset if call.offset < 0 => {
            let message = format!("`{}`: the offset is {}", routine.name, call.offset);
            return Err(Failure::new(ErrorClass::Arg, message));
        }
        Place::Offset => {
            prepared.begin = call.offset;
            prepared.check_position(library, call.file)?;
        }
        Place::Individual => {
            let etypes = prepared.count_etypes(count)?;
            // Before the check, so that no other thread gets the same etypes. A refused access gives them back.
            let reserved = file.pointer.advance(library, call.file, etypes)?;
            prepared.begin = reserved.begin;
            prepared.reserved = Some(reserved);
            let checked = prepared.check_position(library, call.file);
            checked.inspect_err(|_| prepared.undo_pointer_advance())?;
        }
        // Only the library knows where the shared pointer is.
        Place::Shared => {}
    }
    Ok(prepared)
}

/// How many bytes the library reports as moved.
pub(crate) fn read_moved_bytes(library: &'static Library, status: *const c_void) -> Result<i64, Failure> {
    let mut bytes = 0;
    let byte = library.abi.byte;
    // SAFETY: `status` points to a status that the library has filled in, and `bytes` is a place for the number. Test:
    // `matrix.c::read_case`.
    passed(guard::in_library(|| unsafe {
        (library.functions.get_elements_x)(status, byte, &raw mut bytes)
    }))?;
    Ok(bytes)
}

/// Sets the amount in a status, in bytes of memory. Libraries compute the number of items of derived datatypes from it.
pub(crate) fn set_moved_bytes(
    library: &'static Library,
    status: *mut c_void,
    native: i64,
) -> Result<(), Failure> {
    let byte = library.abi.byte;
    // SAFETY: `status` points to a status. Test: `matrix.c::counts`.
    passed(guard::in_library(|| unsafe { (library.functions.status_set_elements_x)(status, byte, native) }))
}
