//! The parents of a record: those records before it in its file to which it belongs, as in a hierarchical database.

use std::sync::Arc;

/// The records before a record to which it may belong.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lineage {
    /// Records of the files before, so that numbers run on from file to file.
    pub(crate) before: u64,
    /// For each kind of parents, the one that was read last.
    pub(crate) parents: Vec<Option<Arc<ParentRecord>>>,
}

/// A record to which others belong.
#[derive(Debug)]
pub(crate) struct ParentRecord {
    /// Its number, which runs on from file to file.
    pub(crate) number: u64,
    /// Its bytes, if fields of it are wanted.
    pub(crate) bytes: Vec<u8>,
}
