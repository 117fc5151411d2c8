//! The contract of MPI's conversion functions: items of a datatype, from a position on, to a file and back.
//!
//! Arguments are checked before the first byte moves; then the pieces of the typemap are
//! converted one after the other. Nothing is kept between calls, so that a transfer may come in
//! parts and run in many threads at once.
//!
//! Source: MPI 4.1, "User-Defined Data Representations".

mod cursor;
mod read;
mod record;
mod stage;
mod write;

use std::fmt;
use std::sync::Arc;

use crate::datatype::{Committed, Extents, Typemap};
use crate::descriptor::{Datarep, Way};
use crate::error::{Error, ErrorKind};
use crate::functions::{ConversionFunctions, ReadCall, WriteCall};
use crate::loss::Loss;
use crate::memory::{Memory, Stop};
use crate::num::{count as length, index};
use crate::predefined::Predefined;
use read::read;
use write::write;

/// A representation of any kind: generated, by functions, or `native`.
///
/// ```
/// use datarep::{datatype::Typemap, standard::big_endian, AnyDatarep, Predefined};
/// let pairs = Typemap::vector(2, 1, 2, &Predefined::Short.into())?.commit()?;
/// let datarep = AnyDatarep::from(&big_endian::DATAREP);
/// let mut native = [0; 6];
/// datarep.read_items(&mut [1, 2, 3, 4], &pairs, 2, 0, &mut native, 0)?;
/// assert_eq!(native[4..], i16::to_ne_bytes(0x0304));
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone)]
pub struct AnyDatarep(Kind);

#[derive(Clone)]
enum Kind {
    Native,
    Generated(&'static Datarep),
    Functions(Arc<ConversionFunctions>),
}

impl From<&'static Datarep> for AnyDatarep {
    fn from(datarep: &'static Datarep) -> AnyDatarep {
        AnyDatarep(Kind::Generated(datarep))
    }
}

impl From<ConversionFunctions> for AnyDatarep {
    fn from(functions: ConversionFunctions) -> AnyDatarep {
        AnyDatarep(Kind::Functions(Arc::new(functions)))
    }
}

impl From<Arc<ConversionFunctions>> for AnyDatarep {
    fn from(functions: Arc<ConversionFunctions>) -> AnyDatarep {
        AnyDatarep(Kind::Functions(functions))
    }
}

