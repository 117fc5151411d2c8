//! Choices: which alternative each record has, and the columns of the fields in alternatives.
//!
//! A field in an alternative has an item only where that alternative is chosen. The runs of such a field are those of its
//! items, as for any other field. A column of values has a place for each time that the choice was made, and the places
//! without an item are missing. So the columns of all alternatives are as long as those of the fields around the choice:
//!
//! ```text
//! record entry { kind: u8; body: choice kind { 1 => x: u8; 2 => y: u16; }; }
//!
//! file     01 07  02 00 09  01 08
//! chosen   0      1         0
//! body.x   7      -         8          two runs, three places
//! body.y   -      9         -          one run, three places
//! ```
//!
//! An array in an alternative is a list, which is empty in records that have another alternative.

use std::ops::Range;

use datarep_dsl::model::{Case, Choice};

use super::count::FieldValue;
use super::error::RecordError;
use super::field::{Conversions, Field};
use super::values::Values;
use super::{AlternativePlaces, PlacedRecords, Record, Rows, RowsMut};
use crate::error::Error;

/// A choice in a record, or in a record inside it.
#[derive(Debug, Clone)]
pub(super) struct PlacedChoice {
    /// The path of the choice.
    pub(super) path: String,
    pub(super) decider: Decider,
    pub(super) described: Choice,
    /// The fields in each alternative.
    pub(super) inside: Vec<Range<usize>>,
    /// The bytes of the cases of a text, and their alternatives.
    texts: Vec<(Vec<u8>, usize)>,
    /// Whether each record makes the choice once: it is in no array and no alternative.
    pub(super) is_single: bool,
}

/// How the alternative of a choice is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decider {
    /// By the value of this field.
    Field(usize),
    /// It is the first one that is valid.
    FirstValid,
    /// It is an alternative of an overlay if that is valid, and otherwise nothing.
    Overlay { overlay: usize, number: usize },
}

/// An alternative of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AlternativeIndex {
    /// The index of the choice in the outermost record.
    pub(super) choice: usize,
    /// The index of the alternative in the choice.
    pub(super) alternative: usize,
}

/// An item of a field that decides.
#[derive(Debug, Clone, Copy)]
pub(super) struct SelectorItem {
    pub(super) record: usize,
    /// The first byte of the item.
    pub(super) offset: usize,
}

/// The alternative that a record has, once for each time that it makes the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChosenAlternative {
    pub(super) record: usize,
    /// `None` if the choice lies in an alternative that the record does not have.
    pub(super) alternative: Option<usize>,
}

/// What a choice has decided so far, by the bytes of the field that decides. Equal bytes are equal values, and a file has
/// few kinds of records: nearly all of them are decided without a conversion.
#[derive(Debug, Clone, Default)]
pub(super) struct DecisionCache {
    /// The bytes as a word, and the alternative.
    known: Vec<(u64, usize)>,
}

impl DecisionCache {
    /// The most that is remembered. A field with very many values is not looked up in a long list.
    const MOST: usize = 16;

    /// The alternative for these bytes. `decide` finds it if it is not known.
    fn get_or_decide(
        &mut self,
        bytes: &[u8],
        decide: impl FnOnce() -> Result<usize, RecordError>,
    ) -> Result<usize, RecordError> {
        let Some(word) = pack_bytes(bytes) else { return decide() };
        if let Some((_, alternative)) = self.known.iter().find(|(listed_word, _)| *listed_word == word) {
            return Ok(*alternative);
        }
        let alternative = decide()?;
        if self.known.len() < DecisionCache::MOST {
            self.known.push((word, alternative));
        }
        Ok(alternative)
    }
}

/// Up to eight bytes as a word. All items of one field have equally many, so that the word tells them apart.
fn pack_bytes(bytes: &[u8]) -> Option<u64> {
    match *bytes {
        [one] => Some(one.into()),
        [one, two] => Some(u16::from_le_bytes([one, two]).into()),
        [one, two, three, four] => Some(u32::from_le_bytes([one, two, three, four]).into()),
        _ if bytes.len() <= size_of::<u64>() => {
            Some(bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)))
        }
        _ => None,
    }
}

impl PlacedChoice {
    /// A choice. The field that decides it is one of `fields`.
    pub(super) fn new(
        path: String,
        decider: Decider,
        described: Choice,
        is_single: bool,
        fields: &[Field],
    ) -> PlacedChoice {
        let mut texts = Vec::new();
        let Decider::Field(selector) = decider else {
            return PlacedChoice { path, decider, described, inside: Vec::new(), texts, is_single };
        };
        for (index, alternative) in described.alternatives.iter().enumerate() {
            for case in alternative.cases.iter().flatten() {
                // Numbers are compared as they are read: an integer has more than one form of bytes in some formats.
                let Case::Text(text) = case else { continue };
                // A text that cannot be written, such as one that is too long, is found by no bytes.
                texts.extend(encode_case_text(&fields[selector], text).map(|bytes| (bytes, index)));
            }
        }
        PlacedChoice { path, decider, described, inside: Vec::new(), texts, is_single }
    }

