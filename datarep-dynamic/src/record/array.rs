//! Arrays: how many items each of them has.
//!
//! A column has all items of a field, one after another. Programs that nest records need the length
//! of every array to know which items belong together. That takes another walk over the records, so
//! it is done only when it is asked for.

use std::collections::BTreeMap;
use std::ops::Range;

use datarep_dsl::model::{FieldKind, RecordField};

use super::error::RecordError;
use super::layout::{
    EMPTY_TEXTS, LayoutBuilder, LayoutPart, LayoutWalk, RecordParts, RecordPosition, WalkedRecords,
};
use super::locate::PlaceReader;
use super::read::Rows;
use crate::error::Error;

/// An array in a record, or in a record inside it: of records, of numbers, of texts or of bytes.
#[derive(Debug, Clone)]
pub(super) struct PlacedArray {
    pub(super) path: String,
    pub(super) dimensions: usize,
}

impl LayoutBuilder<'_> {
    /// The array of a field that lies in `outer`, if it is one. Filler has no columns, and so no array.
    pub(super) fn place_array(&mut self, field: &RecordField, outer: &RecordPosition<'_>) -> Option<usize> {
        let name = field.name.as_ref()?;
        if field.counts.is_empty() || matches!(field.kind, FieldKind::Filler(_)) {
            return None;
        }
        let path = format!("{}{name}", outer.path);
        self.arrays.push(PlacedArray { path, dimensions: field.counts.len() });
        Some(self.arrays.len() - 1)
    }
}

impl LayoutPart {
    /// Walks over all records of this array up to the end of the record that contains them, and returns that end.
    pub(super) fn walk_rest_of_record(
        &self,
        group: &RecordParts,
        walk: &mut LayoutWalk<'_>,
        at: usize,
    ) -> Result<usize, RecordError> {
        let WalkedRecords { end, count } = group.walk_to_end(walk, at, self.find_item_field())?;
        self.note_array_items(walk, 0, count);
        Ok(end)
    }

    /// Takes notice of the items in a dimension of this array, if a walk wants to know them.
    pub(super) fn note_array_items(&self, walk: &mut LayoutWalk<'_>, dimension: usize, items: usize) {
        if let Some(array) = self.array.filter(|_| walk.notes_arrays) {
            walk.visitor.note_array(array, dimension, items);
        }
    }
}

impl Rows<'_> {
    /// How many items each array has: for the path of the array a list for each of its dimensions, the outermost first. Such a list has a length for each
    /// time that the dimension is there, in the order of the file. An array in an alternative has none in the records that have another alternative, and
    /// there its length is 0. The lengths of the bytes of a field are here, too, and those of texts are not.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("
    ///     record line { n: u8; codes: [u8; n]; }
    ///     record bill { lines: [line; 2]; grid: [[u8; 1]; 2]; }
    /// ")?;
    /// let bill = text.record("bill").expect("it is in the text");
    /// let rows = bill.rows(&[3, 7, 7, 7, 0, 8, 9])?;
    /// let lengths = rows.array_lengths()?;
    /// assert_eq!(lengths["lines"], [[2]]);
    /// assert_eq!(lengths["lines.codes"], [[3, 0]]);
    /// assert_eq!(lengths["grid"], [vec![2], vec![1, 1]]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Record::rows`](super::Record::rows), which has found the same records before, and [`RecordError::WrongCount`] if a record
    /// has more lists without items than bytes, and more than 16.
    pub fn array_lengths(&self) -> Result<BTreeMap<&str, Vec<Vec<usize>>>, Error> {
        let arrays = &self.record.0.arrays;
        let mut reader = PlaceReader::new(self.record, self.file);
        reader.arrays = arrays.iter().map(|array| vec![Vec::new(); array.dimensions]).collect();
        let mut checked = vec![0; arrays.len()];
        for (record, places) in self.starts().windows(2).enumerate() {
            // As the records were found: what is tried in one of them may have reached behind its end.
            let is_bounded = self.placed.is_between;
            let end = if is_bounded { places[1] } else { self.file.len() };
            let mut walk = LayoutWalk { end, visitor: &mut reader, record, is_bounded, notes_arrays: true };
            self.record.0.layout.walk_record(&mut walk, places[0])?;
            check_empty_lists(arrays, &reader.arrays, &mut checked, record, &(places[0]..places[1]))?;
            reader.clear_places();
        }
        let arrays = arrays.iter().map(|array| array.path.as_str());
        Ok(arrays.zip(reader.arrays.into_iter().map(repeat_inner_lengths)).collect())
    }
}

/// Checks the number of lists in the arrays that a record has behind the `checked` ones of each. `place` are its bytes.
///
/// Without a limit, a record of a few bytes could have billions of lists, which have no items and so take no bytes.
fn check_empty_lists(
    arrays: &[PlacedArray],
    noted: &[Vec<Vec<usize>>],
    checked: &mut [usize],
    record: usize,
    place: &Range<usize>,
) -> Result<(), RecordError> {
    let most = place.len().max(EMPTY_TEXTS);
    for ((array, noted), checked) in arrays.iter().zip(noted).zip(checked) {
        // The innermost dimension has items, and those around it have lists.
        let Some((_, around)) = noted.split_last() else { continue };
        let array_count = noted[0].len();
        for index in std::mem::replace(checked, array_count)..array_count {
            let lists = around.iter().map(|lengths| lengths[index]).fold(1, usize::saturating_mul);
            if lists > most {
                return Err(RecordError::WrongCount {
                    record,
                    field: array.path.clone(),
                    offset: place.start,
                    count: lists.to_string(),
                    why: format!("is of lists without items, and at most {most} can stand there"),
                });
            }
        }
    }
    Ok(())
}

/// The lengths of all lists, of arrays whose inner dimensions were noted once for each array.
fn repeat_inner_lengths(noted: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut repeated: Vec<Vec<usize>> = Vec::with_capacity(noted.len());
    // How many lists of a dimension each array has: the product of the lengths around it.
    let mut lists = noted.first().map_or(Vec::new(), |outermost| vec![1_usize; outermost.len()]);
    for lengths in noted {
        let pairs = lengths.iter().zip(&lists);
        repeated.push(pairs.flat_map(|(length, lists)| std::iter::repeat_n(*length, *lists)).collect());
        for (lists, length) in lists.iter_mut().zip(&lengths) {
            *lists *= length;
        }
    }
    repeated
}
