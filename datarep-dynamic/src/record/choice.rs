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

use datarep_dsl::model::{Case, Choice};

use super::error::RecordError;
use super::field::{Conversions, Field};
use super::values::Values;
use super::{Record, RowsMut};
use crate::error::Error;

/// A choice in a record, or in a record inside it.
#[derive(Debug, Clone)]
pub(super) struct PlacedChoice {
    /// The path of the choice.
    pub(super) path: String,
    /// The field that decides.
    pub(super) selector: usize,
    pub(super) described: Choice,
    /// The bytes of the cases of a text, and their alternatives.
    texts: Vec<(Vec<u8>, usize)>,
    /// Whether each record makes the choice once: it is in no array and no alternative.
    pub(super) is_single: bool,
}

/// The alternative that a record has, once for each time that it makes the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChosenAlternative {
    pub(super) record: usize,
    /// `None` if the choice lies in an alternative that the record does not have.
    pub(super) alternative: Option<usize>,
}

impl PlacedChoice {
    /// A choice by the field `selector`, which is one of `fields`.
    pub(super) fn new(
        path: String,
        selector: usize,
        described: Choice,
        is_single: bool,
        fields: &[Field],
    ) -> PlacedChoice {
        let mut texts = Vec::new();
        for (index, alternative) in described.alternatives.iter().enumerate() {
            for case in alternative.cases.iter().flatten() {
                let Case::Text(text) = case else { continue };
                texts.extend(encode_text(&fields[selector], text).map(|bytes| (bytes, index)));
            }
        }
        PlacedChoice { path, selector, described, texts, is_single }
    }

    /// The error of a value of the selector that is a case of no alternative.
    #[cold]
    fn unknown_case(&self, record: usize, offset: usize, fields: &[Field], value: String) -> RecordError {
        let selector = fields[self.selector].path.clone();
        RecordError::NoAlternative { record, field: self.path.clone(), offset, selector, value }
    }

    fn find_integer(
        &self,
        (record, offset): (usize, usize),
        fields: &[Field],
        number: i128,
    ) -> Result<usize, RecordError> {
        let found = self.described.find_integer(number);
        found.ok_or_else(|| self.unknown_case(record, offset, fields, number.to_string()))
    }

    fn find_text(
        &self,
        (record, offset): (usize, usize),
        fields: &[Field],
        text: &str,
    ) -> Result<usize, RecordError> {
        let found = self.described.find_text(text);
        found.ok_or_else(|| self.unknown_case(record, offset, fields, format!("{text:?}")))
    }

    /// The alternative for an item of the selector, which begins at byte `offset`.
    pub(super) fn choose_by_bytes(
        &self,
        record: &Record,
        file: &[u8],
        index: usize,
        offset: usize,
    ) -> Result<usize, RecordError> {
        let fields = &record.0.fields;
        let field = &fields[self.selector];
        if !matches!(field.conversions, Conversions::Text { .. }) {
            let number = record.integer_in(file, index, self.selector, offset)?;
            return self.find_integer((index, offset), fields, number);
        }
        let bytes = field.bytes().unwrap_or(0);
        let item = &file[offset..offset + bytes];
        if let Some((_, known)) = self.texts.iter().find(|(known, _)| known == item) {
            return Ok(*known);
        }
        let text = record.text_in(file, index, self.selector, offset)?;
        self.find_text((index, offset), fields, &text)
    }

    /// The alternative for a value of the selector.
    pub(super) fn choose_by_value(
        &self,
        record: &Record,
        values: &Values,
        place: usize,
        (index, offset): (usize, usize),
    ) -> Result<usize, RecordError> {
        let fields = &record.0.fields;
        match values.present() {
            Values::Text(texts) => {
                let text = texts.get(place).unwrap_or_default();
                self.find_text((index, offset), fields, text)
            }
            values => self.find_integer((index, offset), fields, values.integer_at(place).unwrap_or(-1)),
        }
    }
}

/// The bytes of a text, with its padding.
fn encode_text(field: &Field, text: &str) -> Option<Vec<u8>> {
    let Conversions::Text { wide, .. } = &field.conversions else { return None };
    let described = field.text()?;
    let mut letters: Vec<char> = text.chars().collect();
    let length = usize::try_from(described.length.fixed()?).ok()?;
    if letters.len() > length {
        return None;
    }
    described.fill_field(&mut letters, 0, length);
    let mut bytes = vec![0; length * field.bytes];
    wide.write(&letters, &mut bytes).ok()?;
    Some(bytes)
}

/// For each place of a column, whether it has an item.
pub(super) fn list_places(
    chosen: &[ChosenAlternative],
    alternative: usize,
) -> impl ExactSizeIterator<Item = bool> {
    chosen.iter().map(move |one| one.alternative == Some(alternative))
}

/// Values of the items that there are, to a column with a place for each of `places`.
pub(super) fn spread_values(values: Values, places: impl Iterator<Item = bool>) -> Values {
    let (values, absent) = match values {
        Values::Nullable { values, missing } => (*values, Some(missing)),
        values => (values, None),
    };
    let places: Vec<bool> = places.collect();
    let mut next = absent.iter().flatten();
    let missing = places.iter().map(|is_there| !is_there || next.next().is_some_and(|absent| *absent));
    let missing = missing.collect();
    Values::Nullable { values: Box::new(values.spread(&places)), missing }
}

impl RowsMut<'_> {
    /// The values of a column whose places have an item, or all if the field is in no alternative.
    ///
    /// Returns `None` for a field whose values are one for each item already.
    pub(super) fn gather_values(&self, field: usize, values: &Values) -> Result<Option<Values>, Error> {
        let known = &self.record.0.fields[field];
        let Some((choice, alternative)) = known.choice else { return Ok(None) };
        let chosen = &self.placed.chosen[choice];
        if values.len() != chosen.len() {
            return Ok(None);
        }
        let missing = values.missing();
        let mut order = Vec::new();
        let mut kept = Vec::new();
        for (place, is_there) in list_places(chosen, alternative).enumerate() {
            let is_missing = missing.is_some_and(|missing| missing[place]);
            if is_there {
                order.push(Some(place));
                kept.push(is_missing);
            } else if !is_missing {
                let choice = &self.record.0.choices[choice];
                let (field, choice) = (known.path.clone(), choice.path.clone());
                return Err(RecordError::NotChosen { record: chosen[place].record, field, choice }.into());
            }
        }
        let values = values.present().select(&order);
        Ok(Some(match missing {
            Some(_) if kept.contains(&true) => Values::Nullable { values: Box::new(values), missing: kept },
            _ => values,
        }))
    }
}
