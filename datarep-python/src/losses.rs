//! What a conversion could not keep: counts, and the first places.

use std::ops::Range;

use datarep::{Event, Loss};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::format::hash_value;

/// How many items are searched for a place at once.
const TOGETHER: usize = 512;

/// The first items that met each event.
#[derive(Debug, Clone, Default)]
pub(crate) struct FirstPlaces(Vec<(Event, Vec<usize>)>);

/// The counts of a conversion.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    pub(crate) loss: Loss,
    /// The first places, if they are wanted.
    pub(crate) places: Option<FirstPlaces>,
}

impl FirstPlaces {
    /// The most places of an event.
    pub(crate) const MOST: usize = 10;

    fn places_of(&mut self, event: Event) -> &mut Vec<usize> {
        let index = self.0.iter().position(|(known, _)| *known == event).unwrap_or_else(|| {
            self.0.push((event, Vec::new()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }

    /// Whether more places are wanted for one of the events of a loss.
    fn wants_places(&mut self, loss: &Loss) -> bool {
        loss.events().any(|(event, _)| self.places_of(event).len() < Self::MOST)
    }

    /// Looks for places among these items, which have `items_before` others before them. `ask` returns what a range
    /// of them loses.
    fn find_places(
        &mut self,
        items: Range<usize>,
        items_before: usize,
        ask: &mut impl FnMut(Range<usize>) -> Loss,
    ) {
        let loss = ask(items.clone());
        if !self.wants_places(&loss) {
            return;
        }
        if items.len() == 1 {
            for (event, _) in loss.events() {
                let places = self.places_of(event);
                if places.len() < Self::MOST {
                    places.push(items_before + items.start);
                }
            }
            return;
        }
        // The loss of a range says how many items met an event, and not which. So halves are asked, down to one item.
        let middle = items.start + items.len() / 2;
        self.find_places(items.start..middle, items_before, ask);
        self.find_places(middle..items.end, items_before, ask);
    }
}

impl Tally {
    pub(crate) fn new(places: bool) -> Tally {
        Tally { loss: Loss::default(), places: places.then(FirstPlaces::default) }
    }

    /// Counts what `count` items lost, which come after `first` others, and looks for the first places. `again` returns
    /// what a range of the items loses.
    pub(crate) fn count_loss(
        &mut self,
        loss: Loss,
        first: usize,
        count: usize,
        mut again: impl FnMut(Range<usize>, &mut Vec<u8>) -> Loss,
    ) {
        self.loss += loss;
        let Some(places) = &mut self.places else { return };
        let mut scratch = Vec::new();
        let mut ask = |items: Range<usize>| again(items, &mut scratch);
        for start in (0..count).step_by(TOGETHER) {
            // Each search converts the items again, so it ends as soon as there are places enough.
            if !places.wants_places(&loss) {
                return;
            }
            places.find_places(start..count.min(start + TOGETHER), first, &mut ask);
        }
    }

    /// Adds the counts of later items.
    pub(crate) fn add(&mut self, later: Tally) {
        self.loss += later.loss;
        if let (Some(places), Some(later)) = (&mut self.places, later.places) {
            for (event, found) in later.0 {
                let places = places.places_of(event);
                // The later ones come after those that are here, so that the first ten stay.
                places.extend(found);
                places.truncate(FirstPlaces::MOST);
            }
        }
    }
}

/// Events with the number of items that met each, and the first of them.
type Events = Vec<(String, u64, Vec<usize>)>;

/// The event of a word.
fn find_event(word: &str) -> PyResult<Event> {
    Event::ALL.iter().find(|known| known.word() == word).copied().ok_or_else(|| {
        let words: Vec<&str> = Event::ALL.iter().map(|event| event.word()).collect();
        PyKeyError::new_err(format!("`{word}` is no event: {}", words.join(", ")))
    })
}

/// The count of an event.
fn count_mut(loss: &mut Loss, event: Event) -> PyResult<&mut u64> {
    Ok(match event {
        Event::Inexact => &mut loss.inexact,
        Event::Overflow => &mut loss.overflow,
        Event::Underflow => &mut loss.underflow,
        Event::Infinity => &mut loss.infinity,
        Event::Nan => &mut loss.nan,
        Event::Reserved => &mut loss.reserved,
        Event::NegativeZero => &mut loss.negative_zero,
        Event::Unmapped => &mut loss.unmapped,
        Event::Invalid => &mut loss.invalid,
        Event::Missing => &mut loss.missing,
        Event::Noncanonical => &mut loss.noncanonical,
        other => return Err(PyKeyError::new_err(format!("`{other}` has no count"))),
    })
}

/// What a conversion could not keep: how many items met which event, and the first ten of each.
///
/// It is true where anything was lost.
#[pyclass(frozen, module = "datarep", name = "Loss")]
#[derive(Debug)]
pub(crate) struct PyLoss(Tally);

impl PyLoss {
    pub(crate) fn new(tally: Tally) -> PyLoss {
        PyLoss(tally)
    }

    /// A loss whose places were found elsewhere.
    pub(crate) fn from_places(loss: Loss, places: Vec<(Event, Vec<usize>)>) -> PyLoss {
        PyLoss(Tally { loss, places: Some(FirstPlaces(places)) })
    }

    /// The events that items met, in a fixed order.
    fn list_events(&self) -> Events {
        let first = |event: Event| {
            let mut event_places = self.0.places.iter().flat_map(|places| &places.0);
            let places = event_places.find(|(known, _)| *known == event).map(|(_, places)| places.clone());
            places.unwrap_or_default()
        };
        self.0.loss.events().map(|(event, count)| (event.word().to_owned(), count, first(event))).collect()
    }
}

#[pymethods]
impl PyLoss {
    /// How many items met each event: `{"overflow": 2}`.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (event, count) in self.0.loss.events() {
            counts.set_item(event.word(), count)?;
        }
        Ok(counts)
    }

    /// The first ten items that met each event, counted through the array in the order of C: `{"overflow": [17, 40]}`.
    #[getter]
    fn first<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let first = PyDict::new(py);
        for (event, _, places) in self.list_events() {
            first.set_item(event, places)?;
        }
        Ok(first)
    }

    /// How many items met the event.
    fn __getitem__(&self, event: &str) -> PyResult<u64> {
        Ok(self.0.loss.of(find_event(event)?))
    }

    /// What was pickled: by event, how many items met it, and the first of them.
    #[staticmethod]
    fn _from_events(events: Events) -> PyResult<PyLoss> {
        let mut loss = Loss::default();
        let mut places = Vec::new();
        for (word, count, first) in events {
            let event = find_event(&word)?;
            *count_mut(&mut loss, event)? += count;
            places.push((event, first));
        }
        Ok(PyLoss::from_places(loss, places))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Events,))> {
        Ok((slf.get_type().getattr("_from_events")?, (slf.get().list_events(),)))
    }

    /// Two losses are equal if as many items met each event, and the same ones first.
    fn __eq__(&self, other: &PyLoss) -> bool {
        self.list_events() == other.list_events()
    }

    fn __hash__(&self) -> u64 {
        hash_value(&self.list_events())
    }

    fn __bool__(&self) -> bool {
        !self.0.loss.is_none()
    }

    fn __str__(&self) -> String {
        if self.0.loss.is_none() { "nothing lost".to_owned() } else { self.0.loss.to_string() }
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let module = PyModule::import(py, "datarep._shown")?;
        module.call_method1("draw_loss", (self.counts(py)?, self.first(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<datarep.Loss: {}>", self.__str__())
    }
}
