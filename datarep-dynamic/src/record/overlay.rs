//! Overlays, and choices by what is valid, in records that are written.
//!
//! The values say which alternatives are there. The bytes of an overlay are those of one of its alternatives, the first that
//! is there. So the columns are written, read back, and compared: a choice must be read as the alternative that was
//! written, and each other alternative of an overlay must have the values that were given for it. Where it does not, the next
//! alternative that is there is written instead. Only if none is left that keeps all values, that is an error.
//!
//! Two values are the same if the same bytes are written for them: a value that a format rounds is the rounded one.

use std::collections::{BTreeMap, BTreeSet};

use super::choice::{ChosenAlternative, Decider};
use super::error::{Losses, RecordError};
use super::null::{ItemFindings, RefusedItems};
use super::place::ItemRun;
use super::read::Rows;
use super::values::Values;
use super::write::{PlaceWriter, RowsMut, WriteBuffers, allocate_zeros};
use super::{PlacedRecords, Record};
use crate::error::Error;

/// An occurrence of an overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OverlayPlace {
    /// The index of the overlay.
    overlay: usize,
    /// The number of its occurrences before, those that are not there included.
    index: usize,
}

/// What is known of the overlays of records that are being written.
#[derive(Debug, Default)]
pub(super) struct WrittenOverlays {
    /// The alternatives that are there.
    present: BTreeMap<OverlayPlace, Vec<usize>>,
    /// For each choice, the overlay that is to be written in another way if the choice is not read back.
    of_choices: Vec<Vec<Option<OverlayPlace>>>,
}

/// An overlay in which a walk is.
#[derive(Debug)]
struct OpenOverlay {
    place: OverlayPlace,
    present: Vec<usize>,
    /// The alternative that is written.
    written: usize,
    /// The alternative in which the walk is.
    current: usize,
}

/// The overlays that a walk meets.
#[derive(Debug)]
pub(super) struct OverlayTracker<'p> {
    skips: &'p BTreeMap<OverlayPlace, usize>,
    open: Vec<OpenOverlay>,
    /// Whether anything is noted.
    is_needed: bool,
    pub(super) unwritten: Vec<Vec<Option<OverlayPlace>>>,
    pub(super) placed: WrittenOverlays,
}

impl<'p> OverlayTracker<'p> {
    pub(super) fn new(record: &Record, skips: &'p BTreeMap<OverlayPlace, usize>) -> OverlayTracker<'p> {
        let is_needed = !record.0.overlays.is_empty();
        // Most records have no overlay, and nothing is noted for them.
        let (fields, choices) =
            if is_needed { (record.0.fields.len(), record.0.choices.len()) } else { (0, 0) };
        let placed = WrittenOverlays { present: BTreeMap::new(), of_choices: vec![Vec::new(); choices] };
        OverlayTracker { skips, open: Vec::new(), is_needed, unwritten: vec![Vec::new(); fields], placed }
    }

    /// Begins an alternative of the innermost overlay. Returns whether it is there.
    pub(super) fn begin_alternative(&mut self, number: usize) -> bool {
        let Some(open) = self.open.last_mut() else { return false };
        open.current = number;
        open.present.contains(&number)
    }

    /// Ends the innermost overlay.
    pub(super) fn close_overlay(&mut self) {
        self.open.pop();
    }

    /// The outermost overlay that is written by another alternative than the one in which the walk is.
    fn find_unwritten_overlay(&self) -> Option<OverlayPlace> {
        // The outermost decides: if it is written by another alternative, nothing inside it is written either.
        self.open.iter().find(|open| open.current != open.written).map(|open| open.place)
    }

    pub(super) fn note_run(&mut self, field: usize) {
        if self.is_needed {
            let place = self.find_unwritten_overlay();
            self.unwritten[field].push(place);
        }
    }

    pub(super) fn note_choice(&mut self, choice: usize) {
        if self.is_needed {
            // A choice that is not read back may be mended by writing the overlay around it in another way.
            let place = self.find_unwritten_overlay().or_else(|| self.open.last().map(|open| open.place));
            self.placed.of_choices[choice].push(place);
        }
    }
}

/// Whether an alternative is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    There,
    /// All its items are missing.
    Missing,
    /// It has only arrays, and this record has none of them.
    Absent,
    /// It has only arrays, which are flat columns, and whether a record has them is not said.
    Unknown,
    /// It has no fields.
    Nothing,
}

