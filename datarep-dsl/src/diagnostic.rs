//! The faults of a text, as data: without the wording of a front end, and without carets.

use crate::faults::MOST;
use crate::source::Span;

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of fault. It also names the UI test.
    pub slug: Slug,
    /// The fault, in the names that the user wrote, in lower case and without a full stop.
    pub title: String,
    /// The words concerned, the primary ones first.
    pub labels: Vec<Label>,
    /// Facts about the fault.
    pub notes: Vec<String>,
    /// Suggestions, each of one thing to type.
    pub help: Vec<String>,
}

/// Words of the text, with an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The words.
    pub span: Span,
    /// The explanation; may be empty on the primary label.
    pub text: String,
    /// Whether this is the place of the fault.
    pub primary: bool,
}

impl Diagnostic {
    /// A fault at `span`.
    pub fn new(slug: Slug, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        let label = Label { span, text: text.into(), primary: true };
        Diagnostic { slug, title: title.into(), labels: vec![label], notes: Vec::new(), help: Vec::new() }
    }

    /// Adds a label for the other party of a conflict.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a suggestion of one thing to type.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// The words at which the fault is shown.
    pub fn span(&self) -> Span {
        self.labels.first().map_or(Span::default(), |label| label.span)
    }
}

/// Why a text has no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The faults of the pass that failed, in the order of the text: the first thousand of them, and then one that says
    /// that there are more.
    pub diagnostics: Vec<Diagnostic>,
    /// The representations that the text seems to define: a front end may emit stubs for them.
    pub datareps: Vec<String>,
}

/// The largest number of faults of a text that are shown to a person.
pub const SHOWN: usize = 50;

/// Tells how many faults of a text are left out where the first `shown` of them are shown: `3 more faults are not shown`.
pub fn describe_hidden(diagnostics: &[Diagnostic], shown: usize) -> Option<String> {
    match diagnostics.len().saturating_sub(shown) {
        0 => None,
        1 => Some("one more fault is not shown".to_owned()),
        // The last one says that there are more, and is none of them.
        _ if diagnostics.len() > MOST => {
            Some(format!("more than {} faults are not shown", MOST - shown.min(MOST)))
        }
        more => Some(format!("{more} more faults are not shown")),
    }
}

macro_rules! slugs {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// The kind of a fault.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Slug {
            $($(#[$doc])* $variant,)*
        }

        impl Slug {
            /// Every kind.
            pub const ALL: &'static [Slug] = &[$(Slug::$variant),*];

            /// Its name in messages.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Slug::$variant => $text,)*
                }
            }
        }
    };
}

slugs! {
    /// The text does not follow the grammar.
    Syntax = "syntax",
    /// A word of another tool.
    ForeignWord = "foreign-word",
    /// A number that cannot be one.
    Number = "number",
    /// A text beyond the limits.
    TooLarge = "too-large",
    /// A name defined twice.
    DuplicateName = "duplicate-name",
    /// A format that is not defined.
    UnknownFormat = "unknown-format",
    /// A representation that is not defined.
    UnknownDatarep = "unknown-datarep",
    /// A name that the standard library does not have.
    UnknownImport = "unknown-import",
    /// Another name that is not known: a type, an order, an event, an action, a charset.
    UnknownWord = "unknown-word",
    /// `extends` in a circle.
    ExtendsCycle = "extends-cycle",
    /// Two fields claim a bit.
    OverlappingFields = "overlapping-fields",
    /// A bit that no field claims.
    UncoveredBits = "uncovered-bits",
    /// A field outside the word.
    FieldOutside = "field-outside",
    /// A field that the formula needs, or one that it does not name.
    FormulaField = "formula-field",
    /// A width that is not a whole number of bytes.
    OddWidth = "odd-width",
    /// A hidden bit with a radix other than 2.
    HiddenBitRadix = "hidden-bit-radix",
    /// A clause said twice, or two that contradict each other.
    ConflictingClauses = "conflicting-clauses",
    /// A condition that never or always holds.
    Condition = "condition",
    /// An order that does not fit the width.
    OrderWidth = "order-width",
    /// A field of a record that does not begin at the byte that the text states.
    WrongOffset = "wrong-offset",
    /// A type mapped twice.
    DuplicateMapping = "duplicate-mapping",
    /// Types that are neither mapped nor unsupported.
    UnmappedTypes = "unmapped-types",
    /// A format that cannot hold this type.
    WrongKind = "wrong-kind",
    /// Values that do not fit, and no rule.
    RangeNotCovered = "range-not-covered",
    /// Another loss without a rule.
    MissingRule = "missing-rule",
    /// A rule that the target cannot follow.
    ImpossibleRule = "impossible-rule",
    /// An event ruled twice.
    DuplicateRule = "duplicate-rule",
    /// A test line that is not true.
    TestFails = "test-fails",
    /// Something the language can say and the generator cannot make.
    NotGenerated = "not-generated",
}