/// The same of a generated representation and of any.
macro_rules! sizes {
    () => {
        /// Bytes of file that `count` items from `position` on take, copies of the datatype laid end to end.
        ///
        /// # Errors
        ///
        /// Class `Type` for a type that is unsupported, `Count` for a negative count or position,
        /// `ValueTooLarge` where the bytes do not fit in 64 bits.
        pub fn file_size(&self, datatype: &Committed, count: i64, position: i64) -> Result<i64, Error> {
            let bytes = file_bytes(self, datatype, count, position)?;
            i64::try_from(bytes).map_err(|_| ErrorKind::TooLarge { what: "size in the file" }.into())
        }

        /// How many items from `position` on are whole in so many bytes of file.
        ///
        /// # Errors
        ///
        /// As [`Datarep::file_size`] says.
        pub fn items_within(&self, datatype: &Committed, position: i64, bytes: i64) -> Result<i64, Error> {
            file_bytes(self, datatype, 0, position)?;
            if datatype.items() == 0 {
                return Ok(0);
            }
            let (mut fit, mut beyond) = (0, bytes.max(0).min(i64::MAX - position - 1) + 1);
            while beyond - fit > 1 {
                let middle = fit + (beyond - fit) / 2;
                if file_bytes(self, datatype, middle, position)? <= i128::from(bytes) {
                    fit = middle;
                } else {
                    beyond = middle;
                }
            }
            Ok(fit)
        }

        // Requirement: R-EXT-2, R-EXT-3.
        /// Extent of any datatype in such a file, as MPI's `MPI_File_get_type_extent` tells it; `None` for one
        /// that does not fit in 64 bits, `MPI_UNDEFINED`.
        ///
        /// The datatype is what the same constructor calls would make where an item has its extent in the
        /// file and no alignment. Displacements in bytes, and bounds set by `resized`, stay as they are.
        /// In `native` it is the datatype of memory, padding and all.
        ///
        /// # Errors
        ///
        /// Class `Type` for a type that is unsupported.
        pub fn type_extent(&self, datatype: &Typemap) -> Result<Option<i64>, Error> {
            match self.in_file(datatype) {
                Ok(in_file) => Ok(Some(in_file.extent())),
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
        /// Class `Type` for a type that is unsupported, `ValueTooLarge` where it does not fit in 64 bits.
        pub fn in_file(&self, datatype: &Typemap) -> Result<Typemap, Error> {
            datatype.in_extents(self)
        }

        /// Bytes that `copies` of the datatype take when packed.
        ///
        /// # Errors
        ///
        /// As [`Datarep::file_size`] says.
        pub fn pack_size(&self, datatype: &Committed, copies: i64) -> Result<i64, Error> {
            self.file_size(datatype, items_of(datatype, copies)?, 0)
        }

        // Requirement: R-CONV-14.
        /// Packs `copies` of the datatype into `packed` from `at` on, and moves `at` behind them.
        ///
        /// ```
        /// use datarep::{datatype::Typemap, standard::external32, Predefined};
        /// let ints = Typemap::contiguous(2, &Predefined::Int.into())?.commit()?;
        /// let native: Vec<u8> = [1_i32, -1].into_iter().flat_map(i32::to_ne_bytes).collect();
        /// let (mut packed, mut at) = ([0; 8], 0);
        /// external32::DATAREP.pack(&native, 0, &ints, 1, &mut packed, &mut at)?;
        /// assert_eq!((packed, at), ([0, 0, 0, 1, 255, 255, 255, 255], 8));
        /// # Ok::<(), datarep::Error>(())
        /// ```
        ///
        /// # Errors
        ///
        /// As [`Datarep::write_items`] says; `Buffer` also where `packed` is too short. `at` stays then.
        pub fn pack(
            &self,
            native: &[u8],
            origin: usize,
            datatype: &Committed,
            copies: i64,
            packed: &mut [u8],
            at: &mut usize,
        ) -> Result<Loss, Error> {
            let end = packed_end(self.pack_size(datatype, copies)?, packed.len(), *at)?;
            let items = items_of(datatype, copies)?;
            let loss = self.write_items(native, origin, datatype, items, 0, &mut packed[*at..end])?;
            *at = end;
            Ok(loss)
        }
    };
}

impl Datarep {
    // Requirement: R-CONV-1, R-CONV-3, R-CONV-6, R-CONV-8.
    /// Converts `count` items of `file` and stores them where the datatype says, from the item at `position` on.
    ///
    /// `file`: [`Datarep::file_size`] bytes, the items without gaps. `native`: a buffer in which displacement
    /// zero of the first copy of the datatype is at `origin`. `count` and `position` are in items: entries of the
    /// typemap, copies of the datatype laid end to end. A transfer may come in any number of calls.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, standard::ibm370, Predefined};
    /// let column = Typemap::vector(2, 1, 2, &Predefined::Float.into())?.commit()?;
    /// let file = [0x41, 0x10, 0, 0, 0xC2, 0x76, 0xA0, 0];
    /// let mut native = [0; 12];
    /// ibm370::DATAREP.read_items(&file[..4], &column, 1, 0, &mut native, 0)?;
    /// ibm370::DATAREP.read_items(&file[4..], &column, 1, 1, &mut native, 0)?;
    /// assert_eq!(native[..4], 1_f32.to_ne_bytes());
    /// assert_eq!(native[8..], (-118.625_f32).to_ne_bytes());
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Before anything is moved: class `Count` for a count, a position or a length of `file` that cannot be,
    /// `Buffer` where an item does not lie in `native`, `Type` for a type that is unsupported, and for a datatype
    /// of a file ([`Datarep::in_file`]) whose items have other bytes than native ones. Class
    /// `Conversion` at the first item whose rule is `error`: the items before it are converted, and
    /// [`Fault::item`](crate::error::Fault::item) is its position.
    pub fn read_items(
        &self,
        file: &[u8],
        datatype: &Committed,
        count: i64,
        position: i64,
        native: &mut [u8],
        origin: usize,
    ) -> Result<Loss, Error> {
        check(self, datatype, count, position, (native.len(), origin), file.len())?;
        read(
            Ways::Of(self),
            file,
            datatype,
            (position, count),
            Memory { bytes: native, origin: length(origin) },
        )
    }

    // Requirement: R-CONV-2.
    /// The mirror of [`Datarep::read_items`]: native to file.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read_items`] says.
    pub fn write_items(
        &self,
        native: &[u8],
        origin: usize,
        datatype: &Committed,
        count: i64,
        position: i64,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        check(self, datatype, count, position, (native.len(), origin), file.len())?;
        write(
            Ways::Of(self),
            Memory { bytes: native, origin: length(origin) },
            datatype,
            (position, count),
            file,
        )
    }

    /// Unpacks `copies` of the datatype from `packed` from `at` on, and moves `at` behind them.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read_items`] says; `Buffer` also where `packed` is too short. `at` stays then.
    pub fn unpack(
        &self,
        packed: &[u8],
        at: &mut usize,
        native: &mut [u8],
        origin: usize,
        datatype: &Committed,
        copies: i64,
    ) -> Result<Loss, Error> {
        let end = packed_end(self.pack_size(datatype, copies)?, packed.len(), *at)?;
        let items = items_of(datatype, copies)?;
        let loss = self.read_items(&packed[*at..end], datatype, items, 0, native, origin)?;
        *at = end;
        Ok(loss)
    }

    sizes!();
}

/// Where the items of a transfer are told how to go.
#[derive(Clone, Copy)]
enum Ways<'a> {
    /// As they are.
    Native,
    Of(&'a Datarep),
}

impl<'a> Ways<'a> {
    /// The way of a type. It is supported: see [`check`].
    fn of(self, predefined: Predefined) -> Way<'a> {
        let native = Way { extent: predefined.native_size(), conversion: None, unit: 1 };
        match self {
            Ways::Native => native,
            Ways::Of(datarep) => datarep.entry(predefined).way().unwrap_or(native),
        }
    }

    // Requirement: R-CONV-11.
    /// `position`: of the first item of the call that stopped.
    #[cold]
    fn stopped(self, stop: Stop, position: i64) -> Error {
        let datarep = match self {
            Ways::Native => "native",
            Ways::Of(datarep) => datarep.name(),
        };
        match stop.after(index(position)) {
            Stop::Error(error) => error,
            Stop::Fault(fault) => ErrorKind::Conversion { datarep, fault }.into(),
        }
    }
}

impl Extents for Datarep {
    fn extent_of(&self, predefined: Predefined) -> Result<i64, Error> {
        let unsupported = ErrorKind::Unsupported { datarep: self.name(), predefined: predefined.name() };
        self.extent(predefined).map(length).ok_or_else(|| unsupported.into())
    }
}

impl AnyDatarep {
    /// The representation of memory: items as they are. A datatype has in a file the gaps and the padding that it
    /// has in memory.
    ///
    /// ```
    /// use datarep::{datatype::PairType, standard::external32, AnyDatarep};
    /// let (pair, external32) = (PairType::DoubleInt.into(), AnyDatarep::from(&external32::DATAREP));
    /// assert_eq!(AnyDatarep::NATIVE.type_extent(&pair)?, Some(16));
    /// assert_eq!(external32.type_extent(&pair)?, Some(12));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    pub const NATIVE: AnyDatarep = AnyDatarep(Kind::Native);

    /// Its name.
    pub fn name(&self) -> &str {
        match &self.0 {
            Kind::Native => "native",
            Kind::Generated(datarep) => datarep.name(),
            Kind::Functions(functions) => functions.name(),
        }
    }

    /// The functions, where it is a representation by functions.
    pub fn functions(&self) -> Option<&Arc<ConversionFunctions>> {
        match &self.0 {
            Kind::Functions(functions) => Some(functions),
            Kind::Native | Kind::Generated(_) => None,
        }
    }

    /// The descriptor, where it is a generated representation.
    pub fn generated(&self) -> Option<&'static Datarep> {
        match self.0 {
            Kind::Generated(datarep) => Some(datarep),
            Kind::Native | Kind::Functions(_) => None,
        }
    }

    // Requirement: R-CONV-9, R-CONV-10.
    /// [`Datarep::read_items`] of any representation. A read function may scribble over `file`.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read_items`] says. Class `Conversion` also where a function fails or panics, and where a
    /// direction without a function has extents that are not the native sizes.
    pub fn read_items(
        &self,
        file: &mut [u8],
        datatype: &Committed,
        count: i64,
        position: i64,
        native: &mut [u8],
        origin: usize,
    ) -> Result<Loss, Error> {
        if let Kind::Generated(datarep) = self.0 {
            return datarep.read_items(file, datatype, count, position, native, origin);
        }
        check(self, datatype, count, position, (native.len(), origin), file.len())?;
        if let Kind::Functions(functions) = &self.0 {
            if functions.has_read() {
                let call = ReadCall { userbuf: native, origin, datatype, count, filebuf: file, position };
                return functions.read(call).map(|()| Loss::default());
            }
            self.check_native_sizes(datatype)?;
        }
        read(
            Ways::Native,
            file,
            datatype,
            (position, count),
            Memory { bytes: native, origin: length(origin) },
        )
    }

    /// [`Datarep::write_items`] of any representation.
    ///
    /// # Errors
    ///
    /// As [`AnyDatarep::read_items`] says.
    pub fn write_items(
        &self,
        native: &[u8],
        origin: usize,
        datatype: &Committed,
        count: i64,
        position: i64,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        if let Kind::Generated(datarep) = self.0 {
            return datarep.write_items(native, origin, datatype, count, position, file);
        }
        check(self, datatype, count, position, (native.len(), origin), file.len())?;
        if let Kind::Functions(functions) = &self.0 {
            if functions.has_write() {
                let call = WriteCall { userbuf: native, origin, datatype, count, filebuf: file, position };
                return functions.write(call).map(|()| Loss::default());
            }
            self.check_native_sizes(datatype)?;
        }
        write(
            Ways::Native,
            Memory { bytes: native, origin: length(origin) },
            datatype,
            (position, count),
            file,
        )
    }

    /// [`Datarep::unpack`] of any representation. A read function may scribble over `packed`.
    ///
    /// # Errors
    ///
    /// As [`AnyDatarep::read_items`] says; `Buffer` also where `packed` is too short. `at` stays then.
    pub fn unpack(
        &self,
        packed: &mut [u8],
        at: &mut usize,
        native: &mut [u8],
        origin: usize,
        datatype: &Committed,
        copies: i64,
    ) -> Result<Loss, Error> {
        let end = packed_end(self.pack_size(datatype, copies)?, packed.len(), *at)?;
        let items = items_of(datatype, copies)?;
        let loss = self.read_items(&mut packed[*at..end], datatype, items, 0, native, origin)?;
        *at = end;
        Ok(loss)
    }

    sizes!();

    // Requirement: R-REG-6.
    /// Data that moves as it is takes its native size in the file.
    fn check_native_sizes(&self, datatype: &Committed) -> Result<(), Error> {
        for &(predefined, _) in datatype.tally() {
            let (extent, native) = (self.extent_of(predefined)?, predefined.native_size());
            if extent != length(native) {
                let message =
                    format!("is {extent}, but without a function its {native} native bytes are moved");
                let datarep = self.name().to_owned();
                return Err(ErrorKind::Extent { datarep, predefined: predefined.name(), message }.into());
            }
        }
        Ok(())
    }
}

