//! `cargo xtask mutants`: plants 200 faults in parser, checker and readers, and counts how many the campaigns of `fuzz/` find.
//!
//! A campaign that finds nothing may look at nothing. So faults of the kind that people make are drawn from the sources,
//! and all of them are compiled into one copy, in which a variable of the environment switches one on. A campaign finds a
//! fault if it ends by a promise that is broken, or by a known input with another answer. What was run is kept below the
//! target folder, and the next run goes on from there as long as the sources are the same.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod draw;
mod find;
mod plant;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use draw::{DrawnFault, GROUPS};

use crate::fuzz::{SCHEDULE, Scratch};
use crate::{nightly, skipped, workspace};

/// The seconds beyond those of its search after which a process of a campaign hangs, which is found too.
const HANGS: u64 = 60;

/// The seconds and the MiB of memory that an input may take.
const LIMITS: [&str; 2] = ["-timeout=10", "-rss_limit_mb=2048"];

/// How the faults are looked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// The seconds of each campaign for each fault.
    pub seconds: u64,
    /// The most faults that are tried now, beside those of earlier runs.
    pub most: usize,
    /// Whether the answers of committed inputs are compared.
    pub with_answers: bool,
}

/// What a campaign found of a fault, by the number of the fault and the name of the campaign.
type Results = BTreeMap<(usize, String), bool>;

/// Tries faults, and prints a table. The last line is `mutants: N of M faults tried, F found, R do not compile`.
///
/// # Errors
///
/// Returns a message if the campaigns cannot be built, or end by a fault where none is on.
pub fn run(options: &Options) -> Result<(), String> {
    if !nightly::is_installed() {
        skipped::report("mutants", "there is no nightly compiler: `rustup toolchain install nightly`");
        return Ok(());
    }
    let work = workspace::target_folder().join("mutants");
    let drawn = draw::draw_faults()?;
    let lines: String = drawn.iter().map(|one| one.describe() + "\n").collect();
    let results = work.join(if options.with_answers { "results" } else { "results-of-promises" });
    let known = work.join("drawn");
    if fs::read_to_string(&known).unwrap_or_default() != lines {
        // Other sources have other faults, of which nothing is known.
        for old in ["refused", "results", "results-of-promises"] {
            let _ = fs::remove_file(work.join(old));
        }
        write_file(&known, &lines)?;
    }
    let mut refused = read_refused(&work.join("refused"));
    let programs = plant::build(&work, &drawn, &mut refused)?;
    let numbers: Vec<String> = refused.iter().map(ToString::to_string).collect();
    write_file(&work.join("refused"), &(numbers.join("\n") + "\n"))?;
    let chosen = choose_faults(&drawn, &refused);
    let mut known = read_results(&results);
    let trial = CampaignRunner { programs, scratch: Scratch::create()?, options };
    trial.check_without_fault()?;
    let is_tried = |known: &Results, one: &DrawnFault| known.keys().any(|(number, _)| *number == one.number);
    let left: Vec<&DrawnFault> =
        chosen.iter().copied().filter(|one| !is_tried(&known, one)).take(options.most).collect();
    for one in left {
        for campaign in GROUPS[one.group].campaigns {
            let is_found = trial.run_campaign(Some(one.number), campaign)?;
            known.insert((one.number, (*campaign).to_owned()), is_found);
        }
        write_file(&results, &render_results(&known))?;
        let by: Vec<&str> = list_finders(&known, one);
        println!(
            "{} => {}",
            one.describe(),
            if by.is_empty() { "not found".to_owned() } else { by.join(", ") }
        );
    }
    print_table(&chosen, &known, refused.len());
    Ok(())
}

/// The faults of each part, without those that do not compile, in an order in which each part comes up from the first.
fn choose_faults<'d>(drawn: &'d [DrawnFault], refused: &BTreeSet<usize>) -> Vec<&'d DrawnFault> {
    let mut chosen = Vec::new();
    for (group, part) in GROUPS.iter().enumerate() {
        let compile = drawn.iter().filter(|one| one.group == group && !refused.contains(&one.number));
        let faults = compile.take(part.faults).enumerate();
        chosen.extend(faults.map(|(index, one)| (index * 1000 / part.faults, group, one)));
    }
    chosen.sort_by_key(|(share, group, _)| (*share, *group));
    chosen.into_iter().map(|(_, _, one)| one).collect()
}

/// How a process of a campaign is run.
struct CampaignRunner<'o> {
    programs: PathBuf,
    scratch: Scratch,
    options: &'o Options,
}

