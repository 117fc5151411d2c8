//! `cargo xtask fuzz`: runs the campaigns of `fuzz/` for some seconds each, and then inputs of 1 MiB: repetitions of known
//! inputs, and for the campaign `text` the [worst texts](worst_texts).
//!
//! The campaigns are built by a nightly compiler, since only that one counts branches. New inputs are kept below the
//! target folder, beside the inputs that crashed a campaign or took too much time or memory. The next run continues
//! from there.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod scratch;
mod tally;
mod worst;

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
pub(crate) use scratch::Scratch;
use tally::{ProcessRun, Tally};
pub use worst::worst_texts;

use crate::arguments::FUZZ_TARGETS;
use crate::{nightly, skipped, workspace};

/// The campaigns whose inputs have texts of the language.
const WITH_TEXTS: [&str; 4] = ["text", "dynamic", "records", "readers"];

/// The campaign that runs only where it is named. It has not run for long yet, and what its first hours find is not the fault of
/// the change that is tested.
const BY_NAME: &str = "shapes";

/// The limits of an input: seconds, and MiB of memory.
const SECONDS: u64 = 2;
const MEMORY: u64 = 512;

/// How many times as long an input may take in a campaign as in an optimized build, when it is judged. It takes about four
/// times as long, as branches and comparisons are counted, and twice that where another program runs on the same core.
const COUNTED_TIMES: u64 = 8;

/// The seconds after which an input hangs that takes no time of the processor.
const HANGS: u64 = 60;

/// The most bytes of an input that is printed. A machine of continuous integration keeps nothing but what is printed, and
/// the inputs of a campaign have at most so many.
const PRINTED: usize = 4096;

/// The most lines of a panic's message that are printed, and the most characters of each. It may show two whole tables.
const MESSAGE_LINES: usize = 8;
const MESSAGE_WIDTH: usize = 2000;

/// The number of bytes of the large inputs.
const LARGE: usize = 1 << 20;

/// The seconds from which on a campaign gets the worst texts at their full size, which takes minutes. A shorter one gets an
/// eighth of each, with an eighth of the time.
const FULL_TEXTS_FROM: u64 = 300;

/// The number of large inputs of a campaign.
const LARGE_INPUTS: usize = 12;

/// How libFuzzer chooses the input that it changes next. Its other way, by the rarity of what each input reaches, looks at all
/// that each execution reached: that took six times as long as the executions of the campaign `readers`, and found fewer
/// branches in the same time of the processor (41,597 for 42,296, and 14,447 for 14,736 of `text`).
pub(crate) const SCHEDULE: &str = "-entropic=0";

/// Flags that make the compiler count branches, for libFuzzer.
const COUNTED: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                       -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table";

/// The flag that makes the compiler show comparisons to libFuzzer, which then tries their other side.
const COMPARED: &str = "-Cllvm-args=-sanitizer-coverage-trace-compares";

/// The packages whose comparisons are shown: those that read words, files and tables. The parser of texts and the crates
/// of others are not among them. Their comparisons took half the time of the campaign `text`, which has a dictionary:
/// without them it is 2.2 times as fast, and found more branches in the same time of the processor (13,610 for 13,231).
const COMPARING: [&str; 7] = [
    "datarep",
    "datarep-cli",
    "datarep-copybook",
    "datarep-dynamic",
    "datarep-fuzz",
    "datarep-oracle",
    "datarep-probe",
];

/// Makes a build count branches, and comparisons of some packages.
pub(crate) fn set_branch_counting(cargo: &mut Command) {
    cargo.env("RUSTFLAGS", COUNTED).env_remove("CARGO_ENCODED_RUSTFLAGS").arg("-Zprofile-rustflags");
    let flag = |package: &str| format!("--config=profile.release.package.{package}.rustflags=[{COMPARED:?}]");
    cargo.args(COMPARING.map(flag));
}

/// How long a campaign runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// For some seconds.
    Seconds(u64),
    /// Until it has found no new branch for ten million executions and eight hours. Earlier runs of the same program
    /// count.
    Quiet,
}

