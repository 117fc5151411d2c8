//! Formats and representations, by their names or from a text, and their mappings for each native type.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use datarep::datatype::{Committed, Typemap};
use datarep::error::ErrorKind;
use datarep::{Datarep, Predefined, standard};
use datarep_dsl::expression::{ExpressionFault, Rules};
use datarep_dsl::limits::Limits;
use datarep_dsl::model::{Event, Format as Model, FormatKind, RuleDirection, TestLine};
use datarep_dsl::words::{self, Meaning, NumberSpan};
use datarep_dynamic::names::{Packing, resolve};
use datarep_dynamic::{Described, Error, Format, Text};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::faults::{UnknownFormatError, runtime_error, text_error};
use crate::native::{describe_type, is_memory};
use crate::options::explain_mistake;

/// How many names are kept. If a program uses more, such as those of all widths, they are read again.
const KEPT: usize = 1024;

/// The most digits of a number that is written in full.
const DIGITS: u32 = 10_000;

/// A format or a representation, with its mappings.
#[derive(Debug)]
pub(crate) struct NamedFormat {
    pub(crate) name: String,
    pub(crate) kind: FormatOrRepresentation,
    /// The text that describes it; `None` if it is the library's.
    pub(crate) origin: Option<Origin>,
    /// The order or the packing that the name says.
    pub(crate) named_order: Option<String>,
    /// Whether the order is that of this machine, as in `float32`, and a call may ask for another one.
    is_of_machine: bool,
    /// What the words are, if they are packed.
    pub(crate) packed: Option<PackedWords>,
    described: OnceLock<Described>,
    test_lines: OnceLock<Vec<TestLine>>,
    /// NumPy's default type for it.
    narrowest: OnceLock<Option<&'static str>>,
    /// The mappings of calls that give no more than the name, by their types.
    default_mappings: Box<[OnceLock<Arc<Mapping>>; Predefined::COUNT]>,
    /// All other mappings.
    other_mappings: Mutex<HashMap<(Predefined, MappingOptions), Arc<Mapping>>>,
}

/// Words that stand back to back: how, and the format of unpacked items.
#[derive(Debug)]
pub(crate) struct PackedWords {
    pub(crate) packing: Packing,
    pub(crate) items: Arc<NamedFormat>,
}

/// Where a format of a text can be found again, in another process too.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    /// The text's name for messages, and its content.
    pub(crate) name: Arc<str>,
    pub(crate) source: Arc<str>,
    /// The record of which the format is a field.
    pub(crate) record: Option<String>,
}

/// A format or a representation.
#[derive(Debug)]
pub(crate) enum FormatOrRepresentation {
    Format(Format),
    Representation(Datarep),
}

/// What a call asks for beside the name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct MappingOptions {
    /// A byte order in the language.
    pub(crate) order: Option<String>,
    /// Rules, in the order of their events.
    pub(crate) rules: Vec<ChosenRule>,
}

/// What is done with the values of one event.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ChosenRule {
    pub(crate) direction: RuleDirection,
    pub(crate) event: Event,
    /// The action as the call has it: `saturate`, `substitute(63)`.
    pub(crate) action: String,
}

/// The conversion of one native type.
#[derive(Debug)]
pub(crate) struct Mapping {
    pub(crate) datarep: Datarep,
    /// Whether it is compiled with the package.
    pub(crate) is_compiled: bool,
    /// Whether the bytes in a file are those of the type in memory.
    pub(crate) is_memory: bool,
    pub(crate) datatype: Committed,
    /// Bytes of an item in the file.
    pub(crate) extent: usize,
}

impl NamedFormat {
    /// A format or a representation of a text.
    pub(crate) fn new(name: &str, kind: FormatOrRepresentation, origin: Origin) -> Arc<NamedFormat> {
        Arc::new(NamedFormat::with_origin(name, kind, Some(origin)))
    }

    fn with_origin(name: &str, kind: FormatOrRepresentation, origin: Option<Origin>) -> NamedFormat {
        let (described, narrowest, other_mappings) = (OnceLock::new(), OnceLock::new(), Mutex::default());
        let test_lines = OnceLock::new();
        let default_mappings = Box::new([const { OnceLock::new() }; Predefined::COUNT]);
        NamedFormat {
            name: name.to_owned(),
            kind,
            origin,
            named_order: None,
            is_of_machine: false,
            packed: None,
            described,
            test_lines,
            narrowest,
            default_mappings,
            other_mappings,
        }
    }