impl fmt::Debug for AnyDatarep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.0 {
            Kind::Native => "native",
            Kind::Generated(_) => "generated",
            Kind::Functions(_) => "functions",
        };
        write!(f, "AnyDatarep({:?}, {kind})", self.name())
    }
}

impl Extents for AnyDatarep {
    fn extent_of(&self, predefined: Predefined) -> Result<i64, Error> {
        match &self.0 {
            Kind::Native => Ok(length(predefined.native_size())),
            Kind::Generated(datarep) => datarep.extent_of(predefined),
            Kind::Functions(functions) => functions.extent(predefined),
        }
    }

    // Requirement: R-EXT-4.
    fn is_memory(&self) -> bool {
        matches!(self.0, Kind::Native)
    }
}

// Requirement: R-CONV-12.
/// Everything that can be wrong with the arguments of a conversion.
///
/// `native`: length and origin of the buffer.
fn check(
    extents: &impl Extents,
    datatype: &Committed,
    count: i64,
    position: i64,
    native: (usize, usize),
    file: usize,
) -> Result<(), Error> {
    let needed = file_bytes(extents, datatype, count, position)?;
    if i128::from(length(file)) != needed {
        return Err(ErrorKind::FileLength { bytes: file, needed, items: count }.into());
    }
    if let Some(foreign) = datatype.foreign() {
        let native = "an item of a file";
        return Err(ErrorKind::Native { native, predefined: foreign.name() }.into());
    }
    check_bounds(datatype, count, position, native)
}