impl Extent {
    fn is_shorter_than(self, seconds: u64) -> bool {
        matches!(self, Extent::Seconds(least) if least < seconds)
    }
}

/// The seconds of one process of a campaign that runs until it is quiet. What it did is kept after each.
const TURN: u64 = 600;

/// The campaigns to run.
#[derive(Debug, Clone)]
pub struct Options {
    /// How long each campaign runs.
    pub extent: Extent,
    /// The names of the campaigns to run, or nothing for all of them.
    pub only: Vec<String>,
}

/// The counts of a run.
#[derive(Debug, Default)]
struct Counts {
    executions: u64,
    crashes: usize,
    slow: usize,
}

/// Runs the campaigns. The last line is `fuzz: T targets, E executions, C crashes, S slow`.
///
/// Without a nightly compiler this reports that nothing was looked at.
///
/// # Errors
///
/// Returns a message if an input crashed a campaign or took too long, or if a campaign cannot be built.
pub fn run(options: &Options) -> Result<(), String> {
    if !nightly::is_installed() {
        skipped::report("fuzzing", "there is no nightly compiler: `rustup toolchain install nightly`");
        return Ok(());
    }
    let folder = build()?;
    let is_named = |name: &str| options.only.iter().any(|only| only == name);
    let chosen = |name: &&str| is_named(name) || options.only.is_empty() && *name != BY_NAME;
    let targets: Vec<&str> = FUZZ_TARGETS.into_iter().filter(chosen).collect();
    let mut counts = Counts::default();
    let mut rows = Vec::new();
    let scratch = Scratch::create()?;
    for &name in &targets {
        let campaign = Campaign::new(&folder, name, WITH_TEXTS.contains(&name), scratch.path())?;
        let before = (counts.executions, Instant::now());
        let tally = campaign.run(options.extent, &mut counts)?;
        campaign.run_large_inputs(options.extent, &mut counts)?;
        let (executions, seconds) = (counts.executions - before.0, before.1.elapsed().as_secs_f64());
        println!("{name:10} {executions:10} executions in {seconds:4.0} s");
        rows.push(tally.render_row(name));
    }
    println!("\nall runs so far:\n{}\n{}", tally::COLUMNS, rows.join("\n"));
    let Counts { executions, crashes, slow } = counts;
    println!("fuzz: {} targets, {executions} executions, {crashes} crashes, {slow} slow", targets.len());
    if crashes + slow == 0 { Ok(()) } else { Err("a promise is broken by the inputs above".to_owned()) }
}

/// Builds all campaigns, and returns the folder of their programs.
fn build() -> Result<PathBuf, String> {
    let folder = workspace::target_folder().join("fuzz");
    let host = nightly::find_host_target()?;
    let mut cargo = nightly::cargo();
    cargo.args(["build", "--release", "--quiet", "--target", &host, "--manifest-path", "fuzz/Cargo.toml"]);
    set_branch_counting(&mut cargo);
    cargo.env("CARGO_TARGET_DIR", &folder);
    let status = cargo.status().map_err(|error| format!("the nightly compiler cannot be run: {error}"))?;
    if status.success() {
        Ok(folder.join(host).join("release"))
    } else {
        Err("the campaigns cannot be built".to_owned())
    }
}

/// A process of a campaign that has ended.
struct EndedProcess {
    run: ProcessRun,
    /// What libFuzzer printed.
    told: String,
    is_success: bool,
}

/// A campaign, and the folders of its inputs.
struct Campaign {
    name: &'static str,
    program: PathBuf,
    /// The committed inputs.
    seeds: PathBuf,
    /// The inputs that were found since.
    found: PathBuf,
    /// The inputs that broke a promise in any run.
    broken: PathBuf,
    has_text: bool,
    /// The folder for files that the program writes.
    scratch: PathBuf,
}

