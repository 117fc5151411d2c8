//! Slices of Rust types through any representation: items of a slice from a position on.
//!
//! Scalars and arrays of them are converted directly between the slice and the file. Structs pass through bytes laid
//! out by their typemap, a few at a time. Their fields are stored and loaded one by one, in safe code.

mod scalar;
mod stage;

use std::any::TypeId;
use std::ops::Range;

use crate::convert::Datatype;
use crate::datatype::{Committed, Constructor, Items, Typemap};
use crate::error::Error;
use crate::loss::Loss;
use crate::memory::Conversion;
use crate::native::Complex;
use crate::num::to_i64 as length;
use crate::predefined::Predefined;
use crate::representation::Datarep;
use stage::{Load, Store, ValueType, commit_once};

/// A [`Datatype`] whose values can be loaded from bytes and stored in them: each of the library's types, and each
/// struct with `#[derive(Datatype)]`.
///
/// A [`File`](crate::file::File) reads into slices of such types and writes from them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a file",
    label = "not a datatype",
    note = "a file holds numbers, `bool`, `char`, `datarep::Character`, arrays of them, and `#[repr(C)]` structs with `#[derive(Clone, Copy, datarep::Datatype)]`"
)]
pub trait Layout: Datatype {
    /// The size of a value in bytes: the extent of its typemap.
    #[doc(hidden)]
    const BYTES: usize;

    /// The items of a value, and where they lie in memory: see [`Typemap::of`].
    #[doc(hidden)]
    fn typemap() -> Result<Typemap, Error>;

    /// The value of bytes laid out as the typemap says, or `None` if they are not a value.
    #[doc(hidden)]
    fn load(bytes: &[u8]) -> Option<Self>;

    /// Stores the value in bytes, laid out as the typemap says. Bytes between its items are unchanged.
    #[doc(hidden)]
    fn store(&self, bytes: &mut [u8]);

    /// [`Datarep::read_items`] for a slice.
    #[doc(hidden)]
    fn read_slice(
        datarep: &Datarep,
        count: i64,
        position: i64,
        native: &mut [Self],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        stage::read(datarep, count, position, &mut FilledSlice(native), file)
    }

    /// [`Datarep::write_items`] for a slice.
    #[doc(hidden)]
    fn write_slice(
        datarep: &Datarep,
        count: i64,
        position: i64,
        native: &[Self],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        stage::write(datarep, count, position, &WrittenSlice(native), file)
    }
}

impl<T: Layout> Layout for Complex<T> {
    const BYTES: usize = 2 * T::BYTES;

    fn typemap() -> Result<Typemap, Error> {
        let part = T::typemap()?;
        let whole = match part.constructor() {
            Constructor::Predefined(Predefined::Real2) => Predefined::Complex4,
            Constructor::Predefined(Predefined::Float) => Predefined::CFloatComplex,
            Constructor::Predefined(Predefined::Double) => Predefined::CDoubleComplex,
            Constructor::Predefined(Predefined::LongDouble) => Predefined::CLongDoubleComplex,
            Constructor::Predefined(Predefined::Real16) => Predefined::Complex32,
            // Of such parts MPI has no complex type. Two of them in a row have the same items.
            _ => return Typemap::contiguous(2, &part),
        };
        Ok(whole.into())
    }

    #[inline]
    fn load(bytes: &[u8]) -> Option<Self> {
        let (re, im) = bytes.split_at_checked(T::BYTES)?;
        Some(Complex { re: T::load(re)?, im: T::load(im)? })
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        let (re, im) = bytes.split_at_mut(T::BYTES);
        self.re.store(re);
        self.im.store(im);
    }
}

impl<T: Layout, const N: usize> Layout for [T; N] {
    const BYTES: usize = N * T::BYTES;

    fn typemap() -> Result<Typemap, Error> {
        Typemap::contiguous(length(N), &T::typemap()?)
    }

    #[inline]
    fn load(bytes: &[u8]) -> Option<Self> {
        let element = |at: usize| T::load(&bytes[at * T::BYTES..][..T::BYTES]);
        // `from_fn` cannot stop early, so all elements are loaded before they are checked.
        let loaded: [Option<T>; N] = std::array::from_fn(element);
        let whole = loaded.iter().all(Option::is_some);
        whole.then(|| loaded.map(|element| element.unwrap_or_else(|| unreachable!("all are there"))))
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
        // `max(1)`: a value of no bytes would make chunks of none, which panics. There is nothing to store then.
        for (value, bytes) in self.iter().zip(bytes.chunks_exact_mut(T::BYTES.max(1))) {
            value.store(bytes);
        }
    }

    fn read_slice(
        datarep: &Datarep,
        count: i64,
        position: i64,
        native: &mut [Self],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        // An array of scalars is read like a slice of them, without a copy. Positions count items, so they stay the
        // same.
        T::read_slice(datarep, count, position, native.as_flattened_mut(), file)
    }

    fn write_slice(
        datarep: &Datarep,
        count: i64,
        position: i64,
        native: &[Self],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        T::write_slice(datarep, count, position, native.as_flattened(), file)
    }
}

/// The datatype of a Rust type.
pub(crate) fn commit_type<T: Layout>() -> Result<Committed, Error> {
    commit_once(TypeId::of::<T>(), T::typemap)
}

