//! The header and the trailer of each file, which are no records of the others' shape.

use std::sync::Arc;

use super::{BytesBetweenMarks, EndKind, FoundEnd, InputFile, RecordBlock, RecordInput, RecordSource};
use crate::failure::CliFailure;

impl RecordInput<'_> {
    /// Keeps a header or a trailer that was read.
    pub(super) fn add_end(&mut self, kind: EndKind, bytes: Vec<u8>, at: Option<u64>) {
        let (file, records) = (self.file.clone(), self.records_read - self.records_before);
        self.found_ends.push(FoundEnd { file, kind, bytes, at, records });
    }

    /// Takes the headers and trailers that were read by now.
    pub(crate) fn take_ends(&mut self) -> Vec<FoundEnd> {
        std::mem::take(&mut self.found_ends)
    }

    /// Says whether the file is one of several, so that messages have to name it.
    pub(super) fn set_one_of_several(&mut self, is_one_of_several: bool) {
        let InputFile { path, name, .. } = self.file.as_ref();
        self.file = Arc::new(InputFile { path: path.clone(), name: name.clone(), is_one_of_several });
        // A header may have been read already, when the file was opened. Its message has to name the file, too.
        for end in &mut self.found_ends {
            end.file = self.file.clone();
        }
    }

    /// Reads the header of a file with marks, if it has one and nothing was read yet.
    pub(super) fn read_marked_header(&mut self) -> Result<(), CliFailure> {
        let RecordSource::Marked { is_begun, .. } = &mut self.source else { return Ok(()) };
        if std::mem::replace(is_begun, true) {
            return Ok(());
        }
        let Some(header) = &self.ends.header else { return Ok(()) };
        let missing = format!("{} ends before its header `{}`", self.file.name, header.name());
        let mut block = RecordBlock::new_empty(&self.file);
        // `read_marked_record` passes over what does not fit only if torn records are counted. A header that does not fit
        // is a fault of the file, whatever `--on-bad` says.
        let torn = self.torn.take();
        let header_result = self.read_marked_record(&mut block, 0);
        self.torn = torn;
        match header_result? {
            BytesBetweenMarks::Bytes(at) => self.add_end(EndKind::Header, block.bytes, Some(at)),
            BytesBetweenMarks::PassedOver | BytesBetweenMarks::End => return Err(CliFailure::new(missing)),
        }
        Ok(())
    }

    /// Takes the trailer at the end of the file, if it has one and all records before it were read.
    pub(super) fn end_file(&mut self) -> Result<(), CliFailure> {
        let Some(trailer) = &self.ends.trailer else { return Ok(()) };
        let name = &self.file.name;
        let trailer_bytes = match &mut self.source {
            // `--count` ends before the file does, so that no trailer was reached.
            _ if self.records_left.is_some() => None,
            // The trailer was taken before: a caller may ask for more behind the end.
            RecordSource::Marked { records, .. } if !records.has_trailer() => None,
            RecordSource::Marked { records, .. } => {
                let taken = records.take_trailer();
                let (bytes, at) = taken.ok_or_else(|| {
                    CliFailure::new(format!("{name} ends before its trailer `{}`", trailer.name()))
                })?;
                Some((bytes, Some(at)))
            }
            RecordSource::Rows(_) | RecordSource::Stream { .. } => {
                self.trailer.take().map(|trailer| trailer.take(name)).transpose()?
            }
        };
        if let Some((bytes, at)) = trailer_bytes {
            self.add_end(EndKind::Trailer, bytes, at);
        }
        Ok(())
    }
}
