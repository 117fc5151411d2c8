//! Accesses to files in representations, under every MPI library, beside native accesses of the same library.
//!
//! A figure is a time as a multiple of that of the native access with the same layout: of the best sample of each, and
//! the median of the ratios in a round. The program is `datarep-mpi/tests/c/times.c`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

#[cfg(feature = "bench")]
use super::super::Bench;
#[cfg(feature = "bench")]
use super::super::clock::Cores;
use super::super::clock::Samples;
use super::super::goals::{Goal, Threshold, Verdict};
use super::super::level::LevelFilter;
use super::super::row::{Figure, Row};
#[cfg(feature = "bench")]
use super::Group;
use crate::workspace;
use datarep_workshop::mpi_libraries::{self, Library};

pub(in super::super) const NAME: &str = "mpi";

#[cfg(feature = "bench")]
pub(super) const GROUP: Group =
    Group { name: NAME, cores: Cores::All, measure: measure_unless_checking, goals: GOALS };

pub(in super::super) const GOALS: &[Goal] = &[
    mpi_goal("strided memory", 1.0),
    mpi_goal("independent contiguous", 1.15),
    mpi_goal("collective contiguous", 1.4),
    mpi_goal("strided file", 1.4),
];

const fn mpi_goal(works: &'static str, most: f64) -> Goal {
    Goal {
        number: "MPI",
        title: works,
        group: NAME,
        works,
        size: 0,
        at: LevelFilter::Every,
        bar: Threshold::AtMost(most, UNIT),
    }
}

const UNIT: &str = "of native";

/// The mebibytes that a process moves, and the greatest number of rounds.
const SIZE: &str = "64";
const ROUNDS: &str = "7";

/// The representation that is compared with, the library's own representation, and those of `datarep`.
const NATIVE: &str = "native";
const THEIRS: &str = "external32";
const OURS: [&str; 3] = ["big_endian", "ibm370", "cray"];

/// The measurement as one of all groups. It is left out if only answers are checked, since `mpi-matrix` compares those.
#[cfg(feature = "bench")]
fn measure_unless_checking(bench: &mut Bench<'_>) -> Result<(), String> {
    if bench.options.check {
        return Ok(());
    }
    measure(&mut |row| bench.print_and_keep(row))
}

/// Measures all libraries, and shows the rows.
pub(in super::super) fn measure(show: &mut dyn FnMut(Row) -> Result<(), String>) -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    let libraries = mpi_libraries::install_libraries()?;
    // The standard interface of a library leads to the same code, so it is not measured again.
    for library in libraries.iter().filter(|library| !library.slug.ends_with("-abi")) {
        for row in make_rows(library, &run_times_program(library, &preload)?)? {
            show(row)?;
        }
    }
    Ok(())
}

/// What the program prints under a library.
fn run_times_program(library: &Library, preload: &str) -> Result<String, String> {
    let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/times.c"))?;
    let file = mpi_libraries::scratch_path(&format!("times-{}", library.slug));
    let path = file.to_string_lossy();
    let arguments = [&[&*path, SIZE, ROUNDS, NATIVE, THEIRS], OURS.as_slice()].concat();
    let printed = library.run(library.launch_command(&[preload.to_owned()], 2, &program, &arguments));
    for number in 0..arguments.len() {
        // A program that failed left its files behind.
        let _ = fs::remove_file(format!("{path}-{number}"));
    }
    printed.map(|[printed, _]| printed)
}

/// A line of the program.
struct OutputLine<'a> {
    work: &'a str,
    name: &'a str,
    /// The samples and whether the data were correct, or the reason why there are none.
    samples: Result<(bool, Samples), &'a str>,
}

