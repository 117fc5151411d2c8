//! Names of representations that are reserved, by MPI or by the standard library.

use datarep::{Datarep, standard};

/// Names that MPI has reserved.
pub(crate) const OF_MPI: [&str; 3] = ["native", "internal", "external32"];

/// The representations that exist without being registered. A program may register another one of the same name.
pub(crate) const STANDARD: [&Datarep; 7] = [
    standard::big_endian::DATAREP,
    standard::little_endian::DATAREP,
    standard::ibm370::DATAREP,
    standard::vax_d::DATAREP,
    standard::vax_g::DATAREP,
    standard::cray::DATAREP,
    standard::external64::DATAREP,
];

/// Whether the standard library has a representation of this name.
pub(crate) fn is_standard(name: &str) -> bool {
    STANDARD.iter().any(|datarep| datarep.name() == name)
}
