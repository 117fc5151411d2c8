//! `cargo xtask bench --beyond`: data larger than the caches, beside copying and a loop of one line, over several starts.
//!
//! Beyond the caches the speed of a loop can differ from one start of a program to the next, by where the system puts
//! its memory. So each start is a process of its own, which measures every work once and ends. The table has the median
//! of the starts and the worst of them. Two more starts for each way show what `DATAREP_STREAM` would change.

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use datarep::standard::{big_endian, cray, ibm370, vax_g};
use datarep::{Character, Datarep, Native};

use super::clock::{self, Cores, Samples};
use super::data::{double_from_bits, low_half_as_i16, make_numbers};
use super::{PageUpdate, machine, report_fault};

/// The bytes of each side of a conversion: more than common caches hold.
const BYTES: usize = 256 << 20;

/// The starts that are measured.
const STARTS: usize = 7;

/// The number of starts for each value of `DATAREP_STREAM`.
const FORCED: usize = 2;

/// The samples of each contestant in a start.
const ROUNDS: usize = 3;

/// The variable that chooses the way past the caches or through them.
const VARIABLE: &str = "DATAREP_STREAM";

/// The page with a section for each machine that was measured.
const PAGE: &str = "docs/performance/beyond.md";

/// What is measured of a work in one start.
#[derive(Debug, Clone, PartialEq)]
struct Figures {
    work: String,
    /// In GB/s. Works without a loop of one line have none.
    copy: f64,
    naive: Option<f64>,
    ours: f64,
    /// Our speed as a share of the faster one of the copy and the loop.
    share: f64,
}

impl Figures {
    fn to_line(&self) -> String {
        let naive = self.naive.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.3}"));
        format!("{}\t{:.3}\t{naive}\t{:.3}\t{:.4}", self.work, self.copy, self.ours, self.share)
    }

    fn from_line(line: &str) -> Option<Figures> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[work, copy, naive, ours, share] = fields.as_slice() else { return None };
        Some(Figures {
            work: work.to_owned(),
            copy: copy.parse().ok()?,
            naive: naive.parse().ok(),
            ours: ours.parse().ok()?,
            share: share.parse().ok()?,
        })
    }
}

/// Measures every work in this process, and prints a line for each.
///
/// # Errors
///
/// Returns a message if the lines cannot be written, or if a conversion fails.
pub fn run_start(out: &mut dyn Write) -> Result<(), String> {
    let mut copied = vec![0_u8; BYTES];
    let mut show = |figures: &Figures| writeln!(out, "{}", figures.to_line()).map_err(report_fault);
    let doubles = make_numbers(BYTES / 8, double_from_bits);
    for (name, datarep) in [("ibm370", ibm370::DATAREP), ("vax_g", vax_g::DATAREP), ("cray", cray::DATAREP)] {
        Work::new(&format!("f64 in {name}"), datarep, &doubles).measure(&mut copied, &mut show)?;
    }
    Work::new("f64 in big_endian", big_endian::DATAREP, &doubles)
        .with_naive_loop(|file, native| read_each(file, native, f64::from_be_bytes))
        .measure(&mut copied, &mut show)?;
    drop(doubles);
    let singles = make_numbers(BYTES / 4, f32::from_bits);
    Work::new("f32 in ibm370", ibm370::DATAREP, &singles).measure(&mut copied, &mut show)?;
    Work::new("f32 in big_endian", big_endian::DATAREP, &singles)
        .with_naive_loop(|file, native| read_each(file, native, f32::from_be_bytes))
        .measure(&mut copied, &mut show)?;
    drop(singles);
    let shorts = make_numbers(BYTES / 2, low_half_as_i16);
    Work::new("i16 in big_endian", big_endian::DATAREP, &shorts)
        .with_naive_loop(|file, native| read_each(file, native, i16::from_be_bytes))
        .measure(&mut copied, &mut show)?;
    drop(shorts);
    let text = make_numbers(BYTES, |bits| Character(b' ' + bits.to_le_bytes()[2] % 90));
    Work::new("characters in ibm370", ibm370::DATAREP, &text).measure(&mut copied, &mut show)
}

