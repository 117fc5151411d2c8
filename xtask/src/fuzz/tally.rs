//! What a campaign has done so far, over all runs, and whether that is enough.
//!
//! A number of executions alone says little: one campaign runs ten thousand times as many inputs in a second as
//! another. A campaign is done when it has found no new branch for long enough: see [`QUIET_EXECUTIONS`] and
//! [`QUIET_SECONDS`]. The tally is a file beside the inputs that were found, so that the next run goes on from there.
//! If the program has changed since, its branches are counted anew.

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::time::Instant;

use datarep_workshop::fnv::{BASIS, hash_bytes};

/// A campaign is quiet after this many executions without a new branch, and [`QUIET_SECONDS`] without one.
pub(super) const QUIET_EXECUTIONS: u64 = 10_000_000;

/// Eight hours.
pub(super) const QUIET_SECONDS: u64 = 8 * 3600;

/// The counts of a campaign over all runs, which are kept in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The hash of the program that the branches are those of.
    program: u64,
    /// All executions, of older programs too, and their seconds.
    pub(super) executions: u64,
    pub(super) seconds: u64,
    /// Hundredths of a second of the processor that they took.
    processor: u64,
    /// The most branches that one process has reached.
    pub(super) branches: u64,
    /// What was done since the last new branch.
    pub(super) quiet_executions: u64,
    pub(super) quiet_seconds: u64,
}

impl Tally {
    /// Reads the tally of a campaign. A program that has never run has an empty one.
    pub(super) fn read(path: &Path, program: &Path) -> Result<Tally, String> {
        let bytes = fs::read(program).map_err(|error| super::describe_io_error(program, &error))?;
        let mut tally = Tally::parse(&fs::read_to_string(path).unwrap_or_default());
        let program = hash_bytes(BASIS, bytes.iter().copied());
        if tally.program != program {
            tally = Tally { program, branches: 0, quiet_executions: 0, quiet_seconds: 0, ..tally };
        }
        Ok(tally)
    }

    fn parse(text: &str) -> Tally {
        let number = |name: &str| {
            let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            value.and_then(|value| value.parse().ok()).unwrap_or(0)
        };
        Tally {
            program: number("program"),
            executions: number("executions"),
            seconds: number("seconds"),
            // An older tally has only the time of the clock.
            processor: match number("processor") {
                0 => number("seconds") * 100,
                known => known,
            },
            branches: number("branches"),
            quiet_executions: number("quiet_executions"),
            quiet_seconds: number("quiet_seconds"),
        }
    }

    fn render(&self) -> String {
        let Tally { program, executions, seconds, processor, branches, quiet_executions, quiet_seconds } =
            self;
        format!(
            "program {program}\nexecutions {executions}\nseconds {seconds}\nprocessor {processor}\nbranches {branches}\n\
             quiet_executions {quiet_executions}\nquiet_seconds {quiet_seconds}\n"
        )
    }

    /// Writes the tally. The old one stays if this fails.
    pub(super) fn write(&self, path: &Path) -> Result<(), String> {
        let new: PathBuf = path.with_extension("new");
        let written = fs::write(&new, self.render()).and_then(|()| fs::rename(&new, path));
        written.map_err(|error| super::describe_io_error(path, &error))
    }

    /// Adds a process of the campaign.
    pub(super) fn add(&mut self, run: &ProcessRun) {
        self.executions += run.executions;
        self.seconds += run.seconds;
        self.processor += run.processor;
        if run.branches > self.branches {
            self.branches = run.branches;
            self.quiet_executions = run.executions.saturating_sub(run.last_new.executions);
            self.quiet_seconds = run.seconds.saturating_sub(run.last_new.seconds);
        } else {
            self.quiet_executions += run.executions;
            self.quiet_seconds += run.seconds;
        }
    }

    /// Whether no branch was new for long enough.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet_executions >= QUIET_EXECUTIONS && self.quiet_seconds >= QUIET_SECONDS
    }

    /// A row of the table: executions, executions in a second of processor time, branches,
    /// executions and hours since the last new branch, and these as a percentage of the aim.
    pub(super) fn render_row(&self, name: &str) -> String {
        let rate = (self.executions * 100).checked_div(self.processor).unwrap_or(0);
        let part = |done: u64, aim: u64| (done * 100 / aim).min(100);
        let reached =
            part(self.quiet_executions, QUIET_EXECUTIONS).min(part(self.quiet_seconds, QUIET_SECONDS));
        let hours = self.quiet_seconds / 360;
        let state = if self.is_quiet() { "quiet" } else { "goes on" };
        format!(
            "{name:10} {:>13} {rate:>7} {:>8} {:>13} {:>5}.{} {reached:>5} % {state}",
            self.executions,
            self.branches,
            self.quiet_executions,
            hours / 10,
            hours % 10
        )
    }
}

/// The aim of each campaign, and the names of the columns of [`Tally::row`].
pub(super) const COLUMNS: &str = "aim of each: no new branch for 10000000 executions and for 8 hours; executions a second are those of a processor\n\
                                  campaign      executions     a s branches   since a new   hours   aim";

