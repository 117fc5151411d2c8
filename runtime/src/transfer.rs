//! The contract of MPI's conversion functions: items of a datatype, from a position on, are converted to a file and
//! back.
//!
//! Arguments are checked before the first byte moves. Then the pieces of the typemap are converted one after the other.
//! In memory only the items are touched: see `kernel::moves::place`. No state is kept between calls, so that a transfer may be
//! divided and run in many threads at once.
//!
//! Source: MPI 4.1, "User-Defined Data Representations".

mod cursor;
mod direct;
mod read;
mod record;
mod stage;
mod ways;
mod write;

use crate::datatype::{Committed, ItemExtents, Items, Typemap, narrow};
use crate::error::{Error, ErrorKind};
use crate::functions::{ReadCall, WriteCall};
use crate::kernel::moves::place::{Readable, Writable};
use crate::loss::Loss;
use crate::memory::Memory;
use crate::num::{index, to_i64 as length, to_i128};
use crate::predefined::Predefined;
use crate::representation::{Datarep, DatarepKind, RuntimeDatarep};
pub use direct::{DirectConversion, reorder_few};
use read::read;
use ways::TransferWays;
use write::write;

impl Datarep {
    // Requirement: R-CONV-1, R-CONV-3, R-CONV-6, R-CONV-8.
    /// Converts items of `file` and stores them in `native`, at the displacements of their datatype.
    ///
    /// `file` has [`Datarep::file_size`] bytes, the items without gaps.
    ///
    /// ```
    /// use datarep::datatype::{Items, Memory, Typemap};
    /// use datarep::{Predefined, standard::big_endian};
    /// let pairs = Typemap::vector(2, 1, 2, &Predefined::Short.into())?.commit()?;
    /// let items = Items { datatype: &pairs, count: 2, position: 0 };
    /// let mut native = [0; 6];
    /// big_endian::DATAREP.read_items(items, Memory::new(&mut native), &[1, 2, 3, 4])?;
    /// assert_eq!(native[4..], i16::to_ne_bytes(0x0304));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Before any byte moves: class `Count` for an invalid count, position or length of `file`, `Buffer` if an item
    /// lies outside `native`, and `Type` for a type that is unsupported or for a datatype of a file
    /// ([`Datarep::in_file`]) whose items have other sizes than native ones. Class `Conversion` at the first item whose
    /// rule is `error`: the items before it are converted, and [`Fault::item`](crate::error::Fault::item) is its
    /// position. Class `Conversion` also if a program's function fails or panics, and if a direction without a function
    /// has extents that are not the native sizes.
    pub fn read_items(
        &self,
        items: Items<'_>,
        native: Memory<&mut [u8]>,
        file: &[u8],
    ) -> Result<Loss, Error> {
        match self.functions() {
            // The function may overwrite the bytes.
            Some(functions) if functions.has_read() => self.read_items_mut(items, native, &mut file.to_vec()),
            _ => self.read_by_ways(items, native, file),
        }
    }

    // Requirement: R-CONV-9, R-CONV-10.
    /// [`Datarep::read_items`] for bytes that a program's read function may overwrite.
    pub(crate) fn read_items_mut(
        &self,
        items: Items<'_>,
        native: Memory<&mut [u8]>,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        match self.functions() {
            Some(functions) if functions.has_read() => {
                // A program's function cannot check its arguments: with wrong ones it would write beyond the buffer.
                self.check_arguments(items, (native.bytes.len(), native.origin), file.len())?;
                functions.read(ReadCall { items, native, file }).map(|()| Loss::default())
            }
            _ => self.read_by_ways(items, native, file),
        }
    }

    /// Reads without a function of a program.
    fn read_by_ways(&self, items: Items<'_>, native: Memory<&mut [u8]>, file: &[u8]) -> Result<Loss, Error> {
        self.check_arguments(items, (native.bytes.len(), native.origin), file.len())?;
        read(self.find_ways(items.datatype)?, items, native.into(), file)
    }

