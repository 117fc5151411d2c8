//! Prints a table of VAX floats behind a VICAR label, as the Voyager missions left them.
//!
//! `cargo run --release --example voyager [FILE]`
//!
//! Before a picture of the cameras could be straightened, the marks on the vidicon's glass were located in it. An IBIS
//! tiepoint file has a row for each mark: line and sample where it belongs, and where it was found.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use datarep::{Character, Datatype};
use lexopt::Arg::{Long, Short, Value};

datarep::datarep! {
    //! What the image processing system of the Voyager missions wrote on a VAX.

    use dec::vax_f;

    /// VAX reals, and the label's characters.
    datarep vicar_vax extends little_endian {
        real { 4 => vax_f }
        on read  { reserved => nan }
        on write { overflow => error, infinity | nan => error, underflow => zero }
    }

    test vax_f { 1.0 <=> 0x4080_0000; 25.36 => 0x42CA_E148; }
}

/// A message for the user: one line, no full stop.
type Result<T> = std::result::Result<T, String>;

const USAGE: &str = "\
usage: voyager [FILE]

  FILE  an IBIS tiepoint file of a VAX; without it the one that lies in examples/data
";

/// How many rows are printed from the beginning and from the end.
const SHOWN: (usize, usize) = (8, 4);

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

fn run(out: &mut String) -> Result<()> {
    let wrong = |error: lexopt::Error| format!("{error}; `voyager --help` lists the options");
    let mut file = None;
    let mut words = lexopt::Parser::from_env();
    while let Some(word) = words.next().map_err(wrong)? {
        match word {
            Short('h') | Long("help") => {
                out.push_str(USAGE);
                return Ok(());
            }
            Value(name) if file.is_none() => file = Some(PathBuf::from(name)),
            Value(second) => return Err(format!("one file at a time: `{}` is the second", second.display())),
            other => return Err(wrong(other.unexpected())),
        }
    }
    let file = file.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join("reseau.dat"));
    let shown = file.display();
    if !fs::metadata(&file).map_err(|error| format!("cannot open {shown}: {error}"))?.is_file() {
        return Err(format!("{shown} is not a file"));
    }
    let bytes = fs::read(&file).map_err(|error| format!("cannot read {shown}: {error}"))?;
    print(&bytes, out).map_err(|error| format!("{shown}: {error}"))
}

/// A row of the table.
#[derive(Debug, Clone, Copy, Datatype)]
#[repr(C)]
struct Tiepoint {
    /// Line and sample in the straightened picture.
    output: [f32; 2],
    /// Line and sample in the picture as it was taken.
    input: [f32; 2],
}

fn print(bytes: &[u8], out: &mut String) -> Result<()> {
    let (label, length) = Label::read(bytes)?;
    for (key, wanted) in [("TYPE", "TIEPOINT"), ("REALFMT", "VAX"), ("ORG", "ROW"), ("FMT_DEFAULT", "REAL")] {
        let value = label.last(key).unwrap_or("nothing");
        if value != wanted {
            return Err(format!("the label says {key}={value}, and only {wanted} is supported"));
        }
    }
    let (rows, columns) = (label.number("NR")?, label.number("NC")?);
    if columns != 4 {
        return Err(format!("a tiepoint has 4 columns, this table has {columns}"));
    }
    let wanted =
        rows.checked_mul(vicar_vax::extent::<Tiepoint>()).ok_or("the table is longer than memory")?;
    let table = bytes[length..].get(..wanted).ok_or_else(|| {
        format!("the table is cut: {} of its {wanted} bytes are there", bytes.len() - length)
    })?;
    let (points, loss) = vicar_vax::to_vec::<Tiepoint>(table).map_err(|error| error.to_string())?;

    for key in ["TYPE", "PROPERTY", "HOST", "REALFMT", "NR", "NC", "TASK", "USER", "DAT_TIM"] {
        if let Some(value) = label.last(key) {
            let _ = writeln!(out, "{key:<9} {}", printable(value));
        }
    }
    for (key, value) in label.items.iter().filter(|(key, _)| key.starts_with("LAB")) {
        let _ = writeln!(out, "{:<9} {}", printable(key), printable(value.trim()));
    }
    let _ = writeln!(
        out,
        "\n{:>5}{:>14}{:>14}{:>14}{:>14}{:>10}",
        "row", "line", "sample", "in line", "in sample", "moved"
    );
    for (index, point) in points.iter().enumerate() {
        if index < SHOWN.0 || index + SHOWN.1 >= points.len() {
            let _ = write!(out, "{:>5}", index + 1);
            for number in point.output.iter().chain(&point.input) {
                let _ = write!(out, "{number:>14.4}");
            }
            let _ = writeln!(out, "{:>10.3}", moved(point));
        } else if index == SHOWN.0 {
            let _ = writeln!(out, "{:>5}", "...");
        }
    }
    let most = points.iter().map(moved).fold(0.0, f32::max);
    let _ = writeln!(out, "\n{} tiepoints, moved by {most:.3} pixels at most", points.len());
    let _ = writeln!(out, "loss      {loss}");
    Ok(())
}

