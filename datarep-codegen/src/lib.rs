//! The generator of datarep: a checked model in, readable Rust out.
//!
//! What a conversion does is decided in `datarep-plan`; here plans are printed. Generation cannot fail: a
//! [model](datarep_dsl::model::Model) has passed every check. What is emitted names the runtime
//! through one door, `datarep::codegen`, has no `unsafe` and no macro, and is the same on every machine.
#![forbid(unsafe_code)]

mod assertions;
#[cfg(feature = "build-script")]
mod build_script;
mod convert;
mod expression;
mod generate;
#[cfg(feature = "build-script")]
mod library;
mod module;
mod names;
mod primitive;
mod print;
mod record;

#[cfg(feature = "build-script")]
pub use build_script::{BuildError, Builder, format, format_library};
pub use generate::{generate, stubs};
pub use record::{FieldConversions, field_conversions};