/// Whether the items lie in a buffer of so many bytes, displacement zero being at its origin.
pub(crate) fn check_bounds(
    datatype: &Committed,
    count: i64,
    position: i64,
    native: (usize, usize),
) -> Result<(), Error> {
    if count == 0 {
        return Ok(());
    }
    let (bytes, origin) = (native.0, i128::from(length(native.1)));
    let inside = |low: i128, high: i128| low + origin >= 0 && high + origin <= i128::from(length(bytes));
    let (low, high) = datatype.span(position, count)?;
    if inside(i128::from(low), i128::from(high)) {
        return Ok(());
    }
    // Around whole tiles it is more than the items touch where the first or the last is not whole.
    let (low, high) = datatype.exact_span(position, count);
    if inside(low, high) {
        return Ok(());
    }
    Err(ErrorKind::Bounds { low: low + origin, high: high + origin, bytes }.into())
}

fn file_bytes(
    extents: &impl Extents,
    datatype: &Committed,
    count: i64,
    position: i64,
) -> Result<i128, Error> {
    if count < 0 || position < 0 || (count > 0 && datatype.items() == 0) {
        let items = datatype.items();
        let reason = format!("{count} items from position {position} on, of a datatype with {items} items");
        return Err(ErrorKind::Count { routine: "conversion", reason }.into());
    }
    let Some(end) = position.checked_add(count) else {
        return Err(ErrorKind::TooLarge { what: "position of the last item" }.into());
    };
    for &(predefined, _) in datatype.tally() {
        extents.extent_of(predefined)?;
    }
    if datatype.items() == 0 {
        return Ok(0);
    }
    let extent_of = |predefined| extents.extent_of(predefined).unwrap_or(0);
    Ok(datatype.bytes_before(end, &extent_of) - datatype.bytes_before(position, &extent_of))
}

fn items_of(datatype: &Committed, copies: i64) -> Result<i64, Error> {
    if copies < 0 {
        return Err(ErrorKind::Count { routine: "pack", reason: format!("count is {copies}") }.into());
    }
    let items = datatype.items().checked_mul(copies);
    items.ok_or_else(|| ErrorKind::TooLarge { what: "number of items" }.into())
}

/// Where packed data of so many bytes ends.
fn packed_end(size: i64, bytes: usize, at: usize) -> Result<usize, Error> {
    let low = i128::from(length(at));
    let high = low + i128::from(size);
    if high > i128::from(length(bytes)) {
        return Err(ErrorKind::Bounds { low, high, bytes }.into());
    }
    Ok(at + index(size))
}

#[cfg(test)]
mod tests;
