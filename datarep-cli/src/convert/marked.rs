//! Marks around the records of a new file.

use datarep_dynamic::marks::{MarkWriter, Marks};

use crate::failure::CliFailure;

/// Puts marks around records, if there are to be any.
#[derive(Debug)]
pub(crate) struct RowMarker {
    writer: Option<MarkWriter>,
    marked_bytes: Vec<u8>,
}

impl RowMarker {
    /// Prepares to write these marks. With `None`, records stay without marks.
    pub(crate) fn new(marks: Option<Marks>) -> Result<RowMarker, CliFailure> {
        let writer = marks.map(MarkWriter::new).transpose();
        let writer =
            writer.map_err(|error| CliFailure::new(error.to_string()).help("leave out `--to-marks`"))?;
        Ok(RowMarker { writer, marked_bytes: Vec::new() })
    }

    /// Whether there are marks.
    pub(super) fn is_marking(&self) -> bool {
        self.writer.is_some()
    }

    /// Replaces records that have these numbers of bytes by the same with marks.
    pub(super) fn mark(
        &mut self,
        bytes: &mut Vec<u8>,
        lengths: impl IntoIterator<Item = usize>,
    ) -> Result<(), CliFailure> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        self.marked_bytes.clear();
        let mut rest = bytes.as_slice();
        for length in lengths {
            let (record, behind) = rest.split_at(length.min(rest.len()));
            writer
                .write(record, &mut self.marked_bytes)
                .map_err(|error| CliFailure::new(format!("cannot write marks: {error}")))?;
            rest = behind;
        }
        // The two buffers change places, so that neither is made anew for each block.
        std::mem::swap(bytes, &mut self.marked_bytes);
        Ok(())
    }

    /// Puts marks around records that lie back to back and end at these bytes.
    pub(crate) fn mark_up_to(&mut self, bytes: &mut Vec<u8>, ends: &[usize]) -> Result<(), CliFailure> {
        let begins = std::iter::once(0).chain(ends.iter().copied());
        self.mark(bytes, begins.zip(ends).map(|(begin, end)| end - begin))
    }

    /// The bytes at the end of the file.
    pub(crate) fn finish(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(writer) = self.writer {
            writer.finish(&mut bytes);
        }
        bytes
    }
}

/// Refuses marks for a file that has no records of bytes.
pub(super) fn refuse_marks(marks: Option<Marks>, takes_marks: bool, to: &str) -> Result<(), CliFailure> {
    if marks.is_some() && !takes_marks {
        return Err(CliFailure::new(format!(
            "`--to-marks` is for items and records of bytes, and not for `{to}`"
        ))
        .help("leave out `--to-marks`"));
    }
    Ok(())
}
