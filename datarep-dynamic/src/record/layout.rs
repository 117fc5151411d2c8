//! The places of the items of fields. In a record of fixed length they are computed; in other records they are found by
//! walking from one part to the next.

mod build;

pub(super) use build::{LayoutBuilder, RecordPosition, lay_out_record};

use super::array::PlacedArray;
use super::choice::PlacedChoice;
use super::count::{CountOrigin, CountedUnits, FieldValue, PlacedCount};
use super::error::RecordError;
use super::field::Field;
use super::place::ItemRun;
use super::valid::TriedAlternatives;

/// The number of texts without characters that an array may have anywhere.
pub(super) const EMPTY_TEXTS: usize = 16;

/// The end of a walk that has none.
pub(super) const UNBOUNDED: usize = isize::MAX.unsigned_abs();

/// The parts of a record, in the order in which a walk goes over them.
#[derive(Debug, Clone)]
pub(super) struct RecordParts {
    parts: Vec<LayoutPart>,
    /// Bytes of a record, if all records have the same length and no choice.
    pub(super) bytes_without_choice: Option<usize>,
    /// Bytes of a record, if all records have the same length, whatever they choose.
    pub(super) bytes: Option<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct LayoutPart {
    counts: Vec<PlacedCount>,
    /// The index of the array that has these counts, if it has a name.
    pub(super) array: Option<usize>,
    kind: PartKind,
    pub(super) name: String,
}

#[derive(Debug, Clone)]
enum PartKind {
    /// Items of `bytes` bytes each. In a text `bytes` is the size of a character.
    Field { field: usize, bytes: usize, length: Option<PlacedCount> },
    /// A record inside.
    Group(RecordParts),
    /// Bytes without a meaning.
    Filler(usize),
    /// One of several parts. `choice` is its index in the outermost record, and `bytes` is what each alternative takes if
    /// the choice states it. An alternative without a part takes no bytes.
    Choice {
        choice: usize,
        alternatives: Vec<Option<LayoutPart>>,
        bytes: Option<usize>,
        /// The alternative that is taken if no other is valid.
        otherwise: Option<usize>,
    },
    /// Several parts at one place, `bytes` long: each is a choice between an alternative and nothing. `overlay` is its index
    /// in the outermost record.
    Overlay { overlay: usize, alternatives: Vec<LayoutPart>, bytes: usize },
}

/// Receives what a walk finds, and tells the walk the counts, values and choices that it needs.
pub(super) trait LayoutVisitor {
    /// Takes a run of a field. An error ends the walk.
    fn visit_run(&mut self, field: usize, run: ItemRun) -> Result<(), RecordError>;

    /// The count in the item of a field that was visited last.
    fn last_count(&mut self, record: usize, field: usize) -> Result<usize, RecordError>;

    /// The number in the item of a field that was visited last.
    fn last_number(&mut self, record: usize, field: usize) -> Result<i128, RecordError>;

    /// The value in the item of a field that was visited last.
    fn last_value(&mut self, record: usize, field: usize) -> Result<FieldValue, RecordError>;

    /// The number of items, or of characters of the text, of a field that takes the rest of a record whose end is not
    /// known.
    fn count_rest(
        &mut self,
        record: usize,
        field: Option<usize>,
        units: CountedUnits,
    ) -> Result<usize, RecordError>;

    /// The alternative of a choice, by the item of its selector that was visited last; `None` if the first alternative that
    /// is valid is to be found by walking over them.
    fn choose_alternative(&mut self, record: usize, choice: usize) -> Result<Option<usize>, RecordError>;

    /// Takes notice of a choice in an alternative that the record does not have.
    fn skip_choice(&mut self, record: usize, choice: usize);

    /// Begins an alternative that may be invalid: an item that is no value is then an error. Returns what
    /// [`LayoutVisitor::end_attempt`] needs.
    fn begin_attempt(&mut self) -> usize {
        0
    }