    /// The field that decides, if one does.
    pub(super) fn selector(&self) -> Option<usize> {
        if let Decider::Field(selector) = self.decider { Some(selector) } else { None }
    }

    /// The name of an alternative, for people.
    pub(super) fn alternative_name(&self, alternative: usize) -> &str {
        let index = match self.decider {
            Decider::Overlay { number, .. } => number,
            Decider::Field(_) | Decider::FirstValid => alternative,
        };
        let field = self.described.alternatives.get(index).and_then(|described| described.field.as_ref());
        field.and_then(|field| field.name.as_deref()).unwrap_or("_")
    }

    /// The alternative for a value of the selector.
    pub(super) fn choose_by_value(
        &self,
        SelectorItem { record, offset }: SelectorItem,
        fields: &[Field],
        value: &FieldValue,
    ) -> Result<usize, RecordError> {
        self.described.find_alternative(value.as_case()).ok_or_else(|| {
            let selector = self.selector().map_or_else(String::new, |selector| fields[selector].path.clone());
            let (field, value) = (self.path.clone(), value.to_text());
            RecordError::NoAlternative { record, field, offset, selector, value }
        })
    }

    /// The alternative for an item of the selector.
    pub(super) fn choose_by_bytes(
        &self,
        record: &Record,
        file: &[u8],
        item: SelectorItem,
        selector: usize,
        cache: &mut DecisionCache,
    ) -> Result<usize, RecordError> {
        let fields = &record.0.fields;
        let end = item.offset + fields[selector].bytes().unwrap_or(0);
        let bytes = file.get(item.offset..end).unwrap_or_default();
        cache.get_or_decide(bytes, || {
            // Equal bytes are equal texts.
            if let Some((_, alternative)) = self.texts.iter().find(|(text, _)| text.as_slice() == bytes) {
                return Ok(*alternative);
            }
            let value = record.read_value(file, item.record, selector, item.offset)?;
            self.choose_by_value(item, fields, &value)
        })
    }
}

/// The bytes of a text, with its padding.
fn encode_case_text(field: &Field, text: &str) -> Option<Vec<u8>> {
    let described = field.text()?;
    let mut letters: Vec<char> = text.chars().collect();
    // Without a fixed length there is no padding that could be known now.
    let length = usize::try_from(described.length.fixed()?).ok()?;
    let wide = match &field.conversions {
        Conversions::Text { wide, .. } => wide,
        Conversions::Mixed(text) => return text.encode(&letters, &described, length),
        Conversions::Scalar { .. } | Conversions::None => return None,
    };
    if letters.len() > length {
        return None;
    }
    described.fill_field(&mut letters, 0, length);
    let mut bytes = vec![0; length * field.bytes];
    wide.write(&letters, &mut bytes).ok()?;
    Some(bytes)
}

/// For each place of a column, whether it has an item.
pub(super) fn list_presence(
    chosen: &[ChosenAlternative],
    alternative: usize,
) -> impl ExactSizeIterator<Item = bool> {
    chosen.iter().map(move |choice| choice.alternative == Some(alternative))
}

/// Spreads the values of items over a column. They belong to the places of an alternative, in this order, and all other
/// places are missing. `buffer` is a buffer for the list of missing places.
pub(super) fn spread_values(values: Values, places: &AlternativePlaces, buffer: Vec<bool>) -> Values {
    // A field with `null if` in an alternative has two reasons to be missing. One list of places holds both.
    let (mut values, absent) = match values {
        Values::Nullable { values, missing } => (values, missing),
        values => (Box::new(values), Vec::new()),
    };
    let mut missing = buffer;
    missing.clear();
    missing.extend(places.presence.iter().map(|is_there| !is_there));
    if !absent.is_empty() {
        let there = missing.iter_mut().filter(|is_missing| !**is_missing);
        there.zip(absent).for_each(|(is_missing, is_absent)| *is_missing = is_absent);
    }
    values.spread(places);
    Values::Nullable { values, missing }
}