impl<'a> OutputLine<'a> {
    fn parse(line: &'a str) -> Option<OutputLine<'a>> {
        let mut fields = line.split('|');
        let (work, name, third) = (fields.next()?, fields.next()?, fields.next()?);
        let Some(numbers) = fields.next() else {
            return Some(OutputLine { work, name, samples: Err(third) });
        };
        let mut samples = Samples::default();
        for number in numbers.split_whitespace() {
            samples.push(number.parse().ok()?);
        }
        Some(OutputLine { work, name, samples: Ok((third == "1", samples)) })
    }
}

/// The rows for a program's output.
fn make_rows(library: &Library, printed: &str) -> Result<Vec<Row>, String> {
    let odd = || format!("{}: unexpected output of `times`:\n{printed}", library.name);
    let text = printed.trim_end().strip_suffix("end").ok_or_else(odd)?;
    let lines: Vec<OutputLine<'_>> =
        text.lines().map(OutputLine::parse).collect::<Option<_>>().ok_or_else(odd)?;
    let mut rows = Vec::new();
    for line in lines.iter().filter(|line| line.name == THEIRS || OURS.contains(&line.name)) {
        let native = lines.iter().find(|native| (native.work, native.name) == (line.work, NATIVE));
        let Some(OutputLine { samples: Ok((true, native)), .. }) = native else {
            return Err(format!("{}: {}: native data are not what was written", library.name, line.work));
        };
        let figure = match &line.samples {
            Ok((true, samples)) => Figure::Amount {
                best: samples.least() / native.least(),
                median: native.speedup_over(samples),
                unit: UNIT,
            },
            Ok((false, _)) if line.name == THEIRS => {
                Figure::Missing("what is read is not what was written".to_owned())
            }
            Ok((false, _)) => {
                return Err(format!("{}: {} in {} is wrong", library.name, line.work, line.name));
            }
            Err(reason) => Figure::Missing((*reason).to_owned()),
        };
        let who = if line.name == THEIRS { THEIRS } else { "datarep" };
        let work = format!("{}, {}, {}", line.work, library.name, line.name);
        rows.push(Row { group: NAME, work, size: 0, who, figure });
    }
    Ok(rows)
}

/// A line for each work and library, with the representations side by side.
pub(in super::super) fn format_table(rows: &[Row]) -> String {
    let mut text = format!("| accesses, times those {UNIT} data | library | {THEIRS} |");
    for name in OURS {
        let _ = write!(text, " {name} |");
    }
    text += "\n|---|---|---|---|---|---|\n";
    let ours = rows.iter().filter(|row| row.group == NAME);
    let parts: Vec<([&str; 4], &Figure)> = ours
        .map(|row| {
            let mut parts = row.work.splitn(4, ", ");
            (std::array::from_fn(|_| parts.next().unwrap_or_default()), &row.figure)
        })
        .collect();
    let mut seen: Vec<[&str; 3]> = Vec::new();
    for ([layout, direction, library, _], _) in &parts {
        let key = [*layout, *direction, *library];
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let _ = write!(text, "| {layout}, {direction} | {library} |");
        for name in std::iter::once(THEIRS).chain(OURS) {
            let cell = parts.iter().find(|(other, _)| *other == [*layout, *direction, *library, name]);
            let _ = match cell.map(|(_, figure)| figure) {
                Some(Figure::Amount { best, median, .. }) => write!(text, " {best:.2} ({median:.2}) |"),
                Some(Figure::Missing(reason)) => write!(text, " {reason} |"),
                Some(Figure::Rate { .. }) | None => write!(text, " – |"),
            };
        }
        text.push('\n');
    }
    text
}

const BEGIN: &str = "<!-- measured under MPI: begin -->\n";
const END: &str = "<!-- measured under MPI: end -->\n";

/// Puts the table and the goals in docs/performance/mpi.md, between their marks.
pub(in super::super) fn write_page(
    root: &Path,
    rows: &[Row],
    machine: &str,
    verdict: &Verdict,
) -> Result<(), String> {
    let path = root.join("docs/performance/mpi.md");
    let fault = |error| format!("`{}`: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(fault)?;
    let parts = text.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let (head, tail) = parts.ok_or("docs/performance/mpi.md has no marks of the table of MPI")?;
    let table = format_table(rows);
    let page = format!("{head}{BEGIN}\n{machine}.\n\n{table}\n```text\n{verdict}\n```\n\n{END}{tail}");
    fs::write(&path, page).map_err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_works_and_samples() {
        let line = OutputLine::parse("strided file, read|ibm370|1|300 100 200 ").expect("four fields");
        assert_eq!((line.work, line.name), ("strided file, read", "ibm370"));
        let (right, samples) = line.samples.expect("numbers");
        assert!(right && samples.least().to_bits() == 100.0_f64.to_bits());
        let line =
            OutputLine::parse("strided file, read|external32|the view cannot be set").expect("three fields");
        assert_eq!(line.samples.err(), Some("the view cannot be set"));
        assert!(OutputLine::parse("a word").is_none());
        assert!(OutputLine::parse("a|b|1|x").is_none());
    }

    #[test]
    fn a_line_of_the_table_has_all_representations() {
        let row = |name: &str, figure| Row {
            group: NAME,
            work: format!("strided file, read, MPICH 5, {name}"),
            size: 0,
            who: "datarep",
            figure,
        };
        let amount = |best: f64| Figure::Amount { best, median: best + 0.1, unit: UNIT };
        let missing = Figure::Missing("none".to_owned());
        let text =
            format_table(&[row("external32", missing), row("ibm370", amount(1.5)), row("cray", amount(2.0))]);
        let last = text.lines().last().expect("a line");
        assert_eq!(last, "| strided file, read | MPICH 5 | none | – | 1.50 (1.60) | 2.00 (2.10) |");
    }
}
