//! Representations: one type for all, compiled, of a plug-in, by functions, or `native`.
//!
//! Here slices of plain types are converted; items of datatypes are in `transfer`.

use std::fmt;
#[cfg(feature = "file")]
use std::sync::Arc;

#[cfg(feature = "file")]
use crate::assembled::Assembled;
#[cfg(feature = "file")]
use crate::convert::check_length;
use crate::convert::{converted, whole_items};
#[cfg(feature = "file")]
use crate::datatype::Extents as _;
use crate::descriptor::{Descriptor, Native};
use crate::error::{Error, ErrorKind};
#[cfg(feature = "file")]
use crate::functions::ConversionFunctions;
use crate::loss::Loss;
use crate::predefined::Predefined;
#[cfg(feature = "file")]
use crate::typed;

/// The longest name of a representation, in bytes.
pub(crate) const MAX_NAME: usize = 128;

/// A representation: how each predefined type is stored in a file.
///
/// It is compiled from a description: every generated module has one, `DATAREP`. With the feature `file` it may also be
/// `native`, made of a program's own conversion functions, or of a plug-in. Cloning is cheap.
///
/// ```
/// use datarep::{Predefined, standard::ibm370};
/// let datarep = ibm370::DATAREP;
/// assert_eq!(datarep.name(), "ibm370");
/// assert_eq!(datarep.extent(Predefined::Double), Some(8));
/// assert_eq!(datarep.to_vec::<f32>(&[0x41, 0x10, 0, 0])?.0, [1.0]);
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone)]
pub struct Datarep(pub(crate) Kind);

/// What a representation is made of.
#[derive(Clone)]
pub(crate) enum Kind {
    Compiled(&'static Descriptor),
    #[cfg(feature = "file")]
    Native,
    #[cfg(feature = "file")]
    Functions(Arc<ConversionFunctions>),
    #[cfg(feature = "file")]
    Assembled(Arc<Assembled>),
}

impl From<&Datarep> for Datarep {
    fn from(datarep: &Datarep) -> Datarep {
        datarep.clone()
    }
}

#[cfg(feature = "file")]
impl From<ConversionFunctions> for Datarep {
    fn from(functions: ConversionFunctions) -> Datarep {
        Datarep(Kind::Functions(Arc::new(functions)))
    }
}

impl fmt::Debug for Datarep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.0 {
            Kind::Compiled(_) => "compiled",
            #[cfg(feature = "file")]
            Kind::Native => "native",
            #[cfg(feature = "file")]
            Kind::Functions(_) => "functions",
            #[cfg(feature = "file")]
            Kind::Assembled(assembled) => assembled.origin,
        };
        write!(f, "Datarep({:?}, {kind})", self.name())
    }
}

impl Datarep {
    /// The compiled one of a descriptor.
    #[doc(hidden)]
    pub const fn compiled(descriptor: &'static Descriptor) -> Datarep {
        Datarep(Kind::Compiled(descriptor))
    }

    /// The representation of memory: items as they are. A datatype has in a file the gaps and the padding that it
    /// has in memory.
    ///
    /// ```
    /// use datarep::{Datarep, datatype::PairType, standard::external32};
    /// let pair = PairType::DoubleInt.into();
    /// assert_eq!(Datarep::NATIVE.type_extent(&pair)?, Some(16));
    /// assert_eq!(external32::DATAREP.type_extent(&pair)?, Some(12));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    #[cfg(feature = "file")]
    pub const NATIVE: Datarep = Datarep(Kind::Native);

    /// Its name.
    pub fn name(&self) -> &str {
        match &self.0 {
            Kind::Compiled(descriptor) => descriptor.name(),
            #[cfg(feature = "file")]
            Kind::Native => "native",
            #[cfg(feature = "file")]
            Kind::Functions(functions) => functions.name(),
            #[cfg(feature = "file")]
            Kind::Assembled(assembled) => &assembled.name,
        }
    }

    /// What its description says of it; nothing, where it has none.
    pub fn doc(&self) -> &str {
        match &self.0 {
            Kind::Compiled(descriptor) => descriptor.doc(),
            #[cfg(feature = "file")]
            Kind::Native | Kind::Functions(_) => "",
            #[cfg(feature = "file")]
            Kind::Assembled(assembled) => &assembled.doc,
        }
    }

