//! Slices of Rust types through any representation: items of a slice from a position on.
//!
//! Scalars and arrays of them go straight from the slice to the file. Structs pass through octets that lie as
//! their typemap says, a few at a time; they are taken apart and made by their fields, in safe code.

mod stage;

use crate::convert::Datatype;
use crate::datatype::{Constructor, Typemap};
use crate::descriptor::Native;
use crate::error::Error;
use crate::loss::Loss;
use crate::memory::Octets;
use crate::native::{Bf16, Character, Complex, Decimal, F16, F128, Logical, LongDouble};
use crate::num::{count as length, index};
use crate::predefined::Predefined;
use crate::transfer::AnyDatarep;
use crate::typed::stage::{Filled, Written};

pub(crate) use crate::typed::stage::committed;

/// A [`Datatype`] whose values can be made from octets and stored in them: every one that the library has, and
/// every struct with `#[derive(Datatype)]`.
///
/// Slices of such types are what a [`File`](crate::File) reads into and writes from.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a file",
    label = "not a datatype",
    note = "a file holds numbers, `bool`, `char`, `datarep::Character`, arrays of them, and `#[repr(C)]` structs with `#[derive(Clone, Copy, datarep::Datatype)]`"
)]
pub trait Layout: Datatype {
    /// Octets of one: the extent of its typemap.
    #[doc(hidden)]
    const OCTETS: usize;

    /// Its items, and where they lie in memory: see [`Typemap::of`].
    #[doc(hidden)]
    fn typemap() -> Result<Typemap, Error>;

    /// The value of these octets, laid out as the typemap says; `None` where they are none.
    #[doc(hidden)]
    fn load(octets: &[u8]) -> Option<Self>;

    /// The octets of the value, laid out as the typemap says; those between its items stay.
    #[doc(hidden)]
    fn store(&self, octets: &mut [u8]);

    /// [`AnyDatarep::read_items`] of a slice.
    #[doc(hidden)]
    fn read_slice(
        datarep: &AnyDatarep,
        file: &mut [u8],
        count: i64,
        position: i64,
        native: &mut [Self],
    ) -> Result<Loss, Error> {
        stage::read(datarep, file, count, position, &mut Filled(native))
    }

    /// [`AnyDatarep::write_items`] of a slice.
    #[doc(hidden)]
    fn write_slice(
        datarep: &AnyDatarep,
        native: &[Self],
        count: i64,
        position: i64,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        stage::write(datarep, &Written(native), count, position, file)
    }
}

macro_rules! scalars {
    ($($native:ty),*) => { $(
        impl Layout for $native {
            const OCTETS: usize = <$native as Octets>::OCTETS;

            fn typemap() -> Result<Typemap, Error> {
                Ok(<$native as Native>::PREDEFINED.into())
            }

            #[inline]
            fn load(octets: &[u8]) -> Option<$native> {
                <$native as Octets>::is_valid(octets).then(|| <$native as Octets>::load(octets))
            }

            #[inline]
            fn store(&self, octets: &mut [u8]) {
                Octets::store(*self, octets);
            }

            fn read_slice(
                datarep: &AnyDatarep,
                file: &mut [u8],
                count: i64,
                position: i64,
                native: &mut [$native],
            ) -> Result<Loss, Error> {
                let Some(generated) = datarep.generated() else {
                    return stage::read(datarep, file, count, position, &mut Filled(native));
                };
                let native = &mut native[index(position)..index(position + count)];
                generated.read::<$native>(file, native).map_err(|error| error.moved(position))
            }

            fn write_slice(
                datarep: &AnyDatarep,
                native: &[$native],
                count: i64,
                position: i64,
                file: &mut [u8],
            ) -> Result<Loss, Error> {
                let Some(generated) = datarep.generated() else {
                    return stage::write(datarep, &Written(native), count, position, file);
                };
                let native = &native[index(position)..index(position + count)];
                generated.write::<$native>(native, file).map_err(|error| error.moved(position))
            }
        }

        const _: () = assert!(<$native as Octets>::OCTETS == <$native as Native>::PREDEFINED.native_size());
    )* };
}

scalars!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64, bool, char);
scalars!(F16, Bf16, F128, LongDouble, Logical, Character, Decimal);

impl<T: Layout> Layout for Complex<T> {
    const OCTETS: usize = 2 * T::OCTETS;

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
    fn load(octets: &[u8]) -> Option<Self> {
        let (re, im) = octets.split_at_checked(T::OCTETS)?;
        Some(Complex { re: T::load(re)?, im: T::load(im)? })
    }

    #[inline]
    fn store(&self, octets: &mut [u8]) {
        let (re, im) = octets.split_at_mut(T::OCTETS);
        self.re.store(re);
        self.im.store(im);
    }
}

impl<T: Layout, const N: usize> Layout for [T; N] {
    const OCTETS: usize = N * T::OCTETS;

    fn typemap() -> Result<Typemap, Error> {
        Typemap::contiguous(length(N), &T::typemap()?)
    }

    #[inline]
    fn load(octets: &[u8]) -> Option<Self> {
        let element = |at: usize| T::load(&octets[at * T::OCTETS..][..T::OCTETS]);
        let loaded: [Option<T>; N] = std::array::from_fn(element);
        let whole = loaded.iter().all(Option::is_some);
        whole.then(|| loaded.map(|element| element.unwrap_or_else(|| unreachable!("all are there"))))
    }

    #[inline]
    fn store(&self, octets: &mut [u8]) {
        for (value, octets) in self.iter().zip(octets.chunks_exact_mut(T::OCTETS.max(1))) {
            value.store(octets);
        }
    }

    fn read_slice(
        datarep: &AnyDatarep,
        file: &mut [u8],
        count: i64,
        position: i64,
        native: &mut [Self],
    ) -> Result<Loss, Error> {
        T::read_slice(datarep, file, count, position, native.as_flattened_mut())
    }

    fn write_slice(
        datarep: &AnyDatarep,
        native: &[Self],
        count: i64,
        position: i64,
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        T::write_slice(datarep, native.as_flattened(), count, position, file)
    }
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

/// The field of a struct whose octets begin at `displacement`.
#[inline]
pub fn load_field<T: Layout>(octets: &[u8], displacement: usize) -> Option<T> {
    T::load(octets.get(displacement..)?.get(..T::OCTETS)?)
}

/// Stores the field of a struct whose octets begin at `displacement`.
#[inline]
pub fn store_field<T: Layout>(field: &T, octets: &mut [u8], displacement: usize) {
    field.store(&mut octets[displacement..][..T::OCTETS]);
}
