//! Numbers of any format as exact decimals, which are objects of Python: word by word, with no native type between.

use std::sync::Arc;

use datarep::error::Direction;
use datarep::{Event, Loss};
use datarep_dsl::model::{Class, FormatKind};
use datarep_dsl::words::{EncodeError, Meaning, encode_value, meaning};
use datarep_dynamic::{Described, Format};
use numpy::PyUntypedArray;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::faults::{ConversionError, text_error};
use crate::losses::PyLoss;
use crate::named::{FormatOrRepresentation, NamedFormat};
use crate::options::{INEXACT, RuleArguments};

/// The most digits of a number that is read, and fewer that are tried before: as many are computed as are asked
/// for.
const DIGITS: [u32; 3] = [40, 800, MOST_DIGITS];

/// The most digits of a number that is read.
const MOST_DIGITS: u32 = 20_000;

/// The most digits of a decimal of the runtime.
const NATIVE_DIGITS: u32 = 28;

/// How many items are read before an interrupt is looked for.
const BLOCK: usize = 1 << 14;

/// What is said of a number that has too many digits.
const BEYOND: &str = "is beyond the format's range";

/// A format whose numbers are read and written word by word.
#[derive(Debug)]
pub(crate) struct ExactFormat {
    name: String,
    described: Described,
    /// The format, if its words are digits of more bits than a word has here. They are at most 38, and a whole
    /// number.
    wide: Option<Format>,
}

/// Why an item was not converted.
struct Refusal {
    /// The index of the item.
    index: usize,
    event: Event,
    /// The number as `make_texts` writes it. Empty for a word that is read.
    value: String,
    /// What is said of the number or the word, after it.
    reason: String,
}

impl ExactFormat {
    /// The format, unless the runtime's decimals hold its numbers, or it has none. `order` is another order of its bytes.
    pub(crate) fn new(
        py: Python<'_>,
        named: &Arc<NamedFormat>,
        order: Option<&str>,
    ) -> PyResult<Option<ExactFormat>> {
        let FormatOrRepresentation::Format(format) = &named.kind else { return Ok(None) };
        named.refuse_second_order(order)?;
        let ordered = order.map_or_else(|| format.clone(), |order| format.clone().with_order(order));
        let described = match order {
            None => named.describe_format(py)?.clone(),
            Some(_) => py.detach(|| ordered.described()).map_err(|error| text_error(&error))?,
        };
        let is_wide = described.format.bits > 128;
        let is_exact = match &described.format.kind {
            FormatKind::Decimal(decimal) => decimal.digits > NATIVE_DIGITS,
            FormatKind::Logical(_) | FormatKind::Character(_) => false,
            _ => !is_wide,
        };
        let wide = is_wide.then_some(ordered);
        Ok(is_exact.then(|| ExactFormat { name: named.name.clone(), described, wide }))
    }

    /// Bytes of an item in the file.
    pub(crate) fn extent(&self) -> usize {
        self.described.order.extent(self.described.format.bits) as usize
    }

