//! The independent reference of conversions, and everything that is compared with it.
//!
//! [`mod@reference`] computes words and values from the model alone. Beside it are formats and records by chance, and comparisons of
//! generated with interpreted code, which no reference takes part in.
//!
//! What may not be here: anything of the generator or of the runtime in [`mod@reference`]; chores of the project, which are `xtask`'s, and
//! measurements, which are `datarep-bench`'s.
#![forbid(unsafe_code)]

#[cfg(feature = "subjects")]
pub mod dynamic;
#[cfg(feature = "subjects")]
pub mod exhaustive;
#[cfg(feature = "probe")]
pub mod probe;
#[cfg(any(all(test, feature = "hostile"), feature = "subjects"))]
mod properties;
pub mod random;
pub mod reference;
mod sample;
#[cfg(feature = "split")]
pub mod split;
#[cfg(feature = "hostile")]
mod typed;

use datarep_workshop::chance;
#[cfg(any(feature = "probe", feature = "subjects"))]
use datarep_workshop::fnv;
use datarep_workshop::workspace;