    /// Whether it is a field of a record, whose text says how short texts are padded.
    pub(crate) fn is_field(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.record.is_some())
    }

    /// What its items are: those of packed words are unpacked.
    pub(crate) fn item_format(self: &Arc<NamedFormat>) -> &Arc<NamedFormat> {
        self.packed.as_ref().map_or(self, |packed| &packed.items)
    }

    /// Refuses another order of bytes than the one that the name says.
    pub(crate) fn refuse_second_order(&self, order: Option<&str>) -> PyResult<()> {
        match (&self.named_order, order) {
            (Some(named_order), Some(order)) if named_order != order && !self.is_of_machine => {
                Err(PyTypeError::new_err(format!(
                    "`{}` has the order \"{named_order}\", and order is {order:?}: say one of them",
                    self.name
                )))
            }
            _ => Ok(()),
        }
    }

    /// Whether the bytes of a number are those of the type in memory, any of which may be one.
    fn is_memory(&self, predefined: Predefined, choice: &MappingOptions) -> bool {
        if self.origin.is_some()
            || !choice.rules.is_empty()
            || !matches!(self.kind, FormatOrRepresentation::Format(_))
        {
            return false;
        }
        match &choice.order {
            None => is_memory(&self.name, predefined),
            Some(order) => is_memory(&format!("{} {order}", self.name), predefined),
        }
    }

    /// The mapping of a native type, which is made when it is first needed.
    ///
    /// The interpreter's lock is released meanwhile, because a format of many rules takes a while.
    pub(crate) fn mapping(
        &self,
        py: Python<'_>,
        predefined: Predefined,
        choice: MappingOptions,
    ) -> PyResult<Arc<Mapping>> {
        if self.packed.is_some() {
            return Err(PyTypeError::new_err(format!(
                "`{}` has no items of whole bytes here: `datarep.read` and `datarep.write` unpack and pack words",
                self.name
            )));
        }
        self.refuse_second_order(choice.order.as_deref())?;
        if choice == MappingOptions::default() {
            let place = &self.default_mappings[predefined as usize];
            if let Some(mapping) = place.get() {
                return Ok(mapping.clone());
            }
            // Not made within `get_or_init`: a thread with the interpreter's lock would wait there for this one, which
            // waits for that lock.
            let mapping = Arc::new(py.detach(|| self.make_mapping(predefined, &choice))?);
            return Ok(place.get_or_init(|| mapping).clone());
        }
        let key = (predefined, choice);
        let mappings = || self.other_mappings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mapping) = mappings().get(&key) {
            return Ok(mapping.clone());
        }
        // The mappings are not locked meanwhile, for the same reason.
        let mapping = Arc::new(py.detach(|| self.make_mapping(predefined, &key.1))?);
        let mut mappings = mappings();
        if mappings.len() >= KEPT {
            mappings.clear();
        }
        mappings.insert(key, mapping.clone());
        Ok(mapping)
    }

    fn make_mapping(&self, predefined: Predefined, choice: &MappingOptions) -> PyResult<Mapping> {
        let mut is_compiled = false;
        let datarep = match &self.kind {
            FormatOrRepresentation::Format(format) => {
                let mut format = format.clone().compiled();
                if let Some(order) = &choice.order {
                    format = format.with_order(order);
                }
                is_compiled = choice.rules.is_empty() && format.is_compiled(predefined);
                let rules = || rules_for(predefined, &choice.rules).map_err(Error::from);
                let rules = rules().map_err(|error| self.unmapped_type_error(predefined, &error))?;
                // With rules, even those that are the default here, a format has no compiled code.
                if let Some(rules) = rules.filter(|_| !is_compiled) {
                    format = format.with_parsed_rules(rules);
                }
                format.datarep(predefined).map_err(|error| self.unmapped_type_error(predefined, &error))?
            }
            FormatOrRepresentation::Representation(datarep) if *choice == MappingOptions::default() => {
                datarep.clone()
            }
            FormatOrRepresentation::Representation(_) => {
                return Err(PyTypeError::new_err(format!(
                    "`{}` is a representation, which has an order and rules of its own: name a format, or write a text that extends it",
                    self.name
                )));
            }
        };
        let typemap = Typemap::from(predefined);
        let extent =
            datarep.type_extent(&typemap).map_err(|error| self.unsupported_type_error(predefined, &error))?;
        // Callers divide by the extent.
        let extent = extent.and_then(|extent| usize::try_from(extent).ok()).filter(|extent| *extent > 0);
        let extent = extent.ok_or_else(|| {
            PyTypeError::new_err(format!(
                "`{}` has no items of dtype {}",
                self.name,
                describe_type(predefined)
            ))
        })?;
        let datatype = typemap.commit().map_err(|error| runtime_error(&error))?;
        let is_memory = self.is_memory(predefined, choice);
        Ok(Mapping { datarep, is_compiled, is_memory, datatype, extent })
    }

    /// The exception for a type that a representation does not have.
    fn unsupported_type_error(&self, predefined: Predefined, error: &datarep::Error) -> PyErr {
        let name = &self.name;
        if predefined == Predefined::Decimal {
            return PyTypeError::new_err(format!(
                "`{name}` is a representation, which has no decimals: name a format, such as \"packed_decimal(7, 2)\""
            ));
        }
        match error.kind() {
            ErrorKind::Unsupported { .. } => PyTypeError::new_err(format!(
                "`{name}` has no items of dtype {}: say another `dtype`, such as \"f4\" or \"f8\"",
                describe_type(predefined)
            )),
            _ => runtime_error(error),
        }
    }

    /// The exception for a format that cannot be mapped to a type: what the language reports, without the lines in
    /// which it shows the name.
    fn unmapped_type_error(&self, predefined: Predefined, error: &Error) -> PyErr {
        let titles: Vec<&str> = error.diagnostics().iter().map(|fault| fault.title.as_str()).collect();
        if titles.is_empty() {
            return text_error(error);
        }
        // The language names types as MPI does, and the call as NumPy does.
        let titles = titles.join("; ").replace(&predefined.to_string(), &describe_type(predefined));
        let help = if titles.ends_with("is not converted") {
            "; read with another `dtype`, or write `values.astype(\"f8\")`"
        } else {
            ""
        };
        PyTypeError::new_err(format!(
            "`{}` with dtype {}: {titles}{help}",
            self.name,
            describe_type(predefined)
        ))
    }

    /// The description of the format.
    pub(crate) fn describe_format(&self, py: Python<'_>) -> PyResult<&Described> {
        if let Some(described) = self.described.get() {
            return Ok(described);
        }
        let format = self.single_format()?;
        let described = py.detach(|| format.described()).map_err(|error| text_error(&error))?;
        Ok(self.described.get_or_init(|| described))
    }

    /// The test lines of the format.
    pub(crate) fn list_test_lines(&self, py: Python<'_>) -> PyResult<&[TestLine]> {
        if let Some(lines) = self.test_lines.get() {
            return Ok(lines);
        }
        let format = self.single_format()?;
        let lines = py.detach(|| format.test_lines()).map_err(|error| text_error(&error))?;
        Ok(self.test_lines.get_or_init(|| lines))
    }

    /// The format, which a representation is not.
    fn single_format(&self) -> PyResult<&Format> {
        match &self.kind {
            FormatOrRepresentation::Format(format) => Ok(format),
            FormatOrRepresentation::Representation(_) => Err(PyTypeError::new_err(format!(
                "`{}` is a representation of many types, not a format",
                self.name
            ))),
        }
    }

    /// The lowest and the largest number; `None` if the format has no numbers. They are in digits, or as `3*2^100000`
    /// where there are too many.
    pub(crate) fn range(&self, py: Python<'_>) -> PyResult<Option<[String; 2]>> {
        let Described { format, order, .. } = self.describe_format(py)?;
        let Some(limits) = Limits::from_format(format) else { return Ok(None) };
        let is_exact = matches!(&format.kind, FormatKind::Integer(integer) if integer.scale == 0)
            || matches!(&format.kind, FormatKind::Decimal(decimal) if decimal.scale == 0);
        // A word of more than 128 bits is digits.
        if let (FormatKind::Decimal(decimal), 129..) = (&format.kind, format.bits) {
            let largest = format!("{}E{}", "9".repeat(decimal.digits as usize), -decimal.scale);
            let lowest = limits.lowest.map_or_else(|| "0".to_owned(), |_| format!("-{largest}"));
            return Ok(Some([lowest, largest]));
        }
        if !is_exact {
            // Infinities are written as the lowest and the largest number.
            let saturate =
                |event| ChosenRule { direction: RuleDirection::Write, event, action: "saturate".to_owned() };
            let rules = [Event::Overflow, Event::Infinity].map(saturate).into();
            let choice = MappingOptions { order: None, rules };
            let mapping = self.mapping(py, Predefined::Double, choice)?;
            let (file, _) = mapping
                .datarep
                .to_bytes(&[f64::NEG_INFINITY, f64::INFINITY])
                .map_err(|error| runtime_error(&error))?;
            let exact = |bytes: &[u8]| match words::meaning(format, order.load(bytes, format.bits)) {
                Meaning::Number(number) => number.format_exact(DIGITS).or_else(|| {
                    number.to_binary_parts().map(|(integer, exponent)| format!("{integer}*2^{exponent}"))
                }),
                _ => None,
            };
            let (lowest, largest) = file.split_at(mapping.extent);
            if let (Some(lowest), Some(largest)) = (exact(lowest), exact(largest)) {
                return Ok(Some([lowest, largest]));
            }
        }
        Ok(Some([limits.lowest.unwrap_or_else(|| "0".to_owned()), limits.largest]))
    }

    /// The NumPy type that holds every number of the format, as far as there is one.
    pub(crate) fn default_type(&self, py: Python<'_>) -> PyResult<&'static str> {
        if let FormatOrRepresentation::Representation(_) = self.kind {
            return Err(PyTypeError::new_err(format!(
                "`{}` is a representation of many types: say `dtype`, such as \"f4\"",
                self.name
            )));
        }
        let format = &self.describe_format(py)?.format;
        self.narrowest.get_or_init(|| find_narrowest_type(format)).ok_or_else(|| {
            PyTypeError::new_err(format!(
                "no type of NumPy holds every number of `{}`: say `dtype`",
                self.name
            ))
        })
    }
}

