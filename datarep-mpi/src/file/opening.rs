//! What a file and its requests have in common.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use datarep::file::Mode;

use super::handle::Handle;
use crate::files;

/// An open file.
pub(super) struct Opening {
    pub(super) handle: Handle,
    pub(super) path: String,
    pub(super) mode: Mode,
    /// What the file is seen through.
    pub(super) seen: RefCell<Arc<files::File>>,
    pub(super) atomic: Cell<bool>,
    /// Accesses that have begun and are not completed.
    pub(super) pending: Cell<usize>,
    /// Whether a split access has begun.
    pub(super) split: Cell<bool>,
}