impl Campaign {
    fn new(programs: &Path, name: &'static str, has_text: bool, scratch: &Path) -> Result<Campaign, String> {
        let seeds = workspace::root().join("fuzz/corpus").join(name);
        let work = workspace::target_folder().join("fuzz/inputs").join(name);
        let (found, broken) = (work.join("found"), work.join("broken"));
        for folder in [&found, &broken] {
            fs::create_dir_all(folder).map_err(|error| describe_io_error(folder, &error))?;
        }
        Ok(Campaign {
            name,
            program: programs.join(name),
            seeds,
            found,
            broken,
            has_text,
            scratch: scratch.to_owned(),
        })
    }

    fn command(&self, seconds: u64) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(format!("-timeout={seconds}")).arg(format!("-rss_limit_mb={MEMORY}"));
        command.arg(format!("-malloc_limit_mb={MEMORY}")).args(["-print_final_stats=1", "-detect_leaks=0"]);
        command.arg(SCHEDULE);
        command.arg(format!("-artifact_prefix={}/", self.broken.display()));
        if self.has_text {
            command.arg(format!("-dict={}", workspace::root().join("fuzz/datarep.dict").display()));
        }
        // Texts in the user's folder are not of the campaign.
        command.env("TMPDIR", &self.scratch).env("HOME", &self.scratch);
        // The output of the program is not needed.
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    /// Looks for inputs that break a promise, and returns what was done in all runs so far.
    fn run(&self, extent: Extent, counts: &mut Counts) -> Result<Tally, String> {
        let path = self.found.with_file_name("tally");
        let mut tally = Tally::read(&path, &self.program)?;
        match extent {
            Extent::Seconds(seconds) => {
                self.search(seconds, &mut tally, counts)?;
                tally.write(&path)?;
            }
            Extent::Quiet => {
                while !tally.is_quiet() {
                    self.search(TURN, &mut tally, counts)?;
                    tally.write(&path)?;
                    println!("{}", tally.render_row(self.name));
                }
            }
        }
        Ok(tally)
    }

    /// Looks for inputs for some seconds. After one that breaks a promise is found the search goes on.
    fn search(&self, seconds: u64, tally: &mut Tally, counts: &mut Counts) -> Result<(), String> {
        let end = Instant::now() + Duration::from_secs(seconds);
        loop {
            let left = end.saturating_duration_since(Instant::now()).as_secs();
            let mut command = self.command(SECONDS);
            command
                .arg(format!("-max_total_time={}", left.max(1)))
                .arg(format!("-max_len={PRINTED}"))
                .arg("-reload=0");
            command.args([&self.found, &self.seeds]);
            let ended = self.run_and_follow(&mut command)?;
            counts.executions += ended.run.executions;
            tally.add(&ended.run);
            if ended.is_success {
                return Ok(());
            }
            // The promise is about an optimized build. This one counts branches.
            self.judge_ending(&ended.told, SECONDS * COUNTED_TIMES, counts);
            // A program that ends before its first input does so again.
            if left < 2 || ended.run.executions == 0 {
                return Ok(());
            }
        }
    }

    /// Runs the program, and follows what it says.
    fn run_and_follow(&self, command: &mut Command) -> Result<EndedProcess, String> {
        let fault = |error: std::io::Error| describe_io_error(&self.program, &error);
        let mut process = command.stderr(Stdio::piped()).spawn().map_err(fault)?;
        let told =
            process.stderr.take().map(BufReader::new).ok_or("a program has no output for its faults")?;
        let (mut run, told) = ProcessRun::follow_output(told).map_err(fault)?;
        let before = tally::read_children_centiseconds();
        let is_success = process.wait().map_err(fault)?.success();
        run.processor = tally::read_children_centiseconds() - before;
        Ok(EndedProcess { run, told, is_success })
    }

