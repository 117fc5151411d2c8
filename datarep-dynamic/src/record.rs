//! Records: slices of bytes to columns of values, and back.

mod array;
mod choice;
mod count;
pub(crate) mod error;
mod field;
mod field_value;
mod hidden;
mod layout;
mod locate;
mod mixed;
mod null;
mod overlay;
mod place;
mod read;
mod stride;
mod suggest;
mod texts;
mod valid;
mod values;
mod wide;
mod write;

use std::sync::Arc;

use datarep_dsl::model::{self, FieldKind, Model, Record as Described};
use datarep_dsl::standard;

pub use error::{LossPlace, Losses, RecordError};
pub use field::Field;
pub use mixed::read_mixed_text;
pub use null::{BadItem, TolerantValues};
pub use place::Dimension;
pub use read::Rows;
pub use texts::Texts;
pub use values::{Value, Values};
pub use write::RowsMut;

use crate::compile::library_record_model;
use crate::error::Error;
use array::PlacedArray;
use choice::{AlternativeIndex, ChosenAlternative, PlacedChoice};
use count::CountedUnits;
use layout::{RecordLayout, RecordParts};
use place::{ItemRun, to_size};

/// A record that a text describes: its fields, and conversions of many records at once.
///
/// The fields are a flat list. The name of a field inside a nested record follows that of the record, `first.x`. In an
/// array of records each field has as many items as the array.
///
/// ```
/// use datarep_dynamic::Text;
///
/// let text = Text::parse("
///     use ibm::hfp32;
///
///     record station {
///         id:    i24;
///         lat:   hfp32;
///         name:  [ebcdic(cp037); 4];
///     }
/// ")?;
/// let station = text.record("station").expect("it is in the text");
/// let bytes = [0, 1, 2, 0xC2, 0x76, 0xA0, 0x00, 0xD6, 0xD2, 0x40, 0x40];
/// let rows = station.rows(&bytes)?;
/// assert_eq!(rows.len(), 1);
/// assert_eq!(rows.column::<i32>("id")?.0, [0x0102]);
/// assert_eq!(rows.column::<f32>("lat")?.0, [-118.625]);
/// assert_eq!(rows.texts("name")?.0, ["OK"]);
///
/// let (columns, _) = rows.columns()?;
/// assert_eq!(station.to_bytes(&columns)?.0, bytes);
/// # Ok::<(), datarep_dynamic::Error>(())
/// ```
#[derive(Clone)]
pub struct Record(Arc<Inner>);

struct Inner {
    model: Arc<Model>,
    index: usize,
    layout: RecordParts,
    fields: Vec<Field>,
    choices: Vec<PlacedChoice>,
    /// For each overlay, the choices between its alternatives and nothing.
    overlays: Vec<Vec<usize>>,
    arrays: Vec<PlacedArray>,
}

impl Record {
    /// The record of a model.
    pub(crate) fn new(model: &Arc<Model>, index: usize) -> Result<Record, Error> {
        let RecordLayout { parts: layout, fields, choices, overlays, arrays } =
            layout::lay_out_record(model, &model.records[index])?;
        let model = model.clone();
        Ok(Record(Arc::new(Inner { model, index, layout, fields, choices, overlays, arrays })))
    }

