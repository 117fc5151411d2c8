//! Generated code, the interpreter and what others give, compared; the walk over a corpus.
#![cfg(feature = "corpus")]

mod choices;
mod corpus;
mod counts;
mod crates;
mod forms;
mod numbers;
mod overlays;
mod pages;
mod peers;
mod powers;
mod rules;
