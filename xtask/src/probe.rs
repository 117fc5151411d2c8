//! `cargo xtask probe`: how often the probe names the format of a segment of the corpus.
//!
//! It is given the bytes from the first item of a segment to its last, with all that stands between them, and told that an item begins
//! at the first one; not how wide the items are, nor how long a record is. A candidate is right where it reads the segment's
//! numbers, all of them and from their own bytes, as the format of the corpus does, whatever its name is: an unsigned integer without a top bit, or
//! one of IBM's formats for another.
//!
//! What no one can tell is counted apart: a segment whose items are one word all the time, and one whose numbers are also read, the same
//! ones in the same order, by a narrower or wider format from some of their bytes and their neighbors'.
//!
//! Files are in two halves, by a hash of their names, each with its own line. Neither is held out: misses of both were looked at while the method
//! was made. What it does with series that nobody looked at is the line of the synthetic ones.

mod segment;
mod synthetic;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use datarep_dynamic::Format;
use datarep_dynamic::probe::{Candidate, Formats, Options, Report, probe};

use segment::{Segment, Truth, segments};

/// Items that a segment has at least.
const LEAST: usize = 256;

/// In percent: how often the right format must be first, and among three. What is reached is a little more; the goals are 80 and 95. A method that
/// does worse than this has lost something.
const FLOOR: [usize; 2] = [50, 70];

/// The seed of the synthetic series.
const SEED: u64 = 1;

/// How often it was right.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    segments: usize,
    first: usize,
    three: usize,
    constant: usize,
    alike: usize,
}

impl Counts {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Constant => self.constant += 1,
            Verdict::Alike => self.alike += 1,
            Verdict::Rank(rank) => {
                self.segments += 1;
                self.first += usize::from(rank == Some(0));
                self.three += usize::from(rank.is_some_and(|rank| rank < 3));
            }
        }
    }
}

/// What a probe of a segment is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// All items are one word.
    Constant,
    /// The first candidate reads the same numbers from other bytes.
    Alike,
    /// The place of the right format among the candidates.
    Rank(Option<usize>),
}

/// Measures, and prints the table. `verbose`: each segment; `check`: too few are an error.
///
/// # Errors
///
/// A sentence where the corpus cannot be read, or with `check` where the probe does worse than it did.
pub fn run(root: &Path, verbose: bool, check: bool, out: &mut dyn Write) -> Result<(), String> {
    let print = |error: std::io::Error| format!("the report cannot be written: {error}");
    let formats = Formats::standard().map_err(|error| error.to_string())?;
    let mut rows: BTreeMap<String, Counts> = BTreeMap::new();
    let (mut halves, mut all) = ([Counts::default(); 2], Counts::default());
    let mut slowest = Duration::ZERO;
    let segments = segments(root, LEAST)?;
    for (segment, judged) in segments.iter().zip(judge(root, &segments, &formats)) {
        let (verdict, report, time) = judged?;
        slowest = slowest.max(time);
        rows.entry(segment.format.clone()).or_default().add(verdict);
        halves[usize::from(other_half(segment))].add(verdict);
        all.add(verdict);
        if verbose || matches!(verdict, Verdict::Rank(Some(1..) | None)) {
            let first = report.candidates.first().map_or("nothing", |first| first.format.as_str());
            let place = format!("{}, `{}` ({})", segment.file.display(), segment.name, segment.format);
            writeln!(out, "{place}: {verdict}; first is `{first}`").map_err(print)?;
        }
    }
    table(&rows, out).map_err(print)?;
    let [seen, held] = halves;
    writeln!(out, "one half: {}", Shares(seen)).map_err(print)?;
    writeln!(out, "other half: {}", Shares(held)).map_err(print)?;
    writeln!(out, "counted apart: {} constant, {} alike in another format", all.constant, all.alike)
        .map_err(print)?;
    let (series, first, three, missed) = synthetic::measure(&formats, SEED)?;
    for missed in missed.iter().filter(|_| verbose) {
        writeln!(out, "{missed}").map_err(print)?;
    }
    writeln!(out, "synthetic: {series} series at any alignment, first in {first}, among three in {three}")
        .map_err(print)?;
    writeln!(
        out,
        "the slowest took {:.2} s, {} formats in their orders",
        slowest.as_secs_f64(),
        formats.len()
    )
    .map_err(print)?;
    writeln!(out, "probe: {}", Shares(all)).map_err(print)?;
    let enough = 100 * all.first >= FLOOR[0] * all.segments && 100 * all.three >= FLOOR[1] * all.segments;
    if check && !enough {
        return Err(format!("the probe was right in {} % and {} % of all at least", FLOOR[0], FLOOR[1]));
    }
    Ok(())
}

/// What came of a segment: the verdict, what was found, the time that it took.
type Judged = Result<(Verdict, Report, Duration), String>;

/// Probes all segments, on all processors.
fn judge(root: &Path, segments: &[Segment], formats: &Formats) -> Vec<Judged> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut judged = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(segment) = segments.get(index) else { return judged };
            judged.push((index, self::judged(root, segment, formats)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut all: Vec<(usize, Judged)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    all.sort_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, judged)| judged).collect()
}

