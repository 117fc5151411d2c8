//! `cargo xtask bench`: conversions against copying, and against what others have.
//!
//! Every figure is a rate of octets, those of the native items or of the file, whichever are more, and a share of
//! `memcpy` of as many octets in the same process: the two are
//! measured in turn, many times, and what counts is the best sample of each and the median of their ratios in a round, so that what
//! else the machine does hits both alike. What is
//! measured has been compared with the reference before. The code is compiled for the baseline of the
//! architecture, as a user's is who asks for nothing.

mod clock;
mod code_size;
mod contest;
mod crates;
mod data;
mod goals;
mod group;
mod naive;
mod new_crate;
mod peer;
mod place;
mod report;

use std::io::Write;
use std::path::Path;

use clock::Cores;
use contest::{Buffers, Contest};
use group::Group;
use peer::Peers;
use report::Row;

/// What is measured.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Fewer formats, fewer rounds.
    pub quick: bool,
    /// Only this group.
    pub group: Option<String>,
    /// Also docs/performance.md.
    pub write: bool,
}

/// Sizes in octets of native items: within the second cache, within the last one, and beyond.
const SIZES: [usize; 3] = [64 << 10, 8 << 20, 256 << 20];

/// Measures, prints every row and every goal, and writes `bench/summary.json` in Cargo's target folder.
///
/// # Errors
///
/// What cannot be compared or written, and a group that is not there; not a goal that is not met.
pub fn run(root: &Path, options: &Options, out: &mut dyn Write) -> Result<(), String> {
    let groups = wanted(options)?;
    // But where a group says otherwise one core converts.
    datarep::codegen::divide_at_most(1);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut bench =
        Bench { options, peers: Peers::new(), buffers: Buffers::default(), rows: Vec::new(), out };
    for group in &groups {
        clock::pin(group.cores, cores);
        (group.measure)(&mut bench)?;
    }
    clock::pin(Cores::All, cores);
    let Bench { rows, peers, out, .. } = bench;
    report::write(&rows, &peers)?;
    let goals = groups.iter().flat_map(|group| group.goals);
    let unmeasured = if options.group.is_none() { group::UNMEASURED } else { &[] };
    let verdict = goals::judge(goals.chain(unmeasured), &rows);
    if options.write {
        report::write_page(root, &rows, &peers, &verdict)?;
    }
    for (name, version) in peers.versions() {
        if let Err(reason) = version {
            writeln!(out, "\n{name} is missing: {reason}").map_err(report_fault)?;
        }
    }
    writeln!(out, "\n{verdict}").map_err(report_fault)
}

fn wanted(options: &Options) -> Result<Vec<&'static Group>, String> {
    let groups: Vec<&Group> = group::ALL
        .iter()
        .filter(|group| match &options.group {
            Some(wanted) => wanted == group.name,
            // Minutes of their own.
            None => !(options.quick && group.name == "build"),
        })
        .collect();
    if groups.is_empty() {
        let names: Vec<&str> = group::ALL.iter().map(|group| group.name).collect();
        return Err(format!("`--group` knows {}", names.join(", ")));
    }
    Ok(groups)
}

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
fn report_fault(error: std::io::Error) -> String {
    format!("the report cannot be written: {error}")
}

/// What a group measures with.
struct Bench<'a> {
    options: &'a Options,
    peers: Peers,
    buffers: Buffers,
    rows: Vec<Row>,
    out: &'a mut dyn Write,
}

impl Bench<'_> {
    /// Measures those who do a work, and shows the rows.
    fn compare(&mut self, contest: Contest<'_>) -> Result<(), String> {
        let rounds = self.rounds(contest.octets());
        let rows = contest.run(&mut self.peers, &mut self.buffers, rounds);
        rows.into_iter().try_for_each(|row| self.show(row))
    }

    /// Prints a row and keeps it.
    fn show(&mut self, row: Row) -> Result<(), String> {
        writeln!(self.out, "{row}").map_err(report_fault)?;
        self.rows.push(row);
        Ok(())
    }

    /// How many samples: the shorter, the more.
    fn rounds(&self, octets: usize) -> usize {
        let rounds = match octets {
            0..0x10_0000 => 100,
            0x10_0000..0x400_0000 => 30,
            _ => 7,
        };
        if self.options.quick { rounds / 2 } else { rounds }
    }
}
