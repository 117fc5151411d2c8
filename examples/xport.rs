//! Turns a SAS transport file (version 5) into CSV, and keeps its missing values.
//!
//! `cargo run --release --example xport [FILE] [--member NAME] [--partial]`
//!
//! The numbers are IBM doubles truncated to two to eight bytes. A missing value is a letter, `.` or `_`, followed by
//! zeros. It is printed as SAS programs write it: `.`, `.A` to `.Z` and `._`. Dates remain numbers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use datarep::{Character, Datatype, Loss};
use lexopt::Arg::{Long, Short, Value};

datarep::datarep! {
    //! SAS transport files, version 5.

    /// Numbers of a transport file: big-endian integers and IBM doubles.
    datarep transport extends external32 {
        real { 8 => ibm::hfp64 }
        on write { overflow => error, infinity | nan => error, underflow => zero }
    }
}

/// A message for the user: one line, no full stop.
type Result<T> = std::result::Result<T, String>;

const USAGE: &str = "\
usage: xport [FILE] [--member NAME] [--partial]

  FILE           a SAS transport file of version 5; without it the one that lies in examples/data
  --member NAME  the data set to print; without it the first one
  --partial      of a file that was cut, prints the observations that are whole
";

/// The size of a record of the file, in bytes.
const RECORD: usize = 80;

fn main() -> ExitCode {
    let (mut out, mut notes) = (Vec::new(), String::new());
    let outcome = run(&mut out, &mut notes);
    // If the reader closes the pipe, it has seen enough.
    let _ = io::stdout().write_all(&out);
    let _ = io::stderr().write_all(notes.as_bytes());
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

fn run(out: &mut Vec<u8>, notes: &mut String) -> Result<()> {
    let wrong = |error: lexopt::Error| format!("{error}; `xport --help` lists the options");
    let (mut file, mut member, mut partial) = (None, None, false);
    let mut words = lexopt::Parser::from_env();
    while let Some(word) = words.next().map_err(wrong)? {
        match word {
            Short('h') | Long("help") => {
                out.extend_from_slice(USAGE.as_bytes());
                return Ok(());
            }
            Long("partial") => partial = true,
            Long("member") if member.is_none() => {
                member = Some(words.value().map_err(wrong)?.to_string_lossy().into_owned());
            }
            Long("member") => return Err("`--member` is given twice".to_owned()),
            Value(name) if file.is_none() => file = Some(PathBuf::from(name)),
            Value(second) => return Err(format!("one file at a time: `{}` is the second", second.display())),
            other => return Err(wrong(other.unexpected())),
        }
    }
    let file = file.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join("lakes.xpt"));
    let shown = file.display();
    if !fs::metadata(&file).map_err(|error| format!("cannot open {shown}: {error}"))?.is_file() {
        return Err(format!("{shown} is not a file"));
    }
    let bytes = fs::read(&file).map_err(|error| format!("cannot read {shown}: {error}"))?;
    print(&bytes, member.as_deref(), partial, out, notes).map_err(|error| format!("{shown}: {error}"))
}

fn print(
    bytes: &[u8],
    wanted: Option<&str>,
    partial: bool,
    out: &mut Vec<u8>,
    notes: &mut String,
) -> Result<()> {
    let members = members(bytes)?;
    let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
    let member = match wanted {
        None => &members[0],
        Some(wanted) => members
            .iter()
            .find(|member| member.name.eq_ignore_ascii_case(wanted))
            .ok_or_else(|| format!("no data set `{wanted}`; there are {}", names.join(", ")))?,
    };
    if wanted.is_none() && members.len() > 1 {
        let _ = writeln!(notes, "note: this is the first data set of {}; see --member", names.join(", "));
    }
    if let Some(cut) = member.cut(bytes) {
        if !partial {
            return Err(format!("{cut}; `--partial` prints the observations that are whole"));
        }
        let _ = writeln!(notes, "note: {cut}; what is whole is printed");
    }
    let loss = csv(bytes, member, out)?;
    let _ = writeln!(notes, "{}: {} observations, loss: {loss}", member.name, member.count());
    Ok(())
}

/// The description of a variable.
#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Namestr {
    /// 1 for numbers, 2 for characters.
    kind: i16,
    hash: i16,
    length: i16,
    number: i16,
    name: [Character; 8],
    label: [Character; 40],
    format: [Character; 8],
    format_width: [i16; 3],
    fill: [Character; 2],
    informat: [Character; 8],
    informat_width: [i16; 2],
    /// The offset in an observation.
    position: i32,
    rest: [u8; 52],
}

