//! From one item to many: how scalars, arrays, complex numbers and structs are laid out and converted.
//!
//! Generated code defines how one scalar is converted ([`Convert`]). A [`Plan`] defines where the scalars of a type
//! lie, and converts slices of the type. This module knows no format and no name.

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

mod blocks;
mod line;
#[cfg(feature = "parallel")]
pub(crate) mod parallel;
pub(crate) mod record;
#[cfg(feature = "file")]
mod reorder;
pub(crate) mod variable;

use std::borrow::Cow;
use std::fmt::Debug;
use std::marker::PhantomData;

pub use self::blocks::Ordinary;
use self::blocks::{Read, Write};
pub use self::line::{assert_reads, assert_writes};
#[cfg(feature = "file")]
pub(crate) use self::reorder::reorder;
use crate::bytes::Bytes;
use crate::error::{Direction, Error, ErrorKind, Fault, shown};
use crate::kernel::Processor;
use crate::kernel::dense::Dense;
use crate::kernel::table::Table;
use crate::loss::{Kinds, Loss};
use crate::native::Complex;

/// A type that can be in a file: a native scalar, an array, or a struct with `#[derive(Datatype)]`.
///
/// The derive macro has the same name and needs the feature `macros`. Without the feature the compiler reports that it
/// found only a trait.
///
/// ```
/// use datarep::{Datatype, standard::big_endian};
///
/// #[derive(Clone, Copy, Datatype)]
/// #[repr(C)]
/// struct Station {
///     id: i16,
///     position: [f64; 2],
/// }
///
/// let stations = [Station { id: 7, position: [1.5, -0.25] }];
/// let (file, _) = big_endian::to_bytes(&stations)?;
/// assert_eq!(file.len(), 2 + 2 * 8);
/// # Ok::<(), datarep::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a file",
    label = "not a datatype",
    note = "a file holds numbers, `bool`, `char`, `datarep::Character`, arrays of them, and `#[repr(C)]` structs with `#[derive(Clone, Copy, datarep::Datatype)]`"
)]
pub trait Datatype: Copy + Send + Sync + 'static {}

/// The order in which the bytes of a word lie in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteOrder {
    /// The most significant byte first.
    Big,
    /// The least significant byte first.
    Little,
    /// Any other order, such as 32-bit words with the most significant first, each with its least significant byte
    /// first.
    Mixed,
}

/// How one scalar is converted. The generator emits an implementation for each mapping.
pub trait Convert: 'static {
    /// The native type.
    type Native: Dense + Debug;
    /// The bytes of an item of the file.
    type File: Bytes;
    /// The mapping as written, such as `real 8 => hfp64`.
    const MAPPING: &'static str;
    /// The file's format.
    const FORMAT: &'static str;
    /// The events whose rule is `error`, file to native.
    const READ_ERRORS: Kinds;
    /// The events whose rule is `error`, native to file.
    const WRITE_ERRORS: Kinds;

    /// File to native, by the rules of reading.
    fn read(file: Self::File) -> (Self::Native, Kinds);

    /// Native to file, by the rules of writing.
    fn write(native: Self::Native) -> (Self::File, Kinds);

    /// The order of the file's bytes, if they are the bytes of the native item for every value. Nothing can be lost
    /// then.
    const ORDER: Option<ByteOrder> = None;

    /// [`Convert::read`] as a table, if an item is one byte on both sides. Nothing is lost except at the byte that the
    /// table does not map.
    const READ_TABLE: Option<&'static Table> = None;
    /// [`Convert::write`] as a table, if an item is one byte on both sides.
    const WRITE_TABLE: Option<&'static Table> = None;

    /// [`Convert::read_ordinary`] is the body of a loop that can be vectorized.
    const READS_IN_BLOCKS: bool = false;
    /// [`Convert::write_ordinary`] is the body of a loop that can be vectorized.
    const WRITES_IN_BLOCKS: bool = false;

    /// Results of [`Convert::write_ordinary`] may be rounded, but never underflow or overflow. Rounded items are then
    /// worth counting on their own.
    const WRITES_ROUNDED: bool = false;
    /// Results of [`Convert::write_ordinary`] may underflow or overflow.
    const WRITES_BEYOND: bool = false;

    /// File to native. Returns what [`Convert::read`] returns for ordinary items, and marks all others as odd.
    #[inline(always)]
    fn read_ordinary<P: Processor>(file: Self::File) -> Ordinary<Self::Native> {
        Ordinary::of(Self::read(file))
    }

    /// Native to file. Returns what [`Convert::write`] returns for ordinary items, and marks all others as odd.
    #[inline(always)]
    fn write_ordinary(native: Self::Native) -> Ordinary<Self::File> {
        Ordinary::of(Self::write(native))
    }
}

