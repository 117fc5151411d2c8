//! Reading into the program's memory, with conversion in place.
//!
//! This requires items that lie one after the other and take no more bytes in the file than in memory. The library
//! reads the file's bytes into the end of the items' memory, and they are converted from the first item on: an item is
//! never stored over one that is not converted. So there is no buffer, and each line of memory is fetched and written
//! back once, not twice. If an item cannot be converted, the memory after it holds bytes of the file.
#![allow(unsafe_code, reason = "memory of the program")]

use std::mem::MaybeUninit;

use datarep::engine;
use datarep::error::Direction;

use crate::failure::Failure;
use crate::num::to_usize;
use crate::representation::{ItemMemory, ItemRange, Items, Representation};

/// How many bytes are converted at once. They go through a stage in the nearest cache, because conversions need
/// separate buffers.
const STAGE: usize = 16 << 10;

/// Where the items lie, and how many bytes each takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InPlace {
    /// The address of displacement zero of the first copy.
    begin: *mut u8,
    /// The displacement of the first item.
    first: i64,
    native: i64,
    file: i64,
}

impl InPlace {
    /// Returns the layout if the items can be read in place.
    pub(crate) fn from_items(representation: &Representation, items: &Items) -> Option<InPlace> {
        let ItemMemory::Bytes(buffer) = items.buffer else { return None };
        let datatype = &items.datatype.memory;
        let &[(predefined, _)] = datatype.tally() else { return None };
        // A function of the program is called once for an access if possible.
        if representation.has_functions() || !engine::is_gapless(datatype) {
            return None;
        }
        let (_, first) = datatype.locate(0).ok()?;
        let native = i64::try_from(predefined.native_size()).ok()?;
        let file = representation.datarep().file_size(items.part(0, 1)).ok()?;
        (0 < file && file <= native).then_some(InPlace { begin: buffer.begin.cast(), first, native, file })
    }

    /// Where the file's bytes of some items begin in memory, so that they end with the items.
    fn find_start(self, position: i64, count: i64) -> *mut u8 {
        let before = position.wrapping_mul(self.native).wrapping_add(self.first);
        let at = before.wrapping_add((self.native - self.file).wrapping_mul(count));
        // 64-bit machines have no larger distances.
        self.begin.wrapping_offset(isize::try_from(at).unwrap_or(0))
    }

    /// The bytes of memory into which the file's bytes are read.
    ///
    /// # Safety
    ///
    /// The program has given a buffer for these items, and nobody else uses it as long as the slice lives.
    pub(crate) unsafe fn file_bytes_mut<'a>(self, position: i64, count: i64) -> &'a mut [u8] {
        if count == 0 {
            // The program may have no buffer then.
            return &mut [];
        }
        let begin = self.find_start(position, count);
        // SAFETY: the bytes are the last ones of the memory of these items: items lie without gaps, and none takes more
        // bytes in the file than in memory. The caller has promised that the program has passed this memory, and that
        // nobody else uses it as long as the slice lives. Tests: `matrix.c::read_case`, `large.c::large`.
        unsafe { std::slice::from_raw_parts_mut(begin, to_usize(self.file * count)) }
    }

    /// Converts the first `whole` of some items, whose bytes are already read.
    pub(crate) fn convert(
        self,
        representation: &Representation,
        items: &Items,
        range: ItemRange,
        whole: i64,
    ) -> Result<(), Failure> {
        // Zeros in it would cost more than the conversion of a few items.
        let mut stage = MaybeUninit::<[u8; STAGE]>::uninit();
        let stage = stage.as_mut_ptr().cast::<u8>();
        let items_per_part = i64::try_from(STAGE).unwrap_or(i64::MAX) / self.file;
        let begin = self.find_start(range.position, range.count);
        let mut converted_items = 0;
        while converted_items < whole {
            let part = (whole - converted_items).min(items_per_part);
            let bytes = to_usize(part * self.file);
            let from = begin.wrapping_add(to_usize(converted_items * self.file)).cast_const();
            // SAFETY: `file_bytes_mut` has given out these bytes of the items' memory, and the library has filled them
            // in. Items that were converted before end before these bytes. The stage is a value of this function, so
            // the two do not overlap, and a part has at most as many bytes as the stage. Tests: `matrix.c::read_case`,
            // `large.c::large`.
            unsafe { std::ptr::copy_nonoverlapping(from, stage, bytes) };
            // SAFETY: these bytes of the stage were filled in above, and the slice is their only use until the next part.
            // Tests: as above.
            let file = unsafe { std::slice::from_raw_parts_mut(stage, bytes) };
            let part_range = ItemRange { position: range.position + converted_items, count: part };
            representation.convert(Direction::Read, items, part_range, file)?;
            converted_items += part;
        }
        Ok(())
    }
}
