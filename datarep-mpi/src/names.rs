//! Names of representations that are reserved, by MPI or by the standard library. `xtask` tests that none is missing.

use datarep::{Datarep, standard};

/// Names that MPI has reserved.
pub(crate) const OF_MPI: [&str; 3] = ["native", "internal", "external32"];

/// The representations of the standard library that `libdatarep_mpi_texts.so` reads, by name.
pub(crate) const IN_TEXTS: [&str; 26] = [
    "b6700",
    "c3d_dec",
    "cdc60",
    "dlis",
    "fdx",
    "fgx",
    "gdsii",
    "grib1",
    "gw_basic",
    "hp2100",
    "hp3000",
    "i386",
    "lis79",
    "m1750",
    "multics",
    "nd100",
    "pdp10",
    "pdp11",
    "ppc_double_double",
    "segy_ibm",
    "sigma",
    "tandem",
    "ti_c3x",
    "univac36",
    "x86_64",
    "xport",
];

/// The representations that are compiled, and exist without being registered. A program may register another one of the same name.
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
    IN_TEXTS.contains(&name) || STANDARD.iter().any(|datarep| datarep.name() == name)
}
