//! Batches of records, read and nested.

mod groups;
mod reader;
