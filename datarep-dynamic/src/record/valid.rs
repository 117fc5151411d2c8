//! Alternatives that are found by what is valid.
//!
//! The walk goes over an alternative as if it were there, and the reader looks at the bytes of each item before it takes them.
//! At the first item that is no value, and wherever the alternative does not fit, the walk goes back to where the alternative
//! began, and what was found in it is forgotten. So every field is walked over once, however deep choices lie in each other.
//!
//! An overlay has for each of its alternatives such a choice between it and nothing, all at the same place. So the columns,
//! the places and the missing values are those of any other choice.
//!
//! Whether an alternative is valid does not depend on where a file ends, except in bytes that a choice states. A record in
//! which an alternative reaches the end of the file is incomplete, as any other: more bytes may follow.

use std::collections::BTreeMap;

use super::choice::{Decider, PlacedChoice};
use super::error::RecordError;
use super::field::{Conversions, Field};
use super::layout::{LayoutPart, LayoutWalk, PartPlace};
use super::null::{has_invalid_event, has_null_bytes};
use super::place::ItemRun;
use super::read::Rows;
use super::values::for_native;

/// The alternatives of a choice that are tried one after the other.
pub(super) struct TriedAlternatives<'p> {
    pub(super) choice: usize,
    pub(super) alternatives: &'p [Option<LayoutPart>],
    /// The one that is taken if no other is valid.
    pub(super) otherwise: Option<usize>,
}

impl LayoutPart {
    /// Walks over the first alternative that is valid, and returns its end.
    pub(super) fn walk_first_valid(
        &self,
        candidates: &TriedAlternatives<'_>,
        walk: &mut LayoutWalk<'_>,
        place: PartPlace,
        bytes: Option<usize>,
    ) -> Result<usize, RecordError> {
        let record = walk.record;
        for (index, alternative) in candidates.alternatives.iter().enumerate() {
            let end = match alternative {
                None => place.at + bytes.unwrap_or(0),
                // The last resort is taken without an attempt, and so its faults are those of the record.
                Some(part) if candidates.otherwise == Some(index) => {
                    self.walk_alternative(part, walk, place, bytes)?
                }
                Some(part) => {
                    let attempt = walk.visitor.begin_attempt();
                    let walked = self.walk_alternative(part, walk, place, bytes);
                    walk.visitor.end_attempt(attempt, walked.is_ok());
                    match walked {
                        Ok(end) => end,
                        // With more bytes the alternative might be valid. To take another one now would depend on where
                        // the caller cut the file.
                        Err(torn @ RecordError::Ends { .. }) if !walk.is_bounded => return Err(torn),
                        Err(_) => continue,
                    }
                }
            };
            // Choices inside of the other alternatives have a place for this record, too: their columns are as long as
            // all others.
            let other_parts =
                candidates.alternatives.iter().enumerate().filter(|(other_index, _)| *other_index != index);
            other_parts.filter_map(|(_, part)| part.as_ref()).for_each(|part| part.skip_choices(walk));
            walk.visitor.note_first_valid(record, candidates.choice, place.at, Some(index))?;
            return Ok(end);
        }
        walk.visitor.note_first_valid(record, candidates.choice, place.at, None)?;
        Ok(place.at)
    }
}

/// What was visited in an alternative that may be invalid.
#[derive(Debug, Clone, Copy)]
pub(super) enum VisitedPart {
    /// A run of this field.
    Run(usize),
    /// An alternative of this choice.
    Choice(usize),
    /// A dimension of this array.
    Array { array: usize, dimension: usize },
}

/// The alternatives that are being tried, each in the one before it.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    depth: usize,
    visited: Vec<VisitedPart>,
}

impl Attempts {
    /// Whether an alternative is being tried.
    pub(super) fn is_open(&self) -> bool {
        self.depth > 0
    }

    pub(super) fn begin(&mut self) -> usize {
        self.depth += 1;
        self.visited.len()
    }

    /// Ends an attempt. Returns what is to be forgotten, the last first.
    pub(super) fn end(&mut self, attempt: usize, is_valid: bool) -> Vec<VisitedPart> {
        self.depth -= 1;
        if !is_valid {
            // What was noted before the attempt belongs to the alternatives around it.
            return self.visited.drain(attempt..).rev().collect();
        }
        // While an outer attempt is open, it may still fail, and then this is forgotten, too.
        if self.depth == 0 {
            self.visited.clear();
        }
        Vec::new()
    }