    /// The record of a model by its name; `None` if the model has no such record. For programs that make or change a
    /// description as a tree: [`Text::parse`](crate::Text::parse) is for texts.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use datarep_dsl::source::Source;
    /// use datarep_dynamic::Record;
    /// let text = "record pair { a: u8; b: u16; }".to_owned();
    /// let model = datarep_dsl::compile(&Source { name: "text".to_owned(), text, first_line: 1 }).expect("a text");
    /// let pair = Record::from_model(&Arc::new(model), "pair")?.expect("it is there");
    /// assert_eq!(pair.bytes(), Some(3));
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Record`] if the fields are too many or too long for this machine.
    pub fn from_model(model: &Arc<Model>, name: &str) -> Result<Option<Record>, Error> {
        let index = model.records.iter().position(|record| record.name == name);
        index.map(|index| Record::new(model, index)).transpose()
    }

    /// A record of the standard library, by its text and its name: `segy::trace_header`.
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if the library has no such record. The error suggests the nearest name.
    ///
    /// ```
    /// use datarep_dynamic::Record;
    /// let header = Record::named("segy::binary_header")?;
    /// assert_eq!(header.bytes(), Some(400));
    /// let file = [0_u8; 400];
    /// assert_eq!(header.rows(&file)?.column::<u16>("samples")?.0, [0]);
    ///
    /// let error = Record::named("segy::trace_heder").unwrap_err();
    /// assert!(error.to_string().ends_with("write `segy::trace_header`"), "{error}");
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn named(path: &str) -> Result<Record, Error> {
        let unknown = |help: Vec<String>| Error::Unknown { name: path.to_owned(), help };
        let Some((text, _)) = path.split_once("::") else { return Err(unknown(Vec::new())) };
        // Formats have paths, too, and advice about one of them would not help.
        if !standard::files().iter().any(|(file_name, _)| *file_name == text) {
            return Err(unknown(Vec::new()));
        }
        match library_record_model(path) {
            Ok(model) => Record::new(&model, 0),
            Err(fault) => {
                let advice = fault.diagnostics().iter().flat_map(|fault| &fault.help);
                // The compiler suggests bare names, as the text of the `use` has the family. A person writes the path.
                Err(unknown(advice.map(|help| help.replacen('`', &format!("`{text}::"), 1)).collect()))
            }
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.described().name
    }

    /// Its doc comment in the description.
    pub fn doc(&self) -> &str {
        &self.described().doc
    }

    /// The description: fields as they are nested, and their conversions.
    pub fn described(&self) -> &Described {
        &self.0.model.records[self.0.index]
    }

    /// The model of the text, of which [`Record::described`] is a part.
    pub fn model(&self) -> &Model {
        &self.0.model
    }

    /// Bytes of a record; `None` if records differ in length: a field determines the number of items of an array or a text, or
    /// one of several alternatives that differ in length.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("
    ///     record sample { kind: u8; body: choice kind { 1 => a: i32; 2 => b: [u16; 2]; }; }
    ///     record sale { kind: u8; body: choice kind { 1 => a: i32; 2 => b: u16; }; }
    /// ")?;
    /// assert_eq!(text.record("sample").expect("it is there").bytes(), Some(5));
    /// assert_eq!(text.record("sale").expect("it is there").bytes(), None);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn bytes(&self) -> Option<usize> {
        self.0.layout.bytes
    }

    /// Bytes of a record whose fields lie at the same bytes in all records: it has a length of its own, and no choice.
    pub(crate) fn bytes_without_choice(&self) -> Option<usize> {
        self.0.layout.bytes_without_choice
    }

    /// The smallest length of a record in bytes.
    pub fn least_bytes(&self) -> usize {
        to_size(self.described().least_bytes)
    }

    /// Whether the last field takes all bytes up to the end of the record. Then one record takes all bytes that are given;
    /// where several follow one another, [`Record::rows_between`] is told where they end.
    pub fn takes_rest(&self) -> bool {
        self.described().takes_rest
    }

    /// The fields in the order of the file, including those of nested records. Filler bytes are not fields.
    pub fn fields(&self) -> &[Field] {
        &self.0.fields
    }

    /// The format of the items of each field, of a text that of its characters; `None` for bytes.
    pub fn list_formats(&self) -> Vec<Option<&model::Format>> {
        let mut formats = Vec::with_capacity(self.fields().len());
        collect_formats(self.model(), self.described(), &mut formats);
        formats
    }

    /// The index of a field by its path, `lat` or `first.x`.
    pub fn field(&self, path: &str) -> Option<usize> {
        self.0.fields.iter().position(|field| field.path == path)
    }

    fn find_field(&self, index: usize) -> Result<&Field, Error> {
        self.0.fields.get(index).ok_or_else(|| self.unknown_field_error(&index.to_string()))
    }

    fn unknown_field_error(&self, field: &str) -> Error {
        RecordError::UnknownField { record: self.name().to_owned(), field: field.to_owned() }.into()
    }

