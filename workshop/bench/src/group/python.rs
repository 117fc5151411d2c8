//! The Python package beside others, and beside the same calls in Rust: new arrays from `bytes`, and new `bytes` from
//! arrays.
//!
//! A figure is a time as a multiple of another: of the best samples, and the median of the ratios in a round. The
//! programs are `workshop/bench/peers/python/package/*.py` and the example `slices` of `datarep-python`.

mod programs;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::super::clock::Samples;
use super::super::goals::{Goal, Threshold, Verdict};
use super::super::level::LevelFilter;
use super::super::row::{Figure, Row, format_size};
use programs::BenchPrograms;

pub(in super::super) const NAME: &str = "python";

pub(in super::super) const GOALS: &[Goal] = &[
    python_goal("not behind anybody", 1 << 10, 1.0, OF_PEER),
    python_goal("not behind anybody", 1 << 16, 1.0, OF_PEER),
    python_goal("not behind anybody", 1 << 23, 1.0, OF_PEER),
    // 1.11 times the time is 0.9 of the speed.
    python_goal("as fast as in Rust", 1 << 23, 1.11, OF_RUST),
];

const fn python_goal(title: &'static str, size: usize, most: f64, unit: &'static str) -> Goal {
    Goal {
        number: "Python",
        title,
        group: NAME,
        works: "",
        size,
        at: LevelFilter::Every,
        bar: Threshold::AtMost(most, unit),
    }
}

const OF_PEER: &str = "of another's time";
const OF_RUST: &str = "of the time in Rust";
const RATE: &str = "GB/s";

/// The results apart from the rows.
#[derive(Debug, Default)]
pub(in super::super) struct PackageFacts {
    /// The names of the others, with their versions.
    versions: Vec<String>,
    /// The lines of `differences.py`, which say where others return other numbers.
    differences: Vec<String>,
    /// The number of words that were compared.
    compared: u64,
}

/// Compares the numbers, measures, and shows the rows.
pub(in super::super) fn measure(
    show: &mut dyn FnMut(Row) -> Result<(), String>,
) -> Result<PackageFacts, String> {
    let BenchPrograms { python, slices } = programs::build_for_bench()?;
    let mut about = PackageFacts::default();
    for (python, others) in [(&python, "others"), (&programs::build_python_with_segy()?, "segy_others")] {
        let mut comparing = programs::make_peer_command(python, "differences");
        comparing.arg(others);
        about.read_differences(&run_program_to_text(comparing)?)?;
    }
    let mut measuring = programs::make_peer_command(&python, "beside");
    measuring.arg(slices);
    let text = run_program_to_text(measuring)?;
    let lines = text.strip_suffix("end\n").ok_or_else(|| format!("`beside.py` ends early:\n{text}"))?;
    let samples: Vec<SampleLine<'_>> = lines
        .lines()
        .map(SampleLine::parse)
        .collect::<Option<_>>()
        .ok_or_else(|| format!("unexpected output of `beside.py`:\n{text}"))?;
    make_rows(&samples).into_iter().try_for_each(show)?;
    Ok(about)
}

fn run_program_to_text(mut command: Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("`python` cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(format!(
        "`{command:?}` ended with {}\n{text}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    ))
}

impl PackageFacts {
    /// Reads the output of `differences.py`. Wrong numbers of the package are an error.
    fn read_differences(&mut self, text: &str) -> Result<(), String> {
        for line in text.lines() {
            match line.split_once('|') {
                Some(("end", "0")) => return Ok(()),
                Some(("WRONG" | "end", _)) => {
                    return Err(format!("numbers of the package are wrong:\n{text}"));
                }
                Some(("versions", versions)) => self.versions.push(versions.to_owned()),
                Some(("compared", count)) => {
                    let count: u64 = count.parse().map_err(|_| format!("`{count}` is no number:\n{text}"))?;
                    self.compared += count;
                }
                _ => self.differences.push(line.to_owned()),
            }
        }
        Err(format!("`differences.py` ends early:\n{text}"))
    }
}

/// A line of `beside.py`.
struct SampleLine<'a> {
    work: &'a str,
    bytes: usize,
    who: &'a str,
    samples: Samples,
}