/// The counts of a conversion in progress.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    loss: Loss,
    failed: bool,
}

impl Tally {
    fn count(&mut self, kinds: Kinds, errors: Kinds) {
        self.loss.count(kinds);
        self.failed |= kinds.meets(errors);
    }

    /// Counts the events of an item that is not odd.
    #[inline(always)]
    fn count_ordinary<T>(&mut self, made: &Ordinary<T>, errors: Kinds) {
        made.add_to(&mut self.loss);
        self.failed |= made.kinds().meets(errors);
    }

    /// Returns the first fault among `items` items, if one of them failed.
    #[inline]
    fn finish(&mut self, items: usize, fault: &dyn Fn(usize) -> Option<Fault>) -> Result<(), Fault> {
        if self.failed { self.first(items, fault) } else { Ok(()) }
    }

    #[cold]
    fn first(&mut self, items: usize, fault: &dyn Fn(usize) -> Option<Fault>) -> Result<(), Fault> {
        self.failed = false;
        let first = (0..items).find_map(|item| Some(Fault { item, ..fault(item)? }));
        first.map_or(Ok(()), Err)
    }

    /// Converts scalars, and notes a failure if an event with the rule `error` was counted. A pure byte swap cannot
    /// fail, so nothing is counted.
    ///
    /// Only the counts of errors are loaded. A load that includes a word that was just stored must wait until that
    /// store, and all stores before it, have reached the cache.
    #[inline(always)]
    fn scalars<C: Convert>(&mut self, errors: Kinds, convert: impl FnOnce(&mut Loss)) {
        if const { C::ORDER.is_some() } {
            return convert(&mut self.loss);
        }
        let before = self.loss.sum(errors);
        convert(&mut self.loss);
        self.failed |= self.loss.sum(errors) != before;
    }

    /// Adds counts from elsewhere.
    #[cfg(feature = "file")]
    pub(crate) fn lost(&mut self, loss: Loss) {
        self.loss += loss;
    }

    /// The counts so far.
    pub(crate) fn loss(&self) -> Loss {
        self.loss
    }
}

/// How a type lies in a file, aligned to bytes, and how it is converted.
pub trait Plan: 'static {
    /// The native type.
    type Native: Copy + Send + Sync;
    /// The number of bytes that one item takes in the file.
    const EXTENT: usize;

    /// File to native. `file` has [`Plan::EXTENT`] bytes.
    fn read(file: &[u8], tally: &mut Tally) -> Self::Native;

    /// Native to file. `file` has [`Plan::EXTENT`] bytes.
    fn write(native: &Self::Native, file: &mut [u8], tally: &mut Tally);

    /// The first scalar of the item that a rule refuses when it is read.
    fn fault_read(file: &[u8]) -> Option<Fault>;

    /// The first scalar of the item that a rule refuses when it is written.
    fn fault_write(native: &Self::Native) -> Option<Fault>;

    /// File to native, for many items. `file` has [`Plan::EXTENT`] bytes for each of them.
    #[inline]
    fn read_all(file: &[u8], native: &mut [Self::Native], tally: &mut Tally) {
        for (item, out) in file.chunks_exact(Self::EXTENT.max(1)).zip(native) {
            *out = Self::read(item, tally);
        }
    }

    /// Native to file, for many items. `file` has [`Plan::EXTENT`] bytes for each of them.
    #[inline]
    fn write_all(native: &[Self::Native], file: &mut [u8], tally: &mut Tally) {
        for (value, out) in native.iter().zip(file.chunks_exact_mut(Self::EXTENT.max(1))) {
            Self::write(value, out, tally);
        }
    }

    /// Counts the losses of reading many items. Nothing is stored.
    #[inline]
    fn count_read(file: &[u8], tally: &mut Tally) {
        for item in file.chunks_exact(Self::EXTENT.max(1)) {
            let _ = Self::read(item, tally);
        }
    }

    /// Counts the losses of writing many items. Nothing is kept.
    #[inline]
    fn count_write(native: &[Self::Native], tally: &mut Tally) {
        let mut item = vec![0; Self::EXTENT];
        for value in native {
            Self::write(value, &mut item, tally);
        }
    }
}

