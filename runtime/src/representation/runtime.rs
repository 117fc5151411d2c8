//! Representations that are not compiled: `native`, a program's own conversion functions, plug-ins, plans that are run.
//!
//! Unlike a compiled representation they have no function of slices for each type. Slices pass through bytes.

use std::sync::Arc;

use super::{Datarep, DatarepKind};
use crate::assembled::Assembled;
use crate::convert::count_whole_items;
use crate::convert::whole::check_length;
use crate::descriptor::Descriptor;
use crate::error::{Error, ErrorKind, MAX_NAME};
use crate::functions::ConversionFunctions;
use crate::loss::Loss;
use crate::memory::AsBytes;
use crate::num::to_i64 as length;
use crate::predefined::Predefined;
use crate::slices::Native;
use crate::typed::{self, Layout};

/// What else a native type needs for slices of it in such a representation.
pub trait Sealed: Layout + AsBytes {}

/// A representation that is not compiled.
#[derive(Clone)]
pub(crate) enum RuntimeDatarep {
    Native,
    Functions(Arc<ConversionFunctions>),
    Assembled(Arc<Assembled>),
}

/// What it says of itself.
impl RuntimeDatarep {
    /// Where it comes from, as debug output shows it.
    pub(super) fn origin(&self) -> &str {
        match self {
            RuntimeDatarep::Native => "native",
            RuntimeDatarep::Functions(_) => "functions",
            RuntimeDatarep::Assembled(assembled) => assembled.origin,
        }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            RuntimeDatarep::Native => "native",
            RuntimeDatarep::Functions(functions) => functions.name(),
            RuntimeDatarep::Assembled(assembled) => &assembled.name,
        }
    }

    pub(super) fn doc(&self) -> &str {
        match self {
            RuntimeDatarep::Native | RuntimeDatarep::Functions(_) => "",
            RuntimeDatarep::Assembled(assembled) => &assembled.doc,
        }
    }

    pub(super) fn mapping(&self, predefined: Predefined) -> &str {
        match self {
            RuntimeDatarep::Native => "as it is",
            RuntimeDatarep::Functions(_) => "by functions",
            RuntimeDatarep::Assembled(assembled) => assembled.mapping(predefined),
        }
    }

    pub(super) fn extent(&self, predefined: Predefined) -> Option<usize> {
        match self {
            RuntimeDatarep::Native => Some(predefined.native_size()),
            RuntimeDatarep::Functions(functions) => functions.extent(predefined).ok()?.try_into().ok(),
            RuntimeDatarep::Assembled(assembled) => assembled.extent(predefined),
        }
    }

    /// The bytes of an item in the file, or why there are none.
    pub(crate) fn extent_of(&self, predefined: Predefined) -> Result<i64, Error> {
        match self {
            RuntimeDatarep::Native => Ok(length(predefined.native_size())),
            RuntimeDatarep::Functions(functions) => functions.extent(predefined),
            RuntimeDatarep::Assembled(assembled) => {
                assembled.require_type(predefined).map(|known| length(known.extent))
            }
        }
    }
}

/// Slices, as [`Datarep`] converts them. `datarep` is the representation that `self` is the kind of.
impl RuntimeDatarep {
    pub(crate) fn native_extent<T: Native>(&self, predefined: Predefined) -> Result<usize, Error> {
        // Several of MPI's types have the same native type. A slice stands for any of these.
        if predefined.plain_slice_type() != Some(T::PREDEFINED) {
            let native = std::any::type_name::<T>();
            return Err(ErrorKind::Native { native, predefined }.into());
        }
        let extent = self.extent_of(predefined)?;
        usize::try_from(extent).map_err(|_| ErrorKind::TooLarge { what: "extent" }.into())
    }

