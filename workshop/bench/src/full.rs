//! Runs all groups, and reports the results.

use std::io::Write;
use std::path::Path;

use super::clock::{self, Cores};
use super::contest::{Buffers, Contest, SamplingLimits};
use super::front;
use super::goals;
use super::group::{self, Group};
use super::level::Level;
use super::machine;
use super::peer::Peers;
use super::report;
use super::row::{Figure, Row};
use super::{BenchArguments, SIZES, report_fault};

/// The size in bytes if only answers are compared.
const CHECKED: usize = 4096;

/// Measures, prints every row and every goal, and writes `bench/summary.json` in Cargo's target folder.
///
/// # Errors
///
/// Returns a message if something cannot be compared or written, or if a result of `datarep`
/// is wrong. A missed goal is not an error.
pub fn run(root: &Path, options: &BenchArguments, out: &mut dyn Write) -> Result<(), String> {
    let groups = select_groups(options);
    let level = force_level(options.level)?;
    // One core converts, unless a group sets another number.
    datarep::codegen::divide_at_most(1);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mode = if options.quick { ", fewer formats and samples (`--quick`)" } else { "" };
    let machine = match options.level {
        Some(level) => format!("{}, at {level}{mode}", machine::describe_machine(cores)),
        None => machine::describe_machine(cores) + mode,
    };
    writeln!(out, "{machine}\n").map_err(report_fault)?;
    let mut bench = Bench {
        options,
        peers: Peers::new(options.level),
        buffers: Buffers::default(),
        rows: Vec::new(),
        out,
    };
    for group in &groups {
        clock::pin_to_cores(group.cores, cores);
        (group.measure)(&mut bench)?;
    }
    clock::pin_to_cores(Cores::All, cores);
    let Bench { rows, peers, out, .. } = bench;
    if options.check {
        return report_answers(&rows, out);
    }
    report::write_summary(&rows, &machine, &peers, options.level)?;
    let goals = groups.iter().flat_map(|group| group.goals);
    let verdict = goals::judge_goals(goals, level, &rows);
    if options.write {
        report::write_page(root, &rows, &machine, &peers, &verdict, options.level)?;
    }
    if options.write && options.level.is_none() {
        front::write(root)?;
        let of_mpi = goals::judge_goals(group::mpi::GOALS, level, &rows);
        group::mpi::write_page(root, &rows, &machine, &of_mpi)?;
    }
    for (name, version) in peers.versions() {
        if let Err(reason) = version {
            writeln!(out, "\n{name} is missing: {reason}").map_err(report_fault)?;
        }
    }
    writeln!(out, "\n{verdict}").map_err(report_fault)?;
    report_answers(&rows, out)
}

/// Makes all loops run at the given level, or at the processor's highest if there is none.
fn force_level(level: Option<Level>) -> Result<Level, String> {
    let Some(level) = level else { return Ok(Level::highest()) };
    if datarep::codegen::force_level(level.name()) {
        Ok(level)
    } else {
        Err(format!("the processor has no `{}`", level.name()))
    }
}

/// Counts the correct answers. A wrong answer of `datarep` is an error; a wrong answer of another program is only
/// printed.
fn report_answers(rows: &[Row], out: &mut dyn Write) -> Result<(), String> {
    let all = rows.iter().filter(|row| matches!(row.figure, Figure::Rate { .. })).count();
    let wrong = |row: &&Row| matches!(row.figure, Figure::Rate { correct: false, .. });
    let missing = rows.iter().filter(|row| matches!(row.figure, Figure::Missing(_))).count();
    let (ours, theirs): (Vec<&Row>, Vec<&Row>) =
        rows.iter().filter(wrong).partition(|row| row.who == "datarep");
    for row in &theirs {
        writeln!(out, "wrong: {} {} by {}", row.group, row.work, row.who).map_err(report_fault)?;
    }
    let right = all - ours.len() - theirs.len();
    writeln!(out, "answers: {right} right, {} wrong, {missing} missing", ours.len() + theirs.len())
        .map_err(report_fault)?;
    if ours.is_empty() {
        return Ok(());
    }
    let works: Vec<String> = ours.iter().map(|row| format!("{} {}", row.group, row.work)).collect();
    Err(format!("what we give is wrong: {}", works.join("; ")))
}

fn select_groups(options: &BenchArguments) -> Vec<&'static Group> {
    let is_chosen = |group: &&Group| match options.only_group() {
        Some(wanted) => wanted == group.name,
        // The build group gives the same results at every level, and the MPI libraries run in processes of their
        // own.
        None if options.level.is_some() => !["build", group::mpi::NAME].contains(&group.name),
        // This group takes minutes.
        None => group.name != "build" || !(options.quick || options.check),
    };
    group::ALL.iter().filter(is_chosen).collect()
}

/// The state of a measurement that all groups share.
pub(super) struct Bench<'a> {
    pub(super) options: &'a BenchArguments,
    pub(super) peers: Peers,
    pub(super) buffers: Buffers,
    rows: Vec<Row>,
    out: &'a mut dyn Write,
}

impl Bench<'_> {
    /// Measures the contestants of a work, and shows the rows.
    pub(super) fn measure_contest(&mut self, contest: Contest<'_>) -> Result<(), String> {
        let patience = self.sampling_limits(contest.bytes_per_call());
        let contest =
            if self.options.level.is_some() { contest.remove_peers_with_own_level() } else { contest };
        let rows = contest.run(&mut self.peers, &mut self.buffers, patience);
        rows.into_iter().try_for_each(|row| self.print_and_keep(row))
    }

    /// Prints a row and keeps it.
    pub(super) fn print_and_keep(&mut self, row: Row) -> Result<(), String> {
        writeln!(self.out, "{row}").map_err(report_fault)?;
        self.rows.push(row);
        Ok(())
    }

    /// The sizes that are measured.
    pub(super) fn sizes_in_bytes(&self) -> &'static [usize] {
        if self.options.check { &[CHECKED] } else { &SIZES }
    }

    /// The limits of a measurement. The fewer bytes, the more samples.
    pub(super) fn sampling_limits(&self, bytes: usize) -> SamplingLimits {
        let rounds = match bytes {
            0..0x10_0000 => 100,
            0x10_0000..0x400_0000 => 30,
            _ => 7,
        };
        match self.options {
            BenchArguments { check: true, .. } => SamplingLimits { rounds: 1, seconds: 0.0 },
            BenchArguments { quick: true, .. } => SamplingLimits { rounds: rounds / 2, seconds: 0.3 },
            _ => SamplingLimits { rounds, seconds: 1.5 },
        }
    }
}
