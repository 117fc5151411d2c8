//! Files of Parquet, whose columns are encoded side by side.
//!
//! A row group is in memory until it is complete: each column has its pages, and the file has all pages of a column
//! together. So columns do not wait for one another, and encoding them is most of the work.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Fields, SchemaRef};
use datarep_dynamic::threads::side_by_side;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;

use super::{TableSettings, TargetPipe};
use crate::convert::MOST_THREADS;

/// The most rows in a row group, about. Other writers have as many.
const ROWS: usize = 1 << 20;

/// The bytes of rows that are encoded together: waking threads takes as long as encoding some kilobytes. The number does
/// not depend on the threads, so that pages end where they always do.
const TOGETHER: usize = 1 << 20;

/// A file that is being written.
pub(super) struct ParquetFile {
    file: SerializedFileWriter<TargetPipe>,
    factory: ArrowRowGroupWriterFactory,
    fields: Fields,
    settings: TableSettings,
    /// For each field, what encodes its column: a list of structs has a writer for each of the structs' fields. None before
    /// a row group has a row.
    columns: Vec<Vec<ArrowColumnWriter>>,
    rows: usize,
    /// Rows that are still to be encoded, their bytes in memory, and their number.
    waiting: Vec<RecordBatch>,
    waiting_bytes: usize,
    waiting_rows: usize,
}

impl ParquetFile {
    pub(super) fn create(
        pipe: TargetPipe,
        schema: &SchemaRef,
        properties: WriterProperties,
        settings: TableSettings,
    ) -> Result<ParquetFile, ParquetError> {
        // The usual writer says in the file which types of Arrow the columns have.
        let writer = ArrowWriter::try_new(pipe, Arc::clone(schema), Some(properties))?;
        let (file, factory) = writer.into_serialized_writer()?;
        Ok(ParquetFile {
            file,
            factory,
            fields: schema.fields().clone(),
            settings,
            columns: Vec::new(),
            rows: 0,
            waiting: Vec::new(),
            waiting_bytes: 0,
            waiting_rows: 0,
        })
    }

    /// Writes rows.
    pub(super) fn write(&mut self, rows: RecordBatch) -> Result<(), ParquetError> {
        self.waiting_bytes += rows.get_array_memory_size();
        self.waiting_rows += rows.num_rows();
        self.waiting.push(rows);
        // Several open files have smaller groups, and all that waits is in memory, too.
        let is_much = self.waiting_bytes >= TOGETHER.min(self.settings.group / 4);
        if is_much || self.rows + self.waiting_rows >= ROWS {
            self.flush_waiting_rows()?;
        }
        Ok(())
    }

    /// Encodes the rows that wait.
    fn flush_waiting_rows(&mut self) -> Result<(), ParquetError> {
        let waiting = std::mem::take(&mut self.waiting);
        let bytes = std::mem::take(&mut self.waiting_bytes);
        let rows = std::mem::take(&mut self.waiting_rows);
        if rows == 0 {
            return Ok(());
        }
        if self.columns.is_empty() {
            self.columns = self.begin_group()?;
        }
        let threads = if bytes < TOGETHER / 4 { 1 } else { self.count_threads() };
        let mut parts: Vec<Vec<(usize, &mut Vec<ArrowColumnWriter>)>> =
            (0..threads).map(|_| Vec::new()).collect();
        // Dealt out like cards: neighbors are often alike, and columns of texts take longest.
        for (index, writers) in self.columns.iter_mut().enumerate() {
            parts[index % threads].push((index, writers));
        }
        let encode = |columns: Vec<(usize, &mut Vec<ArrowColumnWriter>)>| {
            for (index, writers) in columns {
                for rows in &waiting {
                    let leaves = compute_leaves(&self.fields[index], rows.column(index))?;
                    writers.iter_mut().zip(&leaves).try_for_each(|(writer, leaf)| writer.write(leaf))?;
                }
            }
            Ok(())
        };
        side_by_side(parts, encode).into_iter().collect::<Result<(), ParquetError>>()?;
        self.rows += rows;
        if self.rows >= ROWS || self.measure_group() >= self.settings.group {
            self.end_group()?;
        }
        Ok(())
    }

    /// How many threads have columns to encode.
    fn count_threads(&self) -> usize {
        self.settings.threads.min(MOST_THREADS).min(self.fields.len()).max(1)
    }

    /// Makes the encoders of the columns of the next row group, in a list for each field.
    fn begin_group(&self) -> Result<Vec<Vec<ArrowColumnWriter>>, ParquetError> {
        let writers = self.factory.create_column_writers(self.file.flushed_row_groups().len())?;
        let schema = self.file.schema_descr();
        let mut columns: Vec<Vec<ArrowColumnWriter>> = self.fields.iter().map(|_| Vec::new()).collect();
        for (leaf, writer) in writers.into_iter().enumerate() {
            columns[schema.get_column_root_idx(leaf)].push(writer);
        }
        Ok(columns)
    }

    /// About how many bytes the row group has.
    fn measure_group(&self) -> usize {
        self.columns.iter().flatten().map(ArrowColumnWriter::get_estimated_total_bytes).sum()
    }

    /// Writes the row group, if it has rows.
    fn end_group(&mut self) -> Result<(), ParquetError> {
        let columns = std::mem::take(&mut self.columns);
        self.rows = 0;
        if columns.is_empty() {
            return Ok(());
        }
        // The last pages are packed when a column is closed.
        let threads = self.count_threads();
        let leaves: Vec<ArrowColumnWriter> = columns.into_iter().flatten().collect();
        let leaves_per_thread = leaves.len().div_ceil(threads);
        let mut leaves = leaves.into_iter();
        let parts = (0..threads).map(|_| leaves.by_ref().take(leaves_per_thread).collect()).collect();
        let close = |writers: Vec<ArrowColumnWriter>| {
            writers.into_iter().map(ArrowColumnWriter::close).collect::<Result<Vec<_>, ParquetError>>()
        };
        let mut group = self.file.next_row_group()?;
        for chunks in side_by_side(parts, close) {
            chunks?.into_iter().try_for_each(|chunk| chunk.append_to_row_group(&mut group))?;
        }
        group.close().map(drop)
    }

    /// About how many bytes the file has by now. A row group is written as a whole: without its bytes in memory, `--rotate`
    /// would see a file grow by 64 MiB at a time.
    pub(super) fn written_bytes(&self) -> usize {
        self.file.bytes_written() + self.measure_group() + self.waiting_bytes
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Result<TargetPipe, ParquetError> {
        self.flush_waiting_rows()?;
        self.end_group()?;
        self.file.into_inner()
    }
}
