//! Copybooks that are imported, asked through what programs call.

mod names;
mod slack;
