//! Formats by expressions, for programs: no text is written to learn what a format is, or how it is converted.
//!
//! A program has a format as it is named, an order of bytes, rules, and a native type. Each is parsed once to a value. A
//! [`FormatRequest`] puts them together, and [`describe`](FormatRequest::describe) or [`map`](FormatRequest::map)
//! resolves and checks them as the compiler does with a line of a representation. A fault is shown in the part that has
//! it, as the user typed it.
//!
//! ```
//! use datarep_dsl::expression::{FormatExpression, FormatRequest, OrderExpression, Rules, Scope};
//! use datarep_dsl::model::{ByteOrder, OverflowRule};
//! use datarep_dsl::predefined::Predefined;
//!
//! let format = FormatExpression::parse("ibm::hfp32")?;
//! let order = OrderExpression::parse("little")?;
//! let rules = Rules::parse("on write { overflow => saturate }")?;
//! let request = FormatRequest { scope: Scope::Library, format: &format, order: Some(&order), rules: &rules };
//! let mapped = request.map(Predefined::Double)?;
//! assert_eq!((mapped.format.bits, mapped.conversion.order), (32, ByteOrder::Little));
//! assert_eq!(mapped.conversion.write.overflow, OverflowRule::Saturate);
//!
//! let fault = FormatExpression::parse("twos(24").unwrap_err();
//! assert_eq!(fault.diagnostics[0].title, "expected `,` or `)`, found the end of the text");
//! # Ok::<(), datarep_dsl::expression::ExpressionFault>(())
//! ```

use std::fmt;

use crate::ast::{Ast, FormatCall, Item, ItemKind, OrderExpr, RuleExpr, RulesExpr, Use, Word};
use crate::check::{self, expression};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{ByteOrder, Conversion, Event, Format, Model, RuleDirection};
use crate::parse::expression::{parse_call, parse_event_rules, parse_order, parse_rules};
use crate::predefined::Predefined;
use crate::source::{Source, Span};

/// The faults of an expression, and the text in which they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionFault {
    /// The part of the request that has the faults.
    pub source: Source,
    /// The faults, in the order of the text; one at least.
    pub diagnostics: Vec<Diagnostic>,
}

/// The titles of the faults, without carets: `render` draws them.
impl fmt::Display for ExpressionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles: Vec<&str> = self.diagnostics.iter().map(|fault| fault.title.as_str()).collect();
        f.write_str(&titles.join("; "))
    }
}

impl std::error::Error for ExpressionFault {}

/// A format as it is named: `hfp32`, `ibm::hfp32`, `packed_decimal(7, 2)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatExpression {
    source: Source,
    call: FormatCall,
}

impl FormatExpression {
    /// Parses an expression. Whether a format has the name is found by [`FormatRequest::describe`].
    ///
    /// # Errors
    ///
    /// The faults of syntax.
    pub fn parse(text: &str) -> Result<FormatExpression, ExpressionFault> {
        let (source, call) = parse_part("format", text, parse_call)?;
        Ok(FormatExpression { source, call })
    }

    /// The expression as it was written.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    pub(crate) fn parts(&self) -> (&Source, &FormatCall) {
        (&self.source, &self.call)
    }
}

/// An order of bytes: `little`, `[1, 0]`, `right_justified(8)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderExpression {
    source: Source,
    order: OrderExpr,
}

impl OrderExpression {
    /// Parses an order. Whether it fits a format is found by [`FormatRequest::describe`].
    ///
    /// # Errors
    ///
    /// The faults of syntax.
    pub fn parse(text: &str) -> Result<OrderExpression, ExpressionFault> {
        let (source, order) = parse_part("order", text, parse_order)?;
        Ok(OrderExpression { source, order })
    }

    /// The order as it was written.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    pub(crate) fn parts(&self) -> (&Source, &OrderExpr) {
        (&self.source, &self.order)
    }
}

/// Rules for values that cannot be kept, of both directions. The first one for an event that can be followed applies.
///
/// ```
/// use datarep_dsl::expression::Rules;
/// use datarep_dsl::model::{Event, RuleDirection};
///
/// let rules = Rules::parse_list(RuleDirection::Write, "underflow => zero, infinity | nan => error")?;
/// assert!(rules.has(RuleDirection::Write, Event::Nan));
/// assert!(!rules.has(RuleDirection::Read, Event::Nan));
/// let rules = rules.followed_by(&Rules::parse("on read { overflow => error }")?);
/// assert!(rules.has(RuleDirection::Read, Event::Overflow));
/// # Ok::<(), datarep_dsl::expression::ExpressionFault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rules {
    /// Each text with its rules.
    pieces: Vec<(Source, Vec<RulesExpr>)>,
}

impl Rules {
    /// Parses rules with their directions: `on read { overflow => saturate } on write { nan => error }`.
    ///
    /// # Errors
    ///
    /// The faults of syntax.
    pub fn parse(text: &str) -> Result<Rules, ExpressionFault> {
        Ok(Rules { pieces: vec![parse_part("rules", text, parse_rules)?] })
    }