/// Reads each item by `read`. This is the loop of one line beside which conversions are measured.
fn read_each<T, const N: usize>(file: &[u8], native: &mut [T], read: impl Fn([u8; N]) -> T) {
    file.as_chunks().0.iter().zip(native).for_each(|(file, native)| *native = read(*file));
}

/// A loop that reads numbers from bytes.
type ReadLoop<T> = fn(&[u8], &mut [T]);

/// A conversion in both directions.
struct Work<'a, T> {
    name: String,
    datarep: &'a Datarep,
    items: &'a [T],
    /// A loop that reads, as one would write it.
    naive: Option<ReadLoop<T>>,
}

impl<'a, T: Native + Default> Work<'a, T> {
    fn new(name: &str, datarep: &'a Datarep, items: &'a [T]) -> Self {
        Work { name: name.to_owned(), datarep, items, naive: None }
    }

    fn with_naive_loop(self, naive: ReadLoop<T>) -> Self {
        Work { naive: Some(naive), ..self }
    }

    /// Measures both directions, beside copies of as many bytes.
    fn measure(
        &self,
        copied: &mut [u8],
        show: &mut dyn FnMut(&Figures) -> Result<(), String>,
    ) -> Result<(), String> {
        let fault = |error: datarep::Error| format!("{}: {error}", self.name);
        let mut file = vec![0_u8; BYTES];
        let mut native = vec![T::default(); self.items.len()];
        // These calls are not counted: they make the system map the pages.
        self.datarep.write(self.items, &mut file).map_err(fault)?;
        self.datarep.read(&file, &mut native).map_err(fault)?;
        let [mut copies, mut loops, mut reads, mut writes] = [const { Samples::new() }; 4];
        for _ in 0..ROUNDS {
            copies.push(clock::seconds_per_call(1, &mut || {
                black_box(&mut *copied).copy_from_slice(black_box(&file));
            }));
            if let Some(naive) = self.naive {
                loops.push(clock::seconds_per_call(1, &mut || {
                    naive(black_box(&file), black_box(&mut native));
                }));
            }
            let read = || drop(black_box(self.datarep.read(black_box(&file), &mut native)));
            reads.push(clock::seconds_per_call(1, &mut { read }));
            let write = || drop(black_box(self.datarep.write(black_box(self.items), &mut file)));
            writes.push(clock::seconds_per_call(1, &mut { write }));
        }
        show(&self.compute_figures("read", &copies, &loops, &reads))?;
        show(&self.compute_figures("write", &copies, &loops, &writes))
    }

