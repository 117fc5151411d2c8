//! The new files of records: one, or one for each table, folder and part.
//!
//! Several files are written into an unfinished folder, and appear together at the end. Few of them are open at once: the one that
//! was written least recently is closed, and more of its records go to a further part.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::args;
use crate::failure::CliFailure;
use crate::target::{ExistingFolder, OutputTarget, TargetFolder};

use super::column::{EncodedRecords, FieldShape, RecordEncoder, RecordWriter};
use super::division::Destination;
use super::{RecordSink, begin_writer};

/// What stands for the name of a table in that of its file.
const TABLE: &str = "{table}";

/// The most files that are open at once if there is one for each value of a field.
const MOST_OPEN: usize = 64;

/// Where records go.
pub(super) enum RecordOutputs<'w> {
    One(Box<dyn RecordWriter>),
    Several(Box<DividedFiles<'w>>),
}

/// How many records may be written next, and how many of their bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct WriteLimits {
    pub(super) records: usize,
    pub(super) bytes: usize,
}

/// A table with its columns.
pub(super) struct OutputTable<'w> {
    pub(super) name: &'w str,
    pub(super) shapes: &'w [FieldShape<'w>],
    /// What brings its records to the form of its files.
    #[cfg_attr(
        not(feature = "columnar"),
        expect(dead_code, reason = "only tables of columns ask it for these")
    )]
    pub(super) encoder: &'w dyn RecordEncoder,
}

/// Several files.
pub(super) struct DividedFiles<'w> {
    convert: &'w args::ConvertOptions,
    sink: &'w RecordSink,
    tables: &'w [OutputTable<'w>],
    /// Files that must not be written, because they are read.
    inputs: Vec<PathBuf>,
    folder: TargetFolder,
    /// The path of a file in the folder, with `{table}`.
    pattern: PathBuf,
    has_folders: bool,
    /// The parts, by their tables and folders.
    parts: BTreeMap<Destination, FolderFiles>,
    /// How often something was written, to find what was written least recently.
    clock: u64,
    /// The records of each table.
    records: Vec<u64>,
    /// The bytes of files that are closed.
    bytes: u64,
}

/// The files of a table, or of one folder of it, of which the last one may be open.
#[derive(Default)]
struct FolderFiles {
    writer: Option<Box<dyn RecordWriter>>,
    /// Files that were begun.
    files_begun: usize,
    /// Records of the last one.
    records: u64,
    /// When it was written last.
    last_use: u64,
}