    pub(super) fn note_visited(&mut self, visited: VisitedPart) {
        if self.depth > 0 {
            self.visited.push(visited);
        }
    }
}

impl Rows<'_> {
    /// The alternatives that were found by what is valid: for each choice of that kind and each overlay its path, and for each
    /// time that it is there, in the order of the file, the indexes of its alternatives that are there.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record r { body: overlay { packed: packed_decimal(3, 0); letters: [ascii; 2]; }; }")?;
    /// let record = text.record("r").expect("it is in the text");
    /// let rows = record.rows(&[0x12, 0x3C, 0x61, 0x62, 0x81, 0x2C])?;
    /// assert_eq!(rows.valid_alternatives()["body"], [vec![0, 1], vec![1], vec![0]]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn valid_alternatives(&self) -> BTreeMap<&str, Vec<Vec<usize>>> {
        let record = &self.record.0;
        let mut valid: BTreeMap<&str, Vec<Vec<usize>>> = BTreeMap::new();
        for (choice, placed_choice) in record.choices.iter().enumerate() {
            if placed_choice.decider == Decider::FirstValid {
                let chosen = self.placed.chosen[choice].iter();
                let chosen_numbers = chosen.filter_map(|entry| Some(vec![entry.alternative?]));
                valid.insert(&placed_choice.path, chosen_numbers.collect());
            }
        }
        for choices in &record.overlays {
            let Some(first) = choices.first() else { continue };
            let list_there = |index: usize| -> Option<Vec<usize>> {
                // All choices of an overlay have a place for the same records. Nothing here means that the overlay is
                // not there.
                self.placed.chosen[*first][index].alternative?;
                let is_there = |choice: &usize| self.placed.chosen[*choice][index].alternative == Some(0);
                let numbers = choices.iter().enumerate().filter(|(_, choice)| is_there(choice));
                Some(numbers.map(|(number, _)| number).collect())
            };
            let chosen_numbers = (0..self.placed.chosen[*first].len()).filter_map(list_there);
            valid.insert(&record.choices[*first].path, chosen_numbers.collect());
        }
        valid
    }
}

/// The error that ends the walk over an alternative with an invalid item. It is made for many
/// records and never shown, so that it names no field.
pub(super) fn invalid_item_error(run: ItemRun) -> RecordError {
    RecordError::NoneValid { record: run.record, field: String::new(), offset: run.offset }
}

impl PlacedChoice {
    /// The error of a choice without a valid alternative.
    #[cold]
    pub(super) fn none_valid_error(&self, record: usize, offset: usize) -> RecordError {
        RecordError::NoneValid { record, field: self.path.clone(), offset }
    }
}

impl Field {
    /// Whether every item of a run is missing or a value.
    pub(super) fn is_valid_run(&self, file: &[u8], run: ItemRun) -> bool {
        let item_bytes = run.length * self.bytes;
        // Most fields are: integers and floats have a value for every word.
        if self.is_always_valid || item_bytes == 0 || run.items == 0 {
            return true;
        }
        let bytes = &file[run.offset..run.offset + run.items * item_bytes];
        match (&self.described.nulls, &self.conversions) {
            // A mixed text is converted as a whole.
            (None, Conversions::Mixed(_)) => {
                bytes.chunks_exact(item_bytes).all(|item| self.are_valid_values(item))
            }
            (None, _) => self.are_valid_values(bytes),
            (Some(nulls), _) => {
                // Item by item, because missing ones need not be values.
                bytes
                    .chunks_exact(item_bytes)
                    .all(|item| has_null_bytes(nulls, item) || self.are_valid_values(item))
            }
        }
    }

    /// Whether the bytes are values of the field's format, one after another.
    fn are_valid_values(&self, bytes: &[u8]) -> bool {
        let loss = match &self.conversions {
            Conversions::None => return true,
            Conversions::Mixed(text) => return text.is_valid(bytes),
            Conversions::Text { wide, .. } => wide.loss::<char>(bytes),
            Conversions::Scalar { datarep, native, .. } => {
                for_native!(*native, T => datarep.loss::<T>(bytes), return true)
            }
        };
        // A dry run counts an event whatever its rule is, so that no rule hides one.
        loss.is_ok_and(|loss| !has_invalid_event(loss))
    }
}
