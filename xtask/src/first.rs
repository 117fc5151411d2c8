//! `cargo xtask first`: measures how long the first commands of a newcomer take.
//!
//! Each row has a folder of its own below the target folder, which is removed at the end: a clone of the last commit, without a
//! target folder, and an empty folder in the place of Cargo's own, so that all crates of others are fetched. The rows `crate` and
//! `change` are of a crate that is begun, whose dependencies are fetched before the time begins, as those of the peer are.
//!
//! The goals are for two cores that do nothing else, so that this is no test: nothing runs it but people.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::new_crate::{BINRW, BINRW_DEPENDENCY, CrateFolder, DESCRIBED, NewCrate, name_runtime};
use crate::workspace;

/// How often a crate is built. The best time counts, and both crates are built in turn.
const ROUNDS: usize = 3;

/// A row: its name, what it measures, and how.
struct Row {
    name: &'static str,
    title: &'static str,
    measure: fn(&Newcomer) -> Result<Figure, String>,
}

/// What was measured.
struct Figure {
    seconds: f64,
    most: f64,
    /// What the goal is besides a number of seconds.
    than: &'static str,
}

const ROWS: [Row; 6] = [
    Row {
        name: "picture",
        title: "from a clone to the picture of a section: `cargo run --release --example segy`",
        measure: |newcomer| newcomer.time(newcomer.cargo(&["run", "--release", "--example", "segy"]), 45.0),
    },
    Row {
        name: "command",
        title: "`cargo install --path datarep-cli`",
        measure: |newcomer| {
            let root = newcomer.folder.join("installed").display().to_string();
            let arguments = ["install", "--locked", "--path", "datarep-cli", "--root", &root];
            newcomer.time(newcomer.cargo(&arguments), 150.0)
        },
    },
    Row { name: "python", title: "`pip install ./datarep-python`", measure: measure_python },
    Row { name: "crate", title: "a new crate with `datarep!`, its first build", measure: measure_crate },
    Row {
        name: "change",
        title: "one character of its description changed: the next build",
        measure: measure_change,
    },
    Row {
        name: "tests",
        title: "from a clone to the end of all tests: `cargo xtask test`",
        measure: |newcomer| newcomer.time(newcomer.cargo(&["xtask", "test"]), 1500.0),
    },
];

/// A folder in which nothing of ours was built yet.
struct Newcomer {
    folder: PathBuf,
}

/// Measures the rows with these names, or all of them. The last line is `first: N rows met`.
///
/// # Errors
///
/// Returns a message if a command fails, or if a goal is missed.
pub fn run(names: &[&str]) -> Result<(), String> {
    let rows: Vec<&Row> = ROWS.iter().filter(|row| names.is_empty() || names.contains(&row.name)).collect();
    let mut missed = Vec::new();
    for row in &rows {
        let newcomer = Newcomer::create(row.name)?;
        let figure = (row.measure)(&newcomer);
        newcomer.remove()?;
        let Figure { seconds, most, than } = figure?;
        let word = if seconds <= most { "met" } else { "missed" };
        println!("{:8} {seconds:7.1} s, at most {most:.1} s{than}: {word}  {}", row.name, row.title);
        if seconds > most {
            missed.push(row.name);
        }
    }
    if missed.is_empty() {
        println!("first: {} rows met", rows.len());
        Ok(())
    } else {
        Err(format!("first: {} of {} rows missed: {}", missed.len(), rows.len(), missed.join(", ")))
    }
}

impl Newcomer {
    fn create(row: &str) -> Result<Newcomer, String> {
        let newcomer = Newcomer { folder: workspace::target_folder().join("first").join(row) };
        newcomer.remove()?;
        fs::create_dir_all(newcomer.cargo_home())
            .map_err(|error| format!("cannot make `{}`: {error}", newcomer.folder.display()))?;
        let mut clone = Command::new("git");
        // A path alone would be linked, and not copied.
        clone.args(["clone", "--quiet", "--no-local", "--depth", "1"]);
        workspace::run_command(clone.arg(workspace::root()).arg(newcomer.clone_folder()))?;
        Ok(newcomer)
    }