impl<'w> DividedFiles<'w> {
    /// Prepares to write the files.
    pub(super) fn begin(
        convert: &'w args::ConvertOptions,
        sink: &'w RecordSink,
        tables: &'w [OutputTable<'w>],
        inputs: Vec<PathBuf>,
    ) -> Result<DividedFiles<'w>, CliFailure> {
        let division = &convert.division;
        let has_folders = !division.partition_by.is_empty();
        if tables.iter().all(|table| table.shapes.is_empty()) {
            return Err(CliFailure::new("no column is left for the new files")
                .help("name fewer fields for folders, or more for columns"));
        }
        let (root, pattern) = split_output_pattern(convert, sink)?;
        let existing = if has_folders { ExistingFolder::Empty } else { ExistingFolder::Any };
        // The unfinished folder is named after the first part of the pattern, so that two commands with different
        // patterns in one folder do not take each other's for their own.
        let name = pattern.components().next().map_or(root.clone(), |first| PathBuf::from(first.as_os_str()));
        let folder = TargetFolder::create(&root, &name, existing, convert.writing)?;
        let mut files = DividedFiles {
            convert,
            sink,
            tables,
            inputs,
            folder,
            pattern,
            has_folders,
            parts: BTreeMap::new(),
            clock: 0,
            records: vec![0; tables.len()],
            bytes: 0,
        };
        if !has_folders {
            // A table without records is a file, too.
            for table in (0..tables.len()).filter(|table| !tables[*table].shapes.is_empty()) {
                files.begin_part(&Destination { table, folder: String::new() })?;
            }
        }
        Ok(files)
    }

    /// The path of a file.
    fn name_file(&self, destination: &Destination, number: usize) -> PathBuf {
        let text = self.pattern.to_string_lossy().replace(TABLE, self.tables[destination.table].name);
        let path = PathBuf::from(text);
        let end = self.sink.ending();
        if self.has_folders {
            return path.join(&destination.folder).join(format!("part-{number:05}.{end}"));
        }
        // Without numbers a table has one file, whose name the user has written.
        if !self.convert.division.is_rotating() {
            return path;
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let end = path.extension().map_or(end.to_owned(), |end| end.to_string_lossy().into_owned());
        path.with_file_name(format!("{stem}-{number:05}.{end}"))
    }

    /// Begins the next file of a part.
    fn begin_part(&mut self, destination: &Destination) -> Result<(), CliFailure> {
        self.close_least_recent()?;
        let number = self.parts.get(destination).map_or(0, |part| part.files_begun);
        let path = self.name_file(destination, number);
        let target = self.folder.create_file(&path, &self.inputs)?;
        let table = &self.tables[destination.table];
        let writer = begin_writer(self.convert, target, self.sink, table, None)?;
        let part = self.parts.entry(destination.clone()).or_default();
        (part.writer, part.records, part.files_begun) = (Some(writer), 0, number + 1);
        Ok(())
    }

    /// Closes the file that was used least recently, if as many are open as are allowed.
    fn close_least_recent(&mut self) -> Result<(), CliFailure> {
        let open = self.parts.values_mut().filter(|part| part.writer.is_some());
        let open: Vec<&mut FolderFiles> = open.collect();
        // Without folders there are as many files as tables, which are few.
        if !self.has_folders || open.len() < MOST_OPEN {
            return Ok(());
        }
        let least = open.into_iter().min_by_key(|part| part.last_use);
        self.bytes += least.and_then(|part| part.writer.take()).map_or(Ok(0), RecordWriter::finish)?;
        Ok(())
    }

    /// How many more records the file has that is written next, and how many bytes of them may be written at once.
    fn limit_next_write(&self, destination: &Destination) -> WriteLimits {
        let division = &self.convert.division;
        let part = self.parts.get(destination).filter(|part| part.writer.is_some());
        let records = division.rows_per_file.map_or(usize::MAX, |rows_per_file| {
            usize::try_from(rows_per_file - part.map_or(0, |part| part.records)).unwrap_or(usize::MAX)
        });
        // A file is measured behind each piece. With pieces of an eighth, it is little longer than it should be.
        let bytes =
            division.rotate.map_or(usize::MAX, |size| usize::try_from(size / 8).unwrap_or(usize::MAX));
        WriteLimits { records, bytes }
    }

    /// Writes records of a table.
    fn write(&mut self, destination: &Destination, encoded: &mut EncodedRecords) -> Result<(), CliFailure> {
        let records = encoded.records;
        self.records[destination.table] += records as u64;
        // A table of which no field is left has no file, but the report counts its records.
        if records == 0 || self.tables[destination.table].shapes.is_empty() {
            return Ok(());
        }
        if self.parts.get(destination).is_none_or(|part| part.writer.is_none()) {
            self.begin_part(destination)?;
        }
        self.clock += 1;
        let division = &self.convert.division;
        let Some(part) = self.parts.get_mut(destination) else { return Ok(()) };
        let Some(writer) = &mut part.writer else { return Ok(()) };
        writer.write(encoded)?;
        (part.last_use, part.records) = (self.clock, part.records + records as u64);
        // Closed at once: `limit_next_write` counts what is left in an open file, and `write_in_fitting_parts` relies on it being more
        // than nothing.
        let is_full = division.rows_per_file.is_some_and(|rows_per_file| part.records >= rows_per_file)
            || division.rotate.is_some_and(|size| part.records > 0 && writer.written_bytes() >= size);
        if is_full {
            self.bytes += part.writer.take().map_or(Ok(0), RecordWriter::finish)?;
        }
        Ok(())
    }

    /// Ends all files, and moves them to their places. Returns what the report says of them, and their bytes.
    fn finish(mut self) -> Result<(Vec<String>, u64), CliFailure> {
        let mut lines = Vec::new();
        for (table, records) in
            self.tables.iter().zip(&self.records).filter(|(table, _)| !table.name.is_empty())
        {
            let plural = if *records == 1 { "" } else { "s" };
            let no_file = if table.shapes.is_empty() { ", of which no field is a column" } else { "" };
            lines.push(format!("`{}`: {records} record{plural}{no_file}", table.name));
        }
        for part in self.parts.values_mut() {
            self.bytes += part.writer.take().map_or(Ok(0), RecordWriter::finish)?;
        }
        let (files, parts) = (self.folder.count_files(), self.parts.len());
        let plural = if files == 1 { "" } else { "s" };
        match (self.has_folders, self.convert.division.is_rotating()) {
            (true, _) => lines
                .push(format!("{files} file{plural} in {parts} folder{}", if parts == 1 { "" } else { "s" })),
            (false, true) => lines.push(format!("{files} file{plural}")),
            (false, false) => {}
        }
        // Nothing is in its place yet: a failure leaves the folder as it was.
        self.refuse_stale_parts()?;
        self.folder.finish()?;
        Ok((lines, self.bytes))
    }

    /// Fails if a part of an earlier conversion would follow the last one.
    fn refuse_stale_parts(&self) -> Result<(), CliFailure> {
        if !self.convert.division.is_rotating() || self.has_folders {
            return Ok(());
        }
        for (destination, part) in &self.parts {
            let next_file = self.name_file(destination, part.files_begun);
            if let Some(stale) = self.folder.find_stale(&next_file) {
                return Err(CliFailure::new(format!(
                    "`{}` is there from before, and would follow the last new file",
                    stale.display()
                ))
                .help("remove the files of the earlier conversion, or name another new file"));
            }
        }
        Ok(())
    }
}

