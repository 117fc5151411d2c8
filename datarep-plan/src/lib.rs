//! Conversions as data: a checked [model](datarep_dsl::model) in, straight lines of typed operations on words out.
//!
//! A **plan** says how an item of a file becomes a native one and back. Everything that is decided about a conversion is
//! decided here: which bits are moved where, what is rounded, which encodings are special and what the rules make of them,
//! and for which items a few shifts are enough. What is left to do with a plan is to print it, as `datarep-codegen`
//! does, or to run it, step by step over columns of items.
//!
//! # Bodies
//!
//! A plan has up to four [bodies](body::Body): reading and writing, each *exact*, with every rule, and for *ordinary* items, zero
//! and numbers that are normal on both sides, of which any other item is called odd. A body is a list of [steps](body::Step). A
//! step makes one value of values before it, and has a type. There are no branches and no loops: where a person would write `if`,
//! both values are made and one is [selected](body::Operation::Select). So the same steps serve for one item, and for a column of
//! some hundred, each step a loop.
//!
//! [Types](types::Type) are words of 8 to 128 bits with and without sign, the processor's two floats, truth values, sets of
//! events, and records of a few of these, which [primitives](primitive::Primitive) give. A primitive is what the runtime computes
//! in one call: taking a float apart, rounding to a format's numbers, gathering digits. It is a row: arguments, result, and
//! what is known when the plan is made.
//!
//! A step may have a name, and a sentence with its reason. Both are for people and have no effect.
//!
//! # How they are written
//!
//! By computing: a [`builder::Value`] has Rust's operators, and each operation is a step.
//!
//! ```
//! use datarep_dsl::model::Event;
//! use datarep_plan::builder::{Builder, hex};
//! use datarep_plan::types::{Type, mask};
//!
//! // An integer of seven bits and a sign bit above them, as a signed byte.
//! let builder = Builder::default();
//! let word = builder.input(Type::Unsigned(8), mask(8));
//! let negative = (word >> 7).cast_signed().named("negative");
//! let magnitude = (word & mask(7)).cast_signed().named("magnitude");
//! let number = ((magnitude ^ negative.negated()) + negative).named("number");
//! let negative_zero = word.equals(hex(0x80)).named("negative_zero");
//! let body = builder.exact(number, negative_zero.events(&builder, Event::NegativeZero));
//!
//! let names: Vec<&str> = body.steps.iter().filter_map(|step| step.name.as_deref()).collect();
//! assert_eq!(names, ["negative", "magnitude", "number", "negative_zero"]);
//! ```
//!
//! Operations fold when they are made. A shift by nothing is its value; a mask of bits that are clear anyway is too, as for each
//! word it is known which bits may be set; a comparison that no such word can fail is no question. A [condition](builder::Cond) is
//! never, always, or a question, and a selection by one that is known is one of its values. So a planner says once what is meant
//! for all formats, and what does nothing in this one is not in the plan. Nothing in this crate depends on how a step
//! is printed.
//!
//! # From a conversion to a plan
//!
//! [`Plan::of`](plan::Plan::of) asks what kind of format there is, and the file for that kind makes the [bodies](conversion::Bodies):
//!
//! - floats: what the numbers of a format are is settled as a line from the smallest to the largest. Reading takes a word apart,
//!   asks which special encoding it is, has the runtime make a native float of the formula's number, and puts by the rules what
//!   is special in its place. Writing has the runtime take the native float apart and round it to the line, puts the fields
//!   together, and puts by the rules what the line cannot hold in their place.
//! - ordinary numbers have bodies of their own: the essay at the top of `ordinary` follows one number through every step.
//! - integers, fixed point, pairs, decimals, truth values and characters have a file each.
//!
//! Around the bodies a plan says how the bytes of an item are its word (two bodies more, which only move), which events are
//! errors, and whether bytes are all that differs.
//!
//! # A new kind of format
//!
//! It is a kind in the model, and a file here that makes its bodies. The compiler leads to every other place: the match in `plan`
//! over all kinds, and, where the kind needs a computation of the runtime that there is none of yet, the row of a
//! [`primitive::Primitive`], with its name in the printer.
//!
//! # What is where
//!
//! [`types`], [`primitive`] and [`body`] are the data, each above those before. [`builder`] makes bodies, `fold` is what it
//! knows of operations, `operators` are Rust's. Above these is a file for each kind of format, and [`plan`] above all.
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