    fn remove(&self) -> Result<(), String> {
        if !self.folder.exists() {
            return Ok(());
        }
        fs::remove_dir_all(&self.folder)
            .map_err(|error| format!("cannot remove `{}`: {error}", self.folder.display()))
    }

    fn clone_folder(&self) -> PathBuf {
        self.folder.join("datarep")
    }

    fn cargo_home(&self) -> PathBuf {
        self.folder.join("cargo")
    }

    /// A program in the clone.
    fn program(&self, program: &str) -> Command {
        let mut command = workspace::make_newcomer_command(program, &self.clone_folder());
        command.env("CARGO_HOME", self.cargo_home());
        command
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut cargo = self.program("cargo");
        cargo.args(arguments);
        cargo
    }

    /// The time of a command, which has to succeed, beside what is allowed.
    fn time(&self, mut command: Command, most: f64) -> Result<Figure, String> {
        println!("$ {command:?}\nin `{}`", self.clone_folder().display());
        let start = Instant::now();
        workspace::run_command(&mut command)?;
        Ok(Figure { seconds: start.elapsed().as_secs_f64(), most, than: "" })
    }

    /// A crate with a description of its own, on the clone.
    fn begin_crate(&self) -> Result<CrateFolder, String> {
        let dependencies = name_runtime(&self.clone_folder(), &["macros"]);
        NewCrate { name: "described", dependencies, program: DESCRIBED }.write_and_fetch()
    }
}

fn measure_python(newcomer: &Newcomer) -> Result<Figure, String> {
    // The environment has only pip. `pip` fetches what builds and what the package needs.
    let environment = newcomer.folder.join("environment");
    workspace::run_command(newcomer.program("python3").args(["-m", "venv"]).arg(&environment))?;
    let python = environment.join("bin").join("python");
    let mut pip = newcomer.program(&python.display().to_string());
    pip.args(["-m", "pip", "install", "--quiet", "--no-cache-dir", "./datarep-python"]);
    let figure = newcomer.time(pip, 90.0)?;
    let script = "import datarep; assert datarep.read(bytes.fromhex('C276A000'), 'hfp32')[0] == -118.625";
    // Not in the clone, where Python would find the sources of the package.
    let mut check = newcomer.program(&python.display().to_string());
    workspace::run_command(check.args(["-c", script]).current_dir(&environment))?;
    Ok(figure)
}

/// A first build beside that of a crate with binrw.
fn measure_crate(newcomer: &Newcomer) -> Result<Figure, String> {
    let ours = newcomer.begin_crate()?;
    let peer = NewCrate { name: "binrw", dependencies: BINRW_DEPENDENCY.to_owned(), program: BINRW };
    let peer = peer.write_and_fetch()?;
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (krate, least) in [&ours, &peer].into_iter().zip(&mut least) {
            *least = least.min(krate.build_from_clean()?);
        }
    }
    Ok(Figure { seconds: least[0], most: least[1], than: ", as a first program of binrw takes" })
}

/// The debug build after a change of one character.
fn measure_change(newcomer: &Newcomer) -> Result<Figure, String> {
    let krate = newcomer.begin_crate()?;
    krate.rebuild_with(DESCRIBED)?;
    let mut least = f64::INFINITY;
    for round in 0..ROUNDS {
        // The exponent's offset is 64.
        let changed = DESCRIBED.replace("(E - 64)", &format!("(E - 6{round})"));
        if changed == DESCRIBED {
            return Err("nothing was changed in the description".to_owned());
        }
        least = least.min(krate.rebuild_with(&changed)?);
    }
    Ok(Figure { seconds: least, most: 1.0, than: "" })
}

#[cfg(test)]
mod tests {
    #[test]
    fn rows_are_those_that_can_be_named() {
        let names = super::ROWS.map(|row| row.name);
        assert!(crate::arguments::FIRST_ROWS.iter().all(|name| names.contains(name)), "{names:?}");
    }
}
