//! The language of datarep: text in, checked model or diagnostics out.
//!
//! A text describes number formats and the representations made of them. [`compile`] parses and checks it. The result
//! is a [`Model`] or a list of [`Diagnostic`]s, each with its place in the text. A model is complete and correct, so
//! code can be generated from it without further checks.
//!
//! ```
//! use datarep_dsl::compile;
//! use datarep_dsl::source::Source;
//!
//! let text = "
//!     /// Short hexadecimal floating point.
//!     float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);
//!
//!     test hfp32 { -118.625 <=> 0xC276_A000; }
//! ";
//! let source = Source { name: "ibm.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
//! let model = compile(&source).expect("a sound text");
//! assert_eq!(model.tests.len(), 1);
//!
//! let source = Source { text: text.replace("where", "were"), ..source };
//! let failure = compile(&source).expect_err("a faulty text");
//! assert_eq!(failure.diagnostics[0].title, "expected `where` or `;` after the picture, found `were`");
//! ```
//!
//! This crate does not print, read files, or know Rust's tokens. Its users do. The feature `render` draws diagnostics
//! with carets, and the feature `explain` says what single words and whole formats mean. Both are defaults.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

pub mod ast;
mod check;
pub mod controls;
pub mod diagnostic;
pub mod ends;
#[cfg_attr(
    not(feature = "explain"),
    expect(dead_code, unused_imports, reason = "what only `words` computes is small")
)]
mod exact;
#[cfg(feature = "explain")]
pub mod explain;
pub mod expression;
#[cfg(feature = "explain")]
pub mod facts;
mod faults;
pub mod highlight;
pub mod identifiers;
pub mod keywords;
pub mod limits;
pub mod model;
mod parse;
pub mod predefined;
#[cfg(feature = "explain")]
pub mod print;
#[cfg(feature = "render")]
pub mod render;
#[cfg(feature = "explain")]
pub mod sheet;
pub mod source;
pub mod spelling;
pub mod standard;
#[cfg(feature = "explain")]
pub mod words;

use ast::Ast;
use diagnostic::{Diagnostic, Failure};
use model::Model;
use source::Source;

/// Parses and checks a text.
///
/// # Errors
///
/// The faults of the first pass that found any, in the order of the text: the first thousand of them, and then one
/// that says that there are more. A text that does not follow the grammar is not checked.
pub fn compile(source: &Source) -> Result<Model, Failure> {
    let parsed = parse::parse(source);
    let checked = match parsed.diagnostics {
        faults if faults.is_empty() => check(source, &parsed.ast),
        // A text that was parsed in part would have names missing, and the check would report what follows from that.
        faults => Err(faults.into_sorted()),
    };
    checked.map_err(|diagnostics| Failure { diagnostics, datareps: parsed.datareps })
}

/// Parses a text. Returns what could be parsed, and a diagnostic for each place that does not follow the grammar, up to
/// a thousand.
pub fn parse(source: &Source) -> (Ast, Vec<Diagnostic>) {
    let parsed = parse::parse(source);
    (parsed.ast, parsed.diagnostics.into_sorted())
}

/// Checks the result of a [`parse`] that found no fault.
///
/// # Errors
///
/// The faults of the first pass that found any, in the order of the text, up to a thousand.
pub fn check(source: &Source, ast: &Ast) -> Result<Model, Vec<Diagnostic>> {
    check::check(source, ast)
}
