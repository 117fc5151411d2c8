//! What users of the interpreter call, by topic.

mod arrays;
mod choices;
mod common;
mod compiled;
mod counts;
mod decimals;
mod digits;
mod limits;
mod mixed;
mod nulls;
mod overlays;
mod printed;
mod reals;
mod record_files;
mod records;
mod reference;
mod rules;
mod significands;
mod signs;
mod split;
mod standard;
mod words;
mod wrong_marks;
