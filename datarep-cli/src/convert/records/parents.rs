//! Hierarchies: records that belong to the record of another kind that was read last, as segments of IMS do.
//!
//! Parents are found before any record is left out, so that a record never gets a parent that is not its own. Where the
//! parent is not known (at the beginning of a file, or behind bytes that were passed over) a record has none.

use std::collections::BTreeSet;
use std::sync::Arc;

use datarep_dsl::model::Choice;
use datarep_dynamic::record::{Rows, Values};
use datarep_dynamic::{Error, Record, Text};

use crate::args::BadRecordAction;
use crate::failure::CliFailure;
use crate::input::{InputFile, Lineage, ParentRecord, RecordBlock, record_failure};

use super::bad::{BadItemFate, FieldsToRead, read_fields};
use super::choices::list_names;
use super::column::FieldColumn;

/// Which alternatives of a choice are the parents of others.
#[derive(Debug)]
pub(super) struct Hierarchy {
    /// The path of the choice.
    choice: String,
    /// A parent before its children.
    nodes: Vec<HierarchyNode>,
    /// The node of each alternative, if it is part of the hierarchy.
    by_alternative: Vec<Option<usize>>,
    /// Whether fields of parents are wanted.
    keeps_bytes: bool,
}

#[derive(Debug)]
struct HierarchyNode {
    name: String,
    parent: Option<usize>,
}

/// A field of a parent that is a column of its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ParentKey {
    /// The node of the parent.
    pub(super) node: usize,
    pub(super) field: usize,
}

/// A column with what is known of parents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyColumn {
    /// The number of the record itself.
    Own,
    /// The number of a parent.
    Number { node: usize },
    /// A field of a parent.
    Field(ParentKey),
}

impl Hierarchy {
    /// Reads `customer/contract/payment`.
    pub(super) fn parse(
        chains: &[String],
        path: &str,
        choice: &Choice,
        keeps_bytes: bool,
    ) -> Result<Hierarchy, CliFailure> {
        let names = list_names(choice);
        let mut hierarchy = Hierarchy {
            choice: path.to_owned(),
            nodes: Vec::new(),
            by_alternative: vec![None; names.len()],
            keeps_bytes,
        };
        for chain in chains {
            let mut parent = None;
            for name in chain.split('/').map(str::trim) {
                let Some(alternative) = names.iter().position(|known_name| *known_name == Some(name)) else {
                    let names_shown: Vec<String> =
                        names.iter().flatten().map(|name| format!("`{name}`")).collect();
                    return Err(CliFailure::new(format!("`{path}` has no alternative `{name}`")).help(
                        format!(
                            "write alternatives as `customer/contract/payment`: it has {}",
                            names_shown.join(", ")
                        ),
                    ));
                };
                parent = Some(hierarchy.add_node(name, alternative, parent)?);
            }
        }
        Ok(hierarchy)
    }

    fn add_node(
        &mut self,
        name: &str,
        alternative: usize,
        parent: Option<usize>,
    ) -> Result<usize, CliFailure> {
        let Some(node) = self.by_alternative[alternative] else {
            self.nodes.push(HierarchyNode { name: name.to_owned(), parent });
            let new_node = self.nodes.len() - 1;
            self.by_alternative[alternative] = Some(new_node);
            return Ok(new_node);
        };
        // A chain may begin with a node that has a parent elsewhere, but a node has one parent.
        if parent.is_none() || self.nodes[node].parent == parent {
            return Ok(node);
        }
        let describe_parent = |node: Option<usize>| {
            node.map_or("no parent".to_owned(), |node| format!("the parent `{}`", self.nodes[node].name))
        };
        Err(CliFailure::new(format!(
            "`{name}` has {} in one place of `--parents`, and {} in another",
            describe_parent(self.nodes[node].parent),
            describe_parent(parent)
        ))
        .help("a table has one parent, and is named behind it"))
    }

    /// The node of an alternative.
    pub(super) fn node(&self, alternative: usize) -> Option<usize> {
        self.by_alternative[alternative]
    }

