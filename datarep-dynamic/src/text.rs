//! Texts: parsed, checked, and what they describe.

use std::sync::Arc;

use datarep::Datarep;
use datarep::interpreter::{Assembled, AssembledType, Work};
use datarep_dsl::diagnostic::Failure;
use datarep_dsl::model::{Conversion, Datarep as Described, Format as Stored, Model, TypeMapping};
use datarep_dsl::render::render_all;
use datarep_dsl::source::Source;
use datarep_plan::plan::{NativeOrder, Plan};

use crate::conversion::Interpreted;
use crate::error::Error;
use crate::format::Format;
use crate::record::Record;

/// A text that is sound: formats and representations that can be used at once.
///
/// ```
/// use datarep_dynamic::Text;
///
/// let text = Text::parse("
///     use ibm::hfp32;
///
///     /// Floats of a seismic file.
///     datarep section {
///         others => unsupported;
///         real { 4 => hfp32 }
///         complex => unsupported;
///         on read  { overflow => infinity }
///         on write { overflow | infinity | nan => error }
///     }
/// ")?;
/// let section = text.representation("section").expect("it is in the text");
/// let (traces, _) = section.to_vec::<f32>(&[0x41, 0x10, 0x00, 0x00])?;
/// assert_eq!(traces, [1.0]);
/// # Ok::<(), datarep_dynamic::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Text {
    source: Arc<Source>,
    model: Arc<Model>,
    representations: Vec<Datarep>,
    records: Vec<Record>,
}

impl Text {
    /// The most bytes that a text may have.
    pub const MAX_BYTES: usize = 1 << 20;

    /// The most formats, representations and tests that a text may have.
    pub const MAX_ITEMS: usize = 10_000;

    /// Parses and checks a text, which messages call `text`.
    ///
    /// # Errors
    ///
    /// All faults of the text; or it is larger than [`Text::MAX_BYTES`], or has more than [`Text::MAX_ITEMS`] items.
    pub fn parse(source: &str) -> Result<Text, Error> {
        Text::parse_named("text", source)
    }

    /// Parses and checks a text that messages call by this name, such as the path of its file.
    ///
    /// # Errors
    ///
    /// As [`Text::parse`].
    pub fn parse_named(name: &str, source: &str) -> Result<Text, Error> {
        let source = Source { name: name.to_owned(), text: source.to_owned(), first_line: 1 };
        let model = compile(&source)?;
        let representations: Result<Vec<Datarep>, datarep::Error> =
            model.datareps.iter().map(|described| representation(&model, described)).collect();
        let (source, model) = (Arc::new(source), Arc::new(model));
        let records: Result<Vec<Record>, Error> =
            (0..model.records.len()).map(|index| Record::new(&model, index)).collect();
        Ok(Text { representations: representations?, records: records?, source, model })
    }

    /// The names of the formats that the text defines, in its order.
    pub fn formats(&self) -> impl Iterator<Item = &str> {
        let own = |origin: &datarep_dsl::source::Origin| *origin.source == *self.source.name;
        self.model.formats.iter().filter(move |format| own(&format.origin)).map(|format| format.name.as_str())
    }

    /// The format of this name, of the text or of a family that it uses; `None` where it names no such format.
    pub fn format(&self, name: &str) -> Option<Format> {
        let known = self.model.formats.iter().any(|format| format.name == name);
        known.then(|| Format::in_text(&self.source, name))
    }

    /// What was parsed.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The representations that the text defines, in its order.
    pub fn representations(&self) -> &[Datarep] {
        &self.representations
    }

    /// The representation of this name.
    pub fn representation(&self, name: &str) -> Option<&Datarep> {
        self.representations.iter().find(|known| known.name() == name)
    }

    /// The records that the text defines, in its order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The record of this name.
    pub fn record(&self, name: &str) -> Option<&Record> {
        self.records.iter().find(|known| known.name() == name)
    }

    /// What the text means: for who prints it, or asks for more than conversions.
    pub fn model(&self) -> &Model {
        &self.model
    }
}

/// Parses and checks a text that may be a stranger's.
pub(crate) fn compile(source: &Source) -> Result<Model, Error> {
    let limit = |what, found, most| {
        if found > most { Err(Error::TooLarge { what, found, most }) } else { Ok(()) }
    };
    limit("bytes", source.text.len(), Text::MAX_BYTES)?;
    let (ast, faults) = datarep_dsl::parse(source);
    limit("items", ast.items.len(), Text::MAX_ITEMS)?;
    let checked = if faults.is_empty() { datarep_dsl::check(source, &ast) } else { Err(faults) };
    checked.map_err(|diagnostics| {
        let failure = Failure { diagnostics, datareps: Vec::new() };
        Error::Text { rendered: render_all(source, &failure), diagnostics: failure.diagnostics }
    })
}

/// A representation of a model, assembled of programs.
pub(crate) fn representation(model: &Model, described: &Described) -> Result<Datarep, datarep::Error> {
    let mut made: Vec<[Option<AssembledType>; 2]> = vec![[const { None }; 2]; described.conversions.len()];
    let mut of = |index: usize, parts: usize| {
        let place = &mut made[index][parts - 1];
        let conversion = &described.conversions[index];
        let format = &model.formats[conversion.format.0];
        place.get_or_insert_with(|| assembled(format, conversion, parts)).clone()
    };
    let types = described
        .types
        .iter()
        .map(|entry| match entry.mapping {
            TypeMapping::Unsupported => None,
            TypeMapping::Bytes => {
                Some(AssembledType { mapping: "bytes".into(), extent: 1, work: Work::Moved(1) })
            }
            TypeMapping::Scalar(index) => Some(of(index, 1)),
            TypeMapping::Complex(index) => Some(of(index, 2)),
        })
        .collect();
    let (name, doc) = (described.name.clone().into(), described.doc.clone().into());
    Assembled { name, doc, origin: "interpreted", types }.into_datarep()
}

/// The conversions of one native type; `parts`: of its numbers in an item, two of a complex one.
pub(crate) fn assembled(format: &Stored, conversion: &Conversion, parts: usize) -> AssembledType {
    let plan = Plan::of(format, conversion);
    let extent = conversion.order.extent(format.bits) as usize;
    let (big, little) = if cfg!(target_endian = "little") { (extent, 1) } else { (1, extent) };
    let work = match plan.native_order {
        Some(NativeOrder::Big) => Work::Moved(big),
        Some(NativeOrder::Little) => Work::Moved(little),
        Some(NativeOrder::Mixed) | None => {
            Work::Converted(Arc::new(Interpreted::new(format, conversion, plan, parts)))
        }
    };
    AssembledType { mapping: conversion.title.clone().into(), extent: extent * parts, work }
}
