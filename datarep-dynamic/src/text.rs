//! Texts that were parsed and checked, and the formats, representations and records that they describe.

use std::sync::Arc;

use datarep::Datarep;
use datarep_dsl::ast::Ast;
use datarep_dsl::expression::Scope;
use datarep_dsl::model::Model;
use datarep_dsl::source::Source;

use crate::compile::{self, assemble_datarep, check_untrusted, parse_untrusted};
use crate::error::Error;
use crate::format::Format;
use crate::record::Record;

/// A sound text: its formats and representations can be used at once.
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
    parsed: Arc<ParsedText>,
    representations: Vec<Datarep>,
    records: Vec<Record>,
}

/// A sound text: as it was written, and what it means.
#[derive(Debug)]
pub(crate) struct ParsedText {
    pub(crate) source: Source,
    pub(crate) ast: Ast,
    pub(crate) model: Arc<Model>,
}

impl ParsedText {
    /// The text as the place in which expressions name formats.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope::Text(&self.source, &self.ast)
    }
}

impl Text {
    /// The largest size of a text in bytes.
    pub const MAX_BYTES: usize = compile::MAX_BYTES;

    /// The largest number of formats, representations and tests of a text.
    pub const MAX_ITEMS: usize = compile::MAX_ITEMS;

    /// Parses and checks a text. Messages call it `text`.
    ///
    /// # Errors
    ///
    /// All faults of the text. The text is also refused if it is larger than [`Text::MAX_BYTES`], or has more than
    /// [`Text::MAX_ITEMS`] items.
    pub fn parse(source: &str) -> Result<Text, Error> {
        Text::parse_named("text", source)
    }

    /// Parses and checks a text. Messages call it by the given name, such as the path of its file.
    ///
    /// # Errors
    ///
    /// As [`Text::parse`].
    pub fn parse_named(name: &str, source: &str) -> Result<Text, Error> {
        let source = Source { name: name.to_owned(), text: source.to_owned(), first_line: 1 };
        // A text may be a stranger's, so that its size is limited before it is parsed.
        let ast = parse_untrusted(&source)?;
        let model = check_untrusted(&source, &ast)?;
        let representations: Result<Vec<Datarep>, datarep::Error> =
            model.datareps.iter().map(|described| assemble_datarep(&model, described)).collect();
        let model = Arc::new(model);
        let records: Result<Vec<Record>, Error> =
            (0..model.records.len()).map(|index| Record::new(&model, index)).collect();
        let parsed = Arc::new(ParsedText { source, ast, model });
        Ok(Text { representations: representations?, records: records?, parsed })
    }

    /// The name by which messages call the text.
    pub fn name(&self) -> &str {
        &self.parsed.source.name
    }

    /// The text as the place in which expressions name formats.
    pub fn scope(&self) -> Scope<'_> {
        self.parsed.scope()
    }

    /// The names of the formats that the text defines, in its order.
    pub fn formats(&self) -> impl Iterator<Item = &str> {
        // The model also has the formats of families that the text uses. These have the name of their own text as
        // origin.
        let own = |origin: &datarep_dsl::source::Origin| *origin.source == *self.parsed.source.name;
        self.parsed
            .model
            .formats
            .iter()
            .filter(move |format| own(&format.origin))
            .map(|format| format.name.as_str())
    }

    /// The format with this name, of the text or of a family that it uses; `None` if there is no such format.
    pub fn format(&self, name: &str) -> Option<Format> {
        // `Format::named_in_text` looks nothing up, so that the name is checked here.
        let has_format = self.parsed.model.formats.iter().any(|format| format.name == name);
        has_format.then(|| Format::named_in_text(&self.parsed, name))?
    }

    /// The representations that the text defines, in its order.
    pub fn representations(&self) -> &[Datarep] {
        &self.representations
    }

    /// The representation with this name.
    pub fn representation(&self, name: &str) -> Option<&Datarep> {
        self.representations.iter().find(|datarep| datarep.name() == name)
    }

    /// The records that the text defines, in its order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The record with this name.
    pub fn record(&self, name: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.name() == name)
    }

    /// The meaning of the text, for uses other than conversions.
    pub fn model(&self) -> &Model {
        &self.parsed.model
    }
}