    /// How the type is stored, as its description says: `real 8 => hfp64`.
    pub fn mapping(&self, predefined: Predefined) -> &str {
        match &self.0 {
            Kind::Compiled(descriptor) => descriptor.mapping(predefined),
            #[cfg(feature = "file")]
            Kind::Native => "as it is",
            #[cfg(feature = "file")]
            Kind::Functions(_) => "by functions",
            #[cfg(feature = "file")]
            Kind::Assembled(assembled) => assembled.mapping(predefined),
        }
    }

    /// Bytes that one item of the type takes in the file; `None` where the type is unsupported, and where a program's
    /// own function does not tell: `type_extent` says why.
    pub fn extent(&self, predefined: Predefined) -> Option<usize> {
        match &self.0 {
            Kind::Compiled(descriptor) => descriptor.extent(predefined),
            #[cfg(feature = "file")]
            Kind::Native => Some(predefined.native_size()),
            #[cfg(feature = "file")]
            Kind::Functions(functions) => functions.extent(predefined).ok()?.try_into().ok(),
            #[cfg(feature = "file")]
            Kind::Assembled(assembled) => assembled.extent(predefined),
        }
    }

    /// The descriptor of a compiled one.
    #[cfg(feature = "file")]
    pub(crate) fn descriptor(&self) -> Option<&'static Descriptor> {
        match self.0 {
            Kind::Compiled(descriptor) => Some(descriptor),
            Kind::Native | Kind::Functions(_) | Kind::Assembled(_) => None,
        }
    }

    /// The functions that it is made of.
    #[cfg(feature = "file")]
    pub(crate) fn functions(&self) -> Option<&ConversionFunctions> {
        match &self.0 {
            Kind::Functions(functions) => Some(functions),
            Kind::Compiled(_) | Kind::Native | Kind::Assembled(_) => None,
        }
    }

    /// Bytes of an item in the file, of a predefined type of which the native type is to be `T`.
    fn native_extent<T: Native>(&self, predefined: Predefined) -> Result<usize, Error> {
        match &self.0 {
            Kind::Compiled(descriptor) => Ok(descriptor.functions::<T>(predefined)?.extent),
            #[cfg(feature = "file")]
            Kind::Native | Kind::Functions(_) | Kind::Assembled(_) => {
                if predefined.plain() != Some(T::PREDEFINED) {
                    let native = std::any::type_name::<T>();
                    return Err(ErrorKind::Native { native, predefined }.into());
                }
                let extent = self.extent_of(predefined)?;
                usize::try_from(extent).map_err(|_| ErrorKind::TooLarge { what: "extent" }.into())
            }
        }
    }

    /// File to native. `file`: [`Datarep::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// [`ErrorClass::Count`](crate::ErrorClass) where the lengths do not fit, `Type` where the type is unsupported,
    /// `Conversion` at the first item whose rule is `error`; the items before it are converted.
    pub fn read<T: Native>(&self, file: &[u8], native: &mut [T]) -> Result<Loss, Error> {
        self.read_as(T::PREDEFINED, file, native)
    }

    /// [`Datarep::read`] of another predefined type with the same native type, such as `MPI_LONG`.
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
    /// As [`Datarep::read`]; class `Type` also where `T` is not the native type of `predefined`.
    pub fn read_as<T: Native>(
        &self,
        predefined: Predefined,
        file: &[u8],
        native: &mut [T],
    ) -> Result<Loss, Error> {
        match &self.0 {
            Kind::Compiled(descriptor) => {
                let functions = descriptor.functions::<T>(predefined)?;
                converted(|| descriptor.name().into(), |tally| (functions.read)(file, native, tally))
            }
            #[cfg(feature = "file")]
            Kind::Native | Kind::Functions(_) => {
                check_length(file.len(), native.len(), self.native_extent::<T>(predefined)?)?;
                typed::read_as(self, predefined, native, file)
            }
            #[cfg(feature = "file")]
            Kind::Assembled(assembled) => {
                self.native_extent::<T>(predefined)?;
                assembled.read(self, predefined, file, native)
            }
        }
    }

    /// Native to file. `file`: [`Datarep::extent`] bytes for each item of `native`.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read`].
    pub fn write<T: Native>(&self, native: &[T], file: &mut [u8]) -> Result<Loss, Error> {
        self.write_as(T::PREDEFINED, native, file)
    }

    /// [`Datarep::write`] of another predefined type with the same native type.
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
            Kind::Compiled(descriptor) => {
                let functions = descriptor.functions::<T>(predefined)?;
                converted(|| descriptor.name().into(), |tally| (functions.write)(native, file, tally))
            }
            #[cfg(feature = "file")]
            Kind::Native | Kind::Functions(_) => {
                check_length(file.len(), native.len(), self.native_extent::<T>(predefined)?)?;
                typed::write_as(self, predefined, native, file)
            }
            #[cfg(feature = "file")]
            Kind::Assembled(assembled) => {
                self.native_extent::<T>(predefined)?;
                assembled.write(self, predefined, native, file)
            }
        }
    }

    /// What reading `file` as items of `T` would lose: a dry run, which counts and stores nothing.
    ///
    /// An event whose rule is `error` is counted like any other. In `native`, and by functions of a program, nothing is
    /// counted.
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
    /// Class `Count` where the last item straddles the end, `Type` where the type is unsupported.
    pub fn loss<T: Native>(&self, file: &[u8]) -> Result<Loss, Error> {
        self.loss_as::<T>(T::PREDEFINED, file)
    }

    /// [`Datarep::loss`] of another predefined type with the same native type.
    ///
    /// # Errors
    ///
    /// As [`Datarep::loss`]; class `Type` also where `T` is not the native type of `predefined`.
    pub fn loss_as<T: Native>(&self, predefined: Predefined, file: &[u8]) -> Result<Loss, Error> {
        match &self.0 {
            Kind::Compiled(descriptor) => (descriptor.functions::<T>(predefined)?.loss)(file),
            #[cfg(feature = "file")]
            Kind::Native | Kind::Functions(_) => {
                whole_items(file.len(), self.native_extent::<T>(predefined)?)?;
                Ok(Loss::default())
            }
            #[cfg(feature = "file")]
            Kind::Assembled(assembled) => {
                self.native_extent::<T>(predefined)?;
                assembled.loss(predefined, file)
            }
        }
    }

    /// What writing `native` would lose: a dry run, which counts and stores nothing.
    ///
    /// # Errors
    ///
    /// Class `Type` where the type is unsupported.
    pub fn loss_on_write<T: Native>(&self, native: &[T]) -> Result<Loss, Error> {
        self.loss_on_write_as(T::PREDEFINED, native)
    }

    /// [`Datarep::loss_on_write`] of another predefined type with the same native type.
    ///
    /// # Errors
    ///
    /// As [`Datarep::loss_as`].
    pub fn loss_on_write_as<T: Native>(&self, predefined: Predefined, native: &[T]) -> Result<Loss, Error> {
        match &self.0 {
            Kind::Compiled(descriptor) => Ok((descriptor.functions::<T>(predefined)?.loss_on_write)(native)),
            #[cfg(feature = "file")]
            Kind::Native | Kind::Functions(_) => self.native_extent::<T>(predefined).map(|_| Loss::default()),
            #[cfg(feature = "file")]
            Kind::Assembled(assembled) => {
                self.native_extent::<T>(predefined)?;
                assembled.loss_on_write(predefined, native)
            }
        }
    }

    /// File to a new vector.
    ///
    /// # Errors
    ///
    /// As [`Datarep::read`]; class `Count` where the last item straddles the end.
    pub fn to_vec<T: Native + Default>(&self, file: &[u8]) -> Result<(Vec<T>, Loss), Error> {
        let extent = self.native_extent::<T>(T::PREDEFINED)?;
        let mut native = vec![T::default(); whole_items(file.len(), extent)?];
        let loss = self.read(file, &mut native)?;
        Ok((native, loss))
    }

    /// Native to new bytes.
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