    fn find_field_index(&self, path: &str) -> Result<usize, Error> {
        self.field(path).ok_or_else(|| self.unknown_field_error(path))
    }
}

fn collect_formats<'m>(
    model: &'m Model,
    described: &'m Described,
    formats: &mut Vec<Option<&'m model::Format>>,
) {
    let format = |conversion: usize| Some(&model.formats[described.conversions[conversion].format.0]);
    for field in described.list_fields() {
        match &field.kind {
            FieldKind::Filler(_) | FieldKind::Choice(_) => {}
            // In the order of `fields`, where those of a record inside come in its place.
            FieldKind::Record(id) => collect_formats(model, &model.records[id.0], formats),
            FieldKind::Scalar { conversion } => formats.push(format(*conversion)),
            FieldKind::Text(text) => formats.push(format(text.wide)),
            FieldKind::Byte => formats.push(None),
        }
    }
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Record({:?}, {} fields)", self.name(), self.0.fields.len())
    }
}

/// Where records, and the items of their fields, lie in bytes.
#[derive(Default)]
struct PlacedRecords {
    records: usize,
    /// The total number of bytes.
    bytes: usize,
    /// The runs of each field, if the records differ in length.
    runs: Option<Vec<Vec<ItemRun>>>,
    /// Bytes of a record, if there are no runs.
    stride: usize,
    /// Where each record begins, if there are runs.
    starts: Vec<usize>,
    /// For each choice, the alternatives of the records.
    chosen: Vec<Vec<ChosenAlternative>>,
    /// For each choice and alternative the records that have it, if all fields have fixed places. Otherwise empty.
    alternatives: Vec<Vec<AlternativePlaces>>,
    /// Whether each record ends where marks say, so that nothing of it was looked for behind that.
    is_between: bool,
}

/// Which of the records, or of the times that a choice is made, have an alternative. All fields in it have use of both
/// forms, so that they are made once.
struct AlternativePlaces {
    /// The places that have it, in ascending order.
    places: Vec<usize>,
    /// For each place whether it has it.
    presence: Vec<bool>,
}

impl AlternativePlaces {
    /// From places in ascending order, of `count` in all.
    fn from_places(places: Vec<usize>, count: usize) -> AlternativePlaces {
        let mut presence = vec![false; count];
        for place in &places {
            presence[*place] = true;
        }
        AlternativePlaces { places, presence }
    }

    fn from_presence(presence: Vec<bool>) -> AlternativePlaces {
        let places = presence.iter().enumerate().filter_map(|(place, is_there)| is_there.then_some(place));
        AlternativePlaces { places: places.collect(), presence }
    }

    /// Whether values are spread faster by a look at each place than by going from one that has a value to the next.
    ///
    /// No processor foresees the gaps between them. Where half of the places have a value, that takes 2.2 ns for each place,
    /// and 0.9 ns without a branch; where one of twenty has one, 0.3 ns, as nearly all of it is filling long gaps.
    fn are_many(&self) -> bool {
        4 * self.places.len() >= self.presence.len()
    }
}

/// How much a field has in all records.
#[derive(Default)]
struct FieldTotals {
    items: usize,
    /// Characters of texts, otherwise items.
    units: usize,
}

/// The place of an item of a field, or of a character of a text.
struct ItemLocation {
    record: usize,
    /// Its number in the record.
    item: usize,
    /// Its first byte.
    offset: usize,
}

impl PlacedRecords {
    /// Calls for each run of a field, in the order of the file.
    fn for_each_run(&self, record: &Record, field: usize, mut visit: impl FnMut(ItemRun)) {
        // Runs are kept where a walk has found them. Otherwise the place follows from the number of the record.
        if let Some(runs) = &self.runs {
            return runs[field].iter().for_each(|run| visit(*run));
        }
        let field = &record.0.fields[field];
        // Without runs all records have one length, so a field without a fixed place does not occur here.
        let Some(place) = &field.place else { return };
        let visit = |index| place.visit_runs(index, index * self.stride, &mut visit);
        match self.find_records_with_field(field) {
            None => (0..self.records).for_each(visit),
            Some(records) => records.iter().copied().for_each(visit),
        }
    }

