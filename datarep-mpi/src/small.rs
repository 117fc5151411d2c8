//! Accesses of few items, which take less time to convert than to find out what they are.
//!
//! Any access decodes its datatype, finds its pieces, asks for the size of the file and chooses a buffer. That takes some
//! thousand instructions, as long as a few native reads. Most small accesses need none of it. One is made here if
//!
//! - etype and filetype of the view are one predefined type, and the program's datatype is the same. So the file has
//!   item after item, as memory has, an offset counts items, and all copies are whole etypes. Items do not overlap.
//!   Predefined handles are never freed, so that equal handles are equal types. Nothing else is remembered.
//! - the representation is compiled, and no function of the program takes part.
//! - the access is blocking and independent, by offset or by the individual pointer, with at least one item and at most
//!   [`ROOM`] bytes. It is one call of the library, so that atomic mode needs no care.
//!
//! Every other access, and each one that this module would refuse, is made by [`crate::access`], which finds the error.
//!
//! A read does not ask for the size of the file. It goes through a stage, and only whole items that the library has
//! read are converted and stored. So the memory behind them stays as it is, and the part of an item at the end of the
//! file is not seen. This relies on the amount in the status. MPICH and Intel MPI fill it in from what the system has
//! read if the bytes are contiguous in memory and in the file. Their other reads may report what was asked for, and do
//! not come here. Open MPI is asked for nothing behind the end of the file, as elsewhere: its reads come here only if
//! the size is known.
#![allow(unsafe_code, reason = "memory of the program")]

use std::mem::MaybeUninit;
use std::slice;

use datarep::engine::{self, DirectConversion};
use datarep::error::Direction;
use datarep::file::View;
use datarep::{Datarep, Predefined};

use crate::abi::{Family, Leaf, Status, Word};
use crate::access::copy_status;
use crate::failure::Failure;
use crate::files::ViewedFile;
use crate::library::Library;
use crate::num::{to_i64, to_usize};
use crate::prepared::{read_moved_bytes, set_moved_bytes};
use crate::routine::{Call, Place, Routine, Way};

/// How many bytes of the file an access may have here. They are on the stack.
const ROOM: usize = 2048;

/// What is known of a view of one predefined type.
#[derive(Debug)]
pub(crate) struct SmallView {
    /// The key of the type's handle.
    datatype: Word,
    predefined: Predefined,
    /// How many bytes are reversed together, if the conversion does nothing else.
    unit: Option<usize>,
    /// Bytes of an item in memory and in the file.
    native: i64,
    file: i64,
    /// The number of items that have room.
    max_items: i64,
}

impl SmallView {
    /// Returns what is known if small accesses of such a view can be made here.
    pub(crate) fn new(
        library: &'static Library,
        datarep: &Datarep,
        view: &View,
        [etype, filetype]: [Word; 2],
    ) -> Option<SmallView> {
        let abi = &library.abi;
        let Some(Leaf::One(predefined)) = abi.leaf(etype) else { return None };
        if abi.key(etype) != abi.key(filetype) || engine::is_bytes(view) {
            return None;
        }
        let direct = DirectConversion::new(datarep, predefined)?;
        let (native, file, unit) = (predefined.native_size(), direct.extent(), direct.unit());
        let most = ROOM.checked_div(file)?;
        let [native, file, most] = [native, file, most].map(to_i64);
        Some(SmallView { datatype: abi.key(etype), predefined, unit, native, file, max_items: most })
    }

    /// Whether an access can be made here, as far as that is known before.
    #[inline]
    fn can_run(&self, library: &'static Library, file: &ViewedFile, routine: &Routine, call: &Call) -> bool {
        let reads = routine.direction == Direction::Read;
        if library.abi.key(call.datatype) != self.datatype
            || !(1..=self.max_items).contains(&call.count)
            || routine.collective
            || !matches!(routine.way, Way::Blocking | Way::AtOffset(_))
            || call.buffer.is_null()
            || reads && !file.is_readable
        {
            return false;
        }
        let needs_size = reads && library.abi.family == Family::OpenMpi;
        match routine.place {
            // The end is computed where no sum can be too large.
            Place::Offset => {
                (0..i64::MAX >> 16).contains(&call.offset)
                    && file.displacement < i64::MAX >> 1
                    && (!needs_size || self.find_end(file, call) <= file.size.least_bytes())
            }
            Place::Individual => !needs_size,
            Place::Shared => false,
        }
    }

