//! The arguments of an access, and its outcome.

use std::sync::Arc;

use datarep::datatype::{Committed, Items as Part};
use datarep::error::Direction;
use datarep::file::Status;
use datarep::{Error, engine};

use super::fault::{failure_error, refusal_error};
use super::handle::OpenHandle;
use crate::failure::Failure;
use crate::files;
use crate::routine::Place;
use crate::values::BufferAndOutcome;

/// The arguments of an access.
pub(super) struct AccessArguments {
    pub(super) name: &'static str,
    pub(super) direction: Direction,
    pub(super) place: Place,
    pub(super) viewed_file: Arc<files::ViewedFile>,
    pub(super) datatype: Committed,
    pub(super) items: i64,
    /// The etype where the access begins, if it is known.
    pub(super) begin: i64,
}

impl AccessArguments {
    /// The status or the error of an access that has moved the given number of items. `leftover_bytes`: how many bytes
    /// the library has moved after them.
    pub(super) fn make_outcome<B>(
        &self,
        handle: &OpenHandle,
        path: &str,
        results: &BufferAndOutcome<B>,
        moved: Result<i64, Failure>,
        leftover_bytes: i64,
    ) -> Result<Status, Error> {
        let items = match moved {
            Ok(items) => items,
            Err(failure) => return Err(self.error(handle, path, failure, results.done_items)),
        };
        let bytes = self.file_bytes(items)?;
        let leftover_bytes = match self.place {
            _ if items == self.items || self.direction == Direction::Write => 0,
            Place::Shared => leftover_bytes,
            // If the size of the file cannot be read now, the items that were read remain valid.
            Place::Offset | Place::Individual => self.count_left_bytes(handle, items).unwrap_or(0),
        };
        Ok(engine::make_status(
            (items, self.items, self.datatype.items()),
            (bytes, leftover_bytes),
            results.loss,
        ))
    }

    fn error(&self, handle: &OpenHandle, path: &str, failure: Failure, done_items: i64) -> Error {
        let (view, routine) = (&self.viewed_file.view, self.name);
        let of_etype = if engine::is_bytes(view) { 1 } else { engine::etype_items(view) };
        match failure {
            // Of the items before the failed one, only whole etypes are written.
            Failure::Runtime(error) if self.direction == Direction::Write => match error.items_done() {
                Some(item) if item % of_etype != 0 => {
                    let whole_items = item - item % of_etype;
                    refusal_error(routine, path, error.class(), error.to_string(), whole_items)
                }
                _ => error,
            },
            failure => failure_error(handle.library, routine, path, failure, done_items),
        }
    }

    /// How many bytes of the file `count` items take.
    fn file_bytes(&self, count: i64) -> Result<i64, Error> {
        let items = Part { datatype: &self.datatype, count, position: 0 };
        self.viewed_file.representation.datarep().file_size(items)
    }

    /// How many bytes of the item after the first `items` ones are in the file.
    fn count_left_bytes(&self, handle: &OpenHandle, items: i64) -> Result<i64, Failure> {
        let (view, datarep) = (&self.viewed_file.view, self.viewed_file.representation.datarep());
        let size = handle.size()?;
        if engine::is_bytes(view) {
            let (moved_bytes, requested_bytes) = (self.file_bytes(items)?, self.file_bytes(self.items)?);
            return Ok(engine::items_before(
                view,
                self.begin + moved_bytes,
                requested_bytes - moved_bytes,
                size,
            )?);
        }
        let next = self.begin * engine::etype_items(view) + items;
        let (predefined, displacement) = engine::filetype_in_file(view).locate(next)?;
        let bytes = datarep.type_extent(&predefined.into())?.unwrap_or(0);
        Ok((size - view.displacement() - displacement).clamp(0, bytes))
    }
}
