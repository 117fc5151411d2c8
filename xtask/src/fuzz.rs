//! `cargo xtask fuzz`: runs the campaigns of `fuzz/` for some seconds each, and then inputs of 1 MiB.
//!
//! The campaigns are built by a nightly compiler, since only that one counts branches. New inputs are kept below the
//! target folder, beside the inputs that crashed a campaign or took too much time or memory. The next run continues
//! from there.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::nightly;
use crate::workspace;

/// The campaigns, by the names of their programs, and whether their inputs have texts of the language.
const TARGETS: [(&str, bool); 10] = [
    ("text", true),
    ("dynamic", true),
    ("records", true),
    ("formats", false),
    ("datatypes", false),
    ("files", false),
    ("words", false),
    ("readers", true),
    ("probe", false),
    ("plugins", false),
];

/// The limits of an input: seconds, and MiB of memory.
const SECONDS: u64 = 2;
const MEMORY: u64 = 512;

/// The seconds after which an input hangs that takes no time of the processor.
const HANGS: u64 = 60;

/// The number of bytes of the large inputs.
const LARGE: usize = 1 << 20;

/// The number of large inputs of a campaign.
const LARGE_INPUTS: usize = 12;

/// Flags that make the compiler count branches and comparisons, for libFuzzer.
const COUNTED: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                       -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                       -Cllvm-args=-sanitizer-coverage-trace-compares";

