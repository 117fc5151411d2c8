//! The groups: each is works, who does them, and the goals that they answer.
//!
//! A new group is a file below, with a `const GROUP`, and its place in the list.

mod build;
mod datatype;
mod file;
mod floats;
mod integer;
mod parallel;
mod records;
mod slice;
mod swap;
mod text;
mod widths;

use super::Bench;
use super::clock::Cores;
use super::goals::Goal;

/// Works that are measured together.
pub(super) struct Group {
    /// What `--group` and the rows call it.
    pub(super) name: &'static str,
    pub(super) cores: Cores,
    /// Measures all works at all sizes.
    pub(super) measure: fn(&mut Bench<'_>) -> Result<(), String>,
    pub(super) goals: &'static [Goal],
}

/// Every group, in the order in which they are measured.
pub(super) const ALL: &[Group] = &[
    swap::GROUP,
    integer::GROUP,
    text::GROUP,
    records::GROUP,
    datatype::GROUP,
    floats::READ,
    floats::WRITE,
    floats::OTHER,
    file::GROUP,
    parallel::GROUP,
    build::GROUP,
];