    /// Runs inputs of 1 MiB: those that repeat a known input, and the worst texts.
    fn run_large_inputs(&self, extent: Extent, counts: &mut Counts) -> Result<(), String> {
        for seed in list_largest(&self.seeds)? {
            let bytes = fs::read(&seed).map_err(|error| describe_io_error(&seed, &error))?;
            let large: Vec<u8> = bytes.iter().copied().cycle().take(LARGE).collect();
            let name = Path::new(seed.file_name().unwrap_or_default());
            self.run_large(name, &large, SECONDS * COUNTED_TIMES, counts)?;
        }
        if self.name == "text" {
            let part = if extent.is_shorter_than(FULL_TEXTS_FROM) { 8 } else { 1 };
            for (name, text) in worst_texts(LARGE / part) {
                let seconds = SECONDS * COUNTED_TIMES / part as u64;
                self.run_large(Path::new(name), text.as_bytes(), seconds, counts)?;
            }
        }
        Ok(())
    }

    /// Runs one large input, and keeps it only if it broke a promise.
    fn run_large(&self, name: &Path, bytes: &[u8], seconds: u64, counts: &mut Counts) -> Result<(), String> {
        let folder = self.found.with_file_name("large");
        let path = folder.join(name);
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| describe_io_error(&path, &error))?;
        let ended = self.run_and_follow(self.command(seconds).env("DATAREP_ANSWERS", "skip").arg(&path))?;
        counts.executions += 1;
        if ended.is_success {
            let _ = fs::remove_file(&path);
        } else {
            self.judge_ending(&ended.told, seconds, counts);
        }
        Ok(())
    }

    /// Decides whether the input that ended the program broke a promise. An input that took long is run again and gets
    /// so many seconds of the processor, since other programs run on the machine too.
    fn judge_ending(&self, told: &str, seconds: u64, counts: &mut Counts) {
        let input = told.lines().find_map(|line| line.split("Test unit written to ").nth(1));
        let input = input.or_else(|| told.lines().find_map(|line| line.strip_prefix("Running: ")));
        let reason =
            told.lines().find(|line| line.contains("panicked at") || line.contains("ERROR: libFuzzer"));
        let is_slow = told.contains("ERROR: libFuzzer: timeout");
        if is_slow
            && let Some(input) = input
            && self.ends_in_time(Path::new(input), seconds)
        {
            return;
        }
        if is_slow {
            counts.slow += 1;
        } else {
            counts.crashes += 1;
        }
        let kind = if is_slow { "slow" } else { "crash" };
        println!("{kind} of `{}`: {}", self.name, reason.unwrap_or("it ended without a word"));
        for line in extract_panic_message(told) {
            println!("  {line}");
        }
        println!("  its input: {}", input.unwrap_or("unknown"));
        if let Some(bytes) = input.and_then(|path| fs::read(path).ok()).filter(|bytes| bytes.len() <= PRINTED)
        {
            println!("  in base64: {}", STANDARD.encode(bytes));
        }
    }

    /// Whether an input takes so few seconds of the processor. The system ends a process that takes more.
    fn ends_in_time(&self, input: &Path, seconds: u64) -> bool {
        let limited = format!("ulimit -t {seconds} && exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &limited]).arg(&self.program).arg(input);
        command.arg(format!("-timeout={HANGS}")).arg(format!("-rss_limit_mb={MEMORY}"));
        command.env("TMPDIR", &self.scratch).env("DATAREP_ANSWERS", "skip");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}

/// What a panic says after its place, shortened. It goes on to the hint at stack traces.
fn extract_panic_message(told: &str) -> Vec<String> {
    let lines = told.lines().skip_while(|line| !line.contains("panicked at")).skip(1);
    let message =
        lines.take_while(|line| !line.starts_with("note: ") && !line.starts_with("stack backtrace"));
    message.take(MESSAGE_LINES).map(|line| line.chars().take(MESSAGE_WIDTH).collect()).collect()
}

/// The largest inputs of a folder.
fn list_largest(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| describe_io_error(folder, &error))?;
    let mut files: Vec<(u64, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            Some((entry.metadata().ok().filter(fs::Metadata::is_file)?.len(), entry.path()))
        })
        .filter(|(bytes, _)| *bytes > 0)
        .collect();
    files.sort();
    Ok(files.into_iter().rev().take(LARGE_INPUTS).map(|(_, path)| path).collect())
}

fn describe_io_error(path: &Path, error: &std::io::Error) -> String {
    format!("`{}`: {error}", path.display())
}