    pub(super) fn name(&self, node: usize) -> &str {
        &self.nodes[node].name
    }

    /// The parents of a node, the outermost first.
    pub(super) fn ancestors(&self, node: usize) -> Vec<usize> {
        let mut ancestors: Vec<usize> =
            std::iter::successors(self.nodes[node].parent, |node| self.nodes[*node].parent).collect();
        ancestors.reverse();
        ancestors
    }

    /// The node whose alternative has a field of this path.
    pub(super) fn find_owner(&self, field: &str) -> Option<usize> {
        // Only fields of alternatives belong to one kind of record. Those around the choice are in all of them.
        let inside = field.strip_prefix(&self.choice)?.strip_prefix('.')?;
        let name = inside.split('.').next()?;
        self.nodes.iter().position(|node| node.name == name)
    }

    fn has_children(&self, node: usize) -> bool {
        self.nodes.iter().any(|child| child.parent == Some(node))
    }
}

/// Finds the parents of records, from block to block.
pub(super) struct ParentTracker {
    hierarchy: Arc<Hierarchy>,
    state: Arc<Lineage>,
    file: Option<Arc<InputFile>>,
    /// Records so far, with those of the files before.
    records_seen: u64,
    /// Whether a record without a parent is left out, and is no parent itself.
    drops_orphans: bool,
}

impl ParentTracker {
    pub(super) fn new(hierarchy: Arc<Hierarchy>, on_bad: BadRecordAction) -> ParentTracker {
        let mut tracker = ParentTracker {
            hierarchy,
            state: Arc::default(),
            file: None,
            records_seen: 0,
            drops_orphans: on_bad == BadRecordAction::Skip,
        };
        tracker.forget_parents();
        tracker
    }

    /// Forgets the parents, because records between were passed over.
    pub(super) fn forget_parents(&mut self) {
        let before = self.state.before;
        self.state = Arc::new(Lineage { before, parents: vec![None; self.hierarchy.nodes.len()] });
    }

    /// Says which parents the records of the next block have.
    pub(super) fn set_parents(&mut self, record: &Record, block: &mut RecordBlock) -> Result<(), CliFailure> {
        let fault =
            |error: Error, block: &RecordBlock| block.note_file_if_several(record_failure(&error, block));
        if self.file.as_ref().is_none_or(|file| !Arc::ptr_eq(file, &block.file)) {
            self.file = Some(block.file.clone());
            // A parent is in the same file as its children.
            self.forget_parents();
            Arc::make_mut(&mut self.state).before = self.records_seen;
        }
        let rows = block.rows(record).map_err(|error| fault(error, block))?;
        let alternatives = rows.alternatives(&self.hierarchy.choice).unwrap_or_default();
        let starts = block.starts(record).map_err(|error| fault(error, block))?;
        let mut lineages = Vec::with_capacity(alternatives.len());
        for (index, alternative) in alternatives.into_iter().enumerate() {
            // Before the record itself may become a parent: it is not its own.
            lineages.push(self.state.clone());
            let number = self.state.before + block.number(index);
            // By the number and not by counting: records that were passed over have numbers, too.
            self.records_seen = number + 1;
            if let Some(node) = alternative.and_then(|alternative| self.hierarchy.node(alternative)) {
                self.make_parent(node, number, &block.bytes[starts[index]..starts[index + 1]]);
            }
        }
        block.set_lineages(lineages);
        Ok(())
    }

    /// Makes a record the parent of those that follow.
    fn make_parent(&mut self, node: usize, number: u64, bytes: &[u8]) {
        let hierarchy = self.hierarchy.clone();
        // Nothing asks for it, so its bytes need not be kept.
        if !hierarchy.has_children(node) {
            return;
        }
        let is_orphan =
            hierarchy.nodes[node].parent.is_some_and(|parent| self.state.parents[parent].is_none());
        let bytes = if hierarchy.keeps_bytes { bytes.to_vec() } else { Vec::new() };
        // Records between two parents share one lineage. It is copied here, once for each parent.
        let state = Arc::make_mut(&mut self.state);
        state.parents[node] =
            (!is_orphan || !self.drops_orphans).then(|| Arc::new(ParentRecord { number, bytes }));
        for descendant in 0..hierarchy.nodes.len() {
            // A new customer ends the contract of the one before: a payment that follows at once belongs to no
            // contract.
            if hierarchy.ancestors(descendant).contains(&node) {
                state.parents[descendant] = None;
            }
        }
    }
}