/// What the conversion must know about a type.
fn value_type<T: Layout>() -> ValueType {
    ValueType {
        id: TypeId::of::<T>(),
        name: std::any::type_name::<T>(),
        bytes: T::BYTES,
        typemap: T::typemap,
    }
}

/// A slice that is written.
struct WrittenSlice<'a, T>(&'a [T]);

/// A slice that is read into.
struct FilledSlice<'a, T>(&'a mut [T]);

impl<T: Layout> Store for WrittenSlice<'_, T> {
    fn value_type(&self) -> ValueType {
        value_type::<T>()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn store(&self, copies: Range<usize>, bytes: &mut [u8]) {
        for (value, bytes) in self.0[copies].iter().zip(bytes.chunks_exact_mut(T::BYTES.max(1))) {
            value.store(bytes);
        }
    }
}

impl<T: Layout> Store for FilledSlice<'_, T> {
    fn value_type(&self) -> ValueType {
        value_type::<T>()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn store(&self, copies: Range<usize>, bytes: &mut [u8]) {
        WrittenSlice(&*self.0).store(copies, bytes);
    }
}

impl<T: Layout> Load for FilledSlice<'_, T> {
    fn load(&mut self, copies: Range<usize>, bytes: &[u8]) -> Result<(), usize> {
        let bytes = bytes.chunks_exact(T::BYTES.max(1));
        for (copy, (bytes, value)) in bytes.zip(&mut self.0[copies]).enumerate() {
            *value = T::load(bytes).ok_or(copy)?;
        }
        Ok(())
    }
}

/// [`Datarep::read_as`] if nothing is compiled for the type. The lengths match.
pub(crate) fn read_as<T: Layout>(
    datarep: &Datarep,
    predefined: Predefined,
    native: &mut [T],
    file: &[u8],
) -> Result<Loss, Error> {
    let (datatype, count) = (Typemap::from(predefined).commit()?, length(native.len()));
    let items = Items { datatype: &datatype, count, position: 0 };
    // A copy, because a program's read function may overwrite the bytes of the file.
    stage::read_items(datarep, items, &mut FilledSlice(native), &mut file.to_vec())
}

/// [`Datarep::write_as`] if nothing is compiled for the type. The lengths match.
pub(crate) fn write_as<T: Layout>(
    datarep: &Datarep,
    predefined: Predefined,
    native: &[T],
    file: &mut [u8],
) -> Result<Loss, Error> {
    let (datatype, count) = (Typemap::from(predefined).commit()?, length(native.len()));
    stage::write_items(
        datarep,
        Items { datatype: &datatype, count, position: 0 },
        &WrittenSlice(native),
        file,
    )
}

/// The losses of writing a slice by a conversion of bytes.
pub(crate) fn loss_on_write<T: Layout>(conversion: &dyn Conversion, native: &[T]) -> Loss {
    const TOGETHER: usize = 512;
    let (mut loss, mut stage) = (Loss::default(), vec![0; TOGETHER.min(native.len()) * T::BYTES]);
    for native in native.chunks(TOGETHER) {
        let stage = &mut stage[..native.len() * T::BYTES];
        for (value, bytes) in native.iter().zip(stage.chunks_exact_mut(T::BYTES)) {
            value.store(bytes);
        }
        loss += conversion.loss_on_write(stage);
    }
    loss
}

impl Typemap {
    /// The typemap of a type of the program, as it lies in memory: a native scalar, an array, or a struct with
    /// `#[derive(Datatype)]`.
    ///
    /// ```
    /// use datarep::{datatype::Typemap, standard::ibm370, Datatype, Predefined};
    ///
    /// #[derive(Clone, Copy, Datatype)]
    /// #[repr(C)]
    /// struct Station {
    ///     id: i16,
    ///     position: [f64; 2],
    /// }
    ///
    /// let station = Typemap::of::<Station>()?;
    /// assert_eq!((station.items(), station.size(), station.extent()), (3, 18, 24));
    /// assert_eq!(station.commit()?.locate(2)?, (Predefined::Double, 16));
    /// assert_eq!(ibm370::DATAREP.pack_size(&station.commit()?, 10)?, 180);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Typemap::dup`]. There are none for a type that fits in memory.
    pub fn of<T: Layout>() -> Result<Typemap, Error> {
        T::typemap()
    }
}

/// The typemap of a struct with the given fields: where each begins, and its typemap.
///
/// # Errors
///
/// Class `ValueTooLarge`. It does not occur for a type that fits in memory.
pub fn structure<T>(fields: &[(usize, Typemap)]) -> Result<Typemap, Error> {
    let field = |(displacement, typemap): &(usize, Typemap)| (1, length(*displacement), typemap.clone());
    let fields: Vec<_> = fields.iter().map(field).collect();
    Typemap::resized(0, length(size_of::<T>()), &Typemap::structure(&fields)?)
}

/// Loads the field of a struct that begins at byte `displacement`.
#[inline]
pub fn load_field<T: Layout>(bytes: &[u8], displacement: usize) -> Option<T> {
    T::load(bytes.get(displacement..)?.get(..T::BYTES)?)
}

/// Stores the field of a struct that begins at byte `displacement`.
#[inline]
pub fn store_field<T: Layout>(field: &T, bytes: &mut [u8], displacement: usize) {
    field.store(&mut bytes[displacement..][..T::BYTES]);
}