/// The distance of a mark from where it belongs.
fn moved(point: &Tiepoint) -> f32 {
    f32::hypot(point.output[0] - point.input[0], point.output[1] - point.input[1])
}

/// A VICAR label: names and values in the order of the file; later parts repeat names.
struct Label {
    items: Vec<(String, String)>,
}

impl Label {
    /// The label at the beginning of a file, and how many bytes it takes.
    fn read(bytes: &[u8]) -> Result<(Label, usize)> {
        let missing = "not a VICAR file: it does not begin with LBLSIZE";
        let size = bytes.strip_prefix(b"LBLSIZE=").ok_or(missing)?;
        let digits = size.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length = text(&size[..digits])?.parse::<usize>().map_err(|_| missing)?;
        let label = bytes
            .get(..length)
            .ok_or_else(|| format!("the label is cut: {} of its {length} bytes are there", bytes.len()))?;
        let label = text(label)?;
        let mut items = Vec::new();
        // Zeros fill the rest of the label.
        let mut rest = label.split('\0').next().unwrap_or_default().trim();
        while !rest.is_empty() {
            let (key, behind) = rest.split_once('=').ok_or_else(|| {
                let begin: String = rest.chars().take(16).collect();
                format!("`{begin}` in the label has no value")
            })?;
            let (value, behind) = value(behind).ok_or_else(|| format!("the value of {key} does not end"))?;
            items.push((key.to_owned(), value));
            rest = behind.trim_start();
        }
        Ok((Label { items }, length))
    }

    /// The value in the last part of the label that has it.
    fn last(&self, key: &str) -> Option<&str> {
        self.items.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    fn number(&self, key: &str) -> Result<usize> {
        let value = self.last(key).ok_or_else(|| format!("the label does not say {key}"))?;
        value.parse().map_err(|_| format!("the label says {key}={value}, which is no number"))
    }
}

/// A value at the beginning of a text: `'…'` with doubled quotation marks, `(…)`, or a word; and the rest.
fn value(text: &str) -> Option<(String, &str)> {
    if let Some(mut rest) = text.strip_prefix('\'') {
        let mut value = String::new();
        loop {
            let (part, behind) = rest.split_once('\'')?;
            value.push_str(part);
            match behind.strip_prefix('\'') {
                Some(more) => {
                    value.push('\'');
                    rest = more;
                }
                None => return Some((value, behind)),
            }
        }
    }
    let end = if text.starts_with('(') { text.find(')')? + 1 } else { text.find(' ').unwrap_or(text.len()) };
    Some((text[..end].to_owned(), &text[end..]))
}

/// Characters of a file.
fn text(bytes: &[u8]) -> Result<String> {
    let (letters, _) = vicar_vax::to_vec::<Character>(bytes).map_err(|error| error.to_string())?;
    Ok(Character::text(&letters).to_string())
}
