//! The representations of the standard library, generated and ready to use.
//!
//! Each is a module with the functions `read`, `write`, `to_vec`, `to_bytes` and `extent`, and the
//! descriptor `DATAREP`. The language knows them by the same names: `extends external32`.

// Made by `cargo xtask standard`: do not edit.

include!("standard/external32.rs");
include!("standard/external64.rs");
include!("standard/big_endian.rs");
include!("standard/little_endian.rs");
include!("standard/ibm370.rs");
include!("standard/vax_d.rs");
include!("standard/vax_g.rs");
include!("standard/cray.rs");

/// All of them, in the order of the library. A program that names this has the conversions of all compiled.
pub const ALL: [&crate::Datarep; 8] = [
    external32::DATAREP,
    external64::DATAREP,
    big_endian::DATAREP,
    little_endian::DATAREP,
    ibm370::DATAREP,
    vax_d::DATAREP,
    vax_g::DATAREP,
    cray::DATAREP,
];