    /// Parses the rules of one direction: `overflow => saturate, infinity | nan => error`.
    ///
    /// # Errors
    ///
    /// The faults of syntax.
    pub fn parse_list(direction: RuleDirection, text: &str) -> Result<Rules, ExpressionFault> {
        let (source, rules) = parse_part("rules", text, parse_event_rules)?;
        Ok(Rules::from_direction(direction, source, rules))
    }

    /// The rule for one event. The action is parsed: `saturate`, `substitute(63)`.
    ///
    /// # Errors
    ///
    /// The faults of the action's syntax. Whether the event can have it is found by [`FormatRequest::describe`].
    pub fn from_action(
        direction: RuleDirection,
        event: Event,
        action: &str,
    ) -> Result<Rules, ExpressionFault> {
        let (source, action) = parse_part("action", action, parse_call)?;
        // The event is not written in any text, so that the action is shown in its place.
        let event = Word { value: event.word().to_owned(), span: action.span };
        Ok(Rules::from_direction(direction, source, vec![RuleExpr { events: vec![event], action }]))
    }

    /// The actions that an event can have, as they are written.
    ///
    /// ```
    /// use datarep_dsl::expression::Rules;
    /// use datarep_dsl::model::Event;
    /// assert_eq!(Rules::list_actions(Event::Missing), ["error", "nan", "zero", "nan(payload)"]);
    /// ```
    pub fn list_actions(event: Event) -> Vec<&'static str> {
        event.list_action_texts()
    }

    /// The rule that an event is an error.
    ///
    /// ```
    /// use datarep_dsl::expression::Rules;
    /// use datarep_dsl::model::{Event, RuleDirection};
    /// let rules = Rules::from_error(RuleDirection::Read, Event::Overflow);
    /// assert!(rules.has(RuleDirection::Read, Event::Overflow));
    /// ```
    pub fn from_error(direction: RuleDirection, event: Event) -> Rules {
        let word = |word: &str| Word { value: word.to_owned(), span: Span::default() };
        let (name, span) = (word("error"), Span::default());
        let action = FormatCall { family: None, name, arguments: Vec::new(), span };
        // Nobody has written it, and each event can be an error, so that no message shows its text.
        let source = Source { name: "rules".to_owned(), text: String::new(), first_line: 1 };
        Rules::from_direction(direction, source, vec![RuleExpr { events: vec![word(event.word())], action }])
    }

    fn from_direction(direction: RuleDirection, source: Source, rules: Vec<RuleExpr>) -> Rules {
        let span = Span { start: 0, end: source.text.len() };
        let direction = Word { value: direction.word().to_owned(), span };
        Rules { pieces: vec![(source, vec![RulesExpr { direction, rules, span }])] }
    }

    /// These rules, and behind them those of `others`, which apply where these have none or cannot be followed.
    #[must_use]
    pub fn followed_by(mut self, others: &Rules) -> Rules {
        self.pieces.extend_from_slice(&others.pieces);
        self
    }

    /// Whether there is a rule for an event in a direction.
    pub fn has(&self, direction: RuleDirection, event: Event) -> bool {
        let blocks = self.pieces.iter().flat_map(|(_, blocks)| blocks);
        let mut rules =
            blocks.filter(|block| block.direction.value == direction.word()).flat_map(|block| &block.rules);
        rules.any(|rule| rule.events.iter().any(|word| word.value == event.word()))
    }

    pub(crate) fn parts(&self) -> impl Iterator<Item = (&Source, &[RulesExpr])> {
        self.pieces.iter().map(|(source, blocks)| (source, blocks.as_slice()))
    }
}

/// Where the names of an expression are looked up.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// In the standard library: `hfp32` needs no `ibm::` before it.
    Library,
    /// In a text without faults, as if the expression stood at its end.
    Text(&'a Source, &'a Ast),
}

/// A format, with the order and the rules that a program wants for it.
#[derive(Debug, Clone, Copy)]
pub struct FormatRequest<'a> {
    /// Where names are looked up.
    pub scope: Scope<'a>,
    /// The format.
    pub format: &'a FormatExpression,
    /// The order of its bytes, in the place of its own.
    pub order: Option<&'a OrderExpression>,
    /// Rules that precede the usual ones, which are those of fields of records.
    pub rules: &'a Rules,
}

/// A format that has the name of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFormat {
    /// The meaning of its bits, and its documentation.
    pub format: Format,
    /// The text of the standard library that defines it; `None` for one of the user's text, or of the language.
    pub library: Option<LibraryText>,
}

/// A text of the standard library, by its name. A family and a representation may have the same one, as `cray`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LibraryText {
    /// A family of formats.
    Family(&'static str),
    /// A representation, whose text defines formats for itself.
    Representation(&'static str),
}

impl LibraryText {
    /// The name of the family or the representation.
    pub fn name(self) -> &'static str {
        match self {
            LibraryText::Family(name) | LibraryText::Representation(name) => name,
        }
    }
}

