//! Reads a SEG-Y file, prints its contents, draws the section, and converts IBM floats to IEEE and back.
//!
//! `cargo run --release --example segy [FILE] [--to OUT] [--picture PNG]`
//!
//! Every number of the file is converted by the representations in `formats.rs`. No other code shifts bits.

mod canvas;
mod file;
mod formats;
mod headers;
mod output;
mod picture;
mod report;

use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lexopt::Arg::{Long, Short, Value};

use crate::file::Section;

/// A message for the user: one line, no full stop.
type Result<T> = std::result::Result<T, String>;

const USAGE: &str = "\
usage: segy [FILE] [--to OUT] [--picture PNG]

  FILE           a SEG-Y file; without it the section that lies in examples/data
  --to OUT       writes FILE to OUT with IEEE floats (format code 5), or with IBM floats
                 (format code 1) where FILE has IEEE floats; headers stay as they are
  --picture PNG  where the picture goes; else NAME.png in the current folder
";

fn main() -> ExitCode {
    let mut out = String::new();
    let outcome = run(&mut out);
    // If the reader closes the pipe, it has seen enough.
    let _ = io::stdout().write_all(out.as_bytes());
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(io::stderr(), "error: {}", printable(&message));
            ExitCode::from(2)
        }
    }
}

/// A text without line breaks and other control characters, which a file or its name may contain.
fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

#[derive(Default)]
struct Arguments {
    file: Option<PathBuf>,
    to: Option<PathBuf>,
    picture: Option<PathBuf>,
    help: bool,
}

fn arguments(mut words: lexopt::Parser) -> Result<Arguments> {
    let wrong = |error: lexopt::Error| format!("{error}; `segy --help` lists the options");
    let mut found = Arguments::default();
    while let Some(word) = words.next().map_err(wrong)? {
        let (option, target) = match word {
            Short('h') | Long("help") => {
                found.help = true;
                continue;
            }
            Long("to") => ("--to", &mut found.to),
            Long("picture") => ("--picture", &mut found.picture),
            Value(file) if found.file.is_none() => {
                found.file = Some(file.into());
                continue;
            }
            Value(second) => return Err(format!("one file at a time: `{}` is the second", second.display())),
            other => return Err(wrong(other.unexpected())),
        };
        if target.is_some() {
            return Err(format!("`{option}` is given twice"));
        }
        *target = Some(words.value().map_err(wrong)?.into());
    }
    Ok(found)
}

fn run(out: &mut String) -> Result<()> {
    let Arguments { file, to, picture, help } = arguments(lexopt::Parser::from_env())?;
    if help {
        out.push_str(USAGE);
        return Ok(());
    }
    let file = file.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join("line.sgy"));
    let picture = picture.unwrap_or_else(|| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let name = name.strip_suffix(".sgy").or(name.strip_suffix(".segy")).unwrap_or(&name);
        PathBuf::from(format!("{name}.png"))
    });
    if let Some(to) = &to {
        output::refuse_same(&file, to)?;
        output::refuse_same(&picture, to)?;
    }
    output::refuse_same(&file, &picture)?;

    let section = Section::read(&file)?;
    report::print(&section, &short(&file), out);
    picture::draw(&section, &picture)?;
    let _ = writeln!(out, "\npicture    {}", short(&picture));
    if let Some(to) = &to {
        let (code, loss) = output::convert(&section, to)?;
        let format = formats::format(code)?;
        let _ = writeln!(out, "written    {}, {}\nloss       {loss} (writing)", short(to), format.name);
    }
    Ok(())
}

/// A path relative to the current folder, if it lies below it.
fn short(path: &Path) -> String {
    let below = env::current_dir().ok().and_then(|here| path.strip_prefix(here).ok().map(PathBuf::from));
    below.as_deref().unwrap_or(path).display().to_string()
}