/// The campaigns to run.
#[derive(Debug, Clone)]
pub struct Options {
    /// The seconds for each campaign.
    pub seconds: u64,
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
/// Without a nightly compiler this prints a message and does nothing else.
///
/// # Errors
///
/// Returns a message if an input crashed a campaign or took too long, or if a campaign cannot be built.
pub fn run(options: &Options) -> Result<(), String> {
    if !nightly::is_there() {
        println!("fuzz: not run, as there is no nightly compiler: `rustup toolchain install nightly`");
        return Ok(());
    }
    let folder = build()?;
    let chosen = |name: &&str| options.only.is_empty() || options.only.iter().any(|only| only == name);
    let targets: Vec<(&str, bool)> = TARGETS.into_iter().filter(|(name, _)| chosen(name)).collect();
    let mut counts = Counts::default();
    for &(name, has_text) in &targets {
        let campaign = Campaign::new(&folder, name, has_text)?;
        let before = (counts.executions, Instant::now());
        campaign.search(options.seconds, &mut counts)?;
        campaign.large(&mut counts)?;
        let executions = counts.executions - before.0;
        println!("{name:10} {executions:10} executions in {:4.0} s", before.1.elapsed().as_secs_f64());
    }
    let Counts { executions, crashes, slow } = counts;
    println!("fuzz: {} targets, {executions} executions, {crashes} crashes, {slow} slow", targets.len());
    if crashes + slow == 0 { Ok(()) } else { Err("a promise is broken by the inputs above".to_owned()) }
}

/// Builds all campaigns, and returns the folder of their programs.
fn build() -> Result<PathBuf, String> {
    let folder = workspace::target().join("fuzz");
    let host = nightly::host()?;
    let mut cargo = nightly::cargo();
    cargo.args(["build", "--release", "--quiet", "--target", &host, "--manifest-path", "fuzz/Cargo.toml"]);
    cargo.env("CARGO_TARGET_DIR", &folder).env("RUSTFLAGS", COUNTED).env_remove("CARGO_ENCODED_RUSTFLAGS");
    let status = cargo.status().map_err(|error| format!("the nightly compiler cannot be run: {error}"))?;
    if status.success() {
        Ok(folder.join(host).join("release"))
    } else {
        Err("the campaigns cannot be built".to_owned())
    }
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
}

impl Campaign {
    fn new(programs: &Path, name: &'static str, has_text: bool) -> Result<Campaign, String> {
        let seeds = workspace::root().join("fuzz/corpus").join(name);
        let work = workspace::target().join("fuzz/inputs").join(name);
        let (found, broken) = (work.join("found"), work.join("broken"));
        for folder in [&found, &broken] {
            fs::create_dir_all(folder).map_err(|error| unreadable(folder, &error))?;
        }
        Ok(Campaign { name, program: programs.join(name), seeds, found, broken, has_text })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(format!("-timeout={SECONDS}")).arg(format!("-rss_limit_mb={MEMORY}"));
        command.arg(format!("-malloc_limit_mb={MEMORY}")).args(["-print_final_stats=1", "-detect_leaks=0"]);
        command.arg(format!("-artifact_prefix={}/", self.broken.display()));
        if self.has_text {
            command.arg(format!("-dict={}", workspace::root().join("fuzz/datarep.dict").display()));
        }
        // The output of the program is not needed.
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    /// Looks for inputs that break a promise. After one is found the search goes on, as long as there is time.
    fn search(&self, seconds: u64, counts: &mut Counts) -> Result<(), String> {
        let end = Instant::now() + Duration::from_secs(seconds);
        loop {
            let left = end.saturating_duration_since(Instant::now()).as_secs();
            let mut command = self.command();
            command.arg(format!("-max_total_time={}", left.max(1))).arg("-max_len=4096").arg("-reload=0");
            command.args([&self.found, &self.seeds]);
            let output = command.output().map_err(|error| unreadable(&self.program, &error))?;
            counts.executions += executions(&output);
            if output.status.success() {
                return Ok(());
            }
            self.judge(&output, counts);
            if left < 2 {
                return Ok(());
            }
        }
    }

    /// Runs inputs of 1 MiB. Each repeats a known input.
    fn large(&self, counts: &mut Counts) -> Result<(), String> {
        let folder = self.found.with_file_name("large");
        fs::create_dir_all(&folder).map_err(|error| unreadable(&folder, &error))?;
        for seed in largest(&self.seeds)? {
            let bytes = fs::read(&seed).map_err(|error| unreadable(&seed, &error))?;
            let path = folder.join(seed.file_name().unwrap_or_default());
            let large: Vec<u8> = bytes.iter().copied().cycle().take(LARGE).collect();
            fs::write(&path, large).map_err(|error| unreadable(&path, &error))?;
            let output = self.command().arg(&path).output().map_err(|error| unreadable(&path, &error))?;
            counts.executions += 1;
            if output.status.success() {
                // Keep only the inputs that broke a promise.
                let _ = fs::remove_file(&path);
            } else {
                self.judge(&output, counts);
            }
        }
        Ok(())
    }

    /// Decides whether the input that ended the program broke a promise. An input that took long is run again and gets
    /// the same seconds of the processor, since other programs run on the machine too.
    fn judge(&self, output: &Output, counts: &mut Counts) {
        let told = String::from_utf8_lossy(&output.stderr);
        let input = told.lines().find_map(|line| line.split("Test unit written to ").nth(1));
        let input = input.or_else(|| told.lines().find_map(|line| line.strip_prefix("Running: ")));
        let reason =
            told.lines().find(|line| line.contains("panicked at") || line.contains("ERROR: libFuzzer"));
        let is_slow = told.contains("ERROR: libFuzzer: timeout");
        if is_slow
            && let Some(input) = input
            && self.ends_in_time(Path::new(input))
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
        println!("  its input: {}", input.unwrap_or("unknown"));
    }

    /// Whether an input takes so few seconds of the processor. The system ends a process that takes more.
    fn ends_in_time(&self, input: &Path) -> bool {
        let limited = format!("ulimit -t {SECONDS} && exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &limited]).arg(&self.program).arg(input);
        command.arg(format!("-timeout={HANGS}")).arg(format!("-rss_limit_mb={MEMORY}"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}

/// The largest inputs of a folder.
fn largest(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
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

/// The number of inputs that libFuzzer has run.
fn executions(output: &Output) -> u64 {
    let told = String::from_utf8_lossy(&output.stderr);
    let count = |line: &str| line.split_once("number_of_executed_units:")?.1.trim().parse().ok();
    told.lines().rev().find_map(count).unwrap_or(0)
}

fn unreadable(path: &Path, error: &std::io::Error) -> String {
    format!("`{}`: {error}", path.display())
}