/// The plan of a scalar.
#[derive(Debug)]
pub struct Scalar<C>(PhantomData<C>);

impl<C: Convert> Plan for Scalar<C> {
    type Native = C::Native;
    const EXTENT: usize = C::File::COUNT;

    #[inline(always)]
    fn read(file: &[u8], tally: &mut Tally) -> C::Native {
        blocks::convert_one::<Read<C>>(C::File::items(file)[0], tally, C::READ_ERRORS)
    }

    #[inline(always)]
    fn write(native: &C::Native, file: &mut [u8], tally: &mut Tally) {
        C::File::items_mut(file)[0] = blocks::convert_one::<Write<C>>(*native, tally, C::WRITE_ERRORS);
    }

    fn read_all(file: &[u8], native: &mut [C::Native], tally: &mut Tally) {
        tally.scalars::<C>(C::READ_ERRORS, |loss| {
            blocks::convert::<Read<C>>(C::File::items(file), native, loss);
        });
    }

    fn write_all(native: &[C::Native], file: &mut [u8], tally: &mut Tally) {
        tally.scalars::<C>(C::WRITE_ERRORS, |loss| {
            blocks::convert::<Write<C>>(native, C::File::items_mut(file), loss);
        });
    }

    fn count_read(file: &[u8], tally: &mut Tally) {
        blocks::count::<Read<C>>(C::File::items(file), &mut tally.loss);
    }

    fn count_write(native: &[C::Native], tally: &mut Tally) {
        blocks::count::<Write<C>>(native, &mut tally.loss);
    }

    #[cold]
    fn fault_read(file: &[u8]) -> Option<Fault> {
        let item = C::File::items(file)[0];
        let event = blocks::exact::<Read<C>>(item).1.first_of(C::READ_ERRORS)?;
        let value = shown(item.as_ref());
        Some(fault::<C>(event, value, Direction::Read))
    }

    #[cold]
    fn fault_write(native: &C::Native) -> Option<Fault> {
        let event = blocks::exact::<Write<C>>(*native).1.first_of(C::WRITE_ERRORS)?;
        Some(fault::<C>(event, format!("{native:?}"), Direction::Write))
    }
}

fn fault<C: Convert>(event: crate::loss::Event, value: String, direction: Direction) -> Fault {
    let (format, mapping) = (C::FORMAT.into(), C::MAPPING.into());
    Fault { item: 0, path: String::new(), event, value, format, mapping, direction }
}

/// The plan of an array: its elements one after the other.
#[derive(Debug)]
pub struct Array<P, const N: usize>(PhantomData<P>);

