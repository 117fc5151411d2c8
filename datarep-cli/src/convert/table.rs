//! Tables as files of Parquet or Arrow, by the crates of Apache Arrow.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use datarep_arrow::native::{self, Column};
use datarep_dsl::model::Format;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::{EnabledStatistics, WriterProperties};

use crate::args::TableCompression;
use crate::failure::Failure;
use crate::target::Target;

use super::job::Tabular;

/// The most bytes in a row group of Parquet, which is in memory until it is written.
pub(crate) const GROUP: usize = 1 << 26;

/// A table that is being written.
pub(crate) struct Table {
    schema: SchemaRef,
    writer: Writer,
    failure: Told,
}

enum Writer {
    Arrow(Box<FileWriter<Pipe>>),
    Parquet(Box<ArrowWriter<Pipe>>),
}

/// Why the target could not be written.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Option<Failure>>>);

/// The target, in the form to which the crates write.
struct Pipe {
    target: Target,
    failure: Told,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("schema", &self.schema).finish_non_exhaustive()
    }
}

impl Table {
    /// Whether no column can have these items.
    pub(crate) fn refuses<T: Column>(format: &Format) -> bool {
        T::kind(format).is_none()
    }

    /// Begins a table of rows of `row` items, which are of this format.
    pub(crate) fn of_items<T: Column>(
        kind: Tabular,
        target: Target,
        format: &Format,
        row: usize,
    ) -> Result<Table, Failure> {
        let none = || Failure::new(format!("no column has the items of `{}`", format.name));
        let items = native::kind_of_rows(T::kind(format).ok_or_else(none)?, row)?;
        let name = if row == 1 { "value" } else { "values" };
        Table::create((kind, GROUP), target, [Field::new(name, items, false)])
    }

    /// Writes rows of items.
    pub(crate) fn write_items<T: Column>(&mut self, items: &[T], row: usize) -> Result<(), Failure> {
        let kind = self.schema.field(0).data_type();
        let kind = match kind {
            DataType::FixedSizeList(item, _) => item.data_type(),
            kind => kind,
        };
        let column = T::column(items.to_vec(), row, kind)?;
        self.write(vec![column])
    }

    /// Begins a table of these columns, with so many bytes in a row group of Parquet.
    pub(crate) fn create(
        (kind, group): (Tabular, usize),
        target: Target,
        columns: impl IntoIterator<Item: Into<FieldRef>>,
    ) -> Result<Table, Failure> {
        let columns: Fields = columns.into_iter().map(Into::into).collect();
        let schema = Arc::new(Schema::new(columns));
        let failure = Told::default();
        let pipe = Pipe { target, failure: failure.clone() };
        let writer = match kind {
            Tabular::Arrow => {
                let writer = FileWriter::try_new(pipe, &schema).map_err(|error| failure.or(&error))?;
                Writer::Arrow(Box::new(writer))
            }
            Tabular::Parquet(compression) => {
                let (compression, statistics) = match compression {
                    TableCompression::Snappy => (Compression::SNAPPY, EnabledStatistics::Page),
                    TableCompression::None => (Compression::UNCOMPRESSED, EnabledStatistics::Chunk),
                };
                let properties = WriterProperties::builder()
                    .set_compression(compression)
                    .set_dictionary_enabled(compression != Compression::UNCOMPRESSED)
                    .set_statistics_enabled(statistics)
                    .set_max_row_group_bytes(Some(group))
                    .build();
                let writer = ArrowWriter::try_new(pipe, Arc::clone(&schema), Some(properties));
                Writer::Parquet(Box::new(writer.map_err(|error| failure.or(&error))?))
            }
        };
        Ok(Table { schema, writer, failure })
    }

    /// Writes rows: a part of every column.
    pub(crate) fn write(&mut self, columns: Vec<ArrayRef>) -> Result<(), Failure> {
        let rows = RecordBatch::try_new(Arc::clone(&self.schema), columns)?;
        match &mut self.writer {
            Writer::Arrow(writer) => writer.write(&rows).map_err(|error| self.failure.or(&error)),
            Writer::Parquet(writer) => writer.write(&rows).map_err(|error| self.failure.or(&error)),
        }
    }

    /// About how many bytes the file has by now.
    pub(crate) fn written_bytes(&self) -> u64 {
        let written = match &self.writer {
            Writer::Arrow(writer) => return writer.get_ref().target.written_bytes(),
            Writer::Parquet(writer) => writer.bytes_written() + writer.in_progress_size(),
        };
        written as u64
    }

    /// Ends the table.
    pub(crate) fn finish(self) -> Result<Target, Failure> {
        let Table { writer, failure, .. } = self;
        let pipe = match writer {
            Writer::Arrow(writer) => writer.into_inner().map_err(|error| failure.or(&error)),
            Writer::Parquet(writer) => writer.into_inner().map_err(|error| failure.or(&error)),
        };
        Ok(pipe?.target)
    }
}

impl Told {
    /// The failure of the target, or else the error of the crates.
    fn or(&self, error: &dyn std::error::Error) -> Failure {
        let told = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        told.unwrap_or_else(|| fault(error))
    }
}

impl io::Write for Pipe {
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

fn fault(error: &dyn std::error::Error) -> Failure {
    Failure::new(format!("cannot write the table: {error}"))
}

impl From<ArrowError> for Failure {
    fn from(error: ArrowError) -> Failure {
        fault(&error)
    }
}
