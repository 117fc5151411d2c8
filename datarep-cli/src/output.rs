//! Writes to standard output, in colors on a terminal and plain elsewhere.

mod model;

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::ColorChoice;
use anstyle::{AnsiColor, Effects, Style};
use comfy_table::{ContentArrangement, Table, presets};
use datarep_dsl::controls::{clean_line, clean_text, is_control};

use crate::args::{ColorWhen, PrintingOptions};
use crate::failure::CliFailure;
use crate::progress;

/// Whether only errors and the answer are printed.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Says what this process prints beside its answer, and in which colors.
pub(crate) fn set_printing(printing: PrintingOptions) {
    let PrintingOptions { quiet, no_progress, color } = printing;
    IS_QUIET.store(quiet, Ordering::Relaxed);
    // `--quiet` leaves out all but errors and the answer, and a line of progress is neither.
    progress::turn_off(quiet || no_progress);
    match color {
        ColorWhen::Auto => ColorChoice::Auto,
        ColorWhen::Always => ColorChoice::Always,
        ColorWhen::Never => ColorChoice::Never,
    }
    .write_global();
}

/// The writer of [`stdout`].
pub(crate) type Stdout = CleanWriter<BufWriter<anstream::AutoStream<io::StdoutLock<'static>>>>;

/// Standard output for people and for JSON, buffered.
pub(crate) fn stdout() -> Stdout {
    let stream = anstream::stdout();
    let is_colored = stream.current_choice() != ColorChoice::Never;
    CleanWriter { inner: BufWriter::new(stream.lock()), is_colored }
}

pub(crate) use model::write_model;

/// The style of names.
pub(crate) const NAME: Style = AnsiColor::Green.on_default().bold();

/// The style of titles, and of heads of columns.
pub(crate) const TITLE: Style = Style::new().bold();

/// The style of what is read last: places in a file.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// The style of what is unusual.
pub(crate) const UNUSUAL: Style = AnsiColor::Yellow.on_default();

/// The style of classes of words that are no ordinary numbers.
pub(crate) const CLASS: Style = AnsiColor::Cyan.on_default();

/// The style of what is wrong.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default();

/// A writer that has colors, if it is a terminal.
pub(crate) trait Paint: Write {
    /// Writes a text in a style.
    fn paint(&mut self, style: Style, text: &str) -> io::Result<()>;
}

/// A writer of texts that replaces control characters, which may come from the files that a command reads.
pub(crate) struct CleanWriter<W> {
    inner: W,
    is_colored: bool,
}

impl<W: Write> Paint for CleanWriter<W> {
    fn paint(&mut self, style: Style, text: &str) -> io::Result<()> {
        if !self.is_colored {
            // `write` replaces control characters. In colors, that has to happen before the style's own are added.
            return self.write_all(text.as_bytes());
        }
        write!(self.inner, "{style}{}{style:#}", clean_text(text))
    }
}