impl<P: Plan, const N: usize> Plan for Array<P, N>
where
    P::Native: Copy,
{
    type Native = [P::Native; N];
    const EXTENT: usize = P::EXTENT * N;

    #[inline(always)]
    fn read(file: &[u8], tally: &mut Tally) -> [P::Native; N] {
        std::array::from_fn(|index| P::read(&file[index * P::EXTENT..(index + 1) * P::EXTENT], tally))
    }

    #[inline(always)]
    fn write(native: &[P::Native; N], file: &mut [u8], tally: &mut Tally) {
        for (index, item) in native.iter().enumerate() {
            P::write(item, &mut file[index * P::EXTENT..(index + 1) * P::EXTENT], tally);
        }
    }

    fn read_all(file: &[u8], native: &mut [[P::Native; N]], tally: &mut Tally) {
        P::read_all(file, native.as_flattened_mut(), tally);
    }

    fn write_all(native: &[[P::Native; N]], file: &mut [u8], tally: &mut Tally) {
        P::write_all(native.as_flattened(), file, tally);
    }

    #[cold]
    fn fault_read(file: &[u8]) -> Option<Fault> {
        let mut items = file.chunks_exact(P::EXTENT.max(1)).enumerate();
        items.find_map(|(index, item)| Some(P::fault_read(item)?.within(&format!("[{index}]"))))
    }

    #[cold]
    fn fault_write(native: &[P::Native; N]) -> Option<Fault> {
        let mut items = native.iter().enumerate();
        items.find_map(|(index, item)| Some(P::fault_write(item)?.within(&format!("[{index}]"))))
    }
}

/// How many parts of complex numbers are converted together, as a slice of scalars.
const PARTS: usize = 512;

/// The plan of a complex number: real part, imaginary part.
#[derive(Debug)]
pub struct ComplexOf<C>(PhantomData<C>);

impl<C: Convert> Plan for ComplexOf<C> {
    type Native = Complex<C::Native>;
    const EXTENT: usize = 2 * C::File::COUNT;

    #[inline(always)]
    fn read(file: &[u8], tally: &mut Tally) -> Complex<C::Native> {
        let [re, im] = Array::<Scalar<C>, 2>::read(file, tally);
        Complex { re, im }
    }

    #[inline(always)]
    fn write(native: &Complex<C::Native>, file: &mut [u8], tally: &mut Tally) {
        Array::<Scalar<C>, 2>::write(&[native.re, native.im], file, tally);
    }

    fn read_all(file: &[u8], native: &mut [Complex<C::Native>], tally: &mut Tally) {
        let Some(first) = native.first() else { return };
        let mut parts = [first.re; PARTS];
        for (file, native) in file.chunks(PARTS * C::File::COUNT).zip(native.chunks_mut(PARTS / 2)) {
            let parts = &mut parts[..2 * native.len()];
            Scalar::<C>::read_all(file, parts, tally);
            for (number, &[re, im]) in native.iter_mut().zip(parts.as_chunks().0) {
                *number = Complex { re, im };
            }
        }
    }

    fn write_all(native: &[Complex<C::Native>], file: &mut [u8], tally: &mut Tally) {
        let Some(first) = native.first() else { return };
        let mut parts = [first.re; PARTS];
        for (native, file) in native.chunks(PARTS / 2).zip(file.chunks_mut(PARTS * C::File::COUNT)) {
            let parts = &mut parts[..2 * native.len()];
            for (number, part) in native.iter().zip(parts.as_chunks_mut().0) {
                *part = [number.re, number.im];
            }
            Scalar::<C>::write_all(parts, file, tally);
        }
    }

    #[cold]
    fn fault_read(file: &[u8]) -> Option<Fault> {
        let (re, im) = file.split_at(C::File::COUNT);
        let re = Scalar::<C>::fault_read(re).map(|fault| fault.within("re"));
        re.or_else(|| Some(Scalar::<C>::fault_read(im)?.within("im")))
    }

    #[cold]
    fn fault_write(native: &Complex<C::Native>) -> Option<Fault> {
        let re = Scalar::<C>::fault_write(&native.re).map(|fault| fault.within("re"));
        re.or_else(|| Some(Scalar::<C>::fault_write(&native.im)?.within("im")))
    }
}

macro_rules! datatypes {
    ($($native:ty),*) => { $(
        impl Datatype for $native {}
    )* };
}

datatypes!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64, bool, char);
datatypes!(crate::F16, crate::Bf16, crate::F128, crate::LongDouble, crate::Logical, crate::Character);
datatypes!(crate::Logical1, crate::Logical2, crate::Logical8, crate::Logical16);
datatypes!(crate::Decimal);

impl<T: Datatype> Datatype for Complex<T> {}