impl PlaceWriter<'_> {
    /// Whether an alternative is there, by the next values of its fields.
    fn find_presence(&self, record: usize, choice: usize, alternative: usize) -> Presence {
        let inside = self.record.0.choices[choice].inside[alternative].clone();
        if inside.is_empty() {
            return Presence::Nothing;
        }
        let fields = &self.record.0.fields;
        let mut presence = Presence::Unknown;
        for index in inside.clone() {
            // An array has no value for each place, and so it does not say by itself whether the alternative is there.
            let Some(alone_in) = fields[index].alone_in else { continue };
            // The next value of the field belongs to the next time that its innermost choice is made.
            let place = self.chosen[alone_in.choice].len();
            let is_there = match self.columns[index].missing() {
                Some(missing) => missing.get(place) == Some(&false),
                None => place < self.columns[index].len(),
            };
            if is_there {
                return Presence::There;
            }
            presence = Presence::Missing;
        }
        let is_certain = |index: usize| fields[index].is_always_valid && !self.columns[index].is_empty();
        if presence == Presence::Unknown && inside.clone().all(is_certain) && self.is_in_overlay(choice) {
            // Any bytes are valid for such an alternative, so that a reader always finds it.
            return Presence::There;
        }
        // The arrays of an alternative count too: those beside missing items, and those of the alternatives in it.
        let count = inside.len();
        let item_counts: Vec<usize> =
            inside.filter_map(|index| self.known_item_count(record, choice, index)).collect();
        // An overlay's alternative of arrays alone is only compared if one of their numbers is not known.
        if presence == Presence::Unknown && self.is_in_overlay(choice) && item_counts.len() < count {
            return presence;
        }
        match presence {
            _ if item_counts.iter().any(|items| *items > 0) => Presence::There,
            Presence::Unknown if !item_counts.is_empty() => Presence::Absent,
            presence => presence,
        }
    }

    /// The number of items of a field of an alternative in a record, if that is known, and all of them are in this alternative.
    fn known_item_count(&self, record: usize, choice: usize, index: usize) -> Option<usize> {
        self.record.list_known_items(choice, index, self.known_items)?.get(record).copied()
    }

    fn is_in_overlay(&self, choice: usize) -> bool {
        matches!(self.record.0.choices[choice].decider, Decider::Overlay { .. })
    }

    /// Whether every field of an alternative can be written as missing.
    fn can_be_missing(&self, choice: usize, alternative: usize) -> bool {
        let mut inside = self.record.0.choices[choice].inside[alternative].clone();
        inside.all(|index| {
            let field = &self.record.0.fields[index];
            let nulls = field.described.nulls.as_ref();
            field.alone_in.is_some() && nulls.is_some_and(|nulls| nulls.written.is_some())
        })
    }

    /// Whether the first array of an alternative has values that no record has taken.
    fn has_values_left(&self, choice: usize, alternative: usize) -> bool {
        let mut inside = self.record.0.choices[choice].inside[alternative].clone();
        inside.any(|index| self.items[index] < self.columns[index].len())
    }

    /// The alternative of a choice by what is valid that is there.
    pub(super) fn find_given_alternative(&self, record: usize, choice: usize) -> Result<usize, RecordError> {
        let placed_choice = &self.record.0.choices[choice];
        let presences: Vec<Presence> = (0..placed_choice.inside.len())
            .map(|alternative| self.find_presence(record, choice, alternative))
            .collect();
        let refuse =
            |why: String| Err(RecordError::NoneThere { record, field: placed_choice.path.clone(), why });
        let list_those = |is_meant: &dyn Fn(usize, Presence) -> bool| -> Vec<usize> {
            presences
                .iter()
                .enumerate()
                .filter(|(index, presence)| is_meant(*index, **presence))
                .map(|(index, _)| index)
                .collect()
        };
        // A value decides. Two alternatives with values contradict each other.
        match list_those(&|_, presence| presence == Presence::There).as_slice() {
            [index] => return Ok(*index),
            [first, second, ..] => {
                let (first, second) =
                    (placed_choice.alternative_name(*first), placed_choice.alternative_name(*second));
                return refuse(format!("`{first}` and `{second}` have values"));
            }
            [] => {}
        }
        // Without values, those are left of which nothing would be seen in the columns.
        let possible = list_those(&|index, presence| match presence {
            Presence::Nothing => true,
            Presence::Missing => self.can_be_missing(choice, index),
            Presence::Unknown => self.has_values_left(choice, index),
            Presence::There | Presence::Absent => false,
        });
        match possible.as_slice() {
            [] => refuse("none has a value".to_owned()),
            // A missing value may be written in several ways. A list is that of this record or of a later one.
            [first, rest @ ..] => {
                let listed = rest.iter().chain([first]).find(|index| presences[**index] == Presence::Unknown);
                match listed {
                    Some(list) if !rest.is_empty() => {
                        let rival = possible.iter().find(|index| *index != list).unwrap_or(first);
                        let (list, rival) =
                            (placed_choice.alternative_name(*list), placed_choice.alternative_name(*rival));
                        refuse(format!(
                            "the items of `{list}` are those of this record or of a later one, and `{rival}` may be missing"
                        ))
                    }
                    _ => Ok(*first),
                }
            }
        }
    }

    /// Begins an overlay: finds the alternatives that are there.
    pub(super) fn open_overlay(&mut self, record: usize, overlay: usize) -> Result<(), RecordError> {
        let choices = &self.record.0.overlays[overlay];
        let is_there = |number: &usize| self.find_presence(record, choices[*number], 0) == Presence::There;
        let mut present: Vec<usize> = (0..choices.len()).filter(is_there).collect();
        // All values are missing. An alternative that has bytes for that can be written.
        if present.is_empty() {
            present.extend((0..choices.len()).find(|number| self.can_be_missing(choices[*number], 0)));
        }
        // The first choice of the overlay counts how often it came before.
        let index = choices.first().map_or(0, |choice| self.chosen[*choice].len());
        let place = OverlayPlace { overlay, index };
        let skip_count = self.overlays.skips.get(&place).copied().unwrap_or(0);
        // `skip_count` alternatives were tried and did not keep all values.
        let Some(written) = present.get(skip_count).or(present.first()).copied() else {
            let field = choices.first().map(|choice| self.record.0.choices[*choice].path.clone());
            let why = "none has a value".to_owned();
            return Err(RecordError::NoneThere { record, field: field.unwrap_or_default(), why });
        };
        self.overlays.placed.present.insert(place, present.clone());
        self.overlays.open.push(OpenOverlay { place, present, written, current: written });
        Ok(())
    }
}

