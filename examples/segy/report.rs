//! The printed report: facts of the headers, a table of the traces, and the losses.

use std::fmt::Write;

use crate::file::{Section, Trace};

/// How many traces the table shows from the beginning and from the end.
const SHOWN: (usize, usize) = (5, 2);
/// How many lines of text are shown.
const LINES: usize = 20;

/// Prints a section that was read from the file `shown`.
pub(crate) fn print(section: &Section, shown: &str, out: &mut String) {
    facts(section, shown, out);
    text(section, out);
    table(section, out);
    fact(out, "loss", &format!("{} (reading)", section.loss));
}

fn fact(out: &mut String, name: &str, value: &str) {
    let _ = writeln!(out, "{name:<10} {value}");
}

fn facts(section: &Section, shown: &str, out: &mut String) {
    let binary = &section.binary;
    fact(out, "file", &format!("{shown}, {} bytes", section.bytes.len()));
    let revision = match (binary.major(), binary.revision.to_be_bytes()) {
        (0, _) => "revision 0".to_owned(),
        (major, [0, _]) => format!("revision {major}"),
        (major, [_, minor]) => format!("revision {major}.{minor}"),
    };
    let charset = section.charset.name();
    fact(out, "encoding", &format!("{}, {charset} text, SEG-Y {revision}", section.order.name()));
    fact(out, "samples", &format!("{} (code {})", section.format.name, section.format.code));
    let shortest = section.traces.iter().map(|trace| trace.samples.len()).min().unwrap_or(0);
    let longest = section.longest();
    let lengths = if shortest == longest { longest.to_string() } else { format!("{shortest} to {longest}") };
    let number = section.traces.len();
    let plural = if number == 1 { "trace" } else { "traces" };
    let milliseconds = section.interval / 1000.0;
    fact(out, "section", &format!("{number} {plural} of {lengths} samples, one every {milliseconds} ms"));
    if binary.measurement == 1 || binary.measurement == 2 {
        fact(out, "lengths", if binary.measurement == 1 { "meters" } else { "feet" });
    }
    for (name, number) in [("job", binary.job), ("line", binary.line), ("reel", binary.reel)] {
        if number != 0 {
            fact(out, name, &number.to_string());
        }
    }
}

fn text(section: &Section, out: &mut String) {
    // A line with nothing after its number is not shown.
    let told = |line: &&String| line.chars().skip(3).any(|letter| letter != ' ');
    let lines: Vec<&String> = section.text.iter().filter(told).collect();
    for (index, line) in lines.iter().take(LINES).enumerate() {
        fact(out, if index == 0 { "text" } else { "" }, line);
    }
    if lines.len() > LINES {
        fact(out, "", &format!("... and {} more lines", lines.len() - LINES));
    }
}

/// The statistics of some samples.
struct Statistics {
    count: usize,
    strange: usize,
    min: f64,
    max: f64,
    mean: f64,
    rms: f64,
    zeros: f64,
}

impl Statistics {
    #[expect(clippy::cast_precision_loss, reason = "no file has 2^53 samples")]
    fn of<'a>(samples: impl Iterator<Item = &'a f64>) -> Statistics {
        let (mut min, mut max, mut sum, mut squares) = (f64::INFINITY, f64::NEG_INFINITY, 0.0, 0.0);
        let (mut finite, mut zeros, mut strange) = (0_usize, 0_usize, 0_usize);
        for &sample in samples {
            if !sample.is_finite() {
                strange += 1;
                continue;
            }
            min = min.min(sample);
            max = max.max(sample);
            sum += sample;
            squares += sample * sample;
            finite += 1;
            zeros += usize::from(sample == 0.0);
        }
        let over = finite as f64;
        let zeros = 100.0 * zeros as f64 / over;
        Statistics {
            count: finite + strange,
            strange,
            min,
            max,
            mean: sum / over,
            rms: (squares / over).sqrt(),
            zeros,
        }
    }

    fn cells(&self) -> [String; 6] {
        let zeros = format!("{:.1}", self.zeros);
        [
            self.count.to_string(),
            number(self.min),
            number(self.max),
            number(self.mean),
            number(self.rms),
            zeros,
        ]
    }
}

/// A number in five digits.
pub(crate) fn number(value: f64) -> String {
    let magnitude = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !value.is_finite() {
        "-".to_owned()
    } else if !(1e-4..1e7).contains(&magnitude) {
        format!("{value:.4e}")
    } else {
        let decimals = match magnitude {
            10_000.0.. => 0,
            1000.0.. => 1,
            100.0.. => 2,
            10.0.. => 3,
            1.0.. => 4,
            _ => 6,
        };
        format!("{value:.decimals$}")
    }
}

fn table(section: &Section, out: &mut String) {
    let heads = ["trace", "inline", "crossline", "x", "y", "samples", "min", "max", "mean", "rms", "zeros %"];
    let mut rows = vec![heads.map(str::to_owned)];
    let (first, last) = SHOWN;
    let number = section.traces.len();
    for (index, trace) in section.traces.iter().enumerate() {
        if index < first || index + last >= number {
            rows.push(row(index, trace));
        } else if index == first {
            rows.push(std::array::from_fn(
                |column| if column == 0 { "...".to_owned() } else { String::new() },
            ));
        }
    }
    let all = Statistics::of(section.traces.iter().flat_map(|trace| &trace.samples));
    let [count, min, max, mean, rms, zeros] = all.cells();
    let none = String::new;
    rows.push(["all".to_owned(), none(), none(), none(), none(), count, min, max, mean, rms, zeros]);

    let widths: [usize; 11] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    out.push('\n');
    for row in &rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}"));
        let _ = writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    out.push('\n');
    if all.strange != 0 {
        fact(out, "not finite", &format!("{} samples; the table leaves them out", all.strange));
    }
}

fn row(index: usize, trace: &Trace) -> [String; 11] {
    let header = &trace.header;
    let [x, y] = header.place();
    let [samples, min, max, mean, rms, zeros] = Statistics::of(trace.samples.iter()).cells();
    let number = (index + 1).to_string();
    let (inline, crossline) = (header.inline.to_string(), header.crossline.to_string());
    [number, inline, crossline, x.to_string(), y.to_string(), samples, min, max, mean, rms, zeros]
}
