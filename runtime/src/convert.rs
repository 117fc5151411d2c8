//! From one item to many: how scalars, arrays, complex numbers and structs are laid out and converted.
//!
//! Generated code defines how one scalar is converted ([`Convert`]). A [`Plan`] defines where the scalars of a type
//! lie, and converts slices of the type. This module knows no format and no name.

mod blocks;
pub(crate) mod count;
mod datatype;
mod line;
pub(crate) mod mixed;
pub(crate) mod null;
mod ordinary;
#[cfg(feature = "parallel")]
pub(crate) mod parallel;
mod plan;
pub(crate) mod record;
#[cfg(feature = "file")]
pub(crate) mod reorder;
mod scalar;
mod tally;
pub(crate) mod variable;
pub(crate) mod whole;

pub use self::datatype::Datatype;
pub use self::line::{assert_reads, assert_writes};
pub use self::ordinary::Ordinary;
pub use self::plan::{Array, ComplexOf, Plan, Scalar};
pub use self::scalar::{ByteOrder, Convert};
pub use self::tally::Tally;
pub(crate) use self::whole::{
    ConversionResult, count_whole_items, loss_by_plan, loss_on_write_by_plan, read_by_plan, report_losses,
    write_by_plan,
};
