//! `cargo xtask build-time`: how long a new user's crate takes to build from clean, beside its peers.
//!
//! Each crate describes one format in a few lines and reads it. Sources are fetched first, so that only
//! building is measured; the crates are built in turn, and the best of the rounds counts.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::workspace;

const ROUNDS: usize = 3;

/// A crate to build: its name, its dependency line, its program.
struct Candidate {
    name: &'static str,
    dependency: String,
    program: &'static str,
}

const STANDARD: &str = r#"use datarep::standard::ibm370;

fn main() -> Result<(), datarep::Error> {
    let (samples, loss) = ibm370::to_vec::<f32>(&[0xC2, 0x76, 0xA0, 0x00])?;
    println!("{samples:?}, {loss}");
    Ok(())
}
"#;

const DESCRIBED: &str = r#"datarep::datarep! {
    float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);

    datarep seismic extends external32 {
        real { 4 => hfp32 }
        on read  { overflow => infinity }
        on write { overflow => error, infinity | nan => error, underflow => zero }
    }
}

fn main() -> Result<(), datarep::Error> {
    let (samples, loss) = seismic::to_vec::<f32>(&[0xC2, 0x76, 0xA0, 0x00])?;
    println!("{samples:?}, {loss}");
    Ok(())
}
"#;

/// Without the format, which it does not know: only the byte order.
const BINRW: &str = r#"use binrw::{BinRead, io::Cursor};

#[derive(BinRead, Debug)]
#[br(big)]
struct Samples {
    #[br(count = 1)]
    samples: Vec<f32>,
}

fn main() -> binrw::BinResult<()> {
    let samples = Samples::read(&mut Cursor::new([0xC2, 0x76, 0xA0, 0x00]))?;
    println!("{:?}", samples.samples);
    Ok(())
}
"#;

/// Builds and prints the table.
///
/// # Errors
///
/// What could not be written, fetched or built.
pub fn run() -> Result<(), String> {
    let runtime = workspace::root().join("runtime");
    let path = runtime.display().to_string();
    let candidates = [
        Candidate {
            name: "datarep, standard library alone",
            dependency: format!("datarep = {{ path = {path:?} }}"),
            program: STANDARD,
        },
        Candidate {
            name: "datarep, with `datarep!`",
            dependency: format!("datarep = {{ path = {path:?}, features = [\"macros\"] }}"),
            program: DESCRIBED,
        },
        Candidate { name: "binrw", dependency: "binrw = \"0.15\"".to_owned(), program: BINRW },
    ];
    let folder = std::env::temp_dir().join(format!("datarep-build-time-{}", std::process::id()));
    let result = measure(&candidates, &folder);
    let removed = fs::remove_dir_all(&folder);
    let times = result?;
    removed.map_err(|error| format!("cannot remove `{}`: {error}", folder.display()))?;
    println!("release build from clean, best of {ROUNDS}, sources fetched before");
    for (candidate, time) in candidates.iter().zip(times) {
        println!("{:6.2} s  {}", time.as_secs_f64(), candidate.name);
    }
    Ok(())
}

fn measure(candidates: &[Candidate], folder: &Path) -> Result<Vec<Duration>, String> {
    let crates: Vec<PathBuf> = candidates
        .iter()
        .enumerate()
        .map(|(index, candidate)| make(candidate, &folder.join(index.to_string())))
        .collect::<Result<_, _>>()?;
    let mut best = vec![Duration::MAX; crates.len()];
    for _ in 0..ROUNDS {
        for (time, path) in best.iter_mut().zip(&crates) {
            let target = path.join("target");
            if target.exists() {
                fs::remove_dir_all(&target)
                    .map_err(|error| format!("cannot remove `{}`: {error}", target.display()))?;
            }
            let start = Instant::now();
            cargo(path, &["build", "--release", "--offline", "--quiet"])?;
            *time = start.elapsed().min(*time);
        }
    }
    Ok(best)
}

/// Writes the crate, fetches what it needs, and sees that it runs.
fn make(candidate: &Candidate, path: &Path) -> Result<PathBuf, String> {
    let manifest = format!(
        "[package]\nname = \"new-user\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{}\n\n[workspace]\n",
        candidate.dependency
    );
    let write = |file: PathBuf, text: &str| {
        fs::write(&file, text).map_err(|error| format!("cannot write `{}`: {error}", file.display()))
    };
    fs::create_dir_all(path.join("src"))
        .map_err(|error| format!("cannot make `{}`: {error}", path.display()))?;
    write(path.join("Cargo.toml"), &manifest)?;
    write(path.join("src").join("main.rs"), candidate.program)?;
    cargo(path, &["run", "--quiet"])?;
    Ok(path.to_owned())
}

fn cargo(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env_remove("RUSTFLAGS")
        .stdout(Stdio::null())
        .status()
        .map_err(|error| format!("`cargo` cannot be run: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`cargo {}` failed in `{}`", arguments.join(" "), folder.display()))
    }
}