/// A column of a data set.
struct Variable {
    name: String,
    is_number: bool,
    range: Range<usize>,
}

/// A data set.
struct Member {
    name: String,
    variables: Vec<Variable>,
    /// Where its observations lie in the file.
    data: Range<usize>,
    /// Where the next data set begins or the file ends.
    end: usize,
    /// The size of an observation, in bytes.
    extent: usize,
}

impl Member {
    fn count(&self) -> usize {
        self.data.len() / self.extent
    }

    /// Describes where the data set ends too early, if it does.
    ///
    /// Nothing in a file says how many observations there are. But a file consists of whole records, and the last
    /// observation is followed only by blanks, fewer than a record. A file that was cut between two observations, at
    /// the end of a record, looks complete.
    fn cut(&self, bytes: &[u8]) -> Option<String> {
        let rest = &bytes[self.data.end..self.end];
        let observation = format!("observation {} of data set {}", self.count() + 1, self.name);
        let (name, extra) = (&self.name, self.end % RECORD);
        if rest.len() >= RECORD || rest.iter().any(|&byte| byte != b' ') {
            Some(format!("the file is cut within {observation}: {} of its {} bytes", rest.len(), self.extent))
        } else if extra != 0 {
            Some(format!(
                "the file is cut within the data set {name}: its last record has {extra} of {RECORD} bytes"
            ))
        } else {
            None
        }
    }
}

/// Whether a record is a header of the given kind.
fn is_header(record: &[u8], kind: &str) -> bool {
    let text = format!("HEADER RECORD*******{kind:<8}HEADER RECORD!!!!!!!");
    record.starts_with(text.as_bytes())
}

/// Characters of a file, without trailing blanks and zeros.
fn text(bytes: &[u8]) -> Result<String> {
    let (letters, _) = transport::to_vec::<Character>(bytes).map_err(|error| error.to_string())?;
    Ok(trimmed(&letters))
}

fn trimmed(letters: &[Character]) -> String {
    Character::text(letters).trim_end().to_string()
}

/// A decimal number in a header record.
fn decimal(bytes: &[u8], what: &str) -> Result<usize> {
    let text = text(bytes)?;
    text.trim()
        .parse()
        .map_err(|_| format!("`{text}` is not a number of {what}: the header record is damaged"))
}

fn members(bytes: &[u8]) -> Result<Vec<Member>> {
    if bytes.get(..RECORD).is_some_and(|record| is_header(record, "LIBV8")) {
        return Err("a SAS transport file of version 8; only version 5 is supported".to_owned());
    }
    if !bytes.get(..RECORD).is_some_and(|record| is_header(record, "LIBRARY")) {
        return Err("not a SAS transport file of version 5: the library header is missing".to_owned());
    }
    // A header record can only begin where a record does.
    let records = bytes.chunks_exact(RECORD).enumerate();
    let starts: Vec<usize> =
        records.filter(|(_, record)| is_header(record, "MEMBER")).map(|(index, _)| index * RECORD).collect();
    if starts.is_empty() {
        return Err("the file has no data set".to_owned());
    }
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    starts.iter().zip(ends).map(|(&start, end)| member(bytes, start..end)).collect()
}

fn member(bytes: &[u8], range: Range<usize>) -> Result<Member> {
    let record = |index: usize| {
        let start = range.start + index * RECORD;
        bytes[..range.end].get(start..start + RECORD).ok_or("the file ends within the header of a data set")
    };
    let width = decimal(&record(0)?[74..78], "bytes of a description")?;
    let name = text(&record(2)?[8..16])?;
    if !is_header(record(4)?, "NAMESTR") {
        return Err(format!("data set {name} has no descriptions of variables"));
    }
    let count = decimal(&record(4)?[54..58], "variables")?;
    let extent = transport::extent::<Namestr>();
    // Files of OpenVMS omit the last four bytes, which are unused.
    if width != extent && width != extent - 4 {
        return Err(format!("data set {name} has descriptions of {width} bytes, not {extent}"));
    }
    let start = range.start + 5 * RECORD;
    let descriptions = bytes[..range.end]
        .get(start..start + count * width)
        .ok_or_else(|| format!("the file ends within the descriptions of data set {name}"))?;
    let variables = descriptions.chunks_exact(width).map(variable).collect::<Result<Vec<_>>>()?;
    let extent = variables.iter().map(|variable| variable.range.end).max();
    let extent = extent.ok_or_else(|| format!("data set {name} has no variables"))?;

    let observations = start + (count * width).next_multiple_of(RECORD);
    let header = bytes[..range.end].get(observations..observations + RECORD);
    if !header.is_some_and(|record| is_header(record, "OBS")) {
        return Err(format!("data set {name} has no observations behind its descriptions"));
    }
    let data = whole(bytes, observations + RECORD..range.end, extent);
    Ok(Member { name, variables, data, end: range.end, extent })
}