    // Requirement: R-CONV-2.
    /// The mirror of [`Datarep::read_items`]: converts native items to the file's format.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read_items`] says.
    pub fn write_items(
        &self,
        items: Items<'_>,
        native: Memory<&[u8]>,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        // The program's function trusts the arguments as ours do, so both are checked here.
        self.check_arguments(items, (native.bytes.len(), native.origin), file.len())?;
        match self.functions() {
            Some(functions) if functions.has_write() => {
                functions.write(WriteCall { items, native, file }).map(|()| Loss::default())
            }
            _ => write(self.find_ways(items.datatype)?, items, native.into(), file),
        }
    }

    /// The number of bytes that the items take in the file.
    ///
    /// # Errors
    ///
    /// Class `Type` for a type that is unsupported, `Count` for a negative count or position, and `ValueTooLarge` if
    /// the number of bytes does not fit in 64 bits.
    pub fn file_size(&self, items: Items<'_>) -> Result<i64, Error> {
        let bytes = self.count_file_bytes(items)?;
        i64::try_from(bytes).map_err(|_| ErrorKind::TooLarge { what: "size in the file" }.into())
    }

    /// How many items from `position` on fit wholly in `bytes` bytes of the file.
    ///
    /// # Errors
    ///
    /// As [`Datarep::file_size`] says.
    pub fn items_within(&self, datatype: &Committed, position: i64, bytes: i64) -> Result<i64, Error> {
        let bytes_of = |count| self.count_file_bytes(Items { datatype, count, position });
        // Reports the errors of the arguments and of unsupported types, which the search below would meet in the
        // middle.
        bytes_of(0)?;
        if datatype.items() == 0 {
            return Ok(0);
        }
        // No item after the largest position can be asked for. Otherwise the search would add beyond it.
        let most = bytes.max(0).min(i64::MAX - position - 1);
        // Items of one type all have the same extent.
        if let &[(predefined, _)] = datatype.tally()
            && let extent @ 1.. = self.extent_of(predefined)?
        {
            return Ok(most.min(bytes.max(0) / extent));
        }
        // The bytes never shrink with more items, so bisection finds the last count that fits. It is 0 to `most`.
        let (mut fit, mut beyond) = (0, most + 1);
        while beyond - fit > 1 {
            let middle = fit + (beyond - fit) / 2;
            if bytes_of(middle)? <= i128::from(bytes) {
                fit = middle;
            } else {
                beyond = middle;
            }
        }
        Ok(fit)
    }