    /// The byte of the file where the access ends.
    fn find_end(&self, file: &ViewedFile, call: &Call) -> i64 {
        file.displacement.saturating_add((call.offset + call.count).saturating_mul(self.file))
    }

    /// Converts what was read.
    #[inline]
    fn convert_read(&self, file: &ViewedFile, from: &[u8], native: &mut [u8]) -> Result<(), Failure> {
        if let Some(unit) = self.unit {
            engine::reorder_few(unit, from, native);
            return Ok(());
        }
        if let Some(direct) = DirectConversion::new(file.representation.datarep(), self.predefined) {
            file.losses.add(direct.read(from, native)?);
        }
        Ok(())
    }

    /// Converts what is to be written. `None` if an item cannot be.
    #[inline]
    fn convert_write(&self, file: &ViewedFile, native: &[u8], to: &mut [u8]) -> Option<()> {
        if let Some(unit) = self.unit {
            engine::reorder_few(unit, native, to);
            return Some(());
        }
        let direct = DirectConversion::new(file.representation.datarep(), self.predefined)?;
        file.losses.add(direct.write(native, to).ok()?);
        Some(())
    }
}

/// Makes a small access, or returns `None` if it must be made by [`crate::access`]. Nothing has happened then.
pub(crate) fn try_small_access(
    library: &'static Library,
    file: &ViewedFile,
    routine: &Routine,
    call: &Call,
) -> Option<Result<(), Failure>> {
    let small = file.small.as_ref()?;
    if !small.can_run(library, file, routine, call) {
        return None;
    }
    let mut stage = MaybeUninit::<[u8; ROOM]>::uninit();
    let (stage, bytes) = (stage.as_mut_ptr().cast::<u8>(), to_usize(call.count * small.file));
    // SAFETY: the stage has `ROOM` bytes, and the items have no more: `max_items` says so. Tests:
    // `small.c::read_items`, `sizes.c::main`.
    unsafe { stage.write_bytes(0, bytes) };
    // SAFETY: the bytes were filled in above, and the slice is their only use. Tests: as above.
    let stage = unsafe { slice::from_raw_parts_mut(stage, bytes) };
    if routine.direction == Direction::Write {
        // SAFETY: the program has passed a buffer of `count` items of the type, which lie without gaps, and MPI forbids
        // it to change them until the access is completed. Test: `small.c::write_items`.
        let native = unsafe {
            slice::from_raw_parts(call.buffer.cast_const().cast::<u8>(), to_usize(call.count * small.native))
        };
        // The items before one that cannot be written are written by the other module.
        small.convert_write(file, native, stage)?;
    }
    Some(run_small_access(library, file, small, routine, call, stage))
}

/// Moves the bytes of the stage and fills in the status. What is read is converted and stored.
#[inline]
fn run_small_access(
    library: &'static Library,
    file: &ViewedFile,
    small: &SmallView,
    routine: &Routine,
    call: &Call,
    stage: &mut [u8],
) -> Result<(), Failure> {
    let begin = match routine.place {
        Place::Individual => file.pointer.advance(library, call.file, call.count)?.begin,
        Place::Offset | Place::Shared => call.offset,
    };
    let mut status = Status::EMPTY;
    routine.transfer_routine().move_few_bytes(library, call, stage, begin, status.as_mut_ptr())?;
    let moved_bytes = match status.moved_bytes(library.abi.family) {
        Some(moved_bytes) => moved_bytes,
        None => read_moved_bytes(library, status.as_mut_ptr())?,
    };
    let whole = if moved_bytes == to_i64(stage.len()) {
        call.count
    } else {
        (moved_bytes / small.file).clamp(0, call.count)
    };
    let native = whole * small.native;
    if routine.direction == Direction::Read {
        // SAFETY: the program has passed a buffer of `count` items of the type, which lie without gaps, and MPI forbids
        // it to use them until the access is completed. Only the first `whole` are used. Tests: `small.c::read_items`,
        // `sizes.c::main`.
        let memory = unsafe { slice::from_raw_parts_mut(call.buffer.cast::<u8>(), to_usize(native)) };
        small.convert_read(file, &stage[..to_usize(whole * small.file)], memory)?;
    }
    if moved_bytes != native {
        set_moved_bytes(library, status.as_mut_ptr(), native)?;
    }
    copy_status(library, status.as_mut_ptr(), call.out);
    Ok(())
}
