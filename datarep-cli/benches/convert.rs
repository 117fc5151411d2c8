//! `datarep convert` beside `cp` of the same bytes, and beside the crate `csv` writing the same numbers.
//!
//! `cargo bench -p datarep-cli` makes files below the folder for temporary ones, or in `DATAREP_BENCH_FOLDER`, and times whole processes: the
//! shortest of several rounds. Nothing is judged here.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Numbers of a file.
const NUMBERS: usize = 1 << 25;

/// How often each is done.
const ROUNDS: usize = 5;

/// What is converted: a name, the format of the source, and what is asked for.
const CASES: [(&str, &str, &[&str]); 7] = [
    ("f32 little to npy: moved", "f32 little", &["--to", "npy"]),
    ("f32 big to f32 little: reordered", "f32 big", &["--to", "f32 little"]),
    ("f32 big to npy: reordered", "f32 big", &["--to", "npy"]),
    ("hfp32 to npy (f64)", "hfp32", &["--to", "npy"]),
    ("hfp32 to npy (f32)", "hfp32", &["--to", "npy", "--via", "f32"]),
    ("hfp32 to f32 little", "hfp32", &["--to", "f32 little"]),
    ("vax_f to hfp32", "vax_f", &["--to", "hfp32"]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::var_os("DATAREP_BENCH_FOLDER").map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = tempfile::tempdir_in(folder)?;
    let place = |name: &str| folder.path().join(name);
    make(&place("floats"))?;
    for (name, from, options) in CASES {
        let source = place("source");
        convert(&place("floats"), &source, "f32 little", &["--to", from])?;
        let new = place("new");
        let time = shortest(|| convert(&source, &new, from, options))?;
        // The same bytes: those that are read and those that are written, half of both.
        let copies = [&source, &new].map(|file| shortest(|| copy(file, &place("copy"))));
        let [read, written] = copies;
        let copied = (read? + written?) / 2;
        println!("{name}: {time:.3?}, cp {copied:.3?}: {:.2}", copied.as_secs_f64() / time.as_secs_f64());
    }
    let time = shortest(|| convert(&place("floats"), &place("lines.csv"), "f32 little", &["--row", "8"]))?;
    let alone = shortest(|| lines(&place("floats"), &place("alone.csv")))?;
    println!(
        "f32 little to csv: {time:.3?}, csv alone {alone:.3?}: {:.2}",
        alone.as_secs_f64() / time.as_secs_f64()
    );
    Ok(())
}

/// A file of numbers that look measured.
fn make(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = BufWriter::new(File::create(path)?);
    let mut state = 1_u32;
    for _ in 0..NUMBERS {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let value = f32::from_bits(0x4000_0000 | state >> 7) - 3.0;
        file.write_all(&value.to_le_bytes())?;
    }
    file.flush()?;
    Ok(())
}

fn shortest(mut run: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<Duration, Box<dyn Error>> {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        run()?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}

fn convert(source: &Path, new: &Path, from: &str, options: &[&str]) -> Result<(), Box<dyn Error>> {
    // A file system may store a file when it replaces another, which a new one does not wait for.
    if new.exists() {
        std::fs::remove_file(new)?;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_datarep"));
    command.arg("convert").args([source, new]).args(["--from", from]).args(options);
    command.args(["--on-write", "underflow => zero, overflow => saturate"].iter().take(if is_raw(options) {
        2
    } else {
        0
    }));
    finished(command)
}

/// Whether the new file has items of a format.
fn is_raw(options: &[&str]) -> bool {
    options.first() == Some(&"--to") && options.get(1) != Some(&"npy")
}

/// As a new file, which is what a conversion makes.
fn copy(source: &Path, new: &Path) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new("cp");
    command.arg("--remove-destination").args([source, new]);
    finished(command)
}

fn finished(mut command: Command) -> Result<(), Box<dyn Error>> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into())
}

/// What the crate alone does: numbers of a file, in memory, as lines of eight.
fn lines(source: &Path, new: &Path) -> Result<(), Box<dyn Error>> {
    let bytes = std::fs::read(source)?;
    let numbers: Vec<[f32; 8]> =
        bytes.as_chunks::<4>().0.as_chunks::<8>().0.iter().map(|row| row.map(f32::from_le_bytes)).collect();
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_path(new)?;
    for row in numbers {
        writer.serialize(row)?;
    }
    writer.flush()?;
    Ok(())
}