impl Rows<'_> {
    /// The alternative of a choice, once for each time that it is made: an index into
    /// [`Choice::alternatives`](datarep_dsl::model::Choice::alternatives), or `None` if the choice lies in an alternative that the
    /// record does not have. The path of a choice is that of its field. Returns `None` for a path without a choice.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record entry { kind: u8; body: choice kind { 1 => x: u8; 2 => y: u16; }; }")?;
    /// let entry = text.record("entry").expect("it is in the text");
    /// let rows = entry.rows(&[1, 7, 2, 0, 9, 1, 8])?;
    /// assert_eq!(rows.alternatives("body"), Some(vec![Some(0), Some(1), Some(0)]));
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn alternatives(&self, path: &str) -> Option<Vec<Option<usize>>> {
        let choice = self.record.0.choices.iter().position(|choice| choice.path == path)?;
        Some(self.placed.chosen[choice].iter().map(|chosen| chosen.alternative).collect())
    }

    /// The number of [values](Rows::values) of a field in each record: of its items, or of the times that its choice is made, also where the record has
    /// another alternative.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("
    ///     record part { kind: u8; what: choice kind { 1 => small: u8; 2 => wide: u16; }; }
    ///     record event { n: u8; parts: [part; n]; }
    /// ")?;
    /// let event = text.record("event").expect("it is in the text");
    /// let rows = event.rows(&[2, 1, 5, 2, 0, 6, 1, 2, 0, 9])?;
    /// let small = event.field("parts.what.small").expect("it is there");
    /// assert_eq!(rows.items_of_each(small), [1, 0]);
    /// assert_eq!(rows.values_of_each(small), [2, 1]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no field with this index.
    pub fn values_of_each(&self, field: usize) -> Vec<usize> {
        self.placed.count_values_by_record(self.record, field)
    }

    /// Whether an alternative is there, once for each time that its choice or overlay could be: also `false` where the choice itself lies in an alternative that the
    /// record does not have. So it is as long as the columns of the fields in it. Returns `None` for a path without a choice or overlay.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record r { body: overlay { packed: packed_decimal(3, 0); letters: [ascii; 2]; }; }")?;
    /// let record = text.record("r").expect("it is in the text");
    /// let rows = record.rows(&[0x12, 0x3C, 0x61, 0x62, 0x81, 0x2C])?;
    /// assert_eq!(rows.find_alternative("body", 0), Some(vec![true, false, true]));
    /// assert_eq!(rows.find_alternative("body", 1), Some(vec![true, true, false]));
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn find_alternative(&self, path: &str, alternative: usize) -> Option<Vec<bool>> {
        let inner = &self.record.0;
        let is_overlay =
            |choices: &&Vec<usize>| choices.first().is_some_and(|first| inner.choices[*first].path == path);
        // An overlay has a choice for each alternative, between it and nothing.
        let (choice, alternative) = match inner.overlays.iter().find(is_overlay) {
            Some(choices) => (*choices.get(alternative)?, 0),
            None => (inner.choices.iter().position(|choice| choice.path == path)?, alternative),
        };
        Some(list_presence(&self.placed.chosen[choice], alternative).collect())
    }
}

impl PlacedRecords {
    /// The values of a field in each record: as many as its items, or as many as its choice was made.
    fn count_values_by_record(&self, record: &Record, field: usize) -> Vec<usize> {
        let mut values = vec![0; self.records];
        match record.0.fields[field].alone_in {
            Some(AlternativeIndex { choice, .. }) => {
                self.chosen[choice].iter().for_each(|chosen| values[chosen.record] += 1);
            }
            // A record may have several runs of a field: one in each group of an array.
            None => self.for_each_run(record, field, |run| values[run.record] += run.items),
        }
        values
    }
}

impl RowsMut<'_> {
    /// As [`Rows::values_of_each`], of records that are written.
    ///
    /// # Panics
    ///
    /// If there is no field with this index.
    pub fn values_of_each(&self, field: usize) -> Vec<usize> {
        // Such a field has no place of its own: the bytes of another alternative, which are there already, have its items.
        if self.is_only_compared(field)
            && let Ok((read, _)) = self.read_back()
        {
            return read.values_of_each(field);
        }
        self.placed.count_values_by_record(self.record, field)
    }

    /// The values of a column whose places have an item, or all if the field is in no alternative.
    ///
    /// Returns `None` for a field whose values are one for each item already.
    pub(super) fn gather_values(&self, field: usize, values: &Values) -> Result<Option<Values>, Error> {
        let described_field = &self.record.0.fields[field];
        let Some(AlternativeIndex { choice, alternative }) = described_field.alone_in else {
            return Ok(None);
        };
        let chosen = &self.placed.chosen[choice];
        // The caller has given one value for each item. That number is checked when they are written.
        if values.len() != chosen.len() {
            return Ok(None);
        }
        let missing = values.missing();
        let mut order = Vec::new();
        let mut missing_flags = Vec::new();
        for (place, is_there) in list_presence(chosen, alternative).enumerate() {
            let is_missing = missing.is_some_and(|missing| missing[place]);
            if is_there {
                order.push(Some(place));
                missing_flags.push(is_missing);
            // A value where the record has another alternative would be lost without a word.
            } else if !is_missing {
                let choice = &self.record.0.choices[choice];
                let (field, choice) = (described_field.path.clone(), choice.path.clone());
                return Err(RecordError::NotChosen { record: chosen[place].record, field, choice }.into());
            }
        }
        let values = values.present().select(&order);
        Ok(Some(match missing {
            // Without missing items, the column needs no words for them, which the field may not have.
            Some(_) if missing_flags.contains(&true) => {
                Values::Nullable { values: Box::new(values), missing: missing_flags }
            }
            _ => values,
        }))
    }
}
