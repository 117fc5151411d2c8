//! Slices of Rust types through any representation: items of a slice from a position on.
//!
//! Scalars and arrays of them go straight from the slice to the file. Structs pass through bytes that lie as
//! their typemap says, a few at a time; they are taken apart and made by their fields, in safe code.

mod stage;

use crate::convert::Datatype;
use crate::datatype::{Constructor, Items, Typemap};
use crate::descriptor::Native;
use crate::error::Error;
use crate::loss::Loss;
use crate::memory::{Bytes, Conversion};
use crate::native::{
    Bf16, Character, Complex, Decimal, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16,
    LongDouble,
};
use crate::num::{count as length, index};
use crate::predefined::Predefined;
use crate::representation::Datarep;
use crate::typed::stage::{Filled, Written};

pub(crate) use crate::typed::stage::committed;

/// A [`Datatype`] whose values can be made from bytes and stored in them: every one that the library has, and
/// every struct with `#[derive(Datatype)]`.
///
/// Slices of such types are what a [`File`](crate::file::File) reads into and writes from.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a file",
    label = "not a datatype",
    note = "a file holds numbers, `bool`, `char`, `datarep::Character`, arrays of them, and `#[repr(C)]` structs with `#[derive(Clone, Copy, datarep::Datatype)]`"
)]
pub trait Layout: Datatype {
    /// Bytes of one: the extent of its typemap.
    #[doc(hidden)]
    const BYTES: usize;

    /// Its items, and where they lie in memory: see [`Typemap::of`].
    #[doc(hidden)]
    fn typemap() -> Result<Typemap, Error>;

    /// The value of these bytes, laid out as the typemap says; `None` where they are none.
    #[doc(hidden)]
    fn load(bytes: &[u8]) -> Option<Self>;

    /// The bytes of the value, laid out as the typemap says; those between its items stay.
    #[doc(hidden)]
    fn store(&self, bytes: &mut [u8]);

    /// [`Datarep::read_items`] of a slice.
    #[doc(hidden)]
    fn read_slice(
        datarep: &Datarep,
        count: i64,
        position: i64,
        native: &mut [Self],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        stage::read(datarep, count, position, &mut Filled(native), file)
    }

    /// [`Datarep::write_items`] of a slice.
    #[doc(hidden)]
    fn write_slice(
        datarep: &Datarep,
        count: i64,
        position: i64,
        native: &[Self],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        stage::write(datarep, count, position, &Written(native), file)
    }
}

macro_rules! scalars {
    ($($native:ty),*) => { $(
        impl Layout for $native {
            const BYTES: usize = <$native as Bytes>::BYTES;

            fn typemap() -> Result<Typemap, Error> {
                Ok(<$native as Native>::PREDEFINED.into())
            }

            #[inline]
            fn load(bytes: &[u8]) -> Option<$native> {
                <$native as Bytes>::is_valid(bytes).then(|| <$native as Bytes>::load(bytes))
            }

            #[inline]
            fn store(&self, bytes: &mut [u8]) {
                Bytes::store(*self, bytes);
            }

            fn read_slice(
                datarep: &Datarep,
                count: i64,
                position: i64,
                native: &mut [$native],
                file: &mut [u8],
            ) -> Result<Loss, Error> {
                if datarep.descriptor().is_none() {
                    return stage::read(datarep, count, position, &mut Filled(native), file);
                }
                let native = &mut native[index(position)..index(position + count)];
                datarep.read::<$native>(file, native).map_err(|error| error.moved(position))
            }

            fn write_slice(
                datarep: &Datarep,
                count: i64,
                position: i64,
                native: &[$native],
                file: &mut [u8],
            ) -> Result<Loss, Error> {
                if datarep.descriptor().is_none() {
                    return stage::write(datarep, count, position, &Written(native), file);
                }
                let native = &native[index(position)..index(position + count)];
                datarep.write::<$native>(native, file).map_err(|error| error.moved(position))
            }
        }

        const _: () = assert!(<$native as Bytes>::BYTES == <$native as Native>::PREDEFINED.native_size());
    )* };
}

scalars!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64, bool, char);
scalars!(F16, Bf16, F128, LongDouble, Logical, Logical1, Logical2, Logical8, Logical16, Character, Decimal);

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
        let loaded: [Option<T>; N] = std::array::from_fn(element);
        let whole = loaded.iter().all(Option::is_some);
        whole.then(|| loaded.map(|element| element.unwrap_or_else(|| unreachable!("all are there"))))
    }

    #[inline]
    fn store(&self, bytes: &mut [u8]) {
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

/// [`Datarep::read_as`] where nothing is compiled for the type. The lengths fit each other.
pub(crate) fn read_as<T: Layout>(
    datarep: &Datarep,
    predefined: Predefined,
    native: &mut [T],
    file: &[u8],
) -> Result<Loss, Error> {
    let (datatype, count) = (Typemap::from(predefined).commit()?, length(native.len()));
    let items = Items { datatype: &datatype, count, position: 0 };
    stage::read_items(datarep, items, &mut Filled(native), &mut file.to_vec())
}

/// [`Datarep::write_as`] where nothing is compiled for the type. The lengths fit each other.
pub(crate) fn write_as<T: Layout>(
    datarep: &Datarep,
    predefined: Predefined,
    native: &[T],
    file: &mut [u8],
) -> Result<Loss, Error> {
    let (datatype, count) = (Typemap::from(predefined).commit()?, length(native.len()));
    stage::write_items(datarep, Items { datatype: &datatype, count, position: 0 }, &Written(native), file)
}

/// What a conversion of bytes would lose of a slice.
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

/// The typemap of a struct of these fields: where each begins, and its typemap.
///
/// # Errors
///
/// Class `ValueTooLarge`: never for what fits in memory.
pub fn structure<T>(fields: &[(usize, Typemap)]) -> Result<Typemap, Error> {
    let field = |(displacement, typemap): &(usize, Typemap)| (1, length(*displacement), typemap.clone());
    let fields: Vec<_> = fields.iter().map(field).collect();
    Typemap::resized(0, length(size_of::<T>()), &Typemap::structure(&fields)?)
}

/// The field of a struct whose bytes begin at `displacement`.
#[inline]
pub fn load_field<T: Layout>(bytes: &[u8], displacement: usize) -> Option<T> {
    T::load(bytes.get(displacement..)?.get(..T::BYTES)?)
}

/// Stores the field of a struct whose bytes begin at `displacement`.
#[inline]
pub fn store_field<T: Layout>(field: &T, bytes: &mut [u8], displacement: usize) {
    field.store(&mut bytes[displacement..][..T::BYTES]);
}
