//! Slices of native types through any representation.

use crate::convert::{Datatype, Tally, count_whole_items, report_losses};
use crate::descriptor::{Descriptor, Entry, Functions, for_natives};
use crate::error::{Error, ErrorKind};
use crate::loss::Loss;
use crate::native::{
    Bf16, Character, Complex, Decimal, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16,
    LongDouble,
};
use crate::predefined::Predefined;
use crate::representation::{Datarep, DatarepKind, Sealed};

/// A native type that stands for a predefined type of MPI.
pub trait Native: Datatype + Sealed {
    /// The predefined type that a plain slice of this type stands for.
    const PREDEFINED: Predefined;

    #[doc(hidden)]
    fn functions(entry: &Entry) -> Option<Functions<Self>>;
}

macro_rules! natives {
    ($($variant:ident($native:ty) $predefined:ident,)*) => {
        $(
            impl Sealed for $native {}

            impl Native for $native {
                const PREDEFINED: Predefined = Predefined::$predefined;

                fn functions(entry: &Entry) -> Option<Functions<Self>> {
                    match entry {
                        Entry::$variant(functions) => Some(*functions),
                        _ => None,
                    }
                }
            }
        )*
    };
}

for_natives!(natives);

impl Descriptor {
    /// The conversions of `predefined`, whose native type must be `T`.
    pub(crate) fn functions<T: Native>(&self, predefined: Predefined) -> Result<Functions<T>, Error> {
        let entry = self.entry(predefined);
        if let Some(functions) = T::functions(entry) {
            return Ok(functions);
        }
        Err(match entry {
            Entry::Unsupported => ErrorKind::Unsupported { datarep: self.name().into(), predefined },
            _ => ErrorKind::Native { native: std::any::type_name::<T>(), predefined },
        }
        .into())
    }
}

/// Slices.
impl Datarep {
    /// The bytes that an item of `predefined`, whose native type must be `T`, takes in the file.
    fn native_extent<T: Native>(&self, predefined: Predefined) -> Result<usize, Error> {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => Ok(descriptor.functions::<T>(predefined)?.extent),
            DatarepKind::Runtime(runtime) => runtime.native_extent::<T>(predefined),
        }
    }

    /// Converts items of `file` to native items. `file` has [`Datarep::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// [`ErrorClass::Count`](crate::ErrorClass) if the lengths do not match, `Type` if the type is unsupported, and
    /// `Conversion` at the first item whose rule is `error`. The items before it are converted.
    pub fn read<T: Native>(&self, file: &[u8], native: &mut [T]) -> Result<Loss, Error> {
        self.read_as(T::PREDEFINED, file, native)
    }

    /// [`Datarep::read`] for another predefined type with the same native type, such as `MPI_LONG`.
    ///
    /// ```
    /// use datarep::{Predefined, standard::external32};
    /// let mut native = [0_i64];
    /// external32::DATAREP.read_as(Predefined::Long, &[0xFF, 0xFF, 0xFF, 0xFE], &mut native)?;
    /// assert_eq!(native, [-2]);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Datarep::read`]. Class `Type` also if `T` is not the native type of `predefined`.
    pub fn read_as<T: Native>(
        &self,
        predefined: Predefined,
        file: &[u8],
        native: &mut [T],
    ) -> Result<Loss, Error> {
        match &self.0 {
            // The usual way: a function that was compiled for this type, and not by way of bytes.
            DatarepKind::Compiled(descriptor) => {
                let functions = descriptor.functions::<T>(predefined)?;
                let mut tally = Tally::default();
                let result = (functions.read)(file, native, &mut tally);
                report_losses(result, &tally, descriptor.name())
            }
            DatarepKind::Runtime(runtime) => runtime.read(self, predefined, file, native),
        }
    }

    /// Converts native items to items of `file`. `file` has [`Datarep::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read`].
    pub fn write<T: Native>(&self, native: &[T], file: &mut [u8]) -> Result<Loss, Error> {
        self.write_as(T::PREDEFINED, native, file)
    }

    /// [`Datarep::write`] for another predefined type with the same native type.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read_as`].
    pub fn write_as<T: Native>(
        &self,
        predefined: Predefined,
        native: &[T],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => {
                let functions = descriptor.functions::<T>(predefined)?;
                let mut tally = Tally::default();
                let result = (functions.write)(native, file, &mut tally);
                report_losses(result, &tally, descriptor.name())
            }
            DatarepKind::Runtime(runtime) => runtime.write(self, predefined, native, file),
        }
    }

    /// What reading `file` as items of `T` would lose: a dry run that counts and stores nothing.
    ///
    /// An event whose rule is `error` is counted like any other. `native` and representations by a program's functions
    /// count nothing.
    ///
    /// ```
    /// use datarep::standard::ibm370;
    /// // 16^62, and one.
    /// let file = [0x7F, 0x10, 0, 0, 0x41, 0x10, 0, 0];
    /// assert_eq!(ibm370::DATAREP.loss::<f32>(&file)?.overflow, 1);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Class `Count` if the last item is incomplete, `Type` if the type is unsupported.
    pub fn loss<T: Native>(&self, file: &[u8]) -> Result<Loss, Error> {
        self.loss_as::<T>(T::PREDEFINED, file)
    }

    /// [`Datarep::loss`] for another predefined type with the same native type.
    ///
    /// # Errors
    ///
    /// As [`Datarep::loss`]. Class `Type` also if `T` is not the native type of `predefined`.
    pub fn loss_as<T: Native>(&self, predefined: Predefined, file: &[u8]) -> Result<Loss, Error> {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => (descriptor.functions::<T>(predefined)?.loss)(file),
            DatarepKind::Runtime(runtime) => runtime.loss::<T>(predefined, file),
        }
    }

    /// What writing `native` would lose: a dry run that counts and stores nothing.
    ///
    /// # Errors
    ///
    /// Class `Type` if the type is unsupported.
    pub fn loss_on_write<T: Native>(&self, native: &[T]) -> Result<Loss, Error> {
        self.loss_on_write_as(T::PREDEFINED, native)
    }

    /// [`Datarep::loss_on_write`] for another predefined type with the same native type.
    ///
    /// # Errors
    ///
    /// As [`Datarep::loss_as`].
    pub fn loss_on_write_as<T: Native>(&self, predefined: Predefined, native: &[T]) -> Result<Loss, Error> {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => {
                Ok((descriptor.functions::<T>(predefined)?.loss_on_write)(native))
            }
            DatarepKind::Runtime(runtime) => runtime.loss_on_write(predefined, native),
        }
    }

    /// Converts a file to a new vector.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read`]. Class `Count` if the last item is incomplete.
    pub fn to_vec<T: Native + Default>(&self, file: &[u8]) -> Result<(Vec<T>, Loss), Error> {
        let extent = self.native_extent::<T>(T::PREDEFINED)?;
        let mut native = vec![T::default(); count_whole_items(file.len(), extent)?];
        let loss = self.read(file, &mut native)?;
        Ok((native, loss))
    }

    /// Converts native items to new bytes.
    ///
    /// # Errors
    ///
    /// As [`Datarep::write`].
    pub fn to_bytes<T: Native>(&self, native: &[T]) -> Result<(Vec<u8>, Loss), Error> {
        let bytes = native.len().checked_mul(self.native_extent::<T>(T::PREDEFINED)?);
        let mut file = vec![0; bytes.ok_or(ErrorKind::TooLarge { what: "size in the file" })?];
        let loss = self.write(native, &mut file)?;
        Ok((file, loss))
    }
}