fn variable(description: &[u8]) -> Result<Variable> {
    let mut whole = description.to_vec();
    whole.resize(transport::extent::<Namestr>(), 0);
    let (found, _) = transport::to_vec::<Namestr>(&whole).map_err(|error| error.to_string())?;
    let namestr = found.first().ok_or("a description is missing")?;
    let name = trimmed(&namestr.name);
    let range = usize::try_from(namestr.position).ok().zip(usize::try_from(namestr.length).ok());
    let range = range.and_then(|(start, length)| Some(start..start.checked_add(length)?));
    let range = range.ok_or_else(|| format!("variable {name} has no place in an observation"))?;
    let is_number = match namestr.kind {
        1 => true,
        2 => false,
        kind => return Err(format!("variable {name} is neither numeric nor character but of kind {kind}")),
    };
    if range.is_empty() || (is_number && !(2..=8).contains(&range.len())) {
        return Err(format!("variable {name} has {} bytes", range.len()));
    }
    Ok(Variable { name, is_number, range })
}

/// The observations without the blanks that fill the last record.
fn whole(bytes: &[u8], data: Range<usize>, extent: usize) -> Range<usize> {
    let mut end = data.start + data.len() / extent * extent;
    // Nothing says how many observations there are: blanks within the last record are padding.
    while end > data.start
        && end - extent + RECORD > data.end
        && bytes[end - extent..end].iter().all(|&byte| byte == b' ')
    {
        end -= extent;
    }
    data.start..end
}

fn csv(bytes: &[u8], member: &Member, out: &mut Vec<u8>) -> Result<Loss> {
    let rows = || bytes[member.data.clone()].chunks_exact(member.extent);
    let mut loss = Loss::default();
    let mut columns = Vec::new();
    for variable in &member.variables {
        let cells = rows().map(|row| &row[variable.range.clone()]);
        columns.push(if variable.is_number {
            let (cells, lost) = numbers(cells)?;
            loss += lost;
            cells
        } else {
            cells.map(text).collect::<Result<Vec<String>>>()?
        });
    }
    write_row(member.variables.iter().map(|variable| variable.name.as_str()), out);
    for row in 0..member.count() {
        write_row(columns.iter().map(|column| column[row].as_str()), out);
    }
    Ok(loss)
}

/// Writes a line of CSV. A cell is quoted where its characters would be taken for those between cells.
fn write_row<'a>(cells: impl ExactSizeIterator<Item = &'a str>, out: &mut Vec<u8>) {
    // A line of one empty cell would be an empty line, which most readers leave out.
    let is_alone = cells.len() == 1;
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        if cell.contains([',', '"', '\r', '\n']) || (is_alone && cell.is_empty()) {
            out.extend_from_slice(format!("\"{}\"", cell.replace('"', "\"\"")).as_bytes());
        } else {
            out.extend_from_slice(cell.as_bytes());
        }
    }
    out.push(b'\n');
}

/// A column of numbers, converted in one call.
fn numbers<'a>(cells: impl Iterator<Item = &'a [u8]>) -> Result<(Vec<String>, Loss)> {
    let mut file = Vec::new();
    let mut missing = BTreeMap::new();
    for (row, cell) in cells.enumerate() {
        if let Some(letter) = missing_value(cell) {
            missing.insert(row, letter);
            file.extend_from_slice(&[0; 8]);
        } else {
            // The last bytes of the fraction were truncated.
            file.extend_from_slice(cell);
            file.resize(file.len().next_multiple_of(8), 0);
        }
    }
    let (values, loss) = transport::to_vec::<f64>(&file).map_err(|error| error.to_string())?;
    let print = |(row, value): (usize, &f64)| match missing.get(&row) {
        Some(b'.') => ".".to_owned(),
        Some(&letter) => format!(".{}", char::from(letter)),
        None => number(*value),
    };
    Ok((values.iter().enumerate().map(print).collect(), loss))
}

/// Which missing value a number is, if it is one.
fn missing_value(cell: &[u8]) -> Option<u8> {
    match cell {
        [letter @ (b'.' | b'_' | b'A'..=b'Z'), rest @ ..] if rest.iter().all(|&byte| byte == 0) => {
            Some(*letter)
        }
        _ => None,
    }
}

/// The shortest decimal text of this number.
fn number(value: f64) -> String {
    let magnitude = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if (1e-5..1e16).contains(&magnitude) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}
