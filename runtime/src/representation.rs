//! Representations: one type for compiled ones, plug-ins, functions of a program, and `native`.
//!
//! Its operations are in `slices`, for slices of plain types, and in `transfer`, for items of datatypes.

#[cfg(feature = "file")]
mod runtime;
#[cfg(not(feature = "file"))]
#[path = "representation/compiled_only.rs"]
mod runtime;

use std::fmt;

use crate::descriptor::Descriptor;
use crate::predefined::Predefined;
pub(crate) use runtime::{RuntimeDatarep, Sealed};

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
    #[cfg_attr(not(feature = "file"), expect(dead_code, reason = "then there is none"))]
    Runtime(RuntimeDatarep),
}

impl From<&Datarep> for Datarep {
    fn from(datarep: &Datarep) -> Datarep {
        datarep.clone()
    }
}

impl fmt::Debug for Datarep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.0 {
            DatarepKind::Compiled(_) => "compiled",
            DatarepKind::Runtime(runtime) => runtime.origin(),
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

    /// The name of the representation.
    pub fn name(&self) -> &str {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => descriptor.name(),
            DatarepKind::Runtime(runtime) => runtime.name(),
        }
    }

    /// The documentation in its description, or an empty text.
    pub fn doc(&self) -> &str {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => descriptor.doc(),
            DatarepKind::Runtime(runtime) => runtime.doc(),
        }
    }

    /// How the type is stored, in the words of the description, such as `real 8 => hfp64`.
    pub fn mapping(&self, predefined: Predefined) -> &str {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => descriptor.mapping(predefined),
            DatarepKind::Runtime(runtime) => runtime.mapping(predefined),
        }
    }

    /// The bytes that one item of the type takes in the file. `None` if the type is unsupported, or if a program's
    /// extent function fails: `type_extent` returns the reason.
    pub fn extent(&self, predefined: Predefined) -> Option<usize> {
        match &self.0 {
            DatarepKind::Compiled(descriptor) => descriptor.extent(predefined),
            DatarepKind::Runtime(runtime) => runtime.extent(predefined),
        }
    }
}
