//! Items that are read into the memory of the program and converted there.
//!
//! Where the items lie one behind the other and take no more bytes in the file than in memory, the library reads to where
//! their memory ends, and they are converted from the first on: an item is never stored over one that is not
//! converted. There is no buffer then, and each line of memory is fetched and written back once, not twice. Where an item
//! cannot be converted, the memory behind it has bytes of the file.
#![allow(unsafe_code, reason = "memory of the program")]

use datarep::engine;

use crate::failure::Failure;
use crate::num::index;
use crate::representation::{Items, Memory, Representation};

/// Bytes that are converted at once: they go through a stage in the nearest cache, as conversions are from one
/// buffer to another.
const STAGE: usize = 16 << 10;

/// What an item takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InPlace {
    /// Where displacement zero of the first copy is.
    begin: *mut u8,
    /// Displacement of the first one.
    first: i64,
    native: i64,
    file: i64,
}

impl InPlace {
    /// Whether items are read so.
    pub(crate) fn of(representation: &Representation, items: &Items) -> Option<InPlace> {
        let Memory::Bytes { begin, .. } = items.buffer else { return None };
        let datatype = &items.datatype.memory;
        let &[(predefined, _)] = datatype.tally() else { return None };
        // A function of the program is called once for an access, where that is possible.
        if representation.is_by_functions() || !engine::is_gapless(datatype) {
            return None;
        }
        let (_, first) = datatype.locate(0).ok()?;
        let native = i64::try_from(predefined.native_size()).ok()?;
        let file = representation.datarep().file_size(items.part(0, 1)).ok()?;
        (0 < file && file <= native).then_some(InPlace { begin: begin.cast(), first, native, file })
    }

    /// Where the file's bytes of some items begin in memory, so that they end where the items do.
    fn place(self, position: i64, count: i64) -> *mut u8 {
        let before = position.wrapping_mul(self.native).wrapping_add(self.first);
        let at = before.wrapping_add((self.native - self.file).wrapping_mul(count));
        // 64-bit machines have no other distances.
        self.begin.wrapping_offset(isize::try_from(at).unwrap_or(0))
    }

    /// The bytes of memory into which those of the file are read.
    ///
    /// # Safety
    ///
    /// The program has given a buffer for these items, and nobody else uses it as long as the slice lives.
    pub(crate) unsafe fn room<'a>(self, position: i64, count: i64) -> &'a mut [u8] {
        if count == 0 {
            // The program may have no buffer.
            return &mut [];
        }
        let begin = self.place(position, count);
        // SAFETY: the last bytes of the items' memory.
        unsafe { std::slice::from_raw_parts_mut(begin, index(self.file * count)) }
    }

    /// Converts the first `whole` of `count` items whose bytes are there.
    pub(crate) fn convert(
        self,
        representation: &Representation,
        items: &Items,
        (position, count): (i64, i64),
        whole: i64,
    ) -> Result<(), Failure> {
        let mut stage = [0_u8; STAGE];
        let most = i64::try_from(STAGE).unwrap_or(i64::MAX) / self.file;
        let begin = self.place(position, count);
        let mut done = 0;
        while done < whole {
            let part = (whole - done).min(most);
            let file = &mut stage[..index(part * self.file)];
            let from = begin.wrapping_add(index(done * self.file)).cast_const();
            // SAFETY: bytes of the items' memory, which the stage does not overlap.
            unsafe { std::ptr::copy_nonoverlapping(from, file.as_mut_ptr(), file.len()) };
            representation.read(items, part, position + done, file)?;
            done += part;
        }
        Ok(())
    }
}