impl<'a> SampleLine<'a> {
    fn parse(line: &'a str) -> Option<SampleLine<'a>> {
        let mut fields = line.split('|');
        let (work, bytes, who) = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?);
        let mut samples = Samples::default();
        for number in fields.next()?.split_whitespace() {
            samples.push(number.parse().ok()?);
        }
        Some(SampleLine { work, bytes, who, samples })
    }
}

/// The nominal size of a number of bytes. Items of three bytes do not fill it exactly.
fn nominal_size(bytes: usize) -> usize {
    bytes.next_power_of_two()
}

/// A row for the rate of each work, and one for each comparison with another program.
fn make_rows(lines: &[SampleLine<'_>]) -> Vec<Row> {
    let mut rows = Vec::new();
    for own in lines.iter().filter(|line| line.who == "datarep") {
        let row = |work: String, figure| Row {
            group: NAME,
            work,
            size: nominal_size(own.bytes),
            who: "datarep",
            figure,
        };
        #[expect(clippy::cast_precision_loss, reason = "some megabytes")]
        let rate = |seconds: f64| own.bytes as f64 / seconds / 1e9;
        rows.push(row(
            own.work.to_owned(),
            Figure::Amount {
                best: rate(own.samples.least()),
                median: rate(own.samples.median()),
                unit: RATE,
            },
        ));
        let beside = |line: &&SampleLine<'_>| {
            (line.work, line.bytes) == (own.work, own.bytes) && line.who != "datarep"
        };
        for other in lines.iter().filter(beside) {
            let unit = if other.who == "Rust" { OF_RUST } else { OF_PEER };
            let (best, median) =
                (own.samples.least() / other.samples.least(), other.samples.speedup_over(&own.samples));
            rows.push(row(format!("{}, {}", own.work, other.who), Figure::Amount { best, median, unit }));
        }
    }
    rows
}

/// A line for each work and size: the rate, and the speed as a multiple of that of the others.
pub(in super::super) fn format_table(rows: &[Row]) -> String {
    let mut text = format!(
        "| format | bytes | a call | {RATE} | times the speed of Rust | times the speed of others |\n|---|---|---|---|---|---|\n"
    );
    let amounts: Vec<(&Row, f64, &str)> = rows
        .iter()
        .filter_map(|row| match &row.figure {
            Figure::Amount { best, unit, .. } => Some((row, *best, *unit)),
            Figure::Rate { .. } | Figure::Missing(_) => None,
        })
        .collect();
    for (own, rate, _) in amounts.iter().filter(|(_, _, unit)| *unit == RATE) {
        let beside = |wanted: &'static str| {
            let others = amounts.iter().filter(move |(row, _, unit)| row.size == own.size && *unit == wanted);
            others.filter_map(|(row, ratio, _)| {
                Some((row.work.strip_prefix(&*own.work)?.strip_prefix(", ")?, 1.0 / ratio))
            })
        };
        let rust: Vec<String> = beside(OF_RUST).map(|(_, times)| format!("{times:.2}")).collect();
        let others: Vec<String> =
            beside(OF_PEER).map(|(who, times)| format!("{who} {}", format_ratio(times))).collect();
        let size = if own.size < 1 << 10 { format!("{} bytes", own.size) } else { format_size(own.size) };
        #[expect(clippy::cast_precision_loss, reason = "some megabytes")]
        let call = format_nanoseconds(own.size as f64 / rate);
        let (rust, others) = (rust.join(", "), others.join("; "));
        let _ = writeln!(text, "| {} | {size} | {call} | {rate:.2} | {rust} | {others} |", own.work);
    }
    text
}

/// A time in nanoseconds, in the unit that suits it.
fn format_nanoseconds(nanoseconds: f64) -> String {
    match nanoseconds {
        ..1e3 => format!("{nanoseconds:.0} ns"),
        1e3..1e6 => format!("{:.2} µs", nanoseconds / 1e3),
        _ => format!("{:.2} ms", nanoseconds / 1e6),
    }
}