/// The folder of the new files, and the path of a file in it.
fn split_output_pattern(
    convert: &args::ConvertOptions,
    sink: &RecordSink,
) -> Result<(PathBuf, PathBuf), CliFailure> {
    let (division, output) = (&convert.division, &convert.output);
    let option = division.find_given_option().unwrap_or_default();
    if output == Path::new("-") {
        return Err(CliFailure::new(format!("`{option}` writes several files, and standard output is one"))
            .help("name a folder or a file"));
    }
    let has_table = output.to_string_lossy().contains(TABLE);
    if division.split_by.is_none() && has_table {
        return Err(CliFailure::new(format!("`{TABLE}` in the name of the new file has no meaning here"))
            .help("add `--split-by` with a choice of the record"));
    }
    if has_table {
        let is_fixed = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(TABLE);
        // The parts before the first one with `{table}` are the folder of all files.
        let fixed: PathBuf = output.components().take_while(is_fixed).collect();
        let pattern: PathBuf = output.components().skip_while(is_fixed).collect();
        let fixed = if fixed.as_os_str().is_empty() { PathBuf::from(".") } else { fixed };
        return Ok((fixed, pattern));
    }
    if division.split_by.is_some() {
        let end =
            if division.partition_by.is_empty() { format!(".{}", sink.ending()) } else { String::new() };
        return Ok((output.clone(), PathBuf::from(format!("{TABLE}{end}"))));
    }
    if !division.partition_by.is_empty() {
        return Ok((output.clone(), PathBuf::new()));
    }
    let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = output.file_name().ok_or_else(|| {
        CliFailure::new(format!("`{}` has no name for files", output.display())).help("name a new file")
    })?;
    Ok((parent.to_owned(), PathBuf::from(name)))
}

impl<'w> RecordOutputs<'w> {
    /// Begins the new file, or several. None of them may be one of `inputs`. `count` is the number of records, if it is
    /// known.
    pub(super) fn begin(
        convert: &'w args::ConvertOptions,
        sink: &'w RecordSink,
        tables: &'w [OutputTable<'w>],
        inputs: Vec<PathBuf>,
        count: Option<u64>,
    ) -> Result<RecordOutputs<'w>, CliFailure> {
        if convert.division.find_given_option().is_some() {
            return Ok(RecordOutputs::Several(Box::new(DividedFiles::begin(convert, sink, tables, inputs)?)));
        }
        let target = OutputTarget::create(&convert.output, convert.writing)?;
        // Without a division there is one table.
        let table = tables.first().ok_or_else(|| CliFailure::new("the records have no table"))?;
        Ok(RecordOutputs::One(begin_writer(convert, target, sink, table, count)?))
    }

    /// How many records may be written next, and how many of their bytes.
    pub(super) fn limit_next_write(&self, destination: &Destination) -> WriteLimits {
        match self {
            RecordOutputs::One(_) => WriteLimits { records: usize::MAX, bytes: usize::MAX },
            RecordOutputs::Several(files) => files.limit_next_write(destination),
        }
    }

    /// Writes records of a table.
    pub(super) fn write(
        &mut self,
        destination: &Destination,
        encoded: &mut EncodedRecords,
    ) -> Result<(), CliFailure> {
        match self {
            RecordOutputs::One(writer) => writer.write(encoded),
            RecordOutputs::Several(files) => files.write(destination, encoded),
        }
    }

    /// Ends the files. Returns what the report says of them, and their bytes.
    pub(super) fn finish(self) -> Result<(Vec<String>, u64), CliFailure> {
        match self {
            RecordOutputs::One(writer) => writer.finish().map(|bytes| (Vec::new(), bytes)),
            RecordOutputs::Several(files) => files.finish(),
        }
    }
}