/// The counts in a line.
struct Shares(Counts);

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { segments, first, three, .. } = self.0;
        let share = |part: usize| 100 * part / segments.max(1);
        write!(
            f,
            "{segments} segments, first in {first} ({} %), among three in {three} ({} %)",
            share(first),
            share(three)
        )
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Constant => f.write_str("one word all the time"),
            Verdict::Alike => f.write_str("read alike in another format"),
            Verdict::Rank(Some(rank)) => write!(f, "place {}", rank + 1),
            Verdict::Rank(None) => f.write_str("not found"),
        }
    }
}

fn table(rows: &BTreeMap<String, Counts>, out: &mut dyn Write) -> std::io::Result<()> {
    let width = rows.keys().map(String::len).max().unwrap_or(0).max("format".len());
    writeln!(
        out,
        "{:width$} {:>8} {:>6} {:>6}   apart: {:>8} {:>6}",
        "format", "segments", "first", "three", "constant", "alike"
    )?;
    for (format, counts) in rows {
        let Counts { segments, first, three, constant, alike } = counts;
        writeln!(
            out,
            "{format:width$} {segments:>8} {first:>6} {three:>6}          {constant:>8} {alike:>6}"
        )?;
    }
    Ok(())
}

/// Which half a file is in: the lowest bit of a sum over its name (FNV-1a).
fn other_half(segment: &Segment) -> bool {
    let name = segment.file.to_string_lossy();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash ^ hash >> 32) & 1 == 1
}

/// Probes a segment.
fn judged(root: &Path, segment: &Segment, formats: &Formats) -> Judged {
    let path = root.join(&segment.file);
    let file = fs::read(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let truth = segment.truth()?;
    let extent = if let Truth::Format(_, _, bytes) = &truth { *bytes } else { 1 };
    let places = segment.places(extent);
    let length = match &truth {
        Truth::Format(..) => places.last().map_or(0, |last| last + extent),
        Truth::Packed(width) => (segment.count() * width).div_ceil(8),
    };
    let behind = || format!("`{}` ends before its segment `{}`", path.display(), segment.name);
    let bytes = file.get(segment.offset..segment.offset + length).ok_or_else(behind)?;
    let start = Instant::now();
    let report = probe(bytes, formats, Options { placed: true });
    let time = start.elapsed();
    let verdict = match truth {
        Truth::Packed(width) => {
            let right = |candidate: &Candidate| candidate.format == format!("unsigned({width}), packed");
            Verdict::Rank(report.candidates.iter().position(right))
        }
        Truth::Format(name, order, extent) => {
            let items: Vec<u8> =
                places.iter().flat_map(|place| &bytes[*place..place + extent]).copied().collect();
            let right = read(&name, order, &items).ok_or_else(|| format!("`{name}` cannot be read"))?;
            verdict(&report, segment, &places, extent, &items, &right)
        }
    };
    Ok((verdict, report, time))
}

fn verdict(
    report: &Report,
    segment: &Segment,
    places: &[usize],
    extent: usize,
    items: &[u8],
    right: &[u64],
) -> Verdict {
    if items.chunks_exact(extent).all(|item| item == &items[..extent]) {
        return Verdict::Constant;
    }
    let is_right = |candidate: &Candidate| {
        let placed = candidate.at == 0 && candidate.bits == 8 * extent;
        placed
            && covers(candidate, segment, places, extent)
            && named(&candidate.format, items).is_some_and(|read| read == right)
    };
    let rank = report.candidates.iter().position(is_right);
    let alike = report.candidates.first().is_some_and(|first| {
        let count = first.values.len().min(right.len());
        count == right.len().min(4096)
            && first.values.iter().zip(right).all(|(value, right)| canonical(*value) == *right)
    });
    if rank != Some(0) && alike { Verdict::Alike } else { Verdict::Rank(rank) }
}

/// Whether a candidate has an item wherever the segment has one, and in a record not more of them.
fn covers(candidate: &Candidate, segment: &Segment, places: &[usize], extent: usize) -> bool {
    let beside = segment.items.0 > 1 && segment.stride(extent) == extent;
    match candidate.record {
        None => places.iter().all(|place| place % extent == 0),
        Some(record) => !beside && places.windows(2).all(|pair| pair[1] - pair[0] == record),
    }
}

/// The values of a candidate's format, by its title.
fn named(title: &str, items: &[u8]) -> Option<Vec<u64>> {
    let (name, order) = match title.find(')') {
        Some(end) => (&title[..=end], title[end + 1..].trim()),
        None => title.split_once(' ').unwrap_or((title, "")),
    };
    read(name, Some(order).filter(|order| !order.is_empty()), items)
}

fn read(name: &str, order: Option<&str>, items: &[u8]) -> Option<Vec<u64>> {
    let format = Format::named(name).ok()?;
    let format = match order {
        Some(order) => format.with_order(order),
        None => format,
    };
    let (values, _) = format.to_vec::<f64>(items).ok()?;
    Some(values.into_iter().map(canonical).collect())
}

/// The bits of a value; those of no number are all the same, and zero has no sign.
fn canonical(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() } else { (value + 0.0).to_bits() }
}