/// A ratio with its significant digits.
fn format_ratio(times: f64) -> String {
    if times < 10.0 { format!("{times:.2}") } else { format!("{times:.0}") }
}

/// A table of the words for which others return other numbers.
fn format_differences(about: &PackageFacts) -> String {
    let mut text = "| who | format | kind of word | different | a word | there | here, and exactly |\n|---|---|---|---|---|---|---|\n".to_owned();
    for line in &about.differences {
        let fields: Vec<&str> = line.split('|').collect();
        if let [who, format, kind, different, all, word, ours, theirs, _] = fields.as_slice() {
            let _ = writeln!(
                text,
                "| {who} | {format} | {kind} | {different} of {all} | `{word}` | {theirs} | {ours} |"
            );
        }
    }
    text
}

const BEGIN: &str = "<!-- measured in Python: begin -->\n";
const END: &str = "<!-- measured in Python: end -->\n";

/// Puts the tables and the goals in docs/performance/python.md, between their marks.
pub(in super::super) fn write_page(
    root: &Path,
    rows: &[Row],
    machine: &str,
    about: &PackageFacts,
    verdict: &Verdict,
) -> Result<(), String> {
    let path = root.join("docs/performance/python.md");
    let fault = |error| format!("`{}`: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(fault)?;
    let parts = text.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let (head, tail) = parts.ok_or("docs/performance/python.md has no marks of the tables")?;
    let (table, differences) = (format_table(rows), format_differences(about));
    let (versions, compared) = (about.versions.join(", "), about.compared);
    let page = format!(
        "{head}{BEGIN}\n{machine}. {versions}.\n\n{table}\n```text\n{verdict}\n```\n\nOf {compared} words, corners and random ones, these are read in another way by others:\n\n{differences}\n{END}{tail}"
    );
    fs::write(&path, page).map_err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_works_and_samples() {
        let lines: Vec<SampleLine<'_>> = [
            "f64 as f8|1024|datarep|2e-7 1e-7",
            "f64 as f8|1024|Rust|1e-7 2e-7",
            "f64 as f8|1024|NumPy|4e-7 4e-7",
        ]
        .into_iter()
        .map(|line| SampleLine::parse(line).expect("four fields"))
        .collect();
        let rows = make_rows(&lines);
        let text = format_table(&rows);
        let last = text.lines().last().expect("a line");
        assert_eq!(last, "| f64 as f8 | 1 KiB | 100 ns | 10.24 | 1.00 | NumPy 4.00 |");
        assert_eq!(
            (format_nanoseconds(1234.0), format_nanoseconds(2.5e6)),
            ("1.23 µs".to_owned(), "2.50 ms".to_owned())
        );
        assert!(SampleLine::parse("a|b|c|d").is_none() && SampleLine::parse("a word").is_none());
        assert_eq!(nominal_size(1023), 1024);
    }

    #[test]
    fn what_is_wrong_in_the_package_is_an_error() {
        let mut about = PackageFacts::default();
        let line = "segyio|hfp32 as f4|unnormalized numbers|5|9|0xB80480CC|-4e-12|-9e-12|-4e-12";
        assert_eq!(
            about.read_differences(&format!("versions|segyio 1\n{line}\ncompared|10\nend|0\n")),
            Ok(())
        );
        assert_eq!(about.read_differences("versions|segy 2\ncompared|5\nend|0\n"), Ok(()));
        assert_eq!((about.versions.join(", "), about.compared), ("segyio 1, segy 2".to_owned(), 15));
        assert!(format_differences(&about).ends_with("| 5 of 9 | `0xB80480CC` | -9e-12 | -4e-12 |\n"));
        assert!(about.read_differences("WRONG|f64 as f8|0x0|1|2\nend|1\n").is_err());
        assert!(about.read_differences("compared|10\n").is_err());
    }
}