/// The records of a block that have no parent, and should have one of this kind.
pub(super) fn find_orphans(block: &RecordBlock, parent: usize) -> BTreeSet<usize> {
    let lineages = block.lineages().iter().enumerate();
    lineages.filter(|(_, lineage)| lineage.parents[parent].is_none()).map(|(record, _)| record).collect()
}

/// A record whose only field is what a column with numbers of records has.
pub(super) fn make_number_record() -> Result<Record, CliFailure> {
    let fault = |error: String| CliFailure::new(format!("numbers cannot be a column: {error}"));
    let text = Text::parse("record numbers { number: u64; }").map_err(|error| fault(error.to_string()))?;
    text.record("numbers").cloned().ok_or_else(|| fault("their text has no record".to_owned()))
}

/// The columns with what is known of the parents of a block's records.
pub(super) fn make_key_columns(
    record: &Record,
    keys: &[KeyColumn],
    block: &RecordBlock,
    fate: BadItemFate,
) -> Result<Vec<FieldColumn>, CliFailure> {
    let columns = keys.iter().map(|key| match *key {
        KeyColumn::Own => {
            let numbers = block.lineages().iter().enumerate();
            let numbers = numbers.map(|(record, lineage)| lineage.before + block.number(record)).collect();
            Ok(FieldColumn { values: Values::U64(numbers), each: None })
        }
        KeyColumn::Number { node } => {
            let parents = || block.lineages().iter().map(|lineage| lineage.parents[node].as_ref());
            // A missing parent needs some number in its place, which `missing` hides.
            let numbers = parents().map(|parent| parent.map_or(0, |parent| parent.number)).collect();
            let missing = parents().map(|parent| parent.is_none()).collect();
            Ok(FieldColumn {
                values: Values::Nullable { values: Box::new(Values::U64(numbers)), missing },
                each: None,
            })
        }
        KeyColumn::Field(ParentKey { node, field }) => {
            let values = read_parents(record, block, node, field, fate)
                .map_err(|error| block.note_file_if_several(CliFailure::new(format!("a parent: {error}"))))?;
            Ok(FieldColumn { values, each: None })
        }
    });
    columns.collect()
}

/// A field of the parents of a block's records.
fn read_parents(
    record: &Record,
    block: &RecordBlock,
    node: usize,
    field: usize,
    fate: BadItemFate,
) -> Result<Values, Error> {
    let (mut bytes, mut ends, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let mut last: Option<&Arc<ParentRecord>> = None;
    for lineage in block.lineages() {
        let parent = lineage.parents[node].as_ref();
        if let Some(parent) = parent
            // Children follow their parent, so that its bytes are taken once for many of them.
            && last.is_none_or(|last| !Arc::ptr_eq(last, parent))
        {
            bytes.extend_from_slice(&parent.bytes);
            ends.push(bytes.len());
            last = Some(parent);
        }
        places.push(parent.map(|_| ends.len() - 1));
    }
    // A field that takes the rest would take all parents as one record.
    let rows: Rows<'_> =
        if record.takes_rest() { record.rows_between(&bytes, &ends)? } else { record.rows(&bytes)? };
    let mut fields = read_fields(&rows, &FieldsToRead::without_limits(vec![field]), fate, Vec::new())?;
    let values = fields.pop().map_or(Values::Bytes(Vec::new()), |mut field| field.take_values());
    let missing = values.missing().map(<[bool]>::to_vec);
    let is_missing = |place: &Option<usize>| {
        place.is_none_or(|place| missing.as_ref().is_some_and(|missing| missing[place]))
    };
    let missing = places.iter().map(is_missing).collect();
    Ok(Values::Nullable { values: Box::new(values.present().select(&places)), missing })
}