    // Requirement: R-EXT-2, R-EXT-3.
    /// The extent of any datatype in such a file, as MPI's `MPI_File_get_type_extent` returns it. `None`, which is
    /// `MPI_UNDEFINED`, if it does not fit in 64 bits.
    ///
    /// It is the extent of the datatype that the same constructor calls would make if an item had its extent in the
    /// file and no alignment. Displacements in bytes, and bounds set by `resized`, stay as they are. In `native` it is
    /// the extent in memory, including padding.
    ///
    /// # Errors
    ///
    /// Class `Type` for a type that is unsupported.
    pub fn type_extent(&self, datatype: &Typemap) -> Result<Option<i64>, Error> {
        match self.in_file(datatype) {
            Ok(in_file) => Ok(Some(in_file.extent())),
            // MPI returns MPI_UNDEFINED for an extent that the integer cannot hold, and no error.
            Err(error) if matches!(error.kind(), ErrorKind::TooLarge { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The datatype as it lies in such a file: see [`Datarep::type_extent`].
    ///
    /// ```
    /// use datarep::{datatype::Typemap, standard::external32, Predefined};
    /// // `MPI_LONG` takes four bytes in external32, so that the stride shrinks.
    /// let native = Typemap::vector(2, 1, 2, &Predefined::Long.into())?;
    /// let in_file = external32::DATAREP.in_file(&native)?;
    /// assert_eq!((native.extent(), in_file.extent()), (24, 12));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Class `Type` for a type that is unsupported, `ValueTooLarge` if a number does not fit in 64 bits.
    pub fn in_file(&self, datatype: &Typemap) -> Result<Typemap, Error> {
        datatype.with_extents(self)
    }

    /// The number of bytes that `copies` of the datatype take when packed.
    ///
    /// # Errors
    ///
    /// As [`Datarep::file_size`] says.
    pub fn pack_size(&self, datatype: &Committed, copies: i64) -> Result<i64, Error> {
        self.file_size(Items::copies(datatype, copies)?)
    }

    // Requirement: R-CONV-14.
    /// Packs `copies` of the datatype into `packed` from `at` on, and moves `at` past them.
    ///
    /// ```
    /// use datarep::datatype::{Memory, Typemap};
    /// use datarep::{Predefined, standard::external32};
    /// let ints = Typemap::contiguous(2, &Predefined::Int.into())?.commit()?;
    /// let native: Vec<u8> = [1_i32, -1].into_iter().flat_map(i32::to_ne_bytes).collect();
    /// let (mut packed, mut at) = ([0; 8], 0);
    /// external32::DATAREP.pack(&ints, 1, Memory::new(&native), &mut packed, &mut at)?;
    /// assert_eq!((packed, at), ([0, 0, 0, 1, 255, 255, 255, 255], 8));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Datarep::write_items`] says. `Buffer` also if `packed` is too short. On an error `at` does not move.
    pub fn pack(
        &self,
        datatype: &Committed,
        copies: i64,
        native: Memory<&[u8]>,
        packed: &mut [u8],
        at: &mut usize,
    ) -> Result<Loss, Error> {
        let items = Items::copies(datatype, copies)?;
        let end = packed_end(self.file_size(items)?, packed.len(), *at)?;
        let loss = self.write_items(items, native, &mut packed[*at..end])?;
        // Only now, so that the caller can pack again from the same place after an error.
        *at = end;
        Ok(loss)
    }

    /// Unpacks `copies` of the datatype from `packed` from `at` on, and moves `at` past them.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read_items`] says. `Buffer` also if `packed` is too short. On an error `at` does not move.
    pub fn unpack(
        &self,
        datatype: &Committed,
        copies: i64,
        native: Memory<&mut [u8]>,
        packed: &[u8],
        at: &mut usize,
    ) -> Result<Loss, Error> {
        let items = Items::copies(datatype, copies)?;
        let end = packed_end(self.file_size(items)?, packed.len(), *at)?;
        let loss = self.read_items(items, native, &packed[*at..end])?;
        // As in `pack`: an error leaves the position where it was.
        *at = end;
        Ok(loss)
    }

    /// How items are converted in a direction for which the program has no function.
    fn find_ways(&self, datatype: &Committed) -> Result<TransferWays<'_>, Error> {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => return Ok(TransferWays::Of(descriptor)),
            DatarepKind::Runtime(RuntimeDatarep::Assembled(assembled)) => {
                return Ok(TransferWays::Assembled(assembled));
            }
            DatarepKind::Runtime(RuntimeDatarep::Native) => {}
            // Comes here only in a direction for which the program gave no function (MPI_CONVERSION_FN_NULL): items
            // move as they are.
            DatarepKind::Runtime(RuntimeDatarep::Functions(_)) => self.check_native_sizes(datatype)?,
        }
        Ok(TransferWays::Native)
    }

    // Requirement: R-REG-6.
    /// Checks that items that move unconverted have their native size in the file.
    fn check_native_sizes(&self, datatype: &Committed) -> Result<(), Error> {
        for &(predefined, _) in datatype.tally() {
            let (extent, native) = (self.extent_of(predefined)?, predefined.native_size());
            if extent != length(native) {
                let message =
                    format!("is {extent}, but without a function its {native} native bytes are moved");
                let datarep = self.name().to_owned();
                return Err(ErrorKind::Extent { datarep, predefined, message }.into());
            }
        }
        Ok(())
    }

    // Requirement: R-CONV-12.
    /// Checks the arguments of a conversion.
    ///
    /// `native`: length and origin of the buffer.
    fn check_arguments(&self, items: Items<'_>, native: (usize, usize), file: usize) -> Result<(), Error> {
        self.check_file(items, file)?;
        check_bounds(items, native)
    }

    /// Checks the arguments that concern the file.
    fn check_file(&self, items: Items<'_>, file: usize) -> Result<(), Error> {
        let needed = self.count_file_bytes(items)?;
        // Exactly as many bytes. More would mean that the caller counted other items than this call converts.
        if to_i128(file) != needed {
            return Err(ErrorKind::FileLength { bytes: file, needed, items: items.count }.into());
        }
        // Its items have the sizes of a file, so none of them is a native item.
        if let Some(foreign) = items.datatype.foreign_type() {
            let native = "an item of a file";
            return Err(ErrorKind::Native { native, predefined: foreign }.into());
        }
        Ok(())
    }

    /// [`Datarep::read_items`] into a buffer that is known to contain every item. Displacement zero may lie outside it:
    /// its index wraps, and so do sums with it.
    pub(crate) fn read_items_in_bounds(
        &self,
        items: Items<'_>,
        native: Memory<Writable<'_>>,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        self.check_file(items, file.len())?;
        match self.functions() {
            Some(functions) if functions.has_read() => {
                // A program's function takes a slice, which would claim the bytes between the items. So it gets a copy
                // that is one.
                let (mut copy, origin) = allocate_span(items)?;
                let call = ReadCall { items, native: Memory::at(&mut *copy, origin), file };
                let result = functions.read(call);
                // Only the items before the failure may be stored. What the function left behind them has no meaning.
                let right = match result.as_ref().map_err(Error::kind) {
                    Ok(()) => items.count,
                    Err(ErrorKind::Function { item, .. }) => item - items.position,
                    Err(_) => 0,
                };
                let items = Items { count: right, ..items };
                // Both moves go by way of packed items: a datatype moves to and from bytes without gaps, not from one
                // buffer to another.
                let mut packed = allocate_native(items)?;
                write(TransferWays::Native, items, Memory::at(&*copy, origin).into(), &mut packed)?;
                read(TransferWays::Native, items, native, &packed)?;
                result.map(|()| Loss::default())
            }
            _ => read(self.find_ways(items.datatype)?, items, native, file),
        }
    }

    /// The mirror of [`Datarep::read_items_in_bounds`].
    pub(crate) fn write_items_in_bounds(
        &self,
        items: Items<'_>,
        native: Memory<Readable<'_>>,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        self.check_file(items, file.len())?;
        match self.functions() {
            Some(functions) if functions.has_write() => {
                let (mut copy, origin) = allocate_span(items)?;
                let mut packed = allocate_native(items)?;
                // Only the bytes of the items are read from the program's memory.
                write(TransferWays::Native, items, native, &mut packed)?;
                read(TransferWays::Native, items, Memory::at(&mut *copy, origin).into(), &packed)?;
                let call = WriteCall { items, native: Memory::at(&copy, origin), file };
                functions.write(call).map(|()| Loss::default())
            }
            _ => write(self.find_ways(items.datatype)?, items, native, file),
        }
    }

    fn count_file_bytes(&self, items: Items<'_>) -> Result<i128, Error> {
        let Items { datatype, count, position } = items;
        // Items of a datatype that has none would have no place.
        if count < 0 || position < 0 || (count > 0 && datatype.items() == 0) {
            let items = datatype.items();
            let reason =
                format!("{count} items from position {position} on, of a datatype with {items} items");
            return Err(ErrorKind::Count { routine: "conversion", reason }.into());
        }
        let Some(end) = position.checked_add(count) else {
            return Err(ErrorKind::TooLarge { what: "position of the last item" }.into());
        };
        // One type: a product, without a walk through the datatype for each access.
        if let &[(predefined, _)] = datatype.tally() {
            return Ok(i128::from(count) * i128::from(self.extent_of(predefined)?));
        }
        // Looked at once, so that the closure below, which cannot fail, never meets an unsupported type.
        for &(predefined, _) in datatype.tally() {
            self.extent_of(predefined)?;
        }
        if datatype.items() == 0 {
            return Ok(0);
        }
        let extent_of = |predefined| self.extent_of(predefined).unwrap_or(0);
        // The bytes up to the end, less those before the position. Both are in 128 bits, and the difference is never
        // negative.
        Ok(datatype.bytes_before(end, &extent_of) - datatype.bytes_before(position, &extent_of))
    }
}

impl ItemExtents for Datarep {
    fn extent_of(&self, predefined: Predefined) -> Result<i64, Error> {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => descriptor.extent(predefined).map(length).ok_or_else(|| {
                ErrorKind::Unsupported { datarep: descriptor.name().into(), predefined }.into()
            }),
            DatarepKind::Runtime(runtime) => runtime.extent_of(predefined),
        }
    }

    // Requirement: R-EXT-4.
    fn is_memory(&self) -> bool {
        matches!(self.0, DatarepKind::Runtime(RuntimeDatarep::Native))
    }
}

/// Checks that the items lie in a buffer, given as its length and the index of displacement zero.
pub(crate) fn check_bounds(items: Items<'_>, native: (usize, usize)) -> Result<(), Error> {
    let Items { datatype, count, position } = items;
    if count == 0 {
        return Ok(());
    }
    // In 128 bits: an origin near the end of memory plus a displacement near 2^63 must not wrap into the buffer.
    let (bytes, origin) = (native.0, to_i128(native.1));
    let inside = |low: i128, high: i128| low + origin >= 0 && high + origin <= to_i128(bytes);
    let (low, high) = datatype.span(position, count)?;
    if inside(i128::from(low), i128::from(high)) {
        return Ok(());
    }
    // `span` covers whole tiles, which is more than the items touch if the first or the last tile is not whole.
    let (low, high) = datatype.exact_span(position, count);
    if inside(low, high) {
        return Ok(());
    }
    Err(ErrorKind::Bounds { low: low + origin, high: high + origin, bytes }.into())
}

/// Zeroed bytes that span all items and displacement zero, and the index of displacement zero in
/// them. They are the buffer of a program's function if the program's own buffer is not a slice.
fn allocate_span(items: Items<'_>) -> Result<(Vec<u8>, usize), Error> {
    let Items { datatype, count, position } = items;
    if count == 0 {
        return Ok((Vec::new(), 0));
    }
    // `exact_span` relies on this check.
    datatype.span(position, count)?;
    let (low, high) = datatype.exact_span(position, count);
    // The function computes from displacement zero, which therefore belongs to the copy.
    let (low, high) = (low.min(0), high.max(0));
    Ok((allocate_zeros(high - low)?, index(narrow(-low, "buffer")?)))
}

/// Zeros, as many bytes as the items take in memory.
fn allocate_native(items: Items<'_>) -> Result<Vec<u8>, Error> {
    allocate_zeros(i128::from(Datarep::NATIVE.file_size(items)?))
}

fn allocate_zeros(bytes: i128) -> Result<Vec<u8>, Error> {
    let (mut zeros, bytes) = (Vec::new(), index(narrow(bytes, "buffer")?));
    // A sparse datatype may span more than the memory of the machine. That is an error of the access.
    zeros.try_reserve_exact(bytes).map_err(|_| ErrorKind::TooLarge { what: "buffer" })?;
    zeros.resize(bytes, 0);
    Ok(zeros)
}

/// The index after `size` bytes of packed data at `at`, if `bytes` bytes suffice.
fn packed_end(size: i64, bytes: usize, at: usize) -> Result<usize, Error> {
    let low = to_i128(at);
    let high = low + i128::from(size);
    if high > to_i128(bytes) {
        return Err(ErrorKind::Bounds { low, high, bytes }.into());
    }
    Ok(at + index(size))
}

#[cfg(test)]
mod tests;
