//! Copybooks that are imported, asked through what programs call.

mod clauses;
mod names;
mod slack;
