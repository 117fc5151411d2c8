//! Representations: one type for compiled ones, plug-ins, functions of a program, and `native`.
//!
//! Its operations are in `slices`, for slices of plain types, and in `transfer`, for items of datatypes.

use std::fmt;
#[cfg(feature = "file")]
use std::sync::Arc;

#[cfg(feature = "file")]
use crate::assembled::Assembled;
use crate::descriptor::Descriptor;
#[cfg(feature = "file")]
use crate::error::{Error, ErrorKind, MAX_NAME};
#[cfg(feature = "file")]
use crate::functions::ConversionFunctions;
use crate::predefined::Predefined;

/// A representation: how each predefined type is stored in a file.
///
/// It is compiled from a description: every generated module has one, `DATAREP`. With the feature `file` it may also be
/// `native`, a program's own conversion functions, or a plug-in. Cloning is cheap.
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
pub struct Datarep(pub(crate) DatarepKind);

/// The kinds of representations.
#[derive(Clone)]
pub(crate) enum DatarepKind {
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
        Datarep(DatarepKind::Functions(Arc::new(functions)))
    }
}

impl fmt::Debug for Datarep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.0 {
            DatarepKind::Compiled(_) => "compiled",
            #[cfg(feature = "file")]
            DatarepKind::Native => "native",
            #[cfg(feature = "file")]
            DatarepKind::Functions(_) => "functions",
            #[cfg(feature = "file")]
            DatarepKind::Assembled(assembled) => assembled.origin,
        };
        write!(f, "Datarep({:?}, {kind})", self.name())
    }
}

impl Datarep {
    /// The compiled representation with this descriptor.
    #[doc(hidden)]
    pub const fn compiled(descriptor: &'static Descriptor) -> Datarep {
        Datarep(DatarepKind::Compiled(descriptor))
    }

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
    #[cfg(feature = "file")]
    pub const NATIVE: Datarep = Datarep(DatarepKind::Native);

    /// The name of the representation.
    pub fn name(&self) -> &str {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => descriptor.name(),
            #[cfg(feature = "file")]
            DatarepKind::Native => "native",
            #[cfg(feature = "file")]
            DatarepKind::Functions(functions) => functions.name(),
            #[cfg(feature = "file")]
            DatarepKind::Assembled(assembled) => &assembled.name,
        }
    }

    /// The documentation in its description, or an empty text.
    pub fn doc(&self) -> &str {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => descriptor.doc(),
            #[cfg(feature = "file")]
            DatarepKind::Native | DatarepKind::Functions(_) => "",
            #[cfg(feature = "file")]
            DatarepKind::Assembled(assembled) => &assembled.doc,
        }
    }

    /// How the type is stored, in the words of the description, such as `real 8 => hfp64`.
    pub fn mapping(&self, predefined: Predefined) -> &str {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => descriptor.mapping(predefined),
            #[cfg(feature = "file")]
            DatarepKind::Native => "as it is",
            #[cfg(feature = "file")]
            DatarepKind::Functions(_) => "by functions",
            #[cfg(feature = "file")]
            DatarepKind::Assembled(assembled) => assembled.mapping(predefined),
        }
    }

    /// The bytes that one item of the type takes in the file. `None` if the type is unsupported, or if a program's
    /// extent function fails: `type_extent` returns the reason.
    pub fn extent(&self, predefined: Predefined) -> Option<usize> {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => descriptor.extent(predefined),
            #[cfg(feature = "file")]
            DatarepKind::Native => Some(predefined.native_size()),
            #[cfg(feature = "file")]
            DatarepKind::Functions(functions) => functions.extent(predefined).ok()?.try_into().ok(),
            #[cfg(feature = "file")]
            DatarepKind::Assembled(assembled) => assembled.extent(predefined),
        }
    }

    /// The descriptor, if the representation is compiled.
    #[cfg(feature = "file")]
    pub(crate) fn descriptor(&self) -> Option<&'static Descriptor> {
        match self.0 {
            DatarepKind::Compiled(descriptor) => Some(descriptor),
            DatarepKind::Native | DatarepKind::Functions(_) | DatarepKind::Assembled(_) => None,
        }
    }

    /// The functions of a program, if the representation consists of them.
    #[cfg(feature = "file")]
    pub(crate) fn functions(&self) -> Option<&ConversionFunctions> {
        match &self.0 {
            DatarepKind::Functions(functions) => Some(functions),
            DatarepKind::Compiled(_) | DatarepKind::Native | DatarepKind::Assembled(_) => None,
        }
    }
}

#[cfg(feature = "file")]
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
        Ok(Datarep(DatarepKind::Assembled(Arc::new(self))))
    }
}
