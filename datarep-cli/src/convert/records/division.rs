//! Which new file each record goes to: a table for each alternative of a choice, and a folder for each value of fields.

mod folders;

use std::collections::BTreeMap;
use std::sync::Arc;

use datarep_dynamic::record::{Field, Rows};
use datarep_dynamic::{Error, Record};

use crate::args::{self, BadRecordAction};
use crate::failure::CliFailure;
use crate::input::{RecordBlock, record_failure};

use super::bad::{BadItemFate, BadRecords, FieldsToRead, read_fields};
use super::choices::{find_choice, list_choices, list_names};
use super::column::{FieldColumn, FieldShape};
use super::parents::{Hierarchy, KeyColumn, ParentKey, ParentTracker, find_orphans, make_key_columns};
use super::range::is_never_bad;
use super::report::RecordReport;
use super::{RecordSink, add_field_suggestions, choose_fields};

/// The name of the table of records whose alternative has no name.
const UNNAMED: &str = "_";

/// How the records of a file are divided.
pub(super) struct RecordDivision<'r> {
    record: &'r Record,
    /// The path of the choice, and the table of each alternative.
    split: Option<(String, Vec<usize>)>,
    /// The tables. There is one without a name if nothing is split.
    tables: Vec<DividedTable>,
    hierarchy: Option<Arc<Hierarchy>>,
    /// The fields that are names of folders.
    folders: FieldsToRead,
    /// The fields of parents that are columns of their children.
    keys: Vec<ParentKey>,
    on_bad: BadRecordAction,
    /// Whether an array of NumPy is written, which has missing items of few types.
    is_array: bool,
    dry: bool,
}

/// A table, and its node in the hierarchy, if it has one.
struct DividedTable {
    name: String,
    node: Option<usize>,
}

/// The columns of a table.
pub(super) struct TableColumns {
    /// The fields that are read: those of the columns, then those that are names of folders.
    pub(super) read: FieldsToRead,
    /// How many of them become columns.
    pub(super) column_count: usize,
    /// Columns about parents, before the others.
    pub(super) keys: Vec<KeyColumn>,
}

/// The table and the folder to which records go.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Destination {
    pub(super) table: usize,
    /// The path of the folder, which is empty if there is none.
    pub(super) folder: String,
}

/// Records that go to the same file.
pub(super) struct DividedRecords {
    pub(super) destination: Destination,
    pub(super) block: RecordBlock,
}