    pub(crate) fn read<T: Native>(
        &self,
        datarep: &Datarep,
        predefined: Predefined,
        file: &[u8],
        native: &mut [T],
    ) -> Result<Loss, Error> {
        // Nobody else checks them: the bytes of another type would be converted without a complaint, and `typed` counts
        // items by the slice alone.
        check_length(file.len(), native.len(), self.native_extent::<T>(predefined)?)?;
        match self {
            RuntimeDatarep::Native | RuntimeDatarep::Functions(_) => {
                typed::read_as(datarep, predefined, native, file)
            }
            RuntimeDatarep::Assembled(assembled) => assembled.read(datarep, predefined, file, native),
        }
    }

    pub(crate) fn write<T: Native>(
        &self,
        datarep: &Datarep,
        predefined: Predefined,
        native: &[T],
        file: &mut [u8],
    ) -> Result<Loss, Error> {
        check_length(file.len(), native.len(), self.native_extent::<T>(predefined)?)?;
        match self {
            RuntimeDatarep::Native | RuntimeDatarep::Functions(_) => {
                typed::write_as(datarep, predefined, native, file)
            }
            RuntimeDatarep::Assembled(assembled) => assembled.write(datarep, predefined, native, file),
        }
    }

    pub(crate) fn loss<T: Native>(&self, predefined: Predefined, file: &[u8]) -> Result<Loss, Error> {
        // A rest that is no whole item is an error for the caller, and the conversion would not see it.
        count_whole_items(file.len(), self.native_extent::<T>(predefined)?)?;
        match self {
            RuntimeDatarep::Native | RuntimeDatarep::Functions(_) => Ok(Loss::default()),
            RuntimeDatarep::Assembled(assembled) => assembled.loss(predefined, file),
        }
    }

    pub(crate) fn loss_on_write<T: Native>(
        &self,
        predefined: Predefined,
        native: &[T],
    ) -> Result<Loss, Error> {
        self.native_extent::<T>(predefined)?;
        match self {
            RuntimeDatarep::Native | RuntimeDatarep::Functions(_) => Ok(Loss::default()),
            RuntimeDatarep::Assembled(assembled) => assembled.loss_on_write(predefined, native),
        }
    }
}

impl From<ConversionFunctions> for Datarep {
    fn from(functions: ConversionFunctions) -> Datarep {
        Datarep(DatarepKind::Runtime(RuntimeDatarep::Functions(Arc::new(functions))))
    }
}

impl Datarep {
    /// The representation of memory, which leaves items unconverted. In a file a datatype has the same gaps and padding
    /// as in memory.
    ///
    /// ```
    /// use datarep::{Datarep, datatype::PairType, standard::external32};
    /// let pair = PairType::DoubleInt.into();
    /// assert_eq!(Datarep::NATIVE.type_extent(&pair)?, Some(16));
    /// assert_eq!(external32::DATAREP.type_extent(&pair)?, Some(12));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    pub const NATIVE: Datarep = Datarep(DatarepKind::Runtime(RuntimeDatarep::Native));

    /// The descriptor, if the representation is compiled.
    pub(crate) const fn descriptor(&self) -> Option<&'static Descriptor> {
        match self.0 {
            DatarepKind::Compiled(descriptor) => Some(descriptor),
            DatarepKind::Runtime(_) => None,
        }
    }

    /// The functions of a program, if the representation consists of them.
    pub(crate) fn functions(&self) -> Option<&ConversionFunctions> {
        match &self.0 {
            DatarepKind::Runtime(RuntimeDatarep::Functions(functions)) => Some(functions),
            DatarepKind::Compiled(_) | DatarepKind::Runtime(_) => None,
        }
    }
}

impl Assembled {
    /// Makes it a representation like any other.
    ///
    /// # Errors
    ///
    /// Class `Arg` if the name is empty or longer than 128 bytes.
    pub fn into_datarep(self) -> Result<Datarep, Error> {
        // MPI limits the names of representations, and all ways to a representation must agree on that.
        if self.name.is_empty() || self.name.len() > MAX_NAME {
            return Err(ErrorKind::Name { name: self.name.into_owned() }.into());
        }
        Ok(Datarep(DatarepKind::Runtime(RuntimeDatarep::Assembled(Arc::new(self)))))
    }
}