/// A format, and the order of its bytes in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescribedFormat {
    /// The meaning of its bits, and its documentation.
    pub format: Format,
    /// The order of its bytes.
    pub order: ByteOrder,
}

/// A format, and its conversion to and from a native type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappedFormat {
    /// The format.
    pub format: Format,
    /// The conversion. Its format is the first, as in a model that has no other.
    pub conversion: Conversion,
}

impl FormatExpression {
    /// Finds the format that has the name.
    ///
    /// ```
    /// use datarep_dsl::expression::{FormatExpression, LibraryText, Scope};
    /// let found = FormatExpression::parse("vax_g")?.find(Scope::Library)?;
    /// assert_eq!((found.library, found.format.bits), (Some(LibraryText::Family("dec")), 64));
    /// let fault = FormatExpression::parse("hfp33")?.find(Scope::Library).unwrap_err();
    /// assert_eq!(fault.diagnostics[0].help, ["write `hfp32`"]);
    /// # Ok::<(), datarep_dsl::expression::ExpressionFault>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The fault of a name that no format has, or of numbers that its family does not take.
    pub fn find(&self, scope: Scope<'_>) -> Result<FoundFormat, ExpressionFault> {
        let request = FormatRequest { scope, format: self, order: None, rules: &Rules::default() };
        expression::find_format(&request).map(|(format, library)| FoundFormat { format, library })
    }
}

/// Whether a word means a format or a family of formats in every text, also without a `use`.
///
/// ```
/// use datarep_dsl::expression::is_format_word;
/// assert!(["f32", "u24", "ascii", "packed_decimal"].into_iter().all(is_format_word));
/// // These need `use ibm::hfp32;`, and 128 bits are the most.
/// assert!(!["hfp32", "i129", "account"].into_iter().any(is_format_word));
/// ```
pub fn is_format_word(word: &str) -> bool {
    expression::is_format_word(word)
}

impl FormatRequest<'_> {
    /// The format, and the order of its bytes.
    ///
    /// # Errors
    ///
    /// The faults of the first part that has any: no format has the name, the order does not fit it, an event cannot have
    /// such a rule.
    pub fn describe(&self) -> Result<DescribedFormat, ExpressionFault> {
        expression::describe_format(self).map(|(format, order)| DescribedFormat { format, order })
    }

    /// The conversion to and from a native type. Where the usual rules apply, values that a native type cannot hold become
    /// an infinity, and values that the format cannot hold are errors.
    ///
    /// # Errors
    ///
    /// As [`FormatRequest::describe`], and if the format cannot be mapped to the type.
    pub fn map(&self, predefined: Predefined) -> Result<MappedFormat, ExpressionFault> {
        expression::map_format(self, predefined)
            .map(|(format, conversion)| MappedFormat { format, conversion })
    }
}

/// The model of a record of the standard library, by its text and its name: `segy::trace_header`.
///
/// ```
/// use datarep_dsl::expression::compile_record;
/// let model = compile_record("segy::binary_header")?;
/// assert_eq!((model.records.len(), model.records[0].least_bytes), (1, 400));
/// let fault = compile_record("segy::binary_heder").unwrap_err();
/// assert_eq!(fault.diagnostics[0].help, ["write `binary_header`"]);
/// # Ok::<(), datarep_dsl::expression::ExpressionFault>(())
/// ```
///
/// # Errors
///
/// The fault of a path that leads to no record.
pub fn compile_record(path: &str) -> Result<Model, ExpressionFault> {
    let (source, FormatCall { family, name, arguments, span }) = parse_part("record", path, parse_call)?;
    let fault = |diagnostics| ExpressionFault { source: source.clone(), diagnostics };
    let Some(family) = family.filter(|_| arguments.is_empty()) else {
        let title = "a record of the standard library has the name of its text before its own";
        let diagnostic = Diagnostic::new(Slug::Syntax, title, span, "not of that form");
        return Err(fault(vec![diagnostic.help("write `segy::trace_header`")]));
    };
    // The path is what a `use` of a text has, so that it is checked as one.
    let kind = ItemKind::Use(Use { family, names: Some(vec![(name, None)]) });
    let ast = Ast { doc: String::new(), items: vec![Item { doc: String::new(), span, kind }] };
    let model = check::check(&source, &ast).map_err(fault)?;
    if model.records.is_empty() {
        let diagnostic = Diagnostic::new(Slug::UnknownImport, "this is not a record", span, "a format");
        return Err(fault(vec![diagnostic]));
    }
    Ok(model)
}

/// Parses a part, which messages call by the given name.
fn parse_part<T>(
    name: &str,
    text: &str,
    parse: impl FnOnce(&str) -> Result<T, Vec<Diagnostic>>,
) -> Result<(Source, T), ExpressionFault> {
    let source = Source { name: name.to_owned(), text: text.to_owned(), first_line: 1 };
    match parse(text) {
        Ok(parsed) => Ok((source, parsed)),
        Err(diagnostics) => Err(ExpressionFault { source, diagnostics }),
    }
}
