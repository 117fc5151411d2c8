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
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use crate::failure::CliFailure;

use super::lines::CsvRows;

/// Rows of a batch.
pub(super) const ROWS: usize = 1 << 14;

/// How a file of Parquet begins.
const PARQUET: &[u8] = b"PAR1";
/// How a file of Arrow begins. That of a stream has a mark of four bytes for the length of its schema.
const ARROW: &[u8] = b"ARROW1";
const STREAM: &[u8] = &[0xFF; 4];

/// A table that is being read.
pub(super) struct TableSource {
    title: String,
    rows: Rows,
}

enum Rows {
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
            return Ok(TableSource { title, rows: Rows::Lines(Box::new(rows)) });
        }
        let title = format!("`{}`", path.display());
        let fault = |error: io::Error| CliFailure::system(&format!("cannot read {title}"), &error);
        let mut file = File::open(path).map_err(fault)?;
        let mut magic = Vec::new();
        (&mut file).take(8).read_to_end(&mut magic).map_err(fault)?;
        let is_csv = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("csv"));
        if !magic.starts_with(PARQUET) && !magic.starts_with(ARROW) && !magic.starts_with(STREAM) && !is_csv {
            return Err(CliFailure::new(format!("{title} is no table of Parquet or Arrow"))
                .help("a table of CSV has a name that ends with `.csv`, or comes from standard input, `-`"));
        }
        file.seek(SeekFrom::Start(0)).map_err(fault)?;
        let rows = if magic.starts_with(PARQUET) {
            let (reader, schema) = call_reader(&title, || {
                let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
                let schema = builder.schema().clone();
                Ok((builder.with_batch_size(ROWS).build()?, schema))
            })?;
            Rows::Parquet(Box::new(reader), schema)
        } else if magic.starts_with(ARROW) {
            let reader = call_reader(&title, || Ok(FileReader::try_new(BufReader::new(file), None)?))?;
            Rows::Arrow(Box::new(reader))
        } else if magic.starts_with(STREAM) {
            let reader = call_reader(&title, || Ok(StreamReader::try_new(BufReader::new(file), None)?))?;
            Rows::Stream(Box::new(reader))
        } else {
            Rows::Lines(Box::new(CsvRows::open(Box::new(file), &title, table)?))
        };
        Ok(TableSource { title, rows })
    }

    /// What the table is called in messages.
    pub(super) fn title(&self) -> &str {
        &self.title
    }

    /// The names of the columns.
    pub(super) fn column_names(&self) -> Vec<String> {
        let of_schema =
            |schema: SchemaRef| schema.fields().iter().map(|field| field.name().clone()).collect();
        match &self.rows {
            Rows::Parquet(_, schema) => of_schema(schema.clone()),
            Rows::Arrow(reader) => of_schema(reader.schema()),
            Rows::Stream(reader) => of_schema(reader.schema()),
            Rows::Lines(rows) => rows.column_names(),
        }
    }

    /// The next rows; `None` at the end.
    pub(super) fn read_batch(&mut self) -> Result<Option<RecordBatch>, CliFailure> {
        if let Rows::Lines(rows) = &mut self.rows {
            return rows.read_batch();
        }
        let rows = &mut self.rows;
        call_reader(&self.title, || {
            let next = match rows {
                Rows::Parquet(reader, _) => reader.next(),
                Rows::Arrow(reader) => reader.next(),
                Rows::Stream(reader) => reader.next(),
                Rows::Lines(_) => None,
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
        Ok(read) => read.map_err(|error| CliFailure::new(format!("cannot read {title}: {error}"))),
        Err(cause) => {
            let message = cause.downcast_ref::<String>().map(String::as_str);
            let message =
                message.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no reason is given");
            Err(CliFailure::new(format!("cannot read {title}: the table is damaged")).note(message))
        }
    }
}