impl<T: Datatype, const N: usize> Datatype for [T; N] {}

/// How slices are converted as a whole: by one thread, or in parts by several.
#[cfg(not(feature = "parallel"))]
mod whole {
    use super::{Plan, Tally};

    #[inline(always)]
    pub(super) fn read_all<P: Plan>(file: &[u8], native: &mut [P::Native], tally: &mut Tally) {
        P::read_all(file, native, tally);
    }

    #[inline(always)]
    pub(super) fn write_all<P: Plan>(native: &[P::Native], file: &mut [u8], tally: &mut Tally) {
        P::write_all(native, file, tally);
    }

    #[inline(always)]
    pub(super) fn count_read<P: Plan>(file: &[u8], tally: &mut Tally) {
        P::count_read(file, tally);
    }

    #[inline(always)]
    pub(super) fn count_write<P: Plan>(native: &[P::Native], tally: &mut Tally) {
        P::count_write(native, tally);
    }
}

#[cfg(feature = "parallel")]
use self::parallel as whole;

/// The outer error is that of the call, the inner one that of an item.
pub(crate) type Converted = Result<Result<(), Fault>, Error>;

/// Checks the lengths, reads by a plan, and counts losses. A second pass finds the item that failed.
pub(crate) fn read_by<P: Plan>(file: &[u8], native: &mut [P::Native], tally: &mut Tally) -> Converted {
    check_length(file.len(), native.len(), P::EXTENT)?;
    whole::read_all::<P>(file, native, tally);
    let fault = |item: usize| P::fault_read(&file[item * P::EXTENT..(item + 1) * P::EXTENT]);
    Ok(tally.finish(native.len(), &fault))
}

/// Checks the lengths, writes by a plan, and counts losses. A second pass finds the item that failed.
pub(crate) fn write_by<P: Plan>(native: &[P::Native], file: &mut [u8], tally: &mut Tally) -> Converted {
    check_length(file.len(), native.len(), P::EXTENT)?;
    whole::write_all::<P>(native, file, tally);
    Ok(tally.finish(native.len(), &|item| P::fault_write(&native[item])))
}

/// The losses of reading by a plan. Rules with `error` do not fail.
pub(crate) fn loss_by<P: Plan>(file: &[u8]) -> Result<Loss, Error> {
    whole_items(file.len(), P::EXTENT)?;
    let mut tally = Tally::default();
    whole::count_read::<P>(file, &mut tally);
    Ok(tally.loss)
}

/// The losses of writing by a plan. Rules with `error` do not fail.
pub(crate) fn loss_on_write_by<P: Plan>(native: &[P::Native]) -> Loss {
    let mut tally = Tally::default();
    whole::count_write::<P>(native, &mut tally);
    tally.loss
}

#[inline(never)]
pub(crate) fn check_length(bytes: usize, items: usize, extent: usize) -> Result<(), Error> {
    if items.checked_mul(extent) == Some(bytes) {
        Ok(())
    } else {
        Err(ErrorKind::Length { bytes, items, extent }.into())
    }
}

/// How many items of `extent` bytes the given number of bytes holds. It must hold whole items.
pub(crate) fn whole_items(bytes: usize, extent: usize) -> Result<usize, Error> {
    if bytes == 0 {
        Ok(0)
    } else if extent == 0 {
        Err(ErrorKind::Length { bytes, items: 0, extent }.into())
    } else if !bytes.is_multiple_of(extent) {
        Err(ErrorKind::Straddle { bytes, extent }.into())
    } else {
        Ok(bytes / extent)
    }
}

/// Runs the conversion of a slice and returns its losses, or the error of the call or of an item.
#[inline]
pub(crate) fn converted(
    datarep: impl FnOnce() -> Cow<'static, str>,
    convert: impl FnOnce(&mut Tally) -> Converted,
) -> Result<Loss, Error> {
    let mut tally = Tally::default();
    match convert(&mut tally)? {
        Ok(()) => Ok(tally.loss()),
        Err(fault) => Err(ErrorKind::Conversion { datarep: datarep(), fault }.into()),
    }
}