impl CampaignRunner<'_> {
    /// Checks that no campaign finds a fault when no fault is switched on.
    fn check_without_fault(&self) -> Result<(), String> {
        let campaigns: BTreeSet<&str> =
            GROUPS.iter().flat_map(|group| group.campaigns.iter().copied()).collect();
        for campaign in campaigns {
            if self.run_campaign(None, campaign)? {
                return Err(format!("`{campaign}` finds a fault where none is on"));
            }
        }
        Ok(())
    }

    /// Runs a campaign with a fault switched on, or with none, and returns whether it ended by
    /// finding a fault.
    fn run_campaign(&self, fault: Option<usize>, campaign: &str) -> Result<bool, String> {
        let found = self.scratch.path().join("found");
        let _ = fs::remove_dir_all(&found);
        fs::create_dir_all(&found).map_err(|error| format!("`{}`: {error}", found.display()))?;
        let kept = workspace::target_folder().join("fuzz/inputs").join(campaign).join("found");
        let mut command = Command::new(self.programs.join(campaign));
        command.args(LIMITS).args(["-max_len=4096", "-reload=0", "-detect_leaks=0", "-seed=1", SCHEDULE]);
        command.arg(format!("-max_total_time={}", self.options.seconds));
        command.arg(format!("-artifact_prefix={}/", self.scratch.path().display()));
        command.arg(&found).arg(workspace::root().join("fuzz/corpus").join(campaign));
        command.args(kept.is_dir().then_some(kept));
        command.env("TMPDIR", self.scratch.path()).env("HOME", self.scratch.path());
        if !self.options.with_answers {
            command.env("DATAREP_ANSWERS", "skip");
        }
        command.env("DATAREP_PLANTED", fault.map_or(String::new(), |number| number.to_string()));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let unrun = |error: std::io::Error| format!("`{campaign}`: {error}");
        let mut process = command.spawn().map_err(unrun)?;
        let end = Instant::now() + Duration::from_secs(self.options.seconds + HANGS);
        loop {
            if let Some(status) = process.try_wait().map_err(unrun)? {
                return Ok(!status.success());
            }
            if Instant::now() > end {
                process.kill().and_then(|()| process.wait()).map_err(unrun)?;
                return Ok(true);
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn list_finders<'k>(known: &'k Results, one: &DrawnFault) -> Vec<&'k str> {
    let found = known.iter().filter(|((number, _), is_found)| *number == one.number && **is_found);
    found.map(|((_, campaign), _)| campaign.as_str()).collect()
}

/// Prints how many faults each campaign found of those that it was to find, and how many were found at all.
fn print_table(chosen: &[&DrawnFault], known: &Results, refused: usize) {
    let is_tried = |one: &&&DrawnFault| known.keys().any(|(number, _)| *number == one.number);
    println!("\npart       campaign     tried    found");
    let (mut tried, mut found) = (0, 0);
    for (group, part) in GROUPS.iter().enumerate() {
        let of_group: Vec<&&DrawnFault> =
            chosen.iter().filter(|one| one.group == group).filter(is_tried).collect();
        for campaign in part.campaigns {
            let by = of_group.iter().filter(|one| list_finders(known, one).contains(campaign)).count();
            println!("{:10} {campaign:10} {:>7} {by:>8}", part.name, of_group.len());
        }
        let any = of_group.iter().filter(|one| !list_finders(known, one).is_empty()).count();
        println!("{:10} {:10} {:>7} {any:>8}", part.name, "any", of_group.len());
        tried += of_group.len();
        found += any;
    }
    println!("mutants: {tried} of {} faults tried, {found} found, {refused} do not compile", chosen.len());
}

fn read_refused(path: &Path) -> BTreeSet<usize> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

fn render_results(known: &Results) -> String {
    known.iter().fold(String::new(), |mut text, ((number, campaign), is_found)| {
        let _ = writeln!(text, "{number} {campaign} {}", if *is_found { "found" } else { "missed" });
        text
    })
}

fn read_results(path: &Path) -> Results {
    let text = fs::read_to_string(path).unwrap_or_default();
    let read = |line: &str| {
        let mut words = line.split(' ');
        Some(((words.next()?.parse().ok()?, words.next()?.to_owned()), words.next()? == "found"))
    };
    text.lines().filter_map(read).collect()
}

/// Writes a file; the old one stays if this fails.
fn write_file(path: &Path, text: &str) -> Result<(), String> {
    let new = path.with_extension("new");
    let written = fs::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| fs::write(&new, text))
        .and_then(|()| fs::rename(&new, path));
    written.map_err(|error| format!("`{}`: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_were_written() {
        let known = Results::from([((3, "text".to_owned()), true), ((12, "records".to_owned()), false)]);
        let path = std::env::temp_dir().join(format!("datarep-mutants-{}", std::process::id()));
        write_file(&path, &render_results(&known)).expect("a temporary file");
        assert_eq!(read_results(&path), known);
        fs::remove_file(&path).expect("it was written");
    }
}
