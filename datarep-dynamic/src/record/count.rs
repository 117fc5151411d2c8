//! Counts: the numbers of items that a walk computes from the fields before them.

use datarep_dsl::model::{
    CaseValue, ComputedCount, CountChoice, CountFault, CountFields, Record as Described, find_case,
    format_path,
};

use super::error::RecordError;
use super::layout::{LayoutBuilder, LayoutPart, LayoutWalk, PartPlace, RecordPosition, UNBOUNDED};

/// A number of items.
#[derive(Debug, Clone)]
pub(super) enum PlacedCount {
    Fixed(usize),
    /// The value of a field, by its index in the outermost record.
    Field(usize),
    /// A number that is computed.
    Computed(Box<PlacedComputedCount>),
    /// All that there is up to the end of the record.
    Rest,
}

/// A number that is computed, with the fields that it needs.
#[derive(Debug, Clone)]
pub(super) struct PlacedComputedCount {
    described: ComputedCount,
    /// The path of each field in its record, and its index in the outermost record.
    fields: Vec<(Vec<usize>, usize)>,
}

/// The part for which a count is evaluated, and its place in the record.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountOrigin<'n> {
    pub(super) place: PartPlace,
    /// What is counted.
    pub(super) part: &'n LayoutPart,
    pub(super) units: CountedUnits,
}

/// What is counted of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountedUnits {
    Items,
    /// The characters of its text.
    Characters,
}

/// The value of a field, which may decide.
#[derive(Debug)]
pub(super) enum FieldValue {
    Integer(i128),
    Text(String),
}

impl FieldValue {
    /// The value in the form in which it is compared with cases.
    pub(super) fn as_case(&self) -> CaseValue<'_> {
        match self {
            FieldValue::Integer(number) => CaseValue::Integer(*number),
            FieldValue::Text(text) => CaseValue::Text(text),
        }
    }

    /// The value as text, for messages.
    pub(super) fn to_text(&self) -> String {
        match self {
            FieldValue::Integer(number) => number.to_string(),
            FieldValue::Text(text) => format!("{text:?}"),
        }
    }
}

impl LayoutBuilder<'_> {
    /// A computed count of a record that lies in `outer`.
    pub(super) fn place_computed_count(
        &self,
        described: &Described,
        outer: &RecordPosition<'_>,
        count: &ComputedCount,
    ) -> PlacedComputedCount {
        let fields = count.term.list_fields().into_iter().map(|path| {
            let name = format!("{}{}", outer.record, format_path(path, described, &self.model.records));
            (path.to_vec(), self.fields.iter().rposition(|field| field.path == name).unwrap_or(0))
        });
        PlacedComputedCount { fields: fields.collect(), described: count.clone() }
    }
}

impl PlacedCount {
    /// The number of items at a place, each of `item_bytes` bytes.
    pub(super) fn evaluate_count(
        &self,
        walk: &mut LayoutWalk<'_>,
        origin: CountOrigin<'_>,
        item_bytes: usize,
    ) -> Result<usize, RecordError> {
        match self {
            PlacedCount::Fixed(count) => Ok(*count),
            PlacedCount::Field(field) => walk.visitor.last_count(walk.record, *field),
            // Where records are written there is no end yet. The values say how many items there are.
            PlacedCount::Rest if walk.end == UNBOUNDED => {
                walk.visitor.count_rest(walk.record, origin.part.find_item_field(), origin.units)
            }
            PlacedCount::Rest => {
                let bytes_left = walk.end.saturating_sub(origin.place.at);
                // `item_bytes` is 0 for texts without characters, of which any number would fit.
                match bytes_left.checked_rem(item_bytes) {
                    Some(0) => Ok(bytes_left / item_bytes),
                    Some(_) => {
                        let CountOrigin { place, part, .. } = origin;
                        Err(RecordError::Ends {
                            record: walk.record,
                            field: part.name.clone(),
                            offset: place.at,
                            bytes: bytes_left.next_multiple_of(item_bytes),
                            left: bytes_left,
                        })
                    }
                    None => Err(wrong_count_error(
                        walk.record,
                        origin,
                        "..",
                        "is of items without bytes".to_owned(),
                    )),
                }
            }
            PlacedCount::Computed(computed) => {
                let record = walk.record;
                let text = &computed.described.text;
                let mut fields = WalkedFields { computed, walk, origin };
                let number = match computed.described.term.compute(&mut fields) {
                    Ok(number) => number,
                    Err(WalkFault::Record(fault)) => return Err(fault),
                    Err(WalkFault::Count(fault)) => {
                        return Err(wrong_count_error(record, origin, text, fault.to_string()));
                    }
                };
                // A computed number may be below zero, as in `length - 8` for a length of 4.
                let count = usize::try_from(number).ok().filter(|count| isize::try_from(*count).is_ok());
                count.ok_or_else(|| wrong_count_error(record, origin, text, format!("is {number}")))
            }
        }
    }
}

/// The fields of a walk, from which a count is computed.
struct WalkedFields<'a, 'w> {
    computed: &'a PlacedComputedCount,
    walk: &'a mut LayoutWalk<'w>,
    origin: CountOrigin<'a>,
}

enum WalkFault {
    Record(RecordError),
    Count(CountFault),
}

impl From<CountFault> for WalkFault {
    fn from(fault: CountFault) -> WalkFault {
        WalkFault::Count(fault)
    }
}

impl WalkedFields<'_, '_> {
    fn find_field(&self, path: &[usize]) -> usize {
        self.computed
            .fields
            .iter()
            .find(|(listed_path, _)| listed_path == path)
            .map_or(0, |(_, field)| *field)
    }
}

impl CountFields for WalkedFields<'_, '_> {
    type Fault = WalkFault;

    fn read_field(&mut self, path: &[usize]) -> Result<i128, WalkFault> {
        let field = self.find_field(path);
        self.walk.visitor.last_number(self.walk.record, field).map_err(WalkFault::Record)
    }

    fn find_case(&mut self, choice: &CountChoice) -> Result<usize, WalkFault> {
        let field = self.find_field(&choice.selector);
        let record = self.walk.record;
        let value = self.walk.visitor.last_value(record, field).map_err(WalkFault::Record)?;
        let case = find_case(choice.cases.iter().map(|(cases, _)| cases.as_deref()), value.as_case());
        case.ok_or_else(|| {
            let why = format!("has no case for {}", value.to_text());
            WalkFault::Record(wrong_count_error(record, self.origin, &self.computed.described.text, why))
        })
    }

    fn offset(&self) -> i128 {
        // The walk only goes on, so that no place is before the beginning of its record.
        (self.origin.place.at - self.origin.place.start) as i128
    }
}

#[cold]
fn wrong_count_error(record: usize, origin: CountOrigin<'_>, count: &str, why: String) -> RecordError {
    let (field, offset) = (origin.part.name.clone(), origin.place.at);
    RecordError::WrongCount { record, field, offset, count: count.to_owned(), why }
}