/// A value or an alternative that is not read back as it was written.
#[derive(Debug)]
struct Difference {
    record: usize,
    /// The overlay that is to be written in another way.
    place: Option<OverlayPlace>,
    error: RecordError,
}

impl Record {
    /// The number of items of a field of an alternative in each record, if that is known, and all of them are in one
    /// alternative of the choice.
    fn list_known_items<'i>(
        &self,
        choice: usize,
        index: usize,
        items: &'i [Option<Vec<usize>>],
    ) -> Option<&'i [usize]> {
        let field = &self.0.fields[index];
        // In an array of records the number is the sum over several arrays. It says nothing of a single one, but that there are
        // some: where the record makes the choice once, all of them are in its alternative.
        let is_alone = field.shape.len() == field.described.counts.len() || self.0.choices[choice].is_single;
        items.get(index)?.as_deref().filter(|_| is_alone)
    }

    /// The fields whose values are compared with those that are read back, and never written: those of an overlay's
    /// alternative that has only arrays, and may be invalid. Where the numbers of items are known, they say which records
    /// have the alternative, and it is written as others are.
    pub(super) fn list_only_compared(&self, items: &[Option<Vec<usize>>]) -> Vec<usize> {
        let fields = &self.0.fields;
        let mut compared = Vec::new();
        for choice in self.0.overlays.iter().flatten() {
            let inside = &self.0.choices[*choice].inside[0];
            if inside.clone().all(|index| fields[index].alone_in.is_none())
                && !inside.clone().all(|index| fields[index].is_always_valid)
                && !inside.clone().all(|index| self.list_known_items(*choice, index, items).is_some())
            {
                compared.extend(inside.clone());
            }
        }
        compared
    }

    /// Records for these columns, from which the same values are read.
    pub(super) fn make_verified_rows(
        &self,
        columns: &[Values],
        items: &[Option<Vec<usize>>],
        records: usize,
    ) -> Result<RowsMut<'_>, Error> {
        let mut skips: BTreeMap<OverlayPlace, usize> = BTreeMap::new();
        let mut first: BTreeMap<OverlayPlace, RecordError> = BTreeMap::new();
        // Each round passes one more alternative of at least one overlay, or ends. So there are at most as many rounds
        // as alternatives that are there.
        loop {
            let (mut rows, overlays) = self.place_rows(columns, items, records, &skips)?;
            // The rows of each round are new, so that all columns are written again.
            for (field, values) in columns.iter().enumerate() {
                rows.write_values(field, values)?;
            }
            let mut differences = self.compare_read_back(&rows, columns, &overlays)?;
            // The first record with a fault is reported, whatever field found it.
            differences.sort_by_key(|difference| difference.record);
            let mut handled_places = BTreeSet::new();
            for Difference { place, error, .. } in differences {
                let Some(place) = place else { return Err(error.into()) };
                // The first error of an overlay is kept: it is about the alternative that a person would expect to be
                // written.
                let error = first.entry(place).or_insert(error);
                // One round passes one alternative of an overlay, however many fields differ.
                if !handled_places.insert(place) {
                    continue;
                }
                let skips = skips.entry(place).or_insert(0);
                *skips += 1;
                // All alternatives that are there were written in turn, and none keeps the others' values.
                if *skips >= overlays.present.get(&place).map_or(0, Vec::len) {
                    return Err(error.clone().into());
                }
            }
            if handled_places.is_empty() {
                return Ok(rows);
            }
        }
    }

    /// Reads records back, and lists what is not as it was given.
    fn compare_read_back(
        &self,
        rows: &RowsMut<'_>,
        columns: &[Values],
        overlays: &WrittenOverlays,
    ) -> Result<Vec<Difference>, Error> {
        let (read, end) = rows.read_back()?;
        let mut differences = Vec::new();
        for choice in 0..self.0.choices.len() {
            differences.extend(self.compare_choice(choice, rows, &read, overlays));
        }
        // If choices differ, the torn record is a consequence of them, and they say more.
        if let (Some(end), true) = (end, differences.is_empty()) {
            return Err(end.into());
        }
        for (field, values) in columns.iter().enumerate() {
            if rows.is_only_compared(field) {
                differences.extend(self.compare_list_items(field, values, &read)?);
            } else if rows.has_unwritten(field) {
                differences.extend(self.compare_field(field, rows, values, &read)?);
            }
        }
        Ok(differences)
    }

    /// The first place where a choice is read as another alternative, and the places of overlays where it is.
    fn compare_choice(
        &self,
        choice: usize,
        rows: &RowsMut<'_>,
        read: &Rows<'_>,
        overlays: &WrittenOverlays,
    ) -> Vec<Difference> {
        let placed_choice = &self.0.choices[choice];
        let mut differences = Vec::new();
        for (index, chosen) in rows.placed.chosen[choice].iter().enumerate() {
            let ChosenAlternative { record, alternative: Some(written) } = *chosen else { continue };
            let is_overlay = match placed_choice.decider {
                Decider::Field(_) => continue,
                Decider::FirstValid => false,
                // Nothing was given for this alternative. That its bytes happen to be valid is no contradiction.
                Decider::Overlay { .. } if written == 1 => continue,
                Decider::Overlay { .. } => true,
            };
            let now = read.placed.chosen[choice].get(index).and_then(|chosen| chosen.alternative);
            if now == Some(written) {
                continue;
            }
            let place =
                overlays.of_choices.get(choice).and_then(|places| places.get(index)).copied().flatten();
            let name = placed_choice.alternative_name(written).to_owned();
            let error = match place {
                _ if !is_overlay => {
                    let other = now.map_or("_", |now| placed_choice.alternative_name(now)).to_owned();
                    let field = placed_choice.path.clone();
                    RecordError::NotReadBack { record, field, written: name, other, is_overlay: false }
                }
                place => self.overlay_error(record, place, rows, name),
            };
            differences.push(Difference { record, place, error });
            if place.is_none() {
                // What comes behind it may lie elsewhere.
                break;
            }
        }
        differences
    }

    /// The error of an alternative `other` whose value an overlay does not keep.
    fn overlay_error(
        &self,
        record: usize,
        place: Option<OverlayPlace>,
        rows: &RowsMut<'_>,
        other: String,
    ) -> RecordError {
        let choices = place.map_or(&[][..], |place| self.0.overlays[place.overlay].as_slice());
        let index = place.map_or(0, |place| place.index);
        let is_there = |choice: &&usize| {
            let chosen = rows.placed.chosen[**choice].get(index);
            chosen.is_some_and(|chosen| chosen.alternative == Some(0))
        };
        let present_choice =
            choices.iter().find(is_there).or(choices.first()).map(|choice| &self.0.choices[*choice]);
        let field = present_choice.map_or_else(String::new, |present_choice| present_choice.path.clone());
        let written =
            present_choice.map_or("_", |present_choice| present_choice.alternative_name(0)).to_owned();
        RecordError::NotReadBack { record, field, written, other, is_overlay: true }
    }

    /// Compares the values of a field that other bytes were written for.
    fn compare_field(
        &self,
        field: usize,
        rows: &RowsMut<'_>,
        values: &Values,
        read: &Rows<'_>,
    ) -> Result<Vec<Difference>, Error> {
        let (Some(written), Some(runs)) = (&rows.placed.runs, &read.placed.runs) else {
            return Ok(Vec::new());
        };
        // Both columns are encoded by the same conversion, so that rounded values compare as the file holds them.
        let gathered = rows.gather_values(field, values)?;
        let given_bytes =
            self.encode_runs(field, &written[field], gathered.as_ref().unwrap_or(values), rows.file.len())?;
        // The runs that there are again.
        let (read_back, bad) = self.read_field_back(field, read)?;
        let read_back = self.encode_runs(field, &runs[field], &read_back, rows.file.len())?;
        let mut differences = Vec::new();
        let name = self.0.fields[field].path.clone();
        for (run, place) in written[field].iter().zip(&rows.unwritten[field]) {
            let (Some(place), true) = (place, run.items > 0) else { continue };
            let bytes = run.offset..run.offset + run.items * run.length * self.0.fields[field].bytes;
            if runs[field].contains_run(run)
                && !bad.contains(&run.record)
                && given_bytes[bytes.clone()] == read_back[bytes]
            {
                continue;
            }
            let error = self.overlay_error(run.record, Some(*place), rows, name.clone());
            differences.push(Difference { record: run.record, place: Some(*place), error });
        }
        Ok(differences)
    }

    /// Compares the items of an alternative that has only arrays. None are given if none are to be compared.
    fn compare_list_items(
        &self,
        field: usize,
        values: &Values,
        read: &Rows<'_>,
    ) -> Result<Vec<Difference>, Error> {
        let Some(runs) = &read.placed.runs else { return Ok(Vec::new()) };
        let path = &self.0.fields[field].path;
        if values.is_empty() {
            return Ok(Vec::new());
        }
        let items = read.items(field);
        // Only the reader knows how many items each record has, so that the number is compared in all.
        if values.len() != items {
            return Err(self.0.fields[field].wrong_length_error(items, values.len()));
        }
        let (read_back, bad) = self.read_field_back(field, read)?;
        // Both are written at the same places, so that equal bytes are equal values for the file.
        let (given_bytes, read_back) = (
            self.encode_runs(field, &runs[field], values, read.file.len())?,
            self.encode_runs(field, &runs[field], &read_back, read.file.len())?,
        );
        let differs = |run: &&ItemRun| {
            let bytes = run.offset..run.offset + run.items * run.length * self.0.fields[field].bytes;
            given_bytes[bytes.clone()] != read_back[bytes] || bad.contains(&run.record)
        };
        // The alternative has no bytes of its own, and so no other way of writing the overlay would help: `place` is
        // nothing.
        let difference = runs[field].iter().find(differs).map(|run| {
            let (overlay, written) = path.rsplit_once('.').unwrap_or((path, path));
            let error = RecordError::NotReadBack {
                record: run.record,
                field: overlay.to_owned(),
                written: "another alternative".to_owned(),
                other: written.to_owned(),
                is_overlay: true,
            };
            Difference { record: run.record, place: None, error }
        });
        Ok(difference.into_iter().collect())
    }

    /// The items of a field as they are read back, and the records of which a rule refuses one.
    fn read_field_back(&self, field: usize, read: &Rows<'_>) -> Result<(Values, BTreeSet<usize>), Error> {
        let described_field = &self.0.fields[field];
        if described_field.is_bytes() {
            return Ok((Values::Bytes(read.read_bytes(field)?), BTreeSet::new()));
        }
        let (values, ItemFindings { missing, bad, .. }) =
            read.read_values(field, RefusedItems::AreBad, Values::default())?;
        let values = if described_field.has_nulls() {
            Values::Nullable { values: Box::new(values), missing }
        } else {
            values
        };
        Ok((values, bad.into_iter().map(|bad| bad.record).collect()))
    }

    /// The bytes of items at their places, with zeros elsewhere.
    fn encode_runs(
        &self,
        field: usize,
        runs: &[ItemRun],
        values: &Values,
        bytes: usize,
    ) -> Result<Vec<u8>, Error> {
        let mut field_runs = vec![Vec::new(); self.0.fields.len()];
        // Only this field has places in these records, so that no other is written.
        field_runs[field] = runs.to_vec();
        let placed = PlacedRecords { bytes, runs: Some(field_runs), ..PlacedRecords::default() };
        let (file, spare) = (allocate_zeros(1, bytes)?, WriteBuffers::default());
        let (ends, unwritten, compared) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows = RowsMut { record: self, placed, file, ends, unwritten, compared, spare };
        rows.write_items(field, values)?;
        Ok(rows.file)
    }
}

