//! The generator of datarep, which turns a checked model into readable Rust.
//!
//! `datarep-plan` decides what a conversion does, and this crate prints the plans. Generation cannot fail, because a
//! [model](datarep_dsl::model::Model) has passed every check. The generated code uses only the module
//! `datarep::codegen` of the runtime, has no `unsafe` and no macro, and is the same on every machine.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod assertions;
#[cfg(feature = "build-script")]
mod build_script;
mod convert;
mod expression;
mod function;
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
#[doc(hidden)]
pub use function::{find_input, find_item, print_events, print_function};
pub use generate::{generate, stubs};
pub use record::{FieldConversions, field_conversions};