/// The time of an event of a run.
#[derive(Debug, Clone, Copy, Default)]
struct Moment {
    executions: u64,
    seconds: u64,
}

/// One process of a campaign.
#[derive(Debug, Clone, Default)]
pub(super) struct ProcessRun {
    pub(super) executions: u64,
    seconds: u64,
    /// Hundredths of a second of the processor.
    pub(super) processor: u64,
    branches: u64,
    /// When the last branch was found.
    last_new: Moment,
}

impl ProcessRun {
    /// Follows what libFuzzer prints until it ends, and returns that text too.
    ///
    /// `#4096 NEW cov: 812 ft: 3021 …` says how many executions and branches there were. The last line of the numbers
    /// at the end is `stat::number_of_executed_units: 5000`.
    pub(super) fn follow_output(told: impl BufRead) -> io::Result<(ProcessRun, String)> {
        let (start, mut run, mut text) = (Instant::now(), ProcessRun::default(), String::new());
        for line in told.split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            run.seconds = start.elapsed().as_secs();
            run.read_line(&line);
            text.push_str(&line);
            text.push('\n');
        }
        run.seconds = start.elapsed().as_secs();
        Ok((run, text))
    }

    fn read_line(&mut self, line: &str) {
        if let Some((_, count)) = line.split_once("number_of_executed_units:") {
            self.executions = count.trim().parse().unwrap_or(self.executions);
        }
        let Some((executions, rest)) = line.strip_prefix('#').and_then(|line| line.split_once('\t')) else {
            return;
        };
        let Some(executions) = executions.trim().parse().ok() else { return };
        self.executions = self.executions.max(executions);
        let branches = rest.split_once("cov: ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
        if let Some(branches) = branches
            && branches > self.branches
        {
            self.branches = branches;
            self.last_new = Moment { executions, seconds: self.seconds };
        }
    }
}

/// The processor time, in hundredths of a second, of child processes that have ended and were
/// waited for; 0 if the system does not report it.
///
/// Source: `proc_pid_stat(5)`, fields `cutime` and `cstime`. A tick of the clock is a hundredth of a second for programs of
/// every architecture of Linux.
pub(super) fn read_children_centiseconds() -> u64 {
    let told = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is a name, which may have blanks and brackets in it.
    let fields = told.rsplit_once(") ").map_or("", |(_, rest)| rest);
    fields.split(' ').skip(13).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "INFO: Seed: 1\n#2\tINITED cov: 100 ft: 200 corp: 2/3b\n#50\tNEW    cov: 120 ft: 250 corp: 3\n\
                        #64\tpulse  cov: 120 ft: 250 corp: 3\n#90\tREDUCE cov: 120 ft: 250\nstat::number_of_executed_units: 100\n";

    #[test]
    fn a_run_says_when_the_last_branch_was_new() {
        let (run, text) = ProcessRun::follow_output(TOLD.as_bytes()).expect("bytes in memory");
        assert_eq!((run.executions, run.branches, run.last_new.executions), (100, 120, 50));
        assert_eq!(text, TOLD);
    }

    #[test]
    fn quiet_executions_add_up_until_a_branch_is_new() {
        let (run, _) = ProcessRun::follow_output(TOLD.as_bytes()).expect("bytes in memory");
        let mut tally = Tally::default();
        tally.add(&run);
        assert_eq!((tally.executions, tally.branches, tally.quiet_executions), (100, 120, 50));
        tally.add(&run);
        assert_eq!((tally.executions, tally.quiet_executions), (200, 150));
        tally.add(&ProcessRun { branches: 121, last_new: Moment { executions: 90, seconds: 0 }, ..run });
        assert_eq!((tally.branches, tally.quiet_executions), (121, 10));
    }

    #[test]
    fn a_campaign_is_quiet_after_executions_and_hours() {
        let enough =
            Tally { quiet_executions: QUIET_EXECUTIONS, quiet_seconds: QUIET_SECONDS, ..Tally::default() };
        assert!(enough.is_quiet());
        assert!(!Tally { quiet_seconds: QUIET_SECONDS - 1, ..enough.clone() }.is_quiet());
        assert!(!Tally { quiet_executions: QUIET_EXECUTIONS - 1, ..enough.clone() }.is_quiet());
    }

    #[test]
    fn a_rate_is_that_of_the_processor() {
        let tally = Tally { executions: 3000, seconds: 100, processor: 150, ..Tally::default() };
        assert!(tally.render_row("text").contains(" 2000 "), "{}", tally.render_row("text"));
        let half = Tally { quiet_executions: QUIET_EXECUTIONS, quiet_seconds: QUIET_SECONDS / 2, ..tally };
        assert!(half.render_row("text").ends_with(" 50 % goes on"), "{}", half.render_row("text"));
    }

    #[test]
    fn a_tally_is_read_as_it_was_written() {
        let tally = Tally {
            program: 7,
            executions: 1,
            seconds: 2,
            processor: 6,
            branches: 3,
            quiet_executions: 4,
            quiet_seconds: 5,
        };
        assert_eq!(Tally::parse(&tally.render()), tally);
        assert_eq!(Tally::parse(""), Tally::default());
    }
}