/// Runs in the order of their records.
trait ContainsRun {
    fn contains_run(&self, run: &ItemRun) -> bool;
}

impl ContainsRun for Vec<ItemRun> {
    fn contains_run(&self, run: &ItemRun) -> bool {
        // Fields of overlays have several runs at one place, which differ in their lengths.
        let first = self
            .partition_point(|listed_run| (listed_run.record, listed_run.offset) < (run.record, run.offset));
        self[first..]
            .iter()
            .take_while(|listed_run| listed_run.offset == run.offset)
            .any(|listed_run| listed_run == run)
    }
}

impl RowsMut<'_> {
    /// The records as they are read, and the fault at their end if the last one is not whole.
    pub(super) fn read_back(&self) -> Result<(Rows<'_>, Option<RecordError>), Error> {
        // A record that takes the rest is not bounded by the bytes, so the ends are given.
        if self.record.takes_rest() {
            Ok((self.record.rows_between(&self.file, &self.ends())?, None))
        } else {
            self.record.whole_rows(&self.file, usize::MAX)
        }
    }

    /// Whether the values of a field are compared with those that are read back, and not written.
    pub(super) fn is_only_compared(&self, field: usize) -> bool {
        self.compared.contains(&field)
    }

    /// Whether items of a field lie where an overlay is written by another alternative.
    pub(super) fn has_unwritten(&self, field: usize) -> bool {
        self.unwritten.get(field).is_some_and(|places| places.iter().any(Option::is_some))
    }

    /// Writes values, one for each item of the field, except those of overlays that another alternative writes.
    pub(super) fn write_except_overlaid(&mut self, field: usize, values: &Values) -> Result<Losses, Error> {
        if !self.has_unwritten(field) {
            // The usual case: the field is in no overlay.
            return self.write_items(field, values);
        }
        if values.len() != self.items(field) {
            return Err(self.record.0.fields[field].wrong_length_error(self.items(field), values.len()));
        }
        let Some(runs) = &mut self.placed.runs else { return Ok(Losses::default()) };
        let (mut order, mut written_runs, mut first) = (Vec::new(), Vec::new(), 0);
        for (run, place) in runs[field].iter().zip(&self.unwritten[field]) {
            if place.is_none() {
                order.extend((first..first + run.items).map(Some));
                written_runs.push(*run);
            }
            first += run.items;
        }
        // For the time of this call the field has only the runs that are written.
        let whole = std::mem::replace(&mut runs[field], written_runs);
        let places = std::mem::take(&mut self.unwritten[field]);
        let result = self.write_items(field, &values.select(&order));
        // Put back also after an error, so that the rows stay as they were made.
        self.unwritten[field] = places;
        if let Some(runs) = &mut self.placed.runs {
            runs[field] = whole;
        }
        result
    }
}
