//! Conversions as data: a checked [model](datarep_dsl::model) in, sequences of typed operations on words out.
//!
//! A **plan** describes how an item of a file becomes a native one and back. Every decision about a conversion is made
//! here: which bits are moved, what is rounded, which encodings are special and how the rules treat them, and for which
//! items a few shifts are enough. The user of a plan only prints it, as `datarep-codegen` does, or runs it step by step
//! over columns of items.
//!
//! # Bodies
//!
//! A plan has up to four [bodies](body::Body). Reading and writing each have an *exact* body, with every rule, and may
//! have one for *ordinary* items. These are zero and the numbers that are normal on both sides. All other items are
//! called odd. A body is a list of [steps](body::Step). A step makes one value from earlier values, and has a type.
//! There are no branches and no loops. Where a person would write `if`, both values are made and one is
//! [selected](body::Operation::Select). So the same steps work for one item, and for a column of several hundred, where
//! each step is a loop.
//!
//! [Types](types::Type) are words of 8 to 128 bits with and without sign, the processor's two floats, truth values,
//! sets of events, and records of a few of these, which [primitives](primitive::Primitive) return. A primitive is a
//! computation that the runtime does in one call, such as taking a float apart, rounding to a format's numbers, or
//! gathering digits. It has arguments, a result, and constants that are known when the plan is made.
//!
//! A step may have a name, and a sentence with its reason. Both are for people and have no effect.
//!
//! # How bodies are written
//!
//! Bodies are written as computations: a [`builder::Value`] has Rust's operators, and each operation is a step.
//!
//! ```
//! use datarep_dsl::model::Event;
//! use datarep_plan::builder::{BodyBuilder, hex};
//! use datarep_plan::types::{Type, mask};
//!
//! // An integer of seven bits and a sign bit above them, as a signed byte.
//! let builder = BodyBuilder::default();
//! let word = builder.input(Type::Unsigned(8), mask(8));
//! let negative = (word >> 7).cast_signed().with_name("negative");
//! let magnitude = (word & mask(7)).cast_signed().with_name("magnitude");
//! let number = ((magnitude ^ negative.negate()) + negative).with_name("number");
//! let negative_zero = word.equals(hex(0x80)).with_name("negative_zero");
//! let body = builder.finish_exact(number, negative_zero.choose_events(&builder, Event::NegativeZero));
//!
//! let names: Vec<&str> = body.steps.iter().filter_map(|step| step.name.as_deref()).collect();
//! assert_eq!(names, ["negative", "magnitude", "number", "negative_zero"]);
//! ```
//!
//! Operations are folded when they are made. A shift by zero is its operand, and so is a mask that clears no bit that
//! may be set, because the possible bits of each word are known. A comparison whose result follows from them is no
//! question. A [condition](builder::Cond) is never, always, or a question, and a selection by a known condition is one
//! of its values. So a planner describes a conversion once for all formats, and steps without effect for a format do
//! not appear in its plan. Nothing in this crate depends on how a step is printed.
//!
//! # From a conversion to a plan
//!
//! [`Plan::from_conversion`](plan::Plan::from_conversion) determines the kind of the format, and the module for that
//! kind makes the [bodies](conversion::Bodies):
//!
//! - floats: a line from the smallest to the largest number describes the format. Reading takes a word apart,
//!   determines its special encoding, lets the runtime make a native float of the formula's number, and replaces
//!   special encodings by the rules. Writing lets the runtime take the native float apart and round it to the line,
//!   puts the fields together, and applies the rules to values that the line cannot hold.
//! - ordinary numbers have bodies of their own. The introduction of `ordinary` follows one number through every step.
//! - integers, fixed point, pairs, decimals, truth values and characters have a module each.
//!
//! In addition, a plan says how the bytes of an item form its word (two more bodies, which only move bytes), which
//! events are errors, and whether only the order of bytes differs.
//!
//! # A new kind of format
//!
//! A new kind needs a variant in the model and a module here that makes its bodies. The compiler leads to every other
//! place: the match over all kinds in `plan` and, if the kind needs a new computation of the runtime, the entry of a
//! [`primitive::Primitive`] with its name in the printer.
//!
//! # Modules
//!
//! [`types`], [`primitive`] and [`body`] are the data, each built on those before. [`builder`] makes bodies, `fold`
//! simplifies operations, and `operators` implements Rust's operators. On top of these are a module for each kind of
//! format, and [`plan`] above all.
#![forbid(unsafe_code)]

pub mod body;
pub mod builder;
mod character;
mod constant;
pub mod conversion;
mod decimal;
mod decimal_float;
mod digit_fields;
mod fixed;
mod float;
mod fold;
mod integer;
mod logical;
mod operators;
mod order;
mod ordinary;
mod pair;
pub mod plan;
mod posit;
pub mod primitive;
pub mod types;
