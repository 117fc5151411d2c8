//! Texts: parsed, checked, and what they describe.

use std::sync::Arc;

use datarep::Datarep;
use datarep_dsl::model::Model;
use datarep_dsl::source::Source;

use crate::compile::{self, compile, representation};
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
    pub const MAX_BYTES: usize = compile::MAX_BYTES;

    /// The most formats, representations and tests that a text may have.
    pub const MAX_ITEMS: usize = compile::MAX_ITEMS;

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
