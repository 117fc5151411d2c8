//! A line on the terminal that shows how far a long command is.
//!
//! The line is drawn on standard error if that is a terminal, and is removed at the end. It shows the bytes of the files
//! that were read: of a compressed file those that are compressed, since only their number is known in advance.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{env, fs, thread};

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::ItemOptions;

/// Whether the user does not want to see a line.
static IS_OFF: AtomicBool = AtomicBool::new(false);

/// The line that is drawn now, which has to make room for notes.
static DRAWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// How often the line is drawn.
const EACH: Duration = Duration::from_millis(100);

/// Draws no line from now on.
pub(crate) fn turn_off(is_off: bool) {
    IS_OFF.store(is_off, Ordering::Relaxed);
}

/// Writes to standard error, above the line if there is one.
pub(crate) fn write_above(write: impl FnOnce()) {
    let drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match drawn {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Counts the bytes of input files that were read or passed over.
#[derive(Debug, Clone, Default)]
pub(crate) struct ByteMeter(Arc<MeterCounts>);

#[derive(Debug, Default)]
struct MeterCounts {
    bytes_read: AtomicU64,
    /// Bytes of the files that are not read: other members of an archive.
    unread: AtomicU64,
}

impl ByteMeter {
    /// Counts bytes.
    pub(crate) fn add(&self, bytes: u64) {
        self.0.bytes_read.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Takes bytes back that will be read again.
    pub(crate) fn take_back(&self, bytes: u64) {
        self.0.bytes_read.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Notes that of the `length` bytes of a file only `part` bytes will be read.
    pub(crate) fn note_partial_read(&self, length: u64, part: u64) {
        self.0.unread.fetch_add(length.saturating_sub(part), Ordering::Relaxed);
    }

    fn count_done_bytes(&self) -> u64 {
        self.0.bytes_read.load(Ordering::Relaxed)
    }

    fn count_unread_bytes(&self) -> u64 {
        self.0.unread.load(Ordering::Relaxed)
    }
}

/// The bytes of all files, if they are regular ones and read to the end; otherwise `rows`.
fn measure_files(paths: &[PathBuf], items: &ItemOptions, rows: Option<u64>) -> Option<u64> {
    // Only a part of the files is read then, up to the end of these rows.
    if items.count.is_some() || items.part.is_some() {
        return rows;
    }
    let measure = |path: &PathBuf| {
        let data = fs::metadata(path).ok().filter(|data| data.is_file() && path != Path::new("-"))?;
        Some(data.len().saturating_sub(items.unpacking.skip_end))
    };
    // One file of unknown length makes the sum unknown, too.
    paths.iter().map(measure).sum()
}

/// The line of a command, which is removed when this is dropped, at the latest.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    /// What counts the bytes, and how many there are.
    bytes: Option<(ByteMeter, Option<u64>)>,
}

impl ProgressLine {
    /// A line for the bytes of files that are read, with the rate, and the time that is left if the length is known. `rows`
    /// is the end of the rows that are wanted, if it is known. If the answer is written to a terminal, there is no line.
    pub(crate) fn of_files(
        paths: &[PathBuf],
        items: &ItemOptions,
        rows: Option<u64>,
        output: &Path,
    ) -> ProgressLine {
        // The answer and the line would write over each other.
        if output == Path::new("-") && io::stdout().is_terminal() {
            return ProgressLine { bar: ProgressBar::hidden(), bytes: None };
        }
        ProgressLine::of_bytes(&items.unpacking.meter, measure_files(paths, items, rows))
    }

    fn of_bytes(meter: &ByteMeter, total: Option<u64>) -> ProgressLine {
        let template = match total {
            Some(_) => "{wide_bar} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left",
            None => "{spinner} {bytes}, {bytes_per_sec}",
        };
        ProgressLine::begin(template, Some((meter.clone(), total)), String::new())
    }

    /// A line that says what is done, and for how long.
    pub(crate) fn of_work(what: String) -> ProgressLine {
        ProgressLine::begin("{spinner} {msg}, {elapsed}", None, what)
    }

    fn begin(template: &str, bytes: Option<(ByteMeter, Option<u64>)>, message: String) -> ProgressLine {
        // A dumb terminal cannot remove what was drawn.
        let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        if IS_OFF.load(Ordering::Relaxed) || is_dumb || !io::stderr().is_terminal() {
            return ProgressLine { bar: ProgressBar::hidden(), bytes: None };
        }
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = match bytes.as_ref().and_then(|(_, total)| *total) {
            Some(total) => ProgressBar::new(total),
            None => ProgressBar::no_length(),
        };
        let bar = bar.with_style(style).with_message(message);
        *DRAWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
        let progress = ProgressLine { bar: bar.clone(), bytes };
        let (meter, total) = progress.bytes.clone().unwrap_or_default();
        draw_line(&bar, &meter, total);
        // The thread draws also while a block takes long, as a first block behind a slow disk.
        let work = move || {
            while !bar.is_finished() {
                thread::sleep(EACH);
                draw_line(&bar, &meter, total);
            }
        };
        // `enable_steady_tick` panics if the system has no thread left. Without a thread, the line moves with the
        // blocks.
        let _ = thread::Builder::new().spawn(work);
        progress
    }

    /// Shows how many bytes are done, and draws the line anew if it is time to.
    pub(crate) fn update_position(&self) {
        if let Some((meter, total)) = &self.bytes {
            self.bar.set_position(find_position(meter, *total));
        }
    }

    /// Removes the line.
    pub(crate) fn finish(&self) {
        // First, so that no note makes room for a line that is being removed.
        *DRAWN.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.bar.finish_and_clear();
    }

    /// Sets the text of the line: what is done now.
    pub(crate) fn set_message(&self, what: String) {
        self.bar.set_message(what);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Draws a line with what is counted.
fn draw_line(bar: &ProgressBar, meter: &ByteMeter, total: Option<u64>) {
    if let Some(total) = total {
        // Which member of an archive is read is known after the line was begun.
        bar.set_length(total.saturating_sub(meter.count_unread_bytes()));
    }
    bar.set_position(find_position(meter, total));
    bar.tick();
}

/// The bytes that are done, which are no more than all.
fn find_position(meter: &ByteMeter, total: Option<u64>) -> u64 {
    let bytes_read = meter.count_done_bytes();
    total.map_or(bytes_read, |total| bytes_read.min(total.saturating_sub(meter.count_unread_bytes())))
}
