//! Tables as files of Parquet or Arrow, by the crates of Apache Arrow.

mod parquet;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use ::parquet::basic::Compression;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use datarep_arrow::native::{self, Column};
use datarep_dsl::model::Format;

use crate::args::TableCompression;
use crate::failure::CliFailure;
use crate::mistakes;
use crate::target::OutputTarget;

use super::job::TableKind;
use parquet::ParquetFile;

/// The most bytes in a row group of Parquet, which is in memory until it is written.
pub(crate) const GROUP: usize = 1 << 26;

/// How a table is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TableSettings {
    pub(crate) kind: TableKind,
    /// The most bytes in a row group of Parquet, about.
    pub(crate) group: usize,
    /// How many threads encode columns of Parquet.
    pub(crate) threads: usize,
}

/// A table that is being written.
pub(crate) struct TableFile {
    schema: SchemaRef,
    writer: TableWriter,
    failure: SharedFailure,
}

enum TableWriter {
    Arrow(Box<FileWriter<TargetPipe>>),
    Parquet(Box<ParquetFile>),
}

/// Why the target could not be written.
#[derive(Clone, Default)]
struct SharedFailure(Arc<Mutex<Option<CliFailure>>>);

/// The target, in the form to which the crates write.
struct TargetPipe {
    target: OutputTarget,
    failure: SharedFailure,
}

impl std::fmt::Debug for TableFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableFile").field("schema", &self.schema).finish_non_exhaustive()
    }
}

impl TableFile {
    /// Whether no column can have these items.
    pub(crate) fn refuses<T: Column>(format: &Format) -> bool {
        T::data_type(format).is_none()
    }

    /// Begins a table of rows of `row` items, which are of this format.
    pub(crate) fn of_items<T: Column>(
        settings: TableSettings,
        target: OutputTarget,
        format: &Format,
        row: usize,
    ) -> Result<TableFile, CliFailure> {
        let none = || CliFailure::new(format!("no column has the items of `{}`", format.name));
        let items = native::kind_of_rows(T::data_type(format).ok_or_else(none)?, row)?;
        let name = if row == 1 { "value" } else { "values" };
        TableFile::create(settings, target, [Field::new(name, items, false)])
    }

    /// Writes rows of items.
    pub(crate) fn write_items<T: Column>(&mut self, items: &[T], row: usize) -> Result<(), CliFailure> {
        let kind = self.schema.field(0).data_type();
        // Rows of several items are a list, and the numbers themselves are of the list's type.
        let kind = match kind {
            DataType::FixedSizeList(item, _) => item.data_type(),
            kind => kind,
        };
        let column = T::column(items.to_vec(), row, kind)?;
        self.write(vec![column])
    }

    /// Begins a table of these columns.
    pub(crate) fn create(
        settings: TableSettings,
        target: OutputTarget,
        columns: impl IntoIterator<Item: Into<FieldRef>>,
    ) -> Result<TableFile, CliFailure> {
        mistakes::refuse_big_endian_machine()?;
        let columns: Fields = columns.into_iter().map(Into::into).collect();
        let schema = Arc::new(Schema::new(columns));
        let failure = SharedFailure::default();
        let pipe = TargetPipe { target, failure: failure.clone() };
        let writer = match settings.kind {
            TableKind::Arrow => {
                let writer =
                    FileWriter::try_new(pipe, &schema).map_err(|error| failure.take_failure_or(&error))?;
                TableWriter::Arrow(Box::new(writer))
            }
            TableKind::Parquet(compression) => {
                // Without compression speed is what is wanted. Statistics of a chunk cost less than those of each
                // page in it.
                let (compression, statistics) = match compression {
                    TableCompression::Snappy => (Compression::SNAPPY, EnabledStatistics::Page),
                    TableCompression::None => (Compression::UNCOMPRESSED, EnabledStatistics::Chunk),
                };
                let properties = WriterProperties::builder()
                    .set_compression(compression)
                    .set_dictionary_enabled(compression != Compression::UNCOMPRESSED)
                    .set_statistics_enabled(statistics)
                    .build();
                let writer = ParquetFile::create(pipe, &schema, properties, settings);
                TableWriter::Parquet(Box::new(writer.map_err(|error| failure.take_failure_or(&error))?))
            }
        };
        Ok(TableFile { schema, writer, failure })
    }

    /// Writes rows: a part of every column.
    pub(crate) fn write(&mut self, columns: Vec<ArrayRef>) -> Result<(), CliFailure> {
        let rows = RecordBatch::try_new(Arc::clone(&self.schema), columns)?;
        match &mut self.writer {
            TableWriter::Arrow(writer) => {
                writer.write(&rows).map_err(|error| self.failure.take_failure_or(&error))
            }
            TableWriter::Parquet(writer) => {
                writer.write(rows).map_err(|error| self.failure.take_failure_or(&error))
            }
        }
    }

    /// About how many bytes the file has by now.
    pub(crate) fn written_bytes(&self) -> u64 {
        let bytes = match &self.writer {
            TableWriter::Arrow(writer) => return writer.get_ref().target.written_bytes(),
            TableWriter::Parquet(writer) => writer.written_bytes(),
        };
        bytes as u64
    }

    /// Ends the table.
    pub(crate) fn finish(self) -> Result<OutputTarget, CliFailure> {
        let TableFile { writer, failure, .. } = self;
        let pipe = match writer {
            TableWriter::Arrow(writer) => {
                writer.into_inner().map_err(|error| failure.take_failure_or(&error))
            }
            TableWriter::Parquet(writer) => writer.finish().map_err(|error| failure.take_failure_or(&error)),
        };
        Ok(pipe?.target)
    }
}

impl SharedFailure {
    /// The failure of the target, or else the error of the crates.
    fn take_failure_or(&self, error: &dyn std::error::Error) -> CliFailure {
        // The crates make a text of what the target says. But a closed pipe has to stay one, because it ends the
        // command without a message.
        let failure = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.unwrap_or_else(|| table_failure(error))
    }
}

impl io::Write for TargetPipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.target.write(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(failure) => {
                *self.failure.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                Err(io::Error::other("the target cannot be written"))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn table_failure(error: &dyn std::error::Error) -> CliFailure {
    CliFailure::new(format!("cannot write the table: {error}"))
}

impl From<ArrowError> for CliFailure {
    fn from(error: ArrowError) -> CliFailure {
        table_failure(&error)
    }
}