/// The rules for a native type, `None` for the usual ones. An integer has no infinity for what it cannot hold, so that
/// overflow is an error by default.
fn rules_for(predefined: Predefined, chosen: &[ChosenRule]) -> Result<Option<Rules>, ExpressionFault> {
    use Predefined::{Int8T, Int16T, Int32T, Int64T, Uint8T, Uint16T, Uint32T, Uint64T};
    let mut rules = None;
    for ChosenRule { direction, event, action } in chosen {
        let rule = Rules::from_action(*direction, *event, action)?;
        rules = Some(match rules {
            None => rule,
            Some(earlier) => Rules::followed_by(earlier, &rule),
        });
    }
    let is_integer =
        matches!(predefined, Int8T | Int16T | Int32T | Int64T | Uint8T | Uint16T | Uint32T | Uint64T);
    // A rule that the call has comes before it.
    Ok(if is_integer {
        let refusing = Rules::from_error(RuleDirection::Read, Event::Overflow);
        Some(rules.unwrap_or_default().followed_by(&refusing))
    } else {
        rules
    })
}

/// A hash of a name (FNV-1a), which is fast for short names. A name is looked up in each call.
#[derive(Debug)]
struct NameHasher(u64);

impl Default for NameHasher {
    fn default() -> NameHasher {
        NameHasher(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The names that have been used.
type NameCache = HashMap<String, Arc<NamedFormat>, BuildHasherDefault<NameHasher>>;

/// The format, or the representation of the library, with this name.
pub(crate) fn find_named(py: Python<'_>, name: &str) -> PyResult<Arc<NamedFormat>> {
    static KNOWN: Mutex<Option<NameCache>> = Mutex::new(None);
    let cache = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(named) = cache().as_ref().and_then(|cache| cache.get(name)) {
        return Ok(named.clone());
    }
    // The cache is not locked here: a thread with the interpreter's lock would wait for it, and this one for that lock.
    let resolved = py.detach(|| resolve_name(name.trim()));
    let FoundName { kind, named_order, is_of_machine, packing } =
        resolved.map_err(|error| explain_mistake(py, "explain_name", name, error))?;
    let unpacked = |kind| NamedFormat {
        named_order: named_order.clone(),
        is_of_machine,
        ..NamedFormat::with_origin(name.trim(), kind, None)
    };
    let named = match (packing, kind) {
        (Some(packing), FormatOrRepresentation::Format(format)) => {
            let items = Arc::new(unpacked(FormatOrRepresentation::Format(format.clone())));
            let packed = Some(PackedWords { packing, items });
            NamedFormat { packed, ..unpacked(FormatOrRepresentation::Format(format)) }
        }
        (_, kind) => unpacked(kind),
    };
    let named = Arc::new(named);
    // If another thread has read the name meanwhile, the two are the same but for their mappings, and one is kept.
    let mut cache = cache();
    let cache = cache.get_or_insert_default();
    if cache.len() >= KEPT {
        cache.clear();
    }
    cache.insert(name.to_owned(), named.clone());
    Ok(named)
}

/// What a name stands for.
struct FoundName {
    kind: FormatOrRepresentation,
    /// The order that it says, and whether that is the order of this machine.
    named_order: Option<String>,
    is_of_machine: bool,
    /// How words are packed.
    packing: Option<Packing>,
}

/// The format or the representation of a name.
fn resolve_name(name: &str) -> PyResult<FoundName> {
    match resolve(name) {
        Ok(resolved) => {
            resolved.format.described().map_err(|error| text_error(&error))?;
            Ok(FoundName {
                kind: FormatOrRepresentation::Format(resolved.format),
                named_order: resolved.order,
                is_of_machine: resolved.foreign.is_some_and(|foreign| foreign.is_of_machine),
                packing: resolved.packing,
            })
        }
        Err(error) => match find_representation(name) {
            Some(datarep) => Ok(FoundName {
                kind: FormatOrRepresentation::Representation(datarep),
                named_order: None,
                is_of_machine: false,
                packing: None,
            }),
            None => Err(unknown_name_error(name, &error)),
        },
    }
}

/// A representation of the library: compiled if the runtime has it, otherwise interpreted.
fn find_representation(name: &str) -> Option<Datarep> {
    if let Some(compiled) = standard::ALL.into_iter().find(|datarep| datarep.name() == name) {
        return Some(compiled.clone());
    }
    let (_, text) = datarep_dsl::standard::datareps().iter().find(|(known, _)| *known == name)?;
    Text::parse(text).ok()?.representation(name).cloned()
}

/// The exception for a name that is no format, with what to write instead.
fn unknown_name_error(name: &str, error: &Error) -> PyErr {
    let message = match error {
        Error::Unknown { help, .. } if help.is_empty() => {
            format!(
                "no format is named `{name}`: `datarep.find(\"WORD\")` finds formats by machine, maker and program"
            )
        }
        Error::Unknown { help, .. } => format!("no format is named `{name}`: {}", help.join("; ")),
        error => return UnknownFormatError::new_err(error.to_string()),
    };
    UnknownFormatError::new_err(message)
}

/// The span of the numbers of each native float.
const FLOATS: [(&str, NumberSpan); 2] = [
    ("f4", NumberSpan { bits: 24, unit: -149, end: 128 }),
    ("f8", NumberSpan { bits: 53, unit: -1074, end: 1024 }),
];

/// The narrowest of NumPy's types that holds every number. It is an `f8` instead of a wider float, which differs from
/// machine to machine.
fn find_narrowest_type(format: &Model) -> Option<&'static str> {
    match &format.kind {
        FormatKind::Float(_) => {
            let span = words::number_span(format);
            let holds = |span: &NumberSpan, native: &NumberSpan| {
                span.bits <= native.bits && span.unit >= native.unit && span.end <= native.end
            };
            let narrowest = span.and_then(|span| FLOATS.iter().find(|(_, native)| holds(&span, native)));
            Some(narrowest.map_or("f8", |(name, _)| name))
        }
        FormatKind::PairSum(_) | FormatKind::DecimalFloat(_) | FormatKind::Posit(_) => Some("f8"),
        FormatKind::Integer(integer) if integer.scale > 0 => {
            Some(if format.bits <= 24 { "f4" } else { "f8" })
        }
        FormatKind::Decimal(decimal) if decimal.scale != 0 => Some("f8"),
        FormatKind::Integer(_) | FormatKind::Decimal(_) => find_integer_type(format),
        FormatKind::Logical(_) => Some("?"),
        FormatKind::Character(charset) => Some(if charset.is_narrow() { "S1" } else { "U1" }),
    }
}

/// The integer that holds all numbers of a format.
fn find_integer_type(format: &Model) -> Option<&'static str> {
    let limits = Limits::from_format(format)?;
    let largest: i128 = limits.largest.parse().ok()?;
    let Some(lowest) = &limits.lowest else {
        let bits = i128::BITS - largest.leading_zeros();
        return [(8, "u1"), (16, "u2"), (32, "u4"), (64, "u8")]
            .into_iter()
            .find(|(limit, _)| bits <= *limit)
            .map(|(_, name)| name);
    };
    let lowest: i128 = lowest.parse().ok()?;
    let bits = |number: i128| {
        i128::BITS + 1 - if number < 0 { (!number).leading_zeros() } else { number.leading_zeros() }
    };
    let bits = bits(lowest).max(bits(largest));
    [(8, "i1"), (16, "i2"), (32, "i4"), (64, "i8")]
        .into_iter()
        .find(|(limit, _)| bits <= *limit)
        .map(|(_, name)| name)
}
