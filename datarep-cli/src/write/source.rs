//! Tables as they are read: batches of rows, from any kind of file.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::SchemaRef;
use datarep_arrow::RecordTable;
use datarep_dynamic::Record;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use crate::failure::CliFailure;
use crate::mistakes::{self, KnownTable};

use super::lines::CsvRows;

/// Rows of a batch.
pub(super) const ROWS: usize = 1 << 14;

/// How a stream of Arrow begins: a mark before the length of its schema.
const STREAM: [u8; 4] = [0xFF; 4];

/// A table that is being read.
pub(super) struct TableSource {
    title: String,
    rows: TableReader,
}

enum TableReader {
    Parquet(Box<ParquetRecordBatchReader>, SchemaRef),
    Arrow(Box<FileReader<BufReader<File>>>),
    Stream(Box<StreamReader<BufReader<File>>>),
    Lines(Box<CsvRows>),
}

impl TableSource {
    /// Opens a table. The kind of the file is that of its first bytes; what has none of them is CSV if its name says so.
    pub(super) fn open(path: &Path, table: &RecordTable) -> Result<TableSource, CliFailure> {
        if path == Path::new("-") {
            let title = "standard input".to_owned();
            let rows = CsvRows::open(Box::new(io::stdin()), &title, table)?;
            return Ok(TableSource { title, rows: TableReader::Lines(Box::new(rows)) });
        }
        let title = format!("`{}`", path.display());
        let fault = |error: io::Error| CliFailure::system(&format!("cannot read {title}"), &error);
        let mut file = File::open(path).map_err(fault)?;
        let mut beginning = Vec::new();
        (&mut file).take(STREAM.len() as u64).read_to_end(&mut beginning).map_err(fault)?;
        file.seek(SeekFrom::Start(0)).map_err(fault)?;
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_lowercase();
        // A file that is not whole is not known by its bytes, and its reader says what it lacks.
        let kind = mistakes::find_table(path).or(match end.as_str() {
            "parquet" => Some(KnownTable::Parquet),
            "arrow" | "feather" if beginning != STREAM => Some(KnownTable::Arrow),
            _ => None,
        });
        if kind.is_some() || beginning == STREAM {
            mistakes::refuse_big_endian_machine()?;
        }
        let rows = if kind == Some(KnownTable::Parquet) {
            let (reader, schema) = call_reader(&title, || {
                let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
                let schema = builder.schema().clone();
                Ok((builder.with_batch_size(ROWS).build()?, schema))
            })?;
            TableReader::Parquet(Box::new(reader), schema)
        } else if kind == Some(KnownTable::Arrow) {
            let reader = call_reader(&title, || Ok(FileReader::try_new(BufReader::new(file), None)?))?;
            TableReader::Arrow(Box::new(reader))
        } else if beginning == STREAM {
            let reader = call_reader(&title, || Ok(StreamReader::try_new(BufReader::new(file), None)?))?;
            TableReader::Stream(Box::new(reader))
        } else if end == "csv" {
            TableReader::Lines(Box::new(CsvRows::open(Box::new(file), &title, table)?))
        } else {
            return Err(CliFailure::new(format!("{title} is no table of Parquet or Arrow"))
                .help("a table of CSV has a name that ends with `.csv`, or comes from standard input, `-`"));
        };
        Ok(TableSource { title, rows })
    }

    /// What the table is called in messages.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// Returns a batch without rows, by which the columns can be checked. For CSV it returns
    /// `None`, because its columns were checked when it was opened.
    pub(super) fn empty_batch(&self) -> Option<RecordBatch> {
        self.find_schema().map(RecordBatch::new_empty)
    }

    /// The names of the columns from which no field of the record is written.
    pub(super) fn other_names(&self, record: &Record) -> Vec<String> {
        if let TableReader::Lines(rows) = &self.rows {
            return rows.other_names();
        }
        // A struct has columns inside, whose names follow its own.
        let is_field = |name: &str| {
            let is_inside = |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
            record.fields().iter().any(|field| field.path() == name || is_inside(field.path()))
        };
        self.column_names().into_iter().filter(|name| !is_field(name)).collect()
    }

    /// The names of the columns.
    pub(super) fn column_names(&self) -> Vec<String> {
        match &self.rows {
            TableReader::Lines(rows) => rows.column_names(),
            _ => self
                .find_schema()
                .iter()
                .flat_map(|schema| schema.fields().iter())
                .map(|field| field.name().clone())
                .collect(),
        }
    }

    fn find_schema(&self) -> Option<SchemaRef> {
        match &self.rows {
            TableReader::Parquet(_, schema) => Some(schema.clone()),
            TableReader::Arrow(reader) => Some(reader.schema()),
            TableReader::Stream(reader) => Some(reader.schema()),
            TableReader::Lines(_) => None,
        }
    }

    /// The next rows; `None` at the end.
    pub(super) fn read_batch(&mut self) -> Result<Option<RecordBatch>, CliFailure> {
        if let TableReader::Lines(rows) = &mut self.rows {
            return rows.read_batch();
        }
        let rows = &mut self.rows;
        call_reader(&self.title, || {
            let next = match rows {
                TableReader::Parquet(reader, _) => reader.next(),
                TableReader::Arrow(reader) => reader.next(),
                TableReader::Stream(reader) => reader.next(),
                TableReader::Lines(_) => None,
            };
            Ok(next.transpose()?)
        })
    }
}

/// Calls a reader of the crates. They panic where some files are damaged, and that is a failure like any other here.
fn call_reader<T>(title: &str, read: impl FnOnce() -> Result<T, Box<dyn Error>>) -> Result<T, CliFailure> {
    // The panic's message would be printed, and looks like a fault of this program.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    // Nothing is read any more after a failure, so that no one sees a reader that was left in the middle.
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    panic::set_hook(hook);
    match result {
        Ok(read) => read.map_err(|error| {
            let error = error.to_string();
            let failure = CliFailure::new(format!("cannot read {title}: {error}"));
            // The crates say which of their features they were built without.
            if error.contains("feature") {
                failure.help("write the table with Snappy (Parquet) or without compression")
            } else {
                failure
            }
        }),
        Err(cause) => {
            let message = cause.downcast_ref::<String>().map(String::as_str);
            let message =
                message.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no reason is given");
            Err(CliFailure::new(format!("cannot read {title}: the table is damaged")).note(message))
        }
    }
}
