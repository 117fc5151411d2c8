//! The groups. Each has works, contestants, and goals.
//!
//! To add a group, add a file in this folder with a `const GROUP`, and an entry in the list.

#[cfg(feature = "bench")]
mod build;
#[cfg(feature = "bench")]
mod datatype;
#[cfg(feature = "bench")]
mod dynamic;
#[cfg(feature = "bench")]
mod file;
#[cfg(feature = "bench")]
mod floats;
#[cfg(feature = "bench")]
mod integer;
pub(super) mod mpi;
#[cfg(feature = "bench")]
mod parallel;
pub(super) mod python;
#[cfg(feature = "records")]
pub(super) mod records;
#[cfg(feature = "bench")]
mod slice;
#[cfg(feature = "bench")]
mod structs;
#[cfg(feature = "bench")]
mod swap;
#[cfg(feature = "bench")]
mod text;
#[cfg(feature = "bench")]
mod widths;

#[cfg(feature = "bench")]
use super::{Bench, clock::Cores, goals::Goal};

/// Works that are measured together.
#[cfg(feature = "bench")]
pub(super) struct Group {
    /// The name for `--group` and in the rows.
    pub(super) name: &'static str,
    pub(super) cores: Cores,
    /// Measures all works at all sizes.
    pub(super) measure: fn(&mut Bench<'_>) -> Result<(), String>,
    pub(super) goals: &'static [Goal],
}

/// Every group, in the order of measurement.
#[cfg(feature = "bench")]
pub(super) const ALL: &[Group] = &[
    swap::GROUP,
    integer::GROUP,
    text::GROUP,
    structs::GROUP,
    datatype::GROUP,
    floats::READ,
    floats::WRITE,
    floats::OTHER,
    dynamic::GROUP,
    file::GROUP,
    parallel::GROUP,
    mpi::GROUP,
    build::GROUP,
];
