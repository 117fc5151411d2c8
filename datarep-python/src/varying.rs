//! Records that differ in length, and those with missing items: all columns of some bytes at once, and back.

use std::collections::HashMap;

use datarep::error::ErrorKind;
use datarep_dynamic::record::{Dimension, Losses, RecordError, Rows, Values};
use datarep_dynamic::{Error, Record};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::columns::{make_values, read_column};
use crate::convert::describe_field_fault;
use crate::faults::{ConversionError, text_error};
use crate::losses::PyLoss;

/// What records lose: by field.
pub(crate) type FieldLosses = HashMap<String, PyLoss>;

/// The items of a field, the number of them in each record where that varies, and whether each is missing, where items
/// may be.
pub(crate) type ReadColumn<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);

/// The same of a field that is written, as Python passes it: a tuple of these, in this order.
#[derive(Debug)]
pub(crate) struct WrittenColumn<'py> {
    items: Bound<'py, PyAny>,
    counts: Option<Vec<usize>>,
    missing: Option<Vec<bool>>,
}

impl<'py> FromPyObject<'_, 'py> for WrittenColumn<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<WrittenColumn<'py>> {
        let (items, counts, missing) = object.extract()?;
        Ok(WrittenColumn { items, counts, missing })
    }
}

/// The columns of the records, what was lost, and the number of bytes.
pub(crate) type ReadRecords<'py> = (Vec<ReadColumn<'py>>, FieldLosses, usize);

/// Reads at most `limit` records.
pub(crate) fn read_records<'py>(
    py: Python<'py>,
    record: &Record,
    file: &[u8],
    limit: usize,
) -> PyResult<ReadRecords<'py>> {
    let result = py.detach(|| {
        let (rows, end) = record.whole_rows(file, limit)?;
        // It says why the bytes after the last record are no record. They are not dropped in silence.
        if let Some(end) = end {
            return Err(Error::from(end));
        }
        let columns: Result<Vec<(Values, Losses)>, Error> =
            (0..record.fields().len()).map(|field| rows.values(field)).collect();
        Ok((columns?, rows))
    });
    let (columns, rows) = result.map_err(|error| record_error(py, record, &error, file, "read"))?;
    let mut field_losses = FieldLosses::new();
    let mut read_columns = Vec::new();
    for (index, (values, losses)) in columns.into_iter().enumerate() {
        add_losses(&mut field_losses, &rows, index, &losses);
        let is_varying = record.fields()[index].items().is_none();
        let counts = is_varying.then(|| PyArray1::from_vec(py, rows.values_of_each(index)).into_any());
        let missing = values.missing().map(|missing| PyArray1::from_slice(py, missing).into_any());
        read_columns.push((read_column(py, values)?, counts, missing));
    }
    Ok((read_columns, field_losses, rows.bytes()))
}

/// Writes records.
pub(crate) fn write_records<'py>(
    py: Python<'py>,
    record: &Record,
    columns: &[WrittenColumn<'py>],
) -> PyResult<(Bound<'py, PyBytes>, FieldLosses)> {
    let field_columns = record.fields().iter().zip(columns);
    let values = field_columns.map(|(field, column)| {
        let values = make_values(field, &column.items)?;
        Ok(match &column.missing {
            Some(missing) => Values::Nullable { values: Box::new(values), missing: missing.clone() },
            None => values,
        })
    });
    // Columns are objects of Python, so that they are copied with the lock. The conversion below goes without it.
    let values = values.collect::<PyResult<Vec<Values>>>()?;
    let counts: Vec<Option<Vec<usize>>> = columns.iter().map(|column| column.counts.clone()).collect();
    let result = py.detach(|| {
        let mut rows = record.rows_for_items(&values, &counts)?;
        let losses: Result<Vec<Losses>, Error> =
            values.iter().enumerate().map(|(field, values)| rows.write_values(field, values)).collect();
        Ok::<_, Error>((rows.into_bytes(), losses?))
    });
    let (file, losses) = result.map_err(|error| record_error(py, record, &error, &[], "write"))?;
    // Readers go by the counts and alternatives that were written, so they are compared.
    let rows = record.rows(&file).map_err(|error| text_error(&error))?;
    let mut field_losses = FieldLosses::new();
    for (index, (column, losses)) in columns.iter().zip(losses).enumerate() {
        if let Some(counts) = &column.counts {
            check_counts(record, index, &rows.values_of_each(index), counts)?;
        }
        add_losses(&mut field_losses, &rows, index, &losses);
    }
    Ok((PyBytes::new(py, &file), field_losses))
}

/// Fails if a record has other items than its counts say. Without this, items would move to another record.
fn check_counts(record: &Record, index: usize, expected: &[usize], counts: &[usize]) -> PyResult<()> {
    let Some(row) = expected.iter().zip(counts).position(|(expected, count)| expected != count) else {
        return Ok(());
    };
    let field = &record.fields()[index];
    let sources = field.shape().iter().filter_map(|side| match side {
        Dimension::Field(count) => Some(format!("`{}`", record.fields()[*count].path())),
        Dimension::Varying => Some("its count".to_owned()),
        Dimension::Optional(_) => Some("its alternative".to_owned()),
        Dimension::Fixed(_) => None,
    });
    let sources = sources.collect::<Vec<_>>().join(" and ");
    let (path, count, expected) = (field.path(), counts[row], expected[row]);
    Err(PyValueError::new_err(format!(
        "record {row}: `{path}` has {count} items, and by {sources} it has {expected}"
    )))
}

fn add_losses(field_losses: &mut FieldLosses, rows: &Rows<'_>, index: usize, losses: &Losses) {
    if losses.is_none() {
        return;
    }
    let path = rows.record().fields()[index].path().to_owned();
    let item_counts = rows.items_of_each(index);
    // A column of a field in an alternative has places without an item.
    let present_places: Option<Vec<usize>> = rows.places(index).map(|places| {
        places.iter().enumerate().filter(|(_, is_there)| **is_there).map(|(place, _)| place).collect()
    });
    let places = losses.first.iter().map(|place| {
        let item = item_counts[..place.record].iter().sum::<usize>() + place.item;
        (place.event, vec![present_places.as_ref().map_or(item, |present_places| present_places[item])])
    });
    field_losses.insert(path, PyLoss::from_places(losses.loss, places.collect()));
}

/// The exception for records that were not converted.
fn record_error(
    py: Python<'_>,
    record: &Record,
    error: &Error,
    file: &[u8],
    direction: &'static str,
) -> PyErr {
    let Error::Record(refused) = error else { return text_error(error) };
    let RecordError::Item { record: index, field, item, offset, error: fault } = &**refused else {
        return text_error(error);
    };
    let ErrorKind::Conversion { fault, .. } = fault.kind() else { return text_error(error) };
    let message = format!("field `{field}` of record {index}, item {item}: {}", describe_field_fault(fault));
    let length = record.field(field).and_then(|field| record.fields()[field].bytes()).unwrap_or(0);
    let bytes = file.get(*offset..offset.saturating_add(length)).unwrap_or_default();
    let bytes = PyBytes::new(py, bytes).unbind();
    let (event, value, format) = (fault.event.word(), fault.value.clone(), fault.format.to_string());
    let raised = ConversionError::new_err((message, *item, bytes, event, value, format, direction));
    let attributes =
        raised.value(py).setattr("field", field).and_then(|()| raised.value(py).setattr("record", *index));
    attributes.err().unwrap_or(raised)
}