impl<W: Write> Write for CleanWriter<W> {
    /// Writes a whole text. Its characters are whole, as those of a formatted text are.
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.inner.write_all(clean_text(&String::from_utf8_lossy(text)).as_bytes())?;
        // The caller's bytes count, whatever number of bytes stands for them.
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

thread_local! {
    /// Notes of this thread that are not printed yet, while they are held.
    static HELD: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Runs `work`, and returns its result and its notes, which are not printed. Work that is done
/// before its turn needs this: its notes are printed when its turn comes.
pub(crate) fn capture_notes<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    let outer_notes = HELD.replace(Some(Vec::new()));
    let result = work();
    (result, HELD.replace(outer_notes).unwrap_or_default())
}

/// Whether notes are left out.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Prints a note on standard error.
pub(crate) fn note(text: &str) {
    if is_quiet() {
        return;
    }
    let is_held = HELD.with_borrow_mut(|held| held.as_mut().map(|held| held.push(text.to_owned())).is_some());
    if is_held {
        return;
    }
    let yellow = Style::new().fg_color(Some(AnsiColor::Yellow.into())).effects(Effects::BOLD);
    // If standard error is closed, there is nowhere left to report to.
    let write = || drop(writeln!(anstream::stderr(), "{yellow}note{yellow:#}: {}", clean_line(text)));
    progress::write_above(write);
}

/// A table without lines, in which each row is one line.
pub(crate) fn wide_table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

/// A table without lines. On a terminal it is as wide as the terminal; elsewhere each row is one line.
pub(crate) fn fitted_table() -> Table {
    let mut table = wide_table();
    if let Some((terminal_size::Width(width), _)) =
        // `terminal_size` takes that of standard error, too. But programs that read a pipe expect an entry on each
        // line.
        terminal_size::terminal_size().filter(|_| io::stdout().is_terminal())
    {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table
}

/// Writes a table without the blanks at the ends of its lines. The names in the first column have a color, and so has the
/// header.
pub(crate) fn write_table(out: &mut impl Paint, mut table: Table) -> Result<(), CliFailure> {
    let mut is_header = table.header().is_some();
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for line in table.to_string().lines() {
        let line = line.trim_end();
        // Columns are two blanks apart, which no name has in it.
        let end = if is_header { line.len() } else { line.find("  ").unwrap_or(line.len()) };
        out.paint(if is_header { TITLE } else { NAME }, &line[..end])?;
        writeln!(out, "{}", &line[end..])?;
        is_header = false;
    }
    Ok(())
}

/// Writes a value as JSON.
pub(crate) fn write_json(out: &mut impl Write, value: &serde_json::Value) -> Result<(), CliFailure> {
    let text = serde_json::to_string_pretty(value).map_err(io::Error::from)?;
    Ok(writeln!(out, "{}", escape_controls_in_json(&text))?)
}

/// Writes a value as JSON in one line.
pub(crate) fn write_json_line(out: &mut impl Write, value: &serde_json::Value) -> Result<(), CliFailure> {
    Ok(writeln!(out, "{}", escape_controls_in_json(&value.to_string()))?)
}

/// JSON with an escape for each control character. Serde escapes those of ASCII alone.
fn escape_controls_in_json(text: &str) -> Cow<'_, str> {
    // Line feeds are those between the lines of pretty JSON. In texts, Serde has escaped them.
    let is_escaped = |letter: char| is_control(letter) && letter != '\n';
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_escaped(letter) {
            let _ = write!(escaped, "\\u{:04x}", u32::from(letter));
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

/// Bytes in hexadecimal, with a blank between them.
pub(crate) fn format_hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

/// The bytes of hexadecimal digits, two for each.
pub(crate) fn parse_hex(text: &str) -> Option<Vec<u8>> {
    let text = text.as_bytes();
    if !text.len().is_multiple_of(2) || !text.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    text.chunks(2).map(byte).collect()
}

/// Writes bytes to standard output.
pub(crate) fn write_all(bytes: &[u8]) -> Result<(), CliFailure> {
    let mut out = stdout();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// The last line of a report: how many items or records there were, the bytes of the new file if there is one, and how many
/// values were not kept.
pub(crate) fn summarize(count: u64, what: &str, written: Option<u64>, lost: u64) -> String {
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let bytes_text = match written {
        Some(bytes) => format!("{bytes} byte{} written", plural(bytes)),
        None => "nothing is written".to_owned(),
    };
    let loss_text = match lost {
        0 => "nothing is lost".to_owned(),
        1 => "1 loss".to_owned(),
        _ => format!("{lost} losses"),
    };
    format!("{count} {what}{}, {bytes_text}, {loss_text}\n", plural(count))
}

/// The report of a command that writes a new file.
pub(crate) struct CommandReport<'t> {
    pub(crate) text: &'t str,
    /// Whether nothing else is written.
    pub(crate) is_dry_run: bool,
    /// Whether anything was lost or left out.
    pub(crate) has_losses: bool,
}

impl CommandReport<'_> {
    /// Prints the report. It goes to standard output if nothing else is written. Otherwise it goes to standard error,
    /// if anything was lost or if standard error is a terminal.
    pub(crate) fn print(&self) -> Result<(), CliFailure> {
        if self.is_dry_run {
            let mut out = stdout();
            out.write_all(self.text.as_bytes())?;
            out.flush()?;
        } else if !is_quiet() && (self.has_losses || io::stderr().is_terminal()) {
            // If standard error is closed, there is nowhere left to report to.
            progress::write_above(|| drop(anstream::stderr().write_all(clean_text(self.text).as_bytes())));
        }
        Ok(())
    }
}

/// Refuses to write to a terminal what is no text.
pub(crate) fn refuse_terminal(path: &Path) -> Result<(), CliFailure> {
    if path == Path::new("-") && io::stdout().is_terminal() {
        return Err(CliFailure::new("standard output is a terminal, and the items are no text")
            .help("name a file, or `| od -t x1`; `datarep dump` shows items"));
    }
    Ok(())
}