    /// Ends an alternative. If it was invalid, what was visited in it is forgotten.
    fn end_attempt(&mut self, _attempt: usize, _is_valid: bool) {}

    /// Takes notice of the first alternative that is valid, of a choice that begins at byte `offset`. Without one, that is an
    /// error.
    fn note_first_valid(
        &mut self,
        _: usize,
        _choice: usize,
        _offset: usize,
        _: Option<usize>,
    ) -> Result<(), RecordError> {
        Ok(())
    }

    /// Takes notice of the number of items in a dimension of an array, the innermost dimension first. An array in an alternative
    /// that the record does not have has none. It is called in walks with [`LayoutWalk::notes_arrays`].
    fn note_array(&mut self, _array: usize, _dimension: usize, _items: usize) {}

    /// Begins an overlay.
    fn begin_overlay(&mut self, _record: usize, _overlay: usize) -> Result<(), RecordError> {
        Ok(())
    }

    /// Ends an overlay that begins at byte `offset`. Without a valid alternative, that is an error.
    fn end_overlay(&mut self, _record: usize, _overlay: usize, _offset: usize) -> Result<(), RecordError> {
        Ok(())
    }
}

/// A walk over records.
pub(super) struct LayoutWalk<'w> {
    /// Where the bytes end; [`UNBOUNDED`] if there are none yet.
    pub(super) end: usize,
    pub(super) visitor: &'w mut dyn LayoutVisitor,
    pub(super) record: usize,
    /// Whether the end is that of a choice that states its bytes. Where the bytes of a file end, more may follow.
    pub(super) is_bounded: bool,
    /// Whether the visitor wants to know how long arrays are, which few do.
    pub(super) notes_arrays: bool,
}

/// The place of a part in a walk.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartPlace {
    /// The first byte of the record that contains the part.
    pub(super) start: usize,
    /// The first byte of the part.
    pub(super) at: usize,
}

/// Records that a walk has gone over, one after the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct WalkedRecords {
    /// The end of the last one.
    pub(super) end: usize,
    pub(super) count: usize,
}

/// The layout of a record for walks, and its fields and choices, including those of records inside it.
pub(super) struct RecordLayout {
    pub(super) parts: RecordParts,
    pub(super) fields: Vec<Field>,
    pub(super) choices: Vec<PlacedChoice>,
    /// For each overlay, the choices between its alternatives and nothing.
    pub(super) overlays: Vec<Vec<usize>>,
    pub(super) arrays: Vec<PlacedArray>,
}

impl RecordParts {
    /// Walks over the record that begins at `at`, and returns its end.
    pub(super) fn walk_record(&self, walk: &mut LayoutWalk<'_>, mut at: usize) -> Result<usize, RecordError> {
        let start = at;
        for part in &self.parts {
            at = part.walk_part(walk, PartPlace { start, at })?;
        }
        Ok(at)
    }

    /// Walks over all such records up to the end of the record that contains them. `field` has one item in each.
    pub(super) fn walk_to_end(
        &self,
        walk: &mut LayoutWalk<'_>,
        mut at: usize,
        field: Option<usize>,
    ) -> Result<WalkedRecords, RecordError> {
        if walk.end == UNBOUNDED {
            let count = walk.visitor.count_rest(walk.record, field, CountedUnits::Items)?;
            for _ in 0..count {
                at = self.walk_record(walk, at)?;
            }
            return Ok(WalkedRecords { end: at, count });
        }
        let mut count = 0;
        while at < walk.end {
            at = self.walk_record(walk, at)?;
            count += 1;
        }
        Ok(WalkedRecords { end: at, count })
    }

    /// Takes notice of the choices and arrays of a record that is not there.
    fn skip_choices(&self, walk: &mut LayoutWalk<'_>) {
        self.parts.iter().for_each(|part| part.skip_choices(walk));
    }
}