impl<'r> RecordDivision<'r> {
    pub(super) fn new(
        convert: &args::ConvertOptions,
        record: &'r Record,
        sink: &RecordSink,
    ) -> Result<RecordDivision<'r>, CliFailure> {
        let options = &convert.division;
        if options.is_folder() && matches!(sink, RecordSink::Records(_)) {
            let option = options.find_given_option().unwrap_or_default();
            return Err(CliFailure::new(format!("`{option}` is for tables, and the new file has records"))
                .help("use `--to csv`, `--to parquet` or `--to arrow`"));
        }
        let mut division = RecordDivision {
            record,
            split: None,
            tables: vec![DividedTable { name: String::new(), node: None }],
            hierarchy: None,
            folders: FieldsToRead::default(),
            keys: Vec::new(),
            on_bad: convert.bad.on_bad,
            is_array: matches!(sink, RecordSink::Npy),
            dry: convert.copying.dry_run,
        };
        if let Some(path) = &options.split_by {
            division.split_by(path, options)?;
        }
        division.folders = FieldsToRead::without_limits(division.find_folders(&options.partition_by)?);
        Ok(division)
    }

    /// Makes a table for each alternative of a choice.
    fn split_by(&mut self, path: &str, options: &args::DivisionOptions) -> Result<(), CliFailure> {
        let choice = find_choice(self.record, path)?;
        let names = list_names(choice);
        let mut tables: Vec<String> = names.iter().flatten().map(|name| (*name).to_owned()).collect();
        if names.contains(&None) {
            tables.push(UNNAMED.to_owned());
        }
        let find_table = |name: Option<&str>| {
            let name = name.unwrap_or(UNNAMED);
            // Each name is in `tables`, which was made of them.
            tables.iter().position(|table| table == name).unwrap_or_default()
        };
        let by_alternative: Vec<usize> = names.into_iter().map(find_table).collect();
        let mut nodes = vec![None; tables.len()];
        if !options.parents.is_empty() {
            let hierarchy = Hierarchy::parse(&options.parents, path, choice, !options.keys.is_empty())?;
            for (alternative, table) in by_alternative.iter().enumerate() {
                // Alternatives without a name share a table, and are in no hierarchy.
                nodes[*table] = nodes[*table].or(hierarchy.node(alternative));
            }
            self.keys = self.find_key_fields(&hierarchy, path, &options.keys)?;
            self.hierarchy = Some(Arc::new(hierarchy));
        }
        let tables = tables.into_iter().zip(nodes);
        self.tables = tables.map(|(name, node)| DividedTable { name, node }).collect();
        self.split = Some((path.to_owned(), by_alternative));
        Ok(())
    }

    /// The fields of parents that are columns of their children.
    fn find_key_fields(
        &self,
        hierarchy: &Hierarchy,
        choice: &str,
        keys: &[String],
    ) -> Result<Vec<ParentKey>, CliFailure> {
        let find = |key: &String| {
            let record = self.record;
            // The name of the choice may be left out, because a key is always in one of its alternatives.
            let field = record.field(key).or_else(|| record.field(&format!("{choice}.{key}")));
            let field = field.ok_or_else(|| {
                CliFailure::new(format!("`{}` has no field `{key}`", record.name()))
                    .help("name a field of a parent, such as `customer.id`")
            })?;
            let key_field = &record.fields()[field];
            let node = hierarchy.find_owner(key_field.path()).ok_or_else(|| {
                CliFailure::new(format!("`{key}` is no field of an alternative that `--parents` names"))
                    .help("name a field of a parent, such as `customer.id`")
            })?;
            if !key_field.shape().is_empty() || key_field.is_bytes() {
                return Err(CliFailure::new(format!("`{key}` is no key: it has several items, or bytes"))
                    .help("name a field with a number or a text"));
            }
            Ok(ParentKey { node, field })
        };
        keys.iter().map(find).collect()
    }

    /// The fields that are names of folders.
    fn find_folders(&self, names: &[String]) -> Result<Vec<usize>, CliFailure> {
        let find = |name: &String| {
            let field = self.record.field(name).ok_or_else(|| {
                let title = format!("`{}` has no field `{name}`", self.record.name());
                add_field_suggestions(CliFailure::new(title), self.record, name)
                    .help("`--partition-by` names fields whose values are names of folders")
            })?;
            let folder_field = &self.record.fields()[field];
            if !folder_field.shape().is_empty() || folder_field.is_bytes() {
                return Err(CliFailure::new(format!(
                    "`{name}` has several items, or bytes, and no value that is the name of a folder"
                ))
                .help("name a field with a number or a text"));
            }
            // Each record needs a folder, whatever its table is.
            if let Some(table) = (0..self.tables.len()).find(|table| !self.has_field(*table, field)) {
                return Err(CliFailure::new(format!(
                    "the table `{}` has no field `{name}`",
                    self.tables[table].name
                ))
                .help("name a field that is around the choice"));
            }
            Ok(field)
        };
        names.iter().map(find).collect()
    }

    /// The names of the tables. If nothing is split, there is one without a name.
    pub(super) fn tables(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tables.iter().map(|table| table.name.as_str())
    }

    /// Makes the tracker that finds the parents of records, if parents are wanted.
    pub(super) fn make_tracker(&self) -> Option<ParentTracker> {
        self.hierarchy.clone().map(|hierarchy| ParentTracker::new(hierarchy, self.on_bad))
    }

    /// Whether a table has a field: it is around the choice, or in the alternative.
    fn has_field(&self, table: usize, field: usize) -> bool {
        let Some((choice, _)) = &self.split else { return true };
        let path = self.record.fields()[field].path();
        let Some(inside) = path.strip_prefix(choice).and_then(|path| path.strip_prefix('.')) else {
            return true;
        };
        // The names of tables are those of alternatives, which follow the choice in a path.
        inside.split('.').next() == Some(self.tables[table].name.as_str())
    }

    /// What becomes columns of a table.
    pub(super) fn find_columns(
        &self,
        table: usize,
        convert: &args::ConvertOptions,
        sink: &RecordSink,
    ) -> Result<TableColumns, CliFailure> {
        let mut read = choose_fields(convert, self.record, sink)?;
        read.retain(|field| self.has_field(table, *field) && !self.folders.indexes.contains(field));
        let column_count = read.len();
        read.extend(&self.folders.indexes);
        let mut keys = Vec::new();
        if let (Some(hierarchy), Some(node)) = (&self.hierarchy, self.tables[table].node) {
            let ancestors = hierarchy.ancestors(node);
            if self.keys.is_empty() {
                keys.extend(ancestors.iter().map(|node| KeyColumn::Number { node: *node }));
                keys.push(KeyColumn::Own);
            }
            // A key of a table that is not above this one is no column here: there is no such parent.
            let above = self.keys.iter().filter(|key| ancestors.contains(&key.node));
            keys.extend(above.copied().map(KeyColumn::Field));
        }
        let digits = match sink {
            #[cfg(feature = "columnar")]
            RecordSink::Table(..) => super::table::limit_digits(self.record, &read[..column_count]),
            _ => Vec::new(),
        };
        Ok(TableColumns { read: FieldsToRead { indexes: read, digits }, column_count, keys })
    }

    /// The names of the columns about parents, for each table.
    pub(super) fn name_keys(&self, columns: &[TableColumns]) -> Vec<Vec<String>> {
        let name = |table: usize, key: &KeyColumn| match (*key, &self.hierarchy) {
            (KeyColumn::Field(ParentKey { field, .. }), _) => self.record.fields()[field].path().to_owned(),
            (KeyColumn::Number { node }, Some(hierarchy)) => format!("_{}", hierarchy.name(node)),
            (KeyColumn::Own | KeyColumn::Number { .. }, _) => format!("_{}", self.tables[table].name),
        };
        let numbered_columns = columns.iter().enumerate();
        numbered_columns
            .map(|(table, columns)| columns.keys.iter().map(|key| name(table, key)).collect())
            .collect()
    }

    /// The shapes of the columns about parents. `numbers` is a record with a number.
    pub(super) fn make_key_shapes<'n>(
        &self,
        columns: &TableColumns,
        names: &'n [String],
        numbers: &'n Record,
    ) -> Vec<FieldShape<'n>>
    where
        'r: 'n,
    {
        let formats = self.record.list_formats();
        let shape = |(key, name): (&KeyColumn, &'n String)| match *key {
            KeyColumn::Field(ParentKey { field, .. }) => {
                let parent_field: &'r Field = &self.record.fields()[field];
                // A record may lack its parent, whatever the field itself may lack.
                FieldShape {
                    field: parent_field,
                    name,
                    is_nullable: true,
                    is_own: false,
                    format: formats[field],
                }
            }
            KeyColumn::Own | KeyColumn::Number { .. } => {
                let is_nullable = *key != KeyColumn::Own;
                let format = numbers.list_formats().pop().flatten();
                FieldShape { field: &numbers.fields()[0], name, is_nullable, is_own: false, format }
            }
        };
        columns.keys.iter().zip(names).map(shape).collect()
    }

    /// The shapes of the columns of a table that are fields of its records.
    pub(super) fn make_shapes(&self, columns: &TableColumns) -> Vec<FieldShape<'r>> {
        let formats = self.record.list_formats();
        let choices = list_choices(self.record);
        let is_inside =
            |path: &str, choice: &str| path.strip_prefix(choice).is_some_and(|rest| rest.starts_with('.'));
        let tolerates = self.on_bad == BadRecordAction::Null;
        let shape = |index: &usize| {
            let field = &self.record.fields()[*index];
            let path = field.path();
            // The records of a table have its alternative, so that items of that one are not missing for this reason.
            let is_optional = match &self.split {
                Some((split, _)) if is_inside(path, split) => {
                    choices.iter().any(|(choice, _)| is_inside(choice, split) && is_inside(path, choice))
                        && field.is_nullable()
                }
                _ => field.is_nullable(),
            };
            let has_nulls = field.described().nulls.is_some();
            let may_be_bad = !(field.is_bytes() || self.is_array && is_never_bad(field, formats[*index]));
            let is_nullable = has_nulls || is_optional || tolerates && may_be_bad;
            FieldShape { field, name: path, is_nullable, is_own: true, format: formats[*index] }
        };
        columns.read.indexes[..columns.column_count].iter().map(shape).collect()
    }

    /// Divides the records of a block.
    pub(super) fn divide(
        &self,
        block: RecordBlock,
        mut bad: Option<&mut BadRecords>,
        report: &mut RecordReport,
    ) -> Result<Vec<DividedRecords>, CliFailure> {
        if self.split.is_none() && self.folders.indexes.is_empty() {
            let destination = Destination { table: 0, folder: String::new() };
            return Ok(vec![DividedRecords { destination, block }]);
        }
        let fault = |error: Error| block.note_file_if_several(record_failure(&error, &block));
        let rows = block.rows(self.record).map_err(fault)?;
        let starts = block.starts(self.record).map_err(fault)?;
        let records = rows.len();
        let folders = self.assign_folders(&rows, records).map_err(fault)?;
        let tables = self.assign_tables(&rows, records);
        // Ordered, so that the same input gives the same files. The records of a group stay in the order of the file.
        let mut groups: BTreeMap<Destination, Vec<usize>> = BTreeMap::new();
        for (record, (table, folder)) in tables.into_iter().zip(folders).enumerate() {
            groups.entry(Destination { table, folder }).or_default().push(record);
        }
        let mut pieces = Vec::new();
        for (destination, group_records) in groups {
            let block = block.copy_records(&starts, group_records);
            let block = self.check_parents(destination.table, block, bad.as_deref_mut(), report)?;
            pieces.extend(block.map(|block| DividedRecords { destination, block }));
        }
        Ok(pieces)
    }

    /// The table of each record.
    fn assign_tables(&self, rows: &Rows<'_>, records: usize) -> Vec<usize> {
        let Some((choice, tables)) = &self.split else { return vec![0; records] };
        let alternatives = rows.alternatives(choice).unwrap_or_default();
        alternatives.into_iter().map(|alternative| alternative.map_or(0, |index| tables[index])).collect()
    }

    /// The folder of each record.
    fn assign_folders(&self, rows: &Rows<'_>, records: usize) -> Result<Vec<String>, Error> {
        let mut folders = vec![String::new(); records];
        // Which records are bad is told when their columns are read. Until then a bad item leads to the folder for
        // missing ones.
        let fate = if self.dry { BadItemFate::Missing } else { BadItemFate::from_action(self.on_bad) };
        for mut field in read_fields(rows, &self.folders, fate, Vec::new())? {
            let name = self.record.fields()[field.field].path();
            let column = FieldColumn::new(field.take_values(), rows, field.field);
            for (record, folder) in folders.iter_mut().enumerate() {
                folders::append_folder(folder, name, &column, record);
            }
        }
        Ok(folders)
    }

    /// Looks for records without a parent. Returns those that are kept, if there are any.
    fn check_parents(
        &self,
        table: usize,
        block: RecordBlock,
        bad: Option<&mut BadRecords>,
        report: &mut RecordReport,
    ) -> Result<Option<RecordBlock>, CliFailure> {
        let DividedTable { name, node } = &self.tables[table];
        let (Some(hierarchy), Some(node)) = (&self.hierarchy, node) else { return Ok(Some(block)) };
        // The last one is the parent itself, and a node at the top has none.
        let Some(parent) = hierarchy.ancestors(*node).pop() else { return Ok(Some(block)) };
        let orphans = find_orphans(&block, parent);
        let Some(first) = orphans.first() else { return Ok(Some(block)) };
        let fault = |error: Error| block.note_file_if_several(record_failure(&error, &block));
        let starts = block.starts(self.record).map_err(fault)?;
        let (number, offset, parent) =
            (block.number(*first), block.file_offset(starts[*first]), hierarchy.name(parent));
        if self.on_bad == BadRecordAction::Error && !self.dry {
            return Err(block.note_file_if_several(
                CliFailure::new(format!("record {number} at byte {offset} is a `{name}` without a `{parent}` before it"))
                    .help("`--on-bad null` keeps such records without the columns of their parents, and `skip` leaves them out"),
            ));
        }
        let origin = block.file.format_origin();
        let first = format!("record {number} at byte {offset}{origin}");
        report.add_orphans(name, parent, orphans.len(), self.on_bad, &first);
        if self.on_bad != BadRecordAction::Skip {
            return Ok(Some(block));
        }
        if let Some(bad) = bad {
            let reason = format!("no `{parent}` before it");
            bad.add_orphans(&block, &starts, &orphans, name, &reason)?;
        }
        Ok((orphans.len() < starts.len() - 1).then(|| block.without_records(&starts, &orphans)))
    }

    /// The columns about the parents of a block's records.
    pub(super) fn make_key_columns(
        &self,
        keys: &[KeyColumn],
        block: &RecordBlock,
    ) -> Result<Vec<FieldColumn>, CliFailure> {
        make_key_columns(self.record, keys, block, BadItemFate::from_action(self.on_bad))
    }
}
