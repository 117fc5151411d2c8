//! Records: how each of their fields is converted, with all copies of one field together.

use super::stage::{BLOCK, STAGE};
use super::ways::TransferWays;
use crate::datatype::RecordCopies;
use crate::kernel::moves::{Move, MovedRows};
use crate::memory::Conversion;
use crate::num::{index, to_i64};

/// The most records of a stretch, so that its memory, its file bytes and its stages stay in the nearest cache together.
const NEAR: usize = 256;

/// How records of one kind are converted in one direction.
pub(super) struct RecordTransfer<'a> {
    /// The bytes of a record in the file.
    pub(super) record: usize,
    /// The displacement of the first item, which all others are relative to.
    pub(super) first: i64,
    /// The items that are only moved between memory and file.
    pub(super) moved: MovedRows,
    /// The items that are converted, grouped by type.
    pub(super) converted: Vec<TypeGroup<'a>>,
    /// The number of records in a stretch.
    pub(super) together: i64,
}

/// The recipes of the most recent records, so that kinds that alternate are compiled once.
#[derive(Default)]
pub(super) struct RecordTransferCache<'a, 'r>(Vec<(RecordCopies<'r>, Option<RecordTransfer<'a>>)>);

impl<'a, 'r> RecordTransferCache<'a, 'r> {
    /// The recipe of such records, compiled if it is not known. [`RecordTransferCache::keep`] gives it back.
    pub(super) fn take(
        &mut self,
        records: &RecordCopies<'_>,
        compile: impl FnOnce() -> Option<RecordTransfer<'a>>,
    ) -> Option<RecordTransfer<'a>> {
        // From the end: the records of the last piece are the likely ones.
        match self.0.iter().rposition(|(known, _)| known.has_same_body(records)) {
            Some(at) => self.0.remove(at).1,
            None => compile(),
        }
    }

    pub(super) fn keep(&mut self, records: RecordCopies<'r>, recipe: Option<RecordTransfer<'a>>) {
        const MOST: usize = 8;
        if self.0.len() == MOST {
            // The recipe that was unused for the longest time.
            self.0.remove(0);
        }
        self.0.push((records, recipe));
    }
}

/// The items of one type in a record.
pub(super) struct TypeGroup<'a> {
    pub(super) conversion: &'a dyn Conversion,
    /// The bytes of these items in a record, in memory and in the file.
    pub(super) native: usize,
    pub(super) file: usize,
    /// Moves between memory and the stage of native items.
    pub(super) memory: MovedRows,
    /// Moves between the stage of file items and the file.
    pub(super) packed: MovedRows,
}

/// A group while its fields are gathered.
struct TypeGroupBuilder<'a> {
    predefined: crate::predefined::Predefined,
    conversion: &'a dyn Conversion,
    native: usize,
    file: usize,
    memory: Vec<Move>,
    packed: Vec<Move>,
}

impl<'a> RecordTransfer<'a> {
    /// `reads`: from file to memory. `None` for records that are too long for the stage.
    pub(super) fn from_records(
        ways: TransferWays<'a>,
        records: &RecordCopies<'_>,
        reads: bool,
        far: bool,
    ) -> Option<RecordTransfer<'a>> {
        let first = records.fields().next()?.displacement;
        // Puts source and destination of a move in their order.
        let oriented =
            |native: i64, file: usize| if reads { (to_i64(file), native) } else { (native, to_i64(file)) };
        let to_file = |native: i64, file: usize, bytes: usize, unit: usize| {
            let (from, to) = oriented(native, file);
            Move { from, to, bytes, unit }
        };
        let (mut record, mut moved, mut groups) = (0, Vec::new(), Vec::<TypeGroupBuilder<'a>>::new());
        for field in records.fields() {
            let way = ways.find_way(field.predefined);
            let (at, bytes) = (field.displacement.wrapping_sub(first), index(field.items * field.bytes));
            let in_file = index(field.items) * way.extent;
            if let Some(conversion) = way.conversion {
                // Records have few types, so a list is searched faster than a map.
                let known = groups.iter().position(|group| group.predefined == field.predefined);
                let known = known.unwrap_or(groups.len());
                if known == groups.len() {
                    let predefined = field.predefined;
                    let (memory, packed) = (Vec::new(), Vec::new());
                    groups.push(TypeGroupBuilder {
                        predefined,
                        conversion,
                        native: 0,
                        file: 0,
                        memory,
                        packed,
                    });
                }
                let group = &mut groups[known];
                // In the group's stages the items lie without gaps, in the order of the fields.
                group.memory.push(to_file(at, group.native, bytes, 1));
                group.packed.push(to_file(to_i64(group.file), record, in_file, 1));
                group.native += bytes;
                group.file += in_file;
            } else {
                moved.push(to_file(at, record, bytes, way.unit));
            }
            // Fields that are moved count as well: the record in the file has all of them, in order.
            record += in_file;
        }
        let together = count_together(&groups)?;
        let converted = groups.into_iter().map(|group| {
            let TypeGroupBuilder { conversion, native, file, memory, packed, .. } = group;
            let memory = MovedRows::from_moves(&memory, oriented(records.stride, native))
                // Lines of memory are fetched once. If other fields are moved, those moves have fetched them already.
                .with_far_destination(far && reads && moved.is_empty());
            let packed = MovedRows::from_moves(&packed, oriented(to_i64(file), record))
                .with_far_destination(far && !reads && moved.is_empty());
            TypeGroup { conversion, native, file, memory, packed }
        });
        Some(RecordTransfer {
            record,
            first,
            moved: MovedRows::from_moves(&moved, oriented(records.stride, record)).with_far_destination(far),
            converted: converted.collect(),
            together,
        })
    }
}

/// How many records go through the stages together: as many as whole blocks of items convert. `None` if one does not
/// fit.
fn count_together(groups: &[TypeGroupBuilder<'_>]) -> Option<i64> {
    // One record of the group must fit in a stage, in memory and in the file.
    let longest = groups.iter().map(|group| group.native.max(group.file)).max().unwrap_or(0);
    if longest > STAGE {
        return None;
    }
    Some(match STAGE / longest.max(1) {
        // Nothing is staged, so all records can be moved by one call.
        _ if groups.is_empty() => i64::MAX,
        // Long records: fewer than a block fit, and all that fit are taken.
        few @ ..BLOCK => to_i64(few),
        many => to_i64((many / BLOCK * BLOCK).min(NEAR)),
    })
}