    /// The records that have the alternative in which a field with a fixed place is; `None` if it is in none.
    fn find_records_with_field(&self, field: &Field) -> Option<&[usize]> {
        let AlternativeIndex { choice, alternative } = field.within?;
        Some(&self.alternatives.get(choice)?.get(alternative)?.places)
    }

    /// The number of items and of units of a field in all records.
    fn count_items_and_units(&self, record: &Record, field: usize) -> FieldTotals {
        match (&self.runs, &record.0.fields[field].place) {
            // Runs differ in length, so they are added up.
            (Some(runs), _) => runs[field].iter().fold(FieldTotals::default(), |totals, run| FieldTotals {
                items: totals.items + run.items,
                units: totals.units + run.items * run.length,
            }),
            (None, Some(place)) => {
                let records = self
                    .find_records_with_field(&record.0.fields[field])
                    .map_or(self.records, <[usize]>::len);
                let items = records * place.count_items();
                FieldTotals { items, units: items * place.length }
            }
            (None, None) => FieldTotals::default(),
        }
    }

    /// The place of a unit of a field: an item, or a character of a text.
    fn locate_unit(&self, record: &Record, field: usize, unit: usize) -> ItemLocation {
        self.locate_part(record, field, unit, CountedUnits::Characters)
    }

    /// The place of an item of a field. A text is one item.
    fn locate_item(&self, record: &Record, field: usize, item: usize) -> ItemLocation {
        self.locate_part(record, field, item, CountedUnits::Items)
    }

    /// The place of an item or a character of a field. An item that is no text counts as one character.
    fn locate_part(&self, record: &Record, field: usize, part: usize, units: CountedUnits) -> ItemLocation {
        let unit_bytes = record.0.fields[field].bytes;
        let (mut before, mut last_record, mut before_record) = (0, 0, 0);
        let mut location = None;
        // A walk over all runs is slow, and is done for errors and losses only.
        self.for_each_run(record, field, |run| {
            let (count, bytes) = match units {
                CountedUnits::Items => (run.items, run.length * unit_bytes),
                CountedUnits::Characters => (run.items * run.length, unit_bytes),
            };
            // The number of an item counts from the beginning of its record.
            if last_record != run.record {
                (last_record, before_record) = (run.record, before);
            }
            if location.is_none() && part < before + count {
                let offset = run.offset + (part - before) * bytes;
                location = Some(ItemLocation { record: run.record, item: part - before_record, offset });
            }
            before += count;
        });
        // No unit has this number. The end of the records is where it would be.
        location.unwrap_or(ItemLocation { record: self.records, item: 0, offset: self.bytes })
    }

    /// The error of a unit of a field, of which `before` units were converted before those of the call.
    fn item_error(&self, record: &Record, field: usize, before: usize, error: datarep::Error) -> Error {
        self.unit_error(record, field, before + find_failed_unit(&error), error)
    }

    /// The error of a unit of a field.
    fn unit_error(&self, record: &Record, field: usize, unit: usize, error: datarep::Error) -> Error {
        let ItemLocation { record: index, item, offset } = self.locate_unit(record, field, unit);
        let path = record.0.fields[field].path.clone();
        RecordError::Item { record: index, field: path, item, offset, error }.into()
    }

    /// The place of the first unit that had an event.
    fn locate_loss(&self, record: &Record, field: usize, event: datarep::Event, unit: usize) -> LossPlace {
        let ItemLocation { record: index, item, offset } = self.locate_unit(record, field, unit);
        LossPlace { event, record: index, field: record.0.fields[field].path.clone(), item, offset }
    }
}

/// The unit at which a conversion ended.
fn find_failed_unit(error: &datarep::Error) -> usize {
    // Errors that are not about an item, such as that of a wrong length, have no number. They are said of the first
    // one.
    error.items_done().and_then(|item| usize::try_from(item).ok()).unwrap_or(0)
}

/// The number of units that are converted together.
const TOGETHER: usize = 4096;