    /// The figures of a direction. The loop reads; the same loop writes as fast.
    fn compute_figures(&self, direction: &str, copies: &Samples, loops: &Samples, ours: &Samples) -> Figures {
        let naive = self.naive.map(|_| gb_per_second(loops.least()));
        let beside_loop = self.naive.map_or(f64::INFINITY, |_| ours.speedup_over(loops));
        Figures {
            work: format!("{}, {direction}", self.name),
            copy: gb_per_second(copies.least()),
            naive,
            ours: gb_per_second(ours.least()),
            share: ours.speedup_over(copies).min(beside_loop),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a number of bytes, below 2^53")]
fn gb_per_second(seconds: f64) -> f64 {
    BYTES as f64 / seconds / 1e9
}

/// Measures starts of this program, and prints their table. With [`PageUpdate::Write`] it replaces the table of this
/// machine on the page of such tables.
///
/// # Errors
///
/// Returns a message if a start fails, or if something cannot be written. A slow conversion is not an error.
pub fn run(root: &Path, page: PageUpdate, out: &mut dyn Write) -> Result<(), String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    clock::pin_to_cores(Cores::One, cores);
    let start = |way: Option<&str>, starts| {
        (0..starts).map(|_| measure_in_new_process(way)).collect::<Result<Vec<_>, _>>()
    };
    let own = start(None, STARTS)?;
    let forced = [start(Some("off"), FORCED)?, start(Some("on"), FORCED)?];
    clock::pin_to_cores(Cores::All, cores);
    let rows = summarize_starts(&own, &forced)?;
    let section = format!(
        "{}\n\n{}\n{}\n",
        machine::describe_machine(cores),
        format_table(&rows),
        format_verdict(&rows)
    );
    if page == PageUpdate::Write {
        replace_section(root, &machine::name_processor(), &section)?;
    }
    write!(out, "{section}").map_err(report_fault)
}

/// Measures one start, in a process of its own.
fn measure_in_new_process(way: Option<&str>) -> Result<Vec<Figures>, String> {
    let fault = |error: std::io::Error| format!("a start cannot be measured: {error}");
    let mut command = Command::new(std::env::current_exe().map_err(fault)?);
    command.args(["--beyond", "--start"]).env_remove(VARIABLE);
    command.envs(way.map(|way| (VARIABLE, way)));
    let output = command.output().map_err(fault)?;
    if !output.status.success() {
        return Err(format!("a start has failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    lines
        .lines()
        .map(|line| Figures::from_line(line).ok_or_else(|| format!("not a figure: {line}")))
        .collect()
}

/// A row of the table: medians of the starts, and the worst.
#[derive(Debug, Clone, PartialEq)]
struct WorkSummary {
    median: Figures,
    worst: Figures,
    /// The shares through the caches, and past them.
    forced: [f64; 2],
}

fn summarize_starts(
    own: &[Vec<Figures>],
    forced: &[Vec<Vec<Figures>>; 2],
) -> Result<Vec<WorkSummary>, String> {
    let works = own.first().map_or(0, Vec::len);
    let all = |starts: &[Vec<Figures>], work: usize| {
        let figures: Option<Vec<Figures>> = starts.iter().map(|start| start.get(work).cloned()).collect();
        figures.filter(|figures| !figures.is_empty()).ok_or("a start has measured fewer works than another")
    };
    (0..works)
        .map(|work| {
            let figures = all(own, work)?;
            let shares = |starts: &[Vec<Figures>]| {
                all(starts, work).map(|figures| median(figures.iter().map(|figures| figures.share)))
            };
            let naive = || figures.iter().filter_map(|figures| figures.naive);
            let median = Figures {
                work: figures[0].work.clone(),
                copy: median(figures.iter().map(|figures| figures.copy)),
                naive: naive().next().map(|_| median(naive())),
                ours: median(figures.iter().map(|figures| figures.ours)),
                share: median(figures.iter().map(|figures| figures.share)),
            };
            let worst = figures.into_iter().min_by(|one, other| one.share.total_cmp(&other.share));
            Ok(WorkSummary {
                worst: worst.unwrap_or_else(|| median.clone()),
                median,
                forced: [shares(&forced[0])?, shares(&forced[1])?],
            })
        })
        .collect()
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    clock::median(numbers.collect())
}

fn format_table(rows: &[WorkSummary]) -> String {
    let mut text = "| | `memcpy` | loop | datarep | worst start | share | worst start | through | past |\n\
                    |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for WorkSummary { median, worst, forced: [through, past] } in rows {
        let naive = median.naive.map_or_else(|| "–".to_owned(), |rate| format!("{rate:.1}"));
        let _ = writeln!(
            text,
            "| {} | {:.1} | {naive} | {:.1} | {:.1} | {:.2} | {:.2} | {through:.2} | {past:.2} |",
            median.work, median.copy, median.ours, worst.ours, median.share, worst.share,
        );
    }
    text
}

/// The goal, and what falls short of it.
fn format_verdict(rows: &[WorkSummary]) -> String {
    let short: Vec<String> = rows
        .iter()
        .filter(|row| row.median.share < GOAL)
        .map(|row| format!("{} ({:.2})", row.median.work, row.median.share))
        .collect();
    let least = rows.iter().map(|row| row.worst.share).fold(f64::INFINITY, f64::min);
    let verdict = if short.is_empty() {
        "bench: nothing below a peer beyond the caches".to_owned()
    } else {
        format!("bench: below a peer beyond the caches: {}", short.join(", "))
    };
    format!("{verdict}; {} works, {STARTS} starts, the worst share {least:.2}", rows.len())
}

/// The share from which on a conversion is as fast as its peer, as measurements of the same thing differ by as much.
const GOAL: f64 = 0.95;

/// Puts the section of a machine onto the page, in the place of an earlier one.
fn replace_section(root: &Path, name: &str, section: &str) -> Result<(), String> {
    let path = root.join(PAGE);
    let text = fs::read_to_string(&path).map_err(|error| format!("{PAGE} cannot be read: {error}"))?;
    fs::write(&path, put_section(&text, name, section))
        .map_err(|error| format!("{PAGE} cannot be written: {error}"))
}

fn put_section(text: &str, name: &str, section: &str) -> String {
    let heading = format!("## {name}\n");
    let (before, after) = match text.split_once(&heading) {
        Some((before, old)) => (before, old.find("\n## ").map_or("", |end| &old[end + 1..])),
        None => (text, ""),
    };
    let separator = if after.is_empty() { "" } else { "\n" };
    format!("{}\n\n{heading}\n{}\n{separator}{after}", before.trim_end(), section.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(work: &str, ours: f64, share: f64) -> Figures {
        Figures { work: work.to_owned(), copy: 12.0, naive: (work == "a").then_some(13.0), ours, share }
    }

    #[test]
    fn figures_are_read_from_their_line() {
        for one in [figures("a", 10.0, 0.5), figures("b", 12.25, 1.25)] {
            assert_eq!(Figures::from_line(&one.to_line()), Some(one));
        }
        assert_eq!(Figures::from_line("a\t1\t-\tmany\t1"), None);
    }

    #[test]
    fn rows_have_the_median_and_the_worst_start() {
        let starts = |shares: &[f64]| -> Vec<Vec<Figures>> {
            shares
                .iter()
                .map(|share| vec![figures("a", share * 10.0, *share), figures("b", 11.0, 1.0)])
                .collect()
        };
        let rows = summarize_starts(&starts(&[1.0, 0.5, 1.2]), &[starts(&[0.75]), starts(&[1.5])])
            .expect("as many works");
        assert_eq!(rows[0].median, figures("a", 10.0, 1.0));
        assert_eq!(rows[0].worst, figures("a", 5.0, 0.5));
        assert_eq!(rows[0].forced.map(f64::to_bits), [0.75, 1.5].map(f64::to_bits));
        assert_eq!(
            format_verdict(&rows),
            "bench: nothing below a peer beyond the caches; 2 works, 7 starts, the worst share 0.50"
        );
        assert!(
            format_table(&rows).ends_with("| b | 12.0 | – | 11.0 | 11.0 | 1.00 | 1.00 | 1.00 | 1.00 |\n")
        );
        assert!(
            summarize_starts(&starts(&[1.0]), &[vec![vec![]], starts(&[1.0])]).is_err(),
            "a start without works"
        );
    }

    #[test]
    fn a_section_takes_the_place_of_its_earlier_one() {
        let one = put_section("# Title\n\nText.\n", "A", "first\n");
        assert_eq!(one, "# Title\n\nText.\n\n## A\n\nfirst\n");
        let two = put_section(&one, "B", "other");
        assert_eq!(two, "# Title\n\nText.\n\n## A\n\nfirst\n\n## B\n\nother\n");
        let three = put_section(&two, "A", "second");
        assert_eq!(three, "# Title\n\nText.\n\n## A\n\nsecond\n\n## B\n\nother\n");
    }
}
