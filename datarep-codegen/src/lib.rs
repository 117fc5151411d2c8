//! The generator of datarep: a checked model in, readable Rust out.
//!
//! Generation cannot fail: a [`Model`] has passed every check. What is emitted names the runtime
//! through one door, `datarep::codegen`, has no `unsafe` and no macro, and is the same on every machine.
#![forbid(unsafe_code)]

mod assertions;
#[cfg(feature = "build-script")]
mod build_script;
mod character;
mod convert;
mod decimal;
mod fixed;
mod float;
mod integer;
#[cfg(feature = "build-script")]
mod library;
mod logical;
mod module;
mod names;
mod order;
mod pair;

use datarep_dsl::model::Model;
use proc_macro2::TokenStream;

#[cfg(feature = "build-script")]
pub use build_script::{BuildError, Builder, format, format_library};

/// The items of a text: one module for each representation, and the tests of formats that none of them maps.
pub fn generate(model: &Model) -> TokenStream {
    let modules = model.datareps.iter().map(|datarep| module::emit_module(model, datarep));
    modules.chain([assertions::emit_format_tests(model)]).collect()
}

/// Items that stand for the representations of a text with faults, so that its names resolve.
pub fn stubs(datareps: &[String]) -> TokenStream {
    datareps.iter().map(|name| module::emit_stub(name)).collect()
}