impl LayoutPart {
    /// The number of characters of each item: 1, unless it is a text whose length is counted.
    fn evaluate_text_length(
        &self,
        walk: &mut LayoutWalk<'_>,
        origin: CountOrigin<'_>,
    ) -> Result<usize, RecordError> {
        let Some((length, bytes)) = self.text_length() else { return Ok(1) };
        length.evaluate_count(walk, CountOrigin { units: CountedUnits::Characters, ..origin }, bytes)
    }

    /// Walks over the part at a place, and returns its end.
    fn walk_part(&self, walk: &mut LayoutWalk<'_>, place: PartPlace) -> Result<usize, RecordError> {
        let PartPlace { start, mut at } = place;
        let origin = CountOrigin { place, part: self, units: CountedUnits::Items };
        let length = self.evaluate_text_length(walk, origin)?;
        let item_bytes = match &self.kind {
            PartKind::Filler(bytes) | PartKind::Overlay { bytes, .. } => Some(*bytes),
            PartKind::Field { bytes, .. } => bytes.checked_mul(length),
            PartKind::Group(group) if self.takes_rest() && group.bytes.is_none() => {
                return self.walk_rest_of_record(group, walk, at);
            }
            // Each group has at least one byte.
            PartKind::Group(group) => group.bytes.or(Some(1)),
            PartKind::Choice { bytes, .. } => Some(bytes.unwrap_or(0)),
        };
        let mut items = Some(1_usize);
        // The inner counts first: the outermost one may take the rest.
        for (dimension, count) in self.counts.iter().enumerate().rev() {
            let inner = items.zip(item_bytes).and_then(|(items, item_bytes)| items.checked_mul(item_bytes));
            let count = count.evaluate_count(walk, origin, inner.unwrap_or(usize::MAX))?;
            self.note_array_items(walk, dimension, count);
            items = items.and_then(|items| items.checked_mul(count));
        }
        let bytes = items.zip(item_bytes).and_then(|(items, item_bytes)| items.checked_mul(item_bytes));
        let end = bytes.and_then(|bytes| at.checked_add(bytes)).filter(|end| *end <= walk.end);
        let (Some(items), Some(end)) = (items, end) else {
            return Err(self.ends_error(walk, at, bytes.unwrap_or(usize::MAX)));
        };
        match &self.kind {
            PartKind::Filler(_) => Ok(end),
            PartKind::Field { field, .. } => {
                if length == 0 {
                    self.check_empty_texts(walk.record, at, at - start, items)?;
                }
                walk.visitor.visit_run(*field, ItemRun { record: walk.record, offset: at, items, length })?;
                Ok(end)
            }
            PartKind::Group(group) => {
                for _ in 0..items {
                    at = group.walk_record(walk, at)?;
                }
                Ok(at)
            }
            PartKind::Choice { choice, alternatives, bytes, otherwise } => {
                let Some(chosen) = walk.visitor.choose_alternative(walk.record, *choice)? else {
                    let tried_alternatives =
                        TriedAlternatives { choice: *choice, alternatives, otherwise: *otherwise };
                    return self.walk_first_valid(&tried_alternatives, walk, place, *bytes);
                };
                let unchosen = alternatives.iter().enumerate().filter(|(index, _)| *index != chosen);
                unchosen.filter_map(|(_, part)| part.as_ref()).for_each(|part| part.skip_choices(walk));
                let Some(part) = &alternatives[chosen] else { return Ok(end) };
                self.walk_alternative(part, walk, place, *bytes)
            }
            PartKind::Overlay { overlay, alternatives, .. } => {
                walk.visitor.begin_overlay(walk.record, *overlay)?;
                for alternative in alternatives {
                    alternative.walk_part(walk, place)?;
                }
                walk.visitor.end_overlay(walk.record, *overlay, at)?;
                Ok(end)
            }
        }
    }

    /// Walks over an alternative of this choice, and returns its end, or that of the `bytes` that the choice states.
    pub(super) fn walk_alternative(
        &self,
        alternative: &LayoutPart,
        walk: &mut LayoutWalk<'_>,
        place: PartPlace,
        bytes: Option<usize>,
    ) -> Result<usize, RecordError> {
        match bytes {
            None => alternative.walk_part(walk, place),
            Some(bytes) => self.walk_bounded_alternative(alternative, walk, place, bytes),
        }
    }

