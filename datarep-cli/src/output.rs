//! Writes to standard output, in colors on a terminal and plain elsewhere.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use comfy_table::{ContentArrangement, Table, presets};

use crate::failure::Failure;

/// Standard output, buffered.
pub(crate) fn stdout() -> BufWriter<anstream::AutoStream<io::StdoutLock<'static>>> {
    BufWriter::new(anstream::stdout().lock())
}

/// A table without lines. On a terminal it is as wide as the terminal; elsewhere each row is one line.
pub(crate) fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if let Some((terminal_size::Width(width), _)) =
        terminal_size::terminal_size().filter(|_| io::stdout().is_terminal())
    {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table
}

/// Writes a table without the blanks at the ends of its lines.
pub(crate) fn write_table(out: &mut impl Write, mut table: Table) -> Result<(), Failure> {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for line in table.to_string().lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Writes a value as JSON.
pub(crate) fn write_json(out: &mut impl Write, value: &serde_json::Value) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// Writes bytes to standard output.
pub(crate) fn write_all(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = stdout();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Prints the report. It goes to standard output if nothing else is written. Otherwise it goes to standard error, if
/// anything was lost or if standard error is a terminal.
pub(crate) fn tell(report: &str, dry: bool, any: bool) -> Result<(), Failure> {
    if dry {
        let mut out = stdout();
        out.write_all(report.as_bytes())?;
        out.flush()?;
    } else if any || io::stderr().is_terminal() {
        // If standard error is closed, there is nowhere left to report to.
        let _ = anstream::stderr().write_all(report.as_bytes());
    }
    Ok(())
}

/// Refuses to write to a terminal unless the new file is text.
pub(crate) fn refuse_terminal(path: &Path, is_text: bool) -> Result<(), Failure> {
    if path == Path::new("-") && !is_text && io::stdout().is_terminal() {
        return Err(Failure::new("standard output is a terminal, and the items are no text")
            .help("name a file, or `| od -t x1`; `datarep dump` shows items"));
    }
    Ok(())
}
