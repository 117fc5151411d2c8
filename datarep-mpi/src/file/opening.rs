//! The state that a file shares with its requests.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use datarep::file::Mode;

use super::handle::OpenHandle;
use crate::files;

/// An open file.
pub(super) struct OpenFile {
    pub(super) handle: OpenHandle,
    pub(super) path: String,
    pub(super) mode: Mode,
    /// The view, and what belongs to it.
    pub(super) viewed_file: RefCell<Arc<files::ViewedFile>>,
    pub(super) atomic: Cell<bool>,
    /// The number of accesses that have begun and are not completed.
    pub(super) pending: Cell<usize>,
    /// Whether a split access has begun.
    pub(super) split: Cell<bool>,
}