    /// Walks over an alternative of this choice that has `bytes` bytes at most, and returns the end of these bytes.
    fn walk_bounded_alternative(
        &self,
        alternative: &LayoutPart,
        walk: &mut LayoutWalk<'_>,
        place: PartPlace,
        bytes: usize,
    ) -> Result<usize, RecordError> {
        let end = place.at + bytes;
        let outer = (std::mem::replace(&mut walk.end, end), walk.is_bounded);
        // An alternative that reaches the end of these bytes is invalid. At the end of a file it would be incomplete.
        walk.is_bounded = true;
        let walked = alternative.walk_part(walk, place);
        (walk.end, walk.is_bounded) = outer;
        match walked {
            Ok(_) => Ok(end),
            Err(RecordError::Ends { .. }) => {
                let (record, field) = (walk.record, self.name.clone());
                Err(RecordError::Overfull { record, field, offset: place.at, bytes })
            }
            Err(fault) => Err(fault),
        }
    }

    /// Takes notice of the choices and arrays of a part that is not there. An array that is not there has no items with choices.
    pub(super) fn skip_choices(&self, walk: &mut LayoutWalk<'_>) {
        if !self.counts.is_empty() {
            (0..self.counts.len()).rev().for_each(|dimension| self.note_array_items(walk, dimension, 0));
            return;
        }
        match &self.kind {
            PartKind::Field { .. } | PartKind::Filler(_) => {}
            PartKind::Group(group) => group.skip_choices(walk),
            PartKind::Choice { choice, alternatives, .. } => {
                walk.visitor.skip_choice(walk.record, *choice);
                alternatives.iter().flatten().for_each(|part| part.skip_choices(walk));
            }
            PartKind::Overlay { alternatives, .. } => {
                for part in alternatives {
                    part.skip_choices(walk);
                }
            }
        }
    }

    /// Whether there are as many items as fit up to the end of the record.
    fn takes_rest(&self) -> bool {
        matches!(self.counts.as_slice(), [PlacedCount::Rest])
    }

    /// Finds a field with one item for each item of this part, by which the items can be counted.
    pub(super) fn find_item_field(&self) -> Option<usize> {
        match &self.kind {
            PartKind::Field { field, .. } => Some(*field),
            PartKind::Group(group) => {
                group.parts.iter().filter(|part| part.counts.is_empty()).find_map(LayoutPart::find_item_field)
            }
            PartKind::Filler(_) | PartKind::Choice { .. } | PartKind::Overlay { .. } => None,
        }
    }

    /// The characters of a text, and the bytes of each.
    fn text_length(&self) -> Option<(&PlacedCount, usize)> {
        match &self.kind {
            PartKind::Field { length, bytes, .. } => length.as_ref().map(|length| (length, *bytes)),
            PartKind::Filler(_) | PartKind::Group(_) | PartKind::Choice { .. } | PartKind::Overlay { .. } => {
                None
            }
        }
    }

    /// Checks the number of texts without characters at byte `offset`, with `before` bytes of their record before them.
    ///
    /// Each text is a value, but takes no bytes. Without a limit, a record of a few bytes could have billions of values.
    fn check_empty_texts(
        &self,
        record: usize,
        offset: usize,
        before: usize,
        texts: usize,
    ) -> Result<(), RecordError> {
        let most = before.max(EMPTY_TEXTS);
        if texts <= most {
            return Ok(());
        }
        Err(RecordError::EmptyTexts { record, field: self.name.clone(), offset, texts, most })
    }

    /// The error for bytes that end before the end of this part.
    #[cold]
    fn ends_error(&self, walk: &LayoutWalk<'_>, offset: usize, bytes: usize) -> RecordError {
        let (record, field, left) = (walk.record, self.name.clone(), walk.end - offset);
        RecordError::Ends { record, field, offset, bytes, left }
    }
}