    /// The decimals of items, in a row.
    pub(crate) fn read<'py>(
        &self,
        py: Python<'py>,
        file: &[u8],
        rules: &RuleArguments<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if rules.iter().any(Option::is_some) {
            return Err(self.unsupported_rules_error("read"));
        }
        let mut texts = Vec::new();
        for block in file.chunks(BLOCK * self.extent()) {
            // Digits are found without the lock. Objects of Python can only be made with it, at the end.
            let found = py.detach(|| self.read_block(block)).map_err(|refusal| {
                let bytes = block[refusal.index * self.extent()..][..self.extent()].to_vec();
                let refusal = Refusal { index: texts.len() + refusal.index, ..refusal };
                self.exact_error(py, refusal, &bytes, Direction::Read)
            })?;
            texts.extend(found);
            py.check_signals()?;
        }
        // A decimal has as many digits behind its point as its format, and the text of its number may have fewer.
        let scale = self.scale();
        PyModule::import(py, "datarep._decimals")?.call_method1("read_texts", (texts, scale))
    }

    /// The numbers of some items.
    fn read_block(&self, file: &[u8]) -> Result<Vec<String>, Refusal> {
        if let Some(wide) = &self.wide {
            return self.read_digits(wide, file);
        }
        let Described { format, order, .. } = &self.described;
        let describe = |(index, item): (usize, &[u8])| {
            let word = meaning(format, order.load(item, format.bits));
            self.format_meaning(&word).map_err(|(event, reason)| Refusal {
                index,
                event,
                value: String::new(),
                reason,
            })
        };
        file.chunks_exact(self.extent()).enumerate().map(describe).collect()
    }

    /// Digits behind the point of each number; `None` where numbers differ in them.
    fn scale(&self) -> Option<i32> {
        match &self.described.format.kind {
            FormatKind::Decimal(decimal) => Some(decimal.scale),
            FormatKind::Integer(integer) if integer.scale == 0 => Some(0),
            _ => None,
        }
    }

    /// The numbers of items that are digits of more than 128 bits.
    fn read_digits(&self, wide: &Format, file: &[u8]) -> Result<Vec<String>, Refusal> {
        let Ok((numbers, _)) = wide.to_vec::<i128>(file) else {
            let is_wrong = |item| wide.to_vec::<i128>(item).is_err();
            let index = file.chunks_exact(self.extent()).position(is_wrong).unwrap_or(0);
            let reason = format!("is no number of `{}`", self.name);
            return Err(Refusal { index, event: Event::Invalid, value: String::new(), reason });
        };
        let scale = self.scale().unwrap_or(0);
        let zeros = "0".repeat(usize::try_from(-scale).unwrap_or(0));
        let place_point =
            |number| if scale > 0 { format!("{number}E-{scale}") } else { format!("{number}{zeros}") };
        Ok(numbers.into_iter().map(place_point).collect())
    }

    /// A word's meaning as Python writes a decimal.
    fn format_meaning(&self, meaning: &Meaning) -> Result<String, (Event, String)> {
        match meaning {
            Meaning::Number(number) => {
                DIGITS.iter().find_map(|most| number.format_exact(*most)).ok_or_else(|| {
                    (
                        Event::Overflow,
                        format!("is a number of more than {MOST_DIGITS} digits of `{}`", self.name),
                    )
                })
            }
            Meaning::Infinity(negative) => Ok(if *negative { "-Infinity" } else { "Infinity" }.to_owned()),
            Meaning::Class(Class::Nan | Class::Reserved) => Ok("NaN".to_owned()),
            Meaning::Class(_) | Meaning::Nothing | Meaning::Logical(_) | Meaning::Character(_) => {
                Err((Event::Invalid, format!("is no number of `{}`", self.name)))
            }
        }
    }

    /// The bytes of an array of decimals, and what was lost. A number that is rounded is an error, unless `on_inexact` is
    /// `nearest_even` or the caller asks for the loss.
    pub(crate) fn write<'py>(
        &self,
        array: &Bound<'py, PyUntypedArray>,
        rules: &RuleArguments<'_, 'py>,
        loss: bool,
    ) -> PyResult<(Vec<u8>, PyLoss)> {
        let py = array.py();
        let rule = rules[INEXACT].map(PyAnyMethods::extract::<String>).transpose()?;
        let rounds = match rule.as_deref() {
            None => loss,
            Some("nearest_even") => true,
            Some("error") => false,
            Some(_) => return Err(self.unsupported_rules_error("written")),
        };
        if rules.iter().enumerate().any(|(place, rule)| place != INEXACT && rule.is_some()) {
            return Err(self.unsupported_rules_error("written"));
        }
        let module = PyModule::import(py, "datarep._decimals")?;
        let texts: Vec<String> = module.call_method1(intern!(py, "make_texts"), (array,))?.extract()?;
        let encoded = match &self.wide {
            None => py.detach(|| self.write_texts(&texts, rounds)),
            Some(wide) => {
                let digits: Vec<(String, bool)> = module
                    .call_method1(intern!(py, "split_digits"), (&texts, self.scale().unwrap_or(0)))?
                    .extract()?;
                py.detach(|| self.write_digits(wide, &texts, &digits, rounds))
            }
        };
        let (file, inexact) =
            encoded.map_err(|refusal| self.exact_error(py, refusal, &[], Direction::Write))?;
        let mut losses = Loss::default();
        losses.inexact = inexact.len() as u64;
        let first = inexact.into_iter().take(10).collect();
        let places = if losses.inexact == 0 { Vec::new() } else { vec![(Event::Inexact, first)] };
        Ok((file, PyLoss::from_places(losses, places)))
    }

    /// The bytes of numbers, and those that were rounded.
    fn write_texts(&self, texts: &[String], rounds: bool) -> Result<(Vec<u8>, Vec<usize>), Refusal> {
        let Described { format, order, .. } = &self.described;
        let (mut file, mut inexact) = (Vec::with_capacity(texts.len() * self.extent()), Vec::new());
        for (index, text) in texts.iter().enumerate() {
            let word = encode_value(format, text).map_err(|why| {
                let event = match text.trim_start_matches('-') {
                    "inf" => Event::Infinity,
                    "nan" => Event::Nan,
                    // The language says only in words why a number has no word.
                    _ if matches!(why, EncodeError::Because(why) if why.contains("whole")) => Event::Inexact,
                    _ => Event::Overflow,
                };
                let reason = match why {
                    EncodeError::NoValue => format!("is no value of `{}`", self.name),
                    EncodeError::Because(why) => format!("{why} (`{}`)", self.name),
                };
                Refusal { index, event, value: text.clone(), reason }
            })?;
            // The word is that of the nearest number, if the number itself has none.
            if word.off.is_some() {
                if !rounds {
                    return Err(self.refuse_rounded(index, text));
                }
                inexact.push(index);
            }
            file.extend(order.store(word.word, format.bits));
        }
        Ok((file, inexact))
    }

    /// The bytes of numbers whose digits have more than 128 bits, and those that were rounded. `digits` are whole
    /// numbers, and whether each is exact.
    fn write_digits(
        &self,
        wide: &Format,
        texts: &[String],
        digits: &[(String, bool)],
        rounds: bool,
    ) -> Result<(Vec<u8>, Vec<usize>), Refusal> {
        let (mut numbers, mut inexact) = (Vec::with_capacity(texts.len()), Vec::new());
        let refuse = |index: usize, event, reason: &str| {
            let reason = format!("{reason} (`{}`)", self.name);
            Refusal { index, event, value: texts[index].clone(), reason }
        };
        for (index, (number, is_exact)) in digits.iter().enumerate() {
            if number.is_empty() {
                let event = if texts[index] == "nan" { Event::Nan } else { Event::Infinity };
                return Err(refuse(index, event, "is no decimal number"));
            }
            if !is_exact && !rounds {
                return Err(self.refuse_rounded(index, &texts[index]));
            }
            inexact.extend((!is_exact).then_some(index));
            let number = number.parse::<i128>();
            numbers.push(number.map_err(|_| refuse(index, Event::Overflow, BEYOND))?);
        }
        if let Ok((file, _)) = wide.to_bytes(&numbers) {
            return Ok((file, inexact));
        }
        let is_wrong = |number: &i128| wide.to_bytes(&[*number]).is_err();
        let index = numbers.iter().position(is_wrong).unwrap_or(0);
        Err(refuse(index, Event::Overflow, BEYOND))
    }

    fn refuse_rounded(&self, index: usize, text: &str) -> Refusal {
        let reason =
            format!("is not exactly a number of `{}`: `on_inexact=\"nearest_even\"` rounds it", self.name);
        Refusal { index, event: Event::Inexact, value: text.to_owned(), reason }
    }

    fn unsupported_rules_error(&self, what: &str) -> PyErr {
        PyTypeError::new_err(format!(
            "decimals of `{}` are {what} exactly, without rules: `on_inexact=\"nearest_even\"` alone allows to round",
            self.name
        ))
    }

    fn exact_error(&self, py: Python<'_>, refusal: Refusal, bytes: &[u8], direction: Direction) -> PyErr {
        let Refusal { index, event, value, reason } = refusal;
        let subject = if value.is_empty() { "the word".to_owned() } else { value.clone() };
        let message = format!("item {index}: {subject} {reason}");
        let bytes = PyBytes::new(py, bytes).unbind();
        ConversionError::new_err((
            message,
            index,
            bytes,
            event.word(),
            value,
            self.name.clone(),
            direction.to_string(),
        ))
    }
}

/// Puts bytes where those of any format would go: into new `bytes`, a path, a file object or a buffer.
pub(crate) fn put_bytes<'py>(
    py: Python<'py>,
    file: &[u8],
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, file);
    let Some(out) = out else { return Ok(bytes.into_any()) };
    // `write` knows all kinds of targets. Bytes stay as they are in this format.
    let numpy = PyModule::import(py, intern!(py, "numpy"))?;
    let array = numpy.call_method1(intern!(py, "frombuffer"), (bytes, intern!(py, "u1")))?;
    let module = PyModule::import(py, intern!(py, "datarep._datarep"))?;
    module.call_method1(intern!(py, "write"), (array, intern!(py, "unsigned(8)"), out))
}
