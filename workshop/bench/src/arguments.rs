//! The options of `cargo xtask bench`, which the program of this package parses, too.

use clap::{Args, Parser};

use super::{Level, Outcome, PageUpdate};

/// The names that `--group` takes.
pub(super) const GROUPS: [&str; 15] = [
    "swap", "integer", "text", "struct", "datatype", "read", "write", "other", "dynamic", "file", "parallel",
    "mpi", "python", "records", "build",
];

/// The program of `datarep-bench`.
#[derive(Debug, Parser)]
#[command(name = "datarep-bench")]
pub struct Program {
    /// What `cargo xtask bench` takes.
    #[command(flatten)]
    pub options: BenchArguments,
    /// Measures one start of `--beyond`, which `--beyond` asks a program that has just started
    #[arg(long, hide = true, requires = "beyond")]
    pub start: bool,
    /// Measures the time to the first converted item, which the group `dynamic` asks a program that has just started
    #[arg(long, hide = true, exclusive = true)]
    pub first: bool,
}

/// The options of `bench`.
#[derive(Debug, Clone, Default, Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are options, of which most exclude each other")]
pub struct BenchArguments {
    /// Measures fewer formats, which are known best, with fewer samples
    #[arg(long)]
    pub quick: bool,
    /// Compares only whether all answers are right
    #[arg(long, conflicts_with = "write")]
    pub check: bool,
    /// Measures only one group of conversions
    #[arg(long, value_name = "GROUP", value_parser = GROUPS)]
    pub group: Option<String>,
    /// Measures what building costs, as `--group build`
    #[arg(long, conflicts_with_all = ["group", "write"])]
    pub build: bool,
    /// Measures as on a processor of this level
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<Level>,
    /// Writes the tables in docs/performance: one for each level that is measured, or the one of `--beyond` or a group
    #[arg(long)]
    pub write: bool,
    /// Writes only the first page of docs/performance, from the tables that are there
    #[arg(long, exclusive = true)]
    pub front: bool,
    /// Compares conversions of 256 MiB with copying instead, in seven starts of the program
    ///
    /// It prints the median and the worst of the starts, and measures each way to memory.
    #[arg(long, conflicts_with_all = ["quick", "check", "group", "build", "level"])]
    pub beyond: bool,
}

/// What is measured, and by which program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measurement {
    /// Nothing: the first page is written from what is known.
    Front,
    /// The MPI libraries, by `xtask` itself.
    Mpi(PageUpdate),
    /// The Python package, by `xtask` itself.
    Python(PageUpdate),
    /// Data beyond the caches, by a program with the feature `beyond`.
    Beyond(PageUpdate),
    /// Records of mainframes, by a program with the feature `records`.
    Records(Outcome),
    /// The other groups, by a program with the feature `bench`.
    Groups,
    /// The other groups with every float format, by a program with the feature `bench-all`.
    AllGroups,
}

impl BenchArguments {
    /// The name of the only group to measure.
    pub(super) fn only_group(&self) -> Option<&str> {
        if self.build { Some("build") } else { self.group.as_deref() }
    }

    /// What is to be measured.
    ///
    /// # Errors
    ///
    /// Returns a message if a group does not take an option.
    pub fn choose_measurement(&self) -> Result<Measurement, String> {
        let page = if self.write { PageUpdate::Write } else { PageUpdate::Keep };
        let is_plain = !self.quick && self.level.is_none();
        let outcome = match page {
            PageUpdate::Write => Outcome::Write,
            PageUpdate::Keep if self.check => Outcome::Check,
            PageUpdate::Keep => Outcome::Print,
        };
        match self.only_group() {
            _ if self.front => Ok(Measurement::Front),
            _ if self.beyond => Ok(Measurement::Beyond(page)),
            Some("records") if is_plain => Ok(Measurement::Records(outcome)),
            Some("mpi") if is_plain && !self.check => Ok(Measurement::Mpi(page)),
            Some("python") if is_plain && !self.check => Ok(Measurement::Python(page)),
            Some("records") => Err("`--group records` takes only `--check` or `--write`".to_owned()),
            Some("python") => Err("`--group python` takes only `--write`".to_owned()),
            Some(_) if self.write => Err("`--write` needs all groups: leave out `--group`".to_owned()),
            // Only these groups measure every format, so only they pay for a build with all formats.
            Some("read" | "write" | "other") | None if !self.quick && !self.check => {
                Ok(Measurement::AllGroups)
            }
            _ => Ok(Measurement::Groups),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(words: &str) -> Option<Measurement> {
        let program = Program::try_parse_from(["bench"].into_iter().chain(words.split_whitespace())).ok()?;
        program.options.choose_measurement().ok()
    }

    #[test]
    fn programs_are_built_for_what_they_measure() {
        let chosen = [
            ("", Measurement::AllGroups),
            ("--write --level avx2", Measurement::AllGroups),
            ("--group other", Measurement::AllGroups),
            ("--group other --check", Measurement::Groups),
            ("--group swap", Measurement::Groups),
            ("--quick", Measurement::Groups),
            ("--build", Measurement::Groups),
            ("--group mpi --write", Measurement::Mpi(PageUpdate::Write)),
            ("--group mpi --check", Measurement::Groups),
            ("--group records --check", Measurement::Records(Outcome::Check)),
            ("--beyond --start", Measurement::Beyond(PageUpdate::Keep)),
            ("--front", Measurement::Front),
        ];
        for (words, measurement) in chosen {
            assert_eq!(choose(words), Some(measurement), "{words}");
        }
        let refused = [
            "--start",
            "--front --write",
            "--beyond --quick",
            "--group swap --write",
            "--group none",
            "--level sse2",
            "--check --write",
            "--build --write",
            "--group python --quick",
            "--first --quick",
        ];
        for words in refused {
            assert_eq!(choose(words), None, "{words}");
        }
    }

    #[cfg(feature = "bench")]
    #[test]
    fn every_group_has_a_name() {
        let mut names: Vec<&str> = crate::group::ALL.iter().map(|group| group.name).collect();
        names.extend(["python", "records"]);
        let mut known = GROUPS;
        names.sort_unstable();
        known.sort_unstable();
        assert_eq!(names, known);
    }
}
